/* A grid that looks for a change of sign, then Brent's root finder. */
#include "engine/breakeven.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/value.h"

static const double decades = 2.0;

struct finder {
    const struct study *study;
    const struct metric *metric;
    struct breakeven *out;
    char *key;                   /* without the name of a plan */
    const char *behind, *before; /* what stands around the number */
    struct err *err;
    int code;
    struct breakeven_point last;
};

/* ---- what is changed ---- */

static const struct node *value_of(const struct scenario_plan *plan, const char *key)
{
    const struct node *at = plan->tree;
    char *path = mem_copy(key), *rest = path;
    for (char *part; at && (part = strsep(&rest, "."));)
        at = at->kind == NODE_MAP ? node_get(at, part) : NULL;
    free(path);
    return at;
}

static const struct scenario_plan *plan_named(const struct scenario *s, const char *name)
{
    for (int i = 0; i < s->plans; i++)
        if (strcmp(s->plan[i].name, name) == 0)
            return &s->plan[i];
    return NULL;
}

/* Names may hold commas: any of those between may part them. */
static int read_between(const struct point *base, const char *between, struct breakeven *out, struct err *err)
{
    const struct scenario *s = base->scenario;
    for (const char *comma = between; comma && (comma = strchr(comma, ',')) && !(out->name[0] && out->name[1]); comma++)
        for (int k = 0; k < 2; k++) {
            const char *from = k ? comma + 1 + strspn(comma + 1, " ") : between;
            char *name = k ? mem_copy(from) : mem_copy_n(from, (size_t)(comma - from));
            const struct scenario_plan *plan = plan_named(s, name);
            out->name[k] = plan ? plan->name : NULL;
            free(name);
        }
    if (!between && s->plans == 2) {
        out->name[0] = s->plan[0].name;
        out->name[1] = s->plan[1].name;
    }
    if (out->name[0] && out->name[1] && out->name[0] != out->name[1])
        return 0;
    return err_plain(err, ERR_INPUT, _("write --between spot,on-demand, two plans of the file"),
                     _("--between: \"%s\" is not usable"), between ? between : "");
}

/* The number of a file's value, and its text behind and before it; ranges count by their middle. */
static bool typical(const char *text, double *x, char **before, char **behind)
{
    struct err quiet = {0};
    struct expr *e = NULL;
    int code = expr_read(text, (struct place){0}, "range", &e, &quiet);
    bool single = !code && e->kind == EXPR_QUANTITY, range = !code && e->kind == EXPR_RANGE;
    const char *last = text;
    if (range && strstr(text, " to "))
        last = strstr(text, " to ") + 4;
    size_t start, digits;
    sweep_number(last, &start, &digits);
    *before = mem_copy_n(last, start);
    *behind = mem_copy(last + start + digits);
    if (single)
        *x = e->low.x;
    else if (range)
        *x = sqrt(e->low.x * e->low.unit.factor * e->high.x * e->high.unit.factor) / e->high.unit.factor;
    expr_free(e);
    err_release(&quiet);
    return (single || range) && *x > 0.0;
}

static int find_range(struct finder *f, const struct point *base, const char *argument)
{
    struct breakeven *out = f->out;
    const struct node *node = NULL;
    const char *key = argument;
    for (int k = 0; k < 2; k++) {
        size_t n = strlen(out->name[k]);
        if (strncmp(argument, out->name[k], n) == 0 && argument[n] == '.') {
            key = argument + n + 1;
            out->in[k] = true;
        }
    }
    char *bare = mem_copy_n(key, strcspn(key, "="));
    for (int k = 0; k < 2; k++) {
        const struct node *own = value_of(plan_named(base->scenario, out->name[k]), bare);
        bool off = own && own->kind == NODE_SCALAR && strcmp(own->text, "none") == 0;
        if (key == argument)
            out->in[k] = own && !off;
        node = out->in[k] && own && !node ? own : node;
    }
    if (!out->in[0] && !out->in[1])
        out->in[0] = out->in[1] = true;
    int code = 0;
    if (strchr(key, '=')) {
        char *range = sweep_has_count(key) ? mem_copy(key) : mem_format("%s/%d", key, BREAKEVEN_POINTS);
        code = sweep_axis_read(range, &out->axis, f->err);
        free(range);
        if (!code && out->axis.n != BREAKEVEN_POINTS)
            code = err_plain(f->err, ERR_INPUT, _("write KEY=LOW..HIGH"), _("\"%s\" is no range of a key"), argument);
    } else {
        double x = 0.0;
        char *before = NULL, *behind = NULL;
        bool good = node && node->kind == NODE_SCALAR && typical(node->text, &x, &before, &behind);
        if (good) {
            bool share = strchr(behind, '%') != NULL;
            double high = share ? fmin(x * pow(10.0, decades), 99.9) : x * pow(10.0, decades);
            char *range = mem_format("%s=%s%.4g%s..%s%.4g%s/%d", bare, before, x / pow(10.0, decades), behind, before,
                                     high, behind, BREAKEVEN_POINTS);
            code = sweep_axis_read(range, &out->axis, f->err);
            free(range);
        } else {
            code = err_plain(f->err, ERR_INPUT, _("write KEY=LOW..HIGH, such as own.busy=5%..95%"),
                             _("no number in the file to start from for \"%s\""), bare);
        }
        free(before);
        free(behind);
    }
    if (!code && key != argument) { /* it is shown as it was written */
        free(out->axis.key);
        out->axis.key = mem_copy_n(argument, strcspn(key, "=") + (size_t)(key - argument));
    }
    f->key = bare;
    return code;
}

/* ---- playing ---- */

/* The difference at a value of the key. */
static double difference_at(struct finder *f, double x)
{
    struct breakeven *out = f->out;
    char number[TEXT_NUMBER_ROOM], *set[2];
    const char *only[] = {out->name[0], out->name[1]};
    struct study both = *f->study;
    struct point point;
    int sets = 0;
    f->last = (struct breakeven_point){x, INFINITY, INFINITY, {NAN, NAN, NAN}};
    if (f->code)
        return 0.0;
    for (int k = 0; k < 2; k++)
        if (out->in[k])
            set[sets++] =
                mem_format("%s.%s=%s%s%s", out->name[k], f->key, f->before, text_shortest(x, number), f->behind);
    both.options.only = only;
    both.options.onlys = 2;
    int code = study_play(&both, (const char *const *)set, sets, false, &point, f->err);
    if (!code) {
        const struct summary *a = point_plan(&point, out->name[0], "--between", f->err);
        const struct summary *b = point_plan(&point, out->name[1], "--between", f->err);
        bool money = f->metric->of == METRIC_COST;
        f->last.a = metric_value(f->metric, a).value;
        f->last.b = metric_value(f->metric, b).value;
        f->last.less = paired_metric(f->metric, money ? a->all->cost[a->plan] : a->all->time_h[a->plan],
                                     money ? b->all->cost[b->plan] : b->all->time_h[b->plan], a->trials);
    }
    if (code == ERR_UNFINISHED)
        err_release(f->err);
    f->code = code == ERR_UNFINISHED ? 0 : code;
    point_release(&point);
    for (int k = 0; k < sets; k++)
        free(set[k]);
    return f->last.less.value;
}

static double difference_on_axis(double t, void *finder)
{
    struct finder *f = finder;
    return difference_at(f, f->out->axis.log ? exp(t) : t);
}

static double on_axis(const struct breakeven *b, double x)
{
    return b->axis.log ? log(x) : x;
}

static double off_axis(const struct breakeven *b, double t)
{
    return b->axis.log ? exp(t) : t;
}

/* Where the sign changes, by halving: one end is infinite, because a plan does not finish there. */
static double halve(struct finder *f, double low, double high, double at_low)
{
    for (int i = 0; i < 24 && !f->code; i++) {
        double middle = 0.5 * (low + high), value = difference_on_axis(middle, f);
        if (isnan(value) || (value < 0.0) != (at_low < 0.0))
            high = middle;
        else
            low = middle;
    }
    return 0.5 * (low + high);
}

/* The root between two points of different sign, and the interval that the uncertainty of the difference gives it. */
static void refine(struct finder *f, const struct breakeven_point *left, const struct breakeven_point *right)
{
    struct breakeven *out = f->out;
    double low = on_axis(out, left->x), high = on_axis(out, right->x), root = 0.5 * (low + high);
    if (!isfinite(left->less.value) || !isfinite(right->less.value)) {
        out->value = off_axis(out, halve(f, low, high, left->less.value));
        return;
    }
    gsl_function function = {difference_on_axis, f};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    int status = gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < 60 && !status && !f->code; i++) {
        status = gsl_root_fsolver_iterate(solver);
        root = gsl_root_fsolver_root(solver);
        if (gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver) < 1e-7 * (high - low))
            break;
    }
    gsl_root_fsolver_free(solver);
    double half = 0.5 * (left->less.high - left->less.low + right->less.high - right->less.low) / 2.0;
    double slope = fabs((right->less.value - left->less.value) / (high - low)), away = half / slope;
    out->value = off_axis(out, root);
    out->low = off_axis(out, root - away);
    out->high = off_axis(out, root + away);
}

int breakeven_find(const struct study *study, const struct point *base, const char *argument, const char *between,
                   const struct metric *metric, struct breakeven *out, struct err *err)
{
    struct finder f = {.study = study, .metric = metric, .out = out, .err = err};
    char *before = NULL, *behind = NULL;
    *out = (struct breakeven){.value = NAN, .low = NAN, .high = NAN};
    int code = read_between(base, between, out, err);
    if (!code)
        code = find_range(&f, base, argument);
    if (!code) { /* how the axis writes a number: "$", "1.5", "/GPU-hour"; its unit is that of the second end */
        const char *text = out->axis.text[out->axis.n - 1];
        size_t start, digits;
        sweep_number(text, &start, &digits);
        before = mem_copy_n(text, start);
        behind = mem_copy(text + start + digits);
        f.before = before;
        f.behind = behind;
    }
    for (int i = 0; i < BREAKEVEN_POINTS && !code; i++) {
        difference_at(&f, out->axis.x[i]);
        out->point[out->points++] = f.last;
        code = f.code;
    }
    const struct breakeven_point *left = NULL;
    for (int i = 0; i + 1 < out->points; i++) {
        double a = out->point[i].less.value, b = out->point[i + 1].less.value;
        bool changes = (a < 0.0 && b >= 0.0) || (a > 0.0 && b <= 0.0);
        left = changes && !left ? &out->point[i] : left;
        out->crossings += changes;
    }
    if (!code && left) {
        out->found = true;
        refine(&f, left, left + 1);
        code = f.code;
    }
    free(f.key);
    free(before);
    free(behind);
    return code;
}

void breakeven_release(struct breakeven *breakeven)
{
    sweep_axis_release(&breakeven->axis);
}
