/* The tables for a terminal and for Markdown. */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/section.h"

const struct report_format report_formats[] = {
    {"table", N_("tables for people"), table_write},
    {"json", N_("all results as JSON"), json_write},
    {"csv", N_("quantities with their intervals, one a line"), csv_write_result},
    {"md", N_("the tables in Markdown"), markdown_write},
    {NULL, NULL, NULL},
};

static void put(FILE *to, const char *text)
{
    fputs(text, to);
}

/* A cell with blanks on the side away from its text: names on the right, numbers on the left. */
static void put_cell(FILE *to, const char *text, int width, bool left)
{
    int blanks = width - text_width(text);
    fprintf(to, "%*s%s%*s", left ? 0 : blanks, "", text, left ? blanks : 0, "");
}

static void put_section(FILE *to, const struct section *s, const struct report_style *style)
{
    int width[SECTION_COLUMNS];
    const char *bold = style->colour ? "\033[1m" : "", *plain = style->colour ? "\033[0m" : "";
    for (int c = 0; c < s->columns; c++) {
        width[c] = text_width(_(s->head[c]));
        for (int r = 0; r < s->rows; r++) {
            int w = text_width(s->cell[r * s->columns + c]);
            width[c] = w > width[c] ? w : width[c];
        }
    }
    fprintf(to, "%s%s%s\n", bold, _(s->title), plain);
    for (int r = -1; r < s->rows; r++) {
        for (int c = 0; c < s->columns; c++) {
            put(to, c ? "  " : "");
            const char *text = r < 0 ? _(s->head[c]) : s->cell[r * s->columns + c];
            if (c + 1 == s->columns && c == 0)
                put(to, text);
            else
                put_cell(to, text, width[c], c == 0);
        }
        put(to, "\n");
    }
    put(to, "\n");
}

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

/* "queue_rent" as people read it. */
static void add_words(struct text *out, const char *name)
{
    for (const char *c = name; *c; c++)
        text_addf(out, "%c", *c == '_' ? ' ' : *c);
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
            text_add(&names, missing++ ? ", " : "");
            text_add_safe(&names, w->result->plan[i].name);
        }
        if (missing > 0) {
            text_add(out, first ? _("not priced: ") : ", ");
            add_words(out, cost_items[item].name);
            if (missing < plans)
                text_addf(out, " (%s)", names.at);
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
        text_add(out, first ? _("assumes that the hardware stays in use for its whole life: ") : ", ");
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
        put_section(to, &section[i], style);
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

/* Text in Markdown: no mark-up, no broken tables. */
static void put_markdown(FILE *to, const char *text)
{
    for (const char *c = text; *c; c++) {
        if (strchr("\\`*_{}[]<>|#~$", *c) || strncmp(c, "://", 3) == 0) /* URLs stand as text */
            fputc('\\', to);
        fputc(*c, to);
    }
}

void markdown_write(const struct result *result, const struct report_style *style, FILE *to)
{
    struct words words = words_for(result);
    struct section section[SECTIONS_MOST];
    struct text line = {0};
    (void)style;
    put(to, "# ");
    text_add_safe(&line, result->scenario->name);
    put_markdown(to, line.at);
    put(to, "\n\n**");
    text_release(&line);
    words_verdict(&words, &line);
    put_markdown(to, line.at ? line.at : "");
    put(to, "**\n\n");
    text_release(&line);
    add_title(&words, &line);
    put_markdown(to, line.at);
    put(to, ".\n");
    text_release(&line);
    int n = section_make(&words, section);
    for (int i = 0; i < n; i++) {
        fprintf(to, "\n## %s\n\n|", _(section[i].title));
        for (int c = 0; c < section[i].columns; c++)
            fprintf(to, " %s |", _(section[i].head[c]));
        put(to, "\n|");
        for (int c = 0; c < section[i].columns; c++)
            put(to, c ? "---:|" : "---|");
        put(to, "\n");
        for (int r = 0; r < section[i].rows; r++) {
            put(to, "|");
            for (int c = 0; c < section[i].columns; c++) {
                put(to, " ");
                put_markdown(to, section[i].cell[r * section[i].columns + c]);
                put(to, " |");
            }
            put(to, "\n");
        }
    }
    section_release(section, n);
    put(to, "\n");
    add_not_priced(&words, &line);
    if (line.size > 0)
        text_add(&line, "; ");
    size_t before = line.size;
    add_assumed(&words, &line);
    if (line.size > before)
        text_add(&line, "; ");
    add_inputs(&words, &line);
    put_markdown(to, line.at);
    put(to, "\n");
    text_release(&line);
}
