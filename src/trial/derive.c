/* All formulas of derived quantities. */
#include "trial/derive.h"

#include <math.h>

#include "scenario/rules.h"

static const double give_up_factor = 100.0, gang_default = 0.97, second_h = 1.0 / 3600.0;

/* ---- waits ---- */

static struct wait wait_of(const struct input *input, const double *world)
{
    struct wait wait = {0};
    if (input->kind != INPUT_EACH)
        return wait;
    struct law law = law_spec_law(&input->each, world);
    if (law_is_constant(&law))
        wait.add_h = law.a;
    else
        wait.law = law;
    return wait;
}

double wait_mean_h(const struct wait *wait)
{
    return wait->add_h + (wait->law.row ? law_mean(&wait->law) : 0.0);
}

static double wait_median_h(const struct wait *wait)
{
    return wait->add_h + (wait->law.row ? law_quantile(&wait->law, 0.5) : 0.0);
}

/* Reading the checkpoint back, and 5 to 20 min: lognormal between these percentiles, 5th and 95th. */
static struct wait default_restart(double read_h)
{
    static const double log_5_min = -2.4849066497880004, log_20_min = -1.0986122886681098, z95 = 1.6448536269514722;
    struct wait wait = {.add_h = read_h};
    wait.law = (struct law){
        .row = law_find("lognormal"), .a = 0.5 * (log_5_min + log_20_min), .b = (log_20_min - log_5_min) / (2.0 * z95)};
    return wait;
}

/* ---- work ---- */

/* Speed of n cards that wait for the slowest of them: m is plan_slowest(n). Times measured on several card counts have
 * waited already. */
static double pace(const struct inputs *in, const double *world, double n, double m)
{
    bool beyond, measured = in->step_times.rows > 0 || in->scaling.rows > 0;
    double jitter = measured ? 0.0 : input_value(&in->jitter, world, 0.0);
    return plan_speed(in, world, n, &beyond) / (1.0 + jitter * m);
}

double plan_measured_cards(const struct inputs *in, const double *world, double n)
{
    return input_value(&in->measured_on, world, plan_reference_cards(in, n));
}

/* Speed at which things were measured over that of the plan's cards. */
static double speed_ratio(const struct plan_frame *frame, const double *world, double n)
{
    const struct inputs *in = frame->inputs;
    double n0 = plan_measured_cards(in, world, n);
    return n == n0 ? 1.0 : pace(in, world, n0, frame->slowest0) / pace(in, world, n, frame->slowest);
}

/* Extra work of bigger batches: the largest row not above. */
static double more_work(const struct by_cards *more, const double *world, double cards)
{
    double value = input_value(&more->one, world, 0.0);
    for (int i = 0; i < more->table.rows && more->table.at[i] <= cards; i++)
        value = slot_value(more->table.value[i], world);
    return value;
}

static void derive_work(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    double n = plan->cards, n1 = plan_reference_cards(in, n), n0 = plan_measured_cards(in, world, n), work_h;
    double speed = pace(in, world, n, frame->slowest), speed1 = pace(in, world, n1, frame->slowest1);
    /* Hours on n0 cards, then times the ratio of speeds. */
    if (in->gpu_hours.kind == INPUT_ONCE) {
        work_h = slot_value(in->gpu_hours.once, world) / n0;
    } else if (in->steps.kind == INPUT_ONCE && in->step_times.rows > 0) {
        work_h = slot_value(in->steps.once, world) / speed;
        n0 = n;
    } else if (in->steps.kind == INPUT_ONCE) {
        work_h = slot_value(in->steps.once, world) * slot_value(in->step_time.once, world);
    } else {
        /* 6 FLOPs for each parameter and token, forward and backward (J. Kaplan et al., arXiv 2001.08361); 4 with
         * frozen weights. */
        double flops = (in->method == METHOD_FULL ? 6.0 : 4.0) * slot_value(in->tokens.once, world) *
                       slot_value(in->parameters.once, world);
        work_h = flops / (n0 * slot_value(in->peak.once, world) * slot_value(in->efficiency.once, world));
    }
    if (n != n0)
        work_h *= pace(in, world, n0, frame->slowest0) / speed;
    double share = n == n1 ? 1.0 : speed / n / (speed1 / n1), more = 1.0 + more_work(&in->more_work, world, n);
    plan->runs = input_value(&in->runs, world, 1.0);
    plan->runs = plan->runs < 1.5 ? 1.0 : floor(plan->runs + 0.5);
    plan->concurrent = input_value(&in->concurrent, world, 1.0);
    plan->spread = input_value(&in->spread, world, 0.0);
    plan->done = input_value(&in->done, world, 0.0);
    plan->past_h = input_value(&in->elapsed, world, 0.0);
    plan->spent = input_value(&in->spent, world, 0.0);
    plan->under_way = plan->done > 0.0 || plan->past_h > 0.0;
    plan->work_h = work_h * more;
    plan->cadence.work_h = plan->done < 1.0 ? plan->work_h * (1.0 - plan->done) : plan->work_h;
    plan->effective_gpu_h = work_h * n * share * plan->runs;
    plan->lost_to_scaling = fmax(0.0, 1.0 - share / more);
}

/* ---- checkpoints ---- */

double plan_mtbi_h(const struct plan *plan)
{
    double rate = 0.0;
    for (int i = 0; i < plan->causes; i++)
        rate += plan->cause[i].units / law_mean(&plan->cause[i].life);
    if (plan->market.preemptible)
        rate += 1.0 / law_mean_first(&plan->market.preemption, plan->market.gang);
    return 1.0 / rate;
}

double plan_young_h(double write_h, double mtbf_h)
{
    return sqrt(2.0 * write_h * mtbf_h);
}

double plan_daly_h(double write_h, double mtbf_h)
{
    double half = write_h / (2.0 * mtbf_h);
    if (write_h >= 2.0 * mtbf_h)
        return mtbf_h;
    return sqrt(2.0 * write_h * mtbf_h) * (1.0 + sqrt(half) / 3.0 + half / 9.0) - write_h;
}

/* The formulas trade the hours that a write stops the job against rework; the next write cannot start before the one
 * behind the work is through. */
static double optimum_h(const struct plan *plan, double (*formula)(double write_h, double mtbf_h))
{
    const struct cadence *c = &plan->cadence;
    return fmax(fmax(formula(c->block_h, plan_mtbi_h(plan)), c->behind_h), 1e-6 * c->work_h);
}

static double interval_of(const struct plan_frame *frame, const double *world, const struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    double steps = input_value(&in->steps, world, 0.0);
    switch ((enum every_rule)in->every_rule) {
    case EVERY_INTERVAL:
        return slot_value(in->every.once, world);
    case EVERY_STEPS: {
        double step_h = steps > 0.0 ? plan->work_h / steps
                        : in->step_times.rows > 0
                            ? 1.0 / pace(in, world, plan->cards, frame->slowest)
                            : input_value(&in->step_time, world, 1.0) * speed_ratio(frame, world, plan->cards);
        return slot_value(in->every_steps.once, world) * step_h;
    }
    case EVERY_YOUNG:
        return optimum_h(plan, plan_young_h);
    case EVERY_DALY:
        return optimum_h(plan, plan_daly_h);
    case EVERY_NONE:
        break;
    }
    return INFINITY;
}

static void derive_checkpoint(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    struct cadence *c = &plan->cadence;
    bool timed = input_set(&in->write) || input_set(&in->bandwidth);
    c->write_h = input_value(&in->write, world, 0.0);
    if (input_set(&in->bandwidth))
        c->write_h = slot_value(in->size.once, world) / slot_value(in->bandwidth.once, world);
    double stall = in->stall.kind == INPUT_NONE ? 0.0 : input_value(&in->stall, world, 1.0);
    c->block_h = stall * c->write_h;
    c->behind_h = c->write_h - c->block_h;
    c->interval_h = interval_of(frame, world, plan);
    c->saves = !in->checkpoint_off && (in->every_rule != EVERY_NONE || timed);
    c->final = !in->checkpoint_off && (in->final >= 0 ? in->final != 0 : in->every_rule != EVERY_NONE);
    if (in->checkpoint_off)
        c->interval_h = INFINITY;
    checkpoint_plan(c);
}

/* ---- failures and capacity ---- */

static void derive_cause(const struct plan_frame *frame, const double *world, int i, struct plan *plan)
{
    const struct cause_input *in = &frame->inputs->cause[i];
    struct cause *cause = &plan->cause[i];
    double nodes_per_switch = input_value(&frame->inputs->nodes_per_switch, world, 1.0);
    const double units[] = {plan->cards, plan->nodes, ceil(plan->nodes / nodes_per_switch), 1.0};
    cause->name = in->name;
    cause->unit = (enum cause_unit)in->unit;
    cause->units = units[cause->unit];
    cause->life = in->every.kind == INPUT_EACH ? law_spec_law(&in->every.each, world)
                                               : law_exponential(1.0 / slot_value(in->rate.once, world));
    cause->age = (enum cause_age)in->age_rule;
    cause->age_h = input_value(&in->age, world, 0.0);
    cause->renew = (enum cause_renew)in->renew;
    cause->residual = frame->cause[i].residual;
    cause->residual_scale = 1.0;
    if (cause->residual && !in->every.each.fixed)
        cause->residual_scale = law_mean(&cause->life) / frame->cause[i].residual_mean;
    cause->detect = wait_of(&in->detect, world);
    cause->repair = wait_of(&in->repair, world);
    cause->restart = in->restart.kind == INPUT_ABSENT ? plan->restart : wait_of(&in->restart, world);
    cause->what_original = frame->cause[i].original;
    cause->what_renewal = frame->cause[i].renewal;
    cause->what_detect = frame->cause[i].detect;
    cause->what_repair = frame->cause[i].repair;
    cause->what_restart = frame->cause[i].restart;
}

/* What a table, a path or one price costs an hour for all that is billed; of a price that moves, its mean or first. */
static double rent_per_h(const struct input *one, bool per_node, const struct table *prices, bool prices_per_node,
                         const struct path_input *path, const double *world, const struct plan *plan)
{
    double price = input_value(one, world, 0.0);
    if (prices->rows > 0) {
        int row = 0;
        while (row + 1 < prices->rows && prices->at[row + 1] <= plan->cards)
            row++;
        price = slot_value(prices->value[row], world);
        per_node = prices_per_node;
    }
    if (path->rows)
        price = slot_value((struct slot){.x = path->rows->price[0], .times = path->rows->times}, world);
    else if (input_set(&path->mean))
        price = slot_value(path->mean.once, world);
    return price * (per_node ? plan->nodes : plan->billed_cards);
}

static void derive_market(struct market *market, const struct input *preemption, const struct input *notice,
                          const struct input *gang_given, const double *world, double nodes)
{
    double gang = gang_given->kind == INPUT_NONE ? 0.0 : input_value(gang_given, world, gang_default);
    market->preemptible = preemption->kind == INPUT_EACH;
    if (market->preemptible)
        market->preemption = law_spec_law(&preemption->each, world);
    market->gang = nodes == 1.0 ? 1.0 : gang + (1.0 - gang) * nodes;
    market->notice_h = input_value(notice, world, 0.0);
}

static void derive_fallback(const struct inputs *in, const double *world, struct plan *plan)
{
    const struct market_input *m = &in->fallback.market;
    struct fallback *f = &plan->fallback;
    f->on = in->fallback.to != NULL;
    if (!f->on)
        return;
    f->after_h = in->fallback.after_h;
    f->after_preemptions = in->fallback.after_preemptions;
    f->market.queue = wait_of(&m->queue, world);
    f->market.requeue = m->requeue.kind == INPUT_ABSENT ? f->market.queue : wait_of(&m->requeue, world);
    derive_market(&f->market, &m->preemption, &m->notice, &m->gang, world, plan->nodes);
    f->market.rent_per_h =
        rent_per_h(&m->price, m->price_per_node, &m->prices, m->prices_per_node, &m->path, world, plan);
}

static void derive_moving(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    const struct path_input *path = &in->path;
    struct moving *m = &plan->moving;
    m->path = path->rows;
    m->units = in->price_per_node ? plan->nodes : plan->billed_cards;
    if (m->path)
        m->units = slot_value((struct slot){.x = m->units, .times = m->path->times}, world);
    m->from_h = path->from_h;
    if (m->path && path->random) {
        double first_h = m->path->at_h[0], last_h = m->path->at_h[m->path->n - 1];
        m->from_h = first_h + slot_value(path->from, world) * (last_h - first_h);
    }
    m->mean = input_value(&path->mean, world, 0.0);
    m->now = input_value(&path->now, world, m->mean);
    m->volatility = input_value(&path->volatility, world, 0.0);
    m->half_life_h = input_value(&path->half_life, world, 1.0);
    m->what = frame->what_price;
}

static void derive_capacity(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    struct market *market = &plan->market;
    market->queue = wait_of(&in->queue, world);
    market->requeue = in->requeue.kind == INPUT_ABSENT ? market->queue : wait_of(&in->requeue, world);
    derive_market(market, &in->preemption, &in->notice, &in->gang, world, plan->nodes);
    market->rent_per_h =
        rent_per_h(&in->price, in->price_per_node, &in->prices, in->prices_per_node, &in->path, world, plan);
    plan->limit_h = input_value(&in->time_limit, world, INFINITY);
    plan->rent_priced = input_set(&in->price) || in->prices.rows > 0 || in->path.rows || input_set(&in->path.mean);
    plan->billing_unit_h = input_value(&in->billing_unit, world, second_h);
    plan->billing_minimum_h = input_value(&in->billing_minimum, world, 0.0);
    plan->bill_queue = in->bill_queue == 1;
    derive_moving(frame, world, plan);
    derive_fallback(in, world, plan);
}

void plan_derive(const struct plan_frame *frame, const double *world, struct plan *plan)
{
    const struct inputs *in = frame->inputs;
    struct size size = rules_size(in);
    plan->cards = size.cards;
    plan->nodes = size.nodes;
    plan->billed_cards = size.nodes * size.per_node;
    derive_work(frame, world, plan);

    plan->startup = wait_of(&in->startup, world);
    plan->shutdown = wait_of(&in->shutdown, world);
    double write_h = input_set(&in->bandwidth)
                         ? slot_value(in->size.once, world) / slot_value(in->bandwidth.once, world)
                         : input_value(&in->write, world, 0.0);
    plan->restart = in->restart.kind == INPUT_ABSENT
                        ? default_restart(input_value(&in->read, world, in->read.kind == INPUT_NONE ? 0.0 : write_h))
                        : wait_of(&in->restart, world);
    plan->causes = in->causes;
    for (int i = 0; i < in->causes; i++)
        derive_cause(frame, world, i, plan);
    plan->keeps_machines = in->capacity == CAPACITY_RESERVED || in->capacity == CAPACITY_OWNED ||
                           (in->capacity < 0 && input_set(&in->own.price));
    plan_note_causes(plan);
    derive_capacity(frame, world, plan);
    derive_checkpoint(frame, world, plan);
    plan_derive_money(frame, world, plan);
    double undisturbed_h = wait_mean_h(&plan->startup) + plan->cadence.work_h + checkpoint_writes_h(&plan->cadence);
    plan->give_up_h = frame->scenario->give_up_h > 0.0 ? frame->scenario->give_up_h : give_up_factor * undisturbed_h;
}

/* A run under way has waited and started already; experiments follow each other on the copies. */
double plan_naive_h(const struct plan *plan)
{
    if (plan->done >= 1.0)
        return plan->past_h;
    double work_h = plan->cadence.work_h + checkpoint_writes_h(&plan->cadence) + wait_median_h(&plan->shutdown);
    if (plan->under_way)
        return plan->past_h + work_h;
    double rounds = ceil(plan->runs / plan->concurrent);
    return wait_median_h(&plan->market.queue) + rounds * (wait_median_h(&plan->startup) + work_h);
}
