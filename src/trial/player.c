/* The streams and clocks of a plan. */
#include "trial/trial.h"

#include <stdlib.h>

#include "base/text.h"
#include "trial/meter.h"

enum { FEW = 4, MANY = STREAM_STEP };

/* Owner of the streams of a plan's waits: no plan and no model can have this name. */
static const char events[] = "\001plan";

static const char *const names[PLAYER_HASHES] = {
    "queue",   "requeue",  "preemption", "fallback.queue", "fallback.requeue", "fallback.preemption", "startup",
    "restart", "shutdown", "spread",     "price"};

size_t player_hashes(uint32_t *hash)
{
    for (size_t i = 0; i < PLAYER_HASHES; i++)
        hash[i] = text_hash(events, names[i]);
    return PLAYER_HASHES;
}

static void outlets_init(struct outlets *outlets, const struct kernel *kernel, uint64_t seed, const uint32_t *hash)
{
    stream_init(&outlets->queue, kernel, seed, hash[0], 2);
    stream_init(&outlets->requeue, kernel, seed, hash[1], FEW);
    stream_init(&outlets->preemption, kernel, seed, hash[2], MANY);
}

void player_init(struct player *player, const struct plan *plan, const struct kernel *kernel, uint64_t seed)
{
    uint32_t hash[PLAYER_HASHES];
    player_hashes(hash);
    *player = (struct player){.causes = plan->causes};
    outlets_init(&player->market, kernel, seed, hash);
    outlets_init(&player->fallback, kernel, seed, hash + 3);
    stream_init(&player->startup, kernel, seed, hash[6], FEW);
    stream_init(&player->restart, kernel, seed, hash[7], FEW);
    stream_init(&player->shutdown, kernel, seed, hash[8], 2);
    stream_init(&player->spread, kernel, seed, hash[9], 2);
    for (int i = 0; i < plan->causes; i++) {
        const struct cause *cause = &plan->cause[i];
        clock_init(&player->of[i].clock, cause, kernel, seed);
        stream_init(&player->of[i].detect, kernel, seed, cause->what_detect, FEW);
        stream_init(&player->of[i].repair, kernel, seed, cause->what_repair, FEW);
        stream_init(&player->of[i].restart, kernel, seed, cause->what_restart, FEW);
    }
    if (plan->concurrent > 1.0) {
        player->idle_h = mem_new((size_t)plan->concurrent, sizeof *player->idle_h);
        player->fell = mem_new((size_t)plan->concurrent, sizeof *player->fell);
    }
    if (plan->metered)
        player->meter = meter_new(plan, kernel, seed);
}

void player_release(struct player *player)
{
    for (int i = 0; i < player->causes; i++)
        clock_release(&player->of[i].clock);
    player->causes = 0;
    free(player->idle_h);
    free(player->fell);
    player->idle_h = NULL;
    player->fell = NULL;
    meter_free(player->meter);
    player->meter = NULL;
}
