/* All plans against each other on the same futures. */
#ifndef RUNODDS_REPORT_COMPARE_H
#define RUNODDS_REPORT_COMPARE_H

#include <stdio.h>

#include "engine/decide.h"
#include "report/report.h"
#include "report/section.h"

/* Plan a against plan b, a before b in the file. */
struct pair {
    int a, b;
    struct paired cost, time_h;
};

struct comparison {
    const struct result *result;
    struct metric metric; /* that plans are chosen by */
    double *value;        /* of the metric, one a plan */
    struct choice choice;
    int pairs;
    struct pair *pair;
};

struct comparison compare_make(const struct result *result, const struct metric *metric);
void compare_release(struct comparison *comparison);

/* format: a name of report_formats. */
void compare_write(const struct comparison *comparison, const char *format, const struct report_style *style, FILE *to);

/* The plans, and their pairs if there are any, as sections; returns their number. section_release() frees the cells. */
int compare_sections(const struct comparison *comparison, struct section section[2]);

/* What was chosen and how sure that is, in one sentence. */
void compare_sentence(const struct comparison *comparison, struct text *out);

/* The rule in words; the caller frees it. */
char *compare_rule(const struct comparison *comparison);

#endif
