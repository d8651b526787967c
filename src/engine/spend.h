/* What a plan spends in each calendar month. */
#ifndef RUNODDS_ENGINE_SPEND_H
#define RUNODDS_ENGINE_SPEND_H

#include "engine/summary.h"

enum { SPEND_MONTHS = 240, SPEND_TRIALS = 20000 };

struct spend_month {
    int year, month;            /* 1 to 12, on the scenario's clock */
    double mean, p10, p50, p90; /* money, over the trials */
};

/* Hours are attributed to the month they fall in; what is charged once, to the month of its event: setting up to the
 * first, a repair to that of the failure, fetching the result, an unused minimum and what unfinished trials leave open
 * to the last. A month after SPEND_MONTHS counts as the last. */
struct spend {
    int months;
    long trials; /* the first ones of the result */
    bool open;   /* the last month holds what comes after it */
    struct spend_month *of;
    double *money; /* [month * trials + trial]; the months of a trial sum to its cost */
};

/* Months of a plan of a result, over its first trials, at most SPEND_TRIALS. ERR_INPUT where the scenario has no start
 * or the plan no price. spend_release() in any case. */
int spend_make(const struct result *result, int plan, struct spend *spend, struct err *err) WARN_UNUSED;
/* Several of them, at least one, month by month and trial by trial, each times its rate of exchange in that trial
 * (NULL: 1). spend_release() frees the sum. */
void spend_add_up(const struct spend *of, const double *const *rate, int n, struct spend *sum);
void spend_release(struct spend *spend);

#endif
