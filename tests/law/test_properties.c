/* What must hold of every trial or between two scenarios, whatever the numbers: money, phases, order, threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TRIALS = 5000 };

/* A scenario in which everything happens that can happen, but for its plans. */
#define JOB                                                                                                            \
    "work: 1600 GPU-hours\naccelerators: A100:8\nqueue: lognormal(median = 10 min, sigma = 1)\n"                       \
    "startup: 5 min to 15 min\nrestart: 5 min to 20 min\nshutdown: 3 min\ntime_limit: 48 h\n"                          \
    "checkpoint: {every: 1 h, write: 1 min to 3 min, stall: 50%}\n"                                                    \
    "failures:\n  gpu:\n    every: weibull(shape = 0.7, mean = 1500 h to 3000 h)\n    detect: 1 min to 20 min\n"       \
    "  host: {every: 300 h, repair: exponential(2 h)}\n"
#define DEFAULTS "defaults:\n  price: 2 to 3 USD/GPU-hour\n  billing: per hour\n  bill_queue: yes\n"
#define CALM "  - name: calm\n"
#define SPOT "  - name: spot\n    preemption: 20 h to 60 h\n    notice: 2 min\n    requeue: exponential(1 h)\n"
#define TWIN "  - name: twin\n    extends: spot\n    num_nodes: 2\n"
#define SOON                                                                                                           \
    "  - name: soon\n    checkpoint: {every: 30 min, write: 20 s, stall: 100%}\n    price: 1.5 to 2.5 USD/GPU-hour\n"  \
    "    bill_queue: no\n"

static void open_text(struct lab *lab, const char *text)
{
    lab_play_with(lab, TRIALS, NULL, 0, text);
}

/* Whether the plans of the first are the same in the other. */
static bool same_texts(const char *one, const char *other)
{
    struct lab a, b;
    open_text(&a, one);
    open_text(&b, other);
    bool same = a.scenario->plans <= b.scenario->plans;
    for (int i = 0; same && i < a.scenario->plans; i++)
        same = lab_same_plan(&a, &b, a.scenario->plan[i].name);
    lab_close(&a);
    lab_close(&b);
    return same;
}

/* ---- every trial ---- */

static double sum_of(const struct cost *cost)
{
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++)
        for (int k = 0; k < CLASS_COUNT; k++)
            sum += cost->of[i][k];
    return sum;
}

static void check_trial(const struct lab *lab, int plan, long trial, const struct plan *numbers,
                        const struct ledger *ledger, const struct cost *cost)
{
    double sum_h = 0.0, total = sum_of(cost), most = ledger->completion_h * 1e-9;
    for (int i = 0; i < PHASE_COUNT; i++) {
        assert_true(ledger->phase_h[i] >= -most);
        sum_h += ledger->phase_h[i];
    }
    assert_true(fabs(sum_h - ledger->completion_h) <= most);
    assert_true(fabs(ledger->phase_h[PHASE_compute] - numbers->cadence.work_h) <= most);
    assert_true(ledger->phase_h[PHASE_checkpoint] >= 0.0);
    assert_true(ledger->completion_h == lab->trials.time_h[plan][trial] && total == lab->trials.cost[plan][trial]);
    /* Bottom up: what was billed at what it costs. */
    double queue_h = numbers->bill_queue ? ledger->phase_h[PHASE_queue] : 0.0;
    double billed = numbers->market.rent_per_h * (ledger->billed_h + queue_h);
    assert_true(fabs(total - billed) <= 1e-9 * total);
}

static void phases_and_items_sum(void **state)
{
    (void)state;
    struct lab lab;
    open_text(&lab, JOB DEFAULTS "plans:\n" CALM SPOT TWIN SOON);
    for (int i = 0; i < lab.scenario->plans; i++) {
        struct replay *replay = replay_new(&lab.engine);
        double events[4] = {0.0};
        for (long k = 0; k < TRIALS; k++) {
            struct plan numbers;
            struct ledger ledger = {.finished = false};
            struct cost cost;
            replay_play(replay, i, k, &numbers, &ledger, &cost, NULL);
            check_trial(&lab, i, k, &numbers, &ledger, &cost);
            events[0] += ledger.failures[0];
            events[1] += ledger.failures[1];
            events[2] += ledger.preemptions;
            events[3] += ledger.limit_ends;
        }
        replay_free(replay);
        for (int k = 0; k < 4; k++) /* else the trials would show nothing */
            assert_true(events[k] > 0.1 * TRIALS || (k == 2 && !lab.engine.typical[i].market.preemptible));
    }
    lab_close(&lab);
}

static void no_trial_is_shorter_than_its_work(void **state)
{
    (void)state;
    struct lab lab;
    open_text(&lab, "work: 100 GPU-hours\ncheckpoint: {every: 1 h, write: 2 min}\npreemption: 30 h\nrequeue: 1 h\n"
                    "restart: 5 min\nfailures: {job: 200 h}\n");
    double bare_h = 100.0 + 100.0 * 2.0 / 60.0;
    long at = lab_at_most(lab.trials.time_h[0], TRIALS, bare_h * (1.0 + 1e-12));
    assert_int_equal(lab_at_most(lab.trials.time_h[0], TRIALS, bare_h * (1.0 - 1e-12)), 0);
    lab_count("trials without interruption", at, TRIALS, exp(-bare_h * (1.0 / 30.0 + 1.0 / 200.0)));
    lab_close(&lab);
}

/* ---- scenarios that are the same ---- */

static void twice_the_price(void **state)
{
    (void)state;
    struct lab one, two;
    open_text(&one, JOB "price: $2.17/GPU-hour\nbilling: {per: 1 h, minimum: 9 days}\nplans:\n" CALM SPOT);
    open_text(&two, JOB "price: $4.34/GPU-hour\nbilling: {per: 1 h, minimum: 9 days}\nplans:\n" CALM SPOT);
    for (int i = 0; i < 2; i++) {
        assert_true(lab_same_bytes(one.trials.time_h[i], two.trials.time_h[i], TRIALS));
        for (long k = 0; k < TRIALS; k++)
            assert_true(two.trials.cost[i][k] == 2.0 * one.trials.cost[i][k] && one.trials.cost[i][k] > 0.0);
        /* The same futures at two prices. */
        for (int k = 0; k < ITEM_COUNT; k++)
            for (int c = 0; c < CLASS_COUNT; c++)
                assert_true(two.trials.sums[i].item[k][c] == 2.0 * one.trials.sums[i].item[k][c]);
    }
    lab_close(&one);
    lab_close(&two);
}

static void the_same_in_other_units(void **state)
{
    (void)state;
    assert_true(same_texts("work: 240 GPU-hours\ncheckpoint: {every: 2 h, write: 6 min}\nprice: $1.5/GPU-hour\n"
                           "restart: 30 min\nfailures: {job: {every: 240 h, repair: 2 h}}\n",
                           "work: 10 GPU-days\ncheckpoint: {every: 120 min, write: 360 s}\nprice: $36/GPU-day\n"
                           "restart: 0.5 h\nfailures: {job: {every: 14400 min, repair: 7200 s}}\n"));
    assert_true(same_texts("work: 240 GPU-hours\nfailures: {gpu: {every: 240 h, restart: 1 to 3 h}}\n",
                           "work: {GPU-hours: 240}\nfailures: {gpu: {every: 10 days, restart: 1 h to 180 min}}\n"));
    assert_true(same_texts("work: 87660 GPU-hours\nfailures: {gpu: {every: 26298 h, restart: 730.5 h}}\n",
                           "work: 10 GPU-years\nfailures: {gpu: {every: 3 years, restart: 1 month}}\n"));
    assert_false(same_texts("work: 240 GPU-hours\nfailures: {gpu: {every: 240 h, restart: 1 to 3 h}}\n",
                            "work: 240 GPU-hours\nfailures: {gpu: {every: 240 h, restart: 1 to 3.001 h}}\n"));
}

static void the_order_of_plans_does_not_matter(void **state)
{
    (void)state;
    assert_true(same_texts(JOB DEFAULTS "plans:\n" CALM SPOT TWIN SOON, JOB DEFAULTS "plans:\n" SOON TWIN CALM SPOT));
    assert_true(same_texts(JOB DEFAULTS "plans:\n" CALM SPOT TWIN SOON, DEFAULTS "plans:\n" TWIN SPOT SOON CALM JOB));
    assert_true(same_texts(JOB DEFAULTS "plans:\n" CALM SPOT, JOB DEFAULTS "plans:\n" CALM SPOT TWIN));
    assert_true(same_texts(JOB DEFAULTS "plans:\n" TWIN SPOT, JOB DEFAULTS "plans:\n" SOON TWIN CALM SPOT));
}

static void a_cause_that_never_fires(void **state)
{
    (void)state;
    assert_true(
        same_texts(JOB DEFAULTS "plans:\n" CALM SPOT TWIN SOON,
                   JOB "  aether: {unit: job, every: 1000000000000000 h}\n"
                       "  hail: {unit: node, every: 1000000000000000 h, repair: 2 to 3 h}\n"
                       "  zeal:\n    unit: card\n    every: weibull(shape = 2, mean = 1000000000000000 h)\n" DEFAULTS
                       "plans:\n" CALM SPOT TWIN SOON));
    assert_false(
        same_texts(JOB DEFAULTS "plans:\n" CALM, JOB "  hail: {unit: node, every: 500 h}\n" DEFAULTS "plans:\n" CALM));
}

static void failures_that_never_come(void **state)
{
    static const char *const rare[] = {"failures: none\n", "failures: {gpu: 1000000000000000 h}\n",
                                       "failures: {job: {rate: 1 per 1000000000000000 h, repair: 5 h}}\n",
                                       "preemption: 1000000000000000 h\nnotice: 2 min\n", "time_limit: 1000000000 h\n"};
    (void)state;
    for (size_t i = 0; i < COUNT(rare); i++) {
        struct lab lab;
        lab_play(&lab, TRIALS,
                 "work: 640 GPU-hours\ncards: 8\nqueue: 2 h\nstartup: 15 min\nshutdown: 6 min\nrestart: 9 min\n"
                 "checkpoint: {every: 1.5 h, write: 3 min}\n%s",
                 rare[i]);
        double first = lab.trials.time_h[0][0];
        lab_same("undisturbed", first, 2.0 + 0.25 + 80.0 + 54.0 * 0.05 + 0.1, 1e-14);
        assert_int_equal(lab_at_most(lab.trials.time_h[0], TRIALS, first), TRIALS);
        assert_int_equal(lab_at_most(lab.trials.time_h[0], TRIALS, nextafter(first, 0.0)), 0);
        lab_close(&lab);
    }
}

/* Decimals have no exact doubles: 1.1 h / 0.1 h is 11 chunks, although their quotient is above it. */
static void exact_multiples_have_no_chunk_more(void **state)
{
    static const char *const unit[] = {"h", "min"};
    int above = 0;
    (void)state;
    for (int chunks = 1; chunks <= 150; chunks++)
        for (int tenths = 1; tenths <= 3; tenths++) {
            struct lab lab;
            int n = tenths * chunks;
            lab_play(&lab, 1, "work: %d.%d GPU-hours\ncheckpoint: {every: 0.%d h, write: %d %s}\n", n / 10, n % 10,
                     tenths, chunks % 2 ? 6 : 1, unit[chunks % 2]);
            const struct cadence *cadence = &lab.engine.typical[0].cadence;
            above += cadence->work_h / cadence->interval_h > chunks;
            assert_true(cadence->chunks == chunks);
            lab_same("hours of exact multiples", lab.trials.time_h[0][0], n / 10.0 + chunks * cadence->write_h, 1e-12);
            lab_close(&lab);
        }
    assert_true(above > 10); /* or there was nothing to show */
}

static void threads_change_no_digit(void **state)
{
    enum { MANY = 20500 };
    static const char text[] = JOB DEFAULTS "plans:\n" CALM SPOT TWIN;
    struct lab lab[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        lab_play_with(&lab[i], MANY, NULL, i + 1, text);
        assert_int_equal(lab[i].engine.threads, i + 1);
    }
    for (int i = 1; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            assert_true(lab_same_bytes(lab[0].trials.time_h[k], lab[i].trials.time_h[k], MANY));
            assert_true(lab_same_bytes(lab[0].trials.cost[k], lab[i].trials.cost[k], MANY));
            assert_memory_equal(&lab[0].trials.sums[k], &lab[i].trials.sums[k], sizeof lab[0].trials.sums[k]);
        }
    for (int i = 0; i < 3; i++)
        lab_close(&lab[i]);
}

/* ---- more of what hurts ---- */

/* The second costs more time than the first in the mean, on the same draws. */
static void costs_time(const char *first, const char *second, bool always)
{
    struct lab a, b;
    open_text(&a, first);
    open_text(&b, second);
    double more_h[TRIALS], error;
    for (long i = 0; i < TRIALS; i++) {
        more_h[i] = b.trials.time_h[0][i] - a.trials.time_h[0][i];
        assert_true(!always || more_h[i] >= -1e-9 * a.trials.time_h[0][i]);
    }
    double mean_h = lab_average(more_h, TRIALS, &error);
    if (!(mean_h > 6.1 * error && mean_h > 0.0))
        fail_msg("%.6g h more, +- %.2g", mean_h, error);
    lab_close(&a);
    lab_close(&b);
}

static void what_hurts_costs_time(void **state)
{
    static const char *const rates[] = {"400 h", "200 h", "100 h", "50 h", "25 h"}, *const hours[] = {"0", "0.1", "0.5",
                                                                                                      "2", "6"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char *pair[6];
        for (size_t k = 0; k < 2; k++) {
            pair[k] = mem_format("work: 240 GPU-hours\ncheckpoint: {every: 2 h, write: 2 min}\nrestart: 10 min\n"
                                 "failures: {job: {every: %s, repair: 1 h}}\n",
                                 rates[i + k]);
            pair[2 + k] = mem_format("work: 240 GPU-hours\ncheckpoint: {every: 2 h, write: 2 min}\nrestart: 10 min\n"
                                     "failures: {job: {every: 20 h, repair: %s h}}\n",
                                     hours[i + k]);
            pair[4 + k] = mem_format("work: 240 GPU-hours\ncheckpoint: {every: 2 h, write: 2 min}\n"
                                     "failures: {job: {every: 20 h, restart: %s h}}\n",
                                     hours[i + k]);
        }
        costs_time(pair[0], pair[1], false);
        costs_time(pair[2], pair[3], true); /* the clocks stand still in a repair */
        costs_time(pair[4], pair[5], false);
        for (size_t k = 0; k < COUNT(pair); k++)
            free(pair[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_and_items_sum),
        cmocka_unit_test(no_trial_is_shorter_than_its_work),
        cmocka_unit_test(twice_the_price),
        cmocka_unit_test(the_same_in_other_units),
        cmocka_unit_test(the_order_of_plans_does_not_matter),
        cmocka_unit_test(a_cause_that_never_fires),
        cmocka_unit_test(failures_that_never_come),
        cmocka_unit_test(exact_multiples_have_no_chunk_more),
        cmocka_unit_test(threads_change_no_digit),
        cmocka_unit_test(what_hurts_costs_time),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
