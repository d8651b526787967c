#!/bin/sh
# Small scenarios whose answer a pocket calculator gives.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# gives NAME QUANTITY VALUE TOLERANCE LINE...
gives() {
    name=$1 quantity=$2 number_wanted=$3 tolerance=$4
    shift 4
    printf '%s\n' "$@" >case.yaml
    run run -q -f csv -n 100 case.yaml
    want exits 0
    want near "$(value out plan "$quantity")" "$number_wanted" "$tolerance"
    verdict "$name"
}

# ---- time ----

gives "a write longer than its interval: 240 h / 3 min x 9 min" time_h_p50 720 1e-9 \
    "work: 240 GPU-hours" "checkpoint: {every: 3 min, write: 6 min}"
run check case.yaml
want says err "warning: "
want says err "longer than the interval"
verdict "and a warning of it"
gives "nothing goes on in a restart: 2 h lost, 5 h down, 4 h of work" time_h_max 11 1e-9 \
    "work: 4 GPU-hours" "failures:" "  job:" "    every: constant(20 h)" "    age: 18 h" "    restart: 5 h"
gives "nor in a repair" time_h_max 11 1e-9 \
    "work: 4 GPU-hours" "failures:" "  job:" "    every: constant(20 h)" "    age: 18 h" "    repair: 5 h" "    restart: none"
gives "nor in the queue: 3 h held, 30 h of waiting, 30 min of restart, 2 h left" time_h_max 35.5 1e-9 \
    "work: 4 GPU-hours" "checkpoint: {every: 2 h, write: none}" "preemption: constant(3 h)" "requeue: 30 h" "restart: 30 min" \
    "notice: none" "queue: none"
gives "20 chunks, 20 writes" time_h_p50 101 1e-9 \
    "work: 100 GPU-hours" "checkpoint: {every: 5 h, write: 3 min}"
gives "19 writes without the last" time_h_p50 100.95 1e-9 \
    "work: 100 GPU-hours" "checkpoint: {every: 5 h, write: 3 min, final: no}"
gives "ten times a tenth is one" time_h_p50 2 1e-9 \
    "work: 1 GPU-hours" "checkpoint: {every: 0.1 h, write: 0.1 h}"
gives "steps" time_h_p50 2 1e-9 "work: {steps: 2400}" "step_time: 3 s"
gives "eight cards share the work" time_h_p50 1.25 1e-9 "work: 10 GPU-hours" "cards: 8"
gives "a Slurm time limit of two days" limit_ends 2 0 \
    "work: 120 GPU-hours" "time_limit: 2-00:00:00" "checkpoint: {every: 1 h, write: none}" "restart: none"

# Times as logs write them.
gives "2-01:24:56" time_h_p50 50.4155555555555556 1e-9 "work: 1 GPU-hours" "queue: 2-01:24:56"
gives "01:09:48" time_h_p50 2.1633333333333333 1e-9 "work: 1 GPU-hours" "queue: 01:09:48"
gives "00:24.041" time_h_p50 1.0066780555555556 1e-9 "work: 1 GPU-hours" "queue: 00:24.041"
gives "30:00 is minutes and seconds" time_h_p50 1.5 1e-9 "work: 1 GPU-hours" 'queue: "30:00"'
gives "UNLIMITED" limit_ends 0 0 "work: 1000 GPU-hours" "time_limit: UNLIMITED"
gives "a range of them" time_h_min 2 1.01 "work: 1 GPU-hours" "queue: uniform(01:00:00, 01:00:01)"
for wrong in 1:60:00 1:2:3:4 1-30:00 00:61 1-; do
    write_scenario case.yaml "queue: \"$wrong\""
    run check case.yaml
    want exits 2
    want says err "case.yaml:2:"
    verdict "$wrong is no time"
done

# ---- money ----

gives "20 minutes at 3 an hour, billed by the hour" cost_p50 3 1e-12 \
    "work: {steps: 1200}" "step_time: 1 s" "price: \$3/GPU-hour" "billing: per hour"
gives "the same by the second" cost_p50 1 1e-12 \
    "work: {steps: 1200}" "step_time: 1 s" "price: \$3/GPU-hour" "billing: per second"
gives "an hour to the second is one hour" cost_p50 3 1e-12 \
    "work: {steps: 3600}" "step_time: 1 s" "price: \$3/GPU-hour" "billing: per hour"
gives "and a second more is two" cost_p50 6 1e-12 \
    "work: {steps: 3601}" "step_time: 1 s" "price: \$3/GPU-hour" "billing: per hour"
gives "a third of an hour three times" cost_p50 3 1e-12 \
    "work: 1 GPU-hours" "checkpoint: {every: 20 min, write: none}" "price: \$3/GPU-hour" "billing: per hour"
gives "two allocations, each rounded up" cost_p50 8 1e-12 \
    "work: 150 GPU-hours" "cards: 100" "cards_per_node: 100" "time_limit: 1 h" "checkpoint: {every: 1 h, write: none}" \
    "restart: none" "price: \$0.04/GPU-hour" "billing: per hour"
gives "a minimum" cost_p50 1440 1e-9 \
    "work: 10 GPU-hours" "price: \$2/GPU-hour" "billing: {per: 1 h, minimum: 30 days}"
gives "the minimum is an item of its own" item.unused_minimum 1420 1e-9 \
    "work: 10 GPU-hours" "price: \$2/GPU-hour" "billing: {per: 1 h, minimum: 30 days}"
gives "the queue is not billed" cost_p50 20 1e-12 \
    "work: 10 GPU-hours" "price: \$2/GPU-hour" "queue: 100 h"
gives "unless it is" cost_p50 220 1e-9 \
    "work: 10 GPU-hours" "price: \$2/GPU-hour" "queue: 100 h" "bill_queue: yes"
gives "as an item of its own" item.queue_rent 200 1e-9 \
    "work: 10 GPU-hours" "price: \$2/GPU-hour" "queue: 100 h" "bill_queue: yes"
gives "whole nodes are billed" cost_p50 32 1e-12 \
    "work: 12 GPU-hours" "cards: 12" "cards_per_node: 8" "price: \$2/GPU-hour"
gives "startup and shutdown are held" cost_p50 4 1e-12 \
    "work: 1 GPU-hours" "startup: 30 min" "shutdown: 30 min" "price: \$2/GPU-hour"

# The price of a node is that of its cards, not once more.
cat >case.yaml <<'YAML'
work: 1000 GPU-hours
accelerators: H100:8
num_nodes: 2
failures: {gpu: 100 h to 300 h}
plans:
  - name: by-card
    price: $2/GPU-hour
  - name: by-node
    price: $16/node-hour
YAML
run run -q -f csv -n 1000 case.yaml
sed -n 's/^by-card,//p' out >cards
sed -n 's/^by-node,//p' out >nodes
want exits 0
want filled cards
want same cards nodes
verdict "2 for a card or 16 for a node of eight: the same, to the last bit"

# Prices are numbers, not texts.
gives "the row for 16 of 64, 8, 9 and 16" cost_p50 4.2 1e-12 \
    "work: 1 GPU-hours" "cards: 16" \
    "price: {64: \$0.42/GPU-hour, 8: \$10/GPU-hour, 9: \$9/GPU-hour, 16: \$4.2/GPU-hour}"
gives "the largest row not above" cost_p50 9 1e-12 \
    "work: 1 GPU-hours" "cards: 15" "cards_per_node: 1" \
    "price: {64: \$0.42/GPU-hour, 8: \$10/GPU-hour, 9: \$9/GPU-hour, 16: \$4.2/GPU-hour}"
gives "9, 10, 0.42 and 4.2: the least" time_h_min 1.42 1e-9 \
    "work: 1 GPU-hours" "queue: empirical(9 h, 10 h, 0.42 h, 4.2 h)"
gives "and the most" time_h_max 11 1e-9 "work: 1 GPU-hours" "queue: empirical(9 h, 10 h, 0.42 h, 4.2 h)"

# ---- chance ----

# A fleet of ten million with one failure in 200 trials: the count is neither endless nor wrong.
cat >case.yaml <<'YAML'
work: 10 M GPU-hours
cards: 10 M
checkpoint: {every: 1 min, write: none}
failures: {gpu: {every: 2000 M h, restart: none}}
YAML
run run -q -f csv -n 100000 case.yaml
want exits 0
want near "$(value out plan failures)" 0.005 0.00135
verdict "rare failures of very many cards"

# Neighbouring seeds, and those that fit into fewer bits, share no trial.
write_scenario case.yaml "queue: 1 h to 9 h" "failures: {gpu: {every: 3 h, restart: 1 min to 9 min}}"
: >all
for seed in 0 1 2 4357 65535 65536 4294967296 4294967297 18446744073709551615; do
    run run -q -n 300 -s $seed --samples trials.csv case.yaml
    want exits 0
    sed -n '2,$s/^[0-9]*,plan,//p' trials.csv >>all
done
want equals 2700 "$(wc -l <all | tr -d ' ')"
want equals 0 "$(sort all | uniq -d | wc -l | tr -d ' ')"
verdict "no two seeds share a trial"

# ---- percentiles of few trials ----

write_scenario case.yaml "queue: 1 h to 9 h" "price: \$2/GPU-hour" "startup: 1 min to 90 min"
for n in 1 2 10 36 101 1000; do
    run run -q -f csv -n $n --samples trials.csv case.yaml
    cp out table.csv
    want exits 0
    for field in time_h:3 cost:4; do
        sed 1d trials.csv | cut -d, -f"${field#*:}" | sort -g >sorted
        want equals "$n" "$(wc -l <sorted | tr -d ' ')"
        for p in 5 10 25 50 75 80 90 95 99; do
            rank=$(((n * p + 99) / 100))
            want equals "$(sed -n "${rank}p" sorted)" "$(value table.csv plan "${field%:*}_p$p")"
        done
        want equals "$(sed -n 1p sorted)" "$(value table.csv plan "${field%:*}_min")"
        want equals "$(sed -n '$p' sorted)" "$(value table.csv plan "${field%:*}_max")"
    done
    verdict "percentiles of $n trials are order statistics"
done
want equals 9 "$(for p in 5 10 25 50 75 80 90 95 99; do value table.csv plan time_h_p$p; done | sort -u | wc -l | tr -d ' ')"
verdict "and all differ"
interval() {
    awk -F, -v q="$1" '$2 == q { print ($4 != "") ($5 != "") }' table.csv
}
run run -q -f csv -n 35 case.yaml
cp out table.csv
want equals 00 "$(interval time_h_p90)"
run run -q -f csv -n 36 case.yaml
cp out table.csv
want equals 11 "$(interval time_h_p90)"
verdict "an interval of P90 takes 36 trials"
run run -q -f csv -n 367 case.yaml
cp out table.csv
want equals 00 "$(interval time_h_p99)"
run run -q -f csv -n 368 case.yaml
cp out table.csv
want equals 11 "$(interval time_h_p99)"
verdict "one of P99 takes 368"
for n in 1 2 10 101; do
    for format in table md json; do
        run run -q -f $format -n $n case.yaml
        want exits 0
        want filled out
        want lacks out nan
        want lacks out inf,
    done
    verdict "$n trials in all formats"
done
finish
