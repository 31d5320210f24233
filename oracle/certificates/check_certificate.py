#!/usr/bin/env python3
"""Proves steps of stochastic Lie-Poisson integrators again, from their certificates.

    slp run --path ref --certificate FILE < CASES > RESULTS
    python3 check_certificate.py FILE...          FILE.json is read as JSON, - is standard input

For each certificate it prints a line: `proved`, `not proved` with the reason, or `not covered`.
Exit status: 0 all proved; 1 some not proved; 3 some not covered, all others proved; 2 a certificate
is malformed.  It uses nothing of slp: only whole numbers of Python, and these two pages: proof.md
beside this file, which has the theorem and the format, and the manual's pages of systems and
schemes, which have the equations."""
import json
import re
import sys
from math import isqrt

# ---- Enclosures with derivatives -----------------------------------------------------------
# N(m, r, g, e) stands for every number a with |a - m/2^P| <= r/2^P.  Its i-th partial derivative
# lies within e[i]/2^P of g[i]/2^P; g is None where the number does not depend on the variables.
P = 0


class NotProved(Exception):
    """A hypothesis of the theorem that does not hold, or is not seen to hold."""


class NotCovered(Exception):
    """A system, a scheme or a size that this program does not have."""


class Malformed(Exception):
    """A text that is no certificate."""


def set_precision(bits):
    global P
    P = bits


class N:
    __slots__ = ("m", "r", "g", "e")

    def __init__(self, m, r=0, g=None, e=None):
        self.m, self.r, self.g, self.e = m, r, g, e

    def __add__(self, b):
        if self.g is None:
            return N(self.m + b.m, self.r + b.r, b.g, b.e)
        if b.g is None:
            return N(self.m + b.m, self.r + b.r, self.g, self.e)
        return N(self.m + b.m, self.r + b.r, [u + v for u, v in zip(self.g, b.g)],
                 [u + v for u, v in zip(self.e, b.e)])

    def __neg__(self):
        return N(-self.m, self.r, self.g and [-u for u in self.g], self.e)

    def __sub__(self, b):
        return self + -b

    def __mul__(self, b):
        return dot((self,), (b,))

    def times(self, k):  # by a whole number
        return N(self.m * k, self.r * abs(k), self.g and [u * k for u in self.g],
                 self.e and [u * abs(k) for u in self.e])

    def over(self, k):  # by a whole number k > 0
        if self.m == 0 and self.r == 0 and self.g is None:
            return self
        return N(self.m // k, self.r // k + 2, self.g and [u // k for u in self.g],
                 self.e and [u // k + 2 for u in self.e])

    def size(self):
        return abs(self.m) + self.r

    def slope(self, value, radius, by):  # the number `value`, with derivative by * a'
        if self.g is None:
            return N(value, radius)
        f = by * N(0, 0, self.g, self.e)
        return N(value, radius, f.g, f.e)


def dot(a, b):
    """The sum of a_i b_i, rounded once."""
    m = r = 0
    g = e = None
    for u, v in zip(a, b):
        um, ur, vm, vr = u.m, u.r, v.m, v.r
        m += um * vm
        r += abs(um) * vr + ur * (abs(vm) + vr)
        for w, xm, xr in ((u, vm, vr), (v, um, ur)):
            if w.g is None or not (xm or xr):
                continue
            x = abs(xm) + xr
            if g is None:
                g = [t * xm for t in w.g]
                e = [abs(t) * xr + s * x for t, s in zip(w.g, w.e)]
            else:
                g = [y + t * xm for y, t in zip(g, w.g)]
                e = [y + abs(t) * xr + s * x for y, t, s in zip(e, w.g, w.e)]
    if g is not None:
        g, e = [u >> P for u in g], [(u >> P) + 2 for u in e]
    if m == 0 and r == 0:
        return N(0, 0, g, e)
    return N(m >> P, (r >> P) + 2, g, e)


def whole(k):
    return N(k << P)


def exact(number):
    """The dyadic number (mantissa, exponent)."""
    m, k = number
    return N(m << P + k) if P + k >= 0 else N(m >> -(P + k), 1)


def half(a):
    return a.over(2)


def inverse(a):
    low = abs(a.m) - a.r
    if low <= 0:
        raise NotProved("a divisor is not proved to differ from 0")
    v = N((1 << 2 * P) // a.m, ((a.r << 2 * P) // (abs(a.m) * low)) + 2)
    return a.slope(v.m, v.r, -(v * v))


def root(a):
    if a.m - a.r <= 0:
        raise NotProved("a length is not proved to differ from 0")
    low, high = isqrt(a.m - a.r << P), isqrt(a.m + a.r << P) + 1
    v = N(low + high >> 1, (high - low >> 1) + 1)
    return a.slope(v.m, v.r, half(inverse(v)) if a.g is not None else None)


def pi():
    def arctan_inverse(k, bits):  # arctan(1/k) by its alternating series; error: its terms' count
        total, power, j = 0, (1 << bits) // k, 0
        while power:
            total += (-power if j & 1 else power) // (2 * j + 1)
            power //= k * k
            j += 1
        return total
    bits = P + 32
    return N(16 * arctan_inverse(5, bits) - 4 * arctan_inverse(239, bits) >> 32, 2)


def sine_cosine(a):
    """Taylor at the middle, reduced by a multiple of pi/2; both have a Lipschitz constant of 1."""
    quarter = half(pi())
    turns = (2 * a.m + quarter.m) // (2 * quarter.m)
    t = a.m - turns * quarter.m
    both = []
    for k in (0, 1):
        term, total, count = (t if k == 0 else 1 << P), 0, 2 - k
        while abs(term) > 1:
            total += term
            term = -(term * t >> P) * t >> P
            term //= count * (count + 1)
            count += 2
        # each term is off by at most 8 roundings; the terms left out are below 4 together
        both.append(N(total, 8 * count + 8 + a.r + abs(turns) * (quarter.r + 1)))
    s, c = both
    for _ in range(turns % 4):
        s, c = c, -s
    return a.slope(s.m, s.r, c), a.slope(c.m, c.r, -s)


def length(v):
    """An upper bound of the Euclidean norm, in units of 2^-P."""
    return isqrt(sum(a.size() ** 2 for a in v)) + 1


def derivative_length(v, i):
    return isqrt(sum((abs(a.g[i]) + a.e[i]) ** 2 for a in v if a.g is not None)) + 1


# ---- Matrices ------------------------------------------------------------------------------
# A complex matrix A + iB is the real matrix ((A, -B), (B, A)): products and inverses are the same,
# and the conjugate transpose is the transpose.
def product(a, b, is_complex=False):
    n = len(b[0]) // (2 if is_complex else 1)
    columns = list(zip(*b))[:n]
    c = [[dot(row, column) for column in columns] for row in a]
    if is_complex:
        k = len(a) // 2
        c = [c[i] + [-u for u in c[i + k]] for i in range(k)] + \
            [c[i + k] + c[i] for i in range(k)]
    return c


def transpose(a):
    return [list(column) for column in zip(*a)]


def plus_half(a, sign):
    """I + a/2 or I - a/2."""
    return [[(half(u) if sign > 0 else -half(u)) + (whole(1) if i == j else whole(0))
             for j, u in enumerate(row)] for i, row in enumerate(a)]


def matrix_inverse(a):
    """By elimination with the largest pivots."""
    n = len(a)
    rows = [list(row) + [whole(int(i == j)) for j in range(n)] for i, row in enumerate(a)]
    for k in range(n):
        at = max(range(k, n), key=lambda i: abs(rows[i][k].m))
        rows[k], rows[at] = rows[at], rows[k]
        pivot = inverse(rows[k][k])
        rows[k] = [u * pivot if u.m or u.r or u.g else u for u in rows[k]]
        for i in range(n):
            f = -rows[i][k]
            if i != k and (f.m or f.r or f.g):
                one = whole(1)
                rows[i] = [dot((u, f), (one, v)) if v.m or v.r or v.g else u
                           for u, v in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def spectral_bound(a):
    """At least the spectral norm of every matrix in a, in units of 2^-P: of the middle by the
    Frobenius norm of a high power of its square, of the rest by the Frobenius norm."""
    cut = max(P - 48, 0)
    middle = [[u.m >> cut for u in row] for row in a]
    rest = isqrt(sum((u.r + (1 << cut)) ** 2 for row in a for u in row)) + 1
    power, doublings = middle, 6
    for k in range(doublings):
        columns = list(zip(*power))
        power = [[sum(map(int.__mul__, u, v)) for v in columns] for u in columns]
    bound = sum(u * u for row in power for u in row)
    for _ in range(doublings + 1):
        bound = isqrt(bound) + 1
    return (bound << cut) + rest


# ---- Algebras ------------------------------------------------------------------------------
def cross(a, b):
    return [dot((a[1], -a[2]), (b[2], b[1])), dot((a[2], -a[0]), (b[0], b[2])),
            dot((a[0], -a[1]), (b[1], b[0]))]


def add(*vectors):
    total = list(vectors[0])
    for v in vectors[1:]:
        total = [a + b for a, b in zip(total, v)]
    return total


def halves(v):
    return [half(a) for a in v]


def hat(v):
    o = whole(0)
    return [[o, -v[2], v[1]], [v[2], o, -v[0]], [-v[1], v[0], o]]


class Algebra:
    """Coordinates, and the matrices they stand for: one, or a block for each vortex."""
    is_complex = False
    growth = 3  # |ad*_xi x| <= growth |xi| |x| in a norm between |coordinates| and twice that

    def field(self, xi, x):
        out = []
        for a, b in zip(self.matrices(xi), self.matrices(x)):
            p = transpose(a)
            u, v = product(p, b, self.is_complex), product(b, p, self.is_complex)
            out.append([[s - t for s, t in zip(i, j)] for i, j in zip(u, v)])
        return self.coordinates(out)

    def bracket(self, a, b):
        out = []
        for p, q in zip(self.matrices(a), self.matrices(b)):
            u, v = product(p, q, self.is_complex), product(q, p, self.is_complex)
            out.append([[s - t for s, t in zip(i, j)] for i, j in zip(u, v)])
        return self.coordinates(out)

    def sandwich(self, left, right, x):
        return self.coordinates([
            product(product(a, b, self.is_complex), c, self.is_complex)
            for a, b, c in zip(left, self.matrices(x), right)])

    def D(self, xi, x):
        p = [transpose(a) for a in self.matrices(xi)]
        return self.sandwich([plus_half(a, -1) for a in p], [plus_half(a, 1) for a in p], x)

    def D_inverse(self, xi, x):
        p = [transpose(a) for a in self.matrices(xi)]
        return self.sandwich([matrix_inverse(plus_half(a, -1)) for a in p],
                             [matrix_inverse(plus_half(a, 1)) for a in p], x)

    def C(self, xi, x):
        return add(x, self.field(xi, self.D_inverse(xi, x)))

    def B(self, theta, eta):
        t = self.matrices(theta)
        return self.sandwich([plus_half(a, 1) for a in t], [plus_half(a, -1) for a in t], eta)

    def E(self, xi, x, mean=False):
        """The flow over unit time, or its mean: the series of powers of ad*_xi over factorials.
        The terms left out are bounded in proof.md, section 4."""
        rho, k, term, total = self.growth * length(xi), 0, x, list(x)
        while True:
            k += 1
            term = [a.over(k) for a in self.field(xi, term)]
            total = add(total, [a.over(k + 1) for a in term] if mean else term)
            small = all(a.size() <= 256 and all(abs(u) + v <= 1 << max(P - 30, 8)
                        for u, v in zip(a.g or (), a.e or ())) for a in term)
            if small and 2 * rho <= (k + 1) << P:
                break
            if k > 400:
                raise NotProved("the exponential's series is too long")
        tail = 2 * length(term)
        directions = next((len(a.g) for a in list(xi) + list(x) if a.g is not None), 0)
        sides = [4 * self.growth * (derivative_length(xi, i) * tail >> P) // (k + 1) +
                 2 * derivative_length(term, i) + 2 for i in range(directions)]
        for a in total:
            a.r += tail
            if directions:
                a.g = a.g or [0] * directions
                a.e = [u + v for u, v in zip(a.e or [0] * directions, sides)]
        return total


class Rotations(Algebra):
    """so(3): vectors, and their 3 x 3 matrices."""
    growth = 1

    def matrices(self, x):
        return [hat(x)]

    def coordinates(self, blocks):
        return [blocks[0][2][1], blocks[0][0][2], blocks[0][1][0]]

    def field(self, xi, x):
        return cross(x, xi)

    def bracket(self, a, b):
        return cross(a, b)


class Spins(Algebra):
    """su(2)^n: vectors, and the matrices -i/2 (x . sigma)."""
    is_complex = True
    growth = 1

    def matrices(self, x):
        out = []
        for i in range(0, len(x), 3):
            a, b, c = (half(u) for u in x[i:i + 3])
            o = whole(0)  # -i/2 x.sigma = (0, -b; b, 0) + i (-c, -a; -a, c)
            out.append([[o, -b, c, a], [b, o, a, -c], [-c, -a, o, -b], [-a, c, b, o]])
        return out

    def coordinates(self, blocks):
        return [u.times(2) for b in blocks for u in (-b[3][0], b[1][0], -b[2][0])]

    def field(self, xi, x):
        return [u for i in range(0, len(x), 3) for u in cross(x[i:i + 3], xi[i:i + 3])]

    def bracket(self, a, b):
        return self.field(b, a)


class Skew(Algebra):
    """so(n)."""
    def __init__(self, n):
        self.n = n

    def matrices(self, x):
        a = [[whole(0)] * self.n for _ in range(self.n)]
        at = iter(x)
        for i in range(self.n):
            for j in range(i + 1, self.n):
                a[i][j] = next(at)
                a[j][i] = -a[i][j]
        return [a]

    def coordinates(self, blocks):
        return [blocks[0][i][j] for i in range(self.n) for j in range(i + 1, self.n)]


class Unitary(Algebra):
    """su(N), and skew-Hermitian matrices with a trace."""
    is_complex = True

    def __init__(self, n):
        self.n = n

    def matrices(self, x):
        n = self.n
        re, im = ([[whole(0)] * n for _ in range(n)] for _ in range(2))
        at = iter(x)
        for i in range(n):
            im[i][i] = next(at)
        for i in range(n):
            for j in range(i + 1, n):
                re[i][j], im[i][j] = next(at), next(at)
                re[j][i], im[j][i] = -re[i][j], im[i][j]
        return [[re[i] + [-u for u in im[i]] for i in range(n)] +
                [im[i] + re[i] for i in range(n)]]

    def coordinates(self, blocks):
        n, b = self.n, blocks[0]
        return [b[n + i][i] for i in range(n)] + \
            [u for i in range(n) for j in range(i + 1, n) for u in (b[i][j], b[n + i][j])]


class Symplectic(Algebra):
    """sp(2m, R): ((a, b), (c, -a^T)) with b and c symmetric."""
    def __init__(self, n):
        self.m = n // 2

    def triangle(self):
        return [(i, j) for i in range(self.m) for j in range(i, self.m)]

    def matrices(self, x):
        m = self.m
        a = [[whole(0)] * (2 * m) for _ in range(2 * m)]
        at = iter(x)
        for i in range(m):
            for j in range(m):
                a[i][j] = next(at)
                a[m + j][m + i] = -a[i][j]
        for row, column in ((0, m), (m, 0)):
            for i, j in self.triangle():
                a[row + i][column + j] = a[row + j][column + i] = next(at)
        return [a]

    def coordinates(self, blocks):
        m, b = self.m, blocks[0]
        return [b[i][j] for i in range(m) for j in range(m)] + \
            [b[i][m + j] for i, j in self.triangle()] + [b[m + i][j] for i, j in self.triangle()]


class Motions(Algebra):
    """se(3): pairs of vectors; the elements as 4 x 4 matrices."""
    growth = 2

    def matrices(self, x):
        return [[row + [u] for row, u in zip(hat(x[:3]), x[3:])] + [[whole(0)] * 4]]

    def coordinates(self, blocks):
        b = blocks[0]
        return [b[2][1], b[0][2], b[1][0], b[0][3], b[1][3], b[2][3]]

    def field(self, xi, x):
        return add(cross(x[:3], xi[:3]), cross(x[3:], xi[3:])) + cross(x[3:], xi[:3])

    def bracket(self, a, b):
        return cross(a[:3], b[:3]) + add(cross(a[:3], b[3:]), cross(a[3:], b[:3]))

    def C(self, xi, x):
        a = self.matrices(xi)[0]
        g = product(matrix_inverse(plus_half(a, -1)), plus_half(a, 1))
        turned = transpose([row[:3] for row in g[:3]])
        moved = add(x[:3], cross(x[3:], [row[3] for row in g[:3]]))
        return [dot(row, moved) for row in turned] + [dot(row, x[3:]) for row in turned]


class Plane(Algebra):
    """T*R: the bracket does not depend on the state."""
    def field(self, xi, x):
        return [xi[1], -xi[0]]

    def bracket(self, a, b):
        return [whole(0), whole(0)]

    def E(self, xi, x, mean=False):
        return add(x, self.field(xi, x))


# ---- Systems -------------------------------------------------------------------------------
class Case:
    """A case's fields; numbers are pairs (mantissa, exponent)."""
    def __init__(self, fields):
        self.fields = fields

    def has(self, key):
        return key in self.fields

    def numbers(self, key, count=None):
        out = [number(t, key) for t in self.fields.get(key, "").split(",") if t]
        if count is not None and len(out) != count:
            raise Malformed("field %s: %d numbers, expected %d" % (key, len(out), count))
        return out

    def one(self, key):
        return self.numbers(key, 1)[0]

    def size(self, key="n"):
        m, e = self.one(key)
        for n in range(1, 33):
            if (m == n << -e) if e < 0 else (m << e == n):
                return n
        raise NotCovered("the size %s" % self.fields[key])


def weighted(rows, x):
    return [dot([c for _, c in row], [x[j] for j, _ in row]) for row in rows]


class System:
    """The algebra, d, M and the generator Xi(z) with h and dW put in."""
    def __init__(self, case):
        make = getattr(self, "make_" + case.fields["system"].replace("-", "_"), None)
        if not make:
            raise NotCovered("the system %s" % case.fields["system"])
        self.case, self.h = case, exact(case.one("h"))
        self.rows = self.shift = None
        make(case)

    def increments(self, step):
        dw = self.case.numbers("dw")
        if self.M * int(self.case.fields["steps"]) != len(dw):
            raise Malformed("field dw: %d numbers, expected steps * %d" % (len(dw), self.M))
        self.dW = [exact(w) for w in dw[(step - 1) * self.M:step * self.M]]
        self.prepare()

    def generator(self, z):
        out = weighted(self.rows, z)
        return add(out, self.shift) if self.shift else out

    def given(self, key, count=None):
        return [exact(u) for u in self.case.numbers(key, count)]

    def diagonal(self, entries):
        self.rows = [[(i, a)] for i, a in enumerate(entries)]

    def make_rigid_body(self, case):
        self.algebra, self.d = Rotations(), 3
        quad = self.given("quad", 3) if case.has("quad") else []
        lin = self.given("lin")
        self.M = len(quad) + len(lin) // 3

        def prepare():
            self.diagonal([self.h * inverse(a) + (quad[i] * self.dW[i] if quad else whole(0))
                           for i, a in enumerate(self.given("inertia", 3))])
            self.shift = [dot(self.dW[len(quad):], lin[i::3]) for i in range(3)]
        self.prepare = prepare

    def make_rigid_body_n(self, case):
        n = case.size()
        self.algebra, self.d = Skew(n), n * (n - 1) // 2
        inertia = self.given("inertia", self.d) if case.has("inertia") else \
            [whole(k + 1) for k in range(self.d)]
        quad = self.given("quad", 1)[0] if case.has("quad") else None
        self.M = self.d if quad else 0

        def prepare():
            self.diagonal([self.h * inverse(a) + (quad * self.dW[k] if quad else whole(0))
                           for k, a in enumerate(inertia)])
        self.prepare = prepare

    def make_point_vortices(self, case):
        strength = self.given("gamma")
        quad = self.given("quad", 3) if case.has("quad") else []
        n = len(strength)
        self.algebra, self.d, self.M, self.prepare = Spins(), 3 * n, len(quad), lambda: None
        factor = self.h * inverse(pi().times(4))

        def generator(z):
            x = [z[3 * i:3 * i + 3] for i in range(n)]
            over = [inverse(root(dot(v, v))) if n > 1 else None for v in x]
            u = [[a * o for a in v] if o else v for v, o in zip(x, over)]
            out = []
            for i in range(n):
                total = [whole(0)] * 3
                for j in range(n):
                    if i != j:
                        w = [a - b for a, b in zip(u[j], u[i])]
                        f = inverse(dot(w, w)).times(2)  # the fraction is u_i + 2w/(w.w)
                        total = add(total, [strength[j] * (a + b * f) for a, b in zip(u[i], w)])
                move = [factor * over[i] * a for a in total] if n > 1 else total
                out += add(move, [self.dW[k] * quad[k] * x[i][k] for k in range(3)]) \
                    if quad else move
            return out
        self.generator = generator

    def make_zeitlin_sphere(self, case):
        n = case.size()
        self.algebra, self.d = Unitary(n), n * n
        amp = self.given("amp", 1)[0] if case.has("amp") else None
        shell = case.size("shell") if case.has("shell") else (n + 1) // 2
        self.M = n * n - shell * shell if amp else 0

        def b(k):
            return (k + 1) * (n - 1 - k)

        def harmonic(m, degree):
            e = [root(whole(b(k) * b(k + m))) for k in range(n - m - 1)]
            v = [whole(1)]
            for k in range(n - m - 1):
                next_one = v[k].times(b(k + m) + b(k - 1) + m * (m + 1) - degree * (degree + 1))
                if k:
                    next_one = next_one - e[k - 1] * v[k - 1]
                v.append(next_one * inverse(e[k]))
            scale = inverse(root(dot(v, v)))
            return [u * scale for u in v]

        def prepare():
            places = {}  # the coordinates of superdiagonal m, real and imaginary
            at = n
            for i in range(n):
                places[i, i] = (None, i)
                for j in range(i + 1, n):
                    places[i, j] = (at, at + 1)
                    at += 2
            self.rows = [[] for _ in range(self.d)]
            for m in range(n):
                vectors = [(degree, harmonic(m, degree)) for degree in range(max(1, m), n)]
                for part in ((1,) if m == 0 else (0, 1)):
                    weights = []
                    for degree, _ in vectors:
                        c = self.h
                        if amp and degree >= shell:
                            index = degree * degree - shell * shell + degree
                            c = c + amp * self.dW[index + (-m if part and m else m)]
                        weights.append(c.over(degree * (degree + 1)))
                    for i in range(n - m):
                        self.rows[places[i, i + m][part]] = [
                            (places[j, j + m][part],
                             dot(weights, [v[i] * v[j] for _, v in vectors]))
                            for j in range(n - m)]
        self.prepare = prepare

    def make_sine_euler(self, case):
        n = case.size()
        self.algebra, self.d = Unitary(n), n * n
        pairs = [t.split(":") for t in case.fields.get("modes", "").split(",") if t]
        noisy = pairs and case.has("amp")
        self.M = len(pairs) if noisy else 0

        def prepare():
            turn = pi().times(2).over(n)
            roots = []
            for k in range(n):
                s, c = sine_cosine(turn.times(k))
                roots.append((c, s))
            half_modes = [m for m in ((i, j) for i in range(-(n // 2), n // 2 + 1)
                                      for j in range(-(n // 2), n // 2 + 1)) if m != (0, 0)]
            scale = whole(n) * inverse(pi().times(4))  # 1/(2 epsilon)

            def entry(m, k):  # of T_m in row k
                return roots[(m[0] * m[1] + 2 * m[0] * k) % n]

            def read(matrix):  # coordinates of a skew-Hermitian matrix {(i, j): (re, im)}
                o = (whole(0), whole(0))
                return [matrix.get((i, i), o)[1] for i in range(n)] + \
                    [matrix.get((i, j), o)[t] for i in range(n) for j in range(i + 1, n)
                     for t in (0, 1)]

            def modes_to_matrix(omega):  # i sum of omega_m T_m
                out = {}
                for m, (a, c) in omega.items():
                    for k in range(n):
                        u, v = entry(m, k)
                        at = (k, (k + m[1]) % n)
                        re, im = out.get(at, (whole(0), whole(0)))
                        out[at] = (re - dot((a, c), (v, u)), im + dot((a, c), (u, -v)))
                return read(out)
            one, o = whole(1), whole(0)
            basis = [{(i, i): (o, one)} for i in range(n)]
            for i in range(n):
                for j in range(i + 1, n):
                    basis += [{(i, j): (one, o), (j, i): (-one, o)},
                              {(i, j): (o, one), (j, i): (o, one)}]
            columns = []
            for x in basis:
                omega = {}
                for m in half_modes:
                    total = (o, o)  # -i/N sum of conj(T) X, times -h/(2 epsilon |m|^2)
                    for (i, j), (a, c) in x.items():
                        if (i + m[1] - j) % n == 0:
                            u, v = entry(m, i)
                            total = (total[0] + dot((u, v), (c, -a)),
                                     total[1] - dot((u, v), (a, c)))
                    f = -(scale * self.h).over(n * (m[0] ** 2 + m[1] ** 2))
                    omega[m] = (total[0] * f, total[1] * f)
                columns.append(modes_to_matrix(omega))
            self.rows = [[(j, c[i]) for j, c in enumerate(columns)] for i in range(self.d)]
            if noisy:
                amp, omega = self.given("amp", 1)[0], {}
                for (a, c), w in zip(pairs, self.dW):
                    for m in ((int(a), int(c)), (-int(a), -int(c))):
                        omega[m] = (omega.get(m, (o, o))[0] - scale * amp * w, o)
                self.shift = modes_to_matrix(omega)
        self.prepare = prepare

    def make_heavy_top(self, case):
        self.algebra, self.d = Motions(), 6
        noise = self.given("noise")
        self.M = len(noise) // 7

        def prepare():
            twice = dot([w.times(2) for w in self.dW], noise[6::7])
            self.rows = [[(i, self.h * inverse(a) + twice)]
                         for i, a in enumerate(self.given("inertia", 3))] + [[], [], []]
            self.shift = [dot(self.dW, noise[i::7]) for i in range(6)]
            self.shift[3:] = add(self.shift[3:], [self.h * c for c in self.given("chi", 3)])
        self.prepare = prepare

    def make_symplectic(self, case):
        n = case.size()
        d = self.d = n * (n + 1) // 2
        self.algebra = Symplectic(n)
        weights = [2] * (n // 2) ** 2 + [1 + (i < j) for i, j in self.algebra.triangle()] * 2
        noise = self.given("noise")
        self.M = len(noise) // d

        def prepare():
            q = iter(self.given("quadratic", d * (d + 1) // 2))
            full = {}
            for i in range(d):
                for j in range(i, d):
                    full[i, j] = full[j, i] = self.h * next(q)
            self.rows = [[(j, full[i, j].over(weights[i])) for j in range(d)] for i in range(d)]
            self.shift = [dot(self.dW, noise[i::d]).over(weights[i]) for i in range(d)]
        self.prepare = prepare

    def make_canonical(self, case):
        self.algebra, self.d = Plane(), 2
        keys = [k for k in ("beta", "gamma") if case.has(k)]
        self.M, self.prepare = len(keys), lambda: None

        def noise(key):
            return self.given(key, 1)[0] * self.dW[keys.index(key)] if key in keys else whole(0)

        def generator(z):
            if case.fields["model"] == "kubo":
                f = self.h + noise("beta")
                return [f * z[0], f * z[1]]
            s, c = sine_cosine(z[0])
            return [dot((self.h, noise("beta")), (s, c)), self.h * z[1] + noise("gamma")]
        self.generator = generator


# ---- Schemes -------------------------------------------------------------------------------
def tableau(name):
    """a, row by row, and b, as multiples of 1/12 and of sqrt(3)/12."""
    r = root(whole(3)).over(12)

    def t(k, s=0):
        return whole(k).over(12) + r.times(s)
    return {"euler": ([[t(0)]], [t(12)]),
            "heun": ([[t(0), t(0)], [t(12), t(0)]], [t(6), t(6)]),
            "midpoint": ([[t(6)]], [t(12)]),
            "gauss4": ([[t(3), t(3, -2)], [t(3, 2), t(3)]], [t(6), t(6)]),
            "rk4": ([[t(0)] * 4, [t(6)] + [t(0)] * 3, [t(0), t(6), t(0), t(0)],
                     [t(0), t(0), t(12), t(0)]], [t(2), t(4), t(4), t(2)])}[name]


class Scheme:
    """stages: vectors of the stage z; start(x); T(x, z); F(x, z), or F(x, None) if explicit."""
    def __init__(self, name, system):
        self.s, self.A, self.stages = system, system.algebra, 1
        self.start = lambda x: list(x)
        kind = name.split("-")[0]
        plain = {"implicit-midpoint", "midpoint", "trapezoidal", "isospectral-midpoint",
                 "canonical-midpoint", "tmk", "heun", "heun-projected", "euler"}
        if name in plain:
            getattr(self, name.replace("-", "_"))()
        elif kind == "rkmk" and name.count("-") == 2:
            self.rkmk(*name.split("-")[1:])
        elif kind == "variational":
            self.variational(name[len("variational-"):])
        else:
            raise NotCovered("the scheme %s" % name)

    def at(self, z):
        return self.A.field(self.s.generator(z), z)

    def implicit_midpoint(self):
        self.T = lambda x, z: add(x, halves(self.at(z)))
        self.F = lambda x, z: add(x, self.at(z))

    midpoint = implicit_midpoint

    def trapezoidal(self):
        self.T = self.F = lambda x, z: add(x, halves(self.at(x)), halves(self.at(z)))

    def isospectral_midpoint(self):
        def T(x, z):
            moved = self.A.D(self.s.generator(z), z)
            return add(x, z, [-a for a in moved])
        self.T, self.F = T, lambda x, z: add(x, self.at(z))

    def canonical_midpoint(self):
        self.T = lambda x, z: self.A.D_inverse(self.s.generator(z), x)
        self.F = lambda x, z: add(x, self.at(z))

    def tmk(self):
        self.T = self.F = lambda x, z: self.A.E(self.s.generator(halves(add(x, z))), x)

    def euler(self):
        self.stages, self.F = 0, lambda x, _: add(x, self.at(x))

    def heun(self):
        def F(x, _):
            first = self.at(x)
            return add(x, halves(first), halves(self.at(add(x, first))))
        self.stages, self.F = 0, F

    def heun_projected(self):
        if not isinstance(self.A, (Rotations, Spins)):
            raise NotCovered("the scheme heun-projected on this algebra")

        def fit(w, x):  # each vector as long as it is in x; a vector 0 stays 0
            out = []
            for i in range(0, len(x), 3):
                u, v = w[i:i + 3], x[i:i + 3]
                if any(a.m or a.r for a in v):
                    scale = root(dot(v, v)) * inverse(root(dot(u, u)))
                    v = [scale * a for a in u]
                out += v
            return out

        def F(x, _):
            first = self.at(x)
            return fit(add(x, halves(first), halves(self.at(fit(add(x, first), x)))), x)
        self.stages, self.F = 0, F

    def rkmk(self, name, retraction):
        a, b = tableau(name)
        d, A = self.s.d, self.A
        act = A.E if retraction == "exp" else A.C

        def K(theta, x):
            xi = self.s.generator(act(theta, x))
            if retraction == "cay":
                return A.B(theta, xi)
            if name not in ("gauss4", "rk4"):
                return xi
            once = A.bracket(theta, xi)
            return add(xi, halves(once), [u.over(12) for u in A.bracket(theta, once)])

        def mix(weights, slopes):
            return [dot(weights, [k[i] for k in slopes]) for i in range(d)]

        def T(x, z):
            slopes = []
            for j in range(len(a)):
                theta, n = z[j * d:(j + 1) * d], len(z)
                if z[0].g is not None:  # d directions are enough inside K
                    theta = variables(theta)
                k = K(theta, x)
                for u in k:
                    if u.g is not None:
                        u.g = [0] * (j * d) + u.g + [0] * (n - (j + 1) * d)
                        u.e = [0] * (j * d) + u.e + [0] * (n - (j + 1) * d)
                slopes.append(k)
            return [u for row in a for u in mix(row, slopes)]

        def F(x, z):
            slopes = []
            for j in range(len(a)):
                theta = z[j * d:(j + 1) * d] if z else \
                    mix(a[j][:j], slopes) if j else [whole(0)] * d
                slopes.append(K(theta, x))
            return act(mix(b, slopes), x)
        implicit = name in ("midpoint", "gauss4")
        self.stages, self.T, self.F = len(a) if implicit else 0, T, F
        self.start = lambda x: [whole(0)] * (len(a) * d)

    def variational(self, name):
        top = isinstance(self.A, Motions)
        A = Rotations() if top else self.A
        if name == "cayley":
            R, turn = A.D_inverse, A.C
        elif name == "exp":
            def R(xi, x):
                return A.E(xi, x, mean=True)
            turn = A.E
        elif name == "cayley-printed" and isinstance(A, Rotations):
            def R(xi, x):  # I + hat(xi)/2 - xi xi^T/4, inverted
                m = plus_half(hat(xi), 1)
                m = [[u - (xi[i] * xi[j]).over(4) for j, u in enumerate(row)]
                     for i, row in enumerate(m)]
                return [dot(row, x) for row in matrix_inverse(m)]
            turn = A.C
        else:
            raise NotCovered("the scheme variational-%s" % name)

        def plain_T(x, z):
            xi = halves(self.s.generator(z))
            return halves(R(xi, add(x, turn(xi, x))))

        def plain_F(x, z):
            xi = halves(self.s.generator(z))
            return turn(xi, turn(xi, x))

        def parts(x, z):
            xi = self.s.generator(z)
            xi, u = halves(xi[:3]), xi[3:]
            gamma = turn(xi, x[3:])
            return xi, add(turn(xi, x[:3]), cross(gamma, u)), gamma

        def top_T(x, z):
            xi, after, gamma = parts(x, z)
            return halves(R(xi, add(x[:3], after))) + gamma

        def top_F(x, z):
            xi, after, gamma = parts(x, z)
            return turn(xi, after) + turn(xi, gamma)
        self.T, self.F = (top_T, top_F) if top else (plain_T, plain_F)


# ---- The proof -----------------------------------------------------------------------------
def variables(z):
    n = len(z)
    return [N(a.m, a.r, [(i == k) << P for k in range(n)], [0] * n) for i, a in enumerate(z)]


def box(centre, factors, reach):
    """Every centre + v with |v_i| <= factors_i reach."""
    return [N(a.m, a.r + (f * reach >> P) + 1) for a, f in zip(centre, factors)]


def prove(case, c, bits):
    """Proves c (a Certificate) with numbers of `bits` bits behind the point, or says why not."""
    set_precision(bits)
    system = System(case)
    system.increments(c.step)
    scheme = Scheme(case.fields["scheme"], system)
    d, k = system.d, scheme.stages * system.d
    case.numbers("x", d)
    c.expect(d, k)
    x = [exact(u) for u in c.start or case.numbers("x", d)]
    z = None
    if k:
        z = stage(scheme, x, c, k)
    for i, (y, low, high) in enumerate(zip(scheme.F(x, z), c.low, c.high)):
        low, high = exact(low), exact(high)
        if not (low.m + low.r <= y.m - y.r and y.m + y.r <= high.m - high.r):
            raise NotProved("coordinate %d of the result is not seen within low and high" % (i + 1))


def stage(scheme, x, c, k):
    """An enclosure of the stage meant: sections 2 and 3 of proof.md."""
    centre = [exact(u) for u in c.stage]
    radius, L = exact(c.radius), exact(c.contraction)
    R = radius.m - radius.r
    gap = (1 << P) - (L.m + L.r)
    if gap <= 0:
        raise NotProved("the contraction is not below 1")
    if c.norm:
        C = [[exact(u) for u in c.norm[i * k:(i + 1) * k]] for i in range(k)]
        back = matrix_inverse(C)
        factors = [length(row) for row in back]
    else:
        C, factors = None, [1 << P] * k

    def size(v):  # |C v|
        return length([dot(row, v) for row in C] if C else v)
    J = scheme.T(x, variables(box(centre, factors, R)))
    J = [[N(g, e) for g, e in zip(a.g or [0] * k, a.e or [0] * k)] for a in J]
    if C:
        J = product(product(C, J), back)
    bound = spectral_bound(J)
    if bound > L.m - L.r:
        raise NotProved("the contraction on the ball is bounded by %.4g, and not by %.4g" %
                        (bound / (1 << P), L.m / (1 << P)))
    defect = size([a - b for a, b in zip(scheme.T(x, centre), centre)])
    if defect << P > gap * R:
        raise NotProved("the ball is not seen to be mapped into itself")
    y = scheme.start(x)
    for _ in range(c.entered):
        y = scheme.T(x, y)
    if size([a - b for a, b in zip(y, centre)]) > R:
        raise NotProved("iteration %d from the start is not seen within the ball" % c.entered)
    return box(centre, factors, (defect << P) // gap + 1)


# ---- The format ----------------------------------------------------------------------------
HEX = re.compile(r"([+-]?)0x([01])(?:\.([0-9a-f]+))?p([+-]?[0-9]{1,6})$")
LISTS = {"from": 0, "stage": 1, "norm": 2, "radius": -1, "contraction": -1, "low": 0, "high": 0}
OF_STAGE = {"stage", "norm", "radius", "contraction", "entered"}


def number(text, field):
    found = HEX.match(text)
    if not found:
        raise Malformed("field %s: %r is no hex float" % (field, text[:40]))
    sign, first, digits, exponent = found.groups()
    m = int(first + (digits or ""), 16)
    return (-m if sign == "-" else m), int(exponent) - 4 * len(digits or "")


class Certificate:
    def __init__(self, fields):
        """fields: key to text; numbers of a list separated by commas."""
        known = set(LISTS) | {"id", "step", "entered", "error"}
        for key in fields:
            if key not in known:
                raise Malformed("field %s is unknown" % key)
        self.fields = fields
        self.step, self.entered = self.count("step"), 0
        self.error = fields.get("error")
        if self.step < 1:
            raise Malformed("field step: steps are counted from 1")
        if self.error is not None:
            return
        lists = {key: [number(t, key) for t in fields[key].split(",")]
                 for key in LISTS if key in fields}
        self.start, self.stage, self.norm = (lists.get(k) for k in ("from", "stage", "norm"))
        self.low, self.high = lists.get("low"), lists.get("high")
        self.lists = lists

    def count(self, key):
        if not re.match(r"[0-9]{1,9}$", self.fields.get(key, "")):
            raise Malformed("field %s: a whole number is needed" % key)
        return int(self.fields[key])

    def expect(self, d, k):
        """Raises Malformed unless fields and counts are those of a state of d numbers and a stage
        of k numbers."""
        needed = {"low", "high"} | ({"from"} if self.step > 1 else set()) | \
            (OF_STAGE - {"norm"} if k else set())
        for key in sorted(needed - set(self.fields)):
            raise Malformed("field %s is missing" % key)
        allowed = needed | {"id", "step"} | ({"norm"} if k else set())
        for key in sorted(set(self.fields) - allowed):
            raise Malformed("field %s does not belong to step %d of this scheme" % (key, self.step))
        for key, values in self.lists.items():
            expected = {0: d, 1: k, 2: k * k, -1: 1}[LISTS[key]]
            if len(values) != expected:
                raise Malformed("field %s: %d numbers, expected %d" % (key, len(values), expected))
        if k:
            self.entered = self.count("entered")
            (self.radius,), (self.contraction,) = self.lists["radius"], self.lists["contraction"]
            if self.radius[0] < 0 or self.contraction[0] < 0 or self.entered > 4096:
                raise Malformed("field radius, contraction or entered: out of range")


def bits_needed(case, c):
    """So many bits behind the point that the narrowest width claimed, and the product of the
    largest numbers, are represented well."""
    top, narrow = 1, 0
    for values in [case.numbers("x"), case.numbers("h")] + list(c.lists.values()):
        for m, e in values:
            if m:
                top = max(top, m.bit_length() + e)
                narrow = min(narrow, m.bit_length() + e)
    for (m, e), (n, f) in zip(c.low or (), c.high or ()):
        g = min(e, f)
        width = (n << f - g) - (m << e - g)
        if width > 0:
            narrow = min(narrow, width.bit_length() + g)
    return 56 + 2 * top - narrow


def fields_of(text):
    fields = {}
    for part in text.split(" "):
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise Malformed("%r is no key=value" % part[:40])
        if key in fields:
            raise Malformed("field %s is there twice" % key)
        fields[key] = value
    return fields


def case_of(text):
    if not text.startswith("case "):
        raise Malformed("a case begins with the word case")
    fields = fields_of(text[5:])
    for key in ("id", "system", "scheme", "h", "steps", "x"):
        if key not in fields:
            raise Malformed("field %s is missing" % key)
    if not re.match(r"[1-9][0-9]{0,8}$", fields["steps"]):
        raise Malformed("field steps: a whole number from 1 is needed")
    return Case(fields)


def from_lines(text):
    """Yields the place, a case and its certificate."""
    if text and not text.endswith("\n"):
        raise Malformed("line %d: the newline at its end is missing" % (text.count("\n") + 1))
    case = None
    for i, line in enumerate(text.split("\n")[:-1]):
        try:
            if line.startswith("case "):
                case = case_of(line)
            elif line.startswith("certificate "):
                fields = fields_of(line[len("certificate "):])
                if case is None or fields.get("id") != case.fields["id"]:
                    raise Malformed("field id: a certificate follows its case")
                yield "line %d" % (i + 1), case, Certificate(fields)
            elif line and not line.startswith("#"):
                raise Malformed("neither a case nor a certificate")
        except Malformed as error:
            raise Malformed("line %d: %s" % (i + 1, error)) from None


def from_json(text):
    def no_repetition(pairs):
        if len(dict(pairs)) < len(pairs):
            raise Malformed("a key is there twice")
        return dict(pairs)
    try:
        whole_file = json.loads(text, object_pairs_hook=no_repetition)
    except ValueError as error:
        raise Malformed("no JSON: %s" % error) from None
    if not isinstance(whole_file, dict) or whole_file.get("form") != 1 or \
            set(whole_file) != {"form", "slp", "certificates"}:
        raise Malformed("the keys are form (1), slp and certificates")
    for i, entry in enumerate(whole_file["certificates"]):
        try:
            if not isinstance(entry, dict) or not isinstance(entry.get("case"), str):
                raise Malformed("field case is missing")
            fields = {}
            for key, value in entry.items():
                if isinstance(value, list) and all(isinstance(t, str) for t in value):
                    fields[key] = ",".join(value)
                elif isinstance(value, str) or type(value) is int:
                    fields[key] = str(value)
                else:
                    raise Malformed("field %s: strings are needed" % key)
            case = case_of(fields.pop("case"))
            yield "certificate %d" % (i + 1), case, Certificate(fields)
        except Malformed as error:
            raise Malformed("certificate %d: %s" % (i + 1, error)) from None


def verdict(case, c):
    if c.error is not None:
        return "not covered", "the certificate says error=%s" % c.error
    first = bits_needed(case, c)
    why = None
    for bits in (first, 2 * first + 200):
        try:
            prove(case, c, bits)
            return "proved", None
        except NotProved as error:
            why = str(error)
        except NotCovered as error:
            return "not covered", str(error)
    return "not proved", why


def main(paths):
    counts = {"proved": 0, "not proved": 0, "not covered": 0}
    if not paths:
        sys.stderr.write(__doc__ + "\n")
        return 2
    for path in paths:
        try:
            if path == "-":
                text = sys.stdin.read()
            else:
                with open(path, encoding="ascii") as file:
                    text = file.read()
            for place, case, c in (from_json if path.endswith(".json") else from_lines)(text):
                try:
                    word, why = verdict(case, c)
                except Malformed as error:
                    raise Malformed("%s: %s" % (place, error)) from None
                counts[word] += 1
                print("step id=%s step=%d %s%s" % (case.fields["id"], c.step, word,
                                                   ": " + why if why else ""))
        except (Malformed, UnicodeDecodeError, OSError) as error:
            sys.stdout.flush()
            sys.stderr.write("%s: %s\n" % (path, error))
            return 2
    print("%d proved, %d not proved, %d not covered" % tuple(counts.values()))
    return 1 if counts["not proved"] else 3 if counts["not covered"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
