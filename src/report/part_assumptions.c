/* What the answer rests on: every input, its value, its source, and whether it is the reader's own. */
#include <stdlib.h>
#include <string.h>

#include "report/assumption.h"
#include "report/part.h"

static void add_row(struct part *p, struct section *s, const struct assumption *a)
{
    static const char *const marks[] = {N_("yours"), N_("model"), N_("default")};
    struct text plans = {0}, key = {0}, value = {0}, source = {0};
    assumption_add_plans(&plans, p->result->scenario, a);
    text_add_safe(&key, a->path);
    assumption_add_value(&value, a);
    assumption_add_source(&source, a);
    section_cell(s, &plans);
    section_cell(s, &key);
    section_cell(s, &value);
    section_cell(s, &source);
    part_cell(s, _(marks[a->mark]));
}

static void add_table(struct part *p, const struct assumptions *list, enum assumption_mark mark)
{
    static const char *const head[] = {N_("plan"), N_("input"), N_("value"), N_("source"), N_("mark"), NULL};
    static const char *const titles[] = {N_("Yours"), N_("From model files"), N_("Defaults, not yours")};
    struct section s;
    section_begin(&s, titles[mark], head);
    s.words = 0x1e;
    for (int i = 0; i < list->n; i++)
        if (list->of[i].mark == mark)
            add_row(p, &s, &list->of[i]);
    if (s.rows > 0)
        dossier_table(p->dossier, &s);
}

/* ---- model files ---- */

static bool used(const struct assumptions *list, const struct source *source)
{
    for (int i = 0; i < list->n; i++)
        if (list->of[i].node && list->of[i].node->at.source && list->of[i].mark == ASSUMPTION_MODEL &&
            strcmp(list->of[i].node->at.source->name, source->name) == 0)
            return true;
    return false;
}

static void add_note(struct text *out, const struct node *node)
{
    if (node->kind == NODE_SCALAR)
        text_add_safe(out, node->text);
    for (int i = 0; node->kind == NODE_LIST && i < node->n; i++) {
        text_add(out, i ? _("; ") : "");
        add_note(out, node->item[i]);
    }
}

/* What a model file says about itself and its sources. */
static void add_model(struct part *p, const struct source *source)
{
    struct err quiet = {0};
    struct node *root = NULL;
    struct text name = {0}, about = {0};
    if (yaml_parse(source, &root, &quiet) == 0 && root) {
        const struct node *words = node_get(root, "about"), *sources = node_get(root, "source");
        text_add_safe(&name, source->name);
        if (words)
            add_note(&about, words);
        text_add(&about, words && sources ? _(". ") : "");
        if (sources)
            add_note(&about, sources);
        if (about.size > 0)
            dossier_item(p->dossier, name.at, about.at);
    }
    node_free(root);
    text_release(&name);
    text_release(&about);
    err_release(&quiet);
}

static void add_models(struct part *p, const struct assumptions *list)
{
    const struct scenario *s = p->result->scenario;
    bool any = false;
    for (int i = 0; i < s->models; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || strcmp(s->model[k]->name, s->model[i]->name) == 0;
        if (again || !used(list, s->model[i]))
            continue;
        if (!any)
            dossier_add(p->dossier, BLOCK_PARAGRAPH, _("What the model files say about themselves and their sources:"));
        any = true;
        add_model(p, s->model[i]);
    }
}

void part_assumptions(struct part *p)
{
    struct assumptions list;
    int given, defaults;
    assumption_list(p->result->scenario, &list);
    scenario_count(p->result->scenario, &given, &defaults);
    part_heading(p, _("Assumptions"));
    dossier_say(p->dossier, BLOCK_PARAGRAPH,
                _("Values stand as they were written; \"a to b\" means that nine times in ten it lies between. Of %d "
                  "inputs, counted plan by plan, %d are defaults, not yours. Here each stands once."),
                given + defaults, defaults);
    for (int mark = 0; mark < ASSUMPTION_MARKS; mark++)
        add_table(p, &list, (enum assumption_mark)mark);
    add_models(p, &list);
    assumption_release(&list);
}
