#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp simulate end to end: shape of the table, the two paths, noise, options, refusals.
. "$(dirname "$0")/../tap.sh"
simulates() { exits "$1" "$SLP" simulate "${@:2}"; } # STATUS ARGUMENT...
lines() {
    [ "$(wc -l <"$dir/out")" = "$1" ] || { echo "$(wc -l <"$dir/out") lines, not $1"; return 1; }
}

presets() { # every preset listed is a file and runs; its first comment says what it is
    local name n=0
    for name in $("$SLP" list presets | grep -v '^#' | cut -f1); do
        n=$((n + 1))
        [ -s "oracle/simulate/presets/$name.slp" ] || {
            echo "no oracle/simulate/presets/$name.slp"; return 1
        }
        simulates 0 "$name" --steps 4 && lines 6 && silent || return 1
    done
    [ $n -ge 22 ] && "$SLP" list presets | grep -q "^ejll-rigid-body	Free rigid body" &&
        "$SLP" list presets | grep -q '^gbw-rigid-body	'
}
ok "every preset runs" presets
large_scales() { # the states on the sphere are what their comments say
    python3 - oracle/simulate/presets/ejll-zeitlin-sphere*.slp <<'P'
import math, sys
for name in sys.argv[1:]:
    case = dict(f.split("=") for f in open(name).read().splitlines()[-1].split()[1:])
    N, x = int(case["n"]), list(map(float, case["x"].split(",")))
    z = [1 - 2 * k / (N - 1) for k in range(N)]
    want = [v**5 / 2 + v * v for v in z]
    want = [v - math.fsum(want) / N for v in want]
    for i in range(N):
        for j in range(i + 1, N):
            m, t = j - i, (z[i] + z[j]) / 2
            c = {1: t * t / 2 + 0.3j, 2: 0.3 * t**3 + 0.4j, 3: 0.5, 4: 0.3j * t * t, 6: 0.4}
            c = c.get(m, 0)
            roots = (math.sqrt((i + q + 1) * (N - 1 - i - q)) / ((N - 1) / 2) for q in range(m))
            c *= math.prod(roots) if c else 0
            want += [complex(c).real, complex(c).imag]
    norm = math.sqrt(math.fsum(v * v * (1 if k < N else 2) for k, v in enumerate(want)) / N)
    # 20 roundings a number, far below 100 u of the largest, about 10
    if len(x) != N * N or max(abs(a - b / norm) for a, b in zip(x, want)) > 1e-13: sys.exit(name)
P
}
ok "the states on the sphere are of low degree, as documented" large_scales
steps() {
    simulates 0 ejll-rigid-body --steps 3 && lines 5 && simulates 0 ejll-rigid-body --steps 0 &&
        lines 2 &&
        simulates 0 ejll-rigid-body --steps 3 --brief &&
        [ "$(head -n 1 "$dir/out")" = t,energy,casimir1 ] &&
        simulates 2 ejll-rigid-body --steps 3 --until 1 && says "not both"
}
ok "--steps counts, --brief leaves the state out" steps

table() {
    simulates 0 ejll-rigid-body --until 1 --every 100 --noise && silent && lines 5 || return 1
    [ "$(head -n 1 "$dir/out")" = "t,x1,x2,x3,energy,casimir1,dW1,dW2,dW3" ] || return 1
    # rows at steps 0, 100, 200 and the last, 256
    [ "$(cut -d, -f1 "$dir/out" | tr '\n' ' ')" = "t 0 0.390625 0.78125 1 " ] || return 1
    # as many fields in every row, all of them numbers; |x|^2 and the energy are those of x
    awk -F, 'NF != 9 { exit 1 }
        NR == 2 && ($2 != 0.89120736006143531 || $7 != 0) { exit 1 }
        NR > 1 { c = $2^2 + $3^2 + $4^2; e = ($2^2/2 + $3^2 + $4^2*1.5)/2
                 if ((c-$6)^2 > 1e-28 || (e-$5)^2 > 1e-28 || ($6-1)^2 > 1e-26) exit 1 }' "$dir/out"
}
ok "the table has header, rows, energy and Casimir" table
without_noise() {
    simulates 0 ejll-rigid-body --until 0.1 &&
        [ "$(head -n 1 "$dir/out")" = "t,x1,x2,x3,energy,casimir1" ]
}
ok "without --noise there are no columns for it" without_noise
usual_horizon() {
    simulates 0 gbw-rigid-body --every 5000 &&
        [ "$(cut -d, -f1 "$dir/out" | tr "\n" " ")" = "t 0 50 100 " ]
}
ok "the default horizon is the preset's" usual_horizon
ok "--until 0 prints the start" eval 'simulates 0 ejll-rigid-body --until 0 && lines 2'
hundredths() {
    simulates 0 gbw-rigid-body --until 0.29 && lines 31 &&
        simulates 0 gbw-rigid-body --until 0.299 && lines 31
}
ok "--until counts steps of 0.01 as decimals do" hundredths

noise() { # fine rows' increments add up to coarse rows'; states agree; seeds differ
    simulates 0 ejll-rigid-body --until 0.5 --noise && cp "$dir/out" "$dir/fine" &&
        simulates 0 ejll-rigid-body --until 0.5 --noise --every 32 &&
        cp "$dir/out" "$dir/coarse" || return 1
    awk -F, 'NR == FNR { if (FNR > 1) { s += $7; sum[$1] = s; x[$1] = $2 } ; next }
        FNR > 1 { t += $7; n++; if ((sum[$1] - t)^2 > 1e-26 || x[$1] != $2) exit 1 }
        END { exit n == 5 ? 0 : 1 }' \
        "$dir/fine" "$dir/coarse" || { echo "increments do not add up"; return 1; }
    simulates 0 ejll-rigid-body --until 0.5 --noise --seed 1 && cmp -s "$dir/out" "$dir/fine" ||
        return 1
    simulates 0 ejll-rigid-body --until 0.5 --noise --seed 2 && ! cmp -s "$dir/out" "$dir/fine"
}
known() { # the first increments of seed 1, a process each
    simulates 0 ejll-rigid-body --until 0.004 --noise &&
        [ "$(tail -n 1 "$dir/out" | cut -d, -f7-9)" = \
        "-0.0049412820844736416,0.12786854047135421,0.10903440530364605" ]
}
ok "increments are the known ones" known
ok "increments add up, seed 1 is the default, seeds differ" noise

paths() { # the two paths take the same noise and agree to roundoff
    local name
    for name in ejll-rigid-body gbw-rigid-body; do
        simulates 0 $name --until 0.5 --path ref --noise && silent && cp "$dir/out" "$dir/ref" &&
            simulates 0 $name --until 0.5 --path fast --noise || return 1
        paste -d, "$dir/ref" "$dir/out" | awk -F, 'NR > 1 { h = NF/2; n++
            for (i = 1; i <= h; i++) if (($i - $(i+h))^2 > 1e-28 || i > 6 && $i != $(i+h)) exit 1 }
            END { exit n > 40 ? 0 : 1 }' || { echo "paths differ on $name"; return 1; }
    done
}
ok "ref and fast agree" paths

# The trajectory is the contract's noise through slp run: the dw of a case made from the table's
# columns.
same_as_run() {
    simulates 0 gbw-rigid-body --until 0.2 --noise || return 1
    local dw
    dw=$(awk -F, 'NR > 2 { printf "%s%s,%s,%s", c, $7, $8, $9; c = "," }' "$dir/out")
    grep '^case' oracle/simulate/presets/gbw-rigid-body.slp |
        sed -e 's/ steps=[0-9]*/ steps=20/' -e "s/\$/ dw=$dw/" >"$dir/case"
    "$SLP" run --path fast --echo <"$dir/case" >"$dir/answer" || return 1
    "$SLP" judge <"$dir/answer" >/dev/null 2>&1 || return 1
    local last
    last=$(tail -n 1 "$dir/out" | cut -d, -f2-4)
    python3 - "$dir/answer" "$last" <<'P'
import sys
answer = [l for l in open(sys.argv[1]) if l.startswith("result")][0]
y = answer.split("y=")[1].split()[0].split(",")[-3:]
sys.exit([float.fromhex(v) for v in y] != [float(v) for v in sys.argv[2].split(",")])
P
}
ok "a trajectory is what slp run answers to the same increments" same_as_run

ok "an unknown preset is refused with a suggestion" \
    eval 'simulates 2 ejll-rigid-bdy && says "did you mean ejll-rigid-body?" && lines 0'
ok "no preset is refused" eval 'simulates 2 && says "which preset"'
ok "an unknown path is refused" eval 'simulates 2 ejll-rigid-body --path slow && says "path"'
for bad in -1 x nan inf 1e300 ''; do
    ok "--until '$bad' is refused" \
        eval "simulates 2 ejll-rigid-body --until '$bad' && says '--until' && lines 0"
done
ok "--every 0 is refused" eval 'simulates 2 ejll-rigid-body --every 0 && says "--every"'
ok "--seed -1 is refused" eval 'simulates 2 ejll-rigid-body --seed -1 && says "--seed"'
# ---- Files of the same form
body="case id=own system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.5 quad=0.1,0.1,0.1"
own() { # line...: $dir/own.slp
    printf '%s\n' "$@" >"$dir/own.slp"
}
like_the_preset() {
    simulates 0 ejll-rigid-body --until 1 && cp "$dir/out" "$dir/want" &&
        simulates 0 ./oracle/simulate/presets/ejll-rigid-body.slp --until 1 &&
        cmp -s "$dir/out" "$dir/want"
}
ok "a file runs like a preset" like_the_preset
crlf() {
    own $'# lines of another system\r' $'\r' "$body h=0.25 x=0.1,0.2,0.3 steps=3"$'\r'
    simulates 0 "$dir/own.slp" && lines 5
}
ok "a file may end its lines as other systems do" crlf
beyond() {
    own "$body h=1e300 steps=3 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" --steps 9007199254740992 && says "--steps" && lines 0
}
ok "a time beyond every number is refused" beyond
coarse() { # 402 increments of h = 1/4 show it, 399 do not (noise.md, Truncation)
    own "# coarse" "$body h=0.25 steps=134 x=0.1,0.2,0.3"
    simulates 0 "$dir/own.slp" && says "--ell 0" && says "2.35 standard" && lines 136 || return 1
    simulates 0 "$dir/own.slp" --ell 0 && silent || return 1
    simulates 0 "$dir/own.slp" --steps 133 && silent || return 1
    own "# fine" "$body h=0.01 steps=3 x=0.1,0.2,0.3"
    simulates 0 "$dir/own.slp" && silent && lines 5 || return 1
    own "# no noise, no warning" "${body/ quad=*/} h=0.25 steps=3000 x=0.1,0.2,0.3"
    simulates 0 "$dir/own.slp" && silent
}
ok "cutting off that shows is warned of" coarse
whole() { # --ell 0: the increments of `slp noise increments`, nothing cut off, resumed as such
    own "$body h=0.5 steps=400 x=0.01,0.02,0.03"
    simulates 0 "$dir/own.slp" --noise --ell 0 && cut -d, -f 7 "$dir/out" >"$dir/whole" || return 1
    "$SLP" noise increments --h 0.5 --node 0..399 | sed 's/.*=//' >"$dir/drawn"
    python3 - "$dir/whole" "$dir/drawn" <<'PY' || return 1
import sys
a = [float(v) for v in open(sys.argv[1]).read().split()[2:]]
b = [float.fromhex(v.split()[-1]) for v in open(sys.argv[2]) if v.strip()]
sys.exit(a != b or max(map(abs, a)) <= 1.1774100225154747)
PY
    simulates 0 "$dir/own.slp" --ell 0 --steps 300 --table "$dir/ell.csv" || return 1
    simulates 2 "$dir/own.slp" --steps 300 --table "$dir/ell.csv" --resume && says "ell" || return 1
    simulates 0 "$dir/own.slp" --ell 0 --table "$dir/ell.csv" --resume &&
        simulates 0 "$dir/own.slp" --ell 0 && cmp "$dir/out" "$dir/ell.csv"
}
ok "--ell 0 cuts nothing off" whole
for l in nan inf -1 2x; do
    ok "--ell $l is refused" refused "--ell" "$SLP" simulate ejll-rigid-body --ell $l
done
bounded() { # at h = 1/2 the bound is sqrt(2 ln 2): met, never passed, by every process
    own "$body h=0.5 steps=400 x=0.01,0.02,0.03"
    simulates 0 "$dir/own.slp" --noise || return 1
    awk -F, 'NR > 1 { for (k = 7; k <= 9; k++) { a = $k < 0 ? -$k : $k; if (a > m[k]) m[k] = a } }
        END { for (k = 7; k <= 9; k++) if ((m[k] - 1.1774100225154747)^2 > 1e-28) exit 1 }' \
            "$dir/out"
}
ok "increments are truncated with ell = 2" bounded
too_large() {
    own "${body/ quad=*/} h=100 steps=3 x=1,2,3"
    simulates 1 "$dir/own.slp" && says "no-convergence" && says "step 1" && lines 2 || return 1
    simulates 1 "$dir/own.slp" --path ref && says "unable" && lines 2
}
ok "a step without a solution is exit simulates 1" too_large
malformed() {
    own "$body h=0.01 steps=3 x=0.1,0.2,0.3" "$body h=0.01 steps=3 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "own.slp:2" && says "second" || return 1
    own "# nothing"
    simulates 2 "$dir/own.slp" && says "holds no case" || return 1
    own "$body h=0.01 steps=3 x=0.1,0.2"
    simulates 2 "$dir/own.slp" && says "field x" && says "case own" || return 1
    own "$body h=0.01 steps=0 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field steps" || return 1
    own "$body h=0.01 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field steps" || return 1
    own "${body/rigid-body/rigid-bdy} h=0.01 steps=1 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field system" || return 1
    own "$body h=0.01 steps=1 x=0.1,0.2,0.3 colour=red"
    simulates 2 "$dir/own.slp" && says "colour" || return 1
    own "$body h=0.01 steps=9007199254740993 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field steps" && says "2^53" || return 1
    own "$body h=0.01 steps=1 x=0.1,0.2,0.3 dw=1,2,3"
    simulates 2 "$dir/own.slp" && says "field dw" || return 1
    own "$body h=1e308 steps=2 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field h" && says "overflows" || return 1
    own "$body h=-0.01 steps=1 x=0.1,0.2,0.3"
    simulates 2 "$dir/own.slp" && says "field h" || return 1
    simulates 2 "$dir/none.slp" && says "none.slp" && lines 0 || return 1
    simulates 2 "$dir/" && says "Is a directory" && lines 0
}
ok "malformed files are refused by line, id and field" malformed

full() {
    "$SLP" simulate ejll-rigid-body --until 5 >/dev/full 2>"$dir/err"
    [ $? = 2 ]
}
ok "a full disk is exit simulates 2" full
