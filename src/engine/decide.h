/* Which plan to choose, by a stated rule, and how sure that is. */
#ifndef RUNODDS_ENGINE_DECIDE_H
#define RUNODDS_ENGINE_DECIDE_H

#include "engine/paired.h"

/* The lowest value of a metric among the plans that are on time in at least this share of trials (0.9; without a
 * deadline all are). If no plan is, the one that is on time most often. */
struct choice {
    int plan;      /* -1: none has a value */
    bool punctual; /* chosen among plans that are on time often enough; or there is no deadline */
    bool decided;  /* at 95%, on the same futures */
    int rival;     /* the plan that is not told apart from it; -1: itself, at the share it must be on time */
    double needed; /* trials that would decide, as many as it would take for the same difference; infinite: ties */
    double share;  /* that it must be on time */
    bool front[PLANS_MOST]; /* on the Pareto front of P90 cost and P90 time: no plan is better in one and as good in the
                             * other */
};

void decide(const struct result *result, const struct metric *metric, struct choice *choice);

#endif
