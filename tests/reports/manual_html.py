# SPDX-License-Identifier: LGPL-3.0-or-later
"""The manual's pages as a browser gets them: nothing is loaded from elsewhere, there is no script,
every page leads to the index and its neighbours lead back, equations are well-formed.  usage:
manual_html.py DIR; a line a fault; exit 1 if any."""

import os
import re
import sys
from xml.dom import minidom

root, faults, equations, neighbours = sys.argv[1], [], 0, {}
pages = [
    os.path.join(folder, name)
    for folder, _, names in os.walk(root)
    for name in names
    if name.endswith(".html")
]
for page in pages:
    text, name = open(page, encoding="utf-8").read(), os.path.relpath(page, root)
    if re.search(r"<script|<iframe|\son\w+=|@import|url\(", text):
        faults.append(f"{name}: something that is run or loaded")
    for src in re.findall(r'(?:src|<link[^>]*href)="([^"]*)"', text):
        if ":" in src or src.startswith("//"):
            faults.append(f"{name}: {src} is elsewhere")
    top = "../" * name.count("/")
    if f'<a href="{top}index.html">Manual</a>' not in text:
        faults.append(f"{name}: no way to the index")
    if "\ue000" in text or "\ue001" in text:
        faults.append(f"{name}: a mark of the renderer's is left")
    for element in re.findall(r"<math.*?</math>", text, re.S):
        equations += 1
        try:
            minidom.parseString(element.encode())
        except Exception as fault:  # expat's own words
            faults.append(f"{name}: {fault}: {element}")
    neighbours[name] = {
        rel: re.findall(f'rel="{rel}" href="([^"]*)"', text) for rel in ("prev", "next")
    }
own = [name for name in neighbours if "/" not in name]
for name in own:
    before, after = (sorted(set(neighbours[name][rel])) for rel in ("prev", "next"))
    if len(before) != (name != "index.html") or len(after) > 1:
        faults.append(f"{name}: {before} before, {after} after")
    for next_page in after:
        if name not in neighbours.get(next_page, {}).get("prev", ()):
            faults.append(f"{next_page}: does not lead back to {name}")
if sum(not neighbours[name]["next"] for name in own) != 1:
    faults.append("not one last page")
print("\n".join(faults + [f"{len(pages)} pages, {equations} equations"]))
sys.exit(bool(faults) or not pages or not equations)
