#!/bin/sh
# The report: options, what stands in it, the same figures by all routes, and nothing in it that runs or fetches.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

ln -s "$srcdir/models" models
ln -s "$srcdir/bench" bench
mkdir bin
ln -s "$RUNODDS" bin/runodds
gnuplot=$(command -v gnuplot || true)

cat >two.yaml <<'EOF'
scenario: two ways
budget: 900 USD
deadline: 41 h
start: 2026-03-31 00:00 +00:00
work: 300 GPU-hours
checkpoint: {every: 30 min, write: 20 s to 90 s}
accelerators: H100:8
failures:
  gpu: 30000 h to 80000 h       # mean time between failures of one card
plans:
  - name: steady
    price: 2.20 to 2.60 USD/GPU-hour     # a quote # of May
  - name: shaky
    uses: [spot/calm]
    price: 1.10 USD/GPU-hour
EOF

# Names that mean something to a page, to Markdown, to a shell.
cat >names.yaml <<'EOF'
scenario: "<script>alert(1)</script> & 'Co' 训练"
budget: 900 USD
work: 300 GPU-hours
checkpoint: {every: 30 min, write: 20 s to 90 s}
accelerators: H100:8
failures: {gpu: 30000 h to 80000 h}
plans:
  - name: "<script>alert(2)</script>"
    price: 2.20 to 2.60 USD/GPU-hour     # <b>signed</b> & "sealed", https://www.example.org/x
  - name: "\"a\" & 'b' | *c* `d` $5 [l](http://x) &lt;i&gt;"
    price: 2.5 USD/GPU-hour
  - name: 北京训练计划（八卡）
    price: 2.4 USD/GPU-hour
    queue: 1 h to 5 h
EOF

# ---- reading reports ----

# What a reader of the page sees, a line for each piece of text; charts and style left out.
page_text() {
    awk '{ all = all $0 "\n" }
        END {
            while ((a = index(all, "<svg ")) > 0) {
                b = index(substr(all, a), "</svg>")
                all = substr(all, 1, a - 1) substr(all, a + b + 5)
            }
            a = index(all, "<body>")
            all = substr(all, a)
            gsub(/<[^>]*>/, "\n", all)
            gsub(/&lt;/, "<", all); gsub(/&gt;/, ">", all); gsub(/&quot;/, "\"", all); gsub(/&#39;/, "\047", all)
            gsub(/&amp;/, "\\&", all)
            printf "%s", all
        }' "$1"
}

# The same of Markdown: without the backslashes of its escapes.
markdown_text() { sed 's/\\\([^\\]\)/\1/g; s/\\\\/\\/g' "$1"; }

# The numbers of a text in their order, without the numbers of lists, and without the last block, the command.
numbers_of() { sed '/To make this report again/,$d; s/^[0-9]*\. //' | grep -oE '[0-9][0-9,.]*' | sed 's/[,.]*$//'; }

# The command that a report says makes it.
command_of() {
    case $1 in
    *.md) sed -n 's/^    \(runodds report .*\)/\1/p' "$1" ;;
    *) sed -n 's/.*<pre><code>\(runodds report .*\)<\/code><\/pre>.*/\1/p' "$1" |
        sed "s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&#39;/'/g; s/&amp;/\&/g" ;;
    esac
}

# Runs it, and compares the file that it writes with the one at hand.
made_again() {
    cp "$1" before
    command_of "$1" >again.sh
    rm "$1"
    [ -s again.sh ] && PATH="$PWD/bin:$PATH" sh again.sh >again.out 2>again.err && cmp before "$1"
}

# Tags match, and nothing stands unescaped: by hand, since there may be no parser here.
balanced() {
    awk '{ all = all $0 "\n" }
        END {
            sub(/^<!DOCTYPE html>/, "", all)
            n = split(all, piece, "<")
            for (i = 2; i <= n; i++) {
                end = index(piece[i], ">")
                if (!end) { print "no end: <" piece[i]; exit 1 }
                tag = substr(piece[i], 1, end - 1)
                name = tag
                sub(/[ \n\/].*/, "", name)
                if (tag ~ /^\//) {
                    name = substr(tag, 2)
                    if (stack[depth] != name) { print "</" name "> closes <" stack[depth] ">"; exit 1 }
                    depth--
                } else if (tag !~ /\/$/) {
                    stack[++depth] = name
                }
                words = substr(piece[i], end + 1)
                gsub(/&(amp|lt|gt|quot|apos|#[0-9]+);/, "", words)
                if (name != "style" && words ~ /&/) { print "a bare &: " piece[i]; exit 1 }
            }
            exit depth != 0
        }' "$1"
}

# Nothing runs, nothing is fetched, nothing leads elsewhere.
inert() {
    ! grep -qiE '<script|<iframe|<object|<embed|<img|<a[ >]|<form|@import|javascript:' "$1" &&
        ! grep -qE '[ "](on[a-z]+|src|action|xlink:href)=' "$1" &&
        ! grep -oE 'href="[^"]*"' "$1" | grep -qvE '"(#f[0-9]+-[A-Za-z0-9]+|data:,)"' &&
        ! grep -oE 'url\([^)]*\)' "$1" | grep -qvE '\(#f[0-9]+-[A-Za-z0-9]+\)'
}

# Names of elements are there once, and each that is used is there.
names_hold() {
    grep -oE ' id="[^"]*"' "$1" | sort | uniq -d | grep . && return 1
    grep -oE '(href="|url\()#[^")]*' "$1" | sed 's/.*#//' | sort -u | while read -r id; do
        grep -qF " id=\"$id\"" "$1" || echo "no $id"
    done | grep . && return 1
    return 0
}

below() { [ "$(wc -c <"$1")" -lt "$2" ]; }

# ---- options ----

run report
want exits 2
want says err "name a scenario file"
want empty out
verdict "a file is needed"
for bad in "two.yaml -o r.txt|neither an .html nor an .md file|report.html" "two.yaml -o html|neither|report.html" \
    "two.yaml --with tunes|--with: \"tunes\" is not usable|did you mean \"tune\"" \
    "two.yaml --with compare,|--with: \"\" is not usable|compare, tune or sensitivity" \
    "two.yaml --with everything|\"everything\"|compare, tune or sensitivity" \
    "two.yaml -f csv|--format: \"csv\" is not usable|md or html" \
    "two.yaml -o r.md -f html|does not go with|leave -f out" \
    "none.yaml|none.yaml|" "two.yaml --samples x.csv|unknown option|"; do
    # shellcheck disable=SC2086
    run report ${bad%%|*}
    rest=${bad#*|}
    want exits 2
    want empty out
    want says err "${rest%%|*}"
    want says err "${rest#*|}"
    want absent r.md
    want absent r.txt
    verdict "refused: report ${bad%%|*}"
done
run report two.yaml -n 500 -o no/such/r.md
want exits 4
want tidy
verdict "a folder that is not there"

run report two.yaml -n 1000
cp out plain.md
want exits 0
want empty err
want matches out '^# two ways$'
run report two.yaml -n 1000 -f md
want same plain.md out
run report two.yaml -n 1000 -o -
want same plain.md out
run report two.yaml -n 1000 -o r.MarkDown
want exits 0
want empty out
want equals "$(sed '$d' plain.md)" "$(sed '$d' r.MarkDown)"
verdict "Markdown is the default, and what .md means"
run report two.yaml -n 1000 -f html
[ -z "$gnuplot" ] || want empty err
want exits 0
want matches out '^<!DOCTYPE html>$'
cp out plain.html
run report two.yaml -n 1000 -o r.HTM
want equals "$(grep -v '<pre>' plain.html | cksum)" "$(grep -v '<pre>' r.HTM | cksum)"
verdict "-f html, and .htm"
run report - -n 1000 <two.yaml
timeout "$patience" "$RUNODDS" report - -n 1000 <two.yaml >out 2>err
status=$?
want exits 0
want says out "with the same scenario on its standard input"
want matches out '^    runodds report -n 1000 -$'
verdict "from standard input"

# ---- the same figures by all routes ----

run report two.yaml -n 2000 --with compare,tune,sensitivity -o two.html
want exits 0
[ -z "$gnuplot" ] || want empty err
run report two.yaml -n 2000 --with sensitivity,tune,compare -o two.md
want exits 0
want empty err
page_text two.html | numbers_of >figures.html
markdown_text two.md | numbers_of >figures.md
want filled figures.md
want same figures.md figures.html
want equals yes "$([ "$(wc -l <figures.md)" -gt 300 ] && echo yes)"
verdict "HTML and Markdown carry the same figures in the same order"

run run two.yaml -n 2000 -f md
grep '^| s' out | while read -r row; do
    grep -qxF -e "$row" two.md || echo "not in the report: $row"
done >missing
want empty missing
run run two.yaml -n 2000
tail -1 out >last
want equals yes "$(page_text two.html | grep -qF "$(cat last)" && echo yes)"
run compare two.yaml -n 2000 -f md
grep '^| s' out | grep -vxF -f two.md >missing
want empty missing
run tune two.yaml -n 2000 -f md
grep '^| s' out | grep -vxF -f two.md >missing
want empty missing
run sensitivity two.yaml -n 2000 -f md
grep -E '^\| (s|two|spot)' out | grep -vxF -f two.md >missing
want empty missing
verdict "the rows of run, compare, tune and sensitivity stand in the report as they are"

run run two.yaml -n 2000 -f csv
cp out two.csv
run run two.yaml -n 2000 -f json
cp out two.json
for plan in steady shaky; do
    p90=$(value two.csv $plan cost_p90)
    shown=$(printf '$%.2f' "$p90")
    want equals yes "$(markdown_text two.md | grep -qF "| $plan | " && markdown_text two.md | grep -F "| $plan |" | grep -qF "$shown (" && echo yes)"
    want says two.json "\"p\": 90, \"value\": $p90,"
    hours=$(value two.csv $plan time_h_p90)
    want equals yes "$(page_text two.html | grep -qF "$(printf '%.2f h (' "$hours")" && echo yes)"
done
verdict "and those of CSV and JSON, rounded"
hash=$(sed -n 's/^    "hash": "\(.*\)",$/\1/p' two.json)
want says two.html "$hash"
want says two.md "$hash"
verdict "the hash is that of the JSON"

# ---- in Chinese ----

run report two.yaml -n 2000 --with compare,tune,sensitivity --lang zh -o zh.html
want exits 0
want says zh.html '<html lang="zh-CN">'
run report two.yaml -n 2000 --with compare,tune,sensitivity --lang zh -o zh.md
want exits 0
want says zh.md "## 成本和时间"
sed -i 's/^## .*生成.*/## To make this report again/' zh.md
sed 's/<h2>[^<]*生成[^<]*</<h2>To make this report again</' zh.html >zh-cut.html
page_text zh-cut.html | numbers_of >figures.html
markdown_text zh.md | numbers_of >figures.zh
want same figures.zh figures.html
verdict "in Chinese, too, both carry the same figures"
for file in two zh; do
    markdown_text $file.md | grep '^| ' | numbers_of >figures.$file
done
want filled figures.zh
want same figures.two figures.zh
verdict "and its tables those of the English one"
want inert zh.html
want balanced zh.html
want made_again zh.html
verdict "and its command makes it again"

# ---- several jobs ----

sed 's/^scenario: .*/scenario: third/; s/^start: .*/start: 2026-04-20 12:00 +08:00/; s/2.20 to 2.60/3.10/' two.yaml >third.yaml
run report two.yaml third.yaml two.yaml -n 2000 -o jobs.html
want exits 0
[ -z "$gnuplot" ] || want empty err
run report two.yaml third.yaml two.yaml -n 2000 -o jobs.md
want exits 0
page_text jobs.html | numbers_of >figures.html
markdown_text jobs.md | numbers_of >figures.md
want equals yes "$([ "$(wc -l <figures.md)" -gt 200 ] && echo yes)"
want same figures.md figures.html
run run two.yaml third.yaml two.yaml -n 2000 -f md
grep -E '^\| (s|total \| .\$|total \| -)' out | grep -v '^| total | 20' | grep -vxF -f jobs.md >missing
want empty missing
want equals 3 "$(grep -c '^| s[a-z]* (' out | awk '{ print $1 / 5 }')"
verdict "several jobs: the same figures in HTML, Markdown and the rows of run"
run run two.yaml third.yaml two.yaml -n 2000 -f md
sed -n 's/^| total | \(2026-..\) | \([^|]*\) |.*/\1 \2/p' out >months.run
sed -n 's/^| total | \(2026-..\) | \([^|]*\) |.*/\1 \2/p' jobs.md >months.report
want filled months.run
want same months.run months.report
verdict "and the same months"
want matches jobs.md '^\*\*Commit \\\$[0-9,]+ for all jobs together: enough in 90% of futures\.\*\*$'
want matches jobs.md '^## Assumptions: s[a-z]+ \(two\.yaml\)$'
want matches jobs.md '^## Credibility: s[a-z]+ \(third\.yaml\)$'
want equals 2 "$(grep -c '^## Assumptions: ' jobs.md)"
want equals 1 "$(grep -c '^## Method$' jobs.md)"
verdict "the total first, then what each job rests on, once"
want inert jobs.html
want balanced jobs.html
want made_again jobs.html
want made_again jobs.md
verdict "and its command makes it again"
run report two.yaml third.yaml --with tune
want exits 2
want empty out
want says err "--with looks at one scenario, not several"
run report two.yaml names.yaml -p steadie
want exits 2
want says err 'none of these files has a plan "steadie"'
verdict "faults of several"

# ---- made again ----

run report two.yaml -n 2000 --with compare,tune,sensitivity -o again.html -j 1
cp again.html first.html
run report two.yaml -n 2000 --with compare,tune,sensitivity -o again.html -j 3
want same first.html again.html
want lacks again.html "$(date +%Y-%m-%d)"
verdict "two runs are equal, on any number of threads, and carry no date"
want made_again two.html
want made_again two.md
verdict "the report's command makes it again, byte by byte"
run report names.yaml -p '"a" & '"'b'"' | *c* `d` $5 [l](http://x) &lt;i&gt;' -p '北京训练计划（八卡）' \
    -S 'budget=$850' -S '北京训练计划（八卡）.price=2.45 USD/GPU-hour' -s 7 --precision 5% -o "it's \$a.html"
want exits 0
want made_again "it's \$a.html"
verdict "with options and names that a shell would take apart"
run report two.yaml -f html
want exits 0
command_of out >again.sh
want says again.sh "runodds report -f html two.yaml"
cp out before
PATH="$PWD/bin:$PATH" sh again.sh >again.out 2>/dev/null
want same before again.out
verdict "and on standard output, with trials by the stop rule"

# ---- names, links, tags ----

run report names.yaml -n 1000 --with compare,tune,sensitivity -o names.html
want exits 0
run report names.yaml -n 1000 --with compare,tune,sensitivity -o names.md
want exits 0
page_text names.html >shown.html
markdown_text names.md >shown.md
for name in "<script>alert(1)</script> & 'Co' 训练" '<script>alert(2)</script>' \
    "\"a\" & 'b' | *c* \`d\` \$5 [l](http://x) &lt;i&gt;" '北京训练计划（八卡）' \
    '<b>signed</b> & "sealed", https://www.example.org/x'; do
    want says shown.html "$name"
    want says shown.md "$name"
done
want lacks names.html "<script"
want lacks names.html "<b>"
verdict "names and comments stand as they are"
want equals "" "$(sed 's/\\[^ ]//g' names.md | grep -E '<[a-z/]|://|www[.]|\]\(' | grep -v '^    ')"
verdict "and mean nothing to Markdown: no tag, no link"
for file in plain.html two.html names.html; do
    want inert $file
    want balanced $file
    want names_hold $file
    want below $file 400000
    if command -v xmllint >/dev/null 2>&1; then
        xmllint --noout $file >xml 2>&1 || want empty xml
    fi
    verdict "$file: nothing runs or leads away, tags match, small enough"
done

# ---- size: eight plans, all sections ----

{
    sed -n '1,/^plans:/p' two.yaml
    for i in 1 2 3 4 5 6 7 8; do
        printf '  - {name: plan-%d, price: 2.%d USD/GPU-hour, preemption: %d h, queue: 1 min to %d h}\n' $i $i $((20 + i)) $((i + 1))
    done
} >eight.yaml
sed '/^deadline/d' eight.yaml >cloud.yaml
for file in eight cloud; do
    run report $file.yaml -n 1000 --with compare,tune,sensitivity -o $file.html
    want exits 0
    want below $file.html 400000
    want balanced $file.html
    verdict "$file.yaml: eight plans with all sections are below 400 kB"
done

# ---- without gnuplot ----

PATH=/nowhere "$RUNODDS" report two.yaml -n 2000 --with compare,tune,sensitivity -o bare.html >out 2>err </dev/null
status=$?
want exits 0
want equals 1 "$(grep -c warning err)"
want says err "gnuplot is not installed, so the report has no charts"
want lacks bare.html "<svg"
want equals "$(page_text bare.html | numbers_of | cksum)" "$(markdown_text two.md | numbers_of | cksum)"
verdict "without gnuplot: one warning, and what the charts say"
if [ -n "$gnuplot" ]; then
    want equals 6 "$(grep -o '<svg ' two.html | wc -l | tr -d ' ')"
    want equals 6 "$(grep -o '<svg [^>]*aria-label="[^"]' two.html | wc -l | tr -d ' ')"
    verdict "with it, six charts that say what they show"
else
    skip "with it, six charts that say what they show" "no gnuplot here"
fi

# ---- what stands in it ----

want matches two.md '^\*\*.*enough in 90% of futures\.\*\*$'
want matches two.md '^\| steady \| price \| 2.20 to 2.60 USD/GPU-hour \| two.yaml:12: a quote \\# of May \| yours \|$'
want matches two.md '^\| all \| failures.gpu.every \| 30000 h to 80000 h \| two.yaml:9: mean time between failures of one card \| yours \|$'
want matches two.md '^\| shaky \| preemption \| .* \| models/spot/calm.yaml:[0-9]+.* \| model \|$'
want matches two.md '^\| .* \| restart \| .* \|  \| default \|$'
want matches two.md '^- \*\*models/spot/calm.yaml\*\*: .'
verdict "assumptions have value, source and mark"
for title in "Cost and time" "Where the money goes" "Spend by month" "Plan against plan" "How often to write checkpoints" \
    "What moves the answer" "Assumptions" "What is not in the number" "Method" "Limits" "Credibility" "To make this report again"; do
    want says two.md "## $title"
    want says two.html "<h2>$title</h2>"
done
want equals 10 "$(sed -n '/^## Method/,/^## Limits/p' two.md | grep -c '^[0-9]*\. ')"
want lacks plain.md "## Plan against plan"
want lacks plain.md "## What moves the answer"
verdict "all parts are there, and the studies only where they are asked for"
want says two.md "- **storage**: no price is given, so none of the plans pays for it"
want says two.md "- **tax**: no rate is given"
verdict "what has no price is named"

# Means of the months add up to the mean cost; P90s of a month within it.
mean=$(value two.csv steady cost_mean)
sum=$(sed -n '/^### Month by month/,/^## /p' two.md | sed 's/\\\$//g; s/,//g' | awk -F' *[|] *' '$2 == "steady" { s += $4 } END { print s }')
want near "$mean" "$sum" 0.03
want matches two.md '^\| steady \| 2026-03 \|'
want matches two.md '^\| steady \| 2026-04 \|'
want equals "$(printf '%.2f' "$(value two.csv steady cost_p90)")" \
    "$(sed -n 's/^| steady | 2026-04 .*\$\([0-9.]*\) |$/\1/p' two.md)"
verdict "months add up, and end at the cost"
sed '/^start/d' two.yaml >nostart.yaml
run report nostart.yaml -n 500
want exits 0
want says out 'start: 2026-07-01'
want lacks out "### Month by month"
verdict "without a start there are no months, and the report says why"

# ---- credibility ----

run report bench/w1.yaml -n 20000
want exits 0
want matches out '^\| [^|]* \| 20,000 \| 30.98 d \| 30.9[78] d \| 0.00 d \| [-+][0-3]\.[0-9][0-9] \|$'
verdict "the exact mean of a workload that has one: 743.4706 h"
want says two.md "No formula covers shaky, because of capacity that is taken away or changed: it was not checked."
want matches two.md '^\| steady \| 2,000 \| [0-9.]* h \| [0-9.]* h \| [0-9.]* h \| [-+][0-3]\.'
verdict "ranges are checked world by world, and no check is claimed that was not made"
write_scenario dead.yaml "give_up: 15 h" "accelerators: H100:1" "price: 2 USD/GPU-hour" "checkpoint: none" "failures: {gpu: 12 h}"
run report dead.yaml -n 1000
want exits 0
want says out "Nothing is enough in 90% of futures"
want matches out '^- \*\*Unfinished trials\*\*: [0-9]+ of 1,000 of '
want says out "because of trials that do not finish"
verdict "trials that do not finish"
write_scenario free.yaml "accelerators: H100:1" "failures: {gpu: 500 h}"
run report free.yaml -n 1000
want exits 0
want matches out '^\*\*Allow [0-9.]* h: enough in 90% of futures\.\*\*$'
want says out "Money: no plan has a price."
want lacks out "## Spend by month"
verdict "nothing is priced: an answer of time"

# ---- the page about it ----

run report models/scenarios/pretrain-1024.yaml
markdown_text out >shown.md
grep -E '^\| (own|rent)-|^> ' "$srcdir/docs/report.md" | sed 's/^> //' >rows
want filled rows
want equals "" "$(while read -r row; do grep -qxF -e "$row" shown.md || echo "not in the report: $row"; done <rows)"
verdict "what docs/report.md shows is what comes out"

# ---- in a browser ----

chromium=$(command -v chromium || true)
browse() { timeout "$patience" "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --enable-logging=stderr "$@"; }
if [ -n "$chromium" ] && browse --dump-dom about:blank >out 2>err && says out "<html>"; then
    for file in two names eight; do
        browse --window-size=1280,900 --dump-dom "file://$PWD/$file.html" >out 2>err
        want equals "" "$(grep CONSOLE err)"
        want says out "</html>"
        verdict "$file.html: no message in the console"
        # In a frame, since a window has a least width; the page as it is but for its policy, and a script that measures.
        sed '/Content-Security-Policy/d; s|</body>|<script>parent.postMessage("width " + innerWidth + " of " + document.documentElement.scrollWidth, "*")</script></body>|' \
            $file.html >wide.html
        for width in 390 1280; do
            echo "<iframe src=wide.html width=$width height=900 scrolling=no style=border:0></iframe>
                <script>onmessage = event => { document.title = event.data }</script>" >frame.html
            browse --window-size=1400,1000 --virtual-time-budget=3000 --dump-dom "file://$PWD/frame.html" >out 2>err
            want matches out "<title>width $width of $width</title>"
            verdict "$file.html: nothing to scroll sideways at $width pixels"
        done
    done
else
    skip "no message in the console, nothing to scroll sideways" "no chromium here"
fi
finish
