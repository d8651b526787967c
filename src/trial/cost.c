/* The table of cost items. */
#include "trial/cost.h"

#include <math.h>

/* The class of each phase's rent, from the table of phases. */
static const enum cost_class class_of_phase[PHASE_COUNT] = {
#define PHASE(name, class, meaning) [PHASE_##name] = CLASS_##class,
    PHASES(PHASE)
#undef PHASE
};

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

/* Rent of the hours held; of compute hours, the share that scaling lost is communication. */
static void rent(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    for (int i = 0; i < PHASE_COUNT; i++)
        if (i != PHASE_queue && i != PHASE_compute)
            out[class_of_phase[i]] += plan->rent_per_h * ledger->phase_h[i];
    double compute = plan->rent_per_h * ledger->phase_h[PHASE_compute];
    out[CLASS_communication] += compute * plan->lost_to_scaling;
    out[CLASS_compute] += compute - compute * plan->lost_to_scaling;
}

/* What rounding each allocation up to the billing unit adds. */
static void round_up(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    out[CLASS_time] += plan->rent_per_h * fmax(0.0, ledger->billed_h - held_h(ledger));
}

/* The part of a minimum term that the job does not use. */
static void unused_minimum(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    out[CLASS_time] += plan->rent_per_h * fmax(0.0, plan->billing_minimum_h - ledger->billed_h);
}

/* Waiting for capacity, where it is billed. */
static void queue_rent(const struct plan *plan, const struct ledger *ledger, double out[CLASS_COUNT])
{
    out[CLASS_time] += plan->bill_queue ? plan->rent_per_h * ledger->phase_h[PHASE_queue] : 0.0;
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

double cost_of(const struct plan *plan, const struct ledger *ledger, struct cost *cost)
{
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++) {
        double *out = cost->of[i];
        for (int k = 0; k < CLASS_COUNT; k++)
            out[k] = 0.0;
        cost_items[i].add(plan, ledger, out);
        for (int k = 0; k < CLASS_COUNT; k++)
            sum += out[k];
    }
    return ledger->finished ? sum : INFINITY;
}
