/* Failure clocks: Renyi's representation for original units, a heap for replaced ones. */
#include "trial/clock.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

/* Only replaced units of a law with a memory have lives of their own. */
static bool needs_heap(const struct cause *cause)
{
    return cause->renew == RENEW_REPLACE && !law_is_exponential(&cause->life);
}

void clock_init(struct clock *clock, const struct cause *cause, const struct kernel *kernel, uint64_t seed)
{
    *clock = (struct clock){.cause = cause, .merged = law_is_exponential(&cause->life)};
    stream_init(&clock->original, kernel, seed, cause->what_original, clock->merged || cause->units > 1.0 ? 16 : 2);
    stream_init(&clock->renewal, kernel, seed, cause->what_renewal, 16);
    if (needs_heap(cause)) {
        clock->room = (int)cause->units;
        clock->heap = mem_new((size_t)clock->room, sizeof *clock->heap);
    }
}

void clock_release(struct clock *clock)
{
    free(clock->heap);
    clock->heap = NULL;
}

static void heap_push(struct clock *clock, double at_h)
{
    int i = clock->heaped++;
    for (int parent = (i - 1) / 2; i > 0 && clock->heap[parent] > at_h; i = parent, parent = (i - 1) / 2)
        clock->heap[i] = clock->heap[parent];
    clock->heap[i] = at_h;
}

/* Puts at_h in the place of the smallest. */
static void heap_replace(struct clock *clock, double at_h)
{
    int i = 0;
    for (int child = 1; child < clock->heaped; child = 2 * i + 1) {
        if (child + 1 < clock->heaped && clock->heap[child + 1] < clock->heap[child])
            child++;
        if (clock->heap[child] >= at_h)
            break;
        clock->heap[i] = clock->heap[child];
        i = child;
    }
    clock->heap[i] = at_h;
}

/* Exposed hours from the drawing of the original units to the moment their cumulative hazard reaches `hazard`. */
static double original_life(const struct clock *clock, double hazard)
{
    const struct cause *cause = clock->cause;
    double v = hazard;
    if (cause->age == AGE_STEADY) {
        quantile_invert(cause->residual, clock->original.kernel, &v, 1, cause->residual_scale);
        return v;
    }
    if (cause->age == AGE_HOURS)
        v += law_hazard(&cause->life, cause->age_h);
    law_invert(&cause->life, clock->original.kernel, &v, 1);
    return cause->age == AGE_HOURS ? fmax(0.0, v - cause->age_h) : v;
}

static void next_original(struct clock *clock)
{
    bool minimal = clock->cause->renew == RENEW_MINIMAL;
    clock->original_h = INFINITY;
    if (clock->left < 1.0)
        return;
    clock->hazard += stream_next(&clock->original) / clock->left;
    clock->original_h = clock->origin_h + original_life(clock, clock->hazard);
    if (!minimal)
        clock->left -= 1.0;
}

static void choose_next(struct clock *clock)
{
    clock->next_h = clock->heaped > 0 ? fmin(clock->original_h, clock->heap[0]) : clock->original_h;
}

static void draw_units(struct clock *clock, double exposed_h)
{
    clock->origin_h = exposed_h;
    clock->hazard = 0.0;
    clock->left = clock->cause->units;
    clock->heaped = 0;
    next_original(clock);
    choose_next(clock);
}

void clock_begin(struct clock *clock, const struct cause *cause, uint64_t trial)
{
    clock->cause = cause;
    if (clock->merged) {
        stream_begin(&clock->original, trial, &cause->life, 1.0 / cause->units);
        clock->next_h = stream_next(&clock->original);
        return;
    }
    stream_begin(&clock->original, trial, NULL, 1.0);
    stream_begin(&clock->renewal, trial, &cause->life, cause->renew == RENEW_START ? 1.0 / cause->units : 1.0);
    draw_units(clock, 0.0);
}

void clock_fire_aged(struct clock *clock)
{
    if (clock->cause->renew == RENEW_START) {
        clock->next_h = INFINITY; /* until the restart renews it */
        return;
    }
    bool original = clock->next_h == clock->original_h;
    double now_h = clock->next_h;
    if (original)
        next_original(clock);
    if (clock->cause->renew == RENEW_REPLACE) {
        double fails_h = now_h + stream_next(&clock->renewal);
        if (original)
            heap_push(clock, fails_h);
        else
            heap_replace(clock, fails_h);
    }
    choose_next(clock);
}

void clock_move(struct clock *clock, double exposed_h)
{
    bool machine = clock->cause->unit == UNIT_CARD || clock->cause->unit == UNIT_NODE;
    if (machine && !clock->merged && clock->cause->renew != RENEW_START)
        draw_units(clock, exposed_h);
}

void clock_renew(struct clock *clock, double exposed_h)
{
    if (clock->cause->renew == RENEW_START && !clock->merged)
        clock->next_h = exposed_h + stream_next(&clock->renewal);
}
