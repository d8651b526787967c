/* Text: memory that cannot fail, growing strings, UTF-8, escaping, near misses, hashing. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/text.h"

/* ---- memory ---- */

/* Ends at once, without flushing: half a result on stdout would be worse than none. */
static _Noreturn void mem_out(void)
{
    fputs("runodds: ", stderr);
    fputs(_("error: out of memory"), stderr);
    fputc('\n', stderr);
    _exit(-ERR_RUNTIME);
}

void *mem_new(size_t count, size_t size)
{
    void *at = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (at == NULL)
        mem_out();
    return at;
}

void *mem_grow(void *at, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        mem_out();
    void *grown = realloc(at, bytes > 0 ? bytes : 1);
    if (grown == NULL)
        mem_out();
    return grown;
}

char *mem_copy_n(const char *bytes, size_t n)
{
    size_t room;
    if (__builtin_add_overflow(n, 1u, &room))
        mem_out();
    char *copy = mem_new(room, 1);
    if (n > 0)
        memcpy(copy, bytes, n);
    return copy;
}

char *mem_copy(const char *string)
{
    return mem_copy_n(string, strlen(string));
}

/* ---- growing strings ---- */

/* Makes room for n more bytes and a NUL. */
static void text_reserve(struct text *text, size_t n)
{
    size_t need;
    if (__builtin_add_overflow(text->size, n, &need) || __builtin_add_overflow(need, 1u, &need))
        mem_out();
    if (need <= text->room)
        return;
    size_t room = text->room < 64 ? 64 : text->room;
    while (room < need)
        room += room / 2;
    text->at = mem_grow(text->at, room, 1);
    text->room = room;
}

void text_add_n(struct text *text, const char *bytes, size_t n)
{
    text_reserve(text, n);
    if (n > 0)
        memcpy(text->at + text->size, bytes, n);
    text->size += n;
    text->at[text->size] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_n(text, string, strlen(string));
}

static void text_addv(struct text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n < 0)
        mem_out();
    text_reserve(text, (size_t)n);
    vsnprintf(text->at + text->size, (size_t)n + 1, format, again);
    va_end(again);
    text->size += (size_t)n;
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_addv(text, format, args);
    va_end(args);
}

void text_release(struct text *text)
{
    free(text->at);
    *text = (struct text){0};
}

char *mem_format(const char *format, ...)
{
    struct text text = {0};
    va_list args;
    va_start(args, format);
    text_addv(&text, format, args);
    va_end(args);
    return text.at;
}

/* ---- UTF-8 ---- */

/* As text_utf8(), looking at no more than size bytes. */
static size_t text_decode(const char *text, size_t size, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = size > 0 ? (unsigned char)text[0] : 0;
    if (lead == 0 || (lead >= 0x80 && lead < 0xc2) || lead > 0xf4)
        return 0;
    size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > size)
        return 0;
    uint32_t value = length == 1 ? lead : lead & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3f);
    }
    if (value < least[length] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
        return 0;
    *code = value;
    return length;
}

size_t text_utf8(const char *text, uint32_t *code)
{
    /* A NUL is no continuation byte, so that the end of the string stops the reading. */
    return text_decode(text, 4, code);
}

bool text_utf8_valid(const char *text, size_t size)
{
    uint32_t code;
    for (size_t i = 0, n; i < size; i += n) {
        n = text_decode(text + i, size - i, &code);
        if (n == 0)
            return false;
    }
    return true;
}

struct text_range {
    uint32_t first, last;
};

/* Combining and zero-width characters of the scripts that are in wide use. */
static const struct text_range text_narrow[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},     {0x5c1, 0x5c2},     {0x5c4, 0x5c5},
    {0x610, 0x61a},   {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},     {0x6df, 0x6e4},     {0x6e7, 0x6e8},
    {0x6ea, 0x6ed},   {0x900, 0x902},   {0x93a, 0x93a},   {0x93c, 0x93c},     {0x941, 0x948},     {0x94d, 0x94d},
    {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},   {0x1160, 0x11ff},   {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0x20d0, 0x20ff},   {0x302a, 0x302d},   {0x3099, 0x309a},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0001, 0xe007f}, {0xe0100, 0xe01ef},
};

/* Wide and full-width characters, unassigned gaps included. */
static const struct text_range text_wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x303e},   {0x3041, 0x3247},   {0x3250, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e},
    {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393},
    {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e},
    {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567},
    {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5},
    {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc},
    {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1f93a}, {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff},
    {0x20000, 0x3fffd},
};

static bool text_within(uint32_t code, const struct text_range *range, size_t n)
{
    for (size_t i = 0; i < n && range[i].first <= code; i++)
        if (code <= range[i].last)
            return true;
    return false;
}

int text_width(const char *text)
{
    int width = 0;
    uint32_t code = 0;
    for (size_t n; *text != '\0'; text += n) {
        n = text_utf8(text, &code);
        if (n == 0)
            n = 1, width++;
        else if (code < 0x300)
            width++;
        else if (text_within(code, text_wide, sizeof text_wide / sizeof *text_wide) &&
                 !text_within(code, text_narrow, sizeof text_narrow / sizeof *text_narrow))
            width += 2;
        else if (!text_within(code, text_narrow, sizeof text_narrow / sizeof *text_narrow))
            width++;
    }
    return width;
}

void text_add_field(struct text *out, const char *text, int columns)
{
    int blanks = (columns < 0 ? -columns : columns) - text_width(text);
    text_addf(out, "%*s%s%*s", columns < 0 && blanks > 0 ? blanks : 0, "", text, columns > 0 && blanks > 0 ? blanks : 0,
              "");
}

/* ---- escaping ---- */

/* Controls, and what turns the direction or breaks the line of the figures that follow (Unicode Standard Annex 9). */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

void text_add_safe(struct text *out, const char *text)
{
    uint32_t code = 0;
    text_add_n(out, "", 0);
    for (size_t n; *text != '\0'; text += n) {
        n = text_utf8(text, &code);
        if (n > 0 && !is_control(code)) {
            text_add_n(out, text, n);
            continue;
        }
        n = n > 0 ? n : 1;
        for (size_t i = 0; i < n; i++)
            text_addf(out, "\\x%02x", (unsigned)(unsigned char)text[i]);
    }
}

void text_add_shell(struct text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:%+@-";
    if (word[0] && strspn(word, plain) == strlen(word)) {
        text_add(out, word);
        return;
    }
    text_add(out, "'");
    for (const char *quote; (quote = strchr(word, '\'')); word = quote + 1) {
        char *piece = mem_copy_n(word, (size_t)(quote - word));
        text_add_safe(out, piece);
        text_add(out, "'\\''");
        free(piece);
    }
    text_add_safe(out, word);
    text_add(out, "'");
}

void text_add_json(struct text *out, const char *text)
{
    uint32_t code = 0;
    text_add(out, "\"");
    for (size_t n; *text != '\0'; text += n) {
        n = text_utf8(text, &code);
        if (n == 0) {
            text_add(out, "\xef\xbf\xbd");
            n = 1;
        } else if (code == '"' || code == '\\') {
            text_addf(out, "\\%c", *text);
        } else if (code == '\n' || code == '\t') {
            text_add(out, code == '\n' ? "\\n" : "\\t");
        } else if (code < 0x20 || code == 0x7f) {
            text_addf(out, "\\u%04x", (unsigned)code);
        } else {
            text_add_n(out, text, n);
        }
    }
    text_add(out, "\"");
}

/* ---- reasons ---- */

/* The ones that a user meets; the rest are the C library's, in English. */
const char *text_reason(int number)
{
    switch (number) {
    case ENOENT:
        return _("No such file or directory");
    case EACCES:
        return _("Permission denied");
    case EPERM:
        return _("Operation not permitted");
    case EISDIR:
        return _("Is a directory");
    case ENOTDIR:
        return _("Not a directory");
    case ENOSPC:
        return _("No space left on device");
    case EROFS:
        return _("Read-only file system");
    case EBADF:
        return _("Bad file descriptor");
    case EPIPE:
        return _("Broken pipe");
    case EFBIG:
        return _("File too large");
    case EIO:
        return _("Input/output error");
    default:
        return strerror(number);
    }
}

/* ---- near misses and identity ---- */

enum { NEAR_LENGTH_MAX = 63 };

static char text_folded(char c)
{
    if (c == '_' || c == ' ')
        return '-';
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t text_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment). */
static size_t text_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t table[3][NEAR_LENGTH_MAX + 1];
    for (size_t j = 0; j <= b_length; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = table[i % 3];
        const size_t *above = table[(i + 2) % 3], *second = table[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = text_folded(a[i - 1]), y = text_folded(b[j - 1]);
            row[j] = text_least(above[j - 1] + (x != y), text_least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == text_folded(b[j - 2]) && y == text_folded(a[i - 2]))
                row[j] = text_least(row[j], second[j - 2] + 1);
        }
    }
    return table[a_length % 3][b_length];
}

const char *text_near(const char *word, const char *const *candidates)
{
    const char *nearest = NULL;
    size_t length = strlen(word), best = 2 + length / 4;
    if (length > NEAR_LENGTH_MAX)
        return NULL;
    /* Replacing every letter is no likeness: "q" does not suggest "h". */
    if (best > length)
        best = length;
    for (; *candidates != NULL && best > 0; candidates++) {
        size_t other = strlen(*candidates);
        if (other > NEAR_LENGTH_MAX)
            continue;
        size_t distance = text_distance(word, length, *candidates, other);
        if (distance < best) {
            best = distance;
            nearest = *candidates;
        }
    }
    return nearest;
}

bool text_ends(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n > m && path[n - m - 1] != '/' && strcasecmp(path + n - m, end) == 0;
}

static uint32_t text_hash_more(uint32_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    return hash;
}

uint32_t text_hash(const char *first, const char *second)
{
    uint32_t hash = text_hash_more(2166136261u, first, strlen(first) + 1);
    hash = text_hash_more(hash, second, strlen(second));
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    return hash ^ hash >> 16;
}
