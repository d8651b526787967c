/* Playing scenario texts, and z values of what comes out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "lab.h"

/* A normal deviate is beyond it once in 1e9. */
static const double z_most = 6.1;

/* ---- playing ---- */

/* $LAB_SEED replaces the seed of every scenario: make check-stat plays all laws with fresh ones. */
static void prepare(struct lab *lab, int threads, struct err *err)
{
    const char *seed = getenv("LAB_SEED");
    if (seed && lab->scenario && !text_u64(seed, &lab->scenario->seed))
        fail_msg("LAB_SEED is no seed");
    if (!lab->scenario || engine_init(&lab->engine, lab->scenario, threads, err)) {
        err_print_faults(err, stderr, false);
        fail_msg("the scenario is refused");
    }
    err_release(err);
}

void lab_open_with(struct lab *lab, const struct scenario_options *options, int threads, const char *text)
{
    struct err err = {0};
    *lab = (struct lab){.scenario = scenario_parse("test.yaml", text, NULL, options, &err)};
    prepare(lab, threads, &err);
}

static char *text_of(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        fail_msg("no memory");
    return text;
}

void lab_open(struct lab *lab, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_of(format, arguments);
    va_end(arguments);
    lab_open_with(lab, NULL, 0, text);
    free(text);
}

void lab_open_file(struct lab *lab, const char *name)
{
    struct err err = {0};
    char *path = file_data(name);
    if (!path)
        fail_msg("no shipped file %s", name);
    *lab = (struct lab){.scenario = scenario_load(path, NULL, &err)};
    free(path);
    prepare(lab, 0, &err);
}

void lab_close(struct lab *lab)
{
    trials_release(&lab->trials, lab->engine.plans);
    engine_release(&lab->engine);
    scenario_free(lab->scenario);
    *lab = (struct lab){0};
}

void lab_run(struct lab *lab, long n)
{
    struct err err = {0};
    struct engine_options options = {.trials = n};
    if (engine_run(&lab->engine, &options, &lab->trials, &err)) {
        err_print_faults(&err, stderr, false);
        fail_msg("the trials cannot be played");
    }
    err_release(&err);
    assert_true(lab->trials.complete && lab->trials.n == n);
    for (int i = 0; i < lab->engine.plans; i++)
        assert_true(lab->trials.sums[i].finished == (double)n);
}

void lab_play(struct lab *lab, long n, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_of(format, arguments);
    va_end(arguments);
    lab_play_with(lab, n, NULL, 0, text);
    free(text);
}

void lab_play_with(struct lab *lab, long n, const struct scenario_options *options, int threads, const char *text)
{
    lab_open_with(lab, options, threads, text);
    lab_run(lab, n);
}

int lab_plan(const struct lab *lab, const char *name)
{
    for (int i = 0; i < lab->scenario->plans; i++)
        if (strcmp(lab->scenario->plan[i].name, name) == 0)
            return i;
    fail_msg("no plan %s", name);
    return -1;
}

bool lab_same_bytes(const double *a, const double *b, long n)
{
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

bool lab_same_plan(const struct lab *a, const struct lab *b, const char *name)
{
    int i = lab_plan(a, name), k = lab_plan(b, name);
    return a->trials.n == b->trials.n && lab_same_bytes(a->trials.time_h[i], b->trials.time_h[k], a->trials.n) &&
           lab_same_bytes(a->trials.cost[i], b->trials.cost[k], a->trials.n);
}

double lab_goodput(const struct lab *lab, int plan)
{
    return lab->trials.sums[plan].work_h / lab->trials.sums[plan].time_h;
}

double lab_failures(const struct lab *lab, int plan)
{
    double sum = 0.0;
    for (int i = 0; i < CAUSES_MOST; i++)
        sum += lab->trials.sums[plan].failures[i];
    return sum / (double)lab->trials.n;
}

double lab_phase_h(const struct lab *lab, int plan, enum phase phase)
{
    return lab->trials.sums[plan].phase_h[phase] / (double)lab->trials.n;
}

double *lab_read(const struct lab *lab, int plan, long n, lab_reader *read)
{
    double *v = mem_new((size_t)n, sizeof *v);
    struct replay *replay = replay_new(&lab->engine);
    struct ledger ledger = {.finished = false};
    for (long i = 0; i < n; i++) {
        replay_play(replay, plan, i, NULL, &ledger, NULL, NULL);
        v[i] = read(&ledger);
    }
    replay_free(replay);
    return v;
}

double lab_all_failures(const struct ledger *ledger)
{
    double sum = 0.0;
    for (int i = 0; i < CAUSES_MOST; i++)
        sum += ledger->failures[i];
    return sum;
}

double lab_lost_h(const struct ledger *ledger)
{
    return ledger->phase_h[PHASE_lost];
}

/* ---- weighing ---- */

/* Mean of the powers of the distances from a centre. */
static double moment(const double *v, long n, double centre, int power)
{
    double sum = 0.0;
    for (long i = 0; i < n; i++) {
        double d = v[i] - centre;
        sum += power == 1 ? d : power == 2 ? d * d : d * d * d * d;
    }
    return sum / (double)n;
}

double lab_average(const double *v, long n, double *error)
{
    double mean = v[0] + moment(v, n, v[0], 1);
    if (error)
        *error = sqrt(moment(v, n, mean, 2) / (double)n);
    return mean;
}

long lab_at_most(const double *v, long n, double x)
{
    long count = 0;
    for (long i = 0; i < n; i++)
        count += v[i] <= x;
    return count;
}

void lab_same(const char *what, double formula, double printed, double relative)
{
    if (!(fabs(formula - printed) <= relative * fabs(printed)))
        fail_msg("%s: %.12g, published %.12g", what, formula, printed);
}

void lab_mean(const char *what, const double *v, long n, double exact)
{
    double error, mean = lab_average(v, n, &error), z = (mean - exact) / error;
    if (!(fabs(z) < z_most))
        fail_msg("%s: mean %.10g, exact %.10g, z = %.2f", what, mean, exact, z);
}

void lab_mean_within(const char *what, const double *v, long n, double low, double high)
{
    double error, mean = lab_average(v, n, &error);
    if (!(mean > low - z_most * error && mean < high + z_most * error))
        fail_msg("%s: mean %.10g +- %.2g, band %.10g to %.10g", what, mean, error, low, high);
}

void lab_deviation(const char *what, const double *v, long n, double exact)
{
    double mean = lab_average(v, n, NULL), square = moment(v, n, mean, 2), fourth = moment(v, n, mean, 4);
    double z = (square - exact * exact) / sqrt((fourth - square * square) / (double)n);
    if (!(fabs(z) < z_most))
        fail_msg("%s: deviation %.10g, exact %.10g, z = %.2f", what, sqrt(square), exact, z);
}

static double binomial_z(long count, long n, double p)
{
    return ((double)count - (double)n * p) / sqrt((double)n * p * (1.0 - p));
}

void lab_count(const char *what, long count, long n, double p)
{
    double z = binomial_z(count, n, p);
    if (!(fabs(z) < z_most))
        fail_msg("%s: %ld of %ld, exact chance %.8g, z = %.2f", what, count, n, p, z);
}

void lab_quantile(const char *what, const double *v, long n, double p, double x, double half)
{
    double below = binomial_z(lab_at_most(v, n, x - half), n, p), above = binomial_z(lab_at_most(v, n, x + half), n, p);
    if (!(below < z_most && above > -z_most))
        fail_msg("%s: P%g is not %.8g, z = %.2f just below it and %.2f just above", what, 100.0 * p, x, below, above);
}

void lab_within(const char *what, double x, double low, double high)
{
    if (!(x >= low && x <= high))
        fail_msg("%s: %.10g, band %.10g to %.10g", what, x, low, high);
}
