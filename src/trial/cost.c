/* The table of cost items. */
#include "trial/cost.h"

#include <math.h>

const char *const cost_classes[CLASS_COUNT] = {
#define CLASS(name) #name,
    CLASSES(CLASS)
#undef CLASS
};

static double held_h(const struct ledger *ledger)
{
    double sum = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        if (i != PHASE_queue)
            sum += ledger->phase_h[i];
    return sum;
}

/* Hours held by the class of their phase, from the table of phases. */
static void hours_by_class(const struct ledger *ledger, double hours[CLASS_COUNT])
{
#define PHASE(name, class, meaning)                                                                                    \
    hours[CLASS_##class] += PHASE_##name == PHASE_queue ? 0.0 : ledger->phase_h[PHASE_##name];
    PHASES(PHASE)
#undef PHASE
}

/* Rent of the hours held; of compute hours, the share that scaling lost is communication. */
static void rent(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    double hours[CLASS_COUNT] = {0.0};
    hours_by_class(ledger, hours);
    double lost_h = hours[CLASS_compute] * plan->lost_to_scaling;
    hours[CLASS_compute] -= lost_h;
    hours[CLASS_communication] += lost_h;
    for (int k = 0; k < CLASS_COUNT; k++)
        out[k] = plan->rent_per_h * hours[k];
}

/* What rounding each allocation up to the billing unit adds. */
static void round_up(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    double added_h = ledger->billed_h - held_h(ledger);
    out[CLASS_time] = added_h > 0.0 ? plan->rent_per_h * added_h : 0.0;
}

/* The part of a minimum term that the job does not use. */
static void unused_minimum(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    double unused_h = plan->billing_minimum_h - ledger->billed_h;
    out[CLASS_time] = unused_h > 0.0 ? plan->rent_per_h * unused_h : 0.0;
}

/* Waiting for capacity, where it is billed. */
static void queue_rent(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    out[CLASS_time] = plan->bill_queue ? plan->rent_per_h * ledger->phase_h[PHASE_queue] : 0.0;
}

static bool rent_priced(const struct plan *plan)
{
    return plan->rent_priced;
}

const struct cost_item cost_items[ITEM_COUNT] = {
    {"rent", rent_priced, rent},
    {"round_up", rent_priced, round_up},
    {"unused_minimum", rent_priced, unused_minimum},
    {"queue_rent", rent_priced, queue_rent},
};

void cost_note_items(struct plan *plan)
{
    plan->items = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        plan->items |= cost_items[i].priced(plan) ? 1u << i : 0;
}

void cost_add(const struct plan *plan, const struct cost *cost, double out[CLASS_COUNT])
{
    for (unsigned items = plan->items; items; items &= items - 1) {
        const double *of = cost->of[__builtin_ctz(items)];
        for (int k = 0; k < CLASS_COUNT; k++)
            out[k] += of[k];
    }
}

double cost_of(const struct plan *plan, const struct ledger *ledger, struct cost *cost)
{
    double sum = 0.0;
    for (unsigned items = plan->items; items; items &= items - 1) {
        int i = __builtin_ctz(items);
        double *out = cost->of[i];
        for (int k = 0; k < CLASS_COUNT; k++)
            out[k] = 0.0;
        cost_items[i].add(plan, ledger, out);
        for (int k = 0; k < CLASS_COUNT; k++)
            sum += out[k];
    }
    return ledger->finished ? sum : INFINITY;
}
