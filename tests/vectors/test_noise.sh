#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp noise: the bits of words, normals, increments and ensembles at given keys, as another program
# computes them from the page oracle/contract/noise/noise.md; ranges, and refusals.
# Run once (compiler, sanitizer): it asks about options, and the libraries' own tests about bits.
. "$(dirname "$0")/../tap.sh"
noise() { "$SLP" noise "$@"; }
python3 tests/vectors/noise_again.py "$slp" || status=1

is "ranges go on, the node fastest" \
    "$(noise normals --path 3..4 --node 7..8 |
        sed 's/.* \(path=[0-9]*\) .* \(node=[0-9]*\) .*/\1 \2/' | tr '\n' ' ')" \
    "path=3 node=7 path=3 node=8 path=4 node=7 path=4 node=8 "
is "the largest key is one" "$(noise words --seed 18446744073709551615 --path 18446744073709551615 \
    --channel 4294967295 --level 4294967295 --node 18446744073709551614..18446744073709551615 |
    wc -l)" 2
is "an increment of one level is the sum of two of the next" "$(
    { noise increments --h 0.1 --seed 5 --level 2 --node 3
    noise increments --h 0.1 --seed 5 --level 3 --node 6..7; } | python3 -c '
import sys
w = [float.fromhex(line.split("y=")[1]) for line in sys.stdin]
print(w[0] == w[1] + w[2] != 0)')" True
# its columns: energy and the like first, then dW1..dW3
columns=$("$SLP" simulate ejll-rigid-body --steps 1 --noise --brief | head -n 1 | tr , '\n' |
    grep -n '^dW1$' | cut -d: -f1)
is "truncated increments are those of a simulation" "$(
    "$SLP" simulate ejll-rigid-body --steps 4 --seed 9 --every 1 --noise --brief |
        tail -n 4 | cut -d, -f"$columns-" | python3 -c '
import sys
for line in sys.stdin:
    print(*(float(t).hex() for t in line.split(",")))')" "$(
    h=$("$SLP" list preset ejll-rigid-body | grep -o ' h=[^ ]*' | cut -d= -f2)
    for node in 0 1 2 3; do
        noise increments --h "$h" --ell 2 --seed 9 --channel 0..2 --node $node
    done | python3 -c '
import sys
w = [float.fromhex(line.split("y=")[1]).hex() for line in sys.stdin]
for i in range(0, len(w), 3):
    print(*w[i : i + 3])')"
is "a truncated increment is at its bound" "$(
    noise increments --h 0.5 --ell 0.01 --node 0..3 | python3 -c '
import math, sys
bound = math.sqrt(0.5) * math.sqrt(2 * 0.01 * math.log(2))
w = [float.fromhex(line.split("y=")[1]) for line in sys.stdin]
print(sum(abs(abs(v) - bound) < 1e-15 for v in w) >= 2, max(map(abs, w)) < bound + 1e-15)')" \
    "True True"
by() { noise ensemble --preset ejll-rigid-body --steps 9 "$@" | sed 's/ scheme=[^ ]*//'; }
is "the scheme of ensembles may be named" "$(by --scheme isospectral-midpoint)" "$(by)"
is "another scheme has other bits" \
    "$({ by; by --scheme splitting-lie; by --scheme splitting-strang; } | sort -u | wc -l)" 3
is "spins are printed with pairs of ends" \
    "$(noise ensemble --preset spin-chain --scheme sib | grep -c ' scheme=sib bonds=1:2,2:3,')" 1
one=$(noise ensemble --preset lecg-heavy-top --ell 2 --seed 3 --path 5 --steps 20)
for kernel in portable avx2 avx512; do
    other=$(SLP_KERNEL=$kernel noise ensemble --preset lecg-heavy-top --ell 2 --seed 3 --path 5 \
        --steps 20 2>/dev/null) || continue
    is "the ensemble's bits by $kernel" "$other" "$one"
done
is "the suite of vectors has the same" "$(
    "$SLP" vectors --out "$dir/suite" --system rigid-body --count 1 2>/dev/null
    python3 - "$dir/suite/vectors.txt" "$slp" <<'P'
import subprocess, sys
unlike = asked = 0
for line in open(sys.argv[1]):
    kind = line.split(" ", 1)[0]
    if kind not in ("words", "normals", "increments"):
        continue
    f = dict(part.split("=", 1) for part in line.split()[1:])
    options = [o for k in f if k not in ("id", "y") for o in ("--" + k, f[k])]
    said = subprocess.run([sys.argv[2], "noise", kind, *options], capture_output=True, text=True)
    unlike += said.stdout.strip() != line.strip().replace("id=%s " % f["id"], "")
    asked += 1
print(unlike, asked)
P
)" "0 192"

# ---- Refused ------------------------------------------------------------------------------------
ok "no kind is refused" refused "of what?" "$SLP" noise
ok "an unknown kind is refused" refused "unknown kind 'normal' (did you mean normals?)" \
    "$SLP" noise normal
ok "a range that ends before it begins is refused" refused "not '5..4'" \
    "$SLP" noise words --node 5..4
ok "a path that is no number is refused" refused "--path needs a whole number from 0 to" \
    "$SLP" noise words --path x
ok "a path beyond 2^64 is refused" refused "not '18446744073709551616'" \
    "$SLP" noise words --path 18446744073709551616
ok "a level beyond 32 is refused" refused "--level needs a whole number from 0 to 32, not '33'" \
    "$SLP" noise increments --h 1 --level 33
ok "increments without a step are refused" refused "--h H" "$SLP" noise increments
ok "a step of 0 is refused" refused "--h needs a number above 0, not '0'" \
    "$SLP" noise increments --h 0
ok "a step that is no number is refused" refused "--h needs a number above 0, not 'one'" \
    "$SLP" noise increments --h one
ok "an ensemble of nothing is refused" refused "--preset PRESET" "$SLP" noise ensemble
ok "an unknown preset is refused" refused "ejll-rigid-bod" \
    "$SLP" noise ensemble --preset ejll-rigid-bod
ok "a preset without a kernel is refused" refused "has no ensemble kernel" \
    "$SLP" noise ensemble --preset ejll-manakov
ok "a scheme without a kernel is refused" refused "has no ensemble kernel for tmk" \
    "$SLP" noise ensemble --preset spin-chain --scheme tmk
ok "an unknown scheme is refused" refused "has no ensemble kernel for midpiont" \
    "$SLP" noise ensemble --preset spin-chain --scheme midpiont
