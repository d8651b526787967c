#!/bin/sh
# compare, tune, sweep, breakeven: tables, JSON, CSV, last lines, wrong usage, names, and the same bytes anyhow.
# shellcheck disable=SC2016
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >case.yaml <<'YAML'
scenario: three
currency: USD
budget: $1,200
deadline: 25 days
work: 400 GPU-hours
checkpoint: {every: 2 h, write: 3 min}
defaults:
  restart: 5 min to 15 min
  failures: {job: 100 h to 400 h}
plans:
  - name: steady
    price: $3.5/GPU-hour
  - name: spot
    price: $1.5/GPU-hour
    preemption: 10 h to 30 h
    requeue: exponential(1 h)
  - name: lazy
    price: $1.4/GPU-hour
    preemption: 10 h to 30 h
    requeue: exponential(9 h)
YAML
sed -n '1,/^plans/p' case.yaml >head.yaml

# The arguments of each command on a file.
arguments() {
    case $1 in
    compare | tune) echo "$2" ;;
    sweep) echo "$2 checkpoint.every=1h,2h,4h" ;;
    grid) echo "$2 checkpoint.every=1h..4h/3 spot.preemption=10h,20h" ;;
    breakeven) echo "$2 spot.preemption=1h..100h --between steady,spot" ;;
    esac
}

# on COMMAND FILE OPTION...: runs one of them with few trials.
on() {
    on_what=$1
    on_file=$2
    shift 2
    # shellcheck disable=SC2046
    run "$(echo "$on_what" | sed s/grid/sweep/)" $(arguments "$on_what" "$on_file") -q -n 500 "$@"
}

# No cell is a number that is none.
numbers() { ! grep -nwiE 'nan|inf|infinity' "$1"; }
last_says() { tail -n 1 out | grep -qE -e "$1"; }
columns() { awk -F, 'NR == 1 { n = NF } NF != n { print "line " NR ": " NF " cells, not " n; bad = 1 } END { exit bad }' "$1"; }

# ---- every format of every command ----

for what in compare tune sweep grid breakeven; do
    on $what case.yaml
    cp out table
    want exits 0
    want empty err
    want says table steady
    want says table spot
    want numbers table
    case $what in
    compare) want last_says '^(choose|no plan) ' ;;
    tune) want last_says '^(steady|spot|lazy): a checkpoint every .* has the lowest P90 cost, \$.* is within 1% of it; yours \(2.00 h\)' ;;
    sweep) want last_says '^the lowest P90 cost is that of (spot|lazy) at checkpoint.every = [124]h: \$' ;;
    grid) want last_says '^the lowest P90 cost is that of (spot|lazy) at checkpoint.every = .* and spot.preemption = [12]0h: \$' ;;
    breakeven) want last_says '^steady and spot have the same mean cost at .*preemption = .*h \(95% interval .*; below it steady is cheaper$' ;;
    esac
    verdict "$what: table, and the answer in the last line"
    grep -oE '[0-9][0-9,.]*' table | grep -v '^[.,]*$' | sort -u >figures
    on $what case.yaml -f md
    want exits 0
    want last_says '^\*\*.*\*\*$'
    want matches out '^\| [^|]+ \|'
    sed 's/\\//g' out | grep -oE '[0-9][0-9,.]*' | sort -u >others
    want equals "" "$(comm -23 figures others | head -3)"
    verdict "$what: Markdown with the figures of the table"
    on $what case.yaml -f csv
    want exits 0
    want columns out
    want numbers out
    verdict "$what: CSV"
    on $what case.yaml -f json
    cp out $what.json
    want exits 0
    want empty err
    if [ -n "$python" ]; then
        want json_is $what.json 'j["schema"] == 1 and len(j["plans"]) == 3 and j["currency"] == "USD"'
        # The base is the scenario as it stands.
        run run case.yaml -q -n 500 -f json
        cp out base.json
        want json_is $what.json 'j["plans"] == json.load(open("base.json"))["plans"]'
    fi
    verdict "$what: JSON, with all of what run says"
    for j in 1 2 3; do
        on $what case.yaml -f json -j $j
        want same $what.json out
    done
    echoed $what.json >echo.yaml
    on $what echo.yaml -f json
    sed 's/"file": ".*"/"file": ""/' $what.json >one
    sed 's/"file": ".*"/"file": ""/' out >other
    want same one other
    verdict "$what: the same bytes on 1, 2 and 3 threads and from the echo"
    on $what case.yaml -f json -o kept.json
    want exits 0
    want empty out
    want same $what.json kept.json
    want tidy
    on $what case.yaml -o no-such/kept.json
    want exits 4
    want empty out
    # shellcheck disable=SC2046
    timeout "$patience" "$RUNODDS" "$(echo $what | sed s/grid/sweep/)" $(arguments $what case.yaml) -q -n 500 >&- 2>err </dev/null
    status=$?
    : >out
    want exits 4
    want says err "error: "
    verdict "$what: -o, a folder that is not there, and a closed standard output"
done

# ---- what the JSON holds ----

if [ -n "$python" ]; then
    want json_is compare.json '[(p["a"], p["b"]) for p in j["pairs"]] == [("steady", "spot"), ("steady", "lazy"), ("spot", "lazy")]'
    want json_is compare.json 'all(p[q]["mean_ci95"][0] <= p[q]["mean"] <= p[q]["mean_ci95"][1] for p in j["pairs"] for q in ("cost", "time_h"))'
    want json_is compare.json 'all(0 <= p["p_cheaper"] <= 1 and 0 <= p["p_earlier"] <= 1 for p in j["pairs"])'
    want json_is compare.json 'all(abs(p[q]["mean"] - (m[p["a"]][q]["mean"] - m[p["b"]][q]["mean"])) < 1e-9 * m[p["a"]][q]["mean"] for m in [{s["name"]: s for s in j["plans"]}] for p in j["pairs"] for q in ("cost", "time_h"))'
    want json_is compare.json 'j["choice"]["plan"] in ("steady", "spot", "lazy") and "P90 cost" in j["choice"]["rule"] and j["choice"]["decided"] in (True, False)'
    verdict "compare: pairs in the order of the file, a minus b, and the choice"
    want json_is tune.json '[t["name"] for t in j["tune"]] == ["steady", "spot", "lazy"] and j["metric"] == "P90 cost"'
    want json_is tune.json 'all(t["flat"]["from_h"] <= t["best"]["every_h"] <= t["flat"]["to_h"] for t in j["tune"])'
    want json_is tune.json 'all(t["best"]["value"] == min(c["value"] for c in t["curve"]) for t in j["tune"])'
    want json_is tune.json 'all(t["yours"]["every_h"] == 2 and abs(t["yours"]["loss"] - (t["yours"]["value"] / t["best"]["value"] - 1)) < 1e-12 for t in j["tune"])'
    want json_is tune.json 'all(sorted(t["formulas"]) == ["daly1_h", "daly_h", "exact_h", "nvidia_h", "young_h"] for t in j["tune"])'
    want json_is tune.json 'all(c["every_h"] < d["every_h"] for t in j["tune"] for c, d in zip(t["curve"], t["curve"][1:]))'
    verdict "tune: best, flat region, yours, formulas, curve"
    want json_is sweep.json 'j["sweep"]["axes"][0]["x"] == [1, 2, 4] and j["sweep"]["axes"][0]["text"] == ["1h", "2h", "4h"] and j["sweep"]["axes"][0]["unit"] == "h"'
    want json_is sweep.json '[(p["plan"], p["i"]) for p in j["sweep"]["points"]] == [(n, i) for i in range(3) for n in ("steady", "spot", "lazy")]'
    want json_is sweep.json '[p["cost"][2]["value"] for p in j["sweep"]["points"][3:6]] == [next(c["value"] for c in s["cost"]["percentiles"] if c["p"] == 90) for s in j["plans"]]'
    want json_is grid.json 'len(j["sweep"]["points"]) == 18 and [p["k"] for p in j["sweep"]["points"]] == [0, 0, 0, 1, 1, 1] * 3'
    want json_is grid.json 'all(a["cost"] == b["cost"] for p in [j["sweep"]["points"]] for a, b in zip(p, p[3:]) if a["i"] == b["i"] and a["plan"] != "spot")'
    verdict "sweep: axes and points; the file's own value gives the file's own numbers"
    want json_is breakeven.json 'j["breakeven"]["unit"] == "h" and j["breakeven"]["ci95"][0] < j["breakeven"]["value"] < j["breakeven"]["ci95"][1]'
    want json_is breakeven.json 'j["breakeven"]["key"] in ("preemption", "spot.preemption") and len(j["breakeven"]["curve"]) == 17'
    want json_is breakeven.json 'all((c["difference"] < 0) == (c["x"] < j["breakeven"]["value"]) for c in j["breakeven"]["curve"] if c["difference"] is not None)'
    verdict "breakeven: value, interval, curve"
else
    skip "members of the JSON" "no python3 here"
fi

# ---- strictness, order, one plan and eight ----

{
    sed '/^plans/,$d' case.yaml
    echo "  price: \$2/GPU-hour"
    echo "  preemption: 20 h"
    echo "plans:"
    for name in one two three four five six seven eight; do echo "  - name: $name"; done
} >twins.yaml
on compare twins.yaml -f csv
want equals 57 "$(wc -l <out | tr -d ' ')"
want equals 56 "$(grep -cE ',(cost|time_h),0,0,0,0$' out)"
want equals "one,two one,three" "$(awk -F, 'NR == 2 || NR == 4 { printf "%s%s,%s", (NR > 2 ? " " : ""), $1, $2 }' out)"
on compare twins.yaml
want last_says '^choose one \('
want last_says 'decided at 95%$'
want lacks out 'undecided'
verdict "eight plans that are the same: no difference, nobody wins, no doubt"
run breakeven twins.yaml preemption=10h..40h --between one,two -q -n 500
want exits 0
want last_says 'no break-even'
want lacks out 'has the lower'
verdict "equal plans have no break-even and no winner"
sed '/^plans/,$d' case.yaml >turned.yaml
{
    echo "plans:"
    sed -n '/name: spot/,/requeue/p' case.yaml
    sed -n '/name: steady/,/price/p' case.yaml
} >>turned.yaml
on compare case.yaml -p steady -p spot -f csv
cp out one
on compare turned.yaml -f csv
want equals "$(awk -F, 'NR > 1 { print $3, -$4, -$6, -$5 }' one)" "$(awk -F, 'NR > 1 { print $3, 0 + $4, 0 + $5, 0 + $6 }' out)"
verdict "swapped plans swap signs and ends"
for what in compare tune sweep; do
    on $what case.yaml -p spot
    want exits 0
    want says out spot
    want lacks out steady
done
verdict "one plan alone"
run breakeven case.yaml preemption=1h..9h -p spot -q -n 500
want exits 2
want empty out
verdict "breakeven of one plan is wrong usage"

# ---- metrics ----

on compare case.yaml --prefer 'mean(time)'
want last_says '^choose steady \(.* d\): the lowest mean time'
on compare case.yaml --prefer 'p95(cost)'
want last_says 'the lowest P95 cost'
on tune case.yaml --for 'mean(time)'
want last_says 'has the lowest mean time, [0-9.]+ (d|h);'
on sweep case.yaml --for 'p50(time)'
want last_says '^the lowest P50 time is that of steady'
on breakeven case.yaml --for 'p90(cost)'
want last_says 'have the same P90 cost at'
run breakeven case.yaml spot.requeue=1min..9h --between steady,spot --for 'mean(time)' -q -n 500
want exits 0
want last_says 'mean time'
verdict "--prefer and --for"

# ---- ranges ----

# range ARGUMENT TEXTS: the values that a sweep plays.
range() {
    run sweep case.yaml "$1" -p spot -q -n 100 -f csv
    want exits 0
    want equals "$2" "$(sed 's/\([0-9]\),\([0-9]*"\)/\1;\2/' out | awk -F, 'NR > 1 { printf "%s%s", (NR > 2 ? " " : ""), $1 }')"
}
range checkpoint.every=1h,90min,young "1h 90min young"
range checkpoint.every=1h..16h/5 "1h 2h 4h 8h 16h"
range requeue=0h..8h/3 "0h 4h 8h"
range 'price=$1..$4/GPU-hour/3' '$1/GPU-hour $2/GPU-hour $4/GPU-hour'
range 'spot.price=1..4 USD/GPU-hour/3' '1 USD/GPU-hour 2 USD/GPU-hour 4 USD/GPU-hour'
range 'budget=$1,000..$4,000/3' '"$1;000" $2000 "$4;000"'
verdict "lists and ranges, with units and without"
run sweep case.yaml checkpoint.every=10min..8h -p spot -q -n 100 -f csv
want equals 10 "$(wc -l <out | tr -d ' ')"
verdict "nine values where no number is given"
run breakeven case.yaml 'price=$1..$9/GPU-hour' --between steady,spot -q -n 200
want exits 0
run breakeven case.yaml 'spot.price=$1..$9/GPU-hour' --between steady,spot -q -n 200
want exits 0
want last_says 'have the same mean cost at .*price = \$[0-9.]+/GPU-hour'
verdict "a break-even price has its unit"
run breakeven case.yaml spot.preemption=60min..100h --between steady,spot -q -n 500 -f csv
cut -d, -f2- out >minutes
run breakeven case.yaml spot.preemption=1h..100h --between steady,spot -q -n 500 -f csv
cut -d, -f2- out >hours
want same hours minutes
verdict "the ends of a range may have different units"

# ---- wrong usage ----

# wrong NAME WORDS ARGUMENT...
wrong() {
    wrong_name=$1 wrong_words=$2
    shift 2
    run "$@" -q -n 100
    want exits 2
    want empty out
    want matches err '(^|: )error: '
    want matches err '^  hint: .'
    want says err "$wrong_words"
    verdict "$wrong_name"
}
for command in compare tune sweep breakeven; do
    wrong "$command of nothing" 'name a scenario file' $command
    run $command nowhere.yaml a=1,2 -n 100
    want exits 2
    want empty out
    verdict "$command of no file"
done
wrong "compare of two files" 'not several' compare case.yaml case.yaml
wrong "tune of two files" 'file' tune case.yaml case.yaml
wrong "a preference that is none" '--prefer' compare case.yaml --prefer cheap
wrong "a preference for a chance" '--prefer' compare case.yaml --prefer 'p(time > 3 days)'
wrong "a metric of failures" '--for' tune case.yaml --for 'mean(failures)'
wrong "a metric with a tail" '--for' tune case.yaml --for 'p90(cost) > 3'
wrong "--prefer of sweep" 'unknown option "--prefer"' sweep case.yaml a=1,2 --prefer 'p90(cost)'
wrong "a sweep of nothing" 'key' sweep case.yaml
wrong "a sweep of three keys" 'one or two' sweep case.yaml a=1,2 b=1,2 c=1,2
wrong "a sweep without values" 'no range' sweep case.yaml checkpoint.every=
wrong "a range of two dimensions" 'no range' sweep case.yaml 'checkpoint.every=1h..2GB'
wrong "an unknown key" 'unknown key' sweep case.yaml chekpoint.every=1h,2h
wrong "a value of another dimension" 'unit' sweep case.yaml 'checkpoint.every=1 GB,2 GB'
wrong "too many points" 'points' sweep case.yaml checkpoint.every=1h..9h/400 requeue=1h..2h/400
wrong "breakeven without a key" 'key' breakeven case.yaml
wrong "breakeven of three plans" '--between' breakeven case.yaml preemption=1h..9h
wrong "an unknown plan" '--between' breakeven case.yaml preemption=1h..9h --between steady,sport
wrong "a plan against itself" '--between' breakeven case.yaml preemption=1h..9h --between spot,spot
wrong "a list for a range" 'range' breakeven case.yaml preemption=1h,9h --between steady,spot
wrong "no number to start from" 'write KEY=LOW..HIGH' breakeven case.yaml own.busy --between steady,spot

# ---- what is not priced, what does not finish ----

cat >free.yaml <<'YAML'
work: 100 GPU-hours
deadline: 20 days
checkpoint: {every: 2 h, write: 3 min}
defaults: {preemption: 20 h, requeue: 1 h}
plans:
  - name: steady
  - name: spot
    price: $2/GPU-hour
    requeue: 2 h
YAML
on compare free.yaml -f json
want exits 0
[ -z "$python" ] || want json_is out 'j["pairs"][0]["p_cheaper"] is None and j["pairs"][0]["cost"]["mean"] is None and j["pairs"][0]["p_earlier"] > 0.9'
on compare free.yaml
want last_says '^choose spot '
on tune free.yaml
want last_says '^spot: a checkpoint every'
on tune free.yaml -f json
[ -z "$python" ] || want json_is out 'j["tune"][0]["best"] is None and j["tune"][1]["best"]["value"] > 0'
on sweep free.yaml
want last_says 'that of spot'
verdict "a plan without a price among others has no cost"
on compare free.yaml -p steady
want last_says '^choose steady \(.*\): the lowest P90 time'
on tune free.yaml -p steady
want last_says 'lowest P90 time'
verdict "where nothing has a price time decides"
cat >never.yaml <<'YAML'
work: 300 GPU-hours
checkpoint: {every: none, write: 1 min}
price: $2/GPU-hour
plans:
  - name: steady
  - name: spot
    price: $1/GPU-hour
    preemption: 10 h
    requeue: 1 h
YAML
on compare never.yaml
want last_says '^choose steady '
on compare never.yaml -f json
[ -z "$python" ] || want json_is out 'j["pairs"][0]["cost"]["mean"] is None and j["pairs"][0]["p_cheaper"] == 1 and j["choice"]["decided"]'
on tune never.yaml
want last_says '^spot: a checkpoint every .*[^ ;]$'
on sweep never.yaml
want exits 0
on breakeven never.yaml
want exits 0
want says out unfinished
verdict "a plan that never finishes as it stands"
on compare never.yaml -p spot
want exits 3
want empty out
verdict "nothing finishes"
run tune never.yaml -p spot --set checkpoint.every=400h -q -n 1000
want exits 0
want last_says "^spot: a checkpoint every .* has the lowest P90 cost, .*; yours \(16.7 d\) does not finish often enough$"
run sweep never.yaml checkpoint.every=1h,400h -p spot --set checkpoint.every=400h -q -n 1000
want exits 0
want matches out '^400h +unfinished +unfinished +unfinished +- +unfinished +unfinished +-$'
want last_says 'that of spot at checkpoint.every = 1h: '
verdict "an interval that never finishes is tuned all the same"
run breakeven never.yaml checkpoint.every=1h..1000h --between steady,spot -q -n 300
want exits 0
want lacks out 'all over it'
verdict "beyond the last point that finishes nobody is cheaper all over"

# ---- names ----

cat >names.yaml <<'YAML'
work: 100 GPU-hours
scenario: "=cmd|' /C calc'!A0"
checkpoint: {every: 2 h, write: 3 min}
defaults: {price: $2/GPU-hour, preemption: 20 h, requeue: 1 h}
plans:
  - name: "x=1"
  - name: "a, \"b\" | `c` *d*"
    price: $3/GPU-hour
  - name: 云端 竞价
    price: $4/GPU-hour
  - name: "=1+2"
YAML
for command in "compare" "tune" "sweep requeue=1h,2h"; do
    # shellcheck disable=SC2086
    for format in table md csv json; do
        run ${command%% *} names.yaml $(echo "$command" | sed -n 's/^[a-z]* //p') -q -n 200 -f $format
        want exits 0
        want says out 云端
        [ $format != csv ] || want matches out "(^|,)'=1\+2,"
        [ $format != json ] || [ -z "$python" ] || want json_is out '[p["name"] for p in j["plans"]][1] == "a, \"b\" | `c` *d*"'
    done
    verdict "hostile names: $command"
done
run breakeven names.yaml requeue=1h..9h --between x=1,云端\ 竞价 -q -n 200
want exits 0
want says out 云端
run breakeven names.yaml 'x=1.price=$1..$9/GPU-hour' --between x=1,云端\ 竞价 -q -n 200
want exits 0
want last_says 'price = \$4.*/GPU-hour'
run breakeven names.yaml requeue=1h..9h -p 'a, "b" | `c` *d*' -p =1+2 -q -n 200
want exits 0
verdict "hostile names: breakeven"
run compare names.yaml -q -n 200
want equals 1 "$(sed 's/云/xx/g; s/端/xx/g; s/竞/xx/g; s/价/xx/g' out | awk '/ against .* to / { print length($0) }' | sort -u | wc -l | tr -d ' ')"
verdict "names of wide characters keep the columns"

finish
