/* An observer that keeps what it is told. */
#include "engine/story.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool story_lasts(const struct event *event)
{
    return event->kind == EVENT_PHASE || event->kind == EVENT_RUN || event->kind == EVENT_NOTICE;
}

static void keep(void *context, const struct event *event)
{
    struct story *story = context;
    if (story_lasts(event) && event->to_h == event->from_h)
        return;
    if ((story->n & (story->n - 1)) == 0)
        story->event = mem_grow(story->event, story->n > 0 ? 2 * (size_t)story->n : 1, sizeof *story->event);
    story->event[story->n++] = *event;
    story->runs = event->run + 1 > story->runs ? event->run + 1 : story->runs;
}

void story_tell(const struct engine *engine, int plan, long trial, struct story *story)
{
    struct observer observer = {keep, story};
    struct replay *replay = replay_new(engine);
    struct cost cost;
    int unknowns = engine->scenario->unknowns.n;
    *story = (struct story){.scenario = engine->scenario, .plan = plan, .trial = trial};
    replay_play(replay, plan, trial, &story->numbers, &story->ledger, &cost, &observer);
    story->cost = cost_of(&story->numbers, &story->ledger, &cost);
    story->ledger.metered = NULL;
    story->world = mem_new((size_t)unknowns + 1, sizeof *story->world);
    memcpy(story->world, replay_world(replay), (size_t)unknowns * sizeof *story->world);
    replay_free(replay);
}

void story_release(struct story *story)
{
    free(story->event);
    free(story->world);
    story->event = NULL;
    story->world = NULL;
}
