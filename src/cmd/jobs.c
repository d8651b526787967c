/* runodds run A.yaml B.yaml: files played on the same trials and added up. */
#include "cmd/jobs.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cmd/command.h"
#include "cmd/draw.h"
#include "report/compare.h"
#include "report/jobs_out.h"
#include "report/samples.h"

/* ---- files ---- */

/* Whether two paths are one file. */
static bool same_file(const char *a, const char *b)
{
    char *whole[2] = {realpath(a, NULL), realpath(b, NULL)};
    bool same = strcmp(a, b) == 0 || (whole[0] && whole[1] && strcmp(whole[0], whole[1]) == 0);
    free(whole[0]);
    free(whole[1]);
    return same;
}

/* The plan of a file that -p names; NULL where none is named. */
static int named_plan(const struct options *o, struct jobs_run *run, const struct scenario *s, const char *file,
                      const char **name, struct err *err)
{
    *name = NULL;
    for (int k = 0; k < o->plans; k++)
        for (int i = 0; i < s->plans; i++) {
            if (strcmp(s->plan[i].name, o->plan[k]) != 0)
                continue;
            if (*name)
                return err_plain(err, ERR_INPUT, _("name one plan of each file"), _("-p names several plans of %s"),
                                 file);
            *name = o->plan[k];
            run->named[k] = true;
        }
    return 0;
}

static int check_names(const struct options *o, const struct jobs_run *run, struct err *err)
{
    for (int k = 0; k < o->plans; k++)
        if (!run->named[k])
            return err_plain(err, ERR_INPUT, _("\"runodds check\" lists the plans"),
                             _("none of these files has a plan \"%s\""), o->plan[k]);
    return 0;
}

static int prepare_alone(struct study *study, struct point *point, const char *name, struct err *err)
{
    struct study alone = *study;
    alone.options.only = &name;
    alone.options.onlys = 1;
    point_release(point);
    return study_prepare(&alone, NULL, 0, false, point, err);
}

static int load(const struct options *o, struct jobs_run *run, const char *file, struct err *err)
{
    int i = run->files++;
    struct study *study = &run->study[i];
    struct point *point = &run->point[i];
    struct engine_options no_trials = {0};
    struct scenario_options so = {.set = (const char **)(uintptr_t)o->set,
                                  .sets = o->sets,
                                  .has_seed = o->has_seed || i > 0,
                                  .seed = i > 0 ? run->point[0].scenario->seed : o->seed,
                                  .job = (uint64_t)i};
    const char *only = NULL;
    int code = study_open(study, file, &so, &no_trials, o->threads, err);
    if (!code)
        code = study_prepare(study, NULL, 0, true, point, err);
    if (!code)
        code = named_plan(o, run, point->scenario, file, &only, err);
    if (!code && only)
        code = prepare_alone(study, point, only, err);
    return code;
}

/* ---- trials ---- */

static int play(const struct options *o, struct point *point, struct err *err)
{
    result_release(&point->result);
    int code = command_simulate(&point->engine, o, &point->result, err);
    if (!code && !point->result.trials.complete)
        code = err_plain(err, ERR_INTERRUPTED, NULL, _("interrupted"));
    return code;
}

/* Keeps the recommended plan of a file alone, and why it is recommended; it has yet to be played. */
static int keep_recommended(struct jobs_run *run, int i, struct err *err)
{
    struct point *point = &run->point[i];
    struct metric metric;
    struct text why = {0};
    int code = command_metric(NULL, "--prefer", &point->engine, METRIC_PERCENTILE, &metric, err);
    if (code)
        return code;
    struct comparison c = compare_make(&point->result, &metric);
    char *name = c.choice.plan >= 0 ? mem_copy(point->scenario->plan[c.choice.plan].name) : NULL;
    compare_sentence(&c, &why);
    run->why[i] = why.at;
    compare_release(&c);
    code = name ? prepare_alone(&run->study[i], point, name, err)
                : err_plain(err, ERR_INPUT, _("choose one with -p"), _("no plan of %s can be recommended"),
                            run->study[i].name);
    free(name);
    return code;
}

/* As many trials for all: those that the file needs that needs most. */
static int play_all(const struct options *o, struct jobs_run *run, struct err *err)
{
    struct options same = *o;
    int code = 0;
    for (int i = 0; i < run->files && !code; i++) {
        code = play(o, &run->point[i], err);
        same.trials = run->point[i].result.trials.n > same.trials ? run->point[i].result.trials.n : same.trials;
    }
    for (int i = 0; i < run->files && !code; i++)
        if (run->point[i].engine.plans > 1)
            code = keep_recommended(run, i, err);
    for (int i = 0; i < run->files && !code; i++)
        if (run->point[i].result.trials.n != same.trials)
            code = play(&same, &run->point[i], err);
    return code;
}

static int add_up(const struct options *o, struct jobs_run *run, struct err *err)
{
    struct job job[JOBS_MOST];
    for (int k = 0; k < o->files; k++) {
        int i = 0;
        while (!same_file(run->study[i].name, o->file[k]))
            i++;
        job[k] = (struct job){o->file[k], &run->point[i].result, 0, run->why[i]};
    }
    return jobs_add_up(job, o->files, &run->jobs, err);
}

/* A condition speaks of the total. */
static int check_gate(const struct options *o, const struct jobs_run *run, struct err *err)
{
    char name[] = JOBS_TOTAL;
    struct scenario_plan total = {.name = name};
    struct scenario whole = *run->point[0].scenario;
    whole.plans = 1;
    whole.plan = &total;
    whole.deadline_h = -1.0;
    for (int i = 0; i < run->files; i++)
        whole.budget = run->point[i].scenario->budget < 0.0 ? -1.0 : whole.budget;
    return command_gate_check(o, &whole, err);
}

int jobs_open(const struct options *o, struct jobs_run *run, struct err *err)
{
    int code = 0;
    *run = (struct jobs_run){0};
    if (o->files > JOBS_MOST)
        code = err_plain(err, ERR_INPUT, NULL, _("more than %d files"), JOBS_MOST);
    for (int k = 0; k < o->files && !code; k++) {
        bool known = false;
        for (int i = 0; i < k; i++)
            known = known || same_file(o->file[i], o->file[k]);
        code = known ? 0 : load(o, run, o->file[k], err);
    }
    if (!code)
        code = check_names(o, run, err);
    if (!code)
        code = check_gate(o, run, err);
    if (!code)
        code = play_all(o, run, err);
    for (int i = 0; i < run->files && !code; i++)
        command_warn_tails(&run->point[i].result, err);
    return code ? code : add_up(o, run, err);
}

void jobs_close(struct jobs_run *run)
{
    jobs_release(&run->jobs);
    for (int i = 0; i < run->files; i++) {
        point_release(&run->point[i]);
        study_close(&run->study[i]);
        free(run->why[i]);
    }
    run->files = 0;
}

/* ---- the command ---- */

/* Charts of a distribution show the total; others compare plans, which jobs are not. */
static int check_charts(const struct options *o, const struct draw *draw, struct err *err)
{
    static const char *const fitting[] = {"cdf", "cloud", "breakdown"};
    for (int i = 0; i < o->plots; i++) {
        bool fits = false;
        for (size_t k = 0; k < sizeof fitting / sizeof *fitting; k++)
            fits = fits || strcmp(draw->request[i].kind, fitting[k]) == 0;
        if (!fits)
            return err_plain(err, ERR_INPUT, _("of several files there are cdf, cloud and breakdown"),
                             _("the chart \"%s\" shows one scenario"), draw->request[i].kind);
    }
    return 0;
}

struct writing {
    const struct options *options;
    const struct jobs *jobs;
    struct report_style style;
};

static void write_jobs(void *context, FILE *to)
{
    const struct writing *w = context;
    jobs_out_write(w->jobs, w->options->format, &w->style, to);
}

/* More trials for all files while a gate is open, unless their number is given. */
static int settle(const struct options *o, struct jobs_run *run, struct err *err)
{
    struct options more = *o;
    int code = 0;
    while (!code && command_gate_open(o, &run->jobs.total, &code, err)) {
        long n = run->jobs.total.trials.n;
        more.trials = 2 * n < TRIALS_MOST ? 2 * n : TRIALS_MOST;
        jobs_release(&run->jobs);
        code = play_all(&more, run, err);
        if (!code)
            code = add_up(o, run, err);
    }
    return code;
}

int jobs_command(const struct options *o, struct err *err)
{
    struct draw draw;
    struct jobs_run *run = mem_new(1, sizeof *run);
    int code = draw_check(o, "cdf", &draw, err);
    if (!code)
        code = check_charts(o, &draw, err);
    if (!code)
        code = jobs_open(o, run, err);
    if (!code)
        code = settle(o, run, err);
    if (!code) {
        struct writing w = {o, &run->jobs, {.colour = !o->output && command_colour(o, stdout)}};
        struct summary row[JOBS_MOST + 1];
        struct result rows = jobs_out_rows(&run->jobs, row);
        struct chart_data data = {.result = &run->jobs.total, .parts = &rows};
        struct options drawn = *o;
        drawn.samples = NULL;
        code = draw_report(&drawn, &draw, &data, write_jobs, &w, err);
    }
    if (!code && o->samples)
        code = samples_write(&run->jobs.rows, o->samples, err);
    if (!code)
        code = command_gate_close(o, &run->jobs.total, err);
    jobs_close(run);
    free(run);
    return code;
}
