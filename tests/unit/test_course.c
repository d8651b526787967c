/* The course of plans: paths worked out by hand, laws that hold for any plan, and the chart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/course.h"
#include "report/chart.h"
#include "report/when.h"

struct bench {
    struct scenario *scenario;
    struct engine engine;
    struct result result;
    struct course course; /* of the first plan */
};

static void bench_play(struct bench *b, long trials, const char *text)
{
    struct err err = {0};
    struct engine_options options = {.trials = trials};
    *b = (struct bench){.scenario = scenario_parse("bench.yaml", text, NULL, NULL, &err)};
    if (!b->scenario || engine_init(&b->engine, b->scenario, 1, &err) ||
        result_make(&b->engine, &options, &b->result, &err)) {
        err_print_faults(&err, stderr, false);
        fail();
    }
    course_make(&b->result, 0, &b->course);
    err_release(&err);
}

static void bench_end(struct bench *b)
{
    course_release(&b->course);
    result_release(&b->result);
    engine_release(&b->engine);
    scenario_free(b->scenario);
}

static void near(const char *what, double x, double expected)
{
    if (!(fabs(x - expected) <= 1e-9 * fmax(1.0, fabs(expected))))
        fail_msg("%s is %.12g, not %.12g", what, x, expected);
}

static const struct course_milestone *milestone(const struct bench *b, const char *name)
{
    for (int i = 0; i < b->course.milestones; i++)
        if (strcmp(b->course.milestone[i].name, name) == 0)
            return &b->course.milestone[i];
    fail_msg("no milestone %s", name);
    return NULL;
}

/* ---- by hand ---- */

/* Ten hours of work, a write of one hour every three, a failure every 5.6 hours of running, two hours of repair and
 * half an hour of restart. Failures fall at 5.6 (4.6 h reached, 3 saved) and 13.2 (7.1 reached, 6 saved). */
static double by_hand(double work_h)
{
    return work_h <= 3.0   ? work_h
           : work_h <= 6.0 ? 8.1 + work_h - 3.0
           : work_h <= 9.0 ? 15.7 + work_h - 6.0
                           : 19.7 + work_h - 9.0;
}

static void what_is_lost_counts_once_it_is_done_again(void **state)
{
    static const struct {
        const char *name;
        double share;
    } row[] = {{"a", 0.2}, {"b", 0.3}, {"c", 0.4}, {"d", 0.45}, {"e", 0.6}, {"f", 0.7}, {"g", 0.9}, {"h", 0.95}};
    struct bench b;
    (void)state;
    bench_play(
        &b, 3,
        "work: 10 GPU-hours\ncheckpoint: {every: 3 h, write: 1 h, final: no}\n"
        "failures: {gpu: {every: constant(5.6 h), age: new, repair: 2 h, restart: 30 min}}\n"
        "milestones: {a: 20%, b: 30%, c: 40%, d: 45%, e: 60%, f: 70%, g: 90%, h: 95%, all: {at: 100%, by: 20 h}}\n"
        "deadline: 16 h\n");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const struct course_milestone *m = milestone(&b, row[i].name);
        near(row[i].name, m->p10, by_hand(10.0 * row[i].share));
        assert_true(m->p50 == m->p10 && m->p90 == m->p10 && m->by_h == 16.0);
        assert_true(m->chance.value == (by_hand(10.0 * row[i].share) <= 16.0 ? 1.0 : 0.0));
    }
    near("completion", milestone(&b, "all")->p50, 20.7);
    assert_true(milestone(&b, "all")->p50 == b.result.trials.time_h[0][0] && milestone(&b, "all")->by_h == 20.0);
    assert_true(milestone(&b, "all")->chance.value == 0.0);
    assert_int_equal(b.course.points, COURSE_POINTS);
    for (int k = 0; k < b.course.points; k++) {
        double at_h = b.course.time_h[k], low_h = 0.0, high_h = 10.0;
        for (int i = 0; i < 60; i++) /* the work whose time is at_h */
            *(by_hand(0.5 * (low_h + high_h)) <= at_h ? &low_h : &high_h) = 0.5 * (low_h + high_h);
        if (fabs(b.course.share[3][k] - 0.1 * low_h) > 1e-9)
            fail_msg("after %.6g h %.9g are done, not %.9g", at_h, b.course.share[3][k], 0.1 * low_h);
    }
    bench_end(&b);
}

/* Writes that stop the work for 0.2 of 1 h, and go on behind it: the next one waits for them. */
static void writes_behind_the_work(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 2,
               "work: 10 GPU-hours\ncheckpoint: {every: 30 min, write: 1 h, stall: 20%}\n"
               "milestones: {a: 5%, b: 6%, c: 10%, d: 12%}\n");
    near("a", milestone(&b, "a")->p50, 0.5);
    near("b", milestone(&b, "b")->p50, 0.8); /* 0.5 + 0.2 + 0.1 */
    near("c", milestone(&b, "c")->p50, 1.2); /* 0.5 + 0.2 + 0.5: the write behind it ends at 1.5 */
    near("d", milestone(&b, "d")->p50, 1.9); /* 0.5 + 0.2 + 0.8 + 0.2 + 0.2 */
    for (int k = 0; k < b.course.points; k++)
        if (b.course.time_h[k] > 1.2 && b.course.time_h[k] < 1.7)
            near("a wait", b.course.share[3][k], 0.1);
    bench_end(&b);
}

/* A date that is just kept is kept. */
static void just_in_time(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 40, "work: 10 GPU-hours\ndeadline: 10 h\nmilestones: {a: {at: 50%, by: 5 h}, b: 100%}\n");
    assert_true(milestone(&b, "a")->chance.value == 1.0 && milestone(&b, "b")->chance.value == 1.0);
    near("the low end of 40 in 40", milestone(&b, "a")->chance.low, pow(0.025, 1.0 / 40.0));
    assert_true(milestone(&b, "a")->chance.high == 1.0 && b.course.speed_p90 == 1.0);
    bench_end(&b);
}

static void runs_side_by_side(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 2,
               "work: 10 GPU-hours\nruns: 3\nconcurrent: 2\ndeadline: 15 h\n"
               "milestones: {a: 50%, b: 80%, c: 100%, d: 0.001%}\n");
    near("a", milestone(&b, "a")->p50, 7.5);
    near("b", milestone(&b, "b")->p50, 14.0);
    near("c", milestone(&b, "c")->p50, 20.0);
    near("d", milestone(&b, "d")->p50, 0.00015);
    near("speed", b.course.speed_p50, 4.0 / 3.0);
    for (int k = 0; k < b.course.points; k++) {
        double at_h = b.course.time_h[k];
        near("share", b.course.share[3][k], (at_h < 10.0 ? 2.0 * at_h : 10.0 + at_h) / 30.0);
    }
    bench_end(&b);
    /* Of uncertain work: shares are of what it comes to. */
    bench_play(&b, 500,
               "work: 10 GPU-hours\nruns: 3\nspread: 40%\ncheckpoint: {every: 1 h, write: 6 min, final: no}\n"
               "milestones: {a: 99.999999%}\n");
    assert_true(fabs(milestone(&b, "a")->p50 / b.result.plan[0].time_h.of[3].value - 1.0) < 1e-7);
    bench_end(&b);
}

/* ---- under way ---- */

static void half_way(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 2,
               "work: 100 GPU-hours\nqueue: 9 h\nshutdown: 1 h\nprice: $2/GPU-hour\ndeadline: 100 h\n"
               "progress: {done: 40%, elapsed: 50 h, spent: $777}\n"
               "milestones: {past: 10%, now: 40%, early: {at: 30%, by: 40 h}, next: 70%, all: 100%}\n");
    const struct course *c = &b.course;
    assert_true(c->under_way && c->done == 0.4 && c->past_h == 50.0 && c->spent == 777.0);
    near("to come", c->more_mean, 122.0);
    near("to come, P50", c->more_p50, 122.0);
    near("to come, P90", c->more_p90, 122.0);
    near("pace", c->pace_per_h, 0.6 / 61.0);
    near("pace needed", c->needed_per_h, 0.6 / 50.0);
    near("speed needed", c->speed_p50, 60.0 / 49.0);
    assert_true(milestone(&b, "past")->reached && milestone(&b, "past")->p50 == 50.0);
    assert_true(milestone(&b, "past")->chance.value == 1.0 && milestone(&b, "past")->chance.low == 1.0);
    assert_true(milestone(&b, "now")->reached && isnan(milestone(&b, "early")->chance.value));
    near("next", milestone(&b, "next")->p50, 80.0);
    near("all", milestone(&b, "all")->p50, 111.0);
    assert_true(c->time_h[0] == 50.0 && c->share[0][0] == 0.4 && c->share[6][c->points - 1] == 1.0);
    bench_end(&b);
}

static void all_is_done(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 100,
               "work: 100 GPU-hours\nqueue: 9 h\nfailures: {gpu: 30 h}\nprice: $2/GPU-hour\ndeadline: 20 days\n"
               "progress: {done: 100%, elapsed: 17 days, spent: $777}\nmilestones: {a: 50%, b: 100%}\n");
    const struct course *c = &b.course;
    const struct summary *s = &b.result.plan[0];
    for (int i = 0; i < PERCENTILES; i++)
        assert_true(s->cost.of[i].value == 777.0 && s->time_h.of[i].value == 408.0);
    assert_true(c->spent == 777.0 && c->more_mean == 0.0 && c->more_p50 == 0.0 && c->more_p90 == 0.0);
    assert_true(isnan(c->pace_per_h) && isnan(c->needed_per_h) && isnan(c->speed_p50) && isnan(c->speed_p90));
    for (int i = 0; i < 2; i++) {
        const struct course_milestone *m = &c->milestone[i];
        assert_true(m->reached && m->p10 == 408.0 && m->p50 == 408.0 && m->p90 == 408.0 && m->chance.value == 1.0);
    }
    assert_int_equal(c->points, 1);
    for (int q = 0; q < COURSE_BANDS; q++)
        assert_true(c->time_h[0] == 408.0 && c->share[q][0] == 1.0);
    bench_end(&b);
}

/* Nothing done, nothing passed: the same as without the key, but for the key. */
static void nothing_is_done(void **state)
{
    static const char text[] = "work: 100 GPU-hours\nfailures: {gpu: 30 h to 60 h}\ncheckpoint: {every: 2 h, write: 3 "
                               "min}\nqueue: 1 h to 4 h\nprice: $2/GPU-hour\nmilestones: {a: 50%, b: 100%}\n";
    struct bench without, with;
    (void)state;
    char *zero = mem_format("%s%s", text, "progress: {done: 0%, elapsed: 0 h, spent: $0}\n");
    bench_play(&without, 500, text);
    bench_play(&with, 500, zero);
    assert_memory_equal(&without.course.milestone[0].share, &with.course.milestone[0].share,
                        sizeof with.course.milestone[0] - offsetof(struct course_milestone, share));
    for (int q = 0; q < COURSE_BANDS; q++)
        assert_memory_equal(without.course.share[q], with.course.share[q], COURSE_POINTS * sizeof(double));
    assert_false(with.course.under_way);
    free(zero);
    bench_end(&without);
    bench_end(&with);
}

/* ---- laws ---- */

/* A plan in which everything happens. */
#define ROUGH                                                                                                          \
    "checkpoint: {every: 2 h, write: 6 min}\nqueue: 1 h to 4 h\nstartup: 10 min\nrestart: 10 min to 30 min\n"          \
    "failures:\n  gpu:\n    every: weibull(shape = 0.7, mean = 30 h)\n    repair: 1 h\npreemption: 12 h to 40 h\n"     \
    "time_limit: 30 h\nprice: $2/GPU-hour\n"

/* A milestone on a multiple of the interval is reached when a job of that much work would begin its final write. */
static void a_milestone_is_the_end_of_a_smaller_job(void **state)
{
    enum { TRIALS = 4000 };
    static const double share[] = {0.1, 0.3, 0.5, 0.9};
    static const char *const notice[] = {"10 min", "2 min", "none"};
    (void)state;
    for (size_t n = 0; n < sizeof notice / sizeof *notice; n++)
        for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
            struct bench whole, part;
            char *of_whole = mem_format("work: 100 GPU-hours\n" ROUGH "notice: %s\ngive_up: 5000 h\n"
                                        "milestones: {m: {at: %.0f%%, by: %.0f h}}\n",
                                        notice[n], 100.0 * share[i], 150.0 * share[i]),
                 *of_part = mem_format("work: %.0f GPU-hours\n" ROUGH "notice: %s\ngive_up: 5000 h\n", 100.0 * share[i],
                                       notice[n]);
            bench_play(&whole, TRIALS, of_whole);
            bench_play(&part, TRIALS, of_part);
            const struct course_milestone *m = milestone(&whole, "m");
            const double *end_h = part.result.trials.time_h[0];
            long k = 0;
            for (long t = 0; t < TRIALS; t++)
                k += end_h[t] - 0.1 <= 150.0 * share[i];
            near("P10", m->p10, summary_percentile(end_h, TRIALS, 10.0).value - 0.1);
            near("P50", m->p50, summary_percentile(end_h, TRIALS, 50.0).value - 0.1);
            near("P90", m->p90, summary_percentile(end_h, TRIALS, 90.0).value - 0.1);
            assert_true(m->chance.value == (double)k / TRIALS && k > TRIALS / 10 && k < TRIALS);
            assert_true(m->chance.low < m->chance.value && m->chance.value < m->chance.high);
            free(of_whole);
            free(of_part);
            bench_end(&whole);
            bench_end(&part);
        }
}

/* All of the work is the job: its chance is that of being on time, with the same interval. */
static void all_of_the_work_is_the_job(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 21000,
               "work: 100 GPU-hours\n" ROUGH "milestones: {all: 100%, most: 99.9999999%}\ndeadline: 150 h\n");
    const struct course_milestone *m = milestone(&b, "all");
    const struct summary *s = &b.result.plan[0];
    const struct metric on_time = {.kind = METRIC_CHANCE, .of = METRIC_TIME, .equal = true, .limit = 150.0};
    struct estimate e = metric_value(&on_time, s);
    assert_true(m->chance.value == s->on_time && s->on_time > 0.1 && s->on_time < 0.9);
    assert_true(m->chance.low == e.low && m->chance.high == e.high);
    assert_true(m->p10 == s->time_h.of[1].value && m->p50 == s->time_h.of[3].value && m->p90 == s->time_h.of[6].value);
    assert_int_equal(b.course.trials, COURSE_TRIALS);
    bench_end(&b);
}

static void shares_rise(void **state)
{
    static const char *const row[] = {
        "work: 100 GPU-hours\n" ROUGH,
        "work: 100 GPU-hours\n" ROUGH "progress: {done: 37%, elapsed: 3 days, spent: $100}\n",
        "work: 30 GPU-hours\n" ROUGH "runs: 2 to 6\nconcurrent: 2\nspread: 30%\n",
        "work: 50 GPU-hours\nfailures: {gpu: 20 h}\ngive_up: 60 h\n", /* most are not finished */
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench b;
        char *text = mem_format("%smilestones: {a: 10%%, b: 38%%, c: 60%%, d: 80%%, e: 99%%, f: 100%%}\n", row[i]);
        bench_play(&b, 1000, text);
        const struct course *c = &b.course;
        assert_int_equal(c->points, COURSE_POINTS);
        for (int k = 0; k < c->points; k++)
            for (int q = 0; q < COURSE_BANDS; q++) {
                assert_true(c->share[q][k] >= c->done && c->share[q][k] <= 1.0);
                assert_true(k == 0 || (c->share[q][k] >= c->share[q][k - 1] && c->time_h[k] > c->time_h[k - 1]));
                assert_true(q == 0 || c->share[q][k] >= c->share[q - 1][k]);
            }
        for (int m = 1; m < c->milestones; m++)
            assert_true(c->milestone[m].p50 >= c->milestone[m - 1].p50 && c->milestone[m].p90 >= c->milestone[m].p50);
        /* The median passes a share when half of the trials have. */
        for (int k = 1; k < c->points; k++)
            if (c->share[3][k - 1] < 0.6 && c->share[3][k] > 0.6)
                assert_true(c->milestone[2].p50 >= c->time_h[k - 1] && c->milestone[2].p50 <= c->time_h[k]);
        free(text);
        bench_end(&b);
    }
}

/* ---- speed ---- */

/* Played again at the speed that is asked for, the job ends at the deadline. */
static void the_speed_is_enough_and_no_more(void **state)
{
    static const char text[] = "work: {steps: 1000}\nstep_time: %.17g s\ncheckpoint: {every: 100 steps, write: 6 min}\n"
                               "queue: 1 h\nstartup: 30 min\nshutdown: 15 min\ndeadline: 80 h\n%s";
    static const char *const under_way[] = {"", "progress: {done: 30%, elapsed: 35 h}\n"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench b, faster;
        char *of_b = mem_format(text, 360.0, under_way[i]);
        bench_play(&b, 2, of_b);
        assert_true(b.course.speed_p50 > 1.0 && b.course.speed_p90 == b.course.speed_p50);
        char *of_faster = mem_format(text, 360.0 / b.course.speed_p50, under_way[i]);
        bench_play(&faster, 2, of_faster);
        near("the end", faster.result.trials.time_h[0][0], 80.0);
        near("the speed then", faster.course.speed_p50, 1.0);
        free(of_b);
        free(of_faster);
        bench_end(&b);
        bench_end(&faster);
    }
}

static void some_deadlines_no_speed_can_meet(void **state)
{
    struct bench b;
    (void)state;
    bench_play(&b, 10, "work: 100 GPU-hours\nqueue: 9 h\ndeadline: 9 h\n");
    assert_true(isinf(b.course.speed_p50) && isinf(b.course.speed_p90) && isfinite(b.course.needed_per_h));
    bench_end(&b);
    bench_play(&b, 10, "work: 100 GPU-hours\ndeadline: 9 h\nprogress: {done: 10%, elapsed: 9 h}\n");
    assert_true(isinf(b.course.speed_p50) && isinf(b.course.needed_per_h));
    bench_end(&b);
    bench_play(&b, 10, "work: 100 GPU-hours\n");
    assert_true(isnan(b.course.speed_p50) && isnan(b.course.needed_per_h) && isnan(b.course.spent));
    bench_end(&b);
}

/* ---- dates ---- */

static void dates_of_hours(void **state)
{
    static const struct {
        const char *start;
        double at_h;
        bool minutes, end;
        const char *whole, *brief;
    } row[] = {
        {"2026-07-01 09:00 +08:00", 0.0, true, false, "2026-07-01 09:00", "1 Jul"},
        {"2026-07-01 09:00 +08:00", 15.0, false, false, "2026-07-02", "2 Jul"},
        {"2026-07-01 09:00 +08:00", 15.0, false, true, "2026-07-01", "1 Jul"},
        {"2026-07-01 09:00 +08:00", 15.0, true, true, "2026-07-01 24:00", "1 Jul"},
        {"2026-12-31 23:30 -05:00", 0.5, false, false, "2027-01-01", "1 Jan 2027"},
        {"2028-02-28 00:00 +00:00", 24.99, true, false, "2028-02-29 00:59", "29 Feb"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct err err = {0};
        struct text whole = {0}, brief = {0};
        char *text = mem_format("work: 1 GPU-hours\nstart: %s\n", row[i].start);
        struct scenario *s = scenario_parse("dates.yaml", text, NULL, NULL, &err);
        when_add(s, &whole, row[i].at_h, row[i].minutes, row[i].end);
        when_add_short(s, &brief, row[i].at_h, 1000.0, row[i].end);
        assert_string_equal(whole.at, row[i].whole);
        assert_string_equal(brief.at, row[i].brief);
        text_release(&whole);
        text_release(&brief);
        scenario_free(s);
        free(text);
    }
}

static void ticks_are(const char *start, double end_h, const char *expected)
{
    struct err err = {0};
    struct axis axis = {.quantity = AXIS_TIME, .max = end_h};
    struct text out = {0};
    char *text = mem_format("work: 1 GPU-hours\nstart: %s\n", start);
    struct scenario *s = scenario_parse("dates.yaml", text, NULL, NULL, &err);
    assert_true(when_ticks(s, &axis, 8, 1000.0, 20.0, 16.0));
    for (int i = 0; i < axis.ticks; i++)
        text_addf(&out, "%s%s %g", i > 0 ? ", " : "", axis.label[i], axis.tick[i]);
    assert_string_equal(out.at, expected);
    text_release(&out);
    scenario_free(s);
    free(text);
}

static void ticks_at_round_dates(void **state)
{
    (void)state;
    ticks_are("2026-07-01 09:00 +08:00", 48.0,
              "12:00 3, 18:00 9, 2 Jul 15, 06:00 21, 12:00 27, 18:00 33, 3 Jul 39, 06:00 45");
    ticks_are("2026-07-01 09:00 +08:00", 144.0, "2 Jul 15, 3 Jul 39, 4 Jul 63, 5 Jul 87, 6 Jul 111, 7 Jul 135");
    /* Mondays */
    ticks_are("2026-07-01 09:00 +08:00", 960.0, "6 Jul 111, 13 Jul 279, 20 Jul 447, 27 Jul 615, 3 Aug 783, 10 Aug 951");
    ticks_are("2026-11-15 00:00 +00:00", 3000.0, "1 Dec 384, 1 Jan 2027 1128, 1 Feb 2027 1872, 1 Mar 2027 2544");
}

/* ---- the chart ---- */

/* A text on the canvas. */
struct said {
    struct place_rect at;
    char text[64];
};

static int read_texts(const struct sheet *sheet, struct said *said, int most)
{
    int n = 0;
    for (const char *line = sheet->part[SHEET_TEXT].at; *line && n < most; line = strchr(line, '\n') + 1) {
        char *end;
        double x = strtod(line, &end), y = strtod(end, &end);
        const char *quote = strchr(end, '"') + 1, *close = strstr(quote, "\"\t");
        int colour, style, side;
        assert_int_equal(sscanf(close + 2, "%d\t%d\t%d", &colour, &style, &side), 3);
        char *text = mem_copy_n(quote, (size_t)(close - quote));
        double width = sheet_width(sheet, text, (enum sheet_style)style) * 0.96;
        double left = side == SIDE_LEFT ? x : side == SIDE_RIGHT ? x - width : x - 0.5 * width;
        said[n].at = (struct place_rect){left, y - 9, left + width, y + 9};
        snprintf(said[n].text, sizeof said[n].text, "%.60s", text);
        n += text[0] != '\0' && !strchr(text, '\\');
        free(text);
    }
    return n;
}

static void check_layout(const struct sheet *sheet)
{
    enum { MOST = 128 };
    struct said said[MOST];
    int n = read_texts(sheet, said, MOST);
    for (int i = 0; i < n; i++) {
        if (said[i].at.left < 0 || said[i].at.right > 1280 || said[i].at.top < 0 || said[i].at.bottom > 720)
            fail_msg("\"%s\" leaves the canvas", said[i].text);
        for (int k = 0; k < i; k++)
            if (said[i].at.left < said[k].at.right && said[k].at.left < said[i].at.right &&
                said[i].at.top < said[k].at.bottom && said[k].at.top < said[i].at.bottom)
                fail_msg("\"%s\" and \"%s\" overlap", said[i].text, said[k].text);
    }
}

static bool says(const struct sheet *sheet, const char *text)
{
    return strstr(sheet->part[SHEET_TEXT].at, text) != NULL;
}

static void draw(const struct result *result, enum sheet_medium medium, struct sheet *sheet)
{
    struct err err = {0};
    struct chart_data data = {.result = result};
    sheet_init(sheet, medium);
    if (progress_plot_build(&data, sheet, &err))
        fail_msg("%s", err.fault[0].text);
}

#define MANY                                                                                                                                         \
    "milestones:\n  a: 5%\n  \"`id`; $(id) 'x' {y} @at ^up _down, and more of it\": 12%\n"                                                           \
    "  这是一个非常非常长的里程碑名称用来检查图表的布局是否仍然正确而且会被截断: 14%\n  \"<b>&amp;</b>\": 15%\n" \
    "  m5: 16%\n  m6: 30%\n  m7: 45%\n  m8: 46%\n  m9: 47%\n  m10: {at: 48%, by: 30 h}\n  m11: 70%\n  m12: 95%\n"                                    \
    "  m13: 96%\n  m14: 97%\n  an English name that is longer than anyone would want to read in a chart: 99%\n"                                      \
    "  m16: 100%\n"

static void no_two_texts_overlap(void **state)
{
    static const char *const row[] = {
        "work: 100 GPU-hours\n" ROUGH "progress: {elapsed: 3 h}\n",
        "work: 100 GPU-hours\n" ROUGH MANY "deadline: 140 h\n",
        "work: 100 GPU-hours\n" ROUGH MANY "deadline: 2000 h\nstart: 2026-12-20 09:00 +08:00\n",
        "work: 100 GPU-hours\n" ROUGH MANY
        "deadline: 100 h\nprogress: {done: 47%, elapsed: 99 h, spent: $100}\nstart: 2026-12-20 09:00 +08:00\n",
        "work: 100 GPU-hours\n" ROUGH MANY "deadline: 100 h\nprogress: {done: 47%, elapsed: 101 h}\n",
        "work: 100 GPU-hours\n" ROUGH "milestones: {handover: 100%, nearly: 99%, almost: 98.5%}\ndeadline: 150 h\n",
        "work: 100 GPU-hours\n" ROUGH "milestones: {handover: 100%}\nprogress: {done: 100%, elapsed: 9 h}\n",
        "work: 100 GPU-hours\n" ROUGH MANY "deadline: 140 h\nplans:\n  - {name: one that has a name of some length}\n"
        "  - {name: 按需计划}\n  - {name: c, cards: 2}\n  - {name: d, cards: 3}\n  - {name: e}\n  - {name: f}\n"
        "  - {name: g}\n  - {name: the last one of all of them that are drawn}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench b;
        struct sheet sheet;
        bench_play(&b, 400, row[i]);
        draw(&b.result, SHEET_PNG, &sheet);
        check_layout(&sheet);
        sheet_release(&sheet);
        draw(&b.result, SHEET_TERM, &sheet);
        sheet_release(&sheet);
        bench_end(&b);
    }
}

static void the_finding_is_a_sentence(void **state)
{
    static const struct {
        const char *text, *headline;
    } row[] = {
        {"work: 48 GPU-hours\nstart: 2026-07-01 00:00 +00:00\nmilestones: {eval: 50%, handover: 100%}\ndeadline: "
         "2026-07-05\n",
         "Half of the futures reach eval by 2 Jul 00:00; all are done by the deadline, 5 Jul 24:00"},
        {"work: 72 GPU-hours\nmilestones: {handover: 100%}\ndeadline: 70 h\n",
         "Half of the futures are done within 3 d; none is done by the deadline, 2.92 d"},
        {"work: 48 GPU-hours\nmilestones: {late: 90%, early: 50%}\nprogress: {done: 60%, elapsed: 5 days}\n",
         "Half of the futures reach late within 5.6 d"},
        {"work: 48 GPU-hours\nprogress: {done: 100%, elapsed: 5 days}\n", "All of the work is done, after 5 d"},
        {"work: 50 GPU-hours\nfailures: {gpu: 20 h}\ngive_up: 60 h\nmilestones: {most: 90%}\n",
         "Fewer than half of the futures reach most"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench b;
        struct sheet sheet;
        bench_play(&b, 400, row[i].text);
        draw(&b.result, SHEET_PNG, &sheet);
        if (!says(&sheet, row[i].headline))
            fail_msg("no \"%s\" in\n%s", row[i].headline, sheet.part[SHEET_TEXT].at);
        sheet_release(&sheet);
        bench_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lost_counts_once_it_is_done_again),
        cmocka_unit_test(writes_behind_the_work),
        cmocka_unit_test(just_in_time),
        cmocka_unit_test(runs_side_by_side),
        cmocka_unit_test(half_way),
        cmocka_unit_test(all_is_done),
        cmocka_unit_test(nothing_is_done),
        cmocka_unit_test(a_milestone_is_the_end_of_a_smaller_job),
        cmocka_unit_test(all_of_the_work_is_the_job),
        cmocka_unit_test(shares_rise),
        cmocka_unit_test(the_speed_is_enough_and_no_more),
        cmocka_unit_test(some_deadlines_no_speed_can_meet),
        cmocka_unit_test(dates_of_hours),
        cmocka_unit_test(ticks_at_round_dates),
        cmocka_unit_test(no_two_texts_overlap),
        cmocka_unit_test(the_finding_is_a_sentence),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
