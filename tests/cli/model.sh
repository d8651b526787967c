#!/bin/sh
# What is shipped: every scenario runs, every model fits into one, every number has its source.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

for file in "$srcdir"/models/scenarios/*.yaml; do
    name=$(basename "$file" .yaml)
    run check "$file"
    want exits 0
    want empty err
    run run -n 1000 "$file"
    want exits 0
    want says out "The odds"
    want says out "$name: "
    verdict "scenario $name runs, and nothing in it is odd"
    want says "$file" "scenario: $name"
    want matches "$file" '^#'
    want says "$srcdir/models/README.md" "$name"
    verdict "scenario $name bears its name, explains itself, and stands in the list"
done

# Published: 419 interruptions and more than 90% effective time; 16 failures; 52 to 60 days.
run run -q -f csv -n 2000 "$srcdir/models/scenarios/llama3-405b.yaml"
want near "$(value out write-10s failures)" 419 15
want near "$(value out write-10s goodput)" 0.91 0.01
verdict "llama3-405b is as published"
run run -q -f csv -n 2000 "$srcdir/models/scenarios/bloom-176b.yaml"
want near "$(value out no-hangs failures)" 16 2
verdict "bloom-176b is as published"
run run -q -f csv -n 2000 "$srcdir/models/scenarios/opt-175b.yaml"
want near "$(value out as-published time_h_p50)" $((56 * 24)) 96
verdict "opt-175b is as published"

# The currency that a model is written in.
money() {
    if grep -q '^[^#]*[0-9] CNY' "$1"; then echo CNY; else echo USD; fi
}

# Each model in a scenario that uses it and nothing else.
for file in "$srcdir"/models/*/*.yaml; do
    name=${file#"$srcdir/models/"}
    name=${name%.yaml}
    case $name in
    scenarios/*) continue ;;
    gpu/*) set -- "work: {tokens: 1 B, parameters: 7 B, efficiency: 30% to 40%}" "price: \$2/GPU-hour" ;;
    site/*) set -- "work: 800 GPU-hours" "start: 2026-07-01 09:00 +08:00" "own: 300000 $(money "$file")" "power: 7 kW" ;;
    price/*) set -- "work: 800 GPU-hours" ;;
    *) set -- "work: 800 GPU-hours" "num_nodes: 4" "price: \$2/GPU-hour" ;;
    esac
    printf '%s\n' "currency: $(money "$file")" "$@" "accelerators: H100:8" \
        "checkpoint: {every: 20 min, write: 1 min}" >case.yaml
    run run -q -f csv -n 200 case.yaml
    cp out without
    echo "uses: [$name]" >>case.yaml
    run check case.yaml
    cp out checked
    want exits 0
    want says checked "models/$name.yaml:"
    run run -q -f csv -n 200 case.yaml
    want exits 0
    case $name in
    gpu/*) ;;
    *) want differ without out ;;
    esac
    verdict "model $name"
    want matches "$file" '^source:'
    want matches "$file" '^about:'
    want lacks "$file" "$(printf '\t')"
    case $name in
    price/*) want matches "$file" '20[0-9][0-9]' ;;
    esac
    verdict "model $name names its sources"
done

# Names in a shipped scenario or model lead to shipped models.
for name in $(cat "$srcdir"/models/scenarios/*.yaml | sed -n 's/^ *uses: *\[\(.*\)\].*/\1/p' | tr -d ' ' | tr ',' '\n' | sort -u); do
    want equals yes "$([ -f "$srcdir/models/$name.yaml" ] && echo yes)"
done
verdict "every model that a scenario uses is shipped"

# The folder that the environment names comes first; nothing is read from the current one.
mkdir -p data/models/gpu models/gpu
printf 'peak: 1 TFLOPS\n' >data/models/gpu/own.yaml
printf 'peak: 1 TFLOPS\n' >models/gpu/local.yaml
printf '%s\n' "work: {tokens: 1 M, parameters: 1 M, efficiency: 40%}" "uses: [gpu/own]" >own.yaml
RUNODDS_DATA=$room/data timeout "$patience" "$RUNODDS" check own.yaml >out 2>err
status=$?
want exits 0
verdict "RUNODDS_DATA is searched"
sed 's/own/local/' own.yaml >local.yaml
run check local.yaml
want exits 2
want says err 'no model "gpu/local"'
verdict "the current folder is not"
finish
