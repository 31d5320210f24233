# SPDX-License-Identifier: LGPL-3.0-or-later
"""Suites that are changed, each with the sums of the changed file: both verifiers must refuse them,
with the same exit status, and name the same field.  The list is kept here alone.  For
tests/vectors/test_vectors.sh.
usage: verify_refusals.py SUITE VERIFIER SCRATCH   VERIFIER: slp_verify, compiled; prints TAP

A change of a number is made in vectors.bin, vectors.txt and vectors.json; both verifiers read the
first, the one in Python all three."""

import hashlib
import json
import os
import re
import resource
import struct
import sys
import zlib

import verifier_inside
from verifier_inside import ok

sys.dont_write_bytecode = True
SUITE, VERIFIER, SCRATCH = sys.argv[1:4]
PYTHON = ["oracle/ports/vectors/slp_verify.py"]
# A suite that promises much memory gets none.
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def read(name):
    with open(os.path.join(SUITE, name), "rb") as file:
        return file.read()


GOOD = {name: read(name) for name in ("vectors.bin", "vectors.txt", "vectors.json")}
binary = GOOD["vectors.bin"]
FIRST = 192 + 256 * struct.unpack_from("<I", binary, 36)[0]
STEPS, BITS = struct.unpack_from("<II", binary, 28)
suite = json.loads(GOOD["vectors.json"])


def size_of(at):
    return struct.unpack_from("<I", binary, at)[0]


places = [FIRST]
for _ in range(STEPS + BITS):
    places.append(places[-1] + size_of(places[-1]))
step = next(i for i, v in enumerate(suite["steps"]) if v["unit"] == 0 and v["dw"] and
            float.fromhex(v["radius"]) and min(abs(float.fromhex(t)) for t in v["x"]))
AT, D = places[step], len(suite["steps"][step]["x"])
X_AT = places[step + 1] - 8 * (3 * D + len(suite["steps"][step]["dw"]))  # x, dw, y, low end it
DW_AT, Y_AT = X_AT + 8 * D, places[step + 1] - 16 * D
NOISE = places[STEPS]
OFFSET = {"h": 152, "within": 160, "radius": 168, "beyond": 176, "L": 184, "kappa": 192,
          "bound": 200}
NUMBERS = {**{k: AT + v for k, v in OFFSET.items()}, "x": X_AT, "dw": DW_AT, "y": Y_AT,
           "low": Y_AT + 8 * D}


def folder(files):
    """A suite of these files, and MANIFEST with their sums unless that is one of them."""
    for name in os.listdir(SCRATCH):
        os.remove(os.path.join(SCRATCH, name))
    files = dict(files)
    files.setdefault("MANIFEST", "".join("%s  %s\n" % (hashlib.sha256(data).hexdigest(), name)
                                         for name, data in files.items()
                                         if data is not None).encode())
    for name, data in files.items():
        if data is not None:
            with open(os.path.join(SCRATCH, name), "wb") as file:
                file.write(data)


def summed(data):
    """vectors.bin with its own checksum and length."""
    data = bytearray(data)
    data[16:24] = struct.pack("<Q", len(data))
    data[12:16] = struct.pack("<I", zlib.crc32(data[16:]))
    return bytes(data)


def refused(name, words, files):
    folder(files)
    said = []
    for file in files:
        if not file.startswith("vectors."):
            continue
        path = os.path.join(SCRATCH, file)
        for command in [PYTHON] + ([[VERIFIER]] if file == "vectors.bin" else []):
            done = verifier_inside.run(command + [path], "", timeout=60)
            if (done.returncode, done.stdout) != (2, "") or words not in done.stderr:
                said.append("%s of %s: status %d: %s" % (command[-1], file, done.returncode,
                                                         done.stderr[-200:]))
    ok("%s is refused: %s" % (name, words), not said, "; ".join(said))


def as_text(value):
    if value != value or value in (float("inf"), -float("inf")):
        return str(value)
    text = value.hex().replace("0x1.0000000000000p", "0x1p").replace("0x0.0p", "0x0p")
    return re.sub(r"(\.[0-9a-f]*?)0+p", r"\1p", text).replace(".p", "p")


def with_number(field, value):
    """The three files with a number of one step changed: the first of its list."""
    data = bytearray(binary)
    struct.pack_into("<d", data, NUMBERS[field], value)
    v = json.loads(json.dumps(suite["steps"][step]))
    lines = GOOD["vectors.txt"].decode().split("\n")
    at = next(i for i, t in enumerate(lines) if t.startswith("expected id=%s " % v["id"]))
    at -= field in ("h", "x", "dw")
    old = re.search(" %s=([^, ]*)" % field, lines[at])
    lines[at] = lines[at][:old.start(1)] + as_text(value) + lines[at][old.end(1):]
    if isinstance(v[field], list):
        v[field][0] = as_text(value)
    else:
        v[field] = as_text(value)
    other = dict(suite, steps=suite["steps"][:step] + [v] + suite["steps"][step + 1:])
    return {"vectors.bin": summed(data), "vectors.txt": "\n".join(lines).encode(),
            "vectors.json": json.dumps(other).encode()}


def patched(at, form, *values):
    data = bytearray(binary)
    struct.pack_into("<" + form, data, at, *values)
    return {"vectors.bin": summed(data)}


folder(GOOD)
for command in (PYTHON, [VERIFIER]):
    done = verifier_inside.run(command + [SCRATCH + "/vectors.bin"], "")
    ok("%s takes the suite as it is" % os.path.basename(command[-1]),
       done.returncode == 1 and "%d unreceived" % (STEPS + BITS) in done.stderr, done.stderr)

# ---- Numbers that no suite has -------------------------------------------------------------------
v = suite["steps"][step]
radius = float.fromhex(v["radius"])
length = sum(float.fromhex(t) ** 2 for t in v["x"] + v["y"]) ** 0.5
nan, inf = float("nan"), float("inf")
for field in NUMBERS:
    for value in (nan, inf, -inf):
        refused("%s of %s" % (field, value), "field %s: " % field, with_number(field, value))
for field in ("within", "radius", "beyond", "L", "kappa", "bound"):
    refused("a negative %s" % field, "field %s: " % field, with_number(field, -1.0))
refused("an L of 5/8", "field L: ", with_number("L", 0.625))
refused("a beyond below radius", "field beyond: ", with_number("beyond", radius * 0.999))
refused("a beyond far above radius", "field beyond: ", with_number("beyond", radius * 2))
refused("a radius of 2^20", "field beyond: ", with_number("radius", 2.0**20))


def both_radii(value):
    files = with_number("radius", value)
    data = bytearray(files["vectors.bin"])
    struct.pack_into("<d", data, NUMBERS["beyond"], value)
    texts = {n: files[n].decode() for n in ("vectors.txt", "vectors.json")}
    at = texts["vectors.txt"].index("expected id=%s " % v["id"])
    texts["vectors.txt"] = texts["vectors.txt"][:at] + re.sub(
        " beyond=[^ ]*", " beyond=" + as_text(value), texts["vectors.txt"][at:], count=1)
    other = json.loads(texts["vectors.json"])
    other["steps"][step]["beyond"] = as_text(value)
    return {"vectors.bin": summed(data), "vectors.txt": texts["vectors.txt"].encode(),
            "vectors.json": json.dumps(other).encode()}


for value in (2.0**20, 1.7e308, 1.001 * 2.0**-38 * length):
    refused("both radii of %g" % value, "field radius: ", both_radii(value))
folder(both_radii(0.999 * 2.0**-38 * length))
for command in (PYTHON, [VERIFIER]):
    done = verifier_inside.run(command + [SCRATCH + "/vectors.bin"], "")
    ok("a radius of 2^-38 of the states is the largest that %s takes" %
       os.path.basename(command[-1]), done.returncode == 1, str(done.stderr))

# ---- Records and heads that are none -------------------------------------------------------------
for name, words, at, form, values in (
    ("a unit of -1", "field unit: ", AT + 136, "i", (-1,)),
    ("a unit of 2^31", "field unit: ", AT + 136, "i", (-(1 << 31),)),
    ("a refusal of 2", "field refusal: ", AT + 5, "B", (2,)),
    ("a kind of 9", "field kind: ", AT + 4, "B", (9,)),
    ("a step that is said to be bits", "field ", NOISE + 4, "B", (0,)),
    ("bits among the steps", "field kind: ", 28, "II", (STEPS + 1, BITS - 1)),
    ("a step among the bits", "field kind: ", 28, "II", (STEPS - 1, BITS + 1)),
    ("an id of 64 characters", "field id: ", AT + 8, "64s", (b"a" * 64,)),
    ("an empty id", "field id: ", AT + 8, "B", (0,)),
    ("an id with a blank", "field id: ", AT + 8, "B", (32,)),
    ("an id with an equals sign", "field id: ", AT + 8, "B", (61,)),
    ("an id twice", "field id: is there twice", places[1] + 8, "64s",
     (binary[places[0] + 8:places[0] + 72],)),
    ("a length of 0", "field length: ", AT, "I", (0,)),
    ("a length of 127", "field length: ", AT, "I", (127,)),
    ("a length of 8 more", "field length: ", AT, "I", (size_of(AT) + 8,)),
    ("a length of 8 less", "field length: ", AT, "I", (size_of(AT) - 8,)),
    ("a length of 2^31", "field length: ", AT, "I", (1 << 31,)),
    ("a step of no numbers", "field ", AT + 140, "I", (0,)),
    ("a step of 2^32 - 1 numbers", "field length: ", AT + 140, "I", ((1 << 32) - 1,)),
    ("increments of 2^32 - 1 numbers", "field length: ", AT + 144, "I", ((1 << 32) - 1,)),
    ("bits of no numbers", "field ", NOISE + 172, "I", (0,)),
    ("65535 parameters", "field ", AT + 6, "H", (65535,)),
    ("a word of bits that is nan", "field y: ", places[STEPS + 1] - 8, "d", (nan,)),
    ("2^32 - 1 steps", "field length: ", 28, "I", ((1 << 32) - 1,)),
    ("a step fewer and a bit fewer", "field ", 28, "II", (STEPS, BITS - 1)),
    ("no records", "field length: ", 28, "II", (0, 0)),
    ("33 notes", "field head: ", 36, "I", (33,)),
    ("a head of 0 bytes", "field head: ", 24, "I", (0,)),
    ("another form", "has ", 8, "I", (2,)),
    ("numbers of 1 bit", "field significand: ", 160, "i", (1,)),
    ("numbers of 54 bits", "field significand: ", 160, "i", (54,)),
    ("a least of 1", "field least: ", 164, "i", (1,)),
    ("a least of -1075", "field least: ", 164, "i", (-1075,)),
    ("a most of 1025", "field most: ", 168, "i", (1025,)),
    ("a tolerance of nan", "field tolerance: ", 176, "d", (nan,)),
    ("a negative tolerance", "field tolerance: ", 176, "d", (-1.0,)),
):
    refused(name, words, patched(at, form, *values))
record = b"".join((struct.pack("<I", 0), binary[AT + 4:AT + 128]))
refused("a record of length 0 and 4294967295 steps", "field length: ", {"vectors.bin": summed(
    binary[:28] + struct.pack("<I", (1 << 32) - 1) + binary[32:FIRST] + record)})
refused("a byte after the last record", "field length: ", {"vectors.bin": summed(binary + b"\0")})
refused("a record cut", "field length: ", {"vectors.bin": summed(binary[:-8])})
refused("a head alone", "field length: ", {"vectors.bin": summed(binary[:192])})

for name, words, data in (
    ("nothing", "is cut", b""),
    ("a file cut in its head", "is cut", binary[:40]),
    ("a file cut in a record", "is cut", binary[:-100]),
    ("a longer file", "longer than it says", binary + b"\0"),
    ("a file with other bits", "is changed: its checksum", binary[:AT + 170] + b"\x5a\xa5" +
     binary[AT + 172:]),
    ("a file with another checksum", "is changed: its checksum", binary[:12] + b"\0\0\0\0" +
     binary[16:]),
    ("what is no suite", "is no suite", b"PK" + binary[2:]),
):
    refused(name, words, {"vectors.bin": data})
refused("no file", "No such file", {"vectors.bin": None})

# ---- Sums ----------------------------------------------------------------------------------------
sums = "".join("%s  %s\n" % (hashlib.sha256(d).hexdigest(), n) for n, d in GOOD.items()).encode()
refused("a suite without MANIFEST", "MANIFEST", {**GOOD, "MANIFEST": None})
refused("an empty MANIFEST", "MANIFEST", {**GOOD, "MANIFEST": b""})
refused("a MANIFEST of another suite", "MANIFEST", {**GOOD, "MANIFEST": sums.replace(
    b"1", b"2").replace(b"a", b"b")})
refused("a name twice in MANIFEST", "twice", {**GOOD, "MANIFEST": sums + sums})
refused("a suite with a checksum of its own that MANIFEST lacks", "MANIFEST", {
    **both_radii(radius * 1.5), "MANIFEST": sums})

# ---- JSON and lines alone ------------------------------------------------------------------------
small = dict(suite, steps=suite["steps"][:2], bits=suite["bits"][:2])


def json_with(change):
    other = json.loads(json.dumps(small))
    change(other)
    return {"vectors.json": json.dumps(other).encode()}


for name, words, change in (
    ("a form that is true", "form", lambda s: s.update(form=True)),
    ("a unit that is false", "field unit: ", lambda s: s["steps"][0].update(unit=False)),
    ("a unit that is a number with a point", "field unit: ",
     lambda s: s["steps"][0].update(unit=0.0)),
    ("a radius that is a number", "field radius: ", lambda s: s["steps"][0].update(radius=1e-9)),
    ("a radius without its 0x", "field radius: ", lambda s: s["steps"][0].update(radius="10")),
    ("a low of fewer numbers", "field low: ", lambda s: s["steps"][0]["low"].pop()),
    ("a y of fewer numbers", "field y: ", lambda s: s["steps"][0]["y"].pop()),
    ("a y that is text", "field y: ", lambda s: s["steps"][0].update(y="0x1p+0")),
    ("no radius", "field radius: ", lambda s: s["steps"][0].pop("radius")),
    ("bits that are a step", "field kind: ", lambda s: s["bits"][0].update(kind="step")),
    ("no bits of a word", "field y: ", lambda s: s["bits"][0].update(y=[])),
    ("the same step twice", "field id: ", lambda s: s["steps"].append(s["steps"][0])),
):
    refused("JSON: " + name, words, json_with(change))
text = json.dumps(small)
refused("JSON: a key twice", "field radius: ", {"vectors.json": text.replace(
    '"radius":', '"radius": "0x1p+9", "radius":', 1).encode()})
refused("JSON: NaN", "field radius: ", {"vectors.json": re.sub(
    '"radius": "[^"]*"', '"radius": NaN', text, count=1).encode()})
lines = GOOD["vectors.txt"].decode()
for name, words, old, new in (
    ("a key twice", "field radius: is there twice", " radius=", " radius=0x1p+9 radius="),
    ("no radius", "field radius: is missing", " radius=", " radios="),
    ("a number that has more digits than it", "field radius: ", " radius=0x1.", " radius=0x11."),
    ("another case's answer", "field id: ", "\nexpected id=", "\nexpected id=x"),
    ("no case", "field id: ", "\ncase id=", "\ncases id="),
    ("two heads", "field suite: ", "\nend\n", "\nsuite form=1\nend\n"),
    ("another form", "form", "suite form=1", "suite form=2"),
    ("no head", "", "\nsuite ", "\nsuites "),
    ("no end", "is cut", "\nend\n", "\n"),
    ("a cut end", "is cut", "\nend\n", "\nen"),
    ("an answer lost", "records, and says", "\nexpected id=" + suite["steps"][-1]["id"] + " ",
     "\n# "),
):
    refused("lines: " + name, words, {"vectors.txt": lines.replace(old, new, 1).encode()})
sys.exit(verifier_inside.failed)
