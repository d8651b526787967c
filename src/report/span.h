/* Single times as people say them. */
#ifndef RUNODDS_REPORT_SPAN_H
#define RUNODDS_REPORT_SPAN_H

#include "base/text.h"

/* Appends hours in the unit that suits them: "38 min", "3.2 h", "21 d"; "none" for infinite ones. */
void span_add(struct text *out, double hours);

#endif
