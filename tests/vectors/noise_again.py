# SPDX-License-Identifier: LGPL-3.0-or-later
"""Words, normals and increments computed once more, from oracle/contract/noise/noise.md, in
Python; for tests/vectors/test_noise.sh.
usage: noise_again.py SLP      prints TAP"""

import math
import random
import subprocess
import sys
from fractions import Fraction

MASK = (1 << 32) - 1


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [q >> 32 ^ c[1] ^ k[0], q & MASK, p >> 32 ^ c[3] ^ k[1], p & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def words(seed, path, channel, level, node):
    s = philox([channel, level, 0, 0], [seed & MASK, seed >> 32])
    return philox(
        [node & MASK, node >> 32, path & MASK ^ s[2], path >> 32 ^ s[3]], [s[0], s[1]]
    )


def normals(seed, path, channel, level, node):
    """near enough: the bits are pinned by tests/contract/test_noise_normal.c"""
    w = words(seed, path, channel, level, node)
    u = ((w[1] << 32 | w[0]) >> 11) + 1
    upper = (w[3] << 32 | w[2]) >> 11
    quadrant, arc = upper >> 51, upper & (1 << 51) - 1
    t = (2 * arc + 1 - 2**51) * 2.0**-52
    radius = math.sqrt(-2 * (math.log(u) - 53 * math.log(2)))
    angle = math.pi / 2 * (quadrant + t)
    return radius * math.cos(angle), radius * math.sin(angle)


def ask(kind, **options):
    arguments = [t for k, v in options.items() for t in ("--" + k, str(v))]
    said = subprocess.run([sys.argv[1], "noise", kind, *arguments], capture_output=True, text=True)
    return [float.fromhex(t) for t in said.stdout.strip().split(" y=")[1].split(",")]


draw = random.Random(7)
wrong = []
for i in range(16):
    key = dict(
        seed=draw.getrandbits(64),
        path=draw.getrandbits(64),
        channel=draw.getrandbits(32 if i % 2 else 2),
        level=draw.getrandbits(32) if i % 2 else 0,
        node=draw.getrandbits(64),
    )
    if ask("words", **key) != words(**key):
        wrong.append(("words", key))
    found, near = ask("normals", **key), normals(**key)
    if any(abs(a - b) > 1e-12 * max(1, abs(b)) for a, b in zip(found, near)):
        wrong.append(("normals", key, found, near))
    if i % 2 == 0:
        h = draw.uniform(0.001, 2)
        pair = dict(key, node=key["node"] // 2)
        increment = ask("increments", h=h.hex(), **key)[0]
        ideal = math.sqrt(h) * ask("normals", **pair)[key["node"] % 2]
        grid = 2.0 ** -((74 - math.frexp(h)[1]) // 2)
        if abs(increment - ideal) > 0.51 * grid or Fraction(increment) % Fraction(grid) != 0:
            wrong.append(("increments", key, h, increment, ideal))
print("not ok" if wrong else "ok", "- words, normals and increments are those of noise.md")
if wrong:
    print("#", wrong[0])
sys.exit(bool(wrong))
