/* Trials small enough to be played by hand: plans of constants with the ledgers that follow from the rules. */
#ifndef RUNODDS_TESTS_LAW_HANDS_H
#define RUNODDS_TESTS_LAW_HANDS_H

#include "trial/plan.h"

enum { HAND_CAUSES = 2 };

/* A cause with one unit, the job. */
struct hand_cause {
    double first_h; /* exposed hours of its first failure; 0: no such cause */
    double life_h;  /* from one failure to the next; 0: too long to matter */
    double detect_h, repair_h, restart_h;
    enum cause_renew renew;
};

struct hand {
    const char *name;
    double work_h, every_h, write_h; /* every_h 0: none */
    double background_h;             /* the part of the write that does not block */
    bool no_final, never_saves;
    double startup_h, requeue_h, restart_h;
    double preempt_h, notice_h, limit_h, give_up_h; /* 0: none */
    struct hand_cause cause[HAND_CAUSES];           /* called "a" and "b" */
    struct ledger is;                               /* completion is the sum of its phases */
};

const struct hand *hands_all(int *n);

void hands_plan(const struct hand *hand, struct plan *plan);

#endif
