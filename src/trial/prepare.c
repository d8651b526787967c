/* What is made once for a plan: hashes, tables of residual lives, the calendar of a tariff. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/rules.h"
#include "trial/calendar.h"
#include "trial/derive.h"
#include "trial/trial.h"

/* A steady age needs a table, made for the law in a typical world; other worlds may only scale it. */
static int prepare_residual(struct plan_frame *frame, int i, const double *median, const struct kernel *kernel,
                            struct err *err)
{
    const struct cause_input *in = &frame->inputs->cause[i];
    const struct law_spec *spec = &in->every.each;
    if (in->every.kind != INPUT_EACH || in->age_rule != AGE_STEADY || strcmp(spec->row->name, "exponential") == 0)
        return 0;
    for (int k = 0; k < spec->args; k++) {
        enum law_param param = spec->arg[k].param;
        bool scales = param == LAW_MEAN || param == LAW_SCALE || (param == LAW_QUANTILE && spec->args == 2);
        bool other = spec->args == 2 && (spec->arg[1 - k].param == LAW_SHAPE || spec->arg[1 - k].param == LAW_SIGMA);
        if (spec->arg[k].slot.unknown > 0 && !(scales && other))
            return err_set(err, ERR_INPUT, in->every.node->at, in->name,
                           _("write age: new, or give the shape by plain numbers and only the mean as a range"),
                           _("a fleet that has run for long needs a law of constant shape"));
    }
    struct law law = law_spec_law(spec, median);
    frame->cause[i].residual = quantile_residual(&law, kernel);
    frame->cause[i].residual_mean = law_mean(&law);
    if (!frame->cause[i].residual)
        return err_set(err, ERR_INPUT, in->every.node->at, in->name, _("write age: new"),
                       _("this law has no steady state that can be tabulated"));
    return 0;
}

static void prepare_hashes(struct plan_frame *frame, int i)
{
    const char *name = frame->inputs->cause[i].name;
    char *cause = mem_format("\001failures.%s", name); /* no unknown has such an owner */
    frame->cause[i].original = text_hash(cause, "original");
    frame->cause[i].renewal = text_hash(cause, "renewal");
    frame->cause[i].detect = text_hash(cause, "detect");
    frame->cause[i].repair = text_hash(cause, "repair");
    frame->cause[i].restart = text_hash(cause, "restart");
    free(cause);
}

static int by_size(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Streams of different things must have different hashes: those of the plan's events and of all unknowns. */
static int check_hashes(const struct plan_frame *frame, struct err *err)
{
    const struct unknowns *u = &frame->scenario->unknowns;
    uint32_t *hash = mem_new((size_t)u->n + 5 * CAUSES_MOST + PLAYER_HASHES, sizeof *hash);
    size_t n = player_hashes(hash);
    bool equal = false;
    for (int i = 0; i < frame->inputs->causes; i++) {
        const uint32_t own[] = {frame->cause[i].original, frame->cause[i].renewal, frame->cause[i].detect,
                                frame->cause[i].repair, frame->cause[i].restart};
        memcpy(hash + n, own, sizeof own);
        n += 5;
    }
    for (int i = 0; i < u->n; i++)
        if (i == 0 || u->of[i].what != u->of[i - 1].what) /* one draw, two laws: equal by intention */
            hash[n++] = u->of[i].what;
    qsort(hash, n, sizeof *hash, by_size);
    for (size_t i = 1; i < n; i++)
        equal = equal || hash[i] == hash[i - 1];
    free(hash);
    return equal ? err_plain(err, ERR_INPUT, _("rename a cause or the plan"),
                             _("two streams of draws have the same identity hash"))
                 : 0;
}

/* Ages and renewals that have no meaning for the law, looked at in a typical world. */
static int check_age(const struct plan_frame *frame, int i, const double *median, struct err *err)
{
    const struct cause_input *in = &frame->inputs->cause[i];
    if (in->every.kind != INPUT_EACH)
        return 0;
    struct law law = law_spec_law(&in->every.each, median);
    if (in->age_rule == AGE_HOURS && !isfinite(law_hazard(&law, in->age.once.x)))
        return err_set(err, ERR_INPUT, in->age.node->at, in->name, _("write a smaller age"),
                       _("no unit of this law lives to that age"));
    if (in->renew == RENEW_MINIMAL && isfinite(law_upper(&law)))
        return err_set(err, ERR_INPUT, in->every.node->at, in->name,
                       _("write renew: replace, or a law without an upper end"),
                       _("renew: minimal has no meaning for a law that ends"));
    if (in->renew == RENEW_REPLACE && !law_is_exponential(&law) && rules_size(frame->inputs).cards > UNITS_MOST)
        return err_set(err, ERR_INPUT, in->every.node->at, in->name,
                       _("write a plain mean, which is an exponential law"), _("more than %d units with a memory each"),
                       UNITS_MOST);
    return 0;
}

/* Whether an unknown comes from a value below a node: the deepest one on its path has its owner. */
static bool comes_from(const struct unknown *unknown, const struct node *tree)
{
    const struct node *at = tree;
    char *path = mem_copy(unknown->path), *rest = path;
    for (char *part; at->kind == NODE_MAP && (part = strsep(&rest, "."));) {
        const struct node *next = node_get(at, part);
        if (!next)
            break;
        at = next;
    }
    free(path);
    return at != tree && at->owner && strcmp(at->owner, unknown->owner) == 0;
}

/* From its values or its fallback's; a rate of exchange may reach any. */
bool plan_reached(const struct scenario *scenario, const struct scenario_plan *plan, int unknown)
{
    const struct unknown *u = &scenario->unknowns.of[unknown];
    const struct node *fallback = node_get(plan->tree, "fallback");
    return strncmp(u->path, "exchange.", 9) == 0 || comes_from(u, plan->tree) || (fallback && comes_from(u, fallback));
}

static bool reaches(const struct scenario *scenario, const struct scenario_plan *plan)
{
    bool any = false;
    for (int i = 0; i < scenario->unknowns.n; i++)
        any = any || plan_reached(scenario, plan, i);
    return any;
}

/* The largest of n: the integral of 1 - F^n above 0, less that of F^n below. */
static double above_and_below(double x, void *context)
{
    double n = *(const double *)context, below = gsl_cdf_ugaussian_P(-x);
    return -expm1(n * log1p(-below)) - pow(below, n);
}

double plan_slowest(double n)
{
    double result = 0.0, error;
    gsl_function f = {above_and_below, &n};
    gsl_integration_workspace *room = n > 1.0 ? gsl_integration_workspace_alloc(200) : NULL;
    if (room)
        gsl_integration_qag(&f, 0.0, 40.0, 0.0, 1e-11, 200, GSL_INTEG_GAUSS31, room, &result, &error);
    gsl_integration_workspace_free(room);
    return result;
}

static void prepare_slowest(struct plan_frame *frame)
{
    const struct inputs *in = frame->inputs;
    double n = rules_size(in).cards;
    if (!input_set(&in->jitter))
        return;
    frame->slowest = plan_slowest(n);
    frame->slowest1 = plan_slowest(plan_reference_cards(in, n));
    frame->slowest0 = plan_slowest(plan_measured_cards(in, NULL, n));
}

static int prepare_calendar(struct plan_frame *frame, struct err *err)
{
    const struct scenario *s = frame->scenario;
    const struct inputs *in = frame->inputs;
    if (!in->electricity || in->electricity->periods < 2 || !input_set(&in->own.price))
        return 0;
    frame->calendar = calendar_new(in->electricity, s->start_h, s->offset_min);
    return frame->calendar ? 0 : err_plain(err, ERR_INPUT, NULL, _("a day of the tariff has too many periods"));
}

/* One price is one path, whichever plans it is written for. */
static void prepare_price(struct plan_frame *frame, const struct scenario_plan *plan)
{
    const struct node *price = node_get(plan->tree, "price");
    const struct node *mean = price && price->kind == NODE_MAP ? node_get(price, "mean") : NULL;
    char *owner = mem_format("\001price.%s", mean && mean->owner ? mean->owner : "");
    frame->what_price = text_hash(owner, "price");
    free(owner);
}

int plan_prepare(struct plan_frame *frame, const struct scenario *scenario, const struct scenario_plan *plan,
                 const struct kernel *kernel, struct err *err)
{
    int code = 0;
    *frame = (struct plan_frame){.scenario = scenario, .inputs = &plan->inputs, .moves = reaches(scenario, plan)};
    double *median = mem_new((size_t)scenario->unknowns.n + 1, sizeof *median);
    unknowns_median(&scenario->unknowns, median);
    for (int i = 0; i < plan->inputs.causes && !code; i++) {
        prepare_hashes(frame, i);
        code = check_age(frame, i, median, err);
        if (!code)
            code = prepare_residual(frame, i, median, kernel, err);
    }
    prepare_slowest(frame);
    prepare_price(frame, plan);
    if (!code)
        code = prepare_calendar(frame, err);
    if (!code)
        code = check_hashes(frame, err);
    free(median);
    return code;
}

void plan_frame_release(struct plan_frame *frame)
{
    calendar_free(frame->calendar);
    frame->calendar = NULL;
    for (int i = 0; i < CAUSES_MOST; i++) {
        free(frame->cause[i].residual);
        frame->cause[i].residual = NULL;
    }
}
