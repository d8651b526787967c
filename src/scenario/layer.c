/* Builds the merged tree of each plan. */
#include "scenario/layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "scenario/fallback.h"
#include "scenario/merge.h"
#include "scenario/shipped.h"

enum { EXTENDS_MOST = 32 };

bool layer_good_name(const char *name)
{
    size_t n = strlen(name);
    if (n == 0 || n > 200 || strchr(name, '.') || !text_utf8_valid(name, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f)
            return false;
    return true;
}

static const char *intern(struct scenario *s, const char *name)
{
    for (int i = 0; i < s->owners; i++)
        if (strcmp(s->owner[i], name) == 0)
            return s->owner[i];
    s->owner = mem_grow(s->owner, (size_t)s->owners + 1, sizeof *s->owner);
    return s->owner[s->owners++] = mem_copy(name);
}

static struct source *keep_source(struct scenario *s)
{
    s->model = mem_grow(s->model, (size_t)s->models + 1, sizeof(struct source *));
    return s->model[s->models++] = mem_new(1, sizeof(struct source));
}

/* ---- --set ---- */

/* The value of an option: a scalar as it stands, or a flow map or list. */
static struct node *set_value(struct scenario *s, const char *option, const char *value, struct err *err)
{
    struct source *source = keep_source(s);
    char *name = mem_format("--set %s", option);
    bool flow = value[0] == '{' || value[0] == '[';
    char *text = flow ? mem_format("value: %s\n", value) : mem_copy(value);
    source_set(source, name, text);
    free(name);
    free(text);
    if (!flow)
        return node_scalar(value, (struct place){.source = source, .line = 1, .col = 1, .width = (int)strlen(value)},
                           NULL);
    struct node *map = NULL, *node = NULL;
    if (!yaml_parse(source, &map, err) && map)
        node = node_copy(node_get(map, "value"));
    node_free(map);
    return node;
}

/* Splits "PLAN.KEY=VALUE": *plan is the index or -1; the caller frees *path. */
static int split_set(const struct scenario *s, const char *option, int *plan, char **path, const char **value,
                     struct err *err)
{
    const char *key = option;
    *plan = -1;
    for (int i = 0; i < s->plans; i++) { /* a plan's name may hold "=" */
        size_t n = strlen(s->plan[i].name);
        if (strncmp(option, s->plan[i].name, n) == 0 && option[n] == '.') {
            *plan = i;
            key = option + n + 1;
        }
    }
    const char *equals = strchr(key, '=');
    if (!equals || equals == key)
        return err_plain(err, ERR_INPUT, _("write it as KEY=VALUE or PLAN.KEY=VALUE"), _("--set %s: no \"=\" in it"),
                         option);
    *value = equals + 1;
    option = key;
    *path = mem_copy_n(option, (size_t)(equals - option));
    return 0;
}

/* The plan that the first part of an unknown path may mean. */
static const char *near_plan(const struct scenario *s, const char *path)
{
    const char *names[PLANS_MOST + 1];
    size_t n = strcspn(path, ".");
    for (int i = 0; i < s->plans; i++)
        names[i] = s->plan[i].name;
    names[s->plans] = NULL;
    char *first = mem_copy_n(path, n);
    const char *near = path[n] == '.' ? text_near(first, names) : NULL;
    free(first);
    return near;
}

/* Whether a path leads into a value that is a map itself, such as price.mean or scaling.8. */
static bool part_of_value(const char *path)
{
    static const char *const maps[] = {"price",       "scaling",    "step_time", "more_work",  "electricity",
                                       "own.network", "own.resale", "own.rack",  "power.wall", "power.node"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        size_t n = strlen(maps[i]);
        if (strncmp(path, maps[i], n) == 0 && path[n] == '.' && path[n + 1] && !strchr(path + n + 1, '.'))
            return true;
    }
    return false;
}

static int check_path(const struct scenario *s, const char *path, const char *option, struct err *err)
{
    static const char *const fixed[] = {"name", "uses", "extends", "owners", "plans", "defaults"};
    const struct key *row = key_find(path);
    for (size_t i = 0; row && i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(path, fixed[i]) == 0)
            return err_plain(err, ERR_INPUT, _("write it into the file"), _("--set %s: \"%s\" cannot be set"), option,
                             path);
    if (row && !(row->place & (KEY_NOTE | KEY_LATER)))
        return 0;
    if (row)
        return err_plain(err, ERR_INPUT, _("\"runodds explain\" lists what there is"),
                         _("--set %s: \"%s\" is not in this version yet"), option, path);
    if (part_of_value(path))
        return 0;
    const char *near = near_plan(s, path);
    near = near ? near : key_near(path);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_("\"runodds explain\" lists all keys"));
    int code = err_plain(err, ERR_INPUT, hint, _("--set %s: unknown key or plan in \"%s\""), option, path);
    free(hint);
    return code;
}

int layer_set_top(struct scenario *s, const struct scenario_options *options, struct err *err)
{
    for (int i = 0; options && i < options->sets; i++) {
        const char *option = options->set[i], *equals = strchr(option, '=');
        char *path = mem_copy_n(option, equals ? (size_t)(equals - option) : 0);
        const struct key *row = key_find(path);
        free(path);
        if (!row || !(row->place & KEY_TOP) || strcmp(row->path, "plans") == 0 || strcmp(row->path, "defaults") == 0)
            continue;
        struct node *node = set_value(s, option, equals + 1, err);
        if (!node)
            return ERR_INPUT;
        node_put(s->root, row->path, node);
    }
    return 0;
}

static void normal_set(struct node *tree, const char *path, struct node *value, const char *owner)
{
    const char *longer_name = merge_short_for(path, value);
    if (value->kind == NODE_MAP && !longer_name && key_has_children(path)) {
        merge_set_map(tree, path, value, owner);
        return;
    }
    if (longer_name) {
        char *longer = mem_format("%s.%s", path, longer_name);
        merge_set(tree, longer, value, owner);
        free(longer);
        return;
    }
    const struct key *row = key_find(path);
    if (value->kind == NODE_SCALAR && strcmp(value->text, "none") != 0 && row && strcmp(row->path, "failures.*") == 0) {
        char *longer = mem_format("%s.every", path);
        merge_set(tree, longer, value, owner);
        free(longer);
        return;
    }
    merge_set(tree, path, value, owner);
}

static int apply_sets(struct scenario *s, const struct scenario_options *options, struct err *err)
{
    for (int i = 0; options && i < options->sets; i++) {
        int plan = -1;
        char *path = NULL;
        const char *value = "";
        int code = split_set(s, options->set[i], &plan, &path, &value, err);
        const struct key *row = code ? NULL : key_find(path);
        if (!code)
            code = check_path(s, path, options->set[i], err);
        for (int k = 0; !code && !(row && row->place & KEY_TOP) && k < s->plans; k++) {
            if (plan >= 0 && plan != k)
                continue;
            struct node *node = set_value(s, options->set[i], value, err);
            if (!node)
                code = ERR_INPUT;
            else
                normal_set(s->plan[k].tree, path, node, intern(s, plan >= 0 ? s->plan[k].name : "defaults"));
        }
        if (!code && row && (row->place & KEY_TOP) && plan >= 0)
            code = err_plain(err, ERR_INPUT, NULL, _("--set %s: \"%s\" is one for all plans"), options->set[i], path);
        free(path);
        if (code)
            return code;
    }
    return 0;
}

/* ---- models ---- */

static int no_model(const struct node *name, struct err *err)
{
    char *near = shipped_near(name->text);
    char *hint =
        near ? mem_format(_("did you mean \"%s\"?"), near)
             : mem_copy(_("shipped models are the files of the folder models, such as gpu/h100-sxm; "
                          "a file of your own ends in .yaml; $RUNODDS_DATA may name the folder that holds models"));
    int code = err_set(err, ERR_INPUT, name->at, "uses", hint, _("no model \"%s\""), name->text);
    free(hint);
    free(near);
    return code;
}

static int load_model(struct scenario *s, const struct node *name, struct node **model, struct err *err)
{
    bool own = strlen(name->text) > 5 && strcmp(name->text + strlen(name->text) - 5, ".yaml") == 0;
    char *shipped = mem_format("models/%s.yaml", name->text);
    char *path = own ? file_beside(name->at.source ? name->at.source->path : NULL, name->text) : file_data(shipped);
    free(shipped);
    if (!path)
        return no_model(name, err);
    struct source *source = keep_source(s);
    int code = file_read(path, YAML_FILE_LIMIT, name->at, source, err);
    free(path);
    if (!code) {
        free(source->name);
        source->name = own ? mem_copy(name->text) : mem_format("models/%s.yaml", name->text);
        code = yaml_parse(source, model, err);
    }
    if (!code && !*model)
        code = err_set(err, ERR_INPUT, name->at, "uses", NULL, _("the model \"%s\" is empty"), name->text);
    static const char *const alien[] = {"name", "uses", "extends", "owners", "plans", "defaults"};
    for (size_t i = 0; !code && i < sizeof alien / sizeof *alien; i++) {
        const struct node *found = node_get(*model, alien[i]);
        if (found)
            code = err_set(err, ERR_INPUT, found->at, alien[i], _("a model holds keys of a plan and nothing else"),
                           _("\"%s\" does not belong into a model"), alien[i]);
    }
    if (!code) {
        merge_normalise(*model);
        merge_own(*model, intern(s, name->text));
    }
    return code;
}

static int merge_models(struct scenario *s, const struct node *uses, struct node *tree, struct err *err)
{
    if (!uses || (uses->kind == NODE_SCALAR && strcmp(uses->text, "none") == 0))
        return 0;
    const struct node *one[] = {uses};
    const struct node *const *names = uses->kind == NODE_LIST ? (const struct node *const *)uses->item : one;
    int n = uses->kind == NODE_LIST ? uses->n : 1;
    for (int i = 0; i < n; i++) {
        struct node *model = NULL;
        if (names[i]->kind != NODE_SCALAR)
            return err_set(err, ERR_INPUT, names[i]->at, "uses", NULL,
                           _("write a list of names: [gpu/h100-sxm, failures/rsc-1]"));
        int code = load_model(s, names[i], &model, err);
        if (!code)
            merge_over(tree, model);
        node_free(model);
        if (code)
            return code;
    }
    return 0;
}

/* ---- plans ---- */

static struct node *find_plan(const struct node *plans, const char *name)
{
    for (int i = 0; plans && plans->kind == NODE_LIST && i < plans->n; i++) {
        struct node *own = plans->item[i]->kind == NODE_MAP ? node_get(plans->item[i], "name") : NULL;
        if (own && own->kind == NODE_SCALAR && strcmp(own->text, name) == 0)
            return plans->item[i];
    }
    return NULL;
}

bool layer_local(const struct scenario *s, const char *owner)
{
    return !owner || strcmp(owner, "scenario") == 0 || strcmp(owner, "defaults") == 0 || strcmp(owner, "plan") == 0 ||
           find_plan(node_get(s->root, "plans"), owner);
}

struct binder layer_binder(struct scenario *s, const char *owner, const char *path, const char *key, struct err *err)
{
    return (struct binder){.unknowns = &s->unknowns,
                           .shelf = &s->shelf,
                           .currency = s->currency,
                           .owner = owner ? owner : "scenario",
                           .job = layer_local(s, owner) ? s->job : 0,
                           .path = path,
                           .key = key,
                           .err = err,
                           .exchange = &s->exchange,
                           .start_h = NAN};
}

/* The plan and what it extends, outermost base first: *n of them in chain. */
static int extends_chain(const struct scenario *s, struct node *plan, struct node **chain, int *n, struct err *err)
{
    struct node *plans = node_get(s->root, "plans"), *reversed[EXTENDS_MOST];
    int length = 0;
    while (plan) {
        if (length == EXTENDS_MOST)
            return err_set(err, ERR_INPUT, node_get(plan, "extends")->at, "extends",
                           _("one plan of them must not extend another"), _("plans extend each other in a circle"));
        reversed[length++] = plan;
        const struct node *base = node_get(plan, "extends");
        if (!base)
            break;
        plan = base->kind == NODE_SCALAR ? find_plan(plans, base->text) : NULL;
        if (!plan)
            return err_set(err, ERR_INPUT, base->at, "extends", _("name another plan of this file"),
                           _("no plan \"%s\""), base->text ? base->text : "");
    }
    for (int i = 0; i < length; i++)
        chain[i] = reversed[length - 1 - i];
    *n = length;
    return 0;
}

static const struct node *effective_uses(const struct scenario *s, struct node *const *chain, int n)
{
    const struct node *uses = node_get(s->root, "uses"), *defaults = node_get(s->root, "defaults");
    if (defaults && defaults->kind == NODE_MAP && node_get(defaults, "uses"))
        uses = node_get(defaults, "uses");
    for (int i = 0; i < n; i++)
        if (node_get(chain[i], "uses"))
            uses = node_get(chain[i], "uses");
    return uses;
}

static void lay(struct node *tree, const struct node *layer, const char *owner)
{
    struct node *copy = node_copy(layer);
    merge_normalise(copy);
    merge_own(copy, owner);
    merge_over(tree, copy);
    node_free(copy);
}

/* Plan keys at the top of the file hold for all plans. */
static void lay_top(struct scenario *s, struct node *tree)
{
    struct node *top = node_map(s->root->at, NULL);
    for (int i = 0; i < s->root->n; i++) {
        const struct key *row = key_find(s->root->key[i]->text);
        if (!row || !(row->place & (KEY_TOP | KEY_NOTE)))
            node_add(top, node_copy(s->root->key[i]), node_copy(s->root->item[i]));
    }
    lay(tree, top, intern(s, "scenario"));
    node_free(top);
}

/* An echoed scenario says who wrote its values. */
static void give_owners(struct scenario *s, struct node *tree)
{
    const struct node *owners = node_get(tree, "owners");
    for (int i = 0; owners && owners->kind == NODE_MAP && i < owners->n; i++) {
        struct node *at = tree;
        char *path = mem_copy(owners->key[i]->text), *rest = path;
        for (char *part; at && (part = strsep(&rest, "."));)
            at = at->kind == NODE_MAP ? node_get(at, part) : NULL;
        if (at && owners->item[i]->kind == NODE_SCALAR)
            merge_own(at, intern(s, owners->item[i]->text));
        free(path);
    }
}

static int build_plan(struct scenario *s, struct node *plan, struct node **tree, struct err *err)
{
    struct node *chain[EXTENDS_MOST];
    const struct node *defaults = node_get(s->root, "defaults");
    int n = 0, code = extends_chain(s, plan, chain, &n, err);
    *tree = node_map(plan->at, NULL);
    if (!code)
        code = merge_models(s, effective_uses(s, chain, n), *tree, err);
    if (code)
        return code;
    lay_top(s, *tree);
    if (defaults && defaults->kind == NODE_MAP)
        lay(*tree, defaults, intern(s, "defaults"));
    for (int i = 0; i < n; i++) {
        const struct node *name = node_get(chain[i], "name");
        lay(*tree, chain[i], intern(s, name ? name->text : "plan"));
    }
    give_owners(s, *tree);
    return 0;
}

static int check_plan_name(const struct scenario *s, const struct node *plan, const char **name, struct err *err)
{
    if (plan->kind != NODE_MAP)
        return err_set(err, ERR_INPUT, plan->at, "plans", _("write - name: spot, and its keys below"),
                       _("a plan is a map"));
    const struct node *node = node_get(plan, "name");
    if (!node)
        return err_set(err, ERR_INPUT, plan->at, "plans", _("write - name: spot"), _("a plan without a name"));
    if (node->kind != NODE_SCALAR || !layer_good_name(node->text))
        return err_set(err, ERR_INPUT, node->at, "plans", _("use up to 200 bytes without dots and control characters"),
                       _("not a usable name"));
    *name = node->text;
    if (key_find(node->text))
        return err_set(err, ERR_INPUT, node->at, "plans", _("give it another name"),
                       _("a plan cannot have the name of a key, \"%s\""), node->text);
    static const char *const taken[] = {"scenario", "defaults", "default"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(node->text, taken[i]) == 0)
            return err_set(err, ERR_INPUT, node->at, "plans", _("give it another name"), _("the name \"%s\" is taken"),
                           node->text);
    for (int i = 0; i < s->plans; i++)
        if (strcmp(s->plan[i].name, node->text) == 0)
            return err_set(err, ERR_INPUT, node->at, "plans", _("give one of them another name"),
                           _("two plans are named \"%s\""), node->text);
    return 0;
}

static void add_plan(struct scenario *s, const char *name, struct node *tree)
{
    s->plan = mem_grow(s->plan, (size_t)s->plans + 1, sizeof *s->plan);
    s->plan[s->plans++] = (struct scenario_plan){.name = mem_copy(name), .tree = tree};
}

static int keep_only(struct scenario *s, const struct scenario_options *options, struct err *err)
{
    int kept = 0;
    for (int i = 0; i < options->onlys; i++) {
        const char *names[PLANS_MOST + 1];
        bool found = false;
        for (int k = 0; k < s->plans; k++) {
            names[k] = s->plan[k].name;
            found = found || strcmp(s->plan[k].name, options->only[i]) == 0;
        }
        names[s->plans] = NULL;
        if (found)
            continue;
        const char *near = text_near(options->only[i], names);
        char *hint =
            mem_format(near ? _("did you mean \"%s\"?") : _("the first plan is \"%s\""), near ? near : s->plan[0].name);
        int code = err_plain(err, ERR_INPUT, hint, _("no plan \"%s\" in this scenario"), options->only[i]);
        free(hint);
        return code;
    }
    for (int k = 0; k < s->plans; k++) {
        bool wanted = false;
        for (int i = 0; i < options->onlys; i++)
            wanted = wanted || strcmp(s->plan[k].name, options->only[i]) == 0;
        if (wanted) {
            s->plan[kept++] = s->plan[k];
        } else {
            free(s->plan[k].name);
            node_free(s->plan[k].tree);
        }
    }
    s->plans = kept;
    return 0;
}

int layer_plans(struct scenario *s, const struct scenario_options *options, struct err *err)
{
    struct node *plans = node_get(s->root, "plans"), *defaults = node_get(s->root, "defaults");
    const struct node *stray = node_get(s->root, "extends");
    stray = stray ? stray : defaults && defaults->kind == NODE_MAP ? node_get(defaults, "extends") : NULL;
    stray = stray ? stray : defaults && defaults->kind == NODE_MAP ? node_get(defaults, "name") : NULL;
    if (stray)
        return err_set(err, ERR_INPUT, stray->at, "plans", _("write it into a plan"),
                       _("only a plan has a name or extends another"));
    if (defaults && defaults->kind != NODE_MAP &&
        !(defaults->kind == NODE_SCALAR && strcmp(defaults->text, "none") == 0))
        return err_set(err, ERR_INPUT, defaults->at, "defaults", _("write defaults: {accelerators: H100:8}"),
                       _("defaults are a map of plan keys"));
    if (plans && (plans->kind != NODE_LIST || plans->n == 0))
        return err_set(err, ERR_INPUT, plans->at, "plans", _("write - name: spot, and its keys below"),
                       _("plans are a list"));
    if (plans && plans->n > PLANS_MOST)
        return err_set(err, ERR_INPUT, plans->at, "plans", _("split the scenario"), _("more than %d plans"),
                       PLANS_MOST);
    int n = plans ? plans->n : 1, code = 0;
    for (int i = 0; i < n; i++) {
        struct node *empty = plans ? NULL : node_map(s->root->at, NULL), *tree = NULL;
        const char *name = "plan";
        int bad = plans ? check_plan_name(s, plans->item[i], &name, err) : 0;
        if (!bad)
            bad = build_plan(s, plans ? plans->item[i] : empty, &tree, err);
        node_free(empty);
        if (bad)
            node_free(tree);
        else
            add_plan(s, name, tree);
        code = code ? code : bad;
    }
    if (!code)
        code = apply_sets(s, options, err);
    if (!code)
        code = fallback_embed(s, err);
    if (!code && options && options->onlys > 0)
        code = keep_only(s, options, err);
    return code;
}
