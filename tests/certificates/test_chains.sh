#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Chains: a trajectory enclosed throughout, each step from the set that the one before it ends in.
# Run once (compiler, libraries, sanitizer): it asks about the checker, which is Python.
. "$(dirname "$0")/../tap.sh"
needs "chains are proved by another program" python3
checker=oracle/certificates/check_certificate.py
export PYTHONDONTWRITEBYTECODE=1
inertia=inertia=2,1,0x1.5555555555555p-1
cat >"$dir/cases" <<END
case id=body system=rigid-body scheme=isospectral-midpoint $inertia h=0x1p-4 steps=160 \
x=0.89,0x1p-6,0.45
case id=top system=heavy-top scheme=tmk inertia=4,2,1 chi=0,0,1 h=0x1p-4 steps=12 \
x=-0.7,0.7,0.125,-0.7,0.7,0.0625
case id=gauss system=rigid-body scheme=isospectral-gauss4 $inertia h=0x1p-4 steps=12 \
x=0.89,0x1p-6,0.45
case id=explicit system=rigid-body scheme=rkmk-rk4-cay $inertia h=0x1p-4 steps=12 \
x=0.89,0x1p-6,0.45
END
"$SLP" run --path ref --carry <"$dir/cases" >"$dir/carried"
ok "chains are written" exits 0 \
    "$SLP" run --path ref --carry --certificate "$dir/chains" <"$dir/cases"
cp "$dir/out" "$dir/results"
states() { sed 's/ iterations=.*//; s/ bits=.*//' "$1"; }
states "$dir/carried" >"$dir/a"
states "$dir/results" >"$dir/b"
ok "their answers are those of boxes along the axes, with more bits" cmp "$dir/a" "$dir/b"
ok "each step is proved from the set of the one before" \
    exits 0 python3 "$checker" --results "$dir/results" "$dir/chains"
is "as many as there are steps" "$(tail -n 1 "$dir/out")" "196 proved, 0 not proved, 0 not covered"
# the radius grows as the square of the steps, and no faster: 160^2 < 2^15; frames that do not turn
# lose 4 bits a unit of time, 40 in all
grows() {
    python3 - "$dir/chains" <<'END'
import sys
def size(line):
    reach = next(p for p in line.split(" ") if p.startswith("reach="))
    return max(float.fromhex(t) for t in reach[6:].split(","))
lines = [t for t in open(sys.argv[1]) if t.startswith("certificate id=body ")]
sys.exit(not size(lines[-1]) < 2.0 ** 17 * size(lines[0]))
END
}
ok "the radius grows as the square of the number of steps" grows
sed '/id=body step=80 /s/ reach=[^ ]*/ reach=0x1p-120,0x1p-120,0x1p-120/' "$dir/chains" \
    >"$dir/other"
ok "a set made smaller ends the chain" eval \
    'exits 1 python3 "$checker" "$dir/other" &&
     prints "step=80 not proved: the result is not seen" &&
     prints "step=81 not proved: the chain" && prints "step=160 not proved: the chain"'
sed '/id=body step=80 /d' "$dir/chains" >"$dir/other"
ok "and so does a step left out" eval \
    'exits 1 python3 "$checker" "$dir/other" && prints "step=81 not proved: the chain"'
sed '/id=body step=80 /s/ frame=[^,]*,/ frame=0x0p+0,/' "$dir/chains" >"$dir/other"
ok "and another frame" eval \
    'exits 1 python3 "$checker" "$dir/other" && prints "step=81 not proved"'
"$SLP" run --path ref --carry --certificate "$dir/chains.json" <"$dir/cases" >"$dir/out2"
ok "JSON has the same chains" exits 0 python3 "$checker" "$dir/chains.json"

# ---- The manual's table and picture; its first ten units of time are computed again
drawn() { python3 oracle/manual/chains.py draw "$1" | cmp - oracle/manual/chains.svg; }
ok "the picture of chains is that of the table" drawn oracle/manual/chains.tsv
sed 's/^heavy top\t100\t-193/heavy top\t100\t-183/' oracle/manual/chains.tsv >"$dir/other.tsv"
ok "another table has another picture" eval '! drawn "$dir/other.tsv" >"$dir/out" 2>&1'
# the number of bits is chosen from the length, so what is compared is the growth since step 1
python3 oracle/manual/chains.py grow "$SLP" 160 >"$dir/grown"
growth() {
    awk -F '\t' 'FNR == 1 { file++ } $2 == 0.0625 { first[$1] = $3 }
        file == 1 { was[$1, $2] = $3 - first[$1] }
        file == 2 { d = $3 - first[$1] - was[$1, $2]; n++; if (d > 0.5 || d < -0.5) bad = 1 }
        END { exit bad || n != 9 }' oracle/manual/chains.tsv "$1"
}
ok "the radii are those of the program" growth "$dir/grown"
sed 's/^\(four vortices\t10\t-10\)8/\17/' "$dir/grown" >"$dir/other"
ok "other radii are not" eval '! growth "$dir/other"'
is "the page's table is that of the runs" "$(python3 oracle/manual/chains.py page \
    oracle/manual/chains.tsv | while IFS= read -r row; do
        grep -c "| ${row#* | } |$" oracle/manual/proofs.md; done | tr '\n' ' ')" "1 1 1 "
