/* A report as a list of blocks. One builder fills it, two writers turn it into HTML and into Markdown, so that both
 * carry the same figures in the same order. */
#ifndef RUNODDS_REPORT_DOSSIER_H
#define RUNODDS_REPORT_DOSSIER_H

#include "engine/jobs.h"
#include "report/chart.h"
#include "report/section.h"

enum block_kind {
    BLOCK_TITLE,     /* of the whole */
    BLOCK_SUBTITLE,  /* below it */
    BLOCK_HEADING,   /* of a part */
    BLOCK_OPEN,      /* what follows up to BLOCK_CLOSE is the answer, in a box */
    BLOCK_CLOSE,     /* ... */
    BLOCK_LEAD,      /* its first sentence */
    BLOCK_KEY,       /* a key figure: label, text and note; those that follow each other stand in a row */
    BLOCK_PARAGRAPH, /* ... */
    BLOCK_ITEM,      /* of a list; label: the words it begins with, if any */
    BLOCK_STEP,      /* of a list with numbers */
    BLOCK_FACT,      /* label and text */
    BLOCK_TABLE,     /* with its section */
    BLOCK_FIGURE,    /* headline, subtitle (note) and foot note (label) of a chart, and its picture */
    BLOCK_COMMAND,   /* for a shell, as it stands */
};

/* Texts are the block's own; they are as people should read them, not escaped for either format. */
struct block {
    enum block_kind kind;
    char *text, *label, *note; /* label and note: NULL where there are none */
    char *picture;             /* SVG, clean; NULL: not drawn */
    struct section section;
};

/* Zero-initialised it is empty. dossier_release() frees it. */
struct dossier {
    struct block *block;
    int blocks;
    char **kept; /* texts that blocks are made of */
    int n_kept;
};

void dossier_release(struct dossier *dossier);

/* Each appends a block. Texts are copied; label and note may be NULL. */
struct block *dossier_add(struct dossier *dossier, enum block_kind kind, const char *text);
void dossier_say(struct dossier *dossier, enum block_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);
void dossier_key(struct dossier *dossier, const char *label, const char *value, const char *note);
void dossier_fact(struct dossier *dossier, const char *label, const char *value);
void dossier_item(struct dossier *dossier, const char *label, const char *text);
void dossier_table(struct dossier *dossier, const struct section *section); /* takes its cells */

/* Takes a text over, frees it with the dossier, and returns it; "" for an empty one. */
const char *dossier_keep(struct dossier *dossier, struct text *text);

/* What a report tells of: a result, the choice among its plans, and what further commands found; NULL where they were
 * not asked. */
struct dossier_source {
    const struct result *result;
    const struct comparison *comparison; /* NULL of several jobs */
    const struct jobs *jobs;             /* NULL: a single one; else `result` is that of their rows, jobs_out_rows() */
    bool pairs;                          /* tell of all pairs of plans, too */
    const struct tune_report *tune;
    const struct sensitivity_report *sensitivity;
    const char *command; /* that writes this report */
    bool from_input;     /* the scenario came on standard input */
    bool counted;        /* the number of trials was given; else they stop at the precision */
    double precision;
    bool drawn; /* with pictures */
};

/* Fills an empty dossier. Faults of charts and months become warnings, and words in their place. */
void dossier_make(struct dossier *dossier, const struct dossier_source *source, struct err *err);

/* The two formats; the caller checks the stream. language: a tag such as "en" or "zh". */
void dossier_html(const struct dossier *dossier, const char *language, FILE *to);
void dossier_markdown(const struct dossier *dossier, FILE *to);

#endif
