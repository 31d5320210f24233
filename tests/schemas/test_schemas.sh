#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Every JSON that leaves the program follows its schema, which allows nothing extra; documents made
# wrong on purpose do not.  (A conformance statement: tests/reports/test_conform.sh.)
# Run once (compiler, sanitizer): it asks about texts.
. "$(dirname "$0")/../audit/audit_trial.sh"
here=$(dirname "$0")
root=$(realpath "$here/../..")
results=$root/reports/audit/results.schema.json
follows() { python3 "$here/follow.py" "$@"; }
schemas=$(cd "$root" && git ls-files '*.schema.json' 2>/dev/null)
[ -n "$schemas" ] || schemas="reports/audit/results.schema.json props/output/laws.schema.json
    oracle/vectors/vectors.schema.json oracle/certificates/certificates.schema.json
    reports/conform/statement.schema.json props/own/own.schema.json
    props/order/coefficients.schema.json"
strict() { (cd "$root" && python3 tests/schemas/follow.py --strict $schemas); }
ok "every schema allows nothing extra" strict

claim "$dir/a.yaml" a 20 1e-12 1e-12
sed -e 's/^id: a/id: waits/; s/^    scheme: .*/    scheme: no-such/' -e '$a awaits: [no-such]' \
    "$dir/a.yaml" >"$dir/waits.yaml"
sed -e 's/^id: a/id: between/; s/is: below, bound: .*}/is: below, bound: 1e-18}/' \
    -e 's/is: above, bound: .*}/is: above, bound: 1}/' "$dir/a.yaml" >"$dir/between.yaml"
# one of each kind: intervals with a level, a quote, an erratum, unprinted choices, a finding
exits 1 audit "$dir/a.yaml" "$dir/waits.yaml" "$dir/between.yaml" gbw-energy-bound lecg-h-printed \
    ejll-fig5-strong gbw-r0 ejll-vortex-sense
ok "so many records" test "$(ls "$dir/report/results" | wc -l)" = 8
ok "results.json follows" follows "$results" "$dir/report/results.json"
ok "results/ID.json do" follows "$results#stored" "$dir"/report/results/*.json
ok "runs/ID.json do" follows "$results#run" "$dir"/report/runs/*.json
"$SLP" check --quick --system rigid-body --scheme tmk --json "$dir/laws.json" \
    >/dev/null 2>&1
ok "the table of laws does" follows "$root/props/output/laws.schema.json" "$dir/laws.json"
"$SLP" vectors --count 40 --out "$dir/vectors" >/dev/null 2>&1
ok "vectors do" follows "$root/oracle/vectors/vectors.schema.json" "$dir/vectors/vectors.json"
"$SLP" gen --system rigid-body --scheme tmk --count 5 |
    "$SLP" run --path ref --certificate "$dir/proofs.json" >/dev/null
ok "certificates do" follows "$root/oracle/certificates/certificates.schema.json" "$dir/proofs.json"

# ---- Wrong documents ----------------------------------------------------------------------
refused() { # NAME FILE SCHEMA PYTHON WORDS: changed so, the document d is refused with these words
    python3 - "$2" "$dir/wrong.json" "$4" <<'P'
import json, sys
d = json.load(open(sys.argv[1]))
exec(sys.argv[3])
json.dump(d, open(sys.argv[2], "w"))
P
    ok "$1 is refused" rejects "$3" "$5"
}
rejects() {
    follows "$1" "$dir/wrong.json" >"$dir/said" && return 1
    cat "$dir/said"
    grep -qF -- "$2" "$dir/said"
}
a=$dir/report/results/a.json
refused "a field more" "$a" "$results#stored" 'd["more"] = 1' ".more: is not allowed here"
refused "a field less" "$a" "$results#stored" 'del d["quote"]' "lacks quote"
refused "a decided record without rules" "$a" "$results#stored" 'del d["rules"]' "lacks rules"
refused "an unknown verdict" "$a" "$results#stored" 'd["verdict"] = "true"' "none of"
refused "a count that is none" "$a" "$results#stored" 'd["measures"][0]["steps"] = 1.5' \
    "not of type"
refused "a truth for a count" "$a" "$results#stored" 'd["measures"][0]["steps"] = True' \
    "not of type"
refused "a count below 0" "$a" "$results#stored" 'd["measures"][0]["unable"] = -1' "unable: is -1"
refused "a sum that is none" "$a" "$results#stored" 'd["sum"] = "x"' "not like"
refused "a file elsewhere" "$a" "$results#stored" \
    'd["measures"][0]["series"]["file"] = "data/../a.tsv"' "not like"
refused "the time of a run in a record" "$a" "$results#stored" \
    'd["started"] = "2026-01-01T00:00:00Z"' ".started: is not allowed here"
refused "an error without words" "$a" "$results#stored" 'd["verdict"] = None' "not of type"
refused "a deep field more" "$a" "$results#stored" 'd["versions"]["os"] = "a"' ".versions.os"
refused "another form" "$dir/report/results.json" "$results" 'd["schema"] = "slp-results-2"' \
    "not slp"
refused "a law's row with more" "$dir/laws.json" "$root/props/output/laws.schema.json" \
    'd["subjects"][0]["rows"][0]["x"] = 1' ".x: is not allowed here"
printf '{"schema": 1, "schema": 2}' >"$dir/wrong.json"
ok "a key that stands twice is refused" rejects "$results" "a key stands twice"
printf '{"schema": NaN}' >"$dir/wrong.json"
ok "what is no JSON is refused" rejects "$results" "NaN is no JSON"
# a word of a schema that the validator does not know must not be passed over
printf '{"type": "object", "additionalProperties": false, "minProperties": 3}' >"$dir/unknown.json"
echo '{}' >"$dir/wrong.json"
ok "an unknown word of a schema is a fault" \
    rejects "$dir/unknown.json" "unknown here: minProperties"
ok "nothing looked at is a fault" sh -c '! python3 "$0" "$1"' "$here/follow.py" "$results"
printf '{"type": "object", "properties": {"a": {"type": "object"}}}' >"$dir/open.json"
ok "a schema that allows more is seen" \
    sh -c 'python3 "$0" --strict "$1" >"$2"; [ "$(wc -l <"$2")" = 2 ]' "$here/follow.py" \
    "$dir/open.json" "$dir/said"
