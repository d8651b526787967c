#!/bin/sh
# Ctrl-C: what the finished trials say, equal to a run of just those; files are whole, old or new.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# Some 400 failures a trial, so that millions of trials take minutes and memory for few of them.
cat >slow.yaml <<'YAML'
work: 19.28 M GPU-hours
accelerators: H100:8
num_nodes: 2048
price: $2/GPU-hour
checkpoint: {every: 8 min, write: 10 s}
failures: {node: {rate: 3.49 to 4.11 per 1000 node-days, restart: 10 min}}
YAML
many=3000000

# interrupt SIGNAL OPTION...: signals the run once it has had time for some trials; leaves out, err, status.
interrupt() {
    signal=$1
    shift
    for seconds in 1 3 9; do
        "$RUNODDS" run -q -n $many slow.yaml "$@" >out 2>err </dev/null &
        pid=$!
        sleep $seconds
        kill -s "$signal" $pid
        # The shell would tell of a killed job.
        { wait $pid; } 2>/dev/null
        status=$?
        grep -q "before the first trials" err || break
    done
}

trials_of() {
    sed -n 's/^ *"trials": \([0-9]*\),$/\1/p' "$1" | head -1
}

interrupt INT -f json
cp out part.json
k=$(trials_of part.json)
want exits 130
want says part.json '"complete": false'
want equals yes "$([ "${k:-0}" -gt 0 ] && [ "${k:-0}" -lt $many ] && echo yes)"
verdict "an interrupted run ends with 130 and what it has"
if [ -n "$k" ]; then
    run run -q -f json -n "$k" slow.yaml
    cp out whole.json
    sed 's/"complete": false/"complete": true/' part.json >out
    want exits 0
    want says whole.json '"complete": true'
    want same whole.json out
fi
verdict "all else in it is as of a run of that many trials"
interrupt INT -f json -j 1
cp out part.json
k=$(trials_of part.json)
want exits 130
if [ -n "$k" ]; then
    run run -q -f json -n "$k" -j 3 slow.yaml
    sed 's/"complete": false/"complete": true/' part.json >whole.json
    want same whole.json out
fi
verdict "on one thread too"

interrupt INT
want exits 130
want filled out
want matches out '^plan '
verdict "the tables are printed too"
interrupt INT -f csv --samples part.csv -o table.csv
k=$(value table.csv plan trials)
want exits 130
want equals "$((${k:-0} + 1))" "$(wc -l <part.csv | tr -d ' ')"
want tidy
verdict "the samples are those trials"

# Files: never a part of one.
echo "the old one" >keep.json
cp keep.json old.json
interrupt INT -f json -o keep.json
want exits 130
want empty out
want equals '}' "$(tail -n 1 keep.json)"
want says keep.json '"complete": false'
want tidy
verdict "an interrupted run leaves a whole file"
cp old.json keep.json
interrupt KILL -f json -o keep.json
want same old.json keep.json
want tidy
verdict "a killed run leaves the old file"
cp old.json keep.json
interrupt TERM -f json -o keep.json
want same old.json keep.json
want tidy
verdict "so does one that is told to stop"

# A write that fails in the middle (here by the limit of file sizes) leaves the old file, too.
if (ulimit -f 4 && "$RUNODDS" --version) >/dev/null 2>&1; then
    cp old.json keep.json
    (ulimit -f 4 && exec "$RUNODDS" run -q -f json -n 1000 -o keep.json slow.yaml) >out 2>err </dev/null
    status=$?
    want exits 4
    want says err "keep.json"
    want same old.json keep.json
    want tidy
    verdict "a file that cannot be written to its end"
    (ulimit -f 4 && exec "$RUNODDS" run -q -o table -n 1000 --samples keep.csv slow.yaml) >out 2>err </dev/null
    status=$?
    want exits 4
    want says err "keep.csv"
    want absent keep.csv
    want tidy
    verdict "samples that cannot be written to their end"
else
    skip "a file that cannot be written to its end" "no limit of file sizes here"
    skip "samples that cannot be written to their end" "no limit of file sizes here"
fi
finish
