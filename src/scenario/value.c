/* Reads values: a hand-written descent over one line of text, with the cure for each common slip. */
#include "scenario/value.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/law.h"
#include "base/text.h"

struct parser {
    const char *text;
    size_t at;
    struct place place;
    const char *key;
    struct err *err;
};

struct place expr_place(struct place at, const char *text, int offset, int length)
{
    if (!at.source)
        return at;
    int characters = 0, width = 0;
    for (int i = 0; text[i] && i < offset + length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80) {
            characters += i < offset;
            width += i >= offset;
        }
    at.col += characters;
    at.width = width;
    return at;
}

static int fault(const struct parser *p, size_t from, size_t length, const char *hint, const char *what)
{
    enum { SHOWN = 60 };
    char *part = length > SHOWN ? mem_format("%.*s...", SHOWN, p->text + from) : mem_copy_n(p->text + from, length);
    struct place place = expr_place(p->place, p->text, (int)from, (int)length);
    int code = length > 0 ? err_set(p->err, ERR_INPUT, place, p->key, hint, _("%s \"%s\""), what, part)
                          : err_set(p->err, ERR_INPUT, place, p->key, hint, "%s", what);
    free(part);
    return code;
}

static void skip(struct parser *p)
{
    p->at += strspn(p->text + p->at, " \t\n");
}

static size_t token_length(const char *text)
{
    size_t n = strcspn(text, " \t\n,()=");
    return n > 0 ? n : text[0] != '\0';
}

/* "to" as a word of its own. */
static bool at_to(const struct parser *p)
{
    const char *s = p->text + p->at;
    return s[0] == 't' && s[1] == 'o' && (s[2] == ' ' || s[2] == '\t' || s[2] == '\n' || s[2] == '$');
}

/* Slurm's clock times: [days-]hours:minutes:seconds and minutes:seconds, seconds with a fraction. */
static size_t read_clock(const char *text, double *hours)
{
    double part[3], days = 0.0, number;
    size_t at = 0;
    int parts = 0;
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && text[digits] == '-' && isdigit((unsigned char)text[digits + 1]) && strchr(text + digits, ':')) {
        text_number(text, false, &days);
        at = digits + 1;
    }
    while (parts < 3 && isdigit((unsigned char)text[at])) {
        size_t n = text_number(text + at, false, &number);
        part[parts++] = number;
        at += n;
        if (text[at] != ':')
            break;
        at++;
    }
    if (parts < 2 || (days > 0.0 && parts < 3) || part[parts - 1] >= 60.0 || (parts == 3 && part[1] >= 60.0))
        return 0;
    *hours = days * 24.0;
    *hours += parts == 3 ? part[0] + part[1] / 60.0 + part[2] / 3600.0 : part[0] / 60.0 + part[1] / 3600.0;
    return at;
}

/* "35%~70%", "35-70%", "5~7 min": a range spelled another way. The other end, or NULL. */
static const char *other_end(const char *rest)
{
    static const char *const marks[] = {"~", "-", "～", "–", "—"};
    rest += *rest == '%';
    rest += strspn(rest, " ");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t n = strlen(marks[i]);
        if (strncmp(rest, marks[i], n) != 0)
            continue;
        rest += n + strspn(rest + n, " $");
        return isdigit((unsigned char)rest[0]) ? rest : NULL;
    }
    return NULL;
}

/* Its cure: both ends with the unit of the second. */
static int bad_range(const struct parser *p, size_t start, const char *other)
{
    double ignored;
    size_t digits = text_number(other, true, &ignored);
    size_t end = digits + strcspn(other + digits, ",()");
    char *hint = mem_format(_("write \"%.*s%.*s to %.*s\""), (int)(p->at - start), p->text + start, (int)(end - digits),
                            other + digits, (int)end, other);
    int code = fault(p, start, strcspn(p->text + start, ",()"), hint, _("a range is written with \"to\":"));
    free(hint);
    return code;
}

static int bad_number(const struct parser *p, size_t start)
{
    size_t n = token_length(p->text + start);
    char *word = mem_copy_n(p->text + start, n);
    const char *hint =
        N_("write a number and its unit, such as \"45 min\", a range \"a to b\", or a law such as \"lognormal(...)\"");
    static const char *const off[] = {"off", "no", "false", "never", "null", "nil"};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        hint = strcasecmp(word, off[i]) == 0 ? N_("write \"none\" to switch it off") : hint;
    if (strcmp(word, "to") == 0)
        hint = N_("a range has a number on either side: \"5 min to 40 min\"");
    free(word);
    return fault(p, start, n, _(hint), n ? _("expected a number, found") : _("expected a number"));
}

/* "1.5 million CNY": the words of multiples, which are letters here. A hint that the caller frees, or NULL. */
static char *multiple(const char *word, const char *rest, double x)
{
    static const struct {
        const char *name, *letter;
    } words[] = {{"thousand", "K"}, {"million", "M"}, {"mio", "M"},      {"mln", "M"},
                 {"billion", "B"},  {"bn", "B"},      {"trillion", "T"}, {"millions", "M"}};
    char number[TEXT_NUMBER_ROOM];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcasecmp(word, words[i].name) != 0)
            continue;
        rest += strspn(rest, " ");
        size_t unit = strcspn(rest, " \t\n,()=");
        char *better =
            mem_format("%s%s%s%.*s", text_shortest(x, number), words[i].letter, unit > 0 ? " " : "", (int)unit, rest);
        char *hint = mem_format(_("did you mean \"%s\"?"), better);
        free(better);
        return hint;
    }
    return NULL;
}

static int read_unit(struct parser *p, struct quantity *q)
{
    struct unit unit;
    size_t start = p->at;
    skip(p);
    if (at_to(p)) {
        p->at = start;
        return 0;
    }
    if (strncmp(p->text + p->at, "m", 1) == 0 && !isalpha((unsigned char)p->text[p->at + 1]))
        return fault(p, p->at, 1, _("write min or months"), _("is that minutes or months?"));
    long n = unit_read(p->text + p->at, &unit);
    if (n == 0) {
        p->at = start;
        return 0;
    }
    if (n < 0) {
        size_t bad = p->at + (size_t)(-1 - n), length = strcspn(p->text + bad, " \t,()/-=");
        char *word = mem_copy_n(p->text + bad, length);
        const char *near = unit_near(word);
        char *hint = multiple(word, p->text + bad + length, q->x);
        if (!hint)
            hint = near ? mem_format(_("did you mean \"%s\"?"), near)
                        : mem_copy(
                              _("units are words such as s, min, h, days, USD, GPU, node, GB, kWh, joined by - and /"));
        int code = fault(p, bad, length, hint, length ? _("unknown unit") : _("a unit is missing"));
        free(word);
        free(hint);
        return code;
    }
    q->unit = q->has_unit ? unit_times(q->unit, unit) : unit;
    q->has_unit = true;
    p->at += (size_t)n;
    return 0;
}

/* [symbol] number [multiplier] [unit] */
static int read_quantity(struct parser *p, bool commas, struct quantity *q)
{
    *q = (struct quantity){.unit = unit_one()};
    skip(p);
    size_t start = p->at, n;
    bool minus = p->text[p->at] == '-' && p->text[p->at + 1] != ' ';
    if (minus)
        p->at++;
    size_t symbol = unit_symbol(p->text + p->at, &q->unit);
    q->has_unit = symbol > 0;
    p->at += symbol;
    skip(p);
    double hours;
    if (!symbol && (n = read_clock(p->text + p->at, &hours)) > 0) {
        q->x = hours;
        q->unit = unit_known("h");
        q->has_unit = true;
        p->at += n;
        return 0;
    }
    n = text_number(p->text + p->at, commas, &q->x);
    if (n == 0)
        return bad_number(p, start);
    p->at += n;
    if (minus)
        q->x = -q->x;
    const char *rest = p->text + p->at;
    if (rest[0] == ',' && isdigit((unsigned char)rest[1]))
        return fault(p, start, p->at - start + token_length(rest + 1) + 1,
                     commas ? _("write a decimal point, and thousands commas in groups of three: 1.5, 50,000")
                            : _("inside ( ) a comma separates arguments: write 50000 or 50K"),
                     _("a comma in the number"));
    const char *other = other_end(rest);
    if (other)
        return bad_range(p, start, other);
    size_t before = p->at;
    skip(p);
    double multiplier;
    n = at_to(p) ? 0 : unit_multiplier(p->text + p->at, &multiplier);
    if (n > 0) {
        q->x *= multiplier;
        p->at += n;
    } else {
        p->at = before;
    }
    if (n == 0 && (isalpha((unsigned char)rest[0]) && (rest[0] == 'x' || rest[0] == 'X')))
        return fault(p, start, token_length(p->text + start), _("write plain decimal numbers"), _("not a number"));
    return read_unit(p, q);
}

/* A unit that only one end names serves both; "$2 to $3/GPU-hour" names the money twice. */
static void share_unit(struct quantity *low, struct quantity *high)
{
    if (!high->has_unit)
        return;
    bool only_money = low->has_unit && low->unit.dim[DIM_MONEY] == 1 && high->unit.dim[DIM_MONEY] == 1 &&
                      strcmp(low->unit.currency, high->unit.currency) == 0;
    for (int i = 0; i < DIM_COUNT && only_money; i++)
        only_money = i == DIM_MONEY || low->unit.dim[i] == 0;
    if (!low->has_unit || only_money) {
        low->unit = high->unit;
        low->has_unit = true;
    }
}

static int read_expr(struct parser *p, bool inside, struct expr **out);

static void add_arg(struct expr *e, char *name, struct expr *arg, char *text)
{
    size_t n = (size_t)e->args + 1;
    e->arg_name = mem_grow(e->arg_name, n, sizeof *e->arg_name);
    e->arg = mem_grow(e->arg, n, sizeof(struct expr *));
    e->arg_text = mem_grow(e->arg_text, n, sizeof *e->arg_text);
    e->arg_name[e->args] = name;
    e->arg[e->args] = arg;
    e->arg_text[e->args++] = text;
}

/* A file name or a column: anything up to a comma or the closing parenthesis, when it does not begin as a value does.
 */
static bool plain_word(const struct parser *p, const struct expr *call)
{
    if (strcmp(call->name, "empirical") != 0 && strcmp(call->name, "measured") != 0)
        return false;
    const char *s = p->text + p->at;
    double number;
    struct unit unit;
    size_t n = strcspn(s, ",)");
    bool file = n > 4 && strncmp(s + n - 4, ".csv", 4) == 0;
    return file || (text_number(s, false, &number) == 0 && unit_symbol(s, &unit) == 0);
}

static int read_arg(struct parser *p, struct expr *call)
{
    skip(p);
    size_t start = p->at, word = 0;
    while (isalnum((unsigned char)p->text[p->at + word]) || p->text[p->at + word] == '_')
        word++;
    size_t after = p->at + word + strspn(p->text + p->at + word, " ");
    char *name = NULL;
    if (word > 0 && p->text[after] == '=') {
        name = mem_copy_n(p->text + p->at, word);
        p->at = after + 1;
        skip(p);
    }
    struct expr *arg = NULL;
    size_t from = p->at;
    if (!name && plain_word(p, call)) {
        p->at += strcspn(p->text + p->at, ",)");
    } else if (read_expr(p, true, &arg)) {
        free(name);
        return ERR_INPUT;
    }
    size_t length = p->at - from;
    while (length > 0 && p->text[from + length - 1] == ' ')
        length--;
    if (length == 0) {
        free(name);
        return fault(p, start, 0, _("write a value between the commas"), _("an argument is empty"));
    }
    add_arg(call, name, arg, mem_copy_n(p->text + from, length));
    return 0;
}

static int read_call(struct parser *p, size_t word, struct expr *e)
{
    e->kind = EXPR_CALL;
    e->name = mem_copy_n(p->text + p->at, word);
    for (char *c = e->name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    size_t open = p->at + word;
    open += strspn(p->text + open, " ");
    p->at = open + 1;
    skip(p);
    while (p->text[p->at] != ')') {
        if (e->args > 0) {
            if (p->text[p->at] != ',')
                return fault(p, open, p->text[p->at] ? p->at + 1 - open : p->at - open,
                             _("separate arguments by commas and close the parenthesis"),
                             _("unbalanced parenthesis in"));
            p->at++;
        }
        if (e->args >= EXPR_ARGS)
            return fault(p, open, 0, NULL, _("too many arguments"));
        if (p->text[p->at] == '\0')
            return fault(p, open, p->at - open, _("close it with )"), _("unbalanced parenthesis in"));
        int code = read_arg(p, e);
        if (code)
            return code;
        skip(p);
    }
    p->at++;
    e->unit = (struct quantity){.x = 1.0, .unit = unit_one()};
    return read_unit(p, &e->unit);
}

static size_t call_word(const struct parser *p)
{
    size_t n = 0;
    while (isalpha((unsigned char)p->text[p->at + n]) || p->text[p->at + n] == '_' || p->text[p->at + n] == '-')
        n++;
    return n > 0 && p->text[p->at + n + strspn(p->text + p->at + n, " ")] == '(' ? n : 0;
}

static int read_expr(struct parser *p, bool inside, struct expr **out)
{
    struct expr *e = mem_new(1, sizeof *e);
    int code = 0;
    skip(p);
    e->offset = (int)p->at;
    size_t word = call_word(p);
    if (word > 0) {
        code = read_call(p, word, e);
    } else {
        e->kind = EXPR_QUANTITY;
        code = read_quantity(p, !inside, &e->low);
        size_t before = p->at;
        skip(p);
        if (!code && at_to(p)) {
            p->at += 2;
            e->kind = EXPR_RANGE;
            code = read_quantity(p, !inside, &e->high);
            share_unit(&e->low, &e->high);
        } else {
            p->at = before;
        }
    }
    e->length = (int)p->at - e->offset;
    if (code) {
        expr_free(e);
        return code;
    }
    *out = e;
    return 0;
}

int expr_read(const char *text, struct place at, const char *key, struct expr **expr, struct err *err)
{
    struct parser p = {.text = text, .place = at, .key = key, .err = err};
    *expr = NULL;
    skip(&p);
    if (text[p.at] == '\0')
        return err_set(err, ERR_INPUT, at, key, _("write a value after the colon, or \"none\""), "%s",
                       _("the value is missing"));
    static const char *const off[] = {"none", "UNLIMITED", "unlimited", "无"};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        if (strcmp(text + p.at, off[i]) == 0) {
            *expr = mem_new(1, sizeof **expr);
            (*expr)->length = (int)strlen(text);
            return 0;
        }
    int code = read_expr(&p, false, expr);
    if (code)
        return code;
    skip(&p);
    if (text[p.at] == '\0')
        return 0;
    size_t rest = p.at;
    code = fault(&p, rest, strlen(text + rest), _("write one value: a number with its unit, \"a to b\", or a law"),
                 _("unexpected text"));
    expr_free(*expr);
    *expr = NULL;
    return code;
}

void expr_free(struct expr *expr)
{
    if (!expr)
        return;
    for (int i = 0; i < expr->args; i++) {
        free(expr->arg_name[i]);
        free(expr->arg_text[i]);
        expr_free(expr->arg[i]);
    }
    free(expr->arg_name);
    free(expr->arg_text);
    free(expr->arg);
    free(expr->name);
    free(expr);
}
