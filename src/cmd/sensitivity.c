/* runodds sensitivity: which unknown moves the answer most; ignorance against luck. */
#include "cmd/command.h"

#include "base/text.h"
#include "cmd/draw.h"
#include "report/sensitivity_out.h"

struct writing {
    const struct options *options;
    const struct sensitivity_report *report;
    struct report_style style;
};

static void write_sensitivity(void *context, FILE *to)
{
    const struct writing *w = context;
    sensitivity_out_write(w->report, w->options->format, &w->style, to);
}

int cmd_sensitivity(const struct options *o, struct err *err)
{
    struct draw draw;
    struct study study = {0};
    struct point base = {0};
    struct metric metric;
    struct sensitivity found = {0};
    int code = draw_check(o, "tornado", &draw, err);
    if (!code)
        code = command_study(o, 0, false, &study, &base, err);
    if (!code)
        code = command_metric(o->metric, "--for", &base.engine, METRIC_PERCENTILE, &metric, err);
    if (!code)
        code = sensitivity_make(&study, &base, &metric, &found, err);
    if (!code) {
        struct sensitivity_report report = {&base.result, &metric, &found, NULL};
        struct writing w = {o, &report, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &base.result, .sensitivity = &report};
        code = draw_report(o, &draw, &data, write_sensitivity, &w, err);
    }
    sensitivity_release(&found);
    point_release(&base);
    study_close(&study);
    return code;
}
