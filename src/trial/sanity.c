/* Sanity warnings: each names the plan, the figure, and what to look at. */
#include "trial/sanity.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

struct look {
    const struct scenario *scenario;
    const struct scenario_plan *plan;
    const struct plan_frame *frame;
    const struct plan *typical;
    struct err *err;
};

/* A key of the plan as the file spells it. */
static char *key_of(const struct look *l, const char *key)
{
    bool listed = node_get(l->scenario->root, "plans");
    return mem_format("%s%s%s%s", listed ? "plans." : "", listed ? l->plan->name : "", listed && key[0] ? "." : "",
                      key);
}

static void warn(const struct look *l, const struct input *at, const char *hint, const char *what)
{
    const struct node *node = at && at->node ? at->node : l->plan->tree;
    char *key = key_of(l, "");
    err_warn(l->err, node->at, key[0] ? key : NULL, hint, "%s", what);
    free(key);
}

/* Whether an unknown reaches a value. */
static bool varies(const struct input *input)
{
    return input->once.unknown > 0 || (input->kind == INPUT_EACH && !input->each.fixed);
}

/* Numbers that no plan has: most are slips of a unit or of a power of ten. */
static int check_size(const struct look *l)
{
    static const double longest_h = 1e9, most_chunks = 1e12;
    const struct plan *p = l->typical;
    const struct cadence *c = &p->cadence;
    const char *what = NULL;
    if (!(c->work_h > 0.0 && c->work_h <= longest_h))
        what = _("the work takes more than a billion hours, or none");
    else if (!(c->chunks <= most_chunks))
        what = _("more than 1e12 checkpoints");
    else if (!(checkpoint_writes_h(c) <= longest_h) || !(wait_mean_h(&p->startup) <= longest_h))
        what = _("writes or startup take more than a billion hours");
    else if (!isfinite(p->market.rent_per_h * longest_h))
        what = _("the price is out of range");
    if (!what)
        return 0;
    char *key = key_of(l, "work");
    int code =
        err_set(l->err, ERR_INPUT, l->plan->tree->at, key, _("look at the units and the powers of ten"), "%s", what);
    free(key);
    return code;
}

/* Values that change nothing here. */
static void check_idle(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    bool spot = input_set(&in->preemption);
    if (!spot && in->causes == 0)
        warn(l, NULL, _("add failures: {gpu: 30000 h to 80000 h}, or uses: [failures/h100-llama3]"),
             _("nothing can fail here: no failures and no preemption are given"));
    if (!spot && input_set(&in->notice))
        warn(l, &in->notice, _("add preemption, or leave it out"), _("a notice without a preemption changes nothing"));
    if (!spot && in->capacity == CAPACITY_SPOT)
        warn(l, NULL, _("add preemption: 4 h to 20 h, or uses: [spot/medium]"),
             _("spot capacity that is never preempted"));
    if (input_set(&in->read) && in->restart.kind != INPUT_ABSENT)
        warn(l, &in->read, _("leave restart out, or put the reading into it"),
             _("checkpoint.read changes nothing beside a restart of your own"));
}

static int check_limit(const struct look *l)
{
    const struct plan *p = l->typical;
    double need_h = wait_mean_h(&p->startup) + wait_mean_h(&p->restart) + (p->cadence.saves ? p->cadence.write_h : 0.0);
    if (p->limit_h > need_h)
        return 0;
    const struct inputs *in = &l->plan->inputs;
    bool constant = !p->startup.law.row && !p->restart.law.row && !varies(&in->startup) && !varies(&in->restart) &&
                    !varies(&in->time_limit) && !varies(&in->write) && !varies(&in->size) && !varies(&in->bandwidth);
    const char *what = _("the time limit leaves no time to work after startup, restart and a write");
    if (!constant) {
        warn(l, &l->plan->inputs.time_limit, _("raise time_limit"), what);
        return 0;
    }
    char *key = key_of(l, "time_limit");
    int code = err_set(l->err, ERR_INPUT, l->plan->inputs.time_limit.node->at, key, _("raise time_limit"), "%s", what);
    free(key);
    return code;
}

/* Machines that are sold before the job is done, copies that have nothing to do. */
static void check_plan_span(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    if (in->own.project.kind == INPUT_ONCE && plan_naive_h(l->typical) > in->own.project.once.x)
        warn(l, &in->own.project, _("lengthen own.project, or leave it out for the whole life"),
             _("the machines are sold before the job is done"));
    if (input_set(&in->concurrent) && l->typical->runs < 2.0)
        warn(l, &in->concurrent, _("add runs: 4, the experiments to do"), _("copies of the hardware for a single run"));
}

/* A rent that is three times off the price lists: mostly a node's price for a card's, or a month's for an hour's. */
static void check_list(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    const struct plan *p = l->typical;
    double price = p->market.rent_per_h / p->billed_cards;
    if (!p->rent_priced || !(in->list_high > 0.0) || (price >= in->list_low / 3.0 && price <= in->list_high * 3.0))
        return;
    char *what = mem_format(_("a card costs %.3g %s an hour, and %.3g to %.3g in the price lists"), price,
                            l->scenario->currency, in->list_low, in->list_high);
    warn(l, &in->price, _("is the price per card or per node, per hour or per month?"), what);
    free(what);
}

/* A node whose peak no tier of the racks takes. */
static int check_rack(const struct look *l)
{
    const struct own_input *own = &l->plan->inputs.own;
    const struct plan *p = l->typical;
    double limit_kw = input_value(&own->rack_limit, NULL, INFINITY), node_kw = p->power.node_peak_kw;
    if (own->tiers.rows > 0 && isinf(limit_kw))
        limit_kw = own->tiers.at[own->tiers.rows - 1];
    if (!p->own.rack_priced || node_kw <= limit_kw)
        return 0;
    char *key = key_of(l, "own.rack"),
         *what = mem_format(_("a node takes %.3g kW, and the racks no more than %.3g kW"), node_kw, limit_kw);
    int code = err_set(l->err, ERR_INPUT, own->rack.node ? own->rack.node->at : l->plan->tree->at, key,
                       _("add a tier, raise the limit, or take nodes of less power"), "%s", what);
    free(key);
    free(what);
    return code;
}

static void check_checkpoints(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    const struct plan *p = l->typical;
    const struct cadence *c = &p->cadence;
    double mtbi_h = plan_mtbi_h(p), piece_h = fmin(c->interval_h, c->work_h) + c->write_h;
    char *what = NULL;
    if (isfinite(c->interval_h) && c->write_h > c->interval_h)
        warn(l, &in->every, _("lengthen checkpoint.every, or shorten the write"),
             _("a checkpoint takes longer than the interval between them"));
    if (in->every_rule != EVERY_NONE && in->write.kind == INPUT_ABSENT && !input_set(&in->bandwidth))
        warn(l, in->every_rule == EVERY_STEPS ? &in->every_steps : &in->every,
             _("give checkpoint.write, or size and bandwidth"), _("checkpoints take no time to write"));
    if (p->market.preemptible && !isfinite(c->interval_h) &&
        c->work_h > 0.5 * law_mean_first(&p->market.preemption, p->market.gang))
        warn(l, &in->preemption, _("give checkpoint.every"),
             _("preemptible capacity without checkpoints on long work"));
    if (piece_h > 14.0 * mtbi_h) {
        what = mem_format(_("a piece of %.3g h between durable checkpoints needs about e^%.0f attempts: interruptions "
                            "come every %.3g h"),
                          piece_h, piece_h / mtbi_h, mtbi_h);
        warn(l, &in->every, _("shorten checkpoint.every"), what);
    } else if (mtbi_h < 1.0) {
        what = mem_format(_("something interrupts the job every %.3g h on average"), mtbi_h);
        warn(l, p->market.preemptible ? &in->preemption : NULL,
             _("look at failures and preemption: are they per card, per node or per job?"), what);
    }
    free(what);
}

static void check_points(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    for (int i = 0; i < in->causes; i++) {
        const struct cause_input *cause = &in->cause[i];
        bool moves = input_set(&cause->every) ? !cause->every.each.fixed : cause->rate.once.unknown > 0;
        if (moves)
            return;
    }
    if (in->preemption.kind == INPUT_EACH && !in->preemption.each.fixed)
        return;
    if (in->causes > 0)
        warn(l, input_set(&in->cause[0].every) ? &in->cause[0].every : &in->cause[0].rate,
             _("write a range, such as every: 20000 h to 80000 h"),
             _("every failure rate is one number, as if it were known exactly"));
}

static void check_efficiency(const struct look *l)
{
    const struct input *efficiency = &l->plan->inputs.efficiency;
    if (input_set(efficiency) && efficiency->once.x > 0.65)
        warn(l, efficiency, _("model FLOPs utilisation is rarely above 60%"), _("an efficiency above 65%"));
}

static void check_scaling(const struct look *l)
{
    const struct inputs *in = &l->plan->inputs;
    double *world = mem_new((size_t)l->scenario->unknowns.n + 1, sizeof *world);
    bool beyond;
    unknowns_median(&l->scenario->unknowns, world);
    plan_speed(in, world, l->typical->cards, &beyond);
    if (beyond) {
        char *what =
            mem_format(_("%.0f cards lie outside the measured rows: the speed is extrapolated"), l->typical->cards);
        warn(l, in->step_times.rows ? &in->step_time : NULL, _("measure nearer to this card count"), what);
        free(what);
    }
    free(world);
}

/* Plans of another size than the work was measured on, or than the first one, with no scaling between. */
static void check_sizes(const struct scenario *s, const struct plan *typical, struct err *err)
{
    for (int i = 0; i < s->plans; i++) {
        const struct inputs *a = &s->plan[0].inputs, *b = &s->plan[i].inputs;
        bool scaled = a->scaling_rule || b->scaling_rule || a->step_times.rows || b->step_times.rows;
        double measured = b->measured_on.kind == INPUT_ONCE ? b->measured_on.once.x : typical[0].cards;
        if (typical[i].cards == measured || scaled)
            continue;
        err_warn(err, s->plan[i].tree->at, s->plan[i].name, _("add scaling: a table, measured(file.csv) or amdahl(5%)"),
                 "%s", _("plans differ in card count and nothing says how speed scales: it is taken as proportional"));
        return;
    }
}

/* A run under way whose past no plan resembles. */
static void check_pace(const struct scenario *s, const struct plan *typical, struct err *err)
{
    double least = INFINITY, so_far = NAN, from_now = NAN;
    for (int i = 0; i < s->plans; i++) {
        const struct plan *p = &typical[i];
        double left_h = plan_naive_h(p) - p->past_h;
        if (!(p->done > 0.0 && p->done < 1.0 && p->past_h > 0.0 && left_h > 0.0))
            return;
        double past = p->done / p->past_h, next = (1.0 - p->done) / left_h, apart = fabs(log(next / past));
        if (apart < least) {
            least = apart;
            so_far = 2400.0 * past;
            from_now = 2400.0 * next;
        }
    }
    if (!(least > log(1.12)) || isinf(least))
        return;
    char *what = mem_format(_("%.3g%% of the work a day so far, but %.3g%% a day from now on, interruptions aside"),
                            so_far, from_now);
    err_warn(err, s->plan[0].tree->at, s->plan[0].name,
             _("set work.efficiency or step_time to what the run has shown, or correct progress"), "%s", what);
    free(what);
}

int sanity_check(const struct scenario *s, const struct plan_frame *frame, const struct plan *typical, struct err *err)
{
    int code = 0;
    for (int i = 0; i < s->plans; i++) {
        struct look l = {s, &s->plan[i], &frame[i], &typical[i], err};
        int bad = check_size(&l);
        if (!bad)
            bad = check_limit(&l);
        if (!bad)
            bad = check_rack(&l);
        code = code ? code : bad;
        check_idle(&l);
        check_list(&l);
        check_plan_span(&l);
        check_checkpoints(&l);
        check_points(&l);
        check_efficiency(&l);
        check_scaling(&l);
    }
    check_sizes(s, typical, err);
    check_pace(s, typical, err);
    return code;
}
