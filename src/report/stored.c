/* From the members of a result's JSON to summaries. */
#include "report/stored.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/course_out.h"
#include "report/means.h"
#include "report/read_json.h"
#include "report/stored_study.h"

enum { STORED_SCHEMA = 1 };
static const double trials_most = 4e9;

static int strange(struct read_json *j, const struct json_value *at, const char *text, const char *name)
{
    return read_json_fault(j, at, _("is this a result that runodds wrote with -f json?"), text, name);
}

/* ---- distributions ---- */

/* Amounts that rise; what unfinished trials reach stands at the end. NaN is no amount: nothing is priced, or there is
 * no interval. */
static void check_rising(struct read_json *j, const struct json_value *at, const double *value, int n)
{
    double last = 0.0;
    for (int i = 0; i < n && !j->code; i++) {
        read_json_check_amount(j, at, value[i]);
        if (!j->code && value[i] < last)
            strange(j, at, _("values that do not rise"), "");
        last = isnan(value[i]) ? last : value[i];
    }
}

static void take_numbers(struct read_json *j, const struct json_value *of, const char *key, double missing,
                         double *values, int n)
{
    const struct json_value *list = read_json_member(j, of, key, JSON_LIST), *v = read_json_first(j, list);
    if (list && read_json_count(j, list) != n)
        strange(j, list, _("\"%s\" has not as many values as it should"), key);
    for (int i = 0; i < n && !j->code; i++, v = read_json_next(j, v))
        values[i] = v->kind == JSON_NULL ? missing : read_json_value(j, v);
    check_rising(j, list, values, n);
}

static void take_percentiles(struct read_json *j, const struct json_value *of, double missing, struct distribution *d)
{
    const struct json_value *list = read_json_member(j, of, "percentiles", JSON_LIST), *v = read_json_first(j, list);
    double value[PERCENTILES], low[PERCENTILES], high[PERCENTILES];
    if (list && read_json_count(j, list) != PERCENTILES)
        strange(j, list, _("\"%s\" has not as many values as it should"), "percentiles");
    for (int i = 0; i < PERCENTILES && !j->code; i++, v = read_json_next(j, v)) {
        struct percentile *q = &d->of[i];
        const struct json_value *above = read_json_find(j, v, "above");
        q->p = read_json_number(j, v, "p");
        q->value = read_json_number(j, v, "value");
        read_json_interval(j, v, "ci95", &q->low, &q->high);
        if (!j->code && q->p != summary_percentiles[i])
            strange(j, v, _("a percentile that is not the one that should stand here"), "");
        if (above && above->kind == JSON_NUMBER)
            d->largest = above->number;
        value[i] = q->value = isnan(q->value) ? missing : q->value;
        low[i] = q->low;
        high[i] = q->high;
        read_json_check_order(j, v, low[i], value[i], high[i]);
    }
    check_rising(j, list, value, PERCENTILES);
    check_rising(j, list, low, PERCENTILES);
    check_rising(j, list, high, PERCENTILES);
}

/* The largest finished value: written where the largest one of all is none. */
static void find_largest(struct read_json *j, const struct json_value *of, struct distribution *d)
{
    const struct json_value *written = read_json_find(j, of, "largest");
    if (isfinite(d->max))
        d->largest = d->max;
    else if (written && written->kind == JSON_NUMBER)
        d->largest = written->number;
    for (int i = 0; i < CURVE; i++)
        d->largest = isfinite(d->curve[i]) ? fmax(d->largest, d->curve[i]) : d->largest;
    if (isnan(d->max))
        d->largest = NAN;
}

/* missing: what null stands for, infinite or, where nothing is priced, NaN. */
static void take_distribution(struct read_json *j, const struct json_value *plan, const char *key, double missing,
                              struct distribution *d)
{
    const struct json_value *of = read_json_member(j, plan, key, JSON_OBJECT);
    const struct json_value *curve = read_json_member(j, plan, "curve", JSON_OBJECT);
    d->mean = read_json_number(j, of, "mean");
    d->sd = read_json_number(j, of, "sd");
    read_json_interval(j, of, "mean_ci95", &d->mean_low, &d->mean_high);
    d->min = read_json_number(j, of, "min");
    d->max = read_json_number(j, of, "max");
    d->min = isnan(d->min) ? missing : d->min;
    d->max = isnan(d->max) ? missing : d->max;
    d->cvar90 = read_json_number(j, of, "cvar90");
    read_json_interval(j, of, "cvar90_ci95", &d->cvar90_low, &d->cvar90_high);
    take_percentiles(j, of, missing, d);
    take_numbers(j, curve, key, missing, d->curve, CURVE);
    find_largest(j, of, d);
    const double ends[] = {d->min, d->of[0].value, d->of[PERCENTILES - 1].value, d->max};
    const double curve_ends[] = {d->min, d->curve[0], d->curve[CURVE - 1], d->max};
    check_rising(j, of, ends, 4);
    check_rising(j, of, curve_ends, 4);
    read_json_check_amount(j, of, d->largest);
    read_json_check_order(j, of, d->mean_low, d->mean, d->mean_high);
    read_json_check_order(j, of, d->min * (1.0 - 1e-9), d->mean, d->max * (1.0 + 1e-9));
    read_json_check_amount(j, of, d->mean);
    read_json_check_amount(j, of, fabs(d->mean_low));
    read_json_check_amount(j, of, d->mean_high);
}

static double take_amount(struct read_json *j, const struct json_value *of, const char *key)
{
    double x = read_json_number(j, of, key);
    read_json_check_amount(j, of, x);
    return x;
}

/* ---- means ---- */

static double take_share(struct read_json *j, const struct json_value *of, const char *key)
{
    double share = read_json_number(j, of, key);
    if (share < 0.0 || share > 1.0)
        strange(j, read_json_find(j, of, key), _("\"%s\" is no share from 0 to 1"), key);
    return share;
}

static void take_events(struct read_json *j, const struct json_value *plan, struct summary *s)
{
    const struct json_value *failures = read_json_member(j, plan, "failures", JSON_OBJECT);
    const struct json_value *by_cause = read_json_member(j, failures, "by_cause", JSON_OBJECT);
    const struct json_value *phases = read_json_member(j, plan, "phases_h", JSON_OBJECT);
    for (int i = 0; i < s->typical->causes; i++)
        s->mean.failures[i] = read_json_number(j, by_cause, s->typical->cause[i].name);
    s->mean.preemptions = read_json_number(j, plan, "preemptions");
    s->mean.limit_ends = read_json_number(j, plan, "limit_ends");
    s->mean.fell_back = read_json_number(j, plan, "fallbacks");
    s->mean.lost_gpu_h = read_json_number(j, plan, "lost_gpu_h");
    for (int i = 0; i < PHASE_COUNT; i++)
        s->mean.phase_h[i] = read_json_number(j, phases, means_phases[i]);
    for (int i = 0; i < SQUARES; i++)
        s->mean.squares[i] = NAN;
}

static void take_classes(struct read_json *j, const struct json_value *of, double classes[CLASS_COUNT])
{
    const struct json_value *object = read_json_member(j, of, "classes", JSON_OBJECT);
    for (int k = 0; k < CLASS_COUNT; k++) {
        classes[k] = read_json_number(j, object, cost_classes[k]);
        read_json_check_amount(j, object, fabs(classes[k]));
    }
}

/* Known are the sums of each item over the classes and of each class over the items: each item stands in the first
 * class, and the last one makes the classes right. */
static void take_money(struct read_json *j, const struct json_value *plan, struct summary *s)
{
    const struct json_value *items = read_json_member(j, plan, "items", JSON_OBJECT);
    double classes[CLASS_COUNT], before = 0.0;
    int last = -1;
    take_classes(j, plan, classes);
    for (int i = 0; i < ITEM_COUNT; i++)
        last = cost_items[i].priced(s->typical) ? i : last;
    for (int i = 0; i < last; i++) {
        if (cost_items[i].priced(s->typical))
            s->mean.item[i][0] = read_json_number(j, items, cost_items[i].name);
        read_json_check_amount(j, items, fabs(s->mean.item[i][0]));
        before += s->mean.item[i][0];
    }
    for (int k = 0; k < CLASS_COUNT && last >= 0; k++)
        s->mean.item[last][k] = k == 0 ? classes[0] - before : classes[k];
    take_classes(j, read_json_member(j, plan, "tail", JSON_OBJECT), s->tail);
    s->tail_trials = isnan(s->tail[0]) ? 0 : 1;
}

/* ---- trials ---- */

static void take_cloud(struct read_json *j, const struct json_value *plan, struct stored *stored, int at)
{
    const struct json_value *list = read_json_member(j, plan, "cloud", JSON_LIST), *pair = read_json_first(j, list);
    struct trials *t = &stored->result.trials;
    double missing = cost_priced(&stored->engine.typical[at]) ? INFINITY : 0.0;
    long n = read_json_count(j, list);
    if (at == 0)
        stored->data.kept = n;
    if (!j->code && (n < 1 || n > t->n || n != stored->data.kept))
        strange(j, list, _("\"%s\" has not as many values as it should"), "cloud");
    if (j->code)
        return;
    t->time_h[at] = mem_new((size_t)n, sizeof *t->time_h[at]);
    t->cost[at] = mem_new((size_t)n, sizeof *t->cost[at]);
    for (long i = 0; i < n && !j->code; i++, pair = read_json_next(j, pair)) {
        const struct json_value *hours = read_json_first(j, pair), *money = read_json_next(j, hours);
        if (pair->kind != JSON_LIST || read_json_count(j, pair) != 2) {
            strange(j, pair, _("this is no pair of time and cost"), "");
            return;
        }
        t->time_h[at][i] = hours->kind == JSON_NULL ? INFINITY : read_json_value(j, hours);
        t->cost[at][i] = money->kind == JSON_NULL ? missing : read_json_value(j, money);
        read_json_check_amount(j, pair, t->time_h[at][i]);
        read_json_check_amount(j, pair, t->cost[at][i]);
    }
}

static long take_count(struct read_json *j, const struct json_value *of, const char *key, double most)
{
    double n = read_json_number(j, of, key);
    if (!j->code && !(n >= 0.0 && n <= most && n == floor(n)))
        strange(j, read_json_find(j, of, key), _("\"%s\" is no number of trials"), key);
    return j->code ? 0 : (long)n;
}

static void take_plan(struct read_json *j, const struct json_value *plan, struct stored *stored, int at)
{
    struct summary *s = &stored->result.plan[at];
    const struct json_value *naive = read_json_member(j, plan, "naive", JSON_OBJECT);
    const char *name = read_json_string(j, plan, "name");
    *s = (struct summary){.name = stored->scenario->plan[at].name, .plan = at, .typical = &stored->engine.typical[at]};
    double missing = cost_priced(s->typical) ? INFINITY : NAN;
    if (!j->code && (!name || strcmp(name, s->name) != 0))
        strange(j, read_json_find(j, plan, "name"), _("the plan here is \"%s\" in the scenario's text"), s->name);
    s->trials = take_count(j, plan, "trials", trials_most);
    s->unfinished = take_count(j, plan, "unfinished", (double)s->trials);
    if (at == 0)
        stored->result.trials.n = s->trials;
    if (!j->code && (s->trials < 1 || s->trials != stored->result.trials.n))
        strange(j, read_json_find(j, plan, "trials"), _("\"%s\" is no number of trials"), "trials");
    take_distribution(j, plan, "cost", missing, &s->cost);
    take_distribution(j, plan, "time_h", INFINITY, &s->time_h);
    s->naive.cost = take_amount(j, naive, "cost");
    s->naive.time_h = take_amount(j, naive, "time_h");
    s->in_budget = take_share(j, plan, "in_budget");
    s->on_time = take_share(j, plan, "on_time");
    s->both = take_share(j, plan, "both");
    s->goodput = read_json_number(j, plan, "goodput");
    s->cost_per_effective_gpu_h = take_amount(j, plan, "cost_per_effective_gpu_h");
    take_events(j, plan, s);
    take_money(j, plan, s);
    take_cloud(j, plan, stored, at);
    course_out_read(j, plan, stored->scenario, s->typical, &stored->result.course[at]);
}

/* ---- the whole ---- */

/* The scenario of the effective text, and an engine that knows its plans. */
static int take_scenario(struct read_json *j, const struct json_value *root, struct stored *stored)
{
    const struct json_value *object = read_json_member(j, root, "scenario", JSON_OBJECT);
    const char *text = read_json_string(j, object, "text");
    if (!j->code && !text)
        strange(j, object, _("\"%s\" is missing here"), "text");
    if (j->code)
        return j->code;
    stored->text = mem_copy(text);
    char *name = mem_format(_("%s (scenario.text)"), stored->path);
    stored->scenario = scenario_parse(name, text, j->source.path, NULL, j->err);
    free(name);
    if (!stored->scenario)
        return j->err->code;
    /* Charts and tables name the file. */
    free(stored->scenario->file);
    stored->scenario->file = mem_copy(stored->path);
    return engine_init(&stored->engine, stored->scenario, 1, j->err);
}

static int take_result(struct read_json *j, const struct json_value *root, struct stored *stored)
{
    const struct json_value *plans = read_json_member(j, root, "plans", JSON_LIST), *plan = read_json_first(j, plans);
    struct result *r = &stored->result;
    size_t n = (size_t)stored->engine.plans;
    *r = (struct result){.scenario = stored->scenario, .engine = &stored->engine};
    r->trials.complete = read_json_bool(j, root, "complete");
    r->trials.time_h = mem_new(n, sizeof *r->trials.time_h);
    r->trials.cost = mem_new(n, sizeof *r->trials.cost);
    r->plan = mem_new(n, sizeof *r->plan);
    r->course = mem_new(n, sizeof *r->course);
    if (!j->code && !plan)
        strange(j, plans, _("no trial was played, so there is nothing in it"), "");
    if (!j->code && read_json_count(j, plans) != stored->engine.plans)
        strange(j, plans, _("not as many plans as the scenario's text has"), "");
    for (int i = 0; i < stored->engine.plans && !j->code; i++, plan = read_json_next(j, plan))
        take_plan(j, plan, stored, i);
    return j->code;
}

/* The trial of a trace, which the effective scenario tells again; a file that tells it otherwise is refused. */
static int take_story(struct read_json *j, const struct json_value *trace, struct stored *stored)
{
    const char *name = read_json_string(j, trace, "plan");
    double trial = read_json_number(j, trace, "trial"), time_h = read_json_number(j, trace, "time_h");
    const struct json_value *events = read_json_member(j, trace, "events", JSON_LIST);
    bool p90 = read_json_bool(j, trace, "p90");
    int plan = 0;
    while (!j->code && plan < stored->engine.plans && strcmp(stored->scenario->plan[plan].name, name ? name : "") != 0)
        plan++;
    if (!j->code && (plan == stored->engine.plans || !(trial >= 0.0 && trial <= trials_most)))
        strange(j, trace, _("no trial of a plan that the scenario's text has"), "");
    if (j->code)
        return j->code;
    story_tell(&stored->engine, plan, (long)trial, &stored->story);
    stored->story.p90 = p90;
    stored->data.story = &stored->story;
    bool same = stored->story.ledger.finished ? stored->story.ledger.completion_h == time_h : isnan(time_h);
    if (!same || read_json_count(j, events) != stored->story.n)
        return read_json_fault(j, trace, _("make it anew with this version of runodds"),
                               _("the trial does not go as it is told here"), "");
    return 0;
}

/* What run writes of several files: nothing reads it back. */
static int refuse_jobs(struct read_json *j, const struct json_value *root)
{
    const struct json_value *jobs = read_json_find(j, root, "jobs"), *total = read_json_find(j, root, "total");
    if (!jobs || jobs->kind != JSON_LIST || !total)
        return 0;
    return read_json_fault(j, jobs,
                           _("write the result of one file alone, runodds run FILE -f json; runodds run A B "
                             "--plot=total.png draws the total"),
                           _("this is the result of several jobs and their total, not of one file"), "");
}

/* Rebuilds what a reading found, if its code is 0, and ends it. */
static int rebuild(struct read_json *json, struct stored *stored, int code)
{
    const struct json_value *root = code ? NULL : &json->value[0];
    double schema = code ? NAN : read_json_number(json, root, "schema");
    const struct json_value *trace = code ? NULL : read_json_find(json, root, "trace");
    if (!code && !json->code && schema != STORED_SCHEMA)
        read_json_fault(json, read_json_find(json, root, "schema"), _("make it anew with this version of runodds"),
                        _("a schema of JSON that is not known here"), "");
    code = code ? code : json->code;
    if (!code)
        code = refuse_jobs(json, root);
    if (!code)
        code = take_scenario(json, root, stored);
    if (!code && trace)
        code = take_story(json, trace, stored);
    if (!code && !trace)
        code = take_result(json, root, stored);
    stored->data.result = trace ? NULL : &stored->result;
    if (!code && !trace)
        code = stored_study_read(json, root, stored);
    read_json_release(json);
    return code;
}

int stored_read(const char *path, struct stored *stored, struct err *err)
{
    struct read_json json;
    *stored = (struct stored){.path = mem_copy(path)};
    return rebuild(&json, stored, read_json_file(&json, path, err));
}

int stored_parse(const char *name, const char *text, struct stored *stored, struct err *err)
{
    struct read_json json;
    *stored = (struct stored){.path = mem_copy(name)};
    return rebuild(&json, stored, read_json_text(&json, name, text, err));
}

void stored_release(struct stored *stored)
{
    stored_study_release(stored);
    story_release(&stored->story);
    result_release(&stored->result);
    engine_release(&stored->engine);
    scenario_free(stored->scenario);
    free(stored->text);
    free(stored->path);
    *stored = (struct stored){0};
}
