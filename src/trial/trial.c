/* The event loop of one trial: from interruption to interruption, never from checkpoint to checkpoint. */
#include "trial/play.h"

void play_tell_observer(const struct trial *t, enum event_kind kind, enum phase phase, double from_h)
{
    struct event event = {.kind = kind,
                          .phase = phase,
                          .cause = t->fails,
                          .from_h = from_h,
                          .to_h = t->now_h,
                          .saved_h = t->saved.work_h,
                          .lost_h = t->ledger->phase_h[PHASE_lost]};
    t->observer->tell(t->observer->context, &event);
}

/* ---- the beginning ---- */

static inline void begin_wait(const struct wait *wait, struct stream *stream, uint64_t trial)
{
    if (wait->law.row)
        stream_begin(stream, trial, &wait->law, 1.0);
}

static inline void begin_market(const struct market *market, struct outlets *outlets, uint64_t trial)
{
    begin_wait(&market->queue, &outlets->queue, trial);
    begin_wait(&market->requeue, &outlets->requeue, trial);
    if (market->preemptible)
        stream_begin(&outlets->preemption, trial, &market->preemption, 1.0 / market->gang);
}

static void begin(struct trial *t, uint64_t trial)
{
    const struct plan *plan = t->plan;
    struct player *player = t->player;
    begin_market(&plan->market, &player->market, trial);
    if (plan->fallback.on)
        begin_market(&plan->fallback.market, &player->fallback, trial);
    begin_wait(&plan->startup, &player->startup, trial);
    begin_wait(&plan->restart, &player->restart, trial);
    begin_wait(&plan->shutdown, &player->shutdown, trial);
    for (int i = 0; i < plan->causes; i++) {
        clock_begin(&player->of[i].clock, &plan->cause[i], trial);
        begin_wait(&plan->cause[i].detect, &player->of[i].detect, trial);
        begin_wait(&plan->cause[i].repair, &player->of[i].repair, trial);
        begin_wait(&plan->cause[i].restart, &player->of[i].restart, trial);
    }
    play_find_next(t);
}

/* ---- capacity ---- */

/* Turns to the fallback for good: what was until now is the first market's. */
static void fall_back(struct trial *t)
{
    const struct plan *plan = t->plan;
    t->market = &plan->fallback.market;
    t->outlets = &t->player->fallback;
    for (int i = 0; i < PHASE_COUNT; i++)
        t->ledger->before_h[i] = t->ledger->phase_h[i];
    t->ledger->before_billed_h = t->ledger->billed_h;
    t->ledger->fell_back = 1.0;
}

static void pass_queue(struct trial *t, double hours)
{
    double from_h = t->now_h;
    t->now_h += hours;
    t->waited_h += hours;
    t->ledger->phase_h[PHASE_queue] += hours;
    play_tell(t, EVENT_PHASE, PHASE_queue, from_h);
}

/* Waits for capacity, first time or again; patience may end before it comes, and the queue of the fallback begins. */
static void wait_for_capacity(struct trial *t, bool first)
{
    const struct fallback *fallback = &t->plan->fallback;
    bool may_fall = fallback->on && t->market == &t->plan->market;
    if (first && t->plan->under_way)
        return;
    if (!may_fall || t->ledger->preemptions < fallback->after_preemptions) {
        double queue_h = first ? play_wait_h(&t->market->queue, &t->outlets->queue)
                               : play_wait_h(&t->market->requeue, &t->outlets->requeue);
        double patience_h = may_fall ? fallback->after_h - t->waited_h : INFINITY;
        pass_queue(t, play_smaller(queue_h, patience_h));
        if (queue_h <= patience_h)
            return;
    }
    fall_back(t);
    pass_queue(t, play_wait_h(&t->market->queue, &t->outlets->queue));
}

/* Waits for capacity and takes it. Other machines come with it, unless they are kept for us. */
static void acquire(struct trial *t, bool first)
{
    const struct plan *plan = t->plan;
    wait_for_capacity(t, first);
    t->acquired_h = t->now_h;
    t->limit_at_h = t->now_h + plan->limit_h;
    t->preempt_at_h = t->market->preemptible ? t->now_h + stream_next(&t->outlets->preemption) : INFINITY;
    t->started = !play_lasts(&plan->startup) || (first && plan->under_way);
    t->repeats = false;
    t->detect_h = t->repair_h = 0.0;
    t->restart_h = first ? -1.0 : play_wait_h(&plan->restart, &t->player->restart);
    if (first)
        return;
    if (plan->redraws) {
        for (int i = 0; i < plan->causes; i++)
            clock_move(&t->player->of[i].clock, t->exposed_h);
        play_find_next(t);
    }
    if (play_lasts(&plan->startup)) /* else the restart that follows at once renews them */
        play_renew(t);
}

static void release(struct trial *t)
{
    double held_h = t->now_h - t->acquired_h;
    t->held_h += held_h;
    t->acquired_h = t->now_h;
    t->ledger->billed_h += trial_billed_h(t->plan, held_h);
}

/* ---- stages other than running ---- */

/* Spends up to `hours` in a phase in which nothing is saved: a notice in it is lost, whole. */
static enum stop spend(struct trial *t, enum phase phase, double hours, bool exposed)
{
    double after_h, from_h = t->now_h;
    enum stop stop = play_first_of(t, hours, t->limit_at_h - t->now_h, exposed, &after_h);
    play_pass(t, after_h, exposed);
    t->ledger->phase_h[phase] += after_h;
    play_tell(t, EVENT_PHASE, phase, from_h);
    if (stop == STOP_PREEMPTION) {
        play_tell(t, EVENT_PREEMPTION, phase, t->now_h);
        double idle_h = play_notice_h(t, t->now_h);
        from_h = t->now_h;
        play_pass(t, idle_h, false);
        t->ledger->phase_h[PHASE_lost] += idle_h;
        play_tell(t, EVENT_NOTICE, PHASE_lost, from_h);
    }
    return stop;
}

/* ---- the whole ---- */

/* Capacity is gone: counts why, and takes new capacity. */
static void lose_capacity(struct trial *t, enum stop stop)
{
    t->interruptions++;
    if (stop == STOP_PREEMPTION) {
        t->ledger->preemptions += 1.0;
    } else {
        t->ledger->limit_ends += 1.0;
        play_tell(t, EVENT_LIMIT, PHASE_queue, t->now_h);
    }
    release(t);
    if (!play_past_give_up(t))
        acquire(t, false);
}

/* Goes through what is due before work can begin. */
static enum stop get_ready(struct trial *t)
{
    enum stop stop = STOP_END;
    if (t->detect_h > 0.0) {
        stop = spend(t, PHASE_detect, t->detect_h, false);
        t->detect_h = 0.0;
    }
    if (stop == STOP_END && t->repair_h > 0.0) {
        stop = spend(t, PHASE_repair, t->repair_h, false);
        t->repair_h = 0.0;
    }
    if (stop == STOP_END && !t->started) {
        if (t->repeats)
            play_renew(t);
        stop = spend(t, PHASE_startup, play_wait_h(&t->plan->startup, &t->player->startup), true);
        t->started = stop == STOP_END;
    }
    if (stop == STOP_END && t->restart_h >= 0.0) {
        if (!t->restart_begun)
            play_renew(t);
        t->restart_begun = false;
        stop = spend(t, PHASE_restart, t->restart_h, true);
        if (stop == STOP_END)
            t->restart_h = -1.0;
    }
    return stop;
}

/* Startup, restart and work, again and again, until the job is complete or given up. */
static void play(struct trial *t)
{
    acquire(t, true);
    while (!play_past_give_up(t)) {
        enum stop stop = get_ready(t);
        if (stop == STOP_END) {
            if (!t->observer)
                play_weather(t);
            if (t->restart_h >= 0.0)
                continue; /* something strikes in what follows the last failure */
            stop = play_run(t);
        }
        if (t->complete) {
            t->ledger->preemptions += stop == STOP_PREEMPTION;
            return;
        }
        if (stop == STOP_FAILURE) {
            play_tell(t, EVENT_FAILURE, PHASE_detect, t->now_h);
            play_fail(t);
        } else {
            lose_capacity(t, stop);
        }
    }
}

/* Of the failures only those of the plan's causes mean anything. */
static void clear(struct ledger *ledger, int causes)
{
    for (int i = 0; i < PHASE_COUNT; i++)
        ledger->phase_h[i] = 0.0;
    for (int i = 0; i < causes; i++)
        ledger->failures[i] = 0.0;
    ledger->billed_h = ledger->preemptions = ledger->limit_ends = ledger->fell_back = 0.0;
}

void trial_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
                const struct observer *observer)
{
    struct trial t; /* the rest is set by begin() and acquire() */
    t.plan = plan;
    t.player = player;
    t.ledger = ledger;
    t.observer = observer;
    t.market = &plan->market;
    t.outlets = &player->market;
    t.now_h = t.exposed_h = t.held_h = t.waited_h = 0.0;
    t.saved = (struct saved){0.0, 0.0};
    t.interruptions = 0;
    t.complete = t.restart_begun = false;
    t.give_up_h = plan->give_up_h * (1.0 + 1e-9);
    clear(ledger, plan->causes);
    begin(&t, trial);
    play(&t);
    ledger->finished = t.complete && !play_past_give_up(&t);
    if (t.complete) {
        play_tell(&t, EVENT_COMPLETE, PHASE_compute, t.now_h);
        double shutdown_h = play_wait_h(&plan->shutdown, &player->shutdown), from_h = t.now_h;
        play_pass(&t, shutdown_h, false);
        ledger->phase_h[PHASE_shutdown] = shutdown_h;
        play_tell(&t, EVENT_PHASE, PHASE_shutdown, from_h);
    }
    release(&t);
    ledger->completion_h = ledger->finished ? t.now_h : INFINITY;
    if (!ledger->finished)
        play_tell(&t, EVENT_GIVE_UP, PHASE_queue, t.now_h);
}
