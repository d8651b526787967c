/* The values of a swept key as an axis, and as texts. */
#ifndef RUNODDS_REPORT_KEYS_H
#define RUNODDS_REPORT_KEYS_H

#include "engine/sweep.h"
#include "report/panel.h"

struct keys {
    const struct sweep_axis *of;
    bool named;              /* its values are no numbers of one kind: each has a place, 0, 1, 2 */
    int order[SWEEP_VALUES]; /* the values by rising x */
    double x[SWEEP_VALUES];  /* of the value of that order, as the axis has it: hours, a share, a number or a place */
    struct axis axis;
    double scale;                 /* from the sweep's numbers to the axis's */
    char *key;                    /* free of control bytes */
    char *title;                  /* the key, and its unit where ticks do not say it */
    char *before, *behind, *unit; /* of numbers: before a tick, behind it, and behind a number that stands alone */
};

void keys_init(struct keys *keys, const struct sweep_axis *of);
void keys_release(struct keys *keys);

/* A value of the axis in words, "40 min", "$2.5/GPU-hour"; the caller frees it. */
char *keys_text(const struct keys *keys, double x);

/* The same without a unit that the title has: "$2.50"; the caller frees it. */
char *keys_number(const struct keys *keys, double x);

/* The i-th value by rising x as a label: as it was written, if that is short. The caller frees it. */
char *keys_label(const struct keys *keys, int i);

/* The ticks of a panel whose x these keys are: at the values themselves where those are short and have room, else at
 * round ones. */
void keys_set_ticks(const struct keys *keys, struct panel *panel, const struct sheet *sheet, int x_most, int y_most);

#endif
