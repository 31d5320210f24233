# SPDX-License-Identifier: LGPL-3.0-or-later
"""What `slp simulate --table` refuses, and that nothing is lost by it: checkpoints and outputs that
are cut, changed, forged, missing, or of another run; files that cannot be written.
Run once (compiler): it asks about files, which are compared with those of the same program."""

import random
import re

from simulate_trial import *

random.seed(2)
HOW = ("--noise", "--every", 10, "--steps", 500)
OUT = ("--table", at("run.csv"))
BODY = (
    "case id=own system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.5 quad=0.1,0.1,0.1 "
    "h=0.01 steps=9 x=%s\n"
)
KEPT = ("run.csv", "run.csv.checkpoint")


def held():
    return [read(name) if os.path.isfile(at(name)) else None for name in KEPT]


def restore(files):
    for name, content in zip(KEPT, files):
        if os.path.isdir(at(name)):
            os.rmdir(at(name))
        elif os.path.lexists(at(name)):
            os.remove(at(name))
        if content is not None:
            write(name, content)


def refused(said, *options, preset="ejll-rigid-body", **how):
    """Exit status 2, a message with `said` that names its file, both files as they were, nothing
    beside them."""
    before = held(), sorted(os.listdir(HERE))
    status, err = run(preset, *options, **how)
    if status != 2 or said not in err or err.count("\n") != 1:
        return "%s: ended with %d: %s" % (options, status, err)
    return (
        None
        if (held(), sorted(os.listdir(HERE))) == before
        else "%s: files were touched" % (options,)
    )


def each(faults):
    return next(filter(None, faults), None)


assert run("ejll-rigid-body", *HOW, *OUT) == (0, "")
GOOD = held()
CSV, MARK = GOOD
GO = HOW + OUT + ("--resume",)

report(
    "an output that exists is not written over",
    refused("run.csv.checkpoint: exists; --resume", *HOW, *OUT),
)
restore([CSV, None])
report(
    "nor one without a checkpoint, nor resumed",
    refused("run.csv: exists", *HOW, *OUT) or refused("run.csv.checkpoint: is missing", *GO),
)
restore([None, MARK])
report(
    "nor a checkpoint without its output",
    refused("exists", *HOW, *OUT) or refused("run.csv: is missing", *GO),
)
restore([b"", None])
fault = None if run("ejll-rigid-body", *GO) == (0, "") and held() == GOOD else "did not begin"
report("an empty output without a checkpoint is a beginning", fault)


def another_run():
    for said, options in (
        ("field seed: is 1 in the checkpoint and 2 here", ("--seed", 2)),
        ("field every", ("--every", 11)),
        ("field path", ("--path", "ref")),
        ("field columns", ("--brief",)),
        ("more than the 499 asked for", ("--steps", 499)),
    ):
        yield refused(said, *GO, *options)
    yield refused("field case", *GO, preset="gbw-rigid-body")
    yield refused("field columns", *[o for o in GO if o != "--noise"])
    yield refused(
        "field form", *HOW, "--table", at("no.npy"), "--resume", "--checkpoint", at(KEPT[1])
    )
    forge(b"version=", b"version=9")
    yield refused("field version", *GO)
    restore(GOOD)
    write("own.slp", (BODY % "0.1,0.2,0.3").encode())
    yield refused("field case", *GO, preset=at("own.slp"))


def forge(before, after):
    """The checkpoint with one change, and the sum that belongs to it."""
    body = MARK[: MARK.index(b"end=")]
    assert body.count(before) == 1
    restore([CSV, sealed(body.replace(before, after))])


report("a checkpoint of another run is refused", each(another_run()))


def same_name():
    """Parameters, step and state count, not the name."""
    for name, change in (
        ("x", ("x=0.1", "x=0.2")),
        ("h", ("h=0.01", "h=0.02")),
        ("i", ("inertia=2", "inertia=3")),
    ):
        write("own.slp", (BODY % "0.1,0.2,0.3").encode())
        out = ("--table", at(name + ".csv"))
        run(at("own.slp"), *out)
        write("own.slp", (BODY % "0.1,0.2,0.3").replace(*change).encode())
        status, said = run(at("own.slp"), *out, "--resume")
        yield None if status == 2 and "field start" in said else "%s: %d %s" % (name, status, said)


report("a checkpoint of the same name with other parameters too", each(same_name()))


write("own.slp", (BODY % "1,0,0").replace("isospectral-midpoint", "own").encode())
report(
    "a port's rule, with a remedy",
    each(
        refused("a scheme of the list", *options, preset=at("own.slp"))
        for options in ((), ("--path", "ref"), ("--advise", "1e-3"))
    ),
)


def threads():
    """Products of large matrices depend on how many threads share them; those of small ones do
    not."""
    for name, preset, status in (
        ("large", "ejll-zeitlin-sphere", 2),
        ("small", "ejll-zeitlin-sphere-12", 0),
    ):
        options = ("--brief", "--steps", 1, "--table", at(name + ".csv"), "--resume")
        for count, want in (("1", 0), ("2", status), ("1", 0)):
            done = subprocess.run(
                command(preset, *options),
                capture_output=True,
                text=True,
                env=dict(ENV, OPENBLAS_NUM_THREADS=count),
            )
            if done.returncode != want or (
                want and "field threads: is 1 in the checkpoint and 2 here" not in done.stderr
            ):
                return "%s, %s threads: %d %s" % (name, count, done.returncode, done.stderr)


report("and one with another number of threads where that matters", threads())


def damaged():
    for length in {0, 1, 14, 15, 40, len(MARK) - 22, len(MARK) - 2, len(MARK) - 1} | {
        random.randrange(len(MARK)) for _ in range(8)
    }:
        restore([CSV, MARK[:length]])
        yield refused("run.csv.checkpoint: ", *GO)
    for _ in range(12):
        bad = bytearray(MARK)
        bad[random.randrange(len(bad))] ^= 1 << random.randrange(8)
        restore([CSV, bytes(bad)])
        yield refused("run.csv.checkpoint: ", *GO)
    restore([CSV, MARK + b"\n"])
    yield refused("has been cut or changed", *GO)
    restore([CSV, os.urandom(5000)])
    yield refused("is not a checkpoint", *GO)
    restore([CSV, None])
    os.mkdir(at(KEPT[1]))
    yield refused("not a regular file", *GO)


report("a damaged checkpoint is refused", each(damaged()))
restore(GOOD)


def forged():
    """With the right sum: only what the program itself writes is taken."""
    state = MARK[MARK.index(b"\nx=") + 1 : MARK.index(b"end=")]
    for before, after in (
        (b"step=500", b"step=501000"),
        (b"rows=51", b"rows=50"),
        (b"rows=51", b"rows=-1"),
        (b"step=500", b"step="),
        (b"step=500", b"step=500\0"),
        (b"step=500", b"step=99999999999999999999999"),
        (b"rows=51\n", b""),
        (state, b"x=nan,0,0\n"),
        (state, b"x=1,2\n"),
        (state, b"x=1,2,3,4\n"),
        (state, b"x=\n"),
        (state, b"x=1,2,3\nx=1,2,3\n"),
        (b"bytes=", b"bytes=99999999999999999999"),
        (b"since=", b"since=,"),
        (b"since=", b"sinne="),
        (b"sum=", b"sum=g"),
    ):
        forge(before, after)
        yield refused("counts or numbers are wrong", *GO)
    forge(b"bytes=", b"bytes=1")
    yield refused("run.csv: is shorter than its checkpoint says", *GO)
    here = MARK.index(b"sum=") + 4
    forge(MARK[here : here + 16], MARK[here + 1 : here + 16] + MARK[here : here + 1])
    yield refused("run.csv: is not the file that its checkpoint was written for", *GO)


report("a forged checkpoint is refused", each(forged()))


def other_output():
    restore([CSV[:-1], MARK])
    yield refused("run.csv: is shorter than its checkpoint says", *GO)
    restore([b"", MARK])
    yield refused("run.csv: is shorter", *GO)
    changed = bytearray(CSV)
    changed[len(CSV) // 2] ^= 1
    restore([bytes(changed), MARK])
    yield refused("run.csv: is not the file that its checkpoint was written for", *GO)
    restore([CSV + b"what a run wrote after its checkpoint", MARK])
    yield (
        None
        if run("ejll-rigid-body", *GO) == (0, "") and held() == GOOD
        else "an end that nobody vouched for is kept"
    )


report("an output that does not fit is refused", each(other_output()))


def options():
    for said, given in (
        ("need --table", ("--resume",)),
        ("need --table", ("--checkpoint", "c")),
        ("is the file that --table", OUT + ("--checkpoint", OUT[1])),
        ("No such file", ("--table", at("no/such/run.csv"))),
        ("Not a directory", ("--table", at("run.csv/x"))),
        ("not a regular file", ("--table", "/dev/full", "--resume")),
        ("/dev/null: exists", ("--table", "/dev/null")),
        ("Is a directory", ("--table", HERE + "/", "--resume")),
        ("no format '.mat'", ("--table", at("run.mat"))),
        ("ends in .npy (NumPy array), in .csv or without", ("--table", at("run.csv.gz"))),
        ("no format '.NPY'", ("--table", at("run.NPY"))),
        ("no format '.'", ("--table", at("run."))),
        ("no format '.1'", ("--table", at("run.1"), "--resume")),
        ("not '-'", ("--table", "-")),
        ("No such file", ("--table", at("new.csv"), "--checkpoint", at("no/c"))),
        ("--checkpoint-seconds", ("--checkpoint-seconds", "-1")),
        ("--checkpoint-steps", ("--checkpoint-steps", 0)),
        ("--steps", ("--steps", "1e3")),
        ("--table", ("--table", "")),
    ):
        yield refused(said, *given)


report("options and names that cannot be used are refused", each(options()))


def formats():
    """The extension of the name without its folders; a point at the beginning makes none."""
    os.mkdir(at("a.mat"))
    for name, first in (
        ("text.csv", b"t,x1"),
        ("a.mat/text", b"t,x1"),
        (".npy", b"t,x1"),
        ("a.csv.npy", b"\x93NUMPY"),
    ):
        status, said = run("ejll-rigid-body", "--steps", 1, "--table", at(name))
        yield None if status == 0 and read(name).startswith(first) else "%s: %s" % (name, said)


report("the extension is the format", each(formats()))


def no_room():
    """A write that fails, here at a limit on the size of files, ends with exit status 2; with room
    again the run goes on."""

    def limited(size):
        import resource

        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    for name, size in (("full.csv", 20000), ("full.npy", 20000), ("tiny.csv", 100)):
        options = ("--steps", 1000, "--table", at(name))
        status, said = run(
            "ejll-rigid-body", *options, "--checkpoint-steps", 50, preexec_fn=limited(size)
        )
        left = [f for f in os.listdir(HERE) if f.startswith(name)]
        if (
            status != 2
            or "cannot be written: File too large" not in said
            or any(f.endswith(".new") for f in left)
        ):
            yield "%s: ended with %d, %s, %s" % (name, status, said, left)
        if name == "tiny.csv":
            yield "files are left: %s" % left if left else None
            continue
        marked = b"\nstep=0\n" not in read(name + ".checkpoint")
        status, said = run("ejll-rigid-body", *options, "--resume")
        run("ejll-rigid-body", *options[:2], "--table", at("whole" + name))
        yield (
            None
            if marked and status == 0 and read(name) == read("whole" + name)
            else "%s: resumed with %d, %s" % (name, status, said)
        )
    with open("/dev/full", "wb") as full:
        status = subprocess.run(
            command("ejll-rigid-body", "--steps", 10**6), stdout=full, stderr=subprocess.DEVNULL
        ).returncode
    yield None if status == 2 else "/dev/full: ended with %d" % status


report("a full disk is exit status 2, and loses nothing", each(no_room()))


def no_step():
    """A step without a solution: rows before it and a checkpoint stand, exit status 1, again when
    resumed."""
    write("own.slp", (BODY % "0.1,0.2,0.3").replace("h=0.01", "h=200").encode())
    for resume in ((), ("--resume",)):
        status, said = run(at("own.slp"), "--table", at("none.csv"), *resume)
        if status != 1 or "step 1, to t = 200" not in said or read("none.csv").count(b"\n") != 2:
            return "ended with %d: %s" % (status, said)


report("a step without a solution leaves a file that stands", no_step())


def progress(leader, follower):
    """On a terminal, after two seconds: how far, how fast, how long still; then removed."""
    import select

    process = subprocess.Popen(
        command("ejll-rigid-body", "--steps", 1 << 40, "--every", 1 << 40),
        stdout=subprocess.DEVNULL,
        stderr=follower,
    )
    atexit.register(process.kill)
    os.close(follower)
    shown, since = b"", time.monotonic()
    while b"left" not in shown and time.monotonic() - since < 60:
        if select.select([leader], [], [], 1)[0]:
            shown += os.read(leader, 4096)
    early = time.monotonic() - since < 1.9
    process.terminate()
    process.wait(timeout=60)
    shown += os.read(leader, 4096)
    line = re.search(
        rb"\rslp simulate: step (\d+) of 1099511627776, ([0-9.e+]+) steps/s, "
        rb"(\d+) d (\d+) h left\x1b\[K",
        shown,
    )
    if not line or early or b"\r\x1b[K" not in shown:
        return repr(shown)
    count, rate, days, hours = map(float, line.groups())
    want, said = ((1 << 40) - count) / rate, 86400 * days + 3600 * hours
    # the rate has three digits, the time whole hours
    return None if abs(want - said) <= 3600 + 0.006 * want else repr(shown)


def terminal():
    """Both ends of a pseudo-terminal; None and why a system offers none (no /dev/ptmx, no file
    system for its other ends)."""
    try:
        import pty

        return pty.openpty(), None
    except (ImportError, OSError) as why:
        return None, why


ends, reason = terminal()
if ends:
    report("progress says how fast and how long still", progress(*ends))
else:
    skipped("progress says how fast and how long still", "no pseudo-terminal: %s" % reason)
end()
