/* What kind of numbers the values of a key are. */
#include "report/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/unit.h"

/* A value's text in three pieces: what stands before its number, the number at `start`, `digits` long, and the rest. */
struct pieces {
    size_t start, digits;
    const char *behind;
};

static struct pieces pieces_of(const char *text)
{
    struct pieces p;
    sweep_number(text, &p.start, &p.digits);
    p.behind = text + p.start + p.digits;
    return p;
}

/* A text that is a unit and nothing else. */
static bool is_unit(const char *text, struct unit *unit)
{
    text += strspn(text, " ");
    long read = text[0] != '\0' ? unit_read(text, unit) : 0;
    return read > 0 && text[read] == '\0';
}

/* Numbers in one unit, or in units of one dimension. */
static bool same_kind(const char *a, const char *b)
{
    struct pieces p = pieces_of(a), q = pieces_of(b);
    struct unit one, other;
    if (p.digits == 0 || q.digits == 0 || p.start != q.start || memcmp(a, b, p.start) != 0)
        return false;
    return strcmp(p.behind, q.behind) == 0 ||
           (is_unit(p.behind, &one) && is_unit(q.behind, &other) && unit_same_dim(&one, &other));
}

/* A value that is written in the unit that the sweep's numbers have. */
static const char *keys_model(const struct keys *keys)
{
    for (int i = 0; i < keys->of->n; i++) {
        const char *text = keys->of->text[i], *behind = pieces_of(text).behind;
        size_t start = pieces_of(text).start;
        if (strncmp(keys->of->unit, text, start) == 0 &&
            strcmp(keys->of->unit + start, behind + strspn(behind, " ")) == 0)
            return text;
    }
    return keys->of->text[0];
}

static void set_kind(struct keys *keys)
{
    const struct sweep_axis *of = keys->of;
    struct unit unit, hour = unit_known("h");
    bool known = is_unit(of->unit, &unit);
    for (int i = 0; i < of->n; i++)
        keys->named = keys->named || !same_kind(of->text[0], of->text[i]);
    keys->scale = 1;
    keys->axis.quantity = AXIS_NUMBER;
    if (!keys->named && known && unit.share) {
        keys->scale = 0.01;
        keys->axis.quantity = AXIS_SHARE;
    } else if (!keys->named && known && unit_same_dim(&unit, &hour)) {
        keys->scale = unit.factor;
        keys->axis.quantity = AXIS_TIME;
    }
    for (int i = 0; i < of->n; i++) {
        double x = keys->named ? i : of->x[i] * keys->scale;
        int at = i;
        for (; at > 0 && keys->x[at - 1] > x; at--) {
            keys->x[at] = keys->x[at - 1];
            keys->order[at] = keys->order[at - 1];
        }
        keys->x[at] = x;
        keys->order[at] = i;
    }
}

static void set_ends(struct keys *keys)
{
    double low = keys->x[0], high = keys->x[keys->of->n - 1], more = 0.02;
    struct axis *axis = &keys->axis;
    axis->log = keys->of->log && !keys->named && low > 0 && high >= 8 * low;
    if (axis->log) {
        axis->min = low * pow(low / high, more);
        axis->max = high * pow(high / low, more);
    } else {
        double pad = high > low ? more * (high - low) : fmax(0.5, 0.1 * fabs(low));
        pad = keys->named ? 0.5 : pad;
        axis->min = low - pad;
        axis->max = high + pad;
    }
}

/* A short unit stands behind each tick, a longer one in the title. */
static void set_words(struct keys *keys)
{
    struct text title = {0}, before = {0}, unit = {0};
    const char *model = keys_model(keys);
    char *start = mem_copy_n(model, pieces_of(model).start);
    text_add_safe(&before, start);
    text_add_safe(&unit, pieces_of(model).behind);
    text_add_safe(&title, keys->of->key);
    keys->key = mem_copy(title.at);
    bool number = keys->axis.quantity == AXIS_NUMBER && !keys->named,
         brief = text_width(unit.size > 0 ? unit.at : "") <= 4;
    const char *bare = unit.size > 0 ? unit.at + strspn(unit.at, " ") : "";
    if (number && !brief)
        text_addf(&title, ", %s%s", before.size > 0 ? before.at : "", bare);
    keys->title = title.at;
    keys->before = before.at != NULL ? before.at : mem_copy("");
    keys->unit = unit.at != NULL ? unit.at : mem_copy("");
    keys->behind = mem_copy(brief ? keys->unit : "");
    keys->axis.before = keys->before;
    keys->axis.behind = keys->behind;
    free(start);
}

void keys_init(struct keys *keys, const struct sweep_axis *of)
{
    *keys = (struct keys){.of = of};
    set_kind(keys);
    set_ends(keys);
    set_words(keys);
}

void keys_release(struct keys *keys)
{
    free(keys->key);
    free(keys->title);
    free(keys->before);
    free(keys->behind);
    free(keys->unit);
}

char *keys_text(const struct keys *keys, double x)
{
    char value[AXIS_ROOM];
    struct axis whole = keys->axis;
    if (keys->named) {
        struct text text = {0};
        text_add_safe(&text, keys->of->text[(int)x]);
        return text.at;
    }
    whole.behind = keys->unit;
    return mem_copy(axis_value(&whole, x, value));
}

char *keys_number(const struct keys *keys, double x)
{
    char value[AXIS_ROOM];
    return keys->named ? keys_text(keys, x) : mem_copy(axis_value(&keys->axis, x, value));
}

/* ---- ticks ---- */

/* Whether a text is one that somebody would write: a whole number or two digits. */
static bool is_short(const char *text)
{
    struct pieces p = pieces_of(text);
    size_t digits = 0;
    bool leading = true, whole = true;
    for (size_t i = 0; i < p.digits; i++) {
        char c = text[p.start + i];
        leading = leading && (c == '0' || c == '.');
        digits += !leading && c >= '0' && c <= '9';
        whole = whole && c != '.' && c != 'e' && c != 'E';
    }
    return digits <= 2 || (whole && p.digits <= 6);
}

char *keys_label(const struct keys *keys, int i)
{
    char value[AXIS_ROOM];
    const char *text = keys->of->text[keys->order[i]];
    struct text safe = {0};
    struct pieces p = pieces_of(text);
    if (!keys->named && keys->axis.quantity == AXIS_TIME && is_short(text)) {
        text_add_n(&safe, text, p.start + p.digits);
        text_add(&safe, " ");
        text += p.start + p.digits;
        text = _(text + strspn(text, " ")); /* of units, the short ones are messages */
    }
    if (keys->named || (keys->axis.quantity != AXIS_NUMBER && is_short(keys->of->text[keys->order[i]])))
        text_add_safe(&safe, text);
    else
        text_add(&safe, axis_value(&keys->axis, keys->x[i], value));
    return safe.at;
}

static void put_tick(const struct keys *keys, struct axis *axis, int at)
{
    char *label = keys_label(keys, at);
    place_shorten(label, 17.33, false, 240, axis->label[axis->ticks], AXIS_ROOM);
    axis->tick[axis->ticks++] = keys->x[at];
    free(label);
}

static bool touches(const struct axis *axis, int left, int right, double length, double size_px, double gap)
{
    double away = length * (axis_at(axis, axis->tick[right]) - axis_at(axis, axis->tick[left]));
    const char *a = axis->label[left], *b = axis->label[right];
    double need = size_px > 0 ? 0.5 * (place_text_width(a, size_px, false) + place_text_width(b, size_px, false))
                              : 0.5 * (text_width(a) + text_width(b));
    return away < need + gap;
}

static bool put_ticks(const struct keys *keys, struct axis *axis, double length, double size_px, double gap)
{
    bool all = true;
    for (int i = 0; i < keys->of->n; i++)
        all = all && is_short(keys->of->text[i]);
    axis->ticks = 0;
    if (!keys->named && (!all || keys->of->n > AXIS_TICKS))
        return false;
    for (int i = 0; i < keys->of->n && axis->ticks < AXIS_TICKS; i++) {
        put_tick(keys, axis, i);
        if (axis->ticks > 1 && touches(axis, axis->ticks - 2, axis->ticks - 1, length, size_px, gap)) {
            axis->ticks--;
            all = false;
        }
    }
    if (!keys->named && !all)
        axis->ticks = 0;
    return keys->named || all;
}

void keys_set_ticks(const struct keys *keys, struct panel *panel, const struct sheet *sheet, int x_most, int y_most)
{
    const bool term = sheet->medium == SHEET_TERM;
    double size = term ? 0 : panel->small ? 17.33 : 20, gap = term ? 2 : 16;
    panel->x = keys->axis;
    panel->x_fixed = true;
    panel_set_ticks(panel, sheet, x_most, y_most);
    double length = panel->area.right - panel->area.left;
    panel->x_fixed = put_ticks(keys, &panel->x, length, size, gap);
    if (!panel->x_fixed)
        axis_ticks(&panel->x, x_most, length, size, gap, false);
}
