/* Walks the plans of a scenario, and joins what was written once. */
#include "report/assumption.h"

#include <stdlib.h>
#include <string.h>

enum { VALUE_COLUMNS = 150, COMMENT_COLUMNS = 160 };

_Static_assert(PLANS_MOST <= 64, "bits");

struct walk {
    const struct scenario *scenario;
    struct assumptions *list;
    uint64_t plan;
};

/* ---- listing ---- */

/* Each plan reads the model files that it uses anew. */
static bool same_place(const struct node *a, const struct node *b)
{
    return a && b && a->at.source && b->at.source && strcmp(a->at.source->name, b->at.source->name) == 0 &&
           a->at.line == b->at.line && a->at.col == b->at.col;
}

static bool is_set(const struct source *source)
{
    return strncmp(source->name, "--set ", 6) == 0;
}

static enum assumption_mark mark_of(const struct scenario *s, const struct node *node)
{
    if (!node)
        return ASSUMPTION_DEFAULT;
    const struct source *source = node->at.source;
    return source && source != s->source && !is_set(source) ? ASSUMPTION_MODEL : ASSUMPTION_YOURS;
}

/* The same value at the same place, or the same default. */
static struct assumption *find(const struct walk *w, const char *path, const struct node *node)
{
    for (int i = 0; i < w->list->n; i++) {
        struct assumption *a = &w->list->of[i];
        if (strcmp(a->path, path) == 0 && (node ? same_place(a->node, node) : !a->node) && (a->plans || !w->plan))
            return a;
    }
    return NULL;
}

static void note(void *context, const char *path, const struct node *node, const struct key *key)
{
    static const char *const beside[] = {"uses", "extends", "owners"}; /* what they bring is listed itself */
    struct walk *w = context;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (strcmp(path, beside[i]) == 0)
            return;
    struct assumption *known = find(w, path, node);
    if (known) {
        known->plans |= w->plan;
        return;
    }
    w->list->of = mem_grow(w->list->of, (size_t)w->list->n + 1, sizeof *w->list->of);
    w->list->of[w->list->n++] = (struct assumption){
        .mark = mark_of(w->scenario, node), .node = node, .key = key, .path = mem_copy(path), .plans = w->plan};
}

void assumption_list(const struct scenario *s, struct assumptions *list)
{
    static const char *const top[] = {"currency", "exchange",   "correlate", "start",  "budget",
                                      "deadline", "milestones", "seed",      "give_up"};
    *list = (struct assumptions){0};
    struct walk w = {s, list, 0};
    for (size_t i = 0; i < sizeof top / sizeof *top; i++) {
        const struct node *node = node_get(s->root, top[i]);
        const struct key *key = key_find(top[i]);
        if (key && (node || strcmp(top[i], "give_up") == 0 || strcmp(top[i], "currency") == 0))
            note(&w, top[i], node, key);
    }
    for (int i = 0; i < s->plans; i++) {
        w.plan = UINT64_C(1) << i;
        scenario_visit(&s->plan[i], note, &w);
    }
}

void assumption_release(struct assumptions *list)
{
    for (int i = 0; i < list->n; i++)
        free(list->of[i].path);
    free(list->of);
    *list = (struct assumptions){0};
}

/* ---- words ---- */

/* Cuts what was appended since `from` to a number of columns, between characters. */
static void cut(struct text *out, size_t from, int columns)
{
    int used = 0;
    uint32_t code;
    if (out->size == 0 || text_width(out->at + from) <= columns)
        return;
    size_t at = from, n;
    for (; at < out->size; at += n) {
        char one[5] = "";
        n = text_utf8(out->at + at, &code);
        n = n > 0 ? n : 1;
        memcpy(one, out->at + at, n);
        used += text_width(one);
        if (used >= columns)
            break;
    }
    out->size = at;
    text_add(out, "\xe2\x80\xa6");
}

void assumption_add_plans(struct text *out, const struct scenario *s, const struct assumption *a)
{
    uint64_t all = s->plans == 64 ? UINT64_MAX : (UINT64_C(1) << s->plans) - 1;
    bool first = true;
    if (a->plans == 0 || (a->plans == all && s->plans > 1)) {
        text_add(out, _("all"));
        return;
    }
    for (int i = 0; i < s->plans; i++) {
        if (!(a->plans >> i & 1U))
            continue;
        text_add(out, first ? "" : _(", "));
        text_add_safe(out, s->plan[i].name);
        first = false;
    }
}

void assumption_add_node(struct text *out, const struct node *node)
{
    if (node->kind == NODE_SCALAR) {
        text_add_safe(out, node->text);
        return;
    }
    text_add(out, node->kind == NODE_MAP ? "{" : "[");
    for (int i = 0; i < node->n; i++) {
        text_add(out, i ? ", " : "");
        if (node->kind == NODE_MAP) {
            text_add_safe(out, node->key[i]->text);
            text_add(out, ": ");
        }
        assumption_add_node(out, node->item[i]);
    }
    text_add(out, node->kind == NODE_MAP ? "}" : "]");
}

void assumption_add_value(struct text *out, const struct assumption *a)
{
    size_t from = out->size;
    if (a->node)
        assumption_add_node(out, a->node);
    else
        text_add(out, _(a->key->otherwise));
    cut(out, from, VALUE_COLUMNS);
}

/* Where a comment begins in a line: a # outside quotes at its beginning or behind a blank. NULL: there is none. */
static const char *comment_in(const char *line, const char *end)
{
    char quote = '\0';
    for (const char *c = line; c < end; c++) {
        if (quote)
            quote = *c == quote ? '\0' : quote;
        else if (*c == '"' || (*c == '\'' && (c == line || strchr(" \t{[,:", c[-1]))))
            quote = *c;
        else if (*c == '#' && (c == line || c[-1] == ' ' || c[-1] == '\t'))
            return c;
    }
    return NULL;
}

/* The comment at the end of the line that a node stands in, which often says where a number comes from. */
static void add_comment(struct text *out, const struct node *node)
{
    const char *line = node->at.source->text, *end;
    for (int i = 1; i < node->at.line && line; i++) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line)
        return;
    end = line + strcspn(line, "\n");
    const char *from = comment_in(line, end);
    if (!from)
        return;
    from += strspn(from, "# \t");
    char *comment = mem_copy_n(from, from < end ? (size_t)(end - from) : 0);
    if (comment[0]) {
        text_add(out, _(": "));
        size_t began = out->size;
        text_add_safe(out, comment);
        cut(out, began, COMMENT_COLUMNS);
    }
    free(comment);
}

void assumption_add_source(struct text *out, const struct assumption *a)
{
    const struct source *source = a->node ? a->node->at.source : NULL;
    if (!source)
        return;
    if (is_set(source)) {
        text_add(out, _("command line"));
        return;
    }
    text_add_safe(out, source->name);
    text_addf(out, ":%d", a->node->at.line);
    add_comment(out, a->node);
}
