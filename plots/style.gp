# What all charts share: arguments, terminal, fonts, colours, and the canvas. Loaded by each chart script once it has
# set TERMINAL, OUTPUT, PREFIX, CANVAS, AREA and RANGE; README.md says what they hold.

# A name that begins with < or | would start a command.
if (strstrt(PREFIX, "<") == 1 || strstrt(OUTPUT, "|") == 1) { exit error "a file name begins with < or |" }

TERM = TERMINAL eq "dumb"
SVG = TERMINAL eq "svg"
WIDTH = real(word(CANVAS, 1))
HEIGHT = real(word(CANVAS, 2))
LEFT = real(word(AREA, 1))
TOP = real(word(AREA, 2))
RIGHT = real(word(AREA, 3))
BOTTOM = real(word(AREA, 4))
XMIN = real(word(RANGE, 1))
XMAX = real(word(RANGE, 2))
YMIN = real(word(RANGE, 3))
YMAX = real(word(RANGE, 4))
LOGX = words(RANGE) > 4 && word(RANGE, 5) eq "log"

set encoding utf8
set datafile separator "\t"
set datafile commentschars ""
if (TERM) {
    set terminal dumb noenhanced mono nofeed size WIDTH, HEIGHT
} else { if (SVG) {
    # An SVG font size is in pixels, a PNG one in points of 4/3 pixels.
    set terminal svg noenhanced size WIDTH, HEIGHT dynamic butt linewidth 1.4 background "white" \
        fontscale 4.0 / 3 font "sans-serif,15"
} else {
    set terminal pngcairo noenhanced size WIDTH, HEIGHT butt linewidth 1.4 background "white" font "Inter,15"
} }
set output OUTPUT

# Styles of text: 1 headline, 2 smaller headline, 3 subtitle, 4 label in bold, 5 label, 6 small label, 7 foot note.
# The SVG terminal has no word for bold: the quotation mark closes its font-family attribute and opens font-weight.
array FONT[7]
PLAIN = SVG ? "sans-serif" : "Inter"
BOLD = SVG ? 'sans-serif" font-weight="bold' : "Inter:Bold"
FONT[1] = BOLD.",21"
FONT[2] = BOLD.",18"
FONT[3] = PLAIN.",15"
FONT[4] = BOLD.",15"
FONT[5] = PLAIN.",15"
FONT[6] = PLAIN.",13"
FONT[7] = PLAIN.",11.5"

# Colours: 1 to 8 plans; 9 to 13 compute, power, communication, failures, time; 14 ink, 15 grey, 16 white, 17 axis.
# Okabe and Ito's, told apart by colour-blind readers; texts in the pale ones are darkened to be legible on white.
COLOURED = "0x0072B2 0xD55E00 0x009E73 0xCC79A7 0xE69F00 0x56B4E9 0x8A5A44 0x5B6670 ".\
    "0x0072B2 0x56B4E9 0xC4CBD2 0xD55E00 0xE69F00 0x1F2933 0x66727F 0xFFFFFF 0x9AA5B1"
WRITTEN = "0x0072B2 0xC65200 0x00805D 0xA8467E 0x946200 0x1F7FB8 0x8A5A44 0x5B6670 ".\
    "0x0072B2 0x1F7FB8 0x66727F 0xC65200 0x946200 0x1F2933 0x66727F 0xFFFFFF 0x66727F"
colour(i) = int(word(COLOURED, int(i)))
written(i) = int(word(WRITTEN, int(i)))
faint(i, clear) = int(clear) * 16777216 + colour(i)
GRID = 0xE3E7EB

# From data units to the canvas, whose origin is the top left corner.
scale(x) = LOGX ? log(x) : x
across(x) = LEFT + (RIGHT - LEFT) * (scale(x) - scale(XMIN)) / (scale(XMAX) - scale(XMIN))
down(y) = BOTTOM + (TOP - BOTTOM) * (y - YMIN) / (YMAX - YMIN)

# The terminal's columns and rows are cells: the last of n is n - 1 steps from the first.
LAST_X = TERM ? WIDTH - 1 : WIDTH
LAST_Y = TERM ? HEIGHT - 1 : HEIGHT
# Rows that an element skips go to a place off the canvas; a column of NaN alone would make gnuplot warn.
AWAY = -1e6

set multiplot
unset border
unset tics
unset key
set lmargin at screen LEFT / LAST_X
set rmargin at screen RIGHT / LAST_X
set tmargin at screen 1 - TOP / LAST_Y
set bmargin at screen 1 - BOTTOM / LAST_Y
set xrange [XMIN:XMAX]
set yrange [YMIN:YMAX]
if (LOGX) { set logscale x }
set style fill solid 1 noborder
set style textbox opaque noborder fillcolor rgb "#50FFFFFF" margins 0.4, 0.2
set errorbars 0.8
# The two terminals measure dashes, points and the middle of a line of text each in its own way.
if (SVG) {
    set dashtype 11 (5, 4)
    set dashtype 12 (1, 2)
} else {
    set dashtype 11 (10, 7)
    set dashtype 12 (2, 3)
}
DOT = SVG ? 0.67 : 1
DROP = SVG ? 2 : 0
