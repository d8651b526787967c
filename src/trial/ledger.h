/* The ledger of one trial of one plan: hours per phase and counts of events; no money in it. */
#ifndef RUNODDS_TRIAL_LEDGER_H
#define RUNODDS_TRIAL_LEDGER_H

#include <stdbool.h>

#include "base/text.h"
#include "scenario/cause.h"

/* name, class of its rent, what the job is doing. The phases sum to the completion time. */
#define PHASES(PHASE)                                                                                                  \
    PHASE(queue, time, N_("waiting for capacity, first time or again"))                                                \
    PHASE(startup, time, N_("provisioning, image, data staging, framework start"))                                     \
    PHASE(compute, compute, N_("doing work that survives"))                                                            \
    PHASE(checkpoint, time, N_("writing checkpoints that survive"))                                                    \
    PHASE(lost, failures, N_("doing work or writing a checkpoint that is thrown away; idle rest of a notice"))         \
    PHASE(detect, failures, N_("hung, nobody has noticed yet"))                                                        \
    PHASE(repair, failures, N_("waiting for a repaired or replaced unit"))                                             \
    PHASE(restart, failures, N_("reloading the checkpoint, starting again"))                                           \
    PHASE(shutdown, time, N_("saving the image, fetching the result"))

enum phase {
#define PHASE(name, class, meaning) PHASE_##name,
    PHASES(PHASE)
#undef PHASE
        PHASE_COUNT
};

struct ledger {
    double phase_h[PHASE_COUNT];
    double completion_h;          /* from submission; infinite if unfinished */
    double billed_h;              /* held hours, each allocation rounded up to the billing unit */
    double failures[CAUSES_MOST]; /* by cause, those in startup and restart included */
    double preemptions, limit_ends;
    double fell_back; /* runs that turned to the fallback; 0 or 1 of one run */
    /* Hours of the first market, where fell_back is not 0; the rest is the fallback's. */
    double before_h[PHASE_COUNT], before_billed_h;
    double runs, copies;           /* that were played, and that worked */
    const struct metered *metered; /* when hours fell, for prices that move; NULL: none do */
    bool finished;
};

#endif
