/* Quantiles over the paths of trials. */
#include "engine/course.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "engine/course_path.h"
#include "engine/order.h"

const double course_bands[COURSE_BANDS] = {5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0};

bool course_told(const struct scenario *scenario, const struct plan *typical)
{
    return scenario->milestones > 0 || typical->under_way || typical->spent > 0.0;
}

/* What is found in each trial: [trial], and [point * trials + trial]. */
struct findings {
    double *reach_h[MILESTONES_MOST];
    double *speed;
    double *share;
};

/* ---- what the numbers of a result say ---- */

/* Of a distribution whose first part is spent. */
static void find_money(const struct summary *s, struct course *c)
{
    bool priced = cost_priced(s->typical);
    const struct percentile *of = s->cost.of;
    c->spent = priced ? s->typical->spent : NAN;
    c->more_mean = s->cost.mean - c->spent;
    c->more_p50 = c->more_p90 = NAN;
    for (int i = 0; i < PERCENTILES && priced; i++) {
        if (of[i].p == 50.0)
            c->more_p50 = of[i].value - c->spent;
        if (of[i].p == 90.0)
            c->more_p90 = of[i].value - c->spent;
    }
}

static double time_at(const struct summary *s, double p)
{
    double value = NAN;
    for (int i = 0; i < PERCENTILES; i++)
        value = s->time_h.of[i].p == p ? s->time_h.of[i].value : value;
    return value;
}

static void find_pace(const struct summary *s, double deadline_h, struct course *c)
{
    double rest = 1.0 - c->done, left_h = deadline_h - c->past_h;
    c->pace_per_h = c->needed_per_h = NAN;
    if (!(rest > 0.0))
        return;
    c->pace_per_h = rest / (time_at(s, 50.0) - c->past_h);
    if (deadline_h >= 0.0)
        c->needed_per_h = left_h > 0.0 ? rest / left_h : INFINITY;
}

/* From now to the P99 of completion, or to the largest that finishes. */
static void set_points(const struct summary *s, struct course *c)
{
    double end_h = time_at(s, 99.0);
    end_h = isfinite(end_h) ? end_h : s->time_h.largest;
    c->points = end_h > c->past_h ? COURSE_POINTS : s->unfinished < s->trials ? 1 : 0;
    c->time_h = mem_new(COURSE_POINTS, sizeof *c->time_h);
    for (int k = 0; k < c->points; k++)
        c->time_h[k] = k == 0              ? c->past_h
                       : k < c->points - 1 ? c->past_h + (end_h - c->past_h) * k / (c->points - 1)
                                           : end_h;
    for (int b = 0; b < COURSE_BANDS; b++)
        c->share[b] = mem_new(COURSE_POINTS, sizeof *c->share[b]);
}

/* ---- trials ---- */

static double share_of(const struct course *c, double done_h, double total_h)
{
    return done_h >= total_h * (1.0 - 1e-12) ? 1.0 : c->done + (1.0 - c->done) * (done_h / total_h);
}

static void read_trial(const struct course *c, const struct result *r, struct course_path *path, long trial,
                       struct findings *f)
{
    double done_h[COURSE_POINTS], deadline_h = r->scenario->deadline_h;
    for (int m = 0; m < c->milestones; m++) {
        const struct course_milestone *of = &c->milestone[m];
        if (!of->reached && of->share < 1.0)
            f->reach_h[m][trial] = course_path_reach_h(path, (of->share - c->done) / (1.0 - c->done) * path->total_h);
    }
    if (f->speed)
        f->speed[trial] = course_path_speed(path, deadline_h);
    course_path_done(path, c->time_h, c->points, done_h);
    for (int k = 0; k < c->points; k++)
        f->share[k * c->trials + trial] = share_of(c, done_h[k], path->total_h);
}

static void read_trials(const struct course *c, const struct result *r, int plan, struct findings *f)
{
#pragma omp parallel num_threads(r->engine->threads)
    {
        struct replay *replay = replay_new(r->engine);
        struct course_path path = {0};
#pragma omp for schedule(dynamic, 64)
        for (long t = 0; t < c->trials; t++) {
            course_path_play(&path, replay, plan, t);
            read_trial(c, r, &path, t, f);
        }
        course_path_release(&path);
        replay_free(replay);
    }
}

/* ---- over the trials ---- */

/* Percentiles that rise. */
static void pick(const double *values, long n, const double *p, int m, double *out)
{
    long rank[COURSE_BANDS] = {0};
    double value[COURSE_BANDS];
    int kept = 0;
    for (int i = 0; i < m; i++) {
        long own = summary_rank(n, p[i]) - 1;
        if (kept == 0 || rank[kept - 1] != own)
            rank[kept++] = own;
    }
    order_pick(values, n, rank, kept, value);
    for (int i = 0, at = 0; i < m; i++) {
        while (rank[at] != summary_rank(n, p[i]) - 1)
            at++;
        out[i] = value[at];
    }
}

static void sum_up_milestone(const struct course *c, const double *reach_h, long n, struct course_milestone *m)
{
    double times[3];
    long k = 0;
    m->largest = NAN;
    m->chance = (struct estimate){NAN, NAN, NAN};
    if (m->reached) {
        m->p10 = m->p50 = m->p90 = c->past_h;
        if (m->by_h >= c->past_h)
            m->chance = (struct estimate){1.0, 1.0, 1.0};
        return;
    }
    pick(reach_h, n, (const double[]){10.0, 50.0, 90.0}, 3, times);
    for (long t = 0; t < n; t++)
        m->largest = isfinite(reach_h[t]) ? fmax(m->largest, reach_h[t]) : m->largest;
    m->p10 = times[0];
    m->p50 = times[1];
    m->p90 = times[2];
    if (isnan(m->by_h))
        return;
    for (long t = 0; t < n; t++)
        k += isfinite(reach_h[t]) && reach_h[t] <= m->by_h;
    m->chance = metric_share((double)k, (double)n);
}

static void sum_up(const struct result *r, int plan, const struct findings *f, struct course *c)
{
    double quantile[COURSE_BANDS], speed[2] = {NAN, NAN};
    for (int m = 0; m < c->milestones; m++) {
        bool all = c->milestone[m].share >= 1.0; /* known of every trial */
        sum_up_milestone(c, all ? r->trials.time_h[plan] : f->reach_h[m], all ? r->trials.n : c->trials,
                         &c->milestone[m]);
    }
    if (f->speed)
        pick(f->speed, c->trials, (const double[]){50.0, 90.0}, 2, speed);
    c->speed_p50 = speed[0];
    c->speed_p90 = speed[1];
    for (int k = 0; k < c->points; k++) {
        pick(f->share + k * c->trials, c->trials, course_bands, COURSE_BANDS, quantile);
        for (int b = 0; b < COURSE_BANDS; b++) /* sums of hours may fall back by a rounding */
            c->share[b][k] = k > 0 ? fmax(quantile[b], c->share[b][k - 1]) : quantile[b];
    }
}

void course_make(const struct result *r, int plan, struct course *c)
{
    const struct summary *s = &r->plan[plan];
    const struct scenario *scenario = r->scenario;
    struct findings f = {.speed = NULL};
    *c = (struct course){.trials = r->trials.n < COURSE_TRIALS ? r->trials.n : COURSE_TRIALS,
                         .under_way = s->typical->under_way || s->typical->spent > 0.0,
                         .done = s->typical->done,
                         .past_h = s->typical->past_h,
                         .milestones = scenario->milestones};
    size_t n = (size_t)c->trials;
    for (int m = 0; m < c->milestones; m++) {
        const struct milestone *of = &scenario->milestone[m];
        double by_h = of->by_h >= 0.0 ? of->by_h : scenario->deadline_h;
        c->milestone[m] = (struct course_milestone){
            .name = of->name, .share = of->share, .by_h = by_h >= 0.0 ? by_h : NAN, .reached = of->share <= c->done};
        f.reach_h[m] = mem_new(n, sizeof *f.reach_h[m]);
    }
    find_money(s, c);
    find_pace(s, scenario->deadline_h, c);
    set_points(s, c);
    if (scenario->deadline_h >= 0.0 && c->done < 1.0)
        f.speed = mem_new(n, sizeof *f.speed);
    f.share = mem_new(n * COURSE_POINTS, sizeof *f.share);
    read_trials(c, r, plan, &f);
    sum_up(r, plan, &f, c);
    for (int m = 0; m < c->milestones; m++)
        free(f.reach_h[m]);
    free(f.speed);
    free(f.share);
}

void course_release(struct course *c)
{
    free(c->time_h);
    for (int b = 0; b < COURSE_BANDS; b++)
        free(c->share[b]);
    *c = (struct course){.milestones = 0};
}

/* ---- of a result ---- */

void course_keep(struct result *r)
{
    bool told = false;
    for (int i = 0; i < r->engine->plans; i++)
        told = told || course_told(r->scenario, r->plan[i].typical);
    if (!told || r->course || r->trials.n == 0)
        return;
    r->course = mem_new((size_t)r->engine->plans, sizeof *r->course);
    for (int i = 0; i < r->engine->plans; i++)
        if (course_told(r->scenario, r->plan[i].typical))
            course_make(r, i, &r->course[i]);
}

const struct course *course_of(const struct result *r, int plan, struct course *own)
{
    *own = (struct course){.milestones = 0};
    if (r->course)
        return r->course[plan].time_h ? &r->course[plan] : NULL;
    bool plays = r->engine->frame && r->plan[plan].all; /* a total of jobs does not, nor does a stored result */
    if (!plays || !course_told(r->scenario, r->plan[plan].typical))
        return NULL;
    course_make(r, plan, own);
    return own;
}
