#!/bin/sh
# Starters and examples: what init writes runs as it is.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# starts NAME PLANS OPTION...: check, without a warning, and a short run.
starts() {
    name=$1 plans=$2
    shift 2
    run init "$@"
    cp out plan.yaml
    want exits 0
    want empty err
    want filled plan.yaml
    want matches plan.yaml '^#'
    run check plan.yaml
    want exits 0
    want empty err
    want equals "$plans" "$(grep -c '^plan ' out)"
    run run -n 1000 plan.yaml
    want exits 0
    want says out "The odds"
    verdict "$name"
}

starts "init" 1
want equals yes "$([ "$(wc -l <plan.yaml)" -le 20 ] && echo yes)"
verdict "it is short"
starts "init --spot" 2 --spot
starts "init --gpu H100:8 --spot" 2 --gpu H100:8 --spot
want says plan.yaml "H100:8"
want says plan.yaml "name: spot"
verdict "it says what was asked for"
"$RUNODDS" init | timeout "$patience" "$RUNODDS" run -n 1000 - >out 2>err
status=$?
want exits 0
want says out "The odds"
verdict "init | run -"
run init -o fresh.yaml
want exits 0
want empty out
want filled fresh.yaml
verdict "init -o"
echo "# mine" >mine.yaml
for option in "" "--gpu=H20:8" "--example=lora-7b"; do
    # shellcheck disable=SC2086
    run init $option -o mine.yaml
    want exits 2
    want empty out
    want equals "# mine" "$(cat mine.yaml)"
    want says err 'error: -o: "mine.yaml" is there already'
    want matches err '^  hint: give another name, or leave -o out'
done
verdict "init -o leaves a file that is there alone"
run init -o /dev/null
want exits 0
verdict "init -o to a device"
for cards in 1 2 4 8 64; do
    starts "$cards cards" 1 --gpu H100:$cards
done
starts "a kind without a count" 1 --gpu H100
starts "a kind in small letters" 1 --gpu h100:8

# Every kind that the hint names, and every model of a card.
run init --gpu nothing
want exits 2
want says err "known:"
sed -n 's/.*known: *//p' err | tr -s ' ,' '\n\n' >kinds
want equals yes "$([ "$(wc -l <kinds)" -gt 5 ] && echo yes)"
verdict "an unknown kind lists the known ones"
: >used
while read -r kind; do
    starts "--gpu $kind:8 --spot" 2 --gpu "$kind:8" --spot
    grep -o 'gpu/[a-z0-9-]*' plan.yaml >>used
done <kinds
for kind in A100-40GB A100-80GB 4090 4090D 3090; do
    starts "--gpu $kind" 1 --gpu "$kind"
    grep -o 'gpu/[a-z0-9-]*' plan.yaml >>used
done
for model in "$srcdir"/models/gpu/*.yaml; do
    name=$(basename "$model" .yaml)
    want equals "gpu/$name" "$(grep -xF "gpu/$name" used | head -1)"
done
verdict "every model of a card has a kind to start from"

# The examples are the shipped scenarios, byte for byte.
run init --example nothing
sed -n 's/.*shipped are: *//p' err | tr -s ' ,' '\n\n' | sort >named
for file in "$srcdir"/models/scenarios/*.yaml; do
    basename "$file" .yaml
done | sort >shipped
want exits 2
want same shipped named
verdict "an unknown example lists the shipped ones"
while read -r example; do
    run init --example "$example"
    want exits 0
    want empty err
    want same "$srcdir/models/scenarios/$example.yaml" out
    timeout "$patience" "$RUNODDS" run -q -n 1000 - <out >result 2>err
    status=$?
    want exits 0
    want says result "The odds"
    verdict "--example $example runs"
done <shipped
finish
