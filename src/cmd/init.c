/* runodds init: a scenario to start from. */
#include "cmd/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cmd/guard.h"

/* What is done with a class of cards: training of all weights where several large cards hold them, adapters of a model
 * of 7 B parameters else. The sizes make it some days, or a day, of any kind of card. */
static const struct job {
    const char *size, *method; /* parameters; more of the work */
    double parameters, flops;  /* number; FLOPs for each of them and token (docs/model.md) */
    double hours, efficiency;  /* of the work: about so many, at the middle of the range below */
    const char *range, *deadline, *checkpoint, *fit;
} jobs[] = {
    {"8 B", "", 8e9, 6.0, 86.3, 0.39, "35% to 43%", "7 days", "every: 30 min, write: 1 min to 4 min",
     "sharding: weights, recompute: yes"},
    {"7 B", ", method: lora", 7e9, 4.0, 20.0, 0.32, "25% to 40%", "48 h", "every: 20 min, write: 5 s to 30 s",
     "recompute: yes"},
};
enum { JOB_FULL, JOB_ADAPTERS, FULL_CARDS = 4 };

/* Failures of a class of cards: a model, or a range. */
enum class { CLASS_HOPPER, CLASS_SERVER, CLASS_DESK };
static const struct {
    const char *uses, *failures;
} classes[] = {
    {", failures/h100-llama3", NULL},
    {"", "30000 h to 83000 h"},
    {"", "12000 h to 50000 h"},
};

/* Kinds of cards, their models, an example price of one card hour in USD, and the peak that sizes the work. */
static const struct {
    const char *kind, *model;
    double price, tflops;
    enum class class;
    bool large; /* some of them hold a model of 8 B parameters in training */
} gpus[] = {
    {"H100", "gpu/h100-sxm", 3.00, 989.0, CLASS_HOPPER, true},
    {"H200", "gpu/h200", 3.80, 989.0, CLASS_HOPPER, true},
    {"H800", "gpu/h800", 2.50, 989.0, CLASS_HOPPER, true},
    {"H20", "gpu/h20", 1.50, 148.0, CLASS_HOPPER, true},
    {"A100", "gpu/a100-80gb", 1.80, 312.0, CLASS_SERVER, true},
    {"A100-80GB", "gpu/a100-80gb", 1.80, 312.0, CLASS_SERVER, true},
    {"A100-40GB", "gpu/a100-40gb", 1.60, 312.0, CLASS_SERVER, true},
    {"A800", "gpu/a800", 1.60, 312.0, CLASS_SERVER, true},
    {"L20", "gpu/l20", 0.80, 119.5, CLASS_SERVER, false},
    {"A6000", "gpu/a6000", 0.70, 154.8, CLASS_SERVER, false},
    {"RTX4090", "gpu/rtx4090", 0.50, 165.2, CLASS_DESK, false},
    {"4090", "gpu/rtx4090", 0.50, 165.2, CLASS_DESK, false},
    {"RTX4090D", "gpu/rtx4090d", 0.45, 147.1, CLASS_DESK, false},
    {"4090D", "gpu/rtx4090d", 0.45, 147.1, CLASS_DESK, false},
    {"RTX3090", "gpu/rtx3090", 0.25, 71.0, CLASS_DESK, false},
    {"3090", "gpu/rtx3090", 0.25, 71.0, CLASS_DESK, false},
};
enum { GPUS = sizeof gpus / sizeof *gpus };

struct starting {
    struct source source; /* a shipped scenario */
    int gpu;              /* row, or -1 */
    const char *cards;    /* per node */
    bool spot;
};

/* Rounded to digits, up or to the nearest. */
static double rounded(double x, int digits, bool up)
{
    double unit = pow(10.0, floor(log10(x)) - (digits - 1));
    return (up ? ceil(x / unit) : round(x / unit)) * unit;
}

static void write_plan(const struct starting *s, const char *name, double price, FILE *to)
{
    fprintf(to,
            "  - name: %s\n"
            "    # %s\n"
            "    price: %.2f USD/GPU-hour\n"
            "    queue: 5 min to 2 h\n",
            name, _("an example: put in your quote"), price);
    if (strcmp(name, "spot") == 0)
        fprintf(to,
                "    notice: 2 min\n"
                "    # %s\n"
                "    uses: [%s%s, spot/medium]\n",
                _("spot/medium: preempted every 2.8 h to 5.7 h"), gpus[s->gpu].model, classes[gpus[s->gpu].class].uses);
}

static void write_starter(const struct starting *s, FILE *to)
{
    double cards = 1.0, price = gpus[s->gpu].price;
    text_whole_number(s->cards, &cards);
    const struct job *job = &jobs[gpus[s->gpu].large && cards >= FULL_CARDS ? JOB_FULL : JOB_ADAPTERS];
    double flop = job->hours * 3600.0 * cards * gpus[s->gpu].tflops * 1e12 * job->efficiency;
    double tokens = rounded(flop / (job->flops * job->parameters), 2, false);
    fprintf(to,
            "# %s\n"
            "scenario: my-run\n"
            "budget: %.0f USD\n"
            "deadline: %s\n"
            "# %s\n"
            "work: {tokens: %g %s, parameters: %s%s, efficiency: %s}\n"
            "checkpoint: {%s}\n"
            "# %s\n"
            "defaults:\n"
            "  uses: [%s%s]\n"
            "  accelerators: %s:%s\n"
            "  startup: 8 min to 25 min\n",
            _("Will it stay inside the budget and be done in time?  Edit the numbers, then: runodds run FILE"),
            rounded(1.5 * job->hours * cards * price, 1, true), job->deadline,
            _("or the hours of the cards: work: 2400 GPU-hours"), tokens < 1e9 ? tokens * 1e-6 : tokens * 1e-9,
            tokens < 1e9 ? "M" : "B", job->size, job->method, job->range, job->checkpoint,
            _("\"a to b\" is a range: 5th to 95th percentile"), gpus[s->gpu].model, classes[gpus[s->gpu].class].uses,
            gpus[s->gpu].kind, s->cards);
    fprintf(to, "  fit: {%s}\n", job->fit);
    if (classes[gpus[s->gpu].class].failures)
        fprintf(to,
                "  # %s\n"
                "  failures: {gpu: %s}\n"
                "  restart: 2 min to 8 min\n",
                _("mean time between failures of one card: an assumption"), classes[gpus[s->gpu].class].failures);
    fputs("plans:\n", to);
    write_plan(s, "on-demand", price, to);
    if (s->spot)
        write_plan(s, "spot", 0.45 * price, to);
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

/* "8xH100": the count before the kind. */
static int read_turned(const char *text, struct err *err)
{
    static const char *const marks[] = {"x", "X", "*", "×"};
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < sizeof marks / sizeof *marks && digits > 0; i++) {
        size_t n = strlen(marks[i]);
        if (strncmp(text + digits, marks[i], n) != 0)
            continue;
        char *hint = mem_format(_("did you mean \"%s:%.*s\"?"), text + digits + n, (int)digits, text);
        int code = err_plain(err, ERR_INPUT, hint, _("--gpu: \"%s\" is not usable"), text);
        free(hint);
        return code;
    }
    return 0;
}

static int read_gpu(const char *text, struct starting *s, struct err *err)
{
    size_t n = strcspn(text, ":");
    uint64_t cards = 1;
    int code = read_turned(text, err);
    if (code)
        return code;
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
    code = err_plain(err, ERR_INPUT, hint, _("no model of a \"%s\""), kind);
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
