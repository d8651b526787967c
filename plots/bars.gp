# What the plans cost: one horizontal bar a plan, its mean cost stacked by class, P50 to P90 below it, and the budget.
# gnuplot -d -c bars.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE COUNTS

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
PIECES = int(word(ARG7, 1))
MARKS = int(word(ARG7, 2))
load ARG0[1:strlen(ARG0) - strlen("bars.gp")]."style.gp"

# The terminal draws a piece as a row of its class's sign.
SIGNS = "#=-x+"
sign(class) = SIGNS[int(class) - 8:int(class) - 8]
row(s, n) = n <= 0 ? "" : n == 1 ? s : row(s, n / 2).row(s, n - n / 2)
cell(x) = int(floor(across(x) + 0.5))
at_cell(x) = XMIN + (XMAX - XMIN) * (cell(x) - LEFT) / (RIGHT - LEFT)
only(kind, x) = column(5) == kind ? x : 2 * XMAX - XMIN + 1

if (TERM) {
    if (PIECES > 0) {
        plot PREFIX.".bars" using (at_cell($1)):3:(row(sign($5), cell($2) - cell($1))) with labels left noenhanced
    }
} else {
    plot PREFIX.".xtics" using 1:(YMIN):(0):(YMAX - YMIN) with vectors nohead lw 0.8 lc rgb GRID, \
         PREFIX.".lines" using (only(1, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 0.9 lc rgb colour(17)
    if (PIECES > 0) {
        plot PREFIX.".bars" using (($1 + $2) / 2):3:1:2:($3 - $4):($3 + $4):(colour($5)) \
            with boxxyerror fs solid 1 border rgb "white" fc rgb variable
    }
    plot PREFIX.".lines" using (only(2, $1)):2:($3 - $1):($4 - $2) with vectors nohead lw 1.4 dt 11 lc rgb colour(14)
    plot PREFIX.".lines" using (only(5, $1)):2:($3 - $1):($4 - $2):(colour($6)) with vectors nohead lw 1.4 \
        lc rgb variable
    if (MARKS > 0) {
        plot PREFIX.".marks" using 1:2:3:4:(colour($5)) with xerrorbars pt 7 ps 0.1 lw 1.4 lc rgb variable, \
             PREFIX.".marks" using 1:2:(colour(16)) with points pt 7 ps 1.4 * DOT lc rgb variable, \
             PREFIX.".marks" using 1:2:(colour($5)) with points pt 7 ps 1 * DOT lc rgb variable
    }
}
load ARG0[1:strlen(ARG0) - strlen("bars.gp")]."text.gp"
