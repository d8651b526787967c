/* The finding of a chart, in a sentence that says no more than the trials do. */
#ifndef RUNODDS_REPORT_HEADLINE_H
#define RUNODDS_REPORT_HEADLINE_H

#include "report/lineup.h"

/* Each appends one sentence. Where 95% intervals overlap it says that the plans cannot be told apart. */

/* P90 of cost (or time): lowest against the next; of a single plan against its limit. */
void headline_cdf(const struct lineup *lineup, struct text *out);

/* Chance of being on time; without a deadline, P90 of time. The line-up is one by time. */
void headline_deadline(const struct lineup *lineup, struct text *out);

/* Chance of keeping budget and deadline; without them, cost and time at the median. */
void headline_cloud(const struct lineup *lineup, struct text *out);

/* What failures and time take of the cost; overhead holds that share for each row, NaN where there is no mean. */
void headline_breakdown(const struct lineup *lineup, const double *overhead, struct text *out);

#endif
