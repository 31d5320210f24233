#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Whoever asks a port asks the smallest failing case once more for its stages: slp check, judge and
# conform say which value is the first wrong one, in each file that they write.
. "$(dirname "$0")/../tap.sh"
sed 's/dw.len(quad) + k./-&/' oracle/ports/python/slp_port.py >"$dir/wrong.py"
port="python3 $dir/wrong.py" words="the first wrong value is xi1 = Xi(s1), "
body="--system rigid-body --scheme tmk"
"$SLP" check --port "$port" $body --law agreement --multiplier 0.01 --regressions none \
    --junit "$dir/check.xml" --json "$dir/check.json" >"$dir/table" 2>"$dir/err"
ok "slp check says it under the counterexample" \
    grep -E "^  hint  .*stages: step=1 ${words//[()]/.}" "$dir/table"
ok "and in its files" \
    eval 'grep -qF "$words" "$dir/check.xml" && grep -qF "$words" "$dir/check.json"'
"$SLP" conform --port "$port" $body --quick --multiplier 0.01 --out "$dir/conform" \
    >"$dir/out" 2>"$dir/err"
said() { # FILE PATTERN: in the statement's file
    grep -E "$2.*${words//[()]/.}" "$dir/conform/$1"
}
ok "the statement has it of the smallest failing case" said conform.json '" *stages step=1 '
ok "its page too" said index.html "stages step=1 "
ok "its JUnit too" said junit.xml "^  stages step=1 |^stages step=1 "
ok "JUnit has the hint of a law's counterexample" said junit.xml "^hint: "
"$SLP" gen $body --count 20 2>/dev/null | $port >"$dir/answers"
ok "slp judge --port says it" eval '"$SLP" judge --hints 0 --port "$port" --junit "$dir/judge.xml" \
    <"$dir/answers" 2>&1 | grep -F "stages step=1 $words"'
ok "and its JUnit" grep -qF "$words" "$dir/judge.xml"
ok "a port that prints none is told as before" eval \
    '! "$SLP" judge --hints 0 --port "sed \"/^# stage/d\" | $port | sed -u \"/^# stage/d\"" \
        <"$dir/answers" 2>&1 >"$dir/verdicts" | grep stages'
# A port that takes blocks of cases waits for the line `go`.
sed 's/dw\[(size_t)t\[0\] - 1\]/-&/; s/xi\[i\] += \*dw \*/xi[i] -= *dw */' \
    oracle/ports/skeletons/slp_port.cu >"$dir/blocks.c"
cc -D_GNU_SOURCE -O2 -o "$dir/blocks" "$dir/blocks.c" -lm
ok "with blocks of cases" eval '"$SLP" judge --hints 0 --timeout 5 --port "$dir/blocks" \
    <"$dir/answers" 2>&1 | grep -F "stages step=1 $words"'
