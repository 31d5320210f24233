#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make abi`: an incompatible change of a shared library fails while its soname stays; what is new
# and what no header shows passes.  On the libraries of this build and on small ones.
# Run once (compiler, sanitizer): it asks about scripts, and a description is of one compiler.
. "$(dirname "$0")/../tap.sh"
needs "make abi" abidw abigail-tools
needs "make abi" abidiff abigail-tools
! instrumented 'asan|ubsan|gcov' "$BUILD/slp" ||
    skip_rest "make abi is tested on the plain build" "instrumented build"
cc=${CC:-cc}
abi() { # STATUS WORDS ARGUMENT...: how it ends, and what it says
    "$here/abi.sh" "${@:3}" >"$dir/said" 2>&1
    local got=$?
    cat "$dir/said"
    [ $got = "$1" ] && grep -qF -- "$2" "$dir/said"
}

# ---- This build's libraries ----------------------------------------------------------------
ok "a description is written" abi 0 "libslpref: $dir/own/libslpref.abi written" \
    "$BUILD" --update "$dir/own"
given() { nm -D --defined-only "$1" | grep -o "[A-Za-z_0-9]*@@.*" | sed "s/@@.*//" | sort; } # FILE
described() { sed -n "s/.*<elf-symbol name=.\([^ ]*\). version.*/\1/p" "$1" | sort; }    # FILE
for l in slp slpfast slpref; do
    ok "it has each function that lib$l gives" \
        diff <(given "$BUILD/lib$l.so") <(described "$dir/own/lib$l.abi")
done
ok "nothing changed since" abi 0 "libslpfast: as in the stored description" "$BUILD" "$dir/own"
mkdir "$dir/less"
sed '/ slp_increment;/d' oracle/contract/libslp.map >"$dir/less.map"
$cc -shared -Wl,-soname,libslp.so.0 -Wl,--version-script="$dir/less.map" -o "$dir/less/libslp.so" \
    $(find "$BUILD/oracle/contract" "$BUILD"/gen/slp_s{ystem,chemes}.o -name '*.o') -lm 2>&1
fewer() {
    abi 1 "libslp: INCOMPATIBLE" "$dir/less" "$dir/own" && grep -q slp_increment "$dir/said"
}
ok "a function fewer fails, and is named" fewer
ok "what is stored is read, whatever it says of this build" \
    eval 'abi 0 "" "$BUILD" || [ "$(grep -c INCOMPATIBLE "$dir/said")" -gt 0 ]'

# ---- Small ones ----------------------------------------------------------------------------
cat >"$dir/slp.h" <<'C'
typedef struct slp_thing { FIRST a; SECOND b; } slp_thing;
typedef struct slp_hidden slp_hidden;
int slp_one(slp_thing *thing, ARGUMENT number);
int slp_two(slp_hidden *hidden);
C
cat >"$dir/small.c" <<'C'
#include "slp.h"
#include "hidden.h"
int slp_one(slp_thing *thing, ARGUMENT number) { return thing->a > number; }
#ifndef ONE
int slp_two(slp_hidden *hidden) { return hidden->c > 0; }
#endif
#ifdef THREE
int slp_three(int);
int slp_three(int a) { return a; }
#endif
C
echo 'struct slp_hidden { HIDDEN c; };' >"$dir/hidden.h"
small() { # FOLDER OPTION...: a library of one source
    mkdir -p "$dir/$1"
    $cc -g -shared -fPIC -I"$dir" -Wl,-soname,libslp.so.0 \
        -DFIRST=int -DSECOND=double -DARGUMENT=int -DHIDDEN=int \
        "${@:2}" -o "$dir/$1/libslp.so" "$dir/small.c"
}
small first && "$here/abi.sh" "$dir/first" --update "$dir/stored" >/dev/null
changed() { # STATUS WORDS OPTION...
    small next "${@:3}" && abi "$1" "$2" "$dir/next" "$dir/stored"
}
ok "the same passes" changed 0 "libslp: as in the stored description"
ok "a function more passes, and is named" changed 0 "  new: int slp_three(int)" -DTHREE
ok "a function fewer fails" changed 1 "Removed function" -DONE
ok "another type of a member fails" changed 1 "libslp: INCOMPATIBLE" -UFIRST -DFIRST=unsigned
ok "a larger member fails" changed 1 "type size changed from 128 to 64" -USECOND -DSECOND=float
ok "another type of an argument fails" changed 1 "parameter 2 of type" -UARGUMENT -DARGUMENT=long
ok "a structure that no header defines may change" changed 0 "libslp: as in" \
    -UHIDDEN -DHIDDEN=double
ok "so may all where the soname is another" changed 0 \
    "the soname was libslp.so.0 and is libslp.so.1" -DONE -Wl,-soname,libslp.so.1
ok "without debugging information it cannot be told" changed 2 "build it with -g" -g0
ok "nor without a library" abi 2 "there is no shared library in $dir" "$dir"
ok "nor without a description" abi 2 "make abi-update writes it" "$dir/first" "$dir/none"
sed -i "s/architecture='[^']*'/architecture='elf-none'/" "$dir/stored/libslp.abi"
ok "another machine's description is left out" \
    abi 0 "the stored description is of elf-none" "$dir/first" "$dir/stored"
echo 99 >"$dir/own/flint_major"
ok "and that of libslpref with another FLINT" \
    abi 0 "libslpref: left out: the stored description is with FLINT 99" "$BUILD" "$dir/own"
