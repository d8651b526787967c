/* Selection, intervals, tails. */
#include "engine/summary.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/course.h"
#include "engine/order.h"
#include "trial/meter.h"

const double summary_percentiles[PERCENTILES] = {5.0, 10.0, 25.0, 50.0, 75.0, 80.0, 90.0, 95.0, 99.0};

long summary_rank(long n, double p)
{
    long long milli = llround(p * 1000.0), product = (long long)n * milli;
    long rank = (long)((product + 99999) / 100000);
    return rank < 1 ? 1 : rank > n ? n : rank;
}

/* Smallest k with P(Binomial(n, q) <= k) >= level. */
static long binomial_quantile(long n, double q, double level)
{
    long low = -1, high = n;
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        if (gsl_cdf_binomial_P((unsigned)middle, q, (unsigned)n) >= level)
            high = middle;
        else
            low = middle;
    }
    return high;
}

bool summary_interval(long n, double p, long *low, long *high)
{
    double q = p / 100.0;
    /* P(X_(low) > x_p) = P(B <= low - 1) <= 2.5%, P(X_(high) < x_p) = P(B >= high) <= 2.5%, B = number of values below
     * x_p. */
    *low = binomial_quantile(n, q, 0.025);
    if (gsl_cdf_binomial_P((unsigned)*low, q, (unsigned)n) <= 0.025)
        *low += 1;
    *high = binomial_quantile(n, q, 0.975) + 1;
    return *low >= 1 && *high <= n;
}

static int by_size(const void *left, const void *right)
{
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

/* Sorts and thins a list of ranks. */
static int tidy(long *rank, int m)
{
    int kept = 0;
    qsort(rank, (size_t)m, sizeof *rank, by_size);
    for (int i = 0; i < m; i++)
        if (kept == 0 || rank[kept - 1] != rank[i])
            rank[kept++] = rank[i];
    return kept;
}

/* The value of one of the ranks that were picked. */
static double at_rank(const long *rank, const double *value, int m, long wanted)
{
    int low = 0, high = m - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rank[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return value[low];
}

struct percentile summary_percentile(const double *values, long n, double p)
{
    long low, high, own = summary_rank(n, p) - 1;
    bool has = summary_interval(n, p, &low, &high);
    long rank[3] = {own, has ? low - 1 : own, has ? high - 1 : own};
    int m = tidy(rank, 3);
    double value[3];
    order_pick(values, n, rank, m, value);
    return (struct percentile){p, at_rank(rank, value, m, own), has ? at_rank(rank, value, m, low - 1) : NAN,
                               has ? at_rank(rank, value, m, high - 1) : NAN};
}

/* Mean of the worst tenth (R. T. Rockafellar, S. Uryasev, J. Banking & Finance 26 (2002) 1443-1471), with the interval
 * of its influence function max(x - q, 0) / 0.1; q is the P90. */
static void worst_tenth(const double *values, long n, double q, struct distribution *out)
{
    double sum = 0.0, squares = 0.0;
    for (long i = 0; i < n; i++) {
        double above = values[i] > q ? values[i] - q : 0.0;
        sum += above;
        squares += above * above;
    }
    out->cvar90 = q + sum / (0.1 * (double)n);
    if (n < 36) /* too few for an interval of P90 */
        return;
    double mean = sum / (double)n, variance = squares / (double)n - mean * mean;
    double half = 1.9599639845400545 * sqrt(fmax(0.0, variance) / (double)n) / 0.1;
    out->cvar90_low = out->cvar90 - half;
    out->cvar90_high = out->cvar90 + half;
}

/* Mean, deviation and interval, in blocks so that the sums do not depend on anything but the values. */
static void moments(const double *values, long n, struct distribution *out)
{
    double sum = 0.0, squares = 0.0;
    for (long from = 0; from < n; from += BLOCK) {
        double part = 0.0;
        for (long i = from; i < n && i < from + BLOCK; i++)
            part += values[i] - values[0];
        sum += part;
    }
    out->mean = values[0] + sum / (double)n; /* exact when all are equal */
    for (long from = 0; from < n; from += BLOCK) {
        double part = 0.0;
        for (long i = from; i < n && i < from + BLOCK; i++)
            part += (values[i] - out->mean) * (values[i] - out->mean);
        squares += part;
    }
    out->sd = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
    double half = n > 1 ? gsl_cdf_tdist_Pinv(0.975, (double)(n - 1)) * out->sd / sqrt((double)n) : NAN;
    out->mean_low = out->mean - half;
    out->mean_high = out->mean + half;
}

/* Whether the values above the P99 carry over 20% of the variance. */
static bool heavy(const double *values, long n, double p99, const struct distribution *d)
{
    double top = 0.0, all = d->sd * d->sd * (double)(n - 1);
    for (long i = 0; i < n; i++)
        top += values[i] > p99 ? (values[i] - d->mean) * (values[i] - d->mean) : 0.0;
    return n >= 1000 && top > 0.2 * all * (1.0 + 1e-9);
}

static double largest_finite(const double *values, long n)
{
    double largest = 0.0;
    for (long i = 0; i < n; i++)
        largest = values[i] > largest && values[i] < INFINITY ? values[i] : largest;
    return largest;
}

void summary_distribution(const double *values, long n, struct distribution *out)
{
    enum { RANKS = 3 * PERCENTILES + CURVE + 2 };
    long rank[RANKS], low[PERCENTILES], high[PERCENTILES];
    bool has[PERCENTILES];
    double value[RANKS];
    int m = 0;
    for (int i = 0; i < PERCENTILES; i++) {
        double p = summary_percentiles[i];
        has[i] = summary_interval(n, p, &low[i], &high[i]);
        rank[m++] = summary_rank(n, p) - 1;
        if (has[i]) {
            rank[m++] = low[i] - 1;
            rank[m++] = high[i] - 1;
        }
    }
    for (int i = 0; i < CURVE; i++)
        rank[m++] = summary_rank(n, (i + 0.5) * 100.0 / CURVE) - 1;
    rank[m++] = 0;
    rank[m++] = n - 1;
    m = tidy(rank, m);
    order_pick(values, n, rank, m, value);
    *out = (struct distribution){.min = value[0],
                                 .max = value[m - 1],
                                 .mean = NAN,
                                 .sd = NAN,
                                 .mean_low = NAN,
                                 .mean_high = NAN,
                                 .cvar90 = NAN,
                                 .cvar90_low = NAN,
                                 .cvar90_high = NAN};
    for (int i = 0; i < PERCENTILES; i++) {
        double p = summary_percentiles[i];
        out->of[i] = (struct percentile){p, at_rank(rank, value, m, summary_rank(n, p) - 1), NAN, NAN};
        if (has[i]) {
            out->of[i].low = at_rank(rank, value, m, low[i] - 1);
            out->of[i].high = at_rank(rank, value, m, high[i] - 1);
        }
    }
    for (int i = 0; i < CURVE; i++)
        out->curve[i] = at_rank(rank, value, m, summary_rank(n, (i + 0.5) * 100.0 / CURVE) - 1);
    out->largest = largest_finite(values, n);
    if (isfinite(out->max)) {
        moments(values, n, out);
        worst_tenth(values, n, at_rank(rank, value, m, summary_rank(n, 90.0) - 1), out);
        out->heavy_tail = heavy(values, n, at_rank(rank, value, m, summary_rank(n, 99.0) - 1), out);
    }
}

/* ---- whole plans ---- */

static void count_limits(struct summary *s, const struct scenario *scenario, const double *time_h, const double *cost)
{
    long in_budget = 0, on_time = 0, both = 0;
    double budget = scenario->budget >= 0.0 ? scenario->budget : INFINITY;
    double deadline_h = scenario->deadline_h >= 0.0 ? scenario->deadline_h : INFINITY;
    for (long i = 0; i < s->trials; i++) {
        bool cheap = isfinite(cost[i]) && cost[i] <= budget, early = isfinite(time_h[i]) && time_h[i] <= deadline_h;
        in_budget += cheap;
        on_time += early;
        both += cheap && early;
    }
    double n = (double)s->trials;
    bool limits_cost = scenario->budget >= 0.0 && cost_priced(s->typical);
    s->in_budget = limits_cost ? (double)in_budget / n : NAN;
    s->on_time = scenario->deadline_h >= 0.0 ? (double)on_time / n : NAN;
    s->both = limits_cost && scenario->deadline_h >= 0.0 ? (double)both / n : NAN;
}

/* The plan without interruptions and surprises, each wait at its median: what a spreadsheet would say. */
static struct naive naive_of(const struct engine *engine, const struct plan *plan)
{
    struct ledger ledger = {.finished = true, .runs = plan->runs};
    struct cost cost;
    struct plan quiet = *plan;
    struct meter *meter = NULL;
    double completion_h = plan_naive_h(plan), work_h = plan->done < 1.0 ? plan->cadence.work_h * plan->runs : 0.0;
    quiet.market.queue = (struct wait){0};
    quiet.moving.volatility = 0.0;
    ledger.copies = plan->concurrent < plan->runs ? plan->concurrent : plan->runs;
    double queue_h = completion_h - plan_naive_h(&quiet), rounds = ceil(plan->runs / plan->concurrent);
    double held_h = plan->runs / rounds * (completion_h - queue_h - plan->past_h);
    if (plan->metered) {
        meter = meter_new(&quiet, engine->kernel, 0);
        meter_begin(meter, &quiet, 0);
    }
    struct observer observer = meter ? meter_run(meter, &ledger, 0.0, true, NULL) : (struct observer){0};
    const struct {
        enum phase phase;
        double hours;
    } parts[] = {{PHASE_queue, queue_h * ledger.copies}, {PHASE_startup, held_h - work_h}, {PHASE_compute, work_h}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        ledger.phase_h[parts[i].phase] = parts[i].hours;
        if (meter)
            observer.tell(observer.context, &(struct event){.kind = EVENT_PHASE});
    }
    ledger.metered = meter ? meter_seen(meter) : NULL;
    ledger.completion_h = completion_h;
    ledger.billed_h = trial_billed_h(plan, held_h);
    double total = cost_of(&quiet, &ledger, &cost);
    meter_free(meter);
    return (struct naive){total, completion_h};
}

long summary_tail(const double *cost, long n, long trial[TAIL_TRIALS])
{
    double low = summary_percentile(cost, n, 87.5).value, high = summary_percentile(cost, n, 92.5).value;
    long inside = 0, seen = 0, found = 0;
    if (!isfinite(high))
        return 0;
    for (long i = 0; i < n; i++)
        inside += cost[i] >= low && cost[i] <= high;
    long step = (inside + TAIL_TRIALS - 1) / TAIL_TRIALS;
    for (long i = 0; i < n; i++)
        if (cost[i] >= low && cost[i] <= high && seen++ % step == 0)
            trial[found++] = i;
    return found;
}

/* Mean cost by class of the trials around P90, replayed. */
static void tail_classes(struct summary *s, const struct engine *engine, const double *cost)
{
    long trial[TAIL_TRIALS];
    struct ledger ledger;
    struct cost of;
    s->tail_trials = summary_tail(cost, s->trials, trial);
    if (s->tail_trials == 0)
        return;
    struct replay *replay = replay_new(engine);
    for (long i = 0; i < s->tail_trials; i++) {
        replay_play(replay, s->plan, trial[i], NULL, &ledger, &of, NULL);
        cost_add(s->typical, &of, s->tail);
    }
    replay_free(replay);
    for (int c = 0; c < CLASS_COUNT; c++)
        s->tail[c] /= (double)s->tail_trials;
}

void summary_forget_cost(struct summary *s)
{
    struct distribution *d = &s->cost;
    *d = (struct distribution){.mean = NAN,
                               .sd = NAN,
                               .mean_low = NAN,
                               .mean_high = NAN,
                               .min = NAN,
                               .max = NAN,
                               .largest = NAN,
                               .cvar90 = NAN,
                               .cvar90_low = NAN,
                               .cvar90_high = NAN};
    for (int i = 0; i < PERCENTILES; i++)
        d->of[i] = (struct percentile){summary_percentiles[i], NAN, NAN, NAN};
    for (int i = 0; i < CURVE; i++)
        d->curve[i] = NAN;
    s->naive.cost = NAN;
}

/* All but the distributions of cost and time. */
static void summarise(struct summary *s, const struct engine *engine, const struct trials *trials, int plan)
{
    const struct sums *sums = &trials->sums[plan];
    s->name = engine->scenario->plan[plan].name;
    s->plan = plan;
    s->all = trials;
    s->typical = &engine->typical[plan];
    s->trials = trials->n;
    s->unfinished = trials->n - (long)sums->finished;
    s->naive = naive_of(engine, &engine->typical[plan]);
    if (!cost_priced(s->typical))
        summary_forget_cost(s);
    count_limits(s, engine->scenario, trials->time_h[plan], trials->cost[plan]);
    double *mean = (double *)&s->mean;
    const double *sum = (const double *)sums;
    for (size_t i = 0; i < sizeof s->mean / sizeof *mean; i++)
        mean[i] = sums->finished > 0.0 ? sum[i] / sums->finished : NAN;
    s->goodput = s->unfinished ? NAN : sums->work_h / sums->time_h;
    s->cost_per_effective_gpu_h = s->unfinished || !cost_priced(s->typical) ? NAN : sums->cost / sums->effective_gpu_h;
    if (s->unfinished == 0)
        tail_classes(s, engine, trials->cost[plan]);
}

int result_make(const struct engine *engine, const struct engine_options *options, struct result *result,
                struct err *err)
{
    *result = (struct result){.scenario = engine->scenario, .engine = engine};
    int code = engine_run(engine, options, &result->trials, err);
    if (code)
        return code;
    result->plan = mem_new((size_t)engine->plans, sizeof *result->plan);
    if (result->trials.n == 0)
        return 0;
    const struct trials *trials = &result->trials;
#pragma omp parallel num_threads(engine->threads)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 2 * engine->plans; i++) {
            struct summary *s = &result->plan[i / 2];
            if (i % 2 == 0)
                summary_distribution(trials->cost[i / 2], trials->n, &s->cost);
            else
                summary_distribution(trials->time_h[i / 2], trials->n, &s->time_h);
        }
#pragma omp for schedule(dynamic)
        for (int i = 0; i < engine->plans; i++)
            summarise(&result->plan[i], engine, trials, i);
    }
    return 0;
}

void result_release(struct result *result)
{
    if (result->engine)
        trials_release(&result->trials, result->engine->plans);
    for (int i = 0; result->course && i < result->engine->plans; i++)
        course_release(&result->course[i]);
    free(result->course);
    free(result->plan);
    *result = (struct result){0};
}
