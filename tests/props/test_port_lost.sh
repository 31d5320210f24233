#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# A port that does not answer long lines: the failure names the line that was sent, its length and
# who closed what, and its replay sends this line again, byte for byte.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs "lines without an answer" python3
# asked HOW LAW [OPTION...]
asked() {
    local how=$1 law=$2
    shift 2
    rm -f "$dir/sent"
    port="python3 $here/lost_port.py $slp 700 $how $dir/sent"
    "$slp" check --port "$port" --system rigid-body --scheme tmk --law "$law" \
        --multiplier 0.25 --timeout 3 "$@" >"$dir/out" 2>"$dir/err"
}
for what in silent/agreement reads/symmetry exits/agreement; do
    how=${what%/*} law=${what#*/}
    asked $how $law
    case $how in
    silent) why='no answer in time; slp closed its input and had to end it' ;;
    reads) why='no answer in time; slp closed its input, then it exited with status 0' ;;
    exits) why='it closed its output; it exited with status 0' ;;
    esac
    line=$(sed -n 's/^  \(case id=check-.*\)$/\1/p' "$dir/out" | head -n 1)
    id=${line#case id=} id=${id%% *}
    ok "$how, $law: says why, which line and how long it was" \
        grep -qF "unreceived: $why; the line was $id, ${#line} characters" "$dir/out"
    ok "$how, $law: that line was sent" grep -qxF "$line" "$dir/sent"
    [ ${#line} -gt 700 ] || failed "$how, $law: a long line" <"$dir/out"
    token=$(sed -n 's/^  replay .* --replay \([^ ]*\) .*$/\1/p' "$dir/out" | head -n 1)
    rm "$dir/sent"
    "$slp" check --replay "$token" --port "$port" --timeout 3 >"$dir/again" 2>&1
    ok "$how, $law: the replay sends the same bytes" \
        eval 'sed -n "\$p" "$dir/sent" | grep -qxF "$line"'
    ok "$how, $law: and says that there is no answer again" \
        grep -qF "$id, ${#line} characters, sent again: unreceived: $why" "$dir/again"
done
# The same line, and a port that takes it.
port="python3 $here/lost_port.py $slp 99999 exits $dir/sent"
"$slp" check --replay "$token" --port "$port" --timeout 3 >"$dir/again" 2>&1
ok "a port that is mended answers the line" grep -qF "sent again: answered" "$dir/again"
ok "and the law holds on its case" grep -qF "1 passed, 0 failed" "$dir/again"
asked reads agreement --in-flight 8
ok "several in flight: the line that waited alone is named" \
    grep -q 'the line was check-[0-9]*, [0-9]* characters' "$dir/out"
