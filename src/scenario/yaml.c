/* Builds the tree from libyaml's events, and looks at each scalar, key and map for the traps of YAML. */
#include "scenario/yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/text.h"
#include "scenario/reader.h"
#include "scenario/trap.h"

/* The flow collection that directly holds a node. */
struct flow {
    char bracket; /* '{', '[', or 0 in block style */
    bool told;    /* about a comma in it: what follows is a consequence */
};

static bool yaml_next(struct reader *r, yaml_event_t *event)
{
    if (yaml_parser_parse(&r->parser, event))
        return true;
    reader_stop(r);
    return false;
}

static bool yaml_is_blank(const char *at)
{
    return *at == ' ' || *at == '\t' || trap_blank(at) > 0;
}

/* Copies a plain scalar with each run of blanks that holds a foreign one turned into one space, and the ends trimmed.
 */
static char *yaml_plain_text(const char *value, size_t size)
{
    char *text = mem_copy_n(value, size), *to = text;
    for (const char *from = value, *end = value + size; from < end;) {
        if (!yaml_is_blank(from)) {
            *to++ = *from++;
            continue;
        }
        const char *start = from;
        bool foreign = false;
        for (; from < end && yaml_is_blank(from); from += trap_blank(from) ? trap_blank(from) : 1)
            foreign = foreign || trap_blank(from) > 0;
        if (start == value || from == end)
            continue;
        size_t n = foreign ? 1 : (size_t)(from - start);
        memcpy(to, foreign ? " " : start, n);
        to += n;
    }
    *to = '\0';
    return text;
}

/* The characters of a scalar on its first line: a plain one without blanks at its ends, a block one its | or >. */
static struct place yaml_scalar_place(struct reader *r, const yaml_event_t *event, const char *start, const char *end)
{
    struct place at = reader_place(r, event->start_mark, 0);
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    while (plain && start < end && yaml_is_blank(start)) {
        start += trap_blank(start) ? trap_blank(start) : 1;
        at.col++;
    }
    int width = 0;
    for (const char *c = start; c < end && *c != '\n'; c++) {
        if ((*c & 0xc0) == 0x80)
            continue;
        width++;
        if (!yaml_is_blank(c))
            at.width = width;
    }
    return at;
}

/* Whether nothing but blanks and the dashes of list items stands before a scalar on its line. */
static bool yaml_first(const char *text, const char *start, const char **line)
{
    *line = start;
    while (*line > text && ((*line)[-1] == ' ' || (*line)[-1] == '-'))
        --*line;
    return *line == text || (*line)[-1] == '\n';
}

/* A plain scalar can hold " #" only where a foreign blank kept YAML from seeing the comment. */
static void yaml_check_plain(struct reader *r, const struct node *node, const yaml_event_t *event, bool key,
                             struct flow *in)
{
    const char *start = reader_at(r, event->start_mark), *line;
    struct trap trap;
    if (event->data.scalar.length == 0)
        return;
    if (yaml_first(r->source->text, start, &line)) {
        struct place at = {r->source, node->at.line, 1, 1};
        if (trap_indent(line, &trap))
            reader_trap(r, at, &trap);
        else if (!key && trap_colon(start, &trap))
            reader_trap(r, node->at, &trap);
    }
    if (strstr(node->text, " #"))
        reader_fault(r, node->at, _("type a plain space before #, or put the value in quotes"),
                     _("a no-break or full-width space before #"));
    if (in->bracket && !in->told && trap_comma(node->text, reader_at(r, event->end_mark), in->bracket, &trap)) {
        in->told = true;
        reader_trap(r, node->at, &trap);
    }
}

static bool yaml_has_control(const char *text, size_t size, bool key)
{
    for (size_t i = 0, n; i < size; i += n) {
        uint32_t code;
        n = text_utf8(text + i, &code);
        bool layout = code == '\n' || code == '\t';
        if (n == 0 || (layout && key) || (!layout && (code < 0x20 || (code >= 0x7f && code < 0xa0))))
            return true;
    }
    return false;
}

static void yaml_check_comment(struct reader *r, yaml_mark_t end)
{
    struct trap trap;
    if (trap_hash(reader_at(r, end), &trap))
        reader_trap(r, reader_place(r, end, 0), &trap);
}

static struct node *yaml_scalar(struct reader *r, const yaml_event_t *event, bool key, struct flow *in)
{
    const char *value = (const char *)event->data.scalar.value;
    size_t size = event->data.scalar.length;
    yaml_scalar_style_t style = event->data.scalar.style;
    const char *start = reader_at(r, event->start_mark), *end = reader_at(r, event->end_mark);

    struct node *node = node_scalar("", yaml_scalar_place(r, event, start, end), NULL);
    node->quoted = style != YAML_PLAIN_SCALAR_STYLE;
    free(node->text);
    node->text = node->quoted ? mem_copy_n(value, size) : yaml_plain_text(value, size);
    if (!node->quoted)
        reader_undisguise(node->text);
    reader_note_quote(r, style, event->start_mark, event->end_mark);
    if (yaml_has_control(value, size, key))
        reader_fault(r, node->at, _("leave the escape out, or write \\\\ for a backslash"),
                     _("a control character in a text"));
    if (!node->quoted)
        yaml_check_plain(r, node, event, key, in);
    if (style != YAML_LITERAL_SCALAR_STYLE && style != YAML_FOLDED_SCALAR_STYLE)
        yaml_check_comment(r, event->end_mark);
    return node;
}

static struct node *yaml_node(struct reader *r, const yaml_event_t *event, struct flow *in);

static int yaml_items(struct reader *r, struct node *list, struct flow *in)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_next(r, &event))
            return r->code;
        if (event.type == YAML_SEQUENCE_END_EVENT) {
            if (in->bracket)
                yaml_check_comment(r, event.end_mark);
            return 0;
        }
        struct node *item = yaml_node(r, &event, in);
        yaml_event_delete(&event);
        if (!item)
            return r->code;
        node_add(list, NULL, item);
    }
}

static struct node *yaml_key(struct reader *r, const yaml_event_t *event, struct flow *in)
{
    struct place at = reader_place(r, event->start_mark, 1);
    if (event->type != YAML_SCALAR_EVENT) {
        reader_fault(r, at, _("put a value that begins with { or [ in quotes"), _("a key must be a word"));
        return NULL;
    }
    struct node *key = yaml_scalar(r, event, true, in);
    if (!key->quoted && key->text[0] == '\0')
        reader_fault(r, key->at, _("write \"key: value\""), _("no key before the colon"));
    if (!key->quoted && strcmp(key->text, "<<") == 0)
        reader_fault(r, key->at, _("use extends to share settings"), _("merge keys are not read here"));
    return key;
}

/* A key without a value in { } is the second half of something that a comma or a missing space spoilt. */
static void yaml_check_entry(struct reader *r, const struct node *map, struct flow *in)
{
    const struct node *key = map->key[map->n - 1], *item = map->item[map->n - 1];
    struct trap trap;
    if (in->bracket != '{' || in->told || key->quoted || item->kind != NODE_SCALAR || item->quoted || item->text[0])
        return;
    if (!trap_colon(key->text, &trap) && (map->n == 1 || !trap_thousands(key->text, &trap)))
        return;
    in->told = true;
    reader_trap(r, key->at, &trap);
}

static int yaml_compare_keys(const void *a, const void *b)
{
    const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b;
    int order = strcmp(x->text, y->text);
    if (order == 0)
        order = (x->at.line > y->at.line) - (x->at.line < y->at.line);
    return order ? order : (x->at.col > y->at.col) - (x->at.col < y->at.col);
}

static void yaml_check_duplicates(struct reader *r, const struct node *map)
{
    if (map->n < 2)
        return;
    struct node **sorted = mem_new((size_t)map->n, sizeof(struct node *));
    memcpy(sorted, map->key, (size_t)map->n * sizeof(struct node *));
    qsort(sorted, (size_t)map->n, sizeof(struct node *), yaml_compare_keys);
    for (int i = 1, first = 0; i < map->n; i++) {
        if (strcmp(sorted[i]->text, sorted[first]->text) != 0) {
            first = i;
            continue;
        }
        char *hint = mem_format(_("it is first given in line %d; keep one of them"), sorted[first]->at.line);
        r->code = err_set(r->err, ERR_INPUT, sorted[i]->at, NULL, hint, _("duplicate key \"%s\""), sorted[i]->text);
        free(hint);
    }
    free(sorted);
}

static int yaml_entries(struct reader *r, struct node *map, struct flow *in)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_next(r, &event))
            return r->code;
        if (event.type == YAML_MAPPING_END_EVENT) {
            if (in->bracket)
                yaml_check_comment(r, event.end_mark);
            yaml_check_duplicates(r, map);
            return 0;
        }
        struct node *key = yaml_key(r, &event, in);
        yaml_event_delete(&event);
        if (!key)
            return r->code;
        struct node *item = NULL;
        if (yaml_next(r, &event)) {
            item = yaml_node(r, &event, in);
            yaml_event_delete(&event);
        }
        if (!item) {
            node_free(key);
            return r->code;
        }
        node_add(map, key, item);
        yaml_check_entry(r, map, in);
    }
}

/* The node that begins with an event; NULL after a fault that leaves nothing to go on with. */
static struct node *yaml_node(struct reader *r, const yaml_event_t *event, struct flow *in)
{
    if (event->type == YAML_SCALAR_EVENT)
        return yaml_scalar(r, event, false, in);
    if (++r->depth > YAML_DEPTH_LIMIT) {
        reader_too_deep(r, event->start_mark);
        return NULL;
    }
    struct place at = reader_place(r, event->start_mark, 1);
    struct flow inside = {0};
    struct node *node;
    int code;
    if (event->type == YAML_SEQUENCE_START_EVENT) {
        inside.bracket = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE ? '[' : 0;
        node = node_list(at, NULL);
        code = yaml_items(r, node, &inside);
    } else {
        inside.bracket = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE ? '{' : 0;
        node = node_map(at, NULL);
        code = yaml_entries(r, node, &inside);
    }
    r->depth--;
    if (code) {
        node_free(node);
        return NULL;
    }
    return node;
}

/* The root of the document whose start was read; NULL if it is empty, or after a fault. */
static struct node *yaml_document(struct reader *r)
{
    yaml_event_t event;
    struct flow none = {0};
    if (!yaml_next(r, &event))
        return NULL;
    struct node *root = yaml_node(r, &event, &none);
    yaml_event_delete(&event);
    if (!root || root->kind == NODE_MAP)
        return root;
    bool empty = root->kind == NODE_SCALAR && !root->quoted && root->text[0] == '\0';
    if (!empty && !r->code)
        reader_fault(r, root->at, _("write \"key: value\", one key a line"), _("the text is not a map of keys"));
    node_free(root);
    return NULL;
}

/* Everything from the start of the stream to its end; the root may be NULL. */
static struct node *yaml_stream(struct reader *r)
{
    struct node *root = NULL;
    bool done = false;
    for (int documents = 0; !done && !(r->code && documents > 0);) {
        yaml_event_t event;
        if (!yaml_next(r, &event))
            break;
        done = event.type == YAML_STREAM_END_EVENT;
        if (event.type == YAML_DOCUMENT_START_EVENT && ++documents > 1)
            reader_fault(r, reader_place(r, event.start_mark, 3), _("write one file for each"), _("a second document"));
        else if (event.type == YAML_DOCUMENT_START_EVENT)
            root = yaml_document(r);
        yaml_event_delete(&event);
    }
    return root;
}

int yaml_parse(const struct source *source, struct node **root, struct err *err)
{
    struct reader r = {.source = source, .err = err};
    *root = NULL;
    int code = reader_check_characters(&r);
    if (!code)
        code = reader_start(&r);
    if (!code) {
        code = reader_check_tokens(&r);
        yaml_parser_delete(&r.parser);
    }
    if (!code)
        code = reader_start(&r);
    if (!code) {
        *root = yaml_stream(&r);
        yaml_parser_delete(&r.parser);
    }
    free(r.text);
    if (r.code) {
        node_free(*root);
        *root = NULL;
    }
    return r.code;
}
