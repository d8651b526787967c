/* The chart `sweep`: P10, P50 and P90 of cost (or time) over the values of a key; up to three plans in one panel, more
 * of them side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/label.h"
#include "report/panel.h"
#include "report/remark.h"
#include "report/words.h"

enum { SWEEP_TOGETHER = 3, SWEEP_GAP = 14 };

/* One plan along the key. */
struct sweep_line {
    double x[SWEEP_VALUES], p10[SWEEP_VALUES], p50[SWEEP_VALUES], p90[SWEEP_VALUES], low[SWEEP_VALUES],
        high[SWEEP_VALUES]; /* low and high of P90 */
};

struct sweep_plot {
    struct canvas canvas;
    const struct sweep_report *report;
    struct keys keys;
    struct lineup lineup;
    bool money;
    double limit; /* budget or deadline; negative: none that is drawn */
    bool gaps;    /* some P90 is not reached */
    struct panel panel[LINEUP_MOST];
    int panels;
    struct sweep_line line[LINEUP_MOST];
};

/* ---- data ---- */

static void sweep_plot_line_up(struct sweep_plot *s)
{
    s->money = s->report->metric->of != METRIC_TIME;
    lineup_init_by(&s->lineup, s->report->result, s->money, NULL);
    /* The key may be what prices a plan. */
    if (s->money && s->lineup.n == 0) {
        lineup_release(&s->lineup);
        lineup_init_by(&s->lineup, s->report->result, false, NULL);
    }
}

static void sweep_plot_read(struct sweep_plot *s, int row)
{
    struct sweep_line *line = &s->line[row];
    for (int i = 0; i < s->keys.of->n; i++) {
        const struct sweep_cell *cell = sweep_at(s->report->sweep, s->keys.order[i], 0, s->lineup.row[row].plan->plan);
        const struct percentile *of = s->money ? cell->cost : cell->time_h;
        line->x[i] = s->keys.x[i];
        line->p10[i] = of[0].value;
        line->p50[i] = of[1].value;
        line->p90[i] = of[2].value;
        line->low[i] = isfinite(of[2].low) ? of[2].low : of[2].value;
        line->high[i] = isfinite(of[2].high) ? of[2].high : of[2].value;
        s->gaps = s->gaps || isinf(of[2].value);
    }
}

/* All panels have one vertical axis; false if there is nothing to draw. */
static bool sweep_plot_set_axes(struct sweep_plot *s)
{
    const struct scenario *scenario = s->report->result->scenario;
    double low = INFINITY, high = 0;
    for (int row = 0; row < s->lineup.n; row++)
        for (int i = 0; i < s->keys.of->n; i++) {
            const struct sweep_line *line = &s->line[row];
            const double values[] = {line->p10[i], line->p50[i], line->p90[i], line->high[i]};
            for (int k = 0; k < 4; k++)
                if (isfinite(values[k])) {
                    low = fmin(low, values[k]);
                    high = fmax(high, values[k]);
                }
        }
    if (!(low <= high))
        return false;
    s->limit = s->money ? scenario->budget : scenario->deadline_h;
    if (s->limit >= 0 && !panel_reach(&low, &high, s->limit))
        s->limit = -1;
    s->panels = s->lineup.n <= SWEEP_TOGETHER || s->canvas.sheet->medium == SHEET_TERM ? 1 : s->lineup.n;
    for (int i = 0; i < s->panels; i++) {
        struct panel *panel = &s->panel[i];
        panel->small = s->panels > 1;
        panel->y = (struct axis){.quantity = s->money ? AXIS_MONEY : AXIS_TIME, .currency = s->lineup.currency};
        axis_span(&panel->y, low, fmax(high, 1.02 * low), true);
    }
    return true;
}

/* ---- drawing ---- */

/* Where a value stands; plans at one named value stand side by side. */
static double sweep_plot_x(const struct sweep_plot *s, const struct panel *panel, int row, int i)
{
    double aside = s->keys.named && s->panels == 1 ? SWEEP_GAP * (row - 0.5 * (s->lineup.n - 1)) : 0;
    return panel_across(panel, s->keys.x[i]) + aside;
}

static void sweep_plot_draw_bars(struct sweep_plot *s, const struct panel *panel, int row)
{
    const struct sweep_line *line = &s->line[row];
    int colour = s->lineup.row[row].colour;
    bool crowded = (panel->area.right - panel->area.left) / s->keys.of->n < 12;
    for (int i = 0; i < s->keys.of->n; i++) {
        double x = sweep_plot_x(s, panel, row, i);
        if (s->keys.named && isfinite(line->p10[i]) && isfinite(line->p90[i]))
            canvas_line(&s->canvas, x, panel_down(panel, line->p10[i]), x, panel_down(panel, line->p90[i]), LINE_JOIN,
                        colour);
        if (s->keys.named && isfinite(line->p50[i])) {
            double y = panel_down(panel, line->p50[i]);
            canvas_mark(&s->canvas, x, y, &(struct place_rect){x, y, x, y}, DOT_RING, colour);
        }
        if (!isfinite(line->p90[i]) || (crowded && !s->keys.named))
            continue;
        double y = panel_down(panel, line->p90[i]);
        canvas_mark(&s->canvas, x, y,
                    &(struct place_rect){x, panel_down(panel, line->high[i]), x, panel_down(panel, line->low[i])},
                    DOT_PLAIN, colour);
    }
}

static void sweep_plot_draw_line(struct sweep_plot *s, const struct panel *panel, int row)
{
    const struct sweep_line *line = &s->line[row];
    const bool term = s->canvas.sheet->medium == SHEET_TERM;
    int n = s->keys.of->n, colour = s->lineup.row[row].colour;
    if (!s->keys.named && !term) {
        panel_area(panel, &s->canvas, line->x, line->p10, line->p90, n, colour);
        panel_curve(panel, &s->canvas, line->x, line->p10, n, colour, true);
        panel_curve(panel, &s->canvas, line->x, line->p50, n, colour, true);
    }
    if (!s->keys.named || term)
        panel_curve(panel, &s->canvas, line->x, line->p90, n, colour, false);
    if (!term)
        sweep_plot_draw_bars(s, panel, row);
}

/* ---- names ---- */

struct sweep_label {
    double y;
    char *text;
    int colour;
    enum sheet_style style;
};

static int sweep_plot_by_height(const void *left, const void *right)
{
    const struct sweep_label *a = left, *b = right;
    return (a->y > b->y) - (a->y < b->y);
}

/* The last value that is finite; negative: none. */
static int sweep_plot_last(const double *values, int n)
{
    while (n > 0 && !isfinite(values[n - 1]))
        n--;
    return n - 1;
}

static int sweep_plot_labels(const struct sweep_plot *s, struct sweep_label label[3 * SWEEP_TOGETHER])
{
    static const char *const levels[] = {"P10", "P50", "P90"};
    int n = 0;
    for (int row = 0; row < s->lineup.n; row++) {
        const double *values[] = {s->line[row].p10, s->line[row].p50, s->line[row].p90};
        char *name = sheet_cut(s->lineup.row[row].name, STYLE_BOLD, 240);
        for (int k = 0; k < SWEEP_LEVELS; k++) {
            int last = sweep_plot_last(values[k], s->keys.of->n);
            if (last < 0)
                continue;
            bool top = k == SWEEP_LEVELS - 1;
            label[n++] = (struct sweep_label){.y = panel_down(&s->panel[0], values[k][last]),
                                              .text = top ? mem_format("%s  %s", name, levels[k]) : mem_copy(levels[k]),
                                              .colour = s->lineup.row[row].colour,
                                              .style = top ? STYLE_BOLD : STYLE_SMALL};
        }
        free(name);
    }
    return n;
}

/* At the right ends of the lines, moved apart. */
static void sweep_plot_name_ends(struct sweep_plot *s)
{
    struct sweep_label label[3 * SWEEP_TOGETHER];
    double centre[3 * SWEEP_TOGETHER], height[3 * SWEEP_TOGETHER];
    const struct place_rect *area = &s->panel[0].area;
    int n = sweep_plot_labels(s, label);
    qsort(label, (size_t)n, sizeof *label, sweep_plot_by_height);
    for (int i = 0; i < n; i++) {
        centre[i] = label[i].y;
        height[i] = label[i].style == STYLE_BOLD ? 25 : 21;
    }
    place_column(centre, height, n, area->top - 10, area->bottom + 10);
    for (int i = 0; i < n; i++) {
        sheet_say(s->canvas.sheet, area->right + 12, centre[i], label[i].text, label[i].colour, label[i].style,
                  SIDE_LEFT);
        free(label[i].text);
    }
}

static double sweep_plot_names_width(const struct sweep_plot *s)
{
    double widest = 0;
    for (int row = 0; row < s->lineup.n; row++) {
        char *name = sheet_cut(s->lineup.row[row].name, STYLE_BOLD, 240), *label = mem_format("%s  P90", name);
        widest = fmax(widest, sheet_width(s->canvas.sheet, label, STYLE_BOLD));
        free(label);
        free(name);
    }
    return widest;
}

/* Rows of a text chart: where the P90 of a plan is least. */
static void sweep_plot_name_in_rows(struct sweep_plot *s)
{
    struct label_row row[LINEUP_MOST];
    char value[AXIS_ROOM];
    for (int r = 0; r < s->lineup.n; r++) {
        int best = -1;
        for (int i = 0; i < s->keys.of->n; i++)
            if (isfinite(s->line[r].p90[i]) && (best < 0 || s->line[r].p90[i] < s->line[r].p90[best]))
                best = i;
        char *at = best >= 0 ? keys_text(&s->keys, s->keys.x[best]) : NULL;
        char *detail = at == NULL ? mem_copy(_("P90 not reached"))
                                  : mem_format(_("least P90 %s at %s"),
                                               axis_value(&s->panel[0].y, s->line[r].p90[best], value), at);
        row[r] = (struct label_row){r, detail, 0, "*#$%@&=*"[s->lineup.row[r].colour - 1]};
        free(at);
    }
    label_column(s->canvas.sheet, &s->lineup, row);
    for (int r = 0; r < s->lineup.n; r++)
        free(row[r].detail);
}

/* ---- the frame ---- */

static void sweep_plot_head(struct sweep_plot *s)
{
    struct sheet *sheet = s->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    remark_sweep(s->report, &s->keys, &headline);
    text_addf(&subtitle, s->money ? _("Cost by %s: P10, P50, P90") : _("Time to finish by %s: P10, P50, P90"),
              s->keys.key);
    text_add(&subtitle, s->keys.named ? _(" (ring at P50, dot at P90)") : "");
    text_add(&subtitle, s->gaps ? _("  \xc2\xb7  gaps: too few finish") : "");
    if (s->limit >= 0 && (s->panels > 1 || term)) {
        char value[AXIS_ROOM];
        axis_value(&s->panel[0].y, s->limit, value);
        text_addf(&subtitle, s->money ? _("  \xc2\xb7  dashed: budget %s") : _("  \xc2\xb7  dashed: deadline %s"),
                  value);
    }
    if (s->lineup.left_out > 0 || s->lineup.unpriced.size > 0)
        lineup_notes(&s->lineup, &subtitle);
    char *more = term ? mem_format(_("P90 by %s"), s->keys.title)
                      : mem_format("%s%s", _("bars: 95% interval of P90 \xc2\xb7 same futures at all values"),
                                   s->panel[0].y.log ? _(" \xc2\xb7 logarithmic") : "");
    lineup_foot(&s->lineup, 0, more, &foot);
    sheet_head(sheet, headline.at, subtitle.at, foot.at);
    free(more);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

/* How many points of the curves lie in a place, or so near that it does not read well. */
static int sweep_plot_covered(const struct sweep_plot *s, const struct panel *panel, const struct place_rect *at)
{
    enum { STEPS = 16 };
    int n = 0;
    for (int row = 0; row < s->lineup.n; row++) {
        const double *values[] = {s->line[row].p10, s->line[row].p50, s->line[row].p90};
        for (int k = 0; k < SWEEP_LEVELS; k++)
            for (int i = 1; i < s->keys.of->n; i++)
                for (int step = 0; step <= STEPS && isfinite(values[k][i - 1]) && isfinite(values[k][i]); step++) {
                    double t = (double)step / STEPS,
                           x = (1 - t) * panel_across(panel, s->keys.x[i - 1]) + t * panel_across(panel, s->keys.x[i]),
                           y = (1 - t) * panel_down(panel, values[k][i - 1]) + t * panel_down(panel, values[k][i]);
                    n += x >= at->left && x <= at->right && y >= at->top - 3 && y <= at->bottom + 3;
                }
    }
    return n;
}

static void sweep_plot_limit(struct sweep_plot *s, const struct panel *panel)
{
    enum { PLACES = 11 };
    char value[AXIS_ROOM];
    int best = 0, least = -1;
    if (s->limit < 0)
        return;
    axis_value(&panel->y, s->limit, value);
    char *name = mem_format(s->money ? _("budget %s") : _("deadline %s"), value);
    for (int k = 0; k < 2 * PLACES && least != 0; k++) {
        double at = 1 - (double)(k / 2) / (PLACES - 1);
        struct place_rect room = panel_limit_room(panel, s->canvas.sheet, s->limit, name, at, k % 2 == 0);
        bool inside = room.top >= panel->area.top - 20 && room.bottom <= panel->area.bottom;
        int covered = sweep_plot_covered(s, panel, &room) + (inside ? 0 : 1000);
        if (least < 0 || covered < least) {
            best = k;
            least = covered;
        }
    }
    panel_limit_y(panel, &s->canvas, s->limit, panel->small ? NULL : name, 1 - (double)(best / 2) / (PLACES - 1),
                  best % 2 == 0);
    free(name);
}

static void sweep_plot_draw_together(struct sweep_plot *s)
{
    struct sheet *sheet = s->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    struct panel *panel = &s->panel[0];
    panel->area = sheet->area;
    panel->area.left = term ? 0 : 39;
    panel->area.right = term ? 77 : 1240 - 12 - sweep_plot_names_width(s);
    panel->area.bottom = term ? 20 - s->lineup.n : 590;
    keys_set_ticks(&s->keys, panel, sheet, 8, term ? 4 : 6);
    panel_frame(panel, &s->canvas);
    panel_say_x(panel, &s->canvas, s->keys.title);
    for (int row = 0; row < s->lineup.n; row++)
        sweep_plot_draw_line(s, panel, row);
    sweep_plot_limit(s, panel);
    if (term)
        sweep_plot_name_in_rows(s);
    else
        sweep_plot_name_ends(s);
}

static void sweep_plot_draw_apart(struct sweep_plot *s)
{
    struct sheet *sheet = s->canvas.sheet;
    const struct place_rect all = {39, sheet->area.top - 4, 1240, 604};
    for (int i = 0; i < s->panels; i++) {
        struct panel *panel = &s->panel[i];
        panel->area = panel_cell(&all, s->panels, i, 0, 26, 70);
        char *name = sheet_cut(s->lineup.row[i].name, STYLE_BOLD, panel->area.right - panel->area.left);
        keys_set_ticks(&s->keys, panel, sheet, 4, 5);
        sheet_say(sheet, panel->area.left, panel->area.top - 18, name, s->lineup.row[i].colour, STYLE_BOLD, SIDE_LEFT);
        free(name);
        panel_frame(panel, &s->canvas);
        sweep_plot_draw_line(s, panel, i);
        sweep_plot_limit(s, panel);
    }
    sheet_say(sheet, 640, 660, s->keys.title, COLOUR_GREY, STYLE_LABEL, SIDE_MIDDLE);
}

static int sweep_plot_two_keys(struct err *err)
{
    return err_plain(err, ERR_INPUT, _("draw heat"), _("the chart \"sweep\" has one key, not two"));
}

static int sweep_plot_draw(struct sweep_plot *s, struct err *err)
{
    for (int row = 0; row < s->lineup.n; row++)
        sweep_plot_read(s, row);
    if (!sweep_plot_set_axes(s))
        return err_plain(err, ERR_INPUT, NULL,
                         s->money ? _("nothing is priced or finishes in this range, so there is no cost to draw")
                                  : _("nothing finishes in this range, so there is no time to draw"));
    sweep_plot_head(s);
    if (s->panels == 1)
        sweep_plot_draw_together(s);
    else
        sweep_plot_draw_apart(s);
    canvas_end(&s->canvas);
    return 0;
}

int sweep_plot_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    if (data->sweep->sweep->axes != 1)
        return sweep_plot_two_keys(err);
    struct sweep_plot *s = mem_new(1, sizeof *s);
    s->canvas = canvas_on(sheet);
    s->report = data->sweep;
    keys_init(&s->keys, &data->sweep->sweep->axis[0]);
    sweep_plot_line_up(s);
    int code = sweep_plot_draw(s, err);
    lineup_release(&s->lineup);
    keys_release(&s->keys);
    free(s);
    return code;
}
