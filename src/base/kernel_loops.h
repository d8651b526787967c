/* The two builds of kernel_loops.c. */
#ifndef RUNODDS_BASE_KERNEL_LOOPS_H
#define RUNODDS_BASE_KERNEL_LOOPS_H

#include "base/kernel.h"

extern const struct kernel kernel_plain, kernel_avx2;

#endif
