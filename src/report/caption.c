/* What stands above and below the tables of a result, the same in each format for people. */
#include "report/caption.h"

#include <string.h>

#include "report/means.h"

void caption_title(const struct words *w, struct text *out)
{
    char trials[64];
    const struct result *r = w->result;
    text_add_safe(out, r->scenario->name);
    text_addf(out,
              r->engine->plans == 1 ? _(": %d plan, %s trials, seed %llu") : _(": %d plans, %s trials each, seed %llu"),
              r->engine->plans, text_grouped((double)r->trials.n, 0, trials), (unsigned long long)r->scenario->seed);
    if (r->scenario->budget >= 0.0) {
        text_add(out, _(", budget "));
        words_money(w, out, r->scenario->budget);
    }
    if (r->scenario->deadline_h >= 0.0) {
        text_add(out, _(", deadline "));
        words_time(w, out, r->scenario->deadline_h);
    }
    if (!r->trials.complete)
        text_add(out, _(", interrupted"));
}

/* Items that mean nothing for a plan: rent of owned machines, and the other way round; what is only there if given. */
static bool means_nothing(const struct plan *plan, int item)
{
    static const char *const of_rent[] = {"rent", "round_up", "unused_minimum", "queue_rent"};
    static const char *const of_own[] = {"machine", "network", "fitout",      "interest",
                                         "staff",   "rack",    "electricity", "demand"};
    static const char *const given[] = {"spent", "credits", "tax"};
    const char *name = cost_items[item].name;
    for (size_t i = 0; i < sizeof of_rent / sizeof *of_rent; i++)
        if (strcmp(name, of_rent[i]) == 0)
            return plan->own.priced || i > 0;
    for (size_t i = 0; i < sizeof of_own / sizeof *of_own; i++)
        if (strcmp(name, of_own[i]) == 0)
            return !plan->own.priced;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (strcmp(name, given[i]) == 0)
            return true;
    return false;
}

int caption_missing(const struct words *w, int item, struct text *names)
{
    int missing = 0;
    for (int i = 0; i < w->result->engine->plans; i++) {
        const struct plan *plan = w->result->plan[i].typical;
        if (means_nothing(plan, item) || cost_items[item].priced(plan))
            continue;
        text_add(names, missing++ ? _(", ") : "");
        text_add_safe(names, w->result->plan[i].name);
    }
    return missing;
}

void caption_not_priced(const struct words *w, struct text *out)
{
    bool first = true;
    for (int item = 0; item < ITEM_COUNT; item++) {
        struct text names = {0};
        int missing = caption_missing(w, item, &names);
        if (missing > 0) {
            text_add(out, first ? _("not priced: ") : _(", "));
            text_add(out, means_item_words(item));
            if (missing < w->result->engine->plans)
                text_addf(out, _(" (%s)"), names.at);
            first = false;
        }
        text_release(&names);
    }
}

void caption_assumed(const struct words *w, struct text *out)
{
    bool first = true;
    for (int i = 0; i < w->result->engine->plans; i++) {
        const struct inputs *in = &w->result->scenario->plan[i].inputs;
        if (!input_set(&in->own.price) || input_set(&in->own.project))
            continue;
        text_add(out, first ? _("assumes that the hardware stays in use for its whole life: ") : _(", "));
        text_add_safe(out, w->result->plan[i].name);
        first = false;
    }
}

void caption_inputs(const struct words *w, struct text *out)
{
    int given, defaults;
    scenario_count(w->result->scenario, &given, &defaults);
    text_addf(out, _("%d of %d inputs are defaults, not yours; \"runodds check\" lists them"), defaults,
              given + defaults);
}
