/* What is not in the number, as far as the program knows. */
#include <stdlib.h>

#include "report/caption.h"
#include "report/means.h"
#include "report/part.h"
#include "trial/fit.h"

/* Items without a price, each with what it would be. */
static void add_items(struct part *p)
{
    for (int item = 0; item < ITEM_COUNT; item++) {
        struct text names = {0}, label = {0}, line = {0};
        int missing = caption_missing(&p->words, item, &names);
        if (missing > 0 && p->words.priced) {
            text_add(&label, means_item_words(item));
            if (missing == p->result->engine->plans)
                text_add(&line, _("no price is given, so none of the plans pays for it"));
            else
                text_addf(&line, _("no price is given for %s"), names.at);
            dossier_item(p->dossier, label.at, line.at);
        }
        text_release(&names);
        text_release(&label);
        text_release(&line);
    }
}

static bool taxed(const struct part *p)
{
    bool any = false;
    for (int i = 0; i < p->result->engine->plans; i++)
        any = any || p->result->plan[i].typical->taxed;
    return any;
}

static bool never_fails(const struct plan *plan)
{
    return plan->causes == 0;
}

static bool never_waits(const struct plan *plan)
{
    return !plan->under_way && wait_mean_h(&plan->market.queue) == 0.0;
}

/* What plans are spared because nobody said otherwise. */
static void add_spared(struct part *p, bool (*spared)(const struct plan *plan), const char *what)
{
    struct text names = {0};
    for (int i = 0; i < p->result->engine->plans; i++)
        if (spared(p->result->plan[i].typical))
            text_addf(&names, "%s%s", names.size > 0 ? _(", ") : "", part_name(p, i));
    if (names.size > 0) {
        struct text line = {0};
        text_addf(&line, _("none is given for %s"), names.at);
        dossier_item(p->dossier, what, dossier_keep(p->dossier, &line));
    }
    text_release(&names);
}

/* A model that does not fit into the memory of the cards, as the scenario describes it. */
static void add_memory(struct part *p)
{
    for (int i = 0; i < p->result->engine->plans; i++) {
        struct fit fit;
        struct text line = {0};
        if (!fit_ask(&p->result->scenario->plan[i].inputs, p->result->engine->median, &fit))
            continue;
        struct fit_need need = fit_need(&fit);
        if (need.fits)
            continue;
        text_addf(&line,
                  _("as the scenario describes it, a card of %s must hold %.4g GB and has room for %.4g GB; say how "
                    "the cards share it (fit.sharding), or see \"runodds check\""),
                  part_name(p, i), need.total_gb, need.limit_gb);
        dossier_item(p->dossier, _("whether the model fits"), dossier_keep(p->dossier, &line));
    }
}

void part_gaps(struct part *p)
{
    struct text assumed = {0};
    part_heading(p, _("What is not in the number"));
    add_items(p);
    if (!p->words.priced)
        dossier_item(p->dossier, NULL, _("Money: no plan has a price."));
    else if (!taxed(p))
        dossier_item(p->dossier, _("tax"), _("no rate is given, so prices are as quoted"));
    add_spared(p, never_fails, _("failures"));
    add_spared(p, never_waits, _("waiting for capacity"));
    add_memory(p);
    caption_assumed(&p->words, &assumed);
    if (assumed.size > 0)
        dossier_item(p->dossier, NULL, part_sentence(p, &assumed, true));
    dossier_item(p->dossier, NULL, _("Work that turns out useless: whether the training converges is not modelled."));
    dossier_item(p->dossier, NULL, _("Changes of plan on the way, other than a fallback that the scenario names."));
    dossier_item(p->dossier, NULL,
                 _("Prices of another day: they are those of the scenario, and nobody looked them up."));
}
