/* A CSV file as named columns of text cells with their lines, through libcsv with limits. */
#ifndef RUNODDS_BASE_CSV_H
#define RUNODDS_BASE_CSV_H

#include "base/err.h"

enum { CSV_FIELD_LIMIT = 65536, CSV_ROW_LIMIT = 4096, CSV_FILE_LIMIT = 256 << 20 };

struct csv {
    struct source source;
    int columns;
    char **name;  /* header cells, blanks trimmed */
    size_t rows;  /* without the header and without empty lines */
    char **cell;  /* rows x columns, row by row; blanks trimmed */
    bool *quoted; /* the same shape */
    int *line;    /* 1-based line on which each row begins */
};

/* Reads a file with a header row. CSV_STRICT|CSV_STRICT_FINI|CSV_APPEND_NULL. ERR_INPUT, with the CSV's own file:line,
 * for an unbalanced quote (naming the line where it opened), a ragged row, a repeated or empty header, a field or row
 * over the limits, a file without rows; `at` is the place that named the file. */
int csv_read(const char *path, struct place at, struct csv *csv, struct err *err) WARN_UNUSED;

/* Column by name: an index, or -1. */
int csv_column(const struct csv *csv, const char *name);

/* The place of a cell, for messages (the line of its row, column 1). */
struct place csv_place(const struct csv *csv, size_t row);

void csv_release(struct csv *csv);

#endif
