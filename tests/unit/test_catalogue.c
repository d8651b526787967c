/* Tests of base/catalogue.h: what is found, and that no damage to a file is read past; of the languages that an
 * environment asks for, in cmd/language.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/text.h"
#include "cmd/language.h"

#define HEADER "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"

/* Sorted by the first. A plural is one string with a NUL between its forms, whose length says so. */
struct pair {
    const char *original;
    size_t original_size;
    const char *translation;
};

static const struct pair good[] = {
    {"", 0, HEADER},
    {"%d plan is new\0%d plans are new", 31, "新增 %d 个方案"},
    {"in budget", 9, "不超预算"},
    {"kept", 4, ""},
    {"plan", 4, "方案"},
};
enum { PAIRS = sizeof good / sizeof *good, MOST = 8 };

static void put_number(struct text *out, uint32_t number, bool swapped)
{
    if (swapped)
        number = __builtin_bswap32(number);
    text_add_n(out, (const char *)&number, sizeof number);
}

/* A file of n pairs, with its strings behind both tables. */
static struct text make(const struct pair *pair, uint32_t n, bool swapped)
{
    struct text out = {0}, strings = {0};
    uint32_t at[2 * MOST], size[2 * MOST], first = 28 + 16 * n;
    for (uint32_t i = 0; i < 2 * n; i++) {
        const struct pair *p = &pair[i % n];
        const char *string = i < n ? p->original : p->translation;
        at[i] = first + (uint32_t)strings.size;
        size[i] = (uint32_t)(i < n ? p->original_size : strlen(string));
        text_add_n(&strings, string, size[i] + 1);
    }
    const uint32_t head[] = {0x950412deu, 0, n, 28, 28 + 8 * n, 0, first};
    for (int i = 0; i < 7; i++)
        put_number(&out, head[i], swapped);
    for (uint32_t i = 0; i < 2 * n; i++) {
        put_number(&out, size[i], swapped);
        put_number(&out, at[i], swapped);
    }
    text_add_n(&out, strings.at, strings.size);
    text_release(&strings);
    return out;
}

/* In a block of exactly that size, so that a sanitizer sees each byte too many. */
static bool take(struct catalogue *c, const char *bytes, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    bool taken = catalogue_take(c, copy, size);
    if (!taken)
        free(copy);
    return taken;
}

static void finds_messages(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        struct text file = make(good, PAIRS, swapped);
        struct catalogue c;
        assert_true(take(&c, file.at, file.size));
        assert_string_equal(catalogue_find(&c, "plan"), "方案");
        assert_string_equal(catalogue_find(&c, "in budget"), "不超预算");
        assert_string_equal(catalogue_find(&c, "%d plan is new"), "新增 %d 个方案");
        assert_null(catalogue_find(&c, "plans"));
        assert_null(catalogue_find(&c, "pla"));
        assert_null(catalogue_find(&c, "~"));
        catalogue_release(&c);
        assert_null(catalogue_find(&c, "plan"));
        text_release(&file);
    }
}

static void speaks(void **state)
{
    (void)state;
    struct text file = make(good, PAIRS, false);
    struct catalogue c;
    assert_true(take(&c, file.at, file.size));
    assert_false(catalogue_is_chinese());
    assert_string_equal(catalogue_say("plan"), "plan");
    catalogue_speak(&c);
    assert_true(catalogue_is_chinese());
    assert_string_equal(catalogue_say("plan"), "方案");
    assert_string_equal(catalogue_say("unheard of"), "unheard of");
    assert_string_equal(catalogue_say("kept"), "kept");
    assert_string_equal(catalogue_say(""), "");
    assert_string_equal(catalogue_as_given("plan"), "plan");
    assert_string_equal(catalogue_say_number("%d plan is new", "%d plans are new", 1), "新增 %d 个方案");
    assert_string_equal(catalogue_say_number("%d plan is new", "%d plans are new", 2), "新增 %d 个方案");
    assert_string_equal(catalogue_say_number("one", "many", 1), "one");
    assert_string_equal(catalogue_say_number("one", "many", 0), "many");
    catalogue_speak(NULL);
    assert_string_equal(catalogue_say("plan"), "plan");
    assert_string_equal(catalogue_say_number("%d plan is new", "%d plans are new", 2), "%d plans are new");
    catalogue_release(&c);
    text_release(&file);
}

/* No beginning of a file is one. */
static void refuses_what_is_cut_off(void **state)
{
    (void)state;
    struct text file = make(good, PAIRS, false);
    struct catalogue c;
    for (size_t n = 0; n < file.size; n++) {
        assert_false(take(&c, file.at, n));
        assert_null(c.bytes);
    }
    text_release(&file);
}

/* Whatever stands in a byte, what is taken can be searched. */
static void survives_damage(void **state)
{
    (void)state;
    struct text file = make(good, PAIRS, false);
    static const unsigned char bytes[] = {0x00, 0x01, 0x04, 0x1c, 0x7f, 0x80, 0xc3, 0xff};
    for (size_t at = 0; at < file.size; at++)
        for (size_t k = 0; k < sizeof bytes; k++) {
            char kept = file.at[at];
            struct catalogue c;
            file.at[at] = (char)bytes[k];
            if (take(&c, file.at, file.size)) {
                for (int i = 0; i < PAIRS; i++)
                    (void)catalogue_find(&c, good[i].original);
                catalogue_release(&c);
            }
            file.at[at] = kept;
        }
    text_release(&file);
}

static void set_number(struct text *file, size_t at, uint32_t number)
{
    memcpy(file->at + at, &number, sizeof number);
}

/* One number of the file at a time that is wrong. */
static void refuses_wrong_numbers(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t number;
    } wrong[] = {
        {0, 0x950412ddu},
        {4, 0x10000},
        {8, 0},
        {8, PAIRS + 1},
        {8, 0x20000000u},
        {8, 0xffffffffu},
        {12, 0},
        {12, 29},
        {12, 24},
        {12, 0xfffffffcu},
        {16, 0x7ffffffcu},
        {16, 0xfffffffcu},
        {28 + 8, 30},
        {28 + 8, 0xffffffffu},
        {28 + 12, 0xffffffffu},
        {28 + 12, 0x7fffffffu},
        {28 + 8 * PAIRS + 4, 0xfffffff0u},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text file = make(good, PAIRS, false);
        struct catalogue c;
        set_number(&file, wrong[i].at, wrong[i].number);
        assert_false(take(&c, file.at, file.size));
        text_release(&file);
    }
}

static void refuses_wrong_contents(void **state)
{
    (void)state;
    static const struct pair wrong[][2] = {
        {{"", 0, HEADER}, {"", 0, "twice"}},
        {{"b", 1, "x"}, {"a", 1, "y"}},
        {{"", 0, "Content-Type: text/plain; charset=GB2312\nPlural-Forms: nplurals=1;"}, {"plan", 4, "x"}},
        {{"", 0, "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2;"}, {"plan", 4, "x"}},
        {{"a", 1, "no header"}, {"plan", 4, "x"}},
        {{"", 0, HEADER}, {"plan", 4, "\xb7\xbd"}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text file = make(wrong[i], 2, false);
        struct catalogue c;
        assert_false(take(&c, file.at, file.size));
        text_release(&file);
    }
    struct catalogue c;
    assert_false(catalogue_read(&c, "/nonexistent/runodds.mo"));
    assert_false(catalogue_read(&c, "/"));
    assert_false(catalogue_read(&c, "/dev/null"));
}

static void environments(void **state)
{
    (void)state;
    static const struct {
        const char *language, *lc_all, *lc_messages, *lang;
        bool chinese;
    } rows[] = {
        {NULL, NULL, NULL, NULL, false},
        {NULL, NULL, NULL, "", false},
        {NULL, NULL, NULL, "zh_CN.UTF-8", true},
        {NULL, NULL, NULL, "zh_CN.utf8", true},
        {NULL, NULL, NULL, "zh_CN", true},
        {NULL, NULL, NULL, "zh", true},
        {NULL, NULL, NULL, "zh_SG.UTF-8", true},
        {NULL, NULL, NULL, "zh_Hans_HK.UTF-8", true},
        {NULL, NULL, NULL, "zh_CN.UTF-8@pinyin", true},
        {NULL, NULL, NULL, "zh_CN.GBK", false},
        {NULL, NULL, NULL, "zh_CN.GB18030", false},
        {NULL, NULL, NULL, "zh_TW.UTF-8", false},
        {NULL, NULL, NULL, "zh_HK", false},
        {NULL, NULL, NULL, "zha_CN.UTF-8", false},
        {NULL, NULL, NULL, "en_US.UTF-8", false},
        {NULL, NULL, NULL, "xx_YY", false},
        {NULL, NULL, NULL, "C", false},
        {NULL, "C", "zh_CN.UTF-8", "zh_CN.UTF-8", false},
        {NULL, "", "zh_CN.UTF-8", "en_US.UTF-8", true},
        {NULL, NULL, "en_US.UTF-8", "zh_CN.UTF-8", false},
        {NULL, "zh_CN.UTF-8", "en_US.UTF-8", "en_US.UTF-8", true},
        {"zh_CN:en", NULL, NULL, "en_US.UTF-8", true},
        {"de:zh", NULL, NULL, "en_US.UTF-8", true},
        {"en:zh", NULL, NULL, "zh_CN.UTF-8", false},
        {"de", NULL, NULL, "zh_CN.UTF-8", true},
        {":", NULL, NULL, "zh_CN.UTF-8", true},
        {"zh", NULL, NULL, NULL, false},
        {"zh", "C", NULL, "zh_CN.UTF-8", false},
        {"zh", "C.UTF-8", NULL, NULL, false},
        {"zh", "POSIX", NULL, NULL, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(language_of_environment(rows[i].language, rows[i].lc_all, rows[i].lc_messages, rows[i].lang),
                         rows[i].chinese);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_messages),
        cmocka_unit_test(speaks),
        cmocka_unit_test(refuses_what_is_cut_off),
        cmocka_unit_test(survives_damage),
        cmocka_unit_test(refuses_wrong_numbers),
        cmocka_unit_test(refuses_wrong_contents),
        cmocka_unit_test(environments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
