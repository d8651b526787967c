/* Order statistics of many values without sorting them. */
#ifndef RUNODDS_ENGINE_ORDER_H
#define RUNODDS_ENGINE_ORDER_H

/* out[i] becomes the value of 0-based rank rank[i]; ranks rise, m of them. values, n >= 1 of them, are not changed;
 * infinite ones come last, none is NaN or below -infinity. One pass counts values in equal ranges, a second collects
 * the few ranges that hold a rank, which are then searched by partition. */
void order_pick(const double *values, long n, const long *rank, int m, double *out);

#endif
