#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""A wheel from a tree of files (wheel.sh), before and after auditwheel.

usage: pack.py raw TREE VERSION PACKAGE MANPAGE FOLDER
       pack.py finish WHEEL VERSION FOLDER

raw: FOLDER gets a wheel for Linux on x86_64 of the files of TREE, the command `slp` and its page.
PACKAGE is the folder with pyproject.toml, which gives name, summary and dependencies.
finish: WHEEL, to which auditwheel added the other libraries, with their licences, the list of parts
(SPDX 2.3) and what it needs of a system, into FOLDER, which has tools and sources (libraries.sh).
In a wheel files are sorted by name, of one time.
"""

import base64
import csv
import glob
import hashlib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
DIST = os.path.join(ROOT, "tests", "house", "dist")
NAME, MODULE = "slp_oracle", "slporacle"
SECONDS = int(os.environ["SOURCE_DATE_EPOCH"])
RUNS = 0o100755
OF_FLINT_2 = "LGPL-2.1-or-later"
SPDX_OF_BLAS = "BSD-3-Clause AND BSD-3-Clause-Open-MPI AND GPL-3.0-or-later WITH GCC-exception-3.1"


def write(path, files, runs):
    """The zip of FILES, name to bytes, whose names in RUNS are programs; with its RECORD."""
    record = next((n for n in files if n.endswith(".dist-info/RECORD")), None)
    record = record or next(n for n in files if n.endswith(".dist-info/WHEEL"))[:-5] + "RECORD"
    rows = io.StringIO()
    lines = csv.writer(rows, lineterminator="\n")
    for name in sorted(set(files) - {record}):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=")
        lines.writerow([name, "sha256=" + digest.decode(), len(files[name])])
    lines.writerow([record, "", ""])
    files[record] = rows.getvalue().encode()
    when = time.gmtime(max(SECONDS, 315532800))[:6]  # a zip has no time before 1980
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(set(files) - {record}) + [record]:
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = (RUNS if name in runs else 0o100644) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, files[name])


def project(package):
    """Fields of pyproject.toml; Python 3.9 has no reader of it."""
    with open(os.path.join(package, "pyproject.toml"), encoding="utf-8") as file:
        text = file.read()
    found = dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.M))
    found["dependencies"] = re.findall(r'"([^"]+)"', re.search(r"^dependencies.*", text, re.M)[0])
    return found


def raw(tree, version, package, manpage, folder):
    about = project(package)
    assert about["name"].replace("-", "_") == NAME, about["name"]
    files = {}
    for place, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, tree)] = file.read()
    data, info = f"{NAME}-{version}.data", f"{NAME}-{version}.dist-info"
    for path, name in (
        (os.path.join(HERE, "slp"), f"{data}/scripts/slp"),
        (manpage, f"{data}/data/share/man/man1/slp.1"),
        (os.path.join(ROOT, "LICENSE"), f"{info}/licenses/slp/LICENSE"),
        (os.path.join(ROOT, "COPYING"), f"{info}/licenses/slp/COPYING"),
    ):
        with open(path, "rb") as file:
            files[name] = file.read()
    with open(os.path.join(package, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    head = [
        "Metadata-Version: 2.1",
        f"Name: {about['name']}",
        f"Version: {version}",
        f"Summary: {about['description']}",
        "License: LGPL-3.0-or-later; the libraries inside have their own, in dist-info/licenses",
        f"Requires-Python: {about['requires-python']}",
        *(f"Requires-Dist: {needed}" for needed in about["dependencies"]),
        "Description-Content-Type: text/markdown",
    ]
    files[f"{info}/METADATA"] = ("\n".join(head) + "\n\n" + readme).encode()
    tag = "py3-none-linux_x86_64"
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: slp {version}\nRoot-Is-Purelib: false\nTag: {tag}\n"
    ).encode()
    runs = {f"{MODULE}/bin/slp", f"{data}/scripts/slp"}
    write(os.path.join(folder, f"{NAME}-{version}-{tag}.whl"), files, runs)


# ---- Finish ---------------------------------------------------------------------------------


def debian_about(package):
    """[package, version, source, its version, path of its licences]"""
    form = "${Version}\t${source:Package}\t${source:Version}\n"
    shown = subprocess.run(
        ["dpkg-query", "-W", f"-f={form}", package], capture_output=True, text=True
    ).stdout.splitlines()
    if not shown:
        sys.exit(f"make wheel: the Debian package {package} is not installed")
    return [package, *shown[0].split("\t"), f"/usr/share/doc/{package}/copyright"]


def debian_package(name):
    """The same of the package of the library whose file has that name here."""
    listed = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True).stdout
    for path in re.findall(r"^\t.*x86-64.*=> (.*)$", listed, re.M):
        real = os.path.realpath(path)
        if os.path.basename(real) != name:
            continue
        for asked in (real, real.replace("/lib/", "/usr/lib/", 1), real.replace("/usr/", "/", 1)):
            said = subprocess.run(["dpkg", "-S", asked], capture_output=True, text=True)
            if said.returncode == 0:
                return debian_about(said.stdout.split(":")[0])
    sys.exit(f"make wheel: no Debian package has {name}; its licence is not known")


def licences_of(table):
    """The name of a part and its licence, by the name of its library."""
    found = {}
    with open(table, encoding="utf-8") as rows:
        for row in rows:
            if not row.startswith("#"):
                name, _, licence, home, words, _ = row.rstrip("\n").split("\t")
                for word in [name, *words.replace("-l", "").split()]:
                    found[word] = (name, licence, home)
    return found


def bundled(files, folder):
    """What auditwheel added, a part each: (files, name, version, licence, home, text, origin)."""
    known = licences_of(os.path.join(DIST, "dependencies.tsv"))
    parts = {}
    for name in sorted(n for n in files if n.startswith(f"{NAME}.libs/")):
        file = re.sub(r"-[0-9a-f]{8}(?=\.)", "", os.path.basename(name))
        word = re.sub(r"^lib|(-r?[0-9.]+)?\.so.*", "", file)
        if word == "scipy_openblas":
            (info,) = glob.glob(os.path.join(folder, "tools", "scipy_openblas32-*.dist-info"))
            version = os.path.basename(info).split("-")[1][: -len(".dist")]
            (text,) = glob.glob(os.path.join(info, "licenses", "LICENSE*"))
            origin = f"pkg:pypi/scipy-openblas32@{version}"
            home = known["blas"][2]
            parts["OpenBLAS"] = ([name], "OpenBLAS", version, SPDX_OF_BLAS, home, text, origin)
            continue
        _, version, source, of_source, text = debian_package(file)
        if word not in known:
            sys.exit(f"make wheel: {file} is in no table of licences: {HERE}/also.tsv")
        part, licence, home = known[word]
        origin = f"pkg:deb/debian/{source}@{of_source}?arch=source"
        parts.setdefault(part, ([], part, version, licence, home, text, origin))[0].append(name)
    # What the linker took into libslpref and the program.
    with open(os.path.join(HERE, "..", "sources.tsv"), encoding="utf-8") as rows:
        taken = {r.split("\t")[0]: os.path.basename(r.split("\t")[1]) for r in rows if r[0] != "#"}
    for name in ("flint", "arb"):
        part, licence, home = known[name]
        source, version = taken[name].split(".orig")[0].split("_")
        text = os.path.join(folder, "src", name, "LICENSE")
        origin = f"pkg:deb/debian/{source}@{version}?arch=source"
        if name == "flint":
            licence = OF_FLINT_2
        parts.setdefault(part, ([], part, version, licence, home, text, origin))
    # Headers alone, which the compiler took.
    part, licence, home = known["Random123"]
    _, version, source, of_source, text = debian_about("librandom123-dev")
    origin = f"pkg:deb/debian/{source}@{of_source}?arch=source"
    parts[part] = ([], part, version, licence, home, text, origin)
    return [parts[name] for name in sorted(parts)]


def list_of_parts(files, version, parts):
    """SPDX 2.3, as tests/house/dist/sbom.py writes it of the sources."""
    spec = importlib.util.spec_from_file_location("sbom", os.path.join(DIST, "sbom.py"))
    sbom = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sbom)
    made = sbom.document_of_wheel(f"{NAME}-{version}", version, SECONDS, files, parts)
    return (json.dumps(made, indent=1) + "\n").encode()


def finish(wheel, version, folder):
    with zipfile.ZipFile(wheel) as made:
        files = {n: made.read(n) for n in made.namelist() if not n.endswith("/")}
        runs = {i.filename for i in made.infolist() if i.external_attr >> 16 & 0o111}
    # All that auditwheel says of them is in the list of parts.
    files = {n: b for n, b in files.items() if not re.search(r"\.dist-info/(sboms/|RECORD)", n)}
    runs = {n for n in runs if n in files and not re.search(r"\.so(\.|$)", n)}
    name = os.path.basename(wheel)
    glibc = min(tuple(map(int, v)) for v in re.findall(r"manylinux_(\d+)_(\d+)_x86_64", name))
    files[f"{MODULE}/lib/needs"] = "x86_64 {}.{}\n".format(*glibc).encode()
    info = f"{NAME}-{version}.dist-info"
    parts = bundled(files, folder)
    for _, part, _, _, _, text, _ in parts:
        with open(text, "rb") as file:
            files[f"{info}/licenses/{part}/copyright"] = file.read()
    for common in ("LGPL-3", "LGPL-2.1", "GPL-3", "GPL-2", "Apache-2.0"):
        with open(f"/usr/share/common-licenses/{common}", "rb") as file:
            files[f"{info}/licenses/common-licenses/{common}"] = file.read()
    files[f"{info}/sboms/{NAME}.spdx.json"] = list_of_parts(files, version, parts)
    path = os.path.join(folder, name)
    write(path, files, runs)
    print(path)
    size = os.path.getsize(path)
    print(f"{size} bytes; glibc {glibc[0]}.{glibc[1]} or later; BLAS:", end=" ")
    print(*(f"{p[1]} {p[2]}" for p in parts if p[1] in ("OpenBLAS", "BLAS")))


if __name__ == "__main__":
    if len(sys.argv) != {"raw": 7, "finish": 5}.get(sys.argv[1] if len(sys.argv) > 1 else ""):
        sys.exit(__doc__)
    globals()[sys.argv[1]](*sys.argv[2:])
