/* What single trials cost, item by item, for the tests of money. */
#ifndef RUNODDS_TESTS_LAW_BILL_H
#define RUNODDS_TESTS_LAW_BILL_H

#include "lab.h"

/* One trial: the numbers it was played with, its ledger, its items. The ledger's meter and the plan's tables end with
 * the lab. */
struct bill {
    struct plan numbers;
    struct ledger ledger;
    struct cost cost;
    double total;
};

/* Replays a trial of a plan; the observer may be NULL. */
void bill_make(const struct lab *lab, int plan, long trial, const struct observer *observer, struct bill *bill);

/* The first trial of the first plan of a text made as by printf. */
struct bill bill_of(const char *format, ...) PRINTF_LIKE(1, 2);

/* An item over all classes, by its name; 0 if it is not priced. A class over all items. */
double bill_item(const struct bill *bill, const char *name);
double bill_class(const struct bill *bill, enum cost_class class);
bool bill_prices(const struct bill *bill, const char *name);

#endif
