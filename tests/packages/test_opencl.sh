#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The port on devices: its kernels as C, and in OpenCL where there is a device (PoCL computes on the
# processor).  Both pass the judge on all pairs, in OpenCL on half of the cases, since the kernels
# have one text; the device does not contract.
# Run once (compiler, libraries, sanitizer): they are programs of their own.
# Starts first; kernels that it has compiled are there for test_device_library.sh.
. "$(dirname "$0")/../tap.sh"
. "$here/../ports/make_alone.sh"
build=${slp%/*}
. "$here/../ports/device.sh"
make_alone "$build/slp-port-device" >"$dir/made" 2>&1 || cat "$dir/made"
tried "kernels as C" "$build/slp-port-device" "${OPENCL_CASES:-250}"
sphere "kernels as C" "$build/slp-port-device"
for wrong in 4 4097 12x ""; do
    "$build/slp-port-device" --time $wrong 2>"$dir/why"
    is "--time $wrong is refused" "$? $(grep -c 'see --help\|whole numbers from' "$dir/why")" "2 1"
done
. "$here/../ports/pocl.sh"
if ! echo '#include <CL/cl.h>' | cc -E - >/dev/null 2>&1; then
    skip OpenCL "no headers of OpenCL here: ocl-icd-opencl-dev"
elif ! make_alone "$build/slp-port-opencl" >"$dir/made" 2>&1; then
    cat "$dir/made"
    ok "OpenCL: builds" false
elif "$build/slp-port-opencl" </dev/null 2>"$dir/why"; [ $? = 3 ]; then
    skip OpenCL "$(cut -c1-100 "$dir/why" | head -n 1)"
else
    tried OpenCL "$build/slp-port-opencl" "${OPENCL_CASES:-125}"
    sphere OpenCL "$build/slp-port-opencl"
fi
