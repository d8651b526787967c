/* Frames, and curves cut at the panel's heights. */
#include "report/panel.h"

#include <math.h>

double panel_across(const struct panel *panel, double x)
{
    return panel->area.left + (panel->area.right - panel->area.left) * axis_at(&panel->x, x);
}

double panel_down(const struct panel *panel, double y)
{
    return panel->area.bottom + (panel->area.top - panel->area.bottom) * axis_at(&panel->y, y);
}

struct place_rect panel_cell(const struct place_rect *within, int n, int i, int columns, double gap_x, double gap_y)
{
    if (columns == 0)
        columns = n <= 3 ? n : n == 4 ? 2 : n <= 6 ? 3 : 4;
    int rows = (n + columns - 1) / columns;
    double width = (within->right - within->left - gap_x * (columns - 1)) / columns,
           height = (within->bottom - within->top - gap_y * (rows - 1)) / rows;
    double left = within->left + (i % columns) * (width + gap_x), top = within->top + (i / columns) * (height + gap_y);
    return (struct place_rect){left, top, left + width, top + height};
}

bool panel_reach(double *low, double *high, double limit)
{
    double span = *high - *low;
    if (limit < *low - 0.5 * span || limit > *high + 0.5 * span)
        return false;
    *low = fmin(*low, limit);
    *high = fmax(*high, limit);
    return true;
}

/* ---- frame ---- */

static enum sheet_style panel_style(const struct panel *panel)
{
    return panel->small ? STYLE_SMALL : STYLE_LABEL;
}

void panel_set_ticks(struct panel *panel, const struct sheet *sheet, int x_most, int y_most)
{
    const bool term = sheet->medium == SHEET_TERM;
    double size = term ? 0 : panel->small ? 17.33 : 20, widest = 0;
    axis_ticks(&panel->y, y_most, panel->area.bottom - panel->area.top, size, 0, true);
    for (int i = 0; i < panel->y.ticks; i++)
        widest = fmax(widest, sheet_width(sheet, panel->y.label[i], panel_style(panel)));
    panel->area.left += widest + (term ? 2 : 13);
    if (!panel->x_fixed)
        axis_ticks(&panel->x, x_most, panel->area.right - panel->area.left, size, term ? 2 : 16, false);
}

void panel_frame(const struct panel *panel, struct canvas *canvas)
{
    struct sheet *sheet = canvas->sheet;
    const struct place_rect *area = &panel->area;
    const bool term = sheet->medium == SHEET_TERM;
    for (int i = 0; i < panel->y.ticks; i++) {
        double y = panel_down(panel, panel->y.tick[i]);
        if (!term)
            canvas_line(canvas, area->left, y, area->right, y, LINE_GRID, COLOUR_GREY);
        sheet_say(sheet, area->left - (term ? 2 : 13), term ? round(y) : y, panel->y.label[i], COLOUR_GREY,
                  panel_style(panel), SIDE_RIGHT);
    }
    for (int i = 0; i < panel->x.ticks; i++) {
        double x = panel_across(panel, panel->x.tick[i]);
        if (!term && !panel->x_fixed)
            canvas_line(canvas, x, area->top, x, area->bottom, LINE_GRID, COLOUR_GREY);
        sheet_say(sheet, term ? round(x) : x,
                  area->bottom + (term           ? 1
                                  : panel->small ? 20
                                                 : 25),
                  panel->x.label[i], COLOUR_GREY, panel_style(panel), SIDE_MIDDLE);
    }
    canvas_line(canvas, area->left, area->bottom, area->right, area->bottom, LINE_AXIS, COLOUR_AXIS);
    if (term)
        canvas_line(canvas, area->left, area->top, area->left, area->bottom, LINE_AXIS, COLOUR_AXIS);
}

void panel_say_x(const struct panel *panel, struct canvas *canvas, const char *title)
{
    if (canvas->sheet->medium != SHEET_TERM)
        sheet_say(canvas->sheet, 0.5 * (panel->area.left + panel->area.right), panel->area.bottom + 56, title,
                  COLOUR_GREY, STYLE_LABEL, SIDE_MIDDLE);
}

/* ---- data ---- */

static double panel_within(const struct panel *panel, double y)
{
    return fmax(panel->y.min, fmin(panel->y.max, y));
}

static void panel_point(const struct panel *panel, struct canvas *canvas, double x, double y)
{
    canvas_curve_point(canvas, panel_across(panel, x), panel_down(panel, y));
}

/* Where a straight piece on the canvas crosses a height, as a value of x. */
static double panel_crossing(const struct panel *panel, const double *x, const double *y, double height)
{
    double a = axis_at(&panel->y, y[0]), b = axis_at(&panel->y, y[1]), h = axis_at(&panel->y, height);
    double left = axis_at(&panel->x, x[0]), right = axis_at(&panel->x, x[1]),
           at = left + (right - left) * (h - a) / (b - a);
    return panel->x.log ? panel->x.min * pow(panel->x.max / panel->x.min, at)
                        : panel->x.min + at * (panel->x.max - panel->x.min);
}

void panel_curve(const struct panel *panel, struct canvas *canvas, const double *x, const double *y, int n, int colour,
                 bool thin)
{
    bool open = false;
    for (int i = 0; i < n; i++) {
        if (!isfinite(y[i])) {
            open = false;
            continue;
        }
        bool inside = y[i] == panel_within(panel, y[i]), before = i > 0 && isfinite(y[i - 1]);
        bool came = before && y[i - 1] == panel_within(panel, y[i - 1]);
        if (before && !inside && came)
            panel_point(panel, canvas, panel_crossing(panel, &x[i - 1], &y[i - 1], panel_within(panel, y[i])),
                        panel_within(panel, y[i]));
        if (inside && !open)
            canvas_curve(canvas, colour, thin);
        if (inside && before && !came)
            panel_point(panel, canvas, panel_crossing(panel, &x[i - 1], &y[i - 1], panel_within(panel, y[i - 1])),
                        panel_within(panel, y[i - 1]));
        if (inside)
            panel_point(panel, canvas, x[i], y[i]);
        open = inside;
    }
}

/* One edge of an area from one point to the next, along the panel's heights where it lies beyond them. */
static void panel_edge(const struct panel *panel, struct canvas *canvas, const double *x, const double *y)
{
    const double heights[] = {panel->y.min, panel->y.max};
    for (int k = 0; k < 2; k++) {
        double height = heights[y[0] > y[1] ? 1 - k : k];
        if ((y[0] < height) != (y[1] < height) && y[0] != height)
            canvas_area_point(canvas, panel_across(panel, panel_crossing(panel, x, y, height)),
                              panel_down(panel, height));
    }
    canvas_area_point(canvas, panel_across(panel, x[1]), panel_down(panel, panel_within(panel, y[1])));
}

void panel_area(const struct panel *panel, struct canvas *canvas, const double *x, const double *low,
                const double *high, int n, int colour)
{
    for (int from = 0, to; from < n; from = to + 1) {
        for (to = from; to < n && isfinite(low[to]) && isfinite(high[to]);)
            to++;
        if (to - from < 2)
            continue;
        canvas_area(canvas, colour);
        canvas_area_point(canvas, panel_across(panel, x[from]), panel_down(panel, panel_within(panel, high[from])));
        for (int i = from + 1; i < to; i++)
            panel_edge(panel, canvas, &x[i - 1], &high[i - 1]);
        canvas_area_point(canvas, panel_across(panel, x[to - 1]), panel_down(panel, panel_within(panel, low[to - 1])));
        for (int i = to - 2; i >= from; i--)
            panel_edge(panel, canvas, (double[]){x[i + 1], x[i]}, (double[]){low[i + 1], low[i]});
    }
}

/* ---- limits ---- */

void panel_limit_x(const struct panel *panel, struct canvas *canvas, double x, const char *name)
{
    struct sheet *sheet = canvas->sheet;
    const bool term = sheet->medium == SHEET_TERM;
    double at = panel_across(panel, x), half = 0.5 * sheet_width(sheet, name, STYLE_SMALL);
    double middle = fmax(term ? half : 39 + half, fmin((term ? sheet->width - 1 : 1240) - half, at));
    canvas_line(canvas, at, panel->area.top, at, panel->area.bottom, LINE_LIMIT, COLOUR_INK);
    sheet_say(sheet, term ? floor(middle) : middle, panel->area.top - (term ? 1 : 18), name, COLOUR_INK, STYLE_SMALL,
              SIDE_MIDDLE);
}

struct place_rect panel_limit_room(const struct panel *panel, const struct sheet *sheet, double y, const char *name,
                                   double at, bool above)
{
    const struct place_rect *area = &panel->area;
    double width = sheet_width(sheet, name, STYLE_SMALL), middle = panel_down(panel, y) + (above ? -14 : 15);
    double left = area->left + 4 + at * (area->right - area->left - 4 - width);
    return (struct place_rect){left, middle - 11, left + width, middle + 11};
}

void panel_limit_y(const struct panel *panel, struct canvas *canvas, double y, const char *name, double at, bool above)
{
    const struct place_rect *area = &panel->area;
    canvas_line(canvas, area->left, panel_down(panel, y), area->right, panel_down(panel, y), LINE_LIMIT, COLOUR_INK);
    if (canvas->sheet->medium == SHEET_TERM || name == NULL)
        return;
    struct place_rect room = panel_limit_room(panel, canvas->sheet, y, name, at, above);
    bool right = at > 0.5;
    sheet_say(canvas->sheet, right ? room.right : room.left, 0.5 * (room.top + room.bottom), name, COLOUR_INK,
              STYLE_SMALL, right ? SIDE_RIGHT : SIDE_LEFT);
}
