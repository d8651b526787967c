/* The memory that training takes on a card, by published formulas, and the ways to need less. */
#include "trial/fit.h"

#include <math.h>

#include "base/text.h"
#include "scenario/rules.h"

static const double gb = 1e-9;

/* Share of the memory that may be filled: the rest goes to fragments and to what no formula has. */
static const double usable = 0.95;

/* Assumption: the CUDA context, libraries' workspaces and communication buffers. */
static const double overhead_gb = 1.5;

/* Rule of thumb for the shape: width over layers of GPT-3, 12288 / 96 (T. Brown et al., arXiv 2005.14165, table 2.1).
 */
static const double width_per_layer = 128.0;

/* Parameters of a transformer: 12 layers hidden^2 (J. Kaplan et al., arXiv 2001.08361, section 2.1). */
static const double layer_matrices = 12.0;

/* LoRA on the four projections of attention, each hidden x hidden. */
static const double adapted_matrices = 4.0;

/* Bytes a parameter of 4-bit weights with doubly quantised constants: one of 8 bits for 64 weights, and one of 32 bits
 * for 256 of those (T. Dettmers et al., QLoRA, arXiv 2305.14314, section 3). */
static const double qlora_bytes = (4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0)) / 8.0;

/* ---- bytes ---- */

/* Bytes a parameter. Mixed precision has 2 + 2, and a copy of the weights in 32 bits with the optimiser (S. Rajbhandari
 * et al., ZeRO, SC20, arXiv 1910.02054, section 3.1). 8 bits serve the matrix products only (P. Micikevicius et al.,
 * arXiv 2209.05433): the weights are there once more in 8 bits, all else is as in 16 bits. */
static const struct precision {
    double weights, gradients, copy;
    double activations; /* times those in 16 bits */
} precisions[FIT_PRECISIONS] = {
    [FIT_BF16] = {2.0, 2.0, 4.0, 1.0},
    [FIT_FP16] = {2.0, 2.0, 4.0, 1.0},
    [FIT_FP32] = {4.0, 4.0, 0.0, 2.0},
    [FIT_FP8] = {3.0, 2.0, 4.0, 1.0},
};

/* States of the optimiser, bytes a parameter, its copy of the weights apart. */
static double state_bytes(const struct fit *f)
{
    switch (f->optimizer) {
    case FIT_ADAM:
        return 8.0; /* two moments in 32 bits: ZeRO, section 3.1 */
    case FIT_ADAM8BIT:
        return 2.0; /* the same in 8 bits: T. Dettmers et al., arXiv 2110.02861 */
    case FIT_ADAFACTOR:
        return 8.0 / f->hidden; /* sums of rows and columns in 32 bits: N. Shazeer, M. Stern, arXiv 1804.04235 */
    case FIT_SGD:
        break; /* without momentum */
    }
    return 0.0;
}

/* Parameters that are trained: all, or two factors of the rank for each adapted matrix (E. Hu et al., LoRA, arXiv
 * 2106.09685, section 4). */
static double trained(const struct fit *f)
{
    return f->method == METHOD_FULL ? f->parameters : adapted_matrices * 2.0 * f->rank * f->hidden * f->layers;
}

/* Bytes a parameter of the frozen weights. */
static double frozen_bytes(const struct fit *f)
{
    return f->method == METHOD_FULL ? 0.0 : f->method == METHOD_QLORA ? qlora_bytes : precisions[f->precision].weights;
}

/* V. Korthikanti et al., arXiv 2205.05198, sections 4 and 5: a layer keeps 34 bytes for each token and unit of its
 * width, attention matrices apart (flash attention has none); or 2, its input, and one layer at a time is computed
 * again. */
static double activation_bytes(const struct fit *f)
{
    static const double kept = 34.0, input = 2.0;
    double per_layer = f->sequence * f->batch * f->hidden * precisions[f->precision].activations;
    return per_layer * (f->recompute ? input * f->layers + kept : kept * f->layers);
}

/* Among how many cards something is shared that is shared from this stage on: ZeRO, section 5. */
static double shards(const struct fit *f, enum fit_sharding stage)
{
    return f->sharding >= stage ? f->cards : 1.0;
}

struct fit_need fit_need(const struct fit *f)
{
    const struct precision *p = &precisions[f->precision];
    double tuned = trained(f);
    struct fit_need n = {.overhead_gb = overhead_gb, .limit_gb = usable * f->memory_gb};
    n.weights_gb = gb * (tuned * p->weights + f->parameters * frozen_bytes(f)) / shards(f, FIT_SHARD_WEIGHTS);
    n.gradients_gb = gb * tuned * p->gradients / shards(f, FIT_SHARD_GRADIENTS);
    n.optimizer_gb = gb * tuned * (p->copy + state_bytes(f)) / shards(f, FIT_SHARD_OPTIMIZER);
    n.activations_gb = gb * activation_bytes(f);
    n.total_gb = n.weights_gb + n.gradients_gb + n.optimizer_gb + n.activations_gb + n.overhead_gb;
    n.fits = n.total_gb <= n.limit_gb * (1.0 + 1e-9);
    return n;
}

double fit_batch(const struct fit *f)
{
    struct fit_need n = fit_need(f);
    double one_gb = n.activations_gb / f->batch, room_gb = n.limit_gb - (n.total_gb - n.activations_gb);
    return fmax(0.0, floor(room_gb / one_gb * (1.0 + 1e-9)));
}

/* ---- time ---- */

/* Two forward, two back through the activations, two for the gradients of the weights (J. Kaplan et al., arXiv
 * 2001.08361), which frozen weights have none of; and two forward again. */
double fit_flops(const struct fit *f)
{
    return 4.0 + (f->method == METHOD_FULL ? 2.0 : 0.0) + (f->recompute ? 2.0 : 0.0);
}

/* Gradients are added up and given back: twice their size. Sharded weights are gathered forward and back, and gradients
 * only added up: three times, for full training (ZeRO, section 7). */
double fit_traffic_gb(const struct fit *f)
{
    double width = precisions[f->precision].gradients, tuned_gb = gb * width * trained(f);
    double frozen_gb = gb * fmin(frozen_bytes(f), width) * f->parameters;
    if (f->cards < 2.0)
        return 0.0;
    return f->sharding == FIT_SHARD_WEIGHTS ? 2.0 * (frozen_gb + tuned_gb) + tuned_gb : 2.0 * tuned_gb;
}

/* ---- the question ---- */

/* Newton's method from above falls until it is there. */
static double cube_root(double x)
{
    double root = fmax(x, 1.0);
    for (double next; (next = (2.0 * root + x / (root * root)) / 3.0) < root;)
        root = next;
    return root;
}

/* Layers and width that are not given, so that parameters = 12 layers width^2. */
static void guess_shape(struct fit *f, double layers, double hidden)
{
    double product = f->parameters / layer_matrices;
    f->guessed = !(layers > 0.0 && hidden > 0.0);
    if (layers <= 0.0)
        layers = hidden > 0.0 ? product / (hidden * hidden) : cube_root(product / (width_per_layer * width_per_layer));
    f->layers = fmax(1.0, layers);
    f->hidden = fmax(1.0, hidden > 0.0 ? hidden : sqrt(product / f->layers));
}

bool fit_ask(const struct inputs *in, const double *world, struct fit *f)
{
    const struct fit_input *fit = &in->fit;
    *f = (struct fit){
        .parameters = input_value(&fit->parameters, world, input_value(&in->parameters, world, 0.0)),
        .memory_gb = input_value(&in->memory, world, 0.0),
        .cards = fmax(1.0, rules_size(in).cards),
        .sequence = input_value(&fit->sequence, world, 2048.0),
        .batch = input_value(&fit->batch, world, 1.0),
        .rank = input_value(&fit->rank, world, 16.0),
        .recompute = fit->recompute > 0,
        .method = (enum method)(fit->method < 0 ? in->method : fit->method),
        .precision = fit->precision < 0 ? FIT_BF16 : (enum fit_precision)fit->precision,
        .optimizer = fit->optimizer < 0 ? FIT_ADAM : (enum fit_optimizer)fit->optimizer,
        .sharding = fit->sharding < 0 ? FIT_WHOLE : (enum fit_sharding)fit->sharding,
    };
    if (!(f->parameters > 0.0 && f->memory_gb > 0.0))
        return false;
    guess_shape(f, input_value(&fit->layers, world, 0.0), input_value(&fit->hidden, world, 0.0));
    return true;
}

/* ---- remedies ---- */

static void smaller_batch(struct fit *f)
{
    f->batch = fmin(f->batch, fmax(1.0, fit_batch(f)));
}

static void recompute(struct fit *f)
{
    f->recompute = true;
}

static void mixed_precision(struct fit *f)
{
    f->precision = f->precision == FIT_FP32 ? FIT_BF16 : f->precision;
}

static void small_optimizer(struct fit *f)
{
    f->optimizer = f->optimizer == FIT_ADAM ? FIT_ADAM8BIT : f->optimizer;
}

static void shard(struct fit *f, enum fit_sharding stage)
{
    f->sharding = f->sharding < stage ? stage : f->sharding;
}

static void shard_optimizer(struct fit *f)
{
    shard(f, FIT_SHARD_OPTIMIZER);
}

static void shard_gradients(struct fit *f)
{
    shard(f, FIT_SHARD_GRADIENTS);
}

static void shard_weights(struct fit *f)
{
    shard(f, FIT_SHARD_WEIGHTS);
}

static void lora(struct fit *f)
{
    f->method = f->method == METHOD_FULL ? METHOD_LORA : f->method;
}

static void qlora(struct fit *f)
{
    f->method = METHOD_QLORA;
}

const struct fit_remedy fit_remedies[FIT_REMEDIES] = {
    {N_("smaller micro-batches, gradients added up"), N_("no more compute, a little less efficiency"), smaller_batch},
    {N_("activations computed again"), "", recompute},
    {N_("mixed precision"), N_("faster where the card has 16-bit units"), mixed_precision},
    {N_("8-bit optimiser"), N_("about as fast"), small_optimizer},
    {N_("optimiser sharded over the cards"), N_("about as fast"), shard_optimizer},
    {N_("gradients sharded too"), N_("about as fast"), shard_gradients},
    {N_("weights sharded too"), "", shard_weights},
    {N_("LoRA"), N_("the result is another one"), lora},
    {N_("QLoRA"), N_("weights are unpacked at each use; the result is another one"), qlora},
};

bool fit_take(const struct fit *from, const struct fit_remedy *remedy, struct fit_step *step)
{
    double before_gb = fit_traffic_gb(from);
    *step = (struct fit_step){.remedy = remedy, .fit = *from};
    remedy->change(&step->fit);
    step->need = fit_need(&step->fit);
    step->compute = fit_flops(&step->fit) / fit_flops(from);
    step->traffic = before_gb > 0.0 ? fit_traffic_gb(&step->fit) / before_gb : 1.0;
    return step->need.total_gb < fit_need(from).total_gb;
}

int fit_steps(const struct fit *from, struct fit_step step[FIT_REMEDIES])
{
    int n = 0;
    bool fits = fit_need(from).fits;
    for (int i = 0; i < FIT_REMEDIES && !fits; i++)
        if (fit_take(n > 0 ? &step[n - 1].fit : from, &fit_remedies[i], &step[n]))
            fits = step[n++].need.fits;
    return n;
}

int fit_alone(const struct fit *from, struct fit_step step[FIT_REMEDIES])
{
    int n = 0;
    for (int i = 0; i < FIT_REMEDIES; i++)
        n += fit_take(from, &fit_remedies[i], &step[n]) && step[n].need.fits;
    return n;
}
