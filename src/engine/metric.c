/* Reads and evaluates metrics. */
#include "engine/metric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/date.h"
#include "scenario/hint.h"

static const struct {
    const char *name;
    enum metric_of of;
    const char *unit; /* of a limit */
} quantities[] = {{"cost", METRIC_COST, "USD"},
                  {"time", METRIC_TIME, "h"},
                  {"failures", METRIC_FAILURES, ""},
                  {"preemptions", METRIC_PREEMPTIONS, ""},
                  {"lost_gpu_h", METRIC_LOST, "GPU-hour"}};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

static int fault(const char *text, const struct scenario *s, const char *what, struct err *err)
{
    char *hint = hint_money(_("write such as p90(cost) > 50000 USD, mean(failures) > 3, or p(time > 21 days) > 10%"),
                            s->currency);
    int code = err_plain(err, ERR_INPUT, hint, _("%s: \"%s\" is not usable"), what, text);
    free(hint);
    return code;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* The name of a quantity at the beginning of a text. */
static const char *read_quantity(const char *text, enum metric_of *of)
{
    for (int i = 0; i < QUANTITIES; i++) {
        size_t n = strlen(quantities[i].name);
        if (strncmp(text, quantities[i].name, n) == 0 && !strchr("abcdefghijklmnopqrstuvwxyz_", text[n])) {
            *of = quantities[i].of;
            return text + n;
        }
        if (strncmp(text, quantities[i].name, n) == 0 && text[n] == '\0') {
            *of = quantities[i].of;
            return text + n;
        }
    }
    return NULL;
}

static int read_value(const char *text, const struct wants *wants, const struct scenario *s, const char *what,
                      double *value, struct err *err)
{
    struct err own = {0};
    struct input input;
    struct node *node = node_scalar(text, (struct place){0}, NULL);
    struct binder b = {.unknowns = (struct unknowns *)(uintptr_t)&s->unknowns,
                       .shelf = (struct law_shelf *)(uintptr_t)&s->shelf,
                       .currency = s->currency,
                       .owner = "scenario",
                       .path = "limit",
                       .key = what,
                       .err = &own,
                       .exchange = &s->exchange,
                       .start_h = NAN};
    int code = bind_value(&b, node, wants, &input);
    bool number = !code && input.kind == INPUT_ONCE;
    *value = number ? input_value(&input, NULL, 0.0) : NAN;
    node_free(node);
    err_release(&own);
    return number ? 0 : fault(text, s, what, err);
}

/* ---- limits ---- */

static bool is_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && text[n + strspn(text + n, " \t")] == '\0';
}

static int no_budget(const struct scenario *s, const char *what, struct err *err)
{
    char *hint = hint_money(_("give it one, such as budget: 50000 USD, or write an amount"), s->currency);
    int code = err_plain(err, ERR_INPUT, hint, _("%s: the scenario has no budget"), what);
    free(hint);
    return code;
}

/* The scenario's own budget or deadline. False: the text is no word for it. */
static bool read_own_limit(const char *text, enum metric_of of, const struct scenario *s, const char *what,
                           double *limit, int *code, struct err *err)
{
    bool budget = of == METRIC_COST && is_word(text, "budget"),
         deadline = of == METRIC_TIME && is_word(text, "deadline");
    *limit = budget ? s->budget : s->deadline_h;
    *code = 0;
    if (budget && *limit < 0.0)
        *code = no_budget(s, what, err);
    if (deadline && *limit < 0.0)
        *code = err_plain(err, ERR_INPUT, _("give it one, such as deadline: 21 days, or write a time"),
                          _("%s: the scenario has no deadline"), what);
    return budget || deadline;
}

/* A date: hours from submission; one without a time of day is its end. False: the text is no date. */
static bool read_date(const char *text, const struct scenario *s, const char *what, double *limit, int *code,
                      struct err *err)
{
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t", text[n - 1]))
        n--;
    char *date = mem_copy_n(text, n);
    double moment_h;
    int offset_min = s->offset_min;
    bool has_time, has_offset;
    bool is_date = date_read(date, &moment_h, &offset_min, &has_time, &has_offset);
    *code = 0;
    if (is_date && !s->has_start)
        *code = err_plain(err, ERR_INPUT, _("give start: 2026-07-01 09:00 +08:00, or a time such as 21 days"),
                          _("%s: the date %s needs a start"), what, date);
    else if (is_date && moment_h + (has_time ? 0.0 : 24.0) <= s->start_h)
        *code = err_plain(err, ERR_INPUT, _("write a later date, or a time such as 21 days"),
                          _("%s: %s lies before the start"), what, date);
    else if (is_date)
        *limit = moment_h + (has_time ? 0.0 : 24.0) - s->start_h;
    free(date);
    return is_date;
}

int metric_read_limit(const char *text, const struct metric *metric, const struct scenario *s, const char *what,
                      double *limit, struct err *err)
{
    char money[4];
    struct wants wants = {.units = {""}, .zero = true, .bare = true, .draws = DRAWS_CONSTANT};
    int code;
    if (metric->kind != METRIC_CHANCE && (read_own_limit(text, metric->of, s, what, limit, &code, err) ||
                                          (metric->of == METRIC_TIME && read_date(text, s, what, limit, &code, err))))
        return code;
    memcpy(money, s->currency, sizeof money);
    if (metric->kind != METRIC_CHANCE) {
        wants.units[0] = metric->of == METRIC_COST ? money : quantities[metric->of].unit;
        wants.bare = metric->of != METRIC_COST && metric->of != METRIC_TIME;
    }
    code = read_value(text, &wants, s, what, limit, err);
    if (!code && metric->kind == METRIC_CHANCE && *limit > 1.0)
        code = err_plain(err, ERR_INPUT, _("write such as 10% or 0.1"), _("%s: \"%s\" is no chance: it is above 100%%"),
                         what, text);
    return code;
}

/* "p(time > 21 days)": from behind the parenthesis. */
static int read_chance(const char *text, const char *all, const struct scenario *s, const char *what,
                       struct metric *metric, const char **end, struct err *err)
{
    const char *at = read_quantity(skip_blanks(text), &metric->of);
    const char *close = at ? strchr(at, ')') : NULL;
    if (!close || (metric->of != METRIC_COST && metric->of != METRIC_TIME))
        return fault(all, s, what, err);
    at = skip_blanks(at);
    if (*at != '<' && *at != '>')
        return fault(all, s, what, err);
    metric->above = *at++ == '>';
    metric->equal = *at == '=';
    at = skip_blanks(at + metric->equal);
    struct metric plain = {.kind = METRIC_MEAN, .of = metric->of};
    char *limit = mem_copy_n(at, (size_t)(close - at));
    int code = metric_read_limit(limit, &plain, s, what, &metric->limit, err);
    free(limit);
    *end = close + 1;
    return code;
}

int metric_read(const char *text, const struct scenario *s, const char *what, struct metric *metric, const char **end,
                struct err *err)
{
    const char *at = skip_blanks(text), *open = strchr(at, '(');
    *metric = (struct metric){.kind = METRIC_MEAN};
    if (!open)
        return fault(text, s, what, err);
    char *name = mem_copy_n(at, (size_t)(open - at));
    double percent = 0.0;
    bool mean = strcmp(name, "mean") == 0, chance = strcmp(name, "p") == 0;
    bool ranked = name[0] == 'p' && text_whole_number(name + 1, &percent) && percent > 0.0 && percent < 100.0;
    free(name);
    if (chance) {
        metric->kind = METRIC_CHANCE;
        return read_chance(open + 1, text, s, what, metric, end, err);
    }
    at = read_quantity(skip_blanks(open + 1), &metric->of);
    at = at ? skip_blanks(at) : NULL;
    if (!at || *at != ')' || !(mean || ranked) || (ranked && metric->of > METRIC_TIME))
        return fault(text, s, what, err);
    metric->kind = ranked ? METRIC_PERCENTILE : METRIC_MEAN;
    metric->percent = percent;
    *end = at + 1;
    return 0;
}

/* ---- values ---- */

/* Chance of at least k of n, each of chance p < k/n, by its terms. */
static double tail(double k, double n, double p)
{
    double term = exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log1p(-p));
    double sum = 0.0, odds = p / (1.0 - p);
    for (double i = k; i <= n && term > 1e-17 * sum; i++) {
        sum += term;
        term *= odds * (n - i) / (i + 1.0);
    }
    return sum;
}

/* The chance at which k of n or more come in 2.5%. */
static double lower_end(double k, double n)
{
    double low = 0.0, high = k / n;
    for (int i = 0; i < 60 && k > 0.0; i++) {
        double middle = 0.5 * (low + high);
        *(tail(k, n, middle) < 0.025 ? &low : &high) = middle;
    }
    return k > 0.0 ? 0.5 * (low + high) : 0.0;
}

/* Exact interval of a share (C. J. Clopper, E. S. Pearson, Biometrika 26 (1934) 404-413); by sums, since the incomplete
 * beta function of GSL fails for many trials. */
struct estimate metric_share(double k, double n)
{
    return (struct estimate){k / n, lower_end(k, n), 1.0 - lower_end(n - k, n)};
}

static struct estimate chance(const struct metric *m, const struct summary *s)
{
    const double *values = m->of == METRIC_COST ? s->all->cost[s->plan] : s->all->time_h[s->plan];
    long k = 0;
    for (long i = 0; i < s->trials; i++) {
        bool beyond = m->above ? values[i] > m->limit : values[i] < m->limit;
        k += beyond || (m->equal && values[i] == m->limit);
    }
    return metric_share((double)k, (double)s->trials);
}

/* A mean of counts from its sum and the sum of its squares, both divided by the number of trials. */
static struct estimate mean_count(double mean, double square, long n)
{
    double variance = square - mean * mean, half = 1.959963984540054 * sqrt(fmax(0.0, variance) / (double)n);
    return (struct estimate){mean, mean - half, mean + half};
}

struct estimate metric_value(const struct metric *m, const struct summary *s)
{
    const struct distribution *d = m->of == METRIC_TIME ? &s->time_h : &s->cost;
    const struct sums *mean = &s->mean;
    double failures = 0.0;
    if (m->of == METRIC_COST && !cost_priced(s->typical))
        return (struct estimate){NAN, NAN, NAN};
    if (m->kind == METRIC_CHANCE)
        return chance(m, s);
    if (m->kind == METRIC_PERCENTILE) {
        struct percentile p = summary_percentile(m->of == METRIC_TIME ? s->all->time_h[s->plan] : s->all->cost[s->plan],
                                                 s->trials, m->percent);
        return (struct estimate){p.value, p.low, p.high};
    }
    if (s->unfinished > 0)
        return (struct estimate){INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < s->typical->causes; i++)
        failures += mean->failures[i];
    switch (m->of) {
    case METRIC_COST:
    case METRIC_TIME:
        break;
    case METRIC_FAILURES:
        return mean_count(failures, mean->squares[SQUARE_FAILURES], s->trials);
    case METRIC_PREEMPTIONS:
        return mean_count(mean->preemptions, mean->squares[SQUARE_PREEMPTIONS], s->trials);
    case METRIC_LOST:
        return mean_count(mean->lost_gpu_h, mean->squares[SQUARE_LOST], s->trials);
    }
    return (struct estimate){d->mean, d->mean_low, d->mean_high};
}

static char *metric_say(const struct metric *m, catalogue_sayer *say)
{
    static const char *const names[] = {N_("cost"), N_("time"), N_("failures"), N_("preemptions"),
                                        N_("lost GPU-hours")};
    char number[TEXT_NUMBER_ROOM];
    if (m->kind == METRIC_CHANCE)
        return mem_format(
            say(m->above ? N_("chance that %s is above the limit") : N_("chance that %s is below the limit")),
            say(names[m->of]));
    if (m->kind == METRIC_MEAN)
        return mem_format(say(N_("mean %s")), say(names[m->of]));
    return mem_format("P%s %s", text_shortest(m->percent, number), say(names[m->of]));
}

char *metric_text(const struct metric *m)
{
    return metric_say(m, catalogue_say);
}

char *metric_within(const struct metric *m)
{
    char *text = metric_text(m), *apart;
    if (!catalogue_is_chinese() || text[0] != 'P')
        return text;
    apart = mem_format(" %s", text);
    free(text);
    return apart;
}

char *metric_name(const struct metric *m)
{
    return metric_say(m, catalogue_as_given);
}
