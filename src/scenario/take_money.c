/* Readers of prices, hardware of one's own, power and the rest of the money. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/path.h"
#include "scenario/take.h"
#include "scenario/tariff.h"

static const struct wants amount = {.units = {"USD", "USD/node"}, .zero = true, .draws = DRAWS_ONCE};

/* ---- rent ---- */

/* {path: file.csv, from: random | 0 h} */
static int read_path(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct wants hours = {.units = {"h"}, .zero = true, .draws = DRAWS_CONSTANT};
    struct node *from = node_get(node, "from");
    struct input at = {0};
    int code = path_read(b, node, &key->wants, b->start_h, &inputs->path.rows);
    if (code)
        return code;
    inputs->price_per_node = inputs->path.rows->per_node;
    inputs->path.random = from && from->kind == NODE_SCALAR && strcmp(from->text, "random") == 0;
    if (inputs->path.random)
        code = bind_unknown_law(b, from, "from", "uniform", 0.0, 1.0, &inputs->path.from.unknown);
    else
        code = take_child(b, node, "from", &hours, &at);
    inputs->path.from_h = input_value(&at, NULL, 0.0);
    return code;
}

/* {mean: $2/GPU-hour, volatility: 30%, half_life: 20 days, now: $2.5/GPU-hour} */
static int read_reverting(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct wants share = {.units = {""}, .share = true, .most = 3.0, .draws = DRAWS_ONCE};
    static const struct wants hours = {.units = {"h"}, .draws = DRAWS_ONCE};
    struct path_input *path = &inputs->path;
    int code = take_child(b, node, "mean", &key->wants, &path->mean);
    if (!code)
        code = take_child(b, node, "now", &key->wants, &path->now);
    if (!code)
        code = take_child(b, node, "volatility", &share, &path->volatility);
    if (!code)
        code = take_child(b, node, "half_life", &hours, &path->half_life);
    if (!code && (!input_set(&path->mean) || !input_set(&path->volatility) || !input_set(&path->half_life)))
        code = err_set(b->err, ERR_INPUT, node->at, b->key,
                       _("write {mean: $2/GPU-hour, volatility: 30%, half_life: 20 days}"),
                       _("a price that moves needs mean, volatility and half_life"));
    inputs->price_per_node = path->mean.unit.dim[DIM_NODE] != 0;
    if (!code && input_set(&path->now) && (path->now.unit.dim[DIM_NODE] != 0) != inputs->price_per_node)
        code = err_set(b->err, ERR_INPUT, node->at, b->key, NULL, _("mean and now count in different units"));
    return code;
}

static int only_keys(struct binder *b, const struct node *map, const char *const *known, const char *hint)
{
    for (int i = 0; i < map->n; i++) {
        bool found = false;
        for (int k = 0; known[k]; k++)
            found = found || strcmp(map->key[i]->text, known[k]) == 0;
        if (!found)
            return err_set(b->err, ERR_INPUT, map->key[i]->at, b->key, hint, _("unknown key \"%s\""),
                           map->key[i]->text);
    }
    return 0;
}

int take_price(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const char *const path_keys[] = {"path", "from", "unit", NULL};
    static const char *const moving_keys[] = {"mean", "now", "volatility", "half_life", NULL};
    struct unit unit = {0};
    int code = 0;
    if (node->kind != NODE_MAP) {
        code = take_value(b, key, node, inputs);
        inputs->price_per_node = inputs->price.unit.dim[DIM_NODE] != 0;
        return code;
    }
    if (node_get(node, "path")) {
        code = only_keys(b, node, path_keys, _("a path has path, from and unit"));
        return code ? code : read_path(b, key, node, inputs);
    }
    if (node_get(node, "mean")) {
        code = only_keys(b, node, moving_keys, _("a price that moves has mean, now, volatility and half_life"));
        return code ? code : read_reverting(b, key, node, inputs);
    }
    code = take_table(b, node, AXIS_CARDS, &key->wants, &inputs->prices, &unit);
    inputs->prices_per_node = unit.dim[DIM_NODE] != 0;
    return code;
}

int take_billing(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct {
        const char *word, *value;
    } words[] = {{"second", "1 s"}, {"minute", "1 min"}, {"hour", "1 h"}};
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    if (strncmp(text, "per ", 4) == 0)
        text += 4;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            struct node value = *node;
            value.text = (char *)(uintptr_t)words[i].value;
            return take_value(b, key, &value, inputs);
        }
    if (node->kind == NODE_SCALAR && text != node->text)
        return err_set(b->err, ERR_INPUT, node->at, b->key,
                       _("write per second, per minute, per hour, or a time such as 15 min"),
                       _("unknown billing unit \"%s\""), text);
    return take_value(b, key, node, inputs);
}

/* ---- fallback ---- */

int take_fallback(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    (void)key;
    if (node->kind != NODE_SCALAR)
        return err_set(b->err, ERR_INPUT, node->at, b->key, NULL, _("write the name of a plan"));
    inputs->fallback.to = node->text;
    return 0;
}

/* fallback.KEY is read as KEY is, under the identity of KEY, into the market of the fallback. */
int take_market(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    const char *name = strchr(key->path, '.') + 1;
    const struct key *own = key_find(name);
    struct inputs *scratch = mem_new(1, sizeof *scratch);
    struct market_input *market = &inputs->fallback.market;
    struct binder same = *b;
    same.path = name;
    int code = own->read(&same, own, node, scratch);
    if (strcmp(name, "price") == 0) {
        market->price = scratch->price;
        market->price_per_node = scratch->price_per_node;
        market->prices = scratch->prices;
        market->prices_per_node = scratch->prices_per_node;
        market->path = scratch->path;
    } else {
        const struct {
            const char *name;
            const struct input *from;
            struct input *to;
        } values[] = {{"preemption", &scratch->preemption, &market->preemption},
                      {"notice", &scratch->notice, &market->notice},
                      {"gang", &scratch->gang, &market->gang},
                      {"queue", &scratch->queue, &market->queue},
                      {"requeue", &scratch->requeue, &market->requeue}};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            if (strcmp(name, values[i].name) == 0)
                *values[i].to = *values[i].from;
    }
    free(scratch);
    return code;
}

/* "24 h" of waiting, or "3 preemptions". */
int take_after(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct wants hours = {.units = {"h"}, .zero = true, .draws = DRAWS_CONSTANT};
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    double count;
    size_t digits = strspn(text, "0123456789");
    const char *unit = text + digits + strspn(text + digits, " ");
    (void)key;
    if (digits > 0 && (strcmp(unit, "preemptions") == 0 || strcmp(unit, "preemption") == 0)) {
        char *number = mem_copy_n(text, digits);
        bool good = text_whole_number(number, &count) && count >= 1.0;
        free(number);
        inputs->fallback.after_preemptions = count;
        inputs->fallback.after_h = INFINITY;
        return good ? 0
                    : err_set(b->err, ERR_INPUT, node->at, b->key, _("write after: 24 h, or after: 3 preemptions"),
                              _("not a number of preemptions"));
    }
    struct input input;
    int code = bind_value(b, node, &hours, &input);
    inputs->fallback.after_h = input_value(&input, NULL, 0.0);
    inputs->fallback.after_preemptions = INFINITY;
    return code;
}

/* ---- hardware of one's own ---- */

int take_network(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const char *const known[] = {"fixed", "per_port", "ports", NULL};
    static const struct wants ports = {.units = {""}, .bare = true, .zero = true, .most = 1e7, .draws = DRAWS_ONCE};
    struct own_input *own = &inputs->own;
    if (node->kind != NODE_MAP)
        return bind_value(b, node, &key->wants, &own->network);
    int code = only_keys(b, node, known, _("a network has fixed, per_port and ports"));
    if (!code)
        code = take_child(b, node, "fixed", &amount, &own->network_fixed);
    if (!code)
        code = take_child(b, node, "per_port", &amount, &own->network_per_port);
    if (!code)
        code = take_child(b, node, "ports", &ports, &own->network_ports);
    if (!code && input_set(&own->network_per_port) != input_set(&own->network_ports))
        code = err_set(b->err, ERR_INPUT, node->at, b->key, _("write {fixed: $20,000, per_port: $900, ports: 64}"),
                       _("per_port and ports belong together"));
    return code;
}

int take_resale(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct table *resale = &inputs->own.resale;
    struct unit unit;
    struct input input;
    if (node->kind == NODE_MAP)
        return take_table(b, node, AXIS_AGE, &key->wants, resale, &unit);
    int code = bind_value(b, node, &key->wants, &input);
    if (!code && input.kind == INPUT_ONCE) {
        resale->rows = 1;
        resale->at[0] = 0.0; /* at the end of life */
        resale->value[0] = input.once;
    }
    return code;
}

int take_rack(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct wants power = {.units = {"W"}, .draws = DRAWS_CONSTANT};
    struct unit unit;
    if (node->kind != NODE_MAP)
        return bind_value(b, node, &key->wants, &inputs->own.rack);
    struct node *tiers = node_map(node->at, node->owner);
    for (int i = 0; i < node->n; i++)
        if (strcmp(node->key[i]->text, "limit") != 0)
            node_add(tiers, node_copy(node->key[i]), node_copy(node->item[i]));
    int code = take_child(b, node, "limit", &power, &inputs->own.rack_limit);
    if (!code)
        code = take_table(b, tiers, AXIS_POWER, &key->wants, &inputs->own.tiers, &unit);
    node_free(tiers);
    return code;
}

int take_electricity(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    if (node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0)
        return 0;
    return tariff_read(b, node, &key->wants, &inputs->electricity);
}

/* ---- waiting ---- */

int take_delay(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    int code = bind_value(b, node, &key->wants, &inputs->delay);
    inputs->delay_per_day = !code && inputs->delay.unit.dim[DIM_TIME] == 0;
    return code;
}

int take_delay_after(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    inputs->delay_after_deadline = node->kind == NODE_SCALAR && strcmp(node->text, "deadline") == 0;
    return inputs->delay_after_deadline ? 0 : take_value(b, key, node, inputs);
}
