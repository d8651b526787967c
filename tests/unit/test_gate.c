/* Conditions of a gate: how they are read, and what they say in three values. */
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
#include "engine/gate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { PLANS = 4, TRIALS = 1000 };

/* A scenario to read with, and a result made by hand whose plans are F, T, U and "rent and own, x=1". */
struct board {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
    struct summary plan[PLANS];
    struct plan typical[PLANS];
    double cost[PLANS][TRIALS], time_h[PLANS][TRIALS];
    double *costs[PLANS], *times_h[PLANS];
};

static const char scenario_text[] = "work: 10 GPU-hours\n"
                                    "exchange: {CNY: 0.14 USD}\n"
                                    "price: $2/GPU-hour\n"
                                    "failures: {gpu: 20000 h to 80000 h}\n"
                                    "plans:\n"
                                    "  - name: F\n"
                                    "  - name: T\n"
                                    "  - name: U\n"
                                    "  - name: \"rent and own, x=1\"\n";

/* The mean time of a plan and its interval. */
static void set_time(struct board *b, int plan, double mean, double low, double high)
{
    b->plan[plan].time_h = (struct distribution){.mean = mean, .mean_low = low, .mean_high = high};
}

static int board_open(void **state)
{
    struct err err = {0};
    struct board *b = mem_new(1, sizeof *b);
    *state = b;
    gsl_set_error_handler_off();
    b->scenario = scenario_parse("gate.yaml", scenario_text, NULL, NULL, &err);
    if (!b->scenario)
        err_print_faults(&err, stderr, false);
    assert_non_null(b->scenario);
    err_release(&err);
    b->engine = (struct engine){.scenario = b->scenario, .plans = PLANS, .typical = b->typical};
    b->result = (struct result){.scenario = b->scenario,
                                .engine = &b->engine,
                                .trials = {.n = TRIALS, .complete = true, .time_h = b->times_h, .cost = b->costs},
                                .plan = b->plan};
    for (int i = 0; i < PLANS; i++) {
        b->costs[i] = b->cost[i];
        b->times_h[i] = b->time_h[i];
        b->typical[i].rent_priced = true;
        b->plan[i] = (struct summary){.name = b->scenario->plan[i].name,
                                      .trials = TRIALS,
                                      .typical = &b->typical[i],
                                      .all = &b->result.trials,
                                      .plan = i};
        for (int k = 0; k < TRIALS; k++)
            b->cost[i][k] = b->time_h[i][k] = k + 1.0;
    }
    /* Of "mean(time) > 10 h": false, true, undecided, false. */
    set_time(b, 0, 5.0, 4.0, 6.0);
    set_time(b, 1, 15.0, 14.0, 16.0);
    set_time(b, 2, 11.0, 9.0, 13.0);
    set_time(b, 3, 5.0, 4.0, 6.0);
    return 0;
}

static int board_close(void **state)
{
    struct board *b = *state;
    scenario_free(b->scenario);
    free(b);
    return 0;
}

/* ---- reading ---- */

static void read_gate(const struct board *b, const char *text, struct gate *gate)
{
    struct err err = {0};
    if (gate_read(text, b->scenario, gate, &err)) {
        err_print_faults(&err, stderr, false);
        fail_msg("refused: %s", text);
    }
    assert_int_equal(err.faults, 0);
    err_release(&err);
}

static void conditions_are_read(void **state)
{
    static const struct {
        const char *text;
        struct gate_term term;
    } row[] = {
        {"mean(cost) > 50000 USD",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_COST}, .above = true, .limit = 50000.0}},
        {"p90(cost)>=$5K",
         {.plan = -1,
          .metric = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0},
          .above = true,
          .equal = true,
          .limit = 5000.0}},
        {"  p99.9( time )  <  2 days ",
         {.plan = -1, .metric = {.kind = METRIC_PERCENTILE, .of = METRIC_TIME, .percent = 99.9}, .limit = 48.0}},
        {"mean(time) <= 90 min",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_TIME}, .equal = true, .limit = 1.5}},
        {"p50(cost) < 1000 CNY",
         {.plan = -1, .metric = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 50.0}, .limit = 140.0}},
        {"mean(failures) > 3",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_FAILURES}, .above = true, .limit = 3.0}},
        {"mean(preemptions) > 0",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_PREEMPTIONS}, .above = true}},
        {"mean(lost_gpu_h) > 100 GPU-hours",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_LOST}, .above = true, .limit = 100.0}},
        {"mean(lost_gpu_h) > 100",
         {.plan = -1, .metric = {.kind = METRIC_MEAN, .of = METRIC_LOST}, .above = true, .limit = 100.0}},
        {"p(time > 21 days) > 10%",
         {.plan = -1, .metric = {METRIC_CHANCE, METRIC_TIME, 0.0, 504.0, true, false}, .above = true, .limit = 0.1}},
        {"p(cost <= $900) < 0.25",
         {.plan = -1, .metric = {METRIC_CHANCE, METRIC_COST, 0.0, 900.0, false, true}, .limit = 0.25}},
        {"U.mean(time) > 1 h",
         {.plan = 2, .metric = {.kind = METRIC_MEAN, .of = METRIC_TIME}, .above = true, .limit = 1.0}},
        {"T.p(time >= 3 h) >= 5%",
         {.plan = 1,
          .metric = {METRIC_CHANCE, METRIC_TIME, 0.0, 3.0, true, true},
          .above = true,
          .equal = true,
          .limit = 0.05}},
    };
    const struct board *b = *state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct gate gate = {0};
        const struct gate_term *want = &row[i].term;
        read_gate(b, row[i].text, &gate);
        assert_int_equal(gate.terms, 1);
        const struct gate_term *t = &gate.term[0];
        if (t->plan != want->plan || t->metric.kind != want->metric.kind || t->metric.of != want->metric.of ||
            t->metric.percent != want->metric.percent || !(fabs(t->metric.limit - want->metric.limit) <= 1e-9) ||
            t->metric.above != want->metric.above || t->metric.equal != want->metric.equal || t->above != want->above ||
            t->equal != want->equal || !(fabs(t->limit - want->limit) <= 1e-9) || !t->ends_group)
            fail_msg("read otherwise: %s", row[i].text);
        gate_release(&gate);
        assert_int_equal(gate.terms, 0);
    }
}

/* Terms of a long expression, and where its groups of "and" end. */
static void and_binds_before_or(void **state)
{
    static const struct {
        const char *joint;
        const char *ends;
    } row[] = {
        {"& &", "001"}, {"| |", "111"}, {"& |", "011"}, {"| &", "101"}, {"& | & &", "01001"}, {"| & | |", "10111"},
    };
    const struct board *b = *state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct text text = {0};
        struct gate gate = {0};
        text_add(&text, "mean(time) > 1 h");
        int terms = 1;
        for (const char *c = row[i].joint; *c; c++)
            if (*c != ' ')
                text_addf(&text, " %s T.mean(cost) < %d USD", *c == '&' ? "and" : "or", ++terms);
        read_gate(b, text.at, &gate);
        assert_int_equal(gate.terms, terms);
        for (int k = 0; k < terms; k++) {
            assert_int_equal(gate.term[k].ends_group, row[i].ends[k] == '1');
            assert_int_equal(gate.term[k].plan, k ? 1 : -1);
            assert_true(gate.term[k].limit == k + 1.0);
        }
        text_release(&text);
        gate_release(&gate);
    }
}

/* Names of plans may hold blanks, commas, "=" and even the words that join conditions. */
static void names_of_plans_stay_whole(void **state)
{
    const struct board *b = *state;
    struct gate gate = {0};
    read_gate(b, "rent and own, x=1.mean(time) > 1 h or rent and own, x=1.p90(cost) >= $3 and U.mean(failures) > 1",
              &gate);
    assert_int_equal(gate.terms, 3);
    assert_int_equal(gate.term[0].plan, 3);
    assert_int_equal(gate.term[1].plan, 3);
    assert_int_equal(gate.term[2].plan, 2);
    assert_true(gate.term[0].ends_group && !gate.term[1].ends_group && gate.term[2].ends_group);
    gate_release(&gate);
}

static void bad_conditions_are_refused(void **state)
{
    static const char *const text[] = {
        " ",
        "cost",
        "cost > 5 USD",
        "mean(cost)",
        "mean(cost) >",
        "mean(cost) > ",
        "mean(cost) = 5 USD",
        "mean(cost) == 5 USD",
        "mean(cost) >> 5 USD",
        "mean(cost) > 5",
        "mean(cost) > 5 h",
        "mean(cost) > 5 EUR",
        "mean(cost) > 5 USD/hour",
        "mean(cost) > 1 to 2 USD",
        "mean(cost) > uniform(1 USD, 2 USD)",
        "mean(cost) > none",
        "mean(cost) > nan",
        "mean(cost) > 5 USD x",
        "mean(cost > 5 USD",
        "mean cost) > 5 USD",
        "meen(cost) > 5 USD",
        "mean(costs) > 5 USD",
        "mean() > 5 USD",
        "mean(time) > 5",
        "mean(time) > 5 USD",
        "p0(cost) > 5 USD",
        "p100(cost) > 5 USD",
        "p-5(cost) > 5 USD",
        "pnan(cost) > 5 USD",
        "p90x(cost) > 5 USD",
        "p90(failures) > 5",
        "p90(lost_gpu_h) > 5",
        "mean(failures) > 5 h",
        "p(time) > 10%",
        "p(time > 21 days)",
        "p(time > 21 days) > 10 h",
        "p(time > 21) > 10%",
        "p(time > ) > 10%",
        "p(time > 21 days > 10%",
        "p(failures > 3) > 10%",
        "p(cost = 5 USD) > 10%",
        "nobody.mean(cost) > 5 USD",
        "T.",
        "T mean(cost) > 5 USD",
        "T.U.mean(cost) > 5 USD",
        "mean(cost) > 5 USD and ",
        "mean(cost) > 5 USD or",
        " and mean(cost) > 5 USD",
        "mean(cost) > 5 USD and and mean(time) > 5 h",
        "mean(cost) > 5 USD && mean(time) > 5 h",
        "mean(cost) > 5 USD, mean(time) > 5 h",
        "not mean(cost) > 5 USD",
        "(mean(cost) > 5 USD or mean(time) > 5 h) and mean(failures) > 1",
        "mean(cost) > 5 USD\033[31m",
    };
    const struct board *b = *state;
    int unknowns = b->scenario->unknowns.n;
    for (size_t i = 0; i < COUNT(text); i++) {
        struct err err = {0};
        struct gate gate = {0};
        int code = gate_read(text[i], b->scenario, &gate, &err);
        gate_release(&gate);
        if (code != ERR_INPUT || err.faults != 1 || !err.fault[0].hint || !strstr(err.fault[0].text, "--fail-if"))
            fail_msg("\"%s\": code %d, %d faults", text[i], code, err.faults);
        err_release(&err);
    }
    assert_int_equal(b->scenario->unknowns.n, unknowns);
}

/* A chance of 10 was meant as 10%: such a gate would never close. */
static void chances_are_shares(void **state)
{
    static const char *const text[] = {"p(time > 21 days) > 10", "p(time > 21 days) > 110%", "p(cost < $5) >= 1.5"};
    const struct board *b = *state;
    for (size_t i = 0; i < COUNT(text); i++) {
        struct err err = {0};
        struct gate gate = {0};
        if (gate_read(text[i], b->scenario, &gate, &err) != ERR_INPUT)
            fail_msg("accepted: %s", text[i]);
        gate_release(&gate);
        err_release(&err);
    }
}

/* ---- the scenario's own limits ---- */

static struct scenario *limited(const char *lines)
{
    struct err err = {0};
    char *text = mem_format("work: 10 GPU-hours\nprice: $2/GPU-hour\nfailures: none\n%s", lines);
    struct scenario *s = scenario_parse("gate.yaml", text, NULL, NULL, &err);
    if (!s)
        err_print_faults(&err, stderr, false);
    assert_non_null(s);
    err_release(&err);
    free(text);
    return s;
}

static void words_and_dates_are_limits(void **state)
{
    static const struct {
        const char *text;
        double limit;
    } row[] = {
        {"p90(cost) > budget", 700.0},
        {"mean(cost)<=budget  ", 700.0},
        {"p(cost > budget) > 5%", 700.0},
        {"p(cost >= budget ) > 5%", 700.0},
        {"p90(time) > deadline", 504.0},
        {"p(time > deadline) > 5%", 504.0},
        {"p(time > 2026-05-01) > 10%", 735.0}, /* its end: 1 April 09:00 +08:00 to 1 May 24:00 +08:00 */
        {"p90(time) > 2026-05-01", 735.0},
        {"p90(time) > 2026-05-01 18:00", 729.0},
        {"p90(time) > 2026-05-01T18:00Z ", 737.0},
        {"p(time < 2026-05-01 18:00 +08:00) > 10%", 729.0},
        {"p(time > 21 days) > 10%", 504.0},
    };
    (void)state;
    struct scenario *s = limited("budget: 700 USD\ndeadline: 21 days\nstart: 2026-04-01 09:00 +08:00\n");
    for (size_t i = 0; i < COUNT(row); i++) {
        struct err err = {0};
        struct gate gate = {0};
        if (gate_read(row[i].text, s, &gate, &err))
            fail_msg("refused: %s", row[i].text);
        const struct gate_term *t = &gate.term[0];
        double limit = t->metric.kind == METRIC_CHANCE ? t->metric.limit : t->limit;
        if (!(fabs(limit - row[i].limit) < 1e-9))
            fail_msg("%s: %g, not %g", row[i].text, limit, row[i].limit);
        gate_release(&gate);
        err_release(&err);
    }
    scenario_free(s);
}

static void refuse(const struct scenario *s, const char *text, const char *words, const char *hint)
{
    struct err err = {0};
    struct gate gate = {0};
    if (gate_read(text, s, &gate, &err) != ERR_INPUT || err.faults != 1 || !strstr(err.fault[0].text, words) ||
        !err.fault[0].hint || !strstr(err.fault[0].hint, hint))
        fail_msg("%s: %s", text, err.faults ? err.fault[0].text : "accepted");
    gate_release(&gate);
    err_release(&err);
}

static void limits_that_are_not_there_are_refused(void **state)
{
    (void)state;
    struct scenario *bare = limited("");
    refuse(bare, "p(cost > budget) > 5%", "--fail-if: the scenario has no budget", "budget: 50000 USD");
    refuse(bare, "p90(cost) > budget", "--fail-if: the scenario has no budget", "budget: 50000 USD");
    refuse(bare, "p(time > deadline) > 5%", "--fail-if: the scenario has no deadline", "deadline: 21 days");
    refuse(bare, "p90(time) > deadline", "--fail-if: the scenario has no deadline", "deadline: 21 days");
    refuse(bare, "p90(time) > 2026-05-01", "the date 2026-05-01 needs a start", "start: 2026-07-01");
    scenario_free(bare);
    struct scenario *s = limited("budget: 700 USD\ndeadline: 21 days\nstart: 2026-04-01 09:00 +08:00\n");
    refuse(s, "p90(time) > 2026-03-31", "2026-03-31 lies before the start", "later date");
    refuse(s, "p90(time) > 2026-04-01 09:00", "lies before the start", "later date");
    refuse(s, "p90(time) > budget", "not usable", "p90(cost)");
    refuse(s, "p90(cost) > deadline", "not usable", "p90(cost)");
    refuse(s, "p90(cost) > budgets", "not usable", "p90(cost)");
    refuse(s, "p90(cost) > 2026-05-01", "not usable", "p90(cost)");
    refuse(s, "p90(time) > 2026-13-01", "not usable", "p90(cost)");
    refuse(s, "mean(failures) > deadline", "not usable", "p90(cost)");
    refuse(s, "p(time > deadline) > budget", "not usable", "p90(cost)");
    scenario_free(s);
}

/* ---- verdicts ---- */

static enum verdict judge(const struct board *b, const char *text, double *needed)
{
    struct gate gate = {0};
    double ignored;
    read_gate(b, text, &gate);
    enum verdict v = gate_verdict(&gate, &b->result, needed ? needed : &ignored);
    gate_release(&gate);
    return v;
}

static void check(const struct board *b, const char *text, enum verdict want)
{
    static const char *const names[] = {"false", "true", "undecided"};
    enum verdict v = judge(b, text, NULL);
    if (v != want)
        fail_msg("%s: %s, not %s", text, names[v], names[want]);
}

/* "F", "T" and "U" for the three values, as their plans are named; reference: the least of an "and", the most of an
 * "or". */
static int rank_of(char letter)
{
    return letter == 'F' ? 0 : letter == 'U' ? 1 : 2;
}

static char joined(char a, char b, bool is_and)
{
    bool a_first = is_and ? rank_of(a) < rank_of(b) : rank_of(a) > rank_of(b);
    return a_first ? a : b;
}

static void check_combination(const struct board *b, const char letters[3], bool first_and, bool second_and)
{
    static const enum verdict of[] = {VERDICT_FALSE, VERDICT_UNDECIDED, VERDICT_TRUE};
    char *text = mem_format("%c.mean(time) > 10 h %s %c.mean(time) > 10 h %s %c.mean(time) > 10 h", letters[0],
                            first_and ? "and" : "or", letters[1], second_and ? "and" : "or", letters[2]);
    char whole = !first_and && second_and ? joined(letters[0], joined(letters[1], letters[2], true), false)
                                          : joined(joined(letters[0], letters[1], first_and), letters[2], second_and);
    check(b, text, of[rank_of(whole)]);
    free(text);
}

static void three_values_join_as_kleene_has_it(void **state)
{
    static const char value[] = "FUT";
    const struct board *b = *state;
    for (int i = 0; i < 27 * 4; i++) {
        char letters[] = {value[i % 3], value[i / 3 % 3], value[i / 9 % 3]};
        check_combination(b, letters, i / 27 % 2, i / 54);
    }
}

/* Without a name a condition is true if it is true of any plan; the plan that decides is named. */
static void any_plan_will_do(void **state)
{
    static const double mean_h[] = {5.0, 11.0, 15.0};
    static const enum verdict of[] = {VERDICT_FALSE, VERDICT_UNDECIDED, VERDICT_TRUE};
    struct board *b = *state;
    struct gate gate = {0};
    read_gate(b, "mean(time) > 10 h", &gate);
    for (int i = 0; i < 81; i++) {
        int kind[PLANS] = {i % 3, i / 3 % 3, i / 9 % 3, i / 27}, most = 0, plan;
        for (int p = 0; p < PLANS; p++) {
            double m = mean_h[kind[p]];
            set_time(b, p, m, m - 2.0, m + 2.0);
            most = kind[p] > most ? kind[p] : most;
        }
        struct estimate e;
        double needed;
        assert_int_equal(gate_verdict(&gate, &b->result, &needed), of[most]);
        assert_int_equal(gate_term_verdict(&gate.term[0], &b->result, &plan, &e), of[most]);
        assert_int_equal(kind[plan], most);
        assert_true(e.value == mean_h[most]);
    }
    gate_release(&gate);
}

/* Each comparison with the limit below, at, inside, and above an interval of which the limits are 10. */
static void intervals_decide(void **state)
{
    static const struct {
        double value, low, high;
        const char *above, *not_below, *below, *not_above; /* > >= < <= */
    } row[] = {
        {12.0, 11.0, 13.0, "T", "T", "F", "F"}, {8.0, 7.0, 9.0, "F", "F", "T", "T"},
        {10.0, 9.0, 11.0, "U", "U", "U", "U"},  {10.5, 9.0, 11.0, "U", "U", "U", "U"},
        {9.5, 9.0, 11.0, "U", "U", "U", "U"},   {10.0, 10.0, 10.0, "F", "T", "F", "T"},
        {12.0, 12.0, 12.0, "T", "T", "F", "F"}, {9.0, 9.0, 9.0, "F", "F", "T", "T"},
    };
    struct board *b = *state;
    for (size_t i = 0; i < COUNT(row); i++) {
        const char *const want[] = {row[i].above, row[i].not_below, row[i].below, row[i].not_above};
        static const char *const text[] = {"T.mean(time) > 10 h", "T.mean(time) >= 10 h", "T.mean(time) < 10 h",
                                           "T.mean(time) <= 10 h"};
        set_time(b, 1, row[i].value, row[i].low, row[i].high);
        for (int k = 0; k < 4; k++)
            check(b, text[k], *want[k] == 'T' ? VERDICT_TRUE : *want[k] == 'F' ? VERDICT_FALSE : VERDICT_UNDECIDED);
    }
}

/* All of an interval fulfils a comparison that its end fulfils. */
static void ends_of_intervals_count(void **state)
{
    struct board *b = *state;
    set_time(b, 1, 11.0, 10.0, 12.0);
    check(b, "T.mean(time) >= 10 h", VERDICT_TRUE);
    check(b, "T.mean(time) < 10 h", VERDICT_FALSE);
    check(b, "T.mean(time) > 10 h", VERDICT_UNDECIDED);
    check(b, "T.mean(time) <= 10 h", VERDICT_UNDECIDED);
    set_time(b, 1, 9.0, 8.0, 10.0);
    check(b, "T.mean(time) > 10 h", VERDICT_FALSE);
    check(b, "T.mean(time) <= 10 h", VERDICT_TRUE);
    check(b, "T.mean(time) >= 10 h", VERDICT_UNDECIDED);
    check(b, "T.mean(time) < 10 h", VERDICT_UNDECIDED);
}

/* A mean of one trial, a percentile of too few: there is no interval, so nothing is known at 95%. */
static void no_interval_decides_nothing(void **state)
{
    struct board *b = *state;
    set_time(b, 1, 15.0, NAN, NAN);
    check(b, "T.mean(time) > 10 h", VERDICT_UNDECIDED);
    check(b, "T.mean(time) < 10 h", VERDICT_UNDECIDED);
}

/* Of 1,000 values 1 to 1000: P90 is 900, its ranks 881 and 919; P50 500, 469 and 532. */
static void percentiles_come_with_their_ranks(void **state)
{
    struct board *b = *state;
    check(b, "T.p90(time) > 880 h", VERDICT_TRUE);
    check(b, "T.p90(time) > 920 h", VERDICT_FALSE);
    check(b, "T.p90(time) > 900 h", VERDICT_UNDECIDED);
    check(b, "T.p90(cost) > $882", VERDICT_UNDECIDED);
    check(b, "T.p90(cost) < $918", VERDICT_UNDECIDED);
    check(b, "T.p50(cost) < $533", VERDICT_TRUE);
    check(b, "T.p50(cost) < $468", VERDICT_FALSE);
    for (int k = 0; k < TRIALS; k++)
        b->time_h[1][k] = 900.0;
    check(b, "T.p90(time) > 900 h", VERDICT_FALSE);
    check(b, "T.p90(time) >= 900 h", VERDICT_TRUE);
}

static void chances_come_with_exact_intervals(void **state)
{
    struct board *b = *state;
    struct metric late = {.kind = METRIC_CHANCE, .of = METRIC_TIME, .limit = 900.0, .above = true};
    struct estimate e = metric_value(&late, &b->plan[1]);
    /* Clopper and Pearson's interval of 100 in 1,000. */
    assert_true(e.value == 0.1 && fabs(e.low - 0.08210534) < 1e-6 && fabs(e.high - 0.12028794) < 1e-6);
    late.equal = true;
    assert_true(metric_value(&late, &b->plan[1]).value == 0.101);
    late.above = false;
    assert_true(metric_value(&late, &b->plan[1]).value == 0.9);
    late.limit = 0.0;
    e = metric_value(&late, &b->plan[1]);
    assert_true(e.value == 0.0 && e.low == 0.0 && fabs(e.high - (1.0 - pow(0.025, 1e-3))) < 1e-9);
    late.limit = 1000.0;
    e = metric_value(&late, &b->plan[1]);
    assert_true(e.value == 1.0 && e.high == 1.0 && fabs(e.low - pow(0.025, 1e-3)) < 1e-9);
    check(b, "T.p(time > 900 h) > 8.2%", VERDICT_TRUE);
    check(b, "T.p(time > 900 h) > 8.3%", VERDICT_UNDECIDED);
    check(b, "T.p(time > 900 h) > 12%", VERDICT_UNDECIDED);
    check(b, "T.p(time > 900 h) > 12.1%", VERDICT_FALSE);
}

/* As many trials as there may be: the interval of Wilson with a correction of 1/2 is as good as exact. */
static void chances_of_many_trials(void **state)
{
    static const double share[] = {1e-5, 0.001, 0.1, 0.5, 0.9, 0.9999};
    struct board *b = *state;
    long n = TRIALS_MOST;
    double *time_h = mem_new((size_t)n, sizeof *time_h), z = 1.959963984540054;
    for (long i = 0; i < n; i++)
        time_h[i] = (double)i;
    b->times_h[1] = time_h;
    b->plan[1].trials = b->result.trials.n = n;
    for (size_t i = 0; i < COUNT(share); i++) {
        struct metric early = {.kind = METRIC_CHANCE, .of = METRIC_TIME, .limit = floor(share[i] * (double)n)};
        struct estimate e = metric_value(&early, &b->plan[1]);
        double k = early.limit, m = (double)n, end[2];
        for (int side = 0; side < 2; side++) {
            double p = (k + (side ? 0.5 : -0.5)) / m, root = z * sqrt(p * (1.0 - p) / m + 0.25 * z * z / m / m);
            end[side] = (p + 0.5 * z * z / m + (side ? root : -root)) / (1.0 + z * z / m);
        }
        double near = 0.05 * (end[1] - end[0]);
        if (e.value != k / m || !(fabs(e.low - end[0]) < near) || !(fabs(e.high - end[1]) < near))
            fail_msg("%g of %g: %.9g to %.9g, not %.9g to %.9g", k, m, e.low, e.high, end[0], end[1]);
    }
    free(time_h);
}

static void means_of_counts_come_with_intervals(void **state)
{
    static const struct {
        enum metric_of of;
        int square;
        double mean, square_mean;
    } row[] = {{METRIC_FAILURES, SQUARE_FAILURES, 3.0, 13.0},
               {METRIC_PREEMPTIONS, SQUARE_PREEMPTIONS, 7.0, 53.0},
               {METRIC_LOST, SQUARE_LOST, 11.0, 125.0}};
    struct board *b = *state;
    b->typical[1].causes = 2;
    b->plan[1].mean.failures[0] = 1.0;
    b->plan[1].mean.failures[1] = 2.0;
    b->plan[1].mean.failures[2] = 99.0; /* of no cause */
    b->plan[1].mean.preemptions = 7.0;
    b->plan[1].mean.lost_gpu_h = 11.0;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct metric m = {.kind = METRIC_MEAN, .of = row[i].of};
        b->plan[1].mean.squares[row[i].square] = row[i].square_mean;
        struct estimate e = metric_value(&m, &b->plan[1]);
        double half = 1.96 * 2.0 / sqrt(TRIALS); /* variance 4 */
        assert_true(e.value == row[i].mean);
        assert_true(fabs(e.high - e.value - half) < 0.003 * half && fabs(e.value - e.low - half) < 0.003 * half);
    }
}

/* ---- trials that would decide ---- */

static void trials_needed_grow_with_the_square(void **state)
{
    struct board *b = *state;
    double needed = -1.0;
    assert_int_equal(judge(b, "U.mean(time) > 10 h", &needed), VERDICT_UNDECIDED);
    assert_true(fabs(needed - 4000.0) <= 1.0); /* twice as far as it is known: four times as many */
    set_time(b, 2, 10.5, 9.0, 12.0);
    judge(b, "U.mean(time) > 10 h", &needed);
    assert_true(fabs(needed - 9000.0) <= 1.0);
    set_time(b, 2, 10.0, 9.0, 11.0);
    judge(b, "U.mean(time) > 10 h", &needed);
    assert_true(isinf(needed));
    judge(b, "T.mean(time) > 10 h", &needed);
    assert_true(needed == 0.0);
}

/* What is open now cannot be decided by fewer trials, however lopsided the interval. */
static void more_trials_are_more_than_there_are(void **state)
{
    struct board *b = *state;
    double needed;
    for (int i = 0; i < 36; i++) {
        char *text = mem_format("T.p(time > 1000 h) > 0.%03d%%", 10 * i + 5); /* none of 1,000: up to 0.37% */
        assert_int_equal(judge(b, text, &needed), VERDICT_UNDECIDED);
        if (!(needed >= TRIALS))
            fail_msg("%s: %.0f trials would decide", text, needed);
        free(text);
    }
    set_time(b, 2, 11.0, 10.9, 30.0);
    assert_int_equal(judge(b, "U.mean(time) > 29 h", &needed), VERDICT_UNDECIDED);
    assert_true(needed >= TRIALS);
}

/* A tie in a group that is false already needs no trials. */
static void needed_trials_are_those_that_matter(void **state)
{
    struct board *b = *state;
    double needed;
    set_time(b, 3, 10.0, 9.0, 11.0);
    assert_int_equal(
        judge(b, "F.mean(time) > 10 h and rent and own, x=1.mean(time) > 10 h or U.mean(time) > 10 h", &needed),
        VERDICT_UNDECIDED);
    assert_true(fabs(needed - 4000.0) <= 1.0);
    assert_int_equal(judge(b, "rent and own, x=1.mean(time) > 10 h and F.mean(time) > 10 h", &needed), VERDICT_FALSE);
}

/* ---- plans without an answer ---- */

static void what_is_not_priced_has_no_cost(void **state)
{
    struct board *b = *state;
    b->typical[0].rent_priced = false;
    b->plan[1].cost = (struct distribution){.mean = 15.0, .mean_low = 14.0, .mean_high = 16.0};
    static const char *const text[] = {"F.mean(cost) > $0",  "F.mean(cost) < $1e9", "F.p90(cost) > $1",
                                       "F.p90(cost) < $1e9", "F.p(cost > $5) > 0%", "F.p(cost > $5) < 100%"};
    for (size_t i = 0; i < COUNT(text); i++)
        check(b, text[i], VERDICT_UNDECIDED);    /* a gate on money does not open for want of a price */
    check(b, "F.p90(time) > 1 h", VERDICT_TRUE); /* its time is known all the same */
    struct gate gate = {0};
    struct estimate e;
    int plan;
    read_gate(b, "mean(cost) > $10", &gate);
    assert_int_equal(gate_term_verdict(&gate.term[0], &b->result, &plan, &e), VERDICT_TRUE);
    assert_int_equal(plan, 1);
    gate_release(&gate);
    b->typical[0].own.priced = true;
    check(b, "F.p90(cost) > $1", VERDICT_TRUE);
}

static void unfinished_trials_are_above_all(void **state)
{
    struct board *b = *state;
    for (int k = 0; k < 200; k++)
        b->cost[1][k] = b->time_h[1][k] = INFINITY;
    b->plan[1].unfinished = 200;
    b->plan[1].time_h = b->plan[1].cost = (struct distribution){.mean = NAN, .mean_low = NAN, .mean_high = NAN};
    check(b, "T.mean(time) > 1000000 h", VERDICT_TRUE);
    check(b, "T.mean(cost) < $1000000", VERDICT_FALSE);
    check(b, "T.mean(failures) > 1000000", VERDICT_TRUE);
    check(b, "T.p90(time) > 1000000 h", VERDICT_TRUE);
    check(b, "T.p90(time) < 1000000 h", VERDICT_FALSE);
    check(b, "T.p50(time) < 1000 h", VERDICT_TRUE);
    check(b, "T.p(time > 1000000 h) > 17%", VERDICT_TRUE);
    check(b, "T.p(time <= 1000000 h) > 83%", VERDICT_FALSE);
}

/* P90 is finite and the upper end of its interval is not, or the other way round: limits in between are open. */
static void infinite_ends_hold_limits_too(void **state)
{
    struct board *b = *state;
    for (int k = 0; k < TRIALS; k++)
        b->time_h[1][k] = k + 1 > 910 ? INFINITY : (double)(k + 1);
    b->plan[1].unfinished = 90;
    check(b, "T.p90(time) > 905 h", VERDICT_UNDECIDED);
    check(b, "T.p90(time) < 905 h", VERDICT_UNDECIDED);
    check(b, "T.p90(time) > 5000 h", VERDICT_UNDECIDED);
    check(b, "T.p90(time) > 870 h", VERDICT_TRUE);
    for (int k = 0; k < TRIALS; k++)
        b->time_h[1][k] = k + 1 > 890 ? INFINITY : (double)(k + 1);
    b->plan[1].unfinished = 110;
    check(b, "T.p90(time) > 889 h", VERDICT_UNDECIDED);
    check(b, "T.p90(time) > 5000 h", VERDICT_UNDECIDED);
    check(b, "T.p90(time) > 870 h", VERDICT_TRUE);
}

#define ON_BOARD(test) cmocka_unit_test_setup_teardown(test, board_open, board_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_BOARD(conditions_are_read),
        ON_BOARD(and_binds_before_or),
        ON_BOARD(names_of_plans_stay_whole),
        ON_BOARD(bad_conditions_are_refused),
        ON_BOARD(chances_are_shares),
        cmocka_unit_test(words_and_dates_are_limits),
        cmocka_unit_test(limits_that_are_not_there_are_refused),
        ON_BOARD(three_values_join_as_kleene_has_it),
        ON_BOARD(any_plan_will_do),
        ON_BOARD(intervals_decide),
        ON_BOARD(ends_of_intervals_count),
        ON_BOARD(no_interval_decides_nothing),
        ON_BOARD(percentiles_come_with_their_ranks),
        ON_BOARD(chances_come_with_exact_intervals),
        ON_BOARD(chances_of_many_trials),
        ON_BOARD(means_of_counts_come_with_intervals),
        ON_BOARD(trials_needed_grow_with_the_square),
        ON_BOARD(more_trials_are_more_than_there_are),
        ON_BOARD(needed_trials_are_those_that_matter),
        ON_BOARD(what_is_not_priced_has_no_cost),
        ON_BOARD(unfinished_trials_are_above_all),
        ON_BOARD(infinite_ends_hold_limits_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
