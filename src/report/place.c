/* Placement of labels by trying a few dozen places for each, and the measure of text. */
#include "report/place.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

enum { SIDES = 8, STEPS = 7 };

/* Direction of each side from the point, in the order of enum place_side. */
static const struct {
    int x, y;
} directions[SIDES] = {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}};

static struct place_rect box_at(const struct place_box *box, int side, double away)
{
    const int dx = directions[side].x, dy = directions[side].y;
    /* At a corner the gap is shared, so that the label stays as near as at a side. */
    const double reach = (dx != 0 && dy != 0 ? 0.5 * box->gap : box->gap) + away;
    const double x = box->x + dx * (reach + 0.5 * box->width);
    const double y = box->y + dy * (reach + 0.5 * box->height);

    return (struct place_rect){x - 0.5 * box->width, y - 0.5 * box->height, x + 0.5 * box->width,
                               y + 0.5 * box->height};
}

static bool inside(const struct place_rect *rect, const struct place_rect *area)
{
    return rect->left >= area->left && rect->right <= area->right && rect->top >= area->top &&
           rect->bottom <= area->bottom;
}

static bool overlap(const struct place_rect *a, const struct place_rect *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Narrows the part [*from, *to] of a line whose coordinate start + t * way lies within [low, high]. */
static void clip(double start, double way, double low, double high, double *from, double *to)
{
    if (way == 0) {
        if (start < low || start > high)
            *to = *from - 1;
        return;
    }
    const double a = (low - start) / way, b = (high - start) / way;

    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
}

/* Length of the line inside the rectangle (Liang and Barsky 1984). */
static double covered(const struct place_line *line, const struct place_rect *rect)
{
    const double dx = line->x2 - line->x1, dy = line->y2 - line->y1;
    double from = 0, to = 1;

    clip(line->x1, dx, rect->left, rect->right, &from, &to);
    clip(line->y1, dy, rect->top, rect->bottom, &from, &to);
    return to > from ? (to - from) * hypot(dx, dy) : 0;
}

static bool is_free(const struct place_rect *rect, const struct place_box *boxes, int n_before,
                    const struct place_rect *taken, int n_taken)
{
    for (int i = 0; i < n_taken; i++)
        if (overlap(rect, &taken[i]))
            return false;
    for (int i = 0; i < n_before; i++)
        if (boxes[i].placed && overlap(rect, &boxes[i].at))
            return false;
    return true;
}

static double cost_of(const struct place_rect *rect, double away, double turned, const struct place_line *lines,
                      int n_lines)
{
    double under = 0;

    for (int i = 0; i < n_lines; i++)
        under += covered(&lines[i], rect);
    return away + turned + 2 * under;
}

/* Tries all places of box i, those before it being settled. */
static void settle(struct place_box *boxes, int i, const struct place_rect *area, const struct place_rect *taken,
                   int n_taken, const struct place_line *lines, int n_lines)
{
    struct place_box *box = &boxes[i];

    box->cost = INFINITY;
    box->placed = false;
    for (int try = 0; try < STEPS * SIDES; try++) {
        const double away = 0.5 * (try / SIDES) * box->height;
        const int turn = try % SIDES, eighths = turn <= SIDES / 2 ? turn : SIDES - turn;
        const struct place_rect rect = box_at(box, ((int)box->side + turn) % SIDES, away);

        if (!inside(&rect, area) || !is_free(&rect, boxes, i, taken, n_taken))
            continue;
        const double cost = cost_of(&rect, away, eighths * box->height / 3, lines, n_lines);

        if (cost < box->cost) {
            box->at = rect;
            box->cost = cost;
            box->placed = true;
        }
    }
}

int place_labels(struct place_box *boxes, int n, const struct place_rect *area, const struct place_rect *taken,
                 int n_taken, const struct place_line *lines, int n_lines)
{
    int placed = 0;

    for (int i = 0; i < n; i++) {
        settle(boxes, i, area, taken, n_taken, lines, n_lines);
        placed += boxes[i].placed;
    }
    return placed;
}

/* Wish of box i for the top of the stack, were all boxes stacked without a gap. */
static double wished_top(const double *centres, const double *heights, int i)
{
    double above = 0;

    for (int k = 0; k < i; k++)
        above += heights[k];
    return centres[i] - 0.5 * heights[i] - above;
}

/* Least squares with a rising answer, by its min-max formula: the largest, over the starts up to i, of the least mean,
 * over the ends from i, of the wishes between (Barlow and others 1972). */
static double rising(const double *centres, const double *heights, int n, int i)
{
    double largest = -INFINITY;

    for (int from = 0; from <= i; from++) {
        double sum = 0, least = INFINITY;

        for (int to = from; to < n; to++) {
            sum += wished_top(centres, heights, to);
            if (to >= i)
                least = fmin(least, sum / (to - from + 1));
        }
        largest = fmax(largest, least);
    }
    return largest;
}

bool place_column(double *centres, const double *heights, int n, double top, double bottom)
{
    enum { MOST = 64 };
    double tops[MOST];
    double total = 0;

    assert(n <= MOST);
    for (int i = 0; i < n; i++)
        total += heights[i];
    if (total > (bottom - top) * (1 + 1e-9))
        return false;
    /* With the boxes above taken off, the tops need only rise: clamping keeps that, and the optimum. */
    for (int i = 0; i < n; i++)
        tops[i] = fmax(top, fmin(bottom - total, rising(centres, heights, n, i)));
    for (int i = 0; i < n; i++) {
        centres[i] = tops[i] + 0.5 * heights[i];
        for (int k = 0; k < i; k++)
            centres[i] += heights[k];
    }
    return true;
}

/* Advances of the printable ASCII characters, in hundredths of the font's size rounded up: DejaVu Sans 2.37 and its
 * bold (hmtx tables). */
static const unsigned char advances[2][95] = {
    {32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
     64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
     61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
     64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84},
    {35, 46, 53, 84, 70, 101, 88, 31,  46,  46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70,  70, 70,
     70, 70, 40, 40, 84, 84,  84, 59,  100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84, 86,
     74, 86, 78, 73, 69, 82,  78, 111, 78,  73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68,  44, 72,
     72, 35, 35, 67, 35, 105, 72, 69,  72,  72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72,  84},
};

/* Width of one character over the font's size; beyond ASCII a fair guess, a whole size for symbols. */
static double glyph(uint32_t code, int columns, bool bold)
{
    if (columns != 1)
        return columns == 0 ? 0 : 1;
    if (code >= ' ' && code <= '~')
        return 0.01 * advances[bold][code - ' '];
    if (code == 0xB7)
        return 0.38;
    return code >= 0x2000 ? 1 : 0.85;
}

/* The first character of text: its bytes (0 at the end), its width over the size, and whether it is a wide one. */
static size_t next(const char *text, bool bold, double *width, bool *wide)
{
    char one[5] = "";
    uint32_t code = 0;

    *width = 0;
    *wide = false;
    if (*text == '\0')
        return 0;
    size_t bytes = text_utf8(text, &code);

    if (bytes == 0) {
        *width = 1;
        return 1;
    }
    memcpy(one, text, bytes);
    const int columns = text_width(one);

    *wide = columns == 2;
    *width = glyph(code, columns, bold);
    return bytes;
}

double place_text_width(const char *text, double size_px, bool bold)
{
    double sum = 0, width;
    bool wide;

    for (size_t bytes; (bytes = next(text, bold, &width, &wide)) > 0; text += bytes)
        sum += width;
    return sum * size_px;
}

/* Bytes of the whole characters, at least one, that fit into room. */
static size_t characters(const char *text, double size_px, bool bold, double room)
{
    size_t at = 0;
    double sum = 0, width;
    bool wide;

    for (size_t bytes; (bytes = next(text + at, bold, &width, &wide)) > 0; at += bytes) {
        sum += width;
        if (sum * size_px > room && at > 0)
            break;
    }
    return at;
}

/* Whether one of these marks begins the text. */
static bool begins_with(const char *text, const char *const *marks)
{
    for (int i = 0; marks[i] != NULL; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

/* Whether a row may end after the character at `last` and the next one begin at `at`: Chinese marks that close do not
 * begin a row, and those that open do not end one. */
static bool parts(const char *last, const char *at)
{
    static const char *const opening[] = {"（", "“", NULL};
    static const char *const closing[] = {"，", "。", "；", "：", "、", "）", "”", "～", NULL};
    return !begins_with(last, opening) && !begins_with(at, closing);
}

size_t place_break(const char *text, double size_px, bool bold, double room)
{
    const size_t most = characters(text, size_px, bold, room);
    size_t best = 0, last = 0;
    bool wide, wide_before = false;
    double width;

    if (text[most] == '\0')
        return most;
    for (size_t at = 0; at <= most;) {
        const size_t bytes = next(text + at, bold, &width, &wide);

        if (at > 0 && (text[at] == ' ' || ((wide || wide_before) && parts(text + last, text + at))))
            best = at;
        wide_before = wide;
        last = at;
        at += bytes;
    }
    return best > 0 ? best : most;
}

void place_shorten(const char *text, double size_px, bool bold, double room, char *out, size_t size)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    const size_t length = strlen(text);
    size_t keep = 0;
    double width;
    bool wide;

    assert(size >= sizeof ellipsis);
    if (length < size && place_text_width(text, size_px, bold) <= room) {
        memcpy(out, text, length + 1);
        return;
    }
    double left = room - place_text_width(ellipsis, size_px, bold);

    for (size_t bytes; (bytes = next(text + keep, bold, &width, &wide)) > 0; keep += bytes) {
        left -= width * size_px;
        if (left < 0 || keep + bytes + sizeof ellipsis > size)
            break;
    }
    while (keep > 0 && text[keep - 1] == ' ')
        keep--;
    memcpy(out, text, keep);
    memcpy(out + keep, ellipsis, sizeof ellipsis);
}
