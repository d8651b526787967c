/* The chart `gantt`: one trial hour by hour, an attempt a row; where there are many, several of them a row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/story.h"
#include "report/chart.h"
#include "report/panel.h"
#include "report/words.h"

enum { GANTT_ROWS = 10, GANTT_BINS = 1100, GANTT_KINDS = 6 };

/* What a piece of a bar shows. The phase and the colour are those of the kind's first row; a stretch of work is parted
 * into training, with its checkpoints, and what is lost of it. */
static const struct {
    const char *name;
    int colour;
    char sign; /* in the terminal */
} gantt_kinds[GANTT_KINDS] = {
    {N_("queue"), 11, '.'},     {N_("startup, restart"), 10, '+'}, {N_("training, checkpoints"), 9, '#'},
    {N_("work lost"), 12, 'x'}, {N_("detection, repair"), 4, '~'}, {N_("shutdown"), 8, '='},
};

static int gantt_kind_of_phase(enum phase phase)
{
    switch (phase) {
    case PHASE_queue:
        return 0;
    case PHASE_startup:
    case PHASE_restart:
        return 1;
    case PHASE_lost:
        return 3;
    case PHASE_detect:
    case PHASE_repair:
        return 4;
    case PHASE_shutdown:
        return 5;
    case PHASE_compute:
    case PHASE_checkpoint:
    case PHASE_COUNT:
        break;
    }
    return 2;
}

/* Hours from..to of one kind, in an attempt; its end may be a sign of what ended it. */
struct gantt_piece {
    double from_h, to_h;
    int kind, attempt;
};

struct gantt {
    struct canvas canvas;
    const struct story *story;
    struct gantt_piece *piece;
    int pieces, attempts, rows, each; /* each: attempts a row */
    double end_h;
    bool shown[GANTT_KINDS];
    struct panel panel;
};

/* ---- from events to pieces ---- */

static void gantt_add(struct gantt *g, double from_h, double to_h, int kind)
{
    if (to_h <= from_h)
        return;
    g->piece[g->pieces++] = (struct gantt_piece){from_h, to_h, kind, g->attempts};
    g->shown[kind] = true;
    g->end_h = fmax(g->end_h, to_h);
}

static bool gantt_interrupts(const struct event *event)
{
    return event->kind == EVENT_FAILURE || event->kind == EVENT_PREEMPTION || event->kind == EVENT_LIMIT;
}

/* An attempt lasts until the event after which the job waits or starts again. */
static void gantt_read(struct gantt *g)
{
    const struct story *s = g->story;
    double lost_h = 0;
    bool over = false;
    g->piece = mem_new(2 * (size_t)s->n + 1, sizeof *g->piece);
    for (int i = 0; i < s->n; i++) {
        const struct event *event = &s->event[i];
        bool new_run = i > 0 && event->run != s->event[i - 1].run;
        if (new_run)
            lost_h = 0;
        if (new_run || (over && event->kind == EVENT_PHASE)) {
            g->attempts++;
            over = false;
        }
        if (event->kind == EVENT_PHASE) {
            gantt_add(g, event->from_h, event->to_h, gantt_kind_of_phase(event->phase));
        } else if (story_lasts(event)) {
            double worked_h = fmax(event->from_h, event->to_h - (event->lost_h - lost_h));
            gantt_add(g, event->from_h, worked_h, 2);
            gantt_add(g, worked_h, event->to_h, 3);
        }
        lost_h = event->lost_h;
        over = over || gantt_interrupts(event);
    }
    g->attempts++;
    g->each = (g->attempts + GANTT_ROWS - 1) / GANTT_ROWS;
    g->rows = (g->attempts + g->each - 1) / g->each;
}

/* ---- drawing ---- */

static struct place_rect gantt_row(const struct gantt *g, int row)
{
    const struct place_rect *area = &g->panel.area;
    double pitch = (area->bottom - area->top) / g->rows, half = fmin(31, 0.36 * pitch),
           middle = area->top + (row + 0.5) * pitch;
    return (struct place_rect){area->left, middle - half, area->right, middle + half};
}

/* The kind that fills most of each of the row's cells; -1: nothing does. */
static void gantt_fill(const struct gantt *g, int row, int bins, int *kind)
{
    double(*hours)[GANTT_KINDS] = mem_new((size_t)bins, sizeof *hours);
    double bin_h = (g->panel.x.max - g->panel.x.min) / bins;
    for (int i = 0; i < g->pieces; i++) {
        const struct gantt_piece *p = &g->piece[i];
        if (p->attempt / g->each != row)
            continue;
        for (int b = (int)(p->from_h / bin_h); b < bins && b * bin_h < p->to_h; b++)
            hours[b][p->kind] += fmin(p->to_h, (b + 1) * bin_h) - fmax(p->from_h, b * bin_h);
    }
    for (int b = 0; b < bins; b++) {
        double most = 0;
        kind[b] = -1;
        for (int k = 0; k < GANTT_KINDS; k++)
            if (hours[b][k] > most) {
                most = hours[b][k];
                kind[b] = k;
            }
    }
    free(hours);
}

static int gantt_rgb(int colour)
{
    static const int rgb[] = {
        [4] = 0xCC79A7, [8] = 0x5B6670, [9] = 0x0072B2, [10] = 0x56B4E9, [11] = 0xC4CBD2, [12] = 0xD55E00};
    return rgb[colour];
}

static void gantt_draw_row(struct gantt *g, int row)
{
    int *kind = mem_new(GANTT_BINS, sizeof *kind);
    const bool term = g->canvas.sheet->medium == SHEET_TERM;
    struct place_rect at = gantt_row(g, row);
    double width = at.right - at.left;
    int bins = term ? (int)width : GANTT_BINS;
    gantt_fill(g, row, bins, kind);
    for (int from = 0, to; from < bins; from = to) {
        for (to = from + 1; to < bins && kind[to] == kind[from];)
            to++;
        if (kind[from] < 0)
            continue;
        if (term) {
            char signs[GANTT_BINS + 1];
            memset(signs, gantt_kinds[kind[from]].sign, (size_t)(to - from));
            signs[to - from] = '\0';
            sheet_say(g->canvas.sheet, at.left + from, floor(0.5 * (at.top + at.bottom)), signs, COLOUR_INK,
                      STYLE_LABEL, SIDE_LEFT);
        } else {
            struct place_rect tile = {at.left + width * from / bins, at.top, at.left + width * to / bins, at.bottom};
            canvas_tile(&g->canvas, &tile, gantt_rgb(gantt_kinds[kind[from]].colour));
        }
    }
    free(kind);
}

/* "attempt 3", "attempts 31 to 40"; the caller frees it. */
static char *gantt_name(const struct gantt *g, int row)
{
    int first = row * g->each + 1, last = first + g->each - 1;
    if (last > g->attempts)
        last = g->attempts;
    return first == last ? mem_format(_("attempt %d"), first) : mem_format(_("attempts %d to %d"), first, last);
}

/* The beginning of an attempt. */
static double gantt_from_h(const struct gantt *g, int attempt)
{
    int i = 0;
    while (i < g->pieces - 1 && g->piece[i].attempt < attempt)
        i++;
    return g->piece[i].from_h;
}

/* What ended an attempt that has a row to itself: behind its end, or before its beginning where that has no room. */
static void gantt_say_end(struct gantt *g, const struct event *event, int row)
{
    struct place_rect at = gantt_row(g, row);
    struct text what = {0};
    struct sheet *sheet = g->canvas.sheet;
    char time[AXIS_ROOM];
    int colour = 12;
    switch (event->kind) {
    case EVENT_FAILURE:
        text_add_safe(&what, g->story->numbers.cause[event->cause].name);
        text_add(&what, _(" fails"));
        break;
    case EVENT_PREEMPTION:
        text_add(&what, _("preempted"));
        break;
    case EVENT_LIMIT:
        text_add(&what, _("end of the allocation"));
        break;
    case EVENT_COMPLETE:
        text_addf(&what, _("done after %s"),
                  axis_time(g->story->runs > 1 ? event->to_h : g->story->ledger.completion_h, time));
        colour = 3;
        break;
    case EVENT_GIVE_UP:
        text_add(&what, _("given up"));
        break;
    case EVENT_PHASE:
    case EVENT_RUN:
    case EVENT_NOTICE:
        return;
    }
    double x = panel_across(&g->panel, event->to_h) + 10, width = sheet_width(sheet, what.at, STYLE_SMALL),
           y = 0.5 * (at.top + at.bottom);
    if (x + width <= 1240)
        sheet_say(sheet, x, y, what.at, colour, STYLE_SMALL, SIDE_LEFT);
    else
        sheet_say(sheet, panel_across(&g->panel, gantt_from_h(g, row)) - 10, y, what.at, colour, STYLE_SMALL,
                  SIDE_RIGHT);
    text_release(&what);
}

/* The last event of each attempt tells how it ended. */
static void gantt_say_ends(struct gantt *g)
{
    const struct story *s = g->story;
    int attempt = 0;
    bool over = false;
    const struct event *end = NULL;
    for (int i = 0; i < s->n; i++) {
        const struct event *event = &s->event[i];
        if ((i > 0 && event->run != s->event[i - 1].run) || (over && event->kind == EVENT_PHASE)) {
            if (end)
                gantt_say_end(g, end, attempt);
            attempt++;
            over = false;
            end = NULL;
        }
        over = over || gantt_interrupts(event);
        if (!story_lasts(event))
            end = event;
    }
    if (end)
        gantt_say_end(g, end, attempt);
}

static void gantt_legend(struct gantt *g)
{
    struct sheet *sheet = g->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    double x = term ? 0 : 47, y = term ? g->panel.area.bottom + 3 : 666;
    for (int k = 0; k < GANTT_KINDS; k++) {
        if (!g->shown[k])
            continue;
        char *text =
            term ? mem_format("%c %s", gantt_kinds[k].sign, _(gantt_kinds[k].name)) : mem_copy(_(gantt_kinds[k].name));
        double width = sheet_width(sheet, text, STYLE_SMALL);
        if (term && x + width > 79) {
            x = 0;
            y++;
        }
        if (!term)
            sheet_say(sheet, x, y, "", gantt_kinds[k].colour, STYLE_SQUARE, SIDE_LEFT);
        sheet_say(sheet, x + (term ? 0 : 19), y, text, COLOUR_INK, STYLE_SMALL, SIDE_LEFT);
        x += width + (term ? 2 : 49);
        free(text);
    }
}

/* ---- the frame ---- */

static void gantt_headline(const struct gantt *g, struct text *out)
{
    const struct ledger *l = &g->story->ledger;
    struct text what = {0};
    char time[AXIS_ROOM];
    double failures = 0;
    for (int i = 0; i < g->story->numbers.causes; i++)
        failures += l->failures[i];
    if (l->preemptions > 0)
        text_addf(&what, l->preemptions == 1 ? _("one preemption") : _("%.0f preemptions"), l->preemptions);
    if (failures > 0)
        text_addf(&what, failures == 1 ? _("%sone failure") : _("%s%.0f failures"), what.size > 0 ? _(" and ") : "",
                  failures);
    if (!l->finished)
        text_addf(out, _("Not finished when it was given up, %s of it lost"), axis_time(l->phase_h[PHASE_lost], time));
    else
        text_addf(out, _("Done after %s"), axis_time(l->completion_h, time));
    if (l->finished && what.size > 0)
        text_addf(out, _(": %s lost %s of work"), what.at, axis_time(l->phase_h[PHASE_lost], time));
    else if (l->finished)
        text_add(out, _(", without an interruption"));
    text_release(&what);
}

static void gantt_head(struct gantt *g)
{
    const struct story *s = g->story;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    char number[64];
    gantt_headline(g, &headline);
    text_add_safe(&subtitle, s->scenario->plan[s->plan].name);
    text_addf(&subtitle, _("  \xc2\xb7  trial %s"), text_grouped((double)s->trial, 0, number));
    text_add(&subtitle, !s->p90                    ? ""
                        : cost_priced(&s->numbers) ? _(", the one at the P90 of cost")
                                                   : _(", the one at the P90 of time"));
    if (cost_priced(&s->numbers) && s->ledger.finished) {
        char money[AXIS_ROOM];
        text_addf(&subtitle, _("  \xc2\xb7  it costs %s"), axis_money(s->cost, words_currency(s->scenario), money));
    }
    if (s->runs > 1)
        text_addf(&subtitle, _("  \xc2\xb7  %d runs"), s->runs);
    text_addf(&foot, _("seed %llu \xc2\xb7 "), (unsigned long long)s->scenario->seed);
    text_add_safe(&foot, s->scenario->name);
    sheet_head(g->canvas.sheet, headline.at, subtitle.at, foot.at);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

static void gantt_draw(struct gantt *g)
{
    struct sheet *sheet = g->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    double widest = 0;
    gantt_head(g);
    for (int row = 0; row < g->rows; row++) {
        char *name = gantt_name(g, row);
        widest = fmax(widest, sheet_width(sheet, name, STYLE_LABEL));
        free(name);
    }
    g->panel.area = term ? (struct place_rect){widest + 2, sheet->area.top, 78, sheet->area.top + g->rows}
                         : (struct place_rect){39 + widest + 16, sheet->area.top - 8, 1240, 606};
    g->panel.x = (struct axis){.quantity = AXIS_TIME, .min = 0, .max = g->end_h};
    axis_ticks(&g->panel.x, 8, g->panel.area.right - g->panel.area.left, term ? 0 : 20, term ? 2 : 16, false);
    panel_frame(&g->panel, &g->canvas);
    for (int row = 0; row < g->rows; row++) {
        struct place_rect at = gantt_row(g, row);
        char *name = gantt_name(g, row);
        gantt_draw_row(g, row);
        sheet_say(sheet, at.left - (term ? 2 : 16),
                  term ? floor(0.5 * (at.top + at.bottom)) : 0.5 * (at.top + at.bottom), name, COLOUR_INK, STYLE_LABEL,
                  SIDE_RIGHT);
        free(name);
    }
    if (g->each == 1 && !term)
        gantt_say_ends(g);
    gantt_legend(g);
    canvas_end(&g->canvas);
}

int gantt_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct gantt g = {.canvas = canvas_on(sheet), .story = data->story};
    int code = 0;
    gantt_read(&g);
    if (g.pieces == 0)
        code = err_plain(err, ERR_INPUT, NULL, _("the trial takes no time, so there is nothing to draw"));
    else
        gantt_draw(&g);
    free(g.piece);
    return code;
}
