#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What a case of spins must not have: the field that the error names, and exit status 2.
. "$(dirname "$0")/../tap.sh"
two="x=1,0,0,0,1,0"
refuses() { # WHAT FIELD PARAMETERS
    echo "case id=a system=spins scheme=tmk h=0.1 steps=1 $3" |
        "$SLP" run --path ref >"$dir/out" 2>"$dir/err"
    is "$1" "$? $(grep -o 'field [a-z]*' "$dir/err" | head -1)" "2 field $2"
}
refuses "a spin beyond the state" bonds "bonds=1:3 exchange=1 $two"
refuses "spin 0" bonds "bonds=0:2 exchange=1 $two"
refuses "a bond of a spin to itself" bonds "bonds=1:2,2:2 exchange=1,1 $two"
refuses "exchange of another number of bonds" exchange "bonds=1:2 exchange=1,2 $two"
refuses "one number of dmi" dmi "bonds=1:2 exchange=1 dmi=1 $two"
refuses "a field of two numbers" field "bonds=1:2 exchange=1 field=1,2 $two"
refuses "an anisotropy without axis" anisotropy "bonds=1:2 exchange=1 anisotropy=1 $two"
refuses "two amplitudes" noise "bonds=1:2 exchange=1 noise=1,2 $two"
refuses "two dampings" damping "bonds=1:2 exchange=1 damping=1,2 $two"
refuses "a damping below 0" damping "bonds=1:2 exchange=1 damping=-0x1p-1074 $two"
refuses "noise without increments" dw "bonds=1:2 exchange=1 noise=1 $two"
refuses "five numbers of a state" x "bonds=1:2 exchange=1 x=1,0,0,0,1"
refuses "no bonds" bonds "exchange=1 $two"

# No exact flow with dmi: refused under both splittings, taken where all of it is 0.
asks() { # SCHEME DMI PATH
    echo "case id=a system=spins scheme=$1 h=0.1 steps=1 bonds=1:2 exchange=1 dmi=$2 $two" |
        "$SLP" run --path "$3" >"$dir/out" 2>"$dir/err"
    echo "$? $(grep -o 'field [a-z]*' "$dir/err" | head -1)"
}
for scheme in splitting-lie splitting-strang; do
    for path in ref fast; do
        is "$path: $scheme of a bond with dmi" "$(asks $scheme 0,0,-1e-300 $path)" "2 field dmi"
        is "$path: $scheme of a bond whose dmi is 0" "$(asks $scheme 0,-0,0 $path)" "0 "
    done
done
ok "which names the bond and the remedy" eval \
    'asks splitting-lie 0,0,1 ref >"$dir/said"
     grep -q "bond 1 has a dmi" "$dir/err" && grep -q "leave dmi out" "$dir/err"'

# Nor with damping.
damped() { # SCHEME DAMPING PATH
    echo "case id=a system=spins scheme=$1 h=0.1 steps=1 bonds=1:2 exchange=1 damping=$2 $two" |
        "$SLP" run --path "$3" >"$dir/out" 2>"$dir/err"
    echo "$? $(grep -o 'field [a-z]*' "$dir/err" | head -1)"
}
for scheme in splitting-lie splitting-strang; do
    for path in ref fast; do
        is "$path: $scheme of damped spins" "$(damped $scheme 1e-300 $path)" "2 field damping"
        is "$path: $scheme of spins whose damping is 0" "$(damped $scheme 0 $path)" "0 "
    done
done
ok "which names the remedy" eval \
    'damped splitting-lie 1 ref >"$dir/said"
     grep -q "leave damping out" "$dir/err" && grep -q "splitting-lie" "$dir/err"'
