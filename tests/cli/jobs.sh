#!/bin/sh
# Several files on one command line: a row each and their total, in every format; which plan, which luck, which money.
# shellcheck disable=SC2016
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >a.yaml <<'YAML'
start: 2026-03-20 12:00 +08:00
budget: 3000 USD
deadline: 60 days
work: 1000 GPU-hours
price: 1 to 3 USD/GPU-hour
queue: exponential(200 h)
YAML
cat >b.yaml <<'YAML'
start: 2026-05-10 06:00 -07:00
budget: 4000 USD
work: 1000 GPU-hours
queue: exponential(200 h)
plans:
  - {name: dear, price: 2 to 4 USD/GPU-hour}
  - {name: cheap, price: 1 to 2 USD/GPU-hour}
YAML
cat >yuan.yaml <<'YAML'
currency: CNY
work: 1000 GPU-hours
price: 10 CNY/GPU-hour
YAML
sed '/^start/d' a.yaml >undated.yaml
grep -v price a.yaml >unpriced.yaml
printf 'work: 10 GPU-hours\nprice: 2 USD/GPU-hour\n' >yes.yaml
cp yes.yaml yes2.yaml
mkdir other
cp a.yaml other/a.yaml
ln -s a.yaml link.yaml

several() { run run -q -n 2000 "$@"; }
# The member of the JSON in out, by a path of member names: the first line that it begins.
percent90() { awk '/"total"/ { on = 1 } on && /"p": 90,/ { sub(/.*"value": /, ""); sub(/,.*/, ""); print; exit }' "$1"; }

# ---- rows and total ----

several a.yaml b.yaml
cp out table
want exits 0
want matches out '^2 jobs: 2,000 trials each, seed 1, budget \$7,000$'
want matches out '^plan \(a\.yaml\)  .*%$'
want matches out '^cheap \(b\.yaml\)  '
want matches out '^total  .*%$'
want matches out '^b\.yaml: choose cheap \(\$[0-9,]+\): the lowest P90 cost; '
want matches out '^the time of the total counts from the first start, 2026-03-20$'
want lacks out dear
verdict "each file's recommended plan has a row, and all have a total"
want matches out '^Spend by month$'
want matches out '^total  2026-03  '
want matches out '^total  2026-06  '
want matches out "^in 90% of futures all jobs together stay within .*; the jobs' P90s add to \\\$[0-9,]*, which is not the P90 of the whole: "
verdict "months of the total, and what its P90 is not"

several a.yaml b.yaml -f json
cp out json
want exits 0
want equals 2 "$(grep -c '"file": ' out)"
want says out '"plan": "cheap"'
want matches out '^  "jobs": \[$'
want matches out '^  "total": \{$'
want says out '"months": ['
want says out '{"month": "2026-03", "mean": '
verdict "JSON has the results of all files, and the total"
several a.yaml b.yaml -f csv
want exits 0
want equals "$(percent90 json)" "$(sed -n 's/^total,cost_p90,\([^,]*\),.*/\1/p' out)"
want matches out '^cheap \(b\.yaml\),cost_p90,'
want equals "$(LC_ALL=C awk -F, '$2 == "cost_mean" && $1 != "total" { s += $3 } END { printf "%.9g", s }' out)" \
    "$(LC_ALL=C awk -F, '$2 == "cost_mean" && $1 == "total" { printf "%.9g", $3 }' out)"
verdict "CSV carries the same, and means add up"
several a.yaml b.yaml -f md
want exits 0
want matches out '^\| total \| '
want equals "$(sed -n 's/^total  2026-04 *//p' table | tr -s ' ' | tr -d ',$')" \
    "$(sed -n 's/^| total | 2026-04 | //p' out | tr -d '\\|,$' | tr -s ' ' | sed 's/ $//')"
verdict "Markdown has the same figures"
several a.yaml b.yaml --samples all.csv
want equals 6001 "$(wc -l <all.csv)"
want matches all.csv '^0,total,'
verdict "samples have the rows and the total"

# ---- luck ----

run run -q -n 2000 a.yaml -f csv
sed -n 's/^plan,cost_p90/&/p; s/^plan,time_h_p50/&/p' out | cut -d, -f2- >alone
several a.yaml b.yaml -f csv
want equals "$(cat alone)" "$(sed -n 's/^plan (a.yaml),cost_p90/cost_p90/p; s/^plan (a.yaml),time_h_p50/time_h_p50/p' out)"
verdict "the first file has the figures that it has alone"
several a.yaml ./a.yaml link.yaml
want matches out '^plan \(a\.yaml, 2\)  '
want matches out "; the jobs' P90s add to the same: they share their luck$"
verdict "a file that is listed again is the same job, by whatever path"
several yes.yaml yes2.yaml
want matches out "; the jobs' P90s add to the same$"
verdict "jobs without luck share none"
several a.yaml other/a.yaml
want matches out '^plan \(other/a\.yaml\)  '
want matches out ', which is not the P90 of the whole: '
verdict "a copy is another job"
several a.yaml b.yaml -f json -j 1
cp out one
several a.yaml b.yaml -f json -j 2
want same one out
several b.yaml a.yaml -f json --seed 7
want equals 3 "$(grep -c '"seed": 7' out)"
verdict "the same bytes on any number of threads; one seed for all"

# ---- plans ----

several a.yaml b.yaml -p dear
want matches out '^dear \(b\.yaml\)  '
want lacks out cheap
verdict "-p chooses the plan of a file that has several"
want lacks out choose
cp b.yaml c.yaml
several a.yaml b.yaml c.yaml -p dear -S deadline=90days
want matches out '^dear \(b\.yaml\)  '
want matches out '^dear \(c\.yaml\)  '
sed 's/dear/costly/' b.yaml >c.yaml
several a.yaml b.yaml c.yaml -p dear
want matches out '^dear \(b\.yaml\)  '
want matches out '^cheap \(c\.yaml\)  '
verdict "of other files the recommended one counts"
several a.yaml b.yaml -p nothing
want exits 2
want empty out
want says err 'none of these files has a plan "nothing"'
verdict "a plan that none has is refused"
several a.yaml b.yaml -p dear -p cheap
want exits 2
want says err '-p names several plans of b.yaml'
verdict "one plan of each file"

# ---- money and dates ----

several a.yaml yuan.yaml
want exits 2
want empty out
want says err 'yuan.yaml counts in CNY, a.yaml in USD'
want says err 'add exchange: {CNY: worth of one in USD} to a.yaml'
verdict "money that cannot be converted is refused"
printf 'exchange: {CNY: 0.125 USD}\n' | cat a.yaml - >rated.yaml
several rated.yaml yuan.yaml
want exits 0
want says out 'yuan.yaml counts in CNY: one is worth 0.125 USD'
want matches out '^plan \(yuan\.yaml\)  *\$1,250 '
verdict "money is converted by the exchange of the first file"
several undated.yaml b.yaml
want exits 0
want lacks out 'Spend by month'
verdict "without a start of each there are no months"
several unpriced.yaml b.yaml
want exits 0
want matches out '^total +not priced '
want matches out '^in 90% of futures all jobs together stay within [0-9.]+ d '
verdict "a job without a price leaves the total without one"

# ---- gates and charts ----

several a.yaml b.yaml --fail-if 'p90(cost) > 1000 USD'
want exits 1
want says err 'P90 cost of total is $'
verdict "a gate looks at the total"
several a.yaml b.yaml --fail-if 'total.p90(cost) > 9000 USD and mean(time) < 1 h'
want exits 0
several a.yaml b.yaml --fail-if 'cheap.p90(cost) > 9000 USD'
want exits 2
want empty out
verdict "and at nothing else"
several a.yaml b.yaml --fail-if 'p(cost > budget) > 99%'
want exits 0
several a.yaml b.yaml --fail-if 'p(time > deadline) > 99%'
want exits 2
want empty out
several a.yaml yes.yaml --fail-if 'p(cost > budget) > 99%'
want exits 2
want empty out
verdict "the total has a budget if all have one, and no deadline"
several a.yaml b.yaml --plot=term --plot=breakdown:term
want exits 0
want says out 'total'
several a.yaml b.yaml --plot=cards
want exits 2
want says err 'of several files there are cdf, cloud and breakdown'
verdict "charts of the total"
for word in compare tune sensitivity check; do
    run $word a.yaml b.yaml
    [ $word = check ] && { want exits 0; continue; }
    want exits 2
    want says err 'name one scenario file, not several'
done
verdict "other commands take one file, check takes any number"
several a.yaml missing.yaml
want exits 2
want says err 'cannot read "missing.yaml"'
verdict "a file that is missing"

finish
