/* Sensitivities as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_SENSITIVITY_OUT_H
#define RUNODDS_REPORT_SENSITIVITY_OUT_H

#include "engine/sensitivity.h"
#include "report/report.h"
#include "report/section.h"

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

/* For a page: the unknowns of a plan as a section (section_release() frees its cells), how far its spread is ignorance,
 * and the sentence. */
void sensitivity_out_section(const struct sensitivity_report *report, const struct sensitivity_plan *plan,
                             struct section *section);
void sensitivity_out_split(const struct sensitivity_plan *plan, struct text *out);
void sensitivity_out_sentence(const struct sensitivity_report *report, struct text *out);

#endif
