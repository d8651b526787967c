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
    else if (fabs(edge) < 0.00005)
        text_add(out, percent < 50.0 ? "< 0.01%" : "> 99.99%");
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
    text_add(out, _(" - "));
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

/* The chance to meet what limits there are, NaN without any; and the sentences that say it, alone and of two plans. */
static double chance(const struct summary *s, const char **alone, const char **against)
{
    if (!isnan(s->both)) {
        *alone = N_("; budget and deadline are met in %s of trials");
        *against = N_("; budget and deadline are met in %s of trials, against %s");
        return s->both;
    }
    if (!isnan(s->in_budget)) {
        *alone = N_("; the budget is kept in %s of trials");
        *against = N_("; the budget is kept in %s of trials, against %s");
        return s->in_budget;
    }
    *alone = N_("; the deadline is met in %s of trials");
    *against = N_("; the deadline is met in %s of trials, against %s");
    return s->on_time;
}

static void add_single(const struct words *w, struct text *out, const struct summary *s)
{
    const char *alone, *against;
    struct text name = {0}, cost = {0}, time = {0}, share = {0};
    text_add_safe(&name, s->name);
    words_percentile(w, &cost, &s->cost, 90.0, true, false);
    words_percentile(w, &time, &s->time_h, 90.0, false, false);
    words_share(&share, chance(s, &alone, &against));
    text_addf(out, _("%s: "), name.at);
    if (s->unfinished)
        text_addf(out, _("%ld of %ld trials do not finish; "), s->unfinished, s->trials);
    if (isinf(words_find(&s->time_h, 90.0)->value)) {
        text_add(out, _("more than one future in ten does not finish"));
    } else {
        if (cost_priced(s->typical))
            text_addf(out, _("nine in ten futures cost at most %s and are done within %s"), cost.at, time.at);
        else
            text_addf(out, _("nine in ten futures are done within %s"), time.at);
        if (!isnan(chance(s, &alone, &against)))
            text_addf(out, _(alone), share.at);
    }
    text_release(&name);
    text_release(&cost);
    text_release(&time);
    text_release(&share);
}

/* " (62% less)", " (6.3% more)". */
static void add_difference(struct text *out, double own, double other)
{
    struct text share = {0};
    if (!isfinite(own) || !isfinite(other))
        return;
    words_share(&share, fabs(1.0 - own / other));
    text_addf(out, own < other ? _(" (%s less)") : _(" (%s more)"), share.at);
    text_release(&share);
}

/* When it finishes, and how often it keeps the limits, beside another plan. */
static void add_rest(const struct words *w, struct text *out, const struct summary *a, const struct summary *b)
{
    double early = words_find(&a->time_h, 90.0)->value, late = words_find(&b->time_h, 90.0)->value;
    const char *alone, *against;
    struct text time = {0}, own = {0}, other = {0};
    words_time(w, &time, fabs(early - late));
    words_share(&own, chance(a, &alone, &against));
    words_share(&other, chance(b, &alone, &against));
    if (w->priced && early != late && isfinite(early) && isfinite(late))
        text_addf(out, early > late ? _("; P90 finish %s later") : _("; P90 finish %s earlier"), time.at);
    if (!isnan(chance(a, &alone, &against)))
        text_addf(out, _(against), own.at, other.at);
    text_release(&time);
    text_release(&own);
    text_release(&other);
}

static void add_pair(const struct words *w, struct text *out, const struct summary *a, const struct summary *b)
{
    const struct percentile *own = words_find(chosen_by(w, a), 90.0), *other = words_find(chosen_by(w, b), 90.0);
    struct text name = {0}, second = {0}, at = {0}, against = {0};
    text_add_safe(&name, a->name);
    text_add_safe(&second, b->name);
    words_percentile(w, &at, chosen_by(w, a), 90.0, w->priced, false);
    words_percentile(w, &against, chosen_by(w, b), 90.0, w->priced, false);
    text_addf(out, w->priced ? _("%s: P90 cost %s, against %s for %s") : _("%s: P90 time %s, against %s for %s"),
              name.at, at.at, against.at, second.at);
    if (overlap(own, other))
        text_add(out, _(", too close to call"));
    else
        add_difference(out, own->value, other->value);
    add_rest(w, out, a, b);
    text_release(&name);
    text_release(&second);
    text_release(&at);
    text_release(&against);
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
