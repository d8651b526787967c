/* Three-valued conditions. */
#include "engine/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/hint.h"

static const char option[] = "--fail-if";

static const double FEW_TRIALS = 36.0; /* fewer give no interval of P90 */

static int fault(const char *text, const struct scenario *s, struct err *err)
{
    char *hint = hint_money(_("write such as p90(cost) > 50000 USD, mean(failures) > 3, or p(time > 21 days) > 10%"),
                            s->currency);
    int code = err_plain(err, ERR_INPUT, hint, _("%s: \"%s\" is not usable"), option, text);
    free(hint);
    return code;
}

/* "spot.p90(cost)": the plan; the rest begins behind its dot. */
static const char *read_plan(const char *text, const struct scenario *s, int *plan)
{
    size_t longest = 0;
    *plan = -1;
    for (int i = 0; i < s->plans; i++) {
        size_t n = strlen(s->plan[i].name);
        if (n > longest && strncmp(text, s->plan[i].name, n) == 0 && text[n] == '.') {
            *plan = i;
            longest = n;
        }
    }
    return *plan < 0 ? text : text + longest + 1;
}

/* A name and a dot before the metric that are no plan's; 0 where there are none: "p99.9(cost)". */
static int check_plan(const char *text, const struct scenario *s, struct err *err)
{
    const char *names[PLANS_MOST + 1] = {NULL};
    char *owner = mem_copy_n(text, strcspn(text, "(")), *dot = strrchr(owner, '.');
    int code = 0;
    if (dot && !(dot[1] >= '0' && dot[1] <= '9')) {
        *dot = '\0';
        for (int i = 0; i < s->plans; i++)
            names[i] = s->plan[i].name;
        const char *near = text_near(owner, names);
        struct text hint = {0};
        if (near)
            text_addf(&hint, _("did you mean \"%s\"?"), near);
        for (int i = 0; i < s->plans && !near; i++)
            text_addf(&hint, "%s%s", i ? ", " : _("plans: "), names[i]);
        code = err_plain(err, ERR_INPUT, hint.at, _("%s: there is no plan \"%s\""), option, owner);
        text_release(&hint);
    }
    free(owner);
    return code;
}

static int read_term(const char *text, const struct scenario *s, struct gate_term *term, struct err *err)
{
    const char *at = read_plan(text, s, &term->plan);
    term->text = mem_copy(text);
    int code = term->plan < 0 ? check_plan(text, s, err) : 0;
    if (!code)
        code = metric_read(at, s, option, &term->metric, &at, err);
    if (code)
        return code;
    at += strspn(at, " ");
    if (*at != '<' && *at != '>')
        return fault(text, s, err);
    term->above = *at++ == '>';
    term->equal = *at == '=';
    at += term->equal;
    at += strspn(at, " ");
    return metric_read_limit(at, &term->metric, s, option, &term->limit, err);
}

/* The first " and " or " or " of a text, and its length; NULL at the end. */
static const char *next_joint(const char *text, size_t *length, bool *ends_group)
{
    const char *both = strstr(text, " and "), *either = strstr(text, " or ");
    bool first = both && (!either || both < either);
    *length = first ? 5 : 4;
    *ends_group = !first;
    return first ? both : either;
}

int gate_read(const char *text, const struct scenario *s, struct gate *gate, struct err *err)
{
    int code = 0;
    *gate = (struct gate){0};
    while (text && !code) {
        size_t length;
        bool ends_group;
        int plan;
        text += strspn(text, " ");
        const char *joint = next_joint(read_plan(text, s, &plan), &length, &ends_group);
        char *copy = mem_copy_n(text, joint ? (size_t)(joint - text) : strlen(text));
        gate->term = mem_grow(gate->term, (size_t)gate->terms + 1, sizeof *gate->term);
        struct gate_term *term = &gate->term[gate->terms++];
        *term = (struct gate_term){.ends_group = ends_group || !joint};
        code = read_term(copy, s, term, err);
        free(copy);
        text = joint ? joint + length : NULL;
    }
    return code;
}

void gate_release(struct gate *gate)
{
    for (int i = 0; i < gate->terms; i++)
        free(gate->term[i].text);
    free(gate->term);
    *gate = (struct gate){0};
}

/* ---- verdicts ---- */

/* The limit may lie anywhere in [low, high]; without an interval nothing is known. */
static enum verdict compare(const struct gate_term *term, struct estimate e)
{
    if (isnan(e.value) || isnan(e.low) || isnan(e.high))
        return VERDICT_UNDECIDED;
    bool all_above = term->equal == term->above ? e.low >= term->limit : e.low > term->limit;
    bool all_below = term->equal == term->above ? e.high < term->limit : e.high <= term->limit;
    if (!all_above && !all_below)
        return VERDICT_UNDECIDED;
    return all_above == term->above ? VERDICT_TRUE : VERDICT_FALSE;
}

/* Trials after which an interval that shrinks by their root leaves the limit out, if the estimate stays; of those that
 * have no interval or no end there, a guess. Infinite: none would. */
static double trials_to_decide(const struct gate_term *term, struct estimate e, long n)
{
    double away = fabs(e.value - term->limit), half = e.value < term->limit ? e.high - e.value : e.value - e.low;
    if (isnan(e.value) || away == 0.0)
        return INFINITY;
    if (isnan(half))
        return fmax(FEW_TRIALS, 2.0 * (double)n);
    if (isinf(half))
        return 4.0 * (double)n;
    return ceil((double)n * (half / away) * (half / away));
}

/* What it comes to once `trials` have been made, at the same estimate. */
static enum verdict compare_at(const struct gate_term *term, struct estimate e, long n, double trials)
{
    enum verdict v = compare(term, e);
    if (v != VERDICT_UNDECIDED || trials < trials_to_decide(term, e, n))
        return v;
    return (e.value > term->limit) == term->above ? VERDICT_TRUE : VERDICT_FALSE;
}

/* The stronger of two for "or": true, then undecided, then false. */
static int rank(enum verdict v)
{
    return v == VERDICT_TRUE ? 2 : v == VERDICT_UNDECIDED ? 1 : 0;
}

static bool is_of(const struct gate_term *term, int plan)
{
    return term->plan < 0 || term->plan == plan;
}

/* Of any plan: those without a value do not count beside others. */
static enum verdict term_at(const struct gate_term *term, const struct result *r, double trials, int *plan,
                            struct estimate *value)
{
    enum verdict best = VERDICT_UNDECIDED;
    *plan = term->plan >= 0 ? term->plan : 0;
    *value = (struct estimate){NAN, NAN, NAN};
    for (int i = 0; i < r->engine->plans; i++) {
        if (!is_of(term, i))
            continue;
        struct estimate e = metric_value(&term->metric, &r->plan[i]);
        enum verdict v = compare_at(term, e, r->trials.n, trials);
        if (!isnan(e.value) && (isnan(value->value) || rank(v) > rank(best))) {
            best = v;
            *plan = i;
            *value = e;
        }
    }
    return best;
}

enum verdict gate_term_verdict(const struct gate_term *term, const struct result *r, int *plan, struct estimate *value)
{
    return term_at(term, r, 0.0, plan, value);
}

static enum verdict gate_at(const struct gate *gate, const struct result *r, double trials)
{
    enum verdict all = VERDICT_FALSE, group = VERDICT_TRUE;
    for (int i = 0; i < gate->terms; i++) {
        struct estimate e;
        int plan;
        enum verdict v = term_at(&gate->term[i], r, trials, &plan, &e);
        group = rank(v) < rank(group) ? v : group;
        if (gate->term[i].ends_group) {
            all = rank(group) > rank(all) ? group : all;
            group = VERDICT_TRUE;
        }
    }
    return all;
}

enum verdict gate_verdict(const struct gate *gate, const struct result *r, double *needed)
{
    enum verdict now = gate_at(gate, r, 0.0);
    *needed = now == VERDICT_UNDECIDED ? INFINITY : 0.0;
    bool known = false;
    for (int i = 0; i < gate->terms && now == VERDICT_UNDECIDED; i++)
        for (int p = 0; p < r->engine->plans; p++) {
            const struct gate_term *term = &gate->term[i];
            struct estimate e = metric_value(&term->metric, &r->plan[p]);
            double trials = trials_to_decide(term, e, r->trials.n);
            known = known || (is_of(term, p) && !isnan(e.value));
            if (is_of(term, p) && compare(term, e) == VERDICT_UNDECIDED && trials < *needed &&
                gate_at(gate, r, trials) != VERDICT_UNDECIDED)
                *needed = trials;
        }
    if (now == VERDICT_UNDECIDED && !known)
        *needed = NAN;
    return now;
}
