/* One possible future, event by event. */
#include "report/trace_out.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/csv_out.h"
#include "report/json_text.h"
#include "report/means.h"
#include "report/section.h"

static void add_what(struct text *out, const struct story *story, const struct event *event)
{
    struct text cause = {0};
    switch (event->kind) {
    case EVENT_PHASE:
        text_add(out, means_phase_words((int)event->phase));
        break;
    case EVENT_RUN:
        text_add(out, _("run"));
        break;
    case EVENT_NOTICE:
        text_add(out, _("notice runs out"));
        break;
    case EVENT_FAILURE:
        text_add_safe(&cause, story->numbers.cause[event->cause].name);
        text_addf(out, _("FAILURE of %s"), cause.at ? cause.at : "");
        text_release(&cause);
        break;
    case EVENT_PREEMPTION:
        text_add(out, _("PREEMPTION, notice given"));
        break;
    case EVENT_LIMIT:
        text_add(out, _("END of the allocation"));
        break;
    case EVENT_COMPLETE:
        text_add(out, _("COMPLETE"));
        break;
    case EVENT_GIVE_UP:
        text_add(out, _("GIVEN UP"));
        break;
    }
}

static double begins(const struct event *event)
{
    return story_lasts(event) ? event->from_h : event->to_h;
}

/* ---- for people ---- */

static void add_title(struct text *out, const struct story *story)
{
    text_add(out, _("plan "));
    text_add_safe(out, story->scenario->plan[story->plan].name);
    text_addf(out, _(", trial %ld, seed %llu"), story->trial, (unsigned long long)story->scenario->seed);
}

static void add_unknowns(struct text *out, const struct story *story)
{
    const struct unknowns *u = &story->scenario->unknowns;
    for (int i = 0; i < u->n; i++) {
        text_add(out, i ? _(", ") : _("unknowns: "));
        text_add_safe(out, u->of[i].owner);
        text_add(out, ": ");
        text_add_safe(out, u->of[i].path);
        text_addf(out, " = %.5g", story->world[i]);
    }
}

static void add_phases(struct text *out, const struct story *story)
{
    for (int i = 0; i < PHASE_COUNT; i++)
        text_addf(out, _("%s%s %.4f h"), i ? _(", ") : _("phases: "), means_phase_words(i), story->ledger.phase_h[i]);
}

static void add_end(struct text *out, const struct story *story)
{
    const struct ledger *l = &story->ledger;
    const char *currency = story->scenario->currency;
    char number[64];
    if (!l->finished) {
        text_addf(out, _("not finished when it was given up, %.4f h of it lost"), l->phase_h[PHASE_lost]);
        return;
    }
    text_addf(out, _("done after %.4f h, %.4f h of it lost; cost "), l->completion_h, l->phase_h[PHASE_lost]);
    if (story->cost >= 1e4 && catalogue_is_chinese() && strcmp(currency, "CNY") == 0)
        text_addf(out, _("%s x 10,000 yuan"), text_scaled(story->cost, 2, 4, number));
    else
        text_addf(out, "%.2f %s", story->cost, currency);
}

static void add_row(struct text *out, const char *at, const char *what, const char *lasts, const char *saved)
{
    text_add_field(out, at, -12);
    text_add(out, "  ");
    text_add_field(out, what, 28);
    text_add(out, "  ");
    text_add_field(out, lasts, -12);
    text_add(out, "  ");
    text_add_field(out, saved, -12);
    text_add(out, "\n");
}

static void write_table(const struct story *story, FILE *to)
{
    struct text text = {0};
    int run = 0;
    add_title(&text, story);
    text_add(&text, "\n");
    add_row(&text, _("at (h)"), _("what"), _("lasts (h)"), _("saved (h)"));
    for (int i = 0; i < story->n; i++) {
        const struct event *event = &story->event[i];
        struct text what = {0};
        char hours[64] = "", at[64], saved[64];
        if (event->run != run)
            text_addf(&text, _("%12s  run %d\n"), "", event->run + 1);
        run = event->run;
        if (story_lasts(event))
            snprintf(hours, sizeof hours, "%.4f", event->to_h - event->from_h);
        add_what(&what, story, event);
        snprintf(at, sizeof at, "%.4f", begins(event));
        snprintf(saved, sizeof saved, "%.4f", event->saved_h);
        add_row(&text, at, what.at, hours, saved);
        text_release(&what);
    }
    add_unknowns(&text, story);
    text_add(&text, story->scenario->unknowns.n > 0 ? "\n" : "");
    add_phases(&text, story);
    text_add(&text, "\n");
    add_end(&text, story);
    json_put(&text, to);
}

static void put_hours(struct section *s, double hours, bool shown)
{
    struct text t = {0};
    if (shown)
        text_addf(&t, "%.4f", hours);
    else
        text_add(&t, "");
    section_cell(s, &t);
}

static void write_line(void (*add)(struct text *out, const struct story *story), const char *before, const char *behind,
                       const struct story *story, FILE *to)
{
    struct text text = {0};
    add(&text, story);
    if (text.size > 0) {
        fputs(before, to);
        section_markdown_text(text.at, to);
        fputs(behind, to);
    }
    text_release(&text);
}

static void write_markdown(const struct story *story, FILE *to)
{
    static const char *const head[] = {N_("run"), N_("at (h)"), N_("what"), N_("lasts (h)"), N_("saved (h)"), NULL};
    struct section section;
    struct text cell = {0};
    write_line(add_title, "# ", "\n", story, to);
    section_begin(&section, N_("Events"), head);
    for (int i = 0; i < story->n; i++) {
        const struct event *event = &story->event[i];
        text_addf(&cell, "%d", event->run + 1);
        section_cell(&section, &cell);
        put_hours(&section, begins(event), true);
        add_what(&cell, story, event);
        section_cell(&section, &cell);
        put_hours(&section, event->to_h - event->from_h, story_lasts(event));
        put_hours(&section, event->saved_h, true);
    }
    section_markdown(&section, to);
    section_release(&section, 1);
    write_line(add_unknowns, "\n", "\n", story, to);
    write_line(add_phases, "\n", "\n", story, to);
    write_line(add_end, "\n**", "**\n", story, to);
}

/* ---- for programs ---- */

static const char *const kinds[] = {[EVENT_PHASE] = "phase",           [EVENT_RUN] = "run",
                                    [EVENT_NOTICE] = "notice",         [EVENT_FAILURE] = "failure",
                                    [EVENT_PREEMPTION] = "preemption", [EVENT_LIMIT] = "limit",
                                    [EVENT_COMPLETE] = "complete",     [EVENT_GIVE_UP] = "give_up"};

/* What stands beside the kind: the phase, or the cause of a failure. */
static const char *detail_of(const struct story *story, const struct event *event)
{
    return event->kind == EVENT_PHASE     ? means_phases[event->phase]
           : event->kind == EVENT_FAILURE ? story->numbers.cause[event->cause].name
                                          : NULL;
}

static void write_csv(const struct story *story, FILE *to)
{
    struct text out = {0};
    text_add(&out, "run,from_h,to_h,kind,detail,saved_h,lost_h\n");
    for (int i = 0; i < story->n; i++) {
        const struct event *event = &story->event[i];
        const char *detail = detail_of(story, event);
        text_addf(&out, "%d,", event->run + 1);
        csv_out_number(&out, begins(event));
        text_add(&out, ",");
        csv_out_number(&out, event->to_h);
        text_addf(&out, ",%s,", kinds[event->kind]);
        csv_out_text(&out, detail ? detail : "");
        text_add(&out, ",");
        csv_out_number(&out, event->saved_h);
        text_add(&out, ",");
        csv_out_number(&out, event->lost_h);
        text_add(&out, "\n");
    }
    fwrite(out.at, 1, out.size, to);
    text_release(&out);
}

static void put_event(struct json *json, const struct story *story, const struct event *event)
{
    json_open_flat(json, NULL, '{');
    json_count(json, "run", (uint64_t)event->run + 1);
    json_number(json, "from_h", begins(event));
    json_number(json, "to_h", event->to_h);
    json_string(json, "kind", kinds[event->kind]);
    if (detail_of(story, event))
        json_string(json, event->kind == EVENT_PHASE ? "phase" : "cause", detail_of(story, event));
    json_number(json, "saved_h", event->saved_h);
    json_number(json, "lost_h", event->lost_h);
    json_close(json, '}');
}

static void put_unknowns(struct json *json, const struct story *story)
{
    const struct unknowns *u = &story->scenario->unknowns;
    json_open(json, "unknowns", '[');
    for (int i = 0; i < u->n; i++) {
        json_open_flat(json, NULL, '{');
        json_string(json, "owner", u->of[i].owner);
        json_string(json, "path", u->of[i].path);
        json_number(json, "x", story->world[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_json(const struct story *story, FILE *to)
{
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_head(&json, story->scenario);
    json_open(&json, "trace", '{');
    json_string(&json, "plan", story->scenario->plan[story->plan].name);
    json_count(&json, "trial", (uint64_t)story->trial);
    json_bool(&json, "p90", story->p90);
    json_bool(&json, "finished", story->ledger.finished);
    json_number(&json, "time_h", story->ledger.completion_h);
    json_number(&json, "cost", cost_priced(&story->numbers) ? story->cost : NAN);
    json_open(&json, "phases_h", '{');
    for (int i = 0; i < PHASE_COUNT; i++)
        json_number(&json, means_phases[i], story->ledger.phase_h[i]);
    json_close(&json, '}');
    put_unknowns(&json, story);
    json_open(&json, "events", '[');
    for (int i = 0; i < story->n; i++)
        put_event(&json, story, &story->event[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, to);
}

void trace_out_write(const struct story *story, const char *format, const struct report_style *style, FILE *to)
{
    (void)style;
    if (strcmp(format, "json") == 0)
        write_json(story, to);
    else if (strcmp(format, "csv") == 0)
        write_csv(story, to);
    else if (strcmp(format, "md") == 0)
        write_markdown(story, to);
    else
        write_table(story, to);
}
