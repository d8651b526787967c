/* Whether the model fits into the memory of a card, for runodds check. */
#include "cmd/command.h"

#include "base/text.h"
#include "trial/fit.h"

static const char *word_of(const char *key, int i)
{
    return key_find(key)->words[i];
}

/* Rounded to what is printed, a factor that is not 1. */
static void put_factor(FILE *to, double factor, const char *of_what)
{
    if (factor < 0.995 || factor >= 1.005)
        fprintf(to, _("; %.3g times the %s"), factor, of_what);
}

static void put_step(FILE *to, const struct fit *from, const struct fit_step *s)
{
    fprintf(to, "      %s", _(s->remedy->name));
    if (s->fit.batch != from->batch)
        fprintf(to, _(" (%.0f at once)"), s->fit.batch);
    fprintf(to, _(": %.4g GB"), s->need.total_gb);
    put_factor(to, s->compute, _("compute"));
    put_factor(to, s->traffic, _("bytes between the cards"));
    fprintf(to, "%s%s\n", s->remedy->price[0] ? _("; ") : "", s->remedy->price[0] ? _(s->remedy->price) : "");
}

/* What is asked, and what one card then holds. */
static void put_need(FILE *to, const struct fit *f, const struct fit_need *n)
{
    fprintf(to,
            _("    memory of a card: weights %.3g, gradients %.3g, optimiser %.3g, activations %.3g, overhead %.3g "
              "(assumed) GB\n"),
            n->weights_gb, n->gradients_gb, n->optimizer_gb, n->activations_gb, n->overhead_gb);
    fprintf(to, _("      %.4g B parameters, method %s, %s, %s, sharding %s\n"), f->parameters * 1e-9,
            word_of("fit.method", (int)f->method), word_of("fit.precision", (int)f->precision),
            word_of("fit.optimizer", (int)f->optimizer), word_of("fit.sharding", (int)f->sharding));
    fprintf(to,
            f->guessed
                ? _("      sequences of %.0f tokens, %.4g at once; %.0f layers of width %.0f, by a rule of thumb\n")
                : _("      sequences of %.0f tokens, %.4g at once; %.0f layers of width %.0f\n"),
            f->sequence, f->batch, f->layers, f->hidden);
}

static void put_chain(FILE *to, const struct fit *f)
{
    struct fit_step step[FIT_REMEDIES];
    int n = fit_steps(f, step);
    fprintf(to, _("    to try first, each on top of those above it:\n"));
    for (int i = 0; i < n; i++)
        put_step(to, i > 0 ? &step[i - 1].fit : f, &step[i]);
    if (n == 0 || !step[n - 1].need.fits) {
        fprintf(to, _("      nothing of this is enough: take cards with more memory, or more of them and split layers "
                      "and matrices\n"));
        return;
    }
    fprintf(to, _("      that fits, with up to %.0f sequences at once"), fit_batch(&step[n - 1].fit));
    put_factor(to, fit_flops(&step[n - 1].fit) / fit_flops(f), _("compute in all"));
    fputs("\n", to);
}

/* Those that would do alone, but for a first one that did. */
static void put_alone(FILE *to, const struct fit *f)
{
    struct fit_step step[FIT_REMEDIES], first[FIT_REMEDIES];
    int n = fit_alone(f, step), others = 0, steps = fit_steps(f, first);
    for (int i = 0; i < n; i++) {
        if (steps == 1 && first[0].remedy == step[i].remedy)
            continue;
        if (others++ == 0)
            fprintf(to, _("    each of these would do alone:\n"));
        put_step(to, f, &step[i]);
    }
}

void check_fit(const struct engine *engine, int plan, FILE *to)
{
    struct fit fit;
    if (!fit_ask(&engine->scenario->plan[plan].inputs, engine->median, &fit))
        return;
    struct fit_need need = fit_need(&fit);
    put_need(to, &fit, &need);
    if (need.fits) {
        fprintf(to, _("    the model fits: %.4g GB of %.4g GB (95%% of %.4g GB), with up to %.0f sequences at once\n"),
                need.total_gb, need.limit_gb, fit.memory_gb, fit_batch(&fit));
        return;
    }
    fprintf(to, _("    the model does not fit: %.4g GB of %.4g GB (95%% of %.4g GB)\n"), need.total_gb, need.limit_gb,
            fit.memory_gb);
    put_chain(to, &fit);
    put_alone(to, &fit);
}
