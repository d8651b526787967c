/* Columns of CSV files that values name. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/text.h"
#include "scenario/bind.h"

/* Hours by the ending of a column's name; 0: none of them. */
static double suffix_factor(const char *name)
{
    static const struct {
        const char *ending;
        double factor;
    } endings[] = {{"_s", 1.0 / 3600.0}, {"_min", 1.0 / 60.0}, {"_h", 1.0}};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(name), m = strlen(endings[i].ending);
        if (n > m && strcmp(name + n - m, endings[i].ending) == 0)
            return endings[i].factor;
    }
    return 0.0;
}

static int choose_column(struct binder *b, const struct expr *call, const struct csv *csv, int *column)
{
    struct text names = {0};
    for (int i = 0; i < csv->columns; i++)
        text_addf(&names, "%s%s", i ? ", " : "", csv->name[i]);
    *column = call->args > 1 ? csv_column(csv, call->arg_text[1]) : csv->columns == 1 ? 0 : -1;
    int code = 0;
    if (*column < 0) {
        char *hint = mem_format(_("its columns: %s"), names.at ? names.at : "");
        struct place at = {.source = &csv->source, .line = 1, .col = 1};
        code = err_set(b->err, ERR_INPUT, at, b->key, hint,
                       call->args > 1 ? _("no column \"%s\" in \"%s\"") : _("name the column%.0s of \"%s\""),
                       call->args > 1 ? call->arg_text[1] : "", csv->source.name);
        free(hint);
    }
    text_release(&names);
    return code;
}

static int read_cell(struct binder *b, const struct csv *csv, size_t row, int column, double factor, double *x)
{
    const char *cell = csv->cell[row * (size_t)csv->columns + (size_t)column];
    struct expr *e = NULL;
    if (text_whole_number(cell, x)) {
        *x *= factor;
    } else if (csv->quoted[row * (size_t)csv->columns + (size_t)column]) {
        struct unit unit;
        struct wants wants = {.units = {"h"}, .bare = true, .zero = true};
        struct node node = {.kind = NODE_SCALAR, .at = csv_place(csv, row), .text = (char *)(uintptr_t)cell};
        int code = expr_read(cell, node.at, b->key, &e, b->err);
        if (!code && e->kind != EXPR_QUANTITY)
            code = err_set(b->err, ERR_INPUT, node.at, b->key, NULL, _("\"%s\" is not one number"), cell);
        if (!code && !e->low.has_unit)
            *x = e->low.x * factor;
        else if (!code)
            code = bind_quantity(b, &node, NULL, &e->low, &wants, x, &unit);
        expr_free(e);
        if (code)
            return code;
    } else {
        return err_set(b->err, ERR_INPUT, csv_place(csv, row), b->key, _("every cell of the column must be a number"),
                       cell[0] ? _("\"%s\" is not a number") : _("an empty cell%s"), cell);
    }
    if (*x < 0.0)
        return err_set(b->err, ERR_INPUT, csv_place(csv, row), b->key, NULL, _("\"%s\" is negative"), cell);
    return 0;
}

/* All cells of a column times factor; NULL after a fault. */
static double *read_column(struct binder *b, const struct csv *csv, int column, double factor)
{
    double *x = mem_new(csv->rows, sizeof *x);
    bool good = true;
    for (size_t i = 0; i < csv->rows; i++)
        good = read_cell(b, csv, i, column, factor, &x[i]) == 0 && good;
    if (good)
        return x;
    free(x);
    return NULL;
}

static int open_csv(struct binder *b, const struct node *node, const struct expr *call, struct csv *csv)
{
    if (call->args < 1 || call->args > 2 || call->arg_name[0] || call->arg[0])
        return err_set(b->err, ERR_INPUT, node->at, b->key,
                       _("write the name of a CSV file and, after a comma, a column"), _("wrong arguments of %s(...)"),
                       call->name);
    char *path = file_beside(node->at.source ? node->at.source->path : NULL, call->arg_text[0]);
    int code = csv_read(path, node->at, csv, b->err);
    free(path);
    return code;
}

/* What one of a column counts, in base units: by the unit after the call, or hours by the ending of its name; 0:
 * unknown. */
static int column_factor(struct binder *b, const struct node *node, const struct expr *call, const struct wants *wants,
                         const char *name, double *factor, struct unit *unit)
{
    static const struct unit hour = {.factor = 1.0, .dim = {[DIM_TIME] = 1}};
    struct unit wanted = unit_known(wants->units[0]);
    *unit = wanted;
    if (call->unit.has_unit)
        return bind_quantity(b, node, call, &call->unit, wants, factor, unit);
    *factor = unit_same_dim(&wanted, &hour) ? suffix_factor(name) : 0.0;
    return 0;
}

int bind_column(struct binder *b, const struct node *node, const struct expr *call, const struct wants *wants,
                double **x, size_t *n, struct unit *unit)
{
    struct csv csv = {0};
    double factor = 0.0;
    int column = 0, code = open_csv(b, node, call, &csv);
    if (!code)
        code = choose_column(b, call, &csv, &column);
    if (!code)
        code = column_factor(b, node, call, wants, csv.name[column], &factor, unit);
    if (!code && factor == 0.0)
        code = err_set(b->err, ERR_INPUT, (struct place){.source = &csv.source, .line = 1, .col = 1}, b->key,
                       _("end the name of a column of times in _s, _min or _h, or write a unit after the parenthesis"),
                       _("the unit of column \"%s\" is unknown"), csv.name[column]);
    *n = code ? 0 : csv.rows;
    *x = code ? NULL : read_column(b, &csv, column, factor);
    csv_release(&csv);
    return *x ? 0 : ERR_INPUT;
}

int bind_measured(struct binder *b, const struct node *node, const struct expr *call, double **cards, double **speed,
                  size_t *n)
{
    struct csv csv = {0};
    int column = 1, code = open_csv(b, node, call, &csv);
    if (!code && (call->args > 1 || csv.columns != 2))
        code = choose_column(b, call, &csv, &column);
    if (!code && csv.columns < 2)
        code = err_set(b->err, ERR_INPUT, node->at, b->key, _("the first column counts cards, the next is the speed"),
                       _("\"%s\" has one column only"), csv.source.name);
    *n = code ? 0 : csv.rows;
    *cards = code ? NULL : read_column(b, &csv, column == 0 ? 1 : 0, 1.0);
    *speed = code ? NULL : read_column(b, &csv, column, 1.0);
    csv_release(&csv);
    return *cards && *speed ? 0 : ERR_INPUT;
}
