/* From a request to a drawn chart. */
#include "report/chart.h"

#include <stdlib.h>
#include <string.h>

#include "report/gnuplot.h"
#include "report/svg.h"

const struct chart_kind chart_kinds[] = {
    {"cdf", "cdf", NULL, N_("chance of staying below a cost, plan by plan, with P50, P90 and the budget"), cdf_build},
    {"deadline", "cdf", NULL, N_("chance of being done by a time, plan by plan, with the deadline"), deadline_build},
    {"cloud", "cloud", NULL, N_("time against cost, one dot a trial, with deadline and budget"), cloud_build},
    {"breakdown", "breakdown", NULL, N_("where the money goes: the five classes' shares of the mean cost"),
     breakdown_build},
    {"bars", "bars", NULL, N_("what the plans cost: mean cost in money by class, with P50, P90 and the budget"),
     bars_build},
    {"cards", "cards", NULL, N_("one card or many: cost, time and cost per effective GPU-hour by number of cards"),
     cards_build},
    {"progress", "canvas", NULL, N_("how much of the work is done by a date: a fan, with milestones and the deadline"),
     progress_plot_build},
    {"tornado", "canvas", "sensitivity", N_("what moves the answer: each unknown at its P10 and P90"), tornado_build},
    {"gantt", "canvas", "trace", N_("one trial hour by hour, an attempt a row"), gantt_build},
    {"pareto", "canvas", "compare", N_("P90 of time against P90 of cost, with the front, budget and deadline"),
     pareto_build},
    {"tune", "canvas", "tune", N_("a metric over the interval between checkpoints, with the best, yours and formulas"),
     tune_plot_build},
    {"sweep", "canvas", "sweep", N_("P10, P50 and P90 over the values of a key"), sweep_plot_build},
    {"heat", "canvas", "sweep", N_("a metric over the values of two keys"), heat_build},
    {"breakeven", "canvas", "breakeven", N_("a metric of two plans over a key, and where they cross"),
     breakeven_plot_build},
    {NULL, NULL, NULL, NULL, NULL},
};

static const struct chart_kind *chart_find(const char *name, size_t n)
{
    for (const struct chart_kind *kind = chart_kinds; kind->name != NULL; kind++)
        if (strlen(kind->name) == n && memcmp(kind->name, name, n) == 0)
            return kind;
    return NULL;
}

static bool chart_is_word(const char *text, size_t n)
{
    return n > 0 && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") >= n;
}

static const char *chart_by(const char *name)
{
    return chart_find(name, strlen(name))->by;
}

/* Whether the command of `otherwise` has what a kind shows. */
static bool chart_has(const struct chart_kind *kind, const char *otherwise)
{
    return kind->by == NULL || (chart_by(otherwise) != NULL && strcmp(kind->by, chart_by(otherwise)) == 0);
}

static int chart_unknown(const char *name, size_t n, const char *otherwise, struct err *err)
{
    const char *names[sizeof chart_kinds / sizeof *chart_kinds] = {0};
    struct text hint = {0};
    char *word = mem_copy_n(name, n);
    int known = 0;
    for (int i = 0; chart_kinds[i].name != NULL; i++)
        if (chart_has(&chart_kinds[i], otherwise))
            names[known++] = chart_kinds[i].name;
    const char *near = text_near(word, names);
    if (near != NULL)
        text_addf(&hint, _("did you mean \"%s\"?"), near);
    else
        for (int i = 0; names[i] != NULL; i++)
            text_addf(&hint, "%s%s", i == 0 ? _("charts: ") : _(", "), names[i]);
    int code = err_plain(err, ERR_INPUT, hint.at, _("--plot: there is no chart \"%s\""), word);
    free(word);
    text_release(&hint);
    return code;
}

static int chart_elsewhere(const struct chart_kind *kind, struct err *err)
{
    char *hint = mem_format(_("runodds %s draws it"), kind->by != NULL ? kind->by : "run");
    int code = err_plain(err, ERR_INPUT, hint, _("--plot: this command has nothing for the chart \"%s\""), kind->name);
    free(hint);
    return code;
}

int chart_parse(const char *argument, const char *otherwise, struct chart_request *request, struct err *err)
{
    *request = (struct chart_request){.kind = otherwise, .term = true};
    if (argument == NULL || strcmp(argument, "term") == 0)
        return 0;
    size_t n = strcspn(argument, ":");
    const struct chart_kind *kind = chart_find(argument, n);
    if (kind == NULL && argument[n] == ':' && chart_is_word(argument, n))
        return chart_unknown(argument, n, otherwise, err);
    if (kind != NULL && !chart_has(kind, otherwise))
        return chart_elsewhere(kind, err);
    if (kind != NULL) {
        request->kind = kind->name;
        argument += n + (argument[n] == ':');
        if (strcmp(argument, "term") == 0 || argument[-1] != ':')
            return 0;
    }
    if (!text_ends(argument, ".png") && !text_ends(argument, ".svg"))
        return err_plain(err, ERR_INPUT,
                         _("write FILE.png, FILE.svg or term, after a chart's name and a colon if wanted"),
                         _("--plot: \"%s\" is neither a .png nor an .svg file"), argument);
    request->path = argument;
    request->term = false;
    return 0;
}

int chart_draw(const struct chart_data *data, const struct chart_request *request, FILE *terminal, struct err *err)
{
    struct sheet sheet;
    const struct chart_kind *kind = chart_find(request->kind, strlen(request->kind));
    if (kind->by == NULL && data->result == NULL)
        return chart_elsewhere(kind, err);
    if (data->result != NULL && data->result->trials.n == 0)
        return err_plain(err, ERR_RUNTIME, NULL, _("no trial was played, so there is nothing to draw"));
    sheet_init(&sheet, request->term ? SHEET_TERM : text_ends(request->path, ".svg") ? SHEET_SVG : SHEET_PNG);
    int code = kind->build(data, &sheet, err);
    if (code == 0)
        code = gnuplot_draw(&sheet, kind->script, request->path, terminal, err);
    sheet_release(&sheet);
    return code;
}

/* ---- for a page ---- */

static int chart_picture(const struct sheet *sheet, const char *script, const char *prefix, struct text *svg,
                         struct err *err)
{
    struct text picture = {0};
    struct place_rect filled = sheet_filled(sheet);
    int code = gnuplot_take(sheet, script, &picture, err);
    if (code == 0 && !svg_clean(picture.at, prefix, sheet->headline.at, &filled, svg))
        code = err_plain(err, ERR_RUNTIME, NULL, _("gnuplot drew a chart that a page cannot hold"));
    text_release(&picture);
    return code;
}

int chart_page_make(const struct chart_data *data, const char *kind, bool drawn, const char *prefix,
                    struct chart_page *page, struct err *err)
{
    struct sheet sheet;
    const struct chart_kind *row = chart_find(kind, strlen(kind));
    *page = (struct chart_page){.svg = {0}};
    sheet_init(&sheet, SHEET_SVG);
    sheet.bare = true;
    int code = row->build(data, &sheet, err);
    if (code == 0 && drawn)
        code = chart_picture(&sheet, row->script, prefix, &page->svg, err);
    if (code != ERR_INPUT) {
        page->headline = sheet.headline;
        page->subtitle = sheet.subtitle;
        page->foot = sheet.foot;
        sheet.headline = sheet.subtitle = sheet.foot = (struct text){0};
    }
    sheet_release(&sheet);
    return code;
}

void chart_page_release(struct chart_page *page)
{
    text_release(&page->headline);
    text_release(&page->subtitle);
    text_release(&page->foot);
    text_release(&page->svg);
}
