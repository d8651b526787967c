/* Refusals to write over a file that somebody wrote. */
#include "cmd/guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/command.h"
#include "report/chart.h"

/* Commands all of whose arguments are files, and those whose first is one. */
enum {
    READS_ALL = FOR_RUN | FOR_COMPARE | FOR_TUNE | FOR_SENSITIVITY | FOR_ADVISE | FOR_REPORT | FOR_CHECK | FOR_TRACE,
    READS_FIRST = FOR_SWEEP | FOR_BREAKEVEN | FOR_PLOT
};

/* Whether a file that is read and one that would be written are the same regular file. */
static bool is_same(const char *input, const char *output)
{
    struct stat a, b;
    int failed = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &a) : stat(input, &a);
    return failed == 0 && strcmp(output, "-") != 0 && stat(output, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int check(const struct options *o, int files, const char *option, const char *output, struct err *err)
{
    for (int i = 0; i < files && output; i++)
        if (is_same(o->file[i], output))
            return err_plain(err, ERR_INPUT, _("give another name"),
                             text_ends(o->file[i], ".json") ? _("%s: \"%s\" is the result that is read")
                                                            : _("%s: \"%s\" is the scenario itself"),
                             option, output);
    return 0;
}

/* The file of a chart, behind the name of its kind; a word that is no file is no input either. */
static const char *chart_file(const char *argument)
{
    size_t n = strcspn(argument, ":");
    for (const struct chart_kind *kind = chart_kinds; kind->name; kind++)
        if (argument[n] == ':' && strlen(kind->name) == n && strncmp(argument, kind->name, n) == 0)
            return argument + n + 1;
    return argument;
}

int guard_inputs(const struct options *o, int command, struct err *err)
{
    int files = command & READS_ALL ? o->files : command & READS_FIRST && o->files > 0 ? 1 : 0;
    int code = check(o, files, "-o", o->output, err);
    if (!code)
        code = check(o, files, "--samples", o->samples, err);
    for (int i = 0; i < o->plots && !code; i++)
        code = check(o, files, "--plot", chart_file(o->plot[i]), err);
    return code;
}

int guard_list(const struct options *o, struct err *err)
{
    for (int i = 0; i < o->files && o->with; i++)
        for (const struct command *c = commands; c->name; c++) {
            if (strcmp(c->name, o->file[i]) != 0 || access(o->file[i], F_OK) == 0)
                continue;
            char *hint = mem_format(_("write --with=%s,%s"), o->with, o->file[i]);
            int code = err_plain(err, ERR_INPUT, hint, _("--with: \"%s\" stands apart from its list"), o->file[i]);
            free(hint);
            return code;
        }
    return 0;
}

int guard_existing(const struct options *o, struct err *err)
{
    struct stat about;
    if (!o->output || strcmp(o->output, "-") == 0 || stat(o->output, &about) != 0 || !S_ISREG(about.st_mode))
        return 0;
    return err_plain(err, ERR_INPUT, _("give another name, or leave -o out to see it"),
                     _("-o: \"%s\" is there already"), o->output);
}
