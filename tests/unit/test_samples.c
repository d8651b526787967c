/* Tests of report/samples.h and report/csv_out.h: trials as CSV and .npy, the summary as CSV, cells of text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/text.h"
#include "report/csv_out.h"
#include "report/report.h"
#include "report/samples.h"
#include "scenario/scenario.h"

enum { TRIALS = 1200 };

static const char three_plans[] = "budget: $100\n"
                                  "give_up: 90 h\n"
                                  "work: 240 GPU-hours\n"
                                  "defaults: {cards: 8, startup: 5 min to 20 min}\n"
                                  "plans:\n"
                                  "  - name: '=cmd|\"x\", y'\n"
                                  "    price: 1.00 to 1.50 USD/GPU-hour\n"
                                  "    checkpoint: {every: 1 h, write: 3 min}\n"
                                  "    failures:\n"
                                  "      gpu: {every: 400 h, repair: 1 h, restart: 10 min}\n"
                                  "      'a, b': {unit: job, every: 200 h, restart: 10 min}\n"
                                  "  - name: '-5'\n"
                                  "  - name: stuck\n"
                                  "    price: 1 USD/GPU-hour\n"
                                  "    preemption: 4 h\n";

struct run {
    char folder[24];
    struct scenario *scenario;
    struct engine engine;
    struct result result;
};

static void writes(const struct run *run, const char *path)
{
    struct err err = {0};
    assert_int_equal(samples_write(&run->result, path, &err), 0);
    assert_int_equal(err.faults, 0);
}

/* All bytes of a file, which is removed. */
static unsigned char *bytes_of(const char *path, size_t *size)
{
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    assert_int_equal(fseek(from, 0, SEEK_END), 0);
    *size = (size_t)ftell(from);
    unsigned char *bytes = mem_new(*size + 1, 1);
    rewind(from);
    assert_int_equal(fread(bytes, 1, *size, from), *size);
    fclose(from);
    unlink(path);
    return bytes;
}

/* ---- samples ---- */

static void cell_is(const struct csv *csv, size_t row, int column, double expected)
{
    const char *cell = csv->cell[row * (size_t)csv->columns + (size_t)column];
    double x = INFINITY;
    if (strcmp(cell, "inf") != 0)
        assert_true(text_whole_number(cell, &x));
    assert_true(x == expected);
}

static void csv_holds_all_trials_plan_after_plan(void **state)
{
    static const char *const names[] = {"'=cmd|\"x\", y", "-5", "stuck"};
    const struct run *run = *state;
    struct csv csv;
    struct err err = {0};
    long unfinished = 0;
    writes(run, "all.csv");
    assert_int_equal(csv_read("all.csv", (struct place){0}, &csv, &err), 0);
    assert_int_equal(csv.columns, 4);
    assert_int_equal(csv.rows, 3 * TRIALS);
    for (size_t row = 0; row < csv.rows; row++) {
        size_t plan = row / TRIALS, trial = row % TRIALS;
        cell_is(&csv, row, 0, (double)trial);
        assert_string_equal(csv.cell[row * 4 + 1], names[plan]);
        cell_is(&csv, row, 2, run->result.trials.time_h[plan][trial]);
        cell_is(&csv, row, 3, run->result.trials.cost[plan][trial]);
        unfinished += strcmp(csv.cell[row * 4 + 2], "inf") == 0;
    }
    assert_int_equal(unfinished, run->result.plan[2].unfinished);
    assert_in_range(unfinished, 1, TRIALS - 1);
    csv_release(&csv);
    unlink("all.csv");
}

static void csv_has_this_very_form(void **state)
{
    struct run few = *(const struct run *)*state;
    double time_h[] = {0.1, INFINITY}, cost[] = {1e22, INFINITY};
    size_t size;
    few.result.trials.n = 2;
    few.result.trials.time_h = (double *[]){time_h, time_h, time_h};
    few.result.trials.cost = (double *[]){cost, cost, cost};
    writes(&few, "few.CSV");
    unsigned char *bytes = bytes_of("few.CSV", &size);
    assert_string_equal(bytes, "trial,plan,time_h,cost\n"
                               "0,\"'=cmd|\"\"x\"\", y\",0.1,1e+22\n"
                               "1,\"'=cmd|\"\"x\"\", y\",inf,inf\n"
                               "0,-5,0.1,1e+22\n"
                               "1,-5,inf,inf\n"
                               "0,stuck,0.1,1e+22\n"
                               "1,stuck,inf,inf\n");
    free(bytes);
}

static void npy_begins_with_an_aligned_header(void **state)
{
    struct run run = *(const struct run *)*state;
    static const long counts[] = {0, 1, 99, TRIALS};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t size;
        run.result.trials.n = counts[i];
        writes(&run, "all.npy");
        unsigned char *bytes = bytes_of("all.npy", &size);
        size_t header = bytes[8] + 256u * bytes[9];
        char *expected = mem_format("{'descr': '<f8', 'fortran_order': False, 'shape': (3, %ld, 2), }", counts[i]);
        assert_memory_equal(bytes, "\x93NUMPY\x01\x00", 8);
        assert_int_equal((10 + header) % 64, 0);
        assert_memory_equal(bytes + 10, expected, strlen(expected));
        assert_int_equal(strspn((char *)bytes + 10 + strlen(expected), " "), header - strlen(expected) - 1);
        assert_int_equal(bytes[10 + header - 1], '\n');
        assert_int_equal(size, 10 + header + 3 * 2 * 8 * (size_t)counts[i]);
        free(expected);
        free(bytes);
    }
}

static double little_endian(const unsigned char *at)
{
    uint64_t bits = 0;
    double x;
    for (int i = 7; i >= 0; i--)
        bits = bits << 8 | at[i];
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void npy_holds_hours_and_money_of_each_trial(void **state)
{
    const struct run *run = *state;
    size_t size;
    writes(run, "all.npy");
    unsigned char *bytes = bytes_of("all.npy", &size), *at = bytes + size - 3 * TRIALS * 16;
    for (int plan = 0; plan < 3; plan++)
        for (long trial = 0; trial < TRIALS; trial++, at += 16) {
            assert_true(little_endian(at) == run->result.trials.time_h[plan][trial]);
            assert_true(little_endian(at + 8) == run->result.trials.cost[plan][trial]);
        }
    free(bytes);
}

static void another_ending_is_refused(void **state)
{
    static const char *const paths[] = {"samples.txt", "samples", "", "-", "csv", "a.csv/b", "a.csv.gz", "a.npy "};
    const struct run *run = *state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err = {0};
        assert_int_equal(samples_check(paths[i], &err), ERR_INPUT);
        assert_int_equal(samples_write(&run->result, paths[i], &err), ERR_INPUT);
        assert_string_equal(err.fault[0].hint, "name a file that ends with .csv or .npy");
        err_release(&err);
        assert_int_not_equal(access(paths[i], F_OK), 0);
    }
    struct err err = {0};
    assert_int_equal(samples_check("a.b/c.NPY", &err), 0);
    assert_int_equal(samples_check("x.csv", &err), 0);
}

static void a_place_that_takes_no_file_is_a_runtime_fault(void **state)
{
    const struct run *run = *state;
    struct err err = {0};
    assert_int_equal(samples_write(&run->result, "nowhere/x.csv", &err), ERR_RUNTIME);
    assert_int_equal(symlink("/dev/full", "full.npy"), 0);
    assert_int_equal(samples_write(&run->result, "full.npy", &err), ERR_RUNTIME);
    assert_int_equal(err.faults, 2);
    unlink("full.npy");
    err_release(&err);
}

/* ---- the summary as CSV ---- */

/* The cells of a row by plan and quantity; fails when there is none. */
static char **row_of(const struct csv *csv, const char *plan, const char *quantity)
{
    for (size_t row = 0; row < csv->rows; row++) {
        char **cell = csv->cell + row * 5;
        if (strcmp(cell[0], plan) == 0 && strcmp(cell[1], quantity) == 0)
            return cell;
    }
    fail_msg("no row %s, %s", plan, quantity);
    return NULL;
}

/* Value, low, high; NaN stands for an empty cell. */
static void row_is(const struct csv *csv, const char *plan, const char *quantity, double value, double low, double high)
{
    const double expected[] = {value, low, high};
    char **cell = row_of(csv, plan, quantity);
    for (int i = 0; i < 3; i++) {
        double x = NAN;
        if (cell[2 + i][0] != '\0')
            assert_true(text_whole_number(cell[2 + i], &x));
        if (isnan(x) ? !isnan(expected[i]) : x != expected[i])
            fail_msg("%s, %s: \"%s\" in place of %.17g", plan, quantity, cell[2 + i], expected[i]);
    }
}

static void summary_of(const struct run *run, struct csv *csv)
{
    struct report_style style = {0};
    struct err err = {0};
    FILE *to = fopen("summary.csv", "w");
    assert_non_null(to);
    csv_write_result(&run->result, &style, to);
    assert_int_equal(fclose(to), 0);
    assert_int_equal(csv_read("summary.csv", (struct place){0}, csv, &err), 0);
    unlink("summary.csv");
}

static void summary_has_a_row_for_each_quantity(void **state)
{
    const struct run *run = *state;
    const struct summary *s = run->result.plan;
    const char *name = "'=cmd|\"x\", y";
    struct csv csv;
    summary_of(run, &csv);
    static const char *const head[] = {"plan", "quantity", "value", "low", "high"};
    assert_int_equal(csv.columns, 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(csv.name[i], head[i]);
    row_is(&csv, name, "trials", TRIALS, NAN, NAN);
    row_is(&csv, name, "unfinished", 0, NAN, NAN);
    row_is(&csv, name, "cost_mean", s->cost.mean, s->cost.mean_low, s->cost.mean_high);
    row_is(&csv, name, "cost_naive", s->naive.cost, NAN, NAN);
    row_is(&csv, name, "time_h_sd", s->time_h.sd, NAN, NAN);
    row_is(&csv, name, "time_h_max", s->time_h.max, NAN, NAN);
    row_is(&csv, name, "time_h_p90", s->time_h.of[6].value, s->time_h.of[6].low, s->time_h.of[6].high);
    row_is(&csv, name, "time_h_cvar90", s->time_h.cvar90, s->time_h.cvar90_low, s->time_h.cvar90_high);
    row_is(&csv, name, "in_budget", s->in_budget, NAN, NAN);
    row_is(&csv, name, "on_time", NAN, NAN, NAN);
    row_is(&csv, name, "goodput", s->goodput, NAN, NAN);
    row_is(&csv, name, "failures", s->mean.failures[0] + s->mean.failures[1], NAN, NAN);
    row_is(&csv, name, "failures.a, b", s->mean.failures[0], NAN, NAN);
    row_is(&csv, name, "phase_h.lost", s->mean.phase_h[PHASE_lost], NAN, NAN);
    row_is(&csv, name, "item.unused_minimum", 0, NAN, NAN);
    row_is(&csv, name, "class.power_and_cooling", 0, NAN, NAN);
    row_is(&csv, name, "tail_class.compute", s->tail[CLASS_compute], NAN, NAN);
    csv_release(&csv);
}

static void what_does_not_apply_is_empty(void **state)
{
    static const char *const empty[] = {"cost_mean",     "time_h_max", "time_h_p90",     "cost_cvar90",
                                        "goodput",       "failures",   "preemptions",    "phase_h.lost",
                                        "class.compute", "item.rent",  "tail_class.time"};
    const struct run *run = *state;
    struct csv csv;
    summary_of(run, &csv);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        row_is(&csv, "stuck", empty[i], NAN, NAN, NAN);
    row_is(&csv, "stuck", "unfinished", (double)run->result.plan[2].unfinished, NAN, NAN);
    row_is(&csv, "stuck", "cost_min", run->result.plan[2].cost.min, NAN, NAN);
    row_is(&csv, "-5", "item.rent", NAN, NAN, NAN);
    row_is(&csv, "-5", "class.compute", 0, NAN, NAN);
    csv_release(&csv);
}

/* ---- cells ---- */

static void cells_are_quoted_and_disarmed_where_needed(void **state)
{
    static const char *const pairs[][2] = {{"plain", "plain"},
                                           {"", ""},
                                           {"8 cards", "8 cards"},
                                           {"a,b", "\"a,b\""},
                                           {"say \"a\"", "\"say \"\"a\"\"\""},
                                           {" a", "\" a\""},
                                           {"a ", "\"a \""},
                                           {"a\nb", "\"a\nb\""},
                                           {"=1+1", "'=1+1"},
                                           {"+1", "+1"},
                                           {"-2.5e3", "-2.5e3"},
                                           {"-2+3", "'-2+3"},
                                           {"@a", "'@a"},
                                           {"\ta", "\"'\ta\""},
                                           {"\ra", "\"'\ra\""},
                                           {"=a,b", "\"'=a,b\""},
                                           {"-", "'-"},
                                           {"a=b", "a=b"},
                                           {"模型", "模型"}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text out = {0};
        csv_out_text(&out, pairs[i][0]);
        assert_string_equal(out.at, pairs[i][1]);
        text_release(&out);
    }
}

static void numbers_that_are_none_are_empty(void **state)
{
    struct text out = {0};
    (void)state;
    csv_out_number(&out, 0.1);
    text_add(&out, "|");
    csv_out_number(&out, NAN);
    csv_out_number(&out, INFINITY);
    text_add(&out, "|");
    csv_out_number(&out, -3.0);
    assert_string_equal(out.at, "0.1||-3");
    text_release(&out);
}

/* Everything happens in a folder of its own below the current one. */
static int enter(void **state)
{
    static struct run run = {.folder = "test_samples.XXXXXX"};
    struct scenario_options options = {0};
    struct engine_options how = {.trials = TRIALS};
    struct err err = {0};
    if (mkdtemp(run.folder) == NULL || chdir(run.folder) != 0)
        return -1;
    run.scenario = scenario_parse("test", three_plans, NULL, &options, &err);
    err_print_faults(&err, stderr, false);
    *state = &run;
    return run.scenario == NULL || engine_init(&run.engine, run.scenario, 1, &err) != 0 ||
           result_make(&run.engine, &how, &run.result, &err) != 0;
}

static int leave(void **state)
{
    struct run *run = *state;
    result_release(&run->result);
    engine_release(&run->engine);
    scenario_free(run->scenario);
    return chdir("..") != 0 || rmdir(run->folder) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_holds_all_trials_plan_after_plan),
        cmocka_unit_test(csv_has_this_very_form),
        cmocka_unit_test(npy_begins_with_an_aligned_header),
        cmocka_unit_test(npy_holds_hours_and_money_of_each_trial),
        cmocka_unit_test(another_ending_is_refused),
        cmocka_unit_test(a_place_that_takes_no_file_is_a_runtime_fault),
        cmocka_unit_test(summary_has_a_row_for_each_quantity),
        cmocka_unit_test(what_does_not_apply_is_empty),
        cmocka_unit_test(cells_are_quoted_and_disarmed_where_needed),
        cmocka_unit_test(numbers_that_are_none_are_empty),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
