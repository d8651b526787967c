/* The names of curves and clouds: beside them where there is room, else in a column at the right. */
#ifndef RUNODDS_REPORT_LABEL_H
#define RUNODDS_REPORT_LABEL_H

#include "report/lineup.h"
#include "report/sheet.h"

enum { LABELS_MOST = 16, LABELS_TAKEN = 48, LABELS_LINES = 2400, LABEL_COLUMN_GAP = 44 };

/* Labels that wait for their places, what they must keep clear of, and the lines that they avoid. */
struct label_set {
    struct place_box box[LABELS_MOST];
    struct {
        char *text;
        int colour;
        enum sheet_style style;
        bool optional; /* left out, rather than put in a bad place */
    } of[LABELS_MOST];
    int n;
    struct place_rect taken[LABELS_TAKEN];
    int n_taken;
    struct place_line line[LABELS_LINES];
    int lines;
};

struct label_set *label_set_new(void);
void label_set_free(struct label_set *set);

/* A text that belongs to the point (x, y) of the canvas. The first ones have the first choice. */
void label_add(struct label_set *set, const struct sheet *sheet, double x, double y, const char *text, int colour,
               enum sheet_style style, enum place_side side, double gap);
void label_take(struct label_set *set, double left, double top, double right, double bottom);
void label_avoid(struct label_set *set, double x1, double y1, double x2, double y2);

/* Says of the last label that it may be left out. */
void label_is_optional(struct label_set *set);

/* Puts all labels on the sheet, or none: false when one that is not optional finds no good place within the area. */
bool label_settle(struct label_set *set, struct sheet *sheet, const struct place_rect *area);

/* Moves the area's right edge so that a column of the plans' names fits beside it. */
void label_make_room(const struct lineup *lineup, struct sheet *sheet);

/* One entry of a column, or of the rows below a text chart. */
struct label_row {
    int plan;     /* its row of the line-up */
    char *detail; /* the figures */
    double order; /* the least comes first */
    char sign;    /* what draws it on a terminal */
};

/* Writes the column, sorted, or, on a terminal, one row a plan in the order of the line-up: sign, detail, name. */
void label_column(struct sheet *sheet, const struct lineup *lineup, struct label_row *row);

#endif
