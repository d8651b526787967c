/* The chart `heat`: a metric over two keys, a tile for each pair of values, one panel a plan. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart.h"
#include "report/lineup.h"
#include "report/panel.h"
#include "report/remark.h"

enum { HEAT_MOST = 4, HEAT_SHADES = 10, HEAT_RAMP = 5 };

struct heat {
    struct canvas canvas;
    const struct sweep_report *report;
    struct keys down, across;
    struct lineup lineup;
    int plans, row[HEAT_MOST];              /* rows of the line-up that are drawn */
    double low[HEAT_MOST], high[HEAT_MOST]; /* where the shades of each begin and end */
    bool log;                               /* shades by the logarithm */
    bool common;                            /* all have the same shades */
};

/* ---- data ---- */

/* i counts the rows from the first value up. */
static const struct sweep_cell *heat_cell(const struct heat *h, int row, int i, int k)
{
    return sweep_at(h->report->sweep, h->down.order[i], h->across.order[k], h->lineup.row[row].plan->plan);
}

static double heat_value(const struct heat *h, int row, int i, int k)
{
    return heat_cell(h, row, i, k)->value.value;
}

/* The least value of a plan and where it is; infinite: none. */
static double heat_least(const struct heat *h, int row, int *at_i, int *at_k)
{
    double least = INFINITY;
    *at_i = *at_k = 0;
    for (int i = 0; i < h->down.of->n; i++)
        for (int k = 0; k < h->across.of->n; k++)
            if (heat_value(h, row, i, k) < least) {
                least = heat_value(h, row, i, k);
                *at_i = i;
                *at_k = k;
            }
    return least;
}

static void heat_line_up(struct heat *h)
{
    bool money = h->report->metric->of != METRIC_TIME;
    lineup_init_by(&h->lineup, h->report->result, money, NULL);
    if (money && h->lineup.n == 0) {
        lineup_release(&h->lineup);
        lineup_init_by(&h->lineup, h->report->result, false, NULL);
    }
    /* Of more than four plans those of lowest values; they stay in the order of the file. */
    for (int row = 0, i, k; row < h->lineup.n; row++) {
        int before = 0, unused;
        double own = heat_least(h, row, &i, &k);
        for (int other = 0; other < h->lineup.n; other++) {
            double least = heat_least(h, other, &unused, &unused);
            before += least < own || (least == own && other < row);
        }
        if (isfinite(own) && before < HEAT_MOST)
            h->row[h->plans++] = row;
    }
}

/* One scale for all plans, unless it would leave one of them without contrast. */
static void heat_set_range(struct heat *h)
{
    double low = INFINITY, high = 0, steepest = 1;
    h->common = true;
    for (int p = 0; p < h->plans; p++) {
        h->low[p] = INFINITY;
        for (int i = 0; i < h->down.of->n; i++)
            for (int k = 0; k < h->across.of->n; k++) {
                double value = heat_value(h, h->row[p], i, k);
                if (isfinite(value)) {
                    h->low[p] = fmin(h->low[p], value);
                    h->high[p] = fmax(h->high[p], value);
                }
            }
        low = fmin(low, h->low[p]);
        high = fmax(high, h->high[p]);
    }
    for (int p = 0; p < h->plans; p++)
        h->common = h->common && h->high[p] - h->low[p] >= (high - low) / 3;
    for (int p = 0; p < h->plans; p++) {
        h->low[p] = h->common ? low : h->low[p];
        h->high[p] = h->common ? high : h->high[p];
        steepest = fmax(steepest, h->low[p] > 0 ? h->high[p] / h->low[p] : 1);
    }
    h->log = steepest > 8;
}

/* ---- colours ---- */

/* Place in the range of the p-th plan, 0 the least. */
static double heat_shade(const struct heat *h, int p, double value)
{
    double low = h->low[p], high = h->high[p];
    if (!(high > low))
        return 0;
    return h->log && low > 0 ? log(value / low) / log(high / low) : (value - low) / (high - low);
}

/* From pale to dark in one hue, so that its order is seen in grey as well. */
static int heat_rgb(double shade)
{
    static const int ramp[HEAT_RAMP][3] = {
        {0xE8, 0xF3, 0xFA}, {0xA9, 0xD3, 0xEC}, {0x56, 0xA5, 0xD3}, {0x00, 0x72, 0xB2}, {0x04, 0x3A, 0x5E}};
    double at = fmax(0, fmin(1, shade)) * (HEAT_RAMP - 1);
    int from = at >= HEAT_RAMP - 1 ? HEAT_RAMP - 2 : (int)at, rgb = 0;
    for (int c = 0; c < 3; c++)
        rgb = rgb * 256 + (int)lround(ramp[from][c] + (at - from) * (ramp[from + 1][c] - ramp[from][c]));
    return rgb;
}

/* ---- pictures ---- */

static struct place_rect heat_tile(const struct heat *h, const struct place_rect *area, int i, int k)
{
    double width = (area->right - area->left) / h->across.of->n, height = (area->bottom - area->top) / h->down.of->n;
    double gap = fmin(width, height) >= 12 ? 1 : 0;
    return (struct place_rect){area->left + k * width + gap, area->bottom - (i + 1) * height + gap,
                               area->left + (k + 1) * width - gap, area->bottom - i * height - gap};
}

static void heat_outline(struct heat *h, const struct place_rect *at)
{
    canvas_line(&h->canvas, at->left, at->top, at->right, at->top, LINE_HEAVY, COLOUR_INK);
    canvas_line(&h->canvas, at->right, at->top, at->right, at->bottom, LINE_HEAVY, COLOUR_INK);
    canvas_line(&h->canvas, at->right, at->bottom, at->left, at->bottom, LINE_HEAVY, COLOUR_INK);
    canvas_line(&h->canvas, at->left, at->bottom, at->left, at->top, LINE_HEAVY, COLOUR_INK);
}

/* The largest style in which all values fit into their tiles; 0: none. */
static enum sheet_style heat_style(const struct heat *h, const struct place_rect *area)
{
    static const enum sheet_style styles[] = {STYLE_LABEL, STYLE_SMALL, STYLE_FOOT};
    char value[AXIS_ROOM];
    struct place_rect tile = heat_tile(h, area, 0, 0);
    for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
        bool fits = tile.bottom - tile.top >= 20;
        for (int i = 0; i < h->down.of->n * h->across.of->n * h->plans && fits; i++) {
            double x = heat_value(h, h->row[i % h->plans], i / h->plans % h->down.of->n, i / h->plans / h->down.of->n);
            fits = !isfinite(x) ||
                   sheet_width(h->canvas.sheet, remark_value(h->report->result, h->report->metric, x, value),
                               styles[s]) <= tile.right - tile.left - 4;
        }
        if (fits)
            return styles[s];
    }
    return 0;
}

static void heat_draw_tiles(struct heat *h, int p, const struct place_rect *area, enum sheet_style style)
{
    char text[AXIS_ROOM];
    int best_i, best_k;
    heat_least(h, h->row[p], &best_i, &best_k);
    for (int i = 0; i < h->down.of->n; i++)
        for (int k = 0; k < h->across.of->n; k++) {
            struct place_rect tile = heat_tile(h, area, i, k);
            double value = heat_value(h, h->row[p], i, k), shade = heat_shade(h, p, value);
            canvas_tile(&h->canvas, &tile, isfinite(value) ? heat_rgb(shade) : 0xEDEFF2);
            if (style != 0 && isfinite(value))
                sheet_say(h->canvas.sheet, 0.5 * (tile.left + tile.right), 0.5 * (tile.top + tile.bottom),
                          remark_value(h->report->result, h->report->metric, value, text),
                          shade > 0.55 ? COLOUR_WHITE : COLOUR_INK, style, SIDE_MIDDLE);
        }
    struct place_rect best = heat_tile(h, area, best_i, best_k);
    heat_outline(h, &best);
}

static double heat_down_width(const struct heat *h)
{
    double widest = 0;
    for (int i = 0; i < h->down.of->n; i++) {
        char *text = keys_label(&h->down, i);
        widest = fmax(widest, fmin(220, sheet_width(h->canvas.sheet, text, STYLE_SMALL)));
        free(text);
    }
    return widest;
}

/* Values beside the tiles, as many as there is room for. */
static void heat_say_keys(struct heat *h, const struct place_rect *area)
{
    struct sheet *sheet = h->canvas.sheet;
    double taken = INFINITY;
    for (int i = 0; i < h->down.of->n; i++) {
        struct place_rect tile = heat_tile(h, area, i, 0);
        double y = 0.5 * (tile.top + tile.bottom);
        if (taken - y < 21)
            continue;
        char *all = keys_label(&h->down, i), *text = sheet_cut(all, STYLE_SMALL, 220);
        sheet_say(sheet, area->left - 10, y, text, COLOUR_GREY, STYLE_SMALL, SIDE_RIGHT);
        taken = y;
        free(text);
        free(all);
    }
    taken = -INFINITY;
    for (int k = 0; k < h->across.of->n; k++) {
        struct place_rect tile = heat_tile(h, area, 0, k);
        char *all = keys_label(&h->across, k), *text = sheet_cut(all, STYLE_SMALL, 220);
        double x = 0.5 * (tile.left + tile.right), half = 0.5 * sheet_width(sheet, text, STYLE_SMALL);
        if (x - half >= taken + 12 || taken == -INFINITY) {
            sheet_say(sheet, x, area->bottom + 18, text, COLOUR_GREY, STYLE_SMALL, SIDE_MIDDLE);
            taken = x + half;
        }
        free(text);
        free(all);
    }
}

static bool heat_has_grey(const struct heat *h)
{
    bool grey = false;
    for (int p = 0; p < h->plans; p++)
        for (int i = 0; i < h->down.of->n; i++)
            for (int k = 0; k < h->across.of->n; k++)
                grey = grey || !isfinite(heat_value(h, h->row[p], i, k));
    return grey;
}

/* From the least to the largest value of the p-th plan's shades; returns where it begins. */
static double heat_legend(struct heat *h, int p, double right, double y)
{
    enum { STEPS = 32 };
    struct sheet *sheet = h->canvas.sheet;
    char low[AXIS_ROOM], high[AXIS_ROOM];
    const double step = 4;
    remark_value(h->report->result, h->report->metric, h->low[p], low);
    remark_value(h->report->result, h->report->metric, h->high[p], high);
    double at = right - sheet_width(sheet, high, STYLE_SMALL) - 10, from = at - STEPS * step;
    sheet_say(sheet, at + 10, y, high, COLOUR_GREY, STYLE_SMALL, SIDE_LEFT);
    for (int i = 0; i < STEPS; i++)
        canvas_tile(&h->canvas, &(struct place_rect){from + i * step, y - 7, from + (i + 1) * step, y + 7},
                    heat_rgb(i / (STEPS - 1.0)));
    sheet_say(sheet, from - 10, y, low, COLOUR_GREY, STYLE_SMALL, SIDE_RIGHT);
    return from - 10 - sheet_width(sheet, low, STYLE_SMALL);
}

static void heat_draw(struct heat *h)
{
    struct sheet *sheet = h->canvas.sheet;
    bool many = h->plans > 1;
    double keys = heat_down_width(h) + 10;
    const struct place_rect all = {39, sheet->area.top - (many ? 0 : 36), 1240, 596};
    struct place_rect first = panel_cell(&all, h->plans, 0, h->plans <= 2 ? h->plans : 2, 24, 66);
    first.left += keys;
    enum sheet_style style = heat_style(h, &first);
    for (int p = 0; p < h->plans; p++) {
        struct place_rect area = panel_cell(&all, h->plans, p, h->plans <= 2 ? h->plans : 2, 24, 66);
        const struct lineup_row *plan = &h->lineup.row[h->row[p]];
        double right = area.right;
        area.left += keys;
        heat_draw_tiles(h, p, &area, style);
        heat_say_keys(h, &area);
        if (!h->common)
            right = heat_legend(h, p, area.right, area.top - 16) - 16;
        char *name = sheet_cut(plan->name, STYLE_BOLD, right - area.left);
        if (many)
            sheet_say(sheet, area.left, area.top - 16, name, plan->colour, STYLE_BOLD, SIDE_LEFT);
        free(name);
    }
    char *title = mem_format(heat_has_grey(h) ? _("across: %s  \xc2\xb7  up: %s  \xc2\xb7  grey: not reached")
                                              : _("across: %s  \xc2\xb7  up: %s"),
                             h->across.title, h->down.title);
    double end = h->common ? heat_legend(h, 0, 1240, 656) - 20 : 1240;
    char *cut = sheet_cut(title, STYLE_LABEL, end - 39);
    sheet_say(sheet, 39, 656, cut, COLOUR_GREY, STYLE_LABEL, SIDE_LEFT);
    free(cut);
    free(title);
}

/* ---- text charts ---- */

/* A tile of `cells` cells: the value if all fit, else its shade. */
static void heat_add_cell(const struct heat *h, int p, double value, int cells, bool values, struct text *out)
{
    static const char shades[HEAT_SHADES + 1] = ".:-=+*#%&@";
    char text[AXIS_ROOM];
    if (values) {
        const char *shown = isfinite(value) ? remark_value(h->report->result, h->report->metric, value, text) : "-";
        text_addf(out, "%*s%s", cells - text_width(shown), "", shown);
        return;
    }
    int shade = isfinite(value) ? (int)(heat_shade(h, p, value) * (HEAT_SHADES - 1) + 0.5) : 0;
    for (int i = 0; i < cells; i++)
        text_add_n(out, i == cells - 1 && cells > 2 ? " " : isfinite(value) ? &shades[shade] : "?", 1);
}

static int heat_value_cells(const struct heat *h)
{
    char text[AXIS_ROOM];
    int widest = 1;
    for (int p = 0; p < h->plans; p++)
        for (int i = 0; i < h->down.of->n; i++)
            for (int k = 0; k < h->across.of->n; k++) {
                double value = heat_value(h, h->row[p], i, k);
                int width =
                    isfinite(value) ? text_width(remark_value(h->report->result, h->report->metric, value, text)) : 1;
                widest = width > widest ? width : widest;
            }
    return widest;
}

/* A row a value, the largest on top; rows that do not fit are left out evenly. */
static void heat_draw_rows(struct heat *h, int p, int y, int rows, int label, int cells, int columns, bool values)
{
    int n = h->down.of->n, each = (n + rows - 1) / rows, used = (n + each - 1) / each;
    for (int r = 0; r < used; r++) {
        struct text line = {0};
        int i = (used - 1 - r) * each;
        char *key = keys_label(&h->down, i);
        text_addf(&line, "%*s%s ", label - text_width(key) > 0 ? label - text_width(key) : 0, "", key);
        for (int k = 0; k < columns; k++)
            heat_add_cell(h, p, heat_value(h, h->row[p], i, k), cells, values, &line);
        sheet_say_row(h->canvas.sheet, y + r, line.at);
        text_release(&line);
        free(key);
    }
}

static void heat_draw_term(struct heat *h)
{
    struct sheet *sheet = h->canvas.sheet;
    char low[AXIS_ROOM], high[AXIS_ROOM];
    int label = 1, columns = h->across.of->n, y = (int)sheet->area.top - 1, need = heat_value_cells(h) + 1;
    for (int i = 0; i < h->down.of->n; i++) {
        char *key = keys_label(&h->down, i);
        label = text_width(key) > label ? text_width(key) : label;
        free(key);
    }
    label = label > 20 ? 20 : label;
    int room = (int)sheet->width - label - 1, cells = room / columns;
    bool values = cells >= need;
    cells = cells < 1 ? 1 : values ? need : cells > 6 ? 6 : cells;
    columns = columns > room / cells ? room / cells : columns;
    int free_rows = (int)sheet->height - 2 - y, shown = h->plans;
    while (shown > 1 && free_rows / shown < 4)
        shown--;
    for (int p = 0; p < shown; p++) {
        int rows = free_rows / shown - 1;
        char *first = keys_label(&h->across, 0), *last = keys_label(&h->across, columns - 1);
        remark_value(h->report->result, h->report->metric, h->low[p], low);
        remark_value(h->report->result, h->report->metric, h->high[p], high);
        char *title = mem_format(_("%s to %s across \xc2\xb7 %s to %s  %s"), first, last, low, high,
                                 h->lineup.row[h->row[p]].name);
        sheet_say_row(sheet, y, title);
        heat_draw_rows(h, p, y + 1, rows, label, cells, columns, values);
        y += rows < h->down.of->n ? rows + 1 : h->down.of->n + 1;
        free(title);
        free(first);
        free(last);
    }
    char *legend = mem_format(values ? _("up: %s \xc2\xb7 across: %s")
                                     : _("up: %s \xc2\xb7 across: %s \xc2\xb7 shades . : - = + * # %% & @"),
                              h->down.title, h->across.title);
    sheet_say_row(sheet, (int)sheet->height - 2, legend);
    free(legend);
}

/* ---- the frame ---- */

static void heat_head(struct heat *h)
{
    struct text headline = {0}, subtitle = {0}, foot = {0};
    char *metric = metric_text(h->report->metric);
    remark_heat(h->report, &h->down, &h->across, &headline);
    text_addf(&subtitle, _("%s by %s and %s"), metric, h->down.title, h->across.title);
    if (h->plans == 1)
        text_addf(&subtitle, "  \xc2\xb7  %s", h->lineup.row[h->row[0]].name);
    if (h->lineup.n > h->plans)
        text_addf(&subtitle, _("  \xc2\xb7  the %d plans of lowest values out of %d"), h->plans,
                  h->report->sweep->plans);
    if (h->lineup.unpriced.size > 0)
        lineup_notes(&h->lineup, &subtitle);
    lineup_foot(
        &h->lineup, 0,
        h->canvas.sheet->medium == SHEET_TERM ? ""
        : h->log
            ? _("framed: the lowest of each plan \xc2\xb7 same futures in all cells \xc2\xb7 shades by the logarithm")
            : _("framed: the lowest of each plan \xc2\xb7 same futures in all cells"),
        &foot);
    sheet_head(h->canvas.sheet, headline.at, subtitle.at, foot.at);
    free(metric);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

int heat_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    if (data->sweep->sweep->axes != 2)
        return err_plain(err, ERR_INPUT, _("draw sweep, or give a second key"),
                         _("the chart \"heat\" has two keys, not one"));
    struct heat *h = mem_new(1, sizeof *h);
    int code = 0;
    h->canvas = canvas_on(sheet);
    h->report = data->sweep;
    keys_init(&h->down, &data->sweep->sweep->axis[0]);
    keys_init(&h->across, &data->sweep->sweep->axis[1]);
    heat_line_up(h);
    heat_set_range(h);
    if (h->plans == 0) {
        code = err_plain(err, ERR_INPUT, NULL, _("no plan has a value in this range, so there is nothing to draw"));
    } else {
        heat_head(h);
        if (sheet->medium == SHEET_TERM)
            heat_draw_term(h);
        else
            heat_draw(h);
        canvas_end(&h->canvas);
    }
    lineup_release(&h->lineup);
    keys_release(&h->down);
    keys_release(&h->across);
    free(h);
    return code;
}
