/* The streams and clocks of a plan. */
#include "trial/trial.h"

#include "base/text.h"

enum { FEW = 4, MANY = STREAM_STEP };

/* Owner of the streams of a plan's waits: no plan and no model can have this name. */
static const char events[] = "\001plan";

static const char *const waits[] = {"queue", "requeue", "startup", "restart", "shutdown", "preemption"};

size_t player_hashes(uint32_t *hash)
{
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        hash[i] = text_hash(events, waits[i]);
    return sizeof waits / sizeof *waits;
}

void player_init(struct player *player, const struct plan *plan, const struct kernel *kernel, uint64_t seed)
{
    uint32_t hash[6];
    player_hashes(hash);
    *player = (struct player){.causes = plan->causes};
    stream_init(&player->queue, kernel, seed, hash[0], 2);
    stream_init(&player->requeue, kernel, seed, hash[1], FEW);
    stream_init(&player->startup, kernel, seed, hash[2], FEW);
    stream_init(&player->restart, kernel, seed, hash[3], FEW);
    stream_init(&player->shutdown, kernel, seed, hash[4], 2);
    stream_init(&player->preemption, kernel, seed, hash[5], MANY);
    for (int i = 0; i < plan->causes; i++) {
        const struct cause *cause = &plan->cause[i];
        clock_init(&player->of[i].clock, cause, kernel, seed);
        stream_init(&player->of[i].detect, kernel, seed, cause->what_detect, FEW);
        stream_init(&player->of[i].repair, kernel, seed, cause->what_repair, FEW);
        stream_init(&player->of[i].restart, kernel, seed, cause->what_restart, FEW);
    }
}

void player_release(struct player *player)
{
    for (int i = 0; i < player->causes; i++)
        clock_release(&player->of[i].clock);
    player->causes = 0;
}
