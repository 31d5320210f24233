#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make peers`: a conformance statement of every program of the register that this machine has
# (oracle/ports/statements/programs.tsv), in BUILD/peers, its results in the register, the
# register's page, and a table of what was asked on standard output.
# usage: tests/ports/peers.sh BUILD [WORD...]      rows whose program or port begins with a WORD
#   SLP_CHECK_PEERS  the Python programs that are looked through for a program (default: python3)
#   QUICK            options of `slp conform` (default: --quick --count 16 --multiplier 0.01)
# Exit status 0: each that is here was asked, whatever was found; 1: a statement could not be made,
# a pair was lost since the last one, or no program is here.
set -u
here=$(dirname "$0")
build=$1
shift
. "$here/../clean_environment.sh"
slp=$(realpath "$build/slp")
mkdir -p "$build/peers"
status=0 number=0 made=()
chosen() { # PROGRAM PORT WORD...
    [ $# = 2 ] && return
    local program=$1 port=$2 word
    shift 2
    for word; do [[ $program == "$word"* || ${port##*/} == "$word"* ]] && return; done
    return 1
}
echo "| program | pairs and cases | verdict | seconds |"
echo "|---|---|---|---|"
while IFS= read -r line; do
    [[ $line == \#* ]] && continue
    # tabs one by one: bash takes several as one
    IFS=$'\x1f' read -r program _ _ file options asked _ <<<"${line//$'\t'/$'\x1f'}"
    number=$((number + 1))
    chosen "$program" "$file" "$@" || continue
    what="$program${options:+ $options}"
    port= why=
    pythons=${SLP_CHECK_PEERS:-python3}
    [[ $file == *.js ]] && pythons=node
    for python in $pythons; do
        if why=$("$python" "oracle/ports/$file" $options </dev/null 2>&1 >/dev/null); then
            port="$python oracle/ports/$file${options:+ $options}"
            break
        fi
    done
    [ -n "$port" ] || { echo "| $what | not tried: $why | | |" && continue; }
    start=$SECONDS folder=$build/peers/$number
    "$slp" conform --port "$port" --out "$folder" --timeout 120 $asked \
        ${QUICK---quick --count 16 --multiplier 0.01} >"$build/peers/said" 2>"$build/peers/err"
    [ $? -le 1 ] || { status=1 && cat "$build/peers/err" >&2 && continue; }
    made+=("$number=$folder")
    echo "| $what | $(head -n 1 "$build/peers/said") | \
\
$(sed -n 's/: .*//p' "$build/peers/said") |" \
        "$((SECONDS - start)) |"
done <oracle/ports/statements/programs.tsv
[ ${#made[@]} -gt 0 ] || { echo "make peers: none of these programs is here" >&2 && exit 1; }
python3 "$here/register.py" programs "${made[@]}" || status=1
exit "$status"
