/* Laws in a world, and worlds. */
#include "scenario/input.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/vmath.h"

enum { AT_ONCE = 64 };

struct law law_spec_law(const struct law_spec *spec, const double *world)
{
    if (spec->fixed)
        return spec->law;
    struct law law = spec->law;
    struct law_arg arg[LAW_ARGS];
    const char *why = NULL;
    for (int i = 0; i < spec->args; i++)
        arg[i] = (struct law_arg){spec->arg[i].param, spec->arg[i].level, slot_value(spec->arg[i].slot, world)};
    bool made = law_make(&law, spec->row, arg, spec->args, NULL, &why);
    assert(made);
    (void)made;
    return law;
}

/* Unit exponentials become correlated ones: normal scores, times the triangle, and back (R. B. Nelsen, An Introduction
 * to Copulas, 2006, section 2.9). */
static void correlate(const struct copula *copula, double *hazard)
{
    double score[COPULA_MOST];
    for (int i = 0; i < copula->n; i++)
        score[i] = vmath_normal(hazard[copula->of[i]]);
    for (int i = 0; i < copula->n; i++) {
        double z = 0.0;
        for (int k = 0; k <= i; k++)
            z += copula->lower[i * copula->n + k] * score[k];
        hazard[copula->of[i]] = -log(0.5 * erfc(z * 0.70710678118654752));
    }
}

void unknowns_draw(const struct unknowns *unknowns, const struct kernel *kernel, uint64_t seed, uint64_t trial,
                   const double *pin, double *world)
{
    for (int from = 0; from < unknowns->n; from += AT_ONCE) {
        uint32_t what[AT_ONCE];
        int n = unknowns->n - from < AT_ONCE ? unknowns->n - from : AT_ONCE;
        for (int i = 0; i < n; i++)
            what[i] = unknowns->of[from + i].what;
        kernel->across(seed, trial, what, world + from, n);
    }
    if (unknowns->copula.n > 0)
        correlate(&unknowns->copula, world);
    for (int i = 0; pin && i < unknowns->n; i++)
        world[i] = isnan(pin[i]) ? world[i] : -log1p(-pin[i]);
    for (int i = 0; i < unknowns->n; i++) {
        struct law law = law_spec_law(&unknowns->of[i].spec, world);
        law_invert(&law, kernel, &world[i], 1);
    }
}

void unknowns_median(const struct unknowns *unknowns, double *world)
{
    for (int i = 0; i < unknowns->n; i++) {
        struct law law = law_spec_law(&unknowns->of[i].spec, world);
        world[i] = law_quantile(&law, 0.5);
    }
}

void unknowns_release(struct unknowns *unknowns)
{
    for (int i = 0; i < unknowns->n; i++) {
        free(unknowns->of[i].owner);
        free(unknowns->of[i].path);
    }
    free(unknowns->of);
    free(unknowns->copula.of);
    free(unknowns->copula.lower);
    *unknowns = (struct unknowns){0};
}
