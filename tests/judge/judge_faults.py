# SPDX-License-Identifier: LGPL-3.0-or-later
"""Wrong answers for tests/judge/test_judge.sh: generic cases, the model port with one fault planted
in its source, and answers bent on their way to the judge.
usage: judge_faults.py write DIR          cases, right and wrong answers of every scheme
       judge_faults.py memory SLP N N     growth of the judge's memory; a case and its
                                               result on stdin"""

import contextlib
import fcntl
import io
import os
import random
import struct
import subprocess
import sys
import tempfile
import termios
import time

PORT = "oracle/ports/python/slp_port.py"
SCHEMES = (
    "isospectral-midpoint",
    "implicit-midpoint",
    "trapezoidal",
    "tmk",
    "variational-cayley",
    "variational-cayley-printed",
)

# fault: (schemes it applies to, [(text of the model port, what replaces it)])
FORGED = {
    "printed for corrected": (
        ["variational-cayley"],
        [('sign = -1.0 if scheme.endswith("-printed") else 1.0', "sign = -1.0")],
    ),
    "corrected for printed": (
        ["variational-cayley-printed"],
        [('sign = -1.0 if scheme.endswith("-printed") else 1.0', "sign = 1.0")],
    ),
    "dropped quarter": (
        ["isospectral-midpoint"],
        [("sign * 0.25 * dot(xi, m)", "0.0 * dot(xi, m)")],
    ),
    "dropped half": (
        ["implicit-midpoint", "tmk", "trapezoidal"],
        [
            ("[0.5 * (p + q) for p, q in zip(a, b)]", "[p + q for p, q in zip(a, b)]"),
            ("add(field(x), field(y)), 0.5)", "add(field(x), field(y)), 1.0)"),
        ],
    ),
    "explicit Euler": (
        ["trapezoidal"],
        [("add(field(x), field(y)), 0.5)", "add(field(x), field(x)), 0.5)")],
    ),
    "step negated": (None, [('c["h"][0] * p / i', '-c["h"][0] * p / i')]),
    "increments negated": (None, [("+= dw[k] * quad[k]", "-= dw[k] * quad[k]")]),
    "bracket transposed": (
        ["implicit-midpoint", "trapezoidal"],
        [("return cross(m, xi(m))", "return cross(xi(m), m)")],
    ),
    "Ito for Stratonovich, noise taken at the start": (
        None,
        [("+= dw[k] * quad[k] * x[k]", "+= dw[k] * quad[k] * c['x'][k]")],
    ),
    "stage given as the result": (
        ["isospectral-midpoint"],
        [("return cay([-p for p in xi(m)], m)", "return m")],
    ),
    "first iterate given as the result": (
        None,
        [
            ("while tuple(z) not in seen and len(seen) < 5000:", "while len(seen) < 1:"),
            ("if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:", "if False:"),
        ],
    ),
    "stopped at 1e-9": (
        None,
        [
            (
                "while tuple(z) not in seen and len(seen) < 5000:",
                "while len(seen) < 1 or math.dist(z, last) > 1e-9:",
            ),
            ("if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:", "if False:"),
        ],
    ),
    "third inertia taken for the second": (
        None,
        [('zip(x, c["inertia"])', 'zip(x, (lambda i: [i[0], i[2], i[2]])(c["inertia"]))')],
    ),
    "last increment left out": (
        None,
        [("for k in range(len(quad)):", "for k in range(len(quad) - 1):")],
    ),
    "rotation of second order": (
        ["tmk"],
        [("sinc * math.cos(half)", "1.0"), ("0.5 * sinc * sinc", "0.5")],
    ),
}


def swap(y):
    return [y[1], y[0]] + y[2:]


def binary32(y):
    return [struct.unpack("f", struct.pack("f", v))[0] for v in y]


# fault: answer -> answer
BENT = {
    "sign of a coordinate": lambda y: [y[0], -y[1], y[2]],
    "two coordinates swapped": swap,
    "coordinates rotated": lambda y: y[1:] + y[:1],
    "relative perturbation 1e-12": lambda y: [v * (1 + 1e-12) for v in y],
    "one coordinate off by 1e-12": lambda y: [y[0], y[1], y[2] + 1e-12],
    "rounded to binary32": binary32,
    "rounded to 12 digits": lambda y: [float("%.11e" % v) for v in y],
    "all zero": lambda y: [0.0] * len(y),
    "negated": lambda y: [-v for v in y],
}


def generic_cases(scheme, count):
    """No symmetry, no small number, L well below 1: here every fault must show on every case."""
    draw = random.Random(20240229)
    lines = []
    for k in range(count):

        def some(lo, hi, n):
            return [draw.uniform(lo, hi) for _ in range(n)]

        inertia = [draw.uniform(0.8, 1.2), draw.uniform(1.6, 2.4), draw.uniform(2.8, 3.6)]
        x = [draw.choice((-1, 1)) * v for v in some(0.3, 0.9, 3)]
        dw = [draw.choice((-1, 1)) * v for v in some(0.2, 0.4, 4)]
        fields = {
            "id": f"g-{k}",
            "system": "rigid-body",
            "scheme": scheme,
            "inertia": inertia,
            "quad": some(0.1, 0.3, 3),
            "lin": some(0.1, 0.3, 3),
            "h": [draw.uniform(0.1, 0.2)],
            "steps": "1",
            "x": x,
            "dw": dw,
        }
        lines.append(
            " ".join(
                ["case"]
                + [
                    f"{key}={v if isinstance(v, str) else ','.join(t.hex() for t in v)}"
                    for key, v in fields.items()
                ]
            )
        )
    return "\n".join(lines) + "\n"


def answers(cases, planted=()):
    """What the model port says to the cases, with these replacements in its source."""
    with open(PORT) as file:
        source = file.read()
    for old, new in planted:
        if source.count(old) != 1:
            sys.exit(f"{PORT} has changed: {old!r} stands there {source.count(old)} times")
        source = source.replace(old, new)
    stdin, said = sys.stdin, io.StringIO()
    try:
        sys.stdin = io.StringIO(cases)
        with contextlib.redirect_stdout(said):
            exec(compile(source, PORT, "exec"), {})
    finally:
        sys.stdin = stdin
    return said.getvalue()


def bent(right, bend):
    lines = []
    for line in right.splitlines():
        if line.startswith("result "):
            head, y = line.split(" y=")
            line = (
                head
                + " y="
                + ",".join(v.hex() for v in bend([float.fromhex(v) for v in y.split(",")]))
            )
        lines.append(line)
    return "\n".join(lines) + "\n"


def write(folder):
    """folder/SCHEME/cases, right, and a file for each wrong answer, named by its fault."""
    for scheme in SCHEMES:
        cases = generic_cases(scheme, 12)
        right = answers(cases)
        files = {"cases": cases, "right": right}
        for fault, (schemes, planted) in FORGED.items():
            if schemes is None or scheme in schemes:
                files["wrong." + fault] = answers(cases, planted)
        for fault, bend in BENT.items():
            files["wrong." + fault] = bent(right, bend)
        os.makedirs(os.path.join(folder, scheme))
        for name, text in files.items():
            with open(os.path.join(folder, scheme, name), "w") as file:
                file.write(text)


def wait_until_read(judge):
    """Waits until the judge has read its pipe empty, and neither ends nor computes."""
    spent = None
    for _ in range(600):
        with open(f"/proc/{judge.pid}/stat", encoding="ascii") as stat:
            last, spent = spent, stat.read().rpartition(")")[2].split()[11:13]
        left = fcntl.ioctl(judge.stdin, termios.FIONREAD, struct.pack("i", 0))
        if spent == last and struct.unpack("i", left)[0] == 0:
            return
        time.sleep(0.1)


def peak_memory(slp, case, result, count):
    """The judge's peak memory, in KiB, when it has read `count` results in one stream."""
    with tempfile.TemporaryFile("w+") as verdicts:
        judge = subprocess.Popen(
            [slp, "judge"],
            stdin=subprocess.PIPE,
            stdout=verdicts,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for k in range(count):
            judge.stdin.write((case + result).replace("id=g-0 ", f"id=g-{k} "))
        judge.stdin.flush()
        wait_until_read(judge)
        with open(f"/proc/{judge.pid}/status") as status:
            peak = int(status.read().split("VmHWM:")[1].split()[0])
        judge.stdin.close()
        judge.wait()
        verdicts.seek(0)
        passed = sum(" pass " in line for line in verdicts)
    if passed != count or judge.returncode != 0:
        sys.exit(f"{passed} of {count} passed, exit status {judge.returncode}")
    return peak


def memory(slp, *counts):
    """The least growth of the judge's peak memory, in KiB, from each count to the next one.

    What is kept of every result grows over each interval.  What an allocator takes once, at a time
    of its own, grows over one of them.
    """
    case, result = sys.stdin
    peaks = [peak_memory(slp, case, result, count) for count in counts]
    print(min(after - before for before, after in zip(peaks, peaks[1:])))


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        memory(sys.argv[2], *map(int, sys.argv[3:]))
