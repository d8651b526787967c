/* Tests of base/text.h: numbers both ways, UTF-8, widths, escaping, near misses, hashing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void same_bits(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    assert_int_equal(x, y);
}

static void number_reads_its_prefix(void **state)
{
    static const struct {
        const char *text;
        bool commas;
        size_t length;
        double number;
    } row[] = {
        {"0", false, 1, 0},
        {"-0", false, 2, -0.0},
        {"+2.50h", false, 5, 2.5},
        {".5", false, 2, 0.5},
        {"5.", false, 1, 5},
        {"5xyz", false, 1, 5},
        {"1 2", false, 1, 1},
        {"1e", false, 1, 1},
        {"1e+", false, 1, 1},
        {"2E-3s", false, 4, 0.002},
        {"1,5", true, 1, 1},
        {"1,234", false, 1, 1},
        {"1,234", true, 5, 1234},
        {"1,234,567.5e1", true, 13, 12345675},
        {"12,345,67", true, 6, 12345},
        {"1234,567", true, 4, 1234},
        {"1,2345", true, 1, 1},
        {"0,123", true, 1, 0},
        {"-50,000 USD", true, 7, -50000},
        {"1e-400", false, 6, 0},
        {"5e-324", false, 6, 5e-324},
        {"1.7976931348623157e308", false, 22, DBL_MAX},
        {"10x", false, 2, 10},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        double number = 99;
        print_message("# \"%s\"\n", row[i].text);
        assert_int_equal(text_number(row[i].text, row[i].commas, &number), row[i].length);
        same_bits(number, row[i].number);
    }
}

static void number_refuses(void **state)
{
    static const char *const bad[] = {"",     ".",    "-",     "+.e5",   "e5",      "nan",         "NAN",
                                      "inf",  "-inf", "0x10",  "0X1p3",  "-0x1",    "infinity",    " 1",
                                      ",123", "--1",  "1e999", "-1e999", "1.8e308", "\xef\xbc\x91"};
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        double number = 99;
        print_message("# \"%s\"\n", bad[i]);
        assert_int_equal(text_number(bad[i], true, &number), 0);
        assert_false(text_whole_number(bad[i], &number));
        same_bits(number, 99);
    }
}

static void whole_number_takes_all_or_nothing(void **state)
{
    static const char *const bad[] = {"5xyz", "1 2", "1,234", "1.5.2", "7 ", "1e", "5."};
    double number = 99;
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(text_whole_number(bad[i], &number));
        same_bits(number, 99);
    }
    assert_true(text_whole_number("-1.25e2", &number));
    same_bits(number, -125);
}

/* 2^53 + 1 is a tie between two doubles; a digit a thousand places on decides it. */
static void number_rounds_correctly(void **state)
{
    char text[1200] = "9007199254740993.";
    double number;
    (void)state;
    size_t start = strlen(text);
    memset(text + start, '0', 1000);
    assert_true(text_whole_number(text, &number));
    same_bits(number, 9007199254740992.0);
    text[start + 999] = '1';
    assert_true(text_whole_number(text, &number));
    same_bits(number, 9007199254740994.0);
}

static void u64_is_whole_and_unsigned(void **state)
{
    static const char *const bad[] = {
        "", "-1", "+1", "1.5", "1e3", " 1", "1 ", "0x1", "18446744073709551616", "99999999999999999999999"};
    uint64_t number = 99;
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_false(text_u64(bad[i], &number));
        assert_int_equal(number, 99);
    }
    assert_true(text_u64("18446744073709551615", &number));
    assert_true(number == UINT64_MAX);
    assert_true(text_u64("007", &number));
    assert_int_equal(number, 7);
}

static void shortest_has_no_superfluous_digit(void **state)
{
    static const struct {
        double number;
        const char *text;
    } row[] = {
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1e22, "1e+22"},
        {-0.0, "-0"},
        {100000, "100000"},
        {743.470616, "743.470616"},
        {5e-324, "5e-324"},
        {1.0 / 3, "0.3333333333333333"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {-NAN, "nan"},
    };
    char out[TEXT_NUMBER_ROOM];
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        assert_string_equal(text_shortest(row[i].number, out), row[i].text);
}

static void shortest_reads_back(void **state)
{
    uint64_t bits = 1;
    char out[TEXT_NUMBER_ROOM];
    (void)state;
    for (int i = 0; i < 100000; i++) {
        double number, back;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&number, &bits, sizeof number);
        if (!isfinite(number))
            continue;
        assert_true(text_whole_number(text_shortest(number, out), &back));
        same_bits(number, back);
    }
}

static void grouped_is_for_people(void **state)
{
    static const struct {
        double number;
        int decimals;
        const char *text;
    } row[] = {
        {1234567.891, 2, "1,234,567.89"},
        {0, 0, "0"},
        {999, 0, "999"},
        {999.6, 0, "1,000"},
        {-1234.5, 1, "-1,234.5"},
        {-0.001, 2, "0.00"},
        {-0.0, 1, "0.0"},
        {100, 0, "100"},
        {0.5, 20, "0.500000000000000"},
        {12, -3, "12"},
        {INFINITY, 2, "inf"},
        {1e300, 2, "1e+300"},
        {1e19, 2, "10,000,000,000,000,000,000.00"},
    };
    char out[64];
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        assert_string_equal(text_grouped(row[i].number, row[i].decimals, out), row[i].text);
}

/* The digits are those of text_grouped(), whatever the unit. */
static void scales(void **state)
{
    static const struct {
        double number;
        int decimals, places;
        const char *text;
    } row[] = {
        {1234567, 0, 4, "123.4567"},
        {50000, 0, 4, "5"},
        {50000, 2, 4, "5"},
        {0, 0, 4, "0"},
        {1, 0, 4, "0.0001"},
        {-1234567.4, 0, 4, "-123.4567"},
        {12345.5, 0, 4, "1.2346"},
        {12344.5, 0, 4, "1.2344"},
        {12345.678, 2, 4, "1.234568"},
        {605658164, 0, 4, "60,565.8164"},
        {123456789, 0, 8, "1.23456789"},
        {INFINITY, 0, 4, "inf"},
        {-0.4, 0, 4, "0"},
        {99999.6, 0, 4, "10"},
    };
    char out[64];
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        assert_string_equal(text_scaled(row[i].number, row[i].decimals, row[i].places, out), row[i].text);
}

/* By columns of the terminal, not by bytes. */
static void fields(void **state)
{
    struct text out = {0};
    (void)state;
    text_add_field(&out, "ab", 4);
    text_add_field(&out, "\xe6\x8e\x92\xe9\x98\x9f", 6);
    text_add_field(&out, "\xe6\x8e\x92", -3);
    text_add_field(&out, "too long", 3);
    text_add_field(&out, "too long", -3);
    assert_string_equal(out.at, "ab  \xe6\x8e\x92\xe9\x98\x9f   \xe6\x8e\x92too longtoo long");
    text_release(&out);
}

/* The same under a locale with a decimal comma; skipped where none is installed. */
static void locale_changes_nothing(void **state)
{
    char out[64], decimals[8];
    double number;
    (void)state;
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL)
        skip();
    snprintf(decimals, sizeof decimals, "%.1f", 0.5);
    bool comma = strcmp(decimals, "0,5") == 0;
    bool read = text_whole_number("1.5", &number);
    char shortest[TEXT_NUMBER_ROOM];
    text_shortest(1234.5, shortest);
    text_grouped(1234567.891, 2, out);
    setlocale(LC_NUMERIC, "C");
    assert_true(comma);
    assert_true(read);
    same_bits(number, 1.5);
    assert_string_equal(shortest, "1234.5");
    assert_string_equal(out, "1,234,567.89");
}

static void utf8_decodes(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        uint32_t code;
    } row[] = {
        {"a", 1, 'a'},
        {"\x7f", 1, 0x7f},
        {"\xc2\x80", 2, 0x80},
        {"\xdf\xbf", 2, 0x7ff},
        {"\xe0\xa0\x80", 3, 0x800},
        {"\xed\x9f\xbf", 3, 0xd7ff},
        {"\xee\x80\x80", 3, 0xe000},
        {"\xf0\x90\x80\x80", 4, 0x10000},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    };
    static const char *const bad[] = {"",
                                      "\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xc3",
                                      "\xe4\xb8",
                                      "\xe4\xb8z",
                                      "\xf0\x9f\x98"};
    uint32_t code;
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        code = 0;
        assert_int_equal(text_utf8(row[i].text, &code), row[i].length);
        assert_int_equal(code, row[i].code);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(text_utf8(bad[i], &code), 0);
}

static void utf8_valid_stays_within_its_size(void **state)
{
    /* No NUL behind it: a read past the end is seen by the sanitizers. */
    char *cut = malloc(2);
    (void)state;
    assert_non_null(cut);
    memcpy(cut, "\xe4\xb8", 2);
    assert_false(text_utf8_valid(cut, 2));
    memcpy(cut, "\xc3\xa9", 2);
    assert_true(text_utf8_valid(cut, 2));
    assert_false(text_utf8_valid(cut, 1));
    assert_true(text_utf8_valid(cut, 0));
    free(cut);
    assert_false(text_utf8_valid("a\0b", 3));
}

static void width_counts_columns(void **state)
{
    (void)state;
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("spot"), 4);
    assert_int_equal(text_width("é"), 1);
    assert_int_equal(text_width("e\xcc\x81"), 1); /* e and a combining accent */
    assert_int_equal(text_width("万元"), 4);
    assert_int_equal(text_width("￥1"), 3);
    assert_int_equal(text_width("한글"), 4);
    assert_int_equal(text_width("a\xe2\x80\x8b"
                                "b"),
                     2);                                 /* zero-width space */
    assert_int_equal(text_width("\xf0\x9f\x98\x80"), 2); /* a smiling face */
    assert_int_equal(text_width("\xe3\x80\x80"), 2);     /* ideographic blank */
    assert_int_equal(text_width("¥€"), 2);
    assert_int_equal(text_width("\xff"), 1);
}

static void safe_escapes_what_a_terminal_obeys(void **state)
{
    struct text out = {0};
    (void)state;
    text_add_safe(&out, "a\x1b]0;x\x07\x7f\n\xc2\x9b\xe4\xb8z 万é\xff");
    assert_string_equal(out.at, "a\\x1b]0;x\\x07\\x7f\\x0a\\xc2\\x9b\\xe4\\xb8z 万é\\xff");
    text_release(&out);
    text_add_safe(&out, "");
    assert_string_equal(out.at, "");
    text_release(&out);
}

/* A name must not turn the amounts behind it round. */
static void safe_escapes_what_turns_the_text(void **state)
{
    struct text out = {0};
    (void)state;
    text_add_safe(&out, "\u2027\u2028\u202e\u202f $61");
    assert_string_equal(out.at, "\u2027\\xe2\\x80\\xa8\\xe2\\x80\\xae\u202f $61");
    text_release(&out);
    text_add_safe(&out, "\u2065\u2066\u2069\u206a");
    assert_string_equal(out.at, "\u2065\\xe2\\x81\\xa6\\xe2\\x81\\xa9\u206a");
    text_release(&out);
}

static void json_is_valid(void **state)
{
    struct text out = {0};
    (void)state;
    text_add_json(&out, "a\"b\\c\n\t\x01\x7f万\xff.");
    assert_string_equal(out.at, "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f万\xef\xbf\xbd.\"");
    text_release(&out);
}

static void text_grows(void **state)
{
    struct text text = {0};
    (void)state;
    for (int i = 0; i < 1000; i++)
        text_addf(&text, "%03d,", i);
    text_add_n(&text, "end and more", 3);
    assert_int_equal(text.size, 4003);
    assert_int_equal(strlen(text.at), 4003);
    assert_string_equal(text.at + 3996, "999,end");
    text_release(&text);
    assert_null(text.at);
    assert_int_equal(text.size, 0);
    char *made = mem_format("%s-%d", "gpu", 8), *copy = mem_copy_n("abc", 2);
    assert_string_equal(made, "gpu-8");
    assert_string_equal(copy, "ab");
    free(made);
    free(copy);
}

static void near_suggests(void **state)
{
    static const char *const keys[] = {"checkpoint", "time_limit", "preemption", "hr", "h", "every", NULL};
    static const struct {
        const char *word, *nearest;
    } row[] = {
        {"chekpoint", "checkpoint"},
        {"Checkpoints", "checkpoint"},
        {"time-limit", "time_limit"},
        {"Time Limit", "time_limit"},
        {"premeption", "preemption"},
        {"hrz", "hr"},
        {"H", "h"},
        {"evrey", "every"},
        {"q", NULL},
        {"", NULL},
        {"budget", NULL},
        {"checkpoint", "checkpoint"},
        {"chkpnt", NULL},
        {"rh", "hr"},
    };
    char longest[200];
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        const char *nearest = text_near(row[i].word, keys);
        print_message("# \"%s\"\n", row[i].word);
        if (row[i].nearest == NULL)
            assert_null(nearest);
        else
            assert_string_equal(nearest, row[i].nearest);
    }
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const only[] = {longest, NULL};
    assert_null(text_near(longest, only));
    assert_null(text_near("xxx", only));
}

/* Known answers by a calculation outside this program. */
static void hash_is_fixed(void **state)
{
    (void)state;
    assert_int_equal(text_hash("", ""), 0x0578ab1bu);
    assert_int_equal(text_hash("gpu", "every"), 0x763cb38du);
    assert_int_not_equal(text_hash("gpu", "every"), text_hash("gpue", "very"));
    assert_int_not_equal(text_hash("a", ""), text_hash("", "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_reads_its_prefix),
        cmocka_unit_test(number_refuses),
        cmocka_unit_test(whole_number_takes_all_or_nothing),
        cmocka_unit_test(number_rounds_correctly),
        cmocka_unit_test(u64_is_whole_and_unsigned),
        cmocka_unit_test(shortest_has_no_superfluous_digit),
        cmocka_unit_test(shortest_reads_back),
        cmocka_unit_test(grouped_is_for_people),
        cmocka_unit_test(scales),
        cmocka_unit_test(fields),
        cmocka_unit_test(locale_changes_nothing),
        cmocka_unit_test(utf8_decodes),
        cmocka_unit_test(utf8_valid_stays_within_its_size),
        cmocka_unit_test(width_counts_columns),
        cmocka_unit_test(safe_escapes_what_a_terminal_obeys),
        cmocka_unit_test(safe_escapes_what_turns_the_text),
        cmocka_unit_test(json_is_valid),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(near_suggests),
        cmocka_unit_test(hash_is_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
