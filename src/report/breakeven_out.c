/* Where two plans cross. */
#include "report/breakeven_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/section.h"

static const double month_h = 730.5;

struct writer {
    const struct breakeven_report *report;
    const struct breakeven *found;
    struct words words;
    char *metric;
    FILE *to;
};

static void add_amount(const struct writer *w, struct text *out, double value)
{
    if (!isfinite(value)) {
        text_add(out, isnan(value) ? "-" : _("unfinished"));
        return;
    }
    if (value < 0.0)
        text_add(out, "-");
    if (w->report->metric->of == METRIC_TIME)
        words_time(&w->words, out, fabs(value));
    else
        words_money(&w->words, out, fabs(value));
}

/* A value of the key as the axis writes it. */
static void add_key_value(const struct writer *w, struct text *out, double x)
{
    const char *like = w->found->axis.text[w->found->axis.n - 1];
    size_t start, digits;
    sweep_number(like, &start, &digits);
    text_add_n(out, like, start);
    text_addf(out, "%.4g", x);
    text_add(out, like + start + digits);
}

static void make_curve(const struct writer *w, struct section *s)
{
    const char *head[] = {w->found->axis.key, w->found->name[0], w->found->name[1], N_("difference (95% interval)"),
                          NULL};
    section_begin(s, N_("Along the range"), head);
    for (int i = 0; i < w->found->points; i++) {
        const struct breakeven_point *p = &w->found->point[i];
        struct text x = {0}, a = {0}, b = {0}, d = {0};
        add_key_value(w, &x, p->x);
        add_amount(w, &a, p->a);
        add_amount(w, &b, p->b);
        add_amount(w, &d, p->less.value);
        if (isfinite(p->less.low) && isfinite(p->less.high)) {
            text_add(&d, " (");
            add_amount(w, &d, p->less.low);
            text_add(&d, _(" to "));
            add_amount(w, &d, p->less.high);
            text_add(&d, ")");
        }
        section_cell(s, &x);
        section_cell(s, &a);
        section_cell(s, &b);
        section_cell(s, &d);
    }
}

static const struct summary *plan_named(const struct writer *w, const char *name)
{
    for (int i = 0; i < w->report->result->engine->plans; i++)
        if (strcmp(w->report->result->plan[i].name, name) == 0)
            return &w->report->result->plan[i];
    return NULL;
}

static double item_mean(const struct summary *s, const char *const *names)
{
    double sum = 0.0;
    for (int i = 0; i < ITEM_COUNT; i++)
        for (int n = 0; names[n]; n++)
            for (int k = 0; k < CLASS_COUNT && strcmp(cost_items[i].name, names[n]) == 0; k++)
                sum += s->mean.item[i][k];
    return sum;
}

static double held_h(const struct summary *s)
{
    double sum = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += i == PHASE_queue ? 0.0 : s->mean.phase_h[i];
    return sum;
}

/* Rent against own: what a month costs in which the machines work as long as the owned ones are busy. */
static bool make_month(const struct writer *w, struct section *s)
{
    static const struct {
        const char *name;
        const char *items[8];
    } rows[] = {{N_("rent"), {"rent", "round_up", "unused_minimum", "queue_rent"}},
                {N_("depreciation"), {"machine", "network", "fitout"}},
                {N_("electricity"), {"electricity", "demand"}},
                {N_("operations"), {"staff", "rack", "interest", "labor", "storage", "egress"}},
                {N_("all else"), {"tax", "delay", "credits", "spent"}}};
    const struct summary *plan[2] = {plan_named(w, w->found->name[0]), plan_named(w, w->found->name[1])};
    const char *head[] = {N_("a month"), w->found->name[0], w->found->name[1], NULL};
    bool owned[2], whole = true;
    for (int k = 0; k < 2; k++) {
        owned[k] = plan[k]->typical->own.priced;
        whole = whole && plan[k]->unfinished == 0 && cost_priced(plan[k]->typical);
    }
    if (owned[0] == owned[1] || !whole)
        return false;
    const struct summary *own = owned[0] ? plan[0] : plan[1];
    double busy = input_value(&w->report->result->scenario->plan[own->plan].inputs.own.busy,
                              w->report->result->engine->median, 1.0);
    double hours = month_h * busy;
    section_begin(s, N_("A month of as many busy hours"), head);
    for (size_t i = 0; i < sizeof rows / sizeof *rows + 1; i++) {
        bool loss = i == sizeof rows / sizeof *rows;
        struct text name = {0};
        text_add(&name, loss ? _("of it lost to failures") : _(rows[i].name));
        section_cell(s, &name);
        for (int k = 0; k < 2; k++) {
            double sum = loss ? 0.0 : item_mean(plan[k], rows[i].items);
            for (int n = 0; n < ITEM_COUNT && loss; n++)
                sum += plan[k]->mean.item[n][CLASS_failures];
            struct text t = {0};
            words_money(&w->words, &t, fabs(sum) / held_h(plan[k]) * hours);
            section_cell(s, &t);
        }
    }
    return true;
}

/* No crossing: who is lower, and where that can be told. */
static void add_apart(const struct writer *w, struct text *out)
{
    const struct breakeven *b = w->found;
    const char *from = b->axis.text[0], *to = b->axis.text[b->axis.n - 1];
    char *metric = metric_within(w->report->metric);
    struct text name = {0};
    int less = 0, more = 0, same = 0;
    for (int i = 0; i < b->points; i++) {
        less += b->point[i].less.value < 0.0;
        more += b->point[i].less.value > 0.0;
        same += b->point[i].less.value == 0.0;
    }
    text_add_safe(&name, b->name[less > 0 ? 0 : 1]);
    if (less + more + same == 0)
        text_addf(out, _("no break-even between %s and %s: the plans cannot be compared anywhere in it"), from, to);
    else if (less + more == 0)
        text_addf(out, _("no break-even between %s and %s: the plans come to the same wherever they can be compared"),
                  from, to);
    else
        text_addf(out,
                  less + more == b->points
                      ? _("no break-even between %s and %s: %s has the lower %s all over it")
                      : _("no break-even between %s and %s: %s has the lower %s wherever they can be compared"),
                  from, to, name.at, metric);
    text_release(&name);
    free(metric);
}

static void add_sentence(const struct writer *w, struct text *out)
{
    const struct breakeven *b = w->found;
    struct text first = {0}, second = {0}, key = {0}, at = {0};
    if (!b->found) {
        add_apart(w, out);
        return;
    }
    char *metric = metric_within(w->report->metric);
    text_add_safe(&first, b->name[0]);
    text_add_safe(&second, b->name[1]);
    text_add_safe(&key, b->axis.key);
    add_key_value(w, &at, b->value);
    if (b->high - b->low > 1e-6 * fabs(b->value)) {
        struct text low = {0}, high = {0};
        add_key_value(w, &low, b->low);
        add_key_value(w, &high, b->high);
        text_addf(&at, _(" (95%% interval %s to %s)"), low.at, high.at);
        text_release(&low);
        text_release(&high);
    }
    text_addf(out, _("%s and %s have the same %s at %s = %s"), first.at, second.at, metric, key.at, at.at);
    bool below = false;
    for (int i = 0; i < b->points; i++)
        below = b->point[i].x < b->value ? b->point[i].less.value < 0.0 : below;
    text_addf(out, w->report->metric->of == METRIC_TIME ? _("; below it %s is faster") : _("; below it %s is cheaper"),
              below ? first.at : second.at);
    if (b->crossings > 1)
        text_addf(out, _("; the plans cross %d times in this range"), b->crossings);
    text_release(&first);
    text_release(&second);
    text_release(&key);
    text_release(&at);
    free(metric);
}

static void write_tables(const struct writer *w, const struct section_page *page)
{
    struct section section[2];
    struct text line = {0};
    char trials[64];
    make_curve(w, &section[0]);
    int n = make_month(w, &section[1]) ? 2 : 1;
    text_add_safe(&line, w->report->result->scenario->name);
    text_addf(&line, _(": %s by %s, %s trials a point on the same futures"), w->metric, w->found->axis.key,
              text_grouped((double)w->report->result->trials.n, 0, trials));
    section_title(page, &line);
    for (int i = 0; i < n; i++) {
        section_put(page, &section[i]);
    }
    section_release(section, n);
    add_sentence(w, &line);
    section_answer(page, &line);
}

static void write_csv(const struct writer *w)
{
    struct text out = {0};
    csv_out_text(&out, w->found->axis.key);
    for (int k = 0; k < 2; k++) {
        text_add(&out, ",");
        csv_out_text(&out, w->found->name[k]);
    }
    text_add(&out, ",difference,low,high\n");
    for (int i = 0; i < w->found->points; i++) {
        const struct breakeven_point *p = &w->found->point[i];
        const double numbers[] = {p->x, p->a, p->b, p->less.value, p->less.low, p->less.high};
        for (int n = 0; n < 6; n++) {
            text_add(&out, n ? "," : "");
            csv_out_number(&out, numbers[n]);
        }
        text_add(&out, "\n");
    }
    fwrite(out.at, 1, out.size, w->to);
    text_release(&out);
}

static void write_json(const struct writer *w)
{
    struct text text = {0};
    struct json json = {.out = &text};
    char *metric = metric_name(w->report->metric);
    const struct breakeven *b = w->found;
    json_open(&json, NULL, '{');
    json_result(&json, w->report->result);
    json_open(&json, "breakeven", '{');
    json_string(&json, "key", b->axis.key);
    json_string(&json, "metric", metric);
    json_string(&json, "a", b->name[0]);
    json_string(&json, "b", b->name[1]);
    json_number(&json, "value", b->found ? b->value : NAN);
    json_string(&json, "unit", b->axis.unit);
    json_interval(&json, "ci95", b->found ? b->low : NAN, b->found ? b->high : NAN);
    json_bool(&json, "log", b->axis.log);
    json_open_flat(&json, "text", '[');
    for (int i = 0; i < b->axis.n; i++)
        json_string(&json, NULL, b->axis.text[i]);
    json_close(&json, ']');
    json_open(&json, "curve", '[');
    for (int i = 0; i < b->points; i++) {
        const struct breakeven_point *p = &b->point[i];
        json_open_flat(&json, NULL, '{');
        json_number(&json, "x", p->x);
        json_number(&json, "a", p->a);
        json_number(&json, "b", p->b);
        json_number(&json, "difference", p->less.value);
        json_interval(&json, "ci95", p->less.low, p->less.high);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, w->to);
    free(metric);
}

void breakeven_out_write(const struct breakeven_report *report, const char *format, const struct report_style *style,
                         FILE *to)
{
    struct writer w = {report, report->breakeven, words_for(report->result), metric_text(report->metric), to};
    if (strcmp(format, "json") == 0)
        write_json(&w);
    else if (strcmp(format, "csv") == 0)
        write_csv(&w);
    else
        write_tables(&w, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
    free(w.metric);
}
