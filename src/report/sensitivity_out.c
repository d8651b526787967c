/* What moves the answer. */
#include "report/sensitivity_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/section.h"
#include "report/unknown.h"

struct writer {
    const struct sensitivity_report *report;
    const struct sensitivity *found;
    struct words words;
    char *metric;
    FILE *to;
};

static void add_value(const struct writer *w, struct text *out, double value)
{
    if (isnan(value))
        text_add(out, "-");
    else if (isinf(value))
        text_add(out, _("unfinished"));
    else if (w->report->metric->of == METRIC_TIME)
        words_time(&w->words, out, value);
    else
        words_money(&w->words, out, value);
}

static void put_value(const struct writer *w, struct section *s, double value)
{
    struct text t = {0};
    add_value(w, &t, value);
    section_cell(s, &t);
}

static void put_correlation(struct section *s, double x)
{
    struct text t = {0};
    if (isnan(x))
        text_add(&t, "-");
    else
        text_addf(&t, "%+.2f", x);
    section_cell(s, &t);
}

static void put_draw(const struct writer *w, struct section *s, int unknown, double x)
{
    struct text t = {0};
    unknown_add_value(&t, w->report->result->scenario, unknown, x);
    section_cell(s, &t);
}

static void put_first(struct section *s, const struct influence *f)
{
    struct text t = {0};
    if (isnan(f->first.value)) {
        text_add(&t, "-");
    } else if (!f->above_noise) {
        text_add(&t, _("below noise"));
    } else {
        words_share(&t, f->first.value);
        text_add(&t, " (");
        words_share(&t, f->first.low);
        text_add(&t, _(" - "));
        words_share(&t, f->first.high);
        text_add(&t, ")");
    }
    section_cell(s, &t);
}

static void make_plan(const struct writer *w, struct section *s, const struct sensitivity_plan *plan)
{
    static const char *const head[] = {
        N_("unknown"), N_("its P10"),          N_("its P90"),         N_("metric at P10"),
        N_("at P90"),  N_("rank correlation"), N_("rank regression"), N_("share of variance"),
        NULL};
    section_begin_of(s, plan->name, head);
    for (int k = 0; k < plan->n; k++) {
        const struct influence *f = &plan->of[k];
        struct text name = {0};
        char *full = unknown_name(w->report->result->scenario, f->unknown);
        text_add_safe(&name, full);
        free(full);
        section_cell(s, &name);
        put_draw(w, s, f->unknown, f->x_low);
        put_draw(w, s, f->unknown, f->x_high);
        put_value(w, s, f->low.value);
        put_value(w, s, f->high.value);
        put_correlation(s, f->rank.value);
        put_correlation(s, f->regression);
        put_first(s, f);
    }
}

static void add_split(struct text *out, const struct sensitivity_plan *plan)
{
    text_add_safe(out, plan->name);
    if (!plan->known) {
        text_add(out, _(": not known, some trials do not finish or have no price"));
    } else if (plan->n == 0) {
        text_add(out, _(": no unknowns reach it, all of its spread is luck"));
    } else if (isnan(plan->ignorance.value)) {
        text_add(out, _(": too few trials, or it does not vary"));
    } else {
        struct text share = {0}, low = {0}, high = {0};
        words_share(&share, plan->ignorance.value);
        words_share(&low, plan->ignorance.low);
        words_share(&high, plan->ignorance.high);
        text_addf(out, _(": %s of the variance is ignorance (%s - %s), the rest is luck"), share.at, low.at, high.at);
        text_release(&share);
        text_release(&low);
        text_release(&high);
    }
}

const struct sensitivity_plan *sensitivity_out_subject(const struct sensitivity_report *report)
{
    const struct sensitivity *found = report->sensitivity;
    const struct sensitivity_plan *first = NULL;
    struct choice choice;
    if (report->subject || !report->result->plan[0].all)
        return report->subject;
    decide(report->result, report->metric, &choice);
    for (int p = 0; p < found->plans; p++)
        if (found->plan[p].n > 0 && (!first || p == choice.plan))
            first = &found->plan[p];
    return first;
}

/* Where the choice turns as an unknown rises. */
static void add_flip(const struct writer *w, struct text *out)
{
    const struct flip *flip = &w->found->flip;
    const struct scenario *s = w->report->result->scenario;
    struct text below = {0}, above = {0}, unknown = {0}, value = {0};
    char *name = unknown_name(s, flip->unknown);
    text_add_safe(&below, w->found->plan[flip->below].name);
    text_add_safe(&above, w->found->plan[flip->above].name);
    text_add_safe(&unknown, name);
    unknown_add_value(&value, s, flip->unknown, flip->x);
    text_addf(out, _("; the choice turns from %s to %s where %s passes its P%.0f, %s"), below.at, above.at, unknown.at,
              100.0 * flip->share, value.at);
    free(name);
    text_release(&below);
    text_release(&above);
    text_release(&unknown);
    text_release(&value);
}

static void add_sentence(const struct writer *w, struct text *out)
{
    const struct sensitivity_plan *plan = sensitivity_out_subject(w->report);
    const struct scenario *s = w->report->result->scenario;
    if (!plan) {
        text_add(out, s->unknowns.n == 0 ? _("this scenario has no unknowns: all of the spread is luck")
                                         : _("no plan has unknowns and finishes every trial"));
        return;
    }
    char *name = unknown_name(s, plan->of[0].unknown), *metric = metric_within(w->report->metric);
    struct text most = {0}, low = {0}, high = {0}, share = {0};
    text_add_safe(out, plan->name);
    text_add(out, _(": "));
    text_add_safe(&most, name);
    add_value(w, &low, plan->of[0].low.value);
    add_value(w, &high, plan->of[0].high.value);
    text_addf(out, _("%s moves the %s most, from %s at its P10 to %s at its P90"), most.at, metric, low.at, high.at);
    if (!isnan(plan->ignorance.value)) {
        words_share(&share, plan->ignorance.value);
        text_addf(out, _("; %s of the variance is ignorance, the rest luck"), share.at);
    }
    if (w->found->flip.found)
        add_flip(w, out);
    else if (w->found->plans > 1)
        text_add(out, _("; no single unknown between its P10 and P90 changes the choice"));
    free(name);
    free(metric);
    text_release(&most);
    text_release(&low);
    text_release(&high);
    text_release(&share);
}

static void write_tables(const struct writer *w, const struct section_page *page)
{
    struct text line = {0};
    char trials[64], *metric = metric_within(w->report->metric);
    text_add_safe(&line, w->report->result->scenario->name);
    text_addf(&line, _(": what moves the %s, from %s trials"), metric,
              text_grouped((double)w->found->trials, 0, trials));
    free(metric);
    section_title(page, &line);
    for (int p = 0; p < w->found->plans; p++) {
        struct section section;
        if (w->found->plan[p].n == 0)
            continue;
        make_plan(w, &section, &w->found->plan[p]);
        section_put(page, &section);
        section_release(&section, 1);
    }
    for (int p = 0; p < w->found->plans; p++) {
        add_split(&line, &w->found->plan[p]);
        section_line(page, &line);
    }
    add_sentence(w, &line);
    section_answer(page, &line);
}

static void write_csv(const struct writer *w)
{
    struct text out = {0};
    text_add(&out, "plan,owner,path,x_p10,x_p90,at_p10,at_p90,rank,rank_low,rank_high,regression,first,first_low,"
                   "first_high,noise\n");
    for (int p = 0; p < w->found->plans; p++)
        for (int k = 0; k < w->found->plan[p].n; k++) {
            const struct influence *f = &w->found->plan[p].of[k];
            const struct unknown *u = &w->report->result->scenario->unknowns.of[f->unknown];
            const double numbers[] = {f->x_low,       f->x_high,    f->low.value,  f->high.value,
                                      f->rank.value,  f->rank.low,  f->rank.high,  f->regression,
                                      f->first.value, f->first.low, f->first.high, w->found->plan[p].noise};
            csv_out_text(&out, w->found->plan[p].name);
            text_add(&out, ",");
            csv_out_text(&out, u->owner);
            text_add(&out, ",");
            csv_out_text(&out, u->path);
            for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
                text_add(&out, ",");
                csv_out_number(&out, numbers[n]);
            }
            text_add(&out, "\n");
        }
    fwrite(out.at, 1, out.size, w->to);
    text_release(&out);
}

static void put_estimate(struct json *json, const char *key, struct estimate e)
{
    json_open_flat(json, key, '{');
    json_number(json, "value", e.value);
    json_interval(json, "ci95", e.low, e.high);
    json_close(json, '}');
}

static void put_influence(struct json *json, const struct scenario *s, const struct influence *f)
{
    const struct unknown *u = &s->unknowns.of[f->unknown];
    json_open(json, NULL, '{');
    json_string(json, "owner", u->owner);
    json_string(json, "path", u->path);
    put_estimate(json, "rank", f->rank);
    json_number(json, "regression", f->regression);
    put_estimate(json, "first", f->first);
    json_bool(json, "above_noise", f->above_noise);
    json_number(json, "x_p10", f->x_low);
    json_number(json, "x_p90", f->x_high);
    put_estimate(json, "at_p10", f->low);
    put_estimate(json, "at_p90", f->high);
    json_close(json, '}');
}

static void put_flip(struct json *json, const struct writer *w)
{
    const struct flip *flip = &w->found->flip;
    json_open(json, "switch", '{');
    if (flip->found) {
        const struct unknown *u = &w->report->result->scenario->unknowns.of[flip->unknown];
        json_string(json, "owner", u->owner);
        json_string(json, "path", u->path);
        json_number(json, "share", flip->share);
        json_number(json, "x", flip->x);
        json_string(json, "below", w->found->plan[flip->below].name);
        json_string(json, "above", w->found->plan[flip->above].name);
    }
    json_close(json, '}');
}

static void write_json(const struct writer *w)
{
    struct text text = {0};
    struct json json = {.out = &text};
    char *metric = metric_name(w->report->metric);
    json_open(&json, NULL, '{');
    json_result(&json, w->report->result);
    json_open(&json, "sensitivity", '{');
    json_string(&json, "metric", metric);
    json_count(&json, "trials", (uint64_t)w->found->trials);
    const struct sensitivity_plan *subject = sensitivity_out_subject(w->report);
    json_string(&json, "subject", subject ? subject->name : NULL);
    json_open(&json, "plans", '[');
    for (int p = 0; p < w->found->plans; p++) {
        const struct sensitivity_plan *plan = &w->found->plan[p];
        json_open(&json, NULL, '{');
        json_string(&json, "name", plan->name);
        put_estimate(&json, "value", plan->value);
        put_estimate(&json, "ignorance", plan->n > 0 ? plan->ignorance : (struct estimate){NAN, NAN, NAN});
        json_number(&json, "noise", plan->n > 0 ? plan->noise : NAN);
        json_open(&json, "unknowns", '[');
        for (int k = 0; k < plan->n; k++)
            put_influence(&json, w->report->result->scenario, &plan->of[k]);
        json_close(&json, ']');
        json_close(&json, '}');
    }
    json_close(&json, ']');
    put_flip(&json, w);
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, w->to);
    free(metric);
}

void sensitivity_out_write(const struct sensitivity_report *report, const char *format,
                           const struct report_style *style, FILE *to)
{
    struct writer w = {report, report->sensitivity, words_for(report->result), metric_text(report->metric), to};
    if (strcmp(format, "json") == 0)
        write_json(&w);
    else if (strcmp(format, "csv") == 0)
        write_csv(&w);
    else
        write_tables(&w, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
    free(w.metric);
}

void sensitivity_out_section(const struct sensitivity_report *report, const struct sensitivity_plan *plan,
                             struct section *section)
{
    struct writer w = {report, report->sensitivity, words_for(report->result), NULL, NULL};
    make_plan(&w, section, plan);
}

void sensitivity_out_split(const struct sensitivity_plan *plan, struct text *out)
{
    add_split(out, plan);
}

void sensitivity_out_sentence(const struct sensitivity_report *report, struct text *out)
{
    struct writer w = {report, report->sensitivity, words_for(report->result), metric_text(report->metric), NULL};
    add_sentence(&w, out);
    free(w.metric);
}
