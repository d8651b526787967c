/* Sums of whole days, and a few switches within one. */
#include "trial/calendar.h"

#include <stdlib.h>

#include "base/text.h"
#include "scenario/date.h"

static bool make_pattern(const unsigned char *of, struct day_pattern *pattern)
{
    pattern->n = 0;
    for (int m = 0; m < DAY_MINUTES; m++) {
        if (m > 0 && of[m] == of[m - 1])
            continue;
        if (pattern->n == SWITCHES_MOST)
            return false;
        pattern->at[pattern->n] = (short)m;
        pattern->of[pattern->n++] = of[m];
    }
    pattern->at[pattern->n] = DAY_MINUTES;
    return true;
}

/* Adds the hours of each period in the first `minutes` of a day. */
static void add_day(const struct day_pattern *pattern, double minutes, double *hours)
{
    for (int i = 0; i < pattern->n && pattern->at[i] < minutes; i++) {
        double end = pattern->at[i + 1] < minutes ? pattern->at[i + 1] : minutes;
        hours[pattern->of[i]] += (end - pattern->at[i]) / 60.0;
    }
}

struct calendar *calendar_new(const struct tariff *tariff, double start_h, int offset_min)
{
    struct calendar *c = mem_new(1, sizeof *c);
    double local_h = start_h + offset_min / 60.0;
    long first = (long)(local_h / 24.0);
    bool good = true;
    c->periods = tariff->periods;
    c->midnight_h = local_h - 24.0 * (double)first;
    for (int month = 0; month < MONTHS; month++)
        for (int day = 0; day < WEEKDAYS; day++)
            good = good && make_pattern(tariff->of[month][day], &c->day[month][day]);
    c->sum = mem_new((CYCLE_DAYS + 1) * (size_t)c->periods, sizeof *c->sum);
    for (int i = 0; good && i < CYCLE_DAYS; i++) {
        int month, weekday;
        double *sum = c->sum + (size_t)i * (size_t)c->periods, *next = sum + c->periods;
        date_of(first + i, &month, &weekday);
        c->pattern[i] = &c->day[month][weekday];
        for (int k = 0; k < c->periods; k++)
            next[k] = sum[k];
        add_day(c->pattern[i], DAY_MINUTES, next);
    }
    if (good)
        return c;
    calendar_free(c);
    return NULL;
}

void calendar_free(struct calendar *calendar)
{
    if (calendar)
        free(calendar->sum);
    free(calendar);
}

void calendar_hours(const struct calendar *c, double at_h, double *hours)
{
    double local_h = c->midnight_h + at_h;
    long day = (long)(local_h / 24.0), cycles = day / CYCLE_DAYS, rest = day % CYCLE_DAYS;
    const double *sum = c->sum + (size_t)rest * (size_t)c->periods;
    const double *all = c->sum + (size_t)CYCLE_DAYS * (size_t)c->periods;
    double before[PERIODS_MOST] = {0.0};
    add_day(c->pattern[0], 60.0 * c->midnight_h, before);
    for (int k = 0; k < c->periods; k++)
        hours[k] = (double)cycles * all[k] + sum[k] - before[k];
    add_day(c->pattern[rest], 60.0 * (local_h - 24.0 * (double)day), hours);
}
