/* A log grid, then Brent's method around its best point. */
#include "engine/tune.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_sf_lambert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const double spread = 16.0, near_best = 0.01;

struct tune_formulas tune_formulas(double m, double c, double r)
{
    if (!(isfinite(m) && c > 0.0))
        return (struct tune_formulas){NAN, NAN, NAN, NAN, NAN};
    return (struct tune_formulas){plan_young_h(c, m), sqrt(2.0 * c * (m + r)) - c, plan_daly_h(c, m),
                                  c + sqrt(2.0 * (m + r) * c + c * c),
                                  m * (1.0 + gsl_sf_lambert_W0(-exp(-1.0 - c / m)))};
}

struct tuner {
    const struct study *study;
    const struct metric *metric;
    struct tuning *tuning;
    struct err *err;
    int code;
};

static int by_interval(const void *left, const void *right)
{
    const struct tune_point *a = left, *b = right;
    return (a->every_h > b->every_h) - (a->every_h < b->every_h);
}

static void add_point(struct tuning *t, double every_h, struct estimate value)
{
    if (t->points < TUNE_POINTS + TUNE_MORE)
        t->curve[t->points++] = (struct tune_point){every_h, value};
    if (t->points == 1 || value.value < t->best.value.value)
        t->best = (struct tune_point){every_h, value};
}

/* The metric of one plan at an interval; infinite after a fault. */
static double value_at(struct tuner *t, double every_h)
{
    char number[TEXT_NUMBER_ROOM],
        *set = mem_format("%s.checkpoint.every=%s h", t->tuning->name, text_shortest(every_h, number));
    const char *sets[] = {set}, *only[] = {t->tuning->name};
    struct study alone = *t->study;
    struct point point;
    struct estimate value = {INFINITY, NAN, NAN};
    alone.options.only = only;
    alone.options.onlys = 1;
    int code = t->code ? t->code : study_play(&alone, sets, 1, false, &point, t->err);
    if (!code)
        value = metric_value(t->metric, &point.result.plan[0]);
    if (!t->code)
        point_release(&point);
    t->code = code;
    free(set);
    if (!code)
        add_point(t->tuning, every_h, value);
    return value.value;
}

static double value_at_log(double log_every, void *tuner)
{
    return value_at(tuner, exp(log_every));
}

/* Refines between the neighbours of the best point of the grid. */
static void refine(struct tuner *t, const double *grid, int points)
{
    int best = 0;
    double of[TUNE_POINTS];
    for (int i = 0; i < points; i++) {
        of[i] = INFINITY;
        for (int k = 0; k < t->tuning->points; k++)
            if (t->tuning->curve[k].every_h == grid[i])
                of[i] = t->tuning->curve[k].value.value;
        best = of[i] < of[best] ? i : best;
    }
    if (best == 0 || best == points - 1 || !(of[best] < of[best - 1] && of[best] < of[best + 1]))
        return;
    gsl_function f = {value_at_log, t};
    gsl_min_fminimizer *m = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    int status = gsl_min_fminimizer_set_with_values(m, &f, log(grid[best]), of[best], log(grid[best - 1]), of[best - 1],
                                                    log(grid[best + 1]), of[best + 1]);
    for (int i = 0; i < TUNE_MORE / 2 && !status && !t->code; i++) {
        status = gsl_min_fminimizer_iterate(m);
        if (gsl_min_fminimizer_x_upper(m) - gsl_min_fminimizer_x_lower(m) < 0.01)
            break;
    }
    gsl_min_fminimizer_free(m);
}

/* Where the curve, straight between points, crosses 1% above its best value. */
static void find_flat(struct tuning *t)
{
    double limit = t->best.value.value * (1.0 + near_best);
    int best = 0;
    qsort(t->curve, (size_t)t->points, sizeof *t->curve, by_interval);
    for (int i = 0; i < t->points; i++)
        best = t->curve[i].value.value < t->curve[best].value.value ? i : best;
    int low = best, high = best;
    while (low > 0 && t->curve[low - 1].value.value <= limit)
        low--;
    while (high < t->points - 1 && t->curve[high + 1].value.value <= limit)
        high++;
    t->flat_open_low = low == 0;
    t->flat_open_high = high == t->points - 1;
    t->flat_from_h = t->curve[low].every_h;
    t->flat_to_h = t->curve[high].every_h;
    for (int side = -1; side <= 1; side += 2) {
        int in = side < 0 ? low : high, out = in + side;
        if (out < 0 || out >= t->points || !isfinite(t->curve[out].value.value))
            continue;
        double a = t->curve[in].value.value, b = t->curve[out].value.value;
        double x = log(t->curve[in].every_h), y = log(t->curve[out].every_h);
        *(side < 0 ? &t->flat_from_h : &t->flat_to_h) = exp(x + (y - x) * (limit - a) / (b - a));
    }
}

/* The ends of the grid: around the formulas' interval, no shorter than a write may follow on another, no longer than
 * the work. */
static void ends_of(const struct plan *plan, double centre_h, double *low_h, double *high_h)
{
    const struct cadence *c = &plan->cadence;
    *high_h = fmin(centre_h * spread, c->work_h);
    *low_h = fmin(fmax(centre_h / spread, fmax(c->behind_h, 1e-5 * c->work_h)), 0.5 * *high_h);
}

static int tune_plan(struct tuner *t, const struct plan *plan)
{
    const struct cadence *c = &plan->cadence;
    struct tuning *tuning = t->tuning;
    double mtbi_h = plan_mtbi_h(plan), low_h, high_h, grid[TUNE_POINTS];
    tuning->formulas = tune_formulas(mtbi_h, c->block_h, wait_mean_h(&plan->restart));
    tuning->tuned = c->write_h > 0.0 && isfinite(mtbi_h);
    if (!tuning->tuned)
        return 0;
    double centre_h = isnan(tuning->formulas.exact_h) ? plan_young_h(c->write_h, mtbi_h) : tuning->formulas.exact_h;
    ends_of(plan, centre_h, &low_h, &high_h);
    for (int i = 0; i < TUNE_POINTS && !t->code; i++) {
        grid[i] = low_h * pow(high_h / low_h, (double)i / (TUNE_POINTS - 1));
        value_at(t, grid[i]);
    }
    if (!t->code)
        refine(t, grid, TUNE_POINTS);
    if (!t->code && tuning->points > 0 && isfinite(tuning->best.value.value))
        find_flat(tuning);
    tuning->tuned = tuning->points > 0 && isfinite(tuning->best.value.value);
    return t->code;
}

int tune_plans(const struct study *study, const struct point *base, const struct metric *metric, struct tuning *tunings,
               struct err *err)
{
    struct study fixed = *study;
    int code = 0;
    fixed.engine.trials = base->result.trials.n;
    for (int i = 0; i < base->engine.plans && !code; i++) {
        const struct plan *plan = &base->engine.typical[i];
        tunings[i] = (struct tuning){.name = base->result.plan[i].name};
        tunings[i].yours = (struct tune_point){plan->cadence.interval_h, metric_value(metric, &base->result.plan[i])};
        struct tuner t = {&fixed, metric, &tunings[i], err, 0};
        code = tune_plan(&t, plan);
    }
    return code;
}
