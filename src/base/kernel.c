/* Chooses between the builds of the vector loops. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/kernel.h"
#include "base/kernel_loops.h"

const struct kernel *kernel_pick(void)
{
#ifdef HAVE_AVX2_BUILD
    const char *wish = getenv("RUNODDS_KERNEL");
    if (__builtin_cpu_supports("avx2") && !(wish && strcmp(wish, "plain") == 0))
        return &kernel_avx2;
#endif
    return &kernel_plain;
}
