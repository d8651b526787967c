/* Months as cells and as JSON. */
#include "report/months.h"

#include <stdlib.h>

#include "report/json_text.h"

static char *name_of(const struct spend_month *of)
{
    return mem_format("%04d-%02d", of->year, of->month);
}

char *months_name(const struct spend *spend, int m)
{
    char *month = name_of(&spend->of[m]);
    if (!spend->open || m < spend->months - 1)
        return month;
    char *open = mem_format(_("%s and later"), month);
    free(month);
    return open;
}

void months_begin(struct section *section)
{
    static const char *const head[] = {N_("plan"), N_("month"), N_("mean"), N_("P10"), N_("P50"), N_("P90"), NULL};
    section_begin(section, N_("Spend by month"), head);
}

void months_rows(const struct words *words, const char *name, const struct spend *spend, struct section *section)
{
    for (int m = 0; m < spend->months; m++) {
        const struct spend_month *of = &spend->of[m];
        const double money[] = {of->mean, of->p10, of->p50, of->p90};
        struct text t = {0};
        char *month = months_name(spend, m);
        text_add_safe(&t, name);
        section_cell(section, &t);
        text_add(&t, month);
        section_cell(section, &t);
        for (size_t i = 0; i < sizeof money / sizeof *money; i++) {
            words_money(words, &t, money[i]);
            section_cell(section, &t);
        }
        free(month);
    }
}

void months_json(struct json *json, const struct spend *spend)
{
    json_open(json, "months", '[');
    for (int m = 0; m < spend->months; m++) {
        const struct spend_month *of = &spend->of[m];
        char *month = name_of(of);
        json_open_flat(json, NULL, '{');
        json_string(json, "month", month);
        json_number(json, "mean", of->mean);
        json_number(json, "p10", of->p10);
        json_number(json, "p50", of->p50);
        json_number(json, "p90", of->p90);
        json_close(json, '}');
        free(month);
    }
    json_close(json, ']');
}
