/* Metrics, paired differences, the rule of the choice, ranges of a sweep, formulas of the interval. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/decide.h"
#include "engine/sweep.h"
#include "engine/tune.h"
#include "scenario/value.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_near(double x, double y, double relative)
{
    if (!(x == y || fabs(x - y) <= relative * fabs(y)))
        fail_msg("%.17g instead of %.17g", x, y);
}

/* ---- numbers that look random ---- */

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*state >> 12) + 0.5) / 4503599627370496.0;
}

static double normal(uint64_t *state)
{
    return gsl_cdf_ugaussian_Pinv(uniform(state));
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* ---- results made by hand ---- */

/* Plans a, b, ... of which all have a price, but for those that "free" names. */
struct hand {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
};

static void hand_open(struct hand *h, const char *top, int plans, const char *free_plans, long n)
{
    struct text text = {0};
    struct err err = {0};
    text_addf(&text, "work: 1 GPU-hours\n%splans:\n", top);
    for (int i = 0; i < plans; i++)
        text_addf(&text, "  - {name: %c%s}\n", 'a' + i, strchr(free_plans, 'a' + i) ? "" : ", price: $1/GPU-hour");
    *h = (struct hand){.scenario = scenario_parse("hand.yaml", text.at, NULL, NULL, &err)};
    text_release(&text);
    assert_non_null(h->scenario);
    assert_int_equal(engine_init(&h->engine, h->scenario, 1, &err), 0);
    err_release(&err);
    struct trials *t = &h->result.trials;
    h->result.scenario = h->scenario;
    h->result.engine = &h->engine;
    h->result.plan = mem_new((size_t)plans, sizeof *h->result.plan);
    *t = (struct trials){.n = n, .complete = true};
    t->time_h = mem_new((size_t)plans, sizeof *t->time_h);
    t->cost = mem_new((size_t)plans, sizeof *t->cost);
    t->sums = mem_new((size_t)plans, sizeof *t->sums);
    for (int i = 0; i < plans; i++) {
        t->time_h[i] = mem_new((size_t)n, sizeof **t->time_h);
        t->cost[i] = mem_new((size_t)n, sizeof **t->cost);
    }
}

static void hand_close(struct hand *h)
{
    result_release(&h->result);
    engine_release(&h->engine);
    scenario_free(h->scenario);
}

/* After the trials were filled in. */
static void hand_count(struct hand *h)
{
    struct trials *t = &h->result.trials;
    for (int i = 0; i < h->engine.plans; i++) {
        struct summary *s = &h->result.plan[i];
        *s = (struct summary){
            .name = h->scenario->plan[i].name, .trials = t->n, .typical = &h->engine.typical[i], .all = t, .plan = i};
        for (long k = 0; k < t->n; k++)
            s->unfinished += isinf(t->time_h[i][k]) ? 1 : 0;
        summary_distribution(t->cost[i], t->n, &s->cost);
        summary_distribution(t->time_h[i], t->n, &s->time_h);
    }
}

static struct metric metric_of(const struct hand *h, const char *text)
{
    struct metric m;
    struct err err = {0};
    const char *end = NULL;
    if (metric_read(text, h->scenario, "--for", &m, &end, &err))
        fail_msg("\"%s\" is refused", text);
    if (*end)
        fail_msg("\"%s\" leaves \"%s\"", text, end);
    err_release(&err);
    return m;
}

static struct choice choose(struct hand *h, const char *metric)
{
    struct metric m = metric_of(h, metric);
    struct choice c;
    hand_count(h);
    decide(&h->result, &m, &c);
    return c;
}

/* ---- metrics ---- */

static void metrics_are_read(void **state)
{
    static const struct {
        const char *text;
        struct metric metric;
    } row[] = {
        {"p90(cost)", {METRIC_PERCENTILE, METRIC_COST, 90.0, 0.0, false, false}},
        {"p99.9(time)", {METRIC_PERCENTILE, METRIC_TIME, 99.9, 0.0, false, false}},
        {" p5( time )", {METRIC_PERCENTILE, METRIC_TIME, 5.0, 0.0, false, false}},
        {"mean(cost)", {METRIC_MEAN, METRIC_COST, 0.0, 0.0, false, false}},
        {"mean(time)", {METRIC_MEAN, METRIC_TIME, 0.0, 0.0, false, false}},
        {"mean(failures)", {METRIC_MEAN, METRIC_FAILURES, 0.0, 0.0, false, false}},
        {"mean(preemptions)", {METRIC_MEAN, METRIC_PREEMPTIONS, 0.0, 0.0, false, false}},
        {"mean(lost_gpu_h)", {METRIC_MEAN, METRIC_LOST, 0.0, 0.0, false, false}},
        {"p(time > 21 days)", {METRIC_CHANCE, METRIC_TIME, 0.0, 504.0, true, false}},
        {"p(time>=90 min)", {METRIC_CHANCE, METRIC_TIME, 0.0, 1.5, true, true}},
        {"p(time < 2 h)", {METRIC_CHANCE, METRIC_TIME, 0.0, 2.0, false, false}},
        {"p( cost <= 50,000 USD )", {METRIC_CHANCE, METRIC_COST, 0.0, 50000.0, false, true}},
        {"p(cost > $50K)", {METRIC_CHANCE, METRIC_COST, 0.0, 50000.0, true, false}},
        {"p(cost > 7000 CNY)", {METRIC_CHANCE, METRIC_COST, 0.0, 1000.0, true, false}},
    };
    (void)state;
    struct hand h;
    hand_open(&h, "exchange: {CNY: 0.142857142857142857 USD}\n", 1, "", 1);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct metric m = metric_of(&h, row[i].text), want = row[i].metric;
        assert_true(m.kind == want.kind && m.of == want.of);
        if (want.kind == METRIC_PERCENTILE)
            assert_true(m.percent == want.percent);
        if (want.kind == METRIC_CHANCE) {
            check_near(m.limit, want.limit, 1e-12);
            assert_true(m.above == want.above && m.equal == want.equal);
        }
    }
    struct err err = {0};
    struct metric m;
    const char *end;
    assert_int_equal(metric_read("p90(cost) > 3 and x", h.scenario, "--fail-if", &m, &end, &err), 0);
    assert_string_equal(end, " > 3 and x");
    hand_close(&h);
}

static void bad_metrics_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "cost",
                                        "p90",
                                        "p90(",
                                        "p90(cost",
                                        "p90 cost)",
                                        "p0(cost)",
                                        "p100(cost)",
                                        "p101(time)",
                                        "p-5(time)",
                                        "pinf(time)",
                                        "pnan(cost)",
                                        "p90(costs)",
                                        "p90(money)",
                                        "p90(failures)",
                                        "p50(lost_gpu_h)",
                                        "median(cost)",
                                        "mean()",
                                        "mean(cost time)",
                                        "Mean(cost)",
                                        "p()",
                                        "p(cost)",
                                        "p(time 21 days)",
                                        "p(time = 21 days)",
                                        "p(time > )",
                                        "p(time > 21)",
                                        "p(time > 21 USD)",
                                        "p(time > nan h)",
                                        "p(time > 1 h to 2 h)",
                                        "p(cost > 3 h)",
                                        "p(cost > 500)",
                                        "p(cost > 5 EUR)",
                                        "p(failures > 3)",
                                        "p(time > 3 h",
                                        "(cost)"};
    (void)state;
    struct hand h;
    hand_open(&h, "", 1, "", 1);
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct metric m;
        struct err err = {0};
        const char *end;
        if (metric_read(texts[i], h.scenario, "--for", &m, &end, &err) != ERR_INPUT)
            fail_msg("\"%s\" is read", texts[i]);
        err_release(&err);
    }
    hand_close(&h);
}

static void check_estimate(struct estimate e, double value, double low, double high)
{
    check_near(e.value, value, 1e-12);
    check_near(e.low, low, 1e-9);
    check_near(e.high, high, 1e-9);
}

static struct estimate value_of(struct hand *h, const char *metric, int plan)
{
    struct metric m = metric_of(h, metric);
    return metric_value(&m, &h->result.plan[plan]);
}

/* 1,000 trials: times 1 to 1,000 in a jumbled order, costs twice that; the other plan leaves one in ten unfinished. */
static void metrics_have_values(void **state)
{
    (void)state;
    struct hand h;
    long low, high;
    hand_open(&h, "", 2, "", 1000);
    struct trials *t = &h.result.trials;
    for (long i = 0; i < 1000; i++) {
        t->time_h[0][i] = (double)(i * 387 % 1000 + 1);
        t->cost[0][i] = 2.0 * t->time_h[0][i];
        t->time_h[1][i] = t->time_h[0][i] > 900.0 ? INFINITY : t->time_h[0][i];
        t->cost[1][i] = 2.0 * t->time_h[1][i];
    }
    hand_count(&h);
    assert_true(summary_interval(1000, 90.0, &low, &high));
    check_estimate(value_of(&h, "p90(time)", 0), 900.0, (double)low, (double)high);
    check_estimate(value_of(&h, "p90(cost)", 0), 1800.0, 2.0 * (double)low, 2.0 * (double)high);
    assert_true(value_of(&h, "p90(time)", 1).value == 900.0 && isinf(value_of(&h, "p90(time)", 1).high));
    assert_true(isinf(value_of(&h, "p95(time)", 1).value) && isinf(value_of(&h, "mean(cost)", 1).value));
    assert_true(value_of(&h, "p50(time)", 1).value == 500.0);
    double half = gsl_cdf_tdist_Pinv(0.975, 999.0) * sqrt((1000.0 * 1001.0) / 12.0 / 1000.0);
    check_estimate(value_of(&h, "mean(time)", 0), 500.5, 500.5 - half, 500.5 + half);
    /* Shares, with the interval of Clopper and Pearson; none and all of n have ends in closed form. */
    double edge = pow(0.025, 1.0 / 1000.0);
    check_estimate(value_of(&h, "p(time > 1000 h)", 0), 0.0, 0.0, 1.0 - edge);
    check_estimate(value_of(&h, "p(time <= 1000 h)", 0), 1.0, edge, 1.0);
    assert_true(value_of(&h, "p(time > 900 h)", 0).value == 0.1 && value_of(&h, "p(time >= 900 h)", 0).value == 0.101);
    assert_true(value_of(&h, "p(time < 900 h)", 1).value == 0.899 && value_of(&h, "p(time <= 900 h)", 1).value == 0.9);
    assert_true(value_of(&h, "p(cost > 1E6 USD)", 1).value == 0.1); /* what does not finish costs more than any limit */
    struct estimate tenth = value_of(&h, "p(time > 900 h)", 0);
    check_near(gsl_cdf_binomial_Q(99, tenth.low, 1000), 0.025, 1e-6);
    check_near(gsl_cdf_binomial_P(100, tenth.high, 1000), 0.025, 1e-6);
    hand_close(&h);
}

static void what_has_no_price_has_no_cost(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "", 2, "b", 100);
    for (long i = 0; i < 100; i++)
        h.result.trials.time_h[0][i] = h.result.trials.time_h[1][i] = (double)i;
    hand_count(&h);
    assert_true(value_of(&h, "p90(cost)", 0).value == 0.0 && isnan(value_of(&h, "p90(cost)", 1).value));
    assert_true(isnan(value_of(&h, "mean(cost)", 1).value) && isnan(value_of(&h, "p(cost > $1)", 1).value));
    assert_true(value_of(&h, "p90(time)", 1).value == 89.0);
    hand_close(&h);
}

/* ---- paired differences ---- */

static void differences_by_brute_force(void **state)
{
    static const long sizes[] = {2, 5, 249, 250, 251, 1000, 2503};
    (void)state;
    uint64_t random = 1;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        long n = sizes[i], less = 0;
        double *a = mem_new((size_t)n, sizeof *a), *b = mem_new((size_t)n, sizeof *b);
        long double sum = 0.0L, squares = 0.0L;
        struct paired d;
        for (long k = 0; k < n; k++) {
            b[k] = 1000.0 + normal(&random);
            a[k] = k % 4 == 0 ? b[k] : b[k] + 0.1 * normal(&random); /* a quarter are ties: not less */
            sum += (long double)a[k] - b[k];
            less += a[k] < b[k];
        }
        long double mean = sum / n;
        for (long k = 0; k < n; k++)
            squares += (a[k] - b[k] - mean) * (a[k] - b[k] - mean);
        double half = gsl_cdf_tdist_Pinv(0.975, (double)(n - 1)) * sqrt((double)(squares / (n - 1) / n));
        paired_compare(a, b, n, &d);
        assert_true(fabs(d.mean - (double)mean) < 1e-12 && d.less == (double)less / (double)n);
        check_near(d.high - d.mean, half, 1e-9);
        check_near(d.mean - d.low, half, 1e-9);
        free(a);
        free(b);
    }
}

static void unfinished_trials_have_no_difference(void **state)
{
    const double a[] = {1.0, INFINITY, 3.0, INFINITY}, b[] = {2.0, INFINITY, INFINITY, 1.0};
    (void)state;
    struct paired d;
    paired_compare(a, b, 4, &d);
    assert_true(isnan(d.mean) && isnan(d.low) && isnan(d.high) && d.less == 0.5);
    paired_compare(b, a, 4, &d);
    assert_true(d.less == 0.25); /* both unfinished is no win for either */
    paired_compare(a, b, 1, &d);
    assert_true(d.mean == -1.0 && isnan(d.low) && isnan(d.high)); /* one trial has no interval */
}

/* Of three values out of {0, 1, 2, 3, infinite}, all pairs of samples: what the definitions say. */
static void dominance_by_definition(void **state)
{
    static const double value[] = {0.0, 1.0, 2.0, 3.0, INFINITY};
    (void)state;
    for (int code = 0; code < 15625; code++) {
        double x[6], a[3], b[3], top_a = 0.0, top_b = 0.0;
        bool first = true, second = true, smaller = false, finite = true;
        struct paired d;
        for (int k = 0, rest = code; k < 6; k++, rest /= 5)
            x[k] = value[rest % 5];
        memcpy(a, x, sizeof a);
        memcpy(b, x + 3, sizeof b);
        qsort(a, 3, sizeof *a, by_size);
        qsort(b, 3, sizeof *b, by_size);
        for (int k = 2; k >= 0; k--) {
            first = first && a[k] <= b[k];
            smaller = smaller || a[k] < b[k];
            finite = finite && isfinite(a[k]) && isfinite(b[k]);
            top_a += a[k];
            top_b += b[k];
            second = second && top_a <= top_b;
        }
        enum dominance want = !smaller ? DOMINANCE_NONE
                              : first  ? DOMINANCE_FIRST
                              : second ? DOMINANCE_SECOND
                                       : DOMINANCE_NONE;
        paired_compare(x, x + 3, 3, &d);
        bool good = finite || want == DOMINANCE_FIRST ? d.dominance == want : d.dominance != DOMINANCE_FIRST;
        if (!good || (d.dominance != DOMINANCE_NONE && d.dominated != DOMINANCE_NONE))
            fail_msg("{%g, %g, %g} against {%g, %g, %g}: dominance %d, dominated %d", a[0], a[1], a[2], b[0], b[1],
                     b[2], (int)d.dominance, (int)d.dominated);
    }
}

/* Pairs whose values correlate by 0.8, alike but for a shift; the interval must hold the shift as often as it says. */
static void check_interval(const struct metric *m, long n, double least, double most, double widest)
{
    enum { ROUNDS = 600 };
    double *a = mem_new((size_t)n, sizeof *a), *b = mem_new((size_t)n, sizeof *b), sum = 0.0, squares = 0.0, half = 0.0;
    uint64_t random = (uint64_t)n;
    int hits = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (long i = 0; i < n; i++) {
            double shared = normal(&random);
            a[i] = 10.0 + 0.8 * shared + 0.6 * normal(&random);
            b[i] = 9.0 + 0.8 * shared + 0.6 * normal(&random);
        }
        struct estimate d = paired_metric(m, a, b, n);
        hits += d.low <= 1.0 && 1.0 <= d.high;
        sum += d.value;
        squares += d.value * d.value;
        half += d.high - d.value;
    }
    double mean = sum / ROUNDS, deviation = sqrt(squares / ROUNDS - mean * mean), share = hits / (double)ROUNDS;
    double ratio = half / ROUNDS / (1.959963984540054 * deviation);
    if (!(share >= least && share <= most && ratio > 0.8 && ratio < widest))
        fail_msg("p%g of %ld: %.3g of intervals hold the truth, they are %.3g times as wide as they should be",
                 m->percent, n, share, ratio);
    free(a);
    free(b);
}

static void intervals_of_paired_metrics(void **state)
{
    (void)state;
    const struct metric mean = {.kind = METRIC_MEAN, .of = METRIC_COST};
    struct metric p = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 50.0};
    check_interval(&mean, 400, 0.90, 0.99, 1.15);
    check_interval(&p, 1000, 0.90, 0.99, 1.2);
    p.percent = 90.0;
    check_interval(&p, 1000, 0.90, 0.995, 1.35);
    check_interval(&p, 4000, 0.90, 0.995, 1.35);
    p.percent = 99.0;
    check_interval(&p, 4000, 0.90, 0.999, 1.5);
}

/* A percentile that unfinished trials do not reach is as well known as the trials below it. */
static void unfinished_trials_beyond_a_percentile(void **state)
{
    enum { TRIALS = 1000 };
    (void)state;
    const struct metric p90 = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0};
    double *a = mem_new(TRIALS, sizeof *a), *b = mem_new(TRIALS, sizeof *b);
    uint64_t random = 4;
    for (long i = 0; i < TRIALS; i++) {
        a[i] = normal(&random) + 100.0;
        b[i] = a[i] + 5.0 + normal(&random);
    }
    struct estimate whole = paired_metric(&p90, a, b, TRIALS);
    for (double limit = 102.5; limit > 101.4; limit -= 1.0) { /* beyond P99, then just beyond P90 */
        for (long i = 0; i < TRIALS; i++)
            a[i] = a[i] > limit ? INFINITY : a[i];
        struct estimate cut = paired_metric(&p90, a, b, TRIALS);
        assert_true(cut.value == whole.value && isfinite(cut.low) && isfinite(cut.high) && cut.high < 0.0);
        assert_true(isfinite(paired_trials_needed(cut, TRIALS)));
    }
    for (long i = 0; i < TRIALS; i++)
        a[i] = a[i] > 101.0 ? INFINITY : a[i];
    assert_true(paired_metric(&p90, a, b, TRIALS).value == INFINITY);
    free(a);
    free(b);
}

static void trials_that_are_needed(void **state)
{
    (void)state;
    assert_true(paired_trials_needed((struct estimate){1.0, -1.0, 3.0}, 1000) == 4000.0);
    assert_true(paired_trials_needed((struct estimate){-1.0, -3.0, 1.0}, 1000) == 4000.0);
    assert_true(paired_trials_needed((struct estimate){4.0, 2.0, 6.0}, 1000) == 250.0);
    assert_true(isinf(paired_trials_needed((struct estimate){0.0, -1.0, 1.0}, 1000)));
}

/* ---- the choice ---- */

/* Fills a plan: costs and times about their means, late in a share of trials; plans differ by noise of their own. */
static void fill(struct hand *h, int plan, double cost, double noise, double late_share)
{
    struct trials *t = &h->result.trials;
    uint64_t shared = 11, own = 100 + (uint64_t)plan;
    for (long i = 0; i < t->n; i++) {
        t->cost[plan][i] = cost + normal(&shared) + noise * normal(&own);
        t->time_h[plan][i] = (double)((i * 387) % t->n) < late_share * (double)t->n ? 20.0 : 5.0;
    }
}

static void the_cheapest_is_chosen(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "", 3, "", 1000);
    fill(&h, 0, 100.0, 0.1, 1.0);
    fill(&h, 1, 90.0, 0.1, 1.0);
    fill(&h, 2, 105.0, 0.1, 0.0);
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.plan == 1 && c.punctual && c.decided && c.rival == -1);
    assert_false(c.front[0]); /* as late as b and dearer */
    assert_true(c.front[1] && c.front[2]);
    c = choose(&h, "mean(time)");
    assert_true(c.plan == 2 && c.decided);
    hand_close(&h);
}

static void the_deadline_comes_first(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "deadline: 10 h\n", 3, "", 1000);
    fill(&h, 0, 100.0, 0.1, 0.02);
    fill(&h, 1, 90.0, 0.1, 0.30); /* cheaper, late in 30% */
    fill(&h, 2, 110.0, 0.1, 0.0);
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.plan == 0 && c.punctual && c.decided && c.rival == -1 && c.share == 0.9);
    /* Exactly 90% is enough, but nobody knows yet whether it is. */
    fill(&h, 1, 90.0, 0.1, 0.1);
    c = choose(&h, "p90(cost)");
    assert_true(c.plan == 1 && c.punctual && !c.decided && c.rival == -1 && isinf(c.needed));
    /* 89% is not, and the cheaper plan may yet turn out to be punctual. */
    fill(&h, 1, 90.0, 0.1, 0.11);
    c = choose(&h, "p90(cost)");
    assert_true(c.plan == 0 && !c.decided && c.rival == 1 && isfinite(c.needed) && c.needed > 1000.0);
    /* Whether a dearer plan is punctual is of no interest. */
    fill(&h, 1, 120.0, 0.1, 0.11);
    assert_true(choose(&h, "p90(cost)").decided);
    /* The deadline itself is in time. */
    for (long i = 0; i < 1000; i++)
        h.result.trials.time_h[1][i] = 10.0;
    assert_true(choose(&h, "p90(cost)").plan == 0);
    fill(&h, 1, 90.0, 0.1, 0.0);
    for (long i = 0; i < 1000; i++)
        h.result.trials.time_h[1][i] = 10.0;
    assert_true(choose(&h, "p90(cost)").plan == 1);
    hand_close(&h);
}

static void nobody_is_in_time(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "deadline: 10 h\n", 3, "", 1000);
    fill(&h, 0, 90.0, 0.1, 0.9);
    fill(&h, 1, 100.0, 0.1, 0.5);
    fill(&h, 2, 95.0, 0.1, 0.7);
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.plan == 1 && !c.punctual && !c.decided);
    hand_close(&h);
}

static void ties_are_no_doubt(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "", 2, "", 1000);
    fill(&h, 0, 100.0, 0.1, 0.5);
    memcpy(h.result.trials.cost[1], h.result.trials.cost[0], 1000 * sizeof(double));
    memcpy(h.result.trials.time_h[1], h.result.trials.time_h[0], 1000 * sizeof(double));
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.plan == 0 && c.decided && c.rival == -1 && c.front[0] && c.front[1]);
    assert_true(choose(&h, "mean(cost)").decided);
    hand_close(&h);
}

static void what_is_too_close_is_undecided(void **state)
{
    static const char *const metrics[] = {"p90(cost)", "mean(cost)"};
    (void)state;
    for (size_t i = 0; i < COUNT(metrics); i++) {
        struct hand h;
        hand_open(&h, "", 3, "", 1000);
        fill(&h, 0, 100.0, 3.0, 0.0);
        fill(&h, 1, 100.02, 3.0, 0.0);
        fill(&h, 2, 120.0, 3.0, 0.0);
        struct choice c = choose(&h, metrics[i]);
        struct metric m = metric_of(&h, metrics[i]);
        struct estimate d = paired_metric(&m, h.result.trials.cost[c.plan], h.result.trials.cost[1 - c.plan], 1000);
        assert_true(c.plan < 2 && !c.decided && c.rival == 1 - c.plan && d.low < 0.0 && d.high > 0.0);
        assert_true(c.needed == paired_trials_needed(d, 1000) && c.needed > 1000.0);
        hand_close(&h);
    }
}

static void what_has_no_value_is_not_chosen(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "", 3, "a", 1000);
    fill(&h, 0, 0.0, 0.0, 0.0); /* not priced: no cost, not a cost of 0 */
    fill(&h, 1, 100.0, 0.1, 0.0);
    fill(&h, 2, 50.0, 0.1, 0.0);
    for (long i = 0; i < 1000; i++) /* does not finish in a fifth of trials */
        if (i % 5 == 0)
            h.result.trials.cost[2][i] = h.result.trials.time_h[2][i] = INFINITY;
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.plan == 1 && c.decided && c.front[1] && !c.front[0] && !c.front[2]);
    assert_true(choose(&h, "p50(cost)").plan == 2);
    hand_close(&h);
    hand_open(&h, "", 2, "ab", 100);
    fill(&h, 0, 1.0, 0.0, 0.0);
    fill(&h, 1, 2.0, 0.0, 0.0);
    assert_true(choose(&h, "p90(cost)").plan == -1);
    hand_close(&h);
}

/* One plan is in time and has no price, the other has one and is late: neither "nobody is in time" nor a choice that
 * is sure. */
static void in_time_without_a_price(void **state)
{
    (void)state;
    struct hand h;
    hand_open(&h, "deadline: 10 h\n", 2, "a", 1000);
    fill(&h, 0, 0.0, 0.0, 0.0);
    fill(&h, 1, 100.0, 0.1, 1.0);
    struct choice c = choose(&h, "p90(cost)");
    assert_true(c.punctual && c.plan == -1);
    hand_close(&h);
}

/* ---- ranges ---- */

static void check_axis(const char *argument, int n, bool log_axis, const char *unit, const double *x)
{
    struct sweep_axis axis;
    struct err err = {0};
    if (sweep_axis_read(argument, &axis, &err))
        fail_msg("\"%s\" is refused", argument);
    if (axis.n != n || axis.log != log_axis || (unit && strcmp(axis.unit, unit) != 0))
        fail_msg("\"%s\": %d values, logarithmic %d, in \"%s\"", argument, axis.n, axis.log, axis.unit);
    for (int i = 0; i < n; i++) {
        struct expr *e = NULL;
        check_near(axis.x[i], x[i], 6e-4); /* values between the ends have four digits */
        /* What is set is the value that is shown: in base units, it is to the last one as its number is. */
        if (expr_read(axis.text[i], (struct place){0}, "range", &e, &err))
            fail_msg("\"%s\": \"%s\" is no value", argument, axis.text[i]);
        expr_free(e);
    }
    check_near(axis.x[0], x[0], 1e-12);
    check_near(axis.x[n - 1], x[n - 1], 1e-12);
    sweep_axis_release(&axis);
}

/* Texts and numbers of an axis are in the same proportion, whatever their units. */
static void check_proportion(const char *argument)
{
    struct sweep_axis axis;
    struct err err = {0};
    double ratio = 0.0;
    assert_int_equal(sweep_axis_read(argument, &axis, &err), 0);
    for (int i = 0; i < axis.n; i++) {
        struct expr *e = NULL;
        assert_int_equal(expr_read(axis.text[i], (struct place){0}, "range", &e, &err), 0);
        double base = e->low.x * e->low.unit.factor;
        if (i == 0)
            ratio = base / axis.x[i];
        check_near(base / axis.x[i], ratio, 1e-12);
        expr_free(e);
    }
    sweep_axis_release(&axis);
}

static void ranges_are_read(void **state)
{
    (void)state;
    check_axis("k=1,2,4", 3, false, "", (const double[]){1, 2, 4});
    check_axis("k=1,2,4,8", 4, true, "", (const double[]){1, 2, 4, 8});
    check_axis("k=5", 1, false, "", (const double[]){5});
    check_axis("k=30 min, 1 h, 2 h", 3, false, "min", (const double[]){30, 60, 120});
    check_axis("k=$1/GPU-hour,$2/GPU-hour", 2, false, NULL, (const double[]){1, 2});
    check_axis("k=10%..40%/7", 7, false, "%", (const double[]){10, 15, 20, 25, 30, 35, 40});
    check_axis("k=1..100/3", 3, true, "", (const double[]){1, 10, 100});
    check_axis("k=0..8/5", 5, false, "", (const double[]){0, 2, 4, 6, 8});
    check_axis("k=-4..4/3", 3, false, "", (const double[]){-4, 0, 4});
    check_axis("k=8..1/4", 4, true, "", (const double[]){8, 4, 2, 1});
    check_axis("k=5min..8h/3", 3, true, "h", (const double[]){1.0 / 12.0, 0.81649658, 8});
    check_axis("k=2..8 h/3", 3, true, "h", (const double[]){2, 4, 8});
    check_axis("k=90 s..2 min/2", 2, true, "min", (const double[]){1.5, 2});
    check_axis("k=$1..$4/3", 3, true, NULL, (const double[]){1, 2, 4});
    check_axis("k=$1..$4/GPU-hour/3", 3, true, NULL, (const double[]){1, 2, 4});
    check_axis("k=$1,000..$4,000/3", 3, true, NULL, (const double[]){1000, 2000, 4000});
    check_axis("k=1e3..1e5/3", 3, true, "", (const double[]){1000, 10000, 100000});
    check_axis("k=1..9", 9, true, "",
               (const double[]){1, 1.316074, 1.732051, 2.279507, 3, 3.948222, 5.196152, 6.838521, 9});
    double nine[9];
    for (int i = 0; i < 9; i++)
        nine[i] = pow(3.0, i / 8.0);
    check_axis("k=$1..$3/GPU-hour", 9, true, NULL, nine);
    check_proportion("k=5min..8h");
    check_proportion("k=30 min,1 h,2 h,1 day");
    check_proportion("k=10%..40%/7");
    check_proportion("k=$1..$3/GPU-hour");
    check_proportion("k=2 GB/s..80 Gb/s/4");
}

static void the_key_and_words_are_kept(void **state)
{
    (void)state;
    struct sweep_axis axis;
    struct err err = {0};
    assert_int_equal(sweep_axis_read("spot.checkpoint.every=young,daly,none", &axis, &err), 0);
    assert_string_equal(axis.key, "spot.checkpoint.every");
    assert_true(axis.n == 3);
    assert_string_equal(axis.text[0], "young");
    assert_string_equal(axis.text[2], "none");
    assert_true(axis.x[0] < axis.x[1] && axis.x[1] < axis.x[2]);
    sweep_axis_release(&axis);
}

static void bad_ranges_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "k",
                                        "=1",
                                        "k=",
                                        "k=1,",
                                        "k=,1",
                                        "k=1,,2",
                                        "k=..",
                                        "k=1..",
                                        "k=..2",
                                        "k=1..2..3",
                                        "k=1..2/0",
                                        "k=1..2/1",
                                        "k=1..2/-3",
                                        "k=1..2/2.5",
                                        "k=1..2/401",
                                        "k=1..2/1e99",
                                        "k=1..2/",
                                        "k=1..2/nan",
                                        "k=a..b",
                                        "k=nan..2",
                                        "k=1..inf",
                                        "k=0x1..0x9",
                                        "k=1 h..2 GB",
                                        "k=1 h..$2",
                                        "k=1 h..2",
                                        "k=$1..2 h",
                                        "k=5 to 6 h..8 h",
                                        "k=1 parsec..2 parsec"};
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct sweep_axis axis;
        struct err err = {0};
        if (sweep_axis_read(texts[i], &axis, &err) != ERR_INPUT)
            fail_msg("\"%s\" is read as %d values, from \"%s\" to \"%s\"", texts[i], axis.n, axis.text[0],
                     axis.text[axis.n - 1]);
        sweep_axis_release(&axis);
        err_release(&err);
    }
}

/* ---- formulas ---- */

/* Facts with their digits: C, M and R in hours; then Young, Daly's first order, Daly 2006, the exact optimum, and the
 * one of NVIDIA that has the write in it. */
static void formulas_as_published(void **state)
{
    static const struct {
        double write_h, mtbf_h, restart_h, young, daly1, daly, exact, nvidia;
    } row[] = {
        {40.0 / 3600.0, 168.0, 0.0, 1.932183566, 1.921072455, 1.924783258, 1.924783269, 1.943326624},
        {5.0 / 60.0, 24.0, 10.0 / 60.0, 2.0, 1.923599096, 1.944830247, 1.944834555, 2.091995132},
        {1.0 / 60.0, 3.09, 5.0 / 60.0, 0.3209361307, 0.3085682911, 0.3099211889, 0.3099225291, 0.3423283862},
        {5.0 / 60.0, 1.8, 5.0 / 60.0, 0.5477225575, 0.4769245438, 0.4935757534, 0.4936339005, 0.6497548489},
        {0.5, 2.0, 0.25, 1.414213562, 1.0, 1.100522084, 1.102435947, 2.08113883},
        {2.0 / 60.0, 136.875, 0.0, 3.020761493, 2.98742816, 2.998580141, 2.998580261, 3.054278734},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct tune_formulas f = tune_formulas(row[i].mtbf_h, row[i].write_h, row[i].restart_h);
        check_near(f.young_h, row[i].young, 1e-9);
        check_near(f.daly1_h, row[i].daly1, 1e-9);
        check_near(f.daly_h, row[i].daly, 1e-9);
        check_near(f.exact_h, row[i].exact, 1e-9);
        check_near(f.nvidia_h, row[i].nvidia, 1e-9);
        /* The exact one is where (1 - t / M) e^(t / M) = e^(-C / M), whose left side falls. */
        double m = row[i].mtbf_h, t = f.exact_h;
        check_near((1.0 - t / m) * exp(t / m), exp(-row[i].write_h / m), 1e-12);
    }
}

static void formulas_at_their_limits(void **state)
{
    (void)state;
    struct tune_formulas f = tune_formulas(INFINITY, 0.1, 0.0);
    assert_true(isnan(f.young_h) && isnan(f.daly_h) && isnan(f.exact_h));
    f = tune_formulas(10.0, 0.0, 0.0);
    assert_true(isnan(f.young_h) && isnan(f.nvidia_h));
    f = tune_formulas(1.0, 2.5, 0.0); /* a write as long as two lives: every M */
    assert_true(f.daly_h == 1.0 && f.exact_h > 0.9 && f.exact_h < 1.0);
    f = tune_formulas(1e6, 1e-6, 0.0); /* a short write: all agree */
    check_near(f.exact_h, f.young_h, 1e-3);
    check_near(f.exact_h, f.daly_h, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_read),
        cmocka_unit_test(bad_metrics_are_refused),
        cmocka_unit_test(metrics_have_values),
        cmocka_unit_test(what_has_no_price_has_no_cost),
        cmocka_unit_test(differences_by_brute_force),
        cmocka_unit_test(unfinished_trials_have_no_difference),
        cmocka_unit_test(dominance_by_definition),
        cmocka_unit_test(intervals_of_paired_metrics),
        cmocka_unit_test(unfinished_trials_beyond_a_percentile),
        cmocka_unit_test(trials_that_are_needed),
        cmocka_unit_test(the_cheapest_is_chosen),
        cmocka_unit_test(the_deadline_comes_first),
        cmocka_unit_test(nobody_is_in_time),
        cmocka_unit_test(ties_are_no_doubt),
        cmocka_unit_test(what_is_too_close_is_undecided),
        cmocka_unit_test(what_has_no_value_is_not_chosen),
        cmocka_unit_test(in_time_without_a_price),
        cmocka_unit_test(ranges_are_read),
        cmocka_unit_test(the_key_and_words_are_kept),
        cmocka_unit_test(bad_ranges_are_refused),
        cmocka_unit_test(formulas_as_published),
        cmocka_unit_test(formulas_at_their_limits),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("decide", tests, NULL, NULL);
}
