/* Fuzz entry of the grammar of values: any text gives an expression or a fault; its parts lie inside the text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct expr *e, int size)
{
    if (e->offset < 0 || e->length < 0 || e->offset + e->length > size)
        abort();
    for (int i = 0; i < e->args; i++)
        if (e->arg[i])
            check(e->arg[i], size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (memchr(data, 0, size) || size > 4096)
        return 0;
    char *text = mem_copy_n((const char *)data, size);
    struct expr *expr = NULL;
    struct err err = {0};
    int code = expr_read(text, (struct place){0}, "key", &expr, &err);
    if ((code == 0) != (expr != NULL) || (code != 0) != (err.faults > 0))
        abort();
    if (expr)
        check(expr, (int)size);
    expr_free(expr);
    err_release(&err);
    free(text);
    return 0;
}
