/* The table of charts, and what --plot asks for. */
#ifndef RUNODDS_REPORT_CHART_H
#define RUNODDS_REPORT_CHART_H

#include <stdio.h>

#include "engine/summary.h"
#include "report/sheet.h"

/* What there is to draw: the result of the file's own values, and what a command found beyond it; NULL where it has
 * not. */
struct chart_data {
    const struct result *result;
    const struct result *parts; /* what the result is the total of, and itself; NULL: it is no total */
    const struct comparison *comparison;
    const struct tune_report *tune;
    const struct sweep_report *sweep;
    const struct breakeven_report *breakeven;
    const struct sensitivity_report *sensitivity;
    const struct story *story;
    long kept; /* trials of each plan that the result has: evenly spaced ones of a stored result; 0: all */
};

/* Fills a sheet, whose medium is set, from what it finds in the data, which hold what the kind's command found.
 * ERR_INPUT where that is nothing for this chart. */
typedef int chart_builder(const struct chart_data *data, struct sheet *sheet, struct err *err);

struct chart_kind {
    const char *name;
    const char *script; /* plots/SCRIPT.gp */
    const char *by;     /* the command whose findings it shows; NULL: all, it shows a result */
    const char *meaning;
    chart_builder *build;
};

/* The rows, those that show a result first, ending with a NULL name. */
extern const struct chart_kind chart_kinds[];

chart_builder pareto_build, tune_plot_build, sweep_plot_build, heat_build, breakeven_plot_build;
chart_builder cdf_build, deadline_build, cloud_build, breakdown_build, bars_build, cards_build, progress_plot_build,
    tornado_build, gantt_build;

/* What --plot asks for; path points into the argument. */
struct chart_request {
    const char *kind;
    const char *path; /* NULL with term */
    bool term;        /* text to the terminal */
};

/* "[KIND:]FILE.png", "[KIND:]FILE.svg", "[KIND:]term" or a KIND alone; NULL is the terminal. `otherwise` is the kind of
 * a request that names none. ERR_INPUT for any other, and for the kind of another command than that of `otherwise`. */
int chart_parse(const char *argument, const char *otherwise, struct chart_request *request,
                struct err *err) WARN_UNUSED;

/* Draws it; a text chart goes to `terminal`, and the caller checks that stream for errors. ERR_INPUT where there is
 * nothing to draw, ERR_RUNTIME where it cannot be drawn or written; gnuplot.h says what happens without gnuplot. */
int chart_draw(const struct chart_data *data, const struct chart_request *request, FILE *terminal,
               struct err *err) WARN_UNUSED;

/* A chart for a page: what it says, and its picture as an SVG that svg_clean() went over, with `prefix` at the names in
 * it. chart_page_release() in any case. ERR_INPUT where there is nothing to draw. Without `drawn` the picture is left
 * out; where it is wanted and fails, ERR_RUNTIME, and the words are there all the same. */
struct chart_page {
    struct text headline, subtitle, foot, svg;
};

int chart_page_make(const struct chart_data *data, const char *kind, bool drawn, const char *prefix,
                    struct chart_page *page, struct err *err) WARN_UNUSED;
void chart_page_release(struct chart_page *page);

#endif
