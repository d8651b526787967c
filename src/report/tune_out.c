/* What tuning found. */
#include "report/tune_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/section.h"
#include "report/span.h"

struct writer {
    const struct tune_report *report;
    struct words words;
    char *metric;
    FILE *to;
};

static void add_value(const struct writer *w, struct text *out, double value)
{
    if (!isfinite(value))
        text_add(out, "-");
    else if (w->report->metric->of == METRIC_TIME)
        words_time(&w->words, out, value);
    else
        words_money(&w->words, out, value);
}

static double loss_of(const struct tuning *t)
{
    return t->yours.value.value / t->best.value.value - 1.0;
}

static void put_span(struct section *s, double hours)
{
    struct text t = {0};
    if (isnan(hours))
        text_add(&t, "-");
    else
        span_add(&t, hours);
    section_cell(s, &t);
}

static void put_value(const struct writer *w, struct section *s, double value)
{
    struct text t = {0};
    add_value(w, &t, value);
    section_cell(s, &t);
}

static void add_flat(struct text *out, const struct tuning *t)
{
    struct text from = {0}, to = {0};
    span_add(&from, t->flat_from_h);
    span_add(&to, t->flat_to_h);
    text_addf(out,
              t->flat_open_low    ? t->flat_open_high ? _("under %s to over %s") : _("under %s to %s")
                 : t->flat_open_high ? _("%s to over %s")
                                  : _("%s to %s"),
              from.at, to.at);
    text_release(&from);
    text_release(&to);
}

static void make_best(const struct writer *w, struct section *s)
{
    static const char *const head[] = {
        N_("plan"), N_("best"), N_("its value"), N_("within 1% of it"), N_("yours"), N_("yours costs more"), NULL};
    section_begin(s, N_("Checkpoint intervals"), head);
    for (int i = 0; i < w->report->result->engine->plans; i++) {
        const struct tuning *t = &w->report->tuning[i];
        struct text name = {0}, flat = {0}, loss = {0};
        text_add_safe(&name, t->name);
        section_cell(s, &name);
        put_span(s, t->tuned ? t->best.every_h : NAN);
        put_value(w, s, t->tuned ? t->best.value.value : NAN);
        if (t->tuned)
            add_flat(&flat, t);
        else
            text_add(&flat, "-");
        section_cell(s, &flat);
        put_span(s, t->yours.every_h);
        if (t->tuned && isfinite(loss_of(t)))
            words_share(&loss, fmax(0.0, loss_of(t)));
        else
            text_add(&loss, "-");
        section_cell(s, &loss);
    }
}

static void make_formulas(const struct writer *w, struct section *s)
{
    static const char *const head[] = {N_("plan"),
                                       N_("Young 1974"),
                                       N_("Daly, first order"),
                                       N_("Daly 2006"),
                                       N_("exact, exponential"),
                                       N_("NVIDIA, write included"),
                                       NULL};
    section_begin(s, N_("The formulas"), head);
    for (int i = 0; i < w->report->result->engine->plans; i++) {
        const struct tune_formulas *f = &w->report->tuning[i].formulas;
        struct text name = {0};
        text_add_safe(&name, w->report->tuning[i].name);
        section_cell(s, &name);
        put_span(s, f->young_h);
        put_span(s, f->daly1_h);
        put_span(s, f->daly_h);
        put_span(s, f->exact_h);
        put_span(s, f->nvidia_h);
    }
}

static void add_sentence(const struct writer *w, struct text *out)
{
    const struct tuning *most = NULL;
    struct text every = {0}, least = {0}, flat = {0}, yours = {0}, loss = {0};
    for (int i = 0; i < w->report->result->engine->plans; i++) {
        const struct tuning *t = &w->report->tuning[i];
        if (t->tuned && (!most || loss_of(t) > loss_of(most)))
            most = t;
    }
    if (!most) {
        text_add(out, _("nothing to tune: no plan both writes checkpoints and is interrupted"));
        return;
    }
    text_add_safe(out, most->name);
    span_add(&every, most->best.every_h);
    add_value(w, &least, most->best.value.value);
    text_addf(out, _(": a checkpoint every %s has the lowest %s, %s"), every.at, w->metric, least.at);
    add_flat(&flat, most);
    text_addf(out, _("; %s is within 1%% of it"), flat.at);
    span_add(&yours, most->yours.every_h);
    words_share(&loss, loss_of(most));
    if (!isfinite(loss_of(most)))
        text_addf(out, _("; yours (%s) does not finish often enough"), yours.at);
    else if (loss_of(most) <= 0.01)
        text_addf(out, _("; yours (%s) is one of these"), yours.at);
    else
        text_addf(out, _("; yours (%s) costs %s more"), yours.at, loss.at);
    text_release(&every);
    text_release(&least);
    text_release(&flat);
    text_release(&yours);
    text_release(&loss);
}

static void write_tables(const struct writer *w, const struct section_page *page)
{
    struct section section[TUNE_SECTIONS];
    struct text line = {0};
    char trials[64], *metric = metric_within(w->report->metric);
    make_best(w, &section[0]);
    make_formulas(w, &section[1]);
    text_add_safe(&line, w->report->result->scenario->name);
    text_addf(&line, _(": checkpoint intervals for the %s, %s trials a point on the same futures"), metric,
              text_grouped((double)w->report->result->trials.n, 0, trials));
    free(metric);
    section_title(page, &line);
    for (int i = 0; i < TUNE_SECTIONS; i++)
        section_put(page, &section[i]);
    section_release(section, TUNE_SECTIONS);
    add_sentence(w, &line);
    section_answer(page, &line);
}

static void write_csv(const struct writer *w)
{
    struct text out = {0};
    text_add(&out, "plan,every_h,value,low,high\n");
    for (int i = 0; i < w->report->result->engine->plans; i++) {
        const struct tuning *t = &w->report->tuning[i];
        for (int k = 0; k < t->points; k++) {
            const double numbers[] = {t->curve[k].every_h, t->curve[k].value.value, t->curve[k].value.low,
                                      t->curve[k].value.high};
            csv_out_text(&out, t->name);
            for (int n = 0; n < 4; n++) {
                text_add(&out, ",");
                csv_out_number(&out, numbers[n]);
            }
            text_add(&out, "\n");
        }
    }
    fwrite(out.at, 1, out.size, w->to);
    text_release(&out);
}

static void put_point(struct json *json, const char *key, const struct tune_point *p)
{
    json_open_flat(json, key, '{');
    json_number(json, "every_h", p->every_h);
    json_number(json, "value", p->value.value);
    json_interval(json, "ci95", p->value.low, p->value.high);
    json_close(json, '}');
}

static void put_tuning(struct json *json, const struct tuning *t)
{
    const struct tune_formulas *f = &t->formulas;
    json_open(json, NULL, '{');
    json_string(json, "name", t->name);
    if (t->tuned) {
        put_point(json, "best", &t->best);
        json_open_flat(json, "flat", '{');
        json_number(json, "from_h", t->flat_from_h);
        json_number(json, "to_h", t->flat_to_h);
        json_bool(json, "open_low", t->flat_open_low);
        json_bool(json, "open_high", t->flat_open_high);
        json_close(json, '}');
    } else {
        json_number(json, "best", NAN);
        json_number(json, "flat", NAN);
    }
    json_open_flat(json, "yours", '{');
    json_number(json, "every_h", t->yours.every_h);
    json_number(json, "value", t->yours.value.value);
    json_interval(json, "ci95", t->yours.value.low, t->yours.value.high);
    json_number(json, "loss", t->tuned ? loss_of(t) : NAN);
    json_close(json, '}');
    json_open_flat(json, "formulas", '{');
    json_number(json, "young_h", f->young_h);
    json_number(json, "daly1_h", f->daly1_h);
    json_number(json, "daly_h", f->daly_h);
    json_number(json, "nvidia_h", f->nvidia_h);
    json_number(json, "exact_h", f->exact_h);
    json_close(json, '}');
    json_open(json, "curve", '[');
    for (int k = 0; k < t->points; k++)
        put_point(json, NULL, &t->curve[k]);
    json_close(json, ']');
    json_close(json, '}');
}

static void write_json(const struct writer *w)
{
    struct text text = {0};
    struct json json = {.out = &text};
    char *metric = metric_name(w->report->metric);
    json_open(&json, NULL, '{');
    json_result(&json, w->report->result);
    json_string(&json, "metric", metric);
    json_open(&json, "tune", '[');
    for (int i = 0; i < w->report->result->engine->plans; i++)
        put_tuning(&json, &w->report->tuning[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    json_put(&text, w->to);
    free(metric);
}

void tune_out_write(const struct tune_report *report, const char *format, const struct report_style *style, FILE *to)
{
    struct writer w = {report, words_for(report->result), metric_text(report->metric), to};
    if (strcmp(format, "json") == 0)
        write_json(&w);
    else if (strcmp(format, "csv") == 0)
        write_csv(&w);
    else
        write_tables(&w, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
    free(w.metric);
}

void tune_out_sections(const struct tune_report *report, struct section section[TUNE_SECTIONS])
{
    struct writer w = {report, words_for(report->result), NULL, NULL};
    make_best(&w, &section[0]);
    make_formulas(&w, &section[1]);
}

void tune_out_sentence(const struct tune_report *report, struct text *out)
{
    struct writer w = {report, words_for(report->result), metric_text(report->metric), NULL};
    add_sentence(&w, out);
    free(w.metric);
}
