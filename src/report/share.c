/* Shares of trials and of money. */
#include "report/share.h"

#include <assert.h>
#include <math.h>

void share_interval(double share, long n, double *low, double *high)
{
    const double z = 1.9599639845400545, trials = (double)n;
    double middle = (share + z * z / (2 * trials)) / (1 + z * z / trials);
    double half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials);
    *low = share > 0 ? fmax(0, middle - half) : 0;
    *high = share < 1 ? fmin(1, middle + half) : 1;
}

bool share_overlap(double a, double b, long n)
{
    double a_low, a_high, b_low, b_high;
    share_interval(a, n, &a_low, &a_high);
    share_interval(b, n, &b_low, &b_high);
    return a_low <= b_high && b_low <= a_high;
}

void share_say_percent(double share, struct text *out)
{
    char number[64];
    double percent = 100 * share, edge = fmin(percent, 100 - percent);
    if (share <= 0 || share >= 1 || edge >= 0.995)
        text_addf(out, "%.0f%%", percent);
    else if (edge >= 0.05)
        text_addf(out, "%s%%", text_grouped(percent, 1, number));
    else
        text_add(out, percent < 50 ? _("under 0.1%") : _("over 99.9%"));
}

void share_say(double share, struct text *out)
{
    struct text number = {0};
    share_say_percent(share, &number);
    if (share <= 0)
        text_add(out, _("no trial"));
    else if (share >= 1)
        text_add(out, _("all trials"));
    else
        text_addf(out, _("%s of trials"), number.at);
    text_release(&number);
}

void share_units(const double *part, int n, double whole, double *unit)
{
    enum { MOST = 64 };
    double remainder[MOST], sum = 0, left = whole;
    assert(n <= MOST);
    for (int i = 0; i < n; i++)
        sum += fmax(0, part[i]);
    for (int i = 0; i < n; i++) {
        double exact = sum > 0 ? whole * (fmax(0, part[i]) / sum) : 0;
        unit[i] = floor(exact);
        remainder[i] = exact - floor(exact);
        left -= unit[i];
    }
    for (; sum > 0 && left > 0; left--) {
        int first = 0;
        for (int i = 1; i < n; i++)
            if (remainder[i] > remainder[first])
                first = i;
        unit[first]++;
        remainder[first] = -1;
    }
}

void share_round(const double *part, int n, int *percent)
{
    enum { MOST = 64 };
    double unit[MOST];
    share_units(part, n, 100, unit);
    for (int i = 0; i < n; i++)
        percent[i] = (int)unit[i];
}
