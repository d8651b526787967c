/* Looking up rows of the key table. */
#include "scenario/key.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/tariff.h"

const struct key *key_row(int i)
{
    int jobs = 0;
    while (key_job[jobs].path)
        jobs++;
    const struct key *row = i < jobs ? &key_job[i] : &key_money[i - jobs];
    return row->path ? row : NULL;
}

/* Whether a path fits a pattern in which "*" stands for one name. */
static bool fits(const char *pattern, const char *path)
{
    while (*pattern && *path) {
        if (*pattern == '*') {
            pattern++;
            path += strcspn(path, ".");
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == '\0' && *path == '\0';
}

const struct key *key_find(const char *path)
{
    const struct key *row;
    for (int i = 0; (row = key_row(i)); i++)
        if (fits(row->path, path))
            return row;
    return NULL;
}

/* The part of a path before its last dot; "" for a key at the top. The caller frees it. */
static char *parent_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return mem_copy_n(path, dot ? (size_t)(dot - path) : 0);
}

bool key_has_children(const char *path)
{
    const struct key *row;
    bool found = false;
    for (int i = 0; !found && (row = key_row(i)); i++) {
        char *parent = parent_of(row->path);
        found = fits(parent, path);
        free(parent);
    }
    return found;
}

const char *key_near(const char *path)
{
    const struct key *row;
    const char *names[KEYS_MOST + 1], *dot = strrchr(path, '.');
    char *parent = parent_of(path);
    int n = 0;
    for (int i = 0; (row = key_row(i)); i++) {
        const char *own = strrchr(row->path, '.');
        const char *name = own ? own + 1 : row->path;
        char *its = parent_of(row->path);
        if (fits(its, parent) && strcmp(name, "*") != 0 && row->place != KEY_LATER)
            names[n++] = name;
        free(its);
    }
    names[n] = NULL;
    const char *near = text_near(dot ? dot + 1 : path, names);
    free(parent);
    return near;
}

void inputs_release(struct inputs *inputs)
{
    free(inputs->path.rows);
    free(inputs->fallback.market.path.rows);
    free(inputs->electricity);
    inputs->path.rows = inputs->fallback.market.path.rows = NULL;
    inputs->electricity = NULL;
}
