/* The traps of YAML, each with the words that name its cure, and libyaml's own faults in the words of the user. */
#include "scenario/trap.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static const char wide_colon[] = "\xef\xbc\x9a"; /* U+FF1A */

static bool trap_set(struct trap *trap, size_t skip, size_t width, const char *text, const char *hint)
{
    *trap = (struct trap){.skip = (int)skip, .width = (int)width, .text = text, .hint = hint};
    return true;
}

static bool trap_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool trap_space(char c)
{
    return c == ' ' || c == '\t';
}

size_t trap_blank(const char *text)
{
    if (strncmp(text, "\xc2\xa0", 2) == 0)
        return 2;
    return strncmp(text, "\xe3\x80\x80", 3) == 0 ? 3 : 0;
}

static bool trap_foreign(const char *text, size_t skip, struct trap *trap)
{
    size_t width = 0;
    for (size_t n = 0; (n = trap_blank(text)) > 0; width++)
        text += n;
    if (width == 0)
        return false;
    return trap_set(trap, skip, width, _("a no-break or full-width space where YAML wants a plain one"),
                    _("type plain spaces here (this one looks the same, but is another character)"));
}

bool trap_indent(const char *line, struct trap *trap)
{
    size_t i = strspn(line, " ");
    if (line[i] == '\t')
        return trap_set(trap, i, strspn(line + i, "\t"), _("a tab in the indentation"), _("indent with spaces"));
    for (;;) {
        if (trap_foreign(line + i, i, trap))
            return true;
        if (line[i] != '-')
            return false;
        i++;
        if (!trap_space(line[i]) && trap_blank(line + i) == 0)
            return false;
        i += strspn(line + i, " \t");
    }
}

/* Bytes of an ASCII word that can be a key. */
static size_t trap_word(const char *text)
{
    size_t n = 0;
    while (isascii((unsigned char)text[n]) && (isalpha((unsigned char)text[n]) || text[n] == '_' ||
                                               (n > 0 && (trap_digit(text[n]) || text[n] == '.' || text[n] == '-'))))
        n++;
    return n;
}

bool trap_colon(const char *text, struct trap *trap)
{
    size_t n = trap_word(text);
    if (n == 0)
        return false;
    if (strncmp(text + n, wide_colon, strlen(wide_colon)) == 0)
        return trap_set(trap, n, 1, _("a full-width colon after a key"),
                        _("write the plain colon \":\" and a space, or put the text in quotes if it is no key"));
    const char *value = text + n + 1;
    if (text[n] != ':' || *value == '\0' || *value == '\n' || trap_space(*value) || strncmp(value, "//", 2) == 0)
        return false;
    if (trap_foreign(value, n + 1, trap))
        return true;
    return trap_set(trap, 0, n + 1, _("no space after the colon of a key"),
                    _("write a space after the colon, or put the text in quotes if it is no key"));
}

bool trap_hash(const char *text, struct trap *trap)
{
    size_t i = strspn(text, " \t");
    if (text[i] != '#' || !trap_digit(text[i + 1]))
        return false;
    size_t digits = strspn(text + i + 1, "0123456789");
    return trap_set(trap, i, digits + 1, _("\"#\" and a number are read as a comment"),
                    _("quote the value if they belong to it, or write a space after #"));
}

bool trap_comma(const char *scalar, const char *behind, char bracket, struct trap *trap)
{
    long open = 0;
    for (const char *c = scalar; *c; c++)
        open += (*c == '(') - (*c == ')');
    if (open <= 0 || behind[strspn(behind, " \t\n")] != ',')
        return false;
    return trap_set(trap, 0, 0, _("this value is cut off at the comma"),
                    bracket == '{'
                        ? _("a comma inside { } ends a value; put the value in quotes, or write the map in lines of "
                            "its own")
                        : _("a comma inside [ ] ends a value; put the value in quotes, or write the list in lines of "
                            "its own"));
}

bool trap_thousands(const char *key, struct trap *trap)
{
    if (strspn(key, "0123456789") != 3)
        return false;
    return trap_set(trap, 0, 0, _("a thousands comma inside { } splits this number"),
                    _("write 50000, 50K, or quote the value"));
}

enum {
    AT_CONTEXT = 1, /* the place to show is where the construct began, not where libyaml gave up */
    BY_LINES = 2,   /* bad indentation of this line, or a bad colon here or above, leads to this */
};

/* What libyaml says, and what we say. */
static const struct problem {
    const char *context; /* how libyaml's context ends; NULL: any */
    const char *problem; /* NULL: any */
    unsigned flags;
    const char *text, *hint;
} problems[] = {
    {"an anchor", NULL, AT_CONTEXT, N_("\"&\" would begin an anchor, and anchors are not read here"),
     N_("use extends to share settings; put a value that begins with & in quotes")},
    {"an alias", NULL, AT_CONTEXT, N_("\"*\" would begin an alias, and aliases are not read here"),
     N_("use extends to share settings; put a value that begins with * in quotes")},
    {"a tag", NULL, AT_CONTEXT, N_("\"!\" would begin a tag, and tags are not read here"),
     N_("put a value that begins with ! in quotes; use extends to share settings")},
    {"a directive", NULL, AT_CONTEXT, N_("a line that begins with % is a directive, and those are not read here"),
     N_("leave the line out")},
    {"a quoted scalar", "found unknown escape character", 0, N_("unknown escape after a backslash"),
     N_("write \\\\ for a backslash, or use single quotes")},
    {"a quoted scalar", "did not find expected hexdecimal number", 0, N_("an escape without its hexadecimal digits"),
     N_("write \\\\ for a backslash, or use single quotes")},
    {"a quoted scalar", "found invalid Unicode character escape code", 0, N_("an escape that is no character"),
     N_("write the character itself")},
    {"a quoted scalar", NULL, AT_CONTEXT, N_("the quote that opens here is never closed"),
     N_("close it at the end of the value")},
    {"a block scalar", "did not find expected comment or line break", 0, N_("text on the line of | or >"),
     N_("begin the text on the next line; put a value that begins with | or > in quotes")},
    {NULL, "found a tab character where an indentation space is expected", BY_LINES, N_("a tab in the indentation"),
     N_("indent with spaces")},
    {NULL, "found a tab character that violates indentation", BY_LINES, N_("a tab in the indentation"),
     N_("indent with spaces")},
    {"a block scalar", NULL, AT_CONTEXT, N_("the text below | or > is not indented as it should be"),
     N_("indent it with spaces, deeper than its key")},
    {NULL, "mapping values are not allowed in this context", BY_LINES, N_("a colon that cannot stand here"),
     N_("indent keys of one map alike; put a value that holds \": \" in quotes")},
    {NULL, "block sequence entries are not allowed in this context", 0, N_("a list item cannot stand here"),
     N_("begin the list on a line of its own; put a value that begins with \"- \" in quotes")},
    {NULL, "mapping keys are not allowed in this context", 0, N_("\"? \" cannot stand here"),
     N_("put a value that begins with ? in quotes")},
    {NULL, "could not find expected ':'", AT_CONTEXT | BY_LINES, N_("no colon after this key"),
     N_("write \"key: value\", or indent the line deeper than the key that it belongs to")},
    {NULL, "did not find expected key", BY_LINES, N_("a key was expected here"),
     N_("indent keys of one map alike; put a value with quotes in it in quotes as a whole")},
    {NULL, "did not find expected '-' indicator", BY_LINES, N_("a list item was expected here"),
     N_("begin each item with \"- \", indented alike")},
    {NULL, "did not find expected <document start>", BY_LINES, N_("text that belongs to no key"),
     N_("write \"key: value\", indented like the other keys; one file holds one document")},
    {NULL, "did not find expected ',' or '}'", AT_CONTEXT, N_("this { is not closed, or lacks a comma"),
     N_("close it with }, and put commas between its entries")},
    {NULL, "did not find expected ',' or ']'", AT_CONTEXT, N_("this [ is not closed, or lacks a comma"),
     N_("close it with ], and put commas between its items")},
    {NULL, "did not find expected node content", 0, N_("a value was expected here"),
     N_("close each [ and {; put a value that begins with one of , [ ] { } : ? in quotes")},
    {NULL, "found unexpected ':'", 0, N_("a colon in the middle of a value"),
     N_("write a space after the colon, or put the value in quotes")},
    {NULL, "found character that cannot start any token", BY_LINES, N_("a value cannot begin with this character"),
     N_("put the value in quotes")},
};

static const struct problem *trap_problem(const yaml_parser_t *parser)
{
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct problem *row = &problems[i];
        size_t have = parser->context ? strlen(parser->context) : 0;
        size_t want = row->context ? strlen(row->context) : 0;
        if (want <= have && (want == 0 || strcmp(parser->context + have - want, row->context) == 0) &&
            (!row->problem || strcmp(parser->problem, row->problem) == 0))
            return row;
    }
    return NULL;
}

/* Start of a line that is counted from 0; the last one if there are not so many. */
static const char *trap_line(const char *text, size_t line)
{
    for (const char *end; line > 0 && (end = strchr(text, '\n')); line--)
        text = end + 1;
    return text;
}

/* A bad colon in a line, behind its indentation and the dashes of list items. */
static bool trap_line_colon(const char *line, struct trap *trap)
{
    size_t i = strspn(line, " ");
    while (line[i] == '-' && line[i + 1] == ' ')
        i += 1 + strspn(line + i + 1, " ");
    if (!trap_colon(line + i, trap))
        return false;
    trap->skip += (int)i;
    return true;
}

/* The first of the lines with a bad colon that end at `line` or just above it: YAML joins such lines to one scalar
 * and stumbles only at the next proper key. Returns how many lines above it stands, or -1. */
static int trap_joined(const char *text, const char *line, struct trap *trap)
{
    int found = trap_line_colon(line, trap) ? 0 : -1;
    for (int up = 1; line > text; up++) {
        do
            line--;
        while (line > text && line[-1] != '\n');
        size_t blank = strspn(line, " \t");
        if (line[blank] == '\n' || line[blank] == '#')
            continue;
        if (!trap_line_colon(line, trap))
            break;
        found = up;
    }
    return found;
}

/* The words for a trap in the text at or above the mark, which moves to the culprit. */
static void trap_search(const char *text, yaml_mark_t *mark, struct trap *trap)
{
    const char *line = trap_line(text, mark->line);
    struct trap found;
    int up = trap_indent(line, &found) ? 0 : trap_joined(text, line, &found);
    if (up < 0)
        return;
    *trap = found;
    mark->line -= (size_t)up;
    mark->column = (size_t)found.skip;
}

void trap_explain(const yaml_parser_t *parser, const char *text, const yaml_mark_t *quote, yaml_mark_t *mark,
                  struct trap *trap)
{
    const struct problem *row = trap_problem(parser);
    *mark = row && row->flags & AT_CONTEXT ? parser->context_mark : parser->problem_mark;
    *trap = (struct trap){.text = row ? _(row->text) : parser->problem, .hint = row ? _(row->hint) : NULL};
    if (quote && (quote[1].line == mark->line || quote[1].line == parser->problem_mark.line)) {
        *mark = quote[0];
        trap->text = _("the quote that opens here is closed on a later line, and text follows it there");
        trap->hint = _("close it at the end of the value; inside double quotes write \\\", inside single ones ''");
    } else if (row && row->flags & BY_LINES) {
        trap_search(text, mark, trap);
    }
}
