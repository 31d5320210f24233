# SPDX-License-Identifier: LGPL-3.0-or-later
"""Runs of `slp simulate` that are killed, interrupted, extended, and read back: the file becomes
what an uninterrupted run makes.
Run once (compiler, libraries, sanitizer): test_simulate_checkpoint.c reads checkpoints."""

import random

from simulate_trial import *

multiplier = float(os.environ.get("SLP_CHECK_MULTIPLIER", "1"))
seed = int(os.environ.get("SLP_SIMULATE_SEED", "1"))
print("# SLP_SIMULATE_SEED=%d times the kills" % seed)
random.seed(seed)
VORTEX = ("ejll-zeitlin-sphere-12", "--noise", "--every", 50)


def whole(name, *how):
    status, said = run(*how, "--table", at(name))
    assert status == 0 and said == "", said


def mark(name):
    """The step that the checkpoint says, -1 without one."""
    if not os.path.exists(at(name + ".checkpoint")):
        return -1
    return int(read(name + ".checkpoint").split(b"\nstep=")[1].split()[0])


def killed(name, how, kills, longest, saves):
    """`kills` times -9 at random moments of a run that saves every `saves` steps: every other one
    counted from its start, the rest from its first save.  Then it ends by itself, with the bytes of
    a run that was let alone."""
    partial, options = 0, how + ("--table", at(name), "--resume", "--checkpoint-steps", saves)
    while kills > 0:
        before, process = mark(name), start(*options)
        while kills % 2 and process.poll() is None and mark(name) in (before, 0):
            time.sleep(0.001)
        time.sleep(random.uniform(0, longest))
        process.kill()
        process.communicate()
        if process.returncode == 0:  # slower than the run: once more from the beginning
            os.remove(at(name))
            os.remove(at(name + ".checkpoint"))
            continue
        if process.returncode != -signal.SIGKILL:
            return "ended with %d" % process.returncode
        kills -= 1
        partial += mark(name) > 0
        if name.endswith(".npy") and os.path.exists(at(name)) and os.path.getsize(at(name)) >= 256:
            read_npy(name)
    status, said = run(*options)
    if status or said:
        return "resumed run ended with %d: %s" % (status, said)
    if partial == 0:
        return "no kill hit a run that had saved anything"
    want = "whole" + name[-4:]
    whole(want, *how)
    if os.path.exists(at(name + ".checkpoint.new")):
        return "an unfinished checkpoint is left"
    fault = None if read(name) == read(want) else "the file differs from an uninterrupted run's"
    if not fault and read(name + ".checkpoint") != read(want + ".checkpoint"):
        fault = "the last checkpoint differs"
    os.remove(at(want))
    os.remove(at(want + ".checkpoint"))
    return fault


n = max(1, int(9 * multiplier))
report(
    "killed %d times, memory of stages, .npy" % n,
    killed("a.npy", VORTEX + ("--steps", 12007), n, 0.1, 500),
)
report(
    "killed %d times, memory of stages, .csv" % n,
    killed("b.csv", VORTEX + ("--steps", 8000), n, 0.06, 500),
)
report(
    "killed %d times, a row a step, .csv" % n,
    killed("c.csv", ("ejll-rigid-body", "--noise", "--steps", 60000), n, 0.03, 1000),
)
report(
    "killed %d times, the reference, .npy" % n,
    killed(
        "d.npy",
        ("gbw-rigid-body", "--path", "ref", "--every", 3, "--noise", "--steps", 3001),
        n,
        0.06,
        50,
    ),
)


def interrupted(number, name):
    """One signal: whole rows, a checkpoint, how to go on, exit status 1; then the same bytes."""
    how = ("ejll-zeitlin-sphere-12", "--every", 16, "--brief")
    process = start(*how, "--steps", 1 << 40, "--table", at(name))
    wait_for_handler(process)
    time.sleep(0.02)
    process.send_signal(number)
    said = process.communicate()[1]
    if process.returncode != 1 or "--resume goes on from step" not in said:
        return "ended with %d: %s" % (process.returncode, said)
    if name.endswith(".csv") and (
        not read(name).endswith(b"\n")
        or len(set(line.count(b",") for line in read(name).splitlines())) != 1
    ):
        return "a row is not whole"
    if name.endswith(".npy") and read_npy(name)[2] != 0:
        return "bytes beyond the rows that the header counts"
    vouched = int(said.split("from step ")[1].split()[0])
    if vouched % 128 or b"\nstep=%d\n" % vouched not in read(name + ".checkpoint"):
        return "the checkpoint is not of the step it says: " + said
    status, said = run(*how, "--steps", vouched + 999, "--table", at(name), "--resume")
    whole("whole" + name, *how, "--steps", vouched + 999)
    same = read(name) == read("whole" + name)
    return (
        None
        if status == 0 and same
        else "resumed: %d, %s" % (status, "same" if same else "other bytes")
    )


report("SIGTERM ends with whole rows and a checkpoint", interrupted(signal.SIGTERM, "e.csv"))
report("SIGINT too", interrupted(signal.SIGINT, "f.npy"))


def ignored():
    """Whoever starts a run with a signal ignored, as nohup does, means it."""
    process = start(
        "ejll-zeitlin-sphere-12", "--steps", 3000, "--table", at("n.csv"), hangup=signal.SIG_IGN
    )
    wait_for_handler(process)
    process.send_signal(signal.SIGHUP)
    said = process.communicate()[1]
    return (
        None
        if process.returncode == 0 and not said
        else "ended with %d: %s" % (process.returncode, said)
    )


report("a signal that was ignored stays ignored", ignored())


def standard_output():
    process = start("ejll-rigid-body", "--steps", 1 << 40, "--every", 1 << 30)
    wait_for_handler(process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    good = process.returncode == 1 and "interrupted after step" in said and "--table" in said
    return None if good else "ended with %d: %s" % (process.returncode, said)


report("a run to standard output can be interrupted", standard_output())


def impatient():
    """The second signal kills, however long a step takes: the first changes nothing but its own
    disposition."""
    process = start("ejll-zeitlin-sphere", "--path", "ref", "--steps", 5)
    wait_for_handler(process)
    process.send_signal(signal.SIGTERM)
    wait_for_handler(process, present=False)  # two that wait together would be one
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    return None if process.returncode == -signal.SIGTERM else "ended with %d" % process.returncode


report("a second signal ends it at once", impatient())


def extended(name, every, first, last, how):
    """A run that was complete, asked for more: as if it had been asked for all at once."""
    options = how + ("--every", every)
    whole(name, *options, "--steps", first)
    status, said = run(*options, "--steps", last, "--table", at(name), "--resume")
    whole("more" + name, *options, "--steps", last)
    if status or said or read(name) != read("more" + name):
        return "ended with %d, %s" % (status, said or "other bytes")
    before = read(name)
    status, said = run(*options, "--steps", last, "--table", at(name), "--resume")
    return (
        None if status == 0 and read(name) == before else "not idempotent: %d %s" % (status, said)
    )


# Without noise and at a larger step the memory of stages shows in the last bits of a row: a
# checkpoint must not hide any.
with open("oracle/simulate/presets/ejll-zeitlin-sphere-12.slp", "rb") as preset:
    write("steep.slp", preset.read().replace(b" amp=2", b"").replace(b"h=0x1p-9", b"h=0x1p-2"))
report(
    "a complete run can be extended",
    extended("g.csv", 7, 300, 1003, ("ejll-rigid-body", "--noise"))
    or extended("h.npy", 100, 250, 1030, ("ejll-zeitlin-sphere-12", "--brief", "--noise"))
    or extended("i.csv", 1 << 60, 10, 20, ("lecg-heavy-top",))
    or extended("o.npy", 100, 250, 1030, ("ejll-manakov", "--noise"))
    or extended("p.npy", 100, 250, 700, (at("steep.slp"),)),
)


def same_numbers():
    """The array holds the table's numbers, bit for bit, and NumPy agrees where there is one."""
    how = ("ejll-zeitlin-sphere-12", "--steps", 50, "--every", 7, "--noise")
    whole("j.npy", *how)
    whole("j.csv", *how)
    fields, rows, rest = read_npy("j.npy")
    lines = read("j.csv").decode().splitlines()
    if fields != [("t", 1), ("x", 144), ("energy", 1), ("casimir", 11), ("dW", 108)] or rest:
        return "fields %r, %d bytes more" % (fields, rest)
    if len(rows) != 9 or [tuple(map(float, line.split(","))) for line in lines[1:]] != rows:
        return "numbers differ"
    try:
        import numpy
    except ImportError:
        return None
    array = numpy.load(at("j.npy"))
    return (
        None
        if array.shape == (9,) and (array["x"] == [row[1:145] for row in rows]).all()
        else "NumPy differs"
    )


report(".npy and .csv hold the same numbers", same_numbers())


def long_rows():
    """Rows longer than any buffer; the file is what standard output would be."""
    how = ("ejll-zeitlin-sphere", "--steps", 2, "--noise")
    whole("l.csv", *how)
    printed = subprocess.run(command(*how), stdout=subprocess.PIPE, env=ENV).stdout
    good = read("l.csv") == printed and len(printed) > 1 << 20
    return None if good else "%d and %d bytes" % (len(printed), os.path.getsize(at("l.csv")))


report("long rows arrive whole", long_rows())


def always_loads():
    """A row beyond the checkpoint, cut when the run is taken up: the header does not count it from
    that moment on."""
    how = ("ejll-zeitlin-sphere-12", "--every", 128)
    whole("m.npy", *how, "--steps", 300)
    process = start(
        *how, "--steps", 1 << 40, "--table", at("m.npy"), "--resume", "--checkpoint-seconds", 1000
    )
    wait_for_handler(process)
    process.kill()
    process.communicate()
    rows = (os.path.getsize(at("m.npy")) - 256) // (8 * 157)
    return None if len(read_npy("m.npy")[1]) == 3 <= rows else "%d rows in the file" % rows


report("a .npy file loads at any moment", always_loads())


def one_writer():
    """Of a file; it saves by the clock."""
    process = start(
        "ejll-rigid-body",
        "--steps",
        1 << 40,
        "--every",
        1 << 30,
        "--table",
        at("k.csv"),
        "--checkpoint-seconds",
        1,
    )
    wait_for_handler(process)
    began = time.monotonic()
    while mark("k.csv") <= 0 and time.monotonic() - began < 60:
        time.sleep(0.02)
    if mark("k.csv") <= 0 or time.monotonic() - began < 0.9:
        return "step %d saved after %g s" % (mark("k.csv"), time.monotonic() - began)
    status, said = run(
        "ejll-rigid-body", "--steps", 9, "--every", 1 << 30, "--table", at("k.csv"), "--resume"
    )
    process.kill()
    process.communicate()
    return (
        None if status == 2 and "another process" in said else "ended with %d: %s" % (status, said)
    )


report("a file has one writer, who saves by the clock", one_writer())
end()
