/* Moments of the job: a time from submission, or a date. */
#ifndef RUNODDS_SCENARIO_MOMENT_H
#define RUNODDS_SCENARIO_MOMENT_H

#include "scenario/scenario.h"

/* Reads "21 days", "2026-09-30" (its end) or "2026-09-30 18:00" into *at_h, hours from submission, which stays as it is
 * for "none". A date needs the scenario's start, and must lie behind it. key: path for messages; name: what it is, as
 * they say it. */
int moment_read(struct scenario *scenario, struct node *node, const char *key, const char *name, double *at_h,
                struct err *err) WARN_UNUSED;

/* The fault of a date with the name of a time zone behind it, which begins after n bytes. */
int moment_zone(const struct node *node, const char *key, size_t n, struct err *err) WARN_UNUSED;

#endif
