/* Compiled gettext catalogues: checked once when read, then searched by halves. */
#include "base/catalogue.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* The language of the program, set once by main(): the one variable at file scope beside the flag of Ctrl-C, because a
 * message may be wanted anywhere. NULL: English. */
static const struct catalogue *catalogue_spoken;

/* The layout is that of the GNU gettext manual, "The Format of GNU MO Files": magic, revision, number of strings, and
 * where the tables of originals and of translations begin; a row is a length without the NUL, and an offset. */
enum { MO_HEADER = 28, MO_ROW = 8, MO_LIMIT = 4 << 20 };

static uint32_t catalogue_number(const struct catalogue *c, size_t at)
{
    uint32_t number;
    memcpy(&number, c->bytes + at, sizeof number);
    return c->swapped ? __builtin_bswap32(number) : number;
}

static const char *catalogue_string(const struct catalogue *c, uint32_t table, uint32_t row)
{
    return c->bytes + catalogue_number(c, table + (size_t)row * MO_ROW + 4);
}

/* ---- checking ---- */

static bool catalogue_has_table(const struct catalogue *c, uint32_t table)
{
    return table % 4 == 0 && table >= MO_HEADER && table <= c->size && c->n <= (c->size - table) / MO_ROW;
}

static bool catalogue_has_string(const struct catalogue *c, uint32_t table, uint32_t row)
{
    uint32_t length = catalogue_number(c, table + (size_t)row * MO_ROW);
    uint32_t offset = catalogue_number(c, table + (size_t)row * MO_ROW + 4);
    return offset < c->size && length < c->size - offset && c->bytes[offset + length] == '\0' &&
           text_utf8_valid(c->bytes + offset, strlen(c->bytes + offset));
}

/* One form of plurals needs no rule to choose by. */
static bool catalogue_has_header(const struct catalogue *c)
{
    const char *header = catalogue_find(c, "");
    return header != NULL && strcasestr(header, "charset=UTF-8") != NULL && strstr(header, "nplurals=1;") != NULL;
}

static bool catalogue_is_sound(const struct catalogue *c)
{
    if (!catalogue_has_table(c, c->originals) || !catalogue_has_table(c, c->translations))
        return false;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!catalogue_has_string(c, c->originals, i) || !catalogue_has_string(c, c->translations, i))
            return false;
        if (i > 0 && strcmp(catalogue_string(c, c->originals, i - 1), catalogue_string(c, c->originals, i)) >= 0)
            return false;
    }
    return catalogue_has_header(c);
}

bool catalogue_take(struct catalogue *catalogue, char *bytes, size_t size)
{
    struct catalogue c = {.bytes = bytes, .size = size};
    *catalogue = (struct catalogue){0};
    if (size < MO_HEADER)
        return false;
    c.swapped = catalogue_number(&c, 0) == 0xde120495u;
    /* The high half of the revision is its major number. */
    if (catalogue_number(&c, 0) != 0x950412deu || catalogue_number(&c, 4) >> 16 > 0)
        return false;
    c.n = catalogue_number(&c, 8);
    c.originals = catalogue_number(&c, 12);
    c.translations = catalogue_number(&c, 16);
    if (!catalogue_is_sound(&c))
        return false;
    *catalogue = c;
    return true;
}

/* ---- reading ---- */

/* All bytes of a regular file; NULL if it cannot be read or is too large. */
static char *catalogue_bytes(int fd, size_t *size)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > MO_LIMIT)
        return NULL;
    char *bytes = mem_new((size_t)about.st_size + 1, 1);
    *size = 0;
    for (ssize_t n = 1; n > 0 && *size<(size_t)about.st_size; *size += n> 0 ? (size_t)n : 0)
        n = read(fd, bytes + *size, (size_t)about.st_size - *size);
    return bytes;
}

bool catalogue_read(struct catalogue *catalogue, const char *path)
{
    size_t size = 0;
    *catalogue = (struct catalogue){0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return false;
    char *bytes = catalogue_bytes(fd, &size);
    close(fd);
    bool good = bytes != NULL && catalogue_take(catalogue, bytes, size);
    if (!good)
        free(bytes);
    return good;
}

void catalogue_release(struct catalogue *catalogue)
{
    free(catalogue->bytes);
    *catalogue = (struct catalogue){0};
}

/* ---- finding ---- */

const char *catalogue_find(const struct catalogue *c, const char *message)
{
    uint32_t low = 0, high = c->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(message, catalogue_string(c, c->originals, middle));
        if (order == 0)
            return catalogue_string(c, c->translations, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void catalogue_speak(const struct catalogue *catalogue)
{
    catalogue_spoken = catalogue;
}

bool catalogue_is_chinese(void)
{
    return catalogue_spoken != NULL;
}

const char *catalogue_say(const char *message)
{
    /* The translation of nothing is the catalogue's header. */
    const char *said =
        catalogue_spoken != NULL && message[0] != '\0' ? catalogue_find(catalogue_spoken, message) : NULL;
    return said != NULL && said[0] != '\0' ? said : message;
}

const char *catalogue_say_number(const char *one, const char *many, unsigned long n)
{
    const char *said = catalogue_spoken != NULL ? catalogue_find(catalogue_spoken, one) : NULL;
    return said != NULL && said[0] != '\0' ? said : n == 1 ? one : many;
}

const char *catalogue_as_given(const char *message)
{
    return message;
}
