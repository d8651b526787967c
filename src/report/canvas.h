/* Shapes in units of the canvas, for charts that are laid out before: the script plots/canvas.gp draws them. */
#ifndef RUNODDS_REPORT_CANVAS_H
#define RUNODDS_REPORT_CANVAS_H

#include "report/sheet.h"

enum canvas_dot { DOT_PLAIN = 1, DOT_LARGE, DOT_RING };

struct canvas {
    struct sheet *sheet;
    int areas, curves, marks, tiles;
    bool drawn;                              /* some line, without which the script has nothing to read */
    struct text area_colours, curve_colours; /* in the order of their blocks */
};

struct canvas canvas_on(struct sheet *sheet);

/* A faint area or a curve begins; its points follow. A thin curve is half as wide. */
void canvas_area(struct canvas *canvas, int colour);
void canvas_area_point(struct canvas *canvas, double x, double y);
void canvas_curve(struct canvas *canvas, int colour, bool thin);
void canvas_curve_point(struct canvas *canvas, double x, double y);

/* A faint rectangle. */
void canvas_band(struct canvas *canvas, const struct place_rect *at, int colour);

/* A rectangle of a colour of its own, 0xRRGGBB. */
void canvas_tile(struct canvas *canvas, const struct place_rect *at, int rgb);

void canvas_line(struct canvas *canvas, double x1, double y1, double x2, double y2, enum sheet_line kind, int colour);

/* A dot with bars to both sides and up and down; a bar shorter than the dot is left out. */
void canvas_mark(struct canvas *canvas, double x, double y, const struct place_rect *bars, enum canvas_dot dot,
                 int colour);

/* Sets the area to the canvas and writes the script's argument; releases the canvas. */
void canvas_end(struct canvas *canvas);

#endif
