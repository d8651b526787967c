/* Tuned checkpoint intervals as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_TUNE_OUT_H
#define RUNODDS_REPORT_TUNE_OUT_H

#include "engine/tune.h"
#include "report/report.h"
#include "report/section.h"

struct tune_report {
    const struct result *result; /* with the intervals of the file */
    const struct metric *metric;
    const struct tuning *tuning; /* one a plan */
};

void tune_out_write(const struct tune_report *report, const char *format, const struct report_style *style, FILE *to);

/* The intervals and the formulas as sections, and the sentence. section_release() frees the cells. */
enum { TUNE_SECTIONS = 2 };
void tune_out_sections(const struct tune_report *report, struct section section[TUNE_SECTIONS]);
void tune_out_sentence(const struct tune_report *report, struct text *out);

#endif
