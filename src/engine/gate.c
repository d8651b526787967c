/* Three-valued conditions. */
#include "engine/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char option[] = "--fail-if";

static int fault(const char *text, struct err *err)
{
    return err_plain(err, ERR_INPUT,
                     _("write such as p90(cost) > 50000 USD, mean(failures) > 3, or p(time > 21 days) > 10%"),
                     _("%s: \"%s\" is not usable"), option, text);
}

/* "spot.p90(cost)": the plan; the rest begins behind its dot. */
static const char *read_plan(const char *text, const struct scenario *s, int *plan)
{
    *plan = -1;
    for (int i = 0; i < s->plans; i++) {
        size_t n = strlen(s->plan[i].name);
        if (strncmp(text, s->plan[i].name, n) == 0 && text[n] == '.') {
            *plan = i;
            return text + n + 1;
        }
    }
    return text;
}

static int read_term(const char *text, const struct scenario *s, struct gate_term *term, struct err *err)
{
    const char *at = read_plan(text, s, &term->plan);
    term->text = mem_copy(text);
    int code = metric_read(at, s, option, &term->metric, &at, err);
    if (code)
        return code;
    at += strspn(at, " ");
    if (*at != '<' && *at != '>')
        return fault(text, err);
    term->above = *at++ == '>';
    term->equal = *at == '=';
    at += term->equal;
    at += strspn(at, " ");
    return metric_read_limit(at, &term->metric, s, option, &term->limit, err);
}

/* The first " and " or " or " of a text, and its length; NULL at the end. */
static char *next_joint(char *text, size_t *length, bool *ends_group)
{
    char *and = strstr(text, " and "), * or = strstr(text, " or ");
    bool first = and&&(! or || and < or);
    *length = first ? 5 : 4;
    *ends_group = !first;
    return first ? and : or ;
}

int gate_read(const char *text, const struct scenario *s, struct gate *gate, struct err *err)
{
    char *copy = mem_copy(text), *rest = copy;
    int code = 0;
    *gate = (struct gate){0};
    while (rest && !code) {
        size_t length;
        bool ends_group;
        char *joint = next_joint(rest, &length, &ends_group);
        if (joint)
            *joint = '\0';
        rest += strspn(rest, " ");
        gate->term = mem_grow(gate->term, (size_t)gate->terms + 1, sizeof *gate->term);
        struct gate_term *term = &gate->term[gate->terms++];
        *term = (struct gate_term){.ends_group = ends_group || !joint};
        code = read_term(rest, s, term, err);
        rest = joint ? joint + length : NULL;
    }
    free(copy);
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

static enum verdict compare(const struct gate_term *term, struct estimate e)
{
    if (isnan(e.value))
        return VERDICT_FALSE; /* no price, no cost */
    bool is = term->above ? e.value > term->limit : e.value < term->limit;
    is = is || (term->equal && e.value == term->limit);
    bool spread = isfinite(e.low) && isfinite(e.high) && e.low < e.high;
    if (spread && e.low <= term->limit && e.high >= term->limit)
        return VERDICT_UNDECIDED;
    return is ? VERDICT_TRUE : VERDICT_FALSE;
}

/* The stronger of two for "or": true, then undecided, then false. */
static int rank(enum verdict v)
{
    return v == VERDICT_TRUE ? 2 : v == VERDICT_UNDECIDED ? 1 : 0;
}

enum verdict gate_term_verdict(const struct gate_term *term, const struct result *r, int *plan, struct estimate *value)
{
    enum verdict best = VERDICT_FALSE;
    *plan = term->plan >= 0 ? term->plan : 0;
    *value = metric_value(&term->metric, &r->plan[*plan]);
    for (int i = 0; i < r->engine->plans; i++) {
        if (term->plan >= 0 && term->plan != i)
            continue;
        struct estimate e = metric_value(&term->metric, &r->plan[i]);
        enum verdict v = compare(term, e);
        if (rank(v) > rank(best)) {
            best = v;
            *plan = i;
            *value = e;
        }
    }
    return best;
}

enum verdict gate_verdict(const struct gate *gate, const struct result *r, double *needed)
{
    enum verdict all = VERDICT_FALSE, group = VERDICT_TRUE;
    *needed = 0.0;
    for (int i = 0; i < gate->terms; i++) {
        const struct gate_term *term = &gate->term[i];
        struct estimate e;
        int plan;
        enum verdict v = gate_term_verdict(term, r, &plan, &e);
        if (v == VERDICT_UNDECIDED) {
            double half = 0.5 * (e.high - e.low), away = e.value - term->limit;
            double trials = away == 0.0 ? INFINITY : ceil((double)r->trials.n * (half / away) * (half / away));
            *needed = trials > *needed ? trials : *needed;
        }
        group = rank(v) < rank(group) ? v : group;
        if (term->ends_group) {
            all = rank(group) > rank(all) ? group : all;
            group = VERDICT_TRUE;
        }
    }
    return all;
}
