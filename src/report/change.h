/* What changed from one stored result to a later one. */
#ifndef RUNODDS_REPORT_CHANGE_H
#define RUNODDS_REPORT_CHANGE_H

#include "report/stored.h"

/* Plans of one name against each other: means, percentiles and shares, and whether their 95% intervals are apart; plans
 * that are new or gone; inputs that differ. format: a name of report_formats. */
void change_write(const struct stored *before, const struct stored *now, const char *format,
                  const struct report_style *style, FILE *to);

#endif
