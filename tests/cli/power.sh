#!/bin/sh
# Power and its bill: machines that were measured, and sums that can be done by hand.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"
[ -n "$python" ] || { echo "1..0 # SKIP no python3 here"; exit 0; }

# simulate WORK LINE...: one owned plan; the lines are those of the plan.
simulate() {
    work=$1
    shift
    printf '%s\n' "work: $work" "own: \$100000" "$@" >case.yaml
    run run -q -n 100 -f json case.yaml
    want exits 0
}

# item NAME: what the plan pays for it on average. cost: all of it.
item() {
    json out "j['plans'][0]['items'].get('$1')"
}

cost() {
    json out "j['plans'][0]['cost']['mean']"
}

share() {
    awk -v a="$1" -v part="$2" 'BEGIN { print a * part }'
}

# At a dollar for a kWh the bill is the energy.
one_dollar="electricity: 1 USD/kWh"

# ---- measured: Llama 2 70B LoRA, MLPerf Training v4.0, machines of 8 H100 at the wall ----

# measured NAME WORK NODES KWH: the energy within 3%.
measured() {
    simulate "$2" "uses: [$1]" "accelerators: H100:8" "num_nodes: $3" "$one_dollar"
    want near "$(item electricity)" "$4" "$(share "$4" 0.03)"
    verdict "$1: $3 nodes take $4 kWh for the job that was measured"
}
measured gpu/h100-sxm "3.9976 GPU-hours" 1 3.473
measured gpu/h100-sxm "5.632 GPU-hours" 8 4.085
measured gpu/h100-sxm "16.64 GPU-hours" 64 10.49
measured gpu/h800 "3.9976 GPU-hours" 1 3.473

# Behind the power supplies 6,748 W were measured, where 6,951 W were at the wall.
simulate "3.9976 GPU-hours" "accelerators: H100:8" "power: {node: 6748 W, psu_loss: 3%}" "$one_dollar"
want near "$(item electricity)" 3.473 0.01
verdict "power supplies lose 3% on top of what is behind them"

# Idle is given at the wall, and no loss comes on top: an hour of startup, and no work to speak of.
simulate "0.0008 GPU-hours" "accelerators: H100:8" "uses: [gpu/h100-sxm]" "startup: 1 h" "$one_dollar"
want near "$(item electricity)" 2.19 0.11
verdict "an idle node of gpu/h100-sxm takes 2.08 to 2.3 kW"

# ---- by hand ----

# Between two card counts linear in the logarithm: 16 of 8 and 64 is a third of the way. Beyond them the end rows.
while read -r cards kw; do
    simulate "$cards GPU-hours" "uses: [gpu/h100-sxm]" "accelerators: H100:8" "num_nodes: $((cards / 8))" "$one_dollar"
    want near "$(item electricity)" "$(share "$kw" $((cards / 8)))" 0.001
done <<'ROWS'
8 6.951
16 6.568333333
64 5.803
512 5.043
1024 5.043
ROWS
verdict "between and beyond the rows of a table"

# kW, PUE, hours: kWh
while read -r kw pue hours kwh; do
    simulate "$hours GPU-hours" "power: $kw kW" "pue: $pue" "$one_dollar"
    want near "$(item electricity)" "$kwh" "$(share "$kwh" 1e-9)"
done <<'ROWS'
6.95 1.3 24 216.84
10.2 1.56 720 11456.64
0.45 1.2 100 54
ROWS
verdict "energy is power times PUE times hours"

# from START HOURS YUAN: one kW in the peak and valley prices of the example.
from() {
    printf '%s\n' "work: $2 GPU-hours" "currency: CNY" "own: 1000 CNY" "uses: [site/beijing-example]" "power: 1 kW" \
        "pue: 1" "start: 2026-07-01 $1 +08:00" >case.yaml
    run run -q -n 100 -f json case.yaml
    want exits 0
    want near "$(item electricity)" "$3" 1e-6
}
from 00:00 24 19.2
from 09:00 24 19.2
from 16:30 240 192
verdict "a day of the example costs 0.80 on average, whenever it begins"
from 23:00 8 3.44
from 08:30 3 3.51
from 16:00 5 5.85
from 11:30 4.5 3.6
from 22:00 2 1.23
verdict "valley, peak and the hours between"

# A server of 310,000 over 4 years, 6.95 kW, PUE 1.3, 10 cents: an hour of it, if always busy and if half the time.
while read -r busy hour; do
    printf '%s\n' "work: 8 GPU-hours" "accelerators: H100:8" "own: {price: 310000 USD, life: 4 years, busy: $busy}" \
        "power: 6.95 kW" "pue: 1.3" "electricity: 0.10 USD/kWh" >case.yaml
    run run -q -n 100 -f json case.yaml
    want exits 0
    want near "$(cost)" "$hour" 1e-6
done <<'ROWS'
100% 9.7444765
50% 18.585453
ROWS
verdict "an hour of a machine of one's own"

# ---- who pays ----

printf '%s\n' "work: 80 GPU-hours" "uses: [gpu/h100-sxm, site/us-flat]" "accelerators: H100:8" \
    "price: 3 USD/GPU-hour" >case.yaml
run run -q -n 100 -f json case.yaml
want exits 0
want equals None "$(item electricity)"
want near "$(cost)" 240 1e-9
verdict "a rented machine pays no electricity"
simulate "80 GPU-hours" "uses: [gpu/rtx4090]" "$one_dollar"
want equals None "$(item electricity)"
want json_is out "'electricity' in j['plans'][0]['not_priced']"
verdict "without watts the electricity is not priced, and that is said"
finish
