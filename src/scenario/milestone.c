/* Reads milestones. */
#include "scenario/milestone.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/layer.h"
#include "scenario/moment.h"

enum { NAME_MOST = 200 };

/* Any text that a line can hold. */
static bool good_name(const char *name)
{
    size_t n = strlen(name);
    bool good = n > 0 && n <= NAME_MOST && text_utf8_valid(name, n);
    for (size_t i = 0; good && i < n; i++)
        good = (unsigned char)name[i] >= 0x20 && name[i] != 0x7f;
    return good;
}

static int read_share(struct scenario *s, struct node *node, const char *key, double *share, struct err *err)
{
    static const struct wants wants = {
        .units = {""}, .share = true, .zero = true, .most = 1.0, .draws = DRAWS_CONSTANT};
    struct input input;
    struct binder b = layer_binder(s, NULL, key, key, err);
    int code = bind_value(&b, node, &wants, &input);
    if (!code && input.kind != INPUT_ONCE)
        code = err_set(err, ERR_INPUT, node->at, key, _("write a share of the work, such as 50%"),
                       _("a milestone needs a share of the work"));
    if (!code && !(input.once.x > 0.0))
        code = err_set(err, ERR_INPUT, node->at, key, _("write a share above 0%, such as 50%"),
                       _("nothing is done at 0%%"));
    if (!code)
        *share = input.once.x;
    return code;
}

static int check_keys(const struct node *map, const char *key, struct err *err)
{
    static const char *const keys[] = {"at", "by", NULL};
    for (int i = 0; i < map->n; i++) {
        const char *own = map->key[i]->text, *near = text_near(own, keys);
        if (strcmp(own, keys[0]) == 0 || strcmp(own, keys[1]) == 0)
            continue;
        char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_("it has at and by"));
        int code = err_set(err, ERR_INPUT, map->key[i]->at, key, hint, _("unknown key \"%s\""), own);
        free(hint);
        return code;
    }
    return 0;
}

static int read_one(struct scenario *s, struct node *item, const char *key, struct milestone *m, struct err *err)
{
    if (item->kind == NODE_SCALAR)
        return read_share(s, item, key, &m->share, err);
    int code = item->kind == NODE_MAP ? check_keys(item, key, err) : 0;
    struct node *at = item->kind == NODE_MAP ? node_get(item, "at") : NULL, *by = at ? node_get(item, "by") : NULL;
    if (!code && !at)
        code = err_set(err, ERR_INPUT, item->at, key, _("write eval: 50%, or eval: {at: 50%, by: 21 days}"),
                       _("a milestone needs a share of the work"));
    if (!code)
        code = read_share(s, at, key, &m->share, err);
    if (!code && by)
        code = moment_read(s, by, key, _("due date"), &m->by_h, err);
    return code;
}

int milestone_read(struct scenario *s, struct node *map, struct err *err)
{
    int code = 0;
    if (map->kind == NODE_SCALAR && strcmp(map->text, "none") == 0)
        return 0;
    if (map->kind != NODE_MAP)
        return err_set(err, ERR_INPUT, map->at, "milestones", _("write milestones: {eval: 50%, handover: 100%}"),
                       _("a map of names and shares of the work is expected"));
    if (map->n > MILESTONES_MOST)
        return err_set(err, ERR_INPUT, map->key[MILESTONES_MOST]->at, "milestones", _("leave some out"),
                       _("more than %d milestones"), MILESTONES_MOST);
    for (int i = 0; i < map->n; i++) {
        struct milestone *m = &s->milestone[s->milestones++];
        char *key = mem_format("milestones.%s", map->key[i]->text);
        *m = (struct milestone){.name = map->key[i]->text, .by_h = -1.0};
        int bad = good_name(m->name)
                      ? read_one(s, map->item[i], key, m, err)
                      : err_set(err, ERR_INPUT, map->key[i]->at, "milestones",
                                _("use 1 to 200 bytes without control characters"), _("not a usable name"));
        code = code ? code : bad;
        free(key);
    }
    return code;
}
