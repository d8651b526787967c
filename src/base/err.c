/* Keeping the faults and warnings of a command, and printing them with their source line and a caret. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/text.h"

enum { SHOWN_MAX = 100, BEFORE_CARET = 60, TAB = 8 };

/* ---- keeping ---- */

/* Start and length of a 1-based line of the source, without its line feed; NULL past the end. */
static const char *err_line(const struct source *source, int line, size_t *size)
{
    const char *at = source->text, *end = at + source->size;
    for (; at != NULL && line > 1; line--) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL)
        return NULL;
    const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    *size = (size_t)((stop != NULL ? stop : end) - at);
    return at;
}

/* The name and the one line that a message shows, so that a fault outlives the text it was found in. */
static struct source *err_excerpt(struct place at)
{
    struct source *excerpt = mem_new(1, sizeof *excerpt);
    size_t size = 0;
    const char *line = at.line > 0 && at.source->text != NULL ? err_line(at.source, at.line, &size) : NULL;
    excerpt->name = mem_copy(at.source->name != NULL ? at.source->name : "");
    excerpt->text = mem_copy_n(line, size);
    excerpt->size = size;
    return excerpt;
}

static bool err_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The same text at the same place is the same fault, whichever plan it was found for. */
static bool err_has(const struct fault *fault, int n, struct place at, const char *key, const char *text)
{
    const char *name = at.source != NULL ? at.source->name : NULL;
    for (; n > 0; n--, fault++) {
        const char *other = fault->at.source != NULL ? fault->at.source->name : NULL;
        if (fault->at.line == at.line && fault->at.col == at.col && err_equal(name, other) &&
            (name != NULL || err_equal(fault->key, key)) && strcmp(fault->text, text) == 0)
            return true;
    }
    return false;
}

/* Takes text. */
static void err_fill(struct fault *fault, struct place at, const char *key, const char *hint, char *text)
{
    fault->at = at;
    if (at.source != NULL)
        fault->at.source = err_excerpt(at);
    fault->key = key != NULL ? mem_copy(key) : NULL;
    fault->hint = hint != NULL ? mem_copy(hint) : NULL;
    fault->text = text;
}

static char *err_format(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        return mem_copy(format);
    return text;
}

/* Takes text. */
static int err_keep(struct err *err, int code, struct place at, const char *key, const char *hint, char *text)
{
    if (err->code == 0)
        err->code = code;
    if (err_has(err->fault, err->faults, at, key, text)) {
        free(text);
    } else if (err->faults == ERR_KEPT) {
        err->dropped++;
        free(text);
    } else {
        err_fill(&err->fault[err->faults++], at, key, hint, text);
    }
    return code;
}

int err_set(struct err *err, int code, struct place at, const char *key, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = err_format(format, args);
    va_end(args);
    return err_keep(err, code, at, key, hint, text);
}

int err_plain(struct err *err, int code, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = err_format(format, args);
    va_end(args);
    return err_keep(err, code, (struct place){0}, NULL, hint, text);
}

void err_warn(struct err *err, struct place at, const char *key, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = err_format(format, args);
    va_end(args);
    if (err->warnings == ERR_WARNINGS_KEPT || err_has(err->warning, err->warnings, at, key, text))
        free(text);
    else
        err_fill(&err->warning[err->warnings++], at, key, hint, text);
}

static void err_release_fault(struct fault *fault)
{
    struct source *excerpt = (struct source *)fault->at.source;
    if (excerpt != NULL) {
        free(excerpt->name);
        free(excerpt->text);
        free(excerpt);
    }
    free(fault->key);
    free(fault->text);
    free(fault->hint);
}

void err_release(struct err *err)
{
    for (int i = 0; i < err->faults; i++)
        err_release_fault(&err->fault[i]);
    for (int i = 0; i < err->warnings; i++)
        err_release_fault(&err->warning[i]);
    *err = (struct err){0};
}

/* ---- printing ---- */

struct err_style {
    const char *bold, *mark, *off;
};

static void err_put_safe(FILE *to, const char *text)
{
    struct text safe = {0};
    text_add_safe(&safe, text);
    fputs(safe.at, to);
    text_release(&safe);
}

/* Bytes of the character that stands here: an invalid byte and a NUL count as one each. */
static size_t err_step(const char *at, const char *end)
{
    uint32_t code;
    size_t n = text_utf8(at, &code);
    return n == 0 || n > (size_t)(end - at) ? 1 : n;
}

/* Appends one character as it is shown: a tab as blanks up to the next stop, what a terminal might obey escaped. */
static void err_add_shown(struct text *shown, const char *at, size_t n)
{
    char one[5] = {0};
    memcpy(one, at, n);
    if (one[0] == '\t')
        text_addf(shown, "%*s", TAB - text_width(shown->at) % TAB, "");
    else if (one[0] == '\0')
        text_add(shown, "\\x00");
    else
        text_add_safe(shown, one);
}

/* The part of a source line that is shown, and the columns from which and up to which the caret line marks it. */
struct err_window {
    struct text shown;
    int from, to;
    bool cut_left, cut_right;
};

static void err_look(struct err_window *window, const struct source *line, int col, int width)
{
    const char *end = line->text + line->size;
    int characters = 0, at = 0;
    for (const char *c = line->text; c < end; c += err_step(c, end))
        characters++;
    int first = characters > SHOWN_MAX && col > BEFORE_CARET ? col - BEFORE_CARET : 0;
    int last = characters > first + SHOWN_MAX ? first + SHOWN_MAX : characters;
    window->cut_left = first > 0;
    window->cut_right = last < characters;
    text_add(&window->shown, first > 0 ? "..." : "");
    window->from = window->to = -1;
    for (const char *c = line->text; at < last; at++) {
        size_t n = err_step(c, end);
        if (at == col - 1)
            window->from = text_width(window->shown.at);
        if (at == col - 1 + width)
            window->to = text_width(window->shown.at);
        if (at >= first)
            err_add_shown(&window->shown, c, n);
        c += n;
    }
    int shown_width = text_width(window->shown.at);
    if (window->from < 0)
        window->from = shown_width;
    if (window->to < 0)
        window->to = shown_width;
    if (window->cut_right)
        text_add(&window->shown, "...");
}

static void err_print_excerpt(const struct place *at, FILE *to, const struct err_style *style)
{
    struct err_window window = {0};
    err_look(&window, at->source, at->col, at->width > 0 ? at->width : 1);
    fprintf(to, "%6d | %s\n", at->line, window.shown.at);
    if (at->col > 0) {
        fprintf(to, "%6s | %*s%s^", "", window.from, "", style->mark);
        for (int i = window.from + 1; i < window.to; i++)
            fputc('~', to);
        fprintf(to, "%s\n", style->off);
    }
    text_release(&window.shown);
}

static void err_print_fault(const struct fault *fault, const char *kind, FILE *to, const struct err_style *style)
{
    const struct source *source = fault->at.source;
    if (source != NULL) {
        fputs(style->bold, to);
        err_put_safe(to, source->name);
        if (fault->at.line > 0)
            fprintf(to, ":%d", fault->at.line);
        if (fault->at.line > 0 && fault->at.col > 0)
            fprintf(to, ":%d", fault->at.col);
        fprintf(to, ":%s ", style->off);
    }
    fprintf(to, "%s%s:%s ", style->mark, kind, style->off);
    err_put_safe(to, fault->text);
    fputc('\n', to);
    if (source != NULL && source->size > 0)
        err_print_excerpt(&fault->at, to, style);
    if (fault->key != NULL) {
        fprintf(to, "  %s: ", _("key"));
        err_put_safe(to, fault->key);
        fputc('\n', to);
    }
    if (fault->hint != NULL) {
        fprintf(to, "  %s: ", _("hint"));
        err_put_safe(to, fault->hint);
        fputc('\n', to);
    }
}

void err_print_faults(const struct err *err, FILE *to, bool colour)
{
    static const struct err_style plain = {"", "", ""}, red = {"\033[1m", "\033[1;31m", "\033[0m"};
    for (int i = 0; i < err->faults; i++)
        err_print_fault(&err->fault[i], _("error"), to, colour ? &red : &plain);
    if (err->dropped > 0) {
        fprintf(to, ngettext("%d more error is not shown", "%d more errors are not shown", (unsigned long)err->dropped),
                err->dropped);
        fputc('\n', to);
    }
}

void err_print_warnings(const struct err *err, FILE *to, bool colour)
{
    static const struct err_style plain = {"", "", ""}, yellow = {"\033[1m", "\033[1;33m", "\033[0m"};
    for (int i = 0; i < err->warnings; i++)
        err_print_fault(&err->warning[i], _("warning"), to, colour ? &yellow : &plain);
}
