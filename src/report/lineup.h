/* The plans that a chart shows: which, in what colour, under what name. */
#ifndef RUNODDS_REPORT_LINEUP_H
#define RUNODDS_REPORT_LINEUP_H

#include "base/text.h"
#include "engine/summary.h"

enum { LINEUP_MOST = 8 };

struct lineup_row {
    const struct summary *plan;
    const struct distribution *of; /* its cost, or its time where nothing is priced */
    char *name;                    /* free of control bytes */
    int colour;                    /* 1 to 8; 1 is an on-demand plan's, 2 a spot plan's, where there are such */
};

/* Rows stand in the order of the file. */
struct lineup {
    const struct result *result;
    const char *currency; /* symbol or code */
    bool priced;          /* some plan has a price: plans without one are not in the rows */
    int n, left_out;      /* rows; plans beyond LINEUP_MOST, those of highest P90 */
    struct lineup_row row[LINEUP_MOST];
    struct text unpriced; /* names of plans without a price, if some have one */
};

void lineup_init(struct lineup *lineup, const struct result *result);

/* By cost where money is true, else by time; plans for which `first` is true (NULL: none) have the first claim to the
 * eight rows. */
void lineup_init_by(struct lineup *lineup, const struct result *result, bool money, const bool *first);
void lineup_release(struct lineup *lineup);

/* Share of a plan's trials that finished. */
double lineup_finished(const struct summary *plan);

/* Cards in use at once: those of a run, times the runs side by side. */
double lineup_cards(const struct summary *plan);

/* "48% finished"; the caller frees it. */
char *lineup_finished_note(const struct summary *plan);

/* The limit of what `of` measures, budget or deadline; negative: none. */
double lineup_limit(const struct lineup *lineup);

/* Appends "  ·  " and a note on what the chart leaves out: plans without a price, plans beyond the most, unfinished
 * trials. Nothing when nothing is left out. */
void lineup_notes(const struct lineup *lineup, struct text *out);

/* Appends the foot note: trials (`drawn` > 0: how many of them are drawn a plan), seed, file, then `more`. */
void lineup_foot(const struct lineup *lineup, long drawn, const char *more, struct text *out);

#endif
