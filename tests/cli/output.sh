#!/bin/sh
# Where results go: full disks, closed pipes, files, folders, threads and processors.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

cat >case.yaml <<'YAML'
work: 100 GPU-hours
price: $2/GPU-hour
queue: 5 min to 2 h
failures: {gpu: 40 h to 200 h}
checkpoint: {every: 1 h, write: 1 min}
YAML

# ---- full disks ----

if [ -c /dev/full ]; then
    for command in "run -n 1000 case.yaml" "run -n 1000 -f json case.yaml" "run -n 1000 -f csv case.yaml" \
        "run -n 1000 -f md case.yaml" "check case.yaml" "trace case.yaml" "explain" "init" "help" "--help" "--version" \
        "run --help" "--completion"; do
        # shellcheck disable=SC2086
        timeout "$patience" "$RUNODDS" $command >/dev/full 2>err </dev/null
        status=$?
        : >out
        want exits 4
        want says err "error: cannot write standard output: "
        verdict "$command on a full disk"
    done
    run run -q -n 1000 -o /dev/full case.yaml
    want exits 4
    want says err "/dev/full"
    want says err "No space left"
    verdict "-o on a full disk"
    run run -q -n 1000 case.yaml --samples /dev/full
    want exits 2
    want says err "/dev/full"
    verdict "samples to a name of no kind"
else
    skip "full disks" "no /dev/full here"
fi
run run -q -n 1000 -o /dev/null case.yaml
want exits 0
want empty out
want equals yes "$([ -c /dev/null ] && echo yes)"
verdict "-o /dev/null writes there and leaves it in place"

# ---- closed and broken pipes ----

timeout "$patience" "$RUNODDS" run -n 1000 case.yaml >&- 2>err </dev/null
status=$?
: >out
want exits 4
want says err "error: "
verdict "closed standard output"
timeout "$patience" "$RUNODDS" run -n 1000 -o result.txt case.yaml >&- 2>err </dev/null
status=$?
want exits 0
want filled result.txt
verdict "which does not matter with -o"
timeout "$patience" "$RUNODDS" run -n 1000 case.yaml >out 2>&- </dev/null
status=$?
: >err
want exits 0
want filled out
verdict "closed standard error"
timeout "$patience" "$RUNODDS" run -n 1000 -o result.txt case.yaml >&- 2>&- <&-
status=$?
want exits 0
want lacks result.txt warning
verdict "everything closed: no message in the result"
timeout "$patience" "$RUNODDS" run -n 1000 - <&- >out 2>err
status=$?
want exits 2
want empty out
verdict "closed standard input"
if [ "$(sh -c 'kill -PIPE $$; echo ignored' 2>/dev/null)" = ignored ]; then
    skip "a reader that goes away" "broken pipes are ignored here"
else
    for format in json csv table; do
        {
            timeout "$patience" "$RUNODDS" run -q -n 1000 -f $format case.yaml 2>err </dev/null
            echo $? >code
        } | head -1 >out
        status=$(cat code)
        [ "$status" -eq 141 ] && status=0
        want exits 0
        want empty err
        want equals 1 "$(wc -l <out | tr -d ' ')"
        verdict "| head -1 after $format"
    done
fi

# ---- files ----

run run -q -n 1000 case.yaml
cp out table.txt
run run -q -n 1000 case.yaml -o new.txt
want exits 0
want empty out
want same table.txt new.txt
want tidy
verdict "-o writes what standard output would have"
echo "the old one" >new.txt
chmod 640 new.txt
run run -q -n 1000 case.yaml -o new.txt
want exits 0
want same table.txt new.txt
verdict "-o replaces"
run run -q -n 1000 case.yaml -o -
want same table.txt out
verdict "-o - is standard output"
(umask 027 && exec "$RUNODDS" run -q -n 10 -o masked.txt case.yaml) >out 2>err
status=$?
want exits 0
want equals -rw-r----- "$(ls -l masked.txt | cut -c1-10)"
verdict "the mask counts"
mkdir folder
run run -q -n 1000 case.yaml -o folder
want exits 4
want empty out
want says err "folder"
verdict "-o to a folder"
run run -q -n 1000 case.yaml -o none/such.txt
want exits 4
want says err "none/such.txt"
want absent none
verdict "-o into a folder that is not there"
run run -q -n 1000 case.yaml -o ""
want exits 2
want empty out
want says err "error: "
verdict "-o to nothing"
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod 555 locked
    run run -q -n 1000 case.yaml -o locked/new.txt
    want exits 4
    want says err "locked/new.txt"
    verdict "-o into a folder that cannot be written"
else
    skip "-o into a folder that cannot be written" "root can"
fi
echo keep >target.txt
ln -s target.txt link.txt
run run -q -n 10 case.yaml -o link.txt
want exits 0
want filled link.txt
verdict "-o to a link"
for name in -dash.txt "a b.txt" '|touch PWN' '$(touch PWN)' '`touch PWN`'; do
    run run -q -n 1000 case.yaml -o "$name"
    want exits 0
    want same table.txt "./$name"
    want absent PWN
    verdict "-o to a file named $name"
done

# ---- samples ----

run run -q -n 500 case.yaml --samples trials.csv -f csv
want exits 0
want equals 501 "$(wc -l <trials.csv | tr -d ' ')"
want equals trial,plan,time_h,cost "$(sed -n 1p trials.csv)"
want equals 0 "$(sed -n 2p trials.csv | cut -d, -f1)"
want equals 499 "$(tail -n 1 trials.csv | cut -d, -f1)"
want tidy
verdict "samples as CSV"
want near "$(awk -F, 'NR > 1 { s += $4 } END { printf "%.17g", s / 500 }' trials.csv)" "$(value out plan cost_mean)" 1e-9
verdict "their mean is that of the result"
run run -q -n 500 case.yaml --samples trials.npy
want exits 0
want equals $((128 + 500 * 16)) "$(wc -c <trials.npy | tr -d ' ')"
verdict "samples as an array: header and 500 pairs of eight bytes"
if [ -n "$python" ]; then
    cat >read.py <<'PY'
import struct
b = open("trials.npy", "rb").read()
assert b[:8] == b"\x93NUMPY\x01\x00"
(n,) = struct.unpack("<H", b[8:10])
head = eval(b[10:10 + n])
assert head == {"descr": "<f8", "fortran_order": False, "shape": (1, 500, 2)} and (10 + n) % 64 == 0
pairs = struct.unpack("<1000d", b[10 + n:])
rows = [r.split(",") for r in open("trials.csv").read().split()[1:]]
assert list(pairs) == [float(x) for r in rows for x in r[2:]]
PY
    "$python" read.py >out 2>err
    status=$?
    want exits 0
    verdict "the array holds the very numbers of the CSV"
else
    skip "the array holds the very numbers of the CSV" "no python3 here"
fi
run run -q -n 100 case.yaml --samples none/trials.csv
want exits 4
want says err "none/trials.csv"
verdict "samples into a folder that is not there"
for place in "-o nowhere/x.json" --samples=nowhere/x.csv; do
    # shellcheck disable=SC2086
    run run missing.yaml $place
    want exits 4
    want says err 'cannot write "nowhere/x'
    want lacks err 'missing.yaml'
done
verdict "where results go is looked at before the work"
mkdir trap.csv
run run -q -n 100 case.yaml --samples trap.csv
want exits 4
want says err "trap.csv"
verdict "samples to a folder"

# ---- threads ----

run run -q -n 1000 -f json case.yaml
cp out one.json
for threads in 100000 abc "" 0 -1 1.5 99999999999999999999 "2,2"; do
    OMP_NUM_THREADS=$threads timeout "$patience" "$RUNODDS" run -q -n 1000 -f json case.yaml >out 2>err </dev/null
    status=$?
    want exits 0
    want same one.json out
    verdict "OMP_NUM_THREADS=\"$threads\""
done
if command -v taskset >/dev/null 2>&1 && taskset -c 0 true 2>/dev/null; then
    timeout "$patience" taskset -c 0 "$RUNODDS" run -v -n 1000 -f json case.yaml >out 2>err </dev/null
    status=$?
    want exits 0
    want same one.json out
    want matches err 'on 1 thread'
    verdict "bound to one processor it starts one thread"
else
    skip "bound to one processor it starts one thread" "no taskset here"
fi
OMP_NUM_THREADS=1 timeout "$patience" "$RUNODDS" run -v -n 1000 case.yaml >out 2>err </dev/null
status=$?
want exits 0
want matches err 'on 1 thread'
verdict "OMP_NUM_THREADS counts"
run run -q -j 256 -n 3000 case.yaml -f csv
want exits 0
verdict "256 threads"

# ---- talk ----

run run -n 1000 case.yaml
want lacks out "$(printf '\033')"
want lacks err "$(printf '\033')"
verdict "no colour away from a terminal"
want lacks err "$(printf '\r')"
verdict "no progress either"
run run -n 1000 case.yaml -v
want says err "trials"
want says err "thread"
verdict "-v says what was done"
printf 'work: 10 GPU-hours\nfailures: {gpu: 500 h}\n' >point.yaml
run run -n 1000 point.yaml
want says err "warning: "
cp out loud
run run -q -n 1000 point.yaml
want empty err
want same loud out
verdict "-q silences warnings, and nothing else"
run run -q point.yaml -S queue=5xyz
want exits 2
want says err "error: "
verdict "-q silences no error"
run run -q -n 1000 -f md case.yaml
want exits 0
want matches out '^\| plan '
verdict "Markdown has tables"

# ---- what an ending says ----

printf 'work: 100 GPU-hours\nprice: $2/GPU-hour\nfailures: {gpu: 40 h to 200 h}\ncheckpoint: {every: 1 h, write: 1 min}\nplans: [{name: a}, {name: b, price: $3/GPU-hour}]\n' >two.yaml
# ends COMMAND WORD...: each ending is the format of its name, unless -f says another.
ends() {
    for format in json csv md; do
        upper=$(printf %s "$format" | tr '[:lower:]' '[:upper:]')
        run "$@" -f "$format"
        cp out wanted.txt
        rm -f result.*
        run "$@" -o "result.$format"
        want exits 0
        want empty out
        want same wanted.txt "result.$format"
        run "$@" -o "./result.$upper"
        want same wanted.txt "result.$upper"
        run "$@" -f "$format" -o result.txt
        want same wanted.txt result.txt
    done
    run "$@"
    cp out wanted.txt
    want differ wanted.txt result.md
    for name in result.txt result json json.html result.yaml; do
        run "$@" -o "$name"
        want exits 0
        want same wanted.txt "$name"
    done
    run "$@" -f table -o result.json
    want same wanted.txt result.json
    verdict "the ending of -o says what $1 writes"
}
ends run -q -n 300 two.yaml
ends run -q -n 300 two.yaml case.yaml
ends compare -q -n 300 two.yaml
ends tune -q -n 300 case.yaml
ends sweep -q -n 300 case.yaml queue=1h,2h
ends sensitivity -q -n 300 case.yaml
ends breakeven -q -n 300 two.yaml a.price --between a,b
ends trace -q case.yaml
run run -q -n 300 two.yaml -o old.json
run run -q -n 300 two.yaml -S queue=1h -o new.json
ends compare old.json new.json
run check case.yaml
cp out wanted.txt
run check case.yaml -o result.json
want same wanted.txt result.json
verdict "a command without -f writes what it has"
run run -q -n 300 case.yaml --plot=term -o -
want exits 0
want says out "The odds"
verdict "standard output has no ending"
finish
