/* A number by its dimension. */
#include "report/unknown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/axis.h"
#include "report/span.h"
#include "report/words.h"

char *unknown_name(const struct scenario *scenario, int unknown)
{
    const struct unknown *u = &scenario->unknowns.of[unknown];
    return mem_format("%s: %s", u->owner, u->path);
}

/* What follows a number, as people read it; units that are not listed stand as scenario files write them. */
static const char *in_words(const char *unit)
{
    static const char *const known[] = {N_("/GPU-hour"), N_("/node-hour"), N_("/kWh"),
                                        N_("/hour"),     N_("/node"),      N_("/GPU"),
                                        N_("/GB-hour"),  N_(" GPU-hours"), N_(" node-hours")};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], unit) == 0)
            return _(known[i]);
    return unit;
}

/* To three digits. */
static double rounded(double x)
{
    double step = pow(10.0, floor(log10(fabs(x))) - 2.0);
    return round(x / step) * step;
}

/* Three digits. */
static void add_number(struct text *out, double x)
{
    char number[64];
    double size = fabs(x), whole = size > 0.0 ? floor(log10(size)) : 0.0;
    if (size > 0.0 && (size < 1e-3 || size >= 1e9)) {
        text_addf(out, "%.3g", x);
        return;
    }
    text_add(out, text_grouped(whole > 2.0 ? rounded(x) : x, whole < 2.0 ? (int)(2.0 - whole) : 0, number));
}

/* Yuan of 10,000 and more as axis_money() has them in Chinese. */
static void add_money(struct text *out, const struct scenario *scenario, double x)
{
    char number[AXIS_ROOM];
    if (x >= 1e4 && catalogue_is_chinese() && strcmp(scenario->currency, "CNY") == 0) {
        text_add(out, axis_money(rounded(x), words_currency(scenario), number));
    } else {
        words_add_currency(scenario, out);
        add_number(out, x);
    }
}

/* Whether only time counts, with this exponent. */
static bool only_time(const struct unit *unit, int exponent)
{
    for (int i = 0; i < DIM_COUNT; i++)
        if (unit->dim[i] != (i == DIM_TIME ? exponent : 0))
            return false;
    return true;
}

/* So much of it an hour. */
static bool is_flow(const struct unit *unit, enum dim of)
{
    struct unit other = *unit;
    other.dim[of] = 0;
    return unit->dim[of] == 1 && only_time(&other, -1);
}

void unknown_add_value(struct text *out, const struct scenario *scenario, int unknown, double x)
{
    const struct unit *unit = &scenario->unknowns.of[unknown].unit;
    char dim[80];
    struct text often = {0};
    unit_dim_text(unit, dim);
    if (only_time(unit, 1) && x > 0.0) {
        span_add(out, x);
    } else if (only_time(unit, -1) && x > 0.0) {
        span_add(&often, 1.0 / x);
        text_addf(out, _("1 per %s"), often.at);
    } else if (strncmp(dim, "1/", 2) == 0 && x > 0.0) {
        char *units = mem_format(" %ss", dim + 2);
        add_number(&often, 1.0 / x);
        text_addf(out, _("1 per %s%s"), often.at, in_words(units));
        free(units);
    } else if (is_flow(unit, DIM_BYTES)) {
        add_number(out, x / 3600.0);
        text_add(out, " GB/s");
    } else if (is_flow(unit, DIM_ENERGY)) {
        add_number(out, x);
        text_add(out, " kW");
    } else if (strncmp(dim, "money", 5) == 0) {
        add_money(out, scenario, x);
        text_add(out, in_words(dim + 5));
    } else if (unit->share) {
        add_number(out, 100.0 * x);
        text_add(out, "%");
    } else {
        add_number(out, x);
        text_addf(out, "%s%s", strcmp(dim, "number") == 0 ? "" : " ", strcmp(dim, "number") == 0 ? "" : dim);
    }
    text_release(&often);
}
