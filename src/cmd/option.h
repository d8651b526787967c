/* The option table over getopt_long: parsing, help and completion read it. */
#ifndef RUNODDS_CMD_OPTION_H
#define RUNODDS_CMD_OPTION_H

#include "engine/engine.h"
#include "report/report.h"

enum { OPTION_LIST = 64 };
enum progress_rule { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* Commands, as bits of an option row. */
enum command_bit {
    FOR_RUN = 1,
    FOR_CHECK = 2,
    FOR_EXPLAIN = 4,
    FOR_TRACE = 8,
    FOR_INIT = 16,
    FOR_HELP = 32,
    FOR_COMPARE = 64,
    FOR_TUNE = 128,
    FOR_SWEEP = 256,
    FOR_SENSITIVITY = 512,
    FOR_BREAKEVEN = 1024,
    FOR_ADVISE = 2048,
    FOR_PLOT = 4096,
    FOR_REPORT = 8192,
    FOR_STUDIES = FOR_COMPARE | FOR_TUNE | FOR_SWEEP | FOR_SENSITIVITY | FOR_BREAKEVEN | FOR_ADVISE | FOR_REPORT,
    FOR_CHARTS = FOR_RUN | FOR_COMPARE | FOR_TUNE | FOR_SWEEP | FOR_BREAKEVEN | FOR_SENSITIVITY | FOR_TRACE,
    FOR_FORMATS = FOR_RUN | FOR_TRACE | (FOR_STUDIES & ~(FOR_ADVISE | FOR_REPORT)), /* that write any of -f */
    FOR_ALL = 16383
};

struct options {
    const char *file[OPTION_LIST]; /* what is no option */
    int files;
    long trials;
    double precision;
    uint64_t seed;
    bool has_seed;
    int threads;
    const char *set[OPTION_LIST], *plan[OPTION_LIST], *plot[OPTION_LIST];
    int sets, plans, plots;
    const char *format, *output, *samples, *trial, *example, *gpu, *prefer, *metric, *between, *fail_if, *undecided,
        *with;
    bool spot, quiet, verbose, no_color, help, version;
    int progress;
};

struct option_row {
    char letter; /* 0: none */
    const char *name;
    const char *argument; /* NULL: takes none; begins with "[": may be left out */
    const char *meaning;
    int commands; /* bits */
    int (*read)(const struct option_row *row, const char *text, struct options *options, struct err *err);
    size_t offset;
};

/* The rows, ending with a NULL name. */
extern const struct option_row option_rows[];

/* Parses the words after a command. ERR_INPUT with a hint on a fault. */
int option_parse(int argc, char **argv, int command, struct options *options, struct err *err) WARN_UNUSED;

#endif
