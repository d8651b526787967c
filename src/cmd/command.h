/* The table of commands, and what they share. */
#ifndef RUNODDS_CMD_COMMAND_H
#define RUNODDS_CMD_COMMAND_H

#include "cmd/option.h"
#include "engine/metric.h"
#include "engine/study.h"
#include "engine/summary.h"

/* Returns 0, a negative code of err.h, COMMAND_FAILED (a gate is true) or COMMAND_INTERRUPTED. */
typedef int command_run(const struct options *options, struct err *err);

enum { COMMAND_FAILED = 1, COMMAND_INTERRUPTED = 130 };

struct command {
    const char *name;
    enum command_bit bit;
    const char *arguments, *meaning, *examples;
    command_run *run;
};

/* The rows, ending with a NULL name. */
extern const struct command commands[];

/* What follows from the money of a plan: lines below its values. */
void check_money(const struct engine *engine, int plan, FILE *to);

/* Whether its model fits into the memory of a card: nothing if parameters or memory are not known. */
void check_fit(const struct engine *engine, int plan, FILE *to);

command_run cmd_compare, cmd_tune, cmd_sweep, cmd_breakeven, cmd_sensitivity, cmd_advise, cmd_report;
command_run cmd_plot, cmd_run, cmd_check, cmd_explain, cmd_trace, cmd_init, cmd_help;

/* Loads the scenario that the options name; NULL with faults in err. */
struct scenario *command_load(const struct options *options, struct err *err);

/* Makes an engine for it and adds the sanity warnings; both are released by the caller. */
int command_engine(const struct scenario *scenario, const struct options *options, struct engine *engine,
                   struct err *err) WARN_UNUSED;

/* Opens a study of the file, which `keys` more arguments follow, plays its base point as `run` would, and fixes the
 * trials of further points to as many. hopeless: points that never finish are answers. study_close() and
 * point_release() in any case. */
int command_study(const struct options *options, int keys, bool hopeless, struct study *study, struct point *base,
                  struct err *err) WARN_UNUSED;

/* What --for or --prefer says: a mean or percentile of cost or time; without a text P90 or mean of cost (of time where
 * nothing is priced). */
int command_metric(const char *text, const char *option, const struct engine *engine, enum metric_kind otherwise,
                   struct metric *metric, struct err *err) WARN_UNUSED;

/* --fail-if: whether it can be read; whether it is open and more trials may be played, which they may not if their
 * number is given; plays them; and what it says, on standard error: 0 or COMMAND_FAILED. All are 0 without it. */
int command_gate_check(const struct options *options, const struct scenario *scenario, struct err *err) WARN_UNUSED;
bool command_gate_open(const struct options *options, const struct result *result, int *code, struct err *err);
int command_gate_settle(const struct options *options, const struct engine *engine, struct result *result,
                        struct err *err) WARN_UNUSED;
int command_gate_close(const struct options *options, const struct result *result, struct err *err) WARN_UNUSED;

/* Simulates by the options, with progress and Ctrl-C. */
int command_simulate(const struct engine *engine, const struct options *options, struct result *result,
                     struct err *err) WARN_UNUSED;

/* Warns of means that hang on a few trials. */
void command_warn_tails(const struct result *result, struct err *err);

/* Whether to use colours on a stream. */
bool command_colour(const struct options *options, FILE *stream);

/* Writes text through `write` to the options' output. */
int command_write(const struct options *options, void (*write)(void *context, FILE *to), void *context,
                  struct err *err) WARN_UNUSED;

/* The general help, and that of one command. */
void help_general(FILE *to);
void help_command(const struct command *command, FILE *to);
void help_version(FILE *to);
void help_completion(FILE *to);

#endif
