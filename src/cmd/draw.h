/* --plot, for the commands that draw: reading the requests, and the order of charts and report. */
#ifndef RUNODDS_CMD_DRAW_H
#define RUNODDS_CMD_DRAW_H

#include "cmd/option.h"
#include "report/chart.h"

/* The requests of a command line. */
struct draw {
    struct chart_request request[OPTION_LIST];
};

/* Checks what can be checked before a long simulation: charts and, where the command has it, --samples. otherwise: the
 * command's own chart. */
int draw_check(const struct options *options, const char *otherwise, struct draw *draw, struct err *err) WARN_UNUSED;

/* Charts in the terminal, the report through `write`, samples, and the charts that are files: the report's last line is
 * the one that counts, and a chart that fails costs no answer. */
int draw_report(const struct options *options, const struct draw *draw, const struct chart_data *data,
                void (*write)(void *context, FILE *to), void *context, struct err *err) WARN_UNUSED;

#endif
