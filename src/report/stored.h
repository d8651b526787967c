/* A result that was written as JSON, rebuilt so that charts and comparisons can be made from it without a simulation.
 */
#ifndef RUNODDS_REPORT_STORED_H
#define RUNODDS_REPORT_STORED_H

#include "engine/story.h"
#include "report/breakeven_out.h"
#include "report/chart.h"
#include "report/compare.h"
#include "report/sensitivity_out.h"
#include "report/sweep_out.h"
#include "report/tune_out.h"

/* data points to what the file holds. Of trials there are only the pairs of the cloud, `data.kept` of each plan: the
 * summaries know no others (their `all` is NULL), so no percentile can be taken but those that were written. What an
 * item's money is made of is not written either: in the means by item and class, the sums over either are right. */
struct stored {
    char *path;
    char *text; /* the effective scenario */
    struct scenario *scenario;
    struct engine engine; /* played no trials */
    struct result result;
    struct metric metric; /* of the study */
    struct comparison comparison;
    struct tuning *tuning;
    struct sweep sweep;
    struct breakeven breakeven;
    struct sensitivity sensitivity;
    struct tune_report tune_report;
    struct sweep_report sweep_report;
    struct breakeven_report breakeven_report;
    struct sensitivity_report sensitivity_report;
    struct story story; /* of a trace, which has no result */
    struct chart_data data;
};

/* Reads what any command wrote with -f json; "-" is standard input. ERR_INPUT with the place of what is wrong.
 * stored_release() in any case; the struct must stay where it is. */
int stored_read(const char *path, struct stored *stored, struct err *err) WARN_UNUSED;
/* The same for a text in memory. */
int stored_parse(const char *name, const char *text, struct stored *stored, struct err *err) WARN_UNUSED;
void stored_release(struct stored *stored);

#endif
