/* What a command must not write over. */
#ifndef RUNODDS_CMD_GUARD_H
#define RUNODDS_CMD_GUARD_H

#include "cmd/option.h"

/* ERR_INPUT if -o, --samples or a file of --plot is one of the files that the command reads ("-": standard input), by
 * whatever name. command: its bit. */
int guard_inputs(const struct options *options, int command, struct err *err) WARN_UNUSED;

/* ERR_INPUT if a word of --with stands apart from it, where a file is expected: "--with compare tune". */
int guard_list(const struct options *options, struct err *err) WARN_UNUSED;

/* ERR_INPUT if -o names a file that is there already: for what is written once and then edited by hand. */
int guard_existing(const struct options *options, struct err *err) WARN_UNUSED;

#endif
