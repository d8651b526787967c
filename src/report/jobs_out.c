/* Jobs as tables, Markdown, CSV and JSON. */
#include "config.h"

#include "report/jobs_out.h"

#include <math.h>
#include <string.h>

#include "report/json_text.h"
#include "report/months.h"
#include "report/section.h"
#include "report/when.h"

struct result jobs_out_rows(const struct jobs *jobs, struct summary row[JOBS_MOST + 1])
{
    struct result rows = jobs->rows;
    memcpy(row, rows.plan, (size_t)(jobs->n + 1) * sizeof *row);
    row[jobs->n].name = _("total");
    rows.plan = row;
    return rows;
}

/* ---- sentences ---- */

void jobs_out_title(const struct jobs *jobs, const struct words *words, struct text *out)
{
    char trials[64];
    double budget = jobs->total.scenario->budget;
    text_addf(out, _("%d jobs: %s trials each, seed %llu"), jobs->n,
              text_grouped((double)jobs->rows.trials.n, 0, trials), (unsigned long long)jobs->rows.scenario->seed);
    if (budget >= 0.0) {
        text_add(out, _(", budget "));
        words_money(words, out, budget);
    }
}

void jobs_out_sentence(const struct jobs *jobs, const struct words *words, struct text *out)
{
    const struct distribution *cost = &jobs->total.plan->cost;
    const struct percentile *p90 = words_find(cost, 90.0);
    bool money = words->priced && cost_priced(jobs->total.plan->typical);
    text_add(out, _("in 90% of futures all jobs together stay within "));
    words_percentile(words, out, money ? cost : &jobs->total.plan->time_h, 90.0, money, true);
    if (!money || !isfinite(p90->value) || isnan(jobs->p90_sum))
        return;
    bool same = fabs(jobs->p90_sum - p90->value) <= 1e-9 * p90->value, shared = true;
    for (int i = 1; i < jobs->n; i++)
        shared = shared && jobs->job[i].result == jobs->job[0].result;
    if (same) {
        text_add(out, shared ? _("; the jobs' P90s add to the same: they share their luck")
                             : _("; the jobs' P90s add to the same"));
        return;
    }
    text_add(out, _("; the jobs' P90s add to "));
    words_money(words, out, jobs->p90_sum);
    text_add(out, jobs->p90_sum > p90->value
                      ? _(", which is not the P90 of the whole: bad luck seldom comes to all at once")
                      : _(", which is not the P90 of the whole"));
}

/* ---- notes ---- */

static void say_rate(const struct jobs *jobs, int i, struct text *out)
{
    const struct job *job = &jobs->job[i];
    char number[TEXT_NUMBER_ROOM];
    snprintf(number, sizeof number, "%.4g", jobs->typical_rate[i]);
    text_addf(out,
              jobs->rate_drawn[i] ? _("%s counts in %s: one is worth %s %s at the median; each trial draws its rate")
                                  : _("%s counts in %s: one is worth %s %s"),
              job->file, job->result->scenario->currency, number, jobs->rows.scenario->currency);
}

void jobs_out_notes(const struct jobs *jobs, jobs_out_put *put, void *context)
{
    for (int i = 0; i < jobs->n; i++) {
        const struct job *job = &jobs->job[i];
        struct text line = {0};
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || jobs->job[k].result == job->result;
        if (!again && job->why) {
            text_add_safe(&line, job->file);
            text_addf(&line, _(": %s"), job->why);
            put(context, &line);
        }
        if (!again && jobs->rate[i]) {
            say_rate(jobs, i, &line);
            put(context, &line);
        }
    }
    if (jobs->dated) {
        struct text line = {0}, day = {0};
        when_add(jobs->rows.scenario, &day, 0.0, false, false);
        text_addf(&line, _("the time of the total counts from the first start, %s"), day.at);
        text_release(&day);
        put(context, &line);
    }
}

/* ---- for people ---- */

static void put_note(void *context, struct text *line)
{
    section_line(context, line);
}

static void write_pages(const struct jobs *jobs, const struct section_page *page)
{
    struct summary row[JOBS_MOST + 1];
    struct result rows = jobs_out_rows(jobs, row);
    struct words words = words_for(&rows);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    jobs_out_title(jobs, &words, &line);
    section_title(page, &line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++)
        section_put(page, &section[i]);
    section_release(section, n);
    if (jobs->spend.months > 0) {
        months_begin(section);
        months_rows(&words, row[jobs->n].name, &jobs->spend, section);
        section_put(page, section);
        section_release(section, 1);
    }
    jobs_out_notes(jobs, put_note, (void *)(uintptr_t)page);
    jobs_out_sentence(jobs, &words, &line);
    section_answer(page, &line);
}

/* ---- for machines ---- */

static void write_json(const struct jobs *jobs, FILE *to)
{
    const struct summary *total = jobs->total.plan;
    const struct scenario *scenario = jobs->total.scenario;
    struct text text = {0};
    struct json json = {.out = &text};
    json_open(&json, NULL, '{');
    json_count(&json, "schema", JSON_SCHEMA);
    json_string(&json, "version", PACKAGE_VERSION);
    json_count(&json, "seed", scenario->seed);
    json_string(&json, "currency", scenario->currency);
    json_open(&json, "jobs", '[');
    for (int i = 0; i < jobs->n; i++) {
        json_open(&json, NULL, '{');
        json_string(&json, "file", jobs->job[i].file);
        json_string(&json, "plan", jobs->job[i].result->plan[jobs->job[i].plan].name);
        json_result(&json, jobs->job[i].result);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "total", '{');
    json_plan(&json, total);
    json_number(&json, "budget", scenario->budget >= 0.0 ? scenario->budget : NAN);
    json_number(&json, "p90_sum", jobs->p90_sum);
    months_json(&json, &jobs->spend);
    json_close(&json, '}');
    json_close(&json, '}');
    json_put(&text, to);
}

void jobs_out_write(const struct jobs *jobs, const char *format, const struct report_style *style, FILE *to)
{
    struct section_page page = {strcmp(format, "md") == 0, style->colour, to};
    if (strcmp(format, "json") == 0)
        write_json(jobs, to);
    else if (strcmp(format, "csv") == 0)
        csv_write_result(&jobs->rows, style, to);
    else
        write_pages(jobs, &page);
}
