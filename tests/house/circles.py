# SPDX-License-Identifier: LGPL-3.0-or-later
"""Circles of files inside a folder: by which functions and tables each object needs the others.
usage: circles.py BUILD < LIST-OF-FILES     prints a line a circle: FOLDER: FILE FILE ...

Objects say it exactly: a header that several files share makes no circle."""

import collections
import os
import subprocess
import sys


def needs(build, sources):
    """{source: sources of its folder that it needs}, from the objects of those that are built."""
    objects = {os.path.join(build, s[:-2] + ".o"): s for s in sources}
    objects = {path: s for path, s in objects.items() if os.path.exists(path)}
    if not objects:
        return {}
    said = subprocess.run(
        ["nm", "-A", "-g", "-P", *objects], capture_output=True, text=True, check=True
    ).stdout
    defined, wanted = {}, collections.defaultdict(set)
    for line in said.splitlines():
        path, symbol, kind = line.replace(": ", " ", 1).split()[:3]
        folder = os.path.dirname(objects[path])
        if kind in "Uw":
            wanted[objects[path]].add((folder, symbol))
        else:
            defined[folder, symbol] = objects[path]
    return {s: {defined[w] for w in wanted[s] if w in defined} - {s} for s in objects.values()}


def circles(graph):
    """Files that need each other, in a way or in many: sets of two and more."""
    reached = {}
    for start in graph:
        seen, left = set(), [start]
        while left:
            for to in graph[left.pop()] - seen:
                seen.add(to)
                left.append(to)
        reached[start] = seen
    found = {frozenset(b for b in reached[a] if a in reached[b]) for a in graph if a in reached[a]}
    return sorted(sorted(circle) for circle in found)


if __name__ == "__main__":
    listed = [line.strip() for line in sys.stdin]
    graph = needs(sys.argv[1], [f for f in listed if f.endswith(".c")])
    if not graph:
        print("no object of these files in " + sys.argv[1])
    for circle in circles(graph):
        print(os.path.dirname(circle[0]) + ": " + " ".join(os.path.basename(f) for f in circle))
