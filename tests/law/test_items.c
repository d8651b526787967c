/* What must hold of every bill: items sum to the total, and runs, progress and fallbacks enter where they should. */
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
#include "bill.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TRIALS = 400 };

/* ---- everything at once ---- */

#define JOB                                                                                                            \
    "start: 2026-12-29 22:00 +08:00\ndeadline: 4 days\ncurrency: CNY\nexchange: {USD: 7.0 to 7.4 CNY}\n"               \
    "work: 640 GPU-hours\naccelerators: A100:8\nqueue: lognormal(median = 1 h, sigma = 1)\nstartup: 5 min to 15 min\n" \
    "restart: 5 min to 20 min\nshutdown: 3 min\nmeasured_on: 1\nscaling: amdahl(1% to 3%)\njitter: 1%\nmore_work: "    \
    "2%\n"                                                                                                             \
    "checkpoint: {every: 1 h, write: 1 min to 3 min, size: 90 GB}\n"                                                   \
    "failures:\n  gpu:\n    every: 800 h to 3000 h\n    detect: 1 min to 20 min\n    labor: 2 h\n"                     \
    "  host: {every: 100 h, repair: exponential(2 h)}\n"                                                               \
    "defaults:\n  storage: {price: 0.02 to 0.05 USD/GB-month, kept: 3}\n  egress: $0.09/GB\n  tax: 6%\n"               \
    "  labor: {rate: ¥300/hour, setup: 6 h, per_incident: 1 h}\n  delay_cost: {per_day: 5 to 9 USD, after: "          \
    "deadline}\n"
#define RENTED "    billing: {per: 1 h, minimum: 5 days}\n    bill_queue: yes\n"
#define FIXED "    price: 2 to 3 USD/GPU-hour\n"
#define OWNED                                                                                                          \
    "    own: {price: 200K to 300K USD/node, network: 15%, fitout: ¥200000/node, life: 4 years, resale: 10% to 30%, " \
    "busy: 35% to 70%, staff: ¥600000/year, finance: 5%/year, rack: 900 CNY/kW-month}\n"                              \
    "    power: {node: 5 kW, idle: 2 kW, checkpoint: 3 kW, network: 900 W, psu_loss: 3%}\n    pue: 1.2 to 1.5\n"
#define TARIFF                                                                                                         \
    "    electricity:\n      - {hours: 08:00-22:00, days: Mon-Fri, price: 0.9 to 1.3 CNY/kWh}\n"                       \
    "      - {otherwise: 0.4 CNY/kWh}\n      - {demand: 40 CNY/kW-month}\n"
#define PLANS                                                                                                          \
    "plans:\n  - name: rent\n" FIXED RENTED "    credits: $500\n  - name: spot\n" RENTED "    preemption: 20 h\n"      \
    "    notice: 2 min\n    requeue: exponential(2 h)\n    fallback: {to: rent, after: 2 preemptions}\n"               \
    "    price: {mean: $2/GPU-hour, volatility: 30%, half_life: 10 days, now: $2.5/GPU-hour}\n"                        \
    "  - name: path\n" RENTED "    price: {path: {0 h: $2/GPU-hour, 50 h: $4/GPU-hour}, from: random}\n"               \
    "  - name: mine\n" OWNED TARIFF                                                                                    \
    "    runs: 2 to 5\n    concurrent: 2\n    spread: 6%\n  - name: under way\n" OWNED TARIFF                          \
    "    progress: {done: 40%, elapsed: 2 days, spent: ¥9000}\n  - name: gift\n" FIXED RENTED                          \
    "    runs: 3\n    concurrent: 3\n    credits: 9M CNY\n"

static double taxed_sum(const struct bill *bill)
{
    static const char *const free_of_tax[] = {"tax", "labor", "delay", "spent", "credits"};
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++) {
        bool is_free = false;
        for (size_t k = 0; k < COUNT(free_of_tax); k++)
            is_free = is_free || strcmp(cost_items[i].name, free_of_tax[k]) == 0;
        sum += is_free ? 0.0 : bill_item(bill, cost_items[i].name);
    }
    return sum;
}

static void check_bill(const struct lab *lab, int plan, long trial, const struct bill *bill)
{
    double items = 0.0, classes = 0.0, credits = bill_item(bill, "credits");
    for (int i = 0; i < ITEM_COUNT; i++) {
        double item = bill_item(bill, cost_items[i].name);
        assert_true(bill_prices(bill, cost_items[i].name) || item == 0.0);
        assert_true(strcmp(cost_items[i].name, "credits") == 0 || item >= 0.0);
        items += item;
    }
    for (int k = 0; k < CLASS_COUNT; k++)
        classes += bill_class(bill, (enum cost_class)k);
    double total = lab->trials.cost[plan][trial], most = 1e-12 * (items - 2.0 * credits);
    assert_true(total == bill->total && total >= 0.0);
    assert_true(fabs(items - total) <= most && fabs(classes - total) <= most);
    assert_true(fabs(bill_item(bill, "tax") - 0.06 * taxed_sum(bill)) <= most);
    double before = items - credits, given = fmin(bill->numbers.credits, before);
    assert_true(fabs(credits + given) <= most);
    double late_h = fmax(0.0, bill->ledger.completion_h - 96.0);
    assert_true(fabs(bill_item(bill, "delay") - late_h * bill->numbers.delay_per_h) <= most);
}

/* Nothing that can be priced is absent from all plans, and nothing is 0 in all trials that has a price. */
static void items_and_classes_sum(void **state)
{
    (void)state;
    struct lab lab;
    double seen[ITEM_COUNT] = {0.0};
    lab_play_with(&lab, TRIALS, NULL, 0, JOB PLANS);
    for (int plan = 0; plan < lab.scenario->plans; plan++) {
        double sum[ITEM_COUNT] = {0.0}, fell = 0.0;
        for (long trial = 0; trial < TRIALS; trial++) {
            struct bill bill;
            bill_make(&lab, plan, trial, NULL, &bill);
            check_bill(&lab, plan, trial, &bill);
            fell += bill.ledger.fell_back;
            for (int i = 0; i < ITEM_COUNT; i++)
                sum[i] += bill_item(&bill, cost_items[i].name);
        }
        assert_true(plan != lab_plan(&lab, "spot") || (fell > 0.1 * TRIALS && fell < 0.98 * TRIALS));
        for (int i = 0; i < ITEM_COUNT; i++) {
            double total = 0.0;
            for (int k = 0; k < CLASS_COUNT; k++)
                total += lab.trials.sums[plan].item[i][k];
            assert_true(fabs(total - sum[i]) <= 1e-9 * fabs(sum[i]));
            seen[i] += fabs(sum[i]);
        }
    }
    for (int i = 0; i < ITEM_COUNT; i++)
        if (!(seen[i] > 0.0))
            fail_msg("no trial has any %s", cost_items[i].name);
    lab_close(&lab);
}

/* Credits of more than all there is leave nothing, and not a trace of it. */
static void credits_leave_no_debt(void **state)
{
    (void)state;
    struct lab lab;
    lab_play_with(&lab, 3 * TRIALS, NULL, 0, JOB PLANS);
    int gift = lab_plan(&lab, "gift");
    for (long i = 0; i < 3 * TRIALS; i++)
        assert_true(lab.trials.cost[gift][i] == 0.0);
    lab_close(&lab);
}

/* ---- prices do not change what happens ---- */

static void prices_change_no_time(void **state)
{
    static const char job[] =
        "start: 2026-12-29 22:00 +08:00\nwork: 640 GPU-hours\naccelerators: H100:8\n"
        "checkpoint: {every: 50 min, write: 3 min}\nfailures: {gpu: {every: 200 h to 600 h, repair: exponential(2 "
        "h)}}\n"
        "capacity: owned\n%splans:\n";
    static const char *const more[] = {"restart: 10 min\n", "startup: 5 min to 40 min\nrestart: 1 min\n",
                                       "restart: 5 min to 40 min\ntime_limit: 48 h\n",
                                       "restart: 10 min\npreemption: 30 h\nrequeue: exponential(2 h)\n"};
    static const char *const price[] = {
        "own: {price: $1000}",
        "price: $2/GPU-hour",
        "price: $3/GPU-hour\n    billing: per hour\n    tax: 7%",
        "own: {price: $1000}\n    power: 6 kW\n    electricity: 0.1 USD/kWh",
        "own: {price: $1000}\n    power: 6 kW\n    electricity: {07:00-23:00: 0.2 USD/kWh, otherwise: 0.1 USD/kWh}",
        "price: {path: {0 h: $2/GPU-hour, 70 h: $3/GPU-hour}, from: 3 h}",
        "price: {path: {0 h: $2/GPU-hour, 70 h: $3/GPU-hour}, from: random}",
        "price: {mean: $2/GPU-hour, volatility: 30%, half_life: 10 days}"};
    (void)state;
    for (size_t k = 0; k < COUNT(more); k++) {
        struct text text = {0};
        struct lab lab;
        text_addf(&text, job, more[k]);
        for (size_t i = 0; i < COUNT(price); i++)
            text_addf(&text, "  - name: p%zu\n    %s\n", i, price[i]);
        lab_play_with(&lab, 5 * TRIALS, NULL, 0, text.at);
        for (size_t i = 1; i < COUNT(price); i++)
            for (long n = 0; n < 5 * TRIALS; n++)
                if (lab.trials.time_h[0][n] != lab.trials.time_h[i][n])
                    fail_msg("%strial %ld: %.17g h with an owned machine, %.17g h with\n%s", more[k], n,
                             lab.trials.time_h[0][n], lab.trials.time_h[i][n], price[i]);
        lab_close(&lab);
        text_release(&text);
    }
}

/* ---- several runs ---- */

static void makespan_of_equal_runs(void **state)
{
    (void)state;
    for (int runs = 1; runs <= 7; runs++)
        for (int copies = 1; copies <= 8; copies++) {
            struct bill bill =
                bill_of("work: 10 GPU-hours\nstartup: 30 min\nqueue: 4 h\nshutdown: 15 min\nfailures: none\n"
                        "checkpoint: {every: 3 h, write: 15 min}\nprice: $2/GPU-hour\n"
                        "billing: {per: 1 h, minimum: 24 h}\nruns: %d\nconcurrent: %d\n",
                        runs, copies);
            double held_h = 11.75, used = copies < runs ? copies : runs;
            lab_same("makespan", bill.ledger.completion_h, 4.0 + ceil((double)runs / copies) * held_h, 1e-12);
            lab_same("rent", bill_item(&bill, "rent"), 2.0 * held_h * runs, 1e-12);
            lab_same("round-up", bill_item(&bill, "round_up"), 2.0 * 0.25 * runs, 1e-12);
            lab_same("unused", bill_item(&bill, "unused_minimum"), 2.0 * fmax(0.0, 24.0 * used - 12.0 * runs), 1e-12);
            lab_same("queue", bill.ledger.phase_h[PHASE_queue], 4.0 * used, 1e-12);
        }
}

struct spans {
    double from_h[16], to_h[16];
};

static void note_span(void *context, const struct event *event)
{
    struct spans *s = context;
    double *from_h = &s->from_h[event->run], *to_h = &s->to_h[event->run];
    *from_h = fmin(*from_h, event->from_h);
    *to_h = fmax(*to_h, event->to_h);
}

/* A run begins on the copy that is idle first. */
static void runs_of_unequal_length(void **state)
{
    enum { RUNS = 11, COPIES = 3 };
    struct lab lab;
    (void)state;
    lab_open(&lab, "work: 20 GPU-hours\nspread: 70%%\nfailures: {job: 30 h}\ncheckpoint: every 1 h\nruns: "
                   "11\nconcurrent: 3\nprice: $1/GPU-hour\n"
                   "queue: 1 h\n");
    for (long trial = 0; trial < 100; trial++) {
        struct bill bill;
        struct spans spans;
        double idle_h[COPIES] = {0.0}, end_h = 0.0, sum_h = 0.0;
        for (int i = 0; i < RUNS; i++) {
            spans.from_h[i] = INFINITY;
            spans.to_h[i] = 0.0;
        }
        bill_make(&lab, 0, trial, &(struct observer){note_span, &spans}, &bill);
        for (int i = 0; i < RUNS; i++) {
            int copy = i < COPIES ? i : 0;
            for (int k = 0; k < COPIES && i >= COPIES; k++)
                copy = idle_h[k] < idle_h[copy] ? k : copy;
            lab_same("beginning of a run", spans.from_h[i], idle_h[copy], 1e-12);
            idle_h[copy] = spans.to_h[i];
            end_h = fmax(end_h, idle_h[copy]);
            sum_h += spans.to_h[i] - spans.from_h[i];
        }
        lab_same("end of the last run", bill.ledger.completion_h, end_h, 1e-12);
        lab_same("rent of all", bill_item(&bill, "rent"), sum_h - COPIES * 1.0, 1e-9);
    }
    lab_close(&lab);
}

/* What is written as nothing is nothing. */
static void nothing_changes_nothing(void **state)
{
    static const char *const nothing[] = {"    runs: 1\n",
                                          "    concurrent: 1\n",
                                          "    concurrent: 5\n",
                                          "    runs: 1\n    concurrent: 3\n",
                                          "    progress: {done: 0%}\n",
                                          "    progress: {done: 0%, elapsed: 0 h, spent: $0}\n",
                                          "    spread: 0%\n",
                                          "    jitter: 0%\n",
                                          "    more_work: 0%\n",
                                          "    tax: 0%\n",
                                          "    credits: $0\n",
                                          "    egress: 0 USD/GB\n",
                                          "    delay_cost: $0\n",
                                          "    labor: {rate: $0/hour, setup: 3 h}\n",
                                          "    billing: per second\n",
                                          "    bill_queue: no\n"};
    static const char text[] = "work: 100 GPU-hours\ncheckpoint: {every: 1 h, write: 2 min, size: 9 GB}\n"
                               "failures: {gpu: 30 h to 90 h}\nqueue: 1 to 9 h\nplans:\n  - name: a\n    price: 2 to 3 "
                               "USD/GPU-hour\n    preemption: 5 h to 20 h\n%s";
    struct lab without, with;
    (void)state;
    lab_play(&without, TRIALS, text, "");
    for (size_t i = 0; i < COUNT(nothing); i++) {
        lab_play(&with, TRIALS, text, nothing[i]);
        if (!lab_same_plan(&without, &with, "a"))
            fail_msg("%s changes something", nothing[i]);
        lab_close(&with);
    }
    lab_close(&without);
}

static void progress(void **state)
{
    (void)state;
    /* All is done: the forecast is what was. */
    struct bill bill =
        bill_of("work: 100 GPU-hours\nqueue: 9 h\nstartup: 2 h\nfailures: {gpu: 30 h}\nprice: $2/GPU-hour\n"
                "progress: {done: 100%%, elapsed: 17 days, spent: $777}\n");
    assert_true(bill.ledger.completion_h == 408.0 && bill.total == 777.0);
    /* Part of it: capacity is held already. */
    bill = bill_of("work: 100 GPU-hours\nqueue: 9 h\nstartup: 2 h\nshutdown: 1 h\nfailures: none\nprice: $2/GPU-hour\n"
                   "progress: {done: 40%%, elapsed: 50 h, spent: $777}\n");
    lab_same("completion", bill.ledger.completion_h, 50.0 + 60.0 + 1.0, 1e-14);
    lab_same("total", bill.total, 777.0 + 122.0, 1e-14);
    assert_true(bill_item(&bill, "spent") == 777.0);
    /* What is past is not paid again: the minimum is used up in all, the setting up is done. */
    bill = bill_of("work: 40 GPU-hours\nfailures: none\nprice: $2/GPU-hour\nbilling: {minimum: 30 h}\n"
                   "labor: {rate: $80/hour, setup: 6 h}\nprogress: {done: 50%%, elapsed: 20 h, spent: $40}\n");
    lab_same("a minimum used up, a setting up that is past", bill.total, 80.0, 1e-12);
    /* A run under way ends as one that begins with the rest, but for the past. */
    struct lab rest, whole;
    static const char text[] =
        "work: %s\nfailures: {gpu: 50 h}\ncheckpoint: {every: 2 h, write: 2 min}\nrestart: 10 min\n"
        "price: $2/GPU-hour\n%s";
    lab_play(&rest, TRIALS, text, "60 GPU-hours", "");
    lab_play(&whole, TRIALS, text, "100 GPU-hours", "progress: {done: 40%, elapsed: 50 h, spent: $9}\n");
    for (long i = 0; i < TRIALS; i++) {
        lab_same("the rest", whole.trials.time_h[0][i], 50.0 + rest.trials.time_h[0][i], 1e-12);
        lab_same("cost of the rest", whole.trials.cost[0][i], 9.0 + rest.trials.cost[0][i], 1e-12);
    }
    lab_close(&rest);
    lab_close(&whole);
}

/* The work of a run varies by a factor of mean 1. */
static void spread_of_work(void **state)
{
    enum { MANY = 100000 };
    struct lab lab;
    (void)state;
    lab_play(&lab, MANY,
             "work: 100 GPU-hours\nfailures: none\nspread: 30%%\nplans:\n  - name: one\n  - name: four\n"
             "    runs: 4\n");
    lab_mean("one run", lab.trials.time_h[0], MANY, 100.0);
    lab_deviation("one run", lab.trials.time_h[0], MANY, 30.0);
    lab_mean("four runs", lab.trials.time_h[1], MANY, 400.0);
    lab_deviation("four runs, one by one", lab.trials.time_h[1], MANY, 60.0);
    lab_close(&lab);
}

/* An unfinished run among several, whatever is metered: nothing is played past it. */
static void unfinished_runs(void **state)
{
    static const char *const metered[] = {
        "price: $1/GPU-hour\n", "price: {path: {0 h: $2/GPU-hour, 7 h: $3/GPU-hour}}\n",
        "price: {mean: $2/GPU-hour, volatility: 30%, half_life: 10 days}\n",
        "own: {price: $1000}\npower: 1 kW\nelectricity: {07:00-23:00: 0.2 USD/kWh, otherwise: 0.1 USD/kWh}\n"};
    (void)state;
    for (size_t i = 0; i < COUNT(metered); i++)
        for (int copies = 1; copies <= 2; copies++) {
            struct lab lab;
            long unfinished = 0;
            lab_open(&lab,
                     "start: 2026-12-29 22:00 +08:00\nwork: 10 GPU-hours\nruns: 3\nconcurrent: %d\nrestart: none\n"
                     "failures: {job: 15 h}\ngive_up: 16 h\n%s",
                     copies, metered[i]);
            for (long trial = 0; trial < TRIALS; trial++) {
                struct bill bill;
                bill_make(&lab, 0, trial, NULL, &bill);
                unfinished += !bill.ledger.finished;
                assert_true(bill.ledger.finished == isfinite(bill.ledger.completion_h));
                assert_true(bill.ledger.finished == isfinite(bill.total));
            }
            assert_true(unfinished > TRIALS / 10 && unfinished < TRIALS);
            lab_close(&lab);
        }
}

/* ---- fallbacks ---- */

static void fallbacks_by_hand(void **state)
{
    static const char text[] = "work: 10 GPU-hours\nfailures: none\nrestart: none\n"
                               "checkpoint: {every: 30 min, write: 0 s}\n%s\nplans:\n  - name: spot\n"
                               "    price: $1/GPU-hour\n    fallback: {to: od, after: %s}\n    %s\n"
                               "  - name: od\n    price: $3/GPU-hour\n    queue: 30 min\n    %s\n";
    static const char wait[] = "queue: 2 h", hold4[] = "preemption: constant(4 h)\n    queue: 2 h\n    requeue: 2 h";
    static const struct {
        const char *more, *after, *spot, *od;
        double hours, rent, round_up, queue_rent;
    } row[] = {
        {"", "0 h", wait, "requeue: 9 h", 10.5, 30.0, 0.0, 0.0},
        {"", "1 h", wait, "requeue: 9 h", 11.5, 30.0, 0.0, 0.0},
        {"", "2 h", wait, "requeue: 9 h", 12.0, 10.0, 0.0, 0.0},
        {"", "24 h", wait, "requeue: 9 h", 12.0, 10.0, 0.0, 0.0},
        {"", "0 h", "notice: none", "requeue: 9 h", 10.0, 10.0, 0.0, 0.0},
        {"", "3 h", hold4, "requeue: 9 h", 13.5, 22.0, 0.0, 0.0},
        {"", "2 preemptions", "preemption: constant(4 h)\n    queue: 2 h\n    requeue: 1 h", "requeue: 9 h", 13.5, 14.0,
         0.0, 0.0},
        {"", "3 preemptions", "preemption: constant(4 h)\n    queue: 2 h\n    requeue: 1 h", "requeue: 9 h", 14.0, 10.0,
         0.0, 0.0},
        {"", "3 h", hold4, "preemption: constant(5 h)\n    requeue: 15 min", 13.75, 22.0, 0.0, 0.0},
        {"billing: per hour", "3 h", "preemption: constant(3.5 h)\n    queue: 2 h\n    requeue: 2 h", "requeue: 9 h",
         13.5, 23.0, 2.0, 0.0},
        {"bill_queue: yes", "3 h", hold4, "requeue: 9 h", 13.5, 22.0, 0.0, 4.5},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill = bill_of(text, row[i].more, row[i].after, row[i].spot, row[i].od);
        if (!(fabs(bill.ledger.completion_h - row[i].hours) < 1e-9 &&
              fabs(bill_item(&bill, "rent") - row[i].rent) < 1e-9 &&
              fabs(bill_item(&bill, "round_up") - row[i].round_up) < 1e-9 &&
              fabs(bill_item(&bill, "queue_rent") - row[i].queue_rent) < 1e-9))
            fail_msg("case %zu: %.6g h, rent %.6g, round-up %.6g, queue %.6g", i, bill.ledger.completion_h,
                     bill_item(&bill, "rent"), bill_item(&bill, "round_up"), bill_item(&bill, "queue_rent"));
    }
}

/* The next run on a copy that has turned to the fallback stays there. */
static void fallbacks_and_runs(void **state)
{
    (void)state;
    struct bill bill =
        bill_of("work: 10 GPU-hours\nfailures: none\nruns: 2\nplans:\n  - name: spot\n    price: $1/GPU-hour\n"
                "    queue: 2 h\n    fallback: {to: od, after: 1 h}\n  - name: od\n    price: $3/GPU-hour\n"
                "    queue: 30 min\n");
    lab_same("rent of two runs", bill_item(&bill, "rent"), 60.0, 1e-12);
    lab_same("hours of two runs", bill.ledger.completion_h, 21.5, 1e-12);
}

static void fallbacks_never_taken(void **state)
{
    static const char text[] =
        "work: 100 GPU-hours\nfailures: {gpu: 90 h to 200 h}\ncheckpoint: {every: 1 h, write: 2 min}\n%splans:\n"
        "  - name: spot\n    price: 1 to 2 USD/GPU-hour\n    preemption: 5 h to 20 h\n    queue: 10 min to 2 h\n%s"
        "  - name: od\n    price: $3/GPU-hour\n    preemption: none\n";
    static const char *const fallback[] = {"    fallback: {to: od, after: 1000000 h}\n",
                                           "    fallback: {to: od, after: 100000 preemptions}\n",
                                           "    fallback: {to: od, after: 1 preemption}\n"};
    static const char *const job[] = {"", "restart: 10 min\n", "restart: none\nnotice: 5 min\n"};
    (void)state;
    for (size_t k = 0; k < COUNT(job); k++) {
        struct lab without, with;
        lab_play(&without, 2000, text, job[k], "");
        for (size_t i = 0; i < COUNT(fallback); i++) {
            lab_play(&with, 2000, text, job[k], fallback[i]);
            assert_true(lab_same_plan(&without, &with, "spot") == (i < 2));
            assert_true(lab_same_plan(&without, &with, "od"));
            lab_close(&with);
        }
        lab_close(&without);
    }
}

/* A fallback to the same market changes the streams, not the law of what comes. */
static void fallback_to_the_same(void **state)
{
    struct lab lab;
    double exact_h = 100.0 + 100.0 / 10.0 * 0.5;
    (void)state;
    lab_play(
        &lab, 20000,
        "work: 100 GPU-hours\nfailures: none\nrestart: none\ncheckpoint: {every: 0.01 s, write: 0 s}\nplans:\n"
        "  - name: a\n    price: $1/GPU-hour\n    preemption: 10 h\n    requeue: exponential(30 min)\n    queue: none\n"
        "    fallback: {to: b, after: 3 preemptions}\n"
        "  - name: b\n    price: $1/GPU-hour\n    preemption: 10 h\n    requeue: exponential(30 min)\n    queue: "
        "exponential(30 min)\n");
    lab_mean("hours", lab.trials.time_h[0], 20000, exact_h);
    for (long i = 0; i < 20000; i++)
        assert_true(lab.trials.cost[0][i] > 100.0 - 1e-9 && lab.trials.cost[0][i] < 100.02);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_and_classes_sum),
        cmocka_unit_test(credits_leave_no_debt),
        cmocka_unit_test(prices_change_no_time),
        cmocka_unit_test(makespan_of_equal_runs),
        cmocka_unit_test(runs_of_unequal_length),
        cmocka_unit_test(nothing_changes_nothing),
        cmocka_unit_test(progress),
        cmocka_unit_test(spread_of_work),
        cmocka_unit_test(unfinished_runs),
        cmocka_unit_test(fallbacks_by_hand),
        cmocka_unit_test(fallbacks_and_runs),
        cmocka_unit_test(fallbacks_never_taken),
        cmocka_unit_test(fallback_to_the_same),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("items", tests, NULL, NULL);
}
