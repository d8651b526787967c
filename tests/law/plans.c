/* A small generator of plans: a splitmix64 sequence per plan, from which each choice takes the next number. */
#include "plans.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

enum shape { CONSTANT, UNIFORM, WEIBULL_YOUNG, WEIBULL_OLD, LOGNORMAL, GAMMA, TRIANGULAR, EXPONENTIAL };

/* The plan being made. */
struct maker {
    struct plans *plans;
    uint64_t state;
    bool grid; /* constants that are multiples of unit_h */
    double unit_h;
    double miss_h; /* 0 until the interval is known */
    double span_h; /* work and writes */
    struct plan *plan;
};

/* ---- choices ---- */

static double unit_draw(struct maker *m)
{
    uint64_t z = m->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int below(struct maker *m, int n)
{
    return (int)(unit_draw(m) * n);
}

static bool chance(struct maker *m, double p)
{
    return unit_draw(m) < p;
}

static double between(struct maker *m, double low, double high)
{
    return low + (high - low) * unit_draw(m);
}

/* From low to high, evenly in the logarithm. */
static double spread(struct maker *m, double low, double high)
{
    return low * pow(high / low, unit_draw(m));
}

/* Hours near x: on the grid its nearest multiple that is not zero, now and then missed by a little more than a tie. */
static double hours(struct maker *m, double x)
{
    if (!m->grid)
        return x;
    double multiple_h = fmax(1.0, floor(x / m->unit_h + 0.5)) * m->unit_h;
    return chance(m, 0.1) ? multiple_h + (chance(m, 0.5) ? m->miss_h : -m->miss_h) : multiple_h;
}

/* ---- laws ---- */

static struct law shape_law(struct law_shelf *shelf, enum shape shape, double mean)
{
    static const struct {
        const char *name;
        struct law_arg arg[3];
        int n;
    } row[] = {
        [CONSTANT] = {"constant", {{LAW_VALUE, 0.0, 1.0}}, 1},
        [UNIFORM] = {"uniform", {{LAW_MIN, 0.0, 0.5}, {LAW_MAX, 0.0, 1.5}}, 2},
        [WEIBULL_YOUNG] = {"weibull", {{LAW_SHAPE, 0.0, 0.7}, {LAW_MEAN, 0.0, 1.0}}, 2},
        [WEIBULL_OLD] = {"weibull", {{LAW_SHAPE, 0.0, 2.5}, {LAW_MEAN, 0.0, 1.0}}, 2},
        [LOGNORMAL] = {"lognormal", {{LAW_MEAN, 0.0, 1.0}, {LAW_SD, 0.0, 1.0}}, 2},
        [GAMMA] = {"gamma", {{LAW_SHAPE, 0.0, 2.0}, {LAW_MEAN, 0.0, 1.0}}, 2},
        [TRIANGULAR] = {"triangular", {{LAW_MIN, 0.0, 0.25}, {LAW_MODE, 0.0, 1.0}, {LAW_MAX, 0.0, 1.75}}, 3},
        [EXPONENTIAL] = {"exponential", {{LAW_MEAN, 0.0, 1.0}}, 1},
    };
    struct law law = {.row = NULL};
    struct law_arg arg[3];
    const char *why = NULL;
    for (int i = 0; i < row[shape].n; i++) {
        arg[i] = row[shape].arg[i];
        if (arg[i].param != LAW_SHAPE)
            arg[i].x *= mean;
    }
    if (!law_make(&law, law_find(row[shape].name), arg, row[shape].n, shelf, &why)) {
        fprintf(stderr, "%s: %s\n", row[shape].name, why ? why : "?");
        abort();
    }
    return law;
}

static double most_h(const struct wait *wait)
{
    return wait->add_h + (wait->law.row ? 2.0 * law_mean(&wait->law) : 0.0);
}

/* A wait of about `typical` hours, or none. */
static struct wait some_wait(struct maker *m, double p_none, double typical)
{
    double mean = hours(m, typical * spread(m, 0.25, 4.0));
    if (chance(m, p_none))
        return (struct wait){.add_h = 0.0};
    if (chance(m, 0.3))
        return (struct wait){.add_h = mean};
    enum shape shape = m->grid ? CONSTANT : (enum shape)below(m, PLANS_SHAPES);
    return (struct wait){shape_law(&m->plans->shelf, shape, mean), chance(m, 0.2) ? hours(m, typical) : 0.0};
}

/* ---- parts of a plan ---- */

static void checkpoint_part(struct maker *m)
{
    struct cadence *c = &m->plan->cadence;
    double chunks = chance(m, 0.1) ? spread(m, 60.0, 1500.0) : spread(m, 0.4, 60.0);
    double interval_h = m->grid ? m->unit_h * (1 + below(m, 8)) : spread(m, 0.1, 4.0);
    int kind = below(m, 12); /* 0: checkpoint: none; 1: every: none */
    c->work_h = hours(m, interval_h * (chance(m, 0.5) ? ceil(chunks) : chunks));
    c->interval_h = kind < 2 ? INFINITY : interval_h;
    m->miss_h = 2.3217e-8 * fmin(c->interval_h, c->work_h);
    c->work_h = hours(m, c->work_h);
    c->saves = kind > 0;
    c->final = kind > 0 && chance(m, kind > 1 ? 0.75 : 0.3);
    double write_h = hours(m, interval_h * spread(m, 0.02, chance(m, 0.15) ? 3.0 : 0.5));
    if (kind == 0 || chance(m, 0.1))
        write_h = 0.0;
    double stall = chance(m, 0.5) ? 1.0 : m->grid || chance(m, 0.5) ? below(m, 5) / 4.0 : unit_draw(m);
    c->block_h = write_h * stall;
    c->behind_h = write_h - c->block_h;
    c->write_h = write_h;
    checkpoint_plan(c);
    m->span_h = c->work_h + checkpoint_writes_h(c);
}

/* The life of a unit, such that the cause strikes about `times` times in the span; its age and what a repair renews. */
static void cause_life(struct maker *m, struct cause *cause, double times)
{
    enum shape shape = m->grid && chance(m, 0.8) ? CONSTANT : (enum shape)below(m, PLANS_SHAPES);
    double mean = hours(m, m->span_h / times);
    cause->units = chance(m, 0.4) ? 1.0 : 1.0 + below(m, m->grid ? 3 : 40);
    if (!m->grid)
        mean *= cause->units;
    cause->life = shape_law(&m->plans->shelf, shape, mean);
    cause->age = chance(m, 0.3) ? AGE_NEW : chance(m, 0.5) ? AGE_HOURS : AGE_STEADY;
    if (m->grid && shape == CONSTANT && cause->age == AGE_STEADY)
        cause->age = AGE_NEW;
    cause->renew = (enum cause_renew)below(m, 3);
    if (cause->age == AGE_HOURS)
        cause->age_h = shape == CONSTANT ? floor(mean / m->unit_h / 3.0) * m->unit_h : mean * between(m, 0.01, 0.45);
    bool bounded = shape == CONSTANT || shape == UNIFORM || shape == TRIANGULAR;
    if (cause->renew == RENEW_MINIMAL && (cause->age == AGE_STEADY || bounded))
        cause->renew = RENEW_REPLACE;
    cause->residual = m->plans->residual[shape];
    cause->residual_scale = mean;
}

static void cause_part(struct maker *m, int i, int of)
{
    static const char *const name[] = {"fan", "gpu", "link", "psu", "software", "switch"};
    struct cause *cause = &m->plan->cause[i];
    *cause = plans_cause(name[i]);
    cause->unit = (enum cause_unit)below(m, 4);
    cause_life(m, cause, spread(m, 0.3, 12.0) / of);
    double typical = fmin(m->span_h, 8.0) * 0.05;
    bool stands = chance(m, 0.6);
    cause->detect = some_wait(m, stands ? 0.4 : 1.0, typical);
    cause->repair = some_wait(m, stands ? 0.4 : 1.0, typical);
    cause->restart = some_wait(m, 0.2, typical);
}

static void preemption_part(struct maker *m)
{
    struct plan *plan = m->plan;
    double write_h = plan->cadence.write_h;
    enum shape shape = m->grid && chance(m, 0.8) ? CONSTANT : (enum shape)below(m, PLANS_SHAPES);
    double least_h = most_h(&plan->startup) + most_h(&plan->restart) + fmin(plan->cadence.interval_h, m->span_h);
    double mean = hours(m, fmax(0.7 * least_h, m->span_h / spread(m, 0.5, 12.0)));
    plan->market.preemptible = true;
    plan->market.gang = shape == CONSTANT ? 1.0 : between(m, 1.0, 4.0);
    plan->market.preemption = shape_law(&m->plans->shelf, shape, mean);
    switch (below(m, 4)) {
    case 0:
        break;
    case 1:
        plan->market.notice_h = write_h > 0.0 ? write_h : hours(m, 0.1);
        break;
    default:
        plan->market.notice_h = hours(m, fmax(write_h, 0.05) * spread(m, 0.1, 6.0));
        break;
    }
}

static void limit_part(struct maker *m)
{
    struct plan *plan = m->plan;
    const struct cadence *c = &plan->cadence;
    double least_h = most_h(&plan->startup) + most_h(&plan->restart) + c->write_h;
    double over_h =
        isfinite(c->interval_h) && chance(m, 0.5) ? c->step_h * (1 + below(m, 4)) : m->span_h / spread(m, 1.0, 10.0);
    plan->limit_h = hours(m, least_h + over_h);
}

/* ---- whole plans ---- */

void plans_init(struct plans *plans, const struct kernel *kernel)
{
    *plans = (struct plans){.shelf = {.tables = 0}};
    for (int i = 0; i < PLANS_SHAPES; i++) {
        struct law law = shape_law(&plans->shelf, (enum shape)i, 1.0);
        plans->residual[i] = quantile_residual(&law, kernel);
    }
}

void plans_release(struct plans *plans)
{
    for (int i = 0; i < PLANS_SHAPES; i++)
        free(plans->residual[i]);
    law_shelf_release(&plans->shelf);
}

void plans_bare(struct plan *plan, double work_h)
{
    *plan = (struct plan){.market = {.gang = 1.0},
                          .fallback = {.market = {.gang = 1.0}},
                          .runs = 1.0,
                          .concurrent = 1.0,
                          .limit_h = INFINITY,
                          .give_up_h = 1e6,
                          .cards = 1.0,
                          .nodes = 1.0};
    plan->cadence = (struct cadence){.work_h = work_h, .interval_h = INFINITY};
    checkpoint_plan(&plan->cadence);
}

struct cause plans_cause(const char *name)
{
    return (struct cause){
        .name = name,
        .units = 1.0,
        .age = AGE_NEW,
        .what_original = text_hash(name, "original"),
        .what_renewal = text_hash(name, "renewal"),
        .what_detect = text_hash(name, "detect"),
        .what_repair = text_hash(name, "repair"),
        .what_restart = text_hash(name, "restart"),
    };
}

/* Another market after some waiting or a few preemptions. */
static void fallback_part(struct maker *m, double typical)
{
    struct plan *plan = m->plan;
    struct market first = plan->market;
    bool counts = chance(m, 0.5);
    plan->market = (struct market){.gang = 1.0};
    plan->market.queue = some_wait(m, 0.3, typical);
    plan->market.requeue = some_wait(m, 0.3, typical);
    if (chance(m, 0.5))
        preemption_part(m);
    plan->fallback.market = plan->market;
    plan->market = first;
    plan->fallback.on = true;
    plan->fallback.after_h = counts ? INFINITY : hours(m, typical * spread(m, 0.1, 10.0));
    plan->fallback.after_preemptions = counts ? 1.0 + below(m, 4) : INFINITY;
}

void plans_random(struct plans *plans, uint64_t number, struct plan *plan)
{
    static const double unit_h[] = {0.1, 0.125, 0.3, 0.25};
    struct maker m = {.plans = plans, .state = number * 0x2545f4914f6cdd1du, .grid = number % 2, .plan = plan};
    m.unit_h = unit_h[below(&m, 4)];
    plans_bare(plan, 1.0);
    checkpoint_part(&m);
    double typical = fmin(m.span_h, 8.0) * 0.05;
    plan->market.queue = some_wait(&m, 0.3, typical);
    plan->market.requeue = some_wait(&m, 0.3, typical);
    plan->startup = some_wait(&m, 0.4, typical);
    plan->restart = some_wait(&m, 0.2, typical);
    plan->shutdown = some_wait(&m, 0.6, typical);
    plan->causes = chance(&m, 0.15) ? 0 : 1 + below(&m, chance(&m, 0.2) ? 6 : 3);
    for (int i = 0; i < plan->causes; i++)
        cause_part(&m, i, plan->causes);
    if (chance(&m, 0.5))
        preemption_part(&m);
    if (chance(&m, 0.5))
        limit_part(&m);
    plan->keeps_machines = chance(&m, 0.3);
    plan_note_causes(plan);
    plan->billing_unit_h = chance(&m, 0.5) ? 0.0 : hours(&m, 0.5);
    plan->give_up_h = (chance(&m, 0.1) ? 1.5 : 20.0) * (m.span_h + most_h(&plan->startup));
    if (chance(&m, 0.3))
        fallback_part(&m, typical);
}

/* ---- in words ---- */

static void write_wait(FILE *out, const char *name, const struct wait *wait)
{
    if (wait->law.row)
        fprintf(out, "  %s: %s(mean %.17g) + %.17g h\n", name, wait->law.row->name, law_mean(&wait->law), wait->add_h);
    else if (wait->add_h > 0.0)
        fprintf(out, "  %s: %.17g h\n", name, wait->add_h);
}

static void write_cause(FILE *out, const struct cause *cause)
{
    static const char *const unit[] = {"card", "node", "switch", "job"};
    static const char *const age[] = {"steady", "new", "hours"};
    static const char *const renew[] = {"replace", "minimal", "start"};
    fprintf(out, " cause %s: %g x %s, %s(mean %.17g), age %s %.17g, renew %s\n", cause->name, cause->units,
            unit[cause->unit], cause->life.row->name, law_mean(&cause->life), age[cause->age], cause->age_h,
            renew[cause->renew]);
    write_wait(out, "detect", &cause->detect);
    write_wait(out, "repair", &cause->repair);
    write_wait(out, "restart", &cause->restart);
}

void plans_write(FILE *out, const struct plan *plan)
{
    const struct cadence *c = &plan->cadence;
    fprintf(out, " work %.17g h every %.17g h, write %.17g = %.17g + %.17g h, %s%s\n", c->work_h, c->interval_h,
            c->write_h, c->block_h, c->behind_h, c->final ? "final" : "no final", c->saves ? ", saves" : "");
    write_wait(out, "queue", &plan->market.queue);
    write_wait(out, "requeue", &plan->market.requeue);
    write_wait(out, "startup", &plan->startup);
    write_wait(out, "restart", &plan->restart);
    write_wait(out, "shutdown", &plan->shutdown);
    if (plan->market.preemptible)
        fprintf(out, "  preemption: %s(mean %.17g), gang %.17g, notice %.17g h\n", plan->market.preemption.row->name,
                law_mean(&plan->market.preemption), plan->market.gang, plan->market.notice_h);
    fprintf(out, "  limit %.17g h, give up %.17g h%s\n", plan->limit_h, plan->give_up_h,
            plan->keeps_machines ? ", keeps machines" : "");
    for (int i = 0; i < plan->causes; i++)
        write_cause(out, &plan->cause[i]);
}
