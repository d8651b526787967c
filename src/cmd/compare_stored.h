/* Two stored results, and what changed between them. */
#ifndef RUNODDS_CMD_COMPARE_STORED_H
#define RUNODDS_CMD_COMPARE_STORED_H

#include "cmd/option.h"

/* Whether compare is given results and not a scenario: the first file ends in ".json". */
bool compare_stored_applies(const struct options *options);

/* Writes what changed from the first to the second, as the options ask. */
int compare_stored_run(const struct options *options, struct err *err) WARN_UNUSED;

#endif
