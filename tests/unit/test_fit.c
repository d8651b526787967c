/* Tests of trial/fit.h: figures worked out by hand from the formulas' sources, and what must hold for any figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "trial/fit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void assert_near(double x, double expected)
{
    if (!(fabs(x - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g, not %.17g", x, expected);
}

/* 7 B parameters in 32 layers of width 4096, full training in bf16 with Adam, one sequence of 2048 tokens. */
static struct fit seven(void)
{
    return (struct fit){.parameters = 7e9,
                        .layers = 32.0,
                        .hidden = 4096.0,
                        .sequence = 2048.0,
                        .batch = 1.0,
                        .rank = 16.0,
                        .cards = 1.0,
                        .memory_gb = 80.0};
}

static double states_gb(const struct fit *f)
{
    struct fit_need n = fit_need(f);
    return n.weights_gb + n.gradients_gb + n.optimizer_gb;
}

/* ---- by hand ---- */

static void states_by_precision_and_optimizer(void **state)
{
    static const struct {
        enum fit_precision precision;
        enum fit_optimizer optimizer;
        double weights, gradients, optimizer_bytes; /* a parameter */
    } row[] = {
        {FIT_BF16, FIT_ADAM, 2.0, 2.0, 12.0},
        {FIT_FP16, FIT_ADAM, 2.0, 2.0, 12.0},
        {FIT_FP32, FIT_ADAM, 4.0, 4.0, 8.0},
        {FIT_FP8, FIT_ADAM, 3.0, 2.0, 12.0},
        {FIT_BF16, FIT_ADAM8BIT, 2.0, 2.0, 6.0},
        {FIT_FP32, FIT_ADAM8BIT, 4.0, 4.0, 2.0},
        {FIT_BF16, FIT_ADAFACTOR, 2.0, 2.0, 4.001953125}, /* 4 + 8/4096 */
        {FIT_BF16, FIT_SGD, 2.0, 2.0, 4.0},
        {FIT_FP32, FIT_SGD, 4.0, 4.0, 0.0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct fit f = seven();
        f.precision = row[i].precision;
        f.optimizer = row[i].optimizer;
        struct fit_need n = fit_need(&f);
        assert_near(n.weights_gb, 7.0 * row[i].weights);
        assert_near(n.gradients_gb, 7.0 * row[i].gradients);
        assert_near(n.optimizer_gb, 7.0 * row[i].optimizer_bytes);
    }
}

/* 7.5 B over 64 cards is the example of the ZeRO paper (figure 1): 120, 31.4, 16.6 and 1.9 GB. */
static void states_by_sharding(void **state)
{
    static const double paper_gb[] = {120.0, 31.4, 16.6, 1.9}, eight_gb[] = {112.0, 38.5, 26.25, 14.0};
    (void)state;
    for (int stage = 0; stage < 4; stage++) {
        struct fit f = seven();
        f.sharding = (enum fit_sharding)stage;
        assert_near(states_gb(&f), 112.0);
        f.cards = 8.0;
        assert_near(states_gb(&f), eight_gb[stage]);
        f.parameters = 7.5e9;
        f.cards = 64.0;
        if (!(fabs(states_gb(&f) - paper_gb[stage]) < 0.05))
            fail_msg("stage %d: %g GB, not %g GB", stage, states_gb(&f), paper_gb[stage]);
    }
}

static void activations(void **state)
{
    struct fit f = seven();
    (void)state;
    assert_near(fit_need(&f).activations_gb, 9.126805504); /* 2048 * 4096 * 34 * 32 */
    f.batch = 4.0;
    assert_near(fit_need(&f).activations_gb, 36.507222016);
    f.recompute = true;
    assert_near(fit_need(&f).activations_gb, 3.288334336); /* 2048 * 4 * 4096 * (2 * 32 + 34) */
    f.precision = FIT_FP32;
    assert_near(fit_need(&f).activations_gb, 6.576668672);
    f.precision = FIT_FP8;
    f.cards = 8.0;
    f.sharding = FIT_SHARD_WEIGHTS;
    assert_near(fit_need(&f).activations_gb, 3.288334336);
}

/* Adapters: 4 matrices * 2 factors * rank 16 * 4096 * 32 layers = 16777216 parameters. */
static void adapters(void **state)
{
    struct fit f = seven();
    (void)state;
    f.method = METHOD_LORA;
    struct fit_need n = fit_need(&f);
    assert_near(n.weights_gb, 14.0 + 0.033554432);
    assert_near(n.gradients_gb, 0.033554432);
    assert_near(n.optimizer_gb, 0.201326592);
    assert_near(states_gb(&f), 14.0 + 16.0 * 0.016777216);
    f.precision = FIT_FP32;
    assert_near(states_gb(&f), 28.0 + 16.0 * 0.016777216);
    f.precision = FIT_BF16;
    f.method = METHOD_QLORA;
    assert_near(fit_need(&f).weights_gb, 7.0 * 0.515869140625 + 0.033554432); /* (4 + 1/8 + 1/512) / 8 bytes */
    f.rank = 64.0;
    assert_near(fit_need(&f).gradients_gb, 4.0 * 0.033554432);
}

static void total_is_the_sum(void **state)
{
    struct fit f = seven();
    struct fit_need n = fit_need(&f);
    (void)state;
    assert_near(n.total_gb, 112.0 + 9.126805504 + n.overhead_gb);
    assert_true(n.overhead_gb > 0.0);
    assert_near(n.limit_gb, 76.0);
    assert_false(n.fits);
}

static void flops_and_traffic(void **state)
{
    struct fit f = seven();
    (void)state;
    assert_near(fit_flops(&f), 6.0);
    assert_true(fit_traffic_gb(&f) == 0.0);
    f.cards = 8.0;
    for (int stage = 0; stage < 4; stage++) { /* ZeRO, section 7: 2 and 3 times the parameters */
        f.sharding = (enum fit_sharding)stage;
        assert_near(fit_traffic_gb(&f), stage < 3 ? 28.0 : 42.0);
    }
    f.precision = FIT_FP8;
    assert_near(fit_traffic_gb(&f), 42.0);
    f.precision = FIT_FP32;
    assert_near(fit_traffic_gb(&f), 84.0);
    f.recompute = true;
    assert_near(fit_flops(&f), 8.0);
    f.method = METHOD_LORA;
    assert_near(fit_flops(&f), 6.0);
    f.recompute = false;
    f.method = METHOD_QLORA;
    assert_near(fit_flops(&f), 4.0);
    f.precision = FIT_BF16;
    assert_near(fit_traffic_gb(&f), 2.0 * 7.0 * 0.515869140625 + 3.0 * 0.033554432);
    f.method = METHOD_LORA;
    f.precision = FIT_FP8; /* frozen weights move in 16 bits */
    assert_near(fit_traffic_gb(&f), 28.0 + 3.0 * 0.033554432);
    f.sharding = FIT_SHARD_GRADIENTS;
    assert_near(fit_traffic_gb(&f), 2.0 * 0.033554432);
}

/* ---- what a plan asks ---- */

static struct input value_of(double x)
{
    return (struct input){.kind = INPUT_ONCE, .once = {.x = x}};
}

static struct inputs plan_of(double parameters, double memory_gb)
{
    struct inputs in = {.parameters = value_of(parameters), .memory = value_of(memory_gb), .cards = value_of(16.0)};
    in.fit.method = in.fit.precision = in.fit.optimizer = in.fit.sharding = in.fit.recompute = -1;
    return in;
}

static void defaults(void **state)
{
    struct inputs in = plan_of(7e9, 24.0);
    struct fit f;
    (void)state;
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.parameters, 7e9);
    assert_near(f.memory_gb, 24.0);
    assert_near(f.cards, 16.0);
    assert_near(f.sequence, 2048.0);
    assert_near(f.batch, 1.0);
    assert_near(f.rank, 16.0);
    assert_true(f.method == METHOD_FULL && f.precision == FIT_BF16 && f.optimizer == FIT_ADAM);
    assert_true(f.sharding == FIT_WHOLE && !f.recompute && f.guessed);
}

static void own_figures_win(void **state)
{
    struct inputs in = plan_of(7e9, 24.0);
    struct fit f;
    (void)state;
    in.method = METHOD_LORA;
    assert_true(fit_ask(&in, NULL, &f));
    assert_int_equal(f.method, METHOD_LORA);
    in.fit.parameters = value_of(47e9);
    in.fit.method = METHOD_FULL;
    in.fit.precision = FIT_FP8;
    in.fit.optimizer = FIT_SGD;
    in.fit.sharding = FIT_SHARD_GRADIENTS;
    in.fit.recompute = 1;
    in.fit.layers = value_of(40.0);
    in.fit.hidden = value_of(5120.0);
    in.fit.sequence = value_of(8192.0);
    in.fit.batch = value_of(3.0);
    in.fit.rank = value_of(8.0);
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.parameters, 47e9);
    assert_near(f.layers, 40.0);
    assert_near(f.hidden, 5120.0);
    assert_near(f.sequence, 8192.0);
    assert_near(f.batch, 3.0);
    assert_near(f.rank, 8.0);
    assert_true(f.method == METHOD_FULL && f.precision == FIT_FP8 && f.optimizer == FIT_SGD);
    assert_true(f.sharding == FIT_SHARD_GRADIENTS && f.recompute && !f.guessed);
}

static void unknown_figures_ask_nothing(void **state)
{
    struct inputs in = plan_of(7e9, 24.0);
    struct fit f;
    (void)state;
    in.memory.kind = INPUT_ABSENT;
    assert_false(fit_ask(&in, NULL, &f));
    in = plan_of(7e9, 24.0);
    in.parameters.kind = INPUT_NONE;
    assert_false(fit_ask(&in, NULL, &f));
    in.fit.parameters = value_of(1e9);
    assert_true(fit_ask(&in, NULL, &f));
}

/* The world decides where the parameters are an unknown. */
static void parameters_of_a_world(void **state)
{
    static const double world[] = {3.0, 13e9};
    struct inputs in = plan_of(7e9, 24.0);
    struct fit f;
    (void)state;
    in.parameters.once.unknown = 2;
    assert_true(fit_ask(&in, world, &f));
    assert_near(f.parameters, 13e9);
}

/* The rule of thumb gives GPT-3's shape for GPT-3's size (12 * 96 * 12288^2), and one figure follows from the other. */
static void shape_by_size(void **state)
{
    struct inputs in = plan_of(12.0 * 96.0 * 12288.0 * 12288.0, 80.0);
    struct fit f;
    (void)state;
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.layers, 96.0);
    assert_near(f.hidden, 12288.0);
    in.fit.layers = value_of(24.0);
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.hidden, 24576.0);
    assert_true(f.guessed);
    in.fit.layers.kind = INPUT_ABSENT;
    in.fit.hidden = value_of(6144.0);
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.layers, 384.0);
    in = plan_of(1.0, 80.0);
    assert_true(fit_ask(&in, NULL, &f));
    assert_near(f.layers, 1.0);
    assert_near(f.hidden, 1.0);
}

/* ---- what must hold ---- */

/* Calls check for every kind of training, on one card and on eight. */
static void for_all(void (*check)(const struct fit *f))
{
    struct fit f = seven();
    for (int i = 0; i < 3 * FIT_PRECISIONS * 4 * 4 * 2 * 2; i++) {
        int rest = i;
        f.method = (enum method)(rest % 3), rest /= 3;
        f.precision = (enum fit_precision)(rest % FIT_PRECISIONS), rest /= FIT_PRECISIONS;
        f.optimizer = (enum fit_optimizer)(rest % 4), rest /= 4;
        f.sharding = (enum fit_sharding)(rest % 4), rest /= 4;
        f.recompute = rest % 2, rest /= 2;
        f.cards = rest % 2 ? 8.0 : 1.0;
        check(&f);
    }
}

static double total_gb(struct fit f, double *member, const struct fit *base, double factor)
{
    ptrdiff_t at = (char *)member - (const char *)base;
    double x;
    memcpy(&x, (char *)&f + at, sizeof x);
    x *= factor;
    memcpy((char *)&f + at, &x, sizeof x);
    return fit_need(&f).total_gb;
}

static void check_monotone(const struct fit *f)
{
    struct fit base = *f;
    double *const up[] = {&base.parameters, &base.layers, &base.hidden, &base.sequence, &base.batch};
    for (size_t i = 0; i < COUNT(up); i++) {
        bool adafactor = f->optimizer == FIT_ADAFACTOR && up[i] == &base.hidden; /* its sums grow slower */
        if (!adafactor && !(total_gb(base, up[i], &base, 2.0) > fit_need(&base).total_gb))
            fail_msg("member %zu", i);
    }
    if (f->method != METHOD_FULL)
        assert_true(total_gb(base, &base.rank, &base, 2.0) > fit_need(&base).total_gb);
    assert_true(total_gb(base, &base.cards, &base, 2.0) <= fit_need(&base).total_gb);
}

static void more_needs_more(void **state)
{
    (void)state;
    for_all(check_monotone);
}

static void check_remedies(const struct fit *f)
{
    struct fit_step step;
    for (int i = 0; i < FIT_REMEDIES; i++) {
        bool taken = fit_take(f, &fit_remedies[i], &step);
        assert_true(step.remedy == &fit_remedies[i]);
        assert_true(memcmp(&step.need, &(struct fit_need){0}, sizeof step.need) != 0);
        if (taken != (step.need.total_gb < fit_need(f).total_gb))
            fail_msg("%s", fit_remedies[i].name);
        if (step.need.total_gb > fit_need(f).total_gb)
            fail_msg("%s needs more", fit_remedies[i].name);
        if (f->cards == 1.0)
            assert_true(step.traffic == 1.0);
    }
}

static void remedies_never_need_more(void **state)
{
    (void)state;
    for_all(check_remedies);
}

/* Each of them for the training that it is meant for. */
static void each_remedy_lowers(void **state)
{
    static const struct {
        double compute, traffic;
    } price[FIT_REMEDIES] = {{1.0, 1.0}, {4.0 / 3.0, 1.0}, {1.0, 0.5},       {1.0, 1.0},      {1.0, 1.0},
                             {1.0, 1.0}, {1.0, 1.5},       {2.0 / 3.0, 0.0}, {2.0 / 3.0, 0.0}};
    struct fit f = seven();
    struct fit_step step;
    (void)state;
    f.batch = 4.0;
    f.cards = 8.0;
    f.precision = FIT_FP32;
    for (int i = 0; i < FIT_REMEDIES; i++) {
        if (!fit_take(&f, &fit_remedies[i], &step))
            fail_msg("%s", fit_remedies[i].name);
        assert_near(step.compute, price[i].compute);
        if (price[i].traffic > 0.0)
            assert_near(step.traffic, price[i].traffic);
        else
            assert_near(step.traffic, 0.016777216 / 7.0);
    }
}

/* What a remedy would change is so already. */
static void no_remedy_twice(void **state)
{
    struct fit f = seven();
    struct fit_step step;
    (void)state;
    f.cards = 8.0;
    f.recompute = true;
    f.optimizer = FIT_ADAM8BIT;
    f.sharding = FIT_SHARD_WEIGHTS;
    f.method = METHOD_QLORA;
    for (int i = 0; i < FIT_REMEDIES; i++)
        if (fit_take(&f, &fit_remedies[i], &step))
            fail_msg("%s", fit_remedies[i].name);
    struct fit_step steps[FIT_REMEDIES];
    f.memory_gb = 1.0;
    assert_int_equal(fit_steps(&f, steps), 0);
    assert_int_equal(fit_alone(&f, steps), 0);
}

/* A remedy leaves other kinds of training alone. */
static void remedies_keep_what_is_smaller(void **state)
{
    struct fit f = seven();
    struct fit_step step;
    (void)state;
    f.precision = FIT_FP8;
    f.optimizer = FIT_SGD;
    f.sharding = FIT_SHARD_WEIGHTS;
    f.method = METHOD_QLORA;
    for (int i = 2; i < FIT_REMEDIES; i++) {
        fit_take(&f, &fit_remedies[i], &step);
        assert_true(step.fit.precision == FIT_FP8 && step.fit.optimizer == FIT_SGD);
        assert_true(step.fit.sharding == FIT_SHARD_WEIGHTS && step.fit.method == METHOD_QLORA);
    }
}

/* ---- the limit ---- */

static void fits_up_to_the_limit(void **state)
{
    struct fit f = seven();
    double need_gb = fit_need(&f).total_gb;
    (void)state;
    f.memory_gb = need_gb / 0.95;
    assert_true(fit_need(&f).fits);
    f.memory_gb = need_gb / 0.95 * (1.0 - 1e-6);
    assert_false(fit_need(&f).fits);
    f.memory_gb = need_gb;
    assert_false(fit_need(&f).fits);
}

/* The micro-batch that is said to fit does, and one more does not; at an exact limit too. */
static void largest_batch(void **state)
{
    struct fit f = seven();
    (void)state;
    f.method = METHOD_LORA;
    for (double batch = 1.0; batch <= 64.0; batch++) {
        f.batch = batch;
        f.memory_gb = fit_need(&f).total_gb / 0.95;
        f.batch = 7.0;
        assert_true(fit_batch(&f) == batch);
        f.memory_gb *= 1.0 - 1e-6;
        assert_true(fit_batch(&f) == batch - 1.0);
    }
    f.memory_gb = 1.0;
    assert_true(fit_batch(&f) == 0.0);
}

static void batch_shrinks_as_far_as_needed(void **state)
{
    struct fit f = seven();
    struct fit_step step[FIT_REMEDIES];
    (void)state;
    f.method = METHOD_LORA;
    f.batch = 3.0;
    f.memory_gb = fit_need(&f).total_gb / 0.95;
    f.batch = 8.0;
    assert_int_equal(fit_steps(&f, step), 1);
    assert_true(step[0].fit.batch == 3.0 && step[0].need.fits);
    f.memory_gb = 1.0;
    assert_true(fit_take(&f, &fit_remedies[0], &step[0]));
    assert_true(step[0].fit.batch == 1.0 && !step[0].need.fits);
}

/* ---- what to try ---- */

/* 7 B on one card of 24 GB: 122.6 GB; 4096 * 2048 * 2 * 32 bytes instead of 34 * 32; 10 instead of 16 bytes; then
 * adapters. LoRA alone needs 14.27 + 9.13 + 1.5 GB, more than 22.8; QLoRA 14.5. */
static void one_small_card(void **state)
{
    struct fit f = seven();
    struct fit_step step[FIT_REMEDIES];
    (void)state;
    f.memory_gb = 24.0;
    assert_int_equal(fit_steps(&f, step), 3);
    assert_true(step[0].remedy == &fit_remedies[1]);
    assert_near(step[0].need.total_gb, 112.0 + 0.822083584 + 1.5);
    assert_true(step[1].remedy == &fit_remedies[3]);
    assert_near(step[1].need.total_gb, 70.0 + 0.822083584 + 1.5);
    assert_true(step[2].remedy == &fit_remedies[7]);
    assert_near(step[2].need.total_gb, 14.0 + 10.0 * 0.016777216 + 0.822083584 + 1.5);
    assert_near(step[2].compute, 6.0 / 8.0);
    assert_true(step[2].need.fits && !step[1].need.fits);
    assert_int_equal(fit_alone(&f, step), 1);
    assert_true(step[0].remedy == &fit_remedies[8]);
}

/* 7 B on eight cards of 80 GB: sharding the optimiser's states would do alone; before it come what costs more time. */
static void eight_cards(void **state)
{
    struct fit f = seven();
    struct fit_step step[FIT_REMEDIES];
    (void)state;
    f.cards = 8.0;
    assert_int_equal(fit_steps(&f, step), 2);
    assert_true(step[1].remedy == &fit_remedies[3] && step[1].need.fits);
    assert_int_equal(fit_alone(&f, step), 5);
    for (int i = 0; i < 5; i++)
        assert_true(step[i].remedy == &fit_remedies[4 + i] && step[i].need.fits);
}

static void what_fits_needs_no_steps(void **state)
{
    struct fit f = seven();
    struct fit_step step[FIT_REMEDIES];
    (void)state;
    f.memory_gb = 141.0;
    assert_true(fit_need(&f).fits);
    assert_int_equal(fit_steps(&f, step), 0);
}

/* 405 B on one card: all is tried, nothing is enough. */
static void too_large_for_all(void **state)
{
    struct fit f = seven();
    struct fit_step step[FIT_REMEDIES];
    (void)state;
    f.parameters = 405e9;
    f.layers = 126.0;
    f.hidden = 16384.0;
    int n = fit_steps(&f, step);
    assert_int_equal(n, 4);
    for (int i = 1; i < n; i++)
        assert_true(step[i].need.total_gb < step[i - 1].need.total_gb && step[i].remedy > step[i - 1].remedy);
    assert_true(step[n - 1].remedy == &fit_remedies[8] && !step[n - 1].need.fits);
    assert_int_equal(fit_alone(&f, step), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_by_precision_and_optimizer),
        cmocka_unit_test(states_by_sharding),
        cmocka_unit_test(activations),
        cmocka_unit_test(adapters),
        cmocka_unit_test(total_is_the_sum),
        cmocka_unit_test(flops_and_traffic),
        cmocka_unit_test(defaults),
        cmocka_unit_test(own_figures_win),
        cmocka_unit_test(unknown_figures_ask_nothing),
        cmocka_unit_test(parameters_of_a_world),
        cmocka_unit_test(shape_by_size),
        cmocka_unit_test(more_needs_more),
        cmocka_unit_test(remedies_never_need_more),
        cmocka_unit_test(each_remedy_lowers),
        cmocka_unit_test(no_remedy_twice),
        cmocka_unit_test(remedies_keep_what_is_smaller),
        cmocka_unit_test(fits_up_to_the_limit),
        cmocka_unit_test(largest_batch),
        cmocka_unit_test(batch_shrinks_as_far_as_needed),
        cmocka_unit_test(one_small_card),
        cmocka_unit_test(eight_cards),
        cmocka_unit_test(what_fits_needs_no_steps),
        cmocka_unit_test(too_large_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
