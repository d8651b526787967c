/* Break-even values as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_BREAKEVEN_OUT_H
#define RUNODDS_REPORT_BREAKEVEN_OUT_H

#include "engine/breakeven.h"
#include "report/report.h"

struct breakeven_report {
    const struct result *result; /* of the file's own values */
    const struct metric *metric;
    const struct breakeven *breakeven;
};

void breakeven_out_write(const struct breakeven_report *report, const char *format, const struct report_style *style,
                         FILE *to);

#endif
