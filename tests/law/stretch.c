/* Moments and bookings of an undisturbed stretch; the j-th moment is base + j * step. */
#include "stretch.h"

#include <math.h>

struct grid grid_of(const struct cadence *cadence)
{
    double work_h = cadence->work_h, interval_h = cadence->interval_h;
    struct grid grid = {.cadence = cadence, .chunks = 1.0, .last_h = work_h};
    if (isfinite(interval_h))
        grid.chunks = fmax(1.0, ceil(work_h / interval_h * (1.0 - 1e-9)));
    if (grid.chunks > 1.0)
        grid.last_h = work_h - (grid.chunks - 1.0) * interval_h;
    grid.step_h = fmax(interval_h, cadence->behind_h) + cadence->block_h;
    grid.tie_h = 1e-9 * fmin(interval_h, work_h);
    return grid;
}

/* Chunk i of the stretch is the last of the job. */
static bool is_last(const struct stretch *w, double i)
{
    return w->from.chunks + i >= w->grid->chunks - 1.0;
}

/* Work of chunk i in this stretch, when it is done. */
static double whole_h(const struct stretch *w, double i)
{
    if (i == 0.0)
        return w->first_h;
    return is_last(w, i) ? w->grid->last_h : w->grid->cadence->interval_h;
}

struct stretch stretch_begin(const struct grid *grid, struct reached from)
{
    struct stretch w = {.grid = grid, .from = from, .durable = from, .doing = WORKING};
    w.first_h = (is_last(&w, 0.0) ? grid->last_h : grid->cadence->interval_h) - from.part_h;
    return w;
}

/* ---- moments ---- */

/* The end of the blocking part of write i. */
static double unblocked_h(const struct stretch *w, double i)
{
    const struct cadence *c = w->grid->cadence;
    double base_h = w->first_h + c->block_h;
    if (i == 0.0)
        return base_h;
    if (!is_last(w, i))
        return base_h + i * w->grid->step_h;
    double before_h = i > 1.0 ? base_h + (i - 1.0) * w->grid->step_h : base_h;
    return before_h + fmax(w->grid->last_h, c->behind_h) + c->block_h;
}

static double through_h(const struct stretch *w, double i)
{
    return unblocked_h(w, i) + w->grid->cadence->behind_h;
}

/* The work of the present chunk. */
static double work_from_h(const struct stretch *w)
{
    return w->i == 0.0 ? 0.0 : unblocked_h(w, w->i - 1.0);
}

static double work_to_h(const struct stretch *w)
{
    return work_from_h(w) + whole_h(w, w->i);
}

double stretch_next_h(const struct stretch *w)
{
    double behind_h = w->behind ? through_h(w, w->i - 1.0) : INFINITY;
    switch (w->doing) {
    case WORKING:
        return fmin(work_to_h(w), behind_h);
    case WAITING:
        return behind_h;
    case BLOCKED:
        return unblocked_h(w, w->i);
    default:
        return through_h(w, w->i);
    }
}

/* ---- bookings ---- */

/* Hours of the present chunk that are done, and of the one before it while its write is in the background. */
static double undurable_work_h(const struct stretch *w)
{
    double present_h = w->doing == WORKING ? w->h - work_from_h(w) : whole_h(w, w->i);
    return w->behind ? present_h + whole_h(w, w->i - 1.0) : present_h;
}

/* The write in the background is through; the wait for it was part of writing. */
static void land(struct stretch *w)
{
    w->compute_h += whole_h(w, w->i - 1.0);
    w->checkpoint_h += w->grid->cadence->block_h + w->waited_h;
    w->waited_h = 0.0;
    w->behind = false;
    w->durable = (struct reached){w->from.chunks + w->i, 0.0};
}

/* Everything done so far counts, and all time that was not work was writing. */
static void finish(struct stretch *w)
{
    w->compute_h += undurable_work_h(w);
    w->checkpoint_h = w->h - w->compute_h;
    w->durable = (struct reached){w->grid->chunks, 0.0};
    w->complete = true;
}

static void end_work(struct stretch *w)
{
    if (is_last(w, w->i) && !w->grid->cadence->final) {
        w->doing = WAITING;
        finish(w);
    } else {
        w->doing = w->behind ? WAITING : BLOCKED;
    }
}

void stretch_step(struct stretch *w)
{
    w->h = stretch_next_h(w);
    switch (w->doing) {
    case WORKING:
        if (w->h >= work_to_h(w))
            end_work(w);
        else
            land(w);
        break;
    case WAITING:
        w->waited_h = w->h - work_to_h(w);
        land(w);
        w->doing = BLOCKED;
        break;
    case BLOCKED:
        if (is_last(w, w->i)) {
            w->doing = FINISHING;
            break;
        }
        w->doing = WORKING;
        w->behind = true;
        w->i += 1.0;
        break;
    default:
        finish(w);
        break;
    }
}

/* ---- the last write before the capacity goes ---- */

static bool covers_all(const struct stretch *w)
{
    if (w->doing == WORKING)
        return w->behind && w->h - work_from_h(w) <= w->grid->tie_h;
    return w->doing != WAITING;
}

double stretch_closing_h(const struct stretch *w)
{
    if (!covers_all(w))
        return w->h + w->grid->cadence->write_h;
    return through_h(w, w->doing == WORKING ? w->i - 1.0 : w->i);
}

void stretch_close(struct stretch *w)
{
    bool done = w->doing != WORKING;
    double closed_h = stretch_closing_h(w);
    if (covers_all(w) && !done) {
        w->waited_h = closed_h - w->h;
        w->h = closed_h;
        land(w);
        return;
    }
    w->durable = (struct reached){w->from.chunks + w->i + done, 0.0};
    if (!done)
        w->durable.part_h = w->h - work_from_h(w) + (w->i == 0.0 ? w->from.part_h : 0.0);
    w->compute_h += undurable_work_h(w);
    w->checkpoint_h += w->grid->cadence->write_h;
    w->complete = w->durable.chunks >= w->grid->chunks;
    w->h = closed_h;
}
