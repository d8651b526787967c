/* runodds run: simulate and print the odds. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/chart.h"
#include "report/samples.h"

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

/* Checks what can be checked before a long simulation. */
static int check_requests(const struct options *o, struct chart_request *request, struct err *err)
{
    for (int i = 0; i < o->plots; i++) {
        int code = chart_parse(o->plot[i], &request[i], err);
        if (code)
            return code;
        if (request[i].term && !o->output && strcmp(o->format, "table") != 0)
            return err_plain(err, ERR_INPUT, _("name a file: --plot=odds.png, or write the results with -o"),
                             _("a chart in the terminal would mix with -f %s"), o->format);
    }
    return o->samples ? samples_check(o->samples, err) : 0;
}

/* Means that hang on a few trials. */
static void warn_tails(const struct result *result, struct err *err)
{
    for (int i = 0; i < result->engine->plans && result->trials.n > 0; i++) {
        const struct summary *s = &result->plan[i];
        if (s->cost.heavy_tail || s->time_h.heavy_tail)
            err_warn(err, (struct place){0}, s->name, _("read the percentiles, or run more trials with -n"),
                     _("plan \"%s\": the worst 1%% of trials carry over 20%% of the variance; its mean is uncertain"),
                     s->name);
    }
}

/* Charts in the terminal come before the report, whose last line is the one that counts; files after it. */
static int draw_all(const struct options *o, const struct chart_request *request, bool term,
                    const struct result *result, struct err *err)
{
    int code = 0;
    for (int i = 0; i < o->plots; i++) {
        if (request[i].term != term)
            continue;
        int bad = chart_draw(result, &request[i], stdout, err);
        code = code ? code : bad;
    }
    return code;
}

int cmd_run(const struct options *o, struct err *err)
{
    struct chart_request request[OPTION_LIST];
    struct engine engine = {0};
    struct result result = {0};
    int code = check_requests(o, request, err);
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
        warn_tails(&result, err);
        struct writing w = {&result, format_of(o->format), {.colour = !o->output && command_colour(o, stdout)}};
        int drawn = draw_all(o, request, true, &result, err); /* a chart that fails costs no answer */
        code = command_write(o, write_report, &w, err);
        if (!code && o->samples)
            code = samples_write(&result, o->samples, err);
        if (!code)
            code = draw_all(o, request, false, &result, err);
        code = code ? code : drawn;
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
