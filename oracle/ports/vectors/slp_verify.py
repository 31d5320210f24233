#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Verifies answers to the steps and the bits of a suite that `slp vectors` wrote.  Python 3.9 or
later, no packages.  The verdict on a step is that of `slp judge`.

usage: slp_verify.py SUITE < answers > verdicts

SUITE is the folder, or one of its files vectors.txt, vectors.json, vectors.bin.  MANIFEST must be
beside the file, and have its sum.  A suite that is changed, or that has numbers which no suite has,
is refused before the first verdict; the message names the field.  Answers are lines
`result id=ID y=...` in any order; other lines are passed over.

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
GAP = 4096  # beyond is at most so many numbers of binary64 above radius: vectors.md, section 2
KINDS = ("step", "words", "normals", "increments", "ensemble")
WORDS = ("pass", "fail", "undecided", "error", "unable", "unsupported", "unreceived")
ERRORS = ("unable", "no-convergence", "domain", "unsupported", "input")
NUMBER = re.compile(
    r"[+-]?(0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)([pP][+-]?[0-9]+)?"
    r"|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)"
)
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity|nan\(.*\)|1\.#(qnan|ind|inf))", re.IGNORECASE)


HEX = re.compile(r"-?0x([01](\.[0-9a-f]{1,13})?p[+-][0-9]{1,4}|[0-9a-f]{8})")
ID = re.compile(r"[!-+.-<>-~-]{1,63}")


class Unusable(Exception):
    """The suite or the answers cannot be used."""


def need(good, field, what):
    if not good:
        raise Unusable("field %s: %s" % (field, what))


def bits_of(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def whole(value):
    """A finite binary64 number in units of 2^-1074."""
    bits = bits_of(value)
    exponent, mantissa = bits >> 52 & 0x7FF, bits & (1 << 52) - 1
    size = (mantissa | 1 << 52) << (exponent - 1) if exponent else mantissa
    return -size if bits >> 63 else size


class Numbers:
    """The numbers of the port's arithmetic: so many bits, multiples of 2^least, below 2^most; and
    the port's tolerance, 0 for none."""

    def __init__(self, significand, least, most, tolerance=0.0):
        need(2 <= significand <= 53, "significand", "is not 2 to 53")
        need(-1074 <= least <= 0, "least", "is not -1074 to 0")
        need(2 <= most <= 1024, "most", "is not 2 to 1024")
        need(math.isfinite(tolerance) and bits_of(tolerance) >> 63 == 0, "tolerance", "is none")
        self.limits = significand, least, most
        self.plain = self.limits == (53, -1074, 1024)
        share = significand - 13  # a pass proves 2^-share of the state at least: vectors.md
        if tolerance:
            share = min(share, 1023 - 12 - (bits_of(tolerance) >> 52))
        self.share = max(share, 2)

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


PLAIN = Numbers(53, -1074, 1024)


class Record:
    """What is expected of one answer."""

    __slots__ = ("id", "kind", "y", "low", "radius", "beyond", "unit", "refusal")

    def __init__(self, name, kind, y, given=(), step=None):
        """given: the numbers of the question by name; step: those of the answer to a step."""
        need(ID.fullmatch(name), "id", "is none")
        need(kind in KINDS and (kind == "step") == (step is not None), "kind", "is none")
        self.id, self.kind, self.y, self.low = name, kind, y, ()
        self.radius = self.beyond = 0.0
        self.unit, self.refusal = 0, True
        need(y, "y" if step is None else "d", "a record has no numbers")
        for field, numbers in given:
            need(all(map(math.isfinite, numbers)), field, "a number is not finite")
        need(all(map(math.isfinite, y)), "y", "a number is not finite")
        if step is None:
            return
        self.low, self.unit, self.refusal = step["low"], step["unit"], step["refusal"] == "error"
        need(self.unit in (0, -1000), "unit", "is neither 0 nor -1000")
        need(step["refusal"] in ("error", "unable"), "refusal", "is neither error nor unable")
        need(len(self.low) == len(y), "low", "has another count than y")
        need(all(map(math.isfinite, self.low)), "low", "a number is not finite")
        for field in ("within", "radius", "beyond", "L", "kappa", "bound"):
            need(math.isfinite(step[field]) and bits_of(step[field]) >> 63 == 0, field,
                 "is negative or not finite")
        need(step["L"] <= 0.5, "L", "is above 1/2")
        self.radius, self.beyond = step["radius"], step["beyond"]
        need(0 <= bits_of(self.beyond) - bits_of(self.radius) <= GAP, "beyond",
             "is not just above radius")
        # (radius 2^(share - 2))^2 against |x|^2 + |y|^2 + (2^(10 + bits + least - 1))^2
        bits, least, _ = step["numbers"].limits
        size = (1 << 9 + bits + least + 1074 - self.unit) ** 2
        size += sum((whole(v) << -self.unit) ** 2 for v in (*y, *dict(given)["x"]))
        need(whole(self.radius) ** 2 << 2 * (step["numbers"].share - 2) <= size, "radius",
             "is larger than that of any suite")

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


def number_of(text, field):
    need(isinstance(text, str) and HEX.fullmatch(text), field, "%.40r is no number" % (text,))
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.inf


def numbers_of(list_of_texts, field):
    need(isinstance(list_of_texts, list), field, "is no list")
    return [number_of(t, field) for t in list_of_texts]


def whole_of(value, field):
    text = str(value)
    need(not isinstance(value, bool) and re.fullmatch("-?[0-9]{1,9}", text), field,
         "%.40r is no whole number" % (value,))
    return int(text)


def once(pairs):
    """A dictionary, unless a key is there twice."""
    made = {}
    for key, value in pairs:
        need(key not in made, key, "is there twice")
        made[key] = value
    return made


def fields_of(line):
    parts = [f.partition("=") for f in line.split(" ")[1:]]
    return once((key, value) for key, _, value in parts)


def arithmetic_of(f):
    return Numbers(*(whole_of(f[k], k) for k in ("significand", "least", "most")),
                   number_of(f["tolerance"], "tolerance"))


def step_of(f, numbers):
    """f: the texts of a step and of its answer, numbers in lists."""
    given = [(k, numbers_of(f[k], k)) for k in ("x", "dw") if k in f]
    given.append(("h", [number_of(f["h"], "h")]))
    step = {k: number_of(f[k], k) for k in ("within", "radius", "beyond", "L", "kappa", "bound")}
    step.update(low=numbers_of(f["low"], "low"), unit=whole_of(f["unit"], "unit"),
                refusal=f["refusal"], numbers=numbers)
    y = numbers_of(f["y"], "y")
    need(len(y) == len(given[0][1]), "y", "has another count than x")
    return Record(f["id"], "step", y, given, step)


def read_lines(data):
    lines = data.decode("ascii").split("\n")
    if lines[-2:] != ["end", ""]:
        raise Unusable("is cut: its last line is not `end`")
    head = numbers = case = None
    records = []
    for line in lines[:-2]:
        word = line.split(" ", 1)[0]
        if word == "suite":
            need(head is None, "suite", "is there twice")
            head = fields_of(line)
            if head["form"] != str(FORM):
                raise Unusable("has form %s, this verifier reads %d" % (head["form"], FORM))
            numbers = arithmetic_of(head)
        elif head is None:
            need(word in ("", "#"), "suite", "stands below a record")
        elif word == "case":
            case = fields_of(line)
        elif word == "expected":
            f = fields_of(line)
            need(case and case.pop("id") == f["id"], "id", "is not that of the case before it")
            f.update((k, t) for k, t in case.items() if k in ("h", "x", "dw"))
            f.update((k, f[k].split(",")) for k in ("x", "dw", "y", "low") if k in f)
            records.append(step_of(f, numbers))
            case = None
        elif word in KINDS[1:]:
            f = fields_of(line)
            records.append(Record(f["id"], word, numbers_of(f["y"].split(","), "y")))
    if head is None:
        raise Unusable("has no line `suite`: it is no suite")
    return records, whole_of(head["steps"], "steps"), whole_of(head["bits"], "bits"), numbers


def read_json(data):
    suite = json.loads(data, object_pairs_hook=once)
    if type(suite["form"]) is not int or suite["form"] != FORM:
        raise Unusable("has form %s, this verifier reads %d" % (suite["form"], FORM))
    numbers = arithmetic_of(suite["arithmetic"])
    records = [step_of(v, numbers) for v in suite["steps"]]
    records += [Record(v["id"], v["kind"], numbers_of(v["y"], "y")) for v in suite["bits"]]
    return records, len(suite["steps"]), len(suite["bits"]), numbers


def read_record(data, at, numbers):
    """(the record at this place, where it ends)"""
    need(at + NAMES <= len(data), "length", "the file ends before its last record")
    size, kind, refusal, parameters = struct.unpack_from("<IBBH", data, at)
    need(NAMES <= size <= len(data) - at, "length", "a record is not as long as it says")
    need(kind < len(KINDS), "kind", "is none")
    end, place = at + size, at + NAMES
    need(data[at + 71] == 0, "id", "is none")
    name = data[at + 8 : at + 72].split(b"\0")[0].decode("ascii", "replace")
    need(size >= NAMES + (64 if kind else 80), "length", "a record is not as long as it says")
    if kind == 0:
        _, _, unit, d, noises, _ = struct.unpack_from("<IIiIII", data, place)
        h, *seven = struct.unpack_from("<7d", data, place + 24)
        count, lists, place = d, [("x", d), ("dw", noises), ("y", d), ("low", d)], place + 80
    else:
        d, count = struct.unpack_from("<II", data, place + 40)
        h, lists, place = 0, [("x", d), ("y", count)], place + 64
    for _ in range(parameters):
        need(place + 24 <= end, "parameters", "do not fit their record")
        place += 24 + 8 * struct.unpack_from("<I", data, place + 20)[0]
    need(place <= end, "parameters", "do not fit their record")
    need(place + 8 * sum(n for _, n in lists) == end, "length",
         "a record is not as long as it says")
    given = [("h", [h])]
    for field, n in lists:
        given.append((field, list(struct.unpack_from("<%dd" % n, data, place))))
        place += 8 * n
    own = dict(given)
    y, given = own["y"], [pair for pair in given if pair[0] not in ("y", "low")]
    if kind:
        return Record(name, KINDS[kind], y, given), end
    need(refusal < 2, "refusal", "is neither error nor unable")
    step = dict(zip(("within", "radius", "beyond", "L", "kappa", "bound"), seven), low=own["low"],
                unit=unit, refusal=("unable", "error")[refusal], numbers=numbers)
    return Record(name, "step", y, given, step), end


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
    need(first == HEAD and notes <= 32, "head", "is changed")
    numbers = Numbers(*struct.unpack_from("<iii", data, 160),
                      struct.unpack_from("<d", data, 176)[0])
    at, records = first + notes * NOTE, []
    need((steps + bits) * NAMES <= length, "length", "the file ends before its last record")
    for i in range(steps + bits):
        record, at = read_record(data, at, numbers)
        need((record.kind == "step") == (i < steps), "kind", "the file counts otherwise")
        records.append(record)
    need(at == length, "length", "the file has more records than it says")
    return records, steps, bits, numbers


READERS = {".txt": read_lines, ".json": read_json, ".bin": read_binary}


def check_sum(path, data):
    """The sum in MANIFEST, beside the file."""
    manifest = os.path.join(os.path.dirname(path), "MANIFEST")
    if not os.path.exists(manifest):
        raise Unusable("has no MANIFEST beside it, with its sum: copy it too")
    with open(manifest, encoding="latin-1") as text:
        lines = [line.split("  ") for line in text.read().split("\n") if not line.startswith("#")]
        sums = once((line[1], line[0]) for line in lines if len(line) == 2)
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
    except KeyError as fault:
        raise Unusable("field %s: is missing" % fault.args[0]) from fault
    except (ValueError, IndexError, TypeError, AttributeError, RecursionError) as fault:
        raise Unusable("has a record that is changed: %s" % fault) from fault
    need(len({r.id for r in records}) == len(records), "id", "is there twice")
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
        arithmetic = PLAIN
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
