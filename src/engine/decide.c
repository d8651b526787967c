/* The rule of the choice. */
#include "engine/decide.h"

#include <math.h>

static const double on_time_share = 0.9;

struct deciding {
    const struct result *result;
    const struct metric *metric;
    struct choice *choice;
};

static struct estimate value_of(const struct deciding *d, int plan)
{
    return metric_value(d->metric, &d->result->plan[plan]);
}

static bool has_deadline(const struct deciding *d)
{
    return d->result->scenario->deadline_h >= 0.0;
}

/* The chance of being on time, with its interval. */
static struct estimate punctuality(const struct deciding *d, int plan)
{
    struct metric m = {
        .kind = METRIC_CHANCE, .of = METRIC_TIME, .equal = true, .limit = d->result->scenario->deadline_h};
    return metric_value(&m, &d->result->plan[plan]);
}

static bool may_be_chosen(const struct deciding *d, int plan)
{
    return !has_deadline(d) || punctuality(d, plan).value >= on_time_share;
}

static const double *trials_of(const struct deciding *d, int plan)
{
    const struct trials *t = &d->result->trials;
    return d->metric->of == METRIC_TIME ? t->time_h[plan] : t->cost[plan];
}

/* Notes a doubt, and how many trials would settle it. */
static void doubt(struct deciding *d, int rival, double needed)
{
    struct choice *c = d->choice;
    if (c->decided || needed > c->needed) {
        c->rival = rival;
        c->needed = needed;
    }
    c->decided = false;
}

/* Trials at which the interval of a share would no longer hold the limit. */
static double share_needs(const struct deciding *d, struct estimate share)
{
    double half = fmax(share.high - share.value, share.value - share.low), away = share.value - on_time_share;
    return away == 0.0 ? INFINITY : ceil((double)d->result->trials.n * half * half / (away * away));
}

/* Whether the interval of a plan's punctuality leaves open whether it may be chosen. */
static bool open_question(struct estimate share)
{
    return share.low < on_time_share && share.high >= on_time_share;
}

static void weigh(struct deciding *d, int rival)
{
    struct choice *c = d->choice;
    long n = d->result->trials.n;
    struct estimate mine = value_of(d, c->plan), other = value_of(d, rival);
    bool eligible = may_be_chosen(d, rival);
    if (isnan(other.value))
        return;
    if (has_deadline(d) && !eligible) {
        struct estimate share = punctuality(d, rival);
        if (c->punctual && open_question(share) && other.value < mine.value)
            doubt(d, rival, share_needs(d, share));
        return;
    }
    struct estimate difference = paired_metric(d->metric, trials_of(d, c->plan), trials_of(d, rival), n);
    bool same = difference.value == 0.0 && !(difference.high > 0.0);
    if (!same && !(difference.high < 0.0) && isfinite(other.value))
        doubt(d, rival, paired_trials_needed(difference, n));
}

static void find_front(struct deciding *d)
{
    const struct result *r = d->result;
    for (int i = 0; i < r->engine->plans; i++) {
        struct metric cost = {METRIC_PERCENTILE, METRIC_COST, 90.0, 0.0, false, false}, time = cost;
        time.of = METRIC_TIME;
        double c = metric_value(&cost, &r->plan[i]).value, t = metric_value(&time, &r->plan[i]).value;
        bool beaten = !isfinite(c) || !isfinite(t);
        for (int k = 0; k < r->engine->plans; k++) {
            double c2 = metric_value(&cost, &r->plan[k]).value, t2 = metric_value(&time, &r->plan[k]).value;
            beaten = beaten || (c2 <= c && t2 <= t && (c2 < c || t2 < t));
        }
        d->choice->front[i] = !beaten;
    }
}

void decide(const struct result *result, const struct metric *metric, struct choice *choice)
{
    struct deciding d = {result, metric, choice};
    double best = INFINITY, most = -1.0;
    int plans = result->engine->plans;
    *choice = (struct choice){.plan = -1, .punctual = true, .decided = true, .rival = -1, .share = on_time_share};
    for (int i = 0; i < plans; i++) {
        double value = value_of(&d, i).value;
        if (may_be_chosen(&d, i) && value < best) {
            best = value;
            choice->plan = i;
        }
    }
    bool any = false;
    for (int i = 0; i < plans; i++)
        any = any || may_be_chosen(&d, i);
    for (int i = 0; !any && i < plans; i++)
        if (punctuality(&d, i).value > most) {
            most = punctuality(&d, i).value;
            choice->punctual = false;
        }
    for (int i = 0; !choice->punctual && choice->plan < 0 && i < plans; i++)
        if (punctuality(&d, i).value == most)
            choice->plan = i;
    find_front(&d);
    if (choice->plan < 0)
        return;
    if (!choice->punctual) {
        choice->decided = false; /* nothing fulfils the rule */
        choice->needed = INFINITY;
        return;
    }
    if (has_deadline(&d) && punctuality(&d, choice->plan).low < on_time_share)
        doubt(&d, -1, share_needs(&d, punctuality(&d, choice->plan)));
    for (int i = 0; i < plans; i++)
        if (i != choice->plan)
            weigh(&d, i);
}
