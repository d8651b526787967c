/* The event loop of one trial: from interruption to interruption, never from checkpoint to checkpoint. */
#include "trial/trial.h"

#include <math.h>
#include <stddef.h>

/* What ended a stage. Simultaneous events come in this order: an end, a failure, a preemption, a limit. */
enum stop { STOP_END, STOP_FAILURE, STOP_PREEMPTION, STOP_LIMIT };

struct trial {
    const struct plan *plan;
    struct player *player;
    struct ledger *ledger;
    const struct observer *observer;

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

/* Unlike fmax() and fmin() these are one instruction each; no NaN comes here. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

static __attribute__((noinline)) void tell_observer(const struct trial *t, enum event_kind kind, enum phase phase,
                                                    double from_h)
{
    struct event event = {kind, phase, t->fails, from_h, t->now_h, t->saved.work_h};
    t->observer->tell(t->observer->context, &event);
}

static inline void tell(const struct trial *t, enum event_kind kind, enum phase phase, double from_h)
{
    if (__builtin_expect(t->observer != NULL, 0))
        tell_observer(t, kind, phase, from_h);
}

static double wait_h(const struct wait *wait, struct stream *stream)
{
    return wait->law.row ? wait->add_h + stream_next(stream) : wait->add_h;
}

static bool lasts(const struct wait *wait)
{
    return wait->law.row || wait->add_h > 0.0;
}

/* ---- clocks ---- */

static inline void find_next_failure(struct trial *t)
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
static inline void draw_recovery(struct trial *t, int i)
{
    const struct cause *cause = &t->plan->cause[i];
    t->detect_h = wait_h(&cause->detect, &t->player->of[i].detect);
    t->repair_h = wait_h(&cause->repair, &t->player->of[i].repair);
    t->repeats = !t->started;
    if (t->started)
        t->restart_h = wait_h(&cause->restart, &t->player->of[i].restart);
}

/* The failure that was next has happened: counts it, draws what follows and finds the next one. */
static inline void fail(struct trial *t)
{
    int i = t->fails;
    t->exposed_h = t->fails_at_x;
    t->interruptions++;
    t->ledger->failures[i] += 1.0;
    draw_recovery(t, i);
    clock_fire(&t->player->of[i].clock);
    find_next_failure(t);
}

static inline void renew_clocks(struct trial *t)
{
    if (!t->plan->renews)
        return;
    for (int i = 0; i < t->plan->causes; i++)
        clock_renew(&t->player->of[i].clock, t->exposed_h);
    find_next_failure(t);
}

static inline void begin_wait(const struct wait *wait, struct stream *stream, uint64_t trial)
{
    if (wait->law.row)
        stream_begin(stream, trial, &wait->law, 1.0);
}

static void begin(struct trial *t, uint64_t trial)
{
    const struct plan *plan = t->plan;
    struct player *player = t->player;
    begin_wait(&plan->queue, &player->queue, trial);
    begin_wait(&plan->requeue, &player->requeue, trial);
    begin_wait(&plan->startup, &player->startup, trial);
    begin_wait(&plan->restart, &player->restart, trial);
    begin_wait(&plan->shutdown, &player->shutdown, trial);
    if (plan->preemptible)
        stream_begin(&player->preemption, trial, &plan->preemption, 1.0 / plan->gang);
    for (int i = 0; i < plan->causes; i++) {
        clock_begin(&player->of[i].clock, &plan->cause[i], trial);
        begin_wait(&plan->cause[i].detect, &player->of[i].detect, trial);
        begin_wait(&plan->cause[i].repair, &player->of[i].repair, trial);
        begin_wait(&plan->cause[i].restart, &player->of[i].restart, trial);
    }
    find_next_failure(t);
}

/* ---- capacity ---- */

/* Waits for capacity and takes it. Other machines come with it, unless they are kept for us. */
static void acquire(struct trial *t, bool first)
{
    const struct plan *plan = t->plan;
    double from_h = t->now_h;
    double queue_h = first ? wait_h(&plan->queue, &t->player->queue) : wait_h(&plan->requeue, &t->player->requeue);
    t->now_h += queue_h;
    t->ledger->phase_h[PHASE_queue] += queue_h;
    t->acquired_h = t->now_h;
    t->limit_at_h = t->now_h + plan->limit_h;
    t->preempt_at_h = plan->preemptible ? t->now_h + stream_next(&t->player->preemption) : INFINITY;
    t->started = !lasts(&plan->startup);
    t->repeats = false;
    t->detect_h = t->repair_h = 0.0;
    t->restart_h = first ? -1.0 : wait_h(&plan->restart, &t->player->restart);
    tell(t, EVENT_PHASE, PHASE_queue, from_h);
    if (first)
        return;
    if (plan->redraws) {
        for (int i = 0; i < plan->causes; i++)
            clock_move(&t->player->of[i].clock, t->exposed_h);
        find_next_failure(t);
    }
    if (lasts(&plan->startup)) /* else the restart that follows at once renews them */
        renew_clocks(t);
}

static bool past_give_up(const struct trial *t)
{
    return t->held_h + (t->now_h - t->acquired_h) > t->give_up_h || t->interruptions > INTERRUPTIONS_MOST;
}

static void release(struct trial *t)
{
    double held_h = t->now_h - t->acquired_h;
    t->held_h += held_h;
    t->acquired_h = t->now_h;
    t->ledger->billed_h += trial_billed_h(t->plan, held_h);
}

/* Moves time on within the present capacity; causes run in exposed phases. */
static void pass(struct trial *t, double hours, bool exposed)
{
    t->now_h += hours;
    if (exposed)
        t->exposed_h += hours;
}

/* Hours from a notice, now, to the loss of capacity. */
static double notice_h(const struct trial *t, double at_h)
{
    return smaller(t->plan->notice_h, larger(0.0, t->limit_at_h - at_h));
}

/* The first of `end_h` and the events before it, as hours from now; the order of enum stop settles ties. */
static enum stop first_of(const struct trial *t, double end_h, double limit_h, bool exposed, double *after_h)
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
    *after_h = larger(0.0, best_h);
    return stop;
}

/* ---- stages other than running ---- */

/* Spends up to `hours` in a phase in which nothing is saved: a notice in it is lost, whole. */
static enum stop spend(struct trial *t, enum phase phase, double hours, bool exposed)
{
    double after_h, from_h = t->now_h;
    enum stop stop = first_of(t, hours, t->limit_at_h - t->now_h, exposed, &after_h);
    pass(t, after_h, exposed);
    t->ledger->phase_h[phase] += after_h;
    tell(t, EVENT_PHASE, phase, from_h);
    if (stop == STOP_PREEMPTION) {
        tell(t, EVENT_PREEMPTION, phase, t->now_h);
        double idle_h = notice_h(t, t->now_h);
        from_h = t->now_h;
        pass(t, idle_h, false);
        t->ledger->phase_h[PHASE_lost] += idle_h;
        tell(t, EVENT_NOTICE, PHASE_lost, from_h);
    }
    return stop;
}

/* ---- running ---- */

/* Books a stretch of `hours`, of which what is kept survives. */
static void book(struct trial *t, struct kept kept, double hours)
{
    double work_h = kept.saved.work_h - t->saved.work_h;
    t->ledger->phase_h[PHASE_compute] += work_h;
    t->ledger->phase_h[PHASE_checkpoint] += larger(0.0, kept.hours - work_h);
    t->ledger->phase_h[PHASE_lost] += larger(0.0, hours - kept.hours);
    t->saved = kept.saved;
}

/* The stretch of `hours` ends with the loss of all that is not durable. */
static void break_off(struct trial *t, double hours)
{
    book(t, checkpoint_kept(&t->plan->cadence, t->saved, hours), hours);
}

/* The stretch completes the job, `hours` after it began. */
static void finish(struct trial *t, double hours)
{
    book(t, (struct kept){{t->plan->cadence.work_h, t->plan->cadence.chunks}, hours}, hours);
    t->complete = true;
}

/* The stretch is cut at cut_h, where all work is saved by a write that ends at end_h; capacity goes at gone_h. A write
 * that was under way and covers all work is that write; the blocking hours of any other are lost. */
static void save_at(struct trial *t, const struct progress *p, double cut_h, double end_h, double gone_h)
{
    struct kept all = {checkpoint_saved(&t->plan->cadence, p->work_h), end_h};
    if (!p->covered)
        all.hours = p->kept.hours + (p->work_h - p->kept.saved.work_h) + (end_h - cut_h);
    book(t, all, gone_h);
}

/* What survives a notice that falls after_h hours into the stretch and ends with it gone_h in; hours until capacity
 * goes or the job is complete. */
static double heed_notice(struct trial *t, double after_h, double gone_h)
{
    const struct cadence *c = &t->plan->cadence;
    if (c->saves && t->plan->notice_h > 0.0 && c->write_h <= gone_h - after_h + c->tie_h) {
        struct progress p = checkpoint_at(c, t->saved, after_h);
        double end_h = (p.covered ? p.write_at_h : after_h) + c->write_h;
        t->complete = p.work_h >= c->work_h;
        if (t->complete)
            gone_h = end_h;
        save_at(t, &p, after_h, end_h, gone_h);
        return gone_h;
    }
    double completion_h = checkpoint_completion_h(c, t->saved);
    if (completion_h <= gone_h + c->tie_h) {
        finish(t, completion_h);
        return completion_h;
    }
    break_off(t, gone_h);
    return gone_h;
}

/* A notice falls after_h hours into the stretch. */
static void be_preempted(struct trial *t, double after_h)
{
    double from_h = t->now_h, spent_h = after_h;
    if (t->plan->notice_h > 0.0)
        spent_h = heed_notice(t, after_h, after_h + notice_h(t, t->now_h + after_h));
    else
        break_off(t, after_h);
    pass(t, after_h, true);
    tell(t, EVENT_RUN, PHASE_compute, from_h);
    tell(t, EVENT_PREEMPTION, PHASE_compute, t->now_h);
    from_h = t->now_h;
    pass(t, spent_h - after_h, false);
    tell(t, EVENT_NOTICE, PHASE_checkpoint, from_h);
}

/* Work stopped at cut_h for the limit: all of it is saved by a write of its own, which ends at the limit, or by one
 * that is under way and covers it; what is left until the limit is lost, and causes stand still in it. */
static enum stop write_for_limit(struct trial *t, const struct progress *p, double cut_h)
{
    const struct cadence *c = &t->plan->cadence;
    double limit_h = larger(cut_h, t->limit_at_h - t->now_h), end_h = p->covered ? p->write_at_h + c->write_h : limit_h;
    double after_h, from_h = t->now_h, gone_h = limit_h;
    bool all = p->work_h >= c->work_h;
    enum stop stop = first_of(t, end_h, INFINITY, true, &after_h);
    double ran_h = after_h;
    if (stop == STOP_END && !all) {
        bool fails_at_end = t->fails_at_x - t->exposed_h <= end_h + c->tie_h;
        stop = first_of(t, INFINITY, limit_h, fails_at_end, &after_h);
    }
    if (stop == STOP_PREEMPTION)
        gone_h = after_h + notice_h(t, t->now_h + after_h);
    else if (stop == STOP_FAILURE)
        gone_h = after_h;
    if (end_h <= gone_h + c->tie_h) {
        t->complete = all;
        gone_h = all ? end_h : larger(gone_h, end_h);
        save_at(t, p, cut_h, end_h, gone_h);
    } else {
        book(t, p->kept, gone_h);
    }
    pass(t, ran_h, true);
    if (stop == STOP_PREEMPTION) {
        pass(t, after_h - ran_h, false);
        tell(t, EVENT_PREEMPTION, PHASE_checkpoint, t->now_h);
    }
    pass(t, larger(0.0, gone_h - (stop == STOP_PREEMPTION ? after_h : ran_h)), false);
    tell(t, EVENT_RUN, PHASE_compute, from_h);
    return stop;
}

/* Runs from durable work until completion or the first interruption. */
static enum stop run(struct trial *t)
{
    const struct cadence *c = &t->plan->cadence;
    double limit_h = t->limit_at_h - t->now_h, cut_h = limit_h - c->write_h, after_h, from_h = t->now_h;
    bool cuts = c->saves && cut_h >= -c->tie_h;
    double completion_h = c->work_h - t->saved.work_h; /* at the earliest; exact only if nothing comes before that */
    enum stop stop = first_of(t, completion_h, cuts ? cut_h : limit_h, true, &after_h);
    if (stop == STOP_END) {
        completion_h = checkpoint_completion_h(c, t->saved);
        stop = first_of(t, completion_h, cuts ? cut_h : limit_h, true, &after_h);
    }
    if (stop == STOP_LIMIT && cuts) {
        struct progress p = checkpoint_at(c, t->saved, after_h);
        return write_for_limit(t, &p, after_h);
    }
    switch (stop) {
    case STOP_END:
        finish(t, completion_h);
        after_h = completion_h;
        break;
    case STOP_PREEMPTION:
        be_preempted(t, after_h);
        return stop;
    case STOP_FAILURE:
    case STOP_LIMIT:
        break_off(t, after_h);
        break;
    }
    pass(t, after_h, true);
    tell(t, EVENT_RUN, PHASE_compute, from_h);
    return stop;
}

/* ---- the whole ---- */

/* When the present capacity or the patience ends, less the time of a write; nothing plain happens after it. */
static inline double ends_at(const struct trial *t)
{
    double given_up_h = t->give_up_h - t->held_h + t->acquired_h;
    return smaller(t->limit_at_h - t->plan->cadence.write_h, given_up_h) - t->plan->cadence.tie_h;
}

/* Exposed hours until which nothing but a failure can happen, if causes do not stand still until then. */
static inline double quiet_until(const struct trial *t)
{
    return t->exposed_h + smaller(t->preempt_at_h - t->plan->cadence.tie_h, ends_at(t)) - t->now_h;
}

/* Plans on which weather_plainly() may play from here on: one cause with nothing but a constant restart after it,
 * writes that stop the job, a whole number of chunks; and a preemption, if any, without notice, startup or random
 * restart. */
static bool is_plain(const struct trial *t)
{
    const struct plan *plan = t->plan;
    const struct cadence *c = &plan->cadence;
    const struct cause *cause = &plan->cause[0];
    bool whole = c->behind_h == 0.0 && c->finite_h > 0.0 && t->saved.work_h == t->saved.chunks * c->finite_h;
    bool simple = !cause->restart.law.row && !lasts(&cause->detect) && !lasts(&cause->repair);
    bool swift = plan->notice_h == 0.0 && !lasts(&plan->startup) && !plan->restart.law.row;
    return plan->causes == 1 && whole && simple && (!plan->preemptible || swift);
}

/* Plays a plain plan from interruption to interruption in one loop. It stops before an interruption that is not so
 * plain, and within a restart in which the next one strikes; what follows is left to the stages. */
static void weather_plainly(struct trial *t)
{
    const struct plan *plan = t->plan;
    const struct cadence *c = &plan->cadence;
    struct clock *clock = &t->player->of[0].clock;
    double left_h = c->work_h - t->saved.work_h - c->tie_h, tie_steps = c->tie_h * c->per_step;
    double chunks = 0.0, lost_h = 0.0, restart_h = 0.0, failures = 0.0, preemptions = 0.0;
    double now_h = t->now_h, x = t->exposed_h, next_x = t->fails_at_x, preempt_at_h = t->preempt_at_h,
           end_h = ends_at(t);
    double fail_restart_h = plan->cause[0].restart.add_h, tie_h = c->tie_h, per_step = c->per_step;
    for (long most = INTERRUPTIONS_MOST - t->interruptions; most > 0; most--) {
        double fail_h = next_x - x, preempt_h = preempt_at_h - now_h;
        bool fails = !(preempt_h < fail_h - tie_h);
        double after_h = fails ? fail_h : preempt_h, each_h = fails ? fail_restart_h : plan->restart.add_h;
        double steps = after_h * per_step + tie_steps, k = (double)(int64_t)steps;
        if (after_h >= left_h || !(steps - k > 1e-6 && steps - k < 1.0 - 1e-6) || now_h + after_h + each_h >= end_h)
            break;
        chunks += k;
        left_h -= k * c->interval_h;
        lost_h += after_h - k * c->step_h;
        now_h += after_h;
        if (fails) {
            x = next_x;
            failures += 1.0;
            clock_fire(clock);
        } else {
            x += after_h;
            preemptions += 1.0;
            t->now_h = now_h;
            t->exposed_h = x;
            release(t);
            acquire(t, false);
            t->restart_h = -1.0; /* spent below */
            now_h = t->now_h;
            preempt_at_h = t->preempt_at_h;
            end_h = ends_at(t);
        }
        if (plan->renews)
            clock_renew(clock, x);
        next_x = clock->next_h;
        if (next_x < x + each_h + tie_h || preempt_at_h < now_h + each_h + tie_h) {
            t->restart_h = each_h;
            t->restart_begun = true;
            break;
        }
        x += each_h;
        now_h += each_h;
        restart_h += each_h;
    }
    t->now_h = now_h;
    t->exposed_h = x;
    find_next_failure(t);
    t->interruptions += (long)(failures + preemptions);
    t->saved.chunks += chunks;
    t->saved.work_h = t->saved.chunks * c->interval_h;
    t->ledger->failures[0] += failures;
    t->ledger->preemptions += preemptions;
    t->ledger->phase_h[PHASE_compute] += chunks * c->interval_h;
    t->ledger->phase_h[PHASE_checkpoint] += chunks * c->block_h;
    t->ledger->phase_h[PHASE_lost] += lost_h;
    t->ledger->phase_h[PHASE_restart] += restart_h;
}

/* Plays the commonest events without leaving the loop: failures while nothing else is near, and what follows them.
 * Other events, and failures within the restart, are left to the stages. What changes is kept in locals until the end.
 */
static void weather(struct trial *t)
{
    const struct plan *plan = t->plan;
    const struct cadence *c = &plan->cadence;
    struct clock *clock = &t->player->of[0].clock;
    bool lone = plan->causes == 1 && clock->merged; /* then this is all that fail() comes to */
    double quiet_x = quiet_until(t);
    double lost_h = 0.0, detect_h = 0.0, repair_h = 0.0, restart_h = 0.0;
    double began_x = t->exposed_h, x = began_x, next_x = t->fails_at_x;
    long most = INTERRUPTIONS_MOST - t->interruptions, count = 0;
    struct saved saved = t->saved;
    while (next_x < quiet_x && count < most) {
        double after_h = next_x - x;
        if (after_h >= c->work_h - saved.work_h - c->tie_h)
            break;
        struct kept kept = checkpoint_kept(c, saved, after_h);
        lost_h += after_h - kept.hours;
        saved = kept.saved;
        x = next_x;
        count++;
        if (lone) {
            draw_recovery(t, 0);
            next_x += stream_next(&clock->original);
        } else {
            fail(t);
            next_x = t->fails_at_x;
        }
        double end_x = x + t->restart_h, pause_h = t->detect_h + t->repair_h;
        if (end_x + pause_h > quiet_x)
            break;
        detect_h += t->detect_h;
        repair_h += t->repair_h;
        quiet_x -= pause_h; /* causes stand still, the other clocks do not */
        t->detect_h = t->repair_h = 0.0;
        if (plan->renews) {
            renew_clocks(t);
            next_x = t->fails_at_x;
        }
        if (next_x < end_x) {
            t->restart_begun = true;
            break;
        }
        restart_h += t->restart_h;
        t->restart_h = -1.0;
        x = end_x;
    }
    if (lone) {
        clock->next_h = t->fails_at_x = next_x;
        t->ledger->failures[0] += (double)count;
        t->interruptions += count;
    }
    double hours = x - began_x, work_h = saved.work_h - t->saved.work_h;
    t->exposed_h = x;
    t->saved = saved;
    t->now_h += hours + detect_h + repair_h;
    t->ledger->phase_h[PHASE_compute] += work_h;
    t->ledger->phase_h[PHASE_lost] += lost_h;
    t->ledger->phase_h[PHASE_detect] += detect_h;
    t->ledger->phase_h[PHASE_repair] += repair_h;
    t->ledger->phase_h[PHASE_restart] += restart_h;
    t->ledger->phase_h[PHASE_checkpoint] += larger(0.0, hours - work_h - lost_h - restart_h);
}

/* Capacity is gone: counts why, and takes new capacity. */
static void lose_capacity(struct trial *t, enum stop stop)
{
    t->interruptions++;
    if (stop == STOP_PREEMPTION) {
        t->ledger->preemptions += 1.0;
    } else {
        t->ledger->limit_ends += 1.0;
        tell(t, EVENT_LIMIT, PHASE_queue, t->now_h);
    }
    release(t);
    if (!past_give_up(t))
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
            renew_clocks(t);
        stop = spend(t, PHASE_startup, wait_h(&t->plan->startup, &t->player->startup), true);
        t->started = stop == STOP_END;
    }
    if (stop == STOP_END && t->restart_h >= 0.0) {
        if (!t->restart_begun)
            renew_clocks(t);
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
    while (!past_give_up(t)) {
        enum stop stop = get_ready(t);
        if (stop == STOP_END) {
            if (!t->observer && is_plain(t))
                weather_plainly(t);
            else if (!t->observer && t->fails_at_x - t->exposed_h < t->preempt_at_h - t->now_h)
                weather(t);
            if (t->restart_h >= 0.0)
                continue; /* something strikes in what follows the last failure */
            stop = run(t);
        }
        if (t->complete) {
            t->ledger->preemptions += stop == STOP_PREEMPTION;
            return;
        }
        if (stop == STOP_FAILURE) {
            tell(t, EVENT_FAILURE, PHASE_detect, t->now_h);
            fail(t);
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
    ledger->billed_h = ledger->preemptions = ledger->limit_ends = 0.0;
}

void trial_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
                const struct observer *observer)
{
    struct trial t; /* the rest is set by begin() and acquire() */
    t.plan = plan;
    t.player = player;
    t.ledger = ledger;
    t.observer = observer;
    t.now_h = t.exposed_h = t.held_h = 0.0;
    t.saved = (struct saved){0.0, 0.0};
    t.interruptions = 0;
    t.complete = t.restart_begun = false;
    t.give_up_h = plan->give_up_h * (1.0 + 1e-9);
    clear(ledger, plan->causes);
    begin(&t, trial);
    play(&t);
    ledger->finished = t.complete && !past_give_up(&t);
    if (t.complete) {
        tell(&t, EVENT_COMPLETE, PHASE_compute, t.now_h);
        double shutdown_h = wait_h(&plan->shutdown, &player->shutdown), from_h = t.now_h;
        pass(&t, shutdown_h, false);
        ledger->phase_h[PHASE_shutdown] = shutdown_h;
        tell(&t, EVENT_PHASE, PHASE_shutdown, from_h);
    }
    release(&t);
    ledger->completion_h = ledger->finished ? t.now_h : INFINITY;
    if (!ledger->finished)
        tell(&t, EVENT_GIVE_UP, PHASE_queue, t.now_h);
}
