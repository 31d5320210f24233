#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The model port: short, alone with the standard library, and right on thousands of drawn cases.
# Run once (compiler, sanitizer): it asks about the port, which is Python.
. "$(dirname "$0")/../tap.sh"
port=oracle/ports/python/slp_port.py
n=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { n = int(240 * m); print n < 60 ? 60 : n }')

ok "fewer than 150 lines" test "$(wc -l <$port)" -lt 150
ok "imports nothing but the standard library's math, os and sys" \
    test "$(grep -E '^ *(import|from) ' $port | sort | tr '\n' ' ')" = \
    "import math import os import sys "

for level in 1 2; do
    for seed in 1 2 3 4 5; do
        "$SLP" gen --system rigid-body --count "$n" --seed "$seed" --level "$level" >"$dir/cases"
        python3 $port <"$dir/cases" | "$SLP" judge >"$dir/verdicts" 2>"$dir/said"
        exits=("${PIPESTATUS[@]}")
        ok "level $level, seed $seed: passes ($(sed 's/slp judge: //' "$dir/said"))" \
            test "${exits[*]}" = "0 0"
        [ "${exits[1]}" -eq 0 ] || grep -vE '^verdict id=[^ ]* (pass|unable) ' "$dir/verdicts" |
            head -n 6 | sed 's/^/# /'
        unable=$(grep -c '^verdict id=[^ ]* unable' "$dir/verdicts")
        # at level 1 every case has a certificate; at level 2 most have
        ok "level $level, seed $seed: enough was judged" \
            test "$unable" -le $((level == 1 ? 0 : n / 2))
    done
done

# Polynomials on so(3)
grep '^case .* algebra=so3 ' tests/support/golden_polynomial.slp >"$dir/cases"
python3 $port <"$dir/cases" | "$SLP" judge >"$dir/verdicts" 2>"$dir/said"
ok "polynomials: passes ($(sed 's/slp judge: //' "$dir/said"))" \
    test "$(grep -c ' pass ' "$dir/verdicts") $(grep -c ' fail ' "$dir/verdicts")" = "4 0"

# The lines of oracle/manual/ports.md
sed -n '/^```python$/,/^```$/p' oracle/manual/ports.md | grep -v '^```' >"$dir/shown"
ok "the manual shows lines of it" \
    test "$(grep -c . "$dir/shown") $(grep -vxFf $port "$dir/shown" | grep -c .)" = "9 0"

# registration, and lines of other kinds
echo list | python3 $port >"$dir/list"
ok "it lists its pairs and then end" \
    test "$(grep -cE '^pair system=(rigid-body|polynomial-so3) scheme=' "$dir/list") \
$(tail -n 1 "$dir/list")" = "12 end"
sed -n 's/^pair system=rigid-body scheme=//p' "$dir/list" | sort >"$dir/has"
"$SLP" gen --system rigid-body --count 200 --seed 9 | sed -n 's/.* scheme=\([^ ]*\) .*/\1/p' |
    sort -u >"$dir/drawn"
ok "what it lists is drawn" eval '[ -s "$dir/has" ] && [ -z "$(comm -23 "$dir/has" "$dir/drawn")" ]'
{
    printf '# a comment\n\nhello id=1\n'
    echo case id=a system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 h=0.1 steps=1 \
        x=1,0,0,0,0,1
} | python3 $port >"$dir/other"
ok "other lines are passed over, other systems are unsupported" \
    test "$(sed -n 2p "$dir/other") $(wc -l <"$dir/other")" = "result id=a error=unsupported 2"
for numbers in 'inertia=1,2,4 h=0.125 steps=1 x=1.5,-2.5e-1,0.75' \
    'inertia=0x1p+0,0x1p+1,0X1P2 h=0x1p-3 steps=1 x=0x1.8p+0,-0x1p-2,0x3p-2'; do
    echo "case id=a system=rigid-body scheme=tmk $numbers" | python3 $port | tail -n 1
done | uniq >"$dir/same"
ok "decimals and hexadecimals are the same numbers" \
    test "$(grep -c 'y=' "$dir/same") $(wc -l <"$dir/same")" = "1 1"
printf 'case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,3 h=50 steps=1 x=1,2,3\n' \
    | python3 $port >"$dir/wild"
ok "no convergence is admitted" test "$(sed -n 2p "$dir/wild")" = "result id=a error=no-convergence"
