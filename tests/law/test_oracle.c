/* The trial that skips ahead against the slow one, trial by trial on the same variates, and against ledgers by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hands.h"
#include "oracle.h"
#include "plans.h"

enum { PLANS = 3000, TRIALS = 20, SEED = 20240229 };

static const double accuracy = 1e-9;

static const char *const phase_name[PHASE_COUNT] = {
#define NAME(name, class, meaning) #name,
    PHASES(NAME)
#undef NAME
};

/* ---- ledgers ---- */

static bool near(double a, double b, double scale)
{
    return fabs(a - b) <= accuracy * scale;
}

/* What the two ledgers of finished trials disagree about, or NULL. */
static const char *difference(const struct ledger *a, const struct ledger *b, int causes)
{
    if (a->finished != b->finished)
        return "finished";
    if (!a->finished)
        return isinf(a->completion_h) && isinf(b->completion_h) ? NULL : "completion";
    if (!near(a->completion_h, b->completion_h, b->completion_h))
        return "completion";
    for (int i = 0; i < PHASE_COUNT; i++)
        if (!near(a->phase_h[i], b->phase_h[i], b->completion_h))
            return phase_name[i];
    for (int i = 0; i < causes; i++)
        if (a->failures[i] != b->failures[i])
            return "failures";
    if (a->preemptions != b->preemptions)
        return "preemptions";
    if (a->limit_ends != b->limit_ends)
        return "limit ends";
    if (a->fell_back != b->fell_back)
        return "fallbacks";
    for (int i = 0; i < PHASE_COUNT && a->fell_back > 0.0; i++)
        if (!near(a->before_h[i], b->before_h[i], b->completion_h))
            return "hours before the fallback";
    if (a->fell_back > 0.0 && !near(a->before_billed_h, b->before_billed_h, b->completion_h))
        return "billed hours before the fallback";
    return near(a->billed_h, b->billed_h, b->completion_h) ? NULL : "billed hours";
}

static double phases_h(const struct ledger *ledger)
{
    double sum_h = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum_h += ledger->phase_h[i];
    return sum_h;
}

static void write_ledger(const char *whose, const struct ledger *ledger, int causes)
{
    fprintf(stderr, " %s: completion %.17g h, billed %.17g h, preemptions %g, limit ends %g, failures", whose,
            ledger->completion_h, ledger->billed_h, ledger->preemptions, ledger->limit_ends);
    for (int i = 0; i < causes; i++)
        fprintf(stderr, " %g", ledger->failures[i]);
    fputs("\n  ", stderr);
    for (int i = 0; i < PHASE_COUNT; i++)
        fprintf(stderr, " %s %.12g", phase_name[i], ledger->phase_h[i]);
    fputc('\n', stderr);
}

/* ---- the three ways to play a trial ---- */

/* Time as an observer sees it. */
struct watch {
    double now_h;
    long events;
    bool backwards;
};

static void look(void *context, const struct event *event)
{
    struct watch *watch = context;
    if (!(event->from_h <= event->to_h) || !(event->to_h >= watch->now_h))
        watch->backwards = true;
    watch->now_h = event->to_h;
    watch->events++;
}

/* What is wrong with a trial, or NULL; *ledger becomes that of the trial. */
static const char *fault_of(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger)
{
    struct ledger slow, watched;
    struct watch watch = {.now_h = 0.0};
    struct observer observer = {look, &watch};
    oracle_play(plan, player, trial, &slow);
    trial_play(plan, player, trial, ledger, NULL);
    trial_play(plan, player, trial, &watched, &observer);
    const char *fault = difference(ledger, &slow, plan->causes);
    const char *unseen = difference(&watched, &slow, plan->causes);
    if (!fault && unseen)
        fault = "what an observer changes";
    if (!fault && (watch.backwards || watch.events == 0))
        fault = "the order of events";
    if (!fault && ledger->finished && !near(phases_h(ledger), ledger->completion_h, ledger->completion_h))
        fault = "the sum of phases";
    if (!fault && ledger->finished && !near(ledger->phase_h[PHASE_compute], plan->cadence.work_h, plan->cadence.work_h))
        fault = "the work that survives";
    for (int i = 0; !fault && i < PHASE_COUNT; i++)
        if (ledger->phase_h[i] < -1e-12 * ledger->completion_h) /* differences of moments are rounded */
            fault = "the sign of a phase";
    if (fault) {
        fprintf(stderr, "trial %lu, seed %d: they disagree about %s\n", (unsigned long)trial, SEED, fault);
        plans_write(stderr, plan);
        write_ledger("ahead", ledger, plan->causes);
        write_ledger("watched", &watched, plan->causes);
        write_ledger("slow", &slow, plan->causes);
    }
    return fault;
}

/* ---- random plans ---- */

/* How often what is to be tested has occurred. */
struct seen {
    double trials, unfinished, failures, preemptions, limits, losses, fallbacks, phase[PHASE_COUNT];
};

static void see(struct seen *seen, const struct ledger *ledger, int causes)
{
    seen->trials += 1.0;
    seen->unfinished += !ledger->finished;
    for (int i = 0; i < causes; i++)
        seen->failures += ledger->failures[i];
    seen->preemptions += ledger->preemptions;
    seen->limits += ledger->limit_ends;
    seen->fallbacks += ledger->fell_back;
    for (int i = 0; i < PHASE_COUNT; i++)
        seen->phase[i] += ledger->phase_h[i] > 0.0;
}

static struct wait mean_of(const struct wait *wait)
{
    return (struct wait){.add_h = wait->add_h + (wait->law.row ? law_mean(&wait->law) : 0.0)};
}

/* Takes from a random plan what keeps it out of the engine's plainest loop. */
static void make_plain(struct plan *plan)
{
    struct cadence *c = &plan->cadence;
    struct wait none = {0};
    plan->causes = plan->causes > 1 ? 1 : plan->causes;
    plan->cause[0].detect = plan->cause[0].repair = none;
    plan->cause[0].restart = mean_of(&plan->cause[0].restart);
    plan->startup = none;
    plan->restart = mean_of(&plan->restart);
    plan->market.notice_h = 0.0;
    c->interval_h = isfinite(c->interval_h) ? c->interval_h : c->work_h / 7.0;
    c->block_h = c->write_h;
    c->behind_h = 0.0;
    checkpoint_plan(c);
    plan_note_causes(plan);
}

static void plain_plans_agree(void **state)
{
    struct plans *plans = *state;
    int plain = 0, faults = 0;
    double preemptions = 0.0, failures = 0.0;
    for (uint64_t number = 1; number <= PLANS && faults < 3; number++) {
        struct plan plan;
        struct player player;
        struct ledger ledger;
        plans_random(plans, number, &plan);
        make_plain(&plan);
        if (plan.causes == 0)
            continue;
        plain++;
        player_init(&player, &plan, kernel_pick(), SEED);
        for (uint64_t trial = 0; trial < TRIALS; trial++) {
            if (fault_of(&plan, &player, trial, &ledger)) {
                fprintf(stderr, "of plain plan %lu\n", (unsigned long)number);
                faults++;
                break;
            }
            preemptions += ledger.preemptions;
            failures += ledger.failures[0];
        }
        player_release(&player);
    }
    assert_int_equal(faults, 0);
    assert_true(plain > PLANS / 2 && preemptions > plain && failures > plain);
}

static void random_plans_agree(void **state)
{
    struct plans *plans = *state;
    struct seen seen = {.trials = 0.0};
    int faults = 0;
    for (uint64_t number = 1; number <= PLANS && faults < 3; number++) {
        struct plan plan;
        struct player player;
        struct ledger ledger;
        plans_random(plans, number, &plan);
        player_init(&player, &plan, kernel_pick(), SEED);
        for (uint64_t trial = 0; trial < TRIALS; trial++) {
            if (fault_of(&plan, &player, trial, &ledger)) {
                fprintf(stderr, "of plan %lu\n", (unsigned long)number);
                faults++;
                break;
            }
            see(&seen, &ledger, plan.causes);
        }
        player_release(&player);
    }
    assert_int_equal(faults, 0);
    /* Else the plans would be too tame, or too wild, to show anything. */
    assert_true(seen.trials == (double)PLANS * TRIALS);
    assert_true(seen.unfinished > 0.01 * seen.trials && seen.unfinished < 0.3 * seen.trials);
    assert_true(seen.failures > 3.0 * seen.trials);
    assert_true(seen.preemptions > seen.trials && seen.limits > seen.trials);
    assert_true(seen.fallbacks > 0.05 * seen.trials);
    for (int i = 0; i < PHASE_COUNT; i++)
        assert_true(seen.phase[i] > 0.2 * seen.trials);
}

/* ---- by hand ---- */

static void ledgers_by_hand(void **state)
{
    int n, faults = 0;
    const struct hand *hand = hands_all(&n);
    (void)state;
    for (int i = 0; i < n; i++) {
        struct plan plan;
        struct player player;
        struct ledger ledger, is = hand[i].is;
        hands_plan(&hand[i], &plan);
        player_init(&player, &plan, kernel_pick(), SEED);
        const char *fault = fault_of(&plan, &player, 0, &ledger);
        player_release(&player);
        is.completion_h = is.finished ? phases_h(&is) : INFINITY;
        is.billed_h = is.completion_h - is.phase_h[PHASE_queue];
        if (!fault)
            fault = difference(&ledger, &is, plan.causes);
        if (!fault)
            continue;
        fprintf(stderr, "\"%s\": wrong in %s\n", hand[i].name, fault);
        write_ledger("ahead", &ledger, plan.causes);
        write_ledger("by hand", &is, plan.causes);
        faults++;
    }
    assert_int_equal(faults, 0);
}

/* ---- more failures, longer repairs ---- */

/* A job of 40 chunks on ten cards that fail every mtbf_h. */
static void make_failing(struct plan *plan, double mtbf_h, double repair_h)
{
    plans_bare(plan, 40.0);
    plan->cadence.interval_h = 1.0;
    plan->cadence.write_h = plan->cadence.block_h = 0.05;
    plan->cadence.final = plan->cadence.saves = true;
    checkpoint_plan(&plan->cadence);
    plan->causes = 1;
    plan->cause[0] = plans_cause("gpu");
    plan->cause[0].units = 10.0;
    plan->cause[0].life = law_exponential(10.0 * mtbf_h);
    plan->cause[0].restart.add_h = 0.2;
    plan->cause[0].repair.add_h = repair_h;
    plan_note_causes(plan);
}

static struct ledger play_failing(double mtbf_h, double repair_h, uint64_t trial)
{
    struct plan plan;
    struct player player;
    struct ledger ledger;
    make_failing(&plan, mtbf_h, repair_h);
    player_init(&player, &plan, kernel_pick(), SEED);
    trial_play(&plan, &player, trial, &ledger, NULL);
    player_release(&player);
    return ledger;
}

/* The causes stand still in a repair, so an hour more of it is an hour more for each failure, in every trial. */
static void a_longer_repair_only_adds(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 200; trial++) {
        struct ledger none = play_failing(5.0, 0.0, trial), one = play_failing(5.0, 1.0, trial);
        assert_true(none.failures[0] == one.failures[0]);
        assert_true(near(one.completion_h, none.completion_h + one.failures[0], one.completion_h));
    }
}

/* No trial is shorter than one without failures, and in the mean a higher rate costs time. */
static void failures_cost_time(void **state)
{
    static const double mtbf_h[] = {INFINITY, 80.0, 40.0, 20.0, 10.0, 5.0, 2.5};
    double mean_h[7] = {42.0};
    (void)state;
    for (int i = 1; i < 7; i++) {
        for (uint64_t trial = 0; trial < 400; trial++) {
            struct ledger ledger = play_failing(mtbf_h[i], 0.0, trial);
            assert_true(ledger.finished && ledger.completion_h >= 42.0 * (1.0 - accuracy));
            mean_h[i] += ledger.completion_h / 400.0;
        }
        assert_true(mean_h[i] > mean_h[i - 1] + 0.1);
    }
}

/* ---- the cap ---- */

/* Twelve hours of work between failures an hour apart: about one in 160,000 attempts succeeds, and 100,000 are allowed.
 */
static void the_cap_ends_trials(void **state)
{
    struct plan plan;
    struct player player;
    struct ledger ledger;
    int finished = 0, faults = 0;
    (void)state;
    plans_bare(&plan, 12.0);
    plan.give_up_h = 1e9;
    plan.causes = 1;
    plan.cause[0] = plans_cause("gpu");
    plan.cause[0].life = law_exponential(1.0);
    plan_note_causes(&plan);
    player_init(&player, &plan, kernel_pick(), SEED);
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        faults += fault_of(&plan, &player, trial, &ledger) != NULL;
        finished += ledger.finished;
    }
    player_release(&player);
    assert_int_equal(faults, 0);
    assert_in_range(finished, 1, TRIALS - 1);
}

/* ---- */

static int set_up(void **state)
{
    struct plans *plans = malloc(sizeof *plans);
    if (!plans)
        return 1;
    plans_init(plans, kernel_pick());
    *state = plans;
    return 0;
}

static int tear_down(void **state)
{
    plans_release(*state);
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledgers_by_hand),    cmocka_unit_test(a_longer_repair_only_adds),
        cmocka_unit_test(failures_cost_time), cmocka_unit_test(the_cap_ends_trials),
        cmocka_unit_test(plain_plans_agree),  cmocka_unit_test(random_plans_agree),
    };
    return cmocka_run_group_tests_name("oracle", tests, set_up, tear_down);
}
