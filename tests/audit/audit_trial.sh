# SPDX-License-Identifier: LGPL-3.0-or-later
# For tests of `slp audit`, sourced: what tests/tap.sh has, small claims, an audit into
# $dir/report, and its verdicts.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"

# claim FILE ID STEPS CONFIRMED-BELOW REFUTED-ABOVE: the drift of one run of tmk against two bounds
claim() {
    claim_file "$1" "$2" steps="{default: $3, full: 77}" bound="$4" \
        parameters="inertia: [1, 2, 3], lin: [0.1, 0, 0]" more="noise: wiener" \
        after="  - verdict: refuted
    because: \"it departs by {m.largest}\"
    when: [{value: m.largest, is: above, bound: $5}]
figures:
  - {name: f, caption: \"a \\\"figure\\\" & <b>more</b>\", draw: [m]}"
}
audit() { "$SLP" audit --out "$dir/report" "$@"; }
verdict() { # ID VERDICT
    python3 - "$dir/report/results/$1.json" "$2" <<'P'
import json, sys
record = json.load(open(sys.argv[1]))
print(record["verdict"], record.get("error"), record.get("because"))
sys.exit(record["verdict"] != sys.argv[2])
P
}
