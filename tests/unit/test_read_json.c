/* Tests of report/read_json.h and of stored results: what was written comes back, charts of it are the same, and what
 * is wrong is told with its place. */
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
#include <unistd.h>

#include "report/change.h"
#include "report/inputs_diff.h"
#include "report/read_json.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char scenario_text[] = "work: 100 GPU-hours\n"
                                    "budget: $210\n"
                                    "deadline: 110 h\n"
                                    "price: $2/GPU-hour\n"
                                    "queue: 5 min to 2 h\n"
                                    "failures: {gpu: 40 h to 200 h}\n"
                                    "checkpoint: {every: 1 h, write: 1 min}\n"
                                    "plans:\n"
                                    "  - name: plain\n"
                                    "  - name: slow\n"
                                    "    queue: 1 h to 9 h\n"
                                    "    cards: 2\n";

static const char part_text[] = "work: 10 GPU-hours\n"
                                "price: $2/GPU-hour\n"
                                "give_up: 18 h\n"
                                "failures: {gpu: {every: 20 h, restart: 6 min}}\n";

static bool equal(double a, double b)
{
    return (isnan(a) && isnan(b)) || a == b;
}

static void check_same(double got, double wanted, const char *what)
{
    if (!equal(got, wanted))
        fail_msg("%s: %.17g instead of %.17g", what, got, wanted);
}

#define SAME(member) check_same(got->member, wanted->member, #member)

/* ---- the tree ---- */

static void test_values(void **state)
{
    struct err err = {0};
    struct read_json json;
    (void)state;
    assert_int_equal(read_json_text(&json, "a.json",
                                    "{\"n\": -1.5e3, \"none\": null, \"yes\": true, \"no\":false,\n"
                                    " \"text\": \"a\\u00e9\\n\\\"b\\\" \\\\ %s\", \"list\": [1, [2, 3], {\"k\": 4}],\n"
                                    "\t\"open\": [1, null], \"both\": null, \"empty\": []}",
                                    &err),
                     0);
    const struct json_value *root = &json.value[0], *list = read_json_member(&json, root, "list", JSON_LIST);
    double low, high;
    check_same(read_json_number(&json, root, "n"), -1500, "n");
    assert_true(isnan(read_json_number(&json, root, "none")));
    assert_true(read_json_bool(&json, root, "yes"));
    assert_false(read_json_bool(&json, root, "no"));
    assert_string_equal(read_json_string(&json, root, "text"), "a\u00e9\n\"b\" \\ %s");
    assert_null(read_json_string(&json, root, "none"));
    assert_int_equal(read_json_count(&json, list), 3);
    const struct json_value *pair = read_json_next(&json, read_json_first(&json, list));
    check_same(read_json_value(&json, read_json_first(&json, pair)), 2, "first of a pair");
    check_same(read_json_number(&json, read_json_next(&json, pair), "k"), 4, "k");
    assert_int_equal(pair->line, 2);
    read_json_interval(&json, root, "open", &low, &high);
    assert_true(low == 1 && isinf(high));
    read_json_interval(&json, root, "both", &low, &high);
    assert_true(isnan(low) && isnan(high));
    assert_null(read_json_first(&json, read_json_find(&json, root, "empty")));
    assert_null(read_json_find(&json, root, "nothing"));
    assert_int_equal(json.code, 0);
    assert_null(read_json_member(&json, root, "nothing", JSON_LIST));
    assert_int_equal(json.code, ERR_INPUT);
    assert_string_equal(err.fault[0].text, "\"nothing\" is missing here");
    read_json_release(&json);
    err_release(&err);
}

static void test_what_is_no_json(void **state)
{
    static const struct {
        const char *text;
        int line, col;
        const char *words;
    } cases[] = {
        {"", 1, 1, "it does not begin with {"},
        {"\n\n", 1, 1, "it does not begin with {"},
        {"[1, 2]", 1, 1, "it does not begin with {"},
        {"work: 5 GPU-hours\n", 1, 1, "it does not begin with {"},
        {"{\"a\": 1", 1, 8, "ends too early"},
        {"{\"a\": [1, 2", 1, 12, "ends too early"},
        {"{\n \"a\": \"b\n", 2, 9, "ends too early"},
        {"{\"a\": nan}", 1, 7, "\"nan\" is no value of JSON"},
        {"{\"a\": 0x10}", 1, 7, "\"0x10\" is no value of JSON"},
        {"{\"a\": 1e999}", 1, 7, "\"1e999\" is no value of JSON"},
        {"{\"a\": yes, \"b\": 1}", 1, 7, "\"yes\" is no value of JSON"},
        {"{\"a\": 'b'}", 1, 7, "this is no JSON"},
        {"{\"a\": }", 1, 7, "a value is missing here"},
        {"{a: 1}", 1, 2, "a key without double quotes"},
        {"{[1]: 2}", 1, 2, "a key without double quotes"},
        {"{\"a\": &x 1, \"b\": *x}", 1, 7, "this is no JSON"},
        {"{\"a\": !!str 1}", 1, 7, "this is no JSON"},
        {"{\"a\": \"b\n c\"}", 1, 7, "several lines"},
        {"{\"a\": \"b\\0c\"}", 1, 7, "a NUL character"},
        {"{}\n---\n{}", 2, 1, "behind the end"},
        {"{\"a\": 1}}", 1, 9, "this is no JSON"},
        {"{\"a\": 1 \"b\": 2}", 1, 7, "is no value of JSON"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err err = {0};
        struct read_json json;
        int code = read_json_text(&json, "a.json", cases[i].text, &err);
        if (code != ERR_INPUT || err.faults != 1 || strstr(err.fault[0].text, cases[i].words) == NULL ||
            err.fault[0].at.line != cases[i].line || err.fault[0].at.col != cases[i].col)
            fail_msg("%s: code %d, %d faults, %d:%d %s", cases[i].text, code, err.faults, err.fault[0].at.line,
                     err.fault[0].at.col, err.faults ? err.fault[0].text : "");
        read_json_release(&json);
        err_release(&err);
    }
}

static void test_depth_is_limited(void **state)
{
    (void)state;
    for (int depth = 31; depth <= 33; depth++) {
        struct err err = {0};
        struct read_json json;
        struct text text = {0};
        text_add(&text, "{\"a\": ");
        for (int i = 1; i < depth; i++)
            text_add(&text, "[");
        for (int i = 1; i < depth; i++)
            text_add(&text, "]");
        text_add(&text, "}");
        assert_int_equal(read_json_text(&json, "a.json", text.at, &err), depth <= 32 ? 0 : ERR_INPUT);
        read_json_release(&json);
        err_release(&err);
        text_release(&text);
    }
    /* Open brackets without end take no time. */
    struct err err = {0};
    struct read_json json;
    char *brackets = mem_new(1000001, 1);
    memset(brackets, '[', 1000000);
    assert_int_equal(read_json_text(&json, "a.json", brackets, &err), ERR_INPUT);
    read_json_release(&json);
    err_release(&err);
    free(brackets);
}

/* ---- results ---- */

/* A scenario that was played, and how it is written. */
struct played {
    char path[64];
    struct study study;
    struct point base;
    struct metric metric;
};

static void play(struct played *p, const char *text, long trials)
{
    struct err err = {0};
    static const struct scenario_options none;
    struct engine_options options = {.trials = trials};
    snprintf(p->path, sizeof p->path, "stored-XXXXXX.yaml");
    int fd = mkstemps(p->path, 5);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0);
    p->study = (struct study){0};
    assert_int_equal(study_open(&p->study, p->path, &none, &options, 1, &err), 0);
    p->study.engine.trials = trials;
    assert_int_equal(study_play(&p->study, NULL, 0, false, &p->base, &err), 0);
    p->metric = (struct metric){.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0};
    err_release(&err);
}

static void play_release(struct played *p)
{
    point_release(&p->base);
    study_close(&p->study);
    unlink(p->path);
}

static struct stored *parse(const char *name, const char *text)
{
    struct err err = {0};
    struct stored *stored = mem_new(1, sizeof *stored);
    if (stored_parse(name, text, stored, &err) != 0)
        fail_msg("%s:%d:%d: %s", name, err.fault[0].at.line, err.fault[0].at.col, err.fault[0].text);
    assert_int_equal(err.faults, 0);
    return stored;
}

static void stored_end(struct stored *stored)
{
    stored_release(stored);
    free(stored);
}

typedef void writer(const void *what, FILE *to);

static char *written(writer *write_it, const void *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    write_it(what, to);
    fclose(to);
    char *copy = mem_copy(text);
    free(text);
    return copy;
}

static const struct report_style plain;

static void write_result(const void *what, FILE *to)
{
    json_write(what, &plain, to);
}

static void check_distribution(const struct distribution *got, const struct distribution *wanted)
{
    SAME(mean);
    SAME(sd);
    SAME(mean_low);
    SAME(mean_high);
    SAME(min);
    SAME(max);
    SAME(largest);
    SAME(cvar90);
    SAME(cvar90_low);
    SAME(cvar90_high);
    for (int i = 0; i < PERCENTILES; i++) {
        SAME(of[i].p);
        SAME(of[i].value);
        SAME(of[i].low);
        SAME(of[i].high);
    }
    for (int i = 0; i < CURVE; i++)
        SAME(curve[i]);
}

static void check_money(const struct summary *got, const struct summary *wanted)
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        double a = 0, b = 0;
        for (int k = 0; k < CLASS_COUNT; k++) {
            a += got->mean.item[i][k];
            b += wanted->mean.item[i][k];
        }
        assert_true(fabs(a - b) <= 1e-9 * fabs(b) + 1e-12);
    }
    for (int k = 0; k < CLASS_COUNT; k++) {
        double a = 0, b = 0;
        for (int i = 0; i < ITEM_COUNT; i++) {
            a += got->mean.item[i][k];
            b += wanted->mean.item[i][k];
        }
        assert_true(fabs(a - b) <= 1e-12 * fabs(b));
        SAME(tail[k]);
    }
}

static void check_summary(const struct summary *got, const struct summary *wanted)
{
    assert_string_equal(got->name, wanted->name);
    assert_int_equal(got->trials, wanted->trials);
    assert_int_equal(got->unfinished, wanted->unfinished);
    check_distribution(&got->cost, &wanted->cost);
    check_distribution(&got->time_h, &wanted->time_h);
    SAME(naive.cost);
    SAME(naive.time_h);
    SAME(in_budget);
    SAME(on_time);
    SAME(both);
    SAME(goodput);
    SAME(cost_per_effective_gpu_h);
    if (wanted->unfinished > 0) /* then no mean is written */
        return;
    SAME(mean.preemptions);
    SAME(mean.limit_ends);
    SAME(mean.fell_back);
    SAME(mean.lost_gpu_h);
    for (int i = 0; i < wanted->typical->causes; i++)
        SAME(mean.failures[i]);
    for (int i = 0; i < PHASE_COUNT; i++)
        SAME(mean.phase_h[i]);
    check_money(got, wanted);
}

/* The same data, texts and arguments reach the script. */
static void check_charts(const struct chart_data *got, const struct chart_data *wanted, const char *by)
{
    for (const struct chart_kind *kind = chart_kinds; kind->name; kind++)
        for (int medium = SHEET_PNG; medium <= SHEET_TERM; medium++) {
            struct sheet a, b;
            struct err err = {0};
            if (by ? !kind->by || strcmp(kind->by, by) != 0 : kind->by != NULL)
                continue;
            sheet_init(&a, (enum sheet_medium)medium);
            sheet_init(&b, (enum sheet_medium)medium);
            assert_int_equal(kind->build(got, &a, &err), kind->build(wanted, &b, &err));
            for (int i = 0; i < SHEET_PARTS; i++) {
                if (a.part[i].size != b.part[i].size ||
                    (a.part[i].size > 0 && memcmp(a.part[i].at, b.part[i].at, a.part[i].size) != 0))
                    fail_msg("%s: part %d differs:\n%s\n%s", kind->name, i, a.part[i].at, b.part[i].at);
            }
            assert_int_equal(a.last.size, b.last.size);
            if (a.last.size > 0)
                assert_string_equal(a.last.at, b.last.at);
            sheet_release(&a);
            sheet_release(&b);
            err_release(&err);
        }
}

static void check_round_trip(const char *scenario, long trials)
{
    struct played p;
    play(&p, scenario, trials);
    char *text = written(write_result, &p.base.result);
    struct stored *stored = parse(p.path, text);
    assert_int_equal(stored->engine.plans, p.base.engine.plans);
    assert_int_equal(stored->result.trials.n, trials);
    assert_true(stored->result.trials.complete);
    for (int i = 0; i < p.base.engine.plans; i++)
        check_summary(&stored->result.plan[i], &p.base.result.plan[i]);
    const struct chart_data live = {.result = &p.base.result};
    check_charts(&stored->data, &live, NULL);
    stored_end(stored);
    free(text);
    play_release(&p);
}

static void test_results_come_back(void **state)
{
    (void)state;
    check_round_trip(scenario_text, 500);
    check_round_trip(scenario_text, 1);
    check_round_trip(part_text, 500);
    check_round_trip("work: 10 GPU-hours\nqueue: 1 h to 2 h\n", 20);
    /* Under way, to milestones some of which are passed, or seldom reached. */
    check_round_trip("work: 100 GPU-hours\nprice: $2/GPU-hour\nstart: 2026-07-01 09:00 +08:00\ndeadline: 2026-07-20\n"
                     "failures: {gpu: 20 h}\ncheckpoint: {every: 20 h, write: 3 min}\ngive_up: 200 h\n"
                     "progress: {done: 20%, elapsed: 30 h, spent: $70}\n"
                     "milestones: {a: 10%, \"b\\\"=\": {at: 50%, by: 2026-07-09}, c: 99%, d: 100%}\n",
                     500);
    check_round_trip("work: 100 GPU-hours\nprogress: {done: 100%, elapsed: 30 h}\nmilestones: {a: 10%}\n", 20);
    /* Few trials do not finish: the largest that does is beyond every percentile. */
    check_round_trip("work: 10 GPU-hours\nprice: $2/GPU-hour\ngive_up: 60 h\n"
                     "failures: {gpu: {every: 12 h, restart: 6 min}}\n",
                     900);
}

static void test_a_cloud_thins(void **state)
{
    struct played p;
    (void)state;
    play(&p, scenario_text, 4000);
    char *text = written(write_result, &p.base.result);
    struct stored *stored = parse(p.path, text);
    assert_int_equal(stored->data.kept, CLOUD);
    assert_int_equal(stored->result.trials.n, 4000);
    for (long i = 0; i < CLOUD; i++)
        check_same(stored->result.trials.cost[1][i], p.base.result.trials.cost[1][4 * i], "a trial of the cloud");
    stored_end(stored);
    free(text);
    play_release(&p);
}

/* ---- studies ---- */

static void write_comparison(const void *what, FILE *to)
{
    compare_write(what, "json", &plain, to);
}

static void test_comparisons_come_back(void **state)
{
    struct played p;
    (void)state;
    play(&p, scenario_text, 300);
    p.metric.percent = 85.0; /* no percentile that a summary has */
    struct comparison made = compare_make(&p.base.result, &p.metric);
    char *text = written(write_comparison, &made);
    struct stored *stored = parse(p.path, text);
    const struct comparison *got = stored->data.comparison, *wanted = &made;
    assert_non_null(got);
    SAME(metric.percent);
    assert_int_equal(got->pairs, 1);
    SAME(pair[0].cost.mean);
    SAME(pair[0].time_h.high);
    SAME(pair[0].cost.less);
    assert_int_equal(got->pair[0].time_h.dominated, wanted->pair[0].time_h.dominated);
    assert_int_equal(got->choice.plan, wanted->choice.plan);
    assert_int_equal(got->choice.rival, wanted->choice.rival);
    assert_int_equal(got->choice.decided, wanted->choice.decided);
    assert_int_equal(got->choice.punctual, wanted->choice.punctual);
    assert_int_equal(got->choice.front[1], wanted->choice.front[1]);
    const struct chart_data live = {.result = &p.base.result, .comparison = &made};
    check_charts(&stored->data, &live, "compare");
    stored_end(stored);
    free(text);
    compare_release(&made);
    play_release(&p);
}

static void write_tuning(const void *what, FILE *to)
{
    tune_out_write(what, "json", &plain, to);
}

static void test_tunings_come_back(void **state)
{
    struct played p;
    struct tuning made[2];
    struct err err = {0};
    (void)state;
    play(&p, scenario_text, 50);
    assert_int_equal(tune_plans(&p.study, &p.base, &p.metric, made, &err), 0);
    struct tune_report report = {&p.base.result, &p.metric, made};
    char *text = written(write_tuning, &report);
    struct stored *stored = parse(p.path, text);
    for (int i = 0; i < 2; i++) {
        const struct tuning *got = &stored->data.tune->tuning[i], *wanted = &made[i];
        assert_int_equal(got->tuned, wanted->tuned);
        assert_int_equal(got->points, wanted->points);
        assert_int_equal(got->flat_open_low, wanted->flat_open_low);
        assert_int_equal(got->flat_open_high, wanted->flat_open_high);
        SAME(best.value.low);
        SAME(yours.every_h);
        SAME(yours.value.high);
        SAME(formulas.exact_h);
        SAME(curve[7].value.value);
    }
    const struct chart_data live = {.result = &p.base.result, .tune = &report};
    check_charts(&stored->data, &live, "tune");
    stored_end(stored);
    free(text);
    play_release(&p);
}

static void write_sweep(const void *what, FILE *to)
{
    sweep_out_write(what, "json", &plain, to);
}

static void check_sweep(const char *first, const char *second)
{
    struct played p;
    struct sweep made = {0};
    struct err err = {0};
    play(&p, scenario_text, 60);
    assert_int_equal(sweep_axis_read(first, &made.axis[made.axes++], &err), 0);
    if (second)
        assert_int_equal(sweep_axis_read(second, &made.axis[made.axes++], &err), 0);
    assert_int_equal(sweep_play(&p.study, &p.base, &p.metric, &made, &err), 0);
    struct sweep_report report = {&p.base.result, &p.metric, &made};
    char *text = written(write_sweep, &report);
    struct stored *stored = parse(p.path, text);
    const struct sweep *got = stored->data.sweep->sweep, *wanted = &made;
    assert_int_equal(got->axes, wanted->axes);
    for (int a = 0; a < made.axes; a++) {
        assert_string_equal(got->axis[a].key, wanted->axis[a].key);
        assert_string_equal(got->axis[a].unit, wanted->axis[a].unit);
        assert_int_equal(got->axis[a].n, wanted->axis[a].n);
        SAME(axis[a].x[1]);
        assert_string_equal(got->axis[a].text[1], wanted->axis[a].text[1]);
    }
    SAME(cell[2].value.value);
    SAME(cell[2].cost[2].low);
    SAME(cell[3].time_h[0].value);
    SAME(cell[3].on_time);
    const struct chart_data live = {.result = &p.base.result, .sweep = &report};
    check_charts(&stored->data, &live, "sweep");
    stored_end(stored);
    free(text);
    sweep_release(&made);
    play_release(&p);
}

static void test_sweeps_come_back(void **state)
{
    (void)state;
    check_sweep("checkpoint.every=10min..4h/4", NULL);
    check_sweep("checkpoint.every=10min..4h/3", "cards=1,2");
}

static void write_breakeven(const void *what, FILE *to)
{
    breakeven_out_write(what, "json", &plain, to);
}

static void test_break_evens_come_back(void **state)
{
    static const char *const ranges[] = {"slow.price=1 USD/GPU-hour..4 USD/GPU-hour",
                                         "slow.price=3 USD/GPU-hour..4 USD/GPU-hour"};
    (void)state;
    for (size_t i = 0; i < COUNT(ranges); i++) {
        struct played p;
        struct breakeven made;
        struct err err = {0};
        play(&p, scenario_text, 50);
        assert_int_equal(breakeven_find(&p.study, &p.base, ranges[i], "plain,slow", &p.metric, &made, &err), 0);
        struct breakeven_report report = {&p.base.result, &p.metric, &made};
        char *text = written(write_breakeven, &report);
        struct stored *stored = parse(p.path, text);
        const struct breakeven *got = stored->data.breakeven->breakeven, *wanted = &made;
        assert_int_equal(got->found, wanted->found);
        assert_int_equal(got->found, i == 0);
        assert_int_equal(got->crossings, wanted->crossings);
        assert_int_equal(got->points, wanted->points);
        assert_string_equal(got->name[1], wanted->name[1]);
        SAME(value);
        SAME(low);
        SAME(point[3].b);
        SAME(point[3].less.high);
        SAME(axis.x[3]);
        const struct chart_data live = {.result = &p.base.result, .breakeven = &report};
        check_charts(&stored->data, &live, "breakeven");
        stored_end(stored);
        free(text);
        breakeven_release(&made);
        play_release(&p);
    }
}

static void write_sensitivity(const void *what, FILE *to)
{
    sensitivity_out_write(what, "json", &plain, to);
}

static void test_sensitivities_come_back(void **state)
{
    struct played p;
    struct sensitivity made = {0};
    struct err err = {0};
    (void)state;
    play(&p, scenario_text, 200);
    assert_int_equal(sensitivity_make(&p.study, &p.base, &p.metric, &made, &err), 0);
    struct sensitivity_report report = {&p.base.result, &p.metric, &made, NULL};
    char *text = written(write_sensitivity, &report);
    struct stored *stored = parse(p.path, text);
    for (int i = 0; i < 2; i++) {
        const struct sensitivity_plan *got = &stored->data.sensitivity->sensitivity->plan[i], *wanted = &made.plan[i];
        assert_int_equal(got->n, wanted->n);
        SAME(ignorance.value);
        SAME(noise);
        SAME(of[0].rank.low);
        SAME(of[0].high.value);
        assert_int_equal(got->of[0].unknown, wanted->of[0].unknown);
    }
    const struct chart_data live = {.result = &p.base.result, .sensitivity = &report};
    check_charts(&stored->data, &live, "sensitivity");
    stored_end(stored);
    free(text);
    sensitivity_release(&made);
    play_release(&p);
}

/* ---- what is no result ---- */

/* The first place of `from`, from the n-th line on, becomes `to`. */
static char *changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    return mem_format("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void test_what_is_no_result(void **state)
{
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        {"\"schema\": 1", "\"schema\": 2", "a schema of JSON that is not known here"},
        {"\"schema\": 1", "\"schema\": \"1\"", "\"schema\" must be a number or null"},
        {"\"scenario\": {", "\"scenery\": {", "\"scenario\" is missing here"},
        {"\"text\": \"scenario", "\"text\": 5, \"was\": \"scenario", "\"text\" must be"},
        {"\"complete\": true", "\"complete\": null", "\"complete\" must be true or false"},
        {"\"complete\": true", "\"trace\": {}, \"complete\": true", "\"plan\" is missing here"},
        {"\"plans\": [", "\"plans\": [], \"more\": [", "no trial was played"},
        {"\"name\": \"plain\"", "\"name\": \"plane\"", "the plan here is \"plain\""},
        {"\"trials\": 40", "\"trials\": -1", "\"trials\" is no number of trials"},
        {"\"trials\": 40", "\"trials\": 1e300", "\"trials\" is no number of trials"},
        {"\"trials\": 40", "\"trials\": 41", "\"trials\" is no number of trials"},
        {"\"trials\": 40", "\"trials\": 3", "\"cloud\" has not as many values"},
        {"\"unfinished\": 0", "\"unfinished\": 41", "\"unfinished\" is no number of trials"},
        {"\"p\": 10,", "\"p\": 11,", "a percentile that is not the one"},
        {"{\"p\": 5, \"value\": ", "{\"p\": 5, \"value\": 9, \"was\": ", "values that do not rise"},
        {"{\"p\": 10, \"value\": ", "{\"p\": 10, \"value\": 9e9, \"was\": ", "a value that is not inside its interval"},
        {"{\"p\": 50, \"value\": ", "{\"p\": 50, \"value\": 201, \"was\": ", "a value that is not inside its interval"},
        {"\"min\": 2", "\"min\": -2", "an amount that no result has"},
        {"\"max\": 2", "\"max\": 1e30, \"was\": 2", "an amount that no result has"},
        {"\"in_budget\": ", "\"in_budget\": 1", "\"in_budget\" is no share"},
        {"\"by_cause\": {", "\"by_cause\": {}, \"was\": {", "\"gpu\" is missing here"},
        {"\"cloud\": [[", "\"cloud\": [[1, 2, 3], [", "as many values"},
        {"\"cloud\": [", "\"cloud\": [null], \"was\": [", "this is no pair of time and cost"},
        {"100 GPU-hours", "100 GPU-horses", "unknown unit"},
    };
    struct played p;
    (void)state;
    play(&p, scenario_text, 40);
    char *text = written(write_result, &p.base.result);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *bad = changed(text, cases[i].from, cases[i].to);
        struct err err = {0};
        struct stored stored;
        bool found = false;
        int code = stored_parse("bad.json", bad, &stored, &err);
        for (int k = 0; k < err.faults; k++)
            found = found || (strstr(err.fault[k].text, cases[i].words) && err.fault[k].at.line > 0);
        if (code != ERR_INPUT || !found)
            fail_msg("%s: code %d, \"%s\"", cases[i].to, code, err.faults ? err.fault[0].text : "");
        stored_release(&stored);
        err_release(&err);
        free(bad);
    }
    free(text);
    play_release(&p);
}

static void test_a_result_may_end_anywhere(void **state)
{
    struct played p;
    (void)state;
    play(&p, scenario_text, 3);
    char *text = written(write_result, &p.base.result);
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] != '}')
        n--;
    for (size_t size = 0; size < n; size += 1 + size / 60) {
        char *part = mem_copy_n(text, size);
        struct err err = {0};
        struct stored stored;
        assert_int_equal(stored_parse("part.json", part, &stored, &err), ERR_INPUT);
        assert_true(err.faults > 0 && err.fault[0].at.line > 0);
        stored_release(&stored);
        err_release(&err);
        free(part);
    }
    free(text);
    play_release(&p);
}

/* ---- changes ---- */

static void test_inputs_that_differ(void **state)
{
    static const char before[] = "scenario: a\n"
                                 "seed: 1\n"
                                 "budget: $5\n"
                                 "plans:\n"
                                 "  - name: x\n"
                                 "    price: $2\n"
                                 "    failures:\n"
                                 "      gpu:\n"
                                 "        every: \"50 h: or so\"\n"
                                 "    queue: none\n"
                                 "    owners:\n"
                                 "      price: scenario\n"
                                 "  - name: \"gone: y\"\n"
                                 "    price: $1\n";
    static const char now[] = "scenario: a\n"
                              "seed: 2\n"
                              "plans:\n"
                              "  - name: \"z\"\n"
                              "    price: $7\n"
                              "  - name: x\n"
                              "    price: $3\n"
                              "    failures:\n"
                              "      gpu:\n"
                              "        every: \"50 h: or so\"\n"
                              "        detect: 1 min\n"
                              "    electricity:\n"
                              "      -\n"
                              "        price: $1\n"
                              "      - 5\n";
    static const struct {
        const char *plan, *key, *before, *now;
    } wanted[] = {{NULL, "seed", "1", "2"},
                  {NULL, "budget", "$5", NULL},
                  {"x", "price", "$2", "$3"},
                  {"x", "queue", "none", NULL},
                  {"x", "failures.gpu.detect", NULL, "1 min"},
                  {"x", "electricity[0].price", NULL, "$1"},
                  {"x", "electricity[1]", NULL, "5"}};
    (void)state;
    struct inputs_diff diff = inputs_diff_make(before, now);
    assert_int_equal(diff.n, COUNT(wanted));
    for (int i = 0; i < diff.n; i++) {
        const char *const got[] = {diff.row[i].plan, diff.row[i].key, diff.row[i].before, diff.row[i].now};
        const char *const want[] = {wanted[i].plan, wanted[i].key, wanted[i].before, wanted[i].now};
        for (int k = 0; k < 4; k++) {
            assert_int_equal(got[k] == NULL, want[k] == NULL);
            if (want[k])
                assert_string_equal(got[k], want[k]);
        }
    }
    inputs_diff_release(&diff);
    diff = inputs_diff_make(before, before);
    assert_int_equal(diff.n, 0);
    inputs_diff_release(&diff);
}

struct pair_of_results {
    const struct stored *before, *now;
};

static void write_change(const void *what, FILE *to)
{
    const struct pair_of_results *p = what;
    change_write(p->before, p->now, "table", &plain, to);
}

static void check_last_line(const struct stored *before, const struct stored *now, const char *wanted)
{
    const struct pair_of_results pair = {before, now};
    char *text = written(write_change, &pair);
    size_t n = strlen(text);
    assert_true(n > 0 && text[n - 1] == '\n');
    text[n - 1] = '\0';
    assert_string_equal(strrchr(text, '\n') + 1, wanted);
    free(text);
}

static void test_changes_end_with_a_sentence(void **state)
{
    static const char *const texts[] = {"work: 100 GPU-hours\nprice: $2/GPU-hour\nqueue: 1 h to 2 h\n",
                                        "work: 100 GPU-hours\nprice: $3/GPU-hour\nqueue: 1 h to 2 h\n",
                                        "work: 100 GPU-hours\nprice: $2/GPU-hour\nqueue: 1 h to 2 h\nseed: 7\n",
                                        "work: 100 GPU-hours\nprice: ¥2/GPU-hour\ncurrency: CNY\nqueue: 1 h to 2 h\n"};
    struct stored *stored[COUNT(texts)];
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct text all = {0};
        struct played p;
        text_addf(&all, "scenario: s\nplans: [{name: one}]\n%s", texts[i]);
        play(&p, all.at, 200);
        char *json = written(write_result, &p.base.result);
        stored[i] = parse("s.json", json);
        free(json);
        play_release(&p);
        text_release(&all);
    }
    check_last_line(stored[0], stored[0], "the plans come to the same; no input differs");
    check_last_line(stored[0], stored[1],
                    "one: P90 cost rose from $200.00 to $300.00, beyond the noise; 1 input differs");
    check_last_line(stored[0], stored[2], "no plan changed beyond the noise; 1 input differs");
    check_last_line(stored[0], stored[3], "no plan changed beyond the noise; 2 inputs differ");
    for (size_t i = 0; i < COUNT(texts); i++)
        stored_end(stored[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_what_is_no_json),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_results_come_back),
        cmocka_unit_test(test_a_cloud_thins),
        cmocka_unit_test(test_comparisons_come_back),
        cmocka_unit_test(test_tunings_come_back),
        cmocka_unit_test(test_sweeps_come_back),
        cmocka_unit_test(test_break_evens_come_back),
        cmocka_unit_test(test_sensitivities_come_back),
        cmocka_unit_test(test_what_is_no_result),
        cmocka_unit_test(test_a_result_may_end_anywhere),
        cmocka_unit_test(test_inputs_that_differ),
        cmocka_unit_test(test_changes_end_with_a_sentence),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
