/* What the charts of bars share: each plan's mean cost by class, the names at the left and the swatches below. */
#ifndef RUNODDS_REPORT_STACK_H
#define RUNODDS_REPORT_STACK_H

#include "report/lineup.h"
#include "report/sheet.h"

enum { STACK_NAME_ROOM = 400 };

struct stack {
    double part[LINEUP_MOST][CLASS_COUNT]; /* mean money of each class, at least 0 */
    double total[LINEUP_MOST];             /* their sum; NaN: unfinished trials leave no mean */
    bool used[CLASS_COUNT];                /* some plan has money in it */
};

extern const char *const stack_names[CLASS_COUNT];

struct stack stack_of(const struct lineup *lineup);

/* "3 of 5,000 trials unfinished: no mean"; the caller frees it. */
char *stack_excuse(const struct summary *plan);

/* Bold where all names fit into STACK_NAME_ROOM so, else small; and the widest one in that style, or the room. */
enum sheet_style stack_name_style(const struct sheet *sheet, const struct lineup *lineup);
double stack_name_width(const struct sheet *sheet, const struct lineup *lineup);

/* Puts a plan's name to the left of x, cut to the room. */
void stack_say_name(struct sheet *sheet, const struct lineup *lineup, int row, double x, double y);

/* Writes on a piece of a class in the largest style, no larger than `largest`, that leaves it some ground: true and
 * where it stands, or false where it does not fit. */
bool stack_say_piece(struct sheet *sheet, enum cost_class class, double left, double right, double y, const char *text,
                     enum sheet_style largest, struct place_rect *at);

/* The swatches of the classes in use, from x on or further left where they need it; on a terminal, their signs in row
 * y. */
void stack_legend(struct sheet *sheet, const struct stack *stack, double x, double y);

/* A picture of few rows, each of some height, is lower; before its head is drawn. */
void stack_shrink(struct sheet *sheet, int rows, double each);

#endif
