/* The chart `cloud`: time against cost, one dot a trial, with deadline and budget. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "report/headline.h"
#include "report/label.h"
#include "report/words.h"

enum { CLOUD_PNG_MOST = 4000, CLOUD_SVG_MOST = 1500, CLOUD_PAGE_MOST = 900, CLOUD_TERM_MOST = 150 };

struct cloud {
    struct sheet *sheet;
    struct lineup lineup;
    double budget, deadline_h; /* negative: none */
    bool budget_off, deadline_off;
    bool beyond_budget, beyond_deadline; /* off at the far end */
    long kept, drawn;                    /* trials of each plan that are at hand, that are drawn */
};

/* ---- ranges ---- */

/* Extends [*low, *high] by the middle 99.8% of the finite values. */
static void cloud_extend(const double *values, long n, double *low, double *high)
{
    double *finite = mem_new((size_t)n, sizeof *finite);
    long kept = 0;
    for (long i = 0; i < n; i++)
        if (isfinite(values[i]))
            finite[kept++] = values[i];
    if (kept > 0) {
        *low = fmin(*low, summary_percentile(finite, kept, 0.1).value);
        *high = fmax(*high, summary_percentile(finite, kept, 99.9).value);
    }
    free(finite);
}

/* An axis over the values, and over the limit unless that lies more than half a range beyond them. */
static void cloud_span(struct axis *axis, double low, double high, double limit, bool *off, bool *beyond)
{
    if (!(low <= high)) {
        low = 0;
        high = limit > 0 ? limit : 1;
    }
    double span = high - low;
    *beyond = limit > high + 0.5 * span;
    *off = limit >= 0 && (*beyond || limit < low - 0.5 * span);
    if (limit >= 0 && !*off) {
        low = fmin(low, limit);
        high = fmax(high, limit);
    }
    axis_span(axis, low, high, false);
}

static void cloud_set_axes(struct cloud *cloud)
{
    double early = INFINITY, late = -INFINITY, cheap = INFINITY, dear = -INFINITY;
    const struct trials *trials = &cloud->lineup.result->trials;
    for (int i = 0; i < cloud->lineup.n; i++) {
        int plan = cloud->lineup.row[i].plan->plan;
        cloud_extend(trials->time_h[plan], cloud->kept, &early, &late);
        cloud_extend(trials->cost[plan], cloud->kept, &cheap, &dear);
    }
    cloud->sheet->x = (struct axis){.quantity = AXIS_TIME};
    cloud->sheet->y = (struct axis){.quantity = AXIS_MONEY, .currency = cloud->lineup.currency};
    cloud_span(&cloud->sheet->x, early, late, cloud->deadline_h, &cloud->deadline_off, &cloud->beyond_deadline);
    cloud_span(&cloud->sheet->y, cheap, dear, cloud->budget, &cloud->budget_off, &cloud->beyond_budget);
}

/* ---- drawing ---- */

/* Evenly spaced trials, so that the first ones have no more weight than the last. */
static void cloud_draw_points(struct cloud *cloud, int row)
{
    const struct trials *trials = &cloud->lineup.result->trials;
    const struct summary *plan = cloud->lineup.row[row].plan;
    if (lineup_finished(plan) <= 0)
        return;
    sheet_block(cloud->sheet, SHEET_POINTS);
    for (long i = 0; i < cloud->drawn; i++) {
        long trial = (long)((double)i * (double)cloud->kept / (double)cloud->drawn);
        double time_h = trials->time_h[plan->plan][trial], cost = trials->cost[plan->plan][trial];
        if (isfinite(time_h) && isfinite(cost))
            sheet_row(cloud->sheet, SHEET_POINTS, (double[]){time_h, cost}, 2);
    }
    /* A block must not be empty, and these ends exist. */
    sheet_row(cloud->sheet, SHEET_POINTS, (double[]){plan->time_h.largest, plan->cost.largest}, 2);
    sheet_list(cloud->sheet, cloud->lineup.row[row].colour);
}

/* A percentile, or, where unfinished trials are reached, what lies beyond the axis. */
static double cloud_percentile(const struct distribution *d, double p, const struct axis *axis)
{
    double value = words_find(d, p)->value;
    return isfinite(value) ? value : 2 * axis->max;
}

static void cloud_draw_cross(struct cloud *cloud, int row)
{
    const struct summary *plan = cloud->lineup.row[row].plan;
    const struct axis *x = &cloud->sheet->x, *y = &cloud->sheet->y;
    if (lineup_finished(plan) <= 0)
        return;
    sheet_row(cloud->sheet, SHEET_CROSSES,
              (double[]){cloud_percentile(&plan->time_h, 50, x), cloud_percentile(&plan->cost, 50, y),
                         cloud_percentile(&plan->time_h, 10, x), cloud_percentile(&plan->time_h, 90, x),
                         cloud_percentile(&plan->cost, 10, y), cloud_percentile(&plan->cost, 90, y),
                         cloud->lineup.row[row].colour},
              7);
}

/* ---- limits ---- */

/* A limit's name at a place that labels keep clear of. */
static void cloud_say_limit(struct cloud *cloud, struct label_set *set, double x, double y, const char *name,
                            enum sheet_side side)
{
    double width = sheet_width(cloud->sheet, name, STYLE_SMALL),
           left = side == SIDE_RIGHT ? x - width : x - 0.5 * width;
    sheet_say(cloud->sheet, x, y, name, COLOUR_INK, STYLE_SMALL, side);
    label_take(set, left - 2, y - 12, left + width + 2, y + 14);
}

static void cloud_draw_deadline(struct cloud *cloud, struct label_set *set)
{
    struct sheet *sheet = cloud->sheet;
    char value[AXIS_ROOM];
    if (cloud->deadline_h < 0)
        return;
    char *name = mem_format(_("deadline %s"), axis_time(cloud->deadline_h, value));
    const struct place_rect *area = &sheet->area;
    double half = 0.5 * sheet_width(sheet, name, STYLE_SMALL);
    if (cloud->deadline_off) {
        char *arrow = mem_format(cloud->beyond_deadline ? "%s \xe2\x86\x92" : "\xe2\x86\x90 %s", name);
        sheet_say(sheet, cloud->beyond_deadline ? area->right : area->left, area->top - 20, arrow, COLOUR_INK,
                  STYLE_SMALL, cloud->beyond_deadline ? SIDE_RIGHT : SIDE_LEFT);
        free(arrow);
    } else {
        double x = sheet_across(sheet, cloud->deadline_h);
        sheet_line(sheet, cloud->deadline_h, sheet->y.min, cloud->deadline_h, sheet->y.max, LINE_LIMIT, COLOUR_INK);
        sheet_say(sheet, fmax(39 + half, fmin(1240 - half, x)), area->top - 20, name, COLOUR_INK, STYLE_SMALL,
                  SIDE_MIDDLE);
        label_take(set, x - 4, area->top, x + 4, area->bottom);
    }
    free(name);
}

static void cloud_draw_budget(struct cloud *cloud, struct label_set *set)
{
    struct sheet *sheet = cloud->sheet;
    const struct place_rect *area = &sheet->area;
    char value[AXIS_ROOM];
    if (cloud->budget < 0)
        return;
    char *name = mem_format(_("budget %s"), axis_money(cloud->budget, cloud->lineup.currency, value));
    if (cloud->budget_off) {
        char *arrow = mem_format("%s %s", name, cloud->beyond_budget ? "\xe2\x86\x91" : "\xe2\x86\x93");
        cloud_say_limit(cloud, set, area->right, cloud->beyond_budget ? area->top + 14 : area->bottom - 16, arrow,
                        SIDE_RIGHT);
        free(arrow);
    } else {
        double y = sheet_down(sheet, cloud->budget);
        sheet_line(sheet, sheet->x.min, cloud->budget, sheet->x.max, cloud->budget, LINE_LIMIT, COLOUR_INK);
        label_take(set, area->left, y - 4, area->right, y + 4);
        cloud_say_limit(cloud, set, area->right, y - 14 >= area->top ? y - 14 : y + 16, name, SIDE_RIGHT);
    }
    free(name);
}

/* A terminal has one row for both names, above the area. */
static void cloud_draw_limits_term(struct cloud *cloud)
{
    struct sheet *sheet = cloud->sheet;
    char value[AXIS_ROOM];
    struct text names = {0};
    if (cloud->deadline_h >= 0) {
        text_add(&names, cloud->deadline_off && !cloud->beyond_deadline ? "\xe2\x86\x90 " : "");
        text_addf(&names, _("deadline %s"), axis_time(cloud->deadline_h, value));
        text_add(&names, cloud->deadline_off && cloud->beyond_deadline ? " \xe2\x86\x92" : "");
        if (!cloud->deadline_off)
            sheet_line(sheet, cloud->deadline_h, sheet->y.min, cloud->deadline_h, sheet->y.max, LINE_LIMIT, COLOUR_INK);
    }
    if (cloud->budget >= 0) {
        text_addf(&names, "%s", names.size > 0 ? " \xc2\xb7 " : "");
        text_addf(&names, _("budget %s"), axis_money(cloud->budget, cloud->lineup.currency, value));
        text_add(&names, !cloud->budget_off ? "" : cloud->beyond_budget ? " \xe2\x86\x91" : " \xe2\x86\x93");
        if (!cloud->budget_off)
            sheet_line(sheet, sheet->x.min, cloud->budget, sheet->x.max, cloud->budget, LINE_LIMIT, COLOUR_INK);
    }
    if (names.size > 0)
        sheet_say(sheet, sheet->area.right, sheet->area.top - 1, names.at, COLOUR_INK, STYLE_LABEL, SIDE_RIGHT);
    text_release(&names);
}

/* ---- names ---- */

static void cloud_label_plan(const struct cloud *cloud, struct label_set *set, int row)
{
    const struct lineup_row *plan = &cloud->lineup.row[row];
    const struct sheet *sheet = cloud->sheet;
    const struct distribution *time_h = &plan->plan->time_h, *cost = &plan->plan->cost;
    double x = sheet_across(sheet, words_find(time_h, 50)->value), y = sheet_down(sheet, words_find(cost, 50)->value);
    label_add(set, sheet, x, y, plan->name, plan->colour, STYLE_BOXED, PLACE_ABOVE_LEFT, 22);
    label_take(set, sheet_across(sheet, words_find(time_h, 10)->value) - 6, y - 6,
               sheet_across(sheet, words_find(time_h, 90)->value) + 6, y + 6);
    label_take(set, x - 6, sheet_down(sheet, words_find(cost, 90)->value) - 6, x + 6,
               sheet_down(sheet, words_find(cost, 10)->value) + 6);
}

static char *cloud_detail(const struct cloud *cloud, int row)
{
    const struct summary *plan = cloud->lineup.row[row].plan;
    char money[AXIS_ROOM], time[AXIS_ROOM];
    double cost = words_find(&plan->cost, 50)->value;
    if (lineup_finished(plan) <= 0)
        return mem_copy(_("no trial finished"));
    if (!isfinite(cost))
        return lineup_finished_note(plan);
    return mem_format("P50 %s \xc2\xb7 %s", axis_money(cost, cloud->lineup.currency, money),
                      axis_time(words_find(&plan->time_h, 50)->value, time));
}

static void cloud_name_in_column(struct cloud *cloud)
{
    struct label_row row[LINEUP_MOST];
    char letter = 'A';
    for (int i = 0; i < cloud->lineup.n; i++) {
        const struct summary *plan = cloud->lineup.row[i].plan;
        /* The script gives letters to the plans that have points. */
        char sign = lineup_finished(plan) > 0 ? letter++ : ' ';
        row[i] = (struct label_row){i, cloud_detail(cloud, i), words_find(&plan->cost, 50)->value, sign};
    }
    label_column(cloud->sheet, &cloud->lineup, row);
    for (int i = 0; i < cloud->lineup.n; i++)
        free(row[i].detail);
}

static bool cloud_names_directly(const struct cloud *cloud)
{
    for (int i = 0; i < cloud->lineup.n; i++)
        if (!isfinite(words_find(cloud->lineup.row[i].of, 90)->value))
            return false;
    return cloud->sheet->medium != SHEET_TERM && cloud->lineup.n <= 3;
}

/* Limits and names for an area; false, and nothing said, where direct names find no room in it. */
static bool cloud_dress(struct cloud *cloud, bool directly)
{
    struct sheet *sheet = cloud->sheet;
    struct label_set *set = label_set_new();
    const struct place_rect area = sheet->area;
    size_t text = sheet->part[SHEET_TEXT].size, lines = sheet->part[SHEET_LINES].size;
    cloud_draw_deadline(cloud, set);
    cloud_draw_budget(cloud, set);
    for (int i = 0; directly && i < cloud->lineup.n; i++)
        cloud_label_plan(cloud, set, i);
    struct place_rect room = {sheet->area.left, sheet->area.top, 1240, sheet->area.bottom};
    bool settled = !directly || label_settle(set, sheet, &room);
    if (!settled) {
        sheet->area = area;
        sheet->part[SHEET_TEXT].size = text;
        sheet->part[SHEET_LINES].size = lines;
    }
    label_set_free(set);
    return settled;
}

/* ---- the frame ---- */

static void cloud_head(struct cloud *cloud)
{
    const bool term = cloud->sheet->medium == SHEET_TERM;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    headline_cloud(&cloud->lineup, &headline);
    text_add(&subtitle, _("One dot a trial: time against cost  \xc2\xb7  crosses span P10 to P90, ring at P50"));
    lineup_notes(&cloud->lineup, &subtitle);
    lineup_foot(&cloud->lineup, cloud->drawn, term ? "" : _("axes: the middle 99.8% of trials"), &foot);
    sheet_head(cloud->sheet, headline.at, subtitle.at, foot.at);
    cloud->sheet->area.bottom = term ? 20 - cloud->lineup.n : 590;
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void cloud_set_left(struct cloud *cloud)
{
    struct sheet *sheet = cloud->sheet;
    const bool term = sheet->medium == SHEET_TERM;
    double widest = 0;
    axis_ticks(&sheet->y, term ? 4 : 6, sheet->area.bottom - sheet->area.top, term ? 0 : 20, 0, true);
    for (int i = 0; i < sheet->y.ticks; i++)
        widest = fmax(widest, sheet_width(sheet, sheet->y.label[i], STYLE_LABEL));
    sheet->area.left = term ? widest + 2 : fmax(109, 39 + widest + 13);
}

static void cloud_draw_ticks(struct cloud *cloud)
{
    struct sheet *sheet = cloud->sheet;
    const bool term = sheet->medium == SHEET_TERM;
    axis_ticks(&sheet->x, 8, sheet->area.right - sheet->area.left, term ? 0 : 20, term ? 2 : 16, false);
    sheet_tics(sheet);
    sheet_line(sheet, sheet->x.min, sheet->y.min, sheet->x.max, sheet->y.min, LINE_AXIS, COLOUR_AXIS);
    if (term)
        sheet_line(sheet, sheet->x.min, sheet->y.min, sheet->x.min, sheet->y.max, LINE_AXIS, COLOUR_AXIS);
    else
        sheet_say(sheet, 0.5 * (sheet->area.left + sheet->area.right), sheet->area.bottom + 56,
                  _("time to finish, from submission"), COLOUR_GREY, STYLE_LABEL, SIDE_MIDDLE);
}

static void cloud_name(struct cloud *cloud)
{
    if (cloud->sheet->medium == SHEET_TERM) {
        cloud_draw_limits_term(cloud);
        cloud_name_in_column(cloud);
    } else if (!cloud_names_directly(cloud) || !cloud_dress(cloud, true)) {
        label_make_room(&cloud->lineup, cloud->sheet);
        cloud_dress(cloud, false);
        cloud_name_in_column(cloud);
    }
}

static long cloud_most(const struct cloud *cloud)
{
    long n = cloud->kept, most = CLOUD_PNG_MOST;
    if (cloud->sheet->medium == SHEET_SVG)
        most = (cloud->sheet->bare ? CLOUD_PAGE_MOST : CLOUD_SVG_MOST) / cloud->lineup.n;
    if (cloud->sheet->medium == SHEET_TERM)
        most = CLOUD_TERM_MOST;
    return n < most ? n : most;
}

int cloud_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct cloud cloud = {.sheet = sheet,
                          .budget = data->result->scenario->budget,
                          .deadline_h = data->result->scenario->deadline_h,
                          .kept = data->kept > 0 ? data->kept : data->result->trials.n};
    int code = 0;
    lineup_init(&cloud.lineup, data->result);
    if (!cloud.lineup.priced) {
        code = err_plain(err, ERR_INPUT, _("give a plan a price, or draw cdf, which then shows time"),
                         _("nothing is priced, so there is no cost to draw against time"));
    } else {
        cloud.drawn = cloud_most(&cloud);
        cloud_set_axes(&cloud);
        cloud_head(&cloud);
        cloud_set_left(&cloud);
        cloud_name(&cloud);
        for (int i = 0; i < cloud.lineup.n; i++) {
            cloud_draw_points(&cloud, i);
            cloud_draw_cross(&cloud, i);
        }
        cloud_draw_ticks(&cloud);
    }
    lineup_release(&cloud.lineup);
    return code;
}
