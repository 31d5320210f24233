#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp check --preset`: order and leading coefficient of every scheme on one problem, by both
# paths; what it is not is refused.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
table() { "$slp" check --law "$1" --preset "$2" --path "$3" >"$dir/$3" 2>"$dir/said"; }
rows() { awk '!/^#/ && $1 != "scheme"' "$dir/$1"; }
ok "means, by the reference" table weak-order ejll-rigid-body ref
is "a row a scheme" "$(rows ref | wc -l)" \
    "$("$slp" list schemes | cut -f 3 | grep -cw so3)"
ok "each of a whole power" sh -c 'awk "!/^#/ && \$1 != \"scheme\" { d = \$2 - int(\$2 + 0.5)
    if (d * d > 1e-6) exit 1 }" "$0"' "$dir/ref"
ok "euler solves another equation" grep -q '^euler  *1\.000 ' "$dir/ref"
ok "by the binary64 path" table weak-order ejll-rigid-body fast
close() {
    python3 - "$dir/ref" "$dir/fast" <<'P'
import sys
read = lambda f: {r[0]: r[1:] for r in (l.split() for l in open(f)) if r[0] not in ("#", "scheme")}
ref, fast = (read(f) for f in sys.argv[1:])
assert ref.keys() == fast.keys() and len(ref) > 20
seen = 0
for scheme, (power, coefficient, off) in ref.items():
    p, c, o = map(float, fast[scheme])
    if o < 0.01:
        seen += 1
        assert abs(p - float(power)) < 0.1, scheme
        assert abs(c / float(coefficient) - 1) < 5 * o + 1e-3, scheme
assert seen > 5, seen
P
}
ok "which finds the same" close
# whose powers are not whole numbers
in_json() {
    "$slp" check --law weak-order --preset ejll-rigid-body --path fast \
        --json "$dir/table.json" |
        cmp - "$dir/fast" && python3 "$here/../schemas/follow.py" \
        "$here/../../props/order/coefficients.schema.json" "$dir/table.json" &&
        python3 - "$dir/fast" "$dir/table.json" <<'P'
import json, sys
lines = [l.split() for l in open(sys.argv[1]) if l[0] != "#"][1:]
table = json.load(open(sys.argv[2]))
assert (table["law"], table["subject"]) == ("weak-order", "fast"), table
rows = table["coefficients"]
assert [[r["scheme"], "%.3f" % r["power"], "%.6g" % r["coefficient"], "%.1g" % r["uncertain"]]
        for r in rows] == [l[:4] for l in lines], rows
P
}
ok "the same as JSON" in_json
ok "mean squares" table strong-order ejll-rigid-body ref
ok "of the midpoint rule: three halves" grep -q '^isospectral-midpoint  *1\.500 ' "$dir/ref"
no_file() {
    refused "cannot be written" "$slp" check --law weak-order --preset ejll-rigid-body \
        --path ref --json "$dir/no/table.json"
}
no() { # WORDS LAW PROBLEM
    refused "$1" "$slp" check --law "$2" --preset "$3"
}
ok "a file that cannot be written" no_file
ok "a problem without noise is refused" \
    no "no noise acts there" weak-order ejll-rigid-body-deterministic
ok "an unknown one" no "unknown preset" weak-order ejll-rigid-bod
ok "another law" no "is of --law weak-order" casimirs ejll-rigid-body
