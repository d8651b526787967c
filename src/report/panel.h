/* A pair of axes somewhere on a canvas: its frame, and data that are drawn in it. */
#ifndef RUNODDS_REPORT_PANEL_H
#define RUNODDS_REPORT_PANEL_H

#include "report/canvas.h"

struct panel {
    struct place_rect area;
    struct axis x, y;
    bool small;   /* one of several: smaller text */
    bool x_fixed; /* the ticks of x are set already */
};

/* From data to the canvas. */
double panel_across(const struct panel *panel, double x);
double panel_down(const struct panel *panel, double y);

/* The i-th of n equal cells of a rectangle, row by row, at most `columns` (0: as many as suit) of them side by side,
 * with gaps between. */
struct place_rect panel_cell(const struct place_rect *within, int n, int i, int columns, double gap_x, double gap_y);

/* Extends [*low, *high] to a limit unless that lies more than half of the range beyond them; returns whether it did. */
bool panel_reach(double *low, double *high, double limit);

/* Sets ticks; those of y move the area's left edge to where their labels fit, which begin there. */
void panel_set_ticks(struct panel *panel, const struct sheet *sheet, int x_most, int y_most);

/* Grid, ticks and the horizontal axis; on a terminal both axes. */
void panel_frame(const struct panel *panel, struct canvas *canvas);

/* What x is, below its ticks; nothing on a terminal. */
void panel_say_x(const struct panel *panel, struct canvas *canvas, const char *title);

/* Data within the panel's heights: n points by rising x; a value that is not finite makes a gap. */
void panel_curve(const struct panel *panel, struct canvas *canvas, const double *x, const double *y, int n, int colour,
                 bool thin);
void panel_area(const struct panel *panel, struct canvas *canvas, const double *x, const double *low,
                const double *high, int n, int colour);

/* A dashed line at a value of x or of y. Its name stands above the panel; or along the line (at: 0 its left end to 1
 * its right one), above it or below, but on a terminal, or where name is NULL, not at all. */
void panel_limit_x(const struct panel *panel, struct canvas *canvas, double x, const char *name);
void panel_limit_y(const struct panel *panel, struct canvas *canvas, double y, const char *name, double at, bool above);

/* Where that name is. */
struct place_rect panel_limit_room(const struct panel *panel, const struct sheet *sheet, double y, const char *name,
                                   double at, bool above);

#endif
