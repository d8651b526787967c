/* --fail-if: an exit status for scripts. */
#include "cmd/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/gate.h"
#include "report/words.h"

static void add_value(const struct words *w, const struct metric *metric, struct text *out, double value)
{
    if (isinf(value))
        text_add(out, _("unfinished"));
    else if (metric->kind == METRIC_CHANCE)
        words_share(out, value);
    else if (metric->of == METRIC_COST)
        words_money(w, out, value);
    else if (metric->of == METRIC_TIME)
        words_time(w, out, value);
    else
        words_count(out, value);
}

/* "p90(cost) > 4000 USD: true, P90 cost of spot is $4,628 ($4,601 - $4,662)" */
static void tell_term(const struct gate_term *term, const struct result *result)
{
    static const char *const verdicts[] = {N_("false"), N_("true"), N_("undecided")};
    struct words w = words_for(result);
    struct estimate e;
    int plan;
    enum verdict v = gate_term_verdict(term, result, &plan, &e);
    struct text line = {0}, name = {0}, value = {0};
    char *metric = metric_within(&term->metric);
    text_add_safe(&line, term->text);
    text_add_safe(&name, result->plan[plan].name);
    if (isnan(e.value))
        text_add(&value, _("not known"));
    else
        add_value(&w, &term->metric, &value, e.value);
    if (e.low < e.high) {
        text_add(&value, " (");
        add_value(&w, &term->metric, &value, e.low);
        text_add(&value, _(" - "));
        add_value(&w, &term->metric, &value, e.high);
        text_add(&value, ")");
    }
    text_addf(&line, _(": %s, %s of %s is %s"), _(verdicts[v]), metric, name.at, value.at);
    fprintf(stderr, "%s\n", line.at);
    text_release(&line);
    text_release(&name);
    text_release(&value);
    free(metric);
}

int command_gate_check(const struct options *o, const struct scenario *scenario, struct err *err)
{
    struct gate gate = {0};
    int code = o->fail_if ? gate_read(o->fail_if, scenario, &gate, err) : 0;
    if (!code && o->undecided && strcmp(o->undecided, "pass") != 0 && strcmp(o->undecided, "fail") != 0)
        code = err_plain(err, ERR_INPUT, _("write pass or fail"), _("--undecided: \"%s\" is not usable"), o->undecided);
    gate_release(&gate);
    return code;
}

bool command_gate_open(const struct options *o, const struct result *result, int *code, struct err *err)
{
    struct gate gate = {0};
    double needed;
    *code = o->fail_if ? gate_read(o->fail_if, result->scenario, &gate, err) : 0;
    bool open = !*code && gate.terms > 0 && o->trials == 0 && result->trials.complete &&
                result->trials.n < TRIALS_MOST && gate_verdict(&gate, result, &needed) == VERDICT_UNDECIDED &&
                !isnan(needed);
    gate_release(&gate);
    return open;
}

int command_gate_settle(const struct options *o, const struct engine *engine, struct result *result, struct err *err)
{
    struct options more = *o;
    int code = 0;
    while (!code && command_gate_open(o, result, &code, err)) {
        more.trials = 2 * result->trials.n < TRIALS_MOST ? 2 * result->trials.n : TRIALS_MOST;
        result_release(result);
        code = command_simulate(engine, &more, result, err);
    }
    return code;
}

int command_gate_close(const struct options *o, const struct result *result, struct err *err)
{
    struct gate gate = {0};
    double needed;
    char number[64];
    int code = o->fail_if ? gate_read(o->fail_if, result->scenario, &gate, err) : 0;
    if (code || gate.terms == 0)
        return code;
    enum verdict v = gate_verdict(&gate, result, &needed);
    bool undecided_fails = !(o->undecided && strcmp(o->undecided, "pass") == 0);
    for (int i = 0; i < gate.terms; i++)
        tell_term(&gate.term[i], result);
    if (v == VERDICT_UNDECIDED && isfinite(needed))
        fprintf(stderr, _("fail-if: undecided at 95%% after %ld trials; about %s would decide\n"), result->trials.n,
                text_grouped(needed, 0, number));
    else if (v == VERDICT_UNDECIDED)
        fprintf(stderr, _("fail-if: undecided at 95%% after %ld trials; no number of trials would decide\n"),
                result->trials.n);
    else
        fprintf(stderr, v == VERDICT_TRUE ? _("fail-if: true\n") : _("fail-if: false\n"));
    gate_release(&gate);
    return v == VERDICT_TRUE || (v == VERDICT_UNDECIDED && undecided_fails) ? COMMAND_FAILED : 0;
}
