/* Lines under their paths, found again by these. */
#include "report/inputs_diff.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { DEPTH = 64 };

struct line {
    char *id; /* plan and key, for the search */
    char *plan, *key, *value;
    int at;
};

struct lines {
    int n;
    struct line *line;
    const struct line **sorted;
};

/* Where the reading of a text stands: the keys above a line, and how many items a list has so far. */
struct walk {
    struct lines *out;
    char *plan;
    int depth, indent[DEPTH], items[DEPTH];
    char *key[DEPTH];
};

/* ---- lines ---- */

static void pop_to(struct walk *w, int indent)
{
    while (w->depth > 0 && w->indent[w->depth - 1] >= indent)
        free(w->key[--w->depth]);
}

static void push(struct walk *w, int indent, char *key)
{
    if (w->depth == DEPTH) {
        free(key);
        return;
    }
    w->indent[w->depth] = indent;
    w->items[w->depth] = 0;
    w->key[w->depth++] = key;
}

/* "failures.gpu.every"; an item of a list is a number in brackets. */
static char *path_of(const struct walk *w)
{
    struct text path = {0};
    for (int i = 0; i < w->depth; i++)
        text_addf(&path, "%s%s", i > 0 && w->key[i][0] != '[' ? "." : "", w->key[i]);
    return path.at ? path.at : mem_copy("");
}

static void add_line(struct walk *w, const char *value)
{
    struct lines *out = w->out;
    char *key = path_of(w);
    if ((out->n & (out->n - 1)) == 0)
        out->line = mem_grow(out->line, out->n ? 2 * (size_t)out->n : 1, sizeof *out->line);
    out->line[out->n] = (struct line){.id = mem_format("%s\n%s", w->plan ? w->plan : "", key),
                                      .plan = w->plan ? mem_copy(w->plan) : NULL,
                                      .key = key,
                                      .value = mem_copy(value),
                                      .at = out->n};
    out->n++;
}

/* The end of a key at the start of a text, which may stand in quotes: at its colon; NULL if there is none. */
static const char *key_end(const char *text)
{
    if (text[0] == '"') {
        for (text++; *text && *text != '"'; text++)
            text += *text == '\\' && text[1];
        return *text && text[1] == ':' ? text + 1 : NULL;
    }
    const char *colon = strstr(text, ": ");
    size_t n = strlen(text);
    return colon ? colon : n > 0 && text[n - 1] == ':' ? text + n - 1 : NULL;
}

/* A text without the quotes around it. */
static char *bare(const char *text)
{
    size_t n = strlen(text);
    if (n < 2 || text[0] != '"' || text[n - 1] != '"')
        return mem_copy(text);
    char *out = mem_new(n, 1), *to = out;
    for (const char *c = text + 1; c < text + n - 1; c++) {
        c += *c == '\\' && c + 1 < text + n - 1;
        *to++ = *c;
    }
    return out;
}

static void read_line(struct walk *w, const char *text, int indent)
{
    pop_to(w, indent);
    if (indent == 2 && w->depth == 1 && strcmp(w->key[0], "plans") == 0 && strncmp(text, "- name: ", 8) == 0) {
        free(w->plan);
        w->plan = bare(text + 8);
        return;
    }
    if (text[0] == '-' && (text[1] == ' ' || text[1] == '\0')) {
        int item = w->depth > 0 ? w->items[w->depth - 1]++ : 0;
        push(w, indent, mem_format("[%d]", item));
        if (text[1] == ' ')
            add_line(w, text + 2);
        return;
    }
    const char *end = key_end(text);
    char *raw = end ? mem_copy_n(text, (size_t)(end - text)) : mem_copy(text);
    push(w, indent, bare(raw));
    free(raw);
    if (end && end[1])
        add_line(w, end + 1 + strspn(end + 1, " "));
}

static int by_id(const void *left, const void *right)
{
    const struct line *const *a = left, *const *b = right;
    int order = strcmp((*a)->id, (*b)->id);
    return order ? order : ((*a)->at > (*b)->at) - ((*a)->at < (*b)->at);
}

static struct lines lines_of(const char *text)
{
    struct lines out = {0};
    struct walk w = {.out = &out};
    while (*text) {
        size_t n = strcspn(text, "\n"), indent = strspn(text, " ");
        char *line = mem_copy_n(text + (indent < n ? indent : n), indent < n ? n - indent : 0);
        /* A plan's own keys stand below its name, not below the list of plans. */
        if (w.plan && indent == 0) {
            free(w.plan);
            w.plan = NULL;
        }
        if (line[0])
            read_line(&w, line, (int)(indent < 100000 ? indent : 100000));
        free(line);
        text += n + (text[n] == '\n');
    }
    pop_to(&w, -1);
    free(w.plan);
    out.sorted = mem_new((size_t)out.n + 1, sizeof *out.sorted);
    for (int i = 0; i < out.n; i++)
        out.sorted[i] = &out.line[i];
    qsort(out.sorted, (size_t)out.n, sizeof *out.sorted, by_id);
    return out;
}

static void release_lines(struct lines *lines)
{
    for (int i = 0; i < lines->n; i++) {
        free(lines->line[i].id);
        free(lines->line[i].plan);
        free(lines->line[i].key);
        free(lines->line[i].value);
    }
    free(lines->line);
    free(lines->sorted);
}

/* ---- the difference ---- */

static const struct line *find(const struct lines *lines, const char *id)
{
    int low = 0, high = lines->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(lines->sorted[middle]->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lines->n && strcmp(lines->sorted[low]->id, id) == 0 ? lines->sorted[low] : NULL;
}

static bool same_plan(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool has_plan(const struct lines *lines, const char *plan)
{
    for (int i = 0; i < lines->n; i++)
        if (same_plan(lines->line[i].plan, plan))
            return true;
    return false;
}

static void add_row(struct inputs_diff *diff, const struct line *line, const char *before, const char *now)
{
    const char *key = line->plan && strncmp(line->key, "plans.", 6) == 0 ? line->key + 6 : line->key;
    if (strncmp(key, "owners.", 7) == 0)
        return;
    if ((diff->n & (diff->n - 1)) == 0)
        diff->row = mem_grow(diff->row, diff->n ? 2 * (size_t)diff->n : 1, sizeof *diff->row);
    diff->row[diff->n++] = (struct inputs_row){.plan = line->plan ? mem_copy(line->plan) : NULL,
                                               .key = mem_copy(key),
                                               .before = before ? mem_copy(before) : NULL,
                                               .now = now ? mem_copy(now) : NULL};
}

/* The lines of one plan, or of the whole scenario: those that went or changed, then those that came. */
static void compare_plan(struct inputs_diff *diff, const struct lines *old, const struct lines *new, const char *plan)
{
    for (int i = 0; i < old->n; i++) {
        const struct line *line = &old->line[i], *other;
        if (!same_plan(line->plan, plan))
            continue;
        other = find(new, line->id);
        if (!other || strcmp(other->value, line->value) != 0)
            add_row(diff, line, line->value, other ? other->value : NULL);
    }
    for (int i = 0; i < new->n; i++)
        if (same_plan(new->line[i].plan, plan) && !find(old, new->line[i].id))
            add_row(diff, &new->line[i], NULL, new->line[i].value);
}

struct inputs_diff inputs_diff_make(const char *before, const char *now)
{
    struct inputs_diff diff = {0};
    struct lines old = lines_of(before), new = lines_of(now);
    const char *last = NULL;
    compare_plan(&diff, &old, &new, NULL);
    for (int i = 0; i < new.n; i++) {
        const char *plan = new.line[i].plan;
        if (!plan || (last && strcmp(plan, last) == 0))
            continue;
        last = plan;
        if (has_plan(&old, plan))
            compare_plan(&diff, &old, &new, plan);
    }
    release_lines(&old);
    release_lines(&new);
    return diff;
}

void inputs_diff_release(struct inputs_diff *diff)
{
    for (int i = 0; i < diff->n; i++) {
        free(diff->row[i].plan);
        free(diff->row[i].key);
        free(diff->row[i].before);
        free(diff->row[i].now);
    }
    free(diff->row);
    *diff = (struct inputs_diff){0};
}
