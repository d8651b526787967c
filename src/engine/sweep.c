/* Reads ranges and plays their points. */
#include "engine/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/value.h"

const double sweep_levels[SWEEP_LEVELS] = {10.0, 50.0, 90.0};

enum { STEPS = 9 };

/* ---- ranges ---- */

static int fault(const char *argument, struct err *err)
{
    return err_plain(err, ERR_INPUT,
                     _("write KEY=1,2,4, KEY=5min..8h or KEY=10%..40%/7, the last number the number of values"),
                     _("\"%s\" is no range of a key"), argument);
}

/* A value in three parts: what stands before the number ("$"), the number, and what stands behind it. */
struct parts {
    char *before, *behind;
    double x;
};

void sweep_number(const char *text, size_t *start, size_t *length)
{
    double x;
    *start = strcspn(text, "0123456789.");
    *length = text_number(text + *start, true, &x);
}

static bool split(const char *text, struct parts *parts)
{
    size_t start, length;
    sweep_number(text, &start, &length);
    *parts = (struct parts){mem_copy_n(text, start), mem_copy(text + start + length), 0.0};
    return length > 0 && text_number(text + start, true, &parts->x) > 0;
}

static void release_parts(struct parts *parts)
{
    free(parts->before);
    free(parts->behind);
}

static char *unit_of(const struct parts *parts)
{
    return mem_format("%s%s", parts->before, parts->behind + strspn(parts->behind, " "));
}

bool sweep_has_count(const char *range)
{
    const char *slash = strrchr(range, '/');
    double n;
    return slash && strstr(range, "..") && text_whole_number(slash + 1, &n);
}

/* The number in base units: "5 min" against "8 h". */
static bool in_base(const char *text, double *x, struct unit *unit)
{
    struct err quiet = {0};
    struct expr *e = NULL;
    int code = expr_read(text, (struct place){0}, "range", &e, &quiet);
    bool good = !code && e->kind == EXPR_QUANTITY;
    if (good) {
        *unit = e->low.unit;
        *x = e->low.x * e->low.unit.factor;
    }
    expr_free(e);
    err_release(&quiet);
    return good;
}

/* To four digits, so that ranges give readable values. */
static double rounded(double x)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.4g", x);
    text_whole_number(digits, &x);
    return x;
}

static void add_value(struct sweep_axis *axis, const struct parts *like, double x)
{
    char number[TEXT_NUMBER_ROOM];
    axis->x[axis->n] = x;
    axis->text[axis->n++] = mem_format("%s%s%s", like->before, text_shortest(x, number), like->behind);
}

static bool read_span(const char *from, const char *to, int n, struct sweep_axis *axis)
{
    struct parts low = {0}, high = {0};
    struct unit unit_low, unit_high;
    double a = 0.0, b = 0.0;
    bool good = split(from, &low) && split(to, &high);
    bool bare = good && low.behind[0] == '\0';
    char *whole = good && bare ? mem_format("%s%s", from, high.behind) : mem_copy(from);
    good = good && in_base(whole, &a, &unit_low) && in_base(to, &b, &unit_high) && unit_same_dim(&unit_low, &unit_high);
    free(whole);
    if (good) {
        a *= b != 0.0 ? high.x / b : 1.0; /* from base units into the unit of the second end */
        b = high.x;
        axis->log = a > 0.0 && b > 0.0 && !strchr(high.behind, '%');
        for (int i = 0; i < n; i++) {
            double t = n > 1 ? (double)i / (n - 1) : 0.0;
            double x = axis->log ? a * pow(b / a, t) : a + (b - a) * t;
            add_value(axis, &high, i == 0 ? a : i == n - 1 ? b : rounded(x));
        }
        free(axis->text[0]); /* the ends as they were written */
        free(axis->text[n - 1]);
        axis->text[0] = bare ? mem_format("%s%s", from, high.behind) : mem_copy(from);
        axis->text[n - 1] = mem_copy(to);
        axis->unit = unit_of(&high);
    }
    release_parts(&low);
    release_parts(&high);
    return good;
}

static bool read_list(char *values, struct sweep_axis *axis)
{
    double first_factor = 1.0;
    bool good = true;
    for (char *value; good && (value = strsep(&values, ","));) {
        struct parts parts;
        struct unit unit;
        double base;
        value += strspn(value, " ");
        good = value[0] != '\0' && axis->n < SWEEP_VALUES;
        if (!good)
            break;
        bool number = split(value, &parts);
        double x = number ? parts.x : (double)axis->n;
        bool known = number && in_base(value, &base, &unit);
        if (axis->n == 0) {
            axis->unit = number ? unit_of(&parts) : mem_copy("");
            first_factor = known && parts.x != 0.0 ? parts.x / base : 1.0;
        } else if (known) {
            x = base * first_factor; /* in the unit of the first */
        }
        axis->x[axis->n] = x;
        axis->text[axis->n++] = mem_copy(value);
        release_parts(&parts);
    }
    axis->log = axis->n > 1 && axis->x[0] > 0.0 && axis->x[axis->n - 1] / axis->x[0] >= 8.0;
    return good && axis->n > 0;
}

int sweep_axis_read(const char *argument, struct sweep_axis *axis, struct err *err)
{
    const char *equals = strchr(argument, '=');
    *axis = (struct sweep_axis){0};
    if (!equals || equals == argument || equals[1] == '\0')
        return fault(argument, err);
    axis->key = mem_copy_n(argument, (size_t)(equals - argument));
    char *values = mem_copy(equals + 1), *dots = strstr(values, ".."), *slash;
    double n = STEPS;
    bool good;
    if (dots) {
        *dots = '\0';
        slash = strrchr(dots + 2, '/');
        if (slash && text_whole_number(slash + 1, &n))
            *slash = '\0';
        good = n >= 2.0 && n <= SWEEP_VALUES && n == floor(n) && read_span(values, dots + 2, (int)n, axis);
    } else {
        good = read_list(values, axis);
    }
    free(values);
    return good ? 0 : fault(argument, err);
}

void sweep_axis_release(struct sweep_axis *axis)
{
    for (int i = 0; i < axis->n; i++)
        free(axis->text[i]);
    free(axis->key);
    free(axis->unit);
    *axis = (struct sweep_axis){0};
}

/* ---- playing ---- */

const struct sweep_cell *sweep_at(const struct sweep *s, int i, int k, int plan)
{
    int columns = s->axes > 1 ? s->axis[1].n : 1;
    return &s->cell[(i * columns + k) * s->plans + plan];
}

/* What a plan came to; nothing where it is not priced. */
static void fill_cell(struct sweep_cell *cell, const struct summary *s, const struct metric *metric)
{
    bool priced = cost_priced(s->typical);
    for (int i = 0; i < SWEEP_LEVELS; i++) {
        cell->cost[i] = summary_percentile(s->all->cost[s->plan], s->trials, sweep_levels[i]);
        cell->time_h[i] = summary_percentile(s->all->time_h[s->plan], s->trials, sweep_levels[i]);
        if (!priced)
            cell->cost[i] = (struct percentile){sweep_levels[i], NAN, NAN, NAN};
    }
    cell->value = metric_value(metric, s);
    cell->on_time = s->on_time;
    cell->in_budget = s->in_budget;
    cell->cost_per_effective_gpu_h = s->cost_per_effective_gpu_h;
    cell->cards = s->typical->cards;
}

static int play_cell(const struct study *study, const struct metric *metric, struct sweep *s, int i, int k,
                     struct err *err)
{
    struct point point;
    char *set[2] = {mem_format("%s=%s", s->axis[0].key, s->axis[0].text[i]), NULL};
    if (s->axes > 1)
        set[1] = mem_format("%s=%s", s->axis[1].key, s->axis[1].text[k]);
    struct sweep_cell *cell = &s->cell[(i * (s->axes > 1 ? s->axis[1].n : 1) + k) * s->plans];
    int code = study_play(study, (const char *const *)set, s->axes, false, &point, err);
    for (int p = 0; p < s->plans && !code; p++)
        fill_cell(&cell[p], &point.result.plan[p], metric);
    point_release(&point);
    free(set[0]);
    free(set[1]);
    return code;
}

int sweep_play(const struct study *study, const struct point *base, const struct metric *metric, struct sweep *s,
               struct err *err)
{
    int columns = s->axes > 1 ? s->axis[1].n : 1, code = 0;
    s->plans = base->engine.plans;
    if (s->axis[0].n * columns > SWEEP_CELLS)
        return err_plain(err, ERR_INPUT, _("give fewer values"), _("a sweep of more than %d points"), SWEEP_CELLS);
    s->name = mem_new((size_t)s->plans, sizeof *s->name);
    s->cell = mem_new((size_t)(s->axis[0].n * columns * s->plans), sizeof *s->cell);
    for (int p = 0; p < s->plans; p++)
        s->name[p] = base->result.plan[p].name;
    for (int i = 0; i < s->axis[0].n && !code; i++)
        for (int k = 0; k < columns && !code; k++)
            code = play_cell(study, metric, s, i, k, err);
    return code;
}

void sweep_release(struct sweep *s)
{
    for (int i = 0; i < 2; i++)
        sweep_axis_release(&s->axis[i]);
    free(s->name);
    free(s->cell);
    s->name = NULL;
    s->cell = NULL;
}
