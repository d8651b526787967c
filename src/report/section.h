/* The tables of a report as cells, so that terminal and Markdown carry the same figures in the same order. */
#ifndef RUNODDS_REPORT_SECTION_H
#define RUNODDS_REPORT_SECTION_H

#include <stdio.h>

#include "report/words.h"

enum { SECTION_COLUMNS = 10, SECTIONS_MOST = 12 };

struct section {
    const char *title; /* a message; NULL: the section bears a name of its own */
    char *name;
    int columns, rows, cells;          /* cells: filled so far */
    unsigned words;                    /* bit c: column c holds words, not numbers; the first always does */
    const char *head[SECTION_COLUMNS]; /* in the language spoken */
    char **cell;                       /* rows x columns, row by row */
};

/* An empty section with its heads (NULL ends), and its cells one by one, row by row; text is released. */
void section_begin(struct section *section, const char *title, const char *const *head);
void section_begin_of(struct section *section, const char *name, const char *const *head); /* of a plan */
void section_cell(struct section *section, struct text *text);

/* For a terminal, for Markdown; and any text in Markdown: no mark-up, no broken tables. */
void section_table(const struct section *section, bool colour, FILE *to);
void section_markdown(const struct section *section, FILE *to);
void section_markdown_rows(const struct section *section, FILE *to); /* without its title */
const char *
section_heading(const struct section *section); /* the title in words, or the name, which no language changes */
bool section_is_left(const struct section *section, int column);
void section_markdown_text(const char *text, FILE *to);

/* A report for people, Markdown or text: its title, its tables, a line of its own, and its last line, the answer. The
 * texts are released. */
struct section_page {
    bool markdown, colour;
    FILE *to;
};

void section_title(const struct section_page *page, struct text *line);
void section_put(const struct section_page *page, const struct section *section);
void section_line(const struct section_page *page, struct text *line);
void section_answer(const struct section_page *page, struct text *line);

/* Fills sections from a result; returns their number. section_release() frees the cells. */
int section_make(const struct words *words, struct section section[SECTIONS_MOST]);
void section_release(struct section *section, int n);

#endif
