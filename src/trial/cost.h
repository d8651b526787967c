/* Money: items by classes, from the ledger and the plan's prices; nothing is drawn here. */
#ifndef RUNODDS_TRIAL_COST_H
#define RUNODDS_TRIAL_COST_H

#include "trial/ledger.h"
#include "trial/plan.h"

#define CLASSES(CLASS)                                                                                                 \
    CLASS(compute)                                                                                                     \
    CLASS(power_and_cooling)                                                                                           \
    CLASS(communication)                                                                                               \
    CLASS(failures)                                                                                                    \
    CLASS(time)

enum cost_class {
#define CLASS(name) CLASS_##name,
    CLASSES(CLASS)
#undef CLASS
        CLASS_COUNT
};

/* One row an item: its name, whether the plan prices it, and its share of each class. */
struct cost_item {
    const char *name;
    bool (*priced)(const struct plan *plan);
    /* so_far: the items above it, by class; out is zeroed. */
    void (*add)(const struct plan *plan, const struct ledger *ledger, const double so_far[CLASS_COUNT],
                double out[CLASS_COUNT]);
};

enum { ITEM_COUNT = 19 };
extern const struct cost_item cost_items[ITEM_COUNT];
extern const char *const cost_classes[CLASS_COUNT];

/* Whether the machines are priced: a plan without a price of them has no cost, which is not a cost of 0. */
bool cost_priced(const struct plan *plan);

struct cost {
    double of[ITEM_COUNT][CLASS_COUNT];
};

/* Fills plan->items, which no world changes. */
void cost_note_items(struct plan *plan);

/* Adds up the priced items by class, rows in their order. */
void cost_add(const struct plan *plan, const struct cost *cost, double out[CLASS_COUNT]);

/* Fills the priced rows of cost and returns their sum, in their order; infinite for an unfinished trial (cost is then
 * what was spent). */
double cost_of(const struct plan *plan, const struct ledger *ledger, struct cost *cost);

#endif
