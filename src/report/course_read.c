/* A course from the members that course_out_json() writes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/course_out.h"

static const char *const bands[COURSE_BANDS] = {"p5", "p10", "p25", "p50", "p75", "p90", "p95"};

static void strange(struct read_json *j, const struct json_value *at, const char *text, const char *name)
{
    read_json_fault(j, at, _("is this a result that runodds wrote with -f json?"), text, name);
}

/* A time or a number of times that is not below 0; `missing` for null. */
static double take_amount(struct read_json *j, const struct json_value *of, const char *key, double missing)
{
    double x = read_json_number(j, of, key);
    read_json_check_amount(j, of, x);
    return isnan(x) ? missing : x;
}

static double take_share(struct read_json *j, const struct json_value *of, const char *key)
{
    double x = read_json_number(j, of, key);
    if (x < 0.0 || x > 1.0)
        strange(j, read_json_find(j, of, key), _("\"%s\" is no share from 0 to 1"), key);
    return x;
}

static double take_money(struct read_json *j, const struct json_value *of, const char *key, double missing)
{
    double x = read_json_number(j, of, key);
    read_json_check_amount(j, of, fabs(x));
    return isnan(x) ? missing : x;
}

static void take_milestone(struct read_json *j, const struct json_value *of, const struct milestone *given,
                           struct course_milestone *m)
{
    const char *name = read_json_string(j, of, "name");
    *m = (struct course_milestone){.name = given->name, .share = given->share, .largest = NAN};
    if (!j->code && (!name || strcmp(name, given->name) != 0))
        strange(j, of, _("the milestone here is \"%s\" in the scenario's text"), given->name);
    m->by_h = take_amount(j, of, "by_h", NAN);
    m->reached = read_json_bool(j, of, "reached");
    m->p10 = take_amount(j, of, "p10_h", INFINITY);
    m->p50 = take_amount(j, of, "p50_h", INFINITY);
    m->p90 = take_amount(j, of, "p90_h", INFINITY);
    if (read_json_find(j, of, "above_h"))
        m->largest = take_amount(j, of, "above_h", NAN);
    m->chance.value = take_share(j, of, "chance");
    read_json_interval(j, of, "chance_ci95", &m->chance.low, &m->chance.high);
    read_json_check_order(j, of, m->p10, m->p50, m->p90);
    read_json_check_order(j, of, m->chance.low, m->chance.value, m->chance.high);
}

static void take_milestones(struct read_json *j, const struct json_value *of, const struct scenario *s,
                            struct course *c)
{
    const struct json_value *list = read_json_member(j, of, "milestones", JSON_LIST), *one = read_json_first(j, list);
    if (!j->code && read_json_count(j, list) != s->milestones)
        strange(j, list, _("\"%s\" has not as many values as it should"), "milestones");
    for (; c->milestones < s->milestones && !j->code; one = read_json_next(j, one)) {
        take_milestone(j, one, &s->milestone[c->milestones], &c->milestone[c->milestones]);
        c->milestones++;
    }
}

/* Numbers that do not fall, from `least` to `most`. */
static void take_line(struct read_json *j, const struct json_value *curve, const char *key, double least, double most,
                      int n, double *to)
{
    const struct json_value *list = read_json_member(j, curve, key, JSON_LIST), *v = read_json_first(j, list);
    if (!j->code && read_json_count(j, list) != n)
        strange(j, list, _("\"%s\" has not as many values as it should"), key);
    for (int i = 0; i < n && !j->code; i++, v = read_json_next(j, v)) {
        to[i] = read_json_value(j, v);
        read_json_check_amount(j, v, to[i]);
        if (!j->code && !(to[i] >= (i > 0 ? to[i - 1] : least) && to[i] <= most))
            strange(j, v, _("values that do not rise"), "");
    }
}

static void take_curve(struct read_json *j, const struct json_value *of, struct course *c)
{
    const struct json_value *curve = read_json_member(j, of, "curve", JSON_OBJECT),
                            *times = read_json_member(j, curve, "time_h", JSON_LIST);
    int n = j->code ? 0 : read_json_count(j, times);
    if (!j->code && n > COURSE_POINTS)
        strange(j, times, _("\"%s\" has not as many values as it should"), "time_h");
    c->time_h = mem_new(COURSE_POINTS, sizeof *c->time_h);
    for (int b = 0; b < COURSE_BANDS; b++)
        c->share[b] = mem_new(COURSE_POINTS, sizeof *c->share[b]);
    c->points = j->code ? 0 : n;
    take_line(j, curve, "time_h", c->past_h, 1e18, c->points, c->time_h);
    for (int b = 0; b < COURSE_BANDS; b++)
        take_line(j, curve, bands[b], 0.0, 1.0, c->points, c->share[b]);
    for (int k = 0; k < c->points && !j->code; k++)
        for (int b = 1; b < COURSE_BANDS && !j->code; b++)
            if (c->share[b][k] < c->share[b - 1][k])
                strange(j, curve, _("values that do not rise"), "");
}

void course_out_read(struct read_json *j, const struct json_value *plan, const struct scenario *scenario,
                     const struct plan *typical, struct course *c)
{
    const struct json_value *of = read_json_find(j, plan, "course");
    bool priced = cost_priced(typical), ends = scenario->deadline_h >= 0.0;
    if (!of || j->code)
        return;
    of = read_json_member(j, plan, "course", JSON_OBJECT);
    double trials = read_json_number(j, of, "trials");
    if (!j->code && !(trials >= 1.0 && trials <= COURSE_TRIALS))
        strange(j, read_json_find(j, of, "trials"), _("\"%s\" is no number of trials"), "trials");
    c->under_way = typical->under_way || typical->spent > 0.0;
    c->trials = j->code ? 0 : (long)trials;
    c->done = take_share(j, of, "done");
    c->past_h = take_amount(j, of, "elapsed_h", 0.0);
    c->spent = take_amount(j, of, "spent", NAN);
    const struct json_value *more = read_json_member(j, of, "to_come", JSON_OBJECT),
                            *pace = read_json_member(j, of, "pace", JSON_OBJECT),
                            *speed = read_json_member(j, of, "speed_needed", JSON_OBJECT);
    bool open = c->done < 1.0;
    c->more_mean = take_money(j, more, "mean", NAN);
    c->more_p50 = take_money(j, more, "p50", priced ? INFINITY : NAN);
    c->more_p90 = take_money(j, more, "p90", priced ? INFINITY : NAN);
    c->pace_per_h = take_amount(j, pace, "plan_per_h", NAN);
    c->needed_per_h = take_amount(j, pace, "needed_per_h", ends && open ? INFINITY : NAN);
    c->speed_p50 = take_amount(j, speed, "p50", ends && open ? INFINITY : NAN);
    c->speed_p90 = take_amount(j, speed, "p90", ends && open ? INFINITY : NAN);
    take_milestones(j, of, scenario, c);
    take_curve(j, of, c);
}
