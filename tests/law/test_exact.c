/* Whole distributions of completion times against closed forms: reference workloads, restarts, checkpoints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>

#include "engine/summary.h"
#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Trials: a million, fewer where a trial holds a hundred failures. */
static const long million = 1000000, many = 400000, few = 200000;

/* ---- reference workloads ---- */

/* Hours of restart above what so many of them take: each lasts 15 min or until the next failure. */
static double restart_excess_h(const struct ledger *ledger)
{
    static const double rate = 1024.0 / 50000.0;
    return ledger->phase_h[PHASE_restart] + ledger->failures[0] * expm1(-rate * 0.25) / rate;
}

/* 720 chunks of 1 h and 60 s, a failure every 48.828125 h, 15 min of restart in which failures strike again. */
static void the_first_workload(void **state)
{
    (void)state;
    struct lab lab;
    double rate = 1024.0 / 50000.0, chunk_h = 1.0 + 1.0 / 60.0;
    double exact_h = 720.0 * exp(rate * 0.25) * expm1(rate * chunk_h) / rate;
    lab_same("W1", exact_h, 743.470616, 1e-9);
    lab_open_file(&lab, "bench/w1.yaml");
    lab_run(&lab, million);
    const double *time_h = lab.trials.time_h[0];
    lab_mean("W1", time_h, million, exact_h);
    lab_deviation("W1", time_h, million, 3.1898);
    lab_quantile("W1", time_h, million, 0.5, 743.3057, 5e-5);
    lab_quantile("W1", time_h, million, 0.9, 747.6586, 5e-5);
    lab_quantile("W1", time_h, million, 0.99, 751.5835, 5e-5);
    double *failures = lab_read(&lab, 0, few, lab_all_failures);
    lab_mean("failures of W1", failures, few, rate * exact_h); /* the clock never stands still */
    free(failures);
    double *excess_h = lab_read(&lab, 0, few, restart_excess_h);
    lab_mean("hours of restart of W1", excess_h, few, 0.0);
    free(excess_h);
    lab_same("hours of work of W1", lab_phase_h(&lab, 0, PHASE_compute), 720.0, 1e-9);
    lab_same("hours of writes of W1", lab_phase_h(&lab, 0, PHASE_checkpoint), 12.0, 1e-9);
    lab_close(&lab);
}

static const char second_workload[] = "work: 720 GPU-hours\n"
                                      "checkpoint: {every: 1 h, write: 60 s}\n"
                                      "preemption: 12 h\n"
                                      "requeue: lognormal(mean = 1 h, sigma = 1)\n"
                                      "restart: 15 min\n"
                                      "failures:\n"
                                      "  job:\n"
                                      "    every: weibull(shape = 0.7, mean = 48.828125 h)\n"
                                      "    age: new\n"
                                      "    renew: replace\n";

static double incarnations(const struct ledger *ledger)
{
    return 1.0 + ledger->preemptions + lab_all_failures(ledger);
}

static double preemptions(const struct ledger *ledger)
{
    return ledger->preemptions;
}

static void the_second_workload(void **state)
{
    (void)state;
    struct lab lab;
    long n = few, fewer = 20000;
    lab_open_file(&lab, "bench/w2.yaml");
    lab_run(&lab, n);
    lab_mean("W2", lab.trials.time_h[0], n, 867.3349);
    lab_quantile("W2", lab.trials.time_h[0], n, 0.9, 893.0, 0.15);
    double *begun = lab_read(&lab, 0, fewer, incarnations), *gone = lab_read(&lab, 0, fewer, preemptions);
    lab_mean_within("incarnations of W2", begun, fewer, 97.15, 97.25);
    lab_mean_within("preemptions of W2", gone, fewer, 66.65, 66.75);
    free(begun);
    free(gone);
    lab_close(&lab);
    lab_play(&lab, n, second_workload);
    lab_mean_within("W2, replaced", lab.trials.time_h[0], n, 858.42, 858.48);
    lab_close(&lab);
}

/* ---- four oracles ---- */

static void oracle_of_checkpoints(void **state)
{
    (void)state;
    struct lab lab;
    lab_play(&lab, million,
             "work: 240 GPU-hours\ncheckpoint: {every: 4 h, write: 6 min}\nrestart: none\n"
             "failures: {job: {every: 50 h, repair: 0.5 h}}\n");
    const double *time_h = lab.trials.time_h[0];
    double p = exp(-4.1 / 50.0), exact_h = 60.0 * 50.5 * expm1(4.1 / 50.0);
    lab_same("O1", exact_h, 258.931104, 1e-8);
    lab_mean("O1", time_h, million, exact_h);
    lab_deviation("O1", time_h, million, 6.525267);
    lab_count("O1 without failure", lab_at_most(time_h, million, 246.0 + 1e-6), million, pow(p, 60.0));
    lab_quantile("O1", time_h, million, 0.5, 258.2824, 5e-5);
    lab_quantile("O1", time_h, million, 0.9, 267.6554, 5e-5);
    lab_quantile("O1", time_h, million, 0.99, 276.7405, 5e-5);
    /* Failures before 60 chunks succeed: negative binomial. */
    double *failures = lab_read(&lab, 0, million, lab_all_failures);
    lab_mean("failures of O1", failures, million, 60.0 * (1.0 - p) / p);
    for (unsigned k = 0; k < 16; k++)
        lab_count("failures of O1", lab_at_most(failures, million, k), million,
                  gsl_cdf_negative_binomial_P(k, p, 60.0));
    assert_true(summary_percentile(failures, million, 50.0).value == 5.0);
    assert_true(summary_percentile(failures, million, 90.0).value == 8.0);
    assert_true(summary_percentile(failures, million, 99.0).value == 11.0);
    free(failures);
    lab_close(&lab);
    lab_play(&lab, million,
             "work: 240 GPU-hours\ncheckpoint: {every: %.17g h, write: 6 min}\nrestart: none\n"
             "failures: {job: {every: 50 h, repair: 0.5 h}}\n",
             240.0 / 78.0);
    lab_same("O1 at its best", 78.0 * 50.5 * expm1((240.0 / 78.0 + 0.1) / 50.0), 258.40025, 2e-8);
    lab_mean("O1 at its best", lab.trials.time_h[0], million, 78.0 * 50.5 * expm1((240.0 / 78.0 + 0.1) / 50.0));
    lab_close(&lab);
}

static void oracle_of_restarts(void **state)
{
    (void)state;
    struct lab lab;
    lab_play(&lab, million,
             "work: 240 GPU-hours\ncheckpoint: {every: 4 h, write: 6 min}\n"
             "failures: {job: {every: 50 h, restart: 0.5 h}}\n");
    const double *time_h = lab.trials.time_h[0];
    double exact_h = 60.0 * 50.0 * exp(0.01) * expm1(4.1 / 50.0);
    lab_same("O2", exact_h, 258.943965, 1e-8);
    lab_mean("O2", time_h, million, exact_h);
    lab_count("O2 without failure", lab_at_most(time_h, million, 246.0 + 1e-6), million, exp(-60.0 * 4.1 / 50.0));
    lab_quantile("O2", time_h, million, 0.5, 258.2948, 5e-5);
    lab_quantile("O2", time_h, million, 0.9, 267.6759, 5e-5);
    lab_quantile("O2", time_h, million, 0.99, 276.7687, 5e-5);
    lab_close(&lab);
}

static void oracles_without_checkpoint(void **state)
{
    (void)state;
    struct lab lab;
    lab_play(&lab, million, "work: 24 GPU-hours\ngive_up: 1000000 h\nrestart: none\nfailures: {job: 50 h}\n");
    const double *time_h = lab.trials.time_h[0];
    lab_mean("O3", time_h, million, 50.0 * expm1(24.0 / 50.0));
    lab_deviation("O3", time_h, million, 12.274470);
    lab_count("O3 without failure", lab_at_most(time_h, million, 24.0), million, exp(-24.0 / 50.0));
    assert_true(summary_percentile(time_h, million, 50.0).value == 24.0);
    lab_quantile("O3", time_h, million, 0.9, 46.7233, 5e-5);
    lab_quantile("O3", time_h, million, 0.99, 77.7443, 5e-5);
    lab_close(&lab);
    lab_play(&lab, million, "work: 24 GPU-hours\ngive_up: 1000000 h\nrestart: 2 h\nfailures: {job: 24 h}\n");
    time_h = lab.trials.time_h[0];
    lab_same("O4", exp(2.0 / 24.0) * 24.0 * expm1(1.0), 44.822579, 2e-8);
    lab_mean("O4", time_h, million, exp(2.0 / 24.0) * 24.0 * expm1(1.0));
    lab_count("O4 without failure", lab_at_most(time_h, million, 24.0), million, exp(-1.0));
    lab_quantile("O4", time_h, million, 0.5, 35.3684, 5e-5);
    lab_quantile("O4", time_h, million, 0.9, 81.0019, 5e-5);
    lab_quantile("O4", time_h, million, 0.99, 145.9900, 5e-5);
    lab_close(&lab);
}

/* ---- restart without a checkpoint ---- */

/* Attempts of t hours, failures every M, D of repair after each: mean and deviation of the whole. */
static void restart_moments(double mtbf_h, double t_h, double down_h, double *mean_h, double *deviation_h)
{
    double a = t_h / mtbf_h, p = exp(-a), fails = (1.0 - p) / p;
    double cut_h = mtbf_h - t_h * p / (1.0 - p), square = 2.0 * mtbf_h * cut_h - t_h * t_h * p / (1.0 - p);
    *mean_h = (mtbf_h + down_h) * expm1(a);
    *deviation_h = sqrt(fails * (square - cut_h * cut_h) + fails / p * (cut_h + down_h) * (cut_h + down_h));
}

static void restarts_from_the_beginning(void **state)
{
    static const struct {
        double mtbf_h, t_h, down_h, mean_h, deviation_h;
        double quantile_h[5]; /* P10, 50, 90, 95, 99 by another program, to 0.5%; 0: not known */
    } row[] = {
        {100.0, 10.0, 0.0, 10.51709181, 1.919829537, {0}},
        {100.0, 100.0, 0.0, 171.8281828, 97.59571927, {0}},
        {24.0, 72.0, 0.0, 458.0528862, 402.968199, {0}},
        {24.0, 72.0, 0.5, 467.5956546, 412.5933649, {97.11, 340.4, 1005.5, 1291.1, 1954.0}},
        {7.9, 24.0, 0.25, 161.8830127, 143.5392568, {33.15, 117.75, 348.7, 448.3, 679.6}},
    };
    static const double level[] = {0.1, 0.5, 0.9, 0.95, 0.99};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double mean_h, deviation_h;
        restart_moments(row[i].mtbf_h, row[i].t_h, row[i].down_h, &mean_h, &deviation_h);
        lab_same("mean with restarts", mean_h, row[i].mean_h, 1e-8);
        lab_same("deviation with restarts", deviation_h, row[i].deviation_h, 1e-8);
        lab_play(&lab, many,
                 "work: %.17g GPU-hours\ncheckpoint: none\ngive_up: 1000000 h\nrestart: none\n"
                 "failures: {job: {every: %.17g h, detect: %.17g h, repair: %.17g h}}\n",
                 row[i].t_h, row[i].mtbf_h, 0.25 * row[i].down_h, 0.75 * row[i].down_h);
        const double *time_h = lab.trials.time_h[0];
        lab_mean("mean with restarts", time_h, many, mean_h);
        lab_deviation("deviation with restarts", time_h, many, deviation_h);
        lab_count("first attempts", lab_at_most(time_h, many, row[i].t_h), many, exp(-row[i].t_h / row[i].mtbf_h));
        for (size_t k = 0; k < COUNT(level) && row[i].quantile_h[k] > 0.0; k++)
            lab_quantile("time with restarts", time_h, many, level[k], row[i].quantile_h[k],
                         0.005 * row[i].quantile_h[k]);
        double *failures = lab_read(&lab, 0, few / 4, lab_all_failures);
        lab_mean("failures with restarts", failures, few / 4, expm1(row[i].t_h / row[i].mtbf_h));
        free(failures);
        lab_close(&lab);
    }
}

/* ---- the same for lives of any law, new at each attempt ---- */

enum life { WEIBULL, LOGNORMAL };

struct lives {
    enum life life;
    double shape; /* of a Weibull law, or sigma of a lognormal one; the mean is 100 h */
};

static double survival(double x, void *context)
{
    const struct lives *lives = context;
    if (x <= 0.0)
        return 1.0;
    if (lives->life == WEIBULL)
        return exp(-pow(x * tgamma(1.0 + 1.0 / lives->shape) / 100.0, lives->shape));
    return gsl_cdf_lognormal_Q(x, log(100.0) - 0.5 * lives->shape * lives->shape, lives->shape);
}

static double renewal_mean(struct lives *lives, double t_h, double down_h)
{
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    gsl_function f = {survival, lives};
    double area, error, s = survival(t_h, lives);
    gsl_integration_qags(&f, 0.0, t_h, 0.0, 1e-11, 1000, space, &area, &error);
    gsl_integration_workspace_free(space);
    return (area + down_h * (1.0 - s)) / s;
}

static void renewal_at_each_attempt(void **state)
{
    static const struct {
        struct lives lives;
        double t_h, down_h, mean_h;
    } row[] = {
        {{WEIBULL, 0.7}, 24.0, 0.0, 28.89369825},   {{WEIBULL, 0.7}, 100.0, 0.0, 170.8944707},
        {{WEIBULL, 0.7}, 100.0, 1.0, 173.1468937},  {{WEIBULL, 1.5}, 24.0, 0.0, 25.50866537},
        {{WEIBULL, 1.5}, 100.0, 0.0, 172.7237045},  {{WEIBULL, 1.5}, 100.0, 1.0, 174.0814941},
        {{LOGNORMAL, 1.0}, 24.0, 0.0, 27.27829539}, {{LOGNORMAL, 1.0}, 100.0, 0.0, 200.0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        struct lives lives = row[i].lives;
        double exact_h = renewal_mean(&lives, row[i].t_h, row[i].down_h);
        lab_same("renewal", exact_h, row[i].mean_h, 1e-8);
        lab_play(&lab, many,
                 "work: %.17g GPU-hours\ncheckpoint: none\ngive_up: 1000000 h\nrestart: none\nfailures:\n  job:\n"
                 "    every: %s(%s = %.17g, mean = 100 h)\n    repair: %.17g h\n    age: new\n    renew: start\n",
                 row[i].t_h, lives.life == WEIBULL ? "weibull" : "lognormal", lives.life == WEIBULL ? "shape" : "sigma",
                 lives.shape, row[i].down_h);
        lab_mean("renewal", lab.trials.time_h[0], many, exact_h);
        lab_count("renewal, first attempt", lab_at_most(lab.trials.time_h[0], many, row[i].t_h), many,
                  survival(row[i].t_h, &lives));
        lab_close(&lab);
    }
}

/* ---- periodic checkpoints ---- */

static void periodic_checkpoints(void **state)
{
    static const double level[] = {0.1, 0.5, 0.9, 0.95, 0.99};
    static const struct {
        double work_h, every_h, write_min, restart_min, repair_min, mtbf_h, mean_h,
            safe_h; /* safe: failure-free restart */
        double deviation_h, half_h, quantile_h[5];
    } row[] = {
        {240,
         1,
         5,
         10,
         0,
         24,
         267.810707352,
         267.804279543,
         2.617,
         0.05,
         {264.574, 267.639, 271.250, 272.377, 274.596}},
        {240, 2.4, 1, 5, 5, 3.09, 386.659123937, 386.254465437, 21.07, 0.4, {360.16, 385.82, 414.12, 422.60, 438.96}},
        {720, 2, 3, 10, 20, 7.9, 896.878172404, 895.931304174, 18.61, 0.3, {873.39, 896.38, 921.04, 928.24, 942.01}},
        {1000, 4, 2, 15, 30, 100, 1036.67740136, 1036.66130534, 0, 0, {0}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double chunks = row[i].work_h / row[i].every_h, m = row[i].mtbf_h, r = row[i].restart_min / 60.0;
        double grow = expm1((row[i].every_h + row[i].write_min / 60.0) / m), d = row[i].repair_min / 60.0;
        lab_same("checkpoints", chunks * exp(r / m) * (m + d) * grow, row[i].mean_h, 1e-10);
        lab_same("checkpoints, safe restart", chunks * (m + d + r) * grow, row[i].safe_h, 1e-10);
        lab_play(&lab, few,
                 "work: %g GPU-hours\ncheckpoint: {every: %g h, write: %g min}\n"
                 "failures: {job: {every: %g h, detect: %g min, repair: %g min, restart: %g min}}\n",
                 row[i].work_h, row[i].every_h, row[i].write_min, m, 0.25 * row[i].repair_min, 0.75 * row[i].repair_min,
                 row[i].restart_min);
        const double *time_h = lab.trials.time_h[0];
        lab_mean("checkpoints", time_h, few, row[i].mean_h);
        for (size_t k = 0; k < COUNT(level) && row[i].quantile_h[k] > 0.0; k++)
            lab_quantile("checkpoints", time_h, few, level[k], row[i].quantile_h[k], row[i].half_h);
        if (row[i].deviation_h > 0.0) {
            double error;
            lab_average(time_h, few, &error);
            lab_within("deviation with checkpoints", error * sqrt((double)few), 0.99 * row[i].deviation_h,
                       1.01 * row[i].deviation_h);
        }
        lab_close(&lab);
        lab_play(&lab, few / 4,
                 "work: %g GPU-hours\ncheckpoint: {every: %g h, write: %g min}\nrestart: none\n"
                 "failures: {job: {every: %g h, repair: %g min}}\n",
                 row[i].work_h, row[i].every_h, row[i].write_min, m, row[i].repair_min + row[i].restart_min);
        lab_mean("checkpoints, safe restart", lab.trials.time_h[0], few / 4, row[i].safe_h);
        lab_close(&lab);
    }
}

/* ---- asynchronous writes ---- */

/* Mean time of n chunks whose writes stop the job for a share s and go on behind it for the rest, each waiting for the
 * one before; e: from a restart, f: from the moment that a write is through. */
static double asynchronous_mean(double rate, double every_h, double write_h, double stall, double down_h, int n)
{
    double behind_h = (1.0 - stall) * write_h, first_h = every_h + write_h;
    double next_h = fmax(every_h, behind_h) + stall * write_h, e = 0.0, f = 0.0;
    for (int i = 0; i < n; i++) {
        e = -expm1(-rate * first_h) * (1.0 / rate + down_h) / exp(-rate * first_h) + f;
        f = -expm1(-rate * next_h) * (1.0 / rate + down_h + e) + exp(-rate * next_h) * f;
    }
    return e;
}

static void asynchronous_writes(void **state)
{
    static const struct {
        double mtbf_h, every_h, write_h, stall, down_h;
        int chunks;
    } row[] = {
        {10.0, 1.0, 0.5, 0.2, 0.3, 50},  {4.0, 0.5, 0.5, 0.1, 1.0, 100},   {20.0, 2.0, 0.25, 0.5, 0.1, 30},
        {5.0, 0.75, 1.0, 0.25, 0.2, 40}, {10.0, 0.5, 2.0, 0.125, 0.5, 24}, {10.0, 1.0, 0.5, 1.0, 0.3, 50},
    }; /* in the fourth the write behind takes just as long as the work, in the fifth longer, in the sixth nothing is
          behind */
    (void)state;
    lab_same("asynchronous writes", asynchronous_mean(0.1, 1.0, 0.5, 0.2, 0.3, 50), 62.7474, 1e-6);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        lab_play(&lab, many,
                 "work: %.17g GPU-hours\ncheckpoint: {every: %.17g h, write: %.17g h, stall: %.17g%%}\nrestart: none\n"
                 "failures: {job: {every: %.17g h, repair: %.17g h}}\n",
                 row[i].chunks * row[i].every_h, row[i].every_h, row[i].write_h, 100.0 * row[i].stall, row[i].mtbf_h,
                 row[i].down_h);
        lab_mean("asynchronous writes", lab.trials.time_h[0], many,
                 asynchronous_mean(1.0 / row[i].mtbf_h, row[i].every_h, row[i].write_h, row[i].stall, row[i].down_h,
                                   row[i].chunks));
        lab_close(&lab);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_workload),         cmocka_unit_test(the_second_workload),
        cmocka_unit_test(oracle_of_checkpoints),      cmocka_unit_test(oracle_of_restarts),
        cmocka_unit_test(oracles_without_checkpoint), cmocka_unit_test(restarts_from_the_beginning),
        cmocka_unit_test(renewal_at_each_attempt),    cmocka_unit_test(periodic_checkpoints),
        cmocka_unit_test(asynchronous_writes),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
