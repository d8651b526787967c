/* Tests of base/kernel.h and base/vmath.h: Philox known answers, bits equal in every build, accuracy, the ends of u. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_RANDOM123
#include <Random123/philox.h>
#endif

#include "base/kernel_loops.h"
#include "base/text.h"
#include "base/vmath.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MILLION = 1 << 20 };

/* Seeds that are one and the same to a generator that keeps 16 or 32 bits of them, or puts 4357 for 0. */
static const uint64_t near_seeds[] = {0, 1, 2, 4357, 65535, 65536, 4294967296, 4294967297, 18446744073709551615u};

/* The kernels that run here, the plain one first; returns how many. */
static int kernels(const struct kernel *kernel[2])
{
    int n = 0;
    kernel[n++] = &kernel_plain;
#ifdef HAVE_AVX2_BUILD
    if (__builtin_cpu_supports("avx2"))
        kernel[n++] = &kernel_avx2;
#endif
    return n;
}

static void assert_same_bits(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0)
            fail_msg("number %d differs: %a and %a", i, a[i], b[i]);
}

/* The draw of two words by its formula, independent of how the kernels reach u. */
static double exponential_of(uint32_t low, uint32_t high)
{
    uint64_t j = ((uint64_t)high << 32 | low) >> 12;
    return -vmath_log(((double)j + 0.5) * 0x1p-52);
}

/* ---- Philox ---- */

struct block {
    uint64_t seed, trial;
    uint32_t what, number;
    uint32_t word[4]; /* of the block, computed with Random123 1.14 */
};

static const struct block known[] = {
    {0, 0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3, 0x243f6a88, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    {0x100001105, 0x100000005, 0x12345678, 7, {0xae2e1ee2, 0x7449763e, 0xfe3e53f3, 0x86f8f81f}},
};

static void philox_known_answers(void **state)
{
    const struct kernel *kernel[2];
    (void)state;
    for (int i = 0, n = kernels(kernel); i < n; i++)
        for (size_t k = 0; k < COUNT(known); k++) {
            const struct block *b = &known[k];
            double e[2], expected[2] = {exponential_of(b->word[0], b->word[1]), exponential_of(b->word[2], b->word[3])};
            kernel[i]->stream(b->seed, b->trial, b->what, b->number, e, 2, 1.0);
            assert_same_bits(e, expected, 2);
        }
}

#ifdef HAVE_RANDOM123
static void random123_exponentials(uint64_t seed, uint64_t trial, uint32_t what, uint32_t block, double *e, int n)
{
    for (int i = 0; i < n; i += 2, block++) {
        philox4x32_ctr_t counter = {{block, what, (uint32_t)trial, (uint32_t)(trial >> 32)}};
        philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
        philox4x32_ctr_t words = philox4x32_R(10, counter, key);
        e[i] = exponential_of(words.v[0], words.v[1]);
        e[i + 1] = exponential_of(words.v[2], words.v[3]);
    }
}

/* Many seeds and trials of more than 32 bits, and block numbers that wrap within one call. */
static void philox_agrees_with_random123(void **state)
{
    enum { N = 100 };
    static const uint64_t trials[] = {0, 1, 1000000, UINT32_MAX, 4294967296, 1ull << 63};
    static const uint32_t blocks[] = {0, 1, 8, 123456789, UINT32_MAX - 5};
    const struct kernel *kernel[2];
    double e[N], expected[N];
    (void)state;
    for (size_t s = 0; s < COUNT(near_seeds); s++)
        for (size_t t = 0; t < COUNT(trials); t++)
            for (size_t b = 0; b < COUNT(blocks); b++) {
                uint32_t what = text_hash("gpu", "every") + (uint32_t)s;
                random123_exponentials(near_seeds[s], trials[t], what, blocks[b], expected, N);
                for (int i = 0, n = kernels(kernel); i < n; i++) {
                    kernel[i]->stream(near_seeds[s], trials[t], what, blocks[b], e, N, 1.0);
                    assert_same_bits(e, expected, N);
                }
            }
}
#endif

/* Each length writes its numbers and none beyond. */
static void stream_fills_n(void **state)
{
    enum { N = 40 };
    const struct kernel *kernel[2];
    double all[N], e[N + 1];
    (void)state;
    for (int i = 0, kinds = kernels(kernel); i < kinds; i++) {
        kernel[i]->stream(9, 8, 7, 6, all, N, 1.0);
        for (int n = 0; n <= N; n += 2) {
            e[n] = -1.0;
            kernel[i]->stream(9, 8, 7, 6, e, n, 1.0);
            assert_same_bits(e, all, n);
            assert_true(e[n] == -1.0);
        }
    }
}

static void stream_is_scaled(void **state)
{
    enum { N = 40 };
    const struct kernel *kernel[2];
    double all[N], e[N];
    (void)state;
    kernel_plain.stream(9, 8, 7, 6, all, N, 1.0);
    for (int k = 0; k < N; k++)
        all[k] *= 1008.0 / 7.0;
    for (int i = 0, kinds = kernels(kernel); i < kinds; i++) {
        kernel[i]->stream(9, 8, 7, 6, e, N, 1008.0 / 7.0);
        assert_same_bits(e, all, N);
    }
}

static void across_takes_draw_0(void **state)
{
    enum { N = 21 };
    const struct kernel *kernel[2];
    uint32_t what[N];
    double e[N + 1], first[N], pair[2];
    (void)state;
    for (int k = 0; k < N; k++) {
        what[k] = 0xdeadbeefu * (uint32_t)(k + 1);
        kernel_plain.stream(5, 1ull << 40, what[k], 0, pair, 2, 1.0);
        first[k] = pair[0];
    }
    for (int i = 0, kinds = kernels(kernel); i < kinds; i++)
        for (int n = 0; n <= N; n++) {
            e[n] = -1.0;
            kernel[i]->across(5, 1ull << 40, what, e, n);
            assert_same_bits(e, first, n);
            assert_true(e[n] == -1.0);
        }
}

/* ---- the ends of u: Philox is a bijection, so a block with any given words can be asked for ---- */

static uint32_t inverse_of(uint32_t odd)
{
    uint32_t inverse = odd;
    for (int i = 0; i < 5; i++)
        inverse *= 2u - odd * inverse;
    return inverse;
}

/* The counter whose block under this seed is `word`: the ten rounds backwards. */
static struct block block_with(uint64_t seed, const uint32_t word[4])
{
    const uint32_t m0 = 0xD2511F53, m1 = 0xCD9E8D57;
    uint32_t c[4] = {word[0], word[1], word[2], word[3]};
    for (uint32_t round = 10; round-- > 0;) {
        uint32_t k0 = (uint32_t)seed + round * 0x9E3779B9u, k1 = (uint32_t)(seed >> 32) + round * 0xBB67AE85u;
        uint32_t before0 = c[3] * inverse_of(m0), before2 = c[1] * inverse_of(m1);
        uint32_t before1 = c[0] ^ (uint32_t)((uint64_t)m1 * before2 >> 32) ^ k0;
        uint32_t before3 = c[2] ^ (uint32_t)((uint64_t)m0 * before0 >> 32) ^ k1;
        c[0] = before0;
        c[1] = before1;
        c[2] = before2;
        c[3] = before3;
    }
    return (struct block){.seed = seed, .trial = (uint64_t)c[3] << 32 | c[2], .what = c[1], .number = c[0]};
}

static void uniform_is_never_0_or_1(void **state)
{
    static const struct {
        uint32_t low, high;
        double u;
    } row[] = {
        {0, 0, 0x1p-53},
        {0xfff, 0, 0x1p-53},
        {0x1000, 0, 0x3p-53},
        {UINT32_MAX, 0x7fffffff, 0.5 - 0x1p-53},
        {0, 0x80000000, 0.5 + 0x1p-53},
        {0xffffefff, UINT32_MAX, 1.0 - 0x3p-53},
        {UINT32_MAX, UINT32_MAX, 1.0 - 0x1p-53},
    };
    const struct kernel *kernel[2];
    (void)state;
    for (int i = 0, n = kernels(kernel); i < n; i++)
        for (size_t r = 0; r < COUNT(row); r++)
            for (uint32_t lane = 0; lane < 8; lane++) {
                double e[16];
                struct block b = block_with(4357, (uint32_t[4]){row[r].low, row[r].high, row[r].low, row[r].high});
                kernel[i]->stream(b.seed, b.trial, b.what, b.number - lane, e, 16, 1.0);
                for (int half = 0; half < 2; half++) {
                    double drawn = e[2 * lane + (uint32_t)half];
                    assert_true(drawn > 0.0 && isfinite(drawn));
                    assert_true(fabs(drawn + log(row[r].u)) <= 0x1p-51 * drawn);
                }
            }
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Seeds, trials and quantities that differ in one bit or lie 2^16 or 2^32 apart have no draw in common. */
static void neighbours_share_no_draw(void **state)
{
    enum { N = 1024 };
    static const uint64_t trials[] = {0, 1, 4294967296};
    static const uint32_t whats[] = {0, 1, 65536};
    const struct kernel *kernel = kernel_pick();
    size_t n = 0, all = COUNT(near_seeds) * COUNT(trials) * COUNT(whats) * N;
    double *e = mem_new(all, sizeof *e);
    (void)state;
    for (size_t s = 0; s < COUNT(near_seeds); s++)
        for (size_t t = 0; t < COUNT(trials); t++)
            for (size_t w = 0; w < COUNT(whats); w++, n += N)
                kernel->stream(near_seeds[s], trials[t], whats[w], 0, e + n, N, 1.0);
    assert_int_equal(n, all);
    qsort(e, n, sizeof *e, by_size);
    for (size_t i = 1; i < n; i++)
        assert_true(e[i] > e[i - 1]);
    free(e);
}

/* ---- equal bits ---- */

typedef void loop(const struct kernel *kernel, double *v, int n);

static void power_wear_out(const struct kernel *kernel, double *v, int n)
{
    kernel->power(v, n, 1108.7, 1.0 / 1.5);
}

static void power_infant(const struct kernel *kernel, double *v, int n)
{
    kernel->power(v, n, 790.0, 1.0 / 0.7);
}

static void power_extreme(const struct kernel *kernel, double *v, int n)
{
    kernel->power(v, n, 1.0, 20.0);
}

static void lognormal_wide(const struct kernel *kernel, double *v, int n)
{
    kernel->lognormal(v, n, 5.2417, 2.4456);
}

static void normal_shifted(const struct kernel *kernel, double *v, int n)
{
    kernel->normal(v, n, 0.3, 0.07);
}

/* The same arithmetic, value by value in this file, compiled without the loops' flags. */
static double scalar(loop *name, double v)
{
    double y = 0.0;
    if (name == power_wear_out)
        y = 1108.7 * vmath_pow(v, 1.0 / 1.5);
    else if (name == power_infant)
        y = 790.0 * vmath_pow(v, 1.0 / 0.7);
    else if (name == power_extreme)
        y = vmath_pow(v, 20.0);
    else if (name == lognormal_wide)
        y = vmath_exp(5.2417 + 2.4456 * vmath_normal(v));
    else
        y = 0.3 + 0.07 * vmath_normal(v);
    return y;
}

/* Exponentials, and an even sweep of log v from -690 to 690: both tails, and exp where it saturates. */
static double *million_hazards(bool sweep)
{
    double *v = mem_new(MILLION, sizeof *v);
    kernel_plain.stream(1, 2, 3, 4, v, MILLION, 1.0);
    for (int i = 0; sweep && i < MILLION; i++)
        v[i] = exp(-690.0 + 1380.0 * (i + 0.5) / MILLION);
    return v;
}

static void loops_have_equal_bits(void **state)
{
    static loop *const loops[] = {power_wear_out, power_infant, power_extreme, lognormal_wide, normal_shifted};
    const struct kernel *kernel[2];
    int kinds = kernels(kernel);
    double *v = mem_new(MILLION, sizeof *v), *expected = mem_new(MILLION, sizeof *expected);
    (void)state;
    for (int sweep = 0; sweep < 2; sweep++) {
        double *hazard = million_hazards(sweep == 1);
        for (size_t l = 0; l < COUNT(loops); l++) {
            for (int i = 0; i < MILLION; i++)
                expected[i] = scalar(loops[l], hazard[i]);
            for (int k = 0; k < kinds; k++) {
                memcpy(v, hazard, MILLION * sizeof *v);
                loops[l](kernel[k], v, MILLION);
                assert_same_bits(v, expected, MILLION);
            }
        }
        free(hazard);
    }
    free(v);
    free(expected);
}

/* The logarithm under the draws themselves, and single numbers against whole buffers. */
static void draws_have_equal_bits(void **state)
{
    const struct kernel *kernel[2];
    int kinds = kernels(kernel);
    double *plain = million_hazards(false), *v = mem_new(MILLION, sizeof *v);
    (void)state;
    for (int k = 0; k < kinds; k++) {
        kernel[k]->stream(1, 2, 3, 4, v, MILLION, 1.0);
        assert_same_bits(v, plain, MILLION);
        for (int i = 0; i < 1000; i++) {
            double one = plain[i], same[16];
            for (int j = 0; j < 16; j++)
                same[j] = plain[i];
            kernel[k]->lognormal(&one, 1, 1.0, 2.0);
            kernel[k]->lognormal(same, 16, 1.0, 2.0);
            assert_same_bits(&one, &same[i % 16], 1);
        }
    }
    free(plain);
    free(v);
}

static void pick_obeys_the_environment(void **state)
{
    const struct kernel *kernel[2];
    int kinds = kernels(kernel);
    const struct kernel *fastest = kernel[kinds - 1];
    (void)state;
    assert_int_equal(unsetenv("RUNODDS_KERNEL"), 0);
    assert_ptr_equal(kernel_pick(), fastest);
    assert_int_equal(setenv("RUNODDS_KERNEL", "plain", 1), 0);
    assert_ptr_equal(kernel_pick(), &kernel_plain);
    assert_int_equal(setenv("RUNODDS_KERNEL", "other", 1), 0);
    assert_ptr_equal(kernel_pick(), fastest);
    assert_int_equal(unsetenv("RUNODDS_KERNEL"), 0);
}

/* ---- accuracy, against the long double functions of libm ---- */

/* Units in the last place of the exact value. */
static double ulps(double x, long double exact)
{
    int exponent;
    (void)frexpl(exact, &exponent);
    return (double)fabsl(((long double)x - exact) / ldexpl(1.0L, exponent - 53));
}

static void log_within_2_ulp(void **state)
{
    double worst = 0.0;
    (void)state;
    for (int i = 0; i < MILLION; i++) {
        double t = (i + 0.5) / MILLION;
        double wide = exp(-700.0 + 1400.0 * t), near = 0.5 + 1.5 * t, tiny = 1.0 - 0x1p-53 * (2 * i + 1);
        worst = fmax(worst, ulps(vmath_log(wide), logl(wide)));
        worst = fmax(worst, ulps(vmath_log(near), logl(near)));
        worst = fmax(worst, ulps(vmath_log(tiny), logl(tiny)));
    }
    assert_true(worst <= 2.0);
    assert_true(vmath_log(1.0) == 0.0);
}

static void exp_within_2_ulp(void **state)
{
    double worst = 0.0;
    (void)state;
    for (int i = 0; i < MILLION; i++) {
        double t = (i + 0.5) / MILLION, wide = -708.0 + 1417.0 * t, near = -1.0 + 2.0 * t;
        worst = fmax(worst, ulps(vmath_exp(wide), expl(wide)));
        worst = fmax(worst, ulps(vmath_exp(near), expl(near)));
    }
    assert_true(worst <= 2.0);
    assert_true(vmath_exp(0.0) == 1.0);
    assert_true(vmath_exp(-1e4) == vmath_exp(-708.0) && vmath_exp(-708.0) > 0.0);
    assert_true(vmath_exp(1e4) == vmath_exp(709.0) && isfinite(vmath_exp(709.0)));
}

/* How far z lies from the deviate of upper tail e^-hazard, by one Newton step on the smaller tail. */
static long double normal_error(double z, double hazard)
{
    long double upper = 0.5L * erfcl(z / sqrtl(2.0L)), lower = 0.5L * erfcl(-z / sqrtl(2.0L));
    long double density = expl(-0.5L * z * z) / sqrtl(2.0L * acosl(-1.0L));
    return z > 0.0 ? (expl(-hazard) - upper) / density : (lower + expm1l(-hazard)) / density;
}

/* Of hazards that a uniform can give. The upper bound is 4 units of 2^-52 of max(1, |z|). */
static void normal_is_exact_to_rounding(void **state)
{
    double worst = 0.0, last = -INFINITY;
    (void)state;
    for (int i = 0; i < MILLION; i++) {
        double u = 1.0 - (2.0 * i + 1.0) / (2.0 * MILLION);
        double z = vmath_normal(-vmath_log(u));
        worst = fmax(worst, (double)fabsl(normal_error(z, -vmath_log(u))) / fmax(1.0, fabs(z)));
        assert_true(z > last);
        last = z;
    }
    for (int k = 20; k <= 53; k++) {
        double below = vmath_normal(-vmath_log(1.0 - ldexp(1.0, -k))), above = vmath_normal(k * log(2.0));
        worst = fmax(worst, (double)fabsl(normal_error(above, k * log(2.0))) / above);
        assert_true(fabs(below + above) <= 1e-14);
    }
    assert_true(worst <= 0x1p-50);
    assert_true(fabs(vmath_normal(-log(0.5))) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_known_answers),
#ifdef HAVE_RANDOM123
        cmocka_unit_test(philox_agrees_with_random123),
#endif
        cmocka_unit_test(stream_fills_n),
        cmocka_unit_test(stream_is_scaled),
        cmocka_unit_test(across_takes_draw_0),
        cmocka_unit_test(uniform_is_never_0_or_1),
        cmocka_unit_test(neighbours_share_no_draw),
        cmocka_unit_test(loops_have_equal_bits),
        cmocka_unit_test(draws_have_equal_bits),
        cmocka_unit_test(pick_obeys_the_environment),
        cmocka_unit_test(log_within_2_ulp),
        cmocka_unit_test(exp_within_2_ulp),
        cmocka_unit_test(normal_is_exact_to_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
