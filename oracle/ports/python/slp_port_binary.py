#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""A port that reads and writes the binary form (oracle/FORMAT.md), in the standard library alone:
slp gen --form binary | slp_port_binary.py | slp judge --form binary

It echoes every frame and answers it by a frame.  It has the system canonical with the scheme
rkmk-euler-exp.  Put your own code in `answer` and keep the rest."""
import array
import math
import struct
import sys
import zlib

MARK = b"\x89SLP"


def little(numbers):  # the other order of bytes, on processors that have it
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def frames(source):  # the bytes of a frame, its line, and its lists by their keys
    while head := source.read(16):
        mark, version, size = struct.unpack("<4sIQ", head)
        if mark != MARK or version != 1:
            raise ValueError("not a frame of version 1")
        body, tail = source.read(size), source.read(8)
        if zlib.crc32(body, zlib.crc32(head)) != struct.unpack("<Q", tail)[0]:
            raise ValueError("a frame was changed on its way")
        length, count = struct.unpack_from("<II", body)
        line, at, lists = body[8 : 8 + length].decode("ascii"), (8 + length + 7) // 8 * 8, {}
        for _ in range(count):
            key, numbers = struct.unpack_from("<8sQ", body, at)
            at += 16 + 8 * numbers
            values = array.array("d", body[at - 8 * numbers : at])
            lists[key.rstrip(b"\0").decode()] = little(values)
        yield head + body + tail, line, lists


def frame(line, **lists):
    text = line.encode("ascii")
    body = struct.pack("<II", len(text), len(lists)) + text + b"\0" * (-len(text) % 8)
    for key, numbers in lists.items():
        body += struct.pack("<8sQ", key.encode(), len(numbers))
        body += little(array.array("d", numbers)).tobytes()
    whole = MARK + struct.pack("<IQ", 1, len(body)) + body
    return whole + struct.pack("<Q", zlib.crc32(whole))


def number(text):
    return float.fromhex(text) if "x" in text else float(text)


def answer(case, x, dw):  # y = E(Xi(x)) x
    noises, y = [number(case[key]) if key in case else None for key in ("beta", "gamma")], []
    for n in range(int(case["steps"])):
        given = iter(dw[n * len(dw) // int(case["steps"]) :])
        b, g = (0.0 if size is None else size * next(given) for size in noises)
        h = number(case["h"])
        if case["model"] == "kubo":
            xi = [(h + b) * x[0], (h + b) * x[1]]
        else:
            xi = [h * math.sin(x[0]) + b * math.cos(x[0]), h * x[1] + g]
        x = [x[0] + xi[1], x[1] - xi[0]]
        y += x
    return y


for whole, line, lists in frames(sys.stdin.buffer):
    case = dict(field.split("=", 1) for field in line.split()[1:])
    if not line.startswith("case "):
        continue
    sys.stdout.buffer.write(whole)
    name = f"result id={case['id']}"
    if (case["system"], case["scheme"]) == ("canonical", "rkmk-euler-exp"):
        y = answer(case, list(lists["x"]), list(lists.get("dw", [])))
        sys.stdout.buffer.write(frame(name, y=y))
    else:
        sys.stdout.buffer.write(frame(name + " error=unsupported"))
    sys.stdout.buffer.flush()
