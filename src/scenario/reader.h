/* The state of one reading of a YAML text, its faults, and the checks that come before the tree. */
#ifndef RUNODDS_SCENARIO_READER_H
#define RUNODDS_SCENARIO_READER_H

#include <yaml.h>

#include "base/err.h"
#include "scenario/trap.h"

struct reader {
    const struct source *source;
    char *text; /* what libyaml reads: the source, with maps of timings disguised; NULL before the start */
    struct err *err;
    int code; /* of the first fault of this document */
    yaml_parser_t parser;
    size_t index, byte;   /* one position, in characters and in bytes: libyaml counts in characters */
    yaml_mark_t quote[2]; /* the latest quoted scalar of more than one line; both marks equal: none */
    int depth;
    int last_line, last_col; /* just behind the last character that is no blank */
};

/* Add a fault, set and return r->code. */
int reader_fault(struct reader *r, struct place at, const char *hint, const char *text);
int reader_trap(struct reader *r, struct place at, const struct trap *trap);
int reader_too_deep(struct reader *r, yaml_mark_t mark);
/* The fault at which libyaml stopped. */
int reader_stop(struct reader *r);

/* The place of a mark; that of the end of the stream, which libyaml puts on a line of its own, is last_line. */
struct place reader_place(const struct reader *r, yaml_mark_t mark, int width);

/* The text at a mark. The position moves with the reading, so that long lines are not walked again and again. */
const char *reader_at(struct reader *r, yaml_mark_t mark);

/* "amdahl({8 cards: 13.6 min, ...})" is one value, though YAML sees a key in it: in what libyaml reads, ": " in such a
 * place is ":=" instead. Turns a value that was read back. */
void reader_undisguise(char *text);

/* Makes a fresh parser at the start of the text; yaml_parser_delete() ends it. */
int reader_start(struct reader *r) WARN_UNUSED;

/* Remembers a quoted scalar that spans lines: one that was never meant to is told by the fault that follows it. */
void reader_note_quote(struct reader *r, yaml_scalar_style_t style, yaml_mark_t start, yaml_mark_t end);

/* The text has at most YAML_FILE_LIMIT bytes of valid UTF-8, no control characters, no line breaks but LF. */
int reader_check_characters(struct reader *r) WARN_UNUSED;

/* With a started parser: limits of depth and number; no anchors, aliases, tags, directives. */
int reader_check_tokens(struct reader *r) WARN_UNUSED;

#endif
