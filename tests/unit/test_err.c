/* Tests of base/err.h: what is kept, and the exact layout of messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/file.h"
#include "base/text.h"

typedef void print(const struct err *err, FILE *to, bool colour);

static void prints(const struct err *err, print *how, bool colour, const char *expected)
{
    char *shown = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&shown, &size);
    assert_non_null(to);
    how(err, to, colour);
    fclose(to);
    assert_string_equal(shown, expected);
    free(shown);
}

/* Prints one fault at a place of a text. */
static void prints_at(const char *text, int line, int col, int width, const char *expected)
{
    struct err err = {0};
    struct source source;
    source_set(&source, "f.yaml", text);
    assert_int_equal(err_set(&err, ERR_INPUT, (struct place){&source, line, col, width}, NULL, NULL, "bad"), ERR_INPUT);
    /* The fault must outlive what it was found in. */
    source_release(&source);
    prints(&err, err_print_faults, false, expected);
    err_release(&err);
}

static void layout_with_everything(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    source_set(&source, "file.yaml", "a: 1\nplans:\n  price: 3 hrz\n");
    err_set(&err, ERR_INPUT, (struct place){&source, 3, 12, 3}, "plans.spot.price", "did you mean \"hr\"?",
            "unknown unit \"%s\"", "hrz");
    source_release(&source);
    prints(&err, err_print_faults, false,
           "file.yaml:3:12: error: unknown unit \"hrz\"\n"
           "     3 |   price: 3 hrz\n"
           "       |            ^~~\n"
           "  key: plans.spot.price\n"
           "  hint: did you mean \"hr\"?\n");
    prints(&err, err_print_faults, true,
           "\033[1mfile.yaml:3:12:\033[0m \033[1;31merror:\033[0m unknown unit \"hrz\"\n"
           "     3 |   price: 3 hrz\n"
           "       |            \033[1;31m^~~\033[0m\n"
           "  key: plans.spot.price\n"
           "  hint: did you mean \"hr\"?\n");
    err_release(&err);
}

static void layout_of_a_warning(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    source_set(&source, "--set", "mtbf=1 min");
    err_warn(&err, (struct place){&source, 1, 6, 5}, NULL, NULL, "MTBF of %d s", 60);
    prints(&err, err_print_warnings, false,
           "--set:1:6: warning: MTBF of 60 s\n"
           "     1 | mtbf=1 min\n"
           "       |      ^~~~~\n");
    prints(&err, err_print_faults, false, "");
    assert_int_equal(err.code, 0);
    source_release(&source);
    err_release(&err);
}

static void layout_without_a_place(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    assert_int_equal(err_plain(&err, ERR_RUNTIME, "make room", "cannot write \"%s\"", "x"), ERR_RUNTIME);
    source_set(&source, "y.yaml", "text\n");
    err_set(&err, ERR_INPUT, (struct place){&source, 0, 0, 0}, NULL, NULL, "empty");
    err_set(&err, ERR_INPUT, (struct place){&source, 1, 0, 0}, NULL, NULL, "no column");
    prints(&err, err_print_faults, false,
           "error: cannot write \"x\"\n"
           "  hint: make room\n"
           "y.yaml: error: empty\n"
           "y.yaml:1: error: no column\n"
           "     1 | text\n");
    assert_int_equal(err.code, ERR_RUNTIME);
    source_release(&source);
    err_release(&err);
}

static void caret_stands_under_its_character(void **state)
{
    (void)state;
    prints_at("a\tb: x\n", 1, 6, 1, "f.yaml:1:6: error: bad\n     1 | a       b: x\n       |            ^\n");
    prints_at("\t\tx", 1, 3, 1, "f.yaml:1:3: error: bad\n     1 |                 x\n       |                 ^\n");
    prints_at("预算: 万\n", 1, 5, 1, "f.yaml:1:5: error: bad\n     1 | 预算: 万\n       |       ^~\n");
    prints_at("é e\xcc\x81 x", 1, 6, 1, "f.yaml:1:6: error: bad\n     1 | é e\xcc\x81 x\n       |     ^\n");
    prints_at("a\x1bz\xffq", 1, 5, 1, "f.yaml:1:5: error: bad\n     1 | a\\x1bz\\xffq\n       |           ^\n");
}

static void caret_at_the_ends(void **state)
{
    (void)state;
    prints_at("ab\ncd", 2, 3, 4, "f.yaml:2:3: error: bad\n     2 | cd\n       |   ^\n");
    prints_at("ab\ncd", 2, 2, 9, "f.yaml:2:2: error: bad\n     2 | cd\n       |  ^\n");
    prints_at("ab\n\ncd", 2, 1, 1, "f.yaml:2:1: error: bad\n");
    prints_at("ab", 7, 1, 1, "f.yaml:7:1: error: bad\n");
    prints_at("", 1, 1, 1, "f.yaml:1:1: error: bad\n");
}

static void long_lines_are_cut_around_the_caret(void **state)
{
    char line[1001], expected[1000];
    (void)state;
    memset(line, 'x', 1000);
    line[1000] = '\0';
    line[499] = 'C';
    char part[101];
    memset(part, 'x', 100);
    part[100] = '\0';
    part[59] = 'C';
    snprintf(expected, sizeof expected, "f.yaml:1:500: error: bad\n     1 | ...%s...\n       | %62s^~\n", part, "");
    prints_at(line, 1, 500, 2, expected);
    part[59] = 'x';
    part[0] = 'S';
    line[0] = 'S';
    snprintf(expected, sizeof expected, "f.yaml:1:1: error: bad\n     1 | %s...\n       | ^\n", part);
    prints_at(line, 1, 1, 1, expected);
}

static void user_text_is_escaped(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    source_set(&source, "a\nb", "x");
    err_set(&err, ERR_INPUT, (struct place){&source, 1, 1, 1}, "k\x07", "h\x1b[0m", "name \"%s\"", "\x1b]0;x\x7f");
    prints(&err, err_print_faults, false,
           "a\\x0ab:1:1: error: name \"\\x1b]0;x\\x7f\"\n"
           "     1 | x\n"
           "       | ^\n"
           "  key: k\\x07\n"
           "  hint: h\\x1b[0m\n");
    source_release(&source);
    err_release(&err);
}

static void ten_are_kept_and_the_rest_counted(void **state)
{
    struct err err = {0};
    (void)state;
    err_plain(&err, ERR_UNFINISHED, NULL, "fault %d", 0);
    for (int i = 0; i < ERR_KEPT + 3; i++)
        err_plain(&err, ERR_INPUT, NULL, "fault %d", i);
    assert_int_equal(err.faults, ERR_KEPT);
    assert_int_equal(err.dropped, 3);
    assert_int_equal(err.code, ERR_UNFINISHED);
    prints(&err, err_print_faults, false,
           "error: fault 0\nerror: fault 1\nerror: fault 2\nerror: fault 3\nerror: fault 4\nerror: fault 5\n"
           "error: fault 6\nerror: fault 7\nerror: fault 8\nerror: fault 9\n3 more errors are not shown\n");
    err_release(&err);
    assert_int_equal(err.faults, 0);
    assert_int_equal(err.code, 0);
    for (int i = 0; i < ERR_KEPT + 1; i++)
        err_plain(&err, ERR_INPUT, NULL, "fault %d", i);
    assert_int_equal(err.dropped, 1);
    err_release(&err);
}

static void identical_ones_are_kept_once(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    source_set(&source, "f", "abc");
    struct place at = {&source, 1, 1, 1}, other = {&source, 1, 2, 1};
    for (int i = 0; i < 3; i++) {
        err_set(&err, ERR_INPUT, at, "k", NULL, "same");
        err_warn(&err, at, "k", NULL, "same");
    }
    assert_int_equal(err.faults, 1);
    assert_int_equal(err.warnings, 1);
    err_set(&err, ERR_INPUT, other, "k", NULL, "same");
    err_set(&err, ERR_INPUT, at, "l", NULL, "same"); /* found for another plan */
    err_set(&err, ERR_INPUT, at, NULL, NULL, "same");
    err_set(&err, ERR_INPUT, (struct place){0}, "k", NULL, "same");
    err_set(&err, ERR_INPUT, (struct place){0}, "l", NULL, "same"); /* without a place the key is all there is */
    assert_int_equal(err.faults, 4);
    for (int i = 0; i < 2 * ERR_WARNINGS_KEPT; i++)
        err_warn(&err, at, NULL, NULL, "warning %d", i);
    assert_int_equal(err.warnings, ERR_WARNINGS_KEPT);
    source_release(&source);
    err_release(&err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_with_everything),
        cmocka_unit_test(layout_of_a_warning),
        cmocka_unit_test(layout_without_a_place),
        cmocka_unit_test(caret_stands_under_its_character),
        cmocka_unit_test(caret_at_the_ends),
        cmocka_unit_test(long_lines_are_cut_around_the_caret),
        cmocka_unit_test(user_text_is_escaped),
        cmocka_unit_test(ten_are_kept_and_the_rest_counted),
        cmocka_unit_test(identical_ones_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
