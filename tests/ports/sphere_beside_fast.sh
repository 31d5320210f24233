#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Trajectories of Zeitlin's sphere by a port beside the fast path: 8 steps of h = 1, N large.
# usage: sphere_beside_fast.sh BUILD PORT N...
# Exit status: 0 each is within 8 steps' roundoff; 1 one is not.
set -euo pipefail
build=$1 port=$2 status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for n in "${@:3}"; do
    python3 tests/ports/sphere_cases.py cases "$n" 8 1 >"$dir/case"
    "$port" <"$dir/case" >"$dir/port"
    "$build/slp" run --path fast <"$dir/case" >"$dir/fast"
    off=$(python3 tests/ports/sphere_cases.py distance "$dir/port" "$dir/fast")
    echo "N $n: $off |X| from the fast path after 8 steps"
    awk "BEGIN { exit !($off <= 8 * 16 * 2^-53) }" || status=1
done
exit $status
