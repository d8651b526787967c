/* Tests of trial/clock.h: first failures, rates, ages, renewal and moves against closed forms and a plain simulation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"
#include "base/law.h"
#include "base/quantile.h"
#include "base/text.h"
#include "trial/clock.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One in 1e9 of a normal deviate, and of Kolmogorov's statistic: 2 exp(-2 t^2) = 1e-9. */
static const double z_most = 6.1, kolmogorov_most = 3.272;

static const double mean_h = 42.0 * 24.0;

/* ---- what the tests share ---- */

/* A cause with all that it points to. */
struct fixture {
    struct cause cause;
    struct quantile *residual;
    struct clock clock;
};

static struct law law_of(const char *name, enum law_param p, double x, enum law_param q, double y,
                         struct law_shelf *shelf)
{
    struct law law = {0};
    const char *why = NULL;
    if (!law_make(&law, law_find(name), (struct law_arg[2]){{p, 0, x}, {q, 0, y}}, 2, shelf, &why))
        fail_msg("%s: %s", name, why);
    return law;
}

static struct law weibull(double shape)
{
    return law_of("weibull", LAW_SHAPE, shape, LAW_MEAN, mean_h, NULL);
}

static double weibull_scale(double shape)
{
    return mean_h / tgamma(1.0 + 1.0 / shape);
}

static void fixture_init(struct fixture *fixture, struct law life, double units, enum cause_age age,
                         enum cause_renew renew)
{
    static const struct cause none;
    fixture->cause = none;
    fixture->cause.name = "gpu";
    fixture->cause.unit = UNIT_CARD;
    fixture->cause.units = units;
    fixture->cause.life = life;
    fixture->cause.age = age;
    fixture->cause.age_h = 300.0;
    fixture->cause.renew = renew;
    fixture->cause.what_original = text_hash("gpu", "original");
    fixture->cause.what_renewal = text_hash("gpu", "renewal");
    fixture->residual = age == AGE_STEADY ? quantile_residual(&life, kernel_pick()) : NULL;
    fixture->cause.residual = fixture->residual;
    fixture->cause.residual_scale = 1.0;
    clock_init(&fixture->clock, &fixture->cause, kernel_pick(), 1);
}

static void fixture_release(struct fixture *fixture)
{
    clock_release(&fixture->clock);
    free(fixture->residual);
}

static void begin(struct fixture *fixture, int trial)
{
    clock_begin(&fixture->clock, &fixture->cause, (uint64_t)trial);
}

/* Fires and returns the moment of the failure; time does not run backwards. */
static double fire(struct fixture *fixture)
{
    double at_h = fixture->clock.next_h;
    clock_fire(&fixture->clock);
    assert_true(fixture->clock.next_h >= at_h);
    return at_h;
}

/* Failures until exposed_h. */
static int count_until(struct fixture *fixture, double exposed_h)
{
    int n = 0;
    for (; fixture->clock.next_h <= exposed_h; n++)
        (void)fire(fixture);
    return n;
}

struct sum {
    double n, sum, squares;
};

static void sum_add(struct sum *sum, double x)
{
    sum->n += 1.0;
    sum->sum += x;
    sum->squares += x * x;
}

static double sum_mean(const struct sum *sum)
{
    return sum->sum / sum->n;
}

static double sum_variance(const struct sum *sum)
{
    return (sum->squares - sum->sum * sum_mean(sum)) / (sum->n - 1.0);
}

static void assert_mean(const struct sum *sum, double mean, double variance)
{
    double z = (sum_mean(sum) - mean) / sqrt(variance / sum->n);
    if (!(fabs(z) < z_most))
        fail_msg("mean %g should be %g: z = %g", sum_mean(sum), mean, z);
}

static void assert_near(double is, double should, double relative)
{
    if (!(fabs(is - should) <= relative * fabs(should)))
        fail_msg("%.17g should be %.17g within %g", is, should, relative);
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Kolmogorov and Smirnov's test of two samples, which it sorts. */
static void assert_same_law(double *a, double *b, int n, int k)
{
    double most = 0.0;
    qsort(a, (size_t)n, sizeof *a, by_size);
    qsort(b, (size_t)n, sizeof *b, by_size);
    for (int i = 0, j = 0; i < n && j < n;) {
        double x = fmin(a[i], b[j]);
        while (i < n && a[i] <= x)
            i++;
        while (j < n && b[j] <= x)
            j++;
        most = fmax(most, abs(i - j));
    }
    if (!(most / n * sqrt(0.5 * n) < kolmogorov_most))
        fail_msg("failure %d: the samples differ by %g", k, most / n);
}

/* Kolmogorov's test of a sample, which it sorts, against unit exponentials. */
static void assert_exponential(double *e, int n)
{
    double most = 0.0;
    qsort(e, (size_t)n, sizeof *e, by_size);
    for (int i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(-expm1(-e[i]) - (double)i / n), fabs(-expm1(-e[i]) - (i + 1.0) / n)));
    if (!(most * sqrt(n) < kolmogorov_most))
        fail_msg("the sample is %g off", most);
}

/* ---- the first failure ---- */

/* The smallest of n new Weibull lives of mean 42 d is Weibull with the scale times n^(-1/k); of exponentials, M/n. */
static void first_failure_of_new_units(void **state)
{
    enum { TRIALS = 100000 };
    static const struct {
        double shape, units, mean_d;
    } row[] = {
        {0.7, 8, 2.1533803}, {0.7, 128, 0.041015625}, {0.7, 2048, 7.8122823e-4},
        {1.0, 8, 5.25},      {1.0, 128, 0.328125},    {1.0, 2048, 0.020507813},
        {1.5, 8, 10.5},      {1.5, 128, 1.6536464},   {1.5, 2048, 0.26043299},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct fixture fixture = {0};
        struct sum sum = {0};
        double k = row[i].shape, least = weibull_scale(k) * pow(row[i].units, -1.0 / k);
        double g1 = tgamma(1.0 + 1.0 / k), g2 = tgamma(1.0 + 2.0 / k);
        assert_near(least * g1, 24.0 * row[i].mean_d, 1e-7);
        fixture_init(&fixture, k == 1.0 ? law_exponential(mean_h) : weibull(k), row[i].units, AGE_NEW, RENEW_REPLACE);
        for (int t = 0; t < TRIALS; t++) {
            begin(&fixture, t);
            sum_add(&sum, fixture.clock.next_h);
        }
        assert_mean(&sum, least * g1, least * least * (g2 - g1 * g1));
        fixture_release(&fixture);
    }
}

/* Mean and variance of the smallest of n residual lives: integrals of Q^n and 2 x Q^n, Q = Q(1/k, (x/scale)^k), in log
 * x. */
static void steady_first_failure(double shape, double units, double *mean, double *variance)
{
    enum { STEPS = 20000 };
    double from = log(1e-12), step = (log(100.0) - from) / STEPS, scale = weibull_scale(shape), sum[2] = {0.0};
    for (int i = 0; i < STEPS; i++) {
        double x = exp(from + step * (i + 0.5));
        double all = pow(gsl_sf_gamma_inc_Q(1.0 / shape, pow(x, shape)), units);
        sum[0] += all * x * step;
        sum[1] += 2.0 * all * x * x * step;
    }
    *mean = scale * sum[0];
    *variance = scale * scale * (sum[1] - sum[0] * sum[0]);
}

static void first_failure_of_a_steady_fleet(void **state)
{
    enum { TRIALS = 100000 };
    static const struct {
        double shape, units, mean_h;
    } row[] = {{0.7, 128, 8.106}, {1.5, 128, 7.820}, {0.7, 1, NAN}, {1.5, 1, NAN}, {1.5, 8, NAN}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct fixture fixture = {0};
        struct sum sum = {0};
        double mean, variance;
        steady_first_failure(row[i].shape, row[i].units, &mean, &variance);
        if (!isnan(row[i].mean_h))
            assert_near(mean, row[i].mean_h, 1e-4);
        fixture_init(&fixture, weibull(row[i].shape), row[i].units, AGE_STEADY, RENEW_REPLACE);
        for (int t = 0; t < TRIALS; t++) {
            begin(&fixture, t);
            sum_add(&sum, fixture.clock.next_h);
        }
        assert_mean(&sum, mean, variance);
        fixture_release(&fixture);
    }
}

/* The table of the residual life is at unit scale; the scale of this trial multiplies it. */
static void residual_scale_multiplies(void **state)
{
    struct fixture fixture = {0};
    double at_h[2][40];
    (void)state;
    fixture_init(&fixture, weibull(0.7), 50, AGE_STEADY, RENEW_REPLACE);
    for (int twice = 0; twice < 2; twice++) {
        fixture.cause.residual_scale = 1.0 + twice;
        fixture.cause.life.a = (1.0 + twice) * weibull_scale(0.7);
        begin(&fixture, 5);
        for (int k = 0; k < 40; k++)
            at_h[twice][k] = fire(&fixture);
    }
    for (int k = 0; k < 40; k++)
        assert_near(at_h[1][k], 2.0 * at_h[0][k], 1e-12);
    fixture_release(&fixture);
}

/* n (H(a + x) - H(a)) of the first failure x among n units of age a is a unit exponential. */
static void age_in_hours_conditions_on_survival(void **state)
{
    enum { TRIALS = 20000 };
    static const double shapes[] = {0.7, 1.5};
    double *e = mem_new(TRIALS, sizeof *e);
    (void)state;
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (double units = 1.0; units <= 64.0; units *= 8.0) {
            struct fixture fixture = {0};
            fixture_init(&fixture, weibull(shapes[s]), units, AGE_HOURS, RENEW_REPLACE);
            double scale = weibull_scale(shapes[s]), a = fixture.cause.age_h;
            for (int t = 0; t < TRIALS; t++) {
                begin(&fixture, t);
                double gained = pow((a + fixture.clock.next_h) / scale, shapes[s]) - pow(a / scale, shapes[s]);
                e[t] = units * gained;
            }
            assert_exponential(e, TRIALS);
            fixture_release(&fixture);
        }
    free(e);
}

/* ---- all failures ---- */

static void merged_units_are_a_poisson_process(void **state)
{
    enum { GAPS = 50000 };
    static const enum cause_renew renews[] = {RENEW_REPLACE, RENEW_MINIMAL, RENEW_START};
    double *e = mem_new(GAPS, sizeof *e);
    (void)state;
    for (size_t r = 0; r < COUNT(renews); r++) {
        struct fixture fixture = {0};
        double last_h = 0.0;
        fixture_init(&fixture, law_exponential(mean_h), 1e6, AGE_STEADY, renews[r]);
        assert_null(fixture.clock.heap);
        begin(&fixture, 3);
        for (int k = 0; k < GAPS; k++) {
            double at_h = fire(&fixture);
            e[k] = (at_h - last_h) * 1e6 / mean_h;
            last_h = at_h;
        }
        assert_exponential(e, GAPS);
        fixture_release(&fixture);
    }
    free(e);
}

/* A fleet that has run for long fails n / mean times an hour, from the first hour on. */
static void assert_steady_rate(struct law life, double units, int trials)
{
    static const double window[] = {0.0, 0.02, 0.3, 1.0, 3.0};
    struct fixture fixture = {0};
    struct sum sum[COUNT(window)] = {{0}};
    double mean = law_mean(&life);
    fixture_init(&fixture, life, units, AGE_STEADY, RENEW_REPLACE);
    for (int t = 0; t < trials; t++) {
        begin(&fixture, t);
        for (size_t w = 1; w < COUNT(window); w++)
            sum_add(&sum[w], count_until(&fixture, window[w] * mean));
    }
    for (size_t w = 1; w < COUNT(window); w++)
        assert_mean(&sum[w], units * (window[w] - window[w - 1]), sum_variance(&sum[w]));
    fixture_release(&fixture);
}

static void steady_fleet_fails_at_its_rate(void **state)
{
    struct law_shelf shelf = {0};
    struct law life[] = {weibull(0.7), weibull(1.5), law_of("gamma", LAW_SHAPE, 2.5, LAW_MEAN, 100.0, &shelf),
                         law_of("lognormal", LAW_MEAN, 100.0, LAW_SIGMA, 1.0, NULL),
                         law_of("uniform", LAW_MIN, 20.0, LAW_MAX, 50.0, NULL)};
    (void)state;
    for (size_t i = 0; i < COUNT(life); i++) {
        assert_steady_rate(life[i], 1.0, 20000);
        assert_steady_rate(life[i], 9.0, 10000);
        assert_steady_rate(life[i], 500.0, 300);
    }
    law_shelf_release(&shelf);
}

/* New units reach the same rate once they are old. */
static void new_fleet_reaches_its_rate(void **state)
{
    static const double shapes[] = {0.7, 1.5};
    (void)state;
    for (size_t s = 0; s < COUNT(shapes); s++) {
        struct fixture fixture = {0};
        struct sum sum = {0};
        fixture_init(&fixture, weibull(shapes[s]), 7.0, AGE_NEW, RENEW_REPLACE);
        for (int t = 0; t < 2000; t++) {
            begin(&fixture, t);
            (void)count_until(&fixture, 100.0 * mean_h);
            sum_add(&sum, count_until(&fixture, 130.0 * mean_h));
        }
        assert_mean(&sum, 7.0 * 30.0, sum_variance(&sum));
        fixture_release(&fixture);
    }
}

/* Failures of n units that stay as old as they are: Poisson with mean n (H(a + x) - H(a)), independent from span to
 * span. */
static void assert_minimal_is_poisson(double shape, enum cause_age age)
{
    enum { TRIALS = 40000 };
    const double units = 12.0, half_h = 100.0;
    struct fixture fixture = {0};
    struct sum early = {0}, late = {0}, product = {0}, square = {0}, none = {0};
    fixture_init(&fixture, weibull(shape), units, age, RENEW_MINIMAL);
    double scale = weibull_scale(shape), a = age == AGE_NEW ? 0.0 : fixture.cause.age_h;
    double at[3] = {pow(a / scale, shape), pow((a + half_h) / scale, shape), pow((a + 2.0 * half_h) / scale, shape)};
    double mean0 = units * (at[1] - at[0]), mean1 = units * (at[2] - at[1]);
    assert_null(fixture.clock.heap);
    for (int t = 0; t < TRIALS; t++) {
        begin(&fixture, t);
        double n0 = count_until(&fixture, half_h), n1 = count_until(&fixture, 2.0 * half_h);
        sum_add(&early, n0);
        sum_add(&late, n1);
        sum_add(&square, (n0 - mean0) * (n0 - mean0));
        sum_add(&product, (n0 - mean0) * (n1 - mean1));
        sum_add(&none, n0 == 0.0);
    }
    assert_mean(&early, mean0, mean0);
    assert_mean(&late, mean1, mean1);
    assert_mean(&square, mean0, mean0 + 2.0 * mean0 * mean0);
    assert_mean(&product, 0.0, mean0 * mean1);
    assert_mean(&none, exp(-mean0), exp(-mean0) * (1.0 - exp(-mean0)));
    fixture_release(&fixture);
}

static void minimal_repair_is_a_poisson_process(void **state)
{
    (void)state;
    assert_minimal_is_poisson(0.7, AGE_NEW);
    assert_minimal_is_poisson(1.5, AGE_NEW);
    assert_minimal_is_poisson(0.7, AGE_HOURS);
    assert_minimal_is_poisson(1.5, AGE_HOURS);
}

/* Units that all last 10 h: three failures at a time, whatever the order of ties. */
static void constant_lives_end_together(void **state)
{
    struct fixture fixture = {0};
    (void)state;
    fixture_init(&fixture, law_constant(10.0), 3.0, AGE_NEW, RENEW_REPLACE);
    for (int t = 0; t < 3; t++) {
        begin(&fixture, t);
        for (int k = 0; k < 30; k++)
            assert_true(fire(&fixture) == 10.0 * (k / 3 + 1));
    }
    fixture_release(&fixture);
}

/* A trial does not depend on those played before it. */
static void begin_starts_over(void **state)
{
    static const enum cause_renew renews[] = {RENEW_REPLACE, RENEW_MINIMAL};
    (void)state;
    for (size_t r = 0; r < COUNT(renews); r++) {
        struct fixture fixture = {0};
        double at_h[50];
        fixture_init(&fixture, weibull(1.5), 6.0, AGE_NEW, renews[r]);
        begin(&fixture, 17);
        for (int k = 0; k < 50; k++)
            at_h[k] = fire(&fixture);
        begin(&fixture, 18);
        assert_true(fixture.clock.next_h != at_h[0]);
        (void)count_until(&fixture, 5.0 * mean_h);
        clock_move(&fixture.clock, 5.0 * mean_h);
        begin(&fixture, 17);
        for (int k = 0; k < 50; k++)
            assert_true(fire(&fixture) == at_h[k]);
        fixture_release(&fixture);
    }
}

/* ---- a plain simulation of independent units, with a generator and inverses of its own ---- */

static double plain_uniform(uint64_t *generator)
{
    uint64_t x = *generator += 0x9e3779b97f4a7c15; /* splitmix64: S. Vigna's constants */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return ((double)((x ^ (x >> 31)) >> 12) + 0.5) * 0x1p-52;
}

static double plain_life(uint64_t *generator, double shape)
{
    return weibull_scale(shape) * pow(-log(plain_uniform(generator)), 1.0 / shape);
}

/* What is left of a unit's life: aged by lives end to end for 40 means, or drawn until it outlives its age. */
static double plain_rest(uint64_t *generator, double shape, enum cause_age age, double age_h)
{
    double x = plain_life(generator, shape), from_h = age == AGE_STEADY ? 40.0 * mean_h : age_h;
    while (age != AGE_NEW && x <= from_h)
        x = age == AGE_STEADY ? x + plain_life(generator, shape) : plain_life(generator, shape);
    return age == AGE_NEW ? x : x - from_h;
}

enum { UNITS = 4, FAILURES = 20, SAMPLE = 15000 };
static const int failures_compared[] = {1, 2, 3, 4, 5, 8, 13, 20};

/* at[k * SAMPLE + t]: moment of failure k of trial t. */
static void simulate_plainly(double shape, enum cause_age age, double age_h, double *at)
{
    uint64_t generator = 20240607;
    for (int t = 0; t < SAMPLE; t++) {
        double next[UNITS];
        for (int u = 0; u < UNITS; u++)
            next[u] = plain_rest(&generator, shape, age, age_h);
        for (int k = 0; k < FAILURES; k++) {
            int first = 0;
            for (int u = 1; u < UNITS; u++)
                first = next[u] < next[first] ? u : first;
            at[k * SAMPLE + t] = next[first];
            next[first] += plain_life(&generator, shape);
        }
    }
}

static void simulate_by_clock(struct fixture *fixture, double *at)
{
    for (int t = 0; t < SAMPLE; t++) {
        begin(fixture, t);
        for (int k = 0; k < FAILURES; k++)
            at[k * SAMPLE + t] = fire(fixture);
    }
}

/* The same after two mean lives and a move: other machines, aged as those of the start. */
static void simulate_after_move(struct fixture *fixture, double *at)
{
    for (int t = 0; t < SAMPLE; t++) {
        begin(fixture, SAMPLE + t);
        (void)count_until(fixture, 2.0 * mean_h);
        clock_move(&fixture->clock, 2.0 * mean_h);
        assert_true(fixture->clock.next_h >= 2.0 * mean_h);
        for (int k = 0; k < FAILURES; k++)
            at[k * SAMPLE + t] = fire(fixture) - 2.0 * mean_h;
    }
}

static void assert_same_failures(double *a, double *b)
{
    for (size_t i = 0; i < COUNT(failures_compared); i++) {
        int k = failures_compared[i];
        double *left = a + (k - 1) * SAMPLE, *right = b + (k - 1) * SAMPLE;
        struct sum of_left = {0}, of_right = {0};
        for (int t = 0; t < SAMPLE; t++) {
            sum_add(&of_left, left[t]);
            sum_add(&of_right, right[t]);
        }
        assert_mean(&of_left, sum_mean(&of_right), sum_variance(&of_left) + sum_variance(&of_right));
        assert_same_law(left, right, SAMPLE, k);
    }
}

static void failures_are_those_of_independent_units(void **state)
{
    static const double shapes[] = {0.7, 1.5};
    static const enum cause_age ages[] = {AGE_NEW, AGE_STEADY, AGE_HOURS};
    double *a = mem_new(FAILURES * SAMPLE, sizeof *a), *b = mem_new(FAILURES * SAMPLE, sizeof *b);
    (void)state;
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t g = 0; g < COUNT(ages); g++) {
            struct fixture fixture = {0};
            fixture_init(&fixture, weibull(shapes[s]), UNITS, ages[g], RENEW_REPLACE);
            simulate_plainly(shapes[s], ages[g], fixture.cause.age_h, b);
            simulate_by_clock(&fixture, a);
            assert_same_failures(a, b);
            simulate_after_move(&fixture, a);
            assert_same_failures(a, b);
            fixture_release(&fixture);
        }
    free(a);
    free(b);
}

/* ---- moves and renewal ---- */

static void move_redraws_machines_only(void **state)
{
    static const enum cause_unit units[] = {UNIT_CARD, UNIT_NODE, UNIT_SWITCH, UNIT_JOB};
    static const enum cause_renew renews[] = {RENEW_REPLACE, RENEW_MINIMAL, RENEW_START};
    (void)state;
    for (size_t u = 0; u < COUNT(units); u++)
        for (size_t r = 0; r < COUNT(renews); r++)
            for (int exponential = 0; exponential < 2; exponential++) {
                struct fixture fixture = {0};
                bool machine = units[u] == UNIT_CARD || units[u] == UNIT_NODE;
                fixture_init(&fixture, exponential ? law_exponential(mean_h) : weibull(0.7), 5.0, AGE_NEW, renews[r]);
                fixture.cause.unit = units[u];
                begin(&fixture, 1);
                for (int k = 0; k < 3 && isfinite(fixture.clock.next_h); k++)
                    (void)fire(&fixture);
                double next_h = fixture.clock.next_h, moved_h = 0.5 * mean_h;
                clock_move(&fixture.clock, moved_h);
                if (machine && !exponential && renews[r] != RENEW_START) {
                    assert_true(fixture.clock.next_h != next_h && fixture.clock.next_h >= moved_h);
                    assert_int_equal(fixture.clock.heaped, 0);
                } else {
                    assert_true(fixture.clock.next_h == next_h);
                }
                fixture_release(&fixture);
            }
}

/* RENEW_START: the first clock is as old as `age` says; then none until a renewal, at which all n units are new. */
static void assert_start_renews_all(double shape, enum cause_age age)
{
    enum { TRIALS = 40000 };
    const double units = 16.0, restart_h = 3.0;
    struct fixture fixture = {0}, other = {0};
    struct sum after_fire = {0}, after_other = {0};
    double k = shape, least = weibull_scale(k) * pow(units, -1.0 / k);
    double g1 = tgamma(1.0 + 1.0 / k), variance = least * least * (tgamma(1.0 + 2.0 / k) - g1 * g1);
    fixture_init(&fixture, weibull(shape), units, age, RENEW_START);
    fixture_init(&other, weibull(shape), units, age, RENEW_REPLACE);
    for (int t = 0; t < TRIALS; t++) {
        begin(&fixture, t);
        begin(&other, t);
        assert_true(fixture.clock.next_h == other.clock.next_h);
        double at_h = fire(&fixture);
        assert_true(isinf(fixture.clock.next_h));
        clock_renew(&fixture.clock, at_h + restart_h);
        sum_add(&after_fire, fixture.clock.next_h - at_h - restart_h);
        clock_renew(&fixture.clock, at_h + 2.0 * restart_h);
        sum_add(&after_other, fixture.clock.next_h - at_h - 2.0 * restart_h);
    }
    assert_mean(&after_fire, least * g1, variance);
    assert_mean(&after_other, least * g1, variance);
    fixture_release(&fixture);
    fixture_release(&other);
}

static void start_renews_all_units(void **state)
{
    (void)state;
    assert_start_renews_all(0.7, AGE_NEW);
    assert_start_renews_all(1.5, AGE_STEADY);
    assert_start_renews_all(1.5, AGE_HOURS);
}

static void renew_leaves_others_alone(void **state)
{
    static const enum cause_renew renews[] = {RENEW_REPLACE, RENEW_MINIMAL};
    (void)state;
    for (size_t r = 0; r < COUNT(renews); r++) {
        struct fixture fixture = {0};
        fixture_init(&fixture, weibull(0.7), 5.0, AGE_NEW, renews[r]);
        begin(&fixture, 0);
        double next_h = fixture.clock.next_h;
        clock_renew(&fixture.clock, 0.1 * next_h);
        assert_true(fixture.clock.next_h == next_h);
        fixture_release(&fixture);
    }
    struct fixture merged = {0};
    fixture_init(&merged, law_exponential(mean_h), 5.0, AGE_NEW, RENEW_START);
    begin(&merged, 0);
    double next_h = merged.clock.next_h;
    clock_renew(&merged.clock, 0.1 * next_h);
    assert_true(merged.clock.next_h == next_h);
    fixture_release(&merged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_failure_of_new_units),
        cmocka_unit_test(first_failure_of_a_steady_fleet),
        cmocka_unit_test(residual_scale_multiplies),
        cmocka_unit_test(age_in_hours_conditions_on_survival),
        cmocka_unit_test(merged_units_are_a_poisson_process),
        cmocka_unit_test(steady_fleet_fails_at_its_rate),
        cmocka_unit_test(new_fleet_reaches_its_rate),
        cmocka_unit_test(minimal_repair_is_a_poisson_process),
        cmocka_unit_test(constant_lives_end_together),
        cmocka_unit_test(begin_starts_over),
        cmocka_unit_test(failures_are_those_of_independent_units),
        cmocka_unit_test(move_redraws_machines_only),
        cmocka_unit_test(start_renews_all_units),
        cmocka_unit_test(renew_leaves_others_alone),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
