/* Trials as CSV and as NumPy's array format. */
#include "report/samples.h"

#include <endian.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/text.h"
#include "report/csv_out.h"
#include "scenario/scenario.h"

enum { NPY_ALIGNMENT = 64, NPY_PREFIX = 10 };

typedef void samples_writer(const struct result *result, FILE *to);

static void write_csv(const struct result *result, FILE *to)
{
    const struct trials *trials = &result->trials;
    char time_h[TEXT_NUMBER_ROOM], cost[TEXT_NUMBER_ROOM];
    fputs("trial,plan,time_h,cost\n", to);
    for (int i = 0; i < result->scenario->plans; i++) {
        struct text name = {0};
        csv_out_text(&name, result->scenario->plan[i].name);
        for (long k = 0; k < trials->n && !ferror(to); k++)
            fprintf(to, "%ld,%s,%s,%s\n", k, name.at, text_shortest(trials->time_h[i][k], time_h),
                    text_shortest(trials->cost[i][k], cost));
        text_release(&name);
    }
}

/* Version 1.0 of the format (NumPy Enhancement Proposal 1): magic, version, length of the header (two bytes, the lower
 * first), then the header, filled up with blanks and ended by a line end so that the data start at a multiple of 64. */
static void write_npy_header(const struct result *result, FILE *to)
{
    struct text header = {0};
    text_addf(&header, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %ld, 2), }", result->scenario->plans,
              result->trials.n);
    size_t used = NPY_PREFIX + header.size + 1;
    size_t fill = (NPY_ALIGNMENT - used % NPY_ALIGNMENT) % NPY_ALIGNMENT;
    text_addf(&header, "%*s\n", (int)fill, "");
    fwrite("\x93NUMPY\x01\x00", 1, 8, to);
    fputc((int)(header.size & 0xff), to);
    fputc((int)(header.size >> 8), to);
    fwrite(header.at, 1, header.size, to);
    text_release(&header);
}

static uint64_t little_endian(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return htole64(bits);
}

static void write_npy(const struct result *result, FILE *to)
{
    const struct trials *trials = &result->trials;
    write_npy_header(result, to);
    for (int i = 0; i < result->scenario->plans; i++)
        for (long k = 0; k < trials->n && !ferror(to); k++) {
            uint64_t pair[2] = {little_endian(trials->time_h[i][k]), little_endian(trials->cost[i][k])};
            fwrite(pair, sizeof *pair, 2, to);
        }
}

static samples_writer *writer_for(const char *path)
{
    const char *ending = strrchr(path, '.');
    if (ending && strcasecmp(ending, ".csv") == 0)
        return write_csv;
    if (ending && strcasecmp(ending, ".npy") == 0)
        return write_npy;
    return NULL;
}

int samples_check(const char *path, struct err *err)
{
    if (writer_for(path))
        return 0;
    return err_plain(err, ERR_INPUT, _("name a file that ends with .csv or .npy"),
                     _("--samples writes no file such as \"%s\""), path);
}

int samples_write(const struct result *result, const char *path, struct err *err)
{
    struct file_out out;
    int code = samples_check(path, err);
    if (!code)
        code = file_start(&out, path, err);
    if (code)
        return code;
    writer_for(path)(result, out.to);
    return file_keep(&out, err);
}
