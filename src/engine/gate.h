/* Conditions on a result: "p90(cost) > 50000 USD and p(time > 21 days) > 10%". */
#ifndef RUNODDS_ENGINE_GATE_H
#define RUNODDS_ENGINE_GATE_H

#include "engine/metric.h"

enum verdict { VERDICT_FALSE, VERDICT_TRUE, VERDICT_UNDECIDED };

struct gate_term {
    char *text;
    int plan; /* -1: any plan */
    struct metric metric;
    bool above, equal;
    double limit;
    bool ends_group; /* an "or" follows: "and" binds tighter */
};

struct gate {
    int terms;
    struct gate_term *term;
};

/* Reads an expression; a condition may begin with "PLAN.". gate_release() in any case. */
int gate_read(const char *text, const struct scenario *scenario, struct gate *gate, struct err *err) WARN_UNUSED;
void gate_release(struct gate *gate);

/* What the result says at 95%: undecided while an interval that matters holds its limit. needed: trials that would
 * decide (as many as it would take at the same estimates); infinite: an estimate is at its limit; NaN: none is known.
 * Of a term: why, the plan that decides it and its value. */
enum verdict gate_verdict(const struct gate *gate, const struct result *result, double *needed);
enum verdict gate_term_verdict(const struct gate_term *term, const struct result *result, int *plan,
                               struct estimate *value);

#endif
