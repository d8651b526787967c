/* Files: safe reading, writing by temporary name and rename, and where the data files are. */
#ifndef RUNODDS_BASE_FILE_H
#define RUNODDS_BASE_FILE_H

#include <stdio.h>

#include "base/err.h"

/* Reads a regular file (or "-" for standard input) of at most limit bytes into *source, which source_release() frees.
 * Opens with O_NONBLOCK|O_CLOEXEC and fstat()s before reading, so that a FIFO, device or folder is refused at once; a
 * NUL byte or invalid UTF-8 is a fault at its line and column; a BOM (UTF-8) is stripped; UTF-16 (BOM) is refused by
 * name; CRLF and lone CR become LF. A file that cannot be read is ERR_INPUT with `at` (the place that named it; may be
 * empty) and the system's reason. source->path is the folder of the file. */
int file_read(const char *path, size_t limit, struct place at, struct source *source, struct err *err) WARN_UNUSED;

/* A source made of a text in memory (an option's value, a built-in default); copies both. */
void source_set(struct source *source, const char *name, const char *text);
void source_release(struct source *source);

/* name relative to folder (NULL: unchanged); absolute names as they are. The caller frees it. */
char *file_beside(const char *folder, const char *name);

/* A file under construction: written under a temporary name in the folder of `path` (mkostemp, O_CLOEXEC, then the
 * mode that umask allows), renamed by file_keep(). Path "-" is standard output, written through. */
struct file_out {
    FILE *to;
    char *path, *temporary; /* temporary NULL: standard output */
};

int file_start(struct file_out *out, const char *path, struct err *err) WARN_UNUSED;
/* Whether a file can be begun there: worth asking before hours of work. Nothing is left behind; what is no regular file
 * is not tried. */
int file_try(const char *path, struct err *err) WARN_UNUSED;
/* Flushes, checks every error, fsyncs and renames; standard output: flushes and checks (closed stdout and a full disk
 * are ERR_RUNTIME; EPIPE too). On failure the temporary file is removed. */
int file_keep(struct file_out *out, struct err *err) WARN_UNUSED;
/* Removes the temporary file. Harmless after file_keep(). */
void file_drop(struct file_out *out);

/* The path of a shipped file ("models/gpu/h100-sxm.yaml"): in $RUNODDS_DATA; else beside the executable when that is a
 * build or source tree (SRCDIR compiled in, used only if the executable lies in the compiled-in build folder); else
 * in pkgdatadir; else in ../share/runodds beside the executable's folder. Never the current folder. NULL if there is
 * none. The caller frees it. */
char *file_data(const char *name);

/* The path of the compiled catalogue of a language ("zh_CN"): po/zh_CN/runodds.mo in $RUNODDS_DATA or in the build
 * folder of the executable; else zh_CN/LC_MESSAGES/runodds.mo in localedir; else in ../share/locale beside the
 * executable's folder. NULL if there is none. The caller frees it. */
char *file_catalogue(const char *language);

#endif
