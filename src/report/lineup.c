/* Choosing plans and colours, and the notes on what is not shown. */
#include "report/lineup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/place.h"
#include "report/share.h"
#include "report/words.h"

double lineup_finished(const struct summary *plan)
{
    return (double)(plan->trials - plan->unfinished) / (double)plan->trials;
}

double lineup_cards(const struct summary *plan)
{
    const struct plan *typical = plan->typical;
    return typical->cards * fmax(1, fmin(typical->runs, typical->concurrent));
}

char *lineup_finished_note(const struct summary *plan)
{
    struct text share = {0};
    share_say_percent(lineup_finished(plan), &share);
    char *note = mem_format(_("%s finished"), share.at);
    text_release(&share);
    return note;
}

double lineup_limit(const struct lineup *lineup)
{
    return lineup->priced ? lineup->result->scenario->budget : lineup->result->scenario->deadline_h;
}

/* How many of the plans that can be drawn have a stronger claim: lower P90, or an equal one and stand before it. */
static int lineup_rank(const struct lineup *lineup, int plan, const bool *first)
{
    const struct summary *all = lineup->result->plan;
    int before = 0;
    for (int i = 0; i < lineup->result->engine->plans; i++) {
        double other = words_find(lineup->priced ? &all[i].cost : &all[i].time_h, 90)->value;
        double own = words_find(lineup->priced ? &all[plan].cost : &all[plan].time_h, 90)->value;
        if (lineup->priced && !cost_priced(all[i].typical))
            continue;
        if (first != NULL && first[i] != first[plan])
            before += first[i];
        else
            before += other < own || (other == own && i < plan);
    }
    return before;
}

static void lineup_add(struct lineup *lineup, const struct summary *plan)
{
    struct text name = {0};
    text_add_safe(&name, plan->name);
    lineup->row[lineup->n++] =
        (struct lineup_row){.plan = plan, .of = lineup->priced ? &plan->cost : &plan->time_h, .name = name.at};
}

/* Blue and vermilion go to the first on-demand and the first spot plan, so that charts of different scenarios agree. */
static void lineup_colours(struct lineup *lineup)
{
    static const int others[] = {3, 5, 4, 6, 7, 8, 1, 2};
    bool used[LINEUP_MOST + 1] = {false};
    for (int i = 0; i < lineup->n; i++) {
        const struct plan *plan = lineup->row[i].plan->typical;
        int wish = plan->market.preemptible ? 2 : plan->keeps_machines ? 3 : 1;
        if (!used[wish])
            lineup->row[i].colour = wish;
        used[wish] = true;
    }
    for (int i = 0, next = 0; i < lineup->n; i++) {
        if (lineup->row[i].colour > 0)
            continue;
        while (used[others[next]])
            next++;
        used[others[next]] = true;
        lineup->row[i].colour = others[next];
    }
}

void lineup_init_by(struct lineup *lineup, const struct result *result, bool money, const bool *first)
{
    *lineup = (struct lineup){.result = result, .currency = words_currency(result->scenario), .priced = money};
    for (int i = 0; i < result->engine->plans; i++) {
        if (lineup->priced && !cost_priced(result->plan[i].typical)) {
            text_add(&lineup->unpriced, lineup->unpriced.size > 0 ? _(", ") : "");
            text_add_safe(&lineup->unpriced, result->plan[i].name);
        } else if (lineup_rank(lineup, i, first) < LINEUP_MOST) {
            lineup_add(lineup, &result->plan[i]);
        } else {
            lineup->left_out++;
        }
    }
    lineup_colours(lineup);
}

void lineup_init(struct lineup *lineup, const struct result *result)
{
    bool priced = false;
    for (int i = 0; i < result->engine->plans; i++)
        priced = priced || cost_priced(result->plan[i].typical);
    lineup_init_by(lineup, result, priced, NULL);
}

void lineup_release(struct lineup *lineup)
{
    for (int i = 0; i < lineup->n; i++)
        free(lineup->row[i].name);
    text_release(&lineup->unpriced);
}

/* ---- notes ---- */

static const char *const between = "  \xc2\xb7  ";

/* "3 of 5,000 trials unfinished", or, among several plans, the share of each. */
static void lineup_unfinished(const struct lineup *lineup, struct text *out)
{
    char some[64], all[64];
    const char *join = NULL;
    for (int i = 0; i < lineup->n; i++) {
        const struct summary *plan = lineup->row[i].plan;
        if (plan->unfinished == 0)
            continue;
        if (lineup->n == 1) {
            text_addf(out, _("%s%s of %s trials unfinished"), between, text_grouped((double)plan->unfinished, 0, some),
                      text_grouped((double)plan->trials, 0, all));
            return;
        }
        if (join == NULL)
            text_addf(out, _("%sunfinished: "), between);
        text_addf(out, "%s%s ", join == NULL ? "" : join, lineup->row[i].name);
        share_say_percent(1 - lineup_finished(plan), out);
        join = _(", ");
    }
}

void lineup_notes(const struct lineup *lineup, struct text *out)
{
    lineup_unfinished(lineup, out);
    if (lineup->left_out > 0) {
        text_add(out, between);
        text_addf(out, _("the %d plans of lowest P90 out of %d"), lineup->n, lineup->n + lineup->left_out);
    }
    if (lineup->unpriced.size > 0) {
        text_add(out, between);
        text_addf(out, _("not priced, not drawn: %s"), lineup->unpriced.at);
    }
}

/* The file's name without its folders, cut so that what follows keeps its place. */
static void lineup_file(const struct lineup *lineup, struct text *out)
{
    const char *file = lineup->result->scenario->file;
    if (file == NULL || file[0] == '\0')
        return;
    const char *slash = strrchr(file, '/');
    struct text name = {0};
    text_add_safe(&name, slash != NULL ? slash + 1 : file);
    char *cut = mem_new(name.size + 5, 1);
    place_shorten(name.at, 15.33, false, 300, cut, name.size + 5);
    text_addf(out, " \xc2\xb7 %s", cut);
    free(cut);
    text_release(&name);
}

void lineup_foot(const struct lineup *lineup, long drawn, const char *more, struct text *out)
{
    char number[64], part[64];
    const struct trials *trials = &lineup->result->trials;
    text_grouped((double)trials->n, 0, number);
    if (drawn > 0 && drawn < trials->n)
        text_addf(out, _("%s of %s trials drawn"), text_grouped((double)drawn, 0, part), number);
    else
        text_addf(out, trials->n == 1 ? _("%s trial") : _("%s trials"), number);
    if (lineup->result->engine->plans > 1)
        text_add(out, _(" per plan"));
    if (!trials->complete)
        text_add(out, _(", interrupted"));
    text_addf(out, " \xc2\xb7 %s %llu", _("seed"), (unsigned long long)lineup->result->scenario->seed);
    lineup_file(lineup, out);
    if (more[0] != '\0')
        text_addf(out, " \xc2\xb7 %s", more);
}
