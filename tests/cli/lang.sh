#!/bin/sh
# Languages: which one is spoken, that both carry the same digits, that JSON and CSV have none, widths, and what happens
# without a catalogue or with a broken one.
. "$srcdir/tests/cli/lib.sh"

built=$(dirname "$RUNODDS")/po/zh_CN/runodds.mo
spot=$srcdir/models/scenarios/8xh100-spot.yaml
big=$srcdir/models/scenarios/pretrain-1024.yaml

# ---- which language ----

# spoken LANGUAGE NAME VARIABLE=VALUE...: what help begins with.
spoken() {
    language=$1
    name=$2
    shift 2
    env "$@" timeout "$patience" "$RUNODDS" help >out 2>err
    status=$?
    want exits 0
    want empty err
    case $language in
    zh) want matches out '^用法：runodds' ;;
    *) want matches out '^Usage: runodds' ;;
    esac
    verdict "$name"
}

spoken en "the locale C speaks English" LANG=C
spoken zh "LANG is obeyed, whether or not the locale is installed" LANG=zh_CN.UTF-8
spoken zh "LC_MESSAGES comes before LANG" LC_MESSAGES=zh_CN.UTF-8 LANG=en_US.UTF-8
spoken en "LC_ALL comes before both" LC_ALL=C LC_MESSAGES=zh_CN.UTF-8 LANG=zh_CN.UTF-8
spoken en "LC_ALL=POSIX" LC_ALL=POSIX LANG=zh_CN.UTF-8
spoken zh "an empty variable counts as none" LC_ALL= LANG=zh_CN.UTF-8
spoken en "an unknown locale speaks English" LANG=xx_YY
spoken en "so does traditional Chinese" LANG=zh_TW.UTF-8
spoken en "and Chinese in another encoding" LANG=zh_CN.GBK
spoken zh "LANGUAGE counts where there is a locale" LANGUAGE=zh_CN:en LANG=en_US.UTF-8
spoken en "and not in the locale C" LANGUAGE=zh_CN LANG=C

for words in "--lang zh help" "--lang=zh help" "help --lang zh" "help --lang=zh" "--lang zh --help" "--help --lang zh" \
    "--lang en --lang zh help" "help --la=zh"; do
    # shellcheck disable=SC2086
    run $words
    want exits 0
    want matches out '^用法：runodds'
    verdict "\"$words\""
done
LANG=zh_CN.UTF-8 timeout "$patience" "$RUNODDS" --lang en help >out 2>err
status=$?
want matches out '^Usage: runodds'
verdict "--lang comes before the environment"
run --lang zh --version
want exits 0
want says out "许可证"
verdict "--version in Chinese"

for words in "--lang=de help" "help --lang de" "run x.yaml --lang="; do
    # shellcheck disable=SC2086
    run $words
    want exits 2
    want empty out
    want says err "write zh or en"
    verdict "\"$words\" is refused"
done
run --lang
want exits 2
want says err "needs a value"
verdict "--lang alone is refused"
run run --lang zh --nosuch
want exits 2
want says err "未知选项“--nosuch”"
verdict "faults of the command line are in the language that it asks for"
run --lang zh nosuch
want exits 2
want says err "没有“nosuch”这个命令"
verdict "and so is that of a command"
run run nosuch.yaml --lang zh
want exits 2
want says err "没有这个文件或目录"
verdict "and what the system says"
printf 'work: 10 GPU-hours\nstartup: 5 m\n' >bad.yaml
run check bad.yaml --lang zh
want exits 2
want matches err '^bad.yaml:2:12: 错误: '
want matches err '^  提示: '
verdict "faults of a file keep their shape"

# ---- what a file says stays as it is, though a catalogue has the word ----

cat >words.yaml <<'YAML'
work: 100 GPU-hours to 200 GPU-hours
price: 2 USD/GPU-hour
plans:
  - name: compute
  - name: time
    queue: 1 h to 2 h
YAML
run sensitivity words.yaml -n 60 -q --lang zh
want matches out '^compute$'
want matches out '^time$'
verdict "a plan keeps its name above its table"
run report words.yaml -n 60 -q --lang zh --with sensitivity
want matches out '^### compute$'
verdict "in a report too"
run report words.yaml -n 60 -q --lang zh --with sensitivity -f html
want says out '<h3>compute</h3>'
want says out 'aria-label="compute"'
verdict "and in one for a browser"
run sweep words.yaml queue=1h,2h -n 60 -q --lang zh
want matches out '^queue '
verdict "a key keeps its name in the head of a table"
run sweep words.yaml queue=1h,2h startup=none,1h -n 60 -q --lang zh
want matches out '^queue  *none  *1h$'
verdict "and so does a value"

# ---- numbers ----

# Both languages of a command: zh and en.
both() {
    for language in zh en; do
        run "$@" -q --lang $language
        want exits 0
        cp out $language
    done
}

run run "$spot" -q -n 300 -f json
cp out before.json
run run "$spot" -q -n 300 -f json -s 2
cp out now.json

# Each line is a command of which every format is tried.
commands() {
    cat <<EOF
run $spot -n 300
run $big -n 300
run $spot $srcdir/models/scenarios/lora-7b.yaml -n 100
compare $spot -n 300
compare $big -n 300
compare before.json now.json
tune $spot -n 200
sweep $spot -n 200 checkpoint.every=10min,1h
sweep $spot -n 200 checkpoint.every=10min,1h requeue=10min,1h
sensitivity $spot -n 200
sensitivity $big -n 200
breakeven $big -n 200 own.busy --between own-1024,rent-1024
trace $spot -n 200 -p spot --trial p90
trace $big -p own-1024 --trial 1
EOF
}
commands >list

while read -r line; do
    short=$(echo "$line" | sed "s|$srcdir/models/scenarios/||g")
    for format in json csv; do
        # shellcheck disable=SC2086
        both $line -f $format
        want filled en
        want same en zh
        verdict "$short, $format: no language"
    done
done <list

# All numbers of a text, in order of size: without commas, and with what counts in 10,000s or in millions spelt out.
numbers() {
    sed -e 's/\([0-9]\),\([0-9]\)/\1\2/g; s/\([0-9]\),\([0-9]\)/\1\2/g' "$1" |
        grep -oE '[0-9]+(\.[0-9]+)?([MB]\b| 万元| 亿元|万)?' | LC_ALL=C awk '
        { by = /亿/ ? 1e8 : /万/ ? 1e4 : /M/ ? 1e6 : /B/ ? 1e9 : 1; sub(/[^0-9.].*/, ""); printf "%.10g\n", $0 * by }' | sort -g
}

while read -r line; do
    short=$(echo "$line" | sed "s|$srcdir/models/scenarios/||g")
    for format in table md; do
        # shellcheck disable=SC2086
        both $line -f $format
        numbers en >en.numbers
        numbers zh >zh.numbers
        want filled en.numbers
        want same en.numbers zh.numbers
        want differ en zh
        verdict "$short, $format: the same digits in both languages"
    done
done <list

both advise "$srcdir/models/scenarios/one-card-or-eight.yaml" -n 200
numbers en >en.numbers
numbers zh >zh.numbers
want same en.numbers zh.numbers
want differ en zh
verdict "advise: the same digits in both languages"

# ---- money ----

both run "$big" -n 300
want matches en 'budget ¥9,000,000'
want matches zh '预算 900 万元'
want matches en '^own-1024 +¥6,[0-9]{3},[0-9]{3} '
want matches zh '^own-1024 +6[0-9]{2}\.[0-9]{4} 万元 '
want matches zh '¥1[0-9]\.[0-9]{3}$'
verdict "amounts in yuan are in 10,000s, small ones are not"
cat >yen.yaml <<EOF
work: 1000 GPU-hours
currency: JPY
price: 300 JPY/GPU-hour
EOF
both run yen.yaml -n 100
want matches zh '^plan +JPY 300,000 '
want lacks zh 万元
verdict "yen are no yuan"
cat >little.yaml <<EOF
work: 100 GPU-hours
currency: CNY
price: 20 CNY/GPU-hour
EOF
both run little.yaml -n 100
want matches zh '¥2,000 '
want lacks zh 万元
verdict "below 10,000 yuan there is the sign"

# ---- widths ----

# Each character of three bytes as two columns, of two bytes as one; then lines of one table are of one length.
ragged() {
    LC_ALL=C sed 's/[\xe0-\xef][\x80-\xbf][\x80-\xbf]/##/g; s/[\xc2-\xdf][\x80-\xbf]/#/g' "$1" |
        awk -v from="$2" -v to="$3" 'NR >= from && NR <= to && length($0) != (NR == from ? n = length($0) : n)'
}
even() { [ -z "$(ragged "$@")" ]; }

run run "$big" -q -n 100 --lang zh
want even out 4 7
want even out 10 13
want even out 16 19
verdict "the tables of run are even"
run compare "$spot" -q -n 100 --lang zh
want even out 4 6
want even out 9 10
verdict "the tables of compare are even"
run trace "$spot" -q -n 100 -p spot --trial 1 --lang zh
want even out 2 6
verdict "the table of trace is even"

# ---- charts ----

# How many rows have their first bar in the column of the last row that has one.
bars() {
    LC_ALL=C sed 's/[\xe0-\xef][\x80-\xbf][\x80-\xbf]/##/g; s/[\xc2-\xdf][\x80-\xbf]/#/g' "$1" |
        awk '{ at = index($0, "|") } at { n[at]++; last = at } END { print n[last] + 0 }'
}

if command -v gnuplot >/dev/null 2>&1; then
    run run "$big" -q -n 100 --lang zh --plot=chart.svg -o table
    want exits 0
    want says chart.svg "按 P90 比较"
    want says chart.svg "¥600万"
    want says chart.svg "预算 900 万元"
    verdict "a chart in Chinese"
    run run "$big" -q -n 100 --lang zh --plot=term -o table
    want exits 0
    want says out "¥600万"
    verdict "a chart in Chinese in the terminal"
    run trace "$spot" -q -n 100 -p spot --trial 1 --lang zh --plot=term -o table
    want exits 0
    want [ "$(bars out)" -eq "$(grep -c '|' out)" ]
    want [ "$(bars out)" -gt 3 ]
    verdict "what stands beside Chinese labels in the terminal is in its column"
    printf 'work: 100 GPU-hours\nprice: 2 USD/GPU-hour\nplans: [{name: "\342\240\200\342\240\233"}, {name: b}]\n' >braille.yaml
    run run braille.yaml -q -n 100 --plot=term -o table
    want exits 0
    want says out "$(printf '\342\240\200\342\240\233')"
    want lacks out "$(printf '\033')"
    verdict "a name in Braille holds no character for the terminal"
else
    skip "a chart in Chinese" "no gnuplot here"
    skip "a chart in Chinese in the terminal" "no gnuplot here"
fi

# ---- no catalogue, and broken ones ----

mkdir -p broken/po/zh_CN
broken() {
    RUNODDS_DATA=broken timeout "$patience" "$RUNODDS" "$@" >out 2>err
    status=$?
}
size=$(wc -c <"$built")
for bytes in 0 3 27 28 1000 $((size / 2)) $((size - 1)); do
    head -c "$bytes" "$built" >broken/po/zh_CN/runodds.mo
    broken help --lang zh
    want exits 0
    want matches out '^Usage: runodds'
    want says err "is broken"
    verdict "a catalogue that ends after $bytes bytes: English, and a warning"
done
broken help --lang zh -q
want exits 0
want empty err
verdict "-q, and no warning"
LANG=zh_CN.UTF-8 RUNODDS_DATA=broken timeout "$patience" "$RUNODDS" help >out 2>err
status=$?
want exits 0
want empty err
want matches out '^Usage: runodds'
verdict "none where only the environment asks for Chinese"
rm broken/po/zh_CN/runodds.mo
mkdir broken/po/zh_CN/runodds.mo
broken help --lang zh
want exits 0
want says err "is broken"
verdict "a folder in its place"

# A copy of the program elsewhere does not look into the build folder.
elsewhere=$(mktemp -d) || exit 99
mkdir -p "$elsewhere/bin" "$elsewhere/share/locale/zh_CN/LC_MESSAGES"
cp "$RUNODDS" "$elsewhere/bin/runodds"
moved() {
    RUNODDS_DATA='' timeout "$patience" "$elsewhere/bin/runodds" "$@" >out 2>err
    status=$?
}
moved help --lang zh
if says err "not installed"; then
    want exits 0
    want matches out '^Usage: runodds'
    verdict "no catalogue: English, and a warning"
    cp "$built" "$elsewhere/share/locale/zh_CN/LC_MESSAGES/runodds.mo"
    moved help --lang zh
    want exits 0
    want empty err
    want matches out '^用法：runodds'
    verdict "an installation that was moved"
else
    skip "no catalogue: English, and a warning" "it is installed here"
    skip "an installation that was moved" "it is installed here"
fi
rm -r "$elsewhere"
finish
