/* From a summary's sums to means. */
#include "report/means.h"

#include <math.h>

const char *const means_phases[PHASE_COUNT] = {
#define PHASE(name, class, meaning) #name,
    PHASES(PHASE)
#undef PHASE
};

static void add_money(const struct summary *s, double unknown, struct means *means)
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        double spent = 0.0; /* a total prices what one of its jobs does */
        for (int k = 0; k < CLASS_COUNT; k++)
            spent += s->mean.item[i][k];
        means->item[i] = cost_items[i].priced(s->typical) || spent != 0.0 ? unknown : NAN;
        for (int k = 0; k < CLASS_COUNT; k++) {
            means->item[i] += s->mean.item[i][k];
            means->by_class[k] += s->mean.item[i][k];
        }
    }
    for (int k = 0; k < CLASS_COUNT; k++) {
        means->by_class[k] += unknown;
        means->tail[k] = s->tail_trials > 0 ? s->tail[k] : NAN;
    }
}

struct means means_of(const struct summary *s)
{
    /* What is added to a number that is known changes nothing. */
    double unknown = s->unfinished ? NAN : 0.0;
    struct means means = {.failures = unknown,
                          .preemptions = s->mean.preemptions + unknown,
                          .limit_ends = s->mean.limit_ends + unknown,
                          .fallbacks = s->mean.fell_back + unknown,
                          .lost_gpu_h = s->mean.lost_gpu_h + unknown};
    for (int i = 0; i < s->typical->causes; i++) {
        means.cause[i] = s->mean.failures[i] + unknown;
        means.failures += s->mean.failures[i];
    }
    for (int i = 0; i < PHASE_COUNT; i++)
        means.phase_h[i] = s->mean.phase_h[i] + unknown;
    add_money(s, unknown, &means);
    return means;
}
