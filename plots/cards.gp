# One card or many: cost, time and cost per effective GPU-hour over the number of cards, all in units of the canvas.
# gnuplot -d -c cards.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE MARKS

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
MARKS = int(ARG7)
load ARG0[1:strlen(ARG0) - strlen("cards.gp")]."style.gp"

only(kind, x) = column(5) == kind ? x : 2 * XMAX - XMIN + 1

if (!TERM) {
    plot PREFIX.".lines" using (only(4, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.8 lc rgb GRID, \
         PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.9 lc rgb colour(17), \
         PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 1.4 dt 11 lc rgb colour(14), \
         PREFIX.".lines" using (only(5, $1)):2:($3 - $1):($4 - $2):(int(160) * 16777216 + colour($6)) \
             with vectors nohead lw 1.4 lc rgb variable, \
         PREFIX.".lines" using (only(3, $1)):2:($3 - $1):($4 - $2):(colour($6)) with vectors nohead lw 1.3 lc rgb variable
    if (MARKS > 0) {
        plot PREFIX.".marks" using 1:5:(0):($6 - $5):(int(120) * 16777216 + colour($7)) \
                 with vectors nohead lw 6 lc rgb variable, \
             PREFIX.".marks" using 1:2:3:4:(colour($7)) with yerrorbars pt 7 ps 0.1 lw 1.3 lc rgb variable, \
             PREFIX.".marks" using 1:2:(colour(16)) with points pt 7 ps 1.7 * DOT lc rgb variable, \
             PREFIX.".marks" using 1:2:(colour($7)) with points pt 7 ps 1.25 * DOT lc rgb variable
    }
}
load ARG0[1:strlen(ARG0) - strlen("cards.gp")]."text.gp"
