/* Reads tariffs and paints the minutes of a week in each month. */
#include "scenario/tariff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "scenario/hint.h"

enum { NOBODY = 255 };

struct painter {
    struct binder *binder;
    const struct wants *wants;
    struct tariff *tariff;
    int otherwise; /* period of the minutes left over; -1: none */
};

static int fault(const struct painter *p, const struct node *node, const char *hint, const char *what)
{
    char *own = hint_money(hint, p->binder->currency);
    int code = err_set(p->binder->err, ERR_INPUT, node->at, p->binder->key, own, "%s", what);
    free(own);
    return code;
}

/* ---- hours, days, months ---- */

/* "07:00", "7:30", "24:00": minutes since midnight, or -1; *text moves on. */
static int read_clock(const char **text)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return -1;
    long hours = strtol(*text, &end, 10);
    if (*end != ':' || !isdigit((unsigned char)end[1]) || !isdigit((unsigned char)end[2]))
        return -1;
    long minutes = 10 * (end[1] - '0') + (end[2] - '0');
    *text = end + 3;
    return hours > 24 || minutes > 59 || (hours == 24 && minutes > 0) ? -1 : (int)(60 * hours + minutes);
}

static bool read_hours(const char *text, int *from, int *to)
{
    *from = read_clock(&text);
    while (*text == ' ')
        text++;
    size_t dash = strncmp(text, "–", 3) == 0 ? 3 : *text == '-' ? 1 : strncmp(text, "to ", 3) == 0 ? 3 : 0;
    text += dash;
    while (*text == ' ')
        text++;
    *to = dash ? read_clock(&text) : -1;
    return *from >= 0 && *to >= 0 && *text == '\0' && *from < DAY_MINUTES && *from != *to;
}

/* The number of a name in a list of `n`, by its first three letters or whole; -1: none. */
static int find_name(const char *const *names, int n, const char *text, size_t length)
{
    for (int i = 0; i < n; i++)
        if ((length == 3 || length == strlen(names[i])) && strncasecmp(names[i], text, length) == 0)
            return i;
    return -1;
}

/* "Mon-Fri", "Sat, Sun", "Nov-Feb": adds to a set of bits; wrapping is allowed. */
static bool add_names(const char *text, const char *const *names, int n, unsigned *set)
{
    for (;;) {
        text += strspn(text, " ,");
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        int first = find_name(names, n, text, length), last = first;
        text += length;
        text += strspn(text, " ");
        if (*text == '-' || strncmp(text, "–", 3) == 0) {
            text += *text == '-' ? 1 : 3;
            text += strspn(text, " ");
            length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
            last = find_name(names, n, text, length);
            text += length;
            text += strspn(text, " ");
        }
        if (first < 0 || last < 0)
            return false;
        for (int i = first;; i = (i + 1) % n) {
            *set |= 1u << i;
            if (i == last)
                break;
        }
        if (*text == '\0')
            return true;
        if (*text != ',')
            return false;
    }
}

static int read_set(const struct painter *p, const struct node *node, bool days, unsigned *set)
{
    static const char *const day_names[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                            "Friday", "Saturday", "Sunday"};
    static const char *const month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                              "July",    "August",   "September", "October", "November", "December"};
    const char *const *names = days ? day_names : month_names;
    int n = days ? WEEKDAYS : MONTHS;
    const struct node *const one[] = {node};
    const struct node *const *items = node->kind == NODE_LIST ? (const struct node *const *)node->item : one;
    for (int i = 0; i < (node->kind == NODE_LIST ? node->n : 1); i++)
        if (items[i]->kind != NODE_SCALAR || !add_names(items[i]->text, names, n, set))
            return fault(p, items[i], days ? _("write Mon-Fri, or Sat, Sun") : _("write Jul-Sep, or Dec, Jan"),
                         days ? _("not a list of weekdays") : _("not a list of months"));
    return 0;
}

/* ---- painting ---- */

static int paint(const struct painter *p, const struct node *at, int period, int from, int to, unsigned days,
                 unsigned months)
{
    for (int month = 0; month < MONTHS; month++)
        for (int day = 0; day < WEEKDAYS; day++) {
            if (!(months >> month & 1 && days >> day & 1))
                continue;
            for (int m = 0; m < DAY_MINUTES; m++) {
                bool inside = from < to ? m >= from && m < to : m >= from || m < to;
                unsigned char *of = &p->tariff->of[month][day][m];
                if (!inside)
                    continue;
                if (*of != NOBODY)
                    return fault(p, at, _("give each hour one price"), _("two periods overlap"));
                *of = (unsigned char)period;
            }
        }
    return 0;
}

/* A price of its own; its place in the map is part of the identity of an unknown. */
static int read_price(struct painter *p, struct node *node, const char *name, struct slot *slot)
{
    struct input input;
    char *path = mem_format("%s.%s", p->binder->path, name);
    struct binder own = *p->binder;
    own.path = path;
    own.owner = node->owner ? node->owner : own.owner;
    int code = bind_value(&own, node, p->wants, &input);
    free(path);
    if (!code)
        *slot = input.kind == INPUT_ONCE ? input.once : (struct slot){0};
    return code;
}

static int add_period(struct painter *p, struct node *price, const char *name, int *period)
{
    if (p->tariff->periods == PERIODS_MOST)
        return fault(p, price, _("join periods of one price; 24 are enough for most tariffs"), _("too many periods"));
    *period = p->tariff->periods++;
    return read_price(p, price, name, &p->tariff->price[*period]);
}

static int read_demand(struct painter *p, struct node *node)
{
    static const struct wants wants = {.units = {"USD/kW-month"}, .zero = true, .draws = DRAWS_ONCE};
    struct painter own = *p;
    own.wants = &wants;
    return read_price(&own, node, "demand", &p->tariff->demand);
}

/* One entry of a map: hours, "otherwise", "price" or "demand". */
static int read_entry(struct painter *p, struct node *key, struct node *value)
{
    int from = 0, to = 0, period = 0, code;
    if (strcmp(key->text, "demand") == 0)
        return read_demand(p, value);
    bool rest = strcmp(key->text, "otherwise") == 0 || strcmp(key->text, "price") == 0;
    if (!rest && !read_hours(key->text, &from, &to))
        return fault(p, key, _("write {07:00-23:00: price, otherwise: price}"), _("not hours of a day"));
    if (rest && p->otherwise >= 0)
        return fault(p, key, _("keep one"), _("two prices for all other hours"));
    code = add_period(p, value, key->text, &period);
    if (code)
        return code;
    if (rest)
        p->otherwise = period;
    return rest ? 0 : paint(p, key, period, from, to, ~0u, ~0u);
}

/* One row of a list: {hours, days, months, price}, {otherwise: V} or {demand: V}. */
static int read_row(struct painter *p, struct node *row, int number)
{
    static const char *const known[] = {"hours", "days", "months", "price"};
    if (row->kind != NODE_MAP)
        return fault(p, row, _("write - {hours: 08:00-22:00, days: Mon-Fri, price: V}"), _("a period is a map"));
    if (row->n == 1 && !node_get(row, "price"))
        return read_entry(p, row->key[0], row->item[0]);
    for (int i = 0; i < row->n; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found = found || strcmp(row->key[i]->text, known[k]) == 0;
        if (!found)
            return fault(p, row->key[i], _("a period has hours, days, months and price"), _("unknown key of a period"));
    }
    struct node *hours = node_get(row, "hours"), *days = node_get(row, "days"), *months = node_get(row, "months");
    struct node *price = node_get(row, "price");
    unsigned day_set = days ? 0 : ~0u, month_set = months ? 0 : ~0u;
    int from = 0, to = DAY_MINUTES, period = 0, code = 0;
    if (!price)
        return fault(p, row, _("add price: 0.16 USD/kWh"), _("a period without a price"));
    if (hours && !(hours->kind == NODE_SCALAR && read_hours(hours->text, &from, &to)))
        return fault(p, hours, _("write hours: 08:00-22:00"), _("not hours of a day"));
    if (days)
        code = read_set(p, days, true, &day_set);
    if (!code && months)
        code = read_set(p, months, false, &month_set);
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    if (!code)
        code = add_period(p, price, name, &period);
    return code ? code : paint(p, row, period, from, to, day_set, month_set);
}

/* Gives what is left over to "otherwise". */
static int paint_rest(const struct painter *p, const struct node *node)
{
    static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    for (int month = 0; month < MONTHS; month++)
        for (int day = 0; day < WEEKDAYS; day++)
            for (int m = 0; m < DAY_MINUTES; m++) {
                unsigned char *of = &p->tariff->of[month][day][m];
                if (*of != NOBODY)
                    continue;
                if (p->otherwise < 0) {
                    char *what = mem_format(_("no price for %02d:%02d on a %s in month %d"), m / 60, m % 60, days[day],
                                            month + 1);
                    int code = fault(p, node, _("add otherwise: price"), what);
                    free(what);
                    return code;
                }
                *of = (unsigned char)p->otherwise;
            }
    return 0;
}

int tariff_read(struct binder *binder, struct node *node, const struct wants *wants, struct tariff **tariff)
{
    struct painter p = {binder, wants, mem_new(1, sizeof *p.tariff), -1};
    int code = 0;
    memset(p.tariff->of, NOBODY, sizeof p.tariff->of);
    if (node->kind == NODE_SCALAR)
        code = add_period(&p, node, "price", &p.otherwise);
    for (int i = 0; !code && node->kind != NODE_SCALAR && i < node->n; i++)
        code = node->kind == NODE_MAP ? read_entry(&p, node->key[i], node->item[i]) : read_row(&p, node->item[i], i);
    if (!code)
        code = paint_rest(&p, node);
    if (code)
        free(p.tariff);
    else
        *tariff = p.tariff;
    return code;
}
