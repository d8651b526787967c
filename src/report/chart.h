/* The table of charts, and what --plot asks for. */
#ifndef RUNODDS_REPORT_CHART_H
#define RUNODDS_REPORT_CHART_H

#include <stdio.h>

#include "engine/summary.h"
#include "report/sheet.h"

/* Fills a sheet, whose medium is set, from a result. ERR_INPUT where the result holds nothing for this chart. */
typedef int chart_builder(const struct result *result, struct sheet *sheet, struct err *err);

struct chart_kind {
    const char *name, *meaning; /* the name is that of its script, plots/NAME.gp */
    chart_builder *build;
};

/* The rows, ending with a NULL name. */
extern const struct chart_kind chart_kinds[];

chart_builder cdf_build, cloud_build, breakdown_build, bars_build, cards_build;

/* What --plot asks for; path points into the argument. */
struct chart_request {
    const char *kind;
    const char *path; /* NULL with term */
    bool term;        /* text to the terminal */
};

/* "[KIND:]FILE.png", "[KIND:]FILE.svg", "[KIND:]term" or a KIND alone; NULL is the cdf in the terminal. ERR_INPUT for
 * any other. */
int chart_parse(const char *argument, struct chart_request *request, struct err *err) WARN_UNUSED;

/* Draws it; a text chart goes to `terminal`, and the caller checks that stream for errors. ERR_INPUT where there is
 * nothing to draw, ERR_RUNTIME where it cannot be drawn or written; gnuplot.h says what happens without gnuplot. */
int chart_draw(const struct result *result, const struct chart_request *request, FILE *terminal,
               struct err *err) WARN_UNUSED;

#endif
