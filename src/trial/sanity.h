/* Warnings about plans that are possible but hardly meant. */
#ifndef RUNODDS_TRIAL_SANITY_H
#define RUNODDS_TRIAL_SANITY_H

#include "trial/derive.h"

/* Looks at each plan in its typical world. Adds warnings; a time limit that leaves no time to work is ERR_INPUT for
 * constants. */
int sanity_check(const struct scenario *scenario, const struct plan_frame *frame, const struct plan *typical,
                 struct err *err) WARN_UNUSED;

#endif
