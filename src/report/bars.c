/* The chart `bars`: mean cost in money, stacked by the five classes, with P50 to P90 of the total and the budget. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "report/finding.h"
#include "report/label.h"
#include "report/share.h"
#include "report/words.h"

enum { BARS_TEXTS = LINEUP_MOST * (CLASS_COUNT + 2) };

struct bars {
    struct sheet *sheet;
    struct lineup lineup;
    struct stack stack;
    double budget; /* negative: none */
    bool budget_off;
    bool intervals;                     /* some mean has one wide enough to be written */
    int pieces, marks;                  /* rows that the script draws */
    struct place_rect text[BARS_TEXTS]; /* where texts stand that the budget's line leaves out */
    int texts;
};

/* ---- data ---- */

static double bars_percentile(const struct bars *b, int row, double p)
{
    return words_find(&b->lineup.row[row].plan->cost, p)->value;
}

/* Where a row's bar and interval end. */
static double bars_end(const struct bars *b, int row)
{
    double p50 = bars_percentile(b, row, 50), p90 = bars_percentile(b, row, 90);
    return isfinite(p90) ? p90 : isfinite(p50) ? fmax(p50, b->lineup.row[row].plan->cost.largest) : 0;
}

/* A budget far beyond the bars is named and not drawn: it would squeeze them. */
static void bars_set_axis(struct bars *b)
{
    double high = 0;
    for (int i = 0; i < b->lineup.n; i++)
        high = fmax(high, fmax(isnan(b->stack.total[i]) ? 0 : b->stack.total[i], bars_end(b, i)));
    b->budget_off = b->budget > 1.5 * high && high > 0;
    if (!b->budget_off)
        high = fmax(high, b->budget);
    b->sheet->x = (struct axis){
        .quantity = AXIS_MONEY, .currency = b->lineup.currency, .min = 0, .max = high > 0 ? 1.01 * high : 1};
    b->sheet->y = (struct axis){.quantity = AXIS_SHARE, .min = b->lineup.n + 0.5, .max = 0.5};
}

/* ---- texts ---- */

/* The money of a row's classes in steps of what its total shows, so that they add to it. */
static void bars_round(const struct bars *b, int row, double money[CLASS_COUNT])
{
    double step = axis_money_step(b->stack.total[row]);
    share_units(b->stack.part[row], CLASS_COUNT, round(b->stack.total[row] / step), money);
    for (int c = 0; c < CLASS_COUNT; c++)
        money[c] *= step;
}

/* Whether half of the mean's interval is more than a half of what the total shows. */
static bool bars_has_interval(const struct bars *b, int row)
{
    const struct distribution *d = &b->lineup.row[row].plan->cost;
    return !isnan(b->stack.total[row]) && 0.5 * (d->mean_high - d->mean_low) >= 0.5 * axis_money_step(d->mean);
}

/* "$12,207 ± $5", or why there is no mean; the caller frees it. */
static char *bars_total(const struct bars *b, int row)
{
    const struct distribution *d = &b->lineup.row[row].plan->cost;
    char total[AXIS_ROOM], half[AXIS_ROOM];
    if (isnan(b->stack.total[row]))
        return stack_excuse(b->lineup.row[row].plan);
    axis_money(b->stack.total[row], b->lineup.currency, total);
    if (!bars_has_interval(b, row))
        return mem_copy(total);
    double step = axis_money_step(d->mean);
    return mem_format(
        "%s \xc2\xb1 %s", total,
        axis_money(step * ceil(0.5 * (d->mean_high - d->mean_low) / step - 1e-9), b->lineup.currency, half));
}

/* "P50 $12,203 · P90 $12,219"; the caller frees it. */
static char *bars_detail(const struct bars *b, int row)
{
    char half[AXIS_ROOM], most[AXIS_ROOM];
    double p50 = bars_percentile(b, row, 50), p90 = bars_percentile(b, row, 90);
    if (!isfinite(p50))
        return mem_copy(_("P50 not reached"));
    axis_money(p50, b->lineup.currency, half);
    if (!isfinite(p90))
        return mem_format(_("P50 %s \xc2\xb7 P90 not reached"), half);
    return mem_format("P50 %s \xc2\xb7 P90 %s", half, axis_money(p90, b->lineup.currency, most));
}

/* ---- bars ---- */

static void bars_keep_clear(struct bars *b, double left, double right, double y)
{
    double half = b->lineup.n <= 5 ? 15 : 10;
    b->text[b->texts++] = (struct place_rect){left - 4, y - half, right + 4, y + half};
}

/* y and half are in rows. */
static void bars_draw_bar(struct bars *b, int row, double y, double half, enum sheet_style largest)
{
    struct sheet *sheet = b->sheet;
    double from = 0, money[CLASS_COUNT];
    char label[AXIS_ROOM];
    struct place_rect at;
    bars_round(b, row, money);
    for (int c = 0; c < CLASS_COUNT; c++) {
        double to = from + b->stack.part[row][c];
        if (to <= from)
            continue;
        sheet_row(sheet, SHEET_BARS, (double[]){from, to, y, half, COLOUR_CLASS + c}, 5);
        b->pieces++;
        axis_money(money[c], b->lineup.currency, label);
        char *text = mem_format(sheet->medium == SHEET_TERM ? " %s " : "%s", label);
        if (money[c] > 0 && stack_say_piece(sheet, (enum cost_class)c, sheet_across(sheet, from),
                                            sheet_across(sheet, to), sheet_down(sheet, y), text, largest, &at))
            bars_keep_clear(b, at.left, at.right, sheet_down(sheet, y));
        free(text);
        from = to;
    }
}

/* ---- pictures ---- */

static enum sheet_style bars_style(const struct bars *b)
{
    return b->lineup.n <= 5 ? STYLE_LABEL : STYLE_SMALL;
}

/* The right edge at which a text that stands after a value still ends on the canvas. */
static double bars_right(const struct bars *b, double value, const char *text, enum sheet_style style)
{
    const struct sheet *sheet = b->sheet;
    double room = 1240 - 20 - sheet_width(sheet, text, style) - sheet->area.left;
    return sheet->area.left + fmax(200, value > 0 ? room * sheet->x.max / value : 2000);
}

static void bars_set_area(struct bars *b)
{
    struct place_rect *area = &b->sheet->area;
    area->left = fmax(109, 39 + stack_name_width(b->sheet, &b->lineup) + 16);
    area->right = 1200;
    for (int i = 0; i < b->lineup.n; i++) {
        char *total = bars_total(b, i), *detail = bars_detail(b, i);
        double mean = isnan(b->stack.total[i]) ? 0 : b->stack.total[i];
        area->right = fmin(area->right, bars_right(b, mean, total, STYLE_BOLD));
        area->right = fmin(area->right, bars_right(b, bars_end(b, i), detail, STYLE_SMALL));
        free(total);
        free(detail);
    }
    area->top -= b->budget >= 0 ? 6 : 26;
    /* One bar or two may be taller. */
    area->bottom = fmin(572, area->top + (b->lineup.n < 3 ? 140 : 108) * b->lineup.n);
}

/* A text after a value, which the budget's line leaves out. */
static void bars_say_after(struct bars *b, double value, double gap, double y, const char *text, int colour,
                           enum sheet_style style)
{
    struct sheet *sheet = b->sheet;
    double x = sheet_across(sheet, value) + gap;
    sheet_say(sheet, x, y, text, colour, style, SIDE_LEFT);
    bars_keep_clear(b, x, x + sheet_width(sheet, text, style), y);
}

/* P50 to P90 of the total, with an open end where unfinished trials are reached. */
static void bars_draw_interval(struct bars *b, int row, double y)
{
    struct sheet *sheet = b->sheet;
    double p50 = bars_percentile(b, row, 50), end = bars_end(b, row);
    bool open = !isfinite(bars_percentile(b, row, 90));
    char *detail = bars_detail(b, row), *text = mem_format("%s%s", open && end > 0 ? "\xe2\x86\x92 " : "", detail);
    if (isfinite(p50)) {
        /* An interval that the dot hides has no end to draw. */
        bool seen = !open && sheet_across(sheet, end) > sheet_across(sheet, p50) + 7;
        sheet_row(sheet, SHEET_MARKS, (double[]){p50, y, p50, seen ? end : p50, COLOUR_INK}, 5);
        b->marks++;
    }
    if (open && end > 0)
        sheet_line(sheet, p50, y, end, y, LINE_JOIN, COLOUR_INK);
    bars_say_after(b, end, open && end > 0 ? 0 : 14, sheet_down(sheet, y), text, COLOUR_GREY, STYLE_SMALL);
    free(text);
    free(detail);
}

static void bars_draw_row(struct bars *b, int row)
{
    struct sheet *sheet = b->sheet;
    double y = row + 1 - 0.13, total = b->stack.total[row];
    bool known = !isnan(total);
    char *text = bars_total(b, row);
    stack_say_name(sheet, &b->lineup, row, sheet->area.left - 16, sheet_down(sheet, y));
    if (total > 0)
        bars_draw_bar(b, row, y, 0.24, bars_style(b));
    bars_say_after(b, known ? total : 0, 14, sheet_down(sheet, y), text, known ? COLOUR_INK : COLOUR_GREY,
                   known ? STYLE_BOLD : bars_style(b));
    bars_draw_interval(b, row, row + 1 + 0.28);
    free(text);
}

/* The row's coordinate of a height on the canvas. */
static double bars_row_at(const struct bars *b, double y)
{
    const struct place_rect *area = &b->sheet->area;
    return 0.5 + b->lineup.n * (y - area->top) / (area->bottom - area->top);
}

/* The budget's line, from the top down, but for the texts in its way. */
static void bars_draw_line(struct bars *b)
{
    const struct sheet *sheet = b->sheet;
    double x = sheet_across(sheet, b->budget), y = sheet->area.top;
    while (y < sheet->area.bottom) {
        double stop = sheet->area.bottom, next = stop;
        for (int i = 0; i < b->texts; i++) {
            const struct place_rect *text = &b->text[i];
            if (text->left > x || text->right < x || text->bottom <= y || text->top >= stop)
                continue;
            stop = fmax(y, text->top);
            next = text->bottom;
        }
        if (stop > y + 5)
            sheet_line(b->sheet, b->budget, bars_row_at(b, y), b->budget, bars_row_at(b, stop), LINE_LIMIT, COLOUR_INK);
        y = next;
    }
}

static void bars_draw_budget(struct bars *b)
{
    struct sheet *sheet = b->sheet;
    char value[AXIS_ROOM];
    if (b->budget < 0)
        return;
    double y = sheet->area.top - 20;
    char *name = mem_format(_("budget %s"), axis_money(b->budget, b->lineup.currency, value));
    if (b->budget_off) {
        char *arrow = mem_format("%s \xe2\x86\x92", name);
        sheet_say(sheet, 1240, y, arrow, COLOUR_INK, STYLE_BOLD, SIDE_RIGHT);
        free(arrow);
    } else {
        double half = 0.5 * sheet_width(sheet, name, STYLE_BOLD), x = sheet_across(sheet, b->budget);
        sheet_say(sheet, fmax(39 + half, fmin(1240 - half, x)), y, name, COLOUR_INK, STYLE_BOLD, SIDE_MIDDLE);
        bars_draw_line(b);
    }
    free(name);
}

static void bars_draw(struct bars *b)
{
    struct sheet *sheet = b->sheet;
    bars_set_area(b);
    for (int i = 0; i < b->lineup.n; i++)
        bars_draw_row(b, i);
    bars_draw_budget(b);
    axis_ticks(&sheet->x, 8, sheet->area.right - sheet->area.left, 20, 16, false);
    stack_legend(sheet, &b->stack, sheet->area.left + 7, sheet->area.bottom + 64);
}

/* ---- text charts ---- */

static void bars_draw_row_term(struct bars *b, int row)
{
    struct sheet *sheet = b->sheet;
    double y = sheet_down(sheet, row + 1), total = b->stack.total[row];
    char *name = bars_total(b, row), *detail = bars_detail(b, row);
    char *line = mem_format("%s \xc2\xb7 %s  %s", name, detail, b->lineup.row[row].name);
    sheet_say_row(sheet, (int)y - 1, line);
    if (total > 0)
        bars_draw_bar(b, row, row + 1, 0, STYLE_LABEL);
    if (isfinite(bars_percentile(b, row, 90)))
        sheet_say(sheet, floor(sheet_across(sheet, bars_percentile(b, row, 90))), y, ")", COLOUR_INK, STYLE_LABEL,
                  SIDE_LEFT);
    if (b->budget >= 0 && !b->budget_off)
        sheet_say(sheet, floor(sheet_across(sheet, b->budget)), y, "|", COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    free(line);
    free(name);
    free(detail);
}

/* Each plan has its figures and name in one row and its bar in the next; then ticks, and the signs. */
static void bars_draw_term(struct bars *b)
{
    struct sheet *sheet = b->sheet;
    struct text more = {0};
    char value[AXIS_ROOM];
    int each = b->lineup.n <= 4 ? 4 : 2;
    double top = sheet->area.top - 1;
    sheet->area = (struct place_rect){0, top, 78, top + each * b->lineup.n};
    for (int i = 0; i < b->lineup.n; i++)
        bars_draw_row_term(b, i);
    axis_ticks(&sheet->x, 6, 78, 0, 2, false);
    text_add(&more, _(") P90"));
    if (b->budget >= 0) {
        text_addf(&more, "   %s", b->budget_off ? "" : "| ");
        text_addf(&more, _("budget %s"), axis_money(b->budget, b->lineup.currency, value));
        text_add(&more, b->budget_off ? " \xe2\x86\x92" : "");
    }
    stack_legend(sheet, &b->stack, 0, sheet->area.bottom + 2);
    sheet_say_row(sheet, (int)sheet->area.bottom + 3, more.at);
    text_release(&more);
}

/* ---- the frame ---- */

static void bars_head(struct bars *b)
{
    struct text headline = {0}, subtitle = {0}, foot = {0};
    finding_bars(&b->lineup, &b->stack, &headline);
    text_add(&subtitle, b->intervals
                            ? _("Mean cost by class, \xc2\xb1 its 95% interval  \xc2\xb7  below each bar: P50 to "
                                "P90 of the total")
                            : _("Mean cost by class  \xc2\xb7  below each bar: P50 to P90 of the total"));
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

int bars_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct bars b = {.sheet = sheet, .budget = data->result->scenario->budget};
    int code = 0;
    lineup_init(&b.lineup, data->result);
    if (b.lineup.priced) {
        b.stack = stack_of(&b.lineup);
        for (int i = 0; i < b.lineup.n; i++)
            b.intervals = b.intervals || bars_has_interval(&b, i);
        bars_set_axis(&b);
        stack_shrink(sheet, b.lineup.n, 145);
        bars_head(&b);
        if (sheet->medium == SHEET_TERM)
            bars_draw_term(&b);
        else
            bars_draw(&b);
        sheet_line(sheet, 0, 0.5, 0, b.lineup.n + 0.5, LINE_AXIS, COLOUR_AXIS);
        sheet_tics(sheet);
        sheet_list(sheet, b.pieces);
        sheet_list(sheet, b.marks);
    } else {
        code = err_plain(err, ERR_INPUT, _("give a plan a price"),
                         _("nothing is priced, so there is no cost to draw in bars"));
    }
    lineup_release(&b.lineup);
    return code;
}
