/* From the arguments of a law to its canonical numbers. */
#ifndef RUNODDS_BASE_LAW_SOLVE_H
#define RUNODDS_BASE_LAW_SOLVE_H

#include "base/law.h"

/* Each fills law->a to law->d as its row in law.c describes; false with *why (constant text) if the arguments do not
 * determine the law or are out of range. */
bool law_solve_constant(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_uniform(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_triangular(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_pert(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_normal(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_lognormal(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_logitnormal(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_exponential(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_weibull(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_gamma(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_beta(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_poisson(struct law *law, const struct law_arg *arg, int n, const char **why);
bool law_solve_none(struct law *law, const struct law_arg *arg, int n, const char **why);

#endif
