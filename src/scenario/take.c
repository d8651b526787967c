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

static void insert_row(struct table *table, double at, struct slot value)
{
    int i = table->rows++;
    for (; i > 0 && table->at[i - 1] > at; i--) {
        table->at[i] = table->at[i - 1];
        table->value[i] = table->value[i - 1];
    }
    table->at[i] = at;
    table->value[i] = value;
}

/* "8", "8 cards"; "1 year"; "to 5 kW". */
static int read_row_key(struct binder *b, const struct node *node, enum take_axis axis, double *x)
{
    static const struct {
        struct wants wants;
        const char *hint, *what;
    } axes[] = {{{.units = {"GPU", ""}, .bare = true},
                 N_("write rows as {8: value, 64: value}"),
                 N_("\"%s\" is no card count")},
                {{.units = {"h"}}, N_("write rows as {1 year: 60%, 3 years: 25%}"), N_("\"%s\" is no age")},
                {{.units = {"W"}}, N_("write rows as {to 5 kW: price, to 10 kW: price}"), N_("\"%s\" is no power")}};
    const char *text = node->text;
    struct expr *e = NULL;
    struct unit unit;
    if (axis == AXIS_POWER && strncmp(text, "to ", 3) == 0)
        text += 3;
    int code = expr_read(text, node->at, b->key, &e, b->err);
    bool number = !code && e->kind == EXPR_QUANTITY;
    if (number)
        code = bind_quantity(b, node, e, &e->low, &axes[axis].wants, x, &unit);
    bool good = number && (axis == AXIS_CARDS ? !strchr(text, '.') && *x >= 1.0 && *x <= 1e7 && *x == (double)(long)*x
                                              : *x > 0.0);
    if (!code && !good)
        code = err_set(b->err, ERR_INPUT, node->at, b->key, _(axes[axis].hint), _(axes[axis].what), node->text);
    expr_free(e);
    return code;
}

int take_table(struct binder *b, struct node *node, enum take_axis axis, const struct wants *wants, struct table *table,
               struct unit *unit)
{
    table->rows = 0;
    if (node->n < 1 || node->n > TABLE_ROWS_MOST)
        return err_set(b->err, ERR_INPUT, node->at, b->key, _("write rows as {8: value, 64: value}"),
                       _("a table has 1 to %d rows"), TABLE_ROWS_MOST);
    for (int i = 0; i < node->n; i++) {
        struct input input;
        double at = 0.0;
        char *path = mem_format("%s.%s", b->path, node->key[i]->text);
        struct binder cell = *b;
        cell.path = path;
        cell.owner = node->item[i]->owner ? node->item[i]->owner : b->owner;
        int code = read_row_key(b, node->key[i], axis, &at);
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
        insert_row(table, at, input.once);
    }
    for (int i = 1; i < table->rows; i++)
        if (table->at[i] == table->at[i - 1])
            return err_set(b->err, ERR_INPUT, node->at, b->key, _("keep one of them"),
                           axis == AXIS_CARDS ? _("two rows for the same card count") : _("two rows for the same"));
    return 0;
}

int take_child(struct binder *b, const struct node *map, const char *name, const struct wants *wants,
               struct input *input)
{
    struct node *node = node_get(map, name);
    if (!node)
        return 0;
    char *path = mem_format("%s.%s", b->path, name);
    struct binder own = *b;
    own.path = path;
    own.owner = node->owner ? node->owner : b->owner;
    int code = bind_value(&own, node, wants, input);
    free(path);
    return code;
}

int take_by_cards(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct by_cards *by = member(key, inputs);
    struct unit unit;
    return node->kind == NODE_MAP ? take_table(b, node, AXIS_CARDS, &key->wants, &by->table, &unit)
                                  : bind_value(b, node, &key->wants, &by->one);
}

int take_step_time(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    struct unit unit;
    if (node->kind != NODE_MAP)
        return take_value(b, key, node, inputs);
    return take_table(b, node, AXIS_CARDS, &key->wants, &inputs->step_times, &unit);
}
