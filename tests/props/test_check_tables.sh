#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What `slp check` prints and writes of a port that is wrong: its counterexamples as lines of TAP,
# as JUnit and as JSON; then those that it has saved, tried again, each under its name and saved
# once.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs tables python3
# every first coordinate has the other sign
wrong="$slp run --path fast | sed -u 's/ y=-/ y=/; t; s/ y=/ y=-/'"
right="$slp run --path fast"
checks() { # STATUS PORT OPTION...
    local wanted=$1 port=$2
    shift 2
    timeout 60 "$slp" check --law agreement --scheme tmk --multiplier 0.05 --port "$port" \
        --regressions "$dir/kept.slp" "$@" >"$dir/out" 2>"$dir/err"
    local got=$?
    [ $got = "$wanted" ] || { echo "exit $got"; tail -n 5 "$dir/out" "$dir/err"; return 1; }
}
two=(--system rigid-body)
ok "a wrong port falls, as lines of TAP" checks 1 "$wrong" "${two[@]}" --tap --save
lines_of_tap() {
    grep -qx '1\.\.1' "$dir/out" && grep -q '^not ok 1 - ' "$dir/out" &&
        grep -q '^# counterexample: agreement on rigid-body/tmk by port, margin ' "$dir/out" &&
        grep -q '^# case id=' "$dir/out" &&
        grep -qE '^# seen ' "$dir/out" &&
        grep -qE '^# replay +.* check --replay agreement/port/' "$dir/out" &&
        ! grep -vE '^(#|ok|not ok|1\.\.|[0-9]+ passed, [0-9]+ failed$)' "$dir/out"
}
ok "all of it is TAP" lines_of_tap
ok "and the case is saved" test "$(grep -c '^case id=agreement--' "$dir/kept.slp")" = 1
ok "tried again it falls, and so does what is drawn" checks 1 "$wrong" "${two[@]}" \
    --junit "$dir/t.xml" --json "$dir/t.json" --save
ok "under its name" grep -qE '\(regression agreement--' "$dir/out"
tables() {
    python3 - "$dir/t.xml" "$dir/t.json" <<'P'
import json, sys, xml.etree.ElementTree as xml
rows = list(xml.parse(sys.argv[1]).getroot().iter("testcase"))
kept = [r for r in rows if ", regression agreement--" in r.get("name")]
assert len(kept) == 1 and len(rows) == 2, [r.get("name") for r in rows]
for message in (f.get("message") for r in rows for f in r.iter("failure")):
    assert "sign" in message or "ratio" in message, message
table = json.load(open(sys.argv[2]))
assert table["failed"] == 2, table["failed"]
text = json.dumps(table)
assert text.count('"id": "agreement--') == 1, text
P
}
ok "in both tables" tables
ok "and is saved no second time" test "$(grep -c '^case id=agreement--' "$dir/kept.slp")" -le 2
ok "no case stands twice" test -z "$(grep -o '^case id=[^ ]*' "$dir/kept.slp" | sort | uniq -d)"
ok "as lines of TAP it has its name too" checks 1 "$wrong" "${two[@]}" --tap
ok "its" grep -qE '^not ok 1 - .*regression agreement--' "$dir/out"
ok "several systems at once" checks 1 "$wrong" --tap --system point-vortices
ok "the right port passes all that is kept" checks 0 "$right" "${two[@]}" --tap
ok "as lines of TAP" sh -c '! grep -q "^not ok" "$0" && grep -q "^ok 1 - .*regression" "$0"' \
    "$dir/out"
not_saved() {
    ! timeout 60 "$slp" check --law agreement --scheme tmk --system rigid-body --multiplier 0.05 \
        --port "$wrong" --regressions "$dir/none/kept.slp" --save >"$dir/out" 2>"$dir/err" &&
        says none/kept.slp
}
ok "what cannot be saved is told" not_saved
