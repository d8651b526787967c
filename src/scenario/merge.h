/* Layers: models under defaults under extends under the plan under --set; maps merge key by key. */
#ifndef RUNODDS_SCENARIO_MERGE_H
#define RUNODDS_SCENARIO_MERGE_H

#include "scenario/yaml.h"

/* Spells shorthands out: "checkpoint: every 45 min", "work: 2400 GPU-hours", "failures: {gpu: 50000 h}", "billing: per
 * hour", so that maps can merge. */
void merge_normalise(struct node *map);

/* The key that a value stands for when it is written at the key above: "every" for "checkpoint: 45 min"; NULL: none. */
const char *merge_short_for(const char *path, const struct node *value);

/* Names the owner of a node and all below it. */
void merge_own(struct node *node, const char *owner);

/* Lays `over` on `under`, which it changes: maps key by key, all else replaced. Of keys that exclude each other (every
 * and rate, cards and num_nodes, write and bandwidth, the ways of work) the later layer's stays. */
void merge_over(struct node *under, const struct node *over);

/* Puts value at a dotted path, making maps on the way; a value that is replaced leaves its owner to the new one. */
void merge_set(struct node *map, const char *path, struct node *value, const char *owner);

/* The same for a map, which merges with what stands there. Takes value. */
void merge_set_map(struct node *map, const char *path, struct node *value, const char *owner);

#endif
