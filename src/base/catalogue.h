/* Messages in another language: reads compiled gettext catalogues (.mo), and looks a message up.
 *
 * The C library's gettext() translates nothing while the locale is C or is not generated on the machine, which is the
 * usual case in a container; and ours stays C, so that numbers are written with a point. */
#ifndef RUNODDS_BASE_CATALOGUE_H
#define RUNODDS_BASE_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A compiled catalogue in memory: tables of originals, sorted, and of translations. */
struct catalogue {
    char *bytes;
    size_t size;
    bool swapped; /* written with the other byte order */
    uint32_t n, originals, translations;
};

/* Takes the bytes of a .mo file if all of it is sound: every string lies inside and ends with a NUL, the originals are
 * sorted, the header says UTF-8 and one plural form, and all is UTF-8. False, with nothing taken, if not. */
bool catalogue_take(struct catalogue *catalogue, char *bytes, size_t size);

/* The same from a file, of at most 4 MiB. */
bool catalogue_read(struct catalogue *catalogue, const char *path);

void catalogue_release(struct catalogue *catalogue);

/* The translation of a message (of a plural, of its first form); NULL if there is none. */
const char *catalogue_find(const struct catalogue *catalogue, const char *message);

/* Sets the language of the program for good: NULL is English. Before threads start; the catalogue must stay. */
void catalogue_speak(const struct catalogue *catalogue);

/* Whether messages are in Chinese, the one language that there is a catalogue of. */
bool catalogue_is_chinese(void);

/* A message, and one that depends on a number, in the language of the program; as given where there is no translation.
 * Text that programs read (JSON, CSV) must not pass through them. */
const char *catalogue_say(const char *message) __attribute__((format_arg(1)));
const char *catalogue_say_number(const char *one, const char *many, unsigned long n)
    __attribute__((format_arg(1), format_arg(2)));

/* Either way of saying a message, for what is made for people and for programs: catalogue_say, or as given. */
typedef const char *catalogue_sayer(const char *message);
const char *catalogue_as_given(const char *message) __attribute__((format_arg(1)));

#endif
