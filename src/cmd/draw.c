/* Charts beside a report. */
#include "cmd/draw.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cmd/command.h"
#include "report/samples.h"

int draw_check(const struct options *o, const char *otherwise, struct draw *draw, struct err *err)
{
    int code = o->output ? file_try(o->output, err) : 0;
    if (!code && o->samples)
        code = samples_check(o->samples, err);
    if (!code && o->samples)
        code = file_try(o->samples, err);
    for (int i = 0; i < o->plots && !code; i++) {
        code = chart_parse(o->plot[i], otherwise, &draw->request[i], err);
        if (code)
            return code;
        if (draw->request[i].term && !o->output && strcmp(o->format, "table") != 0)
            return err_plain(err, ERR_INPUT, _("name a file: --plot=odds.png, or write the results with -o"),
                             _("a chart in the terminal would mix with -f %s"), o->format);
    }
    return code;
}

/* All of them that go to the terminal, or all that do not; the first failure is the status. */
static int draw_all(const struct options *o, const struct draw *draw, bool term, const struct chart_data *data,
                    struct err *err)
{
    int code = 0;
    for (int i = 0; i < o->plots; i++) {
        if (draw->request[i].term != term)
            continue;
        int bad = chart_draw(data, &draw->request[i], stdout, err);
        code = code ? code : bad;
    }
    return code;
}

int draw_report(const struct options *o, const struct draw *draw, const struct chart_data *data,
                void (*write)(void *context, FILE *to), void *context, struct err *err)
{
    int drawn = draw_all(o, draw, true, data, err);
    int code = command_write(o, write, context, err);
    if (!code && o->samples)
        code = samples_write(data->result, o->samples, err);
    if (!code)
        code = draw_all(o, draw, false, data, err);
    return code ? code : drawn;
}
