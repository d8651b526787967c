/* Sentences on a plan that comes along. */
#include "report/progress_words.h"

#include <math.h>
#include <stdlib.h>

#include "report/share.h"
#include "report/sheet.h"
#include "report/when.h"
#include "report/words.h"

/* A name short enough to leave room for the rest; the caller frees it. */
static char *short_name(const char *name)
{
    struct text safe = {0};
    text_add_safe(&safe, name);
    char *cut = sheet_cut(safe.at, STYLE_HEADLINE_SMALL, 420);
    text_release(&safe);
    return cut;
}

/* The milestone that is reached first of those that are not; -1: all work is the next one. */
static int next_milestone(const struct course *c)
{
    int next = -1;
    for (int m = 0; m < c->milestones; m++)
        if (!c->milestone[m].reached && c->milestone[m].share < 1.0 &&
            (next < 0 || c->milestone[m].share < c->milestone[next].share))
            next = m;
    return next;
}

/* A date, or hours without one. */
static void add_date(const struct result *r, double at_h, double span_h, struct text *out)
{
    char time[AXIS_ROOM];
    if (r->scenario->has_start)
        when_add_short(r->scenario, out, at_h, span_h, false);
    else
        text_add(out, axis_time(at_h, time));
}

/* "half of the futures reach eval by 22 Jul". */
static void say_milestone(const struct result *r, const struct course_milestone *m, double span_h, struct text *out)
{
    char *name = short_name(m->name);
    struct text date = {0};
    add_date(r, m->p50, span_h, &date);
    if (isinf(m->p50))
        text_addf(out, _("Fewer than half of the futures reach %s"), name);
    else if (r->scenario->has_start)
        text_addf(out, _("Half of the futures reach %s by %s"), name, date.at);
    else
        text_addf(out, _("Half of the futures reach %s within %s"), name, date.at);
    text_release(&date);
    free(name);
}

static void say_end(const struct result *r, int plan, double span_h, struct text *out)
{
    double p50 = words_find(&r->plan[plan].time_h, 50.0)->value;
    struct text date = {0};
    add_date(r, p50, span_h, &date);
    if (isinf(p50))
        text_add(out, _("Fewer than half of the futures finish"));
    else if (r->scenario->has_start)
        text_addf(out, _("Half of the futures are done by %s"), date.at);
    else
        text_addf(out, _("Half of the futures are done within %s"), date.at);
    text_release(&date);
}

static void say_deadline(const struct result *r, double on_time, double span_h, struct text *out)
{
    struct text date = {0}, share = {0};
    when_add_short(r->scenario, &date, r->scenario->deadline_h, span_h, true);
    share_say_percent(on_time, &share);
    if (on_time <= 0.0)
        text_addf(out, _("none is done by the deadline, %s"), date.at);
    else if (on_time >= 1.0)
        text_addf(out, _("all are done by the deadline, %s"), date.at);
    else
        text_addf(out, _("%s are done by the deadline, %s"), share.at, date.at);
    text_release(&date);
    text_release(&share);
}

void progress_words_headline(const struct result *r, int plan, bool named, const struct course *c, double span_h,
                             struct text *out)
{
    int next = next_milestone(c);
    char time[AXIS_ROOM];
    if (named) {
        char *name = short_name(r->plan[plan].name);
        text_addf(out, _("%s: "), name);
        free(name);
    }
    if (c->done >= 1.0) {
        text_addf(out, _("All of the work is done, after %s"), axis_time(c->past_h, time));
        return;
    }
    if (next >= 0)
        say_milestone(r, &c->milestone[next], span_h, out);
    else
        say_end(r, plan, span_h, out);
    if (isnan(r->plan[plan].on_time))
        return;
    text_add(out, _("; "));
    say_deadline(r, r->plan[plan].on_time, span_h, out);
}
