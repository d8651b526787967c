/* What kind of numbers the values of a key are. */
#include "report/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/unit.h"

/* A value's text in three pieces; number is at text + start, digits long. */
struct pieces {
    size_t start, digits;
    double x;
};

static struct pieces pieces_of(const char *text)
{
    struct pieces p = {.start = strcspn(text, "0123456789.")};
    p.digits = text_number(text + p.start, false, &p.x);
    if (p.start > 0 && p.digits > 0 && text[p.start - 1] == '-') {
        p.start--;
        p.x = -p.x;
        p.digits++;
    }
    return p;
}

static const char *behind_of(const char *text)
{
    struct pieces p = pieces_of(text);
    return text + p.start + p.digits;
}

/* Hours in the unit behind a number, 0.01 for per cent; 0: neither. */
static double scale_of(const char *text, bool *share)
{
    struct unit unit, hour = unit_known("h");
    const char *behind = behind_of(text);
    behind += strspn(behind, " ");
    long read = pieces_of(text).digits > 0 && behind[0] != '\0' ? unit_read(behind, &unit) : 0;
    if (read <= 0 || behind[read] != '\0')
        return 0;
    *share = unit.share;
    return unit.share ? 0.01 : unit_same_dim(&unit, &hour) ? unit.factor : 0;
}

static bool same_pieces(const char *a, const char *b)
{
    struct pieces p = pieces_of(a), q = pieces_of(b);
    return p.digits > 0 && q.digits > 0 && p.start == q.start && memcmp(a, b, p.start) == 0 &&
           strcmp(behind_of(a), behind_of(b)) == 0;
}

static void set_kind(struct keys *keys)
{
    const struct sweep_axis *of = keys->of;
    bool times = true, shares = true, numbers = true;
    for (int i = 0; i < of->n; i++) {
        bool share = false;
        double scale = scale_of(of->text[i], &share);
        times = times && scale > 0 && !share;
        shares = shares && share;
        numbers = numbers && same_pieces(of->text[0], of->text[i]);
    }
    keys->named = !times && !shares && !numbers;
    keys->axis.quantity = times ? AXIS_TIME : shares ? AXIS_SHARE : AXIS_NUMBER;
    bool share;
    keys->scale = times || shares ? scale_of(of->text[0], &share) : 1;
    for (int i = 0; i < of->n; i++) {
        double own = times || shares ? scale_of(of->text[i], &share) : 1, x = pieces_of(of->text[i]).x;
        int at = i;
        for (x = keys->named ? i : x * own; at > 0 && keys->x[at - 1] > x; at--) {
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
    const char *first = keys->of->text[0];
    char *start = mem_copy_n(first, pieces_of(first).start);
    text_add_safe(&before, start);
    text_add_safe(&unit, behind_of(first));
    text_add_safe(&title, keys->of->key);
    keys->key = mem_copy(title.at);
    bool number = keys->axis.quantity == AXIS_NUMBER && !keys->named,
         brief = text_width(unit.size > 0 ? unit.at : "") <= 4;
    const char *bare = unit.size > 0 ? unit.at + strspn(unit.at, " ") : "";
    if (number && !brief)
        text_addf(&title, ", %s%s", before.size > 0 ? before.at : "", bare);
    keys->title = title.at;
    keys->before = before.size > 0 ? before.at : mem_copy("");
    keys->unit = unit.size > 0 ? unit.at : mem_copy("");
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
    bool leading = true;
    for (size_t i = 0; i < p.digits; i++) {
        char c = text[p.start + i];
        leading = leading && (c == '0' || c == '.' || c == '-');
        digits += !leading && c >= '0' && c <= '9';
    }
    return digits <= 2 || (p.x == floor(p.x) && p.digits <= 5);
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
        text += strspn(text, " ");
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
