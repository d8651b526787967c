/* Numbers to text and back, independent of any locale (declared in base/text.h). */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t text_digits(const char *text)
{
    size_t n = 0;
    while (text_is_digit(text[n]))
        n++;
    return n;
}

/* Length of the digits before the point. A comma is taken only where a group of exactly three digits follows and the
 * number began with one to three digits, the first of them not 0: "0,123" is more likely a decimal comma. */
static size_t text_whole_part(const char *text, bool commas)
{
    size_t n = text_digits(text);
    if (!commas || n == 0 || n > 3 || text[0] == '0')
        return n;
    while (text[n] == ',' && text_digits(text + n + 1) == 3)
        n += 4;
    return n;
}

/* Length of the number that starts here by the grammar alone, 0 if there is none. */
static size_t text_number_length(const char *text, bool commas)
{
    size_t sign = text[0] == '+' || text[0] == '-';
    size_t whole = text_whole_part(text + sign, commas), n = sign + whole, fraction = 0;
    if (whole == 1 && text[sign] == '0' && (text[n] == 'x' || text[n] == 'X'))
        return 0;
    if (text[n] == '.')
        fraction = text_digits(text + n + 1);
    if (fraction > 0)
        n += 1 + fraction;
    if (whole == 0 && fraction == 0)
        return 0;
    if (text[n] == 'e' || text[n] == 'E') {
        size_t mark = text[n + 1] == '+' || text[n + 1] == '-' ? 2 : 1;
        size_t exponent = text_digits(text + n + mark);
        if (exponent > 0)
            n += mark + exponent;
    }
    return n;
}

/* strtod in the C locale of a text that was found to be a plain decimal number. */
static double text_read_plain(const char *plain)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c_locale == (locale_t)0)
        return NAN;
    double number = strtod_l(plain, NULL, c_locale);
    freelocale(c_locale);
    return number;
}

size_t text_number(const char *text, bool commas, double *number)
{
    size_t length = text_number_length(text, commas), kept = 0;
    if (length == 0)
        return 0;
    /* Digits past any fixed count can still decide how the last bit rounds, so a long number gets a longer copy. */
    char fixed[128];
    char *plain = length < sizeof fixed ? fixed : mem_new(length + 1, 1);
    for (size_t i = 0; i < length; i++)
        if (text[i] != ',')
            plain[kept++] = text[i];
    plain[kept] = '\0';
    double read = text_read_plain(plain);
    if (plain != fixed)
        free(plain);
    if (!isfinite(read))
        return 0;
    *number = read;
    return length;
}

bool text_whole_number(const char *text, double *number)
{
    double read;
    size_t length = text_number(text, false, &read);
    if (length == 0 || text[length] != '\0')
        return false;
    *number = read;
    return true;
}

bool text_u64(const char *text, uint64_t *number)
{
    uint64_t sum = 0;
    size_t n = text_digits(text);
    if (n == 0 || text[n] != '\0')
        return false;
    for (size_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(sum, 10u, &sum) || __builtin_add_overflow(sum, (uint64_t)(text[i] - '0'), &sum))
            return false;
    *number = sum;
    return true;
}

/* printf writes the decimal sign of the locale: whatever stands between digits becomes a point. */
static void text_point(char *out)
{
    char *sign = strchr(out, ',');
    if (sign != NULL)
        *sign = '.';
}

const char *text_shortest(double number, char out[TEXT_NUMBER_ROOM])
{
    if (!isfinite(number)) {
        snprintf(out, TEXT_NUMBER_ROOM, "%s", isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
        return out;
    }
    /* 15 digits always survive the way to a double and %g drops their trailing zeros; subnormals hold fewer. */
    int digits = fabs(number) < DBL_MIN ? 1 : 15;
    for (; digits <= 17; digits++) {
        snprintf(out, TEXT_NUMBER_ROOM, "%.*g", digits, number);
        text_point(out);
        if (text_read_plain(out) == number)
            break;
    }
    return out;
}

const char *text_grouped(double number, int decimals, char out[64])
{
    char plain[48]; /* 21 digits, a point, 15 decimals */
    decimals = decimals < 0 ? 0 : decimals > 15 ? 15 : decimals;
    if (!isfinite(number) || fabs(number) >= 1e20)
        return text_shortest(number, out);
    snprintf(plain, sizeof plain, "%.*f", decimals, fabs(number));
    text_point(plain);
    size_t whole = text_digits(plain), n = 0;
    /* What rounds to nothing has no sign. */
    if (number < 0 && strspn(plain, "0.") < strlen(plain))
        out[n++] = '-';
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            out[n++] = ',';
        out[n++] = plain[i];
    }
    snprintf(out + n, 64 - n, "%s", plain + whole);
    return out;
}

const char *text_scaled(double number, int decimals, int places, char out[64])
{
    double round_number;
    char plain[64];
    snprintf(plain, sizeof plain, "%.*f", decimals < 0 ? 0 : decimals > 15 ? 15 : decimals, number);
    text_point(plain);
    if (!isfinite(number) || fabs(number) >= 1e20 || !text_whole_number(plain, &round_number))
        return text_shortest(number, out);
    round_number /= pow(10.0, places);
    return text_grouped(round_number, round_number == floor(round_number) ? 0 : decimals + places, out);
}
