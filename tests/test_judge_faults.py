"""Wrong answers for tests/test_judge.sh: a generator of generic cases, the model port with one fault
planted in its source, and answers bent on their way to the judge."""
import random
import struct
import subprocess
import sys
import tempfile

PORT = "oracle/ports/python/slp_port.py"

# fault: (schemes it applies to, [(text of the model port, what replaces it)])
FORGED = {
    "printed for corrected": (
        ["variational-cayley"], [('sign = -1.0 if scheme.endswith("-printed") else 1.0', "sign = -1.0")]),
    "corrected for printed": (
        ["variational-cayley-printed"],
        [('sign = -1.0 if scheme.endswith("-printed") else 1.0', "sign = 1.0")]),
    "dropped 1/4 term": (["isospectral-midpoint"], [("sign * 0.25 * dot(xi, m)", "0.0 * dot(xi, m)")]),
    "dropped 1/2": (["implicit-midpoint", "tmk", "trapezoidal"],
                     [("[0.5 * (p + q) for p, q in zip(a, b)]", "[p + q for p, q in zip(a, b)]"),
                      ("add(field(x), field(y)), 0.5)", "add(field(x), field(y)), 1.0)")]),
    "explicit Euler": (["trapezoidal"], [("add(field(x), field(y)), 0.5)", "add(field(x), field(x)), 0.5)")]),
    "step negated": (None, [('c["h"][0] * p / i', '-c["h"][0] * p / i')]),
    "increments negated": (None, [("+= dw[k] * quad[k]", "-= dw[k] * quad[k]")]),
    "bracket transposed": (["implicit-midpoint", "trapezoidal"], [("return cross(m, xi(m))", "return cross(xi(m), m)")]),
    "Ito for Stratonovich, noise taken at the start": (None, [("+= dw[k] * quad[k] * x[k]", "+= dw[k] * quad[k] * c['x'][k]")]),
    "stage given as the result": (
        ["isospectral-midpoint"], [("return cay([-p for p in xi(m)], m)", "return m")]),
    "first iterate given as the result": (
        None, [("while tuple(z) not in seen and len(seen) < 5000:", "while len(seen) < 1:"),
               ("if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:", "if False:")]),
    "stopped at 1e-9": (
        None, [("while tuple(z) not in seen and len(seen) < 5000:",
                "while len(seen) < 1 or math.dist(z, last) > 1e-9:"),
               ("if not math.dist(z, last) <= 1e-14 * math.hypot(*z) + 1e-320:", "if False:")]),
    "third inertia taken for the second": (None, [('zip(x, c["inertia"])', 'zip(x, (lambda i: [i[0], i[2], i[2]])(c["inertia"]))')]),
    "last increment left out": (None, [("for k in range(len(quad)):", "for k in range(len(quad) - 1):")]),
    "rotation of second order": (["tmk"], [("sinc * math.cos(half)", "1.0"), ("0.5 * sinc * sinc", "0.5")]),
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
    for k in range(count):
        def some(lo, hi, n): return [draw.uniform(lo, hi) for _ in range(n)]
        inertia = [draw.uniform(0.8, 1.2), draw.uniform(1.6, 2.4), draw.uniform(2.8, 3.6)]
        x = [draw.choice((-1, 1)) * v for v in some(0.3, 0.9, 3)]
        dw = [draw.choice((-1, 1)) * v for v in some(0.2, 0.4, 4)]
        fields = {"id": f"g-{k}", "system": "rigid-body", "scheme": scheme, "inertia": inertia,
                  "quad": some(0.1, 0.3, 3), "lin": some(0.1, 0.3, 3), "h": [draw.uniform(0.1, 0.2)],
                  "steps": "1", "x": x, "dw": dw}
        print("case", *(f"{key}={v if isinstance(v, str) else ','.join(t.hex() for t in v)}"
                        for key, v in fields.items()))


def forge(fault):
    source = open(PORT).read()
    for old, new in FORGED[fault][1]:
        if source.count(old) != 1:
            sys.exit(f"{PORT} has changed: {old!r} stands there {source.count(old)} times")
        source = source.replace(old, new)
    exec(compile(source, fault, "exec"), {})


def bend(fault):
    for line in sys.stdin:
        if line.startswith("result ") and " y=" in line:
            head, y = line.rstrip("\n").split(" y=")
            y, *rest = y.split(" ")
            bent = BENT[fault]([float.fromhex(v) for v in y.split(",")])
            line = " ".join([head, "y=" + ",".join(v.hex() for v in bent)] + rest) + "\n"
        sys.stdout.write(line)


def memory(slp, small, large):
    """Growth of the judge's peak memory, in KiB, from `small` to `large` results in one stream."""
    case, result = sys.stdin
    peak = []
    for count in (small, large):
        with tempfile.TemporaryFile("w+") as verdicts:
            judge = subprocess.Popen([slp, "judge"], stdin=subprocess.PIPE, stdout=verdicts,
                                     stderr=subprocess.DEVNULL, text=True)
            for k in range(count):
                judge.stdin.write((case + result).replace("id=g-0 ", f"id=g-{k} "))
            judge.stdin.flush()  # it has read all but a pipe's buffer of this, and waits for more
            with open(f"/proc/{judge.pid}/status") as status:
                peak.append(int(status.read().split("VmHWM:")[1].split()[0]))
            judge.stdin.close()
            judge.wait()
            verdicts.seek(0)
            passed = sum(" pass " in line for line in verdicts)
        if passed != count or judge.returncode != 0:
            sys.exit(f"{passed} of {count} passed, exit status {judge.returncode}")
    print(peak[1] - peak[0])


if __name__ == "__main__":
    mode, *rest = sys.argv[1:]
    if mode == "cases":
        generic_cases(rest[0], int(rest[1]))
    elif mode == "list":
        for fault, (schemes, _) in FORGED.items():
            print(f"forge\t{fault}\t{' '.join(schemes or [])}")
        for fault in BENT:
            print(f"bend\t{fault}\t")
    elif mode == "memory":
        memory(rest[0], int(rest[1]), int(rest[2]))
    else:
        {"forge": forge, "bend": bend}[mode](rest[0])
