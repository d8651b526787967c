#!/bin/sh
# Help, version, completion, and explain for all that it lists.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

run --help
cp out general
want exits 0
want empty err
want matches out '^Usage: runodds COMMAND'
verdict "--help"
for way in help -h "help -q"; do
    # shellcheck disable=SC2086
    run $way
    want exits 0
    want same general out
    verdict "$way is the same"
done
run --version
want exits 0
want empty err
want matches out '^runodds [0-9]+\.[0-9]+'
verdict "--version"

# Each command that the help lists.
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' general)
want equals yes "$(for c in run check explain trace init help; do echo "$commands" | grep -qx $c || echo "no $c"; done; echo yes)"
verdict "the commands of this version are listed"
for command in $commands; do
    run "$command" --help
    cp out own
    want exits 0
    want empty err
    want matches out "^Usage: runodds $command "
    want matches out "^  -h, --help"
    want matches out "^  runodds "
    want equals yes "$([ "$(wc -L <out)" -le 132 ] && echo yes)"
    run help "$command"
    want exits 0
    want same own out
    run "$command" -h
    want exits 0
    want same own out
    verdict "$command --help, and help $command"
    run "$command" --version
    want exits 0
    want matches out '^runodds [0-9]'
    verdict "$command --version"
done

# The options of the help exist: each is known to the command.
for command in $commands; do
    "$RUNODDS" "$command" --help | sed -n 's/^.*--\([a-z-]*\).*/\1/p' | sort -u >options
    while read -r option; do
        timeout "$patience" "$RUNODDS" "$command" "--$option" no.yaml >out 2>err </dev/null
        status=$?
        want lacks err "unknown option"
    done <options
    want filled options
    verdict "the options that $command --help lists are known to it"
done

# explain
run explain
cp out list
want exits 0
want empty err
want says out "Keys"
want says out "Laws"
want says out "Terms"
verdict "explain lists keys, laws and terms"
sed -n '/^Keys/,/^$/s/^  \([^ ][^ ]*\) .*/\1/p' list >keys
sed -n '/^Laws/,/^$/s/^  \([^ ][^ ]*\) .*/\1/p' list >laws
sed -n '/^Terms/,$s/^  \(.\{22\}\) .*/\1/p' list | sed 's/ *$//' >terms
want equals yes "$([ "$(wc -l <keys)" -gt 50 ] && [ "$(wc -l <laws)" -gt 10 ] && [ "$(wc -l <terms)" -gt 15 ] && echo yes)"
verdict "there are many of each"
while read -r key; do
    run explain "$key"
    want exits 0
    want empty err
    want equals "$key" "$(sed -n 1p out)"
    want matches out '^  written  .'
    want matches out '^  default  .'
done <keys
verdict "explain knows each key: shapes and default"
while read -r law; do
    run explain "$law"
    want exits 0
    want says out "$law"
    want says out "a law"
done <laws
verdict "and each law"
while read -r term; do
    run explain "$term"
    want exits 0
    want says out "$term"
    # Words need no quotes.
    # shellcheck disable=SC2086
    run explain $term
    want exits 0
    want says out "$term"
done <terms
verdict "and each term"
for words in pace speed "to come" total "spend by month" "around P90" tail "under way"; do
    want equals "$words" "$(grep -xF "$words" terms)"
done
run explain speed
want says out "1.066 times is 6.6% faster"
verdict "among them the words of the tables"
for head in "speed for 50%" "speed for 90%" "pace needed" "pace to P50" "to come, P90" "to come, mean" "Where the money goes, around P90"; do
    run explain "$head"
    want exits 0
    want empty err
    want matches out "^(speed|pace|to come|around P90)$"
    want equals 2 "$(wc -l <out | tr -d ' ')"
done
run explain --lang zh 所需速度
want exits 0
want equals pace "$(sed -n 1p out)"
run explain "speed limit"
want exits 2
verdict "and the heads of their columns"
run explain NOTICE
want exits 0
want says out "notice"
verdict "in capitals, too"
run explain failures.gpu.every
want exits 0
want says out "failures.*.every"
verdict "a key of a cause by the cause's name"
run explain checkpoint.local
want exits 0
want says out "not in this version"
verdict "a key of a later version says so"

# What explain writes can be written: the first shape of each unit of waiting is accepted.
for key in queue requeue startup restart shutdown time_limit preemption notice; do
    "$RUNODDS" explain $key | sed -n 's/^  written  //p' | head -1 | tr ';' '\n' | while read -r shape; do
        echo "$key: $shape"
    done >shapes
    want filled shapes
    while IFS= read -r line; do
        write_scenario case.yaml "$line"
        run check case.yaml
        want exits 0
    done <shapes
done
verdict "the shapes that explain shows are accepted"

# completion
run --completion
want exits 0
want says out "complete "
for command in $commands; do
    want says out "$command)"
done
verdict "--completion knows the commands"
if command -v bash >/dev/null 2>&1; then
    run --completion
    bash -n out >report 2>&1
    status=$?
    want exits 0
    want empty report
    verdict "and is a script of bash"
    # What it offers for a word that was begun.
    offer() {
        bash -c '. ./out; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _runodds; printf "%s\n" "${COMPREPLY[@]}"' x "$@"
    }
    want equals trace "$(offer runodds tr)"
    want equals --trials "$(offer runodds run --trials)"
    want equals yes "$(offer runodds run --set checkpoint. | grep -qx checkpoint.every && echo yes)"
    want equals json "$(offer runodds run -f js)"
    verdict "it completes commands, options, keys and words"
else
    skip "and is a script of bash" "no bash here"
    skip "it completes commands, options, keys and words" "no bash here"
fi
finish
