/* Replaying single trials, and adding up what they cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bill.h"

void bill_make(const struct lab *lab, int plan, long trial, const struct observer *observer, struct bill *bill)
{
    struct replay *replay = replay_new(&lab->engine);
    bill->ledger = (struct ledger){.finished = false};
    replay_play(replay, plan, trial, &bill->numbers, &bill->ledger, &bill->cost, observer);
    bill->total = cost_of(&bill->numbers, &bill->ledger, &bill->cost);
    replay_free(replay);
}

struct bill bill_of(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    struct lab lab;
    struct bill bill;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        fail_msg("no memory");
    va_end(arguments);
    lab_open_with(&lab, NULL, 0, text);
    bill_make(&lab, 0, 0, NULL, &bill);
    lab_close(&lab);
    free(text);
    return bill;
}

static int item_named(const char *name)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        if (strcmp(cost_items[i].name, name) == 0)
            return i;
    fail_msg("no item %s", name);
    return -1;
}

double bill_item(const struct bill *bill, const char *name)
{
    const double *of = bill->cost.of[item_named(name)];
    double sum = 0.0;
    for (int k = 0; k < CLASS_COUNT; k++)
        sum += of[k];
    return sum;
}

double bill_class(const struct bill *bill, enum cost_class class)
{
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++)
        sum += bill->cost.of[i][class];
    return sum;
}

bool bill_prices(const struct bill *bill, const char *name)
{
    return bill->numbers.items >> item_named(name) & 1u;
}
