/* Sensitivities as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_SENSITIVITY_OUT_H
#define RUNODDS_REPORT_SENSITIVITY_OUT_H

#include "engine/sensitivity.h"
#include "report/report.h"

struct sensitivity_report {
    const struct result *result;
    const struct metric *metric;
    const struct sensitivity *sensitivity;
    const struct sensitivity_plan *subject; /* NULL: the result's trials tell, if it has them */
};

void sensitivity_out_write(const struct sensitivity_report *report, const char *format,
                           const struct report_style *style, FILE *to);

/* The plan that sentence and chart are about: the first that is known and has unknowns, the chosen one if it has; NULL:
 * there is none. */
const struct sensitivity_plan *sensitivity_out_subject(const struct sensitivity_report *report);

#endif
