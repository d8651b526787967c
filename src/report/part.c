/* What the parts of a report share. */
#include "report/part.h"

#include <ctype.h>
#include <math.h>

#include "report/when.h"

static const char *keep(struct part *p, struct text *t)
{
    return dossier_keep(p->dossier, t);
}

const char *part_name(struct part *p, int plan)
{
    struct text t = {0};
    text_add_safe(&t, p->result->plan[plan].name);
    return keep(p, &t);
}

const char *part_amount(struct part *p, double money)
{
    struct text t = {0};
    words_money(&p->words, &t, money);
    return keep(p, &t);
}

const char *part_time(struct part *p, double hours)
{
    struct text t = {0};
    words_time(&p->words, &t, hours);
    return keep(p, &t);
}

const char *part_share(struct part *p, double share)
{
    struct text t = {0};
    words_share(&t, share);
    return keep(p, &t);
}

const char *part_whole(struct part *p, double count)
{
    struct text t = {0};
    char number[64];
    text_add(&t, text_grouped(count, 0, number));
    return keep(p, &t);
}

static const struct distribution *distribution_of(const struct part *p, int plan, bool money)
{
    return money ? &p->result->plan[plan].cost : &p->result->plan[plan].time_h;
}

const char *part_percentile(struct part *p, int plan, double percent, bool money)
{
    struct text t = {0};
    words_percentile(&p->words, &t, distribution_of(p, plan, money), percent, money, false);
    return keep(p, &t);
}

const char *part_interval(struct part *p, int plan, double percent, bool money)
{
    const struct percentile *q = words_find(distribution_of(p, plan, money), percent);
    struct text t = {0};
    if (!isfinite(q->low))
        return NULL;
    const char *low = money ? part_amount(p, q->low) : part_time(p, q->low);
    if (isinf(q->high))
        text_addf(&t, _("at least %s"), low);
    else
        text_addf(&t, _("%s to %s"), low, money ? part_amount(p, q->high) : part_time(p, q->high));
    return keep(p, &t);
}

const char *part_day(struct part *p, double hours, bool end)
{
    struct text t = {0};
    if (!p->result->scenario->has_start)
        return "";
    when_add(p->result->scenario, &t, hours, false, end);
    return keep(p, &t);
}

const char *part_sentence(struct part *p, struct text *t, bool ours)
{
    if (t->size > 0) {
        if (ours)
            t->at[0] = (char)toupper((unsigned char)t->at[0]);
        text_add(t, _("."));
    }
    return keep(p, t);
}

bool part_is_total(const struct part *p)
{
    return p->of->jobs && !p->job;
}

bool part_is_money(const struct part *p)
{
    return cost_priced(p->result->plan[p->subject].typical);
}

void part_heading(struct part *p, const char *text)
{
    if (p->job)
        dossier_say(p->dossier, BLOCK_HEADING, _("%s: %s"), text, p->job);
    else
        dossier_add(p->dossier, BLOCK_HEADING, text);
}

void part_cell(struct section *section, const char *text)
{
    struct text t = {0};
    text_add(&t, text);
    section_cell(section, &t);
}

/* ---- charts ---- */

static void warn(struct part *p, const struct err *fault)
{
    if (fault->faults > 0)
        err_warn(p->err, (struct place){0}, NULL, fault->fault[0].hint, "%s", fault->fault[0].text);
}

void part_figure(struct part *p, const char *kind)
{
    struct chart_data data = {
        .result = p->result, .comparison = p->of->comparison, .tune = p->of->tune, .sensitivity = p->of->sensitivity};
    if (part_is_total(p)) {
        data.result = &p->of->jobs->total;
        data.parts = p->result;
    }
    struct chart_page page;
    struct err fault = {0};
    char prefix[16];
    snprintf(prefix, sizeof prefix, "f%d-", ++p->figures);
    int code = chart_page_make(&data, kind, p->pictures, prefix, &page, &fault);
    if (code == ERR_RUNTIME)
        warn(p, &fault);
    if (page.headline.size > 0) {
        struct block *b = dossier_add(p->dossier, BLOCK_FIGURE, page.headline.at);
        b->note = mem_copy(page.subtitle.at ? page.subtitle.at : "");
        b->label = mem_copy(page.foot.at ? page.foot.at : "");
        b->picture = page.svg.at ? mem_copy(page.svg.at) : NULL;
    }
    chart_page_release(&page);
    err_release(&fault);
}
