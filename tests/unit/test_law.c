/* Tests of base/law.h and base/quantile.h: every law by every form against its arguments, GSL and its own draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel_loops.h"
#include "base/law.h"
#include "base/quantile.h"
#include "base/stream.h"
#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One in 1e9 of a normal deviate. */
static const double z_most = 6.1;

struct form {
    const char *name;
    int n;
    struct law_arg arg[3];
};

/* Every law by every set of arguments that it takes. */
static const struct form forms[] = {
    {"constant", 1, {{LAW_VALUE, 0, 3.5}}},
    {"uniform", 2, {{LAW_MIN, 0, 2}, {LAW_MAX, 0, 7}}},
    {"uniform", 2, {{LAW_MEAN, 0, -1}, {LAW_SD, 0, 0.4}}},
    {"uniform", 2, {{LAW_QUANTILE, 0.05, 5}, {LAW_QUANTILE, 0.95, 23}}},
    {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 2}, {LAW_MAX, 0, 6}}},
    {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 1}, {LAW_MAX, 0, 6}}},
    {"triangular", 3, {{LAW_MAX, 0, 6}, {LAW_MODE, 0, 6}, {LAW_MIN, 0, 1}}},
    {"pert", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 2}, {LAW_MAX, 0, 6}}},
    {"pert", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 1}, {LAW_MAX, 0, 6}}},
    {"normal", 2, {{LAW_MEAN, 0, 10}, {LAW_SD, 0, 3}}},
    {"normal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.9, 14}}},
    {"normal", 2, {{LAW_QUANTILE, 0.1, -4}, {LAW_SD, 0, 3}}},
    {"normal", 2, {{LAW_QUANTILE, 0.9, 14}, {LAW_QUANTILE, 0.25, -2}}},
    {"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_SD, 0, 3}}},
    {"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_SIGMA, 0, 0.8}}},
    {"lognormal", 2, {{LAW_QUANTILE, 0.5, 1}, {LAW_SIGMA, 0, 1}}},
    {"lognormal", 2, {{LAW_QUANTILE, 0.9, 8}, {LAW_SIGMA, 0, 0.5}}},
    {"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.5, 7}}},
    {"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.9, 20}}},
    {"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.1, 4}}},
    {"lognormal", 2, {{LAW_SD, 0, 3}, {LAW_QUANTILE, 0.5, 7}}},
    {"lognormal", 2, {{LAW_QUANTILE, 0.1, 5}, {LAW_QUANTILE, 0.9, 20}}},
    {"logitnormal", 2, {{LAW_QUANTILE, 0.05, 0.2}, {LAW_QUANTILE, 0.95, 0.6}}},
    {"logitnormal", 2, {{LAW_QUANTILE, 0.95, 0.999}, {LAW_QUANTILE, 0.05, 0.9}}},
    {"exponential", 1, {{LAW_MEAN, 0, 42}}},
    {"exponential", 1, {{LAW_SCALE, 0, 0.1}}},
    {"exponential", 1, {{LAW_QUANTILE, 0.9, 5}}},
    {"weibull", 2, {{LAW_SHAPE, 0, 0.7}, {LAW_MEAN, 0, 1008}}},
    {"weibull", 2, {{LAW_SHAPE, 0, 2.64}, {LAW_SCALE, 0, 7.11}}},
    {"weibull", 2, {{LAW_SHAPE, 0, 0.7}, {LAW_QUANTILE, 0.5, 12}}},
    {"weibull", 2, {{LAW_MEAN, 0, 10}, {LAW_SD, 0, 14}}},
    {"weibull", 2, {{LAW_MEAN, 0, 10}, {LAW_SD, 0, 0.1}}},
    {"weibull", 2, {{LAW_QUANTILE, 0.1, 2}, {LAW_QUANTILE, 0.9, 30}}},
    {"gamma", 2, {{LAW_SHAPE, 0, 0.7}, {LAW_MEAN, 0, 10}}},
    {"gamma", 2, {{LAW_SHAPE, 0, 3}, {LAW_SCALE, 0, 2}}},
    {"gamma", 2, {{LAW_SHAPE, 0, 3}, {LAW_QUANTILE, 0.9, 12}}},
    {"gamma", 2, {{LAW_MEAN, 0, 10}, {LAW_SD, 0, 3}}},
    {"gamma", 2, {{LAW_QUANTILE, 0.1, 2}, {LAW_QUANTILE, 0.9, 30}}},
    {"beta", 2, {{LAW_MEAN, 0, 0.35}, {LAW_SD, 0, 0.1}}},
    {"beta", 2, {{LAW_ALPHA, 0, 0.5}, {LAW_BETA, 0, 3}}},
    {"beta", 2, {{LAW_QUANTILE, 0.05, 0.2}, {LAW_QUANTILE, 0.95, 0.7}}},
    {"beta", 2, {{LAW_QUANTILE, 0.1, 0.01}, {LAW_QUANTILE, 0.9, 0.9}}},
    {"poisson", 1, {{LAW_MEAN, 0, 0.3}}},
    {"poisson", 1, {{LAW_VALUE, 0, 12.5}}},
    {"poisson", 1, {{LAW_MEAN, 0, 20000}}},
};

static struct law make(const struct form *form, struct law_shelf *shelf)
{
    struct law law = {0};
    const char *why = NULL;
    if (!law_make(&law, law_find(form->name), form->arg, form->n, shelf, &why))
        fail_msg("%s of %d arguments, the first %g: %s", form->name, form->n, form->arg[0].x, why);
    return law;
}

static struct law make_two(const char *name, enum law_param p, double x, enum law_param q, double y,
                           struct law_shelf *shelf)
{
    return make(&(struct form){name, 2, {{p, 0, x}, {q, 0, y}}}, shelf);
}

static double inverse(const struct law *law, double hazard)
{
    law_invert(law, &kernel_plain, &hazard, 1);
    return hazard;
}

static void assert_near(double is, double should, double relative)
{
    if (!(fabs(is - should) <= relative * fabs(should)))
        fail_msg("%.17g should be %.17g within %g", is, should, relative);
}

/* The point i of n of an even grid in log hazard. */
static double grid(double low, double high, int i, int n)
{
    return exp(log(low) + (log(high) - log(low)) * i / (n - 1));
}

static int shelf_empty(void **state)
{
    static const struct law_shelf none;
    struct law_shelf *shelf = mem_new(1, sizeof *shelf);
    *shelf = none;
    *state = shelf;
    return 0;
}

static int shelf_release(void **state)
{
    law_shelf_release(*state);
    free(*state);
    return 0;
}

static void rows_are_found_by_name(void **state)
{
    struct law constant = law_constant(2.0), exponential = law_exponential(2.0);
    int n;
    const struct law_row *rows = law_rows(&n);
    (void)state;
    for (int i = 0; i < n; i++) {
        bool tested = strcmp(rows[i].name, "empirical") == 0;
        assert_ptr_equal(law_find(rows[i].name), &rows[i]);
        assert_non_null(strstr(rows[i].forms, rows[i].name));
        assert_in_range(rows[i].places, 0, LAW_ARGS);
        for (size_t k = 0; k < COUNT(forms); k++)
            tested = tested || strcmp(rows[i].name, forms[k].name) == 0;
        assert_true(tested);
    }
    assert_null(law_find("cauchy"));
    assert_null(law_find(""));
    assert_string_equal(constant.row->name, "constant");
    assert_string_equal(exponential.row->name, "exponential");
    assert_true(law_is_constant(&constant) && !law_is_constant(&exponential));
    assert_true(law_is_exponential(&exponential) && !law_is_exponential(&constant));
}

/* ---- a law gives back what it was made of ---- */

/* What the law says of one argument, computed from its moments and its hazard. */
static double echo(const struct law *law, const struct law_arg *arg)
{
    bool gamma = strcmp(law->row->name, "gamma") == 0, weibull = strcmp(law->row->name, "weibull") == 0;
    double mean = law_mean(law), sd = law_sd(law), sum = mean * (1.0 - mean) / (sd * sd) - 1.0;
    switch (arg->param) {
    case LAW_VALUE:
    case LAW_MEAN:
        return mean;
    case LAW_SD:
        return sd;
    case LAW_QUANTILE:
        return -expm1(-law_hazard(law, arg->x)) / arg->level * arg->x;
    case LAW_SIGMA:
        return sqrt(log1p(sd / mean * (sd / mean)));
    case LAW_SHAPE:
        return gamma ? mean / sd * (mean / sd) : log2(law_hazard(law, 2.0 * mean) / law_hazard(law, mean));
    case LAW_SCALE:
        return gamma ? sd * sd / mean : weibull ? law_hazard(law, arg->x) * arg->x : mean;
    case LAW_ALPHA:
        return sum * mean;
    case LAW_BETA:
        return sum * (1.0 - mean);
    case LAW_MIN: /* hazard 0 up to it, not beyond */
        return law_hazard(law, arg->x) == 0.0 && law_hazard(law, arg->x + 1e-3) > 0.0 ? arg->x : NAN;
    case LAW_MAX:
        return isinf(law_hazard(law, arg->x)) && isfinite(law_hazard(law, arg->x - 1e-3)) ? law_upper(law) : NAN;
    case LAW_MODE:
        break;
    }
    double ends = law->row == law_find("pert") ? law->a + law->a + law->b : law->a + law->c;
    return law->row == law_find("pert") ? (6.0 * mean - ends) / 4.0 : 3.0 * mean - ends;
}

static void laws_echo_their_arguments(void **state)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct law law = make(&forms[i], *state);
        for (int k = 0; k < forms[i].n; k++) {
            const struct law_arg *arg = &forms[i].arg[k];
            assert_near(echo(&law, arg), arg->x, 1e-9);
            if (arg->param == LAW_QUANTILE)
                assert_near(law_quantile(&law, arg->level), arg->x, 1e-7);
        }
    }
}

static void lognormal_by_mean_and_percentile_takes_the_smaller_sigma(void **state)
{
    struct law law = make(&(struct form){"lognormal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.9, 20}}}, *state);
    double z = gsl_cdf_ugaussian_Pinv(0.9);
    assert_near(law.b, z - sqrt(z * z - 2.0 * log(2.0)), 1e-12);
}

/* Queue waits in seconds of two clusters, from their means and medians; sigma, P90 and P99 by sigma^2 = 2
 * ln(mean/median). */
static void lognormal_by_mean_and_median(void **state)
{
    struct law philly =
        make(&(struct form){"lognormal", 2, {{LAW_MEAN, 0, 3760.604}, {LAW_QUANTILE, 0.5, 189}}}, *state);
    struct law kalos = make(&(struct form){"lognormal", 2, {{LAW_MEAN, 0, 214.2}, {LAW_QUANTILE, 0.5, 17}}}, *state);
    assert_near(philly.a, log(189.0), 1e-12);
    assert_near(philly.b, 2.4456442, 1e-7);
    assert_near(law_quantile(&philly, 0.9), 4341.4608, 1e-6);
    assert_near(law_quantile(&philly, 0.99), 55891.0, 1e-4);
    assert_near(kalos.b, 2.2510437, 1e-4);
    assert_near(law_quantile(&kalos, 0.9), 304.31, 1e-3);
}

/* ---- moments ---- */

/* Mean and sd of the law's own inverse: the integrals of x(h) and x(h)^2 under e^-h, by Gauss-Legendre on log h. */
static void moments_of_inverse(const struct law *law, double *mean, double *sd)
{
    enum { PANELS = 600, POINTS = 10 };
    gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(POINTS);
    double centre = law_mean(law), sum[3] = {0.0};
    for (int i = 1; i < PANELS; i++)
        for (size_t k = 0; k < POINTS; k++) {
            double t, weight;
            gsl_integration_glfixed_point(log(grid(1e-13, 300, i - 1, PANELS)), log(grid(1e-13, 300, i, PANELS)), k, &t,
                                          &weight, rule);
            double h = exp(t), x = inverse(law, h) - centre;
            weight *= h * exp(-h);
            sum[0] += weight;
            sum[1] += weight * x;
            sum[2] += weight * x * x;
        }
    gsl_integration_glfixed_table_free(rule);
    *mean = centre + sum[1] / sum[0];
    *sd = sqrt(sum[2] / sum[0] - sum[1] / sum[0] * (sum[1] / sum[0]));
}

static void moments_of_atoms(const struct law_atoms *atoms, double *mean, double *sd)
{
    double sum[2] = {0.0}, before = 0.0;
    for (int i = 0; i < atoms->n; i++) {
        double mass = exp(-before) - exp(-atoms->hazard[i]), x = atoms->x[i] - atoms->mean;
        sum[0] += mass * x;
        sum[1] += mass * x * x;
        before = atoms->hazard[i];
    }
    *mean = atoms->mean + sum[0];
    *sd = sqrt(sum[1] - sum[0] * sum[0]);
}

/* A logitnormal law has its moments by 4,000 middles, not by a formula. */
static void moments_are_those_of_the_inverse(void **state)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct law law = make(&forms[i], *state);
        double mean, sd, spread = fabs(law_mean(&law)) + law_sd(&law);
        double error_most = (law.row == law_find("logitnormal") ? 1e-4 : 1e-6) * spread;
        if (law.atoms)
            moments_of_atoms(law.atoms, &mean, &sd);
        else
            moments_of_inverse(&law, &mean, &sd);
        assert_true(fabs(law_mean(&law) - mean) <= error_most);
        assert_true(fabs(law_sd(&law) - sd) <= error_most);
    }
}

/* z of the mean and of the variance of 100,000 draws; the variance's own error from the sample's fourth moment. */
static void assert_draws_have_moments(const struct law *law, uint64_t seed, uint32_t what)
{
    enum { N = 100000 };
    struct stream stream;
    double mean = law_mean(law), variance = law_sd(law) * law_sd(law), sum[3] = {0.0};
    stream_init(&stream, kernel_pick(), seed, what, 16);
    stream_begin(&stream, 0, law, 1.0);
    for (int k = 0; k < N; k++) {
        double x = stream_next(&stream) - mean, square = x * x;
        sum[0] += x / N;
        sum[1] += square / N;
        sum[2] += square * square / N;
    }
    if (variance == 0.0) {
        assert_true(sum[0] == 0.0 && sum[1] == 0.0);
        return;
    }
    double z_mean = sum[0] / sqrt(variance / N),
           z_variance = (sum[1] - variance) / sqrt((sum[2] - sum[1] * sum[1]) / N);
    if (!(fabs(z_mean) < z_most && fabs(z_variance) < z_most))
        fail_msg("%s: z %g of the mean, %g of the variance", law->row->name, z_mean, z_variance);
}

static void draws_have_the_moments(void **state)
{
    static const double sample[] = {0.5, 3, 1, 4, 1, 5, 9, 2, 6};
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct law law = make(&forms[i], *state);
        assert_draws_have_moments(&law, 1, (uint32_t)i);
    }
    struct law law = law_sample(sample, COUNT(sample), *state);
    assert_draws_have_moments(&law, 1, text_hash("sample", ""));
}

/* A rare count: 16,000,000 chances of 3.1444753148558566e-10. */
static void poisson_of_a_rare_count(void **state)
{
    enum { N = 100000 };
    struct law law = make(&(struct form){"poisson", 1, {{LAW_MEAN, 0, 16e6 * 3.1444753148558566e-10}}}, *state);
    struct stream stream;
    double sum = 0.0;
    assert_near(law_mean(&law), 0.0050312, 1e-5);
    stream_init(&stream, kernel_pick(), 2569, 0, 16);
    stream_begin(&stream, 0, &law, 1.0);
    for (int k = 0; k < N; k++) {
        double count = stream_next(&stream);
        assert_true(count >= 0.0 && count == floor(count));
        sum += count;
    }
    assert_true(fabs(sum / N - 0.0050312) < 6.0 * sqrt(0.0050312 / N));
}

/* ---- inverses ---- */

static double smaller_tail(double lower, double upper)
{
    return lower < 0.5 ? -log1p(-lower) : -log(upper);
}

/* -log P(X > x) by GSL from the canonical numbers; NaN for a law that GSL does not have. */
static double gsl_hazard(const struct law *law, double x)
{
    const char *name = law->row->name;
    double a = law->a, b = law->b;
    if (strcmp(name, "uniform") == 0)
        return smaller_tail(gsl_cdf_flat_P(x, a, b), gsl_cdf_flat_Q(x, a, b));
    if (strcmp(name, "normal") == 0)
        return smaller_tail(gsl_cdf_gaussian_P(x - a, b), gsl_cdf_gaussian_Q(x - a, b));
    if (strcmp(name, "lognormal") == 0)
        return smaller_tail(gsl_cdf_lognormal_P(x, a, b), gsl_cdf_lognormal_Q(x, a, b));
    if (strcmp(name, "logitnormal") == 0)
        return smaller_tail(gsl_cdf_lognormal_P(x / (1.0 - x), a, b), gsl_cdf_lognormal_Q(x / (1.0 - x), a, b));
    if (strcmp(name, "exponential") == 0)
        return smaller_tail(gsl_cdf_exponential_P(x, a), gsl_cdf_exponential_Q(x, a));
    if (strcmp(name, "weibull") == 0)
        return smaller_tail(gsl_cdf_weibull_P(x, a, 1.0 / b), gsl_cdf_weibull_Q(x, a, 1.0 / b));
    if (strcmp(name, "gamma") == 0)
        return smaller_tail(gsl_cdf_gamma_P(x, b, a), gsl_cdf_gamma_Q(x, b, a));
    if (strcmp(name, "beta") == 0 || strcmp(name, "pert") == 0)
        return smaller_tail(gsl_cdf_beta_P((x - a) / b, law->c, law->d), gsl_cdf_beta_Q((x - a) / b, law->c, law->d));
    return NAN;
}

/* The inverse is right within 1e-7 of its value: the hazards a little to the left and right of it enclose the given
 * one. */
static void inverse_undoes_the_hazard(void **state)
{
    enum { POINTS = 300 };
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct law law = make(&forms[i], *state);
        for (int k = 0; k < POINTS && !law.atoms && !law_is_constant(&law); k++) {
            double h = grid(1e-8, 30, k, POINTS), x = inverse(&law, h), step = 1e-7 * fabs(x);
            double left = x - step, right = fmin(x + step, law_upper(&law));
            assert_true(law_hazard(&law, left) <= h && law_hazard(&law, right) >= h);
            if (law.row != law_find("triangular"))
                assert_true(gsl_hazard(&law, left) <= h && gsl_hazard(&law, right) >= h);
        }
    }
}

/* Also at the ends of u, 2^-53 and 1 - 2^-53, and for shares of a hazard. */
static void inverse_is_finite_and_rises(void **state)
{
    enum { POINTS = 2000 };
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct law law = make(&forms[i], *state);
        double last = -INFINITY;
        for (int k = 0; k < POINTS; k++) {
            double x = inverse(&law, grid(0x1p-53 / 100000, 53 * log(2.0), k, POINTS));
            assert_true(isfinite(x) && x >= last && x <= law_upper(&law));
            last = x;
        }
    }
}

/* The relative error in x of a table, by one Newton step; density is that of x. */
static double error_of(double hazard, double lower, double upper, double x, double density)
{
    return fabs(smaller_tail(lower, upper) - hazard) * upper / (x * density);
}

static double gamma_error(double shape, struct law_shelf *shelf)
{
    enum { POINTS = 700 };
    struct law law = make_two("gamma", LAW_SHAPE, shape, LAW_SCALE, 1.0, shelf);
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double h = grid(1e-9, -log(1e-9), i, POINTS), x = inverse(&law, h), p = gsl_cdf_gamma_P(x, shape, 1.0);
        worst = fmax(worst, error_of(h, p, gsl_cdf_gamma_Q(x, shape, 1.0), x, gsl_ran_gamma_pdf(x, shape, 1.0)));
    }
    return worst;
}

static double beta_error(double alpha, double beta, struct law_shelf *shelf)
{
    enum { POINTS = 700 };
    struct law law = make_two("beta", LAW_ALPHA, alpha, LAW_BETA, beta, shelf);
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double h = grid(1e-9, -log(1e-9), i, POINTS), x = inverse(&law, h), p = gsl_cdf_beta_P(x, alpha, beta);
        if (x < 1.0) /* the last double below 1 may have a large tail above it */
            worst = fmax(worst, error_of(h, p, gsl_cdf_beta_Q(x, alpha, beta), x, gsl_ran_beta_pdf(x, alpha, beta)));
    }
    return worst;
}

/* Between the 1e-9 and 1 - 1e-9 quantiles. A beta law whose shapes sum to less than 0.4 has nearly all its mass at 0
 * and 1; its step between them is sharper than the table's grid. */
static void tables_err_below_1e_6(void **state)
{
    static const double shapes[] = {0.05, 0.2, 1.0, 3.0, 40.0, 1e3, 1e5};
    for (size_t i = 0; i < COUNT(shapes); i++) {
        assert_true(gamma_error(shapes[i], *state) < 1e-6);
        for (size_t j = 0; j < COUNT(shapes); j++)
            assert_true(beta_error(shapes[i], shapes[j], *state) < (shapes[i] + shapes[j] < 0.4 ? 1e-4 : 1e-6));
    }
    for (double mode = 0.0; mode <= 1.0; mode += 0.125)
        assert_true(beta_error(1.0 + 4.0 * mode, 5.0 - 4.0 * mode, *state) < 1e-6);
}

static void tables_are_shared_by_shape(void **state)
{
    struct law_shelf *shelf = *state;
    struct law one = make_two("gamma", LAW_SHAPE, 2.0, LAW_MEAN, 10.0, shelf);
    struct law same = make_two("gamma", LAW_SHAPE, 2.0, LAW_SCALE, 3.0, shelf);
    struct law other = make_two("gamma", LAW_SHAPE, 2.5, LAW_MEAN, 10.0, shelf);
    struct law beta = make_two("beta", LAW_ALPHA, 2.0, LAW_BETA, 3.0, shelf);
    struct law turned = make_two("beta", LAW_ALPHA, 3.0, LAW_BETA, 2.0, shelf);
    assert_ptr_equal(one.table, same.table);
    assert_ptr_not_equal(one.table, other.table);
    assert_ptr_not_equal(beta.table, turned.table);
    assert_int_equal(shelf->tables, 4);
    same = (struct law){.table = one.table};
    const char *why = NULL;
    assert_true(
        law_make(&same, law_find("gamma"), (struct law_arg[2]){{LAW_SHAPE, 0, 2}, {LAW_MEAN, 0, 20}}, 2, NULL, &why));
    assert_ptr_equal(same.table, one.table);
    assert_near(inverse(&same, 0.7), 2.0 * inverse(&one, 0.7), 1e-15);
}

/* Masses are those of the sample: 1/9 each, 2/9 where a value stands twice; an inverse at a step takes the lower value.
 */
static void sample_is_its_own_law(void **state)
{
    static const double sample[] = {5, 3, 1, 4, 1, 5, 9, 2, 6}, sorted[] = {1, 1, 2, 3, 4, 5, 5, 6, 9};
    struct law law = law_sample(sample, COUNT(sample), *state);
    assert_near(law_mean(&law), 4.0, 1e-15);
    assert_near(law_sd(&law), sqrt(54.0 / 9.0), 1e-15);
    assert_true(law_upper(&law) == 9.0 && isinf(law_hazard(&law, 9.0)));
    assert_true(law_hazard(&law, 0.99) == 0.0);
    assert_near(law_hazard(&law, 1.0), log(9.0 / 7.0), 1e-15);
    assert_near(law_hazard(&law, 5.5), log(9.0 / 2.0), 1e-15);
    for (int i = 0; i < 9; i++)
        assert_true(law_quantile(&law, (i + 0.5) / 9.0) == sorted[i]);
    assert_true(inverse(&law, law_hazard(&law, 2.0)) == 2.0);
    assert_true(inverse(&law, 1e-16) == 1.0 && inverse(&law, 700.0) == 9.0);
}

static void poisson_has_its_masses(void **state)
{
    static const double means[] = {0.3, 12.5, 1000.0};
    for (size_t i = 0; i < COUNT(means); i++) {
        struct law law = make(&(struct form){"poisson", 1, {{LAW_MEAN, 0, means[i]}}}, *state);
        double before = exp(-law.atoms->hazard[0]);
        for (int k = 1; k < law.atoms->n; k++) {
            double after = exp(-law.atoms->hazard[k]), x = law.atoms->x[k];
            assert_true(x == law.atoms->x[k - 1] + 1.0);
            assert_true(fabs(before - after - gsl_ran_poisson_pdf((unsigned)x, means[i])) < 1e-11);
            before = after;
        }
    }
}

/* ---- refusals ---- */

static void assert_refused(const struct form *form, struct law_shelf *shelf)
{
    struct law law = {0};
    const char *why = NULL;
    if (law_make(&law, law_find(form->name), form->arg, form->n, shelf, &why))
        fail_msg("%s of %d arguments was taken, the first %g at level %g, the second %g at level %g", form->name,
                 form->n, form->arg[0].x, form->arg[0].level, form->arg[1].x, form->arg[1].level);
    assert_non_null(why);
    assert_true(strlen(why) > 0);
}

static void refuses_what_is_not_finite(void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT(forms); i++)
        for (int k = 0; k < forms[i].n; k++)
            for (size_t b = 0; b < COUNT(bad); b++) {
                struct form form = forms[i];
                form.arg[k].x = bad[b];
                assert_refused(&form, *state);
            }
}

static void refuses_levels_outside_0_to_1(void **state)
{
    static const double bad[] = {NAN, 0.0, 1.0, -0.1, 1.1};
    for (size_t i = 0; i < COUNT(forms); i++)
        for (int k = 0; k < forms[i].n; k++)
            for (size_t b = 0; b < COUNT(bad) && forms[i].arg[k].param == LAW_QUANTILE; b++) {
                struct form form = forms[i];
                form.arg[k].level = bad[b];
                assert_refused(&form, *state);
            }
}

/* A spread, shape or scale is above 0, and so are all numbers of a law of positive values. */
static void refuses_zero_and_negative(void **state)
{
    static const double bad[] = {0.0, -0.0, -1.0, -1e-300};
    for (size_t i = 0; i < COUNT(forms); i++)
        for (int k = 0; k < forms[i].n; k++) {
            static const char *const positive[] = {"lognormal", "logitnormal", "exponential", "weibull",
                                                   "gamma",     "beta",        "poisson"};
            enum law_param param = forms[i].arg[k].param;
            bool must = param == LAW_SD || param == LAW_SIGMA || param == LAW_SHAPE || param == LAW_SCALE;
            for (size_t p = 0; p < COUNT(positive); p++)
                must = must || strcmp(forms[i].name, positive[p]) == 0;
            for (size_t b = 0; b < COUNT(bad) && must; b++) {
                struct form form = forms[i];
                form.arg[k].x = bad[b];
                assert_refused(&form, *state);
            }
        }
}

static void refuses_what_is_out_of_order_or_range(void **state)
{
    static const struct form bad[] = {
        {"uniform", 2, {{LAW_MIN, 0, 7}, {LAW_MAX, 0, 2}}},
        {"uniform", 2, {{LAW_MIN, 0, 2}, {LAW_MAX, 0, 2}}},
        {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 0.5}, {LAW_MAX, 0, 6}}},
        {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 7}, {LAW_MAX, 0, 6}}},
        {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MODE, 0, 1}, {LAW_MAX, 0, 1}}},
        {"pert", 3, {{LAW_MIN, 0, 6}, {LAW_MODE, 0, 2}, {LAW_MAX, 0, 1}}},
        {"normal", 2, {{LAW_QUANTILE, 0.1, 5}, {LAW_QUANTILE, 0.9, 4}}},
        {"normal", 2, {{LAW_QUANTILE, 0.9, 4}, {LAW_QUANTILE, 0.1, 5}}},
        {"normal", 2, {{LAW_QUANTILE, 0.9, 4}, {LAW_QUANTILE, 0.9, 5}}},
        {"normal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.9, 9}}},
        {"normal", 2, {{LAW_MEAN, 0, 10}, {LAW_QUANTILE, 0.5, 12}}},
        {"lognormal", 2, {{LAW_MEAN, 0, 7}, {LAW_QUANTILE, 0.5, 10}}},
        {"lognormal", 2, {{LAW_MEAN, 0, 1}, {LAW_QUANTILE, 0.9, 10}}},
        {"logitnormal", 2, {{LAW_QUANTILE, 0.1, 0.2}, {LAW_QUANTILE, 0.9, 1}}},
        {"logitnormal", 2, {{LAW_QUANTILE, 0.1, 0.6}, {LAW_QUANTILE, 0.9, 0.2}}},
        {"weibull", 2, {{LAW_SHAPE, 0, 0.04}, {LAW_MEAN, 0, 1}}},
        {"weibull", 2, {{LAW_SHAPE, 0, 2e6}, {LAW_MEAN, 0, 1}}},
        {"weibull", 2, {{LAW_QUANTILE, 0.1, 4}, {LAW_QUANTILE, 0.9, 4}}},
        {"gamma", 2, {{LAW_SHAPE, 0, 0.04}, {LAW_MEAN, 0, 1}}},
        {"gamma", 2, {{LAW_MEAN, 0, 1}, {LAW_SD, 0, 1e-4}}},
        {"beta", 2, {{LAW_MEAN, 0, 1}, {LAW_SD, 0, 0.1}}},
        {"beta", 2, {{LAW_MEAN, 0, 0.3}, {LAW_SD, 0, 0.46}}},
        {"beta", 2, {{LAW_QUANTILE, 0.1, 0.2}, {LAW_QUANTILE, 0.9, 1}}},
        {"poisson", 1, {{LAW_MEAN, 0, 1e7}}},
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_refused(&bad[i], *state);
}

static void refuses_what_does_not_determine_it(void **state)
{
    static const struct form extra[] = {
        {"uniform", 2, {{LAW_MIN, 0, 2}, {LAW_SD, 0, 7}}},
        {"uniform", 3, {{LAW_MIN, 0, 2}, {LAW_MAX, 0, 7}, {LAW_MEAN, 0, 5}}},
        {"triangular", 3, {{LAW_MIN, 0, 1}, {LAW_MEAN, 0, 2}, {LAW_MAX, 0, 6}}},
        {"normal", 2, {{LAW_MEAN, 0, 1}, {LAW_MEAN, 0, 1}}},
        {"normal", 3, {{LAW_MEAN, 0, 1}, {LAW_SD, 0, 1}, {LAW_QUANTILE, 0.5, 1}}},
        {"normal", 3, {{LAW_QUANTILE, 0.1, 1}, {LAW_QUANTILE, 0.5, 2}, {LAW_QUANTILE, 0.9, 3}}},
        {"lognormal", 2, {{LAW_MEAN, 0, 1}, {LAW_SHAPE, 0, 1}}},
        {"exponential", 2, {{LAW_MEAN, 0, 1}, {LAW_SD, 0, 1}}},
        {"exponential", 2, {{LAW_MEAN, 0, 1}, {LAW_SCALE, 0, 1}}},
        {"weibull", 2, {{LAW_MEAN, 0, 1}, {LAW_SCALE, 0, 1}}},
        {"weibull", 3, {{LAW_SHAPE, 0, 1}, {LAW_MEAN, 0, 1}, {LAW_SCALE, 0, 1}}},
        {"gamma", 2, {{LAW_SD, 0, 1}, {LAW_SCALE, 0, 1}}},
        {"gamma", 3, {{LAW_SHAPE, 0, 1}, {LAW_MEAN, 0, 1}, {LAW_SD, 0, 1}}},
        {"beta", 2, {{LAW_ALPHA, 0, 1}, {LAW_SD, 0, 0.1}}},
        {"poisson", 1, {{LAW_SHAPE, 0, 1}}},
        {"poisson", 2, {{LAW_MEAN, 0, 1}, {LAW_SD, 0, 1}}},
        {"empirical", 1, {{LAW_VALUE, 0, 1}}},
    };
    for (size_t i = 0; i < COUNT(extra); i++)
        assert_refused(&extra[i], *state);
    for (size_t i = 0; i < COUNT(forms); i++)
        for (int n = 0; n < forms[i].n; n++) {
            struct form form = forms[i];
            bool whole = n == 1 && form.arg[0].param == LAW_QUANTILE && strcmp(form.name, "exponential") == 0;
            form.n = n;
            if (!whole)
                assert_refused(&form, *state);
        }
}

/* ---- residual lives ---- */

/* The table's value at a hazard and its relative error against `exact`, in the unit of the law. */
static void assert_residual(const struct quantile *table, double hazard, double exact, double relative)
{
    double x = hazard;
    quantile_invert(table, kernel_pick(), &x, 1, 1.0);
    assert_near(x, exact, relative);
}

enum { RESIDUAL_POINTS = 400 };

static double residual_grid(int i)
{
    return grid(1e-12, 36.0, i, RESIDUAL_POINTS);
}

static void residual_of_weibull_is_incomplete_gamma(void **state)
{
    static const double shapes[] = {0.2, 0.4505, 0.7, 1.0, 1.5, 2.64, 10.0};
    for (size_t s = 0; s < COUNT(shapes); s++) {
        double k = shapes[s], eta = 50.7;
        struct law law = make_two("weibull", LAW_SHAPE, k, LAW_SCALE, eta, *state);
        struct quantile *table = quantile_residual(&law, &kernel_plain);
        assert_non_null(table);
        for (int i = 0; i < RESIDUAL_POINTS; i++) {
            double hazard = residual_grid(i), x = hazard;
            quantile_invert(table, kernel_pick(), &x, 1, 2.0);
            double y = pow(x / (2.0 * eta), k);
            assert_near(smaller_tail(gsl_sf_gamma_inc_P(1.0 / k, y), gsl_sf_gamma_inc_Q(1.0 / k, y)), hazard, 1e-7);
        }
        free(table);
    }
}

/* Integral of the survival of gamma(k, 1) from x on: k Q(k+1, x) - x Q(k, x). */
static void residual_of_gamma(void **state)
{
    static const double shapes[] = {0.3, 2.0, 9.0};
    for (size_t s = 0; s < COUNT(shapes); s++) {
        double k = shapes[s];
        struct law law = make_two("gamma", LAW_SHAPE, k, LAW_SCALE, 1.0, *state);
        struct quantile *table = quantile_residual(&law, &kernel_plain);
        for (int i = 0; i < RESIDUAL_POINTS; i++) {
            double hazard = residual_grid(i), x = hazard;
            quantile_invert(table, kernel_pick(), &x, 1, 1.0);
            double rest = x / k * gsl_sf_gamma_inc_Q(k, x), upper = gsl_sf_gamma_inc_Q(k + 1.0, x) - rest;
            assert_near(smaller_tail(gsl_sf_gamma_inc_P(k + 1.0, x) + rest, upper), hazard, 1e-7);
        }
        free(table);
    }
}

/* Uniform on 2 to 5: S falls in a straight line, the rest of its integral is (5 - x)^2 / 6. Constant 7: uniform on 0
 * to 7. */
static void residual_of_bounded_laws(void **state)
{
    struct law uniform = make_two("uniform", LAW_MIN, 2.0, LAW_MAX, 5.0, *state), constant = law_constant(7.0);
    struct quantile *of_uniform = quantile_residual(&uniform, &kernel_plain);
    struct quantile *of_constant = quantile_residual(&constant, &kernel_plain);
    for (int i = 0; i < RESIDUAL_POINTS; i++) {
        double hazard = residual_grid(i), below = -expm1(-hazard);
        double x = below * 3.5 < 2.0 ? below * 3.5 : 5.0 - sqrt(6.0 * 3.5 * exp(-hazard));
        assert_residual(of_uniform, hazard, x, 2e-5);
        assert_residual(of_constant, hazard, 7.0 * below, 1e-7);
    }
    free(of_uniform);
    free(of_constant);
}

static void residual_of_exponential_is_itself(void **state)
{
    struct law law = law_exponential(50000.0);
    struct quantile *table = quantile_residual(&law, &kernel_plain);
    (void)state;
    for (int i = 0; i < RESIDUAL_POINTS; i++)
        assert_residual(table, residual_grid(i), 50000.0 * residual_grid(i), 1e-9);
    free(table);
}

/* S is a staircase, so the integral is piecewise straight; the table rounds its kinks. */
static void residual_of_a_sample(void **state)
{
    static const double sample[] = {3, 1, 2, 2, 10}, x[] = {0, 1, 2, 3, 10}, survival[] = {1, 0.8, 0.4, 0.2};
    struct law law = law_sample(sample, COUNT(sample), *state);
    struct quantile *table = quantile_residual(&law, &kernel_plain);
    for (int i = 0; i < RESIDUAL_POINTS; i++) {
        double hazard = residual_grid(i), area = -law_mean(&law) * expm1(-hazard);
        int k = 0;
        for (; k < 3 && area > survival[k] * (x[k + 1] - x[k]); k++)
            area -= survival[k] * (x[k + 1] - x[k]);
        assert_residual(table, hazard, x[k] + area / survival[k], 1e-3);
    }
    free(table);
}

static void residual_needs_a_positive_mean(void **state)
{
    struct law zero = law_constant(0.0), below = law_constant(-1.0), endless = law_exponential(INFINITY);
    (void)state;
    assert_null(quantile_residual(&zero, &kernel_plain));
    assert_null(quantile_residual(&below, &kernel_plain));
    assert_null(quantile_residual(&endless, &kernel_plain));
}

#define SHELF(test) cmocka_unit_test_setup_teardown(test, shelf_empty, shelf_release)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_found_by_name),
        SHELF(laws_echo_their_arguments),
        SHELF(lognormal_by_mean_and_percentile_takes_the_smaller_sigma),
        SHELF(lognormal_by_mean_and_median),
        SHELF(moments_are_those_of_the_inverse),
        SHELF(draws_have_the_moments),
        SHELF(poisson_of_a_rare_count),
        SHELF(inverse_undoes_the_hazard),
        SHELF(inverse_is_finite_and_rises),
        SHELF(tables_err_below_1e_6),
        SHELF(tables_are_shared_by_shape),
        SHELF(sample_is_its_own_law),
        SHELF(poisson_has_its_masses),
        SHELF(refuses_what_is_not_finite),
        SHELF(refuses_levels_outside_0_to_1),
        SHELF(refuses_zero_and_negative),
        SHELF(refuses_what_is_out_of_order_or_range),
        SHELF(refuses_what_does_not_determine_it),
        SHELF(residual_of_weibull_is_incomplete_gamma),
        SHELF(residual_of_gamma),
        SHELF(residual_of_bounded_laws),
        cmocka_unit_test(residual_of_exponential_is_itself),
        SHELF(residual_of_a_sample),
        cmocka_unit_test(residual_needs_a_positive_mean),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
