/* correlate: rank correlations between unknowns. */
#ifndef RUNODDS_SCENARIO_CORRELATE_H
#define RUNODDS_SCENARIO_CORRELATE_H

#include "scenario/scenario.h"

/* Reads `correlate: [{between: [price, work.efficiency], rank: 80%}]`, once the unknowns are known, into their copula.
 * An unknown is named by its key path, with its owner and a colon before it where several have that path. */
int correlate_read(struct scenario *scenario, const struct node *list, struct err *err) WARN_UNUSED;

#endif
