# SPDX-License-Identifier: LGPL-3.0-or-later
"""What the pages of claims say, read from the report's HTML and its records alone.  usage:
claim_pages.py DIR WHAT; exit 1 with the words of the first thing that is not so."""

import hashlib
import html
import json
import os
import re
import sys

root, what = sys.argv[1:]
records = json.load(open(os.path.join(root, "results.json"), encoding="utf-8"))
records = records if isinstance(records, list) else records["records"]
by_id = {record["id"]: record for record in records}


def page(name):
    return open(os.path.join(root, name), encoding="utf-8").read()


def plain(text):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def squeeze(text):
    return " ".join(text.split())


def need(condition, words):
    if not condition:
        sys.exit(f"not so: {words}")


def between(text, start, end):
    need(start in text, start)
    return text.split(start, 1)[1].split(end, 1)[0]


index = page("index.html")
ROW = r'<tr><th scope="row"><a href="claims/([^"]*).html">.*?</th>(.*?)</tr>'
rows = dict(re.findall(ROW, index))


def sizes():
    need(len(rows) == len(records), f"{len(rows)} rows")
    for record in records:
        size, name = record["of_size"], record["id"]
        need(size and size in plain(rows[name]), f"size in the row of {name}")
        claim = page(f"claims/{name}.html")
        head = plain(between(claim, "<h1", "<blockquote"))
        title = squeeze(f"{record['source']}, {record['locator']} ({name})")
        need(title == plain(between(claim, '<h1 id="claim">', "</h1>")), f"title of {name}")
        need(f"at {size}" in squeeze(head), f"size in the head of {name}")
        part = between(index, f'<h3 id="claim-{name}">', "</h3>")
        need(f"at {size}" in squeeze(plain(part)), f"size below the table: {name}")
        for figure in claim.split("<figure>")[1:]:
            words = squeeze(plain(figure.split("</figure>")[1][:1500]))
            own = "Of a run of its own, not that of this record: " in words
            its = f"Of the run of this record: {size} ({record['size']} size)." in words
            need(own != its, f"size in a caption of {name}: {words[:200]}")
    # a plate never claims the record's size, nor a series the plate's
    plate = page("claims/lecg-fig1-periodic.html").split('id="figure-lecg-1"')[1]
    series = page("claims/lecg-energy.html").split('id="figure-energy"')[1]
    need("heavy top, TMK, 10 000 steps of 0.01 time units, seed 1" in plain(plate), "lecg-1")
    own = "a run of its own"
    need(own in plain(plate) and own not in plain(series), "which run")
    gallery = page("figures.html")
    item = plain(gallery.split('id="lecg-1"')[1].split("</li>")[0])
    need("Of a run of its own: heavy top, TMK, 10 000 steps" in item, "size in the gallery")
    item = plain(gallery.split('id="lecg-7"')[1].split("</li>")[0])
    size = by_id["lecg-energy"]["of_size"]
    need(f"without noise. Of the run of the claim: {size}." in item, "the record's size")
    errata = page("errata.html")
    part = plain(errata.split('id="quoted"')[1])
    need(f"at {by_id['quoted']['of_size']}" in squeeze(part), "size in the errata")


def quote():
    text = page("claims/quoted.html")
    part = between(text, '<h2 id="quote">', "<h2")
    need("x is half of y" in between(part, "<blockquote>", "</blockquote>"), "the words")
    for words in ("Section 2.1", "page 7", "text recognised from a scan", "is an inference"):
        need(words in plain(part), words)
    need('id="quote"' not in page("claims/found.html"), "a quote where there is none")
    latex = plain(between(page("claims/lecg-energy.html"), '<h2 id="quote">', "<h2"))
    need("read from text recognised from a scan" in latex, "LECG is read from a scan")
    part = between(page("claims/lecg-energy.html"), '<h2 id="quote">', "<h2")
    need("<math>" in part and "$" not in part, "an equation in the paper's words")
    latex = plain(between(page("claims/ejll-zeitlin-sign.html"), '<h2 id="quote">', "<h2"))
    need("read from a text with the formulas as LaTeX" in latex, "EJLL is read as LaTeX")


def reply():
    part = between(page("claims/quoted.html"), '<h2 id="replies">', "<h2")
    said = html.unescape(re.sub("</?p>", "", part))
    need("2026-01-02, dispute by An <b>Author</b>:" in said, part)
    need("&lt;b&gt;" in part and "<em>meant</em>" in part, "a reply's text")
    need(not re.search(r"(?<!\\)<b>", page("claims/quoted.md")), "a name is text in Markdown too")
    need('id="replies"' not in page("claims/last.html"), "replies where there are none")


def finding():
    claims, findings = index.split('<h2 id="findings">')
    need('href="claims/found.html"' not in claims.split('id="verdicts"')[1], "among the verdicts")
    table = between(findings, "<tbody>", "</tbody>")
    need('href="claims/found.html"' in table and table.count("<tr>") == 1, "in its own table")
    rests = plain(page("claims/lecg-energy.html"))
    need("; rests on decisive number" in rests, "what a verdict rests on")
    need("5 claims: " in plain(claims) and "1 finding of ours." in plain(claims), "counted apart")


def errata():
    part = page("errata.html").split('id="quoted"')[1].split("<h3")[0]
    need("The formula was read from text recognised from a scan" in plain(part), "which text")
    need('href="claims/quoted.html#figure-drift"' in part, "its figure")
    need('href="claims/quoted.html"' in part, "its claim")
    other = page("errata.html").split('id="ejll-zeitlin-sign"')[1]
    need("read from a text with the formulas as LaTeX" in plain(other), "EJLL's text")


def links():
    need('href="../errata.html#quoted"' in page("claims/quoted.html"), "claim to erratum")
    need("errata.html" not in page("claims/last.html"), "an erratum where there is none")
    for anchor, name in (("lecg-1", "lecg-fig1-periodic"), ("lecg-7", "lecg-energy")):
        claim = page(f"claims/{name}.html")
        need(f'href="../figures.html#{anchor}"' in claim, f"claim to gallery {anchor}")
    gallery = page("figures.html")
    need('href="claims/lecg-fig1-periodic.html#figure-lecg-1"' in gallery, "gallery to figure")
    need('href="claims/lecg-energy.html#figure-energy"' in gallery, "gallery to series")


def anchors():
    for folder, _, names in os.walk(root):
        for name in names:
            if not name.endswith(".md"):
                continue
            text = open(os.path.join(folder, name), encoding="utf-8").read()
            for line in re.sub(r"(?ms)^(`{3,}).*?^\1$", "", text).split("\n"):
                if re.match(r"#+ ", line) and "The papers" not in line:
                    need(re.match(r'#+ <a id="[A-Za-z0-9-]+"></a>', line), f"{name}: {line}")
    for record in records:
        need(f'<h3 id="claim-{record["id"]}">' in index, f"anchor of {record['id']}")
    need('<h3 id="experiment-run">' in page("claims/quoted.html"), "anchor of an experiment")


def neighbours():
    order = [record["id"] for record in records]
    for i, name in enumerate(order):
        text = between(page(f"claims/{name}.html"), "<nav", "</nav>")
        before = re.findall(r'rel="prev" href="([^"]*)\.html">Previous: ([^<]*)<', text)
        after = re.findall(r'rel="next" href="([^"]*)\.html">Next: ([^<]*)<', text)
        need(before == [(order[i - 1],) * 2] * (i > 0), f"before {name}: {before}")
        need(after == [(n,) * 2 for n in order[i + 1 : i + 2]], f"after {name}: {after}")


def foot():
    for record in records:
        text = between(page(f"claims/{record['id']}.html"), "<footer", "</footer>")
        run = json.load(open(os.path.join(root, "runs", record["id"] + ".json"), encoding="utf-8"))
        stored = open(os.path.join(root, "results", record["id"] + ".json"), "rb").read()
        wanted = [f"slp {record['versions']['slp']};", run["started"], record["of_size"]]
        wanted += ["record sha256:" + hashlib.sha256(stored).hexdigest()]
        wanted += [f"program {record['program']}"]
        wanted += [f"{k} {v}" for k, v in record["versions"].items() if k != "slp"]
        for words in wanted:
            need(words in plain(text), f"{words} in the foot of {record['id']}")
    for name in ("index.html", "errata.html", "figures.html", "summary-lecg.html"):
        text = plain(between(page(name), "<footer", "</footer>"))
        need(f"{len(records)} records, 0 of them of full size" in text, f"foot of {name}")


def summary():
    text = page("summary-test.html")
    for name, part in (("quoted", "fails"), ("last", "holds")):
        section = between(text, f'<h2 id="{part}">', "<h2" if name == "quoted" else "<h2")
        need(f'href="claims/{name}.html"' in section, f"{name} under {part}")
        need(f"at {by_id[name]['of_size']}" in squeeze(plain(section)), f"size of {name}")
        need(text.count(f'<li><a href="claims/{name}.html"') == 1, f"{name} once")
    need("claims/found.html" not in text and "2 claims of the paper" in plain(text), "no findings")
    part = text.split('id="erratum-quoted"')[1]
    need("<code>x = y</code>" in part, "the corrected formula")
    block = between(part, "<pre tabindex=\"0\"><code>", "</code></pre>").strip().split("\n")
    number = by_id["quoted"]["number"]
    need(len(block) == 3 and block[0] == html.escape(by_id["quoted"]["command"], False), block)
    need(number["text"] in html.unescape(block[2]) and number["of"] in block[2], block[2])
    need("lecg-energy" not in text, "another paper's claim")
    need("claims/lecg-energy.html" in page("summary-lecg.html"), "LECG's own")


globals()[what]()
