/* Readers of prices, hardware of one's own, power and the rest of the money. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "scenario/date.h"
#include "scenario/hint.h"
#include "scenario/path.h"
#include "scenario/take.h"
#include "scenario/tariff.h"

static const struct wants amount = {.units = {"USD", "USD/node"}, .zero = true, .draws = DRAWS_ONCE};

/* Something with money in it is incomplete: its hint shows amounts. */
static int lacks(struct binder *b, const struct node *node, const char *hint, const char *what)
{
    char *own = hint_money(hint, b->currency);
    int code = err_set(b->err, ERR_INPUT, node->at, b->key, own, "%s", what);
    free(own);
    return code;
}

/* ---- rent ---- */

/* {path: file.csv, from: random | 0 h | 2026-07-01} */
static int read_path(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct wants hours = {.units = {"h"}, .zero = true, .draws = DRAWS_CONSTANT};
    struct node *from = node_get(node, "from");
    struct input at = {0};
    double moment_h = NAN;
    int offset_min = b->offset_min;
    bool has_time, has_offset;
    int code = path_read(b, node, &key->wants, b->start_h, &inputs->path.rows);
    if (code)
        return code;
    inputs->price_per_node = inputs->path.rows->per_node;
    inputs->path.random = from && from->kind == NODE_SCALAR && strcmp(from->text, "random") == 0;
    struct binder own = *b;
    own.owner = from && from->owner ? from->owner : b->owner;
    if (inputs->path.random)
        code = bind_unknown_law(&own, from, "from", "uniform", 0.0, 1.0, &inputs->path.from.unknown);
    else if (from && from->kind == NODE_SCALAR && date_read(from->text, &moment_h, &offset_min, &has_time, &has_offset))
        code = isnan(b->start_h) ? err_set(b->err, ERR_INPUT, from->at, b->key, _("give start, or write from: 0 h"),
                                           _("a date in a path needs a start"))
                                 : 0;
    else
        code = take_child(b, node, "from", &hours, &at);
    const struct price_path *path = inputs->path.rows;
    double first_h = path->at_h[0], last_h = path->at_h[path->n - 1];
    inputs->path.from_h = isnan(moment_h) ? input_value(&at, NULL, 0.0) : moment_h - b->start_h;
    if (!code && from && !inputs->path.random && (inputs->path.from_h < first_h || inputs->path.from_h > last_h))
        code = err_set(b->err, ERR_INPUT, from->at, b->key, _("begin between its first row and its last"),
                       _("from lies outside the path"));
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
        code = lacks(b, node, _("write {mean: $2/GPU-hour, volatility: 30%, half_life: 20 days}"),
                     _("a price that moves needs mean, volatility and half_life"));
    inputs->price_per_node = path->mean.unit.dim[DIM_NODE] != 0;
    if (!code && input_set(&path->now) && (path->now.unit.dim[DIM_NODE] != 0) != inputs->price_per_node)
        code = err_set(b->err, ERR_INPUT, node->at, b->key, _("count both by card, or both by node"),
                       _("mean and now count in different units"));
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
    } words[] = {{"second", "1 s"}, {"minute", "1 min"}, {"hour", "1 h"}},
      adverbs[] = {{"hourly", "1 h"},  {"daily", "1 day"},     {"day", "1 day"},    {"weekly", "1 week"},
                   {"week", "1 week"}, {"monthly", "1 month"}, {"month", "1 month"}};
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    if (strncmp(text, "per ", 4) == 0)
        text += 4;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            struct node value = *node;
            value.text = (char *)(uintptr_t)words[i].value;
            return take_value(b, key, &value, inputs);
        }
    for (size_t i = 0; i < sizeof adverbs / sizeof *adverbs; i++)
        if (strcasecmp(text, adverbs[i].word) == 0) {
            char *hint = mem_format(_("write billing: {per: %s}"), adverbs[i].value);
            int code = err_set(b->err, ERR_INPUT, node->at, b->key, hint, _("unknown billing unit \"%s\""), text);
            free(hint);
            return code;
        }
    if (node->kind == NODE_SCALAR && text != node->text)
        return err_set(b->err, ERR_INPUT, node->at, b->key,
                       _("write per second, per minute, per hour, or a time such as 15 min"),
                       _("unknown billing unit \"%s\""), text);
    return take_value(b, key, node, inputs);
}

static bool has_rate(const struct binder *b, const char *currency)
{
    bool found = strcmp(b->currency, currency) == 0;
    for (int i = 0; b->exchange && i < b->exchange->n; i++)
        found = found || strcmp(b->exchange->of[i].currency, currency) == 0;
    return found;
}

int take_list_price(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const char *const known[] = {"low", "high", NULL};
    struct input low = {0}, high = {0};
    if (node->kind != NODE_MAP)
        return err_set(b->err, ERR_INPUT, node->at, b->key, NULL,
                       _("write {low: $1.39/GPU-hour, high: $12.29/GPU-hour}"));
    int code = only_keys(b, node, known, _("a span has low and high"));
    if (code || !has_rate(b, "USD")) /* only a warning would come of it */
        return code;
    code = take_child(b, node, "low", &key->wants, &low);
    if (!code)
        code = take_child(b, node, "high", &key->wants, &high);
    inputs->list_low = input_value(&low, NULL, 0.0);
    inputs->list_high = input_value(&high, NULL, 0.0);
    return code;
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
        code = lacks(b, node, _("write {fixed: $20000, per_port: $900, ports: 64}"),
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
    inputs->own.rack.node = node;
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
