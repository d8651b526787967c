/* runodds tune: the checkpoint interval of each plan. */
#include "cmd/command.h"

#include <stdlib.h>

#include "base/text.h"
#include "cmd/draw.h"
#include "report/tune_out.h"

struct writing {
    const struct options *options;
    const struct tune_report *report;
    struct report_style style;
};

static void write_tuning(void *context, FILE *to)
{
    const struct writing *w = context;
    tune_out_write(w->report, w->options->format, &w->style, to);
}

int cmd_tune(const struct options *o, struct err *err)
{
    struct study study = {0};
    struct point base = {0};
    struct metric metric;
    struct tuning *tuning = NULL;
    struct draw draw;
    int code = draw_check(o, "tune", &draw, err);
    if (!code)
        code = command_study(o, 0, true, &study, &base, err);
    if (!code)
        code = command_metric(o->metric, "--for", &base.engine, METRIC_PERCENTILE, &metric, err);
    if (!code) {
        tuning = mem_new((size_t)base.engine.plans, sizeof *tuning);
        code = tune_plans(&study, &base, &metric, tuning, err);
    }
    if (!code) {
        struct tune_report report = {&base.result, &metric, tuning};
        struct writing w = {o, &report, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &base.result, .tune = &report};
        code = draw_report(o, &draw, &data, write_tuning, &w, err);
    }
    free(tuning);
    point_release(&base);
    study_close(&study);
    return code;
}
