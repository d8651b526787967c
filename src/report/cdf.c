/* The charts `cdf` and `deadline`: the chance that a plan costs, or takes, no more than x. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "report/headline.h"
#include "report/label.h"
#include "report/share.h"
#include "report/words.h"

enum { CDF_POINTS = CURVE + 5, CDF_WIDE_BAND = 2000 };

/* A plan's curve: values that rise, and the share of trials at or below each. */
struct cdf_curve {
    int n;
    double x[CDF_POINTS], p[CDF_POINTS];
};

struct cdf {
    struct sheet *sheet;
    struct lineup lineup;
    void (*headline)(const struct lineup *lineup, struct text *out);
    struct cdf_curve curve[LINEUP_MOST];
    double limit; /* negative: none */
    bool limit_off, shaded, banded;
    double low, high; /* of the data */
};

/* ---- data ---- */

static void cdf_add_point(struct cdf_curve *curve, double p, double x)
{
    if (!isfinite(x))
        return;
    curve->p[curve->n] = p;
    curve->x[curve->n++] = x;
}

/* The stored quantiles, the percentiles that are marked, and both ends: the least value and the largest finished one.
 */
static void cdf_read_curve(struct cdf_curve *curve, const struct lineup_row *row)
{
    static const double marked[] = {10, 50, 90, INFINITY};
    double finished = lineup_finished(row->plan);
    int next = 0;
    curve->n = 0;
    if (finished <= 0)
        return;
    cdf_add_point(curve, 0, row->of->min);
    for (int i = 0; i < CURVE; i++) {
        double p = (i + 0.5) / CURVE;
        for (; 0.01 * marked[next] < p; next++)
            cdf_add_point(curve, 0.01 * marked[next], words_find(row->of, marked[next])->value);
        cdf_add_point(curve, p, row->of->curve[i]);
    }
    if (curve->p[curve->n - 1] < finished)
        cdf_add_point(curve, finished, row->of->largest);
}

static double cdf_quantile(const struct cdf *cdf, int row, double p)
{
    return words_find(cdf->lineup.row[row].of, p)->value;
}

/* The ends of the data: the middle 99.5% of the trials, and the rest where it does not squeeze them. */
static void cdf_find_range(struct cdf *cdf)
{
    double low = INFINITY, high = -INFINITY, min = INFINITY, max = -INFINITY;
    for (int i = 0; i < cdf->lineup.n; i++) {
        const struct cdf_curve *curve = &cdf->curve[i];
        if (curve->n < 3)
            continue;
        low = fmin(low, curve->x[1]);
        high = fmax(high, curve->x[curve->n - 2]);
        min = fmin(min, curve->x[0]);
        max = fmax(max, curve->x[curve->n - 1]);
    }
    if (!(low <= high)) {
        /* No trial of any plan finished. */
        low = 0;
        high = cdf->limit > 0 ? cdf->limit : 1;
        min = low;
        max = high;
    }
    double span = high - low;
    cdf->low = min >= low - 0.25 * span ? min : low;
    cdf->high = max <= high + 0.25 * span ? max : high;
}

/* A limit far off is named and not drawn: it would squeeze the curves. */
static void cdf_set_axes(struct cdf *cdf)
{
    struct axis *x = &cdf->sheet->x;
    double low = cdf->low, high = cdf->high, span = high - low, narrowest = INFINITY;
    *x = (struct axis){.quantity = cdf->lineup.priced ? AXIS_MONEY : AXIS_TIME, .currency = cdf->lineup.currency};
    cdf->sheet->y = (struct axis){.quantity = AXIS_SHARE, .min = 0, .max = 1};
    cdf->limit_off = cdf->limit >= 0 && (cdf->limit < low - 0.5 * span || cdf->limit > high + 0.5 * span);
    if (cdf->limit >= 0 && !cdf->limit_off) {
        low = fmin(low, cdf->limit);
        high = fmax(high, cdf->limit);
    }
    /* Logarithmic only where a straight axis would press a plan into a line. */
    for (int i = 0; i < cdf->lineup.n; i++)
        if (isfinite(cdf_quantile(cdf, i, 90)))
            narrowest = fmin(narrowest, cdf_quantile(cdf, i, 90) - cdf_quantile(cdf, i, 10));
    axis_span(x, low, high, narrowest < 0.02 * (high - low));
}

/* ---- drawing ---- */

static void cdf_draw_curve(struct cdf *cdf, int row)
{
    const struct cdf_curve *curve = &cdf->curve[row];
    long trials = cdf->lineup.row[row].plan->trials;
    if (curve->n == 0)
        return;
    sheet_block(cdf->sheet, SHEET_CURVE);
    for (int i = 0; i < curve->n; i++) {
        double low, high, p = curve->p[i];
        share_interval(p, trials, &low, &high);
        bool shaded = cdf->shaded && p >= 0.1 && p <= 0.9;
        sheet_row(cdf->sheet, SHEET_CURVE, (double[]){curve->x[i], p, low, high, shaded}, 5);
    }
    sheet_list(cdf->sheet, cdf->lineup.row[row].colour);
}

static void cdf_draw_mark(struct cdf *cdf, int row, double percent, bool drop)
{
    const struct percentile *q = words_find(cdf->lineup.row[row].of, percent);
    int colour = cdf->lineup.row[row].colour;
    if (!isfinite(q->value))
        return;
    double low = isnan(q->low) ? q->value : q->low;
    double high = isnan(q->high) ? q->value : isinf(q->high) ? fmax(q->value, cdf->sheet->x.max) : q->high;
    sheet_row(cdf->sheet, SHEET_MARKS, (double[]){q->value, 0.01 * percent, low, high, colour}, 5);
    if (drop)
        sheet_line(cdf->sheet, q->value, 0, q->value, 0.01 * percent, LINE_DROP, colour);
}

static void cdf_draw_limit(struct cdf *cdf)
{
    struct sheet *sheet = cdf->sheet;
    char value[AXIS_ROOM];
    if (cdf->limit < 0)
        return;
    const bool term = sheet->medium == SHEET_TERM;
    double y = sheet->area.top - (term ? 1 : 22), far_left = term ? 0 : 39, far_right = term ? 78 : 1240;
    axis_value(&sheet->x, cdf->limit, value);
    char *name = mem_format(cdf->lineup.priced ? _("budget %s") : _("deadline %s"), value);
    if (!cdf->limit_off) {
        double half = 0.5 * sheet_width(sheet, name, STYLE_BOLD), x = sheet_across(sheet, cdf->limit);
        x = fmax(far_left + half, fmin(far_right - half, x));
        sheet_line(sheet, cdf->limit, 0, cdf->limit, 1, LINE_LIMIT, COLOUR_INK);
        sheet_say(sheet, term ? floor(x) : x, y, name, COLOUR_INK, STYLE_BOLD, SIDE_MIDDLE);
    } else {
        bool beyond = cdf->limit > cdf->high;
        char *arrow = mem_format(beyond ? "%s \xe2\x86\x92" : "\xe2\x86\x90 %s", name);
        sheet_say(sheet, beyond ? sheet->area.right : sheet->area.left, y, arrow, COLOUR_INK, STYLE_BOLD,
                  beyond ? SIDE_RIGHT : SIDE_LEFT);
        free(arrow);
    }
    free(name);
}

/* The shares on the vertical axis; a terminal has no rows for all of them. */
static void cdf_set_shares(struct cdf *cdf)
{
    static const double shares[] = {0, 0.25, 0.5, 0.75, 0.9, 1};
    struct axis *y = &cdf->sheet->y;
    const bool term = cdf->sheet->medium == SHEET_TERM;
    double rows = cdf->sheet->area.bottom - cdf->sheet->area.top;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        if (term && (shares[i] == 0.25 || shares[i] == 0.75 || (shares[i] == 0.9 && rows < 11)))
            continue;
        axis_value(y, shares[i], y->label[y->ticks]);
        y->tick[y->ticks++] = shares[i];
    }
}

static void cdf_draw_ticks(struct cdf *cdf)
{
    struct sheet *sheet = cdf->sheet;
    const bool term = sheet->medium == SHEET_TERM;
    axis_ticks(&sheet->x, 8, sheet->area.right - sheet->area.left, term ? 0 : 20, term ? 2 : 16, false);
    sheet_tics(sheet);
    sheet_line(sheet, sheet->x.min, 0, sheet->x.max, 0, LINE_AXIS, COLOUR_AXIS);
    if (term)
        sheet_line(sheet, sheet->x.min, 0, sheet->x.min, 1, LINE_AXIS, COLOUR_AXIS);
}

/* ---- names ---- */

/* The curves as lines that labels avoid, and the edges of bands that are wide enough to be seen. */
static void cdf_avoid(const struct cdf *cdf, struct label_set *set, int row)
{
    const struct cdf_curve *curve = &cdf->curve[row];
    const struct sheet *sheet = cdf->sheet;
    long trials = cdf->lineup.row[row].plan->trials;
    for (int i = 1; i < curve->n; i++) {
        double x1 = sheet_across(sheet, curve->x[i - 1]), x2 = sheet_across(sheet, curve->x[i]), low[2], high[2];
        label_avoid(set, x1, sheet_down(sheet, curve->p[i - 1]), x2, sheet_down(sheet, curve->p[i]));
        if (trials >= CDF_WIDE_BAND)
            continue;
        share_interval(curve->p[i - 1], trials, &low[0], &high[0]);
        share_interval(curve->p[i], trials, &low[1], &high[1]);
        label_avoid(set, x1, sheet_down(sheet, low[0]), x2, sheet_down(sheet, low[1]));
        label_avoid(set, x1, sheet_down(sheet, high[0]), x2, sheet_down(sheet, high[1]));
    }
}

/* The value where the curve passes a share, which need not be a stored percentile. */
static double cdf_value_at(const struct cdf_curve *curve, double p)
{
    int i = 0;
    while (i < curve->n - 1 && curve->p[i] < p)
        i++;
    return curve->x[i];
}

static void cdf_label_plan(const struct cdf *cdf, struct label_set *set, int row)
{
    static const double marked[] = {90, 50};
    const struct lineup_row *plan = &cdf->lineup.row[row];
    const struct sheet *sheet = cdf->sheet;
    char value[AXIS_ROOM], label[AXIS_ROOM + 8];
    label_add(set, sheet, sheet_across(sheet, cdf_value_at(&cdf->curve[row], 0.15)), sheet_down(sheet, 0.15),
              plan->name, plan->colour, STYLE_BOLD, PLACE_LEFT, 13);
    for (int i = 0; i < 2; i++) {
        double q = cdf_quantile(cdf, row, marked[i]), x = sheet_across(sheet, q),
               y = sheet_down(sheet, 0.01 * marked[i]);
        snprintf(label, sizeof label, "P%.0f %s", marked[i], axis_value(&sheet->x, q, value));
        label_add(set, sheet, x, y, label, plan->colour, STYLE_BOLD, PLACE_ABOVE_LEFT, 16);
        label_take(set, x - 8, y - 8, x + 8, y + 8);
    }
}

/* Names, P50 and P90 beside the curves; false, and nothing said, where they find no room. */
static bool cdf_name_directly(struct cdf *cdf)
{
    const struct place_rect *area = &cdf->sheet->area, room = {39, area->top - 8, 1240, area->bottom};
    struct label_set *set = label_set_new();
    for (int i = 0; i < cdf->sheet->y.ticks; i++) {
        double y = sheet_down(cdf->sheet, cdf->sheet->y.tick[i]);
        label_take(set, 39, y - 11, area->left - 11, y + 11);
    }
    if (cdf->limit >= 0 && !cdf->limit_off) {
        double x = sheet_across(cdf->sheet, cdf->limit);
        label_take(set, x - 4, area->top, x + 4, area->bottom);
    }
    for (int i = 0; i < cdf->lineup.n; i++) {
        cdf_label_plan(cdf, set, i);
        cdf_avoid(cdf, set, i);
    }
    bool settled = label_settle(set, cdf->sheet, &room);
    label_set_free(set);
    return settled;
}

static char *cdf_detail(const struct cdf *cdf, int row)
{
    char half[AXIS_ROOM], most[AXIS_ROOM];
    double p50 = cdf_quantile(cdf, row, 50), p90 = cdf_quantile(cdf, row, 90);
    if (cdf->curve[row].n == 0)
        return mem_copy(_("no trial finished"));
    if (!isfinite(p50))
        return lineup_finished_note(cdf->lineup.row[row].plan);
    axis_value(&cdf->sheet->x, p50, half);
    if (!isfinite(p90))
        return mem_format(_("P50 %s \xc2\xb7 P90 not reached"), half);
    return mem_format("P50 %s \xc2\xb7 P90 %s", half, axis_value(&cdf->sheet->x, p90, most));
}

static void cdf_name_in_column(struct cdf *cdf)
{
    struct label_row row[LINEUP_MOST];
    for (int i = 0; i < cdf->lineup.n; i++)
        row[i] = (struct label_row){i, cdf_detail(cdf, i), cdf_quantile(cdf, i, 50),
                                    cdf->curve[i].n > 0 ? "*#$%@&=*"[cdf->lineup.row[i].colour - 1] : ' '};
    label_column(cdf->sheet, &cdf->lineup, row);
    for (int i = 0; i < cdf->lineup.n; i++)
        free(row[i].detail);
}

/* Names go beside the curves if they may and can; returns whether they did. */
static bool cdf_name(struct cdf *cdf)
{
    bool directly = cdf->sheet->medium != SHEET_TERM && cdf->lineup.n <= 3;
    for (int i = 0; i < cdf->lineup.n; i++)
        directly = directly && isfinite(cdf_quantile(cdf, i, 90));
    if (directly && cdf_name_directly(cdf))
        return true;
    if (cdf->sheet->medium != SHEET_TERM)
        label_make_room(&cdf->lineup, cdf->sheet);
    cdf_name_in_column(cdf);
    return false;
}

/* ---- the frame ---- */

static void cdf_subtitle(const struct cdf *cdf, struct text *out)
{
    const char *join = NULL;
    bool said = cdf->headline == headline_deadline && cdf->lineup.n > 1;
    text_add(out, cdf->lineup.priced ? _("Chance that the run costs no more than x")
                                     : _("Chance that the run takes no longer than x"));
    for (int i = 0; cdf->limit >= 0 && !said && cdf->lineup.n <= 3 && i < cdf->lineup.n; i++) {
        const struct summary *plan = cdf->lineup.row[i].plan;
        struct text share = {0};
        share_say_percent(cdf->lineup.priced ? plan->in_budget : plan->on_time, &share);
        text_add(out, join != NULL         ? join
                      : cdf->lineup.priced ? _("  \xc2\xb7  inside the budget: ")
                                           : _("  \xc2\xb7  on time: "));
        if (cdf->lineup.n > 1)
            text_addf(out, "%s ", cdf->lineup.row[i].name);
        text_addf(out, cdf->lineup.n > 1 ? "%s" : _("%s of trials"), share.at);
        text_release(&share);
        join = _(", ");
    }
}

static void cdf_head(struct cdf *cdf)
{
    struct text headline = {0}, subtitle = {0}, notes = {0}, foot = {0}, more = {0};
    cdf->headline(&cdf->lineup, &headline);
    lineup_notes(&cdf->lineup, &notes);
    cdf_subtitle(cdf, &subtitle);
    /* What is left out matters more than what the headline may say already. */
    if (notes.size > 0) {
        text_release(&subtitle);
        text_addf(&subtitle, "%s%s",
                  cdf->lineup.priced ? _("Chance that the run costs no more than x")
                                     : _("Chance that the run takes no longer than x"),
                  notes.at);
    }
    if (cdf->shaded)
        text_add(&more, _("shaded: P10 to P90"));
    if (cdf->banded)
        text_addf(&more, "%s%s", more.size > 0 ? " \xc2\xb7 " : "", _("bars and bands: 95% intervals"));
    lineup_foot(&cdf->lineup, 0, cdf->sheet->medium == SHEET_TERM || more.size == 0 ? "" : more.at, &foot);
    sheet_head(cdf->sheet, headline.at, subtitle.at, foot.at);
    if (cdf->sheet->medium == SHEET_TERM)
        cdf->sheet->area.bottom = 20 - cdf->lineup.n;
    text_release(&headline);
    text_release(&subtitle);
    text_release(&notes);
    text_release(&foot);
    text_release(&more);
}

/* By money or by time, as the line-up is. */
static void cdf_draw(struct cdf *cdf)
{
    cdf->limit = lineup_limit(&cdf->lineup);
    for (int i = 0; i < cdf->lineup.n; i++) {
        const struct distribution *d = cdf->lineup.row[i].of;
        cdf_read_curve(&cdf->curve[i], &cdf->lineup.row[i]);
        cdf->banded = cdf->banded || (cdf->curve[i].n > 0 && d->min < d->largest);
    }
    cdf->shaded = cdf->lineup.n <= 2 && cdf->banded;
    cdf_find_range(cdf);
    cdf_set_axes(cdf);
    cdf_head(cdf);
    cdf_set_shares(cdf);
    bool directly = cdf_name(cdf);
    for (int i = 0; i < cdf->lineup.n; i++) {
        cdf_draw_curve(cdf, i);
        cdf_draw_mark(cdf, i, 50, directly && cdf->shaded);
        cdf_draw_mark(cdf, i, 90, directly && cdf->shaded);
    }
    cdf_draw_limit(cdf);
    cdf_draw_ticks(cdf);
    lineup_release(&cdf->lineup);
}

int cdf_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct cdf cdf = {.sheet = sheet, .headline = headline_cdf};
    (void)err;
    lineup_init(&cdf.lineup, data->result);
    cdf_draw(&cdf);
    return 0;
}

int deadline_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct cdf cdf = {.sheet = sheet, .headline = headline_deadline};
    (void)err;
    lineup_init_by(&cdf.lineup, data->result, false, NULL);
    cdf_draw(&cdf);
    return 0;
}
