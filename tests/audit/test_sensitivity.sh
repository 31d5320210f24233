#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Other choices of what a paper does not print: the record has a row each, and a verdict that
# depends on one is underspecified.
. "$(dirname "$0")/audit_trial.sh"
vary() { # FILE ID STEPS CONFIRMED-BELOW REFUTED-ABOVE ROWS
    claim "${@:1:5}"
    printf 'unprinted:\n  - {what: the seed, chosen: "1"}\nsensitivity:\n%s\n' "$6" >>"$1"
}
about() { # ID PYTHON: of the record r
    python3 - "$dir/report/results/$1.json" "$2" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
rows = r.get("sensitivity")
assert eval(sys.argv[2]), (r["verdict"], r["indicates"], rows)
P
}
same='  - {what: another seed, set: {run: {seed: 2}}}'
vary "$dir/firm.yaml" firm 200 1e-12 1e-11 "$same"
vary "$dir/loose.yaml" loose 200 1e-12 1e-12 "$same
  - {what: a longer run, only: full, set: {run: {steps: 400}}}
  - {what: another rule, set: {run: {scheme: trapezoidal, h: 0.5}}}"
ok "claims with other choices are decided" exits 0 audit "$dir/firm.yaml" "$dir/loose.yaml"
ok "a verdict that stays" about firm 'r["verdict"] == "confirmed" and r["sensitive"] is False'
ok "has its row" about firm 'len(rows) == 1 and rows[0]["verdict"] == "confirmed"'
ok "with the field that was set" about firm 'rows[0]["experiments"][0]["seed"] == "2"'
ok "and its own number" about firm 'rows[0]["number"]["low"] != r["number"]["low"]'
ok "a verdict that depends is underspecified" about loose \
    'r["verdict"] == r["as_meant"] == "underspecified" and r["sensitive"] is True'
ok "and says what it would be" about loose 'r["indicates"] == "confirmed"'
ok "by the row" about loose '[x["verdict"] for x in rows] == ["confirmed", "refuted"]'
ok "rows of the full size are left out" about loose \
    '"a longer run" not in [x["what"] for x in rows]'
ok "the page has the table" grep -qE "^## .*Other choices$" "$dir/report/claims/loose.md"
ok "and says that the verdict depends on the choice" \
    grep -qF "The verdict depends on the choice" "$dir/report/claims/loose.md"
ok "or that it does not" \
    grep -qF "No choice in this table gives another verdict" "$dir/report/claims/firm.md"
ok "the full size has them" exits 0 audit --full "$dir/loose.yaml"
ok "all three" about loose 'len(rows) == 3'
vary "$dir/unfit.yaml" unfit 200 1 1 '  - {what: w, set: {run: {system: x}}}'
ok "a field that cannot be set is refused" exits 2 audit "$dir/unfit.yaml"
ok "with its line" grep -qE "unfit.yaml:[0-9]+: claim unfit, field system: unknown key" "$dir/err"
