/* runodds run: simulate and print the odds. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cmd/draw.h"
#include "cmd/jobs.h"
#include "engine/course.h"

struct writing {
    const struct result *result;
    const struct report_format *format;
    struct report_style style;
};

static void write_report(void *context, FILE *to)
{
    const struct writing *w = context;
    w->format->write(w->result, &w->style, to);
}

static const struct report_format *format_of(const char *name)
{
    const struct report_format *f = report_formats;
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f;
}

int cmd_run(const struct options *o, struct err *err)
{
    if (o->files > 1)
        return jobs_command(o, err);
    struct draw draw;
    struct engine engine = {0};
    struct result result = {0};
    int code = draw_check(o, "cdf", &draw, err);
    struct scenario *scenario = code ? NULL : command_load(o, err);
    if (!code && !scenario)
        code = err->code;
    if (!code)
        code = command_engine(scenario, o, &engine, err);
    if (!code)
        code = command_gate_check(o, scenario, err);
    if (!code)
        code = command_simulate(&engine, o, &result, err);
    if (!code)
        code = command_gate_settle(o, &engine, &result, err);
    if (!code) {
        command_warn_tails(&result, err);
        course_keep(&result);
        struct writing w = {&result, format_of(o->format), {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &result};
        code = draw_report(o, &draw, &data, write_report, &w, err);
        if (!code && !result.trials.complete)
            code = COMMAND_INTERRUPTED;
        if (!code)
            code = command_gate_close(o, &result, err);
    }
    result_release(&result);
    engine_release(&engine);
    scenario_free(scenario);
    return code;
}
