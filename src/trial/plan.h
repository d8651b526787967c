/* The numbers of one plan in one trial; constant for the trial, derived from the scenario and the trial's unknowns. */
#ifndef RUNODDS_TRIAL_PLAN_H
#define RUNODDS_TRIAL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/law.h"
#include "base/quantile.h"
#include "scenario/cause.h"
#include "trial/checkpoint.h"
#include "trial/ledger.h"

/* A wait of add_h plus a draw of a law, hours. A row-less law (zeroed) means none: 0 h. */
struct wait {
    struct law law;
    double add_h;
};

/* One source of failures. */
struct cause {
    const char *name;
    enum cause_unit unit;
    double units;       /* how many of them, >= 1 */
    struct law life;    /* time between failures of one unit, exposed hours */
    enum cause_age age; /* of the original units at the start */
    double age_h;       /* AGE_HOURS */
    enum cause_renew renew;
    const struct quantile *residual; /* AGE_STEADY: table of the residual life in a typical world, ... */
    double residual_scale;           /* ... and how much longer lives are in this one */
    struct wait detect, repair, restart;
    uint32_t what_original, what_renewal, what_detect, what_repair, what_restart;
};

struct plan {
    struct cadence cadence;
    struct wait queue, requeue, startup, restart, shutdown;

    int causes;
    struct cause cause[CAUSES_MOST]; /* in order of their names */
    bool renews;                     /* a cause has RENEW_START */
    bool redraws;                    /* other machines after a queue, and a cause that remembers their age */

    bool preemptible;
    struct law preemption; /* of one instance, hours held */
    double gang;           /* hazard of the group over that of one instance */
    double notice_h;       /* 0: none */
    double limit_h;        /* of one allocation; infinite: none */
    bool keeps_machines;   /* reserved or owned: the same machines after a queue */
    double give_up_h;      /* held hours */

    double cards, nodes;    /* that run the job */
    double billed_cards;    /* whole nodes */
    double lost_to_scaling; /* share of compute hours, 0 to 1 */
    double effective_gpu_h; /* the work on one card (or the smallest measured count), card hours */

    double rent_per_h;     /* money for all that is billed, per hour held */
    double billing_unit_h; /* 0: exact */
    double billing_minimum_h;
    bool bill_queue;
    bool rent_priced;
    unsigned items; /* bit i: cost item i is priced; filled by cost_note_items() */
};

/* Fills renews and redraws, from the causes and keeps_machines. */
void plan_note_causes(struct plan *plan);

#endif
