/* How fast n cards are: tables by card count, Amdahl's law. */
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
    *beyond = cards < table->cards[0] || cards > table->cards[n - 1];
    for (int k = 0; k < n; k++)
        if (table->cards[k] == cards)
            return slot_value(table->value[k], world);
    if (n == 1)
        return slot_value(table->value[0], world) * cards / table->cards[0];
    for (int k = 0; k < n; k++) {
        x[k] = vmath_log(table->cards[k]);
        y[k] = vmath_log(slot_value(table->value[k], world));
    }
    while (i < n - 2 && cards > table->cards[i + 1])
        i++;
    double at = vmath_log(cards), h = x[i + 1] - x[i], rise = (y[i + 1] - y[i]) / h;
    if (*beyond)
        return vmath_exp(y[i] + (at - x[i]) * rise);
    double s0 = slope(x, y, n, i), s1 = slope(x, y, n, i + 1), t = at - x[i];
    double a = (s0 + s1 - 2.0 * rise) / (h * h), b = (3.0 * rise - 2.0 * s0 - s1) / h;
    return vmath_exp(y[i] + t * (s0 + t * (b + t * a)));
}

double plan_speed(const struct inputs *in, const double *world, double cards, bool *beyond)
{
    *beyond = false;
    if (in->step_times.rows == 1) {
        *beyond = cards != in->step_times.cards[0];
        return cards / in->step_times.cards[0] / slot_value(in->step_times.value[0], world);
    }
    if (in->step_times.rows > 1)
        return 1.0 / table_value(&in->step_times, world, cards, beyond);
    if (in->scaling_rule == SCALING_TABLE)
        return table_value(&in->scaling, world, cards, beyond);
    if (in->scaling_rule == SCALING_AMDAHL) {
        double fixed = input_value(&in->amdahl, world, 0.0); /* G. M. Amdahl, AFIPS 30 (1967) 483-485 */
        return 1.0 / (fixed + (1.0 - fixed) / cards);
    }
    return cards;
}
