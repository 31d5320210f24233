#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Proves steps of stochastic Lie-Poisson integrators again, from their certificates.

    slp run --path ref --certificate FILE < CASES > RESULTS
    python3 check_certificate.py [--results RESULTS] FILE...

FILE.json is read as JSON; - is standard input.  For each certificate it prints a line: `proved`,
`not proved` with the reason, or `not covered`.  With --results the answers must be those of that
file too, and each of its answers needs a certificate.  Exit status: 0 all proved; 1 some not
proved; 3 some not covered, all others proved; 2 a file is malformed or has no certificate.  It uses
nothing of slp: only whole numbers of Python, and three pages: proof.md beside this file, which has
the theorem and the format, and the manual's pages of systems and schemes, which have the
equations."""
import argparse
import contextlib
import functools
import json
import re
import sys
from math import isqrt

# ---- Enclosures with derivatives: proof.md, section 3 --------------------------------------
# N(m, r, g, e) stands for every number a with |a - m/2^P| <= r/2^P.  Its i-th partial derivative
# lies within e[i]/2^P of g[i]/2^P; g is None where the number does not depend on the variables.
# LEFT: how much work may still be done, COST of it for each product: section 8.
MOST_WORK, MOST_STATE, MOST_STAGE, MOST_ENTERED, MOST_LIST = 2 * 10 ** 8, 2048, 256, 4096, 1 << 21
MOST_BRACKET_INDICES = MOST_SPLIT_TERMS = 1024
P, COST, LEFT = 0, 1, MOST_WORK

class NotProved(Exception):
    """A hypothesis of the theorem that does not hold, or is not seen to hold."""

class Undecided(NotProved):
    """An enclosure whose ends round to different numbers."""

class NotCovered(Exception):
    """A system, a scheme or a size that this program does not have."""

class Malformed(Exception):
    """A text that is no certificate."""

def set_precision(bits):
    global P, COST
    P, COST = bits, 1 + (bits >> 10) ** 2

def spend(products):
    global LEFT
    LEFT -= COST * products
    if LEFT < 0:
        raise NotCovered("its work is above %d products" % MOST_WORK)

class N:
    __slots__ = ("m", "r", "g", "e")

    def __init__(self, m, r=0, g=None, e=None):
        self.m, self.r, self.g, self.e = m, r, g, e

    def __add__(self, b):
        g, e = self.g or b.g, self.e or b.e
        if self.g and b.g:
            g, e = [u + v for u, v in zip(self.g, b.g)], [u + v for u, v in zip(self.e, b.e)]
        return N(self.m + b.m, self.r + b.r, g, e)

    def __neg__(self):
        return self.times(-1)

    def __sub__(self, b):
        return self + -b

    def __mul__(self, b):
        return dot((self,), (b,))

    def times(self, k):  # by a whole number
        return N(self.m * k, self.r * abs(k), self.g and [u * k for u in self.g],
                 self.e and [u * abs(k) for u in self.e])

    def over(self, k):  # by a whole number k > 0
        if k == 1 or not (self.m or self.r or self.g):
            return self
        return N(self.m // k, -(-self.r // k) + (self.m % k != 0),
                 self.g and [u // k for u in self.g], self.e and [u // k + 2 for u in self.e])

    def size(self):
        return abs(self.m) + self.r

    def slope(self, value, by):  # the enclosure `value`, with derivative by() * a'
        f = N(0) if self.g is None else by() * N(0, 0, self.g, self.e)
        return N(value.m, value.r, f.g, f.e)

def dot(a, b):
    """The sum of a_i b_i, rounded once, and not at all if it needs no more than P bits."""
    m = r = 0
    g = e = None
    for u, v in zip(a, b):
        um, ur, vm, vr = u.m, u.r, v.m, v.r
        m += um * vm
        r += abs(um) * vr + ur * (abs(vm) + vr)
        for w, xm, xr in ((u, vm, vr), (v, um, ur)):
            if w.g is not None and (xm or xr):
                x, n = abs(xm) + xr, len(w.g)
                g = [y + t * xm for y, t in zip(g or [0] * n, w.g)]
                e = [y + abs(t) * xr + s * x for y, t, s in zip(e or [0] * n, w.g, w.e)]
    spend(len(a) * (1 + len(g or ())))
    if g is not None:
        g, e = [u >> P for u in g], [(u >> P) + 2 for u in e]
    return N(m >> P, -(-r >> P) + (m >> P << P != m), g, e)

def whole(k):
    return N(k << P)

def zeros(n):
    return [whole(0)] * n

def exact(number):
    """The dyadic number (mantissa, exponent)."""
    m, k = number
    return N(m << P + k) if P + k >= 0 else N(m >> -(P + k), 1)

def inverse(a):
    low = abs(a.m) - a.r
    if low <= 0:
        raise NotProved("a divisor is not proved to differ from 0")
    off = ((a.r << 2 * P) // (abs(a.m) * low)) + 2 if a.r or (1 << 2 * P) % a.m else 0
    v = N((1 << 2 * P) // a.m, off)
    return a.slope(v, lambda: -(v * v))

def root(a):
    if a.m - a.r <= 0:
        raise NotProved("a length is not proved to differ from 0")
    low, high = isqrt(a.m - a.r << P), isqrt(a.m + a.r << P) + 1
    v = N(low + high >> 1, (high - low >> 1) + 1)
    return a.slope(v, lambda: inverse(v).over(2))

def pi():
    return pi_of(P)

@functools.lru_cache(maxsize=4)
def pi_of(P):
    """Machin's formula, with 32 bits more."""
    total = 0
    for factor, k in ((16, 5), (-4, 239)):  # each series alternates: off by less than its terms
        power, j = (factor << P + 32) // k, 0
        while power not in (0, -1):
            total += (-power if j & 1 else power) // (2 * j + 1)
            power, j = power // (k * k), j + 1
    return N(total >> 32, 2)

def sine_cosine(a):
    """Taylor at the middle, reduced by a multiple of pi/2; both have a Lipschitz constant of 1."""
    quarter = pi().over(2)
    turns = (2 * a.m + quarter.m) // (2 * quarter.m)
    t, both = a.m - turns * quarter.m, []
    for term, count in ((t, 2), (1 << P, 1)):
        total = 0
        while abs(term) > 1:
            total += term
            term = (-(term * t >> P) * t >> P) // (count * (count + 1))
            count += 2
        # each term is off by at most 8 roundings; the terms left out are below 4 together
        both.append(N(total, 8 * count + 8 + a.r + abs(turns) * (quarter.r + 1)))
    s, c = both
    for _ in range(turns % 4):
        s, c = c, -s
    return a.slope(s, lambda: c), a.slope(c, lambda: -s)

def length(v):
    """An upper bound of the Euclidean norm, in units of 2^-P."""
    return isqrt(sum(a.size() ** 2 for a in v)) + 1

# ---- Vectors and matrices ------------------------------------------------------------------
# A complex matrix A + iB is the real matrix ((A, -B), (B, A)): products and inverses are the same,
# and the conjugate transpose is the transpose.
def add(*vectors):
    return list(functools.reduce(lambda u, v: [a + b for a, b in zip(u, v)], vectors))

def less(a, b):
    return [u - v for u, v in zip(a, b)]

def rows_less(a, b):
    return list(map(less, a, b))

def halves(v):
    return [a.over(2) for a in v]

def cross(a, b):
    return [dot((a[i - 2], -a[i - 1]), (b[i - 1], b[i - 2])) for i in range(3)]

def product(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]

def transpose(a):
    return [list(column) for column in zip(*a)]

def identity(n):
    return [[whole(int(i == j)) for j in range(n)] for i in range(n)]

def plus_half(a, sign):
    """I + a/2 or I - a/2."""
    return [add(row, halves([u.times(sign) for u in v])) for row, v in zip(identity(len(a)), a)]

def matrix_inverse(a):
    """By elimination with the largest pivots."""
    n = len(a)
    rows = [list(u) + v for u, v in zip(a, identity(n))]
    for k in range(n):
        at = max(range(k, n), key=lambda i: abs(rows[i][k].m))
        rows[k], rows[at] = rows[at], rows[k]
        pivot = inverse(rows[k][k])
        rows[k] = [u * pivot for u in rows[k]]
        for i in range(n):
            f = rows[i][k]
            if i != k and (f.m or f.r or f.g):
                rows[i] = [u - f * v for u, v in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]

def spectral_bound(a):
    """At least the spectral norm of every matrix in a, in units of 2^-P: of the middle by the
    Frobenius norm of a high power of its square, of the rest by the Frobenius norm."""
    cut, doublings = max(P - 48, 0), 6
    if sum(u.m * u.m for row in a for u in row) > len(a) << 2 * P:
        raise NotProved("the contraction is not below 1")
    spend(7 * len(a) ** 3)
    power = [[u.m >> cut for u in row] for row in a]
    rest = isqrt(sum((u.r + (1 << cut)) ** 2 for row in a for u in row)) + 1
    for _ in range(doublings):
        columns = list(zip(*power))
        power = [[sum(map(int.__mul__, u, v)) for v in columns] for u in columns]
    bound = sum(u * u for row in power for u in row)
    for _ in range(doublings + 1):
        bound = isqrt(bound) + 1
    return (bound << cut) + rest

# ---- Algebras: proof.md, section 4 ---------------------------------------------------------
class Algebra:
    """Coordinates, and the matrices they stand for.  places[k] has (i, j, s) for each entry (i, j)
    of its block in which coordinate k stands, times s/scale; a block has n rows, and as many
    coordinates as places.  is_complex: the entries are those of the left half ((A), (B)).
    |ad*_xi x| <= growth |xi| |x| in a norm between |coordinates| and twice that."""
    def __init__(self, kind, n, places, blocks=1, scale=1, is_complex=False, growth=3):
        self.kind, self.n, self.is_complex, self.growth = kind, n, is_complex, growth
        self.places, self.per, self.scale, self.d = places, len(places), scale, len(places) * blocks

    def domain(self, x):
        """NotProved where the system has no step from x."""

    def matrices(self, x):
        out = []
        for at in range(0, self.d, self.per):
            a = [zeros(self.n) for _ in range(self.n * (1 + self.is_complex))]
            for u, entries in zip(x[at:at + self.per], self.places):
                for i, j, s in entries:
                    a[i][j] = u.times(s).over(self.scale)
            out.append(self.full(a))
        return out

    def full(self, a):
        n = self.n
        return [a[i] + [-u for u in a[i + n]] for i in range(n)] + \
            [a[i + n] + a[i] for i in range(n)] if self.is_complex else a

    def coordinates(self, matrices):
        return [b[i][j].times(self.scale * s) for b in matrices for (i, j, s), *_ in self.places]

    def by_blocks(self, rule, *vectors):
        return self.coordinates(rule(*p) for p in zip(*map(self.matrices, vectors)))

    def adjoint(self, a):
        """a+, with (ab)+ = b+ a+; -a for an element of the algebra."""
        return transpose(a)

    def times(self, a, *others):
        """The product of matrices of one block; of complex ones the right half follows."""
        for b in others:
            a = self.full(product(a, [row[:self.n] for row in b]))
        return a

    def bracket(self, a, b):
        return self.by_blocks(lambda p, q: rows_less(self.times(p, q), self.times(q, p)), a, b)

    def field(self, xi, x):
        return self.by_blocks(lambda p, q: rows_less(
            self.times(transpose(p), q), self.times(q, transpose(p))), xi, x)

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
        """The flow over unit time, or its mean: a series.  section 4 bounds what is left out."""
        rho, k, term, total, small = self.growth * length(xi), 0, x, x, False
        while not (small and 2 * rho <= (k + 1) << P):
            k += 1
            if k > 400 or 2 * rho > 401 << P:
                raise NotProved("the exponential's series is too long")
            term = [a.over(k) for a in self.field(xi, term)]
            total = add(total, [a.over(k + 1) for a in term] if mean else term)
            small = all(a.size() <= 256 and all(abs(u) + v <= 1 << max(P - 30, 8)
                        for u, v in zip(a.g or (), a.e or ())) for a in term)
        tail = 2 * length(term)
        n = max(len(a.g or ()) for a in xi + x)  # the number of variables

        def sides(v):  # bounds of the derivatives of the vector v
            return [isqrt(sum((abs(a.g[i]) + a.e[i]) ** 2 for a in v if a.g)) + 1 for i in range(n)]
        more = [4 * self.growth * (u * tail >> P) // (k + 1) + 2 * v + 2
                for u, v in zip(sides(xi), sides(term))]
        return [N(a.m, a.r + tail, n and (a.g or [0] * n) or None,
                  n and [u + v for u, v in zip(a.e or [0] * n, more)] or None) for a in total]

class Vectors(Algebra):
    """so(3) and su(2)^n: the bracket is the cross product."""
    def field(self, xi, x):
        return [u for i in range(0, self.d, 3) for u in cross(x[i:i + 3], xi[i:i + 3])]

    def bracket(self, a, b):
        return self.field(b, a)

HATS = [[(2, 1, 1), (1, 2, -1)], [(0, 2, 1), (2, 0, -1)], [(1, 0, 1), (0, 1, -1)]]

def rotations():
    return Vectors("so3", 3, HATS, growth=1)

def spins(n):
    """-i/2 (x . sigma) for each vector."""
    return Vectors("su2n", 2, [[(2, 1, -1), (3, 0, -1)], [(1, 0, 1), (0, 1, -1)],
                               [(2, 0, -1), (3, 1, 1)]], n, 2, True, 1)

def pairs_of(n):
    return [(i, j) for i in range(n) for j in range(i + 1, n)]

def skew(n):
    return Algebra("son", n, [[(i, j, 1), (j, i, -1)] for i, j in pairs_of(n)])

def unitary(n):
    """su(n), and skew-Hermitian matrices with a trace."""
    return Algebra("sun", n, [[(n + i, i, 1)] for i in range(n)] + [
        entries for i, j in pairs_of(n) for entries in
        ([(i, j, 1), (j, i, -1)], [(n + i, j, 1), (n + j, i, 1)])], is_complex=True)

def parts_of(n):
    """The coordinates of entry (i, j), i <= j, of unitary(n): real and imaginary part."""
    place = {(i, i): (None, i) for i in range(n)}
    place.update((p, (n + 2 * k, n + 2 * k + 1)) for k, p in enumerate(pairs_of(n)))
    return place

class Symplectic(Algebra):
    """((a, b), (c, -a^T)) with b and c symmetric."""
    def __init__(self, n):
        m = n // 2
        places = [[(i, j, 1), (m + j, m + i, -1)] for i in range(m) for j in range(m)]
        for row, column in ((0, m), (m, 0)):
            places += [[(row + i, column + j, 1), (row + j, column + i, 1)]
                       for i in range(m) for j in range(i, m)]
        super().__init__("sp", n, places)

    def adjoint(self, a):  # J^-1 a^T J with J = ((0, I), (-I, 0))
        t, m = transpose(a), self.n // 2
        return [row[m:] + [-u for u in row[:m]] for row in t[m:]] + \
            [[-u for u in row[m:]] + row[:m] for row in t[:m]]

class Motions(Algebra):
    """se(3): pairs of vectors, with the matrices ((hat w, u), (0, 0))."""
    def __init__(self):
        super().__init__("se3", 4, HATS + [[(i, 3, 1)] for i in range(3)], growth=2)
        self.rotations = rotations()

    def field(self, xi, x):
        return add(cross(x[:3], xi[:3]), cross(x[3:], xi[3:])) + cross(x[3:], xi[:3])

    def D(self, xi, x):  # that of so(3) for Gamma + e Pi and w + e u, e^2 = 0
        a, v, p, g = halves(xi[:3]), halves(xi[3:]), x[:3], x[3:]
        s, t = dot(a, g), dot(a, p) + dot(v, g)
        return add(add(p, cross(a, p), cross(v, g)), [t * i + s * j for i, j in zip(a, v)]) + \
            add(g, cross(a, g), [s * i for i in a])

    def C(self, xi, x):
        a = self.matrices(xi)[0]
        g = product(matrix_inverse(plus_half(a, -1)), plus_half(a, 1))[:3]
        turned = transpose([row[:3] for row in g])
        moved = add(x[:3], cross(x[3:], [row[3] for row in g]))
        return [dot(row, moved) for row in turned] + [dot(row, x[3:]) for row in turned]

class DualUnitary(Algebra):
    """su(N) over a + e b, e^2 = 0: (W, Theta) stands for Theta + e W, and (xi, b) for xi + e b."""
    def __init__(self, n):
        self.kind, self.n, self.base = "sun-dual", n, unitary(n)
        self.d = 2 * self.base.d

    def parts(self, v):
        return v[:self.base.d], v[self.base.d:]

    def field(self, xi, x):
        (a, b), (w, t), move = self.parts(xi), self.parts(x), self.base.field
        return add(move(a, w), move(b, t)) + move(a, t)

    def D(self, xi, x):
        """That of su(N) on both, and its derivative along b at Theta."""
        def along(p, q, m):
            p, q = transpose(p), [halves(row) for row in transpose(q)]
            return rows_less(self.base.times(plus_half(p, -1), m, q),
                             self.base.times(q, m, plus_half(p, 1)))
        (a, b), (w, t) = self.parts(xi), self.parts(x)
        return add(self.base.D(a, w), self.base.by_blocks(along, a, b, t)) + self.base.D(a, t)

class Plane(Algebra):
    """T*R: the bracket does not depend on the state."""
    def __init__(self):
        self.kind, self.d = "vector", 2

    def field(self, xi, x):
        return [xi[1], -xi[0]]

    def bracket(self, a, b):
        return zeros(2)

    def E(self, xi, x, mean=False):
        return add(x, self.field(xi, x))

# ---- Systems -------------------------------------------------------------------------------
# A system reads a case and gives its algebra and, for a step, the generator Xi of h and dW, a
# function of the state; and, if it has them, the generators of its factors in their order, each
# constant along its own flow.
def linear(rows, shift):
    """rows[i]: pairs of j and a; Xi_i = sum of a z_j, and shift_i."""
    split = [list(zip(*row)) or [(), ()] for row in rows]
    return lambda z: add([dot(a, [z[j] for j in at]) for at, a in split], shift)

def diagonal(entries, shift=None):
    return linear([[(i, a)] for i, a in enumerate(entries)], shift or zeros(len(entries)))

def each_alone(entries, d):
    """The factors of a diagonal generator: Xi_i = entries_i z_i, one at a time."""
    return [lambda z, i=i, a=a: zeros(i) + [a * z[i]] + zeros(d - 1 - i)
            for i, a in enumerate(entries)]

def constant(xi):
    return lambda z: xi

def projections(d, terms, shift=None):
    """Xi = sum of c b (b . z) over the terms (c, b); b has its coordinates that are not 0."""
    rows = [{} for _ in range(d)]
    for c, b in terms:
        for i, u in b.items():
            for j, v in b.items():
                rows[i].setdefault(j, []).append((c * u, v))
    return linear([[(j, dot(*zip(*pairs))) for j, pairs in row.items()] for row in rows],
                  shift or zeros(d))

def affine(xi):
    """A noise whose gradient is affine: it, and its derivative along v."""
    return xi, lambda z, v: less(xi(v), xi(zeros(len(v))))

def with_areas(algebra, generator, case, step, noises):
    """Xi + sum of A_ij grad B_ij over i < j, B_ij = <z, [X_i, X_j]>.  A noise is the function X =
    grad H, and DX(z) v or, where X is constant, None.  With F = ad*_X z, for DX is symmetric,
    grad B_ij = [X_i, X_j] + DX_j F_i - DX_i F_j."""
    A = case.areas(step, len(noises))

    def xi(z):
        X, out = [at(z) for at, _ in noises], generator(z)
        F = [algebra.field(v, z) for v in X]
        pairs = [(i, j) for j in range(len(X)) for i in range(j)]
        for a, (i, j) in zip(A, sorted(pairs)):
            turn = algebra.bracket(X[i], X[j])
            for D, v, sign in ((noises[j][1], F[i], 1), (noises[i][1], F[j], -1)):
                turn = add(turn, [u.times(sign) for u in D(z, v)]) if D else turn
            out = add(out, [a * u for u in turn])
        return out
    return xi if A else generator

def rigid_body(case, step):
    quad, lin = case.given("quad", 3), case.given("lin", of=3)
    h, dW = case.increments(step, len(quad) + len(lin) // 3)
    noises = [affine(diagonal([q if i == k else whole(0) for i in range(3)]))
              for k, q in enumerate(quad)]
    noises += [(constant(lin[i:i + 3]), None) for i in range(0, len(lin), 3)]
    weights = [h * inverse(a) + q * w for a, q, w in zip(case.positive("inertia", 3),
                                                         quad or zeros(3), dW + zeros(3))]
    turns = [[w * a for a in lin[3 * i:3 * i + 3]] for i, w in enumerate(dW[len(quad):])]
    Xi = with_areas(rotations(), diagonal(weights, add(zeros(3), *turns)), case, step, noises)
    return rotations(), Xi, (
        each_alone(weights, 3) + [constant(xi) for xi in turns])

def rigid_body_n(case, step):
    algebra, quad = skew(case.size("n", 2)), case.given("quad", 1)
    d = algebra.d
    h, dW = case.increments(step, d * len(quad))
    inertia = case.positive("inertia", d) or [whole(k + 1) for k in range(d)]
    weights = [h * inverse(a) + w * (quad + zeros(1))[0] for a, w in zip(inertia, dW or zeros(d))]
    return algebra, diagonal(weights), each_alone(weights, d)

def point_vortices(case, step):
    gamma, quad = case.given("gamma"), case.given("quad", 3)
    n = len(gamma)
    if any(not u.m and not u.r for u in gamma):
        raise Malformed("field gamma: a strength is 0")
    h, dW = case.increments(step, len(quad))
    factor, algebra = h * inverse(pi().times(4)), spins(n)

    def domain(x):  # each has a direction; w.w/2 = 1 - c is above 2^-40
        x = [x[i:i + 3] for i in range(0, 3 * n, 3)]
        u = [[a * inverse(root(dot(v, v))) for a in v] for v in x]
        for w in (less(a, b) for i, a in enumerate(u) for b in u[:i]):
            if dot(w, w).m - dot(w, w).r << 39 <= 1 << P:
                raise NotProved("two vortices are not seen to be apart")
    algebra.domain = domain

    def generator(z):
        x, out = [z[3 * i:3 * i + 3] for i in range(n)], []
        over = [inverse(root(dot(v, v))) if n > 1 else None for v in x]
        u = [[a * o for a in v] if n > 1 else None for v, o in zip(x, over)]
        for i in range(n):
            move = zeros(3)
            for j in range(n):
                if i != j:  # the fraction of the manual is u_i + 2w/(w.w)
                    w = less(u[j], u[i])
                    f = inverse(dot(w, w)).times(2)
                    move = add(move, [gamma[j] * (a + b * f) for a, b in zip(u[i], w)])
            if n > 1:
                move = [factor * over[i] * a for a in move]
            out += add(move, [w * q * a for w, q, a in zip(dW, quad, x[i])]) if quad else move
        return out

    def pair(i, j):  # both turn about gamma_i x_i + gamma_j x_j
        def turn(z):
            x, y = z[3 * i:3 * i + 3], z[3 * j:3 * j + 3]
            over = [inverse(root(dot(v, v))) for v in (x, y)]
            w = less([a * over[1] for a in y], [a * over[0] for a in x])
            f = factor * inverse(dot(w, w)).times(2) * over[0] * over[1]
            xi = [f * a for a in add([gamma[i] * a for a in x], [gamma[j] * a for a in y])]
            return zeros(3 * i) + xi + zeros(3 * (j - i - 1)) + xi + zeros(3 * (n - 1 - j))
        return turn

    def axis(k):
        return lambda z: [dW[k] * quad[k] * a if i % 3 == k else whole(0) for i, a in enumerate(z)]
    return algebra, generator, ([pair(i, j) for i in range(n) for j in range(i + 1, n)] +
                                 [axis(k) for k in range(len(quad))])

def spin_lattice(case, step):
    d = len(case.numbers("x"))
    n, exchange = d // 3, case.given("exchange")
    bonds, dmi = case.pairs("bonds", n), case.given("dmi", 3 * len(exchange))
    field, axis, noise = case.given("field", 3), case.given("anisotropy", 4), case.given("noise", 1)
    damping = case.given("damping", 1)
    require(all(m >= 0 for m, _ in case.numbers("damping")), "field damping: it is below 0")
    if d % 3 or len(bonds) != len(exchange) or any(min(b) < 1 or b[0] == b[1] for b in bonds):
        raise Malformed("field bonds: pairs of two of the spins, one exchange for each")
    h, dW = case.increments(step, d if noise else 0)
    in_field = [-(h * u) for u in field or zeros(3)] * n
    by_noise = [-(noise[0] * w) for w in dW] if noise else zeros(d)
    constant_part = add(in_field, by_noise)
    rate = -(h * axis[0]).times(2) if axis else None
    noises = [(constant([-noise[0] if i == k else whole(0) for i in range(d)]), None)
              for k in range(d)] if noise else []

    def without(z):
        x, grow = [z[3 * i:3 * i + 3] for i in range(n)], [zeros(3) for _ in range(n)]
        for k, (p, q) in enumerate(bonds):
            for at, to, other in ((p - 1, x[q - 1], False), (q - 1, x[p - 1], True)):
                grow[at] = add(grow[at], [exchange[k] * u for u in to])
                if dmi:
                    v = dmi[3 * k:3 * k + 3]
                    grow[at] = add(grow[at], cross(v, to) if other else cross(to, v))
        out = [-(h * u) for g in grow for u in g]
        out = add(add(out, along_axis(z)) if axis else out, in_field)  # h times the gradient of H0
        if damping:
            out = add(out, [damping[0] * u for i in range(n)
                            for u in cross(x[i], out[3 * i:3 * i + 3])])
        return add(out, by_noise)

    generator = with_areas(spins(n), without, case, step, noises)

    def along_axis(z):
        along = [rate * dot(axis[1:], z[i:i + 3]) for i in range(0, d, 3)]
        return [a * e for a in along for e in axis[1:]]

    def turn(k):  # both ends of a bond about -h J (x_a + x_b)
        def xi(z):
            a, b = (3 * i - 3 for i in bonds[k])
            both = [-(h * exchange[k] * u) for u in add(z[a:a + 3], z[b:b + 3])]
            return [both[i % 3] if i - i % 3 in (a, b) else whole(0) for i in range(d)]
        return xi

    if any(u.m or u.r for u in list(dmi or []) + list(damping or [])):
        return spins(n), generator, None
    return spins(n), generator, [turn(k) for k in range(len(bonds))] + (
        [along_axis] if axis else []) + ([constant(constant_part)] if field or noise else [])

def harmonics(n):
    """Degree, order and the coordinates that are not 0 of each T_lm."""
    place = parts_of(n)

    def b(k):
        return (k + 1) * (n - 1 - k)

    def harmonic(m, degree):
        e = [root(whole(b(k) * b(k + m))) for k in range(n - m - 1)]
        v = [whole(1)]
        for k in range(n - m - 1):
            after = v[k].times(b(k + m) + b(k - 1) + m * (m + 1) - degree * (degree + 1))
            v.append((after - e[k - 1] * v[k - 1] if k else after) * inverse(e[k]))
        scale = inverse(root(dot(v, v)))
        return [u * scale for u in v]
    for m, degree in ((m, degree) for m in range(n) for degree in range(max(1, m), n)):
        v = harmonic(m, degree)
        for order, part in ((m, 0), (-m, 1))[m == 0:]:
            yield degree, order, {place[i, i + m][part]: a for i, a in enumerate(v)}

def driven_harmonics(case, step):
    """n, h, the T_lm, and of each the factor of -h Delta^-1 and the noise: (h + a dW)/(l(l+1))."""
    n, amp = case.size("n", 2), case.given("amp", 1)
    shell = case.size("shell", 1, n - 1) if "shell" in case.fields else (n + 1) // 2
    h, dW = case.increments(step, n * n - shell * shell if amp else 0)
    all_of_them, factors = list(harmonics(n)), []
    for degree, order, _ in all_of_them:
        c = h
        if amp and degree >= shell:
            c = c + amp[0] * dW[degree * degree - shell * shell + degree + order]
        factors.append(c.over(degree * (degree + 1)))
    return n, h, all_of_them, factors

def zeitlin_sphere(case, step):
    n, h, found, factors = driven_harmonics(case, step)
    planet = case.given("coriolis", 1)
    terms = [(c, T) for c, (_, _, T) in zip(factors, found)]
    shift = zeros(n * n)  # -h f/2 T_10, and 2 s_k over twice the length of S_3
    if planet:
        by = (h * planet[0]).over(2) * inverse(root(whole(n * (n * n - 1)).over(3)))
        shift[:n] = [by.times(2 * k + 1 - n) for k in range(n)]
    return unitary(n), projections(n * n, terms, shift), None

def mhd_sphere(case, step):
    n, h, found, factors = driven_harmonics(case, step)
    terms = [(c, T) for c, (_, _, T) in zip(factors, found)]
    terms += [(h.times(degree * (degree + 1)), {n * n + i: a for i, a in T.items()})
              for degree, _, T in found]
    return DualUnitary(n), projections(2 * n * n, terms), None

def sine_euler(case, step):
    n = case.size("n", 3)
    top, place = n // 2, parts_of(n)
    modes = case.pairs("modes", top)
    amp = case.given("amp", 1)
    if n % 2 == 0:
        raise Malformed("field n: an odd number is needed")
    h, dW = case.increments(step, len(modes) if amp else 0)
    roots = [sine_cosine(pi().times(2 * k).over(n)) for k in range(n)]

    def basis(m):
        """The coordinates of U = i(T_m + T_-m) and V = T_-m - T_m; they are orthogonal."""
        u, v = {}, {}
        for k in range(n):
            s, c = roots[m[0] * (m[1] + 2 * k) % n]
            j = (k + m[1]) % n
            re, im = place[min(j, k), max(j, k)]
            if j == k:
                u[k], v[k] = c.times(2), s.times(-2)
            else:  # T_-m is the conjugate transpose of T_m
                u[re], u[im] = (-s if k < j else s), c
                v[re], v[im] = (-c if k < j else c), -s
        return u, v
    scale = whole(n) * inverse(pi().times(4))  # 1/(2 epsilon)
    terms, shift, noises = [], zeros(n * n), []
    for m in ((i, j) for i in range(-top, top + 1) for j in range(-top, top + 1)):
        if m > (0, 0):  # of the two of each pair; coordinates off the diagonal weigh 2
            c = -(scale * h).times(2 if m[1] else 1).over(2 * n * (m[0] ** 2 + m[1] ** 2))
            terms += [(c, b) for b in basis(m)]
    for m, w in zip(modes, dW):
        noises.append(zeros(n * n))
        for k, a in basis(m)[0].items():
            noises[-1][k] = -(scale * amp[0] * w * a)
        shift = add(shift, noises[-1])
    return unitary(n), projections(n * n, terms, shift), (
        [projections(n * n, terms[i:i + 2]) for i in range(0, len(terms), 2)] +
        [constant(xi) for xi in noises])

def heavy_top(case, step):
    chi, noise = case.given("chi", 3), case.given("noise", of=7)
    h, dW = case.increments(step, len(noise) // 7)
    twice = dot([w.times(2) for w in dW], noise[6::7])
    shift = add([dot(dW, noise[i::7]) for i in range(6)], zeros(3) + [h * c for c in chi])
    weights = [h * inverse(a) for a in case.positive("inertia", 3)]
    factors = each_alone(weights, 6) + [constant(zeros(3) + [h * c for c in chi])]
    for i, w in enumerate(dW):
        a = noise[7 * i:7 * i + 7]
        if a[6].m or a[6].r:  # c |Pi|^2, which needs b = 0
            factors = factors and not any(u.m or u.r for u in a[3:6]) and factors + [
                lambda z, c=a[6], w=w: [(c * w * u).times(2) for u in z[:3]] + zeros(3)]
        factors = factors and factors + [constant([w * u for u in a[:6]])]
    plain = diagonal([a + twice for a in weights] + zeros(3), shift)
    noises = [affine(diagonal([c.times(2)] * 3 + zeros(3), a)) for *a, c in (
        noise[i:i + 7] for i in range(0, len(noise), 7))]
    return Motions(), with_areas(Motions(), plain, case, step, noises), factors or None

def symplectic_quadratic(case, step):
    n = case.size("n", 2)
    if n % 2:
        raise Malformed("field n: an even number is needed")
    algebra = Symplectic(n)
    d, weights = algebra.d, [len(set(entries)) for entries in algebra.places]
    quadratic, noise = case.given("quadratic", d * (d + 1) // 2), case.given("noise", of=d)
    h, dW = case.increments(step, len(noise) // d)
    full = dict(zip([(i, j) for i in range(d) for j in range(i, d)], quadratic))
    return algebra, linear([[(j, (h * full[min(i, j), max(i, j)]).over(w)) for j in range(d)]
                            for i, w in enumerate(weights)],
                           [dot(dW, noise[i::d]).over(w) for i, w in enumerate(weights)]), None

def canonical(case, step):
    beta, gamma, model = case.given("beta", 1), case.given("gamma", 1), case.fields["model"]
    if model not in ("kubo", "pendulum") or (model == "kubo" and gamma):
        raise Malformed("field model: kubo, or pendulum, which alone has gamma")
    h, dW = case.increments(step, len(beta + gamma))
    noise = [a * w for a, w in zip(beta + gamma, dW)]
    first, last = (noise[0] if beta else whole(0)), (noise[-1] if gamma else whole(0))

    def pendulum(z):
        s, c = sine_cosine(z[0])
        return [dot((h, first), (s, c)), h * z[1] + last]
    if model == "kubo":  # a turn R by the angle a is one translation, by J^-1 (R - 1) x
        s, c = sine_cosine(h + first)
        less_one = c - whole(1)
        return Plane(), diagonal([h + first] * 2), [
            lambda z: [s * z[0] - less_one * z[1], less_one * z[0] + s * z[1]]]
    factors = [lambda z: [whole(0), h * z[1]], lambda z: [h * sine_cosine(z[0])[0], whole(0)]]
    if beta:
        factors.append(lambda z: [first * sine_cosine(z[0])[1], whole(0)])
    return Plane(), pendulum, factors + ([constant([whole(0), last])] if gamma else [])

KINDS = {  # of an algebra's word and of a case: the algebra
    "so3": lambda case: rotations(), "se3": lambda case: Motions(), "plane": lambda case: Plane(),
    "su2": lambda case: spins(case.size("size", 1, covered=MOST_STATE // 3)),
    "so": lambda case: skew(case.size("size", 2)), "su": lambda case: unitary(case.size("size", 2)),
    "sp": lambda case: Symplectic(case.size("size", 2))}
TERM = re.compile(r"([0-9]{1,7}):([^:]*):([1-9][0-9]{0,6}(?:\.[1-9][0-9]{0,6}){0,7})")

def terms_of(case, d):
    """(k, c, the coordinates from 0 in ascending order) for each item of `terms`."""
    found = [TERM.fullmatch(item) for item in case.fields["terms"].split(",")]
    require(all(found), "field terms: items k:c:i.j... of 1 to 8 coordinates are needed")
    out = [(int(k), exact(number(c, "terms", True)), sorted(int(i) - 1 for i in at.split(".")))
           for k, c, at in (f.groups() for f in found)]
    require(all(k <= MOST_LIST and at[-1] < d for k, _, at in out) and
            sum(3 + len(at) for _, _, at in out) <= MOST_LIST, "field terms: out of range")
    return out

def gradient(monomials, over):
    """Of the sum of c z_i z_j ... over (c, (i, j, ...)); over[i] divides by the i-th weight."""
    def xi(z):
        rows = [([], []) for _ in z]
        for c, at in monomials:
            after = [whole(1)]  # the products of the last coordinates
            for i in at[:0:-1]:
                after.append(after[-1] * z[i])
            for i, rest in zip(at, reversed(after)):
                rows[i][0].append(c)
                rows[i][1].append(rest)
                c = c * z[i]
        return [divide(dot(*row)) for row, divide in zip(rows, over)]
    return xi

def gradient_along(monomials, over):
    """The derivative of that gradient along v."""
    def xi(z, v):
        rows = [([], []) for _ in z]
        for c, at in monomials:
            for j, i in enumerate(at):
                for k in (k for k in range(len(at)) if k != j):
                    rows[i][0].append(functools.reduce(N.__mul__, (
                        z[at[l]] for l in range(len(at)) if l not in (j, k)), c))
                    rows[i][1].append(v[at[k]])
        return [divide(dot(*row)) for row, divide in zip(rows, over)]
    return xi

def factors_of(algebra, terms, increments, over):
    """Each term of degree 2 and more joins the first factor whose coordinates all commute with its
    own; those of degree 1 are the last factor.  None if one has no flow."""
    def unit(i):
        return [whole(int(i == j)) for j in range(algebra.d)]
    state = [whole(k * k + 1) for k in range(algebra.d)]  # no bracket is 0 there but for ever

    @functools.lru_cache(maxsize=None)
    def bracket(a, b):  # of the coordinates; in their own weights
        return algebra.field(unit(a), state)[b].m

    def commute(p, q):
        return all(not bracket(a, b) for a in p for b in q)
    given = [(k, c, at) for k, c, at in terms if c.m or c.r]
    if len(given) > MOST_SPLIT_TERMS or not all(commute(at, at) for _, _, at in given) or any(
            k and k == j and len(p) + len(q) > 2 and not commute(p, q)
            for i, (k, _, p) in enumerate(given) for j, _, q in given[:i]):
        return None
    groups = []
    for term in (t for t in given if len(t[2]) > 1):
        for group in groups:
            if all(commute(term[2], at) for _, _, at in group):
                group.append(term)
                break
        else:
            groups.append([term])
    linear = [t for t in given if len(t[2]) == 1]
    return [gradient([(increments[k] * c, at) for k, c, at in group], over)
            for group in groups + ([linear] if linear else [])]

def polynomial(case, step):
    word = case.fields["algebra"]
    require(word in KINDS, "field algebra: one of %s is needed", " ".join(KINDS))
    require(word == "su2" or "weights" not in case.fields, "field weights: it is none of %s", word)
    if word in ("su2", "so", "su", "sp"):
        require_fields(case.fields, ["size"])
    elif "size" in case.fields:
        case.size("size", 1, 1)
    algebra = KINDS[word](case)
    require(word != "sp" or algebra.n % 2 == 0, "field size: an even number is needed")
    if word in ("so3", "se3", "plane", "so"):
        over = [lambda u: u] * algebra.d
    elif word == "su2":
        given = case.given("weights", algebra.d // 3) or [whole(1)] * (algebra.d // 3)
        require(all(m for m, _ in case.numbers("weights")), "field weights: a weight is 0")
        over = [lambda u, w=inverse(w): u * w for w in given for _ in range(3)]
    else:  # in how many places a coordinate stands
        over = [lambda u, w=len(set(at)): u.over(w) for at in algebra.places]
    terms, by_monomial = terms_of(case, algebra.d), {}
    noises = case.size("noises", 0, MOST_LIST) if "noises" in case.fields else 0
    M = max([noises] + [k for k, _, _ in terms])
    h, dW = case.increments(step, M)
    for k, c, at in terms:
        by_monomial.setdefault(tuple(at), []).append((dW[k - 1] if k else h, c))
    monomials = [(dot(*zip(*parts)), at) for at, parts in by_monomial.items()]
    Xi = gradient(monomials, over)
    if "area" in case.fields:
        require(sum(len(at) for k, _, at in terms if k) <= MOST_BRACKET_INDICES,
                "field area: the noises' terms have more than %d indices", MOST_BRACKET_INDICES)
        of = [[(c, at) for k, c, at in terms if k == noise + 1] for noise in range(M)]
        Xi = with_areas(algebra, Xi, case, step,
                        [(gradient(m, over), gradient_along(m, over)) for m in of])
    return algebra, Xi, case.splits and factors_of(algebra, terms, [h] + dW, over)

SYSTEMS = {  # the function; parameters that are needed; those that may be left out
    "rigid-body": (rigid_body, "inertia", "quad lin"),
    "rigid-body-n": (rigid_body_n, "n", "inertia quad"),
    "point-vortices": (point_vortices, "gamma", "quad"),
    "spins": (spin_lattice, "bonds exchange", "dmi field anisotropy noise damping"),
    "zeitlin-sphere": (zeitlin_sphere, "n", "amp shell coriolis"),
    "mhd-sphere": (mhd_sphere, "n", "amp shell"),
    "sine-euler": (sine_euler, "n", "modes amp"),
    "heavy-top": (heavy_top, "inertia chi", "noise"),
    "symplectic": (symplectic_quadratic, "n quadratic", "noise"),
    "canonical": (canonical, "model", "beta gamma"),
    "polynomial": (polynomial, "algebra terms", "size weights noises")}

AREAS = ("rigid-body", "spins", "heavy-top", "polynomial")  # those that may have Levy areas

# ---- Schemes -------------------------------------------------------------------------------
# A scheme is (vectors of the stage, start, T, F): the stage solves z = T(x, z), begun at start(x);
# the step is F(x, z).  An explicit rule has no stage, and F(x, None).
TABLEAUX = {  # a, row by row, and b, as multiples of 1/12 and of sqrt(3)/12
    "euler": ([[0]], [12]), "heun": ([[0, 0], [12, 0]], [6, 6]), "midpoint": ([[6]], [12]),
    "rk4": ([[0] * 4, [6, 0, 0, 0], [0, 6, 0, 0], [0, 0, 12, 0]], [2, 4, 4, 2]),
    "gauss4": ([[3, (3, -2)], [(3, 2), 3]], [6, 6])}

def tableau(name):
    def entry(t):
        k, s = t if isinstance(t, tuple) else (t, 0)
        return whole(k).over(12) + (root(whole(3)).times(s).over(12) if s else whole(0))
    a, b = TABLEAUX[name]
    return [list(map(entry, row)) for row in a], list(map(entry, b))

def runge_kutta(A, Xi, name, retraction=None):
    """On the algebra, by exp or cay; or (None) on the field itself."""
    (a, b), d = tableau(name), A.d
    act = {"exp": A.E, "cay": A.C, None: lambda theta, x: add(x, theta)}[retraction]

    def K(theta, x):
        y = act(theta, x)
        xi = Xi(y)
        if retraction == "exp" and name in ("gauss4", "rk4"):
            once = A.bracket(theta, xi)
            return add(xi, halves(once), [u.over(12) for u in A.bracket(theta, once)])
        return {"exp": lambda: xi, "cay": lambda: A.B(theta, xi),
                None: lambda: A.field(xi, y)}[retraction]()

    def mix(weights, slopes):
        return [dot(weights, [k[i] for k in slopes]) for i in range(d)]

    def T(x, z):
        slopes = [K(z[j * d:(j + 1) * d], x) for j in range(len(a))]
        return [u for row in a for u in mix(row, slopes)]

    def F(x, z):
        slopes = []
        for j, row in enumerate(a):
            slopes.append(K(z[j * d:(j + 1) * d] if z else mix(row[:j], slopes), x))
        return act(mix(b, slopes), x)
    return len(a) * (name in ("midpoint", "gauss4")), lambda x: zeros(len(a) * d), T, F

def isospectral_gauss(A, Xi):
    """Gauss's rule for the factors: L_i = I + sum of a_ij P_j L_j, P_j = Xi(z_j)*."""
    (a, b), d = tableau("gauss4"), A.d

    def factors(p, q):
        """With V = (I - a_11 p)^-1 and W = a_21 p V, by elimination of L_1:
        (I - a_22 q - a_12 W q) L_2 = I + W, and L_1 = V (I + a_12 q L_2)."""
        one = identity(len(p))

        def times(s, m):
            return [[s * u for u in row] for row in m]
        v = matrix_inverse(rows_less(one, times(a[0][0], p)))
        w = A.times(times(a[1][0], p), v)
        second = A.times(matrix_inverse(rows_less(rows_less(one, times(a[1][1], q)), times(
            a[0][1], A.times(w, q)))), list(map(add, one, w)))
        return A.times(v, list(map(add, one, times(a[0][1], A.times(q, second))))), second

    def T(x, z):
        images = [[], []]
        for p, q, m in zip(*map(A.matrices, (Xi(z[:d]), Xi(z[d:]), x))):
            for image, factor in zip(images, factors(transpose(p), transpose(q))):
                image.append(A.times(factor, m, A.adjoint(factor)))
        return A.coordinates(images[0]) + A.coordinates(images[1])

    def F(x, z):
        moves = [A.field(Xi(part), part) for part in (z[:d], z[d:])]
        return add(x, [dot(b, pair) for pair in zip(*moves)])
    return 2, lambda x: x + x, T, F

def fit(w, x):
    """Each vector as long as it is in x; a vector 0 stays 0."""
    out = []
    for u, v in ((w[i:i + 3], x[i:i + 3]) for i in range(0, len(x), 3)):
        moves = any(a.m or a.r for a in v)
        scale = moves and root(dot(v, v)) * inverse(root(dot(u, u)))
        out += [scale * a for a in u] if moves else v
    return out

def projected_heun(at):
    def F(x, _):
        first = at(x)
        return fit(add(x, halves(first), halves(at(fit(add(x, first), x)))), x)
    return 0, None, None, F

def two_turns(A, Xi, name):
    R3 = rotations()

    def turn(xi, x):
        if name == "depondt":
            return A.E(xi, x)
        return [u for i in range(0, A.d, 3) for u in R3.C(xi[i:i + 3], x[i:i + 3])]

    def F(x, _):
        xi = Xi(x)
        p = turn(xi, x)
        return turn(halves(add(xi, Xi(p))) if name == "depondt" else Xi(halves(add(x, p))), x)
    return 0, None, None, F

def splitting(A, flows):
    def F(x, _):
        for generator in flows:
            xi = generator(x)
            parts = 1 + (length(xi) >> P)  # a long flow as several short ones
            if parts > 1 << 16:
                raise NotProved("a flow is too long")
            xi = [a.over(parts) for a in xi]
            for _ in range(parts):
                x = A.E(xi, x)
        return x
    return 0, None, None, F

def variational(A, Xi, name):
    R3 = getattr(A, "rotations", A)
    turn = R3.E if name == "exp" else R3.C

    def printed(xi, x):  # I + hat(xi)/2 - xi xi^T/4, inverted
        m = plus_half(R3.matrices(xi)[0], 1)
        m = [[u - (a * b).over(4) for u, b in zip(row, xi)] for row, a in zip(m, xi)]
        return [dot(row, x) for row in matrix_inverse(m)]
    R = {"cayley": R3.D_inverse, "exp": functools.partial(R3.E, mean=True),
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
BY_FIELD = ALL + " sun-dual"
SCHEMES = {"implicit-midpoint": BY_FIELD, "midpoint": "vector", "trapezoidal": BY_FIELD,
           "tmk": ALL, "euler": BY_FIELD, "heun": BY_FIELD, "heun-projected": "so3 su2n",
           "spherical-midpoint": "so3 su2n", "sib": "so3 su2n", "depondt": "so3 su2n",
           "isospectral-midpoint": J_QUADRATIC + " se3 sun-dual", "canonical-midpoint": J_QUADRATIC,
           "isospectral-gauss4": J_QUADRATIC,
           "variational-cayley": "so3 son sun se3", "variational-exp": "so3 son sun se3",
           "variational-cayley-printed": "so3 se3",
           "splitting-lie": ALL, "splitting-strang": ALL}
for _name in TABLEAUX:
    SCHEMES["rkmk-%s-exp" % _name] = ALL
    SCHEMES["rkmk-%s-cay" % _name] = ALL.replace(" vector", "")

def make_scheme(name, A, Xi, factors):
    def at(z):
        return A.field(Xi(z), z)

    def step(x, z):
        return add(x, at(z))

    def trapezoidal(x, z):
        return add(x, halves(at(x)), halves(at(z)))

    def tmk(x, z):
        return A.E(Xi(halves(add(x, z))), x)

    def implicit(x, z):
        return add(x, halves(at(z)))
    rules = {"implicit-midpoint": (implicit, step), "midpoint": (implicit, step),
             "isospectral-midpoint": (lambda x, z: less(add(x, z), A.D(Xi(z), z)), step),
             "canonical-midpoint": (lambda x, z: A.D_inverse(Xi(z), x), step),
             "spherical-midpoint": (lambda x, z: fit(implicit(x, z), x), step),
             "trapezoidal": (trapezoidal, trapezoidal), "tmk": (tmk, tmk)}
    if name in rules:
        return 1, list, *rules[name]
    if name == "isospectral-gauss4":
        return isospectral_gauss(A, Xi)
    if name == "heun-projected":
        return projected_heun(at)
    if name in ("sib", "depondt"):
        return two_turns(A, Xi, name)
    if name in ("splitting-lie", "splitting-strang"):
        if factors is None:
            raise Malformed("field scheme: %s needs Hamiltonians with exact flows" % name)
        return splitting(A, factors + factors[::-1] if name == "splitting-strang" else factors)
    kind, _, rest = name.partition("-")
    if kind == "variational":
        return variational(A, Xi, rest)
    return runge_kutta(A, Xi, *(rest.split("-") if rest else [name]))

# ---- The proof: proof.md, sections 2, 6 and 7 ----------------------------------------------
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
    return [numbers[i * n:(i + 1) * n] for i in range(n)] if numbers else identity(n)

def spread(rows, reach):
    """At least |row . v| for each row, if |v_i| <= reach_i; in units of 2^-P."""
    return [dot([N(u.size()) for u in row], reach).size() for row in rows]

def around(centre, frame, reach):
    return [N(a.m, a.r + r) for a, r in zip(centre, spread(frame, reach))]

def prove(case, c, before, bits, refine=False):
    """Proves c, a certificate, with numbers of `bits` bits behind the point, or says why not.
    before: the certificate that c continues, of which it takes the set that the step begins in.
    refine: it was proved but for its answer; the stage is found better than c has it."""
    set_precision(bits)
    A, Xi, factors = SYSTEMS[case.fields["system"]][0](case, c.step)
    name, d = case.fields["scheme"], A.d
    given = case.state(A)
    x = middle = (before and before.exact("centre")) or c.exact("from") or given
    if A.kind not in SCHEMES[name].split():
        raise Malformed("field scheme: %s is no rule on the algebra %s" % (name, A.kind))
    stages, start, T, F = make_scheme(name, A, Xi, factors)
    k = stages * d
    c.expect(d, k)
    if k > MOST_STAGE:
        raise NotCovered("a stage of %d numbers" % k)
    if before:
        frame, reach = square(before.exact("frame"), d), before.exact("reach")
        x = around(middle, frame, reach)
    A.domain(x)
    z = stage(None if refine else start, T, x, x, c, k, refine) if k else None
    y = F(x, z)
    if c.chained:
        centre, own = c.exact("centre"), square(c.exact("frame"), d)
        back, claim = matrix_inverse(own), c.exact("reach")
        if before:
            y = F(middle, stage(None, T, x, middle, c, k) if k else None)
        moved = [dot(row, less(y, centre)).size() for row in back]
        if before:
            D = product(product(back, step_derivative(T, F, x, z, d, k)), frame)
            moved = [a + b for a, b in zip(moved, spread(D, reach))]
        for i, (a, u) in enumerate(zip(moved, claim)):
            if a > u.m - u.r:
                raise NotProved("the result is not seen within reach %d" % (i + 1))
        y = around(centre, own, claim)
    else:
        for i, (a, low, high) in enumerate(zip(y, c.exact("low"), c.exact("high"))):
            if not (low.m + low.r <= a.m - a.r and a.m + a.r <= high.m - high.r):
                raise NotProved("coordinate %d of the result is not seen within low and high" %
                                (i + 1))
    for i, (a, u) in enumerate(zip(y, c.lists.get("answer") or ())):
        low, high = [nearest_binary64((a.m + s * a.r, -P)) for s in (-1, 1)]
        if compare(low, u) > 0 or compare(u, high) > 0:
            raise NotProved("number %d of the answer is not the result, rounded" % (i + 1))
        if compare(low, high):
            raise Undecided("the enclosure is too wide to decide number %d of the answer" % (i + 1))

def stage(start, T, x, given, c, k, refine=False):
    """An enclosure of the stage meant, for every state in `given`, a part of x: sections 2 and 3
    of proof.md.  start is None if hypotheses 2 to 4 were verified for all of x before; refine:
    they were, with fewer bits."""
    centre, (radius,), (L,) = c.exact("stage"), c.exact("radius"), c.exact("contraction")
    R, gap = radius.m - radius.r, (1 << P) - (L.m + L.r)
    if gap <= 0:
        raise NotProved("the contraction is not below 1")
    C = back = None
    factors = [1 << P] * k
    if c.exact("norm"):
        C = square(c.exact("norm"), k)
        back = matrix_inverse(C)
        factors = [length(row) for row in back]

    def norm(v):  # |C v|
        return length([dot(row, v) for row in C] if C else v)
    move = less(T(given, centre), centre)
    defect = norm(move)
    if start:
        J = derivatives(T(x, variables(box(centre, factors, R), 0, k)), k)
        bound = spectral_bound(product(product(C, J), back) if C else J)
        if bound > L.m - L.r:
            raise NotProved("the contraction on the ball is not seen to be at most the one stated")
        if defect << P > gap * R:
            raise NotProved("the ball is not seen to be mapped into itself")
        y, left = start(x), c.entered
        while norm(less(y, centre)) > R:  # T maps the ball into itself: an earlier one will do
            if not left or max(u.size().bit_length() for u in y) > P + 4096:
                raise NotProved("iteration %d from the start is not seen within the ball" %
                                c.entered)
            y, left = T(x, y), left - 1
        c.proved_of = P, R, J
    if refine:  # Newton's steps with the middle of J lead to a nearer point of that ball
        bits, R, J = c.proved_of
        own, D = centre, matrix_inverse([[N((int(i == j) << P) - (u.m << P - bits))
                                          for j, u in enumerate(row)] for i, row in enumerate(J)])
        for _ in range(64):
            better = [N(a.m) for a in add(centre, [dot(row, move) for row in D])]
            ahead = less(T(given, better), better)
            if norm(ahead) >= defect or norm(less(better, own)) > R << P - bits:
                break
            centre, move, defect = better, ahead, norm(ahead)
    return box(centre, factors, (defect << P) // gap + 1)

def step_derivative(T, F, x, z, d, k):
    """dy/dx for every x and its stage: section 6 of proof.md."""
    xs, zs = variables(x, 0, d + k), z and variables(z, d, d + k)
    DF = derivatives(F(xs, zs), d + k)
    if not k:
        return DF
    DT = derivatives(T(xs, zs), d + k)
    of_stage = product(matrix_inverse(rows_less(identity(k), [row[d:] for row in DT])),
                       [row[:d] for row in DT])
    return list(map(add, (row[:d] for row in DF), product([row[d:] for row in DF], of_stage)))

# ---- The format: proof.md, section 5 -------------------------------------------------------
HEX = re.compile(r"([+-]?)0x([01])(?:\.([0-9a-f]+))?p([+-]?[0-9]{1,5})")
LEAST, MOST = -4096, 1100  # each number of a certificate is a multiple of 2^LEAST, below 2^MOST
# how many numbers, in terms of d, the state's, and k, the stage's; a word: no list of numbers
FIELDS = {"id": "string", "step": "whole number", "entered": "whole number", "error": "string",
          "from": "d", "stage": "k", "norm": "kk", "radius": "1", "contraction": "1", "low": "d",
          "high": "d", "centre": "d", "frame": "dd", "reach": "d", "answer": "d"}
NO_DATA = ("unable", "domain", "unsupported")

@contextlib.contextmanager
def named(place):
    try:
        yield
    except Malformed as error:
        raise Malformed("%s: %s" % (place, error)) from None

def require(good, message, *values):
    if not good:
        raise Malformed(message % values)

def require_fields(fields, keys):
    for key in keys:
        require(key in fields, "field %s is missing", key)

def number(text, field, binary64=False):
    found = HEX.fullmatch(text)
    require(found, "field %s: %r is no hex float", field, text[:40])
    sign, first, digits, exponent = found.groups("")
    digits = digits.rstrip("0")
    e = int(exponent) - 4 * len(digits)
    m = int(first + digits, 16) if e >= LEAST and len(digits) <= MOST - LEAST >> 2 else None
    require(m is not None and (not m or e + m.bit_length() <= (1024 if binary64 else MOST)),
            "field %s: %r is out of range", field, text[:40])
    require(not binary64 or compare(nearest_binary64((m, e)), (m, e)) == 0,
            "field %s: %r is no number of binary64", field, text[:40])
    return (-m if sign == "-" else m), e if m else 0

def numbers(fields, key, binary64=False):
    texts = fields[key].split(",") if key in fields else []
    require(len(texts) <= MOST_LIST, "field %s: more than %d numbers", key, MOST_LIST)
    return [number(t, key, binary64) for t in texts]

def count(fields, key, least):
    text = fields.get(key, "")
    require(re.fullmatch(r"[0-9]{1,9}", text) and int(text) >= least,
            "field %s: a whole number from %d is needed", key, least)
    return int(text)

def compare(a, b):
    """The sign of a - b, two dyadic numbers."""
    (m, e), (n, f) = a, b
    difference = (m << e - min(e, f)) - (n << f - min(e, f))
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
    proved = assumed = False

    def __init__(self, fields):
        """fields: key to text; numbers of a list separated by commas."""
        for key in fields:
            require(key in FIELDS, "field %s is unknown", key)
        self.fields, self.step = fields, count(fields, "step", 1)
        self.entered = count(fields, "entered", 0) if "entered" in fields else 0
        self.error, self.chained = fields.get("error"), "centre" in fields
        require(self.error is None or (self.error in NO_DATA and
                                       set(fields) <= {"id", "step", "from", "error"}),
                "field error: one of %s, without data", ", ".join(NO_DATA))
        self.lists = {key: numbers(fields, key, key in ("from", "answer"))
                      for key in fields if len(FIELDS[key]) < 3}

    def exact(self, key):
        return [exact(u) for u in self.lists.get(key, ())]

    def expect(self, d, k):
        """Malformed unless fields and counts are those of d numbers, and k of the stage."""
        needed = {"id", "step"} | ({"centre", "reach"} if self.chained else {"low", "high"})
        if self.step > 1 and not self.chained:
            needed.add("from")
        if k:
            needed |= {"stage", "radius", "contraction", "entered"}
        require_fields(self.fields, sorted(needed))
        for key in sorted(set(self.fields) - needed - {"answer"} - ({"norm"} if k else set()) -
                          ({"frame"} if self.chained else set())):
            raise Malformed("field %s does not belong to step %d of this scheme" % (key, self.step))
        for key, values in self.lists.items():
            expected = {"d": d, "dd": d * d, "k": k, "kk": k * k, "1": 1}[FIELDS[key]]
            require(len(values) == expected, "field %s: %d numbers, expected %d", key, len(values),
                    expected)
        low = min(m for key in ("radius", "contraction") for m, _ in self.lists.get(key, [(0, 0)]))
        require(low >= 0 and self.entered <= MOST_ENTERED,
                "field radius, contraction or entered: out of range")
        require(all(m >= 0 for m, _ in self.lists.get("reach", ())),
                "field reach: a number is negative")

class Case:
    """A case's fields.  Each number that a system asks for has the count that it asks for."""
    def __init__(self, fields):
        self.fields, self.covered = fields, None
        require_fields(fields, ("id", "system", "scheme", "h", "steps", "x"))
        require(re.fullmatch("[!-+./0-<>-~-]{1,63}", fields["id"]), "field id: it is no id")
        self.steps, self.d = count(fields, "steps", 1), fields["x"].count(",") + 1
        self.splits = fields["scheme"].startswith("splitting-") and fields["scheme"]
        self.lists = {}
        for key, table in (("scheme", SCHEMES), ("system", SYSTEMS)):
            if fields[key] not in table:
                self.covered = "the %s %s" % (key, fields[key])
        if self.d > MOST_STATE:
            self.covered = "a state of %d numbers" % self.d
        if self.covered:
            return
        _, needed, others = SYSTEMS[fields["system"]]
        require_fields(fields, needed.split())
        known = "id system scheme h steps x dw arithmetic".split() + (needed + " " + others).split()
        known += ["area"] if fields["system"] in AREAS else []
        for key in fields:
            require(key in known, "field %s is none of the system %s", key, fields["system"])
        if fields.get("arithmetic", "binary64") != "binary64":
            self.covered = "the arithmetic %s" % fields["arithmetic"]

    def numbers(self, key, expected=None, of=1):
        """As many as expected, or a multiple of `of`."""
        if key not in self.lists:
            self.lists[key] = numbers(self.fields, key, True)
        out = self.lists[key]
        require(len(out) == expected if expected is not None else len(out) % of == 0,
                "field %s: %d numbers, expected %s", key, len(out),
                "a multiple of %d" % of if expected is None else expected)
        return out

    def given(self, key, expected=None, of=1):
        """The same as enclosures; none of a field that is left out."""
        return [exact(u) for u in self.numbers(key, expected, of)] if key in self.fields else []

    def positive(self, key, expected):
        require(all(m > 0 for m, _ in self.numbers(key)),
                "field %s: a number is not positive", key)
        return self.given(key, expected)

    def increments(self, step, per_step):
        """h, and the increments of a step; halves of them if the rule takes each flow twice."""
        self.fits(per_step)
        dW = self.numbers("dw", per_step * self.steps)[(step - 1) * per_step:step * per_step]
        numbers = self.given("h", 1) + list(map(exact, dW))
        numbers = halves(numbers) if self.splits == "splitting-strang" else numbers
        return numbers[0], numbers[1:]

    def fits(self, per_step):
        require(self.steps * max(per_step, self.d) <= MOST_LIST, "field steps: too many")

    def areas(self, step, noises):
        """The areas of a step; none if the case has none."""
        if "area" not in self.fields:
            return []
        require(not self.splits and noises > 1, "field area: this case has no brackets")
        pairs = noises * (noises - 1) // 2
        self.fits(noises + pairs)
        return list(map(exact, self.numbers("area", pairs * self.steps)
                        [(step - 1) * pairs:step * pairs]))

    def size(self, key, least, most=None, covered=32):
        (m, e), = self.numbers(key, 1)
        n = m << e if e >= 0 else m >> -e if m % (1 << -e) == 0 else None
        n = None if n is None or n < least else n
        if most is None and compare((m, e), (covered, 0)) > 0:
            raise NotCovered("the size %s" % self.fields[key])
        require(n is not None and (most is None or n <= most),
                "field %s: a whole number from %d is needed", key, least)
        return n

    def pairs(self, key, most):
        found = [re.fullmatch(r"([+-]?[0-9]{1,4}):([+-]?[0-9]{1,4})", t)
                 for t in self.fields.get(key, "").split(",") if key in self.fields]
        out = [m and tuple(map(int, m.groups())) for m in found]
        require(all(m and m != (0, 0) and max(map(abs, m)) <= most for m in out),
                "field %s: pairs a:b within -%d..%d are needed", key, most, most)
        return out

    def state(self, A):
        x = self.numbers("x", A.d)
        for at in range(0, A.d, A.n ** 2) if A.kind in ("sun", "sun-dual") else ():
            part = x[at:at + A.n ** 2]  # its diagonal sums to 0, up to roundings: FORMAT.md
            low = min(e for _, e in part)
            part, trace = [m << e - low for m, e in part], 0
            for m in part[:A.n]:  # summed as binary64 does it
                trace, e = nearest_binary64((trace + m, 0))
                trace <<= e
            require(abs(trace) << 53 <= 2 * A.n ** 2 * max(map(abs, part)),
                    "field x: the trace is not 0")
        return self.given("x")

def bits_needed(case, c, before):
    """So many bits behind the point that the narrowest width claimed, and the product of the
    largest numbers, are represented well."""
    lists = [case.numbers("x"), case.numbers("h"), *c.lists.values()]
    sizes = [m.bit_length() + e for v in lists + ([before.lists["reach"]] if before else [])
             for m, e in v if m]
    narrow = [0] + sizes
    for (m, e), (n, f) in zip(c.lists.get("low", ()), c.lists.get("high", ())):
        width = (n << f - min(e, f)) - (m << e - min(e, f))
        if width > 0:
            narrow.append(width.bit_length() + min(e, f))
    return 56 + 2 * max([1] + sizes) - min(narrow)

def fields_of(text):
    fields = {}
    for part in text.split(" "):
        key, equals, value = part.partition("=")
        require(equals and key and value, "%r is no key=value", part[:40])
        require(key not in fields, "field %s is there twice", key)
        fields[key] = value
    return fields

def lines_of(file):
    """Yields of each record the place, the word it begins with and a function for its fields."""
    for i, line in enumerate(file):
        require(line.endswith("\n"), "line %d: the newline at its end is missing", i + 1)
        word, _, rest = line[:-1].partition(" ")
        if line != "\n" and line[0] != "#":
            yield "line %d" % (i + 1), word, functools.partial(fields_of, rest)

def json_of(file):
    """The same of JSON: a case before its first certificate."""
    def no_repetition(pairs):
        require(len(dict(pairs)) == len(pairs), "a key is there twice")
        return dict(pairs)

    def case_of(entry):
        case = entry.get("case") if isinstance(entry, dict) else None
        require(isinstance(case, str) and case.startswith("case "), "field case is missing")
        return fields_of(case[5:])

    def certificate_of(entry):
        fields = {"id": case_of(entry).get("id", "")}
        require("id" not in entry, "field id is unknown")
        for key, value in entry.items():
            kind = FIELDS.get(key, "list of strings")
            if kind in ("string", "whole number"):
                good = type(value) is (int if kind == "whole number" else str)
            else:
                kind, good = "list of strings", isinstance(value, list) and value and all(
                    isinstance(t, str) and "," not in t for t in value)
            require(good or key == "case", "field %s: it is no %s", key, kind)
            fields[key] = ",".join(value) if isinstance(value, list) else str(value)
        del fields["case"]
        return fields
    try:
        text = json.load(file, object_pairs_hook=no_repetition)
    except (ValueError, RecursionError) as error:
        raise Malformed("no JSON: %s" % error) from None
    require(isinstance(text, dict) and set(text) == {"form", "slp", "certificates"} and
            type(text["form"]) is int and text["form"] == 1 and isinstance(text["slp"], str) and
            isinstance(text["certificates"], list),
            "the keys are form (1), slp and certificates, a list")
    last = None
    for i, entry in enumerate(text["certificates"]):
        case = entry.get("case") if isinstance(entry, dict) else None
        if case is None or case != last:
            yield "certificate %d" % (i + 1), "case", functools.partial(case_of, entry)
        last = case
        yield "certificate %d" % (i + 1), "certificate", functools.partial(certificate_of, entry)

def certificates_of(records):
    """Yields the place, a case, a certificate of it, and the one before it or None."""
    case, before, seen = None, None, set()
    for place, word, parse in records:
        with named(place):
            require(word in ("case", "certificate"), "neither a case nor a certificate")
            fields = parse()
            if word == "case":
                case, before = Case(fields), None
                require(fields["id"] not in seen, "field id: %s is there twice", fields["id"])
                seen.add(fields["id"])
                continue
            require(case and fields.get("id") == case.fields["id"],
                    "field id: a certificate follows its case")
            c = Certificate(fields)
            require(c.step <= case.steps, "field step: the case has %d", case.steps)
            require(not before or c.step > before.step,
                    "field step: it is not after the one before")
        yield place, case, c, before
        before = c

def results_of(file):
    """The answers: id to a list of numbers, None for an error."""
    answers = {}
    for place, word, parse in lines_of(file):
        if word == "result":
            with named(place):
                fields = parse()
                require(fields.get("id") not in answers and ("y" in fields) != ("error" in fields),
                        "a result has an id of its own, and y or error")
                answers[fields.get("id")] = numbers(fields, "y", True)
    return answers

def differ(a, b):
    return len(a) != len(b) or any(compare(u, v) for u, v in zip(a, b))

def link(case, c, before, answers):
    """Whether c begins where the one before it ends, and answers what the results say.  Returns
    the one before it if c continues it; sets c.assumed if nothing says where c begins."""
    follows = before is not None and before.step == c.step - 1
    start, answer = c.lists.get("from"), c.lists.get("answer")
    if c.chained and c.step > 1 and not (follows and before.chained and before.proved):
        raise NotProved("the chain's step before it is not proved")
    if follows and start and before.lists.get("answer"):
        if differ(before.lists["answer"], start):
            raise NotProved("it does not begin at the answer before it")
    elif start and answers is None:
        c.assumed = True
    if answers is not None:
        y, d = answers.get(case.fields["id"]) or [], case.d
        if len(y) != case.steps * d:
            raise NotProved("the results have no answer of it")
        at = (c.step - 1) * d
        if answer and differ(answer, y[at:at + d]):
            raise NotProved("its answer is not the one of the results")
        if start and differ(start, y[at - d:at]):
            raise NotProved("it does not begin at the answer of the results")
        c.lists["answer"] = y[at:at + d]
    return before if c.chained and c.step > 1 else None

def verdict(case, c, before=None, answers=None):
    global LEFT
    if c.error is not None or case.covered:
        return "not covered", case.covered or "the certificate says error=%s" % c.error
    LEFT, refine = MOST_WORK, False
    try:
        before = link(case, c, before, answers)
        bits = first = bits_needed(case, c, before)
        while not c.proved:
            try:
                prove(case, c, before, bits, refine)
                c.proved = True
            except Undecided:
                if refine or c.chained:
                    raise
                bits, refine = 2 * first + 1400, True
            except NotProved:
                if bits > first:
                    raise
                bits = 2 * first + 200
    except (NotProved, NotCovered) as error:
        return "not proved" if isinstance(error, NotProved) else "not covered", str(error)
    return "proved", None

def open_text(path):
    return sys.stdin if path == "-" else open(path, encoding="ascii", newline="\n")

def check(path, answers, counts, seen):
    """Adds to counts; seen: id to how many steps a case has, and those that have certificates."""
    before = dict(counts)
    records = (json_of if path.endswith(".json") else lines_of)(open_text(path))
    for place, case, c, previous in certificates_of(records):
        with named(place):
            word, why = verdict(case, c, previous, answers)
        counts[word] += 1
        counts["assumed"] += c.assumed
        seen.setdefault(case.fields["id"], (case.steps, set()))[1].add(c.step)
        print("step id=%s step=%d %s%s" % (case.fields["id"], c.step, word,
                                           ": " + why if why else ""))
    require(counts != before, "it has no certificate")

def without_certificate(answers, seen):
    """How many steps of the results have no certificate; says which results have such steps."""
    lost = 0
    for name in (name for name, y in answers.items() if y):
        steps, have = seen.get(name, (1, ()))
        if steps > len(have):
            print("result id=%s not covered: steps without a certificate" % name)
        lost += max(steps - len(have), 0)
    return lost

def main(arguments):
    counts = {"proved": 0, "not proved": 0, "not covered": 0, "assumed": 0}
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False, allow_abbrev=False)
    parser.add_argument("--results", action="append", default=[])
    parser.add_argument("files", nargs="*")
    try:
        order = parser.parse_intermixed_args(arguments)
        path, answers, seen = None, None, {}
        if not order.files or len(order.results) > 1:
            parser.error("one file or more, and --results once at most")
    except SystemExit:
        return 2
    try:
        for path in order.results:
            answers = results_of(open_text(path))
        for path in order.files:
            check(path, answers, counts, seen)
    except (Malformed, UnicodeDecodeError, OSError) as error:
        sys.stdout.flush()
        sys.stderr.write("%s: %s\n" % (path, error))
        return 2
    counts["not covered"] += without_certificate(answers or {}, seen)
    assumed = counts.pop("assumed")
    print("taken on trust: " + ("the states that %d steps begin in" % assumed if assumed else
                                "nothing"))
    print("%d proved, %d not proved, %d not covered" % tuple(counts.values()))
    return 1 if counts["not proved"] else 3 if counts["not covered"] else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
