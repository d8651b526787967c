/* What a decision looks at: a mean, a percentile or a chance, each with its interval. */
#ifndef RUNODDS_ENGINE_METRIC_H
#define RUNODDS_ENGINE_METRIC_H

#include "engine/summary.h"

enum metric_kind { METRIC_MEAN, METRIC_PERCENTILE, METRIC_CHANCE };
enum metric_of { METRIC_COST, METRIC_TIME, METRIC_FAILURES, METRIC_PREEMPTIONS, METRIC_LOST };

struct metric {
    enum metric_kind kind;
    enum metric_of of;
    double percent;    /* METRIC_PERCENTILE: more than 0, less than 100 */
    double limit;      /* METRIC_CHANCE: of being above (or below) it; money or hours */
    bool above, equal; /* METRIC_CHANCE: > or <, with or without = */
};

/* A number and its interval of 95%; NaN where there is none. */
struct estimate {
    double value, low, high;
};

/* "p90(cost)", "mean(time)", "mean(failures)", "p(time > 21 days)"; money in the scenario's currency or one it
 * exchanges. what: the option, for messages. *end: what follows the metric. */
int metric_read(const char *text, const struct scenario *scenario, const char *what, struct metric *metric,
                const char **end, struct err *err) WARN_UNUSED;

/* The value of a comparison's right side: money, hours, a share or a count, as the metric has. The words budget and
 * deadline are the scenario's own, which it must have; a date is a time from submission, if there is a start. */
int metric_read_limit(const char *text, const struct metric *metric, const struct scenario *scenario, const char *what,
                      double *limit, struct err *err) WARN_UNUSED;

/* Of one plan; infinite where unfinished trials reach it, as are means with any of them. */
struct estimate metric_value(const struct metric *metric, const struct summary *summary);

/* The share of k in n trials, with its exact interval. */
struct estimate metric_share(double k, double n);

/* "P90 cost", "mean time", for people, and as JSON has it, in English; the caller frees it. */
char *metric_text(const struct metric *metric);
char *metric_name(const struct metric *metric);

/* metric_text() for the middle of a sentence: in Chinese a blank stands before it where it begins with a Latin letter.
 */
char *metric_within(const struct metric *metric);

#endif
