/* Comparisons, tunings, sweeps, break-evens and sensitivities. */
#include "report/stored_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct studying {
    struct read_json *j;
    const struct json_value *root;
    struct stored *stored;
};

static int strange(struct read_json *j, const struct json_value *at, const char *text, const char *name)
{
    return read_json_fault(j, at, _("is this a result that runodds wrote with -f json?"), text, name);
}

/* ---- names and values ---- */

/* The plan that a member names; -1 for null and after a fault. */
static int take_plan(struct studying *s, const struct json_value *of, const char *key)
{
    const char *name = read_json_string(s->j, of, key);
    const struct scenario *scenario = s->stored->scenario;
    for (int i = 0; i < scenario->plans && name; i++)
        if (strcmp(scenario->plan[i].name, name) == 0)
            return i;
    if (name && !s->j->code)
        strange(s->j, read_json_find(s->j, of, key), _("there is no plan \"%s\""), name);
    return -1;
}

/* "P90 cost", "mean time", as metric_name() writes them. */
static void take_metric(struct studying *s, const struct json_value *of)
{
    const char *text = read_json_string(s->j, of, "metric");
    struct metric *m = &s->stored->metric;
    double percent = 0.0;
    char *number = text ? mem_copy_n(text + (text[0] == 'P'), strcspn(text + (text[0] == 'P'), " ")) : mem_copy("");
    bool ranked = text_whole_number(number, &percent) && percent > 0.0 && percent < 100.0, found = false;
    for (int k = 0; k < 2 && text && !found; k++) {
        *m = (struct metric){.kind = ranked ? METRIC_PERCENTILE : METRIC_MEAN,
                             .of = k == 0 ? METRIC_COST : METRIC_TIME,
                             .percent = percent};
        char *own = metric_name(m);
        found = strcmp(own, text) == 0;
        free(own);
    }
    if (!found && !s->j->code)
        strange(s->j, read_json_find(s->j, of, "metric"), _("a metric that is not known here: \"%s\""),
                text ? text : "");
    free(number);
}

static bool priced(const struct studying *s, int plan)
{
    return plan >= 0 && cost_priced(&s->stored->engine.typical[plan]);
}

/* What null stands for in the metric's value of a plan. */
static double missing(const struct studying *s, int plan)
{
    return s->stored->metric.of == METRIC_TIME || priced(s, plan) ? INFINITY : NAN;
}

/* Any number and its interval. */
static struct estimate take_estimate(struct studying *s, const struct json_value *of, const char *key, double otherwise)
{
    struct estimate e = {read_json_number(s->j, of, key), NAN, NAN};
    e.value = isnan(e.value) ? otherwise : e.value;
    if (read_json_find(s->j, of, "ci95"))
        read_json_interval(s->j, of, "ci95", &e.low, &e.high);
    read_json_check_order(s->j, of, e.low, e.value, e.high);
    return e;
}

/* Money or hours. */
static struct estimate take_amount(struct studying *s, const struct json_value *of, const char *key, double otherwise)
{
    struct estimate e = take_estimate(s, of, key, otherwise);
    read_json_check_amount(s->j, of, e.value);
    read_json_check_amount(s->j, of, fabs(e.low));
    read_json_check_amount(s->j, of, fabs(e.high));
    return e;
}

static struct estimate member_estimate(struct studying *s, const struct json_value *of, const char *key,
                                       double otherwise)
{
    return take_estimate(s, read_json_member(s->j, of, key, JSON_OBJECT), "value", otherwise);
}

/* ---- comparisons ---- */

static void take_dominance(struct studying *s, const struct json_value *of, const char *key, enum dominance *dominance)
{
    const char *order = read_json_string(s->j, of, key);
    *dominance = !order ? DOMINANCE_NONE : strcmp(order, "first") == 0 ? DOMINANCE_FIRST : DOMINANCE_SECOND;
}

static void take_paired(struct studying *s, const struct json_value *pair, const char *key, const char *share,
                        struct paired *out)
{
    const struct json_value *of = read_json_member(s->j, pair, key, JSON_OBJECT);
    out->mean = read_json_number(s->j, of, "mean");
    read_json_interval(s->j, of, "mean_ci95", &out->low, &out->high);
    out->less = read_json_number(s->j, pair, share);
    take_dominance(s, of, "dominates", &out->dominance);
    take_dominance(s, of, "dominated", &out->dominated);
}

static void take_pairs(struct studying *s, struct comparison *c)
{
    const struct json_value *list = read_json_member(s->j, s->root, "pairs", JSON_LIST);
    int plans = s->stored->engine.plans;
    if (!s->j->code && read_json_count(s->j, list) != plans * (plans - 1) / 2)
        strange(s->j, list, _("\"%s\" has not as many values as it should"), "pairs");
    c->pair = mem_new((size_t)(plans * plans) + 1, sizeof *c->pair);
    for (const struct json_value *v = read_json_first(s->j, list); v && !s->j->code; v = read_json_next(s->j, v)) {
        struct pair *p = &c->pair[c->pairs++];
        p->a = take_plan(s, v, "a");
        p->b = take_plan(s, v, "b");
        if (!s->j->code && (p->a < 0 || p->b < 0))
            strange(s->j, v, _("a pair without its plans"), "");
        take_paired(s, v, "cost", "p_cheaper", &p->cost);
        take_paired(s, v, "time_h", "p_earlier", &p->time_h);
    }
}

static void take_values(struct studying *s, const struct json_value *choice, struct comparison *c)
{
    const struct json_value *list = read_json_member(s->j, choice, "values", JSON_LIST),
                            *v = read_json_first(s->j, list);
    int plans = s->stored->engine.plans;
    if (!s->j->code && read_json_count(s->j, list) != plans)
        strange(s->j, list, _("\"%s\" has not as many values as it should"), "values");
    c->value = mem_new((size_t)plans, sizeof *c->value);
    for (int i = 0; i < plans && !s->j->code; i++, v = read_json_next(s->j, v)) {
        c->value[i] = v->kind == JSON_NULL ? missing(s, i) : read_json_value(s->j, v);
        read_json_check_amount(s->j, v, c->value[i]);
    }
}

static void take_comparison(struct studying *s)
{
    const struct json_value *object = read_json_member(s->j, s->root, "choice", JSON_OBJECT);
    const struct json_value *front = read_json_member(s->j, s->root, "pareto", JSON_LIST);
    struct stored *stored = s->stored;
    struct comparison *c = &stored->comparison;
    struct choice *choice = &c->choice;
    take_metric(s, object);
    *c = (struct comparison){.result = &stored->result, .metric = stored->metric};
    take_values(s, object, c);
    take_pairs(s, c);
    choice->plan = take_plan(s, object, "plan");
    choice->rival = take_plan(s, object, "rival");
    choice->decided = read_json_bool(s->j, object, "decided");
    choice->punctual = read_json_bool(s->j, object, "on_time");
    choice->share = read_json_number(s->j, object, "share");
    choice->needed = read_json_number(s->j, object, "trials_needed");
    choice->needed = !isnan(choice->needed) ? choice->needed : choice->decided ? 0.0 : INFINITY;
    for (const struct json_value *v = read_json_first(s->j, front); v && !s->j->code; v = read_json_next(s->j, v))
        for (int i = 0; i < stored->scenario->plans && v->kind == JSON_STRING; i++)
            choice->front[i] =
                choice->front[i] || strcmp(s->j->texts.at + v->text, stored->scenario->plan[i].name) == 0;
    stored->data.comparison = c;
}

/* ---- tuning ---- */

static struct tune_point take_point(struct studying *s, const struct json_value *of, int plan)
{
    struct tune_point point = {read_json_number(s->j, of, "every_h"), take_amount(s, of, "value", missing(s, plan))};
    if (isnan(point.every_h))
        point.every_h = INFINITY;
    read_json_check_amount(s->j, of, point.every_h);
    if (!s->j->code && of && !(point.every_h > 0.0))
        strange(s->j, of, _("an interval that is not above 0"), "");
    return point;
}

static void take_formulas(struct studying *s, const struct json_value *tuning, struct tune_formulas *f)
{
    const struct json_value *of = read_json_member(s->j, tuning, "formulas", JSON_OBJECT);
    f->young_h = read_json_number(s->j, of, "young_h");
    f->daly1_h = read_json_number(s->j, of, "daly1_h");
    f->daly_h = read_json_number(s->j, of, "daly_h");
    f->nvidia_h = read_json_number(s->j, of, "nvidia_h");
    f->exact_h = read_json_number(s->j, of, "exact_h");
    const double all[] = {f->young_h, f->daly1_h, f->daly_h, f->nvidia_h, f->exact_h};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        read_json_check_amount(s->j, of, fabs(all[i]));
}

static void take_curve(struct studying *s, const struct json_value *tuning, int plan, struct tuning *t)
{
    const struct json_value *list = read_json_member(s->j, tuning, "curve", JSON_LIST);
    for (const struct json_value *v = read_json_first(s->j, list); v && !s->j->code; v = read_json_next(s->j, v)) {
        if (t->points == TUNE_POINTS + TUNE_MORE) {
            strange(s->j, v, _("more points than a curve has"), "");
            return;
        }
        t->curve[t->points++] = take_point(s, v, plan);
        if (!isfinite(t->curve[t->points - 1].every_h) ||
            (t->points > 1 && t->curve[t->points - 1].every_h < t->curve[t->points - 2].every_h))
            strange(s->j, v, _("intervals that do not rise"), "");
    }
}

static void take_tuning(struct studying *s, const struct json_value *of, int plan)
{
    struct tuning *t = &s->stored->tuning[plan];
    const struct json_value *best = read_json_find(s->j, of, "best");
    t->name = s->stored->scenario->plan[plan].name;
    if (take_plan(s, of, "name") != plan && !s->j->code)
        strange(s->j, of, _("the plan here is \"%s\" in the scenario's text"), t->name);
    t->tuned = best && best->kind == JSON_OBJECT;
    t->yours = take_point(s, read_json_member(s->j, of, "yours", JSON_OBJECT), plan);
    take_formulas(s, of, &t->formulas);
    take_curve(s, of, plan, t);
    if (!t->tuned || s->j->code)
        return;
    const struct json_value *flat = read_json_member(s->j, of, "flat", JSON_OBJECT);
    t->best = take_point(s, best, plan);
    t->flat_from_h = read_json_number(s->j, flat, "from_h");
    t->flat_to_h = read_json_number(s->j, flat, "to_h");
    read_json_check_amount(s->j, flat, t->flat_from_h);
    read_json_check_amount(s->j, flat, t->flat_to_h);
    if (!s->j->code && (t->points == 0 || !isfinite(t->best.every_h) || !isfinite(t->best.value.value) ||
                        !(t->flat_from_h > 0.0 && t->flat_to_h >= t->flat_from_h)))
        strange(s->j, of, _("a best interval without its curve"), "");
    if (s->j->code)
        return;
    t->flat_open_low = t->flat_from_h == t->curve[0].every_h;
    t->flat_open_high = t->flat_to_h == t->curve[t->points - 1].every_h;
}

static void take_tunings(struct studying *s, const struct json_value *list)
{
    struct stored *stored = s->stored;
    const struct json_value *v = read_json_first(s->j, list);
    take_metric(s, s->root);
    stored->tuning = mem_new((size_t)stored->engine.plans, sizeof *stored->tuning);
    if (!s->j->code && read_json_count(s->j, list) != stored->engine.plans)
        strange(s->j, list, _("\"%s\" has not as many values as it should"), "tune");
    for (int i = 0; i < stored->engine.plans && !s->j->code; i++, v = read_json_next(s->j, v))
        take_tuning(s, v, i);
    stored->tune_report = (struct tune_report){&stored->result, &stored->metric, stored->tuning};
    stored->data.tune = &stored->tune_report;
}

/* ---- keys and their values ---- */

static const char *text_member(struct studying *s, const struct json_value *of, const char *key)
{
    const char *text = read_json_string(s->j, of, key);
    if (!text && !s->j->code)
        strange(s->j, of, _("\"%s\" must be a text"), key);
    return text ? text : "";
}

/* Sets the key, the unit, and the texts of n values; x is filled by the caller. */
static void take_axis(struct studying *s, const struct json_value *of, struct sweep_axis *axis)
{
    const struct json_value *texts = read_json_member(s->j, of, "text", JSON_LIST);
    int n = read_json_count(s->j, texts);
    axis->key = mem_copy(text_member(s, of, "key"));
    axis->unit = mem_copy(text_member(s, of, "unit"));
    axis->log = read_json_bool(s->j, of, "log");
    if (!s->j->code && (n < 1 || n > SWEEP_VALUES))
        strange(s->j, texts, _("\"%s\" has not as many values as it should"), "text");
    for (const struct json_value *v = read_json_first(s->j, texts); v && !s->j->code; v = read_json_next(s->j, v)) {
        if (v->kind != JSON_STRING)
            strange(s->j, v, _("\"%s\" must be a text"), "text");
        else
            axis->text[axis->n++] = mem_copy(s->j->texts.at + v->text);
    }
}

static void check_axis(struct studying *s, const struct json_value *at, const struct sweep_axis *axis)
{
    for (int i = 0; i < axis->n && !s->j->code; i++) {
        read_json_check_amount(s->j, at, fabs(axis->x[i]));
        if (!s->j->code && (!isfinite(axis->x[i]) || (axis->log && !(axis->x[i] > 0.0))))
            strange(s->j, at, _("\"%s\" has a value that its axis cannot have"), axis->key);
    }
}

static void take_sweep_axis(struct studying *s, const struct json_value *of, struct sweep_axis *axis)
{
    take_axis(s, of, axis);
    const struct json_value *list = read_json_member(s->j, of, "x", JSON_LIST), *v = read_json_first(s->j, list);
    if (!s->j->code && read_json_count(s->j, list) != axis->n)
        strange(s->j, list, _("\"%s\" has not as many values as it should"), "x");
    for (int i = 0; i < axis->n && !s->j->code; i++, v = read_json_next(s->j, v))
        axis->x[i] = read_json_value(s->j, v);
    check_axis(s, list, axis);
}

/* ---- sweeps ---- */

static void take_levels(struct studying *s, const struct json_value *point, const char *key, double otherwise,
                        struct percentile *level)
{
    const struct json_value *list = read_json_member(s->j, point, key, JSON_LIST), *v = read_json_first(s->j, list);
    if (!s->j->code && read_json_count(s->j, list) != SWEEP_LEVELS)
        strange(s->j, list, _("\"%s\" has not as many values as it should"), key);
    for (int i = 0; i < SWEEP_LEVELS && !s->j->code; i++, v = read_json_next(s->j, v)) {
        struct estimate e = take_amount(s, v, "value", otherwise);
        level[i] = (struct percentile){sweep_levels[i], e.value, e.low, e.high};
    }
}

static void take_cell(struct studying *s, const struct json_value *v, int at)
{
    struct sweep *sweep = &s->stored->sweep;
    struct sweep_cell *cell = &sweep->cell[at];
    int plan = at % sweep->plans, columns = sweep->axes > 1 ? sweep->axis[1].n : 1, place = at / sweep->plans;
    double money = priced(s, plan) ? INFINITY : NAN;
    bool right = take_plan(s, v, "plan") == plan && read_json_number(s->j, v, "i") == place / columns;
    right = right && (sweep->axes < 2 || read_json_number(s->j, v, "k") == place % columns);
    if (!right && !s->j->code)
        strange(s->j, v, _("a point that should not stand here"), "");
    cell->value = take_amount(s, v, "value", missing(s, plan));
    take_levels(s, v, "cost", money, cell->cost);
    take_levels(s, v, "time_h", INFINITY, cell->time_h);
    cell->in_budget = read_json_number(s->j, v, "in_budget");
    cell->on_time = read_json_number(s->j, v, "on_time");
    cell->cost_per_effective_gpu_h = read_json_number(s->j, v, "cost_per_effective_gpu_h");
    cell->cards = NAN;
}

static void take_sweep(struct studying *s, const struct json_value *of)
{
    struct stored *stored = s->stored;
    struct sweep *sweep = &stored->sweep;
    const struct json_value *axes = read_json_member(s->j, of, "axes", JSON_LIST), *v = read_json_first(s->j, axes);
    const struct json_value *points = read_json_member(s->j, of, "points", JSON_LIST);
    take_metric(s, of);
    if (!s->j->code && (read_json_count(s->j, axes) < 1 || read_json_count(s->j, axes) > 2))
        strange(s->j, axes, _("\"%s\" has not as many values as it should"), "axes");
    for (; v && !s->j->code; v = read_json_next(s->j, v))
        take_sweep_axis(s, v, &sweep->axis[sweep->axes++]);
    int cells = sweep->axis[0].n * (sweep->axes > 1 ? sweep->axis[1].n : 1);
    if (!s->j->code && (cells > SWEEP_CELLS || read_json_count(s->j, points) != cells * stored->engine.plans))
        strange(s->j, points, _("\"%s\" has not as many values as it should"), "points");
    if (s->j->code)
        return;
    sweep->plans = stored->engine.plans;
    sweep->name = mem_new((size_t)sweep->plans, sizeof *sweep->name);
    for (int i = 0; i < sweep->plans; i++)
        sweep->name[i] = stored->scenario->plan[i].name;
    sweep->cell = mem_new((size_t)(cells * sweep->plans), sizeof *sweep->cell);
    v = read_json_first(s->j, points);
    for (int i = 0; i < cells * sweep->plans && !s->j->code; i++, v = read_json_next(s->j, v))
        take_cell(s, v, i);
    stored->sweep_report = (struct sweep_report){&stored->result, &stored->metric, sweep};
    stored->data.sweep = &stored->sweep_report;
}

/* ---- break-even ---- */

static void take_crossing(struct studying *s, const struct json_value *v, struct breakeven *b)
{
    struct breakeven_point *p = &b->point[b->points++];
    p->x = read_json_number(s->j, v, "x");
    p->a = read_json_number(s->j, v, "a");
    p->b = read_json_number(s->j, v, "b");
    p->a = isnan(p->a) ? INFINITY : p->a;
    p->b = isnan(p->b) ? INFINITY : p->b;
    read_json_check_amount(s->j, v, p->a);
    read_json_check_amount(s->j, v, p->b);
    p->less = take_estimate(s, v, "difference", isinf(p->a) == isinf(p->b) ? NAN : isinf(p->a) ? INFINITY : -INFINITY);
    b->axis.x[b->points - 1] = p->x;
    if (b->points > 1) {
        double before = p[-1].less.value, now = p->less.value;
        b->crossings += (before < 0.0 && now >= 0.0) || (before > 0.0 && now <= 0.0);
    }
}

static void take_breakeven(struct studying *s, const struct json_value *of)
{
    struct stored *stored = s->stored;
    struct breakeven *b = &stored->breakeven;
    int plan[2] = {take_plan(s, of, "a"), take_plan(s, of, "b")};
    const struct json_value *curve = read_json_member(s->j, of, "curve", JSON_LIST), *v = read_json_first(s->j, curve);
    take_metric(s, of);
    take_axis(s, of, &b->axis);
    for (int k = 0; k < 2 && !s->j->code; k++) {
        if (plan[k] < 0)
            strange(s->j, of, _("a pair without its plans"), "");
        else
            b->name[k] = stored->scenario->plan[plan[k]].name;
    }
    b->value = read_json_number(s->j, of, "value");
    read_json_interval(s->j, of, "ci95", &b->low, &b->high);
    b->found = isfinite(b->value);
    read_json_check_amount(s->j, of, fabs(b->value));
    read_json_check_amount(s->j, of, fabs(b->low));
    read_json_check_amount(s->j, of, fabs(b->high));
    read_json_check_order(s->j, of, b->low, b->value, b->high);
    if (!s->j->code && (read_json_count(s->j, curve) != b->axis.n || b->axis.n > BREAKEVEN_POINTS))
        strange(s->j, curve, _("\"%s\" has not as many values as it should"), "curve");
    for (; v && !s->j->code; v = read_json_next(s->j, v))
        take_crossing(s, v, b);
    check_axis(s, curve, &b->axis);
    stored->breakeven_report = (struct breakeven_report){&stored->result, &stored->metric, b};
    stored->data.breakeven = &stored->breakeven_report;
}

/* ---- sensitivity ---- */

static int take_unknown(struct studying *s, const struct json_value *of)
{
    const char *owner = text_member(s, of, "owner"), *path = text_member(s, of, "path");
    const struct unknowns *u = &s->stored->scenario->unknowns;
    for (int i = 0; i < u->n; i++)
        if (strcmp(u->of[i].owner, owner) == 0 && strcmp(u->of[i].path, path) == 0)
            return i;
    if (!s->j->code)
        strange(s->j, of, _("the scenario's text has no unknown \"%s\""), path);
    return 0;
}

static void take_influence(struct studying *s, const struct json_value *v, double otherwise, struct influence *f)
{
    f->unknown = take_unknown(s, v);
    f->rank = member_estimate(s, v, "rank", NAN);
    f->regression = read_json_number(s->j, v, "regression");
    f->first = member_estimate(s, v, "first", NAN);
    f->above_noise = read_json_bool(s->j, v, "above_noise");
    f->x_low = read_json_number(s->j, v, "x_p10");
    f->x_high = read_json_number(s->j, v, "x_p90");
    read_json_check_amount(s->j, v, fabs(f->x_low));
    read_json_check_amount(s->j, v, fabs(f->x_high));
    f->low = take_amount(s, read_json_member(s->j, v, "at_p10", JSON_OBJECT), "value", otherwise);
    f->high = take_amount(s, read_json_member(s->j, v, "at_p90", JSON_OBJECT), "value", otherwise);
}

static void take_sensitivity_plan(struct studying *s, const struct json_value *of, int plan)
{
    struct sensitivity_plan *p = &s->stored->sensitivity.plan[plan];
    const struct json_value *list = read_json_member(s->j, of, "unknowns", JSON_LIST);
    int n = read_json_count(s->j, list);
    p->name = s->stored->scenario->plan[plan].name;
    if (take_plan(s, of, "name") != plan && !s->j->code)
        strange(s->j, of, _("the plan here is \"%s\" in the scenario's text"), p->name);
    if (!s->j->code && n > s->stored->scenario->unknowns.n)
        strange(s->j, list, _("more unknowns than the scenario's text has"), "");
    p->value = take_amount(s, read_json_member(s->j, of, "value", JSON_OBJECT), "value", missing(s, plan));
    p->ignorance = member_estimate(s, of, "ignorance", NAN);
    p->noise = read_json_number(s->j, of, "noise");
    p->known = isfinite(p->value.value) && s->stored->result.plan[plan].unfinished == 0;
    if (s->j->code || n == 0)
        return;
    p->of = mem_new((size_t)n, sizeof *p->of);
    for (const struct json_value *v = read_json_first(s->j, list); v && !s->j->code; v = read_json_next(s->j, v))
        take_influence(s, v, missing(s, plan), &p->of[p->n++]);
}

static void take_flip(struct studying *s, const struct json_value *of, struct flip *flip)
{
    if (!of || !read_json_find(s->j, of, "owner"))
        return;
    flip->found = true;
    flip->unknown = take_unknown(s, of);
    flip->share = read_json_number(s->j, of, "share");
    flip->x = read_json_number(s->j, of, "x");
    flip->below = take_plan(s, of, "below");
    flip->above = take_plan(s, of, "above");
    if (!s->j->code && (flip->below < 0 || flip->above < 0))
        strange(s->j, of, _("a pair without its plans"), "");
}

static void take_sensitivity(struct studying *s, const struct json_value *of)
{
    struct stored *stored = s->stored;
    struct sensitivity *out = &stored->sensitivity;
    const struct json_value *plans = read_json_member(s->j, of, "plans", JSON_LIST), *v = read_json_first(s->j, plans);
    double trials = read_json_number(s->j, of, "trials");
    take_metric(s, of);
    if (!s->j->code && read_json_count(s->j, plans) != stored->engine.plans)
        strange(s->j, plans, _("\"%s\" has not as many values as it should"), "plans");
    if (!s->j->code && !(trials >= 0.0 && trials <= 4e9))
        strange(s->j, of, _("\"%s\" is no number of trials"), "trials");
    if (s->j->code)
        return;
    out->trials = (long)trials;
    out->plans = stored->engine.plans;
    out->plan = mem_new((size_t)out->plans, sizeof *out->plan);
    for (int i = 0; i < out->plans && !s->j->code; i++, v = read_json_next(s->j, v))
        take_sensitivity_plan(s, v, i);
    take_flip(s, read_json_member(s->j, of, "switch", JSON_OBJECT), &out->flip);
    int subject = take_plan(s, of, "subject");
    stored->sensitivity_report =
        (struct sensitivity_report){&stored->result, &stored->metric, out, subject < 0 ? NULL : &out->plan[subject]};
    stored->data.sensitivity = &stored->sensitivity_report;
}

/* ---- the whole ---- */

int stored_study_read(struct read_json *json, const struct json_value *root, struct stored *stored)
{
    static const struct {
        const char *key;
        enum json_kind kind;
        void (*take)(struct studying *s, const struct json_value *of);
    } studies[] = {{"tune", JSON_LIST, take_tunings},
                   {"sweep", JSON_OBJECT, take_sweep},
                   {"breakeven", JSON_OBJECT, take_breakeven},
                   {"sensitivity", JSON_OBJECT, take_sensitivity}};
    struct studying s = {json, root, stored};
    if (read_json_find(json, root, "pairs"))
        take_comparison(&s);
    for (size_t i = 0; i < sizeof studies / sizeof *studies && !json->code; i++)
        if (read_json_find(json, root, studies[i].key)) {
            studies[i].take(&s, read_json_member(json, root, studies[i].key, studies[i].kind));
            break;
        }
    return json->code;
}

void stored_study_release(struct stored *stored)
{
    compare_release(&stored->comparison);
    free(stored->tuning);
    sweep_release(&stored->sweep);
    breakeven_release(&stored->breakeven);
    sensitivity_release(&stored->sensitivity);
}
