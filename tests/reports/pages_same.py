# SPDX-License-Identifier: LGPL-3.0-or-later
"""Each page of a report in HTML against its Markdown: the same words in the same order, headings of
the same level, tables of as many cells, links and pictures to the same files, the same anchors.
Both are reduced to a list, the Markdown by its marks alone, without the renderer.  What only the
HTML has stands outside of <main>.  usage: pages_same.py DIR; a line a fault; exit 1 if any."""

import os
import re
import sys
from html.parser import HTMLParser

PICTURE = r"!\[(?:[^][\\]|\\.)*\]\([^)]*\)"
LINK = r"(!?\[((?:[^][\\]|\\.|" + PICTURE + r")*)\]\(([^)]*)\))"


def words(text):
    return re.findall(r"\w+", text)


class Page(HTMLParser):
    """What <main> says, as a list."""

    def __init__(self, anchors):
        super().__init__()
        self.inside, self.said, self.anchors = False, [], anchors
        self.math = False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "main":
            self.inside = True
        elif not self.inside:
            return
        elif tag in ("h1", "h2", "h3", "h4"):
            self.said.append("#" * int(tag[1]))
            if attrs.get("id") in self.anchors:
                self.said.append("anchor " + attrs["id"])
        elif tag in ("td", "th"):
            self.said.append("cell")
        elif tag == "img":
            self.said += words(attrs["alt"]) + ["to " + attrs["src"]]
        elif tag == "a" and "href" not in attrs:
            self.said.append("anchor " + attrs["id"])
        elif tag == "a":
            self.said.append("to " + re.sub(r"\.html(?=#|$)", ".md", attrs["href"]))
        elif tag == "pre":
            self.said.append("code")
        elif tag == "math":
            self.said.append("equation")
            self.math = True

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if tag == "main":
            self.inside = False
        elif tag == "math":
            self.math = False

    def handle_data(self, data):
        if self.inside and not self.math:
            self.said += words(data)


def line(text, said):
    """A line of text: its links in the order of their words, as a browser meets them."""
    anchor = re.match(r'\s*<a id="([^"]*)"></a>', text)
    if anchor:
        said.append("anchor " + anchor.group(1))
        text = text[anchor.end() :]
    while text:
        found = re.match(r"(?s)(.*?)" + LINK, text)
        if not found:
            said += words(text)
            return
        before, whole, inside, to = found.groups()
        said += words(before)
        if whole.startswith("!"):
            said += words(inside) + ["to " + to]
        else:
            said.append("to " + to)
            line(inside, said)
        text = text[found.end() :]


def markdown(text):
    said, fence = [], None
    for row in text.split("\n"):
        row = row[2:] if row.startswith("> ") else row
        opens = re.match(r"(`{3,}) *$", row)
        if fence:
            if row.rstrip() == fence:
                fence = None
            else:
                said += words(row)
        elif opens:
            fence = opens.group(1)
            said.append("code")
        elif re.match(r"\|(---\|)+$", row):
            continue
        elif row.startswith("|"):
            for cell in re.split(r"(?<!\\)\|", row)[1:-1]:
                said.append("cell")
                line(cell.replace("\\|", "|"), said)
        else:
            heading = re.match(r"(#+) (?:<a id=\"([^\"]*)\"></a>)?(.*)", row)
            if heading:
                said.append(heading.group(1))
                if heading.group(2):
                    said.append("anchor " + heading.group(2))
                row = heading.group(3)
            row = re.sub(r"(?<!\\)\$([^$]*)(?<!\\)\$", " equation ", row)
            line(re.sub(r"^Table: ", "", row), said)
    return said


def plain(said):
    """Backslashes before signs are markup; an underscore is part of a word."""
    return [word for word in said if word.strip("_")]


root, faults, pages = sys.argv[1], [], 0
for folder, _, names in os.walk(root):
    for name in sorted(names):
        if not name.endswith(".html"):
            continue
        path = os.path.join(folder, name)
        other = "verdicts.md" if name == "index.html" else name[: -len("html")] + "md"
        source = open(os.path.join(folder, other), encoding="utf-8").read()
        page = Page(re.findall(r'<a id="([^"]*)"></a>', source))
        page.feed(open(path, encoding="utf-8").read())
        a, b = plain(page.said), plain(markdown(re.sub(r"\\_", "_", source)))
        pages += 1
        if not a:
            faults.append(f"{path}: says nothing")
        for k in range(max(len(a), len(b))):
            if a[k : k + 1] != b[k : k + 1]:
                part = slice(max(k - 5, 0), k + 5)
                faults.append(f"{path}: {a[part]}, in Markdown {b[part]}")
                break
print("\n".join(faults + [f"{pages} pages"]))
sys.exit(bool(faults) or not pages)
