/* YAML as a tree in which every node knows its place; only the plain part of the language, within limits. */
#ifndef RUNODDS_SCENARIO_YAML_H
#define RUNODDS_SCENARIO_YAML_H

#include "base/err.h"

enum { YAML_FILE_LIMIT = 1 << 20, YAML_DEPTH_LIMIT = 64, YAML_TOKEN_LIMIT = 50000 };

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    struct place at;
    const char *owner; /* who wrote it, for the identity of an unknown; set by scenario, not owned */
    char *text;        /* scalar: its text; NBSP and U+3000 are turned into blanks, ends trimmed, unless quoted */
    bool quoted;
    int n;              /* list: items; map: entries */
    struct node **key;  /* map: n scalar nodes */
    struct node **item; /* n nodes */
};

/* Parses one document into *root (a map; NULL for an empty document), which node_free() frees. Nodes point into
 * `source` by place, so it must outlive them. ERR_INPUT faults with place, cure in the hint. */
int yaml_parse(const struct source *source, struct node **root, struct err *err) WARN_UNUSED;

/* New nodes, deep copies, and a child of a map by key (NULL if absent). */
struct node *node_scalar(const char *text, struct place at, const char *owner);
struct node *node_map(struct place at, const char *owner);
struct node *node_list(struct place at, const char *owner);
struct node *node_copy(const struct node *node);
struct node *node_get(const struct node *map, const char *key);
/* Puts item under key in a map, replacing (and freeing) what stood there. Takes item. */
void node_put(struct node *map, const char *key, struct node *item);
/* Appends an item to a list (key NULL) or an entry to a map (which must not have that key yet). Takes both. */
void node_add(struct node *parent, struct node *key, struct node *item);
void node_free(struct node *node);

#endif
