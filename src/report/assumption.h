/* The inputs of all plans, each place once, and where they came from. */
#ifndef RUNODDS_REPORT_ASSUMPTION_H
#define RUNODDS_REPORT_ASSUMPTION_H

#include "base/text.h"
#include "scenario/scenario.h"

enum assumption_mark { ASSUMPTION_YOURS, ASSUMPTION_MODEL, ASSUMPTION_DEFAULT, ASSUMPTION_MARKS };

struct assumption {
    enum assumption_mark mark;
    const struct node *node; /* NULL: the default of `key` */
    const struct key *key;
    char *path;
    uint64_t plans; /* bit i: plan i has it; 0: it stands above all plans */
};

struct assumptions {
    struct assumption *of; /* those of all plans first, then plan by plan in the order of the key table */
    int n;
};

void assumption_list(const struct scenario *scenario, struct assumptions *list);
void assumption_release(struct assumptions *list);

/* Appends a value on one line: scalars as written, tables and lists in flow style. */
void assumption_add_node(struct text *out, const struct node *node);

/* Each appends: the names of its plans ("all" where it is all of them); the value on one line, as written, long ones
 * cut; file and line, and the comment that stands there, which is free of control bytes. */
void assumption_add_plans(struct text *out, const struct scenario *scenario, const struct assumption *assumption);
void assumption_add_value(struct text *out, const struct assumption *assumption);
void assumption_add_source(struct text *out, const struct assumption *assumption);

#endif
