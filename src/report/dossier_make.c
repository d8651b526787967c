/* From findings to a dossier: the parts in their order. */
#include "report/gnuplot.h"
#include "report/part.h"

static void (*const parts[])(struct part *part) = {
    part_answer,   part_odds,        part_money, part_months, part_course, part_pairs,   part_tuning,
    part_unknowns, part_assumptions, part_gaps,  part_method, part_trust,  part_command,
};

void dossier_make(struct dossier *dossier, const struct dossier_source *source, struct err *err)
{
    int chosen = source->comparison->choice.plan;
    struct part part = {.dossier = dossier,
                        .of = source,
                        .result = source->result,
                        .words = words_for(source->result),
                        .subject = chosen >= 0 ? chosen : 0,
                        .pictures = source->drawn && gnuplot_found(),
                        .err = err};
    if (source->drawn && !part.pictures)
        err_warn(err, (struct place){0}, NULL, _("on Debian: apt-get install gnuplot-nox"),
                 _("gnuplot is not installed, so the report has no charts, only what they say"));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        parts[i](&part);
}
