/* The slow trial: the model of a trial played event by event, one event per chunk, as a check on the one that skips
 * ahead. */
#ifndef RUNODDS_TESTS_LAW_ORACLE_H
#define RUNODDS_TESTS_LAW_ORACLE_H

#include "trial/trial.h"

/* Plays trial number `trial` of the plan and fills the ledger, from the same variates as trial_play(). It shares the
 * clocks and the members of struct cadence that are given, derives the rest itself and knows no arithmetic of
 * checkpoint.c. Of an unfinished trial only `finished` and `completion_h` mean something. */
void oracle_play(const struct plan *plan, struct player *player, uint64_t trial, struct ledger *ledger);

#endif
