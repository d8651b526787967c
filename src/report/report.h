/* The table of output formats. */
#ifndef RUNODDS_REPORT_REPORT_H
#define RUNODDS_REPORT_REPORT_H

#include <stdio.h>

#include "engine/summary.h"

/* How to dress what is written. */
struct report_style {
    bool colour; /* ANSI */
    int columns; /* width of the terminal; 0: not one */
};

/* Writes a result; the caller checks the stream for errors. */
typedef void report_writer(const struct result *result, const struct report_style *style, FILE *to);

struct report_format {
    const char *name, *meaning;
    report_writer *write;
};

/* What a JSON begins with: version, seed, limits, the scenario; all members of a plan's and of a result's, into an open
 * object; and a finished text with its line end, which is released. */
enum { JSON_SCHEMA = 1 };
struct json;
struct text;
void json_plan(struct json *json, const struct summary *plan);
void json_head(struct json *json, const struct scenario *scenario);
void json_result(struct json *json, const struct result *result);
void json_put(struct text *text, FILE *to);

/* The hash of the effective scenario that a JSON carries; the caller frees it. */
char *json_hash(const struct scenario *scenario);

report_writer table_write, json_write, csv_write_result, markdown_write;

/* The rows, ending with a NULL name. */
extern const struct report_format report_formats[];

#endif
