/* Has gnuplot draw a sheet; without gnuplot, keeps what it would have drawn. */
#ifndef RUNODDS_REPORT_GNUPLOT_H
#define RUNODDS_REPORT_GNUPLOT_H

#include <stdio.h>

#include "report/sheet.h"

/* Draws the sheet with the script plots/KIND.gp. A picture goes to `path` by temporary name and rename, once its end
 * was seen; a text chart goes to `terminal` (the caller checks that stream). Without gnuplot the data and scripts are
 * kept in the folder PATH.data and the fault says so. All failures are ERR_RUNTIME. */
int gnuplot_draw(const struct sheet *sheet, const char *kind, const char *path, FILE *terminal,
                 struct err *err) WARN_UNUSED;

/* The same picture as bytes; without gnuplot, or if it fails, ERR_RUNTIME and nothing is kept. */
int gnuplot_take(const struct sheet *sheet, const char *kind, struct text *picture, struct err *err) WARN_UNUSED;

/* Whether gnuplot is installed. */
bool gnuplot_found(void);

/* Whether bytes are a whole picture: gnuplot ends with status 0 on a full disk. */
bool gnuplot_is_whole(enum sheet_medium medium, const char *bytes, size_t size);

#endif
