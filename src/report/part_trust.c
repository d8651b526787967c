/* The credibility sheet: how well the trials know what they say, and what it was checked against. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "engine/exact.h"
#include "report/part.h"

/* ---- facts ---- */

static void add_unfinished(struct part *p)
{
    struct text t = {0};
    for (int i = 0; i < p->result->engine->plans; i++) {
        const struct summary *s = &p->result->plan[i];
        if (s->unfinished == 0)
            continue;
        text_add(&t, t.size > 0 ? _("; ") : "");
        text_addf(&t, _("%s of %s of %s"), part_whole(p, (double)s->unfinished), part_whole(p, (double)s->trials),
                  part_name(p, i));
    }
    dossier_fact(p->dossier, _("Unfinished trials"), t.size > 0 ? t.at : _("none"));
    text_release(&t);
}

static void add_tails(struct part *p)
{
    struct text t = {0};
    for (int i = 0; i < p->result->engine->plans; i++) {
        const struct summary *s = &p->result->plan[i];
        if (s->cost.heavy_tail || s->time_h.heavy_tail)
            text_addf(&t, "%s%s", t.size > 0 ? _(", ") : "", part_name(p, i));
    }
    if (t.size > 0)
        dossier_fact(p->dossier, _("Means that hang on a few trials"), t.at);
    text_release(&t);
}

static void add_facts(struct part *p)
{
    const struct result *r = p->result;
    struct text t = {0};
    int given, defaults;
    char *hash = json_hash(r->scenario);
    scenario_count(r->scenario, &given, &defaults);
    text_addf(&t, _("%s of each plan"), part_whole(p, (double)r->trials.n));
    dossier_fact(p->dossier, _("Trials"), dossier_keep(p->dossier, &t));
    if (p->of->counted)
        text_add(&t, _("this number was asked for"));
    else
        text_addf(&t, _("until the 95%% interval of each P90 is within %s of it, at most %s trials"),
                  part_share(p, p->of->precision), part_whole(p, TRIALS_MOST));
    dossier_fact(p->dossier, _("Stopped"), dossier_keep(p->dossier, &t));
    text_addf(&t, "%llu", (unsigned long long)r->scenario->seed);
    dossier_fact(p->dossier, _("Seed"), dossier_keep(p->dossier, &t));
    add_unfinished(p);
    add_tails(p);
    text_addf(&t, _("%d of %d inputs of the plans"), defaults, given + defaults);
    dossier_fact(p->dossier, _("Defaults"), dossier_keep(p->dossier, &t));
    dossier_fact(p->dossier, _("Hash of the scenario"), hash);
    dossier_fact(p->dossier, _("Program"), "runodds " PACKAGE_VERSION);
    free(hash);
}

/* ---- precision ---- */

/* Half of the interval over the value. */
static const char *precision(struct part *p, int plan, bool money)
{
    const struct summary *s = &p->result->plan[plan];
    const struct percentile *q = words_find(money ? &s->cost : &s->time_h, 90.0);
    double half = fmax(q->high - q->value, q->value - q->low);
    return part_share(p, isfinite(half) && q->value > 0.0 ? half / q->value : NAN);
}

static void add_precision(struct part *p)
{
    static const char *const head[] = {N_("plan"),
                                       N_("trials"),
                                       N_("unfinished"),
                                       N_("P90 cost"),
                                       N_("interval within"),
                                       N_("P90 time"),
                                       N_("interval within"),
                                       NULL};
    struct section s;
    section_begin(&s, N_("How well the trials know it"), head);
    for (int i = 0; i < p->result->engine->plans; i++) {
        const struct summary *plan = &p->result->plan[i];
        bool money = cost_priced(plan->typical);
        part_cell(&s, part_name(p, i));
        part_cell(&s, part_whole(p, (double)plan->trials));
        part_cell(&s, part_whole(p, (double)plan->unfinished));
        part_cell(&s, money ? part_percentile(p, i, 90.0, true) : _("not priced"));
        part_cell(&s, money ? precision(p, i, true) : "-");
        part_cell(&s, part_percentile(p, i, 90.0, false));
        part_cell(&s, precision(p, i, false));
    }
    dossier_table(p->dossier, &s);
}

/* ---- against exact means ---- */

static void add_check(struct part *p, struct section *s, int plan, const struct exact_check *check)
{
    struct text z = {0};
    part_cell(s, part_name(p, plan));
    part_cell(s, part_whole(p, (double)check->trials));
    part_cell(s, part_time(p, check->exact_h));
    part_cell(s, part_time(p, check->simulated_h));
    part_cell(s, part_time(p, check->half_h));
    if (isinf(check->z))
        text_add(&z, _("not the same"));
    else
        text_addf(&z, "%+.2f", check->z + 0.0);
    section_cell(s, &z);
}

static void add_checks(struct part *p)
{
    static const char *const head[] = {
        N_("plan"), N_("trials"), N_("exact mean"), N_("simulated mean"), N_("95%: within"), N_("z"), NULL};
    struct section s;
    int plans = p->result->engine->plans;
    struct exact_check *check = mem_new((size_t)plans, sizeof *check);
    bool by_world = false;
    section_begin(&s, N_("Time against exact means"), head);
    for (int i = 0; i < plans; i++) {
        exact_check(p->result, i, &check[i]);
        by_world = by_world || (!check[i].why && check[i].by_world);
        if (!check[i].why)
            add_check(p, &s, i, &check[i]);
    }
    if (s.rows > 0) {
        dossier_table(p->dossier, &s);
        dossier_add(
            p->dossier, BLOCK_PARAGRAPH,
            _("Where failures have no memory, a formula gives the exact mean time. z is the difference in standard "
              "errors: beyond 4 would be a reason not to trust the program, unless waits have so long a tail that "
              "their mean hangs on a few trials."));
        if (by_world)
            dossier_add(
                p->dossier, BLOCK_PARAGRAPH,
                _("Where inputs are ranges, it is the mean of the exact means, one for each future's own values."));
    }
    for (int i = 0; i < plans; i++)
        if (check[i].why)
            dossier_say(p->dossier, BLOCK_ITEM, _("No formula covers %s, because of %s: it was not checked."),
                        part_name(p, i), _(check[i].why));
    free(check);
}

void part_trust(struct part *p)
{
    part_heading(p, _("Credibility"));
    add_facts(p);
    add_precision(p);
    add_checks(p);
}
