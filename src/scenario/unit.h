/* Units: words with a dimension and a factor, products with "-", quotients with "/" or "per". */
#ifndef RUNODDS_SCENARIO_UNIT_H
#define RUNODDS_SCENARIO_UNIT_H

#include <stdbool.h>
#include <stddef.h>

/* Base dimensions; a number in base units counts hours, the scenario's currency, cards, nodes, GB, kWh and so on. */
enum dim {
    DIM_TIME,   /* hour */
    DIM_MONEY,  /* of the scenario's currency */
    DIM_CARD,   /* GPU */
    DIM_NODE,   /* machine */
    DIM_BYTES,  /* GB = 1e9 bytes */
    DIM_ENERGY, /* kWh */
    DIM_FLOP,   /* floating-point operation */
    DIM_TOKEN,
    DIM_PARAMETER,
    DIM_STEP,
    DIM_COUNT
};

struct unit {
    double factor; /* number * factor is in base units */
    signed char dim[DIM_COUNT];
    char currency[4]; /* "" if no money is in it; "$" and the yen sign are resolved by the currency of the scenario */
    bool share;       /* per cent */
};

/* Reads a unit at the start of text: U {(/|-) U} or "per [number] U ...". Returns the bytes read, 0 if none stands
 * there, or a negative number: -1 - offset of a word that is no unit. Blanks may stand around "/" only. */
long unit_read(const char *text, struct unit *unit);

/* "$2.49/GPU-hour" has its unit in two pieces. */
struct unit unit_one(void);
struct unit unit_times(struct unit a, struct unit b);

/* The unit of a symbol before a number ($, the yen signs, the euro and pound signs): bytes read, or 0. */
size_t unit_symbol(const char *text, struct unit *unit);

/* Multipliers between number and unit: K M B T and the Chinese ones: bytes read, or 0. */
size_t unit_multiplier(const char *text, double *multiplier);

bool unit_same_dim(const struct unit *a, const struct unit *b);

/* A dimension in words, from its exponents: "money/GPU-hour"; out has room for 80 bytes. */
const char *unit_dim_text(const struct unit *unit, char out[80]);

/* The words most like this one, for a hint; NULL if none is near. */
const char *unit_near(const char *word);

/* The unit of a text that is known to be one, such as a key table's. */
struct unit unit_known(const char *text);

#endif
