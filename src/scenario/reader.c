/* What reading YAML stands on: positions, faults, and the checks of characters and tokens before there is a tree. */
#include "scenario/reader.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "scenario/yaml.h"

int reader_fault(struct reader *r, struct place at, const char *hint, const char *text)
{
    return r->code = err_set(r->err, ERR_INPUT, at, NULL, hint, "%s", text);
}

struct place reader_place(const struct reader *r, yaml_mark_t mark, int width)
{
    struct place at = {r->source, (int)mark.line + 1, (int)mark.column + 1, width};
    if (at.line > r->last_line)
        at = (struct place){r->source, r->last_line, r->last_col, 1};
    return at;
}

int reader_trap(struct reader *r, struct place at, const struct trap *trap)
{
    at.col += trap->skip;
    if (trap->width > 0)
        at.width = trap->width;
    return reader_fault(r, at, trap->hint, trap->text);
}

const char *reader_at(struct reader *r, yaml_mark_t mark)
{
    const char *text = r->source->text;
    while (r->index < mark.index && r->byte < r->source->size) {
        do
            r->byte++;
        while ((text[r->byte] & 0xc0) == 0x80);
        r->index++;
    }
    while (r->index > mark.index) {
        do
            r->byte--;
        while ((text[r->byte] & 0xc0) == 0x80);
        r->index--;
    }
    return text + r->byte;
}

/* A plain value "word({ ... })" on one line, right behind the colon of its key. */
static void disguise(char *text)
{
    for (char *open = text; (open = strstr(open, "({")); open += 2) {
        char *word = open, *end = open + strcspn(open, "\n");
        while (word > text && islower((unsigned char)word[-1]))
            word--;
        char *close = strstr(open, "})");
        if (word == open || word < text + 2 || strncmp(word - 2, ": ", 2) != 0 || !close || close > end)
            continue;
        for (char *colon = open; colon < close; colon++)
            if (strncmp(colon, ": ", 2) == 0)
                colon[1] = '=';
    }
}

void reader_undisguise(char *text)
{
    for (char *at = strstr(text, "({"); at && (at = strstr(at, ":=")); at += 2)
        at[1] = ' ';
}

int reader_start(struct reader *r)
{
    if (!r->text) {
        r->text = mem_copy_n(r->source->text, r->source->size);
        disguise(r->text);
    }
    if (!yaml_parser_initialize(&r->parser))
        return r->code = err_plain(r->err, ERR_RUNTIME, NULL, _("out of memory"));
    yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->parser, (const unsigned char *)r->text, r->source->size);
    r->quote[0] = r->quote[1] = (yaml_mark_t){0};
    return 0;
}

int reader_stop(struct reader *r)
{
    if (!r->parser.problem)
        return r->code = err_plain(r->err, ERR_RUNTIME, NULL, _("out of memory"));
    yaml_mark_t mark;
    struct trap trap;
    bool quote = r->quote[1].index > r->quote[0].index;
    trap_explain(&r->parser, r->source->text, quote ? r->quote : NULL, &mark, &trap);
    return reader_fault(r, reader_place(r, mark, trap.width), trap.hint, trap.text);
}

void reader_note_quote(struct reader *r, yaml_scalar_style_t style, yaml_mark_t start, yaml_mark_t end)
{
    bool quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    if (quoted && end.line > start.line) {
        r->quote[0] = start;
        r->quote[1] = end;
    }
}

/* Whether a character makes the text unreadable: libyaml would take some for line breaks and count lines by them. */
static bool reader_bad(uint32_t code)
{
    return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) || code == 0x2028 ||
           code == 0x2029 || code == 0xfeff || code == 0xfffe || code == 0xffff;
}

int reader_check_characters(struct reader *r)
{
    const char *text = r->source->text;
    struct place at = {r->source, 1, 1, 1};
    r->last_line = r->last_col = 1;
    if (r->source->size > YAML_FILE_LIMIT)
        return reader_fault(r, at, _("keep tables in CSV files"), _("the text is longer than 1 MiB"));
    for (size_t i = 0, n; i < r->source->size; i += n) {
        uint32_t code;
        n = text_utf8(text + i, &code);
        if (n == 0)
            return reader_fault(r, at, _("save the file as UTF-8 text"), _("a NUL byte or invalid UTF-8"));
        if (reader_bad(code))
            return reader_fault(r, at, _("delete it; end lines with a plain new line"),
                                _("an invisible control character"));
        if (code != '\n' && code != '\t' && code != ' ') {
            r->last_line = at.line;
            r->last_col = at.col + 1;
        }
        at.line += code == '\n';
        at.col = code == '\n' ? 1 : at.col + 1;
    }
    return 0;
}

static void reader_refuse(struct reader *r, const yaml_token_t *token)
{
    int width = (int)(token->end_mark.index - token->start_mark.index);
    struct place at = reader_place(r, token->start_mark, width);
    switch (token->type) {
    case YAML_ANCHOR_TOKEN:
        reader_fault(r, at, _("use extends to share settings; put a value that begins with & in quotes"),
                     _("anchors are not read here"));
        break;
    case YAML_ALIAS_TOKEN:
        reader_fault(r, at, _("use extends to share settings; put a value that begins with * in quotes"),
                     _("aliases are not read here"));
        break;
    case YAML_TAG_TOKEN:
        reader_fault(r, at, _("put a value that begins with ! in quotes; use extends to share settings"),
                     _("tags are not read here"));
        break;
    case YAML_VERSION_DIRECTIVE_TOKEN:
    case YAML_TAG_DIRECTIVE_TOKEN:
        reader_fault(r, at, _("leave the line out"), _("directives are not read here"));
        break;
    default:
        break;
    }
}

static int reader_nesting(yaml_token_type_t type)
{
    switch (type) {
    case YAML_BLOCK_SEQUENCE_START_TOKEN:
    case YAML_BLOCK_MAPPING_START_TOKEN:
    case YAML_FLOW_SEQUENCE_START_TOKEN:
    case YAML_FLOW_MAPPING_START_TOKEN:
        return 1;
    case YAML_BLOCK_END_TOKEN:
    case YAML_FLOW_SEQUENCE_END_TOKEN:
    case YAML_FLOW_MAPPING_END_TOKEN:
        return -1;
    default:
        return 0;
    }
}

int reader_too_deep(struct reader *r, yaml_mark_t mark)
{
    return reader_fault(r, reader_place(r, mark, 1), _("nest less deeply"), _("maps and lists nested deeper than 64"));
}

/* Tokens come at a cost in proportion to the text, so limits are kept here, before the parser sees anything. */
int reader_check_tokens(struct reader *r)
{
    int depth = 0, tokens = 0;
    for (bool more = true; more;) {
        yaml_token_t token;
        if (!yaml_parser_scan(&r->parser, &token))
            return reader_stop(r);
        more = token.type != YAML_STREAM_END_TOKEN;
        depth += reader_nesting(token.type);
        reader_refuse(r, &token);
        if (token.type == YAML_SCALAR_TOKEN)
            reader_note_quote(r, token.data.scalar.style, token.start_mark, token.end_mark);
        yaml_mark_t mark = token.start_mark;
        yaml_token_delete(&token);
        if (depth > YAML_DEPTH_LIMIT)
            return reader_too_deep(r, mark);
        if (++tokens > YAML_TOKEN_LIMIT)
            return reader_fault(r, reader_place(r, mark, 1), _("keep tables in CSV files"),
                                _("more than 50,000 tokens"));
    }
    return r->code;
}
