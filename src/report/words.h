/* Numbers as people read them, and the sentences of a report: the same for table, Markdown and what follows. */
#ifndef RUNODDS_REPORT_WORDS_H
#define RUNODDS_REPORT_WORDS_H

#include "base/text.h"
#include "engine/summary.h"
#include "report/axis.h"

/* How a scenario's money and times are written: one unit and precision throughout, chosen by the largest. */
struct words {
    const struct result *result;
    bool priced; /* some plan has a price */
    int money_decimals;
    bool myriads; /* money in units of 10,000, as amounts in yuan are read in Chinese */
    double time_unit_h;
    const char *time_unit;
    int time_decimals;
};

struct words words_for(const struct result *result);

/* Append to a text. Infinite values are written as "> largest". */
void words_money(const struct words *words, struct text *out, double money);
void words_time(const struct words *words, struct text *out, double hours);
void words_share(struct text *out, double share); /* "93%", "99.97%", "0.02%"; NaN: "-" */
void words_count(struct text *out, double count); /* mean counts: "15.2", "0.012" */

/* A percentile, and with its interval in parentheses. */
void words_percentile(const struct words *words, struct text *out, const struct distribution *d, double p, bool money,
                      bool interval);

/* The percentile of a distribution; p must be one of summary_percentiles. */
const struct percentile *words_find(const struct distribution *d, double p);

/* One sentence that compares the plans, or says what the only one comes to. */
void words_verdict(const struct words *words, struct text *out);

/* The symbol or code of the scenario's currency: "$", "CHF" (in Chinese the yen, too, goes by its code, and the sign
 * means yuan); and appended, with a blank after a code. */
const char *words_currency(const struct scenario *scenario);
void words_add_currency(const struct scenario *scenario, struct text *out);

#endif
