# SPDX-License-Identifier: LGPL-3.0-or-later
"""Conformance statements, as `slp conform` writes them."""

from __future__ import annotations

import html
import os
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from typing import List, Tuple

from ._errors import InputError
from ._html import table


@dataclass(frozen=True)
class Statement:
    """What a folder of `slp conform` says of a port.

    folder      the folder
    conforms    the port held wherever it answered
    summary     the words of the badge: on how many pairs it held
    failures    (pair, what was asked, what came out) of each that did not hold
    """

    folder: str
    conforms: bool
    summary: str
    failures: List[Tuple[str, str, str]]

    def _repr_html_(self) -> str:
        with open(os.path.join(self.folder, "badge.svg"), encoding="utf-8") as file:
            badge = file.read()
        if not self.failures:
            return badge
        return badge + table("does not hold", self.failures, ("pair", "asked", "found"))

    def markdown(self, most: int = 20) -> str:
        """The same as Markdown, at most so many failures: for the summary of a job."""
        word = "conforms" if self.conforms else "falls short"
        lines = [f"### slp conform: {word}", "", f"**{_plain(self.summary)}**", ""]
        if self.failures:
            lines += ["| pair | asked | found |", "|---|---|---|"]
            rows = self.failures[:most]
            lines += [f"| {_plain(a)} | {_plain(b)} | {_plain(c)} |" for a, b, c in rows]
            left = len(self.failures) - len(rows)
            lines += ["", f"{left} more are in `junit.xml`."] if left else []
            lines.append("")
        return "\n".join(lines)


def _plain(words: str) -> str:
    """One line of words as a cell of Markdown, in which nothing is markup."""
    escaped = html.escape(" ".join(words.split()), quote=False)
    return "".join("\\" + c if c in "\\`*_[]|~#!" else c for c in escaped)


def statement(folder: str) -> Statement:
    """The statement in a folder that `slp conform --out FOLDER` wrote.  InputError if none is
    there."""
    try:
        root = xml.parse(os.path.join(folder, "junit.xml")).getroot()
    except (OSError, xml.ParseError) as why:
        raise InputError(f"folder: {folder} holds no statement: {why}", "folder") from None
    failures: List[Tuple[str, str, str]] = []
    summary, conforms = "", True
    for case in root.iter("testcase"):
        fault = case.find("failure")
        fault = case.find("error") if fault is None else fault
        if case.get("classname") == "statement":
            conforms = fault is None
            said = case.findtext("system-out") if fault is None else fault.get("message")
            summary = (said or "").strip()
        elif fault is not None:
            first = (fault.text or "").strip().split("\n")[0]
            found = f"{fault.get('message', '')}: {first}" if first else fault.get("message", "")
            failures.append((case.get("classname", ""), case.get("name", ""), found))
    if not summary:
        raise InputError(f"folder: {folder}/junit.xml is not of slp conform", "folder")
    return Statement(folder, conforms, summary, failures)
