#!/bin/sh
# Lint: layers, names, banned calls, and that lists and documents keep step with the tables. Prints TAP.
set -u
top=${srcdir:-.}
cd "$top" || exit 99
count=0
failed=0

# result NAME OFFENDERS: ok if there are none.
result() {
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        echo "$2" | sed 's/^/# /'
    fi
}

rank() {
    case $1 in
    base) echo 0 ;; scenario) echo 1 ;; trial) echo 2 ;; engine) echo 3 ;; report) echo 4 ;; cmd) echo 5 ;; *) echo 9 ;;
    esac
}

# A file includes its own layer or lower ones.
layers() {
    for layer in base scenario trial engine report cmd; do
        own=$(rank "$layer")
        grep -Hn '#include "[a-z]*/' src/$layer/*.[ch] | while IFS= read -r line; do
            other=$(echo "$line" | sed 's/.*#include "\([a-z]*\)\/.*/\1/')
            [ "$(rank "$other")" -le "$own" ] || echo "$line"
        done
    done
}

# Public functions begin with the name of their file; these few are shared words.
prefixes() {
    for header in src/*/*.h; do
        name=$(basename "$header" .h)
        case $name in
        text) also='mem_' ;; file) also='source_' ;; yaml) also='node_' ;; bind | column) also='bind_' ;;
        value) also='expr_' ;; key) also='inputs_' ;; input) also='law_spec_|unknowns_|slot_' ;; derive) also='plan_|wait_' ;;
        trial) also='player_' ;; engine) also='trials_|replay_' ;; study) also='point_' ;; decide) also='decide' ;; report) also='json_' ;; summary) also='result_' ;; 
        json_text) also='json_' ;; command) also='help_|check_' ;; quantile | kernel_loops) also='kernel_' ;; *) also="${name}_" ;;
        esac
        sed -n 's/^[a-z][a-z0-9_ *]*[ *]\([a-z][a-z0-9_]*\)(.*/\1/p' "$header" | grep -vE "^(${name}_|$also)" |
            grep -vE '^(printf|format|__attribute__)$' | sed "s|^|$header: |"
    done
}

files_named_in_makefile() {
    for file in $(find "$1" -name "$2" | sort); do
        grep -qF "$file" Makefile.am || echo "$file"
    done
}

keys_in_docs() {
    tr '\n' ' ' <src/scenario/key_job.c | cat - src/scenario/key_money.c | tr '\n' ' ' |
        grep -oE '\.path = "[^"]*", *\.place = KEY_(TOP|PLAN|CAUSE)' | sed 's/[^"]*"\([^"]*\)".*/\1/' | while read -r key; do
        grep -qF "\`$key\`" docs/format.md || echo "docs/format.md lacks \`$key\`"
    done
}

words_in_docs() {
    {
        sed -n 's/^ *PHASE(\([a-z_]*\),.*/\1/p' src/trial/ledger.h
        sed -n 's/^ *CLASS(\([a-z_]*\)).*/\1/p' src/trial/cost.h
        sed -n 's/^    {"\([a-z_]*\)", [a-z_]*, [a-z_]*},$/\1/p' src/trial/cost.c
    } | while read -r word; do
        grep -qF "\`$word\`" docs/output.md || echo "docs/output.md lacks \`$word\`"
    done
}

# Words that people read pass through the catalogue; these do not: libyaml's own, marks of HTML, commands, values of keys, scripts.
untranslated_words() {
    awk -f tests/lint/bare.awk $(find src -name '*.[ch]') | grep -vE '^src/(scenario/trap|report/dossier_(html|style)).c|: "<svg ' |
        grep -vE '"runodds [a-z]+|[0-9] min to [0-9]|"per [a-z-]+[";]|unexpected end|#!/bin/sh|compgen|esac\\n'
}

# The Chinese catalogue holds all messages of the sources and no others, each translated, sound and in its place.
chinese() {
    room=$(mktemp -d) || exit 99
    sh po/messages >"$room/all.pot" 2>"$room/said"
    msgcmp po/zh_CN.po "$room/all.pot" >>"$room/said" 2>&1
    msgfmt --check --output-file=/dev/null po/zh_CN.po >>"$room/said" 2>&1
    msgattrib --only-obsolete po/zh_CN.po >>"$room/said" 2>&1
    msgattrib --only-fuzzy --no-obsolete po/zh_CN.po | sed -n 's/^msgid "\(..*\)"/fuzzy: \1/p' >>"$room/said"
    msgcat --sort-by-file --add-location=file po/zh_CN.po | cmp -s - po/zh_CN.po || echo "po/zh_CN.po: run make update-po" >>"$room/said"
    head -n 30 "$room/said"
    rm -r "$room"
}

result "no file includes a higher layer" "$(layers)"
result "trial and engine print nothing" "$(grep -n '#include <stdio.h>' src/trial/*.[ch] src/engine/engine.[ch] src/engine/summary.[ch])"
result "the loop of a trial allocates nothing" "$(grep -nE 'mem_|malloc|free\(' src/trial/trial.c src/trial/run.c src/trial/weather.c src/trial/play.h src/trial/job.c src/trial/checkpoint.[ch])"
result "the loop of a trial uses no slow functions" \
    "$(grep -nE '\b(log|exp|pow|log1p|expm1|sin|cos|tgamma|erf)\(' src/trial/trial.c src/trial/run.c src/trial/weather.c src/trial/job.c src/trial/meter.c src/trial/clock.c src/trial/cost.c src/trial/derive.c src/trial/derive_money.c src/trial/speed.c src/trial/fit.c src/trial/checkpoint.[ch] src/trial/play.h)"
result "parallel pragmas stand in the engine only" "$(grep -n 'pragma omp' src/*/*.[ch] | grep -v '^src/engine/')"
result "at most three of them" "$(n=$(grep -c 'pragma omp' src/engine/engine.c); [ "$n" -le 3 ] || echo "$n")"
result "no banned calls" \
    "$(grep -nE '\b(system|popen|strcpy|strcat|sprintf|vsprintf|atoi|atof|gets|tmpnam|mktemp|rand|srand|strtok|alloca)\(' src/*/*.[ch] src/*.c)"
result "only main and the memory functions exit" "$(grep -nE '\b(exit|_exit|abort)\(' src/*/*.c | grep -v '^src/base/text.c')"
result "the locale stays C" "$(grep -nE 'setlocale\(|libintl' src/*/*.[ch] src/*.c)"
result "no fast-math" "$(grep -nE 'fast-math|Ofast' Makefile.am configure.ac)"
result "public functions carry their file's name" "$(prefixes)"
result "no variables at file scope but constants, the flag of Ctrl-C and the language" \
    "$(grep -nE '^static [^(]*;|^static [^(]*= ' src/*/*.c src/*.c | grep -vE 'static (inline )?const |\*const |volatile sig_atomic_t|constexpr'
       grep -nE '^static const [^(={]*\*[a-z_]+( =|;)' src/*/*.c src/*.c | grep -v 'struct catalogue \*catalogue_spoken;')"
result "Makefile.am lists every model" "$(files_named_in_makefile models '*.yaml')"
result "Makefile.am lists every chart script" "$(files_named_in_makefile plots '*.gp')"
result "Makefile.am lists every source" "$(files_named_in_makefile src '*.[ch]')"
result "Makefile.am lists every test" "$(files_named_in_makefile tests '*.[ch]'; files_named_in_makefile tests '*.sh')"
result "every key is in docs/format.md" "$(keys_in_docs)"
result "every phase, class and item is in docs/output.md" "$(words_in_docs)"
result "each model names its sources" "$(for f in $(find models -name '*.yaml' ! -path '*/scenarios/*' | sort); do grep -q '^source:' "$f" || echo "$f"; done)"
result "words for people pass through the catalogue" "$(untranslated_words)"
result "the Chinese catalogue is complete, sound and in order" "$(chinese)"
result "no notes to ourselves" "$(grep -nE 'TO''DO|FIX''ME|XX''X' -r src plots models tests bench docs README.md CONTRIBUTING.md 2>/dev/null | grep -v '[.]XXXXXX\|-XXXXXX')"
echo "1..$count"
exit $failed
