#!/bin/sh
# Faults of single values: numbers, units, ranges, laws and words, each with its place and what would be right.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

refuse_table <<'TABLE'
# units and dimensions
unknown unit              | +queue: 5 minz                               | 2:10 | unknown unit "minz"   | did you mean "min"?
unit like nothing         | +queue: 5 parsecs                            | 2:10 | unknown unit "parsecs" | min
no unit                   | +queue: 5                                    | 2:8  | unit is missing       | h
minutes or months         | +queue: 5 m                                  | 2:10 | minutes or months     | write min or months
bytes for a time          | +queue: 5 GB                                 | 2:8  | GB                    | h
money for a time          | +queue: $5                                   | 2:8  | counts USD              | h
money for a rent          | +price: $5                                   | 2:8  | counts USD              | USD/GPU-hour
time for money            | +budget: 5 h                                 | 2:9  | h                     | USD
another currency          | +budget: 5 EUR                               | 2:9  | currency              | USD
yen or yuan               | +budget: ¥500                                | 2:9  | currency              | USD
currency of the rent      | +price: 3 EUR/GPU-hour                       | 2:8  | currency              | USD
no such currency          | +currency: dollars                           | 2:11 | "dollars"             | USD
bandwidth without a time  | +checkpoint: {every: 1 h, size: 9 GB, bandwidth: 3 GB} | 2:49 | GB          | GB/s
rate per nothing          | +failures: {gpu: {rate: 4 per 1000}}         | 2:*  | unit                  | h

# numbers
not a number              | +queue: nan                                  | 2:8  | "nan"                 | number
not a number of hours     | +queue: nan h                                | 2:8  | "nan"                 | number
infinity                  | +queue: inf h                                | 2:8  | "inf"                 | number
minus infinity            | +queue: -inf h                               | 2:8  | "-inf"                | number
too large                 | +queue: 1e999 h                              | 2:8  | "1e999"               | number
hexadecimal               | +queue: 0x10 h                               | 2:8  | "0x10"                | number
letters behind a number   | +queue: 5xyz                                 | 2:8  | "5xyz"                | number
nothing in quotes         | +startup: ''                                 | 2:*  | missing               | none
two numbers               | +queue: "1 2"                                | 2:11 | unexpected text "2"   | one value
two quantities            | +queue: 1 h 20 min                           | 2:*  | unexpected text       | one value
decimal comma             | +queue: 1,5 h                                | 2:8  | comma                 | 1.5
thousands in twos         | +budget: $8,00                               | 2:9  | comma                 | 50,000
thousands inside a law    | +queue: uniform(50,000 s, 60,000 s)          | 2:16 | comma                 | 50K
a word for a number       | +queue: soon                                 | 2:8  | "soon"                | number
half a range              | +queue: to 5 min                             | 2:8  | "to"                  | either side
the other half            | +queue: 5 min to                             | 2:*  | "to"                  | "a to b"

# signs and zeros
negative wait             | +queue: -5 min                               | 2:8  | negative              |
negative money            | +budget: -$5                                 | 2:9  | negative              |
zero between preemptions  | +preemption: 0 h                             | 2:13 | 0 has no meaning      | none
zero between failures     | +failures: {gpu: 0 h}                        | 2:17 | 0 has no meaning      | none
zero rate                 | +failures: {gpu: {rate: 0 per hour}}         | 2:*  | 0 has no meaning      | none
zero interval             | +checkpoint: {every: 0 min}                  | 2:21 | 0 has no meaning      | none
zero price                | +price: $0/GPU-hour                          | 2:8  | 0 has no meaning      | none
zero work                 | work: 0 GPU-hours                            | 1:7  | 0 has no meaning      |
no cards                  | +cards: 0                                    | 2:8  | 0 has no meaning      | 1
half a card               | +cards: 2.5                                  | 2:8  | whole                 |
half a node               | +num_nodes: 1.5                              | 2:12 | whole                 |
no cards in a node        | +accelerators: H100:0                        | 2:15 | "H100:0"              | H100:8
share above all           | +gang: 130%                                  | 2:7  | out of range          | 100%
stall above all           | +checkpoint: {every: 1 h, write: 1 min, stall: 101%} | 2:*  | out of range  | 100%

# ranges and laws
range from zero           | +queue: 0 to 5 min                           | 2:8  | begins at 0           | 2 min to 2 h
zero with a unit          | +queue: 0 h to 5 h                           | 2:8  | begins at 0           | uniform
range from below zero     | +queue: -1 h to 5 h                          | 2:8  | begins at 0           | uniform
range upside down         | +queue: 5 min to 1 min                       | 2:8  | upside down           | lower end first
range of one point        | +queue: 5 min to 5 min                       | 2:8  | upside down           | lower
upside down by units      | +queue: 5 min to 1 s                         | 2:8  | upside down           | lower
share to above all        | +gang: 50% to 120%                           | 2:7  | out of range          | 100%
a range for a constant    | +budget: $5 to $9                            | 2:9  | cannot be uncertain   | one plain number
unknown law               | +queue: lognorml(p10 = 5 min, p90 = 9 min)   | 2:8  | unknown law "lognorml" | did you mean "lognormal"?
unknown argument          | +queue: lognormal(p10 = 5 min, sgma = 1)     | 2:*  | "sgma"                | did you mean "sigma"?
too few arguments         | +queue: lognormal(p10 = 5 min)               | 2:8  | lognormal             | percentiles
too many arguments        | +queue: uniform(1 h, 2 h, 3 h)               | 2:8  |                       | uniform(min, max)
falling percentiles       | +queue: lognormal(p10 = 5 min, p90 = 2 min)  | 2:8  | rise                  | percentiles
the same argument twice   | +queue: lognormal(p10 = 5 min, p10 = 6 min)  | 2:*  | twice                 |
open parenthesis          | +queue: lognormal(p10 = 5 min, p90 = 9 min   | 2:17 | parenthesis           | close
text behind a law         | +queue: uniform(1 h, 2 h) or so              | 2:*  |                       |
a law below zero          | +queue: normal(5 min, 20 min)                | 2:8  | below 0               | lognormal
no sigma at all           | +queue: lognormal(median = 1 h, sigma = 0)   | 2:8  | lognormal             |
negative shape            | +preemption: weibull(shape = -1, mean = 5 h) | 2:*  | weibull               |
uniform upside down       | +queue: uniform(3 h, 2 h)                    | 2:8  | uniform               |

# words
unknown unit of a cause   | +failures: {fan: {unit: rack, every: 9 h}}   | 2:24 | unknown word "rack"   | card, node, switch, job
a cause without a unit    | +failures: {fan: 5000 h}                     | 2:17 | does not say what fails | unit: card, node, switch or job
unknown renewal           | +failures: {gpu: {every: 9 h, renew: minimum}} | 2:37 | "minimum"           | minimal
unknown capacity          | +capacity: ondemand                          | 2:11 | "ondemand"            | on-demand
yes or no                 | +bill_queue: maybe                           | 2:13 | "maybe"               | yes
billing hourly            | +billing: hourly                             | 2:10 | unknown billing unit "hourly" | write billing: {per: 1 h}
billing per day           | +billing: per day                            | 2:10 | unknown billing unit "day" | write billing: {per: 1 day}
millions in small letters | work: {tokens: 120m, parameters: 7 B}        | 1:16 | a small m             | write 120 M for millions
millions behind a blank   | +budget: 1.5 m USD                           | 2:9  | a small m             | write 1.5 M for millions
a work of m               | work: 5 m                                    | 1:9  | minutes or months     | min or months
millions of yuan          | +currency: CNY\nbudget: 1.5 million CNY      | 3:13 | unknown unit "million" | did you mean "1.5M CNY"
a billion tokens          | work: {tokens: 2 billion, parameters: 7 B}   | 1:18 | unknown unit "billion" | did you mean "2B"
a zone by name            | +start: 2026-07-01 09:00 CST                 | 2:8  | not known here: "CST" | write an offset such as +08:00, as in "2026-07-01 09:00 +08:00"
universal time by name    | +start: 2026-07-01 09:00 UTC                 | 2:8  | not known here: "UTC" | as in "2026-07-01 09:00 +00:00"
a zone of a deadline      | +start: 2026-07-01\ndeadline: 2026-07-09 18:00 EST | 3:11 | not known here: "EST" | as in "2026-07-09 18:00 +08:00"
unknown billing           | +billing: per fortnight                      | 2:10 | fortnight             | per hour
unknown method            | work: {tokens: 5 B, parameters: 8 B, efficiency: 40%, method: lore} | 1:63 | "lore" | lora
seed below zero           | +seed: -1                                    | 2:7  | "-1"                  | 18446744073709551615
half a seed               | +seed: 1.5                                   | 2:7  | "1.5"                 | whole number
seed too large            | +seed: 18446744073709551616                  | 2:7  | "18446744073709551616" | 18446744073709551615
seed in words             | +seed: lucky                                 | 2:7  | "lucky"               | whole number
start in words            | +start: yesterday                            | 2:8  | "yesterday"           | 2026-07-01 09:00 +08:00
no such day               | +start: 2026-02-30 09:00 +08:00              | 2:8  | "2026-02-30           | 2026-07-01
unknown scaling           | +scaling: amdal(5%)                          | 2:10 | amdal                 | amdahl
TABLE

# What must be read although it looks odd.
accepted() {
    write_scenario case.yaml "$2"
    run check case.yaml
    want exits 0
    verdict "$1"
}
accepted "the largest seed" "seed: 18446744073709551615"
accepted "the smallest seed" "seed: 0"
accepted "thousands commas in a block value" "budget: \$8,000,000.50"
accepted "a multiplier" "budget: 1.5 M USD"
accepted "money named twice" "price: \$2 to \$3/GPU-hour"
accepted "hours in words" "queue: 5 mins"
accepted "a wait of zero" "queue: 0 h"
accepted "no notice" "notice: 0 s"
accepted "a wait switched off" "queue: none"
accepted "exponents" "queue: 5e-1 h"
finish
