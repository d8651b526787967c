#!/bin/sh
# Runs under way: milestones, what is to come, what the deadline asks for, and the chart of progress.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# ---- faults ----

refuse_table <<'EOF'
# name                    | text                                                 | place | words                  | hint
a share alone             | +milestones: 50%                                     | 2:13 | a map of names          | {eval: 50%, handover: 100%}
a list                    | +milestones: [a, b]                                  | 2:13 | a map of names          | {eval: 50%
nothing done              | +milestones: {a: 0%}                                 | 2:17 | nothing is done at 0%   | above 0%
more than all             | +milestones: {a: 130%}                               | 2:17 | out of range            | 0% and 100%
a time                    | +milestones: {a: 5 h}                                | 2:17 | unit                    | plain number
a range                   | +milestones: {a: 30% to 40%}                         | 2:17 | cannot be uncertain     | one plain number
no share                  | +milestones: {a: none}                               | 2:17 | needs a share           | such as 50%
no number                 | +milestones: {a: eval}                               | 2:17 | "eval"                  | write a number
a date without a share    | +milestones: {a: {by: 3 h}}                          | 2:17 | needs a share           | {at: 50%, by: 21 days}
an empty one              | +milestones: {a: {}}                                 | 2:17 | needs a share           | {at: 50%, by: 21 days}
a near key                | +milestones: {a: {at: 50%, bye: 3 h}}                | 2:27 | unknown key "bye"       | did you mean "by"?
another key               | +milestones: {a: {at: 50%, until: 3 h}}              | 2:27 | unknown key "until"     | it has at and by
a date without a start    | +milestones: {a: {at: 50%, by: 2026-09-30}}          | 2:31 | a date as due date needs a start | 21 days
a date before the start   | +start: 2026-07-01\nmilestones: {a: {at: 50%, by: 2026-06-30}} | 3:31 | due date lies before the start | later date
no date                   | +start: 2026-07-01\nmilestones: {a: {at: 50%, by: 2026-06-50}} | 3:31 | "2026-06-50" is no date | 2026-09-30
not a time                | +milestones: {a: {at: 50%, by: 5 GB}}                | 2:31 | GB                      | in h
twice the same            | +milestones: {a: 10%, a: 20%}                        | 2:22 | duplicate key           | keep one
no name                   | +milestones: {"": 10%}                               | 2:14 | not a usable name       | 1 to 200 bytes
in a plan                 | +plans:\n  - {name: a, milestones: {a: 10%}}         | 3:15 | belongs at the top      | left margin
misspelt                  | +milestone: {a: 10%}                                 | 2:1  | unknown key             | did you mean "milestones"?
EOF
{
    echo "work: 10 GPU-hours"
    echo "milestones:"
    for i in $(seq 17); do echo "  m$i: $i%"; done
} >case.yaml
run check case.yaml
want exits 2
want says err "case.yaml:19:3: error: more than 16 milestones"
verdict "too many milestones"
write_scenario case.yaml "milestones: {a: 10%}"
run run -n 100 -S plan.milestones=5% case.yaml
want exits 2
want says err '"milestones" is one for all plans'
verdict "milestones of one plan"

# ---- what is told ----

cat >case.yaml <<'YAML'
start: 2026-07-01 09:00 +08:00
deadline: 2026-07-10
work: 100 GPU-hours
price: $2/GPU-hour
milestones: {eval: {at: 70%, by: 80 h}, "中期, \"=x\"": 30%, handover: 100%}
progress: {done: 40%, elapsed: 50 h, spent: $777}
YAML
run run -q -n 100 case.yaml
want exits 0
want matches out '^plan   40%  2026-07-03 11:00  *\$777.00  *\$120.00  *\$120.00  *\$120.00  19.2% a day  *24.0% a day$'
verdict "what is done, what was spent, and what is to come"
want matches out '^plan  *eval   70%  2026-07-04 17:00  2026-07-04 17:00  2026-07-04 17:00  2026-07-04 17:00 +100% '
want matches out '^plan  *中期, "=x"   30%  *reached  *reached  *reached  2026-07-10 24:00  *100%$'
want matches out '^plan  *handover  100%  2026-07-05 23:00 '
verdict "milestones with their dates and chances"
want matches out '^plan +2026-07-10 24:00  *100%  7.96% a day +0.331 times the model.s +0.331 times the model.s$'
verdict "what the deadline asks for"
run run -q -n 100 -f md case.yaml
want says out '## Milestones'
want says out '| plan | 中期, "=x" | 30% | reached | reached | reached |'
verdict "the same in Markdown"
run run -q -n 100 -f csv case.yaml
want says out "plan,to_come_p50,120,,"
want says out "plan,spent,777,,"
want says out "plan,milestone_p50_h.eval,80,,"
want matches out '^plan,milestone_chance.eval,1,0\.96[0-9]*,1$'
want says out 'plan,"milestone_p50_h.中期, ""=x""",50,,'
verdict "the same as CSV"
run run -q -n 100 -S 'milestones={}' -S deadline=none case.yaml
want says out "Under way"
want lacks out "Milestones"
want lacks out "What the deadline asks for"
verdict "nothing of what was not asked"
run check case.yaml
want matches out '^  milestones  \{eval: \{at: 70%, by: 80 h\}, 中期, "=x": 30%, handover: 100%\} '
verdict "check lists them"
run explain milestones
want says out "{eval: 50%, handover: 100%}"
verdict "explain tells of them"

# ---- the numbers stay ----

# results FILE: a JSON without the text of the scenario.
results() {
    grep -v -e '^    "text": ' -e '^    "hash": ' "$1" >"$1.results"
}

write_scenario plain.yaml "price: \$2/GPU-hour" "failures: {gpu: 9 h to 30 h}" "checkpoint: {every: 1 h, write: 1 min}" \
    "queue: 1 h to 3 h"
cp plain.yaml begun.yaml
echo "progress: {done: 0%}" >>begun.yaml
cp begun.yaml marked.yaml
echo "milestones: {a: 50%}" >>marked.yaml
for name in plain begun marked; do
    run run -q -n 500 -f json $name.yaml -o $name.json
    results $name.json
done
want same plain.json.results begun.json.results
verdict "progress of 0% changes no digit"
want differ plain.json.results marked.json.results
want says marked.json '"course"'
grep -v -e '^    "text": ' -e '^    "hash": ' marked.json |
    awk '/^      "course": \{/ { skip = 1 } !skip { print } /^      \}/ { skip = 0 }' | sed 's/\]\],$/]]/' >rest
sed 's/\]\],$/]]/' plain.json.results >whole
want same whole rest
verdict "nor do milestones change what was told before"
run run -q -n 500 -f json case.yaml -o case.json
echoed case.json >echo.yaml
run run -q -n 500 -f json echo.yaml -o echo.json
want same case.json echo.json
verdict "the echoed scenario tells the same"
for threads in 1 3; do
    run run -q -j $threads -n 2000 -f json marked.yaml -o threads$threads.json
done
want same threads1.json threads3.json
verdict "threads change no digit"
for command in compare tune sensitivity; do
    run $command -q -n 500 -f json -o $command.json marked.yaml
    want says $command.json '"course"'
done
verdict "what other commands write tells it too"

# Of several jobs each tells its own.
run run -q -n 200 case.yaml marked.yaml
want exits 0
want says out "plan (marked.yaml)"
verdict "several jobs, one of them under way"
run run -q -n 200 case.yaml marked.yaml -f json -o jobs.json
want equals 2 "$(grep -c '"course"' jobs.json)"
verdict "and the course of each in JSON"

# ---- the chart ----

if command -v gnuplot >gnuplot.path 2>&1; then
    run run -q -n 500 case.yaml --plot=progress:direct.svg
    want exits 0
    want says direct.svg "100% · 5 Jul"
    # Under the scenario's name, for the foot note.
    mkdir stored
    cp case.json stored/case.yaml
    run plot stored/case.yaml progress -o drawn.svg
    want exits 0
    want same direct.svg drawn.svg
    verdict "a stored result draws the same chart"
    run plot case.json progress
    want exits 0
    want matches out '^Half of the futures reach eval by 4 Jul'
    want matches out '^70% · 4 Jul · 100% in time  eval$'
    verdict "and in the terminal"
    run plot plain.json progress -o none.svg
    want exits 2
    want says err "no plan that finishes is under way or has milestones"
    want says err "add milestones"
    want absent none.svg
    verdict "a result without a course has no such chart"
    run run -q -n 200 plain.yaml --plot=progress:plain.svg
    want exits 2
    want says out "The odds"
    want says err "no plan that finishes"
    verdict "nor has the run"
else
    skip "the chart" "no gnuplot"
fi

# Damaged results are refused.
damaged() {
    sed "$2" case.json >damaged.json
    want differ case.json damaged.json
    run plot damaged.json progress
    want exits 2
    want empty out
    want says err "$3"
    verdict "$1"
}
damaged "a milestone of another name" 's/"name": "eval"/"name": "else"/' 'the milestone here is "eval"'
damaged "a chance above 1" 's/"chance": 1,/"chance": 2,/' '"chance" is no share'
damaged "no curve" 's/"p25": \[/"p26": [/' '"p25" is missing'
damaged "a share that is none" 's/"done": 0.4/"done": 4/' '"done" is no share'
damaged "times out of order" 's/"p50_h": 80/"p50_h": 81/' 'error:'
damaged "shares that fall" 's/"p50": \[0.4,/"p50": [0.9,/' 'do not rise'

# ---- the example ----

run run -q -n 500 "$srcdir/models/scenarios/under-way.yaml"
want exits 0
want empty err
want says out "mid-run eval"
verdict "the example"
finish
