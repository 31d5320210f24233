#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp judge --junit FILE`: a case a verdict, with its time, its outcome and what the judge printed;
# what makes the exit status 1 or 2 stands in the file, too.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs "slp judge --junit" python3
"$slp" gen --count 120 --seed 4 --system rigid-body >"$dir/cases.slp"
# a sign fewer in some, no number in others, one that gives up, one that is not received
"$slp" run --path fast --echo <"$dir/cases.slp" |
    awk '/^result/ { n++ }
        /^result/ && n % 3 == 0 { sub(/y=-/, "y=") }
        /^result/ && n == 5 { sub(/y=[^,]*/, "y=nan") }
        /^result/ && n == 10 { sub(/y=.*/, "error=domain") }
        /^result/ && n == 8 { sub(/y=.*/, "error=unsupported") }
        /^result/ && n == 9 { next }
        { print }' >"$dir/answers.slp"
judge() { "$slp" judge --errors 3 --junit "$dir/a.xml" "$@"; }
ok "wrong answers: exit status 1" exits 1 judge <"$dir/answers.slp"
cp "$dir/out" "$dir/verdicts"
"$slp" judge --errors 3 <"$dir/answers.slp" >"$dir/plain" 2>/dev/null
ok "the verdicts are those without a file" cmp "$dir/plain" "$dir/verdicts"
"$slp" judge --errors 999 <"$dir/answers.slp" >"$dir/all" 2>/dev/null
cat >"$dir/check.py" <<'P'
import sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
lines = [l.rstrip("\n") for l in open(sys.argv[2])]
verdicts = [l.split()[1:] for l in lines if l.startswith("verdict ")]
details = {}
for l in lines:
    if l.startswith("# id="):
        details.setdefault(l.split()[1], []).append(l)
elements = {"pass": "system-out", "unable": "skipped", "unsupported": "skipped"}
rows = [r for r in suite.findall("testcase") if r.get("classname") != "run"]
smallest, = [r for r in suite.findall("testcase") if r.get("classname") == "run"]
assert smallest.get("name") == "the smallest failing cases", smallest.attrib
assert "slp judge --port COMMAND" in smallest.find("skipped").text, smallest
assert [r.get("name") for r in rows] == [v[0][3:] for v in verdicts], "other cases"
counts = dict.fromkeys(("failure", "skipped", "error", "system-out"), 0)
for row, (name, word, *rest) in zip(rows, verdicts):
    element, = row
    assert element.tag == elements.get(word, "failure"), (name, word, element.tag)
    counts[element.tag] += 1
    assert element.text.splitlines()[0] == " ".join(["verdict", name, word, *rest]), element.text
    if word != "pass":
        assert element.get("message") == " ".join([word, *rest]), element.get("message")
    assert details.get(name, []) == element.text.splitlines()[1:], element.text
    assert float(row.get("time")) >= 0
    wanted = name[3:].rsplit("-", 2)[0]
    assert row.get("classname") == (word if word == "unreceived" else wanted), row.attrib
assert {v[1] for v in verdicts} >= {"pass", "fail", "error", "unsupported", "unreceived"}
assert int(suite.get("tests")) == len(rows) + 1 and suite.get("errors") == "0"
assert int(suite.get("failures")) == counts["failure"] > 10
assert int(suite.get("skipped")) == counts["skipped"] + 1 > 1
assert float(suite.get("time")) > 0 and sum(float(r.get("time")) for r in rows) > 0
P
ok "a case a verdict, with its words and details" python3 "$dir/check.py" "$dir/a.xml" "$dir/all"
"$slp" run --path fast <"$dir/cases.slp" >"$dir/right.slp"
ok "a right port: exit status 0" exits 0 judge --cases "$dir/cases.slp" <"$dir/right.slp"
ok "and no failure" grep -q 'tests="120" failures="0" errors="0"' "$dir/a.xml"
sed 's/ y=.*/ error=unsupported/' "$dir/answers.slp" | grep -v '^result.*-9$' >"$dir/nothing.slp"
ok "nothing passed: exit status 1" exits 1 judge <"$dir/nothing.slp"
ok "and a failure" grep -q '<failure message="nothing passed"/>' "$dir/a.xml"
head -c 3000 "$dir/answers.slp" >"$dir/cut.slp"
ok "a cut input: exit status 2" exits 2 judge <"$dir/cut.slp"
ok "and an error with the line" \
    grep -q '<error message="unusable input">standard input:[0-9]*: ends without' "$dir/a.xml"
ok "beside what was judged" \
    grep -q 'name="rigid-body.implicit-midpoint-usual-0"' "$dir/a.xml"
ok "cases that cannot be read" exits 2 judge --cases "$dir/none"
ok "are an error of the file" grep -q 'tests="1" failures="0" errors="1"' "$dir/a.xml"
ok "a file that cannot be written is refused before anything is judged" refused \
    "slp judge: $dir/none/a.xml: cannot be written" "$slp" judge --junit "$dir/none/a.xml"
ok "a name must be given" refused "--junit needs a value" "$slp" judge --junit
left() { [ "$(find "$dir" -name '*.new' | wc -l)" = 0 ]; }
ok "nothing is left beside it" left
