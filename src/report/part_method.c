/* The method in ten lines, and its limits. */
#include "report/part.h"

void part_method(struct part *p)
{
    static const char *const steps[] = {
        N_("Each trial is one possible future; all plans meet the same ones."),
        N_("First it draws what is unknown but fixed, such as rates, prices and efficiencies: once for the whole "
           "future."),
        N_("The work becomes hours on all cards, by the scaling that is given, cut into intervals between "
           "checkpoints."),
        N_("The job waits for capacity, starts up, works and writes checkpoints."),
        N_("Failures strike at random times by their laws, and machines keep their age. All since the last finished "
           "checkpoint is lost; noticing, repairing and restarting take time."),
        N_("Spot capacity is taken away at random; what a notice leaves time for is saved, and the job queues again."),
        N_("Each hour is booked in one of nine phases, which sum to the completion time."),
        N_("Prices turn hours and events into items of cost, and these into five classes, which sum to the cost."),
        N_("A P90 is the cost, or time, that nine in ten trials stay at or under. Its 95-percent interval is the exact "
           "binomial one of order statistics."),
        N_("The same scenario, seed and version give the same digits on any number of threads."),
    };
    static const char *const limits[] = {
        N_("The intervals say how well this many trials know the answer, not how well you know your inputs."),
        N_("Unknowns are independent unless the scenario correlates them, and causes of failure always are."),
        N_("A range is a judgement: an input with too narrow a range makes the P90 too low, and no trial shows it."),
        N_("What never happened in the records that the inputs come from does not happen here either."),
        N_("Speeds at card counts that nobody measured are formulas or guesses."),
    };
    dossier_add(p->dossier, BLOCK_HEADING, _("Method"));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        dossier_add(p->dossier, BLOCK_STEP, _(steps[i]));
    dossier_add(p->dossier, BLOCK_HEADING, _("Limits"));
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        dossier_add(p->dossier, BLOCK_ITEM, _(limits[i]));
}

void part_command(struct part *p)
{
    dossier_add(p->dossier, BLOCK_HEADING, _("To make this report again"));
    dossier_add(p->dossier, BLOCK_PARAGRAPH,
                p->of->from_input
                    ? _("This command writes the same bytes again, with the same scenario on its standard input:")
                    : _("This command writes the same bytes again, in the same folder and with the same files:"));
    dossier_add(p->dossier, BLOCK_COMMAND, p->of->command);
}
