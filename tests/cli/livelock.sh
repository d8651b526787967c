#!/bin/sh
# Plans that cannot finish, or not always: found out soon, said why, and never averaged away.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# stuck NAME LINE...: within seconds, some of which are spent on trying.
stuck() {
    name=$1
    shift
    printf '%s\n' "$@" >case.yaml
    timeout 60 "$RUNODDS" run case.yaml >out 2>err </dev/null
    status=$?
    want exits 3
    want empty out
    want says err "no plan can finish"
    want says err "0%"
    want matches err "^  hint: .*checkpoint"
    verdict "$name"
}
stuck "100 h of work, a failure every hour, no checkpoint" \
    "work: 100 GPU-hours" "price: \$2/GPU-hour" "failures: {gpu: 1 h}"
want matches err "every 1 h|1[.]0* h"
want says err "100 h"
want says err "e^100"
verdict "it says how often, how long, and how hopeless that is"
stuck "30 h of work on capacity that lives 24 h" \
    "work: 30 GPU-hours" "price: \$2/GPU-hour" "preemption: constant(24 h)"
stuck "an interval longer than the time between failures" \
    "work: 5000 GPU-hours" "give_up: 6000 h" "checkpoint: {every: 100 h, write: 1 min}" "failures: {job: 2 h}"
stuck "a restart longer than the time between failures" \
    "work: 100 GPU-hours" "checkpoint: {every: 30 min, write: 1 min}" "failures: {job: {every: 1 h, restart: 60 h}}"
stuck "a fleet of ten million" \
    "work: 1000 M GPU-hours" "cards: 10000000" "give_up: 1 h" "failures: {gpu: 1000 h}"

printf '%s\n' "work: 100 GPU-hours" "failures: {gpu: 1 h}" >case.yaml
for format in json csv md; do
    timeout 60 "$RUNODDS" run -f $format -o result case.yaml >out 2>err </dev/null
    status=$?
    want exits 3
    want empty out
    want absent result
    verdict "nothing is written as $format"
done
timeout 60 "$RUNODDS" run -n 10 case.yaml >out 2>err </dev/null
status=$?
want exits 3
verdict "ten trials are enough to see it"
run check case.yaml
want exits 0
want says err "e^100"
verdict "check warns of it"

# One plan that can is enough.
cat >case.yaml <<'YAML'
work: 100 GPU-hours
price: $2/GPU-hour
budget: $300
failures: {gpu: 1 h}
plans:
  - name: lost
  - name: saved
    checkpoint: {every: 10 min, write: 10 s}
    failures: {gpu: {every: 10 h, restart: 5 min}}
YAML
timeout "$patience" "$RUNODDS" run -q -f json -n 1000 case.yaml >out 2>err </dev/null
status=$?
want exits 0
if [ -n "$python" ]; then
    want json_is out 'j["plans"][0]["unfinished"] == 1000 and j["plans"][1]["unfinished"] == 0'
    want json_is out 'j["plans"][0]["cost"]["mean"] is None and j["plans"][0]["in_budget"] == 0'
    want json_is out 'all(p["value"] is None for p in j["plans"][0]["time_h"]["percentiles"])'
    want json_is out 'j["plans"][1]["in_budget"] > 0.9'
fi
verdict "a plan that never finishes beside one that does"

# Some of the trials: with a failure every 20 h, 10 h of work succeed at once in e^-0.5 of them.
cat >case.yaml <<'YAML'
work: 10 GPU-hours
price: $2/GPU-hour
budget: $30
deadline: 15 h
give_up: 18 h
failures: {gpu: {every: 20 h, restart: 6 min}}
YAML
run run -q -n 1000 case.yaml
cp out table
want exits 0
want matches table '[0-9]+ of 1000'
want matches table '> \$[0-9]'
want matches table '> [0-9.]+ h'
verdict "percentiles that unfinished trials reach are printed as > x"
run run -q -f csv -n 1000 case.yaml
cp out table.csv
k=$(value table.csv plan unfinished)
want equals yes "$([ "$k" -gt 100 ] && [ "$k" -lt 300 ] && echo yes)"
want equals "" "$(value table.csv plan time_h_mean)$(value table.csv plan cost_mean)$(value table.csv plan cost_cvar90)"
want equals "" "$(value table.csv plan time_h_p99)"
want filled table.csv
verdict "means that would hold them are left empty"
want says table "$k of 1000"
verdict "tables and CSV count the same"
run run -q -f json -n 1000 case.yaml
cp out case.json
if [ -n "$python" ]; then
    want json_is case.json 'j["plans"][0]["unfinished"] == '"$k"
    want json_is case.json 'j["plans"][0]["time_h"]["mean"] is None and j["plans"][0]["cost"]["sd"] is None'
    want json_is case.json '[q for q in j["plans"][0]["time_h"]["percentiles"] if q["p"] == 99][0]["value"] is None'
    want json_is case.json '[q for q in j["plans"][0]["time_h"]["percentiles"] if q["p"] == 99][0]["above"] <= 18'
    want json_is case.json '[q for q in j["plans"][0]["cost"]["percentiles"] if q["p"] == 99][0]["above"] <= 36'
    want json_is case.json '"above" not in [q for q in j["plans"][0]["cost"]["percentiles"] if q["p"] == 50][0]'
    want json_is case.json 'abs(j["plans"][0]["on_time"] - sum(t is not None and t <= 15 for t, c in j["plans"][0]["cloud"]) / 1000) < 1e-12'
    want json_is case.json 'sum(t is None for t, c in j["plans"][0]["cloud"]) == '"$k"
    verdict "JSON has null, and above"
else
    skip "JSON has null, and above" "no python3 here"
fi
run run -q -f csv -n 1000 case.yaml --samples trials.csv
want equals "$k" "$(grep -c ',inf,inf$' trials.csv)"
want equals 0 "$(awk -F, 'NR > 1 && $3 != "inf" && $3 > 18' trials.csv | wc -l | tr -d ' ')"
verdict "samples have inf for them; what finishes is within give_up"

# A trial that ends exactly at the limit is finished.
printf '%s\n' "work: 10 GPU-hours" "give_up: 10 h" >case.yaml
run run -q -f csv -n 10 case.yaml
want exits 0
want equals 0 "$(value out plan unfinished)"
verdict "done exactly at give_up is done"
printf '%s\n' "work: 10 GPU-hours" "give_up: 9.99 h" >case.yaml
run run -q -n 10 case.yaml
want exits 3
verdict "just beyond it is not"
printf '%s\n' "work: 10 GPU-hours" "queue: 500 h" "give_up: 10 h" >case.yaml
run run -q -f csv -n 10 case.yaml
want exits 0
want equals 0 "$(value out plan unfinished)"
verdict "waiting for capacity is no held hour"
finish
