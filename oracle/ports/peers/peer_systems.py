# SPDX-License-Identifier: 0BSD
"""Three systems in coordinates, for programs that take a field and no Lie algebra.

A program for stochastic equations wants dx = V_0(x) dt + sum_k V_k(x) o dW_k.  Here V_0 = ad*_{grad
H_0} x and V_k = ad*_{grad H_k} x (oracle/manual/systems.md), written with + and * and the functions
of one array library, which is handed in: NumPy, JAX's or torch.
"""

import peer_cases

# the coordinates of a state, and the parameters that a case must have, with their lengths
SYSTEMS = {
    "rigid-body": (3, {"inertia": 3}),
    "heavy-top": (6, {"inertia": 3, "chi": 3}),
    "canonical": (2, {}),
}
KEYS = ("inertia", "quad", "lin", "chi", "noise", "beta", "gamma")


def parameters(case, array):
    """The case's parameters as arrays, by their keys.  Exit status 2 if the case is not whole."""
    d, lengths = SYSTEMS[case["system"]]
    for key, length in dict(lengths, x=d, dw=noises(case) * case["steps"]).items():
        if len(case.get(key, [])) != length:
            peer_cases.end(2, f"case {case['id']}: {key}= needs {length} numbers and has "
                              f"{len(case.get(key, []))}: oracle/manual/systems.md")  # fmt: skip
    return {key: array(case[key]) for key in KEYS if key in case}


def noises(case):
    """M, the increments of a step."""
    rigid = (3 if "quad" in case else 0) + len(case.get("lin", [])) // 3
    top = len(case.get("noise", [])) // 7
    plane = ("beta" in case) + ("gamma" in case)
    return {"rigid-body": rigid, "heavy-top": top, "canonical": plane}[case["system"]]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def gradients(system, model, p, x, xp):
    """grad H_0, then grad H_k for every noise: lists of d numbers."""
    o = 0 * x[0]
    if system == "rigid-body":
        all_of = [[x[i] / p["inertia"][i] for i in range(3)]]
        for k in range(3 if "quad" in p else 0):
            all_of.append([p["quad"][k] * x[k] if i == k else o for i in range(3)])
        lin = p.get("lin", ())
        return all_of + [[lin[3 * j + i] + o for i in range(3)] for j in range(len(lin) // 3)]
    if system == "heavy-top":
        all_of = [[x[i] / p["inertia"][i] for i in range(3)] + [c + o for c in p["chi"]]]
        noise = p.get("noise", ())
        for k in range(len(noise) // 7):
            a, b, c = noise[7 * k : 7 * k + 3], noise[7 * k + 3 : 7 * k + 6], noise[7 * k + 6]
            all_of.append([a[i] + 2 * c * x[i] for i in range(3)] + [b[i] + o for i in range(3)])
        return all_of
    kubo = model == "kubo"
    all_of = [[x[0], x[1]] if kubo else [xp.sin(x[0]), x[1]]]
    if "beta" in p:
        beta = p["beta"][0]
        all_of.append([beta * x[0], beta * x[1]] if kubo else [beta * xp.cos(x[0]), o])
    return all_of + ([[o, p["gamma"][0] + o]] if "gamma" in p else [])


def coad(system, xi, x):
    """ad*_xi x, d numbers."""
    if system == "rigid-body":
        return cross(x, xi)
    if system == "canonical":
        return [xi[1], -xi[0]]
    turn, pull = cross(x[:3], xi[:3]), cross(x[3:], xi[3:])
    return [a + b for a, b in zip(turn, pull)] + cross(x[3:], xi[:3])


def fields(system, model, p, x, xp):
    """V_0, then V_k for every noise: an array of (1 + M, d)."""
    return xp.stack([xp.stack(coad(system, xi, x)) for xi in gradients(system, model, p, x, xp)])


def generator(system, model, p, x, h, dw, xp):
    """Xi(x; h, dW): d numbers."""
    every = gradients(system, model, p, x, xp)
    return [sum((w * g for w, g in zip([h, *dw], one)), 0.0) for one in zip(*every)]
