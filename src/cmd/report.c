/* runodds report: one file for a budget request, HTML or Markdown. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cmd/jobs.h"
#include "cmd/language.h"
#include "engine/course.h"
#include "report/compare.h"
#include "report/dossier.h"
#include "report/jobs_out.h"
#include "report/sensitivity_out.h"
#include "report/tune_out.h"

/* What --with asks for, in the order of the report. */
enum { WITH_COMPARE, WITH_TUNE, WITH_SENSITIVITY, WITHS };
static const char *const with_words[WITHS + 1] = {"compare", "tune", "sensitivity", NULL};

struct reporting {
    const struct options *options;
    bool html, with[WITHS];
    struct study study;
    struct point base;
    struct metric metric;
    struct comparison comparison;
    struct tuning *tuning;
    struct sensitivity found;
    struct dossier dossier;
};

/* ---- the request ---- */

static int read_word(const char *word, struct reporting *r, struct err *err)
{
    for (int i = 0; i < WITHS; i++)
        if (strcmp(word, with_words[i]) == 0) {
            r->with[i] = true;
            return 0;
        }
    const char *near = text_near(word, with_words);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near)
                      : mem_copy(_("write compare, tune or sensitivity, or several with commas between"));
    int code = err_plain(err, ERR_INPUT, hint, _("--with: \"%s\" is not usable"), word);
    free(hint);
    return code;
}

static int read_with(struct reporting *r, struct err *err)
{
    int code = 0;
    char *words = mem_copy(r->options->with ? r->options->with : ""), *rest = words;
    for (char *word; !code && r->options->with && (word = strsep(&rest, ","));)
        code = read_word(word, r, err);
    free(words);
    return code;
}

/* By the ending of a file; on standard output by -f. */
static int read_kind(struct reporting *r, struct err *err)
{
    const char *path = r->options->output, *format = r->options->format;
    bool given = strcmp(format, "table") != 0;
    r->html = given && strcmp(format, "html") == 0;
    if (!path || strcmp(path, "-") == 0)
        return 0;
    bool html = text_ends(path, ".html") || text_ends(path, ".htm"),
         markdown = text_ends(path, ".md") || text_ends(path, ".markdown");
    if (!html && !markdown)
        return err_plain(err, ERR_INPUT, _("write -o report.html, or -o report.md for Markdown"),
                         _("-o: \"%s\" is neither an .html nor an .md file"), path);
    if (given && html != r->html)
        return err_plain(err, ERR_INPUT, _("leave -f out: the ending of the file says what it is"),
                         _("-f %s does not go with \"%s\""), format, path);
    r->html = html;
    return 0;
}

/* ---- the command line that makes it again ---- */

static void add_word(struct text *out, const char *before, const char *word)
{
    text_add(out, before);
    text_add_shell(out, word);
}

static char *command_line(const struct reporting *r)
{
    const struct options *o = r->options;
    struct text out = {0}, with = {0};
    char number[TEXT_NUMBER_ROOM];
    text_add(&out, "runodds report");
    for (int i = 0; i < o->plans; i++)
        add_word(&out, " -p ", o->plan[i]);
    for (int i = 0; i < o->sets; i++)
        add_word(&out, " -S ", o->set[i]);
    if (o->trials > 0)
        text_addf(&out, " -n %ld", o->trials);
    else if (o->precision != 0.01)
        text_addf(&out, " --precision=%s", text_shortest(o->precision, number));
    if (o->has_seed)
        text_addf(&out, " -s %llu", (unsigned long long)o->seed);
    for (int i = 0; i < WITHS; i++)
        if (r->with[i])
            text_addf(&with, "%s%s", with.size > 0 ? "," : "", with_words[i]);
    if (with.size > 0)
        add_word(&out, " --with=", with.at);
    if (o->output && strcmp(o->output, "-") != 0)
        add_word(&out, " -o ", o->output);
    else if (r->html)
        text_add(&out, " -f html");
    if (catalogue_is_chinese() ||
        language_of_environment(getenv("LANGUAGE"), getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")))
        text_add(&out, catalogue_is_chinese() ? " --lang=zh" : " --lang=en");
    bool dashed = false;
    for (int i = 0; i < o->files; i++)
        dashed = dashed || (o->file[i][0] == '-' && o->file[i][1]);
    text_add(&out, dashed ? " --" : "");
    for (int i = 0; i < o->files; i++)
        add_word(&out, " ", o->file[i]);
    text_release(&with);
    return out.at;
}

/* ---- finding and writing ---- */

static int find(struct reporting *r, struct err *err)
{
    int code = command_study(r->options, 0, false, &r->study, &r->base, err);
    if (!code)
        code = command_metric(NULL, "--for", &r->base.engine, METRIC_PERCENTILE, &r->metric, err);
    if (code)
        return code;
    command_warn_tails(&r->base.result, err);
    course_keep(&r->base.result);
    r->comparison = compare_make(&r->base.result, &r->metric);
    if (r->with[WITH_TUNE]) {
        r->tuning = mem_new((size_t)r->base.engine.plans, sizeof *r->tuning);
        code = tune_plans(&r->study, &r->base, &r->metric, r->tuning, err);
    }
    if (!code && r->with[WITH_SENSITIVITY])
        code = sensitivity_make(&r->study, &r->base, &r->metric, &r->found, err);
    return code;
}

static void write_dossier(void *context, FILE *to)
{
    const struct reporting *r = context;
    if (r->html)
        dossier_html(&r->dossier, catalogue_is_chinese() ? "zh-CN" : "en", to);
    else
        dossier_markdown(&r->dossier, to);
}

/* Makes and writes the report of a source that says what was found. */
static int tell(struct reporting *r, struct dossier_source *source, struct err *err)
{
    const struct options *o = r->options;
    char *command = command_line(r);
    source->command = command;
    for (int i = 0; i < o->files; i++)
        source->from_input = source->from_input || strcmp(o->file[i], "-") == 0;
    source->counted = o->trials > 0;
    source->precision = o->precision;
    source->drawn = r->html;
    dossier_make(&r->dossier, source, err);
    int code = command_write(o, write_dossier, r, err);
    free(command);
    return code;
}

static int report_one(struct reporting *r, struct err *err)
{
    int code = find(r, err);
    struct tune_report tune = {&r->base.result, &r->metric, r->tuning};
    struct sensitivity_report sensitivity = {&r->base.result, &r->metric, &r->found, NULL};
    struct dossier_source source = {.result = &r->base.result,
                                    .comparison = &r->comparison,
                                    .pairs = r->with[WITH_COMPARE],
                                    .tune = r->with[WITH_TUNE] ? &tune : NULL,
                                    .sensitivity = r->with[WITH_SENSITIVITY] ? &sensitivity : NULL};
    return code ? code : tell(r, &source, err);
}

static int report_jobs(struct reporting *r, struct err *err)
{
    if (r->options->with)
        return err_plain(err, ERR_INPUT, _("leave it out, or report on one file"),
                         _("--with looks at one scenario, not several"));
    struct jobs_run *run = mem_new(1, sizeof *run);
    struct summary row[JOBS_MOST + 1];
    int code = jobs_open(r->options, run, err);
    for (int i = 0; i < run->files && !code; i++)
        course_keep(&run->point[i].result);
    if (!code) {
        struct result rows = jobs_out_rows(&run->jobs, row);
        struct dossier_source source = {.result = &rows, .jobs = &run->jobs};
        code = tell(r, &source, err);
    }
    jobs_close(run);
    free(run);
    return code;
}

int cmd_report(const struct options *o, struct err *err)
{
    struct reporting r = {.options = o};
    int code = read_with(&r, err);
    if (!code)
        code = read_kind(&r, err);
    if (!code && o->output)
        code = file_try(o->output, err);
    if (!code)
        code = o->files > 1 ? report_jobs(&r, err) : report_one(&r, err);
    dossier_release(&r.dossier);
    sensitivity_release(&r.found);
    free(r.tuning);
    compare_release(&r.comparison);
    point_release(&r.base);
    study_close(&r.study);
    return code;
}
