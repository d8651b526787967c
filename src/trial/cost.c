/* The table of cost items. */
#include "trial/cost.h"

#include <math.h>

#include "trial/meter.h"

const char *const cost_classes[CLASS_COUNT] = {
#define CLASS(name) #name,
    CLASSES(CLASS)
#undef CLASS
};

/* What the phases cost, by class; waiting for capacity is not held. */
static void by_class(const double phase[PHASE_COUNT], double out[CLASS_COUNT])
{
#define PHASE(name, class, meaning) out[CLASS_##class] += PHASE_##name == PHASE_queue ? 0.0 : phase[PHASE_##name];
    PHASES(PHASE)
#undef PHASE
}

static double held(const double phase[PHASE_COUNT])
{
    double sum = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += i == PHASE_queue ? 0.0 : phase[i];
    return sum;
}

/* Money by phase to money by class; of compute hours, the share that scaling lost is communication. */
static void share_out(const struct plan *plan, const double phase[PHASE_COUNT], double out[CLASS_COUNT])
{
    by_class(phase, out);
    double lost = out[CLASS_compute] * plan->lost_to_scaling;
    out[CLASS_compute] -= lost;
    out[CLASS_communication] += lost;
}

/* So much for each hour held. */
static void share_out_hours(const struct plan *plan, const struct ledger *ledger, double per_h, double out[CLASS_COUNT])
{
    share_out(plan, ledger->phase_h, out);
    for (int k = 0; k < CLASS_COUNT; k++)
        out[k] *= per_h;
}

/* ---- rent ---- */

static bool moves(const struct plan *plan)
{
    return plan->moving.path || plan->moving.mean > 0.0;
}

/* Hours of the first market; all, unless a fallback was taken. */
static const double *first_h(const struct ledger *ledger)
{
    return ledger->fell_back != 0.0 ? ledger->before_h : ledger->phase_h;
}

/* Average price of an hour held in the first market; of one that moves, over the hours that were held. */
static double first_rate(const struct plan *plan, const struct ledger *ledger)
{
    if (!moves(plan))
        return plan->market.rent_per_h;
    double hours = held(first_h(ledger));
    return hours > 0.0 ? plan->moving.units * held(ledger->metered->moving) / hours : 0.0;
}

/* Rent of each phase in both markets. */
static void rent_of_phases(const struct plan *plan, const struct ledger *ledger, double out[PHASE_COUNT])
{
    const double *first = first_h(ledger);
    for (int i = 0; i < PHASE_COUNT; i++)
        out[i] = moves(plan) ? plan->moving.units * ledger->metered->moving[i] : plan->market.rent_per_h * first[i];
    for (int i = 0; i < PHASE_COUNT && ledger->fell_back != 0.0; i++)
        out[i] += plan->fallback.market.rent_per_h * (ledger->phase_h[i] - first[i]);
}

static void rent(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                 double out[CLASS_COUNT])
{
    double phase[PHASE_COUNT];
    (void)so_far;
    rent_of_phases(plan, ledger, phase);
    share_out(plan, phase, out);
}

static double more(double a, double b)
{
    return a > b ? a - b : 0.0;
}

/* What rounding each allocation up to the billing unit adds. */
static void round_up(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                     double out[CLASS_COUNT])
{
    bool fell = ledger->fell_back != 0.0;
    double first_billed_h = fell ? ledger->before_billed_h : ledger->billed_h, first_held_h = held(first_h(ledger));
    (void)so_far;
    out[CLASS_time] = first_rate(plan, ledger) * more(first_billed_h, first_held_h);
    if (fell)
        out[CLASS_time] += plan->fallback.market.rent_per_h *
                           more(ledger->billed_h - first_billed_h, held(ledger->phase_h) - first_held_h);
}

/* The part of a minimum term, of each copy, that the job does not use, what is past of it included. */
static void unused_minimum(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                           double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_time] =
        first_rate(plan, ledger) * more(plan->billing_minimum_h * ledger->copies, ledger->billed_h + plan->past_h);
}

/* Waiting for capacity, where it is billed. */
static void queue_rent(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                       double out[CLASS_COUNT])
{
    double phase[PHASE_COUNT];
    (void)so_far;
    if (!plan->bill_queue)
        return;
    rent_of_phases(plan, ledger, phase);
    out[CLASS_time] = phase[PHASE_queue];
}

static bool rent_priced(const struct plan *plan)
{
    return plan->rent_priced;
}

/* ---- hardware of one's own ---- */

static void machine(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                    double out[CLASS_COUNT])
{
    (void)so_far;
    share_out_hours(plan, ledger, plan->own.machine_per_h, out);
}

/* The interconnect, which one card would not need. */
static void network(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                    double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_communication] = plan->own.network_per_h * held(ledger->phase_h);
}

/* Distribution of power, and cooling. */
static void fitout(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                   double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_power_and_cooling] = plan->own.fitout_per_h * held(ledger->phase_h);
}

static void interest(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                     double out[CLASS_COUNT])
{
    (void)so_far;
    share_out_hours(plan, ledger, plan->own.finance_per_h, out);
}

static void staff(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                  double out[CLASS_COUNT])
{
    (void)so_far;
    share_out_hours(plan, ledger, plan->own.staff_per_h, out);
}

/* Space with power and cooling in a data centre. */
static void rack(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                 double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_power_and_cooling] = plan->own.rack_per_h * held(ledger->phase_h);
}

static bool own_priced(const struct plan *plan)
{
    return plan->own.priced;
}

static bool network_priced(const struct plan *plan)
{
    return plan->own.priced && plan->own.network_priced;
}

static bool fitout_priced(const struct plan *plan)
{
    return plan->own.priced && plan->own.fitout_priced;
}

static bool finance_priced(const struct plan *plan)
{
    return plan->own.priced && plan->own.finance_priced;
}

static bool staff_priced(const struct plan *plan)
{
    return plan->own.priced && plan->own.staff_priced;
}

static bool rack_priced(const struct plan *plan)
{
    return plan->own.priced && plan->own.rack_priced;
}

/* ---- power ---- */

/* Power by phase times hours, each hour at the price of its period. */
static void electricity(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                        double out[CLASS_COUNT])
{
    const struct power *p = &plan->power;
    const double kw[PHASE_COUNT] = {
        [PHASE_compute] = p->busy_kw, [PHASE_lost] = p->busy_kw,    [PHASE_checkpoint] = p->checkpoint_kw,
        [PHASE_startup] = p->idle_kw, [PHASE_detect] = p->idle_kw,  [PHASE_repair] = p->idle_kw,
        [PHASE_restart] = p->idle_kw, [PHASE_shutdown] = p->idle_kw};
    (void)so_far;
    for (int i = 0; i < PHASE_COUNT; i++) {
        double bill = 0.0; /* for one kW */
        for (int k = 0; plan->calendar && k < plan->calendar->periods; k++)
            bill += p->price[k] * ledger->metered->period_h[k][i];
        if (!plan->calendar)
            bill = p->price[0] * ledger->phase_h[i];
        out[CLASS_power_and_cooling] += kw[i] * bill;
    }
}

/* The charge for the highest power. */
static void demand(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                   double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_power_and_cooling] = plan->power.demand_per_h * held(ledger->phase_h);
}

static bool power_priced(const struct plan *plan)
{
    return plan->power.priced;
}

static bool demand_priced(const struct plan *plan)
{
    return plan->power.priced && plan->power.demand_priced;
}

/* ---- all else ---- */

/* Keeping checkpoints from submission to completion. */
static void storage(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                    double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_time] = ledger->finished ? plan->storage_per_h * (ledger->completion_h - plan->past_h) : 0.0;
}

/* Fetching the result of each run. */
static void egress(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                   double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_time] = plan->egress * ledger->runs;
}

static void tax(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                double out[CLASS_COUNT])
{
    (void)ledger;
    for (int k = 0; k < CLASS_COUNT; k++)
        out[k] = plan->tax * so_far[k];
}

/* Setting up, once; mending, for each failure. */
static void labor(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                  double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_time] = plan->labor_setup;
    for (int i = 0; i < plan->causes; i++)
        out[CLASS_failures] += plan->labor_incident[i] * ledger->failures[i];
}

/* Waiting for the result. */
static void delay(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                  double out[CLASS_COUNT])
{
    (void)so_far;
    out[CLASS_time] = ledger->finished ? plan->delay_per_h * more(ledger->completion_h, plan->delay_after_h) : 0.0;
}

/* What a run under way has cost so far. */
static void spent(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                  double out[CLASS_COUNT])
{
    (void)ledger;
    (void)so_far;
    out[CLASS_compute] = plan->spent;
}

/* Money that is given: it takes the same share off every class, and no more than there is. */
static void credits(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                    double out[CLASS_COUNT])
{
    double sum = 0.0;
    (void)ledger;
    for (int k = 0; k < CLASS_COUNT; k++)
        sum += so_far[k];
    double share = sum > 0.0 ? (plan->credits < sum ? plan->credits / sum : 1.0) : 0.0;
    for (int k = 0; k < CLASS_COUNT; k++)
        out[k] = -share * so_far[k];
}

static bool storage_priced(const struct plan *plan)
{
    return plan->storage_priced;
}

static bool egress_priced(const struct plan *plan)
{
    return plan->egress_priced;
}

static bool taxed(const struct plan *plan)
{
    return plan->taxed;
}

static bool labor_priced(const struct plan *plan)
{
    return plan->labor_priced;
}

static bool delay_priced(const struct plan *plan)
{
    return plan->delay_priced;
}

static bool has_spent(const struct plan *plan)
{
    return plan->spent > 0.0;
}

static bool has_credits(const struct plan *plan)
{
    return plan->credits_given;
}

/* Tax is on the items above it; credits are given on all of them. */
const struct cost_item cost_items[ITEM_COUNT] = {
    {"rent", rent_priced, rent},
    {"round_up", rent_priced, round_up},
    {"unused_minimum", rent_priced, unused_minimum},
    {"queue_rent", rent_priced, queue_rent},
    {"machine", own_priced, machine},
    {"network", network_priced, network},
    {"fitout", fitout_priced, fitout},
    {"interest", finance_priced, interest},
    {"staff", staff_priced, staff},
    {"rack", rack_priced, rack},
    {"electricity", power_priced, electricity},
    {"demand", demand_priced, demand},
    {"storage", storage_priced, storage},
    {"egress", egress_priced, egress},
    {"tax", taxed, tax},
    {"labor", labor_priced, labor},
    {"delay", delay_priced, delay},
    {"spent", has_spent, spent},
    {"credits", has_credits, credits},
};

void cost_note_items(struct plan *plan)
{
    plan->items = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        plan->items |= cost_items[i].priced(plan) ? 1u << i : 0;
}

bool cost_priced(const struct plan *plan)
{
    return plan->rent_priced || plan->own.priced;
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
    double so_far[CLASS_COUNT] = {0.0}, sum = 0.0;
    for (unsigned items = plan->items; items; items &= items - 1) {
        int i = __builtin_ctz(items);
        double *out = cost->of[i];
        for (int k = 0; k < CLASS_COUNT; k++)
            out[k] = 0.0;
        cost_items[i].add(plan, ledger, so_far, out);
        for (int k = 0; k < CLASS_COUNT; k++) {
            so_far[k] += out[k];
            sum += out[k];
        }
    }
    bool nothing = true; /* credits for all there is leave a rounding in the sum */
    for (int k = 0; k < CLASS_COUNT; k++)
        nothing = nothing && so_far[k] == 0.0;
    return !ledger->finished ? INFINITY : nothing ? 0.0 : sum;
}
