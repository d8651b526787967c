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

#endif
