/* The chart `tune`: a metric over the interval between checkpoints. Several plans are drawn by how far each is above
 * its own best, so that a cheap one and a dear one share an axis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/label.h"
#include "report/panel.h"
#include "report/remark.h"

enum { TUNE_MOST = TUNE_POINTS + TUNE_MORE, TUNE_FORMULAS = 3 };

static const double near_best = 0.01;

struct tune_plot {
    struct canvas canvas;
    const struct tune_report *report;
    struct lineup lineup; /* of the tuned plans */
    struct panel panel;
    bool relative;
};

/* ---- data ---- */

static const struct tuning *tune_plot_of(const struct tune_plot *t, int row)
{
    return &t->report->tuning[t->lineup.row[row].plan->plan];
}

/* A value as the vertical axis has it. */
static double tune_plot_y(const struct tune_plot *t, int row, double value)
{
    return t->relative ? value / tune_plot_of(t, row)->best.value.value - 1 : value;
}

/* The line-up without the plans that have nothing to tune. */
static void tune_plot_line_up(struct tune_plot *t)
{
    bool first[PLANS_MOST] = {false}, money = t->report->metric->of == METRIC_COST;
    const struct result *result = t->report->result;
    int kept = 0;
    for (int i = 0; i < result->engine->plans; i++)
        first[i] = t->report->tuning[i].tuned && isfinite(t->report->tuning[i].best.value.value);
    lineup_init_by(&t->lineup, result, money, first);
    for (int i = 0; i < t->lineup.n; i++) {
        if (first[t->lineup.row[i].plan->plan])
            t->lineup.row[kept++] = t->lineup.row[i];
        else
            free(t->lineup.row[i].name);
    }
    t->lineup.n = kept;
    t->relative = kept > 1;
}

static bool tune_plot_has_yours(const struct tuning *of)
{
    return isfinite(of->yours.every_h) && isfinite(of->yours.value.value);
}

/* The points of a curve by rising interval, yours among them: it is played on the same futures. */
static int tune_plot_points(const struct tuning *of, struct tune_point point[TUNE_MOST + 1])
{
    int n = 0;
    bool waits = tune_plot_has_yours(of);
    for (int k = 0; k < of->points; k++) {
        if (waits && of->yours.every_h <= of->curve[k].every_h)
            point[n++] = of->yours;
        waits = waits && of->yours.every_h > of->curve[k].every_h;
        if (n == 0 || point[n - 1].every_h < of->curve[k].every_h)
            point[n++] = of->curve[k];
    }
    if (waits)
        point[n++] = of->yours;
    return n;
}

/* As high as yours and what lies near the best, as wide as the curves are within that: where they rise far above it
 * they are cut. */
static void tune_plot_set_axes(struct tune_plot *t)
{
    double low = INFINITY, high = 0, shortest = INFINITY, longest = 0, reach = 0.12;
    struct axis *x = &t->panel.x, *y = &t->panel.y;
    for (int i = 0; i < t->lineup.n; i++)
        if (tune_plot_has_yours(tune_plot_of(t, i)))
            reach = fmax(reach, 1.15 * remark_loss(tune_plot_of(t, i)));
    for (int i = 0; i < t->lineup.n; i++) {
        struct tune_point point[TUNE_MOST + 1];
        int n = tune_plot_points(tune_plot_of(t, i), point);
        double most = tune_plot_of(t, i)->best.value.value * (1 + reach);
        for (int k = 0; k < n; k++) {
            bool seen = point[k].value.value <= most, beside = (k > 0 && point[k - 1].value.value <= most) ||
                                                               (k < n - 1 && point[k + 1].value.value <= most);
            if (seen || beside) {
                shortest = fmin(shortest, point[k].every_h);
                longest = fmax(longest, point[k].every_h);
            }
            if (seen) {
                low = fmin(low,
                           tune_plot_y(t, i, isfinite(point[k].value.low) ? point[k].value.low : point[k].value.value));
                high = fmax(high, tune_plot_y(t, i, point[k].value.value));
            }
        }
    }
    *x = (struct axis){.quantity = AXIS_TIME, .log = longest > shortest};
    x->min = shortest * pow(shortest / longest, 0.02);
    x->max = longest * pow(longest / shortest, 0.02);
    if (!x->log)
        axis_span(x, shortest, longest, false);
    if (t->relative) {
        *y = (struct axis){.quantity = AXIS_SHARE, .max = fmax(1.05 * high, 0.02)};
        y->min = fmin(-0.05 * y->max, 1.3 * low);
    } else {
        *y = (struct axis){.quantity = t->report->metric->of == METRIC_TIME ? AXIS_TIME : AXIS_MONEY,
                           .currency = t->lineup.currency};
        axis_span(y, low, fmax(high, 1.05 * low), false);
    }
}

/* ---- drawing ---- */

static double tune_plot_x(const struct tune_plot *t, double every_h)
{
    return panel_across(&t->panel, fmax(t->panel.x.min, fmin(t->panel.x.max, every_h)));
}

/* Within 1% of the best: of one plan a range of intervals, of several the foot of the chart. */
static void tune_plot_draw_band(struct tune_plot *t)
{
    const struct place_rect *area = &t->panel.area;
    struct place_rect band = *area;
    struct sheet *sheet = t->canvas.sheet;
    if (sheet->medium == SHEET_TERM)
        return;
    if (t->relative) {
        band.top = panel_down(&t->panel, near_best);
        canvas_band(&t->canvas, &band, 3);
        sheet_say(sheet, area->right, band.top - 13, _("within 1% of its best"), 3, STYLE_SMALL, SIDE_RIGHT);
        return;
    }
    const struct tuning *of = tune_plot_of(t, 0);
    char low[AXIS_ROOM], high[AXIS_ROOM];
    band.left = of->flat_open_low ? area->left : tune_plot_x(t, of->flat_from_h);
    band.right = of->flat_open_high ? area->right : tune_plot_x(t, of->flat_to_h);
    canvas_band(&t->canvas, &band, 3);
    char *range =
        of->flat_open_low && of->flat_open_high ? mem_copy(_("within 1% of the best: all of these"))
        : of->flat_open_low  ? mem_format(_("within 1%% of the best: up to %s"), axis_time(of->flat_to_h, high))
        : of->flat_open_high ? mem_format(_("within 1%% of the best: from %s on"), axis_time(of->flat_from_h, low))
                             : mem_format(_("within 1%% of the best: %s to %s"), axis_time(of->flat_from_h, low),
                                          axis_time(of->flat_to_h, high));
    double half = 0.5 * sheet_width(sheet, range, STYLE_BOLD), middle = 0.5 * (band.left + band.right);
    sheet_say(sheet, fmax(area->left + half + 8, fmin(area->right - half - 8, middle)), area->top + 18, range, 3,
              STYLE_BOLD, SIDE_MIDDLE);
    free(range);
}

static void tune_plot_draw_curve(struct tune_plot *t, int row)
{
    struct tune_point point[TUNE_MOST + 1];
    double x[TUNE_MOST + 1], y[TUNE_MOST + 1], low[TUNE_MOST + 1], high[TUNE_MOST + 1];
    int n = 0, points = tune_plot_points(tune_plot_of(t, row), point);
    for (int k = 0; k < points; k++) {
        if (point[k].every_h < t->panel.x.min || point[k].every_h > t->panel.x.max)
            continue;
        x[n] = point[k].every_h;
        y[n] = tune_plot_y(t, row, point[k].value.value);
        low[n] = tune_plot_y(t, row, point[k].value.low);
        high[n++] = tune_plot_y(t, row, point[k].value.high);
    }
    /* An interval of a value says nothing of a difference on the same futures. */
    if (!t->relative)
        panel_area(&t->panel, &t->canvas, x, low, high, n, t->lineup.row[row].colour);
    panel_curve(&t->panel, &t->canvas, x, y, n, t->lineup.row[row].colour, false);
}

static void tune_plot_draw_dots(struct tune_plot *t, int row)
{
    const struct tuning *of = tune_plot_of(t, row);
    const struct tune_point *dots[] = {&of->best, &of->yours};
    for (int i = 0; i < (tune_plot_has_yours(of) ? 2 : 1); i++) {
        double x = tune_plot_x(t, dots[i]->every_h),
               y = panel_down(&t->panel, tune_plot_y(t, row, dots[i]->value.value));
        struct place_rect none = {x, y, x, y};
        if (t->canvas.sheet->medium == SHEET_TERM)
            sheet_say(t->canvas.sheet, round(x), round(y), i == 0 ? "B" : "o", COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
        else
            canvas_mark(&t->canvas, x, y, &none, i == 0 ? DOT_LARGE : DOT_RING, t->lineup.row[row].colour);
    }
}

/* ---- formulas ---- */

static bool tune_plot_sees(const struct tune_plot *t, double every_h)
{
    return every_h >= t->panel.x.min && every_h <= t->panel.x.max;
}

static void tune_plot_formulas(const struct tuning *of, double every_h[TUNE_FORMULAS])
{
    every_h[0] = of->formulas.young_h;
    every_h[1] = of->formulas.daly_h;
    every_h[2] = of->formulas.exact_h;
}

/* Of one plan or two: the names of the formulas above the panel, those that stand beside each other at once. Returns
 * where the text ends, so that the next plan's goes a row higher if it must. */
static double tune_plot_name_formulas(struct tune_plot *t, int row, double taken)
{
    static const char *const names[TUNE_FORMULAS] = {"Young", "Daly", N_("exact")};
    struct sheet *sheet = t->canvas.sheet;
    double every_h[TUNE_FORMULAS], x = NAN, shown = 0;
    struct text label = {0};
    char value[AXIS_ROOM];
    tune_plot_formulas(tune_plot_of(t, row), every_h);
    for (int i = 0; i < TUNE_FORMULAS; i++) {
        if (!tune_plot_sees(t, every_h[i]) || (label.size > 0 && fabs(tune_plot_x(t, every_h[i]) - x) > 12))
            continue;
        text_addf(&label, "%s%s", label.size > 0 ? _(", ") : "", _(names[i]));
        if (isnan(x)) {
            x = tune_plot_x(t, every_h[i]);
            shown = every_h[i];
        }
    }
    if (label.size == 0)
        return taken;
    text_addf(&label, " %s", axis_time(shown, value));
    double half = 0.5 * sheet_width(sheet, label.at, STYLE_SMALL), middle = fmax(39 + half, fmin(1240 - half, x));
    bool higher = middle - half < taken + 16;
    sheet_say(sheet, middle, t->panel.area.top - (higher ? 40 : 18), label.at, t->lineup.row[row].colour, STYLE_SMALL,
              SIDE_MIDDLE);
    text_release(&label);
    return middle + half;
}

/* Dotted lines through the panel, or, of more than two plans, ticks on its axis. */
static void tune_plot_draw_formulas(struct tune_plot *t)
{
    const struct place_rect *area = &t->panel.area;
    bool named = t->lineup.n <= 2;
    double every_h[TUNE_FORMULAS], taken = -INFINITY;
    for (int row = 0; row < t->lineup.n; row++) {
        tune_plot_formulas(tune_plot_of(t, row), every_h);
        for (int i = 0; i < TUNE_FORMULAS; i++)
            if (tune_plot_sees(t, every_h[i]))
                canvas_line(&t->canvas, tune_plot_x(t, every_h[i]), area->bottom, tune_plot_x(t, every_h[i]),
                            named ? area->top : area->bottom - 16, LINE_DROP, t->lineup.row[row].colour);
    }
    bool swap = t->lineup.n == 2 && tune_plot_of(t, 1)->formulas.young_h < tune_plot_of(t, 0)->formulas.young_h;
    for (int i = 0; i < t->lineup.n && named; i++)
        taken = tune_plot_name_formulas(t, swap ? 1 - i : i, taken);
}

/* ---- names ---- */

/* "best 88 min, yours 30 min (+2.0%)"; the caller frees it. */
static char *tune_plot_detail(const struct tune_plot *t, int row)
{
    const struct tuning *of = tune_plot_of(t, row);
    char best[AXIS_ROOM], yours[AXIS_ROOM];
    struct text loss = {0};
    double more = remark_loss(of);
    axis_time(of->best.every_h, best);
    if (isinf(of->yours.every_h) || !isfinite(more))
        return mem_format(_("best %s"), best);
    axis_time(of->yours.every_h, yours);
    text_addf(&loss, "%.*f%%", more < 0.0995 ? 1 : 0, 100 * fmax(0, more));
    char *detail = mem_format(_("best %s, yours %s (+%s)"), best, yours, loss.at);
    text_release(&loss);
    return detail;
}

static void tune_plot_label_dots(const struct tune_plot *t, struct label_set *set, int row)
{
    const struct tuning *of = tune_plot_of(t, row);
    const struct lineup_row *plan = &t->lineup.row[row];
    char every[AXIS_ROOM], value[AXIS_ROOM];
    double more = remark_loss(of);
    remark_value(t->report->result, t->report->metric, of->best.value.value, value);
    char *best = mem_format(_("best %s: %s"), axis_time(of->best.every_h, every), value);
    label_add(set, t->canvas.sheet, tune_plot_x(t, of->best.every_h),
              panel_down(&t->panel, tune_plot_y(t, row, of->best.value.value)), best, plan->colour, STYLE_BOLD,
              PLACE_ABOVE, 14);
    free(best);
    if (!tune_plot_has_yours(of))
        return;
    struct text loss = {0};
    text_addf(&loss, "%.*f%%", more < 0.0995 ? 1 : 0, 100 * fmax(0, more));
    char *yours = mem_format(_("yours %s: +%s"), axis_time(of->yours.every_h, every), loss.at);
    label_add(set, t->canvas.sheet, tune_plot_x(t, of->yours.every_h),
              panel_down(&t->panel, tune_plot_y(t, row, of->yours.value.value)), yours, plan->colour, STYLE_LABEL,
              PLACE_ABOVE_RIGHT, 14);
    free(yours);
    text_release(&loss);
}

static void tune_plot_avoid(const struct tune_plot *t, struct label_set *set, int row)
{
    const struct tuning *of = tune_plot_of(t, row);
    const struct tune_point *dots[] = {&of->best, &of->yours};
    for (int k = 1; k < of->points; k++) {
        double y[2] = {tune_plot_y(t, row, of->curve[k - 1].value.value),
                       tune_plot_y(t, row, of->curve[k].value.value)};
        if (isfinite(y[0]) && isfinite(y[1]) && y[0] <= t->panel.y.max && y[1] <= t->panel.y.max)
            label_avoid(set, tune_plot_x(t, of->curve[k - 1].every_h), panel_down(&t->panel, y[0]),
                        tune_plot_x(t, of->curve[k].every_h), panel_down(&t->panel, y[1]));
    }
    for (int i = 0; i < (tune_plot_has_yours(of) ? 2 : 1); i++) {
        double x = tune_plot_x(t, dots[i]->every_h),
               y = panel_down(&t->panel, tune_plot_y(t, row, dots[i]->value.value));
        label_take(set, x - 9, y - 9, x + 9, y + 9);
    }
}

/* Of a single plan: what its dots are. */
static bool tune_plot_name_directly(struct tune_plot *t)
{
    const struct place_rect *area = &t->panel.area, room = {area->left + 4, area->top + 34, 1240, area->bottom - 18};
    struct label_set *set = label_set_new();
    tune_plot_avoid(t, set, 0);
    tune_plot_label_dots(t, set, 0);
    bool settled = label_settle(set, t->canvas.sheet, &room);
    label_set_free(set);
    return settled;
}

/* The right edge that leaves room for the figures in the column. */
static double tune_plot_right(const struct tune_plot *t)
{
    double widest = 0;
    for (int i = 0; i < t->lineup.n; i++) {
        char *detail = tune_plot_detail(t, i);
        widest = fmax(widest, sheet_width(t->canvas.sheet, detail, STYLE_SMALL));
        free(detail);
    }
    return 1240 - 18 - LABEL_COLUMN_GAP - widest;
}

static void tune_plot_name_in_column(struct tune_plot *t)
{
    struct label_row row[LINEUP_MOST];
    for (int i = 0; i < t->lineup.n; i++)
        row[i] = (struct label_row){i, tune_plot_detail(t, i), tune_plot_of(t, i)->best.every_h,
                                    "*#$%@&=*"[t->lineup.row[i].colour - 1]};
    t->canvas.sheet->area = t->panel.area;
    label_column(t->canvas.sheet, &t->lineup, row);
    for (int i = 0; i < t->lineup.n; i++)
        free(row[i].detail);
}

/* ---- the frame ---- */

static void tune_plot_head(struct tune_plot *t)
{
    struct sheet *sheet = t->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    char *metric = t->relative ? metric_text(t->report->metric) : remark_metric(t->report->metric), *more;
    remark_tuning(t->report, &headline);
    if (t->relative)
        text_addf(&subtitle, _("How far the %s is above its best, by the interval between checkpoints"), metric);
    else
        text_addf(&subtitle, _("%s by the interval between checkpoints  \xc2\xb7  %s"), metric, t->lineup.row[0].name);
    if (t->lineup.left_out > 0 || t->lineup.unpriced.size > 0)
        lineup_notes(&t->lineup, &subtitle);
    more =
        term ? mem_copy(_("B best, o yours"))
             : mem_format(_("ring: yours \xc2\xb7 dotted: formulas of Young, Daly, exact%s"),
                          t->relative ? _(" \xc2\xb7 same futures at all points") : _(" \xc2\xb7 shade: 95% interval"));
    lineup_foot(&t->lineup, 0, more, &foot);
    sheet_head(sheet, headline.at, subtitle.at, foot.at);
    free(more);
    free(metric);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void tune_plot_set_area(struct tune_plot *t, double right)
{
    struct sheet *sheet = t->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    t->panel.area = sheet->area;
    t->panel.area.left = term ? 0 : 39;
    t->panel.area.right = right;
    t->panel.area.bottom = term ? 20 - t->lineup.n : 590;
    panel_set_ticks(&t->panel, sheet, 8, term ? 4 : 6);
}

static void tune_plot_draw(struct tune_plot *t)
{
    struct sheet *sheet = t->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    tune_plot_set_axes(t);
    tune_plot_head(t);
    tune_plot_set_area(t, term ? 77 : 1200);
    bool directly = !term && t->lineup.n == 1 && tune_plot_name_directly(t);
    if (!directly && !term) {
        label_make_room(&t->lineup, sheet);
        tune_plot_set_area(t, fmin(sheet->area.right, tune_plot_right(t)));
    }
    if (!directly)
        tune_plot_name_in_column(t);
    tune_plot_draw_band(t);
    panel_frame(&t->panel, &t->canvas);
    panel_say_x(&t->panel, &t->canvas, _("work between checkpoints"));
    if (!term)
        tune_plot_draw_formulas(t);
    for (int i = 0; i < t->lineup.n; i++)
        tune_plot_draw_curve(t, i);
    for (int i = 0; i < t->lineup.n; i++)
        tune_plot_draw_dots(t, i);
    canvas_end(&t->canvas);
}

int tune_plot_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct tune_plot t = {.canvas = canvas_on(sheet), .report = data->tune};
    int code = 0;
    tune_plot_line_up(&t);
    if (t.lineup.n == 0)
        code = err_plain(err, ERR_INPUT, NULL,
                         _("no plan both writes checkpoints and is interrupted, so there is no "
                           "interval to draw"));
    else
        tune_plot_draw(&t);
    lineup_release(&t.lineup);
    return code;
}
