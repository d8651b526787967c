/* Writes JSON into a growing text: indented blocks, flat lines, numbers that are never NaN. */
#ifndef RUNODDS_REPORT_JSON_TEXT_H
#define RUNODDS_REPORT_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Where the writer stands. Start with {.out = &text}; the text then holds one value, without a line end. */
struct json {
    struct text *out;
    int depth;   /* open brackets */
    int flat;    /* depth of the outermost bracket that stands on one line; 0: none */
    bool filled; /* the innermost open bracket holds something */
};

/* In all of these key is the name of a member of an object, and NULL for an element of an array or the value itself. */

/* Opens an object or an array, as bracket is '{' or '['; json_close() takes the other half of the pair. What
 * json_open_flat() opens stands on one line, all that it holds included. */
void json_open(struct json *json, const char *key, char bracket);
void json_open_flat(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

/* The shortest decimal that reads back as the same double; null for NaN and the infinities. */
void json_number(struct json *json, const char *key, double number);
/* All n numbers as one array on one line. */
void json_numbers(struct json *json, const char *key, const double *numbers, int n);
/* [low, high], each null where it is infinite; null without an interval, which is both NaN. */
void json_interval(struct json *json, const char *key, double low, double high);

void json_count(struct json *json, const char *key, uint64_t count);
void json_bool(struct json *json, const char *key, bool value);
/* null for NULL. */
void json_string(struct json *json, const char *key, const char *text);

#endif
