/* Money, times, shares and other numbers as charts write them, and where an axis has its ends and ticks. */
#ifndef RUNODDS_REPORT_AXIS_H
#define RUNODDS_REPORT_AXIS_H

#include <stdbool.h>

enum { AXIS_ROOM = 96, AXIS_TICKS = 12 };

enum axis_quantity { AXIS_MONEY, AXIS_TIME, AXIS_SHARE, AXIS_NUMBER };

struct axis {
    enum axis_quantity quantity;
    const char *currency;        /* symbol or code, AXIS_MONEY only */
    const char *before, *behind; /* what stands around a number, AXIS_NUMBER only */
    double min, max;             /* money, hours, a share from 0 to 1, or a number */
    bool log;
    int ticks;
    double tick[AXIS_TICKS];
    char label[AXIS_TICKS][AXIS_ROOM];
};

/* The sign of the yuan, which in Chinese no other currency has. */
#define AXIS_YUAN "\xc2\xa5"

/* "$9,433", "$54.21", "$0.0042", "$1.235M"; a code instead of a symbol is set apart: "CHF 54". In Chinese amounts in
 * yuan of 10,000 and more have the same digits in units of 10,000 or 100,000,000. Returns out. */
const char *axis_money(double amount, const char *currency, char out[AXIS_ROOM]);

/* The least difference that axis_money shows between amounts of that size: $1 of $9,433, $1,000 of $1.235M. */
double axis_money_step(double amount);

/* "45 s", "90 min", "41.3 h", "21.9 d": three digits, no trailing zeros. Returns out. */
const char *axis_time(double hours, char out[AXIS_ROOM]);

/* A value of the axis's quantity, written as above. */
const char *axis_value(const struct axis *axis, double value, char out[AXIS_ROOM]);

/* The same beside an axis: times on a straight one are in the unit of its ticks. */
const char *axis_note(const struct axis *axis, double value, char out[AXIS_ROOM]);

/* Sets the ends to hold [low, high] with a margin of 6%, not below 0, and never so near that ticks cannot tell them
 * apart. `may_log` allows a logarithmic axis where high is over 20 times low. */
void axis_span(struct axis *axis, double low, double high, bool may_log);

/* Where a value lies: 0 at min, 1 at max. */
double axis_at(const struct axis *axis, double value);

/* Sets at most `most` ticks at round values, fewer where their labels at size_px would stand nearer than gap on an
 * axis of the given length. size_px 0 measures in cells of a terminal; a vertical axis only counts lines of text. */
void axis_ticks(struct axis *axis, int most, double length, double size_px, double gap, bool vertical);

#endif
