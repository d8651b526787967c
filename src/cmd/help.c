/* runodds help, --version and the completion script. */
#include "config.h"

#include <gsl/gsl_version.h>
#include <string.h>
#include <yaml.h>

#include "base/text.h"
#include "cmd/command.h"
#include "scenario/key.h"

static void put_option(const struct option_row *row, FILE *to)
{
    struct text left = {0};
    bool optional = row->argument && row->argument[0] == '[';
    if (row->letter)
        text_addf(&left, "  -%c, --%s", row->letter, row->name);
    else
        text_addf(&left, "      --%s", row->name);
    if (row->argument)
        text_addf(&left, optional ? "[=%s" : "=%s", row->argument);
    fprintf(to, "%-30s %s\n", left.at, _(row->meaning));
    text_release(&left);
}

void help_general(FILE *to)
{
    fputs(_("Usage: runodds COMMAND [OPTION]... [FILE]...\n\n"
            "What are the odds that a GPU training run stays inside its budget and is done in time?\n\nCommands:\n"),
          to);
    for (const struct command *c = commands; c->name; c++) {
        struct text left = {0};
        text_addf(&left, "  %s %s", c->name, c->arguments);
        if (left.size >= 30) /* the meaning stands in a line of its own */
            text_addf(&left, "\n%29s", "");
        fprintf(to, "%-29s %s\n", left.at, _(c->meaning));
        text_release(&left);
    }
    fputs(_("\nOptions (\"runodds help COMMAND\" lists those of a command):\n"), to);
    for (const struct option_row *row = option_rows; row->name; row++)
        put_option(row, to);
    fputs(_("\nExamples:\n"), to);
    for (const struct command *c = commands; c->name; c++)
        fprintf(to, "  %s\n", c->examples);
    fputs(_("\nExit status: 0 done, 2 wrong usage or input, 3 no plan can finish, 4 input or output failed, 130 "
            "interrupted.\n"
            "\"runodds help COMMAND\" lists the options of a command.\n"),
          to);
}

void help_command(const struct command *command, FILE *to)
{
    fprintf(to, _("Usage: runodds %s [OPTION]... %s\n\n%s.\n\nOptions:\n"), command->name, command->arguments,
            _(command->meaning));
    for (const struct option_row *row = option_rows; row->name; row++) {
        if (!(row->commands & (int)command->bit))
            continue;
        put_option(row, to);
    }
    fprintf(to, _("\nExample:\n  %s\n"), command->examples);
}

void help_version(FILE *to)
{
    fprintf(to, "runodds %s\n", PACKAGE_VERSION);
    fprintf(to, _("GSL %s, libyaml %s, %s loops\nLicence: GPL-3.0-or-later\n"), gsl_version, yaml_get_version_string(),
            kernel_pick()->name);
}

/* Completion of commands, options and --set keys for bash. */
void help_completion(FILE *to)
{
    const struct key *row;
    fputs("# bash completion for runodds, made from its tables of commands, options and keys\n_runodds()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \"",
          to);
    for (const struct command *c = commands; c->name; c++)
        fprintf(to, "%s ", c->name);
    fputs("--help --version --lang\" -- \"$word\"))\n        return\n    fi\n    case $before in\n"
          "    -f | --format) COMPREPLY=($(compgen -W \"table json csv md html\" -- \"$word\")); return ;;\n"
          "    --lang) COMPREPLY=($(compgen -W \"zh en\" -- \"$word\")); return ;;\n"
          "    -S | --set | explain) COMPREPLY=($(compgen -W \"",
          to);
    for (int i = 0; (row = key_row(i)); i++)
        if (!(row->place & (KEY_LATER | KEY_NOTE)) && !strchr(row->path, '*'))
            fprintf(to, "%s ", row->path);
    fputs("\" -- \"$word\")); return ;;\n    esac\n    case $command in\n", to);
    for (const struct command *c = commands; c->name; c++) {
        fprintf(to, "    %s) COMPREPLY=($(compgen -W \"", c->name);
        for (const struct option_row *option = option_rows; option->name; option++)
            if (option->commands & (int)c->bit)
                fprintf(to, "--%s ", option->name);
        fputs("\" -- \"$word\")) ;;\n", to);
    }
    fputs("    esac\n    [[ $word == -* ]] || COMPREPLY+=($(compgen -f -- \"$word\"))\n}\ncomplete -o filenames -F "
          "_runodds runodds\n",
          to);
}

struct writing {
    const struct command *command;
};

static void write_help(void *context, FILE *to)
{
    const struct writing *w = context;
    if (w->command)
        help_command(w->command, to);
    else
        help_general(to);
}

int cmd_help(const struct options *o, struct err *err)
{
    struct writing w = {NULL};
    for (const struct command *c = commands; c->name && o->files > 0; c++)
        if (strcmp(c->name, o->file[0]) == 0)
            w.command = c;
    if (o->files > 0 && !w.command)
        return err_plain(err, ERR_INPUT, _("\"runodds help\" lists the commands"), _("no command \"%s\""), o->file[0]);
    return command_write(o, write_help, &w, err);
}
