# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port of the rigid body that answers as MODE says: usage flight_port.py MODE [FILE].

plain        one after the other
collect      blocks of 1000, or what came before the line `go`, in another order; FILE gets the
             size of each block
die          ends at some cases, whatever comes between
twice        answers one case twice
other        answers one case under an id that nobody asked
noise        writes a line of words
alone        answers the first of the cases that it finds waiting, and forgets the others
"""
import os
import random
import select
import sys
import zlib

MODE, FILE = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else None)
with open("oracle/ports/python/slp_port.py", encoding="utf-8") as source:
    exec(source.read().split("\nfor line in sys.stdin")[0])  # its functions


def fields(line):
    return dict(f.split("=", 1) for f in line.split()[1:])


def result(line):
    given = fields(line)
    return f"result id={given['id']} {answer(given)}\n"


def lines():
    held = b""
    while part := os.read(0, 1 << 16):
        if MODE == "alone":  # cases in flight may arrive one after the other
            while select.select([0], [], [], 0.1)[0] and (more := os.read(0, 1 << 16)):
                part += more
        *whole, held = (held + part).split(b"\n")
        if MODE == "alone" and sum(line.startswith(b"case ") for line in whole) > 1:
            whole = whole[:1]
        yield from (line.decode() for line in whole)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def launch(block):
    if FILE and block:
        with open(FILE, "a", encoding="utf-8") as sizes:
            sizes.write(f"{len(block)}\n")
    order = random.Random(len(block))
    order.shuffle(block)
    say("".join(result(line) for line in block))


waiting, count = [], 0
for line in lines():
    if line == "list":
        pairs = [f"pair system=rigid-body scheme={s}\n" for s in SCHEMES]
        say("".join(pairs) + ("go\n" if MODE == "collect" else "") + "end\n")
    elif line == "go":
        launch(waiting)
        waiting = []
    elif line.startswith("case "):
        count += 1
        if MODE == "collect":
            waiting.append(line)
            if len(waiting) == 1000:
                launch(waiting)
                waiting = []
            continue
        if MODE == "die" and zlib.crc32(fields(line)["x"].encode()) % 40 == 7:
            sys.exit(3)
        if MODE == "other" and count == 40:
            line = line.replace("id=check-", "id=check-9")
        if MODE == "noise" and count == 40:
            say("words\n")
        say(result(line) * (2 if MODE == "twice" and count == 40 else 1))
