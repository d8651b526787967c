/* Spend by calendar month. */
#include <stdlib.h>

#include "engine/spend.h"
#include "report/months.h"
#include "report/part.h"

enum { MONTH_ROWS = 80 };

/* What each trial has spent by the end of a month, in place of what it spends in it. */
static void accumulate(struct spend *s, int month)
{
    double *now = s->money + month * s->trials;
    const double *before = now - s->trials;
    for (long t = 0; month > 0 && t < s->trials; t++)
        now[t] += before[t];
}

static void add_plan(struct part *p, struct section *section, int plan, struct spend *s)
{
    for (int m = 0; m < s->months; m++) {
        const struct spend_month *of = &s->of[m];
        char *month = months_name(s, m);
        accumulate(s, m);
        const double *sum = s->money + m * s->trials;
        part_cell(section, part_name(p, plan));
        part_cell(section, month);
        free(month);
        part_cell(section, part_amount(p, of->mean));
        part_cell(section, part_amount(p, of->p50));
        part_cell(section, part_amount(p, of->p90));
        part_cell(section, part_amount(p, summary_percentile(sum, s->trials, 50.0).value));
        part_cell(section, part_amount(p, summary_percentile(sum, s->trials, 90.0).value));
    }
}

/* All plans where that is a table to read, else the one that the answer is about. */
static void add_table(struct part *p, struct spend *spend, const bool *made, int rows)
{
    static const char *const head[] = {
        N_("plan"), N_("month"), N_("mean"), N_("P50"), N_("P90"), N_("by its end, P50"), N_("by its end, P90"), NULL};
    struct section section;
    section_begin(&section, N_("Month by month"), head);
    section.words = 2;
    for (int i = 0; i < p->result->engine->plans; i++)
        if (made[i] && (rows <= MONTH_ROWS || i == p->subject))
            add_plan(p, &section, i, &spend[i]);
    if (section.rows > 0)
        dossier_table(p->dossier, &section);
    if (rows > MONTH_ROWS && p->result->engine->plans > 1)
        dossier_say(p->dossier, BLOCK_PARAGRAPH, _("Only %s is shown; of all plans together there are %d months."),
                    part_name(p, p->subject), rows);
}

/* Of several jobs the total's alone. */
static bool make_spend(struct part *p, int plan, struct spend *spend)
{
    struct err fault = {0};
    const double *same_money = NULL;
    if (part_is_total(p)) {
        bool made = plan == p->subject && p->of->jobs->spend.months > 0;
        if (made)
            spend_add_up(&p->of->jobs->spend, &same_money, 1, spend);
        return made;
    }
    bool made = cost_priced(p->result->plan[plan].typical) && spend_make(p->result, plan, spend, &fault) == 0;
    err_release(&fault);
    return made;
}

static bool unfinished(const struct part *p)
{
    bool any = false;
    for (int i = 0; i < p->result->engine->plans; i++)
        any = any || p->result->plan[i].unfinished > 0;
    return any;
}

void part_months(struct part *p)
{
    int plans = p->result->engine->plans, rows = 0;
    long trials = 0;
    if (!p->words.priced)
        return;
    dossier_add(p->dossier, BLOCK_HEADING, _("Spend by month"));
    if (!p->result->scenario->has_start) {
        dossier_add(
            p->dossier, BLOCK_PARAGRAPH,
            part_is_total(p)
                ? _("Not every job has a start, so their money has no months. A line such as \"start: "
                    "2026-07-01\" in each scenario gives it some.")
                : _("The scenario has no start, so its money has no months. A line such as \"start: 2026-07-01\" gives "
                    "it some."));
        return;
    }
    struct spend *spend = mem_new((size_t)plans, sizeof *spend);
    bool *made = mem_new((size_t)plans, sizeof *made);
    for (int i = 0; i < plans; i++) {
        made[i] = make_spend(p, i, &spend[i]);
        rows += made[i] ? spend[i].months : 0;
        trials = made[i] ? spend[i].trials : trials;
    }
    if (unfinished(p))
        dossier_add(
            p->dossier, BLOCK_PARAGRAPH,
            _("Some futures do not finish. They are in the months with what they spend until they are given up, "
              "which is not enough."));
    dossier_add(
        p->dossier, BLOCK_PARAGRAPH,
        _("The means of the months add up to the mean cost. Their P90s do not add up to the P90: not every month "
          "is a bad one. For money that must be there by a date, read the columns \"by its end\"."));
    bool own = false;
    for (int i = 0; i < plans; i++)
        own = own || p->result->plan[i].typical->own.priced;
    if (own)
        dossier_add(p->dossier, BLOCK_PARAGRAPH,
                    _("For hardware of one's own a month's amount is what is used up of it, not a payment."));
    if (trials < p->result->trials.n)
        dossier_say(p->dossier, BLOCK_PARAGRAPH, _("From the first %s trials."), part_whole(p, (double)trials));
    add_table(p, spend, made, rows);
    for (int i = 0; i < plans; i++)
        spend_release(&spend[i]);
    free(made);
    free(spend);
}
