/* Which language messages are in: by --lang, else by the environment. */
#ifndef RUNODDS_CMD_LANGUAGE_H
#define RUNODDS_CMD_LANGUAGE_H

#include "base/catalogue.h"
#include "base/err.h"

/* Finds the language and makes the program speak it; the catalogue must stay until the end. --lang counts wherever it
 * stands among the words, so that what is wrong with the others is said in that language too. Warns where --lang asks
 * for a catalogue that cannot be read: then, as with any other trouble, the program speaks English. */
void language_start(struct catalogue *catalogue, int argc, char **argv, struct err *err);

/* Words before the command that say the language: 0, 1 ("--lang=zh") or 2 ("--lang zh"). */
int language_words(int argc, char **argv);

/* The value of --lang; ERR_INPUT unless it is a language of ours. */
int language_check(const char *value, struct err *err) WARN_UNUSED;

/* Whether a set of environment variables asks for Chinese; NULL and "" are not set. The locale is the first of LC_ALL,
 * LC_MESSAGES and LANG that is set; LANGUAGE, a list, comes before it unless it is C or POSIX. */
bool language_of_environment(const char *language, const char *lc_all, const char *lc_messages, const char *lang);

#endif
