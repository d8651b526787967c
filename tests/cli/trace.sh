#!/bin/sh
# One future, event by event: times that never run back, phases that sum to the whole, the trial of a run.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# Lines that begin with a number are events: when, what, how long, and the work saved by then.
in_order() {
    awk '/^ *run [0-9]+$/ { at = saved = 0 } # of several, each from its beginning
         /^ *[0-9]+\.[0-9]+  / { n++; if ($1 < at) { print "back to " $1 " from " at; bad = 1 } at = $1
             if ($NF < saved - 1e-4) { print "saved " $NF " after " saved; bad = 1 } saved = $NF }
         END { if (n < 2) { print n + 0 " events"; bad = 1 } exit bad }' "$1"
}

# What is done after T hours has phases that sum to T, less the past; those of several runs at once to more.
sums_up() {
    awk '/^ *[0-9]+\.[0-9]+  / && past == "" { past = $1 } # of a run under way
         /^phases: / { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9.]+$/) sum += $i }
         /^done after / { total = $3 }
         /^ *run [0-9]+$/ { runs = 1 }
         END { d = sum + past - total; if (runs && d > 0) d = 0; if (total == "" || d > 0.001 || d < -0.001) { print sum " of " total; exit 1 } }' "$1"
}

for file in "$srcdir"/models/scenarios/*.yaml; do
    plans=$("$RUNODDS" check "$file" | sed -n 's/^plan //p')
    for plan in $plans; do
        for trial in 0 7; do
            run trace -q "$file" --plan "$plan" --trial $trial
            want exits 0
            want empty err
            want in_order out
            want sums_up out
            want says out "plan $plan, trial $trial, seed 1"
        done
        run trace -q "$file" --plan "$plan" --trial p90 -n 1000
        want exits 0
        want in_order out
        want sums_up out
    done
    verdict "trials of $(basename "$file")"
done

cat >case.yaml <<'YAML'
work: 40 GPU-hours
price: $2/GPU-hour
queue: 5 min to 2 h
startup: 5 min to 20 min
checkpoint: {every: 1 h, write: 2 min}
failures: {gpu: {every: 8 h to 20 h, detect: 5 min, repair: 1 h, restart: 10 min}}
preemption: 6 h to 12 h
notice: 1 min
YAML
run trace -q case.yaml
cp out first
want exits 0
want in_order first
want sums_up first
want says first "COMPLETE"
want says first "FAILURE of gpu"
want says first "unknowns:"
verdict "the first trial where none is named"
run trace -q case.yaml --trial 0
want same first out
verdict "it is trial 0"
run trace -q case.yaml --trial 1
want differ first out
verdict "the next is another one"
run trace -q case.yaml --trial 0 -s 2
want differ first out
verdict "so is that of another seed"
run trace -q case.yaml -o told
want exits 0
want empty out
want same first told
verdict "trace -o"

# The trials of a trace are those of a run.
run run -q -n 50 case.yaml --samples trials.csv
for trial in 0 1 2 17 49; do
    run trace -q case.yaml --trial $trial
    want near "$(sed -n 's/^done after \([0-9.]*\) h.*/\1/p' out)" \
        "$(awk -F, -v t=$trial '$1 == t { print $3 }' trials.csv)" 0.0001
    want near "$(sed -n 's/^done after .*cost [^0-9]*\([0-9.]*\).*/\1/p' out)" \
        "$(awk -F, -v t=$trial '$1 == t { print $4 }' trials.csv)" 0.01
    verdict "trial $trial is that of the samples"
done
run run -q -n 50 -f csv case.yaml
p90=$(value out plan cost_p90)
run trace -q case.yaml --trial p90 -n 50
want exits 0
want near "$(sed -n 's/^done after .*cost [^0-9]*\([0-9.]*\).*/\1/p' out)" "$p90" 0.01
verdict "p90 is the trial at the P90 of cost"
run trace -q case.yaml --trial P90 -n 50 -S price=none
time_p90=$(sed -n 's/^done after \([0-9.]*\) h.*/\1/p' out)
want exits 0
run run -q -n 50 -f csv case.yaml -S price=none
want near "$time_p90" "$(value out plan time_h_p90)" 0.0001
verdict "or of time, where nothing is priced"

# Everything at one moment: a checkpoint ends, a card fails, the capacity goes, the limit is reached.
cat >tie.yaml <<'YAML'
work: 12 GPU-hours
checkpoint: {every: 4 h, write: 6 min}
failures: {gpu: {every: constant(4.1 h), age: new, restart: 30 min}}
preemption: constant(4.1 h)
notice: 6 min
time_limit: 4.1 h
requeue: 1 h
restart: 12 min
give_up: 300 h
YAML
run trace -q tie.yaml
want exits 0
want in_order out
verdict "events that all fall on 4.1 h stay in order"
run trace -q tie.yaml -S preemption=none -S time_limit=none -S failures.gpu.restart=none
want exits 0
want in_order out
want sums_up out
want says out "done after 12.3000 h, 0.0000 h of it lost"
verdict "a failure at the end of a write"
run trace -q tie.yaml -S failures=none -S time_limit=none
want exits 0
want in_order out
want sums_up out
verdict "a preemption at the end of a write"

# A trial that is given up says so.
printf '%s\n' "work: 100 GPU-hours" "give_up: 200 h" "failures: {gpu: 1 h}" >stuck.yaml
run trace -q stuck.yaml
want exits 0
want in_order out
want says out "GIVEN UP"
want lacks out "COMPLETE"
verdict "a trial that is given up"

# The same events in all formats, to the digits of the table.
events() { grep -cE '^ *[0-9]+\.[0-9]{4}  ' "$1"; }
run trace -q case.yaml
cp out told
rows=$(events told)
run trace -q -f csv case.yaml
want exits 0
want equals "$rows" "$(grep -c '^1,' out)"
want says out "run,from_h,to_h,kind,detail,saved_h,lost_h"
want equals "$(sed -n 's/^done after .* h, \([0-9.]*\) h of it lost.*/\1/p' told)" \
    "$(awk -F, 'END { printf "%.4f", $7 }' out)"
verdict "trace -f csv, whose last loss is all of it"
run trace -q -f md case.yaml
want exits 0
want equals "$rows" "$(grep -cE '^\| *1 \|' out)"
want says out "**done after"
verdict "trace -f md"
run trace -q -f json case.yaml
want exits 0
want json_is out "len(j['trace']['events']) == $rows and j['trace']['plan'] == 'plan' and j['schema'] == 1"
want json_is out "abs(sum(j['trace']['phases_h'].values()) - j['trace']['time_h']) < 1e-9"
want json_is out "all(e['from_h'] <= e['to_h'] for e in j['trace']['events'])"
want json_is out "[u['path'] for u in j['trace']['unknowns']] == ['failures.gpu.every', 'preemption']"
verdict "trace -f json"

# Drawn: as many rows as attempts, each that ended early with what ended it.
if command -v gnuplot >/dev/null; then
    run trace -q case.yaml --plot=gantt.svg --plot=gantt.png
    want exits 0
    attempts=$((1 + $(grep -cE 'FAILURE|PREEMPTION' told)))
    want equals "$attempts" "$(grep -oE '>attempts? [0-9]+( to [0-9]+)?<' gantt.svg |
        sed -E 's/.* to ([0-9]+)<|.* ([0-9]+)</\1\2/' | tail -1)"
    want matches gantt.svg "Done after .* h: "
    want filled gantt.png
    verdict "trace --plot draws the attempts"
    run trace -q case.yaml --plot
    want says out "attempt"
    want says out "work lost"
    verdict "in the terminal too"
else
    skip "gnuplot is not there"
fi
run trace -q case.yaml --plot=cdf:x.png
want exits 2
want says err "this command has nothing for the chart"
want says err "runodds run draws it"
verdict "a chart of another command"
finish
