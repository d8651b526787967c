/* The table of laws: how each is inverted, its moments and its hazard. */
#include "base/law.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel_loops.h"
#include "base/law_solve.h"
#include "base/quantile.h"
#include "base/text.h"
#include "base/vmath.h"

/* -log of the upper tail, from whichever tail is the smaller. */
static double hazard_of_tails(double lower, double upper)
{
    return lower < 0.5 ? -log1p(-lower) : -log(upper);
}

/* constant: a. */
static void constant_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    (void)kernel;
    for (int i = 0; i < n; i++)
        v[i] = law->a;
}

static double constant_mean(const struct law *law)
{
    return law->a;
}

static double constant_sd(const struct law *law)
{
    (void)law;
    return 0.0;
}

static double constant_hazard(const struct law *law, double x)
{
    return x < law->a ? 0.0 : INFINITY;
}

/* uniform: from a to b. */
static void uniform_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    (void)kernel;
    for (int i = 0; i < n; i++)
        v[i] = law->a + (law->b - law->a) * (1.0 - vmath_exp(-v[i]));
}

static double uniform_mean(const struct law *law)
{
    return 0.5 * (law->a + law->b);
}

static double uniform_sd(const struct law *law)
{
    return (law->b - law->a) / sqrt(12.0);
}

static double uniform_hazard(const struct law *law, double x)
{
    double p = (x - law->a) / (law->b - law->a);
    return p <= 0.0 ? 0.0 : p >= 1.0 ? INFINITY : -log1p(-p);
}

/* triangular: a minimum, b mode, c maximum. */
static void triangular_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    (void)kernel;
    double a = law->a, b = law->b, c = law->c, below_mode = (b - a) / (c - a);
    for (int i = 0; i < n; i++) {
        double above = vmath_exp(-v[i]), below = 1.0 - above;
        v[i] = below < below_mode ? a + sqrt(below * (c - a) * (b - a)) : c - sqrt(above * (c - a) * (c - b));
    }
}

static double triangular_mean(const struct law *law)
{
    return (law->a + law->b + law->c) / 3.0;
}

static double triangular_sd(const struct law *law)
{
    double a = law->a, b = law->b, c = law->c;
    return sqrt((a * a + b * b + c * c - a * b - a * c - b * c) / 18.0);
}

static double triangular_hazard(const struct law *law, double x)
{
    double a = law->a, b = law->b, c = law->c;
    if (x <= a)
        return 0.0;
    if (x >= c)
        return INFINITY;
    if (x < b)
        return -log1p(-(x - a) * (x - a) / ((c - a) * (b - a)));
    return -log((c - x) * (c - x) / ((c - a) * (c - b)));
}

/* normal: mean a, standard deviation b. */
static void normal_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    kernel->normal(v, n, law->a, law->b);
}

static double normal_sd(const struct law *law)
{
    return law->b;
}

static double normal_hazard(const struct law *law, double x)
{
    double z = (x - law->a) / law->b;
    return hazard_of_tails(gsl_cdf_ugaussian_P(z), gsl_cdf_ugaussian_Q(z));
}

/* lognormal: mean a and standard deviation b of the logarithm. */
static void lognormal_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    kernel->lognormal(v, n, law->a, law->b);
}

static double lognormal_mean(const struct law *law)
{
    return exp(law->a + 0.5 * law->b * law->b);
}

static double lognormal_sd(const struct law *law)
{
    return lognormal_mean(law) * sqrt(expm1(law->b * law->b));
}

static double lognormal_hazard(const struct law *law, double x)
{
    if (x <= 0.0)
        return 0.0;
    double z = (log(x) - law->a) / law->b;
    return hazard_of_tails(gsl_cdf_ugaussian_P(z), gsl_cdf_ugaussian_Q(z));
}

/* logitnormal: mean a and standard deviation b of the logit; for shares between 0 and 1. */
static void logitnormal_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    kernel->normal(v, n, law->a, law->b);
    for (int i = 0; i < n; i++)
        v[i] = 1.0 / (1.0 + vmath_exp(-v[i]));
}

/* Its moments have no closed form: the mean of f over the middles of equal shares of probability. */
static double logitnormal_moment(const struct law *law, double centre, int power)
{
    enum { SHARES = 4000 };
    double sum = 0.0;
    for (int i = 0; i < SHARES; i++) {
        double z = gsl_cdf_ugaussian_Pinv((i + 0.5) / SHARES);
        sum += pow(1.0 / (1.0 + exp(-(law->a + law->b * z))) - centre, power);
    }
    return sum / SHARES;
}

static double logitnormal_mean(const struct law *law)
{
    return logitnormal_moment(law, 0.0, 1);
}

static double logitnormal_sd(const struct law *law)
{
    return sqrt(logitnormal_moment(law, logitnormal_mean(law), 2));
}

static double logitnormal_hazard(const struct law *law, double x)
{
    if (x <= 0.0 || x >= 1.0)
        return x <= 0.0 ? 0.0 : INFINITY;
    double z = (log(x / (1.0 - x)) - law->a) / law->b;
    return hazard_of_tails(gsl_cdf_ugaussian_P(z), gsl_cdf_ugaussian_Q(z));
}

/* exponential: mean a. */
static void exponential_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    (void)kernel;
    for (int i = 0; i < n; i++)
        v[i] *= law->a;
}

static double exponential_hazard(const struct law *law, double x)
{
    return x <= 0.0 ? 0.0 : x / law->a;
}

/* weibull: scale a, b = 1 / shape. */
static void weibull_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    kernel->power(v, n, law->a, law->b);
}

static double weibull_mean(const struct law *law)
{
    return law->a * gsl_sf_gamma(1.0 + law->b);
}

static double weibull_sd(const struct law *law)
{
    double g1 = gsl_sf_gamma(1.0 + law->b), g2 = gsl_sf_gamma(1.0 + 2.0 * law->b);
    return law->a * sqrt(g2 - g1 * g1);
}

static double weibull_hazard(const struct law *law, double x)
{
    return x <= 0.0 ? 0.0 : pow(x / law->a, 1.0 / law->b);
}

/* gamma: scale a, shape b. */
static void gamma_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    quantile_invert(law->table, kernel, v, n, law->a);
}

static double gamma_mean(const struct law *law)
{
    return law->a * law->b;
}

static double gamma_sd(const struct law *law)
{
    return law->a * sqrt(law->b);
}

static double gamma_hazard(const struct law *law, double x)
{
    return x <= 0.0
               ? 0.0
               : hazard_of_tails(gsl_cdf_gamma_P(x / law->a, law->b, 1.0), gsl_cdf_gamma_Q(x / law->a, law->b, 1.0));
}

/* beta and pert: a minimum, b width, c and d the two shapes. */
static void beta_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    quantile_invert(law->table, kernel, v, n, law->b);
    for (int i = 0; i < n; i++)
        v[i] = law->a + fmin(v[i], law->b);
}

static double beta_mean(const struct law *law)
{
    return law->a + law->b * law->c / (law->c + law->d);
}

static double beta_sd(const struct law *law)
{
    double s = law->c + law->d;
    return law->b / s * sqrt(law->c * law->d / (s + 1.0));
}

static double beta_hazard(const struct law *law, double x)
{
    double y = (x - law->a) / law->b;
    return y <= 0.0   ? 0.0
           : y >= 1.0 ? INFINITY
                      : hazard_of_tails(gsl_cdf_beta_P(y, law->c, law->d), gsl_cdf_beta_Q(y, law->c, law->d));
}

/* poisson and empirical: atoms. */
static int atoms_reach(const struct law_atoms *atoms, double hazard)
{
    int low = 0, high = atoms->n - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (hazard <= atoms->hazard[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void atoms_invert(const struct law *law, const struct kernel *kernel, double *v, int n)
{
    (void)kernel;
    for (int i = 0; i < n; i++)
        v[i] = law->atoms->x[atoms_reach(law->atoms, v[i])];
}

static double atoms_mean(const struct law *law)
{
    return law->atoms->mean;
}

static double atoms_sd(const struct law *law)
{
    return law->atoms->sd;
}

static double atoms_hazard(const struct law *law, double x)
{
    double hazard = 0.0;
    for (int i = 0; i < law->atoms->n && law->atoms->x[i] <= x; i++)
        hazard = law->atoms->hazard[i];
    return hazard;
}

static const struct law_row rows[] = {
    {"constant",
     {LAW_VALUE},
     1,
     false,
     N_("constant(value)"),
     law_solve_constant,
     constant_invert,
     constant_mean,
     constant_sd,
     constant_hazard},
    {"uniform",
     {LAW_MIN, LAW_MAX},
     2,
     false,
     N_("uniform(min, max), by mean and sd, or by two percentiles"),
     law_solve_uniform,
     uniform_invert,
     uniform_mean,
     uniform_sd,
     uniform_hazard},
    {"triangular",
     {LAW_MIN, LAW_MODE, LAW_MAX},
     3,
     false,
     N_("triangular(min, mode, max)"),
     law_solve_triangular,
     triangular_invert,
     triangular_mean,
     triangular_sd,
     triangular_hazard},
    {"pert",
     {LAW_MIN, LAW_MODE, LAW_MAX},
     3,
     true,
     N_("pert(min, mode, max)"),
     law_solve_pert,
     beta_invert,
     beta_mean,
     beta_sd,
     beta_hazard},
    {"normal",
     {LAW_MEAN, LAW_SD},
     2,
     false,
     N_("normal(mean, sd), or by two percentiles"),
     law_solve_normal,
     normal_invert,
     constant_mean,
     normal_sd,
     normal_hazard},
    {"lognormal",
     {LAW_MEAN, LAW_SD},
     0,
     false,
     N_("lognormal by mean with sd, sigma or a percentile, by median with sd or sigma, or by two percentiles"),
     law_solve_lognormal,
     lognormal_invert,
     lognormal_mean,
     lognormal_sd,
     lognormal_hazard},
    {"logitnormal",
     {LAW_QUANTILE},
     0,
     false,
     N_("logitnormal by two percentiles between 0 and 1"),
     law_solve_logitnormal,
     logitnormal_invert,
     logitnormal_mean,
     logitnormal_sd,
     logitnormal_hazard},
    {"exponential",
     {LAW_MEAN},
     1,
     false,
     N_("exponential(mean), or by one percentile"),
     law_solve_exponential,
     exponential_invert,
     constant_mean,
     constant_mean,
     exponential_hazard},
    {"weibull",
     {LAW_SHAPE, LAW_MEAN},
     0,
     false,
     N_("weibull by shape and one of mean, scale or a percentile, by mean and sd, or by two percentiles"),
     law_solve_weibull,
     weibull_invert,
     weibull_mean,
     weibull_sd,
     weibull_hazard},
    {"gamma",
     {LAW_SHAPE, LAW_MEAN},
     0,
     true,
     N_("gamma by shape and one of mean, scale or a percentile, by mean and sd, or by two percentiles"),
     law_solve_gamma,
     gamma_invert,
     gamma_mean,
     gamma_sd,
     gamma_hazard},
    {"beta",
     {LAW_MEAN, LAW_SD},
     0,
     true,
     N_("beta by mean and sd, by alpha and beta, or by two percentiles, on 0 to 1"),
     law_solve_beta,
     beta_invert,
     beta_mean,
     beta_sd,
     beta_hazard},
    {"poisson",
     {LAW_MEAN},
     1,
     true,
     N_("poisson(mean)"),
     law_solve_poisson,
     atoms_invert,
     atoms_mean,
     atoms_sd,
     atoms_hazard},
    {"empirical",
     {LAW_VALUE},
     0,
     true,
     N_("empirical(file.csv), empirical(file.csv, column) or empirical(value, value, ...)"),
     law_solve_none,
     atoms_invert,
     atoms_mean,
     atoms_sd,
     atoms_hazard},
};

enum { ROWS = sizeof rows / sizeof *rows, CONSTANT = 0, EXPONENTIAL = 7, EMPIRICAL = ROWS - 1 };

const struct law_row *law_rows(int *n)
{
    *n = ROWS;
    return rows;
}

const struct law_row *law_find(const char *name)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

struct law law_constant(double x)
{
    return (struct law){.row = &rows[CONSTANT], .a = x};
}

struct law law_exponential(double mean)
{
    return (struct law){.row = &rows[EXPONENTIAL], .a = mean};
}

bool law_is_constant(const struct law *law)
{
    return law->row == &rows[CONSTANT];
}

bool law_is_exponential(const struct law *law)
{
    return law->row == &rows[EXPONENTIAL];
}

/* The law's inverse at unit scale, by bisection of its hazard on log x; for building tables. */
static double slow_inverse(double hazard, void *context)
{
    const struct law *law = context;
    double low = -690.0, high = law->row->hazard == gamma_hazard ? 690.0 : 0.0;
    for (int i = 0; i < 200 && high - low > 1e-15 * fabs(low); i++) {
        double middle = 0.5 * (low + high);
        if (law->row->hazard(law, exp(middle)) < hazard)
            low = middle;
        else
            high = middle;
    }
    return exp(0.5 * (low + high));
}

static const struct quantile *shelf_table(struct law_shelf *shelf, const struct law *law)
{
    struct law unit = *law;
    double shape[2] = {law->c, law->d};
    unit.a = 0.0;
    unit.b = 1.0;
    if (law->row->hazard == gamma_hazard) {
        unit.a = 1.0;
        unit.b = shape[0] = law->b;
    }
    for (int i = 0; i < shelf->tables; i++)
        if (shelf->table[i]->family == law->row->hazard && memcmp(shelf->table[i]->shape, shape, sizeof shape) == 0)
            return shelf->table[i];
    struct quantile *table = quantile_new(slow_inverse, &unit);
    table->family = law->row->hazard;
    memcpy(table->shape, shape, sizeof shape);
    shelf->table = mem_grow(shelf->table, (size_t)shelf->tables + 1, sizeof *shelf->table);
    return shelf->table[shelf->tables++] = table;
}

static struct law_atoms *shelf_atoms(struct law_shelf *shelf, size_t n)
{
    struct law_atoms *atoms = mem_new(1, sizeof *atoms);
    atoms->x = mem_new(n, sizeof *atoms->x);
    atoms->hazard = mem_new(n, sizeof *atoms->hazard);
    shelf->atoms = mem_grow(shelf->atoms, (size_t)shelf->atomses + 1, sizeof(struct law_atoms *));
    return shelf->atoms[shelf->atomses++] = atoms;
}

/* The counts whose tails are above 1e-18, a hazard of 41. */
static const struct law_atoms *poisson_atoms(struct law_shelf *shelf, double mean)
{
    double spread = 40.0 * sqrt(mean) + 60.0;
    unsigned first = mean > spread ? (unsigned)(mean - spread) : 0;
    unsigned last = (unsigned)(mean + spread);
    struct law_atoms *atoms = shelf_atoms(shelf, last - first + 1);
    for (unsigned k = first; k <= last; k++) {
        double hazard = hazard_of_tails(gsl_cdf_poisson_P(k, mean), gsl_cdf_poisson_Q(k, mean));
        if (hazard < 1e-18)
            continue;
        atoms->x[atoms->n] = k;
        atoms->hazard[atoms->n++] = hazard;
        if (hazard > 41.0)
            break;
    }
    atoms->hazard[atoms->n - 1] = INFINITY;
    atoms->mean = mean;
    atoms->sd = sqrt(mean);
    return atoms;
}

/* An earlier one on the shelf that is equal, so that equal laws are seen to be; else itself. */
static const struct law_atoms *shelf_same(const struct law_shelf *shelf, const struct law_atoms *atoms)
{
    for (int i = 0; i < shelf->atomses; i++) {
        const struct law_atoms *other = shelf->atoms[i];
        size_t bytes = (size_t)atoms->n * sizeof *atoms->x;
        if (other->n == atoms->n && memcmp(other->x, atoms->x, bytes) == 0 &&
            memcmp(other->hazard, atoms->hazard, bytes) == 0)
            return other;
    }
    return atoms;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct law law_sample(const double *x, size_t n, struct law_shelf *shelf)
{
    struct law_atoms *atoms = shelf_atoms(shelf, n);
    double sum = 0.0, squares = 0.0;
    memcpy(atoms->x, x, n * sizeof *x);
    qsort(atoms->x, n, sizeof *x, by_size);
    for (size_t i = 0; i < n; i++)
        sum += atoms->x[i];
    atoms->mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        double value = atoms->x[i], away = value - atoms->mean;
        squares += away * away;
        if (atoms->n > 0 && value == atoms->x[atoms->n - 1])
            atoms->n--;
        atoms->x[atoms->n] = value;
        atoms->hazard[atoms->n++] = i + 1 < n ? -log1p(-(double)(i + 1) / (double)n) : INFINITY;
    }
    atoms->sd = sqrt(squares / (double)n);
    return (struct law){.row = &rows[EMPIRICAL], .atoms = shelf_same(shelf, atoms)};
}

void law_scale(struct law *law, double factor, struct law_shelf *shelf)
{
    if (!law->atoms) {
        law->a *= factor;
        law->b *= factor;
        return;
    }
    struct law_atoms *atoms = shelf_atoms(shelf, (size_t)law->atoms->n);
    atoms->n = law->atoms->n;
    atoms->mean = law->atoms->mean * factor;
    atoms->sd = law->atoms->sd * factor;
    for (int i = 0; i < atoms->n; i++) {
        atoms->x[i] = law->atoms->x[i] * factor;
        atoms->hazard[i] = law->atoms->hazard[i];
    }
    law->atoms = atoms;
}

bool law_make(struct law *law, const struct law_row *row, const struct law_arg *arg, int n, struct law_shelf *shelf,
              const char **why)
{
    const struct quantile *table = law->table;
    const struct law_atoms *atoms = law->atoms;
    *law = (struct law){.row = row};
    if (!row->solve(law, arg, n, why))
        return false;
    if (!row->fixed_shape)
        return true;
    law->table = table;
    law->atoms = atoms;
    if (shelf && row->invert == atoms_invert)
        law->atoms = poisson_atoms(shelf, law->a);
    else if (shelf)
        law->table = shelf_table(shelf, law);
    return true;
}

double law_mean(const struct law *law)
{
    return law->row->mean(law);
}

double law_mean_first(const struct law *law, double n)
{
    enum { SHARES = 1000 };
    if (law_is_exponential(law))
        return law->a / n;
    if (law->row->hazard == weibull_hazard)
        return weibull_mean(law) * pow(n, -law->b);
    double sum = 0.0;
    for (int i = 0; i < SHARES; i++) {
        double v = -log((i + 0.5) / SHARES) / n;
        law_invert(law, &kernel_plain, &v, 1);
        sum += v;
    }
    return sum / SHARES;
}

double law_sd(const struct law *law)
{
    return law->row->sd(law);
}

double law_hazard(const struct law *law, double x)
{
    return law->row->hazard(law, x);
}

double law_quantile(const struct law *law, double p)
{
    double v = -log1p(-p);
    law_invert(law, &kernel_plain, &v, 1);
    return v;
}

double law_upper(const struct law *law)
{
    double end = law->atoms ? law->atoms->x[law->atoms->n - 1] : INFINITY;
    if (law_is_constant(law))
        end = law->a;
    else if (law->row->hazard == uniform_hazard)
        end = law->b;
    else if (law->row->hazard == triangular_hazard)
        end = law->c;
    else if (law->row->hazard == logitnormal_hazard)
        end = 1.0;
    else if (law->row->hazard == beta_hazard)
        end = law->a + law->b;
    return end;
}

void law_shelf_release(struct law_shelf *shelf)
{
    for (int i = 0; i < shelf->tables; i++)
        free(shelf->table[i]);
    for (int i = 0; i < shelf->atomses; i++) {
        free(shelf->atoms[i]->x);
        free(shelf->atoms[i]->hazard);
        free(shelf->atoms[i]);
    }
    free(shelf->table);
    free(shelf->atoms);
    *shelf = (struct law_shelf){0};
}
