/* Laws of values, for the files of bind. */
#ifndef RUNODDS_SCENARIO_BIND_LAW_H
#define RUNODDS_SCENARIO_BIND_LAW_H

#include "scenario/bind.h"

/* The law of a range or call, whatever the key does with it. */
int bind_law_any(struct binder *binder, struct node *node, const struct expr *e, const struct wants *wants,
                 struct law_spec *spec, struct unit *unit) WARN_UNUSED;

/* Makes the law of a spec whose row and arguments are set. wants: what the values must be; NULL where that is seen to
 * elsewhere. */
int bind_law_make(struct binder *binder, const struct node *node, const struct expr *e, const struct wants *wants,
                  struct law_spec *spec) WARN_UNUSED;

/* Registers an unknown, or finds the one that was written once for several plans; *number counts from 1. suffix: below
 * the key's path, or NULL. */
int bind_law_unknown(struct binder *binder, const struct node *node, const char *suffix, const struct law_spec *spec,
                     const struct unit *unit, int *number) WARN_UNUSED;

/* The median in a typical world, base units. */
double bind_law_median(const struct binder *binder, const struct law_spec *spec);

#endif
