/* When hours fall: tariffs by the clock and prices that move, against sums made minute by minute. */
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

/* ---- numbers that only have to differ ---- */

static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(uint64_t *state, int n)
{
    return (int)(next_number(state) % (uint64_t)n);
}

/* ---- a calendar of our own ---- */

struct moment {
    int year, month, day; /* month and day from 0 */
    int weekday, minute;  /* Monday is 0; minute of the day */
};

static int month_length(int year, int month)
{
    static const char length[] = "\37\34\37\36\37\36\37\37\36\37\36\37";
    return length[month] + (month == 1 && year % 4 == 0);
}

static void next_minute(struct moment *m)
{
    if (++m->minute < 1440)
        return;
    m->minute = 0;
    m->weekday = (m->weekday + 1) % 7;
    if (++m->day < month_length(m->year, m->month))
        return;
    m->day = 0;
    m->month = (m->month + 1) % 12;
    m->year += m->month == 0;
}

/* 2024 began on a Monday. */
static struct moment moment_of(int year, int month, int day, int minute)
{
    struct moment m = {2024, 0, 0, 0, 0};
    while (m.year != year || m.month != month || m.day != day) {
        m.minute = 1439;
        next_minute(&m);
    }
    m.minute = minute;
    return m;
}

/* ---- a tariff of our own ---- */

struct rates {
    double price[12][7][1440];
    struct text text; /* as a scenario has it */
};

static const char *const day_names[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
static const char *const month_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static bool on_circle(int x, int from, int to, int n)
{
    return (x - from + n) % n <= (to - from + n) % n;
}

/* One period: minutes from..to-1 (wrapping) of days and months on their circles. */
static void add_period(struct rates *r, double price, const int hours[2], const int days[2], const int months[2])
{
    text_addf(&r->text, "  - {price: %.17g USD/kWh", price);
    if (hours[0] != hours[1])
        text_addf(&r->text, ", hours: %02d:%02d-%02d:%02d", hours[0] / 60, hours[0] % 60, hours[1] / 60, hours[1] % 60);
    if (days[0] != (days[1] + 1) % 7)
        text_addf(&r->text, ", days: %s-%s", day_names[days[0]], day_names[days[1]]);
    if (months[0] != (months[1] + 1) % 12)
        text_addf(&r->text, ", months: %s-%s", month_names[months[0]], month_names[months[1]]);
    text_add(&r->text, "}\n");
    for (int month = 0; month < 12; month++)
        for (int day = 0; day < 7; day++)
            for (int m = 0; m < 1440; m++)
                if (on_circle(month, months[0], months[1], 12) && on_circle(day, days[0], days[1], 7) &&
                    (hours[0] == hours[1] || on_circle(m, hours[0], (hours[1] + 1439) % 1440, 1440)))
                    r->price[month][day][m] = price;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Days and months fall into two parts each, the hours of each of the four fields into up to five periods. */
static void random_rates(struct rates *r, uint64_t *seed)
{
    int day = below(seed, 7), days = 1 + below(seed, 6), month = below(seed, 12), months = 1 + below(seed, 11);
    const int day_part[2][2] = {{day, (day + days - 1) % 7}, {(day + days) % 7, (day + 6) % 7}};
    const int month_part[2][2] = {{month, (month + months - 1) % 12}, {(month + months) % 12, (month + 11) % 12}};
    double otherwise = 0.01 * (1 + below(seed, 99));
    *r = (struct rates){.price = {{{0.0}}}};
    text_add(&r->text, "electricity:\n");
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 7; k++)
            for (int m = 0; m < 1440; m++)
                r->price[i][k][m] = otherwise;
    for (int part = 0; part < 4; part++) {
        int cut[6], cuts = 1 + below(seed, 5), step = below(seed, 2) ? 1 : 30;
        for (int i = 0; i < cuts; i++)
            cut[i] = step * below(seed, 1440 / step);
        qsort(cut, (size_t)cuts, sizeof *cut, by_number);
        for (int i = 0; i < cuts; i++) {
            const int hours[2] = {cut[i], cut[(i + 1) % cuts]};
            bool whole = cuts == 1, empty = cuts > 1 && hours[0] == hours[1], left_out = !whole && below(seed, 4) == 0;
            if (!empty && !left_out)
                add_period(r, 0.01 * (1 + below(seed, 150)), hours, day_part[part / 2], month_part[part % 2]);
        }
    }
    text_addf(&r->text, "  - {otherwise: %.17g USD/kWh}\n", otherwise);
}

/* Integral of the price over hours from..to since a moment, minute by minute. */
static double money_per_kw(const struct rates *r, struct moment at, double from_h, double to_h)
{
    double from = 60.0 * from_h, to = 60.0 * to_h, sum = 0.0;
    long first = (long)from;
    for (long days = first / 1440; days > 0; days--, first -= 1440, from -= 1440.0, to -= 1440.0) {
        int minute = at.minute;
        at.minute = 1439;
        next_minute(&at);
        at.minute = minute;
    }
    for (long m = 0; (double)m < to; m++, next_minute(&at)) {
        double low = fmax(from, (double)m), high = fmin(to, (double)(m + 1));
        if (high > low)
            sum += (high - low) / 60.0 * r->price[at.month][at.weekday][at.minute];
    }
    return sum;
}

/* ---- following a trial ---- */

/* A stretch of time, and its share of each phase. */
struct stretch {
    double from_h, to_h, share[PHASE_COUNT];
};

struct followed {
    const struct ledger *ledger;
    double seen_h[PHASE_COUNT], at_h;
    struct stretch *of;
    int n, room;
};

static void add_stretch(struct followed *f, const double hours[PHASE_COUNT])
{
    double sum = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        sum += hours[i];
    if (!(sum > 0.0))
        return;
    if (f->n == f->room) {
        f->room = 2 * f->room + 64;
        f->of = mem_grow(f->of, (size_t)f->room, sizeof *f->of);
    }
    struct stretch *s = &f->of[f->n++];
    *s = (struct stretch){.from_h = f->at_h, .to_h = f->at_h + sum};
    for (int i = 0; i < PHASE_COUNT; i++)
        s->share[i] = hours[i] / sum;
    f->at_h = s->to_h;
}

/* A stage of its own is one phase; of a run, what survives comes before what is lost, work and writes mixed evenly. */
static void follow(void *context, const struct event *event)
{
    struct followed *f = context;
    double kept[PHASE_COUNT], lost[PHASE_COUNT] = {0.0};
    for (int i = 0; i < PHASE_COUNT; i++) {
        kept[i] = f->ledger->phase_h[i] - f->seen_h[i];
        f->seen_h[i] = f->ledger->phase_h[i];
    }
    lost[PHASE_lost] = kept[PHASE_lost];
    kept[PHASE_lost] = 0.0;
    add_stretch(f, kept);
    add_stretch(f, lost);
    assert_true(f->at_h >= event->to_h - 1e-9 * (1.0 + event->to_h)); /* the hours of a notice are booked at its run */
}

/* Plays a trial of the plan "metered", and says when what happened from its twin at a fixed price: nobody meters that.
 */
static void play_and_follow(const struct lab *lab, long trial, struct bill *bill, struct followed *f)
{
    struct bill twin;
    struct observer observer = {follow, f};
    *f = (struct followed){.ledger = &twin.ledger};
    bill_make(lab, lab_plan(lab, "twin"), trial, &observer, &twin);
    bill_make(lab, lab_plan(lab, "metered"), trial, NULL, bill);
    assert_true(bill->ledger.finished && f->n > 0 && bill->numbers.metered && !twin.numbers.metered);
    assert_true(fabs(f->at_h - bill->ledger.completion_h) <= 1e-9 * f->at_h);
}

/* ---- tariffs ---- */

/* Everything that happens to a job, at other watts in each kind of phase. */
#define JOB                                                                                                            \
    "work: 640 GPU-hours\naccelerators: H100:8\nqueue: lognormal(median = 3 h, sigma = 1.5)\nstartup: 5 min to 40 "    \
    "min\n"                                                                                                            \
    "restart: 5 min to 40 min\nshutdown: 13 min\ncheckpoint: {every: 50 min, write: 3 min to 12 min}\n"                \
    "failures: {gpu: {every: 200 h to 600 h, detect: 1 min to 1 h, repair: exponential(2 h)}}\npreemption: 30 h\n"     \
    "notice: 5 min\nrequeue: exponential(15 h)\nown: {price: $1000}\npue: 1.25\n"
#define WATTS "power: {node: 6 kW, idle: 2 kW, checkpoint: %s, psu_loss: 4%%, network: 500 W}\n"

static double kw_of(int phase, double checkpoint_kw)
{
    double idle = 1.25 * (1.04 * 2.0 + 0.5), busy = 1.25 * (1.04 * 6.0 + 0.5);
    return phase == PHASE_queue                               ? 0.0
           : phase == PHASE_compute || phase == PHASE_lost    ? busy
           : phase == PHASE_checkpoint && checkpoint_kw > 0.0 ? 1.25 * (1.04 * checkpoint_kw + 0.5)
           : phase == PHASE_checkpoint                        ? busy
                                                              : idle;
}

static double kw_of_stretch(const struct stretch *s, double checkpoint_kw)
{
    double kw = 0.0;
    for (int i = 0; i < PHASE_COUNT; i++)
        kw += s->share[i] * kw_of(i, checkpoint_kw);
    return kw;
}

/* The job under a tariff from a moment on. */
static void check_tariff(const struct rates *rates, struct moment start, const char *offset, double checkpoint_kw,
                         long trials)
{
    struct lab lab;
    char watts[32];
    snprintf(watts, sizeof watts, "%g kW", checkpoint_kw);
    lab_open(&lab,
             "start: %04d-%02d-%02d %02d:%02d %s\n" JOB WATTS
             "%splans:\n  - name: metered\n  - name: twin\n    electricity: 1 USD/kWh\n",
             start.year, start.month + 1, start.day + 1, start.minute / 60, start.minute % 60, offset,
             checkpoint_kw > 0.0 ? watts : "6 kW", rates->text.at);
    for (long trial = 0; trial < trials; trial++) {
        struct bill bill;
        struct followed f;
        double sum = 0.0;
        play_and_follow(&lab, trial, &bill, &f);
        for (int i = 0; i < f.n; i++)
            sum += kw_of_stretch(&f.of[i], checkpoint_kw) * money_per_kw(rates, start, f.of[i].from_h, f.of[i].to_h);
        double item = bill_item(&bill, "electricity");
        if (!(fabs(item - sum) <= 1e-9 * sum && sum > 0.0))
            fail_msg("%04d-%02d-%02d, trial %ld: electricity %.12g, minute by minute %.12g\n%s", start.year,
                     start.month + 1, start.day + 1, trial, item, sum, rates->text.at);
        free(f.of);
    }
    lab_close(&lab);
}

static void random_tariffs(void **state)
{
    static const char *const offset[] = {"+00:00", "+08:00", "-09:30", "+05:45", "-00:30", "+14:00"};
    uint64_t seed = 20260701;
    struct rates *rates = mem_new(1, sizeof *rates);
    (void)state;
    for (int i = 0; i < 60; i++) {
        int year = 2024 + below(&seed, 12), month = below(&seed, 12);
        random_rates(rates, &seed);
        int day = below(&seed, month_length(year, month)), minute = below(&seed, 1440);
        check_tariff(rates, moment_of(year, month, day, minute), offset[i % 6], i % 2 ? 3.5 : 0.0, 3);
        text_release(&rates->text);
    }
    free(rates);
}

/* Starts at the minutes around which calendars go wrong. */
static void corners_of_the_calendar(void **state)
{
    static const int at[][4] = {{2027, 11, 31, 1439}, {2028, 1, 28, 1439}, {2028, 1, 29, 0}, {2028, 1, 29, 1439},
                                {2027, 1, 28, 1439},  {2028, 2, 1, 0},     {2030, 0, 1, 0},  {2027, 9, 31, 1380},
                                {2026, 2, 29, 119},   {2028, 11, 31, 0}};
    uint64_t seed = 7;
    struct rates *rates = mem_new(1, sizeof *rates);
    (void)state;
    for (size_t i = 0; i < COUNT(at); i++) {
        random_rates(rates, &seed);
        check_tariff(rates, moment_of(at[i][0], at[i][1], at[i][2] - 1, at[i][3]), i % 2 ? "+08:00" : "-03:30", 2.0, 2);
        text_release(&rates->text);
    }
    free(rates);
}

/* Past the 28 years in which weekdays and months come again. */
static void many_years(void **state)
{
    uint64_t seed = 99;
    struct rates *rates = mem_new(1, sizeof *rates);
    struct moment start = moment_of(2031, 5, 3, 777);
    (void)state;
    random_rates(rates, &seed);
    for (int years = 20; years <= 60; years += 20) {
        struct bill bill = bill_of("start: 2031-06-04 12:57 +08:00\nwork: %d GPU-years\nfailures: none\nown: {price: "
                                   "$1000}\npower: 1 kW\n%s",
                                   years, rates->text.at);
        lab_same("money of many years", bill_item(&bill, "electricity"),
                 money_per_kw(rates, start, 0.0, bill.ledger.completion_h), 1e-9);
    }
    text_release(&rates->text);
    free(rates);
}

/* 8 h each of 0.43, 1.17 and 0.80 CNY: their mean over whole days is 0.80, whenever they begin. */
static void mean_of_a_day(void **state)
{
    (void)state;
    for (int minute = 0; minute < 1440; minute += 97)
        for (int days = 1; days <= 366; days += 73) {
            struct bill bill = bill_of(
                "currency: CNY\nstart: 2026-07-01 %02d:%02d +08:00\nwork: %d GPU-hours\nfailures: none\nown: {price: "
                "¥1000}\n"
                "power: 1 kW\nelectricity: {23:00-07:00: 0.43 CNY/kWh, 08:30-11:30: 1.17 CNY/kWh, 16:00-21:00: 1.17 "
                "CNY/kWh, otherwise: 0.80 CNY/kWh}\n",
                minute / 60, minute % 60, 24 * days);
            lab_same("mean of a day", bill_item(&bill, "electricity") / (24.0 * days), 0.80, 1e-12);
        }
}

/* Half the day at 1, half at 3, as far as it is easy by hand. */
static void tariffs_by_hand(void **state)
{
    static const struct {
        const char *lines;
        double money;
    } row[] = {
        {"work: 10 GPU-hours\n", 10.0},
        {"work: 30 GPU-hours\n", 12.0 + 36.0 + 6.0},
        {"work: 10 GPU-hours\nqueue: 12 h\n", 30.0},
        {"work: 10 GPU-hours\nqueue: 240 h\n", 10.0},
        {"work: 10 GPU-hours\nprogress: {done: 40%, elapsed: 6 h}\n", 6.0},
        {"work: 10 GPU-hours\nprogress: {done: 40%, elapsed: 10 h}\n", 2.0 + 12.0},
        {"work: 8 GPU-hours\nruns: 3\n", 12.0 + 36.0},
        {"work: 8 GPU-hours\nruns: 3\nconcurrent: 3\n", 24.0},
        {"work: 8 GPU-hours\nruns: 3\nconcurrent: 2\n", 16.0 + 4.0 + 12.0},
        {"work: 8 GPU-hours\nruns: 3\nconcurrent: 2\nqueue: 8 h\n", 2.0 * (4.0 + 12.0) + 24.0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct bill bill = bill_of("start: 2026-07-01 00:00 -07:00\nfailures: none\nown: {price: $1000}\npower: 1 kW\n"
                                   "electricity: {00:00-12:00: 1 USD/kWh, otherwise: 3 USD/kWh}\n%s",
                                   row[i].lines);
        lab_same(row[i].lines, bill_item(&bill, "electricity"), row[i].money, 1e-12);
    }
}

/* A tariff of one price, however it is written, is that price; a tariff of 0 is nothing at all. */
static void flat_tariffs(void **state)
{
    static const char list[] = "electricity:\n  - {days: Sat-Mon, price: 0.3 USD/kWh}\n"
                               "  - {hours: 22:00-06:00, days: Tue-Fri, price: 0.3 USD/kWh}\n"
                               "  - {otherwise: 0.3 USD/kWh}\n";
    static const char *const flat[] = {"electricity: 0.3 USD/kWh\n", "electricity: {00:00-24:00: 0.3 USD/kWh}\n",
                                       "electricity: {otherwise: 0.3 USD/kWh}\n",
                                       "electricity: {00:00-12:30: 0.3 USD/kWh, 12:30-24:00: 0.3 USD/kWh}\n", list};
    (void)state;
    double first[5] = {0.0}, hours[5] = {0.0};
    for (size_t i = 0; i < COUNT(flat); i++) {
        struct lab lab;
        lab_play(&lab, 5, "start: 2027-12-30 03:00 +01:00\n" JOB WATTS "%s", "3 kW", flat[i]);
        for (int k = 0; k < 5; k++) {
            struct bill bill;
            bill_make(&lab, 0, k, NULL, &bill);
            double item = bill_item(&bill, "electricity"), exact = 0.0;
            for (int p = 0; p < PHASE_COUNT; p++)
                exact += 0.3 * kw_of(p, 3.0) * bill.ledger.phase_h[p];
            lab_same("energy by phases", item, exact, 1e-12);
            assert_true(i == 0 || fabs(item - first[k]) <= 1e-12 * item);
            assert_true(i == 0 || fabs(lab.trials.time_h[0][k] - hours[k]) <= 1e-12 * hours[k]);
            first[k] = item;
            hours[k] = lab.trials.time_h[0][k];
        }
        lab_close(&lab);
    }
    for (int i = 0; i < 2; i++) {
        struct bill bill =
            bill_of("start: 2027-12-30 03:00 +01:00\n" JOB WATTS "%s", "3 kW",
                    i ? "electricity: 0 USD/kWh\n" : "electricity: {07:00-23:00: 0 USD/kWh, otherwise: 0 USD/kWh}\n");
        assert_true(bill_item(&bill, "electricity") == 0.0 && bill_prices(&bill, "electricity"));
    }
}

/* ---- prices that move ---- */

#define RENTED                                                                                                         \
    "work: 640 GPU-hours\naccelerators: H100:8\nqueue: lognormal(median = 3 h, sigma = 1.5)\nstartup: 5 min to 40 "    \
    "min\n"                                                                                                            \
    "restart: 5 min to 40 min\nshutdown: 13 min\ncheckpoint: {every: 50 min, write: 3 min to 12 min}\n"                \
    "failures: {gpu: {every: 200 h to 600 h, detect: 1 min to 1 h, repair: exponential(2 h)}}\npreemption: 30 h\n"     \
    "notice: 5 min\nrequeue: exponential(15 h)\nbilling: {per: 1 h, minimum: 120 h}\nbill_queue: yes\n"

static void paths_that_are_the_same(void **state)
{
    enum { TRIALS = 300 };
    static const char *const same[][2] = {
        {"price: $2/GPU-hour\n",
         "price: {path: {0 h: $2/GPU-hour, 7 h: $2/GPU-hour, 100 h: $2/GPU-hour}, from: 3 h}\n"},
        {"price: $2/GPU-hour\n", "price: {path: {0 h: $2/GPU-hour}}\n"},
        {"price: $16/node-hour\n", "price: {path: {5 h: $16/node-hour, 7 h: $16/node-hour}, from: random}\n"},
        {"price: {path: {0 h: $1/GPU-hour, 8 h: $3/GPU-hour, 96 h: $2/GPU-hour}, from: 2 h}\n",
         "price: {path: {0 h: $1/GPU-hour, 5 h: $1/GPU-hour, 8 h: $3/GPU-hour, 50 h: $3/GPU-hour, 96 h: $2/GPU-hour, "
         "200 "
         "h: $2/GPU-hour}, from: 2 h}\n"},
        {"price: {path: {0 h: $1/GPU-hour, 8 h: $3/GPU-hour, 96 h: $2/GPU-hour}, from: 2 h}\n",
         "price: {path: {0 h: $8/node-hour, 6 h: $24/node-hour, 94 h: $16/node-hour}}\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(same); i++) {
        struct lab a, b;
        lab_play(&a, TRIALS, RENTED "%s", same[i][0]);
        lab_play(&b, TRIALS, RENTED "%s", same[i][1]);
        for (int k = 0; k < TRIALS; k++)
            lab_same("the same price in other words", b.trials.cost[0][k], a.trials.cost[0][k], 1e-12);
        lab_close(&a);
        lab_close(&b);
    }
}

static double price_at(double x)
{
    return x < 8.0 ? 1.0 : x < 40.0 ? 3.5 : x < 41.0 ? 0.25 : x < 130.0 ? 2.0 : 1.5;
}

/* Integral of price_at over hours x..y. */
static double money_of_path(double x, double y)
{
    static const double at[] = {-INFINITY, 8.0, 40.0, 41.0, 130.0, INFINITY};
    double sum = 0.0;
    for (int i = 0; i < 5; i++) {
        double low = fmax(x, at[i]), high = fmin(y, at[i + 1]);
        sum += high > low ? (high - low) * price_at(0.5 * (low + high)) : 0.0;
    }
    return sum;
}

#define PATH "{0 h: $1/GPU-hour, 8 h: $3.5/GPU-hour, 40 h: $0.25/GPU-hour, 41 h: $2/GPU-hour, 130 h: $1.5/GPU-hour}"

static void paths_hour_by_hour(void **state)
{
    (void)state;
    for (int from = 0; from < 130; from += 29) {
        struct lab lab;
        lab_open(&lab,
                 RENTED "plans:\n  - name: metered\n    price: {path: " PATH
                        ", from: %d h}\n  - name: twin\n    price: $2/GPU-hour\n",
                 from);
        for (long trial = 0; trial < 30; trial++) {
            struct bill bill;
            struct followed f;
            double held = 0.0, waited = 0.0, held_h = 0.0, billed_h;
            play_and_follow(&lab, trial, &bill, &f);
            for (int i = 0; i < f.n; i++) {
                const struct stretch *s = &f.of[i];
                double money = 8.0 * money_of_path(from + s->from_h, from + s->to_h), queue = s->share[PHASE_queue];
                held += (1.0 - queue) * money;
                waited += queue * money;
                held_h += (1.0 - queue) * (s->to_h - s->from_h);
            }
            billed_h = bill.ledger.billed_h;
            lab_same("rent of a path", bill_item(&bill, "rent"), held, 1e-9);
            lab_same("waiting at the prices of a path", bill_item(&bill, "queue_rent"), waited, 1e-9);
            lab_same("rounding up at the mean price", bill_item(&bill, "round_up"), held / held_h * (billed_h - held_h),
                     1e-6);
            double unused_h = fmax(0.0, 120.0 - billed_h);
            assert_true(fabs(bill_item(&bill, "unused_minimum") - held / held_h * unused_h) <= 1e-9 * held);
            free(f.of);
        }
        lab_close(&lab);
    }
    /* Of a run under way: submission was at hour 20 of the path, now is hour 38. */
    lab_same("a run under way",
             bill_of("work: 20 GPU-hours\nfailures: none\nprogress: {done: 50%%, elapsed: 18 h}\n"
                     "price: {path: " PATH ", from: 20 h}\n")
                 .total,
             2.0 * 3.5 + 0.25 + 7.0 * 2.0, 1e-9);
}

static void paths_from_anywhere(void **state)
{
    enum { TRIALS = 200000, STEPS = 130000 };
    struct lab lab;
    double mean = 0.0;
    (void)state;
    lab_play(&lab, TRIALS, "work: 25 GPU-hours\nfailures: none\nprice: {path: " PATH ", from: random}\n");
    for (int i = 0; i < STEPS; i++) {
        double from = 130.0 * (i + 0.5) / STEPS;
        mean += money_of_path(from, from + 25.0) / STEPS;
    }
    lab_mean("cost from anywhere in a path", lab.trials.cost[0], TRIALS, mean);
    lab_close(&lab);
}

/* A price that reverts to its mean: 1 h of rent, long after submission and half a life later. */
static void reverting_prices(void **state)
{
    enum { TRIALS = 150000 };
    double *log_a = mem_new(TRIALS, sizeof *log_a), *log_b = mem_new(TRIALS, sizeof *log_b), covariance = 0.0;
    double volatility = 0.5;
    struct lab lab;
    (void)state;
    lab_play(
        &lab, TRIALS,
        "work: 1 GPU-hours\nfailures: none\nprice: {mean: $2/GPU-hour, volatility: 50%%, half_life: 24 h}\nplans:\n"
        "  - name: a\n    queue: 240 h\n  - name: b\n    queue: 264 h\n  - name: long\n    work: 100 GPU-hours\n"
        "  - name: hours\n    work: 1 GPU-hours\n    queue: 2 h\n  - name: dear\n    price: {now: $3/GPU-hour}\n"
        "    queue: 24 h\n");
    for (int i = 0; i < TRIALS; i++) {
        log_a[i] = log(lab.trials.cost[0][i]);
        log_b[i] = log(lab.trials.cost[1][i]);
    }
    double half = 0.5 * volatility * volatility, mean = log(2.0) - half;
    lab_mean("logarithm in the long run", log_a, TRIALS, mean);
    lab_deviation("volatility in the long run", log_a, TRIALS, volatility);
    lab_mean("price in the long run", lab.trials.cost[0], TRIALS, 2.0);
    lab_mean("price of 100 hours", lab.trials.cost[2], TRIALS, 200.0);
    lab_mean("price after 2 hours", lab.trials.cost[3], TRIALS, 2.0);
    for (int i = 0; i < TRIALS; i++)
        covariance += (log_a[i] - mean) * (log_b[i] - mean) / TRIALS;
    double r = covariance / (volatility * volatility), z = (r - 0.5) / (sqrt(1.0 + 0.5 * 0.5) / sqrt(TRIALS));
    if (!(fabs(z) < 6.1))
        fail_msg("after a half-life the correlation is %.5f, z = %.2f", r, z);
    /* The distance of the logarithm halves, the noise has three quarters of its variance. */
    for (int i = 0; i < TRIALS; i++)
        log_a[i] = log(lab.trials.cost[4][i]);
    lab_mean("logarithm a half-life after now", log_a, TRIALS, log(2.0) + 0.5 * log(1.5) - 0.75 * half);
    lab_deviation("noise a half-life after now", log_a, TRIALS, volatility * sqrt(0.75));
    free(log_a);
    free(log_b);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_tariffs),
        cmocka_unit_test(corners_of_the_calendar),
        cmocka_unit_test(many_years),
        cmocka_unit_test(mean_of_a_day),
        cmocka_unit_test(tariffs_by_hand),
        cmocka_unit_test(flat_tariffs),
        cmocka_unit_test(paths_that_are_the_same),
        cmocka_unit_test(paths_hour_by_hour),
        cmocka_unit_test(paths_from_anywhere),
        cmocka_unit_test(reverting_prices),
    };
    gsl_set_error_handler_off();
    return cmocka_run_group_tests_name("meters", tests, NULL, NULL);
}
