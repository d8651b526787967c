/* Laws: one row each, all inverted through their cumulative hazard, so that failures, waits and prices share them. */
#ifndef RUNODDS_BASE_LAW_H
#define RUNODDS_BASE_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/kernel.h"

/* What an argument of a law gives. A median is the quantile of level 0.5. */
enum law_param {
    LAW_VALUE,
    LAW_MIN,
    LAW_MODE,
    LAW_MAX,
    LAW_MEAN,
    LAW_SD,
    LAW_SIGMA,
    LAW_SHAPE,
    LAW_SCALE,
    LAW_ALPHA,
    LAW_BETA,
    LAW_QUANTILE,
};

enum { LAW_ARGS = 4 };

struct law_arg {
    enum law_param param;
    double level; /* LAW_QUANTILE: in (0, 1) */
    double x;     /* in the unit of the quantity; sigma, shape, alpha and beta are pure numbers */
};

/* Point masses at x[0] < x[1] < ...; hazard[i] is the cumulative hazard through x[i], the last one infinite. */
struct law_atoms {
    int n;
    double *x, *hazard;
    double mean, sd;
};

struct law_row;
struct quantile;

/* A law with its canonical numbers; plain data, freely copied. tables and atoms belong to a law_shelf. */
struct law {
    const struct law_row *row;
    double a, b, c, d; /* see the rows of law.c */
    const struct quantile *table;
    const struct law_atoms *atoms;
};

struct law_row {
    const char *name;
    enum law_param place[LAW_ARGS]; /* what unnamed arguments mean, in order */
    int places;                     /* 0: arguments need names */
    bool fixed_shape;               /* its inverse is a table: arguments that set the shape must be constants */
    const char *forms;              /* the accepted sets of arguments, for messages and explain */
    /* Canonical numbers from arguments: true, or false with *why (a constant text). */
    bool (*solve)(struct law *law, const struct law_arg *arg, int n, const char **why);
    /* v holds cumulative hazards > 0 and becomes the values H^-1(v), increasing in v; n numbers in place. */
    void (*invert)(const struct law *law, const struct kernel *kernel, double *v, int n);
    double (*mean)(const struct law *law);
    double (*sd)(const struct law *law);
    double (*hazard)(const struct law *law, double x); /* -log P(X > x) */
};

/* Owns the tables and atoms of laws, shared by equal shape. Zero-initialised it is empty. */
struct law_shelf {
    struct quantile **table;
    struct law_atoms **atoms;
    int tables, atomses;
};

/* The row of a name, or NULL; law_rows() gives all, *n of them. */
const struct law_row *law_find(const char *name);
const struct law_row *law_rows(int *n);

/* A law from its arguments; builds its table or atoms onto the shelf where it needs one (shelf NULL: takes over
 * law->table, for a law whose shape is known and whose scale varies by trial). False with *why if the arguments do
 * not determine the law or are out of range (every number is checked here, before GSL sees it). */
bool law_make(struct law *law, const struct law_row *row, const struct law_arg *arg, int n, struct law_shelf *shelf,
              const char **why);

/* The constant x, as a law. */
struct law law_constant(double x);
/* The law of a sample: each of the n values is as likely. */
struct law law_sample(const double *x, size_t n, struct law_shelf *shelf);
struct law law_exponential(double mean);

/* Multiplies the values of a beta, pert, poisson or empirical law by factor > 0. */
void law_scale(struct law *law, double factor, struct law_shelf *shelf);

bool law_is_constant(const struct law *law);
bool law_is_exponential(const struct law *law);

static inline void law_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    law->row->invert(law, kernel, v, n);
}

double law_mean(const struct law *law);
double law_sd(const struct law *law);
/* Mean of the first of n draws that come together: of H^-1(e / n), e a unit exponential; n > 0 need not be whole. */
double law_mean_first(const struct law *law, double n);
/* Cumulative hazard -log P(X > x); infinite at and past the upper end of a bounded law. */
double law_hazard(const struct law *law, double x);
/* The value below which a share p of the law lies, 0 < p < 1. */
double law_quantile(const struct law *law, double p);
/* The largest value the law can take; infinity if it has no upper end. */
double law_upper(const struct law *law);

void law_shelf_release(struct law_shelf *shelf);

#endif
