/* What a study found, from the JSON it was written to. */
#ifndef RUNODDS_REPORT_STORED_STUDY_H
#define RUNODDS_REPORT_STORED_STUDY_H

#include "report/read_json.h"
#include "report/stored.h"

/* Fills the comparison, tuning, sweep, break-even or sensitivity of a stored result, and sets its data to those that
 * the file holds. stored_study_release() in any case. */
int stored_study_read(struct read_json *json, const struct json_value *root, struct stored *stored) WARN_UNUSED;
void stored_study_release(struct stored *stored);

#endif
