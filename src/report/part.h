/* The parts of a report, one function each, and the words that they share. */
#ifndef RUNODDS_REPORT_PART_H
#define RUNODDS_REPORT_PART_H

#include "report/compare.h"
#include "report/dossier.h"
#include "report/sensitivity_out.h"
#include "report/tune_out.h"

/* A report under construction. */
struct part {
    struct dossier *dossier;
    const struct dossier_source *of;
    const struct result *result;
    struct words words;
    int subject;     /* the plan that the answer is about: the chosen one, or the first; of several jobs their total */
    const char *job; /* one of several, that the part is about; NULL: it is about the whole */
    int figures;     /* so far */
    bool pictures;   /* charts are drawn */
    struct err *err;
};

/* They append their blocks, in this order; a part that has nothing to tell appends none. */
void part_answer(struct part *part);
void part_odds(struct part *part);
void part_money(struct part *part);
void part_course(struct part *part);
void part_months(struct part *part);
void part_pairs(struct part *part);
void part_tuning(struct part *part);
void part_unknowns(struct part *part);
void part_assumptions(struct part *part);
void part_gaps(struct part *part);
void part_method(struct part *part);
void part_trust(struct part *part);
void part_command(struct part *part);

/* A chart's finding, and its picture where it is drawn; nothing where there is nothing to draw. */
void part_figure(struct part *part, const char *kind);

/* Texts that live as long as the dossier. */
const char *part_name(struct part *part, int plan);
const char *part_amount(struct part *part, double money);
const char *part_time(struct part *part, double hours);
const char *part_share(struct part *part, double share);
const char *part_whole(struct part *part, double count);
const char *part_percentile(struct part *part, int plan, double p, bool money);
/* "$11 to $12"; NULL where there are too few trials for one, or it is beyond those that finish. */
const char *part_interval(struct part *part, int plan, double p, bool money);
/* The day of the scenario's clock, hours after submission; "" without a start. end: midnight ends a day. */
const char *part_day(struct part *part, double hours, bool end);
/* A sentence with its full stop, and with its first letter in upper case if that is ours and not a name's. Releases
 * text. */
const char *part_sentence(struct part *part, struct text *text, bool ours);

/* The heading of a part; of one of several jobs, with its name. */
void part_heading(struct part *part, const char *text);

/* Whether the result is that of several jobs, and their total. */
bool part_is_total(const struct part *part);

/* Whether the answer is one of money; else of time. */
bool part_is_money(const struct part *part);

/* A cell of a section under construction. */
void part_cell(struct section *section, const char *text);

#endif
