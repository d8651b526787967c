/* When the hours of a trial fall: by period of the tariff, and weighted by a price that moves. */
#ifndef RUNODDS_TRIAL_METER_H
#define RUNODDS_TRIAL_METER_H

#include "trial/calendar.h"
#include "trial/trial.h"

/* What a meter has seen in one trial; no money in it. */
struct metered {
    double period_h[PERIODS_MOST][PHASE_COUNT]; /* hours of each period of the tariff */
    double moving[PHASE_COUNT];                 /* integral of the moving price over the hours of each phase */
};

/* What falls between two cuts of a trial. */
struct slice {
    struct metered metered;
    double phase_h[PHASE_COUNT], first_h[PHASE_COUNT]; /* hours, and those of the first market */
    double failures[CAUSES_MOST];
};

struct meter;

/* A meter for a plan with a tariff or a moving price. Heap object. */
struct meter *meter_new(const struct plan *plan, const struct kernel *kernel, uint64_t seed);
void meter_free(struct meter *meter);

/* The beginning of a trial; plan holds this trial's numbers. */
void meter_begin(struct meter *meter, const struct plan *plan, uint64_t trial);

/* The beginning of a run at an hour of the trial, in the first market or the fallback's; the observer follows the
 * run's ledger and tells `next`, if any. */
struct observer meter_run(struct meter *meter, const struct ledger *ledger, double at_h, bool first,
                          const struct observer *next);

const struct metered *meter_seen(const struct meter *meter);

/* Parts the trials that follow at n rising hours: slice[i] is what falls before cut_h[i] and not before the cut in
 * front of it, slice[n] the rest. Both are the caller's; slices are zeroed at the beginning of each trial. */
void meter_part(struct meter *meter, const double *cut_h, int n, struct slice *slice);

#endif
