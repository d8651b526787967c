/* A trial that is being played: its state, and the acts that its files share. */
#ifndef RUNODDS_TRIAL_PLAY_H
#define RUNODDS_TRIAL_PLAY_H

#include <math.h>

#include "trial/trial.h"

/* What ended a stage. Simultaneous events come in this order: an end, a failure, a preemption, a limit. */
enum stop { STOP_END, STOP_FAILURE, STOP_PREEMPTION, STOP_LIMIT };

struct trial {
    const struct plan *plan;
    struct player *player;
    struct ledger *ledger;
    const struct observer *observer;
    const struct market *market; /* of the plan, or of its fallback */
    struct outlets *outlets;     /* the streams of that market */
    double waited_h;             /* for capacity, all together */

    double now_h;        /* since submission */
    double exposed_h;    /* hours during which causes ran */
    double acquired_h;   /* when the present capacity came */
    double held_h;       /* hours of earlier allocations */
    double preempt_at_h; /* notice of the present capacity */
    double limit_at_h;   /* its planned end */

    double fails_at_x; /* the next failure, on the axis of exposed_h ... */
    int fails;         /* ... and its cause */

    struct saved saved; /* durable work */
    bool started;       /* startup is through */
    bool repeats;       /* a failure struck in it */

    /* Drawn at the last failure or acquisition, and still to be spent. */
    double detect_h, repair_h; /* 0: none */
    double restart_h;          /* negative: none */
    bool restart_begun;        /* clocks that a restart renews have been renewed for it */

    double give_up_h; /* held hours */
    long interruptions;
    bool complete;
};

/* Runs from durable work until completion or the first interruption. */
enum stop play_run(struct trial *t);

/* Plays failures that nothing else comes near, and their restarts, in one loop; what comes after them, or strikes in a
 * restart, is left to the stages. It may do nothing. No observer is told. */
void play_weather(struct trial *t);

/* ---- small acts, inline: most of a trial's time is spent in them ---- */

/* Unlike fmax() and fmin() these are one instruction each; no NaN comes here. */
static inline double play_larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double play_smaller(double a, double b)
{
    return a < b ? a : b;
}

void play_tell_observer(const struct trial *t, enum event_kind kind, enum phase phase, double from_h);

static inline void play_tell(const struct trial *t, enum event_kind kind, enum phase phase, double from_h)
{
    if (__builtin_expect(t->observer != NULL, 0))
        play_tell_observer(t, kind, phase, from_h);
}

static inline double play_wait_h(const struct wait *wait, struct stream *stream)
{
    return wait->law.row ? wait->add_h + stream_next(stream) : wait->add_h;
}

static inline bool play_lasts(const struct wait *wait)
{
    return wait->law.row || wait->add_h > 0.0;
}

static inline void play_find_next(struct trial *t)
{
    double first = INFINITY, tie_h = t->plan->cadence.tie_h;
    int at = 0;
    for (int i = 0; i < t->plan->causes; i++)
        if (t->player->of[i].clock.next_h < first - tie_h) {
            first = t->player->of[i].clock.next_h;
            at = i;
        }
    t->fails_at_x = first;
    t->fails = at;
}

/* Draws what a failure of cause i asks for. A restart that is due after a startup stays due. */
static inline void play_draw_recovery(struct trial *t, int i)
{
    const struct cause *cause = &t->plan->cause[i];
    t->detect_h = play_wait_h(&cause->detect, &t->player->of[i].detect);
    t->repair_h = play_wait_h(&cause->repair, &t->player->of[i].repair);
    t->repeats = !t->started;
    if (t->started)
        t->restart_h = play_wait_h(&cause->restart, &t->player->of[i].restart);
}

/* The failure that was next has happened: counts it, draws what follows and finds the next one. */
static inline void play_fail(struct trial *t)
{
    int i = t->fails;
    t->exposed_h = t->fails_at_x;
    t->interruptions++;
    t->ledger->failures[i] += 1.0;
    play_draw_recovery(t, i);
    clock_fire(&t->player->of[i].clock);
    play_find_next(t);
}

static inline void play_renew(struct trial *t)
{
    if (!t->plan->renews)
        return;
    for (int i = 0; i < t->plan->causes; i++)
        clock_renew(&t->player->of[i].clock, t->exposed_h);
    play_find_next(t);
}

static inline bool play_past_give_up(const struct trial *t)
{
    return t->held_h + (t->now_h - t->acquired_h) > t->give_up_h || t->interruptions > INTERRUPTIONS_MOST;
}

/* Moves time on within the present capacity; causes run in exposed phases. */
static inline void play_pass(struct trial *t, double hours, bool exposed)
{
    t->now_h += hours;
    if (exposed)
        t->exposed_h += hours;
}

/* Hours from a notice, now, to the loss of capacity. */
static inline double play_notice_h(const struct trial *t, double at_h)
{
    return play_smaller(t->market->notice_h, play_larger(0.0, t->limit_at_h - at_h));
}

/* The first of `end_h` and the events before it, as hours from now; the order of enum stop settles ties. */
static inline enum stop play_first_of(const struct trial *t, double end_h, double limit_h, bool exposed,
                                      double *after_h)
{
    double tie_h = t->plan->cadence.tie_h, best_h = end_h;
    enum stop stop = STOP_END;
    double fail_h = exposed ? t->fails_at_x - t->exposed_h : INFINITY;
    if (fail_h < best_h - tie_h) {
        best_h = fail_h;
        stop = STOP_FAILURE;
    }
    double preempt_h = t->preempt_at_h - t->now_h;
    if (preempt_h < best_h - tie_h) {
        best_h = preempt_h;
        stop = STOP_PREEMPTION;
    }
    if (limit_h < best_h - tie_h) {
        best_h = limit_h;
        stop = STOP_LIMIT;
    }
    *after_h = play_larger(0.0, best_h);
    return stop;
}

#endif
