/* The blocks of a report, their two formats, and the SVG that goes into a page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/assumption.h"
#include "report/dossier.h"
#include "report/svg.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct place_rect shown = {24, 100, 1256, 600};

/* ---- SVG ---- */

static char *clean(const char *inside, bool *good)
{
    struct text out = {0};
    char *svg =
        mem_format("<?xml version=\"1.0\"?>\n<svg width=\"1280\" height=\"720\" xmlns:xlink=\"x\">%s</svg>\n", inside);
    *good = svg_clean(svg, "f1-", "a <finding>", &shown, &out);
    free(svg);
    return out.at;
}

static void an_svg_keeps_what_is_known(void **state)
{
    static const char head[] = "<svg viewBox=\"24 100 1232 500\" role=\"img\" aria-label=\"a &lt;finding&gt;\">";
    static const struct {
        const char *in, *out;
    } row[] = {
        {"", ""},
        {"<title>Gnuplot</title><desc>Produced by <b/></desc>", NULL},
        {"<title>Gnuplot</title><desc>Produced by GNUPLOT</desc>", ""},
        {"<g>\n\t<g id=\"gnuplot_plot_1\"><title>PREFIX.\".x\" using 1</title>\n</g></g>\n", ""},
        {"<path d='M1.25,2.04 L10.06,-3.96 z' stroke='rgb( 31,  41,  51)'/>",
         "<path d=\"M1.3,2 L10.1,-4 z\" stroke=\"#1f2933\"/>"},
        {"<path  d='M1,2 \n\t L3,4  '/>", "<path d=\"M1,2 L3,4 \"/>"},
        {"<g transform=\"translate(10.26,-3.14) scale(1.36)\" fill=\"rgb(0,114,178)\"><text>5</text></g>",
         "<g transform=\"translate(10.3,-3.1) scale(1.36)\" fill=\"#0072b2\"><text>5</text></g>"},
        {"<defs><circle id='gpDot' r='0.05'/><path id=\"p\" d=\"M-0.33,0.67\"/></defs><use xlink:href='#gpDot'/>",
         "<defs><circle id=\"f1-gpDot\" r=\"0.05\"/><path id=\"f1-p\" d=\"M-0.33,0.67\"/></defs><use "
         "href=\"#f1-gpDot\"/>"},
        {"<g filter=\"url(#textbox)\"><text>x</text></g>", "<g filter=\"url(#f1-textbox)\"><text>x</text></g>"},
        {"<text>a &lt;b&gt; &amp;amp; &#20013; R&D &bad;</text>",
         "<text>a &lt;b&gt; &amp;amp; &#20013; R&amp;D &amp;bad;</text>"},
        {"outside <g>words</g><text>\xe4\xb8\xad</text>", "<text>\xe4\xb8\xad</text>"},
        {"<rect onclick=\"alert(1)\" style=\"fill:url(http://x)\" x=\"1\"/>", "<rect x=\"1\"/>"},
        {"<use xlink:href=\"http://x/y\"/>", "<use/>"},
        {"<use href=\"data:x\"/>", "<use/>"},
        {"<use href=\"abc\"/>", "<use/>"},
        {"<g transform=\"scale(1.36)\"><text>x</text></g>", "<g transform=\"scale(1.36)\"><text>x</text></g>"},
        {"<path fill=\"url(http://x)\" d=\"M0,0\"/>", "<path d=\"M0,0\"/>"},
        {"<g fill=\"expression('x')\"><text>y</text></g>", "<g><text>y</text></g>"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        bool good;
        char *got = clean(row[i].in, &good);
        if (!row[i].out) {
            assert_false(good);
            assert_null(got);
            continue;
        }
        char *want = mem_format("%s%s</svg>", head, row[i].out);
        assert_true(good);
        assert_string_equal(got, want);
        free(want);
        free(got);
    }
}

static void an_svg_with_anything_else_is_refused(void **state)
{
    static const char *const row[] = {
        "<script>alert(1)</script>",
        "<foreignObject/>",
        "<a href=\"#x\"></a>",
        "<image href=\"x\"/>",
        "<style>x</style>",
        "<g>",
        "</g>",
        "<g></text>",
        "<g x></g>",
        "<g x=1></g>",
        "<g x=\"1></g>",
        "<!-- c -->",
        "<![CDATA[x]]>",
        "<svg></svg>",
        "<g",
        "<?php ?>",
        "<text>\xff</text>",
        "<animate/>",
    };
    struct text out = {0}, deep = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        bool good;
        assert_null(clean(row[i], &good));
        assert_false(good);
    }
    assert_false(svg_clean("", "f1-", "x", &shown, &out));
    assert_false(svg_clean("<svg/>", "f1-", "x", &shown, &out) && out.size == 0);
    text_release(&out);
    assert_false(svg_clean("<svg></svg><svg></svg>", "f1-", "x", &shown, &out));
    assert_false(svg_clean("<html><svg></svg></html>", "f1-", "x", &shown, &out));
    text_add(&deep, "<svg>");
    for (int i = 0; i < 100; i++)
        text_add(&deep, "<g>");
    assert_false(svg_clean(deep.at, "f1-", "x", &shown, &out));
    assert_null(out.at);
    text_release(&deep);
}

static void text_is_escaped(void **state)
{
    struct text out = {0};
    (void)state;
    svg_add_text(&out, "<a b=\"c\" d='e'>&amp;\x01\xff\xe4\xb8\xad");
    assert_string_equal(out.at, "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\\x01\\xff\xe4\xb8\xad");
    text_release(&out);
}

/* ---- the two formats ---- */

static void fill(struct dossier *d)
{
    static const char *const head[] = {"plan", "why", "cost", NULL};
    struct section s;
    struct text cell = {0};
    dossier_add(d, BLOCK_TITLE, "a <b>");
    dossier_add(d, BLOCK_SUBTITLE, "- no list");
    dossier_add(d, BLOCK_OPEN, "");
    dossier_say(d, BLOCK_LEAD, "commit %s", "$5");
    dossier_key(d, "P80", "$4", "or so");
    dossier_key(d, "P90", "$5", NULL);
    dossier_add(d, BLOCK_CLOSE, "");
    dossier_add(d, BLOCK_HEADING, "Tables & charts");
    section_begin(&s, "T", head);
    s.words = 2;
    text_add(&cell, "p|q");
    section_cell(&s, &cell);
    text_add(&cell, "since");
    section_cell(&s, &cell);
    text_add(&cell, "$1");
    section_cell(&s, &cell);
    dossier_table(d, &s);
    struct block *b = dossier_add(d, BLOCK_FIGURE, "It rises");
    b->note = mem_copy("x by y");
    b->label = mem_copy("100 trials");
    b->picture = mem_copy("<svg></svg>");
    dossier_item(d, "storage", "none");
    dossier_item(d, NULL, "www.x.org");
    dossier_add(d, BLOCK_HEADING, "Steps");
    dossier_add(d, BLOCK_STEP, "one");
    dossier_add(d, BLOCK_STEP, "two");
    dossier_fact(d, "Seed", "1");
    dossier_add(d, BLOCK_COMMAND, "runodds 'a&b' > `c`");
}

static char *written(const struct dossier *d, bool html)
{
    char *at = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&at, &size);
    if (html)
        dossier_html(d, "en", to);
    else
        dossier_markdown(d, to);
    fclose(to);
    return at;
}

static void markdown_has_all_blocks(void **state)
{
    struct dossier d = {0};
    (void)state;
    fill(&d);
    char *text = written(&d, false);
    assert_string_equal(text,
                        "# a \\<b\\>\n\n\\- no list\n\n**commit \\$5**\n\n- **P80**: \\$4 (or so)\n- **P90**: \\$5\n\n"
                        "## Tables \\& charts\n\n### T\n\n| plan | why | cost |\n|---|---|---:|\n"
                        "| p\\|q | since | \\$1 |\n\n> **It rises**  \n> x by y  \n> 100 trials\n\n"
                        "- **storage**: none\n- www\\.x.org\n\n## Steps\n\n1. one\n2. two\n\n- **Seed**: 1\n\n"
                        "    runodds 'a&b' > `c`\n");
    free(text);
    dossier_release(&d);
    assert_null(d.block);
}

/* A name begins many sentences, and may look like the beginning of a list or of code. */
static void markdown_sentences_stay_sentences(void **state)
{
    static const char *const texts[] = {"    a: x", "12) a: x", "+ a: x", "12 of 3", "2) a", "(1) a"};
    struct dossier d = {0};
    (void)state;
    for (int i = 0; i < 4; i++)
        dossier_add(&d, BLOCK_PARAGRAPH, texts[i]);
    for (int i = 4; i < 6; i++)
        dossier_item(&d, NULL, texts[i]);
    dossier_item(&d, "- b", "- c");
    char *text = written(&d, false);
    assert_string_equal(text, "a: x\n\n12\\) a: x\n\n\\+ a: x\n\n12 of 3\n\n- 2\\) a\n- (1) a\n- **- b**: - c\n");
    free(text);
    dossier_release(&d);
}

static void html_has_all_blocks(void **state)
{
    struct dossier d = {0};
    (void)state;
    fill(&d);
    char *text = written(&d, true), *body = strstr(text, "<main>");
    assert_non_null(strstr(text, "<title>a &lt;b&gt;</title>"));
    assert_non_null(strstr(text, "content=\"default-src 'none'; style-src 'unsafe-inline'"));
    assert_non_null(strstr(text, "<html lang=\"en\">"));
    assert_string_equal(
        body,
        "<main>\n<h1>a &lt;b&gt;</h1>\n<p class=\"subtitle\">- no list</p>\n<div class=\"answer\">\n"
        "<p class=\"lead\">commit $5</p>\n<dl class=\"keys\">\n<div><dt>P80</dt><dd>$4 <small>or "
        "so</small></dd></div>\n"
        "<div><dt>P90</dt><dd>$5</dd></div>\n</dl>\n</div>\n<section>\n<h2>Tables &amp; charts</h2>\n<h3>T</h3>\n"
        "<div class=\"table short\" tabindex=\"0\" role=\"region\" aria-label=\"T\">\n<table>\n<thead><tr>"
        "<th scope=\"col\">plan</th><th scope=\"col\">why</th><th scope=\"col\" class=\"n\">cost</th></tr></thead>\n"
        "<tbody>\n<tr><th scope=\"row\" class=\"k\">p|q</th><td class=\"k\">since</td><td class=\"n k\">$1</td></tr>\n"
        "</tbody>\n</table>\n</div>\n<figure>\n<figcaption><strong>It rises</strong><span>x by y</span></figcaption>\n"
        "<div class=\"chart\"><svg></svg></div>\n<p class=\"foot\">100 trials</p>\n</figure>\n<ul>\n"
        "<li><strong>storage</strong>: none</li>\n<li>www.x.org</li>\n</ul>\n</section>\n<section>\n<h2>Steps</h2>\n"
        "<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n<dl class=\"facts\">\n<div><dt>Seed</dt><dd>1</dd></div>\n</dl>\n"
        "<pre><code>runodds &#39;a&amp;b&#39; &gt; `c`</code></pre>\n</section>\n</main>\n</body>\n</html>\n");
    free(text);
    dossier_release(&d);
}

/* ---- assumptions ---- */

static const struct assumption *find(const struct assumptions *list, const char *path, enum assumption_mark mark)
{
    for (int i = 0; i < list->n; i++)
        if (strcmp(list->of[i].path, path) == 0 && list->of[i].mark == mark)
            return &list->of[i];
    fail_msg("no %s", path);
    return NULL;
}

static void want(const struct scenario *s, const struct assumptions *list, const char *path, enum assumption_mark mark,
                 const char *plans, const char *value, const char *source)
{
    const struct assumption *a = find(list, path, mark);
    struct text text[3] = {{0}, {0}, {0}};
    assumption_add_plans(&text[0], s, a);
    assumption_add_value(&text[1], a);
    assumption_add_source(&text[2], a);
    assert_string_equal(text[0].at ? text[0].at : "", plans);
    assert_string_equal(text[1].at ? text[1].at : "", value);
    assert_string_equal(text[2].at ? text[2].at : "", source);
    for (int i = 0; i < 3; i++)
        text_release(&text[i]);
}

static void inputs_stand_once_with_their_source(void **state)
{
    static const char yaml[] = "budget: 5000 USD  # the board's\n"
                               "work: 10 GPU-hours\n"
                               "price: {1: $2/GPU-hour, 8: $1.5/GPU-hour} # list\n"
                               "queue: \"5 min to 2 h\"   # say 'ask # twice'\n"
                               "plans:\n"
                               "  - {name: a, cards: 1}\n"
                               "  - {name: b, cards: 8, startup: 1 min} #\n"
                               "  - {name: c, cards: 8, queue: none}\n";
    const char *set[] = {"b.shutdown=3 min"};
    struct scenario_options options = {.set = set, .sets = 1};
    struct err err = {0};
    struct assumptions list;
    (void)state;
    struct scenario *s = scenario_parse("my.yaml", yaml, NULL, &options, &err);
    assert_non_null(s);
    assumption_list(s, &list);
    want(s, &list, "budget", ASSUMPTION_YOURS, "all", "5000 USD", "my.yaml:1: the board's");
    want(s, &list, "price", ASSUMPTION_YOURS, "all", "{1: $2/GPU-hour, 8: $1.5/GPU-hour}", "my.yaml:3: list");
    want(s, &list, "queue", ASSUMPTION_YOURS, "a, b", "5 min to 2 h", "my.yaml:4: say 'ask # twice'");
    want(s, &list, "startup", ASSUMPTION_YOURS, "b", "1 min", "my.yaml:7");
    want(s, &list, "shutdown", ASSUMPTION_YOURS, "b", "3 min", "command line");
    want(s, &list, "failures", ASSUMPTION_DEFAULT, "all", "none", "");
    for (int i = 0; i < list.n; i++)
        for (int k = 0; k < i; k++)
            assert_false(strcmp(list.of[i].path, list.of[k].path) == 0 && (list.of[i].plans & list.of[k].plans));
    assumption_release(&list);
    scenario_free(s);
    err_release(&err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_svg_keeps_what_is_known),
        cmocka_unit_test(an_svg_with_anything_else_is_refused),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(markdown_has_all_blocks),
        cmocka_unit_test(markdown_sentences_stay_sentences),
        cmocka_unit_test(html_has_all_blocks),
        cmocka_unit_test(inputs_stand_once_with_their_source),
    };
    return cmocka_run_group_tests_name("dossier", tests, NULL, NULL);
}
