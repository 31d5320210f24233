# SPDX-License-Identifier: LGPL-3.0-or-later
"""Passes cases on to slp run --path ref, which answers in the arithmetic of each case, and changes
the answers: usage arithmetic_port.py SLP HOW
coarse    binary32 with 12 bits
drifting  binary32, each step of a body multiplied by 1 + 10u
wide      numbers of more bits
cut       the nearest binary64 numbers"""
import math
import struct
import subprocess
import sys

SLP, HOW = sys.argv[1:]


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def coarse(value):
    fraction, exponent = math.frexp(value)
    return math.ldexp(round(fraction * 2**12), exponent - 12)


def change(numbered):
    at, value = numbered[0], float.fromhex(numbered[1])
    if HOW == "coarse":
        value = coarse(value)
    elif HOW == "drifting":
        value = single(value * (1 + 10 * 2**-24) ** (at // 3 + 1))
    elif HOW == "wide":
        value *= 1 + 2**-40
    return value.hex()


run = subprocess.Popen([SLP, "run", "--path", "ref"], stdin=subprocess.PIPE,
                       stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    if not line.startswith("case "):
        continue
    run.stdin.write(line)
    run.stdin.flush()
    words = run.stdout.readline().split()
    for i, word in enumerate(words):
        if word.startswith("y="):
            words[i] = "y=" + ",".join(map(change, enumerate(word[2:].split(","))))
    print(*words, flush=True)
