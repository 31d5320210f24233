#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make peers`: a conformance statement of every program of other people that peers.tsv names and
# this machine has, in BUILD/peers, and a table of all on standard output.
# usage: tests/ports/peers.sh BUILD [ADAPTER...]
#   SLP_CHECK_PEERS  the Python programs that are looked through for a peer (default: python3)
#   QUICK            options of `slp conform` (default: --quick --count 16 --multiplier 0.01)
# Exit status 0: each that is here was asked, whatever was found; 1: a statement could not be made,
# or no peer is here.
set -u
here=$(dirname "$0")
build=$1
shift
. "$here/../clean_environment.sh"
slp=$(realpath "$build/slp")
mkdir -p "$build/peers"
status=0 made=0 number=0
echo "| peer | pairs and cases | verdict | seconds |"
echo "|---|---|---|---|"
while IFS= read -r line; do
    [[ $line == \#* ]] && continue
    # tabs one by one: bash takes several as one
    IFS=$'\x1f' read -r adapter options asked what <<<"${line//$'\t'/$'\x1f'}"
    number=$((number + 1))
    [ $# = 0 ] || [[ " $* " == *" $adapter "* ]] || continue
    port= why=
    for python in ${SLP_CHECK_PEERS:-python3}; do
        if why=$("$python" "oracle/ports/peers/${adapter}_port.py" </dev/null 2>&1 >/dev/null); then
            port="$python oracle/ports/peers/${adapter}_port.py${options:+ $options}"
            break
        fi
    done
    [ -n "$port" ] || { echo "| $what | not tried: $why | | |" && continue; }
    start=$SECONDS
    "$slp" conform --port "$port" --out "$build/peers/$adapter-$number" --timeout 120 $asked \
        ${QUICK---quick --count 16 --multiplier 0.01} >"$build/peers/said" 2>"$build/peers/err"
    [ $? -le 1 ] || { status=1 && cat "$build/peers/err" >&2 && continue; }
    made=$((made + 1))
    echo "| $what | $(head -n 1 "$build/peers/said") | \
\
$(sed -n 's/: .*//p' "$build/peers/said") |" \
        "$((SECONDS - start)) |"
done <"$here/peers.tsv"
[ "$made" -gt 0 ] || { echo "make peers: none of these programs is here" >&2 && exit 1; }
exit "$status"
