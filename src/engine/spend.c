/* The cost of a trial as far as it has come by the end of each month, and the differences of that. */
#include "engine/spend.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "scenario/date.h"
#include "trial/meter.h"

/* Ends of months in hours since submission; slices between them. */
struct splitter {
    int months; /* the last has no end */
    double cut_h[SPEND_MONTHS];
    struct slice slice[SPEND_MONTHS];
};

/* The month that holds the start, and all up to the last hour; true where they are too many. */
static bool find_months(const struct scenario *s, double last_h, struct splitter *split, struct spend_month *of)
{
    double local_h = s->start_h + s->offset_min / 60.0;
    int year, month, day;
    date_civil((long)floor(local_h / 24.0), &year, &month, &day);
    for (split->months = 1; split->months <= SPEND_MONTHS; split->months++) {
        int i = split->months - 1;
        of[i] = (struct spend_month){.year = year, .month = month};
        year += month == 12;
        month = month == 12 ? 1 : month + 1;
        split->cut_h[i] = 24.0 * (double)date_day(year, month, 1) - local_h;
        if (split->cut_h[i] >= last_h)
            return false;
        if (split->months == SPEND_MONTHS)
            return true;
    }
    return false;
}

static double held(const double phase_h[PHASE_COUNT])
{
    double sum = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += i == PHASE_queue ? 0.0 : phase_h[i];
    return sum;
}

static void add_slice(struct slice *sum, const struct slice *slice)
{
    double *to = (double *)sum;
    const double *from = (const double *)slice;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

/* A share of hours that are billed; those that rounding adds follow the hours held. */
static double part_of(double billed_h, double held_h, double all_h)
{
    return all_h > 0.0 ? billed_h * (held_h / all_h) : 0.0;
}

/* What has been spent by an hour before the end: the cost of a job that has done what lies before it. */
static double spent_by(const struct plan *plan, const struct ledger *all, const struct slice *before, double at_h)
{
    struct plan then = *plan;
    struct ledger part = *all;
    struct cost cost;
    part.finished = true;
    part.completion_h = fmax(at_h, plan->past_h);
    part.metered = &before->metered;
    part.runs = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++) {
        part.phase_h[i] = before->phase_h[i];
        part.before_h[i] = before->first_h[i];
    }
    for (int i = 0; i < CAUSES_MOST; i++)
        part.failures[i] = before->failures[i];
    part.billed_h = part_of(all->billed_h, held(before->phase_h), held(all->phase_h));
    part.before_billed_h = part_of(all->before_billed_h, held(before->first_h), held(all->before_h));
    then.billing_minimum_h = 0.0;
    then.spent *= plan->past_h > 0.0 ? fmin(1.0, at_h / plan->past_h) : 1.0;
    return cost_of(&then, &part, &cost);
}

/* The whole cost; of an unfinished trial, what was spent until it was given up. */
static double spent_in_all(const struct plan *plan, const struct ledger *ledger, const struct cost *cost)
{
    double sum = 0.0, by_class[CLASS_COUNT] = {0.0};
    struct cost same;
    if (ledger->finished)
        return cost_of(plan, ledger, &same);
    cost_add(plan, cost, by_class);
    for (int k = 0; k < CLASS_COUNT; k++)
        sum += by_class[k];
    return sum;
}

static void split_trial(struct replay *replay, const struct result *r, int plan, long trial, struct splitter *split,
                        struct spend *spend)
{
    struct plan numbers;
    struct ledger ledger;
    struct cost cost;
    struct slice before = {.phase_h = {0.0}};
    replay_play(replay, plan, trial, &numbers, &ledger, &cost, NULL);
    double total = spent_in_all(&numbers, &ledger, &cost), spent = 0.0, end_h = r->trials.time_h[plan][trial];
    for (int m = 0; m < spend->months; m++) {
        bool last = m == spend->months - 1 || split->cut_h[m] >= end_h;
        add_slice(&before, &split->slice[m]);
        double by_now = last ? total : spent_by(&numbers, &ledger, &before, split->cut_h[m]);
        spend->money[m * spend->trials + trial] = by_now - spent;
        spent = by_now;
    }
}

static void describe(struct spend *spend)
{
    for (int m = 0; m < spend->months; m++) {
        const double *money = spend->money + m * spend->trials;
        struct spend_month *of = &spend->of[m];
        for (long t = 0; t < spend->trials; t++)
            of->mean += money[t] / (double)spend->trials;
        of->p10 = summary_percentile(money, spend->trials, 10.0).value;
        of->p50 = summary_percentile(money, spend->trials, 50.0).value;
        of->p90 = summary_percentile(money, spend->trials, 90.0).value;
    }
}

int spend_make(const struct result *r, int plan, struct spend *spend, struct err *err)
{
    struct splitter *split = mem_new(1, sizeof *split);
    double last_h = 0.0;
    *spend = (struct spend){.trials = r->trials.n < SPEND_TRIALS ? r->trials.n : SPEND_TRIALS};
    for (long t = 0; t < spend->trials; t++)
        last_h = fmax(last_h, isfinite(r->trials.time_h[plan][t]) ? r->trials.time_h[plan][t] : 0.0);
    int code = 0;
    if (!r->scenario->has_start)
        code = err_plain(err, ERR_INPUT, _("add start: 2026-07-01"), _("without a start there are no months"));
    else if (!cost_priced(r->plan[plan].typical))
        code = err_plain(err, ERR_INPUT, _("give the plan a price"), _("a plan without a price spends nothing"));
    if (!code) {
        spend->of = mem_new(SPEND_MONTHS, sizeof *spend->of);
        spend->open = find_months(r->scenario, last_h, split, spend->of);
        spend->months = split->months;
        spend->money = mem_new((size_t)spend->months * (size_t)spend->trials, sizeof *spend->money);
        struct replay *replay = replay_new(r->engine);
        replay_part(replay, plan, split->cut_h, spend->months - 1, split->slice);
        for (long t = 0; t < spend->trials; t++)
            split_trial(replay, r, plan, t, split, spend);
        replay_free(replay);
    }
    describe(spend);
    free(split);
    return code;
}

/* Months since the year 0. */
static int month_number(const struct spend_month *of)
{
    return of->year * 12 + of->month - 1;
}

void spend_add_up(const struct spend *of, const double *const *rate, int n, struct spend *sum)
{
    int first = INT_MAX, last = 0;
    *sum = (struct spend){.trials = of[0].trials};
    for (int i = 0; i < n; i++) {
        first = month_number(&of[i].of[0]) < first ? month_number(&of[i].of[0]) : first;
        last = month_number(&of[i].of[of[i].months - 1]) > last ? month_number(&of[i].of[of[i].months - 1]) : last;
        sum->trials = of[i].trials < sum->trials ? of[i].trials : sum->trials;
    }
    sum->months = last - first + 1;
    for (int i = 0; i < n; i++)
        sum->open = sum->open || of[i].open;
    if (sum->months > SPEND_MONTHS) {
        sum->months = SPEND_MONTHS;
        sum->open = true;
    }
    sum->of = mem_new((size_t)sum->months, sizeof *sum->of);
    sum->money = mem_new((size_t)sum->months * (size_t)sum->trials, sizeof *sum->money);
    for (int m = 0; m < sum->months; m++)
        sum->of[m] = (struct spend_month){.year = (first + m) / 12, .month = (first + m) % 12 + 1};
    for (int i = 0; i < n; i++)
        for (int m = 0; m < of[i].months; m++) {
            int month = month_number(&of[i].of[m]) - first;
            double *to = sum->money + (month < sum->months ? month : sum->months - 1) * sum->trials;
            for (long t = 0; t < sum->trials; t++)
                to[t] += of[i].money[m * of[i].trials + t] * (rate[i] ? rate[i][t] : 1.0);
        }
    describe(sum);
}

void spend_release(struct spend *spend)
{
    free(spend->of);
    free(spend->money);
    *spend = (struct spend){0};
}
