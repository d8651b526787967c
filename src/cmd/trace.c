/* runodds trace: one possible future, event by event. */
#include "cmd/command.h"

#include <strings.h>

#include "base/text.h"
#include "cmd/draw.h"
#include "report/trace_out.h"
#include "report/words.h"

struct telling {
    const struct options *options;
    const struct story *story;
    struct report_style style;
};

static void write_trace(void *context, FILE *to)
{
    const struct telling *t = context;
    trace_out_write(t->story, t->options->format, &t->style, to);
}

/* The trial whose cost (or time, where nothing is priced) is the P90 of a simulation. */
static int find_p90(const struct engine *engine, const struct options *o, long *trial, struct err *err)
{
    struct result result;
    int code = command_simulate(engine, o, &result, err);
    if (!code) {
        const struct summary *s = &result.plan[0];
        bool priced = cost_priced(s->typical);
        const double *values = priced ? result.trials.cost[0] : result.trials.time_h[0];
        double p90 = words_find(priced ? &s->cost : &s->time_h, 90.0)->value;
        while (*trial < result.trials.n - 1 && values[*trial] != p90)
            ++*trial;
        code = result.trials.complete ? 0 : COMMAND_INTERRUPTED;
    }
    result_release(&result);
    return code;
}

static int read_trial(const char *text, long *trial, struct err *err)
{
    uint64_t n;
    if (!text_u64(text, &n) || n > 4000000000u)
        return err_plain(err, ERR_INPUT, _("write a number from 0 on, or p90"), _("--trial: \"%s\" is not usable"),
                         text);
    *trial = (long)n;
    return 0;
}

int cmd_trace(const struct options *o, struct err *err)
{
    struct draw draw;
    struct engine engine = {0};
    struct story story = {0};
    const char *which = o->trial ? o->trial : "0";
    bool p90 = strcasecmp(which, "p90") == 0;
    long trial = 0;
    int code = draw_check(o, "gantt", &draw, err);
    if (!code && !p90)
        code = read_trial(which, &trial, err);
    struct scenario *scenario = code ? NULL : command_load(o, err);
    if (!code && !scenario)
        code = err->code;
    if (!code && scenario->plans > 1)
        code =
            err_plain(err, ERR_INPUT, _("add --plan NAME"), _("name the plan to trace: there are %d"), scenario->plans);
    if (!code)
        code = command_engine(scenario, o, &engine, err);
    if (!code && p90)
        code = find_p90(&engine, o, &trial, err);
    if (!code) {
        story_tell(&engine, 0, trial, &story);
        story.p90 = p90;
        struct telling t = {o, &story, {.colour = !o->output && command_colour(o, stdout)}};
        struct chart_data data = {.story = &story};
        code = draw_report(o, &draw, &data, write_trace, &t, err);
    }
    story_release(&story);
    engine_release(&engine);
    scenario_free(scenario);
    return code;
}
