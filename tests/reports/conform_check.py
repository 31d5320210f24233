# SPDX-License-Identifier: LGPL-3.0-or-later
"""A conformance statement against its schema, against itself, and against the judge's own verdicts.
usage: conform_check.py whole SCHEMA FOLDER   the schema; numbers that must agree within the
           statement; pages and pictures that are well-formed and load nothing; JUnit's cases
       conform_check.py judge FILE VERDICTS  verdicts are those that `slp judge` printed
       conform_check.py laws FILE TABLE      rows are those of `slp check --json TABLE`
       conform_check.py page FILE            a page that loads nothing
A line a fault; exit 1 if any."""

import collections
import json
import math
import re
import sys
import xml.dom.minidom
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "schemas"))
from follow import faults_of  # noqa: E402

faults = []


def wrong(*words):
    faults.append(" ".join(map(str, words))[:300])


def read(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


# ---- Sums ------------------------------------------------------------------------------------
KINDS = ("pass", "fail", "undecided", "unable", "error", "unsupported", "unreceived")


def verdict_of(pair):
    of, laws, cases = pair["verdicts"], pair["laws"], pair["cases"]
    if of["fail"] + of["error"] + of["unreceived"]:
        return "failed"
    if laws["failed"] + laws["not seen broken"] + laws["nothing checked"]:
        return "failed"
    if of["undecided"] + laws["undecided"]:
        return "undecided"
    if of["pass"]:
        return "held"
    return "declined" if cases["declined"] == cases["drawn"] else "nothing checked"


def total(pairs, key):
    sums = collections.Counter()
    for pair in pairs:
        sums.update(pair[key])
    return dict(sums)


def check_pair(pair, edges, rows):
    name = pair["system"] + "/" + pair["scheme"]
    cases, of = pair["cases"], pair["verdicts"]
    if cases["drawn"] != sum(cases[k] for k in cases if k != "drawn"):
        wrong(name, cases)
    if cases["drawn"] != sum(of[k] for k in KINDS):
        wrong(name, of)
    if cases["declined"] != of["unsupported"]:
        wrong(name, "declined", cases["declined"], of["unsupported"])
    if pair["verdict"] != verdict_of(pair):
        wrong(name, "is", pair["verdict"], "should be", verdict_of(pair))
    if not 0 <= of["pass"] + of["fail"] - sum(pair["histogram"]) <= of["fail"]:
        wrong(name, "histogram of", sum(pair["histogram"]), of)
    if sum(pair["histogram"][13:]) > of["fail"] or sum(pair["histogram"][:13]) != of["pass"]:
        wrong(name, "bins and verdicts", pair["histogram"], of)
    if pair["worst"] and pair["worst"]["share"] is not None:
        worst = pair["worst"]
        last = max(i for i, count in enumerate(pair["histogram"]) if count)
        share = worst["ratio"] / worst["bound"]
        if not abs(worst["share"] - share) <= 0.02 * share:
            wrong(name, worst)
        low = edges[last - 1] if last else 0
        high = edges[last] if last < len(edges) else math.inf
        if not low * 0.99 <= share <= high * 1.01:
            wrong(name, "worst", share, "is not in bin", last)
    laws = collections.Counter(row["verdict"] for row in rows)
    if laws != collections.Counter({k: v for k, v in pair["laws"].items() if v}):
        wrong(name, dict(laws), pair["laws"])


def check_sums(document):
    of = document["statement"]
    result, pairs = of["result"], of["pairs"]
    for pair in pairs:
        rows = [row for row in of["laws"]
                if (row["system"], row["scheme"]) == (pair["system"], pair["scheme"])]
        check_pair(pair, of["histogram"]["edges"], rows)
    if of["histogram"]["edges"] != [2.0**k for k in range(-12, 9)]:
        wrong("edges", of["histogram"]["edges"])
    if of["histogram"]["counts"] != [sum(c) for c in zip(*(p["histogram"] for p in pairs))]:
        wrong("the histogram is not the sum of the pairs'")
    for key in ("cases", "verdicts", "laws"):
        if result[key] != total(pairs, key):
            wrong(key, result[key], total(pairs, key))
    kinds = collections.Counter(pair["verdict"] for pair in pairs)
    if result["pairs"] != dict({k: kinds[k] for k in result["pairs"]}, all=len(pairs)):
        wrong("pairs", result["pairs"], kinds)
    good = kinds["held"] > 0 and kinds["held"] + kinds["declined"] == len(pairs)
    if result["verdict"] != ("conforms" if good else "falls short"):
        wrong("verdict", result["verdict"])
    shares = [p["worst"]["share"] for p in pairs if p["worst"]]
    if (result["worst"] or {}).get("share") != (max(shares, default=None)):
        wrong("worst", result["worst"], shares)


# ---- The judge, the laws ---------------------------------------------------------------------
def check_judge(document, name):
    found = {}
    for line in open(name, encoding="ascii"):
        match = re.match(r"verdict id=([a-z0-9-]+)\.([a-z0-9-]+?)-([a-z]+)-(\d+) ([a-z]+)", line)
        if match:
            found.setdefault(match.group(1, 2), collections.Counter())[match.group(5)] += 1
    if not found:
        wrong("no verdicts in", name)
    for pair in document["statement"]["pairs"]:
        told = found.get((pair["system"], pair["scheme"]), {})
        if {k: v for k, v in pair["verdicts"].items() if v} != dict(told):
            wrong(pair["system"], pair["scheme"], pair["verdicts"], told)


def check_laws(document, name):
    def key(row):
        return row["law"], row["system"], row["scheme"]

    rows = {key(row): row for row in document["statement"]["laws"]}
    table = {}
    for subject in read(name)["subjects"]:
        if subject["subject"] == "port":
            table = {key(row): row for row in subject["rows"]}
    if set(rows) != set(table) or not table:
        wrong("rows", set(rows) ^ set(table))
    for which in set(rows) & set(table):
        a, b = rows[which], table[which]
        if a["verdict"] != b["verdict"].lower():
            wrong(which, a["verdict"], b["verdict"])
        for what in ("keeps", "checked", "skipped", "drawn", "failed", "limit", "order", "skip"):
            if a[what] != b[what]:
                wrong(which, what, a[what], b[what])
        if b["worst"] is not None and not math.isclose(a["worst"], b["worst"], rel_tol=0.006):
            wrong(which, a["worst"], b["worst"])


# ---- Files -----------------------------------------------------------------------------------
VOID = {"meta", "link", "img", "br", "hr"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.stack, self.h, self.text, self.ids = [], [], [], set()

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "iframe", "object", "embed", "form", "link", "img", "image", "use"):
            wrong("an element", tag)
        for key, value in attrs:
            if key.startswith("on") or (key in ("src", "href") and not value.startswith("#")):
                wrong(tag, key, value)
            if key == "id":
                if value in self.ids:
                    wrong("twice:", value)
                self.ids.add(value)
        if tag == "th" and dict(attrs).get("scope") not in ("col", "row"):
            wrong("a head without its scope")
        if tag in ("h1", "h2", "h3"):
            self.h.append(int(tag[1]))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            wrong("ends", tag, self.getpos())

    def handle_data(self, data):
        self.text.append(data)
        if self.stack and self.stack[-1] == "style":
            if re.search(r"url\s*\(|@import|https?:", data):
                wrong("the style loads something")


def check_page(name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    page = Page()
    page.feed(text)
    page.close()
    if page.stack or page.h[:1] != [1] or page.h.count(1) != 1:
        wrong(name, page.stack, page.h[:5])
    if any(b - a > 1 for a, b in zip(page.h, page.h[1:])):
        wrong("a level is skipped", page.h)
    for drawing in re.findall(r"<svg.*?</svg>", text, re.S):
        xml.dom.minidom.parseString(drawing)


def check_svg(name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    xml.dom.minidom.parseString(text)
    if re.search(r"href|<script|<image|url\(|https?://(?!www\.w3\.org/2000/svg)", text):
        wrong(name, "loads something")


def check_junit(document, name):
    suite = xml.dom.minidom.parse(name).getElementsByTagName("testsuite")[0]
    of, cases = document["statement"], suite.getElementsByTagName("testcase")
    if len(cases) != 1 + len(of["pairs"]) + len(of["laws"]):
        wrong(len(cases), "cases of JUnit")
    if int(suite.getAttribute("tests")) != len(cases):
        wrong("tests", suite.getAttribute("tests"))
    if {case.getAttribute("time") for case in cases} | {suite.getAttribute("time")} != {"0.000"}:
        wrong("JUnit's file has times")
    bad = {"failed", "not seen broken", "undecided", "nothing checked"}
    fell = sum(row["verdict"] in bad for row in of["laws"])
    fell += of["result"]["verdict"] != "conforms"
    for pair in of["pairs"]:
        v = pair["verdicts"]
        short = v["fail"] + v["error"] + v["undecided"] + v["unreceived"] > 0
        fell += short or not (v["pass"] or pair["cases"]["declined"] == pair["cases"]["drawn"])
    if int(suite.getAttribute("failures")) != fell:
        wrong("failures", suite.getAttribute("failures"), "not", fell)


what, names = sys.argv[1], sys.argv[2:]
if what == "whole":
    schema, document = read(names[0]), read(names[1] + "/conform.json")
    faults += faults_of(document, schema)
    if not faults:
        check_sums(document)
    check_page(names[1] + "/index.html")
    check_svg(names[1] + "/badge.svg")
    check_svg(names[1] + "/summary.svg")
    check_junit(document, names[1] + "/junit.xml")
elif what == "judge":
    check_judge(read(names[0]), names[1])
elif what == "laws":
    check_laws(read(names[0]), names[1])
else:
    check_page(names[0])
print("\n".join(faults[:20]))
sys.exit(bool(faults))
