/* Plays trials in blocks of BLOCK; a block is summed by one thread, blocks are added in their order. */
#include "engine/engine.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/summary.h"
#include "engine/threads.h"
#include "trial/meter.h"

/* What one thread needs to play: its own world, plans and players. */
struct replay {
    const struct engine *engine;
    double *world;
    struct plan *plan;
    struct player *player;
    uint64_t drawn; /* trial of the world, + 1; 0: none */
};

struct replay *replay_new(const struct engine *engine)
{
    struct replay *r = mem_new(1, sizeof *r);
    r->engine = engine;
    r->world = mem_new((size_t)engine->scenario->unknowns.n + 1, sizeof *r->world);
    r->plan = mem_new((size_t)engine->plans, sizeof *r->plan);
    r->player = mem_new((size_t)engine->plans, sizeof *r->player);
    for (int i = 0; i < engine->plans; i++) {
        r->plan[i] = engine->typical[i];
        player_init(&r->player[i], &r->plan[i], engine->kernel, scenario_luck(engine->scenario));
    }
    return r;
}

void replay_free(struct replay *r)
{
    if (!r)
        return;
    for (int i = 0; i < r->engine->plans; i++)
        player_release(&r->player[i]);
    free(r->player);
    free(r->plan);
    free(r->world);
    free(r);
}

static void draw_world(struct replay *r, uint64_t trial)
{
    const struct scenario *s = r->engine->scenario;
    if (r->drawn == trial + 1)
        return;
    unknowns_draw(&s->unknowns, r->engine->kernel, s->seed, trial, r->engine->pin, r->world);
    r->drawn = trial + 1;
}

static void play(struct replay *r, int plan, uint64_t trial, struct ledger *ledger, const struct observer *observer)
{
    if (r->engine->frame[plan].moves) {
        draw_world(r, trial);
        plan_derive(&r->engine->frame[plan], r->world, &r->plan[plan]);
    }
    job_play(&r->plan[plan], &r->player[plan], trial, ledger, observer);
}

void replay_play(struct replay *r, int plan, long trial, struct plan *numbers, struct ledger *ledger, struct cost *cost,
                 const struct observer *observer)
{
    draw_world(r, (uint64_t)trial);
    play(r, plan, (uint64_t)trial, ledger, observer);
    if (cost) {
        *cost = (struct cost){0};
        cost_of(&r->plan[plan], ledger, cost);
    }
    if (numbers)
        *numbers = r->plan[plan];
}

void replay_mix(struct replay *r, int plan, long world_trial, long event_trial, double *cost, double *time_h)
{
    struct ledger ledger;
    struct cost ignored;
    if (r->engine->frame[plan].moves) {
        draw_world(r, (uint64_t)world_trial);
        plan_derive(&r->engine->frame[plan], r->world, &r->plan[plan]);
    }
    job_play(&r->plan[plan], &r->player[plan], (uint64_t)event_trial, &ledger, NULL);
    *cost = cost_of(&r->plan[plan], &ledger, &ignored);
    *time_h = ledger.completion_h;
}

const double *replay_world(const struct replay *r)
{
    return r->world;
}

void replay_part(struct replay *r, int plan, const double *cut_h, int n, struct slice *slice)
{
    struct player *player = &r->player[plan];
    if (!player->meter)
        player->meter = meter_new(&r->plan[plan], r->engine->kernel, scenario_luck(r->engine->scenario));
    meter_part(player->meter, cut_h, n, slice);
}

/* ---- sums ---- */

static void add_trial(struct sums *sums, const struct plan *plan, const struct ledger *ledger, const struct cost *cost,
                      double total)
{
    sums->trials += 1.0;
    if (!ledger->finished)
        return;
    sums->finished += 1.0;
    double phases_h = 0.0; /* of all copies of the hardware */
    for (int i = 0; i < PHASE_COUNT; i++) {
        sums->phase_h[i] += ledger->phase_h[i];
        phases_h += ledger->phase_h[i];
    }
    double failures = 0.0, lost_gpu_h = ledger->phase_h[PHASE_lost] * plan->cards;
    for (int i = 0; i < plan->causes; i++) {
        sums->failures[i] += ledger->failures[i];
        failures += ledger->failures[i];
    }
    sums->squares[SQUARE_FAILURES] += failures * failures;
    sums->squares[SQUARE_PREEMPTIONS] += ledger->preemptions * ledger->preemptions;
    sums->squares[SQUARE_LOST] += lost_gpu_h * lost_gpu_h;
    sums->preemptions += ledger->preemptions;
    sums->limit_ends += ledger->limit_ends;
    sums->lost_gpu_h += lost_gpu_h;
    sums->work_h += plan->done < 1.0 ? plan->cadence.work_h * plan->runs : 0.0;
    sums->time_h += ledger->runs == 1.0 ? ledger->completion_h - plan->past_h : phases_h;
    sums->fell_back += ledger->fell_back;
    sums->effective_gpu_h += plan->effective_gpu_h;
    sums->cost += total;
    for (unsigned items = plan->items; items; items &= items - 1) {
        int i = __builtin_ctz(items);
        for (int k = 0; k < CLASS_COUNT; k++)
            sums->item[i][k] += cost->of[i][k];
    }
}

/* A struct of doubles, added member by member. */
static void add_sums(struct sums *to, const struct sums *from)
{
    double *a = (double *)to;
    const double *b = (const double *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

static void play_block(struct replay *r, struct trials *trials, long from, long to, struct sums *sums)
{
    struct ledger ledger;
    struct cost cost;
    for (long trial = from; trial < to; trial++)
        for (int i = 0; i < r->engine->plans; i++) {
            play(r, i, (uint64_t)trial, &ledger, NULL);
            double total = cost_of(&r->plan[i], &ledger, &cost);
            trials->time_h[i][trial] = ledger.completion_h;
            trials->cost[i][trial] = total;
            add_trial(&sums[i], &r->plan[i], &ledger, &cost, total);
        }
}

/* ---- running ---- */

struct run {
    const struct engine *engine;
    const struct engine_options *options;
    struct replay **replay; /* one a thread */
    struct trials *trials;
    struct sums *block; /* [block][plan] */
    char *done;         /* [block] */
    long planned;
};

static int this_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static bool interrupted(const struct run *run)
{
    return run->options->interrupted && *run->options->interrupted;
}

/* Plays trials up to `to`, from a block's beginning; afterwards trials->n is the end of the longest finished prefix. */
static void play_range(struct run *run, long to)
{
    long first = run->trials->n / BLOCK, end = (to + BLOCK - 1) / BLOCK, finished = 0;
    int plans = run->engine->plans;
#pragma omp parallel for schedule(dynamic) num_threads(run->engine->threads)
    for (long b = first; b < end; b++) {
        if (interrupted(run))
            continue;
        long last = (b + 1) * BLOCK < to ? (b + 1) * BLOCK : to;
        play_block(run->replay[this_thread()], run->trials, b * BLOCK, last, run->block + b * plans);
        run->done[b] = 1;
        long so_far;
#pragma omp atomic capture
        so_far = ++finished;
        if (run->options->progress && this_thread() == 0)
            run->options->progress(run->options->progress_context, (first + so_far) * BLOCK, run->planned);
    }
    for (long b = first; b < end && run->done[b]; b++) {
        run->trials->n = (b + 1) * BLOCK < to ? (b + 1) * BLOCK : to;
        for (int i = 0; i < plans; i++)
            add_sums(&run->trials->sums[i], run->block + b * plans + i);
    }
    run->trials->complete = run->trials->n == to;
}

/* Whether the P90 of cost and of time of every plan is known to within the precision. */
static bool precise(const struct run *run)
{
    for (int i = 0; i < run->engine->plans; i++) {
        const double *of[] = {run->trials->cost[i], run->trials->time_h[i]};
        for (int k = 0; k < 2; k++) {
            struct percentile p = summary_percentile(of[k], run->trials->n, 90.0);
            double half = fmax(p.high - p.value, p.value - p.low);
            if (isfinite(p.value) && !(half <= run->options->precision * p.value))
                return false;
        }
    }
    return true;
}

static bool nothing_finished(const struct run *run)
{
    for (int i = 0; i < run->engine->plans; i++)
        if (run->trials->sums[i].finished > 0.0)
            return false;
    return true;
}

static int nothing_finishes(const struct run *run, struct err *err)
{
    char number[64];
    const struct plan *plan = &run->engine->typical[0];
    double mtbi_h = plan_mtbi_h(plan),
           piece_h = fmin(plan->cadence.interval_h, plan->cadence.work_h) + plan->cadence.block_h;
    const char *cure = isfinite(plan->cadence.interval_h) ? _("shorten checkpoint.every") : _("write checkpoints");
    char *hint = mem_format(
        _("plan \"%s\" is interrupted every %s h on average, and a piece of work between two durable "
          "checkpoints takes %.4g h: %s, or raise give_up"),
        run->engine->scenario->plan[0].name, text_grouped(mtbi_h, mtbi_h < 100.0 ? 2 : 0, number), piece_h, cure);
    int code = err_plain(err, ERR_UNFINISHED, hint,
                         _("no plan can finish: 0%% of %ld trials complete before they are given up"), run->trials->n);
    free(hint);
    return code;
}

/* Plays to the planned end, looking after FIRST_LOOK 2^k trials. */
static int play_all(struct run *run, struct err *err)
{
    bool fixed = run->options->trials > 0;
    for (long look = FIRST_LOOK;; look *= 2) {
        long to = look < run->planned ? look : run->planned;
        play_range(run, to);
        bool hopeless = look == FIRST_LOOK && run->trials->n == to && nothing_finished(run);
        if (hopeless)
            return run->options->hopeless ? 0 : nothing_finishes(run, err);
        if (!run->trials->complete || to == run->planned)
            return 0;
        if (!fixed && precise(run))
            return 0;
    }
}

/* What the clocks of all threads keep of replaced units. */
static size_t heap_bytes(const struct engine *e)
{
    double units = 0.0;
    for (int i = 0; i < e->plans; i++)
        for (int k = 0; k < e->typical[i].causes; k++) {
            const struct cause *cause = &e->typical[i].cause[k];
            if (!law_is_exponential(&cause->life) && cause->renew == RENEW_REPLACE)
                units += cause->units;
        }
    return (size_t)units * sizeof(double) * (size_t)(e->threads + 1);
}

static int allocate(struct run *run, struct err *err)
{
    const struct engine *e = run->engine;
    size_t plans = (size_t)e->plans, n = (size_t)run->planned, blocks = (n + BLOCK - 1) / BLOCK, bytes;
    size_t heaps = heap_bytes(e);
    /* Two stored doubles and the copy that a selection works on. */
    if (__builtin_mul_overflow(n, 2 * plans * sizeof(double) + sizeof(double), &bytes) ||
        __builtin_add_overflow(bytes, blocks * (plans * sizeof(struct sums) + 1), &bytes) ||
        __builtin_add_overflow(bytes, heaps, &bytes) || bytes > threads_memory())
        return err_plain(err, ERR_INPUT, _("ask for fewer trials"),
                         _("%ld trials of %d plans need %.3g bytes of memory, more than there is"), run->planned,
                         e->plans, (double)bytes);
    run->trials->time_h = mem_new(plans, sizeof(double *));
    run->trials->cost = mem_new(plans, sizeof(double *));
    run->trials->sums = mem_new(plans, sizeof(struct sums));
    for (size_t i = 0; i < plans; i++) {
        run->trials->time_h[i] = mem_new(n, sizeof(double));
        run->trials->cost[i] = mem_new(n, sizeof(double));
    }
    run->block = mem_new(blocks * plans, sizeof *run->block);
    run->done = mem_new(blocks, 1);
    run->replay = mem_new((size_t)e->threads, sizeof(struct replay *));
    for (int i = 0; i < e->threads; i++)
        run->replay[i] = replay_new(e);
    return 0;
}

int engine_run(const struct engine *engine, const struct engine_options *options, struct trials *trials,
               struct err *err)
{
    *trials = (struct trials){0};
    struct run run = {.engine = engine, .options = options, .trials = trials};
    run.planned = options->trials > 0 ? options->trials : TRIALS_MOST;
    int code = allocate(&run, err);
    if (!code)
        code = play_all(&run, err);
    for (int i = 0; run.replay && i < engine->threads; i++)
        replay_free(run.replay[i]);
    free(run.replay);
    free(run.block);
    free(run.done);
    return code;
}

void trials_release(struct trials *trials, int plans)
{
    for (int i = 0; i < plans; i++) {
        if (trials->time_h)
            free(trials->time_h[i]);
        if (trials->cost)
            free(trials->cost[i]);
    }
    free(trials->time_h);
    free(trials->cost);
    free(trials->sums);
    *trials = (struct trials){0};
}

int engine_init(struct engine *engine, const struct scenario *scenario, int threads, struct err *err)
{
    *engine = (struct engine){.scenario = scenario, .kernel = kernel_pick(), .plans = scenario->plans};
    engine->threads = threads_choose(threads);
    engine->frame = mem_new((size_t)scenario->plans, sizeof *engine->frame);
    engine->typical = mem_new((size_t)scenario->plans, sizeof *engine->typical);
    engine->median = mem_new((size_t)scenario->unknowns.n + 1, sizeof *engine->median);
    unknowns_median(&scenario->unknowns, engine->median);
    int code = 0;
    for (int i = 0; i < scenario->plans; i++) {
        int bad = plan_prepare(&engine->frame[i], scenario, &scenario->plan[i], engine->kernel, err);
        if (!bad)
            plan_derive(&engine->frame[i], engine->median, &engine->typical[i]);
        cost_note_items(&engine->typical[i]);
        code = code ? code : bad;
    }
    return code;
}

void engine_release(struct engine *engine)
{
    for (int i = 0; i < engine->plans && engine->frame; i++)
        plan_frame_release(&engine->frame[i]);
    free(engine->frame);
    free(engine->typical);
    free(engine->median);
    *engine = (struct engine){0};
}
