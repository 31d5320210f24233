#!/bin/bash
# The port on devices: its kernels as C, and in OpenCL where there is a device (PoCL computes on the
# processor).  Both pass the judge on all pairs; the device does not contract.
# Run once (compiler, sanitizer): they are programs of their own.
. "$(dirname "$0")/../tap.sh"
build=${slp%/*}
spheres=tests/ports/sphere_cases.py
tried() { # NAME PROGRAM CASES
    port=$2
    "$slp" gen --count "$3" >"$dir/cases"
    ok "$1: passes on every pair" eval '"$port" <"$dir/cases" | "$slp" judge >"$dir/verdicts"'
    is "$1: half of the cases fit at least" \
        "$(($(grep -c " pass " "$dir/verdicts") * 2 >= $3))" 1
    "$2" <<<list >"$dir/pairs"
    is "$1: lists every pair" "$(grep -c ^pair "$dir/pairs") $(tail -n 2 "$dir/pairs" | xargs)" \
        "142 go end"
    ok "$1: cases in flight, in any order" eval '"$slp" check --port "$port" --in-flight 512 \
        --no-save --system heavy-top --law determinism --multiplier 0.05 --regressions none'
    ok "$1: computes in binary64" eval '"$slp" environment --port "$port" >"$dir/facts"'
    ok "$1: no contraction" grep -q '^contraction  *as declared' "$dir/facts"
}
# Large matrices of Zeitlin's sphere, without noise.
"$slp" gen --count 250 --system zeitlin-sphere --scheme isospectral-midpoint --seed 4 |
    sed -E 's/ (amp|shell|dw)=[^ ]*//g' | awk '/^case/ && split($0, x, ",") > 16' >"$dir/spheres"
python3 $spheres cases 33 2 >>"$dir/spheres"
count=$(grep -c ^case "$dir/spheres")
ok "drawn cases of large matrices ($count)" test "$count" -ge 40
python3 $spheres cases 48 12 2 >"$dir/long"
"$slp" run --path fast <"$dir/long" >"$dir/fast"
sphere() { # NAME PROGRAM
    port=$2
    "$2" <"$dir/spheres" | "$slp" judge --hints 0 >"$dir/verdicts"
    # squares of the largest states are not numbers of binary64: those cases are excused
    right=$(grep -c ' pass ' "$dir/verdicts") excused=$(grep -c ' unable ' "$dir/verdicts")
    ok "$1: steps of Zeitlin's sphere pass ($right, excused $excused)" \
        test $((right + excused)) -eq "$count" -a "$excused" -le 2
    "$2" <"$dir/long" >"$dir/answer"
    # a step ends within 4 u, and rounds 12 n terms of each entry, both here and there
    off=$(python3 $spheres distance "$dir/answer" "$dir/fast")
    ok "$1: N = 48, 12 steps of h = 2: as the fast path ($off |X|)" \
        awk "BEGIN { exit !($off + 0 <= 12 * 16 * 2^-53 && \"$off\" != \"\") }"
    ok "$1: times its steps" eval '"$port" --time 8 | grep -qE "^N 8: .* zgemm a step$"'
}
make -s BUILD="$build" "$build/slp-port-device" >"$dir/made" 2>&1 || cat "$dir/made"
tried "kernels as C" "$build/slp-port-device" "${CASES:-250}"
sphere "kernels as C" "$build/slp-port-device"
for wrong in 4 4097 12x ""; do
    "$build/slp-port-device" --time $wrong 2>"$dir/why"
    is "--time $wrong is refused" "$? $(grep -c 'see --help\|whole numbers from' "$dir/why")" "2 1"
done
. "$here/pocl.sh"
if ! echo '#include <CL/cl.h>' | cc -E - >/dev/null 2>&1; then
    skip OpenCL "no headers of OpenCL here: ocl-icd-opencl-dev"
elif ! make -s BUILD="$build" "$build/slp-port-opencl" >"$dir/made" 2>&1; then
    cat "$dir/made"
    ok "OpenCL: builds" false
elif "$build/slp-port-opencl" </dev/null 2>"$dir/why"; [ $? = 3 ]; then
    skip OpenCL "$(cut -c1-100 "$dir/why" | head -n 1)"
else
    tried OpenCL "$build/slp-port-opencl" "${CASES:-500}"
    sphere OpenCL "$build/slp-port-opencl"
fi
