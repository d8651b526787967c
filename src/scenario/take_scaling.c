/* Readers of scaling: tables, measured files, formulas and their calibration. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/take.h"

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
        code = take_table(b, node, AXIS_CARDS, &speed_wants, &inputs->scaling, &unit);
        inputs->scaling_rule = SCALING_TABLE;
    }
    free(cards);
    free(speed);
    return code;
}

/* ---- formulas ---- */

static const struct wants share = {.units = {""}, .share = true, .zero = true, .most = 1.0, .draws = DRAWS_ONCE};
static const struct wants number = {.units = {""}, .bare = true, .least = 1.0, .most = 1e6, .draws = DRAWS_ONCE};
static const struct wants bytes = {.units = {"GB"}, .draws = DRAWS_ONCE};
static const struct wants speed = {.units = {"GB/s"}, .draws = DRAWS_ONCE};
static const struct wants latency = {.units = {"h"}, .zero = true, .draws = DRAWS_ONCE};

/* One row a formula: its arguments, the first `needed` of which must be given. */
static const struct formula {
    const char *name;
    enum scaling_rule rule;
    int needed;
    const char *arg[SCALING_ARGS];
    const struct wants *wants[SCALING_ARGS];
    const char *form;
} formulas[] = {
    {"amdahl", SCALING_AMDAHL, 1, {"fixed"}, {&share}, N_("write amdahl(5%), the share that does not scale")},
    {"usl",
     SCALING_USL,
     2,
     {"contention", "coherency"},
     {&share, &share},
     N_("write usl(2%, 0.05%), contention and coherency")},
    {"ring",
     SCALING_RING,
     3,
     {"bytes", "nvlink", "network", "overlap", "latency", "step"},
     {&bytes, &speed, &speed, &share, &latency, &latency},
     N_("write ring(bytes = 14 GB, nvlink = 450 GB/s, network = 50 GB/s, overlap = 60%)")},
    {"pipeline",
     SCALING_PIPELINE,
     2,
     {"stages", "microbatches"},
     {&number, &number},
     N_("write pipeline(stages = 8, microbatches = 32)")},
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

static int bad_formula(const struct binder *b, const struct node *node, const struct formula *f, const char *what)
{
    return err_set(b->err, ERR_INPUT, node->at, b->key, _(f->form), "%s", what);
}

/* The place of a named argument; -1: none. */
static int find_arg(const struct formula *f, const char *name)
{
    for (int i = 0; i < SCALING_ARGS && f->arg[i]; i++)
        if (strcmp(f->arg[i], name) == 0)
            return i;
    return -1;
}

static int read_formula(struct binder *b, struct node *node, const struct expr *call, const struct formula *f,
                        struct inputs *inputs)
{
    inputs->scaling_rule = (int)f->rule;
    for (int i = 0; i < call->args; i++) {
        int at = call->arg_name[i] ? find_arg(f, call->arg_name[i]) : i;
        if (at < 0 || at >= SCALING_ARGS || !f->arg[at] || !call->arg_text[i])
            return bad_formula(b, node, f, _("arguments that the formula does not have"));
        char *path = mem_format("%s.%s", b->path, f->arg[at]);
        struct node inner = *node;
        struct binder own = *b;
        own.path = path;
        inner.text = call->arg_text[i];
        int code = bind_value(&own, &inner, f->wants[at], &inputs->scaling_arg[at]);
        inputs->scaling_arg[at].node = node;
        free(path);
        if (code)
            return code;
    }
    for (int i = 0; i < f->needed; i++)
        if (inputs->scaling_arg[i].kind == INPUT_ABSENT)
            return bad_formula(b, node, f, _("wrong number of arguments"));
    return 0;
}

/* "{8 cards: 13.6 min, 16 cards: 7.9 min}" as a map of nodes. */
static struct node *map_of(const char *text, const struct node *at)
{
    struct node *map = node_map(at->at, at->owner);
    char *copy = mem_copy_n(text + 1, strcspn(text + 1, "}")), *rest = copy;
    for (char *row; (row = strsep(&rest, ","));) {
        char *value = strchr(row, ':');
        if (!value)
            continue;
        *value++ = '\0';
        row += strspn(row, " ");
        value += strspn(value, " ");
        node_add(map, node_scalar(row, at->at, at->owner), node_scalar(value, at->at, at->owner));
    }
    free(copy);
    return map;
}

/* A formula that is fitted to times measured on several card counts. */
static int read_timings(struct binder *b, struct node *map, const char *name, struct inputs *inputs)
{
    static const struct wants times = {.units = {"h"}, .draws = DRAWS_ONCE};
    struct unit unit;
    bool usl = strcmp(name, "usl") == 0;
    int code = take_table(b, map, AXIS_CARDS, &times, &inputs->scaling, &unit);
    if (!code && inputs->scaling.rows < (usl ? 3 : 2))
        code = err_set(b->err, ERR_INPUT, map->at, b->key,
                       _("write amdahl({8 cards: 13.6 min, 16 cards: 7.9 min}); usl needs three card counts"),
                       _("too few timings to fit %s"), name);
    inputs->scaling_rule = usl ? SCALING_FITTED_USL : SCALING_FITTED_AMDAHL;
    return code;
}

static int read_scaling_call(struct binder *b, struct node *node, struct expr *call, struct inputs *inputs)
{
    if (strcmp(call->name, "measured") == 0)
        return read_measured(b, node, call, inputs);
    for (int i = 0; i < FORMULAS; i++)
        if (strcmp(call->name, formulas[i].name) == 0)
            return read_formula(b, node, call, &formulas[i], inputs);
    return err_set(b->err, ERR_INPUT, node->at, b->key,
                   _("give a table, measured(file.csv), amdahl(...), usl(...), ring(...) or pipeline(...)"),
                   _("unknown scaling \"%s\""), call->name);
}

/* Whether the node is a formula with a map of timings: the name, and the map's text. */
static const char *timings_of(const struct node *node, char name[16])
{
    static const char *const fitted[] = {"amdahl", "usl"};
    for (size_t i = 0; node->kind == NODE_SCALAR && i < sizeof fitted / sizeof *fitted; i++) {
        size_t n = strlen(fitted[i]);
        if (strncmp(node->text, fitted[i], n) == 0 && strncmp(node->text + n, "({", 2) == 0) {
            memcpy(name, fitted[i], n + 1);
            return node->text + n + 1;
        }
    }
    return NULL;
}

int take_scaling(struct binder *b, const struct key *key, struct node *node, struct inputs *inputs)
{
    char name[16];
    const char *timings = timings_of(node, name);
    (void)key;
    if (node->kind == NODE_MAP) {
        struct unit unit;
        inputs->scaling_rule = SCALING_TABLE;
        return take_table(b, node, AXIS_CARDS, &speed_wants, &inputs->scaling, &unit);
    }
    if (node->kind == NODE_SCALAR && strcmp(node->text, "none") == 0)
        return 0;
    if (timings) {
        struct node *map = map_of(timings, node);
        int code = read_timings(b, map, name, inputs);
        node_free(map);
        return code;
    }
    struct expr *e = NULL;
    struct place at = node->at;
    int code = node->kind == NODE_SCALAR
                   ? expr_read(node->text, at, b->key, &e, b->err)
                   : err_set(b->err, ERR_INPUT, at, b->key, _("write a map such as {8: 31200, 64: 240000}"),
                             _("a list is no scaling"));
    if (!code && e->kind == EXPR_CALL)
        code = read_scaling_call(b, node, e, inputs);
    else if (!code)
        code = err_set(b->err, ERR_INPUT, at, b->key, _("give a table, measured(file.csv), or a formula"),
                       _("\"%s\" is no scaling"), node->text);
    expr_free(e);
    return code;
}
