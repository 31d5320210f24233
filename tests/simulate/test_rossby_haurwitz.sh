#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# A Rossby-Haurwitz wave on a planet that turns.  A state c T_10 + Y with Y of degree l moves,
# without noise, as Y_{k,k+m} exp(-i m w t/|S_3|), w = (c - f)/2 - c/(l(l+1)): for
# Xi = (c - f)/2 T_10 + Y/(l(l+1)) the field is w [Y, T_10].  The preset has degree 5 and order 4,
# and w/|S_3| = (28 omega - 2 Omega)/30.  The rule has order 2: with h halved, what is left of the
# angle becomes a quarter, and extrapolation takes away all but a term of order 4.
# Run once (compiler, sanitizer): it asks about a formula.
. "$(dirname "$0")/../tap.sh"
preset=$here/../../oracle/simulate/presets/rossby-haurwitz.slp
for k in 7 8 9; do
    sed "s/ h=0x1p-9 / h=0x1p-$k /" "$preset" >"$dir/wave-$k.slp"
    "$slp" simulate "$dir/wave-$k.slp" --until 1 --every $((1 << k)) >"$dir/run-$k" || break
done
cat >"$dir/angles.py" <<'P'
import cmath
import math
import re
import sys

N, M, folder = 32, 4, sys.argv[1]
text = open(folder + "/wave-9.slp").read()
f = float(re.search("coriolis=(\\S+)", text).group(1))
axis = math.sqrt(N * (N * N - 1) / 12)


def entry(x, i, j):
    at = N + 2 * (i * N - i * (i + 1) // 2 + (j - i - 1))
    return complex(x[at], x[at + 1])


off = []
for k in (7, 8, 9):
    rows = [line.split(",") for line in open("%s/run-%d" % (folder, k)) if line[0].isdigit()]
    first, last = ([float(v) for v in r[1 : 1 + N * N]] for r in (rows[0], rows[-1]))
    c = sum(first[i] * ((N - 1) / 2 - i) for i in range(N)) / axis
    rate = ((c - f) / 2 - c / 30) / axis
    turned = [entry(last, i, i + M) / entry(first, i, i + M) for i in range(4, 24)]
    back = cmath.exp(1j * M * rate * float(rows[-1][0]))
    off.append(max(abs(cmath.phase(z * back)) for z in turned))
print("%d %.3f %.3f %.1e" % (
    abs(rate - 0.21284352) < 1e-8, off[0] / off[1], off[1] / off[2],
    abs(4 * off[2] - off[1]) / 3 / off[2]))
P
python3 "$dir/angles.py" "$dir" >"$dir/found" 2>&1
read -r speed first second left <"$dir/found"
is "the speed of the wave is (28 omega - 2 Omega)/30" "$speed" 1
within() { awk -v x="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(x >= a && x <= b) }'; }
ok "half the step, a quarter of the error: $first, $second" \
    eval 'within "$first" 3.7 4.3 && within "$second" 3.9 4.1'
ok "without it the angle is right: $left of the error of the smallest step is left" \
    within "$left" 0 0.02
