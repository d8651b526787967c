/* Other programs by posix_spawn: no shell, no inherited settings, no endless waiting. */
#include "report/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- finding it ---- */

static bool spawn_is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

char *spawn_find(const char *name)
{
    const char *at = getenv("PATH");
    if (at == NULL)
        at = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t n = strcspn(at, ":");
        if (at[0] == '/') {
            char *path = mem_format("%.*s/%s", (int)n, at, name);
            if (spawn_is_program(path))
                return path;
            free(path);
        }
        if (at[n] == '\0')
            return NULL;
        at += n + 1;
    }
}

/* ---- its folder ---- */

char *spawn_folder(void)
{
    const char *where = getenv("TMPDIR");
    char *folder = mem_format("%s/runodds-XXXXXX", where != NULL && where[0] == '/' ? where : "/tmp");
    if (mkdtemp(folder) != NULL)
        return folder;
    int reason = errno;
    free(folder);
    errno = reason;
    return NULL;
}

static int spawn_unlink(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)walk;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

void spawn_remove(const char *folder)
{
    /* FTW_PHYS: symbolic links are removed, not followed. */
    nftw(folder, spawn_unlink, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

bool spawn_take(const char *path, size_t limit, struct text *out)
{
    char piece[16384];
    ssize_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    while (out->size <= limit && (n = read(fd, piece, sizeof piece)) > 0)
        text_add_n(out, piece, (size_t)n);
    int reason = n < 0 ? errno : out->size > limit ? EFBIG : 0;
    close(fd);
    errno = reason;
    return reason == 0;
}

void spawn_last_words(const char *folder, struct text *out)
{
    struct text log = {0};
    char *path = mem_format("%s/log", folder);
    if (spawn_take(path, 1 << 20, &log) && log.size > 0) {
        while (log.size > 0 && strchr("\n\r \t", log.at[log.size - 1]) != NULL)
            log.size--;
        size_t from = log.size;
        while (from > 0 && log.at[from - 1] != '\n')
            from--;
        text_add_n(out, log.at + from, log.size - from < 300 ? log.size - from : 300);
    }
    free(path);
    text_release(&log);
}

/* ---- running it ---- */

/* Signals as at the start of a program: what we ignore or block must not make it immortal. */
static void spawn_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGQUIT);
    sigaddset(&usual, SIGTERM);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &usual);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

static int spawn_start(pid_t *pid, const char *program, char *const argv[], char *const environment[],
                       const char *folder)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;
    char *out = mem_format("%s/out", folder), *log = mem_format("%s/log", folder);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    int bad = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    bad = bad != 0 ? bad : posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out, flags, 0600);
    bad = bad != 0 ? bad : posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, flags, 0600);
    spawn_signals(&attributes);
    bad = bad != 0 ? bad : posix_spawn(pid, program, &files, &attributes, argv, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    free(out);
    free(log);
    return bad;
}

static double spawn_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Looks every few milliseconds: there is no portable wait with a limit that leaves signals alone. */
static int spawn_wait(pid_t pid, int seconds)
{
    const struct timespec pause = {.tv_nsec = 4000000};
    double until_s = spawn_now_s() + seconds;
    for (int status;;) {
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : SPAWN_KILLED;
        /* Where SIGCHLD is ignored the status is lost; what was written will show how it went. */
        if (ended < 0 && errno == ECHILD)
            return 0;
        if (spawn_now_s() >= until_s) {
            kill(pid, SIGKILL);
            while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
                continue;
            return SPAWN_TIMEOUT;
        }
        nanosleep(&pause, NULL);
    }
}

int spawn_run(const char *program, char *const argv[], const char *folder, int seconds)
{
    char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", home[] = "HOME=/nonexistent", lang[] = "LANG=C.UTF-8";
    char *cache = mem_format("XDG_CACHE_HOME=%s/cache", folder);
    char *const environment[] = {path, home, lang, cache, NULL};
    pid_t pid;
    int code = spawn_start(&pid, program, argv, environment, folder) == 0 ? 0 : SPAWN_NOT_STARTED;
    free(cache);
    return code == 0 ? spawn_wait(pid, seconds) : code;
}
