/* runodds compare OLD.json NEW.json: what changed since an earlier result. */
#include "cmd/compare_stored.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "cmd/command.h"
#include "report/change.h"

struct writing {
    const struct stored *before, *now;
    const char *format;
    struct report_style style;
};

static void write_change(void *context, FILE *to)
{
    const struct writing *w = context;
    change_write(w->before, w->now, w->format, &w->style, to);
}

static bool is_json(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && strcasecmp(path + n - 5, ".json") == 0;
}

bool compare_stored_applies(const struct options *o)
{
    return o->files > 0 && is_json(o->file[0]);
}

/* What only a simulation could heed. */
static bool asks_for_trials(const struct options *o)
{
    return o->trials > 0 || o->has_seed || o->sets > 0 || o->plans > 0 || o->plots > 0 || o->prefer;
}

static int read_result(const char *path, struct stored *stored, struct err *err)
{
    int code = stored_read(path, stored, err);
    if (!code && !stored->data.result)
        code = err_plain(err, ERR_INPUT, _("name two results that were written with -f json"),
                         _("\"%s\" is the story of one trial, and no result"), path);
    return code;
}

int compare_stored_run(const struct options *o, struct err *err)
{
    struct stored before = {0}, now = {0};
    int code = 0;
    if (o->files != 2 || !is_json(o->file[1]))
        code = err_plain(err, ERR_INPUT, _("such as runodds compare old.json new.json; or name one scenario file"),
                         _("name two results that were written with -f json"));
    if (!code && asks_for_trials(o))
        code = err_plain(err, ERR_INPUT, _("options for it are -f, -o and those of all commands"),
                         _("two results are compared as they are: no trial is played, nothing is drawn"));
    if (!code)
        code = read_result(o->file[0], &before, err);
    if (!code)
        code = read_result(o->file[1], &now, err);
    if (!code && (!before.data.result || !now.data.result))
        code = err_plain(err, ERR_INPUT, _("write results with runodds run FILE -f json"),
                         _("the story of one trial is no result"));
    if (!code) {
        struct writing w = {&before, &now, o->format, {.colour = !o->output && command_colour(o, stdout)}};
        code = command_write(o, write_change, &w, err);
    }
    stored_release(&before);
    stored_release(&now);
    return code;
}
