#!/bin/sh
# Faults of money: prices, tariffs, hardware of one's own, fallbacks, exchange; and what is not priced.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# Rows as in the other files of faults. "@" stands for a start with an offset, an owned machine, and its power: lines 2
# to 4.
rows() {
    # shellcheck disable=SC2016
    sed 's/| @/| +start: 2026-07-01 09:00 +08:00\\nown: {price: $900}\\npower: 1 kW\\n/' >table
    refuse_table <table
}

rows <<'TABLE'
# tariffs
overlapping periods       | @electricity: {07:00-23:00: 1 USD/kWh, 22:00-07:00: 2 USD/kWh} | 5:39 | overlap | one price
overlap past midnight     | @electricity: {22:00-06:00: 1 USD/kWh, 05:59-22:00: 2 USD/kWh} | 5:39 | overlap | one price
overlap on one weekday    | @electricity:\n  - {days: Mon-Wed, price: 1 USD/kWh}\n  - {days: Wed-Sun, price: 2 USD/kWh} | 7:* | overlap | one price
overlap in one month      | @electricity:\n  - {months: Nov-Mar, price: 1 USD/kWh}\n  - {months: Mar-Oct, price: 2 USD/kWh} | 7:* | overlap | one price
hours left over           | @electricity: {07:00-23:00: 1 USD/kWh}       | 5:*  | no price for 00:00    | otherwise
a minute left over        | @electricity: {07:00-23:59: 1 USD/kWh, 00:00-07:00: 2 USD/kWh} | 5:* | no price for 23:59 | otherwise
a weekday left over       | @electricity:\n  - {days: Mon-Sat, price: 1 USD/kWh} | 6:* | on a Sun         | otherwise
a month left over         | @electricity:\n  - {months: Jan-Nov, price: 1 USD/kWh} | 6:* | month 12       | otherwise
the 25th hour             | @electricity: {07:00-25:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
the 60th minute           | @electricity: {07:60-23:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
past the end of a day     | @electricity: {07:00-24:01: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
from the end of a day     | @electricity: {24:00-07:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
hours of nothing          | @electricity: {07:00-07:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
hours without minutes     | @electricity: {7-23: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
hours in words            | @electricity: {night: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:15 | hours of a day | 07:00-23:00
hours of a row            | @electricity:\n  - {hours: 9 to 5, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:13 | hours of a day | 08:00-22:00
unknown weekday           | @electricity:\n  - {days: Mon-Fry, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:12 | weekdays | Mon-Fri
no weekday                | @electricity:\n  - {days: Mon-, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:12 | weekdays | Mon-Fri
unknown month             | @electricity:\n  - {months: Jul-Sept, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:14 | months | Jul-Sep
a month by number         | @electricity:\n  - {months: 7, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:14 | months | Jul-Sep
unknown key of a period   | @electricity:\n  - {hour: 08:00-22:00, price: 1 USD/kWh}\n  - {otherwise: 2 USD/kWh} | 6:6 | unknown key | hours
a period without a price  | @electricity:\n  - {days: Mon-Fri, hours: 08:00-22:00}\n  - {otherwise: 2 USD/kWh} | 6:* | without a price | price
a period that is a word   | @electricity:\n  - night                     | 6:5  | a period is a map     | hours
two prices for the rest   | @electricity: {otherwise: 1 USD/kWh, price: 2 USD/kWh} | 5:* | two prices     | keep one
price of a power          | @electricity: 0.1 USD/kW                     | 5:14 | unit                  | USD/kWh
a negative price          | @electricity: {07:00-23:00: -1 USD/kWh, otherwise: 2 USD/kWh} | 5:* | negative |
a tariff of nothing       | @electricity: {}                             | 5:*  |                       | otherwise
periods without a start   | +own: {price: $900}\npower: 1 kW\nelectricity: {07:00-23:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 4:* | needs a start | start: 2026-07-01 09:00 +08:00
a start without an offset | +start: 2026-07-01 09:00\nown: {price: $900}\npower: 1 kW\nelectricity: {07:00-23:00: 1 USD/kWh, otherwise: 2 USD/kWh} | 5:* | offset | +08:00

# hardware of one's own
own without a price       | +own: {life: 4 years}                        | 2:*  | needs a price         | add price
own and rent              | +own: {price: $900}\nprice: $2/GPU-hour      | 2:*  | rented and owned      | keep
own and a price that moves | +own: {price: $900}\nprice: {path: {0 h: $2/GPU-hour}} | 2:* | rented and owned | keep
a rack above its limit    | +power: 13 kW\nown: {price: $900, rack: {to 5 kW: 90 USD/kW-month, to 10 kW: 120 USD/kW-month, limit: 12 kW}} | 3:* | 13 kW | tier
a peak in writes above it | +power: {node: 2 kW, checkpoint: 13 kW}\nown: {price: $900, rack: {to 5 kW: 90 USD/kW-month, to 10 kW: 120 USD/kW-month, limit: 12 kW}} | 3:* | 13 kW | tier
above the last tier       | +power: 13 kW\nown: {price: $900, rack: {to 5 kW: 90 USD/kW-month, to 10 kW: 120 USD/kW-month}} | 3:* | 13 kW | tier
a rack without power      | +own: {price: $900, rack: 90 USD/kW-month}   | 2:*  | paid by power         | add power
tiers by money            | +power: 3 kW\nown: {price: $900, rack: {to $5: 90 USD/kW-month}} | 3:* |           | W
ports without their price | +own: {price: $900, network: {ports: 64}}    | 2:*  | belong together       | per_port
unknown key of a network  | +own: {price: $900, network: {port: 64}}     | 2:*  | unknown key "port"    | per_port
unknown key of own        | +own: {price: $900, resele: 20%}             | 2:20 | unknown key "resele"  | did you mean "resale"?
worth more than new       | +own: {price: $900, resale: 120%}            | 2:*  | out of range          | 100%
never busy                | +own: {price: $900, busy: 0%}                | 2:*  | 0 has no meaning      |
a life of nothing         | +own: {price: $900, life: 0 h}               | 2:*  | 0 has no meaning      |
a price of nothing        | +own: {price: $0}                            | 2:*  | 0 has no meaning      |
a price by the hour       | +own: $3/hour                                | 2:*  |                       | USD
PUE below 1               | +pue: 0.9                                    | 2:6  | out of range          | 1
watts without a unit      | +power: 560                                  | 2:8  | unit is missing       | W
energy for power          | +power: 560 kWh                              | 2:8  |                       | W

# prices that move
falling times             | +price: {path: {0 h: $1/GPU-hour, 9 h: $2/GPU-hour, 5 h: $2/GPU-hour}} | 2:* | must rise | sort
the same time twice       | +price: {path: {0 h: $1/GPU-hour, 0 h: $2/GPU-hour}} | 2:* |                 |
a free hour               | +price: {path: {0 h: $1/GPU-hour, 9 h: $0/GPU-hour}} | 2:* | 0 has no meaning |
an empty path             | +price: {path: {}}                           | 2:*  | empty                 | 24 h
a path that is a list     | +price: {path: [$1/GPU-hour]}                | 2:*  | price path            | 24 h
prices of two kinds       | +price: {path: {0 h: $1/GPU-hour, 9 h: $9/node-hour}} | 2:* |                |
begins beyond its end     | +price: {path: {0 h: $1/GPU-hour, 9 h: $2/GPU-hour}, from: 20 h} | 2:* | from  |
begins somewhere          | +price: {path: {0 h: $1/GPU-hour, 9 h: $2/GPU-hour}, from: soon} | 2:* | "soon" |
begins at a date          | +price: {path: {0 h: $1/GPU-hour}, from: 2026-07-01} | 2:* | needs a start   | start
unknown key of a path     | +price: {path: {0 h: $1/GPU-hour}, form: random} | 2:* | unknown key "form"  | from
a mean without volatility | +price: {mean: $2/GPU-hour, half_life: 20 days} | 2:* | volatility           | 30%
a mean without half-life  | +price: {mean: $2/GPU-hour, volatility: 30%} | 2:*  | half_life             | 20 days
mean and now differ       | +price: {mean: $2/GPU-hour, now: $9/node-hour, volatility: 30%, half_life: 9 h} | 2:* | different units |
a fixed price that moves  | +price: {mean: $2/GPU-hour, volatility: 0%, half_life: 9 h} | 2:* | 0 has no meaning |

# runs, progress, fallbacks
several runs under way    | +runs: 3\nprogress: {done: 40%}              | 3:*  | not of several        | one run
half a copy               | +concurrent: 2.5                             | 2:13 | whole number          | whole
no runs                   | +runs: 0                                     | 2:7  |                       |
more than all             | +progress: {done: 130%}                      | 2:*  | out of range          | 100%
fallback to nobody        | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {to: b, after: 9 h} | 5:20 | no plan "b" | another plan
fallback to itself        | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {to: a, after: 9 h} | 5:20 | no plan "a" | another plan
fallback never            | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {to: b}\n  - name: b | 5:* | when | after: 24 h
fallback to no word       | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {after: 9 h}\n  - name: b | 5:* | needs a plan | to: on-demand
after no preemption       | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {to: b, after: 0 preemptions}\n  - name: b | 5:* | preemptions | 3 preemptions
after half a preemption   | +plans:\n  - name: a\n    preemption: 9 h\n    fallback: {to: b, after: 1.5 preemptions}\n  - name: b | 5:* | | 
fallback to a free plan   | +plans:\n  - name: a\n    price: $1/GPU-hour\n    fallback: {to: b, after: 9 h}\n  - name: b | 5:* | no price | price
fallback to one's own     | +plans:\n  - name: a\n    price: $1/GPU-hour\n    fallback: {to: b, after: 9 h}\n  - name: b\n    own: {price: $900} | 5:* | no price | price
fallback that moves       | +plans:\n  - name: a\n    price: $1/GPU-hour\n    fallback: {to: b, after: 9 h}\n  - name: b\n    price: {path: {0 h: $2/GPU-hour}} | 7:* | cannot move | one price

# the rest of the money
storage of no size        | +storage: {price: $0.02/GB-month}            | 2:*  | size                  | 980 GB
egress of no size         | +egress: $0.09/GB                            | 2:*  | size                  | 980 GB
late for nothing          | +delay_cost: {per_day: $20, after: deadline} | 2:*  | no deadline           | deadline: 21 days
late without a price      | +delay_cost: {after: 9 h}                    | 2:*  | per_day               | add per_day
labour without a rate     | +labor: {setup: 6 h}                         | 2:*  | needs a rate          | $80/hour
a tax above all           | +tax: 106%                                   | 2:6  | out of range          | 100%
a tax without percent     | +tax: 6                                      | 2:6  |                       | %
negative credits          | +credits: -$50                               | 2:10 | negative              |
rent in yuan by the hour  | +currency: CNY\nprice: 2.2 CNY/hour         | 3:8  | the unit counts CNY/hour | expected a value in CNY/GPU-hour or CNY/node-hour
rent in dollars by the hour | +currency: CNY\nprice: $2/hour             | 3:8  | the unit counts USD/hour | CNY/GPU-hour
yuan by their sign        | +currency: CNY\nqueue: ¥5                   | 3:8  | the unit counts CNY   | h
rent in yuan, bare        | +currency: CNY\nprice: 4.5                  | 3:8  | unit is missing       | write it as "4.5 CNY/GPU-hour"
a budget in euros, bare   | +currency: EUR\nbudget: 900                 | 3:9  | unit is missing       | write it as "900 EUR"
rent in dollars, bare     | +price: 4.5                                  | 2:8  | unit is missing       | write it as "4.5 USD/GPU-hour"
labour in yuan            | +currency: CNY\nlabor: {setup: 6 h}         | 3:*  | needs a rate          | add rate: 80 CNY/hour
a machine in yuan         | +currency: CNY\nown: {busy: 60%}            | 3:*  | needs a price         | add price: 310,000 CNY/node
a mean in yuan            | +currency: CNY\nprice: {mean: 2 CNY/GPU-hour} | 3:* | volatility           | write {mean: 2 CNY/GPU-hour, volatility: 30%, half_life: 20 days}
a tariff in yuan          | +currency: CNY\nelectricity: [{hours: 08:00-22:00, days: Mon-Fri}] | 3:* | without a price | add price: 0.16 CNY/kWh
another currency          | +currency: CNY\nprice: $2/GPU-hour           | 3:8  | currency              | exchange: {USD
a currency without a rate | +currency: CNY\nexchange: {EUR: 8 CNY}\nprice: $2/GPU-hour | 4:8 | currency | exchange: {USD
a rate of nothing         | +currency: CNY\nexchange: {USD: 0 CNY}       | 3:*  | 0 has no meaning      |
a rate of no money        | +currency: CNY\nexchange: {USD: 7.2}         | 3:*  |                       | CNY
a rate upside down        | +currency: CNY\nexchange: {USD: 7.4 to 7.0 CNY} | 3:* | upside down          | lower
no such currency          | +currency: CNY\nexchange: {dollars: 7.2 CNY} | 3:12 | currency              | USD
a rate that is a number   | +currency: CNY\nexchange: 7.2                | 3:11 |                       | exchange: {USD: 7.2 CNY}

# how fast cards are
a table of timings too short | +scaling: amdahl({8 cards: 13.6 min})      | 2:10 | too few timings       | 16 cards
too short for three       | +scaling: usl({8 cards: 13.6 min, 16 cards: 7.9 min}) | 2:10 | too few timings | three
usl of one number         | +scaling: usl(2%)                            | 2:10 | number of arguments   | coherency
a ring without a step     | +scaling: ring(bytes = 14 GB, nvlink = 450 GB/s, network = 50 GB/s) | 2:10 | time of a step | step
a ring of letters         | +scaling: ring(bites = 14 GB, nvlink = 450 GB/s, network = 50 GB/s) | 2:10 | arguments | bytes
half a stage              | +scaling: pipeline(stages = 0, microbatches = 8) | 2:10 |                   |
TABLE

# More periods than there may be.
write_scenario case.yaml "start: 2026-07-01 09:00 +08:00" "own: {price: \$900}" "power: 1 kW" "electricity:"
for hour in $(seq 0 23); do
    printf '  - {hours: %02d:00-%02d:30, price: 1 USD/kWh}\n' "$hour" "$hour" >>case.yaml
done
echo "  - {otherwise: 2 USD/kWh}" >>case.yaml
run check case.yaml
want exits 2
want matches err "^case.yaml:30:[0-9]+: error: too many periods"
verdict "too many periods"
write_scenario case.yaml "price: {path: no-such.csv}"
run check case.yaml
want exits 2
want matches err '^case.yaml:2:[0-9]+: error: .*"no-such.csv": No such file'
verdict "a price path that is not there"

# Price paths in CSV files: the fault stands in the file.
write_scenario case.yaml "start: 2026-07-01 09:00 +08:00" "price: {path: spot.csv, from: random}"
path() {
    printf '%b' "$2" >spot.csv
    run check case.yaml
    want exits 2
    want empty out
    want matches err "^spot.csv:$3: error: "
    want says err "$4"
    verdict "$1"
}
path "times that fall" 'time_h,price\n0,1.2\n9,1.3\n5,1.4\n' '4:[0-9]+' 'must rise'
path "a moment twice" 'time_h,price\n0,1.2\n9,1.3\n9,1.4\n' '4:[0-9]+' 'must rise'
path "a missing price shown as 0" 'time_h,price\n0,1.2\n3600,0\n' '3:[0-9]+' '0 has no meaning'
path "a negative price" 'time_h,price\n0,1.2\n3600,-1\n' '3:[0-9]+' ''
path "an empty price" 'time_h,price\n0,1.2\n3600,\n' '3:[0-9]+' ''
path "a price in words" 'time_h,price\n0,1.2\n3600,dear\n' '3:[0-9]+' 'number'
path "a time in words" 'time_h,price\nnoon,1.2\n' '2:[0-9]+' 'moment'
path "no column of prices" 'time_h,cost\n0,1.2\n' '1:[0-9]+' 'price'
path "no column of times" 'hour,price\n0,1.2\n' '1:[0-9]+' 'time_h'
path "no rows" 'time_h,price\n' '[0-9]+:[0-9]+' ''
printf 'time_h,price\n0,9\n1,10\n2,0.42\n3,4.2\n' >spot.csv
run run -q -n 1000 -f csv case.yaml
want exits 0
verdict "prices of any size"

# Moments count from the start, and the echo stands alone.
printf 'time,price\n2026-07-01T01:00Z,1\n2026-07-01T06:00Z,3\n' >spot.csv
write_scenario case.yaml "start: 2026-07-01 09:00 +08:00" "price: {path: spot.csv, from: 0 h}" "failures: none"
run run -q -n 1000 -f json case.yaml
cp out first.json
want exits 0
cost() { json out "j['plans'][0]['cost']['mean']"; }
[ -z "$python" ] || want near "$(cost)" 20 1e-9
verdict "moments in a price path"
echoed first.json >again.yaml
rm spot.csv
run run -q -n 1000 -f json again.yaml
want exits 0
want same first.json out
verdict "the echo of a price path needs no file"

# A few figures that are printed.
warns() {
    run check case.yaml
    want exits 0
    want says err "$2"
    verdict "$1"
}
write_scenario case.yaml "cards: 1024" "step_time: {8: 28.068 min, 64: 5.235 min}"
sed -i 's/^work.*/work: {steps: 1}/' case.yaml
warns "a speed beyond the table" "outside the measured rows"
write_scenario case.yaml "cards: 16" "scaling: amdahl({8 cards: 13.619 min, 16 cards: 7.930 min})"
run check case.yaml
want exits 0
want matches out "0\.165"
verdict "check prints the share that was fitted"

# What is accepted although it looks odd.
accepted() {
    name=$1
    shift
    write_scenario case.yaml "$@"
    run run -q -n 1000 case.yaml
    want exits 0
    verdict "$name"
}
accepted "rates of exchange that nothing uses" "exchange: {CNY: 0.14 USD, EUR: 1.1 to 1.2 USD}"
accepted "free electricity" "own: {price: \$900}" "power: 1 kW" "electricity: 0 USD/kWh"
accepted "periods for a plan that is rented" "price: \$2/GPU-hour" "electricity: {07:00-23:00: 1 USD/kWh, otherwise: 2 USD/kWh}"
accepted "whole days and names" "start: 2026-07-01 09:00 +08:00" "own: {price: \$900}" "power: 1 kW" "electricity:" \
    "  - {hours: 00:00-24:00, days: Saturday-Sunday, price: 1 USD/kWh}" "  - {days: [Mon, Tue-Thu, fri], price: 2 USD/kWh}"
accepted "a tariff by the clock" "start: 2026-07-01 09:00 +08:00" "own: {price: \$900}" "power: 1 kW" \
    "electricity: {23:00-07:00: 1 USD/kWh, otherwise: 2 USD/kWh}"
accepted "a price that reverts to its mean" "price: {mean: \$2/GPU-hour, volatility: 30%, half_life: 20 days}"

# All kinds of money at once: the same bytes for any number of threads, and again from the scenario that is echoed.
cat >case.yaml <<'YAML'
start: 2026-12-29 22:00 +08:00
deadline: 4 days
budget: 60000 CNY
currency: CNY
exchange: {USD: 7.0 to 7.4 CNY, EUR: 8 CNY}
work: 640 GPU-hours
accelerators: A100:8
queue: lognormal(median = 1 h, sigma = 1)
startup: 5 min to 15 min
measured_on: 1
scaling: amdahl(1% to 3%)
jitter: 1%
more_work: {8: 2%, 64: 5%}
checkpoint: {every: 1 h, write: 1 min to 3 min, size: 90 GB}
failures:
  gpu: {every: 800 h to 3000 h, detect: 1 min to 20 min, labor: 2 h}
  host: {every: 100 h, repair: exponential(2 h)}
defaults:
  storage: {price: 0.02 to 0.05 USD/GB-month, kept: 3}
  egress: $0.09/GB
  tax: 6%
  labor: {rate: ¥300/hour, setup: 6 h, per_incident: 1 h}
  delay_cost: {per_day: 5 to 9 USD, after: deadline}
plans:
  - name: rent
    price: 2 to 3 USD/GPU-hour
    billing: {per: 1 h, minimum: 5 days}
    credits: $500
  - name: spot
    preemption: 20 h
    notice: 2 min
    requeue: exponential(2 h)
    fallback: {to: rent, after: 2 preemptions}
    price: {mean: $2/GPU-hour, volatility: 30%, half_life: 10 days, now: $2.5/GPU-hour}
  - name: path
    price: {path: {0 h: €2/GPU-hour, 50 h: €4/GPU-hour}, from: random}
    bill_queue: yes
  - name: mine
    own: {price: 200K to 300K USD/node, network: {fixed: ¥9000, per_port: 90 to 99 USD, ports: 64}, fitout: ¥200000/node, life: 4 years, resale: {1 year: 60% to 70%, 3 years: 25%}, busy: 35% to 70%, staff: ¥600000/year, finance: 5%/year, rack: {to 5 kW: 900 CNY/kW-month, to 10 kW: 1200 CNY/kW-month, limit: 12 kW}}
    power: {node: {8: 5 kW, 64: 4 kW}, idle: 2 kW, checkpoint: 3 kW, network: 900 W, psu_loss: 3%}
    pue: 1.2 to 1.5
    electricity:
      - {hours: 08:00-22:00, days: Mon-Fri, price: 0.9 to 1.3 CNY/kWh}
      - {otherwise: 0.4 CNY/kWh}
      - {demand: 40 CNY/kW-month}
    runs: 2 to 5
    concurrent: 2
    spread: 6%
  - name: under way
    extends: mine
    runs: none
    concurrent: none
    progress: {done: 40%, elapsed: 2 days, spent: ¥9000}
YAML
run run -q -n 2000 -f json -j 1 case.yaml
cp out first.json
want exits 0
for threads in 2 3; do
    run run -q -n 2000 -f json -j $threads case.yaml
    want same first.json out
done
verdict "all money, on 1, 2 and 3 threads"
echoed first.json >again.yaml
run run -q -n 2000 -f json again.yaml
want exits 0
want same first.json out
verdict "all money, from the scenario that was echoed"
for format in table csv md; do
    run run -q -n 1000 -f $format case.yaml
    want exits 0
    want filled out
done
run trace -q --trial p90 -p mine case.yaml
want exits 0
verdict "all money, in all formats"

# Nothing is free by omission.
if [ -n "$python" ]; then
    write_scenario case.yaml "failures: none" "plans:" "  - name: rent" "    price: \$2/GPU-hour" "    tax: 0%" \
        "  - name: mine" "    own: {price: \$900, network: \$5}" "    power: 1 kW" "    electricity: 0 USD/kWh"
    run run -q -n 1000 -f json case.yaml
    want exits 0
    items="rent round_up unused_minimum queue_rent machine network fitout staff rack electricity demand storage egress tax labor"
    items="$items delay spent credits interest"
    not_priced() { json_is out "all((i in j['plans'][$1]['not_priced']) == (i not in '$2'.split()) for i in '$items'.split())"; }
    want not_priced 0 "rent round_up unused_minimum queue_rent tax"
    want not_priced 1 "machine network electricity"
    verdict "what a plan does not price is listed"
    want json_is out "all(set(p['items']) | set(p['not_priced']) >= set('$items'.split()) for p in j['plans'])"
    want json_is out "all(not set(p['items']) & set(p['not_priced']) for p in j['plans'])"
    want json_is out "j['plans'][0]['items']['tax'] == 0 and j['plans'][1]['items']['electricity'] == 0"
    verdict "an item priced at 0 is present as 0"
else
    skip "what a plan does not price is listed" "no python3"
    skip "an item priced at 0 is present as 0" "no python3"
fi
finish
