#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make install` gives a usable tree: programs link with each library alone, static and shared;
# uninstall leaves nothing behind.  The README's program is one of those that link.
# Run once (compiler, sanitizer): it asks about the makefile.
# Starts first.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|gcov' "$BUILD/slp" ||
    skip_rest "install is tested on the plain build" "instrumented build"
root=$dir/root
mkdir "$root"
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp install >"$dir/log" 2>&1
is "install succeeds" "$?" 0
tree=$root/opt/slp
for f in bin/slp share/man/man1/slp.1 \
    share/bash-completion/completions/slp share/zsh/site-functions/_slp \
    include/slp/{slp,noise,fast,ref,judge}.h \
    lib/libslp{,fast,ref}.{a,so,so.0} lib/pkgconfig/slp{,fast,ref}.pc \
    share/slp/vectors/{slp_verify.c,slp_verify.py,vectors.schema.json}; do
    [ -e "$tree/$f" ] || missing="${missing:-}$f "
done
is "every file is there" "${missing:-}" ""
ok "the installed program finds the published records" \
    sh -c "'$tree/bin/slp' audit --published gbw-r0 | grep -qE '^gbw-r0 .* agrees$'"
named_pages() { # pages that headers name and nothing installs, by path or by their own name
    local page
    for page in $(grep -ohE '[a-zA-Z_/]+\.md\b' "$tree"/include/slp/*.h | sort -u); do
        [ "$page" = NAME.md ] || [ -e "$tree/share/doc/slp/$page" ] ||
            { [ "$page" = "${page##*/}" ] &&
                [ "$(find "$tree/share/doc/slp" -name "$page" | wc -l)" = 1 ]; } || echo "$page"
    done
}
empty "every page that a header names is installed" "$(named_pages)"
is "and headers do name pages" \
    "$(grep -lE '\.md\b' "$tree"/include/slp/*.h | wc -l)" 7
for l in slp slpfast slpref; do
    is "lib$l.so names itself" \
        "$(readelf -d "$tree/lib/lib$l.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" lib$l.so.0
done

# ---- What a shared library gives: the functions that its headers declare, and nothing else -------
declared() { # PREFIX HEADER...
    local prefix=$1
    shift
    python3 tests/house/functions.py --cc "${CC:-cc}" names "${@/#/$tree/include/slp/}" |
        grep "^${prefix}_"
}
given() { # LIBRARY: with the symbol version of a promise
    nm -D --defined-only "$tree/lib/lib$1.so" | sed -n 's/.* \(.*\)@@SLP_0$/\1/p' | sort
}
is "libslp gives what its headers declare" "$(given slp)" \
    "$(declared slp slp.h arithmetic.h noise.h port.h)"
is "libslpfast gives what its header declares" "$(given slpfast)" "$(declared fast fast.h)"
is "libslpref gives what its headers declare" "$(given slpref)" \
    "$(declared ref ref.h; declared slp judge.h)"
others() { nm -D --defined-only "$1" | grep -vE '@@SLP_0$| A SLP_' | awk '{ print $3 }'; }
is "libslpfast gives nothing else" "$(others "$tree/lib/libslpfast.so")" ""
is "libslpref gives nothing else" "$(others "$tree/lib/libslpref.so")" ""
is "libslp gives its sisters thirteen functions more" \
    "$(others "$tree/lib/libslp.so" | tr '\n' ' ')" \
    "$(printf '%s@@SLP_PRIVATE ' slp_algebra_coordinates slp_algebra_kind_at slp_algebra_kind_of \
        slp_algebra_size_check slp_as_user_system slp_case_shaped slp_exact_new \
        slp_float_environment_enter slp_float_environment_leave slp_terms_degree \
        slp_terms_fault slp_terms_next slp_terms_noises)"

# ---- Programs, as C and as C++ -------------------------------------------------------------------
for path in fast ref; do
    cat >"$root/$path.c" <<C
#include <slp/$path.h>
#include <slp/noise.h>
#include <stdio.h>
int main(void)
{
    int has = ${path}_has_system("rigid-body") && ${path}_scheme_find("tmk");
    puts(slp_increment(1, 7, 0, 0, 0, 0) == 0 ? "no noise" : has ? "has" : "lacks");
    return 0;
}
C
    cp "$root/$path.c" "$root/$path.cc"
    # the tree is staged under DESTDIR, so paths carry that root in front
    libs() { sed -n "s/^$1: //p" "$tree/lib/pkgconfig/slp$path.pc"; }
    flags="-I$tree/include -Wall -Wextra -Werror"
    cc -std=c11 -pedantic $flags "$root/$path.c" "$tree/lib/libslp$path.a" "$tree/lib/libslp.a" \
        $(libs Libs.private) -o "$root/static" 2>"$root/err"
    is "a program links with libslp$path.a" "$("$root/static" 2>&1)" has
    cc -std=c11 $flags "$root/$path.c" -L"$tree/lib" -lslp$path -lslp -o "$root/shared" \
        2>"$root/err"
    is "a program links with libslp$path.so" "$(LD_LIBRARY_PATH=$tree/lib "$root/shared" 2>&1)" has
    if command -v g++ >/dev/null; then
        g++ -std=c++17 $flags "$root/$path.cc" -L"$tree/lib" -lslp$path -lslp -o "$root/shared" \
            2>"$root/err" || cat "$root/err"
        is "so does one in C++" "$(LD_LIBRARY_PATH=$tree/lib "$root/shared" 2>&1)" has
    else
        skip "so does one in C++" "no g++ here"
    fi
done
# ---- Every function of every header has an address: shared, static, in C and in C++ --------------
every=$(cd "$tree/include/slp" && ls)
python3 tests/house/functions.py addresses \
    $(printf "$tree/include/slp/%s " $every) >"$root/addresses.c"
cp "$root/addresses.c" "$root/addresses.cc"
many=$(grep -c '(any)[a-z]' "$root/addresses.c")
is "the headers declare many functions, the ones of capital letters too" \
    "$((many > 140)) $(grep -cE '\(any\)(fast|ref)_system_M,' "$root/addresses.c")" "1 2"
addresses() { # COMPILER SOURCE FLAGS...: how many functions have an address in that program
    "$1" -I"$tree/include" "$root/$2" "${@:3}" -o "$root/addresses" 2>&1 | head -n 5 &&
        LD_LIBRARY_PATH=$tree/lib "$root/addresses" 2>&1
}
shared="-L$tree/lib -lslpref -lslpfast -lslp $(sed -n 's/^Libs: -L[^ ]* -lslpref//p' \
    "$tree/lib/pkgconfig/slpref.pc")"
static="$tree/lib/libslpref.a $tree/lib/libslpfast.a $tree/lib/libslp.a $(
    sed -n 's/^Libs.private: //p' "$tree"/lib/pkgconfig/slp{ref,fast}.pc | tr '\n' ' ')"
is "each has an address, shared, in C" "$(addresses cc addresses.c $shared)" "$many"
is "static, in C" "$(addresses cc addresses.c $static)" "$many"
if command -v g++ >/dev/null; then
    is "shared, in C++" "$(addresses g++ addresses.cc -std=c++17 $shared)" "$many"
    is "static, in C++" "$(addresses g++ addresses.cc -std=c++17 $static)" "$many"
else
    skip "shared and static, in C++" "no g++ here"
fi
# A program without any shared library.  Debian's liblapack.a needs gfortran's libraries, which the
# package gfortran brings; Debian 12 has no libflint.a.
static_there() { [ "$(${CC:-cc} -print-file-name="lib$1.a")" != "lib$1.a" ]; }
for f in fast ref; do
    of=$(sed -n 's/^Libs.private: //p' "$tree/lib/pkgconfig/slp$f.pc")
    [ $f = ref ] || of+=" -lgfortran -lquadmath -lm"
    lacks=
    for l in $(grep -o -- '-l[^ ]*' <<<"$of"); do
        static_there "${l#-l}" || lacks+=" lib${l#-l}.a"
    done
    if [ -n "$lacks" ]; then
        skip "a program with slp$f and no shared library" "not here:$lacks"
        continue
    fi
    is "a program with slp$f and no shared library" "$(cc -static -std=c11 -I"$tree/include" \
        "$root/$f.c" "$tree/lib/libslp$f.a" "$tree/lib/libslp.a" $of -o "$root/static" 2>&1 |
        grep -v warning: | head -n 3; "$root/static" 2>&1)" has
done
# The README's program, compiled by the README's command and printing what the README says.  The
# pkg-config file of a staged tree is told where the tree is.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" README.md | sed '1d;$d'; }
mkdir "$root/readme"
block 'c file=step.c' >"$root/readme/step.c"
command=$(block 'console installed' | sed -n 's/^\$ //p')
is "the README compiles by pkg-config" \
    "$(echo "$command" | grep -c 'pkg-config --cflags --libs slpfast')" 1
if command -v pkg-config >/dev/null; then
    is "the README's program prints what the README says" \
        "$(cd "$root/readme" && export PKG_CONFIG_SYSROOT_DIR=$root \
        PKG_CONFIG_PATH=$tree/lib/pkgconfig LD_LIBRARY_PATH=$tree/lib && eval "$command" 2>&1)" \
        "$(block 'console installed' | grep -v '^\$ ')"
else
    skip "the README's program prints what the README says" "no pkg-config here"
fi
# `make check-installed` does so with every page; a page that says something else is seen.
if command -v pkg-config >/dev/null; then
    installed() {
        PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$tree/lib/pkgconfig \
            LD_LIBRARY_PATH=$tree/lib PATH=$tree/bin:$PATH tests/house/installed.sh "$@" 2>&1
    }
    is "the programs of all pages print what the pages say" \
        "$(installed | sed -E 's/^[0-9]+ commands of pages ran, 0 failed, .*/all/')" all
    sed 's/^0\.599984/0.599985/' README.md >"$root/other.md"
    is "a page that says something else is seen" "$(installed "$root/other.md" | tail -n 1)" \
        "1 commands of pages ran, 1 failed, 0 of Python left out"
    sed 's/--libs slpfast/--libs slpslow/' README.md >"$root/other.md"
    is "and a command that fails" "$(installed "$root/other.md" | tail -n 1)" \
        "1 commands of pages ran, 1 failed, 0 of Python left out"
fi
# ---- The CMake package, the tree moved to another place ------------------------------------------
if command -v cmake >/dev/null; then
    # the version file first: what it accepts needs no project
    versions() { # BYTES-A-POINTER ASKED...: what it says, on one line
        local IFS=';'
        cmake -DFILE="$tree/lib/cmake/slp/slpConfigVersion.cmake" -DPOINTER="$1" -DASKED="${*:2}" \
            -P tests/house/cmake_project/versions.cmake 2>&1 | tr '\n' ' '
    }
    own=$("$tree/bin/slp" --version | cut -d' ' -f2)
    series=${own%.*} bytes=$(($(getconf LONG_BIT) / 8))
    fits=yes next=$((${own%%.*} + 1)).0
    [ "$series.0" != "$own" ] || fits=exact
    is "CMake: the version itself, its series, no other series" \
        "$(versions $bytes "$own" "$series" "$series.999" 0.0 "$next" "0.0...<$own" "0.0...$own")" \
        "$own exact $series $fits $series.999 no 0.0 no $next no 0.0...<$own no 0.0...$own yes "
    is "CMake: no machine with other pointers" "$(versions $((12 - bytes)) "$own")" "$own no "
    mkdir "$root/moved" "$root/project"
    mv "$tree" "$root/moved/here"
    cp tests/house/cmake_project/{CMakeLists.txt,noise.c} "$root"/{fast,ref}.c "$root/project"
    project() {
        cmake -S "$root/project" -B "$root/cmake" -DCMAKE_PREFIX_PATH="$root/moved/here" "$@" \
            >"$root/cmake.log" 2>&1
    }
    project -DVERSION_ASKED="$series" && cmake --build "$root/cmake" >>"$root/cmake.log" 2>&1 ||
        tail -n 20 "$root/cmake.log"
    for l in fast ref fast_static ref_static; do
        is "CMake: a program links with slp::$l" "$("$root/cmake/$l" 2>&1)" has
    done
    for l in slp slp_static; do
        is "CMake: a program links with slp::$l" "$("$root/cmake/$l" 2>&1 && echo runs)" runs
    done
    shared_ones() { readelf -d "$root/cmake/$1" | grep -c 'NEEDED.*libslp'; }
    is "CMake: static ones need none of the shared" \
        "$(shared_ones fast_static) $(shared_ones ref_static) $(shared_ones slp_static)" "0 0 0"
    rm "$root/moved/here/lib/libslpfast.a"
    project -DASKED=fast_static
    is "CMake: a library that is not there is named" "$? $(tr -s '\n ' ' ' <"$root/cmake.log" |
        grep -o "slp::fast_static: there is no $root/moved/here/lib/libslpfast.a")" \
        "1 slp::fast_static: there is no $root/moved/here/lib/libslpfast.a"
    project -DASKED=slow
    is "CMake: an unknown component is named" \
        "$? $(grep -o 'slp has no component slow' "$root/cmake.log")" "1 slp has no component slow"
    touch "$root/moved/here/lib/libslpfast.a"
    mv "$root/moved/here" "$tree"
else
    skip "CMake: programs link with the package" "no cmake here"
fi
is "the installed program runs" "$("$tree/bin/slp" --version | cut -d' ' -f1)" slp
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp uninstall >>"$dir/log" 2>&1
is "uninstall leaves no file" "$(find "$tree" -type f -o -type l)" ""
