/* Sensitivities as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_SENSITIVITY_OUT_H
#define RUNODDS_REPORT_SENSITIVITY_OUT_H

#include "engine/sensitivity.h"
#include "report/report.h"

struct sensitivity_report {
    const struct result *result;
    const struct metric *metric;
    const struct sensitivity *sensitivity;
};

void sensitivity_out_write(const struct sensitivity_report *report, const char *format,
                           const struct report_style *style, FILE *to);

/* "spot: failures.gpu.every"; the caller frees it. */
char *sensitivity_out_name(const struct scenario *scenario, int unknown);

#endif
