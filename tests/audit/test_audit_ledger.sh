#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit` on claims of the ledger that take a second, long runs shortened: the verdicts that
# they should have, the table, and records that say how each was reached.
# Run once (sanitizer): it asks for verdicts; test_claim_hostile.c measures every quantity.
. "$(dirname "$0")/audit_trial.sh"

sed 's/^    steps: 256000.*/    steps: 3000/' reports/ledger/ejll/ejll-fig4.yaml \
    >"$dir/ejll-fig4.yaml"
sed 's/default: 5000/default: 150/; s/steps: 50000/steps: 1500/' \
    reports/ledger/gbw/gbw-momentum.yaml \
    >"$dir/gbw-momentum.yaml"
sed 's/default: 100000/default: 5000/' reports/ledger/lecg/lecg-closed-form.yaml \
    >"$dir/lecg-closed-form.yaml"
sed 's/default: 20000/default: 2000/' reports/ledger/gbw/gbw-energy.yaml \
    >"$dir/gbw-energy.yaml"
sed 's/default: 20,/default: 5,/' reports/ledger/gbw/gbw-poisson.yaml >"$dir/gbw-poisson.yaml"
ok "the claims of the ledger are decided" exits 0 audit "$dir/ejll-fig4.yaml" \
    "$dir/gbw-momentum.yaml" "$dir/lecg-closed-form.yaml" \
    "$dir/gbw-energy.yaml" "$dir/gbw-poisson.yaml" gbw-poisson-printed gbw-cayley-printed \
    gbw-energy-bound
cp "$dir/out" "$dir/table"
while read -r id wanted; do
    ok "$id is $wanted" verdict "$id" "$wanted"
    ok "$id stands in the table" grep -qE "^$id +$wanted " "$dir/table"
done <<'T'
ejll-fig4 preliminary
gbw-cayley-printed refuted
gbw-energy qualified
gbw-energy-bound qualified
gbw-momentum confirmed
gbw-poisson confirmed
gbw-poisson-printed refuted
lecg-closed-form qualified
T
ok "columns stand below each other" awk '
    /^claim / {
        verdict = index($0, "verdict"); number = index($0, "deciding")
        meant = index($0, "as meant"); size = index($0, "size")
        command = index($0, "reproduce")
    }
    /^(ejll|gbw|lecg)-/ {
        rows++
        if (substr($0, verdict - 1, 2) !~ /^ [a-z]$/ || substr($0, number - 2, 2) != "  " ||
            substr($0, meant - 1, 2) !~ /^ [a-z]$/ || substr($0, size - 1, 2) !~ /^ [0-9]$/ ||
            index($0, ENVIRON["SLP"] " audit --claim") != command) bad = bad $1
    }
    END { print bad; exit bad != "" || rows != 8 }' "$dir/table"
ok "every record says how it was reached" python3 - "$dir/report" <<'P'
import csv, json, re, sys
root = sys.argv[1]
all_records = json.load(open(root + "/results.json"))
assert all_records["schema"] == "slp-results-1"
records = {r["id"]: r for r in all_records["records"]}
assert len(records) == 8
rows = list(csv.DictReader(open(root + "/results.csv", newline="")))
assert [r["id"] for r in rows] == [r["id"] for r in all_records["records"]]
for r in all_records["records"]:
    files = (f"{root}/{folder}/{r['id']}.json" for folder in ("results", "runs"))
    stored, run = (json.load(open(name)) for name in files)
    assert not {"started", "seconds", "threads", "ranks"} & set(stored)
    assert all(re.fullmatch("[0-9a-f]{16}", part.pop("sum")) for part in (stored, run))
    for m, own in zip(stored["measures"], run.pop("measures"), strict=True): m.update(own)
    assert {**stored, **run} == r
    assert r["schema"] == "slp-record-1" and r["error"] is None
    texts = ("source", "locator", "statement", "because", "command", "inputs", "started", "size")
    for key in texts:
        assert isinstance(r[key], str) and r[key], (r["id"], key)
    assert "{" not in r["because"], r["because"]
    assert r["seconds"] >= 0 and {"slp", "flint", "mpfr", "compiler"} <= set(r["versions"])
    fired = r["rules"][r["rule"] - 1]
    assert fired["verdict"] == r["indicates"] and all(c["holds"] == "true" for c in fired["when"])
    short = r["id"] == "ejll-fig4"  # 3000 of its 256 000 steps
    assert r["verdict"] == ("preliminary" if short else fired["verdict"])
    assert r["as_meant"] == ("preliminary" if short else fired["meant"])
    assert r["of_size"] == "3 000 of 256 000 steps" or not short, r["of_size"]
    quote = r["quote"]
    assert quote["text"] and quote["section"] and quote["from"] in ("typeset", "latex", "ocr")
    assert r["faithful"] in ("quote", "paraphrase", "inference") and r["replies"] == []
    assert r["number"]["low"] <= r["number"]["high"]
    for key in ("low", "high"):
        assert float.fromhex(r["number"][key + "_hex"]) == r["number"][key]
    for e in r["experiments"]:
        assert int(e["seed"]) >= 0 and e["precision"] >= 64 and e["scheme"] and e["system"]
    for m in r["measures"]:
        assert m["method"] and m["samples"] >= 1 and m["steps"] >= 1
        for v in m["values"]:
            assert v["text"] and (v.get("low") is None or v["level"] == 1)
P
ok "a refuted claim shows its exact case" python3 - "$dir/report" "$SLP" <<'P'
import json, subprocess, sys
r = json.load(open(sys.argv[1] + "/results/gbw-poisson-printed.json"))
w = r["measures"][0]["witness"]
assert w.startswith("case id=printed-") and "scheme=variational-cayley-printed" in w
command = [sys.argv[2], "run", "--path", "ref", "--digits", "40"]
got = subprocess.run(command, input=w + "\n", text=True, capture_output=True, check=True).stdout
assert got.startswith("result id=printed-") and " y=" in got, got
P
# The order of single steps, which decides, is no matter of samples.
sed 's/samples: {default: 200,/samples: {default: 25,/' \
    reports/ledger/bcj/bcj-strong.yaml >"$dir/bcj-strong.yaml"
ok "a claim of an order is decided" exits 0 "$SLP" audit --claim "$dir/bcj-strong.yaml" \
    --out "$dir/orders"
ok "an order has that of single steps beside it" python3 - "$dir/orders" "$dir/report" <<'P'
import json, sys
report = sys.argv[1]
nodes = json.load(open(report + "/results/bcj-strong.json"))["measures"][0]["nodes"]
assert (nodes["kind"], nodes["order"], nodes["power"]) == ("strong", 0.5, 1), nodes
assert 0.24 < nodes["coefficient"] < 0.26, nodes
page = open(report + "/claims/bcj-strong.md").read()
assert "off by 0.25 h^1 |x| in root mean square to leading order" in page
assert "That is strong order 0.5." in page
assert "nodes" not in json.load(open(sys.argv[2] + "/results/gbw-energy.json"))["measures"][0]
P
