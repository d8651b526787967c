/* A result as one tidy CSV table: a row for each quantity of each plan.
 *
 * Columns: plan, quantity, value, low, high. low and high are the 95% interval of value, where there is one. Hours and
 * the scenario's money; shares are from 0 to 1. What does not apply is an empty cell; a percentile that unfinished
 * trials reach too.
 *
 * Quantities: trials, unfinished; cost_X and time_h_X with X = mean, sd, min, max, cvar90, p5 ... p99, naive;
 * in_budget, on_time, both, goodput, cost_per_effective_gpu_h; means of failures, failures.CAUSE, preemptions,
 * limit_ends, fallbacks, lost_gpu_h, phase_h.PHASE, class.CLASS, item.ITEM (empty if the plan does not price it); and
 * tail_class.CLASS, the class at the mean of the trials around the P90 of cost.
 *
 * With milestones, or for a plan under way: done, elapsed_h, spent, to_come_X with X = mean, p50, p90, pace_per_h,
 * pace_needed_per_h, speed_needed_X with X = p50, p90; and milestone_X.NAME with X = p10_h, p50_h, p90_h, chance. */
#include "report/csv_out.h"

#include <math.h>
#include <string.h>

#include "report/course_out.h"
#include "report/means.h"
#include "report/report.h"
#include "scenario/scenario.h"

void csv_out_text(struct text *out, const char *text)
{
    double ignored;
    size_t n = strlen(text);
    bool formula = n > 0 && strchr("=+-@\t\r", text[0]) && !text_whole_number(text, &ignored);
    bool quote = strpbrk(text, ",\"\r\n") || (n > 0 && (strchr(" \t", text[0]) || strchr(" \t", text[n - 1])));
    text_add(out, quote ? "\"" : "");
    text_add(out, formula ? "'" : "");
    for (; *text; text++)
        text_add_n(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    text_add(out, quote ? "\"" : "");
}

void csv_out_number(struct text *out, double number)
{
    char decimal[TEXT_NUMBER_ROOM];
    if (isfinite(number))
        text_add(out, text_shortest(number, decimal));
}

/* Where rows go: plan and quantity in front of each. */
struct rows {
    struct text *out;
    const struct summary *of;
};

static void add_row(const struct rows *rows, const char *group, const char *quantity, const double number[3])
{
    struct text name = {0};
    text_addf(&name, "%s%s", group, quantity);
    csv_out_text(rows->out, rows->of->name);
    text_add(rows->out, ",");
    csv_out_text(rows->out, name.at);
    for (int i = 0; i < 3; i++) {
        text_add(rows->out, ",");
        csv_out_number(rows->out, number[i]);
    }
    text_add(rows->out, "\n");
    text_release(&name);
}

static void add_value(const struct rows *rows, const char *group, const char *quantity, double value)
{
    add_row(rows, group, quantity, (const double[3]){value, NAN, NAN});
}

static void add_distribution(const struct rows *rows, const char *group, const struct distribution *d, double naive)
{
    add_row(rows, group, "mean", (const double[3]){d->mean, d->mean_low, d->mean_high});
    add_value(rows, group, "sd", d->sd);
    add_value(rows, group, "min", d->min);
    add_value(rows, group, "max", d->max);
    add_row(rows, group, "cvar90", (const double[3]){d->cvar90, d->cvar90_low, d->cvar90_high});
    for (int i = 0; i < PERCENTILES; i++) {
        const struct percentile *p = &d->of[i];
        char decimal[TEXT_NUMBER_ROOM], quantity[TEXT_NUMBER_ROOM + 1];
        snprintf(quantity, sizeof quantity, "p%s", text_shortest(p->p, decimal));
        add_row(rows, group, quantity, (const double[3]){p->value, p->low, p->high});
    }
    add_value(rows, group, "naive", naive);
}

static void add_means(const struct rows *rows)
{
    const struct plan *plan = rows->of->typical;
    struct means means = means_of(rows->of);
    add_value(rows, "", "failures", means.failures);
    for (int i = 0; i < plan->causes; i++)
        add_value(rows, "failures.", plan->cause[i].name, means.cause[i]);
    add_value(rows, "", "preemptions", means.preemptions);
    add_value(rows, "", "limit_ends", means.limit_ends);
    add_value(rows, "", "fallbacks", means.fallbacks);
    add_value(rows, "", "lost_gpu_h", means.lost_gpu_h);
    for (int i = 0; i < PHASE_COUNT; i++)
        add_value(rows, "phase_h.", means_phases[i], means.phase_h[i]);
    for (int i = 0; i < CLASS_COUNT; i++)
        add_value(rows, "class.", cost_classes[i], means.by_class[i]);
    for (int i = 0; i < CLASS_COUNT; i++)
        add_value(rows, "tail_class.", cost_classes[i], means.tail[i]);
    for (int i = 0; i < ITEM_COUNT; i++)
        add_value(rows, "item.", cost_items[i].name, means.item[i]);
}

static void add_course(void *context, const char *quantity, double value, double low, double high)
{
    add_row(context, "", quantity, (const double[3]){value, low, high});
}

static void add_plan(const struct rows *rows, const struct result *result)
{
    const struct summary *s = rows->of;
    add_value(rows, "", "trials", (double)s->trials);
    add_value(rows, "", "unfinished", (double)s->unfinished);
    add_distribution(rows, "cost_", &s->cost, s->naive.cost);
    add_distribution(rows, "time_h_", &s->time_h, s->naive.time_h);
    add_value(rows, "", "in_budget", s->in_budget);
    add_value(rows, "", "on_time", s->on_time);
    add_value(rows, "", "both", s->both);
    add_value(rows, "", "goodput", s->goodput);
    add_value(rows, "", "cost_per_effective_gpu_h", s->cost_per_effective_gpu_h);
    add_means(rows);
    course_out_rows(result, s->plan, add_course, (void *)(uintptr_t)rows);
}

void csv_write_result(const struct result *result, const struct report_style *style, FILE *to)
{
    struct text text = {0};
    (void)style;
    text_add(&text, "plan,quantity,value,low,high\n");
    for (int i = 0; i < result->scenario->plans && result->trials.n > 0; i++)
        add_plan(&(struct rows){&text, &result->plan[i]}, result);
    fwrite(text.at, 1, text.size, to);
    text_release(&text);
}
