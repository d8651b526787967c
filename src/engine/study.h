/* The same scenario at many points: each is a --set, played on the same futures. */
#ifndef RUNODDS_ENGINE_STUDY_H
#define RUNODDS_ENGINE_STUDY_H

#include "engine/summary.h"

struct study {
    char *name, *text, *folder; /* of the scenario; folder is where its relative names start */
    struct scenario_options options;
    struct engine_options engine;
    int threads;
};

/* A scenario with some values changed, and what its trials say. */
struct point {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
};

/* Reads the scenario once ("-" is standard input). options and engine are kept, not owned. */
int study_open(struct study *study, const char *path, const struct scenario_options *options,
               const struct engine_options *engine, int threads, struct err *err) WARN_UNUSED;
void study_close(struct study *study);

/* Plays the scenario with n more settings "KEY=VALUE" or "PLAN.KEY=VALUE"; warnings are left out but for the first
 * point (warn). ERR_INTERRUPTED where that is broken off, but for n = 0. Released by point_release() in any case. */
int study_play(const struct study *study, const char *const *set, int n, bool warn, struct point *point,
               struct err *err) WARN_UNUSED;
/* The same without trials: scenario and engine only. */
int study_prepare(const struct study *study, const char *const *set, int n, bool warn, struct point *point,
                  struct err *err) WARN_UNUSED;
void point_release(struct point *point);

/* The plan of a name; NULL with a fault that names `what`. */
const struct summary *point_plan(const struct point *point, const char *name, const char *what, struct err *err);

#endif
