/* The finding of the chart of progress, in a sentence. */
#ifndef RUNODDS_REPORT_PROGRESS_WORDS_H
#define RUNODDS_REPORT_PROGRESS_WORDS_H

#include "base/text.h"
#include "engine/course.h"

/* Appends when half of the futures reach the next milestone, or are done, and how many are done by the deadline. named:
 * says the plan's name. span_h: hours that the chart shows. */
void progress_words_headline(const struct result *result, int plan, bool named, const struct course *course,
                             double span_h, struct text *out);

#endif
