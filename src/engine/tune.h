/* The checkpoint interval of each plan that makes a metric least. */
#ifndef RUNODDS_ENGINE_TUNE_H
#define RUNODDS_ENGINE_TUNE_H

#include "engine/metric.h"
#include "engine/study.h"

enum { TUNE_POINTS = 25, TUNE_MORE = 24 };

struct tune_point {
    double every_h;
    struct estimate value;
};

/* Hours of work between checkpoints by formulas that know the mean time M between interruptions, the blocking write C
 * and the mean restart R; NaN where they have no meaning. */
struct tune_formulas {
    double young_h;  /* sqrt(2 C M): J. W. Young, CACM 17 (1974) 530-531 */
    double daly1_h;  /* sqrt(2 C (M + R)) - C: first order of J. T. Daly, ICCS 2003 */
    double daly_h;   /* J. T. Daly, Future Generation Computer Systems 22 (2006) 303-312, equation 37 */
    double nvidia_h; /* C + sqrt(2 (M + R) C + C^2), the write included: arXiv 2410.18124 */
    double exact_h;  /* M (1 + W0(-exp(-1 - C / M))): the optimum for exponential interruptions, Daly 2006 */
};

struct tuning {
    const char *name;
    bool tuned;                         /* false: it writes no checkpoints, or they cost nothing */
    struct tune_point best, yours;      /* yours.every_h is infinite for none */
    double flat_from_h, flat_to_h;      /* within 1% of the best */
    bool flat_open_low, flat_open_high; /* the region goes on beyond the curve */
    struct tune_formulas formulas;
    int points;
    struct tune_point curve[TUNE_POINTS + TUNE_MORE]; /* by rising interval */
};

/* Tunes all plans of the base point, on its futures and as many trials. tunings: one a plan, the caller's. */
int tune_plans(const struct study *study, const struct point *base, const struct metric *metric, struct tuning *tunings,
               struct err *err) WARN_UNUSED;

struct tune_formulas tune_formulas(double mtbi_h, double write_h, double restart_h);

#endif
