#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# heun, heun-projected and euler of the reference against a model in Python's decimal numbers: drawn
# cases of seven systems, all 40 digits.  And three equations that hold between results.
# Run once (sanitizer): the model is Python; the laws take the same steps in every build.
. "$(dirname "$0")/../tap.sh"
needs "an independent model" python3
cases() { # SCHEME COUNT
    "$SLP" gen --scheme "$1" --count "$2" --seed 7 | bare | grep "steps=1 " | grep -v ' area=' |
        grep -vE "system=(zeitlin-sphere|sine-euler|polynomial) " |
        awk 'length($0) < 3000'
}
for s in heun heun-projected euler; do cases $s 300; done >"$dir/cases"
python3 "$here/explicit_model.py" <"$dir/cases" >"$dir/model" 2>"$dir/err" ||
    failed "the model answers" <"$dir/err"
"$SLP" run --path ref --digits 40 <"$dir/cases" >"$dir/ref"
ok "all of more than 200 answers agree to 40 digits" python3 - "$dir" <<'P'
import sys
from decimal import Decimal, getcontext
getcontext().prec = 60
def answers(name):
    lines = (dict(f.split("=", 1) for f in l.split()[1:]) for l in open(f"{sys.argv[1]}/{name}")
             if l.startswith("result "))
    return {r["id"]: [Decimal(t) for t in r["y"].split(",")] for r in lines if "y" in r}
ref, model = answers("ref"), answers("model")
both = set(ref) & set(model)
# the reference writes 0 for what lies within 2^-1200 of an enclosed 0
least = Decimal(2) ** -1200
wrong = sorted(i for i in both if len(ref[i]) != len(model[i]) or any(
    a != b and not (a == 0 and abs(b) < least) for a, b in zip(ref[i], model[i])))
print(len(model), "answers,", len(both), "to compare; differ:", *wrong[:5])
sys.exit(bool(wrong) or len(both) < 200 or len(both) < 0.95 * len(model))
P

# On the plane the group is R^2, and its flow is a translation.
answers() { "$SLP" run --path "${2:-ref}" --digits 40 <"$1" | sed 's/ iterations=.*//'; }
cases heun 500 | grep "system=canonical " >"$dir/heun"
cases euler 500 | grep "system=canonical " >"$dir/euler"
for s in heun euler; do
    sed "s/scheme=$s /scheme=rkmk-$s-exp /" "$dir/$s" >"$dir/group"
    ok "on the plane $s is rkmk-$s-exp, on more than 10 cases" eval \
        '[ "$(wc -l <"$dir/$s")" -gt 10 ] && diff <(answers "$dir/$s") <(answers "$dir/group")'
done

# The unit vector e_1, turned about e_3 by a constant generator of size 1.
one() { # SCHEME PATH
    echo "case id=a system=rigid-body scheme=$1 inertia=1,1,1 lin=0,0,1 h=0 steps=1 x=1,0,0 dw=1" |
        "$SLP" run --path "$2" --digits 17 | sed 's/.*y=//; s/ .*//'
}
is "euler takes the tangent" "$(one euler ref)" "1.0000000000000000,-1.0000000000000000,0"
is "heun takes the parabola" "$(one heun ref)" "5.0000000000000000e-1,-1.0000000000000000,0"
# p = (a, -a), a = sqrt(1/2); w = (1 - a/2, -(1 + a)/2); y = w/|w|
is "heun-projected begins its second slope on the circle" "$(one heun-projected ref)" \
    "6.0374805522039200e-1,-7.9717519142130514e-1,0"
zero="case id=a system=rigid-body scheme=heun-projected inertia=1,1,1 lin=0,0,1 h=0 steps=1"
is "heun-projected leaves the state 0 where it is" "$(
    for p in ref fast; do echo "$zero x=0,0,0 dw=1" | "$SLP" run --path $p; done |
        sed 's/ iterations=.*//' | sort -u
)" "result id=a y=0x0p+0,0x0p+0,0x0p+0"
for s in heun heun-projected euler; do
    ok "the binary64 path of $s passes on drawn cases of every class" eval \
        '"$SLP" gen --scheme $s --count 240 --seed 11 | "$SLP" run --path fast --echo |
            "$SLP" judge --hints 0'
done
