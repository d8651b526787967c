/* runodds init: a scenario to start from. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cmd/guard.h"

/* Kinds of cards, their models, and an example price of one card hour in USD. */
static const struct {
    const char *kind, *model, *price;
} gpus[] = {
    {"H100", "gpu/h100-sxm", "3.00"},
    {"H200", "gpu/h200", "3.80"},
    {"H800", "gpu/h800", "2.50"},
    {"H20", "gpu/h20", "1.50"},
    {"A100", "gpu/a100-80gb", "1.80"},
    {"A100-80GB", "gpu/a100-80gb", "1.80"},
    {"A100-40GB", "gpu/a100-40gb", "1.40"},
    {"A800", "gpu/a800", "1.60"},
    {"L20", "gpu/l20", "0.80"},
    {"A6000", "gpu/a6000", "0.70"},
    {"RTX4090", "gpu/rtx4090", "0.50"},
    {"4090", "gpu/rtx4090", "0.50"},
    {"RTX4090D", "gpu/rtx4090d", "0.45"},
    {"4090D", "gpu/rtx4090d", "0.45"},
    {"RTX3090", "gpu/rtx3090", "0.25"},
    {"3090", "gpu/rtx3090", "0.25"},
};
enum { GPUS = sizeof gpus / sizeof *gpus };

struct starting {
    struct source source; /* a shipped scenario */
    int gpu;              /* row, or -1 */
    const char *cards;    /* per node */
    bool spot;
};

static void write_starter(const struct starting *s, FILE *to)
{
    double price;
    text_whole_number(gpus[s->gpu].price, &price);
    fprintf(to,
            "# %s\n"
            "scenario: my-run\n"
            "budget: 10000 USD\n"
            "deadline: 14 days\n"
            "work: {tokens: 20 B, parameters: 8 B, efficiency: 35%% to 43%%}   # %s\n"
            "checkpoint: {every: 30 min, write: 1 min to 4 min}\n"
            "defaults:\n"
            "  uses: [%s, failures/h100-llama3]   # %s\n"
            "  accelerators: %s:%s\n"
            "  startup: 8 min to 25 min\n"
            "plans:\n"
            "  - name: on-demand\n"
            "    price: %.2f USD/GPU-hour   # %s\n"
            "    queue: 5 min to 2 h\n",
            _("Will it stay inside the budget and be done in time?  Edit the numbers, then: runodds run FILE"),
            _("or: work: 2400 GPU-hours"), gpus[s->gpu].model, _("\"a to b\" is a range: 5th to 95th percentile"),
            gpus[s->gpu].kind, s->cards, price, _("an example: put in your quote"));
    if (s->spot)
        fprintf(to,
                "  - name: spot\n"
                "    uses: [%s, failures/h100-llama3, spot/medium]   # %s\n"
                "    price: %.2f USD/GPU-hour   # %s\n"
                "    queue: 5 min to 2 h\n"
                "    notice: 2 min\n",
                gpus[s->gpu].model, _("spot/medium: preempted every 2.8 h to 5.7 h"), 0.45 * price, _("an example"));
}

static void write_init(void *context, FILE *to)
{
    const struct starting *s = context;
    if (s->source.text)
        fwrite(s->source.text, 1, s->source.size, to);
    else
        write_starter(s, to);
}

static int read_example(const char *name, struct starting *s, struct err *err)
{
    char *shipped = mem_format("models/scenarios/%s.yaml", name);
    char *path = strchr(name, '/') ? NULL : file_data(shipped);
    char *hint = mem_format(_("shipped are: %s"), "8xh100-spot, bloom-176b, llama3-405b, lora-7b, one-card-or-eight, "
                                                  "opt-175b, pretrain-1024, under-way");
    int code = path ? file_read(path, YAML_FILE_LIMIT, (struct place){0}, &s->source, err)
                    : err_plain(err, ERR_INPUT, hint, _("no example \"%s\""), name);
    free(hint);
    free(shipped);
    free(path);
    return code;
}

static int read_gpu(const char *text, struct starting *s, struct err *err)
{
    size_t n = strcspn(text, ":");
    uint64_t cards = 1;
    const char *names[GPUS + 1];
    for (int i = 0; i < GPUS; i++)
        names[i] = gpus[i].kind;
    names[GPUS] = NULL;
    if (text[n] == ':' && (!text_u64(text + n + 1, &cards) || cards < 1 || cards > 64))
        return err_plain(err, ERR_INPUT, _("write it as H100:8"), _("--gpu: \"%s\" is not usable"), text);
    s->cards = text[n] == ':' ? text + n + 1 : "1";
    for (s->gpu = 0; s->gpu < GPUS; s->gpu++)
        if (strlen(gpus[s->gpu].kind) == n && strncasecmp(gpus[s->gpu].kind, text, n) == 0)
            return 0;
    char *kind = mem_copy_n(text, n);
    const char *near = text_near(kind, names);
    char *hint = near ? mem_format(_("did you mean \"%s\"?"), near)
                      : mem_copy(_("known: H100 H200 H800 H20 A100 A800 L20 A6000 RTX4090 RTX4090D RTX3090"));
    int code = err_plain(err, ERR_INPUT, hint, _("no model of a \"%s\""), kind);
    free(hint);
    free(kind);
    return code;
}

int cmd_init(const struct options *o, struct err *err)
{
    struct starting s = {.cards = "8", .spot = o->spot};
    if (o->files > 0)
        return err_plain(err, ERR_INPUT, _("runodds init > plan.yaml"),
                         _("init takes no file; it writes to standard output"));
    int code = guard_existing(o, err);
    if (!code)
        code = o->example ? read_example(o->example, &s, err) : o->gpu ? read_gpu(o->gpu, &s, err) : 0;
    if (!code)
        code = command_write(o, write_init, &s, err);
    source_release(&s.source);
    return code;
}
