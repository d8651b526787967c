/* Fuzz entry of the CSV reader: any bytes give a table of whole rows or a fault. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[] = "fuzz-csv-XXXXXX";
    int fd = mkstemp(name);
    struct csv csv = {0};
    struct err err = {0};
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    close(fd);
    int code = csv_read(name, (struct place){0}, &csv, &err);
    if ((code != 0) != (err.faults > 0) || (code == 0 && (csv.columns < 1 || csv.rows < 1)))
        abort();
    for (size_t i = 0; code == 0 && i < csv.rows * (size_t)csv.columns; i++)
        if (!csv.cell[i])
            abort();
    csv_release(&csv);
    err_release(&err);
    unlink(name);
    return 0;
}
