#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Several cases in flight (slp check --in-flight): the rows are those of one case at a time,
# whatever the order of answers and wherever the port ends; a port that fails only with several in
# flight fails; a port that collects cases is told when to begin.
# Run once (compiler): it compares tables with those of the same program.
. "$(dirname "$0")/../tap.sh"
depth=--quick
check() { # MODE OPTION...: the table in $dir/MODE
    local mode=$1
    shift
    "$SLP" check --port "python3 tests/props/flight_port.py $mode $dir/sizes" --regressions none \
        --system rigid-body --scheme tmk $depth "$@" >"$dir/$mode" 2>"$dir/said"
}
same() { # MODE: its table with 64 in flight is that of one at a time
    check "$1" "${@:2}"
    local status=$?
    sed 's/ --in-flight [0-9]*//' "$dir/$1" >"$dir/one"
    check "$1" --in-flight 64 "${@:2}"
    [ $? = $status ] && sed 's/ --in-flight [0-9]*//' "$dir/$1" | diff "$dir/one" - || {
        echo "status $status"
        cat "$dir/said"
        return 1
    }
}
fails() { # MODE WORDS OPTION...: a row fails with these words
    check "$1" --in-flight 64 "${@:3}"
    [ $? = 1 ] && grep -q "$2" "$dir/$1" || { tail -n 5 "$dir/$1"; cat "$dir/said"; return 1; }
}
ok "in order: the rows of one at a time" same plain
cp "$dir/plain" "$dir/in-order"
ok "in blocks and in another order: the same rows" \
    eval 'check collect --in-flight 64 && diff "$dir/in-order" "$dir/collect"'
ok "there are large blocks (the largest of $(sort -n "$dir/sizes" | tail -n 1) cases)" \
    test "$(sort -n "$dir/sizes" | tail -n 1)" -ge 20
ok "one at a time, a port that collects is told to begin" \
    eval 'check collect --law member; check collect --law agreement'
ok "a port that ends at some cases: these cases fail, and no others" same die --law agreement
ok "it did end" grep -q 'unreceived: it closed its output; it exited with status 3' "$dir/die"
# asked one at a time they do it again, or the one that waited longest gets the fault
for mode in twice other noise; do
    ok "$mode" fails $mode \
        'answers no case in flight\|a result of another id\|neither a case nor' --law agreement
done
depth='--multiplier 0.05'
ok "answers that are lost only with several in flight" \
    fails alone 'of [0-9]* cases in flight: no answer in time.*alone it is answered' \
    --timeout 6 --law casimirs
for law in strong-order drift; do # whose questions are chosen by the law
    for n in 1 256; do
        "$SLP" check --port "$SLP run --path fast" --system rigid-body --scheme tmk --law $law \
            --regressions none --in-flight $n >"$dir/$law-$n" 2>&1
    done
    ok "$law: the rows of one at a time" diff "$dir/$law-1" "$dir/$law-256"
done
refused() { # WORDS OPTION...
    "$SLP" check "${@:2}" >"$dir/out" 2>&1
    [ $? = 2 ] && grep -q -- "$1" "$dir/out" || { cat "$dir/out"; return 1; }
}
for n in 0 65537 x; do
    ok "--in-flight $n is refused" refused 'needs a whole number from 1 to 65536' --port cat \
        --in-flight $n
done
ok "--in-flight without a port is refused" refused 'give --port' --path fast --in-flight 4
