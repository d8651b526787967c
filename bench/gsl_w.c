/* The two reference workloads in plain C with GSL's mt19937: the rivals that runodds is timed against. */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sf_gamma.h>

/* One job, all times in hours: chunks of work with a write after each, failures, and perhaps preemptions. */
struct job {
    int chunks;
    double chunk_h; /* 1 h of work and 60 s of write */
    double restart_h;
    double failure_mean_h;
    double failure_shape;
    double failure_scale_h;
    double preemption_mean_h;
    double requeue_mu; /* of the logarithm of the wait in hours */
    double requeue_sigma;
};

typedef double trial_fn(const struct job *job, gsl_rng *rng);

struct mode {
    const char *workload;
    const char *method;
    trial_fn *trial;
};

struct tally {
    long n;
    double mean;
    double m2;
};

static struct job job_reference(void)
{
    struct job job = {.chunks = 720,
                      .chunk_h = 1.0 + 60.0 / 3600.0,
                      .restart_h = 0.25,
                      .failure_mean_h = 50000.0 / 1024.0,
                      .failure_shape = 0.7,
                      .preemption_mean_h = 12.0,
                      .requeue_sigma = 1.0};
    job.failure_scale_h = job.failure_mean_h / gsl_sf_gamma(1.0 + 1.0 / job.failure_shape);
    job.requeue_mu = -0.5 * job.requeue_sigma * job.requeue_sigma; /* so that the mean wait is 1 h */
    return job;
}

static double draw_failure_h(const struct job *job, gsl_rng *rng)
{
    return gsl_ran_weibull(rng, job->failure_scale_h, job->failure_shape);
}

/* The ziggurat is GSL's fastest normal; gsl_ran_lognormal would use the slower polar method. */
static double draw_requeue_h(const struct job *job, gsl_rng *rng)
{
    return exp(job->requeue_mu + gsl_ran_gaussian_ziggurat(rng, job->requeue_sigma));
}

/* W1, one iteration per chunk. The failure clock is exponential and runs in the restart too. */
static double w1_step(const struct job *job, gsl_rng *rng)
{
    double time_h = 0.0;
    double failure_h = gsl_ran_exponential(rng, job->failure_mean_h);
    int left = job->chunks;
    int restarting = 0;
    while (left > 0) {
        const double need_h = restarting ? job->restart_h : job->chunk_h;
        if (failure_h < need_h) {
            time_h += failure_h;
            failure_h = gsl_ran_exponential(rng, job->failure_mean_h);
            restarting = 1;
            continue;
        }
        time_h += need_h;
        failure_h -= need_h;
        left -= !restarting;
        restarting = 0;
    }
    return time_h;
}

/* W1, one iteration per failure: the chunks that fit before it are one division. */
static double w1_skip(const struct job *job, gsl_rng *rng)
{
    double time_h = 0.0;
    double restart_h = 0.0;
    int left = job->chunks;
    for (;;) {
        const double failure_h = gsl_ran_exponential(rng, job->failure_mean_h);
        const double work_h = failure_h - restart_h;
        if (work_h >= left * job->chunk_h)
            return time_h + restart_h + left * job->chunk_h;
        time_h += failure_h;
        if (work_h > 0.0)
            left -= (int)(work_h / job->chunk_h);
        restart_h = job->restart_h;
    }
}

/*
 * W2, one iteration per chunk. The failure clock is new at every restart and runs in it; the preemption clock is new
 * at every acquisition. A preemption throws the chunk away and costs a wait before the restart.
 */
static double w2_step(const struct job *job, gsl_rng *rng)
{
    double time_h = 0.0;
    double failure_h = draw_failure_h(job, rng);
    double preemption_h = gsl_ran_exponential(rng, job->preemption_mean_h);
    int left = job->chunks;
    int restarting = 0;
    while (left > 0) {
        const double need_h = restarting ? job->restart_h : job->chunk_h;
        if (failure_h >= need_h && preemption_h >= need_h) {
            time_h += need_h;
            failure_h -= need_h;
            preemption_h -= need_h;
            left -= !restarting;
            restarting = 0;
            continue;
        }
        if (failure_h < preemption_h) {
            time_h += failure_h;
            preemption_h -= failure_h;
        } else {
            time_h += preemption_h;
            time_h += draw_requeue_h(job, rng);
            preemption_h = gsl_ran_exponential(rng, job->preemption_mean_h);
        }
        failure_h = draw_failure_h(job, rng);
        restarting = 1;
    }
    return time_h;
}

/* W2, one iteration per interruption. */
static double w2_skip(const struct job *job, gsl_rng *rng)
{
    double time_h = 0.0;
    double restart_h = 0.0;
    double preemption_h = gsl_ran_exponential(rng, job->preemption_mean_h);
    int left = job->chunks;
    for (;;) {
        const double failure_h = draw_failure_h(job, rng);
        const double held_h = failure_h < preemption_h ? failure_h : preemption_h;
        const double work_h = held_h - restart_h;
        if (work_h >= left * job->chunk_h)
            return time_h + restart_h + left * job->chunk_h;
        time_h += held_h;
        if (work_h > 0.0)
            left -= (int)(work_h / job->chunk_h);
        if (failure_h < preemption_h) {
            preemption_h -= failure_h;
        } else {
            time_h += draw_requeue_h(job, rng);
            preemption_h = gsl_ran_exponential(rng, job->preemption_mean_h);
        }
        restart_h = job->restart_h;
    }
}

static const struct mode modes[] = {
    {"w1", "step", w1_step},
    {"w1", "skip", w1_skip},
    {"w2", "step", w2_step},
    {"w2", "skip", w2_skip},
};

static void tally_add(struct tally *tally, double value)
{
    const double delta = value - tally->mean;
    tally->n++;
    tally->mean += delta / (double)tally->n;
    tally->m2 += delta * (value - tally->mean);
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const struct mode *mode_find(const char *workload, const char *method)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(modes[i].workload, workload) == 0 && strcmp(modes[i].method, method) == 0)
            return &modes[i];
    return NULL;
}

/* A whole number from low on, or -1. */
static long whole_number(const char *text, long low)
{
    char *end = NULL;
    errno = 0;
    const long value = strtol(text, &end, 10);
    return errno != 0 || end == text || *end != '\0' || value < low ? -1 : value;
}

static int run(const struct mode *mode, long trials, unsigned long seed)
{
    const struct job job = job_reference();
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        return EXIT_FAILURE;
    gsl_rng_set(rng, seed);
    struct tally tally = {0, 0.0, 0.0};
    const double start_s = now_s();
    for (long i = 0; i < trials; i++)
        tally_add(&tally, mode->trial(&job, rng));
    const double seconds = now_s() - start_s;
    gsl_rng_free(rng);
    const double se = sqrt(tally.m2 / (double)(trials - 1) / (double)trials);
    const int printed =
        printf("{\"trials\": %ld, \"mean\": %.9g, \"se\": %.6g, \"seconds\": %.6f}\n", trials, tally.mean, se, seconds);
    return printed < 0 || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const struct mode *mode = argc == 5 ? mode_find(argv[1], argv[2]) : NULL;
    const long trials = mode != NULL ? whole_number(argv[3], 2) : -1;
    const long seed = mode != NULL ? whole_number(argv[4], 0) : -1;
    if (trials < 0 || seed < 0) {
        fputs("usage: gsl_w w1|w2 step|skip TRIALS SEED (at least 2 trials)\n", stderr);
        return 2;
    }
    return run(mode, trials, (unsigned long)seed);
}
