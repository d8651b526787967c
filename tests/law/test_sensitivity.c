/* Indices, tornado and flip against models whose answers are known; correlated unknowns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/sensitivity.h"
#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const double z_most = 6.1;
static const struct metric p90_cost = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0},
                           p90_time = {.kind = METRIC_PERCENTILE, .of = METRIC_TIME, .percent = 90.0};

/* ---- a scenario, its trials and what moves them ---- */

struct desk {
    struct study study;
    struct point base;
    struct sensitivity found;
};

static void refuse(int code, struct err *err)
{
    if (code) {
        err_print_faults(err, stderr, false);
        fail_msg("a study fails");
    }
    err_release(err);
}

static void desk_open(struct desk *desk, uint64_t seed, long trials, int threads, const char *text)
{
    struct err err = {0};
    *desk = (struct desk){.study = {.name = mem_copy("test.yaml"), .text = mem_copy(text), .threads = threads}};
    desk->study.options.has_seed = true;
    desk->study.options.seed = seed;
    desk->study.engine.trials = trials;
    refuse(study_play(&desk->study, NULL, 0, false, &desk->base, &err), &err);
}

static void desk_ask(struct desk *desk, uint64_t seed, long trials, const struct metric *metric, const char *text)
{
    struct err err = {0};
    desk_open(desk, seed, trials, 1, text); /* many short runs: threads would wait for each other */
    refuse(sensitivity_make(&desk->study, &desk->base, metric, &desk->found, &err), &err);
}

static void desk_close(struct desk *desk)
{
    sensitivity_release(&desk->found);
    point_release(&desk->base);
    study_close(&desk->study);
}

/* The influence of the unknown with this path. */
static const struct influence *influence_of(const struct desk *desk, int plan, const char *path)
{
    const struct sensitivity_plan *p = &desk->found.plan[plan];
    for (int i = 0; i < p->n; i++)
        if (strcmp(desk->base.scenario->unknowns.of[p->of[i].unknown].path, path) == 0)
            return &p->of[i];
    fail_msg("no influence of %s", path);
    return NULL;
}

/* The metric of a plan with one more setting. */
static struct estimate with_set(const struct desk *desk, const char *set, const struct metric *metric, int plan)
{
    struct err err = {0};
    struct point point;
    refuse(study_play(&desk->study, &set, 1, false, &point, &err), &err);
    struct estimate e = metric_value(metric, &point.result.plan[plan]);
    point_release(&point);
    return e;
}

static void same_estimate(const char *what, struct estimate a, struct estimate b)
{
    lab_same(what, a.value, b.value, 1e-9);
    lab_same(what, a.low, b.low, 1e-9);
    lab_same(what, a.high, b.high, 1e-9);
}

/* ---- a sum of independent unknowns ---- */

/* 100 h at 1 to 3 USD, 2 h at 30 to 110 USD, 500 GB at 0.1 to 0.3 USD: ranges of 200, 160 and 100 USD. */
#define SUM                                                                                                            \
    "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\n"                                                     \
    "labor: {rate: \"uniform(30, 110) USD/hour\", setup: 2 h}\negress: \"uniform(0.1, 0.3) USD/GB\"\n"                 \
    "checkpoint: {every: none, size: 500 GB, bandwidth: 10 GB/s}\n"

static const struct {
    const char *path;
    double width;
} parts[] = {{"price", 200.0}, {"labor.rate", 160.0}, {"egress", 100.0}};

static double share_of_part(size_t i)
{
    double all = 0.0;
    for (size_t k = 0; k < COUNT(parts); k++)
        all += parts[k].width * parts[k].width;
    return parts[i].width * parts[i].width / all;
}

/* Shares of variance are those of the squared ranges, less what stays within a bin: 1/bins^2. Without events all of
 * the spread is ignorance. */
static void shares_of_a_sum(void **state)
{
    enum { ROUNDS = 30, TRIALS_EACH = 10000, BINS = 50 };
    (void)state;
    double first[COUNT(parts)][ROUNDS];
    int held[COUNT(parts)] = {0};
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct desk desk;
        desk_ask(&desk, 100 + round, TRIALS_EACH, &p90_cost, SUM);
        const struct sensitivity_plan *plan = &desk.found.plan[0];
        assert_true(plan->known && plan->n == COUNT(parts) && desk.found.trials == TRIALS_EACH);
        assert_true(plan->ignorance.value > 1.0 - 1e-12 && plan->ignorance.high <= 1.0);
        for (size_t i = 0; i < COUNT(parts); i++) {
            const struct influence *f = influence_of(&desk, 0, parts[i].path);
            assert_int_equal(f - plan->of, i); /* the largest move first */
            assert_true(f->above_noise && f->rank.low > 0.0);
            first[i][round] = f->first.value;
            held[i] += f->first.low <= share_of_part(i) && share_of_part(i) <= f->first.high;
        }
        desk_close(&desk);
    }
    for (size_t i = 0; i < COUNT(parts); i++) {
        double share = share_of_part(i);
        lab_mean_within(parts[i].path, first[i], ROUNDS, share * (1.0 - 1.0 / BINS / BINS), share);
        lab_within("intervals that hold the share", held[i], 20.0, ROUNDS);
    }
}

/* ---- ranks ---- */

/* P(D < d) of the difference of two uniform draws from a range of width w. */
static double difference_below(double d, double w)
{
    double x = fmax(-1.0, fmin(1.0, d / w));
    return x < 0.0 ? 0.5 * (1.0 + x) * (1.0 + x) : 1.0 - 0.5 * (1.0 - x) * (1.0 - x);
}

/* Spearman's correlation of a uniform summand of width a with its sum with one of width b: 12 E(U F(Y)) - 3. */
static double rank_of_summand(double a, double b)
{
    enum { STEPS = 1000 };
    double sum = 0.0;
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < STEPS; k++)
            sum += (i + 0.5) / STEPS * difference_below(a * (i - k) / STEPS, b);
    return 12.0 * sum / STEPS / STEPS - 3.0;
}

static void ranks_of_a_sum(void **state)
{
    enum { ROUNDS = 30, TRIALS_EACH = 4000 };
    static const char text[] = "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\n"
                               "labor: {rate: \"uniform(30, 110) USD/hour\", setup: 2 h}\n";
    (void)state;
    double price[ROUNDS], rate[ROUNDS];
    int held = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct desk desk;
        desk_ask(&desk, 300 + round, TRIALS_EACH, &p90_cost, text);
        struct estimate r = influence_of(&desk, 0, "price")->rank;
        price[round] = r.value;
        rate[round] = influence_of(&desk, 0, "labor.rate")->rank.value;
        held += r.low <= rank_of_summand(200.0, 160.0) && rank_of_summand(200.0, 160.0) <= r.high;
        desk_close(&desk);
    }
    lab_mean("rank correlation of the price", price, ROUNDS, rank_of_summand(200.0, 160.0));
    lab_mean("rank correlation of the rate", rate, ROUNDS, rank_of_summand(160.0, 200.0));
    lab_within("intervals that hold the rank correlation", held, 20.0, ROUNDS);
}

/* One unknown alone: everything is 1, with the sign of its influence. */
static void one_unknown_explains_all(void **state)
{
    static const struct {
        const char *text;
        double sign;
    } row[] = {
        {"work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\n", 1.0},
        {"work: 100 GPU-hours\nprice: $3/GPU-hour\ncredits: \"uniform(10, 90) USD\"\n", -1.0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct desk desk;
        desk_ask(&desk, 1, 5000, &p90_cost, row[i].text);
        const struct influence *f = &desk.found.plan[0].of[0];
        assert_int_equal(desk.found.plan[0].n, 1);
        lab_same("rank correlation", f->rank.value, row[i].sign, 1e-12);
        lab_same("regression on ranks", f->regression, row[i].sign, 1e-6);
        lab_within("first-order share", f->first.value, 0.9995, 1.0);
        assert_true(desk.found.plan[0].ignorance.value > 1.0 - 1e-12);
        desk_close(&desk);
    }
}

/* Skewed unknowns too, and with few trials: the bins must not hide what varies within them. */
static void a_skewed_unknown_explains_all(void **state)
{
    static const long trials[] = {1000, 2000, 5000, 20000};
    (void)state;
    for (size_t i = 0; i < COUNT(trials); i++) {
        struct desk desk;
        desk_ask(&desk, 1, trials[i], &p90_cost, "work: 100 GPU-hours\nprice: 1 to 4 USD/GPU-hour\n");
        lab_within("first-order share", desk.found.plan[0].of[0].first.value, 0.98, 1.0);
        desk_close(&desk);
    }
}

static void ranks_share_ties(void **state)
{
    static const double values[] = {3.0, 1.0, 3.0, -2.0, 3.0, 1.0, INFINITY, INFINITY, 0.0, -0.0};
    static const double ranks[] = {6.0, 3.5, 6.0, 0.0, 6.0, 3.5, 8.5, 8.5, 1.5, 1.5};
    (void)state;
    double rank[COUNT(values)];
    sensitivity_ranks(values, COUNT(values), rank);
    for (size_t i = 0; i < COUNT(values); i++)
        assert_true(rank[i] == ranks[i]);
    static const double equal[] = {7.0, 7.0, 7.0, 7.0};
    sensitivity_ranks(equal, 4, rank);
    for (int i = 0; i < 4; i++)
        assert_true(rank[i] == 1.5);
    sensitivity_ranks(values, 1, rank);
    assert_true(rank[0] == 0.0);
}

/* ---- the estimator alone ---- */

/* Excess of a beta variable over its mean, as the cut at 0 leaves it. */
struct excess {
    double k, m;
};

static double excess_density(double b, void *context)
{
    const struct excess *e = context;
    double chance = e->k / (e->k + e->m);
    return (b - chance) / (1.0 - chance) * gsl_ran_beta_pdf(b, 0.5 * e->k, 0.5 * e->m);
}

/* An x that is independent of a normal y: between the bins lies a beta variable of the variance. It exceeds the noise
 * in 5% of cases, is cut to 0 in as many as stay below their mean, and what is left has the mean of the rest. */
static void independent_x_is_noise(void **state)
{
    enum { ROUNDS = 1000, DEGREES = 2 /* of freedom in a bin: its mean */ };
    static const long trials[] = {100, 1000, 2500};
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    gsl_rng_set(rng, 7);
    for (size_t i = 0; i < COUNT(trials); i++) {
        long n = trials[i], bins = n / 100 < 10 ? 10 : n / 100, above = 0, zero = 0;
        double *x = mem_new((size_t)n, sizeof *x), *y = mem_new((size_t)n, sizeof *y), first[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            double noise;
            for (long t = 0; t < n; t++) {
                x[t] = gsl_rng_uniform(rng);
                y[t] = 1000.0 + gsl_ran_gaussian(rng, 1.0);
            }
            first[round] = sensitivity_first(x, y, n, &noise);
            assert_true(first[round] >= 0.0 && noise > 0.0 && noise < 1.0);
            above += first[round] > noise;
            zero += first[round] == 0.0;
        }
        struct excess e = {(double)(DEGREES * bins - 1), (double)(n - DEGREES * bins)};
        gsl_function f = {excess_density, &e};
        double mean, error;
        gsl_integration_qag(&f, e.k / (e.k + e.m), 1.0, 0.0, 1e-9, 1000, GSL_INTEG_GAUSS31, space, &mean, &error);
        lab_count("above the noise", above, ROUNDS, 0.05);
        lab_count("cut to 0", zero, ROUNDS, gsl_cdf_beta_P(e.k / (e.k + e.m), 0.5 * e.k, 0.5 * e.m));
        lab_mean("what is left of an independent x", first, ROUNDS, mean);
        free(x);
        free(y);
    }
    gsl_integration_workspace_free(space);
    gsl_rng_free(rng);
}

/* A step of x, the same in every bin: no bias at all, whatever the share. */
static void steps_are_shared_without_bias(void **state)
{
    enum { ROUNDS = 1000, TRIALS_EACH = 500 };
    static const double size[] = {0.5, 1.0, 3.0};
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 8);
    for (size_t i = 0; i < COUNT(size); i++) {
        double x[TRIALS_EACH], y[TRIALS_EACH], first[ROUNDS], noise;
        for (int round = 0; round < ROUNDS; round++) {
            for (int t = 0; t < TRIALS_EACH; t++) {
                x[t] = (t * 7) % TRIALS_EACH; /* each rank once: ten bins, five below the step */
                y[t] = gsl_ran_gaussian(rng, 1.0) + (x[t] < TRIALS_EACH / 2 ? 0.0 : size[i]);
            }
            first[round] = sensitivity_first(x, y, TRIALS_EACH, &noise);
        }
        double between = 0.25 * size[i] * size[i], error, mean = lab_average(first, ROUNDS, &error);
        /* Exact but for the ratio's own bias, of the order of 1/n. */
        lab_within("share of a step", mean - between / (1.0 + between), -z_most * error - 0.001,
                   z_most * error + 0.001);
    }
    gsl_rng_free(rng);
}

static void what_never_varies_has_no_share(void **state)
{
    (void)state;
    double x[200], y[200], noise;
    for (int i = 0; i < 200; i++) {
        x[i] = i;
        y[i] = 5.0;
    }
    assert_true(sensitivity_first(x, y, 200, &noise) == 0.0);
}

/* ---- ignorance and luck ---- */

/* A price known from 1 to 3 USD, and a wait of 50 h on average that is billed: cost = price x (100 + wait). The price
 * alone carries Var(p) 150^2 of E(p^2) (150^2 + 50^2) - (2 x 150)^2. */
static void ignorance_of_a_mixture(void **state)
{
    enum { ROUNDS = 60, TRIALS_EACH = 4000 };
    static const char text[] = "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\nbill_queue: yes\n"
                               "queue: exponential(50 h)\n";
    (void)state;
    double known = 1.0 / 3.0 * 22500.0, all = (4.0 + 1.0 / 3.0) * 25000.0 - 90000.0, share = known / all;
    double ignorance[ROUNDS], first[ROUNDS];
    int held = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct desk desk;
        desk_ask(&desk, 500 + round, TRIALS_EACH, &p90_cost, text);
        struct estimate e = desk.found.plan[0].ignorance;
        ignorance[round] = e.value;
        held += e.low <= share && share <= e.high;
        first[round] = desk.found.plan[0].of[0].first.value;
        desk_close(&desk);
    }
    lab_mean("ignorance of a mixture", ignorance, ROUNDS, share);
    lab_mean_within("first-order share of a mixture", first, ROUNDS, share * (1.0 - 1.0 / 1600.0), share);
    lab_within("intervals that hold the ignorance", held, 44.0, ROUNDS);
}

/* Nothing but events: an unknown that does nothing, and none at all. */
static void events_alone_are_luck(void **state)
{
    static const char *const text[] = {
        "work: 100 GPU-hours\nprice: $2/GPU-hour\ncheckpoint: {every: 5 h, write: 6 min}\nrestart: exponential(1 h)\n"
        "failures: {job: 20 h}\npower: \"uniform(300 W, 500 W)\"\n",
        "work: 100 GPU-hours\nprice: $2/GPU-hour\ncheckpoint: {every: 5 h, write: 6 min}\nrestart: exponential(1 h)\n"
        "failures: {job: 20 h}\n"};
    enum { ROUNDS = 100, TRIALS_EACH = 1000 };
    (void)state;
    for (size_t i = 0; i < COUNT(text); i++) {
        int above = 0, zero = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            struct desk desk;
            desk_ask(&desk, 700 + round, TRIALS_EACH, &p90_time, text[i]);
            const struct sensitivity_plan *plan = &desk.found.plan[0];
            assert_int_equal(plan->n, i == 0);
            lab_within("ignorance", plan->ignorance.value, 0.0, z_most / sqrt(TRIALS_EACH));
            above += plan->ignorance.low > 0.0;
            zero += plan->ignorance.value == 0.0;
            if (i == 0) {
                assert_true(plan->of[0].low.value == plan->of[0].high.value);
                assert_true(plan->of[0].first.value >= 0.0);
            }
            desk_close(&desk);
        }
        lab_count("ignorance where there is none", above, ROUNDS, 0.025);
        lab_count("halves below 0", zero, ROUNDS, 0.5);
    }
}

/* Too few trials for indices: nothing is said, and not that there is none. */
static void few_trials_say_nothing(void **state)
{
    (void)state;
    struct desk desk;
    desk_ask(&desk, 1, 50, &p90_cost, SUM);
    assert_true(isnan(desk.found.plan[0].ignorance.value));
    for (int i = 0; i < desk.found.plan[0].n; i++)
        assert_true(isnan(desk.found.plan[0].of[i].rank.value) && !desk.found.plan[0].of[i].above_noise);
    assert_true(desk.found.plan[0].of[0].high.value > desk.found.plan[0].of[0].low.value);
    desk_close(&desk);
}

/* ---- the tornado ---- */

/* A value held is a value set, with events and other unknowns around it. */
static void held_is_the_same_as_set(void **state)
{
    static const char text[] = "work: 300 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\nbilling: per hour\n"
                               "checkpoint: {every: 2 h, write: \"uniform(1 min, 6 min)\"}\n"
                               "startup: 1 min to 30 min\nrestart: 5 min to 20 min\nrequeue: 1 h to 3 h\n"
                               "preemption: 10 h to 30 h\nfailures: {job: 20 h to 60 h}\n";
    static const struct {
        const char *path, *key, *unit;
        double x_low, x_high; /* NAN: a lognormal law's */
    } row[] = {
        {"price", "price", "USD/GPU-hour", 1.2, 2.8},
        {"checkpoint.write", "checkpoint.write", "h", 0.025, 5.5 / 60.0},
        {"preemption", "preemption", "h", NAN, NAN},
        {"failures.job.every", "failures.job.every", "h", NAN, NAN},
    };
    const struct metric *const metrics[] = {&p90_cost, &p90_time};
    (void)state;
    for (size_t m = 0; m < COUNT(metrics); m++) {
        struct desk desk;
        desk_ask(&desk, 3, 2000, metrics[m], text);
        for (size_t i = 0; i < COUNT(row); i++) {
            const struct influence *f = influence_of(&desk, 0, row[i].path);
            for (int side = 0; side < 2; side++) {
                double x = side ? f->x_high : f->x_low, exact = side ? row[i].x_high : row[i].x_low;
                char *set = mem_format("%s=%.17g %s", row[i].key, x, row[i].unit);
                if (!isnan(exact))
                    lab_same(row[i].path, x, exact, 1e-12);
                same_estimate(set, side ? f->high : f->low, with_set(&desk, set, metrics[m], 0));
                free(set);
            }
        }
        double z = gsl_cdf_ugaussian_Pinv(0.9) / gsl_cdf_ugaussian_Pinv(0.95);
        lab_same("P90 of a range", influence_of(&desk, 0, "preemption")->x_high, sqrt(300.0) * pow(3.0, 0.5 * z), 1e-9);
        for (int i = 1; i < desk.found.plan[0].n; i++) {
            const struct influence *a = &desk.found.plan[0].of[i - 1], *b = &desk.found.plan[0].of[i];
            assert_true(fabs(a->high.value - a->low.value) >= fabs(b->high.value - b->low.value));
        }
        struct estimate whole = metric_value(metrics[m], &desk.base.result.plan[0]);
        assert_true(desk.found.plan[0].value.value == whole.value);
        desk_close(&desk);
    }
}

/* Of a sum of known ranges: P90 with the price held is that price's cost and the P90 of the rest. */
static void the_tornado_of_a_sum(void **state)
{
    enum { TRIALS_EACH = 20000 };
    (void)state;
    struct desk desk;
    desk_ask(&desk, 4, TRIALS_EACH, &p90_cost, SUM);
    /* The rest: ranges of 160 and 100 USD, of which the largest tenth is a triangle of half 0.1 x 160 x 100 x 2. */
    double rest = 110.0 + 260.0 - sqrt(0.2 * 160.0 * 100.0), half = 3.0;
    const struct influence *f = influence_of(&desk, 0, "price");
    lab_within("P90 at the P10 of the price", f->low.value, 120.0 + rest - half, 120.0 + rest + half);
    lab_within("P90 at the P90 of the price", f->high.value, 280.0 + rest - half, 280.0 + rest + half);
    lab_same("the move of the price", f->high.value - f->low.value, 160.0, 1e-9);
    assert_true(f->low.low <= f->low.value && f->low.value <= f->low.high && f->low.low < f->low.high);
    desk_close(&desk);
}

/* ---- the flip ---- */

static void flips_where_the_plans_cross(void **state)
{
    static const double other[] = {1.3, 1.5, 2.0, 2.2, 2.75};
    (void)state;
    for (size_t i = 0; i < COUNT(other); i++) {
        struct desk desk;
        char *text = mem_format("work: 100 GPU-hours\nplans:\n  - {name: fixed, price: %.17g USD/GPU-hour}\n"
                                "  - name: open\n    price: \"uniform(1, 3) USD/GPU-hour\"\n",
                                other[i]);
        desk_ask(&desk, 1, 200, &p90_cost, text);
        const struct flip *flip = &desk.found.flip;
        double share = 0.5 * (other[i] - 1.0), half = 0.8 / 128.0;
        assert_true(flip->found && flip->below == 1 && flip->above == 0);
        assert_string_equal(desk.base.scenario->unknowns.of[flip->unknown].path, "price");
        lab_within("share where the choice turns", flip->share, share - half, share + half);
        lab_same("the unknown there", flip->x, 1.0 + 2.0 * flip->share, 1e-9);
        assert_true(desk.found.plan[0].n == 0 && desk.found.plan[1].n == 1);
        desk_close(&desk);
        free(text);
    }
}

static void no_flip_where_none_is(void **state)
{
    static const char *const text[] = {
        /* One is always cheaper. */
        "work: 100 GPU-hours\nplans:\n  - {name: a, price: 3.5 USD/GPU-hour}\n"
        "  - {name: b, price: \"uniform(1, 3) USD/GPU-hour\"}\n",
        /* They cross, but outside P10 and P90. */
        "work: 100 GPU-hours\nplans:\n  - {name: a, price: 2.9 USD/GPU-hour}\n"
        "  - {name: b, price: \"uniform(1, 3) USD/GPU-hour\"}\n",
        /* The unknown moves both alike. */
        "work: 100 GPU-hours\nstartup: 1 h\ndefaults: {price: \"uniform(1, 3) USD/GPU-hour\"}\n"
        "plans:\n  - {name: a}\n  - {name: b, startup: 2 h}\n",
        /* There is nothing to choose. */
        "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(text); i++) {
        struct desk desk;
        desk_ask(&desk, 1, 200, &p90_cost, text[i]);
        assert_false(desk.found.flip.found);
        desk_close(&desk);
    }
}

static void nothing_to_say_without_unknowns(void **state)
{
    (void)state;
    struct desk desk;
    desk_ask(&desk, 1, 1000, &p90_cost,
             "work: 100 GPU-hours\nprice: $2/GPU-hour\ncheckpoint: none\nfailures: {job: 500 h}\nrestart: none\n"
             "plans:\n  - {name: a}\n  - {name: b, queue: exponential(1 h)}\n  - {name: c, price: none}\n");
    for (int p = 0; p < 3; p++)
        assert_true(desk.found.plan[p].n == 0 && desk.found.plan[p].known == (p < 2));
    assert_false(desk.found.flip.found);
    desk_close(&desk);
}

/* Plans that cannot be known are left alone, and do not spoil their neighbours. */
static void unfinished_plans_are_not_known(void **state)
{
    (void)state;
    struct desk desk;
    desk_ask(&desk, 1, 1000, &p90_cost,
             "work: 24 GPU-hours\ngive_up: 60 h\nrestart: none\nprice: \"uniform(1, 3) USD/GPU-hour\"\n"
             "plans:\n  - {name: bad, failures: {job: 24 h}}\n  - {name: good, failures: {job: 1000000 h}}\n");
    assert_true(!desk.found.plan[0].known && desk.found.plan[0].n == 0);
    assert_true(desk.found.plan[1].known && desk.found.plan[1].n == 1);
    assert_true(desk.found.plan[1].ignorance.value > 0.99);
    lab_same("P90 at the P10 of the price", desk.found.plan[1].of[0].low.value, 28.8, 1e-9);
    desk_close(&desk);
}

static void threads_change_nothing(void **state)
{
    static const char text[] = "work: 300 GPU-hours\nprice: 1 to 3 USD/GPU-hour\n"
                               "correlate: [{between: [price, failures.job.every], rank: -50%}]\n"
                               "checkpoint: {every: 2 h, write: 1 min to 9 min}\nfailures: {job: 20 h to 60 h}\n"
                               "plans:\n  - {name: a}\n  - {name: b, price: 2 USD/GPU-hour, startup: 1 h}\n";
    (void)state;
    struct desk one;
    struct err err = {0};
    desk_open(&one, 9, 1500, 1, text);
    refuse(sensitivity_make(&one.study, &one.base, &p90_cost, &one.found, &err), &err);
    for (int threads = 2; threads <= 3; threads++) {
        struct desk more;
        desk_open(&more, 9, 1500, threads, text);
        refuse(sensitivity_make(&more.study, &more.base, &p90_cost, &more.found, &err), &err);
        for (int p = 0; p < 2; p++) {
            const struct sensitivity_plan *a = &one.found.plan[p], *b = &more.found.plan[p];
            assert_true(lab_same_bytes(one.base.result.trials.cost[p], more.base.result.trials.cost[p], 1500));
            assert_int_equal(a->n, b->n);
            assert_memory_equal(&a->ignorance, &b->ignorance, sizeof a->ignorance);
            for (int k = 0; k < a->n; k++) {
                assert_int_equal(a->of[k].unknown, b->of[k].unknown);
                assert_memory_equal(&a->of[k].rank, &b->of[k].rank, sizeof a->of[k].rank);
                assert_memory_equal(&a->of[k].first, &b->of[k].first, sizeof a->of[k].first);
                assert_memory_equal(&a->of[k].low, &b->of[k].low, sizeof a->of[k].low);
                assert_memory_equal(&a->of[k].high, &b->of[k].high, sizeof a->of[k].high);
            }
        }
        assert_true(one.found.flip.found == more.found.flip.found && one.found.flip.share == more.found.flip.share);
        desk_close(&more);
    }
    desk_close(&one);
}

/* ---- correlated unknowns ---- */

#define THREE                                                                                                          \
    "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\n"                                                     \
    "labor: {rate: 40 to 90 USD/hour, setup: 2 h}\negress: \"uniform(0.1, 0.3) USD/GB\"\n"                             \
    "checkpoint: {every: none, size: 500 GB, bandwidth: 10 GB/s}\n"

enum { DRAWS = 250000 };

static int unknown_of(const struct scenario *s, const char *path)
{
    for (int i = 0; i < s->unknowns.n; i++)
        if (strcmp(s->unknowns.of[i].path, path) == 0)
            return i;
    fail_msg("no unknown %s", path);
    return -1;
}

/* All draws of one unknown as shares below them. */
static double *shares_below(const struct lab *lab, const char *path, double (*cdf)(double))
{
    double *u = mem_new(DRAWS, sizeof *u), *world = mem_new((size_t)lab->scenario->unknowns.n, sizeof *world);
    int i = unknown_of(lab->scenario, path);
    for (long t = 0; t < DRAWS; t++) {
        unknowns_draw(&lab->scenario->unknowns, lab->engine.kernel, lab->scenario->seed, (uint64_t)t, NULL, world);
        u[t] = cdf(world[i]);
    }
    free(world);
    return u;
}

static double price_below(double x)
{
    return 0.5 * (x - 1.0);
}

/* From 40 to 90, P5 to P95 of a lognormal law. */
static double rate_below(double x)
{
    double z = gsl_cdf_ugaussian_Pinv(0.95);
    return gsl_cdf_ugaussian_P((log(x) - 0.5 * (log(40.0) + log(90.0))) / (0.5 * log(90.0 / 40.0) / z));
}

static double egress_below(double x)
{
    return 5.0 * (x - 0.1);
}

/* Spearman's correlation of laws known exactly: the mean of 12 (u - 1/2) (v - 1/2). */
static void check_rank(const char *what, const double *u, const double *v, double exact)
{
    double *product = mem_new(DRAWS, sizeof *product);
    for (long t = 0; t < DRAWS; t++)
        product[t] = 12.0 * (u[t] - 0.5) * (v[t] - 0.5);
    lab_mean(what, product, DRAWS, exact);
    free(product);
}

static void check_margin(const char *what, const double *u)
{
    static const double level[] = {0.001, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.999};
    for (size_t i = 0; i < COUNT(level); i++)
        lab_count(what, lab_at_most(u, DRAWS, level[i]), DRAWS, level[i]);
    for (long t = 0; t < DRAWS; t++)
        assert_true(u[t] > 0.0 && u[t] < 1.0);
}

static void ranks_come_out_as_written(void **state)
{
    static const struct {
        const char *text;
        double price_rate, price_egress, rate_egress; /* NAN: what follows from the others, not checked */
    } row[] = {
        {"", 0.0, 0.0, 0.0},
        {"correlate: [{between: [price, labor.rate], rank: 80%}]\n", 0.8, 0.0, 0.0},
        {"correlate: [{between: [labor.rate, price], rank: 0.8}]\n", 0.8, 0.0, 0.0},
        {"correlate: [{between: [price, labor.rate], rank: -0.5}]\n", -0.5, 0.0, 0.0},
        {"correlate: [{between: [\"scenario: egress\", price], rank: -99%}]\n", 0.0, -0.99, 0.0},
        {"correlate:\n  - {between: [price, labor.rate], rank: 80%}\n  - {between: [egress, labor.rate], rank: -0.5}\n",
         0.8, 0.0, -0.5},
        {"correlate:\n  - {between: [egress, labor.rate], rank: 60%}\n  - {between: [price, labor.rate], rank: 70%}\n"
         "  - {between: [price, egress], rank: 50%}\n",
         0.7, 0.5, 0.6},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        lab_open(&lab, "%s%s", THREE, row[i].text);
        double *price = shares_below(&lab, "price", price_below), *rate = shares_below(&lab, "labor.rate", rate_below),
               *egress = shares_below(&lab, "egress", egress_below);
        check_rank("rank correlation of price and rate", price, rate, row[i].price_rate);
        check_rank("rank correlation of price and egress", price, egress, row[i].price_egress);
        check_rank("rank correlation of rate and egress", rate, egress, row[i].rate_egress);
        check_margin("share of prices", price);
        check_margin("share of rates", rate);
        check_margin("share of egress", egress);
        free(price);
        free(rate);
        free(egress);
        lab_close(&lab);
    }
}

/* The tornado and the ranks on correlated unknowns: an unknown that does nothing but goes along with one that does. */
static void company_correlates_but_moves_nothing(void **state)
{
    (void)state;
    struct desk desk;
    desk_ask(&desk, 5, 20000, &p90_cost,
             "work: 100 GPU-hours\nprice: \"uniform(1, 3) USD/GPU-hour\"\npower: \"uniform(300 W, 500 W)\"\n"
             "correlate: [{between: [price, power.wall], rank: 80%}]\n");
    const struct influence *f = influence_of(&desk, 0, "power.wall");
    lab_within("rank correlation of company", f->rank.value, 0.8 - z_most * 0.004, 0.8 + z_most * 0.004);
    lab_within("its regression", f->regression, -1e-9, 1e-9);
    assert_true(f->low.value == f->high.value);
    lab_within("rank correlation of the price", influence_of(&desk, 0, "price")->rank.value, 1.0 - 1e-9, 1.0);
    desk_close(&desk);
}

static void contradictions_are_refused(void **state)
{
    static const struct {
        const char *text;
        int line, col;
        const char *words;
    } row[] = {
        {"correlate:\n  - {between: [price, labor.rate], rank: 80%}\n  - {between: [egress, labor.rate], rank: 80%}\n"
         "  - {between: [price, egress], rank: -80%}\n",
         7, 3, "contradict"},
        {"correlate:\n  - {between: [price, price], rank: 80%}\n", 7, 5, "itself"},
        {"correlate:\n  - {between: [price, \"scenario: price\"], rank: 80%}\n", 7, 5, "itself"},
        {"correlate:\n  - {between: [price, prices], rank: 80%}\n", 7, 23, "no unknown"},
        {"correlate:\n  - {between: [work, price], rank: 80%}\n", 7, 16, "no unknown"},
        {"correlate:\n  - {between: [\"nobody: price\", egress], rank: 80%}\n", 7, 16, "no unknown"},
        {"correlate:\n  - {between: [price, labor.rate], rank: 80%}\n  - {between: [labor.rate, price], rank: 10%}\n",
         8, 5, "already"},
        {"correlate:\n  - {between: [price, labor.rate], rank: 100%}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate], rank: -1}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate], rank: --0.5}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate], rank: nan}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate], rank: 0.1 to 0.5}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate]}\n", 7, 0, "rank"},
        {"correlate:\n  - {between: [price, labor.rate], rank: 80%, ranks: 3}\n", 7, 0, "ranks"},
        {"correlate:\n  - {between: [price], rank: 80%}\n", 7, 5, "two unknowns"},
        {"correlate:\n  - {between: [price, egress, labor.rate], rank: 80%}\n", 7, 5, "two unknowns"},
        {"correlate:\n  - {between: price, rank: 80%}\n", 7, 5, "two unknowns"},
        {"correlate:\n  - 80%\n", 7, 5, ""},
        {"correlate: {between: [price, labor.rate], rank: 80%}\n", 6, 12, "list"},
        {"correlate: 80%\n", 6, 12, "list"},
    };
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct err err = {0};
        char *text = mem_format("work: 100 GPU-hours\nprice: 1 to 3 USD/GPU-hour\n"
                                "labor: {rate: 40 to 90 USD/hour, setup: 2 h}\negress: 0.1 to 0.3 USD/GB\n"
                                "checkpoint: {every: none, size: 500 GB, bandwidth: 10 GB/s}\n%s",
                                row[i].text);
        struct scenario *s = scenario_parse("test.yaml", text, NULL, NULL, &err);
        const struct fault *f = &err.fault[0];
        if (s || err.code != ERR_INPUT || f->at.line != row[i].line || (row[i].col > 0 && f->at.col != row[i].col) ||
            !strstr(f->text, row[i].words) || !f->hint) {
            print_error("%s: %s%d:%d %s\n", row[i].text, s ? "accepted " : "", f->at.line, f->at.col,
                        f->text ? f->text : "");
            failed++;
        }
        scenario_free(s);
        err_release(&err);
        free(text);
    }
    assert_int_equal(failed, 0);
}

/* The same path twice: the owner tells them apart. */
static const char two_owners[] = "work: 100 GPU-hours\nfailures: {job: 100 h to 300 h}\nrestart: 1 min to 9 min\n"
                                 "checkpoint: {every: 1 h, write: 1 min}\n"
                                 "correlate:\n  - {between: [\"a: price\", \"b, c: price\"], rank: 80%}\n"
                                 "  - {between: [\"b, c: price\", failures.job.every], rank: -0.5}\n"
                                 "plans:\n  - {name: a, price: 1 to 2 USD/GPU-hour}\n"
                                 "  - {name: \"b, c\", price: 2 to 3 USD/GPU-hour}\n";

static void echoes_play_the_same(void **state)
{
    (void)state;
    struct lab whole, echoed;
    lab_play(&whole, 2000, "%s", two_owners);
    char *echo = scenario_echo(whole.scenario);
    lab_play(&echoed, 2000, "%s", echo);
    char *again = scenario_echo(echoed.scenario);
    assert_string_equal(echo, again);
    assert_true(lab_same_plan(&whole, &echoed, "a") && lab_same_plan(&whole, &echoed, "b, c"));
    free(echo);
    free(again);
    lab_close(&echoed);
    lab_play(&echoed, 2000, "%s", two_owners);
    assert_true(lab_same_plan(&whole, &echoed, "a"));
    lab_close(&echoed);
    lab_close(&whole);
}

/* What is left out or held by a setting takes its correlations along; the rest goes on as it was. */
static void constants_correlate_with_nothing(void **state)
{
    static const char *set[] = {"b, c.price=$2.5/GPU-hour"}, *only[] = {"a"};
    const struct scenario_options options[] = {{.set = set, .sets = 1}, {.only = only, .onlys = 1}};
    (void)state;
    struct lab whole;
    lab_play(&whole, 500, "%s", two_owners);
    for (size_t i = 0; i < COUNT(options); i++) {
        struct lab part;
        lab_play_with(&part, 500, &options[i], 0, two_owners);
        assert_int_equal(part.scenario->plans, i == 0 ? 2 : 1);
        lab_close(&part);
    }
    lab_close(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_a_sum),
        cmocka_unit_test(ranks_of_a_sum),
        cmocka_unit_test(one_unknown_explains_all),
        cmocka_unit_test(a_skewed_unknown_explains_all),
        cmocka_unit_test(ranks_share_ties),
        cmocka_unit_test(independent_x_is_noise),
        cmocka_unit_test(steps_are_shared_without_bias),
        cmocka_unit_test(what_never_varies_has_no_share),
        cmocka_unit_test(ignorance_of_a_mixture),
        cmocka_unit_test(events_alone_are_luck),
        cmocka_unit_test(few_trials_say_nothing),
        cmocka_unit_test(held_is_the_same_as_set),
        cmocka_unit_test(the_tornado_of_a_sum),
        cmocka_unit_test(flips_where_the_plans_cross),
        cmocka_unit_test(no_flip_where_none_is),
        cmocka_unit_test(nothing_to_say_without_unknowns),
        cmocka_unit_test(unfinished_plans_are_not_known),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(ranks_come_out_as_written),
        cmocka_unit_test(company_correlates_but_moves_nothing),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(echoes_play_the_same),
        cmocka_unit_test(constants_correlate_with_nothing),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
