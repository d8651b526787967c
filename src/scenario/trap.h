/* What people write and YAML reads as something else: finds it in the text, and says what would be right. */
#ifndef RUNODDS_SCENARIO_TRAP_H
#define RUNODDS_SCENARIO_TRAP_H

#include <yaml.h>

#include "base/err.h"

/* Words for a fault; both are translated and never freed. */
struct trap {
    int skip, width; /* characters before the culprit, counted from the text that was handed over, and its own */
    const char *text, *hint;
};

/* Bytes of a blank that YAML does not take for one (U+00A0 or U+3000) at the start of text, else 0. */
size_t trap_blank(const char *text);

/* A tab or a foreign blank in the indentation of a line, or a foreign blank after the dash of a list item. */
bool trap_indent(const char *line, struct trap *trap);

/* A word that was meant as a key at the start of text: "key:value", or a full-width colon behind it. */
bool trap_colon(const char *text, struct trap *trap);

/* A comment such as "#5" behind a value that ends where text begins. */
bool trap_hash(const char *text, struct trap *trap);

/* More "(" than ")" in a plain scalar of a flow collection, with a comma in the text behind it. */
bool trap_comma(const char *scalar, const char *behind, char bracket, struct trap *trap);

/* The rest of a number with a thousands comma, such as "000 h". */
bool trap_thousands(const char *key, struct trap *trap);

/* The words for the fault at which libyaml stopped, and the mark of the culprit. A quoted scalar that ends on its line,
 * having begun on an earlier one, is the likelier culprit; its two marks are given, or NULL. */
void trap_explain(const yaml_parser_t *parser, const char *text, const yaml_mark_t *quote, yaml_mark_t *mark,
                  struct trap *trap);

#endif
