/* Rules between keys that need no numbers of a trial. */
#ifndef RUNODDS_SCENARIO_RULES_H
#define RUNODDS_SCENARIO_RULES_H

#include "scenario/scenario.h"

/* Checks each plan: one way of work, one of every and rate, units of causes, cards and nodes, and the like. */
int rules_check(struct scenario *scenario, struct err *err) WARN_UNUSED;

/* Cards, nodes, cards per node of a plan, from accelerators, num_nodes, cards and cards_per_node. */
struct size {
    double cards, nodes, per_node;
};
struct size rules_size(const struct inputs *inputs);

#endif
