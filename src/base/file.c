/* Safe reading of text files, writing by temporary name and rename, and finding the shipped files. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

/* ---- reading ---- */

/* Opens a regular file, or takes standard input for "-". */
static int file_open(const char *path, struct place at, int *fd, struct err *err)
{
    struct stat about;
    *fd = STDIN_FILENO;
    if (strcmp(path, "-") == 0)
        return 0;
    /* Without O_NONBLOCK the opening of a FIFO waits for its writer. */
    *fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (*fd < 0 || fstat(*fd, &about) != 0) {
        int reason = errno;
        if (*fd >= 0)
            close(*fd);
        return err_set(err, ERR_INPUT, at, NULL, NULL, _("cannot read \"%s\": %s"), path, text_reason(reason));
    }
    if (S_ISREG(about.st_mode))
        return 0;
    close(*fd);
    if (S_ISDIR(about.st_mode))
        return err_set(err, ERR_INPUT, at, NULL, NULL, _("cannot read \"%s\": it is a folder"), path);
    return err_set(err, ERR_INPUT, at, NULL, _("give the name of a file, or - for standard input"),
                   _("cannot read \"%s\": it is not a regular file"), path);
}

/* Reads to the end, one byte more than the limit at most. 0, or the errno of what failed. */
static int file_slurp(int fd, size_t limit, struct text *bytes)
{
    char block[65536];
    while (bytes->size <= limit) {
        size_t room = limit - bytes->size;
        ssize_t n = read(fd, block, room < sizeof block ? room + 1 : sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        if (n == 0)
            break;
        text_add_n(bytes, block, (size_t)n);
    }
    text_add_n(bytes, "", 0);
    return 0;
}

/* CRLF and a lone CR become LF. */
static void file_line_ends(char *text, size_t *size)
{
    const char *first = memchr(text, '\r', *size);
    if (first == NULL)
        return;
    size_t kept = (size_t)(first - text);
    for (size_t i = kept; i < *size; i++) {
        if (text[i] != '\r')
            text[kept++] = text[i];
        else if (text[i + 1] != '\n')
            text[kept++] = '\n';
    }
    text[kept] = '\0';
    *size = kept;
}

/* Checks that all of it is text: UTF-8 without a NUL. */
static int file_check(const struct source *source, struct err *err)
{
    struct place at = {source, 1, 1, 1};
    uint32_t code = 0;
    if (text_utf8_valid(source->text, source->size))
        return 0;
    const char *c = source->text;
    for (size_t n; (n = text_utf8(c, &code)) > 0; c += n, at.col++) {
        if (code == '\n') {
            at.line++;
            at.col = 0;
        }
    }
    if (*c == '\0')
        return err_set(err, ERR_INPUT, at, NULL, NULL, _("\"%s\" holds a NUL byte, it is not a text"), source->name);
    return err_set(err, ERR_INPUT, at, NULL, _("save the file as UTF-8"), _("byte 0x%02x is not UTF-8"),
                   (unsigned)(unsigned char)*c);
}

/* Turns what was read into a source; takes the bytes. */
static int file_take(struct text *bytes, struct place at, struct source *source, struct err *err)
{
    if (bytes->size >= 2 && (memcmp(bytes->at, "\xff\xfe", 2) == 0 || memcmp(bytes->at, "\xfe\xff", 2) == 0))
        return err_set(err, ERR_INPUT, at, NULL, _("save the file as UTF-8"), _("\"%s\" is in UTF-16, not UTF-8"),
                       source->name);
    if (bytes->size >= 3 && memcmp(bytes->at, "\xef\xbb\xbf", 3) == 0) {
        bytes->size -= 3;
        memmove(bytes->at, bytes->at + 3, bytes->size + 1);
    }
    source->text = bytes->at;
    source->size = bytes->size;
    *bytes = (struct text){0};
    file_line_ends(source->text, &source->size);
    return file_check(source, err);
}

/* Folder part of a path: NULL if it has none. */
static char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return NULL;
    return mem_copy_n(path, slash == path ? 1 : (size_t)(slash - path));
}

int file_read(const char *path, size_t limit, struct place at, struct source *source, struct err *err)
{
    struct text bytes = {0};
    int fd;
    *source = (struct source){0};
    int code = file_open(path, at, &fd, err);
    if (code != 0)
        return code;
    source->name = mem_copy(path);
    source->path = file_folder(path);
    int reason = file_slurp(fd, limit, &bytes);
    if (fd != STDIN_FILENO)
        close(fd);
    if (reason != 0)
        code = err_set(err, ERR_INPUT, at, NULL, NULL, _("cannot read \"%s\": %s"), path, text_reason(reason));
    else if (bytes.size > limit)
        code = err_set(err, ERR_INPUT, at, NULL, NULL, _("\"%s\" is larger than %zu bytes"), path, limit);
    else
        code = file_take(&bytes, at, source, err);
    text_release(&bytes);
    if (code != 0)
        source_release(source);
    return code;
}

void source_set(struct source *source, const char *name, const char *text)
{
    *source = (struct source){.name = mem_copy(name), .text = mem_copy(text), .size = strlen(text)};
}

void source_release(struct source *source)
{
    free(source->name);
    free(source->path);
    free(source->text);
    *source = (struct source){0};
}

char *file_beside(const char *folder, const char *name)
{
    if (folder == NULL || name[0] == '/')
        return mem_copy(name);
    size_t n = strlen(folder);
    return mem_format("%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", name);
}

/* ---- writing ---- */

static int file_cannot_write(const char *path, int reason, struct err *err)
{
    /* The number is lost when it was an earlier buffer that could not be written. */
    const char *why = reason > 0 ? text_reason(reason) : _("an earlier write failed");
    if (strcmp(path, "-") == 0)
        return err_plain(err, ERR_RUNTIME, NULL, _("cannot write standard output: %s"), why);
    return err_plain(err, ERR_RUNTIME, NULL, _("cannot write \"%s\": %s"), path, why);
}

/* Is it something that must be written to and not replaced: a device, a FIFO, /dev/stdout? */
static bool file_is_outlet(const char *path)
{
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode) && strncmp(path, "/dev/", 5) == 0)
        return true;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static int file_open_temporary(struct file_out *out)
{
    const char *slash = strrchr(out->path, '/');
    int folder = slash != NULL ? (int)(slash - out->path) + 1 : 0;
    out->temporary = mem_format("%.*s.runodds-XXXXXX", folder, out->path);
    int fd = mkostemp(out->temporary, O_CLOEXEC);
    if (fd < 0) {
        free(out->temporary);
        out->temporary = NULL;
        return -1;
    }
    mode_t mask = umask(077);
    umask(mask);
    if (fchmod(fd, 0666 & ~mask) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

int file_start(struct file_out *out, const char *path, struct err *err)
{
    struct stat about;
    *out = (struct file_out){.path = mem_copy(path)};
    if (strcmp(path, "-") == 0) {
        out->to = stdout;
        /* Someone closed it: the next file that is opened would stand in its place. */
        if (fcntl(STDOUT_FILENO, F_GETFD) >= 0)
            return 0;
    } else if (path[0] == '\0') {
        errno = ENOENT;
    } else if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
    } else {
        int fd = file_is_outlet(path) ? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) : file_open_temporary(out);
        out->to = fd >= 0 ? fdopen(fd, "w") : NULL;
        if (out->to != NULL)
            return 0;
        if (fd >= 0)
            close(fd);
    }
    int code = file_cannot_write(path, errno, err);
    file_drop(out);
    return code;
}

/* 0, -1 if an earlier write failed, or the errno of what failed. */
static int file_flush(struct file_out *out)
{
    bool failed = ferror(out->to) != 0;
    errno = 0;
    if (fflush(out->to) != 0 || (out->temporary != NULL && fsync(fileno(out->to)) != 0))
        return errno;
    return failed ? -1 : 0;
}

int file_try(const char *path, struct err *err)
{
    struct file_out out;
    if (strcmp(path, "-") == 0 || file_is_outlet(path))
        return 0;
    int code = file_start(&out, path, err);
    if (!code)
        file_drop(&out);
    return code;
}

int file_keep(struct file_out *out, struct err *err)
{
    int reason = file_flush(out);
    if (out->to != stdout) {
        if (fclose(out->to) != 0 && reason == 0)
            reason = errno;
        out->to = NULL;
    }
    if (reason == 0 && out->temporary != NULL) {
        reason = rename(out->temporary, out->path) != 0 ? errno : 0;
        if (reason == 0) {
            free(out->temporary);
            out->temporary = NULL;
        }
    }
    int code = reason == 0 ? 0 : file_cannot_write(out->path, reason, err);
    file_drop(out);
    return code;
}

void file_drop(struct file_out *out)
{
    if (out->to != NULL && out->to != stdout)
        fclose(out->to);
    if (out->temporary != NULL)
        unlink(out->temporary);
    free(out->temporary);
    free(out->path);
    *out = (struct file_out){0};
}

/* ---- shipped files ---- */

/* Does the executable lie in the build folder that was compiled in? */
static bool file_in_build(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = '\0';
    /* /proc resolves symbolic links, the build folder may have been named through one. */
    char *build = realpath(BUILDDIR, NULL);
    if (build == NULL)
        return false;
    size_t length = strlen(build);
    bool inside = strncmp(self, build, length) == 0 && self[length] == '/';
    free(build);
    return inside;
}

/* A name that stays below the folder it starts from. */
static bool file_stays_inside(const char *name)
{
    if (name[0] == '/' || name[0] == '\0')
        return false;
    for (const char *part = name; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return false;
    }
    return true;
}

static char *file_if_there(const char *folder, const char *name)
{
    char *path = file_beside(folder, name);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* ../share from the folder of the executable: an installation that was moved. */
static char *file_beside_program(const char *below, const char *name)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    char *folder = mem_format("%s/../share/%s", self, below);
    char *path = file_if_there(folder, name);
    free(folder);
    return path;
}

/* What $RUNODDS_DATA has, then what the build has. */
static char *file_uninstalled(const char *name, const char *build)
{
    const char *own = getenv("RUNODDS_DATA");
    char *path = NULL;
    if (own != NULL && own[0] != '\0')
        path = file_if_there(own, name);
    if (path == NULL && file_in_build())
        path = file_if_there(build, name);
    return path;
}

char *file_data(const char *name)
{
    if (!file_stays_inside(name))
        return NULL;
    char *path = file_uninstalled(name, SRCDIR);
    if (path == NULL)
        path = file_if_there(PKGDATADIR, name);
    if (path == NULL)
        path = file_beside_program("runodds", name);
    return path;
}

char *file_catalogue(const char *language)
{
    char *built = mem_format("po/%s/runodds.mo", language),
         *installed = mem_format("%s/LC_MESSAGES/runodds.mo", language);
    char *path = file_uninstalled(built, BUILDDIR);
    if (path == NULL)
        path = file_if_there(LOCALEDIR, installed);
    if (path == NULL)
        path = file_beside_program("locale", installed);
    free(built);
    free(installed);
    return path;
}
