/* correlate: rank correlations between unknowns. */
#ifndef RUNODDS_SCENARIO_CORRELATE_H
#define RUNODDS_SCENARIO_CORRELATE_H

#include "scenario/scenario.h"

/* Reads `correlate: [{between: [price, work.efficiency], rank: 80%}]`, once the unknowns are known, into their copula.
 * An unknown is named by its key path, with its owner and a colon before it where several have that path. changed:
 * values were set or plans left out, so that one that is not there is no error: its entries are taken out of the list,
 * with a warning. */
int correlate_read(struct scenario *scenario, struct node *list, bool changed, struct err *err) WARN_UNUSED;

#endif
