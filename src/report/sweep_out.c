/* What a sweep found. */
#include "report/sweep_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/section.h"

struct writer {
    const struct sweep_report *report;
    const struct sweep *sweep;
    struct words words;
    char *metric;
    FILE *to;
};

static void add_amount(const struct writer *w, struct text *out, double value, bool money)
{
    if (isnan(value))
        text_add(out, "-");
    else if (isinf(value))
        text_add(out, _("unfinished"));
    else if (money)
        words_money(&w->words, out, value);
    else
        words_time(&w->words, out, value);
}

static void put_percentile(const struct writer *w, struct section *s, const struct percentile *p, bool money,
                           bool interval)
{
    struct text t = {0};
    add_amount(w, &t, p->value, money);
    if (interval && isfinite(p->value) && isfinite(p->low) && isfinite(p->high)) {
        text_add(&t, " (");
        add_amount(w, &t, p->low, money);
        text_add(&t, _(" - "));
        add_amount(w, &t, p->high, money);
        text_add(&t, ")");
    }
    section_cell(s, &t);
}

static void put_share(struct section *s, double share)
{
    struct text t = {0};
    words_share(&t, share);
    section_cell(s, &t);
}

static void put_text(struct section *s, const char *text)
{
    struct text t = {0};
    text_add_safe(&t, text);
    section_cell(s, &t);
}

/* One key: a row for each value. */
static void make_line(const struct writer *w, struct section *s, int plan)
{
    const char *head[] = {w->sweep->axis[0].key,         N_("cost P10"),  N_("cost P50"),
                          N_("cost P90 (95% interval)"), N_("in budget"), N_("time P50"),
                          N_("time P90 (95% interval)"), N_("on time"),   NULL};
    section_begin_of(s, w->sweep->name[plan], head);
    s->head[0] = head[0]; /* a key is the same in all languages */
    for (int i = 0; i < w->sweep->axis[0].n; i++) {
        const struct sweep_cell *c = sweep_at(w->sweep, i, 0, plan);
        put_text(s, w->sweep->axis[0].text[i]);
        put_percentile(w, s, &c->cost[0], true, false);
        put_percentile(w, s, &c->cost[1], true, false);
        put_percentile(w, s, &c->cost[2], true, true);
        put_share(s, c->in_budget);
        put_percentile(w, s, &c->time_h[1], false, false);
        put_percentile(w, s, &c->time_h[2], false, true);
        put_share(s, c->on_time);
    }
}

/* Two keys: the metric, the first key down, as many values of the second as there is room for. */
static void make_grid(const struct writer *w, struct section *s, int plan)
{
    const struct sweep_axis *down = &w->sweep->axis[0], *across = &w->sweep->axis[1];
    const char *head[SECTION_COLUMNS + 1] = {down->key};
    int columns = across->n < SECTION_COLUMNS - 1 ? across->n : SECTION_COLUMNS - 1;
    for (int k = 0; k < columns; k++)
        head[k + 1] = across->text[k];
    section_begin_of(s, w->sweep->name[plan], head);
    for (int k = 0; k <= columns; k++) /* keys and values are the same in all languages */
        s->head[k] = head[k];
    for (int i = 0; i < down->n; i++) {
        put_text(s, down->text[i]);
        for (int k = 0; k < columns; k++) {
            struct text t = {0};
            add_amount(w, &t, sweep_at(w->sweep, i, k, plan)->value.value, w->report->metric->of == METRIC_COST);
            section_cell(s, &t);
        }
    }
}

/* The point of all plans at which the metric is least. */
static bool find_least(const struct sweep *s, int *i, int *k, int *plan)
{
    double least = INFINITY;
    for (int a = 0; a < s->axis[0].n; a++)
        for (int b = 0; b < (s->axes > 1 ? s->axis[1].n : 1); b++)
            for (int p = 0; p < s->plans; p++)
                if (sweep_at(s, a, b, p)->value.value < least) {
                    least = sweep_at(s, a, b, p)->value.value;
                    *i = a;
                    *k = b;
                    *plan = p;
                }
    return isfinite(least);
}

static void add_sentence(const struct writer *w, struct text *out)
{
    const struct sweep *s = w->sweep;
    int i = 0, k = 0, plan = 0;
    if (!find_least(s, &i, &k, &plan)) {
        text_add(out, _("no plan has a value anywhere in this range"));
        return;
    }
    char *metric = metric_within(w->report->metric);
    struct text name = {0}, at = {0}, least = {0};
    text_add_safe(&name, s->name[plan]);
    text_add_safe(&at, s->axis[0].key);
    text_add(&at, " = ");
    text_add_safe(&at, s->axis[0].text[i]);
    if (s->axes > 1) {
        text_add(&at, _(" and "));
        text_add_safe(&at, s->axis[1].key);
        text_add(&at, " = ");
        text_add_safe(&at, s->axis[1].text[k]);
    }
    add_amount(w, &least, sweep_at(s, i, k, plan)->value.value, w->report->metric->of == METRIC_COST);
    text_addf(out, _("the lowest %s is that of %s at %s: %s"), metric, name.at, at.at, least.at);
    text_release(&name);
    text_release(&at);
    text_release(&least);
    free(metric);
}

static void write_tables(const struct writer *w, const struct section_page *page)
{
    struct text line = {0};
    char trials[64];
    text_add_safe(&line, w->report->result->scenario->name);
    text_add(&line, _(": "));
    if (w->sweep->axes > 1)
        text_addf(&line, _("%s by %s down and %s across"), w->metric, w->sweep->axis[0].key, w->sweep->axis[1].key);
    else
        text_addf(&line, _("sweep of %s"), w->sweep->axis[0].key);
    text_addf(&line, _(", %s trials a point on the same futures"),
              text_grouped((double)w->report->result->trials.n, 0, trials));
    section_title(page, &line);
    for (int p = 0; p < w->sweep->plans; p++) {
        struct section section;
        if (w->sweep->axes > 1)
            make_grid(w, &section, p);
        else
            make_line(w, &section, p);
        section_put(page, &section);
        section_release(&section, 1);
    }
    add_sentence(w, &line);
    section_answer(page, &line);
}

static void write_csv(const struct writer *w)
{
    struct text out = {0};
    const struct sweep *s = w->sweep;
    csv_out_text(&out, s->axis[0].key);
    if (s->axes > 1) {
        text_add(&out, ",");
        csv_out_text(&out, s->axis[1].key);
    }
    text_add(&out, ",plan,cost_p10,cost_p50,cost_p90,cost_p90_low,cost_p90_high,time_h_p10,time_h_p50,time_h_p90,"
                   "time_h_p90_low,time_h_p90_high,in_budget,on_time,cost_per_effective_gpu_h\n");
    for (int i = 0; i < s->axis[0].n; i++)
        for (int k = 0; k < (s->axes > 1 ? s->axis[1].n : 1); k++)
            for (int p = 0; p < s->plans; p++) {
                const struct sweep_cell *c = sweep_at(s, i, k, p);
                const double numbers[] = {c->cost[0].value,
                                          c->cost[1].value,
                                          c->cost[2].value,
                                          c->cost[2].low,
                                          c->cost[2].high,
                                          c->time_h[0].value,
                                          c->time_h[1].value,
                                          c->time_h[2].value,
                                          c->time_h[2].low,
                                          c->time_h[2].high,
                                          c->in_budget,
                                          c->on_time,
                                          c->cost_per_effective_gpu_h};
                csv_out_text(&out, s->axis[0].text[i]);
                if (s->axes > 1) {
                    text_add(&out, ",");
                    csv_out_text(&out, s->axis[1].text[k]);
                }
                text_add(&out, ",");
                csv_out_text(&out, s->name[p]);
                for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
                    text_add(&out, ",");
                    csv_out_number(&out, numbers[n]);
                }
                text_add(&out, "\n");
            }
    fwrite(out.at, 1, out.size, w->to);
    text_release(&out);
}

static void put_levels(struct json *json, const char *key, const struct percentile *p)
{
    json_open(json, key, '[');
    for (int i = 0; i < SWEEP_LEVELS; i++) {
        json_open_flat(json, NULL, '{');
        json_number(json, "p", p[i].p);
        json_number(json, "value", p[i].value);
        json_interval(json, "ci95", p[i].low, p[i].high);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_axis(struct json *json, const struct sweep_axis *axis)
{
    json_open(json, NULL, '{');
    json_string(json, "key", axis->key);
    json_string(json, "unit", axis->unit);
    json_bool(json, "log", axis->log);
    json_numbers(json, "x", axis->x, axis->n);
    json_open_flat(json, "text", '[');
    for (int i = 0; i < axis->n; i++)
        json_string(json, NULL, axis->text[i]);
    json_close(json, ']');
    json_close(json, '}');
}

static void write_json(const struct writer *w)
{
    struct text text = {0};
    struct json json = {.out = &text};
    char *metric = metric_name(w->report->metric);
    const struct sweep *s = w->sweep;
    json_open(&json, NULL, '{');
    json_result(&json, w->report->result);
    json_open(&json, "sweep", '{');
    json_string(&json, "metric", metric);
    json_open(&json, "axes", '[');
    for (int a = 0; a < s->axes; a++)
        put_axis(&json, &s->axis[a]);
    json_close(&json, ']');
    json_open(&json, "points", '[');
    for (int i = 0; i < s->axis[0].n; i++)
        for (int k = 0; k < (s->axes > 1 ? s->axis[1].n : 1); k++)
            for (int p = 0; p < s->plans; p++) {
                const struct sweep_cell *c = sweep_at(s, i, k, p);
                json_open(&json, NULL, '{');
                json_string(&json, "plan", s->name[p]);
                json_count(&json, "i", (uint64_t)i);
                if (s->axes > 1)
                    json_count(&json, "k", (uint64_t)k);
                json_number(&json, "value", c->value.value);
                json_interval(&json, "ci95", c->value.low, c->value.high);
                put_levels(&json, "cost", c->cost);
                put_levels(&json, "time_h", c->time_h);
                json_number(&json, "in_budget", c->in_budget);
                json_number(&json, "on_time", c->on_time);
                json_number(&json, "cost_per_effective_gpu_h", c->cost_per_effective_gpu_h);
                json_close(&json, '}');
            }
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, w->to);
    free(metric);
}

void sweep_out_write(const struct sweep_report *report, const char *format, const struct report_style *style, FILE *to)
{
    struct writer w = {report, report->sweep, words_for(report->result), metric_text(report->metric), to};
    if (strcmp(format, "json") == 0)
        write_json(&w);
    else if (strcmp(format, "csv") == 0)
        write_csv(&w);
    else
        write_tables(&w, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
    free(w.metric);
}
