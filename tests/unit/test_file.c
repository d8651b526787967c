/* Tests of base/file.h: what is refused, line ends and marks, replacing files, finding shipped ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "base/text.h"

static void put(const char *path, const char *bytes, size_t size)
{
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, size, to), size);
    assert_int_equal(fclose(to), 0);
}

static void holds(const char *path, const char *expected)
{
    char bytes[256] = {0};
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    size_t n = fread(bytes, 1, sizeof bytes - 1, from);
    fclose(from);
    assert_int_equal(n, strlen(expected));
    assert_string_equal(bytes, expected);
}

/* Entries of the current folder: a temporary file left behind would be one more. */
static int entries(void)
{
    int n = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        n++;
    closedir(folder);
    return n;
}

static void reads(const char *bytes, size_t size, const char *expected)
{
    struct err err = {0};
    struct source source;
    put("in", bytes, size);
    assert_int_equal(file_read("in", 1000, (struct place){0}, &source, &err), 0);
    assert_string_equal(source.text, expected);
    assert_int_equal(source.size, strlen(expected));
    assert_string_equal(source.name, "in");
    assert_null(source.path);
    source_release(&source);
    assert_null(source.text);
    unlink("in");
}

static void refuses(const char *path, size_t limit, int line, int col, const char *message)
{
    struct err err = {0};
    struct source source;
    assert_int_equal(file_read(path, limit, (struct place){0}, &source, &err), ERR_INPUT);
    assert_int_equal(err.faults, 1);
    assert_string_equal(err.fault[0].text, message);
    assert_int_equal(err.fault[0].at.line, line);
    assert_int_equal(err.fault[0].at.col, col);
    assert_null(source.text);
    err_release(&err);
}

static void line_ends_and_marks(void **state)
{
    (void)state;
    reads("", 0, "");
    reads("a\r\nb\rc\nd\r", 9, "a\nb\nc\nd\n");
    reads("\r\r\n\n", 4, "\n\n\n");
    reads("\xef\xbb\xbfk: 1\r\n", 9, "k: 1\n");
    reads("\xef\xbb\xbf", 3, "");
    reads("é 万\n", 7, "é 万\n");
}

static void what_is_no_text_is_refused(void **state)
{
    (void)state;
    put("in", "a\nb\0c", 5);
    refuses("in", 1000, 2, 2, "\"in\" holds a NUL byte, it is not a text");
    put("in", "a\r\n\xc3\xa9\xe9z", 7);
    refuses("in", 1000, 2, 2, "byte 0xe9 is not UTF-8");
    put("in", "ok\n\xe4\xb8", 5);
    refuses("in", 1000, 2, 1, "byte 0xe4 is not UTF-8");
    put("in",
        "\xff\xfe"
        "a\0",
        4);
    refuses("in", 1000, 0, 0, "\"in\" is in UTF-16, not UTF-8");
    put("in", "\xfe\xff\0a", 4);
    refuses("in", 1000, 0, 0, "\"in\" is in UTF-16, not UTF-8");
    unlink("in");
}

static void limit_counts_bytes(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    put("in", "12345", 5);
    refuses("in", 4, 0, 0, "\"in\" is larger than 4 bytes");
    assert_int_equal(file_read("in", 5, (struct place){0}, &source, &err), 0);
    assert_string_equal(source.text, "12345");
    source_release(&source);
    unlink("in");
}

/* None of these may hang. */
static void only_regular_files(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(mkdir("folder", 0700), 0);
    alarm(20);
    refuses("fifo", 1000, 0, 0, "cannot read \"fifo\": it is not a regular file");
    refuses("folder", 1000, 0, 0, "cannot read \"folder\": it is a folder");
    refuses("/dev/zero", 1000, 0, 0, "cannot read \"/dev/zero\": it is not a regular file");
    refuses("absent", 1000, 0, 0, "cannot read \"absent\": No such file or directory");
    refuses("", 1000, 0, 0, "cannot read \"\": No such file or directory");
    alarm(0);
    unlink("fifo");
    rmdir("folder");
}

static void a_missing_file_is_a_fault_where_it_was_named(void **state)
{
    struct err err = {0};
    struct source from, source;
    (void)state;
    source_set(&from, "s.yaml", "queue: measured(q.csv)\n");
    assert_int_equal(file_read("q.csv", 10, (struct place){&from, 1, 17, 5}, &source, &err), ERR_INPUT);
    source_release(&from);
    assert_int_equal(err.fault[0].at.col, 17);
    assert_string_equal(err.fault[0].at.source->name, "s.yaml");
    err_release(&err);
}

static void standard_input_is_a_dash(void **state)
{
    struct err err = {0};
    struct source source;
    (void)state;
    int ends[2], saved = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x: 1\r\n", 6), 6);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    int code = file_read("-", 100, (struct place){0}, &source, &err);
    close(ends[0]);
    dup2(saved, STDIN_FILENO);
    close(saved);
    assert_int_equal(code, 0);
    assert_string_equal(source.text, "x: 1\n");
    assert_null(source.path);
    source_release(&source);
}

static void names_are_relative_to_the_file(void **state)
{
    static const char *const row[][3] = {{NULL, "a.csv", "a.csv"},
                                         {"models", "a.csv", "models/a.csv"},
                                         {"models/", "a.csv", "models/a.csv"},
                                         {"/", "a.csv", "/a.csv"},
                                         {"models", "/a.csv", "/a.csv"}};
    struct err err = {0};
    struct source source;
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char *path = file_beside(row[i][0], row[i][1]);
        assert_string_equal(path, row[i][2]);
        free(path);
    }
    assert_int_equal(mkdir("folder", 0700), 0);
    put("folder/in", "x", 1);
    assert_int_equal(file_read("folder/in", 9, (struct place){0}, &source, &err), 0);
    assert_string_equal(source.path, "folder");
    source_release(&source);
    unlink("folder/in");
    rmdir("folder");
}

static void a_kept_file_replaces_the_old(void **state)
{
    struct err err = {0};
    struct file_out out;
    struct stat about;
    (void)state;
    put("out", "old", 3);
    mode_t mask = umask(027);
    assert_int_equal(file_start(&out, "out", &err), 0);
    umask(mask);
    fputs("new", out.to);
    fflush(out.to);
    holds("out", "old");
    assert_int_equal(file_keep(&out, &err), 0);
    holds("out", "new");
    assert_int_equal(stat("out", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    file_drop(&out);
    holds("out", "new");
    unlink("out");
}

static void a_dropped_file_leaves_the_old(void **state)
{
    struct err err = {0};
    struct file_out out;
    (void)state;
    put("out", "old", 3);
    int before = entries();
    assert_int_equal(file_start(&out, "out", &err), 0);
    assert_int_equal(entries(), before + 1);
    fputs("new", out.to);
    file_drop(&out);
    file_drop(&out);
    assert_int_equal(entries(), before);
    holds("out", "old");
    unlink("out");
}

/* A planted link must not lead the writing elsewhere. */
static void a_link_is_replaced_not_followed(void **state)
{
    struct err err = {0};
    struct file_out out;
    struct stat about;
    (void)state;
    put("precious", "keep", 4);
    assert_int_equal(symlink("precious", "out"), 0);
    assert_int_equal(file_start(&out, "out", &err), 0);
    fputs("new", out.to);
    assert_int_equal(file_keep(&out, &err), 0);
    holds("precious", "keep");
    holds("out", "new");
    assert_int_equal(lstat("out", &about), 0);
    assert_true(S_ISREG(about.st_mode));
    unlink("out");
    unlink("precious");
}

static void cannot_start(const char *path, const char *message)
{
    struct err err = {0};
    struct file_out out;
    assert_int_equal(file_start(&out, path, &err), ERR_RUNTIME);
    assert_string_equal(err.fault[0].text, message);
    assert_null(out.to);
    err_release(&err);
}

static void an_unwritable_place_is_a_runtime_fault(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    int before = entries();
    cannot_start("folder", "cannot write \"folder\": Is a directory");
    cannot_start("no/such/out", "cannot write \"no/such/out\": No such file or directory");
    cannot_start("", "cannot write \"\": No such file or directory");
    assert_int_equal(entries(), before);
    rmdir("folder");
}

static void a_full_disk_is_noticed(void **state)
{
    struct err err = {0};
    struct file_out out;
    struct stat about;
    (void)state;
    assert_int_equal(file_start(&out, "/dev/full", &err), 0);
    fputs("x", out.to);
    assert_int_equal(file_keep(&out, &err), ERR_RUNTIME);
    assert_string_equal(err.fault[0].text, "cannot write \"/dev/full\": No space left on device");
    err_release(&err);
    assert_int_equal(file_start(&out, "/dev/full", &err), 0);
    for (int i = 0; i < 100000; i++)
        fputs("0123456789", out.to);
    assert_int_equal(file_keep(&out, &err), ERR_RUNTIME);
    err_release(&err);
    assert_int_equal(stat("/dev/full", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

/* The disk was full for a moment only: what was written meanwhile is missing all the same. */
static void an_earlier_failure_is_remembered(void **state)
{
    struct err err = {0};
    struct file_out out;
    (void)state;
    put("out", "old", 3);
    int before = entries(), full = open("/dev/full", O_WRONLY);
    assert_int_equal(file_start(&out, "out", &err), 0);
    int fd = fileno(out.to), saved = dup(fd);
    assert_true(full >= 0 && saved >= 0);
    dup2(full, fd);
    fputs("lost", out.to);
    assert_int_equal(fflush(out.to), EOF);
    dup2(saved, fd);
    close(saved);
    close(full);
    assert_int_equal(file_keep(&out, &err), ERR_RUNTIME);
    assert_string_equal(err.fault[0].text, "cannot write \"out\": an earlier write failed");
    err_release(&err);
    holds("out", "old");
    assert_int_equal(entries(), before);
    unlink("out");
}

/* Writes to standard output while its descriptor is replaced; -1 closes it. */
static int keep_on_stdout(int fd, struct err *err)
{
    struct file_out out;
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    if (fd >= 0)
        dup2(fd, STDOUT_FILENO);
    else
        close(STDOUT_FILENO);
    int code = file_start(&out, "-", err);
    if (code == 0) {
        fputs("data", out.to);
        code = file_keep(&out, err);
    }
    dup2(saved, STDOUT_FILENO);
    close(saved);
    clearerr(stdout);
    return code;
}

static void standard_output_is_checked(void **state)
{
    struct err err = {0};
    int ends[2];
    (void)state;
    int fd = open("caught", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(keep_on_stdout(fd, &err), 0);
    close(fd);
    holds("caught", "data");
    unlink("caught");

    assert_int_equal(keep_on_stdout(-1, &err), ERR_RUNTIME);
    assert_string_equal(err.fault[0].text, "cannot write standard output: Bad file descriptor");
    err_release(&err);

    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    int code = keep_on_stdout(ends[1], &err);
    close(ends[1]);
    signal(SIGPIPE, SIG_DFL);
    assert_int_equal(code, ERR_RUNTIME);
    assert_string_equal(err.fault[0].text, "cannot write standard output: Broken pipe");
    err_release(&err);
}

static void shipped_files_are_found(void **state)
{
    (void)state;
    assert_int_equal(mkdir("own", 0700), 0);
    put("own/decoy.yaml", "x", 1);
    put("decoy.yaml", "x", 1);

    unsetenv("RUNODDS_DATA");
    assert_null(file_data("decoy.yaml"));
    setenv("RUNODDS_DATA", "", 1);
    assert_null(file_data("decoy.yaml"));
    setenv("RUNODDS_DATA", "own", 1);
    char *path = file_data("decoy.yaml");
    assert_string_equal(path, "own/decoy.yaml");
    free(path);
    assert_null(file_data("absent.yaml"));
    assert_null(file_data("../decoy.yaml"));
    assert_null(file_data("gpu/../../decoy.yaml"));
    assert_null(file_data(".."));
    assert_null(file_data("/dev/null"));
    assert_null(file_data(""));

    /* This test lies in the build folder, so that the source tree is looked through as well. */
    path = file_data("src/base/file.h");
    assert_non_null(path);
    assert_int_equal(access(path, R_OK), 0);
    free(path);
    unsetenv("RUNODDS_DATA");
    unlink("decoy.yaml");
    unlink("own/decoy.yaml");
    rmdir("own");
}

/* Everything happens in a folder of its own below the current one. */
static int enter(void **state)
{
    static char folder[] = "test_file.XXXXXX";
    *state = mkdtemp(folder);
    return *state != NULL ? chdir(folder) : -1;
}

static int leave(void **state)
{
    return chdir("..") != 0 || rmdir(*state) != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_ends_and_marks),
        cmocka_unit_test(what_is_no_text_is_refused),
        cmocka_unit_test(limit_counts_bytes),
        cmocka_unit_test(only_regular_files),
        cmocka_unit_test(a_missing_file_is_a_fault_where_it_was_named),
        cmocka_unit_test(standard_input_is_a_dash),
        cmocka_unit_test(names_are_relative_to_the_file),
        cmocka_unit_test(a_kept_file_replaces_the_old),
        cmocka_unit_test(a_dropped_file_leaves_the_old),
        cmocka_unit_test(a_link_is_replaced_not_followed),
        cmocka_unit_test(an_unwritable_place_is_a_runtime_fault),
        cmocka_unit_test(a_full_disk_is_noticed),
        cmocka_unit_test(an_earlier_failure_is_remembered),
        cmocka_unit_test(standard_output_is_checked),
        cmocka_unit_test(shipped_files_are_found),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
