# SPDX-License-Identifier: LGPL-3.0-or-later
"""A page of the conformance statements of several machines.
usage: statements.py PAGE.md STATEMENT...  Each is the folder of a statement, named as the machine,
with two files more: compiler and kernels.  The pictures are copied beside the page.  Exit status 1
if a fact about a machine differs from what is declared."""
import json
import os
import shutil
import sys
import textwrap

HEAD = """# Statements of other processors

The binary64 path gives right answers on {count} other processors. Each was asked by `slp conform`,
in the emulator of QEMU where this machine cannot run its programs. This page is made by
`make ports-page` from the statements; nothing in it is written by hand. Pairs are those of system
and scheme that slp had when a statement was made: {pairs}.{absent}

Table: One statement a processor

| processor | compiler | kernels | pairs | cases | laws | worst ratio, of the bound |
|---|---|---|---|---|---|---|
"""
FACTS = """
Table: How each computes, from its answers about single operations ([how](environment.md))

| fact | {hosts} |
|---|{lines}
"""


def read(folder):
    with open(os.path.join(folder, "conform.json"), encoding="utf-8") as file:
        document = json.load(file)
    words = {}
    for name in ("compiler", "kernels"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            words[name] = file.read().strip()
    return os.path.basename(folder), document, words


def late(count):
    return f", {count} without an answer in time" if count else ""


def absent(made):
    """A sentence on the processors of platforms.tsv that have no statement here."""
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "platforms.tsv")
    with open(table, encoding="utf-8") as file:
        hosts = [line.split("\t")[0] for line in file if not line.startswith("#")]
    left = [host for host in hosts if host not in made]
    words = f"Without a statement on this page: {', '.join(left)}." if left else ""
    return "".join("\n" + line for line in textwrap.wrap(words, 98, break_on_hyphens=False))


def compiler(said):
    """Name and version, from `x-gcc (Debian 12.2.0-14) 12.2.0` or `Debian clang version 16.0.6`."""
    words = said.split()
    if "version" in words[:-1]:
        at = words.index("version")
        return f"{words[at - 1]} {words[at + 1]}"
    return f"{words[0].rpartition('-')[2]} {words[-1]}"


def row(host, document, words):
    result = document["statement"]["result"]
    pairs, cases, laws = result["pairs"], result["cases"], result["laws"]
    held = laws["held"] + laws["seen broken"]
    return (f"| {host} | {compiler(words['compiler'])} | "
            f"{words['kernels']} | {pairs['held']} of {pairs['all']} held | "
            f"{cases['answered']} of {cases['drawn']} answered, "
            f"{result['verdicts']['fail']} fail{late(cases['unreceived'])} | "
            f"{held} of {sum(laws.values())} rows held or seen broken as they must | "
            f"{result['worst']['share']:.3g} |\n")


def main():
    page, *folders = sys.argv[1:]
    all_of = [read(folder) for folder in folders]
    pairs = {one["statement"]["result"]["pairs"]["all"] for _, one, _ in all_of}
    head = HEAD.format(count=len(all_of), pairs=" or ".join(map(str, sorted(pairs))),
                       absent=absent([host for host, _, _ in all_of]))
    text = head + "".join(row(*one) for one in all_of)
    facts = [one["statement"]["port"]["environment"] for _, one, _ in all_of]
    text += FACTS.format(hosts=" | ".join(host for host, _, _ in all_of),
                         lines="---|" * len(all_of))[:-1]
    for together in zip(*facts):
        text += f"\n| {together[0]['fact']} |"
        text += "".join(f" {fact['found']} |" for fact in together)
    text += "\n"
    for folder, (host, document, _) in zip(folders, all_of):
        picture = f"platform-{host}.svg"
        shutil.copyfile(os.path.join(folder, "summary.svg"),
                        os.path.join(os.path.dirname(page), picture))
        pairs = document["statement"]["result"]["pairs"]
        command = document["statement"]["commands"]["statement"]
        command = command.replace(" --out DIR", " \\\n        --out DIR")
        said = "".join(f"    {line}\n" for line in document["statement"]["port"]["about"] or [])
        said = f"It says of itself:\n\n{said}\n" if said else ""
        text += (f"\n## {host}\n\n    {command}\n\n{said}"
                 f"![{pairs['held']} of {pairs['all']} pairs held, and how large the errors are]"
                 f"({picture})\n\nSHA-256 of the statement: `{document['sha256']}`\n")
    with open(page + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(page + ".new", page)
    return any(fact["verdict"] == "differs" for list_of in facts for fact in list_of)


sys.exit(main())
