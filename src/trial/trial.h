/* One possible future of one plan: a pure function of the plan's numbers and the streams. */
#ifndef RUNODDS_TRIAL_TRIAL_H
#define RUNODDS_TRIAL_TRIAL_H

#include "trial/clock.h"
#include "trial/ledger.h"
#include "trial/plan.h"

enum { INTERRUPTIONS_MOST = 100000 };

/* What an observer is told, in the order it happens; within a run from_h and to_h never decrease. */
enum event_kind {
    EVENT_PHASE,      /* a wait or startup, detect, repair, restart, shutdown was spent, in `phase` */
    EVENT_RUN,        /* a stretch of work and checkpoints; saved_h is durable afterwards */
    EVENT_NOTICE,     /* from the notice to the loss of capacity; saved_h as above */
    EVENT_FAILURE,    /* of `cause`, at to_h */
    EVENT_PREEMPTION, /* notice given, at to_h */
    EVENT_LIMIT,      /* end of the allocation, at to_h */
    EVENT_COMPLETE,   /* all work done and written, at to_h */
    EVENT_GIVE_UP,
};

struct event {
    enum event_kind kind;
    enum phase phase;
    int cause;
    double from_h, to_h; /* since submission of the job */
    double saved_h;      /* work that is durable */
    double lost_h;       /* lost so far in this run */
    int run;             /* of several */
};

struct observer {
    void (*tell)(void *context, const struct event *event);
    void *context;
};

/* The streams of a market. */
struct outlets {
    struct stream queue, requeue, preemption;
};

/* The streams and clocks that play a plan; one per thread and plan, reused for every trial. */
struct player {
    struct outlets market, fallback;
    struct stream startup, restart, shutdown, spread;
    struct {
        struct clock clock;
        struct stream detect, repair, restart;
    } of[CAUSES_MOST];
    int causes;
    bool *fell;          /* whether it has turned to the fallback */
    double *idle_h;      /* from when on each copy of the hardware is idle */
    struct meter *meter; /* of a plan that needs one, else NULL */
};

/* The hashes of a plan's own streams, into hash (room for PLAYER_HASHES); their number. */
enum { PLAYER_HASHES = 11 };
size_t player_hashes(uint32_t *hash);

/* Allocates what `plan` needs (cause counts and units must not change afterwards). */
void player_init(struct player *player, const struct plan *plan, const struct kernel *kernel, uint64_t seed);
void player_release(struct player *player);

/* Plays trial number `trial`; fills the ledger, of the failures those of the plan's causes. observer may be NULL.
 * Allocates nothing. */
void trial_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
                const struct observer *observer);

/* Hours that one allocation of held_h is billed: rounded up to the billing unit. */
static inline double trial_billed_h(const struct plan *plan, double held_h)
{
    if (!(plan->billing_unit_h > 0.0))
        return held_h;
    double units = held_h / plan->billing_unit_h * (1.0 - 1e-9), whole = (double)(int64_t)units;
    return plan->billing_unit_h * (whole < units ? whole + 1.0 : whole);
}

#endif
