/* The chart `breakdown`: where the money goes, by the five classes' shares of the mean cost. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/headline.h"
#include "report/lineup.h"
#include "report/share.h"

struct breakdown {
    struct sheet *sheet;
    struct lineup lineup;
    double part[LINEUP_MOST][CLASS_COUNT]; /* mean money of each class */
    double total[LINEUP_MOST];             /* NaN: no mean */
    bool used[CLASS_COUNT];
    int pieces;
};

static const char *const breakdown_names[CLASS_COUNT] = {
    N_("compute"), N_("power and cooling"), N_("communication"), N_("failures"), N_("time"),
};

/* ---- data ---- */

static void breakdown_read(struct breakdown *b, int row)
{
    const struct summary *plan = b->lineup.row[row].plan;
    b->total[row] = plan->unfinished > 0 ? NAN : 0;
    for (int c = 0; c < CLASS_COUNT; c++) {
        for (int i = 0; i < ITEM_COUNT; i++)
            b->part[row][c] += plan->mean.item[i][c];
        b->part[row][c] = fmax(0, b->part[row][c]);
        b->total[row] += b->part[row][c];
        b->used[c] = b->used[c] || (plan->unfinished == 0 && b->part[row][c] > 0);
    }
}

static double breakdown_overhead(const struct breakdown *b, int row)
{
    if (isnan(b->total[row]) || !(b->total[row] > 0))
        return NAN;
    return (b->part[row][CLASS_failures] + b->part[row][CLASS_time]) / b->total[row];
}

/* ---- bars ---- */

static double breakdown_middle(const struct breakdown *b, int row)
{
    return sheet_down(b->sheet, row + 1);
}

/* The percent of a piece in its middle, in the largest style that leaves it some ground. */
static void breakdown_say_percent(struct breakdown *b, int row, int class, double from, double to, int percent)
{
    struct sheet *sheet = b->sheet;
    const bool term = sheet->medium == SHEET_TERM;
    char label[16];
    double left = sheet_across(sheet, from), right = sheet_across(sheet, to), room = right - left - (term ? 2 : 8);
    snprintf(label, sizeof label, term ? " %d%% " : "%d%%", percent);
    int colour = class == CLASS_compute || class == CLASS_failures ? COLOUR_WHITE : COLOUR_INK;
    enum sheet_style style =
        b->lineup.n <= 5 && sheet_width(sheet, label, STYLE_LABEL) <= room ? STYLE_LABEL : STYLE_SMALL;
    if (sheet_width(sheet, label, style) > room)
        return;
    double x = 0.5 * (left + right);
    sheet_say(sheet, term ? floor(x) : x, breakdown_middle(b, row), label, term ? COLOUR_INK : colour, style,
              SIDE_MIDDLE);
}

static void breakdown_draw_bar(struct breakdown *b, int row)
{
    int percent[CLASS_COUNT];
    double from = 0;
    share_round(b->part[row], CLASS_COUNT, percent);
    for (int c = 0; c < CLASS_COUNT; c++) {
        double to = from + b->part[row][c] / b->total[row];
        if (to <= from)
            continue;
        sheet_row(b->sheet, SHEET_BARS, (double[]){from, to, row + 1, COLOUR_CLASS + c}, 4);
        breakdown_say_percent(b, row, c, from, to, percent[c]);
        b->pieces++;
        from = to;
    }
}

static char *breakdown_total(const struct breakdown *b, int row)
{
    char money[AXIS_ROOM];
    return isnan(b->total[row]) ? mem_copy("") : mem_copy(axis_money(b->total[row], b->lineup.currency, money));
}

static char *breakdown_excuse(const struct breakdown *b, int row)
{
    const struct summary *plan = b->lineup.row[row].plan;
    char some[64], all[64];
    return mem_format(_("%s of %s trials unfinished: no mean"), text_grouped((double)plan->unfinished, 0, some),
                      text_grouped((double)plan->trials, 0, all));
}

/* ---- pictures ---- */

static enum sheet_style breakdown_name_style(const struct breakdown *b)
{
    for (int i = 0; i < b->lineup.n; i++)
        if (sheet_width(b->sheet, b->lineup.row[i].name, STYLE_BOLD) > 400)
            return STYLE_SMALL;
    return STYLE_BOLD;
}

static void breakdown_set_area(struct breakdown *b)
{
    struct sheet *sheet = b->sheet;
    double names = 0, totals = 0;
    for (int i = 0; i < b->lineup.n; i++) {
        char *total = breakdown_total(b, i);
        names = fmax(names, sheet_width(sheet, b->lineup.row[i].name, breakdown_name_style(b)));
        totals = fmax(totals, sheet_width(sheet, total, STYLE_LABEL));
        free(total);
    }
    sheet->area.left = fmax(109, 39 + fmin(400, names) + 16);
    sheet->area.right = fmin(1140, 1250 - totals - 17);
    sheet->area.top -= 22;
    sheet->area.bottom = fmin(570, sheet->area.top + 112 * b->lineup.n);
}

static void breakdown_say_row(struct breakdown *b, int row)
{
    struct sheet *sheet = b->sheet;
    const char *name = b->lineup.row[row].name;
    enum sheet_style style = breakdown_name_style(b);
    double y = breakdown_middle(b, row);
    char *cut = mem_new(strlen(name) + 5, 1), *total = breakdown_total(b, row);
    place_shorten(name, style == STYLE_BOLD ? 20 : 17.33, style == STYLE_BOLD, 400, cut, strlen(name) + 5);
    sheet_say(sheet, sheet->area.left - 16, y, cut, COLOUR_INK, style, SIDE_RIGHT);
    if (isnan(b->total[row])) {
        char *excuse = breakdown_excuse(b, row);
        sheet_say(sheet, sheet->area.left + 8, y, excuse, COLOUR_GREY, STYLE_LABEL, SIDE_LEFT);
        free(excuse);
    } else {
        sheet_say(sheet, sheet->area.right + 17, y, total, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    }
    free(total);
    free(cut);
}

static void breakdown_legend(struct breakdown *b)
{
    struct sheet *sheet = b->sheet;
    double x = sheet->area.left + 7, y = sheet->area.bottom + 34, width = 0;
    for (int c = 0; c < CLASS_COUNT; c++)
        width += b->used[c] ? sheet_width(sheet, _(breakdown_names[c]), STYLE_LABEL) + 56 : 0;
    if (x + width - 40 > 1240)
        x = 46;
    for (int c = 0; c < CLASS_COUNT; c++) {
        if (!b->used[c])
            continue;
        const char *name = _(breakdown_names[c]);
        sheet_say(sheet, x, y, "", COLOUR_CLASS + c, STYLE_SQUARE, SIDE_LEFT);
        sheet_say(sheet, x + 16, y, name, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
        x += 16 + sheet_width(sheet, name, STYLE_LABEL) + 40;
    }
}

/* ---- text charts ---- */

/* Each plan has its name in one row and its bar in the next; wide characters stand to the right of nothing. */
static void breakdown_set_area_term(struct breakdown *b)
{
    struct place_rect *area = &b->sheet->area;
    int each = b->lineup.n <= 4 ? 4 : 2;
    *area = (struct place_rect){0, area->top - (each == 4 ? 1 : 0), 78,
                                area->top - (each == 4 ? 1 : 0) + each * b->lineup.n};
}

static void breakdown_say_row_term(struct breakdown *b, int row)
{
    char *total = breakdown_total(b, row), *excuse = breakdown_excuse(b, row);
    char *line = mem_format("%s  %s", isnan(b->total[row]) ? excuse : total, b->lineup.row[row].name);
    sheet_say_row(b->sheet, (int)breakdown_middle(b, row) - 1, line);
    free(line);
    free(excuse);
    free(total);
}

static void breakdown_legend_term(struct breakdown *b)
{
    struct text line = {0};
    for (int c = 0; c < CLASS_COUNT; c++)
        if (b->used[c])
            text_addf(&line, "%s%c %s", line.size > 0 ? "   " : "", "#=-x+"[c], _(breakdown_names[c]));
    if (line.size > 0)
        sheet_say_row(b->sheet, (int)b->sheet->area.bottom + 1, line.at);
    text_release(&line);
}

/* ---- the frame ---- */

static void breakdown_head(struct breakdown *b)
{
    struct text headline = {0}, subtitle = {0}, foot = {0};
    double overhead[LINEUP_MOST];
    for (int i = 0; i < b->lineup.n; i++)
        overhead[i] = breakdown_overhead(b, i);
    headline_breakdown(&b->lineup, overhead, &headline);
    text_add(&subtitle, _("Mean cost by class, shares of each plan's total  \xc2\xb7  total at right"));
    if (b->lineup.left_out > 0 || b->lineup.unpriced.size > 0)
        lineup_notes(&b->lineup, &subtitle);
    lineup_foot(&b->lineup, 0,
                b->sheet->medium == SHEET_TERM ? ""
                                               : _("failures: lost work, detection, repair, restarts \xc2\xb7 time: "
                                                   "queue, startup, checkpoints, shutdown"),
                &foot);
    sheet_head(b->sheet, headline.at, subtitle.at, foot.at);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void breakdown_draw(struct breakdown *b)
{
    const bool term = b->sheet->medium == SHEET_TERM;
    breakdown_head(b);
    if (term)
        breakdown_set_area_term(b);
    else
        breakdown_set_area(b);
    b->sheet->x = (struct axis){.quantity = AXIS_SHARE, .min = 0, .max = 1};
    b->sheet->y = (struct axis){.quantity = AXIS_SHARE, .min = b->lineup.n + 0.5, .max = 0.5};
    for (int i = 0; i < b->lineup.n; i++) {
        if (term)
            breakdown_say_row_term(b, i);
        else
            breakdown_say_row(b, i);
        if (b->total[i] > 0)
            breakdown_draw_bar(b, i);
    }
    if (term)
        breakdown_legend_term(b);
    else
        breakdown_legend(b);
    sheet_tics(b->sheet);
    sheet_list(b->sheet, b->pieces);
}

int breakdown_build(const struct result *result, struct sheet *sheet, struct err *err)
{
    struct breakdown b = {.sheet = sheet};
    int code = 0;
    lineup_init(&b.lineup, result);
    for (int i = 0; i < b.lineup.n; i++)
        breakdown_read(&b, i);
    if (b.lineup.priced)
        breakdown_draw(&b);
    else
        code = err_plain(err, ERR_INPUT, _("give a plan a price"),
                         _("nothing is priced, so there is no cost to break down"));
    lineup_release(&b.lineup);
    return code;
}
