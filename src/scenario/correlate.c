/* Reads correlations and factors their matrix. */
#include "scenario/correlate.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int fault(const struct node *at, const char *hint, const char *what, struct err *err)
{
    return err_set(err, ERR_INPUT, at->at, "correlate", hint, "%s", what);
}

struct reader {
    struct scenario *s;
    double (*matrix)[COPULA_MOST];
    bool changed; /* by --set or --plan: an unknown may be gone */
    bool gone;    /* one of the last entry is */
    struct err *err;
};

/* "price", or "spot: price"; -1 where a change has taken it. */
static int find_unknown(const struct reader *r, const struct node *name, int *unknown)
{
    const struct scenario *s = r->s;
    struct err *err = r->err;
    int found = 0;
    for (int i = 0; name->kind == NODE_SCALAR && i < s->unknowns.n; i++) {
        const struct unknown *u = &s->unknowns.of[i];
        char *full = mem_format("%s: %s", u->owner, u->path);
        if (strcmp(u->path, name->text) == 0 || strcmp(full, name->text) == 0) {
            *unknown = i;
            found++;
        }
        free(full);
    }
    if (found == 1)
        return 0;
    *unknown = -1;
    if (found == 0 && r->changed && name->kind == NODE_SCALAR) {
        err_warn(err, name->at, "correlate", NULL, _("no unknown of this path here: its correlations are left out"));
        return 0;
    }
    return found ? fault(name, _("write \"OWNER: key\", as \"runodds trace\" names it"),
                         _("several unknowns have this path"), err)
                 : fault(name, _("\"runodds trace\" lists the unknowns; only ranges and laws are some"),
                         _("no unknown of this path"), err);
}

/* The row of an unknown in the copula, added if it is new; -1: too many. */
static int row_of(struct copula *c, int unknown)
{
    for (int i = 0; i < c->n; i++)
        if (c->of[i] == unknown)
            return i;
    if (c->n == COPULA_MOST)
        return -1;
    c->of = mem_grow(c->of, (size_t)c->n + 1, sizeof *c->of);
    c->of[c->n] = unknown;
    return c->n++;
}

/* "80%", "-0.5": a rank correlation. */
static bool read_rank(const struct node *node, double *rank)
{
    const char *text = node && node->kind == NODE_SCALAR ? node->text : "";
    bool negative = text[0] == '-', percent = text[0] && text[strlen(text) - 1] == '%';
    const char *digits = text + negative;
    char *number = mem_copy_n(digits, strlen(digits) - (percent && digits[0] ? 1 : 0));
    bool good = digits[0] != '-' && digits[0] != '+' && text_whole_number(number, rank);
    free(number);
    *rank *= (negative ? -1.0 : 1.0) * (percent ? 0.01 : 1.0);
    return good && fabs(*rank) < 1.0;
}

/* Pearson's correlation of normal scores whose rank correlation is rho: 2 sin(pi rho / 6) (K. Pearson, 1907). */
static double score_correlation(double rho)
{
    return 2.0 * sin(3.14159265358979323846 * rho / 6.0);
}

static int check_keys(const struct node *entry, struct err *err)
{
    static const char *const keys[] = {"between", "rank", NULL};
    for (int i = 0; i < entry->n; i++) {
        const char *key = entry->key[i]->text;
        const char *near = text_near(key, keys);
        if (strcmp(key, keys[0]) == 0 || strcmp(key, keys[1]) == 0)
            continue;
        char *hint = near ? mem_format(_("did you mean \"%s\"?"), near) : mem_copy(_("it has between and rank"));
        char *what = mem_format(_("unknown key \"%s\""), key);
        int code = fault(entry->key[i], hint, what, err);
        free(hint);
        free(what);
        return code;
    }
    return 0;
}

static int read_entry(struct reader *r, const struct node *entry)
{
    struct node *between = entry->kind == NODE_MAP ? node_get(entry, "between") : NULL;
    double rank = 0.0;
    int row[2], unknown[2] = {0, 0};
    int code = entry->kind == NODE_MAP ? check_keys(entry, r->err) : 0;
    if (!code &&
        (!between || between->kind != NODE_LIST || between->n != 2 || !read_rank(node_get(entry, "rank"), &rank)))
        code = fault(entry, _("write {between: [price, work.efficiency], rank: 80%}"),
                     _("a correlation has two unknowns and a rank below 100%"), r->err);
    for (int k = 0; k < 2 && !code; k++)
        code = find_unknown(r, between->item[k], &unknown[k]);
    r->gone = !code && (unknown[0] < 0 || unknown[1] < 0);
    if (code || r->gone)
        return code;
    if (unknown[0] == unknown[1])
        return fault(entry, _("name two unknowns"), _("an unknown cannot be correlated with itself"), r->err);
    for (int k = 0; k < 2; k++) {
        row[k] = row_of(&r->s->unknowns.copula, unknown[k]);
        if (row[k] < 0)
            return fault(entry, NULL, _("too many correlated unknowns"), r->err);
    }
    if (r->matrix[row[0]][row[1]] != 0.0)
        return fault(entry, _("keep one of them"), _("this pair has a correlation already"), r->err);
    r->matrix[row[0]][row[1]] = r->matrix[row[1]][row[0]] = score_correlation(rank);
    return 0;
}

/* So that the effective scenario can be read again. */
static void drop(struct node *list, int i)
{
    node_free(list->item[i]);
    list->n--;
    memmove(&list->item[i], &list->item[i + 1], (size_t)(list->n - i) * sizeof *list->item);
}

int correlate_read(struct scenario *s, struct node *list, bool changed, struct err *err)
{
    double(*matrix)[COPULA_MOST] = mem_new(COPULA_MOST, sizeof *matrix);
    struct reader reader = {s, matrix, changed, false, err};
    struct copula *c = &s->unknowns.copula;
    int code = list->kind == NODE_LIST
                   ? 0
                   : fault(list, _("write correlate: [{between: [price, work.efficiency], rank: 80%}]"),
                           _("a list of correlations is expected"), err);
    for (int i = 0; i < list->n && !code; i += !reader.gone) {
        code = read_entry(&reader, list->item[i]);
        if (reader.gone)
            drop(list, i);
    }
    if (!code && c->n > 0) {
        gsl_matrix *m = gsl_matrix_alloc((size_t)c->n, (size_t)c->n);
        for (int i = 0; i < c->n; i++)
            for (int k = 0; k < c->n; k++)
                gsl_matrix_set(m, (size_t)i, (size_t)k, i == k ? 1.0 : matrix[i][k]);
        if (gsl_linalg_cholesky_decomp1(m) != GSL_SUCCESS)
            code = fault(list, _("make them smaller: no such unknowns exist"),
                         _("the correlations contradict each other"), err);
        c->lower = mem_new((size_t)(c->n * c->n), sizeof *c->lower);
        for (int i = 0; i < c->n && !code; i++)
            for (int k = 0; k <= i; k++)
                c->lower[i * c->n + k] = gsl_matrix_get(m, (size_t)i, (size_t)k);
        gsl_matrix_free(m);
    }
    free(matrix);
    return code;
}
