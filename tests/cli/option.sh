#!/bin/sh
# Wrong usage: exit 2, one message that says what is wrong and what would be right, nothing on standard output.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

write_scenario case.yaml "plans:" "  - name: spot" "  - name: reserved"

# wrong NAME WORDS HINT ARGUMENT...
wrong() {
    name=$1 words=$2 hint=$3
    shift 3
    timeout 5 "$RUNODDS" "$@" >out 2>err </dev/null
    status=$?
    want exits 2
    want empty out
    want matches err 'error: '
    want says err "$words"
    want matches err "^  hint: .*$hint"
    verdict "$name"
}

# commands and options
wrong "unknown command" 'no command "rnu"' 'did you mean "run"' rnu case.yaml
wrong "a command like no other" 'no command "xyzzy"' 'help' xyzzy
wrong "unknown option" 'unknown option "--trails"' 'did you mean "--trials"' run --trails 5 case.yaml
wrong "unknown option with a value" 'unknown option "--outptu' 'did you mean "--output"' run --outptu=x case.yaml
wrong "unknown letter" 'unknown option "-Z"' 'help' run -Z case.yaml
wrong "an option of another command" 'unknown option "--trials"' 'help' check --trials 5 case.yaml
wrong "help on nothing" 'no command "nope"' 'help' help nope
wrong "explain nothing" 'nothing is known of "qeue"' 'did you mean "queue"' explain qeue
run
want exits 2
want empty out
want says err "Usage: runodds COMMAND"
verdict "no command"
run run case.yaml -n
want exits 2
want empty out
want says err '"-n" needs a value'
verdict "an option without its value"
run check
want exits 2
want says err "name a scenario file"
verdict "check without a file"

# numbers
wrong "no trials" '"0"' '1 to' run -n 0 case.yaml
wrong "fewer than none" '"-5"' '1 to' run -n -5 case.yaml
wrong "half a trial" '"1.5"' 'whole number' run -n 1.5 case.yaml
wrong "trials in powers" '"1e6"' 'whole number' run -n 1e6 case.yaml
wrong "letters behind trials" '"10k"' 'whole number' run -n 10k case.yaml
wrong "trials without end" '"99999999999999999999"' 'whole number' run -n 99999999999999999999 case.yaml
wrong "seed below zero" '"-1"' '18446744073709551615' run -s -1 case.yaml
wrong "half a seed" '"1.5"' '18446744073709551615' run -s 1.5 case.yaml
wrong "seed too large" '"18446744073709551616"' '18446744073709551615' run -s 18446744073709551616 case.yaml
wrong "no threads" '"0"' '1 to' run -j 0 case.yaml
wrong "a precision of all" '"2"' '1%' run --precision 2 case.yaml
wrong "a precision of none" '"0"' '1%' run --precision 0 case.yaml
wrong "a precision that is no number" '"nan"' '1%' run --precision nan case.yaml
wrong "a trial before the first" '"-1"' 'p90' trace case.yaml --plan spot --trial -1
wrong "a trial of no number" '"p99"' 'p90' trace case.yaml --plan spot --trial p99

# words and names
wrong "unknown format" '"xml"' 'table, json, csv or md' run -f xml case.yaml
wrong "unknown time for progress" '"often"' 'auto, always or never' run --progress=often case.yaml
wrong "unknown plan" 'no plan "spto"' 'did you mean "spot"' run -p spto case.yaml
wrong "a plan to trace" 'name the plan' 'plan' trace case.yaml
wrong "no file" 'name a scenario file' 'init' run
wrong "two files" 'one scenario file' 'init' tune case.yaml case.yaml
wrong "samples of no kind" 'x.txt' '.csv or .npy' run case.yaml --samples x.txt
wrong "a chart of no kind" 'x.pdf' 'png' run case.yaml --plot=x.pdf
wrong "a chart of no name" 'pie' 'cdf' run case.yaml --plot=pie:x.png
wrong "a card of no kind" '"H10"' 'did you mean "H100"' init --gpu H10:8
wrong "no cards in a node" 'H100:0' 'H100:8' init --gpu H100:0
wrong "the count before the kind" '"8xH100" is not usable' 'did you mean "H100:8"' init --gpu 8xH100
wrong "with a sign of times" '"2×4090" is not usable' 'did you mean "4090:2"' init --gpu 2×4090
wrong "a list without commas" '"tune" stands apart' 'write --with=compare,tune$' report case.yaml --with compare tune
wrong "half a card in a node" 'H100:1.5' 'H100:8' init --gpu H100:1.5
wrong "an example that is none" 'no example "lora"' 'lora-7b' init --example lora
wrong "an example outside" 'no example' 'lora-7b' init --example ../scenarios/lora-7b
wrong "init with a file" 'takes no file' 'init >' init plan.yaml

# --set
wrong "set without a value" 'no "="' 'KEY=VALUE' run -S queue case.yaml
wrong "set of nothing" 'no "="' 'KEY=VALUE' run -S '=5 min' case.yaml
wrong "set of an unknown key" '"qeue"' 'did you mean "queue"' run -S 'qeue=5 min' case.yaml
wrong "set of an unknown plan" 'spto' 'spot' run -S 'spto.queue=5 min' case.yaml
wrong "set of a wrong value" '"5xyz"' 'number' run -S queue=5xyz case.yaml
wrong "set of another dimension" 'GB' 'h' run -S 'spot.queue=5 GB' case.yaml
wrong "set of nothing at all" 'missing' 'none' run -S queue= case.yaml
wrong "set of a bad seed" '"-1"' 'whole number' run -S seed=-1 case.yaml
wrong "set of a list" 'list or a map' 'one value' run -S 'queue=[5 min]' case.yaml
wrong "set of an open list" 'not closed' 'close' run -S 'queue=[5 min' case.yaml
run run -S 'checkpoint.local=5' case.yaml
want exits 2
want says err "not in this version"
verdict "set of a key of a later version"
run run -S spot.seed=5 case.yaml
want exits 2
want says err "all plans"
verdict "set of a key of the top for one plan"

# memory
{
    printf 'work: 10 GPU-hours\nplans:\n'
    i=0
    while [ $i -lt 32 ]; do
        i=$((i + 1))
        echo "  - name: p$i"
    done
} >many.yaml
timeout 5 "$RUNODDS" run -n 4000000000 many.yaml >out 2>err </dev/null
status=$?
want exits 2
want empty out
want matches err 'error: .* bytes'
want matches err '^  hint: .*fewer trials'
verdict "more trials than there is memory for"
if (ulimit -v 2000000 && "$RUNODDS" --version) >/dev/null 2>&1; then
    (ulimit -v 2000000 && exec timeout 5 "$RUNODDS" run -n 100000000 case.yaml) >out 2>err </dev/null
    status=$?
    want exits 2
    want empty out
    want matches err 'error: .* bytes'
    verdict "more than the limit of the address space"
    (ulimit -v 2000000 && exec timeout "$patience" "$RUNODDS" run -n 100000 case.yaml) >out 2>err </dev/null
    status=$?
    want exits 0
    verdict "what fits into it runs"
else
    skip "more than the limit of the address space" "this build needs much of it"
    skip "what fits into it runs" "this build needs much of it"
fi

# No command writes over what it reads, whatever the name.
# spares OPTION-IN-THE-MESSAGE ARGUMENT...
spares() {
    option=$1
    shift
    cp case.yaml before
    cp old.json before.json
    timeout 5 "$RUNODDS" "$@" >out 2>err <case.yaml
    status=$?
    want exits 2
    want empty out
    want same before case.yaml
    want same before.json old.json
    want matches err "^error: $option: \".*\" is the (scenario itself|result that is read)\$"
    want matches err '^  hint: give another name'
}
run run -n 1000 -p spot case.yaml -f json -o old.json
ln -s case.yaml link.yaml
ln case.yaml hard.yaml
for command in run compare tune sensitivity advise check; do
    spares -o "$command" case.yaml -o case.yaml
done
spares -o trace -p spot case.yaml -o ./case.yaml
spares -o sweep case.yaml queue=1h..2h -o link.yaml
spares -o breakeven case.yaml queue -o hard.yaml
spares -o run old.yaml case.yaml -o case.yaml
spares -o run - -o case.yaml
verdict "-o is not the scenario"
cp case.yaml report.md
cp report.md kept.md
run report report.md -o report.md
want exits 2
want says err 'error: -o: "report.md" is the scenario itself'
want same kept.md report.md
verdict "nor is a report"
spares --samples run case.yaml --samples case.yaml
cp case.yaml case.svg
run run case.svg --plot=cdf:case.svg
want exits 2
want says err 'error: --plot: "case.svg" is the scenario itself'
want same case.yaml case.svg
run run case.svg --plot case.svg --plot=case.svg
want exits 2
want same case.yaml case.svg
verdict "nor are samples and charts"
spares -o compare old.json old.json -o old.json
spares -o plot old.json -o old.json
verdict "nor a result"
: >queue
run explain queue -o queue
want exits 0
want filled queue
verdict "a word that is no file may be the name of one"

# After -- everything is a file.
run run -- --help
want exits 2
want says err 'cannot read "--help"'
verdict "-- ends the options"
finish
