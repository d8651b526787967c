/* The plans: charts of cost and time, and the tables of a run. And where the money goes. */
#include <math.h>
#include <stdlib.h>

#include "engine/course.h"
#include "report/jobs_out.h"
#include "report/means.h"
#include "report/part.h"

/* Which of the tables of a result a part shows. They are, with a price, 0 odds, 1 budget, 2 and 3 money, 4 events; else
 * 0 odds and 1 events; then those of the course. */
enum tables { TABLES_ODDS, TABLES_MONEY, TABLES_COURSE };

static enum tables kind_of(const struct part *p, int i)
{
    int events = p->words.priced ? 4 : 1;
    return i > events ? TABLES_COURSE : events == 4 && (i == 2 || i == 3) ? TABLES_MONEY : TABLES_ODDS;
}

static void add_tables(struct part *p, enum tables kind)
{
    struct section section[SECTIONS_MOST];
    int n = section_make(&p->words, section);
    for (int i = 0; i < n; i++) {
        if (kind_of(p, i) == kind)
            dossier_table(p->dossier, &section[i]);
        else
            section_release(&section[i], 1);
    }
}

static void put_note(void *context, struct text *line)
{
    struct part *p = context;
    dossier_add(p->dossier, BLOCK_ITEM, dossier_keep(p->dossier, line));
}

void part_odds(struct part *p)
{
    struct text verdict = {0};
    bool deadline = p->result->scenario->deadline_h >= 0.0;
    dossier_add(p->dossier, BLOCK_HEADING, _("Cost and time"));
    if (!part_is_total(p)) {
        words_verdict(&p->words, &verdict);
        dossier_add(p->dossier, BLOCK_PARAGRAPH, part_sentence(p, &verdict, false));
    }
    if (p->words.priced || !deadline)
        part_figure(p, "cdf");
    part_figure(p, deadline ? "deadline" : "cloud");
    add_tables(p, TABLES_ODDS);
    if (part_is_total(p))
        jobs_out_notes(p->of->jobs, put_note, p);
}

/* ---- money ---- */

static const double least_share = 5e-5; /* of the cost: what is less is not worth a line */

static void add_items(struct part *p)
{
    static const char *const head[] = {N_("plan"), N_("item"), N_("mean"), N_("share of the cost"), NULL};
    struct section s;
    section_begin(&s, N_("What is paid for, on average"), head);
    s.words = 2;
    for (int i = 0; i < p->result->engine->plans; i++) {
        const struct summary *plan = &p->result->plan[i];
        struct means means = means_of(plan);
        for (int k = 0; k < ITEM_COUNT && cost_priced(plan->typical); k++) {
            if (isnan(means.item[k]) || fabs(means.item[k]) < least_share * plan->cost.mean)
                continue;
            part_cell(&s, part_name(p, i));
            part_cell(&s, means_item_words(k));
            part_cell(&s, part_amount(p, means.item[k]));
            part_cell(&s, part_share(p, means.item[k] / plan->cost.mean));
        }
    }
    if (s.rows > 0)
        dossier_table(p->dossier, &s);
}

/* What the futures around the P90 pay more for than the average one. */
static void add_tail(struct part *p)
{
    static const char *const names[CLASS_COUNT] = {N_("compute"), N_("power and cooling"), N_("communication"),
                                                   N_("failures"), N_("time")};
    const struct summary *s = &p->result->plan[p->subject];
    struct means means = means_of(s);
    double more = 0.0, most = 0.0;
    int which = -1;
    for (int c = 0; c < CLASS_COUNT; c++) {
        double by = means.tail[c] - means.by_class[c];
        more += by;
        which = by > most ? c : which;
        most = fmax(most, by);
    }
    if (!(more > 0.0) || which < 0 || !part_is_money(p))
        return;
    dossier_say(p->dossier, BLOCK_PARAGRAPH,
                _("Around its P90, %s costs %s more than on average; %s of that, the largest part, goes to %s."),
                part_is_total(p) ? _("the total") : part_name(p, p->subject), part_amount(p, more),
                part_amount(p, most), _(names[which]));
}

void part_money(struct part *p)
{
    if (!p->words.priced)
        return;
    dossier_add(p->dossier, BLOCK_HEADING, _("Where the money goes"));
    add_tail(p);
    part_figure(p, "breakdown");
    add_tables(p, TABLES_MONEY);
    add_items(p);
}

/* ---- a run under way, and milestones ---- */

void part_course(struct part *p)
{
    bool told = false;
    for (int i = 0; i < p->result->engine->plans; i++)
        told = told || course_told(p->result->scenario, p->result->plan[i].typical);
    if (!told)
        return;
    part_heading(p, _("How the run comes along"));
    part_figure(p, "progress");
    add_tables(p, TABLES_COURSE);
}
