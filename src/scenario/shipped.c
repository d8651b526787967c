/* Looks through the folder of models. */
#include "scenario/shipped.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

enum { SHIPPED_MOST = 512 };

/* Names without their ending, sorted by the system's strcmp(); the last is NULL. */
struct names {
    char *of[SHIPPED_MOST + 1];
    int n;
};

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_folder(struct names *names, const char *models, const char *folder)
{
    char *path = file_beside(models, folder);
    DIR *dir = opendir(path);
    free(path);
    for (struct dirent *entry; dir && names->n < SHIPPED_MOST && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        if (n > 5 && strcmp(entry->d_name + n - 5, ".yaml") == 0)
            names->of[names->n++] = mem_format("%s/%.*s", folder, (int)(n - 5), entry->d_name);
    }
    if (dir)
        closedir(dir);
}

static void find_names(struct names *names)
{
    static const char *const folders[] = {"failures", "gpu", "price", "queue", "site", "spot"};
    char *models = file_data("models");
    for (size_t i = 0; i < sizeof folders / sizeof *folders && models; i++)
        add_folder(names, models, folders[i]);
    free(models);
    qsort(names->of, (size_t)names->n, sizeof *names->of, by_bytes);
}

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

/* The nearest of those that begin most alike: "h1000" is rather an h200 than an a6000. The number of it, or -1. */
static int nearest(const char *name, const char *const *of, int n)
{
    const char *alike[SHIPPED_MOST + 1], *near = NULL;
    for (size_t k = strlen(name) + 1; k-- > 0 && !near;) {
        int m = 0;
        for (int i = 0; i < n; i++)
            if (strncmp(of[i], name, k) == 0)
                alike[m++] = of[i];
        alike[m] = NULL;
        near = text_near(name, alike);
    }
    for (int i = 0; i < n; i++)
        if (of[i] == near)
            return i;
    return -1;
}

char *shipped_near(const char *name)
{
    struct names names = {{NULL}, 0};
    const char *bare[SHIPPED_MOST];
    find_names(&names);
    int near = nearest(name, (const char *const *)names.of, names.n);
    for (int i = 0; i < names.n; i++)
        bare[i] = base_of(names.of[i]);
    if (near < 0)
        near = nearest(base_of(name), bare, names.n);
    char *found = near >= 0 ? mem_copy(names.of[near]) : NULL;
    for (int i = 0; i < names.n; i++)
        free(names.of[i]);
    return found;
}
