#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Levy areas on the command line: cases are drawn, run and judged; answers of programs that leave
# areas out or take them otherwise fail with a hint; ports without brackets say so.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs "ports without areas" perl python3
"$SLP" gen --area --count 120 --level 1 --seed 3 >"$dir/cases.slp"
ok "cases with areas are drawn" test "$(grep -c ' area=' "$dir/cases.slp")" -gt 30
taking='system=(rigid-body|spins|heavy-top|polynomial) '
ok "by systems that take them, and by no splitting" \
    test "$(grep ' area=' "$dir/cases.slp" | grep -cE "$taking")" -eq \
    "$(grep ' area=' "$dir/cases.slp" | grep -vc splitting)"
without=$("$SLP" gen --area --count 1 --system sine-euler 2>&1)
ok "other systems are refused" test "$?" -eq 2
ok "and the remedy is said" grep -q "slp list systems" <<<"$without"
"$SLP" gen --count 60 --level 1 --seed 3 --system rigid-body >"$dir/plain.slp"
"$SLP" gen --area --count 60 --level 1 --seed 3 --system rigid-body --scheme tmk |
    bare | sed 's/ area=[^ ]*//; 1d' >"$dir/stripped.slp"
"$SLP" gen --count 60 --level 1 --seed 3 --system rigid-body --scheme tmk | bare | sed 1d \
    >"$dir/tmk.slp"
ok "all else is as it is drawn without" cmp "$dir/stripped.slp" "$dir/tmk.slp"
judged() { "$SLP" judge <"$1" >"$dir/verdicts" 2>"$dir/said"; }
for path in fast ref; do
    "$SLP" run --path $path --echo <"$dir/cases.slp" >"$dir/$path.slp"
    ok "$path passes" judged "$dir/$path.slp"
done

# The case line is that with areas, the answer that of the case which sed makes of it.
wrong() { # PATTERN: what the program takes for the areas
    sed -E "$1" "$dir/one.slp" | "$SLP" run --path fast >"$dir/results"
    cat "$dir/one.slp" "$dir/results" >"$dir/answers.slp"
    "$SLP" judge <"$dir/answers.slp" 2>"$dir/said" >"$dir/verdicts"
    grep -q "fail .*hint=.*$2" "$dir/verdicts" || { cat "$dir/verdicts"; return 1; }
}
body="system=rigid-body scheme=implicit-midpoint inertia=1,2,3 quad=0.5,0.25,1 lin=1,0,0.5"
step="h=0x1p-4 steps=1 x=0.6,-0.25,0.8 dw=0.25,-0.125,0.0625,0.1875"
area="area=0.03125,-0.0625,0.015625,0.046875,-0.0234375,0.0078125"
echo "case id=a $body $step $area" >"$dir/one.slp"
ok "areas left out" wrong 's/ area=[^ ]*//' "areas left out"
ok "areas of the other sign" \
    wrong 's/area=.*/area=-0.03125,0.0625,-0.015625,-0.046875,0.0234375,-0.0078125/' \
    "areas of the other sign"
ok "areas twice as large" \
    wrong 's/area=.*/area=0.0625,-0.125,0.03125,0.09375,-0.046875,0.015625/' "areas twice as large"
ok "areas half as large" \
    wrong 's/area=.*/area=0.015625,-0.03125,0.0078125,0.0234375,-0.01171875,0.00390625/' \
    "areas half as large"
ok "areas column by column" \
    wrong 's/area=.*/area=0.03125,-0.0625,0.046875,0.015625,-0.0234375,0.0078125/' \
    "areas column by column"
# read column by column, the list 12 13 23 14 24 34 is taken; the hint undoes that
for port in "perl oracle/ports/perl/slp_port.pl" "python3 oracle/ports/python/slp_port.py"; do
    $port <"$dir/one.slp" >"$dir/answer"
    ok "$port declines" grep -q 'id=a error=unsupported' "$dir/answer"
done
sed 's/ dw=[^ ]*//' "$dir/one.slp" >"$dir/preset.slp"
"$SLP" simulate "$dir/preset.slp" >"$dir/out" 2>"$dir/err"
ok "a preset with areas is refused" grep -q "area: has no place here" "$dir/err"
