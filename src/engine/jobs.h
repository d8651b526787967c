/* Several scenarios added up, trial by trial: what a quarter's jobs come to together. */
#ifndef RUNODDS_ENGINE_JOBS_H
#define RUNODDS_ENGINE_JOBS_H

#include "engine/spend.h"

enum { JOBS_MOST = 32 };
#define JOBS_TOTAL "total" /* name of the last row */

/* A plan of a result, of the scenario of a file. Jobs of one result share all their luck: they are one job that happens
 * several times. Those of different results are drawn under different numbers (scenario.h: job). */
struct job {
    const char *file; /* as given */
    const struct result *result;
    int plan;
    const char *why; /* this plan was chosen, in words; NULL: it is the only one, or the reader named it */
};

/* Money is in the currency of the first job. */
struct jobs {
    int n;
    struct job job[JOBS_MOST];
    const double *rate[JOBS_MOST];  /* worth of one unit of the job's money, by trial; NULL: it is the same money */
    double typical_rate[JOBS_MOST]; /* at the medians */
    bool rate_drawn[JOBS_MOST];
    bool dated; /* all have a start, and the total's time counts from the first of them */

    /* A row for each job, named "PLAN (FILE)", and one for their total; and the total alone. Of the total, time is that
     * of the last to be done, `in budget` needs a budget of every job, `on time` means each job by its own deadline.
     * Their scenario and engine name the rows and play nothing. */
    struct result rows, total;
    double p90_sum; /* of the jobs' P90 of cost; NaN where one has none */

    struct spend spend;  /* of the total; no months where a start or a price is missing */
    struct jobs_of *own; /* what the above points into */
};

/* Adds up n jobs, 1 to JOBS_MOST, of as many trials each. ERR_INPUT where money cannot be converted. Results are kept,
 * not owned. jobs_release() in any case. */
int jobs_add_up(const struct job *job, int n, struct jobs *jobs, struct err *err) WARN_UNUSED;
void jobs_release(struct jobs *jobs);

#endif
