/* Rows of jobs, and their total. */
#include "engine/jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The rows as a result of a scenario of their own, and the total as another. */
struct jobs_of {
    struct scenario of_rows, of_total;
    struct engine engine_rows, engine_total;
    struct scenario_plan name[JOBS_MOST + 1];
    struct plan typical[JOBS_MOST + 1];
    struct summary row[JOBS_MOST + 1], whole; /* whole: the last row, as the only plan of its result */
    double *cost[JOBS_MOST + 1], *time_h[JOBS_MOST + 1];
    double *rate[JOBS_MOST], *converted[JOBS_MOST]; /* NULL where it is the same money */
    double start_h;                                 /* of the first one ... */
    int offset_min;                                 /* ... on its own clock */
    double later_h[JOBS_MOST];                      /* start after that */
    char *files;
};

static const struct summary *summary_of(const struct job *job)
{
    return &job->result->plan[job->plan];
}

/* ---- money ---- */

static const struct slot *find_rate(const struct scenario *s, const char *currency)
{
    for (int i = 0; i < s->exchange.n; i++)
        if (strcmp(s->exchange.of[i].currency, currency) == 0)
            return &s->exchange.of[i].worth;
    return NULL;
}

/* Worth of one unit of a job's money in the first one's, by trial: that scenario says it, or the job's own says the
 * inverse. */
static int find_rates(struct jobs *jobs, int i, struct err *err)
{
    const struct job *first = &jobs->job[0], *job = &jobs->job[i];
    const struct scenario *to = first->result->scenario, *from = job->result->scenario, *s = to;
    struct jobs_of *own = jobs->own;
    jobs->typical_rate[i] = 1.0;
    if (strcmp(to->currency, from->currency) == 0)
        return 0;
    const struct slot *slot = find_rate(to, from->currency);
    bool inverse = !slot;
    if (inverse) {
        slot = find_rate(from, to->currency);
        s = from;
    }
    if (!slot) {
        char *hint =
            mem_format(_("add exchange: {%s: worth of one in %s} to %s"), from->currency, to->currency, first->file);
        int code = err_plain(err, ERR_INPUT, hint, _("%s counts in %s, %s in %s"), job->file, from->currency,
                             first->file, to->currency);
        free(hint);
        return code;
    }
    long n = job->result->trials.n;
    double *world = mem_new((size_t)s->unknowns.n + 1, sizeof *world);
    own->rate[i] = mem_new((size_t)n, sizeof(double));
    for (long t = 0; t < n; t++) {
        if (t == 0 || slot->unknown > 0)
            unknowns_draw(&s->unknowns, job->result->engine->kernel, s->seed, (uint64_t)t, NULL, world);
        double worth = slot_value(*slot, world);
        own->rate[i][t] = inverse ? 1.0 / worth : worth;
    }
    unknowns_median(&s->unknowns, world);
    jobs->typical_rate[i] = inverse ? 1.0 / slot_value(*slot, world) : slot_value(*slot, world);
    jobs->rate[i] = own->rate[i];
    jobs->rate_drawn[i] = slot->unknown > 0;
    free(world);
    return 0;
}

/* ---- rows ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* "spot (b.yaml)"; with the whole path where another folder has a file of that name; a file that is listed again has a
 * number behind it. */
static char *row_name(const struct job *job, int n, int i)
{
    bool twins = false;
    int before = 0;
    for (int k = 0; k < n; k++) {
        bool same = job[k].result == job[i].result;
        before += same && k < i;
        twins = twins || (!same && strcmp(base_name(job[k].file), base_name(job[i].file)) == 0);
    }
    const char *file = twins ? job[i].file : base_name(job[i].file);
    return before > 0 ? mem_format("%s (%s, %d)", summary_of(&job[i])->name, file, before + 1)
                      : mem_format("%s (%s)", summary_of(&job[i])->name, file);
}

/* Mean cost of a job in the money of the whole over some trials (NULL: the first n), replayed: added by item. */
static void add_items(const struct job *job, const double *rate, const long *trial, long n,
                      double item[ITEM_COUNT][CLASS_COUNT])
{
    struct replay *replay = replay_new(job->result->engine);
    struct ledger ledger;
    struct cost cost;
    for (long i = 0; i < n; i++) {
        long t = trial ? trial[i] : i;
        replay_play(replay, job->plan, t, NULL, &ledger, &cost, NULL);
        for (int k = 0; k < ITEM_COUNT; k++)
            for (int c = 0; c < CLASS_COUNT; c++)
                item[k][c] += cost.of[k][c] * (rate ? rate[t] : 1.0) / (double)n;
    }
    replay_free(replay);
}

/* Mean cost by class over those of n trials that lie around the P90 of some costs. */
static void add_tail(const struct job *job, const double *rate, const long *trial, long n, double tail[CLASS_COUNT])
{
    double item[ITEM_COUNT][CLASS_COUNT] = {{0.0}};
    add_items(job, rate, trial, n, item);
    for (int k = 0; k < ITEM_COUNT; k++)
        for (int c = 0; c < CLASS_COUNT; c++)
            tail[c] += item[k][c];
}

/* What the row tells of money, in the money of the whole: a rate that is drawn may go with the costs. */
static void convert(struct summary *row, const struct job *job, const double *cost, const double *rate, double typical)
{
    long trial[TAIL_TRIALS];
    summary_distribution(cost, row->trials, &row->cost);
    row->naive.cost *= typical;
    row->mean.cost = row->cost.mean;
    row->cost_per_effective_gpu_h = row->unfinished ? NAN : row->mean.cost / row->mean.effective_gpu_h;
    memset(row->mean.item, 0, sizeof row->mean.item);
    memset(row->tail, 0, sizeof row->tail);
    row->tail_trials = row->unfinished ? 0 : summary_tail(cost, row->trials, trial);
    if (row->unfinished)
        return;
    add_items(job, rate, NULL, row->trials, row->mean.item);
    if (row->tail_trials > 0)
        add_tail(job, rate, trial, row->tail_trials, row->tail);
}

static void make_row(struct jobs *jobs, int i)
{
    struct jobs_of *own = jobs->own;
    const struct job *job = &jobs->job[i];
    const struct trials *trials = &job->result->trials;
    struct summary *row = &own->row[i];
    own->name[i].name = row_name(jobs->job, jobs->n, i);
    own->typical[i] = *summary_of(job)->typical;
    own->cost[i] = trials->cost[job->plan];
    own->time_h[i] = trials->time_h[job->plan];
    *row = *summary_of(job);
    row->name = own->name[i].name;
    row->typical = &own->typical[i];
    row->all = &jobs->rows.trials;
    row->plan = i;
    if (!own->rate[i] || !cost_priced(row->typical))
        return;
    own->converted[i] = mem_new((size_t)trials->n, sizeof(double));
    for (long t = 0; t < trials->n; t++)
        own->converted[i][t] = own->cost[i][t] * own->rate[i][t];
    own->cost[i] = own->converted[i];
    convert(row, job, own->cost[i], own->rate[i], jobs->typical_rate[i]);
}

/* ---- the total ---- */

/* Times count from the first start if all jobs have one; else all begin together. */
static void find_starts(struct jobs *jobs)
{
    double first_h = INFINITY;
    jobs->dated = true;
    for (int i = 0; i < jobs->n; i++) {
        jobs->dated = jobs->dated && jobs->job[i].result->scenario->has_start;
        if (jobs->job[i].result->scenario->start_h < first_h) {
            first_h = jobs->job[i].result->scenario->start_h;
            jobs->own->offset_min = jobs->job[i].result->scenario->offset_min;
        }
    }
    jobs->own->start_h = first_h;
    for (int i = 0; i < jobs->n; i++)
        jobs->own->later_h[i] = jobs->dated ? jobs->job[i].result->scenario->start_h - first_h : 0.0;
}

/* The sum of the budgets, in the money of the whole at typical rates; negative unless each job has one. */
static double total_budget(const struct jobs *jobs)
{
    double sum = 0.0;
    for (int i = 0; i < jobs->n; i++) {
        double budget = jobs->job[i].result->scenario->budget;
        if (budget < 0.0)
            return -1.0;
        sum += budget * jobs->typical_rate[i];
    }
    return sum;
}

/* What counts for the total: its limits, and all jobs by their own deadlines. */
static void count_limits(const struct jobs *jobs, struct summary *total, bool priced)
{
    const struct jobs_of *own = jobs->own;
    double budget = own->of_total.budget, in_budget = 0.0, on_time = 0.0, both = 0.0, n = (double)total->trials;
    bool deadline = false, limited = priced && budget >= 0.0;
    for (long t = 0; t < total->trials; t++) {
        bool early = true, cheap = own->cost[jobs->n][t] <= budget;
        for (int i = 0; i < jobs->n; i++) {
            double limit_h = jobs->job[i].result->scenario->deadline_h, time_h = own->time_h[i][t];
            deadline = deadline || limit_h >= 0.0;
            early = early && isfinite(time_h) && (limit_h < 0.0 || time_h <= limit_h);
        }
        in_budget += cheap;
        on_time += early;
        both += cheap && early;
    }
    total->in_budget = limited ? in_budget / n : NAN;
    total->on_time = deadline ? on_time / n : NAN;
    total->both = limited && deadline ? both / n : NAN;
}

/* Sums of means, member by member; failures of all causes are one. */
static void add_means(const struct jobs *jobs, struct summary *total)
{
    double *to = (double *)&total->mean;
    for (int i = 0; i < jobs->n; i++) {
        const double *from = (const double *)&jobs->own->row[i].mean;
        for (size_t k = 0; k < sizeof total->mean / sizeof *to; k++)
            to[k] += from[k];
    }
    for (int k = 1; k < CAUSES_MOST; k++) {
        total->mean.failures[0] += total->mean.failures[k];
        total->mean.failures[k] = 0.0;
    }
}

static void add_trials(const struct jobs *jobs)
{
    struct jobs_of *own = jobs->own;
    long n = jobs->job[0].result->trials.n;
    double *cost = own->cost[jobs->n] = mem_new((size_t)n, sizeof(double));
    double *time_h = own->time_h[jobs->n] = mem_new((size_t)n, sizeof(double));
    for (int i = 0; i < jobs->n; i++)
        for (long t = 0; t < n; t++) {
            cost[t] += own->cost[i][t];
            time_h[t] = fmax(time_h[t], own->later_h[i] + own->time_h[i][t]);
        }
}

/* Money: the mean is the sum of the jobs' means, to the last bit. */
static void add_money(struct jobs *jobs, struct summary *total, bool priced)
{
    total->naive.cost = jobs->p90_sum = 0.0;
    summary_distribution(jobs->own->cost[jobs->n], total->trials, &total->cost);
    double mean = 0.0;
    for (int i = 0; i < jobs->n; i++) {
        const struct summary *row = &jobs->own->row[i];
        double p90 = summary_percentile(jobs->own->cost[i], total->trials, 90.0).value;
        mean += row->cost.mean;
        total->naive.cost += row->naive.cost;
        jobs->p90_sum += isfinite(p90) ? p90 : NAN;
    }
    if (!priced) {
        summary_forget_cost(total);
        return;
    }
    total->cost.mean = mean;
    total->cost_per_effective_gpu_h = total->unfinished ? NAN : total->mean.cost / total->mean.effective_gpu_h;
    long trial[TAIL_TRIALS];
    total->tail_trials = total->unfinished ? 0 : summary_tail(jobs->own->cost[jobs->n], total->trials, trial);
    for (int i = 0; i < jobs->n && total->tail_trials > 0; i++)
        add_tail(&jobs->job[i], jobs->rate[i], trial, total->tail_trials, total->tail);
}

static void make_total(struct jobs *jobs)
{
    struct jobs_of *own = jobs->own;
    struct summary *total = &own->row[jobs->n];
    struct plan *typical = &own->typical[jobs->n];
    const struct summary *unpriced = NULL;
    add_trials(jobs);
    *total = (struct summary){.trials = jobs->job[0].result->trials.n, .goodput = NAN, .cost_per_effective_gpu_h = NAN};
    total->all = &jobs->rows.trials;
    total->plan = jobs->n;
    for (int i = 0; i < jobs->n; i++) {
        unpriced = cost_priced(own->row[i].typical) ? unpriced : &own->row[i];
        total->naive.time_h = fmax(total->naive.time_h, own->later_h[i] + own->row[i].naive.time_h);
    }
    for (long t = 0; t < total->trials; t++)
        total->unfinished += isinf(own->time_h[jobs->n][t]);
    *typical = unpriced ? *unpriced->typical : own->typical[0];
    typical->causes = 1;
    typical->cause[0].name = "all";
    total->typical = typical;
    total->name = own->name[jobs->n].name = mem_copy(JOBS_TOTAL);
    summary_distribution(own->time_h[jobs->n], total->trials, &total->time_h);
    add_means(jobs, total);
    add_money(jobs, total, !unpriced);
    count_limits(jobs, total, !unpriced);
}

/* ---- both as results ---- */

static void make_files(struct jobs *jobs)
{
    struct text files = {0};
    for (int i = 0; i < jobs->n; i++)
        text_addf(&files, "%s%s", i ? ", " : "", base_name(jobs->job[i].file));
    jobs->own->files = files.at;
}

static struct result view(const struct jobs *jobs, struct scenario *scenario, struct engine *engine, int first, int n)
{
    struct jobs_of *own = jobs->own;
    const struct result *model = jobs->job[0].result;
    *scenario = *model->scenario;
    scenario->file = scenario->name = own->files;
    scenario->deadline_h = -1.0;
    scenario->budget = total_budget(jobs);
    scenario->has_start = jobs->dated;
    scenario->start_h = own->start_h;
    scenario->offset_min = own->offset_min;
    scenario->plans = n;
    scenario->plan = own->name + first;
    *engine = (struct engine){.scenario = scenario,
                              .kernel = model->engine->kernel,
                              .plans = n,
                              .typical = own->typical + first,
                              .threads = model->engine->threads};
    return (struct result){
        .scenario = scenario,
        .engine = engine,
        .trials = {.n = model->trials.n, .complete = true, .time_h = own->time_h + first, .cost = own->cost + first},
        .plan = n == 1 ? &own->whole : own->row};
}

static int add_months(struct jobs *jobs, struct err *err)
{
    struct spend spend[JOBS_MOST] = {{0}};
    int code = 0;
    if (!jobs->dated || !cost_priced(jobs->own->row[jobs->n].typical))
        return 0;
    for (int i = 0; i < jobs->n && !code; i++)
        code = spend_make(jobs->job[i].result, jobs->job[i].plan, &spend[i], err);
    if (!code)
        spend_add_up(spend, jobs->rate, jobs->n, &jobs->spend);
    for (int i = 0; i < jobs->n; i++)
        spend_release(&spend[i]);
    return code;
}

int jobs_add_up(const struct job *job, int n, struct jobs *jobs, struct err *err)
{
    *jobs = (struct jobs){.n = n, .own = mem_new(1, sizeof *jobs->own)};
    for (int i = 0; i < n; i++)
        jobs->job[i] = job[i];
    for (int i = 0; i < n; i++) {
        int code = find_rates(jobs, i, err);
        if (code)
            return code;
    }
    find_starts(jobs);
    make_files(jobs);
    for (int i = 0; i < n; i++)
        make_row(jobs, i);
    jobs->own->of_total.budget = total_budget(jobs);
    make_total(jobs);
    jobs->rows = view(jobs, &jobs->own->of_rows, &jobs->own->engine_rows, 0, n + 1);
    jobs->total = view(jobs, &jobs->own->of_total, &jobs->own->engine_total, n, 1);
    jobs->own->whole = jobs->own->row[n];
    jobs->own->whole.all = &jobs->total.trials;
    jobs->own->whole.plan = 0;
    return add_months(jobs, err);
}

void jobs_release(struct jobs *jobs)
{
    struct jobs_of *own = jobs->own;
    for (int i = 0; own && i <= jobs->n; i++)
        free(own->name[i].name);
    for (int i = 0; own && i < jobs->n; i++) {
        free(own->rate[i]);
        free(own->converted[i]);
    }
    if (own) {
        free(own->cost[jobs->n]);
        free(own->time_h[jobs->n]);
        free(own->files);
    }
    free(own);
    spend_release(&jobs->spend);
    *jobs = (struct jobs){0};
}
