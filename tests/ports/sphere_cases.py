# SPDX-License-Identifier: LGPL-3.0-or-later
"""Cases of Zeitlin's sphere of a given size, and the distance between two streams of answers.

usage: sphere_cases.py cases N STEPS [H]     a case on standard output, H = 0.25
       sphere_cases.py distance ONE OTHER    the largest distance of two states, relative to |X|,
                                             of answers to the same cases
"""

import math
import sys


def case(n, steps, h):
    """Entries fall off from the diagonal, so that the motion is smooth; |X| is about sqrt N."""
    x = [math.sin(3 * i) for i in range(n)]
    mean = sum(x) / n
    x = [value - mean for value in x]
    for i in range(n):
        for j in range(i + 1, n):
            size = math.exp(-0.5 * (j - i))
            x += [size * math.sin(i + 2 * j), size * math.cos(2 * i + 0.3 * j)]
    numbers = ",".join(float.hex(value) for value in x)
    print(
        f"case id=sphere-{n} system=zeitlin-sphere scheme=isospectral-midpoint n={n} h={h}"
        f" steps={steps} x={numbers}"
    )


def answers(path):
    """By id: (the states' numbers, None), or (None, the error)."""
    found = {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith("result "):
                fields = dict(word.split("=", 1) for word in line.split()[1:])
                if "y" not in fields:
                    sys.exit(f"{path}: {line.strip()[:90]}")
                found[fields["id"]] = [float.fromhex(v) for v in fields["y"].split(",")]
    return found


def weighted(numbers, n):
    """Squares summed over the entries of the matrices: those off the diagonal stand for two."""
    return sum((1 if k % (n * n) < n else 2) * v * v for k, v in enumerate(numbers))


def distance(one, other):
    one, other = answers(one), answers(other)
    if not one or one.keys() != other.keys():
        sys.exit("the two files answer other cases")
    worst = 0.0
    for name, y in one.items():
        n = int(name.split("-")[1])
        z = other[name]
        for k in range(0, len(y), n * n):
            state, gap = y[k : k + n * n], [a - b for a, b in zip(y[k : k + n * n], z[k:])]
            worst = max(worst, math.sqrt(weighted(gap, n) / weighted(state, n)))
    print(f"{worst:.3g}")


if __name__ == "__main__":
    if sys.argv[1] == "cases":
        case(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "0.25")
    else:
        distance(sys.argv[2], sys.argv[3])
