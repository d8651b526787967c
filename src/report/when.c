/* Dates of hours, and round dates along an axis. */
#include "report/when.h"

#include <math.h>
#include <string.h>

#include "report/place.h"
#include "scenario/date.h"

enum { DAY_MIN = 24 * 60 };
static const double short_h = 72.0, longest_h = 1e7; /* no dates beyond a thousand years */
static const char *const months[] = {N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
                                     N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")};

struct moment {
    int year, month, day, minute; /* of the day, rounded down; DAY_MIN: midnight of an end */
};

static double local_h(const struct scenario *s, double at_h)
{
    return s->start_h + s->offset_min / 60.0 + at_h;
}

static struct moment moment_of(const struct scenario *s, double at_h, bool end)
{
    double minute = floor(local_h(s, at_h) * 60.0 + 1e-6);
    long day = (long)floor(minute / DAY_MIN);
    struct moment m = {.minute = (int)(minute - (double)day * DAY_MIN)};
    if (end && m.minute == 0) {
        day--;
        m.minute = DAY_MIN;
    }
    date_civil(day, &m.year, &m.month, &m.day);
    return m;
}

void when_add(const struct scenario *s, struct text *out, double at_h, bool minutes, bool end)
{
    char time[AXIS_ROOM];
    if (!(at_h <= longest_h)) {
        text_add(out, axis_time(at_h, time));
        return;
    }
    struct moment m = moment_of(s, at_h, end);
    text_addf(out, "%04d-%02d-%02d", m.year, m.month, m.day);
    if (minutes)
        text_addf(out, " %02d:%02d", m.minute / 60, m.minute % 60);
}

static void add_day(const struct scenario *s, struct text *out, const struct moment *m)
{
    if (m->year != moment_of(s, 0.0, false).year)
        text_addf(out, _("%d %s %d"), m->day, _(months[m->month - 1]), m->year);
    else
        text_addf(out, _("%d %s"), m->day, _(months[m->month - 1]));
}

void when_add_short(const struct scenario *s, struct text *out, double at_h, double span_h, bool end)
{
    char time[AXIS_ROOM];
    if (!s->has_start || !(at_h <= longest_h)) {
        const struct axis axis = {.quantity = AXIS_TIME, .max = span_h};
        text_add(out, axis_note(&axis, at_h, time));
        return;
    }
    struct moment m = moment_of(s, at_h, end);
    add_day(s, out, &m);
    if (span_h < short_h)
        text_addf(out, " %02d:%02d", m.minute / 60, m.minute % 60);
}

/* ---- ticks ---- */

/* The next tick at or after an hour: every so many hours of the day, days of the epoch, or months; its label. */
struct stride {
    int hours, days, months;
};

static double next_tick(const struct scenario *s, const struct stride *stride, double from_h)
{
    double at_h = local_h(s, from_h), shift_h = at_h - from_h;
    if (stride->months > 0) {
        int year, month, day;
        long days = (long)ceil(at_h / 24.0 - 1e-9);
        date_civil(days, &year, &month, &day);
        if (day > 1)
            month++;
        while ((month - 1) % stride->months != 0)
            month++;
        year += (month - 1) / 12;
        month = (month - 1) % 12 + 1;
        return 24.0 * (double)date_day(year, month, 1) - shift_h;
    }
    double step_h = stride->hours > 0 ? stride->hours : 24.0 * stride->days;
    double phase_h = stride->days == 7 || stride->days == 14 ? 96.0 : 0.0; /* the epoch was a Thursday: Mondays */
    return step_h * ceil((at_h - phase_h) / step_h - 1e-9) + phase_h - shift_h;
}

static void set_ticks(const struct scenario *s, const struct stride *stride, struct axis *axis)
{
    axis->ticks = 0;
    for (double at_h = next_tick(s, stride, axis->min); at_h <= axis->max + 1e-6 && axis->ticks < AXIS_TICKS;
         at_h = next_tick(s, stride, at_h + 0.5)) {
        struct moment m = moment_of(s, at_h, false);
        struct text label = {0};
        if (stride->hours > 0 && m.minute > 0)
            text_addf(&label, "%02d:%02d", m.minute / 60, m.minute % 60);
        else
            add_day(s, &label, &m);
        snprintf(axis->label[axis->ticks], AXIS_ROOM, "%.90s", label.at);
        axis->tick[axis->ticks++] = at_h;
        text_release(&label);
    }
}

static bool labels_fit(const struct axis *axis, double length, double size_px, double gap)
{
    for (int i = 1; i < axis->ticks; i++) {
        const char *a = axis->label[i - 1], *b = axis->label[i];
        double away = length * (axis_at(axis, axis->tick[i]) - axis_at(axis, axis->tick[i - 1]));
        double need = size_px > 0 ? 0.5 * (place_text_width(a, size_px, false) + place_text_width(b, size_px, false))
                                  : 0.5 * (text_width(a) + text_width(b)) + 0.5;
        if (away < need + gap)
            return false;
    }
    return true;
}

bool when_ticks(const struct scenario *s, struct axis *axis, int most, double length, double size_px, double gap)
{
    static const struct stride strides[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {6, 0, 0}, {12, 0, 0},
                                            {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 7, 0}, {0, 14, 0},
                                            {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 6}, {0, 0, 12}};
    if (!s->has_start || axis->max - axis->min < 3.0 || !(axis->max <= longest_h))
        return false;
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        const struct stride *stride = &strides[i];
        double step_h = stride->hours + 24.0 * stride->days + 730.5 * stride->months;
        if ((axis->max - axis->min) / step_h > most + 1)
            continue;
        set_ticks(s, stride, axis);
        if (axis->ticks <= most && labels_fit(axis, length, size_px, gap))
            return true;
    }
    return axis->ticks > 0;
}
