#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Where stderr is a terminal: what is under way is shown there and wiped away, and what is printed
# and written is the same as elsewhere.
# Run once (compiler, sanitizer): it asks what is shown.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
needs terminal python3
cat >"$dir/terminal.py" <<'P'
import os, pty, subprocess, sys
ours, its = pty.openpty()
done = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stderr=its)
os.close(its)
shown = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
with open(sys.argv[1], "wb") as file:
    file.write(shown)
sys.exit(done.wait())
P
in_terminal() { python3 "$dir/terminal.py" "$dir/shown" "$@"; }
in_terminal true 2>/dev/null || skip_rest terminal "no terminal can be opened here"
claim_file "$dir/slow.yaml" slow scheme=implicit-midpoint state="{norm: [1, 1]}" steps=64 \
    more="samples: 400"
same_audit() {
    "$SLP" audit --out "$dir/quiet" "$dir/slow.yaml" >"$dir/quiet.out" 2>"$dir/quiet.err" &&
        in_terminal "$SLP" audit --out "$dir/shownto" "$dir/slow.yaml" >"$dir/shown.out" &&
        [ ! -s "$dir/quiet.err" ] &&
        diff <(sed 's/shownto/quiet/g' "$dir/shown.out") "$dir/quiet.out" &&
        diff <(cut -d, -f1-3 "$dir/quiet/results.csv") <(cut -d, -f1-3 "$dir/shownto/results.csv")
}
ok "slp audit decides the same" same_audit
wiped() { # what was shown is wiped away: the line ends empty, and holds no other text than progress
    python3 - "$dir/shown" <<'P'
import re, sys
shown = open(sys.argv[1], "rb").read().decode()
assert not shown or shown.endswith("\r\x1b[K"), repr(shown[-80:])
assert re.fullmatch(r"(0 of 1 claims  slow [0-9]+ %|\r|\x1b\[K)*", shown), repr(shown[-80:])
P
}
ok "what was shown is wiped away" wiped
if [ -x "$BUILD/slp-mpi" ]; then
    ok "slp-mpi audit, one rank, does too" in_terminal "$BUILD/slp-mpi" audit --out "$dir/ranks" \
        "$dir/slow.yaml"
    ok "with the same numbers" diff <(cut -d, -f1-3 "$dir/quiet/results.csv") \
        <(cut -d, -f1-3 "$dir/ranks/results.csv")
fi
law=(check --regressions none --system rigid-body --scheme tmk --law casimirs --jobs 1)
times() { sed -E 's/[0-9.]+ s\b/T s/g' "$1"; }
same_check() {
    "$SLP" "${law[@]}" >"$dir/quiet.out" 2>"$dir/quiet.err" &&
        in_terminal "$SLP" "${law[@]}" >"$dir/shown.out" &&
        diff <(times "$dir/quiet.out") <(times "$dir/shown.out")
}
ok "slp check prints the same" same_check
"$SLP" gen --count 2000 --seed 3 --system rigid-body >"$dir/cases"
"$SLP" run --path fast --echo <"$dir/cases" >"$dir/answers"
same_judge() {
    "$SLP" judge <"$dir/answers" >"$dir/quiet.out" 2>/dev/null
    in_terminal sh -c '"$0" judge <"$1"' "$SLP" "$dir/answers" >"$dir/shown.out"
    cmp "$dir/quiet.out" "$dir/shown.out"
}
ok "slp judge prints the same" same_judge
