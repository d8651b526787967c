#!/bin/sh
# Faults of the text of a scenario: keys, and the traps of YAML, each with its place and its cure.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

refuse_table <<'TABLE'
# keys
unknown key               | +qeue: 5 min                                 | 2:1  | unknown key "qeue"    | did you mean "queue"?
unknown key of a plan     | +plans:\n  - name: a\n    prize: 5           | 4:5  | unknown key "prize"   | did you mean "price"?
unknown key in defaults   | +defaults:\n  pirce: $3/GPU-hour             | 3:3  | unknown key "pirce"   | did you mean "price"?
unknown nested key        | +checkpoint: {evry: 5 min}                   | 2:14 | unknown key "evry"    | did you mean "every"?
unknown key in lines      | +checkpoint:\n  wirte: 5 min                 | 3:3  | unknown key "wirte"   | did you mean "write"?
unknown key of a cause    | +failures: {gpu: {every: 9 h, repare: 1 h}}  | 2:30 | unknown key "repare"  | did you mean "repair"?
key far from any          | +zzzzzzzz: 5                                 | 2:1  | unknown key "zzzzzzzz" | explain
accented key              | +wörk: 5                                     | 2:1  | unknown key "wörk"    | did you mean "work"?
key of the top in a plan  | +plans:\n  - name: a\n    budget: $5         | 4:5  | "budget" belongs at the top | left margin
duplicate key             | +queue: 5 min\nqueue: 6 min                  | 3:1  | duplicate key         | line 2
duplicate nested key      | +checkpoint: {every: 5 min, every: 6 min}    | 2:28 | duplicate key         | keep one
nested key of a later one | +checkpoint: {local: {every: 5 min}}         | 2:14 | "local" is not in this version |

# what is there and what is not
missing value             | +queue:                                      | 2:*  | the value is missing  | none
empty value in quotes     | +queue: ""                                   | 2:*  | the value is missing  | none
a list for a value        | +queue: [5 min, 6 min]                       | 2:8  | found a list or a map | one value
a map for a value         | +queue: {low: 5 min}                         | 2:8  | found a list or a map | one value
a list at the top         | - work: 10 GPU-hours                         | 1:1  | not a map of keys     | key: value
text without a key        | ten GPU-hours                                | 1:1  | not a map of keys     | key: value
nothing but a comment     | # work to do                                 | 1:1  | the scenario is empty | runodds init
two documents             | +---\nwork: 9 GPU-hours                      | 2:1  | a second document     | one file

# indentation, quotes, brackets
tab in the indentation    | +checkpoint:\n\tevery: 5 min                 | 3:1  | a tab                 | spaces
key deeper than its map   | +  queue: 5 min                              | 2:*  | a colon that cannot stand here | indent
open double quote         | +queue: "5 min\nstartup: 5 min               | 2:8  | never closed          | close it
open single quote         | +queue: '5 min\nstartup: 5 min               | 2:8  | never closed          | close it
open bracket              | +uses: [gpu/h100-sxm\nqueue: 5 min           | 2:7  | this [ is not closed  | close it
open brace                | +checkpoint: {every: 5 min\nqueue: 5 min     | 2:13 | this { is not closed  | close it

# what YAML reads otherwise than people do
comma in flow style       | +checkpoint: {every: 1 h, write: lognormal(p10 = 5 s, p90 = 9 s)} | 2:33 | cut off at the comma | quotes
comma of a law in a cause | +failures: {gpu: {every: weibull(shape = 0.7, mean = 9 h)}} | 2:25 | cut off at the comma | quotes
comma in a list           | +uses: [a(b, c)]                             | 2:*  | cut off at the comma  | quotes
thousands in flow style   | +failures: {gpu: 50,000 h}                   | 2:*  | thousands comma       | 50K
millions in flow style    | +work: {GPU-hours: 5,000,000}                | 2:*  |                       |
no blank after the colon  | +queue:5 min                                 | 2:1  | no space after the colon | space after the colon
the same on the first line | work:10 GPU-hours\nqueue: 5 min             | 1:1  | no space after the colon | space after the colon
the same in a map         | +checkpoint:\n  every:5 min\n  write: 5 s    | 3:3  | no space after the colon | space after the colon
hash as a value           | +queue: #5 min                               | 2:8  | comment               | quote
hash behind a value       | +queue: 5 min #5                             | 2:14 | comment               | quote
tag                       | +queue: !!str 5 min                          | 2:8  | tag                   | quotes
tag of one's own          | +queue: !wait 5 min                          | 2:8  | tag                   | extends
anchor                    | +queue: &wait 5 min                          | 2:8  | anchor                | extends
alias                     | +queue: *wait                                | 2:8  | alias                 | extends
merge key                 | +plans:\n  - name: a\n    <<: *base          | 4:9  | alias                 | extends
full-width colon          | +queue：5 min                                | 2:6  | full-width colon      | plain colon
full-width tilde          | +gang: 35%～70%                              | 2:7  | "to"                  | 35% to 70%
tilde for to              | +gang: 35%~70%                               | 2:7  | "to"                  | 35% to 70%
hyphen for to             | +gang: 35-70%                                | 2:7  | "to"                  | 35% to 70%
tilde between times       | +queue: 5~7 min                              | 2:8  | "to"                  | 5 min to 7 min
directive                 | %YAML 1.1\n---\nwork: 10 GPU-hours           | 1:1  | directive             |
escape in a name          | +plans:\n  - name: "a\\e[2Jb"               | 3:11 | control character     | escape
TABLE

# Blanks of other kinds inside a value are blanks.
printf 'work: 10\302\240GPU-hours\nqueue: 5\343\200\200min to\302\2407\343\200\200min\n' >case.yaml
run check -q case.yaml
want exits 0
want empty err
verdict "no-break and full-width blanks count as blanks in a value"

# Several faults in one go, but not a thousand.
write_scenario case.yaml "queue: 5" "startup: 5 GB" "gang: 170%" "price: 0 USD/GPU-hour"
run check case.yaml
want exits 2
want equals 4 "$(grep -c '^case.yaml:[2-5]:[0-9]*: error: ' err)"
verdict "all faults of a file are told at once"
printf 'work: 10 GPU-hours\nfailures:\n' >case.yaml
i=0
while [ $i -lt 30 ]; do
    i=$((i + 1))
    echo "  c$i: {unit: wheel, every: 5 h}" >>case.yaml
done
run check case.yaml
want exits 2
want equals 10 "$(grep -c ': error: ' err)"
want says err "20 more errors"
verdict "ten faults are shown, the rest is counted"

# The key path says where it is, in the words of the file.
write_scenario case.yaml "checkpoint: {every: 5}"
run check case.yaml
want says err "  key: checkpoint.every"
verdict "a fault names the path of its key"
write_scenario case.yaml "plans:" "  - name: a" "    failures: {gpu: {every: 5}}"
run check case.yaml
want says err "  key: plans.a.failures.gpu.every"
verdict "a fault in a plan names the plan"
finish
