/* Values bound to their meaning: constants, unknowns drawn once a trial, and laws drawn anew at each event. */
#ifndef RUNODDS_SCENARIO_INPUT_H
#define RUNODDS_SCENARIO_INPUT_H

#include <stdint.h>

#include "base/law.h"
#include "scenario/unit.h"
#include "scenario/yaml.h"

/* A number: x itself, or (unknown > 0) this trial's draw of the unknown of that number. Base units. */
struct slot {
    double x;
    int unknown;
    int times; /* > 0: and that times this trial's draw of another one, a rate of exchange */
};

/* A law whose arguments may be unknowns. */
struct law_spec {
    const struct law_row *row; /* NULL: none */
    int args;
    struct {
        enum law_param param;
        double level;
        struct slot slot;
    } arg[LAW_ARGS];
    bool fixed;     /* no argument is an unknown */
    struct law law; /* ready if fixed; else its table and the row */
};

enum input_kind { INPUT_ABSENT, INPUT_NONE, INPUT_ONCE, INPUT_EACH };

struct input {
    enum input_kind kind;
    struct slot once;        /* INPUT_ONCE */
    struct law_spec each;    /* INPUT_EACH */
    struct unit unit;        /* as written, for messages and for keys that accept several dimensions */
    const struct node *node; /* where it came from; NULL for values that are worked out */
};

/* An unknown constant: drawn once a trial, shared by all plans that use the value written once. */
struct unknown {
    uint32_t what; /* hash of owner and key path */
    char *owner, *path;
    struct law_spec spec; /* arguments refer to earlier unknowns only */
    struct unit unit;     /* what a draw counts; dimensions only, draws are in base units */
    const struct node *node;
};

/* Correlations of the normal scores of some unknowns: the lower triangle L of their matrix, L L' = R. */
enum { COPULA_MOST = 64 };
struct copula {
    int n;
    int *of;       /* unknowns */
    double *lower; /* n x n */
};

struct unknowns {
    struct unknown *of;
    int n;
    struct copula copula; /* n = 0: all are independent */
};

static inline double slot_value(struct slot slot, const double *world)
{
    double x = slot.unknown > 0 ? world[slot.unknown - 1] : slot.x;
    return slot.times > 0 ? x * world[slot.times - 1] : x;
}

static inline bool input_set(const struct input *input)
{
    return input->kind == INPUT_ONCE || input->kind == INPUT_EACH;
}

/* The value of an INPUT_ONCE in a world; `otherwise` if absent or none. */
static inline double input_value(const struct input *input, const double *world, double otherwise)
{
    return input->kind == INPUT_ONCE ? slot_value(input->once, world) : otherwise;
}

/* The law of a spec in a world. The numbers were checked when it was bound, extremes of its unknowns included. */
struct law law_spec_law(const struct law_spec *spec, const double *world);

/* Draws this trial's unknowns: one Philox fill across their ids. world has room for n. pin: NULL, or for each unknown
 * the share below it at which it is held, NAN where it is drawn. */
void unknowns_draw(const struct unknowns *unknowns, const struct kernel *kernel, uint64_t seed, uint64_t trial,
                   const double *pin, double *world);

/* A typical world: each unknown at its median. */
void unknowns_median(const struct unknowns *unknowns, double *world);

void unknowns_release(struct unknowns *unknowns);

#endif
