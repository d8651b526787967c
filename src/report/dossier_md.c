/* A report in Markdown: the charts' findings stand as sentences. */
#include "report/dossier.h"

#include <stdlib.h>
#include <string.h>

static void put(const char *before, const char *text, const char *behind, FILE *to)
{
    fputs(before, to);
    section_markdown_text(text, to);
    fputs(behind, to);
}

/* Text at the beginning of a line or of an item: a name may begin like a list, a heading's underline or code. */
static void put_first(const char *text, const char *behind, FILE *to)
{
    text += strspn(text, " ");
    int digits = (int)strspn(text, "0123456789");
    bool counts = digits > 0 && text[digits] == ')';
    if (counts)
        fprintf(to, "%.*s", digits, text);
    fputs(counts || (text[0] && strchr("-+=", text[0])) ? "\\" : "", to);
    put("", counts ? text + digits : text, behind, to);
}

/* Whether a block goes on with what the one before began. */
static bool follows(const struct block *before, const struct block *b)
{
    bool list = b->kind == BLOCK_KEY || b->kind == BLOCK_ITEM || b->kind == BLOCK_FACT || b->kind == BLOCK_STEP;
    return list && before && before->kind == b->kind;
}

static void put_labelled(const struct block *b, FILE *to)
{
    fputs("- ", to);
    if (b->label) {
        put("**", b->label, "**", to);
        put(_(": "), b->text, "", to);
    } else {
        put_first(b->text, "", to);
    }
    if (b->note) {
        char *note = mem_format(_(" (%s)"), b->note);
        put("", note, "", to);
        free(note);
    }
    fputs("\n", to);
}

static void put_figure(const struct block *b, FILE *to)
{
    put("> **", b->text, "**  \n", to);
    put("> ", b->note ? b->note : "", "  \n", to);
    put("> ", b->label ? b->label : "", "\n", to);
}

static void put_block(const struct block *b, int step, FILE *to)
{
    switch (b->kind) {
    case BLOCK_TITLE:
        put("# ", b->text, "\n", to);
        break;
    case BLOCK_HEADING:
        put("## ", b->text, "\n", to);
        break;
    case BLOCK_LEAD:
        put("**", b->text, "**\n", to);
        break;
    case BLOCK_SUBTITLE:
    case BLOCK_PARAGRAPH:
        put_first(b->text, "\n", to);
        break;
    case BLOCK_KEY:
    case BLOCK_ITEM:
    case BLOCK_FACT:
        put_labelled(b, to);
        break;
    case BLOCK_STEP:
        fprintf(to, "%d. ", step);
        put("", b->text, "\n", to);
        break;
    case BLOCK_TABLE:
        put("### ", section_heading(&b->section), "\n\n", to);
        section_markdown_rows(&b->section, to);
        break;
    case BLOCK_FIGURE:
        put_figure(b, to);
        break;
    case BLOCK_COMMAND: /* four blanks make code of it, whatever is in it */
        fprintf(to, "    %s\n", b->text);
        break;
    case BLOCK_OPEN:
    case BLOCK_CLOSE:
        break;
    }
}

void dossier_markdown(const struct dossier *d, FILE *to)
{
    const struct block *before = NULL;
    int step = 0;
    for (int i = 0; i < d->blocks; i++) {
        const struct block *b = &d->block[i];
        if (b->kind == BLOCK_OPEN || b->kind == BLOCK_CLOSE)
            continue;
        if (before && !follows(before, b))
            fputs("\n", to);
        step = follows(before, b) ? step + 1 : 1;
        put_block(b, step, to);
        before = b;
    }
}
