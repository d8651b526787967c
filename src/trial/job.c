/* Runs on copies of the hardware. */
#include "trial/job.h"

#include <math.h>

#include "base/vmath.h"
#include "trial/meter.h"

enum { RUN_SHIFT = 40 };

/* The work of this run: a lognormal factor of mean 1 and the given coefficient of variation. */
static void draw_work(struct plan *run, struct player *player, uint64_t trial)
{
    double variance = vmath_log(1.0 + run->spread * run->spread);
    struct law law = {.row = law_find("lognormal"), .a = -0.5 * variance, .b = sqrt(variance)};
    stream_begin(&player->spread, trial, &law, 1.0);
    run->cadence.work_h *= stream_next(&player->spread);
    checkpoint_plan(&run->cadence);
}

/* fallen: the run was played in the fallback's market from its beginning. */
static void add_run(struct ledger *sum, const struct ledger *run, int causes, bool fallen)
{
    for (int i = 0; i < PHASE_COUNT; i++) {
        sum->phase_h[i] += run->phase_h[i];
        if (!fallen)
            sum->before_h[i] += run->fell_back != 0.0 ? run->before_h[i] : run->phase_h[i];
    }
    for (int i = 0; i < causes; i++)
        sum->failures[i] += run->failures[i];
    if (!fallen)
        sum->before_billed_h += run->fell_back != 0.0 ? run->before_billed_h : run->billed_h;
    sum->billed_h += run->billed_h;
    sum->preemptions += run->preemptions;
    sum->limit_ends += run->limit_ends;
    sum->fell_back += run->fell_back;
    sum->finished = sum->finished && run->finished;
}

/* The copy that is idle first. */
static int idle_first(const double *idle_h, int copies)
{
    int first = 0;
    for (int i = 1; i < copies; i++)
        first = idle_h[i] < idle_h[first] ? i : first;
    return first;
}

/* Puts the events of a run where they fall in the job. */
struct shift {
    const struct observer *observer;
    double at_h;
    int run;
};

static void tell_shifted(void *context, const struct event *event)
{
    const struct shift *shift = context;
    struct event moved = *event;
    moved.from_h += shift->at_h;
    moved.to_h += shift->at_h;
    moved.run = shift->run;
    shift->observer->tell(shift->observer->context, &moved);
}

/* A metered run is played twice, since it takes other steps when it is watched: so that its hours are the same to the
 * last bit as those of a plan with other prices. */
static void play_run(const struct plan *plan, struct player *player, uint64_t trial, double at_h, int run, bool first,
                     struct ledger *ledger, const struct observer *observer)
{
    struct shift shift = {observer, at_h, run};
    struct observer shifted = {tell_shifted, &shift};
    const struct observer *watch = observer && (at_h > 0.0 || run > 0) ? &shifted : observer;
    if (!player->meter) {
        trial_play(plan, player, trial, ledger, watch);
        return;
    }
    struct ledger same = {.finished = false};
    struct observer meter = meter_run(player->meter, &same, at_h, first, watch);
    trial_play(plan, player, trial, ledger, NULL);
    trial_play(plan, player, trial, &same, &meter);
}

/* Several runs, or one of uncertain work, or one under way. */
static void play_runs(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
                      const struct observer *observer)
{
    struct plan run = *plan;
    struct ledger one;
    bool alone_fell = false, *fell = plan->concurrent > 1.0 ? player->fell : &alone_fell;
    double alone = 0.0, *idle_h = plan->concurrent > 1.0 ? player->idle_h : &alone, end_h = plan->past_h;
    int runs = (int)plan->runs, copies = plan->concurrent < plan->runs ? (int)plan->concurrent : runs;
    *ledger = (struct ledger){.finished = true, .runs = plan->runs, .copies = copies};
    for (int i = 0; i < copies; i++) {
        idle_h[i] = plan->past_h;
        fell[i] = false;
    }
    for (int i = 0; i < runs && plan->done < 1.0 && ledger->finished; i++) {
        int copy = i < copies ? i : idle_first(idle_h, copies);
        uint64_t number = trial | (uint64_t)i << RUN_SHIFT;
        run.market = fell[copy] ? plan->fallback.market : plan->market;
        run.fallback.on = plan->fallback.on && !fell[copy];
        if (i >= copies)
            run.market.queue = (struct wait){0}; /* the copy is held already */
        if (plan->spread > 0.0) {
            run.cadence = plan->cadence;
            draw_work(&run, player, number);
        }
        play_run(&run, player, number, idle_h[copy], i, !fell[copy], &one, observer);
        add_run(ledger, &one, plan->causes, fell[copy]);
        fell[copy] = fell[copy] || one.fell_back != 0.0;
        idle_h[copy] += one.completion_h;
        end_h = idle_h[copy] > end_h ? idle_h[copy] : end_h;
    }
    ledger->completion_h = ledger->finished ? end_h : INFINITY;
}

void job_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
              const struct observer *observer)
{
    if (player->meter)
        meter_begin(player->meter, plan, trial);
    if (plan->runs == 1.0 && plan->spread == 0.0 && !plan->under_way) {
        play_run(plan, player, trial, 0.0, 0, true, ledger, observer);
        ledger->runs = ledger->copies = 1.0;
    } else {
        play_runs(plan, player, trial, ledger, observer);
    }
    ledger->metered = player->meter ? meter_seen(player->meter) : NULL;
}
