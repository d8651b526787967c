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

static void add_run(struct ledger *sum, const struct ledger *run, int causes)
{
    for (int i = 0; i < PHASE_COUNT; i++) {
        sum->phase_h[i] += run->phase_h[i];
        sum->before_h[i] += run->fell_back != 0.0 ? run->before_h[i] : run->phase_h[i];
    }
    for (int i = 0; i < causes; i++)
        sum->failures[i] += run->failures[i];
    sum->before_billed_h += run->fell_back != 0.0 ? run->before_billed_h : run->billed_h;
    sum->billed_h += run->billed_h;
    sum->preemptions += run->preemptions;
    sum->limit_ends += run->limit_ends;
    sum->fell_back += run->fell_back;
    sum->finished = sum->finished && run->finished;
}

/* The copy that is free first. */
static int first_free(const double *free_h, int copies)
{
    int first = 0;
    for (int i = 1; i < copies; i++)
        first = free_h[i] < free_h[first] ? i : first;
    return first;
}

static void play_run(const struct plan *plan, struct player *player, uint64_t trial, double at_h, struct ledger *ledger,
                     const struct observer *observer)
{
    if (!player->meter) {
        trial_play(plan, player, trial, ledger, observer);
        return;
    }
    struct observer meter = meter_run(player->meter, ledger, at_h, observer);
    trial_play(plan, player, trial, ledger, &meter);
}

/* Several runs, or one of uncertain work, or one under way. */
static void play_runs(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
                      const struct observer *observer)
{
    struct plan run = *plan;
    struct ledger one;
    double alone = 0.0, *free_h = plan->concurrent > 1.0 ? player->free_h : &alone, end_h = plan->past_h;
    int runs = (int)plan->runs, copies = plan->concurrent < plan->runs ? (int)plan->concurrent : runs;
    *ledger = (struct ledger){.finished = true, .runs = plan->runs, .copies = copies};
    for (int i = 0; i < copies; i++)
        free_h[i] = plan->past_h;
    for (int i = 0; i < runs && plan->done < 1.0; i++) {
        int copy = i < copies ? i : first_free(free_h, copies);
        uint64_t number = trial | (uint64_t)i << RUN_SHIFT;
        if (i >= copies)
            run.market.queue = (struct wait){0}; /* the copy is held already */
        if (plan->spread > 0.0) {
            run.cadence = plan->cadence;
            draw_work(&run, player, number);
        }
        play_run(&run, player, number, free_h[copy], &one, observer);
        add_run(ledger, &one, plan->causes);
        free_h[copy] += one.completion_h;
        end_h = free_h[copy] > end_h ? free_h[copy] : end_h;
    }
    ledger->completion_h = ledger->finished ? end_h : INFINITY;
}

void job_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger,
              const struct observer *observer)
{
    if (player->meter)
        meter_begin(player->meter, plan, trial);
    if (plan->runs == 1.0 && plan->spread == 0.0 && !plan->under_way) {
        play_run(plan, player, trial, 0.0, ledger, observer);
        ledger->runs = ledger->copies = 1.0;
    } else {
        play_runs(plan, player, trial, ledger, observer);
    }
    ledger->metered = player->meter ? meter_seen(player->meter) : NULL;
}
