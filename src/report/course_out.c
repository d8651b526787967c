/* Courses as cells, rows and members. */
#include "report/course_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/when.h"

/* ---- cells ---- */

static void cell(struct section *section, struct text *text)
{
    section_cell(section, text);
}

static void cell_name(struct section *section, const char *name)
{
    struct text t = {0};
    text_add_safe(&t, name);
    cell(section, &t);
}

static void cell_share(struct section *section, double share)
{
    struct text t = {0};
    words_share(&t, share);
    cell(section, &t);
}

/* As it was written: "5%", "12.5%". */
static void cell_work(struct section *section, double share)
{
    static const struct axis axis = {.quantity = AXIS_SHARE};
    struct text t = {0};
    char out[AXIS_ROOM];
    text_add(&t, axis_value(&axis, share, out));
    cell(section, &t);
}

/* Of what takes less than ten days the minutes are told too. */
static bool tells_minutes(const struct result *r)
{
    bool brief = true;
    for (int i = 0; i < r->engine->plans; i++)
        brief = brief && !(words_find(&r->plan[i].time_h, 50.0)->value >= 240.0);
    return brief;
}

static void add_moment(const struct words *w, struct text *t, double at_h, bool end)
{
    const struct scenario *s = w->result->scenario;
    if (s->has_start)
        when_add(s, t, at_h, tells_minutes(w->result), end);
    else
        words_time(w, t, at_h);
}

static void cell_moment(const struct words *w, struct section *section, double at_h, bool end)
{
    struct text t = {0};
    if (isnan(at_h))
        text_add(&t, "-");
    else
        add_moment(w, &t, at_h, end);
    cell(section, &t);
}

/* Beyond the largest that is reached, if there is one. */
static void cell_reach(const struct words *w, struct section *section, const struct course_milestone *m, double at_h)
{
    struct text t = {0};
    if (m->reached)
        text_add(&t, _("reached"));
    else if (isfinite(at_h))
        add_moment(w, &t, at_h, false);
    else if (isnan(m->largest))
        text_add(&t, _("never"));
    else {
        text_add(&t, "> ");
        add_moment(w, &t, m->largest, false);
    }
    cell(section, &t);
}

static void cell_chance(struct section *section, const struct estimate *chance)
{
    struct text t = {0};
    words_share(&t, chance->value);
    if (chance->low < chance->high) {
        text_add(&t, " (");
        words_share(&t, chance->low);
        text_add(&t, _(" - "));
        words_share(&t, chance->high);
        text_add(&t, ")");
    }
    cell(section, &t);
}

static void cell_money(const struct words *w, struct section *section, double money, const struct distribution *d,
                       double spent)
{
    struct text t = {0};
    bool beyond = isinf(money);
    if (isnan(money) || (beyond && d->largest == 0.0))
        text_add(&t, beyond ? _("never") : "-");
    else {
        text_add(&t, beyond ? "> " : "");
        words_money(w, &t, beyond ? d->largest - spent : money);
    }
    cell(section, &t);
}

/* "2.1% a day", in the unit of the report's times. */
static void cell_pace(const struct words *w, struct section *section, double per_h)
{
    struct text t = {0};
    if (isinf(per_h)) {
        text_add(&t, _("no time left"));
    } else if (isnan(per_h)) {
        text_add(&t, "-");
    } else {
        char number[64];
        double percent = 100.0 * per_h * w->time_unit_h;
        text_grouped(percent, percent >= 99.95 ? 0 : percent >= 9.995 ? 1 : percent >= 0.0995 ? 2 : 4, number);
        text_addf(&t,
                  w->time_unit_h == 24.0  ? _("%s%% a day")
                  : w->time_unit_h == 1.0 ? _("%s%% an hour")
                                          : _("%s%% a minute"),
                  number);
    }
    cell(section, &t);
}

static void cell_speed(struct section *section, double factor)
{
    struct text t = {0};
    char number[64];
    if (isnan(factor))
        text_add(&t, "-");
    else if (isinf(factor))
        text_add(&t, _("none is enough"));
    else
        text_addf(&t, _("%s times the model's"), text_grouped(factor, 3, number));
    cell(section, &t);
}

/* ---- sections ---- */

/* The course of each plan: kept ones, or made for the sections. */
struct courses {
    const struct words *words;
    int plans;
    const struct course **of;
    struct course *own;
};

static void add_milestones(const struct courses *c, struct section *section)
{
    static const char *const head[] = {N_("plan"), N_("milestone"), N_("work"), N_("P10"),
                                       N_("P50"),  N_("P90"),       N_("due"),  N_("chance (95% interval)"),
                                       NULL};
    section_begin(section, N_("Milestones"), head);
    for (int i = 0; i < c->plans; i++)
        for (int k = 0; c->of[i] && k < c->of[i]->milestones; k++) {
            const struct course_milestone *m = &c->of[i]->milestone[k];
            cell_name(section, c->words->result->plan[i].name);
            cell_name(section, m->name);
            cell_work(section, m->share);
            cell_reach(c->words, section, m, m->p10);
            cell_reach(c->words, section, m, m->p50);
            cell_reach(c->words, section, m, m->p90);
            cell_moment(c->words, section, m->by_h, true);
            cell_chance(section, &m->chance);
        }
}

/* Share of the work per hour until now; NaN where no time has passed. */
static double past_pace_per_h(const struct course *c)
{
    return c->past_h > 0.0 ? c->done / c->past_h : NAN;
}

static void add_under_way(const struct courses *c, struct section *section)
{
    static const char *const head[] = {
        N_("plan"),         N_("done"),         N_("now"),         N_("spent"),       N_("to come, mean"),
        N_("to come, P50"), N_("to come, P90"), N_("pace so far"), N_("pace to P50"), NULL};
    section_begin(section, N_("Under way"), head);
    for (int i = 0; i < c->plans; i++) {
        const struct course *of = c->of[i];
        const struct distribution *cost = &c->words->result->plan[i].cost;
        if (!of || !of->under_way)
            continue;
        cell_name(section, c->words->result->plan[i].name);
        cell_work(section, of->done);
        cell_moment(c->words, section, of->past_h, false);
        cell_money(c->words, section, of->spent, cost, 0.0);
        cell_money(c->words, section, of->more_mean, cost, of->spent);
        cell_money(c->words, section, of->more_p50, cost, of->spent);
        cell_money(c->words, section, of->more_p90, cost, of->spent);
        cell_pace(c->words, section, past_pace_per_h(of));
        cell_pace(c->words, section, of->pace_per_h);
    }
}

static void add_speed(const struct courses *c, struct section *section)
{
    static const char *const head[] = {N_("plan"),          N_("deadline"),      N_("on time"), N_("pace needed"),
                                       N_("speed for 50%"), N_("speed for 90%"), NULL};
    section_begin(section, N_("What the deadline asks for"), head);
    for (int i = 0; i < c->plans; i++) {
        const struct course *of = c->of[i];
        if (!of || !of->under_way)
            continue;
        cell_name(section, c->words->result->plan[i].name);
        cell_moment(c->words, section, c->words->result->scenario->deadline_h, true);
        cell_share(section, c->words->result->plan[i].on_time);
        cell_pace(c->words, section, of->needed_per_h);
        cell_speed(section, of->speed_p50);
        cell_speed(section, of->speed_p90);
    }
}

int course_out_sections(const struct words *words, struct section section[COURSE_SECTIONS])
{
    struct courses c = {.words = words, .plans = words->result->engine->plans};
    bool any = false, under_way = false;
    int n = 0;
    c.of = mem_new((size_t)c.plans, sizeof *c.of);
    c.own = mem_new((size_t)c.plans, sizeof *c.own);
    for (int i = 0; i < c.plans && words->result->trials.n > 0; i++) {
        c.of[i] = course_of(words->result, i, &c.own[i]);
        any = any || c.of[i];
        under_way = under_way || (c.of[i] && c.of[i]->under_way);
    }
    if (under_way)
        add_under_way(&c, &section[n++]);
    if (any && words->result->scenario->milestones > 0)
        add_milestones(&c, &section[n++]);
    if (under_way && words->result->scenario->deadline_h >= 0.0)
        add_speed(&c, &section[n++]);
    for (int i = 0; i < c.plans; i++)
        course_release(&c.own[i]);
    free(c.own);
    free(c.of);
    return n;
}

/* ---- JSON ---- */

static void add_milestone(struct json *json, const struct course_milestone *m)
{
    json_open_flat(json, NULL, '{');
    json_string(json, "name", m->name);
    json_number(json, "at", m->share);
    json_number(json, "by_h", m->by_h);
    json_bool(json, "reached", m->reached);
    json_number(json, "p10_h", m->p10);
    json_number(json, "p50_h", m->p50);
    json_number(json, "p90_h", m->p90);
    if (isinf(m->p90))
        json_number(json, "above_h", m->largest);
    json_number(json, "chance", m->chance.value);
    json_interval(json, "chance_ci95", m->chance.low, m->chance.high);
    json_close(json, '}');
}

static void add_pair(struct json *json, const char *key, const char *const name[], const double *number, int n)
{
    json_open_flat(json, key, '{');
    for (int i = 0; i < n; i++)
        json_number(json, name[i], number[i]);
    json_close(json, '}');
}

static const char *const more_names[] = {"mean", "p50", "p90"},
                         *const pace_names[] = {"so_far_per_h", "plan_per_h", "needed_per_h"},
                         *const speed_names[] = {"p50", "p90"}, *const band_names[COURSE_BANDS] = {"p5",  "p10", "p25",
                                                                                                   "p50", "p75", "p90",
                                                                                                   "p95"};

void course_out_json(struct json *json, const struct result *result, int plan)
{
    struct course own;
    const struct course *c = course_of(result, plan, &own);
    if (!c)
        return;
    json_open(json, "course", '{');
    json_count(json, "trials", (uint64_t)c->trials);
    json_number(json, "done", c->done);
    json_number(json, "elapsed_h", c->past_h);
    json_number(json, "spent", c->spent);
    add_pair(json, "to_come", more_names, (const double[]){c->more_mean, c->more_p50, c->more_p90}, 3);
    add_pair(json, "pace", pace_names, (const double[]){past_pace_per_h(c), c->pace_per_h, c->needed_per_h}, 3);
    add_pair(json, "speed_needed", speed_names, (const double[]){c->speed_p50, c->speed_p90}, 2);
    json_open(json, "milestones", '[');
    for (int i = 0; i < c->milestones; i++)
        add_milestone(json, &c->milestone[i]);
    json_close(json, ']');
    json_open(json, "curve", '{');
    json_numbers(json, "time_h", c->time_h, c->points);
    for (int b = 0; b < COURSE_BANDS; b++)
        json_numbers(json, band_names[b], c->share[b], c->points);
    json_close(json, '}');
    json_close(json, '}');
    course_release(&own);
}

/* ---- CSV ---- */

void course_out_rows(const struct result *result, int plan, course_out_row *put, void *context)
{
    struct course own;
    const struct course *c = course_of(result, plan, &own);
    const struct {
        const char *quantity;
        double value;
    } rows[] = {{"done", c ? c->done : NAN},
                {"elapsed_h", c ? c->past_h : NAN},
                {"spent", c ? c->spent : NAN},
                {"to_come_mean", c ? c->more_mean : NAN},
                {"to_come_p50", c ? c->more_p50 : NAN},
                {"to_come_p90", c ? c->more_p90 : NAN},
                {"pace_so_far_per_h", c ? past_pace_per_h(c) : NAN},
                {"pace_per_h", c ? c->pace_per_h : NAN},
                {"pace_needed_per_h", c ? c->needed_per_h : NAN},
                {"speed_needed_p50", c ? c->speed_p50 : NAN},
                {"speed_needed_p90", c ? c->speed_p90 : NAN}};
    for (size_t i = 0; c && i < sizeof rows / sizeof *rows; i++)
        put(context, rows[i].quantity, rows[i].value, NAN, NAN);
    for (int i = 0; c && i < c->milestones; i++) {
        const struct course_milestone *m = &c->milestone[i];
        static const char *const names[] = {"p10_h", "p50_h", "p90_h", "chance"};
        const double value[] = {m->p10, m->p50, m->p90, m->chance.value};
        for (int k = 0; k < 4; k++) {
            char *quantity = mem_format("milestone_%s.%s", names[k], m->name);
            put(context, quantity, value[k], k == 3 ? m->chance.low : NAN, k == 3 ? m->chance.high : NAN);
            free(quantity);
        }
    }
    course_release(&own);
}
