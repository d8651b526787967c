# What the tests of the command line share: a private folder, one way to run the program, and TAP.
#
# A test calls run (or cases of its own that leave a status), states what it wants, and asks for the verdict:
#     run check bad.yaml; want exits 2; want empty out; want says err "unknown key"; verdict "an unknown key is refused"
# The program's output lies in the files out and err, its exit code in $status. A test ends with "finish".

set -u
unset OMP_NUM_THREADS RUNODDS_KERNEL NO_COLOR LC_ALL LC_MESSAGES LC_CTYPE LC_NUMERIC LANGUAGE COLUMNS
export LANG=C TERM=dumb TZ=UTC
srcdir=$(CDPATH='' cd "$srcdir" && pwd) || exit 99
RUNODDS=${RUNODDS:-$PWD/runodds}
case $RUNODDS in
/*) ;;
*) RUNODDS=$PWD/$RUNODDS ;;
esac
[ -x "$RUNODDS" ] || { echo "Bail out! no program \"$RUNODDS\""; exit 99; }

room=$(mktemp -d "$PWD/cli.XXXXXX") || exit 99
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
trap 'exit 99' HUP INT TERM
cd "$room" || exit 99
number=0
problem=
status=

# ---- running ----

# Generous: nothing here takes a second, but a machine may be busy or the build instrumented.
patience=120

run() {
    timeout "$patience" "$RUNODDS" "$@" >out 2>err </dev/null
    status=$?
}

# A minimal scenario; its arguments are the lines of a plan. Line 1 is the work.
write_scenario() {
    file=$1
    shift
    echo "work: 10 GPU-hours" >"$file"
    for line in "$@"; do
        printf '%s\n' "$line" >>"$file"
    done
}

# ---- wants ----

exits() { [ "$status" -eq "$1" ]; }
empty() { [ ! -s "$1" ]; }
filled() { [ -s "$1" ]; }
says() { grep -qF -e "$2" "$1"; }
lacks() { ! grep -qF -e "$2" "$1"; }
matches() { grep -qE -e "$2" "$1"; }
same() { cmp "$1" "$2"; }
differ() { ! cmp -s "$1" "$2"; }
absent() { [ ! -e "$1" ]; }
equals() { [ "$1" = "$2" ]; }
# One line that a user can read, and no leftover temporary file.
tidy() { [ -z "$(find . -name '*.runodds-*')" ]; }

want() {
    "$@" >wanted 2>&1 && return
    problem="$problem
#   wanted: $*"
    [ ! -s wanted ] || problem="$problem
$(sed 's/^/#     /' wanted | head -5)"
}

verdict() {
    number=$((number + 1))
    if [ -z "$problem" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1$problem"
        echo "#   exit status: $status"
        for stream in err out; do
            [ -s $stream ] && head -c 1500 $stream | cut -c1-200 | head -15 | cat -v | sed "s/^/#   $stream: /"
        done
    fi
    problem=
}

skip() {
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
    problem=
}

finish() {
    echo "1..$number"
}

# ---- values of a JSON file ----

python=$(command -v python3 || true)

# json FILE EXPRESSION: evaluates a Python expression in which j is the file's content.
json() {
    "$python" -c '
import json, sys
def no(word):
    raise ValueError("JSON knows no " + word)
j = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=no)
print(eval(sys.argv[2]))' "$@"
}

json_is() { [ "$(json "$1" "$2")" = True ]; }

# ---- faults of a scenario ----

# The caret of a message stands at the column it names: the excerpt begins behind nine characters. Third argument: the
# column on the screen, where characters before it are wider than one.
caret_at() {
    awk -v head="$1:$2:" -v at="${3:-}" '
        index($0, head) == 1 { col = substr($0, length(head) + 1) + 0; want = at != "" ? at : col; seen = NR }
        seen && NR == seen + 2 { found = index($0, "^") - 9; exit }
        END { if (found != want) { print "caret at " found ", not " want; exit 1 } }' err
}

# The line that a message shows is the line of the file; tabs stand as blanks.
shows_line() {
    grep -qF -e "$(printf '%6d | %s' "$2" "$(sed -n "$2p" "$1" | expand | cut -c1-100)")" err
}

# refused NAME FILE PLACE WORDS HINT: the fault stands at PLACE (line:column, or line:* where several columns make
# sense), its message has WORDS, and what would be right has HINT (any, if it is empty).
refused() {
    line=${3%%:*}
    want exits 2
    want empty out
    want matches err "^$2:$(echo "$3" | sed 's/\*/[0-9]+/'): error: .*$(printf %s "$4" | sed 's/[][\\.*^$(){}?+|]/\\&/g')"
    want shows_line "$2" "$line"
    want caret_at "$2" "$line"
    want matches err "^  hint: .*$(printf %s "$5" | sed 's/[][\\.*^$(){}?+|]/\\&/g')"
    verdict "$1"
}

# Reads rows "name | text | place | words | hint" from standard input; the text is for printf %b. A text that begins with
# "+" follows a first line with the work.
refuse_table() {
    while IFS='|' read -r row_name row_text row_place row_words row_hint; do
        row_name=$(trim "$row_name")
        case $row_name in
        '' | '#'*) continue ;;
        esac
        row_text=$(trim "$row_text")
        case $row_text in
        +*) row_text="work: 10 GPU-hours\\n${row_text#+}" ;;
        esac
        printf '%b\n' "$row_text" >case.yaml
        # Five seconds are the promise, also for an instrumented build: the program needs some milliseconds.
        timeout 5 "$RUNODDS" check case.yaml >out 2>err </dev/null
        status=$?
        refused "$row_name" case.yaml "$(trim "$row_place")" "$(trim "$row_words")" "$(trim "$row_hint")"
    done
}

trim() {
    trimmed=${1#"${1%%[! ]*}"}
    printf '%s' "${trimmed%"${trimmed##*[! ]}"}"
}

# ---- values of a result ----

# value FILE PLAN QUANTITY: a number from the output of -f csv; plan names without commas.
value() {
    awk -F, -v plan="$2" -v quantity="$3" '$1 == plan && $2 == quantity { print $3 }' "$1"
}

# near A B TOLERANCE
near() {
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d <= t && -d <= t) }'
}

# The scenario that a JSON result echoes.
echoed() {
    awk 'index($0, "    \"text\": \"") == 1 {
        s = substr($0, 14)
        for (i = 1; i <= length(s); i++) {
            c = substr(s, i, 1)
            if (c == "\"") break
            if (c == "\\") { c = substr(s, ++i, 1); if (c == "n") c = "\n" }
            printf "%s", c
        }
    }' "$1"
}
