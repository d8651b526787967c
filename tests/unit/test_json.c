/* Tests of report/json_text.h and of a result as JSON: strict syntax, layout, and what is null. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_text.h"
#include "report/report.h"
#include "scenario/scenario.h"

/* ---- a strict reader ---- */

static const char *blanks(const char *at)
{
    return at + strspn(at, " \n");
}

static const char *string_end(const char *at)
{
    assert_int_equal(*at, '"');
    for (at++; *at != '"'; at++) {
        assert_true((unsigned char)*at >= 0x20);
        if (*at == '\\') {
            at++;
            assert_true(*at != '\0' && strchr("\"\\/bfnrtu", *at) != NULL);
            if (*at == 'u') {
                assert_int_equal(strspn(at + 1, "0123456789abcdef") >= 4, 1);
                at += 4;
            }
        }
    }
    return at + 1;
}

static const char *number_end(const char *at)
{
    size_t whole = 0, part = 0;
    at += *at == '-';
    whole = strspn(at, "0123456789");
    assert_true(whole == 1 || (whole > 1 && *at != '0'));
    at += whole;
    if (*at == '.') {
        part = strspn(at + 1, "0123456789");
        assert_true(part > 0);
        at += 1 + part;
    }
    if (*at == 'e') {
        at += at[1] == '-' || at[1] == '+' ? 2 : 1;
        part = strspn(at, "0123456789");
        assert_true(part > 0);
        at += part;
    }
    return at;
}

static const char *value_end(const char *at);

/* The end of an object or array; or, with a step, where the value of that key or place begins (NULL: there is none). */
static const char *walk(const char *at, const char *step, size_t length)
{
    char close = *at == '{' ? '}' : ']';
    long place = 0;
    at = blanks(at + 1);
    while (*at != close) {
        bool here = false;
        if (close == '}') {
            const char *key = at;
            at = string_end(at);
            here = step != NULL && (size_t)(at - key) == length + 2 && strncmp(key + 1, step, length) == 0;
            assert_int_equal(*at, ':');
            at = blanks(at + 1);
        } else {
            here = step != NULL && strtol(step, NULL, 10) == place++;
        }
        if (here)
            return at;
        at = blanks(value_end(at));
        if (*at == ',') {
            at = blanks(at + 1);
            assert_true(*at != close);
        } else {
            assert_int_equal(*at, close);
        }
    }
    return step != NULL ? NULL : at + 1;
}

static const char *value_end(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    if (*at == '{' || *at == '[')
        return walk(at, NULL, 0);
    if (*at == '"')
        return string_end(at);
    for (size_t i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    return number_end(at);
}

/* Where the value at a path such as "plans/0/cost/mean" begins; NULL if there is none. */
static const char *find(const char *json, const char *path)
{
    while (json != NULL && *path != '\0') {
        size_t length = strcspn(path, "/");
        assert_true(*json == '{' || *json == '[');
        json = walk(json, path, length);
        path += length + (path[length] == '/');
    }
    return json;
}

static double number(const char *json, const char *path)
{
    const char *at = find(json, path);
    double x = NAN;
    if (at == NULL)
        fail_msg("nothing at %s", path);
    else if (text_number(at, false, &x) != (size_t)(value_end(at) - at))
        fail_msg("no number at %s: %.20s", path, at);
    return x;
}

/* The text of the value at a path equals what is expected. */
static void says(const char *json, const char *path, const char *expected)
{
    const char *at = find(json, path);
    if (at == NULL)
        fail_msg("nothing at %s", path);
    char *found = mem_copy_n(at, (size_t)(value_end(at) - at));
    if (strcmp(found, expected) != 0)
        fail_msg("%s: %s, not %s", path, found, expected);
    free(found);
}

/* ---- results ---- */

static const char two_ways[] = "scenario: two ways\n"
                               "budget: $400\n"
                               "deadline: 60 h\n"
                               "seed: 18446744073709551615\n"
                               "give_up: 90 h\n"
                               "work: 240 GPU-hours\n"
                               "defaults:\n"
                               "  cards: 8\n"
                               "  startup: 5 min to 20 min\n"
                               "  checkpoint: {every: 1 h, write: 3 min}\n"
                               "plans:\n"
                               "  - name: '=spot, \"cheap\"'\n"
                               "    price: 1.00 to 1.50 USD/GPU-hour\n"
                               "    preemption: 8 h\n"
                               "    failures:\n"
                               "      gpu: {every: 400 h, repair: 1 h, restart: 10 min}\n"
                               "      'odd \"cause\"': {unit: job, every: 200 h, restart: 10 min}\n"
                               "  - name: unpriced\n"
                               "  - name: stuck\n"
                               "    price: 1 USD/GPU-hour\n"
                               "    preemption: 4 h\n"
                               "    failures: {gpu: 4000 h}\n"
                               "    checkpoint: none\n";

struct run {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
    char *json;
};

static void write_again(struct run *run)
{
    struct report_style style = {0};
    size_t size = 0;
    free(run->json);
    FILE *to = open_memstream(&run->json, &size);
    assert_non_null(to);
    json_write(&run->result, &style, to);
    assert_int_equal(fclose(to), 0);
    assert_int_equal(size, strlen(run->json));
}

static void start(struct run *run, const char *text, long trials)
{
    struct scenario_options options = {0};
    struct engine_options how = {.trials = trials};
    struct err err = {0};
    *run = (struct run){.scenario = scenario_parse("test", text, NULL, &options, &err)};
    assert_non_null(run->scenario);
    assert_int_equal(engine_init(&run->engine, run->scenario, 1, &err), 0);
    assert_int_equal(result_make(&run->engine, &how, &run->result, &err), 0);
    write_again(run);
    err_release(&err);
}

static void finish(struct run *run)
{
    result_release(&run->result);
    engine_release(&run->engine);
    scenario_free(run->scenario);
    free(run->json);
}

/* ---- the writer ---- */

static void blocks_are_indented_and_lines_are_flat(void **state)
{
    struct text text = {0};
    struct json json = {.out = &text};
    (void)state;
    json_open(&json, NULL, '{');
    json_count(&json, "count", UINT64_MAX);
    json_open(&json, "empty", '[');
    json_close(&json, ']');
    json_open(&json, "list", '[');
    json_open_flat(&json, NULL, '{');
    json_number(&json, "a", 0.1);
    json_numbers(&json, "b", (const double[]){1, 2.5}, 2);
    json_close(&json, '}');
    json_bool(&json, NULL, false);
    json_close(&json, ']');
    json_string(&json, "quo\"te", "a\n\"b\"\x01");
    json_string(&json, "none", NULL);
    json_close(&json, '}');
    assert_string_equal(text.at, "{\n"
                                 "  \"count\": 18446744073709551615,\n"
                                 "  \"empty\": [],\n"
                                 "  \"list\": [\n"
                                 "    {\"a\": 0.1, \"b\": [1, 2.5]},\n"
                                 "    false\n"
                                 "  ],\n"
                                 "  \"quo\\\"te\": \"a\\n\\\"b\\\"\\u0001\",\n"
                                 "  \"none\": null\n"
                                 "}");
    assert_ptr_equal(value_end(text.at), text.at + text.size);
    text_release(&text);
}

static void what_is_no_number_is_null(void **state)
{
    struct text text = {0};
    struct json json = {.out = &text};
    (void)state;
    json_open_flat(&json, NULL, '[');
    json_numbers(&json, NULL, (const double[]){NAN, INFINITY, -INFINITY, -1e-300, 1e22}, 5);
    json_interval(&json, NULL, NAN, NAN);
    json_interval(&json, NULL, 1, INFINITY);
    json_interval(&json, NULL, 1, 2);
    json_close(&json, ']');
    assert_string_equal(text.at, "[[null, null, null, -1e-300, 1e+22], null, [1, null], [1, 2]]");
    text_release(&text);
}

/* ---- results ---- */

static void a_result_is_strict_and_ends_with_a_line(void **state)
{
    const struct run *run = *state;
    const char *end = value_end(run->json);
    assert_string_equal(end, "\n");
    assert_null(strstr(run->json, "\t"));
}

static void plans_are_blocks_and_number_arrays_lines(void **state)
{
    const struct run *run = *state;
    assert_non_null(strstr(run->json, "  \"plans\": [\n    {\n      \"name\": \"=spot, \\\"cheap\\\"\",\n"
                                      "      \"trials\": 1500,\n"));
    for (const char *at = find(run->json, "plans/0/curve/cost"); *at != ']'; at++)
        assert_int_not_equal(*at, '\n');
    for (const char *at = find(run->json, "plans/0/cloud"), *end = value_end(at); at < end; at++)
        assert_int_not_equal(*at, '\n');
}

static void the_top_says_what_was_asked(void **state)
{
    const struct run *run = *state;
    says(run->json, "schema", "1");
    says(run->json, "version", "\"" PACKAGE_VERSION "\"");
    says(run->json, "seed", "18446744073709551615");
    says(run->json, "currency", "\"USD\"");
    says(run->json, "budget", "400");
    says(run->json, "deadline_h", "60");
    says(run->json, "complete", "true");
}

static void the_scenario_is_echoed_with_its_hash(void **state)
{
    const struct run *run = *state;
    struct text quoted = {0};
    char hash[20], *echo = scenario_echo(run->scenario);
    uint64_t sum = UINT64_C(14695981039346656037);
    for (const char *c = echo; *c != '\0'; c++) {
        sum ^= (uint8_t)*c;
        /* The prime 2^40 + 2^8 + 0xb3. */
        sum = (sum << 40) + (sum << 8) + sum * 0xb3;
    }
    snprintf(hash, sizeof hash, "\"%08x%08x\"", (unsigned)(sum >> 32), (unsigned)sum);
    says(run->json, "scenario/hash", hash);
    text_add_json(&quoted, echo);
    says(run->json, "scenario/text", quoted.at);
    text_release(&quoted);
    free(echo);
}

static void the_echo_gives_the_same_bytes(void **state)
{
    const struct run *run = *state;
    struct run again;
    char *echo = scenario_echo(run->scenario);
    start(&again, echo, 1500);
    assert_string_equal(again.json, run->json);
    finish(&again);
    free(echo);
}

static void keys_stand_in_their_order(void **state)
{
    static const char *const keys[] = {"name",
                                       "trials",
                                       "unfinished",
                                       "cost",
                                       "time_h",
                                       "naive",
                                       "in_budget",
                                       "on_time",
                                       "both",
                                       "goodput",
                                       "cost_per_effective_gpu_h",
                                       "failures",
                                       "preemptions",
                                       "limit_ends",
                                       "fallbacks",
                                       "lost_gpu_h",
                                       "phases_h",
                                       "classes",
                                       "items",
                                       "not_priced",
                                       "tail",
                                       "curve",
                                       "cloud"};
    const struct run *run = *state;
    const char *at = blanks(find(run->json, "plans/1") + 1);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        assert_memory_equal(at + 1, keys[i], strlen(keys[i]));
        at = string_end(at);
        assert_int_equal(at[-2], keys[i][strlen(keys[i]) - 1]);
        at = value_end(blanks(at + 1));
        at = blanks(at + (*at == ','));
    }
    assert_int_equal(*at, '}');
}

static void same(const char *json, const char *folder, const char *name, double expected)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (isfinite(expected))
        assert_true(number(json, path) == expected);
    else
        says(json, path, "null");
}

static void distribution_is(const char *json, const char *folder, const struct distribution *d)
{
    same(json, folder, "mean", d->mean);
    same(json, folder, "sd", d->sd);
    same(json, folder, "mean_ci95/0", d->mean_low);
    same(json, folder, "mean_ci95/1", d->mean_high);
    same(json, folder, "min", d->min);
    same(json, folder, "max", d->max);
    same(json, folder, "cvar90", d->cvar90);
    same(json, folder, "cvar90_ci95/0", d->cvar90_low);
    same(json, folder, "cvar90_ci95/1", d->cvar90_high);
    for (int i = 0; i < PERCENTILES; i++) {
        char at[100];
        snprintf(at, sizeof at, "%s/percentiles/%d", folder, i);
        same(json, at, "p", summary_percentiles[i]);
        same(json, at, "value", d->of[i].value);
        same(json, at, "ci95/0", d->of[i].low);
        same(json, at, "ci95/1", d->of[i].high);
        assert_null(find(find(json, at), "above"));
    }
}

static void numbers_are_those_of_the_summary(void **state)
{
    const struct run *run = *state;
    const struct summary *s = &run->result.plan[0];
    const char *plan = find(run->json, "plans/0");
    distribution_is(plan, "cost", &s->cost);
    distribution_is(plan, "time_h", &s->time_h);
    same(plan, "naive", "cost", s->naive.cost);
    same(plan, "naive", "time_h", s->naive.time_h);
    assert_true(number(plan, "in_budget") == s->in_budget && s->in_budget > 0.1 && s->in_budget < 0.9);
    assert_true(number(plan, "on_time") == s->on_time);
    assert_true(number(plan, "both") == s->both);
    assert_true(number(plan, "goodput") == s->goodput);
    assert_true(number(plan, "cost_per_effective_gpu_h") == s->cost_per_effective_gpu_h);
    assert_true(number(plan, "preemptions") == s->mean.preemptions && s->mean.preemptions > 1.0);
    assert_true(number(plan, "limit_ends") == 0.0);
    assert_true(number(plan, "lost_gpu_h") == s->mean.lost_gpu_h && s->mean.lost_gpu_h > 1.0);
    assert_true(number(plan, "failures/by_cause/gpu") == s->mean.failures[0]);
    assert_true(number(plan, "failures/by_cause/odd \\\"cause\\\"") == s->mean.failures[1]);
    assert_true(number(plan, "failures/mean") == s->mean.failures[0] + s->mean.failures[1]);
}

static double sum(const char *json, const char *path)
{
    double total = 0.0;
    const char *at = blanks(find(json, path) + 1);
    while (*at != '}') {
        const char *value = blanks(string_end(at) + 1);
        total += number(value, "");
        at = blanks(value_end(value));
        at = blanks(at + (*at == ','));
    }
    return total;
}

static void parts_sum_to_the_whole(void **state)
{
    const struct run *run = *state;
    const char *plan = find(run->json, "plans/0");
    double cost = number(plan, "cost/mean"), time_h = number(plan, "time_h/mean");
    assert_true(fabs(sum(plan, "classes") / cost - 1.0) < 1e-12);
    assert_true(fabs(sum(plan, "items") / cost - 1.0) < 1e-12);
    assert_true(fabs(sum(plan, "phases_h") / time_h - 1.0) < 1e-12);
    assert_true(sum(plan, "tail/classes") > cost);
    assert_true(sum(plan, "tail/classes") <= number(plan, "cost/max"));
    assert_true(number(plan, "phases_h/compute") == run->result.plan[0].mean.phase_h[PHASE_compute]);
    assert_true(number(plan, "classes/time") > 0.0);
}

static void items_without_a_price_are_listed(void **state)
{
    const struct run *run = *state;
    says(run->json, "plans/0/not_priced",
         "[\"machine\", \"network\", \"fitout\", \"interest\", \"staff\", "
         "\"rack\", \"electricity\", \"demand\", \"storage\", \"egress\", \"tax\", \"labor\", \"delay\", "
         "\"spent\", \"credits\"]");
    says(run->json, "plans/0/items/queue_rent", "0");
    says(run->json, "plans/1/items", "{}");
    says(run->json, "plans/1/not_priced",
         "[\"rent\", \"round_up\", \"unused_minimum\", \"queue_rent\", \"machine\", \"network\", \"fitout\", "
         "\"interest\", \"staff\", "
         "\"rack\", \"electricity\", \"demand\", \"storage\", \"egress\", \"tax\", \"labor\", \"delay\", "
         "\"spent\", \"credits\"]");
    says(run->json, "plans/1/cost/mean", "null");
    says(run->json, "plans/1/naive/cost", "null");
    says(run->json, "plans/1/cost_per_effective_gpu_h", "null");
}

static void means_are_null_with_unfinished_trials(void **state)
{
    static const char *const nulls[] = {"cost/mean",
                                        "cost/sd",
                                        "cost/mean_ci95",
                                        "cost/max",
                                        "cost/cvar90",
                                        "cost/cvar90_ci95",
                                        "goodput",
                                        "failures/mean",
                                        "failures/by_cause/gpu",
                                        "preemptions",
                                        "lost_gpu_h",
                                        "phases_h/compute",
                                        "items/rent",
                                        "classes/time",
                                        "tail/classes/time",
                                        "cost_per_effective_gpu_h"};
    const struct run *run = *state;
    const char *plan = find(run->json, "plans/2");
    assert_true(number(plan, "unfinished") == (double)run->result.plan[2].unfinished);
    assert_in_range(run->result.plan[2].unfinished, 1400, 1499);
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        says(plan, nulls[i], "null");
    assert_true(number(plan, "cost/min") == run->result.plan[2].cost.min);
    assert_true(number(plan, "in_budget") == run->result.plan[2].in_budget);
}

static void unreachable_percentiles_are_above_the_largest(void **state)
{
    const struct run *run = *state;
    const char *plan = find(run->json, "plans/2");
    says(plan, "time_h/percentiles/6/value", "null");
    says(plan, "time_h/percentiles/6/ci95", "[null, null]");
    assert_true(number(plan, "time_h/percentiles/6/above") == run->result.plan[2].time_h.largest);
    assert_in_range((long)number(plan, "time_h/percentiles/6/above"), 40, 90);
    says(plan, "curve/time_h/199", "null");
}

static void a_reachable_percentile_may_have_an_open_interval(void **state)
{
    struct run *run = *state;
    struct distribution *d = &run->result.plan[0].time_h, kept = *d;
    d->of[6].high = INFINITY;
    d->of[7].value = d->of[7].high = INFINITY;
    write_again(run);
    assert_true(number(run->json, "plans/0/time_h/percentiles/6/value") == kept.of[6].value);
    assert_true(number(run->json, "plans/0/time_h/percentiles/6/ci95/0") == kept.of[6].low);
    says(run->json, "plans/0/time_h/percentiles/6/ci95/1", "null");
    assert_null(find(run->json, "plans/0/time_h/percentiles/6/above"));
    says(run->json, "plans/0/time_h/percentiles/7/value", "null");
    assert_true(number(run->json, "plans/0/time_h/percentiles/7/ci95/0") == kept.of[7].low);
    /* Nothing finished: nothing to be above. */
    d->min = INFINITY;
    d->largest = 0.0;
    write_again(run);
    says(run->json, "plans/0/time_h/percentiles/7/above", "null");
    *d = kept;
    write_again(run);
}

static void a_cloud_spans_all_trials(void **state)
{
    const struct run *run = *state;
    const char *cloud = find(run->json, "plans/0/cloud"), *stuck = find(run->json, "plans/2/cloud");
    const struct trials *t = &run->result.trials;
    for (long i = 0; i < CLOUD; i += 37) {
        char at[24];
        long trial = i * 1500 / 1000;
        snprintf(at, sizeof at, "%ld", i);
        same(cloud, at, "0", t->time_h[0][trial]);
        same(cloud, at, "1", t->cost[0][trial]);
        same(stuck, at, "0", t->time_h[2][trial]);
        same(stuck, at, "1", t->cost[2][trial]);
    }
    assert_non_null(find(cloud, "999"));
    assert_null(find(cloud, "1000"));
    assert_non_null(strstr(stuck, ", [null, null], "));
}

static void few_trials_show_all_and_have_few_intervals(void **state)
{
    struct run run;
    (void)state;
    start(&run, "plans: [{name: a, cards: 1, work: 30 GPU-hours, queue: 1 h to 3 h}]", 20);
    assert_non_null(find(run.json, "plans/0/cloud/19"));
    assert_null(find(run.json, "plans/0/cloud/20"));
    assert_true(number(run.json, "plans/0/cloud/7/0") == run.result.trials.time_h[0][7]);
    says(run.json, "plans/0/time_h/percentiles/8/ci95", "null");
    assert_true(number(run.json, "plans/0/time_h/percentiles/3/ci95/0") > 30.0);
    says(run.json, "budget", "null");
    says(run.json, "deadline_h", "null");
    says(run.json, "plans/0/in_budget", "null");
    says(run.json, "plans/0/on_time", "null");
    says(run.json, "plans/0/both", "null");
    says(run.json, "plans/0/failures", "{\n        \"mean\": 0,\n        \"by_cause\": {}\n      }");
    finish(&run);
}

static void one_trial_has_no_spread(void **state)
{
    struct run run;
    (void)state;
    start(&run, "plans: [{name: a, cards: 1, work: 30 GPU-hours, queue: 1 h to 3 h}]", 1);
    assert_true(number(run.json, "plans/0/time_h/mean") > 30.0);
    says(run.json, "plans/0/time_h/sd", "null");
    says(run.json, "plans/0/time_h/mean_ci95", "null");
    finish(&run);
}

static void interruption_is_said(void **state)
{
    struct run *run = *state;
    const struct trials kept = run->result.trials;
    run->result.trials.complete = false;
    write_again(run);
    says(run->json, "complete", "false");
    assert_non_null(find(run->json, "plans/2"));
    run->result.trials.n = 0;
    write_again(run);
    says(run->json, "plans", "[]");
    run->result.trials = kept;
    write_again(run);
}

static int set_up(void **state)
{
    static struct run run;
    start(&run, two_ways, 1500);
    *state = &run;
    return 0;
}

static int tear_down(void **state)
{
    finish(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_indented_and_lines_are_flat),
        cmocka_unit_test(what_is_no_number_is_null),
        cmocka_unit_test(a_result_is_strict_and_ends_with_a_line),
        cmocka_unit_test(plans_are_blocks_and_number_arrays_lines),
        cmocka_unit_test(the_top_says_what_was_asked),
        cmocka_unit_test(the_scenario_is_echoed_with_its_hash),
        cmocka_unit_test(the_echo_gives_the_same_bytes),
        cmocka_unit_test(keys_stand_in_their_order),
        cmocka_unit_test(numbers_are_those_of_the_summary),
        cmocka_unit_test(parts_sum_to_the_whole),
        cmocka_unit_test(items_without_a_price_are_listed),
        cmocka_unit_test(means_are_null_with_unfinished_trials),
        cmocka_unit_test(unreachable_percentiles_are_above_the_largest),
        cmocka_unit_test(a_reachable_percentile_may_have_an_open_interval),
        cmocka_unit_test(a_cloud_spans_all_trials),
        cmocka_unit_test(few_trials_show_all_and_have_few_intervals),
        cmocka_unit_test(one_trial_has_no_spread),
        cmocka_unit_test(interruption_is_said),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
