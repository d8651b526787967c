/* Several jobs and their total. */
#ifndef RUNODDS_REPORT_JOBS_OUT_H
#define RUNODDS_REPORT_JOBS_OUT_H

#include "engine/jobs.h"
#include "report/report.h"
#include "report/words.h"

/* The rows with the total's name in the reader's language, for tables: row has room for all of them. */
struct result jobs_out_rows(const struct jobs *jobs, struct summary row[JOBS_MOST + 1]);

/* "jobs: 3 jobs, 20,000 trials each, seed 1", and what the P90s say of the whole. */
void jobs_out_title(const struct jobs *jobs, const struct words *words, struct text *out);
void jobs_out_sentence(const struct jobs *jobs, const struct words *words, struct text *out);

/* What the rows do not say, line by line: why a plan was chosen, at which rate money was converted, from when the
 * total's time counts. Each line is released by `put`. */
typedef void jobs_out_put(void *context, struct text *line);
void jobs_out_notes(const struct jobs *jobs, jobs_out_put *put, void *context);

/* format: a name of report_formats. The caller checks the stream for errors. */
void jobs_out_write(const struct jobs *jobs, const char *format, const struct report_style *style, FILE *to);

#endif
