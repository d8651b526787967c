#!/bin/sh
# Faults between keys, plans and models: what is missing, given twice, or does not fit together.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

refuse_table <<'TABLE'
# the work
no work at all            | queue: 5 min                                 | 1:*  | work is missing       | 2400 GPU-hours
work switched off         | work: none                                   | 1:*  | work is missing       | 2400 GPU-hours
hours and steps           | work: {GPU-hours: 10, steps: 5}\nstep_time: 3 s | 1:* | more than one way   | keep one
hours and tokens          | work: {GPU-hours: 10, tokens: 5 B}           | 1:*  | more than one way     | keep one
all three                 | work: {GPU-hours: 10, steps: 5, tokens: 5 B} | 1:*  | more than one way     | keep one
steps without their time  | work: {steps: 500}                           | 1:*  | step_time             | step_time: 3.2 s
tokens alone              | work: {tokens: 5 B}                          | 1:*  | tokens, parameters and efficiency | 40%
tokens without a card     | work: {tokens: 5 B, parameters: 8 B, efficiency: 40%} | 1:* | peak         | gpu/h100-sxm

# causes, checkpoints, capacity
every and rate            | +failures: {gpu: {every: 9 h, rate: 1 per 9 h}} | 2:* | both every and rate | keep one
neither every nor rate    | +failures:\n  gpu:\n    restart: 1 h         | 3:*  | every or rate         | every: 50000 h
nodes counted by cards    | +failures: {gpu: {rate: 3 per node-day}}     | 2:*  | other units           | unit: node
cards counted by nodes    | +failures: {node: 9 GPU-hours}               | 2:*  | other units           | unit: card
switches of no size       | +failures: {core: {unit: switch, every: 9 h}} | 2:* | nodes_per_switch      | nodes_per_switch: 16
as old as before, for ever | +failures:\n  gpu:\n    every: weibull(shape = 2, mean = 9 h)\n    renew: minimal | 4:* | minimal | age: new
older than any            | +failures:\n  gpu:\n    every: uniform(1 h, 9 h)\n    age: 9 h | 5:10 | age           | smaller
optimum of no write       | +checkpoint: {every: young}                  | 2:21 | time of a write       | size
optimum of no failure     | +checkpoint: {every: daly, write: 1 min}     | 2:21 | interrupts            | failures
a write given twice       | +checkpoint: {write: 1 min, size: 9 GB, bandwidth: 1 GB/s} | 2:* | twice   | keep write
bandwidth of no size      | +checkpoint: {every: 1 h, bandwidth: 1 GB/s} | 2:*  | size                  | size: 980 GB
a limit that leaves none  | +time_limit: 30 min\nstartup: 20 min\nrestart: 10 min | 2:13 | time limit   | raise

# sizes and prices
nodes and cards           | +num_nodes: 2\ncards: 16                     | 2:12 | cards and num_nodes   | give cards
cards per node in two ways | +accelerators: H100:8\ncards_per_node: 4    | 3:17 | cards per node        |
price table without a row | +price: {8: $3/GPU-hour, 64: $2/GPU-hour}    | 2:*  | no row                | add a row
price table of two kinds  | +price: {1: $3/GPU-hour, 8: $20/node-hour}   | 2:*  | same kind of unit     |
two rows for one count    | +price: {1: $3/GPU-hour, 1 card: $2/GPU-hour} | 2:* | two rows              |
a row for half a card     | +price: {0.5: $3/GPU-hour}                   | 2:9  | card count            | {8:
an empty row              | +price: {1: none}                            | 2:12 | empty                 |

# dates
a date without a start    | +deadline: 2026-09-30                        | 2:11 | needs a start         | start: 2026-07-01
a deadline in the past    | +start: 2026-10-01 00:00 +00:00\ndeadline: 2026-09-29 | 3:11 | before the start |

# plans
a name with a dot         | +plans:\n  - name: a.b                       | 3:11 | usable name           | dots
an empty name             | +plans:\n  - name: ""                        | 3:*  | usable name           | 200 bytes
two plans of one name     | +plans:\n  - name: a\n  - name: a            | 4:11 | two plans are named "a" |
the name of a key         | +plans:\n  - name: queue                     | 3:11 | name of a key         |
the word defaults         | +plans:\n  - name: defaults                  | 3:11 | defaults              |
a plan without a name     | +plans:\n  - queue: 5 min                    | 3:5  | without a name        | - name: spot
a plan that is a word     | +plans:\n  - spot                            | 3:5  | a plan is a map       | - name: spot
plans in a map            | +plans: {spot: {queue: 5 min}}               | 2:8  | plans are a list      | - name: spot
no plans in the list      | +plans: []                                   | 2:8  | plans are a list      | - name: spot
extends in a circle       | +plans:\n  - name: a\n    extends: b\n  - name: b\n    extends: a | 4:14 | circle |
extends itself            | +plans:\n  - name: a\n    extends: a         | 4:14 | circle                |
extends nobody            | +plans:\n  - name: a\n    extends: zz        | 4:14 | no plan "zz"          | another plan
defaults that are a word  | +defaults: spot                              | 2:11 | defaults              |

# models and data files
unknown model             | +uses: gpu/h1000                             | 2:7  | no model "gpu/h1000"  | did you mean "gpu/h200"
unknown model in a list   | +plans:\n  - name: a\n    uses: [gpu/h100-sxm, spot/no] | 4:26 | no model "spot/no" | models
a model outside           | +uses: ../models/gpu/h100-sxm                | 2:7  | no model              | did you mean "gpu/h100-sxm"
a model with a dash       | +uses: [gpu/rtx-4090]                        | 2:8  | no model "gpu/rtx-4090" | did you mean "gpu/rtx4090"
a model without a folder  | +uses: medium                                | 2:7  | no model "medium"     | did you mean "spot/medium"
a model like no other     | +uses: gpu/nothing-like-it                   | 2:7  | no model              | shipped models are the files
TABLE

# The 200 bytes of a name.
long=$(printf 'n%.0s' $(seq 200))
write_scenario case.yaml "plans:" "  - name: $long"
run check case.yaml
want exits 0
verdict "a name of 200 bytes"
write_scenario case.yaml "plans:" "  - name: x$long"
run check case.yaml
refused "a name of 201 bytes" case.yaml 3:11 "usable name" "200 bytes"

# A file that is not there: the fault stands where it is named.
write_scenario case.yaml "uses: mine.yaml" "queue: empirical(no.csv, wait_min)"
run check case.yaml
want exits 2
want matches err '^case.yaml:2:7: error: .*"mine.yaml": No such file'
verdict "a model of one's own that is not there"
write_scenario case.yaml "queue: empirical(no.csv, wait_min)"
run check case.yaml
want exits 2
want matches err '^case.yaml:2:[0-9]+: error: .*"no.csv": No such file'
verdict "a table that is not there"

# A fault in a model stands in the model.
echo "failures: {gpu: {evry: 9 h}}" >mine.yaml
write_scenario case.yaml "uses: mine.yaml"
run check case.yaml
refused "a fault in a model file" mine.yaml 1:18 'unknown key "evry"' 'did you mean "every"?'
: >mine.yaml
run check case.yaml
want exits 2
want says err "mine.yaml"
verdict "an empty model"

# Tables in CSV files: the fault stands in the table.
write_scenario case.yaml "queue: empirical(waits.csv, wait_min)"
table() {
    printf '%b' "$2" >waits.csv
    run check case.yaml
    want exits 2
    want empty out
    want matches err "^waits.csv:$3: error: "
    want says err "$4"
    verdict "$1"
}
table "an empty cell" 'job,wait_min\na,4\nb,\n' '3:[0-9]+' 'empty'
table "a cell of letters" 'job,wait_min\na,4\nb,soon\n' '3:[0-9]+' 'soon'
table "a negative cell" 'job,wait_min\na,-4\n' '2:[0-9]+' '-4'
table "a ragged row" 'job,wait_min\na,4\nb,5,6\n' '3:[0-9]+' 'cells'
table "an open quote" 'job,wait_min\na,4\nb,"5\nc,6\nd,7\n' '3:[0-9]+' 'quote'
table "no such column" 'job,wait_h\na,4\n' '1:[0-9]+' 'wait_min'
table "a column twice" 'wait_min,wait_min\n3,4\n' '1:[0-9]+' 'wait_min'
table "a table without rows" 'job,wait_min\n' '[0-9]+:[0-9]+' ''
printf '\357\273\277"wait_min"\r\n4\r\n8\r\n' >waits.csv
run check case.yaml
want exits 0
verdict "a byte order mark and the line ends of other systems"
printf 'wait_min\n1e999\n' >waits.csv
run check case.yaml
want exits 2
want says err "1e999"
verdict "an infinite cell"
finish
