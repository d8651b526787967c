# Shapes that are laid out before, in units of the canvas: the charts pareto, tune, sweep, heat, breakeven and progress.
# gnuplot -d -c canvas.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE SHAPES

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
SHAPES = ARG7
load ARG0[1:strlen(ARG0) - strlen("canvas.gp")]."style.gp"

AREAS = int(word(SHAPES, 1))
CURVES = int(word(SHAPES, 2))
MARKS = int(word(SHAPES, 3))
TILES = int(word(SHAPES, 4))
area(k) = int(word(SHAPES, 4 + k))
curve(k) = int(word(SHAPES, 4 + AREAS + k))
only(kind, x) = column(5) == kind ? x : AWAY
# A bar without length is left out, with the strokes at its ends.
bar(x, low, high) = low == high ? AWAY : x

if (TERM) {
    plot PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0, \
         PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0
    if (CURVES > 0) {
        plot for [k = 1:CURVES] PREFIX.".curve" index k - 1 using 1:2 with lines lt abs(curve(k))
    }
} else {
    if (AREAS > 0) {
        plot for [k = 1:AREAS] PREFIX.".areas" index k - 1 using 1:2 with filledcurves closed fc rgb faint(area(k), 227)
    }
    plot PREFIX.".lines" using (only(4, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.8 lc rgb GRID
    if (TILES > 0) {
        plot PREFIX.".tiles" using (($1 + $3) / 2):(($2 + $4) / 2):1:3:2:4:5 with boxxyerror fs solid 1 noborder \
            fc rgb variable
    }
    plot PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.9 lc rgb colour(17), \
         PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 1.4 dt 11 lc rgb colour(14), \
         PREFIX.".lines" using (only(3, $1)):2:($3 - $1):($4 - $2):(colour($6)) \
             with vectors nohead lw 1.1 dt 12 lc rgb variable, \
         PREFIX.".lines" using (only(5, $1)):2:($3 - $1):($4 - $2):(colour($6)) with vectors nohead lw 1.3 \
             lc rgb variable, \
         PREFIX.".lines" using (only(6, $1)):2:($3 - $1):($4 - $2):(colour($6)) with vectors nohead lw 2.2 \
             lc rgb variable
    if (CURVES > 0) {
        plot for [k = 1:CURVES] PREFIX.".curve" index k - 1 using 1:2 with lines lw (curve(k) < 0 ? 1 : 2) \
            lc rgb colour(abs(curve(k)))
    }
    if (MARKS > 0) {
        plot PREFIX.".marks" using (bar($1, $3, $4)):2:(bar($3, $3, $4)):(bar($4, $3, $4)):(colour($7)) \
                 with xerrorbars pt 7 ps 0.1 lw 1.3 lc rgb variable, \
             PREFIX.".marks" using (bar($1, $5, $6)):2:5:6:(colour($7)) with yerrorbars pt 7 ps 0.1 lw 1.3 \
                 lc rgb variable, \
             PREFIX.".marks" using 1:2:($8 == 2 ? 2.4 * DOT : 1.7 * DOT):(colour(16)) with points pt 7 ps variable \
                 lc rgb variable, \
             PREFIX.".marks" using 1:2:($8 == 2 ? 1.9 * DOT : $8 == 3 ? 1.45 * DOT : 1.25 * DOT):(colour($7)) \
                 with points pt 7 ps variable lc rgb variable, \
             PREFIX.".marks" using ($8 == 3 ? $1 : AWAY):2:(colour(16)) with points pt 7 ps 0.8 * DOT lc rgb variable
    }
}
load ARG0[1:strlen(ARG0) - strlen("canvas.gp")]."text.gp"
