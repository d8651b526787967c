/* The streams and clocks of a plan. */
#include "trial/trial.h"

#include "base/text.h"

enum { FEW = 4, MANY = STREAM_BUFFER };

void player_init(struct player *player, const struct plan *plan, const struct kernel *kernel, uint64_t seed)
{
    *player = (struct player){.causes = plan->causes};
    stream_init(&player->queue, kernel, seed, text_hash("plan", "queue"), 2);
    stream_init(&player->requeue, kernel, seed, text_hash("plan", "requeue"), FEW);
    stream_init(&player->startup, kernel, seed, text_hash("plan", "startup"), FEW);
    stream_init(&player->restart, kernel, seed, text_hash("plan", "restart"), FEW);
    stream_init(&player->shutdown, kernel, seed, text_hash("plan", "shutdown"), 2);
    stream_init(&player->preemption, kernel, seed, text_hash("plan", "preemption"), MANY);
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
