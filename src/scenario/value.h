/* The grammar of values: "45 min", "5 to 40 s", "$2.49/GPU-hour", "weibull(shape = 0.7, mean = 50000 h)". */
#ifndef RUNODDS_SCENARIO_VALUE_H
#define RUNODDS_SCENARIO_VALUE_H

#include "base/err.h"
#include "scenario/unit.h"

enum expr_kind { EXPR_NONE, EXPR_QUANTITY, EXPR_RANGE, EXPR_CALL };
enum { EXPR_ARGS = 65536 };

/* A number as written; x * unit.factor is in base units. */
struct quantity {
    double x;
    struct unit unit;
    bool has_unit;
};

struct expr {
    enum expr_kind kind;
    int offset, length;        /* in bytes of the text it was read from */
    struct quantity low, high; /* quantity: low; range: both */
    char *name;                /* call: its name, lower case */
    int args;
    char **arg_name;      /* NULL: unnamed */
    struct expr **arg;    /* NULL for a file name or a column */
    char **arg_text;      /* as written, trimmed */
    struct quantity unit; /* call: a last unit, serving arguments without one (has_unit) */
};

/* Reads a whole text; on a fault *expr stays NULL and err has it, with a place inside `at` (the place of the text) and
 * the cure. */
int expr_read(const char *text, struct place at, const char *key, struct expr **expr, struct err *err) WARN_UNUSED;
void expr_free(struct expr *expr);

/* The place of a part of a text that stands at `at`; quoted texts begin one column later. */
struct place expr_place(struct place at, const char *text, int offset, int length);

#endif
