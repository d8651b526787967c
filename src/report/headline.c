/* Sentences, by the number of plans and by what the intervals allow to say. */
#include "report/headline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/axis.h"
#include "report/place.h"
#include "report/share.h"
#include "report/words.h"

enum { NAME_ROOM = 160 };

/* A name short enough for two of them to stand in two lines of a headline. */
static const char *headline_name(const struct lineup *lineup, int row, char out[NAME_ROOM])
{
    place_shorten(lineup->row[row].name, 24, true, lineup->n > 1 ? 460 : 900, out, NAME_ROOM);
    return out;
}

static const char *headline_value(const struct lineup *lineup, double value, char out[AXIS_ROOM])
{
    return lineup->priced ? axis_money(value, lineup->currency, out) : axis_time(value, out);
}

/* ---- P90 ---- */

static double p90(const struct lineup *lineup, int row)
{
    return words_find(lineup->row[row].of, 90)->value;
}

static bool overlap(const struct percentile *a, const struct percentile *b)
{
    return !(a->high < b->low || b->high < a->low);
}

/* The row of lowest finite P90 but for one row; -1: none. */
static int lowest(const struct lineup *lineup, int except)
{
    int best = -1;
    for (int i = 0; i < lineup->n; i++)
        if (i != except && isfinite(p90(lineup, i)) && (best < 0 || p90(lineup, i) < p90(lineup, best)))
            best = i;
    return best;
}

static void say_out_of_reach(const struct lineup *lineup, struct text *out)
{
    int best = 0;
    char name[NAME_ROOM];
    struct text share = {0};
    for (int i = 1; i < lineup->n; i++)
        if (lineup_finished(lineup->row[i].plan) > lineup_finished(lineup->row[best].plan))
            best = i;
    share_say(lineup_finished(lineup->row[best].plan), &share);
    if (lineup_finished(lineup->row[best].plan) <= 0)
        text_add(out, lineup->n > 1 ? _("No trial of any plan finishes") : _("No trial finishes"));
    else if (lineup->n == 1)
        text_addf(out, _("P90 is out of reach: only %s finish"), share.at);
    else
        text_addf(out, _("No plan finishes in nine trials of ten; %s comes nearest, with %s"),
                  headline_name(lineup, best, name), share.at);
    text_release(&share);
}

/* One plan against its limit, judged by the interval of P90. */
static void say_limit(const struct lineup *lineup, double limit, struct text *out)
{
    const struct summary *plan = lineup->row[0].plan;
    const struct percentile *q = words_find(lineup->row[0].of, 90);
    char at[AXIS_ROOM], own[AXIS_ROOM];
    struct text share = {0};
    double held = lineup->priced ? plan->in_budget : plan->on_time;
    share_say(held, &share);
    headline_value(lineup, limit, at);
    headline_value(lineup, q->value, own);
    if (q->low <= limit && limit <= q->high)
        text_addf(out,
                  lineup->priced ? _("The budget of %s is about the P90 cost, %s: it holds in %s")
                                 : _("The deadline of %s is about the P90 time, %s: it holds in %s"),
                  at, own, share.at);
    else if (q->value <= limit)
        text_addf(out,
                  lineup->priced ? _("The budget of %s holds in %s; the P90 cost is %s")
                                 : _("The deadline of %s holds in %s; the P90 time is %s"),
                  at, share.at, own);
    else if (held <= 0)
        text_addf(out,
                  lineup->priced ? _("The budget of %s holds in no trial; to be 90%% sure, ask for %s")
                                 : _("The deadline of %s holds in no trial; to be 90%% sure, allow %s"),
                  at, own);
    else
        text_addf(out,
                  lineup->priced ? _("The budget of %s holds in only %s; to be 90%% sure, ask for %s")
                                 : _("The deadline of %s holds in only %s; to be 90%% sure, allow %s"),
                  at, share.at, own);
    text_release(&share);
}

static void say_one(const struct lineup *lineup, struct text *out)
{
    const struct distribution *d = lineup->row[0].of;
    char half[AXIS_ROOM], most[AXIS_ROOM];
    double limit = lineup_limit(lineup);
    if (limit >= 0) {
        say_limit(lineup, limit, out);
    } else if (d->min == d->max) {
        text_addf(out, lineup->priced ? _("Every trial costs %s") : _("Every trial takes %s"),
                  headline_value(lineup, d->min, most));
    } else {
        headline_value(lineup, words_find(d, 50)->value, half);
        headline_value(lineup, p90(lineup, 0), most);
        text_addf(out,
                  lineup->priced ? _("Half of the trials cost at most %s, nine in ten at most %s")
                                 : _("Half of the trials take at most %s, nine in ten at most %s"),
                  half, most);
    }
}

/* How many rows have an interval of P90 that reaches the best one's. */
static int rivals(const struct lineup *lineup, int best)
{
    int n = 0;
    for (int i = 0; i < lineup->n; i++)
        n += i != best && isfinite(p90(lineup, i)) &&
             overlap(words_find(lineup->row[i].of, 90), words_find(lineup->row[best].of, 90));
    return n;
}

static void say_tie(const struct lineup *lineup, int best, int next, int near, struct text *out)
{
    char a[NAME_ROOM], b[NAME_ROOM], at[AXIS_ROOM], other[AXIS_ROOM];
    headline_name(lineup, best, a);
    headline_name(lineup, next, b);
    headline_value(lineup, p90(lineup, best), at);
    headline_value(lineup, p90(lineup, next), other);
    if (near > 1 && near + 1 == lineup->n)
        text_addf(out, _("At P90, the %d plans cannot be told apart; the lowest is %s with %s"), lineup->n, a, at);
    else if (near > 1)
        text_addf(out, _("At P90, %d of %d plans cannot be told apart; the lowest is %s with %s"), near + 1, lineup->n,
                  a, at);
    else if (strcmp(at, other) == 0)
        text_addf(out, _("At P90, %s and %s cannot be told apart: both come to %s"), a, b, at);
    else
        text_addf(out, _("At P90, %s and %s cannot be told apart: %s and %s"), a, b, at, other);
}

/* Of two plans told apart by cost: how the cheaper one finishes, where the times can be told apart too. */
static void say_finish(const struct lineup *lineup, int cheap, int dear, struct text *out)
{
    const struct percentile *a = words_find(&lineup->row[cheap].plan->time_h, 90);
    const struct percentile *b = words_find(&lineup->row[dear].plan->time_h, 90);
    char by[AXIS_ROOM];
    if (!lineup->priced || overlap(a, b) || !isfinite(a->value) || !isfinite(b->value))
        return;
    axis_time(fabs(a->value - b->value), by);
    text_addf(out, a->value > b->value ? _(", but finishes %s later") : _(", and finishes %s earlier"), by);
}

static void say_lowest(const struct lineup *lineup, int best, int next, struct text *out)
{
    char a[NAME_ROOM], b[NAME_ROOM], at[AXIS_ROOM], other[AXIS_ROOM];
    headline_name(lineup, best, a);
    headline_name(lineup, next, b);
    headline_value(lineup, p90(lineup, best), at);
    headline_value(lineup, p90(lineup, next), other);
    if (lineup->n > 2) {
        text_addf(out,
                  lineup->priced ? _("At P90, %s costs least of %d plans: %s; next is %s with %s")
                                 : _("At P90, %s finishes first of %d plans, in %s; next is %s with %s"),
                  a, lineup->n, at, b, other);
        return;
    }
    struct text less = {0};
    share_say_percent(1 - p90(lineup, best) / p90(lineup, next), &less);
    text_addf(out,
              lineup->priced ? _("At P90, %s costs %s less than %s (%s against %s)")
                             : _("At P90, %s takes %s less time than %s (%s against %s)"),
              a, less.at, b, at, other);
    say_finish(lineup, best, next, out);
    text_release(&less);
}

/* No interval of P90: no finding either. */
static void say_few(const struct lineup *lineup, int best, struct text *out)
{
    char name[NAME_ROOM], at[AXIS_ROOM];
    headline_name(lineup, best, name);
    headline_value(lineup, p90(lineup, best), at);
    if (lineup->n == 1)
        text_addf(out, _("Too few trials (%ld) for an interval of P90, which is %s so far"), lineup->result->trials.n,
                  at);
    else
        text_addf(out, _("Too few trials (%ld) to tell plans apart at P90; the lowest so far is %s with %s"),
                  lineup->result->trials.n, name, at);
}

void headline_cdf(const struct lineup *lineup, struct text *out)
{
    char name[NAME_ROOM], at[AXIS_ROOM];
    int best = lowest(lineup, -1), next = lowest(lineup, best);
    if (best < 0) {
        say_out_of_reach(lineup, out);
        return;
    }
    if (isnan(words_find(lineup->row[best].of, 90)->low)) {
        say_few(lineup, best, out);
    } else if (lineup->n == 1) {
        say_one(lineup, out);
    } else if (next < 0) {
        headline_name(lineup, best, name);
        headline_value(lineup, p90(lineup, best), at);
        text_addf(out,
                  lineup->priced ? _("Only %s finishes in nine trials of ten; at P90 it costs %s")
                                 : _("Only %s finishes in nine trials of ten; at P90 it takes %s"),
                  name, at);
    } else if (rivals(lineup, best) > 0) {
        say_tie(lineup, best, next, rivals(lineup, best), out);
    } else {
        say_lowest(lineup, best, next, out);
    }
}

/* ---- both limits ---- */

/* The share that the cloud is judged by, and its sentences. */
struct limit_words {
    size_t offset; /* of the share in struct summary */
    const char *one, *none, *two, *more;
    const char *close, *equal, *several; /* where intervals overlap: two plans, with one share, more plans */
};

static const struct limit_words limit_both = {
    offsetof(struct summary, both),
    N_("Budget and deadline are both met in %s"),
    N_("Budget and deadline are both met in no trial of any plan"),
    N_("Budget and deadline are both met in %s with %s, in %s with %s"),
    N_("Budget and deadline are met most often with %s, in %s; next is %s with %s"),
    N_("%s and %s meet budget and deadline about as often: in %s and %s"),
    N_("%s and %s meet budget and deadline about as often: in %s each"),
    N_("%d of %d plans meet budget and deadline about as often as %s, in %s")};
static const struct limit_words limit_budget = {offsetof(struct summary, in_budget),
                                                N_("The budget is kept in %s"),
                                                N_("The budget is kept in no trial of any plan"),
                                                N_("The budget is kept in %s with %s, in %s with %s"),
                                                N_("The budget is kept most often with %s, in %s; next is %s with %s"),
                                                N_("%s and %s keep the budget about as often: in %s and %s"),
                                                N_("%s and %s keep the budget about as often: in %s each"),
                                                N_("%d of %d plans keep the budget about as often as %s, in %s")};
static const struct limit_words limit_deadline = {
    offsetof(struct summary, on_time),
    N_("The deadline is met in %s"),
    N_("The deadline is met in no trial of any plan"),
    N_("The deadline is met in %s with %s, in %s with %s"),
    N_("The deadline is met most often with %s, in %s; next is %s with %s"),
    N_("%s and %s meet the deadline about as often: in %s and %s"),
    N_("%s and %s meet the deadline about as often: in %s each"),
    N_("%d of %d plans meet the deadline about as often as %s, in %s")};

static double held(const struct limit_words *words, const struct lineup *lineup, int row)
{
    return *(const double *)(const void *)((const char *)lineup->row[row].plan + words->offset);
}

/* The row that holds its limits most often but for one row; -1: none. */
static int surest(const struct limit_words *words, const struct lineup *lineup, int except)
{
    int best = -1;
    for (int i = 0; i < lineup->n; i++)
        if (i != except && (best < 0 || held(words, lineup, i) > held(words, lineup, best)))
            best = i;
    return best;
}

/* Which sentence fits, for more than one plan. */
static void say_shares(const struct limit_words *words, const struct lineup *lineup, int best, int next,
                       struct text *out)
{
    char a[NAME_ROOM], b[NAME_ROOM];
    struct text share = {0}, other = {0};
    double top = held(words, lineup, best), second = held(words, lineup, next);
    int near = 0;
    for (int i = 0; i < lineup->n; i++)
        near += i != best && share_overlap(top, held(words, lineup, i), lineup->result->trials.n);
    share_say(top, &share);
    share_say(second, &other);
    headline_name(lineup, best, a);
    headline_name(lineup, next, b);
    if (near > 1)
        text_addf(out, _(words->several), near, lineup->n, a, share.at);
    else if (near == 1 && strcmp(share.at, other.at) == 0)
        text_addf(out, _(words->equal), a, b, share.at);
    else if (near == 1)
        text_addf(out, _(words->close), a, b, share.at, other.at);
    else if (lineup->n == 2)
        text_addf(out, _(words->two), share.at, a, other.at, b);
    else
        text_addf(out, _(words->more), a, share.at, b, other.at);
    text_release(&share);
    text_release(&other);
}

static void say_limits(const struct limit_words *words, const struct lineup *lineup, struct text *out)
{
    int best = surest(words, lineup, -1), next = surest(words, lineup, best);
    struct text share = {0};
    share_say(held(words, lineup, best), &share);
    if (next < 0)
        text_addf(out, _(words->one), share.at);
    else if (held(words, lineup, best) <= 0)
        text_add(out, _(words->none));
    else
        say_shares(words, lineup, best, next, out);
    text_release(&share);
}

void headline_deadline(const struct lineup *lineup, struct text *out)
{
    if (lineup->result->scenario->deadline_h >= 0 && lineup->n > 1)
        say_limits(&limit_deadline, lineup, out);
    else
        headline_cdf(lineup, out);
}

/* No limits: cost and time at the median. */
static void say_medians(const struct lineup *lineup, struct text *out)
{
    char a[NAME_ROOM], money[AXIS_ROOM], time[AXIS_ROOM];
    int best = -1;
    for (int i = 0; i < lineup->n; i++)
        if (best < 0 || words_find(lineup->row[i].of, 50)->value < words_find(lineup->row[best].of, 50)->value)
            best = i;
    const struct summary *plan = lineup->row[best].plan;
    if (!isfinite(words_find(&plan->cost, 50)->value)) {
        say_out_of_reach(lineup, out);
        return;
    }
    headline_name(lineup, best, a);
    axis_money(words_find(&plan->cost, 50)->value, lineup->currency, money);
    axis_time(words_find(&plan->time_h, 50)->value, time);
    if (lineup->n == 1)
        text_addf(out, _("The median trial costs %s, and the median time is %s"), money, time);
    else
        text_addf(out, _("At the median %s costs least, %s, and takes %s"), a, money, time);
}

void headline_cloud(const struct lineup *lineup, struct text *out)
{
    const struct scenario *scenario = lineup->result->scenario;
    if (scenario->budget >= 0 && scenario->deadline_h >= 0)
        say_limits(&limit_both, lineup, out);
    else if (scenario->budget >= 0)
        say_limits(&limit_budget, lineup, out);
    else if (scenario->deadline_h >= 0)
        say_limits(&limit_deadline, lineup, out);
    else
        say_medians(lineup, out);
}

/* ---- classes ---- */

void headline_breakdown(const struct lineup *lineup, const double *overhead, struct text *out)
{
    int least = -1, most = -1, n = 0;
    char a[NAME_ROOM], b[NAME_ROOM];
    struct text low = {0}, high = {0};
    for (int i = 0; i < lineup->n; i++) {
        if (isnan(overhead[i]))
            continue;
        least = least < 0 || overhead[i] < overhead[least] ? i : least;
        most = most < 0 || overhead[i] > overhead[most] ? i : most;
        n++;
    }
    if (n == 0) {
        text_add(out, _("Unfinished trials leave no mean cost to break down"));
        return;
    }
    share_say_percent(overhead[least], &low);
    share_say_percent(overhead[most], &high);
    headline_name(lineup, least, a);
    headline_name(lineup, most, b);
    if (overhead[most] <= 0)
        text_add(out, _("Failures and waiting cost nothing"));
    else if (n == 1)
        text_addf(out, _("Failures and waiting take %s of the cost"), high.at);
    else if (overhead[most] - overhead[least] < 0.01)
        text_addf(out, _("Failures and waiting take about %s of the cost, whichever the plan"), high.at);
    else if (n == 2)
        text_addf(out, _("Failures and waiting take %s of the cost with %s, against %s with %s"), high.at, b, low.at,
                  a);
    else
        text_addf(out, _("Failures and waiting take %s of the cost with %s, down to %s with %s"), high.at, b, low.at,
                  a);
    text_release(&low);
    text_release(&high);
}
