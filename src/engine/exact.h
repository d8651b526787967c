/* Exact mean completion times, where a formula covers a plan, beside what was simulated. */
#ifndef RUNODDS_ENGINE_EXACT_H
#define RUNODDS_ENGINE_EXACT_H

#include "engine/summary.h"

/* The mean completion time of a plan in one world, hours; NaN with *why (a text for _(): why no formula covers it).
 *
 * Failures of causes with exponential lives come at the rate r, those of all causes together. After each, detection and
 * repair take D on average, then comes a restart in which they strike again; phi is the mean of exp(-r restart). A
 * segment of work and write that takes L, lost as a whole when it is broken off, needs (1/r + D)/phi (exp(r L) - 1):
 * A. Duda, Information Processing Letters 16 (1983) 221-229; J. T. Daly, Future Generation Computer Systems 22 (2006)
 * 303-312, equation 13, where restarts are constant. Startup is such a segment without a restart. Writes that go on
 * behind the work: a recursion over the chunks, see docs/model.md. Queue and shutdown add their means. */
double exact_mean_h(const struct plan *plan, const char **why);

enum { EXACT_WORLDS = 4000 };

/* The mean of the simulated times of a plan, less that of the exact means in the worlds they were played in. */
struct exact_check {
    const char *why; /* no formula covers the plan: a text for _(); NULL: one does */
    bool by_world;   /* unknowns reach the plan: the exact mean is one over worlds, of the first EXACT_WORLDS trials */
    long trials;
    double exact_h, simulated_h;
    double half_h; /* half of the 95% interval of their difference */
    double z;      /* the difference over its standard error; 0 where nothing varies and they are the same */
};

void exact_check(const struct result *result, int plan, struct exact_check *check);

#endif
