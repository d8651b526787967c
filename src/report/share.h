/* Shares: their intervals, how sentences say them, and percents that add to 100. */
#ifndef RUNODDS_REPORT_SHARE_H
#define RUNODDS_REPORT_SHARE_H

#include "base/text.h"

/* The 95% interval of a share of n trials (E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212). */
void share_interval(double share, long n, double *low, double *high);

/* Whether the intervals of two shares, each of n trials, have a point in common. */
bool share_overlap(double a, double b, long n);

/* Appends "98%", "0.4%", "under 0.1%": never 0% or 100% for what is not quite that. */
void share_say_percent(double share, struct text *out);

/* Appends "no trial", "all trials", or "98% of trials". */
void share_say(double share, struct text *out);

/* Rounds n parts to whole units that add to `whole`, a whole number, by largest remainder, the first of equal ones
 * first. All 0 if the parts have no positive sum; negative parts count as 0. */
void share_units(const double *part, int n, double whole, double *unit);

/* The same to percents, which add to 100. */
void share_round(const double *part, int n, int *percent);

#endif
