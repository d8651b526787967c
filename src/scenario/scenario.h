/* A scenario as written: merged, bound, immutable. */
#ifndef RUNODDS_SCENARIO_SCENARIO_H
#define RUNODDS_SCENARIO_SCENARIO_H

#include "base/err.h"
#include "scenario/key.h"

enum { PLANS_MOST = 64, UNKNOWNS_MOST = 4096, MILESTONES_MOST = 16 };

struct scenario_plan {
    char *name;
    struct node *tree; /* merged: models < top level and defaults < extends < the plan < --set */
    struct inputs inputs;
};

/* A share of the work whose date is to be told. */
struct milestone {
    const char *name; /* of the file, not owned */
    double share;     /* above 0, at most 1 */
    double by_h;      /* due then, from submission; negative: not said */
};

struct scenario {
    char *file; /* as given */
    char *name;
    char currency[4];
    bool has_start, has_offset; /* has_offset: start says how far it is from UTC */
    double start_h;             /* hours since 1970-01-01 00:00 UTC */
    int offset_min;             /* of the scenario's clock from UTC */
    double budget;              /* negative: none */
    double deadline_h;          /* from submission; negative: none */
    double give_up_h;           /* negative: by default */
    uint64_t seed;
    uint64_t job; /* its number among files that are added up, for luck of its own; 0: the first, or the only one */
    struct exchange exchange;
    int milestones;
    struct milestone milestone[MILESTONES_MOST];

    int plans;
    struct scenario_plan *plan;
    struct unknowns unknowns;
    struct law_shelf shelf;

    /* What the above was made of. */
    struct node *root;
    struct source *source;
    struct source **model; /* texts of models and of --set, kept for messages */
    int models;
    char **owner; /* interned names */
    int owners;
};

/* What changes a scenario from outside. */
struct scenario_options {
    const char **set; /* "KEY=VALUE" or "PLAN.KEY=VALUE" */
    int sets;
    const char **only; /* names of plans to keep; none: all */
    int onlys;
    bool has_seed;
    uint64_t seed, job;
};

/* Reads, merges, binds and checks a scenario; NULL with faults in err. scenario_free() releases it. */
struct scenario *scenario_load(const char *path, const struct scenario_options *options, struct err *err);
/* The same for a text in memory; folder is where its relative names start. */
struct scenario *scenario_parse(const char *name, const char *text, const char *folder,
                                const struct scenario_options *options, struct err *err);
void scenario_free(struct scenario *scenario);

/* The seed of what happens: failures, waits, preemptions, prices. Files that are added up have luck of their own, while
 * unknowns of the models that they share are one draw. */
uint64_t scenario_luck(const struct scenario *scenario);

/* The effective scenario as YAML: all values that are not defaults, and who owns them where that matters, so that
 * it gives the same results without model files. The caller frees it. */
char *scenario_echo(const struct scenario *scenario);

/* Visits the values of a plan in the order of the key table: path, node (NULL where the default holds), and row. */
typedef void scenario_visitor(void *context, const char *path, const struct node *node, const struct key *key);
void scenario_visit(const struct scenario_plan *plan, scenario_visitor *visit, void *context);

/* How many values are the reader's own, and how many are defaults, over all plans (each place once). */
void scenario_count(const struct scenario *scenario, int *given, int *defaults);

#endif
