/* Several jobs: what adds up exactly, which luck is shared, money of other countries, months and limits of the whole.
 */
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
#include "engine/jobs.h"
#include "engine/study.h"

enum { TRIALS = 4000, FILES = 4 };

struct bench {
    int files;
    struct point point[FILES];
    struct jobs jobs;
};

static void play(struct bench *b, const char *const *text, int files)
{
    static const char *const name[FILES] = {"a.yaml", "b.yaml", "c.yaml", "d.yaml"};
    struct err err = {0};
    struct engine_options options = {.trials = TRIALS};
    *b = (struct bench){.files = files};
    for (int i = 0; i < files; i++) {
        struct scenario_options so = {.job = (uint64_t)i};
        struct point *p = &b->point[i];
        p->scenario = scenario_parse(name[i], text[i], NULL, &so, &err);
        if (!p->scenario || engine_init(&p->engine, p->scenario, 1, &err) ||
            result_make(&p->engine, &options, &p->result, &err)) {
            err_print_faults(&err, stderr, false);
            fail();
        }
    }
    err_release(&err);
}

/* Adds up files by their numbers. */
static void add_up(struct bench *b, const int *of, int n)
{
    struct err err = {0};
    struct job job[JOBS_MOST];
    for (int i = 0; i < n; i++)
        job[i] = (struct job){b->point[of[i]].scenario->file, &b->point[of[i]].result, 0, NULL};
    if (jobs_add_up(job, n, &b->jobs, &err)) {
        err_print_faults(&err, stderr, false);
        fail();
    }
}

static void end(struct bench *b)
{
    jobs_release(&b->jobs);
    for (int i = 0; i < b->files; i++)
        point_release(&b->point[i]);
}

static double p90(const struct distribution *d)
{
    return d->of[6].p == 90.0 ? d->of[6].value : NAN;
}

static double correlation(const double *x, const double *y)
{
    double mx = 0.0, my = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (int i = 0; i < TRIALS; i++) {
        mx += x[i] / TRIALS;
        my += y[i] / TRIALS;
    }
    for (int i = 0; i < TRIALS; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

static const char failing[] = "work: 20000 GPU-hours\ncards: 8\nprice: 2 to 3 USD/GPU-hour\nqueue: exponential(30 h)\n"
                              "preemption: 60 h\nrequeue: exponential(5 h)\nbill_queue: yes\n"
                              "failures: {gpu: 3000 h}\ncheckpoint: {every: 2 h, write: 2 min}\n";

/* The mean is the sum of the means to the last bit, each trial the sum of its jobs; alone the first is as without
 * others. */
static void totals_are_sums(void **state)
{
    static const char *const text[] = {
        failing, "work: 900 GPU-hours\nprice: 1 USD/GPU-hour\nqueue: 1 h to 90 h\nbill_queue: yes\n", failing};
    struct bench b, alone;
    (void)state;
    play(&b, text, 3);
    play(&alone, text, 1);
    add_up(&b, (const int[]){0, 1, 2}, 3);
    const struct summary *row = b.jobs.rows.plan, *total = b.jobs.total.plan;
    assert_true(total->cost.mean == row[0].cost.mean + row[1].cost.mean + row[2].cost.mean);
    double *const *cost = b.jobs.rows.trials.cost, *const *time_h = b.jobs.rows.trials.time_h;
    for (int t = 0; t < TRIALS; t++) {
        assert_true(cost[3][t] == cost[0][t] + cost[1][t] + cost[2][t]);
        assert_true(time_h[3][t] == fmax(time_h[0][t], fmax(time_h[1][t], time_h[2][t])));
        assert_true(cost[0][t] == alone.point[0].result.trials.cost[0][t]);
    }
    assert_true(p90(&total->cost) < b.jobs.p90_sum);
    assert_true(b.jobs.p90_sum == p90(&row[0].cost) + p90(&row[1].cost) + p90(&row[2].cost));
    assert_true(fabs(total->mean.cost - total->cost.mean) < 1e-6 * total->cost.mean);
    double by_class = 0.0, tail = 0.0;
    for (int c = 0; c < CLASS_COUNT; c++) {
        tail += total->tail[c];
        for (int k = 0; k < ITEM_COUNT; k++)
            by_class += total->mean.item[k][c];
    }
    assert_true(fabs(by_class - total->cost.mean) < 1e-6 * by_class);
    assert_true(fabs(tail / p90(&total->cost) - 1.0) < 0.02);
    assert_string_equal(row[0].name, "plan (a.yaml)");
    assert_string_equal(total->name, "total");
    end(&b);
    end(&alone);
}

/* One job listed three times has three times its P90. */
static void a_job_shares_its_luck(void **state)
{
    static const char *const text[] = {failing};
    struct bench b;
    (void)state;
    play(&b, text, 1);
    add_up(&b, (const int[]){0, 0, 0}, 3);
    assert_true(p90(&b.jobs.total.plan->cost) == b.jobs.p90_sum);
    assert_true(p90(&b.jobs.total.plan->time_h) == p90(&b.point[0].result.plan[0].time_h));
    assert_string_equal(b.jobs.rows.plan[2].name, "plan (a.yaml, 3)");
    end(&b);
}

/* Files of the same text have luck of their own: failures, waits and what they do not know. Of independent uniforms the
 * correlation over n trials has a standard deviation of 1/sqrt(n). */
static void files_have_luck_of_their_own(void **state)
{
    static const char *const text[][2] = {
        {failing, failing},
        {"work: 1000 GPU-hours\nprice: 2 to 3 USD/GPU-hour\n", "work: 1000 GPU-hours\nprice: 2 to 3 USD/GPU-hour\n"},
        {"work: 1000 GPU-hours\nprice: 2 USD/GPU-hour\nqueue: exponential(9 h)\nbill_queue: yes\n",
         "work: 1000 GPU-hours\nprice: 2 USD/GPU-hour\nqueue: exponential(9 h)\nbill_queue: yes\n"},
        {"work: 1000 GPU-hours\nprice: {mean: 2 USD/GPU-hour, volatility: 30%, half_life: 3 days}\n",
         "work: 1000 GPU-hours\nprice: {mean: 2 USD/GPU-hour, volatility: 30%, half_life: 3 days}\n"},
        {"work: 1000 GPU-hours\nplans: [{name: x, price: 2 to 3 USD/GPU-hour}]\n",
         "work: 1000 GPU-hours\nplans: [{name: x, price: 2 to 3 USD/GPU-hour}]\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct bench b;
        play(&b, text[i], 2);
        double z = correlation(b.point[0].result.trials.cost[0], b.point[1].result.trials.cost[0]) * sqrt(TRIALS);
        if (!(fabs(z) < 6.1))
            fail_msg("case %zu: z = %.1f", i, z);
        end(&b);
    }
}

/* What a model leaves open is the same for all who use the model; an echo says who wrote a value. */
static void models_are_shared(void **state)
{
    static const char plan[] = "work: 1000 GPU-hours\nplans:\n  - name: p\n    price: 2 to 3 USD/GPU-hour\n"
                               "    owners: {price: prices/list}\n";
    const char *const text[] = {plan, plan};
    struct bench b;
    (void)state;
    play(&b, text, 2);
    const double *cost[] = {b.point[0].result.trials.cost[0], b.point[1].result.trials.cost[0]};
    assert_memory_equal(cost[0], cost[1], TRIALS * sizeof(double));
    assert_true(cost[0][0] != cost[0][1]);
    end(&b);
}

/* Money is in that of the first; a rate that is drawn is that of the trial, whichever file gives it. */
static void money_is_converted(void **state)
{
    static const char usd[] = "work: 1000 GPU-hours\nprice: 2 to 3 USD/GPU-hour\nbudget: 2000 USD\n";
    static const char rated[] = "currency: CNY\nexchange: {USD: 7.0 to 7.4 CNY}\nbudget: 30000 CNY\n"
                                "work: 500 GPU-hours\nprice: 10 CNY/GPU-hour\n";
    static const char dollars[] = "currency: CNY\nexchange: {USD: 7.0 to 7.4 CNY}\nwork: 1000 GPU-hours\n"
                                  "price: 1 USD/GPU-hour\n";
    const char *const text[] = {rated, usd, dollars};
    struct bench b;
    (void)state;
    play(&b, text, 3);
    add_up(&b, (const int[]){0, 1}, 2);
    const double *rate = b.point[2].result.trials.cost[0]; /* 1,000 hours at one dollar, in yuan: the rate, shared */
    assert_string_equal(b.jobs.total.scenario->currency, "CNY");
    for (int t = 0; t < TRIALS; t++) {
        double want = 5000.0 + b.point[1].result.trials.cost[0][t] * rate[t] / 1000.0;
        assert_true(fabs(b.jobs.total.trials.cost[0][t] - want) < 1e-9 * want);
    }
    assert_true(b.jobs.total.scenario->budget > 30000.0 + 2000.0 * 7.0);
    assert_true(b.jobs.total.scenario->budget < 30000.0 + 2000.0 * 7.4);
    double by_class = 0.0;
    for (int c = 0; c < CLASS_COUNT; c++)
        for (int k = 0; k < ITEM_COUNT; k++)
            by_class += b.jobs.rows.plan[1].mean.item[k][c];
    assert_true(fabs(by_class / b.jobs.rows.plan[1].cost.mean - 1.0) < 1e-9);
    jobs_release(&b.jobs);

    add_up(&b, (const int[]){1, 0}, 2); /* the rate stands in the second file */
    assert_string_equal(b.jobs.total.scenario->currency, "USD");
    for (int t = 0; t < TRIALS; t++) {
        double want = 5000.0 * 1000.0 / rate[t] + b.point[1].result.trials.cost[0][t];
        assert_true(fabs(b.jobs.total.trials.cost[0][t] - want) < 1e-9 * want);
    }
    end(&b);
}

static void money_without_a_rate_is_refused(void **state)
{
    static const char *const text[] = {"work: 10 GPU-hours\nprice: 2 USD/GPU-hour\n",
                                       "currency: CNY\nwork: 10 GPU-hours\nprice: 2 CNY/GPU-hour\n"};
    struct bench b;
    struct err err = {0};
    (void)state;
    play(&b, text, 2);
    struct job job[] = {{"a.yaml", &b.point[0].result, 0, NULL}, {"b.yaml", &b.point[1].result, 0, NULL}};
    assert_int_equal(jobs_add_up(job, 2, &b.jobs, &err), ERR_INPUT);
    assert_string_equal(err.fault[0].text, "b.yaml counts in CNY, a.yaml in USD");
    assert_non_null(strstr(err.fault[0].hint, "exchange: {CNY: "));
    err_release(&err);
    end(&b);
}

/* Months of the calendar, each trial's sum to its total; the clock of the whole counts from the first start; each job
 * has its own deadline. */
static void months_and_deadlines(void **state)
{
    static const char *const text[] = {
        "start: 2026-03-20 12:00 +08:00\ndeadline: 60 days\nbudget: 3000 USD\nwork: 1000 GPU-hours\n"
        "price: 1 to 3 USD/GPU-hour\nqueue: exponential(200 h)\n",
        "start: 2026-05-10 06:00 -07:00\ndeadline: 45 days\nbudget: 4000 USD\nwork: 1000 GPU-hours\n"
        "price: 1 to 3 USD/GPU-hour\nqueue: exponential(200 h)\n"};
    struct bench b;
    (void)state;
    play(&b, text, 2);
    add_up(&b, (const int[]){1, 0}, 2);
    const struct spend *spend = &b.jobs.spend;
    double later_h = 24.0 * 51.0 + 9.0; /* from 20 March 04:00 to 10 May 13:00 UTC */
    double *const *time_h = b.jobs.rows.trials.time_h, in_budget = 0.0, on_time = 0.0;
    assert_int_equal(spend->of[0].year, 2026);
    assert_int_equal(spend->of[0].month, 3);
    assert_int_equal(spend->trials, TRIALS);
    for (int t = 0; t < TRIALS; t++) {
        double sum = 0.0, total = b.jobs.total.trials.cost[0][t];
        for (int m = 0; m < spend->months; m++)
            sum += spend->money[m * spend->trials + t];
        assert_true(fabs(sum - total) < 1e-9 * total);
        assert_true(fabs(time_h[2][t] - fmax(time_h[1][t], later_h + time_h[0][t])) < 1e-9 * time_h[2][t]);
        in_budget += total <= 7000.0;
        on_time += time_h[1][t] <= 60.0 * 24.0 && time_h[0][t] <= 45.0 * 24.0;
    }
    struct err err = {0};
    struct spend of[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(spend_make(&b.point[i].result, 0, &of[i], &err), 0);
    for (int m = 0; m < spend->months; m++) { /* March to May of the first, from May on the second too */
        double first = m < of[0].months ? of[0].of[m].mean : 0.0,
               second = m >= 2 && m - 2 < of[1].months ? of[1].of[m - 2].mean : 0.0;
        assert_true(fabs(spend->of[m].mean - first - second) < 1e-9 * (first + second));
    }
    spend_release(&of[0]);
    spend_release(&of[1]);
    assert_true(b.jobs.total.plan->in_budget == in_budget / TRIALS && in_budget > 0.0 && in_budget < TRIALS);
    assert_true(b.jobs.total.plan->on_time == on_time / TRIALS && on_time > 0.0 && on_time < TRIALS);
    end(&b);
}

/* A job without a price leaves the whole without one, and one that never ends leaves it unfinished. */
static void what_is_missing_is_missing(void **state)
{
    static const char hopeless[] = "work: 100 GPU-hours\nprice: 2 USD/GPU-hour\npreemption: exponential(60 h)\n"
                                   "give_up: 200 h\n";
    static const char *const text[] = {"work: 10 GPU-hours\nprice: 2 USD/GPU-hour\n", "work: 10 GPU-hours\n", hopeless};
    struct bench b;
    (void)state;
    play(&b, text, 3);
    add_up(&b, (const int[]){0, 1}, 2);
    assert_true(isnan(b.jobs.total.plan->cost.mean) && isnan(p90(&b.jobs.total.plan->cost)));
    assert_int_equal(b.jobs.total.plan->unfinished, 0);
    assert_int_equal(b.jobs.spend.months, 0);
    jobs_release(&b.jobs);
    add_up(&b, (const int[]){0, 2}, 2);
    assert_int_equal(b.jobs.total.plan->unfinished, b.point[2].result.plan[0].unfinished);
    assert_true(b.jobs.total.plan->unfinished > 0);
    assert_true(isnan(b.jobs.total.plan->cost.mean));
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_are_sums),
        cmocka_unit_test(a_job_shares_its_luck),
        cmocka_unit_test(files_have_luck_of_their_own),
        cmocka_unit_test(models_are_shared),
        cmocka_unit_test(money_is_converted),
        cmocka_unit_test(money_without_a_rate_is_refused),
        cmocka_unit_test(months_and_deadlines),
        cmocka_unit_test(what_is_missing_is_missing),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
