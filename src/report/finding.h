/* The findings of the charts that set means and card counts side by side, in a sentence. */
#ifndef RUNODDS_REPORT_FINDING_H
#define RUNODDS_REPORT_FINDING_H

#include "report/lineup.h"
#include "report/stack.h"

/* Each appends one sentence, which says no more than the 95% intervals allow. */

/* Mean cost: lowest against the next, and the class that makes most of the difference; of a single plan against its
 * budget, or its largest class. Where unfinished trials leave no mean, P90. */
void finding_bars(const struct lineup *lineup, const struct stack *stack, struct text *out);

/* Medians: the cheapest plan and the soonest one, with their cards. */
void finding_cards(const struct lineup *lineup, struct text *out);

#endif
