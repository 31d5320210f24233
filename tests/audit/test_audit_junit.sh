#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit --junit FILE`: a case a claim, with its verdict and its time; one that is inconclusive
# fails, one that ended in an error is an error.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/audit_trial.sh"
needs "slp audit --junit" python3
claim "$dir/sure.yaml" sure 200 1e-12 1e-12
claim "$dir/wrong.yaml" wrong 200 1e-18 1e-18
claim "$dir/open.yaml" open 200 1e-18 1
claim "$dir/ended.yaml" ended 200 1e-12 1e-12
sed -i 's/state: .*/state: [1e300, 1e300, 1e300]/' "$dir/ended.yaml"
ok "an audit with a claim that is not decided" exits 1 audit --junit "$dir/a.xml" \
    "$dir/sure.yaml" "$dir/wrong.yaml" "$dir/open.yaml" "$dir/ended.yaml"
outcomes() {
    python3 - "$dir/a.xml" <<'P'
import sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
rows = {r.get("name"): r for r in suite.iter("testcase")}
assert list(rows) == ["sure", "wrong", "open", "ended"], list(rows)
element = {name: row[0] for name, row in rows.items()}
print({n: (e.tag, e.get("message"), e.text) for n, e in element.items()})
assert element["sure"].tag == element["wrong"].tag == "system-out"
assert element["sure"].text.startswith("confirmed: m.largest: ")
assert element["wrong"].text.startswith("refuted: m.largest: ")
assert element["open"].tag == "failure" and element["open"].get("message") == "inconclusive"
assert "audit --claim" in element["open"].text
assert element["ended"].tag == "error" and len(element["ended"].text) > 20
assert [suite.get(k) for k in ("tests", "failures", "errors", "skipped")] == list("4110")
times = [float(r.get("time")) for r in rows.values()]
assert all(t >= 0 for t in times) and times[0] > 0 and float(suite.get("time")) >= max(times[:3])
P
}
ok "each has its outcome, its words and its time" outcomes
ok "a file that cannot be written is refused before anything runs" refused \
    "slp audit: $dir/none/a.xml: cannot be written" audit --junit "$dir/none/a.xml" "$dir/sure.yaml"
ok "a claim that cannot be read leaves the file as it was" exits 2 \
    audit --junit "$dir/a.xml" "$dir/none"
ok "it is as it was" outcomes
ok "so does a report that cannot be written" exits 2 "$slp" audit --out /dev/null/x \
    --junit "$dir/a.xml" "$dir/sure.yaml"
ok "it is as it was then, too" outcomes
left() { [ "$(find "$dir" -name '*.new' | wc -l)" = 0 ]; }
ok "nothing is left beside it" left
