/* Round steps for ticks, and short texts for money and times. */
#include "report/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "report/place.h"

/* ---- single values ---- */

/* Grouped digits without the zeros that end a fraction. */
static void axis_trimmed(double x, int decimals, char out[64])
{
    text_grouped(x, decimals, out);
    char *point = strchr(out, '.');
    size_t n = strlen(out);
    if (point == NULL || strchr(out, 'e') != NULL)
        return;
    while (out[n - 1] == '0')
        n--;
    out[out[n - 1] == '.' ? n - 1 : n] = '\0';
}

/* Decimals that leave `digits` digits of x. */
static int axis_decimals(double x, int digits)
{
    if (!(x > 0) || isinf(x))
        return 0;
    int decimals = digits - 1 - (int)floor(log10(x) + 1e-9);
    return decimals < 0 ? 0 : decimals > 15 ? 15 : decimals;
}

/* A symbol stands before the amount at once, a code with a blank. */
static const char *axis_gap(const char *currency)
{
    return currency[0] >= 'A' && currency[0] <= 'Z' ? " " : "";
}

struct axis_scale {
    double by;
    const char *sign;
};

static struct axis_scale axis_scale_of(double amount, double thousands_from)
{
    if (amount >= 1e12)
        return (struct axis_scale){1e12, "T"};
    if (amount >= 1e9)
        return (struct axis_scale){1e9, "B"};
    if (amount >= 1e6)
        return (struct axis_scale){1e6, "M"};
    if (amount >= thousands_from)
        return (struct axis_scale){1e3, "k"};
    return (struct axis_scale){1, ""};
}

/* Whether money is in yuan for readers of Chinese, who count in units of 10,000 and 100,000,000. */
static bool axis_in_myriads(const char *currency)
{
    return catalogue_is_chinese() && strcmp(currency, AXIS_YUAN) == 0;
}

/* The digits of axis_money in those units. */
static void axis_yuan(double amount, char out[AXIS_ROOM])
{
    struct axis_scale scale = axis_scale_of(amount, INFINITY);
    double shown = scale.by > 1 ? scale.by * pow(10, -axis_decimals(amount / scale.by, 4)) : 1;
    char number[64];
    shown *= round(amount / shown);
    axis_trimmed(shown / (shown >= 1e8 ? 1e8 : 1e4), 4, number);
    snprintf(out, AXIS_ROOM, shown >= 1e8 ? _("%.60s x 100,000,000 yuan") : _("%.60s x 10,000 yuan"), number);
}

const char *axis_money(double amount, const char *currency, char out[AXIS_ROOM])
{
    struct axis_scale scale = axis_scale_of(amount, INFINITY);
    double scaled = amount / scale.by;
    char number[64];
    if (axis_in_myriads(currency) && amount >= 1e4) {
        axis_yuan(amount, out);
        return out;
    }
    if (scale.by > 1)
        axis_trimmed(scaled, axis_decimals(scaled, 4), number);
    else if (amount >= 100 || fabs(amount - round(amount)) < 0.005)
        text_grouped(amount, amount < 0.005 && amount > 0 ? axis_decimals(amount, 2) : 0, number);
    else
        text_grouped(amount, amount >= 0.1 ? 2 : axis_decimals(amount, 2), number);
    snprintf(out, AXIS_ROOM, "%.8s%s%.60s%s", currency, axis_gap(currency), number, scale.sign);
    return out;
}

double axis_money_step(double amount)
{
    struct axis_scale scale = axis_scale_of(amount, INFINITY);
    if (scale.by > 1)
        return scale.by * pow(10, -axis_decimals(amount / scale.by, 4));
    if (amount >= 100)
        return 1;
    return amount >= 0.1 || !(amount > 0) ? 0.01 : pow(10, -axis_decimals(amount, 2));
}

struct axis_unit {
    double hours;
    const char *name;
};

static struct axis_unit axis_unit_of(double hours)
{
    if (hours >= 72)
        return (struct axis_unit){24, _("d")};
    if (hours >= 2)
        return (struct axis_unit){1, _("h")};
    if (hours >= 2.0 / 60)
        return (struct axis_unit){1.0 / 60, _("min")};
    return (struct axis_unit){1.0 / 3600, _("s")};
}

static const char *axis_time_in(struct axis_unit unit, double hours, char out[AXIS_ROOM])
{
    double x = hours / unit.hours;
    char number[64];
    axis_trimmed(x, axis_decimals(x, 3), number);
    snprintf(out, AXIS_ROOM, "%.60s %.16s", number, unit.name);
    return out;
}

const char *axis_time(double hours, char out[AXIS_ROOM])
{
    return axis_time_in(axis_unit_of(hours), hours, out);
}

const char *axis_value(const struct axis *axis, double value, char out[AXIS_ROOM])
{
    char number[64];
    if (axis->quantity == AXIS_MONEY)
        return axis_money(value, axis->currency, out);
    if (axis->quantity == AXIS_TIME)
        return axis_time(value, out);
    if (axis->quantity == AXIS_NUMBER) {
        axis_trimmed(value, axis_decimals(fabs(value), 4), number);
        /* "$2.50" */
        if (axis->before[0] != '\0' && strchr(number, '.') != NULL && strchr(number, '.')[2] == '\0')
            text_grouped(value, 2, number);
        snprintf(out, AXIS_ROOM, "%.12s%.40s%.40s", axis->before, number, axis->behind);
        return out;
    }
    axis_trimmed(100 * value, fabs(value) < 0.01 ? axis_decimals(100 * fabs(value), 3) : 1, number);
    snprintf(out, AXIS_ROOM, "%.60s%%", number);
    return out;
}

const char *axis_note(const struct axis *axis, double value, char out[AXIS_ROOM])
{
    if (axis->quantity == AXIS_TIME && !axis->log)
        return axis_time_in(axis_unit_of(axis->max), value, out);
    return axis_value(axis, value, out);
}

/* ---- ends ---- */

void axis_span(struct axis *axis, double low, double high, bool may_log)
{
    const double margin = 0.06, narrowest = 0.02;
    axis->log = may_log && low > 0 && high > 20 * low;
    if (axis->log) {
        double wider = exp(margin * log(high / low));
        axis->min = low / wider;
        axis->max = high * wider;
        return;
    }
    double middle = 0.5 * (low + high), half = fmax(0.5 * (high - low), 0.5 * narrowest * fabs(high));
    if (!(half > 0))
        half = 0.5;
    axis->min = fmax(0, middle - half * (1 + 2 * margin));
    axis->max = middle + half * (1 + 2 * margin);
}

double axis_at(const struct axis *axis, double value)
{
    if (axis->log)
        return log(value / axis->min) / log(axis->max / axis->min);
    return (value - axis->min) / (axis->max - axis->min);
}

/* ---- ticks ---- */

/* The least round step at or above x: 1, 2, 5 or, with halves, 2.5 times a power of ten. */
static double axis_decimal_step(double x, bool halves)
{
    static const double round_ones[] = {1, 2, 2.5, 5};
    double power = pow(10, floor(log10(x)));
    for (size_t i = 0; i < sizeof round_ones / sizeof *round_ones; i++)
        if (round_ones[i] * power >= x * (1 - 1e-9) && (halves || round_ones[i] != 2.5))
            return round_ones[i] * power;
    return 10 * power;
}

/* The same in seconds, minutes or hours, of which 60 or 24 make the next unit. */
static double axis_clock_step(double x)
{
    static const double round_ones[] = {1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60};
    for (size_t i = 0; x > 0.5 && i < sizeof round_ones / sizeof *round_ones; i++)
        if (round_ones[i] >= x * (1 - 1e-9))
            return round_ones[i];
    return axis_decimal_step(x, false);
}

/* Decimals that a multiple of the step needs. */
static int axis_step_decimals(double step)
{
    int decimals = 0;
    for (double x = step; decimals < 15 && fabs(x - round(x)) > 1e-6 * fabs(x); x *= 10)
        decimals++;
    return decimals;
}

static void axis_add(struct axis *axis, double value, double scaled, int decimals, const char *sign)
{
    char number[64], *label = axis->label[axis->ticks];
    if (axis->ticks == AXIS_TICKS)
        return;
    text_grouped(scaled, value == 0 && axis->quantity == AXIS_MONEY ? 0 : decimals, number);
    if (axis->quantity == AXIS_MONEY)
        snprintf(label, AXIS_ROOM, "%.8s%s%.60s%s", axis->currency, axis_gap(axis->currency), number,
                 value == 0 ? "" : sign);
    else if (axis->quantity == AXIS_NUMBER)
        snprintf(label, AXIS_ROOM, "%.12s%.40s%.40s", axis->before, number, axis->behind);
    else
        snprintf(label, AXIS_ROOM, "%.60s%s%.16s", number, axis->quantity == AXIS_TIME ? " " : "", sign);
    axis->tick[axis->ticks++] = value;
}

/* Ticks of a straight axis: all multiples of one step, in one unit. */
static void axis_even(struct axis *axis, int most)
{
    struct axis_unit unit = {0.01, "%"};
    double span = axis->max - axis->min;
    if (axis->quantity == AXIS_TIME)
        unit = axis_unit_of(axis->max);
    if (axis->quantity == AXIS_NUMBER)
        unit = (struct axis_unit){1, ""};
    double least = span / most / (axis->quantity == AXIS_MONEY ? 1 : unit.hours);
    bool clock = axis->quantity == AXIS_TIME && unit.hours < 24;
    double step = clock ? axis_clock_step(least) : axis_decimal_step(least, axis->quantity == AXIS_MONEY);
    if (axis->quantity == AXIS_MONEY) {
        struct axis_scale scale = axis_scale_of(axis->max, 1e5);
        if (axis_in_myriads(axis->currency) && axis->max >= 1e5)
            scale = axis->max >= 1e9 ? (struct axis_scale){1e8, _("x 100,000,000")}
                                     : (struct axis_scale){1e4, _("x 10,000")};
        unit = (struct axis_unit){scale.by, scale.sign};
        step /= scale.by;
    }
    int decimals = axis_step_decimals(step);
    bool sign = axis->quantity == AXIS_NUMBER && axis->before[0] != '\0';
    if (((axis->quantity == AXIS_MONEY && unit.hours == 1) || sign) && decimals == 1)
        decimals = 2; /* "$2.50" */
    axis->ticks = 0;
    for (double k = ceil(axis->min / unit.hours / step - 1e-6); k * step * unit.hours <= axis->max + 1e-6 * span; k++)
        axis_add(axis, k * step * unit.hours, k * step, decimals, unit.name);
}

/* Ticks of a logarithmic axis: the given round numbers in every power of ten. One tick too many says that there are
 * more than the axis can hold. */
static int axis_decades(struct axis *axis, const double *round_ones, int n)
{
    int last = (int)floor(log10(axis->max)), found = 0;
    axis->ticks = 0;
    for (int power = (int)floor(log10(axis->min)); power <= last; power++)
        for (int i = 0; i < n; i++) {
            double value = round_ones[i] * pow(10, power);
            if (value < axis->min || value > axis->max || ++found > AXIS_TICKS)
                continue;
            axis_value(axis, value, axis->label[axis->ticks]);
            axis->tick[axis->ticks++] = value;
        }
    return found;
}

/* The same of times, which have round numbers of their own in each unit. */
static int axis_clock_decades(struct axis *axis, int set)
{
    static const double sets[3][4][8] = {
        {{1, 2, 5, 10, 20, 30}, {1, 2, 5, 10, 20, 30}, {1, 2, 4, 8}, {1, 2, 5, 10, 20, 50, 100}},
        {{1, 5, 20}, {1, 5, 20}, {1, 5}, {1, 3, 10, 30, 100}},
        {{1, 10}, {1, 10}, {1}, {1, 10, 100}}};
    const struct axis_unit units[] = {{1.0 / 3600, _("s")}, {1.0 / 60, _("min")}, {1, _("h")}, {24, _("d")}};
    int found = 0;
    axis->ticks = 0;
    for (int u = 0; u < 4; u++)
        for (int i = 0; i < 8 && sets[set][u][i] > 0; i++) {
            double value = sets[set][u][i] * units[u].hours;
            if (value < axis->min || value > axis->max || ++found > AXIS_TICKS)
                continue;
            axis_time_in(units[u], value, axis->label[axis->ticks]);
            axis->tick[axis->ticks++] = value;
        }
    return found;
}

static bool axis_fits(const struct axis *axis, double length, double size_px, double gap, bool vertical)
{
    double line = size_px > 0 ? 1.6 * size_px : 2;
    for (int i = 1; i < axis->ticks; i++) {
        double away = length * (axis_at(axis, axis->tick[i]) - axis_at(axis, axis->tick[i - 1])), need = line;
        if (!vertical && size_px > 0)
            need = 0.5 * (place_text_width(axis->label[i], size_px, false) +
                          place_text_width(axis->label[i - 1], size_px, false)) +
                   gap;
        else if (!vertical)
            need = 0.5 * (text_width(axis->label[i]) + text_width(axis->label[i - 1])) + gap + 0.5;
        if (away < need)
            return false;
    }
    return true;
}

void axis_ticks(struct axis *axis, int most, double length, double size_px, double gap, bool vertical)
{
    static const double sets[][3] = {{1, 2, 5}, {1, 3, 0}, {1, 0, 0}};
    for (int i = 0; axis->log && i < 3; i++) {
        int found = axis->quantity == AXIS_TIME ? axis_clock_decades(axis, i) : axis_decades(axis, sets[i], 3 - i);
        if (found >= 2 && found <= most && axis_fits(axis, length, size_px, gap, vertical))
            return;
    }
    /* Less than a decade may hold no round number. */
    if (axis->log && axis->ticks >= 2)
        return;
    for (; most >= 1; most--) {
        axis_even(axis, most);
        if (axis->ticks <= most + 1 && axis_fits(axis, length, size_px, gap, vertical))
            return;
    }
}
