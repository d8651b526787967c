/* The effective scenario as text. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/merge.h"
#include "scenario/scenario.h"

/* A scalar in double quotes where plain style could be misread, else as it is. */
static void add_scalar(struct text *out, const char *text)
{
    bool plain = text[0] != '\0' && !strpbrk(text, ":#{}[],&*!|>'\"%@`\n\\") && text[0] != '-' && text[0] != '?' &&
                 text[0] != ' ' && text[strlen(text) - 1] != ' ';
    if (plain) {
        text_add(out, text);
        return;
    }
    text_add(out, "\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add(out, "\\");
        if (*c == '\n')
            text_add(out, "\\n");
        else
            text_add_n(out, c, 1);
    }
    text_add(out, "\"");
}

static void add_node(struct text *out, const struct node *node, int indent);

static void add_map(struct text *out, const struct node *map, int indent, bool first_inline)
{
    for (int i = 0; i < map->n; i++) {
        text_addf(out, "%*s", i == 0 && first_inline ? 0 : indent, "");
        add_scalar(out, map->key[i]->text);
        text_add(out, ":");
        add_node(out, map->item[i], indent + 2);
    }
}

static void add_node(struct text *out, const struct node *node, int indent)
{
    if (node->kind == NODE_SCALAR) {
        text_add(out, " ");
        add_scalar(out, node->text);
        text_add(out, "\n");
    } else if (node->n == 0) {
        text_add(out, node->kind == NODE_MAP ? " {}\n" : " []\n");
    } else if (node->kind == NODE_MAP) {
        text_add(out, "\n");
        add_map(out, node, indent, false);
    } else {
        text_add(out, "\n");
        for (int i = 0; i < node->n; i++) {
            text_addf(out, "%*s-", indent, "");
            add_node(out, node->item[i], indent + 2);
        }
    }
}

/* Copies a plan's tree without notes and without what is used up by merging. */
static struct node *essence(const struct node *map)
{
    static const char *const dropped[] = {"source", "about", "uses", "extends", "name", "owners"};
    struct node *out = node_map(map->at, map->owner);
    for (int i = 0; i < map->n; i++) {
        bool drop = false;
        for (size_t k = 0; k < sizeof dropped / sizeof *dropped; k++)
            drop = drop || strcmp(map->key[i]->text, dropped[k]) == 0;
        if (!drop)
            node_put(out, map->key[i]->text,
                     map->item[i]->kind == NODE_MAP ? essence(map->item[i]) : node_copy(map->item[i]));
    }
    return out;
}

/* The longest part of a path that a tree holds, "" if none of it; *at is the node there. The caller frees it. */
static char *known_part(const struct node *tree, const char *path, const struct node **at)
{
    char *copy = mem_copy(path), *rest = copy, *known = mem_copy("");
    *at = tree;
    for (char *part; (*at)->kind == NODE_MAP && (part = strsep(&rest, "."));) {
        const struct node *next = node_get(*at, part);
        if (!next)
            break;
        *at = next;
        char *longer = mem_format("%s%s%s", known, known[0] ? "." : "", part);
        free(known);
        known = longer;
    }
    free(copy);
    return known;
}

/* Says who owns what stands at a path below a tree, if it is that owner and not the plan itself. */
static void put_owner(struct node *owners, const struct scenario_plan *plan, const char *below, const char *path,
                      const char *owner)
{
    const struct node *tree = below[0] ? node_get(plan->tree, below) : plan->tree, *at = tree;
    if (!tree || tree->kind != NODE_MAP)
        return;
    char *known = known_part(tree, path, &at);
    char *full = mem_format("%s%s%s", below, below[0] ? "." : "", known);
    if (at != tree && at->owner && strcmp(at->owner, owner) == 0 && strcmp(owner, plan->name) != 0)
        node_put(owners, full, node_scalar(owner, (struct place){0}, NULL));
    free(full);
    free(known);
}

/* The owners of random values, where it is not the plan itself, in the order of the unknowns and each once; and of a
 * price that moves. */
static void add_owners(struct text *out, const struct scenario *s, const struct scenario_plan *plan)
{
    struct node *owners = node_map((struct place){0}, NULL);
    const struct node *price = node_get(plan->tree, "price");
    const struct node *mean = price && price->kind == NODE_MAP ? node_get(price, "mean") : NULL;
    for (int i = 0; i < s->unknowns.n; i++) {
        put_owner(owners, plan, "", s->unknowns.of[i].path, s->unknowns.of[i].owner);
        put_owner(owners, plan, "fallback", s->unknowns.of[i].path, s->unknowns.of[i].owner);
    }
    if (mean && mean->owner)
        put_owner(owners, plan, "", "price.mean", mean->owner);
    if (owners->n > 0) {
        text_add(out, "    owners:\n");
        add_map(out, owners, 6, false);
    }
    node_free(owners);
}

char *scenario_echo(const struct scenario *s)
{
    static const char *const top[] = {"currency", "exchange", "correlate", "start",
                                      "budget",   "deadline", "give_up",   "milestones"};
    struct text out = {0};
    text_add(&out, "scenario: ");
    add_scalar(&out, s->name);
    text_addf(&out, "\nseed: %llu\n", (unsigned long long)s->seed);
    for (size_t i = 0; i < sizeof top / sizeof *top; i++) {
        const struct node *node = node_get(s->root, top[i]);
        if (node) {
            text_addf(&out, "%s:", top[i]);
            add_node(&out, node, 2);
        }
    }
    text_add(&out, "plans:\n");
    for (int i = 0; i < s->plans; i++) {
        struct node *tree = essence(s->plan[i].tree);
        text_add(&out, "  - name: ");
        add_scalar(&out, s->plan[i].name);
        text_add(&out, "\n");
        add_map(&out, tree, 4, false);
        add_owners(&out, s, &s->plan[i]);
        node_free(tree);
    }
    return out.at;
}
