# SPDX-License-Identifier: LGPL-3.0-or-later
"""A page of the conformance statements of several machines.
usage: statements.py PAGE.md STATEMENT...  Each is the folder of a statement, named as the machine,
with two files more: compiler and kernels.  What PAGE.md says of other machines stays; how many
pairs came after their statement is said anew.  The pictures are copied beside the page.  Exit
status 1 if a fact about a machine differs from what is declared."""
import datetime
import json
import os
import re
import shutil
import sys
import textwrap

HEAD = """# Statements of other processors

The binary64 path gives right answers on {count} other processors. Each was asked by `slp conform`,
in an emulator, QEMU or wasmtime, where this machine cannot run its programs. This page is made by
`make ports-page` from the statements; nothing in it is written by hand. `HOST=` asks one processor
and keeps the others. *Asked by* says which slp asked, and when. It asked about all pairs of system
and scheme that it had then. Of pairs that came later a statement says nothing: that processor was
not asked about them.{absent}

Table: One statement a processor

| processor | asked by | compiler | kernels | pairs | cases | laws | worst ratio, of the bound |
|---|---|---|---|---|---|---|---|
"""
LATER = r"; \d+ came later$"
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
    made = os.path.getmtime(os.path.join(folder, "conform.json"))
    words["asked by"] = (f"slp {document['statement']['program']['version']}, "
                         f"{datetime.date.fromtimestamp(made).isoformat()}")
    return os.path.basename(folder), document, words


def late(count):
    return f", {count} without an answer in time" if count else ""


def known():
    """The processors of platforms.tsv."""
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "platforms.tsv")
    with open(table, encoding="utf-8") as file:
        return [line.split("\t")[0] for line in file if not line.startswith("#")]


def absent(made):
    """A sentence on those that have no statement here."""
    left = [host for host in known() if host not in made]
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
    return [host, words["asked by"], compiler(words["compiler"]), words["kernels"],
            f"{pairs['held']} of {pairs['all']} held",
            f"{cases['answered']} of {cases['drawn']} answered, "
            f"{result['verdicts']['fail']} fail{late(cases['unreceived'])}",
            f"{held} of {sum(laws.values())} rows held or seen broken as they must",
            f"{result['worst']['share']:.3g}"]


def section(host, document):
    pairs = document["statement"]["result"]["pairs"]
    command = document["statement"]["commands"]["statement"]
    command = command.replace(" --out DIR", " \\\n        --out DIR")
    said = "".join(f"    {line}\n" for line in document["statement"]["port"]["about"] or [])
    said = f"It says of itself:\n\n{said}\n" if said else ""
    return (f"\n    {command}\n\n{said}"
            f"![{pairs['held']} of {pairs['all']} pairs held, and how large the errors are]"
            f"(platform-{host}.svg)\n\nSHA-256 of the statement: `{document['sha256']}`\n")


def on_page(page):
    """Row, facts and section of each machine that the page has."""
    if not os.path.exists(page):
        return {}
    with open(page, encoding="utf-8") as file:
        text = file.read()
    rows, facts = ([line.strip("| ").split(" | ") for line in part.splitlines()
                    if line.startswith("| ")] for part in text.split("Table: ")[1:])
    names, *columns = zip(*facts)
    facts = {column[0]: dict(zip(names[1:], column[1:])) for column in columns}
    sections = re.findall(r"^## (\S+)\n(.*?)(?=\n## |\Z)", text, re.M | re.S)
    rows = {row[0]: [re.sub(LATER, "", cell) for cell in row] for row in rows[1:]}
    return {host: (rows[host], facts[host], said) for host, said in sections}


def main():
    page, *folders = sys.argv[1:]
    machines, differs = on_page(page), False
    for folder in folders:
        host, document, words = read(folder)
        facts = document["statement"]["port"]["environment"]
        differs = differs or any(fact["verdict"] == "differs" for fact in facts)
        facts = {fact["fact"]: fact["found"] for fact in facts}
        machines[host] = row(host, document, words), facts, section(host, document)
        shutil.copyfile(os.path.join(folder, "summary.svg"),
                        os.path.join(os.path.dirname(page), f"platform-{host}.svg"))
    order = known()
    hosts = sorted(machines, key=lambda host: order.index(host) if host in order else len(order))
    pairs = {host: int(re.match(r"\d+ of (\d+) held", machines[host][0][4])[1]) for host in hosts}
    text = HEAD.format(count=len(hosts), absent=absent(hosts))
    for host in hosts:
        later = max(pairs.values()) - pairs[host]
        machines[host][0][4] += f"; {later} came later" if later else ""
        text += f"| {' | '.join(machines[host][0])} |\n"
    text += FACTS.format(hosts=" | ".join(hosts), lines="---|" * len(hosts))
    for name in facts:
        found = [machines[host][1].get(name, "not asked") for host in hosts]
        text += f"| {name} | {' | '.join(found)} |\n"
    text += "".join(f"\n## {host}\n{machines[host][2]}" for host in hosts)
    with open(page + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(page + ".new", page)
    return differs


sys.exit(main())
