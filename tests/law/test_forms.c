/* Closed forms of single parts: rates, counts, intervals, spot capacity, limits, waits, scaling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const long million = 1000000, many = 400000, few = 200000;

/* ---- rates and counts ---- */

/* So little is lost between writes this dense that a job counts failures in a given time. */
#define DENSE "checkpoint: {every: 0.01 s, write: 0 s}\nrestart: none\n"

static void rates_add_up(void **state)
{
    static const struct {
        double nodes, rate, mtbf_h;
    } row[] = {{128, 4.186, 44.7922}, {2048, 6.5, 1.80288}, {12500, 6.5, 0.295385}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double exact_h = 24.0 * 1000.0 / row[i].nodes / row[i].rate;
        lab_same("time between failures", exact_h, row[i].mtbf_h, 1e-5);
        /* The same rate as one cause, and split over nodes, cards and the job. */
        lab_open(&lab,
                 "work: 1000 GPU-hours\naccelerators: H100:8\nnum_nodes: %g\nplans:\n"
                 "  - name: one\n    failures: {node: {rate: %g per 1000 node-days}}\n"
                 "  - name: three\n    failures:\n      node: {rate: %.17g per 1000 node-days}\n"
                 "      gpu: {every: %.17g h}\n      job: {every: %.17g h}\n",
                 row[i].nodes, row[i].rate, 0.5 * row[i].rate, 3.0 * 8.0 * row[i].nodes * exact_h, 6.0 * exact_h);
        lab_same("time between failures of one cause", plan_mtbi_h(&lab.engine.typical[0]), exact_h, 1e-12);
        lab_same("time between failures of three causes", plan_mtbi_h(&lab.engine.typical[1]), exact_h, 1e-12);
        lab_close(&lab);
    }
}

static void chance_of_no_failure(void **state)
{
    static const struct {
        double nodes, hours, none, mean;
    } row[] = {{1, 72, 0.9875205, 0.012558}, {8, 168, 0.7910326778, 0.234416}, {128, 24, 0.5851962605, 0.535808}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double mean = row[i].nodes * 4.186e-3 / 24.0 * row[i].hours;
        lab_same("chance of no failure", exp(-mean), row[i].none, 1e-7);
        lab_same("failures", mean, row[i].mean, 1e-5);
        lab_play(&lab, million,
                 "work: %.17g GPU-hours\naccelerators: A100:8\nnum_nodes: %g\n" DENSE
                 "failures: {node: {rate: 4.186 per 1000 node-days, repair: 1 h}}\n",
                 row[i].hours * 8.0 * row[i].nodes, row[i].nodes);
        lab_count("chance of no failure", lab_at_most(lab.trials.time_h[0], million, row[i].hours + 0.5), million,
                  exp(-mean));
        double *failures = lab_read(&lab, 0, million, lab_all_failures);
        lab_mean("failures", failures, million, mean);
        lab_count("trials without failure", lab_at_most(failures, million, 0.0), million, exp(-mean));
        free(failures);
        lab_close(&lab);
    }
}

static void failures_are_poisson(void **state)
{
    static const struct {
        double mean;
        unsigned count;
        double chance;
    } row[] = {{1.2, 3, 0.9662310}, {5.0, 9, 0.9681719427}, {10.0, 16, 0.9729584}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        lab_same("Poisson", gsl_cdf_poisson_P(row[i].count, row[i].mean), row[i].chance, 1e-7);
        lab_play(&lab, many, "work: %.17g GPU-hours\n" DENSE "failures: {job: 20 h}\n", 20.0 * row[i].mean);
        double *failures = lab_read(&lab, 0, many, lab_all_failures);
        for (unsigned k = 0; k < 2 * row[i].count; k++)
            lab_count("failures at most k", lab_at_most(failures, many, k), many, gsl_cdf_poisson_P(k, row[i].mean));
        lab_deviation("failures", failures, many, sqrt(row[i].mean));
        free(failures);
        lab_close(&lab);
    }
}

/* ---- the best interval ---- */

/* Hours per hour of work at an interval, restarts that may fail included. */
static double overhead(double every_h, double write_h, double mtbf_h, double restart_h)
{
    return mtbf_h * exp(restart_h / mtbf_h) * expm1((every_h + write_h) / mtbf_h) / every_h;
}

static double interval_by(const char *rule, double write_s, double mtbf_h)
{
    struct lab lab;
    lab_open(&lab, "work: 1000 GPU-hours\ncheckpoint: {every: %s, write: %.17g s}\nfailures: {job: %.17g h}\n", rule,
             write_s, mtbf_h);
    double interval_h = lab.engine.typical[0].cadence.interval_h;
    lab_close(&lab);
    return interval_h;
}

static void intervals_by_formula(void **state)
{
    static const struct {
        double write_s, mtbf_h, young_h, daly_h;
    } row[] = {
        {40, 168, 1.932183566, 1.924783258},    {300, 24, 2.0, 1.944830247},
        {60, 3.09, 0.3209361307, 0.3099211889}, {300, 1.8, 0.5477225575, 0.4935757534},
        {1800, 2, 1.414213562, 1.100522084},    {120, 136.875, 3.020761493, 2.998580141},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        lab_same("Young", plan_young_h(row[i].write_s / 3600.0, row[i].mtbf_h), row[i].young_h, 1e-9);
        lab_same("Daly", plan_daly_h(row[i].write_s / 3600.0, row[i].mtbf_h), row[i].daly_h, 1e-9);
        lab_same("every: young", interval_by("young", row[i].write_s, row[i].mtbf_h), row[i].young_h, 1e-9);
        lab_same("every: daly", interval_by("daly", row[i].write_s, row[i].mtbf_h), row[i].daly_h, 1e-9);
    }
    lab_same("a write longer than the time between failures", plan_daly_h(5.0, 2.0), 2.0, 0.0);
}

/* The cost of an interval is what counts: the best one is flat. */
static void overheads_of_intervals(void **state)
{
    static const struct {
        double write_h, mtbf_h, restart_h, every_h, overhead;
    } row[] = {
        {1.0 / 12.0, 24, 1.0 / 6.0, 2.0, 1.0957983},
        {1.0 / 12.0, 24, 1.0 / 6.0, 1.944834555, 1.0957636},
        {1.0 / 12.0, 1.8, 1.0 / 12.0, 0.5477225575, 1.4453207},
        {1.0 / 12.0, 1.8, 1.0 / 12.0, 0.4936339005, 1.4431578},
        {0.5, 2, 0.25, 1.414213562, 2.5706746},
        {0.5, 2, 0.25, 1.102435947, 2.5249417},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double exact = overhead(row[i].every_h, row[i].write_h, row[i].mtbf_h, row[i].restart_h);
        lab_same("overhead", exact, row[i].overhead, 1e-7);
        lab_play(&lab, many,
                 "work: %.17g GPU-hours\ncheckpoint: {every: %.17g h, write: %.17g h}\n"
                 "failures: {job: {every: %.17g h, restart: %.17g h}}\n",
                 20.0 * row[i].every_h, row[i].every_h, row[i].write_h, row[i].mtbf_h, row[i].restart_h);
        lab_mean("overhead", lab.trials.time_h[0], many, exact * 20.0 * row[i].every_h);
        lab_close(&lab);
    }
}

/* ---- spot capacity ---- */

/* Up-times and waits are exponential, each notice saves all, a recovery that is preempted begins anew. */
static void spot_with_notice(void **state)
{
    static const struct {
        double rate, wait_h, work_h, restart_min, mean_h, p90_h;
    } row[] = {{0.1459, 0.84, 48, 5, 54.5418105, 58.99},
               {0.5, 1.0, 24, 10, 39.1285458, 46.86},
               {0.05, 0.5, 100, 15, 103.7892913, 106.54}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double up_h = row[i].work_h * exp(row[i].rate * row[i].restart_min / 60.0);
        double exact_h = up_h * (1.0 + row[i].rate * row[i].wait_h);
        lab_same("spot", exact_h, row[i].mean_h, 1e-8);
        lab_play(&lab, many,
                 "work: %.17g GPU-hours\ncheckpoint: {every: none, write: 0 s}\nnotice: 0.000001 s\n"
                 "preemption: %.17g h\nqueue: none\nrequeue: exponential(mean = %.17g h)\nrestart: %.17g min\n",
                 row[i].work_h, 1.0 / row[i].rate, row[i].wait_h, row[i].restart_min);
        const double *time_h = lab.trials.time_h[0];
        lab_mean("spot", time_h, many, exact_h);
        lab_count("no preemption", lab_at_most(time_h, many, row[i].work_h + 1e-6), many,
                  exp(-row[i].rate * row[i].work_h));
        lab_quantile("spot", time_h, many, 0.9, row[i].p90_h, 0.15); /* by 60,000 trials of another program */
        /* Share of time that capacity is there. */
        double there = 1.0 - lab_phase_h(&lab, 0, PHASE_queue) * (double)many / lab.trials.sums[0].time_h;
        lab_within("availability", there, 1.0 / (1.0 + row[i].rate * row[i].wait_h) - 0.001,
                   1.0 / (1.0 + row[i].rate * row[i].wait_h) + 0.001);
        lab_close(&lab);
    }
}

/* A group of n goes at c + (1 - c) n times the rate of one. */
static void gangs(void **state)
{
    static const struct {
        double nodes, gang;
    } row[] = {{1, 0.5}, {16, 1.0}, {16, 0.97}, {4, 0.5}, {4, 0.0}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double rate = 0.05 * (row[i].nodes == 1.0 ? 1.0 : row[i].gang + (1.0 - row[i].gang) * row[i].nodes);
        lab_play(&lab, few,
                 "work: %.17g GPU-hours\naccelerators: A100:8\nnum_nodes: %g\ncheckpoint: {every: none, write: 0 s}\n"
                 "notice: 0.000001 s\npreemption: 20 h\ngang: %g%%\nrequeue: exponential(mean = 2 h)\nrestart: none\n",
                 24.0 * 8.0 * row[i].nodes, row[i].nodes, 100.0 * row[i].gang);
        lab_mean("gang", lab.trials.time_h[0], few, 24.0 * (1.0 + rate * 2.0));
        lab_count("gang stays", lab_at_most(lab.trials.time_h[0], few, 24.0 + 1e-6), few, exp(-rate * 24.0));
        lab_close(&lab);
    }
}

/* ---- the end of an allocation ---- */

static const double capped_h[] = {50.0, 10.0, 2.5}, capped_mean_h[] = {19.06083041, 9.092820467, 2.499830678};

/* Held hours of an allocation: the sooner of a preemption and 24 h. Nothing can finish, so after the first one (any is
 * past the time to give up) a trial ends with all of it lost. */
static void one_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(capped_h); i++) {
        struct lab lab;
        double exact_h = capped_h[i] * -expm1(-24.0 / capped_h[i]);
        lab_same("allocation", exact_h, capped_mean_h[i], 1e-9);
        lab_open(&lab,
                 "work: 1000 GPU-hours\ngive_up: 0.000001 h\ncheckpoint: none\ntime_limit: 24 h\npreemption: %g h\n",
                 capped_h[i]);
        double *held_h = lab_read(&lab, 0, many, lab_lost_h);
        lab_mean("allocation", held_h, many, exact_h);
        lab_count("allocation that does not reach the limit", lab_at_most(held_h, many, 24.0 - 1e-6), many,
                  -expm1(-24.0 / capped_h[i]));
        assert_int_equal(lab_at_most(held_h, many, 24.0 + 1e-6), many);
        free(held_h);
        lab_close(&lab);
    }
}

/* Held hours above those of as many allocations of the mean length. */
static double excess_h(const struct ledger *ledger)
{
    return ledger->phase_h[PHASE_lost] - (ledger->preemptions + ledger->limit_ends) * 9.092820467106756;
}

/* Until it is given up, a job that never finishes goes through allocations: their mean is the same (Wald's equation).
 */
static void many_allocations(void **state)
{
    (void)state;
    struct lab lab;
    lab_open(&lab, "work: 25 GPU-hours\ngive_up: 500 h\ncheckpoint: none\ntime_limit: 24 h\npreemption: 10 h\n"
                   "requeue: 1 h\nrestart: none\n");
    double *left_h = lab_read(&lab, 0, few, excess_h);
    lab_mean("allocations", left_h, few, 0.0);
    free(left_h);
    lab_close(&lab);
}

/* ---- waits ---- */

static void check_wait(const struct lab *lab, long n, double median_s, double mean_s, const double at_s[3])
{
    static const double level[] = {0.5, 0.9, 0.99};
    const double *time_h = lab->trials.time_h[0];
    double sigma = sqrt(2.0 * log(mean_s / median_s)), mean, error;
    for (size_t i = 0; i < COUNT(level); i++) {
        double exact_s = median_s * exp(sigma * gsl_cdf_ugaussian_Pinv(level[i]));
        lab_same("wait", exact_s, at_s[i], 1e-4);
        lab_quantile("wait", time_h, n, level[i], 1.0 + exact_s / 3600.0, 1e-9);
    }
    mean = 3600.0 * (lab_average(time_h, n, &error) - 1.0);
    lab_within("mean wait", mean, 0.9 * mean_s, 1.1 * mean_s); /* so long a tail has no useful standard error */
}

static void waits_by_mean_and_median(void **state)
{
    struct lab lab;
    (void)state;
    lab_play(&lab, million, "work: 1 GPU-hours\nqueue: lognormal(median = 189 s, mean = 3760.604 s)\n");
    check_wait(&lab, million, 189.0, 3760.604, (double[]){189.0, 4341.4608, 55891.0});
    lab_close(&lab);
    lab_play(&lab, million, "work: 1 GPU-hours\nuses: [queue/kalos]\n");
    check_wait(&lab, million, 17.0, 214.2, (double[]){17.0, 304.31, 3196.9});
    lab_close(&lab);
    lab_play(&lab, million, "work: 1 GPU-hours\nuses: [queue/philly]\n");
    check_wait(&lab, million, 189.0, 3760.6, (double[]){189.0, 4341.46, 55891.0});
    lab_close(&lab);
}

/* ---- scaling ---- */

static void amdahl(void **state)
{
    static const struct {
        double cards, speed;
    } row[] = {{1, 1.0}, {2, 1.9047619}, {8, 5.9259259}, {64, 15.42168675}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double speed = 1.0 / (0.05 + 0.95 / row[i].cards);
        lab_same("Amdahl", speed, row[i].speed, 1e-8);
        lab_play(&lab, 1000,
                 "work: 1000 GPU-hours\nscaling: amdahl(5%%)\ncards: %g\nprice: $1/GPU-hour\nbilling: {per: 1 s}\n",
                 row[i].cards);
        lab_same("hours by Amdahl", lab.trials.time_h[0][0], 1000.0 / speed, 1e-12);
        lab_same("all trials", lab.trials.sums[0].time_h, 1e6 / speed, 1e-9);
        /* What scaling lost is communication. */
        double cost = row[i].cards * 1000.0 / speed;
        lab_same("compute", lab.trials.sums[0].item[0][CLASS_compute], 1000.0 * 1000.0, 1e-9);
        assert_true(fabs(lab.trials.sums[0].item[0][CLASS_communication] - 1000.0 * (cost - 1000.0)) < 1e-6 * cost);
        lab_close(&lab);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_add_up),
        cmocka_unit_test(chance_of_no_failure),
        cmocka_unit_test(failures_are_poisson),
        cmocka_unit_test(intervals_by_formula),
        cmocka_unit_test(overheads_of_intervals),
        cmocka_unit_test(spot_with_notice),
        cmocka_unit_test(gangs),
        cmocka_unit_test(one_allocation),
        cmocka_unit_test(many_allocations),
        cmocka_unit_test(waits_by_mean_and_median),
        cmocka_unit_test(amdahl),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("forms", tests, NULL, NULL);
}
