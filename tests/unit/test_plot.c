/* Tests of the charts of compare, tune, sweep and breakeven: keys as axes, sentences, shapes, and what cannot be drawn.
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
#include <unistd.h>

#include "report/chart.h"
#include "report/lineup.h"
#include "report/remark.h"
#include "report/spawn.h"
#include "report/words.h"

/* ---- keys ---- */

/* "0.1667|1|4" of the values by rising x, then the title. */
static void keys_are(const char *argument, bool named, const char *values, const char *title)
{
    struct sweep_axis axis;
    struct keys keys;
    struct err err = {0};
    struct text out = {0};
    assert_int_equal(sweep_axis_read(argument, &axis, &err), 0);
    keys_init(&keys, &axis);
    for (int i = 0; i < axis.n; i++)
        text_addf(&out, "%s%.4g", i > 0 ? "|" : "", keys.x[i]);
    assert_string_equal(out.at, values);
    assert_string_equal(keys.title, title);
    assert_int_equal(keys.named, named);
    text_release(&out);
    keys_release(&keys);
    sweep_axis_release(&axis);
}

static void test_values_of_a_key_become_numbers(void **state)
{
    (void)state;
    keys_are("checkpoint.every=10min,4h,1h", false, "0.1667|1|4", "checkpoint.every");
    keys_are("checkpoint.every=10min..4h/3", false, "0.1667|0.8165|4", "checkpoint.every");
    keys_are("power=500W,2kW", false, "500|2000", "power");
    keys_are("deadline=2 days,1 week", false, "48|168", "deadline");
    keys_are("own.busy=10%..90%/3", false, "0.1|0.5|0.9", "own.busy");
    keys_are("price=$4/GPU-hour,$1.5/GPU-hour", false, "1.5|4", "price, $/GPU-hour");
    keys_are("price=2 USD/GPU-hour,3 USD/GPU-hour", false, "2|3", "price, USD/GPU-hour");
    keys_are("power=5kW..7kW/3", false, "5|5.916|7", "power");
    keys_are("cards=8,1,64", false, "1|8|64", "cards");
    keys_are("accelerators=H100:8,A100:8", true, "0|1", "accelerators");
    keys_are("accelerators=H100:8,H100:16", true, "0|1", "accelerators");
    keys_are("a\033b=1,2", false, "1|2", "a\\x1bb");
}

static void ticks_of(const char *argument, const char *expected)
{
    struct sweep_axis axis;
    struct keys keys;
    struct sheet sheet;
    struct err err = {0};
    struct text out = {0};
    struct panel panel = {.area = {0, 0, 1100, 400}, .y = {.quantity = AXIS_MONEY, .currency = "$", .max = 100}};
    sheet_init(&sheet, SHEET_PNG);
    assert_int_equal(sweep_axis_read(argument, &axis, &err), 0);
    keys_init(&keys, &axis);
    keys_set_ticks(&keys, &panel, &sheet, 8, 6);
    for (int i = 0; i < panel.x.ticks; i++)
        text_addf(&out, "%s%s", i > 0 ? "|" : "", panel.x.label[i]);
    assert_string_equal(out.at, expected);
    text_release(&out);
    keys_release(&keys);
    sweep_axis_release(&axis);
    sheet_release(&sheet);
}

static void test_ticks_are_the_values_where_they_are_short(void **state)
{
    (void)state;
    ticks_of("cards=1,8,64,1024", "1|8|64|1,024");
    ticks_of("checkpoint.every=10min,1h,4h", "10 min|1 h|4 h");
    ticks_of("own.busy=10%..40%/4", "10%|20%|30%|40%");
    ticks_of("price=$2/GPU-hour,$2.5/GPU-hour", "$2|$2.50");
    ticks_of("accelerators=H100:8,H100:16", "H100:8|H100:16");
    /* Values that nobody would write, or that do not all have room, give way to round ones. */
    ticks_of("checkpoint.every=7min..5h", "10 min|20 min|30 min|1 h|2 h|4 h");
    ticks_of("checkpoint.every=40h..120h/9", "2.0 d|2.5 d|3.0 d|3.5 d|4.0 d|4.5 d|5.0 d");
    ticks_of("price=$2.5/GPU-hour..$4/GPU-hour/7", "$2.60|$2.80|$3.00|$3.20|$3.40|$3.60|$3.80|$4.00");
}

static void test_key_values_in_words(void **state)
{
    static const struct {
        const char *argument;
        int place;
        const char *text;
    } cases[] = {{"checkpoint.every=10min..4h", 0, "10 min"},
                 {"own.busy=5%..95%", 0, "5%"},
                 {"price=$2.5/GPU-hour..$4/GPU-hour", 0, "$2.50/GPU-hour"},
                 {"power=6 kW,12 kW", 1, "12 kW"},
                 {"accelerators=H100:8,A100:8", 1, "A100:8"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sweep_axis axis;
        struct keys keys;
        struct err err = {0};
        assert_int_equal(sweep_axis_read(cases[i].argument, &axis, &err), 0);
        keys_init(&keys, &axis);
        char *text = keys_text(&keys, keys.x[cases[i].place]);
        assert_string_equal(text, cases[i].text);
        free(text);
        keys_release(&keys);
        sweep_axis_release(&axis);
    }
}

/* ---- panels ---- */

/* The numbers of the next row of a part, blank lines left out; false at its end. */
static bool next_row(const char **at, double *number, int n)
{
    while (**at == '\n')
        ++*at;
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

static void rows_are(const char *at, const double *expected, int n)
{
    double row[2];
    for (int i = 0; i < n; i++)
        assert_true(next_row(&at, row, 2) && fabs(row[0] - expected[2 * i]) < 1e-9 &&
                    fabs(row[1] - expected[2 * i + 1]) < 1e-9);
    assert_false(next_row(&at, row, 2));
}

static void test_curves_are_cut_at_the_heights_of_a_panel(void **state)
{
    const double x[] = {0, 1, 2, 3, 4, 5}, y[] = {20, 10, 0, NAN, 5, 15};
    struct panel panel = {.area = {0, 0, 100, 100}, .x = {.max = 10}, .y = {.min = 4, .max = 14}};
    struct sheet sheet;
    (void)state;
    sheet_init(&sheet, SHEET_PNG);
    struct canvas canvas = canvas_on(&sheet);
    panel_curve(&panel, &canvas, x, y, 6, 2, false);
    rows_are(sheet.part[SHEET_CURVE].at, (double[]){6, 0, 10, 40, 16, 100, 40, 90, 49, 0}, 5);
    panel_area(&panel, &canvas, x, y + 1, y, 2, 2);
    rows_are(sheet.part[SHEET_AREAS].at, (double[]){0, 0, 6, 0, 10, 40, 10, 100, 6, 100, 0, 40}, 6);
    text_release(&sheet.part[SHEET_AREAS]);
    panel_area(&panel, &canvas, x, (double[]){2, 2}, (double[]){20, 0}, 2, 2);
    rows_are(sheet.part[SHEET_AREAS].at, (double[]){0, 0, 3, 0, 8, 100, 10, 100, 10, 100, 0, 100}, 6);
    canvas_end(&canvas);
    assert_string_equal(sheet.last.at, "2 2 0 0 2 2 2 2");
    sheet_release(&sheet);
}

static void test_cells_of_panels(void **state)
{
    const struct place_rect all = {0, 0, 320, 210};
    (void)state;
    struct place_rect cell = panel_cell(&all, 5, 4, 0, 10, 10);
    assert_true(cell.left == 110 && cell.top == 110 && cell.right == 210 && cell.bottom == 210);
    cell = panel_cell(&all, 4, 3, 2, 20, 10);
    assert_true(cell.left == 170 && cell.top == 110 && cell.right == 320);
}

/* ---- sentences ---- */

enum { MOST = 3, VALUES = 5 };

/* A result made by hand, of which sentences take names, currency and deadline. */
struct made {
    struct scenario scenario;
    struct engine engine;
    struct plan typical[MOST];
    struct summary plan[MOST];
    struct result result;
    struct metric metric;
};

static void fill(struct distribution *d, double p90, double half)
{
    for (int i = 0; i < PERCENTILES; i++)
        d->of[i] = (struct percentile){summary_percentiles[i], p90, p90 - half, p90 + half};
}

static struct made *made_new(int plans)
{
    static const char *const names[MOST] = {"on-demand", "spot", "reserved"};
    struct made *m = mem_new(1, sizeof *m);
    m->scenario = (struct scenario){.currency = "USD", .budget = -1, .deadline_h = -1, .plans = plans};
    m->engine.plans = plans;
    for (int i = 0; i < plans; i++) {
        m->typical[i].rent_priced = true;
        m->plan[i] =
            (struct summary){.name = names[i], .trials = 4000, .typical = &m->typical[i], .plan = i, .on_time = NAN};
        fill(&m->plan[i].cost, 9000 - 1000 * i, 20);
    }
    m->result = (struct result){.scenario = &m->scenario, .engine = &m->engine, .plan = m->plan};
    m->result.trials = (struct trials){.n = 4000, .complete = true};
    m->metric = (struct metric){.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90};
    return m;
}

static void said(struct text *out, const char *expected)
{
    assert_string_equal(out->at, expected);
    text_release(out);
}

static void test_the_choice_hedges(void **state)
{
    struct made *m = made_new(2);
    double value[] = {9000, 8000};
    struct comparison c = {.result = &m->result, .metric = m->metric, .value = value};
    struct text out = {0};
    (void)state;
    c.choice = (struct choice){.plan = 1, .punctual = true, .decided = true, .rival = -1, .share = 0.9};
    remark_choice(&c, &out);
    said(&out, "Choose spot: the lowest P90 cost, $8,000");
    m->scenario.deadline_h = 100;
    m->plan[0].on_time = m->plan[1].on_time = 0.95;
    remark_choice(&c, &out);
    said(&out, "Choose spot: the lowest P90 cost, $8,000, of the plans on time in at least 90% of trials");
    c.choice.decided = false;
    c.choice.rival = 0;
    c.choice.needed = 61000;
    remark_choice(&c, &out);
    said(&out, "Undecided between spot and on-demand: P90 cost $8,000 and $9,000; about 61,000 trials would decide");
    m->plan[0].on_time = 0.89;
    c.choice.needed = INFINITY;
    remark_choice(&c, &out);
    said(&out, "Undecided: spot has P90 cost $8,000; on-demand, with $9,000, may be on time often enough");
    c.choice.rival = -1;
    remark_choice(&c, &out);
    said(&out, "Undecided: spot has P90 cost $8,000, but may not be on time often enough");
    c.choice.punctual = false;
    m->plan[1].on_time = 0.64;
    remark_choice(&c, &out);
    said(&out, "No plan is on time in 90% of trials; spot comes nearest, with 64% of trials");
    c.choice.plan = -1;
    remark_choice(&c, &out);
    said(&out, "No plan can be chosen: none has a price, or none finishes");
    free(m);
}

static struct tuning tuned(const char *name, double best, double yours, double half)
{
    return (struct tuning){.name = name,
                           .tuned = true,
                           .best = {1.5, {best, best - half, best + half}},
                           .yours = {0.5, {yours, yours - half, yours + half}}};
}

static void test_tuning_says_what_yours_adds(void **state)
{
    struct made *m = made_new(2);
    struct tuning tuning[2] = {tuned("on-demand", 10000, 10350, 20), tuned("spot", 5000, 5100, 20)};
    struct tune_report report = {&m->result, &m->metric, tuning};
    struct text out = {0};
    (void)state;
    remark_tuning(&report, &out);
    said(&out, "Checkpoint on-demand about every 90 min: every 30 min adds 3.5% ($350) to the P90 cost");
    tuning[0] = tuned("on-demand", 10000, 10350, 200);
    remark_tuning(&report, &out);
    said(&out,
         "Checkpoints of on-demand about every 90 min may be better: every 30 min adds 3.5% ($350) to the P90 cost, "
         "but the intervals overlap");
    tuning[0] = tuned("on-demand", 10000, 10090, 20);
    tuning[1] = tuned("spot", 5000, 5000, 20);
    remark_tuning(&report, &out);
    said(&out, "Your checkpoint intervals are within 1% of the best ones");
    tuning[0] = tuned("on-demand", 10000, 14000, 20);
    tuning[0].yours.every_h = INFINITY;
    remark_tuning(&report, &out);
    said(&out, "Checkpoint on-demand about every 90 min: none adds 40% ($4,000) to the P90 cost");
    tuning[0].tuned = tuning[1].tuned = false;
    remark_tuning(&report, &out);
    said(&out, "Nothing to tune: no plan both writes checkpoints and is interrupted");
    free(m);
}

/* A sweep by hand: values of one key or, with `columns`, of two; every interval reaches 20 to both sides. */
struct swept {
    struct made *made;
    struct sweep sweep;
    struct sweep_report report;
    struct keys keys;
    const char *name[MOST];
    struct sweep_cell cell[VALUES * MOST];
};

static struct swept *swept_new(int plans, const double *values, bool of_time)
{
    struct swept *s = mem_new(1, sizeof *s);
    struct err err = {0};
    s->made = made_new(plans);
    s->made->metric.of = of_time ? METRIC_TIME : METRIC_COST;
    s->sweep = (struct sweep){.axes = 1, .plans = plans, .name = s->name, .cell = s->cell};
    assert_int_equal(sweep_axis_read("own.busy=10%,20%,30%,40%,50%", &s->sweep.axis[0], &err), 0);
    for (int p = 0; p < plans; p++)
        s->name[p] = s->made->plan[p].name;
    for (int i = 0; i < VALUES * plans; i++) {
        s->cell[i].value = (struct estimate){values[i], values[i] - 20, values[i] + 20};
        if (!isfinite(values[i]))
            s->cell[i].value.low = s->cell[i].value.high = NAN;
    }
    keys_init(&s->keys, &s->sweep.axis[0]);
    s->report = (struct sweep_report){&s->made->result, &s->made->metric, &s->sweep};
    return s;
}

static void swept_free(struct swept *s)
{
    keys_release(&s->keys);
    sweep_axis_release(&s->sweep.axis[0]);
    free(s->made);
    free(s);
}

static void sweep_says(int plans, const double *values, const char *expected)
{
    struct swept *s = swept_new(plans, values, false);
    struct text out = {0};
    remark_sweep(&s->report, &s->keys, &out);
    said(&out, expected);
    swept_free(s);
}

static void test_a_sweep_says_no_more_than_its_intervals(void **state)
{
    (void)state;
    sweep_says(1, (double[]){900, 500, 490, 510, 800}, "The P90 cost is least, about $490, at own.busy = 20% to 40%");
    sweep_says(1, (double[]){900, 500, 400, 510, 800}, "The P90 cost is least at own.busy = 30%: $400");
    sweep_says(1, (double[]){410, 405, 400, 400, 395},
               "own.busy makes no difference to the P90 cost that these trials can tell: about $395");
    sweep_says(1, (double[]){INFINITY, INFINITY, INFINITY, INFINITY, INFINITY},
               "The plan finishes too seldom anywhere in this range");
    sweep_says(2, (double[]){500, 900, 600, 900, 700, 900, 890, 900, 990, 900},
               "on-demand has the lowest P90 cost up to own.busy = 30%, spot from 50% on");
    sweep_says(2, (double[]){500, 900, 600, 900, 610, 900, 620, 900, 640, 900},
               "on-demand has the lowest P90 cost throughout; its P90 cost is least at own.busy = 10%: $500");
    sweep_says(
        2, (double[]){500, 510, 600, 900, 610, 900, 620, 900, 640, 900},
        "on-demand has the lowest P90 cost, not always for certain; its P90 cost is least at own.busy = 10%: $500");
    sweep_says(
        2, (double[]){500, 510, 600, 610, 610, 620, 620, 630, 640, 650},
        "on-demand has the lowest P90 cost, but nowhere for certain; its P90 cost is least at own.busy = 10%: $500");
    sweep_says(2, (double[]){900, 510, 600, 910, 610, 920, 620, 930, 640, 150},
               "No plan has the lowest P90 cost all over this range of own.busy");
}

static void test_a_grid_says_how_many_cells_are_as_low(void **state)
{
    struct swept *s = swept_new(1, (double[]){900, 500, 480, 510, 800}, false);
    struct text out = {0};
    struct err err = {0};
    struct keys one;
    (void)state;
    s->sweep.axes = 2;
    assert_int_equal(sweep_axis_read("power=6 kW", &s->sweep.axis[1], &err), 0);
    keys_init(&one, &s->sweep.axis[1]);
    remark_heat(&s->report, &s->keys, &one, &out);
    said(&out,
         "The lowest P90 cost is $480, at own.busy = 30% and power = 6 kW; 2 other cells are not told apart from it");
    keys_release(&one);
    sweep_axis_release(&s->sweep.axis[1]);
    swept_free(s);
}

static void crossing_says(struct breakeven *b, const char *expected)
{
    struct made *m = made_new(2);
    struct breakeven_report report = {&m->result, &m->metric, b};
    struct keys keys;
    struct text out = {0};
    struct err err = {0};
    b->name[0] = "own";
    b->name[1] = "rent";
    assert_int_equal(sweep_axis_read("own.busy=10%..50%/3", &b->axis, &err), 0);
    keys_init(&keys, &b->axis);
    b->points = 3;
    for (int i = 0; i < 3; i++)
        b->point[i].x = b->axis.x[i];
    remark_breakeven(&report, &keys, &out);
    said(&out, expected);
    keys_release(&keys);
    sweep_axis_release(&b->axis);
    free(m);
}

static void test_a_crossing_says_which_plan_is_lower_where(void **state)
{
    struct breakeven b = {.found = true, .value = 33.2, .low = 32, .high = 34.5, .crossings = 1};
    (void)state;
    for (int i = 0; i < 3; i++)
        b.point[i].less = (struct estimate){20 - 15 * i, 15 - 15 * i, 25 - 15 * i};
    crossing_says(&b, "rent has the lower P90 cost below own.busy = 33.2%, own above (95% interval 32% to 34.5%)");
    b.low = 33.199;
    b.high = 33.201;
    crossing_says(&b, "rent has the lower P90 cost below own.busy = 33.2%, own above");
    b.low = 32;
    b.high = 34.5;
    b.crossings = 3;
    crossing_says(&b, "rent has the lower P90 cost below own.busy = 33.2%, own above; they cross 3 times");
    b.crossings = 1;
    b.high = 60;
    crossing_says(&b,
                  "rent may have the lower P90 cost below about own.busy = 33.2%, own above (95% interval 32% to 60%)");
    b.found = false;
    for (int i = 0; i < 3; i++)
        b.point[i].less = (struct estimate){10, 5, 15};
    crossing_says(&b, "No break-even: rent has the lower P90 cost from own.busy = 10% to 50%");
    b.point[2].less.low = -1;
    crossing_says(&b, "rent has the lower P90 cost from own.busy = 10% to 50%, but at 1 of 3 points not for certain");
    for (int i = 0; i < 3; i++)
        b.point[i].less = (struct estimate){1, -5, 7};
    crossing_says(&b, "The plans cannot be told apart by P90 cost from own.busy = 10% to 50%");
}

/* ---- shapes of what was played ---- */

static const char two_plans[] = "work: 200 GPU-hours\n"
                                "budget: $700\n"
                                "deadline: 40 h\n"
                                "queue: 10 min to 3 h\n"
                                "failures: {gpu: {every: 400 h, restart: 10 min}}\n"
                                "checkpoint: {every: 1 h, write: 2 min}\n"
                                "plans:\n"
                                "  - {name: 'a`touch PWN`b', cards: 8, price: $3/GPU-hour}\n"
                                "  - {name: 'x''; system(''touch PWN''); ''', cards: 4, price: $2/GPU-hour}\n";

/* One scenario through all commands. */
struct found {
    struct study study;
    struct point base;
    struct engine_options engine;
    struct scenario_options options;
    struct metric metric;
    struct comparison comparison;
    struct tuning *tuning;
    struct sweep sweep;
    struct breakeven breakeven;
    struct tune_report tune_report;
    struct sweep_report sweep_report;
    struct breakeven_report breakeven_report;
    struct chart_data data;
    struct err err;
};

static void found_make(struct found *f, const char *text, const char *first, const char *second)
{
    *f = (struct found){.engine = {.trials = 300, .precision = 0.01},
                        .metric = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90}};
    FILE *to = fopen("found.yaml", "w");
    assert_non_null(to);
    fputs(text, to);
    assert_int_equal(fclose(to), 0);
    assert_int_equal(study_open(&f->study, "found.yaml", &f->options, &f->engine, 1, &f->err), 0);
    assert_int_equal(study_play(&f->study, NULL, 0, false, &f->base, &f->err), 0);
    f->comparison = compare_make(&f->base.result, &f->metric);
    f->tuning = mem_new((size_t)f->base.engine.plans, sizeof *f->tuning);
    assert_int_equal(tune_plans(&f->study, &f->base, &f->metric, f->tuning, &f->err), 0);
    const char *axis[] = {first, second};
    for (int i = 0; i < 2 && axis[i] != NULL; i++)
        assert_int_equal(sweep_axis_read(axis[i], &f->sweep.axis[f->sweep.axes++], &f->err), 0);
    assert_int_equal(sweep_play(&f->study, &f->base, &f->metric, &f->sweep, &f->err), 0);
    f->tune_report = (struct tune_report){&f->base.result, &f->metric, f->tuning};
    f->sweep_report = (struct sweep_report){&f->base.result, &f->metric, &f->sweep};
    f->breakeven_report = (struct breakeven_report){&f->base.result, &f->metric, &f->breakeven};
    f->data = (struct chart_data){.result = &f->base.result,
                                  .comparison = &f->comparison,
                                  .tune = &f->tune_report,
                                  .sweep = &f->sweep_report,
                                  .breakeven = &f->breakeven_report};
}

static void found_release(struct found *f)
{
    compare_release(&f->comparison);
    free(f->tuning);
    sweep_release(&f->sweep);
    breakeven_release(&f->breakeven);
    point_release(&f->base);
    study_close(&f->study);
    err_release(&f->err);
}

static struct sheet built(struct found *f, chart_builder *build, enum sheet_medium medium)
{
    struct sheet sheet;
    sheet_init(&sheet, medium);
    int code = build(&f->data, &sheet, &f->err);
    if (code != 0)
        err_print_faults(&f->err, stderr, false);
    assert_int_equal(code, 0);
    return sheet;
}

static int count_lines(const struct sheet *sheet, enum sheet_line kind)
{
    double row[6];
    int n = 0;
    for (const char *at = sheet->part[SHEET_LINES].at; next_row(&at, row, 6);)
        n += row[4] == (double)kind;
    return n;
}

/* The k-th count of the script's argument: areas, curves, marks, tiles. */
static int shapes(const struct sheet *sheet, int k)
{
    const char *at = sheet->last.at;
    long n = 0;
    for (char *end; k >= 0; k--, at = end)
        n = strtol(at, &end, 10);
    return (int)n;
}

static bool says(const struct sheet *sheet, const char *text)
{
    return strstr(sheet->part[SHEET_TEXT].at, text) != NULL;
}

static void test_pareto_marks_the_choice_on_the_front(void **state)
{
    struct found f;
    double mark[8], first[8];
    (void)state;
    found_make(&f, two_plans, "cards=4,8", NULL);
    struct sheet sheet = built(&f, pareto_build, SHEET_SVG);
    const char *at = sheet.part[SHEET_MARKS].at;
    assert_true(next_row(&at, first, 8) && next_row(&at, mark, 8) && !next_row(&at, mark, 8));
    /* The second plan, with half of the cards, is cheaper and slower: to the right and below. */
    assert_true(mark[0] > first[0] && mark[1] > first[1]);
    assert_int_equal(count_lines(&sheet, LINE_JOIN), 1);
    assert_int_equal(count_lines(&sheet, LINE_LIMIT), 2);
    assert_int_equal(f.comparison.choice.plan, 0);
    assert_true(first[7] == DOT_LARGE && mark[7] == DOT_PLAIN);
    assert_true(says(&sheet, "\"deadline 40 h\"") && says(&sheet, "\"budget $700\""));
    sheet_release(&sheet);
    found_release(&f);
}

static void test_pareto_has_room_for_the_front_first(void **state)
{
    struct made *m = made_new(3);
    struct lineup lineup;
    (void)state;
    lineup_init_by(&lineup, &m->result, true, (bool[]){true, false, false});
    assert_int_equal(lineup.n, 3);
    lineup_release(&lineup);
    struct made *many = mem_new(1, sizeof *many);
    struct plan typical = {.rent_priced = true};
    struct summary plan[LINEUP_MOST + 2] = {0};
    bool first[PLANS_MOST] = {false};
    *many = (struct made){.scenario = {.currency = "USD"}, .engine = {.plans = LINEUP_MOST + 2}};
    for (int i = 0; i < LINEUP_MOST + 2; i++) {
        plan[i] = (struct summary){.name = "p", .trials = 4000, .typical = &typical, .plan = i};
        fill(&plan[i].cost, 100 + i, 1);
    }
    many->result = (struct result){.scenario = &many->scenario, .engine = &many->engine, .plan = plan};
    first[LINEUP_MOST + 1] = true;
    lineup_init_by(&lineup, &many->result, true, first);
    assert_int_equal(lineup.n, LINEUP_MOST);
    assert_int_equal(lineup.left_out, 2);
    assert_int_equal(lineup.row[LINEUP_MOST - 1].plan->plan, LINEUP_MOST + 1);
    assert_int_equal(lineup.row[LINEUP_MOST - 2].plan->plan, LINEUP_MOST - 2);
    lineup_release(&lineup);
    free(many);
    free(m);
}

static void test_tuned_plans_share_a_foot(void **state)
{
    struct found f;
    double best[8], yours[8], other[8], last[8];
    (void)state;
    found_make(&f, two_plans, "cards=4,8", NULL);
    for (int i = 0; i < 2; i++)
        f.tuning[i].yours.value.value = f.tuning[i].best.value.value * (1.03 + 0.02 * i);
    struct sheet sheet = built(&f, tune_plot_build, SHEET_SVG);
    const char *at = sheet.part[SHEET_MARKS].at;
    assert_true(next_row(&at, best, 8) && next_row(&at, yours, 8) && next_row(&at, other, 8) && next_row(&at, last, 8));
    assert_true(best[7] == DOT_LARGE && yours[7] == DOT_RING);
    /* Every best stands on the line of 0%, yours above it by what it loses. */
    assert_true(fabs(best[1] - other[1]) < 1e-9);
    assert_true(fabs((best[1] - last[1]) / (best[1] - yours[1]) - 5.0 / 3.0) < 1e-6);
    assert_int_equal(shapes(&sheet, 0), 1);
    assert_int_equal(shapes(&sheet, 1), 2);
    assert_true(says(&sheet, "within 1% of its best"));
    sheet_release(&sheet);
    found_release(&f);
}

static void test_one_tuned_plan_is_drawn_in_money(void **state)
{
    static const char text[] =
        "work: 200 GPU-hours\nprice: $3/GPU-hour\nfailures: {gpu: {every: 400 h, restart: 10 min}}\n"
        "checkpoint: {every: 1 h, write: 2 min}\nplans: [{name: alone, cards: 8}]\n";
    struct found f;
    (void)state;
    found_make(&f, text, "cards=4,8", NULL);
    struct sheet sheet = built(&f, tune_plot_build, SHEET_SVG);
    assert_true(says(&sheet, "within 1% of the best: "));
    assert_true(says(&sheet, "Young, "));
    assert_int_equal(shapes(&sheet, 0), 2); /* the interval of the curve, and the band */
    sheet_release(&sheet);
    found_release(&f);
}

static void test_a_sweep_has_a_fan_a_plan(void **state)
{
    struct found f;
    double mark[6][8], p90[6];
    int n = 0;
    (void)state;
    found_make(&f, two_plans, "price=$2/GPU-hour,$3/GPU-hour,$5/GPU-hour", NULL);
    struct sheet sheet = built(&f, sweep_plot_build, SHEET_SVG);
    assert_int_equal(shapes(&sheet, 0), 2);
    assert_int_equal(shapes(&sheet, 1), 6);
    const char *at = sheet.part[SHEET_MARKS].at;
    for (; n < 6 && next_row(&at, mark[n], 8); n++)
        p90[n] = sweep_at(&f.sweep, n % 3, 0, n / 3)->cost[2].value;
    assert_int_equal(n, 6);
    assert_int_equal(*at, '\0');
    /* Each as far up as its P90 of cost, on one scale. */
    for (int i = 2; i < 6; i++)
        assert_true(
            fabs((mark[i][1] - mark[0][1]) / (mark[1][1] - mark[0][1]) - (p90[i] - p90[0]) / (p90[1] - p90[0])) < 1e-6);
    assert_true(mark[1][1] < mark[0][1]);
    assert_true(says(&sheet, "\"price, $/GPU-hour\"") && says(&sheet, "\"P50\""));
    sheet_release(&sheet);
    found_release(&f);
}

static void test_more_than_three_plans_stand_side_by_side(void **state)
{
    static const char text[] =
        "work: 200 GPU-hours\nbudget: $300\nprice: $3/GPU-hour\nfailures: {gpu: {every: 400 h, restart: 10 min}}\n"
        "checkpoint: {every: 1 h, write: 2 min}\n"
        "plans: [{name: a, cards: 1}, {name: b, cards: 2}, {name: c, cards: 4}, {name: d, cards: 8}]\n";
    struct found f;
    (void)state;
    found_make(&f, text, "checkpoint.every=30min,1h", NULL);
    struct sheet sheet = built(&f, sweep_plot_build, SHEET_SVG);
    assert_int_equal(count_lines(&sheet, LINE_AXIS), 4);
    assert_int_equal(shapes(&sheet, 0), 4);
    sheet_release(&sheet);
    sheet = built(&f, sweep_plot_build, SHEET_TERM);
    assert_int_equal(count_lines(&sheet, LINE_AXIS), 2);
    sheet_release(&sheet);
    assert_int_equal(heat_build(&f.data, &sheet, &f.err), ERR_INPUT);
    found_release(&f);
}

/* Y of the first text that is this one, in quotes. */
static double height_of(const struct sheet *sheet, const char *text)
{
    const char *at = strstr(sheet->part[SHEET_TEXT].at, text);
    assert_non_null(at);
    for (at--; at > sheet->part[SHEET_TEXT].at && at[-1] != '\n';)
        at--;
    return strtod(strchr(at, '\t'), NULL);
}

static void test_heat_has_a_tile_for_each_pair_and_frames_the_least(void **state)
{
    enum { LEGEND = 32 };
    struct found f;
    double tile[5], line[6], palest = 0;
    double left = 0, top = 0;
    int n = 0, framed = 0;
    (void)state;
    found_make(&f, two_plans, "checkpoint.every=30min,1h,2h", "price=$2/GPU-hour,$3/GPU-hour");
    struct sheet sheet = built(&f, heat_build, SHEET_SVG);
    for (const char *at = sheet.part[SHEET_TILES].at; next_row(&at, tile, 5); n++)
        if (tile[4] > palest && tile[2] - tile[0] > 10) {
            palest = tile[4];
            left = tile[0];
            top = tile[1];
        }
    assert_int_equal(shapes(&sheet, 3), n);
    assert_true(n == 3 * 2 * 2 + LEGEND || n == 3 * 2 * 2 + 2 * LEGEND);
    for (const char *at = sheet.part[SHEET_LINES].at; next_row(&at, line, 6);)
        framed += line[4] == LINE_HEAVY && line[0] == left && line[1] == top;
    assert_int_equal(count_lines(&sheet, LINE_HEAVY), 8);
    assert_int_equal(framed, 1);
    assert_true(height_of(&sheet, "\"2 h\"") < height_of(&sheet, "\"30 min\""));
    char value[AXIS_ROOM];
    axis_money(sweep_at(&f.sweep, 2, 1, 0)->value.value, "$", value);
    char *quoted = mem_format("\"%s\"", value);
    assert_true(says(&sheet, quoted));
    free(quoted);
    sheet_release(&sheet);
    assert_int_equal(sweep_plot_build(&f.data, &sheet, &f.err), ERR_INPUT);
    found_release(&f);
}

static void test_a_crossing_is_marked_where_the_lines_meet(void **state)
{
    struct found f;
    double mark[8], line[6], point[2 * BREAKEVEN_POINTS][2], x = NAN;
    (void)state;
    found_make(&f, two_plans, "cards=4,8", NULL);
    char *key = mem_format("%s.price=$1/GPU-hour..$5/GPU-hour", f.base.result.plan[0].name);
    assert_int_equal(breakeven_find(&f.study, &f.base, key, NULL, &f.metric, &f.breakeven, &f.err), 0);
    free(key);
    assert_true(f.breakeven.found);
    struct sheet sheet = built(&f, breakeven_plot_build, SHEET_SVG);
    for (const char *at = sheet.part[SHEET_LINES].at; next_row(&at, line, 6);)
        x = line[4] == LINE_LIMIT ? line[0] : x;
    const char *at = sheet.part[SHEET_MARKS].at;
    assert_true(next_row(&at, mark, 8) && mark[0] == x);
    /* The first curve, whose price is changed, rises past the dot; the second one lies at its height. */
    at = sheet.part[SHEET_CURVE].at;
    for (int i = 0; i < 2 * BREAKEVEN_POINTS; i++) {
        assert_true(next_row(&at, point[i], 2));
        assert_true(i < BREAKEVEN_POINTS || fabs(point[i][1] - mark[1]) < 1);
    }
    const double *first = point[0], *last = point[BREAKEVEN_POINTS - 1];
    assert_true(first[1] > mark[1] && mark[1] > last[1]);
    assert_true(fabs(first[0] + (f.breakeven.value - 1) / 4 * (last[0] - first[0]) - x) < 1e-6);
    assert_int_equal(shapes(&sheet, 1), 2);
    assert_true(says(&sheet, "price, $/GPU-hour\""));
    sheet_release(&sheet);
    found_release(&f);
}

static void test_deadline_is_about_time_alone(void **state)
{
    struct found f;
    (void)state;
    found_make(&f, two_plans, "cards=4,8", NULL);
    struct sheet sheet = built(&f, deadline_build, SHEET_SVG);
    assert_true(says(&sheet, "The deadline is met in "));
    assert_true(says(&sheet, "\"deadline 40 h\""));
    assert_null(strstr(sheet.part[SHEET_TEXT].at, "budget"));
    assert_int_equal(sheet.x.quantity, AXIS_TIME);
    sheet_release(&sheet);
    found_release(&f);
}

static void test_what_cannot_be_drawn_is_refused(void **state)
{
    static const char free_plan[] = "work: 20 GPU-hours\ncheckpoint: none\nplans: [{name: a}, {name: b, cards: 2}]\n";
    struct found f;
    struct sheet sheet;
    (void)state;
    found_make(&f, free_plan, "cards=1,2", NULL);
    sheet_init(&sheet, SHEET_SVG);
    assert_int_equal(pareto_build(&f.data, &sheet, &f.err), ERR_INPUT);
    assert_string_equal(f.err.fault[0].text, "nothing is priced, so there is no cost to draw against time");
    assert_int_equal(tune_plot_build(&f.data, &sheet, &f.err), ERR_INPUT);
    assert_int_equal(sweep_plot_build(&f.data, &sheet, &f.err), ERR_INPUT); /* its metric is one of cost */
    f.metric.of = METRIC_TIME;
    assert_int_equal(sweep_plot_build(&f.data, &sheet, &f.err), 0);
    sheet_release(&sheet);
    found_release(&f);
}

static void test_a_chart_of_another_command_is_named(void **state)
{
    struct chart_request request;
    struct err err = {0};
    (void)state;
    assert_int_equal(chart_parse("tune:x.png", "cdf", &request, &err), ERR_INPUT);
    assert_string_equal(err.fault[0].text, "--plot: this command has nothing for the chart \"tune\"");
    assert_string_equal(err.fault[0].hint, "runodds tune draws it");
    err_release(&err);
    assert_int_equal(chart_parse("pareto", "tune", &request, &err), ERR_INPUT);
    assert_string_equal(err.fault[0].hint, "runodds compare draws it");
    err_release(&err);
    assert_int_equal(chart_parse("x.png", "tune", &request, &err), 0);
    assert_string_equal(request.kind, "tune");
    assert_int_equal(chart_parse("bars:x.png", "tune", &request, &err), 0);
    assert_string_equal(request.kind, "bars");
    assert_int_equal(chart_parse("heat:term", "sweep", &request, &err), 0);
    assert_string_equal(request.kind, "heat");
}

static void test_hostile_names_are_drawn_and_not_run(void **state)
{
    static const char *const charts[] = {"pareto", "tune", "sweep", "breakeven", "heat"};
    static const char *const ends[] = {"h.png", "h.svg", "term"};
    char *program = spawn_find("gnuplot");
    struct found f;
    (void)state;
    if (program == NULL)
        skip();
    free(program);
    for (int heat = 0; heat < 2; heat++) {
        found_make(&f, two_plans, "checkpoint.every=30min,1h,2h", heat ? "cards=4,8" : NULL);
        char *key = mem_format("%s.price=$1/GPU-hour..$5/GPU-hour", f.base.result.plan[0].name);
        assert_int_equal(breakeven_find(&f.study, &f.base, key, NULL, &f.metric, &f.breakeven, &f.err), 0);
        free(key);
        for (int i = heat ? 4 : 0; i < (heat ? 5 : 4); i++)
            for (int k = 0; k < 3; k++) {
                struct chart_request request = {.kind = charts[i], .path = ends[k], .term = k == 2};
                struct text svg = {0};
                char *text = NULL;
                size_t size = 0;
                FILE *to = open_memstream(&text, &size);
                assert_int_equal(chart_draw(&f.data, &request, to, &f.err), 0);
                assert_int_equal(fclose(to), 0);
                if (k == 1) {
                    assert_true(spawn_take("h.svg", 1 << 22, &svg));
                    assert_in_range(svg.size, 1000, 400000);
                    assert_non_null(strstr(svg.at, "a`touch PWN`b"));
                    assert_non_null(strstr(svg.at, "system("));
                }
                for (char *row = text; k == 2 && *row != '\0'; row = strchr(row, '\n') + 1) {
                    char *line = mem_copy_n(row, strcspn(row, "\n"));
                    assert_in_range(text_width(line), 0, 79);
                    assert_null(strpbrk(line, "\f\033\t"));
                    free(line);
                }
                assert_true(k < 2 || strstr(text, "seed 1 \u00b7 found.yaml") != NULL);
                free(text);
                text_release(&svg);
            }
        found_release(&f);
    }
    assert_int_not_equal(access("PWN", F_OK), 0);
}

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
        cmocka_unit_test(test_values_of_a_key_become_numbers),
        cmocka_unit_test(test_ticks_are_the_values_where_they_are_short),
        cmocka_unit_test(test_key_values_in_words),
        cmocka_unit_test(test_curves_are_cut_at_the_heights_of_a_panel),
        cmocka_unit_test(test_cells_of_panels),
        cmocka_unit_test(test_the_choice_hedges),
        cmocka_unit_test(test_tuning_says_what_yours_adds),
        cmocka_unit_test(test_a_sweep_says_no_more_than_its_intervals),
        cmocka_unit_test(test_a_grid_says_how_many_cells_are_as_low),
        cmocka_unit_test(test_a_crossing_says_which_plan_is_lower_where),
        cmocka_unit_test(test_pareto_marks_the_choice_on_the_front),
        cmocka_unit_test(test_pareto_has_room_for_the_front_first),
        cmocka_unit_test(test_tuned_plans_share_a_foot),
        cmocka_unit_test(test_one_tuned_plan_is_drawn_in_money),
        cmocka_unit_test(test_a_sweep_has_a_fan_a_plan),
        cmocka_unit_test(test_more_than_three_plans_stand_side_by_side),
        cmocka_unit_test(test_heat_has_a_tile_for_each_pair_and_frames_the_least),
        cmocka_unit_test(test_a_crossing_is_marked_where_the_lines_meet),
        cmocka_unit_test(test_deadline_is_about_time_alone),
        cmocka_unit_test(test_what_cannot_be_drawn_is_refused),
        cmocka_unit_test(test_a_chart_of_another_command_is_named),
        cmocka_unit_test(test_hostile_names_are_drawn_and_not_run),
    };
    return cmocka_run_group_tests_name("plot", tests, set_up, tear_down);
}
