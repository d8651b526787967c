/* Series, dots and axes by number of cards. */
#include "report/fleet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/words.h"

double fleet_cards(const struct fleet *fleet, int row)
{
    return lineup_cards(fleet->lineup.row[row].plan);
}

/* ---- series ---- */

/* A plan's name with each number that is its number of cards replaced by "n": plans that differ in nothing else are one
 * series. The caller frees it. */
static char *fleet_pattern(const struct fleet *fleet, int row)
{
    const char *name = fleet->lineup.row[row].name;
    char number[32];
    struct text out = {0};
    size_t n = (size_t)snprintf(number, sizeof number, "%.0f", fleet_cards(fleet, row));
    for (size_t at = 0; name[at] != '\0';) {
        size_t digits = strspn(name + at, "0123456789");
        if (digits == n && memcmp(name + at, number, n) == 0)
            text_add(&out, "n");
        else
            text_add_n(&out, name + at, digits > 0 ? digits : 1);
        at += digits > 0 ? digits : 1;
    }
    return out.at != NULL ? out.at : mem_copy("");
}

static bool fleet_same_kind(const struct plan *a, const struct plan *b)
{
    return a->market.preemptible == b->market.preemptible && a->keeps_machines == b->keeps_machines &&
           a->own.priced == b->own.priced;
}

/* Whether a series has a plan on as many cards. */
static bool fleet_has(const struct fleet *fleet, int series, int row)
{
    for (int i = 0; i < row; i++)
        if (fleet->series[i] == series && fleet_cards(fleet, i) == fleet_cards(fleet, row))
            return true;
    return false;
}

/* "own n" and "own-n" are called "own". */
static void fleet_name_series(struct fleet *fleet, int row)
{
    bool alone = true;
    for (int i = 0; i < fleet->lineup.n; i++)
        alone = alone && (i == row || fleet->series[i] != row);
    if (alone) {
        free(fleet->name[row]);
        fleet->name[row] = mem_copy(fleet->lineup.row[row].name);
    }
    size_t n = strlen(fleet->name[row]);
    if (!alone && n > 2 && fleet->name[row][n - 1] == 'n' && strchr(" -_", fleet->name[row][n - 2]) != NULL)
        fleet->name[row][n - 2] = '\0';
}

static void fleet_group(struct fleet *fleet)
{
    for (int i = 0; i < fleet->lineup.n; i++) {
        fleet->name[i] = fleet_pattern(fleet, i);
        fleet->series[i] = i;
        for (int k = 0; k < i && fleet->series[i] == i; k++)
            if (fleet->series[k] == k && strcmp(fleet->name[k], fleet->name[i]) == 0 && !fleet_has(fleet, k, i) &&
                fleet_same_kind(fleet->lineup.row[i].plan->typical, fleet->lineup.row[k].plan->typical))
                fleet->series[i] = k;
        fleet->lineup.row[i].colour = fleet->lineup.row[fleet->series[i]].colour;
    }
    for (int i = 0; i < fleet->lineup.n; i++)
        if (fleet->series[i] == i)
            fleet_name_series(fleet, i);
}

static void fleet_sort(struct fleet *fleet)
{
    for (int i = 0; i < fleet->lineup.n; i++) {
        int at = i;
        for (; at > 0 && fleet_cards(fleet, fleet->order[at - 1]) > fleet_cards(fleet, i); at--)
            fleet->order[at] = fleet->order[at - 1];
        fleet->order[at] = i;
    }
    fleet->fewest = fleet_cards(fleet, fleet->order[0]);
    fleet->most = fleet_cards(fleet, fleet->order[fleet->lineup.n - 1]);
    fleet->counts = 1;
    for (int i = 1; i < fleet->lineup.n; i++)
        fleet->counts += fleet_cards(fleet, fleet->order[i]) > fleet_cards(fleet, fleet->order[i - 1]);
}

int fleet_next(const struct fleet *fleet, int row)
{
    int best = -1;
    for (int i = 0; i < fleet->lineup.n; i++)
        if (fleet->series[i] == fleet->series[row] && fleet_cards(fleet, i) > fleet_cards(fleet, row) &&
            (best < 0 || fleet_cards(fleet, i) < fleet_cards(fleet, best)))
            best = i;
    return best;
}

/* ---- data ---- */

static struct fleet_dot fleet_read_median(const struct distribution *d)
{
    const struct percentile *half = words_find(d, 50);
    if (!isfinite(half->value))
        return (struct fleet_dot){.at = NAN};
    return (struct fleet_dot){half->value, words_find(d, 10)->value, words_find(d, 90)->value,
                              isnan(half->low) ? half->value : half->low,
                              isfinite(half->high) ? half->high : half->value};
}

static struct fleet_dot fleet_read_rate(const struct summary *plan)
{
    double rate = plan->cost_per_effective_gpu_h, low = rate * (plan->cost.mean_low / plan->cost.mean),
           high = rate * (plan->cost.mean_high / plan->cost.mean);
    return (struct fleet_dot){rate, rate, rate, isfinite(low) ? fmax(0, low) : rate, isfinite(high) ? high : rate};
}

static void fleet_read(struct fleet *fleet)
{
    const struct scenario *scenario = fleet->lineup.result->scenario;
    fleet->panel[FLEET_COST] =
        (struct fleet_panel){.shown = fleet->lineup.priced, .title = _("Cost"), .limit = scenario->budget};
    fleet->panel[FLEET_TIME] =
        (struct fleet_panel){.shown = true, .title = _("Time to finish"), .limit = scenario->deadline_h};
    fleet->panel[FLEET_RATE] = (struct fleet_panel){.title = _("Mean cost per effective GPU-hour"), .limit = -1};
    for (int i = 0; i < fleet->lineup.n; i++) {
        fleet->panel[FLEET_COST].dot[i] = fleet_read_median(&fleet->lineup.row[i].plan->cost);
        fleet->panel[FLEET_TIME].dot[i] = fleet_read_median(&fleet->lineup.row[i].plan->time_h);
        fleet->panel[FLEET_RATE].dot[i] = fleet_read_rate(fleet->lineup.row[i].plan);
    }
    /* Unfinished trials may leave no plan a rate. */
    bool rated = false;
    for (int i = 0; i < fleet->lineup.n; i++)
        rated = rated || !isnan(fleet->panel[FLEET_RATE].dot[i].at);
    fleet->panel[FLEET_RATE].shown = fleet->lineup.priced && rated;
}

static void fleet_set_axis(struct fleet *fleet, int k)
{
    struct fleet_panel *panel = &fleet->panel[k];
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < fleet->lineup.n; i++) {
        const struct fleet_dot *dot = &panel->dot[i];
        if (isnan(dot->at))
            continue;
        low = fmin(low, fmin(dot->low, dot->sure_low));
        high = fmax(high, fmax(isfinite(dot->high) ? dot->high : dot->at, dot->sure_high));
    }
    if (!(low <= high)) {
        low = 0;
        high = panel->limit > 0 ? panel->limit : 1;
    }
    panel->axis =
        (struct axis){.quantity = k == FLEET_TIME ? AXIS_TIME : AXIS_MONEY, .currency = fleet->lineup.currency};
    panel->limit_off =
        panel->limit >= 0 && (panel->limit > high + 0.5 * (high - low) || panel->limit < low - 0.5 * (high - low));
    if (panel->limit >= 0 && !panel->limit_off) {
        low = fmin(low, panel->limit);
        high = fmax(high, panel->limit);
    }
    axis_span(&panel->axis, low, high, true);
    /* A name beside the lowest dot stands above the axis. */
    if (panel->axis.log)
        panel->axis.min /= pow(panel->axis.max / panel->axis.min, 0.08);
    else
        panel->axis.min = fmax(0, panel->axis.min - 0.08 * (panel->axis.max - panel->axis.min));
}

int fleet_shown(const struct fleet *fleet)
{
    int n = 0;
    for (int k = 0; k < FLEET_PANELS; k++)
        n += fleet->panel[k].shown;
    return n;
}

/* ---- texts ---- */

char *fleet_limit(const struct fleet *fleet, int k)
{
    const struct fleet_panel *panel = &fleet->panel[k];
    char value[AXIS_ROOM];
    if (panel->limit < 0)
        return NULL;
    axis_value(&panel->axis, panel->limit, value);
    char *name = mem_format(k == FLEET_COST ? _("budget %s") : _("deadline %s"), value);
    char *text = !panel->limit_off
                     ? mem_copy(name)
                     : mem_format("%s %s", name, panel->limit > panel->axis.max ? "\xe2\x86\x91" : "\xe2\x86\x93");
    free(name);
    return text;
}

char *fleet_detail(const struct fleet *fleet, int row)
{
    char number[64], money[AXIS_ROOM], time[AXIS_ROOM];
    double cost = fleet->panel[FLEET_COST].dot[row].at, hours = fleet->panel[FLEET_TIME].dot[row].at;
    text_grouped(fleet_cards(fleet, row), 0, number);
    char *on = mem_format(fleet_cards(fleet, row) == 1 ? _("%s card") : _("%s cards"), number), *detail;
    if (isnan(hours))
        detail = mem_format(_("%s \xc2\xb7 P50 not reached"), on);
    else if (!fleet->lineup.priced)
        detail = mem_format("%s \xc2\xb7 %s", on, axis_time(hours, time));
    else
        detail = mem_format("%s \xc2\xb7 %s \xc2\xb7 %s", on, axis_money(cost, fleet->lineup.currency, money),
                            axis_time(hours, time));
    free(on);
    return detail;
}

/* ---- the whole ---- */

void fleet_init(struct fleet *fleet, const struct result *result)
{
    *fleet = (struct fleet){0};
    lineup_init(&fleet->lineup, result);
    fleet_sort(fleet);
    fleet_group(fleet);
    fleet_read(fleet);
    for (int k = 0; k < FLEET_PANELS; k++)
        fleet_set_axis(fleet, k);
}

void fleet_release(struct fleet *fleet)
{
    for (int i = 0; i < fleet->lineup.n; i++)
        free(fleet->name[i]);
    lineup_release(&fleet->lineup);
}
