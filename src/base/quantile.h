/* Monotone tables of inverse cumulative hazards, for laws whose inverse is slow and for residual lives. */
#ifndef RUNODDS_BASE_QUANTILE_H
#define RUNODDS_BASE_QUANTILE_H

#include "base/kernel.h"
#include "base/law.h"

enum { QUANTILE_KNOTS = 1025 };

/* log x over log hazard on an even grid, a cubic between knots with slopes limited so that it is monotone
 * (F. N. Fritsch, R. E. Carlson, SIAM J. Numer. Anal. 17 (1980) 238-246), straight beyond the ends. */
struct quantile {
    double shape[2]; /* what it was built for, so that equal ones are shared */
    double (*family)(const struct law *law, double x);
    double low, step; /* of log hazard */
    /* Value in t from 0 to 1 across each interval; the first row and the last are the straight lines beyond the ends.
     */
    double cubic[QUANTILE_KNOTS + 1][4];
};

/* Builds a table of x(hazard) > 0, increasing; x must be finite and positive for hazards from 1e-14 to 60. Heap object.
 */
struct quantile *quantile_new(double (*x_of_hazard)(double hazard, void *context), void *context);

/* v: hazards > 0 -> scale * x, in place. */
void quantile_invert(const struct quantile *table, const struct kernel *kernel, double *v, int n, double scale);

/* The table of the residual life of a unit that has run for long: H(x) = -ln(integral of S from x on / mean)
 * (equilibrium renewal process; D. R. Cox, Renewal Theory, 1962, section 5.2), in the unit of the law. The law is
 * non-negative with a positive mean. Heap object, NULL if the law's mean is not finite and positive. */
struct quantile *quantile_residual(const struct law *law, const struct kernel *kernel);

#endif
