/* Numbers with their units: dimensions, currencies, bounds, and what to say of slips. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/bind.h"
#include "scenario/hint.h"

int bind_fault(const struct binder *b, const struct node *node, const struct expr *e, const char *hint,
               const char *what)
{
    struct place at = node->at;
    if (e && e->length > 0) {
        at.col += node->quoted;
        at = expr_place(at, node->text, e->offset, e->length);
    }
    return err_set(b->err, ERR_INPUT, at, b->key, hint, "%s", what);
}

/* "45 min", as an example of the unit that is wanted; money in the scenario's currency. */
static char *example_of(const struct binder *b, const struct wants *wants)
{
    struct text text = {0};
    for (int i = 0; i < 4 && wants->units[i]; i++)
        text_addf(&text, "%s%s", i > 0 ? _(" or ") : "", wants->units[i][0] ? wants->units[i] : _("a plain number"));
    char *units = hint_money(text.at ? text.at : "", b->currency),
         *hint = mem_format(_("expected a value in %s"), units);
    free(units);
    text_release(&text);
    return hint;
}

/* The number with the unit it may have meant. */
static char *with_unit(const struct binder *b, const char *number, const char *unit)
{
    if (strcmp(unit, "h") == 0)
        return mem_format(_("write it as \"%s s\", \"%s min\", \"%s h\" or \"%s days\""), number, number, number,
                          number);
    char *own = hint_money(unit, b->currency), *hint = mem_format(_("write it as \"%s %s\""), number, own);
    free(own);
    return hint;
}

/* Whether money of this unit is money of the scenario. */
static bool own_currency(const char *currency, const char *written)
{
    static const char *const dollars[] = {"USD", "CAD", "AUD", "SGD", "HKD", "TWD"};
    if (strcmp(written, "¥") == 0)
        return strcmp(currency, "CNY") == 0 || strcmp(currency, "JPY") == 0;
    for (size_t i = 0; i < sizeof dollars / sizeof *dollars; i++)
        if (strcmp(written, "$") == 0 && strcmp(currency, dollars[i]) == 0)
            return true;
    return strcmp(currency, written) == 0;
}

/* The currency that a sign may mean beside the scenario's own. */
static const char *currency_of(const char *written)
{
    return strcmp(written, "$") == 0 ? "USD" : strcmp(written, "¥") == 0 ? "CNY" : written;
}

/* "the unit counts CNY/hour": money goes by the name it was written with. */
static char *what_counts(const struct binder *b, const struct unit *unit)
{
    static const char money[] = "money";
    char have[80];
    const char *dim = unit_dim_text(unit, have), *at = strstr(dim, money);
    const char *currency = own_currency(b->currency, unit->currency) ? b->currency : currency_of(unit->currency);
    if (!at || !currency[0])
        return mem_format(_("the unit counts %s"), _(dim));
    char *named = mem_format("%.*s%s%s", (int)(at - dim), dim, currency, at + strlen(money));
    char *what = mem_format(_("the unit counts %s"), named);
    free(named);
    return what;
}

/* Turns money of another currency into the scenario's; an uncertain rate is left to the slot. */
static int exchange(struct binder *b, const struct node *node, const struct expr *e, const char *written, double *x)
{
    for (int i = 0; b->exchange && i < b->exchange->n; i++) {
        const struct slot worth = b->exchange->of[i].worth;
        if (strcmp(b->exchange->of[i].currency, currency_of(written)) != 0)
            continue;
        if (worth.unknown == 0)
            *x *= worth.x;
        else
            b->rate = worth.unknown;
        return 0;
    }
    char *hint = mem_format(_("the scenario counts in %s; add exchange: {%s: worth of one in %s}"), b->currency,
                            currency_of(written), b->currency);
    int code = bind_fault(b, node, e, hint, _("another currency"));
    free(hint);
    return code;
}

const char *bind_wanted_unit(const struct wants *wants, const struct unit *unit)
{
    for (int i = 0; i < 4 && wants->units[i]; i++) {
        struct unit known = unit_known(wants->units[i]);
        if (unit_same_dim(&known, unit))
            return wants->units[i];
    }
    return NULL;
}

/* Beyond it products overflow sooner or later; nothing that is real comes near. */
static const double largest = 1e24;

int bind_quantity(struct binder *b, const struct node *node, const struct expr *e, const struct quantity *q,
                  const struct wants *wants, double *x, struct unit *unit)
{
    char number[TEXT_NUMBER_ROOM], *hint = NULL;
    int code = 0;
    *unit = q->unit;
    if (!q->has_unit && q->x == 0.0 && wants->zero)
        *unit = unit_known(wants->units[0]); /* nothing, whatever it is counted in */
    else if (!q->has_unit && !bind_wanted_unit(wants, &q->unit) && wants->bare)
        *unit = unit_known(wants->units[0]);
    else if (!q->has_unit && !bind_wanted_unit(wants, &q->unit))
        code = bind_fault(b, node, e, hint = with_unit(b, text_shortest(q->x, number), wants->units[0]),
                          _("a unit is missing"));
    else if (!bind_wanted_unit(wants, &q->unit)) {
        char *what = what_counts(b, &q->unit);
        code = bind_fault(b, node, e, hint = example_of(b, wants), what);
        free(what);
    }
    free(hint);
    *x = q->x * unit->factor;
    if (!code && q->unit.currency[0] && !own_currency(b->currency, q->unit.currency))
        code = exchange(b, node, e, q->unit.currency, x);
    if (!code && !(fabs(*x) <= largest))
        code = bind_fault(b, node, e, _("numbers go up to 1e24 (in h, GPU, GB, kWh)"), _("the number is out of range"));
    return code;
}

int bind_check_bounds(struct binder *b, const struct node *node, const struct expr *e, const struct wants *wants,
                      double x)
{
    if (x < 0.0)
        return bind_fault(b, node, e, wants->zero ? _("write 0, none or a value above 0") : _("write a value above 0"),
                          _("negative values have no meaning here"));
    if (x == 0.0 && !wants->zero)
        return bind_fault(b, node, e,
                          wants->least > 0.0 ? _("write a number from 1 on") : _("write \"none\" to switch it off"),
                          _("0 has no meaning here"));
    if (x < wants->least || (wants->most > 0.0 && x > wants->most)) {
        char low[32], high[32];
        char *hint =
            wants->share || wants->most == 1.0
                ? mem_format(_("write a share between %s%% and %s%%"), text_shortest(wants->least * 100.0, low),
                             text_shortest(wants->most * 100.0, high))
                : mem_format(_("write a value between %s and %s (%s)"), text_shortest(wants->least, low),
                             text_shortest(wants->most, high), wants->units[0]);
        int code = bind_fault(b, node, e, hint, _("the value is out of range"));
        free(hint);
        return code;
    }
    return 0;
}
