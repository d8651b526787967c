/* Follows a ledger through a trial. */
#include "trial/meter.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/vmath.h"

/* A mean-reverting price holds for a step; the last one drawn holds for ever. */
enum { STEPS_MOST = 16384 };
static const double step_least_h = 1.0, steps_a_half_life = 24.0;

struct meter {
    const struct plan *plan;
    const struct ledger *ledger;
    const struct observer *next;
    bool first; /* the run began in the first market */
    struct metered seen;
    double phase_h[PHASE_COUNT]; /* of the ledger, as far as it has been followed */
    double at_h;                 /* of the trial */
    double hours[PERIODS_MOST];  /* of each period until at_h */
    double integral;             /* of the moving price until at_h */

    /* Where the trial is parted, and the part that at_h lies in. */
    const double *cut_h;
    struct slice *slice; /* NULL: it is not parted */
    int cuts, part;

    /* The mean-reverting price of this trial, drawn as far as it was needed. */
    struct stream stream;
    double step_h, log_price, spread; /* spread: variance of log_price so far */
    int steps;
    double *sum; /* [STEPS_MOST + 1] integral of the price to the beginning of each step */
    double last; /* price of the last step drawn */
};

struct meter *meter_new(const struct plan *plan, const struct kernel *kernel, uint64_t seed)
{
    struct meter *m = mem_new(1, sizeof *m);
    if (plan->moving.mean > 0.0)
        m->sum = mem_new(STEPS_MOST + 1, sizeof *m->sum);
    stream_init(&m->stream, kernel, seed, plan->moving.what, STREAM_STEP);
    return m;
}

void meter_free(struct meter *meter)
{
    if (meter)
        free(meter->sum);
    free(meter);
}

/* ---- a price that reverts to its mean ---- */

/* An Ornstein-Uhlenbeck process of the logarithm, exact from step to step (G. E. Uhlenbeck, L. S. Ornstein, Phys. Rev.
 * 36 (1930) 823-841); half the variance is taken off, so that the price itself has the mean that is given. */
static void draw_step(struct meter *m)
{
    const struct moving *p = &m->plan->moving;
    double keep = vmath_exp(-0.6931471805599453 * m->step_h / p->half_life_h), whole = p->volatility * p->volatility;
    if (m->steps > 0) {
        double z = vmath_normal(stream_next(&m->stream));
        m->log_price = keep * m->log_price + p->volatility * sqrt(1.0 - keep * keep) * z;
        m->spread = whole - keep * keep * (whole - m->spread);
    }
    m->last = p->mean * vmath_exp(m->log_price - 0.5 * m->spread);
    m->sum[m->steps + 1] = m->sum[m->steps] + m->last * m->step_h;
    m->steps++;
}

static void begin_price(struct meter *m, uint64_t trial)
{
    const struct moving *p = &m->plan->moving;
    stream_begin(&m->stream, trial, NULL, 1.0);
    m->step_h = p->half_life_h / steps_a_half_life > step_least_h ? p->half_life_h / steps_a_half_life : step_least_h;
    m->log_price = vmath_log(p->now / p->mean);
    m->spread = 0.0;
    m->steps = 0;
}

/* Integral of the moving price to at_h, from submission or from now. */
static double price_integral(struct meter *m, double at_h)
{
    const struct moving *p = &m->plan->moving;
    if (p->path)
        return path_integral(p->path, p->from_h + at_h) - path_integral(p->path, p->from_h);
    if (!(p->mean > 0.0))
        return 0.0;
    at_h -= m->plan->past_h; /* the price is known now */
    double steps = at_h / m->step_h;
    while (m->steps < STEPS_MOST && m->steps <= steps)
        draw_step(m);
    int whole = steps < m->steps - 1 ? (int)steps : m->steps - 1;
    double price = (m->sum[whole + 1] - m->sum[whole]) / m->step_h;
    return m->sum[whole] + price * (at_h - whole * m->step_h);
}

/* ---- following ---- */

static void add(struct metered *to, int periods, const double hours[], double integral, const double share[PHASE_COUNT])
{
    for (int i = 0; i < PHASE_COUNT; i++)
        to->moving[i] += integral * share[i];
    for (int k = 0; k < periods; k++)
        for (int i = 0; i < PHASE_COUNT; i++)
            to->period_h[k][i] += hours[k] * share[i];
}

/* Time moves on by some hours, of which each phase has a share; no cut lies between. */
static void pass(struct meter *m, double hours, const double share[PHASE_COUNT])
{
    int periods = m->plan->calendar ? m->plan->calendar->periods : 0;
    bool first = m->first && m->ledger->fell_back == 0.0; /* the fallback has a price of its own */
    double until[PERIODS_MOST] = {0.0};
    m->at_h += hours;
    double integral = price_integral(m, m->at_h), paid = first ? integral - m->integral : 0.0;
    m->integral = integral;
    if (periods > 0)
        calendar_hours(m->plan->calendar, m->at_h, until);
    for (int k = 0; k < periods; k++) {
        double of_period = until[k] - m->hours[k];
        m->hours[k] = until[k];
        until[k] = of_period;
    }
    add(&m->seen, periods, until, paid, share);
    if (!m->slice)
        return;
    struct slice *slice = &m->slice[m->part];
    add(&slice->metered, periods, until, paid, share);
    for (int i = 0; i < PHASE_COUNT; i++) {
        slice->phase_h[i] += hours * share[i];
        slice->first_h[i] += first ? hours * share[i] : 0.0;
    }
}

/* Time moves on by the hours of some phases, mixed evenly. */
static void follow(struct meter *m, const double hours[PHASE_COUNT])
{
    double sum = 0.0, share[PHASE_COUNT];
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += hours[i];
    if (!(sum > 0.0))
        return;
    for (int i = 0; i < PHASE_COUNT; i++)
        share[i] = hours[i] / sum;
    for (double room; m->part < m->cuts && (room = m->cut_h[m->part] - m->at_h) < sum; m->part++) {
        pass(m, room, share);
        sum -= room;
    }
    pass(m, sum, share);
}

/* What the ledger has gained since the last event: what survives of a stretch comes before what is lost. */
static void tell(void *context, const struct event *event)
{
    struct meter *m = context;
    double kept[PHASE_COUNT], lost[PHASE_COUNT] = {0.0};
    for (int i = 0; i < PHASE_COUNT; i++) {
        kept[i] = m->ledger->phase_h[i] - m->phase_h[i];
        m->phase_h[i] = m->ledger->phase_h[i];
    }
    lost[PHASE_lost] = kept[PHASE_lost];
    kept[PHASE_lost] = 0.0;
    follow(m, kept);
    follow(m, lost);
    if (m->slice && event->kind == EVENT_FAILURE)
        m->slice[m->part].failures[event->cause]++;
    if (m->next)
        m->next->tell(m->next->context, event);
}

void meter_begin(struct meter *m, const struct plan *plan, uint64_t trial)
{
    m->plan = plan;
    m->seen = (struct metered){0};
    for (int i = 0; m->slice && i <= m->cuts; i++)
        m->slice[i] = (struct slice){0};
    if (plan->moving.mean > 0.0)
        begin_price(m, trial);
}

struct observer meter_run(struct meter *m, const struct ledger *ledger, double at_h, bool first,
                          const struct observer *next)
{
    m->ledger = ledger;
    m->first = first;
    m->next = next;
    m->at_h = at_h;
    for (int i = 0; i < PHASE_COUNT; i++)
        m->phase_h[i] = 0.0;
    m->integral = price_integral(m, at_h);
    for (m->part = 0; m->part < m->cuts && m->cut_h[m->part] <= at_h;)
        m->part++;
    if (m->plan->calendar)
        calendar_hours(m->plan->calendar, at_h, m->hours);
    return (struct observer){tell, m};
}

const struct metered *meter_seen(const struct meter *meter)
{
    return &meter->seen;
}

void meter_part(struct meter *m, const double *cut_h, int n, struct slice *slice)
{
    m->cut_h = cut_h;
    m->cuts = n;
    m->slice = slice;
}
