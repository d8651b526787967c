/* Embeds what a fallback takes over. */
#include "scenario/fallback.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const struct node *plan_named(const struct scenario *s, const char *name)
{
    for (int i = 0; i < s->plans; i++)
        if (strcmp(s->plan[i].name, name) == 0)
            return s->plan[i].tree;
    return NULL;
}

int fallback_embed(struct scenario *s, struct err *err)
{
    static const char *const taken[] = {"price", "preemption", "notice", "gang", "queue", "requeue"};
    for (int i = 0; i < s->plans; i++) {
        struct node *fallback = node_get(s->plan[i].tree, "fallback");
        struct node *to = fallback && fallback->kind == NODE_MAP ? node_get(fallback, "to") : NULL;
        if (!to || to->kind != NODE_SCALAR)
            continue;
        const struct node *other = plan_named(s, to->text);
        bool stands_alone = node_get(fallback, "price") != NULL;
        if (strcmp(to->text, s->plan[i].name) == 0 || (!other && !stands_alone)) {
            char *key = mem_format("plans.%s.fallback.to", s->plan[i].name);
            int code = err_set(err, ERR_INPUT, to->at, key, _("name another plan of this file"), _("no plan \"%s\""),
                               to->text);
            free(key);
            return code;
        }
        for (size_t k = 0; other && k < sizeof taken / sizeof *taken; k++) {
            const struct node *value = node_get(other, taken[k]);
            if (value && !node_get(fallback, taken[k]))
                node_put(fallback, taken[k], node_copy(value));
        }
    }
    return 0;
}
