/* The command line's entry: finds the command, prints faults, and is the only place that exits. */
#include "config.h"

#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/command.h"
#include "cmd/guard.h"
#include "cmd/language.h"

/* A descriptor that was closed before us would be taken by the next file that is opened. */
static void hold_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 1 ? O_RDONLY : O_RDWR) < 0)
            _exit(-ERR_RUNTIME);
}

static const struct command *find_command(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int no_command(const char *name, struct err *err)
{
    const char *names[16];
    int n = 0;
    for (const struct command *c = commands; c->name; c++)
        names[n++] = c->name;
    names[n] = NULL;
    const char *near = text_near(name, names);
    char *hint =
        near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_("\"runodds help\" lists the commands"));
    int code = err_plain(err, ERR_INPUT, hint, _("no command \"%s\""), name);
    free(hint);
    return code;
}

static void write_general(void *context, FILE *to)
{
    (void)context;
    help_general(to);
}

static void write_one(void *context, FILE *to)
{
    help_command(context, to);
}

static void write_version(void *context, FILE *to)
{
    (void)context;
    help_version(to);
}

static void write_completion(void *context, FILE *to)
{
    (void)context;
    help_completion(to);
}

/* The languages before the command: with a wrong one, nothing else is looked at. */
static int skip_language(int *argc, char ***argv, struct err *err)
{
    int code = 0;
    for (int n; code == 0 && (n = language_words(*argc, *argv)) > 0; *argc -= n, *argv += n)
        code = language_check(n == 2 ? (*argv)[2] : strchr((*argv)[1], '=') + 1, err);
    return code;
}

static int dispatch(int argc, char **argv, struct options *o, struct err *err)
{
    int code = skip_language(&argc, &argv, err);
    if (code)
        return code;
    if (argc < 2) {
        help_general(stderr);
        return err_plain(err, ERR_INPUT, NULL, _("no command was given"));
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return command_write(o, write_general, NULL, err);
    if (strcmp(argv[1], "--version") == 0)
        return command_write(o, write_version, NULL, err);
    if (strcmp(argv[1], "--completion") == 0)
        return command_write(o, write_completion, NULL, err);
    const struct command *command = find_command(argv[1]);
    if (!command && strcmp(argv[1], "--lang") == 0)
        return err_plain(err, ERR_INPUT, NULL, _("option \"%s\" needs a value"), argv[1]);
    if (!command)
        return no_command(argv[1], err);
    code = option_parse(argc - 1, argv + 1, (int)command->bit, o, err);
    if (code)
        return code;
    if (o->help)
        return command_write(o, write_one, (void *)(uintptr_t)command, err);
    if (o->version)
        return command_write(o, write_version, NULL, err);
    code = guard_list(o, err);
    if (!code)
        code = guard_inputs(o, (int)command->bit, err);
    return code ? code : command->run(o, err);
}

int main(int argc, char **argv)
{
    struct err err = {0};
    struct options options = {0};
    struct catalogue catalogue;
    hold_descriptors();
    signal(SIGXFSZ, SIG_IGN);
    language_start(&catalogue, argc, argv, &err);
    gsl_set_error_handler_off();
    int code = dispatch(argc, argv, &options, &err);
    bool colour = command_colour(&options, stderr);
    if (!options.quiet)
        err_print_warnings(&err, stderr, colour);
    err_print_faults(&err, stderr, colour);
    err_release(&err);
    catalogue_speak(NULL);
    catalogue_release(&catalogue);
    return code < 0 ? -code : code;
}
