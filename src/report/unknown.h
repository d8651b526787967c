/* Unknowns and what they may be, in words. */
#ifndef RUNODDS_REPORT_UNKNOWN_H
#define RUNODDS_REPORT_UNKNOWN_H

#include "base/text.h"
#include "scenario/scenario.h"

/* "spot: failures.gpu.every"; the caller frees it. */
char *unknown_name(const struct scenario *scenario, int unknown);

/* Appends a draw of it, given in base units: "38 min", "$2.05/GPU-hour", "2.7 GB/s", "1 per 71,400 GPU-hours". */
void unknown_add_value(struct text *out, const struct scenario *scenario, int unknown, double x);

#endif
