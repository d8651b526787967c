/* Fuzz entry of whole scenarios: any text loads and can be derived and echoed, or is a fault. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/scenario.h"
#include "trial/derive.h"
#include "trial/sanity.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Derives each plan in a world and looks at its work. */
static void derive(const struct scenario *s, struct err *err)
{
    const struct kernel *kernel = kernel_pick();
    double *world = mem_new((size_t)s->unknowns.n + 1, sizeof *world);
    struct plan_frame *frame = mem_new((size_t)s->plans, sizeof *frame);
    struct plan *plan = mem_new((size_t)s->plans, sizeof *plan);
    int code = 0;
    for (int i = 0; i < s->plans && !code; i++)
        code = plan_prepare(&frame[i], s, &s->plan[i], kernel, err);
    for (int trial = 0; trial < 3 && !code; trial++) {
        unknowns_draw(&s->unknowns, kernel, s->seed, (uint64_t)trial, NULL, world);
        for (int i = 0; i < s->plans; i++) {
            plan_derive(&frame[i], world, &plan[i]);
            if (!(plan[i].cadence.work_h > 0.0))
                abort();
        }
    }
    if (!code && sanity_check(s, frame, plan, err) == 0 && err->faults > 0)
        abort();
    for (int i = 0; i < s->plans; i++)
        plan_frame_release(&frame[i]);
    free(frame);
    free(plan);
    free(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (memchr(data, 0, size) || size > 65536)
        return 0;
    gsl_set_error_handler_off();
    char *text = mem_copy_n((const char *)data, size);
    struct err err = {0};
    struct scenario *s = scenario_parse("fuzz", text, "/nonexistent", NULL, &err);
    if ((s != NULL) == (err.faults > 0))
        abort();
    if (s) {
        derive(s, &err);
        free(scenario_echo(s));
    }
    scenario_free(s);
    err_release(&err);
    free(text);
    return 0;
}
