/* Counting into ranges, then partition inside the ranges that matter. */
#include "engine/order.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

enum { RANGES_MOST = 8192, RANGES_LEAST = 16 };

/* Three-way partition around a median of three: v[from..*less) < pivot, v[*less..*more) equal, the rest above. */
static void partition(double *v, long from, long to, long *less, long *more)
{
    double a = v[from], b = v[from + (to - from) / 2], c = v[to - 1];
    double pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    long low = from, i = from, high = to;
    while (i < high) {
        double x = v[i];
        if (x < pivot) {
            v[i++] = v[low];
            v[low++] = x;
        } else if (x > pivot) {
            v[i] = v[--high];
            v[high] = x;
        } else {
            i++;
        }
    }
    *less = low;
    *more = high;
}

/* Puts the values of m rising ranks into their places between from and to. */
static void settle(double *v, long from, long to, const long *rank, int m)
{
    while (m > 0 && to - from > 1) {
        long less, more;
        int below = 0, above;
        partition(v, from, to, &less, &more);
        while (below < m && rank[below] < less)
            below++;
        above = below;
        while (above < m && rank[above] < more)
            above++;
        settle(v, from, less, rank, below);
        from = more;
        rank += above;
        m -= above;
    }
}

struct ranges {
    double low, per_width;
    int n;
    long finite;
    long *count; /* values in each range; later the rank at which it begins */
    long *place; /* where its values are collected; -1: nowhere */
};

/* Rising in x, also after rounding. */
static inline int range_of(const struct ranges *r, double x)
{
    double at = (x - r->low) * r->per_width;
    return at >= r->n - 1 ? r->n - 1 : (int)at;
}

static void count_ranges(struct ranges *r, const double *values, long n)
{
    double low = INFINITY, high = -INFINITY;
    r->finite = 0;
    for (long i = 0; i < n; i++) {
        double x = values[i];
        low = x < low ? x : low;
        high = x > high && x < INFINITY ? x : high;
        r->finite += x < INFINITY;
    }
    r->low = low;
    r->n = n / 8 < RANGES_LEAST ? RANGES_LEAST : n / 8 > RANGES_MOST ? RANGES_MOST : (int)(n / 8);
    r->per_width = high > low && isfinite(r->n / (high - low)) ? r->n / (high - low) : 0.0;
    r->count = mem_new((size_t)r->n + 1, sizeof *r->count);
    r->place = mem_new((size_t)r->n, sizeof *r->place);
    for (long i = 0; i < n; i++)
        if (values[i] < INFINITY)
            r->count[range_of(r, values[i])]++;
    long begins = 0;
    for (int k = 0; k <= r->n; k++) {
        long here = r->count[k];
        r->count[k] = begins;
        begins += here;
    }
}

/* Collects the values of the ranges that hold a rank, range by range; returns them. */
static double *collect(struct ranges *r, const double *values, long n, const long *rank, int m)
{
    long total = 0;
    for (int k = 0, i = 0; k < r->n; k++) {
        long ends = r->count[k + 1];
        while (i < m && rank[i] < r->count[k])
            i++;
        bool holds = i < m && rank[i] < ends;
        r->place[k] = holds ? total : -1;
        total += holds ? ends - r->count[k] : 0;
    }
    double *v = mem_new((size_t)total + 1, sizeof *v);
    long *fill = mem_new((size_t)r->n, sizeof *fill);
    for (long i = 0; i < n; i++) {
        if (!(values[i] < INFINITY))
            continue;
        int k = range_of(r, values[i]);
        if (r->place[k] >= 0)
            v[r->place[k] + fill[k]++] = values[i];
    }
    free(fill);
    return v;
}

void order_pick(const double *values, long n, const long *rank, int m, double *out)
{
    struct ranges r;
    long *inside = mem_new((size_t)m, sizeof *inside);
    count_ranges(&r, values, n);
    double *v = collect(&r, values, n, rank, m);
    int i = 0;
    for (int k = 0; k < r.n; k++) {
        int first = i;
        for (; i < m && rank[i] < r.count[k + 1]; i++)
            inside[i] = r.place[k] + rank[i] - r.count[k];
        if (i == first)
            continue;
        settle(v, r.place[k], r.place[k] + r.count[k + 1] - r.count[k], inside + first, i - first);
        for (int j = first; j < i; j++)
            out[j] = v[inside[j]];
    }
    for (; i < m; i++)
        out[i] = INFINITY;
    free(v);
    free(inside);
    free(r.count);
    free(r.place);
}
