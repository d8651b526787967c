/* The table of unit words, and how they combine. */
#include "scenario/unit.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/text.h"

static const double hours_per_year = 8766.0, hours_per_month = 730.5;

struct word {
    const char *name;
    double factor;
    enum dim dim;
    int exponent;
    enum dim dim2; /* a second dimension, with exponent2 (0: none) */
    int exponent2;
    const char *currency;
};

#define TIME(name, hours)                                                                                              \
    {                                                                                                                  \
        name, hours, DIM_TIME, 1, DIM_TIME, 0, ""                                                                      \
    }
#define ONE(name, factor, dim)                                                                                         \
    {                                                                                                                  \
        name, factor, dim, 1, DIM_TIME, 0, ""                                                                          \
    }
#define MONEY(name, factor, currency)                                                                                  \
    {                                                                                                                  \
        name, factor, DIM_MONEY, 1, DIM_TIME, 0, currency                                                              \
    }
#define POWER(name, factor)                                                                                            \
    {                                                                                                                  \
        name, factor, DIM_ENERGY, 1, DIM_TIME, -1, ""                                                                  \
    }
#define FLOPS(name, factor)                                                                                            \
    {                                                                                                                  \
        name, (factor)*3600.0, DIM_FLOP, 1, DIM_TIME, -1, ""                                                           \
    }

static const struct word words[] = {
    TIME("us", 1.0 / 3.6e9),
    TIME("µs", 1.0 / 3.6e9),
    TIME("ms", 1.0 / 3.6e6),
    TIME("s", 1.0 / 3600.0),
    TIME("sec", 1.0 / 3600.0),
    TIME("secs", 1.0 / 3600.0),
    TIME("second", 1.0 / 3600.0),
    TIME("seconds", 1.0 / 3600.0),
    TIME("min", 1.0 / 60.0),
    TIME("mins", 1.0 / 60.0),
    TIME("minute", 1.0 / 60.0),
    TIME("minutes", 1.0 / 60.0),
    TIME("h", 1.0),
    TIME("hr", 1.0),
    TIME("hrs", 1.0),
    TIME("hour", 1.0),
    TIME("hours", 1.0),
    TIME("d", 24.0),
    TIME("day", 24.0),
    TIME("days", 24.0),
    TIME("week", 168.0),
    TIME("weeks", 168.0),
    TIME("month", hours_per_month),
    TIME("months", hours_per_month),
    TIME("year", hours_per_year),
    TIME("years", hours_per_year),
    TIME("yr", hours_per_year),
    TIME("yrs", hours_per_year),
    TIME("秒", 1.0 / 3600.0),
    TIME("分钟", 1.0 / 60.0),
    TIME("小时", 1.0),
    TIME("时", 1.0),
    TIME("天", 24.0),
    TIME("日", 24.0),
    TIME("周", 168.0),
    TIME("个月", hours_per_month),
    TIME("月", hours_per_month),
    TIME("年", hours_per_year),
    MONEY("USD", 1.0, "USD"),
    MONEY("CNY", 1.0, "CNY"),
    MONEY("RMB", 1.0, "CNY"),
    MONEY("EUR", 1.0, "EUR"),
    MONEY("GBP", 1.0, "GBP"),
    MONEY("JPY", 1.0, "JPY"),
    MONEY("KRW", 1.0, "KRW"),
    MONEY("INR", 1.0, "INR"),
    MONEY("CHF", 1.0, "CHF"),
    MONEY("CAD", 1.0, "CAD"),
    MONEY("AUD", 1.0, "AUD"),
    MONEY("SGD", 1.0, "SGD"),
    MONEY("HKD", 1.0, "HKD"),
    MONEY("TWD", 1.0, "TWD"),
    MONEY("SEK", 1.0, "SEK"),
    MONEY("NOK", 1.0, "NOK"),
    MONEY("DKK", 1.0, "DKK"),
    MONEY("PLN", 1.0, "PLN"),
    MONEY("BRL", 1.0, "BRL"),
    MONEY("ILS", 1.0, "ILS"),
    MONEY("元", 1.0, "CNY"),
    MONEY("人民币", 1.0, "CNY"),
    MONEY("美元", 1.0, "USD"),
    ONE("GPU", 1.0, DIM_CARD),
    ONE("GPUs", 1.0, DIM_CARD),
    ONE("card", 1.0, DIM_CARD),
    ONE("cards", 1.0, DIM_CARD),
    ONE("卡", 1.0, DIM_CARD),
    {"卡时", 1.0, DIM_CARD, 1, DIM_TIME, 1, ""},
    ONE("node", 1.0, DIM_NODE),
    ONE("nodes", 1.0, DIM_NODE),
    ONE("节点", 1.0, DIM_NODE),
    ONE("台", 1.0, DIM_NODE),
    ONE("byte", 1e-9, DIM_BYTES),
    ONE("bytes", 1e-9, DIM_BYTES),
    ONE("kB", 1e-6, DIM_BYTES),
    ONE("KB", 1e-6, DIM_BYTES),
    ONE("MB", 1e-3, DIM_BYTES),
    ONE("GB", 1.0, DIM_BYTES),
    ONE("TB", 1e3, DIM_BYTES),
    ONE("PB", 1e6, DIM_BYTES),
    ONE("KiB", 1024e-9, DIM_BYTES),
    ONE("MiB", 1048576e-9, DIM_BYTES),
    ONE("GiB", 1.073741824, DIM_BYTES),
    ONE("TiB", 1099.511627776, DIM_BYTES),
    ONE("PiB", 1125899.906842624, DIM_BYTES),
    ONE("Mb", 0.125e-3, DIM_BYTES),
    ONE("Gb", 0.125, DIM_BYTES),
    ONE("Tb", 125.0, DIM_BYTES),
    ONE("Wh", 1e-3, DIM_ENERGY),
    ONE("kWh", 1.0, DIM_ENERGY),
    ONE("kwh", 1.0, DIM_ENERGY),
    ONE("MWh", 1e3, DIM_ENERGY),
    ONE("GWh", 1e6, DIM_ENERGY),
    ONE("J", 1.0 / 3.6e6, DIM_ENERGY),
    ONE("kJ", 1.0 / 3.6e3, DIM_ENERGY),
    ONE("MJ", 1.0 / 3.6, DIM_ENERGY),
    ONE("度", 1.0, DIM_ENERGY),
    POWER("W", 1e-3),
    POWER("kW", 1.0),
    POWER("MW", 1e3),
    POWER("千瓦", 1.0),
    FLOPS("FLOPS", 1.0),
    FLOPS("GFLOPS", 1e9),
    FLOPS("TFLOPS", 1e12),
    FLOPS("PFLOPS", 1e15),
    FLOPS("EFLOPS", 1e18),
    ONE("FLOP", 1.0, DIM_FLOP),
    ONE("FLOPs", 1.0, DIM_FLOP),
    ONE("TFLOP", 1e12, DIM_FLOP),
    ONE("PFLOP", 1e15, DIM_FLOP),
    ONE("token", 1.0, DIM_TOKEN),
    ONE("tokens", 1.0, DIM_TOKEN),
    ONE("parameter", 1.0, DIM_PARAMETER),
    ONE("parameters", 1.0, DIM_PARAMETER),
    ONE("params", 1.0, DIM_PARAMETER),
    ONE("step", 1.0, DIM_STEP),
    ONE("steps", 1.0, DIM_STEP),
    ONE("步", 1.0, DIM_STEP),
};
enum { WORDS = sizeof words / sizeof *words };

struct unit unit_one(void)
{
    return (struct unit){.factor = 1.0};
}

static void raise(struct unit *unit, const struct word *word, int sign)
{
    unit->factor = sign > 0 ? unit->factor * word->factor : unit->factor / word->factor;
    unit->dim[word->dim] = (signed char)(unit->dim[word->dim] + sign * word->exponent);
    unit->dim[word->dim2] = (signed char)(unit->dim[word->dim2] + sign * word->exponent2);
    if (word->currency[0])
        memcpy(unit->currency, word->currency, sizeof unit->currency);
}

struct unit unit_times(struct unit a, struct unit b)
{
    a.factor *= b.factor;
    for (int i = 0; i < DIM_COUNT; i++)
        a.dim[i] = (signed char)(a.dim[i] + b.dim[i]);
    if (b.currency[0])
        memcpy(a.currency, b.currency, sizeof a.currency);
    a.share = a.share || b.share;
    return a;
}

/* A word of letters (any script); digits and punctuation end it. */
static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalpha((unsigned char)text[n]) || (unsigned char)text[n] >= 0x80)
        n++;
    return n;
}

static bool same_folded(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return b[n] == '\0';
}

/* The exact spelling, or, for words that only differ in case from one of three letters or more, that one. */
static const struct word *find_word(const char *text, size_t n)
{
    for (int i = 0; i < WORDS; i++)
        if (strlen(words[i].name) == n && memcmp(words[i].name, text, n) == 0)
            return &words[i];
    for (int i = 0; i < WORDS && n >= 3; i++)
        if (strlen(words[i].name) == n && same_folded(text, words[i].name, n))
            return &words[i];
    return NULL;
}

static size_t skip_blanks(const char *text)
{
    return strspn(text, " ");
}

/* Reads words joined by "-" and "/" into unit; after a "/" words divide. Returns bytes read or -1 - offset. */
static long read_product(const char *text, struct unit *unit, int sign)
{
    size_t at = 0;
    for (;;) {
        size_t n = word_length(text + at);
        const struct word *word = find_word(text + at, n);
        if (!word)
            return -1 - (long)at;
        raise(unit, word, sign);
        at += n;
        size_t blanks = skip_blanks(text + at);
        if (text[at] == '-' && word_length(text + at + 1) > 0) {
            at++;
        } else if (text[at + blanks] == '/') {
            at += blanks + 1;
            at += skip_blanks(text + at);
            sign = -1;
        } else {
            return (long)at;
        }
    }
}

/* "per 1000 node-days": a divisor with a number of its own. */
static long read_per(const char *text, struct unit *unit)
{
    size_t at = 3 + skip_blanks(text + 3);
    double number = 1.0;
    size_t digits = text_number(text + at, true, &number);
    if (digits > 0 && number > 0.0) {
        at += digits;
        at += skip_blanks(text + at);
    }
    unit->factor /= number;
    long n = read_product(text + at, unit, -1);
    return n < 0 ? n - (long)at : n + (long)at;
}

long unit_read(const char *text, struct unit *unit)
{
    *unit = unit_one();
    if (text[0] == '%') {
        unit->factor = 0.01;
        unit->share = true;
        if (text[1] != '/')
            return 1;
        long n = read_product(text + 2, unit, -1); /* 6%/year */
        return n < 0 ? n - 2 : n + 2;
    }
    if (strncmp(text, "per ", 4) == 0)
        return read_per(text, unit);
    size_t at = 0;
    int sign = 1;
    if (text[0] == '/') {
        at = 1 + skip_blanks(text + 1);
        sign = -1;
    } else if (word_length(text) == 0) {
        return 0;
    }
    long n = read_product(text + at, unit, sign);
    if (n < 0)
        return n - (long)at;
    at += (size_t)n;
    size_t blanks = skip_blanks(text + at);
    if (strncmp(text + at + blanks, "per ", 4) != 0)
        return (long)at;
    n = read_per(text + at + blanks, unit);
    return n < 0 ? n - (long)(at + blanks) : n + (long)(at + blanks);
}

size_t unit_symbol(const char *text, struct unit *unit)
{
    static const struct {
        const char *symbol, *currency;
    } symbols[] = {{"$", "$"}, {"¥", "¥"}, {"￥", "¥"}, {"€", "EUR"}, {"£", "GBP"}};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t n = strlen(symbols[i].symbol);
        if (strncmp(text, symbols[i].symbol, n) != 0)
            continue;
        *unit = unit_one();
        unit->dim[DIM_MONEY] = 1;
        memcpy(unit->currency, symbols[i].currency, strlen(symbols[i].currency) + 1);
        return n;
    }
    return 0;
}

size_t unit_multiplier(const char *text, double *multiplier)
{
    static const struct {
        const char *name;
        double factor;
    } letters[] = {{"K", 1e3}, {"k", 1e3}, {"M", 1e6}, {"B", 1e9}, {"T", 1e12}};
    *multiplier = 1.0;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (text[0] == letters[i].name[0] && word_length(text) == 1) {
            *multiplier = letters[i].factor;
            return 1;
        }
    if (strncmp(text, "万", 3) == 0)
        *multiplier = 1e4;
    else if (strncmp(text, "亿", 3) == 0)
        *multiplier = 1e8;
    else
        return 0;
    return 3;
}

bool unit_same_dim(const struct unit *a, const struct unit *b)
{
    return memcmp(a->dim, b->dim, sizeof a->dim) == 0;
}

const char *unit_dim_text(const struct unit *unit, char out[80])
{
    static const char *const names[DIM_COUNT] = {N_("hour"), N_("money"), "GPU",    "node",       "GB",
                                                 "kWh",      "FLOP",      "tokens", "parameters", "steps"};
    static const enum dim order[DIM_COUNT] = {DIM_MONEY, DIM_CARD,  DIM_NODE,      DIM_BYTES, DIM_ENERGY,
                                              DIM_FLOP,  DIM_TOKEN, DIM_PARAMETER, DIM_STEP,  DIM_TIME};
    struct text text = {0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        const char *joint = sign > 0 ? "" : text.size > 0 ? "/" : "1/";
        for (int i = 0; i < DIM_COUNT; i++)
            for (int k = 0; k < sign * unit->dim[order[i]]; k++) {
                text_addf(&text, "%s%s", joint, names[order[i]]);
                joint = "-";
            }
    }
    text_add(&text, text.size == 0 ? unit->share ? N_("share") : N_("number") : "");
    size_t n = text.size < 79 ? text.size : 79;
    memcpy(out, text.at, n);
    out[n] = '\0';
    text_release(&text);
    return out;
}

const char *unit_near(const char *word)
{
    const char *names[WORDS + 1];
    for (int i = 0; i < WORDS; i++)
        names[i] = words[i].name;
    names[WORDS] = NULL;
    return text_near(word, names);
}

struct unit unit_known(const char *text)
{
    struct unit unit;
    long n = text[0] ? unit_read(text, &unit) : 0;
    if (n == 0)
        unit = unit_one();
    assert(n == (long)strlen(text));
    return unit;
}
