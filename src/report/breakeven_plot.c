/* The chart `breakeven`: a metric of two plans over a key, and where they cross. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/lineup.h"
#include "report/panel.h"
#include "report/remark.h"

enum { BREAKEVEN_NAME_ROOM = 280 };

struct breakeven_plot {
    struct canvas canvas;
    const struct breakeven_report *report;
    const struct breakeven *of;
    struct keys keys;
    struct panel panel;
    struct lineup lineup;
    int colour[2];
    char *name[2];
    int points;
    double x[BREAKEVEN_POINTS], y[2][BREAKEVEN_POINTS];
};

/* ---- data ---- */

/* Colours are those that the plans have in other charts, where they are among their eight. */
static void breakeven_plot_line_up(struct breakeven_plot *b, const struct result *result)
{
    bool first[PLANS_MOST] = {false};
    for (int i = 0; i < result->engine->plans; i++)
        first[i] =
            strcmp(result->plan[i].name, b->of->name[0]) == 0 || strcmp(result->plan[i].name, b->of->name[1]) == 0;
    lineup_init_by(&b->lineup, result, false, first);
    for (int k = 0; k < 2; k++) {
        struct text name = {0};
        text_add_safe(&name, b->of->name[k]);
        b->name[k] = name.at;
        for (int i = 0; i < b->lineup.n; i++)
            if (strcmp(b->lineup.row[i].plan->name, b->of->name[k]) == 0)
                b->colour[k] = b->lineup.row[i].colour;
    }
}

static void breakeven_plot_read(struct breakeven_plot *b)
{
    b->points = b->of->points;
    for (int i = 0; i < b->points; i++) {
        const struct breakeven_point *point = &b->of->point[i];
        b->x[i] = point->x * b->keys.scale;
        b->y[0][i] = point->a;
        b->y[1][i] = point->b;
    }
}

/* Whether some point of some plan can be drawn. */
static bool breakeven_plot_set_axes(struct breakeven_plot *b)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < b->points; i++)
            if (isfinite(b->y[k][i])) {
                low = fmin(low, b->y[k][i]);
                high = fmax(high, b->y[k][i]);
            }
    if (!(low <= high))
        return false;
    b->panel.x = b->keys.axis;
    b->panel.y = (struct axis){.quantity = b->report->metric->of == METRIC_TIME ? AXIS_TIME : AXIS_MONEY,
                               .currency = b->lineup.currency};
    axis_span(&b->panel.y, low, fmax(high, 1.02 * low), true);
    return true;
}

/* A plan's value at the crossing, between the points beside it, on the axis. */
static double breakeven_plot_at(const struct breakeven_plot *b, int k, double x)
{
    for (int i = 1; i < b->points; i++)
        if (fmin(b->x[i - 1], b->x[i]) <= x && x <= fmax(b->x[i - 1], b->x[i])) {
            double t = (axis_at(&b->panel.x, x) - axis_at(&b->panel.x, b->x[i - 1])) /
                       (axis_at(&b->panel.x, b->x[i]) - axis_at(&b->panel.x, b->x[i - 1]));
            return panel_down(&b->panel, b->y[k][i - 1]) * (1 - t) + panel_down(&b->panel, b->y[k][i]) * t;
        }
    return NAN;
}

/* ---- drawing ---- */

static double breakeven_plot_x(const struct breakeven_plot *b, double value)
{
    double x = value * b->keys.scale;
    return panel_across(&b->panel, fmax(b->panel.x.min, fmin(b->panel.x.max, x)));
}

/* The crossing with its interval; its value stands above the panel, the lower plan at both sides of it. */
static void breakeven_plot_draw_crossing(struct breakeven_plot *b)
{
    struct sheet *sheet = b->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    if (!b->of->found)
        return;
    struct place_rect band = b->panel.area;
    double x = breakeven_plot_x(b, b->of->value), y = breakeven_plot_at(b, 0, b->of->value * b->keys.scale);
    char *at = keys_text(&b->keys, b->of->value * b->keys.scale),
         *from = keys_number(&b->keys, b->of->low * b->keys.scale),
         *to = keys_number(&b->keys, b->of->high * b->keys.scale);
    char *label = strcmp(from, to) == 0 ? mem_copy(at) : mem_format(_("%s (%s to %s)"), at, from, to);
    band.left = breakeven_plot_x(b, b->of->low);
    band.right = breakeven_plot_x(b, b->of->high);
    if (!term && band.right - band.left >= 1)
        canvas_band(&b->canvas, &band, COLOUR_INK);
    panel_limit_x(&b->panel, &b->canvas, b->of->value * b->keys.scale, label);
    if (!term && isfinite(y))
        canvas_mark(&b->canvas, x, y, &(struct place_rect){band.left, y, band.right, y}, DOT_PLAIN, COLOUR_INK);
    free(label);
    free(at);
    free(from);
    free(to);
}

/* ---- names ---- */

/* What a plan comes to at both ends; the caller frees it. */
static char *breakeven_plot_detail(const struct breakeven_plot *b, int k)
{
    char low[AXIS_ROOM], high[AXIS_ROOM];
    double first = b->y[k][0], last = b->y[k][b->points - 1];
    if (isfinite(first))
        remark_value(b->report->result, b->report->metric, first, low);
    else
        snprintf(low, sizeof low, "%s", _("unfinished"));
    if (isfinite(last))
        remark_value(b->report->result, b->report->metric, last, high);
    else
        snprintf(high, sizeof high, "%s", _("unfinished"));
    return mem_format(_("%s to %s"), low, high);
}

/* At the right ends of the lines, moved apart. */
static void breakeven_plot_name_ends(struct breakeven_plot *b)
{
    const struct place_rect *area = &b->panel.area;
    double centre[2], height[2] = {25, 25};
    for (int k = 0; k < 2; k++) {
        int last = b->points - 1;
        while (last > 0 && !isfinite(b->y[k][last]))
            last--;
        centre[k] = isfinite(b->y[k][last]) ? panel_down(&b->panel, b->y[k][last]) : area->top + 12;
    }
    int upper = centre[1] < centre[0];
    double sorted[2] = {centre[upper], centre[1 - upper]};
    place_column(sorted, height, 2, area->top - 10, area->bottom + 10);
    for (int i = 0; i < 2; i++) {
        int k = i == 0 ? upper : 1 - upper;
        char *name = sheet_cut(b->name[k], STYLE_BOLD, BREAKEVEN_NAME_ROOM);
        sheet_say(b->canvas.sheet, area->right + 12, sorted[i], name, b->colour[k], STYLE_BOLD, SIDE_LEFT);
        free(name);
    }
}

static double breakeven_plot_right(const struct breakeven_plot *b)
{
    double widest = 0;
    for (int k = 0; k < 2; k++)
        widest = fmax(widest, fmin(BREAKEVEN_NAME_ROOM, sheet_width(b->canvas.sheet, b->name[k], STYLE_BOLD)));
    return 1240 - 12 - widest;
}

static void breakeven_plot_name_in_rows(struct breakeven_plot *b)
{
    struct sheet *sheet = b->canvas.sheet;
    for (int k = 0; k < 2; k++) {
        char *detail = breakeven_plot_detail(b, k),
             *line = mem_format("%c %s  %s", "*#$%@&=*"[b->colour[k] - 1], detail, b -> name[k]);
        sheet_say_row(sheet, (int)sheet->height - 3 + k, line);
        free(line);
        free(detail);
    }
}

/* ---- the whole ---- */

static void breakeven_plot_head(struct breakeven_plot *b)
{
    struct sheet *sheet = b->canvas.sheet;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    char *metric = remark_metric(b->report->metric);
    remark_breakeven(b->report, &b->keys, &headline);
    text_addf(&subtitle, _("%s of both plans by %s"), metric, b->keys.key);
    if (b->of->found)
        text_add(&subtitle, _("  \xc2\xb7  dashed: the break-even, with its 95% interval"));
    lineup_foot(&b->lineup, 0,
                sheet->medium == SHEET_TERM ? b->keys.title
                : b->panel.y.log            ? _("same futures at all points \xc2\xb7 logarithmic")
                                            : _("same futures at all points"),
                &foot);
    sheet_head(sheet, headline.at, subtitle.at, foot.at);
    free(metric);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void breakeven_plot_draw(struct breakeven_plot *b)
{
    struct sheet *sheet = b->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    breakeven_plot_head(b);
    b->panel.area = sheet->area;
    b->panel.area.left = term ? 0 : 39;
    b->panel.area.right = term ? 77 : breakeven_plot_right(b);
    b->panel.area.bottom = term ? 18 : 590;
    keys_set_ticks(&b->keys, &b->panel, sheet, 8, term ? 4 : 6);
    if (term)
        breakeven_plot_name_in_rows(b);
    else
        breakeven_plot_name_ends(b);
    panel_frame(&b->panel, &b->canvas);
    panel_say_x(&b->panel, &b->canvas, b->keys.title);
    for (int k = 0; k < 2; k++)
        panel_curve(&b->panel, &b->canvas, b->x, b->y[k], b->points, b->colour[k], false);
    breakeven_plot_draw_crossing(b);
    canvas_end(&b->canvas);
}

int breakeven_plot_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct breakeven_plot b = {
        .canvas = canvas_on(sheet), .report = data->breakeven, .of = data->breakeven->breakeven, .colour = {1, 2}};
    int code = 0;
    keys_init(&b.keys, &b.of->axis);
    breakeven_plot_line_up(&b, data->result);
    breakeven_plot_read(&b);
    if (breakeven_plot_set_axes(&b))
        breakeven_plot_draw(&b);
    else
        code = err_plain(err, ERR_INPUT, NULL, _("no plan has a value in this range, so there is nothing to draw"));
    free(b.name[0]);
    free(b.name[1]);
    lineup_release(&b.lineup);
    keys_release(&b.keys);
    return code;
}
