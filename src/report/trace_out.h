/* One trial as table, Markdown, CSV and JSON. */
#ifndef RUNODDS_REPORT_TRACE_OUT_H
#define RUNODDS_REPORT_TRACE_OUT_H

#include "engine/story.h"
#include "report/report.h"

void trace_out_write(const struct story *story, const char *format, const struct report_style *style, FILE *to);

#endif
