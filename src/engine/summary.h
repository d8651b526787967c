/* What the trials say: quantiles with exact intervals, means, tails. */
#ifndef RUNODDS_ENGINE_SUMMARY_H
#define RUNODDS_ENGINE_SUMMARY_H

#include "engine/engine.h"

enum { PERCENTILES = 9, CURVE = 200, CLOUD = 1000, TAIL_TRIALS = 1000 };
extern const double summary_percentiles[PERCENTILES]; /* 5 10 25 50 75 80 90 95 99 */

/* Order statistics; infinite where unfinished trials are reached. Without an interval low and high are NaN. */
struct percentile {
    double p, value, low, high;
};

struct distribution {
    double mean, sd, mean_low, mean_high;   /* NaN with any unfinished trial */
    double min, max;                        /* max: infinite with any unfinished trial */
    double largest;                         /* finished value */
    double cvar90, cvar90_low, cvar90_high; /* mean of the worst tenth; NaN with any unfinished trial */
    bool heavy_tail;                        /* the top 1% of trials carries over 20% of the variance */
    struct percentile of[PERCENTILES];
    double curve[CURVE]; /* quantiles at (i + 1/2) / CURVE */
};

struct naive {
    double cost, time_h;
};

struct summary {
    const char *name;
    long trials, unfinished;
    struct distribution cost, time_h;
    struct naive naive;
    double in_budget, on_time, both; /* shares of trials; NaN without a limit */
    double goodput, cost_per_effective_gpu_h;
    struct sums mean;         /* sums over finished trials, divided by their number */
    double tail[CLASS_COUNT]; /* mean cost by class of the trials around P90 */
    long tail_trials;
    const struct plan *typical;
    const struct trials *all;
    int plan;
};

struct result {
    const struct scenario *scenario;
    const struct engine *engine;
    struct trials trials;
    struct summary *plan;
    struct course *course; /* of each plan, where it is told; NULL: not made yet */
};

/* Order statistic of rank ceil(n p / 100), in integer arithmetic for p in thousandths of a percent; 1-based. */
long summary_rank(long n, double p);

/* Ranks of the exact binomial interval of 95%, equal tails (Clopper-Pearson for a quantile); false if n is too small
 * for one. */
bool summary_interval(long n, double p, long *low, long *high);

/* One percentile of n values, which are not changed. */
struct percentile summary_percentile(const double *values, long n, double p);

void summary_distribution(const double *values, long n, struct distribution *out);

/* The trials whose cost lies around P90, between the 87.5th and 92.5th percentile, evenly chosen where there are more
 * than TAIL_TRIALS; their number, 0 where unfinished ones are among them. */
long summary_tail(const double *cost, long n, long trial[TAIL_TRIALS]);

/* A plan without prices has no cost, which is not a cost of 0. */
void summary_forget_cost(struct summary *summary);

/* Runs an engine and summarises all plans. result_release() frees it in any case. */
int result_make(const struct engine *engine, const struct engine_options *options, struct result *result,
                struct err *err) WARN_UNUSED;
void result_release(struct result *result);

#endif
