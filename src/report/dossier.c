/* The list of blocks. */
#include "report/dossier.h"

#include <stdarg.h>
#include <stdlib.h>

void dossier_release(struct dossier *d)
{
    for (int i = 0; i < d->blocks; i++) {
        struct block *b = &d->block[i];
        free(b->text);
        free(b->label);
        free(b->note);
        free(b->picture);
        section_release(&b->section, 1);
    }
    for (int i = 0; i < d->n_kept; i++)
        free(d->kept[i]);
    free(d->block);
    free(d->kept);
    *d = (struct dossier){0};
}

struct block *dossier_add(struct dossier *d, enum block_kind kind, const char *text)
{
    d->block = mem_grow(d->block, (size_t)d->blocks + 1, sizeof *d->block);
    struct block *b = &d->block[d->blocks++];
    *b = (struct block){.kind = kind, .text = mem_copy(text ? text : "")};
    return b;
}

void dossier_say(struct dossier *d, enum block_kind kind, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(&text, format, arguments);
    va_end(arguments);
    dossier_add(d, kind, n < 0 ? "" : text);
    if (n >= 0)
        free(text);
}

static char *copy(const char *text)
{
    return text ? mem_copy(text) : NULL;
}

void dossier_key(struct dossier *d, const char *label, const char *value, const char *note)
{
    struct block *b = dossier_add(d, BLOCK_KEY, value);
    b->label = copy(label);
    b->note = copy(note);
}

void dossier_fact(struct dossier *d, const char *label, const char *value)
{
    dossier_add(d, BLOCK_FACT, value)->label = copy(label);
}

void dossier_item(struct dossier *d, const char *label, const char *text)
{
    dossier_add(d, BLOCK_ITEM, text)->label = copy(label);
}

void dossier_table(struct dossier *d, const struct section *section)
{
    dossier_add(d, BLOCK_TABLE, "")->section = *section;
}

const char *dossier_keep(struct dossier *d, struct text *text)
{
    if (!text->at)
        return "";
    d->kept = mem_grow(d->kept, (size_t)d->n_kept + 1, sizeof *d->kept);
    d->kept[d->n_kept++] = text->at;
    *text = (struct text){0};
    return d->kept[d->n_kept - 1];
}
