/* Running: what a stretch of work comes to when it is completed, broken off, or answered by a write. */
#include "trial/play.h"

/* Books a stretch of `hours`, of which what is kept survives. */
static void book(struct trial *t, struct kept kept, double hours)
{
    double work_h = kept.saved.work_h - t->saved.work_h;
    t->ledger->phase_h[PHASE_compute] += work_h;
    t->ledger->phase_h[PHASE_checkpoint] += play_larger(0.0, kept.hours - work_h);
    t->ledger->phase_h[PHASE_lost] += play_larger(0.0, hours - kept.hours);
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
    if (c->saves && t->market->notice_h > 0.0 && c->write_h <= gone_h - after_h + c->tie_h) {
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
    if (t->market->notice_h > 0.0)
        spent_h = heed_notice(t, after_h, after_h + play_notice_h(t, t->now_h + after_h));
    else
        break_off(t, after_h);
    play_pass(t, after_h, true);
    play_tell(t, EVENT_RUN, PHASE_compute, from_h);
    play_tell(t, EVENT_PREEMPTION, PHASE_compute, t->now_h);
    from_h = t->now_h;
    play_pass(t, spent_h - after_h, false);
    play_tell(t, EVENT_NOTICE, PHASE_checkpoint, from_h);
}

/* Work stopped at cut_h for the limit: all of it is saved by a write of its own, which ends at the limit, or by one
 * that is under way and covers it; what is left until the limit is lost, and causes stand still in it. */
static enum stop write_for_limit(struct trial *t, const struct progress *p, double cut_h)
{
    const struct cadence *c = &t->plan->cadence;
    double limit_h = play_larger(cut_h, t->limit_at_h - t->now_h),
           end_h = p->covered ? p->write_at_h + c->write_h : limit_h;
    double after_h, from_h = t->now_h, gone_h = limit_h;
    bool all = p->work_h >= c->work_h;
    enum stop stop = play_first_of(t, end_h, INFINITY, true, &after_h);
    double ran_h = after_h;
    if (stop == STOP_END && !all) {
        bool fails_at_end = t->fails_at_x - t->exposed_h <= end_h + c->tie_h;
        stop = play_first_of(t, INFINITY, limit_h, fails_at_end, &after_h);
    }
    if (stop == STOP_PREEMPTION)
        gone_h = after_h + play_notice_h(t, t->now_h + after_h);
    else if (stop == STOP_FAILURE)
        gone_h = after_h;
    if (end_h <= gone_h + c->tie_h) {
        t->complete = all;
        gone_h = all ? end_h : play_larger(gone_h, end_h);
        save_at(t, p, cut_h, end_h, gone_h);
    } else {
        book(t, p->kept, gone_h);
    }
    play_pass(t, ran_h, true);
    if (stop == STOP_PREEMPTION) {
        play_pass(t, after_h - ran_h, false);
        play_tell(t, EVENT_PREEMPTION, PHASE_checkpoint, t->now_h);
    }
    play_pass(t, play_larger(0.0, gone_h - (stop == STOP_PREEMPTION ? after_h : ran_h)), false);
    play_tell(t, EVENT_RUN, PHASE_compute, from_h);
    return stop;
}

enum stop play_run(struct trial *t)
{
    const struct cadence *c = &t->plan->cadence;
    double limit_h = t->limit_at_h - t->now_h, cut_h = limit_h - c->write_h, after_h, from_h = t->now_h;
    bool cuts = c->saves && cut_h >= -c->tie_h;
    double completion_h = c->work_h - t->saved.work_h; /* at the earliest; exact only if nothing comes before that */
    enum stop stop = play_first_of(t, completion_h, cuts ? cut_h : limit_h, true, &after_h);
    if (stop == STOP_END) {
        completion_h = checkpoint_completion_h(c, t->saved);
        stop = play_first_of(t, completion_h, cuts ? cut_h : limit_h, true, &after_h);
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
    play_pass(t, after_h, true);
    play_tell(t, EVENT_RUN, PHASE_compute, from_h);
    return stop;
}
