/* How the values of keys are taken: one reader a shape. */
#ifndef RUNODDS_SCENARIO_TAKE_H
#define RUNODDS_SCENARIO_TAKE_H

#include "scenario/key.h"

key_reader take_value;        /* a quantity, range or law, into a struct input */
key_reader take_word;         /* one of key->words, its index into an int */
key_reader take_unit;         /* the same, and remembers that it was given */
key_reader take_every;        /* checkpoint.every */
key_reader take_age;          /* failures.*.age */
key_reader take_accelerators; /* "H100:8" */
key_reader take_step_time;    /* a value or a table */
key_reader take_scaling;      /* a table, measured(file), amdahl(share), none */
key_reader take_price;        /* a value or a table, per card or per node */
key_reader take_list_price;   /* {low, high}; passed over where its currency has no rate */
key_reader take_billing;      /* "per hour", or a time */
key_reader take_by_cards;     /* a value or a table, into a struct by_cards */
key_reader take_network;      /* a share, an amount, or {fixed, per_port, ports} */
key_reader take_resale;       /* a share, or a table by age */
key_reader take_rack;         /* a price, or tiers by kW with a limit */
key_reader take_electricity;  /* a price, or periods */
key_reader take_delay;        /* "$2,000/day", "$2,000" */
key_reader take_delay_after;  /* "deadline", or a time */
key_reader take_market;       /* fallback.price and the like, as the plan's own key is taken */
key_reader take_fallback;     /* name of a plan */
key_reader take_after;        /* a time or a number of preemptions */

/* How the keys of a table's rows are read: card counts, ages, or the power up to which a tier goes. */
enum take_axis { AXIS_CARDS, AXIS_AGE, AXIS_POWER };

/* A map whose keys lie on an axis; each cell is a value of its own. `unit` is that of the last row; all must agree. */
int take_table(struct binder *binder, struct node *node, enum take_axis axis, const struct wants *wants,
               struct table *table, struct unit *unit) WARN_UNUSED;

/* A child of a map as a value of its own; *input stays as it is where there is none. */
int take_child(struct binder *binder, const struct node *map, const char *name, const struct wants *wants,
               struct input *input) WARN_UNUSED;

#endif
