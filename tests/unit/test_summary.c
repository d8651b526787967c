/* Ranks, exact binomial intervals, order statistics. */
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
#include "engine/order.h"
#include "engine/summary.h"

/* Of the values 1 to 1000 a percentile p is the value 10 p. */
static void ranks_of_a_ladder(void **state)
{
    (void)state;
    double ladder[1000];
    for (int i = 0; i < 1000; i++)
        ladder[i] = 1000 - i;
    assert_true(summary_percentile(ladder, 1000, 50.0).value == 500.0);
    assert_true(summary_percentile(ladder, 1000, 90.0).value == 900.0);
    assert_true(summary_percentile(ladder, 1000, 99.0).value == 990.0);
    assert_true(summary_percentile(ladder, 1000, 99.9).value == 999.0);
    assert_int_equal(summary_rank(1000, 0.0), 1);
    assert_int_equal(summary_rank(1000, 100.0), 1000);
    assert_int_equal(summary_rank(1, 50.0), 1);
    assert_int_equal(summary_rank(101, 90.0), 91);
    assert_int_equal(summary_rank(3, 99.9), 3);
}

/* Equal-tailed intervals of 100,000 trials, and the fewest trials that have one. */
static void intervals_are_exact_binomial(void **state)
{
    static const struct {
        double p;
        long low, high;
    } row[] = {{50.0, 49690, 50311}, {90.0, 89814, 90187}, {99.0, 98938, 99062}};
    (void)state;
    long low, high;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        assert_true(summary_interval(100000, row[i].p, &low, &high));
        assert_int_equal(low, row[i].low);
        assert_int_equal(high, row[i].high);
    }
    assert_false(summary_interval(35, 90.0, &low, &high));
    assert_true(summary_interval(36, 90.0, &low, &high));
    assert_false(summary_interval(367, 99.0, &low, &high));
    assert_true(summary_interval(368, 99.0, &low, &high));
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Shapes that are hard for counting: ties, one far outlier, infinities, all equal, two clusters. */
static double shaped(int shape, uint32_t *state)
{
    double x = (double)next(state) / 16777216.0;
    switch (shape) {
    case 0:
        return x;
    case 1:
        return floor(x * 7.0);
    case 2:
        return x < 1e-3 ? 1e12 : x;
    case 3:
        return x < 0.2 ? INFINITY : -log(1.0 - x);
    case 4:
        return 42.5;
    default:
        return x < 0.5 ? x : 1e6 + x;
    }
}

static void picks_what_sorting_finds(void **state)
{
    static const long sizes[] = {1, 2, 3, 10, 101, 1000, 30000};
    (void)state;
    uint32_t seed = 7;
    for (int shape = 0; shape < 6; shape++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            long n = sizes[k], rank[64];
            double *v = mem_new((size_t)n, sizeof *v), *sorted = mem_new((size_t)n, sizeof *v), out[64];
            int m = 0;
            for (long i = 0; i < n; i++)
                v[i] = sorted[i] = shaped(shape, &seed);
            qsort(sorted, (size_t)n, sizeof *sorted, by_size);
            for (long i = 0; i < 64; i++)
                if (m == 0 || i * (n - 1) / 63 > rank[m - 1])
                    rank[m++] = i * (n - 1) / 63;
            order_pick(v, n, rank, m, out);
            for (int i = 0; i < m; i++)
                assert_true(out[i] == sorted[rank[i]]);
            free(v);
            free(sorted);
        }
}

/* The worst tenth of 1 to 1000 is 901 to 1000; a constant has its own value for everything. */
static void distributions_of_known_values(void **state)
{
    (void)state;
    double ladder[1000], same[100];
    struct distribution d;
    for (int i = 0; i < 1000; i++)
        ladder[i] = i + 1;
    for (int i = 0; i < 100; i++)
        same[i] = 4.2;
    summary_distribution(ladder, 1000, &d);
    assert_true(fabs(d.cvar90 - 950.5) < 1e-9 && fabs(d.mean - 500.5) < 1e-9);
    assert_true(fabs(d.sd - sqrt(1000.0 * 1001.0 / 12.0)) < 1e-9);
    assert_true(d.min == 1.0 && d.max == 1000.0 && d.largest == 1000.0);
    summary_distribution(same, 100, &d);
    assert_true(d.mean == 4.2 && d.mean_low == 4.2 && d.mean_high == 4.2 && d.sd == 0.0 && d.cvar90 == 4.2);
    same[99] = INFINITY;
    summary_distribution(same, 100, &d);
    assert_true(isnan(d.mean) && isnan(d.cvar90) && isinf(d.max) && d.largest == 4.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_of_a_ladder),
        cmocka_unit_test(intervals_are_exact_binomial),
        cmocka_unit_test(picks_what_sorting_finds),
        cmocka_unit_test(distributions_of_known_values),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
