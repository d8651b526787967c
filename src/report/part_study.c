/* What further commands found: pairs of plans, checkpoint intervals, unknowns. */
#include "report/part.h"

void part_pairs(struct part *p)
{
    struct section section[2];
    if (!p->of->pairs)
        return;
    dossier_add(p->dossier, BLOCK_HEADING, _("Plan against plan"));
    part_figure(p, "pareto");
    int n = compare_sections(p->of->comparison, section);
    for (int i = 0; i < n; i++)
        dossier_table(p->dossier, &section[i]);
}

void part_tuning(struct part *p)
{
    struct section section[TUNE_SECTIONS];
    struct text t = {0};
    if (!p->of->tune)
        return;
    dossier_add(p->dossier, BLOCK_HEADING, _("How often to write checkpoints"));
    tune_out_sentence(p->of->tune, &t);
    dossier_add(p->dossier, BLOCK_PARAGRAPH, part_sentence(p, &t, false));
    part_figure(p, "tune");
    tune_out_sections(p->of->tune, section);
    for (int i = 0; i < TUNE_SECTIONS; i++)
        dossier_table(p->dossier, &section[i]);
}

void part_unknowns(struct part *p)
{
    const struct sensitivity_report *report = p->of->sensitivity;
    struct text t = {0};
    if (!report)
        return;
    dossier_add(p->dossier, BLOCK_HEADING, _("What moves the answer"));
    sensitivity_out_sentence(report, &t);
    dossier_add(p->dossier, BLOCK_PARAGRAPH, part_sentence(p, &t, false));
    part_figure(p, "tornado");
    for (int i = 0; i < report->sensitivity->plans; i++) {
        struct section section;
        if (report->sensitivity->plan[i].n == 0)
            continue;
        sensitivity_out_section(report, &report->sensitivity->plan[i], &section);
        dossier_table(p->dossier, &section);
    }
    for (int i = 0; i < report->sensitivity->plans; i++) {
        sensitivity_out_split(&report->sensitivity->plan[i], &t);
        dossier_item(p->dossier, NULL, dossier_keep(p->dossier, &t));
    }
}
