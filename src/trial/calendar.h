/* Hours of each period of a tariff between any two moments. */
#ifndef RUNODDS_TRIAL_CALENDAR_H
#define RUNODDS_TRIAL_CALENDAR_H

#include "scenario/tariff.h"

/* Weekdays and months come again after 28 years, as long as every fourth year is a leap year (until 2100). */
enum { CYCLE_DAYS = 28 * 365 + 7, SWITCHES_MOST = 2 * PERIODS_MOST + 2 };

/* The periods of one day: from minute at[i] on, period of[i]. */
struct day_pattern {
    int n;
    short at[SWITCHES_MOST + 1];
    unsigned char of[SWITCHES_MOST + 1];
};

struct calendar {
    int periods;
    double midnight_h; /* from the midnight before the start to the start, on the scenario's clock */
    struct day_pattern day[MONTHS][WEEKDAYS];
    const struct day_pattern *pattern[CYCLE_DAYS]; /* of the days from the start on */
    double *sum;                                   /* [CYCLE_DAYS + 1][periods] hours of whole days */
};

/* For hours since a start (hours since 1970-01-01 00:00 UTC) on a clock of that offset. Heap object; NULL if a day has
 * too many switches. */
struct calendar *calendar_new(const struct tariff *tariff, double start_h, int offset_min);
void calendar_free(struct calendar *calendar);

/* Hours of each period from the start to at_h >= 0. */
void calendar_hours(const struct calendar *calendar, double at_h, double *hours);

#endif
