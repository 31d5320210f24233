# SPDX-License-Identifier: LGPL-3.0-or-later
"""The programs of `make check`, run until one falls: in which order, and which of them a fault can
reach.

What each program executes is recorded once, by gcov, on objects compiled for it; that run is the
baseline too.  A fault is then tried on the programs that execute its line alone, first on those
that felled faults of its file before."""

import ctypes
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import time

MORE_CPU, MORE_WALL = (4, 4), (
    80,
    240,
)  # a fault may loop: limits as factor and summand of the baseline's CPU seconds
SCRIPT = 4


def run(command, tree, shared, log, limit=None, more=None):
    """(fell, CPU seconds, why): reads TAP as it comes, and ends at the first line `not ok`.  more:
    of a sanitizer's environment, whose shadow needs all addresses."""
    env = dict(
        os.environ,
        BUILD=shared,
        SLP=os.path.join(shared, "slp"),
        CMOCKA_MESSAGE_OUTPUT="TAP",
        **(more or {})
    )
    cpu = limit is not None and int(MORE_CPU[0] * limit + MORE_CPU[1])
    wall = limit is not None and MORE_WALL[0] * limit + MORE_WALL[1]

    def confined():
        os.setsid()
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
            if not more and not command[-1].endswith(
                "test_pages.sh"
            ):  # a browser reserves addresses by the terabyte
                resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))

    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    ok, why = 0, None
    with open(log, "w") as said:
        # of a script's programs it would change what is tested
        if command[0] not in ("bash", "python3"):
            command = ["stdbuf", "-oL"] + command
        p = subprocess.Popen(
            command,
            cwd=tree,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            preexec_fn=confined,
            text=True,
            errors="replace",
        )
        if wall:
            signal.signal(signal.SIGALRM, lambda *_: os.killpg(p.pid, signal.SIGKILL))
            signal.alarm(int(wall))
        for line in p.stdout:
            said.write(line)
            ok += line.startswith("ok")
            if line.startswith("not ok") and "# SKIP" not in line:
                why = line.strip()
                break
        signal.alarm(0)
        try:
            os.killpg(p.pid, signal.SIGKILL if why else 0)
        except ProcessLookupError:
            pass
        status = p.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    if not why and (status or not ok):
        late = -status in (signal.SIGKILL, signal.SIGXCPU) or wall and time.time() - began >= wall
        why = "out of time" if late else "exit status %d" % status
    return why is not None, spent, why


def allowed(name, most):
    """CPU seconds, of `most` for a program."""
    return most * (SCRIPT if name.endswith((".sh", ".py")) else 1)


class Programs:
    def __init__(self, tree):
        self.tree, self.commands = tree, tree.programs()
        self.file = os.path.join(tree.work, "reach.json")
        self.history_file = os.path.join(tree.work, "history.json")
        self.seconds, self.lines, self.history = {}, {}, {}
        for name, into in ((self.history_file, "history"),):
            if os.path.exists(name):
                setattr(self, into, json.load(open(name)))

    def record(self, log, most=None, rooms=("",)):
        """Runs everything on objects that count, and notes lines and times; names what falls by
        itself.  Lines are noted of files below `rooms`.  With `most`, what takes more CPU seconds
        than that is left out: of a script, which runs many commands, SCRIPT times as many."""
        build = os.path.join(self.tree.work, "counting")
        flags = ["CFLAGS=-O1 --coverage -fprofile-update=atomic"]
        os.makedirs(os.path.join(self.tree.work, "counts"), exist_ok=True)
        if self.tree.make(log, "mutant-programs", build=build, flags=flags):
            raise SystemExit("tests/faults/mutants.sh: does not compile (%s)" % log)
        known = (
            json.load(open(self.file))
            if os.path.exists(self.file)
            else {"seconds": {}, "lines": {}}
        )
        slow = known.setdefault("slow", [])
        missing = [n for n in self.commands if n not in known["seconds"] and n not in slow]
        bad, runs = [], [(n, self.commands[n], self.tree, build, most, rooms) for n in missing]
        with multiprocessing.Pool(jobs(), end_with_parent) as several:
            for name, fell, spent, why, lines in several.imap_unordered(counted_run, runs):
                late = most and (why == "out of time" or spent > allowed(name, most))
                if fell and not late:  # a script says that a program of its was ended
                    bad.append((name, why))
                    continue
                if late:
                    slow.append(name)
                    lines = []
                else:
                    known["seconds"][name] = spent
                for path, numbers in lines:
                    at = known["lines"].setdefault(path, {})
                    for line in numbers:
                        at.setdefault(str(line), []).append(name)
                with open(self.file + ".new", "w") as out:
                    out.write(json.dumps(known))
                os.replace(self.file + ".new", self.file)
        return bad

    def load(self):
        known = json.load(open(self.file))
        self.seconds, self.lines = known["seconds"], known["lines"]
        self.unknown = {
            n
            for n in self.commands
            if n not in self.seconds
            and n not in known.get("slow", ())
            and "/" not in n
            and not n.endswith((".sh", ".py"))
        }

    def reached(self, path, line):
        """Names of the programs that execute this line; of a line without code the nearest ones'
        beside it, and the short ones, which may read a table there; of a file without code all
        programs, of another processor's kernels the one that has them emulated."""
        at = self.lines.get(path)
        if not at and "_neon" in path and "test_portkit.sh" in self.seconds:
            return {"test_portkit.sh"}
        if not at:
            return set(self.seconds)
        if str(line) in at:
            return set(at[str(line)])
        numbers = sorted(map(int, at))
        near = [n for n in numbers if abs(n - line) <= 8]
        short = sorted(self.seconds, key=self.seconds.get)[: len(self.seconds) // 2]
        short = {n for n in short if self.seconds[n] < 1}
        return short.union(*(at[str(n)] for n in near or numbers))

    def order(self, path, line):
        kills = self.history.get(path, {})
        names = self.reached(path, line) & set(self.commands) | self.unknown
        return sorted(
            names, key=lambda n: (self.seconds.get(n, 1) + 0.05) / (0.02 + kills.get(n, 0))
        )

    def fell(self, path, name):
        at = self.history.setdefault(path, {})
        at[name] = at.get(name, 0) + 1
        with open(self.history_file + ".new", "w") as out:
            out.write(json.dumps(self.history))
        os.replace(self.history_file + ".new", self.history_file)


def jobs():
    return int(os.environ.get("SLP_CHECK_JOBS") or os.cpu_count() or 1)


def end_with_parent():
    """A campaign that is killed leaves no process that waits for more."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def counted_run(what):
    """One program on the objects that count: (name, fell, CPU seconds, why, [(path, lines
    executed)])."""
    name, command, tree, build, most, rooms = what
    counted = os.path.join(tree.work, "counts", name.replace("/", "-"))
    shared = os.path.join(build, "shared")
    subprocess.run(["rm", "-rf", counted])
    os.environ.update(GCOV_PREFIX=counted, GCOV_PREFIX_STRIP=str(build.count("/")))
    fell, spent, why = run(
        [c.replace(tree.shared, shared) for c in command],
        tree.root,
        shared,
        counted + ".log",
        max(0, (allowed(name, most) - MORE_CPU[1]) / MORE_CPU[0]) if most else None,
    )
    lines = (
        []
        if fell
        else [(path, sorted(at)) for path, at in counted_lines(counted, build, tree.root, rooms)]
    )
    if not fell:
        subprocess.run(["rm", "-rf", counted, counted + ".log"])
    return name, fell, spent, why, lines


def counted_lines(counted, build, root, rooms):
    """(path, lines executed) of each of the project's files below `rooms`, from the counts under
    `counted`."""
    names = []
    for folder, _, files in os.walk(counted):
        for f in files:
            at = os.path.join(folder, f)
            if f.endswith(".gcda") and os.path.relpath(at, counted).startswith(rooms):
                stem = os.path.relpath(at, counted)[:-5]
                subprocess.run(
                    ["ln", "-sf", os.path.join(build, stem + ".gcno"), at[:-5] + ".gcno"]
                )
                names.append(at)
    lines = {}
    if names:
        said = subprocess.run(
            ["gcov", "-j", "-t"] + names, cwd=root, capture_output=True, text=True
        ).stdout
        for record in said.splitlines():
            for part in json.loads(record)["files"] if record.startswith("{") else ():
                path = os.path.normpath(part["file"])
                hit = {n["line_number"] for n in part["lines"] if n["count"]}
                if not path.startswith(("/", "..")) and hit:
                    lines.setdefault(path, set()).update(hit)
    return lines.items()
