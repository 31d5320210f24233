#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What a BLAS allocates within a product is not told against fast/, whose steps allocate nothing:
# tests/fast/test_fast_allocations.c with a BLAS that does, as OpenBLAS's kernels for AVX-512 do; a
# planted allocation of fast/'s own is among tests/faults/mutants/operating_system.tsv.
# Run once (compiler): it asks about the BLAS.
. "$(dirname "$0")/../tap.sh"
program=$BUILD/tests/test_fast_allocations
! instrumented 'asan|tsan|msan' "$program" ||
    skip_rest "a BLAS that allocates" "the allocator of this build is not the C library's"
cat >"$dir/stand_in.c" <<'C'
/* Products by the BLAS that comes next, and an allocation for each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void product(int, int, int, int, int, int, double, const double *, int, const double *, int,
                     double, double *, int);
product cblas_dgemm;
void cblas_dgemm(int order, int p, int q, int m, int n, int k, double f, const double *a, int i,
                 const double *b, int j, double g, double *c, int l)
{
    static product *next;
    void *at = next ? NULL : dlsym(RTLD_NEXT, "cblas_dgemm");
    if (at) memcpy(&next, &at, sizeof at);
    char *volatile room = malloc((size_t)m * 32);
    if (!next || !room) abort();
    next(order, p, q, m, n, k, f, a, i, b, j, g, c, l);
    free(room);
}
C
${CC:-cc} -O1 -shared -fPIC -o "$dir/stand_in.so" "$dir/stand_in.c" -ldl || exit 1
of_the_blas() {
    LD_PRELOAD=$dir/stand_in.so "$program" >"$dir/said" 2>&1
    local got=$?
    cat "$dir/said"
    [ $got = 0 ] && grep -q \
        '^# zeitlin-sphere of size 35: [1-9][0-9]* allocations inside the BLAS' "$dir/said"
}
ok "allocations inside the BLAS are counted, and are not ours" of_the_blas
