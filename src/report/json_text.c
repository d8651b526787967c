/* Brackets, separators and values of JSON. */
#include "report/json_text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

/* What stands before a member or an element: a comma, a new line or a blank, the key. */
static void json_begin(struct json *json, const char *key)
{
    if (json->filled)
        text_add(json->out, ",");
    if (json->depth > 0 && json->flat == 0)
        text_addf(json->out, "\n%*s", 2 * json->depth, "");
    else if (json->filled)
        text_add(json->out, " ");
    json->filled = true;
    if (key) {
        text_add_json(json->out, key);
        text_add(json->out, ": ");
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    json_begin(json, key);
    text_add_n(json->out, &bracket, 1);
    json->depth++;
    json->filled = false;
}

void json_open_flat(struct json *json, const char *key, char bracket)
{
    json_open(json, key, bracket);
    if (json->flat == 0)
        json->flat = json->depth;
}

void json_close(struct json *json, char bracket)
{
    assert(json->depth > 0);
    json->depth--;
    if (json->filled && json->flat == 0)
        text_addf(json->out, "\n%*s", 2 * json->depth, "");
    if (json->flat > json->depth)
        json->flat = 0;
    text_add_n(json->out, &bracket, 1);
    json->filled = true;
}

void json_number(struct json *json, const char *key, double number)
{
    char decimal[TEXT_NUMBER_ROOM];
    json_begin(json, key);
    text_add(json->out, isfinite(number) ? text_shortest(number, decimal) : "null");
}

void json_numbers(struct json *json, const char *key, const double *numbers, int n)
{
    json_open_flat(json, key, '[');
    for (int i = 0; i < n; i++)
        json_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

void json_interval(struct json *json, const char *key, double low, double high)
{
    if (isnan(low) && isnan(high))
        json_number(json, key, NAN);
    else
        json_numbers(json, key, (const double[2]){low, high}, 2);
}

void json_count(struct json *json, const char *key, uint64_t count)
{
    json_begin(json, key);
    text_addf(json->out, "%" PRIu64, count);
}

void json_bool(struct json *json, const char *key, bool value)
{
    json_begin(json, key);
    text_add(json->out, value ? "true" : "false");
}

void json_string(struct json *json, const char *key, const char *text)
{
    json_begin(json, key);
    if (text)
        text_add_json(json->out, text);
    else
        text_add(json->out, "null");
}
