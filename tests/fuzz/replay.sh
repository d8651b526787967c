#!/bin/sh
# Replays the corpus of every fuzz entry. Prints TAP.
set -u
n=0
failed=0
for name in yaml value csv scenario json; do
    n=$((n + 1))
    if [ ! -x "tests/fuzz/fuzz_$name" ]; then
        echo "not ok $n - fuzz_$name was not built"
        failed=1
    elif tests/fuzz/fuzz_"$name" "$srcdir/tests/fuzz/corpus/$name" >/dev/null; then
        echo "ok $n - corpus of fuzz_$name"
    else
        echo "not ok $n - corpus of fuzz_$name"
        failed=1
    fi
done
echo "1..$n"
exit $failed
