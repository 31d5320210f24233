#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Lines and branches that the tests execute, by room, from the counters that a build with
--coverage leaves.

usage: coverage.py BUILD [--top DIR] [--reasons FILE] [--report DIR] [--list FILE]
       coverage.py --stale [--top DIR] [--reasons FILE]

Prints a line for each room and ends with status 1 if a room is below what it needs (NEEDED below).
Then it prints the files with the most that is not executed, and what is not executed by reason.
gcov alone is asked (its JSON), no lcov.

A line of a source that several objects or functions hold (a header, a template) is executed if it
is executed in one of them.  A branch is a way out of a condition, as gcov counts them: `if (a &&
b)` has four.  A line whose copies have different numbers of branches counts once for each such
number.  Branches of exceptions are left out.

DIR (--top, else where this script lies) holds the sources.  FILE (tests/house/coverage_reasons.tsv)
says why something is not executed: path, text, reason, with a tab between them.  The path is a
pattern of a shell; the text is a regular expression that is found in the source's line.  --stale
checks that each row's path and text are still found in the sources; it needs no build.

--list FILE writes each line and branch that is not executed, with its reason; --report DIR writes
coverage.md for the report.  GCOV in the environment names the compiler's gcov (gcov).
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

NEEDED = {
    "ref": (99, 95),
    "fast": (99, 95),
    "oracle": (99, 95),
    "props": (95, 90),
    "reports": (95, 90),
}
HERE = os.path.dirname(os.path.abspath(__file__))


class Line:
    """How often one line was executed, and each of its branches, by the number of branches of a
    copy."""

    def __init__(self):
        self.count = 0
        self.copies = {}

    def add(self, count, branches):
        self.count += count
        if branches:
            before = self.copies.get(len(branches), [0] * len(branches))
            self.copies[len(branches)] = [a + b for a, b in zip(before, branches)]

    def add_line(self, other):
        self.add(other.count, [])
        for branches in other.copies.values():
            self.add(0, branches)

    def branches(self):
        return [count for size in sorted(self.copies) for count in self.copies[size]]


def read_object(note, top):
    """What gcov says of one object: {source: {number: Line}}."""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [
                os.environ.get("GCOV", "gcov"),
                "--json-format",
                "--stdout",
                "--branch-probabilities",
                note,
            ],
            capture_output=True,
            cwd=empty,
            check=False,
        )
    if done.returncode:
        sys.exit("%s: %s" % (note, done.stderr.decode(errors="replace").strip()))
    found = {}
    for text in done.stdout.splitlines():
        for file in json.loads(text)["files"]:
            source = os.path.relpath(os.path.join(top, file["file"]), top)
            if source.split("/")[0] not in NEEDED:
                continue
            lines = found.setdefault(source, {})
            for line in file["lines"]:
                own = lines.setdefault(line["line_number"], Line())
                own.add(line["count"], [b["count"] for b in line["branches"] if not b["throw"]])
    return found


def read_build(build, top):
    """The same of all objects of a build, of the sources that are there."""
    notes = [
        os.path.abspath(os.path.join(folder, name))
        for folder, _, names in os.walk(build)
        for name in names
        if name.endswith(".gcno")
    ]
    total = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda note: read_object(note, top), sorted(notes)):
            for source, lines in found.items():
                if not os.path.exists(os.path.join(top, source)):
                    continue
                own = total.setdefault(source, {})
                for number, line in lines.items():
                    own.setdefault(number, Line()).add_line(line)
    return total


class Tally:
    """Lines and branches of a room or a file, and how many of them are executed."""

    def __init__(self):
        self.lines = self.lines_run = self.branches = self.branches_run = 0

    def add(self, lines):
        for line in lines.values():
            branches = line.branches()
            self.lines += 1
            self.lines_run += line.count > 0
            self.branches += len(branches)
            self.branches_run += sum(b > 0 for b in branches)

    def percent(self):
        return (
            100 * self.lines_run / max(1, self.lines),
            100 * self.branches_run / max(1, self.branches),
        )


def read_reasons(path):
    """The rows of FILE."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 3 or not all(fields):
                sys.exit(
                    "%s:%d: not a path, a text and a reason with a tab between them"
                    % (path, number)
                )
            rows.append((fields[0], re.compile(fields[1]), fields[2], number))
    return rows


def is_stale(rows, path, top):
    """Says which rows name a source or a text that is not there."""
    texts = {}
    for room in NEEDED:
        for folder, _, names in os.walk(os.path.join(top, room)):
            for name in fnmatch.filter(names, "*.[ch]"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts[os.path.relpath(os.path.join(folder, name), top)] = (
                        file.read().splitlines()
                    )
    stale = False
    for pattern, text, _, number in rows:
        if not any(
            text.search(line) for name in fnmatch.filter(texts, pattern) for line in texts[name]
        ):
            print("%s:%d: no line of %s has `%s`" % (path, number, pattern, text.pattern))
            stale = True
    return stale


def not_executed(total, rows, top):
    """[(source, line, text, "line" or "branch", how many, reason or None)], and the rows that gave
    a reason."""
    left, used = [], set()
    for source in sorted(total):
        with open(os.path.join(top, source), encoding="utf-8") as file:
            texts = file.read().splitlines()
        own = [row for row in rows if fnmatch.fnmatch(source, row[0])]
        for number, line in sorted(total[source].items()):
            misses = sum(b == 0 for b in line.branches())
            if line.count and not misses:
                continue
            text = texts[number - 1].strip()
            row = next((row for row in own if row[1].search(text)), None)
            if row:
                used.add(row)
            if not line.count:
                left.append((source, number, text, "line", 1, row and row[2]))
            if misses:
                left.append((source, number, text, "branch", misses, row and row[2]))
    return left, used


def table(total):
    """The lines of the table by room, and the rooms that are below what they need."""
    rooms = {room: Tally() for room in NEEDED}
    for source, lines in total.items():
        rooms[source.split("/")[0]].add(lines)
    shown = [
        "%-8s %15s %7s %7s %16s %7s %7s"
        % ("room", "lines", "%", "needed", "branches", "%", "needed")
    ]
    below = []
    for room, tally in rooms.items():
        lines, branches = tally.percent()
        shown.append(
            "%-8s %15s %7.2f %7d %16s %7.2f %7d"
            % (
                room,
                "%d/%d" % (tally.lines_run, tally.lines),
                lines,
                NEEDED[room][0],
                "%d/%d" % (tally.branches_run, tally.branches),
                branches,
                NEEDED[room][1],
            )
        )
        if lines < NEEDED[room][0] or branches < NEEDED[room][1] or not tally.lines:
            below.append(room)
    return shown, below


def lowest(total, count):
    """The files with the most branches and lines that are not executed."""
    found = []
    for source, lines in total.items():
        tally = Tally()
        tally.add(lines)
        found.append(
            (tally.lines - tally.lines_run + tally.branches - tally.branches_run, source, tally)
        )
    found.sort(key=lambda one: (-one[0], one[1]))
    return [
        "%-44s %3d lines, %3d branches not executed (%.1f %%, %.1f %%)"
        % ((source, t.lines - t.lines_run, t.branches - t.branches_run) + t.percent())
        for missed, source, t in found[:count]
        if missed
    ]


def by_reason(left):
    """{reason: [lines, branches]}, None for what has none."""
    sums = collections.defaultdict(lambda: [0, 0])
    for _, _, _, kind, count, reason in left:
        sums[reason][kind == "branch"] += count
    return sums


def write_page(folder, shown, left):
    """coverage.md, which the report shows as a page."""
    os.makedirs(folder, exist_ok=True)
    text = (
        [
            "# Coverage of the tests",
            "",
            "Lines and branches of each room that `make check` executes, and what it does not "
            "execute with the reason. `make coverage` makes this page.",
            "",
            "```",
        ]
        + shown
        + ["```", ""]
    )
    sums = by_reason(left)
    for reason in sorted(sums, key=lambda r: (r is None, -sum(sums[r]))):
        text += [
            "## %s" % (reason or "No reason is given"),
            "",
            "%d lines, %d branches." % tuple(sums[reason]),
            "",
        ]
        for source, number, line, kind, count, why in left:
            if why == reason:
                text.append(
                    "- %s:%d, %s: `%s`"
                    % (
                        source,
                        number,
                        kind if count == 1 else "%d branches" % count,
                        line.replace("`", "'"),
                    )
                )
        text.append("")
    with open(os.path.join(folder, "coverage.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(text))


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build", nargs="?")
    words.add_argument("--top", default=os.path.dirname(os.path.dirname(HERE)))
    words.add_argument("--reasons", default=os.path.join(HERE, "coverage_reasons.tsv"))
    words.add_argument("--report")
    words.add_argument("--list")
    words.add_argument("--stale", action="store_true")
    asked = words.parse_args()
    rows = read_reasons(asked.reasons)
    if asked.stale:
        return is_stale(rows, asked.reasons, asked.top)
    total = read_build(asked.build, asked.top)
    shown, below = table(total)
    print("\n".join(shown))
    left, used = not_executed(total, rows, asked.top)
    print("\nmost that is not executed:")
    print("\n".join("  " + line for line in lowest(total, 12)))
    print("\nnot executed, by reason (%s):" % os.path.relpath(asked.reasons, os.getcwd()))
    sums = by_reason(left)
    for reason in sorted(sums, key=lambda r: (r is None, -sum(sums[r]))):
        print(
            "  %4d lines %4d branches  %s"
            % (sums[reason][0], sums[reason][1], reason or "no reason is given")
        )
    for row in rows:
        if row not in used:
            print(
                "%s:%d: all of it is executed here: `%s` of %s"
                % (asked.reasons, row[3], row[1].pattern, row[0])
            )
    if asked.list:
        with open(asked.list, "w", encoding="utf-8") as file:
            for source, number, text, kind, count, reason in left:
                file.write(
                    "%s:%d\t%d %s\t%s\t%s\n" % (source, number, count, kind, text, reason or "-")
                )
    if asked.report:
        write_page(asked.report, shown, left)
    for room in below:
        print("%s is below what it needs" % room)
    return bool(below)


if __name__ == "__main__":
    sys.exit(main())
