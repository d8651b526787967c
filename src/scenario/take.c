/* Readers of the shapes that values take. */
#include "scenario/take.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The member a key stands for: of the plan, or of the cause that is being read. */
static void *member(const struct key *key, struct inputs *inputs)
{
    char *base = key->place & KEY_CAUSE ? (char *)&inputs->cause[inputs->causes - 1] : (char *)inputs;
    return base + key->offset;
}

static bool is_none(const struct node *node)
{
    return node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0;
}

int take_value(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    return bind_value(b, node, &key->wants, member(key, inputs));
}

int take_word(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const char *const yes[] = {"true", "on", "是"}, *const no[] = {"false", "off", "否"};
    struct text list = {0};
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    bool flag = strcmp(key->words[0], "no") == 0;
    for (int i = 0; i < 3 && flag; i++)
        text = strcmp(text, yes[i]) == 0 ? "yes" : strcmp(text, no[i]) == 0 ? "no" : text;
    for (int i = 0; i < 5 && key->words[i]; i++) {
        text_addf(&list, "%s%s", i ? ", " : "", key->words[i]);
        if (strcmp(text, key->words[i]) != 0)
            continue;
        *(int *)member(key, inputs) = i;
        text_release(&list);
        return 0;
    }
    const char *near = text_near(text, key->words);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_format(_("write one of: %s"), list.at);
    int code = err_set(b->err, ERR_INPUT, node->at, b->key, hint, _("unknown word \"%s\""), text);
    free(hint);
    text_release(&list);
    return code;
}

int take_unit(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct {
        const char *other, *word;
    } same[] = {{"gpu", "card"}, {"GPU", "card"}, {"host", "node"}, {"software", "job"}};
    for (size_t i = 0; node->kind == NODE_SCALAR && i < sizeof same / sizeof *same; i++)
        if (strcmp(node->text, same[i].other) == 0) {
            free(node->text);
            node->text = mem_copy(same[i].word);
        }
    inputs->cause[inputs->causes - 1].unit_given = true;
    return take_word(b, key, node, inputs);
}

int take_every(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    static const struct {
        const char *word;
        int rule;
    } words[] = {{"none", EVERY_NONE}, {"young", EVERY_YOUNG}, {"daly", EVERY_DALY}};
    struct input input = {0};
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            inputs->every_rule = words[i].rule;
            inputs->every = (struct input){.kind = INPUT_NONE, .node = node};
            return 0;
        }
    if (strncmp(text, "every ", 6) == 0) {
        char *rest = mem_copy(text + 6);
        free(node->text);
        node->text = rest;
        node->at.col += 6;
        return take_every(b, key, node, inputs);
    }
    int code = bind_value(b, node, &key->wants, &input);
    inputs->every_rule = input.unit.dim[DIM_STEP] ? EVERY_STEPS : EVERY_INTERVAL;
    *(input.unit.dim[DIM_STEP] ? &inputs->every_steps : &inputs->every) = input;
    return code;
}

int take_age(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct cause_input *cause = &inputs->cause[inputs->causes - 1];
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    cause->age_rule = strcmp(text, "new") == 0 ? 1 : strcmp(text, "steady") == 0 ? 0 : 2;
    return cause->age_rule == 2 ? take_value(b, key, node, inputs) : 0;
}

/* "8xH100", "H100x8", "H100 x 8", "8": the count is in the wrong place. */
static bool counts_cards(const char *kind, size_t n)
{
    size_t digits = strspn(kind, "0123456789"), last = n;
    while (last > 0 && strchr("0123456789", kind[last - 1]))
        last--;
    bool before = digits > 0 && (digits >= n ? digits < 4 : kind[digits] == 'x' || strncmp(kind + digits, "×", 2) == 0);
    bool behind = last > 1 && last < n && (kind[last - 1] == 'x' || (unsigned char)kind[last - 1] == 0x97);
    return before || behind || memchr(kind, ' ', n) != NULL;
}

int take_accelerators(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    const char *text = node->kind == NODE_SCALAR ? node->text : "";
    size_t name = strcspn(text, ":");
    double cards = 1.0;
    (void)key;
    if (name == 0 || name >= sizeof inputs->kind || counts_cards(text, name) ||
        (text[name] == ':' &&
         !(text_whole_number(text + name + 1, &cards) && cards >= 1.0 && cards <= 1e4 && cards == (int)cards)))
        return err_set(b->err, ERR_INPUT, node->at, b->key,
                       _("write the kind and the cards of one node, such as H100:8"), _("\"%s\" is no accelerator"),
                       text);
    memcpy(inputs->kind, text, name);
    inputs->kind[name] = '\0';
    inputs->kind_cards = (int)cards;
    return 0;
}

static void insert_row(struct table *table, double cards, struct slot value)
{
    int at = table->rows++;
    for (; at > 0 && table->cards[at - 1] > cards; at--) {
        table->cards[at] = table->cards[at - 1];
        table->value[at] = table->value[at - 1];
    }
    table->cards[at] = cards;
    table->value[at] = value;
}

static int read_cards(struct binder *b, const struct node *node, double *cards)
{
    static const struct wants wants = {.units = {"GPU", ""}, .bare = true};
    struct expr *e = NULL;
    struct unit unit;
    int code = expr_read(node->text, node->at, b->key, &e, b->err);
    if (!code && e->kind == EXPR_QUANTITY)
        code = bind_quantity(b, node, e, &e->low, &wants, cards, &unit);
    if (!code && (strchr(node->text, '.') || e->kind != EXPR_QUANTITY || *cards < 1.0 || *cards > 1e7 ||
                  *cards != (double)(long)*cards))
        code = err_set(b->err, ERR_INPUT, node->at, b->key, _("write rows as {8: value, 64: value}"),
                       _("\"%s\" is no card count"), node->text);
    expr_free(e);
    return code;
}

/* A map by card count; each cell is a value of its own. `unit` is that of the last row; all must agree. */
static int read_table(struct binder *b, struct node *node, const struct wants *wants, struct table *table,
                      struct unit *unit)
{
    table->rows = 0;
    if (node->n < 1 || node->n > TABLE_ROWS_MOST)
        return err_set(b->err, ERR_INPUT, node->at, b->key, _("write rows as {8: value, 64: value}"),
                       _("a table has 1 to %d rows"), TABLE_ROWS_MOST);
    for (int i = 0; i < node->n; i++) {
        struct input input;
        double cards = 0.0;
        char *path = mem_format("%s.%s", b->path, node->key[i]->text);
        struct binder cell = *b;
        cell.path = path;
        cell.owner = node->item[i]->owner ? node->item[i]->owner : b->owner;
        int code = read_cards(b, node->key[i], &cards);
        if (!code)
            code = bind_value(&cell, node->item[i], wants, &input);
        free(path);
        if (code)
            return code;
        if (input.kind != INPUT_ONCE || (i > 0 && !unit_same_dim(unit, &input.unit)))
            return err_set(
                b->err, ERR_INPUT, node->item[i]->at, b->key, _("write {8: value, 64: value}, all in one unit"), "%s",
                input.kind != INPUT_ONCE ? _("a table has no empty cells") : _("all rows need the same kind of unit"));
        *unit = input.unit;
        insert_row(table, cards, input.once);
    }
    for (int i = 1; i < table->rows; i++)
        if (table->cards[i] == table->cards[i - 1])
            return err_set(b->err, ERR_INPUT, node->at, b->key, _("keep one of them"),
                           _("two rows for the same card count"));
    return 0;
}

int take_step_time(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct unit unit;
    if (node->kind != NODE_MAP)
        return take_value(b, key, node, inputs);
    return read_table(b, node, &key->wants, &inputs->step_times, &unit);
}

static const struct wants speed_wants = {.units = {""}, .draws = DRAWS_ONCE};

/* measured(file.csv[, column]): the first column counts cards, the other is a speed (its unit does not matter, only
 * ratios count). The node becomes the table itself. */
static int read_measured(struct binder *b, struct node *node, const struct expr *call, struct inputs *inputs)
{
    double *cards = NULL, *speed = NULL;
    size_t n = 0;
    int code = bind_measured(b, node, call, &cards, &speed, &n);
    if (!code) {
        char number[TEXT_NUMBER_ROOM];
        node->kind = NODE_MAP;
        for (size_t i = 0; i < n; i++) {
            struct node *cell = node_scalar(text_shortest(speed[i], number), node->at, node->owner);
            node_add(node, node_scalar(text_shortest(cards[i], number), node->at, node->owner), cell);
        }
        struct unit unit;
        code = read_table(b, node, &speed_wants, &inputs->scaling, &unit);
        inputs->scaling_rule = SCALING_TABLE;
    }
    free(cards);
    free(speed);
    return code;
}

static int read_scaling_call(struct binder *b, struct node *node, struct expr *call, struct inputs *inputs)
{
    static const char *const later[] = {"usl", "ring", "pipeline"};
    if (strcmp(call->name, "measured") == 0)
        return read_measured(b, node, call, inputs);
    if (strcmp(call->name, "amdahl") == 0) {
        static const struct wants wants = {
            .units = {""}, .share = true, .zero = true, .most = 1.0, .draws = DRAWS_ONCE};
        if (call->args != 1 || !call->arg_text[0] || call->arg_name[0])
            return err_set(b->err, ERR_INPUT, node->at, b->key, _("write amdahl(5%), the share that does not scale"),
                           _("wrong number of arguments"));
        struct node inner = *node;
        inner.text = call->arg_text[0];
        inputs->scaling_rule = SCALING_AMDAHL;
        return bind_value(b, &inner, &wants, &inputs->amdahl);
    }
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (strcmp(call->name, later[i]) == 0)
            return err_set(b->err, ERR_INPUT, node->at, b->key, _("give a table, measured(file.csv) or amdahl(share)"),
                           _("%s(...) is not in this version yet"), call->name);
    return err_set(b->err, ERR_INPUT, node->at, b->key, _("give a table, measured(file.csv) or amdahl(share)"),
                   _("unknown scaling \"%s\""), call->name);
}

int take_scaling(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    (void)key;
    if (node->kind == NODE_MAP) {
        struct unit unit;
        inputs->scaling_rule = SCALING_TABLE;
        return read_table(b, node, &speed_wants, &inputs->scaling, &unit);
    }
    if (is_none(node))
        return 0;
    struct expr *e = NULL;
    struct place at = node->at;
    int code = node->kind == NODE_SCALAR
                   ? expr_read(node->text, at, b->key, &e, b->err)
                   : err_set(b->err, ERR_INPUT, at, b->key, _("write a map such as {8: 31200, 64: 240000}"),
                             _("a list is no scaling"));
    if (!code && e->kind == EXPR_CALL)
        code = read_scaling_call(b, node, e, inputs);
    else if (!code)
        code = err_set(b->err, ERR_INPUT, at, b->key, _("give a table, measured(file.csv) or amdahl(share)"),
                       _("\"%s\" is no scaling"), node->text);
    expr_free(e);
    return code;
}

int take_price(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct unit unit = {0};
    if (node->kind == NODE_MAP) {
        if (node_get(node, "path") || node_get(node, "from"))
            return err_set(b->err, ERR_INPUT, node->at, b->key, _("give a price, a range, or a table by card count"),
                           _("price paths are not in this version yet"));
        int code = read_table(b, node, &key->wants, &inputs->prices, &unit);
        inputs->prices_per_node = unit.dim[DIM_NODE] != 0;
        return code;
    }
    int code = take_value(b, key, node, inputs);
    inputs->price_per_node = inputs->price.unit.dim[DIM_NODE] != 0;
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
