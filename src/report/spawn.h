/* Runs another program without a shell, in a clean environment, for a limited time. */
#ifndef RUNODDS_REPORT_SPAWN_H
#define RUNODDS_REPORT_SPAWN_H

#include "base/text.h"

/* How a run ended, when not by an exit status from 0 to 255. */
enum { SPAWN_NOT_STARTED = -1, SPAWN_KILLED = -2, SPAWN_TIMEOUT = -3 };

/* The absolute path of a program, looked up in $PATH; relative entries are skipped, so that the current folder cannot
 * plant one. NULL: not found. The caller frees it. */
char *spawn_find(const char *name);

/* A private folder (mode 0700) in $TMPDIR, if that is absolute, or /tmp; NULL with errno if it cannot be made. The
 * caller frees the name, and removes it with spawn_remove(). */
char *spawn_folder(void);
void spawn_remove(const char *folder);

/* Runs program with argv (ending with NULL). Standard input is /dev/null, output and errors go to the files "out" and
 * "log" of the folder, which must be private. The environment holds PATH, HOME, LANG and XDG_CACHE_HOME alone. After
 * `seconds` it is killed. Returns the exit status or one of the above. */
int spawn_run(const char *program, char *const argv[], const char *folder, int seconds);

/* Appends the last line of the folder's log, at most 300 bytes of it. */
void spawn_last_words(const char *folder, struct text *out);

/* Reads a file of any bytes, at most limit; false with errno. */
bool spawn_take(const char *path, size_t limit, struct text *out);

#endif
