/* The table of keys: one row each; parsing, checks, defaults, explain, check and completion all read it. */
#ifndef RUNODDS_SCENARIO_KEY_H
#define RUNODDS_SCENARIO_KEY_H

#include "scenario/bind.h"
#include "scenario/cause.h"

enum method { METHOD_FULL, METHOD_LORA };
enum capacity { CAPACITY_ON_DEMAND, CAPACITY_SPOT, CAPACITY_RESERVED, CAPACITY_OWNED };
enum every_rule { EVERY_INTERVAL, EVERY_STEPS, EVERY_YOUNG, EVERY_DALY, EVERY_NONE };
enum scaling_rule { SCALING_NONE, SCALING_TABLE, SCALING_AMDAHL };
enum { TABLE_ROWS_MOST = 64 };

/* Values by card count, in rising order of cards. */
struct table {
    int rows;
    double cards[TABLE_ROWS_MOST];
    struct slot value[TABLE_ROWS_MOST];
};

/* A cause as the scenario gives it. */
struct cause_input {
    const char *name;
    bool unit_given;
    int unit; /* enum cause_unit */
    struct input every, rate, detect, repair, restart, age;
    int renew, age_rule;
};

/* All that one plan was given, bound. Members are named after their keys. */
struct inputs {
    struct input gpu_hours, steps, tokens, parameters, efficiency;
    int method;
    struct input measured_on, step_time, peak;
    struct table step_times, scaling;
    int scaling_rule;
    struct input amdahl;

    bool checkpoint_off; /* checkpoint: none */
    int every_rule;
    struct input every, every_steps, write, size, bandwidth, read, stall;
    int final; /* -1: not said */

    struct input queue, requeue, startup, restart, shutdown, time_limit;
    int causes;
    struct cause_input cause[CAUSES_MOST];
    struct input nodes_per_switch, preemption, notice, gang;
    int capacity; /* -1: not said */

    char kind[64];  /* of accelerator */
    int kind_cards; /* cards per node in `accelerators`; 0: not said */
    struct input num_nodes, cards, cards_per_node, memory, tdp;

    struct input price;
    bool price_per_node;
    struct table prices;
    bool prices_per_node;
    struct input billing_unit, billing_minimum;
    int bill_queue;
};

struct key;

/* What a reader gets: the binder (path and key set), the node, and the plan's inputs. */
typedef int key_reader(struct binder *binder, const struct key *key, struct node *node, struct inputs *inputs);

enum key_place { KEY_TOP = 1, KEY_PLAN = 2, KEY_CAUSE = 4, KEY_NOTE = 8, KEY_LATER = 16 };

struct key {
    const char *path;      /* "checkpoint.every"; inside a cause: "failures.*.every" */
    int place;             /* enum key_place, combined */
    const char *meaning;   /* one sentence */
    const char *shapes;    /* examples */
    const char *otherwise; /* the default as a value, or words in parentheses */
    struct wants wants;
    key_reader *read;     /* NULL: a map of further keys, or a note */
    size_t offset;        /* of the member in struct inputs, or in struct cause_input */
    const char *words[5]; /* KEY words: accepted ones, index is the value */
};

const struct key *key_rows(int *n);

/* The row of a path; a cause's name stands as it is ("failures.gpu.every" finds "failures.*.every"). NULL: unknown. */
const struct key *key_find(const char *path);

/* The known path nearest to an unknown one, among the children of the same parent; NULL if none is near. */
const char *key_near(const char *path);

/* True if keys stand below this path ("checkpoint", "failures", "failures.gpu"). */
bool key_has_children(const char *path);

#endif
