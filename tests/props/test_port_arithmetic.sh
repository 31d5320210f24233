#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp check --arithmetic: the laws follow the unit and the range that a port declares.  Ports that
# round each step correctly in their arithmetic hold; ports with fewer bits, a drift, or numbers
# that are none of the arithmetic fall; a law that roundings hide has no power and is not held.
# Run once (compiler, libraries, sanitizer): test_judge_arithmetics.c asks the judge.
. "$(dirname "$0")/../tap.sh"
check() { # PORT ARITHMETIC OPTION...
    "$SLP" check --port "$1" --arithmetic "$2" --regressions none --system rigid-body \
        --scheme tmk "${@:3}" >"$dir/$2" 2>"$dir/said"
}
held() { check "$SLP run --path ref" "$1" "${@:2}" || { cat "$dir/$1" "$dir/said"; return 1; }; }
falls() { # LAW ARITHMETIC HOW WORDS
    check "python3 tests/props/arithmetic_port.py $SLP $3" "$2" --law "$1"
    [ $? = 1 ] && grep -q -- "$4" "$dir/$2" || { tail -n 30 "$dir/$2"; cat "$dir/said"; return 1; }
}
for a in bfloat16 binary16 binary32 extended double-double binary128; do
    ok "$a, correctly rounded" held $a --quick
    ok "$a: rows are held" test "$(grep -c '  held$' "$dir/$a")" -ge 9
done
ok "binary32: no drift" held binary32 --law drift
ok "with its power" grep -q 'held, level .*power 0.9' "$dir/binary32"
ok "a run of laws without power is no pass" \
    eval '! check "$SLP run --path ref" binary16 --law weak-order'
ok "they have no power" grep -q 'weak-order .* no power' "$dir/binary16"
ok "nothing was checked then" grep -q '^nothing was checked' "$dir/binary16"
ok "binary32 with 12 bits: agreement" falls agreement binary32 coarse FAILED
ok "binary32 with 12 bits: casimirs" falls casimirs binary32 coarse FAILED
ok "binary32 with 12 bits: symmetry" falls symmetry binary32 coarse FAILED
ok "binary32 with a drift of 10 u|x|" falls drift binary32 drifting FAILED
ok "binary64 for double-double" falls agreement double-double cut FAILED
ok "numbers of more bits are no answer in binary32" \
    falls casimirs binary32 wide 'is no number of binary32'
refused() { # WORDS OPTION...
    "$SLP" check "${@:2}" >"$dir/out" 2>&1
    [ $? = 2 ] && grep -q -- "$1" "$dir/out" || { cat "$dir/out"; return 1; }
}
ok "the paths are binary64" refused 'is about a port' --path fast --arithmetic binary32
ok "an unknown arithmetic" refused 'binary32' --port cat --arithmetic binary33
ok "a tolerance that is none" refused 'tolerance' --port cat --tolerance -1
