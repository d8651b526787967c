/* The layers of a scenario: models, top level, defaults, extends, plans and --set. */
#ifndef RUNODDS_SCENARIO_LAYER_H
#define RUNODDS_SCENARIO_LAYER_H

#include "scenario/scenario.h"

/* Puts --set values of keys at the top (budget, deadline, ...) into the root. */
int layer_set_top(struct scenario *scenario, const struct scenario_options *options, struct err *err) WARN_UNUSED;

/* Builds the merged tree of every plan that is asked for. */
int layer_plans(struct scenario *scenario, const struct scenario_options *options, struct err *err) WARN_UNUSED;

/* Whether a value's owner (NULL: nobody) is the file itself or a plan of it, and no model that other files may use. */
bool layer_local(const struct scenario *scenario, const char *owner);

/* What binds a value of the scenario, of an owner (NULL: the file itself). path: below the plan; key: for messages. */
struct binder layer_binder(struct scenario *scenario, const char *owner, const char *path, const char *key,
                           struct err *err);

/* Up to 200 bytes of UTF-8, no control bytes, no dots, not empty. */
bool layer_good_name(const char *name);

#endif
