/* Cells of CSV output. */
#ifndef RUNODDS_REPORT_CSV_OUT_H
#define RUNODDS_REPORT_CSV_OUT_H

#include "base/text.h"

/* Appends a cell of text: quoted where a comma, a quote, a line end or a blank at its ends asks for it, and after an
 * apostrophe where a spreadsheet would see a formula: with = + - @, tab or CR in front, unless it is a number. */
void csv_out_text(struct text *out, const char *text);

/* Appends a number: the shortest decimal that reads back as the same double; nothing for NaN and the infinities. */
void csv_out_number(struct text *out, double number);

#endif
