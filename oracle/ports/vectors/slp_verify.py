#!/usr/bin/env python3
"""Verifies answers to the steps and the bits of a suite that `slp vectors` wrote.  Python 3.9 or
later, no packages.  The verdict on a step is that of `slp judge`.

usage: slp_verify.py SUITE < answers > verdicts

SUITE is the folder, or one of its files vectors.txt, vectors.json, vectors.bin.  The sum that
MANIFEST has of the file is tested.  Answers are lines `result id=ID y=...` in any order; other
lines are passed over.

Each expected answer is y + low, exact to `within`; an answer passes if its Euclidean distance from
it is at most `radius`, and fails if it is above `beyond`.  All of this is computed in whole
numbers.

Exit status: 0 something passed and nothing fell short; 1 something fell short or nothing passed;
2 unusable input: a file that is cut, changed or of another form, an answer to no question."""

import hashlib
import json
import math
import os
import re
import struct
import sys
import zlib

FORM = 1
HEAD, CHECKED, NOTE, NAMES = 192, 16, 256, 128
KINDS = ("step", "words", "normals", "increments", "ensemble")
WORDS = ("pass", "fail", "undecided", "error", "unable", "unsupported", "unreceived")
ERRORS = ("unable", "no-convergence", "domain", "unsupported", "input")
NUMBER = re.compile(
    r"[+-]?(0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)([pP][+-]?[0-9]+)?"
    r"|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)"
)
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity|nan\(.*\)|1\.#(qnan|ind|inf))", re.IGNORECASE)


class Unusable(Exception):
    """The suite or the answers cannot be used."""


def bits_of(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def whole(value):
    """A finite binary64 number in units of 2^-1074."""
    bits = bits_of(value)
    exponent, mantissa = bits >> 52 & 0x7FF, bits & (1 << 52) - 1
    size = (mantissa | 1 << 52) << (exponent - 1) if exponent else mantissa
    return -size if bits >> 63 else size


class Numbers:
    """The numbers of the port's arithmetic: so many bits, multiples of 2^least, below 2^most."""

    def __init__(self, significand, least, most):
        self.limits = int(significand), int(least), int(most)
        self.plain = self.limits == (53, -1074, 1024)

    def has(self, value):
        size = abs(whole(value))
        if size == 0 or self.plain:
            return True
        significand, least, most = self.limits
        low, high = (size & -size).bit_length() - 1, size.bit_length()
        return high - low <= significand and low - 1074 >= least and high - 1074 <= most

    def takes(self, text, value):
        """Is this text, which was read as value, one of them?  A decimal must be a whole number."""
        if self.plain:
            return True
        if "x" not in text.lower():
            return text.lstrip("+-").isdigit() and len(text) <= 15 and self.has(value)
        digits = re.sub("[pP].*|^[+-]?0[xX]|[.]", "", text).strip("0")
        return len(digits) <= 14 and self.has(value)


class Record:
    """What is expected of one answer."""

    __slots__ = ("id", "kind", "y", "low", "radius", "beyond", "unit", "refusal")

    def __init__(self, name, kind, y, low=(), radius=0.0, beyond=0.0, unit=0, refusal=True):
        self.id, self.kind, self.y, self.low = name, kind, y, low
        self.radius, self.beyond, self.unit, self.refusal = radius, beyond, unit, refusal
        if kind not in KINDS or len(low) != (len(y) if kind == "step" else 0):
            raise Unusable("has a record that is changed: " + name)

    def verdict(self, answer):
        """'pass', 'fail' or 'undecided' for numbers, as many as were asked for."""
        if self.kind != "step":
            same = all(bits_of(a) == bits_of(b) for a, b in zip(answer, self.y))
            return "pass" if same else "fail"
        square = 0
        for number, middle, low in zip(answer, self.y, self.low):
            square += ((whole(number) - whole(middle) << -self.unit) - whole(low)) ** 2
        if square <= whole(self.radius) ** 2:
            return "pass"
        return "fail" if square > whole(self.beyond) ** 2 else "undecided"


# ---- Suites -----------------------------------------------------------------------------------


def number_of(text):
    return float.fromhex(text)


def numbers_of(text):
    return [float.fromhex(t) for t in text.split(",")]


def fields_of(line):
    return dict(f.split("=", 1) for f in line.split(" ")[1:])


def read_lines(data):
    lines = data.decode("ascii").split("\n")
    if lines[-2:] != ["end", ""]:
        raise Unusable("is cut: its last line is not `end`")
    head, records = None, []
    for line in lines[:-2]:
        word = line.split(" ", 1)[0]
        if word == "suite":
            head = fields_of(line)
            if head["form"] != str(FORM):
                raise Unusable("has form %s, this verifier reads %d" % (head["form"], FORM))
        elif word == "expected":
            f = fields_of(line)
            records.append(
                Record(
                    f["id"],
                    "step",
                    numbers_of(f["y"]),
                    numbers_of(f["low"]),
                    number_of(f["radius"]),
                    number_of(f["beyond"]),
                    int(f["unit"]),
                    f["refusal"] == "error",
                )
            )
        elif word in KINDS[1:]:
            f = fields_of(line)
            records.append(Record(f["id"], word, numbers_of(f["y"])))
    if head is None:
        raise Unusable("has no line `suite`: it is no suite")
    numbers = Numbers(head["significand"], head["least"], head["most"])
    return records, int(head["steps"]), int(head["bits"]), numbers


def read_json(data):
    suite = json.loads(data)
    if suite["form"] != FORM:
        raise Unusable("has form %s, this verifier reads %d" % (suite["form"], FORM))
    records = [
        Record(
            v["id"],
            "step",
            [number_of(t) for t in v["y"]],
            [number_of(t) for t in v["low"]],
            number_of(v["radius"]),
            number_of(v["beyond"]),
            v["unit"],
            v["refusal"] == "error",
        )
        for v in suite["steps"]
    ]
    records += [Record(v["id"], v["kind"], [number_of(t) for t in v["y"]]) for v in suite["bits"]]
    a = suite["arithmetic"]
    numbers = Numbers(a["significand"], a["least"], a["most"])
    return records, len(suite["steps"]), len(suite["bits"]), numbers


def read_binary(data):
    if len(data) < HEAD:
        raise Unusable("is cut: it is shorter than its head")
    if data[:8] != b"SLPVECT\n":
        raise Unusable("is no suite: it does not begin with SLPVECT")
    form, crc, length, first, steps, bits, notes = struct.unpack_from("<IIQIIII", data, 8)
    if form != FORM:
        raise Unusable("has form %d, this verifier reads %d" % (form, FORM))
    if len(data) != length:
        raise Unusable("is cut or longer than it says: get it anew")
    if zlib.crc32(data[CHECKED:]) != crc:
        raise Unusable("is changed: its checksum is another; get it anew")
    numbers = Numbers(*struct.unpack_from("<iii", data, 160))
    at, records = first + notes * NOTE, []
    for _ in range(steps + bits):
        size, kind, refusal, parameters = struct.unpack_from("<IBBH", data, at)
        name = data[at + 8 : at + 72].split(b"\0")[0].decode("ascii")
        place = at + NAMES
        if kind == 0:
            _, _, unit, d, noises, _ = struct.unpack_from("<IIiIII", data, place)
            _, _, radius, beyond = struct.unpack_from("<4d", data, place + 24)
            place += 24 + 7 * 8
            count = d
        else:
            d, count = struct.unpack_from("<II", data, place + 40)
            noises = 0
            place += 64
        for _ in range(parameters):
            place += 24 + 8 * struct.unpack_from("<I", data, place + 20)[0]
        place += 8 * (d + noises)
        y = struct.unpack_from("<%dd" % count, data, place)
        if kind == 0:
            low = struct.unpack_from("<%dd" % d, data, place + 8 * d)
            records.append(Record(name, "step", y, low, radius, beyond, unit, refusal == 1))
        else:
            records.append(Record(name, KINDS[kind], y))
        at += size
    return records, steps, bits, numbers


READERS = {".txt": read_lines, ".json": read_json, ".bin": read_binary}


def check_sum(path, data):
    """The sum in MANIFEST, where it is beside the file."""
    manifest = os.path.join(os.path.dirname(path), "MANIFEST")
    if not os.path.exists(manifest):
        return
    with open(manifest, encoding="ascii") as text:
        sums = dict(reversed(line.split()) for line in text if not line.startswith("#"))
    name = os.path.basename(path)
    if name not in sums:
        raise Unusable("is not named in MANIFEST beside it")
    if hashlib.sha256(data).hexdigest() != sums[name]:
        raise Unusable("is changed: its SHA-256 is not that of MANIFEST; get it anew")


def read_suite(path):
    """The records of a suite, in its order, and the numbers that answers may have."""
    if os.path.isdir(path):
        path = os.path.join(path, "vectors.bin")
    reader = READERS.get(os.path.splitext(path)[1])
    if not reader:
        raise Unusable("is none of vectors.txt, vectors.json, vectors.bin")
    with open(path, "rb") as file:
        data = file.read()
    check_sum(path, data)
    try:
        records, steps, bits, numbers = reader(data)
    except (KeyError, ValueError, IndexError, TypeError, struct.error) as fault:
        raise Unusable("has a record that is changed: %s" % fault) from fault
    found = sum(r.kind == "step" for r in records)
    if found != steps or len(records) - found != bits:
        raise Unusable("has %d records, and says %d" % (len(records), steps + bits))
    return records, numbers


# ---- Answers ----------------------------------------------------------------------------------


def parse_list(text, arithmetic):
    """(numbers, None), or (None, why it is no valid answer)."""
    items, numbers = text.split(","), []
    if any(NOT_FINITE.fullmatch(item) for item in items):
        return None, "not-finite"
    for item in items:
        if not NUMBER.fullmatch(item):
            return None, "malformed"
        try:
            number = float.fromhex(item) if "x" in item.lower() else float(item)
        except OverflowError:
            return None, "malformed"
        if math.isinf(number):
            return None, "malformed"
        if not arithmetic.takes(item, number):
            raise Unusable("answers: %s is no number of the suite's arithmetic" % item)
        numbers.append(number)
    return numbers, None


def judge(record, line, arithmetic):
    """(verdict, reason) of one line."""
    fields = [f.partition("=") for f in line.split(" ")[1:]]
    keys = [key for key, equals, _ in fields if equals]
    given = {key: value for key, _, value in fields}
    known = {"id", "y", "error", "iterations", "g", "bits", "prec"}
    if len(keys) != len(fields) or len(set(keys)) != len(keys) or not set(keys) <= known:
        return "fail", "malformed"
    if ("y" in given) == ("error" in given):
        return "fail", "malformed"
    if "error" in given:
        word = given["error"]
        if word not in ERRORS:
            return "fail", "malformed"
        if word == "unsupported":
            return "unsupported", word
        if record.refusal or word == "input":
            return "error", word
        return "unable", "no-convergence"
    if record.kind != "step":
        arithmetic = Numbers(53, -1074, 1024)
    numbers, reason = parse_list(given["y"], arithmetic)
    if reason is None and len(numbers) != len(record.y):
        reason = "count"
    if reason:
        return "fail", reason
    return record.verdict(numbers), None


def answers_of(file, known):
    """id: line."""
    answers = {}
    for number, line in enumerate(file, 1):
        if not line.endswith("\n"):
            raise Unusable("answers:%d: the last line is cut: it has no newline" % number)
        if not line.startswith("result "):
            continue
        line = line.rstrip("\r\n")
        name = next((f[3:] for f in line.split(" ") if f.startswith("id=")), None)
        if name not in known:
            raise Unusable("answers:%d: id %s: not in the suite" % (number, name))
        if name in answers:
            raise Unusable("answers:%d: id %s: answered before" % (number, name))
        answers[name] = line
    return answers


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: slp_verify.py SUITE < answers > verdicts", file=sys.stderr)
        return 2
    try:
        records, numbers = read_suite(arguments[0])
        answers = answers_of(sys.stdin, {r.id for r in records})
    except OSError as fault:
        print("slp_verify.py: %s: %s" % (arguments[0], fault.strerror), file=sys.stderr)
        return 2
    except Unusable as fault:
        print("slp_verify.py: %s: %s" % (arguments[0], fault), file=sys.stderr)
        return 2
    counts, verdicts = dict.fromkeys(WORDS, 0), []
    try:
        for record in records:
            line = answers.get(record.id)
            verdict, reason = ("unreceived", None) if line is None else judge(record, line, numbers)
            counts[verdict] += 1
            reason = " reason=" + reason if reason else ""
            verdicts.append("verdict id=%s %s%s\n" % (record.id, verdict, reason))
    except Unusable as fault:
        print("slp_verify.py: id %s: %s" % (record.id, fault), file=sys.stderr)
        return 2
    sys.stdout.writelines(verdicts)
    said = ", ".join("%d %s" % (n, w) for w, n in counts.items() if n or w in ("pass", "fail"))
    none = "" if counts["pass"] else "; nothing passed"
    print("slp_verify.py: " + said + none, file=sys.stderr)
    short = counts["fail"] + counts["undecided"] + counts["error"] + counts["unreceived"]
    return 0 if counts["pass"] and not short else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
