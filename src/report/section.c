/* The tables of a report. */
#include "report/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/course_out.h"

struct maker {
    const struct words *words;
    struct section *section;
};

void section_begin(struct section *section, const char *title, const char *const *head)
{
    *section = (struct section){.title = title};
    for (int i = 0; i < SECTION_COLUMNS && head[i]; i++)
        section->head[section->columns++] = _(head[i]);
}

void section_begin_of(struct section *section, const char *name, const char *const *head)
{
    struct text safe = {0};
    text_add_safe(&safe, name);
    section_begin(section, NULL, head);
    section->name = safe.at;
}

const char *section_heading(const struct section *section)
{
    return section->title ? _(section->title) : section->name;
}

void section_cell(struct section *s, struct text *text)
{
    if (s->cells == s->rows * s->columns) {
        s->cell = mem_grow(s->cell, (size_t)(s->cells + s->columns), sizeof *s->cell);
        for (int i = 0; i < s->columns; i++)
            s->cell[s->cells + i] = NULL;
        s->rows++;
    }
    s->cell[s->cells++] = mem_copy(text->at ? text->at : "");
    text_release(text);
}

static void begin(struct maker *m, const char *title, const char *const *head)
{
    section_begin(m->section, title, head);
}

static void take(struct maker *m, struct text *text)
{
    section_cell(m->section, text);
}

static void name(struct maker *m, const struct summary *s)
{
    struct text t = {0};
    text_add_safe(&t, s->name);
    take(m, &t);
}

static void percentile(struct maker *m, const struct summary *s, double p, bool money, bool interval)
{
    struct text t = {0};
    if (money && !cost_priced(s->typical))
        text_add(&t, _("not priced"));
    else
        words_percentile(m->words, &t, money ? &s->cost : &s->time_h, p, money, interval);
    take(m, &t);
}

static void share(struct maker *m, double value)
{
    struct text t = {0};
    words_share(&t, value);
    take(m, &t);
}

static void count(struct maker *m, double value)
{
    struct text t = {0};
    words_count(&t, value);
    take(m, &t);
}

static void money(struct maker *m, const struct summary *s, double value)
{
    struct text t = {0};
    if (isnan(value) || !cost_priced(s->typical))
        text_add(&t, "-");
    else
        words_money(m->words, &t, value);
    take(m, &t);
}

static void rate(struct maker *m, const struct summary *s)
{
    struct text t = {0};
    char number[64];
    double value = s->cost_per_effective_gpu_h;
    if (isnan(value)) {
        text_add(&t, "-");
    } else {
        words_add_currency(m->words->result->scenario, &t);
        text_add(&t, text_grouped(value, value < 100.0 ? 3 : 1, number));
    }
    take(m, &t);
}

static void odds(struct maker *m)
{
    static const char *const head[] = {N_("plan"),      N_("cost P50"), N_("cost P90 (95% interval)"),
                                       N_("in budget"), N_("time P50"), N_("time P90 (95% interval)"),
                                       N_("on time"),   N_("both"),     NULL};
    begin(m, N_("The odds"), head);
    for (int i = 0; i < m->words->result->engine->plans; i++) {
        const struct summary *s = &m->words->result->plan[i];
        name(m, s);
        percentile(m, s, 50.0, true, false);
        percentile(m, s, 90.0, true, true);
        share(m, s->in_budget);
        percentile(m, s, 50.0, false, false);
        percentile(m, s, 90.0, false, true);
        share(m, s->on_time);
        share(m, s->both);
    }
}

static void budget(struct maker *m)
{
    static const char *const head[] = {N_("plan"),
                                       N_("naive"),
                                       N_("mean"),
                                       N_("80% sure"),
                                       N_("90% sure"),
                                       N_("95% sure"),
                                       N_("99% sure"),
                                       N_("worst tenth"),
                                       N_("contingency"),
                                       N_("per effective GPU-hour"),
                                       NULL};
    begin(m, N_("The budget to ask for"), head);
    for (int i = 0; i < m->words->result->engine->plans; i++) {
        const struct summary *s = &m->words->result->plan[i];
        name(m, s);
        money(m, s, s->naive.cost);
        money(m, s, s->cost.mean);
        percentile(m, s, 80.0, true, false);
        percentile(m, s, 90.0, true, false);
        percentile(m, s, 95.0, true, false);
        percentile(m, s, 99.0, true, false);
        money(m, s, s->cost.cvar90);
        double p90 = words_find(&s->cost, 90.0)->value;
        share(m, isfinite(p90) && s->naive.cost > 0.0 ? p90 / s->naive.cost - 1.0 : NAN);
        rate(m, s);
    }
}

static void events(struct maker *m)
{
    static const char *const head[] = {N_("plan"),       N_("goodput"),        N_("failures"),   N_("preemptions"),
                                       N_("limit ends"), N_("lost GPU-hours"), N_("unfinished"), NULL};
    begin(m, N_("What happens, on average"), head);
    for (int i = 0; i < m->words->result->engine->plans; i++) {
        const struct summary *s = &m->words->result->plan[i];
        double failures = 0.0;
        for (int k = 0; k < s->typical->causes; k++)
            failures += s->mean.failures[k];
        bool all = s->unfinished == 0;
        name(m, s);
        share(m, s->goodput);
        count(m, all ? failures : NAN);
        count(m, all ? s->mean.preemptions : NAN);
        count(m, all ? s->mean.limit_ends : NAN);
        count(m, all ? s->mean.lost_gpu_h : NAN);
        struct text t = {0};
        char some[64], all_of[64];
        text_addf(&t, _("%s of %s"), text_grouped((double)s->unfinished, 0, some),
                  text_grouped((double)s->trials, 0, all_of));
        take(m, &t);
    }
}

static void classes(struct maker *m, bool tail)
{
    static const char *const head[] = {
        N_("plan"), N_("compute"), N_("power and cooling"), N_("communication"), N_("failures"), N_("time"), NULL};
    begin(m, tail ? N_("Where the money goes, around P90") : N_("Where the money goes, on average"), head);
    for (int i = 0; i < m->words->result->engine->plans; i++) {
        const struct summary *s = &m->words->result->plan[i];
        name(m, s);
        for (int c = 0; c < CLASS_COUNT; c++) {
            double mean = 0.0;
            for (int k = 0; k < ITEM_COUNT; k++)
                mean += s->mean.item[k][c];
            money(m, s, tail ? (s->tail_trials ? s->tail[c] : NAN) : s->unfinished ? NAN : mean);
        }
    }
}

int section_make(const struct words *words, struct section section[SECTIONS_MOST])
{
    struct maker m = {words, section};
    odds(&m);
    m.section++;
    if (words->priced) {
        budget(&m);
        m.section++;
        classes(&m, false);
        m.section++;
        classes(&m, true);
        m.section++;
    }
    events(&m);
    m.section++;
    return (int)(m.section - section) + course_out_sections(words, m.section);
}

void section_release(struct section *section, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < section[i].rows * section[i].columns; k++)
            free(section[i].cell[k]);
        free(section[i].cell);
        free(section[i].name);
    }
}

/* ---- written ---- */

/* A cell with blanks on the side away from its text: names on the right, numbers on the left. */
static void put_cell(FILE *to, const char *text, int width, bool left)
{
    int blanks = width - text_width(text);
    fprintf(to, "%*s%s%*s", left ? 0 : blanks, "", text, left ? blanks : 0, "");
}

void section_table(const struct section *s, bool colour, FILE *to)
{
    int width[SECTION_COLUMNS];
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    for (int c = 0; c < s->columns; c++) {
        width[c] = text_width(s->head[c]);
        for (int r = 0; r < s->rows; r++) {
            int w = text_width(s->cell[r * s->columns + c]);
            width[c] = w > width[c] ? w : width[c];
        }
    }
    fprintf(to, "%s%s%s\n", bold, section_heading(s), plain);
    for (int r = -1; r < s->rows; r++) {
        for (int c = 0; c < s->columns; c++) {
            fputs(c ? "  " : "", to);
            const char *text = r < 0 ? s->head[c] : s->cell[r * s->columns + c];
            if (c + 1 == s->columns && c == 0)
                fputs(text, to);
            else
                put_cell(to, text, width[c], c == 0);
        }
        fputs("\n", to);
    }
    fputs("\n", to);
}

bool section_is_left(const struct section *s, int column)
{
    return column == 0 || s->words >> column & 1U;
}

/* URLs stand as text. */
static bool begins_link(const char *text, const char *c)
{
    return strncmp(c, "://", 3) == 0 || (c - text >= 3 && strncmp(c - 3, "www.", 4) == 0);
}

void section_markdown_text(const char *text, FILE *to)
{
    for (const char *c = text; *c; c++) {
        if (strchr("\\`*_{}[]<>|#~$&", *c) || begins_link(text, c))
            fputc('\\', to);
        fputc(*c, to);
    }
}

void section_markdown(const struct section *s, FILE *to)
{
    fputs("\n## ", to);
    section_markdown_text(section_heading(s), to);
    fputs("\n\n", to);
    section_markdown_rows(s, to);
}

void section_markdown_rows(const struct section *s, FILE *to)
{
    fputs("|", to);
    for (int c = 0; c < s->columns; c++)
        fprintf(to, " %s |", s->head[c]);
    fputs("\n|", to);
    for (int c = 0; c < s->columns; c++)
        fputs(section_is_left(s, c) ? "---|" : "---:|", to);
    fputs("\n", to);
    for (int r = 0; r < s->rows; r++) {
        fputs("|", to);
        for (int c = 0; c < s->columns; c++) {
            fputs(" ", to);
            section_markdown_text(s->cell[r * s->columns + c], to);
            fputs(" |", to);
        }
        fputs("\n", to);
    }
}

/* ---- pages ---- */

static void put_text(const struct section_page *page, const char *before, struct text *line, const char *behind)
{
    fputs(before, page->to);
    if (page->markdown)
        section_markdown_text(line->at ? line->at : "", page->to);
    else
        fputs(line->at ? line->at : "", page->to);
    fputs(behind, page->to);
    text_release(line);
}

void section_title(const struct section_page *page, struct text *line)
{
    put_text(page, page->markdown ? "# " : "", line, page->markdown ? "\n" : "\n\n");
}

void section_put(const struct section_page *page, const struct section *section)
{
    if (page->markdown)
        section_markdown(section, page->to);
    else
        section_table(section, page->colour, page->to);
}

void section_line(const struct section_page *page, struct text *line)
{
    put_text(page, page->markdown ? "\n" : "", line, "\n");
}

void section_answer(const struct section_page *page, struct text *line)
{
    if (page->markdown)
        put_text(page, "\n**", line, "**\n");
    else
        put_text(page, page->colour ? "\033[1m" : "", line, page->colour ? "\033[0m\n" : "\n");
}
