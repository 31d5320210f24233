#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""llg's Heun step on classical spins, as a port (pypi.org/project/llg).

usage: llg_port.py

llg's states are unit vectors with moments; ds_i/dt = -gamma s_i x F_i without damping.  With all
moments 1, gamma = 1, a time step of 1, J |x_b| h for the exchange felt from x_b, K |x_i| h for the
anisotropy, and h B + D dW_i for the field at x_i, which llg keeps during a step, this is
`heun-projected`.  llg draws its own thermal field, so its temperature is 0 here.  It has no
Dzyaloshinskii-Moriya interaction; damping is declined.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases

argparse.ArgumentParser(usage=__doc__.split("\n")[2]).parse_args(sys.argv[1:])
np = peer_cases.needs("numpy", "pip install numpy")
heun = peer_cases.needs("llg.functions.heun", "pip install llg")


def neighbours(case, n, h, r):
    """For each spin the numbers of its neighbours, and h J |x_b|: two arrays, filled up by 0."""
    of = [[] for _ in range(n)]
    for bond, J in zip(case["bonds"].split(","), case["exchange"]):
        a, b = (int(p) - 1 for p in bond.split(":"))
        of[a].append((b, h * J * r[b]))
        of[b].append((a, h * J * r[a]))
    most = max(map(len, of))
    whole = [one + [(0, 0.0)] * (most - len(one)) for one in of]
    return [np.array([[pair[k] for pair in one] for one in whole]) for k in (0, 1)]


def answer(case):
    x, h = np.array(case["x"]).reshape(-1, 3), case["h"][0]
    r = np.array([float(np.hypot(np.hypot(*p[:2]), p[2])) for p in x])
    if any(case.get("dmi", [])) or any(case.get("damping", [])) or min(r) < 2.0**-1022:
        raise peer_cases.Declined("unsupported")
    if case.get("arithmetic", "binary64") != "binary64":
        raise peer_cases.Declined("unsupported")
    n, one = len(x), np.ones(len(x))
    numbers, J = neighbours(case, n, h, r)
    K, *axis = case.get("anisotropy", [0.0] * 4)
    field, states, s = h * np.array(case.get("field", [0.0] * 3)), [], x / r[:, None]
    for dw in peer_cases.increments(case):
        noise = case["noise"][0] * np.array(dw).reshape(-1, 3) if dw else np.zeros((n, 3))
        s = heun.integrate(s, one, 0 * one, 0.0, 1.0, 1.0, 1.0, field + noise, J, numbers,
                           h * K * r, np.tile(axis, (n, 1)))  # fmt: skip
        states.append(s * r[:, None])
    return np.array(states).ravel()


about = f"llg {peer_cases.version('llg')}: heun.integrate, one call a step"
peer_cases.serve([("spins", "heun-projected")], answer, [about])
