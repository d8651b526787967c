/* The nodes of the tree: making, copying, finding, replacing and freeing them. */
#include "scenario/yaml.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static struct node *node_new(enum node_kind kind, struct place at, const char *owner)
{
    struct node *node = mem_new(1, sizeof *node);
    node->kind = kind;
    node->at = at;
    node->owner = owner;
    return node;
}

struct node *node_scalar(const char *text, struct place at, const char *owner)
{
    struct node *node = node_new(NODE_SCALAR, at, owner);
    node->text = mem_copy(text);
    return node;
}

struct node *node_map(struct place at, const char *owner)
{
    return node_new(NODE_MAP, at, owner);
}

struct node *node_list(struct place at, const char *owner)
{
    return node_new(NODE_LIST, at, owner);
}

void node_add(struct node *parent, struct node *key, struct node *item)
{
    assert(parent->kind == (key ? NODE_MAP : NODE_LIST));
    /* The room is not stored: it is the power of two at or above n, so that it doubles when n is such a power. */
    if ((parent->n & (parent->n - 1)) == 0) {
        size_t room = parent->n ? 2 * (size_t)parent->n : 1;
        parent->item = mem_grow(parent->item, room, sizeof *parent->item);
        if (key)
            parent->key = mem_grow(parent->key, room, sizeof *parent->key);
    }
    if (key)
        parent->key[parent->n] = key;
    parent->item[parent->n++] = item;
}

struct node *node_copy(const struct node *node)
{
    struct node *copy = node_new(node->kind, node->at, node->owner);
    copy->quoted = node->quoted;
    if (node->text)
        copy->text = mem_copy(node->text);
    for (int i = 0; i < node->n; i++)
        node_add(copy, node->kind == NODE_MAP ? node_copy(node->key[i]) : NULL, node_copy(node->item[i]));
    return copy;
}

static int node_find(const struct node *map, const char *key)
{
    assert(map->kind == NODE_MAP);
    for (int i = 0; i < map->n; i++) {
        if (strcmp(map->key[i]->text, key) == 0)
            return i;
    }
    return -1;
}

struct node *node_get(const struct node *map, const char *key)
{
    int found = node_find(map, key);
    return found < 0 ? NULL : map->item[found];
}

/* A key that is new stands where its item does; one that is there keeps its place and its order. */
void node_put(struct node *map, const char *key, struct node *item)
{
    int found = node_find(map, key);
    if (found < 0) {
        node_add(map, node_scalar(key, item->at, item->owner), item);
    } else if (map->item[found] != item) {
        node_free(map->item[found]);
        map->item[found] = item;
    }
}

void node_free(struct node *node)
{
    if (!node)
        return;
    for (int i = 0; i < node->n; i++) {
        if (node->kind == NODE_MAP)
            node_free(node->key[i]);
        node_free(node->item[i]);
    }
    free(node->key);
    free(node->item);
    free(node->text);
    free(node);
}
