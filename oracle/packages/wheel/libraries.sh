#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What `make wheel` compiles and links with, into OUT: OUT/cc, a compiler that targets glibc 2.28;
# OUT/include and OUT/lib; OUT/src with FLINT and Arb, of which called.py compiles what is called.
# Those of Debian 12 ask for a later glibc; its other libraries ask for 2.17 at most.  What is there
# already is kept.
# usage: libraries.sh OUT
# Exit status: 0 there; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C
out=${1:?usage: libraries.sh OUT} here=$(realpath "$(dirname "$0")")
cannot() { echo "make wheel: $*" >&2; exit 2; }
mkdir -p "$out"/{include/flint,lib} && cd "$out" || exit 2
out=$PWD zig=$PWD/tools/ziglang/zig
[ -x "$zig" ] || cannot "there is no ziglang in $out/tools: make deps-wheel"
"$here/../sources.sh" . flint arb || exit 2

cat >cc.new <<END
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR=$out/cache ZIG_LOCAL_CACHE_DIR=$out/cache
exec $zig cc -target x86_64-linux-gnu.2.28 "\$@"
END
chmod +x cc.new && mv cc.new cc || exit 2

# Headers and libraries of the system, these alone: nothing else of its C library's folder is seen.
triple=$(cc -print-multiarch)
for header in gmp mpfr yaml jansson jansson_config cmark cmark_export cmark_version cblas lapack \
    lapacke lapacke_config lapacke_mangling lapacke_utils openblas_config; do
    for place in /usr/include{/"$triple",}; do
        [ ! -e "$place/$header.h" ] || { cp -L "$place/$header.h" include || exit 2; break; }
    done
done
rm -rf include/Random123
cp -r /usr/include/Random123 include || cannot "there is no Random123: make deps"
for name in gmp mpfr yaml jansson cmark; do
    file=$(cc -print-file-name="lib$name.so")
    [ "${file#/}" != "$file" ] || cannot "there is no lib$name: make deps"
    ln -sfn "$(realpath "$file")" "lib/lib$name.so" || exit 2
done

if [ ! -e include/flint/flint.h ] || [ ! -e include/arb.h ]; then
    cd src/flint || exit 2
    ./configure --disable-shared --disable-static --with-gmp=/usr --with-mpfr=/usr ABI=64 \
        CC="$out/cc" CFLAGS="-O2 -I$out/include" >"$out/flint.log" 2>&1 ||
        cannot "FLINT cannot be configured; all that it said is in $out/flint.log"
    cd "$out" && cp src/arb/*.h include && cp src/flint/*.h include/flint || exit 2
fi
