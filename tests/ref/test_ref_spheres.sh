#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# spherical-midpoint, sib and depondt of the reference against a model in Python's decimal numbers:
# drawn cases, all 40 digits: 48 cases a scheme are drawn, 120 with SLP_CHECK_MULTIPLIER=1.  And
# what one turn by a known angle gives.
# Run once (sanitizer): the model is Python; the laws take the same steps in every build.
. "$(dirname "$0")/../tap.sh"
needs "an independent model" python3
cases() { # SCHEME COUNT
    "$SLP" gen --scheme "$1" --count "$2" --seed 7 | bare | grep "steps=1 " | grep -v ' area=' |
        grep -v ' system=polynomial ' | awk 'length($0) < 3000'
}
count=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print m < 1 ? 48 : 120 }')
# Two of five systems are polynomials, which the model has not.
for s in spherical-midpoint sib depondt; do cases $s $((count * 5 / 3)); done >"$dir/cases"
python3 "$here/explicit_model.py" <"$dir/cases" >"$dir/model" 2>"$dir/err" ||
    failed "the model answers" <"$dir/err"
"$SLP" run --path ref --digits 40 <"$dir/cases" >"$dir/ref"
least=$((count * 5 / 3))
ok "all of more than $least answers agree to 40 digits" python3 - "$dir" "$least" <<'P'
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
sys.exit(bool(wrong) or len(both) < int(sys.argv[2]) or len(both) < 0.95 * len(model))
P

# The unit vector e_1, turned about e_3 by a constant generator of size 1.
one() { # SCHEME PATH
    echo "case id=a system=rigid-body scheme=$1 inertia=1,1,1 lin=0,0,1 h=0 steps=1 x=1,0,0 dw=1" |
        "$SLP" run --path "$2" --digits 17 | sed 's/ iterations=.*//; s/.*y=//'
}
# cos 1, -sin 1
is "depondt turns by the angle" "$(one depondt ref)" \
    "5.4030230586813972e-1,-8.4147098480789651e-1,0"
# (1 - 1/4)/(1 + 1/4), -1/(1 + 1/4)
is "sib turns by twice the arc tangent of its half" "$(one sib ref)" \
    "6.0000000000000000e-1,-8.0000000000000000e-1,0"
# by a chord of length 1: cos 60 degrees, -sin 60 degrees
is "spherical-midpoint turns by a chord as long as the angle" "$(one spherical-midpoint ref)" \
    "5.0000000000000000e-1,-8.6602540378443865e-1,0"
# At angles beyond 2 a chord is longer than the diameter: there is no such step.
ok "a chord beyond the diameter has no step" eval 'echo "case id=a system=rigid-body \
scheme=spherical-midpoint inertia=1,1,1 lin=0,0,1 h=0 steps=1 x=1,0,0 dw=2.1" | tr -d "\\\\\n" |
    { cat; echo; } | "$SLP" run --path ref | grep -q error='
# No ball around m may reach any vector of x, of which only the first is small here.
echo "case id=a system=spins scheme=spherical-midpoint bonds=1:2 exchange=0 noise=1 h=0 steps=1" \
    "x=0x1p-30,0,0,0,0,1 dw=0,0,1.9,0,0,0" >"$dir/short"
is "a stage that reaches beyond the first vector is not certified" \
    "$("$SLP" run --path ref <"$dir/short")" "result id=a error=unable"
still="inertia=1,1,1 lin=0,0,1 h=0 steps=1"
for s in spherical-midpoint sib depondt; do
    is "$s leaves the state 0 where it is" "$(
        for p in ref fast; do
            echo "case id=a system=rigid-body scheme=$s $still x=0,0,0 dw=1" |
                "$SLP" run --path $p
        done | sed 's/ iterations=.*//' | sort -u
    )" "result id=a y=0x0p+0,0x0p+0,0x0p+0"
    ok "the binary64 path of $s passes on drawn cases of every class" eval \
        '"$SLP" gen --scheme $s --count 160 --seed 11 | "$SLP" run --path fast --echo |
            "$SLP" judge --hints 0'
done
# On the rigid body the spherical midpoint keeps the energy: an answer of 60 digits has the energy
# of the state before to 55.
ok "spherical-midpoint keeps the energy of a rigid body" eval \
    '"$SLP" check --path ref --law energy --system rigid-body --scheme spherical-midpoint'
