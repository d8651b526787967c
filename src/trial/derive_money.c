/* Formulas of money: hardware of one's own, power, and the rest. */
#include <math.h>

#include "base/vmath.h"
#include "scenario/rules.h"
#include "trial/derive.h"

static const double life_default_h = 4.0 * 8766.0, day_h = 24.0;

/* An amount for the whole plan, a node or a card. */
static double for_plan(const struct input *input, const double *world, const struct plan *plan)
{
    double value = input_value(input, world, 0.0);
    return input->unit.dim[DIM_NODE] < 0   ? value * plan->nodes
           : input->unit.dim[DIM_CARD] < 0 ? value * plan->billed_cards
                                           : value;
}

/* ---- hardware of one's own ---- */

double plan_worth(const struct table *resale, const double *world, double life_h, double at_h)
{
    if (resale->rows == 0)
        return 0.0;
    if (resale->at[0] == 0.0) { /* a single share, reached at the end of life */
        double share = slot_value(resale->value[0], world);
        return share > 0.0 ? vmath_pow(share, at_h / life_h) : 0.0;
    }
    double from_h = 0.0, from = 1.0, until_h = resale->at[0], until = slot_value(resale->value[0], world);
    for (int i = 1; i < resale->rows && at_h > until_h; i++) {
        from_h = until_h;
        from = until;
        until_h = resale->at[i];
        until = slot_value(resale->value[i], world);
    }
    if (!(until > 0.0) || !(from > 0.0))
        return at_h < until_h ? from : 0.0;
    return from * vmath_pow(until / from, (at_h - from_h) / (until_h - from_h));
}

static double network_price(const struct own_input *own, const double *world, const struct plan *plan, double machine)
{
    if (input_set(&own->network) && own->network.unit.dim[DIM_MONEY] == 0)
        return machine * slot_value(own->network.once, world);
    return for_plan(&own->network, world, plan) + for_plan(&own->network_fixed, world, plan) +
           input_value(&own->network_per_port, world, 0.0) * input_value(&own->network_ports, world, 0.0);
}

/* Price per kW and hour of the tier that holds a node's peak. */
static double tier_price(const struct own_input *own, const double *world, double peak_kw)
{
    int row = 0;
    while (row + 1 < own->tiers.rows && own->tiers.at[row] < peak_kw)
        row++;
    return own->tiers.rows > 0 ? slot_value(own->tiers.value[row], world) : input_value(&own->rack, world, 0.0);
}

static void derive_own(const struct inputs *in, const double *world, const struct power *power, double node_kw,
                       double all_kw, struct plan *plan)
{
    const struct own_input *own = &in->own;
    struct owned *o = &plan->own;
    o->priced = input_set(&own->price);
    if (!o->priced)
        return;
    double life_h = input_value(&own->life, world, life_default_h), span_h = input_value(&own->project, world, life_h);
    double busy_h = span_h * input_value(&own->busy, world, 1.0), busy = busy_h / span_h;
    double worth = plan_worth(&own->resale, world, life_h, span_h), machine = for_plan(&own->price, world, plan);
    double network = network_price(own, world, plan, machine), fitout = for_plan(&own->fitout, world, plan);
    o->network_priced = input_set(&own->network) || input_set(&own->network_fixed) || input_set(&own->network_ports);
    o->fitout_priced = input_set(&own->fitout);
    o->finance_priced = input_set(&own->finance);
    o->staff_priced = input_set(&own->staff);
    o->rack_priced = (input_set(&own->rack) || own->tiers.rows > 0) && node_kw > 0.0;
    o->purchase = machine + network + fitout;
    o->machine_per_h = machine * (1.0 - worth) / busy_h;
    o->network_per_h = network * (1.0 - worth) / busy_h;
    o->fitout_per_h = fitout / busy_h;
    /* Interest on the average of what was paid and what it is worth in the end. */
    o->finance_per_h =
        input_value(&own->finance, world, 0.0) * 0.5 * ((machine + network) * (1.0 + worth) + fitout) / busy;
    o->staff_per_h = input_value(&own->staff, world, 0.0) / busy;
    o->rack_per_h = tier_price(own, world, node_kw) * all_kw / busy;
    plan->power.demand_per_h = power->demand_per_h / busy;
}

/* ---- power ---- */

/* A value, or a table by card count: linear in the logarithm of the count, the end rows beyond them. */
static double at_cards(const struct by_cards *by, const double *world, double cards)
{
    const struct table *t = &by->table;
    int i = 0;
    if (t->rows == 0)
        return input_value(&by->one, world, 0.0);
    while (i + 1 < t->rows && t->at[i + 1] <= cards)
        i++;
    double low = slot_value(t->value[i], world);
    if (cards <= t->at[0] || i + 1 == t->rows || cards == t->at[i])
        return low;
    double high = slot_value(t->value[i + 1], world);
    return low + (high - low) * vmath_log(cards / t->at[i]) / vmath_log(t->at[i + 1] / t->at[i]);
}

static bool given(const struct by_cards *by)
{
    return input_set(&by->one) || by->table.rows > 0;
}

/* A busy node at the wall, and other watts of a node behind its power supplies. */
double plan_node_kw(const struct inputs *in, const double *world, double cards, double *psu)
{
    const struct power_input *p = &in->power;
    *psu = 1.0 + input_value(&p->psu_loss, world, 0.0);
    if (given(&p->wall))
        return at_cards(&p->wall, world, cards);
    double per_card = input_value(&p->card, world, input_value(&in->tdp, world, 0.0));
    double node = input_value(&p->host, world, 0.0) + rules_size(in).per_node * per_card;
    if (given(&p->node))
        node = at_cards(&p->node, world, cards);
    return given(&p->node) || input_set(&p->host) || input_set(&p->card) ? node * *psu : 0.0;
}

static void derive_power(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    const struct power_input *p = &in->power;
    struct power *power = &plan->power;
    double psu, busy = plan_node_kw(in, world, plan->cards, &psu);
    double idle = p->idle.kind == INPUT_ABSENT ? busy : psu * input_value(&p->idle, world, 0.0);
    double writing = p->checkpoint.kind == INPUT_ABSENT ? busy : psu * input_value(&p->checkpoint, world, 0.0);
    double network = input_value(&p->network, world, 0.0) * (p->network.unit.dim[DIM_NODE] < 0 ? plan->nodes : 1.0);
    double pue = fmax(1.0, input_value(&in->pue, world, 1.0)), peak = fmax(busy, fmax(writing, idle));
    power->node_peak_kw = peak;
    power->priced = in->electricity && busy > 0.0 && input_set(&in->own.price);
    power->busy_kw = pue * (busy * plan->nodes + network);
    power->checkpoint_kw = pue * (writing * plan->nodes + network);
    power->idle_kw = pue * (idle * plan->nodes + network);
    for (int i = 0; in->electricity && i < in->electricity->periods; i++)
        power->price[i] = slot_value(in->electricity->price[i], world);
    power->demand_priced = in->electricity && (in->electricity->demand.x > 0.0 || in->electricity->demand.unknown > 0);
    power->demand_per_h =
        power->demand_priced ? slot_value(in->electricity->demand, world) * pue * (peak * plan->nodes + network) : 0.0;
    plan->calendar = frame->calendar;
    derive_own(in, world, power, peak, peak * plan->nodes + network, plan);
}

/* ---- the rest ---- */

static void derive_labor(const struct inputs *in, const double *world, struct plan *plan)
{
    double rate = input_value(&in->labor_rate, world, 0.0), each_h = input_value(&in->labor_incident, world, 0.0);
    plan->labor_priced = input_set(&in->labor_rate);
    plan->labor_setup = plan->under_way ? 0.0 : rate * input_value(&in->labor_setup, world, 0.0); /* spent */
    for (int i = 0; i < in->causes; i++)
        plan->labor_incident[i] = rate * input_value(&in->cause[i].labor, world, each_h);
}

void plan_derive_money(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    derive_power(frame, world, plan);
    derive_labor(in, world, plan);
    double size_gb = input_value(&in->size, world, 0.0);
    plan->storage_priced = input_set(&in->storage);
    plan->storage_per_h = input_value(&in->storage, world, 0.0) * size_gb * input_value(&in->storage_kept, world, 1.0);
    plan->egress_priced = input_set(&in->egress);
    plan->egress = input_value(&in->egress, world, 0.0) * size_gb;
    plan->delay_priced = input_set(&in->delay);
    plan->delay_per_h = input_value(&in->delay, world, 0.0) / (in->delay_per_day ? day_h : 1.0);
    plan->delay_after_h =
        in->delay_after_deadline ? frame->scenario->deadline_h : input_value(&in->delay_after, world, 0.0);
    plan->credits_given = input_set(&in->credits);
    plan->credits = input_value(&in->credits, world, 0.0);
    plan->taxed = input_set(&in->tax);
    plan->tax = input_value(&in->tax, world, 0.0);
    plan->metered = plan->calendar || plan->moving.path || plan->moving.mean > 0.0;
}
