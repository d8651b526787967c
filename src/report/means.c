/* From a summary's sums to means. */
#include "report/means.h"

#include <math.h>
#include <string.h>

const char *const means_phases[PHASE_COUNT] = {
#define PHASE(name, class, meaning) #name,
    PHASES(PHASE)
#undef PHASE
};

/* Names of phases and items that are not words as they stand, or that are to be translated. */
static const struct {
    const char *name, *words;
} means_words[] = {
    {"queue", N_("queue")},
    {"startup", N_("startup")},
    {"compute", N_("compute")},
    {"checkpoint", N_("checkpoint")},
    {"lost", N_("lost")},
    {"detect", N_("detect")},
    {"repair", N_("repair")},
    {"restart", N_("restart")},
    {"shutdown", N_("shutdown")},
    {"rent", N_("rent")},
    {"round_up", N_("round up")},
    {"unused_minimum", N_("unused minimum")},
    {"queue_rent", N_("queue rent")},
    {"machine", N_("machine")},
    {"network", N_("network")},
    {"fitout", N_("fitout")},
    {"interest", N_("interest")},
    {"staff", N_("staff")},
    {"rack", N_("rack")},
    {"electricity", N_("electricity")},
    {"demand", N_("demand")},
    {"storage", N_("storage")},
    {"egress", N_("egress")},
    {"tax", N_("tax")},
    {"labor", N_("labor")},
    {"delay", N_("delay")},
    {"spent", N_("spent")},
    {"credits", N_("credits")},
};

static const char *means_words_of(const char *name)
{
    for (size_t i = 0; i < sizeof means_words / sizeof *means_words; i++)
        if (strcmp(means_words[i].name, name) == 0)
            return _(means_words[i].words);
    return name;
}

const char *means_phase_words(int phase)
{
    return means_words_of(means_phases[phase]);
}

const char *means_item_words(int item)
{
    return means_words_of(cost_items[item].name);
}

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
