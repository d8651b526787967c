/* Spend by month: months sum to the cost in every trial, and money falls when its hours do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "engine/spend.h"

struct bench {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
    struct spend spend;
};

static void bench_play(struct bench *b, long trials, int plan, const char *text)
{
    struct err err = {0};
    struct engine_options options = {.trials = trials};
    *b = (struct bench){.scenario = scenario_parse("bench.yaml", text, NULL, NULL, &err)};
    if (!b->scenario || engine_init(&b->engine, b->scenario, 1, &err) ||
        (result_make(&b->engine, &options, &b->result, &err) && err.code != ERR_UNFINISHED) ||
        spend_make(&b->result, plan, &b->spend, &err)) {
        err_print_faults(&err, stderr, false);
        fail();
    }
    err_release(&err);
}

static void bench_end(struct bench *b)
{
    spend_release(&b->spend);
    result_release(&b->result);
    engine_release(&b->engine);
    scenario_free(b->scenario);
}

static double of(const struct bench *b, int month, long trial)
{
    return b->spend.money[month * b->spend.trials + trial];
}

/* Every trial's months sum to its cost; none is negative. */
static void check_sums(const struct bench *b, int plan)
{
    for (long t = 0; t < b->spend.trials; t++) {
        double sum = 0.0, cost = b->result.trials.cost[plan][t];
        for (int m = 0; m < b->spend.months; m++) {
            assert_true(of(b, m, t) > -1e-9);
            sum += of(b, m, t);
        }
        if (isfinite(cost) && fabs(sum - cost) > 1e-9 * fmax(1.0, cost))
            fail_msg("trial %ld: months sum to %.12g, the cost is %.12g", t, sum, cost);
    }
}

/* 1,000 h on one card at $1/h from a moment on: hours of each month. */
static void hours_fall_in_their_month(void **state)
{
    static const struct {
        const char *start;
        int year, month;
        double first, second, third;
    } row[] = {
        {"2026-01-16 00:00 +00:00", 2026, 1, 384.0, 616.0, 0.0},
        {"2026-01-31 23:00 +00:00", 2026, 1, 1.0, 672.0, 327.0},
        {"2028-01-31 23:00 +00:00", 2028, 1, 1.0, 696.0, 303.0}, /* a leap year */
        {"2026-12-31 20:30 +08:00", 2026, 12, 3.5, 744.0, 252.5},
        {"2026-12-31 20:30 -05:00", 2026, 12, 3.5, 744.0, 252.5},
        {"2026-12-01 00:00 +05:30", 2026, 12, 744.0, 256.0, 0.0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench b;
        char *text =
            mem_format("work: 1000 GPU-hours\nprice: 1 USD/GPU-hour\nbilling: per second\nstart: %s\n", row[i].start);
        bench_play(&b, 3, 0, text);
        assert_int_equal(b.spend.months, row[i].third > 0.0 ? 3 : 2);
        assert_int_equal(b.spend.of[0].year, row[i].year);
        assert_int_equal(b.spend.of[0].month, row[i].month);
        assert_int_equal(b.spend.of[1].month, row[i].month % 12 + 1);
        assert_int_equal(b.spend.of[1].year, row[i].year + (row[i].month == 12));
        assert_true(fabs(of(&b, 0, 0) - row[i].first) < 1e-9);
        assert_true(fabs(of(&b, 1, 2) - row[i].second) < 1e-9);
        assert_true(b.spend.months < 3 || fabs(of(&b, 2, 1) - row[i].third) < 1e-9);
        assert_true(b.spend.of[1].mean == of(&b, 1, 0) && b.spend.of[1].p90 == of(&b, 1, 0));
        check_sums(&b, 0);
        bench_end(&b);
        free(text);
    }
}

/* All that costs money, in trials with failures, preemptions, a fallback and several runs. */
static void months_sum_to_the_cost(void **state)
{
    static const char *const row[] = {
        "work: 20000 GPU-hours\ncards: 8\nprice: $2/GPU-hour\nbilling: {per: 1 h}\nqueue: 1 h to 9 h\nrequeue: 1 h to "
        "9 "
        "h\n"
        "preemption: 40 h\ncheckpoint: {every: 2 h, write: 2 min, size: 100 GB}\n"
        "failures: {gpu: {every: 3000 h, repair: 5 h, restart: 10 min, labor: 1 h}}\nlabor: {rate: $80/h, setup: 8 h}\n"
        "storage: {price: $0.02/GB-month, kept: 3}\negress: $0.09/GB\ntax: 6%\ndeadline: 60 days\ndelay_cost: "
        "$500/day\n"
        "credits: $3000\nstart: 2026-03-20 15:00 +08:00\n",
        "work: 5000 GPU-hours\ncards: 8\ncheckpoint: {every: 2 h, write: 2 min}\nstart: 2026-03-28 15:00 "
        "+08:00\nplans:\n"
        "  - {name: spot, price: {mean: $2/GPU-hour, volatility: 30%, half_life: 3 days}, preemption: 20 h,\n"
        "     fallback: {to: safe, after: 3 preemptions}}\n  - {name: safe, price: $4/GPU-hour}\n",
        "work: 3000 GPU-hours\ncards: 8\nruns: 4\nconcurrent: 2\nspread: 30%\nprice: $2/GPU-hour\n"
        "failures: {gpu: 3000 h}\ncheckpoint: {every: 2 h, write: 2 min}\nstart: 2026-03-28 15:00 +08:00\n",
        "work: 30000 GPU-hours\ncards: 8\nown: {price: 250000 USD/node, busy: 80%, life: 4 years, staff: 50000 "
        "USD/year}\n"
        "power: {wall: 8 kW}\nelectricity: {\"08:00-22:00\": 0.2 USD/kWh, otherwise: 0.1 USD/kWh}\n"
        "failures: {gpu: 3000 h}\ncheckpoint: {every: 2 h, write: 2 min}\nstart: 2026-03-28 15:00 +08:00\n",
        "work: 20000 GPU-hours\ncards: 8\nprice: $2/GPU-hour\nprogress: {done: 40%, elapsed: 40 days, spent: $17000}\n"
        "failures: {gpu: 3000 h}\ncheckpoint: {every: 2 h, write: 2 min}\nstart: 2026-03-20 15:00 +08:00\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench b;
        bench_play(&b, 200, 0, row[i]);
        assert_in_range(b.spend.months, 2, 12);
        check_sums(&b, 0);
        bench_end(&b);
    }
}

/* A run under way: what was spent is spread over the time that has passed, and all of it is in. */
static void the_past_is_spread(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 2, 0,
               "work: 1000 GPU-hours\nprice: 2 USD/GPU-hour\nprogress: {done: 50%, elapsed: 500 h, spent: 5000 USD}\n"
               "start: 2026-01-01 00:00 +00:00\n");
    assert_int_equal(b.spend.months, 2);
    assert_true(fabs(of(&b, 0, 0) - (5000.0 + 2.0 * 244.0)) < 1e-6);
    assert_true(fabs(of(&b, 1, 0) - 2.0 * 256.0) < 1e-6);
    bench_end(&b);
}

/* A tariff by month: January's hours cost a third of February's; the machine costs the same in both. */
static void tariffs_follow_the_month(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 2, 0,
               "work: 1000 GPU-hours\nown: {price: 1e-6 USD/node, life: 4 years, busy: 100%}\npower: {wall: 1 kW}\n"
               "electricity:\n  - {months: Jan, price: 1 USD/kWh}\n  - {otherwise: 3 USD/kWh}\n"
               "start: 2026-01-16 00:00 +00:00\n");
    assert_true(fabs(of(&b, 0, 0) / 384.0 / (of(&b, 1, 0) / 616.0) - 1.0 / 3.0) < 1e-8);
    check_sums(&b, 0);
    bench_end(&b);
}

static void without_start_or_price_there_are_none(void **state)
{
    static const char *const row[] = {"work: 10 GPU-hours\nprice: 1 USD/GPU-hour\n",
                                      "work: 10 GPU-hours\nstart: 2026-01-16 00:00 +00:00\n"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct err err = {0};
        struct engine_options options = {.trials = 5};
        struct engine engine = {0};
        struct result result = {0};
        struct spend spend;
        struct scenario *scenario = scenario_parse("bench.yaml", row[i], NULL, NULL, &err);
        assert_non_null(scenario);
        assert_int_equal(engine_init(&engine, scenario, 1, &err), 0);
        assert_int_equal(result_make(&engine, &options, &result, &err), 0);
        assert_int_equal(spend_make(&result, 0, &spend, &err), ERR_INPUT);
        assert_non_null(err.fault[0].hint);
        spend_release(&spend);
        result_release(&result);
        engine_release(&engine);
        scenario_free(scenario);
        err_release(&err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hours_fall_in_their_month),
        cmocka_unit_test(months_sum_to_the_cost),
        cmocka_unit_test(the_past_is_spread),
        cmocka_unit_test(tariffs_follow_the_month),
        cmocka_unit_test(without_start_or_price_there_are_none),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
