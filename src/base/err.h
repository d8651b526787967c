/* The faults and warnings of one command, each with the place it was found. */
#ifndef RUNODDS_BASE_ERR_H
#define RUNODDS_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A negative return code is minus the exit status that main() gives it. */
enum {
    ERR_INPUT = -2,         /* wrong usage or bad input */
    ERR_UNFINISHED = -3,    /* no plan can finish */
    ERR_RUNTIME = -4,       /* I/O, memory, a missing program */
    ERR_INTERRUPTED = -130, /* by Ctrl-C, where there is no answer so far */
};

#define WARN_UNUSED __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

/* A text that was read: a file, standard input, or the value of an option. */
struct source {
    char *name; /* as the user gave it, shown in messages */
    char *path; /* folder that relative names in it start from; NULL: the current one */
    char *text; /* size bytes and a terminating NUL */
    size_t size;
};

/* Where something stands: 1-based line and column (in characters); source NULL means nowhere. */
struct place {
    const struct source *source;
    int line, col;
    int width; /* characters to underline, 0 counts as 1 */
};

enum { ERR_KEPT = 10, ERR_WARNINGS_KEPT = 50 };

struct fault {
    struct place at;
    char *key;  /* path of the key, such as "plans.spot.notice"; NULL: none */
    char *text; /* what is wrong: lower case, no full stop */
    char *hint; /* what would be right; NULL: nothing to say */
};

/* Zero-initialised it is empty: struct err err = {0}. */
struct err {
    struct fault fault[ERR_KEPT];
    int faults;  /* kept, at most ERR_KEPT */
    int dropped; /* found after those */
    int code;    /* the code of the first fault, 0 without one */
    struct fault warning[ERR_WARNINGS_KEPT];
    int warnings;
};

/* Adds a fault; key and hint may be NULL; all text is copied. Returns code, so that
 * `return err_set(err, ERR_INPUT, at, key, hint, "...", ...)` is one line. The same text at the same place is kept
 * once, whatever its key. */
int err_set(struct err *err, int code, struct place at, const char *key, const char *hint, const char *format, ...)
    PRINTF_LIKE(6, 7);

/* Adds a warning; same rules, no code. */
void err_warn(struct err *err, struct place at, const char *key, const char *hint, const char *format, ...)
    PRINTF_LIKE(5, 6);

/* A fault without a place. */
int err_plain(struct err *err, int code, const char *hint, const char *format, ...) PRINTF_LIKE(4, 5);

/* Prints faults (and the number of dropped ones) or warnings: `name:line:col: error: text`, the source line, a caret
 * line, `key:` and `hint:` lines where there are any. Bytes of user text below 0x20, 0x7f and invalid
 * UTF-8 are escaped; long source lines are cut around the caret. colour: ANSI bold/red/yellow. */
void err_print_faults(const struct err *err, FILE *to, bool colour);
void err_print_warnings(const struct err *err, FILE *to, bool colour);

/* Frees the texts and makes it empty again. */
void err_release(struct err *err);

#endif
