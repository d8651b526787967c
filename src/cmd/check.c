/* runodds check: validates, and shows every value and where it came from. */
#include "cmd/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/assumption.h"

struct listing {
    const struct engine *engine;
    const struct scenario_plan *plan;
    FILE *to;
    int width; /* of the widest key */
};

static void measure(void *context, const char *path, const struct node *node, const struct key *key)
{
    struct listing *l = context;
    (void)node;
    (void)key;
    int w = text_width(path);
    l->width = w > l->width ? w : l->width;
}

static void list_one(void *context, const char *path, const struct node *node, const struct key *key)
{
    struct listing *l = context;
    struct text value = {0}, from = {0};
    if (node) {
        assumption_add_node(&value, node);
        const struct source *source = node->at.source;
        text_add_safe(&from, source ? source->name : "");
        if (source && strncmp(source->name, "--set", 5) != 0)
            text_addf(&from, ":%d", node->at.line);
    } else {
        text_add(&value, _(key->otherwise));
        text_add(&from, _("default"));
    }
    struct text line = {0};
    text_add_field(&line, path, l->width);
    text_add(&line, "  ");
    text_add_field(&line, value.at ? value.at : "", 34);
    fprintf(l->to, "  %s  %s\n", line.at, from.at ? from.at : "");
    text_release(&line);
    text_release(&value);
    text_release(&from);
}

/* What follows from the values, in the world where each unknown is at its median. */
static void list_derived(const struct listing *l, const struct plan *p)
{
    const struct cadence *c = &p->cadence;
    double mtbi_h = plan_mtbi_h(p);
    fprintf(l->to, _("  which means, with each unknown at its median:\n"));
    fprintf(l->to, _("    cards %.0f, nodes %.0f; %.6g h of work in pieces: %.0f; writes %.4g h in all\n"), p->cards,
            p->nodes, c->work_h, c->chunks, checkpoint_writes_h(c));
    if (isfinite(mtbi_h))
        fprintf(l->to, _("    an interruption every %.5g h on average\n"), mtbi_h);
    if (isfinite(mtbi_h) && isfinite(c->interval_h) && c->block_h > 0.0)
        fprintf(l->to, _("    checkpoint every %.4g h; Young %.4g h, Daly (2006) %.4g h\n"), c->interval_h,
                plan_young_h(c->block_h, mtbi_h), plan_daly_h(c->block_h, mtbi_h));
    if (p->lost_to_scaling > 0.0)
        fprintf(l->to, _("    scaling loses %.3g%% of the compute hours\n"), 100.0 * p->lost_to_scaling);
    fprintf(l->to, _("    without interruptions: %.5g h; given up after %.5g h held\n"), plan_naive_h(p), p->give_up_h);
}

/* The keys at the top of the file. */
static void list_top(const struct scenario *s, FILE *to)
{
    static const char *const keys[] = {"currency", "exchange", "start",   "budget",
                                       "deadline", "seed",     "give_up", "milestones"};
    const struct node *milestones = node_get(s->root, "milestones");
    size_t n = sizeof keys / sizeof *keys - (milestones ? 0 : 1);
    fputs(_("\nfor all plans\n"), to);
    for (size_t i = 0; i < n; i++) {
        struct listing l = {.to = to, .width = milestones ? 10 : 8};
        list_one(&l, keys[i], node_get(s->root, keys[i]), key_find(keys[i]));
    }
}

struct checking {
    const struct engine *engine;
};

static void write_check(void *context, FILE *to)
{
    const struct checking *c = context;
    const struct scenario *s = c->engine->scenario;
    int given, defaults;
    struct text name = {0};
    text_add_safe(&name, s->file);
    text_add(&name, ": ");
    text_add_safe(&name, s->name);
    fprintf(to, _("%s, %d plan(s), %d unknown(s) drawn once a trial, seed %llu\n"), name.at, s->plans, s->unknowns.n,
            (unsigned long long)s->seed);
    text_release(&name);
    list_top(s, to);
    for (int i = 0; i < s->plans; i++) {
        struct listing l = {c->engine, &s->plan[i], to, 0};
        text_add_safe(&name, s->plan[i].name);
        fprintf(to, _("\nplan %s\n"), name.at);
        text_release(&name);
        scenario_visit(l.plan, measure, &l);
        scenario_visit(l.plan, list_one, &l);
        list_derived(&l, &c->engine->typical[i]);
        check_money(c->engine, i, to);
        check_fit(c->engine, i, to);
    }
    scenario_count(s, &given, &defaults);
    fprintf(to, _("\n%d of %d inputs are defaults, not yours\n"), defaults, given + defaults);
}

static int check_one(const struct options *o, const char *file, struct err *err)
{
    struct options one = *o;
    struct engine engine = {0};
    one.files = 1;
    one.file[0] = file;
    struct scenario *scenario = command_load(&one, err);
    int code = scenario ? command_engine(scenario, o, &engine, err) : err->code;
    if (!code) {
        struct checking checking = {&engine};
        code = command_write(o, write_check, &checking, err);
    }
    engine_release(&engine);
    scenario_free(scenario);
    return code;
}

int cmd_check(const struct options *o, struct err *err)
{
    int code = 0;
    if (o->files == 0)
        return err_plain(err, ERR_INPUT, NULL, _("name a scenario file"));
    if (o->files > 1 && o->output)
        return err_plain(err, ERR_INPUT, _("check one file at a time with -o"), _("-o takes the check of one file"));
    for (int i = 0; i < o->files; i++) {
        int bad = check_one(o, o->file[i], err);
        code = code ? code : bad;
    }
    return code;
}
