/* Tests of base/stream.h: draws depend on seed, trial, quantity and number alone, not on how buffers are filled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "base/kernel_loops.h"
#include "base/stream.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { DRAWS = 100 };
static const uint64_t seed = 0x123456789abcdef, trial = 0x200000003;
static const uint32_t what = 0xfeedbeef;

static void assert_same_bits(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0)
            fail_msg("draw %d differs: %a and %a", i, a[i], b[i]);
}

/* The first draws of a stream that fills `first` at once. */
static void draw(int first, const struct law *law, double share, double *v, int n)
{
    struct stream stream;
    stream_init(&stream, kernel_pick(), seed, what, first);
    stream_begin(&stream, trial, law, share);
    for (int i = 0; i < n; i++)
        v[i] = stream_next(&stream);
}

static void draw_k_is_half_of_a_block(void **state)
{
    double v[DRAWS];
    (void)state;
    draw(16, NULL, 1.0, v, DRAWS);
    for (int k = 0; k < DRAWS; k++) {
        double block[2];
        kernel_plain.stream(seed, trial, what, (uint32_t)k >> 1, block, 2, 1.0);
        assert_same_bits(&v[k], &block[k & 1], 1);
    }
}

/* A law of every way to invert: by the kernels, by a formula, by a table, by atoms, and not at all. */
enum { LAWS = 11 };
static void make_laws(struct law law[LAWS], struct law_shelf *shelf)
{
    static const struct {
        const char *name;
        int n;
        struct law_arg arg[3];
    } row[LAWS - 1] = {
        {"constant", 1, {{LAW_VALUE, 0, 3}}},
        {"uniform", 2, {{LAW_MIN, 0, 1}, {LAW_MAX, 0, 3}}},
        {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 2}, {LAW_MAX, 0, 5}}},
        {"pert", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 2}, {LAW_MAX, 0, 5}}},
        {"normal", 2, {{LAW_MEAN, 0, 4}, {LAW_SD, 0, 2}}},
        {"lognormal", 2, {{LAW_MEAN, 0, 4}, {LAW_SIGMA, 0, 1.5}}},
        {"exponential", 1, {{LAW_MEAN, 0, 4}}},
        {"weibull", 2, {{LAW_SHAPE, 0, 0.7}, {LAW_MEAN, 0, 4}}},
        {"gamma", 2, {{LAW_SHAPE, 0, 2.5}, {LAW_MEAN, 0, 4}}},
        {"poisson", 1, {{LAW_MEAN, 0, 4}}},
    };
    static const double sample[] = {3, 1, 4, 1, 5};
    const char *why = NULL;
    gsl_set_error_handler_off();
    for (int i = 0; i < LAWS - 1; i++) {
        law[i] = (struct law){0};
        if (!law_make(&law[i], law_find(row[i].name), row[i].arg, row[i].n, shelf, &why))
            fail_msg("%s: %s", row[i].name, why);
    }
    law[LAWS - 1] = law_sample(sample, COUNT(sample), shelf);
}

static void buffers_change_nothing(void **state)
{
    static const int first[] = {2, 4, 6, 16};
    static const double shares[] = {1.0, 1.0 / 3.0};
    struct law law[LAWS];
    struct law_shelf shelf = {0};
    (void)state;
    make_laws(law, &shelf);
    for (int i = -1; i < LAWS; i++) /* -1: unit exponentials */
        for (size_t s = 0; s < COUNT(shares); s++) {
            double v[DRAWS], expected[DRAWS];
            draw(16, i < 0 ? NULL : &law[i], shares[s], expected, DRAWS);
            for (size_t f = 0; f < COUNT(first); f++) {
                draw(first[f], i < 0 ? NULL : &law[i], shares[s], v, DRAWS);
                assert_same_bits(v, expected, DRAWS);
            }
        }
    law_shelf_release(&shelf);
}

/* One number alone comes out as it does among sixteen, in any of their places. */
static void laws_invert_one_as_sixteen(void **state)
{
    struct law law[LAWS];
    struct law_shelf shelf = {0};
    double hazard[DRAWS];
    (void)state;
    make_laws(law, &shelf);
    draw(2, NULL, 1.0, hazard, DRAWS);
    for (int i = 0; i < LAWS; i++)
        for (int k = 0; k + 16 <= DRAWS; k++) {
            double sixteen[16];
            memcpy(sixteen, hazard + k, sizeof sixteen);
            law_invert(&law[i], kernel_pick(), sixteen, 16);
            for (int j = 0; j < 16; j++) {
                double one = hazard[k + j];
                law_invert(&law[i], &kernel_plain, &one, 1);
                assert_same_bits(&one, &sixteen[j], 1);
            }
        }
    law_shelf_release(&shelf);
}

/* Of an exponential law share and mean are multiplied first, which may round the last bit otherwise. */
static void share_multiplies_hazards(void **state)
{
    struct law law[LAWS];
    struct law_shelf shelf = {0};
    double e[DRAWS], v[DRAWS];
    (void)state;
    make_laws(law, &shelf);
    draw(16, NULL, 1.0, e, DRAWS);
    draw(16, NULL, 0.125, v, DRAWS);
    for (int k = 0; k < DRAWS; k++)
        assert_true(v[k] == 0.125 * e[k]);
    for (int i = 0; i < LAWS; i++) {
        draw(16, &law[i], 1.0 / 7.0, v, DRAWS);
        for (int k = 0; k < DRAWS; k++) {
            double expected = e[k] * (1.0 / 7.0);
            law_invert(&law[i], &kernel_plain, &expected, 1);
            if (law_is_exponential(&law[i]))
                assert_true(fabs(v[k] - expected) <= 0x1p-51 * expected);
            else
                assert_same_bits(&v[k], &expected, 1);
        }
    }
    law_shelf_release(&shelf);
}

/* Without a share the draws of a law are its inverse of the unit exponentials, bit by bit. */
static void laws_invert_unit_exponentials(void **state)
{
    struct law law[LAWS];
    struct law_shelf shelf = {0};
    double e[DRAWS], v[DRAWS];
    (void)state;
    make_laws(law, &shelf);
    for (int i = 0; i < LAWS; i++) {
        draw(16, NULL, 1.0, e, DRAWS);
        draw(16, &law[i], 1.0, v, DRAWS);
        law_invert(&law[i], &kernel_plain, e, DRAWS);
        assert_same_bits(v, e, DRAWS);
    }
    law_shelf_release(&shelf);
}

/* Trials can be played in any order: beginning one again gives its draws again, wherever the last one stopped. */
static void begin_starts_over(void **state)
{
    struct stream stream;
    double v[DRAWS], other[DRAWS];
    (void)state;
    for (int stop = 0; stop < 40; stop++) {
        stream_init(&stream, kernel_pick(), seed, what, 4);
        stream_begin(&stream, trial + 1, NULL, 0.5);
        for (int k = 0; k < stop; k++)
            other[k] = stream_next(&stream);
        stream_begin(&stream, trial, NULL, 1.0);
        for (int k = 0; k < DRAWS; k++)
            v[k] = stream_next(&stream);
        draw(16, NULL, 1.0, other, DRAWS);
        assert_same_bits(v, other, DRAWS);
    }
}

static void seed_trial_and_what_all_count(void **state)
{
    enum { KINDS = 7, N = 32 };
    static const struct {
        uint64_t seed, trial;
        uint32_t what;
    } kind[KINDS] = {{0, 0, 0},          {1, 0, 0},          {0, 1, 0},         {0, 0, 1},
                     {4294967296, 0, 0}, {0, 4294967296, 0}, {0, 0, 2147483648}};
    double v[KINDS][N];
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        struct stream stream;
        stream_init(&stream, kernel_pick(), kind[i].seed, kind[i].what, 2);
        stream_begin(&stream, kind[i].trial, NULL, 1.0);
        for (int k = 0; k < N; k++)
            v[i][k] = stream_next(&stream);
        for (int j = 0; j < i * N; j++)
            for (int k = 0; k < N; k++)
                assert_true(v[j / N][j % N] != v[i][k]);
    }
}

/* 100,000 draws are exponential of mean 1: mean, variance (sd of the estimate sqrt 8) and correlation of neighbours. */
static void draws_are_unit_exponentials(void **state)
{
    enum { N = 100000 };
    struct stream stream;
    double sum = 0.0, squares = 0.0, products = 0.0, last = 1.0;
    (void)state;
    stream_init(&stream, kernel_pick(), 1, what, 2);
    stream_begin(&stream, 0, NULL, 1.0);
    for (int k = 0; k < N; k++) {
        double e = stream_next(&stream);
        sum += e - 1.0;
        squares += (e - 1.0) * (e - 1.0);
        products += (e - 1.0) * (last - 1.0);
        last = e;
    }
    assert_true(fabs(sum / sqrt(N)) < 6.1);
    assert_true(fabs((squares - N) / sqrt(8.0 * N)) < 6.1);
    assert_true(fabs(products / sqrt(N)) < 6.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draw_k_is_half_of_a_block),     cmocka_unit_test(buffers_change_nothing),
        cmocka_unit_test(laws_invert_one_as_sixteen),    cmocka_unit_test(share_multiplies_hazards),
        cmocka_unit_test(laws_invert_unit_exponentials), cmocka_unit_test(begin_starts_over),
        cmocka_unit_test(seed_trial_and_what_all_count), cmocka_unit_test(draws_are_unit_exponentials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
