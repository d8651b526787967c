/* runodds sweep: one or two keys over ranges. */
#include "cmd/command.h"

#include <stdlib.h>

#include "base/text.h"
#include "cmd/draw.h"
#include "report/sweep_out.h"

struct writing {
    const struct options *options;
    const struct sweep_report *report;
    struct report_style style;
};

static void write_sweep(void *context, FILE *to)
{
    const struct writing *w = context;
    sweep_out_write(w->report, w->options->format, &w->style, to);
}

static int read_axes(const struct options *o, struct sweep *sweep, struct err *err)
{
    int code = 0;
    if (o->files < 2 || o->files > 3)
        return err_plain(err, ERR_INPUT, _("such as runodds sweep plan.yaml checkpoint.every=10min..8h"),
                         _("name a scenario file and one or two keys with their values"));
    for (int i = 1; i < o->files && !code; i++)
        code = sweep_axis_read(o->file[i], &sweep->axis[sweep->axes++], err);
    return code;
}

int cmd_sweep(const struct options *o, struct err *err)
{
    struct study study = {0};
    struct point base = {0};
    struct metric metric;
    struct sweep sweep = {0};
    struct draw draw;
    int code = read_axes(o, &sweep, err);
    if (!code)
        code = draw_check(o, sweep.axes > 1 ? "heat" : "sweep", &draw, err);
    if (!code)
        code = command_study(o, o->files - 1, true, &study, &base, err);
    if (!code)
        code = command_metric(o->metric, "--for", &base.engine, METRIC_PERCENTILE, &metric, err);
    if (!code)
        code = sweep_play(&study, &base, &metric, &sweep, err);
    if (!code) {
        struct sweep_report report = {&base.result, &metric, &sweep};
        struct writing w = {o, &report, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &base.result, .sweep = &report};
        code = draw_report(o, &draw, &data, write_sweep, &w, err);
    }
    sweep_release(&sweep);
    point_release(&base);
    study_close(&study);
    return code;
}
