/* Examples of money in the currency of a scenario. */
#ifndef RUNODDS_SCENARIO_HINT_H
#define RUNODDS_SCENARIO_HINT_H

/* A hint with its amounts in a currency of three letters: "2 USD/GPU-hour" and "$2/GPU-hour" become "2 CNY/GPU-hour".
 * The number stays: it is an example. NULL stays NULL; the caller frees it. */
char *hint_money(const char *hint, const char *currency);

#endif
