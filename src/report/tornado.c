/* The chart `tornado`: the metric with each unknown held at its P10 and at its P90, the widest bar first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/lineup.h"
#include "report/panel.h"
#include "report/sensitivity_out.h"
#include "report/unknown.h"

enum { TORNADO_ROWS = 8, TORNADO_TERM_ROWS = 6, TORNADO_NAME_ROOM = 380, TORNADO_GOOD = 3, TORNADO_BAD = 2 };

static const double tornado_least = 0.002; /* of the metric: a narrower bar could not be seen */

struct tornado {
    struct canvas canvas;
    const struct sensitivity_report *report;
    const struct sensitivity_plan *plan;
    struct panel panel;
    int rows;
    double base; /* the metric as it is */
};

/* ---- data ---- */

static double tornado_span(const struct influence *of)
{
    return fabs(of->high.value - of->low.value);
}

/* Unknowns that move it enough to be seen; one at least. */
static void tornado_count(struct tornado *t, int most)
{
    for (t->rows = 0; t->rows < t->plan->n && t->rows < most; t->rows++) {
        double span = tornado_span(&t->plan->of[t->rows]);
        if (t->rows > 0 && span < tornado_least * t->base)
            break;
    }
}

static void tornado_set_axis(struct tornado *t, const char *currency)
{
    double low = t->base, high = t->base;
    for (int i = 0; i < t->rows; i++) {
        const double ends[] = {t->plan->of[i].low.value, t->plan->of[i].high.value};
        for (int k = 0; k < 2; k++)
            if (isfinite(ends[k])) {
                low = fmin(low, ends[k]);
                high = fmax(high, ends[k]);
            }
    }
    t->panel.x =
        (struct axis){.quantity = t->report->metric->of == METRIC_TIME ? AXIS_TIME : AXIS_MONEY, .currency = currency};
    axis_span(&t->panel.x, low, high, false);
}

/* Where a value stands; one that is not finite, at the right edge. */
static double tornado_at(const struct tornado *t, double value)
{
    return isfinite(value) ? panel_across(&t->panel, value) : t->panel.area.right;
}

static const char *tornado_value(const struct tornado *t, double value, char out[AXIS_ROOM])
{
    if (isfinite(value))
        return axis_value(&t->panel.x, value, out);
    snprintf(out, AXIS_ROOM, "%s", _("unfinished"));
    return out;
}

/* ---- a row ---- */

/* From the metric as it is to one end of the bar. */
static void tornado_draw_half(struct tornado *t, double top, double bottom, double value)
{
    double from = tornado_at(t, t->base), to = tornado_at(t, value);
    struct place_rect tile = {fmin(from, to), top, fmax(from, to), bottom};
    if (tile.right - tile.left > 0.5)
        canvas_tile(&t->canvas, &tile, value < t->base ? 0x009E73 : 0xD55E00);
}

static void tornado_draw_row(struct tornado *t, int row)
{
    const struct influence *of = &t->plan->of[row];
    const struct place_rect *area = &t->panel.area;
    struct sheet *sheet = t->canvas.sheet;
    double pitch = (area->bottom - area->top) / t->rows, middle = area->top + (row + 0.5) * pitch,
           half = fmin(24, 0.3 * pitch);
    bool falls = of->high.value < of->low.value;
    double left = falls ? of->high.value : of->low.value, right = falls ? of->low.value : of->high.value;
    char *full = unknown_name(t->report->result->scenario, of->unknown);
    char *name = sheet_cut(full, STYLE_LABEL, TORNADO_NAME_ROOM);
    struct text low = {0}, high = {0};
    tornado_draw_half(t, middle - half, middle + half, left);
    tornado_draw_half(t, middle - half, middle + half, right);
    unknown_add_value(&low, t->report->result->scenario, of->unknown, of->x_low);
    unknown_add_value(&high, t->report->result->scenario, of->unknown, of->x_high);
    sheet_say(sheet, 39, middle, name, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    sheet_say(sheet, fmin(tornado_at(t, left), tornado_at(t, t->base)) - 10, middle, falls ? high.at : low.at,
              COLOUR_GREY, STYLE_SMALL, SIDE_RIGHT);
    sheet_say(sheet, fmax(tornado_at(t, right), tornado_at(t, t->base)) + 10, middle, falls ? low.at : high.at,
              COLOUR_GREY, STYLE_SMALL, SIDE_LEFT);
    text_release(&low);
    text_release(&high);
    free(name);
    free(full);
}

/* On a terminal the name and its values stand above the bar. */
static void tornado_draw_row_term(struct tornado *t, int row, int line)
{
    const struct influence *of = &t->plan->of[row];
    struct sheet *sheet = t->canvas.sheet;
    struct text what = {0}, low = {0}, high = {0};
    char value[AXIS_ROOM], other[AXIS_ROOM], *name = unknown_name(t->report->result->scenario, of->unknown);
    unknown_add_value(&low, t->report->result->scenario, of->unknown, of->x_low);
    unknown_add_value(&high, t->report->result->scenario, of->unknown, of->x_high);
    text_addf(&what, _("%s at %s, %s at %s"), tornado_value(t, of->low.value, value), low.at,
              tornado_value(t, of->high.value, other), high.at);
    text_release(&low);
    text_release(&high);
    text_add(&what, "  ");
    text_add_safe(&what, name);
    sheet_say_row(sheet, line, what.at);
    const double ends[] = {of->low.value, of->high.value};
    for (int k = 0; k < 2; k++) {
        int from = (int)round(tornado_at(t, t->base)), to = (int)round(tornado_at(t, ends[k]));
        char bar[128] = "";
        int first = to < from ? to : from, n = abs(to - from);
        memset(bar, ends[k] < t->base ? '-' : '+', (size_t)n);
        bar[n] = '\0';
        if (n > 0)
            sheet_say(sheet, first + (to > from), line + 1, bar, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    }
    sheet_say(sheet, round(tornado_at(t, t->base)), line + 1, "|", COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    text_release(&what);
    free(name);
}

/* ---- the frame ---- */

/* One unknown moves it most, or two that cannot be told apart. */
static void tornado_headline(const struct tornado *t, struct text *out)
{
    const struct influence *a = &t->plan->of[0], *b = t->plan->n > 1 ? &t->plan->of[1] : NULL;
    double span = tornado_span(a), doubt = 0.5 * fmax(a->low.high - a->low.low, a->high.high - a->high.low);
    char low[AXIS_ROOM], high[AXIS_ROOM], *metric = metric_within(t->report->metric),
                                          *name = unknown_name(t->report->result->scenario, a->unknown);
    struct text first = {0}, second = {0};
    text_add_safe(&first, name);
    free(name);
    name = b ? unknown_name(t->report->result->scenario, b->unknown) : mem_copy("");
    text_add_safe(&second, name);
    free(name);
    tornado_value(t, fmin(a->low.value, a->high.value), low);
    tornado_value(t, fmax(a->low.value, a->high.value), high);
    if (span < tornado_least * t->base || span < doubt)
        text_addf(out, _("No unknown moves the %s by more than the trials can tell"), metric);
    else if (b && !(span - tornado_span(b) > doubt) && isfinite(span))
        text_addf(out, _("%s and %s move the %s most, each by about %s"), first.at, second.at, metric,
                  axis_value(&t->panel.x, 0.5 * (span + tornado_span(b)), low));
    else
        text_addf(out, _("%s moves the %s most: %s to %s"), first.at, metric, low, high);
    text_release(&first);
    text_release(&second);
    free(metric);
}

static void tornado_head(struct tornado *t)
{
    struct sheet *sheet = t->canvas.sheet;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    char base[AXIS_ROOM], number[64], *metric = metric_within(t->report->metric);
    tornado_headline(t, &headline);
    text_add_safe(&subtitle, t->plan->name);
    text_addf(&subtitle, _("  \xc2\xb7  %s with one unknown at its P10 and P90, the rest open  \xc2\xb7  as it is: %s"),
              metric, tornado_value(t, t->base, base));
    if (t->plan->n > t->rows)
        text_addf(&subtitle, _("  \xc2\xb7  %d more move it less"), t->plan->n - t->rows);
    text_addf(&foot, _("%s trials at each end, the same futures"),
              text_grouped((double)t->report->result->trials.n, 0, number));
    text_addf(&foot, _(" \xc2\xb7 seed %llu \xc2\xb7 "), (unsigned long long)t->report->result->scenario->seed);
    text_add_safe(&foot, t->report->result->scenario->name);
    if (sheet->medium != SHEET_TERM)
        text_add(&foot, _(" \xc2\xb7 grey: the unknown there"));
    sheet_head(sheet, headline.at, subtitle.at, foot.at);
    free(metric);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void tornado_draw_picture(struct tornado *t)
{
    struct sheet *sheet = t->canvas.sheet;
    double names = 0, values = 0;
    for (int i = 0; i < t->rows; i++) {
        const struct influence *of = &t->plan->of[i];
        char *full = unknown_name(t->report->result->scenario, of->unknown),
             *name = sheet_cut(full, STYLE_LABEL, TORNADO_NAME_ROOM);
        struct text low = {0}, high = {0};
        unknown_add_value(&low, t->report->result->scenario, of->unknown, of->x_low);
        unknown_add_value(&high, t->report->result->scenario, of->unknown, of->x_high);
        names = fmax(names, sheet_width(sheet, name, STYLE_LABEL));
        values = fmax(values, fmax(sheet_width(sheet, low.at, STYLE_SMALL), sheet_width(sheet, high.at, STYLE_SMALL)));
        text_release(&low);
        text_release(&high);
        free(name);
        free(full);
    }
    t->panel.area = (struct place_rect){39 + names + values + 36, sheet->area.top, 1240 - values - 20, 630};
    axis_ticks(&t->panel.x, 6, t->panel.area.right - t->panel.area.left, 20, 16, false);
    panel_frame(&t->panel, &t->canvas);
    for (int i = 0; i < t->rows; i++)
        tornado_draw_row(t, i);
    double base = tornado_at(t, t->base);
    canvas_line(&t->canvas, base, t->panel.area.top, base, t->panel.area.bottom, LINE_HEAVY, COLOUR_INK);
}

static void tornado_draw_term(struct tornado *t)
{
    struct sheet *sheet = t->canvas.sheet;
    t->panel.area = (struct place_rect){0, sheet->area.top, 78, 20};
    for (int i = 0; i < t->rows; i++)
        tornado_draw_row_term(t, i, (int)sheet->area.top + 3 * i);
}

int tornado_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    const bool term = sheet->medium == SHEET_TERM;
    struct lineup lineup;
    struct tornado t = {.canvas = canvas_on(sheet), .report = data->sensitivity};
    t.plan = sensitivity_out_subject(t.report);
    if (t.plan == NULL)
        return err_plain(err, ERR_INPUT, NULL,
                         t.report->result->scenario->unknowns.n == 0
                             ? _("this scenario has no unknowns, so there is no tornado to draw")
                             : _("no plan has unknowns and finishes every trial, so there is no tornado to draw"));
    lineup_init(&lineup, t.report->result);
    t.base = t.plan->value.value;
    tornado_count(&t, term ? TORNADO_TERM_ROWS : TORNADO_ROWS);
    tornado_set_axis(&t, lineup.currency);
    tornado_head(&t);
    if (term)
        tornado_draw_term(&t);
    else
        tornado_draw_picture(&t);
    canvas_end(&t.canvas);
    lineup_release(&lineup);
    return 0;
}
