/* The YAML reader: trees and places, every trap with its place and cure, the limits, and the nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "scenario/yaml.h"

#define NBSP "\xc2\xa0"
#define WIDE "\xe3\x80\x80"  /* U+3000 */
#define COLON "\xef\xbc\x9a" /* U+FF1A */

struct parsed {
    struct source source;
    struct err err;
    struct node *root;
    int code;
};

static void parsed_init(struct parsed *p, const char *text)
{
    memset(p, 0, sizeof *p);
    source_set(&p->source, "test.yaml", text);
    p->code = yaml_parse(&p->source, &p->root, &p->err);
}

static void parsed_release(struct parsed *p)
{
    node_free(p->root);
    err_release(&p->err);
    source_release(&p->source);
}

static void assert_place(const struct node *node, int line, int col, int width)
{
    assert_int_equal(node->at.line, line);
    assert_int_equal(node->at.col, col);
    assert_int_equal(node->at.width, width);
}

static void assert_scalar(const struct node *node, const char *text)
{
    assert_non_null(node);
    assert_int_equal(node->kind, NODE_SCALAR);
    assert_string_equal(node->text, text);
}

static void reads_a_tree_with_places(void **state)
{
    (void)state;
    struct parsed p;
    parsed_init(&p,
                "# first\nscenario: two ways\nplans:\n  - name: \xe4\xb8\x87\n    own: {life: 3 years, 'x': \"a, b\"}\n"
                "  - name: b\n");
    assert_int_equal(p.code, 0);
    assert_int_equal(p.root->kind, NODE_MAP);
    assert_int_equal(p.root->n, 2);
    assert_place(p.root->key[0], 2, 1, 8);
    assert_place(node_get(p.root, "scenario"), 2, 11, 8);
    assert_ptr_equal(p.root->at.source, &p.source);
    const struct node *plans = node_get(p.root, "plans");
    assert_int_equal(plans->kind, NODE_LIST);
    assert_int_equal(plans->n, 2);
    assert_scalar(node_get(plans->item[0], "name"), "\xe4\xb8\x87");
    assert_place(node_get(plans->item[0], "name"), 4, 11, 1);
    const struct node *own = node_get(plans->item[0], "own");
    assert_place(own, 5, 10, 1);
    assert_scalar(node_get(own, "x"), "a, b");
    assert_true(node_get(own, "x")->quoted);
    assert_false(node_get(own, "life")->quoted);
    assert_place(node_get(own, "x"), 5, 31, 6);
    assert_place(own->key[1], 5, 26, 3);
    assert_null(node_get(own, "absent"));
    assert_scalar(node_get(plans->item[1], "name"), "b");
    parsed_release(&p);
}

/* Columns and widths count characters, on a line where those differ from bytes. */
static void counts_characters(void **state)
{
    (void)state;
    struct parsed p;
    parsed_init(&p, "{\xe5\x83\xb9: \"\xe4\xb8\x87 \xe5\x85\x83\", b: 5 \xe5\x85\x83}\n");
    assert_int_equal(p.code, 0);
    assert_place(p.root->key[0], 1, 2, 1);
    assert_place(p.root->item[0], 1, 5, 5);
    assert_place(p.root->item[1], 1, 15, 3);
    parsed_release(&p);
}

static void reads_legitimate_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int entries;
        const char *key, *value; /* of the last entry */
    } good[] = {
        {"{8: 31200, 64: 240000}", 2, "64", "240000"},
        {"{128: V}", 1, "128", "V"},
        {"{1: 2, 128: V, 256: W}", 3, "256", "W"},
        {"{128}", 1, "128", ""},
        {"{a: 1, 1234}", 2, "1234", ""},
        {"a:b: 5", 1, "a:b", "5"},
        {"{07:00-23:00: 0.2, otherwise: 0.1}", 2, "otherwise", "0.1"},
        {"07:00-23:00: 0.2", 1, "07:00-23:00", "0.2"},
        {"every: weibull(shape = 0.7, mean = 50000 h)", 1, "every", "weibull(shape = 0.7, mean = 50000 h)"},
        {"{every: \"weibull(shape = 0.7, mean = 5 h)\"}", 1, "every", "weibull(shape = 0.7, mean = 5 h)"},
        {"{f: amdahl(5%), g: 1}", 2, "g", "1"},
        {"budget: $12,500,000", 1, "budget", "$12,500,000"},
        {"accelerators: H100:8", 1, "accelerators", "H100:8"},
        {"source: https://x.example/a#5", 1, "source", "https://x.example/a#5"},
        {"source:\n  https://x.example/a", 1, "source", "https://x.example/a"},
        {"note: a\n  b\n\n  c", 1, "note", "a b\nc"},
        {"note: |\n  a:b\n  c #5\n", 1, "note", "a:b\nc #5\n"},
        {"note: |\n  a\n  #5\n", 1, "note", "a\n#5\n"},
        {"note: |\n  a\n #5 is outside\n", 1, "note", "a\n"},
        {"note: >-\n  a\n  b\n", 1, "note", "a b"},
        {"note: 'a #5'", 1, "note", "a #5"},
        {"a: 1\n#5 is a comment of its own", 1, "a", "1"},
        {"a: 1 # 5 is one too", 1, "a", "1"},
        {"a: #5 is one too\n  1", 1, "a", "1"},
        {"\"<<\": 1", 1, "<<", "1"},
        {"---\na: 1\n...\n", 1, "a", "1"},
        {"a:", 1, "a", ""},
        {"{\n\t\"a\": 1,\n\t\"b\":2\n}", 2, "b", "2"},
        {"a: \"x\\ty\\n\"", 1, "a", "x\ty\n"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct parsed p;
        parsed_init(&p, good[i].text);
        if (p.code)
            print_error("%s: %s\n", good[i].text, p.err.fault[0].text);
        assert_int_equal(p.code, 0);
        assert_int_equal(p.root->n, good[i].entries);
        assert_string_equal(p.root->key[p.root->n - 1]->text, good[i].key);
        assert_scalar(p.root->item[p.root->n - 1], good[i].value);
        parsed_release(&p);
    }
}

static void an_empty_document_has_no_root(void **state)
{
    (void)state;
    static const char *const empty[] = {"", "\n", "# only a comment\n", "---\n", "---\n...\n"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        struct parsed p;
        parsed_init(&p, empty[i]);
        assert_int_equal(p.code, 0);
        assert_null(p.root);
        parsed_release(&p);
    }
}

static void an_empty_value_keeps_its_place(void **state)
{
    (void)state;
    struct parsed p;
    parsed_init(&p, "work: 1\nprice:\nruns: 2\n");
    assert_int_equal(p.code, 0);
    assert_scalar(node_get(p.root, "price"), "");
    assert_place(node_get(p.root, "price"), 2, 7, 0);
    parsed_release(&p);
}

static void foreign_blanks_are_blanks(void **state)
{
    (void)state;
    struct parsed p;
    parsed_init(&p, "a: " NBSP "5" WIDE WIDE " kW" NBSP "\nb" NBSP ": 'x" NBSP "y'\nc: d  e\n");
    assert_int_equal(p.code, 0);
    assert_scalar(node_get(p.root, "a"), "5 kW");
    assert_place(node_get(p.root, "a"), 1, 5, 6);
    assert_scalar(node_get(p.root, "b"), "x" NBSP "y");
    assert_scalar(node_get(p.root, "c"), "d  e");
    parsed_release(&p);
}

static const struct bad {
    const char *text;
    int line, col;
    const char *what, *cure; /* part of the text and of the hint */
} bad[] = {
    {"a: 1\nb: 2\na: 3\n", 3, 1, "duplicate key \"a\"", "line 1"},
    {"m: {x: 1, y: 2, x: 3}", 1, 17, "duplicate key \"x\"", "line 1"},
    {"a: 1\n\"a\": 3\n", 2, 1, "duplicate key \"a\"", "line 1"},
    {"{[a]: 1}", 1, 2, "key must be a word", "quotes"},
    {"name: {{x}}", 1, 8, "key must be a word", "quotes"},
    {"? {a: 1}\n: 2", 1, 3, "key must be a word", "quotes"},
    {"?\n: 5", 1, 2, "no key", "key: value"},
    {"- a\n- b\n", 1, 1, "not a map", "key: value"},
    {"just words", 1, 1, "not a map", "key: value"},
    /* commas in flow style */
    {"f: {every: weibull(shape = 0.7, mean = 50000 h)}", 1, 12, "comma", "a comma inside { } ends a value"},
    {"f: [weibull(shape = 0.7, mean = 50000 h)]", 1, 5, "comma", "a comma inside [ ] ends a value"},
    {"{every: 50,000 h}", 1, 12, "thousands", "write 50000, 50K, or quote"},
    {"{every: 5, price: $1,900,000}", 1, 22, "thousands", "write 50000, 50K, or quote"},
    /* colons */
    {"budget:$50\nwork: 2\n", 1, 1, "no space", "write a space after the colon"},
    {"a: 1\nbudget:$50\n", 2, 1, "no space", "write a space after the colon"},
    {"a: 1\nbudget:$50\nb: 2\n", 2, 1, "no space", "write a space after the colon"},
    {"a: 1\nb:2\n\n# c\nc:3\nd: 4\n", 2, 1, "no space", "write a space after the colon"},
    {"budget:$50", 1, 1, "no space", "write a space after the colon"},
    {"work:\n  steps:12000\nb: 1\n", 2, 3, "no space", "write a space after the colon"},
    {"plans:\n  - name:x\n    price: 5\n", 2, 5, "no space", "write a space after the colon"},
    {"plans:\n  - name:x\n", 2, 5, "no space", "write a space after the colon"},
    {"f: {gpu:5 h}", 1, 5, "no space", "write a space after the colon"},
    {"budget:" NBSP "$50\nwork: 2\n", 1, 8, "no-break", "plain space"},
    {"budget" COLON "$50\nwork: 2\n", 1, 7, "full-width colon", "plain colon \":\" and a space"},
    {"work:\n  steps" COLON " 5\n", 2, 8, "full-width colon", "plain colon \":\" and a space"},
    {"f: {gpu" COLON "5 h}", 1, 8, "full-width colon", "plain colon \":\" and a space"},
    {"note: see: this", 1, 10, "colon", "quotes"},
    {"a: 1\n  b: 2\n", 2, 4, "colon", "indent"},
    {"a: 1\nb\nc: 2\n", 2, 1, "no colon", "key: value"},
    /* comments */
    {"runs: 2 #5\n", 1, 9, "read as a comment", "quote the value"},
    {"name: run   #12 of mine\n", 1, 13, "read as a comment", "space after #"},
    {"name: \"run\" #5\n", 1, 13, "read as a comment", "quote the value"},
    {"name: #5\nb: 1\n", 1, 7, "read as a comment", "quote the value"},
    {"name: \"run\"#5\n", 1, 12, "read as a comment", "quote the value"},
    {"uses: [a, b] #5\n", 1, 14, "read as a comment", "quote the value"},
    {"uses: [a, #5\n b c #5\n]", 2, 6, "read as a comment", "quote the value"},
    {"price: 5" NBSP "# mine", 1, 8, "before #", "plain space"},
    /* what is not allowed at all */
    {"a: !x 1", 1, 4, "tags", "quotes"},
    {"a: !<x 1", 1, 4, "tag", "quotes"},
    {"a: &x 1", 1, 4, "anchors", "use extends"},
    {"a: & 1", 1, 4, "anchor", "use extends"},
    {"a: 1\nb: *x", 2, 4, "aliases", "use extends"},
    {"a: * 2", 1, 4, "alias", "use extends"},
    {"p:\n  <<: {a: 1}\n", 2, 3, "merge keys", "use extends"},
    {"a: 1\n---\nb: 2\n", 2, 1, "second document", "one file"},
    {"a: 1\n...\nb: 2\n", 3, 1, "belongs to no key", "one document"},
    {"%YAML 1.1\n---\na: 1\n", 1, 1, "directives", "leave the line out"},
    {"% what\na: 1\n", 1, 1, "directive", "leave the line out"},
    {"a: @x", 1, 4, "cannot begin", "quotes"},
    /* indentation */
    {"work:\n\tsteps: 5\n", 2, 1, "a tab", "indent with spaces"},
    {"work:\n  a: 1\n  \tb: 5\n", 3, 3, "a tab", "indent with spaces"},
    {"note: |\n\tx\n", 2, 1, "a tab", "indent with spaces"},
    {"note: x\n\ty\n", 2, 1, "a tab", "indent with spaces"},
    {"work:\n" NBSP NBSP "steps: 5\n", 2, 1, "no-break", "plain spaces"},
    {"work:\n  a: 1\n " WIDE "b: 5\n", 3, 2, "full-width space", "plain spaces"},
    {"plans:\n  -" NBSP "name: 5\n", 2, 4, "no-break", "plain spaces"},
    /* quotes */
    {"a: 1\nname: \"open\nb: 2\n", 2, 7, "never closed", "close it"},
    {"name: 'open\nb: 2\n", 1, 7, "never closed", "close it"},
    {"name: \"open\nprice: \"5\"\nb: 2\n", 1, 7, "closed on a later line", "close it"},
    {"name: \"open\nprice: \"\"\nb: 2\n", 1, 7, "closed on a later line", "close it"},
    {"a: {b: \"open,\n c: \"d\"}", 1, 8, "closed on a later line", "close it"},
    {"a: \"5\" GB\n", 1, 8, "key", "quotes"},
    {"a: \"C:\\path\"\n", 1, 7, "escape", "\\\\"},
    {"a: \"\\e[0m\"", 1, 4, "control character", "escape"},
    {"a: \"x\\0y\"", 1, 4, "control character", "escape"},
    {"a: \"\\x85\"", 1, 4, "control character", "escape"},
    {"\"a\\nb\": 1", 1, 1, "control character", "escape"},
    /* characters */
    {"a: 1\nb: \x01", 2, 4, "control character", "delete"},
    {"a: \xe2\x80\xa8 b", 1, 4, "control character", "delete"},
    {"a: 1\nb: x\xff", 2, 5, "invalid UTF-8", "UTF-8"},
    /* brackets */
    {"a: [1, 2\nb: 3\n", 1, 4, "[", "close it"},
    {"a: {b: 1\nc: d: 3\n", 1, 4, "{", "close it"},
    {"a: ,b", 1, 4, "value was expected", "quotes"},
    {"a: [[1, [\n\n", 1, 10, "value was expected", "close each [ and {"},
    {"a: - b\n", 1, 4, "list item", "line of its own"},
    {"a: | b\n", 1, 6, "|", "next line"},
};

static void tells_each_trap_and_its_cure(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct bad *b = &bad[i];
        struct parsed p;
        parsed_init(&p, b->text);
        const struct fault *f = &p.err.fault[0];
        bool as_told = p.code == ERR_INPUT && !p.root && p.err.faults == 1 && f->at.source &&
                       strcmp(f->at.source->name, "test.yaml") == 0 && f->at.line == b->line && f->at.col == b->col &&
                       strstr(f->text, b->what) && f->hint && strstr(f->hint, b->cure);
        if (!as_told) {
            print_error("in:\n%s\nexpected %d:%d '%s' and '%s', not\n", b->text, b->line, b->col, b->what, b->cure);
            err_print_faults(&p.err, stderr, false);
            wrong++;
        }
        parsed_release(&p);
    }
    assert_int_equal(wrong, 0);
}

static void tells_several_faults_in_one_go(void **state)
{
    (void)state;
    struct parsed p;
    parsed_init(&p, "a: 1\na: 2\nname: run #5\nf: {every: 50,000 h}\na: 3\n");
    assert_int_equal(p.code, ERR_INPUT);
    assert_null(p.root);
    assert_int_equal(p.err.faults, 4);
    assert_int_equal(p.err.fault[2].at.line, 2);
    assert_int_equal(p.err.fault[3].at.line, 5);
    assert_non_null(strstr(p.err.fault[3].hint, "line 1"));
    parsed_release(&p);
}

/* A text made of one piece many times. */
static char *repeated(const char *before, const char *piece, size_t times, const char *after)
{
    struct text text = {0};
    text_add(&text, before);
    for (size_t i = 0; i < times; i++)
        text_add(&text, piece);
    text_add(&text, after);
    return text.at;
}

static double seconds_of(char *text, const char *what)
{
    struct parsed p;
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    parsed_init(&p, text);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    assert_int_equal(p.code, what ? ERR_INPUT : 0);
    if (what && !strstr(p.err.fault[0].text, what))
        fail_msg("'%s' is not in '%s'", what, p.err.fault[0].text);
    parsed_release(&p);
    free(text);
    return (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}

/* Each of these took time that grew with the square of the text in some reader; and a sanitizer slows us tenfold. */
static void hostile_texts_are_refused_at_once(void **state)
{
    (void)state;
    const size_t mib = YAML_FILE_LIMIT;
    double seconds = seconds_of(repeated("", "[", mib, ""), "deeper than 64");
    assert_true(seconds < 1);
    seconds += seconds_of(repeated("", "{", mib, ""), "deeper than 64");
    seconds += seconds_of(repeated("", "- ", mib / 2, ""), "deeper than 64");
    seconds += seconds_of(repeated("a: [", "b,", mib / 2 - 4, "]"), "50,000 tokens");
    seconds += seconds_of(repeated("", "a: 1\n", 12000, ""), "duplicate");
    seconds += seconds_of(repeated("", "a:1\n", mib / 4 - 1, "b: "), "no space");
    seconds += seconds_of(repeated("a: b\n", "\n", mib - 8, " c:"), "colon");
    seconds += seconds_of(repeated("a: '", "x", mib - 5, "'"), NULL);
    seconds += seconds_of(repeated("a: [", "x, ", 20000, "y]"), NULL);
    assert_true(seconds < 5);
}

/* Maps in lists that stand no deeper than their keys: half of the depth shows in no token. */
static char *indentless(int lists)
{
    struct text text = {0};
    text_add(&text, "a:\n");
    for (int i = 1; i < lists; i++)
        text_addf(&text, "%*s- a:\n", 2 * (i - 1), "");
    text_addf(&text, "%*s- x\n", 2 * (lists - 1), "");
    return text.at;
}

static void limits_hold_at_their_edges(void **state)
{
    (void)state;
    seconds_of(repeated("a: ", "[", 63, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"), NULL);
    seconds_of(repeated("a: ", "[", 64, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"), "64");
    seconds_of(repeated("a: 1 # ", "x", YAML_FILE_LIMIT - 7, ""), NULL);
    seconds_of(repeated("a: 1 # ", "x", YAML_FILE_LIMIT - 6, ""), "1 MiB");
    seconds_of(repeated("a: [", "[], ", 70, "x]"), NULL);
    seconds_of(indentless(32), NULL);
    seconds_of(indentless(33), "64");
    /* Stream start and end, the map's two and the key's three, the list's two; an item and its comma make two. */
    seconds_of(repeated("a: [", "x,", (YAML_TOKEN_LIMIT - 10) / 2, "]"), NULL);
    seconds_of(repeated("a: [", "x,", (YAML_TOKEN_LIMIT - 8) / 2, "]"), "50,000 tokens");
}

static void a_nul_byte_is_refused(void **state)
{
    (void)state;
    struct err err = {0};
    struct node *root = NULL;
    struct source source = {.name = "test.yaml", .text = mem_copy_n("a: 1\nb\0c", 8), .size = 8};
    assert_int_equal(yaml_parse(&source, &root, &err), ERR_INPUT);
    assert_int_equal(err.fault[0].at.line, 2);
    assert_int_equal(err.fault[0].at.col, 2);
    err_release(&err);
    free(source.text);
}

static void nodes_are_put_copied_and_replaced(void **state)
{
    (void)state;
    const char *owner = "me";
    struct place at = {NULL, 3, 7, 2};
    struct node *map = node_map(at, owner), *list = node_list(at, owner);
    node_put(map, "a", node_scalar("1", at, owner));
    node_put(map, "b", list);
    for (int i = 0; i < 5; i++)
        node_add(list, NULL, node_scalar("x", at, owner));
    node_put(map, "c", node_scalar("3", at, NULL));
    node_get(map, "c")->quoted = true;
    struct node *copy = node_copy(map);
    node_put(map, "a", node_scalar("new", at, owner));
    assert_int_equal(map->n, 3);
    assert_string_equal(map->key[0]->text, "a");
    assert_scalar(node_get(map, "a"), "new");
    node_put(map, "b", node_get(map, "b"));
    assert_int_equal(node_get(map, "b")->n, 5);
    node_free(map);

    for (int i = 0; i < 9; i++) {
        char *key = mem_format("k%d", i);
        node_put(copy, key, node_scalar("v", at, owner));
        free(key);
    }
    assert_int_equal(copy->n, 12);
    assert_scalar(node_get(copy, "a"), "1");
    assert_scalar(node_get(copy, "b")->item[4], "x");
    assert_scalar(node_get(copy, "k8"), "v");
    assert_true(node_get(copy, "c")->quoted);
    assert_ptr_equal(node_get(copy, "a")->owner, owner);
    assert_place(node_get(copy, "a"), 3, 7, 2);
    node_free(copy);
    node_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_tree_with_places),
        cmocka_unit_test(counts_characters),
        cmocka_unit_test(reads_legitimate_shapes),
        cmocka_unit_test(an_empty_document_has_no_root),
        cmocka_unit_test(an_empty_value_keeps_its_place),
        cmocka_unit_test(foreign_blanks_are_blanks),
        cmocka_unit_test(tells_each_trap_and_its_cure),
        cmocka_unit_test(tells_several_faults_in_one_go),
        cmocka_unit_test(hostile_texts_are_refused_at_once),
        cmocka_unit_test(limits_hold_at_their_edges),
        cmocka_unit_test(a_nul_byte_is_refused),
        cmocka_unit_test(nodes_are_put_copied_and_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
