/* One trial of one plan, kept event by event. */
#ifndef RUNODDS_ENGINE_STORY_H
#define RUNODDS_ENGINE_STORY_H

#include "engine/engine.h"

struct story {
    const struct scenario *scenario;
    int plan;
    long trial;
    bool p90;             /* it was chosen as the one at the P90 of cost, or of time where nothing is priced */
    struct event *event;  /* n of them, without waits and stretches of no length */
    int n, runs;          /* runs: told of, one after another */
    double *world;        /* the unknowns' draws, base units */
    struct plan numbers;  /* that it was played with */
    struct ledger ledger; /* without what only prices read */
    double cost;          /* money; 0 if nothing is priced */
};

/* Plays a trial and keeps what happens; story_release() in any case. */
void story_tell(const struct engine *engine, int plan, long trial, struct story *story);
void story_release(struct story *story);

/* Whether an event lasts, rather than falls at to_h. */
bool story_lasts(const struct event *event);

#endif
