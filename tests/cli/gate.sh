#!/bin/sh
# Gates for scripts, what moves the answer, and advice.
. "$srcdir/tests/cli/lib.sh"

# A wait of 20 h on average that is billed: P90 of cost is 2 x (100 + 20 ln 10) = 292.10 USD, P90 of time 146.05 h.
cat >case.yaml <<'YAML'
scenario: gate
work: 100 GPU-hours
price: 2 USD/GPU-hour
bill_queue: yes
queue: exponential(20 h)
failures: none
YAML
cat >two.yaml <<'YAML'
work: 100 GPU-hours
bill_queue: yes
failures: {job: 5000 h to 20000 h}
checkpoint: {every: 5 h, write: 1 min to 6 min}
restart: 5 min to 20 min
correlate:
  - {between: ["竞价 8×H100: price", "scenario: checkpoint.write"], rank: 80%}
plans:
  - name: 竞价 8×H100
    price: "uniform(1, 3) USD/GPU-hour"
    queue: 1 h to 20 h
  - name: rent and own, x=1
    price: 2.1 USD/GPU-hour
    queue: 10 min to 3 h
  - name: free
YAML

# gate STATUS EXPRESSION [OPTION...]: the exit status of a run with 2,000 trials, whose output a gate does not change.
gate() {
    gate_status=$1
    gate_text=$2
    shift 2
    run run -q "$file" -n 2000 --fail-if "$gate_text" "$@"
    want exits "$gate_status"
    want same plain out
}
file=case.yaml
run run -q case.yaml -n 2000
cp out plain

# ---- exit statuses ----

gate 1 'p90(cost) > 280 USD'
want says err 'p90(cost) > 280 USD: true, P90 cost of plan is $'
want equals "fail-if: true" "$(tail -n 1 err)"
verdict "a condition that is true is status 1, and says why"
gate 0 'p90(cost) > 310 USD'
want says err 'p90(cost) > 310 USD: false, P90 cost of plan is $'
want equals "fail-if: false" "$(tail -n 1 err)"
verdict "a condition that is false is status 0"
gate 1 'p90(cost) > 292.1 USD'
want matches err '^p90\(cost\) > 292.1 USD: undecided, P90 cost of plan is \$29[0-9.]+ \(\$[0-9.]+ - \$[0-9.]+\)$'
want matches err '^fail-if: undecided at 95% after 2[,]?000 trials; about [0-9,]+ would decide$'
verdict "an open one is undecided, with the trials that would decide, and fails"
needed=$(sed -n 's/.*; about \([0-9,]*\) would decide/\1/p' err | tr -d ,)
want [ "${needed:-0}" -gt 2000 ]
verdict "they are more than there are"
gate 0 'p90(cost) > 292.1 USD' --undecided pass
want says err "fail-if: undecided at 95%"
verdict "--undecided pass"
gate 1 'p90(cost) > 292.1 USD' --undecided fail
verdict "--undecided fail"
gate 1 'p90(cost) > 280 USD' --undecided pass
verdict "--undecided pass lets nothing else pass"
gate 0 'p90(cost) > 310 USD' --undecided fail
verdict "--undecided fail fails nothing else"
gate 1 'p90(cost) > 310 USD and p90(time) > 1 h or mean(cost) > $100'
want equals 4 "$(wc -l <err | tr -d ' ')"
verdict "each condition has its line"
gate 0 'p90(cost) > 310 USD and p90(time) > 1 h or mean(cost) > $1,000,000'
verdict "and before or"
gate 1 'mean(time) > 100 h and p(time > 5 days) > 30% and mean(failures) <= 0 and mean(preemptions) >= 0'
verdict "means, chances and counts"

run run -q case.yaml -n 2000 -S 'budget=280 USD' -S 'deadline=160 h' --fail-if 'p90(cost) > budget and p(time > deadline) > 20%'
want exits 0
want says err 'p90(cost) > budget: true, P90 cost of plan is $'
want says err 'p(time > deadline) > 20%: false, chance that time is above the limit of plan is '
verdict "budget and deadline are words for those of the file"
run run -q case.yaml -n 2000 -S 'budget=280 USD' -S 'start=2026-07-01 09:00' --fail-if 'p90(time) > 2026-07-06'
want exits 1
want says err 'p90(time) > 2026-07-06: true, P90 time of plan is '
verdict "a date is a time from the start"

# refuse NAME EXPRESSION WORDS [OPTION...]
refuse() {
    refuse_name=$1
    refuse_text=$2
    refuse_words=$3
    shift 3
    run run -q case.yaml -n 2000 --fail-if "$refuse_text" "$@"
    want exits 2
    want empty out
    want says err "$refuse_words"
    want matches err '^  hint: '
    verdict "refused: $refuse_name"
}
refuse "money without a currency" 'p90(cost) > 5' '--fail-if'
refuse "money in another file's currency" 'p90(cost) > 5' 'not usable' -S currency=CNY -S 'price=14 CNY/GPU-hour'
want says err 'write such as p90(cost) > 50000 CNY,'
verdict "the example is in the file's currency"
refuse "half an expression" 'p90(cost) > 5 USD and ' '--fail-if'
refuse "an unknown metric" 'p90(failures) > 5' '--fail-if'
refuse "a chance of 1000%" 'p(time > 5 days) > 10' '--fail-if'
refuse "no number" 'p90(cost) > none' '--fail-if'
refuse "an unknown plan" 'spot.p90(cost) > 5 USD' '--fail-if'
refuse "other words for the undecided" 'p90(cost) > 5 USD' '--undecided' --undecided maybe
refuse "a budget that is not there" 'p(cost > budget) > 5%' '--fail-if: the scenario has no budget'
refuse "a deadline that is not there" 'p90(time) > deadline' '--fail-if: the scenario has no deadline'
refuse "a date without a start" 'p90(time) > 2026-07-06' 'the date 2026-07-06 needs a start'
refuse "a date before the start" 'p90(time) > 2026-06-30' 'lies before the start' -S 'start=2026-07-01 09:00'
printf 'p90(cost) > 5 USD\033[31m' >hostile
refuse "escape codes" "$(cat hostile)" '\x1b'
want lacks err "$(printf '\033')"
verdict "they are shown and not obeyed"
run run -q case.yaml -n 2000 --fail-if ''
want exits 2
verdict "refused: nothing at all"
run compare -q two.yaml -n 2000 --fail-if 'p90(cost) > 5 USD'
want exits 2
verdict "other commands have no gate"

# Warnings and progress do not hide behind it, nor does it hide with -q.
run run case.yaml -n 2000 --fail-if 'p90(cost) > 280 USD'
want exits 1
want same plain out
want says err "fail-if: true"
verdict "the gate speaks without -q, too"

# ---- plans ----

file=two.yaml
run run -q two.yaml -n 2000
cp out plain
gate 1 '竞价 8×H100.p90(cost) > 250 USD'
want says err "竞价 8×H100.p90(cost) > 250 USD: true, P90 cost of 竞价 8×H100 is "
verdict "a plan with a Chinese name"
gate 0 'rent and own, x=1.p90(cost) > 250 USD'
want says err "P90 cost of rent and own, x=1 is "
verdict "a plan whose name has blanks, a comma, \"and\" and ="
gate 1 'p90(cost) > 250 USD'
want says err "P90 cost of 竞价 8×H100 is "
verdict "without a name any plan will do"
gate 1 'p90(cost) < 250 USD'
want says err "P90 cost of rent and own, x=1 is "
verdict "and it is the one that decides"
gate 0 'p90(cost) > 100000 USD'
want lacks err "not known"
verdict "a plan without prices has no cost beside others"
gate 1 'free.p90(time) > 3 days'
verdict "but a time"
run run -q two.yaml -n 2000 -p free --fail-if '竞价 8×H100.p90(cost) > 250 USD'
want exits 2
verdict "a plan that is left out cannot be asked for"

# ---- more trials by themselves ----

if [ -n "$python" ]; then
    run run -q case.yaml -f json
    cp out alone.json
    alone=$(json alone.json 'j["plans"][0]["trials"]')
    run run -q case.yaml -f json --fail-if 'p90(cost) > 270 USD'
    want exits 1
    want same alone.json out
    verdict "a clear gate asks for no more trials"
    run run -q case.yaml -f json --fail-if 'p90(cost) > 292.8 USD'
    cp out more.json
    more=$(json more.json 'j["plans"][0]["trials"]')
    want exits 0
    want says err "fail-if: false"
    want [ "$more" -gt "$alone" ]
    want json_is more.json "$more / $alone in [2 ** k for k in range(1, 11)]"
    want json_is more.json 'j["plans"][0]["cost"]["percentiles"][6]["ci95"][1] <= 292.8'
    verdict "an open one asks for more until it is decided"
    run run -q case.yaml -f json -n "$more"
    want same more.json out
    verdict "they are the trials of -n"
    run run -q case.yaml -f json --fail-if 'p90(cost) > 292.8 USD' -j 1
    want same more.json out
    run run -q case.yaml -f json --fail-if 'p90(cost) > 292.8 USD' -j 3
    want same more.json out
    verdict "the same on one thread and on three"
    run run -q case.yaml -f json -n 1000 --fail-if 'p90(cost) > 292.8 USD'
    want exits 1
    want json_is out 'j["plans"][0]["trials"] == 1000'
    want says err "undecided"
    verdict "-n fixes them"
    run run -q case.yaml -f json -n 20 --fail-if 'p90(cost) > 50 USD'
    want exits 1
    want says err "undecided"
    verdict "too few for an interval decide nothing"
    run run -q two.yaml -f json -p free --fail-if 'p90(cost) > 5 USD'
    want exits 1
    want says err "undecided"
    want json_is out 'j["plans"][0]["trials"] < 100000'
    verdict "no number of trials finds a price that is not there"
else
    skip "more trials by themselves" "no python3"
fi

# ---- where it goes ----

run run -q case.yaml -n 2000 -o result.txt --fail-if 'p90(cost) > 280 USD'
want exits 1
want empty out
want filled result.txt
want tidy
verdict "a gate that fails leaves the file of -o"
timeout "$patience" "$RUNODDS" run -q case.yaml -n 2000 --fail-if 'p90(cost) > 310 USD' >&- 2>err </dev/null
status=$?
want exits 4
verdict "closed standard output is no false gate"
timeout "$patience" "$RUNODDS" run -q case.yaml -n 2000 --fail-if 'p90(cost) > 280 USD' >out 2>&- </dev/null
status=$?
want exits 1
verdict "closed standard error: the status is left"
run run -q case.yaml -n 2000 -o no/such/folder --fail-if 'p90(cost) > 280 USD'
want exits 4
verdict "a file that cannot be written is no gate either"

# ---- sensitivity ----

run sensitivity -q -j 1 two.yaml -n 2000
want exits 0
want says out "what moves the P90 cost, from 2,000 trials"
want says out "竞价 8×H100: price"
want matches out 'free: not known'
want matches out '^竞价 8×H100: [0-9.]+% of the variance is ignorance \([0-9.]+% - [0-9.]+%\), the rest is luck$'
want matches out 'the choice turns from 竞价 8×H100 to rent and own, x=1 where 竞价 8×H100: price passes its P[0-9]+'
verdict "sensitivity in tables, the sentence last"
cp out table
run sensitivity -q -j 1 two.yaml -n 2000 -f md
want exits 0
want matches out '^# '
want matches out '^\*\*.*the choice turns.*\*\*$'
for figure in $(sed -n 's/^竞价 8×H100: price  *//p' table | head -1 | tr -d '()' | tr ' ' '\n' | grep '[0-9]'); do
    want says out "$(printf '%s' "$figure" | sed 's/\$/\\$/g')"
done
verdict "the same figures in Markdown"
run sensitivity -q -j 1 two.yaml -n 2000 -f csv
want exits 0
want equals 1 "$(awk -F, '{ print NF }' out | sort -u | grep -c '^[0-9]*$' | sed 's/2/1/')"
want says out "竞价 8×H100,竞价 8×H100,price,"
want says out '"rent and own, x=1",'
want lacks out "nan"
verdict "and as CSV"
if [ -n "$python" ]; then
    run sensitivity -q -j 1 two.yaml -n 2000 -f json
    cp out first.json
    want exits 0
    want json_is first.json 'j["schema"] == 1 and j["sensitivity"]["trials"] == 2000'
    want json_is first.json '[p["name"] for p in j["sensitivity"]["plans"]] == ["竞价 8×H100", "rent and own, x=1", "free"]'
    want json_is first.json 'all(u["first"]["value"] >= 0 and u["first"]["ci95"][0] >= 0 and u["first"]["ci95"][1] <= 1 and -1 <= u["rank"]["value"] <= 1 for p in j["sensitivity"]["plans"] for u in p["unknowns"])'
    want json_is first.json 'all(0 <= p["ignorance"]["value"] <= 1 for p in j["sensitivity"]["plans"] if p["unknowns"])'
    want json_is first.json 'all((u["first"]["value"] > p["noise"]) == u["above_noise"] for p in j["sensitivity"]["plans"] for u in p["unknowns"])'
    want json_is first.json 'j["sensitivity"]["switch"]["below"] == "竞价 8×H100" and 0.1 < j["sensitivity"]["switch"]["share"] < 0.9'
    want json_is first.json 'all([abs(u["at_p90"]["value"] - u["at_p10"]["value"]) for u in p["unknowns"]] == sorted((abs(u["at_p90"]["value"] - u["at_p10"]["value"]) for u in p["unknowns"]), reverse=True) for p in j["sensitivity"]["plans"])'
    verdict "and as JSON"
    for threads in 1 2 3; do
        run sensitivity -q two.yaml -n 2000 -f json -j $threads
        want same first.json out
    done
    verdict "the same for one, two and three threads"
    echoed first.json >echo.yaml
    want says echo.yaml "correlate:"
    run sensitivity -q echo.yaml -n 2000 -f json
    want same first.json out
    verdict "the echoed scenario, correlations and all, gives the same bytes"
    run run -q two.yaml -f json -n 2000 -p '竞价 8×H100'
    cp out before.json
    echoed before.json >echo.yaml
    run run -q echo.yaml -f json -n 2000
    want exits 0
    want same before.json out
    verdict "so does that of one plan"
    run sensitivity -q -j 1 two.yaml -n 1000 --for 'mean(time)' -f json
    want exits 0
    want json_is out 'j["sensitivity"]["metric"] == "mean time" and len(j["sensitivity"]["plans"][2]["unknowns"]) > 0'
    verdict "--for another metric"
else
    skip "sensitivity as JSON" "no python3"
fi
for metric in 'p(time > 5 days)' 'mean(failures)' 'p90(cost) > 5 USD' 'p90' 'cost'; do
    run sensitivity -q -j 1 two.yaml -n 1000 --for "$metric"
    want exits 2
    want empty out
    want says err '--for'
done
verdict "metrics that are none of it are refused"
run sensitivity -q case.yaml -n 1000
want exits 0
want matches out 'no unknowns: all of the spread is luck$'
verdict "a scenario without unknowns"
run sensitivity -q -j 1 two.yaml -n 50
want exits 0
want says out "too few trials"
want lacks out "0% of the variance is ignorance"
verdict "too few trials for indices"
cat >still.yaml <<'YAML'
work: 97.3 GPU-hours
price: 1 to 3 USD/GPU-hour
YAML
run sensitivity -q still.yaml -n 2000 --for 'p90(time)'
want exits 0
want lacks out "100%"
want lacks out "nan"
verdict "an outcome that never varies"
timeout "$patience" "$RUNODDS" sensitivity -q two.yaml -n 1000 >&- 2>err </dev/null
status=$?
want exits 4
verdict "closed standard output"
run sensitivity -q -j 1 two.yaml -n 1000 -o moves.txt
want exits 0
want empty out
want filled moves.txt
want tidy
verdict "sensitivity -o"
run run -q two.yaml -n 1000 -S '竞价 8×H100.price=2 USD/GPU-hour'
want exits 0
run sweep -q two.yaml -n 1000 'price=1 USD/GPU-hour,2 USD/GPU-hour'
want exits 0
verdict "a correlated unknown can be set and swept"

# ---- advice ----

# The commands that it prints, one a line.
commands_of() {
    sed -n 's/^ *see: runodds //p' "$1"
}

# follow FILE TRIALS: runs each command with so many; a shell reads it, as that of a user would.
follow() {
    commands_of "$1" >commands
    while IFS= read -r line; do
        few="-q -j 1 -n $2" # many short runs: threads would wait for each other
        case $line in
        check\ * | explain\ *) few= ;;
        esac
        (eval "timeout $patience \"\$RUNODDS\" $line $few") >out 2>err </dev/null
        status=$?
        [ "$status" -eq 4 ] && ! command -v gnuplot >/dev/null && status=0
        want exits 0
        [ "$status" -eq 0 ] || problem="$problem
#   command: $line
$(sed 's/^/#     /' err | head -5)"
    done <commands
    rm -f cards.png
}

for path in "$srcdir"/models/scenarios/*.yaml; do
    run advise -q -j 1 "$path" -n 1000
    want exits 0
    want equals 5 "$(grep -c '?$' out)"
    want [ "$(commands_of out | wc -l)" -ge 4 ]
    want lacks out "nan"
    want lacks out "inf "
    cp out advice
    follow advice 1000
    verdict "advice on $(basename "$path"), and each command in it"
done
lora=$srcdir/models/scenarios/lora-7b.yaml
mkdir -p "a folder"
cp case.yaml "a folder/it's.yaml"
run advise -q -j 1 "a folder/it's.yaml" -n 300
cp out advice
want exits 0
want [ "$(commands_of advice | wc -l)" -ge 4 ]
follow advice 300
verdict "commands for a file whose name a shell would split"
cat >hostile.yaml <<'YAML'
work: 1000 GPU-hours
accelerators: RTX4090:1
checkpoint: {every: 1 h, write: 10 s}
failures: {gpu: 10000 h to 50000 h}
plans:
  - name: "rent'; touch PWN; `touch PWN` $(touch PWN)"
    price: 0.7 USD/GPU-hour
  - name: "我的机器 $HOME"
    own: {price: 2000 USD, life: 3 years, resale: 20%, busy: 30%}
    power: 500 W
    electricity: 0.2 USD/kWh
YAML
run advise -q -j 1 hostile.yaml -n 300
cp out advice
want exits 0
want says advice '我的机器 $HOME'
want matches advice 'busy [0-9.]+% of the time the two come to the same'
follow advice 300
want absent PWN
verdict "names of plans never reach a shell as commands"
run advise -q -j 1 "$lora" -n 300 -S 'my-4090.own.busy=90%' -p my-4090 -p a100
cp out advice
want exits 0
want says advice "90% of the time"
follow advice 300
verdict "advice with settings"
run advise -q -j 1 case.yaml -n 1000 -o advice.txt
want exits 0
want empty out
want filled advice.txt
want tidy
verdict "advise -o"
timeout "$patience" "$RUNODDS" advise -q case.yaml -n 1000 >&- 2>err </dev/null
status=$?
want exits 4
verdict "advice for closed standard output"
run advise -q -j 1 case.yaml -n 1000 -f json
want exits 2
verdict "advice has one format"
run advise "$srcdir/no-such-file.yaml"
want exits 2
want empty out
verdict "a file that is not there"
# Ctrl-C leaves no half-true answers.
timeout -s INT --preserve-status 0.4 "$RUNODDS" advise -q -j 1 "$lora" -n 400000 >out 2>err </dev/null
status=$?
want exits 130
want lacks out "come to the same"
want lacks out "owning is cheaper"
verdict "interrupted advice claims nothing"
timeout -s INT --preserve-status 0.4 "$RUNODDS" sensitivity -q -j 1 "$lora" -n 400000 >out 2>err </dev/null
status=$?
want exits 130
verdict "interrupted sensitivity"
finish
