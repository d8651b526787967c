/* Which inputs of two effective scenarios differ. */
#ifndef RUNODDS_REPORT_INPUTS_DIFF_H
#define RUNODDS_REPORT_INPUTS_DIFF_H

/* One line of either text; a value is NULL where the other text alone has the key. */
struct inputs_row {
    char *plan; /* NULL: of the whole scenario */
    char *key;  /* its path: "failures.gpu.every" */
    char *before, *now;
};

struct inputs_diff {
    int n;
    struct inputs_row *row;
};

/* Compares what scenario_echo() wrote, line by line, each line under the keys it stands below. Plans that one text
 * alone has are left out, and so is who owns a value. inputs_diff_release() frees it. */
struct inputs_diff inputs_diff_make(const char *before, const char *now);
void inputs_diff_release(struct inputs_diff *diff);

#endif
