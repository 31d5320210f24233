# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every system's run killed with -9 and taken up: the file becomes what an uninterrupted run makes,
from a preset or from a case of two lines.  A run that is killed after its first saved steps has
something to take up, whenever the kill comes."""

import re

from simulate_trial import *

PRESETS = {
    "rigid-body": "ejll-rigid-body",
    "rigid-body-n": "ejll-manakov",
    "point-vortices": "ejll-point-vortices",
    "zeitlin-sphere": "ejll-zeitlin-sphere-12",
    "sine-euler": "lecg-sine-euler",
    "heavy-top": "lecg-heavy-top",
    "spins": "spin-chain",
    "polynomial": "tilted-body",
}
CASES = {
    "canonical": "model=pendulum beta=0.1 gamma=0.2 h=0x1p-8 steps=100 x=1,0.5",
    "mhd-sphere": "n=3 amp=0.1 h=0x1p-8 steps=100 "
    "x=0.5,-0.75,0.25,1,-0.5,0.125,0.25,-0.25,0.75,0.25,0.25,-0.5,-0.125,0.5,0.25,0,0.375,-0.25",
    "symplectic": "n=2 quadratic=1,0,0,1,0,1 noise=0.1,0.2,0.3 h=0x1p-8 steps=100 x=0.5,0.25,0.75",
}
SAVE = 128


def systems():
    listed = subprocess.run([SLP, "list", "systems"], capture_output=True, text=True).stdout
    return [line.split("\t")[0] for line in listed.splitlines() if not line.startswith("#")]


def saved(name):
    """The step that the checkpoint vouches for, 0 without one."""
    if not os.path.exists(at(name + ".checkpoint")):
        return 0
    return int(re.search(rb"\nstep=(\d+)\n", read(name + ".checkpoint")).group(1))


def source(system):
    if system in PRESETS:
        return PRESETS[system]
    if system not in CASES:
        return None
    write(
        system + ".slp",
        (
            "case id=trial system=%s scheme=implicit-midpoint %s\n" % (system, CASES[system])
        ).encode(),
    )
    return at(system + ".slp")


def taken_up(system):
    preset, name = source(system), system + ".npy"
    if not preset:
        return "no preset and no case for it here"
    how = (preset, "--noise", "--every", 24, "--table")
    process = start(*how, at(name), "--resume", "--steps", 1 << 40, "--checkpoint-steps", SAVE)
    while process.poll() is None and saved(name) < SAVE:
        time.sleep(0.001)
    process.kill()
    process.communicate()
    if process.returncode != -signal.SIGKILL:
        return "ended with %d before it was killed" % process.returncode
    last = saved(name) + 77
    status, said = run(*how, at(name), "--resume", "--steps", last)
    if status or "resum" in said.lower():
        return "taken up, it ended with %d: %s" % (status, said)
    status, said = run(*how, at("whole." + name), "--steps", last)
    if status:
        return "uninterrupted, it ended with %d: %s" % (status, said)
    rows = len(read_npy(name)[1])
    if rows != last // 24 + 1 + (last % 24 != 0):
        return "%d rows of %d steps" % (rows, last)
    return (
        None
        if read(name) == read("whole." + name)
        else "other bytes than an uninterrupted run's of %d steps" % last
    )


for system in systems():
    report("%s: killed and taken up" % system, taken_up(system))
end()
