/* Merging of layers. */
#include "scenario/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_none(const struct node *node)
{
    return node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0;
}

/* A table by card count is one value: it replaces, and does not merge. */
static bool is_table(const struct node *node)
{
    return node->kind == NODE_MAP && node->n > 0 && node->key[0]->text[0] >= '0' && node->key[0]->text[0] <= '9';
}

const char *merge_short_for(const char *path, const struct node *value)
{
    static const char *const short_for[][2] = {{"checkpoint", "every"}, {"billing", "per"}, {"work", "GPU-hours"},
                                               {"own", "price"},        {"power", "wall"},  {"delay_cost", "per_day"},
                                               {"storage", "price"},    {"labor", "rate"},  {"progress", "done"},
                                               {"fallback", "to"}};
    bool table = is_table(value) && strcmp(path, "power") == 0;
    if (is_none(value) || (value->kind == NODE_MAP && !table))
        return NULL;
    for (size_t i = 0; i < sizeof short_for / sizeof *short_for; i++)
        if (strcmp(path, short_for[i][0]) == 0)
            return strcmp(path, "work") == 0 && value->kind == NODE_SCALAR && strstr(value->text, "step")
                       ? "steps"
                       : short_for[i][1];
    return NULL;
}

/* Turns `parent: value` into `parent: {key: value}`. */
static void spell_out(struct node *map, const char *parent, const char *key)
{
    struct node *value = node_get(map, parent), *inner = node_map(value->at, value->owner);
    node_put(inner, key, node_copy(value));
    node_put(map, parent, inner);
}

void merge_normalise(struct node *map)
{
    for (int i = 0; i < map->n; i++) {
        const char *key = merge_short_for(map->key[i]->text, map->item[i]);
        if (key)
            spell_out(map, map->key[i]->text, key);
    }
    struct node *failures = node_get(map, "failures");
    for (int i = 0; failures && failures->kind == NODE_MAP && i < failures->n; i++)
        if (failures->item[i]->kind != NODE_MAP && !is_none(failures->item[i]))
            spell_out(failures, failures->key[i]->text, "every");
}

void merge_own(struct node *node, const char *owner)
{
    node->owner = owner;
    for (int i = 0; i < node->n; i++) {
        if (node->kind == NODE_MAP)
            node->key[i]->owner = owner;
        merge_own(node->item[i], owner);
    }
}

static void drop(struct node *map, const char *key)
{
    for (int i = 0; i < map->n; i++) {
        if (strcmp(map->key[i]->text, key) != 0)
            continue;
        node_free(map->key[i]);
        node_free(map->item[i]);
        map->n--;
        memmove(map->key + i, map->key + i + 1, (size_t)(map->n - i) * sizeof *map->key);
        memmove(map->item + i, map->item + i + 1, (size_t)(map->n - i) * sizeof *map->item);
        return;
    }
}

/* Puts an entry of one map into another, the place of its key included. */
static void put_entry(struct node *map, const struct node *key, struct node *item)
{
    node_put(map, key->text, item);
    for (int i = 0; i < map->n; i++)
        if (strcmp(map->key[i]->text, key->text) == 0)
            map->key[i]->at = key->at;
}

/* Drops what a later layer's key excludes: keys of the same map, or of the map of that name only. */
static void drop_rivals(struct node *under, const struct node *over, const char *map, const char *key)
{
    static const struct {
        const char *map, *key, *rival;
    } rivals[] = {{NULL, "every", "rate"},
                  {NULL, "rate", "every"},
                  {NULL, "cards", "num_nodes"},
                  {NULL, "num_nodes", "cards"},
                  {"", "price", "own"},
                  {"", "own", "price"},
                  {"checkpoint", "write", "bandwidth"},
                  {"checkpoint", "bandwidth", "write"},
                  {"work", "GPU-hours", "steps"},
                  {"work", "GPU-hours", "tokens"},
                  {"work", "GPU-hours", "parameters"},
                  {"work", "GPU-hours", "efficiency"},
                  {"work", "steps", "GPU-hours"},
                  {"work", "steps", "tokens"},
                  {"work", "steps", "parameters"},
                  {"work", "steps", "efficiency"},
                  {"work", "tokens", "GPU-hours"},
                  {"work", "tokens", "steps"},
                  {"power", "wall", "node"},
                  {"power", "wall", "card"},
                  {"power", "wall", "host"},
                  {"power", "wall", "idle"},
                  {"power", "wall", "checkpoint"},
                  {"power", "wall", "psu_loss"},
                  {"power", "node", "wall"},
                  {"power", "node", "card"},
                  {"power", "node", "host"},
                  {"power", "card", "wall"},
                  {"power", "card", "node"},
                  {"power", "host", "wall"},
                  {"power", "host", "node"}};
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (strcmp(key, rivals[i].key) == 0 && (!rivals[i].map || strcmp(map, rivals[i].map) == 0) &&
            !node_get(over, rivals[i].rival))
            drop(under, rivals[i].rival);
}

static void lay_over(struct node *under, const struct node *over, const char *map)
{
    for (int i = 0; i < over->n; i++) {
        const char *key = over->key[i]->text;
        struct node *old = node_get(under, key);
        if (!is_none(over->item[i]))
            drop_rivals(under, over, map, key);
        old = node_get(under, key);
        if (old && old->kind == NODE_MAP && over->item[i]->kind == NODE_MAP && !is_table(old) &&
            !is_table(over->item[i])) {
            lay_over(old, over->item[i], key);
            continue;
        }
        put_entry(under, over->key[i], node_copy(over->item[i]));
    }
}

void merge_over(struct node *under, const struct node *over)
{
    lay_over(under, over, "");
}

/* Drops the rivals of one key that is about to be put. */
static void make_room(struct node *map, const char *name, const char *key, const struct node *value)
{
    if (is_none(value))
        return;
    struct node *alone = node_map(map->at, NULL);
    drop_rivals(map, alone, name, key);
    node_free(alone);
}

static void set_in(struct node *map, const char *name, const char *path, struct node *value, const char *owner)
{
    const char *dot = strchr(path, '.');
    char *key = mem_copy_n(path, dot ? (size_t)(dot - path) : strlen(path));
    struct node *old = node_get(map, key);
    if (dot) {
        if (!old || old->kind != NODE_MAP)
            node_put(map, key, node_map(value->at, owner));
        set_in(node_get(map, key), key, dot + 1, value, owner);
    } else {
        merge_own(value, old && old->owner ? old->owner : owner);
        make_room(map, name, key, value);
        node_put(map, key, value);
    }
    free(key);
}

void merge_set(struct node *map, const char *path, struct node *value, const char *owner)
{
    set_in(map, "", path, value, owner);
}

/* Values that are about to be replaced leave their owners to the new ones. */
static void keep_owners(const struct node *old, struct node *new)
{
    for (int i = 0; i < new->n; i++) {
        const struct node *before = node_get(old, new->key[i]->text);
        if (before && before->kind == NODE_MAP && new->item[i]->kind == NODE_MAP)
            keep_owners(before, new->item[i]);
        else if (before && before->owner)
            merge_own(new->item[i], before->owner);
    }
}

void merge_set_map(struct node *map, const char *path, struct node *value, const char *owner)
{
    struct node *layer = node_map(value->at, owner);
    merge_set(layer, path, value, owner);
    merge_normalise(layer);
    merge_own(layer, owner);
    keep_owners(map, layer);
    merge_over(map, layer);
    node_free(layer);
}
