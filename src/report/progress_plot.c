/* The chart `progress`: how much of the work is done by a date. The fan of one plan, the first that is under way, with
 * its past and its milestones; of the other plans the medians. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/course.h"
#include "report/chart.h"
#include "report/label.h"
#include "report/panel.h"
#include "report/progress_words.h"
#include "report/when.h"
#include "report/words.h"

enum { PROGRESS_MEDIAN = 3, PROGRESS_ROWS = 5, PROGRESS_TWO_LINES = 8, PROGRESS_ROOM = 320, PROGRESS_TOPS = 2 };

struct progress_plot {
    struct canvas canvas;
    const struct result *result;
    const struct scenario *scenario;
    struct lineup lineup;
    const struct course *of[LINEUP_MOST]; /* of each row; NULL: not told, or no trial finishes */
    struct course own[LINEUP_MOST];
    int fan; /* the row that it is of */
    struct panel panel;
    bool ends; /* the deadline lies within the panel */
};

/* ---- data ---- */

static void progress_gather(struct progress_plot *p)
{
    p->fan = -1;
    for (int i = 0; i < p->lineup.n; i++) {
        int plan = p->lineup.row[i].plan->plan;
        p->of[i] = course_of(p->result, plan, &p->own[i]);
        if (p->of[i] && p->of[i]->points == 0)
            p->of[i] = NULL;
        if (p->of[i] && (p->fan < 0 || (p->of[i]->under_way && !p->of[p->fan]->under_way)))
            p->fan = i;
    }
}

static const struct course *progress_course(const struct progress_plot *p)
{
    return p->of[p->fan];
}

static void progress_set_axes(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    double start = 0, end = 0;
    for (int i = 0; i < p->lineup.n; i++)
        if (p->of[i])
            end = fmax(end, p->of[i]->time_h[p->of[i]->points - 1]);
    p->ends = p->scenario->deadline_h >= 0 && panel_reach(&start, &end, p->scenario->deadline_h);
    for (int m = 0; m < c->milestones; m++)
        if (!isnan(c->milestone[m].by_h))
            panel_reach(&start, &end, c->milestone[m].by_h);
    p->panel.x = (struct axis){.quantity = AXIS_TIME, .max = end > 0 ? 1.015 * end : 1};
    p->panel.y = (struct axis){.quantity = AXIS_SHARE, .max = 1};
}

/* ---- the margin: what milestones there are, at their heights ---- */

/* "22 Jul", "reached", "never". */
static void progress_date(const struct progress_plot *p, const struct course_milestone *m, struct text *out)
{
    if (m->reached)
        text_add(out, _("reached"));
    else if (isinf(m->p50))
        text_add(out, _("not in half of the futures"));
    else
        when_add_short(p->scenario, out, m->p50, p->panel.x.max, false);
}

/* "50% · 22 Jul · 93% in time"; brief: the date alone. The caller frees it. */
static char *progress_detail(const struct progress_plot *p, const struct course_milestone *m, bool brief)
{
    struct text out = {0};
    char share[AXIS_ROOM];
    if (!brief)
        text_addf(&out, "%s \xc2\xb7 ", axis_value(&p->panel.y, m->share, share));
    progress_date(p, m, &out);
    if (!brief && !m->reached && !isnan(m->chance.value)) {
        text_add(&out, " \xc2\xb7 ");
        words_share(&out, m->chance.value);
        text_add(&out, _(" in time"));
    }
    return out.at;
}

static double progress_margin(const struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    bool brief = c->milestones > PROGRESS_TWO_LINES;
    double widest = 0;
    for (int m = 0; m < c->milestones; m++) {
        char *detail = progress_detail(p, &c->milestone[m], brief);
        struct text name = {0};
        text_add_safe(&name, c->milestone[m].name);
        double below = sheet_width(p->canvas.sheet, detail, STYLE_SMALL);
        widest = fmax(widest, brief ? sheet_width(p->canvas.sheet, name.at, STYLE_SMALL) + 12 + below
                                    : fmax(sheet_width(p->canvas.sheet, name.at, STYLE_LABEL), below));
        text_release(&name);
        free(detail);
    }
    return fmin(widest, PROGRESS_ROOM);
}

/* In two lines, or in one of a name that leaves room for the date. */
static void progress_say_milestone(struct progress_plot *p, const struct course_milestone *m, double y, bool two_lines)
{
    struct sheet *sheet = p->canvas.sheet;
    double x = p->panel.area.right + 26, level = panel_down(&p->panel, m->share), room = 1254 - x;
    enum sheet_style style = two_lines ? STYLE_LABEL : STYLE_SMALL;
    struct text name = {0};
    char *detail = progress_detail(p, m, !two_lines);
    double width = sheet_width(sheet, detail, STYLE_SMALL);
    text_add_safe(&name, m->name);
    char *cut = sheet_cut(name.at, style, two_lines ? room : room - width - 12),
         *small = sheet_cut(detail, STYLE_SMALL, room);
    double first = two_lines ? y - 11 : y;
    canvas_line(&p->canvas, p->panel.area.right, level, x - 8, first, LINE_GRID, COLOUR_GREY);
    sheet_say(sheet, x, first, cut, COLOUR_INK, style, SIDE_LEFT);
    if (two_lines)
        sheet_say(sheet, x, y + 11, small, COLOUR_GREY, STYLE_SMALL, SIDE_LEFT);
    else
        sheet_say(sheet, x + sheet_width(sheet, cut, style) + 12, y, small, COLOUR_GREY, STYLE_SMALL, SIDE_LEFT);
    free(cut);
    free(small);
    free(detail);
    text_release(&name);
}

/* The milestones from the top down. */
static int progress_order(const struct course *c, int order[MILESTONES_MOST])
{
    for (int m = 0; m < c->milestones; m++) {
        int at = m;
        for (; at > 0 && c->milestone[order[at - 1]].share < c->milestone[m].share; at--)
            order[at] = order[at - 1];
        order[at] = m;
    }
    return c->milestones;
}

static void progress_fill_margin(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    int order[MILESTONES_MOST], n = progress_order(c, order);
    bool two_lines = n <= PROGRESS_TWO_LINES;
    double centre[MILESTONES_MOST], height[MILESTONES_MOST];
    for (int i = 0; i < n; i++) {
        centre[i] = panel_down(&p->panel, c->milestone[order[i]].share) + (two_lines ? 11 : 0);
        height[i] = two_lines ? 50 : 25;
    }
    place_column(centre, height, n, p->panel.area.top - 16, p->panel.area.bottom + 24);
    for (int i = 0; i < n; i++)
        progress_say_milestone(p, &c->milestone[order[i]], centre[i], two_lines);
}

/* ---- drawing ---- */

/* Each level, where it is reached in half of the futures, from P10 to P90, and a ring where it is due. */
static void progress_draw_milestones(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    const struct place_rect *area = &p->panel.area;
    for (int i = 0; i < c->milestones; i++) {
        const struct course_milestone *m = &c->milestone[i];
        double y = panel_down(&p->panel, m->share), x = panel_across(&p->panel, m->p50), due = m->by_h;
        canvas_line(&p->canvas, area->left, y, area->right, y, LINE_DROP, COLOUR_AXIS);
        if (p->scenario->milestone[i].by_h >= 0 && due <= p->panel.x.max) {
            double at = panel_across(&p->panel, due);
            canvas_mark(&p->canvas, at, y, &(struct place_rect){at, y, at, y}, DOT_RING, COLOUR_INK);
        }
        if (m->reached || !(m->p50 <= p->panel.x.max))
            continue;
        bool open = m->p90 > p->panel.x.max;
        double left = panel_across(&p->panel, m->p10), right = open ? x : panel_across(&p->panel, m->p90);
        struct place_rect bars = {left, y, right, y};
        if (open)
            canvas_line(&p->canvas, x, y, area->right, y, LINE_JOIN, p->lineup.row[p->fan].colour);
        canvas_mark(&p->canvas, x, y, &bars, DOT_PLAIN, p->lineup.row[p->fan].colour);
    }
}

static void progress_draw_fan(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    const bool term = p->canvas.sheet->medium == SHEET_TERM;
    int colour = p->lineup.row[p->fan].colour;
    for (int edge = 0; edge < PROGRESS_MEDIAN && !term; edge += 2)
        panel_area(&p->panel, &p->canvas, c->time_h, c->share[edge], c->share[COURSE_BANDS - 1 - edge], c->points,
                   colour);
    if (c->past_h > 0)
        panel_curve(&p->panel, &p->canvas, (const double[]){0, c->past_h}, (const double[]){0, c->done}, 2,
                    term ? colour : COLOUR_GREY, false);
    for (int i = 0; i < p->lineup.n; i++)
        if (p->of[i] && i != p->fan)
            panel_curve(&p->panel, &p->canvas, p->of[i]->time_h, p->of[i]->share[PROGRESS_MEDIAN], p->of[i]->points,
                        p->lineup.row[i].colour, true);
    panel_curve(&p->panel, &p->canvas, c->time_h, c->share[PROGRESS_MEDIAN], c->points, colour, false);
    if (c->under_way && !term) {
        double x = panel_across(&p->panel, c->past_h), y = panel_down(&p->panel, c->done);
        canvas_mark(&p->canvas, x, y, &(struct place_rect){x, y, x, y}, DOT_LARGE, colour);
    }
}

/* The present and the deadline: lines through the panel, their names above it, moved apart. */
static void progress_draw_dates(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    const struct place_rect *area = &p->panel.area;
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    struct text name[PROGRESS_TOPS] = {{0}};
    double at[PROGRESS_TOPS], width[PROGRESS_TOPS], deadline_h = p->scenario->deadline_h;
    int n = 0;
    if (c->under_way) {
        at[n] = panel_across(&p->panel, c->past_h);
        canvas_line(&p->canvas, at[n], area->top, at[n], area->bottom, term ? LINE_LIMIT : LINE_DROP, COLOUR_GREY);
        text_add(&name[n], _("now "));
        when_add_short(p->scenario, &name[n++], c->past_h, p->panel.x.max, false);
    }
    if (deadline_h >= 0) {
        at[n] = p->ends ? panel_across(&p->panel, deadline_h) : area->right;
        if (p->ends)
            canvas_line(&p->canvas, at[n], area->top, at[n], area->bottom, LINE_LIMIT, COLOUR_INK);
        text_add(&name[n], _("deadline "));
        when_add_short(p->scenario, &name[n], deadline_h, p->panel.x.max, true);
        text_add(&name[n++], p->ends ? "" : " \xe2\x86\x92");
    }
    if (n == 2 && at[0] > at[1]) {
        struct text later = name[0];
        double x = at[0];
        name[0] = name[1];
        at[0] = at[1];
        name[1] = later;
        at[1] = x;
    }
    for (int i = 0; i < n; i++)
        width[i] = sheet_width(sheet, name[i].at, STYLE_SMALL) + (term ? 2 : 24);
    place_column(at, width, n, term ? 0 : 39 - 12, term ? sheet->width : area->right + 12);
    for (int i = 0; i < n; i++) {
        sheet_say(sheet, term ? floor(at[i]) : at[i], area->top - (term ? 1 : 18), name[i].at, COLOUR_INK, STYLE_SMALL,
                  SIDE_MIDDLE);
        text_release(&name[i]);
    }
}

/* ---- names of plans ---- */

/* Where a line is at a share; infinite: it does not get there. */
static double progress_hour_of(const struct course *c, double share)
{
    const double *y = c->share[PROGRESS_MEDIAN];
    for (int k = 1; k < c->points; k++)
        if (y[k] >= share && y[k] > y[k - 1])
            return c->time_h[k - 1] + (c->time_h[k] - c->time_h[k - 1]) * (share - y[k - 1]) / (y[k] - y[k - 1]);
    return INFINITY;
}

static void progress_avoid(const struct progress_plot *p, struct label_set *set)
{
    const struct place_rect *area = &p->panel.area;
    for (int i = 0; i < p->lineup.n; i++)
        for (int k = 1; p->of[i] && k < p->of[i]->points; k++)
            label_avoid(set, panel_across(&p->panel, p->of[i]->time_h[k - 1]),
                        panel_down(&p->panel, p->of[i]->share[PROGRESS_MEDIAN][k - 1]),
                        panel_across(&p->panel, p->of[i]->time_h[k]),
                        panel_down(&p->panel, p->of[i]->share[PROGRESS_MEDIAN][k]));
    if (p->ends) {
        double x = panel_across(&p->panel, p->scenario->deadline_h);
        label_take(set, x - 8, area->top, x + 8, area->bottom);
    }
}

/* Beside the lines where all have room, else in rows below the panel. */
static bool progress_name_directly(struct progress_plot *p)
{
    const struct place_rect *area = &p->panel.area,
                            room = {area->left + 6, area->top + 8, area->right - 6, area->bottom - 8};
    struct label_set *set = label_set_new();
    double low = progress_course(p)->done;
    progress_avoid(p, set);
    for (int i = 0; i < p->lineup.n; i++) {
        double share = low + (1 - low) * (i + 1) / (p->lineup.n + 1),
               at_h = p->of[i] ? progress_hour_of(p->of[i], share) : INFINITY;
        bool sooner = at_h < progress_hour_of(progress_course(p), share);
        char *name = sheet_cut(p->lineup.row[i].name, STYLE_BOLD, 280);
        if (isfinite(at_h))
            label_add(set, p->canvas.sheet, panel_across(&p->panel, at_h), panel_down(&p->panel, share), name,
                      p->lineup.row[i].colour, STYLE_BOXED, sooner ? PLACE_ABOVE_LEFT : PLACE_BELOW_RIGHT, 16);
        free(name);
    }
    bool settled = label_settle(set, p->canvas.sheet, &room);
    label_set_free(set);
    return settled;
}

static void progress_name_below(struct progress_plot *p)
{
    double x = 47, y = p->panel.area.bottom + 56, room = fmin(560, 1190.0 / fmin(p->lineup.n, 4));
    for (int i = 0; i < p->lineup.n; i++, x += room) {
        char *name = sheet_cut(p->lineup.row[i].name, STYLE_SMALL, room - 40);
        if (i == 4) {
            x = 47;
            y += 22;
        }
        sheet_say(p->canvas.sheet, x, y, "", p->lineup.row[i].colour, STYLE_ROUND, SIDE_LEFT);
        sheet_say(p->canvas.sheet, x + 18, y, name, COLOUR_INK, STYLE_SMALL, SIDE_LEFT);
        free(name);
    }
}

/* On a terminal: a row for each of several plans, then one a milestone, the names last. */
static int progress_row_count(const struct progress_plot *p)
{
    int plans = p->lineup.n > 1 ? p->lineup.n : 0, milestones = progress_course(p)->milestones;
    return (plans < PROGRESS_ROWS ? plans : PROGRESS_ROWS) + (milestones < PROGRESS_ROWS ? milestones : PROGRESS_ROWS);
}

static void progress_say_rows(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    int row = (int)p->canvas.sheet->height - 1 - progress_row_count(p);
    for (int i = 0; p->lineup.n > 1 && i < p->lineup.n && i < PROGRESS_ROWS; i++) {
        char *line = mem_format("%c %s", "*#$%@&=*"[p->lineup.row[i].colour - 1], p -> lineup.row[i].name);
        sheet_say_row(p->canvas.sheet, row++, line);
        free(line);
    }
    for (int i = 0; i < c->milestones && i < PROGRESS_ROWS; i++) {
        struct text line = {0};
        char *detail = progress_detail(p, &c->milestone[i], false);
        text_addf(&line, "%s  ", detail);
        text_add_safe(&line, c->milestone[i].name);
        sheet_say_row(p->canvas.sheet, row++, line.at);
        text_release(&line);
        free(detail);
    }
}

/* ---- the frame ---- */

static void progress_head(struct progress_plot *p)
{
    const struct course *c = progress_course(p);
    struct text headline = {0}, subtitle = {0}, foot = {0}, more = {0};
    progress_words_headline(p->result, p->lineup.row[p->fan].plan->plan, p->lineup.n > 1, c, p->panel.x.max, &headline);
    text_add(&subtitle, _("Share of the work that is done for good"));
    char *name = sheet_cut(p->lineup.row[p->fan].name, STYLE_SUBTITLE, 400);
    if (p->lineup.n > 1)
        text_addf(&subtitle, _("  \xc2\xb7  fan: %s, the others by their medians"), name);
    else
        text_addf(&subtitle, "  \xc2\xb7  %s", p->lineup.row[p->fan].name);
    free(name);
    lineup_notes(&p->lineup, &subtitle);
    text_add(&more,
             p->canvas.sheet->medium == SHEET_TERM ? _("line: the median") : _("shades: 50% and 90% of the futures"));
    bool due = false;
    for (int m = 0; m < c->milestones; m++)
        due = due || p->scenario->milestone[m].by_h >= 0;
    if (p->canvas.sheet->medium != SHEET_TERM && c->milestones > 0)
        text_add(&more, due ? _(" \xc2\xb7 dots: P50, bars: P10 to P90, rings: due")
                            : _(" \xc2\xb7 dots: P50, bars: P10 to P90"));
    lineup_foot(&p->lineup, c->trials, more.at, &foot);
    sheet_head(p->canvas.sheet, headline.at, subtitle.at, foot.at);
    text_release(&headline);
    text_release(&subtitle);
    text_release(&foot);
    text_release(&more);
}

static void progress_set_area(struct progress_plot *p)
{
    struct sheet *sheet = p->canvas.sheet;
    const bool term = sheet->medium == SHEET_TERM;
    double margin = term ? 0 : progress_margin(p);
    p->panel.area = sheet->area;
    p->panel.area.left = term ? 0 : 39;
    p->panel.area.right = term ? 76 : margin > 0 ? 1240 - margin - 26 : 1215;
    p->panel.area.bottom = term ? sheet->height - 4 - progress_row_count(p) : p->lineup.n > 4 ? 580 : 602;
    p->panel.x_fixed = p->scenario->has_start;
    panel_set_ticks(&p->panel, sheet, 8, term ? 4 : 5);
    if (p->scenario->has_start)
        p->panel.x_fixed = when_ticks(p->scenario, &p->panel.x, 8, p->panel.area.right - p->panel.area.left,
                                      term ? 0 : 20, term ? 2 : 16);
    if (!p->panel.x_fixed)
        axis_ticks(&p->panel.x, 8, p->panel.area.right - p->panel.area.left, term ? 0 : 20, term ? 2 : 16, false);
}

static void progress_draw(struct progress_plot *p)
{
    const bool term = p->canvas.sheet->medium == SHEET_TERM;
    progress_set_axes(p);
    progress_head(p);
    progress_set_area(p);
    panel_frame(&p->panel, &p->canvas);
    progress_draw_dates(p);
    progress_draw_fan(p);
    if (term) {
        progress_say_rows(p);
    } else {
        progress_draw_milestones(p);
        progress_fill_margin(p);
        if (p->lineup.n > 1 && !progress_name_directly(p))
            progress_name_below(p);
    }
    canvas_end(&p->canvas);
}

int progress_plot_build(const struct chart_data *data, struct sheet *sheet, struct err *err)
{
    struct progress_plot p = {.canvas = canvas_on(sheet), .result = data->result, .scenario = data->result->scenario};
    int code = 0;
    lineup_init_by(&p.lineup, data->result, false, NULL);
    progress_gather(&p);
    if (p.fan >= 0)
        progress_draw(&p);
    else
        code = err_plain(err, ERR_INPUT, _("add milestones: {handover: 100%}, or progress"),
                         _("no plan that finishes is under way or has milestones"));
    for (int i = 0; i < p.lineup.n; i++)
        course_release(&p.own[i]);
    lineup_release(&p.lineup);
    return code;
}
