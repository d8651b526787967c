/* Closed forms for memoryless failures. */
#include "engine/exact.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"

enum { INTERVALS = 200 };

/* What the formulas know of the failures of a plan. */
struct failing {
    double rate;     /* of all causes, per hour */
    double down_h;   /* mean detection and repair after a failure */
    double restarts; /* mean of exp(-rate x restart): the chance that a restart is not broken off */
};

/* ---- waits ---- */

struct decay {
    const struct law *law;
    double rate;
};

static double decay_at(double u, void *context)
{
    const struct decay *d = context;
    return exp(-d->rate * law_quantile(d->law, u));
}

/* The mean of exp(-rate x wait). */
static double survives(const struct wait *wait, double rate)
{
    struct decay d = {&wait->law, rate};
    double mean = 1.0, error;
    if (rate == 0.0)
        return 1.0;
    if (wait->law.row && law_is_exponential(&wait->law)) {
        mean = 1.0 / (1.0 + rate * law_mean(&wait->law));
    } else if (wait->law.row) {
        gsl_function f = {decay_at, &d};
        gsl_integration_workspace *room = gsl_integration_workspace_alloc(INTERVALS);
        gsl_integration_qags(&f, 0.0, 1.0, 0.0, 1e-8, INTERVALS, room, &mean, &error);
        gsl_integration_workspace_free(room);
    }
    return mean * exp(-rate * wait->add_h);
}

static struct failing failing_of(const struct plan *plan)
{
    struct failing f = {.rate = 0.0};
    for (int i = 0; i < plan->causes; i++)
        f.rate += plan->cause[i].units / law_mean(&plan->cause[i].life);
    f.restarts = f.rate > 0.0 ? 0.0 : 1.0;
    for (int i = 0; i < plan->causes; i++) {
        const struct cause *cause = &plan->cause[i];
        double share = cause->units / law_mean(&cause->life) / f.rate;
        f.down_h += share * (wait_mean_h(&cause->detect) + wait_mean_h(&cause->repair));
        f.restarts += share * survives(&cause->restart, f.rate);
    }
    return f;
}

/* ---- work ---- */

/* Mean hours to get through `hours` in one go, when each failure costs a recovery and a new beginning. */
static double segment_h(const struct failing *f, double hours)
{
    return f->rate > 0.0 ? (1.0 / f->rate + f->down_h) / f->restarts * expm1(f->rate * hours) : hours;
}

/* Writes that stop the job as long as they last. */
static double blocking_h(const struct cadence *c, const struct failing *f)
{
    double last_h = c->last_h + (c->final ? c->block_h : 0.0);
    double others_h = c->chunks > 1.0 ? (c->chunks - 1.0) * segment_h(f, c->interval_h + c->block_h) : 0.0;
    return others_h + segment_h(f, last_h);
}

/* Writes that go on behind the work: e from a restart, g from the moment that a write is through. */
static double behind_h(const struct cadence *c, const struct failing *f)
{
    double first_h = c->interval_h + c->block_h + c->behind_h, e = 0.0, g = 0.0;
    double recovery_h = (1.0 / f->rate + f->down_h) / f->restarts;
    if (f->rate == 0.0)
        return checkpoint_completion_h(c, (struct saved){0.0, 0.0});
    for (double i = 0.0; i < c->chunks; i += 1.0) {
        e = expm1(f->rate * first_h) * recovery_h + g;
        g = -expm1(-f->rate * c->step_h) * (recovery_h + e) + exp(-f->rate * c->step_h) * g;
    }
    return e;
}

/* ---- plans ---- */

static const char *uncovered(const struct plan *plan)
{
    const struct cadence *c = &plan->cadence;
    if (plan->runs != 1.0 || plan->spread != 0.0)
        return N_("several runs, or a run of uncertain length");
    if (plan->under_way)
        return N_("a run under way");
    if (plan->market.preemptible || plan->fallback.on)
        return N_("capacity that is taken away or changed");
    if (isfinite(plan->limit_h))
        return N_("a time limit");
    for (int i = 0; i < plan->causes; i++)
        if (!law_is_exponential(&plan->cause[i].life))
            return N_("failures that are not exponential");
    if (c->behind_h > 0.0 && c->chunks > 1.0 &&
        (!c->final || c->chunks > 1e6 || fabs(c->last_h - c->interval_h) > 1e-9 * c->interval_h))
        return N_("writes behind the work that do not divide it evenly");
    return NULL;
}

double exact_mean_h(const struct plan *plan, const char **why)
{
    const struct cadence *c = &plan->cadence;
    *why = uncovered(plan);
    if (*why)
        return NAN;
    struct failing f = failing_of(plan);
    double starts = survives(&plan->startup, f.rate);
    double startup_h = f.rate > 0.0 ? (1.0 / f.rate + f.down_h) * (1.0 / starts - 1.0) : wait_mean_h(&plan->startup);
    double run_h = c->behind_h > 0.0 && c->chunks > 1.0 ? behind_h(c, &f) : blocking_h(c, &f);
    if (c->behind_h > 0.0 && c->chunks == 1.0)
        run_h = segment_h(&f, c->last_h + (c->final ? c->block_h + c->behind_h : 0.0));
    return wait_mean_h(&plan->market.queue) + startup_h + run_h + wait_mean_h(&plan->shutdown);
}

/* ---- beside the simulation ---- */

/* The worlds of the first trials one after the other; false with check->why if one is not covered. */
static bool by_worlds(const struct result *r, int plan, double *exact_h, struct exact_check *check)
{
    struct replay *replay = replay_new(r->engine);
    struct plan numbers;
    struct ledger ledger;
    for (long t = 0; t < check->trials && !check->why; t++) {
        replay_play(replay, plan, t, &numbers, &ledger, NULL, NULL);
        exact_h[t] = exact_mean_h(&numbers, &check->why);
    }
    replay_free(replay);
    return !check->why;
}

static void weigh(const struct result *r, int plan, const double *exact_h, struct exact_check *check)
{
    const double *time_h = r->trials.time_h[plan];
    double n = (double)check->trials, mean = 0.0, square = 0.0;
    check->exact_h = check->simulated_h = 0.0;
    for (long t = 0; t < check->trials; t++) {
        check->exact_h += exact_h[t] / n;
        check->simulated_h += time_h[t] / n;
        mean += (time_h[t] - exact_h[t]) / n;
    }
    for (long t = 0; t < check->trials; t++)
        square += (time_h[t] - exact_h[t] - mean) * (time_h[t] - exact_h[t] - mean);
    double error = sqrt(square / (n - 1.0) / n), small = 1e-9 * check->exact_h;
    check->half_h = 1.959963984540054 * error;
    check->z = error > small ? mean / error : fabs(mean) > small ? copysign(INFINITY, mean) : 0.0;
}

void exact_check(const struct result *r, int plan, struct exact_check *check)
{
    const struct summary *s = &r->plan[plan];
    *check = (struct exact_check){.by_world = r->engine->frame[plan].moves, .trials = s->trials};
    if (check->by_world && check->trials > EXACT_WORLDS)
        check->trials = EXACT_WORLDS;
    double *exact_h = mem_new((size_t)check->trials + 1, sizeof *exact_h);
    if (s->unfinished > 0)
        check->why = N_("trials that do not finish");
    else if (check->trials < 2)
        check->why = N_("fewer than two trials");
    if (!check->why)
        exact_h[0] = exact_mean_h(s->typical, &check->why);
    for (long t = 1; !check->why && !check->by_world && t < check->trials; t++)
        exact_h[t] = exact_h[0];
    if (!check->why && (!check->by_world || by_worlds(r, plan, exact_h, check)))
        weigh(r, plan, exact_h, check);
    free(exact_h);
}
