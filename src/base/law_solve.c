/* From the arguments of a law (mean and sd, shape, any two percentiles) to its canonical numbers. */
#include "base/law_solve.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#include "base/text.h"

/* Shapes outside these make tables useless or moments overflow. */
static const double shape_least = 0.05, shape_most = 1e5;

static bool fail(const char **why, const char *reason)
{
    *why = reason;
    return false;
}

/* The numbers of a call by kind; absent ones are NaN. */
struct given {
    double of[LAW_QUANTILE];
    double x[2], level[2]; /* percentiles in rising order of level */
    int quantiles, others;
};

static bool sort_out(struct given *given, const struct law_arg *arg, int n, const char **why)
{
    *given = (struct given){0};
    for (int i = 0; i < LAW_QUANTILE; i++)
        given->of[i] = NAN;
    for (int i = 0; i < n; i++) {
        if (!isfinite(arg[i].x))
            return fail(why, N_("an argument is not a finite number"));
        if (arg[i].param == LAW_SD && !(arg[i].x > 0.0))
            return fail(why, N_("the standard deviation must be above 0"));
        if (arg[i].param == LAW_QUANTILE && !(arg[i].level > 0.0 && arg[i].level < 1.0))
            return fail(why, N_("a percentile lies between 0 and 100"));
        if (arg[i].param != LAW_QUANTILE) {
            given->of[arg[i].param] = arg[i].x;
            given->others++;
            continue;
        }
        if (given->quantiles == 2)
            return fail(why, N_("two percentiles are enough"));
        int at = given->quantiles++;
        if (at == 1 && arg[i].level < given->level[0]) {
            given->x[1] = given->x[0];
            given->level[1] = given->level[0];
            at = 0;
        }
        given->x[at] = arg[i].x;
        given->level[at] = arg[i].level;
    }
    if (given->quantiles == 2 && !(given->level[0] < given->level[1] && given->x[0] < given->x[1]))
        return fail(why, N_("percentiles must rise: the lower one needs the lower value"));
    return true;
}

static bool has(const struct given *given, enum law_param param)
{
    return !isnan(given->of[param]);
}

/* Exactly these: one, two or three named numbers (repeat one to ask for fewer) and so many percentiles. */
static bool only(const struct given *given, int quantiles, enum law_param p, enum law_param q)
{
    return given->quantiles == quantiles && given->others == 1 + (p != q) && has(given, p) && has(given, q);
}

static bool two_percentiles(const struct given *given)
{
    return given->quantiles == 2 && given->others == 0;
}

static double normal_deviate(double level)
{
    return gsl_cdf_ugaussian_Pinv(level);
}

/* Root of f between low and high, NaN if f does not change sign there. */
static double root(double (*f)(double x, void *context), void *context, double low, double high)
{
    gsl_function function = {f, context};
    double at_low = f(low, context), at_high = f(high, context), x = NAN;
    if (!(at_low * at_high <= 0.0))
        return NAN;
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (solver && gsl_root_fsolver_set(solver, &function, low, high) == GSL_SUCCESS)
        for (int i = 0; i < 200; i++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            x = gsl_root_fsolver_root(solver);
            low = gsl_root_fsolver_x_lower(solver);
            high = gsl_root_fsolver_x_upper(solver);
            if (high - low <= 1e-15 * fabs(x))
                break;
        }
    gsl_root_fsolver_free(solver);
    return x;
}

bool law_solve_constant(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    if (n != 1 || arg[0].param != LAW_VALUE)
        return fail(why, N_("it takes one value"));
    law->a = arg[0].x;
    return isfinite(law->a) || fail(why, N_("an argument is not a finite number"));
}

bool law_solve_uniform(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    if (only(&g, 0, LAW_MIN, LAW_MAX)) {
        law->a = g.of[LAW_MIN];
        law->b = g.of[LAW_MAX];
    } else if (only(&g, 0, LAW_MEAN, LAW_SD)) {
        law->a = g.of[LAW_MEAN] - sqrt(3.0) * g.of[LAW_SD];
        law->b = g.of[LAW_MEAN] + sqrt(3.0) * g.of[LAW_SD];
    } else if (two_percentiles(&g)) {
        double width = (g.x[1] - g.x[0]) / (g.level[1] - g.level[0]);
        law->a = g.x[0] - width * g.level[0];
        law->b = law->a + width;
    } else {
        return fail(why, N_("its arguments do not determine it"));
    }
    return (law->a < law->b && isfinite(law->b - law->a)) || fail(why, N_("the minimum must lie below the maximum"));
}

static bool three_points(struct given *g, const struct law_arg *arg, int n, const char **why)
{
    if (!sort_out(g, arg, n, why))
        return false;
    if (n != 3 || !has(g, LAW_MIN) || !has(g, LAW_MODE) || !has(g, LAW_MAX))
        return fail(why, N_("it takes min, mode and max"));
    if (!(g->of[LAW_MIN] <= g->of[LAW_MODE] && g->of[LAW_MODE] <= g->of[LAW_MAX] && g->of[LAW_MIN] < g->of[LAW_MAX]))
        return fail(why, N_("min, mode and max must stand in rising order"));
    return true;
}

bool law_solve_triangular(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!three_points(&g, arg, n, why))
        return false;
    law->a = g.of[LAW_MIN];
    law->b = g.of[LAW_MODE];
    law->c = g.of[LAW_MAX];
    return true;
}

/* Beta on min..max with shapes 1 + 4 (mode - min) / width and 1 + 4 (max - mode) / width (D. G. Malcolm et al.,
 * Operations Research 7 (1959) 646-669). */
bool law_solve_pert(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!three_points(&g, arg, n, why))
        return false;
    law->a = g.of[LAW_MIN];
    law->b = g.of[LAW_MAX] - g.of[LAW_MIN];
    law->c = 1.0 + 4.0 * (g.of[LAW_MODE] - g.of[LAW_MIN]) / law->b;
    law->d = 1.0 + 4.0 * (g.of[LAW_MAX] - g.of[LAW_MODE]) / law->b;
    return true;
}

bool law_solve_normal(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    if (only(&g, 0, LAW_MEAN, LAW_SD)) {
        law->a = g.of[LAW_MEAN];
        law->b = g.of[LAW_SD];
    } else if (only(&g, 1, LAW_MEAN, LAW_MEAN) && g.level[0] != 0.5) {
        law->a = g.of[LAW_MEAN];
        law->b = (g.x[0] - law->a) / normal_deviate(g.level[0]);
    } else if (only(&g, 1, LAW_SD, LAW_SD)) {
        law->b = g.of[LAW_SD];
        law->a = g.x[0] - law->b * normal_deviate(g.level[0]);
    } else if (two_percentiles(&g)) {
        double z0 = normal_deviate(g.level[0]), z1 = normal_deviate(g.level[1]);
        law->b = (g.x[1] - g.x[0]) / (z1 - z0);
        law->a = g.x[0] - law->b * z0;
    } else {
        return fail(why, N_("its arguments do not determine it"));
    }
    return law->b > 0.0 || fail(why, N_("the standard deviation must be above 0"));
}

/* sigma from mean and one percentile: sigma^2/2 - z sigma + ln(x/mean) = 0, the smaller positive root. */
static double lognormal_sigma(double z, double log_ratio)
{
    double root2 = z * z - 2.0 * log_ratio;
    if (!(root2 >= 0.0))
        return NAN;
    double less = z - sqrt(root2);
    return less > 0.0 ? less : z + sqrt(root2);
}

bool law_solve_lognormal(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    for (int i = 0; i < n; i++)
        if (!(arg[i].x > 0.0))
            return fail(why, N_("its arguments must be above 0"));
    double mean = g.of[LAW_MEAN], sd = g.of[LAW_SD], z0 = g.quantiles > 0 ? normal_deviate(g.level[0]) : 0.0;
    if (only(&g, 0, LAW_MEAN, LAW_SD)) {
        law->b = sqrt(log1p(sd / mean * (sd / mean)));
        law->a = log(mean) - 0.5 * law->b * law->b;
    } else if (only(&g, 0, LAW_MEAN, LAW_SIGMA)) {
        law->b = g.of[LAW_SIGMA];
        law->a = log(mean) - 0.5 * law->b * law->b;
    } else if (only(&g, 1, LAW_SIGMA, LAW_SIGMA)) {
        law->b = g.of[LAW_SIGMA];
        law->a = log(g.x[0]) - z0 * law->b;
    } else if (only(&g, 1, LAW_MEAN, LAW_MEAN)) {
        law->b = lognormal_sigma(z0, log(g.x[0] / mean));
        law->a = log(mean) - 0.5 * law->b * law->b;
    } else if (only(&g, 1, LAW_SD, LAW_SD) && g.level[0] == 0.5) {
        double ratio = sd / g.x[0];
        law->b = sqrt(log(0.5 * (1.0 + sqrt(1.0 + 4.0 * ratio * ratio))));
        law->a = log(g.x[0]);
    } else if (two_percentiles(&g)) {
        law->b = log(g.x[1] / g.x[0]) / (normal_deviate(g.level[1]) - z0);
        law->a = log(g.x[0]) - law->b * z0;
    } else {
        return fail(why, N_("its arguments do not determine it"));
    }
    return (law->b > 0.0 && law->b < 30.0) || fail(why, N_("no lognormal law has these numbers"));
}

bool law_solve_logitnormal(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    if (!two_percentiles(&g) || !(g.x[0] > 0.0 && g.x[1] < 1.0))
        return fail(why, N_("it takes two percentiles between 0 and 1"));
    double z0 = normal_deviate(g.level[0]), y0 = log(g.x[0] / (1.0 - g.x[0])), y1 = log(g.x[1] / (1.0 - g.x[1]));
    law->b = (y1 - y0) / (normal_deviate(g.level[1]) - z0);
    law->a = y0 - law->b * z0;
    return true;
}

bool law_solve_exponential(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    if (only(&g, 0, LAW_MEAN, LAW_MEAN))
        law->a = g.of[LAW_MEAN];
    else if (only(&g, 0, LAW_SCALE, LAW_SCALE))
        law->a = g.of[LAW_SCALE];
    else if (g.quantiles == 1 && g.others == 0)
        law->a = g.x[0] / -log1p(-g.level[0]);
    else
        return fail(why, N_("it takes its mean, or one percentile"));
    return (law->a > 0.0 && isfinite(law->a)) || fail(why, N_("its mean must be above 0"));
}

/* Shape from the ratio sd / mean, on the logarithm of the shape. */
static double weibull_spread(double log_shape, void *ratio)
{
    double b = exp(-log_shape), g1 = gsl_sf_lngamma(1.0 + b), g2 = gsl_sf_lngamma(1.0 + 2.0 * b);
    return g2 - 2.0 * g1 - log1p(*(double *)ratio * *(double *)ratio);
}

bool law_solve_weibull(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    double shape = g.of[LAW_SHAPE], mean = g.of[LAW_MEAN];
    if (only(&g, 0, LAW_MEAN, LAW_SD) && mean > 0.0) {
        double ratio = g.of[LAW_SD] / mean;
        shape = exp(root(weibull_spread, &ratio, log(shape_least), log(1e3)));
    } else if (two_percentiles(&g)) {
        double h0 = -log1p(-g.level[0]), h1 = -log1p(-g.level[1]);
        shape = log(h1 / h0) / log(g.x[1] / g.x[0]);
        law->a = g.x[0] * pow(h0, -1.0 / shape);
    }
    if (!(shape >= shape_least && shape <= shape_most))
        return fail(why, n == 2 ? N_("its shape must lie between 0.05 and 100,000")
                                : N_("its arguments do not determine it"));
    if (only(&g, 0, LAW_SHAPE, LAW_SCALE))
        law->a = g.of[LAW_SCALE];
    else if (only(&g, 1, LAW_SHAPE, LAW_SHAPE))
        law->a = g.x[0] * pow(-log1p(-g.level[0]), -1.0 / shape);
    else if (only(&g, 0, LAW_SHAPE, LAW_MEAN) || only(&g, 0, LAW_MEAN, LAW_SD))
        law->a = mean / gsl_sf_gamma(1.0 + 1.0 / shape);
    else if (!two_percentiles(&g))
        return fail(why, N_("its arguments do not determine it"));
    law->b = 1.0 / shape;
    return (law->a > 0.0 && isfinite(law->a)) || fail(why, N_("its scale must be above 0"));
}

/* The value of level p of the gamma law of that shape and scale 1, by bisection on the logarithm. */
static double gamma_value(double shape, double level)
{
    double low = -690.0, high = 690.0;
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        if (gsl_cdf_gamma_P(exp(middle), shape, 1.0) < level)
            low = middle;
        else
            high = middle;
    }
    return exp(0.5 * (low + high));
}

static double gamma_ratio(double log_shape, void *context)
{
    const struct given *g = context;
    double shape = exp(log_shape);
    return log(gamma_value(shape, g->level[1]) / gamma_value(shape, g->level[0])) - log(g->x[1] / g->x[0]);
}

bool law_solve_gamma(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    double shape = g.of[LAW_SHAPE], mean = g.of[LAW_MEAN];
    if (only(&g, 0, LAW_MEAN, LAW_SD) && mean > 0.0)
        shape = mean / g.of[LAW_SD] * (mean / g.of[LAW_SD]);
    else if (two_percentiles(&g) && g.x[0] > 0.0)
        shape = exp(root(gamma_ratio, &g, log(shape_least), log(1e4)));
    if (!(shape >= shape_least && shape <= shape_most))
        return fail(why, n == 2 ? N_("its shape must lie between 0.05 and 100,000")
                                : N_("its arguments do not determine it"));
    if (only(&g, 0, LAW_SHAPE, LAW_SCALE))
        law->a = g.of[LAW_SCALE];
    else if (only(&g, 1, LAW_SHAPE, LAW_SHAPE) || two_percentiles(&g))
        law->a = g.x[0] / gamma_value(shape, g.level[0]);
    else if (only(&g, 0, LAW_SHAPE, LAW_MEAN) || only(&g, 0, LAW_MEAN, LAW_SD))
        law->a = mean / shape;
    else
        return fail(why, N_("its arguments do not determine it"));
    law->b = shape;
    return (law->a > 0.0 && isfinite(law->a)) || fail(why, N_("its scale must be above 0"));
}

/* Beta by two percentiles: for a sum of shapes, the mean that meets the lower one; then the sum that meets the upper
 * one. */
struct beta_fit {
    const struct given *given;
    double sum, mean;
};

static double beta_lower(double mean, void *context)
{
    const struct beta_fit *fit = context;
    return gsl_cdf_beta_P(fit->given->x[0], fit->sum * mean, fit->sum * (1.0 - mean)) - fit->given->level[0];
}

static double beta_upper(double log_sum, void *context)
{
    struct beta_fit *fit = context;
    fit->sum = exp(log_sum);
    fit->mean = root(beta_lower, fit, 1e-6, 1.0 - 1e-6);
    return gsl_cdf_beta_P(fit->given->x[1], fit->sum * fit->mean, fit->sum * (1.0 - fit->mean)) - fit->given->level[1];
}

bool law_solve_beta(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    struct given g;
    if (!sort_out(&g, arg, n, why))
        return false;
    law->a = 0.0;
    law->b = 1.0;
    double mean = g.of[LAW_MEAN];
    if (only(&g, 0, LAW_ALPHA, LAW_BETA)) {
        law->c = g.of[LAW_ALPHA];
        law->d = g.of[LAW_BETA];
    } else if (only(&g, 0, LAW_MEAN, LAW_SD)) {
        double sum = mean * (1.0 - mean) / (g.of[LAW_SD] * g.of[LAW_SD]) - 1.0;
        law->c = sum * mean;
        law->d = sum * (1.0 - mean);
    } else if (two_percentiles(&g) && g.x[0] > 0.0 && g.x[1] < 1.0) {
        struct beta_fit fit = {&g, NAN, NAN};
        double sum = exp(root(beta_upper, &fit, log(0.2), log(1e5)));
        law->c = sum * fit.mean;
        law->d = sum * (1.0 - fit.mean);
    } else {
        return fail(why, N_("its arguments do not determine it"));
    }
    if (!(law->c >= shape_least && law->c <= shape_most && law->d >= shape_least && law->d <= shape_most))
        return fail(why, N_("its shapes must lie between 0.05 and 100,000"));
    return true;
}

bool law_solve_poisson(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    if (n != 1 || (arg[0].param != LAW_MEAN && arg[0].param != LAW_VALUE))
        return fail(why, N_("it takes its mean"));
    if (!(arg[0].x > 0.0 && arg[0].x <= 1e6))
        return fail(why, N_("its mean must lie above 0 and at most at 1,000,000"));
    law->a = arg[0].x;
    return true;
}

bool law_solve_none(struct law *law, const struct law_arg *arg, int n, const char **why)
{
    (void)law;
    (void)arg;
    (void)n;
    return fail(why, N_("it takes values"));
}
