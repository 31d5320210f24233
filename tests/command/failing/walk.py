#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Runs each command of slp with its n-th request for memory refused, and with its n-th call on
files failed, n = 1, 2, ...

usage: walk.py SLP PRELOADED [memory|files] [--all | --few N] [--only NAME] [--verbose] Prints a
line of TAP for each command and manner of failing.  PRELOADED is tests/command/failing/calls.c as a
shared library.

What must hold of every run in which a call failed:
  - it ends by itself, within a minute, by no signal;
  - with exit status 2 and a line on stderr that says what could not be done, and then what it
    printed is a beginning of what it
  prints when nothing fails, and each file that it was to write is absent, as it was before, or
      complete; or
  - as when nothing fails, all output included: the call did not matter, or was made again;
  - where the command can be resumed, the same command with --resume and nothing failing then makes
    all output complete.

A call can be interrupted (again) if it may wait, and do half (short) if it moves bytes.  Of the n
of such calls the first two thirds of FEW are walked, and from there as many in equal strides as
make FEW for a command and manner; --all walks every n, --few N sets FEW.  A test's name says how
many of how many were tried.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

FEW = 48
PLAN = """# a claim of few steps
id: few
source: T
locator: (1)
statement: Something.
experiments:
  - name: one
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3]}
    state: [0.6, 0, 0.8]
    h: 2^-6
    steps: 8
measures:
  - {name: m, quantity: casimir-drift, experiment: one}
decide:
  - verdict: confirmed
    when: [{value: m.largest, is: below, bound: 1}]
    because: "{m.largest}"
"""
CASES = """case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,3 h=0x1p-4 steps=2 \
x=0.5,1,0.25
case id=b system=point-vortices scheme=tmk gamma=1,-1 quad=1,1,1 h=0x1p-4 steps=1 \
x=1,0,0,0,1,0 dw=0,0.125,0
case id=c system=zeitlin-sphere scheme=isospectral-midpoint n=3 h=0x1p-4 steps=1 \
x=0.5,-0.5,0,1,0,0,1,0.25,0
"""
REGRESSIONS = "# kept\n"


class Command:
    """One command: its words, what it reads, the files that are there before (`given`) and those
    that it writes (`made`)."""

    def __init__(self, name, words, reads="", given=None, made=(), resume=None, timed=()):
        self.name, self.words, self.reads = name, words, reads
        self.given, self.made, self.resume = given or {}, made, resume
        self.timed = timed  # patterns of files that hold times: whole, not equal


def commands(slp):
    """The list; results to be judged are made by the program itself."""
    echoed = subprocess.run(
        [slp, "run", "--path", "fast", "--echo"],
        input=CASES,
        text=True,
        capture_output=True,
        check=True,
    ).stdout
    results = "".join(l + "\n" for l in echoed.splitlines()[::-1] if l.startswith("result"))
    walk = ["simulate", "ejll-rigid-body", "--steps", "40", "--every", "4", "--noise"]
    keep = walk + ["--checkpoint-steps", "16", "--table"]
    yield Command("list systems", ["list", "systems"])
    yield Command("list claims", ["list", "claims"])
    yield Command("gen", ["gen", "--count", "40", "--seed", "3"])
    yield Command("run fast", ["run", "--path", "fast", "--echo"], CASES)
    yield Command("run ref", ["run", "--path", "ref", "--digits", "20"], CASES)
    yield Command("judge", ["judge"], echoed)
    yield Command(
        "judge --cases",
        ["judge", "--cases", "cases", "--junit", "verdicts.xml"],
        results,
        {"cases": CASES},
        ("verdicts.xml",),
    )
    yield Command(
        "check",
        [
            "check",
            "--path",
            "fast",
            "--law",
            "casimirs",
            "--system",
            "rigid-body",
            "--scheme",
            "tmk",
            "--multiplier",
            "0.02",
            "--jobs",
            "1",
            "--regressions",
            "kept",
            "--save",
            "--json",
            "laws.json",
            "--junit",
            "laws.xml",
        ],
        "",
        {"kept": REGRESSIONS},
        ("laws.json", "laws.xml"),
    )
    yield Command("simulate", walk)
    yield Command(
        "simulate --table",
        keep + ["run.csv"],
        "",
        None,
        ("run.csv", "run.csv.checkpoint"),
        keep + ["run.csv", "--resume"],
    )
    yield Command(
        "simulate npy",
        keep + ["run.npy"],
        "",
        None,
        ("run.npy", "run.npy.checkpoint"),
        keep + ["run.npy", "--resume"],
    )
    yield Command(
        "audit",
        ["audit", "--claim", "few.yaml", "--out", "report", "--jobs", "1"],
        "",
        {"few.yaml": PLAN},
        ("report",),
        ["audit", "--claim", "few.yaml", "--out", "report", "--jobs", "1", "--resume"],
        (r"report/runs/", r"report/results\.(json|csv)", r"report/.*\.(html|md)$"),
    )


class Run:
    """What became of one run."""

    def __init__(self, status, out, err, files, log):
        self.status, self.out, self.err, self.files, self.log = status, out, err, files, log
        self.failed = re.findall(r"^failed (\S+)", log, re.M)
        self.counted = max([int(n) for n in re.findall(r"^counted (\d+)", log, re.M)] or [0])


def read_files(room):
    """The files under room by their names in it."""
    found = {}
    for folder, _, names in os.walk(room):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, room)] = without_times(name, file.read())
    return found


def without_times(name, content):
    """A report of JUnit without its times and the spaces that leave room for them."""
    if not name.endswith(".xml"):
        return content
    return re.sub(rb' time="[0-9.]+" *', b" ", content)


def run(slp, words, reads, room, preloaded=None, **failing):
    """The program in room, a call failing if preloaded; files are what is in room afterwards."""
    log = room + ".log"
    environment = {"PATH": "/nowhere", "OPENBLAS_NUM_THREADS": "1", "HOME": room, "LC_ALL": "C"}
    for name in (
        "ASAN_OPTIONS",
        "UBSAN_OPTIONS",
        "GCOV_PREFIX",
        "GCOV_PREFIX_STRIP",
        "OPENBLAS_CORETYPE",
    ):
        if name in os.environ:
            environment[name] = os.environ[name]
    if preloaded:
        environment.update(
            LD_PRELOAD=preloaded,
            FAILING_LOG=log,
            FAILING_CALLS=failing["calls"],
            FAILING_AT=str(failing["at"]),
            FAILING_HOW=failing["how"],
        )
    try:
        done = subprocess.run(
            [slp] + words,
            input=reads.encode(),
            capture_output=True,
            cwd=room,
            timeout=60,
            env=environment,
        )
        status, out, err = done.returncode, done.stdout, done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        status, out, err = None, b"", "still running after a minute"
    text = ""
    if os.path.exists(log):
        with open(log, encoding="utf-8") as file:
            text = file.read()
        os.remove(log)
    return Run(status, out, err, read_files(room), text)


def is_whole(name, content):
    """Of a file that holds times, and so differs from run to run: does it end as a whole one
    does?"""
    text = content.decode(errors="replace").rstrip()
    return (
        text.endswith({"json": "}", "html": "</html>"}.get(name.rsplit(".", 1)[-1], ""))
        and content != b""
    )


def complete(command, got, base):
    """The names of files that are not what a run without failures makes."""
    wrong = []
    for name, content in base.files.items():
        if name not in got.files:
            wrong.append(name + " is missing")
        elif any(re.match(p, name) for p in command.timed):
            if not is_whole(name, got.files[name]):
                wrong.append(name + " is cut")
        elif got.files[name] != content:
            wrong.append(name + " differs")
    return wrong


def is_error_record(name, content):
    """A whole record that says why there is no verdict."""
    if name.endswith(".xml"):  # the judge says there what its input lacks
        whole = content.endswith(b" </testsuite>\n</testsuites>\n")
        return whole and b'<error message="unusable input">' in content
    return (
        "/results/" in name
        and is_whole(name, content)
        and json.loads(content).get("error") is not None
    )


def half_written(command, got, base):
    """The names of files that are neither absent, nor as before, nor complete.  A trajectory grows:
    it is a beginning."""
    wrong = []
    for name, content in got.files.items():
        if name in command.given and content == command.given[name].encode():
            continue
        if re.search(r"\.new$", name):  # beside the name that counts; a later run sweeps it away
            continue
        whole = base.files.get(name)
        if whole is None:
            wrong.append(name + " is a file that no whole run makes")
        elif any(re.match(p, name) for p in command.timed):
            if not is_whole(name, content):
                wrong.append(name + " is cut")
        elif name.startswith("run."):
            continue  # what --resume makes of it is looked at
        elif content != whole and not is_error_record(name, content):
            wrong.append(name + " is half written")
    return wrong


def says_error(got):
    """An audit ends with status 1 where a claim ended in an error: then the table and the claim's
    record both say which."""
    rows = re.findall(r"^few +error .*\n +(\S.*)$", got.out.decode(), re.M)
    record = json.loads(got.files.get("report/results/few.json", b"{}"))
    if not rows:
        return ["status 1, and the table names no error: " + got.out.decode()[-200:]]
    if record and (record.get("verdict") is not None or record.get("error") != rows[0]):
        return ["status 1, and the record does not say the table's error"]
    return []


def faults(command, got, base):
    """What does not hold of a run in which a call failed."""
    if got.status is None or got.status < 0:
        return [
            "ended by %s: %s"
            % ("signal %d" % -got.status if got.status else "the clock", got.err[-200:])
        ]
    if re.search(r"Sanitizer|runtime error", got.err):
        return ["a sanitizer: " + got.err[:300]]
    if got.status == base.status:
        wrong = complete(command, got, base)
        if got.out != base.out:
            wrong.append("status %d with other output than without the failure" % got.status)
        return wrong
    wrong = half_written(command, got, base)
    if command.name == "audit" and got.status == 1:
        return wrong + says_error(got)
    if got.status != 2:
        wrong.append("exit status %d" % got.status)
    lines = [l for l in got.err.splitlines() if l not in base.err.splitlines()]
    said = [l for l in lines if re.match(r"^\S.*: \S", l)]
    if not said:
        wrong.append("nothing on stderr says why")
    if len(lines) > 3:
        wrong.append("%d lines on stderr: %s" % (len(lines), " | ".join(lines)[:300]))
    if command.name == "audit" and b" error " in got.out:
        return wrong  # the claim's own process failed as well, and the table says so
    if not base.out.startswith(got.out) and "what arrived is not whole" not in got.err:
        wrong.append("printed what a whole run does not")
    return wrong


MATTERS = {
    "short": ("write", "read"),
    "again": ("write", "pwrite", "read", "pread", "openat", "fsync"),
}


def tried(base, how, few):
    """Which n are walked, of those whose call can fail so: the first ones, and the others by a
    stride."""
    names = re.findall(r"^call (\S+)", base.log, re.M)
    numbers = list(range(1, base.counted + 1))
    if (
        how in MATTERS and len(names) == base.counted
    ):  # one process, whose calls are known in their order
        numbers = [n for n in numbers if names[n - 1] in MATTERS[how]]
    if len(numbers) <= few:
        return numbers
    small = 2 * few // 3
    step = -(-(len(numbers) - small) // (few - small))
    return numbers[:small] + numbers[small + step - 1 :: step]


def fresh(command, top):
    room = os.path.join(top, "room")
    shutil.rmtree(room, ignore_errors=True)
    os.mkdir(room)
    for name, text in command.given.items():
        with open(os.path.join(room, name), "w", encoding="utf-8") as file:
            file.write(text)
    return room


def walk(slp, preloaded, command, calls, how, top, few, verbose):
    """All of one command in one manner of failing: the number of n tried, of how many, and what did
    not hold."""
    base = run(
        slp,
        command.words,
        command.reads,
        fresh(command, top),
        preloaded,
        calls=calls,
        at=0,
        how=how,
    )
    if "unable" in base.log:
        return 0, 0, ["SKIP"]
    if base.status not in (0, 1) or base.counted == 0:
        return (
            0,
            0,
            [
                "without a failure: status %s, %d calls, %s"
                % (base.status, base.counted, base.err[-300:])
            ],
        )
    again = run(slp, command.words, command.reads, fresh(command, top))
    wrong = ["twice the same run: " + w for w in complete(command, again, base)]
    numbers = tried(base, how, few)
    seen = 0
    for n in numbers:
        room = fresh(command, top)
        got = run(slp, command.words, command.reads, room, preloaded, calls=calls, at=n, how=how)
        seen += bool(got.failed)
        bad = faults(command, got, base)
        if got.failed and command.resume and not bad and got.status != base.status:
            after = run(slp, command.resume, command.reads, room)
            bad = ["resumed: " + w for w in complete(command, after, base)]
            if after.status != base.status:
                bad.append("resumed: status %s: %s" % (after.status, after.err[-200:]))
        for what in bad:
            wrong.append("call %d, %s: %s" % (n, ",".join(got.failed) or "none", what))
        if verbose:
            print(
                "#   %d %s: status %s, %s"
                % (n, ",".join(got.failed), got.status, got.err.strip()[-200:]),
                flush=True,
            )
    if seen < 0.9 * len(numbers):
        wrong.append("of %d runs only %d had a failure" % (len(numbers), seen))
    return len(numbers), base.counted, wrong


def main():
    words = sys.argv[1:]
    verbose = "--verbose" in words
    few = (
        10**9
        if "--all" in words
        else int(words[words.index("--few") + 1]) if "--few" in words else FEW
    )
    only = words[words.index("--only") + 1] if "--only" in words else None
    slp, preloaded = os.path.abspath(words[0]), os.path.abspath(words[1])
    wanted = words[2] if len(words) > 2 and words[2] in ("memory", "files") else None
    manners = [("memory", "error"), ("files", "error"), ("files", "again"), ("files", "short")]
    held = True
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as top:
        for command in commands(slp):
            if only and command.name != only:
                continue
            for calls, how in manners:
                if wanted and calls != wanted:
                    continue
                count, of, wrong = walk(slp, preloaded, command, calls, how, top, few, verbose)
                name = "%s: %s, %s: %d of %d calls" % (command.name, calls, how, count, of)
                if wrong == ["SKIP"]:
                    print("ok - %s # SKIP this system allows no seccomp filter" % name, flush=True)
                    continue
                print(("not ok - " if wrong else "ok - ") + name, flush=True)
                for what in wrong[:12]:
                    print("# " + what, flush=True)
                held = held and not wrong
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
