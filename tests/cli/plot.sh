#!/bin/sh
# Charts and comparisons of results that were written as JSON: the same as those of the run, and no simulation.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >case.yaml <<'YAML'
work: 100 GPU-hours
budget: $210
deadline: 110 h
price: $2/GPU-hour
queue: 5 min to 2 h
failures: {gpu: 40 h to 200 h}
checkpoint: {every: 1 h, write: 1 min}
plans:
  - name: plain
  - name: slow
    queue: 1 h to 9 h
    cards: 2
YAML
# Beside the scenario and under its name, for a chart's foot note.
mkdir kept
run run -q -n 1000 case.yaml -f json -o kept/case.yaml
cp kept/case.yaml run.json

# ---- without gnuplot ----

mkdir bare
bare() {
    env PATH="$room/bare" "$RUNODDS" "$@" >out 2>err </dev/null
    status=$?
}
for end in svg png; do
    bare plot run.json -o odds.$end
    want exits 4
    want empty out
    want says err "gnuplot is not installed"
    want says err "apt-get install gnuplot"
    want absent odds.$end
    verdict "no gnuplot, no $end"
    rm -rf odds.$end.data
done
bare plot run.json
want exits 4
want empty out
want says err "gnuplot is not installed"
verdict "no gnuplot in the terminal either"
printf '#!/bin/sh\nexit 1\n' >bare/gnuplot
chmod +x bare/gnuplot
echo "the old one" >odds.svg
bare plot run.json -o odds.svg
want exits 4
want says err "error: "
want equals "the old one" "$(cat odds.svg)"
verdict "a gnuplot that fails leaves the old chart"
rm -rf odds.* bare/gnuplot

# ---- wrong usage ----

wrong() {
    name=$1
    words=$2
    shift 2
    run "$@"
    want exits 2
    want empty out
    want says err "$words"
    verdict "$name"
}
wrong "no result" "name a result that was written with -f json" plot
wrong "two charts" "name a result that was written with -f json" plot run.json cdf cloud
wrong "a chart that is not there" 'did you mean "cloud"?' plot run.json clod
wrong "an unknown chart lists those that can be drawn" "charts: cdf, deadline, cloud" plot run.json everything
lacking='"run.json" holds nothing for the chart'
for chart in pareto tune sweep heat breakeven tornado gantt; do
    wrong "a run holds nothing for $chart" "$lacking \"$chart\"" plot run.json $chart
done
wrong "a chart to another kind of file" "is neither a .png nor an .svg file" plot run.json cdf -o odds.txt
want absent odds.txt
wrong "no such file" 'cannot read "none.json"' plot none.json
wrong "a folder" 'cannot read "kept"' plot kept
wrong "a scenario" "case.yaml:1:1: error: this is no JSON" plot case.yaml
wrong "an option of runs" "unknown option" plot run.json -n 5
: >empty.json
wrong "an empty file" "empty.json:1:1: error: this is no JSON" plot empty.json
head -c 3000 run.json >cut.json
wrong "a file that was cut off" "the JSON ends too early" plot cut.json
want says err "hint: the file may have been cut off"
verdict "and what may have happened"
sed 's/"schema": 1/"schema": 99/' run.json >later.json
wrong "another schema" "later.json:2:13: error: a schema of JSON that is not known here" plot later.json
sed 's/"name": "slow"/"name": "fast"/' run.json >other.json
wrong "a plan that the scenario does not have" 'the plan here is "slow"' plot other.json
sed 's/GPU-hours: 100 GPU-hours/GPU-hours: 100 GPU-horses/' run.json >horses.json
wrong "a scenario that cannot be read" "horses.json (scenario.text):" plot horses.json
run trace -q case.yaml -p plain -f json -o trace.json
wrong "a story has no costs of many trials" 'holds nothing for the chart "cdf"' plot trace.json cdf
sed 's/"trial": 0/"trial": 1/' trace.json >told.json
wrong "a story that is told otherwise" "the trial does not go as it is told here" plot told.json
printf '{"a": %s' "$(printf '[%.0s' $(seq 5000))" >deep.json
wrong "brackets without end" "nested deeper than 32" plot deep.json
printf '{"schema": 1, "a": &x [1], "b": *x}' >alias.json
wrong "an alias" "this is no JSON" plot alias.json

# ---- two results ----

sed 's/\$2\/GPU-hour/$3\/GPU-hour/; s/name: slow/name: fast/' case.yaml >new.yaml
run run -q -n 1000 new.yaml -f json -o new.json
run compare run.json new.json
want exits 0
want empty err
want matches out '^plain +P90 cost +\$20[0-9]\.[0-9]+ +\$3[0-9]+\.[0-9]+ +\+\$.* beyond the noise$'
want matches out '^plain +P90 time .* the same$'
want matches out '^fast +new '
want matches out '^slow +gone '
want matches out '^plain +price +\$2/GPU-hour +\$3/GPU-hour$'
want matches out '^\(all\) +scenario +case +new$'
want matches out '^plain +in budget .* points +beyond the noise$'
want equals "plain: P90 cost rose from" "$(tail -1 out | cut -d' ' -f1-5)"
want says out "; 1 plan is new; 1 plan is gone; 2 inputs differ"
verdict "what changed from one result to the next"
cp out table.txt
run compare run.json run.json
want exits 0
want equals "the plans come to the same; no input differs" "$(tail -1 out)"
verdict "a result against itself"
run run -q -n 1000 -s 5 case.yaml -f json -o seed.json
run compare run.json seed.json
want exits 0
want equals "no plan changed beyond the noise; 1 input differs" "$(tail -1 out)"
want matches out '^\(all\) +seed +1 +5$'
verdict "another seed is noise"
run compare run.json new.json -f md
want exits 0
want says out '| plain | P90 cost |'
want says out '| plain | price | \$2/GPU-hour | \$3/GPU-hour |'
want matches out '^\*\*plain: P90 cost rose'
verdict "changes in Markdown"
run compare run.json new.json -f csv
want exits 0
want equals "plan,quantity,before,before_low,before_high,now,now_low,now_high,change,noise" "$(head -1 out)"
want equals 9 "$(wc -l <out | tr -d ' ')"
want matches out '^plain,cost_p90,20.*,3.*,beyond$'
want matches out '^plain,time_h_p90,.*,0,same$'
verdict "changes as CSV"
run compare run.json new.json -f json -o change.json
want exits 0
want empty out
if [ -n "$python" ]; then
    want json_is change.json 'j["plans"][0]["cost_p90"]["change"] > 50 and j["plans"][0]["cost_p90"]["noise"] == "beyond"'
    want json_is change.json 'j["new"] == ["fast"] and j["gone"] == ["slow"]'
    want json_is change.json '{"plan": "plain", "key": "price", "before": "$2/GPU-hour", "now": "$3/GPU-hour"} in j["inputs"]'
fi
verdict "changes as JSON"
sed 's/price: \$2/price: ¥2/; s/budget: \$210/budget: ¥210/; 1i currency: CNY' case.yaml >yuan.yaml
run run -q -n 1000 yuan.yaml -f json -o yuan.json
run compare run.json yuan.json
want exits 0
want matches out '^plain +P90 cost +\$.* ¥.* other currency$'
want matches out '^plain +P90 time .* the same$'
verdict "amounts in another currency are not compared"
run run -q -n 100 case.yaml -p plain -f json -o one.json
run run -q -n 100 case.yaml -p slow -f json -o two.json
run compare one.json two.json
want exits 0
want equals "no plan is in both results; 1 plan is new; 1 plan is gone; no input differs" "$(tail -1 out)"
verdict "results without a plan in common"
wrong "one result alone" "name two results that were written with -f json" compare run.json
wrong "a result and a scenario" "name two results that were written with -f json" compare run.json case.yaml
wrong "more trials" "no trial is played" compare run.json new.json -n 5
wrong "a chart of changes" "no trial is played" compare run.json new.json --plot
wrong "no such second result" 'cannot read "none.json"' compare run.json none.json
wrong "the story of one trial is no result" "is the story of one trial, and no result" compare run.json trace.json
wrong "a second one that was cut off" "cut.json:" compare run.json cut.json
run compare case.yaml -q -n 100
want exits 0
verdict "a scenario is compared as before"
if [ -w /dev/full ]; then
    "$RUNODDS" compare run.json new.json >/dev/full 2>err </dev/null
    status=$?
    want exits 4
    want says err "cannot write standard output"
    verdict "a full disk"
fi

if ! command -v gnuplot >/dev/null 2>&1; then
    skip "charts" "no gnuplot here"
    finish
    exit
fi

# ---- with gnuplot ----

# redrawn COMMAND CHART ARGUMENT...: the chart of a command, and the same one from its JSON.
redrawn() {
    command=$1
    chart=$2
    shift 2
    run "$command" -q -n 1000 case.yaml "$@" -f json -o kept/case.yaml
    want exits 0
    run "$command" -q -n 1000 case.yaml "$@" -o table.txt --plot=$chart:live.svg --plot=$chart:term
    want exits 0
    cp out live.txt
    run plot kept/case.yaml $chart -o again.svg
    want exits 0
    want empty out
    want empty err
    want same live.svg again.svg
    run plot kept/case.yaml $chart
    want exits 0
    want same live.txt out
    run plot kept/case.yaml $chart -o again.png
    want exits 0
    want equals 49454e44 "$(tail -c 8 again.png | head -c 4 | od -An -tx1 | tr -d ' \n')"
    want tidy
    verdict "$chart of $command is drawn again"
}
for chart in cdf deadline cloud breakdown bars cards; do
    redrawn run $chart
done
redrawn compare pareto
redrawn compare pareto --prefer 'p85(cost)'
redrawn tune tune
redrawn sweep sweep checkpoint.every=10min..4h/4
redrawn sweep heat checkpoint.every=10min..4h/3 cards=1,2
redrawn breakeven breakeven 'slow.price=1 USD/GPU-hour..4 USD/GPU-hour' --between plain,slow
redrawn sensitivity tornado
run trace -q case.yaml -p plain --plot=live.svg
run plot trace.json -o again.svg
want exits 0
want same live.svg again.svg
verdict "the story of one trial is drawn again"
# The first that fits.
first() {
    command=$1
    chart=$2
    shift 2
    run "$command" -q -n 1000 case.yaml "$@" -f json -o first.json
    run plot first.json $chart
    cp out named.txt
    run plot first.json
    want exits 0
    want same named.txt out
    verdict "of $command it is $chart, if none is named"
}
first run cdf
first compare pareto
first tune tune
first sweep sweep checkpoint.every=10min..4h/4
first sweep heat checkpoint.every=10min..4h/3 cards=1,2
first breakeven breakeven 'slow.price=1 USD/GPU-hour..4 USD/GPU-hour' --between plain,slow
first sensitivity tornado
run plot first.json cdf -o -
cp out dash.txt
run plot first.json cdf
want exits 0
want same dash.txt out
verdict "- is standard output"
"$RUNODDS" plot - cdf <first.json >out 2>err
status=$?
want exits 0
want filled out
verdict "a result from standard input"
if [ -w /dev/full ]; then
    "$RUNODDS" plot run.json >/dev/full 2>err </dev/null
    status=$?
    want exits 4
    want says err "cannot write standard output"
    verdict "a chart to a full disk"
fi
run plot run.json -o none/odds.svg
want exits 4
want says err none/odds.svg
verdict "a chart into a folder that is not there"
run run -q -n 5000 case.yaml -f json -o many.json
run plot many.json cloud -o many.svg
want exits 0
want says many.svg "of 5,000 trials drawn"
verdict "a cloud of many trials thins and says so"
cat >part.yaml <<'YAML'
work: 10 GPU-hours
price: $2/GPU-hour
give_up: 18 h
failures: {gpu: {every: 20 h, restart: 6 min}}
YAML
run run -q -n 1000 part.yaml -f json -o kept/part.yaml --plot=cdf:part.svg --plot=cloud:part2.svg --plot=bars:part3.svg
for pair in cdf:part cloud:part2 bars:part3; do
    run plot kept/part.yaml ${pair%:*} -o again.svg
    want exits 0
    want same ${pair#*:}.svg again.svg
done
verdict "trials that do not all finish"
run run -q -n 1000 case.yaml -p plain -f json -o alone.json
run plot alone.json cards -o alone.svg
want exits 2
want says err "there is one plan to draw"
want absent alone.svg
verdict "a chart that the result has nothing for"

# ---- names that would like to be commands ----

export HOME="$room"
echo 'system "touch PWN"' >.gnuplot
hostile() {
    cat >hostile.yaml <<YAML
work: 100 GPU-hours
price: \$2/GPU-hour
queue: 5 min to 2 h
plans:
  - name: $2
  - name: other
    cards: 8
YAML
    run run -q -n 1000 hostile.yaml -f json -o kept/hostile.yaml --plot=live.svg
    want exits 0
    run plot kept/hostile.yaml -o h.svg
    want exits 0
    want same live.svg h.svg
    run plot kept/hostile.yaml cards
    want exits 0
    run compare kept/hostile.yaml run.json
    cp kept/hostile.yaml h.json
    for format in table md csv json; do
        run compare h.json run.json -f $format
        want exits 0
    done
    want absent PWN
    verdict "$1"
}
hostile "a name with backquotes" "'a\`touch PWN\`b'"
hostile "a name that ends a quoted text" "\"x'; system('touch PWN'); '\""
hostile "one that ends the other kind" "'x\"; system(\"touch PWN\"); \"'"
hostile "a name for a shell" "'\$(touch PWN)'"
hostile "a format" "'%s %d %n @ARG1 \$1'"
hostile "markup" "'<script>alert(1)</script>'"
hostile "a formula" "'=1+cmd|x!A1'"
hostile "Chinese" "'竞价 8×H100'"
for file in '`touch PWN`.json' "a'; system('touch PWN'); '.json" '|touch PWN.json' '$(touch PWN).json' 'a "b" %s.json'; do
    cp run.json "./$file"
    run plot "./$file" -o h.svg
    want exits 0
    run plot "./$file"
    want exits 0
    run compare "./$file" run.json
    want exits 0
    want absent PWN
    verdict "a result named $file"
done
printf 'a\033[31m.json' >name
cp run.json "$(cat name)"
run compare "$(cat name)" run.json
want exits 0
want lacks out "$(printf '\033')"
verdict "no control characters of a name reach the terminal"

# The result of several files is none of one.
mkdir several
for name in a b; do
    write_scenario several/$name.yaml "price: \$2/GPU-hour" "failures: {gpu: 40 h to 90 h}" "checkpoint: {every: 1 h, write: 1 min}"
done
run run -q -n 300 several/a.yaml several/b.yaml -f json -o several.json
want exits 0
for arguments in "plot several.json" "plot several.json cdf -o s.svg" "compare several.json run.json" "compare run.json several.json"; do
    # shellcheck disable=SC2086
    run $arguments
    want exits 2
    want empty out
    want matches err '^several.json:[0-9]+:[0-9]+: error: this is the result of several jobs and their total, not of one file$'
    want matches err '^  hint: write the result of one file alone, .*runodds run A B --plot=total.png draws the total$'
done
verdict "several jobs are named, with what can be done"
run run -q -n 300 several/a.yaml several/b.yaml --plot=total.svg
want exits 0
want filled total.svg
verdict "as the hint says"
finish
