/* Sweeps as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_SWEEP_OUT_H
#define RUNODDS_REPORT_SWEEP_OUT_H

#include "engine/sweep.h"
#include "report/report.h"

struct sweep_report {
    const struct result *result; /* of the file's own values */
    const struct metric *metric;
    const struct sweep *sweep;
};

void sweep_out_write(const struct sweep_report *report, const char *format, const struct report_style *style, FILE *to);

#endif
