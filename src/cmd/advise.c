/* runodds advise: the questions that come before a plan, answered with this scenario's numbers. */
#include "cmd/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/breakeven.h"
#include "report/span.h"
#include "report/words.h"
#include "trial/fit.h"

struct advice {
    const struct options *options;
    const struct study *study;
    const struct point *base;
    struct words words;
    int own, rent;                    /* plans to set against each other; -1: there is none */
    struct breakeven *busy, *project; /* NULL: not known */
    FILE *to;
};

static const struct plan *plan_at(const struct advice *a, int i)
{
    return &a->base->engine.typical[i];
}

static const char *name_at(const struct advice *a, int i)
{
    return a->base->scenario->plan[i].name;
}

static void begin(const struct advice *a, const char *question)
{
    fprintf(a->to, "%s\n", question);
}

/* A line of an answer; the text is released. */
static void say(const struct advice *a, struct text *line)
{
    fprintf(a->to, "  %s\n", line->at ? line->at : "");
    text_release(line);
}

/* The command behind an answer: `rest` follows the file, and the options that bear on the numbers follow that. */
static void show(const struct advice *a, const char *verb, const char *rest)
{
    const struct options *o = a->options;
    struct text line = {0};
    text_addf(&line, "runodds %s ", verb);
    text_add_shell(&line, o->file[0]);
    text_addf(&line, "%s%s", rest[0] ? " " : "", rest);
    for (int i = 0; i < o->sets; i++) {
        text_add(&line, " -S ");
        text_add_shell(&line, o->set[i]);
    }
    for (int i = 0; i < o->plans; i++) {
        text_add(&line, " -p ");
        text_add_shell(&line, o->plan[i]);
    }
    if (o->has_seed)
        text_addf(&line, " -s %llu", (unsigned long long)o->seed);
    fprintf(a->to, _("  see: %s\n\n"), line.at);
    text_release(&line);
}

/* Whether the scenario has a meaning with this setting. */
static bool works(const struct advice *a, const char *set)
{
    struct point point;
    struct err quiet = {0};
    int code = study_prepare(a->study, &set, 1, false, &point, &quiet);
    point_release(&point);
    err_release(&quiet);
    return code == 0;
}

/* "cards=1,2,4,8" of the values that work; empty with fewer than two. The caller frees it. */
static char *values_that_work(const struct advice *a, const char *key, const double *value, int n)
{
    struct text line = {0};
    int good = 0;
    for (int i = 0; i < n; i++) {
        char *set = mem_format("%s=%.0f", key, value[i]);
        if (works(a, set) && good++)
            text_addf(&line, ",%.0f", value[i]);
        else if (good == 1 && line.size == 0)
            text_add(&line, set);
        free(set);
    }
    if (good >= 2)
        return line.at;
    text_release(&line);
    return mem_copy("");
}

/* A sweep over these values, else what is known of the plans. */
static void show_sweep(const struct advice *a, const char *key, const double *value, int n)
{
    char *values = values_that_work(a, key, value, n);
    show(a, values[0] ? "sweep" : "check", values);
    free(values);
}

/* ---- one card or many ---- */

/* What one card would take alone, against the deadline. */
static void one_card(const struct advice *a)
{
    double deadline_h = a->base->scenario->deadline_h;
    struct text alone = {0}, deadline = {0};
    begin(a, _("Is one card fast enough?"));
    for (int i = 0; i < a->base->engine.plans; i++) {
        const struct plan *p = plan_at(a, i);
        double alone_h = p->effective_gpu_h / p->runs;
        struct text line = {0};
        text_add_safe(&line, name_at(a, i));
        span_add(&alone, alone_h);
        if (p->runs > 1.0)
            text_addf(&line, _(": one of its cards alone would take %s of undisturbed work for each of %.0f runs"),
                      alone.at, p->runs);
        else
            text_addf(&line, _(": one of its cards alone would take %s of undisturbed work"), alone.at);
        if (deadline_h >= 0.0) {
            double whole_h = alone_h * ceil(p->runs / p->concurrent);
            span_add(&deadline, deadline_h);
            text_addf(&line,
                      whole_h <= 0.8 * deadline_h ? _("; the deadline of %s leaves room for it")
                      : whole_h <= deadline_h     ? _("; that is too near the deadline of %s")
                                                  : _("; that is past the deadline of %s"),
                      deadline.at);
        }
        say(a, &line);
        text_release(&alone);
        text_release(&deadline);
    }
    double cards = plan_at(a, 0)->cards;
    const double few[] = {1.0, 2.0, 4.0, 8.0}, many[] = {cards / 4.0, cards / 2.0, cards, 2.0 * cards};
    show_sweep(a, "cards", cards <= 8.0 ? few : many, 4);
}

static void model_fits(const struct advice *a)
{
    bool any = false;
    begin(a, _("Does the model fit into the memory of a card?"));
    for (int i = 0; i < a->base->engine.plans; i++) {
        struct fit fit;
        struct text line = {0};
        if (!fit_ask(&a->base->scenario->plan[i].inputs, a->base->engine.median, &fit))
            continue;
        struct fit_need need = fit_need(&fit);
        any = true;
        text_add_safe(&line, name_at(a, i));
        text_addf(&line, need.fits ? _(": yes, %.3g GB of %.3g GB") : _(": no, it needs %.3g GB of %.3g GB"),
                  need.total_gb, need.limit_gb);
        say(a, &line);
    }
    if (!any) {
        struct text line = {0};
        text_add(&line, _("not known: give fit.parameters (or work.parameters) and memory, or use a GPU model"));
        say(a, &line);
    }
    show(a, "check", "");
}

static void several_runs(const struct advice *a)
{
    begin(a, _("Are several experiments needed?"));
    for (int i = 0; i < a->base->engine.plans; i++) {
        const struct plan *p = plan_at(a, i);
        const struct summary *s = &a->base->result.plan[i];
        struct text line = {0};
        text_add_safe(&line, name_at(a, i));
        if (p->runs < 2.0) {
            text_add(&line, _(": it counts one run that works; a recipe that is new takes more, say runs: 2 to 5"));
        } else {
            text_addf(&line, _(": %.0f runs, %.0f at once, P90 time "), p->runs, fmin(p->runs, p->concurrent));
            words_percentile(&a->words, &line, &s->time_h, 90.0, false, false);
            if (p->concurrent < p->runs)
                text_add(&line, _("; copies side by side cost about the same and take less time: set concurrent"));
        }
        say(a, &line);
    }
    show_sweep(a, "runs", (const double[]){1.0, 2.0, 4.0}, 3);
}

static void efficiency_pays(const struct advice *a)
{
    begin(a, _("Does parallel efficiency pay for its communication?"));
    double least = INFINITY;
    int cheapest = -1;
    for (int i = 0; i < a->base->engine.plans; i++) {
        const struct plan *p = plan_at(a, i);
        const struct summary *s = &a->base->result.plan[i];
        double rate = s->cost_per_effective_gpu_h;
        struct text line = {0};
        char number[64];
        text_add_safe(&line, name_at(a, i));
        text_addf(&line,
                  p->cards == 1.0 ? _(": 1 card, of whose compute hours scaling loses ")
                                  : _(": %.0f cards, of whose compute hours scaling loses "),
                  p->cards);
        words_share(&line, p->lost_to_scaling);
        if (isfinite(rate)) {
            text_add(&line, _("; "));
            words_add_currency(a->base->scenario, &line);
            text_addf(&line, _("%s per effective GPU-hour"), text_grouped(rate, rate < 100.0 ? 3 : 1, number));
        }
        say(a, &line);
        if (isfinite(rate) && rate < least) {
            least = rate;
            cheapest = i;
        }
    }
    if (cheapest >= 0) {
        struct text line = {0};
        text_add(&line, _("an hour of work is cheapest on "));
        text_add_safe(&line, name_at(a, cheapest));
        say(a, &line);
    }
    bool differ = false;
    for (int i = 1; i < a->base->engine.plans; i++)
        differ = differ ||
                 plan_at(a, i)->cards * plan_at(a, i)->concurrent != plan_at(a, 0)->cards * plan_at(a, 0)->concurrent;
    show(a, differ ? "run" : "check", differ ? "--plot=cards:cards.png" : "");
}

/* ---- rent or own ---- */

/* Where owning breaks even with renting along one key; NULL where nothing can be said. */
static int break_even(const struct advice *a, const char *range, struct breakeven *found, struct breakeven **known)
{
    struct metric mean_cost = {.kind = METRIC_MEAN, .of = METRIC_COST};
    struct err quiet = {0};
    char *between = mem_format("%s,%s", name_at(a, a->own), name_at(a, a->rent));
    int code = breakeven_find(a->study, a->base, range, between, &mean_cost, found, &quiet);
    *known = code ? NULL : found;
    err_release(&quiet);
    free(between);
    return code == ERR_INTERRUPTED ? code : 0;
}

/* Both break-evens of the first plan that owns with the first that rents. */
static int find_break_evens(struct advice *a, struct breakeven found[2])
{
    for (int i = 0; i < a->base->engine.plans; i++) {
        bool usable = a->base->result.plan[i].unfinished == 0;
        a->own = a->own < 0 && usable && plan_at(a, i)->own.priced ? i : a->own;
        a->rent = a->rent < 0 && usable && plan_at(a, i)->rent_priced ? i : a->rent;
    }
    if (a->own < 0 || a->rent < 0)
        return 0;
    int code = break_even(a, "own.busy=1%..99.9%", &found[0], &a->busy);
    return code ? code : break_even(a, "own.project=1month..72months", &found[1], &a->project);
}

/* crossing: a sentence with the value; always, never: with the plan that rents. */
static void say_break_even(const struct advice *a, const struct breakeven *b, const char *crossing, const char *always,
                           const char *never)
{
    struct text line = {0};
    if (!b)
        return;
    if (b->found) {
        text_addf(&line, crossing, b->value);
    } else {
        struct text rent = {0};
        text_add_safe(&rent, name_at(a, a->rent));
        text_addf(&line, b->point[b->points - 1].less.value < 0.0 ? always : never, rent.at);
        text_release(&rent);
    }
    say(a, &line);
}

static void rent_or_own(const struct advice *a)
{
    struct text line = {0};
    begin(a, _("Is utilisation high enough and the project long enough to own?"));
    if (a->own < 0 || a->rent < 0) {
        text_add(&line, _("not known: it takes one plan that rents (price) and one that owns (own)"));
        say(a, &line);
        fputs(_("  see: runodds explain own\n\n"), a->to);
        return;
    }
    const struct inputs *in = &a->base->scenario->plan[a->own].inputs;
    text_add_safe(&line, name_at(a, a->own));
    text_add(&line, _(" against "));
    text_add_safe(&line, name_at(a, a->rent));
    text_addf(&line, _(": your machines work %.0f%% of the time"),
              100.0 * input_value(&in->own.busy, a->base->engine.median, 1.0));
    say(a, &line);
    say_break_even(a, a->busy, _("busy %.1f%% of the time the two come to the same"),
                   _("however little it is used, owning is cheaper than %s"),
                   _("however much it is used, owning is not cheaper than %s"));
    say_break_even(a, a->project, _("sold after %.1f months the two come to the same"),
                   _("however short the project, owning is cheaper than %s"),
                   _("however long the project, owning is not cheaper than %s"));
    char *between = mem_format("%s,%s", name_at(a, a->own), name_at(a, a->rent));
    text_add(&line, "own.busy=1%..99.9% --between ");
    text_add_shell(&line, between);
    show(a, "breakeven", line.at);
    text_release(&line);
    free(between);
}

static void write_advice(void *context, FILE *to)
{
    struct advice *a = context;
    struct text line = {0};
    a->to = to;
    one_card(a);
    model_fits(a);
    several_runs(a);
    efficiency_pays(a);
    rent_or_own(a);
    words_verdict(&a->words, &line);
    fprintf(to, "%s\n", line.at ? line.at : "");
    text_release(&line);
}

int cmd_advise(const struct options *o, struct err *err)
{
    struct study study = {0};
    struct point base = {0};
    int code = command_study(o, 0, false, &study, &base, err);
    if (!code) {
        struct breakeven found[2] = {0};
        struct advice advice = {o, &study, &base, words_for(&base.result), -1, -1, NULL, NULL, NULL};
        code = find_break_evens(&advice, found);
        if (code)
            code = err_plain(err, code, NULL, _("interrupted"));
        else
            code = command_write(o, write_advice, &advice, err);
        breakeven_release(&found[0]);
        breakeven_release(&found[1]);
    }
    point_release(&base);
    study_close(&study);
    return code;
}
