/* From a request to a drawn chart. */
#include "report/chart.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/gnuplot.h"

const struct chart_kind chart_kinds[] = {
    {"cdf", N_("chance of staying below a cost, plan by plan, with P50, P90 and the budget"), cdf_build},
    {"cloud", N_("time against cost, one dot a trial, with deadline and budget"), cloud_build},
    {"breakdown", N_("where the money goes: the five classes' shares of the mean cost"), breakdown_build},
    {"bars", N_("what the plans cost: mean cost in money by class, with P50, P90 and the budget"), bars_build},
    {"cards", N_("one card or many: cost, time and cost per effective GPU-hour by number of cards"), cards_build},
    {NULL, NULL, NULL},
};

static const struct chart_kind *chart_find(const char *name, size_t n)
{
    for (const struct chart_kind *kind = chart_kinds; kind->name != NULL; kind++)
        if (strlen(kind->name) == n && memcmp(kind->name, name, n) == 0)
            return kind;
    return NULL;
}

static bool chart_path_ends(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n > m && path[n - m - 1] != '/' && strcasecmp(path + n - m, end) == 0;
}

static bool chart_is_word(const char *text, size_t n)
{
    return n > 0 && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") >= n;
}

static int chart_unknown(const char *name, size_t n, struct err *err)
{
    const char *names[sizeof chart_kinds / sizeof *chart_kinds] = {0};
    struct text hint = {0};
    char *word = mem_copy_n(name, n);
    for (int i = 0; chart_kinds[i].name != NULL; i++)
        names[i] = chart_kinds[i].name;
    const char *near = text_near(word, names);
    if (near != NULL)
        text_addf(&hint, _("did you mean \"%s\"?"), near);
    else
        for (int i = 0; names[i] != NULL; i++)
            text_addf(&hint, "%s%s", i == 0 ? _("charts: ") : ", ", names[i]);
    int code = err_plain(err, ERR_INPUT, hint.at, _("--plot: there is no chart \"%s\""), word);
    free(word);
    text_release(&hint);
    return code;
}

int chart_parse(const char *argument, struct chart_request *request, struct err *err)
{
    *request = (struct chart_request){.kind = chart_kinds[0].name, .term = true};
    if (argument == NULL || strcmp(argument, "term") == 0)
        return 0;
    size_t n = strcspn(argument, ":");
    const struct chart_kind *kind = chart_find(argument, n);
    if (kind == NULL && argument[n] == ':' && chart_is_word(argument, n))
        return chart_unknown(argument, n, err);
    if (kind != NULL) {
        request->kind = kind->name;
        argument += n + (argument[n] == ':');
        if (strcmp(argument, "term") == 0 || argument[-1] != ':')
            return 0;
    }
    if (!chart_path_ends(argument, ".png") && !chart_path_ends(argument, ".svg"))
        return err_plain(err, ERR_INPUT,
                         _("write FILE.png, FILE.svg or term, after a chart's name and a colon if wanted"),
                         _("--plot: \"%s\" is neither a .png nor an .svg file"), argument);
    request->path = argument;
    request->term = false;
    return 0;
}

int chart_draw(const struct result *result, const struct chart_request *request, FILE *terminal, struct err *err)
{
    struct sheet sheet;
    const struct chart_kind *kind = chart_find(request->kind, strlen(request->kind));
    if (kind == NULL)
        return chart_unknown(request->kind, strlen(request->kind), err);
    if (result->trials.n == 0)
        return err_plain(err, ERR_RUNTIME, NULL, _("no trial was played, so there is nothing to draw"));
    sheet_init(&sheet, request->term ? SHEET_TERM : chart_path_ends(request->path, ".svg") ? SHEET_SVG : SHEET_PNG);
    int code = kind->build(result, &sheet, err);
    if (code == 0)
        code = gnuplot_draw(&sheet, kind->name, request->path, terminal, err);
    sheet_release(&sheet);
    return code;
}
