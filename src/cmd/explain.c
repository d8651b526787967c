/* runodds explain: keys, laws and terms. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/law.h"
#include "base/text.h"

static const struct {
    const char *word, *meaning;
} terms[] = {
    {"P50", N_("the median: half of the trials lie at or below it")},
    {"P90", N_("the value that nine in ten trials stay at or below: order statistic of rank ceil(0.9 n)")},
    {"P99", N_("the value that 99 in 100 trials stay at or below")},
    {"CVaR90", N_("mean of the worst tenth of the trials")},
    {"contingency", N_("what P90 adds to the naive estimate, as a share of it")},
    {"naive", N_("the estimate of a planner who sees no interruptions: every wait and unknown at its median")},
    {"goodput",
     N_("effective training time ratio (ETTR): surviving compute hours over completion time, ratio of the means")},
    {"ETTR", N_("effective training time ratio, see goodput")},
    {"MTBF", N_("mean time between failures: of one unit in failures.*.every, of the job in check")},
    {"MTTR", N_("mean time to repair: detect, repair and restart together")},
    {"MFU", N_("model FLOPs utilisation: share of the cards' dense peak that the model's arithmetic reaches")},
    {"PUE", N_("power usage effectiveness: power of the site over power of its computers")},
    {"preemption", N_("loss of spot capacity, after a notice")},
    {"gang", N_("the group of instances that run one job: it goes when one of them goes")},
    {"once", N_("drawn once a trial: an unknown constant, such as a price")},
    {"each", N_("drawn anew at every event, such as a wait")},
    {"trial", N_("one possible future, the same for all plans where they share its randomness")},
    {"unfinished", N_("a trial past give_up, or with more than 100,000 interruptions: infinite cost and time")},
    {"range", N_("a to b: 5th to 95th percentile of a lognormal law (logit-normal for shares)")},
    {"around P90", N_("what the trials cost that lie between P87.5 and P92.5 of cost, by class, on average")},
    {"tail", N_("the costly or late end of the trials: see around P90, P99 and CVaR90")},
    {N_("under way"), N_("a run of which progress says what is done; its dates and costs are those of the whole run")},
    {N_("to come"), N_("of a run under way: the cost of a trial less what was spent")},
    {"pace", N_("of a run under way: share of its work a day, from now to the P50 of its end; pace needed: to its "
                "deadline")},
    {"speed", N_("of a run under way: how many times as fast as modelled it must work to be on time in 50% or 90% of "
                 "the trials, waits and overhead staying as they are; 1.066 times is 6.6% faster")},
    {"total",
     N_("of several files: their costs added up trial by trial; its time ends with the job that is done last")},
    {N_("spend by month"),
     N_("what is spent in each calendar month; P90s of months do not add up to that of the whole")},
    {"effective GPU-hour", N_("one hour of the work on one card, without interruptions or losses of scaling")},
#define PHASE(name, class, meaning) {"phase " #name, meaning},
    PHASES(PHASE)
#undef PHASE
};
enum { TERMS = sizeof terms / sizeof *terms };

/* Heads of tables that are no terms themselves; they may be asked for in the language of the table. */
static const struct {
    const char *head, *term;
} heads[] = {
    {N_("pace to P50"), "pace"},
    {N_("pace needed"), "pace"},
    {N_("speed for 50%"), "speed"},
    {N_("speed for 90%"), "speed"},
    {N_("to come, mean"), N_("to come")},
    {N_("to come, P50"), N_("to come")},
    {N_("to come, P90"), N_("to come")},
    {N_("worst tenth"), "CVaR90"},
    {N_("per effective GPU-hour"), "effective GPU-hour"},
    {N_("Where the money goes, around P90"), "around P90"},
};
enum { HEADS = sizeof heads / sizeof *heads };

static void put_unit(const struct wants *wants, FILE *to)
{
    static const char *const draws[] = {
        N_("a plain number"), N_("drawn once a trial"), N_("drawn anew at each event"),
        N_("a law of intervals; a bare number or range is the mean of an exponential law")};
    if (!wants->units[1] && (!wants->units[0] || wants->units[0][0] == '\0'))
        return;
    fputs(_("  unit     "), to);
    for (int i = 0; i < 4 && wants->units[i]; i++)
        fprintf(to, "%s%s", i ? _(" or ") : "", wants->units[i][0] ? wants->units[i] : _("a plain number"));
    fprintf(to, _("\n  drawn    %s\n"), _(draws[wants->draws]));
}

static void put_key(const struct key *key, FILE *to)
{
    fprintf(to, "%s\n  %s\n", key->path, _(key->meaning));
    if (key->place & KEY_LATER) {
        fputs(_("  not in this version yet\n"), to);
        return;
    }
    if ((key->wants.units[0] && key->wants.units[0][0]) || key->wants.share)
        put_unit(&key->wants, to);
    if (key->words[0]) {
        fputs(_("  words    "), to);
        for (int i = 0; i < 6 && key->words[i]; i++)
            fprintf(to, "%s%s", i ? ", " : "", key->words[i]);
        fputs("\n", to);
    }
    fprintf(to, _("  written  %s\n  default  %s\n"), key->shapes, _(key->otherwise));
}

static void put_list(FILE *to)
{
    int laws;
    const struct key *row;
    const struct law_row *law = law_rows(&laws);
    fputs(_("Keys (\"runodds explain KEY\" tells more):\n"), to);
    for (int i = 0; (row = key_row(i)); i++)
        if (!(row->place & (KEY_LATER | KEY_NOTE)))
            fprintf(to, "  %-22s %s\n", row->path, _(row->meaning));
    fputs(_("\nLaws:\n"), to);
    for (int i = 0; i < laws; i++)
        fprintf(to, "  %-22s %s\n", law[i].name, _(law[i].forms));
    fputs(_("\nTerms:\n"), to);
    for (int i = 0; i < TERMS; i++)
        fprintf(to, "  %-22s %s\n", terms[i].word, _(terms[i].meaning));
}

struct explaining {
    const char *word;
    bool found;
};

static bool same(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

/* A term by itself, by the name of a phase, or by a head that stands for it. */
static bool names_term(const char *term, const char *word)
{
    bool found = same(term, word) || same(_(term), word) || (strncmp(term, "phase ", 6) == 0 && same(term + 6, word));
    for (int i = 0; i < HEADS && !found; i++)
        found = same(heads[i].term, term) && (same(heads[i].head, word) || same(_(heads[i].head), word));
    return found;
}

/* A key by its path, or by the last part of it. */
static bool names_key(const char *path, const char *word)
{
    const char *dot = strrchr(path, '.');
    return same(path, word) || (dot && same(dot + 1, word));
}

static void write_explain(void *context, FILE *to)
{
    struct explaining *e = context;
    int laws;
    const struct key *row, *exact = key_find(e->word ? e->word : "");
    const struct law_row *law = law_rows(&laws);
    if (!e->word) {
        put_list(to);
        return;
    }
    for (int i = 0; (row = key_row(i)); i++)
        if (exact ? row == exact : names_key(row->path, e->word))
            put_key(row, to);
    for (int i = 0; i < laws; i++)
        if (same(law[i].name, e->word))
            fprintf(to, _("%s\n  a law: %s\n"), law[i].name, _(law[i].forms));
    for (int i = 0; i < TERMS; i++)
        if (names_term(terms[i].word, e->word))
            fprintf(to, "%s\n  %s\n", terms[i].word, _(terms[i].meaning));
}

static bool known(const char *word)
{
    int laws;
    const struct key *row;
    const struct law_row *law = law_rows(&laws);
    bool found = key_find(word) != NULL;
    for (int i = 0; !found && (row = key_row(i)); i++)
        found = names_key(row->path, word);
    for (int i = 0; i < laws && !found; i++)
        found = same(law[i].name, word);
    for (int i = 0; i < TERMS && !found; i++)
        found = names_term(terms[i].word, word);
    return found;
}

int cmd_explain(const struct options *o, struct err *err)
{
    struct text word = {0};
    for (int i = 0; i < o->files; i++)
        text_addf(&word, "%s%s", i ? " " : "", o->file[i]);
    struct explaining e = {.word = word.at};
    int code = 0;
    if (word.at && !known(word.at)) {
        const char *near = key_near(word.at);
        char *hint = near ? mem_format(_("did you mean \"%s\"?"), near)
                          : mem_copy(_("\"runodds explain\" lists keys, laws and terms"));
        code = err_plain(err, ERR_INPUT, hint, _("nothing is known of \"%s\""), word.at);
        free(hint);
    }
    if (!code)
        code = command_write(o, write_explain, &e, err);
    text_release(&word);
    return code;
}
