#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Trajectories of Zeitlin's sphere by a port, judged step by step against the reference.  Steps are
# so small that the reference has a proof of each.
# usage: sphere_judged.sh BUILD PORT N:STEPS:H...
# Exit status: 0 every run passes; 1 one fails, is unable or was declined.
set -uo pipefail
build=$1 port=$2 status=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for run in "${@:3}"; do
    IFS=: read -r n steps h <<<"$run"
    python3 tests/ports/sphere_cases.py cases "$n" "$steps" "$h" | "$port" >"$dir/answer"
    "$build/slp" judge --hints 0 <"$dir/answer" >"$dir/verdict" 2>"$dir/tally"
    verdict=$(sed -n "s/^verdict id=sphere-$n //p" "$dir/verdict")
    echo "N $n, $steps steps of $h: ${verdict:-no verdict: $(head -n 1 "$dir/tally")}"
    [[ $verdict == pass* ]] || status=1
done
exit $status
