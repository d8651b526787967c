/* Words for causes of failures that the scenario and the trial share. */
#ifndef RUNODDS_SCENARIO_CAUSE_H
#define RUNODDS_SCENARIO_CAUSE_H

enum { CAUSES_MOST = 32 };

/* What fails. */
enum cause_unit { UNIT_CARD, UNIT_NODE, UNIT_SWITCH, UNIT_JOB };

/* Age of the units at the start: a fleet that has run for long, new ones, or a given age. */
enum cause_age { AGE_STEADY, AGE_NEW, AGE_HOURS };

/* What a failure renews: the unit, nothing, or (at each start) all units. */
enum cause_renew { RENEW_REPLACE, RENEW_MINIMAL, RENEW_START };

#endif
