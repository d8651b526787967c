/* Seconds to days. */
#include "report/span.h"

#include <math.h>

void span_add(struct text *out, double hours)
{
    static const struct {
        double below_h, unit_h;
        const char *unit;
    } units[] = {{2.0 / 60.0, 1.0 / 3600.0, N_("s")},
                 {2.0, 1.0 / 60.0, N_("min")},
                 {96.0, 1.0, N_("h")},
                 {INFINITY, 24.0, N_("d")}};
    int i = 0;
    if (isinf(hours)) {
        text_add(out, _("none"));
        return;
    }
    while (hours >= units[i].below_h)
        i++;
    double x = hours / units[i].unit_h;
    text_addf(out, "%.*f %s", x < 10.0 ? 2 : x < 100.0 ? 1 : 0, x, _(units[i].unit));
}
