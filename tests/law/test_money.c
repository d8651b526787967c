/* Money in closed forms and by hand: scaling, energy, hardware of one's own, billing, exchange. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bill.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const long many = 100000;

/* ---- how fast cards are ---- */

static void the_slowest_of_n_cards(void **state)
{
    static const struct {
        double n, mean;
    } row[] = {{2, .56418958}, {8, 1.4236003}, {64, 2.3437335}, {128, 2.5945974}, {1024, 3.2482396}, {2048, 3.4417991}};
    (void)state;
    assert_true(plan_slowest(1.0) == 0.0);
    lab_same("slowest of 3", plan_slowest(3.0), 1.5 / sqrt(acos(-1.0)), 1e-9);
    for (size_t i = 0; i < COUNT(row); i++) {
        lab_same("slowest", plan_slowest(row[i].n), row[i].mean, 1e-7);
        /* Measured on one card, which waits for nobody. */
        double factor = 1.0 + 0.03 * row[i].mean;
        struct bill bill =
            bill_of("work: 4096 GPU-hours\naccelerators: H100:8\ncards: %g\nmeasured_on: 1\njitter: 3%%\n"
                    "scaling: amdahl(0%%)\nfailures: none\nprice: $1/GPU-hour\n",
                    row[i].n);
        lab_same("time with jitter", bill.ledger.completion_h, 4096.0 / row[i].n * factor, 1e-8);
        lab_same("share that scaling lost", bill_class(&bill, CLASS_communication) / bill_item(&bill, "rent"),
                 1.0 - 1.0 / factor, 1e-6);
        /* Measured where it runs: the jitter is in the figure. */
        bill =
            bill_of("work: 4096 GPU-hours\naccelerators: H100:8\ncards: %g\njitter: 3%%\nfailures: none\n", row[i].n);
        lab_same("time with jitter in it", bill.ledger.completion_h, 4096.0 / row[i].n, 1e-14);
    }
}

/* Work of 1000 h on one card goes `speedup` times as fast on n cards, and what is lost is communication. */
static void scales(const char *scaling, double n, double speedup, double relative)
{
    struct bill bill = bill_of("work: 1000 GPU-hours\naccelerators: H100:8\ncards: %g\nscaling: %s\nfailures: none\n"
                               "price: $1/GPU-hour\n",
                               n, scaling);
    double nodes = ceil(n / 8.0), lost = fmax(0.0, 1.0 - speedup / n);
    lab_same(scaling, 1000.0 / bill.ledger.completion_h, speedup, relative);
    double rent = bill_item(&bill, "rent");
    lab_same("rent", rent, 8.0 * nodes * 1000.0 / speedup, relative);
    assert_true(fabs(bill_class(&bill, CLASS_communication) - lost * rent) <= 2.0 * relative * rent);
}

static void scaling_formulas(void **state)
{
    static const struct {
        const char *scaling;
        double n, speedup, relative;
    } row[] = {
        {"amdahl(5%)", 1, 1.0, 1e-12},
        {"amdahl(5%)", 2, 1.9047619, 1e-7},
        {"amdahl(5%)", 8, 5.9259259, 1e-7},
        {"amdahl(5%)", 64, 15.4216867, 1e-7},
        {"usl(2%, 0.05%)", 2, 1.9588639, 1e-7},
        {"usl(2%, 0.05%)", 8, 6.8493151, 1e-7},
        {"usl(2%, 0.05%)", 64, 14.9672591, 1e-7},
        {"usl(coherency = 0.05%, contention = 2%)", 64, 14.9672591, 1e-7},
        {"ring(bytes = 14 GB, nvlink = 25 GB/s, network = 50 GB/s, step = 1 s)", 2, 1.0 / (1.0 / 2 + .56001), 1e-5},
        {"ring(bytes = 14 GB, nvlink = 450 GB/s, network = 50 GB/s, step = 1 s)", 8, 1.0 / (1.0 / 8 + .0545144), 1e-6},
        {"ring(bytes = 14 GB, nvlink = 450 GB/s, network = 50 GB/s, step = 1 s)", 64, 1.0 / (1.0 / 64 + .55188), 1e-6},
        {"ring(bytes = 14 GB, nvlink = 450 GB/s, network = 50 GB/s, overlap = 60%, latency = 0.005 ms, step = 1 s)", 64,
         1.0 / (1.0 / 64 + 0.4 * .55188), 1e-6},
        {"pipeline(stages = 4, microbatches = 16)", 4, 4.0 * (1.0 - .1578947), 1e-7},
        {"pipeline(stages = 12, microbatches = 49)", 12, 12.0 * (1.0 - .1833333), 1e-7},
        {"pipeline(stages = 8, microbatches = 8)", 8, 8.0 * (1.0 - .4666667), 2e-7},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        scales(row[i].scaling, row[i].n, row[i].speedup, row[i].relative);
    /* The universal law has its peak at sqrt((1 - a) / b) = 44.27 cards. */
    double hours[3];
    for (int i = 0; i < 3; i++)
        hours[i] = bill_of("work: 1000 GPU-hours\ncards: %d\nscaling: usl(2%%, 0.05%%)\nfailures: none\n", 43 + i)
                       .ledger.completion_h;
    assert_true(hours[1] < hours[0] && hours[1] < hours[2]);
}

/* MLPerf Training v4.0, 8 and 16 H100: minutes, and Amdahl's share between them. */
static void scaling_from_two_timings(void **state)
{
    static const struct {
        const char *minutes[2];
        double at[2], share;
    } row[] = {{{"13.619", "7.930"}, {13.619, 7.930}, .165},
               {{"5.327", "3.178"}, {5.327, 3.178}, .193},
               {{"28.048", "19.092"}, {28.048, 19.092}, .361}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        for (int cards = 8; cards <= 32; cards *= 2) {
            struct lab lab;
            lab_open(&lab,
                     "work: 80 GPU-hours\naccelerators: H100:8\ncards: %d\nfailures: none\n"
                     "scaling: amdahl({8 cards: %s min, 16 cards: %s min})\n",
                     cards, row[i].minutes[0], row[i].minutes[1]);
            double f = 2.0 * (row[i].at[1] / row[i].at[0] - 0.5), r = cards / 8.0;
            lab_same("fitted share", plan_fitted_amdahl(&lab.scenario->plan[0].inputs.scaling, NULL), f, 1e-12);
            assert_true(fabs(f - row[i].share) < 0.0005);
            lab_same("hours", lab.engine.typical[0].cadence.work_h, 10.0 * (f + (1.0 - f) / r), 1e-12);
            lab_close(&lab);
        }
    /* The universal law through three timings that obey it. */
    struct bill bill = bill_of("work: 100 GPU-hours\ncards: 16\nfailures: none\n"
                               "scaling: usl({1: 60 min, 4: %.17g min, 16: %.17g min})\n",
                               60.0 / (4.0 / (1.0 + 0.02 * 3.0 + 0.0005 * 12.0)),
                               60.0 / (16.0 / (1.0 + 0.02 * 15.0 + 0.0005 * 240.0)));
    lab_same("usl through its timings", 100.0 / bill.ledger.completion_h, 16.0 / 1.42, 1e-9);
}

/* MLPerf Training v4.0, llama2_70b_lora: a table passes through its rows; beyond them it is less sure. */
static void scaling_tables(void **state)
{
    static const struct {
        int cards;
        double minutes, gpu_hours;
    } row[] = {{8, 28.068, 3.72}, {64, 5.235, 5.55}, {1024, 1.464, 25.27}};
    static const char work[] = "work: {steps: 1}\naccelerators: H100:8\nfailures: none\nprice: $1/GPU-hour\n";
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill =
            bill_of("%scards: %d\nstep_time: {8: 28.068 min, 64: 5.235 min, 1024: 1.464 min}\n", work, row[i].cards);
        lab_same("time at a row", bill.ledger.completion_h, row[i].minutes / 60.0, 1e-15);
        lab_same("GPU-hours", bill_item(&bill, "rent"), row[i].minutes * row[i].cards / 60.0, 1e-14);
        lab_same("GPU-hours of another mean of the runs", bill_item(&bill, "rent"), row[i].gpu_hours, 0.012);
        lab_same("loss to scaling", 1.0 - bill.numbers.lost_to_scaling, 28.068 * 8.0 / row[i].minutes / row[i].cards,
                 1e-12);
    }
    struct lab lab;
    double sd = 0.21 * log(16.0), rise = log(5.235 / 28.068) / log(8.0);
    lab_play(&lab, many,
             "%sstep_time: {8: 28.068 min, 64: 5.235 min}\nplans:\n  - name: far\n    cards: 1024\n"
             "  - name: row\n    cards: 64\n",
             work);
    double *log_h = mem_new((size_t)many, sizeof *log_h);
    for (long i = 0; i < many; i++)
        log_h[i] = log(lab.trials.time_h[0][i]);
    lab_mean("time beyond the rows", log_h, many, log(5.235 / 60.0) + rise * log(16.0));
    lab_deviation("band beyond the rows", log_h, many, sd);
    assert_int_equal(lab_at_most(lab.trials.time_h[1], many, 5.235 / 60.0 * (1.0 + 1e-12)), many);
    assert_int_equal(lab_at_most(lab.trials.time_h[1], many, 5.235 / 60.0 * (1.0 - 1e-12)), 0);
    free(log_h);
    lab_close(&lab);
    /* Between rows the time is monotone. */
    double last_h = INFINITY;
    for (int cards = 8; cards <= 1024; cards += 8) {
        double h = bill_of("%scards: %d\nstep_time: {8: 28.068 min, 64: 5.235 min, 1024: 1.464 min}\n", work, cards)
                       .ledger.completion_h;
        assert_true(h < last_h);
        last_h = h;
    }
}

/* ---- power ---- */

#define OWN "failures: none\nown: {price: $1000}\nelectricity: 1 USD/kWh\n"

static void energy(void **state)
{
    static const struct {
        const char *power, *pue;
        double hours, kwh;
    } row[] = {{"6.95 kW", "1.3", 24.0, 216.84}, {"10.2 kW", "1.56", 720.0, 11456.64}, {"450 W", "1.2", 100.0, 54.0}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill =
            bill_of("work: %g GPU-hours\npower: %s\npue: %s\n" OWN, row[i].hours, row[i].power, row[i].pue);
        lab_same("kWh", bill_item(&bill, "electricity"), row[i].kwh, 1e-12);
        lab_same("all of it cools", bill_class(&bill, CLASS_power_and_cooling), row[i].kwh, 1e-12);
    }
    /* W against kW: 1000 W for 10 h at 0.1. */
    for (int i = 0; i < 2; i++) {
        struct bill bill = bill_of("work: 10 GPU-hours\npower: %s\npue: %s\nfailures: none\nown: {price: $1000}\n"
                                   "electricity: 0.1 USD/kWh\n",
                                   i ? "1 kW" : "1000 W", i ? "1.5" : "1");
        lab_same("watts", bill_item(&bill, "electricity"), i ? 1.5 : 1.0, 1e-14);
    }
}

/* Supermicro's MLPerf Training v4.0 logs of 8xH100 nodes: watts of a node at the wall fall with the card count. */
static void energy_by_cards(void **state)
{
    static const struct {
        int nodes;
        double minutes, kwh;
    } row[] = {{1, 29.98, 3.473}, {8, 5.28, 4.085}, {64, 1.95, 10.49}};
    static const char power[] = "accelerators: H100:8\npower: {8: 6.951 kW, 64: 5.803 kW, 512: 5.043 kW}\n" OWN;
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill =
            bill_of("work: {steps: 1}\nstep_time: %.17g min\nnum_nodes: %d\n%s", row[i].minutes, row[i].nodes, power);
        lab_same("kWh as logged", bill_item(&bill, "electricity"), row[i].kwh, 5e-4);
    }
    /* Linear in the logarithm between rows, the end rows beyond. */
    static const double at[][2] = {{16, 6.951 - (6.951 - 5.803) / 3.0}, {4, 6.951}, {4096, 5.043}};
    for (size_t i = 0; i < COUNT(at); i++) {
        struct bill bill = bill_of("work: {steps: 1}\nstep_time: 1 h\ncards: %g\n%s", at[i][0], power);
        lab_same("kW", bill_item(&bill, "electricity"), at[i][1] * ceil(at[i][0] / 8.0), 1e-12);
    }
}

/* Each phase at its own watts. */
static void watts_by_phase(void **state)
{
    (void)state;
    struct bill bill =
        bill_of("work: 80 GPU-hours\naccelerators: H100:8\ncards: 16\nqueue: 7 h\nstartup: 2 h\nshutdown: 3 h\n"
                "checkpoint: {every: 1 h, write: 30 min}\npue: 1.5\n"
                "power: {node: 6 kW, idle: 2 kW, checkpoint: 4 kW, network: 800 W, psu_loss: 5%%}\n" OWN);
    double busy = 2.0 * 6.0 * 1.05 + 0.8, idle = 2.0 * 2.0 * 1.05 + 0.8, writing = 2.0 * 4.0 * 1.05 + 0.8;
    lab_same("kWh", bill_item(&bill, "electricity"), 1.5 * (5.0 * busy + 2.5 * writing + 5.0 * idle), 1e-12);
    bill = bill_of("work: 80 GPU-hours\naccelerators: H100:8\nstartup: 2 h\npower: {card: 500 W, host: 1 kW, "
                   "psu_loss: 10%%, network: 100 W/node}\n" OWN);
    lab_same("kWh of parts", bill_item(&bill, "electricity"), 12.0 * (5.0 * 1.1 + 0.1), 1e-12);
}

/* Everything that a factor reaches doubles with it, and nothing else. */
static void factors_enter_once(void **state)
{
    static const struct {
        const char *before, *after, *items; /* what doubles */
    } row[] = {
        {"pue: 1.2", "pue: 2.4", " electricity demand "},
        {"electricity: {price: 0.1 USD/kWh, demand: 15 USD/kW-month}",
         "electricity: {price: 0.2 USD/kWh, demand: 30 USD/kW-month}", " electricity demand "},
        {"power: {node: 5 kW, idle: 1 kW, checkpoint: 3 kW, psu_loss: none}",
         "power: {node: 5 kW, idle: 1 kW, checkpoint: 3 kW, psu_loss: 100%}", " electricity demand rack "},
        {"own: {price: $5000/node, network: 20%, fitout: $99, staff: $7/hour, finance: 6%/year, rack: 150 "
         "USD/kW-month, "
         "busy: 80%}",
         "own: {price: $5000/node, network: 20%, fitout: $99, staff: $7/hour, finance: 6%/year, rack: 150 "
         "USD/kW-month, "
         "busy: 40%}",
         " machine network fitout staff interest rack demand "},
        {"accelerators: H100:8", "accelerators: H100:8\nnum_nodes: 2",
         " machine network interest rack electricity demand "},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill[2];
        for (int k = 0; k < 2; k++) {
            struct text text = {0};
            text_add(&text, "work: {steps: 40}\nstep_time: 1 h\nstartup: 1 h\nfailures: none\n"
                            "checkpoint: {every: 2 h, write: 5 min, size: 9 GB}\nstorage: {price: $1/GB-month}\n");
            for (size_t j = 0; j < COUNT(row); j++)
                text_addf(&text, "%s\n", k && i == j ? row[j].after : row[j].before);
            bill[k] = bill_of("%s", text.at);
            text_release(&text);
        }
        assert_true(bill[0].ledger.completion_h == bill[1].ledger.completion_h);
        for (int k = 0; k < ITEM_COUNT; k++) {
            char *word = mem_format(" %s ", cost_items[k].name);
            const char *name = cost_items[k].name;
            double a = bill_item(&bill[0], name), b = bill_item(&bill[1], name);
            bool doubles = strstr(row[i].items, word) != NULL;
            assert_true(!doubles || a > 0.0);
            /* Of two nodes the fit-out is one, and so is half of what finance counts. */
            if (i == 4 && strcmp(name, "interest") == 0)
                assert_true(b > 1.9 * a && b < 2.0 * a);
            else if (!(fabs(b - (doubles ? 2.0 : 1.0) * a) <= 1e-12 * b))
                fail_msg("case %zu: %s from %.9g to %.9g", i, name, a, b);
            free(word);
        }
    }
}

/* ---- hardware of one's own ---- */

static void rent_against_own(void **state)
{
    static const struct {
        const char *busy;
        double per_h;
    } row[] = {{"100%", 9.7444765}, {"50%", 18.585453}, {"16.33090%", 55.04}, {"42.88301%", 21.52}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill own = bill_of("work: 8 GPU-hours\naccelerators: H100:8\nfailures: none\npower: 6.95 kW\npue: 1.3\n"
                                  "electricity: 0.10 USD/kWh\nown: {price: 310K USD/node, life: 4 years, busy: %s}\n",
                                  row[i].busy);
        lab_same("an hour of one's own", own.total, row[i].per_h, i < 2 ? 1e-8 : 1e-6);
        lab_same("its electricity", bill_item(&own, "electricity"), 6.95 * 1.3 * 0.10, 1e-12);
        /* Power that is kept on, also in idle hours, is divided by use as the price is. */
        if (i < 2)
            lab_same("its machine", bill_item(&own, "machine"), 310000.0 / (4.0 * 8766.0) * (i ? 2.0 : 1.0), 1e-12);
    }
    struct bill rent = bill_of("work: 8 GPU-hours\naccelerators: H100:8\nfailures: none\nprice: $6.88/GPU-hour\n");
    lab_same("an hour of rent", rent.total, 55.04, 1e-14);
}

#define SERVER "currency: CNY\nwork: 1 GPU-hours\nfailures: none\nown: {price: 260000 CNY, "

static void worth_at_the_end(void **state)
{
    static const struct {
        const char *own;
        double per_h, relative;
    } row[] = {
        {"life: 4 years, resale: 20%, busy: 50%}", 208000.0 / 17532.0, 1e-12},
        {"life: 4 years, resale: 20%, busy: 50%, project: 6 months}", 21.6203455035, 1e-10},
        {"life: 4 years, resale: 20%, busy: 50%, project: 4 years}", 208000.0 / 17532.0, 1e-12},
        {"life: 4 years, resale: none}", 260000.0 / 35064.0, 1e-12},
        {"resale: none}", 260000.0 / 35064.0, 1e-12},
        {"life: 4 years, resale: 100%}", 0.0, 0.0},
        /* A table by age: at a row; between rows; before the first; beyond the last. */
        {"resale: {1 year: 60%, 3 years: 25%}, project: 1 year}", 260000.0 * 0.4 / 8766.0, 1e-12},
        {"resale: {1 year: 60%, 3 years: 25%}, project: 3 years}", 260000.0 * 0.75 / (3.0 * 8766.0), 1e-12},
        {"resale: {1 year: 60%, 3 years: 25%}, project: 2 years}", 260000.0 * (1.0 - 0.3872983346) / (2.0 * 8766.0),
         1e-9},
        {"resale: {1 year: 60%, 3 years: 25%}, project: 6 months}", 260000.0 * (1.0 - 0.7745966692) / 4383.0, 1e-9},
        {"resale: {1 year: 60%, 3 years: 25%}, life: 5 years}", 260000.0 * (1.0 - 0.25 * 0.25 / 0.6) / (5.0 * 8766.0),
         1e-12},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill = bill_of(SERVER "%s\n", row[i].own);
        if (!(fabs(bill.total - row[i].per_h) <= row[i].relative * row[i].per_h))
            fail_msg("%s: %.9g, by hand %.9g", row[i].own, bill.total, row[i].per_h);
    }
}

static void network_finance_rack(void **state)
{
    static const char job[] = "work: 32 GPU-hours\naccelerators: H100:8\ncards: 16\nfailures: none\npower: 6 kW\n";
    double life_h = 4.0 * 8766.0, month_h = 730.5;
    (void)state;
    struct bill bill =
        bill_of("%sown: {price: 30K USD/GPU, network: 18%%, fitout: 5K USD/node, resale: 10%%, busy: 50%%, "
                "finance: 6%%/year, staff: 100K USD/year, rack: 150 USD/kW-month}\n",
                job);
    double machine = 480000.0, network = 0.18 * machine, fitout = 10000.0, held_h = 2.0;
    lab_same("machine", bill_item(&bill, "machine"), held_h * machine * 0.9 / life_h / 0.5, 1e-12);
    lab_same("network", bill_item(&bill, "network"), held_h * network * 0.9 / life_h / 0.5, 1e-12);
    lab_same("network is communication", bill_class(&bill, CLASS_communication), bill_item(&bill, "network"), 1e-12);
    lab_same("fitout", bill_item(&bill, "fitout"), held_h * fitout / life_h / 0.5, 1e-12);
    lab_same("finance", bill_item(&bill, "interest"),
             held_h * 0.06 / 8766.0 * 0.5 * ((machine + network) * 1.1 + fitout) / 0.5, 1e-12);
    lab_same("staff", bill_item(&bill, "staff"), held_h * 100000.0 / 8766.0 / 0.5, 1e-12);
    lab_same("rack", bill_item(&bill, "rack"), held_h * 150.0 * 12.0 / month_h / 0.5, 1e-12);
    bill = bill_of(
        "%sown: {price: 480K USD, busy: 50%%}\npue: 1.2\nelectricity: {price: 0.1 USD/kWh, demand: 15 USD/kW-month}\n",
        job);
    lab_same("demand", bill_item(&bill, "demand"), held_h * 15.0 * 1.2 * 12.0 / month_h / 0.5, 1e-12);
    lab_same("electricity beside it", bill_item(&bill, "electricity"), held_h * 0.1 * 1.2 * 12.0, 1e-12);
    bill = bill_of("%sown: {price: 480K USD, network: {fixed: 20K USD, per_port: $900, ports: 64}}\n", job);
    lab_same("ports", bill_item(&bill, "network"), held_h * (20000.0 + 57600.0) / life_h, 1e-12);
    /* The tier of a node's peak holds for all its kW, its upper end included. */
    static const struct {
        const char *power;
        double kw, price;
    } row[] = {
        {"4.9 kW", 4.9, 900}, {"5 kW", 5.0, 900}, {"5.1 kW", 5.1, 1200}, {"{node: 2 kW, checkpoint: 7 kW}", 7.0, 1200}};
    for (size_t i = 0; i < COUNT(row); i++) {
        bill =
            bill_of("currency: CNY\nwork: 8 GPU-hours\naccelerators: H100:8\nfailures: none\npower: %s\nown: {price: "
                    "260000 CNY, rack: {to 5 kW: 900 CNY/kW-month, to 10 kW: 1200 CNY/kW-month, limit: 12 kW}}\n",
                    row[i].power);
        lab_same("tier", bill_item(&bill, "rack"), row[i].price * row[i].kw / month_h, 1e-12);
    }
}

/* ---- rent ---- */

static void whole_nodes_are_billed(void **state)
{
    (void)state;
    for (int cards = 1; cards <= 9; cards++) {
        static const char text[] =
            "work: {steps: 10}\nstep_time: 1 h\naccelerators: H100:8\ncards: %d\nfailures: none\n%s\n";
        double nodes = cards > 8 ? 2.0 : 1.0;
        double by_card = bill_of(text, cards, "price: $2/GPU-hour").total;
        double by_node = bill_of(text, cards, "price: $16/node-hour").total;
        assert_true(by_card == 160.0 * nodes && by_node == by_card);
    }
    /* A price of 8 cards is 8 prices of a card, to the last bit. */
    for (int k = 1; k < 60; k++) {
        static const char text[] =
            "work: 123.4 GPU-hours\naccelerators: H100:8\nfailures: {job: 30 h}\nprice: %.17g USD/%s\n";
        double price = 0.03 * k, by_card = bill_of(text, price, "GPU-hour").total,
               by_node = bill_of(text, 8.0 * price, "node-hour").total;
        assert_true(by_card == by_node);
    }
}

/* The largest row not above holds, its own count included. */
static void tables_by_cards(void **state)
{
    static const struct {
        int cards;
        double price, more;
    } row[] = {{1, 4.29, 0.0}, {7, 4.29, 0.0}, {8, 3.99, 0.03}, {63, 3.99, 0.03}, {64, 3.0, 0.1}, {640, 3.0, 0.1}};
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill = bill_of("work: {steps: 10}\nstep_time: 1 h\ncards: %d\ncards_per_node: 1\nfailures: none\n"
                                   "more_work: {8: 3%%, 64: 10%%}\nprice: {64: $3/GPU-hour, 1: $4.29/GPU-hour, 8: "
                                   "$3.99/GPU-hour}\n",
                                   row[i].cards);
        lab_same("hours with more work", bill.ledger.completion_h, 10.0 * (1.0 + row[i].more), 1e-14);
        lab_same("rent by a table", bill_item(&bill, "rent"), 10.0 * (1.0 + row[i].more) * row[i].cards * row[i].price,
                 1e-12);
    }
}

static void billing(void **state)
{
    static const struct {
        const char *work, *billing;
        double rent, round_up, unused;
    } row[] = {
        {"20 min", "per hour", 1.0, 2.0, 0.0},
        {"20 min", "per second", 1.0, 0.0, 0.0},
        {"20 min", "per minute", 1.0, 0.0, 0.0},
        {"3600 s", "per hour", 3.0, 0.0, 0.0},
        {"3601 s", "per hour", 3.0 * 3601.0 / 3600.0, 3.0 - 3.0 / 3600.0, 0.0},
        {"90.5 s", "per second", 3.0 * 90.5 / 3600.0, 3.0 * 0.5 / 3600.0, 0.0},
        {"20 min", "15 min", 1.0, 0.5, 0.0},
        {"20 min", "{per: 1 h, minimum: 30 h}", 1.0, 2.0, 87.0},
        {"20 min", "{minimum: 30 h}", 1.0, 0.0, 89.0},
        {"30 h", "{minimum: 30 h}", 90.0, 0.0, 0.0},
        {"31 h", "{minimum: 30 h}", 93.0, 0.0, 0.0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill = bill_of("work: {steps: 1}\nstep_time: %s\nfailures: none\nprice: $3/GPU-hour\nbilling: %s\n",
                                   row[i].work, row[i].billing);
        if (!(fabs(bill_item(&bill, "rent") - row[i].rent) < 1e-12 &&
              fabs(bill_item(&bill, "round_up") - row[i].round_up) < 1e-12 &&
              fabs(bill_item(&bill, "unused_minimum") - row[i].unused) < 1e-12))
            fail_msg("%s %s: %g, %g, %g", row[i].work, row[i].billing, bill_item(&bill, "rent"),
                     bill_item(&bill, "round_up"), bill_item(&bill, "unused_minimum"));
    }
    /* Waiting is billed when it is said, and not rounded. */
    for (int i = 0; i < 2; i++) {
        struct bill bill = bill_of("work: 10 GPU-hours\nqueue: 100 h\nfailures: none\nprice: $3/GPU-hour\n%s"
                                   "billing: per hour\n",
                                   i ? "bill_queue: yes\n" : "");
        lab_same("rent", bill_item(&bill, "rent"), 30.0, 1e-14);
        assert_true(bill_item(&bill, "queue_rent") == (i ? 300.0 : 0.0));
        assert_true(bill.ledger.completion_h == 110.0);
    }
}

/* ---- the rest of the money ---- */

static void the_rest_by_hand(void **state)
{
    (void)state;
    struct bill bill =
        bill_of("work: 100 GPU-hours\nqueue: 10 h\nfailures: none\nprice: $2/GPU-hour\ndeadline: 60 h\nbilling: "
                "{minimum: 120 h}\n"
                "checkpoint: {every: 10 h, write: 6 min, size: 50 GB}\nstorage: {price: $0.02/GB-month, kept: 3}\n"
                "egress: $0.09/GB\nlabor: {rate: $80/hour, setup: 6 h, per_incident: 1 h}\n"
                "delay_cost: {per_day: $240, after: deadline}\ntax: 10%%\ncredits: $50\n");
    double done_h = 10.0 + 100.0 + 1.0, rent = 202.0, unused = 38.0, storage = 0.02 / 730.5 * 150.0 * done_h;
    lab_same("rent", bill_item(&bill, "rent"), rent, 1e-12);
    lab_same("unused minimum", bill_item(&bill, "unused_minimum"), unused, 1e-12);
    lab_same("storage", bill_item(&bill, "storage"), storage, 1e-12);
    lab_same("egress", bill_item(&bill, "egress"), 4.5, 1e-12);
    lab_same("labour", bill_item(&bill, "labor"), 480.0, 1e-12);
    lab_same("delay", bill_item(&bill, "delay"), 510.0, 1e-12);
    lab_same("tax", bill_item(&bill, "tax"), 0.1 * (rent + unused + storage + 4.5), 1e-12);
    lab_same("credits", bill_item(&bill, "credits"), -50.0, 1e-12);
    lab_same("total", bill.total, 1.1 * (rent + unused + storage + 4.5) + 480.0 + 510.0 - 50.0, 1e-12);
    /* In time there is no delay; from submission there is. */
    static const char delay[] =
        "work: 48 GPU-hours\nfailures: none\nprice: $2/GPU-hour\ndeadline: 60 h\ndelay_cost: %s\n";
    assert_true(bill_of(delay, "{per_day: $240, after: deadline}").total == 96.0);
    lab_same("delay from submission", bill_of(delay, "$240/day").total, 96.0 + 480.0, 1e-14);
    lab_same("delay of a day", bill_of(delay, "$240").total, 96.0 + 480.0, 1e-14);
    lab_same("delay after 1 day", bill_of(delay, "{per_day: $240, after: 24 h}").total, 96.0 + 240.0, 1e-14);
}

static void labour_by_cause(void **state)
{
    (void)state;
    struct lab lab;
    lab_open(&lab, "work: 100 GPU-hours\nprice: $2/GPU-hour\ncheckpoint: {every: 1 h, write: 0 s}\nrestart: none\n"
                   "labor: {rate: $80/hour, setup: 2 h, per_incident: 1 h}\n"
                   "failures: {gpu: {every: 20 h, labor: 3 h}, host: 30 h}\n");
    for (long i = 0; i < 50; i++) {
        struct bill bill;
        bill_make(&lab, 0, i, NULL, &bill);
        lab_same("labour", bill_item(&bill, "labor"),
                 80.0 * (2.0 + 3.0 * bill.ledger.failures[0] + bill.ledger.failures[1]), 1e-12);
    }
    lab_close(&lab);
}

/* ---- exchange ---- */

static void exchange_rates(void **state)
{
    (void)state;
    lab_same("a constant rate",
             bill_of("currency: CNY\nexchange: {USD: 7.2 CNY, EUR: 8 CNY}\nwork: 10 GPU-hours\n"
                     "failures: none\nprice: $2/GPU-hour\n")
                 .total,
             144.0, 1e-14);
    struct lab lab;
    lab_play(&lab, many,
             "currency: CNY\nexchange: {USD: 7.0 to 7.4 CNY}\nwork: 10 GPU-hours\nfailures: none\nplans:\n"
             "  - name: a\n    price: $2/GPU-hour\n  - name: b\n    price: $1/GPU-hour\n"
             "  - name: c\n    price: ¥14/GPU-hour\n  - name: d\n    price: 1 to 3 USD/GPU-hour\n");
    double *const *cost = lab.trials.cost, *log_d = mem_new((size_t)many, sizeof *log_d);
    for (long i = 0; i < many; i++) {
        assert_true(fabs(cost[0][i] - 2.0 * cost[1][i]) <= 1e-12 * cost[0][i] && cost[2][i] == 140.0);
        log_d[i] = log(cost[3][i]);
    }
    lab_count("rate up to its low end", lab_at_most(cost[1], many, 70.0), many, 0.05);
    lab_count("rate up to its high end", lab_at_most(cost[1], many, 74.0), many, 0.95);
    double z95 = 1.6448536269514722, rate_sd = log(7.4 / 7.0) / (2.0 * z95), price_sd = log(3.0) / (2.0 * z95);
    lab_mean("an uncertain price at an uncertain rate", log_d, many, log(10.0) + 0.5 * log(3.0) + 0.5 * log(7.0 * 7.4));
    lab_deviation("an uncertain price at an uncertain rate", log_d, many, hypot(rate_sd, price_sd));
    free(log_d);
    lab_close(&lab);
}

/* A price that moves is at the rate of the trial too. */
static void exchange_of_a_path(void **state)
{
    enum { TRIALS = 100 };
    struct lab lab;
    (void)state;
    lab_play(&lab, TRIALS,
             "currency: CNY\nexchange: {USD: 6.5 to 7.5 CNY}\nwork: 10 GPU-hours\nfailures: none\nplans:\n"
             "  - name: fixed\n    price: $2/GPU-hour\n  - name: path\n    price: {path: {0 h: $2/GPU-hour}}\n");
    for (int i = 0; i < TRIALS; i++)
        lab_same("cost by a path", lab.trials.cost[1][i], lab.trials.cost[0][i], 1e-12);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slowest_of_n_cards),
        cmocka_unit_test(scaling_formulas),
        cmocka_unit_test(scaling_from_two_timings),
        cmocka_unit_test(scaling_tables),
        cmocka_unit_test(energy),
        cmocka_unit_test(energy_by_cards),
        cmocka_unit_test(watts_by_phase),
        cmocka_unit_test(factors_enter_once),
        cmocka_unit_test(rent_against_own),
        cmocka_unit_test(worth_at_the_end),
        cmocka_unit_test(network_finance_rack),
        cmocka_unit_test(whole_nodes_are_billed),
        cmocka_unit_test(tables_by_cards),
        cmocka_unit_test(billing),
        cmocka_unit_test(the_rest_by_hand),
        cmocka_unit_test(labour_by_cause),
        cmocka_unit_test(exchange_rates),
        cmocka_unit_test(exchange_of_a_path),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("money", tests, NULL, NULL);
}
