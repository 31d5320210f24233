#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The preset damped-skyrmion: the energy falls, the lengths stay, and the spins go once around the
# sphere, in the other sense, at every time: the skyrmion is still there.
# The manual's picture is of this run, and that of five presets of theirs.
# Run once (compiler, sanitizer): no new code.
. "$(dirname "$0")/../tap.sh"
"$SLP" simulate damped-skyrmion --steps 128 --every 64 --table "$dir/run.csv" 2>"$dir/err" ||
    { cat "$dir/err"; echo "not ok - it runs"; exit 1; }
# Angles that the spins of each triangle of the lattice subtend, over 4 pi: Berg and Luescher, 1981.
cat >"$dir/charge.py" <<'P'
import csv
import math
import sys

N = 32


def dot(u, v):
    return sum(p * q for p, q in zip(u, v))


def angle(a, b, c):
    cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return 2 * math.atan2(dot(a, cross), 1 + dot(a, b) + dot(b, c) + dot(c, a))


energies = []
for row in list(csv.reader(open(sys.argv[1])))[1:]:
    x = [[float(e) for e in row[1 + 3 * k:4 + 3 * k]] for k in range(N * N)]
    length = max(abs(math.sqrt(dot(v, v)) - 1) for v in x)
    x = [[e / math.sqrt(dot(v, v)) for e in v] for v in x]

    def at(i, j):
        return x[i % N * N + j % N]
    charge = sum(angle(at(i, j), at(i + 1, j), at(i + 1, j + 1)) +
                 angle(at(i, j), at(i + 1, j + 1), at(i, j + 1))
                 for i in range(N) for j in range(N)) / (4 * math.pi)
    energies.append(float(row[1 + 3 * N * N]))
    print("charge", round(charge, 6), "lengths", "kept" if length < 1e-6 else length)
print("falls" if energies[0] > energies[1] + 15 > energies[2] + 20 else energies)
P
python3 "$dir/charge.py" "$dir/run.csv" >"$dir/said"
is "three rows with one skyrmion, of lengths 1" 3 \
    "$(grep -c 'charge -1.0 lengths kept' "$dir/said")"
is "and the energy falls" "$(tail -n 1 "$dir/said")" falls
drawn() { python3 "oracle/manual/$1.py" "$SLP" | cmp - "oracle/manual/$1.svg"; }
ok "the picture is of our own run" drawn skyrmion
ok "that of five polynomials too" drawn polynomials
