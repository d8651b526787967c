/* The tables for a terminal and for Markdown. */
#include <stdlib.h>
#include <string.h>

#include "report/means.h"
#include "report/report.h"
#include "report/section.h"

const struct report_format report_formats[] = {
    {"table", N_("tables for people"), table_write},
    {"json", N_("all results as JSON"), json_write},
    {"csv", N_("quantities with their intervals, one a line"), csv_write_result},
    {"md", N_("the tables in Markdown"), markdown_write},
    {NULL, NULL, NULL},
};

static void add_title(const struct words *w, struct text *out)
{
    char trials[64];
    const struct result *r = w->result;
    text_add_safe(out, r->scenario->name);
    text_addf(out,
              r->engine->plans == 1 ? _(": %d plan, %s trials, seed %llu") : _(": %d plans, %s trials each, seed %llu"),
              r->engine->plans, text_grouped((double)r->trials.n, 0, trials), (unsigned long long)r->scenario->seed);
    if (r->scenario->budget >= 0.0) {
        text_add(out, _(", budget "));
        words_money(w, out, r->scenario->budget);
    }
    if (r->scenario->deadline_h >= 0.0) {
        text_add(out, _(", deadline "));
        words_time(w, out, r->scenario->deadline_h);
    }
    if (!r->trials.complete)
        text_add(out, _(", interrupted"));
}

/* Items that mean nothing for a plan: rent of owned machines, and the other way round; what is only there if given. */
static bool means_nothing(const struct plan *plan, int item)
{
    static const char *const of_rent[] = {"rent", "round_up", "unused_minimum", "queue_rent"};
    static const char *const of_own[] = {"machine", "network", "fitout",      "interest",
                                         "staff",   "rack",    "electricity", "demand"};
    static const char *const given[] = {"spent", "credits", "tax"};
    const char *name = cost_items[item].name;
    for (size_t i = 0; i < sizeof of_rent / sizeof *of_rent; i++)
        if (strcmp(name, of_rent[i]) == 0)
            return plan->own.priced || i > 0;
    for (size_t i = 0; i < sizeof of_own / sizeof *of_own; i++)
        if (strcmp(name, of_own[i]) == 0)
            return !plan->own.priced;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (strcmp(name, given[i]) == 0)
            return true;
    return false;
}

/* The items that plans leave out, and which plans, unless it is all of them. */
static void add_not_priced(const struct words *w, struct text *out)
{
    int plans = w->result->engine->plans;
    bool first = true;
    for (int item = 0; item < ITEM_COUNT; item++) {
        int missing = 0;
        struct text names = {0};
        for (int i = 0; i < plans; i++) {
            const struct plan *plan = w->result->plan[i].typical;
            bool absent = !means_nothing(plan, item) && !cost_items[item].priced(plan);
            if (!absent)
                continue;
            text_add(&names, missing++ ? _(", ") : "");
            text_add_safe(&names, w->result->plan[i].name);
        }
        if (missing > 0) {
            text_add(out, first ? _("not priced: ") : _(", "));
            text_add(out, means_item_words(item));
            if (missing < plans)
                text_addf(out, _(" (%s)"), names.at);
            first = false;
        }
        text_release(&names);
    }
}

/* What owned machines are taken to do. */
static void add_assumed(const struct words *w, struct text *out)
{
    bool first = true;
    for (int i = 0; i < w->result->engine->plans; i++) {
        const struct inputs *in = &w->result->scenario->plan[i].inputs;
        if (!input_set(&in->own.price) || input_set(&in->own.project))
            continue;
        text_add(out, first ? _("assumes that the hardware stays in use for its whole life: ") : _(", "));
        text_add_safe(out, w->result->plan[i].name);
        first = false;
    }
}

static void add_inputs(const struct words *w, struct text *out)
{
    int given, defaults;
    scenario_count(w->result->scenario, &given, &defaults);
    text_addf(out, _("%d of %d inputs are defaults, not yours; \"runodds check\" lists them"), defaults,
              given + defaults);
}

void table_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct words words = words_for(result);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    add_title(&words, &line);
    fprintf(to, "%s\n\n", line.at);
    text_release(&line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++)
        section_table(&section[i], style->colour, to);
    section_release(section, n);
    add_not_priced(&words, &line);
    if (line.size > 0)
        fprintf(to, "%s\n", line.at);
    text_release(&line);
    add_assumed(&words, &line);
    if (line.size > 0)
        fprintf(to, "%s\n", line.at);
    text_release(&line);
    add_inputs(&words, &line);
    fprintf(to, "%s\n", line.at);
    text_release(&line);
    words_verdict(&words, &line);
    fprintf(to, "%s%s%s\n", style->colour ? "\033[1m" : "", line.at ? line.at : "", style->colour ? "\033[0m" : "");
    text_release(&line);
}

void markdown_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct words words = words_for(result);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    (void)style;
    fputs("# ", to);
    text_add_safe(&line, result->scenario->name);
    section_markdown_text(line.at, to);
    fputs("\n\n**", to);
    text_release(&line);
    words_verdict(&words, &line);
    section_markdown_text(line.at ? line.at : "", to);
    fputs("**\n\n", to);
    text_release(&line);
    add_title(&words, &line);
    section_markdown_text(line.at, to);
    fputs(".\n", to);
    text_release(&line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++)
        section_markdown(&section[i], to);
    section_release(section, n);
    fputs("\n", to);
    add_not_priced(&words, &line);
    if (line.size > 0)
        text_add(&line, _("; "));
    size_t before = line.size;
    add_assumed(&words, &line);
    if (line.size > before)
        text_add(&line, _("; "));
    add_inputs(&words, &line);
    section_markdown_text(line.at, to);
    fputs("\n", to);
    text_release(&line);
}
