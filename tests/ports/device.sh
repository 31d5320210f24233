# SPDX-License-Identifier: LGPL-3.0-or-later
# For tests of ports on devices: what each must pass.  After tests/tap.sh.
# ensembles NAME PROGRAM: lines of `slp noise ensemble`, of all systems and schemes that have such
for pair in ejll-rigid-body lecg-heavy-top ejll-point-vortices spin-chain \
    ejll-rigid-body:splitting-lie ejll-rigid-body:splitting-strang \
    lecg-heavy-top:isospectral-midpoint spin-chain:sib; do
    preset="${pair%:*}" by=
    [ "$preset" = "$pair" ] || by="--scheme ${pair#*:}"
    for paths in 0..11 18446744073709551600..18446744073709551611; do
        "$slp" noise ensemble --preset $preset $by --ell 2 --steps 21 --node 4294967295 --seed 9 \
            --path $paths
    done
    "$slp" noise ensemble --preset $preset $by --steps 2 --path 7
done >"$dir/states"
is "states of ensembles to compare with" "$(grep -c ' y=' "$dir/states")" 200
# and of many paths at once: what one launch holds in a processor's stack must not grow with them
"$slp" noise ensemble --preset ejll-point-vortices --ell 2 --steps 2 --path 0..4999 >"$dir/many"
# and of paths of some of which the host takes a step, after which the device goes on
"$slp" noise ensemble --preset spin-chain --ell 2 --steps 100 --path 0..299 >>"$dir/many"
ensembles() {
    sed 's/ y=.*//' "$dir/many" | "$2" --ensemble >"$dir/computed"
    ok "$1: so many paths at once have them" cmp "$dir/computed" "$dir/many"
    sed 's/ y=.*//' "$dir/states" >"$dir/asked"
    "$2" --ensemble <"$dir/asked" >"$dir/computed"
    ok "$1: ensembles have the bits of slp noise ensemble" cmp "$dir/computed" "$dir/states"
    "$2" --ensemble <<<"ensemble path=0 seed=1 steps=1x" 2>"$dir/why"
    is "$1: an ensemble of no system is refused" "$? $(grep -c 'field system' "$dir/why")" "2 1"
    grep -m 1 scheme=sib "$dir/asked" | sed 's/scheme=sib/scheme=tmk/' |
        "$2" --ensemble 2>"$dir/why"
    is "$1: a scheme without ensembles is refused" \
        "$? $(grep -c 'no ensembles by tmk' "$dir/why")" "2 1"
}
spheres=tests/ports/sphere_cases.py
tried() { # NAME PROGRAM CASES
    port=$2
    "$slp" gen --count "$3" >"$dir/cases"
    ok "$1: passes on every pair" eval '"$port" <"$dir/cases" | "$slp" judge >"$dir/verdicts"'
    known=$(grep -c '^case .* system=[^p]\|^case .* system=point' "$dir/cases")
    is "$1: half of the cases fit at least, polynomials apart" \
        "$(($(grep -c " pass " "$dir/verdicts") * 2 >= known))" 1
    "$slp" gen --arithmetic binary32 --count "$3" | bare |
        sed "s/^case id=/&narrow./" >"$dir/narrow"
    ok "$1: passes in binary32" eval '"$port" <"$dir/narrow" | "$slp" judge >"$dir/narrow.says"'
    is "$1: half of those cases fit at least" \
        "$(($(grep -c " pass " "$dir/narrow.says") * 2 >= known))" 1
    # blocks of one arithmetic each, in the order of the input
    paste -d '\n' <(grep ^case "$dir/cases") <(grep ^case "$dir/narrow") | head -n 60 >"$dir/both"
    "$2" <"$dir/both" >"$dir/mixed"
    for part in cases narrow; do grep ^case "$dir/$part" | head -n 30 | "$2"; done |
        grep ^result | sort >"$dir/apart"
    ok "$1: both by turns" eval 'grep ^case "$dir/mixed" | cmp - "$dir/both" &&
        grep ^result "$dir/mixed" | sort | cmp - "$dir/apart"'
    "$2" <<<list >"$dir/pairs"
    is "$1: lists every pair" "$(grep -c ^pair "$dir/pairs") $(tail -n 2 "$dir/pairs" | xargs)" \
        "331 go end"
    grep ^case tests/support/golden_polynomial.slp >"$dir/golden"
    ok "$1: polynomials pass" eval '"$port" <"$dir/golden" | "$slp" judge >"$dir/verdicts"'
    is "$1: all of them" "$(grep -c " pass " "$dir/verdicts")" 57
    ok "$1: cases in flight, in any order" eval '"$slp" check --port "$port" --in-flight 512 \
        --system heavy-top --law determinism --multiplier 0.05 --regressions none'
    ok "$1: computes in binary64" eval '"$slp" environment --port "$port" >"$dir/facts"'
    ensembles "$1" "$2"
    ok "$1: no contraction" grep -q '^contraction  *as declared' "$dir/facts"
}
# Large matrices of Zeitlin's sphere, without noise.
"$slp" gen --count 250 --system zeitlin-sphere --scheme isospectral-midpoint --seed 4 | bare |
    sed -E 's/ (amp|shell|dw|coriolis)=[^ ]*//g' |
    awk '/^case/ && split($0, x, ",") > 16' >"$dir/spheres"
python3 $spheres cases 33 2 >>"$dir/spheres"
count=$(grep -c ^case "$dir/spheres")
ok "drawn cases of large matrices ($count)" test "$count" -ge 40
python3 $spheres cases 48 12 2 >"$dir/long"
"$slp" run --path fast <"$dir/long" >"$dir/fast"
sphere() { # NAME PROGRAM
    port=$2
    "$2" <"$dir/spheres" | "$slp" judge --hints 0 >"$dir/verdicts"
    right=$(grep -c ' pass ' "$dir/verdicts")
    ok "$1: steps of Zeitlin's sphere pass ($right of $count)" test "$right" -eq "$count"
    "$2" <"$dir/long" >"$dir/answer"
    # a step ends within 4 u, and rounds 12 n terms of each entry, both here and there
    off=$(python3 $spheres distance "$dir/answer" "$dir/fast")
    ok "$1: N = 48, 12 steps of h = 2: as the fast path ($off |X|)" \
        awk "BEGIN { exit !($off + 0 <= 12 * 16 * 2^-53 && \"$off\" != \"\") }"
    ok "$1: N = 64, 2 steps judged" tests/ports/sphere_judged.sh "${slp%/*}" "$2" 64:2:0.0625
    ok "$1: N = 65, 8 steps, as the fast path" tests/ports/sphere_beside_fast.sh "${slp%/*}" "$2" 65
    ok "$1: two evaluations a step where motion is smooth" eval \
        '"$port" --time 48 | grep -qE " (1\.[0-9]*|2\.[01][0-9]) evaluations,"'
    ok "$1: times its steps" eval '"$port" --time 8 | grep -qE "^N 8: .* zgemm a step$"'
}
