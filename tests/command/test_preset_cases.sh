#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp gen --preset: the preset's system and parameters under every scheme that takes it, states
# along its trajectory, drawn increments; a longer run begins with the shorter one; both paths agree
# on the cases.
. "$(dirname "$0")/../tap.sh"
"$SLP" gen --preset ejll-rigid-body --count 130 --seed 3 >"$dir/cases" 2>"$dir/said"
grep '^case ' "$dir/cases" >"$dir/lines"
field() { sed -n "s/^case .* $1=\([^ ]*\).*/\1/p" "$dir/lines" | sort | uniq -c | sort -rn; }
is "its parameters" "$(field inertia | awk '{ print $1, $2 }')" \
    "130 0x1p+1,0x1p+0,0x1.5555555555555p-1"
is "every scheme that rigid bodies have" \
    "$(sed -n 's/.* scheme=\([^ ]*\).*/\1/p' "$dir/lines" | sort -u)" \
    "$("$SLP" gen --system rigid-body --count 1000 --level 1 |
        sed -n 's/.* scheme=\([^ ]*\).*/\1/p' | sort -u)"
schemes=$(sed -n 's/.* scheme=\([^ ]*\).*/\1/p' "$dir/lines" | sort -u | wc -l)
is "a state for each round" "$(field x | wc -l)" $(((130 + schemes - 1) / schemes))
ok "the first is the preset's" \
    eval 'head -n 1 "$dir/lines" | grep -q " x=0x1.c84c54c2d6337p-1,0x0p+0,0x1.d07b806c76112p-2 "'
ok "increments differ" [ "$(field dw | wc -l)" -gt 100 ]
several=$(grep -c ' steps=[2-5] ' "$dir/lines")
ok "one case in eight has several steps" [ $((several > 5 && several < 40)) = 1 ]
is "ids are unique" "$(sed 's/.* id=\([^ ]*\).*/\1/' "$dir/lines" | sort -u | wc -l)" 130
# the states are those of the preset's own scheme: the norm is kept, and they move
cat >"$dir/norms.py" <<'PYTHON'
import math, re, sys
x = {m[1] for m in re.finditer(r" x=(\S+)", open(sys.argv[1]).read())}
norms = [math.dist((0, 0, 0), [float.fromhex(n) for n in v.split(",")]) for v in x]
print(max(norms) - min(norms) < 1e-14, len(x))
PYTHON
is "along the trajectory |x| is kept" "$(python3 "$dir/norms.py" "$dir/lines" | cut -d' ' -f1)" True
"$SLP" gen --preset ejll-rigid-body --count 40 --seed 3 | grep '^case ' | sed 's/ sum=.*//' \
    >"$dir/shorter"
ok "a longer run begins with the shorter" eval \
    'head -n 40 "$dir/lines" | sed "s/ sum=.*//" | diff - "$dir/shorter"'
"$SLP" gen --preset ejll-rigid-body --count 40 --seed 4 | grep '^case ' >"$dir/other"
ok "another seed, other increments" eval '! cmp -s "$dir/other" <(head -n 40 "$dir/lines")'
for preset in ejll-point-vortices lecg-heavy-top dipole-chain ejll-zeitlin-sphere-12; do
    "$SLP" gen --preset $preset --count 30 | "$SLP" run --path fast --echo | "$SLP" judge \
        >"$dir/verdicts" 2>"$dir/tally"
    ok "$preset: the binary64 path passes" grep -q '^slp judge: 30 pass, 0 fail' "$dir/tally"
done
"$SLP" gen --preset ejll-rigid-body --scheme tmk --count 9 >"$dir/lines"
is "one scheme" "$(grep -c '^case .* scheme=tmk ' "$dir/lines")" 9
ok "the first line has the options" \
    grep -q '^# slp gen --preset ejll-rigid-body --scheme tmk --count 9 --seed 1$' "$dir/lines"
"$SLP" list presets >/dev/null
sed -n '/^case/p' oracle/simulate/presets/tilted-body.slp >"$dir/own.slp"
ok "a file" "$SLP" gen --preset "$dir/own.slp" --count 2
ok "in binary32" eval '"$SLP" gen --preset ejll-rigid-body --count 2 --arithmetic binary32 |
    grep -q " arithmetic=binary32 inertia=0x1p+1,0x1p+0,0x1.555556p-1 "'
ok "a preset that is none" refused "unknown preset 'ejll-rigid-bdy' (did you mean" \
    "$SLP" gen --preset ejll-rigid-bdy
ok "a scheme that does not take it" refused 'ejll-rigid-body: midpoint does not take it: ' \
    "$SLP" gen --preset ejll-rigid-body --scheme midpoint
ok "a system beside it" refused '--system stands beside --preset' \
    "$SLP" gen --preset ejll-rigid-body --system spins
ok "a size beside it" refused '--size stands beside --preset' \
    "$SLP" gen --preset ejll-rigid-body --size 3
