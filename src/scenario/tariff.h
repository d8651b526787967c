/* Electricity tariffs: periods by hour, weekday and month. */
#ifndef RUNODDS_SCENARIO_TARIFF_H
#define RUNODDS_SCENARIO_TARIFF_H

#include "scenario/bind.h"

enum { PERIODS_MOST = 24, MONTHS = 12, WEEKDAYS = 7, DAY_MINUTES = 1440 };

/* Each minute of each weekday of each month belongs to one period. */
struct tariff {
    int periods;                                     /* 1: flat */
    struct slot price[PERIODS_MOST];                 /* money per kWh */
    unsigned char of[MONTHS][WEEKDAYS][DAY_MINUTES]; /* weekday 0 is Monday */
    struct slot demand;                              /* money per kW and hour held; 0: none */
};

/* Reads a price, a map {"07:00-23:00": V, otherwise: V, demand: V} or a list of {hours, days, months, price}. Heap
 * object. */
int tariff_read(struct binder *binder, struct node *node, const struct wants *wants,
                struct tariff **tariff) WARN_UNUSED;

#endif
