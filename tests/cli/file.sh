#!/bin/sh
# Files that are no scenario, or that somebody made to do harm: refused at once, with nothing on standard output.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

# refuses NAME FILE WORDS: both commands that read a scenario, within seconds.
refuses() {
    for command in check run; do
        timeout 5 "$RUNODDS" $command "$2" >out 2>err </dev/null
        status=$?
        want exits 2
        want empty out
        want matches err 'error: '
        want says err "$3"
        want equals yes "$([ "$(wc -c <err)" -lt 2000 ] && echo yes)"
    done
    verdict "$1"
}

refuses "a file that is not there" no.yaml 'cannot read "no.yaml": No such file'
refuses "no name" "" "cannot read"
mkdir folder
refuses "a folder" folder "folder"
mkfifo pipe
refuses "a pipe by name" pipe "regular file"
refuses "a device" /dev/zero "regular file"
refuses "a device without an end" /dev/urandom "regular file"
: >empty.yaml
refuses "an empty file" empty.yaml "empty.yaml:1:1: error: the scenario is empty"
printf 'work: 10 GPU-hours\nqu\0eue: 5 min\n' >nul.yaml
refuses "a NUL byte" nul.yaml "nul.yaml:2:3: error: "
printf 'work: 10 GPU-hours\nqueue: 5 \377min\n' >byte.yaml
refuses "a byte that is no UTF-8" byte.yaml "byte.yaml:2:10: error: byte 0xff"
printf '\377\376w\0o\0r\0k\0' >wide.yaml
refuses "UTF-16" wide.yaml "UTF-16"
head -c 1048576 /dev/zero | tr '\0' '[' >brackets.yaml
refuses "a mebibyte of brackets" brackets.yaml "brackets.yaml:1:65: error: "
head -c 1000000 /dev/zero | tr '\0' '{' >braces.yaml
refuses "a million braces" braces.yaml "nested deeper than 64"
{
    echo "work: 10 GPU-hours"
    head -c 10000000 /dev/zero | tr '\0' '#'
} >large.yaml
refuses "ten megabytes" large.yaml "larger than 1048576 bytes"
{
    printf 'work: 10 GPU-hours\nuses: ['
    head -c 200000 /dev/zero | sed 's/\x00/a, /g'
    echo ']'
} >tokens.yaml
refuses "too many words" tokens.yaml "50,000 tokens"
{
    printf 'work: 10 GPU-hours\nqueue: '
    head -c 500000 /dev/zero | tr '\0' '7'
    echo x
} >digits.yaml
refuses "half a million digits" digits.yaml "digits.yaml:2:8: error: "
{
    printf 'work: 10 GPU-hours\nqueue: '
    head -c 20000 /dev/zero | sed 's/\x00/uniform(/g'
    echo
} >laws.yaml
refuses "laws in laws in laws" laws.yaml "laws.yaml:2:"
{
    echo "work: 10 GPU-hours"
    i=0
    while [ $i -lt 3000 ]; do
        i=$((i + 1))
        echo "key$i: 5"
    done
} >keys.yaml
refuses "three thousand keys" keys.yaml "unknown key"

# What a terminal would obey is shown, not sent.
printf 'work: 10 GPU-hours\nqueue: 5 \033]0;gone\007min\n' >escape.yaml
run check escape.yaml
want exits 2
want says err '\x1b'
want equals 0 "$(tr -d '\n\040-\176\200-\377' <err | wc -c)"
verdict "control characters of a file are not sent to the terminal"
name=$(printf 'a\033[2Jb.yaml')
echo "queue: 5" >"$name"
run check "$name"
want exits 2
want equals 0 "$(tr -d '\n\040-\176\200-\377' <err | wc -c)"
verdict "nor those of a file's name"

# Files of other systems.
printf '\357\273\277work: 10 GPU-hours\r\nqueue: 5 min\r\n' >dos.yaml
run check dos.yaml
want exits 0
verdict "a byte order mark and CR LF"
printf '\357\273\277work: 10 GPU-hours\r\nqueue: 5\r\n' >dos.yaml
run check dos.yaml
want exits 2
want says err "dos.yaml:2:8: error: "
want equals 0 "$(tr -cd '\r' <err | wc -c)"
verdict "places are right with them"

# Data files are as suspect as the scenario.
for name in folder pipe /dev/zero; do
    write_scenario case.yaml "queue: empirical($name, wait_min)"
    timeout 5 "$RUNODDS" check case.yaml >out 2>err </dev/null
    status=$?
    want exits 2
    want says err "cannot read"
    verdict "a table that is $name"
done
{
    echo wait_min
    head -c 100000 /dev/zero | tr '\0' 5
    echo
} >field.csv
write_scenario case.yaml "queue: empirical(field.csv, wait_min)"
run check case.yaml
want exits 2
want says err "field.csv"
verdict "a field of 100,000 characters"
{
    head -c 10000 /dev/zero | sed 's/\x00/a,/g'
    echo b
} >row.csv
write_scenario case.yaml "queue: empirical(row.csv, wait_min)"
run check case.yaml
want exits 2
want says err "row.csv"
verdict "a row of 10,001 fields"
printf 'wait_min\n4\n5\0\n' >nul.csv
write_scenario case.yaml "queue: empirical(nul.csv, wait_min)"
run check case.yaml
want exits 2
want says err "nul.csv"
verdict "a NUL byte in a table"
finish
