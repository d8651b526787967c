/* The chart `pareto`: P90 of time against P90 of cost, with the front, budget and deadline. */
#include <math.h>
#include <stdlib.h>

#include "report/chart.h"
#include "report/label.h"
#include "report/panel.h"
#include "report/remark.h"
#include "report/words.h"

enum { PARETO_DETAILS = 4, PARETO_NAME_ROOM = 240 };

struct pareto {
    struct canvas canvas;
    const struct comparison *comparison;
    struct lineup lineup;
    struct panel panel;
    bool shown[LINEUP_MOST]; /* both percentiles are reached */
    double budget, deadline_h;
    bool budget_on, deadline_on;
};

/* ---- data ---- */

static const struct percentile *pareto_time(const struct pareto *p, int row)
{
    return words_find(&p->lineup.row[row].plan->time_h, 90);
}

static const struct percentile *pareto_cost(const struct pareto *p, int row)
{
    return words_find(&p->lineup.row[row].plan->cost, 90);
}

static bool pareto_chosen(const struct pareto *p, int row)
{
    return p->comparison->choice.plan == p->lineup.row[row].plan->plan;
}

static bool pareto_on_front(const struct pareto *p, int row)
{
    return p->comparison->choice.front[p->lineup.row[row].plan->plan];
}

/* The interval of a percentile, which may be missing or open. */
static double pareto_low(const struct percentile *q)
{
    return isnan(q->low) ? q->value : q->low;
}

static double pareto_high(const struct percentile *q)
{
    return isfinite(q->high) ? q->high : q->value;
}

/* The front, the choice and its rival are shown before others. */
static void pareto_line_up(struct pareto *p, const struct result *result)
{
    const struct choice *choice = &p->comparison->choice;
    bool first[PLANS_MOST] = {false};
    for (int i = 0; i < result->engine->plans; i++)
        first[i] = choice->front[i] || i == choice->plan || i == choice->rival;
    lineup_init_by(&p->lineup, result, true, first);
    for (int i = 0; i < p->lineup.n; i++)
        p->shown[i] = isfinite(pareto_time(p, i)->value) && isfinite(pareto_cost(p, i)->value);
}

static int pareto_count(const struct pareto *p)
{
    int n = 0;
    for (int i = 0; i < p->lineup.n; i++)
        n += p->shown[i];
    return n;
}

/* How many plans the front joins. */
static int pareto_front(const struct pareto *p)
{
    int n = 0;
    for (int i = 0; i < p->lineup.n; i++)
        n += p->shown[i] && pareto_on_front(p, i);
    return n;
}

/* Names stand beside the outermost dots, too. */
static void pareto_widen(struct axis *axis)
{
    const double more = 0.05;
    if (axis->log) {
        double by = pow(axis->max / axis->min, more);
        axis->min /= by;
        axis->max *= by;
    } else {
        double by = more * (axis->max - axis->min);
        axis->min = fmax(0, axis->min - by);
        axis->max += by;
    }
}

static void pareto_open(double *low, double *high)
{
    double middle = 0.5 * (*low + *high), half = fmax(0.5 * (*high - *low), 0.1 * middle);
    *low = middle - half;
    *high = middle + half;
}

static void pareto_set_axes(struct pareto *p)
{
    double early = INFINITY, late = 0, cheap = INFINITY, dear = 0;
    for (int i = 0; i < p->lineup.n; i++) {
        if (!p->shown[i])
            continue;
        early = fmin(early, pareto_low(pareto_time(p, i)));
        late = fmax(late, pareto_high(pareto_time(p, i)));
        cheap = fmin(cheap, pareto_low(pareto_cost(p, i)));
        dear = fmax(dear, pareto_high(pareto_cost(p, i)));
    }
    /* What lies close together is not blown up, and a limit near it is drawn. */
    pareto_open(&early, &late);
    pareto_open(&cheap, &dear);
    p->deadline_on = p->deadline_h >= 0 && panel_reach(&early, &late, p->deadline_h);
    p->budget_on = p->budget >= 0 && panel_reach(&cheap, &dear, p->budget);
    p->panel.x = (struct axis){.quantity = AXIS_TIME};
    p->panel.y = (struct axis){.quantity = AXIS_MONEY, .currency = p->lineup.currency};
    axis_span(&p->panel.x, early, late, true);
    axis_span(&p->panel.y, cheap, dear, true);
    pareto_widen(&p->panel.x);
    pareto_widen(&p->panel.y);
}

/* ---- limits ---- */

/* A limit's name, with an arrow where it lies beyond the axes; the caller frees it. */
static char *pareto_limit(const struct pareto *p, bool money)
{
    char value[AXIS_ROOM];
    const struct axis *axis = money ? &p->panel.y : &p->panel.x;
    double limit = money ? p->budget : p->deadline_h;
    char *name = money ? mem_format(_("budget %s"), axis_money(limit, p->lineup.currency, value))
                       : mem_format(_("deadline %s"), axis_time(limit, value));
    if (money ? p->budget_on : p->deadline_on)
        return name;
    bool beyond = limit > axis->max;
    char *arrow = mem_format("%s %s", name,
                             money    ? beyond ? "\xe2\x86\x91" : "\xe2\x86\x93"
                             : beyond ? "\xe2\x86\x92"
                                      : "\xe2\x86\x90");
    free(name);
    return arrow;
}

/* Names of limits that are not drawn share the row above the panel. */
static void pareto_limits(struct pareto *p)
{
    struct text off = {0};
    char *deadline = p->deadline_h >= 0 ? pareto_limit(p, false) : NULL,
         *budget = p->budget >= 0 ? pareto_limit(p, true) : NULL;
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    if (deadline != NULL && p->deadline_on)
        panel_limit_x(&p->panel, &p->canvas, p->deadline_h, deadline);
    else if (deadline != NULL)
        text_add(&off, deadline);
    if (budget != NULL && p->budget_on)
        panel_limit_y(&p->panel, &p->canvas, p->budget, budget, 1, true);
    if (budget != NULL && (!p->budget_on || term))
        text_addf(&off, "%s%s", off.size > 0 ? " \xc2\xb7 " : "", budget);
    /* At the end where a drawn deadline's name is not. */
    bool right = !p->deadline_on || axis_at(&p->panel.x, p->deadline_h) < 0.5;
    if (off.size > 0)
        sheet_say(sheet, right ? p->panel.area.right : p->panel.area.left, p->panel.area.top - (term ? 1 : 18), off.at,
                  COLOUR_INK, STYLE_SMALL, right ? SIDE_RIGHT : SIDE_LEFT);
    text_release(&off);
    free(deadline);
    free(budget);
}

/* ---- drawing ---- */

static struct place_rect pareto_bars(const struct pareto *p, int row)
{
    const struct panel *panel = &p->panel;
    return (struct place_rect){
        panel_across(panel, pareto_low(pareto_time(p, row))), panel_down(panel, pareto_high(pareto_cost(p, row))),
        panel_across(panel, pareto_high(pareto_time(p, row))), panel_down(panel, pareto_low(pareto_cost(p, row)))};
}

/* The next row of the front by time; -1: none. */
static int pareto_next(const struct pareto *p, int row)
{
    int next = -1;
    for (int i = 0; i < p->lineup.n; i++)
        if (p->shown[i] && pareto_on_front(p, i) && pareto_time(p, i)->value > pareto_time(p, row)->value &&
            (next < 0 || pareto_time(p, i)->value < pareto_time(p, next)->value))
            next = i;
    return next;
}

static void pareto_draw_dots(struct pareto *p)
{
    const struct panel *panel = &p->panel;
    const bool term = p->canvas.sheet->medium == SHEET_TERM;
    for (int i = 0; i < p->lineup.n; i++) {
        if (!p->shown[i])
            continue;
        double x = panel_across(panel, pareto_time(p, i)->value), y = panel_down(panel, pareto_cost(p, i)->value);
        int next = pareto_on_front(p, i) ? pareto_next(p, i) : -1;
        struct place_rect bars = pareto_bars(p, i);
        if (next >= 0 && !term)
            canvas_line(&p->canvas, x, y, panel_across(panel, pareto_time(p, next)->value),
                        panel_down(panel, pareto_cost(p, next)->value), LINE_JOIN, COLOUR_AXIS);
        if (term)
            sheet_say(p->canvas.sheet, round(x), round(y), (char[]){(char)('A' + i), '\0'}, COLOUR_INK, STYLE_LABEL,
                      SIDE_LEFT);
        else
            canvas_mark(&p->canvas, x, y, &bars, pareto_chosen(p, i) ? DOT_LARGE : DOT_PLAIN, p->lineup.row[i].colour);
    }
}

/* ---- names ---- */

static char *pareto_detail(const struct pareto *p, int row)
{
    char money[AXIS_ROOM], time[AXIS_ROOM];
    if (!p->shown[row])
        return lineup_finished_note(p->lineup.row[row].plan);
    axis_money(pareto_cost(p, row)->value, p->lineup.currency, money);
    return mem_format("%s \xc2\xb7 %s", money, axis_time(pareto_time(p, row)->value, time));
}

static void pareto_avoid(const struct pareto *p, struct label_set *set, int row)
{
    double x = panel_across(&p->panel, pareto_time(p, row)->value),
           y = panel_down(&p->panel, pareto_cost(p, row)->value);
    struct place_rect bars = pareto_bars(p, row);
    label_take(set, fmin(bars.left, x - 9), y - 9, fmax(bars.right, x + 9), y + 9);
    label_take(set, x - 9, fmin(bars.top, y - 9), x + 9, fmax(bars.bottom, y + 9));
}

/* Names beside the dots, that of the choice first; false, and nothing said, where they find no room. */
static bool pareto_name_directly(struct pareto *p)
{
    struct sheet *sheet = p->canvas.sheet;
    const struct place_rect *area = &p->panel.area, room = {area->left + 4, area->top - 4, 1240, area->bottom - 2};
    struct label_set *set = label_set_new();
    if (p->deadline_on) {
        double x = panel_across(&p->panel, p->deadline_h);
        label_take(set, x - 4, area->top, x + 4, area->bottom);
    }
    if (p->budget_on) {
        double y = panel_down(&p->panel, p->budget);
        char *name = pareto_limit(p, true);
        struct place_rect at = panel_limit_room(&p->panel, sheet, p->budget, name, 1, true);
        label_take(set, area->left, y - 4, area->right, y + 4);
        label_take(set, at.left - 4, at.top, at.right, at.bottom);
        free(name);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->lineup.n; i++) {
            if (!p->shown[i] || pareto_chosen(p, i) != (pass == 0))
                continue;
            const char *name = p->lineup.row[i].name;
            char *detail = pareto_detail(p, i),
                 *label = p->lineup.n <= PARETO_DETAILS ? mem_format("%s  %s", name, detail) : mem_copy(name);
            label_add(set, sheet, panel_across(&p->panel, pareto_time(p, i)->value),
                      panel_down(&p->panel, pareto_cost(p, i)->value), label, p->lineup.row[i].colour, STYLE_BOXED,
                      PLACE_ABOVE_RIGHT, 14);
            pareto_avoid(p, set, i);
            free(detail);
            free(label);
        }
    bool settled = label_settle(set, sheet, &room);
    label_set_free(set);
    return settled;
}

static void pareto_name_in_column(struct pareto *p)
{
    struct label_row row[LINEUP_MOST];
    for (int i = 0; i < p->lineup.n; i++)
        row[i] =
            (struct label_row){i, pareto_detail(p, i), pareto_cost(p, i)->value, p->shown[i] ? (char)('A' + i) : ' '};
    p->canvas.sheet->area = p->panel.area;
    label_column(p->canvas.sheet, &p->lineup, row);
    for (int i = 0; i < p->lineup.n; i++)
        free(row[i].detail);
}

/* ---- the frame ---- */

static void pareto_head(struct pareto *p)
{
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    const struct choice *choice = &p->comparison->choice;
    struct text headline = {0}, subtitle = {0}, notes = {0}, foot = {0};
    remark_choice(p->comparison, &headline);
    text_add(&subtitle, _("P90 of cost against P90 of time, with 95% intervals"));
    lineup_notes(&p->lineup, &notes);
    if (notes.size > 0)
        text_add(&subtitle, notes.at);
    else if (pareto_front(p) > 1)
        text_add(&subtitle, _("  \xc2\xb7  joined: no plan is better in both"));
    lineup_foot(&p->lineup, 0,
                !term && p->lineup.n > 1 && choice->plan >= 0 && choice->punctual ? _("large dot: the choice") : "",
                &foot);
    sheet_head(sheet, headline.at, subtitle.at, foot.at);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&notes);
    text_release(&foot);
}

static void pareto_set_area(struct pareto *p, double right)
{
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    p->panel.area = sheet->area;
    p->panel.area.left = term ? 0 : 39;
    p->panel.area.right = right;
    p->panel.area.bottom = term ? 20 - p->lineup.n : 590;
    panel_set_ticks(&p->panel, sheet, 8, term ? 4 : 6);
}

static void pareto_draw(struct pareto *p)
{
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    pareto_set_axes(p);
    pareto_head(p);
    pareto_set_area(p, term ? 77 : 1200);
    bool directly = !term && pareto_count(p) == p->lineup.n;
    for (int i = 0; i < p->lineup.n; i++)
        directly = directly && sheet_width(sheet, p->lineup.row[i].name, STYLE_BOLD) <= PARETO_NAME_ROOM;
    directly = directly && pareto_name_directly(p);
    if (!directly && !term) {
        label_make_room(&p->lineup, sheet);
        pareto_set_area(p, sheet->area.right);
    }
    if (!directly)
        pareto_name_in_column(p);
    panel_frame(&p->panel, &p->canvas);
    panel_say_x(&p->panel, &p->canvas, _("time to finish, from submission, at P90"));
    pareto_limits(p);
    pareto_draw_dots(p);
    canvas_end(&p->canvas);
}

int pareto_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    const struct scenario *scenario = data->result->scenario;
    struct pareto p = {.canvas = canvas_on(sheet),
                       .comparison = data->comparison,
                       .budget = scenario->budget,
                       .deadline_h = scenario->deadline_h};
    int code = 0;
    pareto_line_up(&p, data->result);
    if (p.lineup.n == 0)
        code = err_plain(err, ERR_INPUT, _("give a plan a price, or draw deadline"),
                         _("nothing is priced, so there is no cost to draw against time"));
    else if (pareto_count(&p) == 0)
        code = err_plain(err, ERR_INPUT, _("draw cdf, which shows the trials that finish"),
                         _("no plan finishes in nine trials of ten, so there is no P90 to draw"));
    else
        pareto_draw(&p);
    lineup_release(&p.lineup);
    return code;
}
