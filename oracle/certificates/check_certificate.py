#!/usr/bin/env python3
"""Proves steps of stochastic Lie-Poisson integrators again, from their certificates.

    slp run --path ref --certificate FILE < CASES > RESULTS
    python3 check_certificate.py [--results RESULTS] FILE...

FILE.json is read as JSON; - is standard input.  For each certificate it prints a line: `proved`,
`not proved` with the reason, or `not covered`.  With --results the answers must be those of that
file too.  Exit status: 0 all proved; 1 some not proved; 3 some not covered, all others proved; 2 a
file is malformed or has no certificate.  It uses nothing of slp: only whole numbers of Python, and
three pages: proof.md beside this file, which has the theorem and the format, and the manual's
pages of systems and schemes, which have the equations."""
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
        if self.g is None or b.g is None:
            return N(self.m + b.m, self.r + b.r, self.g or b.g, self.e or b.e)
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
        if not (self.m or self.r or self.g):
            return self
        return N(self.m // k, self.r // k + 2, self.g and [u // k for u in self.g],
                 self.e and [u // k + 2 for u in self.e])

    def size(self):
        return abs(self.m) + self.r

    def slope(self, value, by):  # the enclosure `value`, with derivative by * a'
        if self.g is None:
            return value
        f = by * N(0, 0, self.g, self.e)
        return N(value.m, value.r, f.g, f.e)


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
    return N(m >> P, (r >> P) + 2, g, e) if m or r else N(0, 0, g, e)


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
    return a.slope(v, -(v * v))


def root(a):
    if a.m - a.r <= 0:
        raise NotProved("a length is not proved to differ from 0")
    low, high = isqrt(a.m - a.r << P), isqrt(a.m + a.r << P) + 1
    v = N(low + high >> 1, (high - low >> 1) + 1)
    return a.slope(v, half(inverse(v)) if a.g is not None else None)


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
    return a.slope(s, c), a.slope(c, -s)


def length(v):
    """An upper bound of the Euclidean norm, in units of 2^-P."""
    return isqrt(sum(a.size() ** 2 for a in v)) + 1


# ---- Matrices ------------------------------------------------------------------------------
# A complex matrix A + iB is the real matrix ((A, -B), (B, A)): products and inverses are the same,
# and the conjugate transpose is the transpose.
def product(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]


def transpose(a):
    return [list(column) for column in zip(*a)]


def plus_half(a, sign):
    """I + a/2 or I - a/2."""
    return [[half(u.times(sign)) + whole(int(i == j)) for j, u in enumerate(row)]
            for i, row in enumerate(a)]


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
    power = [[u.m >> cut for u in row] for row in a]
    rest = isqrt(sum((u.r + (1 << cut)) ** 2 for row in a for u in row)) + 1
    doublings = 6
    for _ in range(doublings):
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


def less(a, b):
    return [u - v for u, v in zip(a, b)]


def halves(v):
    return [half(a) for a in v]


class Algebra:
    """Coordinates, and the matrices they stand for.  places[k] has (i, j, s) for each entry (i, j)
    of its block in which coordinate k stands, times s; a block has `per` coordinates, and n rows.
    is_complex: the entries are those of the left half ((A), (B))."""
    growth = 3  # |ad*_xi x| <= growth |xi| |x| in a norm between |coordinates| and twice that

    def __init__(self, kind, d, n, places, is_complex=False):
        self.kind, self.d, self.n, self.is_complex = kind, d, n, is_complex
        self.places, self.per = places, len(places)

    def matrices(self, x):
        out = []
        for at in range(0, self.d, self.per):
            a = [[whole(0)] * self.n for _ in range(self.n * (1 + self.is_complex))]
            for u, entries in zip(x[at:at + self.per], self.places):
                for i, j, s in entries:
                    a[i][j] = u if s == 1 else -u if s == -1 else half(u).times(int(2 * s))
            out.append(self.full(a))
        return out

    def full(self, a):
        if not self.is_complex:
            return a
        n = self.n
        return [a[i] + [-u for u in a[i + n]] for i in range(n)] + \
            [a[i + n] + a[i] for i in range(n)]

    def coordinates(self, blocks):
        return [b[i][j].times(int(1 / s)) for b in blocks
                for i, j, s in (entries[0] for entries in self.places)]

    def by_blocks(self, rule, *vectors):
        return self.coordinates([rule(*b) for b in zip(*map(self.matrices, vectors))])

    def times(self, a, *others):
        """The product of matrices of one block; of complex ones the right half follows."""
        for b in others:
            a = self.full(product(a, [row[:self.n] for row in b]))
        return a

    def bracket(self, a, b):
        return self.by_blocks(lambda p, q: list(map(
            less, self.times(p, q), self.times(q, p))), a, b)

    def field(self, xi, x):
        return self.by_blocks(lambda p, q: list(map(
            less, self.times(transpose(p), q), self.times(q, transpose(p)))), xi, x)

    def D(self, xi, x):
        return self.by_blocks(lambda p, q: self.times(
            plus_half(transpose(p), -1), q, plus_half(transpose(p), 1)), xi, x)

    def D_inverse(self, xi, x):
        return self.by_blocks(lambda p, q: self.times(
            matrix_inverse(plus_half(transpose(p), -1)), q,
            matrix_inverse(plus_half(transpose(p), 1))), xi, x)

    def B(self, theta, eta):
        return self.by_blocks(lambda p, q: self.times(plus_half(p, 1), q, plus_half(p, -1)),
                              theta, eta)

    def C(self, xi, x):
        return add(x, self.field(xi, self.D_inverse(xi, x)))

    def E(self, xi, x, mean=False):
        """The flow over unit time, or its mean: the series of powers of ad*_xi over factorials.
        The terms left out are bounded in proof.md, section 4."""
        rho, k, term, total = self.growth * length(xi), 0, x, list(x)
        small = False
        while not (small and 2 * rho <= (k + 1) << P):
            k += 1
            if k > 400:
                raise NotProved("the exponential's series is too long")
            term = [a.over(k) for a in self.field(xi, term)]
            total = add(total, [a.over(k + 1) for a in term] if mean else term)
            small = all(a.size() <= 256 and all(abs(u) + v <= 1 << max(P - 30, 8)
                        for u, v in zip(a.g or (), a.e or ())) for a in term)

        def sides(v):  # bounds of the derivatives of the vector v
            return [isqrt(sum((abs(a.g[i]) + a.e[i]) ** 2 for a in v if a.g is not None)) + 1
                    for i in range(directions)]
        tail = 2 * length(term)
        directions = next((len(a.g) for a in list(xi) + list(x) if a.g is not None), 0)
        more = [4 * self.growth * (u * tail >> P) // (k + 1) + 2 * v + 2
                for u, v in zip(sides(xi), sides(term))]
        for a in total:
            a.r += tail
            if directions:
                a.g = a.g or [0] * directions
                a.e = [u + v for u, v in zip(a.e or [0] * directions, more)]
        return total


class Vectors(Algebra):
    """so(3) and su(2)^n: the bracket is the cross product."""
    growth = 1

    def field(self, xi, x):
        return [u for i in range(0, self.d, 3) for u in cross(x[i:i + 3], xi[i:i + 3])]

    def bracket(self, a, b):
        return self.field(b, a)


def rotations():
    return Vectors("so3", 3, 3, [[(2, 1, 1), (1, 2, -1)], [(0, 2, 1), (2, 0, -1)],
                                 [(1, 0, 1), (0, 1, -1)]])


def spins(n):
    """-i/2 (x . sigma) for each vector."""
    h = 0.5
    return Vectors("su2n", 3 * n, 2, [[(2, 1, -h), (3, 0, -h)], [(1, 0, h), (0, 1, -h)],
                                      [(2, 0, -h), (3, 1, h)]], True)


def skew(n):
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    return Algebra("son", len(pairs), n, [[(i, j, 1), (j, i, -1)] for i, j in pairs])


def unitary(n):
    """su(n), and skew-Hermitian matrices with a trace."""
    return Algebra("sun", n * n, n, [[(n + i, i, 1)] for i in range(n)] + [
        entries for i in range(n) for j in range(i + 1, n) for entries in
        ([(i, j, 1), (j, i, -1)], [(n + i, j, 1), (n + j, i, 1)])], True)


def symplectic(n):
    """((a, b), (c, -a^T)) with b and c symmetric."""
    m = n // 2
    upper = [(i, j) for i in range(m) for j in range(i, m)]
    places = [[(i, j, 1), (m + j, m + i, -1)] for i in range(m) for j in range(m)]
    for row, column in ((0, m), (m, 0)):
        places += [[(row + i, column + j, 1), (row + j, column + i, 1)] for i, j in upper]
    return Algebra("sp", len(places), n, places)


class Motions(Algebra):
    """se(3): pairs of vectors."""
    growth = 2

    def __init__(self):
        self.kind, self.d, self.rotations = "se3", 6, rotations()

    def field(self, xi, x):
        return add(cross(x[:3], xi[:3]), cross(x[3:], xi[3:])) + cross(x[3:], xi[:3])

    def bracket(self, a, b):
        return cross(a[:3], b[:3]) + add(cross(a[:3], b[3:]), cross(a[3:], b[:3]))

    def matrix(self, x):
        hat = self.rotations.matrices(x[:3])[0]
        return [row + [u] for row, u in zip(hat, x[3:])] + [[whole(0)] * 4]

    def C(self, xi, x):
        a = self.matrix(xi)
        g = product(matrix_inverse(plus_half(a, -1)), plus_half(a, 1))
        turned = transpose([row[:3] for row in g[:3]])
        moved = add(x[:3], cross(x[3:], [row[3] for row in g[:3]]))
        return [dot(row, moved) for row in turned] + [dot(row, x[3:]) for row in turned]

    def B(self, theta, eta):
        a, b = self.matrix(theta), self.matrix(eta)
        b = product(product(plus_half(a, 1), b), plus_half(a, -1))
        return self.rotations.coordinates([b]) + [row[3] for row in b[:3]]


class Plane(Algebra):
    """T*R: the bracket does not depend on the state."""
    def __init__(self):
        self.kind, self.d = "vector", 2

    def field(self, xi, x):
        return [xi[1], -xi[0]]

    def bracket(self, a, b):
        return [whole(0), whole(0)]

    def E(self, xi, x, mean=False):
        return add(x, self.field(xi, x))


# ---- Systems -------------------------------------------------------------------------------
# A system reads a case and gives its algebra, how many increments a step has, and a function of h
# and dW that gives the generator Xi, a function of the state.
def linear(rows, shift=None):
    """rows[i]: pairs of j and a; Xi_i = sum of a z_j, and shift_i."""
    split = [([j for j, _ in row], [a for _, a in row]) for row in rows]

    def generator(z):
        out = [dot(a, [z[j] for j in at]) for at, a in split]
        return add(out, shift) if shift else out
    return generator


def diagonal(entries, shift=None):
    return linear([[(i, a)] for i, a in enumerate(entries)], shift)


def projections(d, terms, shift=None):
    """Xi = sum of c b (b . z) over the terms (c, b); b has its coordinates that are not 0."""
    rows = [{} for _ in range(d)]
    for c, b in terms:
        for i, u in b.items():
            for j, v in b.items():
                rows[i].setdefault(j, []).append((c * u, v))
    return linear([[(j, dot(*zip(*pairs))) for j, pairs in row.items()] for row in rows], shift)


def rigid_body(case):
    inertia, quad, lin = case.positive("inertia", 3), case.given("quad", 3), case.groups("lin", 3)
    return rotations(), len(quad) + len(lin) // 3, lambda h, dW: diagonal(
        [h * inverse(a) + (quad[i] * dW[i] if quad else whole(0)) for i, a in enumerate(inertia)],
        [dot(dW[len(quad):], lin[i::3]) for i in range(3)])


def rigid_body_n(case):
    algebra = skew(case.size("n", 2))
    d = algebra.d
    inertia = case.positive("inertia", d) or [whole(k + 1) for k in range(d)]
    quad = case.given("quad", 1)
    return algebra, d * len(quad), lambda h, dW: diagonal(
        [h * inverse(a) + (quad[0] * dW[k] if quad else whole(0)) for k, a in enumerate(inertia)])


def point_vortices(case):
    gamma, quad = case.groups("gamma", 1), case.given("quad", 3)
    n = len(gamma)
    if any(not u.m and not u.r for u in gamma):
        raise Malformed("field gamma: a strength is 0")

    def build(h, dW):
        factor = h * inverse(pi().times(4))

        def generator(z):
            x = [z[3 * i:3 * i + 3] for i in range(n)]
            out = []
            for i in range(n):
                move = [whole(0)] * 3
                if n > 1:
                    over = [inverse(root(dot(v, v))) for v in x]
                    u = [[a * o for a in v] for v, o in zip(x, over)]
                    for j in range(n):
                        if i != j:  # the fraction of the manual is u_i + 2w/(w.w)
                            w = less(u[j], u[i])
                            f = inverse(dot(w, w)).times(2)
                            move = add(move, [gamma[j] * (a + b * f) for a, b in zip(u[i], w)])
                    move = [factor * over[i] * a for a in move]
                out += add(move, [dW[k] * quad[k] * x[i][k] for k in range(3)]) if quad else move
            return out
        return generator
    return spins(n), len(quad), build


def zeitlin_sphere(case):
    n = case.size("n", 2)
    algebra, amp = unitary(n), case.given("amp", 1)
    shell = case.size("shell", 1, n - 1) if case.has("shell") else (n + 1) // 2

    def b(k):
        return (k + 1) * (n - 1 - k)

    def harmonic(m, degree):
        e = [root(whole(b(k) * b(k + m))) for k in range(n - m - 1)]
        v = [whole(1)]
        for k in range(n - m - 1):
            after = v[k].times(b(k + m) + b(k - 1) + m * (m + 1) - degree * (degree + 1))
            if k:
                after = after - e[k - 1] * v[k - 1]
            v.append(after * inverse(e[k]))
        scale = inverse(root(dot(v, v)))
        return [u * scale for u in v]

    def build(h, dW):
        place = {(i, i): [i] for i in range(n)}  # coordinates: of the imaginary part last
        for i in range(n):
            for j in range(i + 1, n):
                place[i, j] = [n + 2 * (len(place) - n), n + 2 * (len(place) - n) + 1]
        terms = []
        for m in range(n):
            for degree in range(max(1, m), n):
                v = harmonic(m, degree)
                for order, part in ((m, 0), (-m, -1))[m == 0:]:
                    c = h
                    if amp and degree >= shell:
                        c = c + amp[0] * dW[degree * degree - shell * shell + degree + order]
                    terms.append((c.over(degree * (degree + 1)),
                                  {place[i, i + m][part]: a for i, a in enumerate(v)}))
        return projections(n * n, terms)
    return algebra, n * n - shell * shell if amp else 0, build


def sine_euler(case):
    n = case.size("n", 3)
    top = n // 2
    modes = case.pairs("modes", top)
    amp = case.given("amp", 1) if modes else []
    if n % 2 == 0:
        raise Malformed("field n: an odd number is needed")

    def build(h, dW):
        roots = [sine_cosine(pi().times(2 * k).over(n)) for k in range(n)]
        place, at = {}, n
        for i in range(n):
            place[i, i] = None, i
            for j in range(i + 1, n):
                place[i, j], at = (at, at + 1), at + 2

        def basis(m):
            """The coordinates of U = i(T_m + T_-m) and V = T_-m - T_m; they are orthogonal."""
            u, v = {}, {}
            for k in range(n):
                s, c = roots[m[0] * (m[1] + 2 * k) % n]
                j = (k + m[1]) % n
                if j == k:
                    u[k], v[k] = c.times(2), s.times(-2)
                else:  # T_-m is the conjugate transpose of T_m
                    re, im = place[min(j, k), max(j, k)]
                    u[re], u[im] = (-s if k < j else s), c
                    v[re], v[im] = (-c if k < j else c), -s
            return u, v
        scale = whole(n) * inverse(pi().times(4))  # 1/(2 epsilon)
        terms = []
        for m in ((i, j) for i in range(-top, top + 1) for j in range(-top, top + 1)):
            if m > (0, 0):  # of the two of each pair; coordinates off the diagonal weigh 2
                c = -(scale * h).times(2 if m[1] else 1).over(2 * n * (m[0] ** 2 + m[1] ** 2))
                terms += [(c, b) for b in basis(m)]
        shift = [whole(0)] * (n * n)
        for m, w in zip(modes, dW):
            for k, a in basis(m)[0].items():
                shift[k] = shift[k] - scale * amp[0] * w * a
        return projections(n * n, terms, shift)
    return unitary(n), len(modes) if amp else 0, build


def heavy_top(case):
    inertia, chi, noise = case.positive("inertia", 3), case.given("chi", 3), case.groups("noise", 7)

    def build(h, dW):
        twice = dot([w.times(2) for w in dW], noise[6::7])
        shift = [dot(dW, noise[i::7]) for i in range(6)]
        return linear([[(i, h * inverse(a) + twice)] for i, a in enumerate(inertia)] + [[], [], []],
                      shift[:3] + add(shift[3:], [h * c for c in chi]))
    return Motions(), len(noise) // 7, build


def symplectic_quadratic(case):
    n = case.size("n", 2)
    if n % 2:
        raise Malformed("field n: an even number is needed")
    algebra = symplectic(n)
    d = algebra.d
    weights = [1 if len(set(entries)) == 1 else 2 for entries in algebra.places]
    quadratic, noise = case.given("quadratic", d * (d + 1) // 2), case.groups("noise", d)

    def build(h, dW):
        q, full = iter(quadratic), {}
        for i in range(d):
            for j in range(i, d):
                full[i, j] = full[j, i] = h * next(q)
        return linear([[(j, full[i, j].over(weights[i])) for j in range(d)] for i in range(d)],
                      [dot(dW, noise[i::d]).over(weights[i]) for i in range(d)])
    return algebra, len(noise) // d, build


def canonical(case):
    beta, gamma = case.given("beta", 1), case.given("gamma", 1)
    model = case.fields["model"]
    if model not in ("kubo", "pendulum") or (model == "kubo" and gamma):
        raise Malformed("field model: kubo, or pendulum, which alone has gamma")

    def build(h, dW):
        noise = [a * w for a, w in zip(beta + gamma, dW)]
        first = noise[0] if beta else whole(0)
        if model == "kubo":
            return diagonal([h + first] * 2)

        def generator(z):
            s, c = sine_cosine(z[0])
            return [dot((h, first), (s, c)), h * z[1] + (noise[-1] if gamma else whole(0))]
        return generator
    return Plane(), len(beta + gamma), build


SYSTEMS = {  # the function; parameters that are needed; those that may be left out
    "rigid-body": (rigid_body, "inertia", "quad lin"),
    "rigid-body-n": (rigid_body_n, "n", "inertia quad"),
    "point-vortices": (point_vortices, "gamma", "quad"),
    "zeitlin-sphere": (zeitlin_sphere, "n", "amp shell"),
    "sine-euler": (sine_euler, "n", "modes amp"),
    "heavy-top": (heavy_top, "inertia chi", "noise"),
    "symplectic": (symplectic_quadratic, "n quadratic", "noise"),
    "canonical": (canonical, "model", "beta gamma")}


# ---- Schemes -------------------------------------------------------------------------------
# A scheme is (vectors of the stage, start, T, F): the stage solves z = T(x, z), begun at start(x);
# the step is F(x, z).  An explicit rule has no stage, and F(x, None).
def tableau(name):
    """a, row by row, and b, as multiples of 1/12 and of sqrt(3)/12."""
    r = root(whole(3)).over(12)

    def t(*twelfths):
        return [whole(k).over(12) for k in twelfths]
    if name == "gauss4":
        low, high = (whole(1).over(4) + r.times(s) for s in (-2, 2))
        return [t(3) + [low], [high] + t(3)], t(6, 6)
    return {"euler": ([t(0)], t(12)), "heun": ([t(0, 0), t(12, 0)], t(6, 6)),
            "midpoint": ([t(6)], t(12)),
            "rk4": ([t(0, 0, 0, 0), t(6, 0, 0, 0), t(0, 6, 0, 0), t(0, 0, 12, 0)],
                    t(2, 4, 4, 2))}[name]


def runge_kutta(A, Xi, name, retraction):
    """On the algebra, by exp or cay; or (None) on the field itself."""
    a, b = tableau(name)
    act = {"exp": A.E, "cay": A.C, None: lambda theta, x: add(x, theta)}[retraction]

    def K(theta, x):
        y = act(theta, x)
        xi = Xi(y)
        if retraction is None:
            return A.field(xi, y)
        if retraction == "cay":
            return A.B(theta, xi)
        if name not in ("gauss4", "rk4"):
            return xi
        once = A.bracket(theta, xi)
        return add(xi, halves(once), [u.over(12) for u in A.bracket(theta, once)])

    def mix(weights, slopes):
        return [dot(weights, [k[i] for k in slopes]) if slopes else whole(0) for i in range(A.d)]

    def parts(z):
        return [z[j * A.d:(j + 1) * A.d] for j in range(len(a))]

    def T(x, z):
        slopes = [K(theta, x) for theta in parts(z)]
        return [u for row in a for u in mix(row, slopes)]

    def F(x, z):
        slopes = []
        for j in range(len(a)):
            slopes.append(K(parts(z)[j] if z else mix(a[j][:j], slopes), x))
        return act(mix(b, slopes), x)
    implicit = name in ("midpoint", "gauss4")
    return len(a) if implicit else 0, lambda x: [whole(0)] * (len(a) * A.d), T, F


def projected_heun(A, at):
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
        first = at(x)
        return fit(add(x, halves(first), halves(at(fit(add(x, first), x)))), x)
    return 0, None, None, F


def variational(A, Xi, name):
    R3 = getattr(A, "rotations", A)
    turn = R3.E if name == "exp" else R3.C

    def printed(xi, x):  # I + hat(xi)/2 - xi xi^T/4, inverted
        m = plus_half(R3.matrices(xi)[0], 1)
        m = [[u - (xi[i] * xi[j]).over(4) for j, u in enumerate(row)] for i, row in enumerate(m)]
        return [dot(row, x) for row in matrix_inverse(m)]
    R = {"cayley": R3.D_inverse, "exp": lambda xi, x: R3.E(xi, x, mean=True),
         "cayley-printed": printed}[name]

    def parts(x, z):
        xi = Xi(z)
        if A is R3:
            return halves(xi), turn(halves(xi), x), x, []
        xi, u = halves(xi[:3]), xi[3:]
        gamma = turn(xi, x[3:])
        return xi, add(turn(xi, x[:3]), cross(gamma, u)), x[:3], gamma

    def T(x, z):
        xi, after, before, gamma = parts(x, z)
        return halves(R(xi, add(before, after))) + gamma

    def F(x, z):
        xi, after, _, gamma = parts(x, z)
        return turn(xi, after) + (turn(xi, gamma) if gamma else [])
    return 1, list, T, F


ALL = "so3 son su2n sun se3 sp vector"
J_QUADRATIC = "so3 son su2n sun sp"
SCHEMES = {"implicit-midpoint": ALL, "midpoint": "vector", "trapezoidal": ALL, "tmk": ALL,
           "euler": ALL, "heun": ALL, "heun-projected": "so3 su2n",
           "isospectral-midpoint": J_QUADRATIC, "canonical-midpoint": J_QUADRATIC,
           "variational-cayley": "so3 son sun se3", "variational-exp": "so3 son sun se3",
           "variational-cayley-printed": "so3 se3"}
for _name in ("euler", "heun", "midpoint", "gauss4", "rk4"):
    SCHEMES["rkmk-%s-exp" % _name] = ALL
    SCHEMES["rkmk-%s-cay" % _name] = ALL.replace(" vector", "")


def make_scheme(name, A, Xi):
    def at(z):
        return A.field(Xi(z), z)
    if name in ("implicit-midpoint", "midpoint"):
        return 1, list, lambda x, z: add(x, halves(at(z))), lambda x, z: add(x, at(z))
    if name == "isospectral-midpoint":
        return 1, list, lambda x, z: less(add(x, z), A.D(Xi(z), z)), lambda x, z: add(x, at(z))
    if name == "canonical-midpoint":
        return 1, list, lambda x, z: A.D_inverse(Xi(z), x), lambda x, z: add(x, at(z))
    if name == "trapezoidal":
        def T(x, z):
            return add(x, halves(at(x)), halves(at(z)))
        return 1, list, T, T
    if name == "tmk":
        def T(x, z):
            return A.E(Xi(halves(add(x, z))), x)
        return 1, list, T, T
    if name == "heun-projected":
        return projected_heun(A, at)
    kind, _, rest = name.partition("-")
    if kind == "variational":
        return variational(A, Xi, rest)
    return runge_kutta(A, Xi, *(rest.split("-") if rest else (name, None)))


# ---- The proof -----------------------------------------------------------------------------
def variables(z, at, n):
    """The numbers z as variables at, at + 1, ... of n."""
    return [N(a.m, a.r, [(at + i == k) << P for k in range(n)], [0] * n) for i, a in enumerate(z)]


def derivatives(v, n):
    return [[N(g, e) for g, e in zip(a.g or [0] * n, a.e or [0] * n)] for a in v]


def box(centre, factors, reach):
    """Every centre + v with |v_i| <= factors_i reach."""
    return [N(a.m, a.r + (f * reach >> P) + 1) for a, f in zip(centre, factors)]


def square(numbers, n):
    """The n x n matrix of these numbers; the identity if there are none."""
    if numbers is None:
        return [[whole(int(i == j)) for j in range(n)] for i in range(n)]
    return [[exact(u) for u in numbers[i * n:(i + 1) * n]] for i in range(n)]


def prove(case, c, before, bits):
    """Proves c, a certificate, with numbers of `bits` bits behind the point, or says why not.
    before: the certificate that c continues, of which it takes the set that the step begins in."""
    set_precision(bits)
    A, M, build = SYSTEMS[case.fields["system"]][0](case)
    dW = case.given("dw", M * case.steps)[(c.step - 1) * M:c.step * M]
    name, d = case.fields["scheme"], A.d
    case.state(A)
    if A.kind not in SCHEMES[name].split():
        raise Malformed("field scheme: %s is no rule on the algebra %s" % (name, A.kind))
    stages, start, T, F = make_scheme(name, A, build(exact(case.one("h")), dW))
    c.expect(d, stages * d)
    if stages * d > 256:
        raise NotCovered("a stage of %d numbers" % (stages * d))
    x = middle = [exact(u) for u in (before and before.centre) or c.start or case.numbers("x", d)]
    if before:
        frame, reach = square(before.frame, d), [exact(u) for u in before.reach]
        x = [N(a.m, a.r + dot([N(u.size()) for u in row], reach).size())
             for a, row in zip(middle, frame)]
    z = stage(start, T, x, x, c, stages * d) if stages else None
    y = F(x, z)
    if c.centre:
        centre, back = [exact(u) for u in c.centre], matrix_inverse(square(c.frame, d))
        if before:
            y = F(middle, stage(None, T, x, middle, c, stages * d) if stages else None)
        moved = [N(dot(row, less(y, centre)).size()) for row in back]
        if before:
            D = product(product(back, step_derivative(T, F, x, z, d, stages * d)), frame)
            moved = [a + dot([N(u.size()) for u in row], reach) for a, row in zip(moved, D)]
        for i, (a, u) in enumerate(zip(moved, c.reach)):
            if a.size() > exact(u).m - exact(u).r:
                raise NotProved("the result is not seen within reach %d" % (i + 1))
        y = [N(a.m, a.r + dot([N(u.size()) for u in row], [exact(u) for u in c.reach]).size())
             for a, row in zip(centre, square(c.frame, d))]
    else:
        for i, (a, low, high) in enumerate(zip(y, map(exact, c.low), map(exact, c.high))):
            if not (low.m + low.r <= a.m - a.r and a.m + a.r <= high.m - high.r):
                raise NotProved("coordinate %d of the result is not seen within low and high" %
                                (i + 1))
    for i, (a, u) in enumerate(zip(y, c.answer or ())):
        ends = [nearest_binary64((a.m + s * a.r, -P)) for s in (-1, 1)]
        if compare(ends[0], u) > 0 or compare(u, ends[1]) > 0:
            raise NotProved("number %d of the answer is not the result, rounded" % (i + 1))


def stage(start, T, x, given, c, k):
    """An enclosure of the stage meant, for every state in `given`, a part of x: sections 2 and 3
    of proof.md.  start is None if hypotheses 2 to 4 were verified for all of x before."""
    centre = [exact(u) for u in c.stage]
    radius, L = exact(c.radius), exact(c.contraction)
    R, gap = radius.m - radius.r, (1 << P) - (L.m + L.r)
    if gap <= 0:
        raise NotProved("the contraction is not below 1")
    C = back = None
    factors = [1 << P] * k
    if c.norm:
        C = square(c.norm, k)
        back = matrix_inverse(C)
        factors = [length(row) for row in back]

    def size(v):  # |C v|
        return length([dot(row, v) for row in C] if C else v)
    defect = size(less(T(given, centre), centre))
    if start:
        J = derivatives(T(x, variables(box(centre, factors, R), 0, k)), k)
        bound = spectral_bound(product(product(C, J), back) if C else J)
        if bound > L.m - L.r:
            raise NotProved("the contraction on the ball is bounded by %.4g, and not by %.4g" %
                            (bound / (1 << P), L.m / (1 << P)))
        if defect << P > gap * R:
            raise NotProved("the ball is not seen to be mapped into itself")
        y = start(x)
        for _ in range(c.entered):
            y = T(x, y)
        if size(less(y, centre)) > R:
            raise NotProved("iteration %d from the start is not seen within the ball" % c.entered)
    return box(centre, factors, (defect << P) // gap + 1)


def step_derivative(T, F, x, z, d, k):
    """dy/dx for every x and its stage: section 6 of proof.md."""
    xs, zs = variables(x, 0, d + k), z and variables(z, d, d + k)
    DF = derivatives(F(xs, zs), d + k)
    if not k:
        return DF
    DT = derivatives(T(xs, zs), d + k)
    solve = matrix_inverse([[whole(int(i == j)) - u for j, u in enumerate(row[d:])]
                            for i, row in enumerate(DT)])
    of_stage = product(solve, [row[:d] for row in DT])
    return [add(row[:d], new) for row, new in zip(DF, product([row[d:] for row in DF], of_stage))]


# ---- The format ----------------------------------------------------------------------------
HEX = re.compile(r"([+-]?)0x([01])(?:\.([0-9a-f]{1,20000}))?p([+-]?[0-9]{1,5})")
# how many numbers, in terms of d, the state's, and k, the stage's; a word: no list of numbers
FIELDS = {"id": "text", "step": "whole", "entered": "whole", "error": "text", "from": "d",
          "stage": "k", "norm": "kk", "radius": "1", "contraction": "1", "low": "d", "high": "d",
          "centre": "d", "frame": "dd", "reach": "d", "answer": "d"}
NO_DATA = ("unable", "domain", "unsupported")


def number(text, field):
    found = HEX.fullmatch(text)
    if not found or abs(int(found.group(4))) > 20000:
        raise Malformed("field %s: %r is no hex float" % (field, text[:40]))
    sign, first, digits, exponent = found.groups()
    m = int(first + (digits or ""), 16)
    return (-m if sign == "-" else m), int(exponent) - 4 * len(digits or "")


def count(text, field):
    if not re.fullmatch(r"[0-9]{1,9}", text or ""):
        raise Malformed("field %s: a whole number is needed" % field)
    return int(text)


def compare(a, b):
    """The sign of a - b, two dyadic numbers."""
    (m, e), (n, f) = a, b
    g = min(e, f)
    difference = (m << e - g) - (n << f - g)
    return (difference > 0) - (difference < 0)


def nearest_binary64(a):
    """The nearest number of binary64, the even one of two; beyond its range a larger number."""
    m, e = a
    drop = max(m.bit_length() - 53, -1074 - e)
    if drop <= 0:
        return a
    q, rest = m >> drop, 2 * (m & (1 << drop) - 1)
    return q + (rest > 1 << drop or (rest == 1 << drop and q & 1)), e + drop


class Certificate:
    def __init__(self, fields):
        """fields: key to text; numbers of a list separated by commas."""
        for key in fields:
            if key not in FIELDS:
                raise Malformed("field %s is unknown" % key)
        self.fields, self.step = fields, count(fields.get("step"), "step")
        if self.step < 1:
            raise Malformed("field step: steps are counted from 1")
        self.error, self.lists = fields.get("error"), {}
        if self.error is not None and (self.error not in NO_DATA or
                                       set(fields) - {"id", "step", "from", "error"}):
            raise Malformed("field error: one of %s, without data" % ", ".join(NO_DATA))
        for key in fields:
            if FIELDS[key] not in ("text", "whole"):
                self.lists[key] = [number(t, key) for t in fields[key].split(",")]
        self.start, self.stage, self.norm, self.low, self.high, self.centre, self.frame, \
            self.reach, self.answer = map(self.lists.get, "from stage norm low high centre frame "
                                          "reach answer".split())
        self.entered = count(fields["entered"], "entered") if "entered" in fields else 0
        self.chained = self.centre is not None

    def expect(self, d, k):
        """Raises Malformed unless fields and counts are those of a state of d numbers and a stage
        of k numbers."""
        needed = {"id", "step"} | ({"centre", "reach"} if self.chained else {"low", "high"})
        if self.step > 1 and not self.chained:
            needed.add("from")
        if k:
            needed |= {"stage", "radius", "contraction", "entered"}
        allowed = needed | {"answer"} | ({"norm"} if k else set()) | \
            ({"frame"} if self.chained else set())
        for key in sorted(needed - set(self.fields)):
            raise Malformed("field %s is missing" % key)
        for key in sorted(set(self.fields) - allowed):
            raise Malformed("field %s does not belong to step %d of this scheme" % (key, self.step))
        for key, values in self.lists.items():
            expected = {"d": d, "dd": d * d, "k": k, "kk": k * k, "1": 1}[FIELDS[key]]
            if len(values) != expected:
                raise Malformed("field %s: %d numbers, expected %d" % (key, len(values), expected))
        if k:
            (self.radius,), (self.contraction,) = self.lists["radius"], self.lists["contraction"]
            if self.radius[0] < 0 or self.contraction[0] < 0 or self.entered > 4096:
                raise Malformed("field radius, contraction or entered: out of range")
        if self.chained and any(m < 0 for m, _ in self.reach):
            raise Malformed("field reach: a number is negative")


class Case:
    """A case's fields.  Each number that a system asks for has the count that it asks for."""
    def __init__(self, fields):
        self.fields = fields
        for key in ("id", "system", "scheme", "h", "steps", "x"):
            if key not in fields:
                raise Malformed("field %s is missing" % key)
        self.steps = count(fields["steps"], "steps")
        if self.steps < 1:
            raise Malformed("field steps: a whole number from 1 is needed")
        self.covered = None
        system, scheme = fields["system"], fields["scheme"]
        if system not in SYSTEMS or scheme not in SCHEMES:
            self.covered = "the %s %s" % (("system", system) if system not in SYSTEMS else
                                          ("scheme", scheme))
            return
        _, needed, others = SYSTEMS[system]
        for key in needed.split():
            if key not in fields:
                raise Malformed("field %s is missing" % key)
        known = ["id", "system", "scheme", "h", "steps", "x", "dw", "arithmetic"]
        for key in fields:
            if key not in known + needed.split() + others.split():
                raise Malformed("field %s is none of the system %s" % (key, system))
        if fields.get("arithmetic", "binary64") != "binary64":
            self.covered = "the arithmetic %s" % fields["arithmetic"]

    def has(self, key):
        return key in self.fields

    def numbers(self, key, expected=None):
        """None expected: any count; of a field that is left out there are none."""
        if not self.has(key) and key != "dw":
            return []
        out = [number(t, key) for t in self.fields[key].split(",")] if self.has(key) else []
        if expected is not None and len(out) != expected:
            raise Malformed("field %s: %d numbers, expected %d" % (key, len(out), expected))
        return out

    def given(self, key, expected=None):
        return [exact(u) for u in self.numbers(key, expected)]

    def groups(self, key, of):
        if len(self.numbers(key)) % of:
            raise Malformed("field %s: %d numbers, expected a multiple of %d" %
                            (key, len(self.numbers(key)), of))
        return self.given(key)

    def positive(self, key, expected):
        if any(m <= 0 for m, _ in self.numbers(key, expected)):
            raise Malformed("field %s: a number is not positive" % key)
        return self.given(key)

    def one(self, key):
        return self.numbers(key, 1)[0]

    def size(self, key, least, most=None):
        value = self.one(key)
        n = next((n for n in range(least, 33) if compare(value, (n, 0)) == 0), None)
        if n is None and compare(value, (32, 0)) > 0 and most is None:
            raise NotCovered("the size %s" % self.fields[key])
        if n is None or (most is not None and n > most):
            raise Malformed("field %s: a whole number from %d is needed" % (key, least))
        return n

    def pairs(self, key, most):
        if not self.has(key):
            return []
        out = [re.fullmatch(r"([+-]?[0-9]{1,4}):([+-]?[0-9]{1,4})", t)
               for t in self.fields[key].split(",")]
        out = [m and (int(m.group(1)), int(m.group(2))) for m in out]
        if any(not m or m == (0, 0) or max(map(abs, m)) > most for m in out):
            raise Malformed("field %s: pairs a:b within -%d..%d are needed" % (key, most, most))
        return out

    def state(self, A):
        x = self.numbers("x", A.d)
        if A.kind == "sun":  # its diagonal sums to 0, up to roundings: FORMAT.md
            low = min(e for _, e in x)
            total = abs(sum(m << e - low for m, e in x[:A.n]))
            if compare((total, low), (2 * A.n ** 2 * max(abs(m) << e - low for m, e in x),
                                      low - 53)) > 0:
                raise Malformed("field x: the trace is not 0")


def bits_needed(case, c, before):
    """So many bits behind the point that the narrowest width claimed, and the product of the
    largest numbers, are represented well."""
    top, narrow = 1, 0
    for values in [case.numbers("x"), case.numbers("h")] + list(c.lists.values()) + \
            ([before.reach] if before else []):
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


def lines_of(file):
    """Yields place, word and fields of each record of a text."""
    for i, line in enumerate(file):
        place = "line %d" % (i + 1)
        if not line.endswith("\n"):
            raise Malformed(place + ": the newline at its end is missing")
        word, _, rest = line[:-1].partition(" ")
        if line != "\n" and line[0] != "#":
            try:
                yield place, word, fields_of(rest) if word in ("case", "certificate") else None
            except Malformed as error:
                raise Malformed("%s: %s" % (place, error)) from None


def json_of(file):
    """The same of JSON: a case before its first certificate."""
    def no_repetition(pairs):
        if len(dict(pairs)) < len(pairs):
            raise Malformed("a key is there twice")
        return dict(pairs)
    try:
        text = json.load(file, object_pairs_hook=no_repetition)
    except (ValueError, RecursionError) as error:
        raise Malformed("no JSON: %s" % error) from None
    if not isinstance(text, dict) or set(text) != {"form", "slp", "certificates"} or \
            type(text["form"]) is not int or text["form"] != 1 or \
            not isinstance(text["slp"], str) or not isinstance(text["certificates"], list):
        raise Malformed("the keys are form (1), slp and certificates, a list")
    case = None
    for i, entry in enumerate(text["certificates"]):
        place = "certificate %d" % (i + 1)
        try:
            if not isinstance(entry, dict) or not isinstance(entry.get("case"), str) or \
                    not entry["case"].startswith("case "):
                raise Malformed("field case is missing")
            if entry["case"] != case:
                case = entry["case"]
                yield place, "case", fields_of(case[5:])
            fields = {"id": fields_of(case[5:]).get("id", "")}
            for key, value in entry.items():
                if key in ("case", "id"):
                    continue
                kind = FIELDS.get(key, "1")
                good = type(value) is int if kind == "whole" else isinstance(value, str) \
                    if kind == "text" else isinstance(value, list) and value and \
                    all(isinstance(t, str) and "," not in t for t in value)
                if not good:
                    raise Malformed("field %s: it is no %s" % (
                        key, {"whole": "whole number", "text": "string"}.get(kind, "list of "
                                                                            "strings")))
                fields[key] = ",".join(value) if isinstance(value, list) else str(value)
            if "id" in entry:
                raise Malformed("field id is unknown")
        except Malformed as error:
            raise Malformed("%s: %s" % (place, error)) from None
        yield place, "certificate", fields


def certificates_of(records):
    """Yields the place, a case, a certificate of it, and the one before it or None."""
    case, before, seen = None, None, set()
    for place, word, fields in records:
        try:
            if word == "case":
                case, before = Case(fields), None
                if fields["id"] in seen:
                    raise Malformed("field id: %s is there twice" % fields["id"])
                seen.add(fields["id"])
            elif word == "certificate":
                if case is None or fields.get("id") != case.fields["id"]:
                    raise Malformed("field id: a certificate follows its case")
                c = Certificate(fields)
                if c.step > case.steps:
                    raise Malformed("field step: the case has %d" % case.steps)
                if before and c.step <= before.step:
                    raise Malformed("field step: it is not after the one before")
                yield place, case, c, before
                before = c
            else:
                raise Malformed("neither a case nor a certificate")
        except Malformed as error:
            raise Malformed("%s: %s" % (place, error)) from None


def results_of(file):
    """The answers: id to a list of numbers, None for an error."""
    answers = {}
    for _, word, fields in lines_of(line.replace("result ", "certificate ", 1)
                                    if line.startswith("result ") else line for line in file):
        if word == "certificate":
            if fields.get("id") in answers or ("y" in fields) == ("error" in fields):
                raise Malformed("a result has an id of its own, and y or error")
            answers[fields.get("id")] = [number(t, "y") for t in fields["y"].split(",")] \
                if "y" in fields else None
    return answers


def same(a, b):
    return len(a) == len(b) and not any(compare(u, v) for u, v in zip(a, b))


def link(case, c, before, answers):
    """Whether c begins where the one before it ends, and answers what the results say."""
    follows = before is not None and before.step == c.step - 1
    if c.chained and c.step > 1 and not (follows and before.chained and before.proved):
        raise NotProved("the chain's step before it is not proved")
    if follows and before.answer and c.start and not same(before.answer, c.start):
        raise NotProved("it does not begin at the answer before it")
    if answers is not None:
        y, d = answers.get(case.fields["id"]) or [], len(case.numbers("x"))
        if len(y) != case.steps * d:
            raise NotProved("the results have no answer of it")
        y = [None if s < 0 else y[s * d:(s + 1) * d] for s in (c.step - 2, c.step - 1)]
        if c.answer and not same(c.answer, y[1]):
            raise NotProved("its answer is not the one of the results")
        if c.start and not same(c.start, y[0]):
            raise NotProved("it does not begin at the answer of the results")
        c.answer = y[1]
    return before if c.chained and c.step > 1 else None


def verdict(case, c, before=None, answers=None):
    c.proved = False
    if c.error is not None:
        return "not covered", "the certificate says error=%s" % c.error
    if case.covered:
        return "not covered", case.covered
    try:
        before = link(case, c, before, answers)
        first = bits_needed(case, c, before)
        try:
            prove(case, c, before, first)
        except NotProved:
            prove(case, c, before, 2 * first + 200)
    except (NotProved, NotCovered) as error:
        return "not proved" if isinstance(error, NotProved) else "not covered", str(error)
    c.proved = True
    return "proved", None


def open_text(path):
    return sys.stdin if path == "-" else open(path, encoding="ascii", newline="\n")


def check(path, answers, counts):
    any_there = False
    for at, case, c, before in certificates_of((json_of if path.endswith(".json") else
                                                lines_of)(open_text(path))):
        try:
            word, why = verdict(case, c, before, answers)
        except Malformed as error:
            raise Malformed("%s: %s" % (at, error)) from None
        any_there = True
        counts[word] += 1
        print("step id=%s step=%d %s%s" % (case.fields["id"], c.step, word,
                                           ": " + why if why else ""))
    if not any_there:
        raise Malformed("it has no certificate")


def main(arguments):
    counts = {"proved": 0, "not proved": 0, "not covered": 0}
    path = answers = None
    try:
        if arguments[:1] == ["--results"] and len(arguments) > 1:
            path, arguments = arguments[1], arguments[2:]
            answers = results_of(open_text(path))
        if not arguments or arguments[0].startswith("--"):
            sys.stderr.write(__doc__ + "\n")
            return 2
        for path in arguments:
            check(path, answers, counts)
    except (Malformed, UnicodeDecodeError, OSError) as error:
        sys.stdout.flush()
        sys.stderr.write("%s: %s\n" % (path, error))
        return 2
    print("taken on trust: nothing")
    print("%d proved, %d not proved, %d not covered" % tuple(counts.values()))
    return 1 if counts["not proved"] else 3 if counts["not covered"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
