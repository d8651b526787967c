/* What compare, tune, sweep and breakeven found, in a sentence that says no more than the 95% intervals allow. */
#ifndef RUNODDS_REPORT_REMARK_H
#define RUNODDS_REPORT_REMARK_H

#include "report/breakeven_out.h"
#include "report/compare.h"
#include "report/keys.h"
#include "report/sweep_out.h"
#include "report/tune_out.h"

/* Each appends one sentence. */

/* The plan to choose; or that it is not decided, and against which. */
void remark_choice(const struct comparison *comparison, struct text *out);

/* Of the plan that loses most by its interval: the best one and what it saves. */
void remark_tuning(const struct tune_report *report, struct text *out);

/* Which plan is lowest where along the key; of a single plan, where its best values lie. */
void remark_sweep(const struct sweep_report *report, const struct keys *keys, struct text *out);

/* The least value of a grid, and whether a neighbour comes to the same. */
void remark_heat(const struct sweep_report *report, const struct keys *down, const struct keys *across,
                 struct text *out);

/* Where the plans cross, and which is lower on which side. */
void remark_breakeven(const struct breakeven_report *report, const struct keys *keys, struct text *out);

/* What yours costs over the best, as a share of it; NaN where that is not known. */
double remark_loss(const struct tuning *tuning);

/* Whether two estimates cannot be told apart: their intervals have a point in common, or one has none. */
bool remark_overlap(struct estimate a, struct estimate b);

/* The metric where it begins a sentence, "Mean cost"; the caller frees it. */
char *remark_metric(const struct metric *metric);

/* A value of a metric: money or time. Returns out. */
const char *remark_value(const struct result *result, const struct metric *metric, double value, char out[AXIS_ROOM]);

#endif
