# SPDX-License-Identifier: LGPL-3.0-or-later
"""Whether a bundle of slp audit is what it says: an RO-Crate 1.1 that lists every file with its
right SHA-256 and size, and a codecheck.yml whose manifest names the same files.
usage: bundle_check.py FILE.zip SCHEMA     (of results)   a line a fault; exit 1 if any"""

import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "schemas"))
from follow import faults_of  # noqa: E402

CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://schema.org/sha256"}]
DESCRIPTOR = "ro-crate-metadata.json"
DAY = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
faults = []


def check(good, *words):
    if not good:
        faults.append(" ".join(map(str, words))[:300])


def links(value):
    """Every {"@id": ...} inside a value."""
    if isinstance(value, dict):
        if set(value) == {"@id"}:
            yield value["@id"]
        for one in value.values():
            yield from links(one)
    elif isinstance(value, list):
        for one in value:
            yield from links(one)


def check_crate(crate, files):
    check(crate.get("@context") == CONTEXT, "@context is", crate.get("@context"))
    check(set(crate) == {"@context", "@graph"}, "keys", sorted(crate))
    graph = crate.get("@graph", [])
    ids = [one.get("@id") for one in graph]
    check(len(set(ids)) == len(ids), "an @id stands twice")
    entity = {one.get("@id"): one for one in graph}
    check(all(one.get("@type") for one in graph), "an entity has no @type")
    about = entity.get(DESCRIPTOR, {})
    check(about.get("@type") == "CreativeWork", "the descriptor is", about.get("@type"))
    check(about.get("conformsTo") == {"@id": "https://w3id.org/ro/crate/1.1"}, "conformsTo")
    check(about.get("about") == {"@id": "./"}, "the descriptor is about", about.get("about"))
    root = entity.get("./", {})
    check(root.get("@type") == "Dataset", "the root is", root.get("@type"))
    for key in ("name", "description", "datePublished", "license", "hasPart"):
        check(root.get(key), "the root lacks", key)
    check(DAY.fullmatch(root.get("datePublished", "")), "datePublished", root.get("datePublished"))
    for one in graph:
        for target in links({k: v for k, v in one.items() if k != "@id"}):
            known = target in entity or target == "https://w3id.org/ro/crate/1.1"
            check(known, one.get("@id"), "leads to", target, "which is not described")
    parts = [one["@id"] for one in root.get("hasPart", [])]
    check(sorted(parts) == sorted(set(files) - {DESCRIPTOR}), "hasPart and the files differ:",
          sorted(set(parts) ^ (set(files) - {DESCRIPTOR})))  # fmt: skip
    for name in parts:
        one, bytes_ = entity.get(name, {}), files.get(name, b"")
        check(one.get("@type") == "File", name, "is", one.get("@type"))
        check(one.get("name") and one.get("encodingFormat"), name, "has no name or form")
        check(one.get("contentSize") == str(len(bytes_)), name, "has another size")
        check(one.get("sha256") == hashlib.sha256(bytes_).hexdigest(), name, "has another SHA-256")
    software = [one for one in graph if one.get("@type") == "SoftwareApplication"]
    check(len(software) == 1 and software[0].get("softwareVersion"), "no program is named")


def check_codecheck(words, files):
    lines = words.split("\n")
    check(lines[0] == "---", "codecheck.yml does not begin with ---")
    top = [m.group(1) for m in map(re.compile(r"([a-z_]+):").match, lines) if m]
    check(len(top) == len(set(top)), "a key of codecheck.yml stands twice")
    for key in ("version", "manifest", "codechecker", "check_time", "report", "summary"):
        check(key in top, "codecheck.yml lacks", key)
    allowed = {"version", "paper", "papers", "manifest", "codechecker", "check_time", "report",
               "summary"}  # fmt: skip
    check(not set(top) - allowed, "codecheck.yml has", set(top) - allowed)
    item = "  - file: "
    named = [json.loads(line[len(item):]) for line in lines if line.startswith(item)]
    wanted = sorted(set(files) - {DESCRIPTOR, "codecheck.yml"})
    check(named == wanted, "the manifest names", sorted(set(named) ^ set(wanted)))
    check(sum(line.startswith("    comment: ") for line in lines) == len(named), "comments")
    check(any(re.match(r'  - name: ".+"', line) for line in lines), "no codechecker")
    reports = [line.split(": ", 1)[1] for line in lines if line.startswith("report: ")]
    check(reports and json.loads(reports[0]) in files, "codecheck.yml leads to no", reports)
    for name in ("index.html", "verdicts.md", "report.css"):
        check(name in files, "the pages lack", name)


def check_records(files, schema):
    records = [name for name in files if name.startswith("results/")]
    check(records, "there is no record")
    for name in records:
        record = json.loads(files[name])
        for fault in faults_of(record, schema, "stored"):
            check(False, name, fault)
        for measure in record.get("measures", []):
            for ending in ("html", "md"):
                page = f"claims/{record['id']}.{ending}"
                check(page in files, name, "misses", page)
            if measure["series"]:
                check(measure["series"]["file"] in files, name, "misses", measure["series"]["file"])
            if measure["witness"]:
                cases = files.get(f"cases/{record['id']}.slp", b"").decode().split("\n")
                check(measure["witness"] in cases, name, "misses its case")
    versions = json.loads(files.get("versions.json", b"[]"))
    check(versions and all(set(one) == {"program", "versions"} for one in versions), "versions")


with zipfile.ZipFile(sys.argv[1]) as archive:
    infos = archive.infolist()
    names = [one.filename for one in infos]
    check(len(set(names)) == len(names), "a file stands twice")
    check(archive.testzip() is None, "a CRC is wrong")
    check(len({one.date_time for one in infos}) == 1, "files have different times")
    check(all(one.compress_type == zipfile.ZIP_STORED for one in infos), "a file is compressed")
    check(not any(n.startswith("/") or ".." in n.split("/") for n in names), "a name leads out")
    files = {one.filename: archive.read(one) for one in infos}
check(DESCRIPTOR in files and "codecheck.yml" in files, "no crate or no codecheck.yml")
if not faults:
    check_crate(json.loads(files[DESCRIPTOR]), files)
    check_codecheck(files["codecheck.yml"].decode(), files)
    with open(sys.argv[2], encoding="utf-8") as schema:
        check_records(files, json.load(schema))
print("\n".join(faults[:20]))
sys.exit(bool(faults))
