# SPDX-License-Identifier: LGPL-3.0-or-later
"""The Markdown of the manual against the sources: links, names of files, the index, the
derivations, the length of lines.  The README is held to the same: it links to every page.
usage: manual_pages.py links|names|index|derivations|lines; a line a fault; exit 1 if any or if
nothing was looked at."""

import glob
import os
import re
import sys

MANUAL = sorted(glob.glob("oracle/manual/*.md"))
PAGES = ["README.md"] + MANUAL
STAGE_VECTORS = sorted(
    path
    for room in ("oracle", "ref", "fast", "props", "reports", "tests")
    for path in glob.glob(room + "/**/*.md", recursive=True)
    if not path.startswith("oracle/manual/")
)


def links(page):
    """(line, path from the root, anchor) of each link to a file, outside of code."""
    code = False
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        if line.lstrip().startswith("```"):
            code = not code
        if code:
            continue
        for url in re.findall(r"\]\(([^)\s]*)\)", re.sub(r"`[^`]*`", "", line)):
            if "://" not in url:
                path, _, anchor = url.partition("#")
                yield number, (
                    os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                ), anchor


def what_links_say():
    for page in PAGES:
        for number, path, _ in links(page):
            yield None if os.path.exists(path) else f"{page}:{number}: {path} is not there"


def what_the_index_lacks():
    for index in ("oracle/manual/index.md", "README.md"):
        linked = {path for _, path, _ in links(index)}
        for page in MANUAL:
            yield (
                None
                if page in linked or page.endswith("/index.md")
                else f"{page}: no link from {index}"
            )


def what_the_derivations_lack():
    linked = {path for _, path, _ in links("oracle/manual/derivations.md")}
    for page in STAGE_VECTORS:
        yield None if page in linked else f"{page}: no link from oracle/manual/derivations.md"


def long_lines():
    """But for tables, and for blocks of code, which hold what a program prints."""
    for page in PAGES:
        code = False
        for number, line in enumerate(open(page, encoding="utf-8"), 1):
            line = line.rstrip("\n")
            code = code != line.lstrip().startswith("```")
            yield (
                None
                if len(line) <= 100 or code or line.startswith("|")
                else f"{page}:{number}: {len(line)} columns"
            )


def what_names_name():
    """Files of the sources that a page names as code."""
    for page in PAGES:
        for number, line in enumerate(open(page, encoding="utf-8"), 1):
            for path in re.findall(
                r"`((?:oracle|ref|fast|props|reports|tests)/[A-Za-z0-9_./-]*)`", line
            ):
                yield None if os.path.exists(path) else f"{page}:{number}: {path} is not there"


found = list(
    {
        "names": what_names_name,
        "links": what_links_say,
        "index": what_the_index_lacks,
        "derivations": what_the_derivations_lack,
        "lines": long_lines,
    }[sys.argv[1]]()
)
faults = [fault for fault in found if fault]
print("\n".join(faults))
sys.exit(bool(faults) or not found)
