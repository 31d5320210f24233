#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The port in CUDA without a GPU: its source compiled for this processor, with a header in place of
# CUDA's (tests/support/cuda), passes what the other ports on devices pass.  Copies beyond a block
# of the device's memory are errors there.  And nvcc compiles it, where it is.
# Run once (compiler, sanitizer): they are programs of their own.
# Starts first.
. "$(dirname "$0")/../tap.sh"
. "$here/../ports/make_alone.sh"
build=${slp%/*}
. "$here/../ports/device.sh"
if command -v g++ >/dev/null; then
    make_alone "$build/slp-port-cuda-as-c" >"$dir/made" 2>&1 || cat "$dir/made"
    tried "CUDA on this processor" "$build/slp-port-cuda-as-c" "${CASES:-125}"
    sphere "CUDA on this processor" "$build/slp-port-cuda-as-c"
else
    skip "CUDA on this processor" "no g++ here: g++"
fi
# Before 12.1 a kernel's parameters had 4 kB: the bonds of spins have 13.
release=$(nvcc --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
if [ -n "$release" ] && [ "$(printf '%s\n' 12.1 "$release" | sort -V | head -n 1)" != 12.1 ]; then
    skip "nvcc compiles it" "nvcc $release is here, and 12.1 or later is needed"
elif [ -n "$release" ]; then
    for part in device_cuda narrow_cuda; do
        ok "nvcc compiles $part.cu" nvcc -I. --fmad=false -Xcicc -O0 -arch=sm_80 -ptx \
            -o "$dir/cuda.ptx" oracle/ports/cuda/$part.cu
    done
else
    skip "nvcc compiles it" "no nvcc here"
fi
