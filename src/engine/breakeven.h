/* The value of one key at which two plans come to the same. */
#ifndef RUNODDS_ENGINE_BREAKEVEN_H
#define RUNODDS_ENGINE_BREAKEVEN_H

#include "engine/paired.h"
#include "engine/sweep.h"

enum { BREAKEVEN_POINTS = 17 };

struct breakeven_point {
    double x;             /* in the unit of the axis */
    double a, b;          /* metric of both plans; infinite where they do not finish */
    struct estimate less; /* a minus b, on the same futures */
};

struct breakeven {
    const char *name[2];
    struct sweep_axis axis;  /* its range, BREAKEVEN_POINTS values */
    bool in[2];              /* the plans whose value is changed */
    bool found;              /* else one plan is cheaper all over the range */
    double value, low, high; /* in the unit of the axis; low and high: 95% */
    int crossings;           /* in the range; value is the first */
    int points;
    struct breakeven_point point[BREAKEVEN_POINTS];
};

/* argument: "KEY", "KEY=A..B" or "PLAN.KEY=A..B"; without a range two decades either way of the file's value. between:
 * "A,B". breakeven_release() in any case. */
int breakeven_find(const struct study *study, const struct point *base, const char *argument, const char *between,
                   const struct metric *metric, struct breakeven *out, struct err *err) WARN_UNUSED;
void breakeven_release(struct breakeven *breakeven);

#endif
