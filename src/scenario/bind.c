/* Binds values to keys. */
#include "scenario/bind.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/bind_law.h"

static struct law_spec one_arg(const char *law, enum law_param param, struct slot slot)
{
    struct law_spec spec = {.row = law_find(law), .args = 1};
    spec.arg[0].param = param;
    spec.arg[0].slot = slot;
    return spec;
}

static int bind_unknown(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                        struct slot *slot, struct unit *unit)
{
    struct law_spec spec = {0};
    int code = bind_law_any(b, node, e, wants, &spec, unit);
    if (!code && spec.fixed && law_is_constant(&spec.law)) {
        *slot = (struct slot){.x = spec.law.a};
        return 0;
    }
    if (!code)
        code = bind_law_unknown(b, node, NULL, &spec, unit, &slot->unknown);
    if (!code)
        slot->x = bind_law_median(b, &spec);
    return code;
}

static int bind_number(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                       enum draws draws, struct input *input)
{
    struct slot slot = {0};
    int code = bind_quantity(b, node, e, &e->low, wants, &slot.x, &input->unit);
    if (!code)
        code = bind_check_bounds(b, node, e, wants, slot.x);
    if (code)
        return code;
    input->kind = INPUT_ONCE;
    input->once = slot;
    if (slot.x == 0.0 && draws == DRAWS_EACH) {
        input->kind = INPUT_NONE;
    } else if (draws == DRAWS_EACH || draws == DRAWS_LIFE) {
        input->kind = INPUT_EACH;
        input->each =
            one_arg(draws == DRAWS_LIFE ? "exponential" : "constant", draws == DRAWS_LIFE ? LAW_MEAN : LAW_VALUE, slot);
        return bind_law_make(b, node, e, NULL, &input->each);
    }
    return 0;
}

static int bind_expr(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                     enum draws draws, struct input *input)
{
    bool once = e->kind == EXPR_CALL && strcmp(e->name, "once") == 0;
    bool each = e->kind == EXPR_CALL && strcmp(e->name, "each") == 0;
    if (once || each) {
        if (e->args != 1 || !e->arg[0] || e->arg_name[0] || e->arg[0]->kind == EXPR_NONE)
            return bind_fault(b, node, e, _("write once(value) or each(value)"), _("it takes one value"));
        if (draws == DRAWS_CONSTANT)
            return bind_fault(b, node, e, _("write one plain number"), _("this key cannot be uncertain"));
        if (each && draws == DRAWS_ONCE)
            return bind_fault(b, node, e, _("leave out each( )"), _("this key is one number for the whole trial"));
        struct expr inner = *e->arg[0];
        if (e->unit.has_unit && inner.kind == EXPR_CALL && !inner.unit.has_unit)
            inner.unit = e->unit;
        if (each)
            return bind_expr(b, node, &inner, wants, DRAWS_EACH, input);
        struct slot slot = {0};
        if (inner.kind == EXPR_QUANTITY)
            return bind_number(b, node, &inner, wants, draws, input);
        int code = bind_unknown(b, node, &inner, wants, &slot, &input->unit);
        if (code)
            return code;
        input->kind = draws == DRAWS_ONCE ? INPUT_ONCE : INPUT_EACH;
        input->once = slot;
        input->each =
            one_arg(draws == DRAWS_LIFE ? "exponential" : "constant", draws == DRAWS_LIFE ? LAW_MEAN : LAW_VALUE, slot);
        return draws == DRAWS_ONCE ? 0 : bind_law_make(b, node, e, NULL, &input->each);
    }
    if (e->kind == EXPR_QUANTITY)
        return bind_number(b, node, e, wants, draws, input);
    if (draws == DRAWS_CONSTANT)
        return bind_fault(b, node, e, _("write one plain number"), _("this key cannot be uncertain"));
    if (draws == DRAWS_LIFE && e->kind == EXPR_RANGE) {
        struct slot slot = {0};
        int code = bind_unknown(b, node, e, wants, &slot, &input->unit);
        if (code)
            return code;
        input->kind = INPUT_EACH;
        input->each = one_arg("exponential", LAW_MEAN, slot);
        return bind_law_make(b, node, e, NULL, &input->each);
    }
    if (draws == DRAWS_ONCE) {
        input->kind = INPUT_ONCE;
        return bind_unknown(b, node, e, wants, &input->once, &input->unit);
    }
    input->kind = INPUT_EACH;
    return bind_law_any(b, node, e, wants, &input->each, &input->unit);
}

/* "120m" where no time is wanted: millions. */
static int check_millions(struct binder *b, const struct node *node, const struct wants *wants)
{
    double number;
    size_t digits = text_number(node->text, true, &number), m = digits + strspn(node->text + digits, " ");
    if (digits == 0 || node->text[m] != 'm' || !strchr(" ,", node->text[m + 1]))
        return 0;
    for (int i = 0; i < 4 && wants->units[i]; i++)
        if (unit_known(wants->units[i]).dim[DIM_TIME] != 0)
            return 0;
    char *hint = mem_format(_("write %.*s M for millions"), (int)digits, node->text);
    const struct expr all = {.length = (int)m + 1};
    int code = bind_fault(b, node, &all, hint, _("a small m stands for no multiple"));
    free(hint);
    return code;
}

int bind_value(struct binder *b, struct node *node, const struct wants *wants, struct input *input)
{
    struct expr *e = NULL;
    *input = (struct input){.node = node, .unit = unit_known(wants->units[0])};
    if (node->kind != NODE_SCALAR)
        return bind_fault(b, node, NULL, _("write one value after the colon"),
                          _("expected a value, found a list or a map"));
    struct place at = node->at;
    at.col += node->quoted;
    int code = check_millions(b, node, wants);
    if (!code)
        code = expr_read(node->text, at, b->key, &e, b->err);
    if (code)
        return code;
    b->rate = 0;
    if (e->kind == EXPR_NONE)
        input->kind = INPUT_NONE;
    else
        code = bind_expr(b, node, e, wants, wants->draws, input);
    if (!code && b->rate > 0 && wants->draws == DRAWS_CONSTANT)
        input->once.x *= bind_law_median(b, &b->unknowns->of[b->rate - 1].spec);
    else if (!code && b->rate > 0)
        input->once.times = b->rate;
    expr_free(e);
    return code;
}
