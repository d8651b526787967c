#!/bin/sh
# JSON: the same bytes however it is computed, and again from the scenario that it echoes.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# All kinds of draws: ranges, laws with and without a table, old fleets, gangs, limits, dates, owners.
cat >case.yaml <<'YAML'
scenario: 混合 of "all" kinds \ of draws
currency: USD
start: 2026-07-01 09:00 +08:00
deadline: 2026-07-20
budget: $60,000
work: {steps: 20000 to 24000}
checkpoint: {every: 25 min, write: 20 s to 90 s, stall: 30%}
defaults:
  accelerators: H100:8
  step_time: 11 s to 13 s
  billing: per minute
  startup: pert(5 min, 9 min, 40 min)
  failures:
    gpu:
      every: weibull(shape = 0.7, mean = 9000 h to 30000 h)
      detect: exponential(4 min)
      repair: gamma(shape = 2, mean = 1 h)
    core: {unit: switch, every: 4000 h, renew: start}
    job: {rate: 2 to 9 per 1000 h}
  nodes_per_switch: 2
plans:
  - name: steady
    num_nodes: 4
    price: {8: $3.1/GPU-hour, 32: $2.5/GPU-hour}
    queue: lognormal(p10 = 5 min, p90 = 6 h)
    time_limit: 48 h
  - name: "spot, \"cheap\""
    extends: steady
    time_limit: none
    uses: [spot/medium]
    price: 1.2 to 1.9 USD/GPU-hour
    gang: 60% to 95%
    notice: 2 min
    queue: empirical(4 min, 12 min, 55 min, 3 h)
YAML
run run -f json -n 4000 case.yaml
cp out first.json
want exits 0
want filled first.json
verdict "a scenario with draws of all kinds"

# changed NAME VARIABLE=VALUE... -- OPTION...: equal bytes in a changed environment.
changed() {
    name=$1
    shift
    set_to=
    while [ "$1" != -- ]; do
        set_to="$set_to $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    env $set_to timeout "$patience" "$RUNODDS" run -q -f json -n 4000 case.yaml "$@" >out 2>err </dev/null
    status=$?
    want exits 0
    want same first.json out
    verdict "$name"
}
changed "1 thread" -- -j 1
changed "2 threads" -- -j 2
changed "3 threads" -- -j 3
changed "OMP_NUM_THREADS=1" OMP_NUM_THREADS=1 --
changed "OMP_NUM_THREADS=3" OMP_NUM_THREADS=3 --
changed "16 threads, more than there are processors" -- -j 16
changed "the plain loops" RUNODDS_KERNEL=plain --
changed "the plain loops on 3 threads" RUNODDS_KERNEL=plain -- -j 3
changed "another time zone" TZ=Asia/Kolkata --
changed "a time zone with summer time" TZ=America/New_York --
changed "the environment of GSL" GSL_RNG_SEED=7 GSL_RNG_TYPE=taus --
changed "progress on standard error" -- --progress always
changed "said at length" -- -v
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]; then
    changed "a locale with a decimal comma" LC_ALL=de_DE.UTF-8 --
    for format in table csv md; do
        run run -q -n 1000 -f $format case.yaml
        cp out plain
        LC_ALL=de_DE.UTF-8 timeout "$patience" "$RUNODDS" run -q -n 1000 -f $format case.yaml >out 2>err
        status=$?
        want exits 0
        want same plain out
        verdict "a decimal comma changes no $format"
    done
else
    for format in json table csv md; do
        skip "a decimal comma changes no $format" "no de_DE.UTF-8 here"
    done
fi
changed "a Chinese locale" LC_ALL=zh_CN.UTF-8 --
changed "Chinese by --lang" -- --lang zh

# Without -n the precision decides how many trials there are, whatever the threads.
run run -q -f json --precision 3% case.yaml -j 1
cp out one.json
run run -q -f json --precision 3% case.yaml -j 3
want exits 0
want same one.json out
verdict "the number of trials does not depend on the threads"

# A second run, from standard input, from elsewhere.
run run -q -f json -n 4000 case.yaml
want same first.json out
verdict "a second run"
"$RUNODDS" run -q -f json -n 4000 - <case.yaml >out 2>err
status=$?
want exits 0
want same first.json out
verdict "from standard input"
mkdir elsewhere
cp case.yaml elsewhere/other.yaml
(cd elsewhere && "$RUNODDS" run -q -f json -n 4000 other.yaml) >out 2>err
status=$?
want exits 0
want same first.json out
verdict "from another folder, under another name"
run run -q -f json -n 4000 -o file.json case.yaml
want exits 0
want empty out
want same first.json file.json
want tidy
verdict "into a file"

# Plans do not disturb each other: added or reordered plans change no number of the others.
run run -q -f csv -n 2000 case.yaml
grep '^steady,' out >alone
run run -q -f csv -n 2000 case.yaml -p steady
want exits 0
grep '^steady,' out >again
want filled again
want same alone again
verdict "a plan alone has the numbers that it has beside others"

# The echoed scenario gives the same bytes.
again() {
    run run -q -f json -n 1500 "$@"
    cp out before.json
    echoed before.json >echo.yaml
    want exits 0
    want filled echo.yaml
    timeout "$patience" "$RUNODDS" run -q -f json -n 1500 echo.yaml >out 2>err </dev/null
    status=$?
    want exits 0
    want same before.json out
    verdict "the echoed scenario gives the same bytes: $*"
}
again case.yaml
again case.yaml -s 18446744073709551615
again case.yaml -S steady.num_nodes=8 -S 'failures.gpu.every=20000 h to 40000 h'
again case.yaml -S 'queue=none' -p steady
again case.yaml -S budget=none -S deadline=none -S 'price={8: $3/GPU-hour}'
for file in "$srcdir"/models/scenarios/*.yaml; do
    again "$file"
done
printf 'job,wait_min\na,4\nb,12\nc,55\n' >waits.csv
printf 'gpus,tokens_per_s\n8,31200\n16,60100\n64,198000\n' >speed.csv
cat >files.yaml <<'YAML'
work: 640 GPU-hours
cards: 16
queue: empirical(waits.csv, wait_min)
scaling: measured(speed.csv)
failures: {gpu: 9000 h}
YAML
mkdir with
cp files.yaml waits.csv speed.csv with
run run -q -f json -n 1500 with/files.yaml
cp out before.json
rm waits.csv speed.csv
echoed before.json >echo.yaml
run run -q -f json -n 1500 echo.yaml
want exits 0
want same before.json out
verdict "the echo of a scenario with tables needs them no more"
cat >mine.yaml <<'YAML'
about: a model of one's own
failures: {gpu: {every: 8000 h to 20000 h, source: measured here}}
YAML
printf 'work: 640 GPU-hours\ncards: 16\nuses: [mine.yaml]\n' >uses.yaml
again uses.yaml

# What the file says of itself.
want equals '{' "$(sed -n 1p first.json)"
want equals '  "schema": 1,' "$(sed -n 2p first.json)"
want equals '}' "$(tail -n 1 first.json)"
want says first.json '"complete": true'
want lacks first.json NaN
want lacks first.json nan
want lacks first.json Infinity
verdict "it begins with its schema and holds no NaN"
if [ -n "$python" ]; then
    want json_is first.json 'j["seed"] == 1 and j["currency"] == "USD" and j["budget"] == 60000'
    want json_is first.json 'j["deadline_h"] == 19 * 24 + 24 - 9'
    want json_is first.json '[p["name"] for p in j["plans"]] == ["steady", "spot, \"cheap\""]'
    want json_is first.json 'all(p["trials"] == 4000 and p["unfinished"] == 0 for p in j["plans"])'
    verdict "it holds seed, currency, budget, deadline and plans"
    want json_is first.json 'all(len(p["curve"][k]) == 200 for p in j["plans"] for k in ("cost", "time_h"))'
    want json_is first.json 'all(p["curve"][k] == sorted(p["curve"][k]) for p in j["plans"] for k in ("cost", "time_h"))'
    want json_is first.json 'all(len(p["cloud"]) == 1000 for p in j["plans"])'
    verdict "200 quantiles that rise, and 1,000 pairs"
    want json_is first.json 'all(abs(sum(p["classes"].values()) / p["cost"]["mean"] - 1) < 1e-9 for p in j["plans"])'
    want json_is first.json 'all(abs(sum(p["items"].values()) / p["cost"]["mean"] - 1) < 1e-9 for p in j["plans"])'
    want json_is first.json 'all(abs(sum(p["phases_h"].values()) / p["time_h"]["mean"] - 1) < 1e-9 for p in j["plans"])'
    want json_is first.json 'all(abs(sum(p["failures"]["by_cause"].values()) - p["failures"]["mean"]) < 1e-9 for p in j["plans"])'
    verdict "classes, items and phases sum to their totals"
    echoed first.json >echo.yaml
    json first.json 'j["scenario"]["text"]' >text.yaml
    echo >>echo.yaml
    want same echo.yaml text.yaml
    verdict "these tests decode the echo as a parser of JSON does"
    run run -q -f json -n 1000 case.yaml -S price=none
    want json_is out 'j["plans"][0]["not_priced"] != []'
    verdict "what is not priced is named"
else
    for what in heads curves sums echo "not priced"; do
        skip "$what" "no python3 here"
    done
fi

# Seeds: another seed, another file; the seed of the file counts unless an option names one.
run run -q -f json -n 4000 case.yaml -s 2
cp out second.json
want exits 0
want differ first.json second.json
verdict "another seed gives other numbers"
run run -q -f json -n 4000 case.yaml -S seed=2
want same second.json out
verdict "--set seed is --seed"
finish
