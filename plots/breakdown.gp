# Where the money goes: one horizontal bar a plan, cut into the five classes of cost by their shares of the mean.
# gnuplot -d -c breakdown.gp TERMINAL OUTPUT PREFIX CANVAS AREA RANGE PIECES

TERMINAL = ARG1
OUTPUT = ARG2
PREFIX = ARG3
CANVAS = ARG4
AREA = ARG5
RANGE = ARG6
PIECES = int(ARG7)
load ARG0[1:strlen(ARG0) - strlen("breakdown.gp")]."style.gp"

# The terminal draws a piece as a row of its class's sign.
SIGNS = "#=-x+"
sign(class) = SIGNS[int(class) - 8:int(class) - 8]
row(s, n) = n <= 0 ? "" : n == 1 ? s : row(s, n / 2).row(s, n - n / 2)
cell(x) = int(floor(across(x) + 0.5))
at_cell(x) = XMIN + (XMAX - XMIN) * (cell(x) - LEFT) / (RIGHT - LEFT)
HALF = PIECES > 0 ? 0.33 : 0

if (PIECES > 0) {
    if (TERM) {
        plot PREFIX.".bars" using (at_cell($1)):3:(row(sign($4), cell($2) - cell($1))) with labels left noenhanced
    } else {
        plot PREFIX.".bars" using (($1 + $2) / 2):3:1:2:($3 - HALF):($3 + HALF):(colour($4)) \
            with boxxyerror fs solid 1 border rgb "white" fc rgb variable
    }
}
load ARG0[1:strlen(ARG0) - strlen("breakdown.gp")]."text.gp"
