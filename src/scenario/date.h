/* Dates and moments: "2026-07-01 09:00 +08:00". */
#ifndef RUNODDS_SCENARIO_DATE_H
#define RUNODDS_SCENARIO_DATE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads YYYY-MM-DD [HH:MM[:SS]] [+HH:MM | Z] (a T may join date and time). hours: since 1970-01-01 00:00 UTC, read with
 * offset_min (given or, without one in the text, the one passed in); has_time, has_offset say what stood there. False
 * if the text is no valid moment. */
bool date_read(const char *text, double *hours, int *offset_min, bool *has_time, bool *has_offset);

/* "2026-07-01 09:00 CST": the bytes of a date before a word of letters, such as the name of a time zone; 0 if the text
 * is no such thing. */
size_t date_before_word(const char *text);

/* Month (0 is January) and weekday (0 is Monday) of a day since 1970-01-01. */
void date_of(long day, int *month, int *weekday);

/* Days since 1970-01-01 of a date, and back; month from 1 to 12, year from 1970 on. */
long date_day(int year, int month, int day);
void date_civil(long days, int *year, int *month, int *day);

#endif
