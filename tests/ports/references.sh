#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Part of `make ports`: the reference for other processors, and with the other FLINT, gives the
# digits that it gives here.  FLINT for each comes from Debian's archive (sysroot.sh).  Lines of a
# table on standard output.  Exit status 1 if digits differ or the reference cannot be built.
# usage: tests/ports/references.sh BUILD
set -u
here=$(dirname "$0")
build=$1
slp=$(realpath "$build/slp")
dir=$build/ports
make="make BUILD=$build"
. "$here/platform.sh"
status=0

# tried NAME ARCHITECTURE HOST EMULATOR CASES DIGITS: $packages there; 0 digits mean the nearest
# binary64 number.
tried() {
    local name=$1 architecture=$2 host=$3 emulator=$4 cases=$5 digits=$6 why=
    local root=$dir/$1/root libraries=$dir/$1/root/usr/lib/$3 run flint=-lflint-arb
    [ "$digits" = 0 ] && set -- || set -- "$digits"
    why=$(reason "$host" "$emulator" "its compiler")
    [ -n "$why" ] || why=$("$here/sysroot.sh" "$dir/$name" "$architecture" $packages | tail -n 1)
    if [ -n "$why" ]; then
        echo "| $name | not tried: $why | |"
        return
    fi
    [ -e "$libraries/libflint-arb.so" ] || flint=
    # the emulator's own way to the libraries, or the loader of that root
    run=($emulator -L "$root")
    [ "$emulator" != - ] || run=("$(find "$root" -name 'ld-linux-x86-64.so.2' | head -n 1)"
        --library-path "$libraries:$root/lib/$host")
    local headers="-isystem $dir/$name/include -isystem $root/usr/include"
    headers="$headers -isystem $root/usr/include/$host"
    mkdir -p "$dir/$name/include"
    ln -sfn /usr/include/Random123 "$dir/$name/include/Random123"
    make BUILD="$dir/$name/kit" CC="$host-gcc" ARB_LIB="$flint" \
        CPPFLAGS="$headers" \
        LDFLAGS="-L$libraries -Wl,--allow-shlib-undefined,-rpath-link,$libraries:$root/lib/$host" \
        "$dir/$name/kit/reference_answers" >"$dir/$name.log" 2>&1 || {
        echo "| $name | NOT BUILT: $(grep -m 1 -E 'error|rror ' "$dir/$name.log") | |"
        status=1
        return
    }
    "$slp" gen --count "$cases" --seed 3 >"$dir/asked"
    "$slp" run --path ref ${1:+--digits "$1"} <"$dir/asked" >"$dir/answered.here" 2>/dev/null
    "${run[@]}" "$dir/$name/kit/reference_answers" "$@" <"$dir/asked" >"$dir/answered.$name"
    if cmp -s "$dir/answered.here" "$dir/answered.$name" && [ -s "$dir/answered.here" ]; then
        echo "| $name | $cases cases, $(grep -c error= "$dir/answered.here") without an answer |" \
            "the same ${1:+$1 digits}${1:-bits} |" | sed 's/digits[0-9]*/digits/'
    else
        status=1
        echo "| $name | $cases cases | OTHER DIGITS:" \
            "$(diff "$dir/answered.here" "$dir/answered.$name" | sed -n 2p | cut -c 1-200) |"
    fi
}

echo "| the reference on | asked | answered |
|---|---|---|"
packages="libflint-dev libflint-arb-dev libmpfr-dev"
SUITE=bookworm tried aarch64 arm64 aarch64-linux-gnu qemu-aarch64 200 30
SUITE=bookworm tried s390x s390x s390x-linux-gnu qemu-s390x 200 30
packages="libflint-dev libmpfr-dev"
SUITE=trixie tried flint-3 amd64 x86_64-linux-gnu - "${CASES:-7000}" 0
exit "$status"
