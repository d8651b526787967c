/* Affinity, cgroup quotas and limits. */
#include "engine/threads.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/text.h"

enum { THREADS_MOST = 256, LINE = 512 };

/* The first line of a small file; false if it is not there. */
static bool first_line(const char *path, char line[LINE])
{
    FILE *file = fopen(path, "re");
    bool read = file && fgets(line, LINE, file);
    if (file)
        fclose(file);
    return read;
}

/* The number at the start of a text. */
static bool number_at(const char *text, double *x)
{
    text += strspn(text, " \t");
    return text_number(text, false, x) > 0;
}

/* Whether a comma list of controllers names one. */
static bool listed(const char *names, const char *controller)
{
    size_t n = strlen(controller);
    for (const char *at = names; (at = strstr(at, controller)) != NULL; at += n)
        if ((at == names || at[-1] == ',') && (at[n] == ',' || at[n] == ':' || at[n] == '\0'))
            return true;
    return false;
}

/* Our folder in the cgroup hierarchy: of version 2, or of a controller of version 1. The caller frees it; NULL: none.
 */
static char *cgroup_folder(const char *controller)
{
    FILE *file = fopen("/proc/self/cgroup", "re");
    char line[LINE], *folder = NULL;
    while (file && !folder && fgets(line, LINE, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        if (controller ? listed(names + 1, controller) : names[1] == '\0')
            folder = mem_format("/sys/fs/cgroup%s%s%s", controller ? "/" : "", controller ? controller : "", path);
    }
    if (file)
        fclose(file);
    return folder;
}

/* Reads `name` in our folder and in each folder above it; the least value of `read` counts. */
static double least_on_the_way(const char *controller, const char *name, double (*read)(const char *path))
{
    char *folder = cgroup_folder(controller);
    double least = INFINITY;
    while (folder && strlen(folder) >= strlen("/sys/fs/cgroup")) {
        char *path = mem_format("%s/%s", folder, name);
        least = fmin(least, read(path));
        free(path);
        char *slash = strrchr(folder, '/');
        if (!slash)
            break;
        *slash = '\0';
    }
    free(folder);
    return least;
}

/* Version 2: "max 100000" or "150000 100000". */
static double quota_2(const char *path)
{
    char line[LINE];
    double quota, period;
    if (!first_line(path, line) || !number_at(line, &quota) || !strchr(line, ' ') ||
        !number_at(strchr(line, ' '), &period))
        return INFINITY;
    return period > 0.0 ? quota / period : INFINITY;
}

/* Version 1: the quota, -1 for none, with the period beside it. */
static double quota_1(const char *path)
{
    char line[LINE];
    double quota, period = 0.0;
    if (!first_line(path, line) || !number_at(line, &quota) || quota <= 0.0)
        return INFINITY;
    char *beside = mem_copy_n(path, strlen(path) - strlen("cpu.cfs_quota_us"));
    char *other = mem_format("%scpu.cfs_period_us", beside);
    if (first_line(other, line))
        number_at(line, &period);
    free(other);
    free(beside);
    return period > 0.0 ? quota / period : INFINITY;
}

static double memory_limit(const char *path)
{
    char line[LINE];
    double bytes;
    return first_line(path, line) && number_at(line, &bytes) ? bytes : INFINITY;
}

static int affinity(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

struct gate {
    pthread_mutex_t lock;
};

static void *wait_at_gate(void *context)
{
    struct gate *gate = context;
    pthread_mutex_lock(&gate->lock);
    pthread_mutex_unlock(&gate->lock);
    return NULL;
}

/* How many of `wish` threads can live at once. */
static int startable(int wish)
{
    pthread_t other[THREADS_MOST];
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER};
    int started = 0;
    pthread_mutex_lock(&gate.lock);
    while (started < wish - 1 && pthread_create(&other[started], NULL, wait_at_gate, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate.lock);
    for (int i = 0; i < started; i++)
        pthread_join(other[i], NULL);
    return started + 1;
}

int threads_choose(int asked)
{
    double most = affinity();
    const char *environment = getenv("OMP_NUM_THREADS");
    uint64_t wish;
    most = fmin(most, ceil(least_on_the_way(NULL, "cpu.max", quota_2)));
    most = fmin(most, ceil(least_on_the_way("cpu", "cpu.cfs_quota_us", quota_1)));
    if (environment && text_u64(environment, &wish) && wish > 0)
        most = fmin(most, (double)wish);
    unsetenv("OMP_NUM_THREADS"); /* the OpenMP runtime would complain of a value that is no number */
    if (asked > 0)
        most = asked;
    return startable((int)fmax(1.0, fmin(most, THREADS_MOST)));
}

size_t threads_memory(void)
{
    struct rlimit limit;
    double most = INFINITY, used = 0.0, pages;
    char line[LINE];
    FILE *info = fopen("/proc/meminfo", "re");
    while (info && fgets(line, LINE, info))
        if (strncmp(line, "MemAvailable:", 13) == 0 && number_at(line + 13, &pages))
            most = pages * 1024.0;
    if (info)
        fclose(info);
    most = fmin(most, least_on_the_way(NULL, "memory.max", memory_limit));
    most = fmin(most, least_on_the_way("memory", "memory.limit_in_bytes", memory_limit));
    if (first_line("/proc/self/statm", line) && number_at(line, &pages))
        used = pages * 4096.0;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        most = fmin(most, (double)limit.rlim_cur - used);
    return most > 1e18 ? (size_t)1e18 : most < 0.0 ? 0 : (size_t)most;
}
