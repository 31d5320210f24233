#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Rotations of libraries of Lie groups, each in the rules that need one, as a port.

usage: rotation_port.py --library jaxlie|pypose|scipy
  jaxlie: SO3.exp (github.com/brentyi/jaxlie); pypose: so3.Exp (pypose.org); scipy:
  scipy.spatial.transform.Rotation.from_rotvec

The library turns x about -xi; that is E of oracle/manual/schemes.md.  The rest of the step, tmk,
rkmk-euler-exp or depondt, is written here.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases
import peer_systems

PAIRS = [("rigid-body", scheme) for scheme in ("tmk", "rkmk-euler-exp", "depondt")]
parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--library", choices=["jaxlie", "pypose", "scipy"], required=True)
name = parser.parse_args(sys.argv[1:]).library
np = peer_cases.needs("numpy", "pip install numpy")
if name == "jaxlie":
    peer_cases.needs("jax", "pip install jax").config.update("jax_enable_x64", True)
    import jax

    SO3 = peer_cases.needs("jaxlie", "pip install jaxlie").SO3
    turned = jax.jit(lambda xi, x: SO3.exp(-xi).apply(x))
elif name == "pypose":
    torch = peer_cases.needs("torch", "pip install torch")
    so3 = peer_cases.needs("pypose", "pip install pypose").so3
    turned = lambda xi, x: so3(-torch.tensor(xi)).Exp().Act(torch.tensor(x)).numpy()  # noqa: E731
else:
    Rotation = peer_cases.needs("scipy.spatial.transform", "pip install scipy").Rotation
    turned = lambda xi, x: Rotation.from_rotvec(-xi).apply(x)  # noqa: E731


def E(xi, x):
    return np.array(turned(xi, x))


def settled(T, z):
    """z = T(z): until a state comes back, since then no further digit can be had."""
    seen = set()
    while (key := tuple(z)) not in seen:
        seen.add(key)
        if len(seen) > 5000:
            raise peer_cases.Declined("no-convergence")
        z = T(z) if len(seen) < 60 else 0.5 * z + 0.5 * T(z)
    return z


def answer(case):
    if case.get("arithmetic", "binary64") != "binary64":
        raise peer_cases.Declined("unsupported")
    p, x, states = peer_systems.parameters(case, np.array), np.array(case["x"]), []
    for dw in peer_cases.increments(case):
        Xi = lambda z: np.array(  # noqa: E731
            peer_systems.generator("rigid-body", None, p, z, case["h"][0], dw, np)
        )
        if case["scheme"] == "tmk":
            x = settled(lambda z: E(Xi(0.5 * x + 0.5 * z), x), x)
        elif case["scheme"] == "depondt":
            x = E(0.5 * (Xi(x) + Xi(E(Xi(x), x))), x)
        else:
            x = E(Xi(x), x)
        states.append(x)
    return np.concatenate(states)


about = f"{name} {peer_cases.version(name)}: the turn of a step"
peer_cases.serve(PAIRS, answer, [about])
