/* Decisions against what they must come to: tuned intervals, paired differences, coverage, where plans cross. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "engine/breakeven.h"
#include "engine/sweep.h"
#include "engine/tune.h"
#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Half of a 95% interval in standard errors, and the bound of a z. */
static const double z95 = 1.959963984540054, z_most = 6.1;

static const struct metric mean_time = {.kind = METRIC_MEAN, .of = METRIC_TIME},
                           mean_cost = {.kind = METRIC_MEAN, .of = METRIC_COST};

/* ---- studies ---- */

/* $LAB_SEED stands for fresh seeds, and for the patience to play ten times as many trials. */
static long at_length(long trials)
{
    return getenv("LAB_SEED") ? 10 * trials : trials;
}

static uint64_t seed_or(uint64_t seed)
{
    uint64_t fresh = seed;
    const char *text = getenv("LAB_SEED");
    if (text && !text_u64(text, &fresh))
        fail_msg("LAB_SEED is no seed");
    return fresh;
}

/* A scenario at many points, and at the point where nothing is changed. */
struct desk {
    struct study study;
    struct point base;
};

static void check(int code, struct err *err)
{
    if (code) {
        err_print_faults(err, stderr, false);
        fail_msg("a study fails");
    }
    err_release(err);
}

static void desk_begin(struct desk *desk, uint64_t seed, long trials)
{
    struct err err = {0};
    desk->study.options.has_seed = true;
    desk->study.options.seed = seed;
    desk->study.engine.trials = trials;
    check(study_play(&desk->study, NULL, 0, false, &desk->base, &err), &err);
}

static void desk_open(struct desk *desk, uint64_t seed, long trials, const char *text)
{
    *desk = (struct desk){
        .study = {.name = mem_copy("test.yaml"), .text = mem_copy(text), .threads = trials < 1000 ? 1 : 0}};
    desk_begin(desk, seed, trials);
}

static void desk_open_file(struct desk *desk, uint64_t seed, long trials, const char *name)
{
    struct err err = {0};
    struct scenario_options options = {0};
    struct engine_options engine = {0};
    char *path = file_data(name);
    if (!path)
        fail_msg("no shipped file %s", name);
    *desk = (struct desk){0};
    check(study_open(&desk->study, path, &options, &engine, 0, &err), &err);
    free(path);
    desk_begin(desk, seed, trials);
}

static void desk_close(struct desk *desk)
{
    point_release(&desk->base);
    study_close(&desk->study);
}

/* Tunes the one plan of a scenario for its mean time. */
static struct tuning tune(struct desk *desk)
{
    struct err err = {0};
    struct tuning tuning;
    assert_int_equal(desk->base.engine.plans, 1);
    check(tune_plans(&desk->study, &desk->base, &mean_time, &tuning, &err), &err);
    assert_true(tuning.tuned && tuning.points >= TUNE_POINTS);
    return tuning;
}

/* Each point of the curve against the exact mean at its interval, and the best of them against the exact best. */
typedef double exact_mean(double every_h);

static void check_curve(const char *what, const struct tuning *t, exact_mean *exact)
{
    double least = INFINITY;
    for (int i = 0; i < t->points; i++) {
        const struct tune_point *p = &t->curve[i];
        double truth = exact(p->every_h), error = (p->value.high - p->value.value) / z95;
        double z = (p->value.value - truth) / error;
        if (!(fabs(z) < z_most))
            fail_msg("%s at %.4g h: %.8g, exact %.8g, z = %.2f", what, p->every_h, p->value.value, truth, z);
        assert_true(i == 0 || t->curve[i - 1].every_h < p->every_h);
        assert_true(t->best.value.value <= p->value.value);
        least = fmin(least, truth);
    }
    lab_within(what, exact(t->best.every_h) / least, 1.0, 1.005);
    /* The ends of the flat region cost 1% more, but for noise, and for the curve that is straight between points. */
    if (!t->flat_open_low)
        lab_within("lower end of the flat region", exact(t->flat_from_h) / least, 1.007, 1.013);
    if (!t->flat_open_high)
        lab_within("upper end of the flat region", exact(t->flat_to_h) / least, 1.007, 1.013);
}

/* ---- O1 ---- */

/* 240 h of work, a write of 0.1 h, failures every 50 h, half an hour of repair in which nothing fails. */
#define O1_JOB "work: 240 GPU-hours\nrestart: none\nfailures: {job: {every: 50 h, repair: 0.5 h}}\n"

static double chunk_mean(double work_h)
{
    return 50.5 * expm1((work_h + 0.1) / 50.0);
}

static double chunks_of(double work_h, double every_h)
{
    return fmax(1.0, ceil(work_h / every_h * (1.0 - 1e-9)));
}

static double o1_mean(double every_h)
{
    double n = chunks_of(240.0, every_h);
    return (n - 1.0) * chunk_mean(every_h) + chunk_mean(240.0 - (n - 1.0) * every_h);
}

static void tuning_finds_the_best_of_o1(void **state)
{
    (void)state;
    struct desk desk;
    lab_same("O1", o1_mean(4.0), 258.931104, 1e-8);
    lab_same("O1 at its best", o1_mean(240.0 / 78.0), 258.40025, 2e-8);
    desk_open(&desk, seed_or(1), at_length(20000), O1_JOB "checkpoint: {every: 4 h, write: 6 min}\n");
    struct tuning t = tune(&desk);
    check_curve("O1", &t, o1_mean);
    lab_within("mean of O1 at its best", t.best.value.value, 0.99 * 258.40025, 1.01 * 258.40025);
    assert_true(t.flat_from_h < 3.0769 && 3.0769 < t.flat_to_h && !t.flat_open_low && !t.flat_open_high);
    assert_true(t.best.every_h >= t.flat_from_h && t.best.every_h <= t.flat_to_h);
    assert_true(t.yours.every_h == 4.0 && t.yours.value.value == desk.base.result.plan[0].time_h.mean);
    lab_same("Young", t.formulas.young_h, sqrt(10.0), 1e-12);
    lab_same("Daly", t.formulas.daly_h, 3.0960, 2e-5);
    desk_close(&desk);
}

/* ---- W2 ---- */

/* Survival of an incarnation: a Weibull failure of shape 0.7 and an exponential preemption, both new. */
static double w2_survival(double t_h, void *context)
{
    (void)context;
    double scale = 48.828125 / tgamma(1.0 + 1.0 / 0.7);
    return t_h <= 0.0 ? 1.0 : exp(-pow(t_h / scale, 0.7) - t_h / 12.0);
}

static double held_between(double from_h, double to_h, gsl_integration_workspace *space)
{
    gsl_function f = {w2_survival, NULL};
    double area = 0.0, error;
    if (to_h > from_h && w2_survival(from_h, NULL) > 1e-18)
        gsl_integration_qags(&f, from_h, to_h, 1e-13, 1e-11, 1000, space, &area, &error);
    return area;
}

/* Exact mean of W2 by renewal on the chunks that are left. An incarnation holds for the first of its failure, its
 * preemption and its end; it begins with a restart of 1/4 h, but for the first, and each hour of it brings 1/12
 * preemption with 1 h of waiting. What it has written durably decides how many chunks the next one has left. */
static double w2_mean(double every_h)
{
    const double write_h = 1.0 / 60.0, restart_h = 0.25, per_held_h = 1.0 + 1.0 / 12.0;
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    int n = (int)chunks_of(720.0, every_h);
    double last_h = 720.0 - (n - 1) * every_h + write_h, step_h = every_h + write_h, result = 0.0;
    double *left = mem_new((size_t)n + 1, sizeof *left), *survives = mem_new((size_t)n + 1, sizeof *survives);
    for (int first = 0; first < 2; first++) { /* incarnations with a restart, then the very first one */
        double begin_h = first ? 0.0 : restart_h, held_h = held_between(0.0, begin_h, space);
        for (int j = 0; j <= n; j++)
            survives[j] = w2_survival(begin_h + j * step_h, NULL);
        for (int k = 1; k <= n; k++) {
            double from_h = begin_h + (k - 1) * step_h, end_h = from_h + last_h, done = w2_survival(end_h, NULL);
            double sum = per_held_h * (held_h + held_between(from_h, end_h, space)), again = 1.0;
            for (int j = first ? 0 : 1; j < k && survives[j] > 1e-17; j++) {
                double reached = j == 0 ? 1.0 : survives[j], next = j + 1 < k ? survives[j + 1] : done;
                sum += (first || j > 0 ? reached - next : 0.0) * left[k - j];
            }
            again = k > 1 ? survives[1] : done;
            held_h += held_between(from_h, from_h + step_h, space);
            if (!first)
                left[k] = sum / again;
            else if (k == n)
                result = sum;
        }
    }
    free(left);
    free(survives);
    gsl_integration_workspace_free(space);
    return result;
}

static void tuning_agrees_with_the_recursion(void **state)
{
    (void)state;
    struct desk desk;
    lab_same("W2", w2_mean(1.0), 867.3349, 1e-7);
    desk_open_file(&desk, seed_or(2), at_length(5000), "bench/w2.yaml");
    struct tuning t = tune(&desk);
    check_curve("W2", &t, w2_mean);
    desk_close(&desk);
}

/* ---- common random numbers ---- */

static double variance(const double *v, long n)
{
    double mean = lab_average(v, n, NULL), sum = 0.0;
    for (long i = 0; i < n; i++)
        sum += (v[i] - mean) * (v[i] - mean);
    return sum / (double)n;
}

static void play_every(struct desk *desk, const char *file, uint64_t seed, long n, const char *every)
{
    desk_open_file(desk, seed, 36, file);
    struct err err = {0};
    const char *set[] = {every};
    point_release(&desk->base);
    desk->study.engine.trials = n;
    check(study_play(&desk->study, set, 1, false, &desk->base, &err), &err);
}

/* How many times the variance of the difference of two intervals shrinks on the same futures. */
static void check_gain(const char *file, double at_least, double at_most)
{
    enum { TRIALS = 20000 };
    struct desk one, same, other;
    play_every(&one, file, seed_or(3), TRIALS, "checkpoint.every=1 h");
    play_every(&same, file, seed_or(3), TRIALS, "checkpoint.every=1.25 h");
    play_every(&other, file, seed_or(3) + 1, TRIALS, "checkpoint.every=1.25 h");
    const double *a = one.base.result.trials.time_h[0], *b = same.base.result.trials.time_h[0],
                 *c = other.base.result.trials.time_h[0];
    double *paired = mem_new(TRIALS, sizeof *paired), *apart = mem_new(TRIALS, sizeof *apart);
    for (long i = 0; i < TRIALS; i++) {
        paired[i] = a[i] - b[i];
        apart[i] = a[i] - c[i];
    }
    double gain = variance(apart, TRIALS) / variance(paired, TRIALS);
    lab_within("gain of common random numbers", gain, at_least, at_most);
    lab_within("variance with other seeds", variance(apart, TRIALS) / (variance(a, TRIALS) + variance(c, TRIALS)),
               1.0 - z_most / sqrt(TRIALS), 1.0 + z_most / sqrt(TRIALS));
    free(paired);
    free(apart);
    desk_close(&one);
    desk_close(&same);
    desk_close(&other);
}

/* A point that changes nothing is the base. */
static void check_base(const char *file, const char *every)
{
    enum { TRIALS = 1000 };
    struct desk base, point;
    desk_open_file(&base, seed_or(3), TRIALS, file);
    play_every(&point, file, seed_or(3), TRIALS, every);
    assert_true(lab_same_bytes(base.base.result.trials.time_h[0], point.base.result.trials.time_h[0], TRIALS));
    desk_close(&base);
    desk_close(&point);
}

static void futures_are_shared_between_intervals(void **state)
{
    (void)state;
    check_base("bench/w2.yaml", "checkpoint.every=60 min");
    check_gain("bench/w1.yaml", 5.0, 9.0);
    check_gain("bench/w2.yaml", 15.0, 40.0);
}

/* ---- a plan against itself ---- */

#define BOTH                                                                                                           \
    "work: 1600 GPU-hours\ndeadline: 14 days\ndefaults:\n  accelerators: A100:8\n  price: 2 to 3 USD/GPU-hour\n"       \
    "  queue: lognormal(median = 10 min, sigma = 1)\n  preemption: 20 h to 60 h\n  requeue: exponential(1 h)\n"        \
    "  restart: 5 min to 20 min\n  checkpoint: {every: 1 h, write: 1 min to 3 min}\n"                                  \
    "  failures:\n    gpu: {every: \"weibull(shape = 0.7, mean = 1500 h to 3000 h)\", detect: 1 min to 20 min}\n"
#define SLOW "  - {name: slow, checkpoint: {every: 5 h}, price: 1.5 to 2.5 USD/GPU-hour}\n"

static void a_plan_is_as_good_as_itself(void **state)
{
    enum { TRIALS = 5000 };
    (void)state;
    struct lab lab;
    struct paired d;
    lab_play(&lab, TRIALS, "%s", BOTH "plans:\n  - name: one\n  - name: other\n" SLOW "  - name: third\n");
    assert_true(lab_same_bytes(lab.trials.time_h[0], lab.trials.time_h[1], TRIALS));
    assert_true(lab_same_bytes(lab.trials.cost[0], lab.trials.cost[3], TRIALS));
    assert_false(lab_same_bytes(lab.trials.cost[0], lab.trials.cost[2], TRIALS));
    for (int i = 0; i < 2; i++) {
        double **v = i == 0 ? lab.trials.time_h : lab.trials.cost;
        struct metric p90 = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0};
        paired_compare(v[0], v[1], TRIALS, &d);
        assert_true(d.mean == 0.0 && d.low == 0.0 && d.high == 0.0 && d.less == 0.0);
        assert_true(d.dominance == DOMINANCE_NONE && d.dominated == DOMINANCE_NONE);
        struct estimate q = paired_metric(&p90, v[0], v[3], TRIALS);
        assert_true(q.value == 0.0 && q.low == 0.0 && q.high == 0.0);
    }
    lab_close(&lab);
}

static void swapped_plans_swap_signs(void **state)
{
    enum { TRIALS = 5000 };
    (void)state;
    struct lab one, other;
    lab_play(&one, TRIALS, "%s", BOTH "plans:\n  - name: soon\n" SLOW);
    lab_play(&other, TRIALS, "%s", BOTH "plans:\n" SLOW "  - name: soon\n");
    assert_true(lab_same_plan(&one, &other, "soon") && lab_same_plan(&one, &other, "slow"));
    for (int i = 0; i < 2; i++) {
        double **a = i == 0 ? one.trials.time_h : one.trials.cost,
               **b = i == 0 ? other.trials.time_h : other.trials.cost;
        struct paired d, e;
        struct metric p90 = {.kind = METRIC_PERCENTILE, .of = METRIC_COST, .percent = 90.0};
        paired_compare(a[0], a[1], TRIALS, &d);
        paired_compare(b[0], b[1], TRIALS, &e);
        assert_true(d.mean == -e.mean && d.low == -e.high && d.high == -e.low && d.mean != 0.0);
        assert_true(d.dominance == e.dominated && d.dominated == e.dominance);
        assert_true(d.less + e.less <= 1.0 && d.less > 0.0);
        struct estimate q = paired_metric(&p90, a[0], a[1], TRIALS), r = paired_metric(&p90, b[0], b[1], TRIALS);
        assert_true(q.value == -r.value && q.low == -r.high && q.high == -r.low);
    }
    lab_close(&one);
    lab_close(&other);
}

/* ---- coverage ---- */

/* Intervals of 95%: of 1,000, at least 903 and at most 986 hold the truth (one false alarm in 1e9). */
static void check_hits(const char *what, int hits)
{
    lab_within(what, hits, 903.0, 986.0);
}

static int holds(double low, double high, double truth)
{
    return low <= truth && truth <= high;
}

#define O1_TWICE                                                                                                       \
    O1_JOB "price: $2/GPU-hour\nplans:\n  - {name: four, checkpoint: {every: 4 h, write: 6 min}}\n"                    \
           "  - {name: eight, checkpoint: {every: 8 h, write: 6 min}}\n"

static void intervals_hold_the_truth(void **state)
{
    static const long sizes[] = {100, 1000, 10000};
    static const double p90_h = 267.6554; /* by inversion of the characteristic function */
    enum { ROUNDS = 1000 };
    (void)state;
    struct lab lab;
    double difference_h = o1_mean(4.0) - o1_mean(8.0);
    int quantile[COUNT(sizes)] = {0}, mean[COUNT(sizes)] = {0}, difference[COUNT(sizes)] = {0};
    lab_open_with(&lab, NULL, 1, O1_TWICE); /* many short runs: threads would wait for each other */
    for (unsigned round = 0; round < ROUNDS; round++) {
        lab.scenario->seed = seed_or(1000) + round;
        lab_run(&lab, sizes[COUNT(sizes) - 1]);
        for (size_t i = 0; i < COUNT(sizes); i++) { /* trials 0, 1, ... are those of a shorter run */
            const double *four = lab.trials.time_h[0], *eight = lab.trials.time_h[1];
            struct percentile p = summary_percentile(four, sizes[i], 90.0);
            struct distribution d;
            struct paired pair;
            summary_distribution(four, sizes[i], &d);
            paired_compare(four, eight, sizes[i], &pair);
            quantile[i] += holds(p.low, p.high, p90_h);
            mean[i] += holds(d.mean_low, d.mean_high, o1_mean(4.0));
            difference[i] += holds(pair.low, pair.high, difference_h);
        }
        trials_release(&lab.trials, lab.engine.plans);
    }
    for (size_t i = 0; i < COUNT(sizes); i++) {
        check_hits("intervals of P90", quantile[i]);
        check_hits("intervals of the mean", mean[i]);
        check_hits("intervals of the mean difference", difference[i]);
    }
    lab_close(&lab);
}

/* Trials by the default stop rule, and by one that stops later and not always at the same look. */
static void intervals_hold_the_truth_when_stopped(void **state)
{
    static const double precision[] = {0.01, 0.0025};
    enum { ROUNDS = 1000 };
    (void)state;
    for (size_t i = 0; i < COUNT(precision); i++) {
        struct lab lab;
        int hits = 0;
        long fewest = TRIALS_MOST, most = 0;
        lab_open_with(&lab, NULL, 1, O1_JOB "price: $2/GPU-hour\ncheckpoint: {every: 4 h, write: 6 min}\n");
        for (unsigned round = 0; round < ROUNDS; round++) {
            struct engine_options options = {.precision = precision[i]};
            struct err err = {0};
            lab.scenario->seed = seed_or(5000) + round;
            check(engine_run(&lab.engine, &options, &lab.trials, &err), &err);
            long n = lab.trials.n;
            struct percentile p = summary_percentile(lab.trials.time_h[0], n, 90.0);
            assert_true(fmax(p.high - p.value, p.value - p.low) <= precision[i] * p.value);
            hits += holds(p.low, p.high, 267.6554);
            fewest = n < fewest ? n : fewest;
            most = n > most ? n : most;
            trials_release(&lab.trials, lab.engine.plans);
        }
        assert_true(i == 0 ? most == FIRST_LOOK : fewest < most);
        check_hits("intervals of P90, stopped by the rule", hits);
        lab_close(&lab);
    }
}

/* ---- break-even ---- */

static struct breakeven find(struct desk *desk, const char *key, const char *between)
{
    struct err err = {0};
    struct breakeven b;
    check(breakeven_find(&desk->study, &desk->base, key, between, &mean_cost, &b, &err), &err);
    return b;
}

/* A node of 310,000 USD over four years, 6.95 kW at a PUE of 1.3 for 0.10 USD/kWh, against one that is rented. */
static void owning_pays_above_a_share(void **state)
{
    static const struct {
        double rent, share;
    } row[] = {{6.88, 0.1633090}, {2.69, 0.4288301}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct desk desk;
        double power = 6.95 * 1.3 * 0.10, share = 310000.0 / (4.0 * 8766.0) / (8.0 * row[i].rent - power);
        if (i == 0) /* the other row keeps the power on when the machine is idle */
            lab_same("utilisation", share, row[i].share, 1e-6);
        char *text = mem_format("work: 8000 GPU-hours\ndefaults: {accelerators: H100:8}\nplans:\n"
                                "  - name: ours\n    own: {price: $310000, life: 4 years, resale: none}\n"
                                "    power: 6.95 kW\n    pue: 1.3\n    electricity: 0.10 USD/kWh\n"
                                "  - name: rent\n    price: $%.17g/GPU-hour\n",
                                row[i].rent);
        desk_open(&desk, 1, 40, text);
        struct breakeven b = find(&desk, "own.busy=5%..95%", "ours,rent");
        assert_true(b.found && b.crossings == 1);
        lab_same("break-even utilisation", b.value / 100.0, share, 1e-6);
        assert_true(b.low <= b.value && b.value <= b.high && b.high - b.low < 1e-6); /* nothing is random */
        breakeven_release(&b);
        struct breakeven swapped = find(&desk, "ours.own.busy=5%..95%", "rent,ours");
        lab_same("the same from the other side", swapped.value / 100.0, share, 1e-6);
        breakeven_release(&swapped);
        free(text);
        desk_close(&desk);
    }
}

static const char spot[] = "models/scenarios/8xh100-spot.yaml";

/* Mean cost of the first plan less that of the second at a mean time between preemptions. */
static double difference_at(const struct desk *desk, double preemption_h)
{
    struct err err = {0};
    char number[TEXT_NUMBER_ROOM], *value = mem_format("spot.preemption=%s h", text_shortest(preemption_h, number));
    const char *set[] = {value};
    struct point point;
    check(study_play(&desk->study, set, 1, false, &point, &err), &err);
    double difference = point.result.plan[0].cost.mean - point.result.plan[1].cost.mean;
    point_release(&point);
    free(value);
    return difference;
}

/* Where a straight line between the points of a sweep crosses zero; each crossing counts. */
static double sweep_crossing(const struct desk *desk, const char *range, int *crossings)
{
    struct err err = {0};
    struct sweep sweep = {.axes = 1};
    double crossing = NAN;
    check(sweep_axis_read(range, &sweep.axis[0], &err), &err);
    check(sweep_play(&desk->study, &desk->base, &mean_cost, &sweep, &err), &err);
    assert_string_equal(sweep.name[1], "spot");
    *crossings = 0;
    for (int i = 1; i < sweep.axis[0].n; i++) {
        double x = sweep.axis[0].x[i - 1], y = sweep.axis[0].x[i];
        double a = sweep_at(&sweep, i - 1, 0, 0)->value.value - sweep_at(&sweep, i - 1, 0, 1)->value.value;
        double b = sweep_at(&sweep, i, 0, 0)->value.value - sweep_at(&sweep, i, 0, 1)->value.value;
        assert_true(sweep_at(&sweep, i, 0, 0)->value.value == sweep_at(&sweep, 0, 0, 0)->value.value);
        if ((a < 0.0) != (b < 0.0)) {
            crossing = x + (y - x) * a / (a - b);
            ++*crossings;
        }
    }
    sweep_release(&sweep);
    return crossing;
}

static void spot_pays_above_a_time(void **state)
{
    (void)state;
    struct desk desk, again;
    long n = at_length(2000);
    int crossings;
    desk_open_file(&desk, seed_or(7), n, spot);
    struct breakeven b = find(&desk, "spot.preemption=15min..10h", "on-demand,spot");
    assert_true(b.found && b.crossings == 1);
    lab_within("time between preemptions, h", b.value, 0.40, 0.50);
    for (int i = 1; i < b.points; i++) { /* the more preemptions, the dearer spot is; the other plan does not care */
        assert_true(b.point[i].b < b.point[i - 1].b);
        assert_true(b.point[i].a == b.point[0].a);
    }
    assert_true(difference_at(&desk, 0.9999 * b.value) < 0.0 && difference_at(&desk, 1.0001 * b.value) > 0.0);
    double swept = sweep_crossing(&desk, "spot.preemption=0.40h..0.50h/21", &crossings);
    assert_int_equal(crossings, 1);
    lab_same("swept", swept, b.value, 1e-3);
    /* Other futures put it elsewhere, by as much as the intervals say. */
    desk_open_file(&again, seed_or(7) + 1, n, spot);
    struct breakeven c = find(&again, "spot.preemption=15min..10h", NULL);
    double error = hypot(b.high - b.low, c.high - c.low) / (2.0 * z95);
    lab_within("z of two break-evens", (b.value - c.value) / error, -z_most, z_most);
    lab_within("relative error of a break-even", error / b.value, 1e-4, 0.02);
    breakeven_release(&b);
    breakeven_release(&c);
    desk_close(&desk);
    desk_close(&again);
}

/* A root that is known: failures every M, chunks of 4 h, against a calm plan at a higher price. With repairs of D the
 * mean cost of the first is 60 (M + D) (e^(4.1 / M) - 1) at 2 USD. Its interval must hold the truth. */
static void intervals_of_a_root_hold_it(void **state)
{
    enum { ROUNDS = 100 };
    (void)state;
    struct desk desk;
    int hits = 0;
    double price = 2.0 * o1_mean(4.0) / 246.0; /* so that both cost the same at 50 h */
    char *text =
        mem_format("work: 240 GPU-hours\nrestart: none\ncheckpoint: {every: 4 h, write: 6 min}\nplans:\n"
                   "  - name: failing\n    price: $2/GPU-hour\n    failures: {job: {every: 50 h, repair: 0.5 h}}\n"
                   "  - name: calm\n    price: $%.17g/GPU-hour\n",
                   price);
    for (unsigned round = 0; round < ROUNDS; round++) {
        desk_open(&desk, seed_or(9000) + round, 400, text);
        struct breakeven b = find(&desk, "failing.failures.job.every=25h..100h", NULL);
        assert_true(b.found && b.crossings == 1);
        hits += holds(b.low, b.high, 50.0);
        breakeven_release(&b);
        desk_close(&desk);
    }
    lab_count("intervals of a root", hits, ROUNDS, 0.95);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuning_finds_the_best_of_o1),
        cmocka_unit_test(tuning_agrees_with_the_recursion),
        cmocka_unit_test(futures_are_shared_between_intervals),
        cmocka_unit_test(a_plan_is_as_good_as_itself),
        cmocka_unit_test(swapped_plans_swap_signs),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(intervals_hold_the_truth_when_stopped),
        cmocka_unit_test(owning_pays_above_a_share),
        cmocka_unit_test(spot_pays_above_a_time),
        cmocka_unit_test(intervals_of_a_root_hold_it),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("decisions", tests, NULL, NULL);
}
