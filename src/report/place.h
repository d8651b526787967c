/* Places text in a chart: how wide it is, where it breaks, and where labels go so that none overlaps another. */
#ifndef RUNODDS_REPORT_PLACE_H
#define RUNODDS_REPORT_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Lengths are in units of the canvas: pixels of a picture, cells of a text chart. x grows to the right, y downwards. */

enum place_side {
    PLACE_LEFT,
    PLACE_ABOVE_LEFT,
    PLACE_ABOVE,
    PLACE_ABOVE_RIGHT,
    PLACE_RIGHT,
    PLACE_BELOW_RIGHT,
    PLACE_BELOW,
    PLACE_BELOW_LEFT
};

struct place_rect {
    double left, top, right, bottom;
};

/* A piece of a curve, which labels avoid but may cross. */
struct place_line {
    double x1, y1, x2, y2;
};

/* A label: where it belongs, how big it is, and (set by place_labels) where it went. */
struct place_box {
    double x, y;          /* the point that it names */
    double width, height; /* at least 0 */
    double gap;           /* free space between the point and the box, at least 0 */
    enum place_side side; /* the side of the point that it prefers */
    struct place_rect at; /* out: meaningful if placed */
    double cost;          /* out: how far that is from perfect, 0 being perfect; infinite if not placed */
    bool placed;          /* out: false when no free place was near enough; do not draw it */
};

/* Places n boxes, the first with the first choice, all inside the area, none overlapping another placed box or a taken
 * rectangle (touching edges are fine). A box takes the cheapest of the free places at its eight sides, up to three
 * heights beyond the gap in steps of half a height; at equal cost the nearest, then the first clockwise. The cost is
 * the distance beyond the gap, a third of a height for each eighth of a turn away from the preferred side, and 2 for
 * each unit of line under the box. Equal inputs give equal places. Returns how many were placed. */
int place_labels(struct place_box *boxes, int n, const struct place_rect *area, const struct place_rect *taken,
                 int n_taken, const struct place_line *lines, int n_lines);

/* Moves the centres of n stacked boxes, given from the top down by their wished centres (rising or equal), so that none
 * overlaps, all lie within [top, bottom], and the sum of the squared moves is least. False, with the centres as they
 * were, when they do not fit. */
bool place_column(double *centres, const double *heights, int n, double top, double bottom);

/* Width of a UTF-8 text whose font has the given size in pixels, by DejaVu Sans, the widest font that a chart commonly
 * falls back to. A CJK character takes the size. */
double place_text_width(const char *text, double size_px, bool bold);

/* Bytes of the longest beginning of text that fits into room, ends before a blank, or before or after a CJK character
 * (but never before a mark that closes or after one that opens); all of it when it fits. When not even one word fits,
 * as many whole characters as do, at least one. */
size_t place_break(const char *text, double size_px, bool bold, double room);

/* Copies text into out, shortened with an ellipsis when it is wider than room. A copy that does not fit into size bytes
 * is shortened too, between characters. size is at least 4. */
void place_shorten(const char *text, double size_px, bool bold, double room, char *out, size_t size);

#endif
