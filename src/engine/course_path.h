/* The work of one trial over time, as far as it is done for good. */
#ifndef RUNODDS_ENGINE_COURSE_PATH_H
#define RUNODDS_ENGINE_COURSE_PATH_H

#include "engine/engine.h"

/* A stretch of running whose work, from `from_work_h` to `to_work_h` of its run, survives. */
struct course_stretch {
    double from_h, to_h; /* of the trial: when it begins, and when the last of that work is done */
    double from_work_h, to_work_h;
};

struct course_run {
    double start_h, end_h, work_h;
};

struct course_path {
    struct course_stretch *of;
    struct course_run *run;
    int n, runs;         /* of what is kept */
    struct plan numbers; /* that the trial was played with */
    struct ledger ledger;
    double total_h; /* work of all runs that is not done before; of an unfinished trial as planned */
};

/* Plays a trial and keeps its path, in place of the one before. Start with a zeroed one, end with
 * course_path_release(). */
void course_path_play(struct course_path *path, struct replay *replay, int plan, long trial);
void course_path_release(struct course_path *path);

/* When an amount of work, of all runs together, is done for good; infinite where the trial does not get there. */
double course_path_reach_h(const struct course_path *path, double work_h);

/* What is done for good at n rising, evenly spaced hours. */
void course_path_done(const struct course_path *path, const double *at_h, int n, double *done_h);

/* How many times as fast work must go for the trial to end by an hour, all else taking as long as it does: of each copy
 * of the hardware w / (left - o), of w hours of work and o of all else; the largest of them. */
double course_path_speed(const struct course_path *path, double by_h);

#endif
