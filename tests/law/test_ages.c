/* Failures of many units whose laws have a memory: of new fleets, of fleets that have run for long, of given ages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>

#include "lab.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const long few = 200000;

static const double mean_h = 42.0 * 24.0;

/* Units of Weibull lives of that mean. */
struct fleet {
    double units, shape, age_h;
};

static double scale_h(const struct fleet *fleet)
{
    return mean_h / tgamma(1.0 + 1.0 / fleet->shape);
}

/* Hazard of one new unit up to x. */
static double hazard(const struct fleet *fleet, double x_h)
{
    return pow(x_h / scale_h(fleet), fleet->shape);
}

/* Chance that no unit of the fleet fails up to x: in the steady state, and of a given age. */
static double steady_survival(double x_h, void *context)
{
    const struct fleet *fleet = context;
    return pow(gsl_sf_gamma_inc_Q(1.0 / fleet->shape, hazard(fleet, x_h)), fleet->units);
}

static double aged_survival(double x_h, void *context)
{
    const struct fleet *fleet = context;
    return exp(-fleet->units * (hazard(fleet, fleet->age_h + x_h) - hazard(fleet, fleet->age_h)));
}

static double mean_of(double (*survival)(double, void *), struct fleet *fleet)
{
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    gsl_function f = {survival, fleet};
    double area, error;
    gsl_integration_qagiu(&f, 0.0, 1e-9, 1e-9, 1000, space, &area, &error);
    gsl_integration_workspace_free(space);
    return area;
}

/* ---- the first failure ---- */

/* A trial is given up after its first failure, all of its work lost. */
static double *first_failures(double units, double shape, const char *age, long n)
{
    struct lab lab;
    lab_open(
        &lab,
        "work: {steps: 1000000000000}\nstep_time: 1 h\ngive_up: 0.000001 h\ncheckpoint: none\naccelerators: A100:1\n"
        "num_nodes: %g\nfailures:\n  node:\n    every: weibull(shape = %g, mean = 42 days)\n    age: %s\n",
        units, shape, age);
    double *first_h = lab_read(&lab, 0, n, lab_lost_h);
    lab_close(&lab);
    return first_h;
}

static void first_failure_of_new_fleets(void **state)
{
    static const struct {
        double units, shape, mean_days;
    } row[] = {{8, 0.7, 2.1533803},       {8, 1.0, 5.25},           {8, 1.5, 10.5},
               {128, 0.7, 0.041015625},   {128, 1.0, 0.328125},     {128, 1.5, 1.6536464},
               {2048, 0.7, 7.8122823e-4}, {2048, 1.0, 0.020507813}, {2048, 1.5, 0.26043299}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        double exact_h = mean_h * pow(row[i].units, -1.0 / row[i].shape);
        lab_same("first failure of a new fleet", exact_h, 24.0 * row[i].mean_days, 1e-7);
        double *first_h = first_failures(row[i].units, row[i].shape, "new", few);
        lab_mean("first failure of a new fleet", first_h, few, exact_h);
        free(first_h);
    }
}

static void first_failure_in_the_steady_state(void **state)
{
    static const struct {
        double units, shape, mean_h; /* 0: not published */
    } row[] = {{128, 0.7, 8.106}, {128, 1.5, 7.820}, {1, 0.7, 0}, {1, 1.5, 0}, {2048, 0.7, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct fleet fleet = {row[i].units, row[i].shape, 0.0};
        double exact_h = mean_of(steady_survival, &fleet);
        if (row[i].mean_h > 0.0)
            lab_same("first failure in the steady state", exact_h, row[i].mean_h, 1e-4);
        double *first_h = first_failures(row[i].units, row[i].shape, "steady", few);
        lab_mean("first failure in the steady state", first_h, few, exact_h);
        lab_count("no failure for 6 h", few - lab_at_most(first_h, few, 6.0), few, steady_survival(6.0, &fleet));
        free(first_h);
    }
}

static void first_failure_at_a_given_age(void **state)
{
    static const struct fleet fleets[] = {{128, 0.7, 500.0}, {128, 1.5, 500.0}, {1, 3.0, 2000.0}};
    (void)state;
    for (size_t i = 0; i < COUNT(fleets); i++) {
        struct fleet fleet = fleets[i];
        double *first_h = first_failures(fleet.units, fleet.shape, i == 2 ? "2000 h" : "500 h", few);
        lab_mean("first failure at an age", first_h, few, mean_of(aged_survival, &fleet));
        free(first_h);
    }
}

/* ---- all failures of a long time ---- */

/* Writes are so dense that a failure loses nothing: work_h of exposed time in every trial. */
static void open_long(struct lab *lab, double work_h, double shape, const char *cause, const char *rest)
{
    lab_open(lab,
             "work: %.17g GPU-hours\ncheckpoint: {every: 0.01 s, write: 0 s}\naccelerators: A100:1\nnum_nodes: 128\n"
             "restart: none\n%sfailures:\n  node:\n    every: weibull(shape = %g, mean = 42 days)\n%s",
             128.0 * work_h, rest, shape, cause);
}

static double exposed_h(const struct ledger *ledger)
{
    return ledger->phase_h[PHASE_compute] + ledger->phase_h[PHASE_checkpoint] + ledger->phase_h[PHASE_lost];
}

/* Failures above those of a steady fleet of 128 in as much exposed time. */
static double excess(const struct ledger *ledger)
{
    return ledger->failures[0] - exposed_h(ledger) * 128.0 / mean_h;
}

/* Hours per failure stay 42 days / 128 = 7.875 h whatever the shape, with pauses in which the clocks stand still, and
 * with machines that change or stay. */
static void a_steady_fleet_keeps_its_rate(void **state)
{
    static const double shapes[] = {0.7, 1.5};
    static const char *const causes[] = {"    repair: none\n",
                                         "    repair: exponential(mean = 3 h)\n    detect: 0.5 h\n"};
    static const char *const rests[] = {"", "preemption: 40 h\nrequeue: 2 h\n",
                                        "preemption: 40 h\nrequeue: 2 h\ncapacity: reserved\n", "time_limit: 48 h\n"};
    enum { TRIALS = 2500 };
    (void)state;
    for (size_t i = 0; i < COUNT(shapes); i++)
        for (size_t k = 0; k < COUNT(causes); k++)
            for (size_t l = 0; l < COUNT(rests); l++) {
                struct lab lab;
                open_long(&lab, 1000.0, shapes[i], causes[k], rests[l]);
                lab_run(&lab, TRIALS);
                double *excesses = lab_read(&lab, 0, TRIALS, excess);
                lab_mean("failures of a steady fleet", excesses, TRIALS, 0.0);
                free(excesses);
                const double *phase_h = lab.trials.sums[0].phase_h;
                lab_within("hours per failure",
                           (phase_h[PHASE_compute] + phase_h[PHASE_lost]) / lab.trials.sums[0].failures[0],
                           0.97 * 7.875, 1.03 * 7.875);
                lab_close(&lab);
            }
}

/* What becomes of it when all units are new at each restart: eight times too many failures, or a fifth. */
static void a_fleet_that_is_always_new(void **state)
{
    static const double shapes[] = {0.7, 1.5};
    (void)state;
    for (size_t i = 0; i < COUNT(shapes); i++) {
        struct lab lab;
        double exact_h = mean_h * pow(128.0, -1.0 / shapes[i]);
        open_long(&lab, 2000.0, shapes[i], "    age: new\n    renew: start\n", "");
        lab_run(&lab, 2000);
        lab_within("hours per failure", 2000.0 / lab_failures(&lab, 0), 0.985 * exact_h, 1.015 * exact_h);
        lab_close(&lab);
    }
}

/* Units as old as before their repair: failures are Poisson, their mean the hazard of all. */
static void minimal_repair(void **state)
{
    static const struct {
        struct fleet fleet;
        const char *cause;
    } row[] = {{{128, 0.7, 0.0}, "    age: new\n    renew: minimal\n"},
               {{128, 1.5, 0.0}, "    age: new\n    renew: minimal\n    repair: 1 h\n"},
               {{128, 1.5, 700.0}, "    age: 700 h\n    renew: minimal\n"}};
    enum { TRIALS = 50000 };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        const struct fleet *fleet = &row[i].fleet;
        double exact = 128.0 * (hazard(fleet, fleet->age_h + 200.0) - hazard(fleet, fleet->age_h));
        open_long(&lab, 200.0, fleet->shape, row[i].cause, "");
        double *failures = lab_read(&lab, 0, TRIALS, lab_all_failures);
        lab_mean("failures with minimal repair", failures, TRIALS, exact);
        lab_deviation("failures with minimal repair", failures, TRIALS, sqrt(exact));
        free(failures);
        lab_close(&lab);
    }
}

/* Four allocations of 50 h: on other machines each begins with new ones, on machines that are ours the hazard goes on,
 * and the clock of the job goes on always. Lives of minimal repair, so counts are Poisson. */
static void other_machines_are_new(void **state)
{
    static const struct {
        const char *rest;
        bool fresh;
    } row[] = {{"time_limit: 50 h\n", true}, {"time_limit: 50 h\ncapacity: reserved\n", false}, {"", false}};
    static const struct fleet nodes = {128, 1.5, 0.0};
    enum { TRIALS = 20000 };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct lab lab;
        double exact = 128.0 * (row[i].fresh ? 4.0 * hazard(&nodes, 50.0) : hazard(&nodes, 200.0));
        open_long(&lab, 200.0, 1.5, "    age: new\n    renew: minimal\n", row[i].rest);
        double *failures = lab_read(&lab, 0, TRIALS, lab_all_failures);
        lab_mean("failures over allocations", failures, TRIALS, exact);
        lab_deviation("failures over allocations", failures, TRIALS, sqrt(exact));
        free(failures);
        lab_close(&lab);
        lab_open(&lab,
                 "work: 200 GPU-hours\ncheckpoint: {every: 0.01 s, write: 0 s}\nrestart: none\n%sfailures:\n  job:\n"
                 "    every: weibull(shape = 1.5, mean = 42 h)\n    age: new\n    renew: minimal\n",
                 row[i].rest);
        failures = lab_read(&lab, 0, TRIALS, lab_all_failures);
        lab_mean("failures of the job over allocations", failures, TRIALS, hazard(&nodes, 200.0 * 24.0));
        free(failures);
        lab_close(&lab);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_failure_of_new_fleets),  cmocka_unit_test(first_failure_in_the_steady_state),
        cmocka_unit_test(first_failure_at_a_given_age), cmocka_unit_test(a_steady_fleet_keeps_its_rate),
        cmocka_unit_test(a_fleet_that_is_always_new),   cmocka_unit_test(minimal_repair),
        cmocka_unit_test(other_machines_are_new),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("ages", tests, NULL, NULL);
}
