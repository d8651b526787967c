/* An undisturbed stretch of work and writes, stepped from one regular moment to the next, for the slow trial. */
#ifndef RUNODDS_TESTS_LAW_STRETCH_H
#define RUNODDS_TESTS_LAW_STRETCH_H

#include <stdbool.h>

#include "trial/checkpoint.h"

/* The chunks of a job, derived anew from the given members of a cadence. */
struct grid {
    const struct cadence *cadence;
    double chunks, last_h; /* pieces of work and the length of the last one */
    double step_h;         /* from the end of one blocking write to the end of the next */
    double tie_h;          /* moments closer than this are simultaneous */
};

/* Durable work: whole chunks, and hours of the next one. */
struct reached {
    double chunks, part_h;
};

enum doing { WORKING, WAITING, BLOCKED, FINISHING };

/* Moments are hours since the stretch began. */
struct stretch {
    const struct grid *grid;
    struct reached from, durable;
    double h;                       /* now */
    double compute_h, checkpoint_h; /* of what is durable */
    bool complete;

    double first_h; /* what was left of the first chunk */
    double i;       /* the chunk in work, counted from the first */
    enum doing doing;
    bool behind;     /* write i - 1 goes on in the background */
    double waited_h; /* for that write, the work of chunk i being done */
};

struct grid grid_of(const struct cadence *cadence);

struct stretch stretch_begin(const struct grid *grid, struct reached from);

/* The next regular moment: the end of a chunk, of the blocking or of the background part of a write. */
double stretch_next_h(const struct stretch *stretch);

/* Goes on to it. */
void stretch_step(struct stretch *stretch);

/* Work stops now: the moment at which a write that saves all of it is through. It is the write under way if that covers
 * all work, else a new one, for which the write under way is given up. */
double stretch_closing_h(const struct stretch *stretch);

/* That write is through. */
void stretch_close(struct stretch *stretch);

#endif
