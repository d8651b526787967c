/* What is spent in each calendar month, as rows. */
#ifndef RUNODDS_REPORT_MONTHS_H
#define RUNODDS_REPORT_MONTHS_H

#include "engine/spend.h"
#include "report/section.h"

struct json;

/* Begins a section, and adds a plan's months to it. */
void months_begin(struct section *section);
void months_rows(const struct words *words, const char *name, const struct spend *spend, struct section *section);

/* "2026-03", or "2045-12 and later"; the caller frees it. */
char *months_name(const struct spend *spend, int month);

/* "months": [{"month": "2026-03", "mean": ..., "p10": ..., "p50": ..., "p90": ...}]; empty without any. */
void months_json(struct json *json, const struct spend *spend);

#endif
