/* Two fast loops over the commonest events: one for plain plans, one for failures of any kind. */
#include "trial/play.h"

/* When the present capacity or the patience ends, less the time of a write; nothing plain happens after it. */
static double ends_at(const struct trial *t)
{
    double given_up_h = t->give_up_h - t->held_h + t->acquired_h;
    return play_smaller(t->limit_at_h - t->plan->cadence.write_h, given_up_h) - t->plan->cadence.tie_h;
}

/* ---- plain plans ---- */

/* One cause whose next failure is one draw away; writes that stop the job, and a whole number of chunks so far; a
 * preemption, if any, without notice, startup or random restart. */
static bool is_plain(const struct trial *t)
{
    const struct plan *plan = t->plan;
    const struct cadence *c = &plan->cadence;
    bool near = plan->causes == 1 && (t->player->of[0].clock.merged || plan->cause[0].renew == RENEW_START);
    bool whole = c->behind_h == 0.0 && c->finite_h > 0.0 && t->saved.work_h == t->saved.chunks * c->finite_h;
    bool swift = t->market->notice_h == 0.0 && !play_lasts(&plan->startup) && !plan->restart.law.row;
    return near && whole && (swift || !t->market->preemptible);
}

/* Whether the wait after the next preemption may be the one that ends in the fallback. */
static bool falls_back(const struct trial *t, double preemptions, double queue_h)
{
    const struct fallback *fallback = &t->plan->fallback;
    const struct wait *wait = &t->market->requeue;
    if (!fallback->on || t->market != &t->plan->market)
        return false;
    double wait_h = wait->add_h + (wait->law.row ? stream_peek(&t->outlets->requeue) : 0.0);
    return t->ledger->preemptions + preemptions + 1.0 >= fallback->after_preemptions ||
           t->waited_h + queue_h + wait_h > fallback->after_h;
}

/* Plays a plain plan from interruption to interruption. Everything is measured in exposed hours x, on whose axis the
 * end of capacity comes nearer when the causes stand still. Leaves to the stages what is not so plain: an event near
 * the end of a chunk, of the work or of the capacity, and whatever strikes before the restart is through. */
static inline __attribute__((always_inline)) void play_plainly(struct trial *t, bool preempts, bool recovers)
{
    const struct plan *plan = t->plan;
    const struct cadence c = plan->cadence;
    struct clock *clock = &t->player->of[0].clock;
    struct stream *lives = clock->merged ? &clock->original : &clock->renewal;
    bool renews = !clock->merged;
    double tie_steps = c.tie_h * c.per_step, left_h = c.work_h - t->saved.work_h - c.tie_h;
    double still_h = t->now_h - t->exposed_h; /* hours in which causes stood still */
    double x = t->exposed_h, fail_x = t->fails_at_x, preempt_x = t->preempt_at_h - still_h,
           end_x = ends_at(t) - still_h, acquired_x = t->acquired_h - still_h;
    double chunks = 0.0, lost_h = 0.0, queue_h = 0.0, detect_h = 0.0, repair_h = 0.0, restart_h = 0.0, billed_h = 0.0;
    double failures = 0.0, preemptions = 0.0, due_h = -1.0; /* due: the restart that is left to the stages */
    for (long most = INTERRUPTIONS_MOST - t->interruptions; most > 0; most--) {
        bool preempted = preempts && preempt_x < fail_x - c.tie_h;
        double at_x = preempted ? preempt_x : fail_x, after_h = at_x - x;
        double steps = after_h * c.per_step + tie_steps, k = (double)(int64_t)steps, over = steps - k;
        if ((after_h >= left_h) | (at_x >= end_x) | (over < 1e-6) | (over > 1.0 - 1e-6))
            break;
        if (preempted && falls_back(t, preemptions, queue_h))
            break;
        chunks += k;
        left_h -= k * c.interval_h;
        lost_h += after_h - k * c.step_h;
        x = at_x;

        double pause_h = 0.0, again_h = plan->restart.add_h;
        if (preempted) {
            double held_h = x - acquired_x, wait_h = play_wait_h(&t->market->requeue, &t->outlets->requeue);
            preemptions += 1.0;
            billed_h += trial_billed_h(plan, held_h);
            t->held_h += held_h;
            queue_h += wait_h;
            still_h += wait_h;
            acquired_x = x;
            preempt_x = x + stream_next(&t->outlets->preemption);
            end_x = x + play_smaller(plan->limit_h - c.write_h, t->give_up_h - t->held_h) - c.tie_h;
        } else {
            failures += 1.0;
            again_h = plan->cause[0].restart.add_h;
            if (recovers) {
                play_draw_recovery(t, 0);
                pause_h = t->detect_h + t->repair_h;
                again_h = t->restart_h;
            }
        }
        bool quiet = x + pause_h + again_h + c.tie_h < play_smaller(preempt_x, end_x);
        if (renews)
            fail_x = quiet ? x + stream_next(lives) : INFINITY;
        else if (!preempted)
            fail_x = x + stream_next(lives);
        if (!quiet) {
            due_h = again_h;
            break;
        }
        if (recovers) {
            detect_h += t->detect_h;
            repair_h += t->repair_h;
            t->detect_h = t->repair_h = 0.0;
            still_h += pause_h;
            acquired_x -= pause_h;
            preempt_x -= pause_h;
            end_x -= pause_h;
        }
        if (fail_x < x + again_h + c.tie_h) {
            due_h = again_h;
            t->restart_begun = true;
            break;
        }
        restart_h += again_h;
        x += again_h;
    }
    t->exposed_h = x;
    t->now_h = x + still_h;
    t->restart_h = due_h;
    t->waited_h += queue_h;
    if (preemptions > 0.0) {
        t->acquired_h = acquired_x + still_h;
        t->preempt_at_h = preempt_x + still_h;
        t->limit_at_h = t->acquired_h + plan->limit_h;
    }
    clock->next_h = t->fails_at_x = fail_x;
    t->interruptions += (long)(failures + preemptions);
    t->saved.chunks += chunks;
    t->saved.work_h = t->saved.chunks * c.interval_h;
    t->ledger->failures[0] += failures;
    t->ledger->preemptions += preemptions;
    t->ledger->billed_h += billed_h;
    t->ledger->phase_h[PHASE_compute] += chunks * c.interval_h;
    t->ledger->phase_h[PHASE_checkpoint] += chunks * c.block_h;
    t->ledger->phase_h[PHASE_lost] += lost_h;
    t->ledger->phase_h[PHASE_queue] += queue_h;
    t->ledger->phase_h[PHASE_detect] += detect_h;
    t->ledger->phase_h[PHASE_repair] += repair_h;
    t->ledger->phase_h[PHASE_restart] += restart_h;
}

/* ---- failures of any kind ---- */

/* Plays failures while nothing else is near, and what follows them. What changes is kept in locals until the end. */
static void play_failures(struct trial *t)
{
    const struct plan *plan = t->plan;
    const struct cadence *c = &plan->cadence;
    double began_x = t->exposed_h, x = began_x;                                           /* exposed hours ... */
    double quiet_x = x + play_smaller(t->preempt_at_h - c->tie_h, ends_at(t)) - t->now_h; /* ... with failures only */
    double lost_h = 0.0, detect_h = 0.0, repair_h = 0.0, restart_h = 0.0;
    struct saved saved = t->saved;
    while (t->fails_at_x < quiet_x && t->interruptions < INTERRUPTIONS_MOST) {
        double after_h = t->fails_at_x - x;
        if (after_h >= c->work_h - saved.work_h - c->tie_h)
            break;
        struct kept kept = checkpoint_kept(c, saved, after_h);
        lost_h += after_h - kept.hours;
        saved = kept.saved;
        play_fail(t);
        x = t->exposed_h;
        double end_x = x + t->restart_h, pause_h = t->detect_h + t->repair_h;
        if (end_x + pause_h > quiet_x)
            break;
        detect_h += t->detect_h;
        repair_h += t->repair_h;
        quiet_x -= pause_h; /* causes stand still, the other clocks do not */
        t->detect_h = t->repair_h = 0.0;
        play_renew(t);
        if (t->fails_at_x < end_x) {
            t->restart_begun = true;
            break;
        }
        restart_h += t->restart_h;
        t->restart_h = -1.0;
        x = end_x;
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
    t->ledger->phase_h[PHASE_checkpoint] += play_larger(0.0, hours - work_h - lost_h - restart_h);
}

void play_weather(struct trial *t)
{
    if (is_plain(t)) {
        const struct cause *cause = &t->plan->cause[0];
        bool recovers = cause->restart.law.row || play_lasts(&cause->detect) || play_lasts(&cause->repair);
        if (t->market->preemptible && recovers)
            play_plainly(t, true, true);
        else if (t->market->preemptible)
            play_plainly(t, true, false);
        else if (recovers)
            play_plainly(t, false, true);
        else
            play_plainly(t, false, false);
    } else if (t->fails_at_x - t->exposed_h < t->preempt_at_h - t->now_h) {
        play_failures(t);
    }
}
