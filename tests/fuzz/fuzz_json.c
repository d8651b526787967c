/* Fuzz entry of stored results: any text is one, of which every chart can be laid out and which can be compared with
 * itself, or is a fault. */
#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/change.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void lay_out(const struct stored *stored)
{
    const struct chart_data *d = &stored->data;
    for (const struct chart_kind *kind = chart_kinds; kind->name; kind++)
        for (int medium = SHEET_PNG; medium <= SHEET_TERM; medium++) {
            struct sheet sheet;
            struct err err = {0};
            const struct {
                const char *by;
                const void *held;
            } rows[] = {
                {"compare", d->comparison},      {"tune", d->tune},  {"sweep", d->sweep}, {"breakeven", d->breakeven},
                {"sensitivity", d->sensitivity}, {"trace", d->story}};
            bool held = kind->by == NULL && d->result != NULL;
            for (size_t i = 0; i < sizeof rows / sizeof *rows && kind->by; i++)
                held = held || (strcmp(rows[i].by, kind->by) == 0 && rows[i].held != NULL);
            if (!held)
                continue;
            sheet_init(&sheet, (enum sheet_medium)medium);
            int code = kind->build(d, &sheet, &err);
            if ((code != 0) != (err.faults > 0))
                abort();
            sheet_release(&sheet);
            err_release(&err);
        }
}

static void compare(const struct stored *stored)
{
    static const char *const formats[] = {"table", "md", "csv", "json"};
    FILE *nowhere = fopen("/dev/null", "w");
    struct report_style style = {0};
    for (int i = 0; i < 4 && nowhere; i++)
        change_write(stored, stored, formats[i], &style, nowhere);
    if (nowhere)
        fclose(nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (memchr(data, 0, size) || size > 1 << 20)
        return 0;
    gsl_set_error_handler_off();
    char *text = mem_copy_n((const char *)data, size);
    struct err err = {0};
    struct stored stored;
    int code = stored_parse("fuzz", text, &stored, &err);
    if ((code != 0) != (err.faults > 0))
        abort();
    if (!code) {
        lay_out(&stored);
        if (stored.data.result)
            compare(&stored);
    }
    stored_release(&stored);
    err_release(&err);
    free(text);
    return 0;
}
