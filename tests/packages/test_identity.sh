#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The identity that a record carries is of the program, not of the place where it was built: a few
# of its files, and of those that the build writes, built in two places and a third time with the
# results elsewhere, have one identity; with another text or another flag they have another.
# Another version of the makefile compiles again what holds it.
# Run once (compiler, libraries, sanitizer): it asks about the makefile.
. "$(dirname "$0")/../tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD CFLAGS CPPFLAGS
root=$(realpath "$here/../..")
few=("EMBED=$(cd "$root" && ls reports/ledger/*/*.yaml | head -n 2 | tr '\n' ' ')" \
    APP_SRC=reports/audit/name.c REF_SRC=ref/step/round.c FAST_SRC=fast/kernel.c \
    CONTRACT_SRC="oracle/contract/number/word.c oracle/contract/scheme/tmk.c"
    GEN_APP='$(BUILD)/gen/slp_command.c $(BUILD)/gen/embedded.c' \
        GEN_REF= GEN_FAST= GEN_CONTRACT='$(BUILD)/gen/slp_schemes.c'
    READERS=none.c) # to read FLINT's headers once takes longer than to read them for two files
# whatever they are called today: one of each room
for file in ref/step/round.c fast/kernel.c oracle/contract/scheme/tmk.c; do
    [ -e "$root/$file" ] ||
        few=("${few[@]//$file/$(cd "$root" && find "${file%/*}" -name "*.c" | head -n 1)}")
done
copy() { # DIRECTORY
    mkdir -p "$1" && (cd "$root" &&
        tar cf - --exclude='*.o' GNUmakefile ref fast oracle props reports) | tar xf - -C "$1"
}
identity() { # DIRECTORY MAKE'S-WORDS...: the file that says it
    local where=$1 build=build
    shift
    for word; do case $word in BUILD=*) build=${word#BUILD=} ;; esac done
    (cd "$where" && make -s "${few[@]}" "CC=${compiler:-cc}" "$@" "$build/gen/identity.c" \
        >"$dir/made" 2>&1) || cat "$dir/made" >&2
    case $build in /*) cat "$build/gen/identity.c" ;; *) cat "$where/$build/gen/identity.c" ;; esac
}
copy "$dir/here"
copy "$dir/a longer way/to the same"
ln -s "$dir/here" "$dir/by-another-name"
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "$compiler" "there is no $compiler" && continue; }
    one=$(identity "$dir/here")
    ok "$compiler: there is an identity" grep -qE '"[0-9a-f]{16}"' <(echo "$one")
    ok "$compiler: in another directory it is the same" \
        test "$one" = "$(identity "$dir/a longer way/to the same")"
    ok "$compiler: with the build elsewhere it is the same" \
        test "$one" = "$(identity "$dir/here" BUILD="$dir/$compiler-build")"
    [ $compiler = gcc ] || continue
    ok "$compiler: with the build in a folder of another name" \
        test "$one" = "$(identity "$dir/here" BUILD=o)"
    rm -rf "$dir/here/build" "$dir/here/o"
    ok "$compiler: by way of a link it is the same" \
        test "$one" = "$(identity "$dir/by-another-name")"
    rm -rf "$dir/here/build"
    ok "$compiler: with another flag it is another" \
        test "$one" != "$(identity "$dir/here" CFLAGS='-O1 -g')"
    rm -rf "$dir/here/build" "$dir/a longer way/to the same/build"
done
rm -rf "$dir/here/build" "$dir/a longer way/to the same/build"
echo 'int changed(void); int changed(void) { return 1; }' >>"$dir/here/reports/audit/name.c"
compiler=cc
ok "with another text it is another" \
    test "$(identity "$dir/a longer way/to the same")" != "$(identity "$dir/here")"
holds() { # VERSION: the library's object holds it
    (cd "$dir/here" && make -s CC=cc VERSION="$1" build/oracle/contract/case/library.o) &&
        grep -qF "$1" "$dir/here/build/oracle/contract/case/library.o"
}
ok "a version is compiled in" holds 7.7.7
ok "another version is compiled anew" holds 8.8.8
