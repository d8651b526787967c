/* Tests of the charts: ticks and units, shares, sentences, what --plot may ask for, and drawing hostile names safely.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/axis.h"
#include "report/chart.h"
#include "report/finding.h"
#include "report/gnuplot.h"
#include "report/headline.h"
#include "report/share.h"
#include "report/spawn.h"
#include "report/words.h"

/* ---- units and ticks ---- */

static void test_money(void **state)
{
    static const struct {
        double amount;
        const char *currency, *text;
    } cases[] = {{9433.2, "$", "$9,433"},
                 {54, "$", "$54"},
                 {54.205, "$", "$54.20"},
                 {0.5, "$", "$0.50"},
                 {0.00423, "$", "$0.0042"},
                 {0, "$", "$0"},
                 {682000, "\u00a5", "\u00a5682,000"},
                 {1234567, "$", "$1.235M"},
                 {9.5e7, "$", "$95M"},
                 {2.5e9, "\u20ac", "\u20ac2.5B"},
                 {54, "CHF", "CHF 54"},
                 {3e12, "$", "$3T"},
                 {99.999, "$", "$100"},
                 {1e300, "$", "$1e+288T"}};
    char out[AXIS_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(axis_money(cases[i].amount, cases[i].currency, out), cases[i].text);
}

static void test_time(void **state)
{
    static const struct {
        double hours;
        const char *text;
    } cases[] = {
        {16 * 24, "16 d"},     {21.94 * 24, "21.9 d"}, {40, "40 h"}, {41.25, "41.2 h"},      {40.0 / 60, "40 min"},
        {45.0 / 3600, "45 s"}, {71.9, "71.9 h"},       {72, "3 d"},  {24 * 1234, "1,234 d"}, {0, "0 s"}};
    char out[AXIS_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(axis_time(cases[i].hours, out), cases[i].text);
}

/* All labels of an axis from low to high, separated by a bar. */
static char *labels(enum axis_quantity quantity, double low, double high, int most, double length)
{
    struct axis axis = {.quantity = quantity, .currency = "$", .min = low, .max = high};
    struct text out = {0};
    axis_ticks(&axis, most, length, 20, 16, false);
    for (int i = 0; i < axis.ticks; i++)
        text_addf(&out, "%s%s", i > 0 ? "|" : "", axis.label[i]);
    return out.at;
}

static void ticks_are(enum axis_quantity quantity, double low, double high, double length, const char *expected)
{
    char *text = labels(quantity, low, high, 8, length);
    assert_string_equal(text, expected);
    free(text);
}

static void test_ticks_have_round_steps_and_units(void **state)
{
    (void)state;
    ticks_are(AXIS_MONEY, 1900, 11200, 1106, "$2,000|$4,000|$6,000|$8,000|$10,000");
    ticks_are(AXIS_MONEY, 8.9, 12.1, 1106, "$9.00|$9.50|$10.00|$10.50|$11.00|$11.50|$12.00");
    ticks_are(AXIS_MONEY, 0, 1.2e6, 1106, "$0|$0.2M|$0.4M|$0.6M|$0.8M|$1.0M|$1.2M");
    ticks_are(AXIS_MONEY, 99000, 131000, 1106, "$100k|$105k|$110k|$115k|$120k|$125k|$130k");
    ticks_are(AXIS_TIME, 15.5 * 24, 26 * 24, 1106, "16 d|18 d|20 d|22 d|24 d|26 d");
    ticks_are(AXIS_TIME, 6.3 * 24, 25 * 24, 1106, "10 d|15 d|20 d|25 d");
    ticks_are(AXIS_TIME, 40, 110, 1106, "2.0 d|2.5 d|3.0 d|3.5 d|4.0 d|4.5 d");
    ticks_are(AXIS_TIME, 0.5, 1.6, 1106, "30 min|40 min|50 min|60 min|70 min|80 min|90 min");
    ticks_are(AXIS_TIME, 20, 70, 1106, "20 h|30 h|40 h|50 h|60 h|70 h");
}

static void test_ticks_keep_their_distance(void **state)
{
    (void)state;
    for (double length = 120; length < 1300; length += 20) {
        struct axis axis = {.quantity = AXIS_MONEY, .currency = "$", .min = 21000, .max = 97000};
        axis_ticks(&axis, 8, length, 20, 16, false);
        assert_in_range(axis.ticks, 1, 8);
        for (int i = 1; i < axis.ticks; i++) {
            double away = length * (axis_at(&axis, axis.tick[i]) - axis_at(&axis, axis.tick[i - 1]));
            double need =
                0.5 * (place_text_width(axis.label[i], 20, false) + place_text_width(axis.label[i - 1], 20, false));
            assert_true(away >= need + 16);
        }
    }
}

static void test_an_axis_of_one_value_has_room(void **state)
{
    static const double values[] = {0, 5e-324, 0.5, 1600, 1e300};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct axis axis = {.quantity = AXIS_MONEY, .currency = "$"};
        axis_span(&axis, values[i], values[i], true);
        assert_true(axis.min < axis.max && axis.min >= 0);
        axis_ticks(&axis, 8, 1106, 20, 16, false);
        assert_in_range(axis.ticks, 0, AXIS_TICKS);
    }
}

static void test_a_wide_axis_may_be_logarithmic(void **state)
{
    struct axis axis = {.quantity = AXIS_MONEY, .currency = "$"};
    (void)state;
    axis_span(&axis, 2, 40000, true);
    assert_true(axis.log);
    axis_ticks(&axis, 8, 1106, 20, 16, false);
    assert_string_equal(axis.label[0], "$10");
    assert_string_equal(axis.label[1], "$100");
    assert_true(fabs(axis_at(&axis, sqrt(axis.min * axis.max)) - 0.5) < 1e-12);
    axis_span(&axis, 0, 40000, true);
    assert_false(axis.log);
    axis = (struct axis){.quantity = AXIS_TIME};
    axis_span(&axis, 50, 3000, true);
    axis_ticks(&axis, 8, 1106, 20, 16, false);
    assert_string_equal(axis.label[1], "5 d");
    assert_string_equal(axis.label[axis.ticks - 1], "100 d");
}

static void test_notes_have_the_unit_of_the_ticks(void **state)
{
    struct axis axis = {.quantity = AXIS_TIME, .min = 50, .max = 200};
    char out[AXIS_ROOM];
    (void)state;
    assert_string_equal(axis_note(&axis, 67.2, out), "2.8 d");
    assert_string_equal(axis_value(&axis, 67.2, out), "67.2 h");
    axis.log = true;
    assert_string_equal(axis_note(&axis, 67.2, out), "67.2 h");
}

static void test_the_step_of_money_is_what_it_shows(void **state)
{
    static const struct {
        double amount, step;
    } cases[] = {{9433.2, 1}, {1234567, 1000}, {54.2, 0.01}, {0.00423, 0.0001}, {2.5e9, 1e6}, {0, 0.01}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(fabs(axis_money_step(cases[i].amount) / cases[i].step - 1) < 1e-9);
}

/* ---- shares ---- */

static void rounds_to(const double *part, int n, const int *expected)
{
    int percent[8];
    share_round(part, n, percent);
    for (int i = 0; i < n; i++)
        assert_int_equal(percent[i], expected[i]);
}

static void test_percents_add_to_100(void **state)
{
    (void)state;
    rounds_to((double[]){1, 1, 1}, 3, (int[]){34, 33, 33});
    rounds_to((double[]){59.6, 12.6, 0, 10.6, 17.2}, 5, (int[]){59, 13, 0, 11, 17});
    rounds_to((double[]){0, 0}, 2, (int[]){0, 0});
    rounds_to((double[]){-3, 7}, 2, (int[]){0, 100});
    rounds_to((double[]){1e-9, 1e9}, 2, (int[]){0, 100});
    for (int k = 1; k < 500; k++) {
        double part[5] = {k, 1 + k % 7, k % 13, 3, k * 0.37};
        int percent[5], sum = 0;
        share_round(part, 5, percent);
        for (int i = 0; i < 5; i++)
            sum += percent[i];
        assert_int_equal(sum, 100);
    }
}

static void test_units_add_to_the_whole(void **state)
{
    double unit[5];
    (void)state;
    share_units((double[]){8888.6, 3110.6, 0, 4.4, 203.4}, 5, 12207, unit);
    assert_true(unit[0] == 8889 && unit[1] == 3111 && unit[2] == 0 && unit[3] == 4 && unit[4] == 203);
    share_units((double[]){0.4, 0.4, 0.4}, 3, 1, unit);
    assert_true(unit[0] == 1 && unit[1] == 0 && unit[2] == 0);
}

static void test_shares_are_not_rounded_to_certainty(void **state)
{
    static const struct {
        double share;
        const char *text;
    } cases[] = {{0, "no trial"},
                 {1, "all trials"},
                 {0.98, "98% of trials"},
                 {0.9978, "99.8% of trials"},
                 {0.99999, "over 99.9% of trials"},
                 {0.0001, "under 0.1% of trials"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = {0};
        share_say(cases[i].share, &out);
        assert_string_equal(out.at, cases[i].text);
        text_release(&out);
    }
}

/* 81 of 263: 0.2553 to 0.3662 (R. G. Newcombe, Stat. Med. 17 (1998) 857-872, table I, method 3). */
static void test_the_interval_of_a_share(void **state)
{
    double low, high;
    (void)state;
    share_interval(81.0 / 263, 263, &low, &high);
    assert_true(fabs(low - 0.2553) < 5e-5 && fabs(high - 0.3662) < 5e-5);
    share_interval(0, 20, &low, &high);
    assert_true(low == 0 && fabs(high - 0.1611) < 5e-5);
    share_interval(1, 20, &low, &high);
    assert_true(high == 1 && fabs(low - 0.8389) < 5e-5);
}

/* ---- sentences ---- */

enum { MOST = 4 };

/* A result made by hand. */
struct made {
    struct scenario scenario;
    struct engine engine;
    struct plan typical[MOST];
    struct summary plan[MOST];
    struct result result;
};

static void fill(struct distribution *d, double p50, double p90, double half)
{
    *d = (struct distribution){.min = 0.8 * p50, .largest = 1.2 * p50, .max = 1.2 * p50};
    for (int i = 0; i < PERCENTILES; i++) {
        double p = summary_percentiles[i], value = p <= 50 ? p50 : p90;
        d->of[i] = (struct percentile){p, value, value - half, value + half};
    }
}

static struct made *made_new(int plans)
{
    static const char *const names[MOST] = {"on-demand", "spot", "reserved", "owned"};
    struct made *m = mem_new(1, sizeof *m);
    m->scenario = (struct scenario){.currency = "USD", .budget = -1, .deadline_h = -1, .plans = plans};
    m->engine.plans = plans;
    for (int i = 0; i < plans; i++) {
        m->typical[i].rent_priced = true;
        m->plan[i] = (struct summary){.name = names[i], .trials = 20000, .typical = &m->typical[i], .plan = i};
        fill(&m->plan[i].cost, 8740 - 1000 * i, 9433 - 1000 * i, 20);
        fill(&m->plan[i].time_h, 400 + 50 * i, 430 + 50 * i, 1);
    }
    m->result = (struct result){.scenario = &m->scenario, .engine = &m->engine, .plan = m->plan};
    m->result.trials = (struct trials){.n = 20000, .complete = true};
    return m;
}

/* Says it, compares, and frees what was made. */
static void says(struct made *m, void (*headline)(const struct lineup *, struct text *), const char *expected)
{
    struct lineup lineup;
    struct text out = {0};
    lineup_init(&lineup, &m->result);
    headline(&lineup, &out);
    assert_string_equal(out.at, expected);
    text_release(&out);
    lineup_release(&lineup);
    free(m);
}

static void test_two_plans_told_apart(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    says(m, headline_cdf,
         "At P90, spot costs 11% less than on-demand ($8,433 against $9,433), but finishes 50 h later");
    m = made_new(2);
    fill(&m->plan[1].time_h, 300, 330, 1);
    says(m, headline_cdf,
         "At P90, spot costs 11% less than on-demand ($8,433 against $9,433), and finishes 4.17 d earlier");
    m = made_new(2);
    fill(&m->plan[1].time_h, 401, 431, 1);
    says(m, headline_cdf, "At P90, spot costs 11% less than on-demand ($8,433 against $9,433)");
}

static void test_overlapping_intervals_make_it_hedge(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    fill(&m->plan[1].cost, 8740, 9400, 20);
    says(m, headline_cdf, "At P90, spot and on-demand cannot be told apart: $9,400 and $9,433");
    m = made_new(2);
    fill(&m->plan[1].cost, 8740, 9392, 20);
    says(m, headline_cdf,
         "At P90, spot costs 0.4% less than on-demand ($9,392 against $9,433), but finishes 50 h later");
}

static void test_many_plans(void **state)
{
    struct made *m = made_new(3);
    (void)state;
    says(m, headline_cdf, "At P90, reserved costs least of 3 plans: $7,433; next is spot with $8,433");
    m = made_new(4);
    fill(&m->plan[0].cost, 6000, 6430, 20);
    fill(&m->plan[1].cost, 6000, 6440, 20);
    says(m, headline_cdf, "At P90, 3 of 4 plans cannot be told apart; the lowest is on-demand with $6,430");
    m = made_new(3);
    fill(&m->plan[0].cost, 6000, 7430, 20);
    fill(&m->plan[1].cost, 6000, 7440, 20);
    says(m, headline_cdf, "At P90, the 3 plans cannot be told apart; the lowest is on-demand with $7,430");
}

static void test_one_plan_and_its_budget(void **state)
{
    static const struct {
        double budget, in_budget;
        const char *text;
    } cases[] = {{12000, 0.99, "The budget of $12,000 holds in 99% of trials; the P90 cost is $9,433"},
                 {9440, 0.9, "The budget of $9,440 is about the P90 cost, $9,433: it holds in 90% of trials"},
                 {8000, 0.21, "The budget of $8,000 holds in only 21% of trials; to be 90% sure, ask for $9,433"},
                 {500, 0, "The budget of $500 holds in no trial; to be 90% sure, ask for $9,433"},
                 {-1, NAN, "Half of the trials cost at most $8,740, nine in ten at most $9,433"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made *m = made_new(1);
        m->scenario.budget = cases[i].budget;
        m->plan[0].in_budget = cases[i].in_budget;
        says(m, headline_cdf, cases[i].text);
    }
}

static void test_without_prices_it_is_about_time(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    m->typical[0].rent_priced = m->typical[1].rent_priced = false;
    says(m, headline_cdf, "At P90, on-demand takes 10% less time than spot (17.9 d against 20 d)");
    m = made_new(1);
    m->typical[0].rent_priced = false;
    m->scenario.deadline_h = 480;
    m->plan[0].on_time = 0.97;
    says(m, headline_cdf, "The deadline of 20 d holds in 97% of trials; the P90 time is 17.9 d");
}

static void test_unfinished_and_few_trials(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    m->plan[1].unfinished = 9000;
    fill(&m->plan[1].cost, 7000, INFINITY, 20);
    says(m, headline_cdf, "Only on-demand finishes in nine trials of ten; at P90 it costs $9,433");
    m = made_new(1);
    m->plan[0].unfinished = 3400;
    fill(&m->plan[0].cost, 7000, INFINITY, 20);
    says(m, headline_cdf, "P90 is out of reach: only 83% of trials finish");
    m = made_new(2);
    fill(&m->plan[0].cost, 8740, 9433, NAN);
    fill(&m->plan[1].cost, 3740, 5077, NAN);
    m->result.trials.n = 20;
    says(m, headline_cdf, "Too few trials (20) to tell plans apart at P90; the lowest so far is spot with $5,077");
}

static void test_limits_in_the_cloud(void **state)
{
    static const struct {
        double a, b;
        const char *text;
    } cases[] = {{0.76, 0, "Budget and deadline are both met in 76% of trials with on-demand, in no trial with spot"},
                 {0.76, 0.7601, "spot and on-demand meet budget and deadline about as often: in 76% of trials each"},
                 {0.76, 0.755, "on-demand and spot meet budget and deadline about as often: in 76% of trials each"},
                 {0, 0, "Budget and deadline are both met in no trial of any plan"},
                 {1, 1, "on-demand and spot meet budget and deadline about as often: in all trials each"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made *m = made_new(2);
        m->scenario.budget = 9000;
        m->scenario.deadline_h = 500;
        m->plan[0].both = cases[i].a;
        m->plan[1].both = cases[i].b;
        says(m, headline_cloud, cases[i].text);
    }
    says(made_new(1), headline_cloud, "The median trial costs $8,740, and the median time is 16.7 d");
}

static void breaks_down(int plans, const double *overhead, const char *expected)
{
    struct made *m = made_new(plans);
    struct lineup lineup;
    struct text out = {0};
    lineup_init(&lineup, &m->result);
    headline_breakdown(&lineup, overhead, &out);
    assert_string_equal(out.at, expected);
    text_release(&out);
    lineup_release(&lineup);
    free(m);
}

static void test_what_failures_take(void **state)
{
    (void)state;
    breaks_down(1, (double[]){0.26}, "Failures and waiting take 26% of the cost");
    breaks_down(2, (double[]){0.09, 0.26},
                "Failures and waiting take 26% of the cost with spot, against 9% with on-demand");
    breaks_down(2, (double[]){0.255, 0.26}, "Failures and waiting take about 26% of the cost, whichever the plan");
    breaks_down(3, (double[]){0.1, NAN, 0.3},
                "Failures and waiting take 30% of the cost with reserved, against 10% with on-demand");
    breaks_down(1, (double[]){NAN}, "Unfinished trials leave no mean cost to break down");
    breaks_down(1, (double[]){0}, "Failures and waiting cost nothing");
}

/* Mean costs by class; the mean's interval reaches 20 to both sides. */
static void spend(struct made *m, int plan, double compute, double failures)
{
    double mean = compute + failures;
    m->plan[plan].mean.item[0][CLASS_compute] = compute;
    m->plan[plan].mean.item[0][CLASS_failures] = failures;
    m->plan[plan].cost.mean = mean;
    m->plan[plan].cost.mean_low = mean - 20;
    m->plan[plan].cost.mean_high = mean + 20;
}

static void bars_say(struct made *m, const char *expected)
{
    struct lineup lineup;
    struct text out = {0};
    lineup_init(&lineup, &m->result);
    struct stack stack = stack_of(&lineup);
    finding_bars(&lineup, &stack, &out);
    assert_string_equal(out.at, expected);
    text_release(&out);
    lineup_release(&lineup);
    free(m);
}

static void test_means_and_what_makes_the_difference(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    spend(m, 0, 5000, 100);
    spend(m, 1, 4900, 900);
    bars_say(m, "On average, on-demand costs $700 less than spot ($5,100 against $5,800); most of the difference is "
                "failures");
    m = made_new(2);
    spend(m, 0, 5000, 100);
    spend(m, 1, 5050, 150);
    bars_say(m, "On average, on-demand costs $100 less than spot ($5,100 against $5,200)");
    m = made_new(2);
    spend(m, 0, 5000, 100);
    spend(m, 1, 5000, 140);
    bars_say(m, "On average, on-demand and spot cannot be told apart: $5,100 and $5,140");
    m = made_new(3);
    for (int i = 0; i < 3; i++)
        spend(m, i, 5000 + 10 * i, 100);
    bars_say(m, "On average, 3 of 3 plans cannot be told apart; the lowest is on-demand with $5,100");
    m = made_new(3);
    for (int i = 0; i < 3; i++)
        spend(m, i, 5000 + 100 * i, 100);
    bars_say(m, "On average, on-demand costs least of 3 plans: $5,100; next is spot with $5,200");
    m = made_new(2);
    spend(m, 0, 5000, 100);
    spend(m, 1, 3000, 100);
    m->plan[1].unfinished = 1;
    bars_say(m, "Only on-demand finishes in every trial; its mean cost is $5,100");
}

static void test_one_mean_and_its_budget(void **state)
{
    static const struct {
        double budget;
        const char *text;
    } cases[] = {{-1, "The mean cost is $5,000, of which 98% is compute"},
                 {5010, "The mean cost of $5,000 is about the budget of $5,010; P90 is $9,433"},
                 {10000, "The mean cost of $5,000 is 50% of the budget; P90 is $9,433"},
                 {4000, "The mean cost of $5,000 is 25% over the budget of $4,000; P90 is $9,433"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made *m = made_new(1);
        spend(m, 0, 4900, 100);
        m->scenario.budget = cases[i].budget;
        bars_say(m, cases[i].text);
    }
}

/* Cards of each plan, and medians of cost and time with intervals of 20 and 1 to both sides. */
static void deal(struct made *m, int plan, double cards, double cost, double time_h)
{
    m->typical[plan].cards = cards;
    fill(&m->plan[plan].cost, cost, 1.1 * cost, 20);
    fill(&m->plan[plan].time_h, time_h, 1.1 * time_h, 1);
}

static void test_the_cheapest_and_the_soonest_by_cards(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    deal(m, 0, 1, 1000, 800);
    deal(m, 1, 8, 1260, 120);
    says(m, finding_cards,
         "At the median, on-demand on 1 card costs least, $1,000 in 33.3 d; spot on 8 cards takes 85% "
         "less time for 26% more money");
    m = made_new(2);
    deal(m, 0, 1, 1000, 800);
    deal(m, 1, 1024, 4200, 120);
    m->plan[1].name = "node of 1024";
    says(m, finding_cards,
         "At the median, on-demand on 1 card costs least, $1,000 in 33.3 d; node of 1024 takes 85% less "
         "time for 4.2 times the money");
    m = made_new(2);
    deal(m, 0, 1, 1000, 800);
    deal(m, 1, 8, 900, 120);
    says(m, finding_cards, "At the median, spot on 8 cards costs least and none finishes sooner: $900 in 5 d");
    m = made_new(3);
    deal(m, 0, 1, 1000, 800);
    deal(m, 1, 8, 1010, 120);
    deal(m, 2, 16, 2000, 60);
    says(m, finding_cards,
         "At the median, 2 of 3 plans cost about the same, $1,010; soonest of them is spot on 8 cards, in "
         "5 d; reserved on 16 cards takes 50% less time for 98% more money");
}

static void test_cards_without_prices_trials_or_an_end(void **state)
{
    struct made *m = made_new(2);
    (void)state;
    deal(m, 0, 1, 1000, 800);
    deal(m, 1, 8, 900, 120);
    m->typical[0].rent_priced = m->typical[1].rent_priced = false;
    says(m, finding_cards, "At the median, spot on 8 cards finishes first, in 5 d");
    m = made_new(2);
    fill(&m->plan[0].cost, 1000, 1100, NAN);
    fill(&m->plan[1].cost, 1000, 1100, NAN);
    fill(&m->plan[0].time_h, 100, 110, NAN);
    fill(&m->plan[1].time_h, 100, 110, NAN);
    m->result.trials.n = 3;
    says(m, finding_cards, "Too few trials (3) to tell plans apart");
    m = made_new(2);
    deal(m, 0, 1, INFINITY, INFINITY);
    deal(m, 1, 8, INFINITY, INFINITY);
    says(m, finding_cards, "No plan finishes in half of the trials");
}

static void test_cards_of_runs_side_by_side(void **state)
{
    struct plan typical = {.cards = 2, .runs = 6, .concurrent = 4};
    struct summary plan = {.typical = &typical};
    (void)state;
    assert_true(lineup_cards(&plan) == 8);
    typical.concurrent = 10;
    assert_true(lineup_cards(&plan) == 12);
}

static void test_a_plan_without_priced_machines_is_not_priced(void **state)
{
    struct made *m = made_new(2);
    struct lineup lineup;
    (void)state;
    m->typical[1].rent_priced = false;
    m->typical[1].power.priced = m->typical[1].egress_priced = true;
    lineup_init(&lineup, &m->result);
    assert_int_equal(lineup.n, 1);
    assert_string_equal(lineup.unpriced.at, "spot");
    lineup_release(&lineup);
    free(m);
}

static void test_names_and_colours(void **state)
{
    struct made *m = made_new(4);
    struct lineup lineup;
    (void)state;
    m->typical[1].market.preemptible = true;
    m->typical[3].keeps_machines = true;
    m->plan[2].name = "red\033[31m";
    lineup_init(&lineup, &m->result);
    assert_int_equal(lineup.row[0].colour, 1);
    assert_int_equal(lineup.row[1].colour, 2);
    assert_int_equal(lineup.row[3].colour, 3);
    assert_int_equal(lineup.row[2].colour, 5);
    assert_string_equal(lineup.row[2].name, "red\\x1b[31m");
    lineup_release(&lineup);
    free(m);
}

/* ---- requests ---- */

static void test_requests(void **state)
{
    static const struct {
        const char *argument, *kind, *path;
    } good[] = {{NULL, "cdf", NULL},
                {"term", "cdf", NULL},
                {"cloud", "cloud", NULL},
                {"breakdown:term", "breakdown", NULL},
                {"bars:b.png", "bars", "b.png"},
                {"cards", "cards", NULL},
                {"odds.png", "cdf", "odds.png"},
                {"odds.SVG", "cdf", "odds.SVG"},
                {"cloud:a/b.svg", "cloud", "a/b.svg"},
                {"./x:y.png", "cdf", "./x:y.png"},
                {"cdf:cloud:x.png", "cdf", "cloud:x.png"}};
    static const char *const bad[] = {
        "", "odds.pdf", ".png", "a/.svg", "cloud:", "clod:x.png", "hist:x.svg", "cloud:x", "png"};
    struct chart_request request;
    struct err err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(chart_parse(good[i].argument, "cdf", &request, &err), 0);
        assert_string_equal(request.kind, good[i].kind);
        assert_int_equal(request.term, good[i].path == NULL);
        if (good[i].path != NULL)
            assert_string_equal(request.path, good[i].path);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(chart_parse(bad[i], "cdf", &request, &err), ERR_INPUT);
        assert_int_equal(err.faults, 1);
        err_release(&err);
    }
    assert_int_equal(chart_parse("clod:x.png", "cdf", &request, &err), ERR_INPUT);
    assert_string_equal(err.fault[0].hint, "did you mean \"cloud\"?");
    err_release(&err);
}

/* ---- data and pictures ---- */

static void test_text_is_quoted(void **state)
{
    struct sheet sheet;
    (void)state;
    sheet_init(&sheet, SHEET_PNG);
    sheet_say(&sheet, 1, 2, "a\"b\\n`c`", COLOUR_INK, STYLE_BOLD, SIDE_RIGHT);
    assert_string_equal(sheet.part[SHEET_TEXT].at, "1\t2\t\"a\\042b\\134n`c`\"\t14\t4\t3\n");
    sheet_release(&sheet);
}

static void test_cut_pictures_are_seen(void **state)
{
    static const char svg[] = "<svg>\n</svg>\n\n";
    char png[80] = "\x89PNG\r\n\x1a\n";
    (void)state;
    memcpy(png + 72, "IEND\xae\x42\x60\x82", 8);
    assert_true(gnuplot_is_whole(SHEET_PNG, png, 80));
    assert_false(gnuplot_is_whole(SHEET_PNG, png, 79));
    assert_false(gnuplot_is_whole(SHEET_PNG, png + 1, 79));
    assert_true(gnuplot_is_whole(SHEET_SVG, svg, strlen(svg)));
    assert_false(gnuplot_is_whole(SHEET_SVG, svg, 11));
    assert_false(gnuplot_is_whole(SHEET_SVG, "", 0));
    assert_false(gnuplot_is_whole(SHEET_TERM, "", 0));
}

/* ---- other programs ---- */

static void put(const char *path, const char *text, mode_t mode)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    assert_int_equal(fclose(to), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void test_programs_are_found_by_absolute_path(void **state)
{
    char *saved = mem_copy(getenv("PATH") != NULL ? getenv("PATH") : ""), *here = getcwd(NULL, 0);
    (void)state;
    put("planted", "#!/bin/sh\n", 0755);
    put("unusable", "", 0644);
    assert_int_equal(setenv("PATH", ".::relative", 1), 0);
    assert_null(spawn_find("planted"));
    assert_int_equal(setenv("PATH", here, 1), 0);
    assert_null(spawn_find("unusable"));
    assert_null(spawn_find("missing"));
    char *found = spawn_find("planted");
    assert_non_null(found);
    assert_int_equal(found[0], '/');
    free(found);
    assert_int_equal(setenv("PATH", saved, 1), 0);
    free(saved);
    free(here);
}

static void test_programs_run_clean_and_not_for_ever(void **state)
{
    char shell[] = "sh", flag[] = "-c", env[] = "echo ${GNUTERM-unset}; pwd >/dev/null; echo last words >&2; exit 3";
    char wait[] = "exec sleep 30", die[] = "kill -9 $$";
    char *folder = spawn_folder(), *out = mem_format("%s/out", folder);
    struct text text = {0}, words = {0};
    struct stat about;
    (void)state;
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    assert_int_equal(setenv("GNUTERM", "hostile", 1), 0);
    assert_int_equal(spawn_run("/bin/sh", (char *const[]){shell, flag, env, NULL}, folder, 20), 3);
    assert_true(spawn_take(out, 1000, &text));
    assert_string_equal(text.at, "unset\n");
    spawn_last_words(folder, &words);
    assert_string_equal(words.at, "last words");
    assert_int_equal(spawn_run("/bin/sh", (char *const[]){shell, flag, wait, NULL}, folder, 1), SPAWN_TIMEOUT);
    assert_int_equal(spawn_run("/bin/sh", (char *const[]){shell, flag, die, NULL}, folder, 20), SPAWN_KILLED);
    assert_int_equal(spawn_run("/nonexistent/program", (char *const[]){shell, NULL}, folder, 20), SPAWN_NOT_STARTED);
    spawn_remove(folder);
    assert_int_not_equal(stat(folder, &about), 0);
    text_release(&text);
    text_release(&words);
    free(out);
    free(folder);
}

/* ---- drawing ---- */

static const char hostile[] =
    "milestones: {\"a`touch PWN`b \\\\\\\\n @x^2_3 {/Bold} <b>\": 50%, 100%: 100%}\n"
    "work: 80 GPU-hours\n"
    "checkpoint: {every: 1 h, write: 1 min}\n"
    "budget: $200\n"
    "deadline: 3 days\n"
    "defaults: {accelerators: H100:8, queue: 10 min to 2 h, restart: 5 min, failures: {gpu: 300 h}}\n"
    "plans:\n"
    "  - {name: 'a`touch PWN`b', price: $2/GPU-hour}\n"
    "  - {name: 'x''; system(''touch PWN''); ''', price: $0.5/GPU-hour}\n"
    "  - {name: '\"$(touch PWN)\" <b> \\n', price: $3/GPU-hour, accelerators: H100:16}\n";

struct drawn {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
    struct err err;
};

static void drawn_make(struct drawn *d, const char *text)
{
    *d = (struct drawn){0};
    d->scenario = scenario_parse("drawn.yaml", text, NULL, &(struct scenario_options){0}, &d->err);
    if (d->scenario == NULL)
        err_print_faults(&d->err, stderr, false);
    assert_non_null(d->scenario);
    assert_int_equal(engine_init(&d->engine, d->scenario, 1, &d->err), 0);
    assert_int_equal(
        result_make(&d->engine, &(struct engine_options){.trials = 200, .precision = 0.01}, &d->result, &d->err), 0);
}

static void drawn_release(struct drawn *d)
{
    result_release(&d->result);
    engine_release(&d->engine);
    scenario_free(d->scenario);
    err_release(&d->err);
}

static int draw(struct drawn *d, const char *argument, FILE *terminal)
{
    struct chart_request request;
    int code = chart_parse(argument, "cdf", &request, &d->err);
    return code != 0 ? code : chart_draw(&(struct chart_data){.result = &d->result}, &request, terminal, &d->err);
}

static bool has_gnuplot(void)
{
    char *program = spawn_find("gnuplot");
    free(program);
    return program != NULL;
}

static void test_hostile_names_are_drawn_and_not_run(void **state)
{
    struct drawn d;
    struct text svg = {0};
    (void)state;
    if (!has_gnuplot())
        skip();
    drawn_make(&d, hostile);
    for (const struct chart_kind *kind = chart_kinds; kind->by == NULL && kind->name != NULL; kind++) {
        static const char *const ends[] = {".png", ".svg"};
        for (int i = 0; i < 2; i++) {
            char *argument = mem_format("%s:|touch PWN;'\"`touch PWN`%s%s", kind->name, kind->name, ends[i]);
            int code = draw(&d, argument, stdout);
            if (code != 0)
                err_print_faults(&d.err, stderr, false);
            assert_int_equal(code, 0);
            free(argument);
        }
    }
    assert_int_not_equal(access("PWN", F_OK), 0);
    for (const struct chart_kind *kind = chart_kinds; kind->by == NULL && kind->name != NULL; kind++) {
        char *path = mem_format("|touch PWN;'\"`touch PWN`%s.svg", kind->name);
        text_release(&svg);
        assert_true(spawn_take(path, 1 << 22, &svg));
        assert_in_range(svg.size, 1, 400000);
        assert_non_null(strstr(svg.at, "a`touch PWN`b"));
        assert_non_null(strstr(svg.at, "system("));
        assert_non_null(strstr(svg.at, "&lt;b> \\n"));
        free(path);
    }
    text_release(&svg);
    drawn_release(&d);
}

static void test_a_terminal_gets_text(void **state)
{
    struct drawn d;
    char *text = NULL;
    size_t size = 0;
    (void)state;
    if (!has_gnuplot())
        skip();
    drawn_make(&d, hostile);
    for (const struct chart_kind *kind = chart_kinds; kind->by == NULL && kind->name != NULL; kind++) {
        int rows = 0;
        FILE *to = open_memstream(&text, &size);
        char *argument = mem_format("%s:term", kind->name);
        assert_int_equal(draw(&d, argument, to), 0);
        assert_int_equal(fclose(to), 0);
        for (char *row = text; *row != '\0'; row = strchr(row, '\n') + 1, rows++) {
            char *line = mem_copy_n(row, strcspn(row, "\n"));
            assert_in_range(text_width(line), 0, 79);
            assert_null(strpbrk(line, "\f\033\t"));
            free(line);
        }
        assert_int_equal(rows, 24);
        assert_non_null(strstr(text, "a`touch PWN`b"));
        assert_non_null(strstr(text, "seed 1 \u00b7 drawn.yaml"));
        free(argument);
        free(text);
    }
    drawn_release(&d);
}

static void test_a_failed_picture_replaces_nothing(void **state)
{
    struct drawn d;
    struct text kept = {0};
    char *saved = mem_copy(getenv("PATH") != NULL ? getenv("PATH") : ""), *here = getcwd(NULL, 0);
    char *fake = mem_format("%s/fake", here);
    (void)state;
    drawn_make(&d, hostile);
    assert_int_equal(mkdir("fake", 0755), 0);
    /* As on a full disk: a part of the picture, and status 0. */
    put("fake/gnuplot", "#!/bin/sh\nprintf '<svg><text>' > \"$5\"\n", 0755);
    put("old.svg", "old", 0644);
    assert_int_equal(setenv("PATH", fake, 1), 0);
    assert_int_equal(draw(&d, "old.svg", stdout), ERR_RUNTIME);
    assert_true(spawn_take("old.svg", 100, &kept));
    assert_string_equal(kept.at, "old");
    assert_string_equal(d.err.fault[0].text, "gnuplot did not write the whole chart");
    assert_int_equal(setenv("PATH", saved, 1), 0);
    text_release(&kept);
    drawn_release(&d);
    free(fake);
    free(saved);
    free(here);
}

static void test_without_gnuplot_the_data_are_kept(void **state)
{
    static const char *const files[] = {"chart.text", "chart.curve", "chart.marks", "cdf.gp", "style.gp", "text.gp"};
    struct drawn d;
    char *saved = mem_copy(getenv("PATH") != NULL ? getenv("PATH") : "");
    char shell[] = "sh", flag[] = "-c", redraw[] = "exec sh \"$0\"";
    (void)state;
    drawn_make(&d, hostile);
    assert_int_equal(setenv("PATH", "/nonexistent", 1), 0);
    assert_int_equal(draw(&d, "kept.svg", stdout), ERR_RUNTIME);
    assert_int_equal(draw(&d, "term", stdout), ERR_RUNTIME);
    assert_non_null(strstr(d.err.fault[0].hint, "apt-get install gnuplot-nox"));
    assert_int_equal(setenv("PATH", saved, 1), 0);
    assert_int_not_equal(access("kept.svg", F_OK), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = mem_format("kept.svg.data/%s", files[i]);
        assert_int_equal(access(path, R_OK), 0);
        free(path);
    }
    if (has_gnuplot()) {
        char *folder = spawn_folder(), *script = realpath("kept.svg.data/redraw.sh", NULL);
        assert_non_null(script);
        assert_int_equal(spawn_run("/bin/sh", (char *const[]){shell, flag, redraw, script, NULL}, folder, 60), 0);
        assert_int_equal(access("kept.svg.data/chart.svg", R_OK), 0);
        spawn_remove(folder);
        free(folder);
        free(script);
    }
    drawn_release(&d);
    free(saved);
}

/* What --plot would draw as SVG; the caller releases it. */
static struct sheet built(struct drawn *d, const char *name)
{
    struct sheet sheet = {0};
    for (const struct chart_kind *kind = chart_kinds; kind->name != NULL; kind++)
        if (strcmp(kind->name, name) == 0) {
            sheet_init(&sheet, SHEET_SVG);
            assert_int_equal(kind->build(&(struct chart_data){.result = &d->result}, &sheet, &d->err), 0);
        }
    assert_int_equal(sheet.medium, SHEET_SVG);
    return sheet;
}

/* The numbers of the next row of a part; false at its end. */
static bool next_row(const char **at, double *number, int n)
{
    if (**at == '\0')
        return false;
    for (int i = 0; i < n; i++) {
        char *end;
        number[i] = strtod(*at, &end);
        *at = end;
    }
    assert_int_equal(**at, '\n');
    ++*at;
    return true;
}

static const char two_counts[] =
    "work: 800 GPU-hours\nmeasured_on: 8 cards\nscaling: amdahl(5%)\ncheckpoint: {every: 1 h, write: 1 min}\n"
    "budget: $1,700\nqueue: 10 min to 2 h\nfailures: {gpu: 3000 h}\n"
    "plans:\n"
    "  - {name: own 8, cards: 8, own: {price: \"$30,000\", life: 4 years, busy: 50%}, power: 6 kW, electricity: 0.1 "
    "USD/kWh}\n"
    "  - {name: rent 8, cards: 8, price: $2/GPU-hour}\n"
    "  - {name: own 64, cards: 64, own: {price: \"$30,000\", life: 4 years, busy: 50%}, power: 50 kW, electricity: 0.1 "
    "USD/kWh}\n";

static void test_bars_stack_up_to_the_mean(void **state)
{
    struct drawn d;
    double row[5], end = 0, limit[6];
    int plan = 0;
    (void)state;
    drawn_make(&d, two_counts);
    struct sheet sheet = built(&d, "bars");
    for (const char *at = sheet.part[SHEET_BARS].at; next_row(&at, row, 5); end = row[1]) {
        if (row[0] == 0) {
            assert_true(plan == 0 || fabs(end / d.result.plan[plan - 1].cost.mean - 1) < 1e-9);
            plan++;
        } else {
            assert_true(row[0] == end);
        }
        assert_true(row[1] > row[0] && row[2] > plan - 0.5 && row[2] < plan + 0.5);
    }
    assert_int_equal(plan, 3);
    assert_true(fabs(end / d.result.plan[2].cost.mean - 1) < 1e-9);
    plan = 0;
    for (const char *at = sheet.part[SHEET_MARKS].at; next_row(&at, row, 5); plan++) {
        assert_true(row[0] == words_find(&d.result.plan[plan].cost, 50)->value && row[2] == row[0]);
        assert_true(row[3] == row[0] || row[3] == words_find(&d.result.plan[plan].cost, 90)->value);
    }
    assert_int_equal(plan, 3);
    /* The budget's line, in pieces from the top down to the bottom, and its name. */
    end = 0.5;
    for (const char *at = sheet.part[SHEET_LINES].at; next_row(&at, limit, 6);)
        if (limit[4] == LINE_LIMIT) {
            assert_true(limit[0] == 1700 && limit[2] == 1700 && limit[1] >= end && limit[3] > limit[1]);
            end = limit[3];
        }
    assert_true(end > 3 && end <= 3.5);
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"budget $1,700\""));
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"communication\""));
    sheet_release(&sheet);
    drawn_release(&d);
}

static void test_amounts_in_a_bar_add_to_its_total(void **state)
{
    struct made *m = made_new(1);
    struct sheet sheet;
    struct err err = {0};
    (void)state;
    spend(m, 0, 1000.5, 1000.5);
    sheet_init(&sheet, SHEET_SVG);
    assert_int_equal(bars_build(&(struct chart_data){.result = &m->result}, &sheet, &err), 0);
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"$1,001\""));
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"$1,000\""));
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"$2,001 \u00b1 $20\""));
    sheet_release(&sheet);
    free(m);
}

static void test_classes_without_money_are_left_out(void **state)
{
    static const char text[] = "work: 80 GPU-hours\ncheckpoint: none\nbudget: $900\n"
                               "plans: [{name: a, accelerators: H100:8, price: $2/GPU-hour}]\n";
    struct drawn d;
    (void)state;
    drawn_make(&d, text);
    struct sheet sheet = built(&d, "bars");
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"compute\""));
    assert_null(strstr(sheet.part[SHEET_TEXT].at, "\"communication\""));
    assert_null(strstr(sheet.part[SHEET_TEXT].at, "\"power and cooling\""));
    /* A budget far off is named and not drawn. */
    assert_non_null(strstr(sheet.part[SHEET_TEXT].at, "\"budget $900 \u2192\""));
    assert_null(strstr(sheet.part[SHEET_LINES].at, "900\t"));
    sheet_release(&sheet);
    drawn_release(&d);
}

static void test_cards_stand_by_their_number(void **state)
{
    struct drawn d;
    double row[7], line[6], x[3] = {0};
    int marks = 0, joined = 0;
    (void)state;
    drawn_make(&d, two_counts);
    struct sheet sheet = built(&d, "cards");
    for (const char *at = sheet.part[SHEET_MARKS].at; next_row(&at, row, 7); marks++) {
        x[marks % 3] = row[0];
        assert_true(row[3] <= row[1] && row[1] <= row[2]);
        assert_true(row[5] <= row[1] && row[1] <= row[4]);
    }
    /* Three plans in three panels; side by side on eight cards, and 64 to the right. */
    assert_int_equal(marks, 9);
    assert_true(x[0] + 8 < x[1] && x[1] - x[0] < 20 && x[2] > x[1] + 300);
    for (const char *at = sheet.part[SHEET_LINES].at; next_row(&at, line, 6);)
        if (line[4] == LINE_JOIN) {
            assert_true(line[0] == x[0] && line[2] == x[2]);
            joined++;
        }
    assert_int_equal(joined, 3);
    /* The script draws in units of the canvas. */
    assert_true(sheet.area.right == 1280 && sheet.x.max == 1280 && sheet.y.min == sheet.area.bottom);
    const char *texts = sheet.part[SHEET_TEXT].at;
    assert_non_null(strstr(texts, "\"own  $"));
    assert_non_null(strstr(texts, "\"rent 8  $"));
    assert_null(strstr(texts, "own n"));
    assert_non_null(strstr(texts, "\"8\"\t"));
    assert_non_null(strstr(texts, "\"64\"\t"));
    assert_non_null(strstr(texts, "\"budget $1,700\""));
    sheet_release(&sheet);
    drawn_release(&d);
}

static void test_one_number_of_cards_is_no_chart(void **state)
{
    static const char text[] = "work: 80 GPU-hours\ncheckpoint: none\nprice: $2/GPU-hour\n"
                               "plans: [{name: a, cards: 8}, {name: b, cards: 8}]\n";
    struct drawn d;
    (void)state;
    drawn_make(&d, text);
    assert_int_equal(draw(&d, "cards:one.svg", stdout), ERR_INPUT);
    assert_string_equal(d.err.fault[0].text, "all plans run on 8 cards, so there is nothing to compare by cards");
    assert_int_not_equal(access("one.svg", F_OK), 0);
    drawn_release(&d);
}

static void test_nothing_priced(void **state)
{
    static const char text[] =
        "work: 80 GPU-hours\ncheckpoint: none\nplans: [{name: a, accelerators: H100:8, queue: 1 h to 2 h}]\n";
    struct drawn d;
    (void)state;
    drawn_make(&d, text);
    assert_int_equal(draw(&d, "breakdown:x.svg", stdout), ERR_INPUT);
    assert_string_equal(d.err.fault[0].text, "nothing is priced, so there is no cost to break down");
    assert_int_equal(draw(&d, "cloud:x.svg", stdout), ERR_INPUT);
    assert_int_equal(draw(&d, "bars:x.svg", stdout), ERR_INPUT);
    assert_int_equal(draw(&d, "cards:x.svg", stdout), ERR_INPUT);
    assert_int_not_equal(access("x.svg", F_OK), 0);
    if (has_gnuplot())
        assert_int_equal(draw(&d, "cdf:x.svg", stdout), 0);
    drawn_release(&d);
}

/* How many columns stand before a text in its row. */
static int column_of(const char *text, const char *word)
{
    const char *at = strstr(text, word), *row = at;
    assert_non_null(at);
    while (row > text && row[-1] != '\n')
        row--;
    char *before = mem_copy_n(row, (size_t)(at - row));
    int width = text_width(before);
    free(before);
    return width;
}

static void test_names_stand_in_one_column(void **state)
{
    struct drawn d;
    char *text = NULL;
    size_t size = 0;
    (void)state;
    if (!has_gnuplot())
        skip();
    drawn_make(&d, hostile);
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(draw(&d, "term", to), 0);
    assert_int_equal(fclose(to), 0);
    const char *rows = strstr(text, "* P50 $");
    assert_non_null(rows);
    assert_int_equal(column_of(rows, "a`touch PWN`b\n"), column_of(rows, "x'; system"));
    free(text);
    drawn_release(&d);
}

/* The last row of a block of curves. */
static double last_share(const char *block, size_t size)
{
    struct text rows = {0};
    double share = -1;
    text_add_n(&rows, block, size);
    for (char *row = rows.at; *row != '\0'; row = strchr(row, '\n') + 1)
        if (*row != '\n')
            text_number(strchr(row, '\t') + 1, false, &share);
    text_release(&rows);
    return share;
}

static void test_a_curve_ends_at_the_share_that_finished(void **state)
{
    static const char text[] = "work: 80 GPU-hours\ncheckpoint: none\ngive_up: 14 h\nbudget: $200\ndeadline: 1 d\n"
                               "milestones: {half: 50%, all: 100%}\n"
                               "plans: [{name: a, accelerators: H100:8, price: $2/GPU-hour, failures: {gpu: 200 h}},\n"
                               "  {name: b, accelerators: H100:2, price: $2/GPU-hour}]\n";
    struct drawn d;
    (void)state;
    drawn_make(&d, text);
    double finished = lineup_finished(&d.result.plan[0]);
    assert_true(finished > 0.3 && finished < 0.9);
    for (const struct chart_kind *kind = chart_kinds; kind->by == NULL && kind->name != NULL; kind++) {
        struct sheet sheet;
        sheet_init(&sheet, SHEET_SVG);
        assert_int_equal(kind->build(&(struct chart_data){.result = &d.result}, &sheet, &d.err), 0);
        for (int i = 0; i < SHEET_PARTS; i++) {
            if (i == SHEET_TEXT || sheet.part[i].size == 0)
                continue;
            assert_null(strstr(sheet.part[i].at, "inf"));
            assert_null(strstr(sheet.part[i].at, "nan"));
        }
        if (strcmp(kind->name, "cdf") == 0)
            assert_true(last_share(sheet.part[SHEET_CURVE].at, sheet.part[SHEET_CURVE].size) == finished);
        if (strcmp(kind->name, "cards") == 0)
            assert_null(strstr(sheet.part[SHEET_TEXT].at, "per effective GPU-hour"));
        if (strcmp(kind->name, "breakdown") == 0 || strcmp(kind->name, "bars") == 0)
            assert_non_null(strstr(sheet.part[SHEET_TEXT].at, " of 200 trials unfinished: no mean"));
        sheet_release(&sheet);
    }
    drawn_release(&d);
}

/* Tests write into a folder of their own, and leave nothing. */
static int set_up(void **state)
{
    char *folder = spawn_folder();
    *state = folder;
    gsl_set_error_handler_off();
    return folder != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    spawn_remove(*state);
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_money),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_ticks_have_round_steps_and_units),
        cmocka_unit_test(test_ticks_keep_their_distance),
        cmocka_unit_test(test_an_axis_of_one_value_has_room),
        cmocka_unit_test(test_a_wide_axis_may_be_logarithmic),
        cmocka_unit_test(test_notes_have_the_unit_of_the_ticks),
        cmocka_unit_test(test_the_step_of_money_is_what_it_shows),
        cmocka_unit_test(test_percents_add_to_100),
        cmocka_unit_test(test_units_add_to_the_whole),
        cmocka_unit_test(test_shares_are_not_rounded_to_certainty),
        cmocka_unit_test(test_the_interval_of_a_share),
        cmocka_unit_test(test_two_plans_told_apart),
        cmocka_unit_test(test_overlapping_intervals_make_it_hedge),
        cmocka_unit_test(test_many_plans),
        cmocka_unit_test(test_one_plan_and_its_budget),
        cmocka_unit_test(test_without_prices_it_is_about_time),
        cmocka_unit_test(test_unfinished_and_few_trials),
        cmocka_unit_test(test_limits_in_the_cloud),
        cmocka_unit_test(test_what_failures_take),
        cmocka_unit_test(test_means_and_what_makes_the_difference),
        cmocka_unit_test(test_one_mean_and_its_budget),
        cmocka_unit_test(test_the_cheapest_and_the_soonest_by_cards),
        cmocka_unit_test(test_cards_without_prices_trials_or_an_end),
        cmocka_unit_test(test_cards_of_runs_side_by_side),
        cmocka_unit_test(test_a_plan_without_priced_machines_is_not_priced),
        cmocka_unit_test(test_names_and_colours),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_text_is_quoted),
        cmocka_unit_test(test_cut_pictures_are_seen),
        cmocka_unit_test(test_programs_are_found_by_absolute_path),
        cmocka_unit_test(test_programs_run_clean_and_not_for_ever),
        cmocka_unit_test(test_hostile_names_are_drawn_and_not_run),
        cmocka_unit_test(test_a_terminal_gets_text),
        cmocka_unit_test(test_names_stand_in_one_column),
        cmocka_unit_test(test_a_curve_ends_at_the_share_that_finished),
        cmocka_unit_test(test_bars_stack_up_to_the_mean),
        cmocka_unit_test(test_amounts_in_a_bar_add_to_its_total),
        cmocka_unit_test(test_classes_without_money_are_left_out),
        cmocka_unit_test(test_cards_stand_by_their_number),
        cmocka_unit_test(test_one_number_of_cards_is_no_chart),
        cmocka_unit_test(test_a_failed_picture_replaces_nothing),
        cmocka_unit_test(test_without_gnuplot_the_data_are_kept),
        cmocka_unit_test(test_nothing_priced),
    };
    int failed = cmocka_run_group_tests_name("chart", tests, set_up, tear_down);
    /* TAP reports the skipped tests by itself; else the status must. */
    const char *output = getenv("CMOCKA_MESSAGE_OUTPUT");
    bool tap = output != NULL && strcmp(output, "TAP") == 0;
    return failed == 0 && !tap && !has_gnuplot() ? 77 : failed;
}
