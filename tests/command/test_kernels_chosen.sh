#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# An OpenBLAS that does not know the processor takes kernels that every processor can run, named
# Prescott.  The program then loads it again with those of the widest vectors; not if the
# environment names kernels, nor if the BLAS took others.
# A BLAS made here stands for it: it writes down what the environment named when it was loaded, and
# says that it took that, or else what $USUAL says.  Its products are zero: no step is looked at.
# Run once (compiler, sanitizer): it asks about the loading of a library.
. "$(dirname "$0")/../tap.sh"
[ "$(uname -m)" = x86_64 ] || skip_rest "kernels" "OpenBLAS has one set for every $(uname -m)"
flags=" $(grep -m1 '^flags' /proc/cpuinfo | cut -d: -f2) "
case $flags in
*" avx512vl "*) widest=SkylakeX ;;
*" avx2 "*) widest=Haswell ;;
*) skip_rest "kernels" "this processor has none but those that every processor can run" ;;
esac
libraries=$(sed -n 's/.*slp_blas_libraries.*"\(.*\)".*/\1/p' "$BUILD/gen/blas_libraries.c")
cat >"$dir/blas.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void loaded(void)
{
    FILE *log = fopen(getenv("LOADED"), "a");
    const char *named = getenv("OPENBLAS_CORETYPE");
    fprintf(log, "%s\n", named ? named : "none");
    fclose(log);
}
const char *openblas_get_corename(void)
{
    const char *named = getenv("OPENBLAS_CORETYPE");
    return named ? named : getenv("USUAL");
}
void cblas_dgemm(void) {}
void cblas_sgemm(void) {}
int LAPACKE_dgetrf(void) { return 1; }
int LAPACKE_dgetrs(void) { return 1; }
int LAPACKE_zgetrf(void) { return 1; }
int LAPACKE_zgetrs(void) { return 1; }
int LAPACKE_zheevd_work(void) { return 1; }
C
${CC:-cc} -w -shared -fPIC -o "$dir/blas.so" "$dir/blas.c" || exit 1
for name in $libraries; do cp "$dir/blas.so" "$dir/$name"; done
unset OPENBLAS_CORETYPE # SLP_CHECK_KERNEL names kernels
loads() { # KERNELS EXPECTED...: of a BLAS that takes KERNELS by itself, in this order
    local usual=$1 expected
    shift
    rm -f "$dir/loaded"
    LD_LIBRARY_PATH=$dir LOADED=$dir/loaded USUAL=$usual timeout 60 \
        "$SLP" simulate ejll-zeitlin-sphere --steps 1 --brief >"$dir/out" 2>"$dir/err"
    expected=$(for one in "$@"; do for name in $libraries; do echo "$one"; done; done)
    [ "$(cat "$dir/loaded")" = "$expected" ]
}
[ -n "$libraries" ] || skip_rest "kernels" "the program is linked with its BLAS"
ok "an unknown processor gets the kernels of its widest vectors" loads Prescott none $widest
ok "kernels that the BLAS chose are left" loads Zen none
export OPENBLAS_CORETYPE=Prescott
ok "kernels that the environment names are left" loads Prescott Prescott
