/* Builds and reads monotone tables of inverse hazards. */
#include "base/quantile.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vmath.h"

/* The hazards that a table spans; a uniform of 52 bits gives 1.1e-16 to 36.7, sums of them a little more. */
static const double hazard_least = 1e-14, hazard_most = 60.0;

/* Fourth-order central slope, limited so that the cubic stays monotone. */
static double slope(const double *y, int i, int n)
{
    double left = i > 0 ? y[i] - y[i - 1] : y[1] - y[0];
    double right = i < n - 1 ? y[i + 1] - y[i] : y[n - 1] - y[n - 2];
    double s = 0.5 * (left + right);
    if (i > 1 && i < n - 2)
        s = (8.0 * (y[i + 1] - y[i - 1]) - (y[i + 2] - y[i - 2])) / 12.0;
    return fmax(0.0, fmin(s, 3.0 * fmin(left, right)));
}

struct quantile *quantile_new(double (*x_of_hazard)(double hazard, void *context), void *context)
{
    enum { N = QUANTILE_KNOTS };
    struct quantile *table = mem_new(1, sizeof *table);
    double *y = mem_new(N, sizeof *y);
    table->low = log(hazard_least);
    table->step = (log(hazard_most) - table->low) / (N - 1);
    for (int i = 0; i < N; i++)
        y[i] = log(x_of_hazard(exp(table->low + table->step * i), context));
    for (int i = 0; i < N - 1; i++) {
        double rise = y[i + 1] - y[i], s0 = slope(y, i, N), s1 = slope(y, i + 1, N);
        double *c = table->cubic[i + 1];
        c[0] = y[i];
        c[1] = s0;
        c[2] = 3.0 * rise - 2.0 * s0 - s1;
        c[3] = s0 + s1 - 2.0 * rise;
    }
    double first = table->cubic[1][1], last = slope(y, N - 1, N);
    memcpy(table->cubic[0], (double[4]){y[0] - first, first}, sizeof table->cubic[0]);
    memcpy(table->cubic[N], (double[4]){y[N - 1], last}, sizeof table->cubic[N]);
    free(y);
    return table;
}

void quantile_invert(const struct quantile *table, const struct kernel *kernel, double *v, int n, double scale)
{
    kernel->table(v, n, table->low, 1.0 / table->step, table->cubic, QUANTILE_KNOTS, scale);
}

/* The integral of a survival function, panel by panel between x[0] = 0 and x[n - 1], both ways. */
enum { PANELS = 480, POINTS = 12 };
struct residual {
    const struct law *law;
    gsl_integration_glfixed_table *rule;
    int n;
    double *x, *left, *right, *at; /* at: residual hazard; each with room for all panels and the end */
};

static double survival(double x, void *law)
{
    return exp(-law_hazard(law, x));
}

static double integral(const struct residual *r, double from, double to)
{
    gsl_function f = {survival, (void *)(uintptr_t)r->law};
    return to > from ? gsl_integration_glfixed(&f, from, to, r->rule) : 0.0;
}

/* Panels end at values of the law for hazards on an even log grid, at its atoms, or at its upper end. */
static void residual_panels(struct residual *r, const struct kernel *kernel)
{
    const struct law_atoms *atoms = r->law->atoms;
    int panels = atoms ? atoms->n : PANELS;
    r->x = mem_new(4 * ((size_t)panels + 1), sizeof *r->x);
    r->left = r->x + panels + 1;
    r->right = r->left + panels + 1;
    r->at = r->right + panels + 1;
    r->n = 1;
    for (int i = 0; i < panels; i++) {
        double x = exp(log(1e-15) + (log(120.0) - log(1e-15)) * i / (panels - 1.0));
        if (atoms)
            x = atoms->x[i];
        else
            law_invert(r->law, kernel, &x, 1);
        if (i == panels - 1)
            x = fmin(fmax(x, r->x[r->n - 1]), law_upper(r->law));
        if (x > r->x[r->n - 1])
            r->x[r->n++] = x;
    }
    r->left[0] = 0.0;
    for (int i = 1; i < r->n; i++)
        r->left[i] = r->left[i - 1] + integral(r, r->x[i - 1], r->x[i]);
    r->right[r->n - 1] = 0.0;
    for (int i = r->n - 1; i > 0; i--)
        r->right[i - 1] = r->right[i] + integral(r, r->x[i - 1], r->x[i]);
    for (int i = 0; i < r->n; i++)
        r->at[i] = r->left[i] < r->right[i] ? -log1p(-r->left[i] / r->right[0]) : -log(r->right[i] / r->right[0]);
}

/* Residual hazard at x inside panel i (from x[i] to x[i + 1]). */
static double residual_hazard(const struct residual *r, int i, double x)
{
    double mean = r->right[0];
    double left = r->left[i] + integral(r, r->x[i], x), right = r->right[i + 1] + integral(r, x, r->x[i + 1]);
    return left < right ? -log1p(-left / mean) : -log(right / mean);
}

/* Newton's method on log x, kept inside the panel; the derivative of the hazard is S(x) / integral of S from x on. */
static double residual_x(double hazard, void *context)
{
    const struct residual *r = context;
    int i = 0, after = r->n - 1;
    while (after - i > 1) {
        int middle = i + (after - i) / 2;
        if (r->at[middle] < hazard)
            i = middle;
        else
            after = middle;
    }
    double low = i > 0 ? r->x[i] : r->x[1] * 1e-30, high = r->x[i + 1];
    double x = i > 0 ? sqrt(low * high) : fmin(high, hazard * r->right[0]);
    for (int k = 0; k < 60; k++) {
        double h = residual_hazard(r, i, x);
        if (h < hazard)
            low = x;
        else
            high = x;
        double rest = r->right[i + 1] + integral(r, x, r->x[i + 1]);
        double next = x * exp((hazard - h) * rest / (survival(x, (void *)(uintptr_t)r->law) * x));
        if (!(next > low && next < high))
            next = high > 4.0 * low ? sqrt(low * high) : 0.5 * (low + high);
        if (fabs(next - x) <= 1e-13 * x || high - low <= 1e-15 * high)
            return next;
        x = next;
    }
    return x;
}

struct quantile *quantile_residual(const struct law *law, const struct kernel *kernel)
{
    struct residual r = {.law = law};
    double mean = law_mean(law);
    if (!(mean > 0.0 && isfinite(mean)))
        return NULL;
    r.rule = gsl_integration_glfixed_table_alloc(POINTS);
    residual_panels(&r, kernel);
    struct quantile *table = quantile_new(residual_x, &r);
    gsl_integration_glfixed_table_free(r.rule);
    free(r.x);
    return table;
}
