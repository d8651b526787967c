/* runodds compare: all plans on the same futures, and which one to choose. */
#include "cmd/command.h"

#include <string.h>

#include "base/text.h"
#include "cmd/compare_stored.h"
#include "cmd/draw.h"
#include "report/compare.h"

struct writing {
    const struct options *options;
    const struct comparison *comparison;
    struct report_style style;
};

static void write_comparison(void *context, FILE *to)
{
    const struct writing *w = context;
    compare_write(w->comparison, w->options->format, &w->style, to);
}

int cmd_compare(const struct options *o, struct err *err)
{
    struct engine engine = {0};
    struct result result = {0};
    struct metric metric;
    struct draw draw;
    if (compare_stored_applies(o))
        return compare_stored_run(o, err);
    int code = draw_check(o, "pareto", &draw, err);
    struct scenario *scenario = code ? NULL : command_load(o, err);
    if (!code)
        code = scenario ? command_engine(scenario, o, &engine, err) : err->code;
    if (!code)
        code = command_metric(o->prefer, "--prefer", &engine, METRIC_PERCENTILE, &metric, err);
    if (!code)
        code = command_simulate(&engine, o, &result, err);
    if (!code) {
        struct comparison comparison = compare_make(&result, &metric);
        struct writing w = {o, &comparison, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.result = &result, .comparison = &comparison};
        code = draw_report(o, &draw, &data, write_comparison, &w, err);
        if (!code && !result.trials.complete)
            code = COMMAND_INTERRUPTED;
        compare_release(&comparison);
    }
    result_release(&result);
    engine_release(&engine);
    scenario_free(scenario);
    return code;
}
