/* Text: numbers both ways without a locale, UTF-8, escaping, growing strings, near misses. */
#ifndef RUNODDS_BASE_TEXT_H
#define RUNODDS_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/catalogue.h"
#include "base/err.h"

/* A message for people, in the language of the program; one that is translated where it is used; one that depends on a
 * number. */
#define _(string) catalogue_say(string)
#define N_(string) string
#define ngettext(one, many, n) catalogue_say_number(one, many, n)

/* A growing string; zero-initialised it is empty. The text is always NUL-terminated once anything was added.
 * Out of memory aborts: nothing in this program outlives it. */
struct text {
    char *at;
    size_t size, room;
};

void text_add(struct text *text, const char *string);
void text_add_n(struct text *text, const char *bytes, size_t n);
void text_addf(struct text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_release(struct text *text);

/* malloc, realloc, strdup and a formatted string that cannot return NULL: they end the program with status 4 and one
 * line on stderr. */
void *mem_new(size_t count, size_t size); /* zeroed; checks the product */
void *mem_grow(void *at, size_t count, size_t size);
char *mem_copy(const char *string);
char *mem_copy_n(const char *bytes, size_t n);
char *mem_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* Reads a decimal number at the start of text: optional sign, digits with thousands commas in groups of three (only if
 * commas is true), fraction, exponent (e or E with digits). Independent of the locale and correctly rounded.
 * Returns the number of bytes read, 0 if no finite number stands there ("nan", "inf", "0x10", ".": 0; "1e999": 0).
 * "1,5" with commas reads "1". Never reads past a NUL. */
size_t text_number(const char *text, bool commas, double *number);

/* The whole token is one number (no commas): true and *number, or false. */
bool text_whole_number(const char *text, double *number);

/* Unsigned 64-bit decimal, the whole token, no sign: true and *number, or false. */
bool text_u64(const char *text, uint64_t *number);

/* Shortest decimal that reads back as the same double, at most 32 bytes with NUL; inf is "inf", nan "nan" (callers
 * decide what those mean); always '.', never a locale's comma. 0.1 -> "0.1", 1e22 -> "1e+22", -0 -> "-0". */
enum { TEXT_NUMBER_ROOM = 32 };
const char *text_shortest(double number, char out[TEXT_NUMBER_ROOM]);

/* Grouped fixed decimals for people: (1234567.891, 2) -> "1,234,567.89"; at most 15 decimals. */
const char *text_grouped(double number, int decimals, char out[64]);

/* The same number, rounded as text_grouped() would, in another unit of 10^places, so that it shows the same digits:
 * (1234567, 0, 4) -> "123.4567"; a whole number of units has no decimals: (50000, 2, 4) -> "5". Exact for amounts of
 * up to 15 digits. */
const char *text_scaled(double number, int decimals, int places, char out[64]);

/* Decodes one UTF-8 character: its length in bytes (1..4) and *code, or 0 for an invalid sequence or NUL. Rejects
 * overlong forms, surrogates and codes past 0x10FFFF. */
size_t text_utf8(const char *text, uint32_t *code);
bool text_utf8_valid(const char *text, size_t size);

/* Columns that a UTF-8 text takes in a terminal: CJK and full-width 2, combining and zero-width 0, others 1. */
int text_width(const char *text);

/* Appends text in a field of so many columns, at its left side, or at its right one if columns is negative. */
void text_add_field(struct text *out, const char *text, int columns);

/* Appends text made safe for a terminal and a report: bytes below 0x20 and 0x7f, C1 controls, characters that turn the
 * direction of the text or break the line, and invalid UTF-8 as \xNN, the rest as is. */
void text_add_safe(struct text *out, const char *text);

/* Appends a word for a POSIX shell, in single quotes unless it needs none; control bytes and invalid UTF-8 as
 * text_add_safe() has them. */
void text_add_shell(struct text *text, const char *word);

/* Appends a JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void text_add_json(struct text *out, const char *text);

/* The candidate nearest to word (Damerau-Levenshtein, case folded; '-', '_' and ' ' alike) if near enough to suggest
 * (distance at most 1 + length/4), else NULL. candidates ends with NULL. */
const char *text_near(const char *word, const char *const *candidates);

/* What errno says, in the language of the program. */
const char *text_reason(int number);

/* Whether a path ends in a word such as ".png", in any case of its letters, behind a name that is not empty. */
bool text_ends(const char *path, const char *end);

/* 32-bit hash of a byte string (FNV-1a, then the murmur3 finaliser); the parts of an identity are joined by a NUL. */
uint32_t text_hash(const char *first, const char *second);

#endif
