# SPDX-License-Identifier: LGPL-3.0-or-later
"""Plants faults, one in a tree, and runs the programs of `make check` that execute the line, until
one falls.  See tests/faults/mutants.sh."""

import argparse
import glob
import math
import multiprocessing
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutate_sanitized
import mutate_tokens
from mutate_programs import Programs, end_with_parent, jobs, run
from mutate_tree import Tree

ORIGIN = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Listed:
    """A fault that a line of tests/faults/mutants/ROOM.tsv states."""

    def __init__(self, room, number, fields):
        self.name, self.room = "%s:%d" % (room, number), room
        self.path, self.find, self.to, self.what = (fields + [""] * 4)[:4]
        with open(os.path.join(ORIGIN, self.path), encoding="utf-8") as f:
            self.text = f.read()
        self.key = "%s -> %s" % (self.find, self.to)
        self.good = len(fields) == 4 and self.find != self.to and self.text.count(self.find) == 1
        self.line = self.text[: self.text.find(self.find)].count("\n") + 1 if self.good else 0

    def planted(self):
        return self.text.replace(self.find, self.to)


def lines_of(name):
    with open(name, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.strip() and not line.startswith("#"):
                yield number, line.rstrip("\n").split("\t")


def listed(wanted):
    for name in sorted(glob.glob(os.path.join(ORIGIN, "tests/faults/mutants/*.tsv"))):
        room = os.path.basename(name)[:-4]
        if room == "survivors":
            continue
        for number, fields in lines_of(name):
            if not wanted or {room, "%s:%d" % (room, number), fields[0]} & wanted:
                try:
                    yield Listed(room, number, fields)
                except OSError:
                    raise SystemExit(
                        "tests/faults/mutants/%s.tsv:%d: no file %s" % (room, number, fields[0])
                    )


def reasons():
    """Mechanical faults that no test can or need tell from the right text: name ->
    (equivalent|accepted, why)."""
    name = os.path.join(ORIGIN, "tests/faults/mutants/survivors.tsv")
    return {f[0]: (f[1], f[2]) for _, f in lines_of(name)} if os.path.exists(name) else {}


def unknown_reasons():
    """Names with a reason that no mechanical fault has: their line has changed since."""
    known = reasons()
    paths = {name.split("@")[0] for name in known}
    there = {f.name for path in paths for f in mutate_tokens.of_file(ORIGIN, path)}
    return sorted(set(known) - there)


def chosen(options):
    wanted = {w for w in options.which if "@" not in w}
    faults = []
    if options.mechanical:
        faults = mutate_tokens.sample(
            ORIGIN,
            options.seed,
            options.mechanical,
            options.rooms.split(","),
            mutate_tokens.is_of_bounds if options.bounds else None,
        )
    for name in (w for w in options.which if "@" in w):
        faults += mutate_tokens.named(ORIGIN, name)
    if not options.mechanical and (wanted or not options.which):
        faults += listed(wanted)
    wrong = [f for f in faults if isinstance(f, Listed) and not f.good]
    for f in wrong:
        print(
            "tests/faults/mutants: %s: not four fields, or the text is not found exactly once in "
            "%s: %s" % (f.name, f.path, f.what),
            file=sys.stderr,
        )
    if wrong:
        raise SystemExit(2)
    if not faults:
        print(
            "tests/faults/mutants.sh: no such fault; name rooms (files in tests/faults/mutants), "
            "ROOM:LINE, paths, or PATH@NAME",
            file=sys.stderr,
        )
        raise SystemExit(2)
    return faults


def attempt(fault, tree, programs, log):
    """(outcome, by whom)"""
    target = os.path.join(tree.root, fault.path)
    with open(target, "w", encoding="utf-8") as f:
        f.write(fault.planted())
    try:
        if not tree.rebuild(fault.path, log):
            return "NO BUILD", ""
        spent, most, outcome = (
            0,
            float(os.environ.get("SLP_MUTANT_SECONDS", "inf")),
            ("SURVIVED", ""),
        )
        for name in programs.order(fault.path, fault.line):
            spent += programs.seconds.get(name, 1)
            if spent > most:
                outcome = "open", "no program fell within %g s" % most
                break
            fell, _, why = run(
                programs.commands[name], tree.root, tree.shared, log, programs.seconds.get(name)
            )
            if fell:
                programs.fell(fault.path, name)
                return "killed", "%s: %s" % (name, why)
        watched = mutate_sanitized.seen(fault, tree, programs, log, most)
        return ("killed", "%s under the sanitizers: %s" % watched) if watched else outcome
    finally:
        with open(target, "w", encoding="utf-8") as f:
            f.write(fault.text)
        tree.restore(log)


def interval(killed, of):
    """Wilson's interval at 95 %."""
    if not of:
        return 0.0, 1.0
    z, p = 1.96, killed / of
    middle, width = p + z * z / (2 * of), z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


def settle(trees, numbers, programs):
    """In a process that tries faults: takes a tree of its own, whose number no other has."""
    global own
    end_with_parent()
    own = trees[numbers.get()], programs
    programs.commands = own[0].programs()
    programs.history_file = os.path.join(own[0].work, "history.json")


def tried(fault):
    began = time.time()
    outcome, by = attempt(fault, *own, os.path.join(own[0].work, "log"))
    return outcome, by, time.time() - began


def campaign(faults, tree, programs, options):
    known, counts = reasons(), {}
    done = {}
    past = os.path.join(tree.work, "outcomes.tsv")
    if os.path.exists(past) and not options.again:
        done = {f[0]: f[1:] for _, f in lines_of(past)}
    decided, left, found = {}, [], []
    for fault in faults:
        if (
            fault.name in done
            and done[fault.name][2] == fault.key
            and done[fault.name][0] != "open"
        ):
            decided[fault] = done[fault.name][0], done[fault.name][1], 0
        elif fault.name in known and not options.survivors:
            decided[fault] = *known[fault.name], 0
        else:
            left.append(fault)
    workers, numbers = min(jobs(), max(len(left), 1)), multiprocessing.Queue()
    trees = [
        tree.twin(n) for n in range(workers)
    ]  # all of them before a fault is planted in the first
    for n in range(workers):
        numbers.put(n)
    print("%-44s %-10s %8s  %s" % ("fault", "outcome", "seconds", "what"), flush=True)
    with multiprocessing.Pool(workers, settle, (trees, numbers, programs)) as several:
        results = several.imap(tried, left)
        for fault in faults:
            outcome, by, seconds = decided.get(fault) or next(results)
            if fault not in decided:
                with open(past, "a", encoding="utf-8") as f:
                    f.write("\t".join((fault.name, outcome, by, fault.key)) + "\n")
            counts[outcome] = counts.get(outcome, 0) + 1
            found.append((fault, outcome))
            print(
                "%-44s %-10s %8.1f  %s:%d: %s%s"
                % (
                    fault.name,
                    outcome,
                    seconds,
                    fault.path,
                    fault.line,
                    fault.what,
                    "  [%s]" % by if by else "",
                ),
                flush=True,
            )
    return counts, found


def by_folder(found):
    """A line a folder: how many of its faults were killed, with the interval of the share."""
    folders = {}
    for fault, outcome in found:
        here = folders.setdefault("/".join(fault.path.split("/")[:2]), {})
        here[outcome] = here.get(outcome, 0) + 1
    print(
        "%-18s %7s %8s %10s %8s %5s %7s  %s"
        % ("folder", "killed", "survived", "equivalent", "accepted", "open", "score", "at 95 %")
    )
    for folder, count in sorted(folders.items()):
        killed, survived, equivalent, accepted, still = (
            count.get(k, 0) for k in ("killed", "SURVIVED", "equivalent", "accepted", "open")
        )
        of = killed + survived + accepted + still
        print(
            "%-18s %7d %8d %10d %8d %5d %5.1f %%  %.1f to %.1f %%"
            % (
                (folder, killed, survived, equivalent, accepted, still, 100 * killed / max(of, 1))
                + tuple(100 * p for p in interval(killed, of))
            )
        )


def main():
    parse = argparse.ArgumentParser(
        prog="tests/faults/mutants.sh",
        usage="tests/faults/mutants.sh BUILD [ROOM | ROOM:LINE | PATH | PATH@NAME]... "
        "[--mechanical N] [--rooms R,R] [--bounds] [--tests F,F] "
        "[--most SECONDS] [--seed S] [--again] [--survivors] [--list]",
    )
    parse.add_argument("build")
    parse.add_argument("which", nargs="*")
    parse.add_argument("--mechanical", type=int, default=0, metavar="N")
    parse.add_argument("--rooms", default=",".join(mutate_tokens.ROOMS))
    parse.add_argument("--bounds", action="store_true")
    parse.add_argument("--tests", default="")
    parse.add_argument("--most", type=int, default=0, metavar="SECONDS")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--again", action="store_true")
    parse.add_argument("--survivors", action="store_true")
    parse.add_argument("--list", action="store_true")
    parse.add_argument(
        "--keep-reach", action="store_true"
    )  # what was recorded of older files; new programs always run
    options = parse.parse_intermixed_args()
    faults = chosen(options)
    if options.list:
        for fault in faults:
            print("%-44s %s:%d: %s" % (fault.name, fault.path, fault.line, fault.what))
        unknown = [] if options.which or options.mechanical else unknown_reasons()
        for name in unknown:
            print(
                "tests/faults/mutants/survivors.tsv: %s: no mechanical fault has this name; "
                "--mechanical 99999 --list has them all" % name,
                file=sys.stderr,
            )
        return 2 if unknown else 0
    tests = tuple(filter(None, options.tests.split(",")))
    work = os.path.abspath(os.path.join(options.build, "-".join(("mutants",) + tests)))
    os.makedirs(work, exist_ok=True)
    tree, log = Tree(work, tests), os.path.join(work, "log")
    # what plants faults changes nothing of what programs execute
    changed = {n for n in tree.copy(ORIGIN) if not n.startswith("tests/faults/")}
    programs = Programs(tree)
    for stale in (
        (programs.file, os.path.join(work, "outcomes.tsv"))
        if changed and not options.keep_reach
        else ()
    ):
        if os.path.exists(stale):
            os.remove(stale)
    if not options.keep_reach:
        rooms = tuple(options.rooms.split(",")) if options.bounds else ("",)
        bad = programs.record(log, options.most, rooms)
        for name, why in bad:
            print(
                "tests/faults/mutants.sh: %s falls before anything is planted: %s" % (name, why),
                file=sys.stderr,
            )
        if bad:
            return 2
    if tree.make(log, "mutant-programs"):
        print("tests/faults/mutants.sh: does not compile (%s)" % log, file=sys.stderr)
        return 2
    tree.learn()
    programs.load()
    counts, found = campaign(faults, tree, programs, options)
    if options.mechanical:
        by_folder(found)
    killed, survived, wrong = (counts.get(k, 0) for k in ("killed", "SURVIVED", "NO BUILD"))
    accepted, equivalent = counts.get("accepted", 0), counts.get("equivalent", 0)
    if wrong:
        print(
            "%d did not compile%s"
            % (wrong, "" if options.mechanical else ": their lines are wrong")
        )
    if counts.get("open"):
        print("%d open: SLP_MUTANT_SECONDS ended before their programs did" % counts["open"])
    if equivalent or accepted:
        print(
            "%d equivalent, %d accepted (tests/faults/mutants/survivors.tsv)"
            % (equivalent, accepted)
        )
    of = killed + survived + accepted
    print(
        "%.1f %% of %d killed, between %.1f and %.1f %% at 95 %%"
        % ((100 * killed / max(of, 1), of) + tuple(100 * p for p in interval(killed, of)))
    )
    print("%d killed, %d survived" % (killed, survived))
    return 1 if survived or counts.get("open") else 2 if wrong and not options.mechanical else 0


if __name__ == "__main__":
    sys.exit(main())
