# The chance that a plan costs (or takes) no more than x: one curve a plan, its sampling band, P50, P90, the limit.
# gnuplot -d -c cdf.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE COLOURS

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
COLOURS = ARG7
load ARG0[1:strlen(ARG0) - strlen("cdf.gp")]."style.gp"

CURVES = words(COLOURS)
of(k) = int(word(COLOURS, k))
# A kind of line that is not meant goes beyond the right end of the axis.
only(kind, x) = column(5) == kind ? x : 2 * XMAX - XMIN + 1

if (TERM) {
    plot PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0, \
         PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0
    if (CURVES > 0) {
        plot for [k = 1:CURVES] PREFIX.".curve" index k - 1 using 1:2 with lines lt of(k)
    }
} else {
    plot PREFIX.".ytics" using (XMIN):1:(XMAX - XMIN):(0) with vectors nohead lw 0.8 lc rgb GRID, \
         PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.9 lc rgb colour(17), \
         PREFIX.".lines" using (only(3, $1)):2:($3 - $1):($4 - $2):(colour($6)) \
             with vectors nohead lw 0.9 dt 12 lc rgb variable
    if (CURVES > 0) {
        plot for [k = 1:CURVES] PREFIX.".curve" index k - 1 using ($5 == 1 ? $1 : NaN):2 \
                 with filledcurves y1=0 fc rgb faint(of(k), 231), \
             for [k = 1:CURVES] PREFIX.".curve" index k - 1 using 1:3:4 with filledcurves fc rgb faint(of(k), 185), \
             for [k = 1:CURVES] PREFIX.".curve" index k - 1 using 1:2 with lines lw 2 lc rgb colour(of(k))
    }
    # There may be no marks, where few trials finish; beside the limit that does no harm.
    plot PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 1.4 dt 11 lc rgb colour(14), \
         PREFIX.".marks" using 1:2:3:4:(colour($5)) with xerrorbars pt 7 ps 0.1 lw 1.2 lc rgb variable, \
         PREFIX.".marks" using 1:2:(colour(16)) with points pt 7 ps 1.7 * DOT lc rgb variable, \
         PREFIX.".marks" using 1:2:(colour($5)) with points pt 7 ps 1.25 * DOT lc rgb variable
}
load ARG0[1:strlen(ARG0) - strlen("cdf.gp")]."text.gp"
