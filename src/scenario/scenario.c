/* Loads a scenario: reads, layers, binds. */
#include "scenario/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scenario/correlate.h"
#include "scenario/date.h"
#include "scenario/layer.h"
#include "scenario/merge.h"
#include "scenario/milestone.h"
#include "scenario/moment.h"
#include "scenario/rules.h"
#include "scenario/take.h"

/* The key path of a node for messages, by who wrote it. */
static char *full_key(const char *owner, const char *plan, const char *path)
{
    if (!owner || strcmp(owner, "scenario") == 0)
        return mem_copy(path);
    if (strcmp(owner, "defaults") == 0)
        return mem_format("defaults.%s", path);
    if (strcmp(owner, plan) == 0)
        return mem_format("plans.%s.%s", plan, path);
    return mem_format("%s: %s", owner, path);
}

struct walk {
    struct scenario *scenario;
    struct scenario_plan *plan;
    struct err *err;
};

static int unknown_key(struct walk *w, const struct node *key, const char *path, const char *full)
{
    static const char *const meant[][2] = {
        {"nodes", "num_nodes"},     {"gpus", "accelerators"}, {"gpu", "accelerators"},    {"min", "minimum"},
        {"instances", "num_nodes"}, {"mtbf", "failures"},     {"interval", "checkpoint"}, {"spot", "preemption"}};
    const char *near = NULL;
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        near = strcasecmp(key->text, meant[i][0]) == 0 ? meant[i][1] : near;
    near = near ? near : key_near(path);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_("\"runodds explain\" lists all keys"));
    int code = err_set(w->err, ERR_INPUT, key->at, full, hint, _("unknown key \"%s\""), key->text);
    free(hint);
    return code;
}

static bool is_off(const struct node *node)
{
    return node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0;
}

static int walk_map(struct walk *w, struct node *map, const char *prefix);

static int begin_cause(struct walk *w, struct node *item, const char *name, const char *path, const char *full)
{
    struct inputs *in = &w->plan->inputs;
    if (is_off(item))
        return 0;
    if (item->kind != NODE_MAP)
        return err_set(w->err, ERR_INPUT, item->at, full, _("write NAME: {every: 50000 h}"),
                       _("a cause is a map, such as {every: 50000 h, restart: 10 min}"));
    if (in->causes == CAUSES_MOST)
        return err_set(w->err, ERR_INPUT, item->at, full, NULL, _("more than %d causes"), CAUSES_MOST);
    in->cause[in->causes++] = (struct cause_input){.name = name};
    return walk_map(w, item, path);
}

static int take(struct walk *w, const struct key *row, struct node *item, const char *path, const char *full)
{
    struct binder b = layer_binder(w->scenario, item->owner, path, full, w->err);
    b.start_h = w->scenario->has_start ? w->scenario->start_h : NAN;
    b.offset_min = w->scenario->offset_min;
    return row->read(&b, row, item, &w->plan->inputs);
}

static int walk_entry(struct walk *w, struct node *key, struct node *item, const char *path, const char *full)
{
    const struct key *row = key_find(path);
    const char *last = strrchr(path, '.') ? strrchr(path, '.') + 1 : path;
    bool cause = row && strcmp(row->path, "failures.*") == 0;
    if (!cause && (strcmp(last, "source") == 0 || strcmp(last, "about") == 0))
        return 0;
    if (!row)
        return unknown_key(w, key, path, full);
    if (row->place & KEY_LATER)
        return err_set(w->err, ERR_INPUT, key->at, full, _("leave it out; \"runodds explain\" lists what there is"),
                       _("\"%s\" is not in this version yet"), key->text);
    if (row->place & KEY_TOP)
        return err_set(w->err, ERR_INPUT, key->at, full, _("write it at the left margin, outside plans and defaults"),
                       _("\"%s\" belongs at the top of the file"), key->text);
    if (strcmp(row->path, "failures.*") == 0)
        return begin_cause(w, item, key->text, path, full);
    if (row->read)
        return take(w, row, item, path, full);
    if (!key_has_children(path))
        return 0;
    if (item->kind == NODE_MAP)
        return walk_map(w, item, path);
    if (is_off(item)) {
        w->plan->inputs.checkpoint_off = w->plan->inputs.checkpoint_off || strcmp(path, "checkpoint") == 0;
        return 0;
    }
    return err_set(w->err, ERR_INPUT, item->at, full, row->shapes, _("expected a map or \"none\""));
}

static int walk_map(struct walk *w, struct node *map, const char *prefix)
{
    int code = 0;
    for (int i = 0; i < map->n; i++) {
        struct node *item = map->item[i];
        char *path = prefix[0] ? mem_format("%s.%s", prefix, map->key[i]->text) : mem_copy(map->key[i]->text);
        char *full = full_key(item->owner, w->plan->name, path);
        int bad = walk_entry(w, map->key[i], item, path, full);
        code = code ? code : bad;
        free(full);
        free(path);
    }
    return code;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct cause_input *)left)->name, ((const struct cause_input *)right)->name);
}

/* A speed beyond the measured rows is uncertain: a standard normal deviate of the scaling. */
static int bind_beyond(struct walk *w)
{
    struct inputs *in = &w->plan->inputs;
    const char *key = in->step_times.rows > 0 ? "step_time" : "scaling";
    const struct table *table = in->step_times.rows > 0 ? &in->step_times : &in->scaling;
    const struct node *node = node_get(w->plan->tree, key);
    double cards = rules_size(in).cards;
    bool tabled = in->step_times.rows > 0 || in->scaling_rule == SCALING_TABLE;
    if (!tabled || !node || (cards >= table->at[0] && cards <= table->at[table->rows - 1]))
        return 0;
    const char *owner = node->kind == NODE_MAP && node->n > 0 ? node->item[0]->owner : node->owner;
    struct binder b = layer_binder(w->scenario, owner, key, key, w->err);
    b.exchange = NULL;
    return bind_unknown_law(&b, node, "beyond", "normal", 0.0, 1.0, &in->beyond.unknown);
}

static int bind_plan(struct scenario *s, struct scenario_plan *plan, struct err *err)
{
    struct walk w = {s, plan, err};
    plan->inputs = (struct inputs){.final = -1, .capacity = -1, .every_rule = EVERY_NONE};
    struct fit_input *fit = &plan->inputs.fit;
    fit->method = fit->precision = fit->optimizer = fit->sharding = fit->recompute = -1;
    int code = walk_map(&w, plan->tree, "");
    if (!code)
        code = bind_beyond(&w);
    qsort(plan->inputs.cause, (size_t)plan->inputs.causes, sizeof plan->inputs.cause[0], by_name);
    return code;
}

/* ---- keys at the top ---- */

static int top_text(const struct node *node, const char *key, const char **text, struct err *err)
{
    if (node->kind != NODE_SCALAR)
        return err_set(err, ERR_INPUT, node->at, key, NULL, _("expected one word or line"));
    *text = node->text;
    return 0;
}

static int read_currency(struct scenario *s, const struct node *node, struct err *err)
{
    const char *text = "USD";
    struct unit unit;
    int code = node ? top_text(node, "currency", &text, err) : 0;
    if (code)
        return code;
    long n = unit_read(text, &unit);
    struct unit money = unit_known("USD");
    if (n != (long)strlen(text) || !unit.currency[0] || !unit_same_dim(&unit, &money))
        return err_set(err, ERR_INPUT, node->at, "currency", _("write three letters such as USD, CNY or EUR"),
                       _("\"%s\" is no currency"), text);
    memcpy(s->currency, unit.currency, sizeof s->currency);
    return 0;
}

uint64_t scenario_luck(const struct scenario *s)
{
    return s->seed + s->job * UINT64_C(0x9e3779b97f4a7c15);
}

/* exchange: {USD: 7.2 CNY} */
static int read_exchange(struct scenario *s, struct node *map, struct err *err)
{
    char own[4];
    memcpy(own, s->currency, sizeof own);
    struct wants wants = {.units = {own}, .draws = DRAWS_ONCE};
    if (map->kind != NODE_MAP)
        return is_off(map) ? 0
                           : err_set(err, ERR_INPUT, map->at, "exchange", _("write exchange: {USD: 7.2 CNY}"),
                                     _("a map of currencies is expected"));
    for (int i = 0; i < map->n; i++) {
        struct unit unit, money = unit_known("USD");
        struct input input;
        char *path = mem_format("exchange.%s", map->key[i]->text);
        struct binder b = layer_binder(s, NULL, path, path, err);
        b.exchange = NULL;
        b.job = 0; /* a rate is the same for all jobs */
        long n = unit_read(map->key[i]->text, &unit);
        int code = 0;
        if (n != (long)strlen(map->key[i]->text) || !unit.currency[0] || !unit_same_dim(&unit, &money))
            code = err_set(err, ERR_INPUT, map->key[i]->at, "exchange", _("write three letters such as USD or EUR"),
                           _("\"%s\" is no currency"), map->key[i]->text);
        if (!code)
            code = bind_value(&b, map->item[i], &wants, &input);
        free(path);
        if (!code && s->exchange.n == RATES_MOST)
            code = err_set(err, ERR_INPUT, map->at, "exchange", NULL, _("more than %d currencies"), RATES_MOST);
        if (code)
            return code;
        memcpy(s->exchange.of[s->exchange.n].currency, unit.currency, sizeof unit.currency);
        s->exchange.of[s->exchange.n++].worth = input.once;
    }
    return 0;
}

static int read_number(struct scenario *s, struct node *node, const char *key, double *x, struct err *err)
{
    struct input input;
    struct binder b = layer_binder(s, NULL, key, key, err);
    struct wants wants = key_find(key)->wants;
    char own[4] = "USD";
    if (strcmp(key, "budget") == 0) {
        memcpy(own, s->currency, sizeof own);
        wants.units[0] = own;
    }
    int code = bind_value(&b, node, &wants, &input);
    if (!code && input.kind == INPUT_ONCE)
        *x = input.once.x;
    return code;
}

static int read_start(struct scenario *s, const struct node *node, struct err *err)
{
    const char *text = "";
    bool has_time;
    int code = top_text(node, "start", &text, err);
    if (code || strcmp(text, "none") == 0)
        return code;
    size_t before_zone = date_before_word(text);
    if (before_zone > 0)
        return moment_zone(node, "start", before_zone, err);
    if (!date_read(text, &s->start_h, &s->offset_min, &has_time, &s->has_offset))
        return err_set(err, ERR_INPUT, node->at, "start", _("write it as 2026-07-01 09:00 +08:00"),
                       _("\"%s\" is no moment"), text);
    s->has_start = true;
    return 0;
}

static int read_seed(struct scenario *s, const struct node *node, struct err *err)
{
    const char *text = "";
    int code = top_text(node, "seed", &text, err);
    if (!code && !text_u64(text, &s->seed))
        code = err_set(err, ERR_INPUT, node->at, "seed", _("write a whole number from 0 to 18446744073709551615"),
                       _("\"%s\" is no seed"), text);
    return code;
}

static int read_top(struct scenario *s, struct err *err)
{
    struct node *node;
    int code = read_currency(s, node_get(s->root, "currency"), err), bad;
    if ((node = node_get(s->root, "exchange")) && (bad = read_exchange(s, node, err)))
        code = bad;
    if ((node = node_get(s->root, "budget")) && (bad = read_number(s, node, "budget", &s->budget, err)))
        code = bad;
    if ((node = node_get(s->root, "start")) && (bad = read_start(s, node, err)))
        code = bad;
    if ((node = node_get(s->root, "deadline")) &&
        (bad = moment_read(s, node, "deadline", _("deadline"), &s->deadline_h, err)))
        code = bad;
    if ((node = node_get(s->root, "milestones")) && (bad = milestone_read(s, node, err)))
        code = bad;
    if ((node = node_get(s->root, "give_up")) && (bad = read_number(s, node, "give_up", &s->give_up_h, err)))
        code = bad;
    if ((node = node_get(s->root, "seed")) && (bad = read_seed(s, node, err)))
        code = bad;
    const char *name = s->name;
    if ((node = node_get(s->root, "scenario")) && (bad = top_text(node, "scenario", &name, err)))
        code = bad;
    if (node && !code && !layer_good_name(name))
        code = err_set(err, ERR_INPUT, node->at, "scenario",
                       _("use up to 200 bytes without dots and control characters"), _("not a usable name"));
    if (node && !code) {
        char *copy = mem_copy(name);
        free(s->name);
        s->name = copy;
    }
    return code;
}

/* ---- the whole ---- */

/* "models/scenarios/lora-7b.yaml" -> "lora-7b". */
static char *name_of_file(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    size_t n = strcspn(name, ".");
    return n > 0 && strcmp(file, "-") != 0 ? mem_copy_n(name, n) : mem_copy("scenario");
}

static struct scenario *finish_load(struct scenario *s, const struct scenario_options *options, struct err *err)
{
    s->job = options ? options->job : 0;
    int code = yaml_parse(s->source, &s->root, err);
    if (!code && !s->root)
        code = err_set(err, ERR_INPUT, (struct place){.source = s->source, .line = 1, .col = 1}, NULL,
                       _("\"runodds init\" writes one to start from"), _("the scenario is empty"));
    if (!code)
        code = layer_set_top(s, options, err);
    if (!code) {
        int bad = read_top(s, err);
        code = layer_plans(s, options, err);
        code = code ? code : bad;
    }
    if (options && options->has_seed)
        s->seed = options->seed;
    for (int i = 0; i < s->plans; i++) {
        int bad = bind_plan(s, &s->plan[i], err);
        code = code ? code : bad;
    }
    struct node *correlate = s->root ? node_get(s->root, "correlate") : NULL;
    if (!code && correlate && !is_off(correlate))
        code = correlate_read(s, correlate, options && options->sets + options->onlys > 0, err);
    if (!code && s->unknowns.n > UNKNOWNS_MOST)
        code = err_plain(err, ERR_INPUT, NULL, _("more than %d unknowns"), UNKNOWNS_MOST);
    if (!code)
        code = rules_check(s, err);
    if (!code)
        return s;
    scenario_free(s);
    return NULL;
}

static struct scenario *new_scenario(const char *file)
{
    struct scenario *s = mem_new(1, sizeof *s);
    s->file = mem_copy(file);
    s->name = name_of_file(file);
    memcpy(s->currency, "USD", 4);
    s->budget = s->deadline_h = s->give_up_h = -1.0;
    s->seed = 1;
    s->source = mem_new(1, sizeof *s->source);
    return s;
}

struct scenario *scenario_load(const char *path, const struct scenario_options *options, struct err *err)
{
    struct scenario *s = new_scenario(path);
    if (file_read(path, YAML_FILE_LIMIT, (struct place){0}, s->source, err)) {
        scenario_free(s);
        return NULL;
    }
    return finish_load(s, options, err);
}

struct scenario *scenario_parse(const char *name, const char *text, const char *folder,
                                const struct scenario_options *options, struct err *err)
{
    struct scenario *s = new_scenario(name);
    source_set(s->source, name, text);
    s->source->path = folder ? mem_copy(folder) : NULL;
    return finish_load(s, options, err);
}

void scenario_free(struct scenario *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->plans; i++) {
        free(s->plan[i].name);
        node_free(s->plan[i].tree);
        inputs_release(&s->plan[i].inputs);
    }
    free(s->plan);
    node_free(s->root);
    unknowns_release(&s->unknowns);
    law_shelf_release(&s->shelf);
    for (int i = 0; i < s->models; i++) {
        source_release(s->model[i]);
        free(s->model[i]);
    }
    free(s->model);
    for (int i = 0; i < s->owners; i++)
        free(s->owner[i]);
    free(s->owner);
    source_release(s->source);
    free(s->source);
    free(s->name);
    free(s->file);
    free(s);
}

/* ---- visiting ---- */

static void visit_map(const struct node *map, const char *prefix, scenario_visitor *visit, void *context)
{
    for (int i = 0; i < map->n; i++) {
        char *path = prefix[0] ? mem_format("%s.%s", prefix, map->key[i]->text) : mem_copy(map->key[i]->text);
        const struct key *row = key_find(path);
        bool table = map->item[i]->kind == NODE_MAP && !key_has_children(path);
        if (map->item[i]->kind == NODE_MAP && !table)
            visit_map(map->item[i], path, visit, context);
        else if (row && !(row->place & KEY_NOTE) && strcmp(row->path, "name") != 0)
            visit(context, path, map->item[i], row);
        free(path);
    }
}

static bool begins_with(const char *path, const char *start)
{
    return strncmp(path, start, strlen(start)) == 0;
}

/* Defaults of money matter where the thing itself is there. */
static bool money_matters(const struct inputs *in, const char *path)
{
    static const char *const unless_given[] = {"more_work", "jitter",  "spread", "progress",   "fallback",
                                               "fit",       "storage", "labor",  "delay_cost", "credits",
                                               "tax",       "power",   "egress", "exchange",   "electricity"};
    bool owned = input_set(&in->own.price);
    if (strcmp(path, "own.life") == 0 || strcmp(path, "own.resale") == 0 || strcmp(path, "own.busy") == 0)
        return owned;
    if (strcmp(path, "pue") == 0)
        return owned && in->electricity;
    if (strcmp(path, "storage.kept") == 0)
        return input_set(&in->storage);
    if (strcmp(path, "delay_cost.after") == 0)
        return input_set(&in->delay);
    if (strcmp(path, "concurrent") == 0)
        return input_set(&in->runs);
    if (strcmp(path, "runs") == 0)
        return input_set(&in->concurrent);
    if (begins_with(path, "own"))
        return false;
    for (size_t i = 0; i < sizeof unless_given / sizeof *unless_given; i++)
        if (begins_with(path, unless_given[i]))
            return false;
    return true;
}

/* Defaults that matter only next to other keys. */
static bool default_matters(const struct scenario_plan *plan, const struct key *row)
{
    const struct inputs *in = &plan->inputs;
    bool spot = input_set(&in->preemption), loses = spot || input_set(&in->time_limit);
    static const char *const with_spot[] = {"notice", "gang"};
    for (size_t i = 0; i < sizeof with_spot / sizeof *with_spot; i++)
        if (strcmp(row->path, with_spot[i]) == 0)
            return spot;
    if (!money_matters(in, row->path))
        return false;
    if (strcmp(row->path, "requeue") == 0)
        return loses;
    if (strcmp(row->path, "num_nodes") == 0)
        return !input_set(&in->cards);
    if (strcmp(row->path, "scaling") == 0)
        return in->step_times.rows == 0;
    if (strcmp(row->path, "restart") == 0)
        return loses || in->causes > 0;
    if (strncmp(row->path, "checkpoint.", 11) == 0)
        return !in->checkpoint_off &&
               (strcmp(row->path, "checkpoint.stall") == 0 || strcmp(row->path, "checkpoint.every") == 0 ||
                (strcmp(row->path, "checkpoint.write") == 0 && !input_set(&in->bandwidth)));
    if (strncmp(row->path, "billing", 7) == 0 || strcmp(row->path, "bill_queue") == 0)
        return (input_set(&in->price) || in->prices.rows > 0) && strcmp(row->path, "billing") != 0;
    return strcmp(row->path, "work.method") != 0 || input_set(&in->tokens);
}

/* Keys whose default is not a plain value, and yet changes the odds. */
static bool default_in_words(const struct key *row)
{
    return strcmp(row->path, "restart") == 0 || strcmp(row->path, "requeue") == 0 || strcmp(row->path, "give_up") == 0;
}

/* What a cause does not say: age and renewal matter only to laws with a memory. */
static void visit_cause(const struct scenario_plan *plan, const struct cause_input *cause, const struct key *row,
                        scenario_visitor *visit, void *context)
{
    const char *name = strrchr(row->path, '.') + 1;
    bool aged = cause->every.kind == INPUT_EACH && strcmp(cause->every.each.row->name, "exponential") != 0;
    bool matters = strcmp(name, "age") == 0 || strcmp(name, "renew") == 0
                       ? aged
                       : row->read != take_unit && row->wants.draws == DRAWS_EACH;
    const struct node *failures = node_get(plan->tree, "failures");
    const struct node *own = failures && failures->kind == NODE_MAP ? node_get(failures, cause->name) : NULL;
    if (!matters || !own || own->kind != NODE_MAP || node_get(own, name))
        return;
    char *path = mem_format("failures.%s.%s", cause->name, name);
    visit(context, path, NULL, row);
    free(path);
}

void scenario_visit(const struct scenario_plan *plan, scenario_visitor *visit, void *context)
{
    const struct key *row;
    visit_map(plan->tree, "", visit, context);
    if (!node_get(plan->tree, "failures"))
        visit(context, "failures", NULL, key_find("failures"));
    for (int i = 0; (row = key_row(i)); i++) {
        const struct node *at = plan->tree;
        char *path = mem_copy(row->path), *rest = path;
        for (int k = 0; row->place == KEY_CAUSE && k < plan->inputs.causes; k++)
            visit_cause(plan, &plan->inputs.cause[k], row, visit, context);
        if (row->place == KEY_PLAN && (row->otherwise[0] != '(' || default_in_words(row)) && !key_has_children(path) &&
            default_matters(plan, row)) {
            for (char *part; at && (part = strsep(&rest, "."));)
                at = at->kind == NODE_MAP ? node_get(at, part) : at;
            if (!at)
                visit(context, row->path, NULL, row);
        }
        free(path);
    }
}

struct count {
    const struct node **seen;
    int given;
    char **missing; /* paths */
    int defaults;
};

static void count_one(void *context, const char *path, const struct node *node, const struct key *key)
{
    struct count *c = context;
    (void)key;
    if (!node) {
        for (int i = 0; i < c->defaults; i++)
            if (strcmp(c->missing[i], path) == 0)
                return;
        c->missing = mem_grow(c->missing, (size_t)c->defaults + 1, sizeof *c->missing);
        c->missing[c->defaults++] = mem_copy(path);
        return;
    }
    for (int i = 0; i < c->given; i++)
        if (c->seen[i]->at.source == node->at.source && c->seen[i]->at.line == node->at.line &&
            c->seen[i]->at.col == node->at.col)
            return;
    c->seen = mem_grow(c->seen, (size_t)c->given + 1, sizeof *c->seen);
    c->seen[c->given++] = node;
}

void scenario_count(const struct scenario *scenario, int *given, int *defaults)
{
    struct count c = {0};
    for (int i = 0; i < scenario->plans; i++)
        scenario_visit(&scenario->plan[i], count_one, &c);
    *given = c.given;
    *defaults = c.defaults;
    for (int i = 0; i < c.defaults; i++)
        free(c.missing[i]);
    free(c.missing);
    free(c.seen);
}
