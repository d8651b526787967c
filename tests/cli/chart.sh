#!/bin/sh
# Charts: drawn by gnuplot where it is, told of where it is not; names from a file are text and never commands.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >case.yaml <<'YAML'
work: 100 GPU-hours
budget: $210
deadline: 110 h
price: $2/GPU-hour
queue: 5 min to 2 h
failures: {gpu: 40 h to 200 h}
checkpoint: {every: 1 h, write: 1 min}
plans:
  - name: plain
  - name: slow
    queue: 1 h to 9 h
    cards: 2
YAML
run run -q -n 1000 case.yaml
cp out table.txt

# ---- without gnuplot ----

mkdir bare
bare() {
    env PATH="$room/bare" "$RUNODDS" "$@" >out 2>err </dev/null
    status=$?
}
for end in svg png; do
    bare run -q -n 1000 case.yaml --plot=odds.$end
    want exits 4
    want same table.txt out
    want says err "gnuplot is not installed"
    want says err "apt-get install gnuplot"
    want absent odds.$end
    verdict "no gnuplot, no $end: the result is printed, and how to get it"
done
bare run -q -n 1000 case.yaml --plot
want exits 4
want says err "apt-get install gnuplot"
want says out "The odds"
verdict "no gnuplot in the terminal either"
bare run -q -n 1000 case.yaml -o result.txt --samples trials.csv --plot=odds.svg
want exits 4
want same table.txt result.txt
want equals 2001 "$(wc -l <trials.csv | tr -d ' ')"
verdict "the files that need no gnuplot are written"
bare run -q -n 1000 case.yaml
want exits 0
verdict "nothing is missed where no chart is asked for"
rm -rf odds.*

for command in "compare case.yaml" "tune case.yaml" "sweep case.yaml price=\$1/GPU-hour,\$2/GPU-hour" \
    "breakeven case.yaml plain.price=\$1/GPU-hour..\$9/GPU-hour"; do
    # The words of a command hold no blanks.
    bare $command -q -n 200
    want exits 0
    cp out report.txt
    bare $command -q -n 200 --plot=odds.svg
    want exits 4
    want same report.txt out
    want says err "apt-get install gnuplot"
    want absent odds.svg
    verdict "no gnuplot for ${command%% *}: the report is printed"
done
rm -rf odds.*

# A gnuplot that fails, or that claims to have drawn.
printf '#!/bin/sh\nexit 1\n' >bare/gnuplot
chmod +x bare/gnuplot
bare run -q -n 1000 case.yaml --plot=odds.svg
want exits 4
want same table.txt out
want says err "error: "
want absent odds.svg
verdict "a gnuplot that fails"
printf '#!/bin/sh\nexit 0\n' >bare/gnuplot
echo "the old one" >odds.svg
bare run -q -n 1000 case.yaml --plot=odds.svg
want exits 4
want says err "error: "
want equals "the old one" "$(cat odds.svg)"
verdict "one that draws nothing leaves the old chart"
rm -rf odds.* bare/gnuplot

if ! command -v gnuplot >/dev/null 2>&1; then
    skip "charts" "no gnuplot here"
    finish
    exit
fi

# ---- with it ----

svg_end='</svg>'
for chart in cdf deadline cloud breakdown bars cards; do
    run run -q -n 1000 case.yaml --plot=$chart:$chart.svg --plot=$chart:$chart.png
    want exits 0
    want same table.txt out
    want says $chart.svg "$svg_end"
    want says $chart.svg plain
    want says $chart.svg slow
    want says $chart.svg "seed 1"
    want says $chart.svg "1,000 trials"
    want lacks $chart.svg /home
    want equals 89504e470d0a1a0a "$(head -c 8 $chart.png | od -An -tx1 | tr -d ' \n')"
    want equals 49454e44 "$(tail -c 8 $chart.png | head -c 4 | od -An -tx1 | tr -d ' \n')"
    want tidy
    verdict "$chart as SVG and PNG"
    cp $chart.svg first.svg
    run run -q -n 1000 case.yaml --plot=$chart:$chart.svg -j 3
    want same first.svg $chart.svg
    verdict "$chart is the same in a second run"
done
run run -q -n 1000 case.yaml --plot=odds.svg
want exits 0
want same cdf.svg odds.svg
verdict "the chart without a name is cdf"
run run -q -n 1000 case.yaml --plot
want exits 0
want says out "plain"
want says out "The odds"
want lacks out "$(printf '\033')"
# The chart stands before the title of the tables.
sed '/^case: /,$d' out >drawn
want equals yes "$([ "$(wc -L <drawn)" -le 80 ] && [ "$(wc -l <drawn)" -gt 10 ] && echo yes)"
verdict "a chart in the terminal"
run run -q -n 1000 case.yaml --plot=none/odds.svg
want exits 4
want same table.txt out
want says err none/odds.svg
want absent none
verdict "a chart into a folder that is not there: the result is printed"
mkdir trap.svg
run run -q -n 1000 case.yaml --plot=trap.svg
want exits 4
want same table.txt out
want says err trap.svg
verdict "a chart to a folder"
for n in 1 2 10; do
    run run -q -n $n case.yaml --plot=few.svg --plot=cloud:few.png --plot=breakdown:few2.svg --plot=bars:few3.svg \
        --plot=cards:few4.svg
    want exits 0
    want says few.svg "$svg_end"
    verdict "charts of $n trials"
done
printf 'work: 100 GPU-hours\nqueue: 1 h to 2 h\n' >free.yaml
run run -q -n 1000 free.yaml --plot=free.svg
want exits 0
want says free.svg "$svg_end"
verdict "a chart of what has no price"
run run -q -n 1000 free.yaml --plot=bars:bars.none.svg
want exits 2
want says err "nothing is priced"
want says out "The odds"
want absent bars.none.svg
verdict "bars need a price; the result is printed"
run run -q -n 1000 case.yaml -p plain --plot=cards:cards.none.svg --plot=cards:term
want exits 2
want says err "there is one plan to draw, so there is nothing to compare by cards"
want says err "hint: "
want says out "The odds"
want absent cards.none.svg
verdict "cards need two numbers of cards; the result is printed"
cat >fleet.yaml <<'YAML'
work: 100 GPU-hours
queue: 1 h to 2 h
plans:
  - name: own-8
    cards: 8
  - name: own-64
    cards: 64
YAML
run run -q -n 1000 fleet.yaml --plot=cards:fleet.svg --plot=cards:term
want exits 0
want says fleet.svg "$svg_end"
want says fleet.svg "Time to finish"
want lacks fleet.svg "Cost"
want says out "   64 "
verdict "cards without prices show time"
for chart in bars cards; do
    run run -q -n 1000 case.yaml --plot=$chart:term
    want exits 0
    sed '/^case: /,$d' out >drawn
    want says drawn plain
    want says drawn slow
    want says drawn "seed 1"
    want lacks drawn "$(printf '\033')"
    want equals yes "$([ "$(wc -L <drawn)" -le 80 ] && [ "$(wc -l <drawn)" -gt 10 ] && echo yes)"
    verdict "$chart in the terminal"
done

# ---- the charts of other commands ----

# chart COMMAND CHART TEXT: drawn as the command's own chart, and by its name; the report stays what it is.
chart() {
    command=$1
    run $command -q -n 300
    want exits 0
    cp out report.txt
    run $command -q -n 300 --plot=own.svg --plot=$2:named.svg --plot=$2:named.png
    want exits 0
    want same report.txt out
    want same own.svg named.svg
    want says own.svg "$svg_end"
    want says own.svg "$3"
    want says own.svg "300 trials"
    want says own.svg "seed 1"
    want says own.svg case.yaml
    want lacks own.svg /home
    want equals 49454e44 "$(tail -c 8 named.png | head -c 4 | od -An -tx1 | tr -d ' \n')"
    want tidy
    verdict "$2 is the chart of ${command%% *}"
    run $command -q -n 300 --plot=again.svg -j 3
    want same own.svg again.svg
    verdict "$2 is the same with other threads"
    run $command -q -n 300 --plot
    want exits 0
    want equals 24 "$(head -n 24 out | grep -c '')"
    tail -n +25 out >rest
    want same report.txt rest
    head -n 24 out >drawn
    want says drawn "seed 1"
    want lacks drawn "$(printf '\033')"
    want equals yes "$([ "$(wc -L <drawn)" -le 79 ] && echo yes)"
    verdict "$2 in the terminal stands before the report"
    run $command -q -n 300 --plot -f json
    want exits 2
    want empty out
    want says err "would mix with -f json"
    verdict "$2 does not mix with JSON"
    run $command -q -n 300 --plot=bars:bars.svg
    want exits 0
    want says bars.svg "budget \$210"
    verdict "${command%% *} draws the charts of a result, too"
    run $command -q -n 300 --plot=none/odds.svg
    want exits 4
    want same report.txt out
    verdict "${command%% *} prints its report though the chart has no folder"
}
chart "compare case.yaml" pareto "deadline 4.58 d"
chart "tune case.yaml" tune "within 1% of"
chart "sweep case.yaml price=\$1/GPU-hour,\$2/GPU-hour,\$4/GPU-hour" sweep "price, \$/GPU-hour"
chart "sweep case.yaml price=\$1/GPU-hour,\$2/GPU-hour checkpoint.every=30min,1h,2h" heat "across: checkpoint.every"
chart "breakeven case.yaml plain.price=\$1/GPU-hour..\$9/GPU-hour" breakeven "price, \$/GPU-hour"
for pair in pareto:compare tune:tune sweep:sweep heat:sweep breakeven:breakeven; do
    run run -q -n 300 case.yaml --plot=${pair%:*}:x.png
    want exits 2
    want empty out
    want says err "this command has nothing for the chart \"${pair%:*}\""
    want says err "hint: runodds ${pair#*:} draws it"
    want absent x.png
    verdict "run names the command that draws ${pair%:*}"
done
run tune -q -n 300 case.yaml --plot=tume:x.png
want exits 2
want says err 'did you mean "tune"?'
verdict "a misspelt chart of a command"
run sweep -q -n 300 case.yaml checkpoint.every=30min,1h --plot=heat:x.png
want exits 2
want says err 'the chart "heat" has two keys, not one'
want says err "draw sweep"
want absent x.png
verdict "heat needs two keys"
run sweep -q -n 300 case.yaml checkpoint.every=30min,1h cards=1,2 --plot=sweep:x.png
want exits 2
want says err 'the chart "sweep" has one key, not two'
verdict "sweep needs one key"
run compare -q -n 300 free.yaml --plot=x.png
want exits 2
want says err "nothing is priced, so there is no cost to draw against time"
want says out "The plans"
verdict "pareto needs a price; the report is printed"
run run -q -n 300 case.yaml --plot=deadline:deadline.svg --plot=deadline:term
want exits 0
want says deadline.svg "deadline 4.58 d"
want lacks deadline.svg "budget"
want says out "deadline 4.58 d"
verdict "deadline is about time alone"

cat >part.yaml <<'YAML'
work: 10 GPU-hours
price: $2/GPU-hour
give_up: 18 h
failures: {gpu: {every: 20 h, restart: 6 min}}
YAML
run run -q -n 1000 part.yaml --plot=part.svg --plot=cloud:part2.svg --plot=breakdown:part3.svg \
    --plot=bars:part4.svg
want exits 0
want says part.svg "$svg_end"
want says part2.svg "$svg_end"
want says part3.svg "$svg_end"
want says part4.svg "$svg_end"
want says part4.svg "trials unfinished: no mean"
want says part4.svg "P90 not reached"
verdict "charts of trials that do not all finish"
run run -q -n 1000 part.yaml -S failures.gpu.every=5h --plot=few.svg
want exits 0
want says few.svg "$svg_end"
verdict "a chart of trials of which less than half finish, so that there is no P50 to mark"

# ---- names that would like to be commands ----

export HOME="$room"
echo 'system "touch PWN"' >.gnuplot
hostile() {
    name=$1
    cat >hostile.yaml <<YAML
work: 100 GPU-hours
price: \$2/GPU-hour
queue: 5 min to 2 h
failures:
  job: 90 h to 200 h
plans:
  - name: $2
  - name: other
    cards: 8
YAML
    for format in table json csv md; do
        run run -q -n 1000 hostile.yaml -f $format
        want exits 0
    done
    run run -q -n 1000 hostile.yaml --samples trials.csv --plot=h.svg --plot=h.png --plot=cloud:h2.svg \
        --plot=breakdown:h3.svg --plot=bars:h4.svg --plot=bars:h.png --plot=cards:h5.svg --plot=cards:h.png \
        --plot=term --plot=bars:term --plot=cards:term
    want exits 0
    for file in h.svg h2.svg h3.svg h4.svg h5.svg; do
        want says $file "$svg_end"
        want lacks $file "<script"
    done
    for file in h.svg h4.svg h5.svg; do
        [ -z "$3" ] || want says $file "$3"
    done
    want absent PWN
    verdict "$name"
    run compare -q -n 100 hostile.yaml --plot=h6.svg --plot=h.png --plot
    want exits 0
    run tune -q -n 100 hostile.yaml --plot=h7.svg
    want exits 2
    want says err "no plan both writes checkpoints and is interrupted"
    run sweep -q -n 100 hostile.yaml cards=4,8 --plot=h8.svg --plot
    want exits 0
    run sweep -q -n 100 hostile.yaml cards=4,8 "price=\$1/GPU-hour,\$2/GPU-hour" --plot=h9.svg --plot
    want exits 0
    for file in h6.svg h8.svg h9.svg; do
        want says $file "$svg_end"
        want lacks $file "<script"
        [ -z "$3" ] || want says $file "$3"
    done
    want absent PWN
    verdict "$name in the charts of other commands"
    rm -f h6.svg h7.svg h8.svg h9.svg
    rm -f h.svg h2.svg h3.svg h4.svg h5.svg h.png
}
hostile "a name with backquotes" "'a\`touch PWN\`b'" 'a`touch PWN`b'
hostile "a name that ends a quoted text of gnuplot" "\"x'; system('touch PWN'); '\"" "system("
hostile "one that ends the other kind" "'x\"; system(\"touch PWN\"); \"'" "system("
hostile "a name for a shell" "'\$(touch PWN)'" '$(touch PWN)'
hostile "a pipe" "'|touch PWN'" "touch PWN"
hostile "a redirection" "'< touch PWN'" "touch PWN"
hostile "a format of gnuplot" "'%s %d %n @ARG1 \$1'" ""
hostile "an enhanced text of gnuplot" "'a_{b}^{c} {/=99 d} ~x{9y}'" "a_{b}"
hostile "a comment" "'# \\ nothing'" ""
hostile "markup" "'<script>alert(1)</script>'" "&lt;script"
hostile "entities" "'a & b &lt; c'" ""
hostile "a formula" "'=1+cmd|x!A1'" ""
hostile "an option" "'--output=PWN'" ""
hostile "Chinese" "'竞价 8×H100'" "竞价"
hostile "right to left" "'تجربة'" ""
hostile "a wide and a long one" "'$(printf '宽%.0s' $(seq 60))'" ""
for first in = + - @; do
    cat >formula.yaml <<YAML
work: 1 GPU-hours
failures: {"${first}cause": {unit: job, every: 900 h}}
plans:
  - name: '${first}SUM(A1)'
YAML
    run run -q -n 10 formula.yaml -f csv --samples trials.csv
    want exits 0
    want equals "" "$(grep "^$first" out trials.csv)"
    want matches out "^'$first"
    want matches trials.csv "^0,'"
    verdict "a name that begins with $first is no formula in CSV"
done
cat >pipe.yaml <<'YAML'
work: 1 GPU-hours
plans:
  - name: "a | b *c* _d_ `e` <f>"
YAML
run run -q -n 10 pipe.yaml -f md
want exits 0
want equals 1 "$(grep '^|' out | awk -F'|' '{ gsub(/\\\|/, ""); print NF }' | head -3 | sort -u | wc -l | tr -d ' ')"
want lacks out '<f>'
verdict "a name breaks no table of Markdown"
printf 'work: 1 GPU-hours\nplans:\n  - name: "two\\nlines"\n' >lines.yaml
run run -q lines.yaml
want exits 2
want says err "lines.yaml:3:"
verdict "a name of two lines is refused"
name='a`touch PWN`$(touch PWN)'"'b.yaml"
cp case.yaml "$name"
run run -q -n 1000 "$name" --plot=h.svg --plot=term
want exits 0
want absent PWN
verdict "the file may have such a name, too"
for file in '`touch PWN`.svg' "a'; system('touch PWN'); '.svg" '|touch PWN.svg' '-x.svg' 'a "b" c.svg' '$(touch PWN).svg'; do
    run run -q -n 1000 case.yaml --plot="$file"
    want exits 0
    want says "./$file" "$svg_end"
    want absent PWN
    verdict "a chart named $file"
done
want absent PWN
verdict "the commands of .gnuplot are not run"
finish
