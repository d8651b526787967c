/* Direct labels by place_labels, and the column that takes over. */
#include "report/label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

struct label_set *label_set_new(void)
{
    return mem_new(1, sizeof(struct label_set));
}

void label_set_free(struct label_set *set)
{
    if (set == NULL)
        return;
    for (int i = 0; i < set->n; i++)
        free(set->of[i].text);
    free(set);
}

void label_add(struct label_set *set, const struct sheet *sheet, double x, double y, const char *text, int colour,
               enum sheet_style style, enum place_side side, double gap)
{
    if (set->n == LABELS_MOST)
        return;
    set->box[set->n] = (struct place_box){
        .x = x, .y = y, .width = sheet_width(sheet, text, style), .height = 24, .gap = gap, .side = side};
    set->of[set->n].text = mem_copy(text);
    set->of[set->n].colour = colour;
    set->of[set->n++].style = style;
}

void label_take(struct label_set *set, double left, double top, double right, double bottom)
{
    if (set->n_taken < LABELS_TAKEN)
        set->taken[set->n_taken++] = (struct place_rect){left, top, right, bottom};
}

void label_avoid(struct label_set *set, double x1, double y1, double x2, double y2)
{
    if (set->lines < LABELS_LINES)
        set->line[set->lines++] = (struct place_line){x1, y1, x2, y2};
}

void label_is_optional(struct label_set *set)
{
    if (set->n > 0)
        set->of[set->n - 1].optional = true;
}

bool label_settle(struct label_set *set, struct sheet *sheet, const struct place_rect *area)
{
    const double worst = 36;
    place_labels(set->box, set->n, area, set->taken, set->n_taken, set->line, set->lines);
    for (int i = 0; i < set->n; i++)
        if (!(set->box[i].cost <= worst) && !set->of[i].optional)
            return false;
    for (int i = 0; i < set->n; i++) {
        const struct place_box *box = &set->box[i];
        if (!(box->cost <= worst))
            continue;
        double y = 0.5 * (box->at.top + box->at.bottom);
        /* Anchored at the end near the point, so that a narrower font does not move it away. */
        if (box->at.right <= box->x)
            sheet_say(sheet, box->at.right, y, set->of[i].text, set->of[i].colour, set->of[i].style, SIDE_RIGHT);
        else if (box->at.left >= box->x)
            sheet_say(sheet, box->at.left, y, set->of[i].text, set->of[i].colour, set->of[i].style, SIDE_LEFT);
        else
            sheet_say(sheet, 0.5 * (box->at.left + box->at.right), y, set->of[i].text, set->of[i].colour,
                      set->of[i].style, SIDE_MIDDLE);
    }
    return true;
}

/* ---- the column ---- */

void label_make_room(const struct lineup *lineup, struct sheet *sheet)
{
    double widest = 250;
    for (int i = 0; i < lineup->n; i++)
        widest = fmax(widest, sheet_width(sheet, lineup->row[i].name, STYLE_BOLD) + 20);
    sheet->area.right = 1175 - fmin(400, widest);
}

static int label_by_order(const void *left, const void *right)
{
    const struct label_row *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->plan > b->plan) - (a->plan < b->plan);
}

/* A name in bold where that fits, else small and perhaps cut. */
static void label_name(struct sheet *sheet, double x, double y, const struct lineup_row *plan)
{
    double room = 1240 - x;
    if (sheet_width(sheet, plan->name, STYLE_BOLD) <= room) {
        sheet_say(sheet, x, y, plan->name, plan->colour, STYLE_BOLD, SIDE_LEFT);
        return;
    }
    size_t size = strlen(plan->name) + 5;
    char *cut = mem_new(size, 1);
    place_shorten(plan->name, 17.33, false, room, cut, size);
    sheet_say(sheet, x, y, cut, plan->colour, STYLE_SMALL, SIDE_LEFT);
    free(cut);
}

/* One row a plan, the names last: a terminal's wide characters would shift what follows them. */
static void label_rows(struct sheet *sheet, const struct lineup *lineup, const struct label_row *row)
{
    int widest = 0;
    for (int i = 0; i < lineup->n; i++)
        widest = text_width(row[i].detail) > widest ? text_width(row[i].detail) : widest;
    for (int i = 0; i < lineup->n; i++) {
        const struct lineup_row *plan = &lineup->row[row[i].plan];
        char *line =
            mem_format("%c %s%*s  %s", row[i].sign, row[i].detail, widest - text_width(row[i].detail), "", plan->name);
        sheet_say_row(sheet, (int)sheet->height - 1 - lineup->n + i, line);
        free(line);
    }
}

void label_column(struct sheet *sheet, const struct lineup *lineup, struct label_row *row)
{
    if (sheet->medium == SHEET_TERM) {
        label_rows(sheet, lineup, row);
        return;
    }
    double x = sheet->area.right + LABEL_COLUMN_GAP, y = sheet->area.top + 14;
    double pitch = fmin(58, (sheet->area.bottom - sheet->area.top) / lineup->n);
    qsort(row, (size_t)lineup->n, sizeof *row, label_by_order);
    for (int i = 0; i < lineup->n; i++, y += pitch) {
        const struct lineup_row *plan = &lineup->row[row[i].plan];
        sheet_say(sheet, x, y, "", plan->colour, STYLE_ROUND, SIDE_LEFT);
        label_name(sheet, x + 18, y, plan);
        sheet_say(sheet, x + 18, y + 23, row[i].detail, COLOUR_GREY, STYLE_SMALL, SIDE_LEFT);
    }
}
