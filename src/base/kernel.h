/* The vector loops under the streams and laws: one source, built for plain x86-64 and for AVX2, with equal bits. */
#ifndef RUNODDS_BASE_KERNEL_H
#define RUNODDS_BASE_KERNEL_H

#include <stdint.h>

struct kernel {
    const char *name;
    /* n exponentials -scale * log u of one stream, from the first half of `block`; n is even. */
    void (*stream)(uint64_t seed, uint64_t trial, uint32_t what, uint32_t block, double *e, int n, double scale);
    /* The draw 0 of n streams of one trial, as unit exponentials. */
    void (*across)(uint64_t seed, uint64_t trial, const uint32_t *what, double *e, int n);
    /* In place, n numbers: e -> scale * e^exponent; e -> exp(mu + sigma * z); e -> mu + sigma * z, with z the normal
     * deviate of hazard e. */
    void (*power)(double *v, int n, double scale, double exponent);
    void (*lognormal)(double *v, int n, double mu, double sigma);
    void (*normal)(double *v, int n, double mu, double sigma);
    /* v -> scale * exp(y), y read at log v from cubics between knots of an even grid: row 1 begins at `low`, rows 0 and
     * `last` go on beyond the ends. */
    void (*table)(double *v, int n, double low, double per_step, const double (*row)[4], int last, double scale);
};

/* The fastest kernel that this processor runs; $RUNODDS_KERNEL=plain forces the plain one. */
const struct kernel *kernel_pick(void);

#endif
