/* Indices from replayed worlds, a tornado from held unknowns. */
#include "engine/sensitivity.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { TRIALS_USED = 20000, MIXED = 4000, PARTS = 10, BISECTIONS = 7 };
static const double share_low = 0.1, share_high = 0.9, z95 = 1.959963984540054;

/* ---- ranks and bins ---- */

struct placed {
    double value;
    long at;
};

static int by_value(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static struct placed *sorted(const double *values, long n)
{
    struct placed *p = mem_new((size_t)n, sizeof *p);
    for (long i = 0; i < n; i++)
        p[i] = (struct placed){values[i], i};
    qsort(p, (size_t)n, sizeof *p, by_value);
    return p;
}

void sensitivity_ranks(const double *values, long n, double *rank)
{
    struct placed *p = sorted(values, n);
    for (long from = 0, to; from < n; from = to) {
        for (to = from; to < n && p[to].value == p[from].value; to++)
            ;
        for (long i = from; i < to; i++)
            rank[p[i].at] = 0.5 * (double)(from + to - 1);
    }
    free(p);
}

/* Whether a sum of squares around a mean is more than what rounding leaves of equal values. */
static bool varies(double squares, double mean, long n)
{
    return squares > 1e-24 * mean * mean * (double)n;
}

static long bins_for(long n)
{
    long bins = n / 100;
    return bins < 10 ? 10 : bins > 50 ? 50 : bins;
}

/* The squares that the mean of a bin and a straight line in it explain. */
static double explained(const struct placed *p, const double *y, double mean, long from, long to)
{
    double n = (double)(to - from), sum = 0.0, middle = 0.0, xx = 0.0, xy = 0.0;
    for (long i = from; i < to; i++) {
        sum += y[p[i].at] - mean;
        middle += p[i].value / n;
    }
    for (long i = from; i < to; i++) {
        xx += (p[i].value - middle) * (p[i].value - middle);
        xy += (p[i].value - middle) * (y[p[i].at] - mean);
    }
    return sum * sum / n + (varies(xx, middle, to - from) ? xy * xy / xx : 0.0);
}

double sensitivity_first(const double *x, const double *y, long n, double *noise)
{
    struct placed *p = sorted(x, n);
    long bins = bins_for(n);
    double mean = 0.0, all = 0.0, by_x = 0.0, k = (double)(2 * bins - 1), m = (double)(n - 2 * bins);
    for (long i = 0; i < n; i++)
        mean += y[i] / (double)n;
    for (long i = 0; i < n; i++)
        all += (y[i] - mean) * (y[i] - mean);
    for (long b = 0; b < bins; b++)
        by_x += explained(p, y, mean, b * n / bins, (b + 1) * n / bins);
    free(p);
    /* Chance alone gives k / (n - 1) of the variance; its 95% point from Fisher's F. */
    double chance = k / (double)(n - 1), f = gsl_cdf_fdist_Pinv(0.95, k, m);
    *noise = fmax(0.0, (k * f / (k * f + m) - chance) / (1.0 - chance));
    return varies(all, mean, n) ? fmin(1.0, fmax(0.0, (by_x / all - chance) / (1.0 - chance))) : 0.0;
}

static double correlation(const double *x, const double *y, long n)
{
    double mx = 0.0, my = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (long i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (long i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return varies(xx, mx, n) && varies(yy, my, n) ? xy / sqrt(xx * yy) : 0.0;
}

/* With an interval of Fisher's z; widen: 1.03 for ranks. */
static struct estimate with_interval(double r, long n, double widen)
{
    double z = atanh(fmax(-0.999999999, fmin(0.999999999, r))), half = widen * z95 / sqrt((double)(n - 3));
    return (struct estimate){r, tanh(z - half), tanh(z + half)};
}

/* ---- indices ---- */

struct sample {
    const struct engine *engine;
    long n;
    double *world; /* [unknown][trial] */
};

static struct sample draw_worlds(const struct engine *e, long n)
{
    const struct unknowns *u = &e->scenario->unknowns;
    struct sample s = {e, n, mem_new((size_t)(u->n + 1) * (size_t)n, sizeof *s.world)};
    double *one = mem_new((size_t)u->n + 1, sizeof *one);
    for (long t = 0; t < n; t++) {
        unknowns_draw(u, e->kernel, e->scenario->seed, (uint64_t)t, e->pin, one);
        for (int i = 0; i < u->n; i++)
            s.world[(size_t)i * (size_t)n + (size_t)t] = one[i];
    }
    free(one);
    return s;
}

static const double *draws_of(const struct sample *s, int unknown)
{
    return s->world + (size_t)unknown * (size_t)s->n;
}

/* First-order share with a jackknife over PARTS runs of trials. */
static struct estimate first_order(const double *x, const double *y, long n, double *noise)
{
    double value = sensitivity_first(x, y, n, noise), sum = 0.0, squares = 0.0, ignored;
    double *a = mem_new((size_t)n, sizeof *a), *b = mem_new((size_t)n, sizeof *b);
    for (int part = 0; part < PARTS; part++) {
        long from = part * n / PARTS, to = (part + 1) * n / PARTS, kept = n - (to - from);
        memcpy(a, x, (size_t)from * sizeof *a);
        memcpy(a + from, x + to, (size_t)(n - to) * sizeof *a);
        memcpy(b, y, (size_t)from * sizeof *b);
        memcpy(b + from, y + to, (size_t)(n - to) * sizeof *b);
        double without = sensitivity_first(a, b, kept, &ignored);
        sum += without;
        squares += without * without;
    }
    free(a);
    free(b);
    double variance = fmax(0.0, squares / PARTS - sum / PARTS * (sum / PARTS)) * (PARTS - 1);
    double half = z95 * sqrt(variance);
    return (struct estimate){value, fmax(0.0, value - half), fmin(1.0, value + half)};
}

/* Standardised regression on ranks: of all influences together. */
static void regress(struct sensitivity_plan *plan, double *const *rank, const double *rank_y, long n)
{
    size_t p = (size_t)plan->n;
    gsl_matrix *x = gsl_matrix_alloc((size_t)n, p), *cov = gsl_matrix_alloc(p, p);
    gsl_vector *y = gsl_vector_alloc((size_t)n), *c = gsl_vector_alloc(p);
    gsl_multifit_linear_workspace *room = gsl_multifit_linear_alloc((size_t)n, p);
    double middle = 0.5 * (double)(n - 1), spread = (double)n / sqrt(12.0), rest;
    for (long i = 0; i < n; i++) {
        gsl_vector_set(y, (size_t)i, (rank_y[i] - middle) / spread);
        for (size_t k = 0; k < p; k++)
            gsl_matrix_set(x, (size_t)i, k, (rank[k][i] - middle) / spread);
    }
    gsl_multifit_linear(x, y, c, cov, &rest, room);
    for (size_t k = 0; k < p; k++)
        plan->of[k].regression = gsl_vector_get(c, k);
    gsl_multifit_linear_free(room);
    gsl_matrix_free(x);
    gsl_matrix_free(cov);
    gsl_vector_free(y);
    gsl_vector_free(c);
}

/* The same worlds with other events: what stays the same is ignorance. */
static struct estimate find_ignorance(const struct engine *e, int plan, bool money, const double *y, long n)
{
    struct replay *replay = replay_new(e);
    long m = n < MIXED ? n : MIXED;
    double *other = mem_new((size_t)m, sizeof *other);
    bool finite = true;
    for (long i = 0; i < m; i++) {
        double cost, time_h;
        replay_mix(replay, plan, i, i + (long)TRIALS_MOST * 2, &cost, &time_h);
        other[i] = money ? cost : time_h;
        finite = finite && isfinite(other[i]);
    }
    struct estimate share = {NAN, NAN, NAN};
    if (finite && m > 10) {
        share = with_interval(correlation(y, other, m), m, 1.0);
        share.value = fmax(0.0, share.value);
        share.low = fmax(0.0, share.low);
    }
    free(other);
    replay_free(replay);
    return share;
}

static void add_indices(const struct sample *s, const struct result *r, bool money, int index,
                        struct sensitivity_plan *plan)
{
    const double *y = money ? r->trials.cost[index] : r->trials.time_h[index];
    double *rank_y = mem_new((size_t)s->n, sizeof *rank_y);
    double **rank = mem_new((size_t)plan->n + 1, sizeof *rank);
    sensitivity_ranks(y, s->n, rank_y);
    for (int k = 0; k < plan->n; k++) {
        struct influence *f = &plan->of[k];
        const double *x = draws_of(s, f->unknown);
        rank[k] = mem_new((size_t)s->n, sizeof **rank);
        sensitivity_ranks(x, s->n, rank[k]);
        f->rank = with_interval(correlation(rank[k], rank_y, s->n), s->n, 1.03);
        f->first = first_order(x, y, s->n, &plan->noise);
        f->above_noise = f->first.value > plan->noise;
    }
    if (plan->n > 0 && s->n > plan->n + 1)
        regress(plan, rank, rank_y, s->n);
    for (int k = 0; k < plan->n; k++)
        free(rank[k]);
    free(rank);
    free(rank_y);
    if (correlation(y, y, s->n) > 0.0) /* else it does not vary */
        plan->ignorance = find_ignorance(s->engine, index, money, y, s->n);
}

/* ---- holding unknowns ---- */

struct holder {
    const struct study *study;
    struct point *base;
    const struct metric *metric;
    struct err *err;
    double *pin;
    int code;
};

/* All plans with one unknown held at a share; the caller releases the result. */
static bool hold(struct holder *h, int unknown, double share, struct result *result)
{
    struct engine engine = h->base->engine;
    struct engine_options options = h->study->engine;
    *result = (struct result){0};
    if (h->code)
        return false;
    options.trials = h->base->result.trials.n;
    h->pin[unknown] = share;
    engine.pin = h->pin;
    h->code = result_make(&engine, &options, result, h->err);
    result->engine = &h->base->engine;
    h->pin[unknown] = NAN;
    if (h->code == ERR_UNFINISHED) {
        err_release(h->err);
        h->code = 0;
        return false;
    }
    if (!h->code && !result->trials.complete)
        h->code = err_plain(h->err, ERR_INTERRUPTED, NULL, _("interrupted"));
    return !h->code;
}

/* The unknown at a share, all others at their medians. */
static double value_at(const struct engine *e, int unknown, double share)
{
    double *world = mem_new((size_t)e->scenario->unknowns.n + 1, sizeof *world);
    memcpy(world, e->median, (size_t)e->scenario->unknowns.n * sizeof *world);
    struct law law = law_spec_law(&e->scenario->unknowns.of[unknown].spec, world);
    double x = law_quantile(&law, share);
    free(world);
    return x;
}

static int choice_of(struct holder *h, const struct result *result)
{
    struct choice choice;
    decide(result, h->metric, &choice);
    return choice.plan;
}

/* The first unknown whose P10 and P90 lead to different choices, and where between them. */
static void find_flip(struct holder *h, int unknown, int at_low, int at_high, struct flip *flip)
{
    double low = share_low, high = share_high;
    if (flip->found || at_low == at_high || at_low < 0 || at_high < 0)
        return;
    *flip = (struct flip){.found = true, .unknown = unknown, .below = at_low, .above = at_high};
    for (int i = 0; i < BISECTIONS; i++) {
        struct result result;
        double middle = 0.5 * (low + high);
        bool played = hold(h, unknown, middle, &result);
        int choice = played ? choice_of(h, &result) : at_low;
        result_release(&result);
        if (choice == at_low)
            low = middle;
        else
            high = middle;
        if (choice != at_low)
            flip->above = choice;
    }
    flip->share = 0.5 * (low + high);
    flip->x = value_at(&h->base->engine, unknown, flip->share);
}

static void find_moves(struct holder *h, int unknown, struct sensitivity *out)
{
    int choice[2] = {-1, -1};
    for (int side = 0; side < 2; side++) {
        struct result result;
        double share = side ? share_high : share_low;
        bool played = hold(h, unknown, share, &result);
        for (int p = 0; p < out->plans && played; p++)
            for (int k = 0; k < out->plan[p].n; k++) {
                struct influence *f = &out->plan[p].of[k];
                if (f->unknown != unknown)
                    continue;
                *(side ? &f->x_high : &f->x_low) = value_at(&h->base->engine, unknown, share);
                *(side ? &f->high : &f->low) = metric_value(h->metric, &result.plan[p]);
            }
        choice[side] = played ? choice_of(h, &result) : -1;
        result_release(&result);
    }
    if (out->plans > 1)
        find_flip(h, unknown, choice[0], choice[1], &out->flip);
}

static double move_of(const struct influence *f)
{
    double move = fabs(f->high.value - f->low.value);
    return isnan(move) ? 0.0 : move;
}

static int by_move(const void *left, const void *right)
{
    double a = move_of(left), b = move_of(right);
    return (a < b) - (a > b);
}

int sensitivity_make(const struct study *study, struct point *base, const struct metric *metric,
                     struct sensitivity *out, struct err *err)
{
    const struct engine *e = &base->engine;
    const struct result *r = &base->result;
    int unknowns = e->scenario->unknowns.n;
    const struct estimate unknown = {NAN, NAN, NAN};
    bool money = metric->of == METRIC_COST;
    long n = r->trials.n < TRIALS_USED ? r->trials.n : TRIALS_USED;
    struct sample sample = draw_worlds(e, n);
    struct holder h = {study, base, metric, err, mem_new((size_t)unknowns + 1, sizeof *h.pin), 0};
    *out = (struct sensitivity){.plans = e->plans, .trials = n};
    out->plan = mem_new((size_t)e->plans, sizeof *out->plan);
    for (int i = 0; i < unknowns; i++)
        h.pin[i] = NAN;
    for (int p = 0; p < e->plans; p++) {
        struct sensitivity_plan *plan = &out->plan[p];
        *plan = (struct sensitivity_plan){
            .name = r->plan[p].name, .value = metric_value(metric, &r->plan[p]), .noise = NAN, .ignorance = unknown};
        plan->of = mem_new((size_t)unknowns + 1, sizeof *plan->of);
        plan->known = r->plan[p].unfinished == 0 && (!money || cost_priced(r->plan[p].typical));
        for (int i = 0; i < unknowns && plan->known; i++)
            if (plan_reached(e->scenario, &e->scenario->plan[p], i))
                plan->of[plan->n++] = (struct influence){i, unknown, NAN, unknown, false, NAN, NAN, unknown, unknown};
        if (plan->known && n >= 100)
            add_indices(&sample, r, money, p, plan);
    }
    for (int i = 0; i < unknowns; i++)
        find_moves(&h, i, out);
    for (int p = 0; p < e->plans; p++)
        qsort(out->plan[p].of, (size_t)out->plan[p].n, sizeof *out->plan[p].of, by_move);
    free(sample.world);
    free(h.pin);
    return h.code;
}

void sensitivity_release(struct sensitivity *sensitivity)
{
    for (int p = 0; p < sensitivity->plans; p++)
        free(sensitivity->plan[p].of);
    free(sensitivity->plan);
    *sensitivity = (struct sensitivity){0};
}
