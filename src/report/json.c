/* A result as JSON: all that the summary holds, the effective scenario, and points to draw. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "report/course_out.h"
#include "report/json_text.h"
#include "report/means.h"
#include "report/report.h"
#include "scenario/scenario.h"

/* FNV-1a with 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm"). */
static uint64_t fnv1a(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

char *json_hash(const struct scenario *scenario)
{
    char *text = scenario_echo(scenario);
    char *hash = mem_format("%016llx", (unsigned long long)fnv1a(text));
    free(text);
    return hash;
}

static void add_scenario(struct json *json, const struct scenario *scenario)
{
    char *text = scenario_echo(scenario), *hash = json_hash(scenario);
    json_open(json, "scenario", '{');
    json_string(json, "hash", hash);
    json_string(json, "text", text);
    json_close(json, '}');
    free(hash);
    free(text);
}

/* A percentile that unfinished trials reach has no value: it is above the largest finished one, if there is any. */
static void add_percentile(struct json *json, const struct distribution *d, const struct percentile *percentile)
{
    json_open_flat(json, NULL, '{');
    json_number(json, "p", percentile->p);
    json_number(json, "value", percentile->value);
    if (isinf(percentile->value))
        json_number(json, "above", isinf(d->min) ? NAN : d->largest);
    json_interval(json, "ci95", percentile->low, percentile->high);
    json_close(json, '}');
}

static void add_distribution(struct json *json, const char *key, const struct distribution *d)
{
    json_open(json, key, '{');
    json_number(json, "mean", d->mean);
    json_number(json, "sd", d->sd);
    json_interval(json, "mean_ci95", d->mean_low, d->mean_high);
    json_number(json, "min", d->min);
    json_number(json, "max", d->max);
    if (isinf(d->max) && !isinf(d->min))
        json_number(json, "largest", d->largest);
    json_number(json, "cvar90", d->cvar90);
    json_interval(json, "cvar90_ci95", d->cvar90_low, d->cvar90_high);
    json_open(json, "percentiles", '[');
    for (int i = 0; i < PERCENTILES; i++)
        add_percentile(json, d, &d->of[i]);
    json_close(json, ']');
    json_close(json, '}');
}

static void add_events(struct json *json, const struct plan *plan, const struct means *means)
{
    json_open(json, "failures", '{');
    json_number(json, "mean", means->failures);
    json_open(json, "by_cause", '{');
    for (int i = 0; i < plan->causes; i++)
        json_number(json, plan->cause[i].name, means->cause[i]);
    json_close(json, '}');
    json_close(json, '}');
    json_number(json, "preemptions", means->preemptions);
    json_number(json, "limit_ends", means->limit_ends);
    json_number(json, "fallbacks", means->fallbacks);
    json_number(json, "lost_gpu_h", means->lost_gpu_h);
    json_open(json, "phases_h", '{');
    for (int i = 0; i < PHASE_COUNT; i++)
        json_number(json, means_phases[i], means->phase_h[i]);
    json_close(json, '}');
}

static void add_classes(struct json *json, const double classes[CLASS_COUNT])
{
    json_open(json, "classes", '{');
    for (int i = 0; i < CLASS_COUNT; i++)
        json_number(json, cost_classes[i], classes[i]);
    json_close(json, '}');
}

static void add_money(struct json *json, const struct plan *plan, const struct means *means)
{
    add_classes(json, means->by_class);
    json_open(json, "items", '{');
    for (int i = 0; i < ITEM_COUNT; i++)
        if (cost_items[i].priced(plan))
            json_number(json, cost_items[i].name, means->item[i]);
    json_close(json, '}');
    json_open_flat(json, "not_priced", '[');
    for (int i = 0; i < ITEM_COUNT; i++)
        if (!cost_items[i].priced(plan))
            json_string(json, NULL, cost_items[i].name);
    json_close(json, ']');
    json_open(json, "tail", '{');
    add_classes(json, means->tail);
    json_close(json, '}');
}

/* Quantiles of cost and of time, and pairs of trials that stand evenly between the first and the last. */
static void add_points(struct json *json, const struct summary *s)
{
    const double *time_h = s->all->time_h[s->plan], *cost = s->all->cost[s->plan];
    long points = s->trials < CLOUD ? s->trials : CLOUD;
    json_open(json, "curve", '{');
    json_numbers(json, "cost", s->cost.curve, CURVE);
    json_numbers(json, "time_h", s->time_h.curve, CURVE);
    json_close(json, '}');
    json_open_flat(json, "cloud", '[');
    for (long i = 0; i < points; i++) {
        long trial = i * s->trials / points;
        double money = cost_priced(s->typical) ? cost[trial] : NAN;
        json_numbers(json, NULL, (const double[2]){time_h[trial], money}, 2);
    }
    json_close(json, ']');
}

void json_plan(struct json *json, const struct summary *s)
{
    struct means means = means_of(s);
    json_string(json, "name", s->name);
    json_count(json, "trials", (uint64_t)s->trials);
    json_count(json, "unfinished", (uint64_t)s->unfinished);
    add_distribution(json, "cost", &s->cost);
    add_distribution(json, "time_h", &s->time_h);
    json_open_flat(json, "naive", '{');
    json_number(json, "cost", s->naive.cost);
    json_number(json, "time_h", s->naive.time_h);
    json_close(json, '}');
    json_number(json, "in_budget", s->in_budget);
    json_number(json, "on_time", s->on_time);
    json_number(json, "both", s->both);
    json_number(json, "goodput", s->goodput);
    json_number(json, "cost_per_effective_gpu_h", s->cost_per_effective_gpu_h);
    add_events(json, s->typical, &means);
    add_money(json, s->typical, &means);
    add_points(json, s);
}

static void add_plan(struct json *json, const struct result *result, const struct summary *s)
{
    json_open(json, NULL, '{');
    json_plan(json, s);
    course_out_json(json, result, s->plan);
    json_close(json, '}');
}

void json_head(struct json *json, const struct scenario *scenario)
{
    json_count(json, "schema", JSON_SCHEMA);
    json_string(json, "version", PACKAGE_VERSION);
    json_count(json, "seed", scenario->seed);
    json_string(json, "currency", scenario->currency);
    json_number(json, "budget", scenario->budget >= 0.0 ? scenario->budget : NAN);
    json_number(json, "deadline_h", scenario->deadline_h >= 0.0 ? scenario->deadline_h : NAN);
    add_scenario(json, scenario);
}

void json_result(struct json *json, const struct result *result)
{
    const struct scenario *scenario = result->scenario;
    json_head(json, scenario);
    json_bool(json, "complete", result->trials.complete);
    json_open(json, "plans", '[');
    /* Interrupted before the first block was through, no plan has anything to tell. */
    for (int i = 0; i < scenario->plans && result->trials.n > 0; i++)
        add_plan(json, result, &result->plan[i]);
    json_close(json, ']');
}

void json_put(struct text *text, FILE *to)
{
    text_add(text, "\n");
    fwrite(text->at, 1, text->size, to);
    text_release(text);
}

void json_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct text text = {0};
    struct json json = {.out = &text};
    (void)style;
    json_open(&json, NULL, '{');
    json_result(&json, result);
    json_close(&json, '}');
    json_put(&text, to);
}
