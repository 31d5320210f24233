# SPDX-License-Identifier: LGPL-3.0-or-later
"""Says in one line which numbers of two outputs of kernel_bits (tests/support/cross) differ, and
whether that is a fault.
usage: differing_bits.py WANTED FOUND    The first line of both names a kernel and is not compared.
Exit status: 0 the same bits, or others that a C library explains; 1 a fault.

Noise and states have the same bits on every machine.  One thing is excepted: a path of size 1e9 in
a splitting is stepped alone, and its turns by angles of 1e8 take the sine of the C library, whose
last bit no standard fixes."""
import sys

PATHS, LARGE = 29, 5  # of kernel_bits.c: paths of a run, and which of them is of size 1e9
SPLITTINGS = {"g": "splitting-lie", "h": "splitting-strang"}  # its lines


def blocks(path):
    """Heading and numbers of each part."""
    found = []
    with open(path, encoding="ascii") as file:
        for line in file.read().splitlines()[1:]:
            words = line.split()
            if words and len(words[0]) == 16 and not set(words[0]) - set("0123456789abcdef"):
                found[-1][1].extend(words)
            elif words:
                found.append((line, []))
    return found


def listed(numbers):
    few = ", ".join(map(str, numbers[:5]))
    return few + (f" and {len(numbers) - 5} more" if len(numbers) > 5 else "")


def part(wanted, found):
    """(words, is it a fault) of a part that differs; None where it does not."""
    (head, one), (other_head, other) = wanted, found
    name = head.split()[0]
    if head != other_head or len(one) != len(other):
        return f"'{head}' is '{other_head}' there", True
    at = [k for k, (a, b) in enumerate(zip(one, other)) if a != b]
    if not at:
        return None
    if name == "increments":
        return f"noise: {len(at)} of {len(one)} increments (first: number {at[0] + 1})", True
    paths = sorted({k % PATHS for k in at})
    rule = SPLITTINGS.get(name)
    words = f"case {name}, {rule or head.split()[1]}: {len(at)} of {len(one)} numbers, of path"
    if rule and paths == [LARGE]:
        return f"{words} {LARGE}, of size 1e9", False
    return f"{words} {listed(paths)} (first: {one[at[0]]} here, {other[at[0]]} there)", True


def main():
    wanted, found = blocks(sys.argv[1]), blocks(sys.argv[2])
    if len(wanted) != len(found) or not wanted:
        print(f"OTHER BITS, a fault: {len(found)} parts, not {len(wanted)}")
        return True
    said = [one for one in map(part, wanted, found) if one]
    faults = [words for words, fault in said if fault]
    explained = [words for words, fault in said if not fault]
    if faults:
        print(f"OTHER BITS, a fault: {'; '.join(faults)}")
    elif explained:
        print(f"the same bits, but for {'; '.join(explained)}: no fault, the sine of another C "
              "library")
    else:
        print("the same bits")
    return bool(faults)


sys.exit(main())
