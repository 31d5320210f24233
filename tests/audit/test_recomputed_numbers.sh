#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The numbers of formulas, runs, orders and series on pages of claims, computed anew by another
# program.  Continuous integration asks of the whole audit (.ci/run).
# Run once (compiler, libraries, sanitizer): it asks about numbers that do not depend on it.
# Starts first.
. "$(dirname "$0")/audit_trial.sh"
unset SLP_CHECK_MULTIPLIER
numbers() { # RECORD...
    python3 "$here/recomputed_numbers.py" "$SLP" "$@"
}
rejects() { # FAULT CLAIM STATEMENT: of the claim's record r
    local record=$dir/report/results/$2.json
    cp "$record" "$dir/kept"
    python3 "$here/record_edit.py" "$record" "$3" --sum
    numbers "$record" >"$dir/said" && return 1
    cp "$dir/kept" "$record"
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
series_rejects() { # FAULT CLAIM MEASURE FACTOR: its series' largest number times FACTOR
    local series=$dir/report/data/$2-$3.tsv
    cp "$series" "$dir/kept"
    awk -v by="$4" 'NR == FNR { if (FNR > 1 && $2 > most) { most = $2; row = FNR }; next }
        FNR == row { $2 *= by } { gsub(" ", FNR > 1 ? "\t" : " "); print }' "$dir/kept" \
        "$dir/kept" >"$series"
    numbers "$dir/report/results/$2.json" >"$dir/said" && return 1
    cp "$dir/kept" "$series"
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
sed 's/samples: {default: 10000,/samples: {default: 1000,/
    s/samples: {default: 2000,/samples: {default: 800,/' \
    reports/ledger/ejll/ejll-fig5-weak.yaml >"$dir/ejll-fig5-weak.yaml"
claims=$(grep -l "quantity: formula" reports/ledger/*/*.yaml | xargs -n 1 basename -s .yaml)
claims+=" gbw-energy-runs"
# Python repeats each step.  Under another name a claim has none of the paper's figures, whose runs
# are long.
for claim in case{1,2a,2b,3a,3b} energy-runs quiet-axial; do
    sed -E 's/steps: \{default: [0-9]+,/steps: {default: 250,/; s/^id: gbw-/id: short-/' \
        reports/ledger/gbw/gbw-$claim.yaml >"$dir/short-$claim.yaml"
    claims=${claims/gbw-$claim/$dir/short-$claim.yaml}
done
ok "claims with formulas are decided, and others with runs and orders" exits 0 audit $claims \
    field-heun-off-sphere field-gauss4-quiet ejll-fig5-strong \
    "$dir/ejll-fig5-weak.yaml"
all_numbers() { numbers "$dir/report/results/"*.json >"$dir/numbers"; }
ok "their numbers are what the formulas, runs and series say" all_numbers
ok "no formula is left out" grep -q " $(cat reports/ledger/*/*.yaml |
    grep -c "quantity: formula") formulas" "$dir/numbers"
ok "another number is found" rejects \
    "gbw-ad-star, printed.largest: 1.456; computed anew it is 1.45" gbw-ad-star \
    'r["measures"][0]["values"][0].update(low_hex="0x1.8p+0", high_hex="0x1.8p+0")'
ok "another formula is found" rejects "gbw-ad-star, printed" gbw-ad-star \
    'r["measures"][0]["options"]["formula"] = "sin(x1)*x2"'
ok "a page that shows another number is found" rejects "the page does not show 1.5" gbw-ad-star \
    'r["measures"][0]["values"][0]["text"] = "1.5"'
ok "a run from another state is found" rejects "field-heun-off-sphere, coarse.final" \
    field-heun-off-sphere 'r["experiments"][1]["state"][0] += 2**-12'
ok "one of another seed, too" rejects "short-case1, noisy.range" short-case1 \
    'r["experiments"][1]["seed"] = "1"'
ok "and a formula along another run" rejects "short-quiet-axial, run.largest" \
    short-quiet-axial \
    'r["experiments"][2]["parameters"]["inertia"][0] = 0.2'
ok "a slope through other points is found" series_rejects "ejll-fig5-strong, order.slope" \
    ejll-fig5-strong order 1.001
ok "so is an expansion" series_rejects "ejll-fig5-weak, figure.second" \
    ejll-fig5-weak figure 1.01
