/* Options of all commands. */
#include "cmd/option.h"

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "cmd/language.h"

#define MEMBER(options, row, type) (*(type *)(void *)((char *)(options) + (row)->offset))

static int bad(const struct option_row *row, const char *text, const char *hint, struct err *err)
{
    return err_plain(err, ERR_INPUT, hint, _("--%s: \"%s\" is not usable"), row->name, text);
}

static int read_flag(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    (void)text;
    (void)err;
    MEMBER(o, row, bool) = true;
    return 0;
}

static int read_text(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    if (text[0] == '\0')
        return bad(row, text, NULL, err);
    MEMBER(o, row, const char *) = text;
    return 0;
}

/* Lists stand as an array with its count in a member of its own. */
static int read_list(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    const char **list = (const char **)(void *)((char *)o + row->offset);
    int *count = list == o->set ? &o->sets : list == o->plan ? &o->plans : &o->plots;
    if (*count == OPTION_LIST)
        return err_plain(err, ERR_INPUT, NULL, _("--%s: given more than %d times"), row->name, OPTION_LIST);
    list[(*count)++] = text;
    return 0;
}

static int read_trials(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    uint64_t n;
    if (!text_u64(text, &n) || n < 1 || n > 4000000000u)
        return bad(row, text, _("write a whole number from 1 to 4000000000"), err);
    o->trials = (long)n;
    return 0;
}

static int read_seed(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    if (!text_u64(text, &o->seed))
        return bad(row, text, _("write a whole number from 0 to 18446744073709551615"), err);
    o->has_seed = true;
    return 0;
}

static int read_threads(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    uint64_t n;
    if (!text_u64(text, &n) || n < 1 || n > 256)
        return bad(row, text, _("write a whole number from 1 to 256"), err);
    o->threads = (int)n;
    return 0;
}

static int read_precision(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    size_t n = strlen(text);
    char *number = mem_copy_n(text, n > 0 && text[n - 1] == '%' ? n - 1 : n);
    double x;
    bool good = text_whole_number(number, &x);
    free(number);
    if (good && n > 0 && text[n - 1] == '%')
        x /= 100.0;
    if (!good || !(x > 0.0 && x < 1.0))
        return bad(row, text, _("write a share such as 1% or 0.01"), err);
    o->precision = x;
    return 0;
}

static int read_format(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    for (const struct report_format *f = report_formats; f->name; f++)
        if (strcmp(f->name, text) == 0) {
            o->format = text;
            return 0;
        }
    return bad(row, text, _("write table, json, csv or md"), err);
}

static int read_report_format(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    if (strcmp(text, "md") != 0 && strcmp(text, "html") != 0)
        return bad(row, text, _("write md or html"), err);
    o->format = text;
    return 0;
}

static int read_progress(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    static const char *const words[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, words[i]) == 0) {
            o->progress = i;
            return 0;
        }
    return bad(row, text, _("write auto, always or never"), err);
}

/* language_start() has looked for it before. */
static int read_lang(const struct option_row *row, const char *text, struct options *o, struct err *err)
{
    (void)row;
    (void)o;
    return language_check(text, err);
}

#define AT(member) offsetof(struct options, member)

const struct option_row option_rows[] = {
    {'n', "trials", "N", N_("number of trials; without it, as many as --precision needs"),
     FOR_RUN | FOR_TRACE | FOR_STUDIES, read_trials, 0},
    {0, "precision", "P", N_("stop when the 95% interval of each P90 is within P of it (1%)"),
     FOR_RUN | FOR_TRACE | FOR_STUDIES, read_precision, 0},
    {'s', "seed", "N", N_("seed of the streams, instead of the file's"), FOR_RUN | FOR_TRACE | FOR_CHECK | FOR_STUDIES,
     read_seed, 0},
    {'j', "threads", "N", N_("threads; the results do not depend on it"), FOR_RUN | FOR_TRACE | FOR_STUDIES,
     read_threads, 0},
    {'S', "set", "KEY=VALUE", N_("change a value, of all plans or (PLAN.KEY=VALUE) of one"),
     FOR_RUN | FOR_TRACE | FOR_CHECK | FOR_STUDIES, read_list, AT(set)},
    {'p', "plan", "NAME", N_("only this plan; may be repeated"), FOR_RUN | FOR_TRACE | FOR_CHECK | FOR_STUDIES,
     read_list, AT(plan)},
    {'f', "format", "FORMAT", N_("table, json, csv or md; without it, by the ending of -o"), FOR_FORMATS, read_format,
     0},
    {'f', "format", "FORMAT", N_("of a report without -o: md (default) or html"), FOR_REPORT, read_report_format, 0},
    {'o', "output", "FILE",
     N_("write there instead of to standard output; without -f, .json, .csv and .md say what is written"), FOR_FORMATS,
     read_text, AT(output)},
    {'o', "output", "FILE", N_("write there instead of to standard output"), FOR_ALL & ~FOR_FORMATS, read_text,
     AT(output)},
    {0, "samples", "FILE", N_("write time and cost of every trial to FILE.csv or FILE.npy"), FOR_RUN, read_text,
     AT(samples)},
    {0, "plot", "[CHART:]FILE]",
     N_("draw a chart to FILE.png or FILE.svg; alone: in the terminal; docs/output.md shows all charts"), FOR_CHARTS,
     read_list, AT(plot)},
    {0, "prefer", "METRIC", N_("choose by the lowest of it instead of p90(cost), such as mean(cost) or p95(time)"),
     FOR_COMPARE, read_text, AT(prefer)},
    {0, "for", "METRIC", N_("what is made least or equal: a mean or percentile of cost or time, such as p90(time)"),
     FOR_TUNE | FOR_SWEEP | FOR_BREAKEVEN | FOR_SENSITIVITY, read_text, AT(metric)},
    {0, "with", "LIST", N_("sections to add: compare, tune, sensitivity, with commas between"), FOR_REPORT, read_text,
     AT(with)},
    {0, "between", "A,B", N_("the two plans of a break-even"), FOR_BREAKEVEN, read_text, AT(between)},
    {0, "fail-if", "EXPR", N_("exit with 1 if it is true, such as 'p90(cost) > 50000 USD or p(time > 21 days) > 10%'"),
     FOR_RUN, read_text, AT(fail_if)},
    {0, "undecided", "pass|fail", N_("what an undecided --fail-if comes to (fail)"), FOR_RUN, read_text, AT(undecided)},
    {0, "trial", "N|p90", N_("which trial to tell: its number, or the one at the P90 of cost"), FOR_TRACE, read_text,
     AT(trial)},
    {0, "example", "NAME", N_("a shipped scenario"), FOR_INIT, read_text, AT(example)},
    {0, "gpu", "KIND:N", N_("a starter for this kind of card, N to a node"), FOR_INIT, read_text, AT(gpu)},
    {0, "spot", NULL, N_("with a spot plan beside the on-demand one"), FOR_INIT, read_flag, AT(spot)},
    {'q', "quiet", NULL, N_("no warnings"), FOR_ALL, read_flag, AT(quiet)},
    {'v', "verbose", NULL, N_("say what is done"), FOR_ALL, read_flag, AT(verbose)},
    {0, "no-color", NULL, N_("no colours (as with NO_COLOR set)"), FOR_ALL, read_flag, AT(no_color)},
    {0, "progress", "WHEN", N_("progress on standard error: auto, always or never"), FOR_RUN | FOR_TRACE | FOR_STUDIES,
     read_progress, 0},
    {0, "lang", "zh|en", N_("language of what people read; without it, by LC_ALL, LC_MESSAGES or LANG"), FOR_ALL,
     read_lang, 0},
    {'h', "help", NULL, N_("this help"), FOR_ALL, read_flag, AT(help)},
    {0, "version", NULL, N_("the version, and what it was built with"), FOR_ALL, read_flag, AT(version)},
    {0, NULL, NULL, NULL, 0, NULL, 0},
};

enum { ROWS = sizeof option_rows / sizeof *option_rows - 1, LONG_BASE = 1000 };

static int unknown(const char *word, int command, struct err *err)
{
    const char *names[ROWS + 1];
    int n = 0;
    for (int i = 0; i < ROWS; i++)
        if (option_rows[i].commands & command)
            names[n++] = option_rows[i].name;
    names[n] = NULL;
    char *bare = mem_copy(word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *near = text_near(bare, names);
    char *hint = near ? mem_format(_("did you mean \"--%s\"?"), near) : mem_copy(_("--help lists the options"));
    int code = err_plain(err, ERR_INPUT, hint, _("unknown option \"%s\""), word);
    free(hint);
    free(bare);
    return code;
}

/* Builds getopt's tables for one command. */
static void build(int command, struct option *longs, char *shorts)
{
    int n = 0, k = 0;
    shorts[k++] = ':';
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *row = &option_rows[i];
        if (!(row->commands & command))
            continue;
        bool optional = row->argument && row->argument[0] == '[';
        longs[n++] = (struct option){row->name,
                                     !row->argument ? no_argument
                                     : optional     ? optional_argument
                                                    : required_argument,
                                     NULL, LONG_BASE + i};
        if (!row->letter)
            continue;
        shorts[k++] = row->letter;
        if (row->argument)
            shorts[k++] = ':';
    }
    longs[n] = (struct option){0};
    shorts[k] = '\0';
}

static const struct option_row *row_of(int code, int command)
{
    for (int i = 0; i < ROWS; i++)
        if (option_rows[i].commands & command &&
            (code == LONG_BASE + i || (option_rows[i].letter && code == option_rows[i].letter)))
            return &option_rows[i];
    return NULL;
}

/* What the ending of a file says that it holds. */
static const char *format_of_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (const struct report_format *f = report_formats; f->name && dot; f++)
        if (strcasecmp(f->name, dot + 1) == 0)
            return f->name;
    return "table";
}

int option_parse(int argc, char **argv, int command, struct options *o, struct err *err)
{
    struct option longs[ROWS + 1];
    char shorts[3 * ROWS + 2];
    int code, got;
    *o = (struct options){.precision = 0.01};
    build(command, longs, shorts);
    opterr = 0;
    optind = 1;
    while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        const struct option_row *row = got == ':' ? NULL : row_of(got, command);
        if (got == ':')
            return err_plain(err, ERR_INPUT, NULL, _("option \"%s\" needs a value"), argv[optind - 1]);
        if (!row) {
            char letter[3] = {'-', (char)optopt, '\0'};
            bool is_letter =
                optopt > 0 && optopt < LONG_BASE && argv[optind - 1][0] == '-' && argv[optind - 1][1] != '-';
            return unknown(is_letter ? letter : argv[optind - 1], command, err);
        }
        code = row->read(row, optarg ? optarg : "term", o, err);
        if (code)
            return code;
    }
    for (; optind < argc; optind++) {
        if (o->files == OPTION_LIST)
            return err_plain(err, ERR_INPUT, NULL, _("too many arguments"));
        o->file[o->files++] = argv[optind];
    }
    if (!o->format)
        o->format = o->output && command & FOR_FORMATS ? format_of_ending(o->output) : "table";
    return 0;
}
