#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make ports-page`: a conformance statement of the port kit for every processor of platforms.tsv
# whose compiler and emulator are here, in BUILD/ports/statements/HOST, and a page of all.
# usage: tests/ports/statements.sh BUILD PAGE.md [HOST...]     pictures are written beside PAGE.md
#   QUICK  options of `slp conform` (default: --quick --count 16 --multiplier 0.1 --timeout 60;
#          an emulator on a machine with other work may take ten seconds for a long case)
# Exit status 1 if a statement falls short, a machine differs from binary64, or none could be made.
set -u
here=$(dirname "$0")
build=$1 page=$2
shift 2
slp=$(realpath "$build/slp")
dir=$build/ports
mkdir -p "$dir/statements"
make="make BUILD=$build"
. "$here/platform.sh"
made=() status=0
while IFS=$'\t' read -r host emulator packages processors compilers; do
    [[ $host == \#* ]] || { [ $# -gt 0 ] && [[ " $* " != *" $host "* ]]; } && continue
    why=$(reason "$host" "$emulator" "$packages")
    [ -z "$why" ] || { echo "$host: not tried: $why" && continue; }
    why=$(build_kit "$host" $compilers) ||
        { echo "$host: not built: $why" && status=1 && continue; }
    port="$build/portkit/$host/slp-port"
    [ "$emulator" = - ] || port="$emulator $port"
    echo "$host"
    "$slp" conform --port "$port" --out "$dir/statements/$host" \
        ${QUICK---quick --count 16 --multiplier 0.1 --timeout 60} || status=1
    compiler=$(compiler_of "$host" $compilers)
    ${compiler:-$host-gcc} --version | head -n 1 >"$dir/statements/$host/compiler"
    kernels_of "${port##* }" "$emulator" $processors >"$dir/statements/$host/kernels"
    made+=("$dir/statements/$host")
done <"$here/platforms.tsv"
[ ${#made[@]} -gt 0 ] || {
    echo "make ports-page: no compiler for another processor is here; \`make deps-ports\`" \
        "installs them" >&2
    exit 1
}
python3 "$here/statements.py" "$page" "${made[@]}" && exit "$status"
exit 1
