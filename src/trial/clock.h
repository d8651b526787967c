/* Failure clocks that keep the age of their units, exact in the number of failures. */
#ifndef RUNODDS_TRIAL_CLOCK_H
#define RUNODDS_TRIAL_CLOCK_H

#include "base/stream.h"
#include "trial/plan.h"

/* Replaced units that a clock keeps track of. */
enum { UNITS_MOST = 20000000 };

/* The failures of the units of one cause, on the axis of exposed hours (startup, compute, checkpoint, restart).
 * Original units: with unit exponentials e_1, e_2, ... the k-th failure among n falls at H^-1(sum of e_j / (n - j +
 * 1)), H the cumulative hazard of what is left of a unit's life (A. Renyi, Acta Math. Hung. 4 (1953) 191-231). A
 * replaced unit begins a life of its own, kept in a heap. An exponential cause needs neither: its units are merged. */
struct clock {
    const struct cause *cause;
    struct stream original, renewal;
    bool merged;   /* exponential: `original` holds the times from failure to failure of all units together */
    double next_h; /* exposed hours of the next failure; infinite: none to come */

    double origin_h; /* exposed hours at which the original units were drawn */
    double hazard;   /* sum of e_j / (n - j + 1) so far */
    double left;     /* original units that have not failed */
    double original_h;
    double *heap; /* exposed hours at which replaced units fail, smallest first */
    int heaped, room;
};

/* Prepares a clock for the plan's cause: streams and, where replaced units need one, a heap of its units. */
void clock_init(struct clock *clock, const struct cause *cause, const struct kernel *kernel, uint64_t seed);
void clock_release(struct clock *clock);

/* The beginning of a trial, 0 exposed hours. */
void clock_begin(struct clock *clock, const struct cause *cause, uint64_t trial);

/* The failure at next_h has happened. */
void clock_fire_aged(struct clock *clock);
static inline void clock_fire(struct clock *clock)
{
    if (clock->merged)
        clock->next_h += stream_next(&clock->original);
    else
        clock_fire_aged(clock);
}

/* Other machines, at exposed_h: card and node units are drawn anew per `age`; job and switch units go on. */
void clock_move(struct clock *clock, double exposed_h);

/* RENEW_START: all units are new from exposed_h on. */
void clock_renew(struct clock *clock, double exposed_h);

#endif
