#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# fast/ works with any BLAS and LAPACK behind the standard interface: its tests of matrices again
# with another implementation than the one that is loaded by default, chosen by LD_LIBRARY_PATH, the
# loader asked which one it takes.
# Run once (compiler, sanitizer): it asks about another BLAS; the programs run with the usual one.
. "$(dirname "$0")/../tap.sh"
triplet=$(gcc -print-multiarch 2>/dev/null)
libraries=/usr/lib${triplet:+/$triplet}
loaded() { # PROGRAM [LD_LIBRARY_PATH]: the file that libblas.so.3 is, links resolved
    local file
    file=$(LD_LIBRARY_PATH=${2:-${LD_LIBRARY_PATH:-}} ldd "$1" |
        awk '$1 == "libblas.so.3" { print $3 }')
    [ -n "$file" ] && readlink -f "$file"
}
first=$BUILD/tests/test_fast_matrix
default=$(loaded "$first")
other= where=
for at in "$libraries/blas:$libraries/lapack" "$libraries/openblas-pthread" \
    "$libraries/blis-pthread:$libraries/lapack"; do
    [ -e "${at%%:*}/libblas.so.3" ] && [ -e "${at##*:}/liblapack.so.3" ] || continue
    other=$(loaded "$first" "$at")
    [ -n "$other" ] && [ "$other" != "$default" ] && where=$at && break
done
if [ -z "$where" ]; then
    skip_rest "a second BLAS" \
        "found none beside ${default:-the one linked}; install libblas3 and liblapack3"
fi
echo "# default $default, second $other"
for name in test_fast_matrix test_fast_trajectory test_fast_zeitlin test_fast_golden; do
    program=$BUILD/tests/$name
    says=
    [ "$(loaded "$program" "$where")" = "$other" ] || says="loads $(loaded "$program" "$where")"
    LD_LIBRARY_PATH=$where ldd "$program" | grep -q 'liblapack.so.3 => .*not found' &&
        says="lacks liblapack.so.3"
    if [ -z "$says" ]; then
        told=$(LD_LIBRARY_PATH=$where "$program" 2>&1) || says=${told:-"ends without a word"}
    fi
    empty "$name with ${where%%:*}" "$(grep -v '^ok' <<<"$says")"
done
