/* Does the model fit into the memory of a card, and if not, what to try first. */
#ifndef RUNODDS_TRIAL_FIT_H
#define RUNODDS_TRIAL_FIT_H

#include "scenario/key.h"

/* In the order of the words of their keys. */
enum fit_precision { FIT_BF16, FIT_FP16, FIT_FP32, FIT_FP8, FIT_PRECISIONS };
enum fit_optimizer { FIT_ADAM, FIT_ADAM8BIT, FIT_ADAFACTOR, FIT_SGD };
enum fit_sharding { FIT_WHOLE, FIT_SHARD_OPTIMIZER, FIT_SHARD_GRADIENTS, FIT_SHARD_WEIGHTS };

/* The question. All numbers are at least 1, but for the memory (above 0). */
struct fit {
    double parameters, layers, hidden, sequence, batch, rank, cards, memory_gb;
    bool guessed; /* layers or hidden follow from the parameters */
    bool recompute;
    enum method method;
    enum fit_precision precision;
    enum fit_optimizer optimizer;
    enum fit_sharding sharding;
};

/* What one card holds, GB = 1e9 bytes. */
struct fit_need {
    double weights_gb, gradients_gb, optimizer_gb, activations_gb, overhead_gb, total_gb;
    double limit_gb; /* of its memory that may be filled */
    bool fits;
};

/* The question that a plan asks in a world; false if parameters or memory are not known. */
bool fit_ask(const struct inputs *inputs, const double *world, struct fit *fit);

struct fit_need fit_need(const struct fit *fit);

/* The largest whole micro-batch that fits; 0 if none does. */
double fit_batch(const struct fit *fit);

/* FLOPs for each parameter and token. */
double fit_flops(const struct fit *fit);

/* GB that a card exchanges with the others for a step, to the leading order in their number; 0 for one card. */
double fit_traffic_gb(const struct fit *fit);

/* A way to need less: one row each, in the order in which to try them. */
struct fit_remedy {
    const char *name, *price; /* price: in words, beside the figures; "": none */
    void (*change)(struct fit *fit);
};
enum { FIT_REMEDIES = 9 };
extern const struct fit_remedy fit_remedies[FIT_REMEDIES];

/* A remedy taken: what is asked then, and what it needs. */
struct fit_step {
    const struct fit_remedy *remedy;
    struct fit fit;
    struct fit_need need;
    double compute, traffic; /* times that of before; traffic 1 for one card */
};

/* Takes one remedy; false if it does not lower the need. */
bool fit_take(const struct fit *from, const struct fit_remedy *remedy, struct fit_step *step);

/* Takes them in order, each on top of those before it, up to the first that fits. Returns how many; 0 if it fits
 * already. */
int fit_steps(const struct fit *from, struct fit_step step[FIT_REMEDIES]);

/* Those that fit alone. */
int fit_alone(const struct fit *from, struct fit_step step[FIT_REMEDIES]);

#endif
