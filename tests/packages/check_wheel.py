#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Whether a wheel is what it says: RECORD has the sum of every file; the list of parts (SPDX 2.3)
has every file with its sum, and a part with version, licence and origin for each library that is
not slp's, whose terms are there too.

usage: check_wheel.py WHEEL

Prints what is wrong, a line each; exit status 1 if anything is.  Faults are then planted in what it
read, one at a time: one of which nothing is said is wrong, too.
"""

import base64
import csv
import hashlib
import json
import re
import sys
import zipfile


PARTS = "FLINT MPFR GMP OpenBLAS Random123 jansson cmark libyaml".split()


def about_record(files, info):
    rows = {r[0]: r[1:] for r in csv.reader(files[f"{info}/RECORD"].decode().splitlines())}
    faults = [f"not in RECORD: {n}" for n in sorted(set(files) - set(rows))]
    faults += [f"in RECORD alone: {n}" for n in sorted(set(rows) - set(files))]
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        if name != f"{info}/RECORD" and rows.get(name) != [f"sha256={digest}", str(len(content))]:
            faults.append(f"RECORD has another sum of {name}")
    return faults


def about_parts(files, info, d):
    faults = []
    slp, *others = d["packages"]
    path_of = {f["SPDXID"]: f["fileName"][2:] for f in d["files"]}
    for f in d["files"]:
        given = {c["algorithm"]: c["checksumValue"] for c in f["checksums"]}
        content = files.get(f["fileName"][2:], b"")
        if given.get("SHA256") != hashlib.sha256(content).hexdigest():
            faults.append(f"the list has another sum of {f['fileName']}")
    own = {f"{info}/RECORD", next(n for n in files if n.endswith(".spdx.json"))}
    faults += [f"not listed: {n}" for n in sorted(set(files) - own - set(path_of.values()))]
    held, inside = {}, set()
    for r in d["relationships"]:
        if r["spdxElementId"] == slp["SPDXID"]:
            inside.add(r["relatedSpdxElement"])
        if r["relationshipType"] == "CONTAINS" and r["spdxElementId"] != slp["SPDXID"]:
            held[path_of.get(r["relatedSpdxElement"])] = r["spdxElementId"]
    libraries = [n for n in files if n.startswith("slp_oracle.libs/")]
    faults += [f"of no part: {n}" for n in libraries if n not in held]
    needed = files.get("slporacle/lib/needs", b"- 9.9").decode().split()
    if tuple(map(int, needed[1].split("."))) > (2, 28):
        faults.append(f"it asks for glibc {needed[1]}")
    if len(libraries) < 6:
        faults.append(f"only {len(libraries)} libraries are inside")
    faults += [f"not inside: {p['name']}" for p in others if p["SPDXID"] not in inside]
    faults += [f"no part {n}" for n in PARTS if n not in [p["name"] for p in others]]
    for part in others:
        for key in ("versionInfo", "licenseDeclared", "homepage"):
            if not part.get(key):
                faults.append(f"{part['name']} has no {key}")
        origins = [e["referenceLocator"] for e in part.get("externalRefs", [])]
        if not any(re.match(r"pkg:(deb|pypi)/.+@.+", o) for o in origins):
            faults.append(f"{part['name']} has no origin")
        if not files.get(f"{info}/licenses/{part['name']}/copyright"):
            faults.append(f"the terms of {part['name']} are not there")
    for name in ("slp/COPYING", "slp/LICENSE"):
        if not files.get(f"{info}/licenses/{name}"):
            faults.append(f"there is no {name}")
    return faults


def about_modes(modes):
    runs = sorted(n for n, mode in modes.items() if mode & 0o111)
    wanted = ["slp_oracle-VERSION.data/scripts/slp", "slporacle/bin/slp"]
    got = [re.sub(r"^(slp_oracle-)[^/]*(\.data)", r"\1VERSION\2", n) for n in runs]
    return [] if got == wanted else [f"programs are {got}"]


# Each makes a right wheel wrong.
PLANTED = (
    'files["slporacle/_noise.py"] += b" "',
    'files.pop("slporacle/lib/needs")',
    'files["slporacle/more.py"] = b""',
    'd["files"].pop()',
    'd["packages"][2].pop("licenseDeclared")',
    'd["packages"][3]["externalRefs"] = []',
    'd["relationships"].pop()',
    'files[next(n for n in files if n.endswith("GMP/copyright"))] = b""',
    'modes["slporacle/bin/slp"] = 0o644',
)


def faults_of(files, info, d, modes):
    return about_record(files, info) + about_parts(files, info, d) + about_modes(modes)


def main():
    with zipfile.ZipFile(sys.argv[1]) as made:
        names = made.namelist()
        files = {n: made.read(n) for n in names}
        modes = {i.filename: i.external_attr >> 16 for i in made.infolist()}
    info = next(n for n in names if n.endswith(".dist-info/RECORD"))[: -len("/RECORD")]
    listed = files[next(n for n in names if n.endswith(".spdx.json"))]
    wrong = [] if names[:-1] == sorted(names[:-1]) else ["the files are not sorted"]
    wrong += faults_of(files, info, json.loads(listed), modes)
    for fault in PLANTED:
        f, m, d = dict(files), dict(modes), json.loads(listed)
        exec(fault, {"files": f, "modes": m, "d": d})
        if not faults_of(f, info, d, m):
            wrong.append(f"nothing is said of {fault}")
    print("\n".join(wrong[:20]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
