/* The chart `cards`: cost, time, and cost per effective GPU-hour over the number of cards, one panel below another. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding.h"
#include "report/fleet.h"
#include "report/label.h"

enum { CARDS_NAME_ROOM = 300, CARDS_CELLS = 23 };

struct cards {
    struct sheet *sheet;
    struct fleet fleet;
    double x[LINEUP_MOST]; /* of the plans, on the canvas */
    int marks;
};

/* ---- where things are ---- */

static double cards_down(const struct fleet_panel *panel, double value)
{
    return panel->area.bottom + (panel->area.top - panel->area.bottom) * axis_at(&panel->axis, value);
}

/* Plans on as many cards stand side by side, as far apart as the counts around them let them. */
static void cards_set_x(struct cards *c, double left, double right)
{
    double inset = 40, span = right - left - 2 * inset, nearest = span;
    int together = 1, most = 1;
    for (int i = 1; i < c->fleet.lineup.n; i++) {
        double ratio = fleet_cards(&c->fleet, c->fleet.order[i]) / fleet_cards(&c->fleet, c->fleet.order[i - 1]);
        together = ratio > 1 ? 1 : together + 1;
        most = together > most ? together : most;
        if (ratio > 1)
            nearest = fmin(nearest, span * log(ratio) / log(c->fleet.most / c->fleet.fewest));
    }
    double step = fmin(16, 0.8 * nearest / most);
    for (int i = 0; i < c->fleet.lineup.n; i++) {
        int row = c->fleet.order[i], before = 0, all = 0;
        for (int k = 0; k < c->fleet.lineup.n; k++) {
            bool beside = fleet_cards(&c->fleet, c->fleet.order[k]) == fleet_cards(&c->fleet, row);
            all += beside;
            before += beside && k < i;
        }
        c->x[row] = left + inset +
                    span * log(fleet_cards(&c->fleet, row) / c->fleet.fewest) / log(c->fleet.most / c->fleet.fewest) +
                    step * (before - 0.5 * (all - 1));
    }
}

/* Panels from the top down, each below its title; the ticks' widest text sets the left edge. */
static void cards_set_panels(struct cards *c)
{
    struct place_rect *area = &c->sheet->area;
    const double title = 28, gap = 12;
    int n = fleet_shown(&c->fleet), at = 0;
    double widest = sheet_width(c->sheet, _("cards"), STYLE_SMALL);
    area->top -= 34;
    area->bottom = 634;
    double height = (area->bottom - area->top + gap) / n;
    for (int k = 0; k < FLEET_PANELS; k++) {
        struct fleet_panel *panel = &c->fleet.panel[k];
        if (!panel->shown)
            continue;
        panel->area = (struct place_rect){0, area->top + at * height + title, 0, area->top + (at + 1) * height - gap};
        at++;
        axis_ticks(&panel->axis, 6, panel->area.bottom - panel->area.top, 17, 0, true);
        for (int i = 0; i < panel->axis.ticks; i++)
            widest = fmax(widest, sheet_width(c->sheet, panel->axis.label[i], STYLE_SMALL));
    }
    area->left = 39 + widest + 13;
}

static void cards_set_right(struct cards *c, double right)
{
    for (int k = 0; k < FLEET_PANELS; k++) {
        c->fleet.panel[k].area.left = c->sheet->area.left;
        c->fleet.panel[k].area.right = right;
    }
    c->sheet->area.right = right;
    cards_set_x(c, c->sheet->area.left, right);
}

/* ---- names ---- */

/* What stands beside a dot: its value, at the end of its series after the name; NULL: nothing new. The caller frees
 * it. */
static char *cards_label(const struct cards *c, int k, int row)
{
    const struct fleet_panel *panel = &c->fleet.panel[k];
    char value[AXIS_ROOM], other[AXIS_ROOM];
    if (isnan(panel->dot[row].at))
        return NULL;
    axis_note(&panel->axis, panel->dot[row].at, value);
    if (fleet_next(&c->fleet, row) < 0) {
        char *name = sheet_cut(c->fleet.name[c->fleet.series[row]], STYLE_BOLD, CARDS_NAME_ROOM),
             *label = mem_format("%s  %s", name, value);
        free(name);
        return label;
    }
    /* Plans beside each other with one value have one label. */
    for (int i = 0; i < row; i++)
        if (fleet_cards(&c->fleet, i) == fleet_cards(&c->fleet, row) && !isnan(panel->dot[i].at) &&
            fleet_next(&c->fleet, i) >= 0 && strcmp(axis_note(&panel->axis, panel->dot[i].at, other), value) == 0)
            return NULL;
    return mem_copy(value);
}

/* What labels keep clear of: dots, whiskers, the limit; and the lines between dots, which they avoid. */
static void cards_avoid(const struct cards *c, int k, struct label_set *set)
{
    const struct fleet_panel *panel = &c->fleet.panel[k];
    for (int i = 0; i < c->fleet.lineup.n; i++) {
        const struct fleet_dot *dot = &panel->dot[i];
        int next = fleet_next(&c->fleet, i);
        if (isnan(dot->at))
            continue;
        double high = isfinite(dot->high) ? cards_down(panel, dot->high) : panel->area.top;
        label_take(set, c->x[i] - 6, fmin(high, cards_down(panel, dot->at) - 6), c->x[i] + 6,
                   fmax(cards_down(panel, dot->low), cards_down(panel, dot->at) + 6));
        if (next >= 0 && !isnan(panel->dot[next].at))
            label_avoid(set, c->x[i], cards_down(panel, dot->at), c->x[next], cards_down(panel, panel->dot[next].at));
    }
    if (panel->limit >= 0 && !panel->limit_off) {
        double y = cards_down(panel, panel->limit);
        label_take(set, panel->area.left, y - 4, panel->area.right, y + 4);
    }
}

/* Names, and values where there is room, beside the dots of a panel; false, and nothing said, where names find none. */
static bool cards_name_panel(struct cards *c, int k)
{
    const struct fleet_panel *panel = &c->fleet.panel[k];
    struct label_set *set = label_set_new();
    cards_avoid(c, k, set);
    for (int i = 2 * c->fleet.lineup.n - 1; i >= 0; i--) {
        int row = c->fleet.order[i % c->fleet.lineup.n];
        bool last = fleet_next(&c->fleet, row) < 0, now = last == (i >= c->fleet.lineup.n);
        char *label = now ? cards_label(c, k, row) : NULL;
        if (label == NULL)
            continue;
        label_add(set, c->sheet, c->x[row], cards_down(panel, panel->dot[row].at), label,
                  c->fleet.lineup.row[row].colour, last ? STYLE_BOLD : STYLE_SMALL,
                  last ? PLACE_RIGHT : PLACE_ABOVE_RIGHT, 12);
        if (!last)
            label_is_optional(set);
        free(label);
    }
    struct place_rect room = {panel->area.left + 2, panel->area.top - 10, 1240, panel->area.bottom + 8};
    bool settled = label_settle(set, c->sheet, &room);
    label_set_free(set);
    return settled;
}

/* The right edge that leaves room for the names of series that end there. */
static double cards_names_right(const struct cards *c)
{
    double widest = 0;
    for (int k = 0; k < FLEET_PANELS; k++)
        for (int i = 0; i < c->fleet.lineup.n; i++) {
            char *label =
                c->fleet.panel[k].shown && fleet_cards(&c->fleet, i) == c->fleet.most ? cards_label(c, k, i) : NULL;
            if (label != NULL)
                widest = fmax(widest, sheet_width(c->sheet, label, STYLE_BOLD));
            free(label);
        }
    return fmin(1200, 1240 - widest);
}

static bool cards_name_directly(struct cards *c)
{
    struct sheet *sheet = c->sheet;
    size_t text = sheet->part[SHEET_TEXT].size;
    bool settled = true;
    cards_set_right(c, cards_names_right(c));
    for (int k = 0; k < FLEET_PANELS && settled; k++)
        settled = !c->fleet.panel[k].shown || cards_name_panel(c, k);
    if (!settled)
        sheet->part[SHEET_TEXT].size = text;
    return settled;
}

static void cards_name_in_column(struct cards *c)
{
    struct label_row row[LINEUP_MOST];
    label_make_room(&c->fleet.lineup, c->sheet);
    cards_set_right(c, c->sheet->area.right);
    for (int i = 0; i < c->fleet.lineup.n; i++)
        row[i] =
            (struct label_row){.plan = i, .detail = fleet_detail(&c->fleet, i), .order = fleet_cards(&c->fleet, i)};
    label_column(c->sheet, &c->fleet.lineup, row);
    for (int i = 0; i < c->fleet.lineup.n; i++)
        free(row[i].detail);
}

/* ---- drawing ---- */

static void cards_draw_frame(struct cards *c, int k)
{
    struct sheet *sheet = c->sheet;
    const struct fleet_panel *panel = &c->fleet.panel[k];
    const struct place_rect *area = &panel->area;
    char *title = panel->axis.log ? mem_format(_("%s, logarithmic"), panel->title) : mem_copy(panel->title),
         *limit = fleet_limit(&c->fleet, k);
    sheet_say(sheet, 39, area->top - 17, title, COLOUR_INK, STYLE_LABEL, SIDE_LEFT);
    for (int i = 0; i < panel->axis.ticks; i++) {
        double y = cards_down(panel, panel->axis.tick[i]);
        sheet_line(sheet, area->left, y, area->right, y, LINE_GRID, COLOUR_GREY);
        sheet_say(sheet, area->left - 13, y, panel->axis.label[i], COLOUR_GREY, STYLE_SMALL, SIDE_RIGHT);
    }
    sheet_line(sheet, area->left, area->bottom, area->right, area->bottom, LINE_AXIS, COLOUR_AXIS);
    if (limit != NULL) {
        sheet_say(sheet, area->right, area->top - 17, limit, COLOUR_INK, STYLE_SMALL, SIDE_RIGHT);
        if (!panel->limit_off)
            sheet_line(sheet, area->left, cards_down(panel, panel->limit), area->right, cards_down(panel, panel->limit),
                       LINE_LIMIT, COLOUR_INK);
    }
    free(limit);
    free(title);
}

/* A whisker's end, but where the dot hides it. */
static double cards_end(double y, double end)
{
    return fabs(end - y) > 8 ? end : y;
}

static void cards_draw_dots(struct cards *c, int k)
{
    struct sheet *sheet = c->sheet;
    const struct fleet_panel *panel = &c->fleet.panel[k];
    for (int i = 0; i < c->fleet.lineup.n; i++) {
        const struct fleet_dot *dot = &panel->dot[i];
        int next = fleet_next(&c->fleet, i), colour = c->fleet.lineup.row[i].colour;
        if (isnan(dot->at))
            continue;
        double y = cards_down(panel, dot->at), high = y, top = panel->area.top;
        if (isfinite(dot->high)) {
            high = cards_end(y, cards_down(panel, dot->high));
        } else {
            /* Open: unfinished trials are reached. */
            sheet_line(sheet, c->x[i], y, c->x[i], fmin(y, top + 6), LINE_DROP, colour);
            sheet_say(sheet, c->x[i], top + 5, "\xe2\x86\x91", colour, STYLE_SMALL, SIDE_MIDDLE);
        }
        sheet_row(sheet, SHEET_MARKS,
                  (double[]){c->x[i], y, cards_end(y, cards_down(panel, dot->low)), high,
                             cards_down(panel, dot->sure_low), cards_down(panel, dot->sure_high), colour},
                  7);
        c->marks++;
        if (next >= 0 && !isnan(panel->dot[next].at))
            sheet_line(sheet, c->x[i], y, c->x[next], cards_down(panel, panel->dot[next].at), LINE_JOIN, colour);
    }
}

/* The numbers of cards below the lowest panel; the last one stays where two would touch. */
static void cards_draw_counts(struct cards *c)
{
    struct sheet *sheet = c->sheet;
    const struct place_rect *area = &sheet->area;
    double span = area->right - area->left - 80, taken = area->left, end = area->left + 40 + span;
    char number[64];
    sheet_say(sheet, area->left - 13, area->bottom + 22, _("cards"), COLOUR_GREY, STYLE_SMALL, SIDE_RIGHT);
    double last = 0.5 * sheet_width(sheet, text_grouped(c->fleet.most, 0, number), STYLE_LABEL);
    for (int i = 0; i < c->fleet.lineup.n; i++) {
        double cards = fleet_cards(&c->fleet, c->fleet.order[i]);
        if (i > 0 && cards == fleet_cards(&c->fleet, c->fleet.order[i - 1]))
            continue;
        double x = area->left + 40 + span * log(cards / c->fleet.fewest) / log(c->fleet.most / c->fleet.fewest),
               half = 0.5 * sheet_width(sheet, text_grouped(cards, 0, number), STYLE_LABEL);
        for (int k = 0; k < FLEET_PANELS; k++)
            if (c->fleet.panel[k].shown)
                sheet_line(sheet, x, c->fleet.panel[k].area.top, x, c->fleet.panel[k].area.bottom, LINE_GRID,
                           COLOUR_GREY);
        if (x - half < taken || (cards < c->fleet.most && x + half + 10 > end - last))
            continue;
        sheet_say(sheet, x, area->bottom + 22, number, COLOUR_GREY, STYLE_LABEL, SIDE_MIDDLE);
        taken = x + half + 10;
    }
}

static void cards_draw(struct cards *c)
{
    cards_set_panels(c);
    if (!cards_name_directly(c))
        cards_name_in_column(c);
    cards_draw_counts(c);
    for (int k = 0; k < FLEET_PANELS; k++) {
        if (!c->fleet.panel[k].shown)
            continue;
        cards_draw_frame(c, k);
        cards_draw_dots(c, k);
    }
}

/* ---- text charts ---- */

static int cards_cell(const struct axis *axis, double value)
{
    double at = axis_at(axis, value);
    return (int)floor(fmax(0, fmin(1, at)) * (CARDS_CELLS - 1) + 0.5);
}

/* "  |---o----|   " in the cells of a panel. */
static void cards_add_cells(const struct fleet_panel *panel, int row, struct text *out)
{
    const struct fleet_dot *dot = &panel->dot[row];
    char cell[CARDS_CELLS + 1];
    memset(cell, ' ', CARDS_CELLS);
    cell[CARDS_CELLS] = '\0';
    if (!isnan(dot->at)) {
        int low = cards_cell(&panel->axis, dot->low), at = cards_cell(&panel->axis, dot->at),
            high = isfinite(dot->high) ? cards_cell(&panel->axis, dot->high) : CARDS_CELLS - 1;
        for (int i = low; i <= high; i++)
            cell[i] = i == low || i == high ? '|' : '-';
        if (!isfinite(dot->high))
            cell[high] = '>';
        cell[at] = 'o';
    }
    text_addf(out, " %s", cell);
}

/* The panel's name, and its limit, in its cells. */
static void cards_add_title(const struct cards *c, int k, struct text *out)
{
    static const char *const titles[FLEET_PANELS] = {N_("cost"), N_("time"), N_("per effective GPU-h")};
    char *title = mem_format(c->fleet.panel[k].axis.log ? _("%s (log)") : "%s", _(titles[k]));
    text_addf(out, " %s%*s", title, CARDS_CELLS - text_width(title) > 0 ? CARDS_CELLS - text_width(title) : 0, "");
    free(title);
}

/* Two rows a plan: its figures and name, and below its dots in the cells of each panel. */
static void cards_draw_term(struct cards *c)
{
    struct text line = {0};
    char rate[AXIS_ROOM], number[64];
    int y = (int)c->sheet->area.top - 1;
    text_add(&line, _("cards"));
    text_addf(&line, "%*s", 5 - text_width(line.at) > 0 ? 5 - text_width(line.at) : 0, "");
    for (int k = 0; k < FLEET_PANELS; k++)
        if (c->fleet.panel[k].shown)
            cards_add_title(c, k, &line);
    sheet_say_row(c->sheet, y++, line.at);
    for (int i = 0; i < c->fleet.lineup.n; i++) {
        int row = c->fleet.order[i];
        char *detail = fleet_detail(&c->fleet, row);
        axis_money(c->fleet.panel[FLEET_RATE].dot[row].at, c->fleet.lineup.currency, rate);
        bool rated = c->fleet.panel[FLEET_RATE].shown && !isnan(c->fleet.panel[FLEET_RATE].dot[row].at);
        text_release(&line);
        text_addf(&line, "%s%s%s%s  %s", detail, rated ? " \xc2\xb7 " : "", rated ? rate : "", rated ? _("/GPU-h") : "",
                  c->fleet.lineup.row[row].name);
        sheet_say_row(c->sheet, y++, line.at);
        text_release(&line);
        text_addf(&line, "%5s", text_grouped(fleet_cards(&c->fleet, row), 0, number));
        for (int k = 0; k < FLEET_PANELS; k++)
            if (c->fleet.panel[k].shown)
                cards_add_cells(&c->fleet.panel[k], row, &line);
        sheet_say_row(c->sheet, y++, line.at);
        free(detail);
    }
    text_release(&line);
}

/* ---- the frame ---- */

static void cards_head(struct cards *c)
{
    const bool term = c->sheet->medium == SHEET_TERM;
    struct text headline = {0}, subtitle = {0}, foot = {0};
    finding_cards(&c->fleet.lineup, &headline);
    text_add(&subtitle, _("Dots at P50, whiskers from P10 to P90"));
    lineup_notes(&c->fleet.lineup, &subtitle);
    lineup_foot(&c->fleet.lineup, 0,
                term ? _("o P50, | P10 and P90")
                     : _("thick: 95% interval of the dot \xc2\xb7 cards on a logarithmic axis"),
                &foot);
    sheet_head(c->sheet, headline.at, subtitle.at, foot.at);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
}

/* The script draws on the canvas: its data units are those. */
static void cards_set_canvas(struct sheet *sheet)
{
    double right = sheet->medium == SHEET_TERM ? sheet->width - 1 : sheet->width,
           bottom = sheet->medium == SHEET_TERM ? sheet->height - 1 : sheet->height;
    sheet->area = (struct place_rect){0, 0, right, bottom};
    sheet->x = (struct axis){.quantity = AXIS_SHARE, .min = 0, .max = right};
    sheet->y = (struct axis){.quantity = AXIS_SHARE, .min = bottom, .max = 0};
    sheet_tics(sheet);
}

static int cards_one_count(const struct cards *c, struct err *err)
{
    char number[64];
    if (c->fleet.lineup.n == 1)
        return err_plain(err, ERR_INPUT, _("add a plan with more cards or fewer"),
                         _("there is one plan to draw, so there is nothing to compare by cards"));
    return err_plain(err, ERR_INPUT, _("give plans different cards, or draw bars"),
                     c->fleet.most == 1 ? _("all plans run on %s card, so there is nothing to compare by cards")
                                        : _("all plans run on %s cards, so there is nothing to compare by cards"),
                     text_grouped(c->fleet.most, 0, number));
}

int cards_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct cards c = {.sheet = sheet};
    int code = 0;
    fleet_init(&c.fleet, data->result);
    if (c.fleet.counts < 2) {
        code = cards_one_count(&c, err);
    } else {
        cards_head(&c);
        if (sheet->medium == SHEET_TERM)
            cards_draw_term(&c);
        else
            cards_draw(&c);
        cards_set_canvas(sheet);
        sheet_list(sheet, c.marks);
    }
    fleet_release(&c.fleet);
    return code;
}
