# SPDX-License-Identifier: LGPL-3.0-or-later
"""Certificates of what is false, and costly ones: forged.py CHECKER SLP SEED COUNT.

Each forgery is put to the checker's main program: it must not prove it, and must end soon.  Then
COUNT times a number, a field or a place of certificates that slp wrote is changed.  Where the
checker proves a changed certificate that has an answer, slp must give that answer to its case."""
import contextlib
import importlib.util
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("checker", sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
SLP, SEED, COUNT = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
SOON = 20  # seconds of the processor for what must end in one, on a machine that is busy
scratch = tempfile.mkdtemp(dir=os.environ.get("TMPDIR"))
count = bad = 0
slowest = 0


def run(text, *order):
    """(exit status, what was said) of the main program; order: with TEXT for the file's name"""
    global slowest
    path = os.path.join(scratch, "text")
    with open(path, "w") as file:
        file.write(text)
    out, err = io.StringIO(), io.StringIO()
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = checker.main([t.replace("TEXT", path) for t in order or ("TEXT",)])
        except Exception:
            status = "an exception"
            traceback.print_exc()
    slowest = max(slowest, time.process_time() - began)
    if time.process_time() - began > SOON:
        status = "%s after %.1f s" % (status, time.process_time() - began)
    return status, out.getvalue() + err.getvalue()


def demand(name, got, status, says=""):
    global count, bad
    count += 1
    if got[0] != status or says not in got[1]:
        bad += 1
        print("# %s: exit status %s, wanted %s '%s': %s" % (name, got[0], status, says,
                                                            got[1][-300:]))


def certified(*lines):
    """(the answers, certificates) of slp"""
    path = os.path.join(scratch, "certificates")
    done = subprocess.run([SLP, "run", "--path", "ref", "--certificate", path], text=True,
                          input="".join(t + "\n" for t in lines), capture_output=True)
    with open(path) as file:
        return done.stdout, file.read()


def put(text, key, value, at=-1):
    """The text with a field of its certificate (at = 0: of its case) changed or added."""
    lines = text.rstrip("\n").split("\n")
    lines[at], there = re.subn(r" %s=\S*" % key, " %s=%s" % (key, value), lines[at])
    lines[at] += "" if there else " %s=%s" % (key, value)
    return "\n".join(lines) + "\n"


PENDULUM = ("case id=p system=canonical scheme=midpoint model=pendulum h=0x1p-3 steps=1"
            " x=0x1p+0,0x1p-1")
result, whole = certified(PENDULUM)
demand("as it was written", run(whole), 0, "1 proved")

# ---- An enclosure that is too wide -------------------------------------------------------------
wide = whole
for key, value in (("stage", "0x1.18p+0,0x1.8p-2"), ("radius", "0x1p-1"),
                   ("contraction", "0x1p-2"), ("entered", "0"), ("low", "-0x1p+2,-0x1p+2"),
                   ("high", "0x1p+2,0x1p+2")):
    wide = put(wide, key, value)
step = re.sub(" answer=.*", "", wide)
demand("a wide ball alone is true", run(step), 0, "1 proved")
demand("its right answer is found", run(wide), 0, "1 proved")
demand("another answer within it", run(put(
    wide, "answer", "0x1.11%s,0x1.98f5c28f5c28fp-2" % "p+0")), 1, "not proved")
chain = put(re.sub(" (low|high)=[^ ]*", "", wide), "centre", "0x1.1p+0,0x1.9p-2")
chain = put(chain, "reach", "0x1p+1,0x1p+1")
demand("any answer within a wide set of a chain", run(chain), 1, "too wide to decide number 1")
answer = re.search(" answer=([^,]*),(.*)", whole)
last = int(answer.group(1)[4:17], 16)
for off in (-1, 1):
    demand("an answer off by one unit", run(put(whole, "answer", "0x1.%013xp+0,%s" % (
        last + off, answer.group(2)))), 1, "number 1 of the answer")
demand("an answer of another sign", run(put(whole, "answer", "-%s,%s" % answer.groups())), 1,
       "number 1 of the answer")
for value, says in (("0x1p+1024", "out of range"), ("0x1.00000000000001p+0", "no number of bin"),
                    ("inf", "no hex float"), ("nan", "no hex float")):
    demand("an answer of %s" % value, run(put(whole, "answer", value + "," + answer.group(2))), 2,
           "field answer: '%s' is %s" % (value, says))
# a step beyond the largest number has no answer
over, huge = certified("case id=o system=canonical scheme=euler model=kubo h=0x1p+1 steps=1"
                       " x=0x1.8p+1023,0x1.8p+1023")
demand("slp says error=domain", (0, over), 0, "error=domain")
explicit = ("case id=o system=canonical scheme=euler model=kubo h=0x1p+1 steps=1"
            " x=0x1.8p+1023,0x1.8p+1023\ncertificate id=o step=1 low=0x1p+1025,-0x1p+1025"
            " high=0x1.4p+1025,-0x1p+1023 answer=%s,-0x1.8p+1023\n")
for value in ("0x1.2p+1025", "0x1.fffffffffffffp+1023"):
    demand("an answer beyond the largest", run(explicit % value), 2 if "+1025" in value else 1)

# a splitting leaves areas out, and slp refuses them
area = ("case id=o system=rigid-body scheme=%s inertia=0x1p+0,0x1p-1,0x1p-2"
        " lin=0x1p+0,0x0p+0,0x0p+0,0x0p+0,0x1p+0,0x0p+0 h=0x1p-3 steps=1"
        " x=0x1p+0,0x0p+0,0x0p+0 dw=0x1p-3,0x1p-3 area=0x1p-1\n"
        "certificate id=o step=1 low=%s high=%s\n")
for name in ("splitting-lie", "splitting-strang"):
    demand("areas of " + name, run(area % (name, ",".join(["-0x1p+2"] * 3),
                                           ",".join(["0x1p+2"] * 3))), 2, "field area")

# ---- Where a step begins -----------------------------------------------------------------------
results, three = certified(
    "case id=b system=rigid-body scheme=tmk inertia=0x1p+1,0x1p+0,0x1p-1 h=0x1p-5 steps=3"
    " x=0x1p+0,0x1p-2,0x1p-3", "case id=c system=rigid-body scheme=euler inertia=0x1p+1,0x1p+0,"
    "0x1p-1 h=0x1p-5 steps=1 x=0x1p+0,0x1p-2,0x1p-3")
lines = three.split("\n")
demand("three steps", run(three), 0, "taken on trust: nothing")
demand("a state that nothing gives", run("\n".join([lines[0]] + lines[2:])), 0,
       "taken on trust: the states that 1 steps begin in")
with open(os.path.join(scratch, "results"), "w") as file:
    file.write(results)
ORDERS = [("--results", scratch + "/results", "TEXT"), ("TEXT", "--results", scratch + "/results"),
          ("--results=" + scratch + "/results", "TEXT")]
for order in ORDERS:
    demand("results, " + order[0], run(three, *order), 0, "4 proved")
    demand("results without a certificate of a step",
           run("\n".join([lines[0]] + lines[2:]), *order), 3, "3 proved, 0 not proved, 1 not")
    demand("results without certificates", run("\n".join(lines[:4]) + "\n", *order), 3,
           "result id=c not covered")
    demand("steps out of order", run("\n".join([lines[0], lines[2], lines[1]] + lines[3:]),
                                     *order), 2, "it is not after the one before")
with open(os.path.join(scratch, "other"), "w") as file:
    file.write(results.replace("y=0x1.", "y=0x1.8"))
demand("two files of results", run(three, *ORDERS[0], "--results", scratch + "/other"), 2)
for order in (("--results", "TEXT"), ("--x", "TEXT"), ("--result", scratch + "/results", "TEXT")):
    demand("an order that is none: %s" % (order,), run(three, *order), 2, "usage: ")

# ---- Costly ones -------------------------------------------------------------------------------
TOP = ("case id=t system=heavy-top scheme=implicit-midpoint inertia=0x1p+0,0x1p+0,0x1p+0 chi=0x0p+0"
       ",0x0p+0,0x0p+0 noise=%s h=0x1p-5 steps=1 x=0x1p+0,0x0p+0,0x0p+0,0x0p+0,0x0p+0,0x1p+0 dw=%s")
noises = TOP % (",".join(["0x0p+0"] * 7 * 4000), ",".join(["0x0p+0"] * 4000))
ZERO6 = ",".join(["0x0p+0"] * 6)
BODY_CASE = ("case id=x system=rigid-body scheme=trapezoidal inertia=0x1p+0,0x1p-1,0x1p-2 h=0x1p-3"
             " steps=1 x=0x1p-1,0x1p+0,0x1p-1")
EXPLICIT = ("case id=x system=rigid-body scheme=%s inertia=0x1p+0,0x1p-1,0x1p-2 h=0x1p+1000 steps=1"
            " x=0x1p+0,0x1p+0,0x1p+0\ncertificate id=x step=1 low=-0x1p+1,-0x1p+1,-0x1p+1"
            " high=0x1p+1,0x1p+1,0x1p+1\n")
COSTLY = [
    ("an exponent of -100000", put(whole, "low", "0x1.%sp-20000,0x0p+0" % ("0" * 19999 + "1")), 2,
     "field low"),
    ("a number below 2^-4096", put(whole, "radius", "0x1p-4097"), 2, "field radius"),
    ("a number above 2^1100", put(whole, "high", "0x1p+1100,0x1p+0"), 2, "field high"),
    ("the least number", put(whole, "radius", "0x1p-4096"), 1, "not proved"),
    ("a width of 2^-4096", put(whole, "low", "0x1p-4096,0x1p-4096"), 0, "1 proved"),
    ("4096 iterations", put(put(whole, "entered", "4096"), "radius", "0x1p-4096"), 1, "not proved"),
    ("more iterations", put(whole, "entered", "4097"), 2, "out of range"),
    ("iterations that go away", put(put(certified(BODY_CASE)[1], "h", "0x1p+9", 0), "entered",
                                    "4096"), 1, "not proved"),
    ("a generator of 2^1000", EXPLICIT % "rkmk-euler-exp", 1, "not proved"),
    ("a flow of 2^1000", EXPLICIT % "splitting-lie", 1, "not proved"),
    ("4000 noises", noises + "\ncertificate id=t step=1 error=unable\n", 3, "not covered"),
    ("4000 noises with data", noises.replace("implicit-midpoint", "euler") +
     "\ncertificate id=t step=1 low=%s high=%s\n" % (ZERO6, ZERO6), 1, "not proved"),
    ("a state of 2049 numbers", "case id=x system=spins scheme=euler bonds=1:2 exchange=0x0p+0"
     " h=0x1p-3 steps=1 x=%s\ncertificate id=x step=1 low=0x0p+0 high=0x0p+0\n" % ",".join(
         ["0x0p+0"] * 2049), 3, "not covered: a state of 2049 numbers"),
    ("steps that do not fit", put(whole, "steps", "2097152", 0), 2, "field steps"),
]
for name, text, status, says in COSTLY:
    demand(name, run(text), status, says)
most, checker.MOST_WORK = checker.MOST_WORK, 20
demand("more work than the limit", run(whole), 3, "its work is above 20 products")
checker.MOST_WORK = most

# ---- Changes at random -------------------------------------------------------------------------
rng = random.Random(SEED)
drawn = subprocess.run([SLP, "gen", "--count", "400", "--seed", str(SEED), "--level", "1"],
                       capture_output=True, text=True).stdout.split("\n")
drawn = [t for t in drawn if t.startswith("case ") and " steps=1 " in t and
         len(re.search(r" x=(\S+)", t).group(1).split(",")) <= 9]
_, text = certified(*rng.sample(drawn, 60))
lines = text.rstrip("\n").split("\n")
pairs = [(a, b) for a, b in zip(lines, lines[1:])
         if b.startswith("certificate ") and " error=" not in b]


def another_number(text):
    kind = rng.randrange(8)
    found = re.fullmatch(r"(-?0x.)(\.[0-9a-f]*)?p(.*)", text)
    if not found:
        return rng.choice(("0", "1", "7", "4096", "-1", text + "0", "0x1p+0"))
    first, digits, power = found.groups("")
    if kind == 0:
        more = rng.choice((-1, 1, 8, -8, 60, -60, 900, -4000))
        return "%s%sp%d" % (first, digits, int(power) + more)
    if kind == 1 and digits:
        at = 1 + rng.randrange(len(digits) - 1) if len(digits) > 1 else 0
        return first + digits[:at] + rng.choice("0123456789abcdef") + digits[at + 1:] + "p" + power
    if kind == 2:
        return text[1:] if text[0] == "-" else "-" + text
    return rng.choice(("0x0p+0", "-0x0p+0", "0x1p+0", "0x1p-1074", "0x1p+1023", "nan", "",
                       "0x1p-4096", "0x1p+1099", text, text[:-1], text.upper()))


proved = []
for i in range(COUNT):
    case, certificate = rng.choice(pairs)
    if rng.randrange(6) == 0:  # the data of another one
        other = rng.choice(pairs)[1]
        certificate = certificate.split(" step=")[0] + " step=" + other.split(" step=")[1]
    both = [case, certificate]
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        which = rng.randrange(2)
        parts = both[which].split(" ")
        at = rng.randrange(1, len(parts))
        key, _, value = parts[at].partition("=")
        if key == "id":
            continue
        numbers = value.split(",")
        place = rng.randrange(len(numbers))
        numbers[place] = another_number(numbers[place])
        parts[at] = key + "=" + ",".join(numbers)
        if rng.randrange(12) == 0:
            del parts[at]
        both[which] = " ".join(parts)
    status, said = run("\n".join(both) + "\n")
    demand("change %d: %s" % (i, "\n".join(both)), (status in (0, 1, 2, 3), said), True)
    if status == 0 and " answer=" in both[1]:
        case = re.sub(r" id=\S+", " id=m%d" % i, both[0])
        proved.append((case, re.search(r" answer=(\S+)", both[1]).group(1)))
_, text = certified(*(case for case, _ in proved))
answered = dict(re.findall(r"^certificate id=(m\d+) step=1 .* answer=(\S+)", text, re.M))
for case, own in proved:
    name = re.search(r" id=(\S+)", case).group(1)
    theirs = [checker.number(t, "y") for t in answered.get(name, "").split(",") if t]
    demand("slp answers as was proved: " + case,
           (checker.differ(theirs, [checker.number(t, "y") for t in own.split(",")]), name), False)
print("%d texts, %d not refused as they should be; %d changed ones proved; %.1f s for the slowest"
      % (count, bad, len(proved), slowest))
sys.exit(1 if bad or len(proved) < COUNT // 20 else 0)
