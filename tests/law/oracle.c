/* A trial as a plain loop over its events. */
#include "oracle.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "stretch.h"

/* How a stretch or a wait came to its end. */
enum outcome { ENDED, FAILED, GONE, COMPLETE };

/* What may come next, in the order in which simultaneous ones happen. */
enum rival { END, FAILURE, PREEMPTION, LIMIT, RIVALS };

struct slow {
    const struct plan *plan;
    struct player *player;
    struct ledger *ledger;
    const struct market *market;
    struct outlets *outlets;

    struct grid grid;
    struct reached durable;

    double now_h, exposed_h, waited_h;
    double acquired_h, preempt_at_h, limit_at_h;
    double earlier_held_h; /* of the allocations that are gone */
    double interruptions;
    double acquired;                      /* allocations so far */
    double detect_h, repair_h, restart_h; /* to come, drawn at the failure */
    bool started;                         /* startup is through */
    int failed;                           /* the cause of the last failure */
};

static double draw_h(const struct wait *wait, struct stream *stream)
{
    if (!wait->law.row)
        return wait->add_h;
    return wait->add_h + stream_next(stream);
}

/* ---- what happens next ---- */

static int next_cause(const struct slow *s)
{
    int next = -1;
    for (int i = 0; i < s->plan->causes; i++)
        if (next < 0 || s->player->of[i].clock.next_h < s->player->of[next].clock.next_h - s->grid.tie_h)
            next = i;
    return next;
}

/* Exposed hours left to the next failure. */
static double failure_in_h(const struct slow *s)
{
    int next = next_cause(s);
    return next < 0 ? INFINITY : s->player->of[next].clock.next_h - s->exposed_h;
}

/* The first of the rivals; of simultaneous ones the first in order. */
static enum rival first_of(const struct slow *s, const double at_h[RIVALS])
{
    enum rival first = END;
    for (int r = FAILURE; r < RIVALS; r++)
        if (at_h[r] < at_h[first] - s->grid.tie_h)
            first = (enum rival)r;
    return first;
}

static void fail(struct slow *s)
{
    s->failed = next_cause(s);
    s->ledger->failures[s->failed] += 1.0;
    s->interruptions += 1.0;
    clock_fire(&s->player->of[s->failed].clock);
}

static void preempt(struct slow *s)
{
    s->ledger->preemptions += 1.0;
    s->interruptions += 1.0;
}

static void reach_limit(struct slow *s)
{
    s->ledger->limit_ends += 1.0;
    s->interruptions += 1.0;
}

/* Hours from `at_h` until a notice given there has run out, or the limit is reached. */
static double notice_lasts_h(const struct slow *s, double at_h)
{
    return fmax(0.0, fmin(s->market->notice_h, s->limit_at_h - at_h));
}

/* ---- capacity ---- */

static void queue_up(struct slow *s, double hours)
{
    s->ledger->phase_h[PHASE_queue] += hours;
    s->now_h += hours;
    s->waited_h += hours;
}

/* From here on the fallback's market; the ledger so far is the first one's. */
static void turn(struct slow *s)
{
    s->market = &s->plan->fallback.market;
    s->outlets = &s->player->fallback;
    s->ledger->fell_back = 1.0;
    memcpy(s->ledger->before_h, s->ledger->phase_h, sizeof s->ledger->before_h);
    s->ledger->before_billed_h = s->ledger->billed_h;
}

static void take_capacity(struct slow *s, bool first)
{
    const struct fallback *fallback = &s->plan->fallback;
    bool loyal = !fallback->on || s->ledger->fell_back > 0.0;
    if (loyal || s->ledger->preemptions < fallback->after_preemptions) {
        double wait_h =
            first ? draw_h(&s->market->queue, &s->outlets->queue) : draw_h(&s->market->requeue, &s->outlets->requeue);
        if (!loyal && s->waited_h + wait_h > fallback->after_h) {
            queue_up(s, fallback->after_h - s->waited_h);
            turn(s);
            wait_h = draw_h(&s->market->queue, &s->outlets->queue);
        }
        queue_up(s, wait_h);
    } else {
        turn(s);
        queue_up(s, draw_h(&s->market->queue, &s->outlets->queue));
    }
    s->acquired += 1.0;
    s->acquired_h = s->now_h;
    s->limit_at_h = s->now_h + s->plan->limit_h;
    s->preempt_at_h = s->market->preemptible ? s->now_h + stream_next(&s->outlets->preemption) : INFINITY;
}

static void give_back(struct slow *s)
{
    double held_h = s->now_h - s->acquired_h, unit_h = s->plan->billing_unit_h;
    s->earlier_held_h += held_h;
    s->ledger->billed_h += unit_h > 0.0 ? ceil(held_h / unit_h * (1.0 - 1e-9)) * unit_h : held_h;
}

static void renew(struct slow *s)
{
    for (int i = 0; i < s->plan->causes; i++)
        clock_renew(&s->player->of[i].clock, s->exposed_h);
}

static void lose_capacity(struct slow *s)
{
    give_back(s);
    take_capacity(s, false);
    for (int i = 0; i < s->plan->causes && !s->plan->keeps_machines; i++)
        clock_move(&s->player->of[i].clock, s->exposed_h);
    if (s->plan->startup.law.row || s->plan->startup.add_h > 0.0)
        renew(s);
}

/* A wait within held capacity. */
static enum outcome spend(struct slow *s, double hours, enum phase phase, bool exposed)
{
    const double at_h[RIVALS] = {
        [END] = hours,
        [FAILURE] = exposed ? failure_in_h(s) : INFINITY,
        [PREEMPTION] = s->preempt_at_h - s->now_h,
        [LIMIT] = s->limit_at_h - s->now_h,
    };
    enum rival first = first_of(s, at_h);
    double spent_h = fmax(0.0, at_h[first]), notice_h;
    s->ledger->phase_h[phase] += spent_h;
    s->now_h += spent_h;
    if (exposed)
        s->exposed_h += spent_h;
    switch (first) {
    case FAILURE:
        fail(s);
        return FAILED;
    case PREEMPTION:
        preempt(s);
        notice_h = notice_lasts_h(s, s->now_h);
        s->ledger->phase_h[PHASE_lost] += notice_h;
        s->now_h += notice_h;
        return GONE;
    case LIMIT:
        reach_limit(s);
        return GONE;
    default:
        return ENDED;
    }
}

/* ---- work ---- */

/* The stretch is over; causes ran for exposed_h of it. What is not durable is lost. */
static enum outcome leave(struct slow *s, const struct stretch *w, double exposed_h, enum outcome outcome)
{
    s->ledger->phase_h[PHASE_compute] += w->compute_h;
    s->ledger->phase_h[PHASE_checkpoint] += w->checkpoint_h;
    s->ledger->phase_h[PHASE_lost] += w->h - w->compute_h - w->checkpoint_h;
    s->durable = w->durable;
    s->now_h += w->h;
    s->exposed_h += exposed_h;
    if (outcome == FAILED)
        fail(s);
    return outcome;
}

/* What was begun is through or not when the capacity goes, unless it was the last write of all. */
static enum outcome leave_at(struct slow *s, struct stretch *w, double exposed_h, double gone_h)
{
    if (w->complete)
        return leave(s, w, exposed_h, COMPLETE);
    w->h = gone_h;
    return leave(s, w, exposed_h, GONE);
}

/* A notice in the middle of work: save what can be saved, else go on till the capacity is gone. */
static enum outcome heed_notice(struct slow *s, struct stretch *w)
{
    const struct cadence *c = &s->plan->cadence;
    double given_h = w->h, gone_h = given_h + notice_lasts_h(s, s->now_h + given_h);
    preempt(s);
    if (c->saves && s->market->notice_h > 0.0 && given_h + c->write_h <= gone_h + s->grid.tie_h)
        stretch_close(w);
    else
        while (!w->complete && stretch_next_h(w) <= gone_h + s->grid.tie_h)
            stretch_step(w);
    return leave_at(s, w, given_h, gone_h);
}

/* Work has stopped C before the limit for a write that saves it, unless something comes between. Once it is through
 * nothing is left to do but to wait for the end; causes stand still in that, but for a failure at its very beginning.
 */
static enum outcome stop_for_limit(struct slow *s, struct stretch *w)
{
    double closed_h = stretch_closing_h(w);
    double at_h[RIVALS] = {closed_h, failure_in_h(s), s->preempt_at_h - s->now_h, s->limit_at_h - s->now_h};
    enum rival first = first_of(s, at_h);
    if (first == END) {
        stretch_close(w);
        if (w->complete)
            return leave(s, w, closed_h, COMPLETE);
        at_h[END] = INFINITY;
        if (at_h[FAILURE] > closed_h + s->grid.tie_h)
            at_h[FAILURE] = INFINITY;
        first = first_of(s, at_h);
    }
    double gone_h = fmax(w->h, at_h[first]), exposed_h = fmin(gone_h, closed_h);
    if (first == FAILURE) {
        w->h = gone_h;
        return leave(s, w, exposed_h, FAILED);
    }
    if (first == PREEMPTION) {
        preempt(s);
        gone_h += notice_lasts_h(s, s->now_h + gone_h);
        if (at_h[END] < INFINITY && closed_h <= gone_h + s->grid.tie_h)
            stretch_close(w);
    } else {
        reach_limit(s);
    }
    return leave_at(s, w, exposed_h, gone_h);
}

static enum outcome work(struct slow *s)
{
    const struct cadence *c = &s->plan->cadence;
    struct stretch w = stretch_begin(&s->grid, s->durable);
    double limit_h = s->limit_at_h - s->now_h, cut_h = limit_h - c->write_h;
    bool cuts = c->saves && cut_h >= -s->grid.tie_h;
    double at_h[RIVALS] = {0.0, failure_in_h(s), s->preempt_at_h - s->now_h, cuts ? cut_h : limit_h};
    enum rival first = END;
    while (first == END && !w.complete) {
        at_h[END] = stretch_next_h(&w);
        first = first_of(s, at_h);
        if (first == END)
            stretch_step(&w);
    }
    if (w.complete)
        return leave(s, &w, w.h, COMPLETE);
    w.h = fmax(w.h, at_h[first]);
    switch (first) {
    case FAILURE:
        return leave(s, &w, w.h, FAILED);
    case PREEMPTION:
        return heed_notice(s, &w);
    default:
        if (cuts)
            return stop_for_limit(s, &w);
        reach_limit(s);
        return leave(s, &w, w.h, GONE);
    }
}

/* ---- the trial ---- */

enum stage { START, DETECT, REPAIR, RESTART, WORK, OVER };

static bool past_give_up(const struct slow *s)
{
    return s->earlier_held_h + s->now_h - s->acquired_h > s->plan->give_up_h * (1.0 + 1e-9) ||
           s->interruptions > INTERRUPTIONS_MOST;
}

static void draw_recovery(struct slow *s)
{
    const struct cause *cause = &s->plan->cause[s->failed];
    s->detect_h = draw_h(&cause->detect, &s->player->of[s->failed].detect);
    s->repair_h = draw_h(&cause->repair, &s->player->of[s->failed].repair);
    if (s->started)
        s->restart_h = draw_h(&cause->restart, &s->player->of[s->failed].restart);
}

static enum outcome repair(struct slow *s)
{
    enum outcome outcome = spend(s, s->repair_h, PHASE_repair, false);
    if (outcome == ENDED && !s->started)
        renew(s);
    return outcome;
}

/* One stage; *then is what follows if nothing strikes in it. */
static enum outcome go_through(struct slow *s, enum stage stage, enum stage *then)
{
    const struct plan *plan = s->plan;
    enum outcome outcome;
    switch (stage) {
    case START:
        *then = s->acquired > 1.0 ? RESTART : WORK;
        outcome = spend(s, draw_h(&plan->startup, &s->player->startup), PHASE_startup, true);
        s->started = outcome == ENDED;
        return outcome;
    case DETECT:
        *then = REPAIR;
        return spend(s, s->detect_h, PHASE_detect, false);
    case REPAIR:
        *then = s->started ? RESTART : START;
        return repair(s);
    case RESTART:
        *then = WORK;
        renew(s);
        return spend(s, s->restart_h, PHASE_restart, true);
    default:
        return work(s);
    }
}

static void play(struct slow *s)
{
    static const enum stage next[] = {[FAILED] = DETECT, [GONE] = START, [COMPLETE] = OVER};
    enum stage stage = START, then = START;
    while (stage != OVER && !past_give_up(s)) {
        enum outcome outcome = go_through(s, stage, &then);
        if (outcome == FAILED)
            draw_recovery(s);
        if (outcome == GONE) {
            lose_capacity(s);
            s->restart_h = draw_h(&s->plan->restart, &s->player->restart);
        }
        stage = outcome == ENDED ? then : next[outcome];
    }
    s->ledger->finished = stage == OVER && !past_give_up(s);
}

static void begin_market(const struct market *market, struct outlets *outlets, uint64_t trial)
{
    stream_begin(&outlets->queue, trial, &market->queue.law, 1.0);
    stream_begin(&outlets->requeue, trial, &market->requeue.law, 1.0);
    stream_begin(&outlets->preemption, trial, &market->preemption, 1.0 / market->gang);
}

static void begin(struct slow *s, uint64_t trial)
{
    const struct plan *plan = s->plan;
    struct player *player = s->player;
    begin_market(&plan->market, &player->market, trial);
    begin_market(&plan->fallback.market, &player->fallback, trial);
    stream_begin(&player->startup, trial, &plan->startup.law, 1.0);
    stream_begin(&player->restart, trial, &plan->restart.law, 1.0);
    stream_begin(&player->shutdown, trial, &plan->shutdown.law, 1.0);
    for (int i = 0; i < plan->causes; i++) {
        const struct cause *cause = &plan->cause[i];
        clock_begin(&player->of[i].clock, cause, trial);
        stream_begin(&player->of[i].detect, trial, &cause->detect.law, 1.0);
        stream_begin(&player->of[i].repair, trial, &cause->repair.law, 1.0);
        stream_begin(&player->of[i].restart, trial, &cause->restart.law, 1.0);
    }
}

void oracle_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger)
{
    struct slow s = {.plan = plan,
                     .player = player,
                     .ledger = ledger,
                     .grid = grid_of(&plan->cadence),
                     .market = &plan->market,
                     .outlets = &player->market};
    *ledger = (struct ledger){.finished = false};
    begin(&s, trial);
    take_capacity(&s, true);
    play(&s);
    double shutdown_h = ledger->finished ? draw_h(&plan->shutdown, &player->shutdown) : 0.0;
    ledger->phase_h[PHASE_shutdown] = shutdown_h;
    s.now_h += shutdown_h;
    give_back(&s);
    ledger->completion_h = ledger->finished ? s.now_h : INFINITY;
}
