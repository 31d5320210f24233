#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The numbers of formulas on pages of claims are those that the formulas say, computed anew by
# another program.
# Run once (compiler, sanitizer): it asks about numbers that do not depend on it.
. "$(dirname "$0")/audit_trial.sh"
unset SLP_CHECK_MULTIPLIER
numbers() { python3 "$here/formula_numbers.py" "$SLP" "$dir/report/results/"*.json; }
rejects() { # FAULT STATEMENT: of the record r of gbw-ad-star
    cp "$dir/report/results/gbw-ad-star.json" "$dir/kept"
    python3 "$here/record_edit.py" "$dir/report/results/gbw-ad-star.json" "$2" --sum
    numbers >"$dir/said" && return 1
    cp "$dir/kept" "$dir/report/results/gbw-ad-star.json"
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
claims=$(grep -l "quantity: formula" reports/ledger/*/*.yaml | xargs -n 1 basename -s .yaml |
    grep -vE "^(gbw-case|gbw-quiet)") # those run for seconds, and along runs
ok "claims with formulas are decided" exits 0 audit $claims
ok "their numbers are what the formulas say" numbers
ok "another number is found" rejects "gbw-ad-star, printed: 1.456; its formula says 1.45" \
    'r["measures"][0]["values"][0].update(low_hex="0x1.8p+0", high_hex="0x1.8p+0")'
ok "another formula is found" rejects "gbw-ad-star, printed" \
    'r["measures"][0]["options"]["formula"] = "sin(x1)*x2"'
ok "a page that shows another number is found" rejects "the page does not show 1.5" \
    'r["measures"][0]["values"][0]["text"] = "1.5"'
