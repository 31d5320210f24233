#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The libraries of the ports on devices, called by a program of their own: ensembles have the bits
# of the binary64 path, also where work items leave steps to the host and where there is no step.
# Run once (compiler, sanitizer): they are programs of their own.
# Starts first.
. "$(dirname "$0")/../tap.sh"
. "$here/../ports/make_alone.sh"
build=${slp%/*}
program() { # KIND LIBRARY...
    make_alone "$build/libslpdevice-$1.a" "$build/libslpfast.a" &&
        cc -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -I. -ffp-contract=off -pthread \
            -o "$dir/$1" tests/support/cross/device_ensembles.c "$build/libslpdevice-$1.a" \
            "$build/libslpfast.a" "$build/libslp.a" -llapacke -llapack -lblas -lm "${@:2}"
}
ok "a program with the library of this processor" program host
ok "its ensembles have the same bits" "$dir/host"
. "$here/../ports/pocl.sh"
if ! echo '#include <CL/cl.h>' | cc -E - >/dev/null 2>&1; then
    skip OpenCL "no headers of OpenCL here: ocl-icd-opencl-dev"
else
    ok "a program with the library of OpenCL" program opencl -lOpenCL
    "$dir/opencl" >"$dir/said"
    case $? in
    3) skip OpenCL "$(head -n 1 "$dir/said" | cut -c 1-100)" ;;
    0) ok "its ensembles have the same bits" true ;;
    *) failed "its ensembles have the same bits" <"$dir/said" ;;
    esac
fi
