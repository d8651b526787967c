/* Ranges and calls as laws, and the unknowns that they become. */
#include "scenario/bind_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- unknowns ---- */

static bool same_law(const struct law_spec *a, const struct law_spec *b)
{
    bool same = a->row == b->row && a->args == b->args && a->law.a == b->law.a && a->law.b == b->law.b &&
                a->law.c == b->law.c && a->law.d == b->law.d && a->law.atoms == b->law.atoms;
    for (int i = 0; i < a->args && same; i++)
        same = a->arg[i].param == b->arg[i].param && a->arg[i].level == b->arg[i].level &&
               a->arg[i].slot.x == b->arg[i].slot.x && a->arg[i].slot.unknown == b->arg[i].slot.unknown;
    return same;
}

int bind_law_unknown(struct binder *b, const struct node *node, const char *suffix, const struct law_spec *spec,
                     const struct unit *unit, int *number)
{
    char *path = suffix ? mem_format("%s.%s", b->path, suffix) : mem_copy(b->path);
    char *owner = b->job > 0 ? mem_format("\001job %llu.%s", (unsigned long long)b->job, b->owner) : mem_copy(b->owner);
    uint32_t what = text_hash(owner, path);
    free(owner);
    for (int i = 0; i < b->unknowns->n; i++) {
        struct unknown *u = &b->unknowns->of[i];
        if (u->what != what)
            continue;
        bool same = strcmp(u->owner, b->owner) == 0 && strcmp(u->path, path) == 0;
        if (same && !same_law(&u->spec, spec))
            continue; /* --set gave one plan another law: it keeps the draw */
        free(path);
        *number = i + 1;
        return same ? 0
                    : bind_fault(b, node, NULL, _("rename the plan or the model"),
                                 _("two unknowns of this scenario have the same identity hash"));
    }
    b->unknowns->of = mem_grow(b->unknowns->of, (size_t)b->unknowns->n + 1, sizeof *b->unknowns->of);
    b->unknowns->of[b->unknowns->n++] = (struct unknown){what, mem_copy(b->owner), path, *spec, *unit, node};
    *number = b->unknowns->n;
    return 0;
}

int bind_unknown_law(struct binder *b, const struct node *node, const char *suffix, const char *law, double low,
                     double high, int *number)
{
    struct law_arg arg[] = {{law_find(law)->place[0], 0.0, low}, {law_find(law)->place[1], 0.0, high}};
    struct law_spec spec = {.row = law_find(law), .args = 2, .fixed = true};
    const char *why = NULL;
    for (int i = 0; i < 2; i++) {
        spec.arg[i].param = arg[i].param;
        spec.arg[i].slot.x = arg[i].x;
    }
    if (!law_make(&spec.law, spec.row, arg, 2, b->shelf, &why))
        return bind_fault(b, node, NULL, NULL, _(why));
    const struct unit pure = unit_one();
    return bind_law_unknown(b, node, suffix, &spec, &pure, number);
}

/* ---- laws ---- */

static const struct {
    const char *name;
    enum law_param param;
    double level;
    bool pure; /* a number without the unit of the key */
} params[] = {
    {"value", LAW_VALUE, 0, false}, {"min", LAW_MIN, 0, false},    {"mode", LAW_MODE, 0, false},
    {"max", LAW_MAX, 0, false},     {"mean", LAW_MEAN, 0, false},  {"sd", LAW_SD, 0, false},
    {"sigma", LAW_SIGMA, 0, true},  {"shape", LAW_SHAPE, 0, true}, {"scale", LAW_SCALE, 0, false},
    {"alpha", LAW_ALPHA, 0, true},  {"beta", LAW_BETA, 0, true},   {"median", LAW_QUANTILE, 0.5, false},
};
enum { PARAMS = sizeof params / sizeof *params };

static const char *param_name(enum law_param param)
{
    for (int i = 0; i < PARAMS; i++)
        if (params[i].param == param)
            return params[i].name;
    return "value";
}

static bool is_pure(enum law_param param)
{
    for (int i = 0; i < PARAMS; i++)
        if (params[i].param == param)
            return params[i].pure;
    return false;
}

static int find_param(struct binder *b, const struct node *node, const struct expr *call, int i,
                      const struct law_row *row, enum law_param *param, double *level)
{
    const char *name = call->arg_name[i];
    double percent;
    *level = 0.0;
    if (!name) {
        if (i >= row->places || (i > 0 && call->arg_name[i - 1]))
            return bind_fault(b, node, call, _(row->forms), _("its arguments need names"));
        *param = row->place[i];
        return 0;
    }
    if (name[0] == 'p' && text_whole_number(name + 1, &percent) && percent > 0.0 && percent < 100.0) {
        *param = LAW_QUANTILE;
        *level = percent / 100.0;
        return 0;
    }
    const char *names[PARAMS + 1];
    for (int k = 0; k < PARAMS; k++) {
        names[k] = params[k].name;
        if (strcmp(name, params[k].name) != 0)
            continue;
        *param = params[k].param;
        *level = params[k].level;
        return 0;
    }
    names[PARAMS] = NULL;
    const char *near = text_near(name, names);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_(row->forms));
    char *what = mem_format(_("unknown argument \"%s\" of %s"), name, row->name);
    int code = bind_fault(b, node, call, hint, what);
    free(hint);
    free(what);
    return code;
}

/* Whether the values of a law are values of the key. */
static bool in_support(const struct law *law, const struct wants *wants, const char **why, bool *outside)
{
    *outside = true;
    double least = law_quantile(law, 1e-12), most = law_quantile(law, 1.0 - 1e-12);
    bool above = wants->most > 0.0 && wants->most <= 1.0 && most > wants->most * (1.0 + 1e-12);
    if (least < 0.0)
        *why = N_("it goes below 0");
    else if (above)
        *why = N_("it goes above 100%");
    else if ((most == 0.0 || least == 0.0) && !wants->zero)
        *why = N_("it can be 0, which has no meaning here");
    else
        *outside = false;
    return !*outside;
}

/* Tries the law at the extremes of its unknowns, so that no trial can meet numbers that make none. */
static bool holds_at_extremes(struct binder *b, const struct law_spec *spec, const struct wants *wants,
                              const char **why, bool *outside)
{
    int moving[LAW_ARGS], n = 0;
    double *world = mem_new((size_t)b->unknowns->n + 1, sizeof *world);
    bool holds = true;
    unknowns_median(b->unknowns, world);
    for (int i = 0; i < spec->args; i++)
        if (spec->arg[i].slot.unknown > 0)
            moving[n++] = i;
    for (int corner = 0; corner < 1 << n && holds; corner++) {
        struct law law = spec->law;
        struct law_arg arg[LAW_ARGS];
        for (int i = 0; i < spec->args; i++)
            arg[i] = (struct law_arg){spec->arg[i].param, spec->arg[i].level, spec->arg[i].slot.x};
        for (int k = 0; k < n; k++) {
            struct law own = law_spec_law(&b->unknowns->of[spec->arg[moving[k]].slot.unknown - 1].spec, world);
            arg[moving[k]].x = law_quantile(&own, corner >> k & 1 ? 1.0 - 1e-9 : 1e-9);
        }
        holds =
            law_make(&law, spec->row, arg, spec->args, NULL, why) && (!wants || in_support(&law, wants, why, outside));
    }
    free(world);
    return holds;
}

int bind_law_make(struct binder *b, const struct node *node, const struct expr *e, const struct wants *wants,
                  struct law_spec *spec)
{
    struct law_arg arg[LAW_ARGS];
    const char *why = NULL;
    bool outside = false;
    spec->fixed = true;
    for (int i = 0; i < spec->args; i++) {
        bool moves = spec->arg[i].slot.unknown > 0;
        spec->fixed = spec->fixed && !moves;
        if (moves && spec->row->fixed_shape && spec->arg[i].param != LAW_MEAN && spec->arg[i].param != LAW_SCALE)
            return bind_fault(b, node, e, _("give its shape by plain numbers; its mean or scale may be a range"),
                              _("the shape of this law must be constant"));
        arg[i] = (struct law_arg){spec->arg[i].param, spec->arg[i].level, spec->arg[i].slot.x};
    }
    bool shape_given = false;
    for (int i = 0; i < spec->args; i++)
        shape_given = shape_given || spec->arg[i].param == LAW_SHAPE;
    if (!spec->fixed && spec->row->fixed_shape && !shape_given)
        return bind_fault(b, node, e, _("give its shape by plain numbers; its mean or scale may be a range"),
                          _("the shape of this law must be constant"));
    bool made = law_make(&spec->law, spec->row, arg, spec->args, b->shelf, &why);
    if (made && !spec->fixed)
        made = holds_at_extremes(b, spec, wants, &why, &outside);
    else if (made && wants)
        made = in_support(&spec->law, wants, &why, &outside);
    if (made)
        return 0;
    char *hint = outside ? mem_copy(_("use lognormal, gamma, pert, uniform, beta for a share, or a range"))
                         : mem_format(_("accepted: %s"), _(spec->row->forms));
    char *what = mem_format(_("%s: %s"), spec->row->name, _(why));
    int code = bind_fault(b, node, e, hint, what);
    free(hint);
    free(what);
    return code;
}

/* "a to b": 5th to 95th percentile, lognormal if both ends are positive, logit-normal for shares, else normal. */
static int range_law(struct binder *b, const struct node *node, const struct expr *e, const struct wants *wants,
                     struct law_spec *spec, struct unit *unit)
{
    double low, high;
    int code = bind_quantity(b, node, e, &e->low, wants, &low, unit);
    if (!code)
        code = bind_quantity(b, node, e, &e->high, wants, &high, unit);
    if (code)
        return code;
    if (!(low < high))
        return bind_fault(b, node, e, _("write the lower end first"), _("the range is upside down"));
    if (low <= 0.0)
        return bind_fault(b, node, e, _("write uniform(0 ..., ...) or a small lower end such as \"2 min to 2 h\""),
                          _("a range that begins at 0 or below would go negative"));
    code = bind_check_bounds(b, node, e, wants, low);
    if (!code)
        code = bind_check_bounds(b, node, e, wants, high);
    bool logit = wants->share && high < 1.0;
    if (!code && wants->share && !logit)
        return bind_fault(b, node, e, _("write uniform(...) or an upper end below 100%"),
                          _("a range of a share must end below 100%"));
    spec->row = law_find(logit ? "logitnormal" : "lognormal");
    spec->args = 2;
    spec->arg[0].param = spec->arg[1].param = LAW_QUANTILE;
    spec->arg[0].level = 0.05;
    spec->arg[1].level = 0.95;
    spec->arg[0].slot = (struct slot){.x = low};
    spec->arg[1].slot = (struct slot){.x = high};
    return code ? code : bind_law_make(b, node, e, wants, spec);
}

static int call_law(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                    struct law_spec *spec, struct unit *unit);

double bind_law_median(const struct binder *b, const struct law_spec *spec)
{
    double *world = mem_new((size_t)b->unknowns->n + 1, sizeof *world);
    unknowns_median(b->unknowns, world);
    struct law law = law_spec_law(spec, world);
    free(world);
    return law_quantile(&law, 0.5);
}

/* An argument of a law: a constant, or an unknown of its own. */
static int bind_arg(struct binder *b, struct node *node, const struct expr *call, int i, const struct wants *wants,
                    struct law_spec *spec, struct unit *unit)
{
    static const struct wants pure = {.units = {""}};
    struct expr arg = *call->arg[i];
    bool is_number = is_pure(spec->arg[i].param);
    const struct wants *own = is_number ? &pure : wants;
    struct law_spec inner = {0};
    int code = 0;
    if (call->unit.has_unit && !is_number) {
        arg.low = arg.low.has_unit ? arg.low : (struct quantity){arg.low.x, call->unit.unit, true};
        arg.high = arg.high.has_unit ? arg.high : (struct quantity){arg.high.x, call->unit.unit, true};
    }
    if (arg.kind == EXPR_QUANTITY) {
        spec->arg[i].slot.unknown = 0;
        return bind_quantity(b, node, &arg, &arg.low, own, &spec->arg[i].slot.x, is_number ? &(struct unit){0} : unit);
    }
    struct unit ignored = unit_one();
    if (arg.kind == EXPR_RANGE)
        code = range_law(b, node, &arg, own, &inner, is_number ? &ignored : unit);
    else if (arg.kind == EXPR_CALL)
        code = call_law(b, node, &arg, own, &inner, is_number ? &ignored : unit);
    else
        code = bind_fault(b, node, call, NULL, _("\"none\" is no argument"));
    if (code)
        return code;
    char level[32];
    char *suffix = spec->arg[i].param == LAW_QUANTILE
                       ? mem_format("p%s", text_shortest(spec->arg[i].level * 100.0, level))
                       : mem_copy(param_name(spec->arg[i].param));
    code = bind_law_unknown(b, node, suffix, &inner, is_number ? &ignored : unit, &spec->arg[i].slot.unknown);
    free(suffix);
    if (!code)
        spec->arg[i].slot.x = bind_law_median(b, &inner); /* it stands for it while shapes and tables are made */
    return code;
}

/* Longer samples stay in their file when a scenario is echoed. */
enum { SAMPLE_SHOWN = 20000 };

static int sample_law(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                      struct law_spec *spec, struct unit *unit)
{
    double *x = NULL;
    size_t n = 0;
    int code = 0;
    *unit = unit_known(wants->units[0]);
    if (e->args > 0 && e->arg[0]) {
        x = mem_new((size_t)e->args, sizeof *x);
        for (n = 0; !code && n < (size_t)e->args; n++) {
            struct expr *arg = e->arg[n];
            if (!arg || arg->kind != EXPR_QUANTITY || e->arg_name[n])
                code = bind_fault(b, node, e, _("list plain values: empirical(4 min, 12 min, 55 min)"),
                                  _("not a list of values"));
            else if (e->unit.has_unit && !arg->low.has_unit)
                code =
                    bind_quantity(b, node, arg, &(struct quantity){arg->low.x, e->unit.unit, true}, wants, &x[n], unit);
            else
                code = bind_quantity(b, node, arg, &arg->low, wants, &x[n], unit);
        }
    } else {
        code = bind_column(b, node, e, wants, &x, &n, unit);
    }
    for (size_t i = 0; !code && i < n; i++)
        if (x[i] < 0.0 || (x[i] == 0.0 && !wants->zero))
            code = bind_fault(b, node, e, _("leave such values out"),
                              x[i] < 0.0 ? _("negative values have no meaning here") : _("0 has no meaning here"));
    if (!code && n <= SAMPLE_SHOWN && !(e->args > 0 && e->arg[0])) {
        struct text text = {0};
        char number[TEXT_NUMBER_ROOM];
        for (size_t i = 0; i < n; i++)
            text_addf(&text, "%s%s", i ? ", " : "empirical(", text_shortest(x[i], number));
        const char *money = strncmp(wants->units[0], "USD", 3) == 0 ? b->currency : "";
        text_addf(&text, ") %s%s", money, wants->units[0] + (money[0] ? 3 : 0));
        free(node->text);
        node->text = mem_copy(text.at);
        text_release(&text);
    }
    if (!code) {
        spec->law = law_sample(x, n, b->shelf);
        spec->row = spec->law.row;
        spec->fixed = true;
    }
    free(x);
    return code;
}

static int unknown_law(struct binder *b, const struct node *node, const struct expr *e)
{
    int n;
    const char *names[32];
    const struct law_row *rows = law_rows(&n);
    for (int i = 0; i < n; i++)
        names[i] = rows[i].name;
    names[n] = NULL;
    const char *near = text_near(e->name, names);
    char *hint =
        near ? mem_format(_("did you mean \"%s\"?"), near)
             : mem_copy(_("laws: constant uniform triangular pert normal lognormal exponential weibull gamma beta "
                          "poisson empirical"));
    char *what = mem_format(_("unknown law \"%s\""), e->name);
    int code = bind_fault(b, node, e, hint, what);
    free(hint);
    free(what);
    return code;
}

/* beta and poisson give plain numbers: on a key with a unit they count the unit behind the parenthesis. */
static int count_law(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                     struct law_spec *spec, struct unit *unit)
{
    static const struct wants number = {.units = {""}, .zero = true};
    struct expr plain = *e;
    double factor;
    struct quantity one = {1.0, e->unit.has_unit ? e->unit.unit : unit_one(), e->unit.has_unit};
    int code = bind_quantity(b, node, e, &one, wants, &factor, unit);
    plain.unit = (struct quantity){0};
    if (!code)
        code = call_law(b, node, &plain, &number, spec, &(struct unit){0});
    if (!code && !spec->fixed)
        code = bind_fault(b, node, e, _("give its arguments by plain numbers"),
                          _("this law must be constant on a key with a unit"));
    const char *why = NULL;
    bool outside = false;
    if (!code) {
        law_scale(&spec->law, factor, b->shelf);
        if (!in_support(&spec->law, wants, &why, &outside))
            code = bind_fault(b, node, e, _("use lognormal, gamma, pert or uniform"), _(why));
    }
    return code;
}

static int call_law(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                    struct law_spec *spec, struct unit *unit)
{
    if (strcmp(e->name, "measured") == 0)
        return bind_fault(b, node, e, _("measured(...) gives a scaling; for a law write empirical(file.csv, column)"),
                          _("measured(...) does not belong here"));
    spec->row = law_find(e->name);
    if (!spec->row)
        return unknown_law(b, node, e);
    *unit = unit_known(wants->units[0]);
    if (strcmp(e->name, "empirical") == 0)
        return sample_law(b, node, e, wants, spec, unit);
    bool counts = strcmp(e->name, "beta") == 0 || strcmp(e->name, "poisson") == 0;
    if (counts && (e->unit.has_unit || !bind_wanted_unit(wants, &(struct unit){.factor = 1.0})))
        return count_law(b, node, e, wants, spec, unit);
    if (e->args < 1 || e->args > LAW_ARGS)
        return bind_fault(b, node, e, _(spec->row->forms), _("wrong number of arguments"));
    spec->args = e->args;
    for (int i = 0; i < e->args; i++) {
        int code = find_param(b, node, e, i, spec->row, &spec->arg[i].param, &spec->arg[i].level);
        if (!code && !e->arg[i])
            code = bind_fault(b, node, e, _(spec->row->forms), _("an argument is no value"));
        if (!code)
            code = bind_arg(b, node, e, i, wants, spec, unit);
        if (code)
            return code;
        for (int k = 0; k < i; k++)
            if (spec->arg[k].param == spec->arg[i].param && spec->arg[k].level == spec->arg[i].level)
                return bind_fault(b, node, e, _(spec->row->forms), _("an argument is given twice"));
    }
    return bind_law_make(b, node, e, wants, spec);
}

int bind_law_any(struct binder *b, struct node *node, const struct expr *e, const struct wants *wants,
                 struct law_spec *spec, struct unit *unit)
{
    return e->kind == EXPR_RANGE ? range_law(b, node, e, wants, spec, unit) : call_law(b, node, e, wants, spec, unit);
}
