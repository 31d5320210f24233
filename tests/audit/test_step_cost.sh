#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The quantity step-cost counts what the binary64 path asks of the BLAS: its numbers are those of
# the operations that each scheme's file names.  A claim with more parts than are possible is
# refused.
# Run once (compiler, sanitizer): it asks about records.
. "$(dirname "$0")/audit_trial.sh"
cost() { # ID SYSTEM PARAMETERS SCHEME AGAINST
    claim_file "$dir/$1.yaml" "$1" system="$2" parameters="$3" scheme="$4" h=2^-10 steps=2 \
        state="{uniform: [-0.1, 0.1]}" more=$'samples: 2\nnoise: wiener' \
        quantity="step-cost, against: $5" because="{m.cost}" value=least is=above bound=0
}
number() { # ID PYTHON: of the record's values, v["cost"] = (low, high), None where not known
    python3 - "$dir/report/results/$1.json" "$2" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
v = {x["name"]: (float.fromhex(x["low_hex"]), float.fromhex(x["high_hex"])) if "level" in x
     else None for x in r["measures"][0]["values"]}
print(v)
assert eval(sys.argv[2])
P
}
near() { echo "abs(v['$1'][0] - ($2)) < 1e-9 and v['$1'][0] == v['$1'][1]"; }

cost heun zeitlin-sphere "n: 16, amp: 0.1" rkmk-heun-exp euler
ok "an explicit rule is counted" exits 0 audit "$dir/heun.yaml"
# three flows, each of six products for the series and two for the state; a complex product is three
ok "Heun with the exponential has 24 complex products" number heun "$(near cost 72)"
ok "Euler's rule has one" number heun "$(near other 3)"
ok "their ratio is that of the counts" number heun "v['least'][0] == v['largest'][0] == 3 / 72"
ok "neither iterates" number heun "$(near iterations 0)"
cost half zeitlin-sphere "n: 16, amp: 0.1" isospectral-midpoint isospectral-midpoint
ok "an implicit rule is counted" exits 0 audit "$dir/half.yaml"
# an iteration: LU, n^3/3, and two solves, n^3 each, of complex numbers; then one product
ok "each iteration is two solves after one factorisation" \
    number half "$(near cost "v['iterations'][0] * 28 / 3 + 3")"
ok "a rule costs as much as itself" number half "v['least'] == v['largest'] == (1, 1)"
cost real rigid-body-n "n: 16, quad: 0.1" isospectral-midpoint euler
ok "so(n) is counted" exits 0 audit "$dir/real.yaml"
ok "a real number's multiplication is one" \
    number real "$(near cost "v['iterations'][0] * 7 / 3 + 1") and $(near other 1)"
cost twelve zeitlin-sphere "n: 12, amp: 0.1" isospectral-midpoint tmk
ok "matrices that loops multiply are not decided" exits 1 audit "$dir/twelve.yaml"
ok "their cost is not known" number twelve "v['cost'] is v['least'] is None"
cost body rigid-body "inertia: [1, 2, 3], lin: [0.1, 0, 0]" isospectral-midpoint tmk
ok "a system without matrices is refused" exits 2 audit "$dir/body.yaml"
ok "with the remedy" grep -qF "must be one of so(n) or su(N)" "$dir/err"
cost other zeitlin-sphere "n: 16, amp: 0.1" isospectral-midpoint sib
ok "a scheme that the system has not is refused" exits 2 audit "$dir/other.yaml"
ok "with where they are named" grep -qF "slp list schemes" "$dir/err"

# Twice as many measures as are possible: their text was read and cleared again without room.
awk '/quantity: step-cost/ { for (i = 0; i < 64; i++) { l = $0; sub("name: m", "name: m" i, l)
    print l } next } { print }' "$dir/heun.yaml" >"$dir/many.yaml"
sed -i 's/id: heun/id: many/; s/value: m\./value: m0./; s/{m\.cost}/m/' "$dir/many.yaml"
ok "too many measures are refused" exits 2 audit "$dir/many.yaml"
ok "with how many are possible" grep -qF "has 64 entries where 1 to 32 are possible" "$dir/err"
