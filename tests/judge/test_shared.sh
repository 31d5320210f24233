#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Faults that are planted in part of the cases: `slp judge` says what those cases share.  Of a port
# that fails by chance it says nothing.
# Starts first.
# Run once (compiler, libraries, sanitizer): it asks what is said; test_shared.c searches.
. "$(dirname "$0")/../tap.sh"
needs "what failing cases share" python3
# Matrices by heun alone: other schemes take ten times as long there, and tell no more.
draw() { # SYSTEM COUNT OPTION...
    "$slp" gen --system "$1" --count "$2" "${@:3}" 2>"$dir/notes" |
        "$slp" run --path fast --echo >"$dir/$1.slp"
}
draw rigid-body 400
draw spins 200
draw symplectic 200 --scheme heun
draw zeitlin-sphere 120 --scheme heun
# judged SYSTEM FAULT [SEED]: the lines after the tally, in $dir/said
judged() {
    python3 "$here/shared_faults.py" "$2" "${3:-1}" <"$dir/$1.slp" |
        "$slp" judge --hints 0 --errors 0 2>"$dir/err" >"$dir/out"
    sed -n '2,$ s/^slp judge: //p' "$dir/err" | grep -v '^no hints\|^the failing case' >"$dir/said"
}
# says SYSTEM FAULT CONDITION: the only line is that it fails if and only if CONDITION
says() {
    judged "$1" "$2"
    ok "$1, $2: named exactly" grep -Eq \
        "^fails if and only if $3: ([0-9]+) of \1 failures, 0 of [0-9]+ passes${4-}$" "$dir/said"
    [ "$(wc -l <"$dir/said")" = 1 ] || failed "$1, $2: one line" <"$dir/said"
}
alone='; by each alone [1-9][0-9]*, [1-9][0-9]*'
says rigid-body lin-and-quad '`lin` is given and `quad` is given' "$alone"
says rigid-body lin '`lin` is given'
says rigid-body lin-or-area '`lin` is given or `area` is given'
says rigid-body small-state '\|x\| is below 1e-05 \(or any bound from [0-9.e-]+ to [0-9.e-]+\)'
says rigid-body small-state-or-lin \
    '`lin` is given or \|x\| is below 1e-05 \(or any bound from [0-9.e-]+ to [0-9.e-]+\)'
says rigid-body negative-step 'h is negative'
says rigid-body scheme 'the scheme is tmk'
says rigid-body second-step 'the number of steps is at least 2'
says rigid-body step-before '`dw` has steps that differ'
says spins falling-bonds '`bonds` has a > b'
says spins damping-and-noise '`damping` is given and `noise` is given' "$alone"
says symplectic odd-half 'half of `n` is odd'
says zeitlin-sphere odd-n '`n` is odd'
# What is not true of a number that a case has not is not said of it either.
judged symplectic often-large
ok "no number 3 of larger states is spoken of" grep -Eq \
    '^fails only if `n` is at least 4: ([0-9]+) of \1 failures' "$dir/said"
judged spins often-bonds
ok "several exchanges are not 0" grep -Eq \
    '^fails only if the count of `bonds` is at least 2: ([0-9]+) of \1 failures' "$dir/said"
# A second predicate for which two or three passes alone speak is not added.
head -600 "$dir/rigid-body.slp" >"$dir/some.slp"
judged some lin-that-moves
ok "a condition is not longer than the cases say" grep -Eq \
    '^fails only if `lin` has a number that is not 0: ([0-9]+) of \1 failures, 3 of' "$dir/said"
judged rigid-body long-line
ok "a line that is too long: named" grep -Eq 'the length of the line is at least 5[0-9][0-9]' \
    "$dir/said"
for seed in 1 2; do
    for coin in coin rare-coin even-coin; do
        judged rigid-body $coin $seed
        ok "$coin, seed $seed: nothing is said" [ ! -s "$dir/said" ]
    done
done
judged rigid-body all
ok "all cases fail: nothing is said" [ ! -s "$dir/said" ]
python3 "$here/shared_faults.py" lin <"$dir/rigid-body.slp" |
    "$slp" judge --hints 0 --junit "$dir/a.xml" >"$dir/out" 2>"$dir/err"
ok "JUnit: it is said there" grep -qF 'fails if and only if `lin` is given' "$dir/a.xml"
"$slp" judge <"$dir/rigid-body.slp" 2>"$dir/err" >"$dir/out"
ok "nothing fails: nothing is said" [ "$(wc -l <"$dir/err")" = 1 ]
# a statement of `slp conform`: a port that is wrong where `lin` is given
cat >"$dir/port.sh" <<P
exec python3 -u "$here/shared_faults.py" lin < <(exec "$slp" run --path fast --echo)
P
"$slp" conform --port "bash $dir/port.sh" --system rigid-body --scheme tmk --quick --count 160 \
    --multiplier 0.01 --out "$dir/statement" >"$dir/out" 2>"$dir/err"
ok "slp conform: it is said in the statement" \
    grep -qF 'fails if and only if `lin` is given' "$dir/statement/conform.json"
