/* The one place that runs gnuplot: constant scripts, data in files, output checked before it replaces anything. */
#include "report/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "report/spawn.h"

enum { GNUPLOT_SECONDS = 60, GNUPLOT_LIMIT = 64 << 20 };

/* ---- checking ---- */

static bool gnuplot_ends(const char *bytes, size_t size, const char *end, size_t n)
{
    return size >= n && memcmp(bytes + size - n, end, n) == 0;
}

bool gnuplot_is_whole(enum sheet_medium medium, const char *bytes, size_t size)
{
    static const char begins[] = "\x89PNG\r\n\x1a\n", ends[] = "IEND\xae\x42\x60\x82";
    if (medium == SHEET_PNG)
        return size > 64 && memcmp(bytes, begins, sizeof begins - 1) == 0 &&
               gnuplot_ends(bytes, size, ends, sizeof ends - 1);
    if (medium == SHEET_TERM)
        return size > 0;
    while (size > 0 && strchr(" \r\n", bytes[size - 1]) != NULL)
        size--;
    return gnuplot_ends(bytes, size, "</svg>", 6);
}

/* ---- writing ---- */

/* Without gnuplot's form feed and the blanks at the ends of rows. */
static void gnuplot_print(const char *bytes, size_t size, FILE *to)
{
    for (size_t at = 0; at < size;) {
        const char *row = bytes + at, *newline = memchr(row, '\n', size - at);
        size_t n = newline != NULL ? (size_t)(newline - row) : size - at;
        at += n + 1;
        if (n > 0 && row[0] == '\f') {
            row++;
            n--;
        }
        while (n > 0 && row[n - 1] == ' ')
            n--;
        sheet_print(row, n, to);
        fputc('\n', to);
    }
}

static int gnuplot_write(const char *path, const char *bytes, size_t size, struct err *err)
{
    struct file_out out;
    int code = file_start(&out, path, err);
    if (code != 0)
        return code;
    fwrite(bytes, 1, size, out.to);
    return file_keep(&out, err);
}

/* ---- fonts ---- */

static bool gnuplot_has_wide(const struct text *text)
{
    uint32_t code;
    for (size_t at = 0, n; at < text->size; at += n) {
        n = text_utf8(text->at + at, &code);
        char one[5] = "";
        n = n > 0 ? n : 1;
        memcpy(one, text->at + at, n);
        if (text_width(one) == 2)
            return true;
    }
    return false;
}

/* A PNG without a font for its characters shows boxes, and gnuplot does not say so. */
static void gnuplot_check_fonts(const struct sheet *sheet, const char *folder, struct err *err)
{
    if (sheet->medium != SHEET_PNG || !gnuplot_has_wide(&sheet->part[SHEET_TEXT]))
        return;
    char *program = spawn_find("fc-list"), *out = mem_format("%s/out", folder);
    char name[] = "fc-list", which[] = ":lang=zh", what[] = "family";
    struct text fonts = {0};
    if (program != NULL && spawn_run(program, (char *const[]){name, which, what, NULL}, folder, GNUPLOT_SECONDS) == 0 &&
        spawn_take(out, 1 << 20, &fonts) && fonts.size == 0)
        err_warn(err, (struct place){0}, NULL, _("on Debian: apt-get install fonts-noto-cjk"),
                 _("no font with Chinese characters is installed, so the chart shows boxes in their place"));
    text_release(&fonts);
    free(out);
    free(program);
}

/* ---- running ---- */

static int gnuplot_failed(const char *folder, int status, struct err *err)
{
    struct text words = {0}, safe = {0};
    spawn_last_words(folder, &words);
    text_add_safe(&safe, words.size > 0 ? words.at : "");
    int code;
    if (status == SPAWN_TIMEOUT)
        code = err_plain(err, ERR_RUNTIME, NULL, _("gnuplot did not end within %d seconds"), GNUPLOT_SECONDS);
    else if (status == SPAWN_NOT_STARTED)
        code = err_plain(err, ERR_RUNTIME, NULL, _("gnuplot cannot be started"));
    else if (status == SPAWN_KILLED)
        code = err_plain(err, ERR_RUNTIME, NULL, _("gnuplot was ended by a signal"));
    else if (safe.size > 0)
        code = err_plain(err, ERR_RUNTIME, NULL, _("gnuplot could not draw the chart: %s"), safe.at);
    else if (status > 0)
        code =
            err_plain(err, ERR_RUNTIME, NULL, _("gnuplot could not draw the chart: it ended with status %d"), status);
    else
        code = err_plain(err, ERR_RUNTIME, _("is the disk of the temporary folder full?"),
                         _("gnuplot did not write the whole chart"));
    text_release(&words);
    text_release(&safe);
    return code;
}

/* Runs it on the data in the folder and takes what it drew. */
static int gnuplot_picture(const struct sheet *sheet, const char *program, const char *script, const char *folder,
                           struct text *picture, struct err *err)
{
    static const char *const flags[] = {"gnuplot", "-d", "-c"};
    char *name[3], *argument[SHEET_ARGUMENTS], *terminal = mem_copy(sheet_terminal(sheet));
    for (int i = 0; i < 3; i++)
        name[i] = mem_copy(flags[i]);
    char *own = mem_copy(script), *output = mem_format("%s/picture", folder), *prefix = mem_format("%s/chart", folder);
    sheet_arguments(sheet, argument);
    char *const argv[] = {name[0], name[1],     name[2],     own,         terminal,    output,
                          prefix,  argument[0], argument[1], argument[2], argument[3], NULL};
    int status = spawn_run(program, argv, folder, GNUPLOT_SECONDS), code = 0;
    if (status != 0 || !spawn_take(output, GNUPLOT_LIMIT, picture) ||
        !gnuplot_is_whole(sheet->medium, picture->at, picture->size))
        code = gnuplot_failed(folder, status, err);
    for (size_t i = 0; argv[i] != NULL; i++)
        free(argv[i]);
    return code;
}

static int gnuplot_in(const char *folder, const struct sheet *sheet, const char *program, const char *script,
                      struct text *picture, struct err *err)
{
    int code = sheet_write(sheet, folder, err);
    gnuplot_check_fonts(sheet, folder, err);
    if (code == 0)
        code = gnuplot_picture(sheet, program, script, folder, picture, err);
    return code;
}

/* The picture of a sheet by the program at hand. */
static int gnuplot_make(const struct sheet *sheet, const char *kind, const char *program, struct text *picture,
                        struct err *err)
{
    char *name = mem_format("plots/%s.gp", kind), *shipped = file_data(name);
    /* Absolute, so that no name of a folder looks like an option or a command to gnuplot. */
    char *script = shipped != NULL ? realpath(shipped, NULL) : NULL, *folder = script != NULL ? spawn_folder() : NULL;
    int code;
    if (script == NULL)
        code = err_plain(err, ERR_RUNTIME, NULL, _("the chart script \"%s\" is not installed"), name);
    else if (folder == NULL)
        code = err_plain(err, ERR_RUNTIME, _("TMPDIR names the folder to use"), _("cannot make a temporary folder: %s"),
                         text_reason(errno));
    else
        code = gnuplot_in(folder, sheet, program, script, picture, err);
    if (folder != NULL)
        spawn_remove(folder);
    free(folder);
    free(script);
    free(shipped);
    free(name);
    return code;
}

bool gnuplot_found(void)
{
    char *program = spawn_find("gnuplot");
    free(program);
    return program != NULL;
}

int gnuplot_take(const struct sheet *sheet, const char *kind, struct text *picture, struct err *err)
{
    char *program = spawn_find("gnuplot");
    int code = program != NULL ? gnuplot_make(sheet, kind, program, picture, err)
                               : err_plain(err, ERR_RUNTIME, _("on Debian: apt-get install gnuplot-nox"),
                                           _("gnuplot is not installed, so there is no chart"));
    free(program);
    return code;
}

/* ---- without gnuplot ---- */

static int gnuplot_copy_script(const char *name, const char *folder, struct err *err)
{
    struct source script;
    char *shipped = mem_format("plots/%s.gp", name), *path = file_data(shipped);
    free(shipped);
    if (path == NULL)
        return err_plain(err, ERR_RUNTIME, NULL, _("the chart script \"plots/%s.gp\" is not installed"), name);
    int code = file_read(path, 1 << 20, (struct place){0}, &script, err);
    free(path);
    if (code != 0)
        return ERR_RUNTIME;
    char *copy = mem_format("%s/%s.gp", folder, name);
    code = gnuplot_write(copy, script.text, script.size, err);
    free(copy);
    source_release(&script);
    return code;
}

/* A shell script of our own words and numbers alone. */
static int gnuplot_write_redraw(const struct sheet *sheet, const char *kind, const char *folder, struct err *err)
{
    char *argument[SHEET_ARGUMENTS], *path = mem_format("%s/redraw.sh", folder);
    struct text out = {0};
    const char *terminal = sheet_terminal(sheet);
    sheet_arguments(sheet, argument);
    text_addf(&out,
              "#!/bin/sh\n# Draws chart.%s from the data in this folder.\ncd \"$(dirname \"$0\")\" || exit\n"
              "exec gnuplot -d -c %s.gp %s chart.%s chart",
              terminal, kind, terminal, terminal);
    for (int i = 0; i < SHEET_ARGUMENTS; i++) {
        text_addf(&out, " '%s'", argument[i]);
        free(argument[i]);
    }
    text_add(&out, "\n");
    int code = gnuplot_write(path, out.at, out.size, err);
    free(path);
    text_release(&out);
    return code;
}

/* A folder of that name, ours or made now; a symbolic link is neither. */
static bool gnuplot_make_folder(const char *folder)
{
    struct stat about;
    if (mkdir(folder, 0777) == 0)
        return true;
    if (errno != EEXIST || lstat(folder, &about) != 0)
        return false;
    errno = ENOTDIR;
    return S_ISDIR(about.st_mode);
}

/* Keeps data and scripts, so that the chart can be drawn where there is a gnuplot; then it is missing all the same. */
static int gnuplot_missing(const struct sheet *sheet, const char *kind, const char *path, struct err *err)
{
    const char *install = _("on Debian: apt-get install gnuplot-nox");
    if (sheet->medium == SHEET_TERM)
        return err_plain(err, ERR_RUNTIME, install, _("gnuplot is not installed, so there is no chart"));
    char *folder = mem_format("%s.data", path);
    int code;
    if (gnuplot_make_folder(folder))
        code = sheet_write(sheet, folder, err);
    else
        code = err_plain(err, ERR_RUNTIME, NULL, _("cannot make the folder \"%s\": %s"), folder, text_reason(errno));
    const char *scripts[] = {kind, "style", "text"};
    for (size_t i = 0; code == 0 && i < sizeof scripts / sizeof *scripts; i++)
        code = gnuplot_copy_script(scripts[i], folder, err);
    if (code == 0)
        code = gnuplot_write_redraw(sheet, kind, folder, err);
    char *hint =
        code == 0 ? mem_format(_("%s; what it would draw is in \"%s\", and redraw.sh there draws it"), install, folder)
                  : mem_copy(install);
    code = err_plain(err, ERR_RUNTIME, hint, _("gnuplot is not installed, so \"%s\" was not drawn"), path);
    free(hint);
    free(folder);
    return code;
}

int gnuplot_draw(const struct sheet *sheet, const char *kind, const char *path, FILE *terminal, struct err *err)
{
    struct text picture = {0};
    char *program = spawn_find("gnuplot");
    if (program == NULL)
        return gnuplot_missing(sheet, kind, path, err);
    int code = gnuplot_make(sheet, kind, program, &picture, err);
    if (code == 0 && sheet->medium == SHEET_TERM)
        gnuplot_print(picture.at, picture.size, terminal);
    else if (code == 0)
        code = gnuplot_write(path, picture.at, picture.size, err);
    text_release(&picture);
    free(program);
    return code;
}
