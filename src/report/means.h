/* The means of a plan that the machine-readable formats carry, by one rule for what is not known. */
#ifndef RUNODDS_REPORT_MEANS_H
#define RUNODDS_REPORT_MEANS_H

#include "engine/summary.h"

/* Means over the trials of a plan: counts, hours, money. All but tail are NaN when a trial is unfinished: the finished
 * ones alone say nothing about the plan. */
struct means {
    double failures, cause[CAUSES_MOST], preemptions, limit_ends, fallbacks, lost_gpu_h;
    double phase_h[PHASE_COUNT];
    double by_class[CLASS_COUNT], tail[CLASS_COUNT]; /* tail: around the P90 of cost, NaN if that is not reached */
    double item[ITEM_COUNT];                         /* NaN if the plan does not price it */
};

struct means means_of(const struct summary *summary);

extern const char *const means_phases[PHASE_COUNT];

/* Phases and items as people read them; their names (means_phases, cost_items) are for programs. */
const char *means_phase_words(int phase);
const char *means_item_words(int item);

#endif
