/* The numbers of one plan in one trial; constant for the trial, derived from the scenario and the trial's unknowns. */
#ifndef RUNODDS_TRIAL_PLAN_H
#define RUNODDS_TRIAL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/law.h"
#include "base/quantile.h"
#include "scenario/cause.h"
#include "scenario/path.h"
#include "scenario/tariff.h"
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

/* How capacity comes and goes, and what it costs. */
struct market {
    struct wait queue, requeue;
    bool preemptible;
    struct law preemption; /* of one instance, hours held */
    double gang;           /* hazard of the group over that of one instance */
    double notice_h;       /* 0: none */
    double rent_per_h;     /* money for all that is billed, per hour held; of a moving price, 1 money per card hour */
};

/* The market that is turned to when all waiting reaches after_h, or preemptions reach after_preemptions; hours until
 * then are paid as before. */
struct fallback {
    bool on;
    double after_h, after_preemptions;
    struct market market;
};

/* Rent that moves: an integral over a path from its hour from_h on, or a mean-reverting logarithm that is drawn. */
struct moving {
    const struct price_path *path;  /* NULL: none */
    double from_h;                  /* hour of the path at submission */
    double mean, now;               /* 0: no mean-reverting price; money per card or node hour */
    double volatility, half_life_h; /* long-run standard deviation of the logarithm; hours */
    double units;                   /* cards or nodes that are billed */
    uint32_t what;                  /* of its draws */
};

/* What owned machines cost for each hour that the job holds them. */
struct owned {
    bool priced, network_priced, fitout_priced, finance_priced, staff_priced, rack_priced;
    double machine_per_h, network_per_h, fitout_per_h, finance_per_h, staff_per_h, rack_per_h;
    double purchase; /* money that buys machines, network and fitout */
};

/* Power at the meter of the building, all nodes and switches, kW. */
struct power {
    bool priced, demand_priced;
    double node_peak_kw; /* of one node at the wall, whatever it does */
    double busy_kw, checkpoint_kw, idle_kw;
    double price[PERIODS_MOST]; /* money per kWh of each period */
    double demand_per_h;        /* money per hour held */
};

struct plan {
    struct cadence cadence;
    struct market market;     /* where capacity comes from ... */
    struct fallback fallback; /* ... and where after long waits or many preemptions */
    struct wait startup, restart, shutdown;

    int causes;
    struct cause cause[CAUSES_MOST]; /* in order of their names */
    bool renews;                     /* a cause has RENEW_START */
    bool redraws;                    /* other machines after a queue, and a cause that remembers their age */

    double limit_h;      /* of one allocation; infinite: none */
    bool keeps_machines; /* reserved or owned: the same machines after a queue */
    double give_up_h;    /* held hours */

    double cards, nodes;    /* that run the job */
    double billed_cards;    /* whole nodes */
    double lost_to_scaling; /* share of compute hours, 0 to 1 */
    double effective_gpu_h; /* the work on one card (or the smallest measured count), card hours */

    double work_h; /* of the whole job on these cards, what is done already included */

    double runs, concurrent; /* whole numbers, >= 1 */
    double spread;           /* coefficient of variation of the work of a run */
    bool under_way;          /* capacity is held at the start */
    double past_h, spent;    /* of a run under way; done: share of its work */
    double done;

    double billing_unit_h; /* 0: exact */
    double billing_minimum_h;
    bool bill_queue;
    bool rent_priced;
    struct moving moving;
    struct owned own;
    struct power power;
    const struct calendar *calendar; /* of the tariff; NULL: flat */
    bool storage_priced, egress_priced, labor_priced, delay_priced, credits_given, taxed;
    double storage_per_h, egress;                    /* money per hour of the job; per run */
    double labor_setup, labor_incident[CAUSES_MOST]; /* money; of the incidents, each */
    double delay_per_h, delay_after_h;
    double credits, tax; /* money, share */
    bool metered;        /* some price needs to know when hours fall */
    unsigned items;      /* bit i: cost item i is priced; filled by cost_note_items() */
};

/* Fills renews and redraws, from the causes and keeps_machines. */
void plan_note_causes(struct plan *plan);

#endif
