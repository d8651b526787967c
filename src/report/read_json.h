/* Reads JSON into a flat tree in which every value knows its place. */
#ifndef RUNODDS_REPORT_READ_JSON_H
#define RUNODDS_REPORT_READ_JSON_H

#include "base/text.h"

enum { READ_JSON_BYTES = 64 << 20, READ_JSON_DEPTH = 32, READ_JSON_VALUES = 2000000 };

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT };

struct json_value {
    enum json_kind kind;
    int line, col;    /* where it begins, 1-based */
    int first, next;  /* of a list or an object: its first value; its neighbour; 0: there is none */
    size_t key, text; /* of a member, of a string: where they stand in the texts */
    double number;    /* a bool is 0 or 1 */
};

struct read_json {
    struct source source;
    struct json_value *value; /* the first is the root */
    int values;
    struct text texts;
    struct err *err;
    int code; /* of the first fault; after it all readers return what a missing value has */
};

/* Reads a file ("-" is standard input); or a text in memory, under a name. ERR_INPUT with the place of what is no JSON,
 * or more than the limits allow. read_json_release() in any case; err is kept, not owned. */
int read_json_file(struct read_json *json, const char *path, struct err *err) WARN_UNUSED;
int read_json_text(struct read_json *json, const char *name, const char *text, struct err *err) WARN_UNUSED;
void read_json_release(struct read_json *json);

/* Adds a fault at a value (NULL: at the root) and keeps its code; text is a format with one name. */
int read_json_fault(struct read_json *json, const struct json_value *at, const char *hint, const char *text,
                    const char *name);

/* The member of an object, NULL if it has none of that key; the same with a fault if it has none or one of another
 * kind, where an object that is NULL is no new fault. */
const struct json_value *read_json_find(const struct read_json *json, const struct json_value *object, const char *key);
const struct json_value *read_json_member(struct read_json *json, const struct json_value *object, const char *key,
                                          enum json_kind kind);

/* The first value of a list or an object and the one after a value; NULL: there is none. */
const struct json_value *read_json_first(const struct read_json *json, const struct json_value *of);
const struct json_value *read_json_next(const struct read_json *json, const struct json_value *value);
int read_json_count(const struct read_json *json, const struct json_value *of);

/* A member's number, NaN for null; its text, "" after a fault, NULL for null; whether it is true. */
double read_json_number(struct read_json *json, const struct json_value *object, const char *key);
const char *read_json_string(struct read_json *json, const struct json_value *object, const char *key);
bool read_json_bool(struct read_json *json, const struct json_value *object, const char *key);

/* A value itself, by the same rules. */
double read_json_value(struct read_json *json, const struct json_value *value);
const char *read_json_key(const struct read_json *json, const struct json_value *value);

/* Faults of numbers that no result has: money and hours that are below 0, or so small or large that no axis could show
 * them; values that are not in the order given. Infinite and NaN pass. */
void read_json_check_amount(struct read_json *json, const struct json_value *at, double x);
void read_json_check_order(struct read_json *json, const struct json_value *at, double low, double x, double high);

/* [low, high]: null is NaN for both, and a null end infinite. */
void read_json_interval(struct read_json *json, const struct json_value *object, const char *key, double *low,
                        double *high);

#endif
