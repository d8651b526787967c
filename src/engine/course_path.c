/* From the events of a trial to its path. */
#include "engine/course_path.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

/* What an observer gathers. */
struct gathering {
    struct course_path *path;
    double saved_h;
    int stretch_room, run_room;
};

static void begin_run(struct gathering *g, const struct event *event)
{
    struct course_path *p = g->path;
    if (p->runs >= g->run_room) {
        g->run_room = g->run_room > 0 ? 2 * g->run_room : 4;
        p->run = mem_grow(p->run, (size_t)g->run_room, sizeof *p->run);
    }
    p->run[p->runs++] = (struct course_run){.start_h = event->from_h};
    g->saved_h = 0.0;
}

static void gather(void *context, const struct event *event)
{
    struct gathering *g = context;
    struct course_path *p = g->path;
    if (event->run >= p->runs)
        begin_run(g, event);
    struct course_run *run = &p->run[p->runs - 1];
    run->end_h = fmax(run->end_h, event->to_h);
    /* The event of a stretch is told when all that it saves is known; others of its time may come before it. */
    if (event->kind != EVENT_RUN || !(event->saved_h > g->saved_h))
        return;
    if (p->n >= g->stretch_room) {
        g->stretch_room = g->stretch_room > 0 ? 2 * g->stretch_room : 16;
        p->of = mem_grow(p->of, (size_t)g->stretch_room, sizeof *p->of);
    }
    p->of[p->n++] =
        (struct course_stretch){.from_h = event->from_h, .from_work_h = g->saved_h, .to_work_h = event->saved_h};
    run->work_h = g->saved_h = event->saved_h;
}

static int by_start(const void *left, const void *right)
{
    const struct course_stretch *a = left, *b = right;
    return (a->from_h > b->from_h) - (a->from_h < b->from_h);
}

void course_path_play(struct course_path *p, struct replay *replay, int plan, long trial)
{
    struct gathering g = {.path = p};
    struct observer observer = {gather, &g};
    p->n = p->runs = 0;
    free(p->of);
    free(p->run);
    p->of = NULL;
    p->run = NULL;
    replay_play(replay, plan, trial, &p->numbers, &p->ledger, NULL, &observer);
    double work_h = 0.0;
    for (int i = 0; i < p->n; i++) {
        struct course_stretch *s = &p->of[i];
        s->to_h = s->from_h + checkpoint_reach_h(&p->numbers.cadence, s->from_work_h, s->to_work_h);
        work_h += s->to_work_h - s->from_work_h;
    }
    p->total_h = p->ledger.finished ? work_h : fmax(work_h, p->numbers.cadence.work_h * p->numbers.runs);
    if (p->ledger.copies > 1.0)
        qsort(p->of, (size_t)p->n, sizeof *p->of, by_start);
}

void course_path_release(struct course_path *p)
{
    free(p->of);
    free(p->run);
    *p = (struct course_path){0};
}

/* ---- work over time ---- */

static double gain(const struct course_stretch *s)
{
    return s->to_work_h - s->from_work_h;
}

/* What a stretch has added by an hour. */
static double added(const struct course_path *p, const struct course_stretch *s, double at_h)
{
    if (at_h >= s->to_h)
        return gain(s);
    if (at_h <= s->from_h)
        return 0.0;
    double reached_h = checkpoint_reached_h(&p->numbers.cadence, s->from_work_h, at_h - s->from_h);
    return fmin(gain(s), reached_h - s->from_work_h);
}

/* One run after the other: the stretch in which the work falls. */
static double reach_alone(const struct course_path *p, double work_h, double near_h)
{
    double before_h = 0.0;
    for (int i = 0; i < p->n; i++) {
        const struct course_stretch *s = &p->of[i];
        double missing_h = fmin(work_h - before_h, gain(s));
        if (before_h + gain(s) >= work_h - near_h)
            return s->from_h + checkpoint_reach_h(&p->numbers.cadence, s->from_work_h, s->from_work_h + missing_h);
        before_h += gain(s);
    }
    return INFINITY;
}

/* Runs side by side: halves an interval of hours, and forgets the stretches that end before it or begin behind it. */
static double reach_together(const struct course_path *p, double work_h, double near_h)
{
    int *active = mem_new((size_t)p->n + 1, sizeof *active), n = p->n;
    double low_h = 0.0, high_h = 0.0, before_h = 0.0, all_h = 0.0;
    for (int i = 0; i < p->n; i++) {
        active[i] = i;
        high_h = fmax(high_h, p->of[i].to_h);
        all_h += gain(&p->of[i]);
    }
    bool reached = all_h >= work_h - near_h;
    for (int k = 0; reached && k < 100 && high_h - low_h > 1e-15 * high_h; k++) {
        double middle_h = 0.5 * (low_h + high_h), done_h = before_h;
        int kept = 0;
        for (int i = 0; i < n; i++)
            done_h += added(p, &p->of[active[i]], middle_h);
        bool late = done_h >= work_h - 1e-12 * p->total_h;
        *(late ? &high_h : &low_h) = middle_h;
        for (int i = 0; i < n; i++) {
            const struct course_stretch *s = &p->of[active[i]];
            if (!late && s->to_h <= low_h)
                before_h += gain(s);
            else if (s->from_h < high_h)
                active[kept++] = active[i];
        }
        n = kept;
    }
    free(active);
    return reached ? high_h : INFINITY;
}

double course_path_reach_h(const struct course_path *p, double work_h)
{
    double near_h = 1e-9 * fmin(p->numbers.cadence.interval_h, p->total_h);
    return p->ledger.copies > 1.0 ? reach_together(p, work_h, near_h) : reach_alone(p, work_h, near_h);
}

void course_path_done(const struct course_path *p, const double *at_h, int n, double *done_h)
{
    double step_h = n > 1 ? (at_h[n - 1] - at_h[0]) / (n - 1) : 1.0, whole_h = 0.0;
    double *from_here = mem_new((size_t)n + 1, sizeof *from_here);
    for (int k = 0; k < n; k++)
        done_h[k] = 0.0;
    for (int i = 0; i < p->n; i++) {
        const struct course_stretch *s = &p->of[i];
        double guess = floor((s->from_h - at_h[0]) / step_h) - 1.0;
        int k = guess > 0.0 ? guess < n ? (int)guess : n : 0;
        for (; k < n && at_h[k] < s->to_h; k++)
            done_h[k] += added(p, s, at_h[k]);
        from_here[k] += gain(s);
    }
    for (int k = 0; k < n; k++) {
        whole_h += from_here[k];
        done_h[k] += whole_h;
    }
    free(from_here);
}

/* ---- speed ---- */

double course_path_speed(const struct course_path *p, double by_h)
{
    int copies = (int)p->ledger.copies;
    double most = 0.0;
    if (!p->ledger.finished)
        return INFINITY;
    double *idle_h = mem_new((size_t)copies, sizeof *idle_h), *work_h = mem_new((size_t)copies, sizeof *work_h);
    for (int i = 0; i < p->runs; i++) {
        int copy = i < copies ? i : 0;
        for (int c = 1; i >= copies && c < copies; c++)
            if (fabs(idle_h[c] - p->run[i].start_h) < fabs(idle_h[copy] - p->run[i].start_h))
                copy = c;
        idle_h[copy] = p->run[i].end_h;
        work_h[copy] += p->run[i].work_h;
    }
    for (int k = 0; k < copies; k++) {
        double other_h = idle_h[k] - p->numbers.past_h - work_h[k], left_h = by_h - p->numbers.past_h - other_h;
        most = fmax(most, left_h > 0.0 ? work_h[k] / left_h : INFINITY);
    }
    free(idle_h);
    free(work_h);
    return most;
}
