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
    FILE *to;
    struct err *err;
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

static void show(const struct advice *a, const char *command)
{
    fprintf(a->to, _("  see: runodds %s\n\n"), command);
}

static char *command(const struct advice *a, const char *verb, const char *rest)
{
    struct text line = {0};
    text_addf(&line, "%s ", verb);
    text_add_safe(&line, a->options->file[0]);
    text_addf(&line, "%s%s", rest[0] ? " " : "", rest);
    return line.at;
}

/* ---- one card or many ---- */

/* What one card would take alone, against the deadline. */
static void one_card(const struct advice *a)
{
    double deadline_h = a->base->scenario->deadline_h;
    begin(a, _("Is one card fast enough?"));
    for (int i = 0; i < a->base->engine.plans; i++) {
        const struct plan *p = plan_at(a, i);
        double alone_h = p->effective_gpu_h / p->runs;
        struct text line = {0};
        text_add_safe(&line, name_at(a, i));
        text_add(&line, _(": one of its cards alone would take "));
        span_add(&line, alone_h);
        text_add(&line, _(" of undisturbed work"));
        if (p->runs > 1.0)
            text_addf(&line, _(" for each of %.0f runs"), p->runs);
        if (deadline_h >= 0.0) {
            double whole_h = alone_h * ceil(p->runs / p->concurrent);
            text_add(&line, whole_h <= 0.8 * deadline_h ? _("; the deadline of ")
                            : whole_h <= deadline_h     ? _("; that is too near the deadline of ")
                                                        : _("; that is past the deadline of "));
            span_add(&line, deadline_h);
            text_add(&line, whole_h <= 0.8 * deadline_h ? _(" leaves room for it") : "");
        }
        say(a, &line);
    }
    char *see = command(a, "sweep", "cards=1,2,4,8");
    show(a, see);
    free(see);
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
    char *see = command(a, "check", "");
    show(a, see);
    free(see);
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
    char *see = command(a, "sweep", "runs=1,2,4 concurrent=1,2,4");
    show(a, see);
    free(see);
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
        text_addf(&line, _(": %.0f cards, of whose compute hours scaling loses "), p->cards);
        words_share(&line, p->lost_to_scaling);
        if (isfinite(rate)) {
            text_add(&line, "; ");
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
    char *see = command(a, "run", "--plot=cards:cards.png");
    show(a, see);
    free(see);
}

/* ---- rent or own ---- */

/* Where owning breaks even with renting along one key; false where nothing can be said. */
static bool break_even(const struct advice *a, int own, int rent, const char *range, struct breakeven *found)
{
    struct metric mean_cost = {.kind = METRIC_MEAN, .of = METRIC_COST};
    struct err quiet = {0};
    char *between = mem_format("%s,%s", name_at(a, own), name_at(a, rent));
    int code = breakeven_find(a->study, a->base, range, between, &mean_cost, found, &quiet);
    err_release(&quiet);
    free(between);
    return code == 0;
}

static void add_break_even(struct text *line, const struct breakeven *b, const char *what, const char *format,
                           const char *rented)
{
    text_addf(line, "%s", what);
    if (b->found) {
        text_addf(line, format, b->value);
        text_add(line, _(" the two come to the same"));
    } else {
        bool owning = b->point[b->points - 1].less.value < 0.0;
        text_add(line, owning ? _("any value, owning is cheaper than ") : _("no value is owning cheaper than "));
        text_add_safe(line, rented);
    }
}

static void rent_or_own(const struct advice *a)
{
    int own = -1, rent = -1;
    begin(a, _("Is utilisation high enough and the project long enough to own?"));
    for (int i = 0; i < a->base->engine.plans; i++) {
        bool usable = a->base->result.plan[i].unfinished == 0;
        own = own < 0 && usable && plan_at(a, i)->own.priced ? i : own;
        rent = rent < 0 && usable && plan_at(a, i)->rent_priced ? i : rent;
    }
    struct text line = {0};
    if (own < 0 || rent < 0) {
        text_add(&line, _("not known: it takes one plan that rents (price) and one that owns (own)"));
        say(a, &line);
        fputs("\n", a->to);
        return;
    }
    struct breakeven busy = {0}, project = {0};
    const struct inputs *in = &a->base->scenario->plan[own].inputs;
    bool known = break_even(a, own, rent, "own.busy=1%..99.9%", &busy);
    bool long_known = break_even(a, own, rent, "own.project=1month..72months", &project);
    text_add_safe(&line, name_at(a, own));
    text_add(&line, _(" against "));
    text_add_safe(&line, name_at(a, rent));
    text_addf(&line, _(": your machines work %.0f%% of the time"),
              100.0 * input_value(&in->own.busy, a->base->engine.median, 1.0));
    say(a, &line);
    if (known) {
        add_break_even(&line, &busy, _("busy at "), "%.1f%%", name_at(a, rent));
        say(a, &line);
    }
    if (long_known) {
        add_break_even(&line, &project, _("sold after "), _("%.1f months"), name_at(a, rent));
        say(a, &line);
    }
    breakeven_release(&busy);
    breakeven_release(&project);
    char *rest = mem_format("own.busy=1%%..99.9%% --between '%s,%s'", name_at(a, own), name_at(a, rent));
    char *see = command(a, "breakeven", rest);
    show(a, see);
    free(rest);
    free(see);
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
    int code = command_study(o, &study, &base, err);
    if (!code) {
        struct advice advice = {o, &study, &base, words_for(&base.result), NULL, err};
        code = command_write(o, write_advice, &advice, err);
    }
    point_release(&base);
    study_close(&study);
    return code;
}
