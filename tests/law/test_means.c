/* The exact means that a report shows beside its trials: against published figures, against forms worked out another
 * way, and against what is simulated; and plans that they do not cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "engine/exact.h"
#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static double exact_of(const struct lab *lab, int plan)
{
    const char *why;
    double mean_h = exact_mean_h(&lab->engine.typical[plan], &why);
    if (why)
        fail_msg("not covered: %s", why);
    return mean_h;
}

/* ---- published figures ---- */

static void published_means(void **state)
{
    static const struct {
        const char *name, *text;
        double mean_h, relative;
    } row[] = {
        {"O1",
         "work: 240 GPU-hours\ncheckpoint: {every: 4 h, write: 6 min}\nrestart: none\nfailures: {job: {every: 50 h, "
         "repair: 0.5 h}}\n",
         258.931104, 1e-8},
        {"O2",
         "work: 240 GPU-hours\ncheckpoint: {every: 4 h, write: 6 min}\nfailures: {job: {every: 50 h, restart: 0.5 "
         "h}}\n",
         258.943965, 1e-8},
        {"O4", "work: 24 GPU-hours\ngive_up: 1000000 h\nrestart: 2 h\nfailures: {job: 24 h}\n", 44.822579, 2e-8},
        {"restarts",
         "work: 72 GPU-hours\ncheckpoint: none\nrestart: none\nfailures: {job: {every: 24 h, detect: 0.125 h, repair: "
         "0.375 h}}\n",
         467.5956546, 1e-9},
        {"checkpoints",
         "work: 720 GPU-hours\ncheckpoint: {every: 2 h, write: 3 min}\n"
         "failures: {job: {every: 7.9 h, detect: 5 min, repair: 15 min, restart: 10 min}}\n",
         896.878172404, 1e-10},
        {"writes behind",
         "work: 50 GPU-hours\ncheckpoint: {every: 1 h, write: 0.5 h, stall: 20%}\nrestart: none\n"
         "failures: {job: {every: 10 h, repair: 0.3 h}}\n",
         62.7474, 1e-6},
        {"no failures",
         "work: 10 GPU-hours\ncheckpoint: {every: 3 h, write: 6 min}\nqueue: 2 h\nstartup: 1 h\nshutdown: 30 min\n",
         2.0 + 1.0 + 10.0 + 0.4 + 0.5, 1e-12},
    };
    struct lab lab;
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        lab_open(&lab, "%s", row[i].text);
        lab_same(row[i].name, exact_of(&lab, 0), row[i].mean_h, row[i].relative);
        lab_close(&lab);
    }
    lab_open_file(&lab, "bench/w1.yaml");
    lab_same("W1", exact_of(&lab, 0), 743.470616, 1e-9);
    lab_close(&lab);
}

/* ---- against the simulation ---- */

/* Several causes with restarts of several laws, a last chunk that is shorter, a startup that failures strike. */
static void means_are_those_of_the_trials(void **state)
{
    static const char *const row[] = {
        "work: 101 GPU-hours\ncheckpoint: {every: 4 h, write: 6 min}\nqueue: 1 h to 9 h\nstartup: 3 h\nshutdown: 10 "
        "min to 1 h\n"
        "failures:\n  a: {unit: job, every: 12 h, detect: exponential(mean = 0.5 h), restart: 1 h to 8 h}\n"
        "  b: {unit: job, every: 20 h, repair: 1 h to 3 h, restart: \"uniform(0 h, 4 h)\"}\n"
        "  c: {unit: job, every: 90 h, restart: exponential(mean = 5 h)}\n",
        "work: 30 GPU-hours\ncheckpoint: {every: 4 h, write: 1 h, final: no}\nstartup: 1 h to 12 h\nrestart: 2 "
        "h\nfailures: {job: 15 h}\n",
        "work: 30 GPU-hours\ncheckpoint: none\ngive_up: 1000000 h\nstartup: exponential(mean = 4 h)\nrestart: 1 h to 6 "
        "h\nfailures: {job: 25 h}\n",
        "work: 40 GPU-hours\ncheckpoint: {every: 1 h, write: 2 h, stall: 25%}\nrestart: 0.5 h to 3 h\nfailures: {job: "
        "{every: 9 h, repair: 1 h}}\n",
        "work: 6 GPU-hours\ncheckpoint: {every: 10 h, write: 2 h, stall: 25%}\nrestart: 1 h\nfailures: {job: {every: 9 "
        "h, repair: 1 h}}\n",
        "work: 500 GPU-hours\ncards: 16\nmeasured_on: 16 cards\ncheckpoint: {every: 2 h, write: 10 min}\nrestart: 20 "
        "min\n"
        "failures: {gpu: 300 h, node: {every: 80 h, repair: 3 h}}\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        lab_play(&lab, 200000, "%s", row[i]);
        lab_mean(row[i], lab.trials.time_h[0], 200000, exact_of(&lab, 0));
        lab_close(&lab);
    }
}

static void check(const char *text, long n, struct exact_check *found)
{
    struct lab lab;
    struct result result = {0};
    struct engine_options options = {.trials = n};
    struct err err = {0};
    lab_open(&lab, "%s", text);
    assert_int_equal(result_make(&lab.engine, &options, &result, &err), 0);
    exact_check(&result, 0, found);
    result_release(&result);
    err_release(&err);
    lab_close(&lab);
}

/* Where inputs are ranges, each future has an exact mean of its own. */
static void worlds_are_checked_one_by_one(void **state)
{
    static const char text[] =
        "work: 240 GPU-hours\ncheckpoint: {every: 4 h, write: 2 min to 20 min}\nstartup: 10 min to 1 h\n"
        "restart: 5 min to 1 h\nfailures: {job: {every: 20 h to 200 h, repair: 0.5 h}}\n";
    struct exact_check found;
    (void)state;
    check(text, 9000, &found);
    assert_null(found.why);
    assert_true(found.by_world);
    assert_int_equal(found.trials, EXACT_WORLDS);
    assert_true(fabs(found.z) < 6.1);
    /* What the worlds differ by is taken out: an interval of plain means would be several times wider. */
    assert_true(found.half_h > 0.0 && found.half_h < 0.006 * found.exact_h);
    assert_true(fabs(found.simulated_h - found.exact_h) < 6.1 / 1.96 * found.half_h);
    check("work: 10 GPU-hours\n", 100, &found);
    assert_true(!found.why && !found.by_world && found.z == 0.0 && found.half_h == 0.0 && found.trials == 100);
    lab_same("no failures", found.simulated_h, 10.0, 1e-12);
}

/* ---- not covered ---- */

static void other_plans_are_not_covered(void **state)
{
    static const struct {
        const char *text, *why;
    } row[] = {
        {"preemption: 12 h\n", "capacity that is taken away or changed"},
        {"time_limit: 5 h\n", "a time limit"},
        {"runs: 2\n", "several runs, or a run of uncertain length"},
        {"spread: 20%\n", "several runs, or a run of uncertain length"},
        {"progress: {done: 40%, elapsed: 17 h}\n", "a run under way"},
        {"failures: {job: {every: \"weibull(shape = 0.7, mean = 50 h)\", age: new}}\n",
         "failures that are not exponential"},
        {"checkpoint: {every: 3 h, write: 1 h, stall: 20%}\nfailures: {job: 50 h}\n",
         "writes behind the work that do not divide it evenly"},
        {"give_up: 11 h\nstartup: 2 h\n", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        const char *why;
        lab_open(&lab, "work: 10 GPU-hours\n%s", row[i].text);
        double mean_h = exact_mean_h(&lab.engine.typical[0], &why);
        if (row[i].why)
            assert_string_equal(why, row[i].why);
        else
            assert_null(why);
        assert_true(isnan(mean_h) == (row[i].why != NULL));
        lab_close(&lab);
    }
    struct exact_check found;
    check("work: 10 GPU-hours\ngive_up: 15 h\nfailures: {job: 30 h}\n", 2000, &found);
    assert_string_equal(found.why, "trials that do not finish");
    check("work: 10 GPU-hours\nfailures: {job: 30 h}\n", 1, &found);
    assert_string_equal(found.why, "fewer than two trials");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_means),
        cmocka_unit_test(means_are_those_of_the_trials),
        cmocka_unit_test(worlds_are_checked_one_by_one),
        cmocka_unit_test(other_plans_are_not_covered),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("means", tests, NULL, NULL);
}
