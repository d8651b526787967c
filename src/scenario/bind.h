/* From the text of a value to an input: dimension, range and law are checked here, unknowns are registered. */
#ifndef RUNODDS_SCENARIO_BIND_H
#define RUNODDS_SCENARIO_BIND_H

#include "scenario/input.h"
#include "scenario/value.h"

/* How a key draws its value. */
enum draws {
    DRAWS_CONSTANT, /* a plain number only */
    DRAWS_ONCE,     /* ranges and laws are unknown constants of the trial */
    DRAWS_EACH,     /* ranges and laws are drawn anew at each event */
    DRAWS_LIFE,     /* a number or range is the mean of an exponential law, itself drawn once; a law is the law */
};

/* What a key accepts. */
struct wants {
    const char *units[4]; /* accepted dimensions by example, such as "h"; NULL ends; "" is a plain number */
    bool bare;            /* a number without a unit is in units[0] */
    bool share;           /* a range is logit-normal */
    bool zero;            /* 0 is allowed (and means none for waits) */
    double least, most;   /* in base units, both allowed; most 0: no bound */
    enum draws draws;
};

/* What one unit of another currency is worth: a number, or an unknown. */
enum { RATES_MOST = 16 };
struct exchange {
    int n;
    struct {
        char currency[4];
        struct slot worth;
    } of[RATES_MOST];
};

struct binder {
    struct unknowns *unknowns;
    struct law_shelf *shelf;
    const char *currency;
    const char *owner; /* of the value; part of an unknown's identity */
    uint64_t job;      /* > 0: the owner is one of this file alone, the job of that number; part of it too */
    const char *path;  /* key path inside the plan; the other part */
    const char *key;   /* full path for messages */
    struct err *err;
    const struct exchange *exchange; /* NULL: none */
    double start_h;                  /* moment of submission; NAN: not said */
    int offset_min;                  /* of the scenario's clock from UTC */
    int rate; /* set by bind_value(): unknown of the exchange that its value waits for; 0: none */
};

/* Binds a scalar node. A file in empirical(...) is read beside the file of the node, and the text of the node becomes
 * the values themselves, so that an echo stands alone. */
int bind_value(struct binder *binder, struct node *node, const struct wants *wants, struct input *input) WARN_UNUSED;

/* A constant quantity in base units, for table cells and special keys. */
int bind_quantity(struct binder *binder, const struct node *node, const struct expr *expr, const struct quantity *q,
                  const struct wants *wants, double *x, struct unit *unit) WARN_UNUSED;

/* Whether a value that a key has is usable: no less and no more than it may be. */
int bind_check_bounds(struct binder *binder, const struct node *node, const struct expr *expr,
                      const struct wants *wants, double x) WARN_UNUSED;

/* The first wanted unit of the same dimension, or NULL. */
const char *bind_wanted_unit(const struct wants *wants, const struct unit *unit);

/* A fault of a node, or of an expression in it (NULL: of all of it): ERR_INPUT. */
int bind_fault(const struct binder *binder, const struct node *node, const struct expr *expr, const char *hint,
               const char *what);

/* An unknown that no key says, named `suffix` below the path: a law of two numbers, such as uniform or normal. */
int bind_unknown_law(struct binder *binder, const struct node *node, const char *suffix, const char *law, double low,
                     double high, int *number) WARN_UNUSED;

/* The column of a CSV that stands in a call such as measured(f.csv, col): numbers in base units of the header's suffix
 * (_s, _min, _h) or unit (has_unit), n of them; the caller frees. */
int bind_column(struct binder *binder, const struct node *node, const struct expr *call, const struct wants *wants,
                double **x, size_t *n, struct unit *unit) WARN_UNUSED;

/* The columns of measured(file.csv[, column]): card counts, from the first column that is not `column`, and speeds. */
int bind_measured(struct binder *binder, const struct node *node, const struct expr *call, double **cards,
                  double **speed, size_t *n) WARN_UNUSED;

#endif
