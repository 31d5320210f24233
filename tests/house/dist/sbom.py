#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The list of parts of a tarball (software bill of materials), as JSON of SPDX 2.3.

usage: sbom.py TARBALL VERSION SECONDS DEPENDENCIES

It holds the package with the sums of the tarball and of every file in it, and what slp is built
with (DEPENDENCIES, a table that says what its fields are), each with its licence and relationship.
SECONDS since 1970 is the time of the list.  The same tarball gives the same bits: the name of the
document holds the tarball's sum, and nothing is asked of the machine.
"""

import hashlib
import json
import re
import sys
import tarfile
import time

LICENCE = "LGPL-3.0-or-later"


def sums(content):
    return [
        {"algorithm": name, "checksumValue": hashlib.new(name.lower(), content).hexdigest()}
        for name in ("SHA1", "SHA256")
    ]


def files_of(tarball):
    with tarfile.open(tarball) as tar:
        members = [m for m in tar.getmembers() if m.isfile()]
        for number, member in enumerate(sorted(members, key=lambda m: m.name)):
            content = tar.extractfile(member).read()
            named = re.search(rb"SPDX-License-Identifier: ([\w.-]+)", content[:200])
            yield {
                "SPDXID": f"SPDXRef-File-{number}",
                "fileName": "./" + member.name.split("/", 1)[1],
                "checksums": sums(content),
                "licenseConcluded": named[1].decode() if named else LICENCE,
                "licenseInfoInFiles": [named[1].decode() if named else "NOASSERTION"],
                "copyrightText": "NOASSERTION",
            }


def verification(files):
    """SPDX 2.3, 7.9: the SHA1 of the files' SHA1, sorted, one after the other."""
    each = sorted(f["checksums"][0]["checksumValue"] for f in files)
    return hashlib.sha1("".join(each).encode()).hexdigest()


def written(name, version, seconds, unlike, packages, files, relations):
    """The document; UNLIKE is what no other document of that name has."""
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{unlike}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
            "creators": [f"Tool: slp-sbom-{version}"],
        },
        "packages": packages,
        "files": files,
        "relationships": [
            {"spdxElementId": a, "relationshipType": relation, "relatedSpdxElement": b}
            for a, relation, b in relations
        ],
    }


def document_of_wheel(name, version, seconds, files, parts):
    """The same of a wheel: FILES, name to bytes; PARTS, what it holds of other people, each with
    its files, name, version, licence, home, the file of its terms and its origin."""
    listed = [
        {
            "SPDXID": f"SPDXRef-File-{number}",
            "fileName": "./" + path,
            "checksums": sums(files[path]),
            "licenseConcluded": "NOASSERTION",
            "licenseInfoInFiles": ["NOASSERTION"],
            "copyrightText": "NOASSERTION",
        }
        for number, path in enumerate(sorted(files))
    ]
    id_of = {f["fileName"][2:]: f["SPDXID"] for f in listed}
    code = verification(listed)

    def package(own, licence, **fields):
        return {
            "SPDXID": "SPDXRef-Package-" + own,
            "name": own,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": licence,
            "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
            **fields,
        }

    packages = [package("slp-oracle", LICENCE, versionInfo=version)]
    packages[0]["filesAnalyzed"] = True
    packages[0]["packageVerificationCode"] = {"packageVerificationCodeValue": code}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", packages[0]["SPDXID"])]
    relations += [(packages[0]["SPDXID"], "CONTAINS", f["SPDXID"]) for f in listed]
    for paths, own, of_part, licence, home, _, origin in parts:
        where = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl"}
        packages.append(
            package(
                own,
                licence,
                versionInfo=of_part,
                homepage=home,
                externalRefs=[{**where, "referenceLocator": origin}],
            )
        )
        relations.append((packages[0]["SPDXID"], "CONTAINS", packages[-1]["SPDXID"]))
        relations += [(packages[-1]["SPDXID"], "CONTAINS", id_of[p]) for p in paths]
    return written(name, version, seconds, code, packages, listed, relations)


def dependencies_of(table):
    with open(table, encoding="utf-8") as rows:
        for row in rows:
            if row.startswith("#"):
                continue
            name, relation, licence, home, _, comment = row.rstrip("\n").split("\t")
            yield relation, {
                "SPDXID": f"SPDXRef-Dependency-{name}",
                "name": name,
                "homepage": home,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False,
                "licenseConcluded": licence,
                "licenseDeclared": licence,
                "copyrightText": "NOASSERTION",
                "comment": f"not in the tarball; versions tested: {comment}",
            }


def document(tarball, version, seconds, table):
    with open(tarball, "rb") as whole:
        tarball_sums = sums(whole.read())
    files = list(files_of(tarball))
    slp = {
        "SPDXID": "SPDXRef-Package-slp",
        "name": "slp",
        "versionInfo": version,
        "packageFileName": tarball.rsplit("/", 1)[-1],
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": True,
        "packageVerificationCode": {"packageVerificationCodeValue": verification(files)},
        "checksums": tarball_sums,
        "primaryPackagePurpose": "SOURCE",
        "licenseConcluded": LICENCE,
        "licenseInfoFromFiles": ["NOASSERTION"],
        "licenseDeclared": LICENCE,
        "copyrightText": "NOASSERTION",
    }
    packages, relations = [slp], [("SPDXRef-DOCUMENT", "DESCRIBES", slp["SPDXID"])]
    for relation, package in dependencies_of(table):
        packages.append(package)
        ends = (slp["SPDXID"], package["SPDXID"])
        if relation != "DEPENDS_ON":
            ends = ends[::-1]
        relations.append((ends[0], relation, ends[1]))
    relations += [(slp["SPDXID"], "CONTAINS", f["SPDXID"]) for f in files]
    return written(
        f"slp-{version}", version, seconds, tarball_sums[1]["checksumValue"], packages, files,
        relations,
    )  # fmt: skip


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    tarball, version, seconds, table = sys.argv[1:]
    json.dump(document(tarball, version, int(seconds), table), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
