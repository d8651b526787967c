/* The time and cost of every trial as a file, for other people's tools. */
#ifndef RUNODDS_REPORT_SAMPLES_H
#define RUNODDS_REPORT_SAMPLES_H

#include "engine/summary.h"

/* Whether a path names a format: .csv or .npy, in any case of its letters; ERR_INPUT if not. Worth asking before hours
 * of simulation. */
int samples_check(const char *path, struct err *err) WARN_UNUSED;

/* Writes all trials of a plan in their order, plan after plan as in the scenario; unfinished ones are infinite.
 * .csv: trial,plan,time_h,cost with trials counted from 0, shortest decimals that read back as the same double, `inf`.
 * .npy: float64, little endian, shape (plans, trials, 2) in C order: hours, then money. */
int samples_write(const struct result *result, const char *path, struct err *err) WARN_UNUSED;

#endif
