# SPDX-License-Identifier: LGPL-3.0-or-later
"""The checker takes a case only if slp does, and takes the same numbers: read_alike.py
CHECKER SLP LIBRARY, where LIBRARY holds the objects of slp (tests/support/run_each.h).

For each system there is a case that slp answers.  Each change of the tables below is made to it
and put to both programs: slp runs it, and the checker gets it above the certificate of the case as
it was.  What slp refuses, the checker must refuse, or say that it does not cover it; what slp
rounds, or answers by error=domain, it must not prove.  What slp takes, it writes certificates of:
the checker must prove them, with the case's numbers."""
import contextlib
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("checker", sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
SLP = sys.argv[2]
scratch = tempfile.mkdtemp(dir=os.environ.get("TMPDIR"))
count = bad = 0

SO4 = "0x1p-1,0x1p-2,0x1p-3,-0x1p-1,0x1p-4,0x1p-2"
SU3 = "0x1p-1,0x1p-2,-0x1.8p-1,0x1p-3,0x1p-2,-0x1p-2,0x1p-4,0x1p-3,-0x1p-3"
SP2 = "0x1p-1,0x1p-2,-0x1p-3"
BASE = {  # the fields beside id, scheme and steps
    "rigid-body": "inertia=0x1p+1,0x1p+0,0x1p-1 quad=0x1p-3,0x0p+0,0x1p-4 lin=0x1p-2,0x0p+0,0x1p-3"
    " h=0x1p-6 x=0x1.8p-1,0x1p-2,-0x1p-1 dw=0x1p-3,-0x1p-4,0x1p-5,0x1p-3",
    "rigid-body-n": "n=0x1p+2 inertia=0x1p+0,0x1p+1,0x1.8p+1,0x1p+2,0x1.4p+2,0x1.8p+2 quad=0x1p-3"
    " h=0x1p-6 x=%s dw=%s" % (SO4, SO4),
    "point-vortices": "gamma=0x1p+0,-0x1p-1 quad=0x1p-3,0x1p-4,0x0p+0 h=0x1p-6"
    " x=0x1p+0,0x0p+0,0x1p-2,0x0p+0,0x1p+0,0x1p-3 dw=0x1p-3,-0x1p-4,0x1p-3",
    "spins": "bonds=1:2 exchange=0x1p-1 dmi=0x1p-2,0x0p+0,0x1p-3 field=0x0p+0,0x0p+0,0x1p-2"
    " anisotropy=0x1p-2,0x0p+0,0x0p+0,0x1p+0 noise=0x1p-3 damping=0x1p-4 h=0x1p-6"
    " x=0x1p+0,0x0p+0,0x1p-2,0x0p+0,0x1p+0,0x1p-3 dw=%s" % SO4,
    "zeitlin-sphere": "n=0x1.8p+1 amp=0x1p-4 shell=0x1p+1 coriolis=0x1p-1 h=0x1p-6 x=%s"
    " dw=0x1p-3,0x1p-4,-0x1p-3,0x1p-5,0x1p-3" % SU3,
    "mhd-sphere": "n=0x1.8p+1 amp=0x1p-4 shell=0x1p+1 h=0x1p-6 x=%s,%s"
    " dw=0x1p-3,0x1p-4,-0x1p-3,0x1p-5,0x1p-3" % (SU3, SU3),
    "sine-euler": "n=0x1.8p+1 modes=1:0,1:-1 amp=0x1p-4 h=0x1p-6 x=%s dw=0x1p-3,-0x1p-4" % SU3,
    "heavy-top": "inertia=0x1p+1,0x1p+0,0x1p-1 chi=0x0p+0,0x1p-2,0x1p+0 noise=0x1p-3,0x0p+0,0x1p-4,"
    "0x0p+0,0x0p+0,0x0p+0,0x1p-5,0x1p-4,0x1p-4,0x0p+0,0x1p-3,0x0p+0,0x1p-3,0x0p+0"
    " h=0x1p-6 x=%s dw=0x1p-3,-0x1p-3" % SO4,
    "symplectic": "n=0x1p+1 quadratic=0x1p+0,0x1p-3,0x0p+0,0x1p+0,0x1p-4,0x1.8p+0"
    " noise=0x1p-4,0x0p+0,0x1p-3 h=0x1p-6 x=%s dw=0x1p-3" % SP2,
    "canonical": "model=pendulum beta=0x1p-3 gamma=0x1p-4 h=0x1p-6 x=0x1p+0,0x1p-1"
    " dw=0x1p-3,-0x1p-4",
    "polynomial": "algebra=su2 size=0x1p+1 weights=0x1p+0,-0x1.8p+1 terms=0:-0x1p+0:1.4,"
    "0:0x1p-2:3.3.6,2:0x1p-1:3 noises=0x1.8p+1 h=0x1p-6"
    " x=0x1p+0,0x0p+0,0x1p-2,0x0p+0,0x1p+0,0x1p-3 dw=0x1p-3,-0x1p-4,0x1p-5",
}
SCHEME = {system: "implicit-midpoint" for system in BASE}

# A number that slp rounds, refuses, or reads as another one: each list gets each of them.
NUMBERS = ("0x1.00000000000001p+0", "0x1.fffffffffffffcp+0", "0x1p+1024", "0x1p+1030", "0x1p-1075",
           "0x1.8p-1074", "0x1p-1100", "nan", "inf", "-inf", "", "0x", "0x1p", "1_0", "0x1p+0x1",
           "true", "0x1p+0,", "0x1p+0,0x1p+0")
# Fields, as a text for each: none, or in place of those that are there.
ANY = (
    "h=", "h=nan", "steps=0", "steps=-1", "steps=1.0", "steps=", "steps=2", "steps=2097153",
    "steps=99999999999999999999", "id=", "id=a,b", "id=a=b", "id=" + "a" * 64, "id=a\tb",
    "system=", "scheme=", "scheme=midpont", "system=rigid-bodi", "arithmetic=", "arithmetic=foo",
    "arithmetic=binary32x", "more=0x1p+0", "H=0x1p-6", "x2=0x0p+0", "h", "=0x1p+0", "BLANK", "x=",
    "dw=", "dw=0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0", "x=0x1p+0",
    "-h", "-x", "-dw", "-steps", "-system", "-scheme", "-id",
)
CHANGES = {  # "-key" leaves a key out; several fields are separated by blanks
    "rigid-body": (
        "-inertia", "inertia=0x1p+0,0x1p+0,0x0p+0", "inertia=0x1p+0,0x1p+0,-0x1p+0",
        "inertia=0x1p+0,0x1p+0,-0x0p+0", "inertia=0x1p+0,0x1p+0", "quad=0x1p+0", "lin=0x1p+0",
        "lin=0x0p+0,0x0p+0,0x0p+0,0x0p+0", "-quad", "-lin", "-quad -lin", "area=0x1p+0",
        "area=0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,nan", "-lin -quad -dw area=0x0p+0",
        "-lin dw=0x0p+0,0x0p+0,0x0p+0 area=0x0p+0,0x0p+0",
        "scheme=splitting-lie area=0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0",
        "scheme=splitting-strang area=0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0",
        "gamma=0x1p+0", "n=0x1.8p+1"),
    "rigid-body-n": (
        "-n", "n=0x1p+0", "n=0x1.2p+2", "n=0x1.4p+2", "n=-0x1p+2", "n=0x1p+11", "n=0x1p+2,0x1p+2",
        "inertia=0x1p+0", "inertia=0x1p+0,0x1p+1,0x1.8p+1,0x1p+2,0x1.4p+2,0x0p+0",
        "quad=0x1p+0,0x1p+0", "-quad", "area=0x0p+0", "lin=0x0p+0,0x0p+0,0x0p+0"),
    "point-vortices": (
        "-gamma", "gamma=0x1p+0,0x0p+0", "gamma=0x1p+0,-0x0p+0", "gamma=0x1p+0",
        "gamma=0x1p+0,0x1p+0,0x1p+0", "quad=0x1p+0", "-quad", "area=0x0p+0,0x0p+0,0x0p+0",
        "x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,0x1p-20,0x0p+0",  # 1 - c < 2^-40
        "x=0x1p+0,0x0p+0,0x0p+0,0x1p+1,0x1p-20,0x0p+0",
        "x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,0x0p+0,0x0p+0",
        "x=0x1p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0",
        "x=0x0p+0,0x0p+0,0x0p+0 gamma=0x1p+0", "scheme=splitting-lie x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,"
        "0x1p-21,0x0p+0", "scheme=euler x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,0x1p-21,0x0p+0 h=0x0p+0"),
    "spins": (
        "-bonds", "-exchange", "bonds=1:3", "bonds=0:1", "bonds=1:1", "bonds=-1:2", "bonds=1:2.0",
        "bonds=1", "bonds=1:2,", "bonds=1:2:3", "bonds=1:2,2:1", "exchange=0x1p+0,0x1p+0",
        "dmi=0x1p+0", "field=0x1p+0", "anisotropy=0x1p+0", "noise=0x1p+0,0x1p+0", "-noise",
        "damping=-0x1p+0", "damping=-0x1p-1074", "damping=0x0p+0,0x0p+0",
        "-noise -dw area=0x0p+0", "area=0x0p+0",
        "x=0x1p+0,0x0p+0,0x1p-2,0x0p+0,0x1p+0",
        "scheme=splitting-lie", "scheme=splitting-lie damping=0x0p+0",
        "scheme=splitting-lie dmi=0x0p+0,0x0p+0,0x0p+0",
        "scheme=splitting-lie -dmi -damping area=" + ",".join(["0x0p+0"] * 15)),
    "zeitlin-sphere": (
        "-n", "n=0x1p+0", "n=0x1.4p+1", "n=0x1p+2", "n=0x1p+1", "amp=0x0p+0,0x0p+0", "-amp",
        "shell=0x0p+0", "shell=0x1.8p+1", "shell=0x1.8p+0", "coriolis=0x0p+0,0x0p+0",
        "x=%s" % SU3.replace("-0x1.8p-1", "-0x1p-1"), "x=%s" % SU3.replace("-0x1.8p-1", "0x1.8p-1"),
        "x=%s" % SU3.replace("-0x1.8p-1", "-0x1.8000000000018p-1"), "scheme=splitting-lie",
        "scheme=variational-cayley-printed", "area=0x0p+0"),
    "mhd-sphere": (
        "-n", "n=0x1p+0", "n=0x1p+1", "amp=0x0p+0,0x0p+0", "-amp", "shell=0x1.8p+1", "x=" + SU3,
        "coriolis=0x0p+0", "scheme=tmk", "area=0x0p+0",
        "x=%s,%s" % (SU3, SU3.replace("-0x1.8p-1", "-0x1p-1")),
        "x=%s,%s" % (SU3.replace("-0x1.8p-1", "-0x1p-1"), SU3)),
    "sine-euler": (
        "-n", "n=0x1p+2", "n=0x1p+1", "n=0x1p+0", "modes=0:0,1:1", "modes=2:0,1:1", "modes=1",
        "modes=1:", "modes=1:0,1:0x1", "amp=0x0p+0,0x0p+0", "-amp", "-modes",
        "-modes -dw amp=0x0p+0,0x0p+0", "x=%s" % SU3.replace("-0x1.8p-1", "-0x1p-1"),
        "modes=1:0,1:1000001", "area=0x0p+0"),
    "heavy-top": (
        "-inertia", "-chi", "inertia=0x1p+0,0x1p+0,0x0p+0", "chi=0x0p+0", "noise=0x0p+0",
        "-noise", "area=0x0p+0,0x0p+0", "scheme=splitting-lie area=0x0p+0",
        "scheme=splitting-lie noise=0x0p+0,0x0p+0,0x0p+0,0x1p-3,0x0p+0,0x0p+0,0x1p-3 dw=0x0p+0",
        "-noise -dw area=0x0p+0", "scheme=sib"),
    "symplectic": (
        "-n", "-quadratic", "n=0x1.8p+1", "n=0x0p+0", "n=0x1p+6", "n=0x1p+2", "quadratic=0x1p+0",
        "noise=0x1p+0", "-noise", "scheme=splitting-lie", "scheme=variational-exp"),
    "canonical": (
        "-model", "model=kubo", "model=Pendulum", "model=", "model=0", "beta=0x1p+0,0x1p+0",
        "gamma=0x1p+0,0x1p+0", "-beta", "-gamma", "model=kubo -gamma", "scheme=rkmk-euler-cay",
        "scheme=isospectral-midpoint", "area=0x0p+0"),
    "polynomial": (
        "-algebra", "-size", "-terms", "-noises", "algebra=so4", "algebra=SU2", "algebra=0",
        "algebra=so3", "algebra=su size=0x1.8p+1", "algebra=so3 -size",
        "algebra=so3 -size -weights x=0x1p+0,0x0p+0,0x1p-2", "size=0x1p+0", "size=0x1.8p+1",
        "size=0x1.4p+1", "size=-0x1p+1", "size=0x0p+0", "size=0x1p+1,0x1p+1", "weights=0x1p+0",
        "weights=0x1p+0,0x0p+0", "weights=-0x0p+0,0x1p+0", "noises=0x1p+1", "noises=0x1p+2",
        "noises=-0x1p+0", "noises=0x1.4p+1", "noises=0x1p+22",
        "terms=0:0x1p+0", "terms=0:0x1p+0:", "terms=:0x1p+0:1", "terms=0::1", "terms=0:0x1p+0:0",
        "terms=0:0x1p+0:7", "terms=0:0x1p+0:1.", "terms=0:0x1p+0:.1", "terms=0:0x1p+0:1..2",
        "terms=0:0x1p+0:-1", "terms=0:0x1p+0:1:2", "terms=-1:0x1p+0:1",
        "terms=+4:0x1p+0:1", "terms=4:0x1p+0:1", "terms=0:0x1p+0:1.1.1.1.1.1.1.1.1",
        "terms=0:0x1p+0:1,",
        "terms=,0:0x1p+0:1", "terms=2097153:0x1p+0:1", "terms=0:0x1p+0:2097153",
        "terms=0:0x1p+0:9999999999999999999999", "terms=9999999999999999999999:0x1p+0:1",
        "terms=0:0x1p+0:1.0x2",
        *("terms=0:0x1p+0:1,0:%s:1" % number for number in NUMBERS),
        "terms=0:0x1p+0:1,0:0x1p+0:1,4:0x1p+0:1", "area=0x0p+0,0x0p+0",
        "terms=1:0x1p+0:1 dw=0x1p-3 -noises area=0x0p+0", "dw=0x1p-3,0x1p-3 area=0x0p+0",
        "noises=0x1p+1 dw=0x1p-3,-0x1p-4 area=0x1p-3 terms=2:0x1p+0:1" + ",1:0x1p-9:2" * 1024,
        "algebra=sp -weights size=0x1.8p+1 terms=0:0x1p+0:1,3:0x1p+0:2 x=" + SP2,
        "algebra=so -weights size=0x1.8p+1 terms=0:0x1p+0:1,3:0x1p+0:2 x=" + SO4,
        "algebra=plane -weights x=0x1p+0,0x0p+0 -size",
        "scheme=splitting-lie terms=0:0x1p+0:1.2,3:0x1p+0:1",
        "scheme=splitting-lie terms=0:0x1p+0:1.1,3:0x1p+0:1,3:0x1p+0:2.2",
        "scheme=splitting-strang terms=1:0x1p+0:1,3:0x1p+0:2,1:0x1p+0:2.4",
        "scheme=splitting-strang terms=3:0x1p+0:4" + ",0:0x1p-9:4.4" * 1024,
        "scheme=splitting-lie algebra=su -weights size=0x1p+1 x=0x1p+0,-0x1p+0,0x1p-2,0x0p+0"
        " terms=0:0x1p-1:3.4,3:0x1p+0:1",
        "scheme=splitting-lie algebra=plane -weights x=0x1p+0,0x1p-1 -size terms=3:0x1p-1:1.2",
        "algebra=su -weights size=0x1p+1 x=0x1p+0,0x1p+0,0x1p-2,0x0p+0"),
}
TAKEN = {  # changes that slp takes
    "rigid-body": (
        "", "-quad -lin -dw", "area=0x1p-8,0x0p+0,0x0p+0,-0x1p-7,0x0p+0,0x1p-9", "h=-0x1p-6",
        "h=0x0p+0", "h=-0x0p+0", "x=0x0p+0,0x0p+0,0x0p+0", "x=0x1p-1074,0x0p+0,-0x1p-1070",
        "arithmetic=binary64", "scheme=splitting-lie", "scheme=splitting-strang", "scheme=euler",
        "id=~!.:/;<>-", "id=" + "a" * 63, "x=0x1p+1,0x0p+0,0x0p+0 -quad -lin -dw"),
    "rigid-body-n": ("", "-inertia", "-quad -dw", "scheme=splitting-strang", "quad=0x0p+0"),
    "point-vortices": (
        "", "-quad -dw", "scheme=splitting-lie", "x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,0x1.1p-19,0x0p+0"
        " h=0x1p-60 scheme=euler", "gamma=0x1p+0 x=0x1p+0,0x0p+0,0x0p+0"),
    "spins": (
        "", "-field", "-dmi", "-anisotropy", "bonds=1:2,2:1 exchange=0x1p-1,0x1p-2 -dmi",
        "damping=0x0p+0", "damping=-0x0p+0",
        "-dmi -damping scheme=splitting-strang", "-noise -dw", "dmi=0x0p+0,0x0p+0,0x0p+0 -damping"
        " scheme=splitting-lie", "area=" + ",".join(["0x1p-9", "0x0p+0", "-0x1p-8"] * 5)),
    "zeitlin-sphere": (
        "", "-amp -dw", "-coriolis", "-shell", "-amp -dw shell=0x1p+0", "amp=0x0p+0",
        "x=%s" % SU3.replace("-0x1.8p-1", "-0x1.8000000000001p-1")),
    "mhd-sphere": ("", "-amp -dw -shell"),
    "sine-euler": ("", "-modes -dw", "-amp -dw", "modes=-1:1,1:-1"),
    "heavy-top": ("", "-noise -dw", "area=0x1p-8", "scheme=splitting-lie"),
    "symplectic": ("", "-noise -dw", "scheme=isospectral-gauss4"),
    "canonical": ("", "model=kubo -gamma dw=0x1p-4", "-beta -gamma -dw", "scheme=splitting-lie"),
    "polynomial": (
        "", "scheme=splitting-lie", "scheme=splitting-strang terms=1:0x1p+0:4,1:0x1p+0:2,"
        "3:0x1p+0:5,0:0x1p-1:1.4,2:0x1p+0:3.3.3,1:0x0p+0:4.5,0:0x1p-3:6.6,0:-0x1p-3:6.6,"
        "0:0x1p-1:4.1,1:0x1p+0:6",
        "scheme=splitting-lie algebra=so -weights size=0x1p+2 terms=0:0x1p-1:1.1,2:0x1p-2:2.5,"
        "3:0x1p-1:6.1.6,0:0x1p-2:4.3,0:0x1p+0:2",
        "scheme=splitting-lie algebra=se3 -size -weights terms=0:0x1p-1:4.5,1:0x1p+0:1.4,"
        "2:0x1p+0:6",
        "scheme=splitting-strang algebra=sp -weights size=0x1p+1 terms=0:0x1p-1:3.3,1:0x1p+0:2.2,"
        "3:0x1p-2:1.1 x=" + SP2, "scheme=splitting-lie algebra=plane -weights x=0x1p+0,0x1p-1 -size"
        " terms=0:0x1p-1:1.1,0:0x1p-1:2.2,3:0x1p-2:1.1.1",
        "scheme=splitting-lie algebra=su -weights size=0x1p+1 x=0x1p+0,-0x1p+0,0x1p-2,0x1p-3"
        " terms=0:0x1p-1:1.2,0:0x1p-1:2.2,3:0x1p-2:3.3.3,1:0x1p-1:4",
        *("noises=0x1p+1 dw=0x1p-3,-0x1p-4 area=0x1p-3 " + change for change in (
            "terms=0:0x1p-2:1,1:0x1p+0:1.1.4,1:0x1p-1:2,2:-0x1p-1:1.2.5,2:0x1p-2:3.4.4",
            "terms=2:0x1p+0:1" + ",1:0x1p-9:2" * 1023,
            "terms=1:0x1p+0:1.1.5,1:0x1p-1:2,2:-0x1p-1:2.6,2:0x1p-2:4 algebra=se3 -size -weights",
            "terms=1:0x1p+0:1.1,2:-0x1p-1:2.3 algebra=so3 -size -weights x=0x1p+0,0x1p-1,0x1p-3",
            "terms=1:0x1p+0:1.2,2:-0x1p-1:2.2 algebra=plane -size -weights x=0x1p+0,0x1p-1",
            "terms=1:0x1p+0:1.6,1:0x1p-1:2,2:-0x1p-1:2.3.4 algebra=so size=0x1p+2 -weights",
            "terms=1:0x1p+0:1.3,1:0x1p-1:4,2:-0x1p-1:2.3 algebra=su size=0x1p+1 -weights"
            " x=0x1p+0,-0x1p+0,0x1p-2,0x1p-3",
            "terms=1:0x1p+0:1.3,1:0x1p-1:2,2:-0x1p-1:2.1 algebra=sp size=0x1p+1 -weights"
            " x=" + SP2)),
        "-weights", "-noises dw=0x1p-3,-0x1p-4", "noises=0x1p+0 dw=0x1p-3,-0x1p-4",
        "terms=3:0x1p-3:1.2.3.4.5.6.6.6", "terms=0:0x1p-3:1.2,0:0x1p-3:2.1,0:-0x1p-2:1.2",
        "terms=0:0x0p+0:1", "terms=0:-0x0p+0:1", "terms=0:0x1p-1074:6.1", "scheme=sib",
        "algebra=se3 -size -weights", "algebra=se3 size=0x1p+0 -weights",
        "algebra=so -weights size=0x1p+2 noises=0x1p+1 dw=0x1p-4,0x0p+0",
        "algebra=plane -weights x=0x1p+0,0x1p-1 -size terms=0:0x1p-1:1.1,3:0x1p-2:2.1.2",
        "algebra=so3 -weights x=0x1p+0,0x1p-1,0x1p-3 -size terms=0:0x1p-1:1.1,3:0x1p-2:2.1.2",
        "algebra=su -weights size=0x1p+1 x=0x1p+0,-0x1p+0,0x1p-2,0x0p+0 terms=0:0x1p-1:1.3.4.4",
        "algebra=sp -weights size=0x1p+1 x=0x1p+0,0x1p-1,0x1p-2 terms=0:0x1p-1:1.3.2.2"),
}


def case_of(system, change=""):
    fields = dict(f.split("=", 1) for f in ("id=a system=%s scheme=%s steps=1 %s" % (
        system, SCHEME[system], BASE[system])).split(" "))
    parts, more = change.split(" ") if change else [], []
    for part in parts:
        key, equals, value = part.partition("=")
        if part.startswith("-") and not equals:
            fields.pop(key[1:], None)
        elif equals and key:
            fields[key] = value
        else:
            more.append(part.replace("BLANK", ""))
    return " ".join(["case"] + ["%s=%s" % f for f in fields.items()] + more)


def ok(good, name, note=""):
    global count, bad
    count += 1
    bad += not good
    if not good:
        print("# %s: %s" % (name, note))


ANSWER, LINES = (os.path.join(scratch, name) for name in ("answer", "lines"))
# tests/support/run_each.h; without that library the program is started for each
runs = os.path.exists(sys.argv[3]) and subprocess.Popen(
    [sys.executable, "-c", "import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1]).run_each("
     "*map(str.encode, sys.argv[2:])))", sys.argv[3], ANSWER, LINES], text=True,
    stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def slp_run(line):
    """(exit status, the answer's line, the certificates' lines)"""
    if runs:
        runs.stdin.write(line + "\n")
        runs.stdin.flush()
        status = int(runs.stdout.readline())
    else:
        with open(ANSWER, "w") as answer:
            status = subprocess.run([SLP, "run", "--path", "ref", "--certificate", LINES],
                                    input=line + "\n", text=True, stdout=answer,
                                    stderr=subprocess.DEVNULL).returncode
    assert status in (0, 1, 2), line
    return status, open(ANSWER).read(), open(LINES).read() if status == 0 else ""


def check(text):
    path = os.path.join(scratch, "text")
    with open(path, "w") as file:
        file.write(text)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = checker.main([path])
    return status, out.getvalue() + err.getvalue()


def exact(text):
    """The number that a hex float is, without rounding; None of what is none."""
    found = re.fullmatch(r"(-?)0x([0-9a-f]+)\.?([0-9a-f]*)p([+-]?[0-9]+)", text)
    return found and int(found.group(1) + found.group(2) + found.group(3), 16) * Fraction(2) ** (
        int(found.group(4)) - 4 * len(found.group(3)))


def values(line):
    fields = dict(f.split("=", 1) for f in line.split(" ")[1:] if "=" in f)
    if "terms" in fields:  # their coefficients
        fields["terms"] = ",".join((t + "::").split(":")[1] for t in fields["terms"].split(","))
    return {k: [exact(t) for t in v.split(",")] for k, v in fields.items()
            if k not in ("id", "system", "scheme", "steps", "model", "bonds", "modes",
                         "arithmetic", "algebra")}


def reads(line):
    """Whether the checker makes a step of the case, whatever its certificate is."""
    with contextlib.suppress(checker.Malformed, checker.NotCovered):
        case = checker.Case(checker.fields_of(line[5:]))
        if case.covered:
            return False
        A, Xi, factors = checker.SYSTEMS[case.fields["system"]][0](case, 1)
        case.state(A)
        if A.kind in checker.SCHEMES[case.fields["scheme"]].split():
            checker.make_scheme(case.fields["scheme"], A, Xi, factors)
            return True
    return False


keys = 0
for system in BASE:
    whole = slp_run(case_of(system))
    certificate = whole[2].split("\n")[1] + "\n"
    for change in TAKEN[system]:
        line = case_of(system, change)
        status, answer, text = slp_run(line)
        ok(status == 0 and " y=" in answer, "slp takes " + line, answer)
        if status or not text:
            continue
        status, said = check(line + "\n" + "\n".join(text.split("\n")[1:]))
        ok(status == 0 and "1 proved" in said, "the checker takes " + line, said)
        case = checker.Case(checker.fields_of(line[5:]))
        if "terms" in case.fields:
            case.lists["terms"] = [checker.number(t.split(":")[1], "terms")
                                   for t in case.fields["terms"].split(",")]
        own = {k: [m * Fraction(2) ** e for m, e in case.numbers(k)] for k in values(line)}
        ok(own == values(line) == values(text.split("\n")[0]), "the same numbers of " + line)
    # Both read every list in the same way, whatever the system: fields and numbers take turns.
    changes = [*(ANY if not keys else ANY[keys % 3::3]), *CHANGES[system]]
    for key in sorted(set(values(case_of(system))) - {"terms"}):
        numbers = case_of(system).split(" %s=" % key)[1].split(" ")[0].split(",")
        changes += ["%s=%s" % (key, ",".join(numbers[:-1] + [n])) for n in NUMBERS[keys % 3::3]]
        keys += 1
    for change in changes:
        line = case_of(system, change)
        run, answer, text = slp_run(line)
        read = run == 0 and " y=" in answer
        status, said = check(line + "\n" + certificate.replace(" id=a ", " id=%s " % (
            line.split(" id=")[1].split(" ")[0] if " id=" in line else "a")))
        if read and values(line) == values(text.split("\n")[0]):
            ok(False, "slp takes " + line, "move it to TAKEN")
        ok(status in ((2, 3) if run == 2 else (1, 2)),
           "the checker takes %s, which slp does not" % line, said)
        ok(run != 2 or not reads(line), "the checker reads " + line)

# ---- The same pairs of system and scheme -----------------------------------------------------
pairs = []
for system in BASE:
    for scheme in checker.SCHEMES:
        change = "id=p%d scheme=%s" % (len(pairs), scheme)
        if system == "spins":
            change += " -dmi -damping"
        line = case_of(system, change)
        pairs.append((line, 0 if reads(line) else 2))
# slp ends at the first case that it does not take: those that the checker reads are one run.
together = subprocess.run([SLP, "run", "--path", "ref"], text=True, capture_output=True,
                          input="".join(line + "\n" for line, own in pairs if own == 0)).returncode
for line, own in pairs:
    made = 0 if own == together == 0 else slp_run(line)[0]
    ok(made == own, "the pair of " + line, "slp %s, checker %s" % (made, own))
listed = subprocess.run([SLP, "list", "schemes"], capture_output=True, text=True).stdout
names = {t.split("\t")[0] for t in listed.split("\n") if t and t[0] != "#"}
ok(names == set(checker.SCHEMES), "the schemes", str(names ^ set(checker.SCHEMES)))
listed = subprocess.run([SLP, "list", "systems"], capture_output=True, text=True).stdout
names = {t.split("\t")[0] for t in listed.split("\n") if t and t[0] != "#"}
ok(names == set(checker.SYSTEMS), "the systems", str(names ^ set(checker.SYSTEMS)))
print("%d questions, %d answered wrongly" % (count, bad))
sys.exit(1 if bad or count < 900 else 0)
