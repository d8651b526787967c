/* What stands above and below the tables of a result, the same in each format for people. */
#ifndef RUNODDS_REPORT_CAPTION_H
#define RUNODDS_REPORT_CAPTION_H

#include "report/words.h"

/* Each appends. */

/* Name, plans, trials, seed, budget and deadline. */
void caption_title(const struct words *words, struct text *out);

/* The names of the plans that leave an item out though it could mean something for them; returns their number. */
int caption_missing(const struct words *words, int item, struct text *names);

/* The items that plans leave out, and which plans, unless it is all of them. */
void caption_not_priced(const struct words *words, struct text *out);

/* What owned machines are taken to do. */
void caption_assumed(const struct words *words, struct text *out);

/* How many inputs are defaults. */
void caption_inputs(const struct words *words, struct text *out);

#endif
