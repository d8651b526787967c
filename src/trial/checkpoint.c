/* Finished chunks, work in the broken chunk and completion, in O(1) whatever the number of checkpoints. */
#include "trial/checkpoint.h"

#include <math.h>

/* Fraction of an interval below which two moments are one: decimals such as 0.1 h have no exact doubles. */
static const double tie = 1e-9;

void checkpoint_plan(struct cadence *c)
{
    c->chunks = fmax(1.0, ceil(c->work_h / c->interval_h * (1.0 - tie)));
    c->last_h = c->chunks > 1.0 ? c->work_h - (c->chunks - 1.0) * c->interval_h : c->work_h;
    c->step_h = fmax(c->interval_h, c->behind_h) + c->block_h;
    c->per_step = 1.0 / c->step_h;
    c->finite_h = isfinite(c->interval_h) ? c->interval_h : 0.0;
    c->tie_h = tie * fmin(c->interval_h, c->work_h);
}

struct saved checkpoint_saved(const struct cadence *c, double work_h)
{
    double chunks = (double)(int64_t)(work_h / c->interval_h + tie), most = c->chunks - 1.0;
    return (struct saved){work_h, chunks < most ? chunks : most};
}

/* Moment at which the blocking part of the last write ends, or the last work if nothing is written after it. */
static double last_until(const struct cadence *c, double first, double left)
{
    if (left == 1.0)
        return c->final ? first + c->block_h : first;
    double before = checkpoint_blocked_until(c, first, left - 1.0);
    return c->final ? before + fmax(c->last_h, c->behind_h) + c->block_h : before + c->last_h;
}

double checkpoint_completion_h(const struct cadence *c, struct saved from)
{
    double left = c->chunks - from.chunks;
    return last_until(c, checkpoint_first_h(c, from, left), left) + (c->final ? c->behind_h : 0.0);
}

/* How long the chunk after write k waits, its work done, until that write is through behind it and the next may begin.
 */
static double wait_h(const struct cadence *c, double left, double k)
{
    double chunk_h = k + 1.0 < left ? c->interval_h : c->final ? c->last_h : c->behind_h;
    return c->behind_h > chunk_h ? c->behind_h - chunk_h : 0.0;
}

struct kept checkpoint_kept_slowly(const struct cadence *c, struct saved from, double until_h, double guess)
{
    double left = c->chunks - from.chunks, first = checkpoint_first_h(c, from, left);
    double k = guess < 0.0 ? 0.0 : guess >= left ? left - 1.0 : (double)(int64_t)guess;
    while (k < left - 1.0 && checkpoint_blocked_until(c, first, k + 1.0) + c->behind_h <= until_h)
        k += 1.0;
    while (k > 0.0 && checkpoint_blocked_until(c, first, k) + c->behind_h > until_h)
        k -= 1.0;
    if (k == 0.0)
        return (struct kept){from, 0.0};
    return (struct kept){{(from.chunks + k) * c->interval_h, from.chunks + k},
                         checkpoint_blocked_until(c, first, k) + wait_h(c, left, k)};
}

struct progress checkpoint_at(const struct cadence *c, struct saved from, double after_h)
{
    double left = c->chunks - from.chunks, first = checkpoint_first_h(c, from, left), until = after_h + c->tie_h;
    struct progress p = {.kept = checkpoint_kept(c, from, after_h), .work_h = c->work_h};
    double k = p.kept.saved.chunks - from.chunks;

    /* i writes have ended their blocking part; at most one of them is not durable yet. */
    double i = k, since = k > 0.0 ? after_h - checkpoint_blocked_until(c, first, k) : after_h;
    if (c->behind_h > 0.0 && k + 1.0 < left && checkpoint_blocked_until(c, first, k + 1.0) <= until) {
        i = k + 1.0;
        since = after_h - checkpoint_blocked_until(c, first, i);
    }
    if (i + 1.0 == left && c->final && last_until(c, first, left) <= until) {
        p.covered = true; /* the final write goes on behind finished work */
        p.write_at_h = last_until(c, first, left) - c->block_h;
        return p;
    }
    double chunk = i == 0.0 ? first : i + 1.0 < left ? c->interval_h : c->last_h;
    if (since < chunk - c->tie_h) {
        p.work_h = checkpoint_work_h(c, from, left, i) + fmax(since, 0.0);
        p.covered = i > k && since <= c->tie_h;
        p.write_at_h = after_h - since - c->block_h;
        return p;
    }
    p.work_h = checkpoint_work_h(c, from, left, i + 1.0);
    double wait = i > 0.0 ? fmax(chunk, c->behind_h) : chunk;
    p.covered = since >= wait - c->tie_h;
    p.write_at_h = after_h - since + wait;
    return p;
}

/* The first multiple of the interval beyond durable work; its number in *chunk. */
static double next_multiple(const struct cadence *c, double from_h, double *chunk)
{
    *chunk = floor(from_h / c->interval_h + tie) + 1.0;
    return isfinite(c->interval_h) ? *chunk * c->interval_h : INFINITY;
}

double checkpoint_reach_h(const struct cadence *c, double from_h, double to_h)
{
    double chunk, first_h = next_multiple(c, from_h, &chunk), near_h = tie * fmin(c->interval_h, to_h);
    if (to_h <= first_h + near_h)
        return to_h - from_h;
    double last = ceil((to_h - near_h) / c->interval_h) - 1.0; /* the multiple before it */
    return checkpoint_blocked_until(c, first_h - from_h, last - chunk + 1.0) + (to_h - last * c->interval_h);
}

double checkpoint_reached_h(const struct cadence *c, double from_h, double after_h)
{
    double chunk, first_h = next_multiple(c, from_h, &chunk) - from_h;
    if (after_h <= first_h)
        return from_h + after_h;
    double writes = floor((after_h - first_h) / c->step_h), since_h = after_h - first_h - writes * c->step_h;
    return (chunk + writes) * c->interval_h + fmax(0.0, fmin(since_h - c->block_h, c->interval_h));
}

double checkpoint_writes_h(const struct cadence *c)
{
    return checkpoint_completion_h(c, (struct saved){0.0, 0.0}) - c->work_h;
}
