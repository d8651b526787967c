/* Tables, CSV and JSON of changes, and their sentence. */
#include "config.h"

#include "report/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/axis.h"
#include "report/csv_out.h"
#include "report/inputs_diff.h"
#include "report/json_text.h"
#include "report/section.h"
#include "report/share.h"

enum of { OF_COST, OF_TIME, OF_SHARE };

/* percent: of a percentile; 0: the mean. */
static const struct change_quantity {
    const char *name, *title;
    enum of of;
    double percent;
    size_t offset; /* of a share */
} quantities[] = {{"cost_p90", N_("P90 cost"), OF_COST, 90.0, 0},
                  {"cost_p50", N_("P50 cost"), OF_COST, 50.0, 0},
                  {"cost_mean", N_("mean cost"), OF_COST, 0.0, 0},
                  {"time_h_p90", N_("P90 time"), OF_TIME, 90.0, 0},
                  {"time_h_p50", N_("P50 time"), OF_TIME, 50.0, 0},
                  {"time_h_mean", N_("mean time"), OF_TIME, 0.0, 0},
                  {"in_budget", N_("in budget"), OF_SHARE, 0.0, offsetof(struct summary, in_budget)},
                  {"on_time", N_("on time"), OF_SHARE, 0.0, offsetof(struct summary, on_time)}};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

enum noise { NOISE_UNKNOWN, NOISE_SAME, NOISE_WITHIN, NOISE_BEYOND };

struct writer {
    const struct stored *before, *now;
    struct words was, is; /* money as either writes it; time as the later one does */
    struct inputs_diff inputs;
    bool same_currency;
    FILE *to;
};

/* One quantity of one plan. */
struct move {
    const struct change_quantity *of;
    struct estimate before, now;
    enum noise noise;
};

/* ---- plans and numbers ---- */

static const struct summary *find_plan(const struct stored *s, const char *name)
{
    for (int i = 0; i < s->engine.plans; i++)
        if (strcmp(s->result.plan[i].name, name) == 0)
            return &s->result.plan[i];
    return NULL;
}

static struct estimate value_of(const struct change_quantity *q, const struct summary *s)
{
    const struct distribution *d = q->of == OF_TIME ? &s->time_h : &s->cost;
    struct estimate e = {NAN, NAN, NAN};
    if (q->of == OF_SHARE) {
        e.value = *(const double *)(const void *)((const char *)s + q->offset);
        if (!isnan(e.value))
            share_interval(e.value, s->trials, &e.low, &e.high);
    } else if (q->percent > 0.0) {
        const struct percentile *p = words_find(d, q->percent);
        e = (struct estimate){p->value, p->low, p->high};
    } else if (q->of == OF_TIME || cost_priced(s->typical)) {
        e = (struct estimate){d->mean, d->mean_low, d->mean_high};
    }
    return e;
}

static struct move move_of(const struct writer *w, const struct change_quantity *q, const struct summary *before,
                           const struct summary *now)
{
    struct move m = {q, value_of(q, before), value_of(q, now), NOISE_UNKNOWN};
    bool known = !isnan(m.before.value) && !isnan(m.now.value) && (q->of != OF_COST || w->same_currency);
    bool apart = m.before.high < m.now.low || m.now.high < m.before.low;
    if (known)
        m.noise = m.before.value == m.now.value ? NOISE_SAME : apart ? NOISE_BEYOND : NOISE_WITHIN;
    return m;
}

/* A later value less the earlier one; NaN where either is none. */
static double difference(const struct move *m)
{
    bool known = m->noise != NOISE_UNKNOWN && isfinite(m->before.value) && isfinite(m->now.value);
    return known ? m->now.value - m->before.value : NAN;
}

/* ---- words ---- */

static void add_value(const struct words *w, struct text *out, const struct change_quantity *q, double value)
{
    if (isnan(value))
        text_add(out, "-");
    else if (isinf(value))
        text_add(out, _("not reached"));
    else if (q->of == OF_SHARE)
        words_share(out, value);
    else if (q->of == OF_TIME)
        words_time(w, out, value);
    else
        words_money(w, out, value);
}

/* "+$120 (+1.4%)", "-2.1 points". */
static void add_change(const struct writer *w, struct text *out, const struct move *m)
{
    double by = difference(m);
    char number[AXIS_ROOM > 64 ? AXIS_ROOM : 64];
    if (isnan(by) || m->noise == NOISE_SAME) {
        text_add(out, "-");
        return;
    }
    text_add(out, by < 0.0 ? "-" : "+");
    if (m->of->of == OF_SHARE) {
        text_addf(out, _("%s points"), text_grouped(100.0 * fabs(by), fabs(by) < 0.00095 ? 2 : 1, number));
        return;
    }
    text_add(out, m->of->of == OF_TIME ? axis_time(fabs(by), number)
                                       : axis_money(fabs(by), words_currency(w->now->scenario), number));
    if (m->before.value > 0.0) {
        text_add(out, by < 0.0 ? " (-" : " (+");
        words_share(out, fabs(by) / m->before.value);
        text_add(out, ")");
    }
}

static const char *noise_words(const struct writer *w, const struct move *m)
{
    switch (m->noise) {
    case NOISE_SAME:
        return _("the same");
    case NOISE_WITHIN:
        return _("within the noise");
    case NOISE_BEYOND:
        return _("beyond the noise");
    case NOISE_UNKNOWN:
        break;
    }
    return m->of->of == OF_COST && !w->same_currency ? _("other currency") : "-";
}

/* The greatest move of the first quantity of which any plan's lies beyond the noise; NULL: none does. */
static const struct summary *greatest(const struct writer *w, struct move *out)
{
    const struct summary *found = NULL;
    double most = -1.0;
    for (int q = 0; q < QUANTITIES && !found; q++)
        for (int i = 0; i < w->now->engine.plans; i++) {
            const struct summary *now = &w->now->result.plan[i], *before = find_plan(w->before, now->name);
            if (!before)
                continue;
            struct move m = move_of(w, &quantities[q], before, now);
            double by = fabs(difference(&m)), size = isnan(by) ? INFINITY : by / fmax(1e-300, fabs(m.before.value));
            if (m.noise != NOISE_BEYOND || size <= most)
                continue;
            most = size;
            found = now;
            *out = m;
        }
    return found;
}

static bool all_same(const struct writer *w)
{
    for (int i = 0; i < w->now->engine.plans; i++) {
        const struct summary *now = &w->now->result.plan[i], *before = find_plan(w->before, now->name);
        for (int q = 0; before && q < QUANTITIES; q++) {
            struct move m = move_of(w, &quantities[q], before, now);
            if (m.noise != NOISE_SAME && !(isnan(m.before.value) && isnan(m.now.value)))
                return false;
        }
    }
    return true;
}

static int count_alone(const struct stored *in, const struct stored *not_in)
{
    int n = 0;
    for (int i = 0; i < in->engine.plans; i++)
        n += find_plan(not_in, in->result.plan[i].name) == NULL;
    return n;
}

static void add_counts(const struct writer *w, struct text *out)
{
    int came = count_alone(w->now, w->before), went = count_alone(w->before, w->now);
    if (came > 0)
        text_addf(out, ngettext("; %d plan is new", "; %d plans are new", (unsigned long)came), came);
    if (went > 0)
        text_addf(out, ngettext("; %d plan is gone", "; %d plans are gone", (unsigned long)went), went);
    if (w->inputs.n > 0)
        text_addf(out, ngettext("; %d input differs", "; %d inputs differ", (unsigned long)w->inputs.n), w->inputs.n);
    else
        text_add(out, _("; no input differs"));
}

static void add_sentence(const struct writer *w, struct text *out)
{
    struct move m;
    const struct summary *plan = greatest(w, &m);
    if (plan) {
        text_add_safe(out, plan->name);
        struct text before = {0}, now = {0};
        add_value(m.of->of == OF_TIME ? &w->is : &w->was, &before, m.of, m.before.value);
        add_value(&w->is, &now, m.of, m.now.value);
        text_addf(out,
                  m.now.value > m.before.value ? _(": %s rose from %s to %s, beyond the noise")
                                               : _(": %s fell from %s to %s, beyond the noise"),
                  _(m.of->title), before.at, now.at);
        text_release(&before);
        text_release(&now);
    } else if (count_alone(w->now, w->before) == w->now->engine.plans) {
        text_add(out, _("no plan is in both results"));
    } else {
        text_add(out, all_same(w) ? _("the plans come to the same") : _("no plan changed beyond the noise"));
    }
    add_counts(w, out);
}

/* ---- tables ---- */

static void put_text(struct section *s, const char *text)
{
    struct text t = {0};
    text_add_safe(&t, text);
    section_cell(s, &t);
}

static void make_moves(const struct writer *w, struct section *s)
{
    static const char *const head[] = {N_("plan"),   N_("quantity"), N_("before"), N_("now"),
                                       N_("change"), N_("that is"),  NULL};
    section_begin(s, N_("Plan by plan"), head);
    for (int i = 0; i < w->now->engine.plans; i++) {
        const struct summary *now = &w->now->result.plan[i], *before = find_plan(w->before, now->name);
        for (int q = 0; before && q < QUANTITIES; q++) {
            struct move m = move_of(w, &quantities[q], before, now);
            struct text was = {0}, is = {0}, change = {0};
            if (isnan(m.before.value) && isnan(m.now.value))
                continue;
            put_text(s, now->name);
            put_text(s, _(m.of->title));
            add_value(m.of->of == OF_TIME ? &w->is : &w->was, &was, m.of, m.before.value);
            add_value(&w->is, &is, m.of, m.now.value);
            add_change(w, &change, &m);
            section_cell(s, &was);
            section_cell(s, &is);
            section_cell(s, &change);
            put_text(s, noise_words(w, &m));
        }
    }
}

static void put_alone(const struct words *w, struct section *s, const struct stored *in, const struct stored *not_in,
                      const char *word)
{
    for (int i = 0; i < in->engine.plans; i++) {
        const struct summary *plan = &in->result.plan[i];
        struct text cost = {0}, hours = {0};
        if (find_plan(not_in, plan->name))
            continue;
        put_text(s, plan->name);
        put_text(s, word);
        add_value(w, &cost, &quantities[0], words_find(&plan->cost, 90.0)->value);
        add_value(w, &hours, &quantities[3], words_find(&plan->time_h, 90.0)->value);
        section_cell(s, &cost);
        section_cell(s, &hours);
    }
}

static void make_alone(const struct writer *w, struct section *s)
{
    static const char *const head[] = {N_("plan"), N_("it is"), N_("P90 cost"), N_("P90 time"), NULL};
    section_begin(s, N_("Plans of one result alone"), head);
    put_alone(&w->is, s, w->now, w->before, _("new"));
    put_alone(&w->was, s, w->before, w->now, _("gone"));
}

static void make_inputs(const struct writer *w, struct section *s)
{
    static const char *const head[] = {N_("plan"), N_("key"), N_("before"), N_("now"), NULL};
    section_begin(s, N_("Inputs that differ"), head);
    for (int i = 0; i < w->inputs.n; i++) {
        const struct inputs_row *row = &w->inputs.row[i];
        put_text(s, row->plan ? row->plan : _("(all)"));
        put_text(s, row->key);
        put_text(s, row->before ? row->before : "-");
        put_text(s, row->now ? row->now : "-");
    }
}

static void add_source(struct text *out, const struct stored *s)
{
    char trials[64];
    text_add_safe(out, s->path);
    text_addf(out, _(" (%s trials, seed %llu%s)"), text_grouped((double)s->result.trials.n, 0, trials),
              (unsigned long long)s->scenario->seed, s->result.trials.complete ? "" : _(", interrupted"));
}

static void write_tables(const struct writer *w, const struct section_page *page)
{
    struct section section[3];
    struct text line = {0}, before = {0}, now = {0};
    make_moves(w, &section[0]);
    make_alone(w, &section[1]);
    make_inputs(w, &section[2]);
    text_add_safe(&line, w->now->scenario->name);
    add_source(&before, w->before);
    add_source(&now, w->now);
    text_addf(&line, _(": changes from %s to %s"), before.at, now.at);
    text_release(&before);
    text_release(&now);
    section_title(page, &line);
    for (int i = 0; i < 3; i++)
        if (section[i].rows > 0)
            section_put(page, &section[i]);
    section_release(section, 3);
    add_sentence(w, &line);
    section_answer(page, &line);
}

/* ---- CSV and JSON ---- */

static const char *const noise_names[] = {NULL, "same", "within", "beyond"};

static void add_csv_move(struct text *out, const char *plan, const struct move *m)
{
    const double numbers[] = {m->before.value, m->before.low, m->before.high, m->now.value,
                              m->now.low,      m->now.high,   difference(m)};
    csv_out_text(out, plan);
    text_addf(out, ",%s", m->of->name);
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        text_add(out, ",");
        csv_out_number(out, numbers[n]);
    }
    text_addf(out, ",%s\n", noise_names[m->noise] ? noise_names[m->noise] : "");
}

static void write_csv(const struct writer *w)
{
    struct text out = {0};
    text_add(&out, "plan,quantity,before,before_low,before_high,now,now_low,now_high,change,noise\n");
    for (int i = 0; i < w->now->engine.plans; i++) {
        const struct summary *now = &w->now->result.plan[i], *before = find_plan(w->before, now->name);
        for (int q = 0; before && q < QUANTITIES; q++) {
            struct move m = move_of(w, &quantities[q], before, now);
            add_csv_move(&out, now->name, &m);
        }
    }
    fwrite(out.at, 1, out.size, w->to);
    text_release(&out);
}

static void put_source(struct json *json, const char *key, const struct stored *s)
{
    json_open_flat(json, key, '{');
    json_string(json, "file", s->path);
    json_string(json, "currency", s->scenario->currency);
    json_count(json, "seed", s->scenario->seed);
    json_count(json, "trials", (uint64_t)s->result.trials.n);
    json_bool(json, "complete", s->result.trials.complete);
    json_close(json, '}');
}

static void put_move(struct json *json, const struct move *m)
{
    json_open_flat(json, m->of->name, '{');
    json_number(json, "before", m->before.value);
    json_interval(json, "before_ci95", m->before.low, m->before.high);
    json_number(json, "now", m->now.value);
    json_interval(json, "now_ci95", m->now.low, m->now.high);
    json_number(json, "change", difference(m));
    json_string(json, "noise", noise_names[m->noise]);
    json_close(json, '}');
}

static void put_names(struct json *json, const char *key, const struct stored *in, const struct stored *not_in)
{
    json_open_flat(json, key, '[');
    for (int i = 0; i < in->engine.plans; i++)
        if (!find_plan(not_in, in->result.plan[i].name))
            json_string(json, NULL, in->result.plan[i].name);
    json_close(json, ']');
}

static void put_plans(struct json *json, const struct writer *w)
{
    json_open(json, "plans", '[');
    for (int i = 0; i < w->now->engine.plans; i++) {
        const struct summary *now = &w->now->result.plan[i], *before = find_plan(w->before, now->name);
        if (!before)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "name", now->name);
        for (int q = 0; q < QUANTITIES; q++) {
            struct move m = move_of(w, &quantities[q], before, now);
            put_move(json, &m);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_json(const struct writer *w)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_count(&json, "schema", 1);
    json_string(&json, "version", PACKAGE_VERSION);
    put_source(&json, "before", w->before);
    put_source(&json, "now", w->now);
    put_plans(&json, w);
    put_names(&json, "new", w->now, w->before);
    put_names(&json, "gone", w->before, w->now);
    json_open(&json, "inputs", '[');
    for (int i = 0; i < w->inputs.n; i++) {
        const struct inputs_row *row = &w->inputs.row[i];
        json_open_flat(&json, NULL, '{');
        json_string(&json, "plan", row->plan);
        json_string(&json, "key", row->key);
        json_string(&json, "before", row->before);
        json_string(&json, "now", row->now);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_put(&text, w->to);
}

void change_write(const struct stored *before, const struct stored *now, const char *format,
                  const struct report_style *style, FILE *to)
{
    struct writer w = {.before = before,
                       .now = now,
                       .was = words_for(&before->result),
                       .is = words_for(&now->result),
                       .inputs = inputs_diff_make(before->text, now->text),
                       .same_currency = strcmp(before->scenario->currency, now->scenario->currency) == 0,
                       .to = to};
    /* One precision for both. */
    if (w.same_currency)
        w.was.money_decimals = w.is.money_decimals;
    if (strcmp(format, "json") == 0)
        write_json(&w);
    else if (strcmp(format, "csv") == 0)
        write_csv(&w);
    else
        write_tables(&w, &(struct section_page){strcmp(format, "md") == 0, style->colour, to});
    inputs_diff_release(&w.inputs);
}
