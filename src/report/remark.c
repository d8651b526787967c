/* Sentences on choices, intervals, ranges and crossings. */
#include "report/remark.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/share.h"
#include "report/sheet.h"
#include "report/words.h"

/* A name short enough for two of them to stand in two lines of a headline; the caller frees it. */
static char *short_name(const char *name)
{
    struct text safe = {0};
    text_add_safe(&safe, name);
    char *cut = sheet_cut(safe.at, STYLE_HEADLINE_SMALL, 460);
    text_release(&safe);
    return cut;
}

const char *remark_value(const struct result *result, const struct metric *metric, double value, char out[AXIS_ROOM])
{
    return metric->of == METRIC_TIME ? axis_time(value, out) : axis_money(value, words_currency(result->scenario), out);
}

bool remark_overlap(struct estimate a, struct estimate b)
{
    return !(a.high < b.low || b.high < a.low);
}

/* ---- the choice ---- */

static void say_open(const struct comparison *c, const char *name, const char *metric, const char *value,
                     struct text *out)
{
    const struct choice *choice = &c->choice;
    char number[64], other[AXIS_ROOM];
    if (choice->rival >= 0) {
        const struct summary *rival = &c->result->plan[choice->rival];
        char *second = short_name(rival->name);
        double own = c->value[choice->rival];
        bool punctual = isnan(rival->on_time) || rival->on_time >= choice->share;
        if (punctual)
            text_addf(out, _("Undecided between %s and %s: %s %s and %s"), name, second, metric, value,
                      remark_value(c->result, &c->metric, own, other));
        else
            text_addf(out, _("Undecided: %s has %s %s; %s, with %s, may be on time often enough"), name, metric, value,
                      second, remark_value(c->result, &c->metric, own, other));
        free(second);
    } else {
        text_addf(out, _("Undecided: %s has %s %s, but may not be on time often enough"), name, metric, value);
    }
    if (isfinite(choice->needed) && choice->needed > (double)c->result->trials.n)
        text_addf(out, _("; about %s trials would decide"), text_grouped(choice->needed, 0, number));
}

void remark_choice(const struct comparison *c, struct text *out)
{
    const struct choice *choice = &c->choice;
    char value[AXIS_ROOM];
    if (choice->plan < 0) {
        text_add(out, _("No plan can be chosen: none has a price, or none finishes"));
        return;
    }
    const struct summary *plan = &c->result->plan[choice->plan];
    char *name = short_name(plan->name), *metric = metric_within(&c->metric);
    struct text share = {0};
    share_say_percent(choice->share, &share);
    remark_value(c->result, &c->metric, c->value[choice->plan], value);
    if (!choice->punctual) {
        struct text chance = {0};
        share_say(plan->on_time, &chance);
        text_addf(out, _("No plan is on time in %s of trials; %s comes nearest, with %s"), share.at, name, chance.at);
        text_release(&chance);
    } else if (c->result->engine->plans == 1) {
        text_addf(out, _("%s is the only plan: its %s is %s"), name, metric, value);
    } else if (!choice->decided) {
        say_open(c, name, metric, value, out);
    } else if (c->result->scenario->deadline_h >= 0) {
        text_addf(out, _("Choose %s: the lowest %s, %s, of the plans on time in at least %s of trials"), name, metric,
                  value, share.at);
    } else {
        text_addf(out, _("Choose %s: the lowest %s, %s"), name, metric, value);
    }
    text_release(&share);
    free(metric);
    free(name);
}

/* ---- tuning ---- */

double remark_loss(const struct tuning *t)
{
    return t->tuned ? t->yours.value.value / t->best.value.value - 1 : NAN;
}

/* "every 30 min" */
static const char *every(double hours, char out[AXIS_ROOM])
{
    char time[AXIS_ROOM];
    if (isinf(hours))
        snprintf(out, AXIS_ROOM, "%s", _("none"));
    else
        snprintf(out, AXIS_ROOM, _("every %.64s"), axis_time(hours, time));
    return out;
}

static void say_saving(const struct tune_report *report, const struct tuning *t, const char *name, struct text *out)
{
    char best[AXIS_ROOM], yours[AXIS_ROOM], more[AXIS_ROOM];
    struct text loss = {0};
    char *metric = metric_within(report->metric);
    axis_time(t->best.every_h, best);
    every(t->yours.every_h, yours);
    words_share(&loss, remark_loss(t));
    remark_value(report->result, report->metric, t->yours.value.value - t->best.value.value, more);
    if (remark_overlap(t->best.value, t->yours.value))
        text_addf(out,
                  _("Checkpoints of %s about every %s may be better: %s adds %s (%s) to the %s, but the intervals "
                    "overlap"),
                  name, best, yours, loss.at, more, metric);
    else
        text_addf(out, _("Checkpoint %s about every %s: %s adds %s (%s) to the %s"), name, best, yours, loss.at, more,
                  metric);
    free(metric);
    text_release(&loss);
}

void remark_tuning(const struct tune_report *report, struct text *out)
{
    const struct tuning *most = NULL;
    int n = 0, known = 0;
    char best[AXIS_ROOM], value[AXIS_ROOM];
    for (int i = 0; i < report->result->engine->plans; i++) {
        const struct tuning *t = &report->tuning[i];
        if (!t->tuned || !isfinite(t->best.value.value))
            continue;
        n++;
        known += isfinite(remark_loss(t));
        if (most == NULL || (isfinite(remark_loss(t)) && !(remark_loss(most) >= remark_loss(t))))
            most = t;
    }
    if (most == NULL) {
        text_add(out, _("Nothing to tune: no plan both writes checkpoints and is interrupted"));
        return;
    }
    char *name = short_name(most->name), *metric = metric_within(report->metric);
    axis_time(most->best.every_h, best);
    if (isfinite(remark_loss(most)) && remark_loss(most) > 0.01)
        say_saving(report, most, name, out);
    else if (n > 1 && known == n)
        text_add(out, _("Your checkpoint intervals are within 1% of the best ones"));
    else if (known == n)
        text_addf(out, _("Your checkpoint interval is within 1%% of the best, about %s"), best);
    else
        text_addf(out, _("A checkpoint of %s about every %s has the lowest %s, %s"), name, best, metric,
                  remark_value(report->result, report->metric, most->best.value.value, value));
    free(metric);
    free(name);
}

/* ---- a key ---- */

static struct estimate cell_value(const struct sweep_report *report, const struct keys *keys, int at, int plan)
{
    return sweep_at(report->sweep, keys->order[at], 0, plan)->value;
}

/* The plan of lowest value at a place, and whether all others are told apart from it; -1: none has one. */
static int lowest_at(const struct sweep_report *report, const struct keys *keys, int at, bool *clear)
{
    int best = -1;
    for (int p = 0; p < report->sweep->plans; p++)
        if (isfinite(cell_value(report, keys, at, p).value) &&
            (best < 0 || cell_value(report, keys, at, p).value < cell_value(report, keys, at, best).value))
            best = p;
    *clear = true;
    for (int p = 0; p < report->sweep->plans && best >= 0; p++)
        if (p != best && isfinite(cell_value(report, keys, at, p).value) &&
            remark_overlap(cell_value(report, keys, at, p), cell_value(report, keys, at, best)))
            *clear = false;
    return best;
}

/* Where along the key one plan does best; name: NULL for the only one, else of the plan
 * that is lowest throughout, at `sure` of the values for certain. */
static void say_best(const struct sweep_report *report, const struct keys *keys, int plan, const char *name, int sure,
                     struct text *out)
{
    int n = keys->of->n, best = -1, from, to;
    char value[AXIS_ROOM];
    char *metric = metric_within(report->metric);
    for (int i = 0; i < n; i++)
        if (isfinite(cell_value(report, keys, i, plan).value) &&
            (best < 0 || cell_value(report, keys, i, plan).value < cell_value(report, keys, best, plan).value))
            best = i;
    struct estimate least = cell_value(report, keys, best, plan);
    for (from = best; from > 0 && remark_overlap(cell_value(report, keys, from - 1, plan), least);)
        from--;
    for (to = best; to < n - 1 && remark_overlap(cell_value(report, keys, to + 1, plan), least);)
        to++;
    char *low = keys_number(keys, keys->x[from]), *high = keys_text(keys, keys->x[to]),
         *at = keys_text(keys, keys->x[best]);
    remark_value(report->result, report->metric, least.value, value);
    if (name != NULL)
        text_addf(out,
                  sure == n  ? _("%s has the lowest %s throughout; ")
                  : sure > 0 ? _("%s has the lowest %s, not always for certain; ")
                             : _("%s has the lowest %s, but nowhere for certain; "),
                  name, metric);
    bool same = from == 0 && to == n - 1 && n > 1;
    if (name == NULL && same)
        text_addf(out, _("%s makes no difference to the %s that these trials can tell: about %s"), keys->key, metric,
                  value);
    else if (same)
        text_addf(out, _("it is about %s at every value of %s"), value, keys->key);
    else if (from == to)
        text_addf(out, name == NULL ? _("The %s is least at %s = %s: %s") : _("its %s is least at %s = %s: %s"), metric,
                  keys->key, at, value);
    else
        text_addf(out,
                  name == NULL ? _("The %s is least, about %s, at %s = %s to %s")
                               : _("its %s is least, about %s, at %s = %s to %s"),
                  metric, value, keys->key, low, high);
    free(low);
    free(high);
    free(at);
    free(metric);
}

/* Where the first plan stops to be clearly lowest and the second one begins, if that is all that happens. */
static bool change_of(const struct sweep_report *report, const struct keys *keys, int *first, int *second, int *last,
                      int *next)
{
    int n = keys->of->n;
    bool clear;
    *first = lowest_at(report, keys, 0, &clear);
    *second = lowest_at(report, keys, n - 1, &clear);
    if (*first < 0 || *second < 0 || *first == *second)
        return false;
    *last = -1;
    *next = n;
    for (int i = 0; i < n && lowest_at(report, keys, i, &clear) == *first && clear; i++)
        *last = i;
    for (int i = n - 1; i >= 0 && lowest_at(report, keys, i, &clear) == *second && clear; i--)
        *next = i;
    return *last >= 0 && *next < n;
}

static void say_plans(const struct sweep_report *report, const struct keys *keys, struct text *out)
{
    int first, second, last, next, same = -1, won = 0, sure = 0, n = keys->of->n;
    char *metric = metric_within(report->metric);
    for (int i = 0; i < n; i++) {
        bool clear;
        int best = lowest_at(report, keys, i, &clear);
        same = i == 0 || same == best ? best : -1;
        won += best >= 0;
        sure += clear;
    }
    if (won == 0) {
        text_addf(out, _("No plan has a %s anywhere in this range"), metric);
    } else if (same >= 0) {
        char *name = short_name(report->sweep->name[same]);
        say_best(report, keys, same, name, sure, out);
        free(name);
    } else if (change_of(report, keys, &first, &second, &last, &next)) {
        char *a = short_name(report->sweep->name[first]), *b = short_name(report->sweep->name[second]);
        char *to = keys_text(keys, keys->x[last]), *from = keys_text(keys, keys->x[next]);
        text_addf(out, _("%s has the lowest %s up to %s = %s, %s from %s on"), a, metric, keys->key, to, b, from);
        free(a);
        free(b);
        free(to);
        free(from);
    } else {
        text_addf(out, _("No plan has the lowest %s all over this range of %s"), metric, keys->key);
    }
    free(metric);
}

void remark_sweep(const struct sweep_report *report, const struct keys *keys, struct text *out)
{
    bool clear;
    if (report->sweep->plans > 1) {
        say_plans(report, keys, out);
        return;
    }
    for (int i = 0; i < keys->of->n; i++)
        if (lowest_at(report, keys, i, &clear) == 0) {
            say_best(report, keys, 0, NULL, 0, out);
            return;
        }
    text_add(out, _("The plan finishes too seldom anywhere in this range"));
}

/* ---- two keys ---- */

void remark_heat(const struct sweep_report *report, const struct keys *down, const struct keys *across,
                 struct text *out)
{
    const struct sweep *s = report->sweep;
    const struct sweep_cell *best = NULL;
    int row = 0, column = 0, plan = 0, near = 0;
    char value[AXIS_ROOM], *metric = metric_within(report->metric);
    for (int i = 0; i < down->of->n; i++)
        for (int k = 0; k < across->of->n; k++)
            for (int p = 0; p < s->plans; p++) {
                const struct sweep_cell *cell = sweep_at(s, down->order[i], across->order[k], p);
                if (isfinite(cell->value.value) && (best == NULL || cell->value.value < best->value.value)) {
                    best = cell;
                    row = i;
                    column = k;
                    plan = p;
                }
            }
    if (best == NULL) {
        text_addf(out, _("No plan has a %s anywhere in this range"), metric);
        free(metric);
        return;
    }
    for (int i = 0; i < down->of->n * across->of->n * s->plans; i++)
        near +=
            &s->cell[i] != best && isfinite(s->cell[i].value.value) && remark_overlap(s->cell[i].value, best->value);
    char *name = short_name(s->name[plan]), *a = keys_text(down, down->x[row]),
         *b = keys_text(across, across->x[column]);
    remark_value(report->result, report->metric, best->value.value, value);
    text_addf(out, _("The lowest %s is %s"), metric, value);
    if (s->plans > 1)
        text_addf(out, _(", of %s"), name);
    text_addf(out, _(", at %s = %s and %s = %s"), down->key, a, across->key, b);
    if (near == 1)
        text_add(out, _("; one other cell is not told apart from it"));
    else if (near > 1)
        text_addf(out, _("; %d other cells are not told apart from it"), near);
    free(name);
    free(a);
    free(b);
    free(metric);
}

/* ---- break-even ---- */

/* No crossing: who is lower, and at how many of the points that is sure. */
static void say_apart(const struct breakeven *b, const char *metric, const char *key, const char *low, const char *high,
                      struct text *out)
{
    int first = 0, second = 0, open = 0, known = 0;
    for (int i = 0; i < b->points; i++) {
        struct estimate d = b->point[i].less;
        if (isnan(d.value))
            continue;
        known++;
        first += d.value < 0;
        second += d.value > 0;
        open += !(d.high < 0 || d.low > 0);
    }
    char *name = short_name(b->name[first > 0 ? 0 : 1]);
    if (known == 0)
        text_addf(out, _("The plans cannot be compared at any %s from %s to %s"), key, low, high);
    else if (open == known)
        text_addf(out, _("The plans cannot be told apart by %s from %s = %s to %s"), metric, key, low, high);
    else if (open > 0)
        text_addf(out, _("%s has the lower %s from %s = %s to %s, but at %d of %d points not for certain"), name,
                  metric, key, low, high, open, known);
    else if (first > 0 && second > 0)
        text_addf(out, _("The lower %s changes from %s = %s to %s where a plan does not finish"), metric, key, low,
                  high);
    else
        text_addf(out, _("No break-even: %s has the lower %s from %s = %s to %s"), name, metric, key, low, high);
    free(name);
}

char *remark_metric(const struct metric *metric)
{
    char *text = metric_text(metric);
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    return text;
}

void remark_breakeven(const struct breakeven_report *report, const struct keys *keys, struct text *out)
{
    const struct breakeven *b = report->breakeven;
    char *metric = metric_within(report->metric), *low = keys_number(keys, keys->x[0]),
         *high = keys_text(keys, keys->x[keys->of->n - 1]);
    if (!b->found) {
        say_apart(b, metric, keys->key, low, high, out);
    } else {
        bool below = false;
        for (int i = 0; i < b->points; i++)
            below = b->point[i].x < b->value && isfinite(b->point[i].less.value) ? b->point[i].less.value < 0 : below;
        char *first = short_name(b->name[below ? 0 : 1]), *second = short_name(b->name[below ? 1 : 0]);
        char *at = keys_text(keys, b->value * keys->scale), *from = keys_number(keys, b->low * keys->scale),
             *end = keys_number(keys, b->high * keys->scale), *to = keys_text(keys, b->high * keys->scale);
        /* Narrower than the digits that are shown. */
        bool sharp = strcmp(from, end) == 0,
             wide = b->low * keys->scale < keys->x[0] || b->high * keys->scale > keys->x[keys->of->n - 1];
        text_addf(out,
                  wide ? _("%s may have the lower %s below about %s = %s, %s above")
                       : _("%s has the lower %s below %s = %s, %s above"),
                  first, metric, keys->key, at, second);
        if (b->crossings > 1)
            text_addf(out, _("; they cross %d times"), b->crossings);
        else if (!sharp)
            text_addf(out, _(" (95%% interval %s to %s)"), from, to);
        free(first);
        free(second);
        free(at);
        free(from);
        free(end);
        free(to);
    }
    free(low);
    free(high);
    free(metric);
}
