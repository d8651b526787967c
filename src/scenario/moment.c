/* Reads moments. */
#include "scenario/moment.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/date.h"
#include "scenario/layer.h"

/* Four digits and a mark of dates. */
static bool looks_like_date(const struct node *node)
{
    return node->kind == NODE_SCALAR && strspn(node->text, "0123456789") == 4 && strchr("-/.", node->text[4]) &&
           node->text[4];
}

static int read_time(struct scenario *s, struct node *node, const char *key, double *at_h, struct err *err)
{
    static const struct wants wants = {.units = {"h"}, .draws = DRAWS_CONSTANT};
    struct input input;
    struct binder b = layer_binder(s, NULL, key, key, err);
    int code = bind_value(&b, node, &wants, &input);
    if (!code && input.kind == INPUT_ONCE)
        *at_h = input.once.x;
    return code;
}

int moment_zone(const struct node *node, const char *key, size_t n, struct err *err)
{
    const char *zone = node->text + n + strspn(node->text + n, " ");
    bool universal = strcmp(zone, "UTC") == 0 || strcmp(zone, "GMT") == 0;
    char *hint = mem_format(_("write an offset such as +08:00, as in \"%.*s %s\""), (int)n, node->text,
                            universal ? "+00:00" : "+08:00");
    int code = err_set(err, ERR_INPUT, node->at, key, hint, _("names of time zones are not known here: \"%s\""), zone);
    free(hint);
    return code;
}

int moment_read(struct scenario *s, struct node *node, const char *key, const char *name, double *at_h, struct err *err)
{
    double moment_h;
    int offset_min = s->offset_min;
    bool has_time, has_offset;
    size_t before_zone = node->kind == NODE_SCALAR ? date_before_word(node->text) : 0;
    if (before_zone > 0)
        return moment_zone(node, key, before_zone, err);
    if (node->kind != NODE_SCALAR || !date_read(node->text, &moment_h, &offset_min, &has_time, &has_offset))
        return looks_like_date(node)
                   ? err_set(err, ERR_INPUT, node->at, key, _("write it as 2026-09-30, or as a time: 21 days"),
                             _("\"%s\" is no date"), node->text)
                   : read_time(s, node, key, at_h, err);
    if (!s->has_start)
        return err_set(err, ERR_INPUT, node->at, key,
                       _("give start: 2026-07-01 09:00 +08:00, or a time such as 21 days"),
                       _("a date as %s needs a start"), name);
    *at_h = moment_h + (has_time ? 0.0 : 24.0) - s->start_h;
    if (*at_h <= 0.0)
        return err_set(err, ERR_INPUT, node->at, key, _("write a later date, or a time such as 21 days"),
                       _("the %s lies before the start"), name);
    return 0;
}
