# Every text of a chart: tick labels, then the placed texts and swatches of PREFIX.text, over the whole canvas.
# Loaded by each chart script after its data; ends the chart.

unset logscale
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set xrange [0:LAST_X]
set yrange [LAST_Y:0]

TICK_DOWN = TERM ? 1 : 25
TICK_LEFT = TERM ? 2 : 13
pick(style, side) = column(5) == style && column(6) == side ? column(1) : AWAY

boxed(side) = TERM ? AWAY : pick(10, side)

plot PREFIX.".xtics" using (across($1)):(BOTTOM + TICK_DOWN + DROP):2 with labels center font FONT[5] noenhanced \
         textcolor rgb colour(15), \
     PREFIX.".ytics" using (LEFT - TICK_LEFT):(down($1) + DROP):2 with labels right font FONT[5] noenhanced \
         textcolor rgb colour(15), \
     PREFIX.".text" using (TERM || $5 != 8 ? AWAY : $1):2:(colour($4)) \
         with points pt 5 ps 2.1 * DOT lc rgb variable, \
     PREFIX.".text" using (TERM || $5 != 9 ? AWAY : $1):2:(colour($4)) \
         with points pt 7 ps 1.5 * DOT lc rgb variable, \
     for [style = 1:7] PREFIX.".text" using (pick(style, 1)):($2 + DROP):3:(written($4)) \
         with labels left font FONT[style] noenhanced textcolor rgb variable, \
     for [style = 1:7] PREFIX.".text" using (pick(style, 2)):($2 + DROP):3:(written($4)) \
         with labels center font FONT[style] noenhanced textcolor rgb variable, \
     for [style = 1:7] PREFIX.".text" using (pick(style, 3)):($2 + DROP):3:(written($4)) \
         with labels right font FONT[style] noenhanced textcolor rgb variable, \
     PREFIX.".text" using (boxed(1)):($2 + DROP):3:(written($4)) \
         with labels left boxed font FONT[4] noenhanced textcolor rgb variable, \
     PREFIX.".text" using (boxed(2)):($2 + DROP):3:(written($4)) \
         with labels center boxed font FONT[4] noenhanced textcolor rgb variable, \
     PREFIX.".text" using (boxed(3)):($2 + DROP):3:(written($4)) \
         with labels right boxed font FONT[4] noenhanced textcolor rgb variable

unset multiplot
unset output
