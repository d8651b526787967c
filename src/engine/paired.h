/* Two plans on the same futures: differences trial by trial. */
#ifndef RUNODDS_ENGINE_PAIRED_H
#define RUNODDS_ENGINE_PAIRED_H

#include "engine/metric.h"

enum dominance { DOMINANCE_NONE, DOMINANCE_FIRST, DOMINANCE_SECOND };

/* a minus b over n trials; trials that either leaves unfinished count as a tie if both do, else as a loss. */
struct paired {
    double mean, low, high;              /* of the difference, with its interval; NaN with any unfinished trial */
    double less;                         /* share of trials in which a is strictly less */
    enum dominance dominance, dominated; /* whether a dominates b, b dominates a: of smaller values, exactly */
};

void paired_compare(const double *a, const double *b, long n, struct paired *out);

/* The difference of a metric of cost or time (mean or percentile) between two sets of trials, and its interval from
 * the paired influence functions: for a quantile (p - 1{x <= q}) / f(q), its density f from the order statistics
 * around it (R. J. Serfling, Approximation Theorems of Mathematical Statistics, 1980, section 2.3). */
struct estimate paired_metric(const struct metric *metric, const double *a, const double *b, long n);

/* Trials at which an interval of the same difference would leave 0 out; infinite for none. */
double paired_trials_needed(struct estimate difference, long n);

#endif
