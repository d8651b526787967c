/* Pairs, front and choice as table, Markdown, CSV and JSON. */
#include "report/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/section.h"

struct comparison compare_make(const struct result *result, const struct metric *metric)
{
    struct comparison c = {.result = result, .metric = *metric};
    int plans = result->engine->plans;
    c.pair = mem_new((size_t)(plans * plans) + 1, sizeof *c.pair);
    c.value = mem_new((size_t)plans, sizeof *c.value);
    for (int i = 0; i < plans; i++)
        c.value[i] = metric_value(metric, &result->plan[i]).value;
    for (int a = 0; a < plans; a++)
        for (int b = a + 1; b < plans; b++) {
            struct pair *p = &c.pair[c.pairs++];
            const struct trials *t = &result->trials;
            *p = (struct pair){.a = a, .b = b};
            paired_compare(t->cost[a], t->cost[b], t->n, &p->cost);
            paired_compare(t->time_h[a], t->time_h[b], t->n, &p->time_h);
        }
    decide(result, metric, &c.choice);
    return c;
}

void compare_release(struct comparison *comparison)
{
    free(comparison->pair);
    free(comparison->value);
    comparison->pair = NULL;
    comparison->value = NULL;
    comparison->pairs = 0;
}

static const struct summary *plan_of(const struct comparison *c, int plan)
{
    return &c->result->plan[plan];
}

static bool priced(const struct comparison *c, const struct pair *p)
{
    return cost_priced(plan_of(c, p->a)->typical) && cost_priced(plan_of(c, p->b)->typical);
}

/* ---- sentences ---- */

static char *say_rule(const struct comparison *c, const char *metric, catalogue_sayer *say)
{
    struct text share = {0};
    char *rule;
    words_share(&share, c->choice.share);
    rule = c->result->scenario->deadline_h >= 0.0
               ? mem_format(say(N_("the lowest %s among plans that are on time in at least %s of trials")), metric,
                            share.at)
               : mem_format(say(N_("the lowest %s")), metric);
    text_release(&share);
    return rule;
}

char *compare_rule(const struct comparison *c)
{
    char *metric = metric_text(&c->metric), *rule = say_rule(c, metric, catalogue_say);
    free(metric);
    return rule;
}

static void add_value(const struct words *w, const struct comparison *c, struct text *out, double value)
{
    if (c->metric.of == METRIC_TIME)
        words_time(w, out, value);
    else
        words_money(w, out, value);
}

static void add_doubt(const struct comparison *c, struct text *out)
{
    char number[64];
    text_add(out, _("undecided at 95%: "));
    if (c->choice.rival >= 0) {
        text_add(out, _("it is not told apart from "));
        text_add_safe(out, plan_of(c, c->choice.rival)->name);
    } else {
        text_add(out, _("its chance to be on time is too near the limit"));
    }
    if (isfinite(c->choice.needed) && c->choice.needed > (double)c->result->trials.n)
        text_addf(out, _("; about %s trials would decide"), text_grouped(c->choice.needed, 0, number));
    else if (!isfinite(c->choice.needed))
        text_add(out, _("; no number of trials would decide"));
}

void compare_sentence(const struct comparison *c, struct text *out)
{
    struct words w = words_for(c->result);
    const struct choice *choice = &c->choice;
    if (choice->plan < 0) {
        text_add(
            out,
            _("no plan can be chosen: those that are on time have no price, or too many trials that do not finish"));
        return;
    }
    const struct summary *s = plan_of(c, choice->plan);
    if (!choice->punctual) {
        struct text likeliest = {0}, share = {0};
        text_add_safe(&likeliest, s->name);
        words_share(&share, s->on_time);
        text_addf(out, _("no plan is on time in 90%% of trials; the likeliest is %s, in %s"), likeliest.at, share.at);
        text_release(&likeliest);
        text_release(&share);
        return;
    }
    char *rule = compare_rule(c);
    struct text name = {0}, value = {0};
    text_add_safe(&name, s->name);
    add_value(&w, c, &value, c->value[choice->plan]);
    text_addf(out, _("choose %s (%s): %s; "), name.at, value.at, rule);
    text_release(&name);
    text_release(&value);
    if (choice->decided)
        text_add(out, _("decided at 95%"));
    else
        add_doubt(c, out);
    free(rule);
}

/* ---- tables ---- */

static void put_amount(const struct words *w, struct text *t, double value, bool money)
{
    if (value < 0.0)
        text_add(t, "-");
    if (money)
        words_money(w, t, fabs(value));
    else
        words_time(w, t, fabs(value));
}

static void put_difference(const struct words *w, struct section *s, const struct paired *p, bool known, bool money)
{
    struct text t = {0};
    if (!known || isnan(p->mean)) {
        text_add(&t, "-");
    } else {
        put_amount(w, &t, p->mean, money);
        text_add(&t, " (");
        put_amount(w, &t, p->low, money);
        text_add(&t, _(" to "));
        put_amount(w, &t, p->high, money);
        text_add(&t, ")");
    }
    section_cell(s, &t);
}

static void put_share(struct section *s, double share, bool known)
{
    struct text t = {0};
    words_share(&t, known ? share : NAN);
    section_cell(s, &t);
}

static void put_dominance(const struct comparison *c, struct section *s, const struct pair *p)
{
    static const char *const orders[] = {"", N_("first order"), N_("second order")};
    struct text t = {0};
    enum dominance a = p->cost.dominance, b = p->cost.dominated;
    if (!priced(c, p) || (a == DOMINANCE_NONE && b == DOMINANCE_NONE)) {
        text_add(&t, "-");
    } else {
        struct text name = {0};
        text_add_safe(&name, plan_of(c, a != DOMINANCE_NONE ? p->a : p->b)->name);
        text_addf(&t, _("%s, %s"), name.at, _(orders[a != DOMINANCE_NONE ? a : b]));
        text_release(&name);
    }
    section_cell(s, &t);
}

static void make_pairs(const struct comparison *c, const struct words *w, struct section *s)
{
    static const char *const head[] = {
        N_("plans"),   N_("cost: mean difference"), N_("cheaper"), N_("time: mean difference"),
        N_("earlier"), N_("dominant in cost"),      NULL};
    section_begin(s, N_("Plan against plan, on the same futures"), head);
    for (int i = 0; i < c->pairs; i++) {
        const struct pair *p = &c->pair[i];
        struct text name = {0};
        text_add_safe(&name, plan_of(c, p->a)->name);
        text_add(&name, _(" against "));
        text_add_safe(&name, plan_of(c, p->b)->name);
        section_cell(s, &name);
        put_difference(w, s, &p->cost, priced(c, p), true);
        put_share(s, p->cost.less, priced(c, p));
        put_difference(w, s, &p->time_h, true, false);
        put_share(s, p->time_h.less, true);
        put_dominance(c, s, p);
    }
}

static void make_plans(const struct comparison *c, const struct words *w, struct section *s)
{
    static const char *const head[] = {N_("plan"),    N_("cost P90"),     N_("time P90"),
                                       N_("on time"), N_("Pareto front"), NULL};
    section_begin(s, N_("The plans"), head);
    for (int i = 0; i < c->result->engine->plans; i++) {
        const struct summary *plan = plan_of(c, i);
        struct text name = {0}, cost = {0}, hours = {0}, on_time = {0}, front = {0};
        text_add_safe(&name, plan->name);
        if (cost_priced(plan->typical))
            words_percentile(w, &cost, &plan->cost, 90.0, true, false);
        else
            text_add(&cost, _("not priced"));
        words_percentile(w, &hours, &plan->time_h, 90.0, false, false);
        words_share(&on_time, plan->on_time);
        text_add(&front, c->choice.front[i] ? _("yes") : "-");
        section_cell(s, &name);
        section_cell(s, &cost);
        section_cell(s, &hours);
        section_cell(s, &on_time);
        section_cell(s, &front);
    }
}

int compare_sections(const struct comparison *c, struct section section[2])
{
    struct words w = words_for(c->result);
    make_plans(c, &w, &section[0]);
    if (c->pairs > 0)
        make_pairs(c, &w, &section[1]);
    return c->pairs > 0 ? 2 : 1;
}

static void write_tables(const struct comparison *c, const struct section_page *page)
{
    struct section section[2];
    struct text line = {0};
    char trials[64];
    int n = compare_sections(c, section);
    text_add_safe(&line, c->result->scenario->name);
    text_addf(&line,
              c->result->engine->plans == 1 ? _(": %d plan, %s futures, seed %llu")
                                            : _(": %d plans on the same %s futures, seed %llu"),
              c->result->engine->plans, text_grouped((double)c->result->trials.n, 0, trials),
              (unsigned long long)c->result->scenario->seed);
    section_title(page, &line);
    for (int i = 0; i < n; i++)
        section_put(page, &section[i]);
    section_release(section, n);
    compare_sentence(c, &line);
    section_answer(page, &line);
}

/* ---- CSV and JSON ---- */

static void write_csv(const struct comparison *c, FILE *to)
{
    struct text out = {0};
    text_add(&out, "a,b,quantity,mean,low,high,p_less\n");
    for (int i = 0; i < c->pairs; i++)
        for (int k = 0; k < 2; k++) {
            const struct pair *p = &c->pair[i];
            const struct paired *d = k == 0 ? &p->cost : &p->time_h;
            bool known = k == 1 || priced(c, p);
            csv_out_text(&out, plan_of(c, p->a)->name);
            text_add(&out, ",");
            csv_out_text(&out, plan_of(c, p->b)->name);
            text_add(&out, k == 0 ? ",cost" : ",time_h");
            const double numbers[] = {d->mean, d->low, d->high, d->less};
            for (int n = 0; n < 4; n++) {
                text_add(&out, ",");
                csv_out_number(&out, known ? numbers[n] : NAN);
            }
            text_add(&out, "\n");
        }
    fwrite(out.at, 1, out.size, to);
    text_release(&out);
}

static void put_paired(struct json *json, const char *key, const struct paired *d, bool known)
{
    static const char *const orders[] = {NULL, "first", "second"};
    json_open(json, key, '{');
    json_number(json, "mean", known ? d->mean : NAN);
    json_interval(json, "mean_ci95", known ? d->low : NAN, known ? d->high : NAN);
    json_string(json, "dominates", known ? orders[d->dominance] : NULL);
    json_string(json, "dominated", known ? orders[d->dominated] : NULL);
    json_close(json, '}');
}

static void write_json(const struct comparison *c, FILE *to)
{
    struct text text = {0};
    struct json json = {.out = &text};
    char *metric = metric_name(&c->metric), *rule = say_rule(c, metric, catalogue_as_given);
    json_open(&json, NULL, '{');
    json_result(&json, c->result);
    json_open(&json, "pairs", '[');
    for (int i = 0; i < c->pairs; i++) {
        const struct pair *p = &c->pair[i];
        json_open(&json, NULL, '{');
        json_string(&json, "a", plan_of(c, p->a)->name);
        json_string(&json, "b", plan_of(c, p->b)->name);
        put_paired(&json, "cost", &p->cost, priced(c, p));
        put_paired(&json, "time_h", &p->time_h, true);
        json_number(&json, "p_cheaper", priced(c, p) ? p->cost.less : NAN);
        json_number(&json, "p_earlier", p->time_h.less);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open_flat(&json, "pareto", '[');
    for (int i = 0; i < c->result->engine->plans; i++)
        if (c->choice.front[i])
            json_string(&json, NULL, plan_of(c, i)->name);
    json_close(&json, ']');
    json_open(&json, "choice", '{');
    json_string(&json, "plan", c->choice.plan >= 0 ? plan_of(c, c->choice.plan)->name : NULL);
    json_string(&json, "rule", rule);
    json_bool(&json, "decided", c->choice.plan >= 0 && c->choice.decided);
    json_string(&json, "rival", c->choice.rival >= 0 ? plan_of(c, c->choice.rival)->name : NULL);
    json_number(&json, "trials_needed", c->choice.decided ? NAN : c->choice.needed);
    json_bool(&json, "on_time", c->choice.punctual);
    json_number(&json, "share", c->choice.share);
    json_string(&json, "metric", metric);
    json_numbers(&json, "values", c->value, c->result->engine->plans);
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, to);
    free(metric);
    free(rule);
}

void compare_write(const struct comparison *c, const char *format, const struct report_style *style, FILE *to)
{
    if (strcmp(format, "json") == 0)
        write_json(c, to);
    else if (strcmp(format, "csv") == 0)
        write_csv(c, to);
    else
        write_tables(c, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
}
