/* All runs of a plan in one trial: experiments on copies of the hardware, and a run that is under way. */
#ifndef RUNODDS_TRIAL_JOB_H
#define RUNODDS_TRIAL_JOB_H

#include "trial/trial.h"

/* Plays trial number `trial` < 2^40 of the plan and fills the ledger: hours and events of all runs, the completion of
 * the last one. Each run has draws of its own; each copy of the hardware queues once. Allocates nothing. */
void job_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
              const struct observer *observer);

#endif
