#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Whether a list of parts (sbom.py) is what SPDX 2.3 asks for and is about this tarball.

usage: check_sbom.py LIST TARBALL VERSION

Prints what is wrong, a line each; exit status 1 if anything is.  Faults are then planted in the
list, one at a time: one of which nothing is said is wrong, too.  The fields that must be there, the
forms of names, sums and times, and the code over all files are those of the specification, computed
here again from the tarball.
"""

import hashlib
import json
import re
import sys
import tarfile

DOCUMENT = "SPDXID spdxVersion dataLicense name documentNamespace creationInfo packages"
PACKAGE = "SPDXID name downloadLocation licenseConcluded licenseDeclared copyrightText"
FILE = "SPDXID fileName checksums licenseConcluded licenseInfoInFiles copyrightText"
ID = re.compile(r"SPDXRef-[A-Za-z0-9.-]+$")
LICENCE = re.compile(r"(NOASSERTION|[A-Za-z0-9.-]+( (AND|OR) [A-Za-z0-9.-]+)*)$")
RELATIONS = "DESCRIBES CONTAINS DEPENDS_ON"
OF_SLP = "BUILD_DEPENDENCY_OF OPTIONAL_DEPENDENCY_OF TEST_DEPENDENCY_OF"
DIGITS = {"SHA1": 40, "SHA256": 64}
PARTS = "FLINT Arb MPFR GMP OpenBLAS LAPACK Random123 jansson cmark libyaml".split()


def fields(what, name, needed):
    return [f"{name} has no {key}" for key in needed.split() if not what.get(key)]


def about_sums(name, listed, content):
    faults = []
    given = {c.get("algorithm"): c.get("checksumValue") for c in listed}
    for algorithm, digits in DIGITS.items():
        value = given.get(algorithm, "")
        if not re.fullmatch(r"[0-9a-f]{%d}" % digits, value):
            faults.append(f"{name}: {algorithm} has not {digits} digits")
        elif value != hashlib.new(algorithm.lower(), content).hexdigest():
            faults.append(f"{name}: {algorithm} is another file's")
    return faults


def about_document(d, version):
    faults = fields(d, "the document", DOCUMENT)
    made = d.get("creationInfo", {})
    wanted = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT"}
    faults += [f"{k} is not {v}" for k, v in wanted.items() if d.get(k) != v]
    if not re.fullmatch(r"https://[^#\s]+", d.get("documentNamespace", "")):
        faults.append("documentNamespace is no address without #")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", made.get("created", "")):
        faults.append("created is no time of UTC")
    if not all(re.match(r"(Tool|Person|Organization): \S", c) for c in made.get("creators", [""])):
        faults.append("creators name no tool, person or organization")
    if d.get("name") != f"slp-{version}":
        faults.append("the name is not slp-VERSION")
    return faults


def about_packages(d, tarball, contents, version):
    faults = []
    slp, *others = d["packages"]
    for package in d["packages"]:
        faults += fields(package, package.get("name", "a package"), PACKAGE)
        for key in ("licenseConcluded", "licenseDeclared"):
            if not LICENCE.match(package.get(key, "")):
                faults.append(f"{package.get('name')}: {key} is no expression of licences")
    if (slp.get("name"), slp.get("versionInfo")) != ("slp", version):
        faults.append("the first package is not slp VERSION")
    if "LGPL-3.0-or-later" != slp.get("licenseDeclared"):
        faults.append("slp: another licence")
    with open(tarball, "rb") as whole:
        faults += about_sums("the tarball", slp.get("checksums", []), whole.read())
    each = sorted(hashlib.sha1(content).hexdigest() for content in contents.values())
    code = slp.get("packageVerificationCode", {}).get("packageVerificationCodeValue")
    if code != hashlib.sha1("".join(each).encode()).hexdigest():
        faults.append("the verification code is not that of the files")
    told = [p["name"] for p in others if p.get("filesAnalyzed", True)]
    faults += [f"{name} is listed without its files and does not say so" for name in told]
    missing = set(PARTS) - {p.get("name") for p in others}
    faults += [f"no part {name}" for name in sorted(missing)]
    return faults


def about_files(d, contents):
    listed = {f.get("fileName"): f for f in d.get("files", [])}
    faults = [f"not listed: {name}" for name in sorted(set(contents) - set(listed))]
    faults += [f"not in the tarball: {name}" for name in sorted(set(listed) - set(contents))]
    for name in set(listed) & set(contents):
        faults += fields(listed[name], name, FILE)
        faults += about_sums(name, listed[name].get("checksums", []), contents[name])
    return faults


def about_relations(d):
    ids = [d["SPDXID"]] + [x["SPDXID"] for x in d["packages"] + d.get("files", [])]
    faults = [f"{i} is no name of SPDX" for i in ids if not ID.match(i)]
    if len(set(ids)) != len(ids):
        faults.append("a name stands twice")
    reached = {d["SPDXID"]}
    for r in d["relationships"]:
        ends = {r["spdxElementId"], r["relatedSpdxElement"]}
        reached |= ends
        faults += [f"a relationship with {end}, which is not there" for end in ends - set(ids)]
        if r["relationshipType"] not in RELATIONS.split() + OF_SLP.split():
            faults.append(f"{r['relationshipType']} is no relationship")
    return faults + [f"{i} has no relationship" for i in ids if i not in reached]


def files_of(tarball):
    with tarfile.open(tarball) as tar:
        members = [m for m in tar.getmembers() if m.isfile()]
        return {"./" + m.name.split("/", 1)[1]: tar.extractfile(m).read() for m in members}


def faults_of(d, tarball, contents, version):
    faults = about_document(d, version) + about_packages(d, tarball, contents, version)
    return faults + about_files(d, contents) + about_relations(d)


# Each makes a right list wrong.
PLANTED = (
    'd["files"].pop()',
    'd["files"][3]["checksums"][1]["checksumValue"] = "0" * 64',
    'd["packages"][0]["checksums"] = []',
    'd["packages"][0]["packageVerificationCode"] = {}',
    'd["packages"][1].pop("licenseDeclared")',
    'd["packages"].pop(2)',
    'd["relationships"][4]["relatedSpdxElement"] = "SPDXRef-none"',
    'd["relationships"].pop()',
    'd["creationInfo"]["created"] = "yesterday"',
)


def main():
    listing, tarball, version = sys.argv[1:]
    contents = files_of(tarball)
    with open(listing, encoding="utf-8") as text:
        written = text.read()
    wrong = faults_of(json.loads(written), tarball, contents, version)
    for fault in PLANTED:
        d = json.loads(written)
        exec(fault, {"d": d})
        if not faults_of(d, tarball, contents, version):
            wrong.append(f"nothing is said of {fault}")
    print("\n".join(wrong[:20]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
