# SPDX-License-Identifier: LGPL-3.0-or-later
"""The checker's enclosures hold what they should: enclosures.py CHECKER.  Each quantity is computed
with 64 bits, from numbers with a radius, and again with 400 bits at points of those numbers."""
import importlib.util
import random
import sys

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("checker", sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
N, LOW, HIGH = checker.N, 64, 400
draw = random.Random(20)
bad = 0


def check(name, rule, middles, radii):
    """rule(numbers) gives numbers; middles and radii in units of 2^-LOW."""
    global bad
    checker.set_precision(LOW)
    wide = rule([N(m, r) for m, r in zip(middles, radii)])
    for sign in (-1, 1, None):
        checker.set_precision(HIGH)
        point = rule([N((m << HIGH - LOW) + int((r << HIGH - LOW) * (
            sign if sign else draw.uniform(-1, 1)))) for m, r in zip(middles, radii)])
        for i, (a, b) in enumerate(zip(wide, point)):
            if abs((a.m << HIGH - LOW) - b.m) > (a.r << HIGH - LOW) + b.r:
                bad += 1
                print("# %s, number %d: the enclosure does not hold the value" % (name, i + 1))


ONE = 1 << LOW
so3 = checker.rotations()
gauss = checker.isospectral_gauss(so3, lambda z: [u.over(4) for u in z])[2]
for _ in range(20):
    v = [draw.randint(-2 * ONE, 2 * ONE) for _ in range(6)]
    for r in (0, ONE >> 20):
        radii = [r] * 6
        check("a product", lambda a: [a[0] * a[1]], v, radii)
        check("an inverse", lambda a: [checker.inverse(a[0])], [abs(v[0]) + ONE], radii)
        check("a root", lambda a: [checker.root(a[0])], [abs(v[0]) + ONE], radii)
        check("sine and cosine", lambda a: checker.sine_cosine(a[0]), [9 * v[0]], radii)
        check("a flow", lambda a: so3.E(a[:3], a[3:]), v, radii)
        check("a flow's mean", lambda a: so3.E(a[:3], a[3:], True), v, radii)
        check("Cayley", lambda a: so3.C(a[:3], a[3:]), v, radii)
        check("Gauss's stages", lambda a: gauss(a[:3], a), v, radii)
# so small a state that the series ends at its first term
check("a flow of few units", lambda a: so3.E(a[:3], a[3:]),
      [0, 0, int(0.9 * ONE), 250, 0, 0], [0] * 6)
# derivatives: a flow with its angle as the variable, against a difference of two flows
checker.set_precision(HIGH)
angle = N(int(0.9 * ONE) << HIGH - LOW)
flows = [so3.E([checker.whole(0)] * 2 + [N(angle.m + s)],
              [checker.whole(1)] + [checker.whole(0)] * 2)
         for s in (0, 1 << HIGH - 150)]
slopes = [(b.m - a.m) << 150 for a, b in zip(*flows)]
checker.set_precision(LOW)
flow = so3.E([N(0, 0, [0], [0]), N(0, 0, [0], [0]), N(int(0.9 * ONE), 0, [ONE], [0])],
             [checker.whole(1), checker.whole(0), checker.whole(0)])
for a, s in zip(flow, slopes):
    if abs((a.g[0] << HIGH - LOW) - s) > (a.e[0] + 2 << HIGH - LOW):
        bad += 1
        print("# the derivative of a flow is not enclosed")
# the norm of a matrix whose entries are 0, give or take 1/8: 4/8 for 4 rows and columns
checker.set_precision(LOW)
if checker.spectral_bound([[N(0, ONE >> 3)] * 4 for _ in range(4)]) < ONE >> 1:
    bad += 1
    print("# the bound of a norm leaves the radii out")
if checker.spectral_bound([[N(ONE if i == j else 0) for j in range(3)] for i in range(3)]) < ONE:
    bad += 1
    print("# the norm of the identity is bounded by less than 1")
# the ball of a stage: its centre and its defect over 1 - L
held = checker.box([N(5 * ONE)], [2 * ONE], 3 * ONE)[0]
if held.m != 5 * ONE or held.r < 6 * ONE:
    bad += 1
    print("# the box around a ball is too small")
B = 1 << 54  # binary64 has multiples of 4 there, and of 2^-1074 at least
for a, rounded in (((B + 1, 0), (B, 0)), ((B + 2, 0), (B, 0)), ((B + 3, 0), (B + 4, 0)),
                   ((-B - 6, 0), (-B - 8, 0)), ((1, -1075), (0, 0)), ((3, -1075), (2, -1074))):
    if checker.compare(checker.nearest_binary64(a), rounded):
        bad += 1
        print("# %s is rounded to another number of binary64" % (a,))
sys.exit(1 if bad else 0)
