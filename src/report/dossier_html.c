/* A report as one HTML file, which is well-formed XML too: no script, nothing fetched, no link. */
#include "report/dossier.h"

#include "report/dossier_style.h"
#include "report/svg.h"

/* Columns that a cell may have to stay on one line, and rows that a table may have to stay on one page. */
enum { WORDS_BRIEF = 28, NUMBER_BRIEF = 20, ROWS_TOGETHER = 12 };

struct html {
    struct text *out;
    bool in_part; /* a section is open */
};

static void put(struct html *h, const char *before, const char *text, const char *behind)
{
    text_add(h->out, before);
    svg_add_text(h->out, text);
    text_add(h->out, behind);
}

static bool is_list(enum block_kind kind)
{
    return kind == BLOCK_KEY || kind == BLOCK_ITEM || kind == BLOCK_FACT || kind == BLOCK_STEP;
}

static const char *list_begin(enum block_kind kind)
{
    return kind == BLOCK_KEY    ? "<dl class=\"keys\">\n"
           : kind == BLOCK_FACT ? "<dl class=\"facts\">\n"
           : kind == BLOCK_STEP ? "<ol>\n"
                                : "<ul>\n";
}

static const char *list_end(enum block_kind kind)
{
    return kind == BLOCK_KEY || kind == BLOCK_FACT ? "</dl>\n" : kind == BLOCK_STEP ? "</ol>\n" : "</ul>\n";
}

static void put_pair(struct html *h, const struct block *b)
{
    put(h, "<div><dt>", b->label ? b->label : "", "</dt><dd>");
    put(h, "", b->text, "");
    if (b->note)
        put(h, " <small>", b->note, "</small>");
    text_add(h->out, "</dd></div>\n");
}

static void put_item(struct html *h, const struct block *b)
{
    text_add(h->out, "<li>");
    if (b->label)
        put(h, "<strong>", b->label, "</strong>");
    put(h, "", b->label ? _(": ") : "", "");
    put(h, "", b->text, "</li>\n");
}

/* ---- tables ---- */

/* Short words stay on one line; the first column is the row's name. */
static void put_cell(struct html *h, const struct section *s, int column, const char *cell)
{
    bool brief = text_width(cell) <= (section_is_left(s, column) ? WORDS_BRIEF : NUMBER_BRIEF);
    if (column == 0)
        put(h, brief ? "<th scope=\"row\" class=\"k\">" : "<th scope=\"row\">", cell, "</th>");
    else if (section_is_left(s, column))
        put(h, brief ? "<td class=\"k\">" : "<td>", cell, "</td>");
    else
        put(h, brief ? "<td class=\"n k\">" : "<td class=\"n\">", cell, "</td>");
}

static void put_table(struct html *h, const struct section *s)
{
    put(h, "<h3>", section_heading(s), "</h3>\n");
    text_addf(h->out, "<div class=\"table%s%s\" tabindex=\"0\" role=\"region\" aria-label=\"",
              s->rows <= ROWS_TOGETHER ? " short" : "", s->words & 0xc ? " stack" : "");
    put(h, "", section_heading(s), "\">\n<table>\n<thead><tr>");
    for (int c = 0; c < s->columns; c++)
        put(h, section_is_left(s, c) ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"n\">", s->head[c], "</th>");
    text_add(h->out, "</tr></thead>\n<tbody>\n");
    for (int r = 0; r < s->rows; r++) {
        text_add(h->out, "<tr>");
        for (int c = 0; c < s->columns; c++)
            put_cell(h, s, c, s->cell[r * s->columns + c]);
        text_add(h->out, "</tr>\n");
    }
    text_add(h->out, "</tbody>\n</table>\n</div>\n");
}

/* ---- figures ---- */

static void put_figure(struct html *h, const struct block *b)
{
    put(h, "<figure>\n<figcaption><strong>", b->text, "</strong>");
    put(h, "<span>", b->note ? b->note : "", "</span></figcaption>\n");
    if (b->picture) {
        text_add(h->out, "<div class=\"chart\">");
        text_add(h->out, b->picture);
        text_add(h->out, "</div>\n");
    }
    put(h, "<p class=\"foot\">", b->label ? b->label : "", "</p>\n</figure>\n");
}

/* ---- the whole ---- */

static void put_heading(struct html *h, const struct block *b)
{
    text_add(h->out, h->in_part ? "</section>\n" : "");
    put(h, "<section>\n<h2>", b->text, "</h2>\n");
    h->in_part = true;
}

static void put_block(struct html *h, const struct block *b)
{
    switch (b->kind) {
    case BLOCK_TITLE:
        put(h, "<h1>", b->text, "</h1>\n");
        break;
    case BLOCK_SUBTITLE:
        put(h, "<p class=\"subtitle\">", b->text, "</p>\n");
        break;
    case BLOCK_HEADING:
        put_heading(h, b);
        break;
    case BLOCK_OPEN:
        text_add(h->out, "<div class=\"answer\">\n");
        break;
    case BLOCK_CLOSE:
        text_add(h->out, "</div>\n");
        break;
    case BLOCK_LEAD:
        put(h, "<p class=\"lead\">", b->text, "</p>\n");
        break;
    case BLOCK_PARAGRAPH:
        put(h, "<p>", b->text, "</p>\n");
        break;
    case BLOCK_KEY:
    case BLOCK_FACT:
        put_pair(h, b);
        break;
    case BLOCK_ITEM:
    case BLOCK_STEP:
        put_item(h, b);
        break;
    case BLOCK_TABLE:
        put_table(h, &b->section);
        break;
    case BLOCK_FIGURE:
        put_figure(h, b);
        break;
    case BLOCK_COMMAND:
        put(h, "<pre><code>", b->text, "</code></pre>\n");
        break;
    }
}

static const char *title_of(const struct dossier *d)
{
    for (int i = 0; i < d->blocks; i++)
        if (d->block[i].kind == BLOCK_TITLE)
            return d->block[i].text;
    return "runodds";
}

/* The policy lets a reader's browser run and fetch nothing, whatever stands below; the empty icon keeps it from asking
 * for one. */
static void put_head(struct html *h, const struct dossier *d, const char *language)
{
    put(h, "<!DOCTYPE html>\n<html lang=\"", language, "\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    text_add(h->out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; img-src data:\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                     "<meta name=\"generator\" content=\"runodds\"/>\n"
                     "<link rel=\"icon\" href=\"data:,\"/>\n");
    put(h, "<title>", title_of(d), "</title>\n<style>\n");
    text_add(h->out, dossier_style);
    text_add(h->out, "</style>\n</head>\n<body>\n<main>\n");
}

void dossier_html(const struct dossier *d, const char *language, FILE *to)
{
    struct text out = {0};
    struct html h = {.out = &out};
    put_head(&h, d, language);
    for (int i = 0; i < d->blocks; i++) {
        const struct block *b = &d->block[i];
        enum block_kind kind = b->kind;
        if (is_list(kind) && (i == 0 || d->block[i - 1].kind != kind))
            text_add(&out, list_begin(kind));
        put_block(&h, b);
        if (is_list(kind) && (i + 1 == d->blocks || d->block[i + 1].kind != kind))
            text_add(&out, list_end(kind));
    }
    text_add(&out, h.in_part ? "</section>\n" : "");
    text_add(&out, "</main>\n</body>\n</html>\n");
    fwrite(out.at, 1, out.size, to);
    text_release(&out);
}
