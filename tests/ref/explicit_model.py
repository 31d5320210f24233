#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Rules on the field and rules on spheres in decimal numbers of 120 digits: heun and euler on seven
systems; heun-projected, spherical-midpoint, sib and depondt on the rigid body, vortices and spins.

    explicit_model.py < cases > results

Written from oracle/manual/systems.md and schemes.md, for tests only: it shares no source with
slp and proves nothing. A case of another scheme or system, or of several steps, has no result.
Numbers are printed rounded to 40 digits."""
import sys
from decimal import Decimal as D, getcontext, localcontext

# Sums may cancel down to the last subnormal number, 2^-1074 = 5e-324, and need 40 digits there.
getcontext().prec = 700
getcontext().Emax, getcontext().Emin = 10**6, -(10**6)
PI = D("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803"
       "4825342117067982148086513282306647093844609550582231725359408128481")


def number(text):
    return D(float.fromhex(text)) if "x" in text.lower() else D(float(text))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum((p * q for p, q in zip(a, b)), D(0))


def sine_cosine(t):
    """By the series, after whole turns are taken away; t is below 10^20."""
    t -= 2 * PI * (t / (2 * PI)).to_integral_value()
    sine, cosine, term, k = D(0), D(0), D(1), 0
    while k < 120:
        if k % 2:
            sine += term if k % 4 == 1 else -term
        else:
            cosine += term if k % 4 == 0 else -term
        k += 1
        term = term * t / k
    return sine, cosine


def rigid_body(c):
    I, quad, lin = c["inertia"], c.get("quad"), c.get("lin", [])

    def generator(x):
        xi = [c["h"] * x[i] / I[i] for i in range(3)]
        if quad:
            xi = [xi[i] + quad[i] * c["dw"][i] * x[i] for i in range(3)]
        for k in range(len(lin) // 3):
            xi = [xi[i] + lin[3 * k + i] * c["dw"][(3 if quad else 0) + k] for i in range(3)]
        return xi
    return generator


def rigid_body_n(c):
    n = int(c["n"][0])
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    I = c.get("inertia") or [D(k + 1) for k in range(len(pairs))]
    quad = c["quad"][0] if "quad" in c else D(0)

    def matrix(v):
        m = [[D(0)] * n for _ in range(n)]
        for (i, j), a in zip(pairs, v):
            m[i][j], m[j][i] = a, -a
        return m

    def field(x):
        w = c.get("dw") or [D(0)] * len(pairs)
        X = matrix(x)
        Y = matrix([(c["h"] / I[k] + quad * w[k]) * x[k] for k in range(len(x))])
        return [sum(X[i][k] * Y[k][j] - Y[i][k] * X[k][j] for k in range(n)) for i, j in pairs]
    return field


def point_vortices(c):
    gamma, quad = c["gamma"], c.get("quad")

    def generator(x):
        v = [x[3 * i:3 * i + 3] for i in range(len(gamma))]
        size = [dot(a, a).sqrt() for a in v]
        out = []
        for i, a in enumerate(v):
            xi = [D(0)] * 3
            for j, b in enumerate(v):
                if i != j:
                    cij = dot(a, b) / size[i] / size[j]
                    for k in range(3):
                        xi[k] += c["h"] / (4 * PI) * gamma[j] / (1 - cij) * (
                            b[k] / size[i] / size[j] - cij * a[k] / size[i]**2)
            if quad:
                xi = [xi[k] + c["dw"][k] * quad[k] * a[k] for k in range(3)]
            out += xi
        return out
    return generator


def spins(c):
    """-h grad H of every spin, by the definition: each term of the energy on its own."""
    ends, dmi = c["bonds"], c.get("dmi")
    B, axis = c.get("field", [D(0)] * 3), c.get("anisotropy", [D(0)] * 4)
    amplitude = c["noise"][0] if "noise" in c else D(0)
    damping = c["damping"][0] if "damping" in c else D(0)

    def generator(x):
        v = [x[i:i + 3] for i in range(0, len(x), 3)]
        dw = c.get("dw") or [D(0)] * len(x)
        grad = [[-b for b in B] for _ in v]
        for g, u in zip(grad, v):
            for k in range(3):
                g[k] -= 2 * axis[0] * dot(u, axis[1:]) * axis[1 + k]
        for n, (a, b) in enumerate(ends):
            for k in range(3):
                grad[a - 1][k] -= c["exchange"][n] * v[b - 1][k]
                grad[b - 1][k] -= c["exchange"][n] * v[a - 1][k]
                if dmi:  # the derivative of det(dmi, x_a, x_b) by component k
                    unit = [D(int(k == j)) for j in range(3)]
                    vector = dmi[3 * n:3 * n + 3]
                    grad[a - 1][k] -= dot(vector, cross(unit, v[b - 1]))
                    grad[b - 1][k] -= dot(vector, cross(v[a - 1], unit))
        flat = []
        for g, u in zip(grad, v):
            units = [[D(int(k == j)) for j in range(3)] for k in range(3)]
            flat += [g[k] + damping * dot(units[k], cross(u, g)) for k in range(3)]
        return [c["h"] * g - amplitude * w for g, w in zip(flat, dw)]
    return generator


def crossed(x, xi):
    """The field: each vector in R^3 of x times that of xi."""
    return sum((cross(x[i:i + 3], xi[i:i + 3]) for i in range(0, len(x), 3)), [])


def on_spheres(system):
    def field_of(c):
        generator = system(c)
        return lambda x: crossed(x, generator(x))
    return field_of


def heavy_top(c):
    I, chi, noise = c["inertia"], c["chi"], c.get("noise", [])

    def field(x):
        P, G = x[:3], x[3:]
        w = [c["h"] * P[i] / I[i] for i in range(3)]
        u = [c["h"] * chi[i] for i in range(3)]
        for k in range(len(noise) // 7):
            a, b, s = noise[7 * k:7 * k + 3], noise[7 * k + 3:7 * k + 6], noise[7 * k + 6]
            w = [w[i] + c["dw"][k] * (a[i] + 2 * s * P[i]) for i in range(3)]
            u = [u[i] + c["dw"][k] * b[i] for i in range(3)]
        return [p + q for p, q in zip(cross(P, w), cross(G, u))] + cross(G, w)
    return field


def canonical(c):
    noises = [key for key in ("beta", "gamma") if key in c]
    dw = dict(zip(noises, c.get("dw", [])))
    beta, gamma = (c[key][0] * dw[key] if key in dw else D(0) for key in ("beta", "gamma"))

    def field(x):
        if c["model"] == "kubo":
            return [(c["h"] + beta) * x[1], -(c["h"] + beta) * x[0]]
        sine, cosine = sine_cosine(x[0])
        return [c["h"] * x[1] + gamma, -(c["h"] * sine + beta * cosine)]
    return field


def symplectic(c):
    n = int(c["n"][0])
    m = n // 2
    upper = [(i, j) for i in range(m) for j in range(i, m)]
    at = [(i, j, 0) for i in range(m) for j in range(m)] + \
         [(i, m + j, 1) for i, j in upper] + [(m + i, j, 1) for i, j in upper]
    d, noise = len(at), c.get("noise", [])
    Q, k = [[D(0)] * d for _ in range(d)], 0
    for i in range(d):
        for j in range(i, d):
            Q[i][j] = Q[j][i] = c["quadratic"][k]
            k += 1

    def matrix(v):
        X = [[D(0)] * n for _ in range(n)]
        for (i, j, symmetric), a in zip(at, v):
            X[i][j] = a
            if symmetric:
                p, q = (j - m, m + i) if i < m else (m + j, i - m)
                X[p][q] = a
            else:
                X[m + j][m + i] = -a
        return X

    def weight(i, j, symmetric):
        return 1 if symmetric and i % m == j % m else 2

    def field(x):
        xi = []
        for i in range(d):
            g = c["h"] * dot(Q[i], x)
            for k in range(len(noise) // d):
                g += c["dw"][k] * noise[k * d + i]
            xi.append(g / weight(*at[i]))
        X, Y = matrix(x), matrix(xi)
        return [sum(Y[k][i] * X[k][j] - X[i][k] * Y[j][k] for k in range(n)) for i, j, _ in at]
    return field


SCHEMES = "heun heun-projected euler spherical-midpoint sib depondt".split()
SPHERES = {"rigid-body": rigid_body, "point-vortices": point_vortices,
           "spins": spins}
FIELDS = {"rigid-body": on_spheres(rigid_body), "rigid-body-n": rigid_body_n,
          "heavy-top": heavy_top, "point-vortices": on_spheres(point_vortices),
          "canonical": canonical, "symplectic": symplectic, "spins": on_spheres(spins)}


def rescaled(w, x):
    out = []
    for i in range(0, len(x), 3):
        size, now = dot(x[i:i + 3], x[i:i + 3]).sqrt(), dot(w[i:i + 3], w[i:i + 3]).sqrt()
        out += [size * a / now if size else a for a in w[i:i + 3]]
    return out


def turned(x, xi):
    """E(xi) x: each vector turned about xi by the angle -|xi|, by Rodrigues' formula."""
    y = []
    for i in range(0, len(x), 3):
        a, b = x[i:i + 3], xi[i:i + 3]
        angle = dot(b, b).sqrt()
        sine, cosine = sine_cosine(angle)
        axis = [e / angle for e in b] if angle else b
        once, along = cross(a, axis), dot(a, axis)
        y += [p * cosine + q * sine + along * e * (1 - cosine) for p, q, e in zip(a, once, axis)]
    return y


def through_middle(x, xi):
    """C(xi) x: y with y = x + (x + y)/2 x xi.  With b = xi/2 it is y + b x y = x + x x b, solved by
    (1 + |b|^2) y = v - b x v + (b.v) b, v the right side."""
    y = []
    for i in range(0, len(x), 3):
        b, a = [e / 2 for e in xi[i:i + 3]], x[i:i + 3]
        v = [p + q for p, q in zip(a, cross(a, b))]
        y += [(p - q + dot(b, v) * e) / (1 + dot(b, b)) for p, q, e in zip(v, cross(b, v), b)]
    return y


def spherical_midpoint(generator, x):
    """y by iteration of y itself, which ends at 1e-90 of x and needs no more digits than 160; None
    where that does not converge, or vortices meet."""
    y = x
    with localcontext() as less:
        less.prec = 160
        for _ in range(3000):
            try:
                m = rescaled([a + b for a, b in zip(x, y)], x)
                next = [a + b for a, b in zip(x, crossed(m, generator(m)))]
            except ArithmeticError:
                return None
            moved = max(abs(a - b) for a, b in zip(next, y))
            y = next
            if moved <= D("1e-90") * max(map(abs, x)):
                return y
    return None


def step(c):
    V, x = FIELDS[c["system"]](c), c["x"]
    if c["scheme"] in ("spherical-midpoint", "sib", "depondt"):
        if c["system"] not in SPHERES:
            return None
        generator = SPHERES[c["system"]](c)
        first = generator(x)
        if max(map(abs, first)) > D(10)**15:  # so many turns that 120 digits do not tell the angle
            return None
        if c["scheme"] == "sib":
            p = through_middle(x, first)
            return through_middle(x, generator([(a + b) / 2 for a, b in zip(x, p)]))
        if c["scheme"] == "depondt":
            return turned(x, [(a + b) / 2 for a, b in zip(first, generator(turned(x, first)))])
        return spherical_midpoint(generator, x)
    first = V(x)
    p = [a + b for a, b in zip(x, first)]
    if c["scheme"] == "euler":
        return p
    if c["scheme"] == "heun-projected":
        p = rescaled(p, x)
    y = [a + (b + e) / 2 for a, b, e in zip(x, first, V(p))]
    return rescaled(y, x) if c["scheme"] == "heun-projected" else y


for line in sys.stdin:
    if not line.startswith("case "):
        continue
    case = dict(field.split("=", 1) for field in line.split()[1:])
    if case["system"] not in FIELDS or case["steps"] != "1":
        continue
    for key in case:
        if key == "bonds":
            case[key] = [tuple(map(int, pair.split(":"))) for pair in case[key].split(",")]
        elif key not in ("id", "system", "scheme", "model", "steps"):
            case[key] = [number(text) for text in case[key].split(",")]
    case["h"] = case["h"][0]
    if case["scheme"] in SCHEMES:
        answer = step(case)
        if answer:
            y = ",".join(format(a, ".39e").replace("e+0", "") for a in answer)
            print(f"result id={case['id']} y={y}")
