/* Rows of shapes, and their counts and colours, which the script reads first. */
#include "report/canvas.h"

#include <math.h>

struct canvas canvas_on(struct sheet *sheet)
{
    return (struct canvas){.sheet = sheet};
}

/* ---- areas and curves ---- */

static void canvas_note(struct text *colours, int colour)
{
    text_addf(colours, " %d", colour);
}

void canvas_area(struct canvas *canvas, int colour)
{
    sheet_block(canvas->sheet, SHEET_AREAS);
    canvas_note(&canvas->area_colours, colour);
    canvas->areas++;
}

void canvas_area_point(struct canvas *canvas, double x, double y)
{
    sheet_row(canvas->sheet, SHEET_AREAS, (double[]){x, y}, 2);
}

void canvas_band(struct canvas *canvas, const struct place_rect *at, int colour)
{
    canvas_area(canvas, colour);
    canvas_area_point(canvas, at->left, at->top);
    canvas_area_point(canvas, at->right, at->top);
    canvas_area_point(canvas, at->right, at->bottom);
    canvas_area_point(canvas, at->left, at->bottom);
}

/* The colour of a thin curve is written negative. */
void canvas_curve(struct canvas *canvas, int colour, bool thin)
{
    sheet_block(canvas->sheet, SHEET_CURVE);
    canvas_note(&canvas->curve_colours, thin ? -colour : colour);
    canvas->curves++;
}

void canvas_curve_point(struct canvas *canvas, double x, double y)
{
    sheet_row(canvas->sheet, SHEET_CURVE, (double[]){x, y}, 2);
}

/* ---- the rest ---- */

void canvas_tile(struct canvas *canvas, const struct place_rect *at, int rgb)
{
    sheet_row(canvas->sheet, SHEET_TILES, (double[]){at->left, at->top, at->right, at->bottom, rgb}, 5);
    canvas->tiles++;
}

void canvas_line(struct canvas *canvas, double x1, double y1, double x2, double y2, enum sheet_line kind, int colour)
{
    sheet_line(canvas->sheet, x1, y1, x2, y2, kind, colour);
    canvas->drawn = true;
}

/* A bar's end, but where the dot hides it. */
static double canvas_end_of(double at, double end)
{
    return fabs(end - at) > 8 ? end : at;
}

void canvas_mark(struct canvas *canvas, double x, double y, const struct place_rect *bars, enum canvas_dot dot,
                 int colour)
{
    sheet_row(canvas->sheet, SHEET_MARKS,
              (double[]){x, y, canvas_end_of(x, bars->left), canvas_end_of(x, bars->right),
                         canvas_end_of(y, bars->bottom), canvas_end_of(y, bars->top), colour, dot},
              8);
    canvas->marks++;
}

void canvas_end(struct canvas *canvas)
{
    struct sheet *sheet = canvas->sheet;
    double right = sheet->medium == SHEET_TERM ? sheet->width - 1 : sheet->width,
           bottom = sheet->medium == SHEET_TERM ? sheet->height - 1 : sheet->height;
    sheet->area = (struct place_rect){0, 0, right, bottom};
    sheet->x = (struct axis){.quantity = AXIS_SHARE, .min = 0, .max = right};
    sheet->y = (struct axis){.quantity = AXIS_SHARE, .min = bottom, .max = 0};
    sheet_tics(sheet);
    if (!canvas->drawn)
        sheet_line(sheet, 0, 0, 0, 0, LINE_GRID, COLOUR_GREY);
    sheet_list(sheet, canvas->areas);
    sheet_list(sheet, canvas->curves);
    sheet_list(sheet, canvas->marks);
    sheet_list(sheet, canvas->tiles);
    text_addf(&sheet->last, "%s%s", canvas->area_colours.size > 0 ? canvas->area_colours.at : "",
              canvas->curve_colours.size > 0 ? canvas->curve_colours.at : "");
    text_release(&canvas->area_colours);
    text_release(&canvas->curve_colours);
}
