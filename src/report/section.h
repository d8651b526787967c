/* The tables of a report as cells, so that terminal and Markdown carry the same figures in the same order. */
#ifndef RUNODDS_REPORT_SECTION_H
#define RUNODDS_REPORT_SECTION_H

#include "report/words.h"

enum { SECTION_COLUMNS = 10, SECTIONS_MOST = 8 };

struct section {
    const char *title;
    int columns, rows;
    const char *head[SECTION_COLUMNS];
    char **cell; /* rows x columns, row by row */
};

/* Fills sections from a result; returns their number. section_release() frees the cells. */
int section_make(const struct words *words, struct section section[SECTIONS_MOST]);
void section_release(struct section *section, int n);

#endif
