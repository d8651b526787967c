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
key_reader take_billing;      /* "per hour", or a time */

#endif
