# SPDX-License-Identifier: LGPL-3.0-or-later
"""CITATION.cff is the one file that maintainers fill in: persons, address, DOI, contact.
codemeta.json and the head of the article (.github/joss/paper.md) say what it says; fields are those
of the formats alone; the version is the makefile's; the page of changes has it with its day.
usage: citation.py FOLDER [--save | --release]      a line a fault; exit 1 if any
  --save     writes codemeta.json and the head of the article from CITATION.cff first
  --release  says what only maintainers can fill in and is still missing; exit 2 if anything is
CITATION.cff is read as the part of YAML that it uses: keys, `- ` lists, words, `>-`.
The fields are those of version 1.2.0 of the Citation File Format, and of CodeMeta 3.0 with
schema.org's."""

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


def agent(one):
    """An author or contact of CITATION.cff as CodeMeta's person or organization."""
    if "name" in one:
        made = {"@type": "Organization", "name": one["name"]}
    else:
        made = {"@type": "Person", "givenName": one.get("given-names", ""),
                "familyName": one.get("family-names", "")}  # fmt: skip
    if "orcid" in one:
        made["@id"] = one["orcid"]
    if "affiliation" in one:
        made["affiliation"] = {"@type": "Organization", "name": one["affiliation"]}
    if "email" in one:
        made["email"] = one["email"]
    return made


def said_by(cff):
    """What codemeta.json has from CITATION.cff; None: not there."""
    doi, contact = cff.get("doi"), cff.get("contact")
    return {
        "identifier": f"https://doi.org/{doi}" if doi else "slp",
        "name": cff.get("title"),
        "description": cff.get("abstract"),
        "version": cff.get("version"),
        "datePublished": cff.get("date-released"),
        "license": f"https://spdx.org/licenses/{cff.get('license')}",
        "author": [agent(one) for one in cff.get("authors", []) if isinstance(one, dict)],
        "maintainer": agent(contact[0]) if contact else None,
        "codeRepository": cff.get("repository-code"),
        "keywords": cff.get("keywords"),
    }


def head_of(cff):
    """The head of the article, as the journal JOSS asks for it."""
    places = []
    lines = ["---", f"title: '{cff.get('title')}'", "tags:"]
    lines += [f"  - {word}" for word in cff.get("keywords", [])] + ["authors:"]
    for one in cff.get("authors", []):
        name = one.get("name") or f"{one.get('given-names')} {one.get('family-names')}"
        place = one.get("affiliation", "to be filled in")
        places += [] if place in places else [place]
        lines.append(f"  - name: {name}")
        if "orcid" in one:
            lines.append(f"    orcid: {one['orcid'].rsplit('/', 1)[-1]}")
        lines.append(f"    affiliation: {places.index(place) + 1}")
    lines.append("affiliations:")
    for number, place in enumerate(places, 1):
        lines += [f"  - name: {place}", f"    index: {number}"]
    lines += [f"date: {cff.get('date-released')}", "bibliography: paper.bib", "---", ""]
    return "\n".join(lines)


def body_of(article):
    return article.split("\n---\n", 1)[1] if article.startswith("---\n") else article


def check_codemeta(meta, cff, version):
    check(not set(meta) - CODEMETA, f"codemeta.json: unknown fields: {set(meta) - CODEMETA}")
    check(meta.get("@context") == "https://w3id.org/codemeta/3.0", "codemeta.json: @context")
    check(meta.get("@type") == "SoftwareSourceCode", "codemeta.json: @type")
    for key, value in said_by(cff).items():
        check(meta.get(key) == value, f"codemeta.json: {key} is not what CITATION.cff says")
    check(cff.get("version") == version,
          f"CITATION.cff has version {cff.get('version')}, GNUmakefile {version}")  # fmt: skip


def check_article(article, cff):
    check(article.startswith(head_of(cff)), "paper.md: the head is not what CITATION.cff says")


def missing(cff, article, packages):
    """What only maintainers can fill in: a line each."""
    for one in cff.get("authors", []):
        who = one.get("name") or f"{one.get('given-names')} {one.get('family-names')}"
        if "name" in one:
            yield f"CITATION.cff: authors: `{who}` is no person: family-names, given-names"
        elif not re.fullmatch(r"https://orcid\.org/(\d{4}-){3}\d{3}[\dX]", one.get("orcid", "")):
            yield f"CITATION.cff: authors: orcid of {who}"
        if "affiliation" not in one:
            yield f"CITATION.cff: authors: affiliation of {who}"
    contact = (cff.get("contact") or [{}])[0]
    if not re.fullmatch(r"[^@ ]+@[^@ ]+\.[^@ ]+", contact.get("email", "")):
        yield "CITATION.cff: contact: who answers replies to verdicts, with an email"
    if not cff.get("repository-code", "").startswith("https://"):
        yield "CITATION.cff: repository-code: the address of the sources"
    if not re.fullmatch(r"10\.\d{4,}/\S+", cff.get("doi", "")):
        yield "CITATION.cff: doi: of the archive that keeps the release"
    for name, text in packages.items():
        for address in sorted(set(re.findall(r"\S+@example\.\S+?(?=>)", text))):
            yield f"{name}: {address.lstrip('<')} is no address"
    for title in re.findall(r"^# (.+)\n+To be written by", article, re.M):
        yield f"paper.md: the section `{title}`"


def check_changes(changes, cff):
    """The newest heading of a version that is released is of this version and its day."""
    headings = re.findall(r"^## (\d.*)$", changes, re.M)
    released = [one for one in headings if not one.endswith("not yet released")]
    want = f"{cff.get('version')}, {cff.get('date-released')}"
    check(released[:1] == [want], f"changes.md: no heading {want} before all other released ones")


def read(name):
    return open(f"{folder}/{name}", encoding="utf-8").read()


folder, option = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
PAPER = ".github/joss/paper.md"
cff = read_cff(folder + "/CITATION.cff")
meta, article = json.loads(read("codemeta.json")), read(PAPER)
version = re.search(r"^VERSION := (\S+)$", read("GNUmakefile"), re.M).group(1)
if option == "--save":
    meta = {key: value for key, value in (meta | said_by(cff)).items() if value is not None}
    article = head_of(cff) + body_of(article)
    with open(folder + "/codemeta.json", "w", encoding="utf-8") as to:
        to.write(json.dumps(meta, indent=2, ensure_ascii=False) + "\n")
    with open(f"{folder}/{PAPER}", "w", encoding="utf-8") as to:
        to.write(article)
if option == "--release":
    packages = {name: read(name) for name in ("oracle/packages/debian/control",
                                              "oracle/packages/debian.sh")}  # fmt: skip
    faults += missing(cff, article, packages)
check_cff(cff)
check_codemeta(meta, cff, version)
check_article(article, cff)
check_changes(read("oracle/manual/changes.md"), cff)
print("\n".join(faults))
sys.exit((2 if option == "--release" else 1) if faults else 0)
