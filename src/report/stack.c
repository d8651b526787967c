/* Means by class, and the parts of a chart that say whose and which they are. */
#include "report/stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const stack_names[CLASS_COUNT] = {
    N_("compute"), N_("power and cooling"), N_("communication"), N_("failures"), N_("time"),
};

struct stack stack_of(const struct lineup *lineup)
{
    struct stack stack = {0};
    for (int row = 0; row < lineup->n; row++) {
        const struct summary *plan = lineup->row[row].plan;
        stack.total[row] = plan->unfinished > 0 ? NAN : 0;
        for (int c = 0; c < CLASS_COUNT; c++) {
            for (int i = 0; i < ITEM_COUNT; i++)
                stack.part[row][c] += plan->mean.item[i][c];
            stack.part[row][c] = fmax(0, stack.part[row][c]);
            stack.total[row] += stack.part[row][c];
            stack.used[c] = stack.used[c] || (plan->unfinished == 0 && stack.part[row][c] > 0);
        }
    }
    return stack;
}

char *stack_excuse(const struct summary *plan)
{
    char some[64], all[64];
    return mem_format(_("%s of %s trials unfinished: no mean"), text_grouped((double)plan->unfinished, 0, some),
                      text_grouped((double)plan->trials, 0, all));
}

/* ---- names ---- */

enum sheet_style stack_name_style(const struct sheet *sheet, const struct lineup *lineup)
{
    for (int i = 0; i < lineup->n; i++)
        if (sheet_width(sheet, lineup->row[i].name, STYLE_BOLD) > STACK_NAME_ROOM)
            return STYLE_SMALL;
    return STYLE_BOLD;
}

double stack_name_width(const struct sheet *sheet, const struct lineup *lineup)
{
    double widest = 0;
    for (int i = 0; i < lineup->n; i++)
        widest = fmax(widest, sheet_width(sheet, lineup->row[i].name, stack_name_style(sheet, lineup)));
    return fmin(STACK_NAME_ROOM, widest);
}

void stack_say_name(struct sheet *sheet, const struct lineup *lineup, int row, double x, double y)
{
    enum sheet_style style = stack_name_style(sheet, lineup);
    char *cut = sheet_cut(lineup->row[row].name, style, STACK_NAME_ROOM);
    sheet_say(sheet, x, y, cut, COLOUR_INK, style, SIDE_RIGHT);
    free(cut);
}

/* ---- pieces ---- */

bool stack_say_piece(struct sheet *sheet, enum cost_class class, double left, double right, double y, const char *text,
                     enum sheet_style largest, struct place_rect *at)
{
    const bool term = sheet->medium == SHEET_TERM;
    double room = right - left - (term ? 2 : 8);
    int colour = term || (class != CLASS_compute && class != CLASS_failures) ? COLOUR_INK : COLOUR_WHITE;
    enum sheet_style style = sheet_width(sheet, text, largest) <= room ? largest : STYLE_SMALL;
    double width = sheet_width(sheet, text, style), x = 0.5 * (left + right);
    if (width > room)
        return false;
    sheet_say(sheet, term ? floor(x) : x, y, text, colour, style, SIDE_MIDDLE);
    *at = (struct place_rect){x - 0.5 * width, y - 11, x + 0.5 * width, y + 11};
    return true;
}

/* ---- swatches ---- */

static void stack_signs(struct sheet *sheet, const struct stack *stack, double y)
{
    struct text line = {0};
    for (int c = 0; c < CLASS_COUNT; c++)
        if (stack->used[c])
            text_addf(&line, "%s%c %s", line.size > 0 ? "   " : "", "#=-x+"[c], _(stack_names[c]));
    if (line.size > 0)
        sheet_say_row(sheet, (int)y, line.at);
    text_release(&line);
}

void stack_legend(struct sheet *sheet, const struct stack *stack, double x, double y)
{
    double width = 0;
    if (sheet->medium == SHEET_TERM) {
        stack_signs(sheet, stack, y);
        return;
    }
    for (int c = 0; c < CLASS_COUNT; c++)
        width += stack->used[c] ? sheet_width(sheet, _(stack_names[c]), STYLE_LABEL) + 56 : 0;
    if (x + width - 40 > 1240)
        x = 46;
    for (int c = 0; c < CLASS_COUNT; c++) {
        if (!stack->used[c])
            continue;
        const char *name = _(stack_names[c]);
        sheet_say(sheet, x, y, "", COLOUR_CLASS + c, STYLE_SQUARE, SIDE_LEFT);
        sheet_say(sheet, x + 16, y, name, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
        x += 16 + sheet_width(sheet, name, STYLE_LABEL) + 40;
    }
}

void stack_shrink(struct sheet *sheet, int rows, double each)
{
    if (sheet->medium != SHEET_TERM)
        sheet->height = fmin(sheet->height, 320 + each * rows);
}
