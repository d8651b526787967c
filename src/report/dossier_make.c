/* From findings to a dossier: the parts in their order. */
#include "report/gnuplot.h"
#include "report/part.h"

typedef void part_maker(struct part *part);

static void make(struct part *p, part_maker *const *parts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        parts[i](p);
}

static void make_one(struct part *p)
{
    static part_maker *const parts[] = {
        part_answer,   part_odds,        part_money, part_months, part_course, part_pairs,   part_tuning,
        part_unknowns, part_assumptions, part_gaps,  part_method, part_trust,  part_command,
    };
    make(p, parts, sizeof parts / sizeof *parts);
}

/* Parts of each job; one that happens several times has them once. */
static void make_each(struct part *whole, part_maker *const *parts, size_t n)
{
    const struct jobs *jobs = whole->of->jobs;
    for (int i = 0; i < jobs->n; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || jobs->job[k].result == jobs->job[i].result;
        if (again)
            continue;
        struct part one = *whole;
        one.result = jobs->job[i].result;
        one.words = words_for(one.result);
        one.subject = jobs->job[i].plan;
        one.job = part_name(whole, i);
        make(&one, parts, n);
        whole->figures = one.figures;
    }
}

/* The total first, then what each job rests on. */
static void make_jobs(struct part *p)
{
    static part_maker *const of_total[] = {part_answer, part_odds, part_money, part_months};
    static part_maker *const of_each[] = {part_course, part_assumptions, part_gaps};
    static part_maker *const trust[] = {part_trust};
    make(p, of_total, sizeof of_total / sizeof *of_total);
    make_each(p, of_each, sizeof of_each / sizeof *of_each);
    part_method(p);
    make_each(p, trust, 1);
    part_command(p);
}

void dossier_make(struct dossier *dossier, const struct dossier_source *source, struct err *err)
{
    int chosen = source->jobs ? source->jobs->n : source->comparison->choice.plan;
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
    if (source->jobs)
        make_jobs(&part);
    else
        make_one(&part);
}
