/* The plans of a result by their number of cards: which of them are one series, and what a chart shows of each. */
#ifndef RUNODDS_REPORT_FLEET_H
#define RUNODDS_REPORT_FLEET_H

#include "report/axis.h"
#include "report/lineup.h"
#include "report/place.h"

enum { FLEET_COST, FLEET_TIME, FLEET_RATE, FLEET_PANELS };

/* What is drawn of a plan: a dot, what its trials span, and the 95% interval of the dot. */
struct fleet_dot {
    double at, low, high, sure_low, sure_high; /* at: NaN, nothing to draw; high: infinite, unfinished trials */
};

/* One measure: cost, time, or mean cost per effective GPU-hour. */
struct fleet_panel {
    bool shown;
    const char *title;
    double limit;   /* negative: none */
    bool limit_off; /* it lies beyond the axis */
    struct axis axis;
    struct place_rect area; /* on the canvas, for who draws it */
    struct fleet_dot dot[LINEUP_MOST];
};

/* Arrays are by row of the line-up. Plans whose names differ in nothing but their number of cards are one series. */
struct fleet {
    struct lineup lineup; /* a row's colour is that of its series */
    struct fleet_panel panel[FLEET_PANELS];
    int order[LINEUP_MOST];  /* the rows by rising number of cards */
    int series[LINEUP_MOST]; /* the row that began the series */
    char *name[LINEUP_MOST]; /* of the series, at the row that began it */
    double fewest, most;     /* cards */
    int counts;              /* different numbers of cards */
};

void fleet_init(struct fleet *fleet, const struct result *result);
void fleet_release(struct fleet *fleet);

/* Cards of a row. */
double fleet_cards(const struct fleet *fleet, int row);

/* The row of the same series with the next larger number of cards; -1: none. */
int fleet_next(const struct fleet *fleet, int row);

/* How many panels are shown. */
int fleet_shown(const struct fleet *fleet);

/* "budget $30,000", with an arrow where it lies beyond the axis; NULL: there is none. The caller frees it. */
char *fleet_limit(const struct fleet *fleet, int panel);

/* "8 cards · $12,203 · 31.8 d"; the caller frees it. */
char *fleet_detail(const struct fleet *fleet, int row);

#endif
