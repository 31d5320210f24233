#!/bin/bash
# The port on devices: its kernels as C, and in OpenCL where there is a device (PoCL computes on the
# processor).  Both pass the judge on all pairs; the device does not contract.
# Run once (compiler, sanitizer): they are programs of their own.
. "$(dirname "$0")/../tap.sh"
build=${slp%/*}
tried() { # NAME PROGRAM CASES
    port=$2
    "$slp" gen --count "$3" >"$dir/cases"
    ok "$1: passes on every pair" eval '"$port" <"$dir/cases" | "$slp" judge >"$dir/verdicts"'
    is "$1: half of the cases fit at least" \
        "$(($(grep -c " pass " "$dir/verdicts") * 2 >= $3))" 1
    "$2" <<<list >"$dir/pairs"
    is "$1: lists every pair" "$(grep -c ^pair "$dir/pairs") $(tail -n 2 "$dir/pairs" | xargs)" \
        "124 go end"
    ok "$1: cases in flight, in any order" eval '"$slp" check --port "$port" --in-flight 512 \
        --no-save --system heavy-top --law determinism --multiplier 0.05 --regressions none'
    ok "$1: computes in binary64" eval '"$slp" environment --port "$port" >"$dir/facts"'
    ok "$1: no contraction" grep -q '^contraction  *as declared' "$dir/facts"
}
make -s BUILD="$build" "$build/slp-port-device" >"$dir/made" 2>&1 || cat "$dir/made"
tried "kernels as C" "$build/slp-port-device" "${CASES:-250}"
export POCL_CACHE_DIR=$dir
if ! echo '#include <CL/cl.h>' | cc -E - >/dev/null 2>&1; then
    skip OpenCL "no headers of OpenCL here: ocl-icd-opencl-dev"
elif ! make -s BUILD="$build" "$build/slp-port-opencl" >"$dir/made" 2>&1; then
    cat "$dir/made"
    ok "OpenCL: builds" false
elif "$build/slp-port-opencl" </dev/null 2>"$dir/why"; [ $? = 3 ]; then
    skip OpenCL "$(cut -c1-100 "$dir/why" | head -n 1)"
elif grep -q '^Not enough memory to run on this device' "$dir/why"; then
    skip OpenCL "PoCL finds no memory where there is no /sys"
else
    tried OpenCL "$build/slp-port-opencl" "${CASES:-500}"
fi
