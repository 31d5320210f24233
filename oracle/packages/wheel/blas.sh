#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# libslpblas.so, which stands for the BLAS in a wheel.  The OpenBLAS of PyPI puts scipy_ before each
# name: a jump for each function that libslpfast calls leads there.
# usage: blas.sh OUT LIBSLPFAST.a LIBRARY     OUT: what libraries.sh made
set -u -o pipefail
export LC_ALL=C
out=${1:?usage: blas.sh OUT LIBSLPFAST.a LIBRARY} called=$2 made=$3
blas=$out/tools/scipy_openblas32/lib
[ -d "$blas" ] || {
    echo "make wheel: there is no OpenBLAS in $out/tools: make deps-wheel" >&2
    exit 2
}
for f in $(nm --undefined-only "$called" | sed -nE 's/^ +U ((cblas|LAPACKE)_.*)/\1/p' | sort -u) \
    openblas_set_num_threads openblas_get_config openblas_get_corename; do
    printf '.globl %s\n.type %s,@function\n%s: jmp scipy_%s@PLT\n' "$f" "$f" "$f" "$f"
done >"$made.s"
echo '.section .note.GNU-stack,"",@progbits' >>"$made.s"
"$out/cc" -shared -Wl,-soname,libslpblas.so -o "$made.new" "$made.s" "-L$blas" -lscipy_openblas &&
    mv "$made.new" "$made"
