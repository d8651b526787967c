/* Numbers and sentences for people. */
#include "report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *words_currency(const struct scenario *scenario)
{
    static const struct {
        const char *code, *symbol;
    } symbols[] = {{"USD", "$"}, {"EUR", "€"}, {"GBP", "£"}, {"CNY", AXIS_YUAN}, {"JPY", AXIS_YUAN}};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(scenario->currency, symbols[i].code) == 0 &&
            !(catalogue_is_chinese() && strcmp(symbols[i].code, "JPY") == 0))
            return symbols[i].symbol;
    return scenario->currency;
}

void words_add_currency(const struct scenario *scenario, struct text *out)
{
    const char *name = words_currency(scenario);
    text_addf(out, name == scenario->currency ? "%s " : "%s", name);
}

const struct percentile *words_find(const struct distribution *d, double p)
{
    for (int i = 0; i < PERCENTILES; i++)
        if (d->of[i].p == p)
            return &d->of[i];
    return &d->of[0];
}

struct words words_for(const struct result *result)
{
    struct words w = {.result = result};
    double money = 0.0, hours = 0.0;
    for (int i = 0; i < result->engine->plans; i++) {
        const struct summary *s = &result->plan[i];
        w.priced = w.priced || cost_priced(s->typical);
        bool never = s->unfinished == s->trials;
        money = fmax(money, never ? s->naive.cost : fmin(words_find(&s->cost, 50.0)->value, s->cost.largest));
        hours = fmax(hours, never ? s->naive.time_h : fmin(words_find(&s->time_h, 50.0)->value, s->time_h.largest));
    }
    w.money_decimals = money >= 1000.0 ? 0 : 2;
    w.myriads = money >= 1e4 && catalogue_is_chinese() && strcmp(result->scenario->currency, "CNY") == 0;
    w.time_unit_h = hours >= 96.0 ? 24.0 : hours >= 3.0 ? 1.0 : 1.0 / 60.0;
    w.time_unit = hours >= 96.0 ? _("d") : hours >= 3.0 ? _("h") : _("min");
    w.time_decimals = hours / w.time_unit_h >= 1000.0 ? 0 : hours / w.time_unit_h >= 100.0 ? 1 : 2;
    return w;
}

void words_money(const struct words *w, struct text *out, double money)
{
    char number[64];
    if (w->myriads) {
        text_addf(out, _("%s x 10,000 yuan"), text_scaled(money, w->money_decimals, 4, number));
        return;
    }
    words_add_currency(w->result->scenario, out);
    text_add(out, text_grouped(money, w->money_decimals, number));
}

void words_time(const struct words *w, struct text *out, double hours)
{
    char number[64];
    text_addf(out, "%s %s", text_grouped(hours / w->time_unit_h, w->time_decimals, number), w->time_unit);
}

/* Never "100%" or "0%" for what is not quite that. */
void words_share(struct text *out, double share)
{
    char number[64];
    double percent = share * 100.0, edge = percent > 100.0 ? percent : fmin(percent, 100.0 - percent);
    if (isnan(share))
        text_add(out, "-");
    else if (share == 0.0 || share == 1.0)
        text_addf(out, "%.0f%%", percent);
    else
        text_addf(out, "%s%%",
                  text_grouped(percent,
                               edge < 0.0095  ? 4
                               : edge < 0.095 ? 3
                               : edge < 0.95  ? 2
                               : edge < 9.95  ? 1
                                              : 0,
                               number));
}

void words_count(struct text *out, double count)
{
    char number[64];
    if (isnan(count))
        text_add(out, "-");
    else if (count == 0.0)
        text_add(out, "0");
    else
        text_add(out, text_grouped(count, count >= 1000.0 ? 0 : count >= 10.0 ? 1 : count >= 0.1 ? 2 : 4, number));
}

static void add_value(const struct words *w, struct text *out, const struct distribution *d, double value, bool money)
{
    bool beyond = isinf(value);
    if (beyond && d->largest == 0.0) { /* no trial finished */
        text_add(out, _("never"));
        return;
    }
    if (beyond)
        text_add(out, "> ");
    if (money)
        words_money(w, out, beyond ? d->largest : value);
    else
        words_time(w, out, beyond ? d->largest : value);
}

void words_percentile(const struct words *w, struct text *out, const struct distribution *d, double p, bool money,
                      bool interval)
{
    const struct percentile *q = words_find(d, p);
    add_value(w, out, d, q->value, money);
    if (!interval || isnan(q->low))
        return;
    text_add(out, " (");
    add_value(w, out, d, q->low, money);
    text_add(out, " - ");
    add_value(w, out, d, q->high, money);
    text_add(out, ")");
}

/* ---- the verdict ---- */

static bool overlap(const struct percentile *a, const struct percentile *b)
{
    return isnan(a->low) || isnan(b->low) || !(a->high < b->low || b->high < a->low);
}

/* What a plan is chosen by: P90 of cost, or of time where nothing is priced. */
static const struct distribution *chosen_by(const struct words *w, const struct summary *s)
{
    return w->priced ? &s->cost : &s->time_h;
}

static bool in_time(const struct summary *s)
{
    return isnan(s->on_time) || s->on_time >= 0.9;
}

/* The plan with the least P90; only_in_time: among those that meet the deadline in 90% of trials. -1: none. */
static int least(const struct words *w, bool only_in_time, int except)
{
    int best = -1;
    double least_value = INFINITY;
    for (int i = 0; i < w->result->engine->plans; i++) {
        const struct summary *s = &w->result->plan[i];
        double own = words_find(chosen_by(w, s), 90.0)->value;
        if (i == except || (w->priced && !cost_priced(s->typical)) || (only_in_time && !in_time(s)))
            continue;
        if (best < 0 || own < least_value) {
            best = i;
            least_value = own;
        }
    }
    return best;
}

/* The chance to meet what limits there are; NaN without any. */
static double chance(const struct summary *s, const char **of)
{
    *of = !isnan(s->both)        ? _("budget and deadline are met")
          : !isnan(s->in_budget) ? _("the budget is kept")
                                 : _("the deadline is met");
    return !isnan(s->both) ? s->both : !isnan(s->in_budget) ? s->in_budget : s->on_time;
}

static void add_single(const struct words *w, struct text *out, const struct summary *s)
{
    const char *of;
    double share = chance(s, &of);
    text_add_safe(out, s->name);
    text_add(out, ": ");
    if (s->unfinished)
        text_addf(out, _("%ld of %ld trials do not finish; "), s->unfinished, s->trials);
    if (isinf(words_find(&s->time_h, 90.0)->value)) {
        text_add(out, _("more than one future in ten does not finish"));
        return;
    }
    text_add(out, _("nine in ten futures "));
    if (cost_priced(s->typical)) {
        text_add(out, _("cost at most "));
        words_percentile(w, out, &s->cost, 90.0, true, false);
        text_add(out, _(" and "));
    }
    text_add(out, _("are done within "));
    words_percentile(w, out, &s->time_h, 90.0, false, false);
    if (isnan(share))
        return;
    text_addf(out, "; %s ", of);
    text_add(out, _("in "));
    words_share(out, share);
    text_add(out, _(" of trials"));
}

/* "(62% less)", "(6.3% more)". */
static void add_difference(struct text *out, double own, double other)
{
    if (!isfinite(own) || !isfinite(other))
        return;
    text_add(out, " (");
    words_share(out, fabs(1.0 - own / other));
    text_add(out, own < other ? _(" less)") : _(" more)"));
}

static void add_pair(const struct words *w, struct text *out, const struct summary *a, const struct summary *b)
{
    const struct percentile *own = words_find(chosen_by(w, a), 90.0), *other = words_find(chosen_by(w, b), 90.0);
    double early = words_find(&a->time_h, 90.0)->value, late = words_find(&b->time_h, 90.0)->value;
    const char *of;
    text_add_safe(out, a->name);
    text_add(out, w->priced ? _(": P90 cost ") : _(": P90 time "));
    words_percentile(w, out, chosen_by(w, a), 90.0, w->priced, false);
    text_add(out, _(", against "));
    words_percentile(w, out, chosen_by(w, b), 90.0, w->priced, false);
    text_add(out, _(" for "));
    text_add_safe(out, b->name);
    if (overlap(own, other))
        text_add(out, _(", too close to call"));
    else
        add_difference(out, own->value, other->value);
    if (w->priced && early != late && isfinite(early) && isfinite(late)) {
        text_add(out, _("; P90 finish "));
        words_time(w, out, fabs(early - late));
        text_add(out, early > late ? _(" later") : _(" earlier"));
    }
    if (isnan(chance(a, &of)))
        return;
    text_addf(out, "; %s ", of);
    text_add(out, _("in "));
    words_share(out, chance(a, &of));
    text_add(out, _(" of trials, against "));
    words_share(out, chance(b, &of));
}

void words_verdict(const struct words *w, struct text *out)
{
    int best = least(w, true, -1);
    if (best < 0)
        best = least(w, false, -1);
    int next = best >= 0 && w->result->engine->plans > 1 ? least(w, false, best) : -1;
    if (best < 0)
        return;
    if (next < 0)
        add_single(w, out, &w->result->plan[best]);
    else
        add_pair(w, out, &w->result->plan[best], &w->result->plan[next]);
}
