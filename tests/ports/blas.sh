#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Part of `make ports`: the binary64 path's tests of matrices with every BLAS and LAPACK of Debian's
# archive, unpacked beside the system (sysroot.sh).  Lines of a table on standard output: one for
# each package of the archive that is a BLAS, also where it cannot be tried.  Exit status 1 if a
# test fails with one of them, or if one is unknown here.
# usage: tests/ports/blas.sh BUILD
set -u
here=$(dirname "$0")
build=$1
dir=$build/ports
tests="test_fast_matrix test_fast_trajectory test_fast_zeitlin test_fast_golden"
status=0

# tried NAME FOLDER PACKAGE...: FOLDER/libblas.so.3 below the libraries of the packages.
tried() {
    local name=$1 folder=$2 why failed= t loaded libraries
    shift 2
    why=$("$here/sysroot.sh" "$dir/blas-$name" "$(dpkg --print-architecture)" "$@" | tail -n 1)
    if [ -n "$why" ]; then
        echo "| $name | not tried: $why |"
        return
    fi
    libraries=$dir/blas-$name/root/usr/lib/$(gcc -print-multiarch)
    # The loader's own C library, and the package's for what only that BLAS needs.
    export LD_LIBRARY_PATH=$libraries/$folder:$libraries/lapack:$dir/blas-$name/needed
    mkdir -p "$dir/blas-$name/needed"
    cp "$libraries"/lib{gomp,gfortran,quadmath,blis,openblas,atlas,f77blas,cblas}*.so* \
        "$dir/blas-$name/needed" 2>/dev/null
    for t in $tests; do
        loaded=$(ldd "$build/tests/$t" | awk '$1 == "libblas.so.3" { print $3 }')
        [[ $loaded == *"/blas-$name/"* ]] || failed="$failed $t loads ${loaded:-nothing};"
        "$build/tests/$t" >"$dir/blas-$name.log" 2>&1 || failed="$failed $t failed;"
    done
    unset LD_LIBRARY_PATH
    [ -z "$failed" ] || status=1
    echo "| $name | ${failed:-$(wc -w <<<"$tests") programs of tests pass} |"
}

echo "| BLAS and LAPACK | tests of matrices |
|---|---|"
tried reference blas libblas3 liblapack3
for threads in serial pthread openmp; do
    tried "openblas-$threads" "openblas-$threads" "libopenblas0-$threads"
    tried "blis-$threads" "blis-$threads" "libblis4-$threads" liblapack3
done
tried atlas atlas libatlas3-base

# What else the archive calls a BLAS.  Those with integers of 64 bits have another library's name
# (libblas64.so.3) and another interface: fast/ calls with integers of 32 bits, and the loader gives
# it none of these.
providers() {
    apt-cache showpkg "$1" 2>/dev/null |
        sed -n '1,/^Reverse Provides/d; s/ .*//p' | sort -u
}
for package in $(providers libblas64.so.3); do
    echo "| $package | not tried: its integers have 64 bits, those of fast/ 32 |"
done
known="libblas3 libatlas3-base $(printf 'lib%s ' {openblas0,blis4}-{serial,pthread,openmp})"
for package in $(providers libblas.so.3); do
    [[ " $known " == *" $package "* ]] && continue
    echo "| $package | NOT TRIED: unknown to tests/ports/blas.sh |"
    status=1
done
exit "$status"
