# SPDX-License-Identifier: LGPL-3.0-or-later
"""CITATION.cff and codemeta.json: fields of their formats alone, and agreement with each other and
with the version of the makefile; the page of changes has a heading of that version and day.
usage: citation.py FOLDER   (with CITATION.cff, codemeta.json, GNUmakefile and the page of changes)
CITATION.cff is read as the part of YAML that it uses: keys, `- ` lists, words, `>-`.
The fields are those of version 1.2.0 of the Citation File Format, and of CodeMeta 3.0 with
schema.org's.  A line a fault; exit 1 if any."""

import json
import re
import sys

CFF = {"abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi",
       "identifiers", "keywords", "license", "license-url", "message", "preferred-citation",
       "references", "repository", "repository-artifact", "repository-code", "title", "type",
       "url", "version"}  # fmt: skip
CFF_NEEDED = {"cff-version", "message", "title", "authors"}
AUTHOR = {"name", "family-names", "given-names", "orcid", "email", "affiliation", "alias",
          "website"}  # fmt: skip
CODEMETA = {"@context", "@type", "@id", "identifier", "name", "description", "version", "license",
            "author", "programmingLanguage", "operatingSystem", "keywords", "softwareRequirements",
            "readme", "developmentStatus", "codeRepository", "datePublished", "dateModified",
            "issueTracker", "referencePublication", "citation", "url", "softwareVersion",
            "maintainer", "funder", "downloadUrl", "processorRequirements"}  # fmt: skip
faults = []


def plain(word):
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def read_cff(path):
    """{key: text, list of texts, or list of {key: text}}"""
    found, key = {}, None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        top = re.fullmatch(r"([a-z-]+):(?: (.*))?", line)
        item = re.fullmatch(r" *- (.*)", line)
        inner = re.fullmatch(r" {2,}([a-z-]+): (.*)", line)
        if top:
            key, value = top.groups()
            if key in found:
                faults.append(f"CITATION.cff:{number}: {key} stands twice")
            found[key] = [] if value is None else "" if value == ">-" else plain(value)
        elif item and isinstance(found.get(key), list):
            pair = re.fullmatch(r"([a-z-]+): (.*)", item.group(1))
            word = item.group(1)
            found[key].append({pair.group(1): plain(pair.group(2))} if pair else plain(word))
        elif inner and isinstance(found.get(key), list) and found[key]:
            found[key][-1][inner.group(1)] = plain(inner.group(2))
        elif isinstance(found.get(key), str) and line.startswith("  "):
            found[key] = (found[key] + " " + line.strip()).strip()
        else:
            faults.append(f"CITATION.cff:{number}: cannot be read: {line}")
    return found


def check(good, words):
    if not good:
        faults.append(words)


def check_cff(cff):
    check(not set(cff) - CFF, f"CITATION.cff: fields that the format has not: {set(cff) - CFF}")
    check(not CFF_NEEDED - set(cff), f"CITATION.cff: lacks {CFF_NEEDED - set(cff)}")
    check(cff.get("cff-version") == "1.2.0", "CITATION.cff: cff-version is not 1.2.0")
    check(cff.get("type", "software") in ("software", "dataset"), "CITATION.cff: type")
    authors = cff.get("authors")
    check(isinstance(authors, list) and authors, "CITATION.cff: authors is no list")
    for one in authors if isinstance(authors, list) else []:
        good = isinstance(one, dict) and one and not set(one) - AUTHOR and all(one.values())
        check(good, f"CITATION.cff: an author is {one}")
    words = cff.get("keywords", ["x"])
    check(isinstance(words, list) and words and len(set(words)) == len(words) and all(words),
          "CITATION.cff: keywords")  # fmt: skip
    for key in ("message", "title", "version", "license", "abstract"):
        check(isinstance(cff.get(key), str) and cff[key], f"CITATION.cff: {key} is no text")
    date = cff.get("date-released")
    check(date is None or re.fullmatch(r"\d{4}-(0[1-9]|1[012])-(0[1-9]|[12]\d|3[01])", date),
          "CITATION.cff: date-released is no date")  # fmt: skip


def check_codemeta(meta, cff, version):
    check(not set(meta) - CODEMETA, f"codemeta.json: unknown fields: {set(meta) - CODEMETA}")
    check(meta.get("@context") == "https://w3id.org/codemeta/3.0", "codemeta.json: @context")
    check(meta.get("@type") == "SoftwareSourceCode", "codemeta.json: @type")
    names = [one.get("name") for one in meta.get("author", [])]
    check(names == [one.get("name") for one in cff.get("authors", [])], "authors differ")
    check(meta.get("name") == cff.get("title"), "title and name differ")
    check(meta.get("description") == cff.get("abstract"), "abstract and description differ")
    check(meta.get("keywords") == cff.get("keywords"), "keywords differ")
    licence = f"https://spdx.org/licenses/{cff.get('license')}"
    check(meta.get("license") == licence, "licences differ")
    check(meta.get("datePublished") == cff.get("date-released"), "datePublished and date-released")
    for name, own in (("CITATION.cff", cff), ("codemeta.json", meta)):
        check(own.get("version") == version,
              f"{name} has version {own.get('version')}, GNUmakefile {version}")  # fmt: skip


def check_changes(changes, cff):
    """The newest heading of a version that is released is of this version and its day."""
    headings = re.findall(r"^## (\d.*)$", changes, re.M)
    released = [one for one in headings if not one.endswith("not yet released")]
    want = f"{cff.get('version')}, {cff.get('date-released')}"
    check(released[:1] == [want], f"changes.md: no heading {want} before all other released ones")


folder = sys.argv[1]
cff = read_cff(folder + "/CITATION.cff")
meta = json.load(open(folder + "/codemeta.json", encoding="utf-8"))
make = open(folder + "/GNUmakefile", encoding="utf-8").read()
version = re.search(r"^VERSION := (\S+)$", make, re.M).group(1)
check_cff(cff)
check_codemeta(meta, cff, version)
changes = folder + "/oracle/manual/changes.md"
check_changes(open(changes, encoding="utf-8").read(), cff)
print("\n".join(faults))
sys.exit(bool(faults))
