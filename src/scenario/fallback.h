/* Fallbacks: a plan takes over price, preemption and queue of another one. */
#ifndef RUNODDS_SCENARIO_FALLBACK_H
#define RUNODDS_SCENARIO_FALLBACK_H

#include "scenario/scenario.h"

/* Copies what `fallback: {to: PLAN}` takes over into the map of the fallback itself, values of its own excepted, so
 * that the plan stands alone. For the merged trees of all plans. */
int fallback_embed(struct scenario *scenario, struct err *err) WARN_UNUSED;

#endif
