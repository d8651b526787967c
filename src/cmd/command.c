/* What the commands share: loading, simulating, writing. */
#include "cmd/command.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "trial/sanity.h"

const struct command commands[] = {
    {"run", FOR_RUN, "FILE...", N_("simulate a scenario and print the odds; of several files, their total too"),
     "runodds run models/scenarios/8xh100-spot.yaml --plot=odds.png", cmd_run},
    {"compare", FOR_COMPARE, "FILE | OLD.json NEW.json",
     N_("paired differences, who wins how often, which plan to choose and how sure"),
     "runodds compare models/scenarios/8xh100-spot.yaml", cmd_compare},
    {"tune", FOR_TUNE, "FILE",
     N_("checkpoint interval: the curve, the best, the flat region, Young and Daly beside it"),
     "runodds tune models/scenarios/8xh100-spot.yaml", cmd_tune},
    {"sweep", FOR_SWEEP, "FILE KEY=RANGE [KEY2=RANGE]", N_("one or two keys over lists or ranges"),
     "runodds sweep models/scenarios/8xh100-spot.yaml checkpoint.every=10min..4h", cmd_sweep},
    {"sensitivity", FOR_SENSITIVITY, "FILE", N_("which unknown moves the answer most; ignorance against luck"),
     "runodds sensitivity models/scenarios/8xh100-spot.yaml", cmd_sensitivity},
    {"breakeven", FOR_BREAKEVEN, "FILE KEY[=A..B]", N_("the value of a key at which two plans come to the same"),
     "runodds breakeven models/scenarios/pretrain-1024.yaml own.busy --between own-1024,rent-1024", cmd_breakeven},
    {"advise", FOR_ADVISE, "FILE", N_("one card or many, rent or own: the checklist, with this scenario's numbers"),
     "runodds advise models/scenarios/one-card-or-eight.yaml", cmd_advise},
    {"report", FOR_REPORT, "FILE...",
     N_("a report to hand in: one HTML or Markdown file, by the ending of -o; without -o Markdown"),
     "runodds report models/scenarios/pretrain-1024.yaml -o report.html --with compare,tune,sensitivity", cmd_report},
    {"plot", FOR_PLOT, "RESULT.json [CHART]",
     N_("a chart from a result that was written with -f json, without a simulation"),
     "runodds plot result.json cloud -o points.svg", cmd_plot},
    {"check", FOR_CHECK, "FILE...", N_("validate; show every value and where it came from"),
     "runodds check models/scenarios/lora-7b.yaml", cmd_check},
    {"explain", FOR_EXPLAIN, "[KEY|TERM]", N_("what a key or a word means, its unit and default"),
     "runodds explain notice", cmd_explain},
    {"trace", FOR_TRACE, "FILE", N_("one possible future, event by event"),
     "runodds trace models/scenarios/lora-7b.yaml --plan a100-spot --trial p90", cmd_trace},
    {"init", FOR_INIT, "", N_("a commented scenario to start from"), "runodds init --gpu H100:8 --spot > plan.yaml",
     cmd_init},
    {"help", FOR_HELP, "[COMMAND]", N_("this help, or that of a command"), "runodds help run", cmd_help},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

/* Set by the first Ctrl-C; the second one ends the program. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    interrupted = 1;
    signal(signal_number, SIG_DFL);
}

static struct scenario_options scenario_options_of(const struct options *o)
{
    return (struct scenario_options){.set = (const char **)(uintptr_t)o->set,
                                     .sets = o->sets,
                                     .only = (const char **)(uintptr_t)o->plan,
                                     .onlys = o->plans,
                                     .has_seed = o->has_seed,
                                     .seed = o->seed};
}

static int check_file(const struct options *o, int files, struct err *err)
{
    if (files == 1)
        return 0;
    return err_plain(err, ERR_INPUT, _("\"runodds init\" writes one to start from; \"-\" reads standard input"),
                     o->files == 0 ? _("name a scenario file") : _("name one scenario file, not several"));
}

struct scenario *command_load(const struct options *o, struct err *err)
{
    struct scenario_options so = scenario_options_of(o);
    return check_file(o, o->files, err) ? NULL : scenario_load(o->file[0], &so, err);
}

int command_engine(const struct scenario *scenario, const struct options *o, struct engine *engine, struct err *err)
{
    int code = engine_init(engine, scenario, o->threads, err);
    if (!code)
        code = sanity_check(scenario, engine->frame, engine->typical, err);
    return code;
}

void command_warn_tails(const struct result *result, struct err *err)
{
    for (int i = 0; i < result->engine->plans && result->trials.n > 0; i++) {
        const struct summary *s = &result->plan[i];
        if (s->cost.heavy_tail || s->time_h.heavy_tail)
            err_warn(err, (struct place){0}, s->name, _("read the percentiles, or run more trials with -n"),
                     _("plan \"%s\": the worst 1%% of trials carry over 20%% of the variance; its mean is uncertain"),
                     s->name);
    }
}

bool command_colour(const struct options *o, FILE *stream)
{
    const char *term = getenv("TERM"), *off = getenv("NO_COLOR");
    return !o->no_color && !(off && off[0]) && isatty(fileno(stream)) && term && strcmp(term, "dumb") != 0;
}

struct meter {
    double began_s, last_s;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A line on standard error, at most ten times a second, once half a second has passed. */
static void show_progress(void *context, long done, long planned)
{
    struct meter *meter = context;
    double now = now_s();
    if (now - meter->began_s < 0.5 || now - meter->last_s < 0.1)
        return;
    meter->last_s = now;
    fputc('\r', stderr);
    fprintf(stderr, _("%ld of at most %ld trials"), done < planned ? done : planned, planned);
    fflush(stderr);
}

int command_simulate(const struct engine *engine, const struct options *o, struct result *result, struct err *err)
{
    struct meter meter = {.began_s = now_s()};
    bool show = o->progress == PROGRESS_ALWAYS || (o->progress == PROGRESS_AUTO && !o->quiet && isatty(STDERR_FILENO));
    struct engine_options eo = {.trials = o->trials, .precision = o->precision, .interrupted = &interrupted};
    if (show) {
        eo.progress = show_progress;
        eo.progress_context = &meter;
    }
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}, before;
    sigaction(SIGINT, &action, &before);
    int code = result_make(engine, &eo, result, err);
    sigaction(SIGINT, &before, NULL);
    if (meter.last_s > 0.0)
        fputs("\r\033[K", stderr);
    if (o->verbose && !code)
        fprintf(stderr, _("%ld trials of %d plans on %d threads (%s loops) in %.3f s\n"), result->trials.n,
                engine->plans, engine->threads, engine->kernel->name, now_s() - meter.began_s);
    if (!code && result->trials.n == 0) {
        fputs(_("interrupted before the first trials were done\n"), stderr);
        return COMMAND_INTERRUPTED;
    }
    return code;
}

int command_study(const struct options *o, int keys, bool hopeless, struct study *study, struct point *base,
                  struct err *err)
{
    struct scenario_options so = scenario_options_of(o);
    struct engine_options eo = {.trials = o->trials, .precision = o->precision, .interrupted = &interrupted};
    eo.hopeless = hopeless;
    int code = check_file(o, o->files - keys, err);
    if (!code)
        code = study_open(study, o->file[0], &so, &eo, o->threads, err);
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    if (!code)
        code = study_play(study, NULL, 0, true, base, err);
    if (!code && !base->result.trials.complete)
        code = err_plain(err, ERR_INTERRUPTED, NULL, _("interrupted"));
    study->engine.trials = base->result.trials.n;
    return code;
}

int command_metric(const char *text, const char *option, const struct engine *engine, enum metric_kind otherwise,
                   struct metric *metric, struct err *err)
{
    const char *end = "";
    bool any = false;
    for (int i = 0; i < engine->plans; i++)
        any = any || cost_priced(&engine->typical[i]);
    *metric = (struct metric){.kind = otherwise, .of = any ? METRIC_COST : METRIC_TIME, .percent = 90.0};
    if (!text)
        return 0;
    int code = metric_read(text, engine->scenario, option, metric, &end, err);
    if (!code && (*end || metric->kind == METRIC_CHANCE || metric->of > METRIC_TIME))
        code = err_plain(err, ERR_INPUT, _("write a mean or a percentile of cost or time, such as p95(cost)"),
                         _("%s: \"%s\" is not usable"), option, text);
    return code;
}

int command_write(const struct options *o, void (*write)(void *context, FILE *to), void *context, struct err *err)
{
    struct file_out out;
    int code = file_start(&out, o->output ? o->output : "-", err);
    if (code)
        return code;
    write(context, out.to);
    code = file_keep(&out, err);
    file_drop(&out);
    return code;
}
