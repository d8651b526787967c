/* Reads price paths and integrates them. */
#include "scenario/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/text.h"
#include "scenario/date.h"

static struct price_path *new_path(size_t n)
{
    struct price_path *path = mem_new(1, sizeof *path + 3 * n * sizeof(double));
    path->n = n;
    path->at_h = (double *)(path + 1);
    path->price = path->at_h + n;
    path->sum = path->price + n;
    return path;
}

static void add_up(struct price_path *path)
{
    for (size_t i = 1; i < path->n; i++)
        path->sum[i] = path->sum[i - 1] + path->price[i - 1] * (path->at_h[i] - path->at_h[i - 1]);
}

double path_integral(const struct price_path *path, double x)
{
    size_t low = 0, high = path->n;
    if (x <= path->at_h[0])
        return path->price[0] * (x - path->at_h[0]);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (path->at_h[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return path->sum[low] + path->price[low] * (x - path->at_h[low]);
}

static int fault(struct binder *b, struct place at, const char *hint, const char *what)
{
    return err_set(b->err, ERR_INPUT, at, b->key, hint, "%s", what);
}

/* Row i of the path: hours must rise, prices must not be 0 (a missing price is not a free one). */
static int put_row(struct binder *b, struct price_path *path, size_t i, double at_h, double price, struct place at)
{
    path->at_h[i] = at_h;
    path->price[i] = price;
    if (i > 0 && !(at_h > path->at_h[i - 1]))
        return fault(b, at, _("sort the rows by time, each moment once"), _("the times of a price path must rise"));
    if (!(price > 0.0))
        return fault(b, at, _("leave the row out if the price is missing"), _("a price of 0 has no meaning here"));
    return 0;
}

/* ---- from a CSV ---- */

static int column_of(struct binder *b, const struct csv *csv, const char *const *names, int *column)
{
    for (int i = 0; names[i]; i++)
        if ((*column = csv_column(csv, names[i])) >= 0)
            return 0;
    return err_set(b->err, ERR_INPUT, (struct place){.source = &csv->source, .line = 1, .col = 1}, b->key,
                   _("name the columns time_h (or time, with dates) and price"), _("no column \"%s\""), names[0]);
}

static int read_time(struct binder *b, const struct csv *csv, size_t row, int column, double start_h, double *x)
{
    const char *cell = csv->cell[row * (size_t)csv->columns + (size_t)column];
    double moment_h;
    int offset_min = b->offset_min;
    bool has_time, has_offset;
    if (text_whole_number(cell, x))
        return 0;
    if (!date_read(cell, &moment_h, &offset_min, &has_time, &has_offset))
        return fault(b, csv_place(csv, row), _("write hours, or moments such as 2026-07-01T09:00Z"),
                     _("neither hours nor a moment"));
    if (isnan(start_h))
        return fault(b, csv_place(csv, row), _("give start, or count hours in a column time_h"),
                     _("moments in a price path need a start"));
    *x = moment_h - start_h;
    return 0;
}

static int read_csv(struct binder *b, const struct node *name, double factor, double start_h, struct price_path **path)
{
    static const char *const times[] = {"time_h", "time", NULL}, *const prices[] = {"price", NULL};
    struct csv csv = {0};
    char *file = file_beside(name->at.source ? name->at.source->path : NULL, name->text);
    int code = csv_read(file, name->at, &csv, b->err), time = 0, price = 0;
    free(file);
    if (!code)
        code = column_of(b, &csv, times, &time);
    if (!code)
        code = column_of(b, &csv, prices, &price);
    struct price_path *p = new_path(csv.rows + 1);
    p->n = csv.rows;
    for (size_t i = 0; !code && i < csv.rows; i++) {
        double at_h = 0.0, x = 0.0;
        code = read_time(b, &csv, i, time, start_h, &at_h);
        if (!code && !text_whole_number(csv.cell[i * (size_t)csv.columns + (size_t)price], &x))
            code = fault(b, csv_place(&csv, i), _("every cell of the column must be a number"), _("not a number"));
        if (!code)
            code = put_row(b, p, i, at_h, x * factor, csv_place(&csv, i));
    }
    csv_release(&csv);
    if (code)
        free(p);
    else
        *path = p;
    return code;
}

/* ---- from a map {0 h: V, 24 h: V} ---- */

static int read_map(struct binder *b, struct node *rows, const struct wants *wants, struct price_path **path)
{
    static const struct wants hours = {.units = {"h"}, .zero = true, .draws = DRAWS_CONSTANT};
    struct price_path *p = new_path((size_t)rows->n + 1);
    int code = rows->n ? 0 : fault(b, rows->at, _("write {0 h: price, 24 h: price}"), _("an empty price path"));
    p->n = (size_t)rows->n;
    for (int i = 0; !code && i < rows->n; i++) {
        struct input at = {0}, value = {0};
        code = bind_value(b, rows->key[i], &hours, &at);
        if (!code)
            code = bind_value(b, rows->item[i], wants, &value);
        if (!code)
            code = put_row(b, p, (size_t)i, at.once.x, value.once.x, rows->item[i]->at);
        if (!code && (value.kind != INPUT_ONCE || value.once.unknown > 0))
            code = fault(b, rows->item[i]->at, _("write one plain number"), _("a row of a path cannot be uncertain"));
        p->times = value.once.times;
        bool per_node = value.unit.dim[DIM_NODE] != 0;
        if (!code && i > 0 && per_node != p->per_node)
            code = fault(b, rows->item[i]->at, _("count all prices by card, or all by node"),
                         _("the prices of a path count in different units"));
        p->per_node = per_node;
    }
    if (code)
        free(p);
    else
        *path = p;
    return code;
}

/* The node of a file becomes a map of its rows. */
static void spell_out(struct node *map, const struct price_path *path, const char *unit)
{
    struct node *old = node_get(map, "path"), *rows = node_map(old->at, old->owner);
    char number[TEXT_NUMBER_ROOM];
    for (size_t i = 0; i < path->n; i++) {
        char *at = mem_format("%s h", text_shortest(path->at_h[i], number));
        char *price = mem_format("%s %s", text_shortest(path->price[i], number), unit);
        node_add(rows, node_scalar(at, old->at, old->owner), node_scalar(price, old->at, old->owner));
        free(at);
        free(price);
    }
    node_put(map, "path", rows);
}

enum { ROWS_SHOWN = 20000 };

int path_read(struct binder *b, struct node *node, const struct wants *wants, double start_h, struct price_path **path)
{
    struct node *rows = node_get(node, "path"), *unit = node_get(node, "unit");
    double factor = 1.0;
    int times = 0;
    struct unit counted = unit_known(wants->units[0]);
    int code = 0;
    if (unit && unit->kind == NODE_SCALAR) {
        struct node one = *unit;
        struct input input;
        one.text = mem_format("1 %s", unit->text);
        code = bind_value(b, &one, wants, &input);
        free(one.text);
        factor = code ? 1.0 : input.once.x;
        times = input.once.times;
        counted = input.unit;
    }
    if (!code && rows->kind == NODE_MAP)
        code = read_map(b, rows, wants, path);
    else if (!code && rows->kind == NODE_SCALAR)
        code = read_csv(b, rows, factor, start_h, path);
    else if (!code)
        code =
            fault(b, rows->at, _("write path: prices.csv, or path: {0 h: price, 24 h: price}"), _("not a price path"));
    if (!code && rows->kind == NODE_SCALAR) {
        (*path)->per_node = counted.dim[DIM_NODE] != 0;
        (*path)->times = times;
        if ((*path)->n <= ROWS_SHOWN) {
            const char *sign = strcmp(counted.currency, "$") == 0 ? "USD" : counted.currency;
            char *own =
                mem_format("%s/%s", times > 0 ? sign : b->currency, (*path)->per_node ? "node-hour" : "GPU-hour");
            spell_out(node, *path, own);
            free(own);
        }
    }
    if (!code)
        add_up(*path);
    return code;
}
