/* How fast n cards are: tables by card count, formulas, and formulas fitted to timings. */
#include <math.h>

#include "base/vmath.h"
#include "trial/derive.h"

/* Slope at row i of log value over log cards, limited so that the interpolation is monotone where the rows are (M.
 * Steffen, Astron. Astrophys. 239 (1990) 443-450). */
static double slope(const double *x, const double *y, int n, int i)
{
    if (n == 2)
        return (y[1] - y[0]) / (x[1] - x[0]);
    if (i == 0 || i == n - 1) {
        int a = i == 0 ? 0 : n - 2, b = i == 0 ? 1 : n - 3;
        double h0 = x[a + 1] - x[a], h1 = x[b + 1] - x[b];
        double s0 = (y[a + 1] - y[a]) / h0, s1 = (y[b + 1] - y[b]) / h1;
        double p = s0 * (1.0 + h0 / (h0 + h1)) - s1 * h0 / (h0 + h1);
        return p * s0 <= 0.0 ? 0.0 : fabs(p) > 2.0 * fabs(s0) ? 2.0 * s0 : p;
    }
    double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    double s0 = (y[i] - y[i - 1]) / h0, s1 = (y[i + 1] - y[i]) / h1, p = (s0 * h1 + s1 * h0) / (h0 + h1);
    if (s0 * s1 <= 0.0)
        return 0.0;
    return copysign(fmin(fmin(fabs(s0), fabs(s1)), 0.5 * fabs(p)) * 2.0, s0);
}

/* The value of a table at a card count: through its rows, along the last two beyond them. */
static double table_value(const struct table *table, const double *world, double cards, bool *beyond)
{
    int n = table->rows, i = 0;
    double x[TABLE_ROWS_MOST], y[TABLE_ROWS_MOST];
    *beyond = cards < table->at[0] || cards > table->at[n - 1];
    for (int k = 0; k < n; k++)
        if (table->at[k] == cards)
            return slot_value(table->value[k], world);
    if (n == 1)
        return slot_value(table->value[0], world) * cards / table->at[0];
    for (int k = 0; k < n; k++) {
        x[k] = vmath_log(table->at[k]);
        y[k] = vmath_log(slot_value(table->value[k], world));
    }
    while (i < n - 2 && cards > table->at[i + 1])
        i++;
    double at = vmath_log(cards), h = x[i + 1] - x[i], rise = (y[i + 1] - y[i]) / h;
    if (*beyond)
        return vmath_exp(y[i] + (at - x[i]) * rise);
    double s0 = slope(x, y, n, i), s1 = slope(x, y, n, i + 1), t = at - x[i];
    double a = (s0 + s1 - 2.0 * rise) / (h * h), b = (3.0 * rise - 2.0 * s0 - s1) / h;
    return vmath_exp(y[i] + t * (s0 + t * (b + t * a)));
}

/* A speed beyond the rows is uncertain by this much for each factor e of cards, as a standard deviation of its
 * logarithm. An assumption: a LoRA run that was measured on 8 and 64 cards is slower at 1,024 than the line through
 * them by a factor of 2.6 (MLPerf Training v4.0 results, 28.07, 5.24 and 1.46 min), taken as a 95th percentile. */
static const double beyond_per_fold = 0.21;

static double band(const struct inputs *in, const double *world, const struct table *table, double cards)
{
    double edge = cards < table->at[0] ? table->at[0] : table->at[table->rows - 1];
    double fold = vmath_log(cards > edge ? cards / edge : edge / cards);
    return in->beyond.unknown > 0 ? vmath_exp(beyond_per_fold * fold * slot_value(in->beyond, world)) : 1.0;
}

static double argument(const struct inputs *in, const double *world, int i, double otherwise)
{
    return input_value(&in->scaling_arg[i], world, otherwise);
}

/* G. M. Amdahl, AFIPS 30 (1967) 483-485. */
static double amdahl(double fixed, double n)
{
    return 1.0 / (fixed + (1.0 - fixed) / n);
}

/* Universal scalability law: N. J. Gunther, Guerrilla Capacity Planning, 2007, chapter 4. */
static double usl(double contention, double coherency, double n)
{
    return n / (1.0 + contention * (n - 1.0) + coherency * n * (n - 1.0));
}

/* Hours of one all-reduce around a ring of n cards: each sends 2 (n - 1) / n of the bytes in 2 (n - 1) messages (P.
 * Patarasuk, X. Yuan, J. Parallel Distrib. Comput. 69 (2009) 117-124). */
double plan_ring_h(double n, double gb, double gb_per_h, double latency_h)
{
    return 2.0 * (n - 1.0) / n * gb / gb_per_h + 2.0 * (n - 1.0) * latency_h;
}

/* Steps per hour: the cards share the computing of a step, and what the all-reduce does not hide comes on top. */
static double ring(const struct inputs *in, const double *world, double n)
{
    static const double latency_default_h = 5e-6 / 3600.0;
    double node = in->cards_per_node.kind == INPUT_ONCE ? in->cards_per_node.once.x
                  : in->kind_cards > 1                  ? in->kind_cards
                                                        : 8.0;
    double overlap = argument(in, world, 3, 0.0), latency_h = argument(in, world, 4, latency_default_h);
    double card_h = argument(in, world, 5, 0.0), n0 = input_value(&in->measured_on, world, 1.0);
    double gb = argument(in, world, 0, 0.0);
    double seen = (1.0 - overlap) * plan_ring_h(n, gb, argument(in, world, n > node ? 2 : 1, 1.0), latency_h);
    if (!(card_h > 0.0)) { /* from the step that was measured, less what its all-reduce took */
        double own = (1.0 - overlap) * plan_ring_h(n0, gb, argument(in, world, n0 > node ? 2 : 1, 1.0), latency_h);
        double step_h = input_value(&in->step_time, world, 0.0);
        card_h = n0 * (step_h > own ? step_h - own : 0.01 * step_h);
    }
    return 1.0 / (card_h / n + seen);
}

/* A pipeline of p stages and m micro-batches idles (p - 1) / (m + p - 1) of its time (Y. Huang et al., GPipe, NeurIPS
 * 2019); more cards are more pipelines, which share the micro-batches. */
static double pipeline(double stages, double microbatches, double n)
{
    double p = n < stages ? n : stages, m = microbatches * (n > stages ? stages / n : 1.0);
    m = m > 1.0 ? m : 1.0;
    return n * m / (m + p - 1.0);
}

/* Amdahl's share by least squares through times on several card counts, in multiples of the smallest: y = t / t1 - 1 /
 * r is f (1 - 1 / r). */
double plan_fitted_amdahl(const struct table *times, const double *world)
{
    double xy = 0.0, xx = 0.0, t1 = slot_value(times->value[0], world);
    for (int i = 1; i < times->rows; i++) {
        double r = times->at[i] / times->at[0], x = 1.0 - 1.0 / r;
        xy += x * (slot_value(times->value[i], world) / t1 - 1.0 / r);
        xx += x * x;
    }
    double f = xy / xx;
    return f < 0.0 ? 0.0 : f > 1.0 ? 1.0 : f;
}

/* The same for the universal law: r t / t1 - 1 = a (r - 1) + b r (r - 1). */
static double fitted_usl(const struct table *times, const double *world, double n)
{
    double s11 = 0.0, s12 = 0.0, s22 = 0.0, s1 = 0.0, s2 = 0.0, t1 = slot_value(times->value[0], world);
    for (int i = 1; i < times->rows; i++) {
        double r = times->at[i] / times->at[0], x1 = r - 1.0, x2 = r * (r - 1.0);
        double y = r * slot_value(times->value[i], world) / t1 - 1.0;
        s11 += x1 * x1;
        s12 += x1 * x2;
        s22 += x2 * x2;
        s1 += x1 * y;
        s2 += x2 * y;
    }
    double whole = s11 * s22 - s12 * s12;
    return usl((s1 * s22 - s2 * s12) / whole, (s2 * s11 - s1 * s12) / whole, n);
}

double plan_speed(const struct inputs *in, const double *world, double cards, bool *beyond)
{
    *beyond = false;
    if (in->step_times.rows == 1) {
        *beyond = cards != in->step_times.at[0];
        return cards / in->step_times.at[0] / slot_value(in->step_times.value[0], world) *
               (*beyond ? band(in, world, &in->step_times, cards) : 1.0);
    }
    if (in->step_times.rows > 1) {
        double step_h = table_value(&in->step_times, world, cards, beyond);
        return (*beyond ? band(in, world, &in->step_times, cards) : 1.0) / step_h;
    }
    switch ((enum scaling_rule)in->scaling_rule) {
    case SCALING_NONE:
        break;
    case SCALING_TABLE: {
        double speed = table_value(&in->scaling, world, cards, beyond);
        return *beyond ? speed * band(in, world, &in->scaling, cards) : speed;
    }
    case SCALING_AMDAHL:
        return amdahl(argument(in, world, 0, 0.0), cards);
    case SCALING_USL:
        return usl(argument(in, world, 0, 0.0), argument(in, world, 1, 0.0), cards);
    case SCALING_RING:
        return ring(in, world, cards);
    case SCALING_PIPELINE:
        return pipeline(argument(in, world, 0, 1.0), argument(in, world, 1, 1.0), cards);
    case SCALING_FITTED_AMDAHL:
        return amdahl(plan_fitted_amdahl(&in->scaling, world), cards / in->scaling.at[0]);
    case SCALING_FITTED_USL:
        return fitted_usl(&in->scaling, world, cards / in->scaling.at[0]);
    }
    return cards;
}

double plan_reference_cards(const struct inputs *in, double cards)
{
    if (in->step_times.rows > 0)
        return in->step_times.at[0];
    if (in->scaling.rows > 0)
        return in->scaling.at[0];
    return in->scaling_rule != SCALING_NONE ? 1.0 : cards;
}
