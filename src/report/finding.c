/* Sentences on means and medians. */
#include "report/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/axis.h"
#include "report/headline.h"
#include "report/share.h"
#include "report/words.h"

static char *finding_name(const struct lineup *lineup, int row)
{
    return sheet_cut(lineup->row[row].name, STYLE_HEADLINE_SMALL, lineup->n > 1 ? 460 : 900);
}

/* ---- means ---- */

static const struct distribution *cost(const struct lineup *lineup, int row)
{
    return &lineup->row[row].plan->cost;
}

/* The row of lowest mean but for one row; -1: none. */
static int lowest_mean(const struct lineup *lineup, const struct stack *stack, int except)
{
    int best = -1;
    for (int i = 0; i < lineup->n; i++)
        if (i != except && !isnan(stack->total[i]) && (best < 0 || stack->total[i] < stack->total[best]))
            best = i;
    return best;
}

/* Without an interval, nothing can be told apart. */
static bool means_overlap(const struct distribution *a, const struct distribution *b)
{
    return !(a->mean_high < b->mean_low || b->mean_high < a->mean_low);
}

static int largest_class(const double *part)
{
    int most = 0;
    for (int c = 1; c < CLASS_COUNT; c++)
        most = part[c] > part[most] ? c : most;
    return most;
}

static void say_mean(const struct lineup *lineup, const struct stack *stack, int row, struct text *out)
{
    const struct distribution *d = cost(lineup, row);
    double budget = lineup->result->scenario->budget, total = stack->total[row];
    char mean[AXIS_ROOM], limit[AXIS_ROOM], most[AXIS_ROOM];
    int class = largest_class(stack->part[row]);
    struct text share = {0};
    axis_money(total, lineup->currency, mean);
    axis_money(words_find(d, 90)->value, lineup->currency, most);
    if (budget > 0) {
        axis_money(budget, lineup->currency, limit);
        share_say_percent(fabs(total / budget - (total > budget)), &share);
        if (d->mean_low <= budget && budget <= d->mean_high)
            text_addf(out, _("The mean cost of %s is about the budget of %s; P90 is %s"), mean, limit, most);
        else if (total <= budget)
            text_addf(out, _("The mean cost of %s is %s of the budget; P90 is %s"), mean, share.at, most);
        else
            text_addf(out, _("The mean cost of %s is %s over the budget of %s; P90 is %s"), mean, share.at, limit,
                      most);
    } else if (total > 0) {
        share_say_percent(stack->part[row][class] / total, &share);
        text_addf(out, _("The mean cost is %s, of which %s is %s"), mean, share.at, _(stack_names[class]));
    } else {
        text_addf(out, _("The mean cost is %s"), mean);
    }
    text_release(&share);
}

/* Appends the class that makes over half of a difference, if one does. */
static void say_class(const struct stack *stack, int cheap, int dear, struct text *out)
{
    double more[CLASS_COUNT], all = stack->total[dear] - stack->total[cheap];
    for (int c = 0; c < CLASS_COUNT; c++)
        more[c] = stack->part[dear][c] - stack->part[cheap][c];
    int class = largest_class(more);
    if (more[class] > 0.5 * all)
        text_addf(out, _("; most of the difference is %s"), _(stack_names[class]));
}

static void say_means(const struct lineup *lineup, const struct stack *stack, int best, int next, int means,
                      struct text *out)
{
    char at[AXIS_ROOM], other[AXIS_ROOM], less[AXIS_ROOM];
    char *a = finding_name(lineup, best), *b = finding_name(lineup, next);
    int near = 0;
    for (int i = 0; i < lineup->n; i++)
        near += i != best && !isnan(stack->total[i]) && means_overlap(cost(lineup, i), cost(lineup, best));
    axis_money(stack->total[best], lineup->currency, at);
    axis_money(stack->total[next], lineup->currency, other);
    axis_money(stack->total[next] - stack->total[best], lineup->currency, less);
    if (lineup->result->trials.n == 1)
        text_addf(out, _("Too few trials (1) to tell plans apart; the lowest cost so far is %s with %s"), a, at);
    else if (near > 1)
        text_addf(out, _("On average, %d of %d plans cannot be told apart; the lowest is %s with %s"), near + 1, means,
                  a, at);
    else if (near == 1 && strcmp(at, other) == 0)
        text_addf(out, _("On average, %s and %s cannot be told apart: both come to %s"), a, b, at);
    else if (near == 1)
        text_addf(out, _("On average, %s and %s cannot be told apart: %s and %s"), a, b, at, other);
    else if (means > 2)
        text_addf(out, _("On average, %s costs least of %d plans: %s; next is %s with %s"), a, means, at, b, other);
    else {
        text_addf(out, _("On average, %s costs %s less than %s (%s against %s)"), a, less, b, at, other);
        say_class(stack, best, next, out);
    }
    free(a);
    free(b);
}

void finding_bars(const struct lineup *lineup, const struct stack *stack, struct text *out)
{
    int best = lowest_mean(lineup, stack, -1), next = lowest_mean(lineup, stack, best), means = 0;
    char at[AXIS_ROOM];
    for (int i = 0; i < lineup->n; i++)
        means += !isnan(stack->total[i]);
    if (best < 0) {
        headline_cdf(lineup, out);
    } else if (lineup->n == 1) {
        say_mean(lineup, stack, best, out);
    } else if (next < 0) {
        char *name = finding_name(lineup, best);
        text_addf(out, _("Only %s finishes in every trial; its mean cost is %s"), name,
                  axis_money(stack->total[best], lineup->currency, at));
        free(name);
    } else {
        say_means(lineup, stack, best, next, means, out);
    }
}

/* ---- medians ---- */

static const struct percentile *median(const struct lineup *lineup, int row, bool money)
{
    const struct summary *plan = lineup->row[row].plan;
    return words_find(money ? &plan->cost : &plan->time_h, 50);
}

static bool medians_overlap(const struct percentile *a, const struct percentile *b)
{
    return isfinite(a->value) && isfinite(b->value) && !(a->high < b->low || b->high < a->low);
}

/* The row of least median; -1: no row has a finite one. */
static int least(const struct lineup *lineup, bool money)
{
    int best = -1;
    for (int i = 0; i < lineup->n; i++)
        if (isfinite(median(lineup, i, money)->value) &&
            (best < 0 || median(lineup, i, money)->value < median(lineup, best, money)->value))
            best = i;
    return best;
}

/* Of the rows that cannot be told from the least by one measure, the one of least median by the other. */
static int least_among(const struct lineup *lineup, int than, bool money, int *near)
{
    int best = than;
    *near = 0;
    for (int i = 0; i < lineup->n; i++) {
        if (i == than || !medians_overlap(median(lineup, i, money), median(lineup, than, money)))
            continue;
        ++*near;
        if (lineup->priced && median(lineup, i, !money)->value < median(lineup, best, !money)->value)
            best = i;
    }
    return best;
}

/* Whether a name has a number among its digits. */
static bool says_number(const char *name, const char *number)
{
    size_t n = strlen(number);
    while (*name != '\0') {
        size_t digits = strspn(name, "0123456789");
        if (digits == n && memcmp(name, number, n) == 0)
            return true;
        name += digits > 0 ? digits : 1;
    }
    return false;
}

/* "own on 8 cards", or "own 8" of a plan with that name; the caller frees it. */
static char *on_cards(const struct lineup *lineup, int row)
{
    char number[64], *name = finding_name(lineup, row);
    double cards = lineup_cards(lineup->row[row].plan);
    snprintf(number, sizeof number, "%.0f", cards);
    if (says_number(name, number))
        return name;
    text_grouped(cards, 0, number);
    char *words = mem_format(cards == 1 ? _("%s on %s card") : _("%s on %s cards"), name, number);
    free(name);
    return words;
}

/* Appends "; B on 64 cards takes 41% less time, for 39% more money". */
static void say_sooner(const struct lineup *lineup, int cheap, int soon, struct text *out)
{
    char times[64], money[AXIS_ROOM], *name = on_cards(lineup, soon);
    double ratio = median(lineup, soon, true)->value / median(lineup, cheap, true)->value;
    struct text less = {0}, more = {0};
    share_say_percent(1 - median(lineup, soon, false)->value / median(lineup, cheap, false)->value, &less);
    if (ratio < 2)
        share_say_percent(ratio - 1, &more);
    if (medians_overlap(median(lineup, soon, true), median(lineup, cheap, true)))
        text_addf(out, _("; %s takes %s less time for about the same money"), name, less.at);
    else if (!isfinite(ratio))
        text_addf(out, _("; %s takes %s less time for %s"), name, less.at,
                  axis_money(median(lineup, soon, true)->value, lineup->currency, money));
    else if (ratio < 2)
        text_addf(out, _("; %s takes %s less time for %s more money"), name, less.at, more.at);
    else
        text_addf(out, _("; %s takes %s less time for %s times the money"), name, less.at,
                  text_grouped(ratio, ratio < 10 ? 1 : 0, times));
    text_release(&less);
    text_release(&more);
    free(name);
}

static void say_cheapest(const struct lineup *lineup, int cheap, int soon, int near, struct text *out)
{
    char money[AXIS_ROOM], time[AXIS_ROOM], *name = on_cards(lineup, cheap);
    /* Sooner only where the intervals say so. */
    bool same = cheap == soon || medians_overlap(median(lineup, cheap, false), median(lineup, soon, false));
    axis_money(median(lineup, cheap, true)->value, lineup->currency, money);
    axis_time(median(lineup, cheap, false)->value, time);
    if (near > 0)
        text_addf(out, _("At the median, %d of %d plans cost about the same, %s; soonest of them is %s, in %s"),
                  near + 1, lineup->n, money, name, time);
    else if (same)
        text_addf(out, _("At the median, %s costs least and none finishes sooner: %s in %s"), name, money, time);
    else
        text_addf(out, _("At the median, %s costs least, %s in %s"), name, money, time);
    if (!same)
        say_sooner(lineup, cheap, soon, out);
    free(name);
}

void finding_cards(const struct lineup *lineup, struct text *out)
{
    int soon = least(lineup, false), cheap = lineup->priced ? least(lineup, true) : soon, near, level;
    char value[AXIS_ROOM];
    if (soon < 0 || cheap < 0) {
        text_add(out, _("No plan finishes in half of the trials"));
        return;
    }
    cheap = least_among(lineup, cheap, lineup->priced, &near);
    soon = least_among(lineup, soon, false, &level);
    char *name = on_cards(lineup, lineup->priced ? cheap : soon);
    if (isnan(median(lineup, cheap, false)->low))
        text_addf(out, _("Too few trials (%ld) to tell plans apart"), lineup->result->trials.n);
    else if (lineup->priced)
        say_cheapest(lineup, cheap, soon, near, out);
    else if (level > 0)
        text_addf(out, _("At the median, %d of %d plans take about as long: %s takes %s"), level + 1, lineup->n, name,
                  axis_time(median(lineup, soon, false)->value, value));
    else
        text_addf(out, _("At the median, %s finishes first, in %s"), name,
                  axis_time(median(lineup, soon, false)->value, value));
    free(name);
}
