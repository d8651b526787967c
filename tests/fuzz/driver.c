/* Replays files, or all files of folders, through a fuzz entry, where there is no libFuzzer to do it. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Replays one regular file; returns 1, or -1 if it cannot be read. */
static int replay_file(const char *path, size_t size)
{
    FILE *from = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
    size_t got = from && data ? fread(data, 1, size, from) : 0;
    bool whole = from && data && got == size;
    if (from)
        fclose(from);
    if (whole)
        LLVMFuzzerTestOneInput(data, size);
    else
        fprintf(stderr, "cannot read '%s'\n", path);
    free(data);
    return whole ? 1 : -1;
}

static int replay(const char *path);

static int replay_folder(const char *path)
{
    struct dirent **entry = NULL;
    int n = scandir(path, &entry, NULL, alphasort), files = n < 0 ? -1 : 0;
    for (int i = 0; i < n; i++) {
        char inside[4096];
        int length = snprintf(inside, sizeof inside, "%s/%s", path, entry[i]->d_name);
        if (files >= 0 && entry[i]->d_name[0] != '.') {
            int more = length < (int)sizeof inside ? replay(inside) : -1;
            files = more < 0 ? -1 : files + more;
        }
        free(entry[i]);
    }
    free(entry);
    return files;
}

/* Replays what a path names and returns how many files that were; -1 after a message. */
static int replay(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return -1;
    }
    return S_ISDIR(info.st_mode) ? replay_folder(path) : replay_file(path, (size_t)info.st_size);
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++) {
        int more = replay(argv[i]);
        if (more < 0)
            return 1;
        files += more;
    }
    printf("%d files replayed\n", files);
    return files > 0 ? 0 : 1;
}
