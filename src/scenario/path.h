/* Prices that move along a path. */
#ifndef RUNODDS_SCENARIO_PATH_H
#define RUNODDS_SCENARIO_PATH_H

#include "scenario/bind.h"

/* A price holds from its hour until the next row's, the last for ever. One heap block. */
struct price_path {
    size_t n;
    bool per_node;
    int times;            /* > 0: prices are in another currency, this trial's draw of this unknown is its worth */
    double *at_h, *price; /* in money per hour of a card or node */
    double *sum;          /* integral of the price from at_h[0] to at_h[i] */
};

/* Reads {path: file.csv, ...}, columns time_h (or time, moments) and price, or {path: {0 h: V, 24 h: V}}; the node
 * becomes the second form, so that an echo stands alone. start_h: hours that moments count from; NAN: none given. */
int path_read(struct binder *binder, struct node *node, const struct wants *wants, double start_h,
              struct price_path **path) WARN_UNUSED;

/* Integral of the price over hours x from the first row on; before it the first price holds. */
double path_integral(const struct price_path *path, double x);

#endif
