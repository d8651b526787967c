/* runodds breakeven: where two plans cross. */
#include "cmd/command.h"

#include "base/text.h"
#include "cmd/draw.h"
#include "report/breakeven_out.h"

struct writing {
    const struct options *options;
    const struct breakeven_report *report;
    struct report_style style;
};

static void write_breakeven(void *context, FILE *to)
{
    const struct writing *w = context;
    breakeven_out_write(w->report, w->options->format, &w->style, to);
}

int cmd_breakeven(const struct options *o, struct err *err)
{
    struct study study = {0};
    struct point base = {0};
    struct metric metric;
    struct breakeven found = {0};
    struct draw draw;
    int code = draw_check(o, "breakeven", &draw, err);
    if (!code && o->files != 2)
        code = err_plain(err, ERR_INPUT, _("such as runodds breakeven plan.yaml own.busy --between mine,rented"),
                         _("name a scenario file and one key"));
    if (!code)
        code = command_study(o, 1, false, &study, &base, err);
    if (!code)
        code = command_metric(o->metric, "--for", &base.engine, METRIC_MEAN, &metric, err);
    if (!code)
        code = breakeven_find(&study, &base, o->file[1], o->between, &metric, &found, err);
    if (!code) {
        struct breakeven_report report = {&base.result, &metric, &found};
        struct writing w = {o, &report, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &base.result, .breakeven = &report};
        code = draw_report(o, &draw, &data, write_breakeven, &w, err);
    }
    breakeven_release(&found);
    point_release(&base);
    study_close(&study);
    return code;
}
