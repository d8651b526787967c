/* Which draws plans and seeds share: one value written once is one unknown, whichever plans use it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>

#include "lab.h"

enum { TRIALS = 5000 };

static void play(struct lab *lab, const char *text)
{
    lab_play_with(lab, TRIALS, NULL, 0, text);
}

/* ---- what is drawn once ---- */

/* Hours do not depend on the card count here, so that costs compare the prices alone. */
#define STEPS                                                                                                          \
    "work: {steps: 100000}\nstep_time: 3 s\naccelerators: A100:1\nfailures: {job: {every: 200 h, restart: 1 h}}\n"

static double correlation(const double *x, const double *y, long n)
{
    double mx = lab_average(x, n, NULL), my = lab_average(y, n, NULL), xx = 0.0, yy = 0.0, xy = 0.0;
    for (long i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

/* In every trial the cost of plan b is that of plan a, times ratio. */
static bool one_draw(const struct lab *lab, double ratio)
{
    const double *a = lab->trials.cost[lab_plan(lab, "a")], *b = lab->trials.cost[lab_plan(lab, "b")];
    for (long i = 0; i < TRIALS; i++)
        if (!(fabs(b[i] / a[i] - ratio) < 1e-12))
            return false;
    return a[0] != a[1];
}

static void written_once_is_one_draw(void **state)
{
    (void)state;
    struct lab lab;
    play(&lab, STEPS "defaults: {price: 2 to 3 USD/GPU-hour}\nplans:\n  - {name: a, num_nodes: 10}\n"
                     "  - {name: b, num_nodes: 11}\n");
    assert_true(one_draw(&lab, 1.1)); /* so b is never cheaper */
    assert_true(correlation(lab.trials.cost[0], lab.trials.cost[1], TRIALS) > 0.999999);
    lab_close(&lab);
    play(&lab, STEPS "plans:\n  - {name: b, extends: a, num_nodes: 11}\n"
                     "  - {name: a, num_nodes: 10, price: 2 to 3 USD/GPU-hour}\n");
    assert_true(one_draw(&lab, 1.1));
    lab_close(&lab);
}

static void written_twice_is_two_draws(void **state)
{
    (void)state;
    struct lab lab;
    play(&lab, "work: {steps: 100000}\nstep_time: 3 s\naccelerators: A100:1\nplans:\n"
               "  - {name: a, num_nodes: 10, price: 2 to 3 USD/GPU-hour}\n"
               "  - {name: b, num_nodes: 11, price: 2 to 3 USD/GPU-hour}\n");
    const double *a = lab.trials.cost[0], *b = lab.trials.cost[1];
    long cheaper = 0;
    for (long i = 0; i < TRIALS; i++)
        cheaper += b[i] < a[i];
    /* log(b / a) is normal: mean log 1.1, deviation that of a price times the root of 2. */
    double sigma = log(1.5) / (2.0 * 1.6448536269514722);
    lab_count("b cheaper than a", cheaper, TRIALS, 0.5 * erfc(log(1.1) / (sqrt(2.0) * sigma) / sqrt(2.0)));
    assert_true(fabs(correlation(a, b, TRIALS)) < 6.1 / sqrt(TRIALS));
    lab_close(&lab);
}

/* A value that is set takes the place of the one that was written, and its draws. */
static void set_keeps_the_draw(void **state)
{
    static const char text[] = STEPS "defaults: {price: 2 to 3 USD/GPU-hour}\nplans:\n  - {name: a}\n  - {name: b}\n";
    const char *same[] = {"price=2 to 3 USD/GPU-hour"}, *twice[] = {"b.price=4 to 6 USD/GPU-hour"},
               *rate[] = {"failures.job=100 h"};
    struct lab as_written, lab;
    (void)state;
    play(&as_written, text);
    lab_play_with(&lab, TRIALS, &(struct scenario_options){.set = same, .sets = 1}, 0, text);
    assert_true(lab_same_plan(&as_written, &lab, "a") && lab_same_plan(&as_written, &lab, "b"));
    lab_close(&lab);
    lab_play_with(&lab, TRIALS, &(struct scenario_options){.set = twice, .sets = 1}, 0, text);
    assert_true(one_draw(&lab, 2.0) && lab_same_plan(&as_written, &lab, "a"));
    lab_close(&lab);
    lab_play_with(&lab, TRIALS, &(struct scenario_options){.set = rate, .sets = 1}, 0, text);
    assert_true(one_draw(&lab, 1.0) && !lab_same_plan(&as_written, &lab, "a"));
    for (long i = 0; i < TRIALS; i++) /* other hours at the same prices, but for the last second billed */
        lab_same("price", lab.trials.cost[0][i] / lab.trials.time_h[0][i],
                 as_written.trials.cost[0][i] / as_written.trials.time_h[0][i], 1e-5);
    lab_close(&lab);
    lab_close(&as_written);
}

/* ---- seeds ---- */

static void seeds_give_other_futures(void **state)
{
    static const char text[] = STEPS "queue: 5 to 60 min\nprice: 2 to 3 USD/GPU-hour\n";
    struct lab lab[3];
    (void)state;
    for (uint64_t i = 0; i < 3; i++)
        lab_play_with(&lab[i], TRIALS, &(struct scenario_options){.has_seed = true, .seed = 1 + i % 2}, 0, text);
    const double *one = lab[0].trials.time_h[0], *two = lab[1].trials.time_h[0];
    double same = 0.0;
    for (long i = 0; i < TRIALS; i++)
        same += one[i] == two[i];
    assert_true(same < 0.001 * TRIALS);
    assert_true(lab_same_bytes(one, lab[2].trials.time_h[0], TRIALS)); /* seed 1 again */
    double most = 6.1 / sqrt(TRIALS);
    assert_true(fabs(correlation(one, two, TRIALS)) < most);
    assert_true(fabs(correlation(lab[0].trials.cost[0], lab[1].trials.cost[0], TRIALS)) < most);
    assert_true(fabs(correlation(one, two + 1, TRIALS - 1)) < most);
    assert_true(fabs(correlation(one + 1, two, TRIALS - 1)) < most);
    assert_true(fabs(correlation(one, one + 1, TRIALS - 1)) < most);
    for (int i = 0; i < 3; i++)
        lab_close(&lab[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_once_is_one_draw),
        cmocka_unit_test(written_twice_is_two_draws),
        cmocka_unit_test(set_keeps_the_draw),
        cmocka_unit_test(seeds_give_other_futures),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("draws", tests, NULL, NULL);
}
