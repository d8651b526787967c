/* How a plan comes along: the share of its work that is done by a date, when milestones are reached, what is still to
 * be paid, and how much faster it must be to end in time. */
#ifndef RUNODDS_ENGINE_COURSE_H
#define RUNODDS_ENGINE_COURSE_H

#include "engine/metric.h"

enum { COURSE_TRIALS = 20000, COURSE_POINTS = 101, COURSE_BANDS = 7 };
extern const double course_bands[COURSE_BANDS]; /* 5 10 25 50 75 90 95 */

/* Work counts from when it is done for good: what a failure takes counts once it is done again. So a milestone is
 * reached when the work passes its share and never falls below it afterwards; one of all the work, when the job is
 * complete, its last write and shutdown included. */
struct course_milestone {
    const char *name;     /* of the scenario */
    double share, by_h;   /* by_h: its own date or the deadline; NaN: neither */
    bool reached;         /* what is done already holds it: its times are the present, the latest that they can be */
    double p10, p50, p90; /* hours from submission; infinite where too few trials reach it */
    double largest;       /* of the trials that reach it; NaN: none does */

    /* To be reached by then; NaN without a date, or with one in the past where it is reached already. */
    struct estimate chance;
};

/* Hours from submission, money, shares of the work. */
struct course {
    bool under_way; /* something is done, passed or spent */
    long trials;    /* the first ones of the result, at most COURSE_TRIALS */
    double done, past_h, spent;
    /* What is to be paid beyond `spent`; NaN: not priced, or unfinished trials leave no mean; infinite: they reach it.
     */
    double more_mean, more_p50, more_p90;
    /* Shares of the work per hour: of the plan, from now to the P50 of completion, and what is left over the time left
     * until the deadline (infinite: there is none; NaN without a deadline). NaN where all is done. */
    double pace_per_h, needed_per_h;
    /* How many times as fast work must go, waits and writes staying as they are, for 50% and for 90% of trials to end
     * by the deadline; infinite: no speed is enough; NaN without a deadline, and where all is done. */
    double speed_p50, speed_p90;
    int milestones;
    struct course_milestone milestone[MILESTONES_MOST];
    int points;                  /* from now to the P99 of completion; 1: all is done; 0: no trial finishes */
    double *time_h;              /* [points] */
    double *share[COURSE_BANDS]; /* [points] quantiles of what is done; they rise with the time and the band */
};

/* The course of a plan of a result, over its first trials, which it replays. course_release() frees it. */
void course_make(const struct result *result, int plan, struct course *course);
void course_release(struct course *course);

/* Whether a plan's course is told: there are milestones, or it is under way. */
bool course_told(const struct scenario *scenario, const struct plan *typical);

/* Makes the courses that are told and keeps them with the result, so that its writers need not make them again. */
void course_keep(struct result *result);

/* The course of a plan: the one that is kept, or *own, which is made; NULL where it is not told, or where the result
 * has nothing to make it from. course_release(own) in any case. */
const struct course *course_of(const struct result *result, int plan, struct course *own);

#endif
