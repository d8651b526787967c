/* libyaml's events, of which only those of JSON are taken, and what members hold. */
#include "report/read_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"

/* One reading: the parser, and the brackets that are open. */
struct reading {
    struct read_json *json;
    yaml_parser_t parser;
    int depth, open[READ_JSON_DEPTH], last[READ_JSON_DEPTH]; /* indices of values; last: 0 for none */
    bool has_key;
    size_t key;
    int documents;
};

/* ---- faults ---- */

static int fault_at(struct read_json *json, int line, int col, const char *hint, const char *text, const char *name)
{
    struct place at = {&json->source, line, col, 1};
    struct text whole = {0};
    /* The one name of the format, which may hold a per cent sign itself. */
    const char *slot = strstr(text, "%s");
    text_add_n(&whole, text, slot ? (size_t)(slot - text) : strlen(text));
    if (slot)
        text_addf(&whole, "%s%s", name, slot + 2);
    int code = err_set(json->err, ERR_INPUT, at, NULL, hint, "%s", whole.at);
    text_release(&whole);
    json->code = json->code ? json->code : code;
    return code;
}

int read_json_fault(struct read_json *json, const struct json_value *at, const char *hint, const char *text,
                    const char *name)
{
    return fault_at(json, at ? at->line : 1, at ? at->col : 1, hint, text, name);
}

static int fault_mark(struct reading *r, yaml_mark_t mark, const char *hint, const char *text, const char *name)
{
    return fault_at(r->json, (int)mark.line + 1, (int)mark.column + 1, hint, text, name);
}

/* Just behind the last character that is no blank. */
static int fault_end(struct read_json *json, const char *hint, const char *text)
{
    const struct source *s = &json->source;
    size_t size = s->size;
    int line = 1, col = 1;
    while (size > 0 && strchr(" \t\n", s->text[size - 1]))
        size--;
    for (size_t i = 0; i < size; i++) {
        line += s->text[i] == '\n';
        col = s->text[i] == '\n' ? 1 : col + ((s->text[i] & 0xc0) != 0x80);
    }
    return fault_at(json, line, col, hint, text, "");
}

/* Where libyaml stopped. */
static int fault_parser(struct reading *r)
{
    const yaml_parser_t *p = &r->parser;
    const char *problem = p->problem ? p->problem : "";
    if (p->error == YAML_MEMORY_ERROR)
        return r->json->code = err_plain(r->json->err, ERR_RUNTIME, NULL, _("out of memory"));
    if (p->error == YAML_READER_ERROR) {
        yaml_mark_t mark = {0};
        for (size_t i = 0; i < p->problem_offset && i < r->json->source.size; i++) {
            char c = r->json->source.text[i];
            mark.line += c == '\n';
            mark.column = c == '\n' ? 0 : mark.column + ((c & 0xc0) != 0x80);
        }
        return fault_mark(r, mark, _("is this a result that runodds wrote with -f json?"), _("this is no JSON: %s"),
                          problem);
    }
    if (p->problem_mark.index >= r->json->source.size || strstr(problem, "unexpected end"))
        return fault_end(r->json, _("the file may have been cut off while it was written or copied"),
                         _("the JSON ends too early"));
    return fault_mark(r, p->problem_mark, _("is this a result that runodds wrote with -f json?"),
                      _("this is no JSON: %s"), problem);
}

/* ---- values ---- */

static size_t add_text(struct reading *r, const char *text, size_t size)
{
    size_t at = r->json->texts.size;
    text_add_n(&r->json->texts, text, size);
    text_add_n(&r->json->texts, "", 1);
    return at;
}

/* Makes a value the next one of the bracket that is open; NULL after a fault. */
static struct json_value *add_value(struct reading *r, enum json_kind kind, yaml_mark_t mark)
{
    struct read_json *json = r->json;
    if (json->values == READ_JSON_VALUES) {
        fault_mark(r, mark, NULL, _("more than 2,000,000 values"), "");
        return NULL;
    }
    if ((json->values & (json->values - 1)) == 0)
        json->value = mem_grow(json->value, json->values ? 2 * (size_t)json->values : 1, sizeof *json->value);
    int at = json->values++;
    json->value[at] = (struct json_value){
        .kind = kind, .line = (int)mark.line + 1, .col = (int)mark.column + 1, .key = r->key, .number = NAN};
    if (r->depth > 0) {
        int *last = &r->last[r->depth - 1];
        *(*last ? &json->value[*last].next : &json->value[r->open[r->depth - 1]].first) = at;
        *last = at;
    }
    r->has_key = false;
    r->key = 0;
    return &json->value[at];
}

static int take_bracket(struct reading *r, const yaml_event_t *event, bool list)
{
    bool flow = list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                     : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    if (!flow)
        return fault_mark(r, event->start_mark, _("write a result with -f json, and name that file"),
                          _("this is no JSON: it does not begin with {"), "");
    if (r->depth == READ_JSON_DEPTH)
        return fault_mark(r, event->start_mark, NULL, _("lists and objects nested deeper than 32"), "");
    if (!add_value(r, list ? JSON_LIST : JSON_OBJECT, event->start_mark))
        return r->json->code;
    r->open[r->depth] = r->json->values - 1;
    r->last[r->depth++] = 0;
    return 0;
}

/* Whether the next scalar is a key. */
static bool key_is_due(const struct reading *r)
{
    return r->depth > 0 && r->json->value[r->open[r->depth - 1]].kind == JSON_OBJECT && !r->has_key;
}

static int take_word(struct reading *r, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    double number = NAN;
    enum json_kind kind = JSON_NUMBER;
    if (strcmp(text, "null") == 0)
        kind = JSON_NULL;
    else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        kind = JSON_BOOL;
    else if (event->end_mark.index >= r->json->source.size)
        return fault_end(r->json, _("the file may have been cut off while it was written or copied"),
                         _("the JSON ends too early"));
    else if (!text_whole_number(text, &number))
        return fault_mark(r, event->start_mark, _("JSON knows numbers, true, false, null and texts in double quotes"),
                          text[0] ? _("\"%s\" is no value of JSON") : _("a value is missing here"), text);
    struct json_value *value = add_value(r, kind, event->start_mark);
    if (!value)
        return r->json->code;
    value->number = kind == JSON_BOOL ? text[0] == 't' : number;
    return 0;
}

static int take_scalar(struct reading *r, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t size = event->data.scalar.length;
    bool quoted = event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE, key = key_is_due(r);
    if (memchr(text, '\0', size))
        return fault_mark(r, event->start_mark, NULL, _("a NUL character in a text"), "");
    if (quoted && event->start_mark.line != event->end_mark.line)
        return fault_mark(r, event->start_mark, _("a line break in a text is written \\n"),
                          _("a text that goes over several lines"), "");
    if (key && !quoted)
        return fault_mark(r, event->start_mark, _("write \"key\": value"), _("a key without double quotes"), "");
    if (key) {
        r->key = add_text(r, text, size);
        r->has_key = true;
        return 0;
    }
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE && !quoted)
        return fault_mark(r, event->start_mark, _("put texts in double quotes"), _("this is no JSON"), "");
    if (!quoted)
        return take_word(r, event);
    size_t at = add_text(r, text, size);
    struct json_value *value = add_value(r, JSON_STRING, event->start_mark);
    if (!value)
        return r->json->code;
    value->text = at;
    return 0;
}

static bool is_plain(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return !event->data.scalar.anchor && !event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return !event->data.sequence_start.anchor && !event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return !event->data.mapping_start.anchor && !event->data.mapping_start.tag;
    case YAML_DOCUMENT_START_EVENT:
        return event->data.document_start.implicit != 0;
    case YAML_ALIAS_EVENT:
        return false;
    default:
        return true;
    }
}

static int take_event(struct reading *r, const yaml_event_t *event)
{
    if (event->type == YAML_DOCUMENT_START_EVENT && ++r->documents > 1)
        return fault_mark(r, event->start_mark, NULL, _("something stands behind the end of the JSON"), "");
    if (!is_plain(event))
        return fault_mark(r, event->start_mark, NULL, _("this is no JSON"), "");
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(r, event);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (key_is_due(r))
            return fault_mark(r, event->start_mark, _("write \"key\": value"), _("a key without double quotes"), "");
        return take_bracket(r, event, event->type == YAML_SEQUENCE_START_EVENT);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        r->depth--;
        return 0;
    default:
        return 0;
    }
}

static int read_source(struct read_json *json)
{
    struct reading r = {.json = json};
    int code = 0;
    text_add_n(&json->texts, "", 1); /* at 0: the empty text */
    if (!yaml_parser_initialize(&r.parser))
        return json->code = err_plain(json->err, ERR_RUNTIME, NULL, _("out of memory"));
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)json->source.text, json->source.size);
    for (bool more = true; more && !code;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&r.parser, &event)) {
            code = fault_parser(&r);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        code = take_event(&r, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&r.parser);
    if (!code && (json->values == 0 || json->value[0].kind != JSON_OBJECT))
        code = read_json_fault(json, json->values ? &json->value[0] : NULL,
                               _("write a result with -f json, and name that file"),
                               _("this is no JSON: it does not begin with {"), "");
    return code;
}

int read_json_file(struct read_json *json, const char *path, struct err *err)
{
    *json = (struct read_json){.err = err};
    json->code = file_read(path, READ_JSON_BYTES, (struct place){0}, &json->source, err);
    return json->code ? json->code : read_source(json);
}

int read_json_text(struct read_json *json, const char *name, const char *text, struct err *err)
{
    *json = (struct read_json){.err = err};
    source_set(&json->source, name, text);
    return read_source(json);
}

void read_json_release(struct read_json *json)
{
    source_release(&json->source);
    free(json->value);
    text_release(&json->texts);
    *json = (struct read_json){0};
}

/* ---- members ---- */

const struct json_value *read_json_first(const struct read_json *json, const struct json_value *of)
{
    return of && of->first ? &json->value[of->first] : NULL;
}

const struct json_value *read_json_next(const struct read_json *json, const struct json_value *value)
{
    return value && value->next ? &json->value[value->next] : NULL;
}

int read_json_count(const struct read_json *json, const struct json_value *of)
{
    int n = 0;
    for (const struct json_value *v = read_json_first(json, of); v; v = read_json_next(json, v))
        n++;
    return n;
}

const char *read_json_key(const struct read_json *json, const struct json_value *value)
{
    return json->texts.at + value->key;
}

const struct json_value *read_json_find(const struct read_json *json, const struct json_value *object, const char *key)
{
    const struct json_value *v = object && object->kind == JSON_OBJECT ? read_json_first(json, object) : NULL;
    while (v && strcmp(read_json_key(json, v), key) != 0)
        v = read_json_next(json, v);
    return v;
}

static void fault_kind(struct read_json *json, const struct json_value *value, enum json_kind kind)
{
    static const char *const wanted[] = {
        N_("\"%s\" must be null"),   N_("\"%s\" must be true or false"), N_("\"%s\" must be a number or null"),
        N_("\"%s\" must be a text"), N_("\"%s\" must be a list"),        N_("\"%s\" must be an object")};
    read_json_fault(json, value, _("is this a result that runodds wrote with -f json?"), _(wanted[kind]),
                    read_json_key(json, value));
}

/* The member, where an object is at hand that should have it. */
static const struct json_value *needed(struct read_json *json, const struct json_value *object, const char *key)
{
    const struct json_value *v = read_json_find(json, object, key);
    if (object && !v && !json->code)
        read_json_fault(json, object, _("is this a result that runodds wrote with -f json?"),
                        _("\"%s\" is missing here"), key);
    return json->code ? NULL : v;
}

const struct json_value *read_json_member(struct read_json *json, const struct json_value *object, const char *key,
                                          enum json_kind kind)
{
    const struct json_value *v = needed(json, object, key);
    if (!v || v->kind == kind)
        return v;
    fault_kind(json, v, kind);
    return NULL;
}

double read_json_value(struct read_json *json, const struct json_value *value)
{
    if (value && value->kind != JSON_NUMBER && value->kind != JSON_NULL)
        fault_kind(json, value, JSON_NUMBER);
    return value && value->kind == JSON_NUMBER ? value->number : NAN;
}

double read_json_number(struct read_json *json, const struct json_value *object, const char *key)
{
    return read_json_value(json, needed(json, object, key));
}

const char *read_json_string(struct read_json *json, const struct json_value *object, const char *key)
{
    const struct json_value *v = needed(json, object, key);
    if (v && v->kind == JSON_NULL)
        return NULL;
    if (v && v->kind != JSON_STRING)
        fault_kind(json, v, JSON_STRING);
    return json->code || !v ? "" : json->texts.at + v->text;
}

bool read_json_bool(struct read_json *json, const struct json_value *object, const char *key)
{
    const struct json_value *v = read_json_member(json, object, key, JSON_BOOL);
    return v && v->number > 0.0;
}

void read_json_check_amount(struct read_json *json, const struct json_value *at, double x)
{
    if (isfinite(x) && x != 0.0 && !(x >= 1e-12 && x <= 1e18) && !json->code)
        read_json_fault(json, at, _("is this a result that runodds wrote with -f json?"),
                        _("an amount that no result has"), "");
}

void read_json_check_order(struct read_json *json, const struct json_value *at, double low, double x, double high)
{
    if ((low > x || x > high) && !json->code)
        read_json_fault(json, at, _("is this a result that runodds wrote with -f json?"),
                        _("a value that is not inside its interval"), "");
}

void read_json_interval(struct read_json *json, const struct json_value *object, const char *key, double *low,
                        double *high)
{
    const struct json_value *v = needed(json, object, key);
    *low = *high = NAN;
    if (!v || v->kind == JSON_NULL)
        return;
    if (v->kind != JSON_LIST || read_json_count(json, v) != 2) {
        read_json_fault(json, v, NULL, _("\"%s\" must be [low, high] or null"), key);
        return;
    }
    const struct json_value *from = read_json_first(json, v), *to = read_json_next(json, from);
    *low = from->kind == JSON_NULL ? INFINITY : read_json_value(json, from);
    *high = to->kind == JSON_NULL ? INFINITY : read_json_value(json, to);
}
