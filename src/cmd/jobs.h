/* Several scenario files on one command line. */
#ifndef RUNODDS_CMD_JOBS_H
#define RUNODDS_CMD_JOBS_H

#include "cmd/option.h"
#include "engine/jobs.h"
#include "engine/study.h"

/* The files, each played once, and what they come to. */
struct jobs_run {
    int files;
    struct study study[JOBS_MOST];
    struct point point[JOBS_MOST]; /* each with one plan: the only one, that which -p names, or the recommended one */
    char *why[JOBS_MOST];          /* the plan is recommended; NULL: there was no choice */
    bool named[OPTION_LIST];       /* some file has the plan of that -p */
    struct jobs jobs;              /* a job for each word of the command line */
};

/* Loads and plays all files on as many trials, and adds them up. jobs_close() in any case. */
int jobs_open(const struct options *options, struct jobs_run *run, struct err *err) WARN_UNUSED;
void jobs_close(struct jobs_run *run);

/* runodds run A.yaml B.yaml */
int jobs_command(const struct options *options, struct err *err) WARN_UNUSED;

#endif
