/* Trials over threads: the stop rule, interruption, and replays. */
#ifndef RUNODDS_ENGINE_ENGINE_H
#define RUNODDS_ENGINE_ENGINE_H

#include <signal.h>

#include "trial/cost.h"
#include "trial/derive.h"
#include "trial/job.h"
#include "trial/trial.h"

/* Trials that one thread sums; trials after which the stop rule looks first; the most it asks for. */
enum { BLOCK = 250, FIRST_LOOK = 1000, TRIALS_MOST = 1024000 };

/* Counts whose squares are summed too, for the intervals of their means. */
enum { SQUARE_FAILURES, SQUARE_PREEMPTIONS, SQUARE_LOST, SQUARES };

/* Sums over trials of one plan, in the order of trials; only finished trials are in them. */
struct sums {
    double trials, finished;
    double phase_h[PHASE_COUNT];
    double failures[CAUSES_MOST];
    double preemptions, limit_ends, lost_gpu_h;
    double squares[SQUARES];
    double work_h, time_h; /* whose ratio is the goodput; of a run under way, of what is left */
    double effective_gpu_h, cost, fell_back;
    double item[ITEM_COUNT][CLASS_COUNT];
};

struct engine {
    const struct scenario *scenario;
    const struct kernel *kernel;
    int plans;
    struct plan_frame *frame; /* one a plan */
    struct plan *typical;     /* each plan in the world of medians */
    double *median;           /* that world */
    int threads;
    const double *pin; /* of the unknowns; NULL: none is held (not owned) */
};

struct engine_options {
    long trials;                                              /* 0: by the stop rule */
    double precision;                                         /* of the stop rule: half-interval of P90 over P90 */
    int threads;                                              /* 0: as many as there may be */
    bool hopeless;                                            /* plans that never finish are an answer, no fault */
    volatile sig_atomic_t *interrupted;                       /* may be NULL */
    void (*progress)(void *context, long done, long planned); /* may be NULL */
    void *progress_context;
};

struct trials {
    long n;                  /* of each plan */
    bool complete;           /* false after an interruption */
    double **time_h, **cost; /* [plan][trial], infinite for unfinished trials */
    struct sums *sums;       /* [plan] */
};

int engine_init(struct engine *engine, const struct scenario *scenario, int threads, struct err *err) WARN_UNUSED;
void engine_release(struct engine *engine);

/* Runs trials 0, 1, ...; the same numbers for any thread count. ERR_UNFINISHED if the first FIRST_LOOK trials of every
 * plan are unfinished, or where that is an answer no more trials than those; ERR_INPUT if the memory does not suffice.
 * trials_release() frees the result in any case. */
int engine_run(const struct engine *engine, const struct engine_options *options, struct trials *trials,
               struct err *err) WARN_UNUSED;
void trials_release(struct trials *trials, int plans);

/* Replays one trial of one plan. cost and observer may be NULL; plan receives the numbers it was played with. */
struct replay;
struct replay *replay_new(const struct engine *engine);
void replay_play(struct replay *replay, int plan, long trial, struct plan *numbers, struct ledger *ledger,
                 struct cost *cost, const struct observer *observer);
/* The cost and time of the world of one trial with the events of another. */
void replay_mix(struct replay *replay, int plan, long world_trial, long event_trial, double *cost, double *time_h);
const double *replay_world(const struct replay *replay);
/* Parts the trials of a plan that follow: see meter_part(). */
struct slice;
void replay_part(struct replay *replay, int plan, const double *cut_h, int n, struct slice *slice);
void replay_free(struct replay *replay);

#endif
