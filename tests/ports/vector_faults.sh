#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Plants each fault of vector_faults.tsv in a copy of the sources, builds what changes of the port
# kit for that processor, and sees other bits of noise or ensembles under its emulator.  It needs
# kits that `make ports` built in BUILD, of the same sources.  Exit status 1: a fault was not seen,
# or a kit without a fault has other bits; 2: a text is not there once, or a fault does not compile.
# usage: tests/ports/vector_faults.sh BUILD [HOST...]
set -u
here=$(dirname "$0")
build=$1
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
wanted=$build/ports/bits.here
. "$here/platform.sh"
make="make -C $dir/tree BUILD=build"
status=0 tree=
while IFS=$'\t' read -r host file text fault name; do
    [[ $host == \#* ]] || { [ $# -gt 0 ] && [[ " $* " != *" $host "* ]]; } && continue
    IFS=$'\t' read -r _ emulator packages processors compilers < <(grep "^$host	" \
        "$here/platforms.tsv")
    why=$(reason "$host" "$emulator" "$packages")
    [ -z "$why" ] && [ ! -s "$wanted" -o ! -d "$build/portkit/$host" ] && why="no kit of make ports"
    [ -z "$why" ] || { echo "$name: not tried: $why" && continue; }
    if [ "$tree" != "$host" ]; then # one tree a processor, without what is older than its objects
        rm -rf "$dir/tree"
        mkdir -p "$dir/tree/build/portkit"
        git ls-files -z | xargs -0 cp -a --parents -t "$dir/tree"
        cp -a "$build/portkit/$host" "$dir/tree/build/portkit/"
        tree=$host
        same_bits "$dir/tree/build/portkit/$host" "$emulator" "$wanted" ${processors##* } \
            >"$dir/said" || { echo "$host: other bits without a fault" && status=1; }
    fi
    cp -a "$dir/tree/$file" "$dir/right"
    python3 - "$dir/tree/$file" "$text" "$fault" <<'P' || exit 2
import sys
path, text, fault = sys.argv[1:]
whole = open(path, encoding="utf-8").read()
if whole.count(text) != 1:
    sys.exit(f"{path}: '{text}' is there {whole.count(text)} times")
open(path, "w", encoding="utf-8").write(whole.replace(text, fault))
P
    build_kit "$host" $compilers || { echo "$name: not built" && exit 2; }
    if same_bits "$dir/tree/build/portkit/$host" "$emulator" "$wanted" ${processors##* } \
        >"$dir/said"; then
        echo "$name: NOT SEEN" && status=1
    elif ! grep -q '^kernel ' "$dir/said"; then # it must be other bits, not an end without any
        echo "$name: no bits at all: $(tail -n 1 "$dir/said")" && status=1
    else
        echo "$name: seen, $(tail -n 1 "$dir/said")"
    fi
    cp "$dir/right" "$dir/tree/$file" # newer than its object
done <"$here/vector_faults.tsv"
exit "$status"
