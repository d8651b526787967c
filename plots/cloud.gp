# Time against cost, one dot a trial: crosses span P10 to P90 of each plan; dashed, the deadline and the budget.
# gnuplot -d -c cloud.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE COLOURS

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
COLOURS = ARG7
load ARG0[1:strlen(ARG0) - strlen("cloud.gp")]."style.gp"

CLOUDS = words(COLOURS)
of(k) = int(word(COLOURS, k))
only(kind, x) = column(5) == kind ? x : 2 * XMAX - XMIN + 1
# The terminal has no small dots: a plan's trials are drawn with the letter of its place in the list.
LETTERS = "ABCDEFGH"

if (TERM) {
    plot PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0, \
         PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lt 0
    if (CLOUDS > 0) {
        plot for [k = 1:CLOUDS] PREFIX.".points" index k - 1 using 1:2:(LETTERS[k:k]) with labels center noenhanced
    }
} else {
    plot PREFIX.".ytics" using (XMIN):1:(XMAX - XMIN):(0) with vectors nohead lw 0.8 lc rgb GRID, \
         PREFIX.".xtics" using 1:(YMIN):(0):(YMAX - YMIN) with vectors nohead lw 0.8 lc rgb GRID, \
         PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.9 lc rgb colour(17)
    if (CLOUDS > 0) {
        plot for [k = 1:CLOUDS] PREFIX.".points" index k - 1 using 1:2 with points pt 7 ps 0.36 * DOT \
                 lc rgb faint(of(k), 190)
    }
    plot PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 1.4 dt 11 lc rgb colour(14)
    if (CLOUDS > 0) {
        plot PREFIX.".crosses" using 3:2:($4 - $3):(0) with vectors nohead lw 4.5 lc rgb colour(16), \
             PREFIX.".crosses" using 1:5:(0):($6 - $5) with vectors nohead lw 4.5 lc rgb colour(16), \
             PREFIX.".crosses" using 1:2:3:4:5:6 with xyerrorbars pt 7 ps 1.6 * DOT lw 1.7 lc rgb colour(14), \
             PREFIX.".crosses" using 1:2:(colour(16)) with points pt 7 ps 1.25 * DOT lc rgb variable, \
             PREFIX.".crosses" using 1:2:(colour($7)) with points pt 7 ps 0.85 * DOT lc rgb variable
    }
}
load ARG0[1:strlen(ARG0) - strlen("cloud.gp")]."text.gp"
