# SPDX-License-Identifier: LGPL-3.0-or-later
"""Trials of `slp simulate`: running it, killing it, reading what it wrote.  Used by
tests/simulate/simulate_*.py."""

import atexit
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

SLP = os.environ["SLP"]
HERE = tempfile.mkdtemp(prefix="simulate.", dir=os.environ["BUILD"])
ENV = dict(os.environ, OPENBLAS_NUM_THREADS="1")
MASK = (1 << 64) - 1
outcome = {"failed": 0}


def at(name):
    return os.path.join(HERE, name)


def report(name, fault):
    """A TAP line; fault is None or what is wrong."""
    print(("not ok - %s\n# %s" % (name, fault)) if fault else "ok - " + name, flush=True)
    outcome["failed"] |= bool(fault)


def skipped(name, why):
    """A TAP line of what cannot be tried here."""
    print("ok - %s # SKIP %s" % (name, why), flush=True)


def end():
    shutil.rmtree(HERE, ignore_errors=True)
    sys.exit(outcome["failed"])


def command(preset, *options):
    return [SLP, "simulate", preset, *map(str, options)]


def run(preset, *options, **how):
    """(exit status, stderr) of a run that ends by itself."""
    done = subprocess.run(command(preset, *options), capture_output=True, text=True, env=ENV, **how)
    return done.returncode, done.stderr


def start(preset, *options, hangup=signal.SIG_DFL):
    """A run, with signals as a terminal's: in the background of a script SIGINT is ignored."""

    def dispositions():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, hangup)

    process = subprocess.Popen(
        command(preset, *options),
        env=ENV,
        text=True,
        preexec_fn=dispositions,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    atexit.register(
        process.kill
    )  # however the trial ends, no run goes on; of one that has ended this is nothing
    return process


def wait_for_handler(process, present=True):
    """Until the process catches SIGTERM, its run has begun; or until it no longer does, one signal
    has come."""
    while process.poll() is None:
        with open("/proc/%d/status" % process.pid) as status:
            caught = [line.split()[1] for line in status if line.startswith("SigCgt")]
        if not caught or bool(int(caught[0], 16) >> (signal.SIGTERM - 1) & 1) == present:
            return
        time.sleep(0.005)


def read(name):
    with open(at(name), "rb") as f:
        return f.read()


def write(name, content):
    with open(at(name), "wb") as f:
        f.write(content)


def fnv(content):
    value = 0xCBF29CE484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def sealed(body):
    """A checkpoint's text with the sum that belongs to it."""
    return body + b"end=%016x\n" % fnv(body)


def read_npy(name):
    """(fields, rows): by the format's own description, without NumPy."""
    content = read(name)
    assert content[:8] == b"\x93NUMPY\x01\x00", "magic"
    (length,) = struct.unpack("<H", content[8:10])
    assert (10 + length) % 64 == 0 and content[9 + length : 10 + length] == b"\n", "padding"
    head = eval(content[10 : 10 + length], {"__builtins__": {}})
    assert sorted(head) == ["descr", "fortran_order", "shape"] and not head["fortran_order"]
    fields = [(f[0], f[2][0] if len(f) > 2 else 1) for f in head["descr"]]
    assert all(f[1] == "<f8" for f in head["descr"]), "types"
    (count,) = head["shape"]
    width = sum(n for _, n in fields)
    rows = [
        struct.unpack_from("<%dd" % width, content, 10 + length + 8 * width * i)
        for i in range(count)
    ]
    return fields, rows, len(content) - 10 - length - 8 * width * count
