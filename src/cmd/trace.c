/* runodds trace: one possible future, event by event. */
#include "cmd/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/words.h"

struct telling {
    const struct engine *engine;
    int plan, run; /* run: told last */
    long trial;
    FILE *to;
};

static const char *const phase_names[PHASE_COUNT] = {
#define PHASE(name, class, meaning) #name,
    PHASES(PHASE)
#undef PHASE
};

static const char *what_of(const struct event *event, const struct plan *plan, char out[256])
{
    const char *text = "";
    switch (event->kind) {
    case EVENT_PHASE:
        return phase_names[event->phase];
    case EVENT_RUN:
        return _("run");
    case EVENT_NOTICE:
        return _("notice runs out");
    case EVENT_FAILURE: {
        struct text name = {0};
        text_add_safe(&name, plan->cause[event->cause].name);
        snprintf(out, 256, _("FAILURE of %.200s"), name.at ? name.at : "");
        text_release(&name);
        return out;
    }
    case EVENT_PREEMPTION:
        text = _("PREEMPTION, notice given");
        break;
    case EVENT_LIMIT:
        text = _("END of the allocation");
        break;
    case EVENT_COMPLETE:
        text = _("COMPLETE");
        break;
    case EVENT_GIVE_UP:
        text = _("GIVEN UP");
        break;
    }
    return text;
}

static void tell(void *context, const struct event *event)
{
    struct telling *t = context;
    char name[256], hours[64];
    bool spans = event->kind == EVENT_PHASE || event->kind == EVENT_RUN || event->kind == EVENT_NOTICE;
    if (spans && event->to_h == event->from_h)
        return;
    if (event->run != t->run)
        fprintf(t->to, _("%12s  run %d\n"), "", event->run + 1);
    t->run = event->run;
    snprintf(hours, sizeof hours, "%.4f", event->to_h - event->from_h);
    fprintf(t->to, "%12.4f  %-28s  %12s  %12.4f\n", spans ? event->from_h : event->to_h,
            what_of(event, &t->engine->typical[t->plan], name), spans ? hours : "", event->saved_h);
}

static void write_unknowns(const struct telling *t, const double *world)
{
    const struct unknowns *u = &t->engine->scenario->unknowns;
    struct text name = {0};
    for (int i = 0; i < u->n; i++) {
        text_addf(&name, i ? ", " : _("unknowns: "));
        text_add_safe(&name, u->of[i].owner);
        text_add(&name, ": ");
        text_add_safe(&name, u->of[i].path);
        text_addf(&name, " = %.5g", world[i]);
    }
    if (u->n > 0)
        fprintf(t->to, "%s\n", name.at);
    text_release(&name);
}

static void write_trace(void *context, FILE *to)
{
    struct telling *t = context;
    struct observer observer = {tell, t};
    struct replay *replay = replay_new(t->engine);
    struct ledger ledger;
    struct cost cost;
    struct plan plan;
    struct text name = {0};
    t->to = to;
    text_add_safe(&name, t->engine->scenario->plan[t->plan].name);
    fprintf(to, _("plan %s, trial %ld, seed %llu\n"), name.at, t->trial, (unsigned long long)t->engine->scenario->seed);
    text_release(&name);
    fprintf(to, "%12s  %-28s  %12s  %12s\n", _("at (h)"), _("what"), _("lasts (h)"), _("saved (h)"));
    replay_play(replay, t->plan, t->trial, &plan, &ledger, &cost, &observer);
    double total = cost_of(&plan, &ledger, &cost), lost_h = ledger.phase_h[PHASE_lost];
    write_unknowns(t, replay_world(replay));
    for (int i = 0; i < PHASE_COUNT; i++)
        fprintf(to, "%s%s %.4f h", i ? ", " : _("phases: "), phase_names[i], ledger.phase_h[i]);
    fprintf(to, "\n");
    if (ledger.finished)
        fprintf(to, _("done after %.4f h, %.4f h of it lost; cost %.2f %s\n"), ledger.completion_h, lost_h, total,
                t->engine->scenario->currency);
    else
        fprintf(to, _("not finished when it was given up, %.4f h of it lost\n"), lost_h);
    replay_free(replay);
}

/* The trial whose cost (or time, where nothing is priced) is the P90 of a simulation. */
static int find_p90(struct telling *t, const struct options *o, struct err *err)
{
    struct result result;
    int code = command_simulate(t->engine, o, &result, err);
    if (!code) {
        const struct summary *s = &result.plan[t->plan];
        bool priced = cost_priced(s->typical);
        const double *values = priced ? result.trials.cost[t->plan] : result.trials.time_h[t->plan];
        double p90 = words_find(priced ? &s->cost : &s->time_h, 90.0)->value;
        while (t->trial < result.trials.n - 1 && values[t->trial] != p90)
            t->trial++;
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
    struct engine engine = {0};
    struct telling t = {.engine = &engine};
    const char *which = o->trial ? o->trial : "0";
    bool p90 = strcasecmp(which, "p90") == 0;
    int code = p90 ? 0 : read_trial(which, &t.trial, err);
    struct scenario *scenario = code ? NULL : command_load(o, err);
    if (!code && !scenario)
        code = err->code;
    if (!code && scenario->plans > 1)
        code =
            err_plain(err, ERR_INPUT, _("add --plan NAME"), _("name the plan to trace: there are %d"), scenario->plans);
    if (!code)
        code = command_engine(scenario, o, &engine, err);
    if (!code && p90)
        code = find_p90(&t, o, err);
    if (!code)
        code = command_write(o, write_trace, &t, err);
    engine_release(&engine);
    scenario_free(scenario);
    return code;
}
