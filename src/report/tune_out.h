/* Tuned checkpoint intervals as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_TUNE_OUT_H
#define RUNODDS_REPORT_TUNE_OUT_H

#include "engine/tune.h"
#include "report/report.h"

struct tune_report {
    const struct result *result; /* with the intervals of the file */
    const struct metric *metric;
    const struct tuning *tuning; /* one a plan */
};

void tune_out_write(const struct tune_report *report, const char *format, const struct report_style *style, FILE *to);

#endif
