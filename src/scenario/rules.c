/* Rules between keys. */
#include "scenario/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/hint.h"
#include "scenario/tariff.h"

struct rule {
    const struct scenario *scenario;
    struct scenario_plan *plan;
    struct err *err;
};

/* The place of the deepest part of a key that stands in the plan, or of the plan. */
static struct place place_of(const struct scenario_plan *plan, const char *key)
{
    const struct node *at = plan->tree;
    struct place place = at->at;
    char *path = mem_copy(key), *rest = path, *part;
    while (at && at->kind == NODE_MAP && (part = strsep(&rest, "."))) {
        const struct node *map = at;
        at = node_get(map, part);
        for (int i = 0; at && i < map->n; i++)
            if (map->item[i] == at)
                place = map->key[i]->at;
    }
    free(path);
    return place;
}

/* A fault at a value, or where its key stands. */
static int fault(const struct rule *r, const struct input *input, const char *key, const char *hint, const char *what)
{
    char *full = node_get(r->scenario->root, "plans") ? mem_format("plans.%s.%s", r->plan->name, key) : mem_copy(key);
    char *own = hint_money(hint, r->scenario->currency);
    struct place place = input && input->node ? input->node->at : place_of(r->plan, key);
    int code = err_set(r->err, ERR_INPUT, place, full, own, "%s", what);
    free(own);
    free(full);
    return code;
}

struct size rules_size(const struct inputs *in)
{
    static const double *const no_world = NULL;
    struct size size = {.per_node = in->kind_cards};
    double cards = input_value(&in->cards, no_world, 0.0), nodes = input_value(&in->num_nodes, no_world, 0.0);
    if (in->cards_per_node.kind == INPUT_ONCE)
        size.per_node = in->cards_per_node.once.x;
    if (size.per_node == 0.0)
        size.per_node = cards > 0.0 ? fmin(cards, 8.0) : 1.0;
    size.nodes = nodes > 0.0 ? nodes : cards > 0.0 ? ceil(cards / size.per_node) : 1.0;
    size.cards = cards > 0.0 ? cards : size.nodes * size.per_node;
    return size;
}

static int check_size(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    const struct {
        const char *key;
        const struct input *input;
    } whole[] = {{"cards", &in->cards},
                 {"num_nodes", &in->num_nodes},
                 {"cards_per_node", &in->cards_per_node},
                 {"measured_on", &in->measured_on},
                 {"nodes_per_switch", &in->nodes_per_switch}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i].input->kind == INPUT_ONCE && whole[i].input->once.x != floor(whole[i].input->once.x))
            return fault(r, whole[i].input, whole[i].key, _("write a whole number, from 1 on"),
                         _("a count must be a whole number"));
    if (in->cards.kind == INPUT_ONCE && in->num_nodes.kind == INPUT_ONCE)
        return fault(r, &in->num_nodes, "num_nodes", _("give cards, or nodes with cards per node in accelerators"),
                     _("both cards and num_nodes are given"));
    if (in->kind_cards > 0 && in->cards_per_node.kind == INPUT_ONCE && in->cards_per_node.once.x != in->kind_cards &&
        in->kind_cards > 1)
        return fault(r, &in->cards_per_node, "cards_per_node", _("leave one of them out"),
                     _("accelerators says another number of cards per node"));
    return 0;
}

static int check_work(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    bool formula = input_set(&in->tokens) || input_set(&in->parameters) || input_set(&in->efficiency);
    int ways = input_set(&in->gpu_hours) + input_set(&in->steps) + formula;
    if (ways == 0)
        return fault(r, NULL, "work",
                     _("write work: 2400 GPU-hours, {steps: N} with step_time, or {tokens, parameters, efficiency}"),
                     _("the work is missing"));
    if (ways > 1)
        return fault(r, &in->gpu_hours, "work",
                     _("keep one of GPU-hours, steps, and tokens with parameters and efficiency"),
                     _("the work is given in more than one way"));
    if (input_set(&in->steps) && !input_set(&in->step_time) && in->step_times.rows == 0)
        return fault(r, &in->steps, "step_time", _("write step_time: 3.2 s"), _("work in steps needs a step_time"));
    if (!formula)
        return 0;
    if (!input_set(&in->tokens) || !input_set(&in->parameters) || !input_set(&in->efficiency))
        return fault(r, &in->tokens, "work", _("write work: {tokens: 9 B, parameters: 70 B, efficiency: 40%}"),
                     _("work in tokens needs tokens, parameters and efficiency"));
    if (!input_set(&in->peak))
        return fault(r, &in->tokens, "peak",
                     _("use a GPU model such as uses: [gpu/h100-sxm], or write peak: 989 TFLOPS"),
                     _("work in tokens needs the peak of a card"));
    return 0;
}

static int check_checkpoint(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    if (input_set(&in->bandwidth) && !input_set(&in->size))
        return fault(r, &in->bandwidth, "checkpoint.size", _("add size: 980 GB"), _("a bandwidth needs a size"));
    if (input_set(&in->write) && input_set(&in->bandwidth))
        return fault(r, &in->write, "checkpoint.write", _("keep write, or size and bandwidth"),
                     _("the time of a write is given twice"));
    bool timed = input_set(&in->write) || input_set(&in->bandwidth);
    if (in->every_rule == EVERY_STEPS && !input_set(&in->steps) && !input_set(&in->step_time) &&
        in->step_times.rows == 0)
        return fault(r, &in->every_steps, "step_time", _("write step_time: 3.2 s, or the interval as a time"),
                     _("an interval in steps needs a step_time"));
    bool formula = in->every_rule == EVERY_YOUNG || in->every_rule == EVERY_DALY;
    if (formula && !timed)
        return fault(r, &in->every, "checkpoint.write", _("give write, or size and bandwidth"),
                     _("the optimum interval needs the time of a write"));
    if (formula && in->causes == 0 && !input_set(&in->preemption))
        return fault(r, &in->every, "checkpoint.every", _("give failures or a preemption, or an interval"),
                     _("the optimum interval needs something that interrupts"));
    return 0;
}

/* The unit of a cause by its name: -1 if the name does not say. */
static int unit_of_name(const char *name)
{
    static const struct {
        const char *name;
        int unit;
    } names[] = {{"gpu", UNIT_CARD},  {"card", UNIT_CARD}, {"node", UNIT_NODE},
                 {"host", UNIT_NODE}, {"job", UNIT_JOB},   {"software", UNIT_JOB}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].unit;
    return -1;
}

static int check_rate_unit(const struct rule *r, const struct cause_input *cause, const struct input *input, int sign)
{
    bool card = input->unit.dim[DIM_CARD] * sign > 0, node = input->unit.dim[DIM_NODE] * sign > 0;
    if ((card && cause->unit != UNIT_CARD) || (node && cause->unit != UNIT_NODE)) {
        char *path = mem_format("failures.%s", cause->name);
        int code = fault(r, input, path, node ? _("write unit: node") : _("write unit: card"),
                         _("the value counts other units than the cause has"));
        free(path);
        return code;
    }
    return 0;
}

static int check_cause(const struct rule *r, struct cause_input *cause)
{
    const struct inputs *in = &r->plan->inputs;
    char *path = mem_format("failures.%s", cause->name);
    int code = 0, unit = unit_of_name(cause->name);
    if (!cause->unit_given && unit < 0)
        code = fault(r, input_set(&cause->every) ? &cause->every : &cause->rate, path,
                     _("add unit: card, node, switch or job"), _("the name of this cause does not say what fails"));
    else if (!cause->unit_given)
        cause->unit = unit;
    if (!code && input_set(&cause->every) && input_set(&cause->rate))
        code = fault(r, &cause->rate, path, _("keep one"), _("both every and rate are given"));
    if (!code && !input_set(&cause->every) && !input_set(&cause->rate))
        code = fault(r, &cause->every, path,
                     _("write every: 50000 h, or rate: 3.8 per 1000 node-days; NAME: none removes the cause"),
                     _("a cause needs every or rate"));
    if (!code)
        code = check_rate_unit(r, cause, input_set(&cause->every) ? &cause->every : &cause->rate,
                               input_set(&cause->every) ? 1 : -1);
    if (!code && cause->unit == UNIT_SWITCH && !input_set(&in->nodes_per_switch))
        code = fault(r, &cause->every, path, _("write nodes_per_switch: 16"),
                     _("a cause of unit switch needs nodes_per_switch"));
    bool memoryless = cause->every.kind != INPUT_EACH || strcmp(cause->every.each.row->name, "exponential") == 0;
    if (!code && cause->renew == RENEW_MINIMAL && cause->age_rule == AGE_STEADY && !memoryless)
        code = fault(r, &cause->every, path, _("write age: new or a time"),
                     _("renew: minimal has no meaning with age: steady"));
    if (!code && cause->age_rule == AGE_HOURS && cause->every.kind == INPUT_EACH && cause->every.each.fixed &&
        cause->age.once.x >= law_upper(&cause->every.each.law))
        code = fault(r, &cause->age, path, _("write a smaller age"), _("no unit of this law lives to that age"));
    free(path);
    return code;
}

static bool anything_owned(const struct own_input *own)
{
    return input_set(&own->network) || input_set(&own->fitout) || input_set(&own->staff) || input_set(&own->finance) ||
           input_set(&own->rack) || input_set(&own->life) || input_set(&own->project) || input_set(&own->busy) ||
           own->tiers.rows > 0 || own->resale.rows > 0;
}

static bool rented(const struct inputs *in)
{
    return input_set(&in->price) || in->prices.rows > 0 || in->path.rows || input_set(&in->path.mean);
}

static bool power_known(const struct inputs *in)
{
    const struct power_input *p = &in->power;
    return input_set(&p->wall.one) || input_set(&p->node.one) || p->wall.table.rows > 0 || p->node.table.rows > 0 ||
           input_set(&p->card) || input_set(&p->host);
}

static int check_price(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    if (in->prices.rows > 0 && in->prices.at[0] > rules_size(in).cards)
        return fault(r, NULL, "price", _("add a row for this card count or a smaller one"),
                     _("the price table has no row at or below the card count"));
    if (rented(in) && input_set(&in->own.price))
        return fault(r, &in->own.price, "own", _("keep price or own; the other one: none"),
                     _("the machines are rented and owned"));
    return 0;
}

static int check_own(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    const struct own_input *own = &in->own;
    if (!input_set(&own->price))
        return anything_owned(own) && !rented(in)
                   ? fault(r, NULL, "own", _("add price: $310,000/node"), _("hardware of one's own needs a price"))
                   : 0;
    for (int i = 1; i < own->resale.rows; i++)
        if (own->resale.value[i].x > own->resale.value[i - 1].x)
            return fault(r, NULL, "own.resale", _("give shares that fall with age"),
                         _("the worth of a machine does not rise"));
    if (node_get(r->plan->tree, "fallback") && in->fallback.to)
        return fault(r, NULL, "fallback", _("leave it out, or rent"), _("an owned plan has no market to turn to"));
    if ((input_set(&own->rack) || own->tiers.rows > 0) && !power_known(in))
        return fault(r, &own->rack, "own.rack", _("add power: 6.9 kW, the watts of a node"),
                     _("a rack is paid by power, which is not given"));
    if (in->electricity && in->electricity->periods > 1 && !r->scenario->has_offset)
        return fault(r, NULL, "electricity", _("add start: 2026-07-01 09:00 +08:00"),
                     _("a tariff by the clock needs a start with its offset from UTC"));
    return 0;
}

static int check_rest_of_money(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    bool under_way = input_set(&in->done) || input_set(&in->elapsed) || input_set(&in->spent);
    if (input_set(&in->storage) && !input_set(&in->size))
        return fault(r, &in->storage, "storage", _("add checkpoint.size: 980 GB"),
                     _("storage needs the size of a checkpoint"));
    if (input_set(&in->egress) && !input_set(&in->size))
        return fault(r, &in->egress, "egress", _("add checkpoint.size: 980 GB"),
                     _("egress needs the size of a checkpoint"));
    if (in->delay_after_deadline && r->scenario->deadline_h < 0.0)
        return fault(r, &in->delay_after, "delay_cost.after", _("add deadline: 21 days, or write a time"),
                     _("the scenario has no deadline"));
    if (input_set(&in->delay_after) && !input_set(&in->delay))
        return fault(r, &in->delay_after, "delay_cost", _("add per_day: $2,000"), _("delay_cost needs per_day"));
    if ((input_set(&in->labor_setup) || input_set(&in->labor_incident)) && !input_set(&in->labor_rate))
        return fault(r, input_set(&in->labor_setup) ? &in->labor_setup : &in->labor_incident, "labor",
                     _("add rate: $80/hour"), _("labor needs a rate"));
    if (under_way && (input_set(&in->runs) || input_set(&in->concurrent)))
        return fault(r, &in->done, "progress", _("forecast one run at a time"),
                     _("progress is that of one run, not of several"));
    if (in->concurrent.kind == INPUT_ONCE && in->concurrent.once.x != floor(in->concurrent.once.x))
        return fault(r, &in->concurrent, "concurrent", _("write a whole number, from 1 on"),
                     _("a count must be a whole number"));
    return 0;
}

static int check_fallback(const struct rule *r)
{
    const struct fallback_input *f = &r->plan->inputs.fallback;
    const struct node *node = node_get(r->plan->tree, "fallback");
    if (!node || node->kind != NODE_MAP)
        return 0;
    if (!f->to)
        return fault(r, NULL, "fallback.to", _("write fallback: {to: on-demand, after: 24 h}"),
                     _("a fallback needs a plan"));
    if (!node_get(node, "after"))
        return fault(r, NULL, "fallback.after", _("write after: 24 h, or after: 3 preemptions"),
                     _("a fallback needs to know when"));
    if (rented(&r->plan->inputs) && !input_set(&f->market.price) && f->market.prices.rows == 0 &&
        !f->market.path.rows && !input_set(&f->market.path.mean))
        return fault(r, NULL, "fallback.to", _("give that plan a price, or the fallback a price of its own"),
                     _("the plan that is turned to has no price"));
    if (f->market.path.rows || input_set(&f->market.path.mean))
        return fault(r, NULL, "fallback.price", _("write one price, or a range"),
                     _("the price of a fallback cannot move"));
    return 0;
}

static int check_scaling(const struct rule *r)
{
    const struct inputs *in = &r->plan->inputs;
    if (in->scaling_rule == SCALING_RING && !input_set(&in->scaling_arg[5]) && !input_set(&in->step_time))
        return fault(r, &in->scaling_arg[0], "scaling",
                     _("add step_time, or step = 3 s, the computing of a step on one card"),
                     _("ring(...) needs the time of a step"));
    return 0;
}

static int check_plan(const struct rule *r)
{
    static int (*const checks[])(const struct rule *) = {check_size,          check_work,     check_scaling,
                                                         check_checkpoint,    check_price,    check_own,
                                                         check_rest_of_money, check_fallback, NULL};
    int code = 0, bad;
    for (int i = 0; checks[i]; i++)
        if ((bad = checks[i](r)))
            code = bad;
    for (int i = 0; i < r->plan->inputs.causes; i++)
        if ((bad = check_cause(r, &r->plan->inputs.cause[i])))
            code = bad;
    return code;
}

int rules_check(struct scenario *scenario, struct err *err)
{
    int code = 0;
    for (int i = 0; i < scenario->plans; i++) {
        struct rule r = {scenario, &scenario->plan[i], err};
        int bad = check_plan(&r);
        code = code ? code : bad;
    }
    return code;
}
