#!/bin/sh
# Values changed on the command line, plans chosen, and who wins: models, defaults, extends, the plan, --set.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >case.yaml <<'YAML'
work: 100 GPU-hours
price: $2/GPU-hour
queue: 1 h
checkpoint: {every: 1 h, write: 3 min}
plans:
  - name: first
  - name: second
    queue: 5 h
  - name: third one
    extends: second
    price: $1/GPU-hour
YAML

# hours PLAN, dollars PLAN: of a run without chance.
hours() { value out "$1" time_h_p50; }
dollars() { value out "$1" cost_p50; }
changed() {
    run run -q -f csv -n 10 case.yaml "$@"
    want exits 0
    want empty err
}

changed
want equals 106 "$(hours first)"
want equals 110 "$(hours second)"
want equals 110 "$(hours 'third one')"
want near 210 "$(dollars second)" 1e-9
want near 105 "$(dollars 'third one')" 1e-9
verdict "as written"
changed --set 'queue=2 h'
want equals "107 107 107" "$(hours first) $(hours second) $(hours 'third one')"
verdict "a key of all plans"
changed -S 'second.queue=2 h'
want equals "106 107" "$(hours first) $(hours second)"
verdict "a key of one plan"
changed -S 'third one.queue=2 h'
want equals "106 110 107" "$(hours first) $(hours second) $(hours 'third one')"
verdict "a plan with a blank in its name"
changed -S 'queue=2 h' -S 'first.queue=3 h'
want equals "108 107" "$(hours first) $(hours second)"
verdict "several: the later one wins"
changed -S 'first.queue=3 h' -S 'queue=2 h'
want equals "107 107" "$(hours first) $(hours second)"
verdict "in both orders"
changed -S 'checkpoint.write=none'
want equals 101 "$(hours first)"
verdict "a nested key"
changed -S 'checkpoint=none'
want equals 101 "$(hours first)"
verdict "a map switched off"
changed -S 'checkpoint={every: 2 h, write: 6 min}'
want equals 106 "$(hours first)"
verdict "a map in flow style"
changed -S 'checkpoint=2 h'
want near 103.5 "$(hours first)" 1e-9
verdict "a plain value for a map"
changed -S 'work=50 GPU-hours'
want near 53.5 "$(hours first)" 1e-9
verdict "the work"
changed -S 'work={steps: 3600}' -S 'step_time=10 s'
want near 11.5 "$(hours first)" 1e-9
verdict "the work in another way"
changed -S 'price={1: $4/GPU-hour}'
want near 420 "$(dollars first)" 1e-9
verdict "a table"
changed -S 'cards=2'
want near 53.5 "$(hours first)" 1e-9
verdict "the cards"
changed -S 'failures.job.every=constant(1000000 h)' -S 'failures.job.age=new'
want equals 106 "$(hours first)"
want equals 0 "$(value out first failures.job)"
verdict "a cause that the file does not have"
run check case.yaml -S 'second.queue=2 h'
want exits 0
want equals 1 "$(grep -c -- '--set second.queue=2 h' out)"
verdict "check tells what was set"

# keys of the top
changed -S 'budget=$209' -S 'deadline=109 h'
want equals "0 1 1 0" "$(value out second in_budget) $(value out 'third one' in_budget) $(value out first on_time) $(value out second on_time)"
verdict "budget and deadline"
run run -q -f json -n 10 case.yaml -S 'scenario=mine' -S seed=7 -S currency=EUR -S 'price=2 EUR/GPU-hour'
want exits 0
want says out '"seed": 7'
want says out '"currency": "EUR"'
want says out 'scenario: mine'
verdict "name, seed and currency"

# plans
changed -p second
want equals 110 "$(hours second)"
want equals "" "$(hours first)"
verdict "one plan"
changed --plan 'third one' --plan first
want equals "first third one" "$(sed 1d out | cut -d, -f1 | uniq | tr '\n' ' ' | sed 's/ $//')"
verdict "two plans, in the order of the file"
changed -p 'third one'
want equals 110 "$(hours 'third one')"
verdict "a plan that extends one that is left out"
changed -p first -S 'second.queue=2 h'
want equals 106 "$(hours first)"
verdict "a value of a plan that is left out"

# standard input
timeout "$patience" "$RUNODDS" run -q -f csv -n 10 - <case.yaml >out 2>err
status=$?
want exits 0
want equals 106 "$(hours first)"
verdict "a scenario from standard input"
printf 'work: 10 GPU-hours\nqueue: 5\n' | timeout "$patience" "$RUNODDS" check - >out 2>err
status=$?
want exits 2
want empty out
want matches err '^(-|<?stdin>?|standard input):2:8: error: '
verdict "its faults have a place"
timeout "$patience" "$RUNODDS" run - </dev/null >out 2>err
status=$?
want exits 2
want says err "the scenario is empty"
verdict "nothing from standard input"

# Options and files in any order, values in both forms.
for words in "-n10 -fcsv case.yaml -q" "case.yaml -q --trials=10 --format=csv" "-q --trials 10 case.yaml --format csv" \
    "-qn 10 -f csv -- case.yaml"; do
    # shellcheck disable=SC2086
    run run $words
    want exits 0
    want equals 106 "$(hours first)"
    verdict "run $words"
done

# ---- who wins ----

cat >base.yaml <<'YAML'
queue: 10 h
startup: 10 h
shutdown: 10 h
failures: {a: {unit: job, every: constant(1000000 h), age: new}, b: {unit: job, every: constant(1000000 h), age: new}}
YAML
sed -i 's/every: constant(1000000 h)/every: "constant(1000000 h)"/g' base.yaml
cat >layers.yaml <<'YAML'
work: 100 GPU-hours
defaults:
  uses: [base.yaml]
  startup: 20 h
  shutdown: 20 h
plans:
  - name: below
    shutdown: 30 h
  - name: above
    extends: below
    failures: {a: none}
  - name: bare
    uses: none
    queue: none
YAML
run run -q -f csv -n 10 layers.yaml
want exits 0
want equals 160 "$(hours below)"
verdict "models, then defaults, then the plan"
want equals 160 "$(hours above)"
want equals "0 " "$(value out above failures.b) $(value out above failures.a)"
verdict "a plan has what it extends; NAME: none removes a cause"
want equals 140 "$(hours bare)"
verdict "uses: none leaves the models out"
run run -q -f csv -n 10 layers.yaml -S startup=none
want equals "140 140 120" "$(hours below) $(hours above) $(hours bare)"
verdict "--set wins over all"
run check layers.yaml
want exits 0
want equals 2 "$(grep -c '^  queue .*base.yaml:1$' out)"
want equals 3 "$(grep -c '^  startup .*layers.yaml:4$' out)"
want equals 2 "$(grep -c '^  shutdown .*layers.yaml:8$' out)"
want matches out '^[0-9]+ of [0-9]+ inputs are defaults, not yours$'
verdict "check tells where each value comes from"
run check layers.yaml case.yaml
want exits 0
want says out "layers.yaml:"
want says out "case.yaml:"
verdict "check takes several files"
printf 'work: none\n' >bad.yaml
run check case.yaml bad.yaml
want exits 2
want says err "bad.yaml:1:"
verdict "and fails for any of them"
finish
