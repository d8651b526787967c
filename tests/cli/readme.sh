#!/bin/sh
# The documents tell the truth: their commands run in order, their scenarios are valid, their output is what comes out.
# A command that ends in "# exit N" is expected to.
srcdir=${srcdir:-$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)}
. "$srcdir/tests/cli/lib.sh"

ln -s "$RUNODDS" runodds
for folder in models data plots bench; do
    [ -d "$srcdir/$folder" ] && ln -s "$srcdir/$folder" $folder
done

# Lines of shell blocks that begin with ./runodds, behind a prompt or another command; a backslash joins lines.
commands_of() {
    awk '/^ *```/ { shell = !shell && $0 ~ /```(sh|bash|console|shell) *$/; joined = ""; next }
         shell { line = $0; sub(/^ *(\$ )?/, "", line); sub(/^\.\/bootstrap && /, "", line); line = joined line
                 joined = ""
                 if (sub(/\\$/, "", line)) { joined = line; next }
                 if (line ~ /^\.\/runodds /) print line }' "$1"
}

# Blocks of YAML that hold work are scenarios: FILE.1.yaml, FILE.2.yaml, ...
scenarios_of() {
    awk -v to="$2" '/^ *```/ { if (yaml && block ~ /(^|\n)work:/) { n++; printf "%s", block > (to "." n ".yaml") }
                               yaml = !yaml && !other && $0 ~ /```yaml *$/; other = !yaml && !other && $0 !~ /``` *$/
                               block = ""; next }
                    yaml { block = block $0 "\n" }' "$1"
}

for file in "$srcdir"/README*.md "$srcdir"/models/README.md "$srcdir"/docs/*.md; do
    [ -f "$file" ] || continue
    name=${file#"$srcdir/"}
    commands_of "$file" >commands
    while IFS= read -r command; do
        expected=$(printf '%s\n' "$command" | sed -n 's/.*# exit \([0-9]*\).*/\1/p')
        case $command in
        *--plot*)
            if ! command -v gnuplot >/dev/null 2>&1; then
                skip "$name: a command with --plot" "no gnuplot here"
                continue
            fi
            ;;
        esac
        timeout "$patience" sh -c "$command" >out 2>err </dev/null
        status=$?
        want exits "${expected:-0}"
        [ "${expected:-0}" -ne 0 ] || want lacks err "error: "
        verdict "$name: $(printf '%s' "$command" | tr '#' '%')"
    done <commands
    mkdir -p blocks
    scenarios_of "$file" blocks/b
    for block in blocks/b.*.yaml; do
        [ -f "$block" ] || continue
        run run -n 1000 "$block"
        want exits 0
        want lacks err "error: "
        verdict "$name: the scenario \"$(sed -n 's/^scenario: *//p' "$block")\" ($(basename "$block"))"
    done
    rm -rf blocks
done

if [ -f "$srcdir/README.md" ]; then
    commands_of "$srcdir/README.md" >commands
    want filled commands
    verdict "README.md has commands"

    # The outputs that README.md shows stand in blocks without a language: shown.1, shown.2, ...
    awk '/^ *```/ { inside = !inside; plain = inside && $0 ~ /^ *``` *$/; n += plain; next }
         plain { print > ("shown." n) }' "$srcdir/README.md"
    want filled shown.2
    verdict "README.md shows more than one output"
    for shown in shown.*; do
        scenario=$(sed -n '1s/:.*//p' "$shown")
        case $(sed -n 1p "$shown") in
        *" on the same "*" futures, seed"*) verb=compare ;;
        *": checkpoint intervals for "*) verb=tune ;;
        *) verb=run ;;
        esac
        run $verb "models/scenarios/$scenario.yaml"
        want exits 0
        want same "$shown" out
        verdict "the output in README.md is that of $verb $scenario"
    done
fi

# README.zh-CN.md shows commands and what they print in Chinese, in blocks of console: console.1, console.2, ... hold a
# command in their first line and its output below.
if [ -f "$srcdir/README.zh-CN.md" ]; then
    awk '/^ *```/ { inside = $0 ~ /```console *$/; n += inside; next }
         inside && /^\$ / { n++; sub(/^\$ /, "") }
         inside { print > ("console." n) }' "$srcdir/README.zh-CN.md"
    for console in console.*; do
        command=$(sed -n 1p "$console")
        LANG=zh_CN.UTF-8 timeout "$patience" sh -c "$command" >out 2>err </dev/null
        status=$?
        sed 1d "$console" >shown
        want exits 0
        want filled shown
        want same shown out
        verdict "README.zh-CN.md: the output of $(printf '%s' "$command" | tr '#' '%')"
    done
    want [ "$(ls console.* | wc -l)" -ge 10 ]
    verdict "README.zh-CN.md shows outputs"
fi
for readme in README.md README.zh-CN.md; do
    for link in $(grep -o '](\([A-Za-z][A-Za-z0-9_./-]*\)[)#]' "$srcdir/$readme" | sed 's/](//; s/[)#]$//' | grep -v '^http'); do
        [ -e "$srcdir/$link" ] || want equals "a file" "$link"
    done
    verdict "the links in $readme lead somewhere"
done
finish
