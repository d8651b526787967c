/* Random plans, built directly as numbers, for tests that play trials. */
#ifndef RUNODDS_TESTS_LAW_PLANS_H
#define RUNODDS_TESTS_LAW_PLANS_H

#include <stdint.h>
#include <stdio.h>

#include "trial/plan.h"

enum { PLANS_SHAPES = 8 };

/* What random plans share: tables of laws and of residual lives at unit mean. */
struct plans {
    struct law_shelf shelf;
    struct quantile *residual[PLANS_SHAPES];
};

void plans_init(struct plans *plans, const struct kernel *kernel);
void plans_release(struct plans *plans);

/* A plan without anything but work of work_h: no writes, causes, preemption or limit. */
void plans_bare(struct plan *plan, double work_h);

/* A cause with the hashes of its draws and nothing else. */
struct cause plans_cause(const char *name);

/* Plan number `number`, the same at every call. Odd ones are made of constants on a coarse grid of decimals, so that
 * several things happen at once; the others of laws. */
void plans_random(struct plans *plans, uint64_t number, struct plan *plan);

/* All that decides a trial, in words. */
void plans_write(FILE *out, const struct plan *plan);

#endif
