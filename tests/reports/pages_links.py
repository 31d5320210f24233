# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every page of a report: links and anchors lead somewhere inside it, figures are XML with words
for who does not see them, Markdown tables have as many cells in each row as their head.  usage:
pages_links.py DIR; a line a fault; exit 1 if any."""

import os
import re
import sys
from html.parser import HTMLParser
from xml.dom import minidom

root = os.path.realpath(sys.argv[1])
faults, links, anchors = [], [], {}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path = path
        anchors[path] = set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            if attrs["id"] in anchors[self.path]:
                faults.append(f"{self.path}: id {attrs['id']} twice")
            anchors[self.path].add(attrs["id"])
        for key in ("href", "src"):
            if key in attrs:
                links.append((self.path, attrs[key]))


def markdown(path, text):
    cells = None
    anchors[path] = set(re.findall(r'<a id="([^"]*)"></a>', text))
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith("|"):
            cells = None
            continue
        count = len(re.sub(r"\\.", "", line).split("|"))
        cells = cells or count
        if count != cells:
            faults.append(f"{path}:{number}: {count - 2} cells, {cells - 2} in the head")
    links.extend((path, target) for target in re.findall(r"(?<!\\)\]\(([^)]*)\)", text))


pages = 0
for folder, _, names in os.walk(root):
    for name in names:
        path = os.path.join(folder, name)
        if name.endswith((".html", ".md", ".svg")):
            pages += 1
            text = open(path, encoding="utf-8").read()
        if name.endswith(".html"):
            Page(path).feed(text)
        elif name.endswith(".md"):
            markdown(path, text)
        elif name.endswith(".svg"):
            top = minidom.parseString(text).documentElement
            words = [top.getAttribute("aria-label")]
            words += [
                e.firstChild.data if e.firstChild else ""
                for k in ("title", "desc")
                for e in top.getElementsByTagName(k)[:1]
            ]
            if (
                len(words) != 3
                or not all(words)
                or "GNUPLOT" in text
                or top.getAttribute("role") != "img"
            ):
                faults.append(f"{path}: a figure without its words")
        elif ".new" in name:
            faults.append(f"{path}: half-written")
for path, target in links:
    file, _, anchor = target.partition("#")
    there = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
    if not there.startswith(root) or not os.path.isfile(there):
        faults.append(f"{path}: {target} leads nowhere")
    elif anchor and anchor not in anchors.get(there, ()):
        faults.append(f"{path}: no anchor {target}")
print("\n".join(faults + [f"{pages} files, {len(links)} links"]))
sys.exit(bool(faults) or pages == 0 or not links)
