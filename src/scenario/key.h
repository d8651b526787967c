/* The table of keys: one row each; parsing, checks, defaults, explain, check and completion all read it. */
#ifndef RUNODDS_SCENARIO_KEY_H
#define RUNODDS_SCENARIO_KEY_H

#include "scenario/bind.h"
#include "scenario/cause.h"

enum method { METHOD_FULL, METHOD_LORA, METHOD_QLORA };
enum capacity { CAPACITY_ON_DEMAND, CAPACITY_SPOT, CAPACITY_RESERVED, CAPACITY_OWNED };
enum every_rule { EVERY_INTERVAL, EVERY_STEPS, EVERY_YOUNG, EVERY_DALY, EVERY_NONE };
enum scaling_rule {
    SCALING_NONE,
    SCALING_TABLE,
    SCALING_AMDAHL,
    SCALING_USL,
    SCALING_RING,
    SCALING_PIPELINE,
    SCALING_FITTED_AMDAHL, /* to the times in the table */
    SCALING_FITTED_USL
};
enum { SCALING_ARGS = 6 };
enum { TABLE_ROWS_MOST = 64 };

/* Values by card count (or hours, or kW), in rising order. */
struct table {
    int rows;
    double at[TABLE_ROWS_MOST];
    struct slot value[TABLE_ROWS_MOST];
};

/* One value, or a table by card count. */
struct by_cards {
    struct input one;
    struct table table;
};

/* A cause as the scenario gives it. */
struct cause_input {
    const char *name;
    bool unit_given;
    int unit; /* enum cause_unit */
    struct input every, rate, detect, repair, restart, age, labor;
    int renew, age_rule;
};

/* A machine of one's own. */
struct own_input {
    struct input price;                                                   /* of the whole plan, a node or a card */
    struct input network, network_fixed, network_per_port, network_ports; /* network: a share or an amount */
    struct input fitout, life, project, busy, staff, finance;
    struct table resale; /* share of the price by age in hours; one row at 0 h: at the end of life */
    struct input rack;   /* one price, or ... */
    struct table tiers;  /* ... prices of tiers by the kW up to which they go */
    struct input rack_limit;
};

struct power_input {
    struct by_cards wall, node; /* of a busy node, with and without the loss of its power supplies */
    struct input card, host, idle, checkpoint, network, psu_loss;
};

/* Rent that moves: rows of a path, or a mean-reverting logarithm. */
struct path_input {
    struct price_path *rows; /* NULL: none */
    bool random;             /* begins anywhere in it */
    double from_h;
    struct slot from;                              /* random: an unknown share of its length */
    struct input mean, now, volatility, half_life; /* mean set: mean-reverting */
};

/* Where a plan buys capacity: what a fallback takes over from another plan. */
struct market_input {
    struct input price;
    bool price_per_node;
    struct table prices;
    bool prices_per_node;
    struct path_input path;
    struct input preemption, notice, gang, queue, requeue;
};

struct fallback_input {
    const char *to; /* NULL: none */
    double after_h; /* of waiting, all together; infinite: the other */
    double after_preemptions;
    struct market_input market;
};

/* Does the model fit into the memory of a card? */
struct fit_input {
    struct input parameters, layers, hidden, sequence, batch, rank;
    int method, precision, optimizer, sharding, recompute; /* -1: not said */
};

/* All that one plan was given, bound. Members are named after their keys. */
struct inputs {
    struct input gpu_hours, steps, tokens, parameters, efficiency;
    int method;
    struct input measured_on, step_time, peak;
    struct table step_times, scaling;
    int scaling_rule;
    struct input scaling_arg[SCALING_ARGS]; /* of the formula, in its order */
    struct slot beyond;                     /* deviate of a speed that is extrapolated; unknown 0: none */
    struct input jitter, spread;
    struct by_cards more_work;
    struct input runs, concurrent;
    struct input done, elapsed, spent; /* progress */

    bool checkpoint_off; /* checkpoint: none */
    int every_rule;
    struct input every, every_steps, write, size, bandwidth, read, stall;
    int final; /* -1: not said */

    struct input queue, requeue, startup, restart, shutdown, time_limit;
    int causes;
    struct cause_input cause[CAUSES_MOST];
    struct input nodes_per_switch, preemption, notice, gang;
    int capacity; /* -1: not said */
    struct fallback_input fallback;

    char kind[64];  /* of accelerator */
    int kind_cards; /* cards per node in `accelerators`; 0: not said */
    struct input num_nodes, cards, cards_per_node, memory, tdp;

    struct input price;
    bool price_per_node;
    struct table prices;
    bool prices_per_node;
    struct path_input path;
    double list_low, list_high; /* rents of one card in price lists, money per hour; 0: not known */
    struct input billing_unit, billing_minimum;
    int bill_queue;
    struct own_input own;
    struct power_input power;
    struct input pue;
    struct tariff *electricity; /* NULL: not given */
    struct input storage, storage_kept, egress;
    struct input labor_rate, labor_setup, labor_incident;
    struct input delay, delay_after;
    bool delay_per_day; /* the amount is a day's */
    bool delay_after_deadline;
    struct input credits, tax;
    struct fit_input fit;
};

/* Frees what inputs own: paths and tariffs. */
void inputs_release(struct inputs *inputs);

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
    const char *words[6]; /* KEY words: accepted ones, index is the value */
};

/* The table in two parts, each ended by a row without a path; and row i of both, NULL past the end. */
enum { KEYS_MOST = 256 };
extern const struct key key_job[], key_money[];
const struct key *key_row(int i);

/* The row of a path; a cause's name stands as it is ("failures.gpu.every" finds "failures.*.every"). NULL: unknown. */
const struct key *key_find(const char *path);

/* The known path nearest to an unknown one, among the children of the same parent; NULL if none is near. */
const char *key_near(const char *path);

/* True if keys stand below this path ("checkpoint", "failures", "failures.gpu"). */
bool key_has_children(const char *path);

#endif
