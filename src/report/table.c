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

static void add_not_priced(const struct words *w, struct text *out)
{
    bool first = true;
    for (int i = 0; i < w->result->engine->plans; i++)
        if (!cost_priced(w->result->plan[i].typical)) {
            text_add(out, first ? _("not priced: rent of ") : ", ");
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
    add_inputs(&words, &line);
    put_markdown(to, line.at);
    put(to, "\n");
    text_release(&line);
}
