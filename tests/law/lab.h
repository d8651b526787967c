/* A bench for the law tests: plays scenario texts through the whole program and weighs what comes out. */
#ifndef RUNODDS_TESTS_LAW_LAB_H
#define RUNODDS_TESTS_LAW_LAB_H

#include "engine/engine.h"

/* A scenario and what its trials gave. lab_close() releases all of it. */
struct lab {
    struct scenario *scenario;
    struct engine engine;
    struct trials trials; /* empty before lab_run() */
};

/* Opens a scenario: a text made as by printf, a text with options, a shipped file such as
 * "models/scenarios/lora-7b.yaml". A scenario that is refused fails the test. */
void lab_open(struct lab *lab, const char *format, ...) PRINTF_LIKE(2, 3);
void lab_open_with(struct lab *lab, const struct scenario_options *options, int threads, const char *text);
void lab_open_file(struct lab *lab, const char *name);
void lab_close(struct lab *lab);

/* Plays n trials of every plan, all of which must finish. */
void lab_run(struct lab *lab, long n);

/* Opens a text and plays n trials; without options and with 0 threads as the program would by default. */
void lab_play(struct lab *lab, long n, const char *format, ...) PRINTF_LIKE(3, 4);

void lab_play_with(struct lab *lab, long n, const struct scenario_options *options, int threads, const char *text);

/* Number of the plan of that name. */
int lab_plan(const struct lab *lab, const char *name);

/* Whether n numbers, or all times and costs of the plan of that name, are the same to the last bit. */
bool lab_same_bytes(const double *a, const double *b, long n);
bool lab_same_plan(const struct lab *a, const struct lab *b, const char *name);

/* Means over the trials of a plan. */
double lab_goodput(const struct lab *lab, int plan);
double lab_failures(const struct lab *lab, int plan);
double lab_phase_h(const struct lab *lab, int plan, enum phase phase);

/* One number of each of n replayed trials, finished or not; the caller frees them. */
typedef double lab_reader(const struct ledger *ledger);
double *lab_read(const struct lab *lab, int plan, long n, lab_reader *read);

/* Readers. */
double lab_all_failures(const struct ledger *ledger);
double lab_lost_h(const struct ledger *ledger);

/* ---- weighing: each fails the test and says by how much ---- */

/* Mean, and standard error of the mean, of n values. */
double lab_average(const double *v, long n, double *error);
long lab_at_most(const double *v, long n, double x);

/* A figure as printed, against the formula that it came from: they differ by at most `relative`. */
void lab_same(const char *what, double formula, double printed, double relative);

/* The mean is `exact`: |z| < 6.1, one false alarm in 1e9. */
void lab_mean(const char *what, const double *v, long n, double exact);

/* The mean lies in a band, but for 6.1 standard errors. */
void lab_mean_within(const char *what, const double *v, long n, double low, double high);

/* The standard deviation is `exact`; z of the variance by the fourth moment. */
void lab_deviation(const char *what, const double *v, long n, double exact);

/* Of n trials `count` have a property of chance p; z of the binomial. */
void lab_count(const char *what, long count, long n, double p);

/* x is known to within `half` and P(value <= x) = p: not too many values lie below x - half, nor too few below x +
 * half. */
void lab_quantile(const char *what, const double *v, long n, double p, double x, double half);

/* A number, not a chance, lies in a band. */
void lab_within(const char *what, double x, double low, double high);

#endif
