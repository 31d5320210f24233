#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What goes through pipes: an answer comes before the next question, and output that nobody can
# store is not a success.
. "$(dirname "$0")/../tap.sh"
case='case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.125 steps=1 x=0.5,0.25,-0.75'

for path in fast ref; do
    coproc port { "$SLP" run --path "$path"; }
    echo "$case" >&"${port[1]}"
    answer=
    read -t 30 -r answer <&"${port[0]}"
    ok "$path: an answer before the next question" test "${answer:0:11}" = "result id=a"
    eval "exec ${port[1]}>&-"
    wait "$port_PID" 2>/dev/null
done

for what in "list systems" "gen --count 3"; do
    if [ -e /dev/full ]; then
        said=$("$SLP" $what 2>&1 >/dev/full)
        got=$?
        ok "$what: a full disk is no success" test "$got" = 2
        ok "$what: and is named" test -n "$said"
    else
        skip "$what" "no /dev/full here"
    fi
done
