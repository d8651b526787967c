/* Which unknown moves the answer, and how much of its spread is ignorance and how much luck. */
#ifndef RUNODDS_ENGINE_SENSITIVITY_H
#define RUNODDS_ENGINE_SENSITIVITY_H

#include "engine/decide.h"
#include "engine/study.h"

/* One unknown and one plan. */
struct influence {
    int unknown;
    struct estimate rank;  /* Spearman's correlation with the outcome, interval by Fisher's z */
    double regression;     /* standardised coefficient of the regression on ranks of all unknowns */
    struct estimate first; /* first-order share of the variance: Var(E(Y | x)) / Var(Y), from lines in bins, none below
                            * 0; interval     by the jackknife over ten parts */
    bool above_noise;      /* first is larger than 95% of what chance alone gives */
    double x_low, x_high;  /* the unknown at its P10 and P90, in base units, the others at their medians */
    struct estimate low, high; /* the metric with the unknown held there */
};

/* A plan and its influences, the largest move of the metric first. */
struct sensitivity_plan {
    const char *name;
    bool known; /* every trial finishes */
    int n;
    struct influence *of;
    double noise;              /* of first */
    struct estimate ignorance; /* share of the variance that the unknowns explain together: the correlation of trials
                                * with the same unknowns and other events; the rest is luck */
    struct estimate value;     /* the metric as it is */
};

/* The share of an unknown at which another plan is chosen. */
struct flip {
    bool found;
    int unknown;
    double share, x;  /* between the two choices, and the unknown there */
    int below, above; /* the plans chosen */
};

struct sensitivity {
    int plans;
    struct sensitivity_plan *plan;
    long trials; /* that the indices are from */
    struct flip flip;
};

/* base: a played point. sensitivity_release() in any case. */
int sensitivity_make(const struct study *study, struct point *base, const struct metric *metric,
                     struct sensitivity *out, struct err *err) WARN_UNUSED;
void sensitivity_release(struct sensitivity *sensitivity);

/* First-order share of y by bins of x, corrected for its bias and cut at 0; noise: what 95% of independent x stay
 * below. n at least 100. */
double sensitivity_first(const double *x, const double *y, long n, double *noise);
/* Ranks of values, ties at their average, from 0 to n - 1. */
void sensitivity_ranks(const double *values, long n, double *rank);

#endif
