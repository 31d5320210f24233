#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit --published`: every claim has its row, the rules are applied to the published numbers
# again, and what no longer fits is said.  reports/published/publish.py makes such files.
. "$(dirname "$0")/audit_trial.sh"
published() { "$SLP" audit --published "$@"; }
row() { grep -E "^$1 +" "$dir/out"; }
says() { row "$1" | grep -qF -- "$2"; }

ok "the published evidence gives its verdicts" exits 0 published
small() { # FILE: the chance that an interval misses, of all together, is at most 0.05
    grep -oE 'chance that any misses: at most [0-9.e-]+$' "$1" |
        awk '{ n++; good += $NF > 0 && $NF <= 0.05 } END { exit !(n == 1 && good == 1) }'
}
ok "all intervals hold with a chance of 95 %" small "$dir/out"
sed 's/at most [0-9.e-]*$/at most 0.06/' "$dir/out" >"$dir/large"
misses() { ! small "$1"; }
ok "a larger chance is seen" misses "$dir/large"
ok "the manual says so, too" small oracle/manual/verdicts.md
ok "and counts the same intervals" sh -c \
    'grep -qF "$(grep -o "confidence intervals: [0-9]*, in [0-9]* of" "$1")" "$2"' sh "$dir/out" \
    oracle/manual/verdicts.md
ok "every claim of the ledger has a row" test \
    "$(grep -cE '^(bcj|field|further|ejll|lecg|gbw)-' "$dir/out")" = \
    "$("$SLP" list claims | grep -vc '^#')"
ok "a verdict that flips says so" says gbw-case1 "flips"
ok "by both verdicts" sh -c \
    "grep -E '^gbw-case1 +underspecified .confirmed. .* .qualified. ' '$dir/out'"
ok "others agree" says gbw-poisson "agrees"
ok "a larger run of the same kind is no flip" says ejll-fig7 "agrees"
ok "nothing was written" test ! -e "$dir/report"
mkdir "$dir/none-published"
elsewhere() { SLP_PUBLISHED=$1 published gbw-r0; }
ok "another folder of records can be named" exits 0 elsewhere "$dir/none-published"
ok "in which a claim may have none" says gbw-r0 "not published in this version"
ok "a folder that is none is an error" exits 2 elsewhere "$dir/no-such-folder"
ok "which says what to do" grep -q "name their folder by SLP_PUBLISHED" "$dir/err"

# ---- A claim that has changed since --------------------------------------------------------
ledger=reports/ledger
sed 's/^note: >/note: >\n  Another word./' $ledger/gbw/gbw-solvable-printed.yaml \
    >"$dir/gbw-solvable-printed.yaml"
ok "another word is no other verdict" exits 0 published "$dir/gbw-solvable-printed.yaml"
ok "and is said" says gbw-solvable-printed "words or rules of the claim changed since"
sed 's/is: above, bound: 0}/is: above, bound: 9}/' $ledger/gbw/gbw-solvable-printed.yaml \
    >"$dir/gbw-solvable-printed.yaml"
ok "another rule gives another verdict" exits 1 published "$dir/gbw-solvable-printed.yaml"
ok "and is said, too" says gbw-solvable-printed \
    "DIFFERS: default size: verdict is stored as refuted; the claim gives inconclusive"
sed 's/seed: 580/seed: 581/' $ledger/gbw/gbw-solvable-printed.yaml \
    >"$dir/gbw-solvable-printed.yaml"
ok "other numbers are not verified" exits 1 published "$dir/gbw-solvable-printed.yaml"
ok "but to be audited again" says gbw-solvable-printed "measures something else now"
claim "$dir/own.yaml" own 5 1 1
ok "a claim of a user's own has none" exits 0 published "$dir/own.yaml"
ok "which is said" says own "not published in this version"
ok "an unknown claim is refused" exits 2 published gbw-nothing

# ---- The files are those of the records ------------------------------------------------------
mkdir -p "$dir/claims/published" "$dir/claims/ledger/gbw"
cp reports/published/publish.py "$dir/claims/published"
cp $ledger/gbw/gbw-r0.yaml $ledger/gbw/gbw-rotation.yaml "$dir/claims/ledger/gbw"
publish() { python3 "$dir/claims/published/publish.py" "$@"; }
ok "a claim is decided" exits 0 audit gbw-r0
ok "and published" exits 0 publish "$dir/report" "$dir/none"
ok "one without a record is named" grep -qF "no record of: gbw-rotation" "$dir/out"
ok "with the numbers of the record, and of what was run" python3 - "$dir" <<'P'
import hashlib, json, sys
new = json.load(open(sys.argv[1] + "/claims/published/gbw-r0.json"))
old = json.load(open("reports/published/gbw-r0.json"))
record = json.load(open(sys.argv[1] + "/report/results/gbw-r0.json"))
text = open("reports/ledger/gbw/gbw-r0.yaml").read()
asked = text[text.index("\nexperiments:\n"):text.index("\ndecide:\n")]
assert new["text"] == hashlib.sha256(text.encode()).hexdigest()
assert new["asked"] == hashlib.sha256(asked.encode()).hexdigest() == old["asked"]
assert new["full"] is None and new["default"]["verdict"] == record["verdict"]
assert new["default"]["values"] == old["default"]["values"]  # certified: the same anywhere
assert len(new["default"]["values"]) == sum(len(m["values"]) for m in record["measures"])
P
cp reports/published/gbw-r0.json "$dir/claims/published"
ok "without a record of full size" exits 0 publish "$dir/report" "$dir/none" gbw-r0
ok "what was published of it stays" python3 - "$dir" <<'P'
import json, sys
new = json.load(open(sys.argv[1] + "/claims/published/gbw-r0.json"))
assert new["full"] and new["full"] == json.load(open("reports/published/gbw-r0.json"))["full"]
P
ok "the claim's page shows both sizes" grep -qF "Published with this version: default size: " \
    "$dir/report/claims/gbw-r0.md"
