/* The course of plans as tables, CSV rows and JSON, and back. */
#ifndef RUNODDS_REPORT_COURSE_OUT_H
#define RUNODDS_REPORT_COURSE_OUT_H

#include "engine/course.h"
#include "report/json_text.h"
#include "report/read_json.h"
#include "report/section.h"

enum { COURSE_SECTIONS = 3 };

/* Fills sections: milestones, plans under way, and the speed that the deadline asks for, those that there are; returns
 * their number. */
int course_out_sections(const struct words *words, struct section section[COURSE_SECTIONS]);

/* The member "course" of a plan's object; nothing where the course is not told. */
void course_out_json(struct json *json, const struct result *result, int plan);

/* Calls put(context, quantity, value, low, high) for each number; the interval is NaN where there is none. */
typedef void course_out_row(void *context, const char *quantity, double value, double low, double high);
void course_out_rows(const struct result *result, int plan, course_out_row *put, void *context);

/* Reads what course_out_json() wrote, from a plan's object of that scenario, into *course, which stays zeroed where
 * there is none; faults are json's. course_release() in any case. */
void course_out_read(struct read_json *json, const struct json_value *plan, const struct scenario *scenario,
                     const struct plan *typical, struct course *course);

#endif
