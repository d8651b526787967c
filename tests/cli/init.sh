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

# What each kind starts from fits its card, its budget and its deadline, and is sized by the peak of its model.
sane() {
    run init --gpu "$1" --spot -o - && cp out plan.yaml
    run check plan.yaml
    want exits 0
    want empty err
    want equals 2 "$(grep -c 'the model fits' out)"
    run run -n 500 -f csv plan.yaml
    want exits 0
    want empty err
    for share in in_budget on_time; do
        want near "$(value out on-demand $share)" 1 0.1
    done
    want near "$(value out spot in_budget)" 1 0.1
    case $2 in
    adapters) want near "$(value out on-demand time_h_p50)" 21.5 1.5 ;;
    all) want near "$(value out on-demand time_h_p50)" 94 3 ;;
    esac
    want matches plan.yaml "^work: .* parameters: $3"
}
while read -r kind; do
    case $kind in
    H* | A100 | A800) eight=all parameters="8 B, eff" ;;
    *) eight=adapters parameters="7 B, method: lora" ;;
    esac
    sane "$kind:1" adapters "7 B, method: lora"
    sane "$kind:8" $eight "$parameters"
    verdict "a starter for $kind is within its limits"
done <kinds
sane A100-40GB:8 all "8 B, eff"
sane A100-40GB:3 adapters "7 B, method: lora"
sane H100:4 all "8 B, eff"
sane H100:64 all "8 B, eff"
sane 4090:64 adapters "7 B, method: lora"
verdict "and so are other counts"
for kind in H100 4090; do
    "$RUNODDS" init --gpu $kind --spot --lang zh >plan.yaml
    want equals "" "$(grep '[^ ].*#' plan.yaml | grep -v '^ *#')"
    "$RUNODDS" init --gpu $kind --spot >plan.yaml
    want equals "" "$(grep '[^ ].*#' plan.yaml | grep -v '^ *#')"
    want matches plan.yaml '^ *# .*quote'
done
verdict "a comment stands on a line of its own: one behind a value would be its source"
run init --gpu 4090
want says out "failures: {gpu: 12000 h to 50000 h}"
want lacks out "h100"
verdict "a card at the desk does not fail like one in a data centre"

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
