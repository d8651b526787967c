/* The chart `breakdown`: where the money goes, by the five classes' shares of the mean cost. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "report/headline.h"
#include "report/share.h"
#include "report/stack.h"

struct breakdown {
    struct sheet *sheet;
    struct lineup lineup;
    struct stack stack;
    int pieces;
};

static double breakdown_overhead(const struct breakdown *b, int row)
{
    if (isnan(b->stack.total[row]) || !(b->stack.total[row] > 0))
        return NAN;
    return (b->stack.part[row][CLASS_failures] + b->stack.part[row][CLASS_time]) / b->stack.total[row];
}

/* ---- bars ---- */

static double breakdown_middle(const struct breakdown *b, int row)
{
    return sheet_down(b->sheet, row + 1);
}

static void breakdown_draw_bar(struct breakdown *b, int row)
{
    struct sheet *sheet = b->sheet;
    int percent[CLASS_COUNT];
    double from = 0;
    char label[16];
    struct place_rect at;
    share_round(b->stack.part[row], CLASS_COUNT, percent);
    for (int c = 0; c < CLASS_COUNT; c++) {
        double to = from + b->stack.part[row][c] / b->stack.total[row];
        if (to <= from)
            continue;
        sheet_row(sheet, SHEET_BARS, (double[]){from, to, row + 1, COLOUR_CLASS + c}, 4);
        snprintf(label, sizeof label, sheet->medium == SHEET_TERM ? " %d%% " : "%d%%", percent[c]);
        stack_say_piece(sheet, (enum cost_class)c, sheet_across(sheet, from), sheet_across(sheet, to),
                        breakdown_middle(b, row), label, b->lineup.n <= 5 ? STYLE_LABEL : STYLE_SMALL, &at);
        b->pieces++;
        from = to;
    }
}

static char *breakdown_total(const struct breakdown *b, int row)
{
    char money[AXIS_ROOM];
    return isnan(b->stack.total[row]) ? mem_copy("")
                                      : mem_copy(axis_money(b->stack.total[row], b->lineup.currency, money));
}

/* ---- pictures ---- */

static void breakdown_set_area(struct breakdown *b)
{
    struct sheet *sheet = b->sheet;
    double totals = 0;
    for (int i = 0; i < b->lineup.n; i++) {
        char *total = breakdown_total(b, i);
        totals = fmax(totals, sheet_width(sheet, total, STYLE_LABEL));
        free(total);
    }
    sheet->area.left = fmax(109, 39 + stack_name_width(sheet, &b->lineup) + 16);
    sheet->area.right = fmin(1140, 1250 - totals - 17);
    sheet->area.top -= 22;
    sheet->area.bottom = fmin(570, sheet->area.top + 112 * b->lineup.n);
}

static void breakdown_say_row(struct breakdown *b, int row)
{
    struct sheet *sheet = b->sheet;
    double y = breakdown_middle(b, row);
    char *total = breakdown_total(b, row);
    stack_say_name(sheet, &b->lineup, row, sheet->area.left - 16, y);
    if (isnan(b->stack.total[row])) {
        char *excuse = stack_excuse(b->lineup.row[row].plan);
        sheet_say(sheet, sheet->area.left + 8, y, excuse, COLOUR_GREY, STYLE_LABEL, SIDE_LEFT);
        free(excuse);
    } else {
        sheet_say(sheet, sheet->area.right + 17, y, total, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    }
    free(total);
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
    char *total = breakdown_total(b, row), *excuse = stack_excuse(b->lineup.row[row].plan);
    char *line = mem_format("%s  %s", isnan(b->stack.total[row]) ? excuse : total, b->lineup.row[row].name);
    sheet_say_row(b->sheet, (int)breakdown_middle(b, row) - 1, line);
    free(line);
    free(excuse);
    free(total);
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
    stack_shrink(b->sheet, b->lineup.n, 112);
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
        if (b->stack.total[i] > 0)
            breakdown_draw_bar(b, i);
    }
    if (term)
        stack_legend(b->sheet, &b->stack, 0, b->sheet->area.bottom + 1);
    else
        stack_legend(b->sheet, &b->stack, b->sheet->area.left + 7, b->sheet->area.bottom + 34);
    sheet_tics(b->sheet);
    sheet_list(b->sheet, b->pieces);
}

int breakdown_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct breakdown b = {.sheet = sheet};
    int code = 0;
    lineup_init(&b.lineup, data->parts ? data->parts : data->result);
    b.stack = stack_of(&b.lineup);
    if (b.lineup.priced)
        breakdown_draw(&b);
    else
        code = err_plain(err, ERR_INPUT, _("give a plan a price"),
                         _("nothing is priced, so there is no cost to break down"));
    lineup_release(&b.lineup);
    return code;
}
