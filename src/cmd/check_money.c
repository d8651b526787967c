/* What follows from the money of a plan, for runodds check. */
#include "cmd/command.h"

#include <stdlib.h>

#include "base/text.h"

static void put(FILE *to, const char *what, double value, const char *unit)
{
    char number[64];
    fprintf(to, "    %s %s %s\n", what, text_grouped(value, value < 100.0 ? 3 : 0, number), unit);
}

static void put_owned(const struct plan *p, const char *per_hour, FILE *to)
{
    const struct owned *o = &p->own;
    const struct power *power = &p->power;
    double fixed = o->machine_per_h + o->network_per_h + o->fitout_per_h + o->finance_per_h + o->staff_per_h +
                   o->rack_per_h + (power->priced ? power->demand_per_h : 0.0);
    put(to, _("own machines cost"), fixed, per_hour);
    if (power->priced)
        put(to, _("they take, building included,"), power->busy_kw, _("kW when busy"));
}

void check_money(const struct engine *engine, int plan, FILE *to)
{
    const struct scenario *s = engine->scenario;
    const struct inputs *in = &s->plan[plan].inputs;
    const struct plan *p = &engine->typical[plan];
    char *per_hour = mem_format(_("%s for each hour held"), s->currency);
    if (in->scaling_rule == SCALING_FITTED_AMDAHL)
        fprintf(to, _("    Amdahl's law fits the timings with a fixed share of %.3f, in multiples of %.0f cards\n"),
                plan_fitted_amdahl(&in->scaling, engine->median), in->scaling.at[0]);
    if (p->rent_priced)
        put(to, p->moving.path ? _("rent begins its path at") : _("rent costs"), p->market.rent_per_h, per_hour);
    if (p->own.priced)
        put_owned(p, per_hour, to);
    if (p->runs > 1.0)
        fprintf(to, _("    experiments %.0f, on copies of the hardware: %.0f\n"), p->runs,
                p->concurrent < p->runs ? p->concurrent : p->runs);
    free(per_hour);
}
