/* The rows of the key table. */
#include "scenario/key.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scenario/take.h"

#define AT(member) offsetof(struct inputs, member)
#define OF(member) offsetof(struct cause_input, member)
#define WAIT                                                                                                           \
    {                                                                                                                  \
        .units = {"h"}, .zero = true, .draws = DRAWS_EACH                                                              \
    }

static const struct key rows[] = {
    {"scenario", KEY_TOP, N_("name of the scenario"), "lora-7b", N_("(the file's name)"), {.units = {""}}, NULL, 0, {0}},
    {"currency", KEY_TOP, N_("currency that all money is counted in, by its three letters"), "USD, CNY, EUR", "USD",
     {.units = {""}}, NULL, 0, {0}},
    {"start", KEY_TOP, N_("moment of submission, with offset from UTC"), "2026-07-01 09:00 +08:00", "none",
     {.units = {""}}, NULL, 0, {0}},
    {"budget", KEY_TOP, N_("what the run may cost"), "$8,000; 30 万元", "none",
     {.units = {"USD"}, .draws = DRAWS_CONSTANT}, NULL, 0, {0}},
    {"deadline", KEY_TOP, N_("when it must be done: a time from submission, or a date (its end), which needs start"),
     "21 days; 2026-09-30", "none", {.units = {"h"}, .draws = DRAWS_CONSTANT}, NULL, 0, {0}},
    {"seed", KEY_TOP, N_("number that all draws follow from"), "1", "1", {.units = {""}}, NULL, 0, {0}},
    {"give_up", KEY_TOP, N_("hours of held capacity after which a trial counts as unfinished"), "5000 h",
     N_("(100 times the time without interruptions)"), {.units = {"h"}, .draws = DRAWS_CONSTANT}, NULL, 0, {0}},
    {"defaults", KEY_TOP, N_("plan keys that hold for all plans"), "{accelerators: H100:8}", N_("(empty)"),
     {.units = {""}}, NULL, 0, {0}},
    {"plans", KEY_TOP, N_("the plans to compare: a list of maps, each with a name"), "[{name: spot, ...}]",
     N_("(must be given)"), {.units = {""}}, NULL, 0, {0}},

    {"name", KEY_PLAN, N_("name of the plan: no dots, at most 200 bytes"), "spot", N_("(must be given)"),
     {.units = {""}}, NULL, 0, {0}},
    {"uses", KEY_PLAN, N_("model files this plan is made of, later ones winning"), "[gpu/h100-sxm, failures/h100-llama3]",
     N_("(none)"), {.units = {""}}, NULL, 0, {0}},
    {"extends", KEY_PLAN, N_("plan whose values this one starts from"), "on-demand", N_("(none)"), {.units = {""}}, NULL,
     0, {0}},
    {"owners", KEY_PLAN, N_("who wrote a value first, in a scenario that was echoed: it keeps unknowns the same"),
     "{failures.gpu.every: failures/h100-llama3}", N_("(none)"), {.units = {""}}, NULL, 0, {0}},
    {"source", KEY_NOTE, N_("where numbers come from; not read"), "text", N_("(none)"), {.units = {""}}, NULL, 0, {0}},
    {"about", KEY_NOTE, N_("a sentence about a model; not read"), "text", N_("(none)"), {.units = {""}}, NULL, 0, {0}},

    {"work", KEY_PLAN, N_("the work of the whole job, in exactly one way"),
     "2400 GPU-hours; {steps: 12000}; {tokens: 9 B, parameters: 70 B, efficiency: 40%}", N_("(must be given)"),
     {.units = {""}}, NULL, 0, {0}},
    {"work.GPU-hours", KEY_PLAN, N_("card hours without interruptions, where they were measured"), "2400 GPU-hours",
     N_("(none)"), {.units = {"GPU-hour"}, .bare = true, .draws = DRAWS_ONCE}, take_value, AT(gpu_hours), {0}},
    {"work.steps", KEY_PLAN, N_("optimiser steps, with step_time"), "12000", N_("(none)"),
     {.units = {"steps"}, .bare = true, .draws = DRAWS_ONCE}, take_value, AT(steps), {0}},
    {"work.tokens", KEY_PLAN, N_("tokens to train on, with parameters and efficiency"), "9 B", N_("(none)"),
     {.units = {"tokens"}, .bare = true, .draws = DRAWS_ONCE}, take_value, AT(tokens), {0}},
    {"work.parameters", KEY_PLAN, N_("active parameters of the model"), "70 B", N_("(none)"),
     {.units = {"parameters"}, .bare = true, .draws = DRAWS_ONCE}, take_value, AT(parameters), {0}},
    {"work.efficiency", KEY_PLAN, N_("share of the cards' peak that is reached (MFU), where it was measured"), "34% to 42%",
     N_("(none)"), {.units = {""}, .share = true, .most = 1.0, .draws = DRAWS_ONCE}, take_value, AT(efficiency), {0}},
    {"work.method", KEY_PLAN, N_("full training (6 FLOPs for each parameter and token) or lora (4)"), "full, lora", "full",
     {.units = {""}}, take_word, AT(method), {"full", "lora"}},
    {"measured_on", KEY_PLAN, N_("card count at which GPU-hours, efficiency or step_time were measured"), "8 cards",
     N_("(smallest row of the scaling table; 1 for a formula; the plan's own cards without scaling)"),
     {.units = {"GPU"}, .bare = true, .least = 1.0, .most = 1e7, .draws = DRAWS_CONSTANT}, take_value, AT(measured_on), {0}},
    {"step_time", KEY_PLAN, N_("time of one step; a table by card count is the scaling too"),
     "3.1 s to 3.6 s; {1: 3.3 s, 2: 1.9 s}", N_("(none)"), {.units = {"h"}, .draws = DRAWS_ONCE}, take_step_time,
     AT(step_time), {0}},
    {"scaling", KEY_PLAN, N_("speed by card count: a table (ratios count), a measured file, or Amdahl's law"),
     "{8: 31200, 64: 240000}; measured(scaling.csv); amdahl(5%); none", "none", {.units = {""}, .draws = DRAWS_ONCE},
     take_scaling, 0, {0}},
    {"peak", KEY_PLAN, N_("dense peak of one card, for work in tokens; GPU models give it"), "989 TFLOPS", N_("(none)"),
     {.units = {"FLOPS"}, .draws = DRAWS_ONCE}, take_value, AT(peak), {0}},
    {"memory", KEY_PLAN, N_("memory of one card; GPU models give it"), "80 GB", N_("(none)"),
     {.units = {"GB"}, .draws = DRAWS_CONSTANT}, take_value, AT(memory), {0}},
    {"tdp", KEY_PLAN, N_("rated power of one card; GPU models give it"), "700 W", N_("(none)"),
     {.units = {"W"}, .draws = DRAWS_CONSTANT}, take_value, AT(tdp), {0}},

    {"checkpoint", KEY_PLAN, N_("when checkpoints are written and how long that takes"),
     "every 45 min; none; {every: 45 min, write: 30 s}", "none", {.units = {""}}, NULL, 0, {0}},
    {"checkpoint.every", KEY_PLAN, N_("work between checkpoints: a time, steps, or the Young or Daly optimum"),
     "45 min; 500 steps; young; daly; none", "none", {.units = {"h", "steps"}, .draws = DRAWS_CONSTANT}, take_every,
     AT(every), {0}},
    {"checkpoint.write", KEY_PLAN, N_("how long a whole write takes"), "5 s to 40 s", "none",
     {.units = {"h"}, .zero = true, .draws = DRAWS_ONCE}, take_value, AT(write), {0}},
    {"checkpoint.size", KEY_PLAN, N_("size of a checkpoint; with bandwidth it gives the write"), "980 GB", N_("(none)"),
     {.units = {"GB"}, .draws = DRAWS_ONCE}, take_value, AT(size), {0}},
    {"checkpoint.bandwidth", KEY_PLAN, N_("speed at which a checkpoint is written"), "6 GB/s to 14 GB/s", N_("(none)"),
     {.units = {"GB/s"}, .draws = DRAWS_ONCE}, take_value, AT(bandwidth), {0}},
    {"checkpoint.read", KEY_PLAN, N_("how long reading it back takes, in the default restart"), "1 min",
     N_("(as long as the write)"), {.units = {"h"}, .zero = true, .draws = DRAWS_ONCE}, take_value, AT(read), {0}},
    {"checkpoint.stall", KEY_PLAN, N_("share of the write that stops training; the rest runs behind it"), "20%", "100%",
     {.units = {""}, .share = true, .zero = true, .most = 1.0, .draws = DRAWS_ONCE}, take_value, AT(stall), {0}},
    {"checkpoint.final", KEY_PLAN, N_("whether a write follows the last piece of work"), "yes, no",
     N_("yes (no where every is none)"), {.units = {""}}, take_word, AT(final), {"no", "yes"}},
    {"checkpoint.local", KEY_LATER, N_("a faster level of checkpoints"), "", "", {.units = {""}}, NULL, 0, {0}},

    {"queue", KEY_PLAN, N_("wait for capacity after submission"), "10 min; 1 to 30 min; lognormal(p10 = 5 min, p90 = 2 h)",
     "none", WAIT, take_value, AT(queue), {0}},
    {"requeue", KEY_PLAN, N_("wait for capacity after a preemption or the end of an allocation"), "exponential(1.1 h)",
     N_("(as queue)"), WAIT, take_value, AT(requeue), {0}},
    {"startup", KEY_PLAN, N_("from capacity to the first step: provisioning, image, data, framework"), "8 min to 30 min",
     "none", WAIT, take_value, AT(startup), {0}},
    {"restart", KEY_PLAN, N_("from a machine that runs to the first step after an interruption; causes inherit it"),
     "10 min to 25 min", N_("(checkpoint.read and 5 to 20 min)"), WAIT, take_value, AT(restart), {0}},
    {"shutdown", KEY_PLAN, N_("after the last step, capacity still held: saving the image, fetching the result"), "5 min",
     "none", WAIT, take_value, AT(shutdown), {0}},
    {"time_limit", KEY_PLAN, N_("longest time of one allocation, as Slurm's"), "48 h; 2-00:00:00", "none",
     {.units = {"h"}, .draws = DRAWS_ONCE}, take_value, AT(time_limit), {0}},

    {"failures", KEY_PLAN, N_("causes of failures by name"), "none; {gpu: 50000 h}; {host: {rate: 1 per 1000 node-days}}",
     "none", {.units = {""}}, NULL, 0, {0}},
    {"failures.*", KEY_PLAN, N_("one cause: a time between failures of one unit, or a map"), "50000 h; {every: 50000 h}",
     N_("(none)"), {.units = {""}}, NULL, 0, {0}},
    {"failures.*.unit", KEY_CAUSE, N_("what fails: the name says it for gpu, card, node, host, job and software"),
     "card, node, switch, job", N_("(by the cause's name)"), {.units = {""}}, take_unit, OF(unit), {"card", "node", "switch", "job"}},
    {"failures.*.every", KEY_CAUSE, N_("time between failures of one unit: a number or range is the mean of an exponential law"),
     "50000 h; 20000 h to 80000 h; weibull(shape = 0.7, mean = 50000 h)", N_("(one of every and rate)"),
     {.units = {"h", "GPU-hour", "node-hour"}, .draws = DRAWS_LIFE}, take_value, OF(every), {0}},
    {"failures.*.rate", KEY_CAUSE, N_("failures per unit and time"), "3.8 per 1000 node-days", N_("(one of every and rate)"),
     {.units = {"per hour", "per GPU-hour", "per node-hour"}, .draws = DRAWS_ONCE}, take_value, OF(rate), {0}},
    {"failures.*.detect", KEY_CAUSE, N_("until somebody notices"), "1 min to 15 min", "none", WAIT, take_value, OF(detect), {0}},
    {"failures.*.repair", KEY_CAUSE, N_("until a repaired or replaced unit is there; clocks stand still"), "30 min to 6 h",
     "none", WAIT, take_value, OF(repair), {0}},
    {"failures.*.restart", KEY_CAUSE, N_("reloading and starting again, clocks running"), "12 min to 35 min",
     N_("(the plan's restart)"), WAIT, take_value, OF(restart), {0}},
    {"failures.*.renew", KEY_CAUSE, N_("the repaired unit is new (replace), as old as before (minimal), or all are new at each start (start)"),
     "replace, minimal, start", "replace", {.units = {""}}, take_word, OF(renew), {"replace", "minimal", "start"}},
    {"failures.*.age", KEY_CAUSE, N_("age of the units at the start: a fleet that has run for long, new, or a time"),
     "steady, new, 2000 h", "steady", {.units = {"h"}, .draws = DRAWS_CONSTANT}, take_age, OF(age), {0}},
    {"failures.*.labor", KEY_LATER, N_("hours of work per incident"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"nodes_per_switch", KEY_PLAN, N_("nodes behind one switch, for causes of unit switch"), "16", N_("(none)"),
     {.units = {"node", ""}, .bare = true, .least = 1.0, .most = 1e6, .draws = DRAWS_CONSTANT}, take_value,
     AT(nodes_per_switch), {0}},

    {"preemption", KEY_PLAN, N_("time from acquisition to preemption of one instance (node)"),
     "12 h; 4 h to 20 h; weibull(shape = 0.65, mean = 3 h to 12 h)", "none", {.units = {"h"}, .draws = DRAWS_LIFE},
     take_value, AT(preemption), {0}},
    {"notice", KEY_PLAN, N_("warning before a preemption; capacity is held and billed in it"), "2 min", "none",
     {.units = {"h"}, .zero = true, .draws = DRAWS_ONCE}, take_value, AT(notice), {0}},
    {"gang", KEY_PLAN, N_("share of the preemption hazard that strikes all instances of the group together"), "97%", "97%",
     {.units = {""}, .share = true, .zero = true, .most = 1.0, .draws = DRAWS_ONCE}, take_value, AT(gang), {0}},
    {"capacity", KEY_PLAN, N_("kind of capacity; reserved and owned keep their machines across a queue"),
     "on-demand, spot, reserved, owned", N_("(spot with preemption, else on-demand)"), {.units = {""}}, take_word,
     AT(capacity), {"on-demand", "spot", "reserved", "owned"}},
    {"fallback", KEY_LATER, N_("plan to turn to after long waits"), "", "", {.units = {""}}, NULL, 0, {0}},

    {"accelerators", KEY_PLAN, N_("kind of card, and cards per node"), "H100:8", N_("(one card)"), {.units = {""}},
     take_accelerators, 0, {0}},
    {"num_nodes", KEY_PLAN, N_("number of nodes"), "128", "1",
     {.units = {"node", ""}, .bare = true, .least = 1.0, .most = 1e6, .draws = DRAWS_CONSTANT}, take_value, AT(num_nodes), {0}},
    {"cards", KEY_PLAN, N_("number of cards that run the job; whole nodes are billed"), "64", N_("(nodes times cards per node)"),
     {.units = {"GPU", ""}, .bare = true, .least = 1.0, .most = 1e7, .draws = DRAWS_CONSTANT}, take_value, AT(cards), {0}},
    {"cards_per_node", KEY_PLAN, N_("cards in one node"), "8", N_("(from accelerators; else the smaller of cards and 8)"),
     {.units = {"GPU", ""}, .bare = true, .least = 1.0, .most = 1e4, .draws = DRAWS_CONSTANT}, take_value, AT(cards_per_node), {0}},

    {"price", KEY_PLAN, N_("rent; a table by card count takes the largest row not above"),
     "$2.49/GPU-hour; $19.9/node-hour; {1: $4.29/GPU-hour, 8: $3.99/GPU-hour}", N_("(not priced)"),
     {.units = {"USD/GPU-hour", "USD/node-hour"}, .draws = DRAWS_ONCE}, take_price, AT(price), {0}},
    {"billing", KEY_PLAN, N_("unit and minimum that rent is billed in"), "per second; per hour; {per: 1 h, minimum: 30 days}",
     "per second", {.units = {""}}, NULL, 0, {0}},
    {"billing.per", KEY_PLAN, N_("each allocation is rounded up to it"), "1 h", "per second",
     {.units = {"h"}, .draws = DRAWS_CONSTANT}, take_billing, AT(billing_unit), {0}},
    {"billing.minimum", KEY_PLAN, N_("least time that is billed in all"), "30 days", "none",
     {.units = {"h"}, .zero = true, .draws = DRAWS_CONSTANT}, take_value, AT(billing_minimum), {0}},
    {"bill_queue", KEY_PLAN, N_("whether waiting for capacity is billed"), "yes, no", "no", {.units = {""}}, take_word,
     AT(bill_queue), {"no", "yes"}},

    {"exchange", KEY_LATER, N_("worth of other currencies"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"runs", KEY_LATER, N_("number of experiments"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"concurrent", KEY_LATER, N_("copies of the hardware"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"more_work", KEY_LATER, N_("extra work of bigger batches"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"progress", KEY_LATER, N_("a run under way"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"milestones", KEY_LATER, N_("dates to be told"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"correlate", KEY_LATER, N_("correlation of unknowns"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"credits", KEY_LATER, N_("credits"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"tax", KEY_LATER, N_("tax"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"own", KEY_LATER, N_("owned hardware"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"power", KEY_LATER, N_("watts"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"pue", KEY_LATER, N_("power usage effectiveness"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"electricity", KEY_LATER, N_("tariff"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"storage", KEY_LATER, N_("storage of checkpoints"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"egress", KEY_LATER, N_("transfer out"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"labor", KEY_LATER, N_("people"), "", "", {.units = {""}}, NULL, 0, {0}},
    {"delay_cost", KEY_LATER, N_("cost of waiting"), "", "", {.units = {""}}, NULL, 0, {0}},
};
enum { ROWS = sizeof rows / sizeof *rows };

const struct key *key_rows(int *n)
{
    *n = ROWS;
    return rows;
}

/* Whether a path fits a pattern in which "*" stands for one name. */
static bool fits(const char *pattern, const char *path)
{
    while (*pattern && *path) {
        if (*pattern == '*') {
            pattern++;
            path += strcspn(path, ".");
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == '\0' && *path == '\0';
}

const struct key *key_find(const char *path)
{
    for (int i = 0; i < ROWS; i++)
        if (fits(rows[i].path, path))
            return &rows[i];
    return NULL;
}

/* The part of a path before its last dot; "" for a key at the top. The caller frees it. */
static char *parent_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return mem_copy_n(path, dot ? (size_t)(dot - path) : 0);
}

bool key_has_children(const char *path)
{
    bool found = false;
    for (int i = 0; i < ROWS && !found; i++) {
        char *parent = parent_of(rows[i].path);
        found = fits(parent, path);
        free(parent);
    }
    return found;
}

const char *key_near(const char *path)
{
    const char *names[ROWS + 1], *dot = strrchr(path, '.');
    char *parent = parent_of(path);
    int n = 0;
    for (int i = 0; i < ROWS; i++) {
        const char *own = strrchr(rows[i].path, '.');
        const char *name = own ? own + 1 : rows[i].path;
        char *its = parent_of(rows[i].path);
        if (fits(its, parent) && strcmp(name, "*") != 0 && rows[i].place != KEY_LATER)
            names[n++] = name;
        free(its);
    }
    names[n] = NULL;
    const char *near = text_near(dot ? dot + 1 : path, names);
    free(parent);
    return near;
}
