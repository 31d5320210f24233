#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# GMP, MPFR, FLINT and Arb for WebAssembly, of Debian's sources, into OUT: OUT/cc, OUT/include and
# OUT/lib.  GMP and MPFR are compiled whole; of FLINT and Arb called.py compiles later what is
# called.  What is there already is kept.
# usage: libraries.sh OUT
# Exit status: 0 there; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C
out=${1:?usage: libraries.sh OUT} here=$(realpath "$(dirname "$0")")
cannot() { echo "make web: $*" >&2; exit 2; }
mkdir -p "$out"/{archives,src,include/flint,lib} && cd "$out" || exit 2
out=$PWD

"$here/../sources.sh" . gmp mpfr flint arb || exit 2

# ---- The compiler ----
command -v em-config >/dev/null || cannot "there is no emscripten: make deps-web"
root=$(em-config EMSCRIPTEN_ROOT) llvm=$(em-config LLVM_ROOT)
version=$(em-config CLANG_ADD_VERSION)
tool() { echo "$llvm/$1${version:+-${version#-}}"; }
node=$(command -v node) || cannot "there is no node: make deps-web"
# Its own fetch would take paths for addresses.
flag=$("$node" --no-experimental-fetch -e 0 2>/dev/null && echo --no-experimental-fetch)
cat >emscripten.cfg <<END
EMSCRIPTEN_ROOT = '$root'
LLVM_ROOT = '$llvm'
BINARYEN_ROOT = '$(em-config BINARYEN_ROOT)'
NODE_JS = ['$node'${flag:+, '$flag'}]
FROZEN_CACHE = True
LLVM_ADD_VERSION = '${version#-}'
CLANG_ADD_VERSION = '${version#-}'
END
# clang compiles: it starts thirty times as quickly as emcc, which links.  The bytes of .wasm are
# added to what emcc writes, as tests of `configure` look for words in the program.
cat >cc.new <<END
#!/bin/sh
before= out=
for a; do
    case \$a in
    -c | -E) exec $(tool clang) --target=wasm32-unknown-emscripten -D__EMSCRIPTEN__=1 \\
        --sysroot=$root/cache/sysroot -Wno-unused-command-line-argument "\$@" ;;
    esac
    [ "\$before" != -o ] || out=\$a
    before=\$a
done
NODE_PATH=/usr/share/nodejs EM_CONFIG=$out/emscripten.cfg emcc "\$@" || exit
[ ! -e "\$out.wasm" ] || cat "\$out.wasm" >>"\$out"
END
printf '#!/bin/sh\nexec %s "$@"\n' "$(tool llvm-ar)" >ar
printf '#!/bin/sh\nexec %s "$@"\n' "$(tool llvm-nm)" >nm
chmod +x cc.new ar nm && mv cc.new cc || exit 2

# ---- The libraries ----
# what LOG COMMAND...: COMMAND, whose words are in OUT/LOG.log; its end is shown if it fails
what() {
    local log=$out/$1.log
    shift
    "$@" >>"$log" 2>&1 || {
        tail -n 15 "$log" >&2
        cannot "$* failed; all that it said is in $log"
    }
}
tools=(CC="$out/cc" CFLAGS=-O2 AR="$out/ar" NM="$out/nm" RANLIB=true)
where=(--build=x86_64-pc-linux-gnu --disable-shared --prefix="$out")
jobs=-j$(nproc)
if [ ! -e lib/libgmp.a ]; then
    cd src/gmp || exit 2
    # Debian's archive has no doc folder, and a processor of no name has no assembly.
    mkdir -p doc && echo 'all install:' >doc/Makefile.in
    what gmp ./configure "${where[@]}" --host=none-none-none --disable-assembly "${tools[@]}" \
        CC_FOR_BUILD=cc
    what gmp make "$jobs" install
    cd "$out"
fi
if [ ! -e lib/libmpfr.a ]; then
    cd src/mpfr || exit 2
    what mpfr ./configure "${where[@]}" --host=i386-none-none --with-gmp="$out" \
        --disable-thread-safe "${tools[@]}"
    what mpfr make -C src "$jobs" install
    cd "$out"
fi
if [ ! -e include/arb.h ]; then
    cd src/flint || exit 2
    what flint ./configure --prefix="$out" --disable-shared --disable-pthread --disable-tls \
        --with-gmp="$out" --with-mpfr="$out" ABI=32 CC="$out/cc" AR="$out/ar" CFLAGS=-O2
    cd "$out"
    cp src/flint/*.h include/flint && cp src/arb/*.h include || exit 2
fi
# Random123's headers know a few processors by name; for others plain C does.
random=$(for d in /usr/include /usr/local/include; do
    [ ! -d $d/Random123 ] || { echo $d; break; }
done)
[ -n "$random" ] || cannot "there is no Random123: make deps"
rm -rf include/Random123 && cp -r "$random/Random123" include &&
    sed -i '/^#if !defined(__x86_64__)/s/$/ \&\& !defined(__wasm__)/' \
        include/Random123/features/gccfeatures.h
