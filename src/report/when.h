/* Moments of a job as people read them: dates on the scenario's clock. */
#ifndef RUNODDS_REPORT_WHEN_H
#define RUNODDS_REPORT_WHEN_H

#include "base/text.h"
#include "report/axis.h"
#include "scenario/scenario.h"

/* Hours from submission as "2026-08-12", or "2026-08-12 14:30"; end: a moment at which something ends, so that
 * midnight belongs to the day before it. The scenario has a start; what lies beyond a thousand years is a time. */
void when_add(const struct scenario *scenario, struct text *out, double at_h, bool minutes, bool end);

/* "12 Aug", or "12 Aug 2027" in another year than that of the start; within `span_h` of less than three days "12 Aug
 * 14:30". Without a start a time, "19.4 d", in the unit of an axis of span_h. */
void when_add_short(const struct scenario *scenario, struct text *out, double at_h, double span_h, bool end);

/* Sets an axis of hours to ticks at round dates; at most `most`, fewer where labels at size_px would touch. Returns
 * false without a start: nothing is set. */
bool when_ticks(const struct scenario *scenario, struct axis *axis, int most, double length, double size_px,
                double gap);

#endif
