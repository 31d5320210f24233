#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make abi`: what changed in the binary interface of the three shared libraries since the stored
# description, tests/house/abi/*.abi, was written (`make abi-update`, at each release).
# usage: tests/house/abi.sh BUILD [--update] [STORED]
#   --update  writes the description in STORED anew
#   STORED    the folder of descriptions (tests/house/abi)
# A program that was linked with the stored version must run with this one: while the soname stays,
# a function that is gone, other arguments, another member of a structure in a header are failures.
# What is new is said and passes.  Structures that no header defines may change.  Needs abidw and
# abidiff (Debian: abigail-tools) and libraries built with -g.
# A description is of one kind of machine and one FLINT, as structures of FLINT are in ref.h:
# elsewhere a library is left out, with the reason.
# Exit status: 0 nothing incompatible; 1 something is; 2 it cannot be compared here.
set -u
export LC_ALL=C
build=${1:?usage: abi.sh BUILD [--update] [STORED]}
shift
update=
[ "${1:-}" != --update ] || { update=1 && shift; }
stored=${1:-tests/house/abi}
cannot() { echo "make abi: $*" >&2; exit 2; }
for tool in abidw abidiff; do
    command -v $tool >/dev/null || cannot "there is no $tool here: install abigail-tools"
done
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# What headers define is public; anything else that debugging information knows is not.
headers="oracle/contract/slp.h oracle/contract/number/arithmetic.h oracle/contract/noise/noise.h"
headers+=" oracle/contract/case/port.h fast/fast.h ref/ref.h"
mkdir "$dir/headers" && cp $headers "$dir/headers" || exit 2
printf '[suppress_type]\nname_regexp = ^_IO_\ndrop = yes\n' >"$dir/foreign" # the C library's own
describe() { # LIBRARY FILE
    abidw --headers-dir "$dir/headers" --drop-private-types --exported-interfaces-only \
        --drop-undefined-syms --suppressions "$dir/foreign" --no-show-locs --no-corpus-path \
        --no-comp-dir-path --no-elf-needed --type-id-style hash --out-file "$2" "$1" ||
        cannot "abidw cannot read $1"
    # What the library takes from others, which newer versions of abidw list all the same
    sed -i '/<undefined-elf-[a-z-]*>/,/<\/undefined-elf-[a-z-]*>/d' "$2"
    grep -q '<abi-instr' "$2" || cannot "$1 has no debugging information: build it with -g"
}
word() { sed -n "s/.*<abi-corpus .*$1='\([^']*\)'.*/\1/p" "$2"; } # of a description's first line
flint=$(echo __FLINT_VERSION |
    ${CC:-cc} ${CPPFLAGS:-} -include flint/flint.h -E -P - 2>/dev/null | tail -n 1)

failed=0 found=
for library in slp slpfast slpref; do
    file=$build/lib$library.so old=$stored/lib$library.abi new=$dir/lib$library.abi
    [ -e "$file" ] || continue
    found=1
    describe "$file" "$new"
    if [ -n "$update" ]; then
        mkdir -p "$stored" && cp "$new" "$old" && echo "$flint" >"$stored/flint_major" || exit 2
        echo "lib$library: $old written"
        continue
    fi
    [ -r "$old" ] || cannot "there is no $old: make abi-update writes it"
    if [ "$(word architecture "$old")" != "$(word architecture "$new")" ]; then
        echo "lib$library: left out: the stored description is of $(word architecture "$old")"
        continue
    fi
    if [ $library = slpref ] && [ "$flint" != "$(cat "$stored/flint_major")" ]; then
        echo "lib$library: left out: the stored description is with FLINT" \
            "$(cat "$stored/flint_major")"
        continue
    fi
    was=$(word soname "$old") is=$(word soname "$new")
    abidiff --no-added-syms "$old" "$new" >"$dir/changed" 2>&1
    status=$?
    [ $((status & 3)) = 0 ] || { cat "$dir/changed" >&2; cannot "abidiff failed on $old"; }
    if [ $status = 0 ]; then
        added=$(abidiff "$old" "$new" | sed -n "s/^ *\[A\] 'function \(.*\)'.*/  new: \1/p")
        if [ -z "$added" ]; then echo "lib$library: as in the stored description"; else
            echo "lib$library: compatible with the stored description, and more:"
            echo "$added"
        fi
    elif [ "$was" != "$is" ]; then
        echo "lib$library: incompatible, and allowed: the soname was $was and is $is." \
            " What changed:"
        sed 's/^/  /' "$dir/changed"
    else
        echo "lib$library: INCOMPATIBLE with the stored description, and the soname is still $is." \
            " What changed:"
        sed 's/^/  /' "$dir/changed"
        failed=1
    fi
done
[ -n "$found" ] || cannot "there is no shared library in $build"
[ $failed = 0 ] ||
    echo "make abi: undo it, or raise SONAME in GNUmakefile and then \`make abi-update\`" >&2
exit $failed
