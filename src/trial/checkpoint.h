/* The arithmetic of chunks and checkpoints: the only place that divides work into intervals. */
#ifndef RUNODDS_TRIAL_CHECKPOINT_H
#define RUNODDS_TRIAL_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

/* Work is cut at absolute multiples of the interval; after each cut a write stops the job for block_h and goes on
 * behind it for behind_h more; the last cut is the end of the work, written only if `final`. Times in hours. */
struct cadence {
    double work_h;     /* failure-free compute hours of the whole job, > 0 */
    double interval_h; /* work between writes, > 0; infinite: none */
    double write_h;    /* a whole write: block_h + behind_h, and what an emergency write takes */
    double block_h, behind_h;
    bool final; /* a write follows the last chunk */
    bool saves; /* a notice or a limit can be answered by a write */

    /* Derived by checkpoint_plan(). */
    double chunks;   /* number of pieces of work, >= 1 */
    double last_h;   /* length of the last one */
    double step_h;   /* from the end of one blocking write to the end of the next: max(interval, behind) + block */
    double per_step; /* 1 / step_h */
    double finite_h; /* the interval, or 0 for an infinite one */
    double tie_h;    /* events closer than this happen at once: 1e-9 of the shorter of interval and work */
};

/* Fills the derived members from the ones above them. */
void checkpoint_plan(struct cadence *cadence);

/* How far durable work reaches, and how many whole chunks lie below it. */
struct saved {
    double work_h, chunks;
};

/* What survives of a stretch of undisturbed running that is broken off: durable work, and the hours of work and
 * blocking writes up to its last durable write. */
struct kept {
    struct saved saved;
    double hours;
};

/* The state of a stretch at a moment. */
struct progress {
    struct kept kept;
    double work_h; /* reached by the work, durable or not */
    bool covered;  /* a write under way, begun at write_at_h, covers all of it */
    double write_at_h;
};

/* Hours of undisturbed running, from durable work `from`, that complete the job. */
double checkpoint_completion_h(const struct cadence *cadence, struct saved from);

/* What survives after_h hours into a stretch, and the whole state there; after_h must lie before completion. A write
 * that ends within tie_h of after_h has ended. */
static inline struct kept checkpoint_kept(const struct cadence *cadence, struct saved from, double after_h);
struct progress checkpoint_at(const struct cadence *cadence, struct saved from, double after_h);

/* Durable work at any point, as after an emergency write. */
struct saved checkpoint_saved(const struct cadence *cadence, double work_h);

/* Blocking hours of all writes of an undisturbed run, the background of the last one included. */
double checkpoint_writes_h(const struct cadence *cadence);

/* Of undisturbed running from durable work from_h, whatever its end: the hours until the work reaches to_h, which lies
 * not below it, and the work that is reached after some hours. Work that reaches a multiple of the interval does so
 * before the write. */
double checkpoint_reach_h(const struct cadence *cadence, double from_h, double to_h);
double checkpoint_reached_h(const struct cadence *cadence, double from_h, double after_h);

/* ---- the arithmetic, inline: the loop of a trial spends a good part of its time here ---- */

/* Work reached by the end of chunk i of a stretch with `left` chunks (i = 0: where it began). */
static inline double checkpoint_work_h(const struct cadence *c, struct saved from, double left, double i)
{
    return i == 0.0 ? from.work_h : i < left ? (from.chunks + i) * c->interval_h : c->work_h;
}

/* The first chunk of a stretch is what is missing to the next multiple of the interval, or to the end. */
static inline double checkpoint_first_h(const struct cadence *c, struct saved from, double left)
{
    if (left > 1.0 && from.work_h == from.chunks * c->finite_h)
        return c->interval_h;
    return checkpoint_work_h(c, from, left, 1.0) - from.work_h;
}

/* Moment of the stretch at which the blocking part of write i ends, 1 <= i < left. */
static inline double checkpoint_blocked_until(const struct cadence *c, double first_h, double i)
{
    return first_h + c->block_h + (i - 1.0) * c->step_h;
}

/* The same where the guess of the number of writes lies near a whole number, or writes go on behind the work. */
struct kept checkpoint_kept_slowly(const struct cadence *c, struct saved from, double until_h, double guess);

/* One product guesses how many writes are durable. Near a whole number checkpoint_blocked_until() decides, so that
 * every reader of the cadence agrees to the last bit. */
static inline struct kept checkpoint_kept(const struct cadence *c, struct saved from, double after_h)
{
    double left = c->chunks - from.chunks, first_h = checkpoint_first_h(c, from, left), until_h = after_h + c->tie_h;
    double guess = (until_h - c->behind_h - c->block_h - first_h) * c->per_step + 1.0;
    if (guess < 1.0 - 1e-6 && guess < left - 1e-6)
        return (struct kept){from, 0.0};
    double k = guess >= left ? left - 1.0 : (double)(int64_t)guess;
    if (c->behind_h > 0.0 || !(guess - k > 1e-6 && guess - k < 1.0 - 1e-6))
        return checkpoint_kept_slowly(c, from, until_h, guess);
    return (struct kept){{(from.chunks + k) * c->interval_h, from.chunks + k}, checkpoint_blocked_until(c, first_h, k)};
}

#endif
