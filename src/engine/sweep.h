/* One or two keys over ranges, on the same futures. */
#ifndef RUNODDS_ENGINE_SWEEP_H
#define RUNODDS_ENGINE_SWEEP_H

#include "engine/metric.h"
#include "engine/study.h"

enum { SWEEP_VALUES = 400, SWEEP_CELLS = 2000, SWEEP_LEVELS = 3 };
extern const double sweep_levels[SWEEP_LEVELS]; /* 10 50 90 */

/* The values of a key: as they are set, and as numbers in the unit that is shown. */
struct sweep_axis {
    char *key;
    int n;
    char *text[SWEEP_VALUES];
    double x[SWEEP_VALUES];
    bool log; /* evenly spaced in the logarithm */
    char *unit;
};

/* One plan at one point. */
struct sweep_cell {
    struct percentile cost[SWEEP_LEVELS], time_h[SWEEP_LEVELS];
    struct estimate value; /* of the metric that is asked for */
    double on_time, in_budget, cost_per_effective_gpu_h, cards;
};

struct sweep {
    int axes, plans;
    struct sweep_axis axis[2];
    const char **name;
    struct sweep_cell *cell; /* [i][k][plan], i on the first axis */
};

/* Where the number of a value begins and how long it is; length 0: there is none. */
void sweep_number(const char *text, size_t *start, size_t *length);
/* Whether a range says how many values it has. */
bool sweep_has_count(const char *range);

/* "KEY=1,2,4", "KEY=5min..8h", "KEY=10%..40%/7": a list; or N values (9) from one end to the other, evenly in the
 * logarithm, or as they are for shares and from 0 or below. */
int sweep_axis_read(const char *argument, struct sweep_axis *axis, struct err *err) WARN_UNUSED;
void sweep_axis_release(struct sweep_axis *axis);

/* Plays every point; base gives the names of the plans. The axes are taken over. */
int sweep_play(const struct study *study, const struct point *base, const struct metric *metric, struct sweep *sweep,
               struct err *err) WARN_UNUSED;
void sweep_release(struct sweep *sweep);

const struct sweep_cell *sweep_at(const struct sweep *sweep, int i, int k, int plan);

#endif
