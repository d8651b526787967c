/* milestones: shares of the work whose dates are to be told. */
#ifndef RUNODDS_SCENARIO_MILESTONE_H
#define RUNODDS_SCENARIO_MILESTONE_H

#include "scenario/scenario.h"

/* Reads `milestones: {eval: 50%, handover: {at: 100%, by: 2026-09-30}}` into scenario->milestone, in the order of the
 * file; start and deadline are known. The names stay the map's. */
int milestone_read(struct scenario *scenario, struct node *map, struct err *err) WARN_UNUSED;

#endif
