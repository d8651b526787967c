/* A chart under construction: the texts and numbers that its gnuplot script reads, laid out on a canvas. */
#ifndef RUNODDS_REPORT_SHEET_H
#define RUNODDS_REPORT_SHEET_H

#include <stdio.h>

#include "base/text.h"
#include "report/axis.h"
#include "report/place.h"

enum sheet_medium { SHEET_PNG, SHEET_SVG, SHEET_TERM };

/* The data files; plots/README.md says what they hold. */
enum sheet_part {
    SHEET_TEXT,
    SHEET_XTICS,
    SHEET_YTICS,
    SHEET_LINES,
    SHEET_CURVE,
    SHEET_MARKS,
    SHEET_POINTS,
    SHEET_CROSSES,
    SHEET_BARS,
    SHEET_AREAS,
    SHEET_TILES,
    SHEET_PARTS
};

enum sheet_style {
    STYLE_HEADLINE = 1,
    STYLE_HEADLINE_SMALL,
    STYLE_SUBTITLE,
    STYLE_BOLD,
    STYLE_LABEL,
    STYLE_SMALL,
    STYLE_FOOT,
    STYLE_SQUARE,
    STYLE_ROUND,
    STYLE_BOXED
};

enum sheet_side { SIDE_LEFT = 1, SIDE_MIDDLE, SIDE_RIGHT };

enum sheet_colour { COLOUR_CLASS = 9, COLOUR_INK = 14, COLOUR_GREY, COLOUR_WHITE, COLOUR_AXIS };

enum sheet_line { LINE_AXIS = 1, LINE_LIMIT, LINE_DROP, LINE_GRID, LINE_JOIN, LINE_HEAVY };

/* Canvas units, pixels or cells, have their origin at the top left; the area is where the data are drawn. */
struct sheet {
    enum sheet_medium medium;
    double width, height;
    struct place_rect area;
    struct axis x, y;
    struct text part[SHEET_PARTS];
    struct text last; /* the seventh argument of the script */
    bool bare;        /* for a page that says the headline, subtitle and foot note itself */
    struct text headline, subtitle, foot;
    double top, bottom; /* heights between which texts stand */
    double begin;       /* height at which a bare chart may begin */
};

enum { SHEET_ARGUMENTS = 4 };

void sheet_init(struct sheet *sheet, enum sheet_medium medium);
void sheet_release(struct sheet *sheet);

/* Headline, subtitle and foot note, which the sheet keeps, and does not draw if it is bare; sets the area's top to what
 * they leave, and its other edges to the defaults. */
void sheet_head(struct sheet *sheet, const char *headline, const char *subtitle, const char *foot);

/* The part of the canvas that a bare chart fills. */
struct place_rect sheet_filled(const struct sheet *sheet);

/* From data to the canvas, by the axes and the area. */
double sheet_across(const struct sheet *sheet, double x);
double sheet_down(const struct sheet *sheet, double y);

/* Width of a text in a style, in canvas units. */
double sheet_width(const struct sheet *sheet, const char *text, enum sheet_style style);

/* A text shortened to its room on a picture; the caller frees it. */
char *sheet_cut(const char *text, enum sheet_style style, double room);

/* Puts a text with its side at (x, y) of the canvas. It must be free of control bytes. */
void sheet_say(struct sheet *sheet, double x, double y, const char *text, int colour, enum sheet_style style,
               enum sheet_side side);

/* A text at the left of a row of a text chart, cut to its width. */
void sheet_say_row(struct sheet *sheet, int row, const char *text);

/* A row of n numbers; a new block of rows; a line in data units; the ticks of both axes. */
void sheet_row(struct sheet *sheet, enum sheet_part part, const double *number, int n);
void sheet_block(struct sheet *sheet, enum sheet_part part);
void sheet_line(struct sheet *sheet, double x1, double y1, double x2, double y2, enum sheet_line kind, int colour);
void sheet_tics(struct sheet *sheet);

/* Adds a colour (or a count) to the script's last argument. */
void sheet_list(struct sheet *sheet, int number);

/* CANVAS, AREA, RANGE and the last argument of the script; the caller frees them. */
void sheet_arguments(const struct sheet *sheet, char *argument[SHEET_ARGUMENTS]);

/* A row that gnuplot drew for a terminal, as it is to be read: wide characters stand in their two cells. */
void sheet_print(const char *row, size_t n, FILE *to);

/* "png", "svg" or "dumb". */
const char *sheet_terminal(const struct sheet *sheet);

/* Writes the parts that hold something to FOLDER/chart.PART. */
int sheet_write(const struct sheet *sheet, const char *folder, struct err *err) WARN_UNUSED;

#endif
