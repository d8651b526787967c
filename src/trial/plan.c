/* What follows from the causes of a plan. */
#include "trial/plan.h"

void plan_note_causes(struct plan *plan)
{
    plan->renews = plan->redraws = false;
    for (int i = 0; i < plan->causes; i++) {
        const struct cause *cause = &plan->cause[i];
        bool aged = !law_is_exponential(&cause->life), starts = cause->renew == RENEW_START;
        bool machine = cause->unit == UNIT_CARD || cause->unit == UNIT_NODE;
        plan->renews = plan->renews || (aged && starts);
        plan->redraws = plan->redraws || (aged && machine && !starts && !plan->keeps_machines);
    }
}
