#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""SciPy's root finders for the stages of implicit rules, as a port (scipy.optimize.root).

usage: scipy_port.py [--method M] [--tol T]
  --method M  as scipy.optimize.root has it (default hybr: Powell's hybrid method of MINPACK)
  --tol T     the tolerance given to it (default: its own)

The unknown is the stage z, begun at x; the equations are those of oracle/manual/schemes.md.
Increments are numbers of the step, so noise needs nothing of SciPy.  Where SciPy says that it did
not succeed, the answer is no-convergence.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases
import peer_systems

PAIRS = [(system, "implicit-midpoint") for system in peer_systems.SYSTEMS]
PAIRS.append(("rigid-body", "isospectral-midpoint"))
parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--method", default="hybr")
parser.add_argument("--tol", type=float)
given = parser.parse_args(sys.argv[1:])
np = peer_cases.needs("numpy", "pip install numpy")
scipy = peer_cases.needs("scipy", "pip install scipy")
root = peer_cases.needs("scipy.optimize", "pip install scipy").root


def midpoint(field, generator, x):
    """The residual of z = x + V(z)/2, and y of z."""
    return lambda z: z - x - 0.5 * field(z), lambda z: x + field(z)


def isospectral(field, generator, x):
    """The residual of D(Xi(z)) z = x on so(3), and y = x + V(z)."""
    def residual(z):
        xi = generator(z)
        return z + 0.5 * np.array(peer_systems.cross(xi, z)) + 0.25 * np.dot(xi, z) * xi - x

    return residual, lambda z: x + field(z)


def answer(case):
    if case.get("arithmetic", "binary64") != "binary64":
        raise peer_cases.Declined("unsupported")
    system, model, h = case["system"], case.get("model"), case["h"][0]
    p, x, states = peer_systems.parameters(case, np.array), np.array(case["x"]), []
    rule = midpoint if case["scheme"] == "implicit-midpoint" else isospectral
    for dw in peer_cases.increments(case):
        generator = lambda z: np.array(
            peer_systems.generator(system, model, p, z, h, dw, np)
        )
        field = lambda z: np.array(peer_systems.coad(system, generator(z), z))
        residual, result = rule(field, generator, x)
        with np.errstate(all="ignore"):
            try:
                found = root(residual, x, method=given.method, tol=given.tol)
            except (ValueError, np.linalg.LinAlgError, scipy.optimize.NoConvergence):
                raise peer_cases.Declined("no-convergence") from None
            if not found.success:
                raise peer_cases.Declined("no-convergence")
            x = result(found.x)
        states.append(x)
    return np.concatenate(states)


said = f"root, method {given.method}, " + (f"tol {given.tol:g}" if given.tol else "its own tol")
peer_cases.serve(PAIRS, answer, [f"SciPy {scipy.__version__}, NumPy {np.__version__}: {said}"])
