/* From a scenario's inputs and a world to the numbers of a plan. */
#ifndef RUNODDS_TRIAL_DERIVE_H
#define RUNODDS_TRIAL_DERIVE_H

#include "scenario/scenario.h"
#include "trial/plan.h"

/* What is made once for a plan: hashes, residual tables. Owned by the frame; the plan points into it. */
struct plan_frame {
    const struct scenario *scenario;
    const struct inputs *inputs;
    struct {
        uint32_t original, renewal, detect, repair, restart;
        struct quantile *residual; /* of a steady age */
        double residual_mean;      /* of the law it was made for */
    } cause[CAUSES_MOST];
    double slowest, slowest1, slowest0; /* plan_slowest() of the plan's cards, the reference's, the measured ones' */
    struct calendar *calendar;          /* of a tariff with periods */
    uint32_t what_price;                /* identity of a price that moves */
    bool moves;                         /* an unknown reaches the plan: it must be derived once a trial */
};

/* Prepares a plan of a scenario; faults of laws that have no steady state come here. */
int plan_prepare(struct plan_frame *frame, const struct scenario *scenario, const struct scenario_plan *plan,
                 const struct kernel *kernel, struct err *err) WARN_UNUSED;
void plan_frame_release(struct plan_frame *frame);

/* Whether an unknown of the scenario reaches a plan. */
bool plan_reached(const struct scenario *scenario, const struct scenario_plan *plan, int unknown);

/* The numbers of the plan in a world: pure, allocates nothing. */
void plan_derive(const struct plan_frame *frame, const double *world, struct plan *plan);

/* The part of it that is money. */
void plan_derive_money(const struct plan_frame *frame, const double *world, struct plan *plan);

/* Share of its price that hardware is worth at an age: geometric from 1 at age 0 through the rows and beyond. */
double plan_worth(const struct table *resale, const double *world, double life_h, double at_h);

/* kW of a busy node at the wall (0: not known), and what power supplies make of watts behind them. */
double plan_node_kw(const struct inputs *inputs, const double *world, double cards, double *psu);

/* Hours that the plan takes when nothing interrupts it and every wait is its median. */
double plan_naive_h(const struct plan *plan);

/* Mean time between failures and preemptions, hours (infinite: there are none); a time limit is planned, and not in it.
 */
double plan_mtbi_h(const struct plan *plan);

/* Checkpoint intervals (work between writes), hours: J. W. Young, CACM 17 (1974) 530-531; J. T. Daly, Future Generation
 * Computer Systems 22 (2006) 303-312, equation 37. */
double plan_young_h(double write_h, double mtbf_h);
double plan_daly_h(double write_h, double mtbf_h);

/* Speed of n cards by a rule, in units that only compare; cards >= 1. *beyond: outside the measured rows. */
double plan_speed(const struct inputs *inputs, const double *world, double cards, bool *beyond);

/* Card count at which speeds are given per card: the smallest row of a table, 1 for a formula, `cards` without any. */
double plan_reference_cards(const struct inputs *inputs, double cards);

/* Card count at which the work was measured. */
double plan_measured_cards(const struct inputs *inputs, const double *world, double cards);

/* Amdahl's share fitted to a table of times; hours of one ring all-reduce of gb on n cards. */
double plan_fitted_amdahl(const struct table *times, const double *world);
double plan_ring_h(double n, double gb, double gb_per_h, double latency_h);

/* Mean of the largest of n standard normal deviates (closed for no n > 5; integrated). */
double plan_slowest(double n);

/* Mean of a wait, hours. */
double wait_mean_h(const struct wait *wait);

#endif
