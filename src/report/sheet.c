/* Rows of text and numbers for gnuplot, and the frame that all charts share. */
#include "report/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static const char *const part_names[SHEET_PARTS] = {"text",   "xtics",   "ytics", "lines", "curve", "marks",
                                                    "points", "crosses", "bars",  "areas", "tiles"};

void sheet_init(struct sheet *sheet, enum sheet_medium medium)
{
    *sheet = (struct sheet){.medium = medium, .width = 1280, .height = 720, .top = INFINITY, .bottom = -INFINITY};
    if (medium == SHEET_TERM) {
        sheet->width = 79;
        sheet->height = 24;
    }
}

void sheet_release(struct sheet *sheet)
{
    for (int i = 0; i < SHEET_PARTS; i++)
        text_release(&sheet->part[i]);
    text_release(&sheet->last);
    text_release(&sheet->headline);
    text_release(&sheet->subtitle);
    text_release(&sheet->foot);
}

const char *sheet_terminal(const struct sheet *sheet)
{
    return sheet->medium == SHEET_PNG ? "png" : sheet->medium == SHEET_SVG ? "svg" : "dumb";
}

/* ---- rows ---- */

static void sheet_number(struct text *out, double number)
{
    char digits[TEXT_NUMBER_ROOM];
    text_add(out, text_shortest(number, digits));
}

/* The two bytes of a code point as two Braille patterns, U+2800 and on. */
static void sheet_pair(struct text *out, uint32_t code)
{
    for (int shift = 8; shift >= 0; shift -= 8) {
        uint32_t low = code >> shift & 0xff;
        const char pattern[] = {(char)0xe2, (char)(0xa0 + (low >> 6)), (char)(0x80 + (low & 0x3f)), '\0'};
        text_add(out, pattern);
    }
}

/* What stands for a wide character at the start of a row: 6 bytes and its code, or 0 bytes. */
static size_t sheet_unpair(const char *row, size_t n, uint32_t *code)
{
    *code = 0;
    for (size_t at = 0; at < 6; at += 3) {
        if (n < 6 || row[at] != (char)0xe2 || ((unsigned char)row[at + 1] & 0xfc) != 0xa0)
            return 0;
        *code = *code << 8 | ((unsigned)row[at + 1] & 0x03) << 6 | ((unsigned)row[at + 2] & 0x3f);
    }
    return 6;
}

void sheet_print(const char *row, size_t n, FILE *to)
{
    for (size_t at = 0; at < n;) {
        uint32_t code;
        size_t pair = sheet_unpair(row + at, n - at, &code);
        const char one[] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)), (char)(0x80 | (code & 0x3f)),
                            '\0'};
        if (pair > 0 && code >= 0x800 && text_utf8_valid(one, 3) && text_width(one) == 2) {
            fputs(one, to);
            at += pair;
        } else {
            fputc(row[at++], to);
        }
    }
}

/* In double quotes, where gnuplot reads octal escapes. gnuplot gives each character one cell of a terminal, so that two
 * narrow ones stand for a wide one until sheet_print(). */
static void sheet_quoted(const struct sheet *sheet, struct text *out, const char *text)
{
    uint32_t code;
    text_add(out, "\"");
    for (size_t n; *text != '\0'; text += n) {
        char one[5] = "";
        n = text_utf8(text, &code);
        n = n > 0 ? n : 1;
        memcpy(one, text, n);
        if (*text == '\\')
            text_add(out, "\\134");
        else if (*text == '"')
            text_add(out, "\\042");
        else if (sheet->medium == SHEET_TERM && n == 3 && text_width(one) == 2)
            sheet_pair(out, code);
        else
            text_add(out, one);
    }
    text_add(out, "\"");
}

void sheet_row(struct sheet *sheet, enum sheet_part part, const double *number, int n)
{
    struct text *out = &sheet->part[part];
    for (int i = 0; i < n; i++) {
        text_add(out, i > 0 ? "\t" : "");
        sheet_number(out, number[i]);
    }
    text_add(out, "\n");
}

void sheet_block(struct sheet *sheet, enum sheet_part part)
{
    if (sheet->part[part].size > 0)
        text_add(&sheet->part[part], "\n\n");
}

void sheet_line(struct sheet *sheet, double x1, double y1, double x2, double y2, enum sheet_line kind, int colour)
{
    sheet_row(sheet, SHEET_LINES, (double[]){x1, y1, x2, y2, kind, colour}, 6);
}

static void sheet_axis_tics(struct sheet *sheet, enum sheet_part part, const struct axis *axis)
{
    struct text *out = &sheet->part[part];
    for (int i = 0; i < axis->ticks; i++) {
        sheet_number(out, axis->tick[i]);
        text_add(out, "\t");
        sheet_quoted(sheet, out, axis->label[i]);
        text_add(out, "\n");
    }
    /* gnuplot warns of a file without rows. */
    if (axis->ticks == 0) {
        sheet_number(out, axis->min);
        text_add(out, "\t\"\"\n");
    }
}

void sheet_tics(struct sheet *sheet)
{
    sheet_axis_tics(sheet, SHEET_XTICS, &sheet->x);
    sheet_axis_tics(sheet, SHEET_YTICS, &sheet->y);
}

void sheet_list(struct sheet *sheet, int number)
{
    text_addf(&sheet->last, "%s%d", sheet->last.size > 0 ? " " : "", number);
}

/* ---- texts ---- */

static const double style_px[] = {0, 28, 24, 20, 20, 20, 17.33, 15.33, 0, 0, 20};

static bool style_bold(enum sheet_style style)
{
    return style <= STYLE_HEADLINE_SMALL || style == STYLE_BOLD || style == STYLE_BOXED;
}

double sheet_width(const struct sheet *sheet, const char *text, enum sheet_style style)
{
    return sheet->medium == SHEET_TERM ? text_width(text) : place_text_width(text, style_px[style], style_bold(style));
}

void sheet_say(struct sheet *sheet, double x, double y, const char *text, int colour, enum sheet_style style,
               enum sheet_side side)
{
    struct text *out = &sheet->part[SHEET_TEXT];
    sheet->top = fmin(sheet->top, y);
    sheet->bottom = fmax(sheet->bottom, y);
    sheet_number(out, round(10 * x) / 10);
    text_add(out, "\t");
    sheet_number(out, round(10 * y) / 10);
    text_add(out, "\t");
    sheet_quoted(sheet, out, text);
    text_addf(out, "\t%d\t%d\t%d\n", colour, (int)style, (int)side);
}

char *sheet_cut(const char *text, enum sheet_style style, double room)
{
    char *out = mem_new(strlen(text) + 5, 1);
    place_shorten(text, style_px[style], style_bold(style), room, out, strlen(text) + 5);
    return out;
}

/* A text that begins at the left margin, shortened to its room. */
static void sheet_say_within(struct sheet *sheet, double y, const char *text, int colour, enum sheet_style style)
{
    char *out = sheet_cut(text, style, 1200);
    sheet_say(sheet, 39, y, out, colour, style, SIDE_LEFT);
    free(out);
}

/* Bytes of the longest beginning of a text that fits into the cells; at_blank: and that ends at a blank, if it can. */
static size_t sheet_cells(const char *text, int cells, bool at_blank)
{
    size_t best = 0, at = 0;
    uint32_t code;
    for (int used = 0; text[at] != '\0';) {
        size_t n = text_utf8(text + at, &code);
        char one[5] = "";
        n = n > 0 ? n : 1;
        memcpy(one, text + at, n);
        used += text_width(one);
        if (used > cells)
            return at_blank && best > 0 ? best : at;
        if (text[at] == ' ')
            best = at;
        at += n;
    }
    return at;
}

void sheet_say_row(struct sheet *sheet, int row, const char *text)
{
    bool fits = text_width(text) <= (int)sheet->width;
    size_t n = sheet_cells(text, (int)sheet->width - (fits ? 0 : 1), false);
    char *line = mem_format("%.*s%s", (int)n, text, fits ? "" : "\xe2\x80\xa6");
    sheet_say(sheet, 0, row, line, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    free(line);
}

/* Row by row, at most `rows` of them, the last one cut; returns how many it took. */
static int sheet_say_rows(struct sheet *sheet, int row, int rows, const char *text)
{
    int used = 0;
    while (used + 1 < rows && text_width(text) > (int)sheet->width) {
        size_t n = sheet_cells(text, (int)sheet->width, true);
        char *line = mem_copy_n(text, n);
        sheet_say_row(sheet, row + used++, line);
        free(line);
        text += n;
        text += *text == ' ';
    }
    sheet_say_row(sheet, row + used, text);
    return used + 1;
}

/* The headline in one line or two; returns the last one's height on the canvas. */
static double sheet_headline(struct sheet *sheet, const char *headline)
{
    const double room = 1200, first = 41, second = 74;
    if (sheet_width(sheet, headline, STYLE_HEADLINE) <= room) {
        sheet_say(sheet, 39, first, headline, COLOUR_INK, STYLE_HEADLINE, SIDE_LEFT);
        return first;
    }
    double width = sheet_width(sheet, headline, STYLE_HEADLINE_SMALL);
    if (width <= room) {
        sheet_say(sheet, 39, first, headline, COLOUR_INK, STYLE_HEADLINE_SMALL, SIDE_LEFT);
        return first;
    }
    double half = fmin(room, fmax(0.6 * width, width - room + 50));
    size_t n = place_break(headline, style_px[STYLE_HEADLINE_SMALL], true, half);
    char *line = mem_copy_n(headline, n);
    sheet_say(sheet, 39, first, line, COLOUR_INK, STYLE_HEADLINE_SMALL, SIDE_LEFT);
    free(line);
    n += headline[n] == ' ';
    sheet_say_within(sheet, second, headline + n, COLOUR_INK, STYLE_HEADLINE_SMALL);
    return second;
}

void sheet_head(struct sheet *sheet, const char *headline, const char *subtitle, const char *foot)
{
    if (sheet->medium == SHEET_TERM) {
        int rows = sheet_say_rows(sheet, 0, 2, headline);
        sheet_say_row(sheet, (int)sheet->height - 1, foot);
        sheet->area = (struct place_rect){6, rows + 1, 77, 20};
        return;
    }
    text_add(&sheet->headline, headline);
    text_add(&sheet->subtitle, subtitle);
    text_add(&sheet->foot, foot);
    if (sheet->bare) {
        sheet->begin = 139;
        sheet->area = (struct place_rect){109, 161, 1215, 611};
        return;
    }
    double y = sheet_headline(sheet, headline);
    sheet_say_within(sheet, y + 44, subtitle, COLOUR_GREY, STYLE_SUBTITLE);
    sheet_say_within(sheet, sheet->height - 20, foot, COLOUR_GREY, STYLE_FOOT);
    sheet->area = (struct place_rect){109, y + 120, 1215, 611};
}

/* The area of a canvas chart is all of it; what it draws stands between its texts. */
struct place_rect sheet_filled(const struct sheet *sheet)
{
    bool canvas = sheet->area.top <= 0;
    double tick = sheet->x.ticks > 0 ? 50 : 10;
    double bottom = canvas ? sheet->bottom : fmax(sheet->bottom, sheet->area.bottom + tick - 20);
    return (struct place_rect){24, fmax(0, fmin(sheet->top - 20, sheet->begin)), 1256,
                               fmin(sheet->height, bottom + 20)};
}

/* ---- the canvas ---- */

double sheet_across(const struct sheet *sheet, double x)
{
    return sheet->area.left + (sheet->area.right - sheet->area.left) * axis_at(&sheet->x, x);
}

double sheet_down(const struct sheet *sheet, double y)
{
    return sheet->area.bottom + (sheet->area.top - sheet->area.bottom) * axis_at(&sheet->y, y);
}

static char *sheet_numbers(const double *number, int n, const char *end)
{
    struct text out = {0};
    for (int i = 0; i < n; i++) {
        text_add(&out, i > 0 ? " " : "");
        sheet_number(&out, number[i]);
    }
    text_add(&out, end);
    return out.at;
}

void sheet_arguments(const struct sheet *sheet, char *argument[SHEET_ARGUMENTS])
{
    const struct place_rect *area = &sheet->area;
    argument[0] = sheet_numbers((double[]){sheet->width, sheet->height}, 2, "");
    argument[1] = sheet_numbers((double[]){area->left, area->top, area->right, area->bottom}, 4, "");
    argument[2] = sheet_numbers((double[]){sheet->x.min, sheet->x.max, sheet->y.min, sheet->y.max}, 4,
                                sheet->x.log ? " log" : "");
    argument[3] = mem_copy(sheet->last.size > 0 ? sheet->last.at : "");
}

int sheet_write(const struct sheet *sheet, const char *folder, struct err *err)
{
    for (int i = 0; i < SHEET_PARTS; i++) {
        struct file_out out;
        if (sheet->part[i].size == 0)
            continue;
        char *path = mem_format("%s/chart.%s", folder, part_names[i]);
        int code = file_start(&out, path, err);
        free(path);
        if (code != 0)
            return code;
        fwrite(sheet->part[i].at, 1, sheet->part[i].size, out.to);
        code = file_keep(&out, err);
        if (code != 0)
            return code;
    }
    return 0;
}
