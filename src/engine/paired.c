/* Differences on common random numbers. */
#include "engine/paired.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const double z95 = 1.959963984540054;

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double *sorted(const double *values, long n)
{
    double *copy = mem_new((size_t)n, sizeof *copy);
    memcpy(copy, values, (size_t)n * sizeof *copy);
    qsort(copy, (size_t)n, sizeof *copy, by_size);
    return copy;
}

/* Of smaller values: first order if every order statistic of a is at most b's, second if every sum of the largest is
 * (so that whoever dislikes risk prefers a); some must be smaller. */
static enum dominance dominance(const double *a, const double *b, long n)
{
    bool first = true, second = true, smaller = false;
    double sum_a = 0.0, sum_b = 0.0;
    for (long i = n - 1; i >= 0 && second; i--) {
        first = first && a[i] <= b[i];
        smaller = smaller || a[i] < b[i];
        sum_a += a[i];
        sum_b += b[i];
        second = isinf(sum_b) ? first : sum_a <= sum_b; /* sums of infinite values say nothing */
    }
    if (!smaller || !second)
        return DOMINANCE_NONE;
    return first ? DOMINANCE_FIRST : DOMINANCE_SECOND;
}

void paired_compare(const double *a, const double *b, long n, struct paired *out)
{
    double sum = 0.0, squares = 0.0, half = NAN;
    long less = 0;
    bool finite = true;
    for (long from = 0; from < n; from += BLOCK) {
        double part = 0.0;
        for (long i = from; i < n && i < from + BLOCK; i++) {
            part += a[i] - b[i];
            less += a[i] < b[i];
            finite = finite && isfinite(a[i]) && isfinite(b[i]);
        }
        sum += part;
    }
    double mean = finite ? sum / (double)n : NAN;
    for (long from = 0; finite && from < n; from += BLOCK) {
        double part = 0.0;
        for (long i = from; i < n && i < from + BLOCK; i++)
            part += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
        squares += part;
    }
    if (n > 1 && finite)
        half = gsl_cdf_tdist_Pinv(0.975, (double)(n - 1)) * sqrt(squares / (double)(n - 1) / (double)n);
    double *one = sorted(a, n), *other = sorted(b, n);
    *out = (struct paired){
        mean, mean - half, mean + half, (double)less / (double)n, dominance(one, other, n), dominance(other, one, n)};
    free(one);
    free(other);
}

/* Density at the quantile of rank k, from the spacing of order statistics about it. */
static double density(const double *rising, long n, long k)
{
    long away = (long)ceil(0.5 * pow((double)n, 0.8)), least = (k < n - 1 - k ? k : n - 1 - k) / 2;
    away = away > least ? (least > 0 ? least : 1) : away; /* it stays clear of the ends */
    long low = k > away ? k - away : 0, high = k + away < n - 1 ? k + away : n - 1;
    while (high > k && isinf(rising[high])) /* and of unfinished trials */
        high--;
    double width = rising[high] - rising[low];
    return width > 0.0 ? (double)(high - low) / (double)n / width : INFINITY;
}

/* Influence of each trial on the metric; false where it is infinite. */
static bool influence(const struct metric *metric, const double *values, long n, double *value, double *out)
{
    double *rising = sorted(values, n), sum = 0.0;
    bool finite = true;
    if (metric->kind == METRIC_PERCENTILE) {
        long k = summary_rank(n, metric->percent) - 1;
        double f = density(rising, n, k), p = metric->percent / 100.0;
        *value = rising[k];
        finite = isfinite(*value);
        for (long i = 0; i < n && finite; i++)
            out[i] = (p - (values[i] <= *value ? 1.0 : 0.0)) / f;
    } else {
        for (long i = 0; i < n; i++)
            sum += values[i];
        *value = sum / (double)n;
        finite = isfinite(*value);
        for (long i = 0; i < n && finite; i++)
            out[i] = values[i] - *value;
    }
    free(rising);
    return finite;
}

struct estimate paired_metric(const struct metric *metric, const double *a, const double *b, long n)
{
    double *one = mem_new((size_t)n, sizeof *one), *other = mem_new((size_t)n, sizeof *other), x, y, squares = 0.0;
    bool finite = influence(metric, a, n, &x, one);
    finite = influence(metric, b, n, &y, other) && finite;
    for (long i = 0; i < n && finite; i++)
        squares += (one[i] - other[i]) * (one[i] - other[i]);
    free(one);
    free(other);
    double half = finite && n > 1 ? z95 * sqrt(squares / (double)(n - 1) / (double)n) : NAN;
    return (struct estimate){x - y, x - y - half, x - y + half};
}

double paired_trials_needed(struct estimate d, long n)
{
    double half = d.high - d.value;
    return d.value == 0.0 ? INFINITY : ceil((double)n * (half / d.value) * (half / d.value));
}
