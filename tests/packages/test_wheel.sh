#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make wheel`: the same bits twice; a list of parts that names every library inside, each with its
# licence; pip installs it without a network, and program and package print what the pages say; on
# another machine or C library both say so in one sentence.
# Run once (compiler, sanitizer): it asks about the makefile.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|msan|gcov' "$BUILD/slp" ||
    skip_rest "the wheel" "instrumented build"
[ -x "$BUILD/wheel/tools/bin/auditwheel" ] ||
    skip_rest "the wheel" "no auditwheel in BUILD/wheel/tools: make deps-wheel"
needed='import numpy, pip, sys; sys.version_info >= (3, 9) or 1 / 0'
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || "$python" -c "$needed" 2>/dev/null && break
done
[ -n "$python" ] || skip_rest "the wheel" "no python3 with NumPy and pip here"
interpreter=$("$python" -c 'import sys; print(sys.executable)') sources=$PWD
export SOURCE_DATE_EPOCH=1750000000 # where there is no checkout, too
ok "make wheel" make -s BUILD="$BUILD" wheel
wheel=$(echo "$BUILD"/wheel/slp_oracle-*.whl)
ok "its name, with the C library that it needs, is that of the manual" \
    grep -qF "pip install $(basename "$wheel")" oracle/manual/install.md
first=$(sha256sum <"$wheel")
again() (umask 077 && TZ=Asia/Tokyo make -s BUILD="$BUILD" wheel)
ok "made again, under another umask and in another time zone" again
is "it has the same bits" "$(sha256sum <"$wheel")" "$first"

mkdir "$dir/site" "$dir/pages" "$dir/bin" "$dir/other"
ok "pip installs it without a network" "$python" -m pip install --quiet --no-index --no-deps \
    --disable-pip-version-check --root-user-action=ignore --target "$dir/site" "$wheel"
ok "it is what its list of parts says" "$python" tests/packages/check_wheel.py "$wheel"
export PYTHONPATH=$dir/site PYTHONDONTWRITEBYTECODE=1
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$interpreter" "$dir/site/bin/slp" \
    >"$dir/bin/slp"
chmod +x "$dir/bin/slp"
cp oracle/ports/python-library/README.md oracle/manual/library.md "$dir/pages"
cp -r tests/examples/python "$dir/pages/examples"
unset SLP_LIBDIR LD_LIBRARY_PATH
cd "$dir" || exit 1
PATH=$dir/bin:$PATH "$sources/tests/packages/try_wheel.sh" "$dir/pages" "$python" >"$dir/tried"
sed -n 's/^held: /ok - /p' "$dir/tried"
empty "all of it holds" "$(grep -v '^held: ' "$dir/tried")"
own_rule() { PATH=/usr/bin:/bin "$interpreter" "$dir/pages/examples/check.py"; }
ok "slp.check takes the program of the wheel" own_rule
is "it loads no BLAS of the system" "$(LD_DEBUG=files "$dir/bin/slp" run --path fast \
    < <("$slp" gen --system zeitlin-sphere --count 20 2>/dev/null) 2>&1 >/dev/null |
    grep -oE 'calling init: .*(blas|lapack)[^/]*$' | grep -vcF "$dir/site")" 0
if command -v valgrind >/dev/null; then
    ok "a short run under valgrind" env SLP_KERNEL=avx2 OPENBLAS_NUM_THREADS=1 \
        OPENBLAS_CORETYPE=Sandybridge valgrind -q --error-exitcode=9 --leak-check=full \
        --errors-for-leak-kinds=definite,possible \
        "$dir/site/slporacle/bin/slp" run --path fast \
        < <("$slp" gen --system zeitlin-sphere --count 4 --level 1 2>/dev/null)
else
    skip "a short run under valgrind" "no valgrind here"
fi

# ---- Another machine, another C library ----------------------------------------------------------
elsewhere() { # MACHINE LIBC: the words of the program, and of Python
    cat >"$dir/other/sitecustomize.py" <<PY
import os
was = os.uname()
os.uname = lambda: os.uname_result((*was[:4], "$1"))
os.confstr = lambda name: "$2"
PY
    exits 2 env PYTHONPATH="$dir/other:$PYTHONPATH" "$dir/bin/slp" --version || return 1
    says "$3" || return 1
    exits 1 env PYTHONPATH="$dir/other:$PYTHONPATH" "$python" -c 'import slporacle' &&
        says "ImportError: " && says "$3"
}
needs=$(cat "$dir/site/slporacle/lib/needs")
ok "another machine is named" elsewhere aarch64 "glibc 2.99" \
    "this wheel holds programs for Linux on x86_64, and this is linux on aarch64; build slp from"
ok "an older C library is named" elsewhere x86_64 "glibc 2.5" \
    "this wheel needs glibc ${needs#* } or later, and this system has glibc 2.5; take a newer"
ok "and another one" elsewhere x86_64 "" \
    "this wheel needs glibc ${needs#* } or later, and this system has another C library"
ok "the same C library is taken" "$dir/bin/slp" --version
