/* runodds plot: a chart from a result that was written as JSON, without a simulation. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/stored.h"

enum { KINDS_MOST = 32 };

static bool is_held(const struct chart_data *data, const struct chart_kind *kind)
{
    const struct {
        const char *by;
        const void *held;
    } rows[] = {{"compare", data->comparison},
                {"tune", data->tune},
                {"sweep", data->sweep},
                {"breakeven", data->breakeven},
                {"sensitivity", data->sensitivity},
                {"trace", data->story}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && kind->by; i++)
        if (strcmp(rows[i].by, kind->by) == 0)
            return rows[i].held != NULL;
    return kind->by == NULL && data->result != NULL;
}

/* Whether there is something to draw: one key of a sweep makes no heat map. */
static bool fits(const struct chart_data *data, const struct chart_kind *kind)
{
    struct sheet sheet;
    struct err quiet = {0};
    if (!is_held(data, kind))
        return false;
    sheet_init(&sheet, SHEET_TERM);
    int code = kind->build(data, &sheet, &quiet);
    sheet_release(&sheet);
    err_release(&quiet);
    return code == 0;
}

/* The first that shows what the command found, else the first that shows a result. */
static const char *first_fitting(const struct chart_data *data)
{
    for (int own = 1; own >= 0; own--)
        for (const struct chart_kind *kind = chart_kinds; kind->name; kind++)
            if ((kind->by != NULL) == own && fits(data, kind))
                return kind->name;
    return chart_kinds[0].name;
}

static int unknown(const char *name, const struct stored *stored, struct err *err)
{
    const char *names[KINDS_MOST + 1];
    int n = 0;
    struct text hint = {0};
    for (const struct chart_kind *kind = chart_kinds; kind->name && n < KINDS_MOST; kind++)
        if (is_held(&stored->data, kind))
            names[n++] = kind->name;
    names[n] = NULL;
    const char *near = text_near(name, names);
    if (near)
        text_addf(&hint, _("did you mean \"%s\"?"), near);
    for (int i = 0; i < n && !near; i++)
        text_addf(&hint, "%s%s", i == 0 ? _("charts: ") : _(", "), names[i]);
    int code = err_plain(err, ERR_INPUT, hint.at, _("there is no chart \"%s\""), name);
    text_release(&hint);
    return code;
}

static int find_kind(const char *name, const struct stored *stored, const char **found, struct err *err)
{
    const struct chart_kind *kind = chart_kinds;
    while (kind->name && strcmp(kind->name, name) != 0)
        kind++;
    if (!kind->name)
        return unknown(name, stored, err);
    if (!is_held(&stored->data, kind)) {
        char *hint = mem_format(_("it shows what \"runodds %s\" finds"), kind->by ? kind->by : "run");
        int code =
            err_plain(err, ERR_INPUT, hint, _("\"%s\" holds nothing for the chart \"%s\""), stored->path, kind->name);
        free(hint);
        return code;
    }
    *found = kind->name;
    return 0;
}

/* ---- the command ---- */

static int check(const struct options *o, struct chart_request *request, struct err *err)
{
    if (o->files < 1 || o->files > 2)
        return err_plain(err, ERR_INPUT, _("such as runodds plot result.json cloud -o points.svg"),
                         _("name a result that was written with -f json, and a chart"));
    *request = (struct chart_request){.path = o->output, .term = !o->output || strcmp(o->output, "-") == 0};
    if (!request->term && !text_ends(o->output, ".png") && !text_ends(o->output, ".svg"))
        return err_plain(err, ERR_INPUT, _("write -o FILE.png or -o FILE.svg; without -o it is drawn in the terminal"),
                         _("-o: \"%s\" is neither a .png nor an .svg file"), o->output);
    return 0;
}

struct drawing {
    const struct stored *stored;
    const struct chart_request *request;
    struct err *err;
    int code;
};

static void draw(void *context, FILE *to)
{
    struct drawing *d = context;
    d->code = chart_draw(&d->stored->data, d->request, to, d->err);
}

int cmd_plot(const struct options *o, struct err *err)
{
    struct stored stored = {0};
    struct chart_request request;
    int code = check(o, &request, err);
    if (!code)
        code = stored_read(o->file[0], &stored, err);
    if (!code && o->files > 1)
        code = find_kind(o->file[1], &stored, &request.kind, err);
    else if (!code)
        request.kind = first_fitting(&stored.data);
    if (!code && request.term) {
        struct drawing d = {&stored, &request, err, 0};
        code = command_write(o, draw, &d, err);
        code = d.code ? d.code : code;
    } else if (!code) {
        code = chart_draw(&stored.data, &request, stdout, err);
    }
    stored_release(&stored);
    return code;
}
