/* The answer: what to commit, how sure that is, and the plan to choose. */
#include <math.h>
#include <string.h>

#include "report/jobs_out.h"
#include "report/part.h"

static void add_title(struct part *p)
{
    struct text t = {0};
    text_add_safe(&t, p->result->scenario->name);
    dossier_add(p->dossier, BLOCK_TITLE, dossier_keep(p->dossier, &t));
    int plans = p->result->engine->plans;
    dossier_say(
        p->dossier, BLOCK_SUBTITLE,
        plans == 1
            ? _("Cost and time of a GPU training run: %d plan, played through %s possible futures")
            : _("Cost and time of a GPU training run: %d plans, each played through the same %s possible futures"),
        plans, part_whole(p, (double)p->result->trials.n));
}

/* The jobs by name. */
static void add_title_of_jobs(struct part *p)
{
    struct text names = {0};
    int n = p->of->jobs->n;
    dossier_say(p->dossier, BLOCK_TITLE, _("%d jobs"), n);
    for (int i = 0; i < n; i++)
        text_addf(&names, "%s%s", i ? _(", ") : "", part_name(p, i));
    dossier_say(
        p->dossier, BLOCK_SUBTITLE,
        _("Cost and time of several GPU training runs together, played through the same %s possible futures: %s"),
        part_whole(p, (double)p->result->trials.n), names.at);
    text_release(&names);
}

static const struct summary *subject(const struct part *p)
{
    return &p->result->plan[p->subject];
}

/* What was spent before now, in the money of the report; 0 of a run that begins. */
static double spent(const struct part *p)
{
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++)
        for (int c = 0; c < CLASS_COUNT && strcmp(cost_items[i].name, "spent") == 0; c++)
            sum += subject(p)->mean.item[i][c];
    return part_is_money(p) && isfinite(sum) ? sum : 0.0;
}

/* The P90: of a run under way, what it takes beyond what is spent, and the whole in parentheses. */
static const char *amount_to_commit(struct part *p, bool money)
{
    const char *all = part_percentile(p, p->subject, 90.0, money);
    double p90 = words_find(money ? &subject(p)->cost : &subject(p)->time_h, 90.0)->value;
    struct text t = {0};
    if (!money || !(spent(p) > 0.0) || isinf(p90))
        return all;
    text_addf(&t, _("%s more (%s in all)"), part_amount(p, p90 - spent(p)), all);
    return dossier_keep(p->dossier, &t);
}

static void add_lead_of_jobs(struct part *p)
{
    bool money = part_is_money(p);
    const char *p90 = amount_to_commit(p, money);
    if (isinf(words_find(money ? &subject(p)->cost : &subject(p)->time_h, 90.0)->value))
        dossier_add(p->dossier, BLOCK_LEAD,
                    _("Nothing is enough for all jobs in 90% of futures: too many do not finish."));
    else
        dossier_say(p->dossier, BLOCK_LEAD,
                    money ? _("Commit %s for all jobs together: enough in 90%% of futures.")
                          : _("Allow %s for all jobs together: enough in 90%% of futures."),
                    p90);
}

static void add_lead(struct part *p)
{
    if (part_is_total(p)) {
        add_lead_of_jobs(p);
        return;
    }
    const struct choice *c = &p->of->comparison->choice;
    bool money = part_is_money(p), several = p->result->engine->plans > 1;
    const char *name = part_name(p, p->subject), *p90 = amount_to_commit(p, money);
    double value = words_find(money ? &subject(p)->cost : &subject(p)->time_h, 90.0)->value;
    struct dossier *d = p->dossier;
    if (several && c->plan < 0)
        dossier_add(d, BLOCK_LEAD, _("No plan can be recommended."));
    else if (isinf(value))
        dossier_say(d, BLOCK_LEAD, _("Nothing is enough in 90%% of futures: too many of %s do not finish."), name);
    else if (!several)
        dossier_say(d, BLOCK_LEAD,
                    money ? _("Commit %s: enough in 90%% of futures.") : _("Allow %s: enough in 90%% of futures."),
                    p90);
    else if (!c->punctual)
        dossier_say(d, BLOCK_LEAD,
                    money ? _("No plan is on time in 90%% of futures. With the likeliest, %s, commit %s.")
                          : _("No plan is on time in 90%% of futures. With the likeliest, %s, allow %s."),
                    name, p90);
    else if (!c->decided)
        dossier_say(d, BLOCK_LEAD,
                    money ? _("%s looks best, but that is not decided. Commit %s for it: enough in 90%% of futures.")
                          : _("%s looks best, but that is not decided. Allow %s for it: enough in 90%% of futures."),
                    name, p90);
    else
        dossier_say(d, BLOCK_LEAD,
                    money ? _("Choose %s and commit %s: enough in 90%% of futures.")
                          : _("Choose %s and allow %s: enough in 90%% of futures."),
                    name, p90);
}

static void add_level(struct part *p, double level, bool money)
{
    struct text label = {0}, note = {0};
    const char *interval = part_interval(p, p->subject, level, money);
    text_addf(&label, _("Enough in %.0f%% of futures"), level);
    if (interval)
        text_addf(&note, _("95%% interval %s"), interval);
    else
        text_add(&note, subject(p)->unfinished > 0 ? _("too many futures do not finish")
                                                   : _("too few trials for an interval"));
    dossier_key(p->dossier, label.at, part_percentile(p, p->subject, level, money), note.at);
    text_release(&label);
    text_release(&note);
}

static void add_finish(struct part *p)
{
    const struct distribution *d = &subject(p)->time_h;
    double late = words_find(d, 90.0)->value, middle = words_find(d, 50.0)->value;
    const char *day = isfinite(late) ? part_day(p, late, false) : "";
    struct text note = {0};
    if (day[0])
        text_addf(&note, _("on %s; half by %s"), day, part_day(p, middle, false));
    else
        text_addf(&note, _("in half of them within %s"), part_percentile(p, p->subject, 50.0, false));
    dossier_key(p->dossier, _("Done in nine futures of ten within"), part_percentile(p, p->subject, 90.0, false),
                note.at);
    text_release(&note);
}

static void add_chance(struct part *p, const char *label, double share, const char *note)
{
    if (!isnan(share))
        dossier_key(p->dossier, label, part_share(p, share), note);
}

static void add_chances(struct part *p)
{
    const struct scenario *s = p->result->scenario;
    struct text note = {0};
    if (s->deadline_h >= 0.0) {
        const char *day = part_day(p, s->deadline_h, true);
        if (day[0])
            text_addf(&note, _("deadline %s, on %s"), part_time(p, s->deadline_h), day);
        else
            text_addf(&note, _("deadline %s"), part_time(p, s->deadline_h));
        add_chance(p, _("On time"), subject(p)->on_time, note.at);
        text_release(&note);
    }
    if (part_is_total(p))
        add_chance(p, _("On time"), subject(p)->on_time, _("every job by its own deadline"));
    if (s->budget >= 0.0) {
        text_addf(&note, _("budget %s"), part_amount(p, s->budget));
        add_chance(p, _("Inside the budget"), subject(p)->in_budget, note.at);
        text_release(&note);
    }
}

static void add_why(struct part *p)
{
    struct text t = {0};
    if (part_is_total(p)) {
        jobs_out_sentence(p->of->jobs, &p->words, &t);
        dossier_add(p->dossier, BLOCK_PARAGRAPH, part_sentence(p, &t, true));
    } else if (p->result->engine->plans > 1) {
        compare_sentence(p->of->comparison, &t);
        dossier_add(p->dossier, BLOCK_PARAGRAPH, part_sentence(p, &t, true));
    }
}

static void add_budget(struct part *p)
{
    double budget = p->result->scenario->budget, p90 = words_find(&subject(p)->cost, 90.0)->value;
    if (budget < 0.0 || !part_is_money(p) || !isfinite(p90))
        return;
    dossier_say(p->dossier, BLOCK_PARAGRAPH,
                p90 > budget ? _("The budget of %s falls %s short of the P90.")
                             : _("The budget of %s is %s above the P90."),
                part_amount(p, budget), part_amount(p, fabs(p90 - budget)));
    if (!isnan(subject(p)->both))
        dossier_say(p->dossier, BLOCK_PARAGRAPH, _("Budget and deadline are both met in %s of futures."),
                    part_share(p, subject(p)->both));
}

/* Hardware of one's own: the amount is a charge. */
static void add_own(struct part *p)
{
    double purchase = 0.0;
    for (int i = 0; part_is_total(p) && i < p->of->jobs->n; i++) {
        const struct plan *plan = p->result->plan[i].typical;
        purchase += plan->own.priced ? plan->own.purchase * p->of->jobs->typical_rate[i] : 0.0;
    }
    if (!part_is_total(p) && subject(p)->typical->own.priced)
        purchase = subject(p)->typical->own.purchase;
    if (purchase > 0.0)
        dossier_say(
            p->dossier, BLOCK_PARAGRAPH,
            _("For hardware of one's own the amount is a charge for what the work uses up of it, not a payment: "
              "to buy it takes %s."),
            part_amount(p, purchase));
}

static void add_naive(struct part *p)
{
    double naive = subject(p)->naive.cost, p90 = words_find(&subject(p)->cost, 90.0)->value;
    if (!part_is_money(p) || !(naive > 0.0) || !isfinite(p90))
        return;
    dossier_say(p->dossier, BLOCK_PARAGRAPH,
                _("Without interruptions, and with every wait and unknown at its middle, it would cost %s. The "
                  "contingency in the P90 is %s of that."),
                part_amount(p, naive), part_share(p, p90 / naive - 1.0));
}

void part_answer(struct part *p)
{
    static const double levels[] = {80.0, 90.0, 95.0};
    if (part_is_total(p))
        add_title_of_jobs(p);
    else
        add_title(p);
    dossier_add(p->dossier, BLOCK_OPEN, "");
    add_lead(p);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        add_level(p, levels[i], part_is_money(p));
    if (part_is_money(p))
        add_finish(p);
    add_chances(p);
    add_why(p);
    add_own(p);
    add_budget(p);
    add_naive(p);
    dossier_add(p->dossier, BLOCK_CLOSE, "");
}
