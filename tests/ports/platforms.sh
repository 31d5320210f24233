#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Part of `make ports`: builds the port kit for every processor of platforms.tsv whose compiler and
# emulator are here, judges 1000 cases over all pairs on each, and compares the bits of noise and
# ensembles with those of this machine.  Lines of a table on standard output.  Exit status 1 if one
# falls short or none could be tried.
# usage: tests/ports/platforms.sh BUILD [HOST...]
set -u
here=$(dirname "$0")
build=$1
shift
slp=$(realpath "$build/slp")
dir=$build/ports
mkdir -p "$dir"
make="make BUILD=$build"
. "$here/platform.sh"
"$slp" gen --count "${CASES:-1000}" >"$dir/cases" || exit 2
self=$(${CC:-cc} -dumpmachine)
$make portkit KIT_PROGRAMS="slp-port kernel_bits" >"$dir/here.log" 2>&1 &&
    "$build/portkit/$self/kernel_bits" >"$dir/bits.here" || {
    tail -n 5 "$dir/here.log" >&2
    exit 2
}
echo "| processor | kernels | the judge says | noise and ensembles |
|---|---|---|---|"
tried=0 status=0
while IFS=$'\t' read -r host emulator packages processors compilers; do
    [[ $host == \#* ]] || { [ $# -gt 0 ] && [[ " $* " != *" $host "* ]]; } && continue
    why=$(reason "$host" "$emulator" "$packages")
    if [ -n "$why" ]; then
        echo "| $host | | not tried: $why | |"
        continue
    fi
    tried=$((tried + 1))
    kit=$build/portkit/$host kernels= tally= bits=
    if tally=$(build_kit "$host" $compilers); then
        kernels=$(kernels_of "$kit/slp-port" "$emulator" $processors)
        tally=$(judged "$kit" "$emulator" "$dir/cases") || { status=1 && tally="FAILED: $tally"; }
        bits=$(same_bits "$kit" "$emulator" "$dir/bits.here" $processors 2>&1) || status=1
        bits=${bits##*$'\n'}
    else
        status=1 bits= tally="NOT BUILT: $tally"
    fi
    echo "| $host | $kernels | ${tally#slp judge: } | $bits |"
done <"$here/platforms.tsv"
# The x87 unit of i686 evaluates with 64 bits: the compiler must refuse it, by the words of
# oracle/contract/number/float_rules.h.
x87() {
    local said
    command -v i686-linux-gnu-gcc >/dev/null ||
        { echo "not tried: no i686-linux-gnu-gcc here" && return; }
    said=$(i686-linux-gnu-gcc -std=c11 -D_POSIX_C_SOURCE=200809L -I. -march=i686 -mfpmath=387 \
        -fsyntax-only fast/scheme/scheme.c 2>&1) && echo "BUILT, though it has other numbers" &&
        return 1
    grep -q "the x87 unit computes with more digits than binary64 has" <<<"$said" &&
        echo "not built: refused by the compiler's message" && return
    echo "NOT BUILT: $(grep -m 1 error <<<"$said")"
    return 1
}
if [ $# = 0 ] || [[ " $* " == *" i686-linux-gnu "* ]]; then
    said=$(x87) || status=1
    echo "| i686-linux-gnu with x87 | | $said | |"
fi
[ "$tried" -gt 0 ] || { echo "make ports: no compiler for another processor is here; " \
    "\`make deps-ports\` installs them" >&2 && status=1; }
exit "$status"
