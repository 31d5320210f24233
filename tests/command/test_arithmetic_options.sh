#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Arithmetics on the command line: unknown ones, numbers that are none of theirs and answers of
# mixed widths are refused by name, with exit status 2.  Right answers pass, in each.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"

for command in gen judge; do
    ok "slp $command, an unknown arithmetic" refused "did you mean binary32?" \
        "$SLP" $command --arithmetic binary23
    ok "slp $command, a unit without a form" refused "is no unit and range" \
        "$SLP" $command --unit 1e-7
    ok "slp $command, a range alone" refused "needs --unit" "$SLP" $command --range 2^-149..2^128
    ok "slp $command, both" refused "give one of them" \
        "$SLP" $command --arithmetic binary32 --unit 2^-24
    ok "slp $command, sums in fewer bits" refused "narrower numbers than it stores" \
        "$SLP" $command --arithmetic binary32+binary16
done
for tolerance in 0 -1 1 x 2^-x; do
    ok "a tolerance $tolerance" refused "between 0 and 1" "$SLP" judge --tolerance $tolerance
done

# ---- Cases ---------------------------------------------------------------------------------------
case='case id=a system=rigid-body scheme=tmk arithmetic=binary32 inertia=1,2,4 lin=0.125,0,0 '
case+='h=0x1p-6 steps=1 x=0.5,0,0.75 dw=0.125'
answers() { # TEXT STATUS COMMAND... < INPUT
    local text=$1 status=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err"
    [ $? = "$status" ] && grep -qF -e "$text" "$dir/out" "$dir/err"
}
with() { printf '%s\n' "${case/$1/$2}" "result id=a y=$3"; }
right=0.5,0x1.79b1fap-7,0.75
ok "a number that is none of it" answers "case a, field x: item 1: 0x1.0000001p-1 has more bits" 2 \
    "$SLP" judge < <(with x=0.5 x=0x1.0000001p-1 1,2,3)
ok "a parameter that is none" answers "field inertia: item 2: 2.0000000001 has more digits" 2 \
    "$SLP" judge < <(with inertia=1,2 inertia=1,2.0000000001 1,2,3)
ok "an unknown one in a case" answers "standard input:1: case a, field arithmetic: unknown" 2 \
    "$SLP" judge < <(with binary32 binary31 1,2,3)
ok "the option and the case differ" answers "leave that option out" 2 \
    "$SLP" judge --arithmetic binary16 < <(with x= x= 1,2,3)
ok "an answer in wider numbers" answers \
    "standard input:2: case a, field y: item 2: 0x1.0000001p+0 is no number of binary32" 2 \
    "$SLP" judge < <(with x= x= 1,0x1.0000001p+0,3)
ok "its decimals" answers "item 3: 0.30000000000000004 has more digits" 2 \
    "$SLP" judge < <(with x= x= 1,2,0.30000000000000004)
ok "an answer beyond the range" answers "beyond the largest number of binary32" 2 \
    "$SLP" judge < <(with x= x= 1,1e39,0.1)
with binary32 binary32 1,2,3 | sed 1q >"$dir/cases"
ok "a file of cases has it too" answers "is no number of binary32" 2 "$SLP" judge \
    --cases "$dir/cases" < <(printf 'result id=a y=1,0x1.0000001p+0,3\n')
sed 's/ arithmetic=binary32//' "$dir/cases" >"$dir/plain"
ok "and by the option" answers "is no number of binary16" 2 "$SLP" judge --arithmetic binary16 \
    --cases "$dir/plain" < <(printf 'result id=a y=1,0x1.002p+0,3\n')

# ---- Answers -------------------------------------------------------------------------------------
for a in bfloat16 binary16 binary16+binary32 binary32 2^-30:2^-500..2^600 extended double-double \
    binary128; do
    "$SLP" gen --count 24 --system rigid-body --arithmetic $a >"$dir/cases"
    ok "$a: named in the first line" grep -qF -e "--arithmetic $a" "$dir/cases"
    ok "$a: the reference passes" answers "; u=2^-" 0 "$SLP" judge < <(
        "$SLP" run --path ref --echo <"$dir/cases")
done
printf '%s\n' "${case/ arithmetic=binary32/}" >"$dir/cases"
ok "a tolerance is in the verdict" answers "tolerance=1e-12" 0 "$SLP" judge --tolerance 1e-12 < <(
    "$SLP" run --path ref --echo <"$dir/cases")
ok "and in the tally" grep -qF "; tolerance=1e-12" "$dir/err"
ok "it may be wider by so much" answers "pass ratio" 0 "$SLP" judge --tolerance 1e-9 < <(
    "$SLP" run --path ref --echo <"$dir/cases" | sed 's/\(y=0x1.........\)../\100/')
ok "and is not without" answers "fail ratio" 1 "$SLP" judge < <(
    "$SLP" run --path ref --echo <"$dir/cases" | sed 's/\(y=0x1.........\)../\100/')
"$SLP" gen --count 24 --system rigid-body --arithmetic binary32 >"$dir/cases"
ok "binary32 from the fast path" answers "; u=2^-24" 0 "$SLP" judge < <(
    "$SLP" run --path fast --echo <"$dir/cases")
